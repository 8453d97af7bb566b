/*
 * fn_pattern.h -- compiled regular expressions of calls, kept for the run.
 */
#ifndef FN_PATTERN_H
#define FN_PATTERN_H

#include "../../regex/bx_regex.h"
#include "fn_int.h"

/* The pattern of a call as it was compiled last. */
typedef struct FnPattern
{
	const RuOp *op;
	BxStr text;
	BxStr flags;
	BxRegex *re;
	RuArena *arena; /* of all of it; NULL: the arena of the call */
	uint64_t uses;
	uint32_t users; /* iterators that still search with it */
	bool empty;     /* it matches the empty string */
	bool verbatim;  /* flag q */
} FnPattern;

/*
 * The pattern that argument 2 of a call is, with the flags of argument number `flags` (from 0) where it has one.  It is
 * good as long as the arena of the context, if its user is counted until then.  FORX0001, FORX0002.
 */
extern BxStatus fn_pattern(RuRun *run, const RuOp *op, uint32_t flags, const RuCx *cx, FnPattern **pattern);
/* An error of regular expressions as one of the function, with its detail; any other status as it is. */
extern BxStatus fn_pattern_failed(RuRun *run, const RuOp *op, BxStatus st, const char *code);
/* FORX0003: a pattern that matches the empty string. */
extern BxStatus fn_pattern_refuse_empty(RuRun *run, const RuOp *op, const FnPattern *pattern);

#endif
