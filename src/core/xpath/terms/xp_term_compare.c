/*
 * xp_term_compare.c -- comparisons and starts-with() as conditions.
 *
 * A general comparison is true when it is for some pair of items, so it is the OR over all pairs.  A node against a
 * literal is a term of the literal's type; a node against anything else needs the node.  Care is due where no node is
 * needed: string() of nothing is "", number() of nothing NaN, and a boolean asks whether there is a node at all.
 */
#include "xp_terms_int.h"

#include <math.h>

#include "../../value/bx_value.h"

typedef enum Relation
{
	REL_EQ,
	REL_NE,
	REL_LT,
	REL_LE,
	REL_GT,
	REL_GE,
} Relation;

typedef struct Comparing
{
	XpTmBuild *b;
	Relation rel;
	bool value; /* eq, lt and so on */
} Comparing;

static Relation
flip(Relation r)
{
	switch (r)
	{
		case REL_LT: return REL_GT;
		case REL_LE: return REL_GE;
		case REL_GT: return REL_LT;
		case REL_GE: return REL_LE;
		default: return r;
	}
}

static Relation
negation(Relation r)
{
	switch (r)
	{
		case REL_EQ: return REL_NE;
		case REL_NE: return REL_EQ;
		case REL_LT: return REL_GE;
		case REL_LE: return REL_GT;
		case REL_GT: return REL_LE;
		default: return REL_LT;
	}
}

static bool
holds(Relation r, double a, double b)
{
	switch (r)
	{
		case REL_EQ: return a == b;
		case REL_NE: return a != b;
		case REL_LT: return a < b;
		case REL_LE: return a <= b;
		case REL_GT: return a > b;
		default: return a >= b;
	}
}

/* ---- a node against a key ---- */

/* What a term is about. */
typedef struct Subject
{
	const XpTermPath *path;
	uint32_t node;
	uint8_t sort;
} Subject;

static const XpTmCond *
side_exists(const Comparing *c, const Subject *x)
{
	XpTerm term = {.op = XP_TERM_EXISTS, .path = *x->path};

	return xp_tm_term(c->b, &term);
}

/* The term that compares with a literal, whatever its source. */
static const XpTmCond *
make_term(const Comparing *c, const Subject *x, const XpTermLiteral *literal)
{
	XpTerm term = {.path = *x->path, .node = x->node, .op = c->rel == REL_EQ ? XP_TERM_EQ : XP_TERM_RANGE};
	XpTermLiteral l = *literal;

	l.strict = c->rel == REL_LT || c->rel == REL_GT;
	if (c->rel == REL_LT || c->rel == REL_LE)
		term.high = l;
	else
		term.low = l;
	return xp_tm_term(c->b, &term);
}

static const XpTmCond *
key_term(const Comparing *c, const Subject *x, const BxKey *key)
{
	XpTermLiteral l = {.source = XP_TERM_KEY, .key = *key};

	if (key->type == AT_DOUBLE && isnan(key->number))
		return &xp_tm_false;
	if (key->type == AT_DOUBLE && key->number == 0)
		l.key.number = 0; /* not -0 */
	return make_term(c, x, &l);
}

static bool
is_empty(const BxKey *key)
{
	return key->type == AT_STRING && key->str.n == 0;
}

/* The node's value, or "" where there is none, against a string. */
static const XpTmCond *
with_string(const Comparing *c, const Subject *x, const BxKey *key)
{
	BxKey number;

	if (!c->value && c->rel != REL_EQ)
	{
		(void) bx_key_read(AT_DOUBLE, key->str, &number);
		return key_term(c, x, &number);
	}
	if (x->sort == XP_TM_STRING &&
		(c->rel == REL_LT || c->rel == REL_LE || (is_empty(key) && c->rel != REL_GT)))
		return &xp_tm_true;
	return key_term(c, x, key);
}

