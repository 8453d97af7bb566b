/*
 * xp_bind.c -- a plan is bound to the tables of a value.
 *
 * Resolving the names of an expression is one scan over the value's names; the masks of all shapes are one scan over
 * the shapes.  A call site that sees the same tables again (documents of one kind often share them byte for byte)
 * reuses the last binding after comparing the bytes; one that keeps missing stops trying to keep bindings.
 */
#include "../../base/bx_core_int.h"

#include "../syntax/xp_hint.h"
#include "xp_bind_int.h"

#include "../../format/bx_table_scan.h"
#include "xp_shortcut_int.h"
#include "xp_table_cache_int.h"

#define CACHE_TABLE_MAX (256 * 1024)
#define CACHE_MISSES 16             /* in succession, after which bindings are no longer kept ... */
#define CACHE_RETRY 0x1ff           /* ... but for one call in this many + 1 */
#define EIGHT 0x0101010101010101ull /* times a byte: eight of them */
#define FOUND_MAX 16
/* Shapes that are bound first if no other document shares the table; the others are bound when one of them is found. */
#define FIRST_SHAPES 32

static void *
bind_alloc(BxArena *arena, size_t n, BxError *err)
{
	void *p = bx_arena_alloc(arena, n ? n : 1);

	if (p == NULL)
		bx_fail_nomem(err, n);
	return p;
}

/* What the steps of a binding are made from while its shapes are scanned. */
typedef struct XpBinder
{
	const XpPlan *plan;
	BxArena *arena;
	XpBound *b;
	BxTableScan scan;
	uint64_t *all;     /* per word: steps passed by the shapes bound so far */
	uint64_t *by_name; /* path mode: [word * n_names + name] */
	uint32_t n_names;
	uint32_t *parents; /* path mode, when the plan has descendant steps */
	uint32_t n_found; /* path mode: names of the table that the plan tests for, the first FOUND_MAX of them */
	uint32_t found[FOUND_MAX];
	BxError *err;
} XpBinder;

/* Record shape i, whose name asks for by_name in word w; twice and plain gather what rules out "once". */
static inline void
put_shape(XpBinder *k, uint32_t w, uint32_t i, const BxShape *r, uint64_t by_name, uint64_t *twice,
		  uint64_t *plain)
{
	const XpWordMasks *m = &k->plan->masks[w];
	uint64_t x = m->any[r->kind] | (m->named[r->kind] & by_name);

	k->b->shape_steps[(size_t) w * k->b->n_shapes + i] = x;
	*twice |= k->all[w] & x;
	k->all[w] |= x;
	if (!(r->flags & BX_SHAPE_ONE))
		*plain |= x;
}

static BxStatus
bind_arrays(XpBinder *k)
{
	XpBound *b = k->b;
	uint32_t words = k->plan->n_words;

	b->shape_steps = bind_alloc(k->arena, (size_t) b->n_shapes * words * sizeof(uint64_t), k->err);
	b->kinds = bind_alloc(k->arena, b->n_shapes, k->err);
	b->all = bind_alloc(k->arena, 4 * words * sizeof(uint64_t), k->err);
	if (!b->shape_steps || !b->kinds || !b->all)
		return BX_E_NOMEM;
	memset(b->all, 0, 4 * words * sizeof(uint64_t));
	b->once = b->all + words;
	k->all = b->all;
	return BX_OK;
}

/* Shape i of name mode whose name may be asked for. */
static BxStatus
bind_name_shape(XpBinder *k, uint32_t i)
{
	uint64_t twice = 0, plain = 0; /* shapes say nothing about "at most one" here */
	BxNameInfo name;
	uint32_t w;
	BxShape r;

	BX_TRY(bx_table_scan_name_shape(&k->scan, i, &r, &name));
	k->b->kinds[i] = r.kind;
	for (w = 0; w < k->plan->n_words; w++)
		put_shape(k, w, i, &r,
				  k->plan->masks[w].named[r.kind] ? xp_steps_of_name(k->plan, w, k->scan.pair, &name) : 0,
				  &twice, &plain);
	return BX_OK;
}

