/*
 * bx_table.c -- header and tables of a value, decoded under bounds.
 *
 * Every length is checked against what contains it before it is used; counts are checked against the bytes that
 * must back them before anything is allocated, so a broken table cannot make the reader allocate more than a
 * small multiple of the value.  What readers rely on (shapes point to earlier parents, names and pairs exist) is
 * checked here too, once per decode, since stored bytes are not trusted to have passed the validator.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_buf.h"
#include "../base/bx_bytes.h"
#include "../base/bx_limits.h"
#include "bx_table_scan.h"

uint32_t
bx_fingerprint(uint8_t flags, const uint8_t *table, size_t n)
{
	uint64_t h = 0x9E3779B97F4A7C15ull ^ (flags & BX_FLAG_NAMES) ^ ((uint64_t) n << 8);
	uint8_t tail[8] = {0};

	for (; n >= 8; table += 8, n -= 8)
	{
		h = (h ^ bx_get_u64(table)) * 0xff51afd7ed558ccdull;
		h ^= h >> 32;
	}
	if (n > 0)
		memcpy(tail, table, n);
	h = (h ^ bx_get_u64(tail)) * 0xff51afd7ed558ccdull;
	return (uint32_t) (h ^ (h >> 32));
}

static BxStatus
check_version(const uint8_t *v, size_t n, BxError *err)
{
	if (n < BX_HEADER_FIXED + 3)
		return bx_fail(err, BX_E_CORRUPT, 0, "bxml value is too short");
	if (v[0] == BX_VERSION_BYTE && (v[1] & ~BX_FLAG_KNOWN) == 0)
		return BX_OK;
	if ((v[0] & 0xF0) != BX_VERSION_MARK || v[0] == BX_VERSION_MARK)
		return bx_fail(err, BX_E_CORRUPT, 0, "not a bxml value: first byte is 0x%02X", v[0]);
	if (v[0] == BX_VERSION_BYTE && (v[1] & BX_FLAG_VOCABULARY))
		return bx_fail(err, BX_E_VERSION, 1, "bxml value refers to a vocabulary of its database");
	return bx_fail(err, BX_E_VERSION, 0, "bxml format version %d with flags 0x%02X is not supported",
				   v[0] & 0x0F, v[1]);
}

/* The extension directory: sets ext_dir, ext_n and returns the sum of the body lengths. */
static const uint8_t *
read_directory(const uint8_t *v, const uint8_t *p, const uint8_t *end, BxHeader *h, uint64_t *bodies)
{
	uint32_t i, n;

	p = bx_varint_get(p, end, &h->ext_n);
	if (p == NULL || h->ext_n == 0 || h->ext_n > 255)
		return NULL;
	h->ext_dir = (uint32_t) (p - v);
	for (i = 0; i < h->ext_n; i++)
	{
		if (p >= end)
			return NULL;
		p = bx_varint_get(p + 1, end, &n);
		if (p == NULL)
			return NULL;
		*bodies += n;
	}
	return p;
}

const uint8_t *
bx_block_get(const uint8_t *p, const uint8_t *end, uint32_t *stored_len, uint32_t *plain_len)
{
	p = bx_varint_get(p, end, stored_len);
	return p != NULL ? bx_varint_get(p, end, plain_len) : NULL;
}

/* The block list behind the plain header: codec, number of blocks, then stored and plain length of each. */
static const uint8_t *
read_blocks(const uint8_t *v, const uint8_t *p, const uint8_t *end, BxHeader *h, uint64_t *stored)
{
	uint64_t plain = 0;
	uint32_t i, s, l;

	if (p >= end)
		return NULL;
	h->codec = *p++;
	p = bx_varint_get(p, end, &h->n_blocks);
	if (p == NULL || h->n_blocks == 0)
		return NULL;
	h->blocks_off = (uint32_t) (p - v);
	for (i = 0; i < h->n_blocks; i++)
	{
		p = bx_block_get(p, end, &s, &l);
		if (p == NULL || s > l || l > BX_BLOCK_MAX || (uint64_t) s * BX_BLOCK_GROWTH < l || l == 0)
			return NULL;
		*stored += s;
		plain += l;
	}
	return plain == (uint64_t) h->table_len + h->items_len + h->heap_len ? p : NULL;
}

