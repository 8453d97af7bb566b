/*
 * xd_function_type.h -- types of functions, maps and arrays, and types within types.
 */
#ifndef XD_FUNCTION_TYPE_H
#define XD_FUNCTION_TYPE_H

#include "xd_function.h"

/* Is every sequence of the one type one of the other? */
extern bool xd_type_within(const XdSeqType *a, const XdSeqType *b);
/* Does a sequence match a type? */
extern BxStatus xd_type_matches_seq(XdForest *forest, const XdSeqType *type, const XdSeq *seq, bool *matches);
/* xd_type_matches of types of functions, maps and arrays. */
extern BxStatus xd_function_matches(XdForest *forest, const XdSeqType *type, const XdItem *item,
									bool *matches);

#endif
