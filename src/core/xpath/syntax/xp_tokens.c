/*
 * xp_tokens.c -- the cursor of the parser: the token it stands at, what is expected there, and the depth of nesting.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include "xp_hint.h"

#define TOKENS_PER_POLL 4096

void
xp_parse_init(XpParser *p, const char *text, uint32_t n, BxArena *arena, BxError *err)
{
	memset(p, 0, offsetof(XpParser, locals));
	p->arena = arena;
	p->err = err;
	xp_lex_init(&p->lx, text, n, err);
}

bool
xp_advance(XpParser *p)
{
	if (BX_UNLIKELY(++p->ticks == TOKENS_PER_POLL))
	{
		p->ticks = 0;
		p->status = bx_poll(p->arena->host);
		if (p->status != BX_OK)
		{
			bx_fail(p->err, p->status, -1, "canceled");
			return false;
		}
	}
	p->ends.token = p->cur.off + p->cur.len;
	p->status = xp_lex_next(&p->lx, &p->cur);
	return p->status == BX_OK;
}

uint32_t
xp_unexpected(XpParser *p, const char *detail)
{
	char buf[XP_SHOWN_MAX];

	if (p->cur.kind == XP_TOK_END)
		return xp_error(p, p->cur.pos, detail, "unexpected end of expression");
	(void) xp_error(p, p->cur.pos, detail, "unexpected \"%s\"",
					xp_shown(xp_source(p, p->cur.off), p->cur.len, buf));
	xp_hint_operator(p->err, bx_str(p->lx.s, p->lx.n), p->cur.off, p->cur.len);
	return 0;
}

bool
xp_expect(XpParser *p, uint8_t kind, const char *detail)
{
	if (p->cur.kind != kind)
		return xp_unexpected(p, detail);
	return xp_advance(p);
}

/* Is the token this name, without prefix? */
bool
xp_is_word(const XpParser *p, const XpToken *t, const char *word)
{
	return t->kind == XP_TOK_NAME && t->form == XP_FORM_PLAIN && t->local_len == strlen(word) &&
		   memcmp(xp_source(p, t->local), word, t->local_len) == 0;
}

bool
xp_expect_word(XpParser *p, const char *word, const char *detail)
{
	if (!xp_is_word(p, &p->cur, word))
		return xp_unexpected(p, detail);
	return xp_advance(p);
}

/* One level of nesting more; every true is followed by xp_leave, unless the parse fails anyway. */
bool
xp_enter(XpParser *p)
{
	const BxHost *host = p->arena->host;

	_Static_assert(XP_MAX_DEPTH == 512, "the message says it");
	/* the whole expression is the first level, and not nested */
	if (p->depth++ > XP_MAX_DEPTH)
		return xp_error(p, p->cur.pos, "At most 512 expressions may be nested.",
						"expression too deeply nested");
	if (host->stack_ok != NULL && !host->stack_ok(host->ctx))
	{
		p->status = bx_fail(p->err, BX_E_DEPTH, p->cur.pos, "expression too deeply nested for the stack");
		return false;
	}
	return true;
}

void
xp_leave(XpParser *p)
{
	p->depth--;
}
