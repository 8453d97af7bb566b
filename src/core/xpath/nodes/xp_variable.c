/*
 * xp_variable.c -- values of variables as numbers and strings.
 */
#include "xp_string_int.h"

double
xp_var_num(const XpItem *value)
{
	switch (value->type)
	{
		case XP_T_BOOLEAN: return value->boolean;
		case XP_T_NUMBER: return value->number;
		default: return bx_number_from_text(value->str.s, value->str.n);
	}
}

BxStatus
xp_var_str(XpEval *ev, const XpItem *value, BxStr *s)
{
	switch (value->type)
	{
		case XP_T_BOOLEAN:
			s->s = value->boolean ? "true" : "false";
			s->n = value->boolean ? 4 : 5;
			return BX_OK;
		case XP_T_NUMBER: return xp_number_string(ev, value->number, s);
		default:
			s->s = value->str.s;
			s->n = value->str.n;
			return BX_OK;
	}
}
