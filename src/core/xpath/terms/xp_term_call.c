/*
 * xp_term_call.c -- what values functions may have.
 */
#include "xp_terms_int.h"

#include <math.h>

/* ---- string(), number() ---- */

/* The argument, or the context node. */
static void
argument(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	XpTmValue v;

	if (e->a != 0)
	{
		xp_tm_values(b, e->a, cx, out);
		return;
	}
	v = cx->node != NULL ? *cx->node : xp_tm_any_node(b);
	v.cond = &xp_tm_true;
	xp_tm_add(b, out, &v);
}

/* A value that a function keeps where there is one: where it is delivered becomes where it is present. */
static XpTmValue
kept(XpTmBuild *b, const XpTmValue *v, uint8_t sort, uint8_t absent)
{
	XpTmValue k = *v;

	k.present = v->sort == XP_TM_NODE ? v->cond : xp_tm_and(b, v->cond, v->present);
	k.cond = &xp_tm_true;
	k.sort = sort;
	k.absent = absent;
	return k;
}

static XpTmValue
string_of(XpTmBuild *b, const XpTmValue *v)
{
	switch (v->sort)
	{
		case XP_TM_NODE:
		case XP_TM_STRING: return kept(b, v, XP_TM_STRING, 0);
		case XP_TM_SOME:
			return v->absent == XP_TM_NONE || v->absent == XP_TM_EMPTY ? kept(b, v, XP_TM_SOME, XP_TM_EMPTY)
																	   : xp_tm_anything;
		case XP_TM_LITERAL:
			return v->cond->kind == XP_TERMS_TRUE && v->key.type == AT_STRING ? *v : xp_tm_anything;
		default: return xp_tm_anything;
	}
}

static XpTmValue
number_of(XpTmBuild *b, const XpTmValue *v)
{
	XpTmValue n = *v;

	switch (v->sort)
	{
		case XP_TM_NODE:
		case XP_TM_STRING:
		case XP_TM_NUMBER: return kept(b, v, XP_TM_NUMBER, 0);
		case XP_TM_SOME: return v->absent == XP_TM_ZERO ? xp_tm_anything : kept(b, v, XP_TM_SOME, XP_TM_NAN);
		case XP_TM_VARIABLE:
			n.type = AT_DOUBLE;
			return v->type == 0 && v->cond->kind == XP_TERMS_TRUE ? n : xp_tm_anything;
		case XP_TM_LITERAL:
			if (v->key.type == AT_STRING)
				(void) bx_key_read(AT_DOUBLE, v->key.str, &n.key);
			return v->cond->kind == XP_TERMS_TRUE && n.key.type == AT_DOUBLE ? n : xp_tm_anything;
		default: return xp_tm_anything;
	}
}

/* string() and number() have a value also of nothing. */
static void
values_of_text(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	bool string = e->func == XP_FN_STRING;
	BxKey nothing = string ? bx_key_string(bx_str("", 0)) : bx_key_number(NAN);
	XpTmList list = {NULL, NULL, 0};
	const XpTmValue *v;

	argument(b, e, cx, &list);
	if (list.first == NULL)
		xp_tm_add_key(b, out, &nothing);
	for (v = list.first; v != NULL; v = v->next)
	{
		XpTmValue one = string ? string_of(b, v) : number_of(b, v);

		xp_tm_add(b, out, &one);
	}
}

/* ---- constructors ---- */

static unsigned
constructed_type(unsigned func)
{
	switch (func)
	{
		case XP_FN_XS_DATE: return AT_DATE;
		case XP_FN_XS_DATETIME: return AT_DATETIME;
		case XP_FN_XS_DECIMAL: return AT_DECIMAL;
		case XP_FN_XS_DOUBLE: return AT_DOUBLE;
		case XP_FN_XS_BOOLEAN: return AT_BOOLEAN;
		case XP_FN_XS_DAY_TIME_DURATION: return AT_DAY_TIME;
		case XP_FN_XS_YEAR_MONTH_DURATION: return AT_MONTHS;
		default: return AT_STRING;
	}
}

/* A literal as a value of another type; false when it is not known here. */
static bool
construct_literal(unsigned type, BxKey *key)
{
	double d;

	if (key->type == type)
		return true;
	if (key->type != AT_STRING)
		return false;
	if (type != AT_DOUBLE)
		return bx_key_read(type, key->str, key);
	if (bx_lex_double(key->str.s, key->str.n, &d) == BX_LEX_FORM)
		return false;
	*key = bx_key_number(d);
	return true;
}

