/*
 * q_flwor.c -- FLWOR expressions (XQuery 3.1, 3.12).
 */
#include "q_parse_int.h"

static BxStatus
push_param(QParser *p, const QParam *param)
{
	return q_push(p, &p->params, param, sizeof(*param));
}

/* A clause with one expression, on the stack. */
static BxStatus
push_clause(QParser *p, QKind kind, uint32_t off)
{
	QExpr *e, *operand;

	BX_TRY(q_single(p, &operand));
	BX_TRY(q_new_one(p, kind, off, operand, &e));
	return q_push_expr(p, e);
}

/* The clause's parameters and arguments are those since the marks; it is pushed on the stack of expressions. */
static BxStatus
finish_clause(QParser *p, uint32_t params, uint32_t mark, QExpr *clause)
{
	BX_TRY(q_take_bound(p, params, mark, clause));
	return q_push_expr(p, clause);
}

/* ---- for and let ---- */

/* "$x as T allowing empty at $i in E" */
static BxStatus
for_binding(QParser *p)
{
	uint32_t mark = p->exprs.n, params = p->params.n;
	QParam variable, position = q_no_param();
	QExpr *clause;
	bool taken;

	BX_TRY(q_new(p, QK_FOR, p->tok.off, &clause));
	BX_TRY(q_parameter(p, &variable));
	if (!q_in_path(p))
	{
		BX_TRY(q_accept_word(p, QW_ALLOWING, &taken));
		if (taken)
			BX_TRY(q_expect_word(p, QW_EMPTY, "Expected \"empty\" after \"allowing\"."));
		clause->flags |= taken ? Q_ALLOWING_EMPTY : 0;
		BX_TRY(q_accept_word(p, QW_AT, &taken));
		if (taken)
			BX_TRY(q_variable_name(p, &position));
	}
	BX_TRY(push_param(p, &variable));
	BX_TRY(push_param(p, &position));
	BX_TRY(q_distinct_params(p, (QParam *) p->params.items + params, 2, "XQST0089"));
	BX_TRY(q_expect_word(p, QW_IN, "Expected \"in\"."));
	BX_TRY(q_push_single(p));
	return finish_clause(p, params, mark, clause);
}

static BxStatus
let_binding(QParser *p)
{
	uint32_t mark = p->exprs.n, params = p->params.n;
	QParam variable;
	QExpr *clause;

	BX_TRY(q_new(p, QK_LET, p->tok.off, &clause));
	BX_TRY(q_parameter(p, &variable));
	BX_TRY(push_param(p, &variable));
	BX_TRY(q_expect(p, Q_TOK_ASSIGN, "Expected \":=\"."));
	BX_TRY(q_push_single(p));
	return finish_clause(p, params, mark, clause);
}

static BxStatus
bindings(QParser *p, BxStatus (*binding)(QParser *))
{
	bool more = true;

	BX_TRY(q_advance(p));
	while (more)
	{
		if (q_in_path(p))
			BX_TRY(q_enter(p)); /* q_flwor leaves */
		BX_TRY(binding(p));
		BX_TRY(q_accept(p, ',', &more));
	}
	return BX_OK;
}

/* ---- windows ---- */

static BxStatus
window_variable(QParser *p, QWord word)
{
	QParam variable = q_no_param();
	bool taken;

	BX_TRY(q_accept_word(p, word, &taken));
	if (taken)
		BX_TRY(q_variable_name(p, &variable));
	return push_param(p, &variable);
}

/* "start" or "end" was taken: four variables and the condition. */
static BxStatus
window_condition(QParser *p)
{
	QParam current = q_no_param();

	if (q_is(p, '$'))
		BX_TRY(q_variable_name(p, &current));
	BX_TRY(push_param(p, &current));
	BX_TRY(window_variable(p, QW_AT));
	BX_TRY(window_variable(p, QW_PREVIOUS));
	BX_TRY(window_variable(p, QW_NEXT));
	BX_TRY(q_expect_word(p, QW_WHEN, "Expected \"when\"."));
	return q_push_single(p);
}

static BxStatus
window_end(QParser *p, QExpr *clause)
{
	const QParam none = q_no_param();
	bool only;

	BX_TRY(q_accept_word(p, QW_ONLY, &only));
	if (only)
		clause->flags |= Q_ONLY_END;
	if (!q_is_word(p, QW_END))
	{
		if (only || clause->sub == 1)
			return q_unexpected(p, "Expected an operator or \"end\".");
		for (unsigned i = 0; i < 4; i++)
			BX_TRY(push_param(p, &none));
		return q_push_expr(p, NULL);
	}
	BX_TRY(q_advance(p));
	return window_condition(p);
}

