/*
 * xp_term_values.c -- what values an expression may have.
 */
#include "xp_terms_int.h"

#include <math.h>

#include "../../value/bx_value.h"

/* ---- what is asked of values ---- */

static const XpTmCond *
literal_holds(const BxKey *key, XpTmQuestion question)
{
	bool number = key->type == AT_DOUBLE;
	bool yes;

	switch (question)
	{
		case XP_TM_IS_TRUE:
			yes = key->type == AT_STRING
					  ? key->str.n > 0
					  : !(number || key->type == AT_BOOLEAN) || (key->number != 0 && !isnan(key->number));
			break;
		case XP_TM_IS_NUMBER: yes = !number || !isnan(key->number); break;
		case XP_TM_IS_TEXT: yes = key->type != AT_STRING || key->str.n > 0; break;
		default: yes = true; break;
	}
	return yes ? &xp_tm_true : &xp_tm_false;
}

/* Would the value of what is absent do? */
static bool
absent_holds(unsigned absent, XpTmQuestion question)
{
	switch (question)
	{
		case XP_TM_IS_THERE: return absent != XP_TM_NONE;
		case XP_TM_IS_TRUE: return false;
		case XP_TM_IS_NUMBER: return absent == XP_TM_ZERO;
		default: return absent == XP_TM_ZERO || absent == XP_TM_NAN;
	}
}

const XpTmCond *
xp_tm_value_holds(XpTmBuild *b, const XpTmValue *v, XpTmQuestion question)
{
	switch (v->sort)
	{
		case XP_TM_NODE:
		case XP_TM_CAST: return xp_tm_exists(b, v);
		case XP_TM_STRING:
		case XP_TM_NUMBER:
			return absent_holds(v->sort == XP_TM_STRING ? XP_TM_EMPTY : XP_TM_NAN, question)
					   ? &xp_tm_true
					   : xp_tm_and(b, v->present, xp_tm_exists(b, v));
		case XP_TM_SOME: return absent_holds(v->absent, question) ? &xp_tm_true : v->present;
		case XP_TM_LITERAL: return literal_holds(&v->key, question);
		default: return &xp_tm_true;
	}
}

static const XpTmCond *
list_holds(XpTmBuild *b, const XpTmList *list, XpTmQuestion question)
{
	const XpTmCond *result = &xp_tm_false;
	const XpTmValue *v;

	for (v = list->first; v != NULL && result->kind != XP_TERMS_TRUE; v = v->next)
		result = xp_tm_or(b, result, xp_tm_and(b, v->cond, xp_tm_value_holds(b, v, question)));
	return result;
}

const XpTmCond *
xp_tm_holds(XpTmBuild *b, uint32_t expr, const XpTmContext *cx, XpTmQuestion question)
{
	XpTmList list;

	if (b->nodes[expr].type == XP_T_BOOLEAN)
		return question == XP_TM_IS_TRUE ? xp_tm_truth(b, expr, cx, true) : &xp_tm_true;
	list = xp_tm_list(b, expr, cx);
	return list_holds(b, &list, question);
}

/* ---- constants ---- */

void
xp_tm_add_key(XpTmBuild *b, XpTmList *out, const BxKey *key)
{
	XpTmValue v = {.sort = XP_TM_LITERAL, .cond = &xp_tm_true, .key = *key};

	xp_tm_add(b, out, &v);
}

void
xp_tm_add_any(XpTmBuild *b, XpTmList *out)
{
	xp_tm_add(b, out, &xp_tm_anything);
}

void
xp_tm_add_some(XpTmBuild *b, XpTmList *out, uint8_t absent, const XpTmCond *present)
{
	XpTmValue v = {.sort = XP_TM_SOME, .cond = &xp_tm_true, .absent = absent, .present = present};

	xp_tm_add(b, out, &v);
}

/* The only value, when it is a number that is known. */
static bool
known_number(const XpTmList *list, double *d)
{
	const XpTmValue *v = list->first;

	if (list->n != 1 || v->sort != XP_TM_LITERAL || v->key.type != AT_DOUBLE ||
		v->cond->kind != XP_TERMS_TRUE)
		return false;
	*d = v->key.number;
	return true;
}

static double
calculate(unsigned op, double x, double y)
{
	switch (op)
	{
		case XP_ADD: return x + y;
		case XP_SUB: return x - y;
		case XP_MUL: return x * y;
		case XP_DIV: return x / y;
		case XP_MOD: return fmod(x, y);
		default: return -x;
	}
}

