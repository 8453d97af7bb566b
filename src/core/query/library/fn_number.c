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

FN_WITH(fn_abs, round_argument, AT_ABS)
FN_WITH(fn_ceiling, round_argument, AT_CEILING)
FN_WITH(fn_floor, round_argument, AT_FLOOR)
FN_WITH(fn_round, round_argument, AT_ROUND)
FN_WITH(fn_round_half_to_even, round_argument, AT_ROUND_EVEN)

/* The argument, or the value of the context item. */
static BxStatus
number_argument(RU_ONE_ARGS)
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
fn_number(RU_ONE_ARGS)
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
