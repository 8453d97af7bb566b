/*
 * bx_escape.c -- which characters need escaping, and the search for them.
 */
#include "bx_core_int.h"

#include "bx_escape.h"

/*
 * Bit 0: must be escaped in text; bit 1: in a double-quoted attribute value.  A carriage return would be
 * normalised away on the next parse, and in attributes tab and newline too; ">" is escaped in text so that
 * "]]>" never appears.
 */
const uint8_t bx_escape_class[256] = {
	['&'] = 3, ['<'] = 3, ['>'] = 1, ['\r'] = 3, ['"'] = 2, ['\t'] = 2, ['\n'] = 2,
};

size_t
bx_clean_prefix(const char *s, size_t n, bool attr)
{
	uint8_t bit = attr ? 2 : 1;
	size_t i = 0;

	if (n < BX_ESCAPE_BLOCK)
	{
		while (i < n && (bx_escape_class[(uint8_t) s[i]] & bit) == 0)
			i++;
		return i;
	}
	for (; i < n; i += BX_ESCAPE_BLOCK)
	{
		const uint8_t *p;
		uint32_t mask;

		/* the last block overlaps the one before, which is clean */
		i = i + BX_ESCAPE_BLOCK <= n ? i : n - BX_ESCAPE_BLOCK;
		p = (const uint8_t *) s + i;
		mask = attr ? bx_escape_mask(p, true) : bx_escape_mask(p, false);
		if (mask != 0)
			return i + (unsigned) __builtin_ctz(mask);
	}
	return n;
}

bool
bx_is_clean(const char *s, size_t n, bool attr)
{
	return bx_clean_prefix(s, n, attr) == n;
}
