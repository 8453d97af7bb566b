/*
 * q_control.c -- conditions, branches, guarded expressions, quantifiers; pragmas and validation.
 */
#include "q_parse_int.h"

/* "(E)" behind a word. */
static BxStatus
condition(QParser *p, QExpr **e)
{
	BX_TRY(q_advance(p));
	BX_TRY(q_expect(p, '(', NULL));
	BX_TRY(q_expr(p, e));
	return q_expect(p, ')', "Expected an operator, \",\" or \")\".");
}

BxStatus
q_if(QParser *p, QReader result, QExpr **e)
{
	uint32_t mark = p->exprs.n;
	QExpr *test, *branch;

	BX_TRY(q_new(p, QK_IF, p->tok.off, e));
	BX_TRY(condition(p, &test));
	BX_TRY(q_push_expr(p, test));
	BX_TRY(q_expect_word(p, QW_THEN, "Expected \"then\"."));
	BX_TRY(result(p, &branch));
	BX_TRY(q_push_expr(p, branch));
	BX_TRY(q_expect_word(p, QW_ELSE, "Expected an operator or \"else\"."));
	BX_TRY(result(p, &branch));
	BX_TRY(q_push_expr(p, branch));
	return q_take_args(p, mark, *e);
}

/* ---- switch and typeswitch ---- */

/* "return E": the branch has its result first, then the operands pushed since mark. */
static BxStatus
finish_case(QParser *p, uint32_t mark, QExpr *branch)
{
	QExpr **args, *result;

	BX_TRY(q_expect_word(p, QW_RETURN, "Expected an operator or \"return\"."));
	BX_TRY(q_single(p, &result));
	BX_TRY(q_push_expr(p, result));
	args = (QExpr **) p->exprs.items + mark;
	memmove(args + 1, args, (p->exprs.n - mark - 1) * sizeof(QExpr *));
	args[0] = result;
	BX_TRY(q_take_args(p, mark, branch));
	return q_push_expr(p, branch);
}

static BxStatus
switch_case(QParser *p)
{
	uint32_t mark = p->exprs.n;
	QExpr *branch;
	bool more = true;

	BX_TRY(q_new(p, QK_CASE, p->tok.off, &branch));
	if (q_is_word(p, QW_DEFAULT))
		BX_TRY(q_advance(p));
	else
		while (more)
		{
			BX_TRY(q_expect_word(p, QW_CASE, "Expected \"case\" or \"default\"."));
			BX_TRY(q_push_single(p));
			more = q_is_word(p, QW_CASE);
		}
	return finish_case(p, mark, branch);
}

static BxStatus
type_alternatives(QParser *p, QExpr *branch)
{
	uint32_t mark = p->types.n;
	bool more = true;

	while (more)
	{
		BX_TRY(q_push_sequence_type(p));
		BX_TRY(q_accept(p, '|', &more));
	}
	return q_take(p, &p->types, mark, sizeof(XdSeqType), &branch->types, &branch->n_types);
}

static BxStatus
type_case(QParser *p)
{
	uint32_t mark = p->exprs.n, params = p->params.n;
	bool is_default = q_is_word(p, QW_DEFAULT);
	QParam variable = q_no_param();
	QExpr *branch;

	BX_TRY(q_new(p, QK_CASE, p->tok.off, &branch));
	if (!is_default && !q_is_word(p, QW_CASE))
		return q_unexpected(p, "Expected \"case\" or \"default\".");
	BX_TRY(q_advance(p));
	if (q_is(p, '$'))
	{
		BX_TRY(q_variable_name(p, &variable));
		if (!is_default)
			BX_TRY(q_expect_word(p, QW_AS, "Expected \"as\" after the variable."));
	}
	BX_TRY(q_push(p, &p->params, &variable, sizeof(variable)));
	BX_TRY(q_take_params(p, params, branch));
	if (!is_default)
		BX_TRY(type_alternatives(p, branch));
	return finish_case(p, mark, branch);
}

/* Branches up to and with "default", of which there is one. */
static BxStatus
branches(QParser *p, BxStatus (*branch)(QParser *), QExpr *e)
{
	uint32_t mark = p->exprs.n;
	QExpr *operand;
	bool last;

	BX_TRY(condition(p, &operand));
	BX_TRY(q_push_expr(p, operand));
	if (!q_is_word(p, QW_CASE))
		return q_unexpected(p, "Expected \"case\".");
	do
	{
		last = q_is_word(p, QW_DEFAULT);
		BX_TRY(branch(p));
	} while (!last);
	return q_take_args(p, mark, e);
}

BxStatus
q_switch(QParser *p, QExpr **e)
{
	BX_TRY(q_new(p, QK_SWITCH, p->tok.off, e));
	return branches(p, switch_case, *e);
}

BxStatus
q_typeswitch(QParser *p, QExpr **e)
{
	BX_TRY(q_new(p, QK_TYPESWITCH, p->tok.off, e));
	return branches(p, type_case, *e);
}

/* ---- try ---- */

