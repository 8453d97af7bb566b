/*
 * node_sync.c -- making the rows of a node table what the documents say.
 *
 * Rows of the node table and those of the document are read side by side, in the order of labels.  Labels of nodes that
 * an edit leaves alone are stable, so what differs is what was edited, and only that is written.  Whatever the rows
 * were, after a restore or behind the back of the triggers, afterwards they are right.
 */
#include "postgres.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/datum.h"
#include "utils/guc.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include "../server/compat.h"
#include "../value/label.h"
#include "node_plans.h"
#include "node_sync.h"

/* ---- as the owner ---- */

void
node_enter(Guard *guard, Oid base, GuardUse use)
{
	SPI_connect();
	guard_enter(guard, node_table_owner(base), use);
}

void
node_leave(const Guard *guard)
{
	guard_leave(guard);
	SPI_finish();
}

uint64
node_run(const char *sql)
{
	SPIPlanPtr plan = SPI_prepare(sql, 0, NULL);
	int result = plan == NULL ? SPI_result
							  : SPI_execute_snapshot(plan, NULL, NULL, GetLatestSnapshot(), InvalidSnapshot,
													 false, true, 0);

	if (result < 0)
		elog(ERROR, "could not execute \"%s\": %s", sql, SPI_result_code_string(result));
	return SPI_processed;
}

uint64
node_fill(const NodeDef *def)
{
	return node_run(node_fill_sql(def));
}

/* ---- rows side by side ---- */

typedef struct Sync
{
	NodePlans *plans;
	const NodeColumnType *types;
	int n_keys;
	Datum *params; /* the key, and room for more */

	/* rows of the table */
	MemoryContext page_cxt;
	SPITupleTable *page; /* NULL: before the first */
	uint64 at;
	uint64 n;
	Datum last; /* the last label of the page, in page_cxt */

	/* rows of the document */
	NodeRows *rows; /* NULL: there is no document, or they have ended */
	MemoryContext row_cxt;
	Datum values[NODE_COLUMNS];
	bool nulls[NODE_COLUMNS];

	/* changes that are to be written */
	MemoryContext batch_cxt;
	int n_gone;
	int n_put;
	Datum gone[NODE_BATCH];
	Datum put[NODE_COLUMNS][NODE_BATCH];
	bool put_nulls[NODE_COLUMNS][NODE_BATCH];
} Sync;

static void
next_new(Sync *s)
{
	MemoryContext caller;

	if (s->rows == NULL)
		return;
	MemoryContextReset(s->row_cxt);
	caller = MemoryContextSwitchTo(s->row_cxt);
	if (!node_rows_next(s->rows, s->values, s->nulls))
	{
		node_rows_close(s->rows);
		s->rows = NULL;
	}
	MemoryContextSwitchTo(caller);
}

static Datum
old_value(const Sync *s, NodeColumn column, bool *isnull)
{
	return SPI_getbinval(s->page->vals[s->at], s->page->tupdesc, column + 1, isnull);
}

/* Read the rows after s->last. */
static void
read_page(Sync *s)
{
	s->params[s->n_keys] = s->last;
	node_plan_execute(s->plans, NODE_PAGE, s->params, 0);
	if (s->page != NULL)
		SPI_freetuptable(s->page);
	MemoryContextReset(s->page_cxt);
	s->page = SPI_tuptable;
	s->n = SPI_processed;
	s->at = 0;
	if (s->n > 0)
	{
		MemoryContext caller = MemoryContextSwitchTo(s->page_cxt);
		bool isnull;

		s->last = datumCopy(SPI_getbinval(s->page->vals[s->n - 1], s->page->tupdesc, NODE_LABEL + 1, &isnull),
							false, -1);
		MemoryContextSwitchTo(caller);
	}
}

static bool
has_old(Sync *s)
{
	if (s->at == s->n && s->n == NODE_BATCH)
		read_page(s);
	return s->at < s->n;
}

/* ---- writing ---- */

static Datum
array_of(const NodeColumnType *t, Datum *values, bool *nulls, int n)
{
	int lower = 1;

	return PointerGetDatum(
		construct_md_array(values, nulls, 1, &n, &lower, t->type, t->len, t->byval, t->align));
}

static void
flush(Sync *s)
{
	MemoryContext caller = MemoryContextSwitchTo(s->batch_cxt);

	if (s->n_gone > 0)
	{
		s->params[s->n_keys] = array_of(&s->types[NODE_LABEL], s->gone, NULL, s->n_gone);
		node_plan_execute(s->plans, NODE_DELETE, s->params, 0);
	}
	if (s->n_put > 0)
	{
		for (int i = 0; i < NODE_COLUMNS; i++)
			s->params[s->n_keys + i] = array_of(&s->types[i], s->put[i], s->put_nulls[i], s->n_put);
		node_plan_execute(s->plans, NODE_INSERT, s->params, 0);
	}
	s->n_gone = s->n_put = 0;
	MemoryContextSwitchTo(caller);
	MemoryContextReset(s->batch_cxt);
}

