/*
 * xd_function.h -- functions as items: maps and arrays, and functions that the engine calls (query/run/ru_function.h).
 *
 * An item of type AT_FUNCTION refers to an XdFunction, with which an XdMap, an XdArray or what the engine needs for a
 * call begins.  None ever changes once an item refers to it.  They are in memory that the arenas hold for which they
 * were made and in which they were kept.
 */
#ifndef XD_FUNCTION_H
#define XD_FUNCTION_H

#include "xd_type.h"

typedef enum XdFunctionKind
{
	XD_CODE,
	XD_MAP,
	XD_ARRAY
} XdFunctionKind;

typedef struct XdFunction
{
	uint8_t kind; /* XdFunctionKind */
	uint32_t arity;
	const AtName *name;      /* NULL: it has none */
	const XdSeqType *params; /* NULL: item()* each; of XD_CODE */
	const XdSeqType *result; /* NULL: item()* */
	BxShared *held;          /* the memory that it is in; NULL: that of the run or the query */
} XdFunction;

/* Memory of functions, and what their XdFunction.held is. */
typedef struct XdStorage
{
	BxArena *arena;
	BxShared *held;
} XdStorage;

/* xd_store.c: memory that lasts as long as the arena, or others that hold it; of an arena that holds nothing a part. */
extern BxStatus xd_store(BxArena *arena, BxError *err, XdStorage *store);
/* A map or an array of n entries is changed: has so much been changed in its memory that it is better copied? */
extern bool xd_store_is_worn(const XdFunction *f, uint64_t n);
/* The function lasts as long as the arena from now on: xd_item_keep. */
extern BxStatus xd_function_hold(BxArena *arena, const XdFunction *f, BxError *err);

static inline XdItem
xd_function_item(const XdFunction *f)
{
	return (XdItem){.u.f = f, .type = AT_FUNCTION};
}

static inline bool
xd_is_map(const XdItem *item)
{
	return item->type == AT_FUNCTION && item->u.f->kind == XD_MAP;
}

static inline bool
xd_is_array(const XdItem *item)
{
	return item->type == AT_FUNCTION && item->u.f->kind == XD_ARRAY;
}

/* ---- maps: xd_map.c ---- */

typedef struct XdMapEntry
{
	XdItem key;
	XdSeq value;
	uint64_t hash;
	uint64_t order; /* entries are listed by it: as they came first */
} XdMapEntry;

struct XdMapNode;

typedef struct XdMap
{
	XdFunction f;
	BxArena *arena; /* of all of it */
	uint64_t n;
	uint64_t next; /* order of the next new entry */
	const struct XdMapNode *root;
	const XdMapEntry **list; /* in their order, once it was asked for */
} XdMap;

static inline const XdMap *
xd_map(const XdItem *item)
{
	return (const XdMap *) item->u.f;
}

/* An empty map, in memory of its own, or in that of another map or array (like), where both are made together. */
extern BxStatus xd_map_new(BxArena *arena, BxError *err, XdMap **map);
extern BxStatus xd_map_like(const XdFunction *like, BxError *err, XdMap **map);
/* The entry with the key (op:same-key); NULL: there is none. */
extern BxStatus xd_map_find(const AtCall *c, const XdMap *map, const XdItem *key, const XdMapEntry **entry);
/* Add an entry, or replace its value, in a map that no item refers to yet.  Key and value are kept. */
extern BxStatus xd_map_add(const AtCall *c, XdMap *map, const XdItem *key, const XdSeq *value);
/*
 * The map with such an entry, or without it, as another one, which shares what is the same, and its memory; where that
 * has become much for the entries there are, they are copied, into memory that the arena of the call holds.
 */
extern BxStatus xd_map_put(const AtCall *c, const XdMap *map, const XdItem *key, const XdSeq *value,
						   XdMap **out);
extern BxStatus xd_map_remove(const AtCall *c, const XdMap *map, const XdItem *key, XdMap **out);
/* All entries in the order in which they came: map->n of them. */
extern BxStatus xd_map_list(const XdMap *map, BxError *err, const XdMapEntry *const **list);

/* ---- arrays: xd_array.c ---- */

/* The room that arrays share of which one is the beginning of another. */
typedef struct XdMembers
{
	uint64_t used;
	uint64_t cap;
	XdSeq list[];
} XdMembers;

typedef struct XdArray
{
	XdFunction f;
	BxArena *arena;
	uint64_t n;
	const XdSeq *members;
	XdMembers *room; /* members is a part of its list; NULL: of an empty one */
} XdArray;

static inline const XdArray *
xd_array(const XdItem *item)
{
	return (const XdArray *) item->u.f;
}

/* An empty array with room for so many members, in memory of its own, or in that of another array or map. */
extern BxStatus xd_array_new(BxArena *arena, uint64_t cap, BxError *err, XdArray **array);
extern BxStatus xd_array_like(const XdFunction *like, uint64_t cap, BxError *err, XdArray **array);
/* Add a member, which is kept, to an array that no item refers to yet. */
extern BxStatus xd_array_add(XdArray *array, const XdSeq *member, BxError *err);
/* The same of a member that is a value in a map or another array (of), which the array holds from then on. */
extern BxStatus xd_array_share(XdArray *array, const XdFunction *of, const XdSeq *member, BxError *err);
/*
 * The same as another array: constant time where the array was the last one made by this, or by xd_array_add.  Where
 * there is no room for it the members are copied, into memory that the arena holds.
 */
extern BxStatus xd_array_append(BxArena *arena, const XdArray *array, const XdSeq *member, BxError *err,
								XdArray **out);
/* n members from a place on, from 0, as an array that shares them. */
extern BxStatus xd_array_part(const XdArray *array, uint64_t from, uint64_t n, BxError *err, XdArray **out);

/* Every item of every member; BX_E_DEPTH where taking them calls this again too often. */
typedef BxStatus (*XdItemTake)(void *ctx, const XdItem *item);
extern BxStatus xd_array_each(const XdArray *array, const BxHost *host, BxError *err, XdItemTake take,
							  void *ctx);

#endif
