/*
 * bx_intern.c -- the writer's tables of namespace pairs, names and rows.
 *
 * All are found by hash; rows first by a guess, the row that followed the previous one last time,
 * which is right for most items of regular documents.
 */
#include "bx_writer_int.h"

/*
 * First sizes: names and rows, what a message of a hundred names needs, so that most documents never grow these; all else
 * little, since writers of a single element are many, and what they ask for first is most of what they cost.
 */
#define ARRAY_START 16
#define ARRAY_DOUBLES 128
#define NAMES_START 128
#define MAP_START 256

void *
bx_grow_array(const BxHost *host, void *p, uint32_t *cap, uint32_t need, size_t elem)
{
	uint32_t n = *cap < ARRAY_START ? ARRAY_START : *cap;
	void *q;

	while (n < need)
		n += n < ARRAY_DOUBLES ? n : n / 2;
	q = host->resize(host->ctx, p, n * elem);
	if (q != NULL)
		*cap = n;
	return q;
}

/* Entries to make room for in an array of n names or rows. */
static inline uint32_t
names_room(uint32_t n)
{
	return n < NAMES_START ? NAMES_START : n + 1;
}

BxStatus
bx_writer_nomem(BxWriter *w, size_t n)
{
	return bx_fail_nomem(&w->err, n);
}

static uint32_t
hash_row(uint32_t parent, uint8_t kind, uint32_t name)
{
	uint64_t h = ((uint64_t) parent << 32) ^ ((uint64_t) name << 3) ^ kind;

	h *= 0x9E3779B97F4A7C15ull;
	return (uint32_t) (h >> 32);
}

/* Make room for one more entry; hash_of gives the hash of entry i for rehashing. */
static BxStatus
map_reserve(BxWriter *w, BxMap *m, uint32_t (*hash_of)(const BxWriter *, uint32_t))
{
	uint32_t cap = m->cap ? m->cap * 2 : MAP_START;
	uint32_t *slots;
	uint32_t i, h;

	if (m->n * 4 < m->cap * 3)
		return BX_OK;
	slots = w->host->alloc(w->host->ctx, cap * sizeof(uint32_t));
	if (slots == NULL)
		return bx_writer_nomem(w, cap * sizeof(uint32_t));
	memset(slots, 0, cap * sizeof(uint32_t));
	for (i = 0; i < m->n; i++)
	{
		h = hash_of(w, i);
		while (slots[h & (cap - 1)] != 0)
			h++;
		slots[h & (cap - 1)] = i + 1;
	}
	w->host->release(w->host->ctx, m->slots);
	m->slots = slots;
	m->cap = cap;
	return BX_OK;
}

static uint32_t
hash_of_name(const BxWriter *w, uint32_t i)
{
	return w->names[i].hash;
}

static uint32_t
hash_of_pair(const BxWriter *w, uint32_t i)
{
	return w->pairs[i].hash;
}

static uint32_t
hash_of_row(const BxWriter *w, uint32_t i)
{
	return hash_row(w->rows[i].parent, w->rows[i].kind, w->rows[i].name);
}

static bool
str_equal(BxStr a, BxStr b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.s, b.s, a.n) == 0);
}

static BxStatus
str_copy(BxWriter *w, BxStr in, BxStr *out)
{
	out->n = in.n;
	out->s = bx_arena_strndup(&w->arena, in.s, in.n);
	return out->s ? BX_OK : bx_writer_nomem(w, in.n);
}

static BxStatus
name_budget(BxWriter *w, uint32_t n_more)
{
	w->name_bytes += n_more;
	if (w->n_names + w->n_pairs >= w->opt.limits.max_names || w->name_bytes > w->opt.limits.max_name_bytes)
		return bx_fail_limit(&w->err, BX_E_LIMIT, "bxml.token_limit", w->opt.limits.max_names,
							 "number of distinct names");
	return BX_OK;
}

