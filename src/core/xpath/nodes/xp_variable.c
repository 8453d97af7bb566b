/*
 * xp_variable.c -- values of variables as booleans, numbers and strings.
 */
#include "xp_string_int.h"

#include <math.h>

bool
xp_var_bool(const XpVal *val)
{
	switch (val->type)
	{
		case XP_T_BOOLEAN: return val->boolean;
		case XP_T_NUMBER: return val->number != 0 && !isnan(val->number);
		default: return val->text.n > 0;
	}
}

double
xp_var_num(const XpVal *val)
{
	switch (val->type)
	{
		case XP_T_BOOLEAN: return val->boolean;
		case XP_T_NUMBER: return val->number;
		default: return bx_number_from_text(val->text.s, val->text.n);
	}
}

BxStatus
xp_var_str(XpEval *ev, const XpVal *val, XpStr *s)
{
	switch (val->type)
	{
		case XP_T_BOOLEAN:
			s->s = val->boolean ? "true" : "false";
			s->n = val->boolean ? 4 : 5;
			return BX_OK;
		case XP_T_NUMBER: return xp_number_string(ev, val->number, s);
		default:
			s->s = val->text.s;
			s->n = val->text.n;
			return BX_OK;
	}
}
