/*
 * bx_intern.c -- the writer's tables of namespace pairs, names and shapes.
 *
 * All are found by hash; shapes first by a guess, the shape that followed the previous one last time,
 * which is right for most items of regular documents, then among the few with the same name.  Names that the caller
 * knows to be new, and shapes that are found to be new without a search, enter the hash tables before the next search
 * in these.
 */
#include "bx_writer_int.h"

/*
 * First size of the tables of names and shapes: what a message of a hundred names needs, so that most documents never
 * grow them.  Everything else starts small: writers of a single element are many, and their first allocations are
 * most of what they cost.
 */
#define NAMES_START 128

/* Shapes with one name among which there is a search without the hash table. */
#define NEAR 8

/* Entries to make room for in an array of n names or shapes. */
static inline uint32_t
names_room(uint32_t n)
{
	return n < NAMES_START ? NAMES_START : n + 1;
}

/* The same for the table that finds them, whose size is a power of two and a quarter of which stays free. */
static inline uint32_t
map_room(uint32_t n)
{
	return n < NAMES_START / 4 * 3 ? NAMES_START / 4 * 3 : n + 1;
}

BxStatus
bx_writer_nomem(BxWriter *w, size_t n)
{
	return bx_fail_nomem(&w->err, n);
}

static inline uint32_t
hash_shape(const BxWriter *w, uint32_t parent, uint8_t kind, uint32_t name)
{
	return bx_hash_numbers(&w->own->seed, (uint64_t) parent << 32 | name, kind);
}

BxStatus
bx_writer_copy(BxWriter *w, BxArena *to, BxStr in, BxStr *out)
{
	out->n = in.n;
	out->s = bx_arena_strndup(to, in.s, in.n);
	return out->s ? BX_OK : bx_writer_nomem(w, in.n);
}

static BxStatus
pair_add(BxWriter *w, BxStr prefix, BxStr uri, uint32_t *pair)
{
	BxWPair *p;

	if (w->n_pairs == w->cap_pairs)
	{
		p = bx_array_grow(w->own, w->pairs, &w->cap_pairs, w->n_pairs + 1, sizeof(BxWPair));
		if (p == NULL)
			return bx_writer_nomem(w, sizeof(BxWPair));
		w->pairs = p;
	}
	p = &w->pairs[w->n_pairs];
	p->prefix_no = p->value = p->like = 0;
	BX_TRY(bx_writer_copy(w, &w->arena, prefix, &p->prefix));
	BX_TRY(bx_writer_copy(w, &w->arena, uri, &p->uri));
	*pair = w->n_pairs++;
	return BX_OK;
}

BxStatus
bx_writer_pair(BxWriter *w, BxStr prefix, BxStr uri, uint32_t *pair)
{
	const BxHashSeed *seed = &w->own->seed;
	uint32_t hash = (uint32_t) bx_hash(seed, bx_hash(seed, 0, prefix.s, prefix.n), uri.s, uri.n);
	BxHashMap *m = &w->pair_map;
	uint32_t at, i;

	if (w->err.status != BX_OK)
		return w->err.status;
	BX_TRY(bx_hashmap_reserve(m, &w->err));
	bx_hashmap_foreach (i, m, hash, &at)
		if (bx_str_equal(w->pairs[i].prefix, prefix) && bx_str_equal(w->pairs[i].uri, uri))
		{
			*pair = i;
			return BX_OK;
		}
	BX_TRY(pair_add(w, prefix, uri, pair));
	bx_hashmap_put(m, hash, at, *pair);
	return BX_OK;
}

void
bx_writer_pair_get(const BxWriter *w, uint32_t pair, BxStr *prefix, BxStr *uri)
{
	*prefix = w->pairs[pair].prefix;
	*uri = w->pairs[pair].uri;
}

BxStr
bx_writer_name_get(const BxWriter *w, uint32_t name)
{
	return w->names[name].local;
}

bool
bx_writer_prefix_find(const BxWriter *w, BxStr prefix, uint32_t *number)
{
	*number = bx_strmap_find(&w->prefixes, prefix.s, prefix.n);
	return *number != BX_HASH_NONE;
}

