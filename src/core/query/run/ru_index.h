/*
 * ru_index.h -- rows by the atomic values that they have: what joins and comparisons with the same values look up.
 *
 * A look-up gives all rows that have a value equal to the one asked for, and maybe others whose hash is the same: who
 * asks compares.  Where the types of values do not allow a look-up, it says so.
 */
#ifndef RU_INDEX_H
#define RU_INDEX_H

#include "ru_op.h"

/* The kinds of values that are looked up. */
typedef struct RuIndexKinds
{
	uint8_t classes;    /* set of kinds of the values: RU_KEY_* */
	uint8_t other;      /* RU_KEY_OTHER: their primitive type */
	uint8_t numbers_of; /* AT_HAS_* of the values, and of those that were looked up */
} RuIndexKinds;

typedef struct RuIndexEntry
{
	XdItem key;
	uint64_t hash;
	uint32_t row;
	uint32_t next; /* with the same place in the table, from 1; 0: none */
} RuIndexEntry;

/* A number and the row that has it. */
typedef struct RuIndexNumber
{
	double key;
	uint32_t row;
} RuIndexNumber;

typedef struct RuIndex
{
	BxArena *arena;
	RuIndexEntry *entries; /* by rows, upwards */
	uint32_t n, cap;
	uint32_t *heads; /* of chains, from 1; 0: none */
	uint32_t mask;
	RuIndexKinds kinds;
	struct RuIndex *numbers; /* untyped values as numbers, once one was looked up */
	bool no_numbers;         /* one of them is none */
	RuIndexNumber *sorted;   /* numbers upwards, once a range was looked up: n of them */
	bool no_ranges;          /* one of them is not exact as a double */
} RuIndex;

#define RU_KEY_UNTYPED 0x01
#define RU_KEY_STRING 0x02
#define RU_KEY_NUMBER 0x04
#define RU_KEY_OTHER 0x08 /* of one primitive type, */
#define RU_KEY_MIXED 0x10 /* or not */

/* What to look a value up as. */
typedef enum RuIndexFit
{
	RU_FIT_NOT,
	RU_FIT_AS_IS,
	RU_FIT_NUMBERS /* among the untyped values as xs:double */
} RuIndexFit;

/* Note the kind of a value; is it NaN, which equals nothing? */
extern bool ru_index_note(RuIndexKinds *kinds, const XdItem *key);
/* What to look a value up as, which may be cast for it.  untyped_as_text: see ru_index_find. */
extern BxStatus ru_index_fit(RuRun *run, const RuIndexKinds *kinds, XdItem *item, bool untyped_as_text,
							 RuIndexFit *fit);

/* An index without rows, in an arena. */
extern void ru_index_init(RuIndex *index, BxArena *arena);
/* A row has a value; it is copied.  Rows come upwards. */
extern BxStatus ru_index_add(RuRun *run, RuIndex *index, const XdItem *key, uint32_t row);
/* All rows were added. */
extern BxStatus ru_index_finish(RuRun *run, RuIndex *index);

/*
 * The first entry that may equal a value; NULL: there is none.  untyped_as_text: the operator is "eq", for which
 * untyped values are strings.  *usable is false where values cannot be looked up: they are to be compared one by one.
 */
extern BxStatus ru_index_find(RuRun *run, RuIndex *index, const XdItem *item, bool untyped_as_text,
							  const RuIndex **in, const RuIndexEntry **entry, bool *usable);
/*
 * The rows with a number that is less (AT_LT), less or equal (AT_LE), and so on, than a number: n from *first on, in no
 * order, and those only.
 */
extern BxStatus ru_index_range(RuRun *run, RuIndex *index, AtComparison comparison, const XdItem *item,
							   bool untyped_as_text, const RuIndexNumber **first, uint32_t *n, bool *usable);
/* The next one; NULL: no more.  in: as ru_index_find gave it. */
extern const RuIndexEntry *ru_index_next(const RuIndex *in, const RuIndexEntry *entry);

#endif
