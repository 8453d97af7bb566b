/*
 * xs_include_int.h -- is every content that one model takes taken by another?
 *
 * Both automata are followed side by side.  Counters have their values as long as these are small; from then on a
 * counter of the larger model is known by its distance to one of the smaller.  What cannot be shown is taken for a
 * difference.
 */
#ifndef XS_INCLUDE_INT_H
#define XS_INCLUDE_INT_H

#include "xs_int.h"

/* A namespace as a number of either schema; XS_NONE: the schema does not know it. */
typedef struct XsSpacePair
{
	uint32_t old;
	uint32_t now;
} XsSpacePair;

/* How names of one schema are names of another. */
typedef struct XsNames XsNames;
struct XsNames
{
	const BxSchema *old;
	const BxSchema *now;
	const uint32_t *symbols;   /* per symbol of the old schema; NULL: it is the same schema */
	const XsSpacePair *spaces; /* all that either knows, and one for all others */
	uint32_t n_spaces;
};

/* What the smaller model takes and the larger one does not. */
typedef enum XsMore
{
	XS_MORE_CHILD, /* an element, or with XS_NONE what a wildcard takes */
	XS_MORE_END,   /* the end of the content */
	XS_MORE_WORK   /* the models are too large to be compared */
} XsMore;

/* A child as each model takes it: by a declaration, or by a wildcard. */
typedef struct XsTaken
{
	uint32_t symbol; /* of the old schema; XS_NONE: what wildcards take in a namespace */
	XsSpacePair space;
	const XsEdge *old;
	const XsEdge *now;
} XsTaken;

typedef struct XsInclusion
{
	const BxHost *host;
	BxError *err;
	const XsNames *names;
	/* Both models take this; called again for the same. */
	BxStatus (*take)(void *ctx, const XsTaken *taken);
	/* The first difference, which ends the comparison; not sure when counters were not followed up to it. */
	BxStatus (*differ)(void *ctx, XsMore more, uint32_t symbol, bool sure);
	void *ctx;
} XsInclusion;

/* Does `now` take what `old` takes?  *included is false after a call of differ. */
extern BxStatus xs_include(const XsInclusion *in, const XsModel *old, const XsModel *now, bool *included);
/* Is empty content taken?  NULL: of a type without children. */
extern bool xs_model_takes_nothing(const XsModel *m);
/* The strings of a schema that are namespaces of names or wildcards, as marks by their number. */
extern BxStatus xs_spaces_mark(const BxSchema *s, BxArena *arena, bool **marks, BxError *err);
/* Does the one wildcard take every namespace that the other takes? */
extern bool xs_wildcard_within(const XsWildcard *w, const XsWildcard *of);

static inline uint32_t
xs_symbol_now(const XsNames *names, uint32_t symbol)
{
	return names->symbols != NULL ? names->symbols[symbol] : symbol;
}

#endif
