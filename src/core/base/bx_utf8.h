/*
 * bx_utf8.h -- UTF-8 decoding, validation, and the XML 1.0 character and name classes.
 */
#ifndef BX_UTF8_H
#define BX_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * bx_utf8_next: decode one character at *p (p < end), advance *p, return the code point, or -1 for a byte
 * sequence that is not shortest-form UTF-8 of a scalar value (then *p is not advanced).
 */
extern int32_t bx_utf8_next(const uint8_t **p, const uint8_t *end);
/* Encode cp (a scalar value) at p, return the number of bytes written (1..4). */
extern unsigned bx_utf8_put(uint8_t *p, uint32_t cp);
/* True when all of s is UTF-8 made of XML 1.0 Char; otherwise *bad is the offset of the first offender. */
extern bool bx_utf8_is_xml(const uint8_t *s, size_t n, size_t *bad);
/*
 * bx_utf8_skip: the first ASCII byte behind the characters at p, which begin with a byte from 0x80 on, or the first
 * character from `stop` on (p < stop <= end); NULL when one of them is not UTF-8 made of XML 1.0 Char.
 */
extern const uint8_t *bx_utf8_skip(const uint8_t *p, const uint8_t *stop, const uint8_t *end);
/* Number of characters of valid UTF-8. */
extern size_t bx_utf8_length(const uint8_t *s, size_t n);

extern bool bx_is_xml_char(uint32_t cp);
extern bool bx_is_name_start(uint32_t cp); /* without ":" */
extern bool bx_is_name_char(uint32_t cp);  /* without ":" */
/*
 * The i-th range of name characters from U+0080 on, or, with start, of those a name may start with; false behind the
 * last.
 */
extern bool bx_name_range(bool start, uint32_t i, uint32_t *first, uint32_t *last);
/* True when s is an NCName (Namespaces in XML 1.0, section 3; XML 1.0 fifth edition classes). */
extern bool bx_is_ncname(const char *s, size_t n);

#endif
