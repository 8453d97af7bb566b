/*
 * fn_map.c -- functions on maps (F&O section 17.1).
 */
#include "fn_function_int.h"

/* The map that an argument is. */
static BxStatus
arg_map(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, const XdMap **map)
{
	bool found = false;
	XdItem item;

	BX_TRY(ru_arg(run, op, i, cx, &item, &found));
	*map = xd_map(&item);
	return BX_OK;
}

/* Argument 1 and the key that argument 2 is. */
static BxStatus
map_and_key(RuRun *run, const RuOp *op, const RuCx *cx, const XdMap **map, XdItem *key)
{
	bool found = false;

	BX_TRY(arg_map(run, op, 0, cx, map));
	return ru_arg(run, op, 1, cx, key, &found);
}

BxStatus
fn_map_size(RU_ONE_ARGS)
{
	const XdMap *map = NULL;

	BX_TRY(arg_map(run, op, 0, cx, &map));
	return fn_give_integer((int64_t) map->n, item, found);
}

/* The entry of a map with a key; NULL: there is none. */
static BxStatus
find_entry(RuRun *run, const RuOp *op, const RuCx *cx, const XdMapEntry **entry)
{
	AtCall call = ru_at(run, cx);
	const XdMap *map = NULL;
	XdItem key;

	BX_TRY(map_and_key(run, op, cx, &map, &key));
	return ru_at_op(run, op, xd_map_find(&call, map, &key, entry));
}

BxStatus
fn_map_contains(RU_EBV_ARGS)
{
	const XdMapEntry *entry = NULL;

	BX_TRY(find_entry(run, op, cx, &entry));
	*value = entry != NULL;
	return BX_OK;
}

BxStatus
fn_map_get(RU_OPEN_ARGS)
{
	const XdMapEntry *entry = NULL;

	ru_iter_none(it);
	BX_TRY(find_entry(run, op, cx, &entry));
	return entry != NULL ? ru_iter_seq(run, it, &entry->value) : BX_OK;
}

BxStatus
fn_map_put(RU_ONE_ARGS)
{
	AtCall call = ru_at(run, cx);
	const XdMap *map = NULL;
	XdMap *put = NULL;
	XdSeq value;
	XdItem key;

	BX_TRY(map_and_key(run, op, cx, &map, &key));
	BX_TRY(ru_arg_seq(run, op, 2, cx, &value));
	BX_TRY(ru_at_op(run, op, xd_map_put(&call, map, &key, &value, &put)));
	return fn_give_function(&put->f, item, found);
}

BxStatus
fn_map_entry(RU_ONE_ARGS)
{
	AtCall call = ru_at(run, cx);
	XdMap *map = NULL;
	XdSeq value;
	XdItem key;

	BX_TRY(ru_arg(run, op, 0, cx, &key, found));
	BX_TRY(ru_arg_seq(run, op, 1, cx, &value));
	BX_TRY(xd_map_new(cx->arena, run->err, &map));
	BX_TRY(ru_at_op(run, op, xd_map_add(&call, map, &key, &value)));
	return fn_give_function(&map->f, item, found);
}

BxStatus
fn_map_remove(RU_ONE_ARGS)
{
	AtCall call = ru_at(run, cx);
	const XdMap *map = NULL;
	XdMap *without = NULL;
	uint64_t i;
	XdSeq keys;

	BX_TRY(arg_map(run, op, 0, cx, &map));
	BX_TRY(ru_arg_seq(run, op, 1, cx, &keys));
	for (i = 0; i < keys.n; i++)
	{
		XdItem key = xd_seq_at(&keys, i);

		BX_TRY(ru_at_op(run, op, xd_map_remove(&call, map, &key, &without)));
		map = without;
	}
	return fn_give_function(&map->f, item, found);
}

/* ---- entries one after the other ---- */

typedef struct MapEntries
{
	const XdMapEntry *const *list;
	uint64_t n, at;
	FnEach each; /* of map:for-each */
} MapEntries;

static BxStatus
next_key(RU_NEXT_ARGS)
{
	MapEntries *e = it->state;

	(void) run;
	*found = e->at < e->n;
	if (*found)
		*item = e->list[e->at++]->key;
	return BX_OK;
}

static BxStatus
open_entries(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it, MapEntries **entries)
{
	const XdMap *map = NULL;
	void *state;

	BX_TRY(arg_map(run, op, 0, cx, &map));
	BX_TRY(ru_state(run, it, sizeof(MapEntries), &state));
	*entries = state;
	(*entries)->n = map->n;
	return xd_map_list(map, run->err, &(*entries)->list);
}

BxStatus
fn_map_keys(RU_OPEN_ARGS)
{
	MapEntries *entries;

	it->next = next_key;
	return open_entries(run, op, cx, it, &entries);
}

static BxStatus
next_result(RU_NEXT_ARGS)
{
	MapEntries *e = it->state;

	while (!fn_each_next(&e->each, item))
	{
		XdSeq args[2];

		*found = e->at < e->n;
		if (!*found)
			return BX_OK;
		args[0] = xd_seq_one(&e->list[e->at]->key);
		args[1] = e->list[e->at++]->value;
		BX_TRY(fn_each_call(run, it->op, &e->each, args, 2));
	}
	*found = true;
	return BX_OK;
}

static void
close_each(RuRun *run, RuIter *it)
{
	fn_each_end(run, &((MapEntries *) it->state)->each);
}

BxStatus
fn_map_for_each(RU_OPEN_ARGS)
{
	MapEntries *entries = NULL;

	BX_TRY(open_entries(run, op, cx, it, &entries));
	it->next = next_result;
	it->close = close_each;
	it->fleeting = true;
	return fn_each_begin(run, op, 1, cx, &entries->each);
}

