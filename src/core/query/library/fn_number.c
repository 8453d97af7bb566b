/*
 * fn_number.c -- functions on numbers: rounding, and fn:number (F&O sections 4.4 and 4.5).
 */
#include "fn_int.h"

#include <math.h>

static BxStatus
round_argument(RuRun *run, const RuOp *op, const RuCx *cx, AtRound how, XdItem *item, bool *found)
{
	AtCall at = ru_at(run, cx);
	int64_t precision = 0;
	XdItem number;

	BX_TRY(ru_arg(run, op, 0, cx, &number, found));
	if (op->n_args > 1)
		BX_TRY(ru_arg_integer(run, op, 1, cx, &precision));
	return *found ? ru_at_op(run, op, at_round(&at, how, &number, precision, item)) : BX_OK;
}

BxStatus
fn_abs(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return round_argument(run, op, cx, AT_ABS, item, found);
}

BxStatus
fn_ceiling(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return round_argument(run, op, cx, AT_CEILING, item, found);
}

BxStatus
fn_floor(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return round_argument(run, op, cx, AT_FLOOR, item, found);
}

BxStatus
fn_round(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return round_argument(run, op, cx, AT_ROUND, item, found);
}

BxStatus
fn_round_half_to_even(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return round_argument(run, op, cx, AT_ROUND_EVEN, item, found);
}

/* The argument, or the value of the context item. */
static BxStatus
number_argument(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	if (op->n_args > 0)
		return ru_arg(run, op, 0, cx, item, found);
	*found = true;
	BX_TRY(ru_context(run, op, cx, item));
	if (at_is_node(item))
		return ru_at_op(run, op, xd_node_data(run->forest, cx->arena, item, item));
	return at_is_atomic(item) ? BX_OK : ru_fail(run, op, "FOTY0013", "a function has no typed value");
}

BxStatus
fn_number(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	AtCall quiet = ru_at(run, cx);
	XdItem value;
	BxStatus st = BX_E_XPTYPE;

	quiet.err = NULL;
	BX_TRY(number_argument(run, op, cx, &value, found));
	if (*found)
		st = at_cast(&quiet, &value, AT_DOUBLE, item);
	*found = true;
	if (st == BX_E_XPTYPE)
		*item = at_double_item(NAN);
	else if (st == BX_E_NOMEM)
		return bx_fail_nomem(run->err, value.n);
	return st == BX_E_XPTYPE ? BX_OK : st;
}
