/*
 * fn_math.c -- the functions of the namespace math (F&O section 4.8): those of IEEE 754, as the C library has them.
 */
#include "fn_int.h"

#include <math.h>

static BxStatus
give(RuRun *run, const RuOp *op, const RuCx *cx, double d, XdItem *item, bool *found)
{
	(void) run, (void) op, (void) cx;
	*item = at_double_item(d);
	*found = true;
	return BX_OK;
}

FN_WITH(fn_math_pi, give, 3.14159265358979323846)

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

FN_WITH(fn_math_exp, apply, exp)
FN_WITH(fn_math_exp10, apply, power_of_ten)
FN_WITH(fn_math_log, apply, log)
FN_WITH(fn_math_log10, apply, log10)
FN_WITH(fn_math_sqrt, apply, sqrt)
FN_WITH(fn_math_sin, apply, sin)
FN_WITH(fn_math_cos, apply, cos)
FN_WITH(fn_math_tan, apply, tan)
FN_WITH(fn_math_asin, apply, asin)
FN_WITH(fn_math_acos, apply, acos)
FN_WITH(fn_math_atan, apply, atan)

/* The first argument decides whether there is a result. */
static BxStatus
apply_two(RuRun *run, const RuOp *op, const RuCx *cx, double (*f)(double, double), XdItem *item, bool *found)
{
	double x, y;

	RU_TRY_ARG(run, op, 0, cx, item, found);
	x = at_number_double(item);
	BX_TRY(ru_arg_double(run, op, 1, cx, &y));
	*item = at_double_item(f(x, y));
	return BX_OK;
}

FN_WITH(fn_math_pow, apply_two, pow)
FN_WITH(fn_math_atan2, apply_two, atan2)
