/*
 * bx_table.c -- header and tables of a value, decoded under bounds.
 *
 * Every length is checked against what contains it before it is used; counts are checked against the bytes that
 * must back them before anything is allocated, so a broken table cannot make the reader allocate more than a
 * small multiple of the value.  What readers rely on (rows point to earlier parents, names and pairs exist) is
 * checked here too, once per decode, since stored bytes are not trusted to have passed the validator.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_limits.h"
#include "bx_table.h"

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
corrupt(BxError *err, const uint8_t *v, const uint8_t *p, const char *what)
{
	return bx_fail(err, BX_E_CORRUPT, p ? p - v : -1, "%s", what);
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

BxStatus
bx_header_read(const uint8_t *v, size_t n, size_t total, BxHeader *h, BxError *err)
{
	const uint8_t *end = v + n;
	const uint8_t *p = v + BX_HEADER_FIXED;
	uint64_t bodies = 0;
	BxStatus st = check_version(v, n, err);

	if (st != BX_OK)
		return st;
	h->flags = v[1];
	h->fingerprint = bx_get_u32(v + 2);
	h->total = total;
	h->ext_dir = h->ext_n = 0;
	p = bx_varint_get(p, end, &h->table_len);
	if (p != NULL)
		p = bx_varint_get(p, end, &h->items_len);
	if (p != NULL)
		p = bx_varint_get(p, end, &h->depth);
	if (p != NULL && (h->flags & BX_FLAG_EXT))
		p = read_directory(v, p, end, h, &bodies);
	if (p == NULL)
		return bx_fail(err, BX_E_CORRUPT, BX_HEADER_FIXED, "bxml header is damaged");
	h->table_off = (uint32_t) (p - v);
	if ((uint64_t) h->table_off + h->table_len + h->items_len + bodies != total ||
		h->depth > BX_DEPTH_CEILING + 2 || h->depth > h->items_len)
		return bx_fail(err, BX_E_CORRUPT, BX_HEADER_FIXED, "bxml header does not fit the value's length");
	h->items_off = h->table_off + h->table_len;
	h->ext_off = h->items_off + h->items_len;
	return BX_OK;
}

BxStatus
bx_header_ext(const BxHeader *h, const uint8_t *v, uint8_t code, const uint8_t **body, uint32_t *len,
			  BxError *err)
{
	const uint8_t *p = v + h->ext_dir;
	const uint8_t *end = v + h->table_off;
	const uint8_t *at = v + h->ext_off;
	uint32_t i, n;
	uint8_t c;

	*body = NULL;
	*len = 0;
	for (i = 0; i < h->ext_n; i++)
	{
		c = *p;
		p = bx_varint_get(p + 1, end, &n);
		if (p == NULL)
			return bx_fail(err, BX_E_CORRUPT, h->ext_dir, "bxml extension directory is damaged");
		if (c == code)
		{
			*body = at;
			*len = n;
			return BX_OK;
		}
		at += n;
	}
	return BX_OK;
}

/* ---- tables ---- */

typedef struct Cursor
{
	BxTable *t;
	BxArena *arena;
	const uint8_t *v;
	const uint8_t *p;
	const uint8_t *end;
	BxError *err;
} Cursor;

static BxStatus
damaged(Cursor *c, const char *what)
{
	return corrupt(c->err, c->v, c->p, what);
}

/* Read a count whose entries take at least min bytes each of what is left. */
static BxStatus
read_count(Cursor *c, uint32_t min, uint32_t *n)
{
	const uint8_t *p = bx_varint_get(c->p, c->end, n);

	if (p == NULL || (uint64_t) *n * min > (uint64_t) (c->end - p))
		return damaged(c, "bxml table is damaged: bad count");
	c->p = p;
	return BX_OK;
}

static BxStatus
read_varint(Cursor *c, uint32_t *v)
{
	const uint8_t *p = bx_varint_get(c->p, c->end, v);

	if (p == NULL)
		return damaged(c, "bxml table is damaged: bad number");
	c->p = p;
	return BX_OK;
}

static BxStatus
read_str(Cursor *c, const char **s, uint32_t *n)
{
	BxStatus st = read_varint(c, n);

	if (st != BX_OK)
		return st;
	if (*n > (size_t) (c->end - c->p))
		return damaged(c, "bxml table is damaged: string leaves the table");
	*s = (const char *) c->p;
	c->p += *n;
	return BX_OK;
}

static void *
table_alloc(Cursor *c, uint32_t n, size_t size, BxStatus *st)
{
	void *p = bx_arena_alloc(c->arena, (size_t) (n ? n : 1) * size);

	*st = p ? BX_OK : bx_fail_nomem(c->err, n * size);
	return p;
}

