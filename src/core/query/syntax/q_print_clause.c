/*
 * q_print_clause.c -- FLWOR, quantifiers, branches, guarded expressions and updates of a printed query.
 */
#include "q_print_int.h"

static void
put_single(QPrinter *pr, const QExpr *e)
{
	q_put_expr(pr, e, Q_LEVEL_SINGLE);
}

/* " word $x", if there is a variable. */
static void
put_optional(QPrinter *pr, const char *word, const QParam *param)
{
	if (param->name.local.n == 0)
		return;
	q_put(pr, word);
	q_put_variable(pr, &param->name);
}

static void
put_collation(QPrinter *pr, BxStr uri)
{
	if (uri.n == 0)
		return;
	q_put(pr, " collation ");
	q_put_string(pr, uri);
}

/* The i-th variable of a list. */
static void
put_binding(QPrinter *pr, const QExpr *e, uint32_t i)
{
	q_put(pr, i > 0 ? ", " : "");
	q_put_param(pr, &e->params[i]);
}

/* ---- FLWOR ---- */

static void
put_for(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "for ");
	q_put_param(pr, &e->params[0]);
	q_put(pr, e->flags & Q_ALLOWING_EMPTY ? " allowing empty" : "");
	put_optional(pr, " at ", &e->params[1]);
	q_put(pr, " in ");
	put_single(pr, e->args[0]);
}

static void
put_let(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "let ");
	q_put_param(pr, &e->params[0]);
	q_put(pr, " := ");
	put_single(pr, e->args[0]);
}

static void
put_window_condition(QPrinter *pr, const QParam *params, const QExpr *when)
{
	put_optional(pr, " ", &params[0]);
	put_optional(pr, " at ", &params[1]);
	put_optional(pr, " previous ", &params[2]);
	put_optional(pr, " next ", &params[3]);
	q_put(pr, " when ");
	put_single(pr, when);
}

static void
put_window(QPrinter *pr, const QExpr *e)
{
	q_put(pr, e->sub == 1 ? "for sliding window " : "for tumbling window ");
	q_put_param(pr, &e->params[0]);
	q_put(pr, " in ");
	put_single(pr, e->args[0]);
	q_put(pr, " start");
	put_window_condition(pr, e->params + 1, e->args[1]);
	if (e->args[2] == NULL)
		return;
	q_put(pr, e->flags & Q_ONLY_END ? " only end" : " end");
	put_window_condition(pr, e->params + 5, e->args[2]);
}

static void
put_group_by(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "group by ");
	for (uint32_t i = 0; i < e->n_params; i++)
	{
		put_binding(pr, e, i);
		if (e->args[i] != NULL)
		{
			q_put(pr, " := ");
			put_single(pr, e->args[i]);
		}
		put_collation(pr, e->texts[i]);
	}
}

static void
put_order_by(QPrinter *pr, const QExpr *e)
{
	q_put(pr, e->flags & Q_STABLE ? "stable order by " : "order by ");
	for (uint32_t i = 0; i < e->n_args; i++)
	{
		const QExpr *spec = e->args[i];

		q_put(pr, i > 0 ? ", " : "");
		put_single(pr, spec->args[0]);
		q_put(pr, spec->flags & Q_DESCENDING ? " descending" : "");
		q_put(pr, spec->flags & Q_EMPTY_GREATEST ? " empty greatest"
				  : spec->flags & Q_EMPTY_LEAST  ? " empty least"
												 : "");
		put_collation(pr, spec->text);
	}
}

static void
put_clause(QPrinter *pr, const QExpr *e)
{
	switch (e->kind)
	{
		case QK_FOR: put_for(pr, e); break;
		case QK_LET: put_let(pr, e); break;
		case QK_WINDOW: put_window(pr, e); break;
		case QK_GROUP_BY: put_group_by(pr, e); break;
		case QK_ORDER_BY: put_order_by(pr, e); break;
		case QK_COUNT:
			q_put(pr, "count ");
			q_put_variable(pr, &e->params[0].name);
			break;
		default: q_put(pr, e->kind == QK_WHERE ? "where " : "return "); put_single(pr, e->args[0]);
	}
}

static void
put_flwor(QPrinter *pr, const QExpr *e)
{
	for (uint32_t i = 0; i < e->n_args; i++)
	{
		q_put(pr, i > 0 ? " " : "");
		put_clause(pr, e->args[i]);
	}
}

/* ---- conditions and branches ---- */