static XpTmValue
constructed(XpTmBuild *b, const XpTmValue *v, unsigned type)
{
	XpTmValue n = *v;

	switch (v->sort)
	{
		case XP_TM_NODE:
			n.sort = type == AT_STRING ? XP_TM_NODE : XP_TM_CAST;
			n.type = (uint8_t) type;
			return n;
		case XP_TM_VARIABLE: n.type = (uint8_t) type; return v->type == 0 ? n : xp_tm_anything;
		case XP_TM_LITERAL: return construct_literal(type, &n.key) ? n : xp_tm_anything;
		case XP_TM_CAST:
			if (v->type == type)
				return n;
			break;
		case XP_TM_STRING:
		case XP_TM_NUMBER:
		case XP_TM_SOME: break;
		default: return xp_tm_anything;
	}
	return (XpTmValue){.sort = XP_TM_SOME,
					   .cond = v->cond,
					   .present = xp_tm_value_holds(b, v, XP_TM_IS_THERE),
					   .absent = XP_TM_NONE};
}

/* ---- all functions ---- */

/* Is it a function that gives a string or number of its argument, and what of nothing? */
static bool
is_derived(const XpExpr *e, uint8_t *absent, XpTmQuestion *question)
{
	bool lifted = e->type == XP_T_SEQUENCE;

	*question = XP_TM_IS_THERE;
	switch (e->func)
	{
		case XP_FN_COUNT:
		case XP_FN_SUM: *absent = XP_TM_ZERO; return true;
		case XP_FN_STRING_LENGTH:
			*absent = XP_TM_ZERO;
			*question = XP_TM_IS_TEXT;
			return true;
		case XP_FN_NAME:
		case XP_FN_LOCAL_NAME:
		case XP_FN_NAMESPACE_URI: *absent = XP_TM_EMPTY; return true;
		case XP_FN_NORMALIZE_SPACE:
		case XP_FN_LOWER_CASE:
		case XP_FN_UPPER_CASE:
		case XP_FN_TRANSLATE:
		case XP_FN_SUBSTRING:
		case XP_FN_SUBSTRING_BEFORE:
		case XP_FN_SUBSTRING_AFTER:
			*absent = XP_TM_EMPTY;
			*question = XP_TM_IS_TEXT;
			return true;
		case XP_FN_FLOOR:
		case XP_FN_CEILING:
		case XP_FN_ROUND:
		case XP_FN_ABS:
			*absent = lifted ? XP_TM_NONE : XP_TM_NAN;
			*question = lifted ? XP_TM_IS_THERE : XP_TM_IS_NUMBER;
			return true;
		case XP_FN_MIN:
		case XP_FN_MAX:
		case XP_FN_AVG:
		case XP_FN_ROUND_HALF_TO_EVEN:
		case XP_FN_INDEX_OF: *absent = XP_TM_NONE; return true;
		default:
			*absent = XP_TM_NONE;
			return e->func >= XP_FN_YEAR_FROM_DATE && e->func <= XP_FN_SECONDS_FROM_DURATION;
	}
}

void
xp_tm_call(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	const XpTmValue *v;
	XpTmQuestion question;
	uint8_t absent;
	XpTmValue one;

	switch (e->func)
	{
		case XP_FN_DATA:
		case XP_FN_DISTINCT_VALUES:
		case XP_FN_REVERSE:
		case XP_FN_SUBSEQUENCE:
		case XP_FN_HEAD:
		case XP_FN_TAIL: xp_tm_values(b, e->a, cx, out); break;
		case XP_FN_STRING:
		case XP_FN_NUMBER: values_of_text(b, e, cx, out); break;
		case XP_FN_XS_DATE:
		case XP_FN_XS_DATETIME:
		case XP_FN_XS_DECIMAL:
		case XP_FN_XS_DOUBLE:
		case XP_FN_XS_STRING:
		case XP_FN_XS_BOOLEAN:
		case XP_FN_XS_DAY_TIME_DURATION:
		case XP_FN_XS_YEAR_MONTH_DURATION:
			for (v = xp_tm_list(b, e->a, cx).first; v != NULL; v = v->next)
			{
				one = constructed(b, v, constructed_type(e->func));
				xp_tm_add(b, out, &one);
			}
			break;
		case XP_FN_ID:
			one = xp_tm_any_element(b);
			xp_tm_add(b, out, &one);
			break;
		default:
			if (is_derived(e, &absent, &question))
				xp_tm_add_some(b, out, absent, e->a != 0 ? xp_tm_holds(b, e->a, cx, question) : &xp_tm_true);
			else
				xp_tm_add_any(b, out);
			break;
	}
}
