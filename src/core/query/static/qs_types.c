/*
 * qs_types.c -- instance of, treat as, castable as, cast as, typeswitch.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_expr.h"
#include "qs_build.h"

BxStatus
qs_instance_of(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_new_over(b, e, &ru_instance_of, 1, op));
	qs_done(*op);
	(*op)->check = e->type;
	(*op)->type = qs_atomic_type(AT_BOOLEAN, XD_ONE);
	return BX_OK;
}

BxStatus
qs_treat_as(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_build(b, e->args[0], op));
	return qs_check(b, op, e->type, "XPDY0050", "the operand of \"treat as\"");
}

/* ---- casts ---- */

/* Types that nothing can be cast to: the abstract ones. */
static BxStatus
check_target(QsBuild *b, const QExpr *e)
{
	AtType type = (AtType) e->type->atomic;

	if (e->type->kind == XD_T_NUMERIC)
		return BX_OK;
	if (e->type->kind != XD_T_ATOMIC || type == AT_ANY_TYPE)
		return qs_fail(b, e->pos, "XQST0052", "a cast needs a simple type");
	if (type == AT_ANY_SIMPLE || type == AT_ANY_ATOMIC || type == AT_NOTATION)
		return qs_fail(b, e->pos, "XPST0080", "no value can be cast to %s, which is an abstract type",
					   at_types[type].qname);
	return BX_OK;
}

/* Casts to names within direct constructors that declare prefixes know these. */
static BxStatus
keep_prefixes(QsBuild *b, RuOp *op)
{
	RuPrefixes *prefixes;

	if (op->check->kind != XD_T_ATOMIC || op->check->atomic != AT_QNAME ||
		(b->number == 0 && b->n_prefixes == b->current->n_prefixes))
		return BX_OK;
	prefixes = bx_arena_alloc(b->arena, sizeof(RuPrefixes));
	if (prefixes == NULL)
		return bx_fail_nomem(b->err, sizeof(RuPrefixes));
	*prefixes = (RuPrefixes){b->prefixes, b->n_prefixes};
	op->data = prefixes;
	return BX_OK;
}

static BxStatus
build_cast(QsBuild *b, const QExpr *e, const RuClass *class, RuOp **op)
{
	XdSeqType *type = bx_arena_alloc(b->arena, sizeof(XdSeqType));

	if (type == NULL)
		return bx_fail_nomem(b->err, sizeof(XdSeqType));
	BX_TRY(check_target(b, e));
	*type = *e->type;
	BX_TRY(qs_new_over(b, e, class, 1, op));
	BX_TRY(qs_atomize(b, &(*op)->args[0]));
	qs_done(*op);
	(*op)->check = type;
	return keep_prefixes(b, *op);
}

BxStatus
qs_castable_as(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(build_cast(b, e, &ru_castable, op));
	(*op)->type = qs_atomic_type(AT_BOOLEAN, XD_ONE);
	return BX_OK;
}

BxStatus
qs_cast_as(QsBuild *b, const QExpr *e, RuOp **op)
{
	const RuOp *in;
	bool optional;

	BX_TRY(build_cast(b, e, &ru_cast, op));
	in = (*op)->args[0];
	if (e->type->kind == XD_T_ATOMIC && at_type_is_list((AtType) e->type->atomic))
	{
		(*op)->class = &ru_cast_list;
		(*op)->type = qs_atomic_type((AtType) at_types[e->type->atomic].base, XD_ANY_NUMBER);
		return BX_OK;
	}
	optional = (e->type->occurrence & XD_OPTIONAL) &&
			   (in->type.kind == XD_T_EMPTY || (in->type.occurrence & XD_OPTIONAL));
	(*op)->type = qs_type_of(e->type);
	(*op)->type.occurrence = optional ? XD_OPTIONAL : XD_ONE;
	return BX_OK;
}

/* ---- typeswitch ---- */

/* The variable of a case is in scope in its result. */
static BxStatus
build_case(QsBuild *b, const QExpr *e, RuBranch *branch, RuOp **result)
{
	uint32_t scope = qs_enter(b);

	branch->types = e->types;
	branch->n_types = e->n_types;
	branch->binds = e->n_params > 0 && e->params[0].name.local.n > 0;
	if (branch->binds)
	{
		RuType type = {.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER};

		if (e->n_types == 1)
			type = qs_type_of(&e->types[0]);
		BX_TRY(qs_declare(b, &e->params[0].name, type, &branch->slot));
	}
	BX_TRY(qs_build(b, e->args[0], result));
	qs_leave(b, scope);
	return BX_OK;
}

BxStatus
qs_typeswitch(QsBuild *b, const QExpr *e, RuOp **op)
{
	RuBranch *branches;
	RuType type = {.kind = XD_T_ITEM};
	uint32_t i;

	BX_TRY(qs_new_branches(b, e, &ru_typeswitch, e->n_args, &branches, op));
	for (i = 1; i < e->n_args; i++)
	{
		BX_TRY(build_case(b, e->args[i], &branches[i - 1], &(*op)->args[i]));
		branches[i - 1].result = i;
		type = i == 1 ? (*op)->args[i]->type : qs_either(type, (*op)->args[i]->type);
	}
	qs_done(*op);
	(*op)->type = type;
	(*op)->uses |= RU_USES_FRAME;
	if (qs_at_most_one(*op))
		(*op)->class = &ru_typeswitch_one;
	return BX_OK;
}
