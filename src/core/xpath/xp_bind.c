/*
 * xp_bind.c -- a plan meets the tables of a value.
 *
 * Resolving the names of an expression is one scan over the value's names; the masks of all rows are one scan over
 * the rows.  A call site that sees the same tables again (documents of one kind often share them byte for byte)
 * reuses the last binding after comparing the bytes; one that keeps missing stops trying to keep bindings.
 */
#include "xp_eval_int.h"

#define CACHE_TABLE_MAX (256 * 1024)
#define CACHE_MISSES 16   /* in a row, after which bindings are no longer kept ... */
#define CACHE_RETRY 0x1ff /* ... but for one call in this many + 1 */

static void *
bind_alloc(BxArena *arena, size_t n, BxError *err)
{
	void *p = bx_arena_alloc(arena, n ? n : 1);

	if (p == NULL)
		bx_fail_nomem(err, n);
	return p;
}

static inline bool
bytes_equal(const char *a, uint32_t an, const char *b, uint32_t bn)
{
	return an == bn && (an == 0 || memcmp(a, b, an) == 0);
}

/* Steps that ask for this name: union over the expression's names that match it. */
static inline uint64_t
steps_of_name(const XpPlan *plan, const BxTable *t, const BxNameInfo *doc, const uint64_t *steps)
{
	const BxPair *pair = &t->pairs[doc->pair];
	uint64_t mask = 0;
	uint32_t j;

	for (j = 0; j < plan->block->n_names; j++)
	{
		const XpName *x = &plan->names[j];

		if (steps[j] == 0)
			continue;
		if (!(x->flags & XP_NAME_ANY_LOCAL) &&
			!bytes_equal(plan->pool + x->local, x->local_len, doc->local, doc->len))
			continue;
		if ((x->flags & XP_NAME_ANY_NS) ||
			bytes_equal(plan->pool + x->uri, x->uri_len, pair->uri, pair->uri_len))
			mask |= steps[j];
	}
	return mask;
}

/* Masks of one word for all rows, with their union and the steps only one row can satisfy. */
static BxStatus
bind_word(const XpPlan *plan, BxArena *arena, XpBound *b, uint32_t word, BxError *err)
{
	const BxTable *t = &b->table;
	const XpWordMasks *m = &plan->masks[word];
	const uint64_t *steps = plan->name_steps + (size_t) word * plan->block->n_names;
	uint64_t *out = b->row_steps + (size_t) word * t->n_rows;
	uint64_t *by_name = bind_alloc(arena, (size_t) t->n_names * sizeof(uint64_t), err);
	uint64_t all = 0, twice = 0, plain = 0;
	uint32_t i;

	if (by_name == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < t->n_names; i++)
		by_name[i] = steps_of_name(plan, t, &t->names[i], steps);
	for (i = 0; i < t->n_rows; i++)
	{
		const BxRow *r = &t->rows[i];
		uint64_t x = m->any[r->kind];

		if (m->named[r->kind] != 0)
			x |= m->named[r->kind] & by_name[r->name];
		out[i] = x;
		twice |= all & x;
		all |= x;
		if (!(r->flags & BX_ROW_ONE))
			plain |= x;
	}
	b->all[word] = all;
	b->once[word] = all & ~twice & ~plain;
	return BX_OK;
}

/* Steps that some row below each row can satisfy; parents come before children, so one backward scan. */
static BxStatus
bind_below(const XpPlan *plan, BxArena *arena, XpBound *b, BxError *err)
{
	const BxTable *t = &b->table;
	uint32_t n = t->n_rows;
	uint32_t w, i;

	b->below = bind_alloc(arena, (size_t) n * plan->n_words * sizeof(uint64_t), err);
	if (b->below == NULL)
		return BX_E_NOMEM;
	memset(b->below, 0, (size_t) n * plan->n_words * sizeof(uint64_t));
	for (w = 0; w < plan->n_words; w++)
	{
		const uint64_t *m = b->row_steps + (size_t) w * n;
		uint64_t *below = b->below + (size_t) w * n;
		uint64_t leaf_text = plan->masks[w].any[BX_KIND_TEXT];

		for (i = n; i-- > 0;)
			if (t->rows[i].parent != BX_ROW_NONE)
				below[t->rows[i].parent] |=
					below[i] | m[i] | (t->rows[i].kind == BX_KIND_LEAF ? leaf_text : 0);
	}
	return BX_OK;
}