/* What the shapes pass by their kind alone, before any name is looked at. */
static void
pass_by_kind(XpBinder *k)
{
	XpBound *b = k->b;
	uint32_t n = b->n_shapes;
	uint32_t i, w;

	for (w = 0; w < k->plan->n_words; w++)
	{
		const uint64_t *any = k->plan->masks[w].any;
		uint64_t *out = b->shape_steps + (size_t) w * n;
		uint64_t all = 0;

		for (i = 0; i < BX_KIND_MASK; i++)
			all |= any[i + 1];
		if (all == 0)
			memset(out, 0, n * sizeof(uint64_t));
		else
			for (i = 0; i < n; i++)
			{
				out[i] = any[b->kinds[i]];
				b->all[w] |= out[i];
			}
	}
}

static void
bind_kinds(XpBinder *k)
{
	XpBound *b = k->b;
	const uint8_t *heads = k->scan.heads;
	uint32_t n = b->n_shapes;
	uint32_t i;

	for (i = 0; i + 8 <= n; i += 8)
	{
		uint64_t eight;

		memcpy(&eight, heads + i, 8);
		eight &= BX_KIND_MASK * EIGHT;
		memcpy(b->kinds + i, &eight, 8);
	}
	for (; i < n; i++)
		b->kinds[i] = heads[i] & BX_KIND_MASK;
	pass_by_kind(k);
}

/* The steps of the shapes up to number n, which is not one of them. */
static BxStatus
bind_names_until(XpBinder *k, uint32_t n)
{
	BxNameEntry found[BX_FOUND_MAX + 1];
	BxTableScan *scan = &k->scan;
	uint32_t i, j, m;

	for (i = k->b->n_bound; i < n; i++)
	{
		const uint8_t *after;

		m = bx_name_filter_shapes(scan, &i, n, &k->plan->wanted, found);
		after = scan->p;
		if (i < n) /* the filter stopped at one that it cannot decide */
			found[m++] = (BxNameEntry){.p = after, .i = i};
		for (j = 0; j < m; j++)
		{
			scan->p = found[j].p;
			BX_TRY(bind_name_shape(k, found[j].i));
		}
		if (i == n)
			scan->p = after;
	}
	k->b->n_bound = n;
	return BX_OK;
}

/*
 * Shapes are numbered as they appear in the document, so the first of them are all that a path to its beginning
 * meets.  The others are bound when one of them is found; until then any step may be passed by some shape.
 */
static BxStatus
bind_first(XpBinder *k)
{
	XpBound *b = k->b;

	b->rest = bind_alloc(k->arena, sizeof(XpBinder), k->err);
	if (b->rest == NULL)
		return BX_E_NOMEM;
	k->all = b->all + 2 * k->plan->n_words;
	BX_TRY(bind_names_until(k, FIRST_SHAPES));
	*b->rest = *k;
	memset(b->all, 0xff, k->plan->n_words * sizeof(uint64_t));
	return BX_OK;
}

/* kept: the binding is for values to come as well, so nothing is left for later. */
static BxStatus
bind_name_shapes(XpBinder *k, bool kept)
{
	BX_TRY(bx_table_scan_name_shapes(&k->scan, &k->b->n_shapes));
	BX_TRY(bind_arrays(k));
	bind_kinds(k);
	if (!kept && !k->plan->has_down && k->plan->named_only && k->b->n_shapes > 2 * FIRST_SHAPES &&
		!(k->scan.flags & BX_FLAG_CONSTANTS))
		return bind_first(k);
	return bind_names_until(k, k->b->n_shapes);
}

BxStatus
xp_bind_rest(const XpBound *bound)
{
	XpBinder *k = bound->rest;
	XpBound *b = k->b;

	BX_TRY(bind_names_until(k, b->n_shapes));
	memcpy(b->all, k->all, k->plan->n_words * sizeof(uint64_t));
	BX_TRY(bx_table_scan_constants(&k->scan, b->n_shapes, &b->n_consts));
	return bx_table_scan_end(&k->scan);
}

