/*
 * bx_declared_int.h -- forms of values whose type is declared, for those that read and print any form.
 */
#ifndef BX_FORM_INT_H
#define BX_FORM_INT_H

#include "../base/bx_bytes.h"
#include "bx_value.h"

/* 0001-01-01 and 9999-12-31 in days since 1970-01-01. */
#define BX_DAYS_MIN (-719162)
#define BX_DAYS_MAX 2932896

#define BX_ZONE_MINUTES_MAX (14 * 60)

/* Sign-extended load of w bytes, 0..8, by overlapping loads that stay within them. */
static inline int64_t
bx_int_get(const uint8_t *p, uint32_t w)
{
	unsigned shift = 64 - 8 * w;
	uint64_t v;

	if (w >= 4)
		v = bx_get_u32(p) | (uint64_t) bx_get_u32(p + w - 4) << (8 * (w - 4));
	else if (w > 0)
		v = p[0] | (uint64_t) p[w >> 1] << (8 * (w >> 1)) | (uint64_t) p[w - 1] << (8 * (w - 1));
	else
		return 0;
	return (int64_t) (v << shift) >> shift;
}

/* As bx_value_decode, of a payload with such a tag; *v is all zeros before. */
extern bool bx_declared_decode(const uint8_t *p, uint32_t len, BxValue *v);
/* As bx_value_format, of numbers and bytes. */
extern unsigned bx_declared_format(const BxValue *v, char *buf);
/* As bx_value_is_canonical, of a payload that was decoded to v. */
extern bool bx_declared_is_canonical(const uint8_t *p, uint32_t len, const BxValue *v);

#endif
