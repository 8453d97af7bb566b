/*
 * ru_regroup.h -- tuples grouped by their keys, however many there are: by sorting within the budget.
 *
 * A tuple is a list of sequences: keys, of at most one atomic item each, and values.
 */
#ifndef RU_REGROUP_H
#define RU_REGROUP_H

#include "ru_sort.h"

/* How keys are compared and hashed. */
typedef struct RuKeys
{
	const RuOp *op; /* for errors */
	uint32_t n;
	const AtCollation **collations;
	uint8_t *numbers; /* AT_HAS_* of the values of each key so far */
	AtCall at;        /* whose arena is for scratch memory */
} RuKeys;

extern BxStatus ru_keys_hash(RuRun *run, const RuKeys *keys, const XdSeq *tuple, uint64_t *hash);
extern BxStatus ru_keys_same(RuRun *run, const RuKeys *keys, const XdSeq *a, const XdSeq *b, bool *same);
/* Note the numbers among the keys; is another hash needed from now on (at_value.h)? */
extern bool ru_keys_note(RuKeys *keys, const XdSeq *tuple);

/* Add n sequences to as many that are being built, in whose arena the items are kept. */
extern BxStatus ru_add_values(RuRun *run, uint32_t n, const XdSeq *from, XdSeqBuilder *to);

typedef struct RuRegroup
{
	RuKeys *keys;
	uint32_t n_fields;
	RuArena *rows;   /* of the sorter of tuples, */
	RuArena *groups; /* and of the one of tuples with their groups */
	RuArena *batch;  /* groups whose hash is the same; then the present group */
	RuSorter tuples, grouped;
	uint64_t n;       /* tuples so far: a tuple has a number from 0 */
	bool stale;       /* hashes of tuples are not those that are needed now */
	const RuRow *row; /* the next tuple of the groups */
} RuRegroup;

/* Begin; the keys and their arena last as long. */
extern BxStatus ru_regroup_init(RuRun *run, RuRegroup *r, RuKeys *keys, uint32_t n_fields);
/* Add a tuple, which is copied. */
extern BxStatus ru_regroup_add(RuRun *run, RuRegroup *r, const XdSeq *tuple);
/* All were added. */
extern BxStatus ru_regroup_finish(RuRun *run, RuRegroup *r);
/*
 * The next group in the order of their first tuples, whose number is *first: the keys of that one, and all values of
 * each kind.  NULL: there is none.  It is good until the next one.
 */
extern BxStatus ru_regroup_next(RuRun *run, RuRegroup *r, const XdSeq **group, uint64_t *first);
extern void ru_regroup_end(RuRun *run, RuRegroup *r);

#endif
