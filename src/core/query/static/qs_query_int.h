/*
 * qs_query_int.h -- what builders ask of the query as a whole.
 */
#ifndef QS_QUERY_INT_H
#define QS_QUERY_INT_H

#include "qs_build.h"

/* qs_call.c: one more global variable. */
extern BxStatus qs_add_global(QsBuild *b, const RuGlobalPlan *plan);

/* qs_call.c: parameters and result of a function of the library, in the arena of the query. */
extern BxStatus qs_signature(QsBuild *b, const FnRow *row, QFunction *signature);

/* qs_function.c: a call by name with placeholders, which is a function; *is_partial false: it has none. */
extern BxStatus qs_partial_call(QsBuild *b, const QExpr *e, RuOp **op, bool *is_partial);

/* qs_updating.c: updating expressions of the module stand only where they may: XUST0001, XUST0002. */
extern BxStatus qs_check_updating(QsBuild *b);

#endif
