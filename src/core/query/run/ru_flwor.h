/*
 * ru_flwor.h -- FLWOR expressions: a pipeline of clauses over slots of the frame.
 *
 * A tuple is what the slots of the expression's variables hold.  A clause either looks at the present tuple and lets
 * it pass or not (let, where, count), or makes any number of tuples of it (for, window); order by and group by take all
 * tuples before they give the first one.  A clause that makes tuples owns an arena, which is cleared for each of them,
 * for what the clauses behind it compute.
 */
#ifndef RU_FLWOR_H
#define RU_FLWOR_H

#include "ru_join.h"

typedef struct RuStage RuStage;
typedef struct RuFlwor RuFlwor;

typedef struct RuClauseClass
{
	const char *name; /* for explanations */
	/* Does the present tuple pass?  NULL: the clause makes tuples, */
	BxStatus (*step)(RuRun *run, RuStage *stage, bool *passes);
	/* beginning with each tuple of the clauses before it, or, if it is blocking, once */
	BxStatus (*start)(RuRun *run, RuStage *stage);
	BxStatus (*next)(RuRun *run, RuStage *stage, bool *found);
	void (*close)(RuRun *run, RuStage *stage); /* NULL: nothing to do */
	bool blocking;                             /* start asks for all tuples of the clauses before it */
} RuClauseClass;

/* A clause of a plan. */
typedef struct RuClause
{
	const RuClauseClass *class;
	uint32_t first;    /* its arguments among those of the operator */
	uint32_t slot;     /* the variable; RU_NO_SLOT: none */
	uint32_t position; /* the positional variable of "for" */
	bool allowing_empty;
	bool implied;       /* "where": all of it is the join of the "for" before it */
	const RuJoin *join; /* "for": how the condition behind it selects; or NULL */
	const void *data;   /* RuOrder, RuGroup, RuWindow */
} RuClause;

typedef struct RuFlworPlan
{
	const RuClause *clauses;
	uint32_t n;
} RuFlworPlan;

/* A clause of an evaluation. */
struct RuStage
{
	const RuClause *clause;
	RuFlwor *flwor;
	uint32_t number;
	uint32_t back;  /* number of the stage before it that may make more tuples, */
	bool has_back;  /* if there is one */
	bool started;   /* tuples of the clauses before it were asked for */
	const RuCx *in; /* context of its expressions */
	RuCx out;       /* and of those behind it, if it makes tuples, */
	RuArena *own;   /* in this arena */
	RuIter it;      /* over the items of "for" and windows */
	bool open;
	bool exact;  /* the condition behind "for" holds for its items */
	uint64_t n;  /* items or tuples so far */
	void *state; /* of the class */
};

struct RuFlwor
{
	const RuOp *op;
	RuStage *stages; /* and one more, for "return" */
	uint32_t n;
	RuIter result; /* of "return" for the present tuple */
	bool result_open;
	bool ended;
};

/* The same for one "for" whose items are the result, as its join selects them. */
extern const RuClass ru_flwor_selected;
extern const RuClass ru_flwor; /* args: those of the clauses, then that of "return"; data: RuFlworPlan */

/* The next tuple of the clauses before a blocking one. */
extern BxStatus ru_tuple_before(RuRun *run, RuStage *stage, bool *found);

static inline const RuOp *
ru_stage_arg(const RuStage *stage, uint32_t i)
{
	return stage->flwor->op->args[stage->clause->first + i];
}

/* ---- ru_for.c: for (args: the source), let, where (args: one), count ---- */

extern const RuClauseClass ru_clause_for;
extern const RuClauseClass ru_clause_let;
extern const RuClauseClass ru_clause_where;
extern const RuClauseClass ru_clause_count;

/* ---- ru_order.c: args: keys, atomized, of at most one item ---- */

typedef struct RuOrderKey
{
	bool descending;
	bool empty_greatest;
	BxStr collation; /* empty: the default one */
} RuOrderKey;

typedef struct RuOrder
{
	const RuOrderKey *keys;
	uint32_t n_keys;
	const uint32_t *slots; /* of the variables of a tuple */
	uint32_t n_slots;
} RuOrder;

extern const RuClauseClass ru_clause_order;

/* ---- ru_group.c: no args: keys are in slots ---- */

typedef struct RuGroupPlan
{
	const uint32_t *keys; /* slots, each of at most one atomic item */
	const BxStr *collations;
	uint32_t n_keys;
	const uint32_t *slots; /* of the other variables, which become the sequences of their values */
	uint32_t n_slots;
} RuGroupPlan;

extern const RuClauseClass ru_clause_group;

/* A collation that a clause names; XQST0076 where it is not known. */
extern BxStatus ru_clause_collation(RuRun *run, const RuOp *op, BxStr uri, const AtCollation **collation);

/* ---- ru_window.c: args: source, start condition, end condition (which may be missing) ---- */

/* Variables that a condition sees; RU_NO_SLOT: not asked for. */
typedef struct RuWindowEdge
{
	uint32_t current, at, previous, next;
} RuWindowEdge;

typedef struct RuWindow
{
	bool sliding;
	bool has_end;
	bool only_end;
	const XdSeqType *type; /* of the window; NULL: any */
	RuWindowEdge start, end;
} RuWindow;

extern const RuClauseClass ru_clause_window;

#endif
