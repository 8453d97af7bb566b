/*
 * fn_context.c -- fn:position and fn:last.
 */
#include "../../base/bx_core_int.h"

#include "fn_evaluators.h"

BxStatus
fn_position(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	if (cx->item == NULL)
		return ru_fail(run, op, "XPDY0002", "position() needs a context item, and there is none");
	*item = at_integer_item((int64_t) cx->pos);
	*found = true;
	return BX_OK;
}

BxStatus
fn_last(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	if (cx->item == NULL)
		return ru_fail(run, op, "XPDY0002", "last() needs a context item, and there is none");
	*item = at_integer_item((int64_t) cx->size);
	*found = true;
	return BX_OK;
}
