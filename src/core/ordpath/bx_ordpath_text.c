/*
 * bx_ordpath_text.c -- labels as text: numbers between dots, marks "@" and "#".
 */
#include "bx_ordpath_int.h"
#include "../base/bx_bytes.h"

#define INFINITY_TEXT "infinity"
#define INFINITY_LEN (sizeof(INFINITY_TEXT) - 1)

/* Longest text of a component with its dot and mark: ".@-8589934592". */
#define PART_TEXT_MAX 13

/* A scan of text; complaint is set when it fails at `at`. */
typedef struct TextScan
{
	const char *at;
	const char *end;
	const char *complaint;
} TextScan;

static bool
scan_number(TextScan *s, int64_t *number)
{
	bool negative = s->at < s->end && *s->at == '-';
	const char *first = s->at += negative;
	int64_t v = 0;

	for (; s->at < s->end && bx_is_digit(*s->at); s->at++)
	{
		v = v * 10 + (*s->at - '0');
		if (v > BX_ORDPATH_NUMBER_MAX)
		{
			s->at = first;
			s->complaint = "number out of range";
			return false;
		}
	}
	if (s->at == first)
		s->complaint = "expected a number";
	*number = negative ? -v : v;
	return s->at > first;
}

static bool
scan_part(TextScan *s, BxOrdpathPart *part)
{
	if (bx_str_starts(bx_str(s->at, (size_t) (s->end - s->at)), INFINITY_TEXT))
	{
		part->line = BX_LINE_INFINITY;
		part->number = 0;
		s->at += INFINITY_LEN;
		return true;
	}
	part->line = BX_LINE_CHILD;
	if (s->at < s->end && (*s->at == '@' || *s->at == '#'))
		part->line = *s->at++ == '@' ? BX_LINE_ATTRIBUTE : BX_LINE_NAMESPACE;
	return scan_number(s, &part->number);
}

/* One component and the dot after it, if there is one; the text does not end here. */
static BxStatus
parse_part(TextScan *s, Grammar *g, size_t base, BxBuf *out, BxError *err)
{
	const char *start = s->at;
	BxOrdpathPart part;
	const char *complaint;

	if (!scan_part(s, &part))
		return BX_E_LABEL;
	BX_TRY(bx_ordpath_part_append(out, part, err));
	complaint = bx_ordpath_follow(g, part, out->len - base);
	if (complaint != NULL)
	{
		s->at = start;
		s->complaint = complaint;
		return BX_E_LABEL;
	}
	if (s->at == s->end)
		return BX_OK;
	if (*s->at != '.')
	{
		s->complaint = "expected a dot";
		return BX_E_LABEL;
	}
	if (++s->at == s->end)
	{
		s->complaint = "expected a number";
		return BX_E_LABEL;
	}
	return BX_OK;
}

/* All text before a mistake is ASCII, so its position in bytes is the one in characters. */
BxStatus
bx_ordpath_parse(const char *text, size_t n, BxBuf *out, BxError *err)
{
	TextScan s = {text, text + n, NULL};
	Grammar g = {false, false, false, 0};
	size_t base = out->len;
	BxStatus st = BX_OK;

	while (st == BX_OK && s.at < s.end)
		st = parse_part(&s, &g, base, out, err);
	if (st == BX_OK)
		return BX_OK;
	out->len = base;
	if (st != BX_E_LABEL)
		return st;
	return bx_fail(err, st, s.at - text + 1, "invalid input syntax for type ordpath: %s", s.complaint);
}

static char *
print_number(char *p, int64_t number)
{
	char digits[20];
	uint64_t v = number < 0 ? (uint64_t) -number : (uint64_t) number;
	int n = 0;

	if (number < 0)
		*p++ = '-';
	do
		digits[n++] = (char) ('0' + v % 10);
	while ((v /= 10) > 0);
	while (n > 0)
		*p++ = digits[--n];
	return p;
}

BxStatus
bx_ordpath_print(const uint8_t *p, size_t n, BxBuf *out, BxError *err)
{
	size_t base = out->len, off = 0;
	BxOrdpathPart part;
	BxStatus st;
	char *to;

	while (off < n)
	{
		st = next_part(p, n, &off, &part, err);
		if (st != BX_OK)
		{
			out->len = base;
			return st;
		}
		BX_TRY(bx_buf_reserve(out, PART_TEXT_MAX, err));
		to = (char *) out->data + out->len;
		if (out->len > base)
			*to++ = '.';
		if (part.line == BX_LINE_INFINITY)
			to = (char *) bx_copy_short((uint8_t *) to, INFINITY_TEXT, INFINITY_LEN);
		else
		{
			if (part.line != BX_LINE_CHILD)
				*to++ = part.line == BX_LINE_ATTRIBUTE ? '@' : '#';
			to = print_number(to, part.number);
		}
		out->len = (size_t) (to - (char *) out->data);
	}
	return BX_OK;
}
