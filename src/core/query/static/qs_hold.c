/*
 * qs_hold.c -- what does not change in a loop: expressions whose values are kept.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_expr.h"
#include "../run/ru_operators.h"
#include "qs_lenient.h"

#define MAX_SLOTS 8

typedef struct HeldSlots
{
	QsBuild *b;
	uint32_t from; /* slots from here on are bound within the expression */
	uint32_t slots[MAX_SLOTS];
	uint32_t n;
} HeldSlots;

/* Is it worth to remember the value of such an expression?  What is small is as soon evaluated. */
static bool
is_worth(const QExpr *e)
{
	switch (e->kind)
	{
		case QK_PATH:
		case QK_FILTER:
		case QK_UNION:
		case QK_INTERSECT:
		case QK_EXCEPT:
		case QK_FLWOR:
		case QK_QUANTIFIED:
		case QK_ARITHMETIC:
		case QK_GENERAL_COMPARISON:
		case QK_VALUE_COMPARISON:
		case QK_AND:
		case QK_OR:
		case QK_IF: return true;
		case QK_SEQUENCE: return e->n_args > 1;
		case QK_CALL: return e->n_args > 0;
		default: return false;
	}
}

/* A function of the library that may give another value the next time. */
static bool
varies(const RuOp *op)
{
	uintptr_t at = (uintptr_t) op->class, from = (uintptr_t) fn_rows;

	if (at < from || at >= from + fn_n_rows * sizeof(FnRow))
		return op->class == &ru_call || op->class == &ru_call_one;
	return (fn_rows[(at - from) / sizeof(FnRow)].properties & (FN_NOT_CONSTANT | FN_STABLE)) != 0;
}

/* The slots that an expression depends on; false: it depends on what the loop changes, or cannot be kept. */
static BxStatus
depends(HeldSlots *h, const RuOp *op, bool *kept)
{
	uint32_t i;

	BX_TRY(bx_step(h->b->host));
	*kept = *kept && !varies(op) && bx_stack_ok(h->b->host);
	if ((op->class == &ru_local || op->class == &ru_local_one) && op->slot < h->from)
	{
		for (i = 0; i < h->n && h->slots[i] != op->slot; i++)
			continue;
		*kept = *kept && op->slot < h->b->loop_slots && (i < h->n || h->n < MAX_SLOTS);
		if (*kept && i == h->n)
			h->slots[h->n++] = op->slot;
	}
	for (i = 0; *kept && i < op->n_args; i++)
		if (op->args[i] != NULL)
			BX_TRY(depends(h, op->args[i], kept));
	return BX_OK;
}

static BxStatus
new_plan(HeldSlots *h, RuMemoPlan **plan)
{
	uint32_t *slots = bx_arena_alloc(h->b->arena, (h->n + 1) * sizeof(uint32_t));

	*plan = bx_arena_zalloc(h->b->arena, sizeof(RuMemoPlan));
	if (slots == NULL || *plan == NULL)
		return bx_fail_nomem(h->b->err, sizeof(RuMemoPlan));
	memcpy(slots, h->slots, h->n * sizeof(uint32_t));
	**plan = (RuMemoPlan){.number = h->b->query->n_memos++, .slots = slots, .n_slots = h->n};
	return BX_OK;
}

BxStatus
qs_hold(QsBuild *b, const QExpr *e, uint32_t slots, RuOp **op)
{
	const unsigned focus = RU_USES_ITEM | RU_USES_POSITION | RU_USES_LAST | RU_UPDATES;
	HeldSlots h = {.b = b, .from = slots};
	bool kept = is_worth(e) && !((*op)->uses & focus) && (*op)->n_args > 0 && !ru_is_held(*op);
	RuOp *in = *op;
	RuMemoPlan *plan;

	if (kept)
		BX_TRY(depends(&h, in, &kept));
	if (!kept)
		return BX_OK;
	BX_TRY(new_plan(&h, &plan));
	BX_TRY(qs_wrap(b, qs_at_most_one(in) ? &ru_held_one : &ru_held, op));
	(*op)->data = plan;
	return BX_OK;
}
