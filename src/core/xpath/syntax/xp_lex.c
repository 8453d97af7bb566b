/*
 * xp_lex.c -- cut a path expression into tokens (Recommendation section 3.7), and word its errors.
 *
 * Beyond XPath 1.0: comments "(: ... :)", which nest; a quote doubled inside a literal; names in the forms "*:x"
 * and "Q{uri}x".  None of them can begin or continue a valid XPath 1.0 expression, so nothing changes meaning.
 */
#include "../../base/bx_core_int.h"
#include "xp_ast.h"
#include "xp_lex_int.h"

#include <stdarg.h>
#include <stdio.h>

#include "../../base/bx_utf8.h"
#include "xp_hint.h"

#define SHOWN_BYTES 40

BxStatus
xp_fail(BxError *err, uint32_t pos, const char *detail, const char *fmt, ...)
{
	char what[BX_MSG_MAX];
	va_list ap;

	if (err == NULL)
		return BX_E_XPATH;
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	bx_fail(err, BX_E_XPATH, pos, XP_INVALID "%s", what);
	if (detail != NULL)
		snprintf(err->detail, sizeof(err->detail), "%s", detail);
	return BX_E_XPATH;
}

const char *
xp_shown(const char *s, size_t n, char *buf)
{
	size_t len = n;

	if (n > SHOWN_BYTES)
	{
		len = SHOWN_BYTES;
		while (len > 0 && ((uint8_t) s[len] & 0xC0) == 0x80)
			len--;
	}
	memcpy(buf, s, len);
	memcpy(buf + len, "...", 4);
	if (len == n)
		buf[len] = '\0';
	return buf;
}

void
xp_lex_init(XpLexer *lx, const char *s, uint32_t n, BxError *err)
{
	lx->s = s;
	lx->n = n;
	lx->at = 0;
	lx->pos_off = 0;
	lx->pos = 1;
	lx->xquery = false;
	lx->err = err;
}

/* Position of a byte not before the last one asked for, so that all calls together read the source once. */
static uint32_t
position(XpLexer *lx, uint32_t off)
{
	lx->pos += (uint32_t) bx_utf8_length((const uint8_t *) lx->s + lx->pos_off, off - lx->pos_off);
	lx->pos_off = off;
	return lx->pos;
}

uint32_t
xp_lex_pos_in(const XpLexer *lx, const XpToken *t, uint32_t off)
{
	return t->pos + (uint32_t) bx_utf8_length((const uint8_t *) lx->s + t->off, off - t->off);
}

/* The byte at off, 0 behind the end: no token holds a 0. */
static inline uint8_t
byte_at(const XpLexer *lx, uint32_t off)
{
	return off < lx->n ? (uint8_t) lx->s[off] : 0;
}

static inline bool
is_ascii_name_start(uint8_t c)
{
	return bx_is_letter(c) || c == '_';
}

/* End of the white space at off. */
static uint32_t
space_end(const XpLexer *lx, uint32_t off)
{
	while (bx_is_space(byte_at(lx, off)))
		off++;
	return off;
}

/* End of the comment at off, 0 when it is not closed. */
static uint32_t
comment_end(const XpLexer *lx, uint32_t off)
{
	uint32_t open = 0;

	while (off + 1 < lx->n)
	{
		if (lx->s[off] == '(' && lx->s[off + 1] == ':')
			open++;
		else if (lx->s[off] == ':' && lx->s[off + 1] == ')')
			open--;
		else
		{
			off++;
			continue;
		}
		off += 2;
		if (open == 0)
			return off;
	}
	return 0;
}

static BxStatus
skip_space(XpLexer *lx)
{
	for (;;)
	{
		uint32_t end;

		lx->at = space_end(lx, lx->at);
		if (byte_at(lx, lx->at) != '(' || byte_at(lx, lx->at + 1) != ':')
			return BX_OK;
		end = comment_end(lx, lx->at);
		if (end == 0)
			return xp_fail(lx->err, position(lx, lx->at), "Expected \":)\" after \"(:\".",
						   "unterminated comment");
		lx->at = end;
	}
}

/* A character that no token starts with, or a token broken off. */
static BxStatus
fail_char(XpLexer *lx, uint32_t off, const char *detail)
{
	const uint8_t *p = (const uint8_t *) lx->s + off;
	const uint8_t *end = (const uint8_t *) lx->s + lx->n;
	char buf[XP_SHOWN_MAX];
	size_t n;

	if (off >= lx->n)
		return xp_fail(lx->err, position(lx, lx->n), detail, "unexpected end of expression");
	bx_utf8_next(&p, end);
	n = (size_t) (p - (const uint8_t *) lx->s) - off;
	xp_fail(lx->err, position(lx, off), detail, "unexpected \"%s\"", xp_shown(lx->s + off, n, buf));
	xp_hint_operator(lx->err, bx_str(lx->s, lx->n), off, n);
	return BX_E_XPATH;
}