/* The node's value against a key of any type. */
static const XpTmCond *
with_key(const Comparing *c, const Subject *x, const BxKey *key)
{
	BxKey number;

	if (c->rel == REL_NE)
		return x->sort == XP_TM_NUMBER || (x->sort == XP_TM_STRING && !is_empty(key)) ? &xp_tm_true
																					  : side_exists(c, x);
	if (key->type == AT_BOOLEAN)
		return side_exists(c, x);
	if (x->sort == XP_TM_NUMBER && key->type == AT_STRING)
	{
		(void) bx_key_read(AT_DOUBLE, key->str, &number);
		return key_term(c, x, &number);
	}
	return key->type == AT_STRING ? with_string(c, x, key) : key_term(c, x, key);
}

/* A value that a constructor made of the node's against a key: text is read as its type. */
static const XpTmCond *
cast_with_key(const Comparing *c, const Subject *x, unsigned type, const BxKey *key)
{
	BxKey read = *key;

	if (key->type == AT_STRING && (!bx_key_read(type, key->str, &read) || type == AT_STRING))
		return &xp_tm_false;
	if (bx_key_common_type(type, read.type) == 0)
		return side_exists(c, x);
	return with_key(c, x, &read);
}

/* ---- pairs of values ---- */

/* Something is there that the comparison can be true of. */
static const XpTmCond *
needed(const Comparing *c, const XpTmValue *x)
{
	bool needs;

	switch (x->sort)
	{
		case XP_TM_NODE:
		case XP_TM_CAST: needs = true; break;
		case XP_TM_NUMBER: needs = c->rel != REL_NE; break;
		case XP_TM_STRING: needs = !c->value && c->rel != REL_EQ && c->rel != REL_NE; break;
		case XP_TM_SOME:
			needs = x->absent == XP_TM_NONE || (x->absent == XP_TM_NAN && c->rel != REL_NE) ||
					(x->absent == XP_TM_EMPTY && !c->value && c->rel != REL_EQ && c->rel != REL_NE);
			break;
		default: needs = false; break;
	}
	return needs ? xp_tm_value_holds(c->b, x, XP_TM_IS_TRUE) : &xp_tm_true;
}

static const XpTmCond *
some_with_key(const Comparing *c, const XpTmValue *x, const BxKey *key)
{
	BxKey number = *key;

	if (x->absent == XP_TM_ZERO && !c->value && (key->type == AT_DOUBLE || key->type == AT_STRING))
	{
		if (key->type == AT_STRING)
			(void) bx_key_read(AT_DOUBLE, key->str, &number);
		return holds(c->rel, 0, number.number) ? &xp_tm_true : xp_tm_value_holds(c->b, x, XP_TM_IS_TRUE);
	}
	if (x->absent == XP_TM_ZERO && c->value && key->type == AT_DOUBLE)
		return holds(c->rel, 0, key->number) ? &xp_tm_true : xp_tm_value_holds(c->b, x, XP_TM_IS_TRUE);
	if (x->absent == XP_TM_EMPTY && key->type == AT_STRING && c->rel == (is_empty(key) ? REL_NE : REL_EQ))
		return xp_tm_value_holds(c->b, x, XP_TM_IS_TRUE);
	if (x->absent == XP_TM_EMPTY && !c->value && c->rel != REL_NE && key->type == AT_DOUBLE)
		return xp_tm_value_holds(c->b, x, XP_TM_IS_TRUE);
	return needed(c, x);
}

static bool
side_of(XpTmBuild *b, const XpTmValue *x, Subject *side)
{
	*side = (Subject){xp_tm_value_path(b, x), x->node, x->sort};
	return side->path != NULL;
}

static const XpTmCond *
document_with_key(const Comparing *c, const XpTmValue *x, const BxKey *key)
{
	const XpTmCond *result;
	Subject side;

	if (x->sort == XP_TM_SOME)
		return some_with_key(c, x, key);
	if (!side_of(c->b, x, &side))
		return needed(c, x);
	if (x->sort == XP_TM_CAST)
		return cast_with_key(c, &side, x->type, key);
	result = with_key(c, &side, key);
	return result->kind == XP_TERMS_TRUE || x->sort == XP_TM_NODE ? result
																  : xp_tm_and(c->b, result, x->present);
}

