/*
 * xq_construct.c -- sources of new content: sequences, computed constructors, expressions.
 */
#include "xq_int.h"

XqExpr *
xq_expr_new(XqParser *p, XqKind kind, uint32_t pos)
{
	XqExpr *s = bx_arena_zalloc(p->arena, sizeof(XqExpr));

	if (s == NULL)
	{
		bx_fail_nomem(p->err, sizeof(XqExpr));
		return NULL;
	}
	s->kind = (uint8_t) kind;
	s->pos = pos;
	return s;
}

/* Is the token behind the next one, which is there, a "{"? */
static BxStatus
brace_follows(XqParser *p, bool *follows)
{
	xp_embed_mark(p->part);
	BX_TRY(xp_embed_next(p->part));
	*follows = xp_embed_peek(p->part).kind == '{';
	xp_embed_back(p->part);
	return BX_OK;
}

/* Kind of the computed constructor at the cursor; XQ_EXPR for none. */
static BxStatus
constructor(XqParser *p, XqKind *kind)
{
	static const struct
	{
		const char *word;
		XqKind kind;
		bool named;
	} words[] = {
		{"element", XQ_ELEMENT, true},  {"attribute", XQ_ATTRIBUTE, true},       {"text", XQ_TEXT, false},
		{"comment", XQ_COMMENT, false}, {"processing-instruction", XQ_PI, true},
	};
	unsigned next = xq_at(p, XP_EMBED_NAME) ? xp_embed_peek(p->part).kind : 0;
	bool brace = next == '{';
	size_t i;

	*kind = XQ_EXPR;
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if ((brace || (words[i].named && next == XP_EMBED_NAME)) && xq_at_word(p, words[i].word))
		{
			if (!brace)
				BX_TRY(brace_follows(p, &brace));
			*kind = brace ? words[i].kind : XQ_EXPR;
			break;
		}
	return BX_OK;
}

static BxStatus
parse_expr(XqParser *p, bool many, XqExpr **source)
{
	XqExpr *s = xq_expr_new(p, XQ_EXPR, xp_embed_token(p->part).pos);

	*source = s;
	if (s == NULL)
		return BX_E_NOMEM;
	return xp_embed_expr(p->part, many, &s->root);
}

/* Members separated by commas up to a closing token, which the cursor is left on. */
static BxStatus
parse_members(XqParser *p, char close, XqExpr **first)
{
	XqExpr **last = first;

	*first = NULL;
	if (xq_at(p, (unsigned char) close))
		return BX_OK;
	for (;;)
	{
		BX_TRY(xq_parse_expr(p, last));
		last = &(*last)->next;
		if (!xq_at(p, ','))
			break;
		BX_TRY(xp_embed_next(p->part));
	}
	if (!xq_at(p, (unsigned char) close))
		return xp_embed_unexpected(p->part, close == '}' ? "Expected an operator, \",\" or \"}\"."
														 : "Expected an operator, \",\" or \")\".");
	return BX_OK;
}

BxStatus
xq_parse_enclosed(XqParser *p, bool content, XqExpr **source)
{
	*source = NULL;
	if (xq_at(p, '}'))
		return BX_OK;
	if (content)
	{
		*source = xq_expr_new(p, XQ_ENCLOSED, xp_embed_token(p->part).pos);
		return *source != NULL ? parse_members(p, '}', &(*source)->parts) : BX_E_NOMEM;
	}
	BX_TRY(parse_expr(p, true, source));
	return xq_at(p, '}') ? BX_OK : xp_embed_unexpected(p->part, "Expected an operator, \",\" or \"}\".");
}

static BxStatus
parse_computed(XqParser *p, XqKind kind, XqExpr **source)
{
	XqExpr *s = xq_expr_new(p, kind, xp_embed_token(p->part).pos);
	bool named = kind == XQ_ELEMENT || kind == XQ_ATTRIBUTE || kind == XQ_PI;

	*source = s;
	if (s == NULL)
		return BX_E_NOMEM;
	BX_TRY(xp_embed_next(p->part));
	if (named && xq_at(p, '{'))
		return bx_fail(p->err, BX_E_UNSUPPORTED, xp_embed_token(p->part).pos,
					   "computed names of constructors are not supported");
	if (named)
		BX_TRY(xp_embed_name(p->part, kind == XQ_ELEMENT, &s->name));
	if (kind == XQ_PI && s->name.prefix.n + s->name.uri.n > 0)
		return xq_fail(p, s->pos, "name of a processing instruction has no namespace");
	BX_TRY(xq_expect(p, '{', "Expected \"{\"."));
	BX_TRY(xq_parse_enclosed(p, kind == XQ_ELEMENT, &s->parts));
	return xp_embed_next(p->part);
}

/*
 * Does the parenthesis at the cursor hold a constructor?  "<" behind "(" or ",", and "{", occur in no expression.  What
 * follows the first of them is not looked at: it may be no tokens.
 */
static BxStatus
holds_constructor(XqParser *p, bool *holds)
{
	uint32_t depth = 0;
	bool start = false;

	*holds = false;
	xp_embed_mark(p->part);
	for (;;)
	{
		XpEmbedToken t = xp_embed_token(p->part);

		*holds = t.kind == '{' || (start && t.kind == '<');
		depth += t.kind == '(';
		depth -= t.kind == ')';
		if (*holds || depth == 0 || t.kind == XP_EMBED_END || xp_embed_peek(p->part).kind == 0)
			break;
		start = t.kind == '(' || t.kind == ',';
		BX_TRY(xp_embed_next(p->part));
	}
	xp_embed_back(p->part);
	return BX_OK;
}

static BxStatus
parse_parts(XqParser *p, XqExpr **source)
{
	XqExpr *s = xq_expr_new(p, XQ_PARTS, xp_embed_token(p->part).pos);

	*source = s;
	if (s == NULL)
		return BX_E_NOMEM;
	BX_TRY(xp_embed_deeper(p->part));
	BX_TRY(xp_embed_next(p->part));
	BX_TRY(parse_members(p, ')', &s->parts));
	xp_embed_higher(p->part);
	return xp_embed_next(p->part);
}

BxStatus
xq_parse_expr(XqParser *p, XqExpr **source)
{
	XqKind kind;
	bool parts = false;
	BxStatus st;

	if (xq_at(p, '<'))
		return xq_parse_direct(p, source);
	if (xq_at(p, '('))
		BX_TRY(holds_constructor(p, &parts));
	if (parts)
		return parse_parts(p, source);
	BX_TRY(constructor(p, &kind));
	if (kind == XQ_EXPR)
		return parse_expr(p, false, source);
	BX_TRY(xp_embed_deeper(p->part));
	st = parse_computed(p, kind, source);
	xp_embed_higher(p->part);
	return st;
}
