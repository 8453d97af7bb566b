/*
 * query.h -- a stored bxquery: its text.
 */
#ifndef BXML_QUERY_H
#define BXML_QUERY_H

#include "../../core/base/bx_str.h"

/*
 * The text of a bxquery datum, UTF-8, borrowed from it or from a detoasted copy in CurrentMemoryContext.  Raises XX001
 * for damaged bytes, 0A000 for a version that this library does not know.
 */
extern BxStr query_text(Datum query);

#endif
