/*
 * fn_math.c -- the functions of the namespace math (F&O section 4.8): those of IEEE 754, as the C library has them.
 */
#include "fn_int.h"

#include <math.h>

BxStatus
fn_math_pi(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	(void) run, (void) op, (void) cx;
	*item = at_double_item(3.14159265358979323846);
	*found = true;
	return BX_OK;
}

static BxStatus
apply(RuRun *run, const RuOp *op, const RuCx *cx, double (*f)(double), XdItem *item, bool *found)
{
	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	if (*found)
		*item = at_double_item(f(at_number_double(item)));
	return BX_OK;
}

static double
power_of_ten(double x)
{
	return pow(10, x);
}

BxStatus
fn_math_exp(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, exp, item, found);
}

BxStatus
fn_math_exp10(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, power_of_ten, item, found);
}

BxStatus
fn_math_log(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, log, item, found);
}

BxStatus
fn_math_log10(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, log10, item, found);
}

BxStatus
fn_math_sqrt(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, sqrt, item, found);
}

BxStatus
fn_math_sin(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, sin, item, found);
}

BxStatus
fn_math_cos(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, cos, item, found);
}

BxStatus
fn_math_tan(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, tan, item, found);
}

BxStatus
fn_math_asin(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, asin, item, found);
}

BxStatus
fn_math_acos(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, acos, item, found);
}

BxStatus
fn_math_atan(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply(run, op, cx, atan, item, found);
}

/* The first argument decides whether there is a result. */
static BxStatus
apply_two(RuRun *run, const RuOp *op, const RuCx *cx, double (*f)(double, double), XdItem *item, bool *found)
{
	double x, y;

	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	if (!*found)
		return BX_OK;
	x = at_number_double(item);
	BX_TRY(ru_arg_double(run, op, 1, cx, &y));
	*item = at_double_item(f(x, y));
	return BX_OK;
}

BxStatus
fn_math_pow(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply_two(run, op, cx, pow, item, found);
}

BxStatus
fn_math_atan2(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	return apply_two(run, op, cx, atan2, item, found);
}
