/*
 * test_text.c -- the serializer at its edges: every length of names and values, characters to escape at every place,
 * buffers that are full, polls.
 *
 * Documents are written as the serializer writes them, so what comes out is what went in.
 */
#define _POSIX_C_SOURCE 200809L

#include "../ut.h"
#include "../ut_golden.h"

#include <inttypes.h>

#include "../../../src/core/value/bx_value.h"

#define LENGTHS 150

/* ---- round trips ---- */

static void
put(BxBuf *b, const char *s, size_t n)
{
	BxError err;

	CHECK(bx_buf_append(b, s, n, &err) == BX_OK);
}

static void
puts_to(BxBuf *b, const char *s)
{
	put(b, s, strlen(s));
}

/* n times the letters of the alphabet. */
static void
put_letters(BxBuf *b, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		put(b, &"abcdefghijklmnopqrstuvwxyz"[i % 26], 1);
}

/* Encoded and written again, in exactly as many bytes as the buffer may have, and in one less. */
static void
same_text(const BxBuf *xml, unsigned form)
{
	BxError err;
	BxBuf out;
	size_t n;
	uint8_t *v = ut_encode((const char *) xml->data, xml->len, form, BX_TYPED_LOSSLESS, &n);

	bx_buf_init(&out, bx_host_libc());
	CHECK(bx_buf_append(&out, "before", 6, &err) == BX_OK);
	out.max = 6 + xml->len;
	CHECKF(bx_text_write(v, n, NULL, bx_host_libc(), &out, &err) == BX_OK, "%s", err.msg);
	CHECKF(out.len == 6 + xml->len && memcmp(out.data + 6, xml->data, xml->len) == 0, "%.*s and %.*s",
		   (int) xml->len, xml->data, (int) out.len, out.data);
	CHECK(out.max == 6 + xml->len);
	out.len = 6;
	out.max--;
	CHECK(bx_text_write(v, n, NULL, bx_host_libc(), &out, &err) == BX_E_LIMIT);
	CHECK(out.max == 6 + xml->len - 1);
	bx_buf_free(&out);
	free(v);
}

/* A value as attribute, leaf and text. */
static void
three_values(const char *attr, const char *text, size_t before, size_t behind)
{
	BxBuf xml;
	int i;

	bx_buf_init(&xml, bx_host_libc());
	puts_to(&xml, "<r a=\"");
	for (i = 0; i < 3; i++)
	{
		put_letters(&xml, before);
		puts_to(&xml, i == 0 ? attr : text);
		put_letters(&xml, behind);
		puts_to(&xml, i == 0 ? "\"><l>" : i == 1 ? "</l><m>" : "<n/></m></r>");
	}
	same_text(&xml, BX_MODE_NAMES);
	same_text(&xml, BX_MODE_SHAPES);
	bx_buf_free(&xml);
}

static void
escapes_everywhere(void)
{
	static const struct
	{
		const char *attr;
		const char *text;
	} chars[] = {{"&amp;", "&amp;"}, {"&lt;", "&lt;"}, {"&#13;", "&#13;"}, {"&quot;", "\""},
				 {">", "&gt;"},      {"&#9;", "\t"},   {"&#10;", "\n"},    {"\xC3\xA9", "\xC3\xA9"}};
	size_t n, at, c;

	for (n = 0; n < 40; n++)
		for (at = 0; at <= n; at++)
			for (c = 0; c < sizeof(chars) / sizeof(chars[0]); c++)
				three_values(chars[c].attr, chars[c].text, at, n - at);
	for (n = 40; n < LENGTHS; n += 3)
		for (c = 0; c < sizeof(chars) / sizeof(chars[0]); c++)
		{
			three_values(chars[c].attr, chars[c].text, n, 0);
			three_values(chars[c].attr, chars[c].text, 0, n);
		}
}

/* Nothing but characters to escape, as many as are written without asking for room, and more. */
static void
all_escaped(void)
{
	size_t n, i;
	BxBuf xml;

	bx_buf_init(&xml, bx_host_libc());
	for (n = 1; n < LENGTHS; n++)
	{
		xml.len = 0;
		puts_to(&xml, "<r a=\"");
		for (i = 0; i < n; i++)
			puts_to(&xml, "&quot;");
		puts_to(&xml, "\"><l>");
		for (i = 0; i < n; i++)
			puts_to(&xml, "&amp;");
		puts_to(&xml, "</l></r>");
		same_text(&xml, BX_MODE_AUTO);
	}
	bx_buf_free(&xml);
}

