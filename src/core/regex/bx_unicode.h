/*
 * bx_unicode.h -- what Unicode says about characters: general category, block, upper and lower case.
 *
 * The tables (bx_unicode_data.c) are generated and part of the source, so that answers do not depend on the machine or
 * its locale.
 */
#ifndef BX_UNICODE_H
#define BX_UNICODE_H

#include "../base/bx_arena.h"

#define BX_UNICODE_MAX 0x10FFFFu

/* General categories, in the order tools/gen_unicode numbers them. */
typedef enum BxCategory
{
	BX_CAT_CN,
	BX_CAT_LU,
	BX_CAT_LL,
	BX_CAT_LT,
	BX_CAT_LM,
	BX_CAT_LO,
	BX_CAT_MN,
	BX_CAT_MC,
	BX_CAT_ME,
	BX_CAT_ND,
	BX_CAT_NL,
	BX_CAT_NO,
	BX_CAT_PC,
	BX_CAT_PD,
	BX_CAT_PS,
	BX_CAT_PE,
	BX_CAT_PI,
	BX_CAT_PF,
	BX_CAT_PO,
	BX_CAT_SM,
	BX_CAT_SC,
	BX_CAT_SK,
	BX_CAT_SO,
	BX_CAT_ZS,
	BX_CAT_ZL,
	BX_CAT_ZP,
	BX_CAT_CC,
	BX_CAT_CF,
	BX_CAT_CO,
	BX_CAT_CS,
} BxCategory;

/*
 * The categories a name means, one bit each: "Lu", or "L" for all that start with it; 0 when there is no such
 * category.  Surrogates are not characters of XML: "Cs" is not a name, and "C" is without them.
 */
extern uint32_t bx_unicode_category_set(const char *name, size_t n);

/*
 * The i-th run of equal category, in ascending order: false behind the last.  All runs together cover all code points.
 */
extern bool bx_unicode_run(uint32_t i, uint32_t *first, uint32_t *last, BxCategory *category);

/* The category of a character. */
extern BxCategory bx_unicode_category(uint32_t cp);

/* The value of a decimal digit (category Nd) and the zero of its family; -1: it is none. */
extern int bx_unicode_digit(uint32_t cp, uint32_t *zero);

/*
 * The i-th range of the block of this name, written without spaces ("Latin-1Supplement"); false behind the last, and
 * for i = 0 when there is no such block.
 */
extern bool bx_unicode_block(const char *name, size_t n, uint32_t i, uint32_t *first, uint32_t *last);

/* Next larger character equal to cp but for case, after the largest the smallest; cp itself when there is none. */
extern uint32_t bx_unicode_orbit(uint32_t cp);

/* The first character from cp on that has such a partner; above BX_UNICODE_MAX when there is none. */
extern uint32_t bx_unicode_next_cased(uint32_t cp);

/*
 * Upper or lower case of UTF-8 by the full mappings of Unicode that depend neither on language nor on neighbours.  The
 * result is s itself where nothing changes, else memory of the arena.  Polls the arena's host.  BX_E_NOMEM; BX_E_LIMIT
 * when the result would exceed a value's size.
 */
extern BxStatus bx_unicode_to_case(BxArena *arena, bool upper, const char *s, size_t n, const char **out,
								   size_t *out_n, BxError *err);

#endif
