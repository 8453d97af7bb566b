/*
 * bx_gather.c -- one pass over a document that counts its paths and values.
 *
 * Which nodes have a value is as in KEYS.md, "Which nodes have keys", of long keys.
 */
#include "../base/bx_core_int.h"
#include "bx_gather.h"

#include "../read/bx_reader.h"
#include "../store/bx_window.h"
#include "../value/bx_value.h"

/* A document without paths in its table is read for its paths when its items have at most so many bytes. */
#define SHORT_ITEMS 65536

/* An open element; the one at 0 is the document. */
typedef struct Inside
{
	uint32_t path;
	bool kids;
	bool blank;
	uint8_t texts; /* 2: several */
} Inside;

typedef struct Gather
{
	BxTally *t;
	const BxTable *table;
	BxArena *scratch;
	uint32_t *names; /* numbers of the names of shapes ... */
	uint32_t *uris;  /* ... and of namespaces */
	uint32_t *paths; /* of shapes, where these are paths */
	Inside *open;
} Gather;

/* ---- names and paths ---- */

static bool
is_node(const BxShape *shape)
{
	return shape->kind == BX_KIND_ELEMENT || shape->kind == BX_KIND_LEAF || shape->kind == BX_KIND_ATTRIBUTE;
}

/* Paths below one that is not counted are not counted. */
static BxStatus
find_path(Gather *g, uint32_t parent, bool top, uint32_t shape, uint32_t *path)
{
	const BxShape *r = &g->table->shapes[shape];

	*path = BX_TALLY_NONE;
	if (parent == BX_TALLY_NONE && !top)
		return BX_OK;
	return bx_tally_path(g->t, parent, g->uris[g->table->names[r->name].pair], g->names[shape],
						 r->kind == BX_KIND_ATTRIBUTE, path);
}

static BxStatus
number_shape(Gather *g, uint32_t i)
{
	const BxShape *r = &g->table->shapes[i];
	const BxNameInfo *name = &g->table->names[r->name];
	bool top = r->parent == BX_SHAPE_NONE;

	g->paths[i] = BX_TALLY_NONE;
	if (!is_node(r))
		return BX_OK;
	BX_TRY(bx_tally_name(g->t, name->local, name->len, &g->names[i]));
	if (g->table->head.flags & BX_FLAG_NAMES)
		return BX_OK;
	return find_path(g, top ? BX_TALLY_NONE : g->paths[r->parent], top, i, &g->paths[i]);
}

static BxStatus
number_shapes(Gather *g)
{
	const BxTable *t = g->table;
	uint32_t i;

	g->names = bx_arena_alloc(g->scratch, (2 * (size_t) t->n_shapes + t->n_pairs + 1) * sizeof(uint32_t));
	if (g->names == NULL)
		return bx_fail_nomem(g->t->err, 2 * (size_t) t->n_shapes * sizeof(uint32_t));
	g->paths = g->names + t->n_shapes;
	g->uris = g->paths + t->n_shapes;
	for (i = 0; i < t->n_pairs; i++)
		BX_TRY(bx_tally_name(g->t, t->pairs[i].uri, t->pairs[i].uri_len, &g->uris[i]));
	for (i = 0; i < t->n_shapes; i++)
	{
		BX_TRY(number_shape(g, i));
		BX_TRY(bx_step(g->scratch->host));
	}
	return BX_OK;
}

/* ---- nodes ---- */

static BxStatus
enter_node(Gather *g, const BxEvent *ev, uint32_t *path)
{
	*path = g->paths[ev->shape];
	if (g->table->head.flags & BX_FLAG_NAMES)
		BX_TRY(find_path(g, g->open[ev->level - 1].path, ev->level == 1, ev->shape, path));
	return *path == BX_TALLY_NONE ? BX_OK : bx_tally_node(g->t, *path);
}

static bool
is_blank(const BxEvent *ev)
{
	return ev->len > 0 && bx_is_all_space((const char *) ev->payload, ev->len);
}

static BxStatus
count_value(Gather *g, uint32_t path, const BxEvent *ev)
{
	BxIndexValue value;
	char buf[BX_VALUE_TEXT_MAX], own[BX_VALUE_TEXT_MAX];
	BxStr text = {(const char *) ev->payload, ev->len};
	uint32_t n;

	if (path == BX_TALLY_NONE || g->t->level != BX_TALLY_ALL)
		return BX_OK;
	if (ev->heap)
		bx_index_value_text(text.s, text.n, &value);
	else if (!bx_index_value_payload(ev->payload, ev->len, buf, &value))
		return bx_fail(g->t->err, BX_E_CORRUPT, ev->content, "damaged typed value");
	else
	{
		text.s = bx_value_text(ev->payload, ev->len, own, &n);
		text.n = n;
	}
	return bx_tally_value(g->t, path, &value, text);
}

