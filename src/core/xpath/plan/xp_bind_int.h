/*
 * xp_bind_int.h -- a plan bound to the tables of a value.
 */
#ifndef XP_BIND_INT_H
#define XP_BIND_INT_H

#include "xp_plan_int.h"

#include "../../format/bx_table.h"
#include "xp_call.h"

/* What a constant token means. */
typedef struct XpConst
{
	uint32_t shape;
	uint32_t content; /* as XpNode has it */
	uint32_t len;
} XpConst;

typedef struct XpBound
{
	BxHeader head; /* of the value it was made for, which decides what other values it fits */
	uint32_t n_shapes;
	uint32_t n_bound;      /* shapes whose kind and steps are known: all, or the first until xp_bind_rest */
	uint8_t *kinds;        /* of shapes */
	uint64_t *shape_steps; /* [word * n_shapes + shape] */
	uint64_t *below; /* path shapes only, [word * n_shapes + shape]: union over all shapes below, or NULL */
	uint64_t *all;   /* per word: union over all shapes, of all steps while some are not bound */
	uint64_t *once;  /* per word: steps passed by exactly one shape, and that at most once per parent */
	uint32_t n_consts;
	XpConst *consts;       /* per token below n_consts */
	struct XpBinder *rest; /* binds the other shapes; NULL when all are bound */
} XpBound;

/* Bind the shapes of the table that are not bound yet. */
extern BxStatus xp_bind_rest(const XpBound *bound);

typedef struct XpShortcut XpShortcut;

struct XpCache
{
	BxArena own; /* plan and block copy */
	XpPlan *plan;
	XpShortcut *shortcut; /* of the plan, or NULL */
	const XpBlock *only;  /* or NULL: the cache is for this block, which stays */
	XpBlock *block;       /* own copy of the path; the plan refers to it, or to one compiled with prefixes */
	XpPrefix *prefixes;   /* own copies: what the plan was made with, when names of the path have prefixes */
	uint32_t n_prefixes;
	bool prefixed;        /* they have */
	BxArena tab;          /* table copy, its arrays and masks: of the last table seen */
	BxArenaMark empty;    /* of tab */
	const uint8_t *bytes; /* the table section the binding was made from, NULL for none */
	XpBound bound;
	uint32_t misses; /* in succession */
};

typedef struct BxTableScan BxTableScan;

/* xp_bind.c: the constants of a table, after its shapes of these kinds. */
extern BxStatus xp_bind_constants(BxTableScan *scan, uint32_t n_shapes, const uint8_t *kinds, BxArena *arena,
								  uint32_t *n, XpConst **consts);

/* The same for a path that is not that of the cache alone, or with prefixes of the call. */
extern XpShortcut *xp_bind_other_shortcut(const XpCall *c, const XpBlock *block);

/* The shortcut of the path, if the call site has seen it before and there is one; else NULL. */
static inline XpShortcut *
xp_bind_shortcut(const XpCall *c, const XpBlock *block)
{
	const XpCache *k = c->cache;

	if (k == NULL || k->shortcut == NULL)
		return NULL;
	return block == k->only && (!k->prefixed || (k->n_prefixes == 0 && c->n_prefixes == 0))
			   ? k->shortcut
			   : xp_bind_other_shortcut(c, block);
}

/*
 * Open the value of a call and bind the plan of the path to its tables.  *image is the caller's or *own; the
 * preparers are those of xp_plan_build.
 */
extern BxStatus xp_bind(XpCall *c, const XpBlock *block, const XpPrepare *prepare, BxImage *own,
						BxImage **image, const XpPlan **plan, const XpBound **bound);

#endif
