/*
 * bx_table.h -- decoded header and tables of a value: names, namespace pairs, shapes, section places.
 *
 * bx_table_open reads the header of a value and decodes its tables into arrays.  Everything in a BxTable
 * borrows from the value bytes (strings) or from the arena (arrays); nothing is copied but the arrays.
 */
#ifndef BX_TABLE_H
#define BX_TABLE_H

#include "../base/bx_str.h"
#include "../base/bx_arena.h"
#include "bx_format.h"

/* Section places within a value, all as offsets from its first byte; checked against the value's length. */
typedef struct BxHeader
{
	uint8_t flags;
	uint32_t fingerprint;
	uint32_t table_off;
	uint32_t table_len;
	uint32_t items_off;
	uint32_t items_len;
	uint32_t heap_len; /* of the heap, which starts where the items end; 0 for none */
	uint32_t depth;    /* greatest number of nested items, 0 for an empty value */
	uint32_t ext_dir;  /* offset of the directory entries, 0 when there are none */
	uint32_t ext_n;
	uint32_t ext_off; /* first extension body */
	/* a value in blocks: all places above are those of its plain form */
	uint8_t codec;
	uint32_t n_blocks;    /* 0 for a plain value */
	uint32_t blocks_off;  /* first entry of the block list, in the stored value */
	uint32_t body_off;    /* first block, in the stored value */
	uint32_t plain_total; /* length of the plain value */
	size_t total;         /* length of the whole value */
} BxHeader;

/* An entry of the block list: lengths as stored, and of the plain bytes.  Returns what follows it, or NULL. */
extern const uint8_t *bx_block_get(const uint8_t *p, const uint8_t *end, uint32_t *stored_len,
								   uint32_t *plain_len);

typedef struct BxPair
{
	const char *prefix;
	const char *uri;
	uint32_t prefix_len;
	uint32_t uri_len;
} BxPair;

static inline BxStr
bx_pair_prefix(const BxPair *pair)
{
	return bx_str(pair->prefix, pair->prefix_len);
}

static inline BxStr
bx_pair_uri(const BxPair *pair)
{
	return bx_str(pair->uri, pair->uri_len);
}

typedef struct BxNameInfo
{
	const char *local;
	uint32_t len;
	uint32_t pair;
} BxNameInfo;

typedef struct BxShape
{
	uint8_t kind;
	uint8_t flags;   /* BX_SHAPE_*; name mode has none but BX_SHAPE_TYPED on value kinds and BX_SHAPE_MIXED */
	uint32_t parent; /* shape of the parent element; BX_SHAPE_NONE at top level and always in name mode */
	uint32_t name;   /* index into names; for BX_KIND_NAMESPACE the pair; unused for text and comment */
} BxShape;

/* The item a constant token means. */
typedef struct BxConstInfo
{
	const char *payload;
	uint32_t len; /* at most 255 */
	uint32_t shape;
} BxConstInfo;

typedef struct BxTable
{
	BxHeader head;
	uint32_t n_pairs;
	uint32_t n_names;
	uint32_t n_shapes;
	BxPair *pairs;
	BxNameInfo *names; /* name mode: one entry per shape, so equal names may occur more than once */
	BxShape *shapes;
	uint32_t n_consts; /* tokens below are constants; shape r has token n_consts + r */
	BxConstInfo *consts;
} BxTable;

/*
 * bx_header_read: parse and bound-check the header of the first n bytes of a value whose full length is total.
 * BX_E_VERSION for an unknown version or flag; BX_E_CORRUPT when lengths do not add up to total or the header
 * leaves n bytes.
 */
extern BxStatus bx_header_read(const uint8_t *v, size_t n, size_t total, BxHeader *h, BxError *err);

/* bx_table_open: header plus tables; v must hold at least the header and table section.  O(table). */
extern BxStatus bx_table_open(BxTable *t, BxArena *arena, const uint8_t *v, size_t n, size_t total,
							  BxError *err);

/* Place of the body of an extension section in the plain value: *off is 0 when there is none with that code. */
extern BxStatus bx_header_ext_place(const BxHeader *h, const uint8_t *v, uint8_t code, uint32_t *off,
									uint32_t *len, BxError *err);

/* Body of an extension section: *body is NULL when the value has none with that code. */
extern BxStatus bx_header_ext(const BxHeader *h, const uint8_t *v, uint8_t code, const uint8_t **body,
							  uint32_t *len, BxError *err);

/* An element shape, of either kind: shapes with the same parent and name are one class. */
typedef struct BxChildKey
{
	uint32_t parent;
	uint32_t name;
	uint32_t shape;
} BxChildKey;

/* bx_child_groups: sets class_of[shape] to the first shape of its class, for the n shapes in keys, which are sorted. */
extern void bx_child_groups(BxChildKey *keys, uint32_t n, uint32_t *class_of);

/*
 * bx_heap_ref: is the payload a reference into the heap?  Then *off and *len are the place and length of the text,
 * within the heap and not empty.  False for everything else, damaged references included.
 */
extern bool bx_heap_ref(const BxHeader *h, const uint8_t *payload, uint32_t n, uint32_t *off, uint32_t *len);

/* The fingerprint function (FORMAT.md, "Fingerprint"). */
extern uint32_t bx_fingerprint(uint8_t flags, const uint8_t *table, size_t n);

/* Bytes per number in a column of n different values: 1, 2 or 4. */
static inline uint32_t
bx_column_width(uint32_t n)
{
	return n <= 0x100 ? 1 : n <= 0x10000 ? 2 : 4;
}

static inline bool
bx_kind_is_named(uint8_t kind)
{
	return (1u << kind &
			(1u << BX_KIND_ELEMENT | 1u << BX_KIND_LEAF | 1u << BX_KIND_ATTRIBUTE | 1u << BX_KIND_PI)) != 0;
}

/* Are there elements in no namespace among the shapes? */
extern bool bx_table_has_plain(const BxTable *t);

static inline bool
bx_kind_has_value(uint8_t kind)
{
	return (1u << kind & (1u << BX_KIND_LEAF | 1u << BX_KIND_ATTRIBUTE | 1u << BX_KIND_TEXT)) != 0;
}

#endif
