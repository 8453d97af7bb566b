/*
 * q_construct.c -- constructors that begin with a word: of nodes, maps and arrays; and of strings (XQuery 3.1, 3.9 to
 * 3.11).
 */
#include "q_parse_int.h"

/* "{ E }" as the only argument, none if the braces are empty. */
static BxStatus
content_only(QParser *p, QExpr *e)
{
	QExpr *content;

	BX_TRY(q_advance(p));
	BX_TRY(q_enclosed(p, &content));
	return content == NULL ? BX_OK : q_only_arg(p, e, content);
}

/* Name or "{ E }", then "{ E }". */
static BxStatus
named(QParser *p, QNameUse use, bool ncname, QExpr *e)
{
	uint32_t mark = p->exprs.n;
	QExpr *computed = NULL, *content;

	BX_TRY(q_advance(p));
	if (q_is(p, '{'))
	{
		uint32_t off = p->tok.off;

		BX_TRY(q_enclosed(p, &computed));
		if (computed == NULL && e->kind != QK_NAMESPACE)
			return q_fail(p, off, "XPST0003", NULL, "an expression is missing that computes the name");
		if (computed == NULL)
			BX_TRY(q_new_empty(p, off, &computed));
	}
	else
	{
		if (ncname && p->tok.form != Q_FORM_PLAIN)
			return q_unexpected(p, "Expected a name without prefix.");
		BX_TRY(q_name(p, use, "Expected a name or \"{\".", &e->name));
	}
	BX_TRY(q_push_expr(p, computed));
	BX_TRY(q_enclosed(p, &content));
	BX_TRY(q_push_expr(p, content));
	return q_take_args(p, mark, e);
}

static BxStatus
map(QParser *p, QExpr *e)
{
	uint32_t mark = p->exprs.n;
	bool more;

	BX_TRY(q_advance(p));
	BX_TRY(q_advance(p));
	for (more = !q_is(p, '}'); more;)
	{
		BX_TRY(q_push_single(p));
		BX_TRY(q_expect(p, ':', "Expected an operator or \":\" after a key."));
		BX_TRY(q_push_single(p));
		BX_TRY(q_accept(p, ',', &more));
	}
	BX_TRY(q_expect(p, '}', "Expected an operator, \",\" or \"}\"."));
	return q_take_args(p, mark, e);
}

/* "ordered { E }" */
static BxStatus
ordered(QParser *p, QExpr *e)
{
	QExpr *content;

	e->sub = q_is_word(p, QW_UNORDERED);
	BX_TRY(q_advance(p));
	BX_TRY(q_enclosed_body(p, &content));
	return q_only_arg(p, e, content);
}

BxStatus
q_computed(QParser *p, QExpr **e)
{
	static const uint8_t kinds[QW_WORDS] = {
		[QW_DOCUMENT] = QK_DOCUMENT,   [QW_TEXT] = QK_TEXT,
		[QW_COMMENT] = QK_COMMENT,     [QW_MAP] = QK_MAP,
		[QW_ARRAY] = QK_ARRAY,         [QW_ORDERED] = QK_ORDERED,
		[QW_UNORDERED] = QK_ORDERED,   [QW_ELEMENT] = QK_ELEMENT,
		[QW_ATTRIBUTE] = QK_ATTRIBUTE, [QW_PROCESSING_INSTRUCTION] = QK_PI,
		[QW_NAMESPACE] = QK_NAMESPACE,
	};

	BX_TRY(q_new(p, (QKind) kinds[p->tok.word], p->tok.off, e));
	switch ((*e)->kind)
	{
		case QK_ELEMENT: return named(p, Q_ELEMENT_DEFAULT, false, *e);
		case QK_ATTRIBUTE: return named(p, Q_NO_DEFAULT, false, *e);
		case QK_PI:
		case QK_NAMESPACE: return named(p, Q_NO_DEFAULT, true, *e);
		case QK_MAP: return map(p, *e);
		case QK_ORDERED: return ordered(p, *e);
		case QK_ARRAY: (*e)->flags |= Q_CURLY; return content_only(p, *e);
		case QK_DOCUMENT:
		case QK_TEXT:
		case QK_COMMENT: return content_only(p, *e);
		default: return q_unexpected(p, "Expected an expression.");
	}
}

/* ---- ``[ ]`` ---- */

/* Text up to "`{" or "]``" as a literal, if there is any; *off moves there. */
static BxStatus
string_part(QParser *p, uint32_t *off)
{
	uint32_t from = *off, at = from;
	QExpr *literal;
	BxStr text;

	while (at < p->n && !(p->s[at] == '`' && q_byte(p, at + 1) == '{') &&
		   !(p->s[at] == ']' && q_byte(p, at + 1) == '`' && q_byte(p, at + 2) == '`'))
		at++;
	*off = at;
	if (at == p->n)
		return q_fail(p, from, "XPST0003", "Expected \"]``\".", "unterminated string constructor");
	if (at == from)
		return BX_OK;
	BX_TRY(q_source_text(p, from, at, &text));
	BX_TRY(q_new_string(p, from, text, &literal));
	return q_push_expr(p, literal);
}

BxStatus
q_string_constructor(QParser *p, QExpr **e)
{
	uint32_t mark = p->exprs.n, at = p->tok.end;

	BX_TRY(q_new(p, QK_STRING_CONSTRUCTOR, p->tok.off, e));
	for (;;)
	{
		BX_TRY(string_part(p, &at));
		if (p->s[at] == ']')
			break;
		at++;
		BX_TRY(q_push_enclosed(p, &at));
		if (q_byte(p, at) != '`')
			return q_unexpected_at(p, at, "Expected \"`\" after \"}\".");
		at++;
	}
	BX_TRY(q_take_args(p, mark, *e));
	return q_resume(p, at + 3);
}