/* End of the NCName at off; off itself when there is none. */
static uint32_t
ncname_end(const XpLexer *lx, uint32_t off)
{
	const uint8_t *start = (const uint8_t *) lx->s + off;
	const uint8_t *end = (const uint8_t *) lx->s + lx->n;
	const uint8_t *p = start;

	while (p < end)
	{
		const uint8_t *before = p;
		int32_t cp = *p;

		if (is_ascii_name_start(*p))
		{
			p++;
			continue;
		}
		cp = bx_utf8_next(&p, end);
		if (cp < 0 || (before == start ? !bx_is_name_start((uint32_t) cp) : !bx_is_name_char((uint32_t) cp)))
		{
			p = before;
			break;
		}
	}
	return (uint32_t) (p - (const uint8_t *) lx->s);
}

/* The local part at off, "*" included; false when neither is there. */
static bool
lex_local(XpLexer *lx, XpToken *t, uint32_t off)
{
	uint32_t end = ncname_end(lx, off);

	t->local = off;
	t->local_len = end - off;
	if (end == off && byte_at(lx, off) == '*')
	{
		t->any_local = true;
		end++;
	}
	lx->at = end;
	return end > off;
}

/* "Q{uri}x" with off at the "Q". */
static BxStatus
lex_braced(XpLexer *lx, XpToken *t, uint32_t off)
{
	uint32_t end = off + 2;

	while (end < lx->n && lx->s[end] != '}' && lx->s[end] != '{')
		end++;
	if (byte_at(lx, end) != '}')
		return fail_char(lx, end, "Expected \"}\" after the namespace URI.");
	t->form = XP_FORM_BRACED;
	t->prefix = off + 2;
	t->prefix_len = end - t->prefix;
	if (!lex_local(lx, t, end + 1))
		return fail_char(lx, end + 1, "Expected a local name or \"*\" after the namespace URI.");
	return BX_OK;
}

/* Any form of name but "*:x"; a ":" that does not continue it is left for the next token. */
static BxStatus
lex_qname(XpLexer *lx, XpToken *t, uint32_t off)
{
	XpToken plain;

	if (byte_at(lx, off) == 'Q' && byte_at(lx, off + 1) == '{')
		return lex_braced(lx, t, off);
	lx->at = ncname_end(lx, off);
	if (lx->at == off)
		return fail_char(lx, off,
						 t->kind == XP_TOK_VARIABLE ? "Expected a variable name after \"$\"." : NULL);
	t->local = off;
	t->local_len = lx->at - off;
	if (byte_at(lx, lx->at) != ':')
		return BX_OK;
	plain = *t;
	if (!lex_local(lx, t, lx->at + 1))
	{
		*t = plain;
		lx->at = off + t->local_len;
		return BX_OK;
	}
	t->form = XP_FORM_PREFIXED;
	t->prefix = plain.local;
	t->prefix_len = plain.local_len;
	return BX_OK;
}

/* Note whether "(" or "::" comes next; white space read here is not read again. */
static BxStatus
look_behind_name(XpLexer *lx, XpToken *t)
{
	BxStatus st;

	t->len = lx->at - t->off;
	st = skip_space(lx);
	if (st != BX_OK)
		return st;
	if (byte_at(lx, lx->at) == '(' || byte_at(lx, lx->at) == '$')
		t->follow = byte_at(lx, lx->at);
	else if (byte_at(lx, lx->at) == ':' && byte_at(lx, lx->at + 1) == ':')
		t->follow = ':';
	return BX_OK;
}

static BxStatus
lex_name(XpLexer *lx, XpToken *t)
{
	BxStatus st;

	t->kind = XP_TOK_NAME;
	st = lex_qname(lx, t, t->off);
	return st == BX_OK ? look_behind_name(lx, t) : st;
}

/* "*" or "*:x". */
static BxStatus
lex_star(XpLexer *lx, XpToken *t)
{
	uint32_t end = t->off + 1;

	if (byte_at(lx, end) == ':')
		end = ncname_end(lx, t->off + 2);
	if (end <= t->off + 2)
	{
		t->kind = '*';
		lx->at = t->off + 1;
		return BX_OK;
	}
	t->kind = XP_TOK_NAME;
	t->form = XP_FORM_ANY_NS;
	t->local = t->off + 2;
	t->local_len = end - t->local;
	lx->at = end;
	return look_behind_name(lx, t);
}

static BxStatus
lex_variable(XpLexer *lx, XpToken *t)
{
	BxStatus st;

	t->kind = XP_TOK_VARIABLE;
	st = lex_qname(lx, t, t->off + 1);
	if (st == BX_OK && t->any_local)
		return fail_char(lx, lx->at - 1, "Expected the local name of a variable.");
	return st;
}

