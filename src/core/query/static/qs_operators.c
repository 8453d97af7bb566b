/*
 * qs_operators.c -- logic, comparisons, arithmetic, concatenation, ranges, simple maps.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_expr.h"
#include "../run/ru_join.h"
#include "qs_depend.h"

/* ---- what is known of types ---- */

/* Some values of both types. */
static uint8_t
either_kind(RuType a, RuType b)
{
	bool numbers =
		(a.kind == XD_T_NUMERIC || (a.kind == XD_T_ATOMIC && at_types[a.atomic].family == AT_F_NUMBER)) &&
		(b.kind == XD_T_NUMERIC || (b.kind == XD_T_ATOMIC && at_types[b.atomic].family == AT_F_NUMBER));
	bool atomic = (a.kind == XD_T_NUMERIC || a.kind == XD_T_ATOMIC) &&
				  (b.kind == XD_T_NUMERIC || b.kind == XD_T_ATOMIC);

	return numbers ? XD_T_NUMERIC : atomic ? XD_T_ATOMIC : XD_T_ITEM;
}

RuType
qs_either(RuType a, RuType b)
{
	RuType t = a;

	if (a.kind == XD_T_EMPTY || b.kind == XD_T_EMPTY)
	{
		t = a.kind == XD_T_EMPTY ? b : a;
		t.occurrence |= XD_OPTIONAL;
		return t;
	}
	t.occurrence |= b.occurrence;
	t.ordered = a.ordered && b.ordered;
	t.flat = a.flat && b.flat;
	if (a.kind == b.kind && (a.kind != XD_T_ATOMIC || a.atomic == b.atomic))
		return t;
	if (a.kind == XD_T_ATOMIC && b.kind == XD_T_ATOMIC &&
		at_type_derives((AtType) a.atomic, (AtType) b.atomic))
		t.atomic = b.atomic;
	else if (a.kind != XD_T_ATOMIC || b.kind != XD_T_ATOMIC ||
			 !at_type_derives((AtType) b.atomic, (AtType) a.atomic))
	{
		t.kind = either_kind(a, b);
		t.atomic = AT_ANY_ATOMIC;
	}
	return t;
}

/* Empty where an operand may be so. */
static uint8_t
operands_occurrence(const RuOp *op)
{
	uint8_t occurrence = XD_ONE;
	uint32_t i;

	for (i = 0; i < op->n_args; i++)
		if (op->args[i]->type.kind == XD_T_EMPTY || (op->args[i]->type.occurrence & XD_OPTIONAL))
			occurrence = XD_OPTIONAL;
	return occurrence;
}

/* ---- operands ---- */

BxStatus
qs_logic(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_operands(b, e, e->kind == QK_OR ? &ru_or : &ru_and, false, op));
	(*op)->type = qs_atomic_type(AT_BOOLEAN, XD_ONE);
	return BX_OK;
}

BxStatus
qs_value_comparison(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_operands(b, e, &ru_value_comparison, true, op));
	(*op)->type = qs_atomic_type(AT_BOOLEAN, operands_occurrence(*op));
	return BX_OK;
}

/* What is kept of an operand of an equality. */
static BxStatus
new_members(QsBuild *b, const QsSlots *slots, uint32_t side, RuOp *op, RuMembers **members)
{
	RuMembers *m = *members = bx_arena_zalloc(b->arena, sizeof(RuMembers));

	if (m == NULL)
		return bx_fail_nomem(b->err, sizeof(RuMembers));
	m->side = side;
	qs_memo(b, slots, RU_NO_SLOT, &m->memo);
	op->data = m;
	return BX_OK;
}

/* An operand of an equality that may stay the same. */
static BxStatus
find_members(QsBuild *b, RuOp *op, uint32_t side)
{
	QsSlots slots = {.n = 0};
	bool known = true;
	RuMembers *members;

	if (b->module->default_collation.n > 0 || qs_at_most_one(op->args[side]))
		return BX_OK;
	BX_TRY(qs_depends(b, op->args[side], &slots, &known));
	return known ? new_members(b, &slots, side, op, &members) : BX_OK;
}

