/*
 * xp_query_int.h -- the result of an expression as a value of its own.
 */
#ifndef XP_QUERY_INT_H
#define XP_QUERY_INT_H

#include "xp_eval_int.h"

/* As xp_query (xp_eval.h), within an evaluation whose nodes know the way up. */
extern BxStatus xp_query_run(XpEv *ev, uint32_t root, const XpCx *cx, const BxWriterOptions *options,
							 bool *found, uint8_t **data, size_t *len);

#endif
