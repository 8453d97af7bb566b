/*
 * bx_index_list.c -- the list of keys.
 */
#include "../base/bx_core_int.h"
#include "bx_index_list.h"

#include "../base/bx_bytes.h"
#include "../base/bx_long.h"
#include "../base/bx_sort.h"

#define FIRST_ENTRIES 128
#define FIRST_ROOM 4096
#define FIRST_LIMIT 65536
/* A server cannot take more keys of one document at once. */
#define ENTRIES_MAX (UINT32_C(1) << 26)

void
bx_index_list_init(BxIndexList *list, bool is_short, BxArena *arena, BxError *err)
{
	memset(list, 0, sizeof(*list));
	list->is_short = is_short;
	list->arena = arena;
	list->err = err;
	list->limit = FIRST_LIMIT;
}

/* ---- order ---- */

/* Lists up to this length, nearly all, are sorted here, without calls. */
#define FEW 1024

/* Keys begin with a hash: shared out by their first bits they are nearly in order.  Shorter lists are not. */
#define SHARE_BITS 7
#define SHARES (1 << SHARE_BITS)
#define SHARED_MIN 32
/* A larger share is sorted with distances that shrink, so that keys chosen to collide cost little more. */
#define SHARE_MAX 16

static const uint32_t distances[] = {701, 301, 132, 57, 23, 10, 4, 1};
#define DISTANCES (sizeof(distances) / sizeof(distances[0]))

/* Share the n entries out from one array to the other by share_of(); *most is what the largest share has. */
#define SHARE_OUT(p, n, to, share_of, most)                                                                  \
	do                                                                                                       \
	{                                                                                                        \
		uint16_t next[SHARES] = {0};                                                                         \
		uint32_t used = 0;                                                                                   \
		for (uint32_t i = 0; i < (n); i++)                                                                   \
			next[share_of(&(p)[i])]++;                                                                       \
		for (uint32_t i = 0; i < SHARES; i++)                                                                \
		{                                                                                                    \
			uint32_t own = next[i];                                                                          \
			*(most) = own > *(most) ? own : *(most);                                                         \
			next[i] = (uint16_t) used;                                                                       \
			used += own;                                                                                     \
		}                                                                                                    \
		for (uint32_t i = 0; i < (n); i++)                                                                   \
			(to)[next[share_of(&(p)[i])]++] = (p)[i];                                                        \
	} while (0)

/* The distance to begin with, by the largest share. */
static size_t
first_distance(uint32_t most)
{
	return most == 0 || most > SHARE_MAX ? 0 : DISTANCES - 1;
}

/* Sort the n entries of array p by after(), which says whether one entry belongs behind another. */
#define SORT_FEW(type, p, n, share_of, after)                                                                \
	do                                                                                                       \
	{                                                                                                        \
		type shared[FEW];                                                                                    \
		uint32_t most = 0;                                                                                   \
		if ((n) >= SHARED_MIN)                                                                               \
		{                                                                                                    \
			SHARE_OUT(p, n, shared, share_of, &most);                                                        \
			memcpy(p, shared, (n) * sizeof(type));                                                           \
		}                                                                                                    \
		for (size_t step = first_distance(most); step < DISTANCES; step++)                                   \
			for (uint32_t from = distances[step], at = from; from < (n); at = ++from)                        \
			{                                                                                                \
				type entry = (p)[from];                                                                      \
				for (; at >= distances[step] && after(&(p)[at - distances[step]], &entry);                   \
					 at -= distances[step])                                                                  \
					(p)[at] = (p)[at - distances[step]];                                                     \
				(p)[at] = entry;                                                                             \
			}                                                                                                \
	} while (0)

static int
compare_shorts(const void *a, const void *b)
{
	int32_t x = *(const int32_t *) a, y = *(const int32_t *) b;

	return (x > y) - (x < y);
}

static inline bool
is_above(const int32_t *a, const int32_t *b)
{
	return *a > *b;
}

static inline uint32_t
short_share(const int32_t *key)
{
	return ((uint32_t) *key ^ UINT32_C(0x80000000)) >> (32 - SHARE_BITS);
}

static BxStatus
sort_shorts(BxIndexList *list)
{
	if (list->n > FEW)
		return bx_sort(list->arena->host, list->shorts, list->n, sizeof(int32_t), compare_shorts, list->err);
	SORT_FEW(int32_t, list->shorts, list->n, short_share, is_above);
	return bx_steps(list->arena->host, list->n);
}

static BxStatus
unique_shorts(BxIndexList *list)
{
	uint32_t i, n = 0;

	BX_TRY(sort_shorts(list));
	for (i = 0; i < list->n; i++)
		if (i == 0 || list->shorts[i] != list->shorts[n - 1])
			list->shorts[n++] = list->shorts[i];
	list->n = n;
	return bx_charge(list->arena->host, (uint64_t) i * sizeof(int32_t));
}

/* By the first bytes, which decide as a rule, then by all. */
static int
compare_entries(const void *a, const void *b)
{
	const BxIndexEntry *x = a, *y = b;

	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return bx_str_compare(bx_str(x->p, x->n), bx_str(y->p, y->n));
}

static inline bool
is_after(const BxIndexEntry *a, const BxIndexEntry *b)
{
	return a->order != b->order ? a->order > b->order : compare_entries(a, b) > 0;
}

static inline uint32_t
long_share(const BxIndexEntry *key)
{
	return (uint32_t) (key->order >> (64 - SHARE_BITS));
}

