/*
 * bx_update_source.c -- sources of new content: sequences, computed constructors, expressions.
 */
#include "bx_update_int.h"

UpSource *
bx_up_source(UpParser *p, UpSourceKind kind, uint32_t pos)
{
	UpSource *s = bx_arena_zalloc(p->arena, sizeof(UpSource));

	if (s == NULL)
	{
		bx_fail_nomem(p->err, sizeof(UpSource));
		return NULL;
	}
	s->kind = (uint8_t) kind;
	s->pos = pos;
	return s;
}

/* Is the token behind the next one, which is there, a "{"? */
static BxStatus
brace_follows(UpParser *p, bool *follows)
{
	xp_embed_mark(p->part);
	BX_TRY(xp_embed_next(p->part));
	*follows = xp_embed_peek(p->part).kind == '{';
	xp_embed_back(p->part);
	return BX_OK;
}

/* Kind of the computed constructor at the cursor; UP_EXPR for none. */
static BxStatus
constructor(UpParser *p, UpSourceKind *kind)
{
	static const struct
	{
		const char *word;
		UpSourceKind kind;
		bool named;
	} words[] = {
		{"element", UP_ELEMENT, true},  {"attribute", UP_ATTRIBUTE, true},       {"text", UP_TEXT, false},
		{"comment", UP_COMMENT, false}, {"processing-instruction", UP_PI, true},
	};
	unsigned next = bx_up_at(p, XP_EMBED_NAME) ? xp_embed_peek(p->part).kind : 0;
	bool brace = next == '{';
	size_t i;

	*kind = UP_EXPR;
	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if ((brace || (words[i].named && next == XP_EMBED_NAME)) && bx_up_at_word(p, words[i].word))
		{
			if (!brace)
				BX_TRY(brace_follows(p, &brace));
			*kind = brace ? words[i].kind : UP_EXPR;
			break;
		}
	return BX_OK;
}

static BxStatus
parse_expr(UpParser *p, bool many, UpSource **source)
{
	UpSource *s = bx_up_source(p, UP_EXPR, xp_embed_token(p->part).pos);

	*source = s;
	if (s == NULL)
		return BX_E_NOMEM;
	return xp_embed_expr(p->part, many, &s->root);
}

/* Members separated by commas up to a closing token, which the cursor is left on. */
static BxStatus
parse_members(UpParser *p, char close, UpSource **first)
{
	UpSource **last = first;

	*first = NULL;
	if (bx_up_at(p, (unsigned char) close))
		return BX_OK;
	for (;;)
	{
		BX_TRY(bx_up_parse_source(p, last));
		last = &(*last)->next;
		if (!bx_up_at(p, ','))
			break;
		BX_TRY(xp_embed_next(p->part));
	}
	if (!bx_up_at(p, (unsigned char) close))
		return xp_embed_unexpected(p->part, close == '}' ? "Expected an operator, \",\" or \"}\"."
														 : "Expected an operator, \",\" or \")\".");
	return BX_OK;
}

BxStatus
bx_up_parse_enclosed(UpParser *p, bool content, UpSource **source)
{
	*source = NULL;
	if (bx_up_at(p, '}'))
		return BX_OK;
	if (content)
	{
		*source = bx_up_source(p, UP_ENCLOSED, xp_embed_token(p->part).pos);
		return *source != NULL ? parse_members(p, '}', &(*source)->parts) : BX_E_NOMEM;
	}
	BX_TRY(parse_expr(p, true, source));
	return bx_up_at(p, '}') ? BX_OK : xp_embed_unexpected(p->part, "Expected an operator, \",\" or \"}\".");
}

static BxStatus
parse_computed(UpParser *p, UpSourceKind kind, UpSource **source)
{
	UpSource *s = bx_up_source(p, kind, xp_embed_token(p->part).pos);
	bool named = kind == UP_ELEMENT || kind == UP_ATTRIBUTE || kind == UP_PI;

	*source = s;
	if (s == NULL)
		return BX_E_NOMEM;
	BX_TRY(xp_embed_next(p->part));
	if (named && bx_up_at(p, '{'))
		return bx_fail(p->err, BX_E_UNSUPPORTED, xp_embed_token(p->part).pos,
					   "computed names of constructors are not supported");
	if (named)
		BX_TRY(xp_embed_name(p->part, kind == UP_ELEMENT, &s->name));
	if (kind == UP_PI && s->name.prefix.n + s->name.uri.n > 0)
		return bx_up_fail(p, s->pos, "name of a processing instruction has no namespace");
	BX_TRY(bx_up_expect(p, '{', "Expected \"{\"."));
	BX_TRY(bx_up_parse_enclosed(p, kind == UP_ELEMENT, &s->parts));
	return xp_embed_next(p->part);
}

/*
 * Does the parenthesis at the cursor hold a constructor?  "<" behind "(" or ",", and "{", occur in no expression.  What
 * follows the first of them is not looked at: it may be no tokens.
 */
static BxStatus
holds_constructor(UpParser *p, bool *holds)
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
parse_parts(UpParser *p, UpSource **source)
{
	UpSource *s = bx_up_source(p, UP_PARTS, xp_embed_token(p->part).pos);

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
bx_up_parse_source(UpParser *p, UpSource **source)
{
	UpSourceKind kind;
	bool parts = false;
	BxStatus st;

	if (bx_up_at(p, '<'))
		return bx_up_parse_direct(p, source);
	if (bx_up_at(p, '('))
		BX_TRY(holds_constructor(p, &parts));
	if (parts)
		return parse_parts(p, source);
	BX_TRY(constructor(p, &kind));
	if (kind == UP_EXPR)
		return parse_expr(p, false, source);
	BX_TRY(xp_embed_deeper(p->part));
	st = parse_computed(p, kind, source);
	xp_embed_higher(p->part);
	return st;
}
