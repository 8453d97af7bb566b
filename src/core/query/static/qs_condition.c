/*
 * qs_condition.c -- predicates that paths can decide while they scan: whether there are nodes, and whether their text
 * is a given one, joined by and, or, not.
 *
 * Without schemas the typed values of nodes are untyped, so a comparison with a string compares texts, which raises no
 * error; one with a number may raise one, and is not among them.
 */
#include "qs_path_int.h"

/* Strings are compared by code points. */
static bool
by_code_points(const QsBuild *b)
{
	BxStr uri = b->module->default_collation;

	return uri.n == 0 || bx_str_is(uri, "http://www.w3.org/2005/xpath-functions/collation/codepoint");
}

static BxStatus
new_condition(QsBuild *b, XdConditionKind kind, const XdCondition *x, const XdCondition *y,
			  const XdCondition **c)
{
	XdCondition *made = bx_arena_zalloc(b->arena, sizeof(XdCondition));

	if (made == NULL)
		return bx_fail_nomem(b->err, sizeof(XdCondition));
	made->kind = (uint8_t) kind;
	made->a = x;
	made->b = y;
	*c = made;
	return BX_OK;
}

BxStatus
qs_both_conditions(QsBuild *b, const XdCondition *x, const XdCondition *y, const XdCondition **c)
{
	if (x != NULL && y != NULL)
		return new_condition(b, XD_AND, x, y, c);
	*c = x != NULL ? x : y;
	return BX_OK;
}

/* ---- paths ---- */

/* A step without predicates that goes down. */
static bool
is_plain(const QExpr *e)
{
	XdStep step;

	if (e->kind != QK_STEP || e->n_args > 0)
		return false;
	step = (XdStep){.axis = (XdAxis) e->sub, .test = e->tests[0]};
	return e->sub <= XD_ATTRIBUTE_AXIS && xd_step_leads_on(&step);
}

/* Is it a path of such steps from the context item?  *n: how many. */
static bool
count_steps(const QExpr *e, uint32_t *n)
{
	for (*n = 0; e->kind == QK_PATH; e = e->args[0], ++*n)
		if (!is_plain(e->args[1]))
			return false;
	if (e->kind == QK_CONTEXT_ITEM)
		return true;
	++*n;
	return is_plain(e);
}

/* The steps of an expression go into a condition.  *is: it is a path of such steps; "." is self::node(). */
static BxStatus
take_steps(QsBuild *b, const QExpr *e, XdCondition *c, bool *is)
{
	XdStep *steps;
	uint32_t n;

	*is = count_steps(e, &n);
	if (!*is)
		return BX_OK;
	c->n_steps = n > 0 ? n : 1;
	steps = bx_arena_alloc(b->arena, c->n_steps * sizeof(XdStep));
	if (steps == NULL)
		return bx_fail_nomem(b->err, c->n_steps * sizeof(XdStep));
	c->steps = steps;
	steps[0] = (XdStep){.axis = XD_SELF, .test = XD_TEST_ANY};
	for (; n > 0; e = e->args[0])
	{
		const QExpr *step = e->kind == QK_PATH ? e->args[1] : e;

		steps[--n] = (XdStep){.axis = (XdAxis) step->sub, .test = step->tests[0]};
		if (e->kind != QK_PATH)
			break;
	}
	return BX_OK;
}

/* A condition about the nodes of a path; *c is NULL where the expression is none. */
static BxStatus
about_path(QsBuild *b, const QExpr *e, XdConditionKind kind, XdCondition **c)
{
	XdCondition *made = bx_arena_zalloc(b->arena, sizeof(XdCondition));
	bool is;

	if (made == NULL)
		return bx_fail_nomem(b->err, sizeof(XdCondition));
	made->kind = (uint8_t) kind;
	BX_TRY(take_steps(b, e, made, &is));
	*c = is ? made : NULL;
	return BX_OK;
}

static BxStatus
exists(QsBuild *b, const QExpr *e, const XdCondition **c)
{
	XdCondition *made = NULL;

	BX_TRY(about_path(b, e, XD_EXISTS, &made));
	*c = made;
	return BX_OK;
}

/* ---- comparisons ---- */

/* Has the path one node at most? */
static bool
is_single(const XdCondition *c)
{
	const XdStep *s = &c->steps[0];

	return c->n_steps == 1 &&
		   (s->axis == XD_SELF || (s->axis == XD_ATTRIBUTE_AXIS && !s->test.any_local && !s->test.any_uri));
}

