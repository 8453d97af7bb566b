/*
 * scan.h -- the plan node "XML Reader": bxml_reader, bxml_nodes, bxml_table, bxml_table_def and bxml_split in FROM,
 * row by row.
 *
 * The server collects all rows of a function in FROM before it returns the first.  This node replaces the function
 * scan: rows stream, unused columns are not made, and conditions on the columns of bxml_reader are decided before an
 * item is read, some of them for whole subtrees.  plan.c finds the functions and splits conditions, exec.c runs the
 * node, pool.c keeps rowsets for the next scan, explain.c prints, parallel.c collects the work of workers.
 */
#ifndef BXML_SCAN_H
#define BXML_SCAN_H

#include "access/parallel.h"
#include "lib/stringinfo.h"
#include "nodes/extensible.h"

#include "../reader.h"
#include "../rowset.h"
#include "../split.h"

#define SCAN_NAME "XML Reader"

/* The function that a node replaces. */
typedef enum ScanKind
{
	SCAN_NONE,
	SCAN_READER,
	SCAN_NODES,
	SCAN_TABLE,
	SCAN_TABLE_DEF,
	SCAN_SPLIT, /* followed by the others of SplitFrom */
} ScanKind;

/* The subject of a condition that was pushed down. */
typedef enum PushKind
{
	PUSH_ROW,       /* kind, prefix, ns, name: decided once per shape */
	PUSH_ROW_EARLY, /* the same, and cannot fail, so it may be decided for subtrees not yet met */
	PUSH_LEVEL,     /* these compare a column with an operand by a strategy */
	PUSH_ID,
	PUSH_VALUE,
} PushKind;

/* Besides the strategies of btree: the label is the operand or a descendant of it. */
#define STRATEGY_WITHIN 6

/*
 * What plan.c passes to exec.c.  custom_exprs: the call of the function, then the pushed conditions, with the column
 * on the left if they compare.  custom_private: lists of integers and names in this order.
 */
typedef enum ScanPrivate
{
	PRIVATE_KIND,       /* ScanKind */
	PRIVATE_WANT,       /* numbers of the function's columns to make, from 0 */
	PRIVATE_PUSHES,     /* per pushed condition its PushKind ... */
	PRIVATE_STRATEGIES, /* ... and strategy */
	PRIVATE_NAMES,      /* column list of bxml_table: names, */
	PRIVATE_TYPES,      /* types */
	PRIVATE_TYPMODS,    /* and modifiers */
} ScanPrivate;

/* Called when the module is loaded: the methods of the node. */
extern void scan_init(void);

/* Offer the node for a function of ours (planner/hooks.h). */
extern void scan_offer(PlannerInfo *root, RelOptInfo *rel, RangeTblEntry *rte);

/* Which function is this? */
extern ScanKind scan_function(Oid function);

extern const CustomScanMethods scan_methods;

/* CreateCustomScanState of scan_methods (exec.c). */
extern Node *scan_create_state(CustomScan *plan);

/* The call that a rowset is made for. */
typedef struct RowsetKey
{
	ScanKind kind;
	struct varlena *path;
	struct varlena *columns; /* of bxml_table: paths or descriptions; NULL: none */
	const char *types;       /* the column list, as bytes to compare */
	Size types_len;
} RowsetKey;

/* A rowset with a context of its own, a child of that of the scan that uses it. */
typedef struct ScanRowset
{
	MemoryContext cxt;
	RowsetKey key;
	Rowset *rowset;
	uint64 generation; /* that of the functions when it was made */
	uint64 age;        /* in the pool: when it was returned */
} ScanRowset;

/* Are path and columns those of the other key? */
extern bool scan_same_rowset(const RowsetKey *a, const RowsetKey *b);

/* A pooled rowset with these paths and columns, now in a child of cxt; NULL if there is none (pool.c). */
extern ScanRowset *scan_take_rowset(MemoryContext cxt, const RowsetKey *key);

/* A new one in a child of cxt, without path and columns. */
extern ScanRowset *scan_new_rowset(MemoryContext cxt, const RowsetKey *key);

/* Return a complete rowset, to be freed, or pooled if allowed. */
extern void scan_leave_rowset(ScanRowset *r, bool may_keep);

typedef struct ScanShare ScanShare;

/* State of a node. */
typedef struct XmlScan
{
	CustomScanState css; /* first */
	ScanKind kind;
	int n_args;
	ExprState *args[3];
	int n_columns; /* of the tuple of the scan */
	int *columns;  /* of the function, from 0, per column of the tuple of the scan */
	uint32 want;   /* of the function, as bits; those above 31 are always wanted */
	Datum *values; /* of the function's columns; perhaps those of the scan's slot */
	bool *nulls;
	MemoryContext cxt; /* of one document */
	bool open;
	bool done;
	/* bxml_reader */
	Reader *reader;
	ReaderAsk ask;
	ExprState *row_conditions; /* on the columns of a shape, or NULL */
	ExprContext *row_context;
	TupleTableSlot *row_slot;
	int n_pushes; /* conditions with an operand */
	PushKind *pushes;
	int *strategies;
	ExprState **operands;
	/* bxml_split */
	Split *split;
	/* the others */
	Rowset *rowset;
	ScanRowset *kept;     /* the pooled object with it; NULL until its columns are made */
	StringInfoData types; /* column list of bxml_table, as RowsetKey has it */
	bool others;          /* does it have types that are neither built in nor bxml? */
	/* shown by EXPLAIN ANALYZE */
	Counters work;
	/* parallel workers (parallel.c) */
	Plan *plan;        /* the original plan, while the node runs with ... */
	CustomScan marked; /* ... this copy, or NULL */
	ScanShare *share;  /* in a worker: where to store its work */
	Counters *workers; /* in the leader: the work of each worker */
	int n_workers;
} XmlScan;

extern const CustomExecMethods scan_exec_methods;

/* At the start: give the node shared memory if the query runs in parallel (parallel.c). */
extern void scan_mark(XmlScan *scan);

/* The methods of CustomExecMethods for shared memory, and the end of a worker (parallel.c). */
extern Size scan_estimate_share(CustomScanState *css, ParallelContext *pcxt);
extern void scan_make_share(CustomScanState *css, ParallelContext *pcxt, void *coordinate);
extern void scan_join_share(CustomScanState *css, shm_toc *toc, void *coordinate);
extern void scan_leave_share(XmlScan *scan);

/* Install the hook of parallel.c; called by scan_init. */
extern void scan_parallel_init(void);

/* ExplainCustomScan (explain.c). */
extern void scan_explain(CustomScanState *css, List *ancestors, struct ExplainState *es);

/* Add the work on the current document to *work (exec.c). */
extern void scan_count_work(const XmlScan *scan, Counters *work);

#endif
