/*
 * bx_table_put.c -- headers, and decoded tables back to a table section.
 */
#include "../base/bx_core_int.h"

#include "bx_table_put.h"

#include "../base/bx_bytes.h"

typedef struct Put
{
	const BxTable *t;
	BxArena *arena;
	BxBuf *out;
	BxError *err;
	uint32_t dflt; /* name mode: pair of elements that do not say */
} Put;

static BxStatus
put_bytes(Put *t, const void *p, size_t n)
{
	return bx_buf_append(t->out, p, n, t->err);
}

static BxStatus
put_byte(Put *t, uint8_t c)
{
	return bx_buf_byte(t->out, c, t->err);
}

static BxStatus
put_varint(Put *t, uint32_t v)
{
	uint8_t b[BX_VARINT_MAX];

	return put_bytes(t, b, (size_t) (bx_varint_put(b, v) - b));
}

static BxStatus
put_str(Put *t, const char *s, uint32_t n)
{
	BX_TRY(put_varint(t, n));
	return put_bytes(t, s, n);
}

/* v in a column of the width that n different values need. */
static BxStatus
put_column(Put *t, uint32_t v, uint32_t n)
{
	uint8_t b[4];

	bx_put_u32(b, v);
	return put_bytes(t, b, bx_column_width(n));
}

static void *
put_alloc(Put *t, size_t n)
{
	void *p = bx_arena_alloc(t->arena, n);

	if (p == NULL)
		bx_fail_nomem(t->err, n);
	return p;
}

/* ---- namespaces ---- */

/* Number of the URI of pair p: 0 none, 1 the xml namespace, then by first pair that has it. */
static uint32_t
uri_number(const BxTable *t, const uint32_t *uri_of, uint32_t n, const BxPair *p)
{
	uint32_t i;

	if (p->uri_len == 0)
		return 0;
	if (p->uri_len == sizeof(BX_XML_NS) - 1 && memcmp(p->uri, BX_XML_NS, p->uri_len) == 0)
		return 1;
	for (i = n; i-- > 0;)
	{
		const BxPair *other = &t->pairs[uri_of[i]];

		if (other->uri_len == p->uri_len && memcmp(other->uri, p->uri, p->uri_len) == 0)
			return i + 2;
	}
	return n + 2;
}

/* URIs, then pairs.  The URI search is quadratic in pairs; a value with many of them stops sharing URIs. */
static BxStatus
put_pairs(Put *p)
{
	const BxTable *t = p->t;
	uint32_t *uri_of = put_alloc(p, (t->n_pairs + (size_t) 1) * sizeof(uint32_t)); /* listed uri -> pair */
	uint32_t *number = put_alloc(p, (t->n_pairs + (size_t) 1) * sizeof(uint32_t));
	uint32_t n = 0;
	uint32_t i;

	if (uri_of == NULL || number == NULL)
		return BX_E_NOMEM;
	for (i = BX_PAIR_FIRST; i < t->n_pairs; i++)
	{
		uint32_t from = n > 256 ? n - 256 : 0;

		number[i] = uri_number(t, uri_of + from, n - from, &t->pairs[i]);
		if (number[i] >= 2)
			number[i] += from;
		if (number[i] == n + 2)
			uri_of[n++] = i;
	}
	BX_TRY(put_varint(p, n));
	for (i = 0; i < n; i++)
		BX_TRY(put_str(p, t->pairs[uri_of[i]].uri, t->pairs[uri_of[i]].uri_len));
	BX_TRY(put_varint(p, t->n_pairs - BX_PAIR_FIRST));
	for (i = BX_PAIR_FIRST; i < t->n_pairs; i++)
	{
		BX_TRY(put_str(p, t->pairs[i].prefix, t->pairs[i].prefix_len));
		BX_TRY(put_varint(p, number[i]));
	}
	return BX_OK;
}

/* ---- path mode ---- */

