/*
 * ru_far.h -- items by their keys in a temporary file: what joins look up when there are more than the budget has room
 * for.
 *
 * The file lists the items by the hash of their keys.  A look-up reads the blocks that have the hash; where they begin
 * is known in memory.
 */
#ifndef RU_FAR_H
#define RU_FAR_H

#include "ru_index.h"
#include "ru_memo.h"
#include "ru_sort.h"

typedef struct RuFar
{
	RuIndexKinds kinds; /* of the keys */
	AtGrain grain;      /* that keys are hashed by */
	bool as_numbers;    /* keys are untyped values as xs:double */
	bool useless;       /* items or keys of which no such list can be made */
	uint64_t n;
	uint64_t *firsts; /* hash of the first entry of each block */
	uint64_t n_blocks;
	RuSpill *entries;
	RuSpill *texts;        /* what items borrow */
	RuSpillReader *reader; /* of it */
} RuFar;

/* What is listed. */
typedef struct RuFarSource
{
	const RuOp *items;
	const RuOp *key; /* atomized, of one item: */
	uint32_t slot;   /* a variable holds it; RU_NO_SLOT: it is the context item */
} RuFarSource;

typedef struct RuFarMatch
{
	uint64_t row;
	XdItem item;
} RuFarMatch;

/*
 * List items by their keys, in memo->own and its files.  far->useless is set where they
 * cannot be written, or a key that is to be a number is none.
 */
extern BxStatus ru_far_make(RuRun *run, const RuFarSource *from, const RuCx *cx, RuMemo *memo,
							bool as_numbers, AtGrain grain, RuFar *far);

/* Append the items whose key has the hash of a value, in the order of their rows; they are in the arena. */
extern BxStatus ru_far_find(RuRun *run, RuFar *far, const XdItem *value, BxArena *arena, RuFarMatch **matches,
							uint32_t *n, uint32_t *cap);

#endif
