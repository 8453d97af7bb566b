/*
 * qs_function.c -- functions as items: inline ones, names of functions, partial application, dynamic calls.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_function.h"
#include "../syntax/q_parse.h"
#include "qs_query_int.h"

#include <stdio.h>

/* ---- inline functions ---- */

/* The slots of the variables around that the body may see. */
static BxStatus
capture(QsBuild *b, const QExpr *body, RuCode *code)
{
	uint32_t *slots = bx_arena_alloc(b->arena, (b->n_scope + 1) * sizeof(uint32_t));
	uint32_t i;

	if (slots == NULL)
		return bx_fail_nomem(b->err, (b->n_scope + 1) * sizeof(uint32_t));
	code->captured = slots;
	for (i = 0; i < b->n_scope; i++)
	{
		BX_TRY(bx_step(b->host));
		if (qs_mentions(body, &b->scope[i].name))
			slots[code->n_captured++] = b->scope[i].slot;
	}
	return BX_OK;
}

/* Types of the parameters; NULL if none is declared. */
static BxStatus
param_types(QsBuild *b, const QExpr *e, const XdSeqType **types)
{
	XdSeqType *list = bx_arena_alloc(b->arena, (e->n_params + 1) * sizeof(XdSeqType));
	bool any = false;
	uint32_t i;

	if (list == NULL)
		return bx_fail_nomem(b->err, (e->n_params + 1) * sizeof(XdSeqType));
	for (i = 0; i < e->n_params; i++)
	{
		list[i] = e->params[i].type != NULL ? *e->params[i].type : XD_TYPE_ANY;
		any |= e->params[i].type != NULL;
	}
	*types = any ? list : NULL;
	return BX_OK;
}

/* Build the body, which sees the parameters and what is captured. */
static BxStatus
build_body(QsBuild *b, const QExpr *e, bool focus, RuCode *code)
{
	uint32_t scope = qs_enter(b), i, k, slot;
	RuOp *body;

	for (i = 0; i < e->n_params; i++)
	{
		for (k = 0; k < i; k++)
			if (at_name_equal(&e->params[i].name, &e->params[k].name))
				return qs_fail(b, e->params[i].pos, "XQST0039", "two parameters have the same name");
		BX_TRY(qs_declare(b, &e->params[i].name,
						  e->params[i].type != NULL
							  ? qs_type_of(e->params[i].type)
							  : (RuType){.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER},
						  &slot));
		if (i == 0)
			code->first = slot;
	}
	BX_TRY(qs_build_in_focus(b, e->args[0], focus && b->has_focus, &body));
	if (e->type != NULL)
		BX_TRY(qs_convert(b, &body, e->type, "the result of a function"));
	code->body = body;
	code->focus = focus && (body->uses & (RU_USES_ITEM | RU_USES_POSITION | RU_USES_LAST)) != 0;
	qs_leave(b, scope);
	return BX_OK;
}

static BxStatus
new_function(QsBuild *b, const QExpr *e, bool focus, RuOp **op, RuCode **code)
{
	uint32_t slots = b->max_slots;
	RuCode *c = bx_arena_zalloc(b->arena, sizeof(RuCode));

	if (c == NULL)
		return bx_fail_nomem(b->err, sizeof(RuCode));
	c->f.kind = XD_CODE;
	c->f.arity = e->n_params;
	c->f.result = e->type;
	BX_TRY(param_types(b, e, &c->f.params));
	BX_TRY(capture(b, e->args[0], c));
	b->max_slots = b->n_slots;
	BX_TRY(build_body(b, e, focus, c));
	c->n_slots = b->max_slots;
	b->max_slots = slots > b->n_slots ? slots : b->n_slots;
	BX_TRY(qs_new(b, &ru_closure, e->pos, 0, op));
	(*op)->data = c;
	(*op)->type = (RuType){.kind = XD_T_FUNCTION};
	(*op)->uses =
		(uint8_t) (RU_NOT_CONSTANT | (c->n_captured > 0 ? RU_USES_FRAME : 0) |
				   (c->focus ? c->body->uses & (RU_USES_ITEM | RU_USES_POSITION | RU_USES_LAST) : 0));
	*code = c;
	return BX_OK;
}

