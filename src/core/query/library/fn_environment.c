/*
 * fn_environment.c -- variables of the environment: a query sees none (F&O section 14.8.4 allows it).
 */
#include "fn_int.h"

BxStatus
fn_environment_variable(RU_ONE_ARGS)
{
	BX_TRY(ru_arg(run, op, 0, cx, item, found));
	*found = false;
	return BX_OK;
}

BxStatus
fn_available_environment_variables(RU_OPEN_ARGS)
{
	(void) run, (void) op, (void) cx;
	ru_iter_none(it);
	return BX_OK;
}
