/*
 * qs_join.c -- which conditions are joins.
 */
#include "../../base/bx_core_int.h"

#include "qs_join.h"

#include "../run/ru_expr.h"
#include "qs_depend.h"

/* What is looked at. */
typedef struct Candidate
{
	const RuOp *source;
	uint32_t slot, position;
} Candidate;

/* Does an expression with these dependencies depend on the item? */
static bool
depends_on_item(const Candidate *c, const QsSlots *slots)
{
	if (c->slot == RU_NO_SLOT)
		return slots->uses_item || slots->uses_tree;
	return qs_has_slot(slots, c->slot) || qs_has_slot(slots, c->position);
}

/* Is it the item, and not its position, that a key depends on? */
static bool
is_key(const Candidate *c, const QsSlots *slots)
{
	return depends_on_item(c, slots) && (c->slot == RU_NO_SLOT || !qs_has_slot(slots, c->position));
}

/* An equality whose operand number key_side is the key. */
static BxStatus
join_by(QsBuild *b, const Candidate *c, const RuOp *equality, uint32_t key_side, const RuJoin **join)
{
	QsSlots items = {NULL}, probe = {NULL};
	bool known = true;
	RuJoin *j;

	BX_TRY(qs_depends(b, equality->args[1 - key_side], &probe, &known));
	if (!known || depends_on_item(c, &probe))
		return BX_OK;
	BX_TRY(qs_depends(b, equality->args[key_side], &items, &known));
	if (!known || !is_key(c, &items))
		return BX_OK;
	if (c->slot == RU_NO_SLOT)
		items.uses_item = items.uses_tree = false; /* that was the item */
	BX_TRY(qs_depends(b, c->source, &items, &known));
	if (!known)
		return BX_OK;
	j = bx_arena_zalloc(b->arena, sizeof(RuJoin));
	if (j == NULL)
		return bx_fail_nomem(b->err, sizeof(RuJoin));
	j->source = c->source;
	j->slot = c->slot;
	j->key = equality->args[key_side];
	j->probe = equality->args[1 - key_side];
	j->value = equality->class == &ru_value_comparison;
	qs_memo(b, &items, c->slot, &j->memo);
	*join = j;
	return BX_OK;
}

static bool
is_equality(const RuOp *op)
{
	return (op->class == &ru_general_comparison || op->class == &ru_single_comparison ||
			op->class == &ru_value_comparison) &&
		   op->sub == AT_EQ;
}

static BxStatus
try_equality(QsBuild *b, const Candidate *c, const RuOp *op, const RuJoin **join)
{
	if (!is_equality(op))
		return BX_OK;
	BX_TRY(join_by(b, c, op, 0, join));
	return *join == NULL ? join_by(b, c, op, 1, join) : BX_OK;
}

BxStatus
qs_find_join(QsBuild *b, const RuOp *source, uint32_t slot, uint32_t position, const RuOp *condition,
			 const RuJoin **join)
{
	const Candidate c = {source, slot, position};
	uint32_t i;

	if (b->module->default_collation.n > 0 || qs_at_most_one(source))
		return BX_OK;
	if (condition->class != &ru_and)
		return try_equality(b, &c, condition, join);
	for (i = 0; *join == NULL && i < condition->n_args; i++)
		BX_TRY(try_equality(b, &c, condition->args[i], join));
	return BX_OK;
}
