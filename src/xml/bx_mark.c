/*
 * bx_mark.c -- what entities produce, past libxml2.
 *
 * A carriage return in the replacement text of an internal entity was written as "&#13;" and is to come out in
 * content; libxml2 takes it for a line end of the input.  "&#13;" that is itself replacement text is to come out in
 * attribute values, too, where libxml2 before 2.14 makes a space of it.  So entities that have any of this are
 * declared to libxml2 with marks in its place, and the handlers put back what belongs there.  One more mark is all
 * the text of an external entity that is left out: in content it vanishes, in an attribute value it gives away a
 * reference that is never allowed.
 *
 * The marks are noncharacters that do not occur in the DOCTYPE.  That one occurs in the text after it is next to
 * impossible; if it does, the text is refused rather than changed.
 */
#include "bx_parse_int.h"

#include "../core/base/bx_utf8.h"

/* Marks are the last code points of the planes, and those before them, from plane 16 downwards: four bytes each. */
#define MARK_BYTES 4
#define LAST_PLANE 16

typedef enum Mark
{
	MARK_CR, /* a carriage return: a space in attribute values, as all white space other than references */
	MARK_REF_CR, /* references: the same everywhere */
	MARK_REF_LF,
	MARK_REF_TAB,
	MARK_SKIPPED,
	MARKS
} Mark;

static const char meaning[MARKS] = {'\r', '\r', '\n', '\t', 0};

static uint32_t
code_of(uint32_t plane, uint32_t mark)
{
	return ((plane - mark / 2) << 16) | 0xFFFE | (mark & 1);
}

/* The mark whose code this is, or MARKS. */
static uint32_t
mark_of(uint32_t plane, uint32_t code)
{
	for (uint32_t m = 0; m < MARKS; m++)
		if (code_of(plane, m) == code)
			return m;
	return MARKS;
}

/* The number of a character reference from after "&#" on, 0 for none; *n is its length with the semicolon. */
static uint32_t
reference_code(const char *s, const char *end, size_t *n)
{
	uint32_t base = s < end && *s == 'x' ? 16 : 10;
	uint32_t code = 0;
	const char *p = s + (base == 16);

	for (; p < end && *p != ';'; p++)
	{
		static const char digits[] = "0123456789abcdef";
		const char *d = memchr(digits, *p >= 'A' && *p <= 'F' ? *p | 0x20 : *p, base);

		if (d == NULL || code > 0x110000)
			return 0;
		code = code * base + (uint32_t) (d - digits);
	}
	*n = (size_t) (p + 1 - s);
	return p < end ? code : 0;
}

/* Does a mark of the plane occur in the text, as a character or as a reference, however often that is escaped? */
static bool
occurs(const char *s, size_t n, uint32_t plane)
{
	const char *end = s + n;
	size_t len;

	for (; s < end; s++)
	{
		const uint8_t *p = (const uint8_t *) s;

		if (*p >= 0xF0 && mark_of(plane, (uint32_t) bx_utf8_next(&p, (const uint8_t *) end)) < MARKS)
			return true;
		if (*s == '#' && mark_of(plane, reference_code(s + 1, end, &len)) < MARKS)
			return true;
	}
	return false;
}

/*
 * Choose marks, once.  The rest of the piece that libxml2 has must be free of them, as bx_mark_check sees to for all
 * that follow: so how the text is cut into pieces does not matter.
 */
static bool
choose(BxParser *p)
{
	uint64_t off;
	size_t i;

	if (p->marks != 0)
		return true;
	for (uint32_t plane = LAST_PLANE; p->marks == 0 && plane > MARKS / 2; plane--)
		if (!occurs(p->doctype.s, p->doctype.n, plane))
			p->marks = plane;
	off = bx_input_offset(p);
	i = off > p->fed ? (size_t) (off - p->fed) : 0;
	if (p->marks == 0)
		bx_fail_syntax(p, BX_SYN_MARKS, NULL);
	else if (i < p->stage.len)
		bx_mark_check(p, p->stage.data + i, p->stage.len - i);
	return p->err.status == BX_OK;
}

BxStatus
bx_mark_check(BxParser *p, const uint8_t *s, size_t n)
{
	if (p->marks == 0 || !occurs((const char *) s, n, p->marks))
		return BX_OK;
	return bx_fail_syntax(p, BX_SYN_MARKS, NULL);
}

