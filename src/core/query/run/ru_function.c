/*
 * ru_function.c -- functions as items: closures, partial application, coercion, dynamic calls.
 *
 * A call has an arena of its own, so that a fold holds no more than its result.
 */
#include "../../base/bx_core_int.h"

#include "ru_function.h"

#include "ru_operators.h"

/* ---- closures ---- */

typedef struct Closure
{
	RuCallable base;
	const RuCode *code;
	XdSeq *captured;
	XdItem item; /* the focus, if the code has it */
	uint64_t pos, size;
	bool has_item;
} Closure;

static BxStatus
call_body(RuRun *run, const Closure *c, const XdSeq *args, RuArena *own, XdSeq *result)
{
	const RuCode *code = c->code;
	RuCx cx = {.arena = &own->arena, .pos = c->pos, .size = c->size};
	uint32_t i;

	cx.item = c->has_item ? &c->item : NULL;
	cx.frame = bx_arena_zalloc(cx.arena, (code->n_slots + 1) * sizeof(XdSeq));
	if (cx.frame == NULL)
		return bx_fail_nomem(run->err, (code->n_slots + 1) * sizeof(XdSeq));
	for (i = 0; i < code->n_captured; i++)
		cx.frame[code->captured[i]] = c->captured[i];
	for (i = 0; i < code->f.arity; i++)
		cx.frame[code->first + i] = args[i];
	return ru_collect(run, code->body, &cx, result);
}

static BxStatus
call_closure(RuRun *run, const RuOp *op, const RuCallable *self, const XdSeq *args, BxArena *arena,
			 XdSeq *result)
{
	RuArena *own;

	(void) op;
	BX_TRY(ru_arena_take(run, &own));
	BX_TRY(call_body(run, (const Closure *) self, args, own, result));
	BX_TRY(xd_seq_keep(arena, result, result, run->err));
	ru_arena_give(run, own);
	return BX_OK;
}

static BxStatus
closure_one(RU_ONE_ARGS)
{
	const RuCode *code = op->data;
	XdStorage store;
	Closure *c;
	uint32_t i;

	BX_TRY(xd_store(cx->arena, run->err, &store));
	c = bx_arena_zalloc(store.arena, sizeof(Closure));
	if (c == NULL)
		return bx_fail_nomem(run->err, sizeof(Closure));
	BX_TRY(xd_function_hold(store.arena, &code->f, run->err));
	c->base.f = code->f;
	c->base.f.held = store.held;
	c->base.call = call_closure;
	c->code = code;
	c->captured = bx_arena_alloc(store.arena, (code->n_captured + 1) * sizeof(XdSeq));
	if (c->captured == NULL)
		return bx_fail_nomem(run->err, (code->n_captured + 1) * sizeof(XdSeq));
	for (i = 0; i < code->n_captured; i++)
		BX_TRY(xd_seq_keep(store.arena, &cx->frame[code->captured[i]], &c->captured[i], run->err));
	if (code->focus && cx->item != NULL)
	{
		BX_TRY(xd_item_keep(store.arena, cx->item, &c->item, run->err));
		c->pos = cx->pos;
		c->size = cx->size;
		c->has_item = true;
	}
	*item = xd_function_item(&c->base.f);
	*found = true;
	return BX_OK;
}

const RuClass ru_closure = {"function item", .one = closure_one};

/* ---- calls ---- */

static BxStatus
call_map(RuRun *run, const XdMap *map, const RuOp *op, const XdSeq *key, BxArena *arena, XdSeq *result)
{
	static const XdSeqType atom = {.kind = XD_T_ATOMIC, .atomic = AT_ANY_ATOMIC};
	AtCall call = ru_key_call(run, arena);
	const XdMapEntry *entry;
	XdSeq converted;
	XdItem item;

	BX_TRY(ru_convert_seq(run, op, &atom, "the key of a map", arena, key, &converted));
	item = xd_seq_at(&converted, 0);
	BX_TRY(ru_at_op(run, op, xd_map_find(&call, map, &item, &entry)));
	*result = entry != NULL ? entry->value : xd_seq_empty();
	return BX_OK;
}

