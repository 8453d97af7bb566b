/*
 * fuzz_edit.c -- changes of stored bytes that no validator has seen.
 *
 * Input: HEAD bytes that say which changes, then a plain value.  Damage must give a status.  What comes out of a value
 * that the validator accepts is accepted as well, can be printed, and, without a DOCTYPE, its text can be parsed.
 */
#include "fuzz.h"

#include <string.h>

#include "../../src/core/edit/bx_edit.h"
#include "../../src/core/check/bx_check.h"
#include "../../src/core/read/bx_reader.h"
#include "../../src/core/print/bx_text.h"
#include "../../src/xml/bx_parse.h"
#include "../unit/ut_random.h"

/* One byte of options, then per change: operation, two bytes for the target, what with. */
#define CHANGES 6
#define HEAD (1 + 4 * CHANGES)
#define TARGETS 1024
#define POLLS_MAX 20000

static int polls_left;

static BxStatus
limited_poll(void *ctx)
{
	(void) ctx;
	return polls_left-- > 0 ? BX_OK : BX_E_CANCEL;
}

/* Where items are, as far as the value can be read. */
static uint32_t
find_items(const uint8_t *v, size_t n, const BxHost *host, uint32_t *offs)
{
	uint32_t k = 0;
	BxArena arena;
	BxTable table;
	BxSource source;
	BxReader *rd;
	BxEvent ev;
	BxError err;

	bx_arena_init(&arena, host);
	if (bx_table_open(&table, &arena, v, n, n, &err) == BX_OK && (table.head.flags & BX_FLAG_BLOCKS) == 0)
	{
		bx_source_memory(&source, v + table.head.items_off, table.head.items_len);
		if (bx_reader_new(&rd, &table, &source, &arena, &err) == BX_OK)
			while (k < TARGETS && bx_reader_next(rd, &ev) == BX_OK && ev.kind != BX_EV_DONE)
				if (ev.kind != BX_EV_END)
					offs[k++] = ev.off;
	}
	bx_arena_reset(&arena);
	return k;
}

static BxStr
pick(const char *const *pool, uint8_t which)
{
	return ut_str(pool[which % 8]);
}

static void
take_change(const uint8_t *p, const uint32_t *offs, uint32_t n, BxEditChange *c, BxEditAttribute *a)
{
	static const char *const prefixes[] = {"", "", "p", "q", "xml", "xmlns", "1", "z"};
	static const char *const uris[] = {"", "urn:1", "urn:2", "urn:9", BX_XML_NS, "", "urn:1", "\x01"};
	static const char *const locals[] = {"a", "b", "item", "id", "name", "x", "xmlns", ""};
	static const char *const texts[] = {"", "1", "text", "2010-06-14", "<&>", "--", "?>", "\r\n"};
	uint32_t at = (uint32_t) p[1] | (uint32_t) p[2] << 8;

	memset(c, 0, sizeof(*c));
	c->op = (BxEditOp) (p[0] % 10);
	c->target.part = p[0] & 0x80                  ? BX_EDIT_LEAF_TEXT
					 : p[0] & 0x40 && at % 8 == 0 ? BX_EDIT_DOCUMENT
												  : BX_EDIT_ITEM;
	c->target.off = n > 0 && (p[0] & 0x20) == 0 ? offs[at % n] : at;
	c->text = pick(texts, p[3]);
	c->prefix = pick(prefixes, (uint8_t) (p[3] >> 1));
	c->uri = pick(uris, (uint8_t) (p[3] >> 3));
	c->local = pick(locals, (uint8_t) (p[3] >> 5));
	*a = (BxEditAttribute){c->prefix, c->uri, c->local, c->text};
	if (c->op == BX_EDIT_ATTRIBUTES || c->op == BX_EDIT_SET_ATTRIBUTE ||
		(c->op == BX_EDIT_REPLACE && p[3] & 1))
	{
		c->attrs = a;
		c->n_attrs = 1;
	}
}

/* What is inserted: something well-formed, or the damaged value itself. */
static void
take_content(BxEditChange *c, uint8_t which, const uint8_t *v, size_t n, uint8_t **made)
{
	static const char *const contents[] = {"<b/>", "text", "<p:a xmlns:p=\"urn:1\" k=\"1\">t<b/></p:a>",
										   "<!--c-->x"};

	if (c->op > BX_EDIT_INSERT_AFTER && (c->op != BX_EDIT_REPLACE || c->n_attrs > 0))
		return;
	c->value = v;
	c->value_n = n;
	if (which % 5 == 0)
		return;
	*made = ut_encode(contents[which % 4], strlen(contents[which % 4]),
					  which & 8 ? BX_MODE_NAMES : BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &c->value_n);
	c->value = *made;
}

