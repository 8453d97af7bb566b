/*
 * eng_bxml.c -- our side: encode through the libxml2 bridge, pull reader, serializer, XPath on the binary form.
 *
 * Per document everything starts from the bytes of the value: header and tables are read again each time, as the
 * server does it.  Two traversals: "bxml" hands values over as they are stored (typed ones as bytes), "bxml text"
 * formats every typed value, so that its consumer gets what a SAX parser gives.
 */
#include <stdlib.h>
#include <string.h>

#include "../../src/core/read/bx_reader.h"
#include "../../src/core/value/bx_value.h"
#include "../../src/core/print/bx_text.h"
#include "../../src/core/xpath/result/xp_eval.h"
#include "../../src/xml/bx_parse.h"
#include "eng_bxml.h"

void
bm_bxml_must(BxStatus st, const BxError *err, const char *what)
{
	if (st != BX_OK)
		bm_die("bxml: %s: %s", what, err->msg);
}

static const BxWriterOptions usual = {.limits = BX_LIMITS_DEFAULT};

static void
encode(const BmDoc *doc, const BxWriterOptions *options, uint8_t **value, size_t *len)
{
	static BxMarkup *reader; /* kept as a backend keeps it */
	BxParseOptions op = {.writer = *options, .encoding = "UTF-8"};
	BxError err;
	BxParser *p;

	if (reader == NULL)
		reader = bx_markup_new(bx_host_libc(), &err);
	op.reader = reader;
	p = bx_parser_new(bx_host_libc(), &op, &err);

	if (p == NULL)
		bm_die("bxml: out of memory");
	bm_bxml_must(bx_parser_text(p, doc->text, doc->len), bx_parser_error(p), "parse");
	bm_bxml_must(bx_parser_finish(p, value, len), bx_parser_error(p), "parse");
	bx_parser_free(p);
}

void
bm_bxml_encode(BmSet *set, const BxWriterOptions *options)
{
	size_t i;

	set->value_bytes = 0;
	for (i = 0; i < set->n; i++)
	{
		encode(&set->docs[i], options, &set->docs[i].value, &set->docs[i].value_len);
		set->value_bytes += set->docs[i].value_len;
	}
}

void
bm_encode(BmSet *set)
{
	bm_bxml_encode(set, &usual);
}

BmSet *
bm_bxml_own(const BmSet *set)
{
	BmSet *own = bm_alloc(sizeof(BmSet));
	size_t i;

	*own = *set;
	own->docs = bm_alloc(set->n * sizeof(BmDoc));
	memcpy(own->docs, set->docs, set->n * sizeof(BmDoc));
	for (i = 0; i < own->n; i++)
		own->docs[i].value = NULL;
	return own;
}

void
bm_bxml_own_free(BmSet *own)
{
	size_t i;

	for (i = 0; i < own->n; i++)
		free(own->docs[i].value);
	free(own->docs);
	free(own);
}

static void *
bxml_open(BmSet *set)
{
	return set;
}

static void
bxml_close(void *ctx)
{
	(void) ctx;
}

void
bm_bxml_parse(const BmSet *set, const BxWriterOptions *options)
{
	const BxHost *host = bx_host_libc();
	size_t i;

	for (i = 0; i < set->n; i++)
	{
		uint8_t *value;
		size_t len;

		encode(&set->docs[i], options, &value, &len);
		host->release(host->ctx, value);
	}
}

static void
bxml_parse(const BmSet *set)
{
	bm_bxml_parse(set, &usual);
}

size_t
bm_bxml_size(void *ctx)
{
	return ((BmSet *) ctx)->value_bytes;
}

/* ---------------------------------------------------------------- traversal */

typedef struct Walk
{
	const BmSink *sink;
	const BxTable *table;
	BmTally *tally;
	bool text; /* format typed values */
} Walk;

static inline const char *
value_of(const Walk *w, const BxEvent *ev, char *buf, uint32_t *len)
{
	const char *s;

	*len = ev->len;
	if (!w->text)
		return (const char *) ev->payload;
	s = bx_value_text(ev->payload, ev->len, buf, len);
	if (s == NULL)
		bm_die("bxml: corrupt value");
	return s;
}

static inline void
walk_event(const Walk *w, const BxEvent *ev)
{
	char buf[BX_VALUE_TEXT_MAX];
	const BxNameInfo *name = &w->table->names[w->table->shapes[ev->shape].name];
	const char *s;
	uint32_t n;

	switch (ev->kind)
	{
		case BX_EV_END: w->sink->end(w->tally); break;
		case BX_EV_ELEMENT: w->sink->element(w->tally, name->local, name->len); break;
		case BX_EV_LEAF:
			w->sink->element(w->tally, name->local, name->len);
			s = value_of(w, ev, buf, &n);
			if (n > 0)
				w->sink->text(w->tally, s, n);
			w->sink->end(w->tally);
			break;
		case BX_EV_ATTRIBUTE:
			s = value_of(w, ev, buf, &n);
			w->sink->attribute(w->tally, name->local, name->len, s, n);
			break;
		case BX_EV_TEXT:
			s = value_of(w, ev, buf, &n);
			w->sink->text(w->tally, s, n);
			break;
		default: break;
	}
}