BxStatus
bx_header_read(const uint8_t *v, size_t n, size_t total, BxHeader *h, BxError *err)
{
	const uint8_t *end = v + n;
	const uint8_t *p = v + BX_HEADER_FIXED;
	uint64_t bodies = 0, stored = 0, plain;
	BxStatus st = check_version(v, n, err);

	if (st != BX_OK)
		return st;
	h->flags = v[1];
	h->fingerprint = bx_get_u32(v + 2);
	h->total = total;
	h->ext_dir = h->ext_n = h->n_blocks = h->blocks_off = 0;
	h->codec = 0;
	p = bx_varint_get(p, end, &h->table_len);
	if (p != NULL)
		p = bx_varint_get(p, end, &h->items_len);
	if (p != NULL)
		p = bx_varint_get(p, end, &h->depth);
	h->heap_len = 0;
	if (p != NULL && (h->flags & BX_FLAG_HEAP))
	{
		p = bx_varint_get(p, end, &h->heap_len);
		if (h->heap_len == 0)
			p = NULL;
	}
	if (p != NULL && (h->flags & BX_FLAG_EXT))
		p = read_directory(v, p, end, h, &bodies);
	if (p == NULL)
		return bx_fail(err, BX_E_CORRUPT, BX_HEADER_FIXED, "bxml header is damaged");
	h->table_off = (uint32_t) (p - v);
	plain = (uint64_t) h->table_len + h->items_len + h->heap_len;
	if (h->flags & BX_FLAG_BLOCKS)
		p = read_blocks(v, p, end, h, &stored);
	else
		stored = plain;
	if (p == NULL)
		return bx_fail(err, BX_E_CORRUPT, h->table_off, "bxml block list is damaged");
	h->body_off = (uint32_t) (p - v);
	if (total > BX_VALUE_MAX || h->table_off + plain + bodies > BX_VALUE_MAX ||
		h->body_off + stored + bodies != total || h->depth > BX_DEPTH_CEILING + 2 || h->depth > h->items_len)
		return bx_fail(err, BX_E_CORRUPT, BX_HEADER_FIXED, "bxml header does not fit the value's length");
	h->items_off = h->table_off + h->table_len;
	h->ext_off = h->items_off + h->items_len + h->heap_len;
	h->plain_total = h->ext_off + (uint32_t) bodies;
	return BX_OK;
}

BxStatus
bx_header_ext_place(const BxHeader *h, const uint8_t *v, uint8_t code, uint32_t *off, uint32_t *len,
					BxError *err)
{
	const uint8_t *p = v + h->ext_dir;
	const uint8_t *end = v + h->table_off;
	uint32_t i, n, at = h->ext_off;
	uint8_t c;

	*off = 0;
	*len = 0;
	for (i = 0; i < h->ext_n; i++)
	{
		c = *p;
		p = bx_varint_get(p + 1, end, &n);
		if (p == NULL)
			return bx_fail(err, BX_E_CORRUPT, h->ext_dir, "bxml extension directory is damaged");
		if (c == code)
		{
			*off = at;
			*len = n;
			return BX_OK;
		}
		at += n;
	}
	return BX_OK;
}

BxStatus
bx_header_ext(const BxHeader *h, const uint8_t *v, uint8_t code, const uint8_t **body, uint32_t *len,
			  BxError *err)
{
	uint32_t off;
	BxStatus st = bx_header_ext_place(h, v, code, &off, len, err);

	*body = off > 0 ? v + off : NULL;
	return st;
}

bool
bx_heap_ref(const BxHeader *h, const uint8_t *payload, uint32_t n, uint32_t *off, uint32_t *len)
{
	const uint8_t *end = payload + n;
	const uint8_t *p;

	if (h->heap_len == 0 || n == 0 || payload[0] != BX_TAG_HEAP)
		return false;
	p = bx_varint_get(payload + 1, end, off);
	if (p != NULL)
		p = bx_varint_get(p, end, len);
	return p == end && *len > 0 && *off <= h->heap_len && *len <= h->heap_len - *off;
}

/* ---- tables, entry by entry ---- */

BxStatus
bx_table_scan_damaged(const BxTableScan *s, const char *what)
{
	return bx_fail(s->err, BX_E_CORRUPT, s->p - s->v, "bxml table is damaged: %s", what);
}

