/*
 * qs_build.c -- builders by kind, new operators, what they use of the context, variables in scope.
 */
#include "../../base/bx_core_int.h"

#include "qs_query_int.h"

#include <stdarg.h>
#include <stdio.h>

BxStatus
qs_fail(QsBuild *b, uint32_t pos, const char *code, const char *fmt, ...)
{
	char msg[BX_MSG_MAX];

	BX_PUT_MESSAGE(msg, fmt);
	return bx_fail_code(b->err, BX_E_XPATH, pos, code, "invalid XQuery expression: %s", msg);
}

BxStatus
qs_check_depth(QsBuild *b, const QExpr *e)
{
	BX_TRY(bx_step(b->host));
	if (bx_stack_ok(b->host))
		return BX_OK;
	return bx_fail(b->err, BX_E_DEPTH, e->pos, "the query is nested too deeply");
}

BxStatus
qs_build(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_check_depth(b, e));
	return (b->rules != NULL ? b->rules->build : b->builders[e->kind])(b, e, op);
}

BxStatus
qs_build_in_focus(QsBuild *b, const QExpr *e, bool has_focus, RuOp **op)
{
	bool before = b->has_focus;
	BxStatus st;

	b->has_focus = has_focus;
	st = qs_build(b, e, op);
	b->has_focus = before;
	return st;
}

BxStatus
qs_build_all(QsBuild *b, QExpr *const *exprs, uint32_t n, RuOp **ops)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		BX_TRY(qs_build(b, exprs[i], &ops[i]));
	return BX_OK;
}

/* A kind that stands only where its parent looks at it. */
BxStatus
qs_unexpected(QsBuild *b, const QExpr *e, RuOp **op)
{
	(void) op;
	return qs_fail(b, e->pos, "XPST0003", "misplaced part of an expression");
}

BxStatus
qs_new(QsBuild *b, const RuClass *class, uint32_t pos, uint32_t n_args, RuOp **op)
{
	RuOp *o = bx_arena_zalloc(b->arena, sizeof(RuOp));

	if (o != NULL && n_args > 0)
		o->args = bx_arena_zalloc(b->arena, n_args * sizeof(RuOp *));
	if (o == NULL || (n_args > 0 && o->args == NULL))
		return bx_fail_nomem(b->err, sizeof(RuOp) + n_args * sizeof(RuOp *));
	o->class = class;
	o->pos = pos;
	o->module = b->number;
	o->n_args = n_args;
	o->type = (RuType){.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER};
	*op = o;
	return BX_OK;
}

BxStatus
qs_new_over(QsBuild *b, const QExpr *e, const RuClass *class, uint32_t n_args, RuOp **op)
{
	BX_TRY(qs_new(b, class, e->pos, n_args, op));
	return qs_build(b, e->args[0], &(*op)->args[0]);
}

BxStatus
qs_new_focus(QsBuild *b, const QExpr *e, const RuClass *class, RuOp **op)
{
	BX_TRY(qs_new_over(b, e, class, 2, op));
	BX_TRY(qs_build_in_focus(b, e->args[1], true, &(*op)->args[1]));
	qs_done_focus(*op, 1);
	return BX_OK;
}

BxStatus
qs_new_all(QsBuild *b, const QExpr *e, const RuClass *class, RuOp **op)
{
	BX_TRY(qs_new(b, class, e->pos, e->n_args, op));
	return qs_build_all(b, e->args, e->n_args, (*op)->args);
}

void
qs_done(RuOp *op)
{
	qs_done_focus(op, op->n_args);
}

void
qs_done_focus(RuOp *op, uint32_t own_focus_from)
{
	uint32_t i;

	for (i = 0; i < op->n_args; i++)
		if (op->args[i] != NULL)
			op->uses |=
				i < own_focus_from
					? op->args[i]->uses
					: (uint8_t) (op->args[i]->uses & ~(RU_USES_ITEM | RU_USES_POSITION | RU_USES_LAST));
}

BxStatus
qs_operands(QsBuild *b, const QExpr *e, const RuClass *class, bool atomize, RuOp **op)
{
	uint32_t i;

	BX_TRY(qs_new_all(b, e, class, op));
	for (i = 0; atomize && i < e->n_args; i++)
		BX_TRY(qs_atomize(b, &(*op)->args[i]));
	qs_done(*op);
	(*op)->sub = e->sub;
	return BX_OK;
}

