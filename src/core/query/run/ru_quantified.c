/*
 * ru_quantified.c -- "some" and "every" over one variable; those over several are nested.
 */
#include "../../base/bx_core_int.h"

#include "ru_expr.h"
#include "ru_join.h"

/* The items until the condition has the value that settles it. */
static BxStatus
until(RU_EBV_ARGS)
{
	bool wanted = op->class == &ru_some;
	BxArenaMark mark = bx_arena_mark(cx->arena);
	RuCx inner = *cx;
	RuMatches *matches = NULL;
	RuArena *own;
	RuIter it;

	*value = !wanted;
	BX_TRY(ru_check_stack(run));
	if (op->data != NULL)
		BX_TRY(ru_join_open(run, op->data, cx, &matches));
	if (matches != NULL)
		ru_matches_iter(&it, matches);
	else
		BX_TRY(ru_open(run, op->args[0], cx, &it));
	BX_TRY(ru_arena_take(run, &own));
	inner.arena = &own->arena;
	for (;;)
	{
		XdItem item;
		bool found;

		BX_TRY(ru_next(run, &it, &item, &found));
		if (!found)
			break;
		ru_arena_clear(own);
		ru_bind_item(run, &cx->frame[op->slot], &item);
		BX_TRY(ru_ebv(run, op->args[1], &inner, value));
		if (*value == wanted)
		{
			ru_close(run, &it);
			break;
		}
	}
	ru_arena_give(run, own);
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

const RuClass ru_some = {"some", .ebv = until};
const RuClass ru_every = {"every", .ebv = until};
