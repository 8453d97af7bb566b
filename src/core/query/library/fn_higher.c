/*
 * fn_higher.c -- functions that call functions (F&O section 16), and options in maps.
 */
#include "fn_function_int.h"

/* ---- calls ---- */

BxStatus
fn_each_begin(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, FnEach *each)
{
	bool found = false;

	each->result = xd_seq_empty();
	each->at = 0;
	each->own = NULL;
	BX_TRY(ru_arg(run, op, i, cx, &each->function, &found));
	return ru_arena_take(run, &each->own);
}

bool
fn_each_next(FnEach *each, XdItem *item)
{
	if (each->at == each->result.n)
		return false;
	*item = xd_seq_at(&each->result, each->at++);
	return true;
}

BxStatus
fn_each_call(RuRun *run, const RuOp *op, FnEach *each, const XdSeq *args, uint32_t n)
{
	each->result = xd_seq_empty();
	each->at = 0;
	ru_arena_clear(each->own);
	return ru_invoke(run, op, &each->function, args, n, &each->own->arena, &each->result);
}

BxStatus
fn_each_test(RuRun *run, const RuOp *op, FnEach *each, const XdSeq *args, uint32_t n, bool *truth)
{
	static const XdSeqType boolean = {.kind = XD_T_ATOMIC, .atomic = AT_BOOLEAN};
	XdItem item;

	BX_TRY(fn_each_call(run, op, each, args, n));
	BX_TRY(ru_convert_seq(run, op, &boolean, "the result of a function", &each->own->arena, &each->result,
						  &each->result));
	item = xd_seq_at(&each->result, 0);
	*truth = item.u.i != 0;
	each->at = each->result.n;
	return BX_OK;
}

void
fn_each_end(RuRun *run, FnEach *each)
{
	if (each->own != NULL)
		ru_arena_give(run, each->own);
	each->own = NULL;
}

/* ---- for-each, filter, for-each-pair ---- */

typedef struct Calls
{
	RuIter in;
	RuIter other; /* of for-each-pair */
	FnEach each;
	bool in_open;
	bool other_open;
} Calls;

static void
close_calls(RuRun *run, RuIter *it)
{
	Calls *c = it->state;

	if (c->in_open)
		ru_close(run, &c->in);
	if (c->other_open)
		ru_close(run, &c->other);
	c->in_open = c->other_open = false;
	fn_each_end(run, &c->each);
}

static BxStatus
open_calls(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it, uint32_t function, Calls **calls)
{
	void *state;

	BX_TRY(ru_state(run, it, sizeof(Calls), &state));
	*calls = state;
	it->close = close_calls;
	BX_TRY(fn_each_begin(run, op, function, cx, &(*calls)->each));
	BX_TRY(ru_open(run, op->args[0], cx, &(*calls)->in));
	(*calls)->in_open = true;
	return BX_OK;
}

static BxStatus
next_of_each(RU_NEXT_ARGS)
{
	Calls *c = it->state;

	while (!fn_each_next(&c->each, item))
	{
		XdItem arg;
		XdSeq args;

		BX_TRY(ru_next(run, &c->in, &arg, found));
		c->in_open = *found;
		if (!*found)
			return BX_OK;
		args = xd_seq_one(&arg);
		BX_TRY(fn_each_call(run, it->op, &c->each, &args, 1));
	}
	*found = true;
	return BX_OK;
}

BxStatus
fn_for_each(RU_OPEN_ARGS)
{
	Calls *c;

	it->next = next_of_each;
	it->fleeting = true;
	return open_calls(run, op, cx, it, 1, &c);
}

static BxStatus
next_that_passes(RU_NEXT_ARGS)
{
	Calls *c = it->state;
	bool passes;

	do
	{
		XdSeq args;

		BX_TRY(ru_next(run, &c->in, item, found));
		it->fleeting = c->in.fleeting;
		c->in_open = *found;
		if (!*found)
			return BX_OK;
		args = xd_seq_one(item);
		BX_TRY(fn_each_test(run, it->op, &c->each, &args, 1, &passes));
	} while (!passes);
	return BX_OK;
}

BxStatus
fn_filter(RU_OPEN_ARGS)
{
	Calls *c;

	it->next = next_that_passes;
	return open_calls(run, op, cx, it, 1, &c);
}

static BxStatus
next_of_pair(RU_NEXT_ARGS)
{
	Calls *c = it->state;

	while (!fn_each_next(&c->each, item))
	{
		XdItem a, b;
		XdSeq args[2];

		*found = false;
		if (!c->in_open || !c->other_open)
			return BX_OK;
		BX_TRY(ru_next(run, &c->in, &a, &c->in_open));
		BX_TRY(ru_next(run, &c->other, &b, &c->other_open));
		if (!c->in_open || !c->other_open)
			return BX_OK;
		args[0] = xd_seq_one(&a);
		args[1] = xd_seq_one(&b);
		BX_TRY(fn_each_call(run, it->op, &c->each, args, 2));
	}
	*found = true;
	return BX_OK;
}

BxStatus
fn_for_each_pair(RU_OPEN_ARGS)
{
	Calls *c = NULL;

	it->next = next_of_pair;
	it->fleeting = true;
	BX_TRY(open_calls(run, op, cx, it, 2, &c));
	BX_TRY(ru_open(run, op->args[1], cx, &c->other));
	c->other_open = true;
	return BX_OK;
}

/* ---- folds ---- */

BxStatus
fn_fold_begin(RuRun *run, const RuOp *op, const RuCx *cx, FnFold *fold)
{
	bool found = false;

	memset(fold, 0, sizeof(*fold));
	BX_TRY(ru_arg_seq(run, op, 1, cx, &fold->value));
	BX_TRY(ru_arg(run, op, 2, cx, &fold->function, &found));
	BX_TRY(ru_arena_take(run, &fold->arenas[0]));
	return ru_arena_take(run, &fold->arenas[1]);
}

