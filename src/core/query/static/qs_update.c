/*
 * qs_update.c -- builders of updating expressions, and of copies that are modified.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_update.h"
#include "qs_build.h"

static const RuClass *
class_of(const QExpr *e)
{
	switch (e->kind)
	{
		case QK_INSERT: return &ru_insert;
		case QK_DELETE: return &ru_delete;
		case QK_RENAME: return &ru_rename;
		default: return e->flags & Q_VALUE_OF ? &ru_replace_value : &ru_replace;
	}
}

static BxStatus
build_updating(QsBuild *b, const QExpr *e, RuOp **op)
{
	RuConstructor *c = bx_arena_zalloc(b->arena, sizeof(RuConstructor));
	uint32_t i, written = e->kind == QK_INSERT ? 0 : 1;

	if (c == NULL)
		return bx_fail_nomem(b->err, sizeof(RuConstructor));
	c->prefixes = b->prefixes;
	c->n_prefixes = b->n_prefixes;
	BX_TRY(qs_new(b, class_of(e), e->pos, e->n_args, op));
	for (i = 0; i < e->n_args; i++)
		BX_TRY((i == written ? qs_written : qs_build)(b, e->args[i], &(*op)->args[i]));
	if (e->kind == QK_RENAME || (*op)->class == &ru_replace_value)
		BX_TRY(qs_atomize(b, &(*op)->args[1]));
	qs_done(*op);
	(*op)->uses |= RU_UPDATES | RU_NOT_CONSTANT;
	(*op)->sub = e->sub | (e->flags & Q_WITHOUT_NODE ? RU_WITHOUT_NODE : 0);
	(*op)->data = c;
	return BX_OK;
}

static BxStatus
build_transform(QsBuild *b, const QExpr *e, RuOp **op)
{
	const RuType type = {.kind = XD_T_NODE, .ordered = true, .flat = true};
	uint32_t *slots = bx_arena_alloc(b->arena, (e->n_params + 1) * sizeof(uint32_t));
	uint32_t scope = qs_enter(b);
	uint32_t i;

	if (slots == NULL)
		return bx_fail_nomem(b->err, (e->n_params + 1) * sizeof(uint32_t));
	BX_TRY(qs_new(b, &ru_transform, e->pos, e->n_args, op));
	for (i = 0; i < e->n_params; i++)
	{
		BX_TRY(qs_build(b, e->args[i], &(*op)->args[i]));
		BX_TRY(qs_declare(b, &e->params[i].name, type, &slots[i]));
	}
	BX_TRY(qs_build_all(b, e->args + i, e->n_args - i, (*op)->args + i));
	qs_leave(b, scope);
	qs_done(*op);
	(*op)->type = (*op)->args[e->n_args - 1]->type;
	(*op)->data = slots;
	return BX_OK;
}

static BxStatus
build_transform_with(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_new_focus(b, e, &ru_transform_with, op));
	(*op)->type = (RuType){.kind = XD_T_NODE, .ordered = true, .flat = true};
	return BX_OK;
}

BxStatus
qs_update(QsBuild *b, const QExpr *e, RuOp **op)
{
	if (e->kind != QK_COPY)
		return build_updating(b, e, op);
	BX_TRY(e->flags & Q_TRANSFORM_WITH ? build_transform_with(b, e, op) : build_transform(b, e, op));
	(*op)->uses = (uint8_t) (((*op)->uses & ~RU_UPDATES) | RU_NOT_CONSTANT | RU_USES_FRAME);
	return BX_OK;
}
