/*
 * q_update.c -- expressions of the XQuery Update Facility (1.0 section 2.4, 3.0 sections 5.1 to 5.8).
 */
#include "q_parse_int.h"

BxStatus
q_is_update(QParser *p, bool *is)
{
	QToken next, second;

	*is = false;
	switch (p->tok.word)
	{
		case QW_COPY: *is = p->tok.next == '$'; return BX_OK;
		case QW_INSERT:
		case QW_DELETE:
		case QW_RENAME:
		case QW_REPLACE:
		case QW_INVOKE: break;
		default: return BX_OK;
	}
	if (!bx_is_letter(p->tok.next))
		return BX_OK;
	BX_TRY(q_peek_two(p, &next, &second));
	switch (p->tok.word)
	{
		case QW_INSERT:
		case QW_DELETE: *is = next.word == QW_NODE || next.word == QW_NODES; break;
		case QW_RENAME: *is = next.word == QW_NODE; break;
		case QW_REPLACE: *is = next.word == QW_NODE || (next.word == QW_VALUE && second.word == QW_OF); break;
		default: *is = next.word == QW_UPDATING;
	}
	return BX_OK;
}

/* "node" or "nodes" */
static BxStatus
node_word(QParser *p)
{
	return q_is_word(p, QW_NODES) ? q_advance(p) : q_expect_word(p, QW_NODE, "Expected \"node\".");
}

/* Where to insert: "into", "as first into", "before" ... */
static BxStatus
insertion_place(QParser *p, QExpr *e)
{
	switch (p->tok.word)
	{
		case QW_BEFORE: e->sub = Q_INSERT_BEFORE; return q_advance(p);
		case QW_AFTER: e->sub = Q_INSERT_AFTER; return q_advance(p);
		case QW_AS:
			BX_TRY(q_advance(p));
			if (!q_is_word(p, QW_FIRST) && !q_is_word(p, QW_LAST))
				return q_unexpected(p, "Expected \"first\" or \"last\" after \"as\".");
			e->sub = q_is_word(p, QW_FIRST) ? Q_AS_FIRST : Q_AS_LAST;
			BX_TRY(q_advance(p));
			break;
		default: e->sub = Q_INTO;
	}
	return q_expect_word(p, QW_INTO, "Expected an operator, \"into\", \"before\" or \"after\".");
}

static BxStatus
insert(QParser *p, uint32_t off, QExpr **e)
{
	QExpr *source, *target, *place;

	BX_TRY(node_word(p));
	BX_TRY(q_single(p, &source));
	BX_TRY(q_new(p, QK_INSERT, off, &place));
	BX_TRY(insertion_place(p, place));
	BX_TRY(q_single(p, &target));
	BX_TRY(q_new_two(p, QK_INSERT, off, source, target, e));
	(*e)->sub = place->sub;
	return BX_OK;
}

static BxStatus
replace(QParser *p, uint32_t off, QExpr **e)
{
	QExpr *target, *with;
	bool value = q_is_word(p, QW_VALUE);

	if (value)
	{
		BX_TRY(q_advance(p));
		BX_TRY(q_expect_word(p, QW_OF, "Expected \"of\" after \"value\"."));
	}
	BX_TRY(q_expect_word(p, QW_NODE, "Expected \"node\"."));
	BX_TRY(q_single(p, &target));
	BX_TRY(q_expect_word(p, QW_WITH, "Expected an operator or \"with\"."));
	BX_TRY(q_single(p, &with));
	BX_TRY(q_new_two(p, QK_REPLACE, off, target, with, e));
	(*e)->flags |= value ? Q_VALUE_OF : 0;
	return BX_OK;
}

static BxStatus
rename_node(QParser *p, uint32_t off, QExpr **e)
{
	QExpr *target, *name;

	BX_TRY(node_word(p));
	BX_TRY(q_single(p, &target));
	BX_TRY(q_expect_word(p, QW_AS, "Expected an operator or \"as\"."));
	BX_TRY(q_single(p, &name));
	return q_new_two(p, QK_RENAME, off, target, name, e);
}

/* "copy" was taken. */
static BxStatus
copy(QParser *p, uint32_t off, QExpr **e)
{
	uint32_t mark = p->exprs.n, params = p->params.n;
	bool more = true;

	BX_TRY(q_new(p, QK_COPY, off, e));
	while (more)
	{
		QParam variable;

		BX_TRY(q_variable_name(p, &variable));
		BX_TRY(q_push(p, &p->params, &variable, sizeof(variable)));
		BX_TRY(q_expect(p, Q_TOK_ASSIGN, "Expected \":=\"."));
		BX_TRY(q_push_single(p));
		BX_TRY(q_accept(p, ',', &more));
	}
	BX_TRY(q_expect_word(p, QW_MODIFY, "Expected an operator, \",\" or \"modify\"."));
	BX_TRY(q_push_single(p));
	BX_TRY(q_expect_word(p, QW_RETURN, "Expected an operator or \"return\"."));
	BX_TRY(q_push_single(p));
	return q_take_bound(p, params, mark, *e);
}

/* "invoke updating F(A)": a dynamic call. */
static BxStatus
invoke(QParser *p, QExpr **e)
{
	BX_TRY(q_advance(p));
	BX_TRY(q_postfix(p, e));
	if ((*e)->kind != QK_DYNAMIC_CALL)
		return q_unexpected(p, "Expected a call of a function that is the value of an expression.");
	(*e)->sub = 1;
	return BX_OK;
}

BxStatus
q_update(QParser *p, QExpr **e)
{
	uint8_t word = p->tok.word;
	uint32_t off = p->tok.off;
	QExpr *target;

	BX_TRY(q_advance(p));
	switch (word)
	{
		case QW_INSERT: return insert(p, off, e);
		case QW_REPLACE: return replace(p, off, e);
		case QW_RENAME: return rename_node(p, off, e);
		case QW_COPY: return copy(p, off, e);
		case QW_INVOKE: return invoke(p, e);
		default: break;
	}
	BX_TRY(node_word(p));
	BX_TRY(q_single(p, &target));
	return q_new_one(p, QK_DELETE, off, target, e);
}
