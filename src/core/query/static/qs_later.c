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

/*
 * paths and nodes
 */

LATER(qs_root)
LATER(qs_path)
LATER(qs_step)
LATER(qs_filter)
LATER(qs_node_set)
LATER(qs_node_comparison)
LATER(qs_context_item)

/*
 * operators
 */

LATER(qs_logic)
LATER(qs_value_comparison)
LATER(qs_general_comparison)
LATER(qs_concat)
LATER(qs_range)
LATER(qs_arithmetic)
LATER(qs_unary)
LATER(qs_simple_map)

/*
 * types
 */

LATER(qs_instance_of)
LATER(qs_treat_as)
LATER(qs_castable_as)
LATER(qs_cast_as)
LATER(qs_typeswitch)

/*
 * control
 */

LATER(qs_if)
LATER(qs_switch)
LATER(qs_try)
LATER(qs_quantified)
LATER(qs_ordered)
LATER(qs_extension)
LATER(qs_validate)

/*
 * FLWOR
 */

LATER(qs_flwor)

/*
 * constructors
 */

LATER(qs_constructor)
LATER(qs_enclosed)
LATER(qs_string_constructor)

/*
 * functions as items, maps, arrays
 */

LATER(qs_dynamic_call)
LATER(qs_function_reference)
LATER(qs_inline_function)
LATER(qs_lookup)
LATER(qs_map)
LATER(qs_array)

/*
 * updates
 */

LATER(qs_update)
