/*
 * bx_shared.c -- values that refer to a vocabulary, made plain.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_limits.h"
#include "../encode/bx_table_put.h"
#include "bx_shared.h"

static BxStatus
damaged(BxError *err, const char *what)
{
	return bx_fail(err, BX_E_CORRUPT, -1, "bxml value is damaged: %s", what);
}

/* ---- header ---- */

/* The extension directory: its count, then code and length of each; *bodies is the sum of the lengths. */
static const uint8_t *
pass_directory(const uint8_t *p, const uint8_t *end, uint64_t *bodies)
{
	uint32_t i, n, len;

	p = bx_varint_get(p, end, &n);
	if (p == NULL || n == 0 || n > 255)
		return NULL;
	for (i = 0; i < n; i++)
	{
		p = p < end ? bx_varint_get(p + 1, end, &len) : NULL;
		if (p == NULL)
			return NULL;
		*bodies += len;
	}
	return p;
}

static const uint8_t *
read_numbers(const uint8_t *p, const uint8_t *end, BxSharedHead *h)
{
	uint32_t *const lengths[] = {&h->own_len, &h->items_len, &h->depth, &h->heap_len};
	unsigned i, n = h->flags & BX_FLAG_HEAP ? 4 : 3;

	p = bx_varint_get(p, end, &h->number);
	if (p == NULL || p == end)
		return NULL;
	h->codec = *p++;
	for (i = 0; i < n && p != NULL; i++)
		p = bx_varint_get(p, end, lengths[i]);
	return p;
}

BxStatus
bx_shared_head(const uint8_t *v, size_t n, BxSharedHead *h, BxError *err)
{
	const uint8_t *end = v + n;
	const uint8_t *p;
	uint64_t bodies = 0, plain;

	memset(h, 0, sizeof(*h));
	if (!bx_is_shared(v, n))
		return damaged(err, "it does not refer to a vocabulary");
	h->flags = v[1];
	if (h->flags & ~(BX_FLAG_VOCABULARY | BX_FLAG_DOCUMENT | BX_FLAG_EXT | BX_FLAG_HEAP))
		return bx_fail(err, BX_E_VERSION, 1, "bxml format version %d with flags 0x%02X is not supported",
					   v[0] & 0x0F, h->flags);
	p = read_numbers(v + 2, end, h);
	if (p != NULL && (h->flags & BX_FLAG_EXT))
	{
		h->dir = p;
		p = pass_directory(p, end, &bodies);
		h->dir_len = p != NULL ? (uint32_t) (p - h->dir) : 0;
	}
	if (p == NULL || bodies > (size_t) (end - p))
		return damaged(err, "bad header");
	h->body = p;
	h->body_len = (uint32_t) ((size_t) (end - p) - bodies);
	h->ext = p + h->body_len;
	h->ext_len = (uint32_t) bodies;
	plain = (uint64_t) h->own_len + h->items_len + h->heap_len;
	if (h->number == 0 || n > BX_SHARED_MAX || plain > BX_SHARED_BODY_MAX || h->depth > h->items_len ||
		((h->flags & BX_FLAG_HEAP) && h->heap_len == 0) ||
		(h->codec == BX_SHARED_AS_IS && plain != h->body_len))
		return damaged(err, "its header does not fit its length");
	return BX_OK;
}

/* ---- the table ---- */

/* The value's own names behind those of the vocabulary. */
typedef struct Own
{
	BxTable t; /* of the plain form */
	const uint8_t *p;
	const uint8_t *end;
	BxError *err;
} Own;

static bool
own_number(Own *own, uint32_t *n)
{
	own->p = own->p != NULL ? bx_varint_get(own->p, own->end, n) : NULL;
	return own->p != NULL;
}

/* The number of things that follow, each of at least so many bytes. */
static bool
own_count(Own *own, uint32_t bytes, uint32_t *n)
{
	return own_number(own, n) && *n <= (size_t) (own->end - own->p) / bytes;
}