static BxStatus
count_empty(Gather *g, uint32_t path)
{
	static const BxIndexValue empty = {.kind = AT_INDEX_STRING, .text = {"", 0}};

	return path == BX_TALLY_NONE ? BX_OK : bx_tally_value(g->t, path, &empty, empty.text);
}

static void
count_complex(Gather *g, uint32_t path)
{
	if (path != BX_TALLY_NONE)
		bx_tally_complex(g->t, path);
}

static BxStatus
take_leaf(Gather *g, const BxEvent *ev)
{
	uint32_t path;

	g->open[ev->level - 1].kids = true;
	BX_TRY(enter_node(g, ev, &path));
	if (ev->len == 0)
		return count_empty(g, path);
	if (!is_blank(ev))
		return count_value(g, path, ev);
	count_complex(g, path);
	return BX_OK;
}

static BxStatus
take_text(Gather *g, const BxEvent *ev)
{
	Inside *in = &g->open[ev->level - 1];

	in->texts = in->texts == 0 ? 1 : 2;
	if (ev->level == 1)
		return BX_OK;
	in->blank |= is_blank(ev);
	return is_blank(ev) ? BX_OK : count_value(g, in->path, ev);
}

static BxStatus
take_end(Gather *g, const BxEvent *ev)
{
	const Inside *in = &g->open[ev->level];

	if (in->kids || in->blank || in->texts > 1)
		count_complex(g, in->path);
	else if (in->texts == 0)
		return count_empty(g, in->path);
	return BX_OK;
}

static BxStatus
take(Gather *g, const BxEvent *ev)
{
	uint32_t path;

	switch (ev->kind)
	{
		case BX_EV_ELEMENT:
			BX_TRY(enter_node(g, ev, &path));
			g->open[ev->level - 1].kids = true;
			g->open[ev->level] = (Inside){.path = path};
			return BX_OK;
		case BX_EV_END: return take_end(g, ev);
		case BX_EV_LEAF: return take_leaf(g, ev);
		case BX_EV_ATTRIBUTE: BX_TRY(enter_node(g, ev, &path)); return count_value(g, path, ev);
		case BX_EV_TEXT: return take_text(g, ev);
		default: return BX_OK;
	}
}

/* ---- documents ---- */

static BxStatus
walk(Gather *g, BxSource *items)
{
	size_t room = (g->table->head.depth + (size_t) 2) * sizeof(Inside);
	BxReader *rd;
	BxEvent ev;

	g->open = bx_arena_zalloc(g->scratch, room);
	if (g->open == NULL)
		return bx_fail_nomem(g->t->err, room);
	g->open[0].path = BX_TALLY_NONE;
	BX_TRY(bx_reader_new(&rd, g->table, items, g->scratch, g->t->err));
	do
	{
		BX_TRY(bx_reader_next(rd, &ev));
		BX_TRY(bx_step(g->scratch->host));
		BX_TRY(take(g, &ev));
	} while (ev.kind != BX_EV_DONE);
	return BX_OK;
}

/* All paths of the table. */
static BxStatus
take_table(Gather *g)
{
	uint32_t i;

	for (i = 0; i < g->table->n_shapes; i++)
		if (g->paths[i] != BX_TALLY_NONE)
			BX_TRY(bx_tally_node(g->t, g->paths[i]));
	return BX_OK;
}

static BxStatus
count_document(BxTally *t, BxReadAll *pass, const BxTable *table, BxTallyLevel level, BxArena *scratch)
{
	Gather g = {.t = t, .table = table, .scratch = scratch};
	BxStatus status;

	if (level == BX_TALLY_TABLE && (table->head.flags & BX_FLAG_NAMES))
	{
		if (table->head.items_len > SHORT_ITEMS)
			return BX_OK;
		level = BX_TALLY_NODES;
	}
	BX_TRY(number_shapes(&g));
	bx_tally_begin(t, level);
	status = level == BX_TALLY_TABLE ? take_table(&g) : walk(&g, &pass->items.source);
	return status == BX_OK ? bx_tally_end(t) : status;
}

BxStatus
bx_gather_document(BxTally *t, BxStore *store, BxTallyLevel level, BxArena *scratch)
{
	BxReadAll pass;
	BxTable table;
	BxStatus status = bx_read_all_open(&pass, store, scratch, t->err);

	if (status == BX_OK)
		status = bx_read_all_table(&pass, &table, scratch);
	if (status == BX_OK)
		status = count_document(t, &pass, &table, level, scratch);
	bx_read_all_close(&pass);
	return status;
}
