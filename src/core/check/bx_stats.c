/*
 * bx_stats.c -- counting the nodes and bytes of a value.
 */
#include "../base/bx_core_int.h"

#include <stdlib.h>

#include "../value/bx_value.h"
#include "../read/bx_reader.h"
#include "bx_stats.h"
#include "../store/bx_window.h"

#define POLL_EVERY 4096

static int
compare_names(const void *a, const void *b)
{
	const BxNameInfo *x = a, *y = b;

	if (x->pair != y->pair)
		return x->pair < y->pair ? -1 : 1;
	if (x->len != y->len)
		return x->len < y->len ? -1 : 1;
	return memcmp(x->local, y->local, x->len);
}

static bool
is_named(uint8_t kind)
{
	return kind == BX_KIND_ELEMENT || kind == BX_KIND_LEAF || kind == BX_KIND_ATTRIBUTE || kind == BX_KIND_PI;
}

/* Shapes share names, and in name mode the table repeats them: sort those of all shapes and count the groups. */
static BxStatus
count_names(const BxTable *t, BxArena *arena, uint32_t *count, BxError *err)
{
	size_t size = (t->n_shapes + (size_t) 1) * sizeof(BxNameInfo);
	BxNameInfo *names = bx_arena_alloc(arena, size);
	uint32_t i, n = 0;

	*count = 0;
	if (names == NULL)
		return bx_fail_nomem(err, size);
	for (i = 0; i < t->n_shapes; i++)
		if (is_named(t->shapes[i].kind))
			names[n++] = t->names[t->shapes[i].name];
	qsort(names, n, sizeof(BxNameInfo), compare_names);
	for (i = 0; i < n; i++)
		*count += i == 0 || compare_names(&names[i - 1], &names[i]) != 0;
	return BX_OK;
}

static void
count_value(BxStats *stats, const BxEvent *ev)
{
	stats->value_bytes += ev->constant ? 0 : ev->len;
	stats->typed_values += !ev->heap && bx_value_is_typed(ev->payload, ev->len);
}

static void
count_event(BxStats *stats, const BxEvent *ev)
{
	switch (ev->kind)
	{
		case BX_EV_LEAF:
			stats->texts += ev->len > 0;
			count_value(stats, ev);
			/* FALLTHROUGH */
		case BX_EV_ELEMENT:
			stats->elements++;
			if (ev->level > stats->depth)
				stats->depth = ev->level;
			break;
		case BX_EV_ATTRIBUTE:
			stats->attributes++;
			count_value(stats, ev);
			break;
		case BX_EV_TEXT:
			stats->texts++;
			count_value(stats, ev);
			break;
		case BX_EV_COMMENT:
			stats->comments++;
			stats->value_bytes += ev->len;
			break;
		case BX_EV_PI:
			stats->pis++;
			stats->value_bytes += ev->len;
			break;
		default: break;
	}
}

static BxStatus
count_items(const BxTable *t, BxSource *src, BxArena *arena, BxStats *stats, BxError *err)
{
	BxReader *rd;
	BxEvent ev;

	BX_TRY(bx_reader_new(&rd, t, src, arena, err));
	bx_reader_pieces(rd);
	for (;;)
	{
		BX_TRY(bx_reader_next(rd, &ev));
		if (ev.kind == BX_EV_DONE)
			return BX_OK;
		count_event(stats, &ev);
		if (bx_reader_items(rd) % POLL_EVERY == 0)
			BX_TRY(bx_poll(arena->host));
	}
}

static BxStatus
count_value_of(BxReadAll *pass, BxArena *arena, BxStats *stats, BxError *err)
{
	BxTable t;

	BX_TRY(bx_read_all_table(pass, &t, arena));
	stats->bytes = t.head.plain_total;
	stats->name_bytes = t.head.table_len;
	stats->namespaces = t.n_pairs > BX_PAIR_FIRST ? t.n_pairs - BX_PAIR_FIRST : 0;
	BX_TRY(count_names(&t, arena, &stats->names, err));
	return count_items(&t, &pass->items.source, arena, stats, err);
}

BxStatus
bx_stats_read(BxStore *store, const BxHost *host, BxStats *stats, BxError *err)
{
	BxArena arena;
	BxReadAll pass;
	BxStatus st;

	memset(stats, 0, sizeof(*stats));
	bx_arena_init(&arena, host);
	st = bx_read_all_open(&pass, store, &arena, err);
	if (st == BX_OK)
		st = count_value_of(&pass, &arena, stats, err);
	bx_read_all_close(&pass);
	bx_arena_reset(&arena);
	return st;
}

BxStatus
bx_stats_collect(const uint8_t *v, size_t n, const BxHost *host, BxStats *stats, BxError *err)
{
	BxStore store;

	bx_store_memory(&store, v, n);
	return bx_stats_read(&store, host, stats, err);
}
