/*
 * qs_control.c -- if, switch, try/catch, some and every, and expressions that only say how another one is evaluated.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_expr.h"
#include "qs_join.h"

BxStatus
qs_if(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_operands(b, e, &ru_if, false, op));
	(*op)->type = qs_either((*op)->args[1]->type, (*op)->args[2]->type);
	if (qs_at_most_one((*op)->args[1]) && qs_at_most_one((*op)->args[2]))
		(*op)->class = &ru_if_one;
	return BX_OK;
}

/* ---- switch ---- */

BxStatus
qs_new_branches(QsBuild *b, const QExpr *e, const RuClass *class, uint32_t n_args, RuBranch **branches,
				RuOp **op)
{
	RuBranches *data = bx_arena_alloc(b->arena, sizeof(RuBranches));

	*branches = bx_arena_zalloc(b->arena, e->n_args * sizeof(RuBranch));
	if (data == NULL || *branches == NULL)
		return bx_fail_nomem(b->err, e->n_args * sizeof(RuBranch));
	*data = (RuBranches){*branches, e->n_args - 1};
	BX_TRY(qs_new_over(b, e, class, n_args, op));
	(*op)->data = data;
	return BX_OK;
}

/* A case: its operands are arguments from `at` on, its result follows them. */
static BxStatus
build_case(QsBuild *b, const QExpr *e, uint32_t at, RuBranch *branch, RuOp *op)
{
	uint32_t i;

	branch->first = at;
	branch->n_operands = e->n_args - 1;
	branch->result = at + branch->n_operands;
	for (i = 1; i < e->n_args; i++)
	{
		RuOp **operand = &op->args[at + i - 1];

		BX_TRY(qs_build(b, e->args[i], operand));
		BX_TRY(qs_operand(b, operand));
	}
	return qs_build(b, e->args[0], &op->args[branch->result]);
}

BxStatus
qs_switch(QsBuild *b, const QExpr *e, RuOp **op)
{
	RuBranch *branches;
	uint32_t n = 1, i, at = 1;
	bool single = true;

	for (i = 1; i < e->n_args; i++)
		n += e->args[i]->n_args;
	BX_TRY(qs_new_branches(b, e, &ru_switch, n, &branches, op));
	BX_TRY(qs_operand(b, &(*op)->args[0]));
	for (i = 1; i < e->n_args; i++)
	{
		RuOp *result;

		BX_TRY(build_case(b, e->args[i], at, &branches[i - 1], *op));
		result = (*op)->args[branches[i - 1].result];
		(*op)->type = i == 1 ? result->type : qs_either((*op)->type, result->type);
		single = single && qs_at_most_one(result);
		at += e->args[i]->n_args;
	}
	qs_done(*op);
	if (single)
		(*op)->class = &ru_switch_one;
	return BX_OK;
}

/* ---- try/catch ---- */

static BxStatus
declare_caught(QsBuild *b, RuTry *data)
{
	static const struct
	{
		const char *name;
		uint8_t type;
		uint8_t occurrence;
	} variables[RU_ERR_VARIABLES] = {
		[RU_ERR_CODE] = {"code", AT_QNAME, XD_ONE},
		[RU_ERR_DESCRIPTION] = {"description", AT_STRING, XD_OPTIONAL},
		[RU_ERR_VALUE] = {"value", AT_TYPES, XD_ANY_NUMBER},
		[RU_ERR_MODULE] = {"module", AT_STRING, XD_OPTIONAL},
		[RU_ERR_LINE] = {"line-number", AT_INTEGER, XD_OPTIONAL},
		[RU_ERR_COLUMN] = {"column-number", AT_INTEGER, XD_OPTIONAL},
		[RU_ERR_ADDITIONAL] = {"additional", AT_TYPES, XD_ANY_NUMBER},
	};
	uint32_t i;

	for (i = 0; i < RU_ERR_VARIABLES; i++)
	{
		const char *local = variables[i].name;
		const AtName name = {.uri = bx_str(Q_URI_ERR, strlen(Q_URI_ERR)),
							 .local = bx_str(local, strlen(local))};
		RuType type = {.kind = XD_T_ITEM, .occurrence = variables[i].occurrence};

		if (variables[i].type != AT_TYPES)
			type = qs_atomic_type((AtType) variables[i].type, variables[i].occurrence);
		BX_TRY(qs_declare(b, &name, type, &data->slots[i]));
	}
	return BX_OK;
}