static void
put_if(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "if (");
	q_put_expr(pr, e->args[0], Q_LEVEL_EXPR);
	q_put(pr, ") then ");
	put_single(pr, e->args[1]);
	q_put(pr, " else ");
	put_single(pr, e->args[2]);
}

static void
put_quantified(QPrinter *pr, const QExpr *e)
{
	q_put(pr, e->sub == 1 ? "every " : "some ");
	for (uint32_t i = 0; i < e->n_params; i++)
	{
		put_binding(pr, e, i);
		q_put(pr, " in ");
		put_single(pr, e->args[i]);
	}
	q_put(pr, " satisfies ");
	put_single(pr, e->args[e->n_params]);
}

static void
put_switch_case(QPrinter *pr, const QExpr *e)
{
	q_put(pr, e->n_args == 1 ? " default" : "");
	for (uint32_t i = 1; i < e->n_args; i++)
	{
		q_put(pr, " case ");
		put_single(pr, e->args[i]);
	}
}

static void
put_type_case(QPrinter *pr, const QExpr *e)
{
	bool named = e->params[0].name.local.n > 0;

	q_put(pr, e->n_types == 0 ? " default" : " case");
	put_optional(pr, " ", &e->params[0]);
	q_put(pr, e->n_types > 0 && named ? " as" : "");
	for (uint32_t i = 0; i < e->n_types; i++)
	{
		q_put(pr, i > 0 ? " | " : " ");
		q_put_type(pr, &e->types[i]);
	}
}

static void
put_branches(QPrinter *pr, const QExpr *e)
{
	q_put(pr, e->kind == QK_SWITCH ? "switch (" : "typeswitch (");
	q_put_expr(pr, e->args[0], Q_LEVEL_EXPR);
	q_put(pr, ")");
	for (uint32_t i = 1; i < e->n_args; i++)
	{
		if (e->kind == QK_SWITCH)
			put_switch_case(pr, e->args[i]);
		else
			put_type_case(pr, e->args[i]);
		q_put(pr, " return ");
		put_single(pr, e->args[i]->args[0]);
	}
}

static void
put_try(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "try");
	q_put_enclosed(pr, e->args[0]);
	for (uint32_t i = 1; i < e->n_args; i++)
	{
		const QExpr *clause = e->args[i];

		q_put(pr, " catch ");
		for (uint32_t k = 0; k < clause->n_types; k++)
		{
			q_put(pr, k > 0 ? " | " : "");
			q_put_error_test(pr, &clause->tests[k]);
		}
		q_put_enclosed(pr, clause->args[0]);
	}
}

/* ---- updates ---- */

static void
put_two(QPrinter *pr, const char *word, const char *between, const QExpr *e)
{
	q_put(pr, word);
	put_single(pr, e->args[0]);
	q_put(pr, between);
	put_single(pr, e->args[1]);
}

static void
put_copy(QPrinter *pr, const QExpr *e)
{
	q_put(pr, "copy ");
	for (uint32_t i = 0; i < e->n_params; i++)
	{
		put_binding(pr, e, i);
		q_put(pr, " := ");
		put_single(pr, e->args[i]);
	}
	q_put(pr, " modify ");
	put_single(pr, e->args[e->n_params]);
	q_put(pr, " return ");
	put_single(pr, e->args[e->n_params + 1]);
}

bool
q_put_clauses(QPrinter *pr, const QExpr *e)
{
	static const char *const places[] = {[Q_INTO] = " into ",
										 [Q_AS_FIRST] = " as first into ",
										 [Q_AS_LAST] = " as last into ",
										 [Q_INSERT_BEFORE] = " before ",
										 [Q_INSERT_AFTER] = " after "};

	switch (e->kind)
	{
		case QK_FLWOR: put_flwor(pr, e); return true;
		case QK_IF: put_if(pr, e); return true;
		case QK_QUANTIFIED: put_quantified(pr, e); return true;
		case QK_SWITCH:
		case QK_TYPESWITCH: put_branches(pr, e); return true;
		case QK_TRY: put_try(pr, e); return true;
		case QK_INSERT: put_two(pr, "insert nodes ", places[e->sub], e); return true;
		case QK_REPLACE:
			put_two(pr, e->flags & Q_VALUE_OF ? "replace value of node " : "replace node ", " with ", e);
			return true;
		case QK_RENAME: put_two(pr, "rename node ", " as ", e); return true;
		case QK_DELETE:
			q_put(pr, "delete nodes ");
			put_single(pr, e->args[0]);
			return true;
		case QK_COPY: put_copy(pr, e); return true;
		default: return false;
	}
}
