/*
 * bx_trail.c -- paths of nodes that are met in document order, in one pass over the items.
 *
 * Each name has a count of the siblings of that name so far, which is of the innermost open element that has a child
 * of the name; what it was for an outer element is kept on a stack until the inner one ends.  So an item costs O(1).
 */
#include "../base/bx_core_int.h"

#include "../base/bx_array.h"
#include "../base/bx_hash.h"
#include "bx_reader.h"
#include "bx_trail.h"

/* Siblings of a name. */
typedef struct TrailCount
{
	uint32_t parent; /* number of the element whose children they are; 0: of none */
	uint32_t n;
} TrailCount;

typedef struct TrailSaved
{
	uint32_t name;
	TrailCount count;
} TrailSaved;

typedef struct TrailFrame
{
	uint32_t off; /* of the element */
	uint32_t name;
	uint32_t position;
	uint32_t number;
	uint32_t n_saved; /* when it began */
} TrailFrame;

struct BxTrail
{
	const BxHost *host;
	const BxTable *table;
	BxReader *reader;
	BxError *err;
	uint32_t *class_of; /* by name: a number for each expanded name */
	TrailCount *counts; /* by that number */
	TrailFrame *frames; /* the document, and open elements or a leaf */
	uint32_t level;
	uint32_t last; /* number of the last element */
	uint32_t next; /* the pass has met all items before this offset */
	BxEvent at;    /* the last event */
	TrailSaved *saved;
	uint32_t n_saved;
	uint32_t cap_saved;
};

/* The number of an expanded name among those met. */
static BxStatus
find_class(BxTrail *t, BxStrMap *map, const BxNameInfo *name, BxArena *arena, uint32_t *number)
{
	BxStr uri = bx_pair_uri(&t->table->pairs[name->pair]);
	size_t n = name->len + (size_t) 1 + uri.n;
	char *key = bx_arena_alloc(arena, n);
	bool added;

	if (key == NULL)
		return bx_fail_nomem(t->err, n);
	memcpy(key, name->local, name->len);
	key[name->len] = ' ';
	if (uri.n > 0)
		memcpy(key + name->len + 1, uri.s, uri.n);
	BX_TRY(bx_charge(t->host, n));
	return bx_strmap_add(map, key, n, number, &added, t->err);
}

static BxStatus
find_classes(BxTrail *t, BxArena *arena)
{
	BxStatus st = BX_OK;
	BxStrMap map;
	uint32_t i;

	bx_strmap_init(&map, t->host, NULL);
	for (i = 0; i < t->table->n_names && st == BX_OK; i++)
		st = find_class(t, &map, &t->table->names[i], arena, &t->class_of[i]);
	bx_strmap_free(&map);
	return st;
}

BxStatus
bx_trail_new(BxTrail **trail, const BxTable *table, BxSource *source, BxArena *arena, BxError *err)
{
	BxTrail *t = bx_arena_zalloc(arena, sizeof(BxTrail));
	size_t names = table->n_names + (size_t) 1;
	size_t frames = table->head.depth + (size_t) 2;

	if (t == NULL)
		return bx_fail_nomem(err, sizeof(BxTrail));
	t->host = arena->host;
	t->table = table;
	t->err = err;
	t->class_of = bx_arena_alloc(arena, names * sizeof(uint32_t));
	t->counts = bx_arena_zalloc(arena, names * sizeof(TrailCount));
	t->frames = bx_arena_zalloc(arena, frames * sizeof(TrailFrame));
	if (t->class_of == NULL || t->counts == NULL || t->frames == NULL)
		return bx_fail_nomem(err, frames * sizeof(TrailFrame));
	BX_TRY(find_classes(t, arena));
	BX_TRY(bx_reader_new(&t->reader, table, source, arena, err));
	bx_reader_headers(t->reader);
	t->frames[0].number = t->last = 1;
	t->at.kind = BX_EV_END;
	*trail = t;
	return BX_OK;
}

void
bx_trail_free(BxTrail *t)
{
	t->host->release(t->host->ctx, t->saved);
}