BxStatus
bx_writer_prefix(BxWriter *w, uint32_t pair, uint32_t *number)
{
	BxWPair *p = &w->pairs[pair];
	bool added;

	if (p->prefix_no == 0)
	{
		BX_TRY(bx_strmap_add(&w->prefixes, p->prefix.s, p->prefix.n, &p->prefix_no, &added, &w->err));
		p->prefix_no++;
	}
	*number = p->prefix_no - 1;
	return BX_OK;
}

/* A name whose string stays. */
static BxStatus
name_add(BxWriter *w, uint32_t pair, BxStr local, uint32_t *name)
{
	BxWName *p;

	if (w->n_names == w->cap_names)
	{
		p = bx_array_grow(w->own, w->names, &w->cap_names, names_room(w->n_names), sizeof(BxWName));
		if (p == NULL)
			return bx_writer_nomem(w, sizeof(BxWName));
		w->names = p;
	}
	p = &w->names[w->n_names];
	*p = (BxWName){.local = local, .pair = pair};
	*name = w->n_names++;
	return BX_OK;
}

BxStatus
bx_writer_name_new(BxWriter *w, uint32_t pair, BxStr local, uint32_t *name)
{
	return w->err.status != BX_OK ? w->err.status : name_add(w, pair, local, name);
}

static inline uint32_t
hash_name(const BxWriter *w, uint32_t pair, BxStr local)
{
	return (uint32_t) bx_hash(&w->own->seed, pair, local.s, local.n);
}

/* Enter the names that came after the last search. */
static BxStatus
enter_names(BxWriter *w)
{
	BxHashMap *m = &w->name_map;
	uint32_t hash, at, i;

	BX_TRY(bx_hashmap_room(m, map_room(w->n_names), &w->err));
	while (m->n < w->n_names)
	{
		hash = hash_name(w, w->names[m->n].pair, w->names[m->n].local);
		bx_hashmap_foreach (i, m, hash, &at)
			;
		bx_hashmap_put(m, hash, at, m->n);
	}
	return BX_OK;
}

BxStatus
bx_writer_name(BxWriter *w, uint32_t pair, BxStr local, uint32_t *name)
{
	uint32_t hash = hash_name(w, pair, local);
	BxHashMap *m = &w->name_map;
	uint32_t at, i;

	if (w->err.status != BX_OK)
		return w->err.status;
	BX_TRY(enter_names(w));
	bx_hashmap_foreach (i, m, hash, &at)
		if (w->names[i].pair == pair && bx_str_equal(w->names[i].local, local))
		{
			*name = i;
			return BX_OK;
		}
	BX_TRY(name_add(w, pair, local, name));
	bx_hashmap_put(m, hash, at, *name);
	return bx_writer_copy(w, &w->arena, local, &w->names[*name].local);
}

/* ---- shapes ---- */

static const uint8_t initial_flags[BX_KIND_MASK + 1] = {
	[BX_KIND_ELEMENT] = BX_SHAPE_ONE,
	[BX_KIND_LEAF] = BX_SHAPE_ONE | BX_SHAPE_CLEAN,
	[BX_KIND_ATTRIBUTE] = BX_SHAPE_ONE | BX_SHAPE_CLEAN,
	[BX_KIND_TEXT] = BX_SHAPE_ONE | BX_SHAPE_CLEAN,
	[BX_KIND_COMMENT] = BX_SHAPE_ONE,
	[BX_KIND_PI] = BX_SHAPE_ONE,
	[BX_KIND_NAMESPACE] = BX_SHAPE_ONE,
};

/* Enter the shape where those are found that have its name, or where the text of its parent is. */
static void
link_shape(BxWriter *w, uint32_t shape)
{
	BxWShape *r = &w->shapes[shape];
	BxWName *name;

	if (bx_kind_is_named(r->kind))
	{
		name = &w->names[r->name];
		r->other = name->shapes;
		name->shapes = shape + 1;
		name->n_shapes++;
	}
	else if (r->kind == BX_KIND_TEXT && r->parent != BX_SHAPE_NONE)
		w->shapes[r->parent].text = shape + 1;
}

