/*
 * typed.h -- texts as values of SQL types, by the lexical forms of XML Schema.
 */
#ifndef BXML_TYPED_H
#define BXML_TYPED_H

#include "../../core/base/bx_str.h"

/* As bxml_try_numeric reads a text; false where that gives null.  Palloc'd. */
extern bool typed_numeric(BxStr text, Datum *result);

/* As bxml_try_timestamp reads a text; a date is its first moment.  False if the text is neither. */
extern bool typed_moment(BxStr text, Datum *result);

#endif