static BxStatus
put_names(Put *p)
{
	const BxTable *t = p->t;
	uint32_t i;

	BX_TRY(put_varint(p, t->n_names));
	for (i = 0; i < t->n_names; i++)
	{
		uint32_t n = t->names[i].len;

		BX_TRY(put_byte(p, n < BX_NAME_LEN_LONG ? (uint8_t) n : BX_NAME_LEN_LONG));
	}
	for (i = 0; i < t->n_names; i++)
		BX_TRY(put_column(p, t->names[i].pair, t->n_pairs));
	for (i = 0; i < t->n_names; i++)
	{
		const BxNameInfo *s = &t->names[i];
		uint8_t long_len[4];

		bx_put_u32(long_len, s->len);
		if (s->len >= BX_NAME_LEN_LONG)
			BX_TRY(put_bytes(p, long_len, 4));
		BX_TRY(put_bytes(p, s->local, s->len));
	}
	return BX_OK;
}

static BxStatus
put_path_shapes(Put *p)
{
	const BxTable *t = p->t;
	uint32_t n_refs = t->n_names > t->n_pairs ? t->n_names : t->n_pairs;
	uint32_t i;

	BX_TRY(put_varint(p, t->n_shapes));
	for (i = 0; i < t->n_shapes; i++)
		BX_TRY(put_byte(p, t->shapes[i].kind | t->shapes[i].flags));
	for (i = 0; i < t->n_shapes; i++)
		BX_TRY(put_column(p, t->shapes[i].parent == BX_SHAPE_NONE ? 0 : t->shapes[i].parent + 1,
						  t->n_shapes + 1));
	for (i = 0; i < t->n_shapes; i++)
	{
		uint8_t kind = t->shapes[i].kind;

		BX_TRY(
			put_column(p, kind == BX_KIND_TEXT || kind == BX_KIND_COMMENT ? 0 : t->shapes[i].name, n_refs));
	}
	return BX_OK;
}

/* ---- name mode ---- */

static inline bool
is_element(const BxShape *r)
{
	return (1u << r->kind & (1u << BX_KIND_ELEMENT | 1u << BX_KIND_LEAF)) != 0;
}

/* The pair most element shapes have: name shapes with it need not say so. */
static BxStatus
choose_default_pair(Put *p)
{
	const BxTable *t = p->t;
	uint32_t *count = put_alloc(p, t->n_pairs * sizeof(uint32_t));
	uint32_t i;

	if (count == NULL)
		return BX_E_NOMEM;
	memset(count, 0, t->n_pairs * sizeof(uint32_t));
	for (i = 0; i < t->n_shapes; i++)
		if (is_element(&t->shapes[i]))
			count[t->names[i].pair]++;
	p->dflt = 0;
	for (i = 1; i < t->n_pairs; i++)
		if (count[i] > count[p->dflt])
			p->dflt = i;
	return BX_OK;
}

/* The head of a shape: its kind with the length of a name that is behind the heads, or what says that it has a body. */
static inline uint8_t
head_of(const Put *p, uint32_t shape)
{
	const BxShape *r = &p->t->shapes[shape];
	const BxNameInfo *name = &p->t->names[shape];

	if (BX_UNLIKELY(!bx_kind_is_named(r->kind)))
		return r->kind == BX_KIND_NAMESPACE ? BX_KIND_EXTENDED : r->kind;
	if (BX_UNLIKELY(name->pair != (is_element(r) ? p->dflt : BX_PAIR_NONE)))
		return BX_KIND_EXTENDED;
	return (uint8_t) (r->kind | (name->len > BX_NAME_LEN_INLINE ? BX_NAME_LEN_ESCAPE : name->len) << 3);
}

/* Bytes of its name that are behind the heads. */
static inline uint32_t
inline_length(uint8_t head)
{
	uint32_t n = head >> 3;

	return n == BX_NAME_LEN_ESCAPE ? 0 : n;
}

static inline bool
has_body(uint8_t head)
{
	return head == BX_KIND_EXTENDED || head >> 3 == BX_NAME_LEN_ESCAPE;
}

/* What does not fit the head: an explicit kind and pair, or a long name. */
static BxStatus
put_long_body(Put *p, uint32_t shape, uint8_t head)
{
	const BxShape *r = &p->t->shapes[shape];
	const BxNameInfo *s = &p->t->names[shape];

	if (head != BX_KIND_EXTENDED)
		return put_str(p, s->local, s->len);
	BX_TRY(put_byte(p, r->kind));
	if (r->kind == BX_KIND_NAMESPACE)
		return put_varint(p, r->name);
	BX_TRY(put_varint(p, s->pair));
	return put_str(p, s->local, s->len);
}