static BxStatus
bind_masks(const XpPlan *plan, BxArena *arena, XpBound *b, BxError *err)
{
	uint32_t w;

	b->row_steps = bind_alloc(arena, (size_t) b->table.n_rows * plan->n_words * sizeof(uint64_t), err);
	b->all = bind_alloc(arena, 2 * plan->n_words * sizeof(uint64_t), err);
	if (b->row_steps == NULL || b->all == NULL)
		return BX_E_NOMEM;
	b->once = b->all + plan->n_words;
	for (w = 0; w < plan->n_words; w++)
		XP_TRY(bind_word(plan, arena, b, w, err));
	b->below = NULL;
	if (plan->has_down && !(b->table.head.flags & BX_FLAG_NAMES))
		return bind_below(plan, arena, b, err);
	return BX_OK;
}

XpCache *
xp_cache_new(BxArena *arena)
{
	XpCache *c = bx_arena_zalloc(arena, sizeof(XpCache));

	if (c == NULL)
		return NULL;
	c->arena = arena;
	bx_arena_init(&c->tab, arena->host);
	return c;
}

/* The plan of a block: kept with a copy of the block, so that only the bytes decide whether it still fits. */
static BxStatus
plan_of(XpCall *c, const XpBlock *block, const XpPlan **plan)
{
	XpCache *k = c->cache;
	XpPlan *p;

	if (k == NULL)
	{
		XP_TRY(xp_plan_build(block, c->arena, &p, c->err));
		*plan = p;
		return BX_OK;
	}
	if (k->plan == NULL || k->block->total != block->total || memcmp(k->block, block, block->total) != 0)
	{
		k->plan = NULL;
		k->bytes = NULL;
		k->block = bx_arena_alloc(k->arena, block->total);
		if (k->block == NULL)
			return bx_fail_nomem(c->err, block->total);
		memcpy(k->block, block, block->total);
		XP_TRY(xp_plan_build(k->block, k->arena, &k->plan, c->err));
	}
	*plan = k->plan;
	return BX_OK;
}

/* Bind to a copy of the tables that stays with the call site. */
static BxStatus
bind_kept(XpCall *c, const XpPlan *plan, const BxHeader *h)
{
	XpCache *k = c->cache;
	uint8_t *copy;

	k->bytes = NULL;
	bx_arena_release(&k->tab, &k->empty);
	copy = bx_arena_alloc(&k->tab, h->items_off);
	if (copy == NULL)
		return bx_fail_nomem(c->err, h->items_off);
	if (k->empty.head == NULL)
	{
		/* first use: keep the first chunk from now on */
		k->empty = bx_arena_mark(&k->tab);
		k->empty.cur = (char *) copy;
	}
	memcpy(copy, c->v, h->items_off);
	XP_TRY(bx_table_open(&k->bound.table, &k->tab, copy, h->items_off, c->n, c->err));
	XP_TRY(bind_masks(plan, &k->tab, &k->bound, c->err));
	k->bytes = copy + h->table_off;
	return BX_OK;
}

static inline bool
cache_hit(const XpCache *k, const XpCall *c, const BxHeader *h)
{
	const BxHeader *o = &k->bound.table.head;

	return k->bytes != NULL && o->fingerprint == h->fingerprint && o->table_len == h->table_len &&
		   ((o->flags ^ h->flags) & BX_FLAG_NAMES) == 0 &&
		   memcmp(k->bytes, c->v + h->table_off, h->table_len) == 0;
}

BxStatus
xp_bind(XpCall *c, const XpBlock *block, const XpPlan **plan, const XpBound **bound)
{
	XpCache *k = c->cache;
	BxHeader h;
	XpBound *b;

	XP_TRY(plan_of(c, block, plan));
	XP_TRY(bx_header_read(c->v, c->n, c->n, &h, c->err));
	if (k != NULL)
	{
		if (cache_hit(k, c, &h))
		{
			k->misses = 0;
			k->bound.table.head = h;
			*bound = &k->bound;
			return BX_OK;
		}
		k->misses++;
		if (h.table_len <= CACHE_TABLE_MAX && (k->misses <= CACHE_MISSES || (k->misses & CACHE_RETRY) == 0))
		{
			XP_TRY(bind_kept(c, *plan, &h));
			*bound = &k->bound;
			return BX_OK;
		}
	}
	b = bind_alloc(c->arena, sizeof(XpBound), c->err);
	if (b == NULL)
		return BX_E_NOMEM;
	XP_TRY(bx_table_open(&b->table, c->arena, c->v, c->n, c->n, c->err));
	XP_TRY(bind_masks(*plan, c->arena, b, c->err));
	*bound = b;
	return BX_OK;
}
