/*
 * xp_position.c -- positions that predicates ask for.
 */
#include "xp_position_int.h"

void
xp_window_run(const XpWindow *w, uint32_t n, bool backwards, uint32_t *a, uint32_t *b)
{
	uint32_t lo = w->lo - 1 < n ? w->lo - 1 : n;
	uint32_t hi = w->hi < n ? w->hi : n;

	if (hi < lo)
		hi = lo;
	*a = w->from_end == backwards ? lo : n - hi;
	*b = w->from_end == backwards ? hi : n - lo;
}