/* The mark that takes the place of what is at s, or MARKS; *n is how long that is. */
static uint32_t
wanted_mark(BxLexerState state, const char *s, const char *end, size_t *n)
{
	*n = 1;
	if (*s == '\r')
		return state == BX_LEXER_TEXT || state == BX_LEXER_CDATA || state == BX_LEXER_DTD_QUOTE ? MARK_CR
																								: MARKS;
	if (state != BX_LEXER_TEXT || end - s < 4 || s[0] != '&' || s[1] != '#')
		return MARKS;
	switch (reference_code(s + 2, end, n))
	{
		case '\r': *n += 2; return MARK_REF_CR;
		case '\n': *n += 2; return MARK_REF_LF;
		case '\t': *n += 2; return MARK_REF_TAB;
		default: *n = 1; return MARKS;
	}
}

/* Copy s with marks, to out if there is one; the length. */
static size_t
write_marked(const BxParser *p, const char *s, size_t n, bool parameter, char *out, bool *any)
{
	const char *end = s + n;
	size_t len = 0;
	BxLexer lex;

	bx_lexer_init(&lex, UINT32_MAX);
	lex.subset = parameter;
	lex.state = parameter ? BX_LEXER_DTD : BX_LEXER_TEXT;
	while (s < end)
	{
		size_t k;
		uint32_t mark = wanted_mark(lex.state, s, end, &k);

		*any |= mark < MARKS;
		if (out != NULL && mark < MARKS)
			bx_utf8_put((uint8_t *) out + len, code_of(p->marks, mark));
		else if (out != NULL)
			memcpy(out + len, s, k);
		len += mark < MARKS ? MARK_BYTES : k;
		bx_lexer_run(&lex, (const uint8_t *) s, k, false);
		s += k;
	}
	return len;
}

const char *
bx_mark_content(BxParser *p, const char *content, bool parameter)
{
	size_t n = strlen(content);
	bool any = false;
	size_t len;
	char *out;

	/* Nothing that could need a mark: nearly all entities. */
	if (memchr(content, '\r', n) == NULL && (parameter || strstr(content, "&#") == NULL))
		return content;
	len = write_marked(p, content, n, parameter, NULL, &any);
	if (!any || !choose(p))
		return content;
	out = bx_arena_alloc(&p->arena, len + 1);
	if (out == NULL)
	{
		bx_fail_memory(p);
		return content;
	}
	write_marked(p, content, n, parameter, out, &any);
	out[len] = '\0';
	return out;
}

const char *
bx_mark_skipped(BxParser *p)
{
	if (!choose(p))
		return "";
	p->skip_mark[bx_utf8_put((uint8_t *) p->skip_mark, code_of(p->marks, MARK_SKIPPED))] = '\0';
	return p->skip_mark;
}

BxStatus
bx_mark_resolve(BxParser *p, const char **s, size_t *n, BxMarkIn in)
{
	const uint8_t *q = (const uint8_t *) *s;
	const uint8_t *end = q + *n;
	BxStatus st = BX_OK;

	p->unmarked.len = 0;
	while (q < end && st == BX_OK)
	{
		const uint8_t *from = q;
		int32_t code = *q >= 0xF0 ? bx_utf8_next(&q, end) : -1;
		uint32_t mark = code > 0 ? mark_of(p->marks, (uint32_t) code) : MARKS;
		char c = mark < MARKS ? meaning[mark] : 0;

		q += q == from;
		if (mark == MARK_SKIPPED && in == BX_MARK_ATTRIBUTE)
			return bx_fail_syntax(p, BX_SYN_ENTITY_IN_ATTRIBUTE, NULL);
		if (mark == MARK_CR && in != BX_MARK_TEXT)
			c = in == BX_MARK_ATTRIBUTE ? ' ' : '\n';
		if (mark == MARKS)
			st = bx_buf_append(&p->unmarked, from, (size_t) (q - from), &p->err);
		else if (mark != MARK_SKIPPED)
			st = bx_buf_byte(&p->unmarked, (uint8_t) c, &p->err);
	}
	*s = p->unmarked.len > 0 ? (const char *) p->unmarked.data : "";
	*n = p->unmarked.len;
	return st == BX_OK ? st : bx_fail_here(p, &p->err);
}