BxStatus
qs_inline_function(QsBuild *b, const QExpr *e, RuOp **op)
{
	RuCode *code;

	return new_function(b, e, false, op, &code);
}

/* ---- names of functions ---- */

/* Parameters and result as a function declares them, or as the library does. */
static BxStatus
signature_of(QsBuild *b, const AtName *name, uint32_t arity, RuCode *code)
{
	XdSeqType *params = bx_arena_alloc(b->arena, (arity + 1) * sizeof(XdSeqType));
	const RuFunction *f;
	QFunction signature;
	const FnRow *row;
	uint32_t i;
	bool other;

	if (params == NULL)
		return bx_fail_nomem(b->err, (arity + 1) * sizeof(XdSeqType));
	BX_TRY(qs_find_function(b, name, arity, &f, &other));
	if (f != NULL)
	{
		code->f.params = arity > 0 ? f->params : NULL;
		code->f.result = &f->result;
		return BX_OK;
	}
	row = fn_find(name->uri, name->local, arity, &other);
	if (row == NULL)
		return BX_OK;
	b->query->needs_parents |= (row->properties & FN_PARENTS) != 0;
	BX_TRY(qs_signature(b, row, &signature));
	for (i = 0; i < arity; i++)
	{
		const XdSeqType *type = signature.params[i < signature.n_params ? i : signature.n_params - 1].type;

		params[i] = type != NULL ? *type : XD_TYPE_ANY;
	}
	code->f.params = arity > 0 ? params : NULL;
	code->f.result = signature.result;
	return BX_OK;
}

/* A constructor of a type: of at most one atomic value. */
static BxStatus
constructor_signature(QsBuild *b, const AtName *name, RuCode *code)
{
	XdSeqType *types = bx_arena_zalloc(b->arena, 2 * sizeof(XdSeqType));
	AtType type = at_type_find(name->local);

	if (types == NULL)
		return bx_fail_nomem(b->err, 2 * sizeof(XdSeqType));
	types[0] = (XdSeqType){.kind = XD_T_ATOMIC, .atomic = AT_ANY_ATOMIC, .occurrence = XD_OPTIONAL};
	types[1] = (XdSeqType){.kind = XD_T_ATOMIC, .atomic = (uint8_t) type, .occurrence = XD_OPTIONAL};
	code->f.params = &types[0];
	if (type < AT_TYPES && !at_type_is_list(type))
		code->f.result = &types[1];
	return BX_OK;
}

/* A function as an item: one that calls it. */
static BxStatus
function_by_name(QsBuild *b, uint32_t pos, const AtName *name, uint32_t arity, RuOp **op)
{
	QExpr call = {.kind = QK_CALL, .pos = pos, .name = *name, .n_args = arity};
	QExpr *body = &call;
	QExpr function = {.kind = QK_INLINE_FUNCTION, .pos = pos, .n_args = 1, .args = &body, .n_params = arity};
	AtName *copy = bx_arena_alloc(b->arena, sizeof(AtName));
	QExpr *variables;
	RuCode *code = NULL;
	uint32_t i;

	if (arity > Q_MAX_SOURCE / 8)
		return qs_fail(b, pos, "XPST0017", "no function takes so many arguments");
	call.args = bx_arena_alloc(b->arena, (arity + 1) * sizeof(QExpr *));
	function.params = bx_arena_zalloc(b->arena, (arity + 1) * sizeof(QParam));
	variables = bx_arena_zalloc(b->arena, (arity + 1) * sizeof(QExpr));
	if (copy == NULL || call.args == NULL || function.params == NULL || variables == NULL)
		return bx_fail_nomem(b->err, (arity + 1) * sizeof(QExpr));
	for (i = 0; i < arity; i++)
	{
		char *digits = bx_arena_alloc(b->arena, 12);

		if (digits == NULL)
			return bx_fail_nomem(b->err, 12);
		/* no variable of a query has a name of digits */
		snprintf(digits, 12, "%u", i + 1);
		function.params[i] = (QParam){.name = {.local = bx_str(digits, strlen(digits))}, .pos = pos};
		variables[i] = (QExpr){.kind = QK_VARIABLE, .pos = pos, .name = function.params[i].name};
		call.args[i] = &variables[i];
	}
	BX_TRY(new_function(b, &function, true, op, &code));
	*copy = *name;
	if (copy->prefix.n == 0 && bx_str_is(name->uri, Q_URI_FN))
		copy->prefix = bx_str("fn", 2);
	code->f.name = copy;
	return bx_str_is(name->uri, Q_URI_XS) ? constructor_signature(b, name, code)
										  : signature_of(b, name, arity, code);
}

