/*
 * bx_edit_table.c -- pairs, names and shapes of the new value: those of the old one, and more behind them.
 *
 * Numbers of the old value never change.  Most edits look for few names, so a search reads the table, until searches
 * have read so much that hashing all of it would have cost the same: then they go by hash.
 *
 * In name mode shapes have names of their own, and names get numbers only as they are asked for.
 */
#include "bx_edit_int.h"

#include "../base/bx_escape.h"
#include "../encode/bx_table_put.h"

/* Shapes beyond which an edit stops to add, leaving room for constants in the tokens. */
#define SHAPES_MAX (BX_TOKEN_MAX - (1u << 16))

/* ---- searches ---- */

/* Entries that searches read before the n of a table are hashed: hashing one costs as much as reading sixteen. */
#define READ_MAX(n) (16 * ((uint64_t) (n) + 16))

/* What is looked for: the parts of a pair, a name, or a shape, by what is compared first. */
typedef struct Sought
{
	uint32_t number; /* name: pair; shape: name or pair, 0 for TEXT and COMMENT */
	uint32_t parent;
	uint8_t kind;
	BxStr local; /* pair: prefix */
	BxStr uri;
} Sought;

/* Where in a map a key belongs. */
typedef struct HashPlace
{
	uint32_t hash;
	uint32_t at;
} HashPlace;

/* The entries of a table: how many, what one of them is, and the hash of such a key. */
typedef struct Entries
{
	uint32_t (*count)(const BxEdit *e);
	bool (*is)(const BxEdit *e, uint32_t i, const Sought *key);
	BxStatus (*key)(BxEdit *e, uint32_t i, Sought *key);
	uint32_t (*hash)(const BxEdit *e, const Sought *key);
} Entries;

/* The entry that is the key, by hash, or BX_HASH_NONE and its place. */
static inline uint32_t
find_hashed(const BxEdit *e, const EdIndex *x, const Entries *of, const Sought *key, HashPlace *place)
{
	uint32_t i;

	place->hash = of->hash(e, key);
	for (i = bx_hashmap_first(&x->map, place->hash, &place->at); i != BX_HASH_NONE && !of->is(e, i, key);
		 i = bx_hashmap_next(&x->map, place->hash, &place->at))
		;
	return i;
}

/* Hash the entries that were not: of equal ones the first counts. */
static inline BxStatus
hash_entries(BxEdit *e, EdIndex *x, const Entries *of)
{
	uint32_t n = of->count(e);
	HashPlace place;
	Sought key;

	BX_TRY(bx_hashmap_room(&x->map, n, e->err));
	for (; x->hashed < n; x->hashed++)
	{
		if ((x->hashed & 0xfff) == 0xfff)
			BX_TRY(bx_poll(e->host));
		BX_TRY(of->key(e, x->hashed, &key));
		if (find_hashed(e, x, of, &key, &place) == BX_HASH_NONE)
			bx_hashmap_put(&x->map, place.hash, place.at, x->hashed);
	}
	return BX_OK;
}

/* The first entry that is the key, or BX_HASH_NONE: read one by one for the first searches, then by hash. */
static inline __attribute__((always_inline)) BxStatus
find(BxEdit *e, EdIndex *x, const Entries *of, const Sought *key, uint32_t *entry)
{
	uint32_t n = of->count(e), i;
	HashPlace place;

	if (x->read <= READ_MAX(n))
	{
		for (i = 0; i < n && !of->is(e, i, key); i++)
			;
		x->read += i + 1;
		*entry = i < n ? i : BX_HASH_NONE;
		return BX_OK;
	}
	BX_TRY(hash_entries(e, x, of));
	*entry = find_hashed(e, x, of, key, &place);
	return BX_OK;
}

/* ---- pairs ---- */

static uint32_t
count_pairs(const BxEdit *e)
{
	return e->t->n_pairs;
}

static bool
pair_is(const BxEdit *e, uint32_t i, const Sought *key)
{
	const BxPair *p = &e->t->pairs[i];

	return bx_str_equal(key->uri, (BxStr){p->uri, p->uri_len}) &&
		   bx_str_equal(key->local, (BxStr){p->prefix, p->prefix_len});
}

static BxStatus
pair_key(BxEdit *e, uint32_t i, Sought *key)
{
	const BxPair *p = &e->t->pairs[i];

	*key = (Sought){.local = {p->prefix, p->prefix_len}, .uri = {p->uri, p->uri_len}};
	return BX_OK;
}

static uint32_t
pair_hash(const BxEdit *e, const Sought *key)
{
	const BxHashSeed *seed = &e->host->seed;

	return (uint32_t) bx_hash(seed, bx_hash(seed, 0, key->local.s, key->local.n), key->uri.s, key->uri.n);
}

static const Entries pair_entries = {count_pairs, pair_is, pair_key, pair_hash};

