/*
 * xd_function_type.h -- types of functions, maps and arrays.
 */
#ifndef XD_FUNCTION_TYPE_H
#define XD_FUNCTION_TYPE_H

#include "xd_function.h"

/* xd_type_matches of types of functions, maps and arrays. */
extern BxStatus xd_function_matches(XdForest *forest, const XdSeqType *type, const XdItem *item,
									bool *matches);

#endif
