/*
 * fn_boolean.c -- fn:true, fn:false, fn:not, fn:boolean.
 */
#include "../../base/bx_core_int.h"

#include "fn_evaluators.h"

BxStatus
fn_true(RuRun *run, const RuOp *op, const RuCx *cx, bool *value)
{
	(void) run, (void) op, (void) cx;
	*value = true;
	return BX_OK;
}

BxStatus
fn_false(RuRun *run, const RuOp *op, const RuCx *cx, bool *value)
{
	(void) run, (void) op, (void) cx;
	*value = false;
	return BX_OK;
}

BxStatus
fn_not(RuRun *run, const RuOp *op, const RuCx *cx, bool *value)
{
	BX_TRY(ru_ebv(run, op->args[0], cx, value));
	*value = !*value;
	return BX_OK;
}

BxStatus
fn_boolean(RuRun *run, const RuOp *op, const RuCx *cx, bool *value)
{
	return ru_ebv(run, op->args[0], cx, value);
}
