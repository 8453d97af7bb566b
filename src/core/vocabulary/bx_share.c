/*
 * bx_share.c -- a plain value to one that refers to a vocabulary.
 *
 * Names are found in the vocabulary or listed as the value's own, which gives every shape of the value a token; items
 * are copied with those tokens.  All tokens have one byte, so an item changes its length only where the value had
 * longer ones, or constants, which a vocabulary does not have.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_limits.h"
#include "../encode/bx_table_put.h"
#include "../format/bx_item.h"
#include "bx_share.h"

#define NONE UINT32_MAX

/* An element that is being copied. */
typedef struct CopyLevel
{
	const uint8_t *end; /* of its content, in the value */
	size_t at;          /* where its length is, in the copy */
	uint32_t width;     /* bytes kept for it */
} CopyLevel;

typedef struct Share
{
	const uint8_t *v;
	BxShareChoice *choice;
	const BxVocabulary *voc;
	const BxHost *host;
	BxArena *arena;
	BxTable t;      /* of the value */
	uint32_t *pair; /* by number of the value: that of the plain form to be; NONE: not looked for */
	uint8_t *token; /* by shape of the value */
	uint8_t *kind;
	BxBuf pairs; /* the value's own pairs and shapes, as stored */
	BxBuf shapes;
	uint32_t n_pairs; /* numbers of them */
	uint32_t n_shapes;
	BxBuf body;
	uint32_t root; /* shape of the first element at the top */
	bool fits;
	bool expanded;                         /* see is_expanded */
	uint8_t recalled[2 * BX_SHARE_TOKENS]; /* tokens and kinds that are remembered */
	BxError *err;
} Share;

static void *
share_alloc(Share *s, size_t n)
{
	void *p = bx_arena_alloc(s->arena, n + 1);

	if (p == NULL)
		bx_fail_nomem(s->err, n);
	return p;
}

/* ---- names ---- */

static BxStatus
put_number(Share *s, BxBuf *out, uint32_t n)
{
	uint8_t b[BX_VARINT_MAX];

	return bx_buf_append(out, b, (size_t) (bx_varint_put(b, n) - b), s->err);
}

static BxStatus
put_string(Share *s, BxBuf *out, BxStr str)
{
	BX_TRY(put_number(s, out, (uint32_t) str.n));
	return bx_buf_append(out, str.s, str.n, s->err);
}

/* A pair of the value gets a number: that of the vocabulary, or a new one behind those. */
static BxStatus
place_pair(Share *s, uint32_t number)
{
	const BxPair *pair = &s->t.pairs[number];
	const BxTable *t = &s->voc->table;

	s->pair[number] = bx_vocabulary_find_pair(t, bx_pair_prefix(pair), bx_pair_uri(pair));
	if (s->pair[number] < t->n_pairs)
		return BX_OK;
	s->pair[number] = t->n_pairs + s->n_pairs++;
	BX_TRY(put_string(s, &s->pairs, bx_pair_prefix(pair)));
	return put_string(s, &s->pairs, bx_pair_uri(pair));
}

/* The shape of the vocabulary with this kind, pair and name, or NONE. */
static inline uint32_t
find_shape(const Share *s, uint8_t kind, uint32_t pair, BxStr local)
{
	const BxVocabulary *voc = s->voc;
	uint32_t hash = bx_vocabulary_hash(&voc->shapes.host->seed, kind, pair, local.s, (uint32_t) local.n);
	uint32_t i, at;

	bx_hashmap_foreach (i, &voc->shapes, hash, &at)
	{
		const BxShape *shape = &voc->table.shapes[i];
		BxStr other = bx_vocabulary_local(&voc->table, shape);

		if (shape->kind == kind && other.n == local.n && bx_equal_short(other.s, local.s, local.n) &&
			bx_vocabulary_pair(&voc->table, shape) == pair)
			return i;
	}
	return NONE;
}