/* ---- the pass ---- */

/* The position of a child of the innermost open element among its like. */
static BxStatus
count_child(BxTrail *t, uint32_t name, uint32_t *position)
{
	uint32_t c = t->class_of[name], parent = t->frames[t->level].number;

	if (t->counts[c].parent != parent)
	{
		BX_ROOM(t->host, t->err, t->saved, t->n_saved, t->cap_saved);
		t->saved[t->n_saved++] = (TrailSaved){c, t->counts[c]};
		t->counts[c] = (TrailCount){parent, 0};
	}
	*position = ++t->counts[c].n;
	return BX_OK;
}

/* The innermost open element ends: what was counted for those around it holds again. */
static void
leave(BxTrail *t)
{
	uint32_t begin = t->frames[t->level--].n_saved;

	while (t->n_saved > begin)
	{
		const TrailSaved *s = &t->saved[--t->n_saved];

		t->counts[s->name] = s->count;
	}
}

static BxStatus
enter(BxTrail *t, const BxEvent *ev)
{
	uint32_t name = t->table->shapes[ev->shape].name, position = 0;

	if (t->level >= t->table->head.depth)
		return bx_fail(t->err, BX_E_CORRUPT, ev->off,
					   "bxml value is damaged: nested deeper than its header says");
	BX_TRY(count_child(t, name, &position));
	t->frames[++t->level] = (TrailFrame){ev->off, name, position, ++t->last, t->n_saved};
	return BX_OK;
}

/* One event; a leaf is left when the next one comes. */
static BxStatus
step(BxTrail *t)
{
	BxEvent ev;

	if (t->at.kind == BX_EV_LEAF)
		leave(t);
	BX_TRY(bx_step(t->host));
	BX_TRY(bx_reader_next(t->reader, &ev));
	t->at = ev;
	if (ev.kind != BX_EV_END)
		t->next = ev.kind == BX_EV_DONE ? UINT32_MAX : ev.off + 1;
	if (ev.kind == BX_EV_ELEMENT || ev.kind == BX_EV_LEAF)
		return enter(t, &ev);
	if (ev.kind == BX_EV_END)
		leave(t);
	return BX_OK;
}

/* ---- paths ---- */

/* The path to the element of a frame, or to the attribute of it that the pass is at. */
static BxStatus
put_path(const BxTrail *t, uint32_t level, bool attribute, BxBuf *out)
{
	BxLabelDoc doc = {.host = t->host, .table = t->table, .err = t->err};
	uint32_t i;

	for (i = 1; i <= level; i++)
	{
		BX_TRY(bx_buf_byte(out, '/', t->err));
		BX_TRY(bx_label_step(&doc, BX_EV_ELEMENT, t->frames[i].name, t->frames[i].position, out));
	}
	if (!attribute)
		return BX_OK;
	BX_TRY(bx_buf_byte(out, '/', t->err));
	return bx_label_step(&doc, BX_EV_ATTRIBUTE, t->table->shapes[t->at.shape].name, 0, out);
}

/* The open element at an offset, 0: none. */
static uint32_t
open_at(const BxTrail *t, uint32_t off)
{
	uint32_t level = t->level;

	while (level > 0 && t->frames[level].off != off)
		level--;
	return level;
}

BxStatus
bx_trail_path(BxTrail *t, uint32_t off, BxBuf *out, bool *found)
{
	size_t before = out->len;
	BxStatus st = BX_OK;
	uint32_t level = open_at(t, off);
	bool attribute = t->at.kind == BX_EV_ATTRIBUTE && t->at.off == off;

	while (level == 0 && !attribute && off >= t->next)
	{
		BX_TRY(step(t));
		level = open_at(t, off);
		attribute = t->at.kind == BX_EV_ATTRIBUTE && t->at.off == off;
	}
	*found = level > 0 || attribute;
	if (*found)
		st = put_path(t, attribute ? t->level : level, attribute, out);
	if (st != BX_OK)
		out->len = before;
	return st;
}