static BxStatus
pair_add(BxWriter *w, BxStr prefix, BxStr uri, uint32_t hash, uint32_t *pair)
{
	BxStatus st = name_budget(w, prefix.n + uri.n);
	BxWPair *p;

	if (st != BX_OK)
		return st;
	if (w->n_pairs == w->cap_pairs)
	{
		p = bx_grow_array(w->host, w->pairs, &w->cap_pairs, w->n_pairs + 1, sizeof(BxWPair));
		if (p == NULL)
			return bx_writer_nomem(w, sizeof(BxWPair));
		w->pairs = p;
	}
	p = &w->pairs[w->n_pairs];
	p->hash = hash;
	p->prefix_no = 0;
	if ((st = str_copy(w, prefix, &p->prefix)) != BX_OK || (st = str_copy(w, uri, &p->uri)) != BX_OK)
		return st;
	*pair = w->n_pairs++;
	return BX_OK;
}

BxStatus
bx_writer_pair(BxWriter *w, BxStr prefix, BxStr uri, uint32_t *pair)
{
	uint32_t hash = bx_hash_bytes(bx_hash_bytes(w->seed, prefix.s, prefix.n), uri.s, uri.n);
	BxMap *m = &w->pair_map;
	uint32_t h, i;
	BxStatus st;

	if (w->err.status != BX_OK)
		return w->err.status;
	st = map_reserve(w, m, hash_of_pair);
	if (st != BX_OK)
		return st;
	for (h = hash; m->slots[h & (m->cap - 1)] != 0; h++)
	{
		i = m->slots[h & (m->cap - 1)] - 1;
		if (w->pairs[i].hash == hash && str_equal(w->pairs[i].prefix, prefix) &&
			str_equal(w->pairs[i].uri, uri))
		{
			*pair = i;
			return BX_OK;
		}
	}
	st = pair_add(w, prefix, uri, hash, pair);
	if (st != BX_OK)
		return st;
	m->slots[h & (m->cap - 1)] = *pair + 1;
	m->n++;
	return BX_OK;
}

static uint32_t
hash_prefix(const BxWriter *w, uint32_t pair)
{
	return bx_hash_bytes(w->seed, w->pairs[pair].prefix.s, w->pairs[pair].prefix.n);
}

static uint32_t
hash_of_prefix(const BxWriter *w, uint32_t i)
{
	return hash_prefix(w, w->prefixes[i]);
}

static BxStatus
prefix_add(BxWriter *w, uint32_t pair)
{
	BxMap *m = &w->prefix_map;
	uint32_t *p;

	if (m->n == w->cap_prefixes)
	{
		p = bx_grow_array(w->host, w->prefixes, &w->cap_prefixes, m->n + 1, sizeof(uint32_t));
		if (p == NULL)
			return bx_writer_nomem(w, sizeof(uint32_t));
		w->prefixes = p;
	}
	w->prefixes[m->n++] = pair;
	return BX_OK;
}

bool
bx_prefix_find(const BxWriter *w, BxStr prefix, uint32_t *number)
{
	const BxMap *m = &w->prefix_map;
	uint32_t h, i;

	if (m->cap == 0)
		return false;
	for (h = bx_hash_bytes(w->seed, prefix.s, prefix.n); (i = m->slots[h & (m->cap - 1)]) != 0; h++)
		if (str_equal(w->pairs[w->prefixes[i - 1]].prefix, prefix))
		{
			*number = i - 1;
			return true;
		}
	return false;
}

BxStatus
bx_prefix_of(BxWriter *w, uint32_t pair, uint32_t *number)
{
	BxWPair *p = &w->pairs[pair];
	BxMap *m = &w->prefix_map;
	uint32_t h, i;

	if (p->prefix_no == 0)
	{
		BX_TRY(map_reserve(w, m, hash_of_prefix));
		if (bx_prefix_find(w, p->prefix, &i))
			i++;
		else
		{
			for (h = hash_prefix(w, pair); m->slots[h & (m->cap - 1)] != 0; h++)
				;
			BX_TRY(prefix_add(w, pair));
			m->slots[h & (m->cap - 1)] = i = m->n;
		}
		p->prefix_no = i;
	}
	*number = p->prefix_no - 1;
	return BX_OK;
}

static BxStatus
name_add(BxWriter *w, uint32_t pair, BxStr local, uint32_t hash, uint32_t *name)
{
	BxStatus st = name_budget(w, local.n);
	BxWName *p;

	if (st != BX_OK)
		return st;
	if (w->n_names == w->cap_names)
	{
		p = bx_grow_array(w->host, w->names, &w->cap_names, names_room(w->n_names), sizeof(BxWName));
		if (p == NULL)
			return bx_writer_nomem(w, sizeof(BxWName));
		w->names = p;
	}
	p = &w->names[w->n_names];
	p->pair = pair;
	p->hash = hash;
	st = str_copy(w, local, &p->local);
	if (st == BX_OK)
		*name = w->n_names++;
	return st;
}

