/*
 * bx_names.c -- numbers of names and pairs in the writer, by the addresses of libxml2's strings.
 *
 * libxml2's dictionary keeps every string once, so a name is known by its addresses; most are guessed from the name
 * before.
 */
#include "../core/base/bx_bytes.h"
#include "bx_parse_int.h"

#define NAMES_START 256
/* Names to make room for at first: most messages have fewer, and their table never grows. */
#define MAP_START 96

static inline bool
is_name(const BxNameSlot *s, const BxNameSlot *key)
{
	return s->local == key->local && s->prefix == key->prefix && s->uri == key->uri;
}

/* The slow half of reserve. */
static BxStatus
grow(BxParser *p)
{
	BxNames *names = &p->names;
	uint32_t cap = names->cap > 0 ? names->cap * 2 : NAMES_START;
	BxNameSlot *slots;

	if (names->map.host == NULL)
		bx_hashmap_init(&names->map, p->host, NULL);
	if (bx_hashmap_room(&names->map, names->n < MAP_START - 2 ? MAP_START : names->n + UINT64_C(2),
						&p->err) != BX_OK)
		return bx_fail_here(p, &p->err);
	if (names->cap - names->n < 2)
	{
		slots = p->host->resize(p->host->ctx, names->slots, cap * sizeof(BxNameSlot));
		if (slots == NULL)
			return bx_fail_memory(p);
		names->slots = slots;
		names->cap = cap;
	}
	names->room = names->map.cap / 4 * 3 < names->cap ? names->map.cap / 4 * 3 : names->cap;
	return BX_OK;
}

/* Room for two more entries: a name and its pair. */
BX_INLINE BxStatus
reserve(BxParser *p)
{
	return p->names.n + UINT64_C(2) <= p->names.room ? BX_OK : grow(p);
}

/* Where a search ended. */
typedef struct Found
{
	uint32_t slot; /* BX_HASH_NONE: nowhere */
	uint32_t hash;
	uint32_t at; /* the free place for it */
} Found;

/* Find a name (local == NULL: a pair) by the addresses that libxml2's dictionary gave its strings. */
BX_INLINE Found
find(const BxParser *p, const BxNameSlot *key)
{
	const BxHashMap *m = &p->names.map;
	Found f;

	f.hash = bx_hash_numbers(&p->host->seed, (uintptr_t) key->local,
							 (uintptr_t) key->uri ^ (uint64_t) (uintptr_t) key->prefix << 16);
	bx_hashmap_foreach (f.slot, m, f.hash, &f.at)
		if (is_name(&p->names.slots[f.slot], key))
			break;
	return f;
}

/* Enter what a search did not find, after reserve. */
static inline uint32_t
enter(BxParser *p, const BxNameSlot *key, const Found *f)
{
	BxNames *names = &p->names;

	names->slots[names->n] = *key;
	bx_hashmap_put(&names->map, f->hash, f->at, names->n);
	return names->n++;
}

/* A table that one value with many names has made large is not kept for values with few. */
void
bx_names_forget(BxParser *p, bool foreign)
{
	BxNames *names = &p->names;

	names->foreign = foreign;
	if (names->map.host == NULL)
		return;
	if (names->cap > NAMES_START && names->n < names->cap / 8)
		bx_names_free(p);
	else
		bx_hashmap_clear(&names->map);
	names->n = 0;
}

void
bx_names_free(BxParser *p)
{
	BxNames *names = &p->names;

	if (names->map.host != NULL)
		bx_hashmap_free(&names->map);
	p->host->release(p->host->ctx, names->slots);
	names->slots = NULL;
	names->n = names->cap = names->room = 0;
}

static BxStatus
find_pair(BxParser *p, const xmlChar *prefix, const xmlChar *uri)
{
	BxNameSlot key = {NULL, prefix, uri, 0, 0};
	Found f = find(p, &key);
	BxStatus st;

	if (f.slot == BX_HASH_NONE)
	{
		st = reserve(p);
		if (st == BX_OK)
			st = bx_parser_wrote(p, bx_writer_pair(p->w, bx_str_of_xml(prefix), bx_str_of_xml(uri), &key.id));
		if (st != BX_OK)
			return st;
		f = find(p, &key);
		f.slot = enter(p, &key, &f);
	}
	p->names.last_pair = f.slot;
	return BX_OK;
}

BX_INLINE BxStatus
pair_id(BxParser *p, const xmlChar *prefix, const xmlChar *uri, uint32_t *id)
{
	const BxNames *names = &p->names;
	const BxNameSlot *last = &names->slots[names->last_pair];
	bool same =
		names->last_pair < names->n && last->local == NULL && last->prefix == prefix && last->uri == uri;
	BxStatus st = same ? BX_OK : find_pair(p, prefix, uri);

	if (st == BX_OK)
		*id = names->slots[names->last_pair].id;
	return st;
}

BxStatus
bx_names_pair(BxParser *p, const xmlChar *prefix, const xmlChar *uri, uint32_t *id)
{
	return pair_id(p, prefix, uri, id);
}

static BxStatus
add_name(BxParser *p, BxNameSlot *key, Found *f)
{
	const BxHashSlot *slots = p->names.map.slots;
	uint32_t pair, n = p->names.n;
	BxStatus st = reserve(p);

	if (st == BX_OK)
		st = pair_id(p, key->prefix, key->uri, &pair);
	/* without a DTD there are no entities, which may have strings of their own */
	if (st == BX_OK)
		st = bx_parser_wrote(p, p->doctype.n == 0 && !p->names.foreign
									? bx_writer_name_new(p->w, pair, bx_str_of_xml(key->local), &key->id)
									: bx_writer_name(p->w, pair, bx_str_of_xml(key->local), &key->id));
	if (st != BX_OK)
		return st;
	if (p->names.map.slots != slots || p->names.n != n)
		*f = find(p, key);
	f->slot = enter(p, key, f);
	return BX_OK;
}

BxStatus
bx_names_id(BxParser *p, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri, uint32_t *id)
{
	BxNames *names = &p->names;
	BxNameSlot key = {local, prefix, uri, 0, 0};
	BxNameSlot *last = names->last < names->n ? &names->slots[names->last] : NULL;
	BxStatus st;
	Found f;

	/* the name that came after the present one last time, if it is the one */
	if (last != NULL && last->follow < names->n && is_name(&names->slots[last->follow], &key))
	{
		names->last = last->follow;
		*id = names->slots[last->follow].id;
		return BX_OK;
	}
	f = find(p, &key);
	if (f.slot == BX_HASH_NONE)
	{
		st = add_name(p, &key, &f);
		if (st != BX_OK)
			return st;
	}
	if (names->last < names->n)
		names->slots[names->last].follow = f.slot;
	names->last = f.slot;
	*id = names->slots[f.slot].id;
	return BX_OK;
}
