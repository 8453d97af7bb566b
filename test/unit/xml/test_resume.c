/*
 * test_resume.c -- a text that comes in windows, of which nothing is kept, and that libxml2 continues in the middle:
 * values, places of errors and records are those of the text as a whole.  Random texts are for test/diff/route_diff.
 * A long text node comes in windows, too: what it needs does not grow with it.
 */
#include "../../../src/core/xpath/result/xp_record_rule.h"
#include "../../../src/xml/bx_split.h"
#include "../ut_host.h"
#include "../ut_parse.h"

/* More than the bytes that are always kept. */
#define LEAD                                                                                                 \
	"<a>0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123"      \
	"45678901234567890123456789</a>"

/* By libxml2 alone as a whole and in windows, in pieces of every size up to 200 bytes. */
static void
same_in_windows(const char *s)
{
	for (int as = 0; as < 2; as++)
	{
		BxParseOptions o = any;
		Result whole;

		o.as = as > 0 ? BX_PARSE_DOCUMENT : BX_PARSE_ANY;
		o.libxml_only = true;
		whole = parse(s, &o);
		o.libxml_only = false;
		o.window = 1;
		for (size_t piece = 1; piece <= 200; piece += 1 + piece / 8)
		{
			Result r = parse_on(bx_host_libc(), s, strlen(s), &o, piece);

			CHECKF(r.status == whole.status, "%s by %zu: %s", s, piece, bx_status_name(r.status));
			CHECKF(r.err.line == whole.err.line && r.err.col == whole.err.col, "%s by %zu: %d:%d, not %d:%d",
				   s, piece, r.err.line, r.err.col, whole.err.line, whole.err.col);
			CHECKF(r.err.pos == whole.err.pos, "%s by %zu: byte %lld, not %lld", s, piece,
				   (long long) r.err.pos, (long long) whole.err.pos);
			CHECK(r.len == whole.len && (r.len == 0 || memcmp(r.data, whole.data, r.len) == 0));
			free(r.data);
		}
		free(whole.data);
	}
}

static void
test_places(void)
{
	/* the first byte that libxml2 gets, with line ends behind it */
	same_in_windows(LEAD "\x0b\n\n\n");
	same_in_windows("<r>" LEAD "<b>\x03!--\n--></b></r>");
	/* a place that is looked for backwards, in a line that begins before what is kept */
	same_in_windows("<r>\n" LEAD "<b><![CDATA[0123456789</b></r>\n");
	same_in_windows("<r>" LEAD "<b>\xC3\xA9<![CDATA[0123456789</b></r>\n \n");
	same_in_windows("<r><?p <![CDATA[ ?>" LEAD "<b>?>'<");
	same_in_windows(LEAD LEAD "<b x='1' x='2'/>");
	same_in_windows("<r>" LEAD LEAD "<b>&none;</b></r>");
	/* what libxml2 says at the end, or of a reference, must not depend on the text before that it has got */
	same_in_windows(LEAD "text&apos;&");
	same_in_windows("<r>" LEAD "&lt;&");
	same_in_windows(LEAD "a&#xD800;\xEF\xBF\xBE");
	same_in_windows("<r>" LEAD "a&none;b\xE2\x82");
}

/* The prefix of n bytes of a text, by libxml2 alone as a whole, and in windows and pieces of up to 8 bytes. */
static void
same_prefix(const char *s, size_t n, bool document)
{
	BxParseOptions o = any;
	Result whole;

	o.as = document ? BX_PARSE_DOCUMENT : BX_PARSE_ANY;
	o.libxml_only = true;
	whole = parse_on(bx_host_libc(), s, n, &o, 0);
	o.libxml_only = false;
	for (o.window = 1; o.window <= 8; o.window++)
		for (size_t piece = 1; piece <= 8; piece++)
		{
			Result r = parse_on(bx_host_libc(), s, n, &o, piece);

			CHECKF(r.status == whole.status && r.err.line == whole.err.line && r.err.col == whole.err.col,
				   "%.*s in %zu by %zu: %s at %d:%d, not %s at %d:%d", (int) n, s, o.window, piece,
				   bx_status_name(r.status), r.err.line, r.err.col, bx_status_name(whole.status),
				   whole.err.line, whole.err.col);
			CHECKF(r.err.pos == whole.err.pos && strncmp(r.err.detail, whole.err.detail, 12) == 0,
				   "%.*s in %zu by %zu: %s, not %s", (int) n, s, o.window, piece, r.err.detail,
				   whole.err.detail);
			CHECK(r.len == whole.len && (r.len == 0 || memcmp(r.data, whole.data, r.len) == 0));
			free(r.data);
		}
	free(whole.data);
}

