/*
 * fn_compare.c -- fn:distinct-values, fn:index-of, fn:sort (F&O sections 14.2 and 16.2.8).
 */
#include "fn_function_int.h"

#include <math.h>

#include "../run/ru_expr.h"
#include "../run/ru_regroup.h"
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
	bool in_open;
	RuArena *own; /* of the values and the table; what is given is fleeting, as they may go to a file */
	const AtCollation *collation;
	uint8_t numbers; /* AT_HAS_* of the values */
	RuKeys keys;
	BxHashMap map;
	XdSeqBuilder values;
	size_t budget;
	uint64_t given; /* values that were given before they went to a file */
	RuRegroup more;
	bool many; /* they are there */
} Distinct;

static void
close_distinct(RuRun *run, RuIter *it)
{
	Distinct *d = it->state;

	if (d->in_open)
		ru_close(run, &d->in);
	if (d->many)
		ru_regroup_end(run, &d->more);
	if (d->own != NULL)
		ru_arena_give(run, d->own);
	d->in_open = d->many = false;
	d->own = NULL;
}

/* Enter the values again, when the next one is a number beside which others are rounded. */
static BxStatus
enter_again(RuRun *run, Distinct *d)
{
	uint32_t at, i;
	uint64_t k, hash;

	bx_hashmap_clear(&d->map);
	for (k = 0; k < d->values.n; k++)
	{
		XdSeq key = xd_seq_one(&d->values.items[k]);

		BX_TRY(bx_step(run->host));
		BX_TRY(ru_keys_hash(run, &d->keys, &key, &hash));
		bx_hashmap_foreach (i, &d->map, (uint32_t) hash, &at)
			continue;
		bx_hashmap_put(&d->map, (uint32_t) hash, at, (uint32_t) k);
	}
	return BX_OK;
}

/* Is the value new?  Then it is entered. */
static BxStatus
enter(RuRun *run, Distinct *d, XdItem *item, bool *is_new)
{
	XdSeq key = xd_seq_one(item);
	uint32_t at, i;
	uint64_t hash;

	*is_new = false;
	if (ru_keys_note(&d->keys, &key))
		BX_TRY(enter_again(run, d));
	BX_TRY(ru_keys_hash(run, &d->keys, &key, &hash));
	BX_TRY(bx_hashmap_reserve(&d->map, run->err));
	bx_hashmap_foreach (i, &d->map, (uint32_t) hash, &at)
	{
		XdSeq other = xd_seq_one(&d->values.items[i]);
		bool same;

		BX_TRY(bx_step(run->host));
		BX_TRY(ru_keys_same(run, &d->keys, &key, &other, &same));
		if (same)
			return BX_OK;
	}
	*is_new = true;
	BX_TRY(xd_item_keep(&d->own->arena, item, item, run->err));
	BX_TRY(xd_seq_add(&d->values, item, run->err));
	bx_hashmap_put(&d->map, (uint32_t) hash, at, d->map.n);
	return BX_OK;
}

/* The values become tuples, with all that are still to come. */
static BxStatus
begin_many(RuRun *run, Distinct *d)
{
	XdItem item;
	uint64_t i;
	XdSeq key;

	if (!ru_can_spill(run))
		return ru_fail_budget(run, d->keys.op);
	d->many = true;
	d->given = d->values.n;
	BX_TRY(ru_regroup_init(run, &d->more, &d->keys, 1));
	for (i = 0; i < d->values.n; i++)
	{
		key = xd_seq_one(&d->values.items[i]);
		BX_TRY(ru_regroup_add(run, &d->more, &key));
	}
	ru_arena_clear(d->own);
	while (d->in_open)
	{
		BX_TRY(ru_next(run, &d->in, &item, &d->in_open));
		key = xd_seq_one(&item);
		if (d->in_open)
			BX_TRY(ru_regroup_add(run, &d->more, &key));
	}
	return ru_regroup_finish(run, &d->more);
}

static BxStatus
next_of_many(RuRun *run, Distinct *d, XdItem *item, bool *found)
{
	const XdSeq *group;
	uint64_t first;

	do
		BX_TRY(ru_regroup_next(run, &d->more, &group, &first));
	while (group != NULL && first < d->given);
	*found = group != NULL;
	if (*found)
		*item = group->u.one;
	return BX_OK;
}

static BxStatus
next_distinct(RU_NEXT_ARGS)
{
	Distinct *d = it->state;
	bool is_new = false;

	if (!d->many && d->own != NULL && d->own->arena.total > d->budget)
		BX_TRY(begin_many(run, d));
	if (d->many)
		return next_of_many(run, d, item, found);
	do
	{
		*found = false;
		if (!d->in_open)
			return BX_OK;
		BX_TRY(ru_next(run, &d->in, item, &d->in_open));
		if (!d->in_open)
			return BX_OK;
		BX_TRY(enter(run, d, item, &is_new));
	} while (!is_new);
	*found = true;
	return BX_OK;
}