/* An operand whose nodes are preceding siblings of the context item, or begin with them. */
static BxStatus
find_siblings(QsBuild *b, const QExpr *e, RuOp *op, uint32_t side)
{
	RuOp *nodes, *key = NULL;
	QsSlots slots = {NULL};
	RuMembers *members;
	bool known = true;

	if (b->module->default_collation.n > 0)
		return BX_OK;
	BX_TRY(qs_preceding_siblings(b, e->args[side], &nodes, &key));
	if (key == NULL)
		return BX_OK;
	BX_TRY(qs_atomize(b, &key));
	BX_TRY(qs_depends(b, key, &slots, &known));
	if (!known)
		return BX_OK;
	slots.uses_item = slots.uses_tree = false; /* that is one of the nodes */
	BX_TRY(new_members(b, &slots, side, op, &members));
	members->memo.uses_parent = true;
	b->query->needs_parents = true;
	members->nodes = nodes;
	members->key = key;
	return BX_OK;
}

/* An equality of which one operand can be looked up. */
static BxStatus
find_index(QsBuild *b, const QExpr *e, RuOp *op)
{
	uint32_t side;

	for (side = 2; op->data == NULL && side > 0; side--)
		BX_TRY(find_siblings(b, e, op, side - 1));
	for (side = 2; op->data == NULL && side > 0; side--)
		BX_TRY(find_members(b, op, side - 1));
	return BX_OK;
}

static bool
is_numeric(RuType t)
{
	return t.kind == XD_T_NUMERIC || (t.kind == XD_T_ATOMIC && at_types[t.atomic].family == AT_F_NUMBER);
}

/* Where one operand has numbers only, untyped values of the other one are cast to xs:double. */
static void
compare_as_numbers(const QsBuild *b, RuOp *op)
{
	uint32_t side;

	for (side = 0; side < 2; side++)
		if (is_numeric(op->args[1 - side]->type))
			qs_as_number(b, op->args[side]);
}

static bool
both_at_most_one(const RuOp *op)
{
	return qs_at_most_one(op->args[0]) && qs_at_most_one(op->args[1]);
}

BxStatus
qs_general_comparison(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_operands(b, e, &ru_general_comparison, true, op));
	if (both_at_most_one(*op))
		(*op)->class = &ru_single_comparison;
	else if (e->sub == AT_EQ)
		BX_TRY(find_index(b, e, *op));
	if ((*op)->data == NULL)
		compare_as_numbers(b, *op);
	(*op)->type = qs_atomic_type(AT_BOOLEAN, XD_ONE);
	return BX_OK;
}

/* ---- arithmetic ---- */

/* Where a type stands among those that numbers are promoted to: integer, decimal, float, double; -1: no number. */
static int
number_rank(RuType t)
{
	if (t.kind != XD_T_ATOMIC)
		return -1;
	if (t.atomic == AT_UNTYPED || t.atomic == AT_DOUBLE)
		return 3;
	if (t.atomic == AT_FLOAT)
		return 2;
	if (at_types[t.atomic].family != AT_F_NUMBER)
		return -1;
	return at_type_derives((AtType) t.atomic, AT_INTEGER) ? 0 : 1;
}

static RuType
arithmetic_type(AtOperator op, const RuOp *o)
{
	static const AtType types[] = {AT_INTEGER, AT_DECIMAL, AT_FLOAT, AT_DOUBLE};
	int left = number_rank(o->args[0]->type), right = number_rank(o->args[1]->type);
	int rank = left > right ? left : right;
	uint8_t occurrence = operands_occurrence(o);

	if (left < 0 || right < 0)
		return qs_atomic_type(AT_ANY_ATOMIC, occurrence);
	if (op == AT_IDIV)
		rank = 0;
	else if (op == AT_DIVIDE && rank == 0)
		rank = 1;
	return qs_atomic_type(types[rank], occurrence);
}

