/*
 * fn_kept.h -- what functions of the library keep in a run, from one call to the next.
 */
#ifndef FN_KEPT_H
#define FN_KEPT_H

#include "../../base/bx_hash.h"
#include "../run/ru_op.h"

struct FnPattern; /* fn_pattern.h */

/* A collation of the host, by its URI. */
typedef struct FnCollation
{
	BxStr uri;
	const AtCollation *collation;
	struct FnCollation *next;
} FnCollation;

struct FnKept
{
	BxHashMap map;               /* of call sites to their patterns, */
	struct FnPattern **patterns; /* map.n of them */
	uint32_t cap;
	FnCollation *collations;
};

/* In the arena of the run, made when it is first asked for. */
extern BxStatus fn_kept(RuRun *run, struct FnKept **kept);

#endif