/* The token of a shape that the vocabulary lacks: one of the value's own, which are listed. */
static BxStatus
place_own(Share *s, const BxShape *shape, uint32_t pair, BxStrMap *own, uint32_t *token)
{
	BxStr local = bx_vocabulary_local(&s->t, shape);
	size_t from = s->shapes.len;
	uint32_t entry;
	bool added;

	BX_TRY(bx_buf_byte(&s->shapes, shape->kind, s->err));
	BX_TRY(put_number(s, &s->shapes, pair));
	if (bx_kind_is_named(shape->kind))
		BX_TRY(put_string(s, &s->shapes, local));
	BX_TRY(bx_strmap_add(own, (const char *) s->shapes.data + from, s->shapes.len - from, &entry, &added,
						 s->err));
	if (added)
		own->strings[entry].s = bx_arena_strndup(s->arena, own->strings[entry].s, own->strings[entry].n);
	else
		s->shapes.len = from;
	if (own->strings[entry].s == NULL)
		return bx_fail_nomem(s->err, own->strings[entry].n);
	*token = s->voc->table.n_shapes + entry;
	s->n_shapes = own->map.n;
	return BX_OK;
}

/* Shapes of the value that differ only by their paths or flags have one token. */
static BxStatus
place_shape(Share *s, uint32_t number, BxStrMap *own)
{
	const BxShape *shape = &s->t.shapes[number];
	uint32_t pair = bx_vocabulary_pair(&s->t, shape);
	uint32_t token;

	if (BX_UNLIKELY(s->pair[pair] == NONE))
		BX_TRY(place_pair(s, pair));
	pair = s->pair[pair];
	token = find_shape(s, shape->kind, pair, bx_vocabulary_local(&s->t, shape));
	if (token == NONE)
		BX_TRY(place_own(s, shape, pair, own, &token));
	s->fits = token < BX_SHARE_TOKENS;
	s->token[number] = (uint8_t) token;
	s->kind[number] = shape->kind;
	return BX_OK;
}

/* ---- what is remembered of a writer's shapes ---- */

/* A token that no shape has. */
#define NO_TOKEN UINT8_MAX

/* Note what the vocabulary has of this value, whose root is a shape of that number. */
static void
remember(const Share *s)
{
	const BxShapeIds *ids = s->choice->ids;
	BxShareMemo *memo = s->choice->memo;

	if (memo != NULL && s->token[s->root] == s->voc->root)
		memo->last = s->voc;
	if (ids == NULL || ids->n != s->t.n_shapes || ids->n == 0)
		return;
	if (memo->voc != s->voc || memo->tables != ids->tables)
		memset(memo->token, NO_TOKEN, sizeof(memo->token));
	memo->voc = s->voc;
	memo->tables = ids->tables;
	memo->root = ids->list[s->root];
	for (uint32_t i = 0; i < ids->n; i++)
		if (ids->list[i] < BX_SHARE_MEMO && s->token[i] < s->voc->table.n_shapes)
			memo->token[ids->list[i]] = s->token[i];
}

/* The shape of the first element at the top, of a value whose shapes have tokens; BX_SHAPE_NONE without one. */
static uint32_t
find_root(const Share *s)
{
	const uint8_t *p = s->v + s->t.head.items_off;
	const uint8_t *end = p + s->t.head.items_len;
	BxItemHeader item;

	while (p < end)
	{
		p = bx_item_header(p, end, 0, &item);
		if (p == NULL || item.number >= s->t.n_shapes || item.len > (size_t) (end - p))
			return BX_SHAPE_NONE;
		if (s->kind[item.number] <= BX_KIND_LEAF)
			return item.number;
		p += item.len;
	}
	return BX_SHAPE_NONE;
}

/*
 * A value that was made plain, and changed: its table is still that of the vocabulary, so its items have the tokens
 * that they shall have.
 */
