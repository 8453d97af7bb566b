/*
 * xp_call.h -- one call of an evaluation: the value, where its memory comes from, and what a call site keeps between
 * calls.
 */
#ifndef XP_CALL_H
#define XP_CALL_H

#include "../../store/bx_image.h"
#include "../../read/bx_label.h"
#include "../syntax/xp_ast.h"
#include "../syntax/xp_slot.h"
#include "../syntax/xp_value.h"

/* Work done by evaluation, for tests of complexity and EXPLAIN. */
typedef struct XpWork
{
	uint64_t items;  /* items whose token was looked at */
	uint64_t values; /* values of items read ... */
	uint64_t bytes;  /* ... and their bytes */
	uint64_t
		skipped; /* bytes of the items section passed over, item by item, without a look at what is in them */
	uint64_t matching;   /* steps of regular expressions */
	uint64_t steps;      /* expression nodes evaluated */
	uint64_t fetched;    /* stored bytes read from outside memory */
	uint64_t inflated;   /* plain bytes made from compressed blocks */
	uint64_t searches;   /* paths whose nodes value lists have found */
	uint64_t no_numbers; /* nodes that min() and max() took for numbers, and were none */
} XpWork;

/* What one call site keeps between calls.  Bounded; owned by the caller's arena. */
typedef struct XpCache XpCache;

/*
 * What all call sites of a process can share: the decoded table of the last value, of at most 16 kB, and what is known
 * of the last small tables.  It stays as long as the caches that are used with it.
 */
typedef struct XpTableCache XpTableCache;

/*
 * Part of a value that is evaluated as a document of its own: an element and what is below it, as if it had been copied
 * (xp_query).  Only paths accepted by xp_fits_subtree.
 */
typedef struct XpSubtree
{
	uint32_t off;          /* of its item in the items section */
	uint32_t len;          /* of the item's payload */
	const uint32_t *pairs; /* that elements around it declare, innermost first; of the value's table */
	uint32_t n_pairs;
	BxRoot root; /* its label */
} XpSubtree;

/* A value whose table is that of another one, which may be all that a path needs to know of it. */
typedef struct XpApart
{
	const uint8_t *table_v;     /* a plain value that has the table, and stays where it is between calls */
	const BxHeader *table_head; /* its header */
	uint64_t table_id;          /* never that of another table, though it be at the same place later; not 0 */
	const uint8_t *items;
	uint32_t items_len;
} XpApart;

typedef struct XpCall XpCall;
struct XpCall
{
	const BxHost *host;
	BxArena *arena;
	const uint8_t *v; /* the stored value, when it is all in memory */
	size_t n;
	XpCache *cache;       /* or NULL */
	XpTableCache *tables; /* or NULL; used with a cache only, and always the same one */
	const struct XpPlan
		*plan; /* of the block, made by the caller with xp_plan_build; or NULL.  Without a cache. */
	BxError *err;
	XpWork work;                  /* added to */
	bool navigate;                /* never stream: for tests that compare both ways of evaluation */
	bool use_directories_at_once; /* even where they do not pay: for tests as well */
	BxStore *store;    /* where the value is when v is NULL: only the parts that evaluation needs are read */
	BxImage *image;    /* or an image of it that the caller keeps; then v and store are not used */
	const XpVar *vars; /* values of variables; of two with one name the last counts */
	uint32_t n_vars;
	const XpPrefix
		*prefixes; /* of prefixes the path does not bind itself; of two with one name the last counts */
	uint32_t n_prefixes;
	const XpSubtree *part; /* or NULL: all of the value */
	bool
		labels; /* xp_query of one node: the value keeps labels, that of its root and those below it; the options say the
					former, and nothing for the document */
	struct XpEngine *engine; /* for what no access answers (plan/xp_run.h); or NULL */
	/* makes one for this call, where engine is NULL or that of another path: fc_engine_once; NULL: an error */
	BxStatus (*once)(XpCall *c, const XpBlock *path, struct XpEngine **engine);
	bool exact;                 /* xp_item_value: sums and products of decimals are decimals, not doubles */
	uint32_t by_reference_from; /* do not fetch texts of at least this many bytes, 64 or more; 0: fetch all */
	const struct RuVar
		*values; /* of variables, for a block that is a query (query/run/ru_query.h); or NULL */
	uint32_t n_values;
	/* instead of v, or NULL: `whole` makes v and n of it, for an evaluation; it may jump out, and sets apart to NULL */
	const XpApart *apart;
	void (*whole)(XpCall *c);
};

/* A cache for one compiled path, memory from the arena (which must outlive it); NULL when refused. */
extern XpCache *xp_cache_new(BxArena *arena);

/* The same for one block alone, which stays where it is as long as the cache; calls then need not compare paths. */
extern XpCache *xp_cache_of(BxArena *arena, const XpBlock *block);

/* A place for decoded tables in an arena of its own; NULL when refused.  Resetting the arena ends it. */
extern XpTableCache *xp_table_cache_new(BxArena *arena);

/* Give back what a cache took from the host besides the arena; call it before the arena is reset.  NULL is allowed. */
extern void xp_cache_free(XpCache *cache);

/*
 * The block that the cache is for has another text in the slot (xp_slot.h) than when it was used last: what is kept is
 * made to fit.
 */
extern void xp_cache_take_text(XpCache *cache, const XpSlot *slot);

/* Bytes that a cache holds of the host's memory, besides the arena.  NULL is allowed. */
extern size_t xp_cache_held(const XpCache *cache);

#endif
