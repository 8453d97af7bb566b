/*
 * q_primary.c -- primary expressions, and what stands behind them (XQuery 3.1, 3.1, 3.2, 3.11).
 */
#include "q_parse_int.h"

bool
q_is_reserved_word(QWord word)
{
	switch (word)
	{
		case QW_ARRAY:
		case QW_ATTRIBUTE:
		case QW_COMMENT:
		case QW_DOCUMENT_NODE:
		case QW_ELEMENT:
		case QW_EMPTY_SEQUENCE:
		case QW_FUNCTION:
		case QW_IF:
		case QW_ITEM:
		case QW_MAP:
		case QW_NAMESPACE_NODE:
		case QW_NODE:
		case QW_PROCESSING_INSTRUCTION:
		case QW_SCHEMA_ATTRIBUTE:
		case QW_SCHEMA_ELEMENT:
		case QW_SWITCH:
		case QW_TEXT:
		case QW_TYPESWITCH: return true;
		default: return false;
	}
}

BxStatus
q_is_computed(QParser *p, bool *is)
{
	QToken next, second;

	*is = false;
	switch (p->tok.word)
	{
		case QW_TEXT:
		case QW_COMMENT: *is = p->tok.next == '{'; return BX_OK;
		case QW_DOCUMENT:
		case QW_MAP:
		case QW_ARRAY:
		case QW_ORDERED:
		case QW_UNORDERED: *is = p->tok.next == '{' && !q_in_path(p); return BX_OK;
		case QW_NAMESPACE:
			if (q_in_path(p))
				return BX_OK;
			break;
		case QW_ELEMENT:
		case QW_ATTRIBUTE:
		case QW_PROCESSING_INSTRUCTION: break;
		default: return BX_OK;
	}
	*is = p->tok.next == '{';
	if (*is || (!bx_is_letter(p->tok.next) && p->tok.next != '_' && p->tok.next < 0x80))
		return BX_OK;
	BX_TRY(q_peek_two(p, &next, &second));
	*is = next.kind == Q_TOK_NAME && second.kind == '{';
	return BX_OK;
}

/* ---- names ---- */

static BxStatus
named_reference(QParser *p, QExpr **e)
{
	XdItem number;

	if (q_is_reserved_word((QWord) p->tok.word))
		return q_unexpected(p, "Expected the name of a function.");
	BX_TRY(q_new(p, QK_FUNCTION_REFERENCE, p->tok.off, e));
	BX_TRY(q_name(p, Q_FUNCTION_DEFAULT, "Expected the name of a function.", &(*e)->name));
	BX_TRY(q_expect(p, '#', NULL));
	if (!q_is(p, Q_TOK_INTEGER))
		return q_unexpected(p, "Expected the number of arguments after \"#\".");
	BX_TRY(q_number(p, &number));
	(*e)->number = number.form != AT_FORM_INT || number.u.i > UINT32_MAX ? UINT32_MAX : (uint32_t) number.u.i;
	return q_advance(p);
}

static BxStatus
call(QParser *p, QExpr **e)
{
	uint32_t mark = p->exprs.n;

	if (q_is_reserved_word((QWord) p->tok.word) && !q_in_path(p))
		return q_unexpected(p, "Expected an expression.");
	BX_TRY(q_new(p, QK_CALL, p->tok.off, e));
	if (q_in_path(p))
	{
		BX_TRY(q_path_function(p, &(*e)->name, &(*e)->number));
		BX_TRY(q_advance(p));
	}
	else
		BX_TRY(q_name(p, Q_FUNCTION_DEFAULT, "Expected the name of a function.", &(*e)->name));
	BX_TRY(q_arguments(p));
	return q_take_args(p, mark, *e);
}

/* %a function($x as T) as T { E } */
static BxStatus
inline_function(QParser *p, QExpr **e)
{
	QAnnotated annotated;
	QExpr *body;

	BX_TRY(q_new(p, QK_INLINE_FUNCTION, p->tok.off, e));
	BX_TRY(q_annotations(p, &annotated));
	if (annotated.is_private || annotated.is_public)
		return q_fail(p, p->tok.off, "XQST0125", NULL, "an inline function is neither public nor private");
	(*e)->sub = annotated.updating;
	if (!q_is_word(p, QW_FUNCTION) || p->tok.next != '(')
		return q_unexpected(p, "Expected function(...) after annotations.");
	BX_TRY(q_advance(p));
	BX_TRY(q_advance(p));
	BX_TRY(q_parameters(p, &(*e)->params, &(*e)->n_params));
	BX_TRY(q_type_declaration(p, &(*e)->type));
	BX_TRY(q_enclosed_body(p, &body));
	return q_only_arg(p, *e, body);
}

static BxStatus
named_primary(QParser *p, QExpr **e)
{
	if (!q_in_path(p) && (p->tok.any_local || p->tok.form == Q_FORM_ANY_URI))
		return q_unexpected(p, "Expected an expression.");
	if (p->tok.next == '#')
		return named_reference(p, e);
	if (p->tok.next != '(')
		return q_computed(p, e);
	return q_is_word(p, QW_FUNCTION) && !q_in_path(p) ? inline_function(p, e) : call(p, e);
}

/* ---- others ---- */

