/*
 * path_terms.h -- the terms of a bxpath datum, and those of a pattern.
 */
#ifndef BXML_PATH_TERMS_H
#define BXML_PATH_TERMS_H

#include "../../core/xpath/terms/xp_terms.h"
#include "../server/host.h"

/* Terms in memory of the arena, which starts in the current memory context here. */
typedef struct PathTerms
{
	PgHost host;
	BxArena arena;
	XpTerms terms;
} PathTerms;

/* Fill *t, which must stay where it is; raises XX001 for a damaged path. */
extern void path_terms_read(PathTerms *t, Datum path, XpTermsAsk ask);

/* The same for estimates only: variables may have any value. */
extern void path_terms_estimate(PathTerms *t, Datum path, XpTermsAsk ask);
/* The same for what must be in a document that contains this value (@>). */
extern void path_terms_read_pattern(PathTerms *t, Datum pattern);

#endif