static BxStatus
call_array(RuRun *run, const XdArray *array, const RuOp *op, const XdSeq *place, BxArena *arena,
		   XdSeq *result)
{
	static const XdSeqType integer = {.kind = XD_T_ATOMIC, .atomic = AT_INTEGER};
	const XdSeq *member = NULL;
	XdSeq converted;
	XdItem item;

	BX_TRY(ru_convert_seq(run, op, &integer, "the place in an array", arena, place, &converted));
	item = xd_seq_at(&converted, 0);
	BX_TRY(ru_array_member(run, op, array, &item, &member));
	*result = *member;
	return BX_OK;
}

/* Arguments converted to the types of the parameters. */
static BxStatus
call_callable(RuRun *run, const RuOp *op, const RuCallable *callable, const XdSeq *args, BxArena *arena,
			  XdSeq *result)
{
	uint32_t i, n = callable->f.arity;
	XdSeq few[4], *converted = few;

	if (callable->f.params == NULL)
		return callable->call(run, op, callable, args, arena, result);
	if (n > sizeof(few) / sizeof(few[0]))
	{
		converted = bx_arena_alloc(arena, n * sizeof(XdSeq));
		if (converted == NULL)
			return bx_fail_nomem(run->err, n * sizeof(XdSeq));
	}
	for (i = 0; i < n; i++)
		BX_TRY(ru_convert_seq(run, op, &callable->f.params[i], "an argument of a function", arena, &args[i],
							  &converted[i]));
	return callable->call(run, op, callable, converted, arena, result);
}

BxStatus
ru_invoke(RuRun *run, const RuOp *op, const XdItem *function, const XdSeq *args, uint32_t n, BxArena *arena,
		  XdSeq *result)
{
	const XdFunction *f = function->u.f;

	if (function->type != AT_FUNCTION)
		return ru_fail(run, op, "XPTY0004", "a function is needed here, and this is %s",
					   xd_item_type_name(function));
	if (f->arity != n)
		return ru_fail(run, op, "XPTY0004", "a function of %u argument%s is called with %u", f->arity,
					   f->arity == 1 ? "" : "s", n);
	BX_TRY(ru_check_stack(run));
	BX_TRY(bx_step(run->host));
	if (f->kind == XD_MAP)
		return call_map(run, (const XdMap *) f, op, args, arena, result);
	if (f->kind == XD_ARRAY)
		return call_array(run, (const XdArray *) f, op, args, arena, result);
	return call_callable(run, op, (const RuCallable *) f, args, arena, result);
}

/* The function of a call, which is exactly one item. */
static BxStatus
function_of(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *function)
{
	XdSeq seq;

	BX_TRY(ru_collect(run, op->args[0], cx, &seq));
	if (seq.n != 1)
		return ru_fail(run, op, "XPTY0004", "one function is needed here, and this is %s",
					   seq.n == 0 ? "an empty sequence" : "a sequence of several items");
	*function = xd_seq_at(&seq, 0);
	if (function->type == AT_FUNCTION)
		return BX_OK;
	return ru_fail(run, op, "XPTY0004", "a function is needed here, and this is %s",
				   xd_item_type_name(function));
}

static BxStatus
dynamic_seq(RuRun *run, const RuOp *op, const RuCx *cx, XdSeq *result)
{
	uint32_t i, n = op->n_args - 1;
	XdItem function;
	XdSeq *args;

	BX_TRY(function_of(run, op, cx, &function));
	args = ru_alloc(run, cx, n * sizeof(XdSeq));
	if (args == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < n; i++)
		BX_TRY(ru_collect(run, op->args[i + 1], cx, &args[i]));
	return ru_invoke(run, op, &function, args, n, cx->arena, result);
}

const RuClass ru_dynamic_call = {"dynamic function call", .seq = dynamic_seq};

/* ---- partial application ---- */

typedef struct Partial
{
	RuCallable base;
	XdItem function;
	const RuOp *op;
	XdSeq *args; /* of those that are given */
} Partial;

