/*
 * bx_table_scan.h -- one pass over the table section, entry by entry, without building anything.
 *
 * Both users of tables read them through here: bx_table_open, which keeps everything in arrays, and the binding of a
 * path to a value, which keeps one mask per shape.  Every length is checked against the table before it is used, and
 * counts against the bytes that must back them.  The functions are inline because a path on a small document spends
 * most of its time in them.
 *
 * Order of calls: bx_table_scan_begin (reads namespaces), then in name mode bx_table_scan_name_shapes and
 * bx_table_scan_name_shape for each shape; in path mode bx_table_scan_names, bx_table_scan_name for each name,
 * bx_table_scan_path_shapes, bx_table_scan_path_shape for each shape; then bx_table_scan_constants,
 * bx_table_scan_constant for each; then bx_table_scan_end.
 */
#ifndef BX_TABLE_SCAN_H
#define BX_TABLE_SCAN_H

#include "../base/bx_bytes.h"
#include "bx_table.h"

typedef struct BxTableScan
{
	const uint8_t *v;
	const uint8_t *p;
	const uint8_t *end;
	const uint8_t *heads; /* lengths of names, or heads of shapes */
	const uint8_t *pairs; /* path mode: column of names */
	uint32_t pairs_width;
	const uint8_t *parents; /* path mode: columns of shapes */
	const uint8_t *refs;
	uint32_t parents_width;
	uint32_t refs_width;
	const uint8_t *inline_end; /* name mode: end of the names held by heads, start of the long bodies */
	const uint8_t *bodies;     /* the next long body */
	BxPair *pair;
	uint32_t n_pairs;
	uint8_t flags; /* of the header */
	uint32_t dflt; /* name mode: pair of elements that do not say */
	BxError *err;
} BxTableScan;

/* Start at the namespaces of a value whose header is h; they are decoded into the arena. */
extern BxStatus bx_table_scan_begin(BxTableScan *s, const BxHeader *h, const uint8_t *v, BxArena *arena,
									BxError *err);

/* The same behind namespaces of ns_len bytes that were decoded before, and that others share: n_pairs of them. */
static inline void
bx_table_scan_behind(BxTableScan *s, const BxHeader *h, const uint8_t *v, uint32_t ns_len, uint32_t n_pairs)
{
	s->v = v;
	s->p = v + h->table_off + ns_len;
	s->end = v + h->items_off;
	s->n_pairs = n_pairs;
	s->flags = h->flags;
	s->err = NULL;
}

/* BX_E_CORRUPT at the cursor. */
extern BxStatus bx_table_scan_damaged(const BxTableScan *s, const char *what);

/* Number of names, in path mode. */
extern BxStatus bx_table_scan_names(BxTableScan *s, uint32_t *n);

/* Number of shapes; the heads follow. */
extern BxStatus bx_table_scan_name_shapes(BxTableScan *s, uint32_t *n);
extern BxStatus bx_table_scan_path_shapes(BxTableScan *s, uint32_t n_names, uint32_t *n);

/* Number of constants, 0 without the flag; all shapes must have been read, in name mode. */
extern BxStatus bx_table_scan_constants(BxTableScan *s, uint32_t n_shapes, uint32_t *n);

/* All of the table must have been used up. */
extern BxStatus bx_table_scan_end(const BxTableScan *s);

static inline BxStatus
bx_table_scan_varint(BxTableScan *s, uint32_t *v)
{
	const uint8_t *p = bx_varint_get(s->p, s->end, v);

	if (__builtin_expect(p == NULL, 0))
		return bx_table_scan_damaged(s, "bad number");
	s->p = p;
	return BX_OK;
}

/* n bytes of the table as a string. */
static inline BxStatus
bx_table_scan_bytes(BxTableScan *s, uint32_t n, const char **bytes)
{
	if (__builtin_expect(n > (size_t) (s->end - s->p), 0))
		return bx_table_scan_damaged(s, "string leaves the table");
	*bytes = (const char *) s->p;
	s->p += n;
	return BX_OK;
}

static inline BxStatus
bx_table_scan_str(BxTableScan *s, const char **bytes, uint32_t *n)
{
	BxStatus st = bx_table_scan_varint(s, n);

	return st != BX_OK ? st : bx_table_scan_bytes(s, *n, bytes);
}

/* Entry i of a column of numbers. */
static inline uint32_t
bx_column_get(const uint8_t *column, uint32_t width, uint32_t i)
{
	if (__builtin_expect(width == 1, 1))
		return column[i];
	return width == 2 ? bx_get_u16(column + 2 * (size_t) i) : bx_get_u32(column + 4 * (size_t) i);
}

/* Name i of path mode; names are read in order. */
static inline BxStatus
bx_table_scan_name(BxTableScan *s, uint32_t i, BxNameInfo *name)
{
	uint32_t n = s->heads[i];

	name->pair = bx_column_get(s->pairs, s->pairs_width, i);
	if (__builtin_expect(name->pair >= s->n_pairs, 0))
		return bx_table_scan_damaged(s, "no such namespace pair");
	if (__builtin_expect(n == BX_NAME_LEN_LONG, 0))
	{
		if (s->end - s->p < 4)
			return bx_table_scan_damaged(s, "name leaves the table");
		n = bx_get_u32(s->p);
		if (n < BX_NAME_LEN_LONG)
			return bx_table_scan_damaged(s, "length is not in its shortest form");
		s->p += 4;
	}
	name->len = n;
	return bx_table_scan_bytes(s, n, &name->local);
}