static bool
prefix_is(const BxEdit *e, uint32_t i, const Sought *key)
{
	return bx_str_equal(key->local, bx_pair_prefix(&e->t->pairs[i]));
}

static uint32_t
prefix_hash(const BxEdit *e, const Sought *key)
{
	return (uint32_t) bx_hash(&e->host->seed, 0, key->local.s, key->local.n);
}

static const Entries prefix_entries = {count_pairs, prefix_is, pair_key, prefix_hash};

BxStatus
ed_pair_with(BxEdit *e, BxStr prefix, uint32_t *pair)
{
	Sought key = {.local = prefix};

	return find(e, &e->names.prefixes, &prefix_entries, &key, pair);
}

/* ---- names ---- */

static inline bool
is_name(const BxNameInfo *name, const Sought *key)
{
	return name->pair == key->number && bx_str_equal(key->local, (BxStr){name->local, name->len});
}

static inline Sought
key_of_name(const BxNameInfo *name)
{
	return (Sought){.number = name->pair, .local = {name->local, name->len}};
}

static uint32_t
count_names(const BxEdit *e)
{
	return e->names.n;
}

static bool
name_is(const BxEdit *e, uint32_t i, const Sought *key)
{
	return is_name(&e->names.list[i], key);
}

static BxStatus
name_key(BxEdit *e, uint32_t i, Sought *key)
{
	*key = key_of_name(&e->names.list[i]);
	return BX_OK;
}

static uint32_t
name_hash(const BxEdit *e, const Sought *key)
{
	return (uint32_t) bx_hash(&e->host->seed, key->number, key->local.s, key->local.n);
}

static const Entries name_entries = {count_names, name_is, name_key, name_hash};

/* Without budget: for names the value has. */
static BxStatus
add_name(BxEdit *e, const Sought *key, uint32_t *name)
{
	EdNames *x = &e->names;

	x->list = ed_grow(e, x->list, x->n, &x->cap, x->n + 1, sizeof(BxNameInfo));
	if (x->list == NULL)
		return BX_E_NOMEM;
	*name = x->n;
	x->list[x->n++] = (BxNameInfo){key->local.s, (uint32_t) key->local.n, key->number};
	if (ed_paths(e))
	{
		e->t->names = x->list;
		e->t->n_names = x->n;
	}
	return BX_OK;
}

/* Name mode: the number of a name that a shape of the old value has. */
static BxStatus
take_name(BxEdit *e, const Sought *key, uint32_t *name)
{
	BX_TRY(find(e, &e->names.index, &name_entries, key, name));
	return *name != BX_HASH_NONE ? BX_OK : add_name(e, key, name);
}

/* Does the shape say the number of its name, or that of a pair? */
static inline bool
is_numbered(const BxEdit *e, uint32_t shape)
{
	return ed_paths(e) || shape >= e->base_shapes || e->t->shapes[shape].kind == BX_KIND_NAMESPACE;
}

/* Number the name of an old shape in name mode. */
static BxStatus
number_name(BxEdit *e, uint32_t shape, uint32_t *name)
{
	Sought key = key_of_name(&e->t->names[shape]);
	EdNames *x = &e->names;

	if (x->of_shape == NULL)
	{
		x->of_shape = bx_arena_alloc(&e->arena, e->base_shapes * sizeof(uint32_t));
		if (x->of_shape == NULL)
			return ed_nomem(e, e->base_shapes * sizeof(uint32_t));
		memset(x->of_shape, 0xff, e->base_shapes * sizeof(uint32_t));
	}
	if (x->of_shape[shape] == ED_NONE)
		BX_TRY(take_name(e, &key, &x->of_shape[shape]));
	*name = x->of_shape[shape];
	return BX_OK;
}

/* The number of the name of a shape, or of its pair; 0 for TEXT and COMMENT. */
static BxStatus
number_of_shape(BxEdit *e, uint32_t shape, uint32_t *name)
{
	*name = 0;
	if (is_numbered(e, shape))
		*name = e->t->shapes[shape].name;
	else if (bx_kind_is_named(e->t->shapes[shape].kind))
		return number_name(e, shape, name);
	return BX_OK;
}

/* Name mode: number the names of all old shapes. */
static BxStatus
take_old_names(BxEdit *e)
{
	uint32_t i, name;

	for (i = 0; i < e->base_shapes && !e->names.complete; i++)
		BX_TRY(number_of_shape(e, i, &name));
	e->names.complete = true;
	return BX_OK;
}

