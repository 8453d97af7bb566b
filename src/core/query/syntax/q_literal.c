/*
 * q_literal.c -- values of literals: references to characters, ends of lines, URIs, numbers.
 */
#include "q_parse_int.h"

#include "../../base/bx_utf8.h"
#include "../../value/bx_value.h"

BxStatus
q_text_add(QParser *p, QText *t, const char *s, size_t n)
{
	if (n == 0)
		return BX_OK;
	if (t->cap - t->n < n)
	{
		size_t cap = t->cap < 32 ? 32 : t->cap * 2;
		char *grown;

		if (cap < t->n + n)
			cap = t->n + n;
		grown = bx_arena_grow(p->arena, t->s, t->n, cap);
		if (grown == NULL)
			return bx_fail_nomem(p->err, cap);
		t->s = grown;
		t->cap = cap;
	}
	memcpy(t->s + t->n, s, n);
	t->n += n;
	return BX_OK;
}

BxStatus
q_text_add_source(QParser *p, QText *t, uint32_t from, uint32_t to)
{
	while (from < to)
	{
		const char *cr = memchr(p->s + from, '\r', to - from);
		uint32_t end = cr != NULL ? (uint32_t) (cr - p->s) : to;

		BX_TRY(q_text_add(p, t, p->s + from, end - from));
		if (cr == NULL)
			return BX_OK;
		BX_TRY(q_text_add(p, t, "\n", 1));
		from = end + 1;
		if (from < to && p->s[from] == '\n')
			from++;
	}
	return BX_OK;
}

BxStatus
q_source_text(QParser *p, uint32_t from, uint32_t to, BxStr *text)
{
	QText t = {NULL, 0, 0};

	*text = bx_str(p->s + from, to - from);
	BX_TRY(bx_charge(p->host, text->n));
	if (text->n == 0 || memchr(text->s, '\r', text->n) == NULL)
		return BX_OK;
	BX_TRY(q_text_add_source(p, &t, from, to));
	*text = q_text_str(&t);
	return BX_OK;
}

/* Is it "#" and digits, whatever character they name? */
static bool
is_character_reference(const char *s, size_t n)
{
	bool hex = n > 1 && s[1] == 'x';
	size_t i = hex ? 2 : 1;

	if (n <= i || s[0] != '#')
		return false;
	for (; i < n; i++)
		if (hex ? bx_hex_digit(s[i]) < 0 : !bx_is_digit(s[i]))
			return false;
	return true;
}

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

/* What stands between "&" and ";", a character or predefined entity; 0 when it means nothing. */
static uint32_t
reference(const char *s, uint32_t n)
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

/* Bytes of the reference at off: "&", what may stand behind it, and ";" if it is there. */
static size_t
reference_length(const QParser *p, uint32_t off)
{
	uint32_t end = off + 1;

	while (bx_is_letter(q_byte(p, end)) || bx_is_digit(q_byte(p, end)) || q_byte(p, end) == '#')
		end++;
	return end + (q_byte(p, end) == ';') - off;
}

BxStatus
q_text_add_reference(QParser *p, QText *t, uint32_t *off)
{
	const char *s = p->s + *off;
	size_t len = reference_length(p, *off);
	bool whole = s[len - 1] == ';';
	uint32_t cp = whole ? reference(s + 1, (uint32_t) len - 2) : 0;
	char buf[Q_SHOWN_MAX];
	uint8_t bytes[4];

	if (cp == 0 && whole && is_character_reference(s + 1, len - 2))
		return q_fail(p, *off, "XQST0090", NULL, "\"%s\" is no character of XML",
					  q_shown(bx_str(s, len), buf));
	if (cp == 0)
		return q_fail(p, *off, "XPST0003", "Expected &amp; &lt; &gt; &quot; &apos; or a character reference.",
					  "invalid reference \"%s\"", q_shown(bx_str(s, len), buf));
	*off += (uint32_t) len;
	return q_text_add(p, t, (const char *) bytes, bx_utf8_put(bytes, cp));
}

static BxStatus
decode_string(QParser *p, const QToken *tok, QText *t)
{
	uint32_t at = tok->off + 1, end = tok->end - 1;
	char quote = p->s[tok->off];

	while (at < end)
	{
		uint32_t from = at;

		while (at < end && p->s[at] != '&' && p->s[at] != quote)
			at++;
		BX_TRY(q_text_add_source(p, t, from, at));
		from = at;
		if (at < end && p->s[at] == '&')
		{
			BX_TRY(q_text_add_reference(p, t, &at));
			if (at > end)
				return q_fail(p, from, "XPST0003", NULL, "invalid reference in a string literal");
		}
		else if (at < end)
		{
			BX_TRY(q_text_add(p, t, &quote, 1));
			at += 2;
		}
	}
	return BX_OK;
}

