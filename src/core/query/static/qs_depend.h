/*
 * qs_depend.h -- what the value of an expression depends on.
 */
#ifndef QS_DEPEND_H
#define QS_DEPEND_H

#include "../run/ru_memo.h"
#include "qs_build.h"

/* The slots of variables that an expression refers to. */
typedef struct QsSlots
{
	uint32_t *slots;
	uint32_t n, cap;
	bool uses_item; /* and the context item, */
	bool uses_tree; /* or the tree that it is in */
} QsSlots;

/*
 * Add what the value depends on.  *known is false where it depends on more, or is another value or new nodes each
 * time: calls of declared functions, constructors, expressions that bind variables, the position in the focus.
 */
extern BxStatus qs_depends(QsBuild *b, const RuOp *op, QsSlots *slots, bool *known);

static inline bool
qs_has_slot(const QsSlots *slots, uint32_t slot)
{
	uint32_t i;

	for (i = 0; i < slots->n; i++)
		if (slots->slots[i] == slot)
			return true;
	return false;
}

/* A memo of what depends on these; one slot is left out. */
extern void qs_memo(QsBuild *b, const QsSlots *slots, uint32_t without, RuMemoPlan *memo);

#endif