BxStatus
qs_try(QsBuild *b, const QExpr *e, RuOp **op)
{
	RuTry *data = bx_arena_alloc(b->arena, sizeof(RuTry));
	RuCatch *catches = bx_arena_alloc(b->arena, e->n_args * sizeof(RuCatch));
	uint32_t scope = qs_enter(b), i;

	if (data == NULL || catches == NULL)
		return bx_fail_nomem(b->err, e->n_args * sizeof(RuCatch));
	BX_TRY(qs_new_over(b, e, &ru_try, e->n_args, op));
	(*op)->type = (*op)->args[0]->type;
	BX_TRY(declare_caught(b, data));
	for (i = 1; i < e->n_args; i++)
	{
		catches[i - 1] = (RuCatch){e->args[i]->tests, e->args[i]->n_types};
		BX_TRY(qs_build(b, e->args[i]->args[0], &(*op)->args[i]));
		(*op)->type = qs_either((*op)->type, (*op)->args[i]->type);
	}
	qs_leave(b, scope);
	qs_done(*op);
	data->catches = catches;
	(*op)->data = data;
	(*op)->uses |= RU_USES_FRAME;
	return BX_OK;
}

/* ---- some and every ---- */

/* "some" whose condition selects by equality. */
static BxStatus
find_join(QsBuild *b, RuOp *op)
{
	const RuJoin *join = NULL;

	BX_TRY(qs_find_join(b, op->args[0], op->slot, RU_NO_SLOT, op->args[1], &join));
	op->data = join;
	return BX_OK;
}

BxStatus
qs_quantified(QsBuild *b, const QExpr *e, RuOp **op)
{
	uint32_t scope = qs_enter(b), i;
	RuOp **place = op;
	RuOp **levels = bx_arena_alloc(b->arena, (e->n_params + 1) * sizeof(RuOp *));

	if (levels == NULL)
		return bx_fail_nomem(b->err, (e->n_params + 1) * sizeof(RuOp *));
	for (i = 0; i < e->n_params; i++)
	{
		RuType type;

		BX_TRY(qs_new(b, e->sub ? &ru_every : &ru_some, e->params[i].pos, 2, &levels[i]));
		BX_TRY(qs_bound_items(b, e->args[i], &e->params[i], false, &levels[i]->args[0], &type));
		BX_TRY(qs_declare(b, &e->params[i].name, type, &levels[i]->slot));
		levels[i]->type = qs_atomic_type(AT_BOOLEAN, XD_ONE);
		*place = levels[i];
		place = &levels[i]->args[1];
	}
	BX_TRY(qs_build(b, e->args[e->n_params], place));
	for (; i > 0; i--)
	{
		qs_done(levels[i - 1]);
		if (e->sub == 0)
			BX_TRY(find_join(b, levels[i - 1]));
		levels[i - 1]->uses |= RU_USES_FRAME;
	}
	qs_leave(b, scope);
	return BX_OK;
}

/* ---- how, not what ---- */

/* Order is always kept: that is one of the orders that "unordered" allows. */
BxStatus
qs_ordered(QsBuild *b, const QExpr *e, RuOp **op)
{
	return qs_build(b, e->args[0], op);
}

BxStatus
qs_extension(QsBuild *b, const QExpr *e, RuOp **op)
{
	if (e->n_args == 0)
		return qs_fail(b, e->pos, "XQST0079",
					   "none of the pragmas is known, and there is no expression to evaluate instead");
	return qs_build(b, e->args[0], op);
}

BxStatus
qs_validate(QsBuild *b, const QExpr *e, RuOp **op)
{
	(void) op;
	return bx_hint(b->err, qs_fail(b, e->pos, "XQST0075", "the validate expression is not supported"),
				   "Use bxml_validate on the value that the query is about.");
}
