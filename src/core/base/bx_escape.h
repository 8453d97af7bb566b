/*
 * bx_escape.h -- which characters need escaping in XML output.
 */
#ifndef BX_ESCAPE_H
#define BX_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Per byte: bit 0 set when it must be escaped in text, bit 1 in a double-quoted attribute value. */
extern const uint8_t bx_escape_class[256];

/* Length of the longest prefix of s that needs no escaping. */
extern size_t bx_clean_prefix(const char *s, size_t n, bool attr);

/* True when s can stand in text content (or, with attr, in a double-quoted attribute value) as it is. */
extern bool bx_is_clean(const char *s, size_t n, bool attr);

#endif