/* At "tumbling" or "sliding". */
static BxStatus
window(QParser *p)
{
	uint32_t mark = p->exprs.n, params = p->params.n;
	QParam variable;
	QExpr *clause;

	BX_TRY(q_new(p, QK_WINDOW, p->tok.off, &clause));
	clause->sub = q_is_word(p, QW_SLIDING);
	BX_TRY(q_advance(p));
	BX_TRY(q_expect_word(p, QW_WINDOW, "Expected \"window\"."));
	BX_TRY(q_parameter(p, &variable));
	BX_TRY(push_param(p, &variable));
	BX_TRY(q_expect_word(p, QW_IN, "Expected \"in\"."));
	BX_TRY(q_push_single(p));
	BX_TRY(q_expect_word(p, QW_START, "Expected an operator or \"start\"."));
	BX_TRY(window_condition(p));
	BX_TRY(window_end(p, clause));
	BX_TRY(q_distinct_params(p, (QParam *) p->params.items + params, p->params.n - params, "XQST0103"));
	return finish_clause(p, params, mark, clause);
}

/* ---- group by, order by, count ---- */

static BxStatus
collation(QParser *p, BxStr *uri)
{
	bool taken;

	*uri = bx_str("", 0);
	BX_TRY(q_accept_word(p, QW_COLLATION, &taken));
	return taken ? q_uri_literal(p, "Expected the URI of a collation.", uri) : BX_OK;
}

static BxStatus
grouping(QParser *p)
{
	QParam variable;
	BxStr uri;

	BX_TRY(q_parameter(p, &variable));
	BX_TRY(push_param(p, &variable));
	if (q_is(p, Q_TOK_ASSIGN))
	{
		BX_TRY(q_advance(p));
		BX_TRY(q_push_single(p));
	}
	else if (variable.type != NULL)
		return q_unexpected(p, "Expected \":=\".");
	else
		BX_TRY(q_push_expr(p, NULL));
	BX_TRY(collation(p, &uri));
	return q_push(p, &p->strings, &uri, sizeof(uri));
}

/* At "group". */
static BxStatus
group_by(QParser *p)
{
	uint32_t mark = p->exprs.n, params = p->params.n, strings = p->strings.n, n;
	QExpr *clause;
	bool more = true;

	BX_TRY(q_new(p, QK_GROUP_BY, p->tok.off, &clause));
	BX_TRY(q_advance(p));
	BX_TRY(q_expect_word(p, QW_BY, "Expected \"by\" after \"group\"."));
	while (more)
	{
		BX_TRY(grouping(p));
		BX_TRY(q_accept(p, ',', &more));
	}
	BX_TRY(q_take(p, &p->strings, strings, sizeof(BxStr), &clause->texts, &n));
	return finish_clause(p, params, mark, clause);
}

static BxStatus
order_spec(QParser *p)
{
	QExpr *spec, *key;
	bool taken;

	BX_TRY(q_single(p, &key));
	BX_TRY(q_new_one(p, QK_ORDER_SPEC, p->tok.off, key, &spec));
	spec->pos = key->pos;
	BX_TRY(q_accept_word(p, QW_ASCENDING, &taken));
	if (!taken)
	{
		BX_TRY(q_accept_word(p, QW_DESCENDING, &taken));
		spec->flags |= taken ? Q_DESCENDING : 0;
	}
	BX_TRY(q_accept_word(p, QW_EMPTY, &taken));
	if (taken && !q_is_word(p, QW_GREATEST) && !q_is_word(p, QW_LEAST))
		return q_unexpected(p, "Expected \"greatest\" or \"least\" after \"empty\".");
	if (taken)
	{
		spec->flags |= q_is_word(p, QW_GREATEST) ? Q_EMPTY_GREATEST : Q_EMPTY_LEAST;
		BX_TRY(q_advance(p));
	}
	BX_TRY(collation(p, &spec->text));
	return q_push_expr(p, spec);
}