BxStatus
fn_fold_step(RuRun *run, const RuOp *op, FnFold *fold, const XdSeq *x, bool right)
{
	XdSeq args[2] = {right ? *x : fold->value, right ? fold->value : *x};

	BX_TRY(ru_invoke(run, op, &fold->function, args, 2, &fold->arenas[fold->turn]->arena, &fold->value));
	fold->turn ^= 1;
	ru_arena_clear(fold->arenas[fold->turn]);
	return BX_OK;
}

BxStatus
fn_fold_end(RuRun *run, const RuCx *cx, FnFold *fold, RuIter *it)
{
	XdSeq value;

	BX_TRY(xd_seq_keep(cx->arena, &fold->value, &value, run->err));
	ru_arena_give(run, fold->arenas[0]);
	ru_arena_give(run, fold->arenas[1]);
	return ru_iter_seq(run, it, &value);
}

BxStatus
fn_fold_left(RU_OPEN_ARGS)
{
	FnFold fold;
	RuIter in;

	BX_TRY(fn_fold_begin(run, op, cx, &fold));
	BX_TRY(ru_open(run, op->args[0], cx, &in));
	for (;;)
	{
		XdItem item;
		XdSeq x;
		bool found;

		BX_TRY(ru_next(run, &in, &item, &found));
		if (!found)
			break;
		x = xd_seq_one(&item);
		BX_TRY(fn_fold_step(run, op, &fold, &x, false));
	}
	return fn_fold_end(run, cx, &fold, it);
}

BxStatus
fn_fold_right(RU_OPEN_ARGS)
{
	XdSeq seq;
	FnFold fold;
	uint64_t i;

	BX_TRY(ru_arg_seq(run, op, 0, cx, &seq));
	BX_TRY(fn_fold_begin(run, op, cx, &fold));
	for (i = seq.n; i > 0; i--)
	{
		XdItem item = xd_seq_at(&seq, i - 1);
		XdSeq x = xd_seq_one(&item);

		BX_TRY(fn_fold_step(run, op, &fold, &x, true));
	}
	return fn_fold_end(run, cx, &fold, it);
}

BxStatus
fn_apply(RU_OPEN_ARGS)
{
	XdItem function, array;
	bool found = false;
	XdSeq value;

	BX_TRY(ru_arg(run, op, 0, cx, &function, &found));
	BX_TRY(ru_arg(run, op, 1, cx, &array, &found));
	if (function.u.f->arity != xd_array(&array)->n)
		return ru_fail(run, op, "FOAP0001", "a function of %u argument%s is applied to %llu",
					   function.u.f->arity, function.u.f->arity == 1 ? "" : "s",
					   (unsigned long long) xd_array(&array)->n);
	BX_TRY(ru_invoke(run, op, &function, xd_array(&array)->members, (uint32_t) xd_array(&array)->n, cx->arena,
					 &value));
	return ru_iter_seq(run, it, &value);
}

/* ---- of functions themselves ---- */

BxStatus
fn_function_name(RU_ONE_ARGS)
{
	XdItem function;

	BX_TRY(ru_arg(run, op, 0, cx, &function, found));
	*found = function.u.f->name != NULL;
	if (*found)
		*item = (XdItem){.u.name = function.u.f->name, .type = AT_QNAME, .form = AT_FORM_NAME};
	return BX_OK;
}

BxStatus
fn_function_arity(RU_ONE_ARGS)
{
	XdItem function;

	BX_TRY(ru_arg(run, op, 0, cx, &function, found));
	return fn_give_integer(function.u.f->arity, item, found);
}

/* ---- options ---- */

BxStatus
fn_option(RuRun *run, const RuOp *op, const RuCx *cx, const XdMap *options, const char *name,
		  const XdSeq **value)
{
	XdItem key = at_string_item(bx_str(name, strlen(name)));
	AtCall call = ru_at(run, cx);
	const XdMapEntry *entry;

	BX_TRY(ru_at_op(run, op, xd_map_find(&call, options, &key, &entry)));
	*value = entry != NULL ? &entry->value : NULL;
	return BX_OK;
}

/* The one item of an option, converted. */
static BxStatus
option_item(RuRun *run, const RuOp *op, const RuCx *cx, const XdMap *options, const char *name, AtType type,
			XdItem *item, bool *set)
{
	const XdSeqType wanted = {.kind = XD_T_ATOMIC, .atomic = (uint8_t) type};
	const XdSeq *value = NULL;
	XdSeq converted;

	BX_TRY(fn_option(run, op, cx, options, name, &value));
	*set = value != NULL;
	if (!*set)
		return BX_OK;
	BX_TRY(ru_convert_seq(run, op, &wanted, "an option", cx->arena, value, &converted));
	*item = xd_seq_at(&converted, 0);
	return BX_OK;
}

BxStatus
fn_option_str(RuRun *run, const RuOp *op, const RuCx *cx, const XdMap *options, const char *name, BxStr *s,
			  bool *set)
{
	XdItem item;

	BX_TRY(option_item(run, op, cx, options, name, AT_STRING, &item, set));
	if (*set)
		*s = at_item_str(&item);
	return BX_OK;
}

BxStatus
fn_option_bool(RuRun *run, const RuOp *op, const RuCx *cx, const XdMap *options, const char *name, bool *b,
			   bool *set)
{
	XdItem item;

	BX_TRY(option_item(run, op, cx, options, name, AT_BOOLEAN, &item, set));
	if (*set)
		*b = item.u.i != 0;
	return BX_OK;
}