BxStatus
qs_arithmetic(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_operands(b, e, &ru_arithmetic, true, op));
	qs_as_number(b, (*op)->args[0]);
	qs_as_number(b, (*op)->args[1]);
	(*op)->type = arithmetic_type((AtOperator) e->sub, *op);
	return BX_OK;
}

BxStatus
qs_unary(QsBuild *b, const QExpr *e, RuOp **op)
{
	RuType t;

	BX_TRY(qs_operands(b, e, &ru_unary, true, op));
	qs_as_number(b, (*op)->args[0]);
	t = (*op)->args[0]->type;
	(*op)->type = (RuType){.kind = XD_T_NUMERIC, .occurrence = operands_occurrence(*op)};
	/* minus a value of a derived type is one of its base type */
	if (number_rank(t) >= 0)
		(*op)->type = qs_atomic_type(t.atomic == AT_UNTYPED ? AT_DOUBLE
									 : number_rank(t) == 0  ? AT_INTEGER
															: (AtType) t.atomic,
									 operands_occurrence(*op));
	return BX_OK;
}

/* ---- concatenation ---- */

/* Operands of "a || b || c", which is nested to the left. */
static uint32_t
count_parts(const QExpr *e)
{
	uint32_t n = 0;

	while (e->kind == QK_CONCAT)
	{
		n += e->n_args - 1;
		e = e->args[0];
	}
	return n + 1;
}

BxStatus
qs_concat(QsBuild *b, const QExpr *e, RuOp **op)
{
	const XdSeqType type = {.kind = XD_T_ATOMIC, .atomic = AT_ANY_ATOMIC, .occurrence = XD_OPTIONAL};
	uint32_t n = count_parts(e), i;

	BX_TRY(qs_new(b, &ru_concat, e->pos, n, op));
	while (n > 0)
	{
		for (i = e->kind == QK_CONCAT ? e->n_args - 1 : 0; i > 0; i--)
			BX_TRY(qs_build(b, e->args[i], &(*op)->args[--n]));
		if (e->kind == QK_CONCAT)
			e = e->args[0];
		if (e->kind != QK_CONCAT)
			BX_TRY(qs_build(b, e, &(*op)->args[--n]));
	}
	for (i = 0; i < (*op)->n_args; i++)
		BX_TRY(qs_convert(b, &(*op)->args[i], &type, "an operand of ||"));
	qs_done(*op);
	(*op)->type = qs_atomic_type(AT_STRING, XD_ONE);
	return BX_OK;
}

/* ---- ranges and simple maps ---- */

BxStatus
qs_range(QsBuild *b, const QExpr *e, RuOp **op)
{
	const XdSeqType type = {.kind = XD_T_ATOMIC, .atomic = AT_INTEGER, .occurrence = XD_OPTIONAL};

	BX_TRY(qs_operands(b, e, &ru_range, false, op));
	BX_TRY(qs_convert(b, &(*op)->args[0], &type, "the first operand of \"to\""));
	BX_TRY(qs_convert(b, &(*op)->args[1], &type, "the second operand of \"to\""));
	qs_done(*op);
	(*op)->type = qs_atomic_type(AT_INTEGER, XD_ANY_NUMBER);
	return BX_OK;
}

BxStatus
qs_simple_map(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(qs_new_focus(b, e, &ru_simple_map, op));
	if (both_at_most_one(*op))
		(*op)->class = &ru_simple_map_one;
	(*op)->type = (*op)->args[1]->type;
	(*op)->type.occurrence |= (*op)->args[0]->type.occurrence;
	if ((*op)->args[0]->type.kind == XD_T_EMPTY)
		(*op)->type.occurrence |= XD_OPTIONAL;
	if (!qs_at_most_one((*op)->args[0]))
		(*op)->type.ordered = (*op)->type.flat = false;
	return BX_OK;
}