static BxStatus
call_partial(RuRun *run, const RuOp *op, const RuCallable *self, const XdSeq *args, BxArena *arena,
			 XdSeq *result)
{
	const Partial *p = (const Partial *) self;
	uint32_t i, n = p->op->n_args - 1, open = 0;
	XdSeq *all = bx_arena_alloc(arena, n * sizeof(XdSeq));

	if (all == NULL)
		return bx_fail_nomem(run->err, n * sizeof(XdSeq));
	for (i = 0; i < n; i++)
		all[i] = p->op->args[i + 1] != NULL ? p->args[i] : args[open++];
	return ru_invoke(run, op, &p->function, all, n, arena, result);
}

/* Types of the parameters that are left open. */
static BxStatus
open_params(RuRun *run, BxArena *arena, Partial *p)
{
	const XdFunction *f = p->function.u.f;
	XdSeqType *params;
	uint32_t i, n = 0;

	p->base.f.result = f->kind == XD_CODE ? f->result : NULL;
	if (f->kind != XD_CODE || f->params == NULL || p->base.f.arity == 0)
		return BX_OK;
	params = bx_arena_alloc(arena, p->base.f.arity * sizeof(XdSeqType));
	if (params == NULL)
		return bx_fail_nomem(run->err, p->base.f.arity * sizeof(XdSeqType));
	for (i = 0; i < f->arity; i++)
		if (p->op->args[i + 1] == NULL)
			params[n++] = f->params[i];
	p->base.f.params = params;
	return BX_OK;
}

static BxStatus
partial_one(RU_ONE_ARGS)
{
	uint32_t i, n = op->n_args - 1;
	XdStorage store;
	XdSeq value;
	Partial *p;

	BX_TRY(xd_store(cx->arena, run->err, &store));
	p = bx_arena_zalloc(store.arena, sizeof(Partial));
	if (p == NULL)
		return bx_fail_nomem(run->err, sizeof(Partial));
	p->base.f.held = store.held;
	p->op = op;
	p->base.f.kind = XD_CODE;
	p->base.call = call_partial;
	BX_TRY(function_of(run, op, cx, &p->function));
	BX_TRY(xd_item_keep(store.arena, &p->function, &p->function, run->err));
	if (p->function.u.f->arity != n)
		return ru_fail(run, op, "XPTY0004", "a function of %u argument%s is applied to %u",
					   p->function.u.f->arity, p->function.u.f->arity == 1 ? "" : "s", n);
	p->args = bx_arena_alloc(store.arena, (n + 1) * sizeof(XdSeq));
	if (p->args == NULL)
		return bx_fail_nomem(run->err, (n + 1) * sizeof(XdSeq));
	for (i = 0; i < n; i++)
	{
		const XdFunction *f = p->function.u.f;
		const XdSeqType *type = f->kind == XD_CODE && f->params != NULL ? &f->params[i] : NULL;

		p->base.f.arity += op->args[i + 1] == NULL;
		if (op->args[i + 1] == NULL)
			continue;
		BX_TRY(ru_collect(run, op->args[i + 1], cx, &value));
		BX_TRY(ru_convert_seq(run, op, type, "an argument of a function", cx->arena, &value, &value));
		BX_TRY(xd_seq_keep(store.arena, &value, &p->args[i], run->err));
	}
	BX_TRY(open_params(run, store.arena, p));
	*item = xd_function_item(&p->base.f);
	*found = true;
	return BX_OK;
}

const RuClass ru_partial = {"partial application", .one = partial_one};

/* ---- coercion ---- */

typedef struct Coerced
{
	RuCallable base;
	XdItem function;
} Coerced;

/* Arguments have been converted to the types of the coerced function; that inside converts them to its own. */
static BxStatus
call_coerced(RuRun *run, const RuOp *op, const RuCallable *self, const XdSeq *args, BxArena *arena,
			 XdSeq *result)
{
	const Coerced *c = (const Coerced *) self;

	BX_TRY(ru_invoke(run, op, &c->function, args, c->base.f.arity, arena, result));
	return ru_convert_seq(run, op, c->base.f.result, "the result of a function", arena, result, result);
}

