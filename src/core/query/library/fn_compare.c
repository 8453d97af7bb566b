/*
 * fn_compare.c -- fn:distinct-values, fn:index-of, fn:sort (F&O sections 14.2 and 16.2.8).
 */
#include "fn_int.h"

#include <math.h>

#include "../run/ru_sort.h"

static bool
is_nan(const XdItem *item)
{
	return item->form == AT_FORM_DOUBLE && isnan(item->u.d);
}

/* ---- distinct-values ---- */

typedef struct Distinct
{
	RuIter in;
	const AtCollation *collation;
	AtCall at;
	BxHashMap map;
	XdSeqBuilder values;
} Distinct;

static void
close_distinct(RuRun *run, RuIter *it)
{
	ru_close(run, &((Distinct *) it->state)->in);
}

/* Is the value new?  Then it is entered. */
static BxStatus
enter(RuRun *run, RuIter *it, Distinct *d, XdItem *item, bool *is_new)
{
	uint32_t at, i;
	uint64_t hash;

	*is_new = false;
	BX_TRY(ru_at_op(run, it->op, at_hash(&d->at, item, d->collation, &hash)));
	BX_TRY(bx_hashmap_reserve(&d->map, run->err));
	bx_hashmap_foreach (i, &d->map, (uint32_t) hash, &at)
	{
		bool same;

		BX_TRY(bx_step(run->host));
		BX_TRY(ru_at_op(run, it->op, at_same(&d->at, item, &d->values.items[i], d->collation, &same)));
		if (same)
			return BX_OK;
	}
	*is_new = true;
	if (d->in.fleeting)
		BX_TRY(xd_item_keep(it->cx->arena, item, item, run->err));
	BX_TRY(xd_seq_add(&d->values, item, run->err));
	bx_hashmap_put(&d->map, (uint32_t) hash, at, d->map.n);
	return BX_OK;
}

static BxStatus
next_distinct(RuRun *run, RuIter *it, XdItem *item, bool *found)
{
	Distinct *d = it->state;
	bool is_new;

	do
	{
		BX_TRY(ru_next(run, &d->in, item, found));
		if (!*found)
			return BX_OK;
		BX_TRY(enter(run, it, d, item, &is_new));
	} while (!is_new);
	return BX_OK;
}

BxStatus
fn_distinct_values(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it)
{
	Distinct *d;
	void *state;

	BX_TRY(ru_state(run, it, sizeof(Distinct), &state));
	d = state;
	BX_TRY(fn_arg_collation(run, op, 1, cx, &d->collation));
	d->at = ru_at(run, cx);
	d->values = xd_seq_builder(cx->arena);
	bx_hashmap_init(&d->map, run->host, cx->arena);
	it->next = next_distinct;
	it->close = close_distinct;
	return ru_open(run, op->args[0], cx, &d->in);
}

/* ---- index-of ---- */

typedef struct Places
{
	RuIter in;
	const AtCollation *collation;
	AtCall at;
	XdItem wanted;
	int64_t place;
} Places;

static void
close_places(RuRun *run, RuIter *it)
{
	ru_close(run, &((Places *) it->state)->in);
}

static BxStatus
next_place(RuRun *run, RuIter *it, XdItem *item, bool *found)
{
	Places *p = it->state;
	bool same;

	do
	{
		BX_TRY(ru_next(run, &p->in, item, found));
		if (!*found)
			return BX_OK;
		p->place++;
		BX_TRY(ru_at_op(run, it->op, at_same(&p->at, item, &p->wanted, p->collation, &same)));
	} while (!same || is_nan(item));
	*item = at_integer_item(p->place);
	return BX_OK;
}

BxStatus
fn_index_of(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it)
{
	bool found = false;
	void *state;
	Places *p;

	BX_TRY(ru_state(run, it, sizeof(Places), &state));
	p = state;
	BX_TRY(fn_arg_collation(run, op, 2, cx, &p->collation));
	BX_TRY(ru_arg(run, op, 1, cx, &p->wanted, &found));
	p->at = ru_at(run, cx);
	it->next = next_place;
	it->close = close_places;
	return ru_open(run, op->args[0], cx, &p->in);
}

/* ---- sort ---- */

/* An item and its sort key. */
typedef struct Row
{
	XdItem item;
	XdSeq key;
} Row;

typedef struct Sorter
{
	const RuOp *op;
	AtCall at;
	const AtCollation *collation;
} Sorter;

/* The order of two keys: the shorter one first where it begins the other. */
static BxStatus
order_rows(RuRun *run, void *ctx, const void *a, const void *b, int *order)
{
	const XdSeq *x = &((const Row *) a)->key, *y = &((const Row *) b)->key;
	const Sorter *s = ctx;
	uint64_t i;

	for (*order = 0, i = 0; i < x->n && i < y->n && *order == 0; i++)
	{
		XdItem k = xd_seq_at(x, i), l = xd_seq_at(y, i);

		BX_TRY(ru_at_op(run, s->op, at_order(&s->at, &k, &l, s->collation, order)));
	}
	if (*order == 0)
		*order = (x->n > y->n) - (x->n < y->n);
	return BX_OK;
}

/* The key of an item without a key function: its typed value. */
static BxStatus
key_of(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, XdSeq *key)
{
	XdItem atom = *item;

	if (at_is_node(item))
		BX_TRY(xd_node_data(run->forest, cx->arena, item, &atom));
	else if (!at_is_atomic(item))
		return ru_fail(run, op, "FOTY0013", "a function has no typed value");
	*key = xd_seq_one(&atom);
	return BX_OK;
}

BxStatus
fn_sort(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it)
{
	Sorter s = {.op = op, .at = ru_at(run, cx)};
	XdItem *sorted;
	void **rows;
	XdSeq seq;
	uint64_t i;
	Row *list;

	BX_TRY(fn_arg_collation(run, op, 1, cx, &s.collation));
	BX_TRY(ru_arg_seq(run, op, 0, cx, &seq));
	list = ru_alloc(run, cx, seq.n * sizeof(Row));
	rows = ru_alloc(run, cx, seq.n * sizeof(void *));
	sorted = ru_alloc(run, cx, seq.n * sizeof(XdItem));
	if (list == NULL || rows == NULL || sorted == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < seq.n; i++)
	{
		BX_TRY(bx_step(run->host));
		list[i].item = xd_seq_at(&seq, i);
		BX_TRY(key_of(run, op, cx, &list[i].item, &list[i].key));
		rows[i] = &list[i];
	}
	BX_TRY(ru_sort(run, cx->arena, rows, seq.n, order_rows, &s));
	for (i = 0; i < seq.n; i++)
		sorted[i] = ((const Row *) rows[i])->item;
	seq = xd_seq_items(sorted, seq.n);
	return ru_iter_seq(run, it, &seq);
}