/* Numbers of the query are computed; of the document they must be there. */
static void
arithmetic(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	XpTmList x = {NULL, NULL, 0}, y = {NULL, NULL, 0};
	const XpTmCond *there;
	XpTmQuestion question;
	uint8_t absent;
	BxKey key;
	double p, q = 0;

	xp_tm_values(b, e->a, cx, &x);
	if (e->b != 0)
		xp_tm_values(b, e->b, cx, &y);
	if (e->op != XP_IDIV && e->type == XP_T_NUMBER && known_number(&x, &p) &&
		(e->b == 0 || known_number(&y, &q)))
	{
		key = bx_key_number(calculate(e->op, p, q));
		xp_tm_add_key(b, out, &key);
		return;
	}
	/* with a sequence the result is empty where an operand is */
	absent = e->type == XP_T_SEQUENCE ? XP_TM_NONE : XP_TM_NAN;
	question = e->type == XP_T_SEQUENCE ? XP_TM_IS_THERE : XP_TM_IS_NUMBER;
	there = list_holds(b, &x, question);
	if (e->b != 0)
		there = xp_tm_and(b, there, list_holds(b, &y, question));
	xp_tm_add_some(b, out, absent, there);
}

/* "a to b" of numbers that are known. */
static void
integers(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	XpTmValue v = {.sort = XP_TM_RANGE, .cond = &xp_tm_true};
	XpTmList from = xp_tm_list(b, e->a, cx), to = xp_tm_list(b, e->b, cx);
	double first;

	if (!known_number(&from, &first) || !known_number(&to, &v.last_number))
	{
		xp_tm_add_any(b, out);
		return;
	}
	v.key = bx_key_number(first);
	if (first <= v.last_number)
		xp_tm_add(b, out, &v);
}

static void
number_literal(XpTmBuild *b, const XpExpr *e, XpTmList *out)
{
	BxKey key = bx_key_number(0);

	memcpy(&key.number, b->pool + e->a, sizeof(key.number));
	xp_tm_add_key(b, out, &key);
}

static void
string_literal(XpTmBuild *b, const XpExpr *e, XpTmList *out)
{
	BxKey key = bx_key_string(bx_str(b->pool + e->a, e->b));

	xp_tm_add_key(b, out, &key);
}

/* ---- variables ---- */

static uint32_t
var_number(XpTmBuild *b, const XpName *name)
{
	XpTermVar v = {bx_str(b->pool + name->uri, name->uri_len),
				   bx_str(b->pool + name->local, name->local_len)};
	uint32_t cap = b->cap_vars ? b->cap_vars * 2 : 4;
	XpTermVar *vars;
	uint32_t i;

	for (i = 0; i < b->n_vars; i++)
		if (bx_str_equal(b->vars[i].local, v.local) && bx_str_equal(b->vars[i].uri, v.uri))
			return i;
	if (b->n_vars == b->cap_vars)
	{
		vars = xp_tm_alloc(b, cap * sizeof(*vars));
		if (vars == NULL)
			return 0;
		if (b->n_vars > 0)
			memcpy(vars, b->vars, b->n_vars * sizeof(*vars));
		b->vars = vars;
		b->cap_vars = cap;
	}
	b->vars[b->n_vars] = v;
	return b->n_vars++;
}

/* At most as many names as one expression may have variables, else anything. */
#define VARS_MAX 256

const XpItem *
xp_tm_variable(const XpTmBuild *b, const XpExpr *e)
{
	const XpName *name = &b->names[e->name - 1];
	uint32_t i;

	for (i = b->n_values; i-- > 0;)
		if (bx_same_bytes(b->pool + name->local, name->local_len, b->values[i].local,
						  b->values[i].local_len) &&
			bx_same_bytes(b->pool + name->uri, name->uri_len, b->values[i].uri, b->values[i].uri_len))
			return &b->values[i].value;
	return NULL;
}

static void
add_item(XpTmBuild *b, const XpItem *item, XpTmList *out)
{
	BxKey key;

	if (item->type == XP_T_STRING && !item->by_reference)
		key = bx_key_string(item->str);
	else if (item->type == XP_T_NUMBER)
		key = bx_key_number(item->number);
	else if (item->type == XP_T_BOOLEAN)
		key = bx_key_boolean(item->boolean);
	else
	{
		xp_tm_add_any(b, out);
		return;
	}
	xp_tm_add_key(b, out, &key);
}

static void
variable(XpTmBuild *b, const XpExpr *e, XpTmList *out)
{
	bool unbound = (b->names[e->name - 1].flags & XP_NAME_UNBOUND) != 0;
	const XpItem *item = unbound ? NULL : xp_tm_variable(b, e);
	XpTmValue v = {.sort = XP_TM_VARIABLE, .cond = &xp_tm_true};
	uint32_t i;

	if (item != NULL && item->type != XP_T_SEQUENCE)
		add_item(b, item, out);
	else if (item != NULL)
		for (i = 0; item->seq != NULL && i < item->seq->n && i <= XP_TM_LIST_MAX; i++)
			add_item(b, &item->seq->items[i], out);
	else if (unbound || b->values != NULL || b->n_vars >= VARS_MAX)
		xp_tm_add_any(b, out);
	else
	{
		v.var = var_number(b, &b->names[e->name - 1]);
		xp_tm_add(b, out, &v);
	}
}

