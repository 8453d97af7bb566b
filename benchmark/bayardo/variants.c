/*
 * variants.c -- our form with its choices switched on one by one, so that what each is worth can be seen.
 *
 * The first two read events from the pull reader and run the matcher that expat runs: "events" looks at every item,
 * "events + skip" passes over elements from whose content the matcher needs nothing, as the programs of Bayardo et al.
 * do with their skip pointers.  The others run the product's evaluator on values that a writer made with fewer
 * choices than it has; "bxml" is what it chooses itself.
 */
#include <stdlib.h>
#include <string.h>

#include "../../src/core/read/bx_reader.h"
#include "../../src/core/value/bx_value.h"
#include "../micro/match.h"
#include "../micro/eng_bxml.h"
#include "bayardo.h"

static void *
variant_open(const BmSet *set, const BxWriterOptions *options)
{
	BmSet *own = bm_bxml_own(set);

	bm_bxml_encode(own, options);
	return own;
}

static void
variant_close(void *ctx)
{
	bm_bxml_own_free(ctx);
}

/* ---------------------------------------------------------------- a matcher over the pull reader */

#define ATTRIBUTES_MAX 16
#define ATTRIBUTE_BYTES 1024

typedef struct Feed
{
	BmMatch m;
	const BmMatcher *matcher;
	BxReader *rd;
	const BxTable *table;
	const char **names; /* of the table, ended by NUL */
	bool skips;
	bool open; /* a start tag whose attributes are still coming */
	uint32_t row;
	const char *atts[2 * ATTRIBUTES_MAX + 1];
	unsigned n_atts;
	char text[ATTRIBUTE_BYTES];
	size_t text_len;
} Feed;

typedef struct FeedQuery
{
	const BmSet *set;
	const BmQuery *q;
	bool skips;
	BxArena arena;
} FeedQuery;

static const char *
name_of(const Feed *f, uint32_t row)
{
	return f->names[f->table->shapes[row].name];
}

static const char *
text_of(const BxEvent *ev, char *buf, uint32_t *n)
{
	const char *s = bx_value_text(ev->payload, ev->len, buf, n);

	if (s == NULL)
		bm_die("bxml: corrupt value");
	return s;
}

static void
feed_attribute(Feed *f, const BxEvent *ev)
{
	char buf[BX_VALUE_TEXT_MAX];
	uint32_t n;
	const char *s = text_of(ev, buf, &n);

	if (f->n_atts == 2 * ATTRIBUTES_MAX || f->text_len + n + 1 > sizeof(f->text))
		bm_die("bxml: an element with more attributes than the matchers expect");
	f->atts[f->n_atts++] = name_of(f, ev->shape);
	f->atts[f->n_atts++] = memcpy(f->text + f->text_len, s, n);
	f->text[f->text_len + n] = 0;
	f->text_len += n + 1;
}

/* The attributes are complete: pass them to the matcher.  true when it needs nothing of the content. */
static bool
feed_start(Feed *f)
{
	f->open = false;
	f->atts[f->n_atts] = NULL;
	bm_match_start(&f->m, f->matcher, name_of(f, f->row), f->atts);
	return f->skips && f->m.skip;
}

static void
feed_text(Feed *f, const BxEvent *ev)
{
	char buf[BX_VALUE_TEXT_MAX];
	const char *s;
	uint32_t n;

	if (!f->m.capture)
		return;
	s = text_of(ev, buf, &n);
	bm_match_text(&f->m, s, n);
}

static void
feed_leaf(Feed *f, const BxEvent *ev)
{
	f->atts[0] = NULL;
	bm_match_start(&f->m, f->matcher, name_of(f, ev->shape), f->atts);
	feed_text(f, ev);
	bm_match_end(&f->m, f->matcher, name_of(f, ev->shape));
}

/*
 * The first event behind the attributes of an element that the matcher has no use for: pass over the rest.  A child
 * element is open already and is left first.
 */
static void
leave(Feed *f, const BxEvent *ev)
{
	BxEvent end;
	BxError err;

	if (ev->kind == BX_EV_ELEMENT)
	{
		bx_reader_skip(f->rd);
		bm_bxml_must(bx_reader_next(f->rd, &end), &err, "read");
	}
	bx_reader_skip(f->rd);
}

static void
feed_event(Feed *f, const BxEvent *ev)
{
	if (ev->kind == BX_EV_ATTRIBUTE)
		feed_attribute(f, ev);
	if (ev->kind == BX_EV_ATTRIBUTE || ev->kind == BX_EV_NAMESPACE)
		return;
	if (f->open && feed_start(f) && ev->kind != BX_EV_END)
	{
		leave(f, ev);
		return;
	}
	switch (ev->kind)
	{
		case BX_EV_ELEMENT:
			f->open = true;
			f->row = ev->shape;
			f->n_atts = 0;
			f->text_len = 0;
			break;
		case BX_EV_LEAF: feed_leaf(f, ev); break;
		case BX_EV_TEXT: feed_text(f, ev); break;
		case BX_EV_END: bm_match_end(&f->m, f->matcher, name_of(f, ev->shape)); break;
		default: break;
	}
}

static const char **
table_names(const BxTable *table, BxArena *arena)
{
	const char **names = bx_arena_alloc(arena, (table->n_names + 1) * sizeof(char *));
	uint32_t i;

	for (i = 0; names && i < table->n_names; i++)
	{
		char *s = bx_arena_alloc(arena, table->names[i].len + 1);

		if (s == NULL)
			return NULL;
		memcpy(s, table->names[i].local, table->names[i].len);
		s[table->names[i].len] = 0;
		names[i] = s;
	}
	return names;
}

