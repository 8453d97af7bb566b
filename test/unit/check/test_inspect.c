/*
 * test_inspect.c -- bx_stats and bx_dump: what people see of a value, also of a damaged one.
 */
#include <stdlib.h>

#include "../../../src/core/check/bx_dump.h"
#include "../../../src/core/check/bx_stats.h"
#include "../../../src/core/ordpath/bx_ordpath.h"
#include "../../../src/xml/bx_parse.h"
#include "../ut.h"

static const char *const sample = "<!DOCTYPE a><a xmlns=\"urn:d\" xmlns:p=\"urn:p\" x=\"1.50\">t\n"
								  "<b>12</b><b/><p:c y=\"2020-01-02\">true</p:c><!--note--><?go now?></a>";

static uint8_t *
value_of(const char *text, BxMode mode, size_t *len)
{
	BxParseOptions options = {.writer = {.limits = BX_LIMITS_DEFAULT, .mode = mode}};
	BxError err;
	uint8_t *value = NULL;
	BxParser *p = bx_parser_new(bx_host_libc(), &options, &err);

	CHECK(bx_parser_feed(p, text, strlen(text)) == BX_OK);
	CHECK(bx_parser_finish(p, &value, len) == BX_OK);
	bx_parser_free(p);
	return value;
}

static void
check_stats(BxMode mode)
{
	BxStats s;
	BxError err;
	size_t n;
	uint8_t *v = value_of(sample, mode, &n);

	CHECK(bx_stats_collect(v, n, bx_host_libc(), &s, &err) == BX_OK);
	CHECKF(s.elements == 4, "%d", (int) s.elements);
	CHECKF(s.attributes == 2, "%d", (int) s.attributes);
	CHECKF(s.texts == 3, "%d", (int) s.texts);
	CHECK(s.comments == 1 && s.pis == 1);
	CHECKF(s.depth == 2, "%u", s.depth);
	/* a, b, c, x, y, go */
	CHECKF(s.names == 6, "%u", s.names);
	CHECKF(s.namespaces == 2, "%u", s.namespaces);
	CHECK(s.bytes == n && s.name_bytes > 0 && s.name_bytes < n);
	/* 1.50, 12, 2020-01-02, true */
	CHECKF(s.typed_values == 4, "%d", (int) s.typed_values);
	CHECK(s.value_bytes > 0 && s.value_bytes < n - s.name_bytes);
	CHECK(s.list_bytes == 0);
	free(v);
}

static void
stats_by_names(void)
{
	check_stats(BX_MODE_NAMES);
}

static void
stats_by_paths(void)
{
	check_stats(BX_MODE_SHAPES);
}

static void
stats_of_nothing(void)
{
	BxStats s;
	BxError err;
	size_t n;
	uint8_t *v = value_of("", BX_MODE_AUTO, &n);

	CHECK(bx_stats_collect(v, n, bx_host_libc(), &s, &err) == BX_OK);
	CHECK(s.elements == 0 && s.texts == 0 && s.depth == 0 && s.names == 0 && s.bytes == n);
	free(v);
}

/* The dump of a value, ended by a NUL; to be freed. */
static char *
dump_of(const uint8_t *v, size_t n, BxStatus *st)
{
	BxBuf out;
	BxError err;

	bx_buf_init(&out, bx_host_libc());
	bx_error_clear(&err);
	*st = bx_dump_write(v, n, bx_host_libc(), &out, &err);
	CHECK(bx_buf_byte(&out, 0, &err) == BX_OK);
	return (char *) out.data;
}

