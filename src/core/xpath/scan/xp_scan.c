/*
 * xp_scan.c -- what a scan takes from memory: frames, and tables of what is passed over.
 */
#include "xp_scan_int.h"

BxStatus
xp_scan_grow(XpScan *s)
{
	uint32_t cap = s->cap * 4;
	XpScanFrame *frames = xp_alloc(s->ev, (size_t) cap * sizeof(XpScanFrame));

	if (frames == NULL)
		return BX_E_NOMEM;
	memcpy(frames, s->frames, s->cap * sizeof(XpScanFrame));
	s->top = frames + s->cap;
	s->frames = frames;
	s->cap = cap;
	return BX_OK;
}

XpSkipTable *
xp_skip_new(XpEval *ev, XpSkipTable *pass, const XpSkipKey *key)
{
	if (pass == NULL)
	{
		ev->skip = bx_arena_zalloc(&ev->keep, XP_SKIP_TABLES * sizeof(XpSkipTable));
		return NULL; /* the next one gets it */
	}
	memset(pass->skip, 0, sizeof(pass->skip));
	pass->key = *key;
	return pass;
}
