/*
 * bx_stats.c -- counting the nodes and bytes of a value.
 */
#include "../base/bx_core_int.h"

#include <stdlib.h>

#include "../value/bx_value.h"
#include "../read/bx_used.h"
#include "bx_stats.h"
#include "../store/bx_window.h"

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

/* Shapes share names, and in name mode the table repeats them: sort those of all shapes used and count the groups. */
static BxStatus
count_names(const BxTable *t, const BxUsed *used, BxArena *arena, uint32_t *count, BxError *err)
{
	size_t size = (t->n_shapes + (size_t) 1) * sizeof(BxNameInfo);
	BxNameInfo *names = bx_arena_alloc(arena, size);
	uint32_t i, n = 0;

	*count = 0;
	if (names == NULL)
		return bx_fail_nomem(err, size);
	for (i = 0; i < t->n_shapes; i++)
		if (used->shapes[i] && is_named(t->shapes[i].kind))
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

typedef struct Counting
{
	BxUsed used;
	BxStats *stats;
} Counting;

static void
count_event(BxUsed *used, const BxEvent *ev)
{
	BxStats *stats = ((Counting *) used)->stats;

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
count_value_of(BxReadAll *pass, BxArena *arena, BxStats *stats, BxError *err)
{
	Counting counting = {{.each = count_event}, stats};
	BxTable t;
	uint32_t i, off, len;

	BX_TRY(bx_read_all_table(pass, &t, arena));
	BX_TRY(bx_header_ext_place(&t.head, pass->img.v, BX_EXT_VALUES, &off, &len, err));
	stats->list_bytes = off != 0 ? len : 0;
	stats->bytes = t.head.plain_total;
	stats->name_bytes = t.head.table_len;
	BX_TRY(bx_used_read(&counting.used, &t, &pass->items.source, arena, err));
	for (i = BX_PAIR_FIRST; i < t.n_pairs; i++)
		stats->namespaces += counting.used.pairs[i];
	return count_names(&t, &counting.used, arena, &stats->names, err);
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