/* The heads, which go behind the numbers, and the bytes of the names that they hold. */
static BxStatus
put_heads(Put *p, const uint8_t *heads, uint32_t inline_bytes)
{
	const BxTable *t = p->t;
	uint8_t *name;
	uint32_t i;

	BX_TRY(bx_buf_append(p->out, heads, t->n_shapes, p->err));
	BX_TRY(bx_buf_reserve(p->out, inline_bytes, p->err));
	name = p->out->data + p->out->len;
	for (i = 0; i < t->n_shapes; i++)
		if (inline_length(heads[i]) > 0)
			name = bx_copy_short(name, t->names[i].local, t->names[i].len);
	p->out->len += inline_bytes;
	return BX_OK;
}

/* Heads, the bytes of the names they hold, then the long bodies: a scan for a name steps over the rest by heads. */
static BxStatus
put_name_shapes(Put *p)
{
	const BxTable *t = p->t;
	uint8_t *heads = put_alloc(p, t->n_shapes + (size_t) 1);
	uint32_t i, inline_bytes = 0;

	if (heads == NULL)
		return BX_E_NOMEM;
	BX_TRY(choose_default_pair(p));
	for (i = 0; i < t->n_shapes; i++)
	{
		heads[i] = head_of(p, i);
		inline_bytes += inline_length(heads[i]);
	}
	BX_TRY(put_varint(p, t->n_shapes));
	BX_TRY(put_varint(p, p->dflt));
	BX_TRY(put_varint(p, inline_bytes));
	BX_TRY(put_heads(p, heads, inline_bytes));
	for (i = 0; i < t->n_shapes; i++)
		if (has_body(heads[i]))
			BX_TRY(put_long_body(p, i, heads[i]));
	return BX_OK;
}

/* ---- constants ---- */

/* Shapes, lengths, payloads. */
static BxStatus
put_constants(Put *p)
{
	const BxTable *t = p->t;
	uint32_t i;

	BX_TRY(put_varint(p, t->n_consts));
	for (i = 0; i < t->n_consts; i++)
		BX_TRY(put_column(p, t->consts[i].shape, t->n_shapes));
	for (i = 0; i < t->n_consts; i++)
		BX_TRY(put_byte(p, (uint8_t) t->consts[i].len));
	for (i = 0; i < t->n_consts; i++)
		BX_TRY(put_bytes(p, t->consts[i].payload, t->consts[i].len));
	return BX_OK;
}

BxStatus
bx_table_put(const BxTable *t, BxArena *arena, BxBuf *out, BxError *err)
{
	Put p = {t, arena, out, err, 0};

	BX_TRY(put_pairs(&p));
	if (t->head.flags & BX_FLAG_NAMES)
		BX_TRY(put_name_shapes(&p));
	else
	{
		BX_TRY(put_names(&p));
		BX_TRY(put_path_shapes(&p));
	}
	return t->head.flags & BX_FLAG_CONSTANTS ? put_constants(&p) : BX_OK;
}

/* ---- header ---- */

uint8_t *
bx_head_put(uint8_t *p, const BxHeadParts *h)
{
	uint8_t flags = h->flags | (h->heap_len > 0 ? BX_FLAG_HEAP : 0) | (h->n_ext > 0 ? BX_FLAG_EXT : 0);
	uint32_t i;

	*p++ = BX_VERSION_BYTE;
	*p++ = flags;
	bx_put_u32(p, bx_fingerprint(flags, h->table, h->table_len));
	p += 4;
	p = bx_varint_put(p, h->table_len);
	p = bx_varint_put(p, h->items_len);
	p = bx_varint_put(p, h->depth);
	if (h->heap_len > 0)
		p = bx_varint_put(p, h->heap_len);
	if (h->n_ext > 0)
		p = bx_varint_put(p, h->n_ext);
	for (i = 0; i < h->n_ext; i++)
	{
		*p++ = h->ext[i].code;
		p = bx_varint_put(p, h->ext[i].len);
	}
	return p;
}