/* Name i of path mode, which may be asked for. */
static BxStatus
bind_name(XpBinder *k, uint32_t i)
{
	BxNameInfo name = {"", 0, 0};
	uint64_t any = 0;
	uint32_t w;

	BX_TRY(bx_table_scan_name(&k->scan, i, &name));
	for (w = 0; w < k->plan->n_words; w++)
	{
		uint64_t steps = xp_steps_of_name(k->plan, w, k->scan.pair, &name);

		k->by_name[(size_t) w * k->n_names + i] = steps;
		any |= steps;
	}
	if (any != 0 && k->n_found++ < FOUND_MAX)
		k->found[k->n_found - 1] = i;
	return BX_OK;
}

static BxStatus
bind_names(XpBinder *k)
{
	BxNameEntry found[BX_FOUND_MAX];
	BxTableScan *scan = &k->scan;
	size_t n_masks;
	uint32_t i, j, m;

	BX_TRY(bx_table_scan_names(scan, &k->n_names));
	n_masks = (size_t) k->n_names * k->plan->n_words;
	k->by_name = bind_alloc(k->arena, n_masks * sizeof(uint64_t), k->err);
	if (k->by_name == NULL)
		return BX_E_NOMEM;
	memset(k->by_name, 0, n_masks * sizeof(uint64_t));
	for (i = 0; i < k->n_names; i++)
	{
		const uint8_t *after;

		m = bx_name_filter_names(scan, &i, k->n_names, &k->plan->wanted, found);
		after = scan->p;
		for (j = 0; j < m; j++)
		{
			scan->p = found[j].p;
			BX_TRY(bind_name(k, found[j].i));
		}
		scan->p = after;
		if (i < k->n_names)
			BX_TRY(bind_name(k, i));
	}
	return BX_OK;
}

/* Shape i of path mode. */
static inline BxStatus
bind_path_shape(XpBinder *k, uint32_t i, BxShape *r)
{
	uint32_t words = k->plan->n_words;
	uint64_t *twice = k->b->all + 2 * words;
	uint64_t *plain = k->b->all + 3 * words;
	uint32_t w;

	BX_TRY(bx_table_scan_path_shape(&k->scan, i, k->n_names, r));
	for (w = 0; w < words; w++)
		put_shape(k, w, i, r,
				  k->plan->masks[w].named[r->kind] ? k->by_name[(size_t) w * k->n_names + r->name] : 0,
				  &twice[w], &plain[w]);
	return BX_OK;
}

/* Does every shape have a known kind and no unknown flag? */
static bool
heads_known(const uint8_t *heads, uint32_t n)
{
	uint64_t eight, flags = 0, kinds = ~0ull;
	uint32_t i;

	for (i = 0; i + 8 <= n; i += 8)
	{
		memcpy(&eight, heads + i, 8);
		flags |= eight;
		kinds &= (eight & BX_KIND_MASK * EIGHT) + 0x7f * EIGHT; /* bit 7: not 0 */
	}
	for (; i < n; i++)
	{
		flags |= heads[i];
		if ((heads[i] & BX_KIND_MASK) == BX_KIND_EXTENDED)
			return false;
	}
	return (flags & BX_SHAPE_SPARE * EIGHT) == 0 && (~kinds & 0x80 * EIGHT) == 0;
}

/*
 * Shapes of path mode for a plan whose steps all test names, few of which the table has: only shapes with these names
 * are looked at.  *done is false when all shapes have to be.
 */
static BxStatus
bind_shapes_found(XpBinder *k, bool *done)
{
	const uint8_t *refs = k->scan.refs;
	uint32_t n = k->b->n_shapes;
	uint32_t j;
	BxShape r;

	*done = k->plan->named_only && !k->plan->has_down && k->n_found <= FOUND_MAX && k->scan.refs_width == 1 &&
			heads_known(k->scan.heads, n);
	if (!*done)
		return BX_OK;
	bind_kinds(k);
	for (j = 0; j < k->n_found; j++)
	{
		const uint8_t *p = refs;

		while ((p = memchr(p, (int) k->found[j], (size_t) (refs + n - p))) != NULL)
		{
			BX_TRY(bind_path_shape(k, (uint32_t) (p - refs), &r));
			p++;
		}
	}
	return BX_OK;
}