static bool
is_expanded(Share *s)
{
	const BxVocabulary *voc = s->choice->memo != NULL ? s->choice->memo->last : NULL;
	const BxHeader *h = &s->t.head;
	const uint8_t *p = s->v + h->items_off;
	BxItemHeader item;

	if (voc == NULL || (h->flags & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS)) != BX_FLAG_NAMES ||
		h->fingerprint != voc->fingerprint || h->table_len != voc->len ||
		memcmp(s->v + h->table_off, voc->bytes, voc->len) != 0)
		return false;
	/* the first item will do: comments before the root are rare */
	if (bx_item_header(p, p + h->items_len, 0, &item) == NULL || item.number != voc->root)
		return false;
	s->voc = voc;
	s->expanded = true;
	return true;
}

/* Take the tokens from the memo, if it has all of them: then the value's table need not be decoded. */
static bool
recall(Share *s)
{
	const BxShapeIds *ids = s->choice->ids;
	const BxShareMemo *memo = s->choice->memo;
	const BxShape *shapes;
	const uint32_t *list;
	uint8_t *token, *kind; /* what is written through them may be anything, but not these */
	uint32_t i, n;

	if (ids == NULL || ids->n == 0 || ids->n > BX_SHARE_TOKENS || memo->voc == NULL ||
		memo->tables != ids->tables)
		return false;
	token = s->token = s->recalled;
	kind = s->kind = s->recalled + BX_SHARE_TOKENS;
	list = ids->list;
	n = ids->n;
	shapes = memo->voc->table.shapes;
	for (i = 0; i < n; i++)
	{
		uint8_t known = list[i] < BX_SHARE_MEMO ? memo->token[list[i]] : NO_TOKEN;

		if (known == NO_TOKEN)
			return false;
		token[i] = known;
		kind[i] = shapes[known].kind;
	}
	s->t.n_shapes = ids->n;
	s->root = find_root(s);
	if (s->root == BX_SHAPE_NONE || ids->list[s->root] != memo->root)
		return false;
	s->voc = memo->voc;
	return true;
}

static BxStatus
place_shapes(Share *s)
{
	BxStrMap own;
	uint32_t i;

	bx_strmap_init(&own, s->host, s->arena);
	s->pair = share_alloc(s, s->t.n_pairs * sizeof(*s->pair));
	s->token = share_alloc(s, s->t.n_shapes);
	s->kind = share_alloc(s, s->t.n_shapes);
	if (s->pair == NULL || s->token == NULL || s->kind == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < s->t.n_pairs; i++)
		s->pair[i] = NONE;
	for (i = 0; i < s->t.n_shapes && s->fits; i++)
		BX_TRY(place_shape(s, i, &own));
	if (s->fits)
		remember(s);
	return BX_OK;
}

/* ---- items ---- */

/* The length of an element is known at its end; its content moves where that takes another number of bytes. */
static BxStatus
close_element(Share *s, const CopyLevel *level)
{
	size_t from = level->at + level->width;
	uint32_t len = (uint32_t) (s->body.len - from);
	uint32_t width = bx_varint_size(len);

	if (width != level->width)
	{
		BX_TRY(bx_buf_reserve(&s->body, width, s->err));
		memmove(s->body.data + level->at + width, s->body.data + from, len);
		s->body.len = level->at + width + len;
	}
	bx_varint_put(s->body.data + level->at, len);
	return BX_OK;
}

static BxStatus
copy_value(Share *s, uint8_t token, const void *payload, uint32_t len)
{
	BX_TRY(bx_buf_byte(&s->body, token, s->err));
	BX_TRY(put_number(s, &s->body, len));
	return bx_buf_append(&s->body, payload, len, s->err);
}

static BxStatus
damaged_item(Share *s, const uint8_t *p)
{
	return bx_fail(s->err, BX_E_CORRUPT, p - s->v, "bxml value is damaged: bad item");
}

