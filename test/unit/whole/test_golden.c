/*
 * test_golden.c -- values of every format version decode forever, and FORMAT.md's example is real.
 *
 * A golden value must pass the validator, print its text, give the same bytes when its events are written again,
 * and read the same through its text.  Values kept in blocks must give their plain form, byte for byte.  Values with
 * label exceptions give their text and the labels they are listed with, and come out of the list byte for byte.  The
 * worked example of FORMAT.md is taken out of the document and compared.
 */
#define _POSIX_C_SOURCE 200809L

#include "../ut.h"
#include "../ut_golden.h"
#include "../ut_pack.h"

static UtGolden golden[UT_GOLDEN_MAX];
static int golden_n;

static void
validator_accepts(void)
{
	int i;

	for (i = 0; i < golden_n; i++)
	{
		BxLimits limits = BX_LIMITS_DEFAULT;
		BxError err;

		CHECKF(bx_check(golden[i].v, golden[i].n, true, &limits, bx_host_libc(), &err) == BX_OK,
			   "%s: %s at %d", golden[i].name, err.msg, (int) err.pos);
	}
	CHECK(golden_n >= 40);
}

static void
text_is_kept(void)
{
	int i;

	for (i = 0; i < golden_n; i++)
	{
		BxBuf out;
		BxError err;

		bx_buf_init(&out, bx_host_libc());
		CHECKF(bx_text_write(golden[i].v, golden[i].n, NULL, bx_host_libc(), &out, &err) == BX_OK, "%s",
			   golden[i].name);
		CHECKF(out.len == golden[i].text_n &&
				   (out.len == 0 || memcmp(out.data, golden[i].text, out.len) == 0),
			   "%s", golden[i].name);
		bx_buf_free(&out);
	}
}

static void
check_rewrite(const UtGolden *g, const UtEvents *ev)
{
	BxWriterOptions opt = ut_options(g->mode, g->typed);
	uint8_t *again = NULL;
	size_t n = 0;
	BxError err;

	bx_error_clear(&err);
	CHECKF(ut_write(ev, &opt, bx_host_libc(), &again, &n, &err) == BX_OK, "%s: %s", g->name, err.msg);
	CHECKF(n == g->n && memcmp(again, g->v, n) == 0, "%s", g->name);
	free(again);
}

/* The writer is a function of the events: the same ones give the same bytes. */
static void
events_give_the_same_bytes(void)
{
	int i;

	for (i = 0; i < golden_n; i++)
	{
		UtEvents ev;
		BxError err;

		ut_events_init(&ev);
		CHECKF(ut_read_all(golden[i].v, golden[i].n, &ev, &err) == BX_OK, "%s", golden[i].name);
		check_rewrite(&golden[i], &ev);
		ut_events_free(&ev);
	}
}

/* Text that says all (no facts of a declaration are lost) encodes to the golden bytes. */
static void
text_gives_the_same_bytes(void)
{
	int i;

	for (i = 0; i < golden_n; i++)
	{
		UtEvents ev;

		if (strncmp(golden[i].name, "decl-", 5) == 0)
			continue;
		ut_events_init(&ev);
		ut_parse(&ev, golden[i].text, golden[i].text_n);
		check_rewrite(&golden[i], &ev);
		ut_events_free(&ev);
	}
}

static void
check_blocks(const UtGolden *g, const uint8_t *v, size_t n)
{
	const uint8_t *plain = v;
	size_t plain_n = n;
	BxArena arena;
	BxBuf out;
	BxError err;

	bx_arena_init(&arena, bx_host_lz4());
	CHECKF(ut_is_packed(v, n), "%s", g->name);
	CHECKF(bx_plain(&plain, &plain_n, &arena, &err) == BX_OK, "%s: %s", g->name, err.msg);
	CHECKF(plain_n == g->n && memcmp(plain, g->v, g->n) == 0, "%s", g->name);
	CHECKF(bx_check(v, n, false, NULL, bx_host_lz4(), &err) == BX_OK, "%s: %s", g->name, err.msg);
	bx_buf_init(&out, bx_host_lz4());
	CHECKF(bx_text_write(v, n, NULL, bx_host_lz4(), &out, &err) == BX_OK, "%s: %s", g->name, err.msg);
	CHECKF(out.len == g->text_n && memcmp(out.data, g->text, out.len) == 0, "%s", g->name);
	bx_buf_free(&out);
	bx_arena_reset(&arena);
}

static void
check_codec(int codec, int at_least)
{
	int i, n = 0;
	BxHeader h;
	BxError err;

	for (i = 0; i < golden_n; i++)
	{
		size_t len;
		uint8_t *v = ut_golden_packed(&golden[i], codec, &len);

		if (v == NULL)
			continue;
		check_blocks(&golden[i], v, len);
		CHECK(bx_header_read(v, len, len, &h, &err) == BX_OK && h.codec == codec);
		free(v);
		n++;
	}
	CHECK(n >= at_least);
}