/* The first shape of this kind and name, which is the new one if there is none. */
static uint32_t
first_like(BxWriter *w, uint8_t kind, uint32_t name, uint32_t shape)
{
	uint32_t *like = bx_kind_is_named(kind)      ? &w->names[name].like[kind]
					 : kind == BX_KIND_NAMESPACE ? &w->pairs[name].like
												 : &w->like[kind];

	if (*like == 0)
		*like = shape + 1;
	return *like - 1;
}

static BxStatus
shape_add(BxWriter *w, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape)
{
	BxWShape *r;

	if (w->n_shapes == w->cap_shapes)
	{
		r = bx_array_grow(w->own, w->shapes, &w->cap_shapes, names_room(w->n_shapes), sizeof(BxWShape));
		if (r == NULL)
			return bx_writer_nomem(w, sizeof(BxWShape));
		w->shapes = r;
	}
	w->shapes[w->n_shapes] = (BxWShape){
		.parent = parent, .kind = kind, .name = name, .like = first_like(w, kind, name, w->n_shapes)};
	*shape = w->n_shapes++;
	link_shape(w, *shape);
	return BX_OK;
}

/* ---- what the value being written has ---- */

/* One name or pair more. */
static inline BxStatus
count_name(BxWriter *w, size_t bytes)
{
	const BxLimits *limits = &w->opt.limits;

	w->used.name_bytes += bytes;
	if (BX_UNLIKELY(w->used.names++ >= limits->max_names || w->used.name_bytes > limits->max_name_bytes))
		return bx_fail_limit(&w->err, BX_E_LIMIT, "bxml.token_limit", limits->max_names,
							 "number of distinct names");
	return BX_OK;
}

static inline BxStatus
use_pair(BxWriter *w, uint32_t pair)
{
	BxWPair *p = &w->pairs[pair];

	if (pair < BX_PAIR_FIRST || p->value == w->first_seq)
		return BX_OK;
	p->value = w->first_seq;
	return count_name(w, p->prefix.n + p->uri.n);
}

static inline BxStatus
use_name(BxWriter *w, uint32_t name)
{
	BxWName *p = &w->names[name];

	if (p->value == w->first_seq)
		return BX_OK;
	p->value = w->first_seq;
	BX_TRY(use_pair(w, p->pair));
	return count_name(w, p->local.n);
}

BxStatus
bx_name_first(BxWriter *w, uint32_t name)
{
	return use_name(w, name);
}

static BxStatus
grow_used(BxWriter *w)
{
	uint32_t *list =
		bx_array_grow(w->own, w->used.list, &w->used.cap, names_room(w->used.n), sizeof(uint32_t));

	if (list == NULL)
		return bx_writer_nomem(w, sizeof(uint32_t));
	w->used.list = list;
	return BX_OK;
}

BxStatus
bx_shape_first(BxWriter *w, uint32_t shape)
{
	BxWShape *r = &w->shapes[shape];

	if (bx_kind_is_named(r->kind))
		BX_TRY(use_name(w, r->name));
	else if (r->kind == BX_KIND_NAMESPACE)
		BX_TRY(use_pair(w, r->name));
	if (BX_UNLIKELY(w->used.n == w->used.cap))
		BX_TRY(grow_used(w));
	r->number = w->used.n;
	r->count = 0;
	r->flags = initial_flags[r->kind];
	w->used.list[w->used.n++] = shape;
	if (BX_UNLIKELY(w->used.n >= BX_SHAPES_MAX))
		w->shaped = false;
	return BX_OK;
}

/* ---- shapes, found ---- */

static inline bool
shape_is(const BxWShape *r, uint32_t parent, uint8_t kind, uint32_t name)
{
	return r->name == name && r->parent == parent && r->kind == kind;
}

/* The shape that followed the previous one last time, if it is the one. */
static inline bool
is_follower(const BxWriter *w, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape)
{
	if (w->last_shape >= w->n_shapes)
		return false;
	*shape = w->shapes[w->last_shape].follow;
	return shape_is(&w->shapes[*shape], parent, kind, name);
}

/* Enter the shapes that came after the last search. */
static BxStatus
enter_shapes(BxWriter *w)
{
	BxHashMap *m = &w->shape_map;
	uint32_t hash, at, i;

	BX_TRY(bx_hashmap_room(m, map_room(w->n_shapes), &w->err));
	while (m->n < w->n_shapes)
	{
		const BxWShape *r = &w->shapes[m->n];

		hash = hash_shape(w, r->parent, r->kind, r->name);
		bx_hashmap_foreach (i, m, hash, &at)
			;
		bx_hashmap_put(m, hash, at, m->n);
	}
	return BX_OK;
}

