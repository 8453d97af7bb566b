/*
 * fa_truth.c -- what must hold of a document for an expression to be true or false, or to have an item.
 */
#include "fa_condition_int.h"

bool
fa_is_call(const QExpr *e, const char *uri, const char *local)
{
	return e->kind == QK_CALL && bx_str_equal(e->name.uri, bx_str(uri, strlen(uri))) &&
		   bx_str_equal(e->name.local, bx_str(local, strlen(local)));
}

static bool
is_fn(const QExpr *e, const char *local, uint32_t n_args)
{
	return fa_is_call(e, Q_URI_FN, local) && e->n_args == n_args;
}

/* ---- true or false ---- */

static const char *
logic(FaBuild *b, const QExpr *e, const FaContext *cx, bool wanted)
{
	bool all = (e->kind == QK_AND) == wanted;
	const char *result = fa_truth(b, e->args[0], cx, wanted);
	uint32_t i;

	for (i = 1; i < e->n_args; i++)
	{
		const char *c = fa_truth(b, e->args[i], cx, wanted);

		result = all ? fa_and(b, result, c) : fa_or(b, result, c);
	}
	return result;
}

/* A branch of an if, whichever way it is asked about. */
typedef const char *(*FaAsk)(FaBuild *b, const QExpr *e, const FaContext *cx, bool wanted);

static const char *
branches(FaBuild *b, const QExpr *e, const FaContext *cx, FaAsk ask, bool wanted)
{
	const char *x = fa_and(b, fa_truth(b, e->args[0], cx, true), ask(b, e->args[1], cx, wanted));
	const char *y = fa_and(b, fa_truth(b, e->args[0], cx, false), ask(b, e->args[2], cx, wanted));

	return fa_or(b, x, y);
}

static const char *
some(FaBuild *b, const char *name, const FaValue *of, const char *condition)
{
	return fa_join(b, "(some ", name, " in ", of->text, " satisfies ", condition, ")", NULL);
}

/* some that is true, every that is false: there are items for which the condition is so. */
static const char *
quantified(FaBuild *b, const QExpr *e, uint32_t i, const FaContext *cx, bool wanted)
{
	uint32_t n_vars = b->n_vars;
	const char *name, *inner;
	FaValue v, item;

	if (i == e->n_params)
		return fa_truth(b, e->args[i], cx, wanted);
	v = fa_value(b, e->args[i], cx);
	name = fa_new_name(b);
	item = fa_of_value(name, &v);
	fa_bind(b, &e->params[i].name, &item);
	inner = quantified(b, e, i + 1, cx, wanted);
	b->n_vars = n_vars;
	if (v.class == FA_OTHER)
		return inner;
	return some(b, name, &v, inner);
}

/* starts-with, contains, ends-with of what is a string in both languages. */
static const char *
substring(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaValue x, y;

	fa_operands(b, e, cx, &x, &y);
	if (b->collated || (x.class != FA_NODES && x.class != FA_STRING) || e->args[1]->kind != QK_LITERAL ||
		y.class != FA_STRING)
		return FA_TRUE;
	return fa_join(b, is_fn(e, "starts-with", 2) ? "starts-with(" : "contains(", x.text, ", ", y.text, ")",
				   NULL);
}

static const char *
call(FaBuild *b, const QExpr *e, const FaContext *cx, bool wanted)
{
	if (is_fn(e, "not", 1))
		return fa_truth(b, e->args[0], cx, !wanted);
	if (is_fn(e, "boolean", 1))
		return fa_truth(b, e->args[0], cx, wanted);
	if (is_fn(e, "true", 0) || is_fn(e, "false", 0))
		return is_fn(e, "true", 0) == wanted ? FA_TRUE : "false()";
	if (is_fn(e, "exists", 1))
		return wanted ? fa_exists(b, e->args[0], cx) : FA_TRUE;
	if (is_fn(e, "empty", 1))
		return wanted ? FA_TRUE : fa_exists(b, e->args[0], cx);
	if (!wanted)
		return FA_TRUE;
	if (is_fn(e, "starts-with", 2) || is_fn(e, "contains", 2) || is_fn(e, "ends-with", 2))
		return substring(b, e, cx);
	return fa_exists(b, e, cx);
}

const char *
fa_truth(FaBuild *b, const QExpr *e, const FaContext *cx, bool wanted)
{
	if (b->over || b->status != BX_OK)
		return FA_TRUE;
	switch (e->kind)
	{
		case QK_OR:
		case QK_AND: return logic(b, e, cx, wanted);
		case QK_GENERAL_COMPARISON:
		case QK_VALUE_COMPARISON: return wanted ? fa_comparison(b, e, cx) : FA_TRUE;
		case QK_QUANTIFIED: return wanted == (e->sub == 0) ? quantified(b, e, 0, cx, wanted) : FA_TRUE;
		case QK_IF: return branches(b, e, cx, fa_truth, wanted);
		case QK_CALL: return call(b, e, cx, wanted);
		default: return wanted ? fa_exists(b, e, cx) : FA_TRUE;
	}
}

