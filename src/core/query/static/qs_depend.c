/*
 * qs_depend.c -- what the value of an expression depends on: a list of operators whose values depend on their
 * arguments and nothing else.
 */
#include "../../base/bx_core_int.h"

#include "qs_depend.h"

#include "../run/ru_collection.h"
#include "../run/ru_expr.h"
#include "../run/ru_function.h"
#include "../run/ru_operators.h"
#include "../run/ru_path.h"

static const RuClass *const simple[] = {
	&ru_sequence,
	&ru_atomized,
	&ru_atomized_one,
	&ru_converted,
	&ru_converted_one,
	&ru_checked,
	&ru_checked_one,
	&ru_or,
	&ru_and,
	&ru_value_comparison,
	&ru_arithmetic,
	&ru_unary,
	&ru_concat,
	&ru_range,
	&ru_general_comparison,
	&ru_simple_map,
	&ru_simple_map_one,
	&ru_instance_of,
	&ru_castable,
	&ru_single_comparison,
	&ru_cast,
	&ru_cast_list,
	&ru_if,
	&ru_if_one,
	&ru_context_item,
	&ru_root,
	&ru_path,
	&ru_path_one,
	&ru_only_nodes,
	&ru_filter,
	&ru_filter_one,
	&ru_in_order,
	&ru_node_set,
	&ru_node_comparison,
	&ru_global,
	&ru_lookup,
	&ru_collection,
	&ru_statement,
	&ru_column,
};

/* A function of the library whose value depends on its arguments and the focus. */
static bool
is_library(const RuOp *op)
{
	uintptr_t at = (uintptr_t) op->class, from = (uintptr_t) fn_rows;
	const FnRow *row;

	if (at < from || at >= from + fn_n_rows * sizeof(FnRow))
		return false;
	row = &fn_rows[(at - from) / sizeof(FnRow)];
	/* what a function that is an argument gives may be new nodes */
	return !(row->properties & (FN_NOT_CONSTANT | FN_STABLE)) && strstr(row->signature, "function(") == NULL;
}

static bool
is_simple(const RuOp *op)
{
	size_t i;

	for (i = 0; i < sizeof(simple) / sizeof(simple[0]); i++)
		if (op->class == simple[i])
			return true;
	return qs_is_constant(op) || (op->type.kind == XD_T_EMPTY && op->n_args == 0) || is_library(op);
}

static BxStatus
add_slot(QsBuild *b, QsSlots *slots, uint32_t slot)
{
	if (qs_has_slot(slots, slot))
		return BX_OK;
	if (slots->n == slots->cap)
	{
		uint32_t cap = slots->cap < 8 ? 8 : slots->cap * 2;
		uint32_t *p =
			bx_arena_grow(b->arena, slots->slots, slots->n * sizeof(uint32_t), cap * sizeof(uint32_t));

		if (p == NULL)
			return bx_fail_nomem(b->err, cap * sizeof(uint32_t));
		slots->slots = p;
		slots->cap = cap;
	}
	slots->slots[slots->n++] = slot;
	return BX_OK;
}

/* Has the operator a focus of its own for its second argument? */
static bool
has_own_focus(const RuOp *op)
{
	return op->class == &ru_filter || op->class == &ru_filter_one || op->class == &ru_simple_map ||
		   op->class == &ru_simple_map_one;
}

/* inner: the focus is one within the expression. */
static BxStatus
walk(QsBuild *b, const RuOp *op, bool inner, QsSlots *slots, bool *known)
{
	uint32_t i;

	BX_TRY(bx_step(b->host));
	if (op->class == &ru_local || op->class == &ru_local_one)
		return add_slot(b, slots, op->slot);
	*known = *known && is_simple(op) && slots->n < 64 && bx_stack_ok(b->host);
	if (!inner && op->class == &ru_root)
		slots->uses_tree = true;
	else if (!inner && op->n_args == 0 && (op->uses & RU_USES_ITEM))
		slots->uses_item = true;
	for (i = 0; *known && i < op->n_args; i++)
		if (op->args[i] != NULL)
			BX_TRY(walk(b, op->args[i], inner || (i == 1 && has_own_focus(op)), slots, known));
	return BX_OK;
}

BxStatus
qs_depends(QsBuild *b, const RuOp *op, QsSlots *slots, bool *known)
{
	*known = *known && !(op->uses & (RU_UPDATES | RU_USES_POSITION | RU_USES_LAST));
	return *known ? walk(b, op, false, slots, known) : BX_OK;
}

void
qs_memo(QsBuild *b, const QsSlots *slots, uint32_t without, RuMemoPlan *memo)
{
	uint32_t i, n = 0;

	for (i = 0; i < slots->n; i++)
		if (slots->slots[i] != without)
			slots->slots[n++] = slots->slots[i];
	*memo = (RuMemoPlan){b->query->n_memos++, slots->slots, n, slots->uses_item, slots->uses_tree, false};
}
