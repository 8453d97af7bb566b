/*
 * xp_parse.c -- xp_compile: from the text of a path to its block; tokens and errors for the parser's other files.
 *
 * Recursive descent: xp_prolog.c reads the declarations, xp_expr.c operators and primary expressions, xp_step.c
 * location paths, xp_block.c collects nodes and lays out the block.  Chains of operators and steps are loops;
 * only real nesting recurses, counted by xp_enter.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include "../../base/bx_utf8.h"

#define TOKENS_PER_POLL 4096

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
	p->status = xp_lex_next(&p->lx, &p->cur);
	return p->status == BX_OK;
}

uint32_t
xp_unexpected(XpParser *p, const char *detail)
{
	char buf[XP_SHOWN_MAX];

	if (p->cur.kind == XP_TOK_END)
		return xp_error(p, p->cur.pos, detail, "unexpected end of expression");
	return xp_error(p, p->cur.pos, detail, "unexpected \"%s\"",
					xp_shown(xp_source(p, p->cur.off), p->cur.len, buf));
}

bool
xp_expect(XpParser *p, uint8_t kind, const char *detail)
{
	if (p->cur.kind != kind)
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

/* Is the token this name, without prefix? */
bool
xp_is_word(const XpParser *p, const XpToken *t, const char *word)
{
	return t->kind == XP_TOK_NAME && t->form == XP_FORM_PLAIN && t->local_len == strlen(word) &&
		   memcmp(xp_source(p, t->local), word, t->local_len) == 0;
}

/* Length and encoding of the source: the lexer trusts both. */
BxStatus
xp_check_source(const char *text, size_t n, BxError *err)
{
	const uint8_t *s = (const uint8_t *) text;
	const uint8_t *at;
	size_t bad = 0;
	uint32_t pos;

	_Static_assert(XP_MAX_SOURCE == 1048576, "the message says it");
	if (n > XP_MAX_SOURCE)
	{
		pos = (uint32_t) bx_utf8_length(s, XP_MAX_SOURCE) + 1;
		return xp_fail(err, pos, "At most 1048576 bytes are allowed.", "expression too long");
	}
	if (bx_utf8_is_xml(s, n, &bad))
		return BX_OK;
	at = s + bad;
	pos = (uint32_t) bx_utf8_length(s, bad) + 1;
	if (bx_utf8_next(&at, s + n) < 0)
		return bx_fail(err, BX_E_ENCODING, pos, "invalid byte 0x%02x in an XPath expression", s[bad]);
	return xp_fail(err, pos, "The character is not one that XML allows.", "invalid character");
}

/* Prolog, expression, end; the root node. */
static uint32_t
parse_all(XpParser *p)
{
	uint32_t root;

	if (!xp_advance(p) || !xp_parse_prolog(p))
		return 0;
	root = xp_parse_expr(p);
	if (root != 0 && p->cur.kind != XP_TOK_END)
		return xp_unexpected(p, "Expected an operator or the end of the expression.");
	return root;
}

void
xp_parse_init(XpParser *p, const char *text, uint32_t n, BxArena *arena, BxError *err)
{
	memset(p, 0, sizeof(*p));
	p->arena = arena;
	p->err = err;
	xp_lex_init(&p->lx, text, n, err);
}

BxStatus
xp_compile(const char *text, size_t n, size_t reserve, BxArena *arena, XpBlock **block, BxError *err)
{
	return xp_compile_bound(text, n, NULL, 0, reserve, arena, block, err);
}

BxStatus
xp_compile_bound(const char *text, size_t n, const XpPrefix *prefixes, uint32_t n_prefixes, size_t reserve,
				 BxArena *arena, XpBlock **block, BxError *err)
{
	BxStatus st = xp_check_source(text, n, err);
	XpParser p;
	uint32_t root;

	*block = NULL;
	if (st != BX_OK)
		return st;
	if (n_prefixes > XP_MAX_BINDINGS)
		return xp_fail(err, 1, NULL, "more than %d namespace declarations", XP_MAX_BINDINGS);
	xp_parse_init(&p, text, (uint32_t) n, arena, err);
	p.outer = prefixes;
	p.n_outer = n_prefixes;
	if (!xp_build_init(&p))
		return p.status;
	root = parse_all(&p);
	if (root == 0)
		return p.status;
	*block = xp_build_block(&p, root, reserve);
	return p.status;
}