/* Is it one of the operators of XPath 1.0, where a name may touch the number before it? */
static bool
may_touch(const char *s, uint32_t n)
{
	static const char *const words[] = {"or", "and", "div", "mod"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (bx_str_is(bx_str(s, n), words[i]))
			return true;
	return false;
}

/*
 * Digits ('.' Digits?)? | '.' Digits.  From XPath 2.0 on white space is between a number and a name (A.2.2): words that
 * XPath 1.0 does not have follow that rule.
 */
static BxStatus
lex_number(XpLexer *lx, XpToken *t)
{
	char buf[XP_SHOWN_MAX];
	uint32_t at = t->off, end;

	while (bx_is_digit(byte_at(lx, at)))
		at++;
	if (byte_at(lx, at) == '.')
		at++;
	while (bx_is_digit(byte_at(lx, at)))
		at++;
	t->kind = XP_TOK_NUMBER;
	lx->at = at;
	end = ncname_end(lx, at);
	if (end > at && !may_touch(lx->s + at, end - at))
		return xp_fail(lx->err, position(lx, at), "Expected white space between a number and a name.",
					   "unexpected \"%s\"", xp_shown(lx->s + at, end - at, buf));
	return BX_OK;
}

static BxStatus
lex_literal(XpLexer *lx, XpToken *t)
{
	char quote = lx->s[t->off];
	uint32_t at = t->off + 1;

	for (;;)
	{
		const char *hit = memchr(lx->s + at, quote, lx->n - at);

		if (hit == NULL)
			return xp_fail(lx->err, t->pos, quote == '"' ? "Expected a closing \"." : "Expected a closing '.",
						   "unterminated string literal");
		at = (uint32_t) (hit - lx->s) + 1;
		if (byte_at(lx, at) != (uint8_t) quote)
			break;
		t->doubled = true;
		at++;
	}
	t->kind = XP_TOK_LITERAL;
	t->local = t->off + 1;
	t->local_len = at - t->off - 2;
	lx->at = at;
	return BX_OK;
}

static BxStatus
take(XpLexer *lx, XpToken *t, unsigned kind, uint32_t len)
{
	t->kind = (uint8_t) kind;
	lx->at = t->off + len;
	return BX_OK;
}

static BxStatus
lex_symbol(XpLexer *lx, XpToken *t)
{
	uint8_t c = byte_at(lx, t->off);
	uint8_t d = byte_at(lx, t->off + 1);

	switch (c)
	{
		case '/': return d == '/' ? take(lx, t, XP_TOK_SLASHES, 2) : take(lx, t, c, 1);
		case '.': return d == '.' ? take(lx, t, XP_TOK_PARENT, 2) : take(lx, t, c, 1);
		case '<': return d == '=' ? take(lx, t, XP_TOK_LE, 2) : take(lx, t, c, 1);
		case '>': return d == '=' ? take(lx, t, XP_TOK_GE, 2) : take(lx, t, c, 1);
		case '!':
			if (d == '=')
				return take(lx, t, XP_TOK_NE, 2);
			return fail_char(lx, t->off, "Expected \"=\" after \"!\".");
		case ':':
			if (d == ':')
				return take(lx, t, XP_TOK_COLONS, 2);
			if (d == '=')
				return take(lx, t, XP_TOK_ASSIGN, 2);
			return fail_char(lx, t->off, "No white space is allowed around the \":\" of a name.");
		case '|': return d == '|' ? fail_char(lx, t->off + 1, NULL) : take(lx, t, c, 1);
		case '(':
		case ')':
		case '[':
		case ']':
		case '@':
		case ',':
		case '+':
		case '-':
		case '=':
		case ';': return take(lx, t, c, 1);
		case '{':
		case '}': return lx->xquery ? take(lx, t, c, 1) : fail_char(lx, t->off, NULL);
		default: return fail_char(lx, t->off, NULL);
	}
}

/* The token that starts with the byte c; names first, they are the most common. */
static BxStatus
lex_token(XpLexer *lx, XpToken *t, uint8_t c)
{
	if (is_ascii_name_start(c) || c >= 0x80)
		return lex_name(lx, t);
	if (bx_is_digit(c) || (c == '.' && bx_is_digit(byte_at(lx, t->off + 1))))
		return lex_number(lx, t);
	if (c == '"' || c == '\'')
		return lex_literal(lx, t);
	if (c == '$')
		return lex_variable(lx, t);
	if (c == '*')
		return lex_star(lx, t);
	return lex_symbol(lx, t);
}

BxStatus
xp_lex_next(XpLexer *lx, XpToken *t)
{
	BxStatus st = skip_space(lx);

	if (st != BX_OK)
		return st;
	memset(t, 0, sizeof(*t));
	t->off = lx->at;
	t->pos = position(lx, lx->at);
	if (lx->at >= lx->n)
	{
		t->kind = XP_TOK_END;
		return BX_OK;
	}
	st = lex_token(lx, t, byte_at(lx, lx->at));
	/* a name has its length already: the space behind it was skipped */
	if (t->len == 0)
		t->len = lx->at - t->off;
	return st;
}
