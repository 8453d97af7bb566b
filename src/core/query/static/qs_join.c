/*
 * qs_join.c -- which conditions are joins.
 */
#include "../../base/bx_core_int.h"

#include "qs_join.h"

#include "../run/ru_expr.h"
#include "qs_depend.h"

/* What is looked at. */
typedef struct JoinCandidate
{
	const RuOp *source;
	uint32_t slot, position;
} JoinCandidate;

/* Does an expression with these dependencies depend on the item? */
static bool
depends_on_item(const JoinCandidate *c, const QsSlots *slots)
{
	if (c->slot == RU_NO_SLOT)
		return slots->uses_item || slots->uses_tree;
	return qs_has_slot(slots, c->slot) || qs_has_slot(slots, c->position);
}

/* Is it the item, and not its position, that a key depends on? */
static bool
is_key(const JoinCandidate *c, const QsSlots *slots)
{
	return depends_on_item(c, slots) && (c->slot == RU_NO_SLOT || !qs_has_slot(slots, c->position));
}

/* The comparison with its operands exchanged. */
static AtComparison
exchanged(AtComparison comparison)
{
	switch (comparison)
	{
		case AT_LT: return AT_GT;
		case AT_LE: return AT_GE;
		case AT_GT: return AT_LT;
		case AT_GE: return AT_LE;
		default: return comparison;
	}
}

/* A comparison whose operand number key_side is the key. */
static BxStatus
join_by(QsBuild *b, const JoinCandidate *c, const RuOp *comparison, uint32_t key_side, bool whole,
		const RuJoin **join)
{
	QsSlots items = {.n = 0}, probe = {.n = 0};
	bool known = true;
	RuJoin *j;

	BX_TRY(qs_depends(b, comparison->args[1 - key_side], &probe, &known));
	if (!known || depends_on_item(c, &probe))
		return BX_OK;
	BX_TRY(qs_depends(b, comparison->args[key_side], &items, &known));
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
	j->whole = whole;
	j->source = c->source;
	j->slot = c->slot;
	j->key = comparison->args[key_side];
	j->probe = comparison->args[1 - key_side];
	j->comparison =
		key_side == 0 ? (AtComparison) comparison->sub : exchanged((AtComparison) comparison->sub);
	j->value = comparison->class == &ru_value_comparison;
	qs_memo(b, &items, c->slot, &j->memo);
	*join = j;
	return BX_OK;
}

static bool
is_comparison(const RuOp *op)
{
	return (op->class == &ru_general_comparison || op->class == &ru_single_comparison ||
			op->class == &ru_value_comparison) &&
		   op->sub != AT_NE;
}

static BxStatus
try_comparison(QsBuild *b, const JoinCandidate *c, const RuOp *op, bool whole, const RuJoin **join)
{
	if (!is_comparison(op))
		return BX_OK;
	BX_TRY(join_by(b, c, op, 0, whole, join));
	return *join == NULL ? join_by(b, c, op, 1, whole, join) : BX_OK;
}

BxStatus
qs_find_join(QsBuild *b, const RuOp *source, uint32_t slot, uint32_t position, const RuOp *condition,
			 const RuJoin **join)
{
	const JoinCandidate c = {source, slot, position};
	uint32_t i;

	if (b->module->default_collation.n > 0 || qs_at_most_one(source))
		return BX_OK;
	if (condition->class != &ru_and)
		return try_comparison(b, &c, condition, true, join);
	for (i = 0; *join == NULL && i < condition->n_args; i++)
		BX_TRY(try_comparison(b, &c, condition->args[i], false, join));
	return BX_OK;
}
