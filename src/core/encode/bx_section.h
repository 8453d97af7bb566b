/*
 * bx_section.h -- one extension section of a value put in, replaced or taken out.
 */
#ifndef BX_SECTION_H
#define BX_SECTION_H

#include "../base/bx_host.h"

/*
 * bx_section_put: the value with this body as its section `code`; with body NULL, without that section.  The rest is
 * copied as it is stored, in blocks or not.  *data is host memory that belongs to the caller: reserve free bytes, then
 * *len bytes.  Whether the body is right is not looked at.  BX_E_CORRUPT, BX_E_VERSION as bx_header_read; BX_E_LIMIT.
 */
extern BxStatus bx_section_put(const uint8_t *v, size_t n, uint8_t code, const uint8_t *body, uint32_t body_n,
							   size_t reserve, const BxHost *host, uint8_t **data, size_t *len, BxError *err);

#endif
