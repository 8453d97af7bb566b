/*
 * q_list.c -- expressions inside of others: in lists, braces, parentheses.
 *
 * All files of the grammar come here for the expressions inside of what they read; which ones there are is known above
 * them (QParser.single).
 */
#include "q_parse_int.h"

BxStatus
q_single(QParser *p, QExpr **e)
{
	BX_TRY(q_enter(p));
	BX_TRY(p->single(p, e));
	q_leave(p);
	return BX_OK;
}

BxStatus
q_push_single(QParser *p)
{
	QExpr *e;

	BX_TRY(q_single(p, &e));
	return q_push_expr(p, e);
}

BxStatus
q_list(QParser *p, QReader one, QExpr **e)
{
	uint32_t mark = p->exprs.n, off = p->tok.off;
	bool more = true;

	BX_TRY(one(p, e));
	if (!q_is(p, ','))
		return BX_OK;
	BX_TRY(q_advance(p));
	BX_TRY(q_push_expr(p, *e));
	while (more)
	{
		BX_TRY(one(p, e));
		BX_TRY(q_push_expr(p, *e));
		BX_TRY(q_accept(p, ',', &more));
	}
	BX_TRY(q_new(p, QK_SEQUENCE, off, e));
	return q_take_args(p, mark, *e);
}

BxStatus
q_expr(QParser *p, QExpr **e)
{
	return q_list(p, q_single, e);
}

BxStatus
q_enclosed(QParser *p, QExpr **e)
{
	*e = NULL;
	BX_TRY(q_expect(p, '{', "Expected \"{\"."));
	if (!q_is(p, '}'))
		BX_TRY(q_expr(p, e));
	return q_expect(p, '}', "Expected an operator, \",\" or \"}\".");
}

BxStatus
q_enclosed_body(QParser *p, QExpr **e)
{
	uint32_t off = p->tok.off;

	BX_TRY(q_enclosed(p, e));
	return *e == NULL ? q_new_empty(p, off, e) : BX_OK;
}

/* "?" before "," or ")" is an argument that is given later. */
static BxStatus
argument(QParser *p, QExpr **e)
{
	QToken next;

	if (q_is(p, '?'))
	{
		BX_TRY(q_peek(p, &next));
		if (next.kind == ',' || next.kind == ')')
		{
			BX_TRY(q_new(p, QK_PLACEHOLDER, p->tok.off, e));
			return q_advance(p);
		}
	}
	return q_single(p, e);
}

BxStatus
q_arguments(QParser *p)
{
	bool more;

	BX_TRY(q_expect(p, '(', "Expected \"(\"."));
	for (more = !q_is(p, ')'); more;)
	{
		QExpr *e;

		BX_TRY(argument(p, &e));
		BX_TRY(q_push_expr(p, e));
		BX_TRY(q_accept(p, ',', &more));
	}
	return q_expect(p, ')', "Expected an operator, \",\" or \")\".");
}

BxStatus
q_predicates(QParser *p)
{
	while (q_is(p, '['))
	{
		uint32_t bracket = p->skipping > 0 ? 0 : q_pos(p, p->tok.off);
		QExpr *e;

		BX_TRY(q_advance(p));
		BX_TRY(q_expr(p, &e));
		e->bracket = bracket;
		BX_TRY(q_expect(p, ']', "Expected an operator or \"]\"."));
		BX_TRY(q_push_expr(p, e));
	}
	return BX_OK;
}
