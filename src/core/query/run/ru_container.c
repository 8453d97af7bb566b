/*
 * ru_container.c -- constructors of maps and arrays, look-ups in them, and arrays atomized.
 */
#include "../../base/bx_core_int.h"

#include "ru_function.h"

AtCall
ru_key_call(const RuRun *run, BxArena *arena)
{
	AtCall call = run->at;

	call.arena = arena;
	return call;
}

/* ---- atomization ---- */

typedef struct Atomizing
{
	RuRun *run;
	const RuOp *op;
	XdSeqBuilder *atoms;
} Atomizing;

static BxStatus
atomize_member_item(void *ctx, const XdItem *item)
{
	const Atomizing *a = ctx;

	return ru_atomize_into(a->run, a->op, item, a->atoms);
}

BxStatus
ru_atomize_into(RuRun *run, const RuOp *op, const XdItem *item, XdSeqBuilder *atoms)
{
	XdItem atom = *item;

	if (xd_is_array(item))
		return xd_array_each(xd_array(item), run->host, run->err, atomize_member_item,
							 &(Atomizing){run, op, atoms});
	if (at_is_node(item))
		BX_TRY(ru_at_op(run, op, xd_node_data(run->forest, atoms->arena, item, &atom)));
	else if (!at_is_atomic(item))
		return ru_fail(run, op, "FOTY0013", "a function has no typed value");
	return xd_seq_add(atoms, &atom, run->err);
}

/* ---- constructors ---- */

static BxStatus
map_one(RU_ONE_ARGS)
{
	AtCall call = ru_key_call(run, cx->arena);
	const XdMapEntry *entry;
	XdMap *map = NULL;
	uint32_t i;

	BX_TRY(xd_map_new(cx->arena, run->err, &map));
	for (i = 0; i + 1 < op->n_args; i += 2)
	{
		XdSeq key, value;
		XdItem k;

		BX_TRY(ru_collect(run, op->args[i], cx, &key));
		if (key.n != 1)
			return ru_fail(run, op, "XPTY0004", "the key of an entry must be one atomic value");
		k = xd_seq_at(&key, 0);
		BX_TRY(ru_collect(run, op->args[i + 1], cx, &value));
		BX_TRY(ru_at_op(run, op, xd_map_find(&call, map, &k, &entry)));
		if (entry != NULL)
			return ru_fail(run, op, "XQDY0137", "two entries of a map have the same key");
		BX_TRY(ru_at_op(run, op, xd_map_add(&call, map, &k, &value)));
	}
	*item = xd_function_item(&map->f);
	*found = true;
	return BX_OK;
}

const RuClass ru_map_constructor = {"map constructor", .one = map_one};

static BxStatus
array_one(RU_ONE_ARGS)
{
	XdArray *array = NULL;
	XdSeq member;
	uint64_t i;

	if (op->sub == 1)
	{
		XdSeq all = xd_seq_empty();

		if (op->n_args > 0)
			BX_TRY(ru_collect(run, op->args[0], cx, &all));
		BX_TRY(xd_array_new(cx->arena, all.n, run->err, &array));
		for (i = 0; i < all.n; i++)
		{
			XdItem one = xd_seq_at(&all, i);

			BX_TRY(bx_step(run->host));
			member = xd_seq_one(&one);
			BX_TRY(xd_array_add(array, &member, run->err));
		}
	}
	else
	{
		BX_TRY(xd_array_new(cx->arena, op->n_args, run->err, &array));
		for (i = 0; i < op->n_args; i++)
		{
			BX_TRY(ru_collect(run, op->args[i], cx, &member));
			BX_TRY(xd_array_add(array, &member, run->err));
		}
	}
	*item = xd_function_item(&array->f);
	*found = true;
	return BX_OK;
}

const RuClass ru_array_constructor = {"array constructor", .one = array_one};

/* ---- look-ups ---- */

BxStatus
ru_array_place(RuRun *run, const RuOp *op, const XdItem *place, uint64_t n, uint64_t *i)
{
	if (place->form != AT_FORM_INT || place->u.i < 1 || (uint64_t) place->u.i > n)
		return ru_fail(run, op, "FOAY0001", "there is no such place among %llu of the array",
					   (unsigned long long) n);
	*i = (uint64_t) place->u.i - 1;
	return BX_OK;
}

BxStatus
ru_array_member(RuRun *run, const RuOp *op, const XdArray *array, const XdItem *place, const XdSeq **member)
{
	uint64_t i = 0;

	BX_TRY(ru_array_place(run, op, place, array->n, &i));
	*member = &array->members[i];
	return BX_OK;
}

static BxStatus
look_up_all(RuRun *run, const XdItem *item, XdSeqBuilder *b)
{
	const XdMapEntry *const *list;
	uint64_t i;

	if (xd_is_array(item))
	{
		for (i = 0; i < xd_array(item)->n; i++)
			BX_TRY(xd_seq_append(b, &xd_array(item)->members[i], run->err));
		return BX_OK;
	}
	BX_TRY(xd_map_list(xd_map(item), run->err, &list));
	for (i = 0; i < xd_map(item)->n; i++)
		BX_TRY(xd_seq_append(b, &list[i]->value, run->err));
	return BX_OK;
}

/* What a map or an array has at one key. */
static BxStatus
look_up(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, const XdItem *key, XdSeqBuilder *b)
{
	XdSeq keys = xd_seq_one(key), result;

	BX_TRY(ru_invoke(run, op, item, &keys, 1, cx->arena, &result));
	return xd_seq_append(b, &result, run->err);
}

static BxStatus
lookup_seq(RU_SEQ_ARGS)
{
	XdSeqBuilder b = xd_seq_builder(cx->arena);
	XdSeq items, keys = xd_seq_empty();
	uint64_t i, k;

	BX_TRY(ru_collect(run, op->args[0], cx, &items));
	if (op->args[1] != NULL)
		BX_TRY(ru_collect(run, op->args[1], cx, &keys));
	for (i = 0; i < items.n; i++)
	{
		XdItem item = xd_seq_at(&items, i);

		if (!xd_is_map(&item) && !xd_is_array(&item))
			return ru_fail(run, op, "XPTY0004", "\"?\" needs a map or an array, and this is %s",
						   xd_item_type_name(&item));
		if (op->args[1] == NULL)
			BX_TRY(look_up_all(run, &item, &b));
		for (k = 0; k < keys.n; k++)
		{
			XdItem key = xd_seq_at(&keys, k);

			BX_TRY(look_up(run, op, cx, &item, &key, &b));
		}
	}
	*seq = xd_seq_built(&b);
	return BX_OK;
}

const RuClass ru_lookup = {"lookup", .seq = lookup_seq};
