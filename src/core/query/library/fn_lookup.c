/*
 * fn_lookup.c -- fn:function-lookup: a function by a name that is computed (F&O section 16.1.1).
 *
 * A function of the library or of the query becomes an operator that calls it with the values of its own frame.
 */
#include "fn_function_int.h"

#include "../run/ru_expr.h"
#include "../run/ru_operators.h"
#include "../run/ru_query.h"
#include "../syntax/q_ast.h"
#include "../syntax/q_parse.h"
#include "fn_table.h"

/* The constructor of an atomic type. */
typedef struct Constructor
{
	RuCallable base;
	AtType type;
} Constructor;

static BxStatus
call_constructor(RuRun *run, const RuOp *op, const RuCallable *self, const XdSeq *args, BxArena *arena,
				 XdSeq *result)
{
	AtCall call = ru_key_call(run, arena);
	AtType type = ((const Constructor *) self)->type;
	XdItem item;

	*result = args[0];
	if (args[0].n == 0)
		return BX_OK;
	item = xd_seq_at(&args[0], 0);
	if (at_type_is_list(type))
	{
		XdSeqBuilder b = xd_seq_builder(arena);

		BX_TRY(ru_at_op(run, op, ru_cast_words(run, op, &call, type, &item, &b)));
		*result = xd_seq_built(&b);
		return BX_OK;
	}
	BX_TRY(ru_at_op(run, op, at_cast(&call, &item, type, &item)));
	*result = xd_seq_one(&item);
	return BX_OK;
}

static const XdSeqType any_atom = {.kind = XD_T_ATOMIC, .atomic = AT_ANY_ATOMIC, .occurrence = XD_OPTIONAL};

static BxStatus
find_constructor(RuRun *run, XdStorage store, const AtName *name, XdItem *item, bool *found)
{
	AtType type = at_type_find(name->local);
	XdSeqType *result;
	Constructor *c;

	*found = type != AT_TYPES && type != AT_ANY_TYPE && type != AT_ANY_SIMPLE && type != AT_ANY_ATOMIC &&
			 type != AT_NOTATION;
	if (!*found)
		return BX_OK;
	c = bx_arena_zalloc(store.arena, sizeof(Constructor));
	result = bx_arena_zalloc(store.arena, sizeof(XdSeqType));
	if (c == NULL || result == NULL)
		return bx_fail_nomem(run->err, sizeof(Constructor));
	*result = any_atom;
	result->atomic = (uint8_t) type;
	if (at_type_is_list(type))
		*result = (XdSeqType){
			.kind = XD_T_ATOMIC, .atomic = (uint8_t) at_types[type].base, .occurrence = XD_ANY_NUMBER};
	c->base.f = (XdFunction){
		.kind = XD_CODE, .arity = 1, .name = name, .params = &any_atom, .result = result, .held = store.held};
	c->base.call = call_constructor;
	c->type = type;
	return fn_give_function(&c->base.f, item, found);
}

/* ---- functions of the library and of the query ---- */

static RuOp *
new_op(BxArena *arena, const RuOp *at, const RuClass *class, uint32_t n_args)
{
	RuOp *op = bx_arena_zalloc(arena, sizeof(RuOp));

	if (op == NULL)
		return NULL;
	op->class = class;
	op->pos = at->pos;
	op->module = at->module;
	op->n_args = n_args;
	op->type = (RuType){.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER};
	op->args = bx_arena_zalloc(arena, (n_args + 1) * sizeof(RuOp *));
	return op->args != NULL ? op : NULL;
}

/* A call with the values of the first slots; a value is at most one item where its type says so. */
static BxStatus
new_call(RuRun *run, BxArena *arena, const RuOp *at, const RuClass *class, const void *data, RuCode *code)
{
	const XdFunction *f = &code->f;
	RuOp *call = new_op(arena, at, class, f->arity);
	uint32_t i;

	if (call == NULL)
		return bx_fail_nomem(run->err, sizeof(RuOp));
	for (i = 0; i < f->arity; i++)
	{
		bool single = f->params != NULL && !(f->params[i].occurrence & XD_REPEATED);

		call->args[i] = new_op(arena, at, single ? &ru_local_one : &ru_local, 0);
		if (call->args[i] == NULL)
			return bx_fail_nomem(run->err, sizeof(RuOp));
		call->args[i]->slot = i;
	}
	call->data = data;
	code->body = call;
	return BX_OK;
}