static BxStatus
bind_path_shapes(XpBinder *k)
{
	XpBound *b = k->b;
	uint32_t words = k->plan->n_words;
	uint32_t i, w;
	bool done;
	BxShape r;

	BX_TRY(bind_names(k));
	BX_TRY(bx_table_scan_path_shapes(&k->scan, k->n_names, &b->n_shapes));
	BX_TRY(bind_arrays(k));
	if (k->plan->has_down)
	{
		k->parents = bind_alloc(k->arena, b->n_shapes * sizeof(uint32_t), k->err);
		if (k->parents == NULL)
			return BX_E_NOMEM;
	}
	BX_TRY(bind_shapes_found(k, &done));
	for (i = 0; i < b->n_shapes && !done; i++)
	{
		BX_TRY(bind_path_shape(k, i, &r));
		b->kinds[i] = r.kind;
		if (k->parents != NULL)
			k->parents[i] = r.parent;
	}
	b->n_bound = b->n_shapes;
	for (w = 0; w < words; w++)
		b->once[w] = b->all[w] & ~b->all[2 * words + w] & ~b->all[3 * words + w];
	return BX_OK;
}

/* Steps that some shape below each shape can satisfy; parents come before children, so one backward scan. */
static BxStatus
bind_below(XpBinder *k)
{
	XpBound *b = k->b;
	size_t n = b->n_shapes;
	uint32_t w, i;

	b->below = bind_alloc(k->arena, n * k->plan->n_words * sizeof(uint64_t), k->err);
	if (b->below == NULL)
		return BX_E_NOMEM;
	memset(b->below, 0, n * k->plan->n_words * sizeof(uint64_t));
	for (w = 0; w < k->plan->n_words; w++)
	{
		const uint64_t *m = b->shape_steps + w * n;
		uint64_t *below = b->below + w * n;
		uint64_t leaf_text = k->plan->masks[w].any[BX_KIND_TEXT];

		for (i = b->n_shapes; i-- > 0;)
			if (k->parents[i] != BX_SHAPE_NONE)
				below[k->parents[i]] |= below[i] | m[i] | (b->kinds[i] == BX_KIND_LEAF ? leaf_text : 0);
	}
	return BX_OK;
}

BxStatus
xp_bind_constants(BxTableScan *scan, uint32_t n_shapes, const uint8_t *kinds, BxArena *arena, uint32_t *n,
				  XpConst **consts)
{
	const char *bytes = "";
	uint32_t i;

	BX_TRY(bx_table_scan_constants(scan, n_shapes, n));
	if (*n == 0)
		return BX_OK;
	*consts = bind_alloc(arena, *n * sizeof(XpConst), scan->err);
	if (*consts == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < *n; i++)
	{
		XpConst *c = &(*consts)[i];

		BX_TRY(bx_table_scan_constant(scan, i, n_shapes, &c->shape, &bytes, &c->len));
		if (!bx_kind_has_value(kinds[c->shape]))
			return bx_table_scan_damaged(scan, "constant of a row without values");
		c->content = (uint32_t) ((const uint8_t *) bytes - scan->end);
	}
	return BX_OK;
}