/* Read a count whose entries take at least min bytes each of what is left. */
static BxStatus
scan_count(BxTableScan *s, uint32_t min, uint32_t *n)
{
	const uint8_t *p = bx_varint_get(s->p, s->end, n);

	if (p == NULL || (uint64_t) *n * min > (uint64_t) (s->end - p))
		return bx_table_scan_damaged(s, "bad count");
	s->p = p;
	return BX_OK;
}

static void *
scan_alloc(const BxTableScan *s, BxArena *arena, uint32_t n, size_t size)
{
	void *p = bx_arena_alloc(arena, (size_t) (n ? n : 1) * size);

	if (p == NULL)
		bx_fail_nomem(s->err, (size_t) n * size);
	return p;
}

static const BxPair predefined_pairs[BX_PAIR_FIRST] = {{"", "", 0, 0},
													   {"xml", BX_XML_NS, 3, sizeof(BX_XML_NS) - 1}};

/* Pairs refer to URIs by number: 0 none, 1 the xml namespace, 2 and up those listed. */
static BxStatus
scan_pairs(BxTableScan *s, const BxPair *uris, uint32_t n_uris)
{
	uint32_t i, u = 0;

	for (i = BX_PAIR_FIRST; i < s->n_pairs; i++)
	{
		BxStatus st = bx_table_scan_str(s, &s->pair[i].prefix, &s->pair[i].prefix_len);

		if (st == BX_OK)
			st = bx_table_scan_varint(s, &u);
		if (st == BX_OK && u >= n_uris)
			st = bx_table_scan_damaged(s, "no such namespace");
		if (st != BX_OK)
			return st;
		s->pair[i].uri = uris[u].uri;
		s->pair[i].uri_len = uris[u].uri_len;
	}
	return BX_OK;
}

BxStatus
bx_table_scan_begin(BxTableScan *s, const BxHeader *h, const uint8_t *v, BxArena *arena, BxError *err)
{
	BxPair *uris;
	uint32_t n_uris = 0, n = 0, i;
	BxStatus st;

	s->v = v;
	s->p = v + h->table_off;
	s->end = v + h->items_off;
	s->flags = h->flags;
	s->err = err;
	st = scan_count(s, 1, &n_uris);
	if (st != BX_OK)
		return st;
	uris = scan_alloc(s, arena, n_uris + 2, sizeof(BxPair));
	if (uris == NULL)
		return BX_E_NOMEM;
	memcpy(uris, predefined_pairs, sizeof(predefined_pairs));
	for (i = 2; i < n_uris + 2 && st == BX_OK; i++)
		st = bx_table_scan_str(s, &uris[i].uri, &uris[i].uri_len);
	if (st == BX_OK)
		st = scan_count(s, 2, &n);
	if (st != BX_OK)
		return st;
	s->n_pairs = n + BX_PAIR_FIRST;
	s->pair = scan_alloc(s, arena, s->n_pairs, sizeof(BxPair));
	if (s->pair == NULL)
		return BX_E_NOMEM;
	memcpy(s->pair, predefined_pairs, sizeof(predefined_pairs));
	return scan_pairs(s, uris, n_uris + 2);
}

/* A column of n numbers of the width that k different ones need. */
static BxStatus
scan_column(BxTableScan *s, uint32_t n, uint32_t k, const uint8_t **column, uint32_t *width)
{
	*width = bx_column_width(k);
	*column = s->p;
	if ((uint64_t) n * *width > (uint64_t) (s->end - s->p))
		return bx_table_scan_damaged(s, "bad count");
	s->p += (size_t) n * *width;
	return BX_OK;
}

BxStatus
bx_table_scan_names(BxTableScan *s, uint32_t *n)
{
	BxStatus st = scan_count(s, 2, n);

	if (st != BX_OK)
		return st;
	s->heads = s->p;
	s->p += *n;
	return scan_column(s, *n, s->n_pairs, &s->pairs, &s->pairs_width);
}

BxStatus
bx_table_scan_name_shapes(BxTableScan *s, uint32_t *n)
{
	uint32_t inline_bytes = 0;
	BxStatus st = scan_count(s, 1, n);

	if (st == BX_OK)
		st = bx_table_scan_varint(s, &s->dflt);
	if (st == BX_OK)
		st = bx_table_scan_varint(s, &inline_bytes);
	if (st != BX_OK)
		return st;
	if (s->dflt >= s->n_pairs || (uint64_t) *n + inline_bytes > (uint64_t) (s->end - s->p))
		return bx_table_scan_damaged(s, "bad row count");
	s->heads = s->p;
	s->p += *n;
	s->inline_end = s->bodies = s->p + inline_bytes;
	return BX_OK;
}

