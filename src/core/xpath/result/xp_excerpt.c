/*
 * xp_excerpt.c -- selected elements copied out of their document byte for byte (bx_excerpt.h).
 *
 * What costs is bytes, not items: a header, the table of the document and the items of each element are copied in one
 * piece each.  So it is done for short elements below a short table; anything else is for xp_query.c to copy.
 */
#include "xp_query_int.h"

#include "../../encode/bx_table_put.h"

#define TABLE_MAX 8192  /* bytes of table that are copied */
#define ITEMS_MAX 32768 /* and of items */
#define TOPS_MAX 256    /* elements */

typedef struct Place
{
	uint32_t off; /* of the item */
	uint32_t len;
	uint32_t pairs; /* inherited by this one and those before it */
} Place;

typedef struct Taker
{
	bool refused;
	Place tops[TOPS_MAX];
	uint32_t n;
	uint32_t items_len;
	uint32_t *pairs; /* in the arena */
	uint32_t n_pairs, cap_pairs;
} Taker;

static BxStatus
add_pairs(Taker *t, XpEval *ev, const XpNode *nd)
{
	const uint32_t *pairs;
	uint32_t n, i;

	BX_TRY(xp_scope_inherited(ev, nd, &pairs, &n));
	if (t->n_pairs + n > t->cap_pairs)
	{
		uint32_t cap = (t->n_pairs + n) * 2;
		uint32_t *p = xp_grow(ev, t->pairs, t->n_pairs * sizeof(uint32_t), cap * sizeof(uint32_t));

		if (p == NULL)
			return BX_E_NOMEM;
		t->pairs = p;
		t->cap_pairs = cap;
	}
	for (i = 0; i < n; i++)
		t->pairs[t->n_pairs++] = pairs[i];
	return BX_OK;
}

static BxStatus
take_element(Taker *t, XpEval *ev, const XpNode *nd)
{
	uint32_t off, len;

	t->refused = true;
	if ((nd->kind != BX_KIND_ELEMENT && nd->kind != BX_KIND_LEAF) || t->n == TOPS_MAX)
		return BX_OK;
	off = nd->key / 2 - 1;
	len = nd->next - off;
	if (len > ITEMS_MAX - t->items_len)
		return BX_OK;
	BX_TRY(xp_fill(ev, off, len));
	BX_TRY(add_pairs(t, ev, nd));
	t->tops[t->n++] = (Place){off, len, t->n_pairs};
	t->items_len += len;
	t->refused = false;
	return BX_OK;
}

static uint8_t *
put_bytes(uint8_t *p, const uint8_t *s, uint32_t n)
{
	memcpy(p, s, n);
	return p + n;
}

/* One block: the value in form, then the numbers. */
static BxStatus
make_loose(XpEval *ev, const Taker *t, BxExcerpt *loose)
{
	const BxHeader *head = &ev->img->head;
	BxHeadParts h = {.flags = head->flags & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS),
					 .table = ev->img->v + head->table_off,
					 .table_len = head->table_len,
					 .items_len = t->items_len,
					 .depth = head->depth < t->items_len ? head->depth : t->items_len};
	size_t most = BX_HEAD_MAX + (size_t) head->table_len + t->items_len + sizeof(uint32_t);
	size_t numbers = ((size_t) t->n + 1 + t->n_pairs) * sizeof(uint32_t);
	uint8_t *v = ev->host->alloc(ev->host->ctx, most + numbers);
	uint32_t *first;
	uint8_t *p;
	uint32_t i;

	if (v == NULL)
		return bx_fail_nomem(ev->err, most + numbers);
	p = put_bytes(bx_head_put(v, &h), h.table, h.table_len);
	for (i = 0; i < t->n; i++)
		p = put_bytes(p, ev->base + t->tops[i].off, t->tops[i].len);
	loose->v = v;
	loose->n = (size_t) (p - v);
	loose->n_tops = t->n;
	loose->plain = bx_table_has_plain(ev->table);
	first = (uint32_t *) (v + ((loose->n + sizeof(uint32_t) - 1) & ~(sizeof(uint32_t) - 1)));
	first[0] = 0;
	for (i = 0; i < t->n; i++)
		first[i + 1] = t->tops[i].pairs;
	loose->first = first;
	loose->pairs = first + t->n + 1;
	if (t->n_pairs > 0)
		memcpy(first + t->n + 1, t->pairs, t->n_pairs * sizeof(uint32_t));
	return BX_OK;
}

BxStatus
xp_excerpt_run(XpSession *s, BxExcerpt *loose)
{
	const BxHeader *head = &s->ev.img->head;
	bool found = true;
	XpItem item;
	XpSource it;
	Taker t;

	if (s->type != XP_T_NODESET || head->table_len > TABLE_MAX || head->heap_len > 0 || s->ev.labels)
		return BX_OK;
	t.refused = false;
	t.n = t.items_len = t.n_pairs = t.cap_pairs = 0;
	t.pairs = NULL;
	BX_TRY(xp_source_open(&s->ev, s->root, &s->cx, true, &it));
	while (!t.refused)
	{
		BX_TRY(xp_source_next(&s->ev, &it, &item, &found));
		if (!found)
			return t.n == 0 ? BX_OK : make_loose(&s->ev, &t, loose);
		BX_TRY(take_element(&t, &s->ev, item.node));
	}
	xp_source_close(&s->ev, &it);
	return BX_OK;
}