/* Copy the item at *p: of an element the beginning, and then its content follows. */
static BxStatus
copy_item(Share *s, const uint8_t **p, const uint8_t *end, CopyLevel *stack, uint32_t *depth)
{
	BxItemHeader item;
	const uint8_t *payload = bx_item_header(*p, end, s->t.n_consts, &item);
	CopyLevel *level;

	if (payload == NULL || (!item.constant && item.number >= s->t.n_shapes) ||
		item.len > (size_t) (end - payload))
		return damaged_item(s, *p);
	*p = payload + item.len;
	if (item.constant)
	{
		const BxConstInfo *c = &s->t.consts[item.number];

		return copy_value(s, s->token[c->shape], c->payload, c->len);
	}
	if (s->t.shapes[item.number].kind != BX_KIND_ELEMENT)
		return copy_value(s, s->token[item.number], payload, item.len);
	if (*depth > s->t.head.depth)
		return bx_fail(s->err, BX_E_CORRUPT, *p - s->v, "bxml value is damaged: deeper than its header says");
	BX_TRY(bx_buf_byte(&s->body, s->token[item.number], s->err));
	level = &stack[++*depth];
	*level = (CopyLevel){payload + item.len, s->body.len, bx_varint_size(item.len)};
	*p = payload;
	return put_number(s, &s->body, item.len);
}

/* Items of which all tokens have one byte are copied as they are, and then get other tokens. */
static BxStatus
change_tokens(Share *s)
{
	const BxHeader *h = &s->t.head;
	const uint8_t *token = s->token, *kind = s->kind;
	const uint8_t *from = s->v + h->items_off;
	uint32_t n_shapes = s->t.n_shapes;
	uint8_t *p, *items, *end;

	BX_TRY(bx_charge(s->host, h->items_len));
	BX_TRY(bx_buf_append(&s->body, from, h->items_len, s->err));
	end = s->body.data + s->body.len;
	items = end - h->items_len;
	for (p = items; p < end;)
	{
		const uint8_t *payload = p + BX_ITEM_SHORT_HEAD;
		BxItemHeader item;

		if (BX_UNLIKELY(!bx_item_short(p, (size_t) (end - p), 0, n_shapes, &item.number, &item.len)))
		{
			payload = bx_item_header(p, end, 0, &item);
			if (payload == NULL || item.number >= n_shapes || item.len > (size_t) (end - payload))
				return damaged_item(s, from + (p - items));
		}
		*p = token[item.number];
		p += payload - p;
		if (kind[item.number] != BX_KIND_ELEMENT)
			p += item.len;
	}
	return BX_OK;
}

static BxStatus
copy_items(Share *s)
{
	const BxHeader *h = &s->t.head;
	const uint8_t *p = s->v + h->items_off;
	CopyLevel *stack = share_alloc(s, (h->depth + (size_t) 2) * sizeof(CopyLevel));
	uint32_t depth = 0;

	if (stack == NULL)
		return BX_E_NOMEM;
	stack[0].end = p + h->items_len;
	while (p < stack[0].end)
	{
		BX_TRY(bx_step(s->host));
		BX_TRY(copy_item(s, &p, stack[depth].end, stack, &depth));
		while (depth > 0 && p == stack[depth].end)
			BX_TRY(close_element(s, &stack[depth--]));
	}
	return BX_OK;
}

/* ---- all of it ---- */

/* May the value have such a form?  Directories are of places and types of shapes, both of which change. */
static bool
may_share(const Share *s)
{
	const BxHeader *h = &s->t.head;
	static const uint8_t not_these[] = {BX_EXT_OFFSETS, BX_EXT_CHILDREN, BX_EXT_COUNTS, BX_EXT_VALUES};
	const uint8_t *body;
	uint32_t len, i;

	if (h->ext_n == 0)
		return true;
	for (i = 0; i < sizeof(not_these); i++)
		if (bx_header_ext(h, s->v, not_these[i], &body, &len, NULL) != BX_OK || body != NULL)
			return false;
	if (bx_header_ext(h, s->v, BX_EXT_ANNOTATIONS, &body, &len, NULL) != BX_OK)
		return false;
	return body == NULL || (len == BX_ANNOTATIONS_ID + 1 && body[BX_ANNOTATIONS_ID] == 0);
}