/* ---- has an item ---- */

/* Functions that have an item only if their argument has one. */
static bool
keeps_items(const QExpr *e)
{
	static const char *const names[] = {
		"data",      "reverse",     "distinct-values", "head",       "tail",
		"unordered", "sort",        "zero-or-one",     "trace",      "innermost",
		"outermost", "exactly-one", "one-or-more",     "subsequence"};
	size_t i;

	for (i = 0; e->n_args > 0 && i < sizeof(names) / sizeof(names[0]); i++)
		if (fa_is_call(e, Q_URI_FN, names[i]))
			return true;
	return false;
}

static const char *
exists_as(FaBuild *b, const QExpr *e, const FaContext *cx, bool wanted)
{
	(void) wanted;
	return fa_exists(b, e, cx);
}

static const char *
some_member(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	const char *result = "false()";
	uint32_t i;

	for (i = 0; i < e->n_args && !fa_is_true(result); i++)
		result = i == 0 ? fa_exists(b, e->args[i], cx) : fa_or(b, result, fa_exists(b, e->args[i], cx));
	return result;
}

static const char *clause(FaBuild *b, const QExpr *flwor, uint32_t i, uint32_t first, const FaContext *cx);

/* for and let */
static const char *
binding(FaBuild *b, const QExpr *flwor, uint32_t i, uint32_t first, const FaContext *cx)
{
	FaBinding c = fa_clause(b, flwor->args[i], cx);
	const char *inner = clause(b, flwor, i + 1, first, cx);

	if (c.loose)
		return inner;
	if (flwor->args[i]->kind == QK_FOR)
		return some(b, c.name, &c.of, inner);
	return fa_join(b, "(let ", c.name, " := ", c.of.text, " return ", inner, ")", NULL);
}

/* From clause i on; first: the first variable of the FLWOR. */
static const char *
clause(FaBuild *b, const QExpr *flwor, uint32_t i, uint32_t first, const FaContext *cx)
{
	const QExpr *c = flwor->args[i];
	const char *condition = FA_TRUE;

	if (b->over)
		return FA_TRUE;
	switch (c->kind)
	{
		case QK_FOR:
		case QK_LET: return binding(b, flwor, i, first, cx);
		case QK_RETURN: return fa_exists(b, c->args[0], cx);
		case QK_WINDOW:
			condition = fa_exists(b, c->args[0], cx);
			fa_bind_unknown(b, c);
			break;
		default: condition = fa_tuples(b, c, first, cx);
	}
	if (condition == NULL)
		return FA_TRUE;
	return fa_and(b, condition, clause(b, flwor, i + 1, first, cx));
}

static const char *
flwor_exists(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	uint32_t n_vars = b->n_vars;
	const char *result = clause(b, e, 0, n_vars, cx);

	b->n_vars = n_vars;
	return result;
}

/* A simple map, or a path with an expression behind its last slash. */
static const char *
map_exists(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaBinding c = fa_each(b, e, cx);
	const char *inner = fa_exists(b, e->args[1], &c.inside);

	return c.loose ? inner : some(b, c.name, &c.of, inner);
}

const char *
fa_exists(FaBuild *b, const QExpr *e, const FaContext *cx)
{
	FaValue v;

	if (b->over || b->status != BX_OK)
		return FA_TRUE;
	switch (e->kind)
	{
		case QK_IF: return branches(b, e, cx, exists_as, true);
		case QK_SEQUENCE: return some_member(b, e, cx);
		case QK_FLWOR: return flwor_exists(b, e, cx);
		case QK_SIMPLE_MAP: return map_exists(b, e, cx);
		case QK_PATH:
			if (e->args[1]->kind != QK_STEP)
				return map_exists(b, e, cx);
			break;
		case QK_VALUE_COMPARISON:
			v = fa_value(b, e->args[0], cx);
			return fa_and(b, fa_there(b, &v), fa_exists(b, e->args[1], cx));
		case QK_ORDERED:
		case QK_TREAT_AS: return fa_exists(b, e->args[0], cx);
		case QK_CALL:
			if (keeps_items(e))
				return fa_exists(b, e->args[0], cx);
			break;
		default: break;
	}
	v = fa_value(b, e, cx);
	return fa_there(b, &v);
}