static BxStatus
sort_longs(BxIndexList *list)
{
	if (list->n > FEW)
		return bx_sort(list->arena->host, list->entries, list->n, sizeof(BxIndexEntry), compare_entries,
					   list->err);
	SORT_FEW(BxIndexEntry, list->entries, list->n, long_share, is_after);
	return bx_steps(list->arena->host, list->n);
}

/* ---- doubles ---- */

static BxStatus
unique_longs(BxIndexList *list)
{
	BxIndexEntry *e = list->entries;
	uint32_t i, n = 0;

	for (i = 0; i < list->n; i++)
		e[i].p = list->bytes + e[i].at;
	BX_TRY(sort_longs(list));
	for (i = 0; i < list->n; i++)
		if (i == 0 || e[i].order != e[n - 1].order || compare_entries(&e[i], &e[n - 1]) != 0)
			e[n++] = e[i];
	list->n = n;
	return bx_charge(list->arena->host, (uint64_t) i * sizeof(*e));
}

BxStatus
bx_index_list_finish(BxIndexList *list)
{
	return list->is_short ? unique_shorts(list) : unique_longs(list);
}

static size_t
aligned(size_t n)
{
	return (n + BX_INDEX_ROOM - 1) & ~(size_t) (BX_INDEX_ROOM - 1);
}

/* Copy the bytes of the keys that are left into the spare room. */
static BxStatus
compact(BxIndexList *list)
{
	uint8_t *to = list->spare;
	size_t used = 0, room = list->room;
	uint32_t i;

	if (list->spare_room < room)
		to = bx_arena_alloc(list->arena, room);
	if (to == NULL)
		return bx_fail_nomem(list->err, room);
	for (i = 0; i < list->n; i++)
	{
		BxIndexEntry *e = &list->entries[i];

		BX_TRY(bx_charge(list->arena->host, e->n));
		memcpy(to + used + BX_INDEX_ROOM, e->p, e->n);
		e->at = used + BX_INDEX_ROOM;
		used += BX_INDEX_ROOM + aligned(e->n);
	}
	list->spare = list->bytes;
	list->spare_room = room;
	list->bytes = to;
	list->used = used;
	return BX_OK;
}

/* Leave the bytes where they are. */
static BxStatus
keep(BxIndexList *list)
{
	uint32_t i;

	for (i = 0; i < list->n; i++)
		list->entries[i].at = (size_t) (list->entries[i].p - list->bytes);
	return bx_charge(list->arena->host, (uint64_t) i * sizeof(BxIndexEntry));
}

/* At the limit: remove doubles, and let the list double again. */
static BxStatus
shrink(BxIndexList *list)
{
	uint32_t n = list->n;

	BX_TRY(bx_index_list_finish(list));
	if (!list->is_short)
		BX_TRY(list->n > n / 4 * 3 ? keep(list) : compact(list));
	if (list->n > ENTRIES_MAX / 2)
		list->limit = ENTRIES_MAX;
	else
		list->limit = list->n < FIRST_LIMIT / 2 ? FIRST_LIMIT : 2 * list->n;
	if (list->n < ENTRIES_MAX)
		return BX_OK;
	return bx_fail(list->err, BX_E_LIMIT, -1, "document has more than %u different index keys", ENTRIES_MAX);
}

/* ---- adding ---- */

/* Room for one more entry. */
static BxStatus
more_entries(BxIndexList *list)
{
	uint32_t cap = list->cap == 0 ? FIRST_ENTRIES : 2 * list->cap;
	size_t size = list->is_short ? sizeof(int32_t) : sizeof(BxIndexEntry);
	void *p = list->is_short ? (void *) list->shorts : list->entries;

	if (list->n >= list->limit)
		BX_TRY(shrink(list));
	if (list->n < list->cap)
		return BX_OK;
	p = bx_arena_grow(list->arena, p, list->n * size, cap * size);
	if (p == NULL)
		return bx_fail_nomem(list->err, cap * size);
	if (list->is_short)
		list->shorts = p;
	else
		list->entries = p;
	list->cap = cap;
	return BX_OK;
}

static inline bool
is_full(const BxIndexList *list)
{
	return BX_UNLIKELY(list->n >= list->cap || list->n >= list->limit);
}

BxStatus
bx_index_list_short(BxIndexList *list, int32_t key)
{
	if (is_full(list))
		BX_TRY(more_entries(list));
	list->shorts[list->n++] = key;
	return BX_OK;
}

BxStatus
bx_index_list_place(BxIndexList *list, size_t n, uint8_t **p)
{
	size_t need;

	if (is_full(list))
		BX_TRY(more_entries(list));
	need = list->used + BX_INDEX_ROOM + aligned(n);
	if (BX_UNLIKELY(need > list->room))
	{
		size_t room = need + list->used + FIRST_ROOM;
		uint8_t *bytes = bx_arena_grow(list->arena, list->bytes, list->used, room);

		if (bytes == NULL)
			return bx_fail_nomem(list->err, room);
		list->bytes = bytes;
		list->room = room;
	}
	*p = list->bytes + list->used + BX_INDEX_ROOM;
	return BX_OK;
}

void
bx_index_list_long(BxIndexList *list, uint32_t n)
{
	BxIndexEntry *e = &list->entries[list->n++];
	const uint8_t *p = list->bytes + list->used + BX_INDEX_ROOM;
	uint8_t head[8] = {0};
	uint64_t order;

	/* keys have at least six bytes; what follows them is not read */
	memcpy(head, p, n < 8 ? n : 8);
	memcpy(&order, head, 8);
#if __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__
	order = __builtin_bswap64(order);
#endif
	e->order = order;
	e->at = list->used + BX_INDEX_ROOM;
	e->n = n;
	list->used += BX_INDEX_ROOM + aligned(n);
}