/* Scan the tables of the value v once and keep what the plan asks of every shape; kept: as in bind_name_shapes. */
static BxStatus
bind_tables(const XpPlan *plan, BxArena *arena, const uint8_t *v, bool kept, XpBound *b, BxError *err)
{
	XpBinder k;

	memset(&k, 0, sizeof(k));
	k.plan = plan;
	k.arena = arena;
	k.b = b;
	k.err = err;
	b->below = NULL;
	b->rest = NULL;
	b->n_consts = b->n_bound = 0;
	BX_TRY(bx_table_scan_begin(&k.scan, &b->head, v, arena, err));
	BX_TRY(b->head.flags & BX_FLAG_NAMES ? bind_name_shapes(&k, kept) : bind_path_shapes(&k));
	if (b->rest != NULL)
		return BX_OK;
	BX_TRY(xp_bind_constants(&k.scan, b->n_shapes, b->kinds, arena, &b->n_consts, &b->consts));
	BX_TRY(bx_table_scan_end(&k.scan));
	return k.parents != NULL ? bind_below(&k) : BX_OK;
}

/* The names of the plan, looked up in a decoded table.  Only plans that name what they look for, see can_look_up. */
static BxStatus
bind_decoded(const XpPlan *plan, BxArena *arena, const XpTableCache *s, XpBound *b, BxError *err)
{
	XpBinder k = {.plan = plan, .arena = arena, .b = b, .err = err};
	uint64_t twice = 0, plain = 0;
	uint32_t j, i, w;

	b->below = NULL;
	b->rest = NULL;
	b->n_shapes = b->n_bound = s->n_shapes;
	b->n_consts = s->n_consts;
	BX_TRY(bind_arrays(&k));
	memcpy(b->kinds, s->kinds, s->n_shapes);
	if (s->n_consts > 0)
	{
		b->consts = bind_alloc(arena, s->n_consts * sizeof(XpConst), err);
		if (b->consts == NULL)
			return BX_E_NOMEM;
		memcpy(b->consts, s->consts, s->n_consts * sizeof(XpConst));
	}
	pass_by_kind(&k);
	for (j = 0; j < plan->block->n_names; j++)
	{
		const XpName *x = &plan->names[j];

		for (i = 0; (i = xp_table_cache_shape(s, plan->pool + x->local, x->local_len, i)) != 0;)
		{
			BxShape r = {.kind = s->kinds[i - 1]};

			for (w = 0; w < plan->n_words; w++)
				put_shape(&k, w, i - 1, &r, xp_steps_of_name(plan, w, s->pairs, &s->names[i - 1]), &twice,
						  &plain);
		}
	}
	return BX_OK;
}

static bool
can_look_up(const XpPlan *plan)
{
	uint32_t j;

	for (j = 0; j < plan->block->n_names; j++)
		if (plan->names[j].flags & XP_NAME_ANY_LOCAL)
			return false;
	return true;
}

XpCache *
xp_cache_new(BxArena *arena)
{
	XpCache *c = bx_arena_zalloc(arena, sizeof(XpCache));

	if (c == NULL)
		return NULL;
	bx_arena_init(&c->own, arena->host);
	bx_arena_init(&c->tab, arena->host);
	return c;
}

XpCache *
xp_cache_of(BxArena *arena, const XpBlock *block)
{
	XpCache *c = xp_cache_new(arena);

	if (c != NULL)
		c->only = block;
	return c;
}

void
xp_cache_free(XpCache *cache)
{
	if (cache == NULL)
		return;
	bx_arena_reset(&cache->tab);
	bx_arena_reset(&cache->own);
}

/* A plan with prefixes of the call is made anew: its block was compiled from the source. */
void
xp_cache_take_text(XpCache *k, const XpSlot *slot)
{
	if (k->plan == NULL)
		return;
	if (k->plan->block != k->block || k->only == NULL)
	{
		k->plan = NULL;
		k->shortcut = NULL;
		k->bytes = NULL;
		return;
	}
	memcpy((char *) k->block + slot->off, (const char *) k->only + slot->off, slot->n);
	xp_plan_read_literals(k->plan);
}

size_t
xp_cache_held(const XpCache *cache)
{
	return cache != NULL ? cache->own.total + cache->tab.total : 0;
}

/* Has the block a prefix that may mean another namespace at a call with prefixes of its own? */
static bool
has_prefix(const XpBlock *block)
{
	const XpName *names = xp_names(block);
	uint32_t i;

	for (i = 0; i < block->n_names; i++)
		if (names[i].prefix_len > 0)
			return true;
	return false;
}