BxStatus
fn_distinct_values(RU_OPEN_ARGS)
{
	Distinct *d;
	void *state;

	BX_TRY(ru_state(run, it, sizeof(Distinct), &state));
	d = state;
	BX_TRY(fn_arg_collation(run, op, 1, cx, &d->collation));
	BX_TRY(ru_arena_take(run, &d->own));
	d->keys =
		(RuKeys){.op = op, .n = 1, .collations = &d->collation, .numbers = &d->numbers, .at = ru_at(run, cx)};
	d->budget = ru_half_budget(run); /* while they go to a file both are there */
	d->values = xd_seq_builder(&d->own->arena);
	bx_hashmap_init(&d->map, run->host, &d->own->arena);
	it->next = next_distinct;
	it->close = close_distinct;
	it->fleeting = true;
	BX_TRY(ru_open(run, op->args[0], cx, &d->in));
	d->in_open = true;
	return BX_OK;
}

/* ---- index-of ---- */

typedef struct FoundPlaces
{
	RuIter in;
	const AtCollation *collation;
	AtCall at;
	XdItem wanted;
	int64_t place;
} FoundPlaces;

static void
close_places(RuRun *run, RuIter *it)
{
	ru_close(run, &((FoundPlaces *) it->state)->in);
}

/* Of small integers one after the other the place is known at once. */
static BxStatus
place_in_range(RuRun *run, RuIter *it, const FoundPlaces *p, const XdSeq *range)
{
	double wanted = at_is_numeric(&p->wanted) ? at_number_double(&p->wanted) : NAN;
	int64_t last = range->u.first + (int64_t) (range->n - 1);
	XdItem item;
	bool same;

	ru_iter_none(it);
	it->close = NULL;
	if (!(wanted >= (double) range->u.first && wanted <= (double) last) || wanted != floor(wanted))
		return BX_OK;
	item = at_integer_item((int64_t) wanted);
	BX_TRY(ru_at_op(run, it->op, at_same(&p->at, &item, &p->wanted, NULL, &same)));
	item = at_integer_item((int64_t) wanted - range->u.first + 1);
	if (same)
		ru_iter_one(it, &item);
	return BX_OK;
}

/* Beyond these bounds several integers are the same xs:double. */
#define EXACT_INTEGER INT64_C(9007199254740992)

static bool
is_exact(const XdSeq *range)
{
	return range->kind == XD_SEQ_RANGE && range->u.first > -EXACT_INTEGER &&
		   range->n < (uint64_t) EXACT_INTEGER && range->u.first + (int64_t) range->n < EXACT_INTEGER;
}