BxStatus
qs_function_reference(QsBuild *b, const QExpr *e, RuOp **op)
{
	return function_by_name(b, e->pos, &e->name, e->number, op);
}

/* ---- calls ---- */

/* Arguments behind the function; *open: one is a placeholder. */
static BxStatus
build_arguments(QsBuild *b, QExpr *const *args, uint32_t n, RuOp *op)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if (args[i]->kind != QK_PLACEHOLDER)
			BX_TRY(qs_build(b, args[i], &op->args[i + 1]));
	qs_done(op);
	op->uses |= RU_NOT_CONSTANT;
	return BX_OK;
}

static bool
has_placeholder(QExpr *const *args, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if (args[i]->kind == QK_PLACEHOLDER)
			return true;
	return false;
}

BxStatus
qs_dynamic_call(QsBuild *b, const QExpr *e, RuOp **op)
{
	bool open = has_placeholder(e->args + 1, e->n_args - 1);

	BX_TRY(qs_new_over(b, e, open ? &ru_partial : &ru_dynamic_call, e->n_args, op));
	if (open)
		(*op)->type = (RuType){.kind = XD_T_FUNCTION};
	return build_arguments(b, e->args + 1, e->n_args - 1, *op);
}

BxStatus
qs_partial_call(QsBuild *b, const QExpr *e, RuOp **op, bool *is_partial)
{
	*is_partial = has_placeholder(e->args, e->n_args);
	if (!*is_partial)
		return BX_OK;
	BX_TRY(qs_new(b, &ru_partial, e->pos, e->n_args + 1, op));
	BX_TRY(function_by_name(b, e->pos, &e->name, e->n_args, &(*op)->args[0]));
	(*op)->type = (RuType){.kind = XD_T_FUNCTION};
	return build_arguments(b, e->args, e->n_args, *op);
}

/* ---- maps and arrays ---- */

/* A new map or array. */
static BxStatus
container(QsBuild *b, const QExpr *e, const RuClass *class, RuOp **op)
{
	BX_TRY(qs_operands(b, e, class, false, op));
	(*op)->uses |= RU_NOT_CONSTANT;
	(*op)->type = (RuType){.kind = XD_T_FUNCTION};
	return BX_OK;
}

BxStatus
qs_map(QsBuild *b, const QExpr *e, RuOp **op)
{
	uint32_t i;

	BX_TRY(container(b, e, &ru_map_constructor, op));
	for (i = 0; i < e->n_args; i += 2)
		BX_TRY(qs_atomize(b, &(*op)->args[i]));
	return BX_OK;
}

BxStatus
qs_array(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(container(b, e, &ru_array_constructor, op));
	(*op)->sub = (e->flags & Q_CURLY) != 0;
	return BX_OK;
}

BxStatus
qs_lookup(QsBuild *b, const QExpr *e, RuOp **op)
{
	bool all = (e->flags & Q_LOOKUP_ALL) != 0;

	BX_TRY(qs_new_over(b, e, &ru_lookup, 2, op));
	if (!all)
		BX_TRY(qs_build(b, e->args[1], &(*op)->args[1]));
	if (!all)
		BX_TRY(qs_atomize(b, &(*op)->args[1]));
	qs_done(*op);
	return BX_OK;
}
