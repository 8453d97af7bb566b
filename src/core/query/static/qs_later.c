/*
 * qs_later.c -- kinds of expressions that have no operators yet.
 */
#include "../../base/bx_core_int.h"

#include "qs_build.h"

#define LATER(builder)                                                                                       \
	BxStatus builder(QsBuild *b, const QExpr *e, RuOp **op)                                                  \
	{                                                                                                        \
		(void) op;                                                                                           \
		return bx_fail(b->err, BX_E_UNSUPPORTED, e->pos, "this expression is not implemented");              \
	}

LATER(qs_variable)
LATER(qs_context_item)
LATER(qs_call)
LATER(qs_dynamic_call)
LATER(qs_function_reference)
LATER(qs_inline_function)
LATER(qs_if)
LATER(qs_logic)
LATER(qs_value_comparison)
LATER(qs_general_comparison)
LATER(qs_node_comparison)
LATER(qs_concat)
LATER(qs_range)
LATER(qs_arithmetic)
LATER(qs_unary)
LATER(qs_node_set)
LATER(qs_instance_of)
LATER(qs_treat_as)
LATER(qs_castable_as)
LATER(qs_cast_as)
LATER(qs_simple_map)
LATER(qs_root)
LATER(qs_path)
LATER(qs_step)
LATER(qs_filter)
LATER(qs_lookup)
LATER(qs_quantified)
LATER(qs_switch)
LATER(qs_typeswitch)
LATER(qs_try)
LATER(qs_flwor)
LATER(qs_constructor)
LATER(qs_enclosed)
LATER(qs_string_constructor)
LATER(qs_map)
LATER(qs_array)
LATER(qs_ordered)
LATER(qs_extension)
LATER(qs_validate)
LATER(qs_update)
LATER(qs_unexpected)