/* A value that came out of a sound one. */
static void
check_value(const uint8_t *v, size_t n)
{
	BxParseOptions options = {.writer = {.limits = BX_LIMITS_DEFAULT}, .encoding = "UTF-8"};
	const uint8_t *doctype;
	uint8_t *parsed = NULL;
	uint32_t doctype_n;
	BxHeader h;
	BxParser *p;
	BxBuf text;
	BxError err;
	BxStatus st = bx_check(v, n, true, NULL, bx_host_libc(), &err);
	size_t len;

	if (st != BX_OK)
		fprintf(stderr, "%s\n", err.msg);
	REQUIRE(st == BX_OK);
	bx_buf_init(&text, bx_host_libc());
	REQUIRE(bx_text_write(v, n, NULL, bx_host_libc(), &text, &err) == BX_OK);
	/* the validator does not read what is in a DOCTYPE */
	REQUIRE(bx_header_read(v, n, n, &h, &err) == BX_OK);
	REQUIRE(bx_header_ext(&h, v, BX_EXT_DOCTYPE, &doctype, &doctype_n, &err) == BX_OK);
	if (doctype == NULL)
	{
		p = bx_parser_new(bx_host_libc(), &options, &err);
		REQUIRE(p != NULL && bx_parser_feed(p, (const char *) text.data, text.len) == BX_OK);
		REQUIRE(bx_parser_finish(p, &parsed, &len) == BX_OK);
		bx_parser_free(p);
	}
	free(parsed);
	bx_buf_free(&text);
}

static BxStatus
add_changes(BxEdit *e, const uint8_t *head, const uint8_t *v, size_t n, const uint32_t *offs, uint32_t n_offs,
			uint8_t *made[CHANGES], BxEditAttribute attrs[CHANGES])
{
	uint32_t i, want = 1 + head[0] % CHANGES;
	BxEditChange c;
	BxStatus st = BX_OK;

	for (i = 0; i < want && st == BX_OK; i++)
	{
		take_change(head + 1 + (size_t) 4 * i, offs, n_offs, &c, &attrs[i]);
		take_content(&c, head[4 + 4 * i], v, n, &made[i]);
		st = bx_edit_add(e, &c);
	}
	return st;
}

/* The whole way, with the text in the midst of it unless text is NULL. */
static BxStatus
walk(BxEdit *e, BxBuf *text, uint8_t **out, size_t *len)
{
	BxStatus st = bx_edit_run(e);

	if (st == BX_OK && text != NULL)
		st = bx_edit_print(e, NULL, text);
	return st == BX_OK ? bx_edit_take(e, out, len) : st;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	BxWriterOptions opt = {.limits = BX_LIMITS_DEFAULT};
	BxHost host = *bx_host_libc();
	uint8_t *made[CHANGES] = {NULL};
	BxEditAttribute attrs[CHANGES];
	static uint32_t offs[TARGETS];
	uint8_t *v, *out = NULL;
	uint32_t n_offs, i;
	bool sound;
	BxStatus st;
	BxError err;
	BxEdit *e;
	BxBuf text;
	size_t n, len;

	if (size < HEAD)
		return 0;
	n = size - HEAD;
	v = ut_need(malloc(n + 1)); /* of its own, so that reads beyond it are seen */
	memcpy(v, data + HEAD, n);
	v = ut_need(realloc(v, n > 0 ? n : 1));
	host.poll = limited_poll;
	polls_left = POLLS_MAX;
	opt.typed = data[0] & 0x80 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS;
	opt.heap = data[0] & 0x40 ? BX_HEAP_ALL : BX_HEAP_AUTO;
	opt.dir_from = data[0] & 0x20 ? 1 : 0;
	opt.dir_stride = data[0] & 0x20 ? 2 : 0;
	opt.value_lists = data[0] & 0x20 ? BX_VALUE_LISTS_ALL : BX_VALUE_LISTS_AUTO;
	bx_error_clear(&err);
	bx_buf_init(&text, &host);
	sound = bx_check(v, n, true, NULL, &host, &err) == BX_OK;
	n_offs = find_items(v, n, &host, offs);
	bx_error_clear(&err);
	e = bx_edit_new(&host, &opt, v, n, &err);
	REQUIRE(e != NULL || err.msg[0] != '\0');
	if (e != NULL)
	{
		if (data[0] & 0x10)
			bx_edit_relabel(e);
		st = add_changes(e, data, v, n, offs, n_offs, made, attrs);
		if (st == BX_OK && (data[0] & 0x08) == 0)
			st = bx_edit_splice(e, &out, &len);
		if (st == BX_OK && out == NULL)
			st = walk(e, data[0] & 0x08 ? &text : NULL, &out, &len);
		REQUIRE(st == BX_OK ? out != NULL : err.msg[0] != '\0' || st == BX_E_CANCEL);
		if (st == BX_OK && sound)
			check_value(out, len);
	}
	bx_edit_free(e);
	bx_buf_free(&text);
	free(out);
	for (i = 0; i < CHANGES; i++)
		free(made[i]);
	free(v);
	return 0;
}

/* Other changes, or damage to the value with right lengths and fingerprint. */
size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	uint64_t rng = seed * UINT64_C(0x9E3779B97F4A7C15) | 1;
	uint32_t i = 1 + ut_below(&rng, 8);
	uint8_t *v;
	size_t n;

	if (size < HEAD)
		return size;
	while (i-- > 0)
		data[ut_below(&rng, HEAD)] = (uint8_t) ut_rand(&rng);
	if (ut_below(&rng, 3) == 0)
		return size;
	v = ut_mutate(data + HEAD, size - HEAD, &rng, &n);
	if (HEAD + n <= max_size)
	{
		memcpy(data + HEAD, v, n);
		size = HEAD + n;
	}
	free(v);
	return size;
}