/* Own names, items, heap. */
static BxStatus
make_body(Share *s, uint32_t *own_len)
{
	const BxHeader *h = &s->t.head;

	*own_len = 0;
	BX_TRY(bx_buf_reserve(&s->body, (size_t) h->items_len + h->heap_len + s->pairs.len + s->shapes.len + 16,
						  s->err));
	if (s->n_shapes > 0)
	{
		BX_TRY(put_number(s, &s->body, s->n_pairs));
		BX_TRY(bx_buf_append(&s->body, s->pairs.data, s->pairs.len, s->err));
		BX_TRY(put_number(s, &s->body, s->n_shapes));
		BX_TRY(bx_buf_append(&s->body, s->shapes.data, s->shapes.len, s->err));
		*own_len = (uint32_t) s->body.len;
	}
	if (s->expanded)
		return bx_buf_append(&s->body, s->v + h->items_off, h->items_len + (size_t) h->heap_len, s->err);
	BX_TRY(s->t.n_consts == 0 && s->t.n_shapes <= BX_SHORT_TOKENS ? change_tokens(s) : copy_items(s));
	return bx_buf_append(&s->body, s->v + h->items_off + h->items_len, h->heap_len, s->err);
}

/* The body deflated into memory of the arena, or NULL where that is not worth it. */
static const uint8_t *
pack_body(Share *s, size_t *len)
{
	const BxPackPolicy *policy = &s->choice->policy;
	const BxVocabulary *voc = s->voc;
	size_t n = s->body.len;
	size_t most = n / 100 * policy->keep_part + n % 100 * policy->keep_part / 100;
	uint8_t *p;

	if (voc->index == NULL || n < policy->min_len || n == 0)
		return NULL;
	p = bx_arena_alloc(s->arena, n);
	*len = p != NULL ? voc->codec->deflate(voc->words, voc->n_words, voc->index, s->body.data, n, p,
										   most < n ? most : n - 1)
					 : 0;
	return *len > 0 ? p : NULL;
}

/* Header and body. */
static BxStatus
put_value(Share *s, uint32_t own_len, const uint8_t *body, size_t body_len, uint8_t codec, uint8_t **data,
		  size_t *len)
{
	const BxHeader *h = &s->t.head;
	uint32_t ext_len = h->plain_total - h->ext_off;
	size_t dir_len = h->ext_n > 0 ? h->table_off - (h->ext_dir - bx_varint_size(h->ext_n)) : 0;
	size_t reserve = s->choice->reserve;
	size_t n = 2 + 1 + 6 * BX_VARINT_MAX + dir_len + body_len + ext_len;
	uint8_t *q;

	*data = s->host->alloc(s->host->ctx, reserve + n);
	if (*data == NULL)
		return bx_fail_nomem(s->err, reserve + n);
	q = *data + reserve;
	*q++ = BX_VERSION_BYTE;
	*q++ = (uint8_t) (BX_FLAG_VOCABULARY | (h->flags & (BX_FLAG_DOCUMENT | BX_FLAG_EXT | BX_FLAG_HEAP)));
	q = bx_varint_put(q, s->voc->number);
	*q++ = codec;
	q = bx_varint_put(q, own_len);
	q = bx_varint_put(q, (uint32_t) s->body.len - own_len - h->heap_len);
	q = bx_varint_put(q, h->depth);
	if (h->heap_len > 0)
		q = bx_varint_put(q, h->heap_len);
	memcpy(q, s->v + h->table_off - dir_len, dir_len);
	memcpy(q + dir_len, body, body_len);
	memcpy(q + dir_len + body_len, s->v + h->ext_off, ext_len);
	*len = (size_t) (q - *data) - reserve + dir_len + body_len + ext_len;
	return BX_OK;
}