/* The literal of a path: a doubled quote is one; "&" and ends of lines are characters as others are. */
static BxStatus
undouble(QParser *p, BxStr s, char quote, QText *t)
{
	for (size_t from = 0; from < s.n;)
	{
		const char *hit = memchr(s.s + from, quote, s.n - from);
		size_t end = hit != NULL ? (size_t) (hit - s.s) + 1 : s.n;

		BX_TRY(q_text_add(p, t, s.s + from, end - from));
		from = hit != NULL ? end + 1 : end;
	}
	return BX_OK;
}

static BxStatus
string_value(QParser *p, const QToken *t, bool references, BxStr *s)
{
	QText text = {NULL, 0, 0};
	char quote = p->s[t->off];

	*s = t->local;
	if (s->n == 0)
		return BX_OK;
	if (memchr(s->s, quote, s->n) == NULL &&
		(!references || (memchr(s->s, '&', s->n) == NULL && memchr(s->s, '\r', s->n) == NULL)))
		return BX_OK;
	BX_TRY(references ? decode_string(p, t, &text) : undouble(p, t->local, quote, &text));
	*s = bx_str(text.s, text.n);
	return BX_OK;
}

BxStatus
q_string_value(QParser *p, const QToken *t, BxStr *s)
{
	return string_value(p, t, p->mode != Q_MODE_PATH, s);
}

BxStatus
q_string(QParser *p, const char *detail, BxStr *s)
{
	if (p->tok.kind != Q_TOK_STRING)
		return q_unexpected(p, detail);
	BX_TRY(q_string_value(p, &p->tok, s));
	return q_advance(p);
}

BxStatus
q_collapse(QParser *p, BxStr *s)
{
	QText text = {NULL, 0, 0};
	const char *at = s->s, *end = s->s + s->n;
	size_t i, from;

	while (at < end && ((uint8_t) *at > ' ' || !bx_is_space(*at)))
		at++;
	if (at == end)
		return BX_OK;
	*s = bx_str_trim(*s);
	for (i = 0; i < s->n;)
	{
		for (from = i; i < s->n && !bx_is_space(s->s[i]);)
			i++;
		BX_TRY(q_text_add(p, &text, s->s + from, i - from));
		if (i < s->n)
			BX_TRY(q_text_add(p, &text, " ", 1));
		while (i < s->n && bx_is_space(s->s[i]))
			i++;
	}
	*s = bx_str(text.s, text.n);
	return BX_OK;
}

BxStatus
q_uri_literal(QParser *p, const char *detail, BxStr *uri)
{
	if (p->tok.kind != Q_TOK_STRING)
		return q_unexpected(p, detail);
	BX_TRY(string_value(p, &p->tok, true, uri));
	BX_TRY(q_advance(p));
	return q_collapse(p, uri);
}

BxStatus
q_braced_uri(QParser *p, BxStr raw, BxStr *uri)
{
	uint32_t at = (uint32_t) (raw.s - p->s), end = at + (uint32_t) raw.n;
	QText text = {NULL, 0, 0};

	*uri = raw;
	if (raw.n > 0 && memchr(raw.s, '&', raw.n) != NULL)
	{
		while (at < end)
			if (p->s[at] == '&')
				BX_TRY(q_text_add_reference(p, &text, &at));
			else
				BX_TRY(q_text_add(p, &text, p->s + at++, 1));
		if (at > end)
			return q_fail(p, end, "XPST0003", NULL, "invalid reference in a namespace URI");
		*uri = bx_str(text.s, text.n);
	}
	return q_collapse(p, uri);
}

BxStatus
q_number(QParser *p, XdItem *value)
{
	const char *s = p->s + p->tok.off;
	size_t n = p->tok.end - p->tok.off;
	AtDecimal d;
	AtDecimalResult result;
	double number;

	if (q_in_path(p))
	{
		*value = at_double_item(bx_number_from_text(s, n));
		return BX_OK;
	}
	if (p->tok.kind == Q_TOK_DOUBLE)
	{
		if (!bx_number_from_scientific(s, n, &number))
			return q_unexpected(p, "Expected a number.");
		*value = at_double_item(number);
		return BX_OK;
	}
	BX_TRY(bx_charge(p->host, n * 8));
	result = at_decimal_read(p->arena, s, n, &d);
	if (result == AT_DECIMAL_MEMORY)
		return bx_fail_nomem(p->err, n);
	if (result != AT_DECIMAL_OK)
		return q_fail(p, p->tok.off, "FOAR0002", NULL, "a number with too many digits");
	*value = at_decimal_item(p->tok.kind == Q_TOK_INTEGER ? AT_INTEGER : AT_DECIMAL, &d);
	return BX_OK;
}