static BxStatus
next_place(RU_NEXT_ARGS)
{
	FoundPlaces *p = it->state;
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
fn_index_of(RU_OPEN_ARGS)
{
	bool found = false;
	void *state;
	FoundPlaces *p;

	BX_TRY(ru_state(run, it, sizeof(FoundPlaces), &state));
	p = state;
	BX_TRY(fn_arg_collation(run, op, 2, cx, &p->collation));
	BX_TRY(ru_arg(run, op, 1, cx, &p->wanted, &found));
	p->at = ru_at(run, cx);
	if (op->args[0]->class == &ru_range)
	{
		XdSeq range;

		BX_TRY(ru_collect(run, op->args[0], cx, &range));
		if (is_exact(&range))
			return place_in_range(run, it, p, &range);
	}
	it->next = next_place;
	it->close = close_places;
	return ru_open(run, op->args[0], cx, &p->in);
}

/* ---- sort ---- */

/* A value and its sort key. */
typedef struct SortRow
{
	XdSeq value;
	XdSeq key;
} SortRow;

typedef struct Sorter
{
	const RuOp *op;
	AtCall at;
	const AtCollation *collation;
} Sorter;

/* The order of two keys: the shorter one first where it begins the other. */
static BxStatus
order_keys(RuRun *run, const Sorter *s, const XdSeq *x, const XdSeq *y, int *order)
{
	BxArenaMark mark = bx_arena_mark(s->at.arena);
	uint64_t i;

	for (*order = 0, i = 0; i < x->n && i < y->n && *order == 0; i++)
	{
		XdItem k = xd_seq_at(x, i), l = xd_seq_at(y, i);

		BX_TRY(ru_at_op(run, s->op, at_order(&s->at, &k, &l, s->collation, order)));
	}
	bx_arena_release(s->at.arena, &mark);
	if (*order == 0)
		*order = (x->n > y->n) - (x->n < y->n);
	return BX_OK;
}

static BxStatus
order_rows(RuRun *run, void *ctx, const void *a, const void *b, int *order)
{
	return order_keys(run, ctx, &((const SortRow *) a)->key, &((const SortRow *) b)->key, order);
}

/* The key of a value: its typed value, or what the function gives for it. */
static BxStatus
key_of(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *function, const XdSeq *value, XdSeq *key)
{
	static const XdSeqType atoms = {
		.kind = XD_T_ATOMIC, .atomic = AT_ANY_ATOMIC, .occurrence = XD_ANY_NUMBER};
	XdSeq given = *value;

	if (function != NULL)
		BX_TRY(ru_invoke(run, op, function, value, 1, cx->arena, &given));
	return ru_convert_seq(run, op, &atoms, "a sort key", cx->arena, &given, key);
}

BxStatus
fn_sort_values(RuRun *run, const RuOp *op, const RuCx *cx, uint32_t collation, uint32_t key, XdSeq *values,
			   uint64_t n)
{
	Sorter s = {.op = op, .at = ru_at(run, cx)};
	bool has_key = false;
	XdItem function;
	void **rows;
	uint64_t i;
	SortRow *list;

	BX_TRY(fn_arg_collation(run, op, collation, cx, &s.collation));
	if (key != FN_NO_KEY)
		BX_TRY(ru_arg(run, op, key, cx, &function, &has_key));
	list = ru_alloc(run, cx, n * sizeof(SortRow));
	rows = ru_alloc(run, cx, n * sizeof(void *));
	if (list == NULL || rows == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < n; i++)
	{
		BX_TRY(bx_step(run->host));
		list[i].value = values[i];
		BX_TRY(key_of(run, op, cx, has_key ? &function : NULL, &values[i], &list[i].key));
		rows[i] = &list[i];
	}
	BX_TRY(ru_sort(run, cx->arena, rows, n, order_rows, &s));
	for (i = 0; i < n; i++)
		values[i] = ((const SortRow *) rows[i])->value;
	return BX_OK;
}

/* Values in the order of their keys, item by item. */
typedef struct SortRun
{
	Sorter by;
	RuArena *own;
	RuSorter rows; /* fields: the item, its key */
} SortRun;

static BxStatus
order_items(RuRun *run, void *ctx, const void *a, const void *b, int *order)
{
	const RuRow *x = a, *y = b;

	return order_keys(run, ctx, &x->fields[1], &y->fields[1], order);
}

static void
close_sorted(RuRun *run, RuIter *it)
{
	SortRun *s = it->state;

	if (s->own == NULL)
		return;
	ru_sorter_end(run, &s->rows);
	ru_arena_give(run, s->own);
	s->own = NULL;
}

static BxStatus
next_sorted(RU_NEXT_ARGS)
{
	SortRun *s = it->state;
	const RuRow *row;

	*found = s->own != NULL;
	if (!*found)
		return BX_OK;
	BX_TRY(ru_sorter_next(run, &s->rows, &row));
	*found = row != NULL;
	if (*found)
		*item = row->fields[0].u.one;
	else
		close_sorted(run, it);
	return BX_OK;
}

static BxStatus
take_items(RuRun *run, const RuOp *op, const RuCx *cx, SortRun *s, const XdItem *function)
{
	RuCx keys = *cx;
	RuArena *scratch;
	RuEach each;

	BX_TRY(ru_arena_take(run, &scratch));
	keys.arena = &scratch->arena;
	ru_each(run, op->args[0], cx, &each);
	while (ru_more(&each))
	{
		XdSeq value = xd_seq_one(&each.item), key;
		RuRow *row;

		ru_arena_clear(scratch);
		BX_TRY(key_of(run, op, &keys, function, &value, &key));
		BX_TRY(ru_sorter_new(run, &s->rows, &row));
		BX_TRY(xd_seq_keep(&s->own->arena, &value, &row->fields[0], run->err));
		BX_TRY(xd_seq_keep(&s->own->arena, &key, &row->fields[1], run->err));
		BX_TRY(ru_sorter_add(run, &s->rows));
	}
	ru_arena_give(run, scratch);
	return each.st;
}

BxStatus
fn_sort(RU_OPEN_ARGS)
{
	bool has_key = false;
	XdItem function;
	void *state;
	SortRun *s;

	BX_TRY(ru_state(run, it, sizeof(SortRun), &state));
	s = state;
	BX_TRY(fn_arg_collation(run, op, 1, cx, &s->by.collation));
	if (op->n_args > 2)
		BX_TRY(ru_arg(run, op, 2, cx, &function, &has_key));
	BX_TRY(ru_arena_take(run, &s->own));
	s->by.op = op;
	s->by.at = ru_at(run, cx);
	s->by.at.arena = &s->own->arena;
	ru_sorter_init(run, &s->rows, op, &s->own->arena, 2, order_items, &s->by);
	it->next = next_sorted;
	it->close = close_sorted;
	it->fleeting = true;
	BX_TRY(take_items(run, op, cx, s, has_key ? &function : NULL));
	return ru_sorter_sort(run, &s->rows);
}