BxStatus
bx_table_scan_path_shapes(BxTableScan *s, uint32_t n_names, uint32_t *n)
{
	BxStatus st = scan_count(s, 3, n);

	if (st != BX_OK)
		return st;
	s->heads = s->p;
	s->p += *n;
	st = scan_column(s, *n, *n + 1, &s->parents, &s->parents_width);
	if (st != BX_OK)
		return st;
	s->inline_end = s->bodies = NULL;
	return scan_column(s, *n, n_names > s->n_pairs ? n_names : s->n_pairs, &s->refs, &s->refs_width);
}

BxStatus
bx_table_scan_constants(BxTableScan *s, uint32_t n_shapes, uint32_t *n)
{
	*n = 0;
	if (s->inline_end != NULL)
	{
		if (s->p != s->inline_end)
			return bx_table_scan_damaged(s, "bytes left over");
		s->p = s->bodies;
	}
	if (!(s->flags & BX_FLAG_CONSTANTS))
		return BX_OK;
	BX_TRY(scan_count(s, 2, n));
	if (*n == 0 || n_shapes > BX_TOKEN_MAX || *n > BX_TOKEN_MAX - n_shapes)
		return bx_table_scan_damaged(s, "bad number of constants");
	BX_TRY(scan_column(s, *n, n_shapes, &s->refs, &s->refs_width));
	s->heads = s->p;
	if (*n > (size_t) (s->end - s->p))
		return bx_table_scan_damaged(s, "bad number of constants");
	s->p += *n;
	return BX_OK;
}

BxStatus
bx_table_scan_end(const BxTableScan *s)
{
	return s->p == s->end ? BX_OK : bx_table_scan_damaged(s, "bytes left over");
}

/* Kind and pair of an extended shape, at s->p. */
static BxStatus
scan_extended(BxTableScan *s, BxShape *r, BxNameInfo *name)
{
	BxStatus st;

	if (s->p >= s->end)
		return bx_table_scan_damaged(s, "row leaves the table");
	r->kind = *s->p++;
	st = bx_table_scan_varint(s, &name->pair);
	if (st != BX_OK)
		return st;
	if (name->pair >= s->n_pairs)
		return bx_table_scan_damaged(s, "no such namespace pair");
	if (r->kind == BX_KIND_NAMESPACE)
	{
		r->name = name->pair;
		return BX_OK;
	}
	if (r->kind != BX_KIND_ELEMENT && r->kind != BX_KIND_LEAF && r->kind != BX_KIND_ATTRIBUTE)
		return bx_table_scan_damaged(s, "unknown kind of row");
	return bx_table_scan_str(s, &name->local, &name->len);
}

BxStatus
bx_table_scan_long_shape(BxTableScan *s, uint8_t head, BxShape *r, BxNameInfo *name)
{
	const uint8_t *keep = s->p;
	bool named = r->kind == BX_KIND_ELEMENT || r->kind == BX_KIND_LEAF || r->kind == BX_KIND_ATTRIBUTE ||
				 r->kind == BX_KIND_PI;
	BxStatus st;

	s->p = s->bodies;
	if (head == BX_KIND_EXTENDED)
		st = scan_extended(s, r, name);
	else if (named)
		st = bx_table_scan_str(s, &name->local, &name->len);
	else
		st = bx_table_scan_damaged(s, "bad row");
	if (st == BX_OK && head != BX_KIND_EXTENDED && name->len <= BX_NAME_LEN_INLINE)
		st = bx_table_scan_damaged(s, "length is not in its shortest form");
	s->bodies = s->p;
	s->p = keep;
	return st;
}

/* ---- tables as arrays ---- */

static BxStatus
open_names(BxTable *t, BxTableScan *s, BxArena *arena)
{
	uint32_t i;
	BxStatus st = bx_table_scan_names(s, &t->n_names);

	if (st != BX_OK)
		return st;
	t->names = scan_alloc(s, arena, t->n_names, sizeof(BxNameInfo));
	if (t->names == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < t->n_names && st == BX_OK; i++)
		st = bx_table_scan_name(s, i, &t->names[i]);
	return st;
}

