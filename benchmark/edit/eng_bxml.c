/*
 * eng_bxml.c -- our side: XPath on the plain value, the edit engine, the serializer.
 *
 * Everything starts from the bytes of the value each time, as the server does it: bxml_delete(doc, path)::text prints
 * the changed document without putting it together.  "parsed" makes the value first, from the text as a whole and
 * with a reader that is kept from text to text, as backends do it; VTD-XML keeps its parser, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/edit/bx_edit.h"
#include "../../src/core/print/bx_text.h"
#include "../../src/core/xpath/result/xp_session.h"
#include "../../src/xml/bx_parse.h"
#include "eb.h"

typedef struct Ctx
{
	const BmDoc *doc;
	const EbTask *task;
	uint8_t *value;
	size_t value_n;
	uint8_t *content; /* what INSERT puts in */
	size_t content_n;
	BxArena lasting;
	BxArena arena; /* of one run */
	XpBlock *path;
	XpCache *cache;
	BxBuf targets;
	BxBuf out;
} Ctx;

static void
must(BxStatus st, const BxError *err, const char *what)
{
	if (st != BX_OK)
		bm_die("bxml: %s: %s", what, err->msg);
}

static void
encode(const char *text, size_t n, uint8_t **value, size_t *len)
{
	static BxMarkup *reader; /* kept as a backend keeps it */
	BxParseOptions op = {.writer = {.limits = BX_LIMITS_DEFAULT}, .encoding = "UTF-8"};
	BxError err;
	BxParser *p;

	if (reader == NULL)
		reader = bx_markup_new(bx_host_libc(), &err);
	op.reader = reader;
	p = bx_parser_new(bx_host_libc(), &op, &err);
	if (p == NULL)
		bm_die("out of memory");
	must(bx_parser_text(p, text, n), bx_parser_error(p), "parse");
	must(bx_parser_finish(p, value, len), bx_parser_error(p), "parse");
	bx_parser_free(p);
}

static void *
bxml_open(const BmDoc *doc, const EbTask *task)
{
	Ctx *c = bm_alloc(sizeof(Ctx));
	char element[256];
	BxError err;

	memset(c, 0, sizeof(*c));
	c->doc = doc;
	c->task = task;
	encode(doc->text, doc->len, &c->value, &c->value_n);
	if (task->op == EB_INSERT)
	{
		snprintf(element, sizeof(element), "<%s>%s</%s>", task->name, task->text, task->name);
		encode(element, strlen(element), &c->content, &c->content_n);
	}
	bx_arena_init(&c->lasting, bx_host_libc());
	bx_arena_init(&c->arena, bx_host_libc());
	bx_buf_init(&c->targets, bx_host_libc());
	bx_buf_init(&c->out, bx_host_libc());
	must(xp_compile(task->path, strlen(task->path), 0, &c->lasting, &c->path, &err), &err, task->path);
	c->cache = xp_cache_new(&c->lasting);
	return c;
}

static void
bxml_close(void *ctx)
{
	Ctx *c = ctx;

	xp_cache_free(c->cache);
	bx_arena_reset(&c->arena);
	bx_arena_reset(&c->lasting);
	bx_buf_free(&c->targets);
	bx_buf_free(&c->out);
	free(c->value);
	free(c->content);
	free(c);
}

static void
add_changes(Ctx *c, BxEdit *e, BxError *err)
{
	static const BxEditOp ops[] = {BX_EDIT_DELETE, BX_EDIT_DELETE, BX_EDIT_VALUE, BX_EDIT_INSERT_AFTER};
	const XpNodePlace *t = (const XpNodePlace *) (const void *) c->targets.data;
	size_t i, n = c->targets.len / sizeof(XpNodePlace);
	BxEditChange change = {.op = ops[c->task->op], .value = c->content, .value_n = c->content_n};

	if (c->task->op == EB_SET)
		change.text = (BxStr){c->task->text, (uint32_t) strlen(c->task->text)};
	for (i = 0; i < n; i++)
	{
		change.target.off = t[i].off;
		change.target.part = t[i].part == XP_PLACE_LEAF_TEXT ? BX_EDIT_LEAF_TEXT : BX_EDIT_ITEM;
		must(bx_edit_add(e, &change), err, "change");
	}
}

static void
write_changed(Ctx *c, const uint8_t *v, size_t n)
{
	BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};
	BxError err;
	BxEdit *e = bx_edit_new(bx_host_libc(), &options, v, n, &err);

	if (e == NULL)
		bm_die("bxml: %s", err.msg);
	add_changes(c, e, &err);
	must(bx_edit_run(e), &err, "apply");
	must(bx_edit_print(e, NULL, &c->out), &err, "serialise");
	bx_edit_free(e);
}

static void
run(Ctx *c, const uint8_t *v, size_t n, EbResult *r)
{
	BxError err;
	XpCall call = {
		.host = bx_host_libc(), .arena = &c->arena, .v = v, .n = n, .cache = c->cache, .err = &err};

	c->targets.len = c->out.len = 0;
	must(xp_targets(&call, c->path, &c->targets), &err, c->task->path);
	bx_arena_reset(&c->arena);
	r->count = c->targets.len / sizeof(XpNodePlace);
	r->len = 0;
	if (c->task->op == EB_EVALUATE)
		return;
	if (c->task->op == EB_WRITE)
		must(bx_text_write(v, n, NULL, bx_host_libc(), &c->out, &err), &err, "serialise");
	else
		write_changed(c, v, n);
	r->out = (const char *) c->out.data;
	r->len = c->out.len;
}

static void
bxml_stored(void *ctx, EbResult *r)
{
	Ctx *c = ctx;

	run(c, c->value, c->value_n, r);
}

static void
bxml_parsed(void *ctx, EbResult *r)
{
	Ctx *c = ctx;
	uint8_t *value;
	size_t n;

	encode(c->doc->text, c->doc->len, &value, &n);
	run(c, value, n, r);
	free(value);
}

const EbEngine eb_bxml = {"bxml", bxml_open, bxml_stored, bxml_parsed, NULL, bxml_close};
