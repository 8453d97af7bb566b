/*
 * bx_trim.h -- a value without the names that it does not use.
 */
#ifndef BX_TRIM_H
#define BX_TRIM_H

#include "../base/bx_buf.h"

/*
 * bx_trim: append the value, which is plain, to out with a table of only those shapes and namespaces that it has
 * items of, in the order of their first ones.  A value that refers to a vocabulary leaves the database like this: the
 * vocabulary has names of other documents.  What is not of name mode, or has constants or tokens of more than a byte,
 * is appended as it is.  BX_E_CORRUPT, BX_E_NOMEM, BX_E_LIMIT, BX_E_CANCEL.
 */
extern BxStatus bx_trim(const uint8_t *v, size_t n, BxBuf *out, BxError *err);

#endif
