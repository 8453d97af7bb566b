/*
 * xp_literal.c -- the text of string literals, and references to characters in them.
 */
#include "../../base/bx_core_int.h"
#include "xp_parse_int.h"

#include "../../base/bx_utf8.h"
#include "xp_embed.h"

/* The code point of a digit string in base 10 or 16; 0 when it is none or not a character. */
static uint32_t
parse_char_ref(const char *s, uint32_t n)
{
	uint32_t base = n > 0 && s[0] == 'x' ? 16 : 10;
	uint32_t i = base == 16 ? 1 : 0;
	uint32_t cp = 0;

	if (i == n)
		return 0;
	for (; i < n; i++)
	{
		int digit = bx_hex_digit(s[i]);

		if (digit < 0 || (uint32_t) digit >= base)
			return 0;
		cp = cp * base + (uint32_t) digit;
		if (cp > 0x10FFFF)
			return 0;
	}
	return bx_is_xml_char(cp) ? cp : 0;
}

uint32_t
xp_reference(const char *s, uint32_t n)
{
	static const struct
	{
		const char *name;
		uint32_t cp;
	} predefined[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
	unsigned i;

	if (n > 0 && s[0] == '#')
		return parse_char_ref(s + 1, n - 1);
	for (i = 0; i < sizeof(predefined) / sizeof(predefined[0]); i++)
		if (strlen(predefined[i].name) == n && memcmp(predefined[i].name, s, n) == 0)
			return predefined[i].cp;
	return 0;
}

/* The reference at *at (its "&"), which moves behind the ";". */
static uint32_t
parse_reference(XpParser *p, const XpToken *t, uint32_t *at, uint32_t end)
{
	const char *s = xp_source(p, *at);
	const char *semicolon = memchr(s, ';', end - *at);
	uint32_t len = semicolon == NULL ? end - *at : (uint32_t) (semicolon - s) + 1;
	uint32_t cp = semicolon == NULL ? 0 : xp_reference(s + 1, len - 2);
	char buf[XP_SHOWN_MAX];

	if (cp == 0)
		return xp_error(p, xp_lex_pos_in(&p->lx, t, *at),
						"Expected &amp; &lt; &gt; &quot; &apos; or a character reference.",
						"invalid reference \"%s\"", xp_shown(s, len, buf));
	*at += len;
	return cp;
}

static bool
add_code_point(XpParser *p, uint32_t cp)
{
	uint8_t bytes[4];
	unsigned n = bx_utf8_put(bytes, cp);
	unsigned i;

	for (i = 0; i < n; i++)
		if (!xp_add_char(p, (char) bytes[i]))
			return false;
	return true;
}

/* What the reference at *at (its "&") means, added; *at moves behind its ";". */
static bool
add_reference(XpParser *p, const XpToken *t, uint32_t *at, uint32_t end)
{
	uint32_t cp = parse_reference(p, t, at, end);

	return cp != 0 && add_code_point(p, cp);
}

/* One character of a literal from *at; XQuery has references there, and ends of lines are "\n". */
static bool
add_literal_char(XpParser *p, const XpToken *t, uint32_t *at, uint32_t end)
{
	const char *s = xp_source(p, *at);

	if (p->lx.xquery && *s == '&')
		return add_reference(p, t, at, end);
	*at += *s == *xp_source(p, t->off) ? 2 : 1;
	if (!p->lx.xquery || *s != '\r')
		return xp_add_char(p, *s);
	if (*at < end && s[1] == '\n')
		++*at;
	return xp_add_char(p, '\n');
}

/* Text of a literal as it is meant: doubled quotes made single. */
static bool
decode_literal(XpParser *p, const XpToken *t, XpSpan *span)
{
	uint32_t at = t->local, end = t->local + t->local_len;

	span->off = p->lx.n + p->extra_len;
	while (at < end)
		if (!add_literal_char(p, t, &at, end))
			return false;
	span->len = p->lx.n + p->extra_len - span->off;
	return true;
}

bool
xp_literal_text(XpParser *p, const XpToken *t, XpSpan *span)
{
	const char *s = xp_source(p, t->local);
	bool plain = !t->doubled;

	if (plain && p->lx.xquery)
		plain = memchr(s, '&', t->local_len) == NULL && memchr(s, '\r', t->local_len) == NULL;
	span->off = t->local;
	span->len = t->local_len;
	return plain || decode_literal(p, t, span);
}

/* ---- URIs ---- */

/* The next character of a URI's text from *at, references and doubled quotes decoded; 0 on error. */
static uint32_t
next_uri_char(XpParser *p, const XpToken *t, uint32_t *at, uint32_t end)
{
	const uint8_t *from = (const uint8_t *) xp_source(p, *at);
	const uint8_t *q = from;
	uint32_t cp;

	if (*from == '&')
		return parse_reference(p, t, at, end);
	cp = (uint32_t) bx_utf8_next(&q, (const uint8_t *) p->lx.s + end);
	*at += (uint32_t) (q - from);
	if (t->kind == XP_TOK_LITERAL && *from == (uint8_t) p->lx.s[t->off])
		++*at;
	return cp;
}

/* Decode and normalize; runs of white space become one space, at the ends none. */
static bool
decode_uri(XpParser *p, const XpToken *t, XpSpan raw, XpSpan *uri)
{
	uint32_t at = raw.off;
	uint32_t end = raw.off + raw.len;
	bool space = false;

	uri->off = p->lx.n + p->extra_len;
	while (at < end)
	{
		uint32_t cp = next_uri_char(p, t, &at, end);

		if (cp == 0)
			return false;
		if (bx_is_space((int) cp))
		{
			space = p->lx.n + p->extra_len > uri->off;
			continue;
		}
		if ((space && !xp_add_char(p, ' ')) || !add_code_point(p, cp))
			return false;
		space = false;
	}
	uri->len = p->lx.n + p->extra_len - uri->off;
	return true;
}

/* The URI written in a literal or in braces; mostly a piece of the source as it stands. */
bool
xp_uri_value(XpParser *p, const XpToken *t, XpSpan raw, XpSpan *uri)
{
	const char *s = xp_source(p, raw.off);
	bool plain = !t->doubled;
	uint32_t i;

	for (i = 0; plain && i < raw.len; i++)
		plain = s[i] != '&' && !bx_is_space(s[i]);
	if (!plain)
		return decode_uri(p, t, raw, uri);
	*uri = raw;
	return true;
}
