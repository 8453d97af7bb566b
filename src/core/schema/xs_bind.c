/*
 * xs_bind.c -- what the schema knows of the names of a table.
 *
 * The table of the last value is kept with what was found out about it; values of one source most often have one table.
 */
#include "../base/bx_core_int.h"

#include "xs_valid_int.h"

#include "../base/bx_long.h"

/* Is the table that of the last value? */
static BxStatus
is_bound(BxValidator *v, bool *same)
{
	const BxHeader *h = &v->pass.img.head, *was = &v->bind.table.head;

	*same = v->bind.bound && h->fingerprint == was->fingerprint && h->table_len == was->table_len &&
			((h->flags ^ was->flags) & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS)) == 0;
	if (!*same)
		return BX_OK;
	return bx_long_equal(v->host, v->bind.bytes + was->table_off, v->pass.img.v + h->table_off, h->table_len,
						 same);
}

static BxStatus
find_name(BxValidator *v, uint32_t i)
{
	const BxSchema *s = v->schema;
	const BxNameInfo *name = &v->bind.table.names[i];
	uint32_t ns = v->bind.ns[name->pair], local;

	v->bind.symbol[i] = XS_NONE;
	if (ns == XS_NONE || name->len == 0)
		return BX_OK;
	local = xs_string_find(s, bx_str(name->local, name->len));
	if (local != XS_NONE)
		v->bind.symbol[i] = xs_symbol_find(s, ns, local);
	v->bind.has_xsi |= v->bind.symbol[i] == s->xsi_type || v->bind.symbol[i] == s->xsi_nil;
	return bx_step(v->host);
}

static BxStatus
find_pair(BxValidator *v, uint32_t i)
{
	const BxPair *pair = &v->bind.table.pairs[i];
	bool added;

	v->bind.ns[i] = xs_string_find(v->schema, bx_pair_uri(pair));
	return bx_strmap_add(&v->bind.prefixes, pair->prefix, pair->prefix_len, &v->bind.prefix[i], &added,
						 v->err);
}

static BxStatus
fill(BxValidator *v)
{
	XsBinding *b = &v->bind;
	const BxTable *t = &b->table;
	size_t n = t->n_names + t->n_pairs + (size_t) 2;
	uint32_t i;

	b->symbol = bx_arena_alloc(&b->arena, n * sizeof(uint32_t));
	b->ns = bx_arena_alloc(&b->arena, n * sizeof(uint32_t));
	b->prefix = bx_arena_alloc(&b->arena, n * sizeof(uint32_t));
	b->cached = bx_arena_zalloc(&b->arena, (t->n_shapes + (size_t) 1) * sizeof(XsCached));
	if (b->symbol == NULL || b->ns == NULL || b->prefix == NULL || b->cached == NULL)
		return bx_fail_nomem(v->err, n * sizeof(uint32_t));
	b->good = NULL;
	if (t->n_consts > 0)
	{
		b->good = bx_arena_zalloc(&b->arena, XS_GOODS * sizeof(XsGood));
		if (b->good == NULL)
			return bx_fail_nomem(v->err, XS_GOODS * sizeof(XsGood));
	}
	b->has_xsi = false;
	for (i = 0; i < t->n_pairs; i++)
		BX_TRY(find_pair(v, i));
	for (i = 0; i < t->n_names; i++)
		BX_TRY(find_name(v, i));
	return BX_OK;
}

BxStatus
xs_bind(BxValidator *v)
{
	const BxHeader *h = &v->pass.img.head;
	XsBinding *b = &v->bind;
	bool same;

	v->work.values++;
	BX_TRY(is_bound(v, &same));
	if (same)
	{
		v->work.known++;
		b->table.head = *h;
		return BX_OK;
	}
	b->bound = false;
	bx_strmap_free(&b->prefixes);
	bx_arena_reset(&b->arena);
	bx_strmap_init(&b->prefixes, v->host, NULL);
	b->n_bytes = h->table_off + (size_t) h->table_len;
	b->bytes = bx_arena_alloc(&b->arena, b->n_bytes + 1);
	if (b->bytes == NULL)
		return bx_fail_nomem(v->err, b->n_bytes);
	BX_TRY(bx_long_copy(v->host, b->bytes, v->pass.img.v, b->n_bytes));
	BX_TRY(bx_table_open(&b->table, &b->arena, b->bytes, b->n_bytes, h->plain_total, v->err));
	BX_TRY(fill(v));
	b->bound = true;
	return BX_OK;
}
