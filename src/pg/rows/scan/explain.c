/*
 * explain.c -- what EXPLAIN shows of the node: the call, conditions decided inside it, the columns made, and with
 * ANALYZE the work done.
 */
#include "postgres.h"
#include "commands/explain.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "nodes/makefuncs.h"
#include "utils/lsyscache.h"
#include "utils/ruleutils.h"

#include "../../server/compat.h"
#if BXML_EXPLAIN_HEADERS_SPLIT
#include "commands/explain_format.h"
#include "commands/explain_state.h"
#endif
#include "scan.h"

static void
show_expression(const char *label, Node *expr, CustomScanState *css, List *ancestors, ExplainState *es)
{
	List *context = set_deparse_context_plan(es->deparse_cxt, css->ss.ps.plan, ancestors);
	bool prefix = list_length(es->rtable) > 1 || es->verbose;

	ExplainPropertyText(label, deparse_expression(expr, context, prefix, false), es);
}

/* The names of the columns that are made; the tuple of the scan also has those of conditions. */
static void
show_columns(const XmlScan *scan, const CustomScan *plan, ExplainState *es)
{
	static const char *const reader[] = {"id", "level", "kind", "prefix", "ns", "name", "type", "value"};
	static const char *const nodes[] = {"id", "node"};
	List *list = list_nth(plan->custom_private, PRIVATE_NAMES);
	List *names = NIL;
	ListCell *cell;

	foreach (cell, (List *) list_nth(plan->custom_private, PRIVATE_WANT))
	{
		int i = lfirst_int(cell);
		const char *name = scan->kind == SCAN_READER  ? reader[i]
						   : scan->kind == SCAN_NODES ? nodes[i]
													  : strVal(list_nth(list, i));

		names = lappend(names, unconstify(char *, name));
	}
	ExplainPropertyList("Columns Read", names, es);
}

static void
show_work(const Counters *w, ExplainState *es)
{
	bool all = es->format != EXPLAIN_FORMAT_TEXT;

	ExplainPropertyUInteger("Items Read", NULL, w->items, es);
	if (w->subtrees > 0 || all)
		ExplainPropertyUInteger("Subtrees Skipped", NULL, w->subtrees, es);
	if (w->skipped > 0 || all)
		ExplainPropertyUInteger("Bytes Skipped", NULL, w->skipped, es);
	if (w->slices > 0 || all)
	{
		ExplainPropertyUInteger("Bytes Fetched", NULL, w->fetched, es);
		ExplainPropertyUInteger("Slices Fetched", NULL, w->slices, es);
	}
	if (w->blocks > 0 || all)
		ExplainPropertyUInteger("Blocks Inflated", NULL, w->blocks, es);
}

/* Show the work of a worker under a heading. */
static void
show_worker(int number, const Counters *w, ExplainState *es)
{
	ExplainOpenGroup("Reader Worker", NULL, true, es);
	if (es->format == EXPLAIN_FORMAT_TEXT)
	{
		appendStringInfoSpaces(es->str, es->indent * 2);
		appendStringInfo(es->str, "Reader of Worker %d:\n", number);
		es->indent++;
	}
	else
		ExplainPropertyInteger("Worker Number", NULL, number, es);
	show_work(w, es);
	if (es->format == EXPLAIN_FORMAT_TEXT)
		es->indent--;
	ExplainCloseGroup("Reader Worker", NULL, true, es);
}

/* Show the sum over leader and workers; with VERBOSE also the work of each worker. */
static void
show_all_work(const XmlScan *scan, ExplainState *es)
{
	Counters sum = scan->work;

	scan_count_work(scan, &sum);
	for (int i = 0; i < scan->n_workers; i++)
		counters_add(&sum, &scan->workers[i]);
	show_work(&sum, es);
	if (!es->verbose || scan->n_workers == 0)
		return;
	ExplainOpenGroup("Reader Workers", "Reader Workers", false, es);
	for (int i = 0; i < scan->n_workers; i++)
		if (scan->workers[i].documents > 0)
			show_worker(i, &scan->workers[i], es);
	ExplainCloseGroup("Reader Workers", "Reader Workers", false, es);
}

void
scan_explain(CustomScanState *css, List *ancestors, ExplainState *es)
{
	XmlScan *scan = (XmlScan *) css;
	CustomScan *plan = (CustomScan *) css->ss.ps.plan;
	List *pushed = list_copy_tail(plan->custom_exprs, 1);

	show_expression("Function Call", linitial(plan->custom_exprs), css, ancestors, es);
	if (pushed != NIL)
		show_expression("Pushed Filter", (Node *) make_ands_explicit(pushed), css, ancestors, es);
	if (scan->kind >= SCAN_SPLIT)
		return;
	show_columns(scan, plan, es);
	if (!es->analyze)
		return;
	show_all_work(scan, es);
}