/* The function item that runs a call, with the focus of this place where it looks at that. */
static BxStatus
give_closure(RuRun *run, const RuOp *at, const RuCx *cx, RuCode *code, XdItem *item, bool *found)
{
	RuOp op = {.class = &ru_closure, .pos = at->pos, .module = at->module, .data = code};

	code->n_slots = code->f.arity;
	return ru_closure.one(run, &op, cx, item, found);
}

static BxStatus
find_declared(RuRun *run, BxArena *arena, const RuOp *at, const RuCx *cx, RuCode *code, XdItem *item,
			  bool *found)
{
	const RuFunction *f = NULL;
	uint32_t i;

	*found = false;
	for (i = 0; i < run->query->n_functions && !*found; i++)
	{
		f = run->query->functions[i];
		*found = f->n_params == code->f.arity && at_name_equal(&f->name, code->f.name) &&
				 ru_sees(ru_module(run, at), at->module, f->module, f->is_private);
	}
	if (!*found)
		return BX_OK;
	code->f.params = f->params;
	code->f.result = &f->result;
	BX_TRY(new_call(run, arena, at, &ru_call, f, code));
	return give_closure(run, at, cx, code, item, found);
}

static BxStatus
find_in_library(RuRun *run, BxArena *arena, const RuOp *at, const RuCx *cx, RuCode *code, XdItem *item,
				bool *found)
{
	bool other;
	const FnRow *row = fn_find(code->f.name->uri, code->f.name->local, code->f.arity, &other);
	QFunction signature;
	XdSeqType *params;
	uint32_t i;

	*found = row != NULL;
	if (!*found)
		return BX_OK;
	BX_TRY(q_parse_signature(bx_str(row->signature, strlen(row->signature)), arena, run->host, &signature,
							 run->err));
	params = bx_arena_alloc(arena, (code->f.arity + 1) * sizeof(XdSeqType));
	if (params == NULL)
		return bx_fail_nomem(run->err, (code->f.arity + 1) * sizeof(XdSeqType));
	for (i = 0; i < code->f.arity; i++)
	{
		const QParam *p = &signature.params[i < signature.n_params ? i : signature.n_params - 1];

		params[i] = p->type != NULL ? *p->type : XD_TYPE_ANY;
	}
	code->f.params = code->f.arity > 0 ? params : NULL;
	code->f.result = signature.result;
	code->focus = (row->properties & (FN_CONTEXT | FN_POSITION | FN_LAST)) != 0;
	BX_TRY(new_call(run, arena, at, &row->class, row, code));
	return give_closure(run, at, cx, code, item, found);
}

BxStatus
fn_function_lookup(RU_ONE_ARGS)
{
	XdStorage store;
	XdItem name;
	int64_t arity;
	RuCode *code;

	BX_TRY(xd_store(cx->arena, run->err, &store));
	code = bx_arena_zalloc(store.arena, sizeof(RuCode));
	if (code == NULL)
		return bx_fail_nomem(run->err, sizeof(RuCode));
	BX_TRY(ru_arg(run, op, 0, cx, &name, found));
	BX_TRY(ru_arg_integer(run, op, 1, cx, &arity));
	*found = false;
	if (arity < 0 || arity > Q_MAX_SOURCE / 8)
		return BX_OK;
	BX_TRY(xd_item_keep(store.arena, &name, &name, run->err));
	code->f.kind = XD_CODE;
	code->f.held = store.held;
	code->f.arity = (uint32_t) arity;
	code->f.name = name.u.name;
	if (bx_str_is(name.u.name->uri, Q_URI_XS))
		return arity == 1 ? find_constructor(run, store, name.u.name, item, found) : BX_OK;
	BX_TRY(find_declared(run, store.arena, op, cx, code, item, found));
	return *found ? BX_OK : find_in_library(run, store.arena, op, cx, code, item, found);
}