/* Find a shape without the hash table: *known is false when it may be in there alone.  *i is UINT32_MAX for none. */
static inline void
find_near(const BxWriter *w, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *i, bool *known)
{
	*i = UINT32_MAX;
	if (bx_kind_is_named(kind))
	{
		*known = w->names[name].n_shapes <= NEAR;
		if (*known)
			for (*i = w->names[name].shapes - 1; *i != UINT32_MAX; *i = w->shapes[*i].other - 1)
				if (shape_is(&w->shapes[*i], parent, kind, name))
					return;
		return;
	}
	*known = kind == BX_KIND_TEXT && parent != BX_SHAPE_NONE;
	if (*known)
		*i = w->shapes[parent].text - 1;
	else if (w->n_shapes <= NEAR)
	{
		*known = true;
		for (*i = w->n_shapes - 1; *i != UINT32_MAX; --*i)
			if (shape_is(&w->shapes[*i], parent, kind, name))
				return;
	}
}

/* Shape of (parent, kind, name); parent is ignored once the writer gave up paths. */
BxStatus
bx_shape_intern(BxWriter *w, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape)
{
	BxHashMap *m = &w->shape_map;
	uint32_t hash, at, i;
	bool known;

	if (!w->shaped)
		parent = BX_SHAPE_NONE;
	if (is_follower(w, parent, kind, name, shape))
	{
		w->last_shape = *shape;
		return BX_OK;
	}
	find_near(w, parent, kind, name, &i, &known);
	if (!known)
	{
		hash = hash_shape(w, parent, kind, name);
		BX_TRY(enter_shapes(w));
		bx_hashmap_foreach (i, m, hash, &at)
			if (shape_is(&w->shapes[i], parent, kind, name))
				break;
	}
	*shape = i;
	if (i == UINT32_MAX)
		BX_TRY(shape_add(w, parent, kind, name, shape));
	if (w->last_shape < w->n_shapes)
		w->shapes[w->last_shape].follow = *shape;
	w->last_shape = *shape;
	return BX_OK;
}

/* ---- the tables ---- */

BxStatus
bx_intern_init(BxWriter *w)
{
	static const BxStr none = {"", 0};
	static const BxStr xml = {"xml", 3};
	static const BxStr xml_uri = {BX_XML_NS, sizeof(BX_XML_NS) - 1};
	uint32_t pair;

	bx_arena_init_small(&w->arena, w->own);
	bx_strmap_init(&w->prefixes, w->own, NULL);
	bx_hashmap_init(&w->pair_map, w->own, NULL);
	bx_hashmap_init(&w->name_map, w->own, NULL);
	bx_hashmap_init(&w->shape_map, w->own, NULL);
	w->last_shape = BX_SHAPE_NONE;
	memset(w->like, 0, sizeof(w->like));
	w->next_seq = 1;
	w->tables++;
	BX_TRY(bx_writer_pair(w, none, none, &pair));
	return bx_writer_pair(w, xml, xml_uri, &pair);
}

static void
release(BxWriter *w, void *array, uint32_t *n, uint32_t *cap)
{
	w->own->release(w->own->ctx, array);
	*n = *cap = 0;
}

void
bx_intern_free(BxWriter *w)
{
	bx_arena_reset(&w->arena);
	release(w, w->pairs, &w->n_pairs, &w->cap_pairs);
	release(w, w->names, &w->n_names, &w->cap_names);
	release(w, w->shapes, &w->n_shapes, &w->cap_shapes);
	release(w, w->used.list, &w->used.n, &w->used.cap);
	release(w, w->used.ids, &w->used.n_ids, &w->used.cap_ids);
	w->pairs = NULL;
	w->names = NULL;
	w->shapes = NULL;
	w->used.list = w->used.ids = NULL;
	bx_strmap_free(&w->prefixes);
	bx_hashmap_free(&w->pair_map);
	bx_hashmap_free(&w->name_map);
	bx_hashmap_free(&w->shape_map);
}