BxStatus
qs_wrap(QsBuild *b, const RuClass *class, RuOp **op)
{
	RuOp *in = *op;

	BX_TRY(qs_new(b, class, in->pos, 1, op));
	(*op)->args[0] = in;
	(*op)->type = in->type;
	(*op)->lenient = in->lenient;
	qs_done(*op);
	return BX_OK;
}

/* ---- constants ---- */

static BxStatus
one_of_constant(RU_ONE_ARGS)
{
	(void) run, (void) cx;
	*item = op->value;
	*found = true;
	return BX_OK;
}

const RuClass qs_constant_class = {"constant", .one = one_of_constant};

static BxStatus
open_empty(RU_OPEN_ARGS)
{
	(void) run, (void) op, (void) cx;
	ru_iter_none(it);
	return BX_OK;
}

static BxStatus
one_of_empty(RU_ONE_ARGS)
{
	(void) run, (void) op, (void) cx, (void) item;
	*found = false;
	return BX_OK;
}

static const RuClass empty_class = {"empty sequence", .one = one_of_empty, .open = open_empty};

bool
qs_is_constant(const RuOp *op)
{
	return op->class == &qs_constant_class;
}

BxStatus
qs_constant(QsBuild *b, uint32_t pos, const XdItem *item, RuOp **op)
{
	BX_TRY(qs_new(b, &qs_constant_class, pos, 0, op));
	(*op)->value = *item;
	(*op)->type = (RuType){.kind = XD_T_ATOMIC, .atomic = item->type};
	return BX_OK;
}

BxStatus
qs_empty(QsBuild *b, uint32_t pos, RuOp **op)
{
	BX_TRY(qs_new(b, &empty_class, pos, 0, op));
	(*op)->type = (RuType){.kind = XD_T_EMPTY, .occurrence = XD_OPTIONAL};
	return BX_OK;
}

BxStatus
qs_literal(QsBuild *b, const QExpr *e, RuOp **op)
{
	return qs_constant(b, e->pos, &e->value, op);
}

/* ---- variables in scope ---- */

BxStatus
qs_declare(QsBuild *b, const AtName *name, RuType type, uint32_t *slot)
{
	if (b->n_scope == b->cap_scope)
	{
		uint32_t cap = b->cap_scope < 8 ? 8 : b->cap_scope * 2;
		QsVariable *scope =
			bx_arena_grow(b->arena, b->scope, b->n_scope * sizeof(QsVariable), cap * sizeof(QsVariable));

		if (scope == NULL)
			return bx_fail_nomem(b->err, cap * sizeof(QsVariable));
		b->scope = scope;
		b->cap_scope = cap;
	}
	*slot = b->n_slots++;
	if (b->n_slots > b->max_slots)
		b->max_slots = b->n_slots;
	b->scope[b->n_scope++] = (QsVariable){*name, *slot, type};
	return BX_OK;
}

/*
 * Slots are given out anew once no variable of the function is in scope: an iterator over an expression may still be
 * open when the next one is entered.
 */
void
qs_leave(QsBuild *b, uint32_t scope)
{
	b->n_scope = scope;
}

/* Nesting is bounded by the parser. */
bool
qs_mentions(const QExpr *e, const AtName *name)
{
	uint32_t i;

	if (e == NULL)
		return false;
	if (e->kind == QK_VARIABLE && at_name_equal(&e->name, name))
		return true;
	for (i = 0; i < e->n_args; i++)
		if (qs_mentions(e->args[i], name))
			return true;
	return false;
}

/* ---- what is known of types ---- */

RuType
qs_type_of(const XdSeqType *type)
{
	RuType t = {.kind = type->kind, .atomic = type->atomic, .occurrence = type->occurrence};

	if (t.kind == XD_T_MAP || t.kind == XD_T_ARRAY)
		t.kind = XD_T_FUNCTION;
	if (t.kind == XD_T_EMPTY)
		t.occurrence = XD_OPTIONAL;
	if (t.kind == XD_T_NODE && !(t.occurrence & XD_REPEATED))
		t.ordered = t.flat = true;
	return t;
}