static BxStatus
catch_clause(QParser *p)
{
	uint32_t mark = p->tests.n;
	QExpr *clause, *body;
	XdTest test;
	bool more = true;

	BX_TRY(q_new(p, QK_CATCH, p->tok.off, &clause));
	BX_TRY(q_advance(p));
	while (more)
	{
		BX_TRY(q_name_test(p, Q_NO_DEFAULT, &test));
		BX_TRY(q_push(p, &p->tests, &test, sizeof(test)));
		BX_TRY(q_accept(p, '|', &more));
	}
	BX_TRY(q_take(p, &p->tests, mark, sizeof(XdTest), &clause->tests, &clause->n_types));
	BX_TRY(q_enclosed_body(p, &body));
	BX_TRY(q_only_arg(p, clause, body));
	return q_push_expr(p, clause);
}

BxStatus
q_try(QParser *p, QExpr **e)
{
	uint32_t mark = p->exprs.n;
	QExpr *body;

	BX_TRY(q_new(p, QK_TRY, p->tok.off, e));
	BX_TRY(q_advance(p));
	BX_TRY(q_enclosed_body(p, &body));
	BX_TRY(q_push_expr(p, body));
	if (!q_is_word(p, QW_CATCH))
		return q_unexpected(p, "Expected \"catch\".");
	while (q_is_word(p, QW_CATCH))
		BX_TRY(catch_clause(p));
	return q_take_args(p, mark, *e);
}

/* ---- quantifiers ---- */

BxStatus
q_quantified(QParser *p, QExpr **e)
{
	uint32_t mark = p->exprs.n, params = p->params.n, depth = p->depth;
	bool more = true;

	BX_TRY(q_new(p, QK_QUANTIFIED, p->tok.off, e));
	(*e)->sub = q_is_word(p, QW_EVERY);
	BX_TRY(q_advance(p));
	while (more)
	{
		if (q_in_path(p))
			BX_TRY(q_enter(p)); /* each variable is a level of nesting */
		BX_TRY(q_push_parameter(p));
		BX_TRY(q_expect_word(p, QW_IN, "Expected \"in\"."));
		BX_TRY(q_push_single(p));
		BX_TRY(q_accept(p, ',', &more));
	}
	BX_TRY(q_expect_word(p, QW_SATISFIES, "Expected an operator, \",\" or \"satisfies\"."));
	BX_TRY(q_push_single(p));
	p->depth = depth;
	return q_take_bound(p, params, mark, *e);
}

/* ---- pragmas ---- */

/* One pragma at "(#": its name and text; then the token behind "#)". */
static BxStatus
pragma(QParser *p, QExpr **e)
{
	uint32_t from, end;

	BX_TRY(q_new(p, QK_EXTENSION, p->tok.off, e));
	BX_TRY(q_advance(p));
	if (!q_is(p, Q_TOK_NAME) || p->tok.any_local || p->tok.form == Q_FORM_ANY_URI)
		return q_unexpected(p, "Expected the name of a pragma.");
	BX_TRY(q_resolve(p, &p->tok, Q_NO_DEFAULT, &(*e)->name));
	from = p->tok.end;
	end = q_find(p, from, "#)");
	if (end == p->n)
		return q_fail(p, from, "XPST0003", "Expected \"#)\" after \"(#\".", "unterminated pragma");
	if (from < end && !bx_is_space(p->s[from]))
		return q_unexpected_at(p, from, "Expected white space after the name of a pragma.");
	while (from < end && bx_is_space(p->s[from]))
		from++;
	BX_TRY(q_source_text(p, from, end, &(*e)->text));
	return q_resume(p, end + 2);
}

BxStatus
q_extension(QParser *p, QExpr **e)
{
	QExpr *content = NULL;

	BX_TRY(pragma(p, e));
	BX_TRY(q_enter(p));
	if (q_is(p, Q_TOK_PRAGMA))
		BX_TRY(q_extension(p, &content));
	else
		BX_TRY(q_enclosed(p, &content));
	q_leave(p);
	return content == NULL ? BX_OK : q_only_arg(p, *e, content);
}

BxStatus
q_validate(QParser *p, QExpr **e)
{
	QExpr *content;
	AtName name;

	BX_TRY(q_new(p, QK_VALIDATE, p->tok.off, e));
	BX_TRY(q_advance(p));
	if (q_is_word(p, QW_TYPE))
	{
		BX_TRY(q_advance(p));
		BX_TRY(q_name(p, Q_ELEMENT_DEFAULT, "Expected the name of a type.", &name));
		(*e)->name = name;
	}
	else if (!q_is(p, '{'))
	{
		(*e)->sub = q_is_word(p, QW_LAX);
		BX_TRY(q_advance(p));
	}
	BX_TRY(q_expect(p, '{', "Expected \"{\"."));
	BX_TRY(q_expr(p, &content));
	BX_TRY(q_expect(p, '}', "Expected an operator, \",\" or \"}\"."));
	return q_only_arg(p, *e, content);
}