/* A variable or slot: what the value will be compared with is known later. */
static const XpTmCond *
document_with_open(const Comparing *c, const XpTmValue *x, const XpTmValue *open)
{
	XpTermLiteral l = {.var = open->var, .source = XP_TERM_VARIABLE, .key.type = open->type};
	const XpTmCond *result;
	Subject side;

	if (x->sort == XP_TM_SOME || x->sort == XP_TM_CAST || c->rel == REL_NE || !side_of(c->b, x, &side))
		return needed(c, x);
	if (x->sort == XP_TM_NUMBER)
		l.key.type = AT_DOUBLE;
	if (open->sort == XP_TM_SLOT_VALUE)
	{
		l.source = XP_TERM_SLOT;
		l.sort = x->sort;
	}
	result = make_term(c, &side, &l);
	return x->sort == XP_TM_NODE || l.source == XP_TERM_SLOT ? result : xp_tm_and(c->b, result, x->present);
}

/* Integers from a literal's key to its end: a comparison that holds for one in between does for one of the ends. */
static const XpTmCond *
document_with_range(const Comparing *c, const XpTmValue *x, const XpTmValue *range)
{
	Comparing low = *c, high = *c;
	BxKey last = bx_key_number(range->last_number);

	if (c->rel == REL_LT || c->rel == REL_LE)
		return document_with_key(c, x, &last);
	if (c->rel != REL_EQ)
		return document_with_key(c, x, &range->key);
	low.rel = REL_GE;
	high.rel = REL_LE;
	return xp_tm_and(c->b, document_with_key(&low, x, &range->key), document_with_key(&high, x, &last));
}

static const XpTmCond *
constants(const Comparing *c, const BxKey *x, const BxKey *y)
{
	int order;

	if (x->type != y->type || (x->type == AT_STRING && (c->rel > REL_NE || c->value)) ||
		x->type == AT_BOOLEAN)
		return &xp_tm_true;
	order = bx_key_order(x, y);
	if (order == BX_KEY_UNORDERED)
		return c->rel == REL_NE ? &xp_tm_true : &xp_tm_false;
	return holds(c->rel, order, 0) ? &xp_tm_true : &xp_tm_false;
}

/* What comes of the document is the lower rank. */
static unsigned
rank(const XpTmValue *x)
{
	return x->sort <= XP_TM_SOME ? 0 : x->sort == XP_TM_ANY ? 2 : 1;
}

static const XpTmCond *
pair(const Comparing *c, const XpTmValue *x, const XpTmValue *y)
{
	Comparing turned = *c;

	if (rank(x) > rank(y))
	{
		turned.rel = flip(c->rel);
		return pair(&turned, y, x);
	}
	if (rank(x) == 0 && rank(y) == 0)
		return xp_tm_and(c->b, needed(c, x), needed(c, y));
	if (rank(x) == 0 && y->sort == XP_TM_LITERAL)
		return document_with_key(c, x, &y->key);
	if (rank(x) == 0 && y->sort == XP_TM_RANGE)
		return document_with_range(c, x, y);
	if (rank(x) == 0)
		return y->sort == XP_TM_ANY ? needed(c, x) : document_with_open(c, x, y);
	return x->sort == XP_TM_LITERAL && y->sort == XP_TM_LITERAL ? constants(c, &x->key, &y->key)
																: &xp_tm_true;
}

static const XpTmCond *
pairs(const Comparing *c, const XpTmList *x, const XpTmList *y)
{
	const XpTmCond *result = &xp_tm_false;
	const XpTmValue *v, *w;

	for (v = x->first; v != NULL; v = v->next)
		for (w = y->first; w != NULL; w = w->next)
		{
			const XpTmCond *both = xp_tm_and(c->b, v->cond, w->cond);

			if (++c->b->work > XP_TM_WORK_MAX)
				return &xp_tm_true;
			result = xp_tm_or(c->b, result, xp_tm_and(c->b, both, pair(c, v, w)));
			if (result->kind == XP_TERMS_TRUE)
				return result;
		}
	return result;
}

