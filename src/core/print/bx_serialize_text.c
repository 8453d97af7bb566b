/*
 * bx_serialize_text.c -- characters of text and attributes: references, character maps, CDATA sections, escaped URIs.
 */
#include "bx_serialize_int.h"

#include "../base/bx_utf8.h"

#include <stdio.h>

static char
small(char c)
{
	return bx_is_letter(c) ? (char) (c | 0x20) : c;
}

bool
bx_serial_equal(BxStr a, BxStr b)
{
	size_t i;

	if (a.n != b.n)
		return false;
	for (i = 0; i < a.n; i++)
		if (small(a.s[i]) != small(b.s[i]))
			return false;
	return true;
}

bool
bx_serial_same(BxStr name, const char *word)
{
	return bx_serial_equal(name, bx_str(word, strlen(word)));
}

bool
bx_serial_among(BxStr name, const char *const *list)
{
	for (; *list != NULL; list++)
		if (bx_serial_same(name, *list))
			return true;
	return false;
}

/* What the map has for a character; NULL: nothing. */
static const BxCharMap *
mapped(const BxSerialOptions *opt, uint32_t cp)
{
	uint32_t lo = 0, hi = opt->n_map;

	while (lo < hi)
	{
		uint32_t mid = (lo + hi) / 2;

		if (opt->map[mid].cp < cp)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < opt->n_map && opt->map[lo].cp == cp ? &opt->map[lo] : NULL;
}

static BxStatus
reference(BxSerial *s, uint32_t cp)
{
	char text[16];

	/* HTML has decimal ones */
	snprintf(text, sizeof(text), s->opt->method == BX_METHOD_HTML ? "&#%u;" : "&#x%X;", cp);
	return bx_serial_puts(s, text);
}

/* Must it be a reference wherever it stands? */
static bool
is_unwritable(const BxSerialOptions *opt, uint32_t cp)
{
	return cp > opt->max_char && opt->max_char > 0;
}

static BxStatus
control(BxSerial *s, uint32_t cp)
{
	return bx_fail_code(s->err, BX_E_XPTYPE, -1, "SERE0014", "HTML cannot have the character U+%04X", cp);
}

static BxStatus
lacking(BxSerial *s, uint32_t cp)
{
	return bx_fail_code(s->err, BX_E_XPTYPE, -1, "SERE0008",
						"character U+%04X is not in the encoding, and cannot be a reference here", cp);
}

/* Is it a reference, since a reader would change it? */
static bool
is_changed(uint32_t cp, bool attribute)
{
	return cp == '\r' || cp == 0x2028 || ((cp == '\t' || cp == '\n') && attribute);
}

/* A character as markup; NULL: it can stand as it is. */
static const char *
entity(const BxSerial *s, uint32_t cp, bool attribute, bool html)
{
	switch (cp)
	{
		case '&': return "&amp;";
		case '<': return attribute && html ? NULL : "&lt;";
		case '>': return "&gt;";
		case '"': return attribute ? "&quot;" : NULL;
		case 0xA0: return s->opt->method == BX_METHOD_HTML && html ? "&nbsp;" : NULL;
		default: return NULL;
	}
}

static BxStatus
one_char(BxSerial *s, BxStr bytes, uint32_t cp, bool attribute, bool html, bool ampersand)
{
	const BxCharMap *map = s->opt->n_map > 0 && !s->unmapped ? mapped(s->opt, cp) : NULL;
	const char *name;

	if (map != NULL)
		return bx_serial_put(s, map->text);
	if (s->opt->method == BX_METHOD_TEXT)
		return is_unwritable(s->opt, cp) ? lacking(s, cp) : bx_serial_put(s, bytes);
	if (cp >= 0x7F && cp <= 0x9F)
		return s->opt->method == BX_METHOD_HTML && !s->opt->html5 ? control(s, cp) : reference(s, cp);
	name = ampersand ? NULL : entity(s, cp, attribute, html);
	if (name != NULL)
		return bx_serial_puts(s, name);
	return is_unwritable(s->opt, cp) || is_changed(cp, attribute) ? reference(s, cp)
																  : bx_serial_put(s, bytes);
}

/* The next character, and its bytes. */
static uint32_t
next_char(BxStr *text, BxStr *bytes)
{
	const uint8_t *p = (const uint8_t *) text->s;
	int32_t cp = bx_utf8_next(&p, (const uint8_t *) text->s + text->n);
	size_t n = (size_t) ((const char *) p - text->s);

	if (cp < 0 || n == 0)
		n = 1;
	*bytes = bx_str(text->s, n);
	text->s += n;
	text->n -= n;
	return cp < 0 ? 0xFFFD : (uint32_t) cp;
}

BxStatus
bx_serial_plain(BxSerial *s, BxStr text)
{
	BxStr rest = text, bytes;

	while (s->opt->max_char > 0 && rest.n > 0)
	{
		uint32_t cp = next_char(&rest, &bytes);

		if (is_unwritable(s->opt, cp))
			return lacking(s, cp);
	}
	return bx_serial_put(s, text);
}

/* A section that cannot hold "]]>" nor characters that the encoding lacks. */
static BxStatus
cdata(BxSerial *s, BxStr text)
{
	bool inside = false;
	BxStr bytes;

	while (text.n > 0)
	{
		bool end = text.n >= 3 && memcmp(text.s, "]]>", 3) == 0;
		uint32_t cp = next_char(&text, &bytes);
		bool outside = is_unwritable(s->opt, cp);

		if (inside && outside)
			BX_TRY(bx_serial_puts(s, "]]>"));
		if (!inside && !outside)
			BX_TRY(bx_serial_puts(s, "<![CDATA["));
		inside = !outside;
		if (end)
		{
			BX_TRY(bx_serial_puts(s, "]]]]><![CDATA[>"));
			text.s += 2;
			text.n -= 2;
		}
		else
			BX_TRY(outside ? reference(s, cp) : bx_serial_put(s, bytes));
	}
	return inside ? bx_serial_puts(s, "]]>") : BX_OK;
}

BxStatus
bx_serial_text(BxSerial *s, BxStr text)
{
	const BxSerialOpen *in = &s->open[s->level];
	BxStr bytes;

	BX_TRY(bx_charge(s->host, text.n));
	if (in->raw && s->opt->n_map == 0)
		return bx_serial_plain(s, text);
	if (in->cdata)
		return cdata(s, text);
	while (text.n > 0)
	{
		uint32_t cp = next_char(&text, &bytes);

		if (in->raw && mapped(s->opt, cp) == NULL)
			BX_TRY(bx_serial_plain(s, bytes));
		else
			BX_TRY(one_char(s, bytes, cp, false, in->facts & BX_SERIAL_HTML, false));
	}
	return BX_OK;
}

/* A byte of a URI that is not printable ASCII. */
static BxStatus
escape_bytes(BxSerial *s, BxStr bytes)
{
	char text[8];
	size_t i;

	for (i = 0; i < bytes.n; i++)
	{
		snprintf(text, sizeof(text), "%%%02X", (uint8_t) bytes.s[i]);
		BX_TRY(bx_serial_puts(s, text));
	}
	return BX_OK;
}

BxStatus
bx_serial_attribute(BxSerial *s, BxStr text, bool html, bool uri)
{
	bool unmapped = s->unmapped;
	BxStr bytes;

	/* character maps do not apply to what is escaped as a URI (section 11) */
	s->unmapped |= uri;
	BX_TRY(bx_charge(s->host, text.n));
	while (text.n > 0)
	{
		uint32_t cp = next_char(&text, &bytes);
		/* HTML: "&{" is not escaped (appendix B.7.1.1) */
		bool ampersand =
			html && s->opt->method == BX_METHOD_HTML && cp == '&' && text.n > 0 && text.s[0] == '{';

		if (uri && cp > 0x7E)
			BX_TRY(escape_bytes(s, bytes));
		else
			BX_TRY(one_char(s, bytes, cp, true, html && s->opt->method == BX_METHOD_HTML, ampersand));
	}
	s->unmapped = unmapped;
	return BX_OK;
}
