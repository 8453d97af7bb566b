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

/* Does "()" follow, with further steps or predicates behind it?  Alone it is the empty sequence. */
static BxStatus
is_step(QParser *p, bool *step)
{
	const QToken tok = p->tok;
	uint32_t at = p->at;
	QToken next, second;

	*step = false;
	if (tok.next != '(')
		return BX_OK;
	BX_TRY(q_peek_two(p, &next, &second));
	if (second.kind != ')')
		return BX_OK;
	BX_TRY(q_advance(p));
	BX_TRY(q_advance(p));
	BX_TRY(q_peek(p, &next));
	*step = next.kind == '/' || next.kind == Q_TOK_SLASHES || next.kind == '[';
	p->tok = tok;
	p->at = at;
	return BX_OK;
}

/* "node", or with `many` "nodes".  In changes it may be missing, and be the first step of a path: "node()/x". */
static BxStatus
node_word(QParser *p, bool many, uint16_t *flags)
{
	bool step = false;

	*flags = 0;
	if (q_is_word(p, QW_NODES) && many)
		return q_advance(p);
	if (!q_in_path(p))
		return q_expect_word(p, QW_NODE, "Expected \"node\".");
	if (q_is_word(p, QW_NODE))
		BX_TRY(is_step(p, &step));
	if (q_is_word(p, QW_NODE) && !step)
		return q_advance(p);
	*flags = Q_WITHOUT_NODE;
	return BX_OK;
}

/* The target of an update, behind "node". */
static BxStatus
target_of(QParser *p, bool many, uint16_t *flags, QExpr **target)
{
	BX_TRY(node_word(p, many, flags));
	return q_single(p, target);
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
	return q_expect_word(p, QW_INTO,
						 "Expected \"into\", \"as first into\", \"as last into\", \"before\" or \"after\".");
}

static BxStatus
insert(QParser *p, uint32_t off, QExpr **e)
{
	QExpr *source, *target, *place;
	uint16_t flags;

	BX_TRY(node_word(p, true, &flags));
	BX_TRY(q_single(p, &source));
	BX_TRY(q_new(p, QK_INSERT, off, &place));
	BX_TRY(insertion_place(p, place));
	BX_TRY(q_single(p, &target));
	BX_TRY(q_new_two(p, QK_INSERT, off, source, target, e));
	(*e)->sub = place->sub;
	(*e)->flags |= flags;
	return BX_OK;
}

static BxStatus
replace(QParser *p, uint32_t off, QExpr **e)
{
	QExpr *target, *with;
	uint16_t flags;
	QToken next;
	bool value;

	BX_TRY(q_peek(p, &next));
	value = q_is_word(p, QW_VALUE) && next.word == QW_OF;
	if (value)
	{
		BX_TRY(q_advance(p));
		BX_TRY(q_advance(p));
	}
	BX_TRY(target_of(p, false, &flags, &target));
	BX_TRY(q_expect_word(p, QW_WITH, "Expected an operator or \"with\"."));
	BX_TRY(q_single(p, &with));
	BX_TRY(q_new_two(p, QK_REPLACE, off, target, with, e));
	(*e)->flags |= flags | (value ? Q_VALUE_OF : 0);
	return BX_OK;
}

static BxStatus
rename_node(QParser *p, uint32_t off, QExpr **e)
{
	QExpr *target, *name;
	uint16_t flags;

	BX_TRY(target_of(p, false, &flags, &target));
	BX_TRY(q_expect_word(p, QW_AS, "Expected an operator or \"as\"."));
	BX_TRY(q_single(p, &name));
	BX_TRY(q_new_two(p, QK_RENAME, off, target, name, e));
	(*e)->flags |= flags;
	return BX_OK;
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
	uint16_t flags;

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
	BX_TRY(target_of(p, true, &flags, &target));
	BX_TRY(q_new_one(p, QK_DELETE, off, target, e));
	(*e)->flags |= flags;
	return BX_OK;
}

/* ---- changes ---- */

static BxStatus change(QParser *p, QExpr **e);

static BxStatus
worded_change(QParser *p, QExpr **e)
{
	*e = NULL;
	switch (p->tok.word)
	{
		case QW_IF: return q_if(p, change, e);
		case QW_FOR:
		case QW_LET: return q_flwor(p, change, e);
		case QW_INSERT:
		case QW_DELETE:
		case QW_REPLACE:
		case QW_RENAME: return q_update(p, e);
		default: return BX_OK;
	}
}

/* An update, or what arranges updates.  No path begins there, so the words are enough. */
static BxStatus
change(QParser *p, QExpr **e)
{
	BX_TRY(q_enter(p));
	BX_TRY(q_is(p, '(') ? q_parenthesized(p, change, e) : worded_change(p, e));
	if (*e == NULL)
		return q_unexpected(
			p,
			"Expected \"insert\", \"delete\", \"replace\", \"rename\", \"if\", \"for\", \"let\" or \"(\".");
	q_leave(p);
	return BX_OK;
}

BxStatus
q_changes(QParser *p, QExpr **e)
{
	return q_list(p, change, e);
}
