/*
 * ut_escape.h -- the masks of bx_escape.h against its table; the program says which variant it is.
 */
#ifndef UT_ESCAPE_H
#define UT_ESCAPE_H

#include "../../src/core/base/bx_escape.h"
#include "ut.h"

static void
check_block(const uint8_t *s)
{
	uint32_t want[2] = {0, 0};

	for (unsigned i = 0; i < BX_ESCAPE_BLOCK; i++)
	{
		want[0] |= (uint32_t) (bx_escape_class[s[i]] & 1) << i;
		want[1] |= (uint32_t) (bx_escape_class[s[i]] >> 1 & 1) << i;
	}
	CHECK(bx_escape_mask(s, false) == want[0]);
	CHECK(bx_escape_mask(s, true) == want[1]);
	for (unsigned n = 1; n <= BX_ESCAPE_BLOCK; n++)
		CHECK(bx_escape_any(s, n, true) == ((want[1] & ((1u << n) - 1)) != 0));
}

/* How long what needs no escaping is, in texts of all lengths of up to four blocks. */
static void
clean_prefixes(void)
{
	char s[4 * BX_ESCAPE_BLOCK];

	for (size_t n = 0; n <= sizeof(s); n++)
		for (size_t at = 0; at <= n; at++)
		{
			memset(s, 'a', sizeof(s));
			memset(s + n, '<', sizeof(s) - n);
			if (at < n)
				s[at] = '"';
			CHECK(bx_clean_prefix(s, n, true) == at);
			CHECK(bx_clean_prefix(s, n, false) == n);
			if (at < n)
				s[at] = '>';
			CHECK(bx_clean_prefix(s, n, true) == n);
			CHECK(bx_clean_prefix(s, n, false) == at);
		}
}

/* Each byte at each place, beside each of the characters that are escaped. */
static void
every_byte(void)
{
	static const char others[] = "a&<>\"\r\n\t";

	for (unsigned c = 0; c < 256; c++)
		for (unsigned at = 0; at < BX_ESCAPE_BLOCK; at++)
			for (const char *other = others; *other != '\0'; other++)
			{
				uint8_t s[BX_ESCAPE_BLOCK];

				memset(s, *other, sizeof(s));
				s[at] = (uint8_t) c;
				check_block(s);
			}
}

#endif
