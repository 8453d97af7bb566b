/*
 * bx_check_values.c -- the validator's part for value lists (FORMAT.md, section 69): a list has every value of its
 * shape, at its place, and nothing else.
 *
 * The walk gives the key of every value; sorted, these are the list.  They take sixteen bytes for each item of a listed
 * shape, of which the value has two at least.
 */
#include "bx_check_int.h"

#include "../base/bx_bytes.h"
#include "../read/bx_value_list.h"

typedef struct Listing
{
	BxListForm form;
	const uint8_t *keys; /* of its chunks; its entries follow */
	BxListEntry *seen;
	uint32_t n;
	uint32_t cap;
} Listing;

struct BxCheckValues
{
	const uint8_t *body;
	uint32_t len;
	uint32_t stride;
	uint32_t n;
	Listing *lists;
	uint32_t *of; /* shape -> list + 1 */
};

/* Bits of an entry that are its place. */
static uint32_t
place_bits(const BxListForm *f)
{
	return 8u * f->width - f->check;
}

static BxStatus
take_row(BxCheck *c, const uint8_t *p, Listing *l)
{
	const BxTable *t = &c->table;
	BxListForm *f = &l->form;

	*f = (BxListForm){
		.shape = bx_get_u32(p), .n = bx_get_u32(p + 4), .shift = p[8], .width = p[9], .check = p[10]};
	if (f->shape >= t->n_shapes || !bx_kind_has_value(t->shapes[f->shape].kind) ||
		c->values->of[f->shape] != 0)
		return bx_check_wrong(c, p, "a value list is of no row with values, or the second one of its row");
	if (f->width == 0 || f->width > BX_VALUES_WIDTH_MAX || f->check >= 8u * f->width || f->shift > 31 ||
		p[11] != 0)
		return bx_check_wrong(c, p + 8, "entries of a value list have no possible form");
	if (f->n == 0 || (uint64_t) (t->head.items_len - 1) >> f->shift >> place_bits(f) != 0)
		return bx_check_wrong(c, p + 4, "a value list is empty, or its places do not fit into its entries");
	return BX_OK;
}

static BxStatus
take_rows(BxCheck *c)
{
	BxCheckValues *v = c->values;
	const uint8_t *p = v->body + BX_DIR_HEAD;
	uint64_t at = BX_DIR_HEAD + (uint64_t) v->n * BX_VALUES_ROW;
	uint32_t i;

	for (i = 0; i < v->n; i++, p += BX_VALUES_ROW)
	{
		Listing *l = &v->lists[i];

		BX_TRY(take_row(c, p, l));
		v->of[l->form.shape] = i + 1;
		l->keys = v->body + at;
		at += bx_list_size(&l->form, v->stride);
		if (at > v->len)
			return bx_check_wrong(c, p, "a value list leaves its section");
	}
	return at == v->len ? BX_OK
						: bx_check_wrong(c, v->body + at, "value lists have bytes that belong to no list");
}

BxStatus
bx_check_values_begin(BxCheck *c)
{
	const BxHeader *h = &c->table.head;
	const uint8_t *body;
	uint32_t len;
	BxCheckValues *v;
	BxStatus st = BX_OK;

	BX_TRY(bx_header_ext(h, c->v, BX_EXT_VALUES, &body, &len, c->err));
	if (body == NULL)
		return BX_OK;
	if (h->flags & BX_FLAG_NAMES)
		return bx_check_fail(c, h->ext_dir, "only a value in path mode can have value lists");
	v = bx_check_alloc(c, 1, sizeof(BxCheckValues), &st);
	BX_TRY(st);
	*v = (BxCheckValues){.body = c->ext + ((size_t) (body - c->v) - h->ext_off), .len = len};
	if (len < BX_DIR_HEAD)
		return bx_check_wrong(c, v->body, "value lists leave their section");
	v->stride = bx_get_u32(v->body);
	v->n = bx_get_u32(v->body + 4);
	if (!bx_is_stride(v->stride))
		return bx_check_wrong(c, v->body, "the stride of value lists is not a power of two");
	if (v->n == 0 || v->n > BX_VALUES_LISTS_MAX)
		return bx_check_wrong(c, v->body + 4, "there are no value lists, or too many");
	if (v->n * BX_VALUES_ROW > len - BX_DIR_HEAD)
		return bx_check_wrong(c, v->body + 4, "value lists leave their section");
	v->lists = bx_check_alloc(c, v->n, sizeof(Listing), &st);
	v->of = st == BX_OK ? bx_check_alloc(c, c->table.n_shapes, sizeof(uint32_t), &st) : NULL;
	BX_TRY(st);
	memset(v->lists, 0, v->n * sizeof(Listing));
	memset(v->of, 0, c->table.n_shapes * sizeof(uint32_t));
	c->values = v;
	return take_rows(c);
}

BxStatus
bx_check_values_item(BxCheck *c, const BxEvent *ev)
{
	BxCheckValues *v = c->values;
	size_t off = c->table.head.items_off + (size_t) ev->off;
	BxListEntry e;
	Listing *l;

	if (v->of[ev->shape] == 0)
		return BX_OK;
	l = &v->lists[v->of[ev->shape] - 1];
	if (ev->heap || ev->len > BX_VALUES_LONG)
		return bx_check_fail(c, off, "a row with a value list has a long value");
	if (!bx_list_key_payload(ev->payload, ev->len, &e.key))
		return bx_check_fail(c, off, "a typed value is damaged");
	e.place = ev->off >> l->form.shift;
	if (l->n > 0 && l->seen[l->n - 1].key == e.key && l->seen[l->n - 1].place == e.place)
		return BX_OK;
	if (l->n == l->cap)
	{
		uint32_t cap = l->cap > 0 ? 2 * l->cap : 64;

		l->seen = bx_arena_grow(&c->arena, l->seen, l->n * sizeof(e), cap * sizeof(e));
		if (l->seen == NULL)
			return bx_fail_nomem(c->err, cap * sizeof(e));
		l->cap = cap;
	}
	l->seen[l->n++] = e;
	return BX_OK;
}

static BxStatus
check_list(BxCheck *c, Listing *l)
{
	const uint8_t *key = l->keys,
				  *p = key + bx_list_size(&l->form, c->values->stride) - (size_t) l->form.n * l->form.width;
	uint8_t entry[4];
	uint32_t i;

	BX_TRY(bx_list_sort(c->host, l->seen, &l->n, c->err));
	if (l->n != l->form.n)
		return bx_check_wrong(c, key, "a value list has not as many entries as its row has values");
	for (i = 0; i < l->n; i++, p += l->form.width)
	{
		if (i % c->values->stride == 0)
		{
			BX_TRY(bx_step(c->host));
			if (bx_get_u64(key) != l->seen[i].key)
				return bx_check_wrong(c, key, "a value list does not fit the items");
			key += BX_VALUES_KEY;
		}
		bx_put_u32(entry, bx_list_entry(&l->form, &l->seen[i]));
		if (memcmp(entry, p, l->form.width) != 0)
			return bx_check_wrong(c, p, "a value list does not fit the items");
	}
	return BX_OK;
}

BxStatus
bx_check_values_finish(BxCheck *c)
{
	uint32_t i;

	for (i = 0; c->values != NULL && i < c->values->n; i++)
		BX_TRY(check_list(c, &c->values->lists[i]));
	return BX_OK;
}
