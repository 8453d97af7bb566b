/*
 * explain.c -- what EXPLAIN shows of the node: the call, conditions decided inside it, columns that are made, and with
 * ANALYZE the work done.
 */
#include "postgres.h"
#include "commands/explain.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "nodes/makefuncs.h"
#include "utils/lsyscache.h"
#include "utils/ruleutils.h"

#include "../compat.h"
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

/* Names of the columns that are made: the scan's tuple has those of conditions as well. */
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
show_work(const XmlScan *scan, ExplainState *es)
{
	const ReaderWork *w = &scan->work;

	ExplainPropertyUInteger("Items Read", NULL, w->walk.items, es);
	if (w->walk.skipped > 0 || es->format != EXPLAIN_FORMAT_TEXT)
	{
		ExplainPropertyUInteger("Subtrees Skipped", NULL, w->walk.skipped, es);
		ExplainPropertyUInteger("Bytes Skipped", NULL, w->walk.bytes, es);
	}
	if (w->slices > 0 || es->format != EXPLAIN_FORMAT_TEXT)
	{
		ExplainPropertyUInteger("Bytes Fetched", NULL, w->fetched, es);
		ExplainPropertyUInteger("Slices Fetched", NULL, w->slices, es);
	}
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
	show_columns(scan, plan, es);
	if (!es->analyze)
		return;
	scan_count_work(scan);
	show_work(scan, es);
}