static BxStatus
share_value(Share *s, size_t n, uint8_t **data, size_t *len)
{
	const uint8_t *packed;
	uint32_t own_len;
	size_t packed_len;

	if (s->token == NULL && !s->expanded)
		BX_TRY(place_shapes(s));
	if (!s->fits)
		return BX_OK;
	BX_TRY(make_body(s, &own_len));
	if (s->body.len > BX_SHARED_BODY_MAX)
		return BX_OK;
	packed = pack_body(s, &packed_len);
	if (packed != NULL)
		BX_TRY(put_value(s, own_len, packed, packed_len, BX_SHARED_WORDS, data, len));
	else
		BX_TRY(put_value(s, own_len, s->body.data, s->body.len, BX_SHARED_AS_IS, data, len));
	if (*len > BX_SHARED_MAX || *len >= n)
	{
		s->host->release(s->host->ctx, *data);
		*data = NULL;
	}
	return BX_OK;
}

uint32_t
bx_share_root(const BxTable *t, const uint8_t *v)
{
	const uint8_t *p = v + t->head.items_off;
	const uint8_t *end = p + t->head.items_len;
	BxItemHeader item;

	while (p < end)
	{
		uint32_t shape;

		p = bx_item_header(p, end, t->n_consts, &item);
		if (p == NULL || item.len > (size_t) (end - p) || (!item.constant && item.number >= t->n_shapes))
			return BX_SHAPE_NONE;
		shape = item.constant ? t->consts[item.number].shape : item.number;
		if (t->shapes[shape].kind <= BX_KIND_LEAF)
			return shape;
		p += item.len;
	}
	return BX_SHAPE_NONE;
}

/* Decode the tables, and choose a vocabulary by the root. */
static BxStatus
open_value(Share *s, size_t n)
{
	const BxNameInfo *name;

	BX_TRY(bx_header_read(s->v, n, n, &s->t.head, s->err));
	if (!may_share(s))
		return BX_OK;
	if (is_expanded(s) || (!(s->t.head.flags & BX_FLAG_CONSTANTS) && recall(s)))
		return BX_OK;
	s->token = NULL;
	BX_TRY(bx_table_open(&s->t, s->arena, s->v, n, n, s->err));
	s->root = bx_share_root(&s->t, s->v);
	if (s->root == BX_SHAPE_NONE)
		return BX_OK;
	name = &s->t.names[s->t.shapes[s->root].name];
	s->voc =
		s->choice->choose(s->choice, bx_pair_uri(&s->t.pairs[name->pair]), bx_str(name->local, name->len));
	return BX_OK;
}

BxStatus
bx_share(const uint8_t *v, size_t n, BxShareChoice *choice, const BxHost *host, uint8_t **data, size_t *len,
		 BxError *err)
{
	Share s = {.v = v, .choice = choice, .host = host, .fits = true, .err = err};
	BxArena arena;
	BxStatus st;

	*data = NULL;
	if (n > 2 * (size_t) BX_SHARED_BODY_MAX || (n > 1 && (v[1] & BX_FLAG_BLOCKS)))
		return BX_OK;
	bx_arena_init_small(&arena, host);
	s.arena = &arena;
	bx_buf_init(&s.pairs, host);
	bx_buf_init(&s.shapes, host);
	bx_buf_init(&s.body, host);
	st = open_value(&s, n);
	if (st == BX_OK && s.voc != NULL)
		st = share_value(&s, n, data, len);
	bx_buf_free(&s.pairs);
	bx_buf_free(&s.shapes);
	bx_buf_free(&s.body);
	bx_arena_reset(&arena);
	return st;
}