static bool
own_string(Own *own, const char **s, uint32_t *n)
{
	bool there = own_count(own, 1, n);

	*s = (const char *) own->p;
	own->p += there ? *n : 0;
	return there;
}

/* An array of n_old entries and room for n more; NULL when there is no memory. */
static void *
longer(Own *own, BxArena *arena, const void *old, uint32_t n_old, uint32_t n, size_t size)
{
	void *all = bx_arena_alloc(arena, (n_old + (size_t) n + 1) * size);

	if (all == NULL)
		bx_fail_nomem(own->err, (n_old + (size_t) n) * size);
	else if (n_old > 0)
		memcpy(all, old, n_old * size);
	return all;
}

static BxStatus
own_pairs(Own *own, uint32_t n, BxArena *arena)
{
	BxTable *t = &own->t;

	t->pairs = longer(own, arena, t->pairs, t->n_pairs, n, sizeof(BxPair));
	if (t->pairs == NULL)
		return BX_E_NOMEM;
	for (; n > 0; n--)
	{
		BxPair *pair = &t->pairs[t->n_pairs++];

		if (!own_string(own, &pair->prefix, &pair->prefix_len) ||
			!own_string(own, &pair->uri, &pair->uri_len))
			return damaged(own->err, "bad namespaces");
	}
	return BX_OK;
}

/* One shape: kind, pair, and the local name of a kind that has names. */
static bool
own_shape(Own *own, BxShape *shape, BxNameInfo *name)
{
	shape->flags = BX_SHAPE_TYPED | BX_SHAPE_MIXED;
	shape->parent = BX_SHAPE_NONE;
	shape->name = own->t.n_shapes;
	name->local = "";
	name->len = 0;
	if (own->p >= own->end || *own->p == BX_KIND_EXTENDED || *own->p > BX_KIND_NAMESPACE)
		return false;
	shape->kind = *own->p++;
	if (!own_number(own, &name->pair) || name->pair >= own->t.n_pairs)
		return false;
	if (shape->kind == BX_KIND_NAMESPACE)
		shape->name = name->pair;
	return !bx_kind_is_named(shape->kind) || own_string(own, &name->local, &name->len);
}

static BxStatus
own_shapes(Own *own, uint32_t n, BxArena *arena)
{
	BxTable *t = &own->t;

	t->shapes = longer(own, arena, t->shapes, t->n_shapes, n, sizeof(BxShape));
	t->names = longer(own, arena, t->names, t->n_names, n, sizeof(BxNameInfo));
	if (t->shapes == NULL || t->names == NULL)
		return BX_E_NOMEM;
	for (; n > 0; n--, t->n_shapes++, t->n_names++)
		if (!own_shape(own, &t->shapes[t->n_shapes], &t->names[t->n_names]))
			return damaged(own->err, "bad names");
	return BX_OK;
}

/* The table of the plain form: the vocabulary's, or one that has the value's own names as well. */
static BxStatus
whole_table(const BxVocabulary *voc, const uint8_t *p, uint32_t n, BxArena *arena, BxBuf *out, BxError *err)
{
	Own own = {voc->table, p, p + n, err};
	uint32_t count;

	if (!own_count(&own, 2, &count))
		return damaged(err, "bad namespaces");
	BX_TRY(own_pairs(&own, count, arena));
	if (!own_count(&own, 2, &count))
		return damaged(err, "bad names");
	BX_TRY(own_shapes(&own, count, arena));
	if (own.p != own.end)
		return damaged(err, "something behind its names");
	return bx_table_put(&own.t, arena, out, err);
}

/* ---- all of it ---- */

typedef struct Expand
{
	const BxSharedHead *h;
	const BxVocabulary *voc;
	const BxHost *host;
	const uint8_t *body; /* plain */
	const uint8_t *table;
	uint32_t table_len;
	uint32_t fingerprint;
	BxError *err;
} Expand;

