/*
 * fn_boolean.c -- fn:true, fn:false, fn:not, fn:boolean.
 */
#include "../../base/bx_core_int.h"

#include "fn_evaluators.h"

BxStatus
fn_true(RU_EBV_ARGS)
{
	(void) run, (void) op, (void) cx;
	*value = true;
	return BX_OK;
}

BxStatus
fn_false(RU_EBV_ARGS)
{
	(void) run, (void) op, (void) cx;
	*value = false;
	return BX_OK;
}

BxStatus
fn_not(RU_EBV_ARGS)
{
	BX_TRY(ru_ebv(run, op->args[0], cx, value));
	*value = !*value;
	return BX_OK;
}

BxStatus
fn_boolean(RU_EBV_ARGS)
{
	return ru_ebv(run, op->args[0], cx, value);
}