/* ---- merge ---- */

typedef enum Duplicates
{
	USE_FIRST,
	USE_LAST,
	COMBINE,
	REJECT
} Duplicates;

/* What the option "duplicates" says; FOJS0005. */
static BxStatus
duplicates_of(RuRun *run, const RuOp *op, const RuCx *cx, Duplicates *duplicates)
{
	static const struct
	{
		const char *name;
		Duplicates what;
	} names[] = {{"use-first", USE_FIRST},
				 {"use-any", USE_FIRST},
				 {"use-last", USE_LAST},
				 {"combine", COMBINE},
				 {"reject", REJECT}};
	BxStr s = bx_str("use-first", 9);
	const XdMap *options = NULL;
	size_t i;
	bool set;

	*duplicates = USE_FIRST;
	if (op->n_args < 2)
		return BX_OK;
	BX_TRY(arg_map(run, op, 1, cx, &options));
	BX_TRY(fn_option_str(run, op, cx, options, "duplicates", &s, &set));
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (bx_str_is(s, names[i].name))
		{
			*duplicates = names[i].what;
			return BX_OK;
		}
	return ru_fail(run, op, "FOJS0005",
				   "option \"duplicates\" is not one of use-first, use-last, use-any, combine, "
				   "reject");
}

/* The values of both entries, one behind the other. */
static BxStatus
combine(RuRun *run, const RuCx *cx, const XdSeq *a, const XdSeq *b, XdSeq *both)
{
	XdSeqBuilder builder = xd_seq_builder(cx->arena);

	BX_TRY(xd_seq_append(&builder, a, run->err));
	BX_TRY(xd_seq_append(&builder, b, run->err));
	*both = xd_seq_built(&builder);
	return BX_OK;
}

static BxStatus
merge_entry(RuRun *run, const RuOp *op, const RuCx *cx, Duplicates duplicates, const XdMapEntry *entry,
			XdMap *map)
{
	AtCall call = ru_at(run, cx);
	const XdMapEntry *old;
	XdSeq value = entry->value;

	BX_TRY(ru_at_op(run, op, xd_map_find(&call, map, &entry->key, &old)));
	if (old != NULL && duplicates == REJECT)
		return ru_fail(run, op, "FOJS0003", "two of the maps have the same key");
	if (old != NULL && duplicates == USE_FIRST)
		return BX_OK;
	if (old != NULL && duplicates == COMBINE)
		BX_TRY(combine(run, cx, &old->value, &entry->value, &value));
	return ru_at_op(run, op, xd_map_add(&call, map, &entry->key, &value));
}

BxStatus
fn_map_merge(RU_ONE_ARGS)
{
	const XdMapEntry *const *list;
	Duplicates duplicates;
	XdMap *map = NULL;
	uint64_t i, k;
	XdSeq maps;

	BX_TRY(duplicates_of(run, op, cx, &duplicates));
	BX_TRY(ru_arg_seq(run, op, 0, cx, &maps));
	BX_TRY(xd_map_new(cx->arena, run->err, &map));
	for (i = 0; i < maps.n; i++)
	{
		XdItem one = xd_seq_at(&maps, i);

		BX_TRY(xd_map_list(xd_map(&one), run->err, &list));
		for (k = 0; k < xd_map(&one)->n; k++)
			BX_TRY(merge_entry(run, op, cx, duplicates, list[k], map));
	}
	return fn_give_function(&map->f, item, found);
}

/* ---- find ---- */

typedef struct MapSearch
{
	const RuOp *op;
	AtCall call;
	XdItem key;
	XdArray *found;
} MapSearch;

static BxStatus find_in_seq(RuRun *run, MapSearch *s, const XdSeq *seq);

static BxStatus
find_in_item(RuRun *run, MapSearch *s, const XdItem *item)
{
	const XdMapEntry *const *list;
	const XdMapEntry *entry;
	uint64_t i;

	BX_TRY(ru_check_stack(run));
	if (xd_is_array(item))
		for (i = 0; i < xd_array(item)->n; i++)
			BX_TRY(find_in_seq(run, s, &xd_array(item)->members[i]));
	if (!xd_is_map(item))
		return BX_OK;
	BX_TRY(ru_at_op(run, s->op, xd_map_find(&s->call, xd_map(item), &s->key, &entry)));
	if (entry != NULL)
		BX_TRY(xd_array_share(s->found, item->u.f, &entry->value, run->err));
	BX_TRY(xd_map_list(xd_map(item), run->err, &list));
	for (i = 0; i < xd_map(item)->n; i++)
		BX_TRY(find_in_seq(run, s, &list[i]->value));
	return BX_OK;
}

static BxStatus
find_in_seq(RuRun *run, MapSearch *s, const XdSeq *seq)
{
	uint64_t i;

	for (i = 0; i < seq->n; i++)
	{
		XdItem item = xd_seq_at(seq, i);

		BX_TRY(bx_step(run->host));
		if (item.type == AT_FUNCTION)
			BX_TRY(find_in_item(run, s, &item));
	}
	return BX_OK;
}

BxStatus
fn_map_find(RU_ONE_ARGS)
{
	MapSearch s = {.op = op, .call = ru_at(run, cx)};
	XdSeq input;

	BX_TRY(ru_arg_seq(run, op, 0, cx, &input));
	BX_TRY(ru_arg(run, op, 1, cx, &s.key, found));
	BX_TRY(xd_array_new(cx->arena, 0, run->err, &s.found));
	BX_TRY(find_in_seq(run, &s, &input));
	return fn_give_function(&s.found->f, item, found);
}