static BxStatus
read_pairs(Cursor *c)
{
	static const BxPair predefined[BX_PAIR_FIRST] = {{"", "", 0, 0},
													 {"xml", BX_XML_NS, 3, sizeof(BX_XML_NS) - 1}};
	BxTable *t = c->t;
	BxPair *uris;
	uint32_t n_uris, n, i, u;
	BxStatus st = read_count(c, 1, &n_uris);

	if (st != BX_OK)
		return st;
	uris = table_alloc(c, n_uris + 2, sizeof(BxPair), &st);
	if (st != BX_OK)
		return st;
	memcpy(uris, predefined, sizeof(predefined));
	for (i = 2; i < n_uris + 2 && st == BX_OK; i++)
		st = read_str(c, &uris[i].uri, &uris[i].uri_len);
	if (st == BX_OK)
		st = read_count(c, 2, &n);
	if (st != BX_OK)
		return st;
	t->n_pairs = n + BX_PAIR_FIRST;
	t->pairs = table_alloc(c, t->n_pairs, sizeof(BxPair), &st);
	if (st != BX_OK)
		return st;
	memcpy(t->pairs, predefined, sizeof(predefined));
	for (i = BX_PAIR_FIRST; i < t->n_pairs && st == BX_OK; i++)
	{
		st = read_str(c, &t->pairs[i].prefix, &t->pairs[i].prefix_len);
		if (st == BX_OK)
			st = read_varint(c, &u);
		if (st == BX_OK && u >= n_uris + 2)
			st = damaged(c, "bxml table is damaged: no such namespace");
		if (st != BX_OK)
			break;
		t->pairs[i].uri = uris[u].uri;
		t->pairs[i].uri_len = uris[u].uri_len;
	}
	return st;
}

/* Lengths, pairs, then the bytes of all names. */
static BxStatus
read_names(Cursor *c)
{
	BxTable *t = c->t;
	const uint8_t *lens;
	uint32_t i, n;
	BxStatus st = read_count(c, 2, &t->n_names);

	if (st != BX_OK)
		return st;
	t->names = table_alloc(c, t->n_names, sizeof(BxNameInfo), &st);
	if (st != BX_OK)
		return st;
	lens = c->p;
	c->p += t->n_names;
	for (i = 0; i < t->n_names; i++)
	{
		st = read_varint(c, &t->names[i].pair);
		if (st == BX_OK && t->names[i].pair >= t->n_pairs)
			st = damaged(c, "bxml table is damaged: no such namespace pair");
		if (st != BX_OK)
			return st;
	}
	for (i = 0; i < t->n_names; i++)
	{
		n = lens[i];
		if (n == 255)
		{
			if (c->end - c->p < 4)
				return damaged(c, "bxml table is damaged: name leaves the table");
			n = bx_get_u32(c->p);
			if (n < 255)
				return damaged(c, "bxml table is damaged: length is not in its shortest form");
			c->p += 4;
		}
		if (n > (size_t) (c->end - c->p))
			return damaged(c, "bxml table is damaged: name leaves the table");
		t->names[i].local = (const char *) c->p;
		t->names[i].len = n;
		c->p += n;
	}
	return BX_OK;
}

static BxStatus
read_shape_row(Cursor *c, uint32_t i, uint8_t head)
{
	BxTable *t = c->t;
	BxRow *r = &t->rows[i];
	uint32_t parent;
	BxStatus st = read_varint(c, &parent);

	r->kind = head & BX_KIND_MASK;
	r->flags = head & (uint8_t) ~BX_KIND_MASK;
	r->parent = parent == 0 ? BX_ROW_NONE : parent - 1;
	r->name = 0;
	if (st != BX_OK)
		return st;
	if (r->kind == BX_KIND_EXTENDED || (head & BX_ROW_SPARE))
		return damaged(c, "bxml table is damaged: unknown kind of row");
	if (parent > i || (parent > 0 && t->rows[parent - 1].kind != BX_KIND_ELEMENT))
		return damaged(c, "bxml table is damaged: row with an impossible parent");
	if (parent == 0 && (r->kind == BX_KIND_ATTRIBUTE || r->kind == BX_KIND_NAMESPACE))
		return damaged(c, "bxml table is damaged: attribute without an element");
	if (r->kind == BX_KIND_TEXT || r->kind == BX_KIND_COMMENT)
		return BX_OK;
	st = read_varint(c, &r->name);
	if (st == BX_OK && r->name >= (r->kind == BX_KIND_NAMESPACE ? t->n_pairs : t->n_names))
		return damaged(c, "bxml table is damaged: no such name");
	return st;
}

static BxStatus
read_shape_rows(Cursor *c)
{
	BxTable *t = c->t;
	const uint8_t *heads;
	uint32_t i;
	BxStatus st = read_names(c);

	if (st == BX_OK)
		st = read_count(c, 2, &t->n_rows);
	if (st != BX_OK)
		return st;
	t->rows = table_alloc(c, t->n_rows, sizeof(BxRow), &st);
	if (st != BX_OK)
		return st;
	heads = c->p;
	c->p += t->n_rows;
	for (i = 0; i < t->n_rows && st == BX_OK; i++)
		st = read_shape_row(c, i, heads[i]);
	return st;
}

