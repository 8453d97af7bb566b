/*
 * bx_index_prefix.h -- what values that are not indexed as strings have a text that begins with a string?
 *
 * An index does not have the text of a number or moment: 5 may be written "5", " 05.0" or "5e0".  So a search for texts
 * that begin with "5" looks at numbers as well.  An answer "no" is certain, "yes" is not.
 */
#ifndef BX_INDEX_PREFIX_H
#define BX_INDEX_PREFIX_H

#include "bx_index_value.h"

/* The first significant digits of a number that are looked at: every decimal of so many has a double of its own. */
#define BX_INDEX_PREFIX_DIGITS 15

/* What is known of a value whose text begins with a string. */
typedef struct BxIndexPrefix
{
	uint32_t kinds; /* set of those it may be of, but AT_INDEX_STRING */

	/* of a number */
	bool any;      /* all of them */
	bool negative; /* else this is its sign */
	bool infinite; /* infinity only */
	unsigned n;
	char digits[BX_INDEX_PREFIX_DIGITS];
} BxIndexPrefix;

/* Linear in the length of the string. */
extern BxIndexPrefix bx_index_prefix(BxStr s);

/* May the number in these n bytes of a key have such a text? */
extern bool bx_index_prefix_number(const BxIndexPrefix *prefix, const uint8_t *p, size_t n);

#endif
