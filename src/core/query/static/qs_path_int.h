/*
 * qs_path_int.h -- what the builders of paths share.
 */
#ifndef QS_PATH_INT_H
#define QS_PATH_INT_H

#include "../../base/bx_core_int.h"

#include "qs_build.h"

/* qs_condition.c: the predicate as a condition of a path; *c is NULL where it is none. */
extern BxStatus qs_condition(QsBuild *b, const QExpr *e, const XdCondition **c);
/* Both conditions; either may be NULL: none. */
extern BxStatus qs_both_conditions(QsBuild *b, const XdCondition *x, const XdCondition *y,
								   const XdCondition **c);

/* A call of a function of the library by its name. */
static inline bool
qs_is_call(const QExpr *e, const char *name, uint32_t n_args)
{
	return e->kind == QK_CALL && e->n_args == n_args && bx_str_is(e->name.local, name) &&
		   bx_str_is(e->name.uri, Q_URI_FN);
}

#endif
