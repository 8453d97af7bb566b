/*
 * scan.h -- the plan node "XML Reader": bxml_reader, bxml_nodes, bxml_table, bxml_table_def and bxml_split in FROM,
 * row by row.
 *
 * The server collects all rows of a function in FROM before it hands out the first.  This node takes the place of the
 * function scan: rows stream, columns nobody asks for are not made, and conditions on the columns of bxml_reader are
 * decided before an item is read, some of them for whole subtrees.  plan.c finds the functions and splits conditions,
 * exec.c runs, pool.c keeps rowsets for the next scan, explain.c tells, parallel.c gathers what workers have to tell.
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

/* The function whose place a node takes. */
typedef enum ScanKind
{
	SCAN_NONE,
	SCAN_READER,
	SCAN_NODES,
	SCAN_TABLE,
	SCAN_TABLE_DEF,
	SCAN_SPLIT, /* and the others of SplitFrom */
} ScanKind;

/* What a condition that was pushed down is about. */
typedef enum PushKind
{
	PUSH_ROW,       /* kind, prefix, ns, name: decided once per row of the value's table */
	PUSH_ROW_EARLY, /* and cannot fail, so it may be decided for subtrees not yet met */
	PUSH_LEVEL,     /* these compare a column with an operand; the strategy says how */
	PUSH_ID,
	PUSH_VALUE,
} PushKind;

/* Besides the strategies of btree: the label is below the operand, or the same. */
#define STRATEGY_WITHIN 6

/*
 * What plan.c hands to exec.c.  custom_exprs: the call of the function, then the pushed conditions, those that compare
 * with the column on the left.  custom_private: lists of integers and names in this order.
 */
typedef enum ScanPrivate
{
	PRIVATE_KIND,       /* ScanKind */
	PRIVATE_WANT,       /* numbers of the function's columns that are to be made, from 0 */
	PRIVATE_PUSHES,     /* per pushed condition its PushKind ... */
	PRIVATE_STRATEGIES, /* ... and strategy */
	PRIVATE_NAMES,      /* column list of bxml_table: names, */
	PRIVATE_TYPES,      /* types */
	PRIVATE_TYPMODS,    /* and modifiers */
} ScanPrivate;

/* When the module is loaded: the hook of the planner and the methods of the node. */
extern void scan_init(void);

/* Which of the functions is this? */
extern ScanKind scan_function(Oid function);

extern const CustomScanMethods scan_methods;

/* CreateCustomScanState of scan_methods (exec.c). */
extern Node *scan_create_state(CustomScan *plan);

/* What a rowset is made for. */
typedef struct RowsetKey
{
	ScanKind kind;
	struct varlena *path;
	struct varlena *columns; /* of bxml_table: their paths or descriptions; NULL: there are none */
	const char *types;       /* and the column list, as bytes to compare */
	Size types_len;
} RowsetKey;

/* A rowset with memory of its own, below that of the scan that uses it. */
typedef struct ScanRowset
{
	MemoryContext cxt;
	RowsetKey key;
	Rowset *rowset;
	uint64 generation; /* of functions, when it was made */
	uint64 age;        /* when it was left, of those that are kept */
} ScanRowset;

/* Are path and columns those of the other key? */
extern bool scan_same_rowset(const RowsetKey *a, const RowsetKey *b);

/* One that an earlier scan has left, now below cxt, with its paths and columns; NULL when there is none (pool.c). */
extern ScanRowset *scan_take_rowset(MemoryContext cxt, const RowsetKey *key);

/* A new one below cxt; path and columns are to be given. */
extern ScanRowset *scan_new_rowset(MemoryContext cxt, const RowsetKey *key);

/* The scan does not need it any more; it is complete.  It is freed, or kept if it may be. */
extern void scan_leave_rowset(ScanRowset *r, bool may_keep);

typedef struct ScanShare ScanShare;

/* State of a node. */
typedef struct XmlScan
{
	CustomScanState css; /* first */
	ScanKind kind;
	int n_args;
	ExprState *args[3];
	int n_columns; /* of the scan's tuple */
	int *columns;  /* of the function, from 0, per column of the scan's tuple */
	uint32 want;   /* of the function, as bits, those beyond 31 always */
	Datum *values; /* of the function's columns */
	bool *nulls;
	MemoryContext cxt; /* of one document */
	bool open;
	bool done;
	/* bxml_reader */
	Reader *reader;
	ReaderAsk ask;
	ExprState *row_conditions; /* on the columns of a row of the value's table, or NULL */
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
	ScanRowset *kept;     /* what it is part of; NULL until its columns are made */
	StringInfoData types; /* column list of bxml_table, as RowsetKey has it */
	bool others;          /* are there types in it that are neither built in nor bxml? */
	/* told by EXPLAIN ANALYZE */
	Counters work;
	/* parallel workers (parallel.c) */
	Plan *plan;        /* the node's own, while it runs with ... */
	CustomScan marked; /* ... a copy, or NULL */
	ScanShare *share;  /* in a worker: where to leave its work */
	Counters *workers; /* in the leader: what each has left */
	int n_workers;
} XmlScan;

extern const CustomExecMethods scan_exec_methods;

/* Let the node have shared memory if the query runs in parallel; when it begins (parallel.c). */
extern void scan_mark(XmlScan *scan);

/* The methods for shared memory of CustomExecMethods, and what a worker does at the end (parallel.c). */
extern Size scan_estimate_share(CustomScanState *css, ParallelContext *pcxt);
extern void scan_make_share(CustomScanState *css, ParallelContext *pcxt, void *coordinate);
extern void scan_join_share(CustomScanState *css, shm_toc *toc, void *coordinate);
extern void scan_leave_share(XmlScan *scan);

/* The hook of parallel.c; from scan_init. */
extern void scan_parallel_init(void);

/* ExplainCustomScan (explain.c). */
extern void scan_explain(CustomScanState *css, List *ancestors, struct ExplainState *es);

/* Add the work on the document at hand to *work (exec.c). */
extern void scan_count_work(const XmlScan *scan, Counters *work);

#endif
