/*
 * parallel.c -- the work of parallel workers, for EXPLAIN ANALYZE and for the counters of the session.
 *
 * Each worker runs a node of its own and stores its counts in shared memory when it ends; the leader reads them when
 * it releases that memory, after the workers have ended.
 *
 * The server offers shared memory only to custom nodes that are parallel-aware, and accepts such a node only as a
 * descendant of a Gather.  Therefore the node runs with a copy of its plan that is marked as aware, in leader and
 * workers alike; the original plan is restored at the end of the query, before EXPLAIN prints it.
 */
#include "postgres.h"
#include "access/parallel.h"
#include "executor/executor.h"
#include "fmgr.h"
#include "nodes/nodeFuncs.h"
#include "storage/dsm.h"
#include "storage/shm_toc.h"

#include "../../server/compat.h"
#include "scan.h"

/* In shared memory. */
struct ScanShare
{
	int n;
	Counters work[FLEXIBLE_ARRAY_MEMBER];
};

typedef struct Leaving
{
	XmlScan *scan;
	ScanShare *share;
} Leaving;

static ExecutorFinish_hook_type previous_finish;

void
scan_mark(XmlScan *scan)
{
	if (!IsParallelWorker() && !scan->css.ss.ps.state->es_plannedstmt->parallelModeNeeded)
		return;
	scan->plan = scan->css.ss.ps.plan;
	scan->marked = *(CustomScan *) scan->plan;
	scan->marked.scan.plan.parallel_aware = true;
	scan->css.ss.ps.plan = &scan->marked.scan.plan;
}

static bool
unmark(PlanState *ps, void *context)
{
	if (ps == NULL)
		return false;
	if (IsA(ps, CustomScanState) && ((CustomScanState *) ps)->methods == &scan_exec_methods &&
		((XmlScan *) ps)->plan != NULL)
		ps->plan = ((XmlScan *) ps)->plan;
	return planstate_tree_walker(ps, unmark, context);
}

static void
at_finish(QueryDesc *query)
{
	if (previous_finish)
		previous_finish(query);
	else
		standard_ExecutorFinish(query);
	if (query->plannedstmt->parallelModeNeeded)
		unmark(query->planstate, NULL);
}

void
scan_parallel_init(void)
{
	previous_finish = ExecutorFinish_hook;
	ExecutorFinish_hook = at_finish;
}

static Size
share_size(int n)
{
	return offsetof(ScanShare, work) + n * sizeof(Counters);
}

Size
scan_estimate_share(CustomScanState *css pg_attribute_unused(), ParallelContext *pcxt)
{
	return share_size(pcxt->nworkers);
}

static void
take_work(dsm_segment *segment pg_attribute_unused(), Datum arg)
{
	Leaving *l = (Leaving *) DatumGetPointer(arg);

	for (int i = 0; i < l->share->n; i++)
	{
		counters_add(&l->scan->workers[i], &l->share->work[i]);
		counters_add(&counters_session, &l->share->work[i]);
	}
}

void
scan_make_share(CustomScanState *css, ParallelContext *pcxt, void *coordinate)
{
	XmlScan *scan = (XmlScan *) css;
	MemoryContext cxt = css->ss.ps.state->es_query_cxt;
	Leaving *l = MemoryContextAlloc(cxt, sizeof(Leaving));
	Counters *workers =
		MemoryContextAllocZero(cxt, (Max(pcxt->nworkers, scan->n_workers) + 1) * sizeof(Counters));

	memset(coordinate, 0, share_size(pcxt->nworkers));
	l->scan = scan;
	l->share = coordinate;
	l->share->n = pcxt->nworkers;
	if (scan->n_workers > 0)
		memcpy(workers, scan->workers, scan->n_workers * sizeof(Counters));
	scan->workers = workers;
	scan->n_workers = Max(pcxt->nworkers, scan->n_workers);
	if (pcxt->seg != NULL)
		on_dsm_detach(pcxt->seg, take_work, PointerGetDatum(l));
}

void
scan_join_share(CustomScanState *css, shm_toc *toc pg_attribute_unused(), void *coordinate)
{
	((XmlScan *) css)->share = coordinate;
}

void
scan_leave_share(XmlScan *scan)
{
	if (scan->share != NULL)
		counters_add(&scan->share->work[ParallelWorkerNumber], &scan->work);
	scan->share = NULL;
}
