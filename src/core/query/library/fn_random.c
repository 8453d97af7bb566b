/*
 * fn_random.c -- fn:random-number-generator (F&O section 4.8).
 *
 * Numbers follow from the seed alone, so that a query has the same result wherever and whenever it runs; without a seed
 * they are always the same ones.
 */
#include "fn_function_int.h"

typedef struct Generator
{
	RuCallable base;
	uint64_t state;
} Generator;

/* The next 64 bits: the hash of those before. */
static uint64_t
next_bits(uint64_t *state)
{
	*state = bx_hash_fixed(*state, "next", 4);
	return *state;
}

static BxStatus give_generator(RuRun *run, BxArena *arena, uint64_t state, XdItem *item);

static BxStatus
call_next(RuRun *run, const RuOp *op, const RuCallable *self, const XdSeq *args, BxArena *arena,
		  XdSeq *result)
{
	XdItem item;

	(void) op, (void) args;
	BX_TRY(give_generator(run, arena, ((const Generator *) self)->state, &item));
	*result = xd_seq_one(&item);
	return BX_OK;
}

/* The items in an order of chance: each one changes places with one that is not before it. */
static BxStatus
call_permute(RuRun *run, const RuOp *op, const RuCallable *self, const XdSeq *args, BxArena *arena,
			 XdSeq *result)
{
	uint64_t state = ((const Generator *) self)->state, i;
	XdSeqBuilder b = xd_seq_builder(arena);

	(void) op;
	BX_TRY(xd_seq_append(&b, &args[0], run->err));
	for (i = 0; i + 1 < b.n; i++)
	{
		uint64_t other = i + next_bits(&state) % (b.n - i);
		XdItem item = b.items[i];

		BX_TRY(bx_step(run->host));
		b.items[i] = b.items[other];
		b.items[other] = item;
	}
	*result = xd_seq_built(&b);
	return BX_OK;
}

/* Add a function to the map. */
static BxStatus
add_function(RuRun *run, const AtCall *call, XdMap *map, const char *name, const Generator *like)
{
	XdItem key = at_string_item(bx_str(name, strlen(name))), item;
	Generator *g = bx_arena_alloc(map->arena, sizeof(Generator));
	XdSeq value;

	if (g == NULL)
		return bx_fail_nomem(run->err, sizeof(Generator));
	*g = *like;
	g->base.f.held = map->f.held;
	item = xd_function_item(&g->base.f);
	value = xd_seq_one(&item);
	return xd_map_add(call, map, &key, &value);
}

/* The map of a state. */
static BxStatus
give_generator(RuRun *run, BxArena *arena, uint64_t state, XdItem *item)
{
	static const XdSeqType map_type = {.kind = XD_T_MAP, .any_arguments = true};
	static const XdSeqType items = {.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER};
	AtCall call = ru_key_call(run, arena);
	XdItem key = at_string_item(bx_str("number", 6)), number;
	uint64_t bits = next_bits(&state);
	Generator next = {{{.kind = XD_CODE, .result = &map_type}, call_next}, state};
	Generator permute = {{{.kind = XD_CODE, .arity = 1, .params = &items, .result = &items}, call_permute},
						 state};
	XdMap *map = NULL;
	XdSeq value;

	number = at_double_item((double) (bits >> 11) * 0x1p-53);
	value = xd_seq_one(&number);
	BX_TRY(xd_map_new(arena, run->err, &map));
	BX_TRY(xd_map_add(&call, map, &key, &value));
	BX_TRY(add_function(run, &call, map, "next", &next));
	BX_TRY(add_function(run, &call, map, "permute", &permute));
	*item = xd_function_item(&map->f);
	return BX_OK;
}

BxStatus
fn_random_number_generator(RU_ONE_ARGS)
{
	BxStr seed = bx_str("", 0);
	bool given = false;

	if (op->n_args > 0)
		BX_TRY(fn_arg_text(run, op, 0, cx, &seed, &given));
	*found = true;
	return give_generator(run, cx->arena, given ? bx_hash_fixed(1, seed.s, seed.n) : 0, item);
}
