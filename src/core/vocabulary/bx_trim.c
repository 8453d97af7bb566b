/*
 * bx_trim.c -- a value without the names that it does not use.
 */
#include "../base/bx_core_int.h"

#include "../encode/bx_table_put.h"
#include "../format/bx_item.h"
#include "bx_trim.h"
#include "bx_vocabulary.h"

#define NONE UINT32_MAX

typedef struct Trim
{
	const uint8_t *v;
	BxArena *arena;
	BxTable old;
	BxTable t;       /* what is left of it */
	uint32_t *pair;  /* new numbers, or NONE */
	uint32_t *shape; /* the same */
	uint8_t *items;
	BxError *err;
} Trim;

static void *
trim_alloc(Trim *k, size_t n)
{
	void *p = bx_arena_alloc(k->arena, n + 1);

	if (p == NULL)
		bx_fail_nomem(k->err, n);
	return p;
}

/* An empty table with room for all. */
static BxStatus
begin(Trim *k)
{
	const BxTable *old = &k->old;
	uint32_t i;

	k->pair = trim_alloc(k, old->n_pairs * sizeof(*k->pair));
	k->shape = trim_alloc(k, old->n_shapes * sizeof(*k->shape));
	k->items = trim_alloc(k, old->head.items_len);
	k->t.pairs = trim_alloc(k, old->n_pairs * sizeof(BxPair));
	k->t.shapes = trim_alloc(k, old->n_shapes * sizeof(BxShape));
	k->t.names = trim_alloc(k, old->n_shapes * sizeof(BxNameInfo));
	if (!k->pair || !k->shape || !k->items || !k->t.pairs || !k->t.shapes || !k->t.names)
		return BX_E_NOMEM;
	for (i = 0; i < old->n_pairs; i++)
		k->pair[i] = i < BX_PAIR_FIRST ? i : NONE;
	for (i = 0; i < old->n_shapes; i++)
		k->shape[i] = NONE;
	memcpy(k->t.pairs, old->pairs, BX_PAIR_FIRST * sizeof(BxPair));
	k->t.n_pairs = BX_PAIR_FIRST;
	k->t.head.flags = old->head.flags;
	return BX_OK;
}

/* The new number of a shape. */
static uint8_t
keep(Trim *k, uint32_t number)
{
	const BxShape *shape = &k->old.shapes[number];
	uint32_t pair = bx_vocabulary_pair(&k->old, shape), i = k->t.n_shapes;
	BxStr local = bx_vocabulary_local(&k->old, shape);

	if (k->shape[number] != NONE)
		return (uint8_t) k->shape[number];
	if (k->pair[pair] == NONE)
	{
		k->pair[pair] = k->t.n_pairs;
		k->t.pairs[k->t.n_pairs++] = k->old.pairs[pair];
	}
	k->t.shapes[i] = *shape;
	k->t.shapes[i].name = shape->kind == BX_KIND_NAMESPACE ? k->pair[pair] : i;
	k->t.names[i] = (BxNameInfo){local.s, (uint32_t) local.n, k->pair[pair]};
	k->shape[number] = i;
	k->t.n_names = ++k->t.n_shapes;
	return (uint8_t) i;
}

/* Copy the items with new tokens; elements are entered, so no length is looked at twice. */
static BxStatus
copy_items(Trim *k)
{
	const BxHeader *h = &k->old.head;
	const uint8_t *start = k->v + h->items_off, *p = start, *end = start + h->items_len;
	BxItemHeader item;

	if (h->items_len > 0)
		memcpy(k->items, start, h->items_len);
	while (p < end)
	{
		const uint8_t *payload = bx_item_header(p, end, 0, &item);

		BX_TRY(bx_step(k->arena->host));
		if (payload == NULL || item.number >= k->old.n_shapes || item.len > (size_t) (end - payload))
			return bx_fail(k->err, BX_E_CORRUPT, p - k->v, "bxml value is damaged: bad item");
		k->items[p - start] = keep(k, item.number);
		p = k->old.shapes[item.number].kind == BX_KIND_ELEMENT ? payload : payload + item.len;
	}
	return BX_OK;
}

/* The sections stay as they are. */
static BxStatus
list_sections(const Trim *k, BxHeadParts *parts)
{
	const BxHeader *h = &k->old.head;
	const uint8_t *p = k->v + h->ext_dir, *end = k->v + h->table_off;

	for (; parts->n_ext < h->ext_n; parts->n_ext++)
	{
		if (parts->n_ext == BX_SECTIONS)
			return bx_fail(k->err, BX_E_CORRUPT, h->ext_dir, "bxml extension directory is damaged");
		parts->ext[parts->n_ext].code = *p;
		p = bx_varint_get(p + 1, end, &parts->ext[parts->n_ext].len);
	}
	return BX_OK;
}

static BxStatus
put_value(Trim *k, BxBuf *table, BxBuf *out)
{
	const BxHeader *h = &k->old.head;
	BxHeadParts parts = {.flags = h->flags & (BX_FLAG_NAMES | BX_FLAG_DOCUMENT)};
	uint8_t head[BX_HEAD_MAX + BX_SECTIONS * BX_HEAD_EXT_MAX];

	BX_TRY(bx_table_put(&k->t, k->arena, table, k->err));
	parts.table = table->data;
	parts.table_len = (uint32_t) table->len;
	parts.items_len = h->items_len;
	parts.depth = h->depth;
	parts.heap_len = h->heap_len;
	BX_TRY(list_sections(k, &parts));
	BX_TRY(bx_buf_append(out, head, (size_t) (bx_head_put(head, &parts) - head), k->err));
	BX_TRY(bx_buf_append(out, table->data, table->len, k->err));
	BX_TRY(bx_buf_append(out, k->items, h->items_len, k->err));
	return bx_buf_append(out, k->v + h->items_off + h->items_len,
						 h->plain_total - h->items_off - h->items_len, k->err);
}

static BxStatus
trim(Trim *k, size_t n, BxBuf *table, BxBuf *out)
{
	BX_TRY(bx_table_open(&k->old, k->arena, k->v, n, n, k->err));
	if (!(k->old.head.flags & BX_FLAG_NAMES) || k->old.n_consts > 0 || k->old.n_shapes > BX_SHORT_TOKENS)
		return bx_buf_append(out, k->v, n, k->err);
	BX_TRY(begin(k));
	BX_TRY(copy_items(k));
	return put_value(k, table, out);
}

BxStatus
bx_trim(const uint8_t *v, size_t n, BxBuf *out, BxError *err)
{
	Trim k = {.v = v, .err = err};
	BxArena arena;
	BxBuf table;
	BxStatus st;

	bx_arena_init_small(&arena, out->host);
	bx_buf_init(&table, out->host);
	k.arena = &arena;
	st = trim(&k, n, &table, out);
	bx_buf_free(&table);
	bx_arena_reset(&arena);
	return st;
}
