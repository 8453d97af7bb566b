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
 * updates
 */

LATER(qs_update)