/* A name that the new value has up to now; in name mode it may be one of an old shape that has no number yet. */
static BxStatus
find_name(BxEdit *e, const Sought *key, uint32_t *name)
{
	EdNames *x = &e->names;
	uint32_t i;

	if (!x->complete && x->old_read > READ_MAX(e->base_shapes))
		BX_TRY(take_old_names(e));
	BX_TRY(find(e, &x->index, &name_entries, key, name));
	if (*name != BX_HASH_NONE || x->complete)
		return BX_OK;
	for (i = 0; i < e->base_shapes; i++)
		if (is_name(&e->t->names[i], key) && bx_kind_is_named(e->t->shapes[i].kind))
			break;
	x->old_read += i + 1;
	return i < e->base_shapes ? number_name(e, i, name) : BX_OK;
}

void
ed_names_open(BxEdit *e)
{
	EdNames *x = &e->names;

	memset(x, 0, sizeof(*x));
	e->base_shapes = e->t->n_shapes;
	bx_hashmap_init(&x->index.map, e->host, &e->arena);
	bx_hashmap_init(&x->pairs.map, e->host, &e->arena);
	bx_hashmap_init(&x->prefixes.map, e->host, &e->arena);
	bx_hashmap_init(&x->shapes.map, e->host, &e->arena);
	x->cap_pairs = e->t->n_pairs;
	x->cap_shapes = e->t->n_shapes;
	x->complete = ed_paths(e);
	if (!x->complete)
		return;
	x->list = e->t->names;
	x->n = x->cap = e->t->n_names;
}

/* ---- shapes ---- */

static uint32_t
count_shapes(const BxEdit *e)
{
	return e->t->n_shapes;
}

static bool
shape_is(const BxEdit *e, uint32_t i, const Sought *key)
{
	const BxShape *r = &e->t->shapes[i];
	const BxNameInfo *a, *b;

	if (r->kind != key->kind || r->parent != key->parent)
		return false;
	if (is_numbered(e, i))
		return r->name == key->number;
	if (!bx_kind_is_named(r->kind))
		return true;
	a = &e->t->names[i];
	b = &e->names.list[key->number];
	return a->pair == b->pair && bx_str_equal((BxStr){a->local, a->len}, (BxStr){b->local, b->len});
}

static BxStatus
shape_key(BxEdit *e, uint32_t i, Sought *key)
{
	const BxShape *r = &e->t->shapes[i];

	*key = (Sought){.parent = r->parent, .kind = r->kind};
	return number_of_shape(e, i, &key->number);
}

static uint32_t
shape_hash(const BxEdit *e, const Sought *key)
{
	return bx_hash_numbers(&e->host->seed, (uint64_t) key->parent << 32 | key->number, key->kind);
}

static const Entries shape_entries = {count_shapes, shape_is, shape_key, shape_hash};

/* ---- asking ---- */

static BxStatus
budget(BxEdit *e, size_t n)
{
	EdNames *x = &e->names;
	uint64_t known = (uint64_t) x->n + e->t->n_pairs;

	x->new_bytes += n;
	/* names without a number count as well */
	if (!x->complete && known + e->base_shapes >= e->opt.limits.max_names)
	{
		BX_TRY(take_old_names(e));
		known = (uint64_t) x->n + e->t->n_pairs;
	}
	if (known >= e->opt.limits.max_names || x->new_bytes > e->opt.limits.max_name_bytes)
		return bx_fail_limit(e->err, BX_E_LIMIT, "bxml.token_limit", e->opt.limits.max_names,
							 "number of distinct names");
	return BX_OK;
}

BxStatus
ed_pair(BxEdit *e, BxStr prefix, BxStr uri, uint32_t *pair)
{
	Sought key = {.local = prefix, .uri = uri};
	BxTable *t = e->t;

	BX_TRY(find(e, &e->names.pairs, &pair_entries, &key, pair));
	if (*pair != BX_HASH_NONE)
		return BX_OK;
	BX_TRY(budget(e, prefix.n + uri.n));
	t->pairs = ed_grow(e, t->pairs, t->n_pairs, &e->names.cap_pairs, t->n_pairs + 1, sizeof(BxPair));
	if (t->pairs == NULL)
		return BX_E_NOMEM;
	*pair = t->n_pairs;
	t->pairs[t->n_pairs++] = (BxPair){prefix.s, uri.s, (uint32_t) prefix.n, (uint32_t) uri.n};
	e->changed = true;
	return BX_OK;
}

BxStatus
ed_name(BxEdit *e, uint32_t pair, BxStr local, uint32_t *name)
{
	Sought key = {.number = pair, .local = local};

	BX_TRY(find_name(e, &key, name));
	if (*name != BX_HASH_NONE)
		return BX_OK;
	BX_TRY(budget(e, local.n));
	e->changed = true;
	return add_name(e, &key, name);
}

static uint8_t
first_flags(const BxEdit *e, uint8_t kind)
{
	if (!ed_paths(e))
		return BX_SHAPE_TYPED | BX_SHAPE_MIXED;
	return BX_SHAPE_ONE | (bx_kind_has_value(kind) ? BX_SHAPE_CLEAN : 0);
}

