/*
 * bx_declared_int.h -- forms of values whose type is declared, for those that read and print any form.
 */
#ifndef BX_DECLARED_INT_H
#define BX_DECLARED_INT_H

#include "bx_value.h"

#define BX_ZONE_MINUTES_MAX (14 * 60)

/* As bx_value_decode, of a payload with such a tag; *v is all zeros before. */
extern bool bx_declared_decode(const uint8_t *p, uint32_t len, BxValue *v);
/* As bx_value_format, of numbers and bytes. */
extern unsigned bx_declared_format(const BxValue *v, char *buf);
/* As bx_value_is_canonical, of a payload that was decoded to v. */
extern bool bx_declared_is_canonical(const uint8_t *p, uint32_t len, const BxValue *v);

#endif