static void
names_of_every_length(void)
{
	static const char *const prefixes[] = {"", "p:", "longer-prefix-of-many-letters:"};
	size_t n, p;
	BxBuf xml;
	int i;

	bx_buf_init(&xml, bx_host_libc());
	for (n = 1; n < LENGTHS; n++)
		for (p = 0; p < 3; p++)
		{
			xml.len = 0;
			puts_to(&xml, "<r xmlns:p=\"&quot;u&amp;\" xmlns:longer-prefix-of-many-letters=\"v\"><");
			for (i = 0; i < 4; i++)
			{
				puts_to(&xml, prefixes[p]);
				put_letters(&xml, n);
				puts_to(&xml, i == 0 ? " " : i == 1 ? "=\"1\"><c/>" : i == 2 ? "/></" : "></r>");
				if (i == 1)
					puts_to(&xml, "<");
			}
			same_text(&xml, BX_MODE_NAMES);
			same_text(&xml, BX_MODE_SHAPES);
		}
	bx_buf_free(&xml);
}

/* What repeats becomes a constant, and is copied from where it was first written: behind a start tag and elsewhere. */
static void
repeated_values(void)
{
	static const char *const values[] = {"", "&amp;", "&lt;&lt;", "12.50", "2004-01-09"};
	size_t n, v, name;
	BxBuf xml;
	int i;

	bx_buf_init(&xml, bx_host_libc());
	for (n = 1; n < LENGTHS; n += 7)
		for (v = 0; v < sizeof(values) / sizeof(values[0]); v++)
			for (name = 1; name < 400; name += 133)
			{
				xml.len = 0;
				puts_to(&xml, "<r>");
				for (i = 0; i < 36; i++)
				{
					static const char *const before[] = {"<e a=\"", "\">", "<l>", "</l>", "<m/>", "<k><l>"};
					static const char *const behind[] = {"", "", "", "<n/>", "</e>", "</l></k>"};

					puts_to(&xml, before[i % 6]);
					put_letters(&xml, n);
					puts_to(&xml, values[v]);
					puts_to(&xml, behind[i % 6]);
					if (i % 6 == 5)
					{
						puts_to(&xml, "<");
						put_letters(&xml, name);
						puts_to(&xml, ">same</");
						put_letters(&xml, name);
						puts_to(&xml, ">");
					}
				}
				puts_to(&xml, "</r>");
				same_text(&xml, BX_MODE_NAMES);
				same_text(&xml, BX_MODE_SHAPES);
			}
	bx_buf_free(&xml);
}

/* A byte order mark is only one at the very start, so the same text is written in two ways. */
static void
constant_with_mark(void)
{
	BxBuf xml;
	int i;

	bx_buf_init(&xml, bx_host_libc());
	puts_to(&xml, "&#xFEFF;same");
	for (i = 0; i < 20; i++)
		puts_to(&xml, "<a>\xEF\xBB\xBFsame<b/>\xEF\xBB\xBFsame</a>");
	same_text(&xml, BX_MODE_NAMES);
	same_text(&xml, BX_MODE_SHAPES);
	bx_buf_free(&xml);
}

/* The same where the text is kept behind the items, of one character and of many. */
static void
mark_in_heap(void)
{
	static const size_t lengths[] = {0, 1, 20, 70000};
	BxBuf xml;
	size_t i;

	bx_buf_init(&xml, bx_host_libc());
	for (i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++)
	{
		xml.len = 0;
		puts_to(&xml, "&#xFEFF;");
		put_letters(&xml, lengths[i]);
		puts_to(&xml, "<a>\xEF\xBB\xBF</a>\xEF\xBB\xBF");
		put_letters(&xml, 20);
		same_text(&xml, BX_MODE_NAMES | UT_HEAP);
		same_text(&xml, BX_MODE_SHAPES | UT_HEAP);
		same_text(&xml, BX_MODE_AUTO);
	}
	bx_buf_free(&xml);
}

/* ---- numbers ---- */

