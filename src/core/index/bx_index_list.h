/*
 * bx_index_list.h -- the keys of one document: collected, sorted, doubles removed.
 *
 * Memory follows the number of different keys, not that of values: whenever the list has doubled since doubles were
 * last removed, they are removed again.
 */
#ifndef BX_INDEX_LIST_H
#define BX_INDEX_LIST_H

#include "../base/bx_arena.h"

/* Before each long key so many bytes are the caller's, aligned to as many. */
#define BX_INDEX_ROOM 4

/* A long key. */
typedef struct BxIndexEntry
{
	uint64_t order; /* its first eight bytes, as they sort */
	union
	{
		uint8_t *p; /* its bytes, in a list that is finished */
		size_t at;  /* before, where they are */
	};
	uint32_t n; /* its length */
} BxIndexEntry;

/* Keys ascend: short ones as signed numbers, long ones by their bytes. */
typedef struct BxIndexList
{
	uint32_t n;
	int32_t *shorts;       /* of the short form */
	BxIndexEntry *entries; /* of the long form */
	/* private */
	uint8_t *bytes; /* of long keys */
	size_t used;
	size_t room;
	uint8_t *spare; /* what bytes was when doubles were removed before */
	size_t spare_room;
	uint32_t cap;
	uint32_t limit; /* doubles are removed when there are so many */
	BxArena *arena;
	BxError *err;
	bool is_short;
} BxIndexList;

/* An empty list; memory is the arena's. */
extern void bx_index_list_init(BxIndexList *list, bool is_short, BxArena *arena, BxError *err);

/* Add a short key. */
extern BxStatus bx_index_list_short(BxIndexList *list, int32_t key);

/* A place for a long key of at most n bytes, which bx_index_list_long then adds. */
extern BxStatus bx_index_list_place(BxIndexList *list, size_t n, uint8_t **p);
extern void bx_index_list_long(BxIndexList *list, uint32_t n);

/* Sort, and remove doubles; nothing can be added afterwards. */
extern BxStatus bx_index_list_finish(BxIndexList *list);

#endif