static void
blocks_give_the_plain_value(void)
{
	check_codec(1, 12);
	check_codec(2, 9);
}

/* A line of LABELED: "exceptions = labels". */
static void
check_labeled(const UtGolden *g, char *line, const uint8_t *v, size_t n)
{
	char *labels = strstr(line, " =");
	uint8_t *again;
	size_t again_n;
	BxBuf out;
	BxError err;

	CHECKF(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK, "%s: %s", g->name, err.msg);
	bx_buf_init(&out, bx_host_libc());
	CHECKF(bx_text_write(v, n, NULL, bx_host_libc(), &out, &err) == BX_OK, "%s: %s", g->name, err.msg);
	CHECKF(out.len == g->text_n && memcmp(out.data, g->text, out.len) == 0, "%s", g->name);
	out.len = 0;
	ut_item_labels(v, n, &out);
	CHECKF(out.len == strlen(labels + 2) && memcmp(out.data, labels + 2, out.len) == 0, "%s: %.*s", g->name,
		   (int) out.len, (char *) out.data);
	bx_buf_free(&out);
	*labels = '\0';
	again = ut_said(g->v, g->n, line, &again_n);
	CHECKF(again_n == n && memcmp(again, v, n) == 0, "%s", g->name);
	free(again);
}

static void
labels_are_kept(void)
{
	int i, n = 0;

	for (i = 0; i < golden_n; i++)
	{
		char *line = ut_golden_listed(&golden[i], "test/golden/LABELED");
		uint8_t *v;
		size_t len;

		if (line == NULL)
			continue;
		v = ut_golden_form(&golden[i], "labeled", &len);
		check_labeled(&golden[i], line, v, len);
		free(v);
		free(line);
		n++;
	}
	CHECK(n >= 5);
}

/* The text is the same with annotations and without; the section can be put there and taken out again. */
static void
check_annotated(const UtGolden *g, const char *body, const uint8_t *v, size_t n)
{
	uint8_t *again;
	size_t again_n;
	BxBuf out;
	BxError err;

	CHECKF(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK, "%s: %s", g->name, err.msg);
	bx_buf_init(&out, bx_host_libc());
	CHECKF(bx_text_write(v, n, NULL, bx_host_libc(), &out, &err) == BX_OK, "%s: %s", g->name, err.msg);
	CHECKF(out.len == g->text_n && memcmp(out.data, g->text, out.len) == 0, "%s", g->name);
	bx_buf_free(&out);
	again = ut_annotated(g->v, g->n, body, &again_n);
	CHECKF(again_n == n && memcmp(again, v, n) == 0, "%s", g->name);
	free(again);
	CHECK(bx_section_put(v, n, BX_EXT_ANNOTATIONS, NULL, 0, 0, bx_host_libc(), &again, &again_n, &err) ==
		  BX_OK);
	CHECKF(again_n == g->n && memcmp(again, g->v, g->n) == 0, "%s", g->name);
	free(again);
}

static void
annotations_are_kept(void)
{
	int i, n = 0;

	for (i = 0; i < golden_n; i++)
	{
		char *body = ut_golden_listed(&golden[i], "test/golden/ANNOTATED");
		uint8_t *v;
		size_t len;

		if (body == NULL)
			continue;
		v = ut_golden_form(&golden[i], "annotated", &len);
		check_annotated(&golden[i], body, v, len);
		free(v);
		free(body);
		n++;
	}
	CHECK(n >= 2);
}

/* A value with a flag, version or section of the future is refused as such, not as damage. */
static void
future_is_refused_as_future(void)
{
	static const uint8_t flags[] = {0x40, 0x80};
	size_t i;
	BxError err;

	for (i = 0; i < sizeof(flags); i++)
	{
		golden[2].v[1] ^= flags[i];
		CHECK(bx_check(golden[2].v, golden[2].n, true, NULL, bx_host_libc(), &err) == BX_E_VERSION);
		golden[2].v[1] ^= flags[i];
	}
	golden[2].v[0] = 0xB2;
	CHECK(bx_check(golden[2].v, golden[2].n, true, NULL, bx_host_libc(), &err) == BX_E_VERSION);
	golden[2].v[0] = BX_VERSION_BYTE;
	CHECK(bx_check(golden[2].v, golden[2].n, true, NULL, bx_host_libc(), &err) == BX_OK);
}

/* ---- FORMAT.md ---- */

static void
check_example(char *doc, const char *info, const char *name)
{
	size_t n = 0, len = 0;
	char *block = ut_fenced(doc, info, &n);
	uint8_t *v;
	int i;

	CHECKF(block != NULL, "FORMAT.md has no block %s", info);
	if (block == NULL)
		return;
	v = ut_hex(block, n, &len);
	for (i = 0; i < golden_n; i++)
		if (strcmp(golden[i].name, name) == 0)
			CHECKF(len == golden[i].n && memcmp(v, golden[i].v, len) == 0, "%s differs from the golden value",
				   info);
	free(v);
}