/* The shapes of name mode, each with its name. */
static BxStatus
open_name_shapes(BxTable *t, BxTableScan *s, BxArena *arena)
{
	const uint8_t *p = s->p;
	uint32_t i;

	t->n_names = t->n_shapes;
	t->names = scan_alloc(s, arena, t->n_shapes, sizeof(BxNameInfo));
	if (t->names == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < t->n_shapes; i++)
	{
		BxShape *r = &t->shapes[i];

		*r = (BxShape){0, BX_SHAPE_TYPED | BX_SHAPE_MIXED, BX_SHAPE_NONE, i};
		if (bx_table_scan_common_shape(s, &p, i, &r->kind, &t->names[i]))
			continue;
		s->p = p;
		BX_TRY(bx_table_scan_name_shape(s, i, r, &t->names[i]));
		p = s->p;
	}
	s->p = p;
	return BX_OK;
}

static BxStatus
open_shapes(BxTable *t, BxTableScan *s, BxArena *arena, bool names)
{
	uint32_t i;
	BxStatus st = names ? bx_table_scan_name_shapes(s, &t->n_shapes)
						: bx_table_scan_path_shapes(s, t->n_names, &t->n_shapes);

	if (st != BX_OK)
		return st;
	t->shapes = scan_alloc(s, arena, t->n_shapes, sizeof(BxShape));
	if (t->shapes == NULL)
		return BX_E_NOMEM;
	if (names)
		return open_name_shapes(t, s, arena);
	for (i = 0; i < t->n_shapes && st == BX_OK; i++)
	{
		BxShape *r = &t->shapes[i];

		st = bx_table_scan_path_shape(s, i, t->n_names, r);
		if (st == BX_OK && r->parent != BX_SHAPE_NONE && t->shapes[r->parent].kind != BX_KIND_ELEMENT)
			st = bx_table_scan_damaged(s, "row with an impossible parent");
	}
	return st;
}

static BxStatus
open_constants(BxTable *t, BxTableScan *s, BxArena *arena)
{
	uint32_t i;
	BxStatus st = bx_table_scan_constants(s, t->n_shapes, &t->n_consts);

	if (st != BX_OK || t->n_consts == 0)
		return st;
	t->consts = scan_alloc(s, arena, t->n_consts, sizeof(BxConstInfo));
	if (t->consts == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < t->n_consts && st == BX_OK; i++)
	{
		BxConstInfo *c = &t->consts[i];

		st = bx_table_scan_constant(s, i, t->n_shapes, &c->shape, &c->payload, &c->len);
		if (st == BX_OK && !bx_kind_has_value(t->shapes[c->shape].kind))
			st = bx_table_scan_damaged(s, "constant of a row without values");
	}
	return st;
}

BxStatus
bx_table_open(BxTable *t, BxArena *arena, const uint8_t *v, size_t n, size_t total, BxError *err)
{
	BxStatus st = bx_header_read(v, n, total, &t->head, err);
	BxTableScan s;
	bool names;

	if (st != BX_OK)
		return st;
	names = (t->head.flags & BX_FLAG_NAMES) != 0;
	if (t->head.flags & BX_FLAG_BLOCKS)
		return bx_fail(err, BX_E_STATE, -1, "a compressed bxml value was read as if it were plain");
	if (t->head.items_off > n)
		return bx_fail(err, BX_E_CORRUPT, (int64_t) n, "bxml table is not within the bytes given");
	st = bx_table_scan_begin(&s, &t->head, v, arena, err);
	t->pairs = s.pair;
	t->n_pairs = s.n_pairs;
	if (st == BX_OK && !names)
		st = open_names(t, &s, arena);
	if (st == BX_OK)
		st = open_shapes(t, &s, arena, names);
	if (st == BX_OK)
		st = open_constants(t, &s, arena);
	return st == BX_OK ? bx_table_scan_end(&s) : st;
}

bool
bx_table_has_plain(const BxTable *t)
{
	uint32_t i;

	for (i = 0; i < t->n_shapes; i++)
		if ((t->shapes[i].kind == BX_KIND_ELEMENT || t->shapes[i].kind == BX_KIND_LEAF) &&
			t->names[t->shapes[i].name].pair == BX_PAIR_NONE)
			return true;
	return false;
}