/*
 * The plan of a block.  Prefixes that its prolog does not declare are bound by compiling its source again, with those
 * of the call; those that were not predeclared when the block was made, too.
 */
static BxStatus
make_plan(const XpCall *c, const XpBlock *block, const XpPrepare *prepare, bool prefixed, BxArena *arena,
		  XpPlan **plan)
{
	XpBlock *bound;

	if (prefixed &&
		(c->n_prefixes > 0 || xp_first_unbound(xp_nodes(block), block->n_nodes, xp_names(block)) != NULL))
	{
		BX_TRY(xp_compile_bound(xp_pool(block), block->source_len, c->prefixes, c->n_prefixes, 0, arena,
								&bound, c->err));
		block = bound;
	}
	return xp_plan_build(block, prepare, arena, plan, c->err);
}

static bool
keep_text(XpCache *k, const char **s, size_t n)
{
	*s = bx_arena_strndup(&k->own, n > 0 ? *s : "", n);
	return *s != NULL;
}

/* Copy the prefixes of the call into the cache. */
static BxStatus
keep_prefixes(XpCache *k, const XpCall *c)
{
	size_t n = (size_t) c->n_prefixes * sizeof(XpPrefix);
	uint32_t i;

	k->prefixes = bind_alloc(&k->own, n, c->err);
	if (k->prefixes == NULL)
		return BX_E_NOMEM;
	k->n_prefixes = c->n_prefixes;
	if (n > 0)
		memcpy(k->prefixes, c->prefixes, n);
	for (i = 0; i < c->n_prefixes; i++)
		if (!keep_text(k, &k->prefixes[i].prefix, k->prefixes[i].prefix_len) ||
			!keep_text(k, &k->prefixes[i].uri, k->prefixes[i].uri_len))
			return bx_fail_nomem(c->err, k->prefixes[i].prefix_len + k->prefixes[i].uri_len);
	return BX_OK;
}

static bool
same_prefixes(const XpCache *k, const XpCall *c)
{
	uint32_t i;

	if (k->n_prefixes != c->n_prefixes)
		return false;
	for (i = 0; i < c->n_prefixes; i++)
	{
		const XpPrefix *a = &k->prefixes[i], *b = &c->prefixes[i];

		if (!bx_same_bytes(a->prefix, a->prefix_len, b->prefix, b->prefix_len) ||
			!bx_same_bytes(a->uri, a->uri_len, b->uri, b->uri_len))
			return false;
	}
	return true;
}

static inline bool
plan_fits(const XpCache *k, const XpCall *c, const XpBlock *block)
{
	if (k->plan == NULL)
		return false;
	if (block != k->only && (k->block->total != block->total || memcmp(k->block, block, block->total) != 0))
		return false;
	return !k->prefixed || same_prefixes(k, c);
}

XpShortcut *
xp_bind_other_shortcut(const XpCall *c, const XpBlock *block)
{
	return plan_fits(c->cache, c, block) ? c->cache->shortcut : NULL;
}

/*
 * The plan of a block: kept with copies of the block and of the prefixes that matter for it, so that only the bytes
 * decide whether it still fits.  A plan does not hold the values of variables.
 */
static BxStatus
plan_of(XpCall *c, const XpBlock *block, const XpPrepare *prepare, const XpPlan **plan)
{
	XpCache *k = c->cache;
	XpPlan *p;

	if (c->plan != NULL)
	{
		*plan = c->plan;
		return BX_OK;
	}
	if (k == NULL)
	{
		BX_TRY(make_plan(c, block, prepare, has_prefix(block), c->arena, &p));
		*plan = p;
		return BX_OK;
	}
	if (BX_UNLIKELY(!plan_fits(k, c, block)))
	{
		k->plan = NULL;
		k->shortcut = NULL;
		k->bytes = NULL;
		if (block != k->only)
			k->only = NULL;
		bx_arena_reset(&k->own);
		k->block = bx_arena_alloc(&k->own, block->total);
		if (k->block == NULL)
			return bx_fail_nomem(c->err, block->total);
		memcpy(k->block, block, block->total);
		k->prefixed = has_prefix(block);
		if (k->prefixed)
			BX_TRY(keep_prefixes(k, c));
		BX_TRY(make_plan(c, k->block, prepare, k->prefixed, &k->own, &k->plan));
		BX_TRY(xp_shortcut_new(k->plan, &k->own, &k->shortcut, c->err));
	}
	*plan = k->plan;
	return BX_OK;
}