BxStatus
q_variable(QParser *p, QExpr **e)
{
	QParam name;

	BX_TRY(q_new(p, QK_VARIABLE, p->tok.off, e));
	BX_TRY(q_variable_reference(p, &name));
	(*e)->name = name.name;
	return BX_OK;
}

BxStatus
q_parenthesized(QParser *p, QReader one, QExpr **e)
{
	uint32_t off = p->tok.off, start = p->skipping > 0 ? 0 : q_pos(p, off);

	BX_TRY(q_expect(p, '(', "Expected \"(\"."));
	if (q_is(p, ')'))
	{
		BX_TRY(q_new_empty(p, off, e));
		return q_advance(p);
	}
	BX_TRY(q_list(p, one, e));
	(*e)->flags |= Q_PARENTHESIZED;
	(*e)->start = start;
	return q_expect(p, ')', "Expected an operator, \",\" or \")\".");
}

static BxStatus
literal(QParser *p, QExpr **e)
{
	BxStr s;

	BX_TRY(q_new(p, QK_LITERAL, p->tok.off, e));
	if (q_is(p, Q_TOK_STRING))
	{
		BX_TRY(q_string_value(p, &p->tok, &s));
		(*e)->value = at_string_item(s);
	}
	else
		BX_TRY(q_number(p, &(*e)->value));
	return q_advance(p);
}

/* [a, b] */
static BxStatus
square_array(QParser *p, QExpr **e)
{
	uint32_t mark = p->exprs.n;
	bool more;

	BX_TRY(q_new(p, QK_ARRAY, p->tok.off, e));
	BX_TRY(q_advance(p));
	for (more = !q_is(p, ']'); more;)
	{
		BX_TRY(q_push_single(p));
		BX_TRY(q_accept(p, ',', &more));
	}
	BX_TRY(q_expect(p, ']', "Expected an operator, \",\" or \"]\"."));
	return q_take_args(p, mark, *e);
}

static BxStatus
lookup_key(QParser *p, QExpr **key)
{
	switch (p->tok.kind)
	{
		case '(': return q_parenthesized(p, q_single, key);
		case Q_TOK_INTEGER: return literal(p, key);
		case Q_TOK_NAME:
			if (p->tok.form == Q_FORM_PLAIN && !p->tok.any_local)
			{
				BX_TRY(q_new_string(p, p->tok.off, p->tok.local, key));
				return q_advance(p);
			}
			return q_unexpected(p, "Expected a name without prefix, an integer, \"*\" or \"(\" after \"?\".");
		default: return q_unexpected(p, "Expected a name, an integer, \"*\" or \"(\" after \"?\".");
	}
}

/* "?" and a key; *e is what is looked into. */
static BxStatus
lookup(QParser *p, QExpr **e)
{
	uint32_t off = p->tok.off;
	QExpr *key;

	BX_TRY(q_advance(p));
	if (q_is(p, '*'))
	{
		BX_TRY(q_new_one(p, QK_LOOKUP, off, *e, e));
		(*e)->flags |= Q_LOOKUP_ALL;
		return q_advance(p);
	}
	BX_TRY(lookup_key(p, &key));
	return q_new_two(p, QK_LOOKUP, off, *e, key, e);
}

static BxStatus
unary_lookup(QParser *p, QExpr **e)
{
	BX_TRY(q_new(p, QK_CONTEXT_ITEM, p->tok.off, e));
	return lookup(p, e);
}

/* What paths do not have. */
static BxStatus
query_primary(QParser *p, QExpr **e)
{
	switch (p->tok.kind)
	{
		case Q_TOK_BACKTICKS: return q_string_constructor(p, e);
		case '[': return square_array(p, e);
		case '<': return q_direct(p, e);
		case '?': return unary_lookup(p, e);
		case '%': return inline_function(p, e);
		default: return q_unexpected(p, "Expected an expression.");
	}
}

static BxStatus
primary(QParser *p, QExpr **e)
{
	switch (p->tok.kind)
	{
		case Q_TOK_INTEGER:
		case Q_TOK_DECIMAL:
		case Q_TOK_DOUBLE:
		case Q_TOK_STRING: return literal(p, e);
		case Q_TOK_NAME: return named_primary(p, e);
		case '$': return q_variable(p, e);
		case '(': return q_parenthesized(p, q_single, e);
		case '.': BX_TRY(q_new(p, QK_CONTEXT_ITEM, p->tok.off, e)); return q_advance(p);
		case '<':
			if (p->mode == Q_MODE_UPDATE)
				return q_direct(p, e);
			/* fall through */
		default: return q_in_path(p) ? q_unexpected(p, "Expected an expression.") : query_primary(p, e);
	}
}

BxStatus
q_postfix(QParser *p, QExpr **e)
{
	BX_TRY(primary(p, e));
	for (;;)
	{
		uint32_t mark = p->exprs.n, off = p->tok.off;

		if (q_is(p, '?'))
		{
			BX_TRY(lookup(p, e));
			continue;
		}
		if (!q_is(p, '[') && (!q_is(p, '(') || q_in_path(p)))
			return BX_OK;
		BX_TRY(q_push_expr(p, *e));
		BX_TRY(q_new(p, q_is(p, '[') ? QK_FILTER : QK_DYNAMIC_CALL, off, e));
		if (q_is(p, '['))
			BX_TRY(q_predicates(p));
		else
			BX_TRY(q_arguments(p));
		BX_TRY(q_take_args(p, mark, *e));
	}
}