/* At "order" or "stable". */
static BxStatus
order_by(QParser *p)
{
	uint32_t mark = p->exprs.n;
	QExpr *clause;
	bool stable, more = true;

	BX_TRY(q_new(p, QK_ORDER_BY, p->tok.off, &clause));
	BX_TRY(q_accept_word(p, QW_STABLE, &stable));
	clause->flags |= stable ? Q_STABLE : 0;
	BX_TRY(q_expect_word(p, QW_ORDER, "Expected \"order\" after \"stable\"."));
	BX_TRY(q_expect_word(p, QW_BY, "Expected \"by\" after \"order\"."));
	while (more)
	{
		BX_TRY(order_spec(p));
		BX_TRY(q_accept(p, ',', &more));
	}
	BX_TRY(q_take_args(p, mark, clause));
	return q_push_expr(p, clause);
}

static BxStatus
count(QParser *p)
{
	uint32_t params = p->params.n;
	QParam variable;
	QExpr *clause;

	BX_TRY(q_new(p, QK_COUNT, p->tok.off, &clause));
	BX_TRY(q_advance(p));
	BX_TRY(q_variable_name(p, &variable));
	BX_TRY(push_param(p, &variable));
	return finish_clause(p, params, p->exprs.n, clause);
}

/* ---- the whole ---- */

/* At "return". */
static BxStatus
return_clause(QParser *p, QReader result)
{
	uint32_t off = p->tok.off;
	QExpr *e, *value;

	BX_TRY(q_advance(p));
	BX_TRY(result(p, &value));
	BX_TRY(q_new_one(p, QK_RETURN, off, value, &e));
	return q_push_expr(p, e);
}

/* The clause that begins here, on the stack; *last after "return". */
static BxStatus
clause(QParser *p, QReader result, bool *last)
{
	uint32_t off = p->tok.off;

	*last = false;
	switch (p->tok.word)
	{
		case QW_FOR:
			if (p->tok.next == '$')
				return bindings(p, for_binding);
			BX_TRY(q_advance(p));
			if (!q_is_word(p, QW_TUMBLING) && !q_is_word(p, QW_SLIDING))
				return q_unexpected(p, "Expected a variable, \"tumbling\" or \"sliding\" after \"for\".");
			return window(p);
		case QW_LET: return bindings(p, let_binding);
		case QW_WHERE: BX_TRY(q_advance(p)); return push_clause(p, QK_WHERE, off);
		case QW_GROUP: return group_by(p);
		case QW_STABLE:
		case QW_ORDER: return order_by(p);
		case QW_COUNT: return count(p);
		case QW_RETURN: *last = true; return return_clause(p, result);
		default: return q_unexpected(p, "Expected an operator, \",\", a clause or \"return\".");
	}
}

/* In paths: for and let, then perhaps one "where", then "return".  Each variable is a level of nesting. */
static BxStatus
path_clause(QParser *p, QReader result, bool *where, bool *last)
{
	if ((q_is_word(p, QW_FOR) || q_is_word(p, QW_LET)) && p->tok.next == '$' && !*where)
		return clause(p, result, last);
	if (q_is_word(p, QW_RETURN) || (q_is_word(p, QW_WHERE) && !*where))
	{
		*where = true;
		return clause(p, result, last);
	}
	if (p->mode == Q_MODE_UPDATE && (q_is_word(p, QW_ORDER) || q_is_word(p, QW_STABLE)))
		return bx_fail(p->err, BX_E_UNSUPPORTED, q_pos(p, p->tok.off),
					   "\"order by\" in update expressions is not supported");
	return q_unexpected(p, *where ? "Expected an operator or \"return\"."
								  : "Expected \",\", an operator, \"where\" or \"return\".");
}

/* Does a FLWOR expression begin at the word here? */
static BxStatus
is_flwor(QParser *p, bool *is)
{
	QToken next;

	*is = p->tok.next == '$';
	if (*is || q_in_path(p) || !q_is_word(p, QW_FOR))
		return BX_OK;
	BX_TRY(q_peek(p, &next));
	*is = next.word == QW_TUMBLING || next.word == QW_SLIDING;
	return BX_OK;
}

BxStatus
q_flwor(QParser *p, QReader result, QExpr **e)
{
	uint32_t mark = p->exprs.n, off = p->tok.off, depth = p->depth;
	bool is, where = false, last = false;

	*e = NULL;
	BX_TRY(is_flwor(p, &is));
	if (!is)
		return BX_OK;
	while (!last)
		BX_TRY(q_in_path(p) ? path_clause(p, result, &where, &last) : clause(p, result, &last));
	p->depth = depth;
	BX_TRY(q_new(p, QK_FLWOR, off, e));
	return q_take_args(p, mark, *e);
}
