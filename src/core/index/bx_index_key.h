/*
 * bx_index_key.h -- the keys of values in an index, as bytes and as numbers; on disk, fixed forever (KEYS.md).
 *
 * The long form (operator class bxml_value_ops) is bytes that memcmp orders: a head of three bytes, which has 20 bits
 * of a hash of the node's name and the kind of its value, then the value, then a tail of three bytes, which has 8 bits
 * of a hash of the parent's name and 16 of the path.  Heads leave namespaces out, so one search finds a name in any of
 * them.  The short form (bxml_path_ops) is a number of 32 bits, a hash of path and value.
 *
 * Different paths or values may have equal keys, so values that were found by their keys are compared again.
 */
#ifndef BX_INDEX_KEY_H
#define BX_INDEX_KEY_H

#include "../base/bx_hash.h"
#include "bx_index_value.h"

#define BX_INDEX_HEAD 3
#define BX_INDEX_TAIL 3

/* What follows a string: nothing was cut off, or the hash of the whole string, which was longer. */
#define BX_INDEX_WHOLE 0x00
#define BX_INDEX_CUT 0x01
#define BX_INDEX_CUT_HASH 4

/* Bytes of a string in a key. */
#define BX_INDEX_VALUE_DEFAULT 64
#define BX_INDEX_VALUE_MIN 8
#define BX_INDEX_VALUE_MAX 1024

/* Bytes of a key whose string has at most so many. */
#define BX_INDEX_KEY_ROOM(max_value)                                                                         \
	(BX_INDEX_HEAD + (max_value) + BX_INDEX_NUMBER_MAX + 1 + BX_INDEX_CUT_HASH + BX_INDEX_TAIL)

/* ---- paths ---- */

/* The name of an element or attribute. */
typedef struct BxIndexName
{
	uint64_t hash;  /* of kind, namespace and local name */
	uint32_t head;  /* of kind and local name: a head whose kind of value is 0 */
	uint8_t parent; /* of the local name, for the tails of its children */
} BxIndexName;

/* The path to an element or attribute. */
typedef struct BxIndexPath
{
	uint64_t hash;
	uint32_t head;
	uint8_t parent; /* of the parent's name */
	uint8_t name;   /* its own, for those of its children */
} BxIndexPath;

/* The path to the document. */
extern const BxIndexPath bx_index_root;

/* The hash of a namespace; 0 for none. */
extern uint64_t bx_index_uri(const char *uri, size_t n);

/* A name with the hash of its namespace. */
extern BxIndexName bx_index_name(bool attribute, uint64_t uri, const char *local, size_t n);

/* The path to a child or attribute of that name. */
static inline BxIndexPath
bx_index_step(const BxIndexPath *parent, const BxIndexName *name)
{
	return (BxIndexPath){bx_hash_mix(bx_hash_mix(parent->hash, name->hash), 0), name->head, parent->name,
						 name->parent};
}

/* ---- keys ---- */

/* The head of a key of this kind. */
static inline void
bx_index_head_put(uint8_t *p, uint32_t head, unsigned kind)
{
	head |= kind;
	p[0] = (uint8_t) (head >> 16);
	p[1] = (uint8_t) (head >> 8);
	p[2] = (uint8_t) head;
}

/* The tail of a key of this path. */
static inline void
bx_index_tail_put(uint8_t *p, const BxIndexPath *path)
{
	p[0] = path->parent;
	p[1] = (uint8_t) (path->hash >> 56);
	p[2] = (uint8_t) (path->hash >> 48);
}

/*
 * bx_index_value_put: the value as it is in a long key, where strings have max_value bytes; returns how many bytes.
 * Linear in the length of a string.
 */
extern unsigned bx_index_value_put(const BxIndexValue *value, uint32_t max_value, uint8_t *out);

/* The long key into out, which has BX_INDEX_KEY_ROOM(max_value) bytes; returns its length. */
extern unsigned bx_index_key_put(const BxIndexPath *path, const BxIndexValue *value, uint32_t max_value,
								 uint8_t *out);

/* The short key.  Linear in the length of a string. */
extern int32_t bx_index_key_short(const BxIndexPath *path, const BxIndexValue *value);

/* A long key taken apart; the value borrows its bytes. */
typedef struct BxIndexParts
{
	uint32_t head; /* with kind 0 */
	uint8_t kind;
	uint8_t parent;
	uint16_t path;
	const uint8_t *value;
	size_t n;
} BxIndexParts;

/* bx_index_key_parts: false when the n bytes are too few. */
extern bool bx_index_key_parts(const uint8_t *p, size_t n, BxIndexParts *parts);

#endif