static BxStatus
add_shape(BxEdit *e, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape)
{
	BxTable *t = e->t;
	uint32_t cap_names = e->names.cap_shapes, i = t->n_shapes;

	if (i >= SHAPES_MAX)
		return ED_FAIL(e, BX_E_LIMIT, "bxml value would have too many different paths");
	if (!ed_paths(e))
		t->names = ed_grow(e, t->names, i, &cap_names, i + 1, sizeof(BxNameInfo));
	t->shapes = ed_grow(e, t->shapes, i, &e->names.cap_shapes, i + 1, sizeof(BxShape));
	if (t->shapes == NULL || t->names == NULL)
		return BX_E_NOMEM;
	t->shapes[i] = (BxShape){kind, first_flags(e, kind), parent, name};
	if (!ed_paths(e))
	{
		t->names[i] = bx_kind_is_named(kind) ? e->names.list[name] : (BxNameInfo){"", 0, BX_PAIR_NONE};
		t->n_names = i + 1;
	}
	*shape = t->n_shapes++;
	e->changed = true;
	return BX_OK;
}

BxStatus
ed_shape(BxEdit *e, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *shape)
{
	Sought key = {.number = name, .parent = ed_paths(e) ? parent : BX_SHAPE_NONE, .kind = kind};

	BX_TRY(find(e, &e->names.shapes, &shape_entries, &key, shape));
	return *shape != BX_HASH_NONE ? BX_OK : add_shape(e, key.parent, kind, name, shape);
}

/* ---- names of sources ---- */

BxStatus
ed_pair_of(BxEdit *e, EdSource *s, uint32_t pair, uint32_t *out)
{
	const BxPair *p = &s->table.pairs[pair];

	*out = pair;
	if (s->own)
		return BX_OK;
	if (s->pair_of[pair] == ED_NONE)
		BX_TRY(ed_pair(e, (BxStr){p->prefix, p->prefix_len}, (BxStr){p->uri, p->uri_len}, &s->pair_of[pair]));
	*out = s->pair_of[pair];
	return BX_OK;
}

BxStatus
ed_name_of_shape(BxEdit *e, EdSource *s, uint32_t shape, uint32_t *name)
{
	const BxShape *r;
	const BxNameInfo *i;
	uint32_t pair;

	if (s->own)
		return number_of_shape(e, shape, name);
	if (s->name_of[shape] == ED_NONE)
	{
		r = &s->table.shapes[shape];
		if (!bx_kind_is_named(r->kind))
			s->name_of[shape] = 0;
		else
		{
			i = &s->table.names[r->name];
			BX_TRY(ed_pair_of(e, s, i->pair, &pair));
			BX_TRY(ed_name(e, pair, (BxStr){i->local, i->len}, &s->name_of[shape]));
		}
	}
	*name = s->name_of[shape];
	return BX_OK;
}

/* ---- promises ---- */

BxStatus
ed_shape_use(BxEdit *e, uint32_t shape, uint32_t seq)
{
	EdNames *x = &e->names;
	uint32_t old = x->cap_seen;

	if (!ed_paths(e))
		return BX_OK;
	if (shape >= x->cap_seen)
	{
		x->seen = ed_grow(e, x->seen, x->cap_seen, &x->cap_seen, e->t->n_shapes, sizeof(uint32_t));
		if (x->seen == NULL)
			return BX_E_NOMEM;
		memset(x->seen + old, 0, (x->cap_seen - old) * sizeof(uint32_t));
	}
	if (x->seen[shape] == seq && (e->t->shapes[shape].flags & BX_SHAPE_ONE))
	{
		e->t->shapes[shape].flags &= (uint8_t) ~BX_SHAPE_ONE;
		e->changed = true;
	}
	x->seen[shape] = seq;
	return BX_OK;
}

void
ed_shape_holds(BxEdit *e, uint32_t shape, const uint8_t *payload, uint32_t n, bool ref)
{
	BxShape *r = &e->t->shapes[shape];
	uint8_t before = r->flags;
	uint32_t off, len;

	if (!ed_paths(e))
		return;
	if (n > 0 && (payload[0] & 0xC0) == 0x80)
		r->flags |= BX_SHAPE_TYPED;
	if (ref && bx_heap_ref(&e->t->head, payload, n, &off, &len))
	{
		payload = e->base.items + e->t->head.items_len + off;
		n = len;
	}
	else if (n > 0 && (payload[0] & 0xC0) == 0x80)
		n = 0;
	if ((r->flags & BX_SHAPE_CLEAN) && !bx_is_clean((const char *) payload, n, r->kind == BX_KIND_ATTRIBUTE))
		r->flags &= (uint8_t) ~BX_SHAPE_CLEAN;
	if (r->flags != before)
		e->changed = true;
}