bool
xp_tm_bind_local(XpTmBuild *b, uint32_t place, const XpTmValue *value, const XpTmList *all, XpTmLocal *before)
{
	XpTmLocal *local;

	if (b->locals == NULL)
		b->locals = xp_tm_alloc(b, XP_MAX_LOCALS * sizeof(XpTmLocal));
	if (b->locals == NULL || place >= XP_MAX_LOCALS)
		return false;
	local = &b->locals[place];
	*before = *local;
	*local = (XpTmLocal){.many = all != NULL};
	if (all != NULL)
		local->list = *all;
	else
		xp_tm_add(b, &local->list, value);
	return true;
}

/* Two references to a sequence may be about different nodes of it. */
static void
local_variable(XpTmBuild *b, const XpExpr *e, XpTmList *out)
{
	const XpTmLocal *local;
	const XpTmValue *v;
	XpTmValue *copy;

	if (b->locals == NULL || e->n_args >= XP_MAX_LOCALS)
	{
		xp_tm_add_any(b, out);
		return;
	}
	local = &b->locals[e->n_args];
	for (v = local->list.first; v != NULL; v = v->next)
	{
		copy = xp_tm_add(b, out, v);
		if (copy != NULL && local->many)
			copy->node = ++b->n_nodes;
	}
}

/* Values of a list, under a condition. */
static void
add_under(XpTmBuild *b, const XpTmList *list, const XpTmCond *cond, XpTmList *out)
{
	const XpTmValue *v;

	for (v = list->first; v != NULL; v = v->next)
	{
		XpTmValue copy = *v;

		copy.cond = xp_tm_and(b, v->cond, cond);
		xp_tm_add(b, out, &copy);
	}
}

bool
xp_tm_bind_let(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmLocal *before)
{
	XpTmList all = xp_tm_list(b, e->a, cx);

	return xp_tm_bind_local(b, e->n_args, NULL, &all, before);
}

static void
values_of_let(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	XpTmLocal before;

	if (!xp_tm_bind_let(b, e, cx, &before))
		return;
	xp_tm_values(b, b->nodes[e->a].next, cx, out);
	b->locals[e->n_args] = before;
}

static void
values_of_for(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	XpTmList in = xp_tm_list(b, e->a, cx);
	const XpTmValue *v;
	XpTmLocal before;

	for (v = in.first; v != NULL; v = v->next)
	{
		XpTmList results;

		if (!xp_tm_bind_local(b, e->n_args, v, NULL, &before))
			return;
		results = xp_tm_list(b, b->nodes[e->a].next, cx);
		b->locals[e->n_args] = before;
		add_under(b, &results, xp_tm_and(b, v->cond, xp_tm_value_holds(b, v, XP_TM_IS_THERE)), out);
	}
}

static void
values_of_if(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	uint32_t yes = b->nodes[e->a].next;
	XpTmList list = xp_tm_list(b, yes, cx);

	add_under(b, &list, xp_tm_truth(b, e->a, cx, true), out);
	list = xp_tm_list(b, b->nodes[yes].next, cx);
	add_under(b, &list, xp_tm_truth(b, e->a, cx, false), out);
}

/* ---- paths ---- */

/* The nodes that an expression gives: what cannot be one does not matter, since evaluation fails. */
static void
nodes_of(XpTmBuild *b, uint32_t expr, const XpTmContext *cx, XpTmList *out)
{
	XpTmList list = xp_tm_list(b, expr, cx);
	const XpTmValue *v;

	for (v = list.first; v != NULL; v = v->next)
	{
		XpTmValue any = v->sort == XP_TM_ANY ? xp_tm_any_node(b) : *v;

		if (any.sort == XP_TM_NODE)
			xp_tm_add(b, out, &any);
	}
}

static void
filter_value(XpTmBuild *b, XpTmValue *v, uint32_t pred, const XpTmContext *cx)
{
	for (; pred != 0; pred = b->nodes[pred].next)
		v->cond = xp_tm_and(b, v->cond, xp_tm_truth(b, b->nodes[pred].a, cx, true));
}

/* Predicates of a step or a filter; what position they ask for does not matter. */
static void
filter_nodes(XpTmBuild *b, XpTmList *list, uint32_t pred)
{
	const XpTmValue *v;

	if (pred == 0)
		return;
	for (v = list->first; v != NULL; v = v->next)
		filter_value(b, (XpTmValue *) v, pred, &(XpTmContext){.node = v});
}