static void
dump_names_everything(void)
{
	static const char *const wanted[] = {
		"value: ",
		"table: offset ",
		"namespace 2: \"\" = \"urn:d\"",
		"row 0: element a",
		"items: offset ",
		"xmlns:p = \"urn:p\"",
		"x = decimal \"1.50\"",
		"text = \"t\\n\"",
		"= decimal \"12\"",
		"y = date \"2020-01-02\"",
		"= boolean \"true\"",
		"comment = \"note\"",
		"pi go = \"now\"",
		"DOCTYPE a",
	};
	BxStatus st;
	size_t i, n;
	uint8_t *v = value_of(sample, BX_MODE_AUTO, &n);
	char *text = dump_of(v, n, &st);

	CHECK(st == BX_OK);
	for (i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		CHECKF(strstr(text, wanted[i]) != NULL, "%s is missing in\n%s", wanted[i], text);
	free(text);
	free(v);
}

/* Long values are cut between characters, and their length is told. */
static void
dump_cuts_long_values(void)
{
	char doc[600] = "<a>x";
	BxStatus st;
	size_t i, n;
	uint8_t *v;
	char *text;

	for (i = 4; i < 404; i += 2)
		memcpy(doc + i, "\xC3\xA9", 2);
	memcpy(doc + i, "</a>", 5);
	v = value_of(doc, BX_MODE_AUTO, &n);
	text = dump_of(v, n, &st);
	CHECK(st == BX_OK);
	CHECK(strstr(text, "\xC3\xA9\"... (401 bytes)") != NULL);
	free(text);
	free(v);
}

/* The label of a part of a document is shown as text, and the place of a text that is stored apart. */
static void
dump_shows_label_and_heap(void)
{
	BxParseOptions options = {.writer = {.limits = BX_LIMITS_DEFAULT, .heap = BX_HEAP_ALL}};
	BxBuf label;
	BxError err;
	BxStatus st;
	BxParser *p;
	uint8_t *v = NULL;
	char *text;
	size_t n;

	bx_buf_init(&label, bx_host_libc());
	CHECK(bx_ordpath_parse("1.3", 3, &label, &err) == BX_OK);
	options.writer.root = label.data;
	options.writer.root_n = (uint32_t) label.len;
	p = bx_parser_new(bx_host_libc(), &options, &err);
	CHECK(bx_parser_feed(p, "<a>one<b/>three</a>", 19) == BX_OK);
	CHECKF(bx_parser_finish(p, &v, &n) == BX_OK, "%s", bx_parser_error(p)->msg);
	bx_parser_free(p);
	text = dump_of(v, n, &st);
	CHECK(st == BX_OK);
	CHECKF(strstr(text, ": \"1.3\"\n") != NULL, "%s", text);
	CHECKF(strstr(text, "= \"one\" (heap 0)\n") != NULL, "%s", text);
	CHECKF(strstr(text, "= \"three\" (heap 3)\n") != NULL, "%s", text);
	bx_buf_free(&label);
	free(text);
	free(v);
	v = value_of("<a>one<b/>three</a>", BX_MODE_AUTO, &n);
	text = dump_of(v, n, &st);
	CHECK(st == BX_OK && strstr(text, "heap") == NULL);
	free(text);
	free(v);
}

/* Control characters of values never reach the output: every byte is printable, UTF-8 or a line end. */
static void
dump_escapes(void)
{
	BxStatus st;
	size_t n, i;
	uint8_t *v = value_of("<a b=\"&#9;&#10;&quot;\">\\&#13;</a>", BX_MODE_AUTO, &n);
	char *text = dump_of(v, n, &st);

	CHECK(st == BX_OK);
	CHECK(strstr(text, "\\t\\n\\\"") != NULL);
	CHECK(strstr(text, "\\\\\\x0D") != NULL);
	for (i = 0; text[i] != '\0'; i++)
		CHECK((unsigned char) text[i] >= 0x20 || text[i] == '\n');
	free(text);
	free(v);
}

/* Any truncation and any single changed byte ends in a status, never in a crash (this runs under sanitizers). */
static void
damage_is_survived(void)
{
	BxStats s;
	BxError err;
	BxStatus st;
	size_t n, i;
	uint8_t *v = value_of(sample, BX_MODE_AUTO, &n);
	uint8_t *cut;

	for (i = 0; i < n; i++)
	{
		cut = malloc(i + 1);
		memcpy(cut, v, i);
		CHECK(bx_stats_collect(cut, i, bx_host_libc(), &s, &err) != BX_OK);
		free(dump_of(cut, i, &st));
		CHECK(st != BX_OK);
		free(cut);
	}
	for (i = 0; i < n * 8; i++)
	{
		v[i / 8] ^= (uint8_t) (1 << i % 8);
		(void) bx_stats_collect(v, n, bx_host_libc(), &s, &err);
		free(dump_of(v, n, &st));
		v[i / 8] ^= (uint8_t) (1 << i % 8);
	}
	free(v);
}

UT_SUITE(test_inspect)
{
	UT_RUN(stats_by_names);
	UT_RUN(stats_by_paths);
	UT_RUN(stats_of_nothing);
	UT_RUN(dump_names_everything);
	UT_RUN(dump_cuts_long_values);
	UT_RUN(dump_shows_label_and_heap);
	UT_RUN(dump_escapes);
	UT_RUN(damage_is_survived);
	return ut_done();
}
