/*
 * at_cast_int.h -- what the files that read, write and cast atomic values share.
 */
#ifndef AT_CAST_INT_H
#define AT_CAST_INT_H

#include "../base/bx_core_int.h"

#include "at_value.h"

/* XPST0080: values are never of the type itself. */
extern BxStatus at_fail_abstract(const AtCall *c, AtType type);

/* The error of an operation on decimals; numbers that are too large are FOCA0006. */
extern BxStatus at_digits_status(const AtCall *c, AtDecimalResult result);

/* FORG0001 unless an integer is within the bounds of its type and of those that it comes from. */
extern BxStatus at_check_bounds(const AtCall *c, AtType type, const AtDecimal *d);

/* A decimal as an item of the type; FOCA0006 if it has more digits behind its point than an item has room for. */
extern BxStatus at_put_decimal(const AtCall *c, AtType type, const AtDecimal *d, XdItem *out);

/* Bytes in the arena of the call. */
extern BxStatus at_alloc(const AtCall *c, size_t n, void **p);

#endif