/* Bind to a copy of the tables that stays with the call site. */
static BxStatus
bind_kept(XpCall *c, const XpPlan *plan, const BxHeader *h, const uint8_t *v)
{
	XpCache *k = c->cache;
	uint8_t *copy;

	k->bytes = NULL;
	if (k->empty.last == 0)
	{
		/* first use: an ordinary chunk that stays from now on */
		if (bx_arena_alloc(&k->tab, 1) == NULL)
			return bx_fail_nomem(c->err, 1);
		k->empty = bx_arena_mark(&k->tab);
	}
	bx_arena_release(&k->tab, &k->empty);
	copy = bx_arena_alloc(&k->tab, h->items_off);
	if (copy == NULL)
		return bx_fail_nomem(c->err, h->items_off);
	memcpy(copy, v, h->items_off);
	k->bound.head = *h;
	BX_TRY(bind_tables(plan, &k->tab, copy, true, &k->bound, c->err));
	k->bytes = copy + h->table_off;
	return BX_OK;
}

static inline bool
cache_hit(const XpCache *k, const BxHeader *h, const uint8_t *v)
{
	const BxHeader *o = &k->bound.head;

	return k->bytes != NULL && o->fingerprint == h->fingerprint && o->table_len == h->table_len &&
		   ((o->flags ^ h->flags) & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS)) == 0 &&
		   memcmp(k->bytes, v + h->table_off, h->table_len) == 0;
}

/* Open the value, header and tables in memory; *image is the caller's or *own. */
static BxStatus
open_image(XpCall *c, BxImage *own, BxImage **image)
{
	*image = c->image;
	if (c->apart != NULL)
		c->whole(c);
	if (c->image == NULL)
	{
		*image = own;
		if (c->v != NULL)
			bx_store_memory(&own->own, c->v, c->n);
		BX_TRY(bx_image_open(own, c->v != NULL ? &own->own : c->store, c->arena, c->err));
	}
	return bx_image_need(*image, 0, (*image)->head.items_off);
}

BxStatus
xp_bind(XpCall *c, const XpBlock *block, const XpPrepare *prepare, BxImage *own, BxImage **image,
		const XpPlan **plan, const XpBound **bound)
{
	XpCache *k = c->cache;
	const BxHeader *h;
	BxImage *img;
	XpBound *b;

	BX_TRY(plan_of(c, block, prepare, plan));
	BX_TRY(open_image(c, own, image));
	img = *image;
	h = &img->head;
	if (k != NULL)
	{
		if (cache_hit(k, h, img->v))
		{
			k->misses = 0;
			*bound = &k->bound;
			return BX_OK;
		}
		k->misses++;
		if (h->table_len <= CACHE_TABLE_MAX && (k->misses <= CACHE_MISSES || (k->misses & CACHE_RETRY) == 0))
		{
			BX_TRY(bind_kept(c, *plan, h, img->v));
			*bound = &k->bound;
			return BX_OK;
		}
	}
	b = bind_alloc(c->arena, sizeof(XpBound), c->err);
	if (b == NULL)
		return BX_E_NOMEM;
	b->head = *h;
	if (k != NULL && can_look_up(*plan) && xp_table_cache_find(c->tables, h, img->v))
		BX_TRY(bind_decoded(*plan, c->arena, c->tables, b, c->err));
	else
		BX_TRY(bind_tables(*plan, c->arena, img->v, false, b, c->err));
	*bound = b;
	return BX_OK;
}