/* num * 10^-scale by other means. */
static void
check_decimal(int64_t num, unsigned scale)
{
	char want[64], got[BX_VALUE_TEXT_MAX], digits[32];
	uint64_t u = num < 0 ? 0 - (uint64_t) num : (uint64_t) num;
	unsigned n;

	snprintf(digits, sizeof(digits), "%0*" PRIu64, (int) scale + 1, u);
	n = (unsigned) strlen(digits) - scale;
	snprintf(want, sizeof(want), "%s%.*s%s%s", num < 0 ? "-" : "", (int) n, digits, scale > 0 ? "." : "",
			 digits + n);
	n = bx_decimal_text(num, scale, got);
	CHECKF(n == strlen(want) && memcmp(got, want, n) == 0, "%s and %.*s", want, (int) n, got);
}

static void
decimals(void)
{
	uint64_t x = 1;
	unsigned scale, digits;
	int i;

	for (scale = 0; scale <= 18; scale++)
	{
		int64_t power = 1;

		for (digits = 0; digits <= 18; digits++)
		{
			power *= digits == 0 ? 1 : 10;
			check_decimal(power, scale);
			check_decimal(power - 1, scale);
			check_decimal(-power, scale);
			check_decimal(power + power / 3, scale);
		}
		check_decimal(INT64_MAX, scale);
		check_decimal(INT64_MIN, scale);
	}
	for (i = 0; i < 20000; i++)
	{
		x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		check_decimal((int64_t) x >> (x >> 32) % 64, (unsigned) (x >> 40) % 19);
	}
}

/* ---- polls ---- */

static BxStatus
cancel(void *ctx)
{
	++*(int *) ctx;
	return BX_E_CANCEL;
}

static void
polls_are_obeyed(void)
{
	BxHost host = *bx_host_libc();
	int polls = 0, i;
	BxError err;
	BxBuf xml, out;
	uint8_t *v;
	size_t n;

	bx_buf_init(&xml, bx_host_libc());
	bx_buf_init(&out, bx_host_libc());
	puts_to(&xml, "<r>");
	for (i = 0; i < 100000; i++)
		puts_to(&xml, "<l>text</l>");
	puts_to(&xml, "</r>");
	v = ut_encode((const char *) xml.data, xml.len, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);
	host.ctx = &polls;
	host.poll = cancel;
	CHECK(bx_text_write(v, n, NULL, &host, &out, &err) == BX_E_CANCEL);
	CHECK(polls == 1);
	bx_buf_free(&out);
	bx_buf_free(&xml);
	free(v);
}

/* Lines are indented by 60 spaces at most, so that a chain of elements does not become the square of its depth. */
static void
indentation_is_bounded(void)
{
	static const int indents[] = {1, 2, 7, 64};
	enum
	{
		DEPTH = 5000
	};
	BxTextOptions opt = {0};
	BxBuf xml, out;
	BxError err;
	size_t n, i, k;
	uint8_t *v;

	bx_buf_init(&xml, bx_host_libc());
	for (i = 0; i < DEPTH; i++)
		puts_to(&xml, "<a>");
	puts_to(&xml, "<b/>");
	for (i = 0; i < DEPTH; i++)
		puts_to(&xml, "</a>");
	v = ut_encode((const char *) xml.data, xml.len, BX_MODE_NAMES, BX_TYPED_LOSSLESS, &n);
	for (i = 0; i < sizeof(indents) / sizeof(indents[0]); i++)
	{
		size_t step = (size_t) indents[i], most = step > 60 ? step : 60 / step * step;

		opt.indent = indents[i];
		bx_buf_init(&out, bx_host_libc());
		CHECKF(bx_text_write(v, n, &opt, bx_host_libc(), &out, &err) == BX_OK, "%s", err.msg);
		CHECK(bx_buf_byte(&out, 0, &err) == BX_OK);
		CHECKF(out.len < xml.len + 2 * DEPTH * (most + 1) + 100, "indent %zu: %zu bytes", step, out.len);
		for (k = 0; out.data[k] != '\0' && strncmp((char *) out.data + k, "<b/>", 4) != 0; k++)
			;
		CHECKF(k > most && out.data[k - most - 1] == '\n' &&
				   strspn((char *) out.data + k - most, " ") == most,
			   "indent %zu", step);
		bx_buf_free(&out);
	}
	free(v);
	bx_buf_free(&xml);
}

UT_SUITE(test_text)
{
	UT_RUN(escapes_everywhere);
	UT_RUN(all_escaped);
	UT_RUN(names_of_every_length);
	UT_RUN(repeated_values);
	UT_RUN(constant_with_mark);
	UT_RUN(mark_in_heap);
	UT_RUN(decimals);
	UT_RUN(polls_are_obeyed);
	UT_RUN(indentation_is_bounded);
	return ut_done();
}