/* The body plain: where it is, or in memory of the arena. */
static BxStatus
plain_body(Expand *x, BxArena *arena)
{
	uint32_t n = x->h->own_len + x->h->items_len + x->h->heap_len;
	const BxVocabulary *voc = x->voc;
	uint8_t *p;

	if (x->h->codec == BX_SHARED_AS_IS)
		return BX_OK;
	if (x->h->codec != BX_SHARED_WORDS || voc->codec == NULL || voc->codec->code != x->h->codec)
		return bx_fail(x->err, BX_E_VERSION, -1, "bxml value is compressed with unknown codec %d",
					   x->h->codec);
	if (n == 0 || (uint64_t) x->h->body_len * BX_BLOCK_GROWTH < n)
		return damaged(x->err, "its header does not fit its length");
	p = bx_arena_alloc(arena, n);
	if (p == NULL)
		return bx_fail_nomem(x->err, n);
	if (!voc->codec->inflate(voc->words, voc->n_words, x->h->body, x->h->body_len, p, n))
		return damaged(x->err, "its body does not inflate");
	x->body = p;
	return BX_OK;
}

/* The table with the value's own names. */
static BxStatus
plain_table(Expand *x, BxArena *arena, BxBuf *merged)
{
	BX_TRY(whole_table(x->voc, x->body, x->h->own_len, arena, merged, x->err));
	x->table = merged->data;
	x->table_len = (uint32_t) merged->len;
	x->fingerprint = bx_fingerprint(BX_FLAG_NAMES, x->table, x->table_len);
	return BX_OK;
}

/* Header, table, items with heap, extensions. */
static BxStatus
put_plain(const Expand *x, size_t reserve, uint8_t **data, size_t *len)
{
	const BxSharedHead *h = x->h;
	size_t rest = (size_t) h->items_len + h->heap_len;
	const uint32_t lengths[] = {x->table_len, h->items_len, h->depth, h->heap_len};
	size_t n = reserve + BX_HEAD_MAX + h->dir_len + x->table_len + rest + h->ext_len;
	uint8_t *q;
	unsigned i;

	*data = x->host->alloc(x->host->ctx, n);
	if (*data == NULL)
		return bx_fail_nomem(x->err, n);
	q = *data + reserve;
	*q++ = BX_VERSION_BYTE;
	*q++ = (uint8_t) ((h->flags & ~BX_FLAG_VOCABULARY) | BX_FLAG_NAMES);
	bx_put_u32(q, x->fingerprint);
	q += 4;
	for (i = 0; i < (h->heap_len > 0 ? 4u : 3u); i++)
		q = bx_varint_put(q, lengths[i]);
	q = bx_copy_short(q, h->dir, h->dir_len);
	q = bx_copy_short(q, x->table, x->table_len);
	q = bx_copy_short(q, x->body + h->own_len, rest);
	q = bx_copy_short(q, h->ext, h->ext_len);
	*len = (size_t) (q - *data) - reserve;
	return BX_OK;
}

/* A body that must be inflated, or has names of its own. */
static BxStatus
expand_all(Expand *x, size_t reserve, uint8_t **data, size_t *len)
{
	BxArena arena;
	BxBuf merged;
	BxStatus st;

	bx_arena_init_small(&arena, x->host);
	bx_buf_init(&merged, x->host);
	st = plain_body(x, &arena);
	if (st == BX_OK && x->h->own_len > 0)
		st = plain_table(x, &arena, &merged);
	if (st == BX_OK)
		st = put_plain(x, reserve, data, len);
	bx_buf_free(&merged);
	bx_arena_reset(&arena);
	return st;
}

BxStatus
bx_shared_expand(const BxSharedHead *h, const BxVocabulary *voc, size_t reserve, const BxHost *host,
				 uint8_t **data, size_t *len, BxError *err)
{
	Expand x = {h, voc, host, h->body, voc->bytes, voc->len, voc->fingerprint, err};

	if (h->own_len == 0 && h->codec == BX_SHARED_AS_IS)
		return put_plain(&x, reserve, data, len);
	return expand_all(&x, reserve, data, len);
}