/* A function that has the type; *fits false: it takes another number of arguments, or is none. */
static BxStatus
coerce(RuRun *run, BxArena *arena, const XdSeqType *type, XdItem *item, bool *fits)
{
	XdStorage store;
	Coerced *c;

	*fits = item->type == AT_FUNCTION && (type->any_arguments || item->u.f->arity == type->n_args);
	if (!*fits || type->any_arguments)
		return BX_OK;
	BX_TRY(xd_store(arena, run->err, &store));
	c = bx_arena_zalloc(store.arena, sizeof(Coerced));
	if (c == NULL)
		return bx_fail_nomem(run->err, sizeof(Coerced));
	c->base.f = (XdFunction){.kind = XD_CODE,
							 .arity = type->n_args,
							 .name = item->u.f->name,
							 .params = type->args,
							 .result = type->result,
							 .held = store.held};
	c->base.call = call_coerced;
	BX_TRY(xd_item_keep(store.arena, item, &c->function, run->err));
	*item = xd_function_item(&c->base.f);
	return BX_OK;
}

/* ---- conversions of values ---- */

/* at: the place, the type and the role. */
static BxStatus
convert_item(RuRun *run, const RuOp *at, const RuCx *cx, XdItem *item)
{
	const XdSeqType *type = at->check;
	bool fits;

	if (type->kind == XD_T_ATOMIC || type->kind == XD_T_NUMERIC)
		return ru_convert_atom(run, at, cx, type, item, item);
	if (type->kind == XD_T_FUNCTION)
		BX_TRY(coerce(run, cx->arena, type, item, &fits));
	else
		BX_TRY(xd_type_matches(run->forest, type, item, &fits));
	return fits ? BX_OK : ru_misfit(run, at, xd_item_type_name(item));
}

BxStatus
ru_convert_seq(RuRun *run, const RuOp *op, const XdSeqType *type, const char *name, BxArena *arena,
			   const XdSeq *value, XdSeq *converted)
{
	const RuRole role = {"XPTY0004", name};
	const RuOp at = {.pos = op->pos, .module = op->module, .check = type, .data = &role};
	const RuCx cx = {.arena = arena};
	XdSeqBuilder b = xd_seq_builder(arena);
	bool atomic, fits;
	uint64_t i;

	*converted = *value;
	if (type == NULL || (type->kind == XD_T_ITEM && type->occurrence == XD_ANY_NUMBER))
		return BX_OK;
	BX_TRY(ru_seq_fits(type, value, &fits));
	if (fits)
		return BX_OK;
	atomic = type->kind == XD_T_ATOMIC || type->kind == XD_T_NUMERIC;
	for (i = 0; i < value->n; i++)
	{
		XdItem item = xd_seq_at(value, i);

		BX_TRY(bx_step(run->host));
		BX_TRY(atomic ? ru_atomize_into(run, op, &item, &b) : xd_seq_add(&b, &item, run->err));
	}
	if (type->kind == XD_T_EMPTY)
		return b.n == 0 ? BX_OK : ru_misfit(run, &at, "not empty");
	if (b.n == 0 && !(type->occurrence & XD_OPTIONAL))
		return ru_misfit(run, &at, "an empty sequence");
	if (b.n > 1 && !(type->occurrence & XD_REPEATED))
		return ru_misfit(run, &at, "a sequence of several items");
	for (i = 0; i < b.n; i++)
		BX_TRY(convert_item(run, &at, &cx, &b.items[i]));
	*converted = xd_seq_built(&b);
	return BX_OK;
}

/* ---- coercion as an operator ---- */

static BxStatus
coerced_seq(RU_SEQ_ARGS)
{
	const RuRole *role = op->data;

	BX_TRY(ru_collect(run, op->args[0], cx, seq));
	return ru_convert_seq(run, op, op->check, role->name, cx->arena, seq, seq);
}

const RuClass ru_coerced = {"function coercion", .seq = coerced_seq};
