/*
 * bx_unicode_int.h -- the shape of the generated tables in bx_unicode_data.c.
 *
 * All are sorted by their first code point and searched by halving.
 */
#ifndef BX_UNICODE_INT_H
#define BX_UNICODE_INT_H

#include "../base/bx_core_int.h"
#include "bx_unicode.h"

/* Runs of one general category up to the next entry: first code point << 5 | BxCategory. */
extern const uint32_t bx_unicode_cats[];
extern const uint32_t bx_unicode_cats_n;

/* By name; a name may have several ranges. */
typedef struct BxBlock
{
	const char *name;
	uint32_t first;
	uint32_t last;
} BxBlock;

extern const BxBlock bx_unicode_blocks[];
extern const uint32_t bx_unicode_blocks_n;

/* n characters that all map to themselves + delta, or, with BX_CASE_PAIR, in turns as the table says. */
#define BX_CASE_PAIR INT32_MAX

typedef struct BxCaseRun
{
	uint32_t first;
	uint32_t n;
	int32_t delta;
} BxCaseRun;

extern const BxCaseRun bx_unicode_lower[];
extern const uint32_t bx_unicode_lower_n;
extern const BxCaseRun bx_unicode_upper[];
extern const uint32_t bx_unicode_upper_n;
extern const BxCaseRun bx_unicode_orbit_runs[];
extern const uint32_t bx_unicode_orbit_runs_n;

/* Characters that become several, 0 behind the last. */
typedef struct BxCaseFull
{
	uint16_t cp;
	uint16_t to[3];
} BxCaseFull;

extern const BxCaseFull bx_unicode_lower_full[];
extern const uint32_t bx_unicode_lower_full_n;
extern const BxCaseFull bx_unicode_upper_full[];
extern const uint32_t bx_unicode_upper_full_n;

#endif