/* Shape i of path mode, in any order.  That a parent is an element is for the caller to check, who may not care. */
static inline BxStatus
bx_table_scan_path_shape(const BxTableScan *s, uint32_t i, uint32_t n_names, BxShape *r)
{
	uint8_t head = s->heads[i];
	uint32_t parent = bx_column_get(s->parents, s->parents_width, i);

	r->kind = head & BX_KIND_MASK;
	r->flags = head & (uint8_t) ~BX_KIND_MASK;
	r->parent = parent == 0 ? BX_SHAPE_NONE : parent - 1;
	r->name = bx_column_get(s->refs, s->refs_width, i);
	if (__builtin_expect(r->kind == BX_KIND_EXTENDED || (head & BX_SHAPE_SPARE), 0))
		return bx_table_scan_damaged(s, "unknown kind of row");
	if (__builtin_expect(parent > i, 0))
		return bx_table_scan_damaged(s, "row with an impossible parent");
	if (parent == 0 && (r->kind == BX_KIND_ATTRIBUTE || r->kind == BX_KIND_NAMESPACE))
		return bx_table_scan_damaged(s, "attribute without an element");
	if (r->kind == BX_KIND_TEXT || r->kind == BX_KIND_COMMENT)
		return r->name == 0 ? BX_OK : bx_table_scan_damaged(s, "bad row");
	if (__builtin_expect(r->name >= (r->kind == BX_KIND_NAMESPACE ? s->n_pairs : n_names), 0))
		return bx_table_scan_damaged(s, "no such name");
	return BX_OK;
}

/* The long body of a name-mode shape: explicit kind and pair, or a name too long for its head. */
extern BxStatus bx_table_scan_long_shape(BxTableScan *s, uint8_t head, BxShape *r, BxNameInfo *name);

/* Shape i of name mode, with its name; shapes are read in order. */
static inline BxStatus
bx_table_scan_name_shape(BxTableScan *s, uint32_t i, BxShape *r, BxNameInfo *name)
{
	uint8_t head = s->heads[i];
	uint32_t n = head >> 3;

	r->kind = head & BX_KIND_MASK;
	r->flags = BX_SHAPE_TYPED | BX_SHAPE_MIXED;
	r->parent = BX_SHAPE_NONE;
	r->name = i;
	name->local = "";
	name->len = 0;
	name->pair = r->kind == BX_KIND_ELEMENT || r->kind == BX_KIND_LEAF ? s->dflt : BX_PAIR_NONE;
	if (__builtin_expect(r->kind == BX_KIND_EXTENDED || n == BX_NAME_LEN_ESCAPE, 0))
		return bx_table_scan_long_shape(s, head, r, name);
	if (__builtin_expect(r->kind == BX_KIND_NAMESPACE ||
							 ((r->kind == BX_KIND_TEXT || r->kind == BX_KIND_COMMENT) && n != 0),
						 0))
		return bx_table_scan_damaged(s, "bad row");
	name->len = n;
	if (__builtin_expect(n > (size_t) (s->inline_end - s->p), 0))
		return bx_table_scan_damaged(s, "name leaves the table");
	name->local = (const char *) s->p;
	s->p += n;
	return BX_OK;
}

/* Constant i; constants are read in order.  That its shape is of a kind with values is for the caller to check. */
static inline BxStatus
bx_table_scan_constant(BxTableScan *s, uint32_t i, uint32_t n_shapes, uint32_t *shape, const char **bytes,
					   uint32_t *len)
{
	*shape = bx_column_get(s->refs, s->refs_width, i);
	*len = s->heads[i];
	if (__builtin_expect(*shape >= n_shapes, 0))
		return bx_table_scan_damaged(s, "constant of a row that does not exist");
	return bx_table_scan_bytes(s, *len, bytes);
}

/*
 * The same for what most shapes are: an element or attribute whose head has the length of its name, which is at *p.
 * False for any other shape, and then nothing was done.  A loop over all shapes keeps the cursor in a register this
 * way.
 */
static inline bool
bx_table_scan_common_shape(const BxTableScan *s, const uint8_t **p, uint32_t i, uint8_t *kind,
						   BxNameInfo *name)
{
	uint32_t n = s->heads[i] >> 3;

	*kind = s->heads[i] & BX_KIND_MASK;
	if ((*kind != BX_KIND_ATTRIBUTE && *kind != BX_KIND_ELEMENT && *kind != BX_KIND_LEAF) ||
		n == BX_NAME_LEN_ESCAPE || n > (size_t) (s->inline_end - *p))
		return false;
	name->local = (const char *) *p;
	name->len = n;
	name->pair = *kind == BX_KIND_ATTRIBUTE ? BX_PAIR_NONE : s->dflt;
	*p += n;
	return true;
}

#endif