/* libxml2 may get no more than the bytes that are wrong: what it says must not depend on what is before them. */
static void
test_last_bytes(void)
{
	static const char *const before[] = {"",       "t",         "?>",        "-->",      "\r",      "\r\n",
										 "&#65;>", "&amp;\r",   "<b>t</b>>", "<b ",      "<b x='v", "<!--c",
										 "<?p d",  "<![CDATA[", "</r>",      "</r>\r\n", "</r>>",   "\r&"};
	static const struct
	{
		const char *s;
		size_t n;
	} wrong[] = {{"\x01", 1},     {"\x80", 1},         {"\xFF", 1},         {"\xC3", 1},     {"\xE2\x82", 2},
				 {"\xF0\x9F", 2}, {"\xF0\x9F\x98", 3}, {"\xEF\xBF\xBE", 3}, {"\xC0\xAF", 2}, {"\0", 1}};
	const size_t lead = sizeof("<r>" LEAD) - 1;

	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
		for (size_t k = 0; k < sizeof(wrong) / sizeof(wrong[0]); k++)
		{
			char s[400];
			size_t n = (size_t) snprintf(s, sizeof(s), "<r>" LEAD "%s", before[i]);

			memcpy(s + n, wrong[k].s, wrong[k].n);
			memcpy(s + n + wrong[k].n, "(</r>", 5);
			n += wrong[k].n + 5;
			for (size_t m = lead; m <= n; m++)
			{
				same_prefix(s, m, false);
				same_prefix(s, m, true);
			}
		}
}

/* What is wrong with a short text before what ends it: libxml2 reads it only when markup follows. */
static void
test_short_texts(void)
{
	static const struct
	{
		const char *text;
		size_t n;
		int col;
	} texts[] = {{"a&#x10;b\0<a/>", 13, 8}, {"<a>a&none;b\xE2\x82", 13, 11}};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		for (int alone = 0; alone < 2; alone++)
		{
			BxParseOptions o = any;
			Result r;

			o.libxml_only = alone > 0;
			r = parse_on(bx_host_libc(), texts[i].text, texts[i].n, &o, 0);
			CHECKF(r.status == BX_E_SYNTAX_CONTENT && r.err.col == texts[i].col, "%s: %s at %d",
				   texts[i].text, bx_status_name(r.status), r.err.col);
		}
}

/* ---- records ---- */

static Result
split(const char *s, const char *path, size_t piece)
{
	BxParseOptions o = any;
	BxRecordRule rule;
	BxArena arena;
	XpBlock *block;
	BxSplit *split;
	Result r = {0};
	uint8_t *v;
	size_t n;

	o.window = 1;
	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile(path, strlen(path), 0, &arena, &block, &r.err) == BX_OK &&
		  xp_record_rule(block, bx_host_libc(), bx_host_libc(), &rule, &r.err) == BX_OK);
	split = bx_split_new(bx_host_libc(), &o, &rule, &r.err);
	for (size_t i = 0; i < strlen(s) && r.status == BX_OK; i += piece)
		r.status = bx_split_feed(split, s + i, strlen(s) - i < piece ? strlen(s) - i : piece);
	if (r.status == BX_OK)
		r.status = bx_split_end(split);
	r.err = *bx_split_error(split);
	while (bx_split_next(split, &v, &n) == BX_OK && v != NULL)
	{
		r.len++;
		free(v);
	}
	bx_split_free(split);
	bx_arena_reset(&arena);
	return r;
}

static void
splits(const char *s, const char *path, size_t records, BxStatus status)
{
	for (size_t piece = 1; piece <= 200; piece++)
	{
		Result r = split(s, path, piece);

		CHECKF(r.status == status && r.len == records, "%s by %zu: %s, %zu records", s, piece,
			   bx_status_name(r.status), r.len);
	}
}

