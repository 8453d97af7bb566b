/*
 * bx_names.c -- numbers of names and pairs in the writer, by the addresses of libxml2's strings.
 *
 * libxml2's dictionary keeps every string once, so a name is known by its addresses; most are guessed from the name before.
 */
#include "bx_parse_int.h"

#define NAMES_START 256

static inline bool
is_name(const BxNameSlot *s, const BxNameSlot *key)
{
	return s->local == key->local && s->prefix == key->prefix && s->uri == key->uri;
}

/*
 * The number of a name (local == NULL: of a pair), by the addresses libxml2's dictionary gave its strings, and their hash;
 * BX_HASH_NONE when it is not known.
 */
static uint32_t
find_name(const BxParser *p, const BxNameSlot *key, uint32_t *hash)
{
	const BxHashMap *m = &p->name_map;
	uint32_t i, at;

	*hash = bx_hash_numbers(&p->host->seed, (uintptr_t) key->local,
							(uintptr_t) key->uri ^ (uint64_t) (uintptr_t) key->prefix << 16);
	for (i = bx_hashmap_first(m, *hash, &at); i != BX_HASH_NONE; i = bx_hashmap_next(m, *hash, &at))
		if (is_name(&p->names[i], key))
			break;
	return i;
}

/* The name that came after the present one last time, if it is the one. */
static inline bool
is_follower(const BxParser *p, const BxNameSlot *key, uint32_t *i)
{
	if (p->last_name >= p->names_n)
		return false;
	*i = p->names[p->last_name].follow;
	return *i < p->names_n && is_name(&p->names[*i], key);
}

static inline void
note_name(BxParser *p, uint32_t i)
{
	if (p->last_name < p->names_n)
		p->names[p->last_name].follow = i;
	p->last_name = i;
}

/* Room for one more name. */
static BxStatus
reserve_name(BxParser *p)
{
	uint32_t cap = p->names_cap > 0 ? p->names_cap * 2 : NAMES_START;
	BxNameSlot *names;

	if (p->name_map.host == NULL)
		bx_hashmap_init(&p->name_map, p->host, NULL);
	if (bx_hashmap_reserve(&p->name_map, &p->err) != BX_OK)
		return bx_fail_here(p, &p->err);
	if (p->names_n < p->names_cap)
		return BX_OK;
	names = p->host->resize(p->host->ctx, p->names, cap * sizeof(BxNameSlot));
	if (names == NULL)
		return bx_fail_memory(p);
	p->names = names;
	p->names_cap = cap;
	return BX_OK;
}

/* Enter a name that is not there, whose hash is known. */
static BxStatus
add_name(BxParser *p, BxNameSlot *key, uint32_t hash, uint32_t id)
{
	BxStatus st = reserve_name(p);
	uint32_t at, i;

	if (st != BX_OK)
		return st;
	for (i = bx_hashmap_first(&p->name_map, hash, &at); i != BX_HASH_NONE;)
		i = bx_hashmap_next(&p->name_map, hash, &at);
	key->id = id;
	p->names[p->names_n] = *key;
	bx_hashmap_put(&p->name_map, hash, at, p->names_n++);
	return BX_OK;
}

/* A table that one value with many names has made large is not kept for values with few. */
void
bx_names_forget(BxParser *p)
{
	if (p->name_map.host == NULL)
		return;
	if (p->names_cap > NAMES_START && p->names_n < p->names_cap / 8)
		bx_names_free(p);
	else
		bx_hashmap_clear(&p->name_map);
	p->names_n = 0;
}

void
bx_names_free(BxParser *p)
{
	if (p->name_map.host != NULL)
		bx_hashmap_free(&p->name_map);
	p->host->release(p->host->ctx, p->names);
	p->names = NULL;
	p->names_n = p->names_cap = 0;
}

BxStatus
bx_names_pair(BxParser *p, const xmlChar *prefix, const xmlChar *uri, uint32_t *id)
{
	BxNameSlot key = {NULL, prefix, uri, 0, 0};
	uint32_t hash, i = find_name(p, &key, &hash);
	BxStatus st;

	if (i != BX_HASH_NONE)
	{
		*id = p->names[i].id;
		return BX_OK;
	}
	st = bx_parser_wrote(p, bx_writer_pair(p->w, bx_str_of_xml(prefix), bx_str_of_xml(uri), id));
	return st != BX_OK ? st : add_name(p, &key, hash, *id);
}

static BxStatus
new_name(BxParser *p, BxNameSlot *key, uint32_t hash)
{
	uint32_t pair, id;
	BxStatus st = bx_names_pair(p, key->prefix, key->uri, &pair);

	if (st == BX_OK)
		st = bx_parser_wrote(p, bx_writer_name(p->w, pair, bx_str_of_xml(key->local), &id));
	return st != BX_OK ? st : add_name(p, key, hash, id);
}

BxStatus
bx_names_id(BxParser *p, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri, uint32_t *id)
{
	BxNameSlot key = {local, prefix, uri, 0, 0};
	uint32_t hash, i;
	BxStatus st;

	if (is_follower(p, &key, &i))
		p->last_name = i;
	else
	{
		i = find_name(p, &key, &hash);
		if (i == BX_HASH_NONE)
		{
			st = new_name(p, &key, hash);
			if (st != BX_OK)
				return st;
			i = p->names_n - 1;
		}
		note_name(p, i);
	}
	*id = p->names[i].id;
	return BX_OK;
}
