/*
 * qs_updating.c -- where updating expressions may stand: each expression is updating, simple, or vacuous, which is both
 * (XQuery Update Facility 1.0, section 2.3).
 */
#include "../../base/bx_core_int.h"

#include "qs_query_int.h"

typedef enum Category
{
	VACUOUS,
	SIMPLE,
	UPDATING
} Category;

static BxStatus category_of(QsBuild *b, const QExpr *e, Category *category);

static BxStatus
misplaced(QsBuild *b, const QExpr *e)
{
	return qs_fail(b, e->pos, "XUST0001", "an updating expression cannot stand here");
}

/* It must not be updating. */
static BxStatus
check_simple(QsBuild *b, const QExpr *e)
{
	Category category;

	if (e == NULL)
		return BX_OK;
	BX_TRY(category_of(b, e, &category));
	return category == UPDATING ? misplaced(b, e) : BX_OK;
}

/* It must not be simple. */
static BxStatus
check_updating(QsBuild *b, const QExpr *e)
{
	Category category;

	BX_TRY(category_of(b, e, &category));
	return category == SIMPLE ? qs_fail(b, e->pos, "XUST0002", "an updating expression is expected") : BX_OK;
}

static BxStatus
check_all_simple(QsBuild *b, const QExpr *e, uint32_t from, uint32_t end)
{
	uint32_t i;

	for (i = from; i < end; i++)
		BX_TRY(check_simple(b, e->args[i]));
	return BX_OK;
}

/* One more expression of which any may be the result: they are all simple, or all updating. */
static BxStatus
join(QsBuild *b, const QExpr *e, Category *so_far)
{
	Category category;

	if (e == NULL)
		return BX_OK;
	BX_TRY(category_of(b, e, &category));
	if (category == VACUOUS || *so_far == category)
		return BX_OK;
	if (*so_far != VACUOUS)
		return qs_fail(b, e->pos, "XUST0001",
					   "an updating expression cannot stand beside one that is not updating");
	*so_far = category;
	return BX_OK;
}

static BxStatus
join_all(QsBuild *b, const QExpr *e, uint32_t from, Category *category)
{
	uint32_t i;

	*category = VACUOUS;
	for (i = from; i < e->n_args; i++)
		BX_TRY(join(b, e->args[i], category));
	return BX_OK;
}

/* switch and typeswitch: cases, of which the first argument is the result. */
static BxStatus
of_cases(QsBuild *b, const QExpr *e, Category *category)
{
	uint32_t i;

	BX_TRY(check_simple(b, e->args[0]));
	*category = VACUOUS;
	for (i = 1; i < e->n_args; i++)
	{
		BX_TRY(check_all_simple(b, e->args[i], 1, e->args[i]->n_args));
		BX_TRY(join(b, e->args[i]->args[0], category));
	}
	return BX_OK;
}

static BxStatus
of_flwor(QsBuild *b, const QExpr *e, Category *category)
{
	uint32_t i;

	for (i = 0; i + 1 < e->n_args; i++)
		BX_TRY(check_simple(b, e->args[i]));
	return category_of(b, e->args[i]->args[0], category);
}

static BxStatus
of_call(QsBuild *b, const QExpr *e, Category *category)
{
	const RuFunction *function;
	bool other;

	BX_TRY(check_all_simple(b, e, 0, e->n_args));
	*category = bx_str_is(e->name.uri, Q_URI_FN) && bx_str_is(e->name.local, "error") ? VACUOUS : SIMPLE;
	BX_TRY(qs_find_function(b, &e->name, e->n_args, &function, &other));
	if (function != NULL && function->updating)
		*category = UPDATING;
	return BX_OK;
}

static BxStatus
of_copy(QsBuild *b, const QExpr *e, Category *category)
{
	uint32_t n = e->flags & Q_TRANSFORM_WITH ? 1 : e->n_args - 2;

	*category = SIMPLE;
	BX_TRY(check_all_simple(b, e, 0, n));
	BX_TRY(check_updating(b, e->args[n]));
	return check_all_simple(b, e, n + 1, e->n_args);
}

static BxStatus
category_of(QsBuild *b, const QExpr *e, Category *category)
{
	BX_TRY(qs_check_depth(b, e));
	switch (e->kind)
	{
		case QK_SEQUENCE: return join_all(b, e, 0, category);
		case QK_IF: BX_TRY(check_simple(b, e->args[0])); return join_all(b, e, 1, category);
		case QK_SWITCH:
		case QK_TYPESWITCH: return of_cases(b, e, category);
		case QK_FLWOR: return of_flwor(b, e, category);
		case QK_ORDERED:
		case QK_EXTENSION:
		case QK_ENCLOSED: return join_all(b, e, 0, category);
		case QK_CALL: return of_call(b, e, category);
		case QK_COPY: return of_copy(b, e, category);
		case QK_INSERT:
		case QK_DELETE:
		case QK_REPLACE:
		case QK_RENAME: *category = UPDATING; break;
		default: *category = SIMPLE; break;
	}
	return check_all_simple(b, e, 0, e->n_args);
}

BxStatus
qs_check_updating(QsBuild *b)
{
	const QModule *m = b->module;
	Category category;
	uint32_t i;

	for (i = 0; i < m->n_variables; i++)
		BX_TRY(check_simple(b, m->variables[i].value));
	BX_TRY(check_simple(b, m->context_value));
	for (i = 0; i < m->n_functions; i++)
		if (m->functions[i].body != NULL)
			BX_TRY(m->functions[i].updating ? check_updating(b, m->functions[i].body)
											: check_simple(b, m->functions[i].body));
	return m->body != NULL ? category_of(b, m->body, &category) : BX_OK;
}
