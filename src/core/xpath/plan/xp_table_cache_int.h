/*
 * xp_table_cache_int.h -- the table of the last value, decoded once for all call sites.
 */
#ifndef XP_TABLE_CACHE_INT_H
#define XP_TABLE_CACHE_INT_H

#include "xp_bind_int.h"
#include "xp_shortcut_table_int.h"

#define XP_TABLE_LISTS 64

struct XpTableCache
{
	BxHeader seen;       /* header of the last table used */
	uint32_t met;        /* its uses in succession */
	uint32_t met_before; /* and the one before it */
	bool valid;          /* all below is about one table */
	BxHeader head;
	const uint8_t *bytes; /* the table section */
	uint32_t n_shapes;
	uint32_t n_consts;
	BxPair *pairs;
	BxNameInfo *names;              /* of shapes */
	uint8_t *kinds;                 /* of shapes */
	XpConst *consts;                /* per constant */
	uint16_t first[XP_TABLE_LISTS]; /* shape + 1 by name */
	uint16_t *next;
	BxArena *tab;
	BxArenaMark empty;
	XpShortTables small; /* of shortcuts */
};

/* Is the table of the name-mode value v there, or is it now?  NULL is allowed. */
extern bool xp_table_cache_find(XpTableCache *s, const BxHeader *h, const uint8_t *v);

/* The next shape with this local name, plus 1, after the one given (0 to begin with); 0 when there are no more. */
extern uint32_t xp_table_cache_shape(const XpTableCache *s, const char *local, uint32_t len, uint32_t after);

#endif