static void
values_of_path(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	XpTmList at = {NULL, NULL, 0};
	XpTmValue from;
	uint32_t step;
	const XpTmValue *v;

	if (e->b != 0)
		nodes_of(b, e->b, cx, &at);
	else
	{
		from = (e->flags & XP_ABSOLUTE) ? xp_tm_document(b) : cx->node ? *cx->node : xp_tm_any_node(b);
		if (from.sort != XP_TM_NODE)
			from = xp_tm_any_node(b);
		/* what holds of the context node is said where it is the context */
		from.cond = &xp_tm_true;
		xp_tm_add(b, &at, &from);
	}
	for (step = e->a; step != 0; step = b->nodes[step].next)
	{
		XpTmList next = {NULL, NULL, 0};

		if (b->work >= XP_TM_WORK_MAX)
		{
			xp_tm_add_any(b, out);
			return;
		}
		for (v = at.first; v != NULL; v = v->next)
			xp_tm_step(b, v, &b->nodes[step], &next);
		filter_nodes(b, &next, b->nodes[step].a);
		at = next;
	}
	add_under(b, &at, &xp_tm_true, out);
}

static void
values_of_filter(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	const XpTmValue *v = xp_tm_list(b, e->a, cx).first;

	for (; v != NULL; v = v->next)
	{
		XpTmContext inner = {.node = v->sort == XP_TM_NODE ? v : v->sort == XP_TM_ANY ? NULL : cx->node};
		XpTmValue passed = *v;

		if (e->op == XP_SEQ_FILTER)
			inner.item = v;
		filter_value(b, &passed, e->b, &inner);
		xp_tm_add(b, out, &passed);
	}
}

/* Nodes of one list for which there are some in the other. */
static void
values_of_intersection(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	XpTmList list = xp_tm_list(b, e->a, cx);

	add_under(b, &list, xp_tm_holds(b, e->b, cx, XP_TM_IS_THERE), out);
}

static void
values_of_map(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	XpTmList from = {NULL, NULL, 0};
	const XpTmValue *v;

	nodes_of(b, e->a, cx, &from);
	for (v = from.first; v != NULL; v = v->next)
	{
		XpTmContext inner = {.node = v};
		XpTmList results = xp_tm_list(b, e->b, &inner);

		add_under(b, &results, xp_tm_and(b, v->cond, xp_tm_exists(b, v)), out);
	}
}

static void
values_of_members(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	uint32_t member;

	for (member = e->a; member != 0 && b->work < XP_TM_WORK_MAX; member = b->nodes[member].next)
		xp_tm_values(b, member, cx, out);
	if (member != 0)
		xp_tm_add_any(b, out);
}

/* ---- all ---- */

static void
values_of(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out)
{
	switch (e->op)
	{
		case XP_NUMBER: number_literal(b, e, out); break;
		case XP_STRING: string_literal(b, e, out); break;
		case XP_VARIABLE: variable(b, e, out); break;
		case XP_CALL: xp_tm_call(b, e, cx, out); break;
		case XP_ADD:
		case XP_SUB:
		case XP_MUL:
		case XP_DIV:
		case XP_MOD:
		case XP_NEG:
		case XP_IDIV: arithmetic(b, e, cx, out); break;
		case XP_RANGE: integers(b, e, cx, out); break;
		case XP_UNION:
			xp_tm_values(b, e->a, cx, out);
			xp_tm_values(b, e->b, cx, out);
			break;
		case XP_EXCEPT: xp_tm_values(b, e->a, cx, out); break;
		case XP_INTERSECT: values_of_intersection(b, e, cx, out); break;
		case XP_PATH: values_of_path(b, e, cx, out); break;
		case XP_FILTER:
		case XP_SEQ_FILTER: values_of_filter(b, e, cx, out); break;
		case XP_MAP: values_of_map(b, e, cx, out); break;
		case XP_SEQUENCE: values_of_members(b, e, cx, out); break;
		case XP_IF: values_of_if(b, e, cx, out); break;
		case XP_FOR: values_of_for(b, e, cx, out); break;
		case XP_LET: values_of_let(b, e, cx, out); break;
		case XP_LOCAL: local_variable(b, e, out); break;
		case XP_ITEM:
			if (cx->item != NULL)
			{
				XpTmValue v = *cx->item;

				v.cond = &xp_tm_true;
				xp_tm_add(b, out, &v);
			}
			else
				xp_tm_add_any(b, out);
			break;
		default: xp_tm_add_any(b, out); break; /* booleans */
	}
}

void
xp_tm_values(XpTmBuild *b, uint32_t expr, const XpTmContext *cx, XpTmList *out)
{
	if (!xp_tm_enter(b))
	{
		xp_tm_add_any(b, out);
		return;
	}
	values_of(b, &b->nodes[expr], cx, out);
	b->depth--;
}