/* ---- comparisons ---- */

/* The static type; of a variable that has a value, its type. */
static unsigned
type_of(const XpTmBuild *b, uint32_t expr)
{
	const XpExpr *e = &b->nodes[expr];
	const XpItem *item = e->op == XP_VARIABLE ? xp_tm_variable(b, e) : NULL;

	return item != NULL ? item->type : e->type;
}

static bool
is_constant(const XpTmBuild *b, uint32_t expr, bool *value)
{
	const XpExpr *e = &b->nodes[expr];

	*value = e->op == XP_VARIABLE ? xp_tm_variable(b, e)->boolean : e->func == XP_FN_TRUE;
	return e->op == XP_VARIABLE || (e->op == XP_CALL && (e->func == XP_FN_TRUE || e->func == XP_FN_FALSE));
}

/* Truth against true() or false(). */
static const XpTmCond *
with_boolean(XpTmBuild *b, uint32_t expr, Relation rel, bool constant, const XpTmContext *cx)
{
	bool if_true = holds(rel, 1, constant);
	bool if_false = holds(rel, 0, constant);

	if (if_true && if_false)
		return &xp_tm_true;
	if (!if_true && !if_false)
		return &xp_tm_false;
	return xp_tm_truth(b, expr, cx, if_true);
}

/* Where one side is a boolean the other one is asked for its truth (xp_compare, XPath 1.0). */
static const XpTmCond *
booleans(XpTmBuild *b, const XpExpr *e, Relation rel, unsigned ta, unsigned tb, const XpTmContext *cx)
{
	bool constant;

	if (rel > REL_NE && ta != XP_T_NODESET && tb != XP_T_NODESET)
		return &xp_tm_true;
	if (tb == XP_T_BOOLEAN && is_constant(b, e->b, &constant))
		return with_boolean(b, e->a, rel, constant, cx);
	if (ta == XP_T_BOOLEAN && is_constant(b, e->a, &constant))
		return with_boolean(b, e->b, flip(rel), constant, cx);
	return &xp_tm_true;
}

const XpTmCond *
xp_tm_comparison(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, bool wanted)
{
	bool value = e->op >= XP_VALUE_EQ;
	unsigned ta = type_of(b, e->a), tb = type_of(b, e->b);
	bool boolean = ta == XP_T_BOOLEAN || tb == XP_T_BOOLEAN;
	Relation rel = (Relation) (value ? e->op - XP_VALUE_EQ : e->op - XP_EQ);
	Comparing c = {.b = b, .rel = rel, .value = value};
	XpTmList x, y;

	/* where both have a value, the contrary of a comparison is one as well */
	if (boolean && (!value || (ta == XP_T_BOOLEAN && tb == XP_T_BOOLEAN && rel <= REL_NE)))
		return booleans(b, e, wanted ? rel : negation(rel), ta, tb, cx);
	/* nor is anything known where a variable without value may be a boolean */
	if (!wanted || (b->values != NULL && !value && (ta == XP_T_ANY || tb == XP_T_ANY)))
		return &xp_tm_true;
	x = xp_tm_list(b, e->a, cx);
	y = xp_tm_list(b, e->b, cx);
	return pairs(&c, &x, &y);
}

/* ---- starts-with() ---- */