BxStatus
bx_writer_name(BxWriter *w, uint32_t pair, BxStr local, uint32_t *name)
{
	uint32_t hash = bx_hash_bytes(pair ^ w->seed, local.s, local.n);
	BxMap *m = &w->name_map;
	uint32_t h, i;
	BxStatus st;

	if (w->err.status != BX_OK)
		return w->err.status;
	st = map_reserve(w, m, hash_of_name);
	if (st != BX_OK)
		return st;
	for (h = hash; m->slots[h & (m->cap - 1)] != 0; h++)
	{
		i = m->slots[h & (m->cap - 1)] - 1;
		if (w->names[i].hash == hash && w->names[i].pair == pair && str_equal(w->names[i].local, local))
		{
			*name = i;
			return BX_OK;
		}
	}
	st = name_add(w, pair, local, hash, name);
	if (st != BX_OK)
		return st;
	m->slots[h & (m->cap - 1)] = *name + 1;
	m->n++;
	return BX_OK;
}

static uint8_t
initial_flags(uint8_t kind)
{
	return kind == BX_KIND_ELEMENT || kind == BX_KIND_LEAF || kind == BX_KIND_ATTRIBUTE ||
				   kind == BX_KIND_TEXT
			   ? BX_ROW_ONE | (kind == BX_KIND_ELEMENT ? 0 : BX_ROW_CLEAN)
			   : BX_ROW_ONE;
}

static BxStatus
row_add(BxWriter *w, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *row)
{
	BxWRow *r;

	if (w->n_rows == w->cap_rows)
	{
		r = bx_grow_array(w->host, w->rows, &w->cap_rows, names_room(w->n_rows), sizeof(BxWRow));
		if (r == NULL)
			return bx_writer_nomem(w, sizeof(BxWRow));
		w->rows = r;
	}
	r = &w->rows[w->n_rows];
	memset(r, 0, sizeof(*r));
	r->parent = parent;
	r->kind = kind;
	r->name = name;
	r->flags = initial_flags(kind);
	*row = w->n_rows++;
	if (w->shaped)
		w->n_shapes = w->n_rows;
	return BX_OK;
}

static inline bool
row_is(const BxWRow *r, uint32_t parent, uint8_t kind, uint32_t name)
{
	return r->name == name && r->parent == parent && r->kind == kind;
}

/* Row of (parent, kind, name); parent is ignored once the writer gave up paths. */
BxStatus
bx_row_intern(BxWriter *w, uint32_t parent, uint8_t kind, uint32_t name, uint32_t *row)
{
	BxMap *m = &w->row_map;
	uint32_t h, i;
	BxStatus st;

	if (w->shaped && w->n_rows >= BX_SHAPES_MAX)
		w->shaped = false;
	if (!w->shaped)
		parent = BX_ROW_NONE;
	if (w->last_row < w->n_rows)
	{
		i = w->rows[w->last_row].follow;
		if (i < w->n_rows && row_is(&w->rows[i], parent, kind, name) && (w->shaped || i >= w->n_shapes))
		{
			*row = w->last_row = i;
			return BX_OK;
		}
	}
	st = map_reserve(w, m, hash_of_row);
	if (st != BX_OK)
		return st;
	for (h = hash_row(parent, kind, name); m->slots[h & (m->cap - 1)] != 0; h++)
	{
		i = m->slots[h & (m->cap - 1)] - 1;
		if (row_is(&w->rows[i], parent, kind, name))
			break;
	}
	if (m->slots[h & (m->cap - 1)] != 0)
		*row = m->slots[h & (m->cap - 1)] - 1;
	else
	{
		st = row_add(w, parent, kind, name, row);
		if (st != BX_OK)
			return st;
		m->slots[h & (m->cap - 1)] = *row + 1;
		m->n++;
	}
	if (w->last_row < w->n_rows)
		w->rows[w->last_row].follow = *row;
	w->last_row = *row;
	return BX_OK;
}