void
bm_bxml_walk(const BxTable *table, BxSource *src, BxArena *arena, bool text, BmTally *tally)
{
	Walk w = {bm_sink(), table, tally, text};
	BxReader *rd;
	BxEvent ev;
	BxError err;

	bm_bxml_must(bx_reader_new(&rd, table, src, arena, &err), &err, "reader");
	for (;;)
	{
		bm_bxml_must(bx_reader_next(rd, &ev), &err, "read");
		if (ev.kind == BX_EV_DONE)
			break;
		walk_event(&w, &ev);
	}
}

static void
walk_doc(const BmDoc *doc, bool text, BmTally *tally)
{
	BxArena arena;
	BxTable table;
	BxSource src;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	bm_bxml_must(bx_table_open(&table, &arena, doc->value, doc->value_len, doc->value_len, &err), &err,
				 "table");
	bx_source_memory(&src, doc->value + table.head.items_off, table.head.items_len);
	bm_bxml_walk(&table, &src, &arena, text, tally);
	bx_arena_reset(&arena);
}

static void
bxml_traverse(void *ctx, BmTally *t)
{
	BmSet *set = ctx;
	size_t i;

	for (i = 0; i < set->n; i++)
		walk_doc(&set->docs[i], false, t);
}

void
bm_bxml_traverse_text(void *ctx, BmTally *t)
{
	BmSet *set = ctx;
	size_t i;

	for (i = 0; i < set->n; i++)
		walk_doc(&set->docs[i], true, t);
}

size_t
bm_bxml_serialise(void *ctx)
{
	BmSet *set = ctx;
	size_t i, bytes = 0;
	BxBuf out;
	BxError err;

	bx_buf_init(&out, bx_host_libc());
	for (i = 0; i < set->n; i++)
	{
		out.len = 0;
		bm_bxml_must(
			bx_text_write(set->docs[i].value, set->docs[i].value_len, NULL, bx_host_libc(), &out, &err), &err,
			"serialise");
		bytes += out.len;
	}
	bx_buf_free(&out);
	return bytes;
}

/* ---------------------------------------------------------------- queries */

typedef struct BxmlQuery
{
	const BmSet *set;
	const BmQuery *q;
	BxArena lasting; /* path and cache */
	BxArena arena;   /* of one call */
	XpBlock *path;
	XpCache *cache;
} BxmlQuery;

void *
bm_bxml_query_new(void *ctx, const BmQuery *q)
{
	BxmlQuery *bq = bm_alloc(sizeof(BxmlQuery));
	char text[1024] = "";
	BxError err;

	bq->set = ctx;
	bq->q = q;
	if (bq->set->prefix)
	{
		strcat(strcat(strcat(text, "declare namespace "), bq->set->prefix), "=\"");
		strcat(strcat(text, bq->set->uri), "\"; ");
	}
	strcat(text, q->path);
	bx_arena_init(&bq->lasting, bx_host_libc());
	bx_arena_init(&bq->arena, bx_host_libc());
	bm_bxml_must(xp_compile(text, strlen(text), 0, &bq->lasting, &bq->path, &err), &err, text);
	bq->cache = xp_cache_new(&bq->lasting);
	return bq;
}

static void
query_doc(BxmlQuery *bq, XpCall *call, BmAnswer *a)
{
	uint64_t count;
	bool found;
	XpItem text;

	switch (bq->q->want)
	{
		case BM_COUNT:
			bm_bxml_must(xp_count(call, bq->path, &count), call->err, bq->q->path);
			a->count += count;
			break;
		case BM_EXISTS:
			bm_bxml_must(xp_exists(call, bq->path, &found), call->err, bq->q->path);
			a->count += found;
			break;
		default:
			bm_bxml_must(xp_value(call, bq->path, &text), call->err, bq->q->path);
			if (text.type != XP_T_ANY)
				bm_answer_value(a, text.str.s, text.str.n);
			break;
	}
}

void
bm_bxml_query_run(void *query, BmAnswer *a)
{
	BxmlQuery *bq = query;
	BxError err;
	size_t i;

	for (i = 0; i < bq->set->n; i++)
	{
		const BmDoc *doc = &bq->set->docs[i];
		XpCall call = {.host = bx_host_libc(),
					   .arena = &bq->arena,
					   .v = doc->value,
					   .n = doc->value_len,
					   .cache = bq->cache,
					   .err = &err};

		query_doc(bq, &call, a);
		bx_arena_reset(&bq->arena);
	}
}

void
bm_bxml_query_free(void *query)
{
	BxmlQuery *bq = query;

	bx_arena_reset(&bq->arena);
	bx_arena_reset(&bq->lasting);
	free(bq);
}

const BmEngine bm_bxml = {
	.name = "bxml",
	.open = bxml_open,
	.close = bxml_close,
	.parse = bxml_parse,
	.traverse = bxml_traverse,
	.serialise = bm_bxml_serialise,
	.query_new = bm_bxml_query_new,
	.query_run = bm_bxml_query_run,
	.query_free = bm_bxml_query_free,
	.size = bm_bxml_size,
	.texts = BM_TEXTS_STORED,
};

const BmEngine bm_bxml_text = {
	.name = "bxml text",
	.open = bxml_open,
	.close = bxml_close,
	.traverse = bm_bxml_traverse_text,
	.texts = BM_TEXTS_WHOLE,
};