static const XpTmCond *
prefix_of(XpTmBuild *b, const XpTmValue *x, const XpTmValue *y)
{
	XpTerm term = {.op = XP_TERM_PREFIX};
	Subject side;

	if (y->sort == XP_TM_LITERAL && (y->key.type != AT_STRING || y->key.str.n == 0))
		return &xp_tm_true;
	if (y->sort != XP_TM_LITERAL && (y->sort != XP_TM_VARIABLE || y->type != 0))
		return &xp_tm_true;
	if (x->sort == XP_TM_NODE || x->sort == XP_TM_STRING)
	{
		if (!side_of(b, x, &side))
			return xp_tm_value_holds(b, x, XP_TM_IS_TEXT);
		term.path = *side.path;
		term.low.key = y->key;
		term.low.var = y->var;
		term.low.source = y->sort == XP_TM_LITERAL ? XP_TERM_KEY : XP_TERM_VARIABLE;
		return x->sort == XP_TM_NODE ? xp_tm_term(b, &term) : xp_tm_and(b, xp_tm_term(b, &term), x->present);
	}
	if (y->sort == XP_TM_LITERAL && x->sort == XP_TM_SOME && x->absent != XP_TM_NAN &&
		x->absent != XP_TM_ZERO)
		return xp_tm_value_holds(b, x, XP_TM_IS_TRUE);
	return &xp_tm_true;
}

const XpTmCond *
xp_tm_starts_with(XpTmBuild *b, const XpExpr *call, const XpTmContext *cx)
{
	XpTmList x = xp_tm_list(b, call->a, cx), y = xp_tm_list(b, b->nodes[call->a].next, cx);
	const XpTmCond *result = &xp_tm_false;
	const XpTmValue *v, *w;

	if (x.first == NULL || y.first == NULL)
		return &xp_tm_true;
	for (v = x.first; v != NULL; v = v->next)
		for (w = y.first; w != NULL; w = w->next)
		{
			const XpTmCond *one = prefix_of(b, v, w);

			/* of nothing both strings are "", and everything begins with that */
			if (++b->work > XP_TM_WORK_MAX || one->kind == XP_TERMS_TRUE || w->cond->kind != XP_TERMS_TRUE)
				return &xp_tm_true;
			result = xp_tm_or(b, result, xp_tm_and(b, v->cond, one));
		}
	return result;
}

/* ---- zones ---- */

const XpTmCond *
xp_tm_zone_holds(XpTmBuild *b, uint32_t expr, const XpTmContext *cx)
{
	const XpExpr *e = &b->nodes[expr];
	XpTerm term = {.op = XP_TERM_EXISTS, .zoned = true};
	XpTmList list;
	Subject side;

	if (e->op != XP_CALL || (e->func != XP_FN_TIMEZONE_FROM_DATETIME && e->func != XP_FN_TIMEZONE_FROM_DATE))
		return xp_tm_holds(b, expr, cx, XP_TM_IS_THERE);
	list = xp_tm_list(b, e->a, cx);
	if (list.n != 1 || list.first->sort != XP_TM_NODE || list.first->cond->kind != XP_TERMS_TRUE ||
		!side_of(b, list.first, &side))
		return xp_tm_holds(b, expr, cx, XP_TM_IS_THERE);
	term.path = *side.path;
	term.node = side.node;
	return xp_tm_term(b, &term);
}

/* ---- slots ---- */

const XpTmCond *
xp_tm_slots(XpTmBuild *b, const XpTmList *list)
{
	static const XpTmValue slot = {.sort = XP_TM_SLOT_VALUE};
	Comparing c = {.b = b, .rel = REL_EQ, .value = true};
	const XpTmCond *result = &xp_tm_false;
	const XpTmValue *v;

	for (v = list->first; v != NULL; v = v->next)
	{
		bool is_text = v->sort == XP_TM_NODE || v->sort == XP_TM_STRING;
		const XpTmCond *one =
			is_text ? document_with_open(&c, v, &slot) : xp_tm_value_holds(b, v, XP_TM_IS_THERE);

		b->slots = b->slots || is_text;
		result = xp_tm_or(b, result, xp_tm_and(b, v->cond, one));
	}
	return result;
}

const XpTmCond *
xp_tm_put_key(XpTmBuild *b, const XpTerm *term, uint8_t op, const BxKey *key)
{
	Subject side = {&term->path, term->node, term->low.sort};
	Comparing c = {.b = b, .value = true, .rel = (Relation) (op - XP_VALUE_EQ)};

	return with_key(&c, &side, key);
}