/* A number on the right side of a general comparison of paths, in their own mode, raises no error. */
static BxStatus
compares_number(QsBuild *b, const QExpr *e, const XdCondition **c)
{
	static const uint8_t turned[] = {
		[AT_EQ] = AT_EQ, [AT_NE] = AT_NE, [AT_LT] = AT_GT, [AT_LE] = AT_GE, [AT_GT] = AT_LT, [AT_GE] = AT_LE};
	bool left = e->args[0]->kind == QK_LITERAL;
	const QExpr *number = e->args[left ? 0 : 1];
	XdCondition *made = NULL;

	*c = NULL;
	if (b->mode == Q_MODE_QUERY || e->kind != QK_GENERAL_COMPARISON || number->kind != QK_LITERAL ||
		at_types[number->value.type].family != AT_F_NUMBER)
		return BX_OK;
	BX_TRY(about_path(b, e->args[left ? 1 : 0], XD_COMPARES, &made));
	if (made == NULL)
		return BX_OK;
	made->number = at_number_double(&number->value);
	made->op = left ? turned[e->sub] : (uint8_t) e->sub;
	*c = made;
	return BX_OK;
}

static BxStatus
compares(QsBuild *b, const QExpr *e, const XdCondition **c)
{
	const QExpr *text = e->args[1], *path = e->args[0];
	bool general = e->kind == QK_GENERAL_COMPARISON;
	XdCondition *made = NULL;

	BX_TRY(compares_number(b, e, c));
	if (*c != NULL)
		return BX_OK;
	if ((e->sub != AT_EQ && !(general && e->sub == AT_NE)) || !by_code_points(b))
		return BX_OK;
	if (path->kind == QK_LITERAL)
	{
		text = e->args[0];
		path = e->args[1];
	}
	if (text->kind != QK_LITERAL || text->value.type != AT_STRING)
		return BX_OK;
	BX_TRY(about_path(b, path, e->sub == AT_EQ ? XD_EQUALS : XD_DIFFERS, &made));
	if (made == NULL || (!general && !is_single(made)))
		return BX_OK;
	made->text = at_item_str(&text->value);
	*c = made;
	return BX_OK;
}

/* ---- any condition ---- */

static BxStatus condition(QsBuild *b, const QExpr *e, uint32_t depth, const XdCondition **c);

static BxStatus
negated(QsBuild *b, const QExpr *e, uint32_t depth, const XdCondition **c)
{
	BX_TRY(condition(b, e, depth + 1, c));
	return *c != NULL ? new_condition(b, XD_NOT, *c, NULL, c) : BX_OK;
}

/* "and" and "or" of any number of operands. */
static BxStatus
joined(QsBuild *b, const QExpr *e, uint32_t depth, const XdCondition **c)
{
	XdConditionKind kind = e->kind == QK_AND ? XD_AND : XD_OR;
	const XdCondition *next;
	uint32_t i;

	*c = NULL;
	if (depth + e->n_args > XD_CONDITION_DEPTH)
		return BX_OK;
	BX_TRY(condition(b, e->args[0], depth + e->n_args, c));
	for (i = 1; i < e->n_args && *c != NULL; i++)
	{
		BX_TRY(condition(b, e->args[i], depth + e->n_args, &next));
		if (next == NULL)
			*c = NULL;
		else
			BX_TRY(new_condition(b, kind, *c, next, c));
	}
	return BX_OK;
}

static BxStatus
condition(QsBuild *b, const QExpr *e, uint32_t depth, const XdCondition **c)
{
	*c = NULL;
	if (depth >= XD_CONDITION_DEPTH)
		return BX_OK;
	if (qs_is_call(e, "not", 1))
		return negated(b, e->args[0], depth, c);
	if (qs_is_call(e, "empty", 1))
	{
		BX_TRY(exists(b, e->args[0], c));
		return *c != NULL ? new_condition(b, XD_NOT, *c, NULL, c) : BX_OK;
	}
	if (qs_is_call(e, "exists", 1))
		return exists(b, e->args[0], c);
	if (qs_is_call(e, "boolean", 1))
		return condition(b, e->args[0], depth + 1, c);
	if (e->kind == QK_AND || e->kind == QK_OR)
		return joined(b, e, depth, c);
	if (e->kind == QK_GENERAL_COMPARISON || e->kind == QK_VALUE_COMPARISON)
		return compares(b, e, c);
	return e->kind == QK_STEP || e->kind == QK_PATH ? exists(b, e, c) : BX_OK;
}

BxStatus
qs_condition(QsBuild *b, const QExpr *e, const XdCondition **c)
{
	return condition(b, e, 0, c);
}