/* The row of the document is new, or another than before. */
static void
put_new(Sync *s)
{
	MemoryContext caller = MemoryContextSwitchTo(s->batch_cxt);

	for (int i = 0; i < NODE_COLUMNS; i++)
	{
		s->put_nulls[i][s->n_put] = s->nulls[i];
		s->put[i][s->n_put] =
			s->nulls[i] ? (Datum) 0 : datumCopy(s->values[i], s->types[i].byval, s->types[i].len);
	}
	s->n_put++;
	MemoryContextSwitchTo(caller);
}

/* The row of the table is no longer right. */
static void
drop_old(Sync *s)
{
	MemoryContext caller = MemoryContextSwitchTo(s->batch_cxt);
	bool isnull;

	s->gone[s->n_gone++] = datumCopy(old_value(s, NODE_LABEL, &isnull), false, -1);
	MemoryContextSwitchTo(caller);
}

/* Which of the two rows comes first, by label: < 0 that of the table, > 0 that of the document. */
static int
compare_rows(Sync *s)
{
	bool has = has_old(s);
	LabelArg old, new;
	bool isnull;
	int c;

	if (!has || s->rows == NULL)
		return has ? -1 : 1;
	label_get(&old, old_value(s, NODE_LABEL, &isnull));
	label_get(&new, s->values[NODE_LABEL]);
	c = bx_ordpath_cmp(old.p, old.n, new.p, new.n);
	label_release(&old);
	label_release(&new);
	return c;
}

static bool
rows_same(Sync *s)
{
	for (int i = 0; i < NODE_COLUMNS; i++)
	{
		bool isnull;
		Datum old = old_value(s, i, &isnull);

		if (isnull != s->nulls[i] ||
			(!isnull && !datum_image_eq(old, s->values[i], s->types[i].byval, s->types[i].len)))
			return false;
	}
	return true;
}

static void
merge(Sync *s)
{
	read_page(s);
	next_new(s);
	while (has_old(s) || s->rows != NULL)
	{
		int c = compare_rows(s);
		bool same = c == 0 && rows_same(s);

		CHECK_FOR_INTERRUPTS();
		if (c <= 0 && !same)
			drop_old(s);
		if (c >= 0 && !same)
			put_new(s);
		if (c <= 0)
			s->at++;
		if (c >= 0)
			next_new(s);
		if (s->n_gone == NODE_BATCH || s->n_put == NODE_BATCH)
			flush(s);
	}
	flush(s);
}

/* ---- one key ---- */

static void
sync_document(Sync *s, Datum doc, const NodePaths *paths)
{
	MemoryContext cxt = AllocSetContextCreate(CurrentMemoryContext, "bxml node rows", ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller;
	uint8 none = 0;

	s->row_cxt = AllocSetContextCreate(cxt, "bxml node row", ALLOCSET_SMALL_SIZES);
	s->page_cxt = AllocSetContextCreate(cxt, "bxml node page", ALLOCSET_SMALL_SIZES);
	s->batch_cxt = AllocSetContextCreate(cxt, "bxml node changes", ALLOCSET_DEFAULT_SIZES);
	caller = MemoryContextSwitchTo(cxt);
	s->last = label_datum(&none, 0);
	s->rows = node_rows_open(doc, paths);
	MemoryContextSwitchTo(caller);
	merge(s);
	SPI_freetuptable(s->page);
	MemoryContextDelete(cxt);
}

static void
sync_key(const NodeDef *def, const NodePaths *paths, Datum *keys)
{
	Sync *s = palloc(sizeof(Sync));
	Datum params[INDEX_MAX_KEYS + NODE_COLUMNS];
	SPITupleTable *found;
	bool isnull = true;
	Datum doc = (Datum) 0;

	memcpy(params, keys, def->n_keys * sizeof(Datum));
	s->plans = node_plans(def);
	s->types = node_plans_types(s->plans);
	s->n_keys = def->n_keys;
	s->params = params;
	s->page = NULL;
	s->n = s->at = 0;
	s->n_gone = s->n_put = 0;
	node_plan_execute(s->plans, NODE_FETCH, params, 1);
	found = SPI_tuptable;
	if (SPI_processed > 0)
		doc = SPI_getbinval(found->vals[0], found->tupdesc, 1, &isnull);
	if (isnull)
		node_plan_execute(s->plans, NODE_DELETE_ALL, params, 0);
	else
		sync_document(s, doc, paths);
	SPI_freetuptable(found);
	node_plans_leave(s->plans);
	pfree(s);
}

/*
 * Statistics may say that a node table is small while it grows, so its rows are never looked for by sequential scan.
 * node_leave undoes the setting.
 */
void
node_sync(const NodeDef *def, const NodePaths *paths, Datum *keys)
{
	(void) set_config_option("enable_seqscan", "off", PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0,
							 false);
	sync_key(def, paths, keys);
}