/* White space between elements of content, none of which is a record, is nobody's. */
static void
test_white_space(void)
{
	splits("\n" LEAD "\n\n<lo", "/b", 0, BX_E_SYNTAX_CONTENT);
	splits(LEAD "\n\n<lo", "/*", 1, BX_E_SYNTAX_CONTENT);
	splits("\n" LEAD "\n\n<b>&#65;</b>\n<c></b>", "/b", 1, BX_E_SYNTAX_CONTENT);
}

/* A reference that is invalid, behind another one or text: which of its faults is said. */
static void
test_reference_behind(void)
{
	splits("<r>" LEAD "x&amp;&\xFFx;</r>", "/r", 0, BX_E_ENCODING);
	splits("<r>" LEAD "x&amp;&none;</r>", "/r", 0, BX_E_SYNTAX_CONTENT);
}

/* ---- long text ---- */

/* Text without ">" where it may be cut wrongly: within a character, a line end, a reference, the end of a section. */
static char *
long_text(size_t *n, size_t most, const char *unit)
{
	char *s = malloc(most + 100);
	size_t k = strlen(unit);

	*n = (size_t) sprintf(s, "<a><b>");
	while (*n < most)
	{
		memcpy(s + *n, unit, k);
		*n += k;
	}
	*n += (size_t) sprintf(s + *n, "</b></a>");
	return s;
}

static void
test_long_values(void)
{
	static const char *const units[] = {
		"x\xC3\xA9\xE2\x82\xAC&amp;\r\n]]\r ]", "&#65;&lt;", "\r\n", "\r", "]", "\xF0\x9F\x98\x80"};
	static const size_t pieces[] = {1, 7, 4096, 65536, 100001};
	BxParseOptions o = any;

	for (size_t u = 0; u < sizeof(units) / sizeof(units[0]); u++)
	{
		size_t n;
		char *s = long_text(&n, 300000, units[u]);
		Result whole;

		o.libxml_only = true;
		whole = parse_on(bx_host_libc(), s, n, &o, 0);
		CHECK(whole.status == BX_OK);
		o.libxml_only = false;
		for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
		{
			Result r = parse_on(bx_host_libc(), s, n, &o, pieces[i]);

			CHECKF(r.len == whole.len && memcmp(r.data, whole.data, r.len) == 0, "%s by %zu", units[u],
				   pieces[i]);
			free(r.data);
		}
		free(whole.data);
		free(s);
	}
}

/* Peak of a splitter that has no use for a text of that size, in pieces; and its requests for memory. */
static size_t
peak_of_text(size_t size, size_t piece, int *calls)
{
	BxRecordRule rule;
	BxArena arena;
	XpBlock *block;
	BxSplit *split;
	BxError err;
	UtHost w;
	size_t n;
	char *s = long_text(&n, size, "text without an end");

	ut_host_init_as(&w, bx_host_libc());
	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile("/a/c", 4, 0, &arena, &block, &err) == BX_OK &&
		  xp_record_rule(block, &w.host, &w.host, &rule, &err) == BX_OK);
	split = bx_split_new(&w.host, &any, &rule, &err);
	for (size_t i = 0; i < n; i += piece)
		CHECK(bx_split_feed(split, s + i, n - i < piece ? n - i : piece) == BX_OK);
	CHECK(bx_split_end(split) == BX_OK);
	bx_split_free(split);
	bx_arena_reset(&arena);
	free(s);
	*calls = w.calls;
	return w.peak;
}

static void
test_long_memory(void)
{
	int few, many;
	size_t small = peak_of_text(1 << 20, 65536, &few);
	size_t large = peak_of_text(32 << 20, 65536, &many);

	CHECKF(large <= small + 4096 && large < 1 << 20, "%zu bytes for 1 MB, %zu for 32 MB", small, large);
	CHECKF(many <= few + 100, "%d requests for 1 MB, %d for 32 MB", few, many);
	large = peak_of_text(1 << 20, 1, &many);
	CHECKF(large <= small + 4096, "%zu bytes by one", large);
}

UT_SUITE(test_resume)
{
	UT_RUN(test_places);
	UT_RUN(test_last_bytes);
	UT_RUN(test_short_texts);
	UT_RUN(test_white_space);
	UT_RUN(test_reference_behind);
	UT_RUN(test_long_values);
	UT_RUN(test_long_memory);
	return ut_done();
}