static void
feed_document(FeedQuery *fq, const BmDoc *doc, BmAnswer *a)
{
	Feed f = {.matcher = fq->q->matcher, .skips = fq->skips};
	BxTable table;
	BxSource src;
	BxEvent ev;
	BxError err;

	bm_bxml_must(bx_table_open(&table, &fq->arena, doc->value, doc->value_len, doc->value_len, &err), &err,
				 "table");
	bx_source_memory(&src, doc->value + table.head.items_off, table.head.items_len);
	bm_bxml_must(bx_reader_new(&f.rd, &table, &src, &fq->arena, &err), &err, "reader");
	f.table = &table;
	f.names = table_names(&table, &fq->arena);
	if (f.names == NULL)
		bm_die("bxml: out of memory");
	bm_match_begin(&f.m);
	for (;;)
	{
		bm_bxml_must(bx_reader_next(f.rd, &ev), &err, "read");
		if (ev.kind == BX_EV_DONE)
			break;
		feed_event(&f, &ev);
	}
	bm_match_answer(&f.m, fq->q->want, a);
	bx_arena_reset(&fq->arena);
}

static void
feed_query_run(void *query, BmAnswer *a)
{
	FeedQuery *fq = query;
	size_t i;

	for (i = 0; i < fq->set->n; i++)
		feed_document(fq, &fq->set->docs[i], a);
}

static FeedQuery *
feed_query_new(void *ctx, const BmQuery *q, bool skips)
{
	FeedQuery *fq = bm_alloc(sizeof(FeedQuery));

	fq->set = ctx;
	fq->q = q;
	fq->skips = skips;
	bx_arena_init(&fq->arena, bx_host_libc());
	return fq;
}

static void *
events_query_new(void *ctx, const BmQuery *q)
{
	return feed_query_new(ctx, q, false);
}

static void *
skip_query_new(void *ctx, const BmQuery *q)
{
	return feed_query_new(ctx, q, true);
}

static void
feed_query_free(void *query)
{
	FeedQuery *fq = query;

	bx_arena_reset(&fq->arena);
	free(fq);
}

/* ---------------------------------------------------------------- what the writer is allowed to do, step by step */

#define PLAIN                                                                                                \
	.limits = BX_LIMITS_DEFAULT, .typed = BX_TYPED_OFF, .constants = BX_CONSTANTS_OFF, .heap = BX_HEAP_OFF,  \
	.directories = BX_DIRECTORIES_OFF

static const BxWriterOptions names_options = {PLAIN, .mode = BX_MODE_NAMES};
static const BxWriterOptions shapes_options = {PLAIN, .mode = BX_MODE_SHAPES};
static const BxWriterOptions typed_options = {
	.limits = BX_LIMITS_DEFAULT,
	.mode = BX_MODE_SHAPES,
	.constants = BX_CONSTANTS_OFF,
	.heap = BX_HEAP_OFF,
	.directories = BX_DIRECTORIES_OFF,
};
static const BxWriterOptions constants_options = {
	.limits = BX_LIMITS_DEFAULT,
	.mode = BX_MODE_SHAPES,
	.heap = BX_HEAP_OFF,
	.directories = BX_DIRECTORIES_OFF,
};
static const BxWriterOptions product_options = {.limits = BX_LIMITS_DEFAULT};
static const BxWriterOptions offsets_options = {
	.limits = BX_LIMITS_DEFAULT,
	.mode = BX_MODE_SHAPES,
	.directories = BX_DIRECTORIES_ALL,
};

/* A BmEngine's open and parse know no options: two functions for each step. */
#define STEP(step)                                                                                           \
	static void *step##_open(BmSet *set)                                                                     \
	{                                                                                                        \
		return variant_open(set, &step##_options);                                                           \
	}                                                                                                        \
	static void step##_parse(const BmSet *set)                                                               \
	{                                                                                                        \
		bm_bxml_parse(set, &step##_options);                                                                 \
	}

STEP(names)
STEP(shapes)
STEP(typed)
STEP(constants)
STEP(product)
STEP(offsets)

const BmEngine bayardo_events = {
	.name = "events",
	.open = names_open,
	.close = variant_close,
	.query_new = events_query_new,
	.query_run = feed_query_run,
	.query_free = feed_query_free,
	.by_hand = true,
};

const BmEngine bayardo_events_skip = {
	.name = "events + skip",
	.open = names_open,
	.close = variant_close,
	.query_new = skip_query_new,
	.query_run = feed_query_run,
	.query_free = feed_query_free,
	.by_hand = true,
};

#define EVALUATED(step, text)                                                                                \
	const BmEngine bayardo_##step = {                                                                        \
		.name = text,                                                                                        \
		.open = step##_open,                                                                                 \
		.close = variant_close,                                                                              \
		.parse = step##_parse,                                                                               \
		.traverse = bm_bxml_traverse_text,                                                                   \
		.serialise = bm_bxml_serialise,                                                                      \
		.query_new = bm_bxml_query_new,                                                                      \
		.query_run = bm_bxml_query_run,                                                                      \
		.query_free = bm_bxml_query_free,                                                                    \
		.size = bm_bxml_size,                                                                                \
		.texts = BM_TEXTS_WHOLE,                                                                             \
	}

EVALUATED(names, "names");
EVALUATED(shapes, "shapes");
EVALUATED(typed, "+ typed");
EVALUATED(constants, "+ constants");
EVALUATED(product, "bxml");
EVALUATED(offsets, "all offset lists");
