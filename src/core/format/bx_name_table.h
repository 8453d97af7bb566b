/*
 * bx_name_table.h -- the shapes of a small table of name mode, read where they are.
 *
 * A path on a small document asks for few names.  What is kept of a table here is where names are, so that the shapes
 * of the items that a caller meets can be read one by one, in any order, and nothing is allocated.
 */
#ifndef BX_NAME_TABLE_H
#define BX_NAME_TABLE_H

#include "../base/bx_core_int.h"

#include "bx_table_scan.h"

#define BX_NAME_TABLE_SHAPES BX_VARINT_ONE /* whose tokens have one byte */
#define BX_NAME_TABLE_LONG 8
#define BX_NAME_HEAD_SHIFT 3     /* of the length in a head */
#define BX_NAME_TABLE_BODIES 256 /* bytes of long bodies that are kept */

typedef struct BxNameTable
{
	const uint8_t *heads; /* of shapes */
	const uint8_t *names; /* the short ones */
	const uint8_t *end;   /* of the table */
	uint32_t n_shapes;
	uint32_t dflt;                                 /* pair of elements that do not say */
	uint32_t n_long;                               /* shapes with a long body ... */
	uint8_t long_shape[BX_NAME_TABLE_LONG];        /* ... their numbers, ascending */
	uint8_t long_kind[BX_NAME_TABLE_LONG];         /* their kinds */
	BxNameInfo long_name[BX_NAME_TABLE_LONG];      /* and names */
	uint16_t starts[BX_NAME_TABLE_SHAPES / 8 + 1]; /* per eight shapes: where their short names start */
	/* kept from table to table; 0 in the beginning, and after a change of the namespaces */
	uint32_t bodies_len; /* of the long bodies that were decoded last */
	uint32_t n_bodies;
	char bodies[BX_NAME_TABLE_BODIES];
} BxNameTable;

/* A length of at most two bytes at *p, behind which two bytes can be read. */
static inline bool
bx_header_length(const uint8_t **p, uint32_t *len)
{
	const uint8_t *q = *p;
	bool one = q[0] < BX_VARINT_ONE;

	*len = one ? q[0] : bx_varint_two(q[0], q[1]);
	*p = q + (one ? 1 : 2);
	return q[0] != BX_VARINT_WIDE;
}

/*
 * bx_header_read of a small plain value in memory that has shapes by name and neither sections nor heap; false for all
 * others, and for what is wrong.
 */
static inline bool
bx_header_read_small(const uint8_t *v, size_t n, BxHeader *h)
{
	const uint8_t *p = v + BX_HEADER_FIXED;

	if (n < BX_HEADER_FIXED + 6 || v[0] != BX_VERSION_BYTE ||
		(v[1] | BX_FLAG_DOCUMENT) != (BX_FLAG_NAMES | BX_FLAG_DOCUMENT))
		return false;
	h->flags = v[1];
	h->fingerprint = bx_get_u32(v + 2);
	if (!bx_header_length(&p, &h->table_len) || !bx_header_length(&p, &h->items_len))
		return false;
	h->depth = *p++;
	h->table_off = (uint32_t) (p - v);
	h->items_off = h->table_off + h->table_len;
	h->ext_off = h->items_off + h->items_len;
	h->total = n;
	return h->ext_off == n && h->depth < BX_VARINT_ONE && h->depth <= h->items_len;
}

/* The length in a head: up to BX_NAME_LEN_INLINE, or BX_NAME_LEN_ESCAPE. */
static inline uint32_t
bx_name_head_len(uint8_t head)
{
	return head >> BX_NAME_HEAD_SHIFT;
}

/* Is it the head of a short name of so many bytes, of an attribute or an element?  Leaves are elements. */
static inline bool
bx_name_head_fits(uint8_t head, uint8_t kind, uint32_t len)
{
	uint8_t is = head & BX_KIND_MASK;

	return bx_name_head_len(head) == len && len < BX_NAME_LEN_ESCAPE &&
		   (is == kind ? kind == BX_KIND_ELEMENT || kind == BX_KIND_ATTRIBUTE
					   : is == BX_KIND_LEAF && kind == BX_KIND_ELEMENT);
}

/*
 * Read the table behind its namespaces, where the scan is; all of it is checked.  False if it is damaged, has constants
 * or more shapes than there is room for.  *same: the shapes with long bodies have the kinds and names of those of the
 * table read before.  Other names stay where they are in the value.
 */
extern bool bx_name_table_read(BxNameTable *t, BxTableScan *s, bool *same);

/* Number of a shape with a long body among these. */
static inline uint32_t
bx_name_table_long(const BxNameTable *t, uint32_t shape)
{
	uint32_t k;

	for (k = 0; t->long_shape[k] != shape; k++)
		continue;
	return k;
}

static inline uint8_t
bx_name_table_kind(const BxNameTable *t, uint32_t shape)
{
	uint8_t kind = t->heads[shape] & BX_KIND_MASK;

	return BX_LIKELY(kind != BX_KIND_EXTENDED) ? kind : t->long_kind[bx_name_table_long(t, shape)];
}

/* Where the short name of a shape starts: behind those before its eight, and those before it among these. */
static inline const char *
bx_name_table_short(const BxNameTable *t, uint32_t shape)
{
	const uint64_t each = 0x0101010101010101ull;
	const uint8_t *heads = t->heads + (shape & ~7u);
	uint32_t at = t->starts[shape / 8];
	uint64_t before = 0, lens, longest;

	if (BX_LIKELY(t->end - heads >= 8))
		before = bx_get_u64(heads) & ((1ull << (shape & 7) * 8) - 1);
	else
		for (; heads < t->heads + shape; heads++)
			before = before << 8 | *heads;
	lens = (before >> BX_NAME_HEAD_SHIFT) & BX_NAME_LEN_ESCAPE * each;
	longest = ((lens + each) >> 5) & each;
	return (const char *) t->names + at + (((lens & ~(longest * BX_NAME_LEN_ESCAPE)) * each) >> 56);
}

/* The pair that the name of a shape is in. */
static inline uint32_t
bx_name_table_pair(const BxNameTable *t, uint32_t shape)
{
	uint8_t kind = t->heads[shape] & BX_KIND_MASK;

	if (kind == BX_KIND_EXTENDED)
		return t->long_name[bx_name_table_long(t, shape)].pair;
	return kind == BX_KIND_ELEMENT || kind == BX_KIND_LEAF ? t->dflt : BX_PAIR_NONE;
}

/* Is this the local name of the shape? */
static inline bool
bx_name_table_is(const BxNameTable *t, uint32_t shape, const char *local, uint32_t len)
{
	uint8_t head = t->heads[shape];
	const BxNameInfo *name;

	if (BX_LIKELY((head & BX_KIND_MASK) != BX_KIND_EXTENDED && bx_name_head_len(head) != BX_NAME_LEN_ESCAPE))
		return len == bx_name_head_len(head) && bx_equal_short(bx_name_table_short(t, shape), local, len);
	name = &t->long_name[bx_name_table_long(t, shape)];
	return len == name->len && bx_equal_short(name->local, local, len);
}

#endif