/* A row that spells out its kind and pair. */
static BxStatus
read_extended_row(Cursor *c, BxRow *r, BxNameInfo *name)
{
	BxStatus st;

	if (c->p >= c->end)
		return damaged(c, "bxml table is damaged: row leaves the table");
	r->kind = *c->p++;
	st = read_varint(c, &name->pair);
	if (st != BX_OK)
		return st;
	if (name->pair >= c->t->n_pairs)
		return damaged(c, "bxml table is damaged: no such namespace pair");
	if (r->kind == BX_KIND_NAMESPACE)
	{
		r->name = name->pair;
		return BX_OK;
	}
	if (r->kind != BX_KIND_ELEMENT && r->kind != BX_KIND_LEAF && r->kind != BX_KIND_ATTRIBUTE)
		return damaged(c, "bxml table is damaged: unknown kind of row");
	return read_str(c, &name->local, &name->len);
}

static BxStatus
read_long_name(Cursor *c, BxNameInfo *name)
{
	BxStatus st = read_str(c, &name->local, &name->len);

	if (st == BX_OK && name->len <= BX_NAME_LEN_INLINE)
		st = damaged(c, "bxml table is damaged: length is not in its shortest form");
	return st;
}

static BxStatus
read_name_row(Cursor *c, uint32_t i, uint8_t head, uint32_t dflt)
{
	BxTable *t = c->t;
	BxRow *r = &t->rows[i];
	BxNameInfo *name = &t->names[i];
	uint32_t n = head >> 3;

	r->kind = head & BX_KIND_MASK;
	r->flags = BX_ROW_TYPED | BX_ROW_MIXED;
	r->parent = BX_ROW_NONE;
	r->name = i;
	name->local = "";
	name->len = 0;
	if (r->kind == BX_KIND_EXTENDED)
		return n != 0 ? damaged(c, "bxml table is damaged: bad row") : read_extended_row(c, r, name);
	if (r->kind == BX_KIND_NAMESPACE || ((r->kind == BX_KIND_TEXT || r->kind == BX_KIND_COMMENT) && n != 0))
		return damaged(c, "bxml table is damaged: bad row");
	name->pair = r->kind == BX_KIND_ELEMENT || r->kind == BX_KIND_LEAF ? dflt : BX_PAIR_NONE;
	if (n == BX_NAME_LEN_ESCAPE)
		return read_long_name(c, name);
	if (n > (size_t) (c->end - c->p))
		return damaged(c, "bxml table is damaged: name leaves the table");
	name->local = (const char *) c->p;
	name->len = n;
	c->p += n;
	return BX_OK;
}

static BxStatus
read_name_rows(Cursor *c)
{
	BxTable *t = c->t;
	const uint8_t *heads;
	uint32_t i, dflt;
	BxStatus st = read_count(c, 1, &t->n_rows);

	if (st == BX_OK)
		st = read_varint(c, &dflt);
	if (st != BX_OK)
		return st;
	if (dflt >= t->n_pairs || t->n_rows > (size_t) (c->end - c->p))
		return damaged(c, "bxml table is damaged: bad row count");
	t->n_names = t->n_rows;
	t->rows = table_alloc(c, t->n_rows, sizeof(BxRow), &st);
	if (st == BX_OK)
		t->names = table_alloc(c, t->n_rows, sizeof(BxNameInfo), &st);
	if (st != BX_OK)
		return st;
	heads = c->p;
	c->p += t->n_rows;
	for (i = 0; i < t->n_rows && st == BX_OK; i++)
		st = read_name_row(c, i, heads[i], dflt);
	return st;
}

BxStatus
bx_table_open(BxTable *t, BxArena *arena, const uint8_t *v, size_t n, size_t total, BxError *err)
{
	BxStatus st = bx_header_read(v, n, total, &t->head, err);
	Cursor c;

	if (st != BX_OK)
		return st;
	if (t->head.items_off > n)
		return bx_fail(err, BX_E_CORRUPT, (int64_t) n, "bxml table is not within the bytes given");
	c.t = t;
	c.arena = arena;
	c.v = v;
	c.p = v + t->head.table_off;
	c.end = v + t->head.items_off;
	c.err = err;
	st = read_pairs(&c);
	if (st == BX_OK)
		st = t->head.flags & BX_FLAG_NAMES ? read_name_rows(&c) : read_shape_rows(&c);
	if (st == BX_OK && c.p != c.end)
		st = damaged(&c, "bxml table is damaged: bytes left over");
	return st;
}
