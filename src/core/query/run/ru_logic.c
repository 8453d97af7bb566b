/*
 * ru_logic.c -- "or" and "and": from the left, until the value is known.
 */
#include "../../base/bx_core_int.h"

#include "ru_expr.h"

/* The operands until one of them has the value that settles it. */
static BxStatus
until(RU_EBV_ARGS)
{
	bool wanted = op->class == &ru_or;
	uint32_t i;

	for (i = 0; i < op->n_args; i++)
	{
		BX_TRY(ru_ebv(run, op->args[i], cx, value));
		if (*value == wanted)
			break;
	}
	return BX_OK;
}

const RuClass ru_or = {"or", .ebv = until};
const RuClass ru_and = {"and", .ebv = until};