/* The example in blocks is that of path mode, cut once. */
static void
check_blocks_example(char *doc)
{
	size_t n = 0, len = 0;
	char *block = ut_fenced(doc, "hex example-blocks", &n);
	uint8_t *v;
	int i;

	CHECK(block != NULL);
	if (block == NULL)
		return;
	v = ut_hex(block, n, &len);
	for (i = 0; i < golden_n; i++)
		if (strcmp(golden[i].name, "example-paths") == 0)
			check_blocks(&golden[i], v, len);
	free(v);
}

/* The example with a dictionary has its own text. */
static void
check_dictionary_example(char *doc)
{
	size_t n = 0, len = 0, text_n = 0;
	char *block = ut_fenced(doc, "hex example-dictionary", &n);
	char *text = ut_fenced(doc, "xml example-dictionary", &text_n);
	uint8_t *v;
	BxBuf out;
	BxError err;

	CHECK(block != NULL && text != NULL);
	if (block == NULL || text == NULL)
		return;
	v = ut_hex(block, n, &len);
	bx_buf_init(&out, bx_host_lz4());
	CHECK(bx_text_write(v, len, NULL, bx_host_lz4(), &out, &err) == BX_OK);
	CHECK(out.len == text_n && memcmp(out.data, text, text_n) == 0);
	bx_buf_free(&out);
	free(v);
}

/* The examples with label exceptions, and with label marks. */
static void
check_labeled_example(char *doc, const char *fence, const char *name)
{
	size_t n = 0, len = 0, want_n;
	char *block = ut_fenced(doc, fence, &n);
	uint8_t *v, *want;
	int i;

	CHECK(block != NULL);
	if (block == NULL)
		return;
	v = ut_hex(block, n, &len);
	for (i = 0; i < golden_n; i++)
		if (strcmp(golden[i].name, name) == 0)
		{
			want = ut_golden_form(&golden[i], "labeled", &want_n);
			CHECK(len == want_n && memcmp(v, want, len) == 0);
			free(want);
		}
	free(v);
}

static void
format_document_is_right(void)
{
	size_t n, text_n = 0;
	char *doc = ut_file("src/core/format/FORMAT.md", &n);
	char *text = ut_fenced(doc, "xml example", &text_n);
	int i;

	check_example(doc, "hex example-paths", "example-paths");
	check_example(doc, "hex example-names", "example-names");
	check_example(doc, "hex example-dirs", "list-dirs");
	check_example(doc, "hex example-values", "list-vdirs");
	check_blocks_example(doc);
	check_dictionary_example(doc);
	check_labeled_example(doc, "hex example-labels", "list-paths");
	check_labeled_example(doc, "hex example-marks", "list-names");
	CHECK(text != NULL);
	for (i = 0; i < golden_n && text != NULL; i++)
		if (strcmp(golden[i].name, "example-paths") == 0)
			CHECK(text_n == golden[i].text_n && memcmp(text, golden[i].text, text_n) == 0);
	free(doc);
}

/* The headings "6: label exceptions" of FORMAT.md are the table of sections, and no code is in it twice. */
static void
format_document_lists_the_sections(void)
{
	size_t n;
	char *doc = ut_file("src/core/format/FORMAT.md", &n), heading[80];
	const char *p;
	unsigned code, listed = 0;
	int i;

	for (p = doc; (p = strstr(p, "### ")) != NULL; p += 4)
		listed += sscanf(p, "### %u: ", &code) == 1;
	CHECKF(listed == BX_SECTIONS, "FORMAT.md has %u sections, the table %d", listed, (int) BX_SECTIONS);
	for (i = 0; i < BX_SECTIONS; i++)
	{
		snprintf(heading, sizeof(heading), "### %u: %s\n", bx_sections[i].code, bx_sections[i].name);
		CHECKF(strstr(doc, heading) != NULL, "FORMAT.md has no heading %s", heading);
		CHECK(i == 0 || bx_sections[i - 1].code < bx_sections[i].code);
		CHECK(bx_section_row(bx_sections[i].code) == (BxSectionRow) i);
		CHECK(bx_section_may_skip(bx_sections[i].code) == (bx_sections[i].code >= 64));
	}
	CHECK(bx_section_row(5) == BX_SECTIONS);
	free(doc);
}

UT_SUITE(test_golden)
{
	golden_n = ut_goldens(golden);
	UT_RUN(validator_accepts);
	UT_RUN(text_is_kept);
	UT_RUN(events_give_the_same_bytes);
	UT_RUN(text_gives_the_same_bytes);
	UT_RUN(blocks_give_the_plain_value);
	UT_RUN(labels_are_kept);
	UT_RUN(annotations_are_kept);
	UT_RUN(future_is_refused_as_future);
	UT_RUN(format_document_is_right);
	UT_RUN(format_document_lists_the_sections);
	ut_goldens_free(golden, golden_n);
	return ut_done();
}
