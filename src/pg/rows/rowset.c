/*
 * rowset.c -- paths and documents of a rowset, and the values of its rows.
 */
#include "postgres.h"
#include "fmgr.h"
#include "nodes/execnodes.h"
#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/tuplestore.h"
#include "utils/memutils.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "../query/advice.h"
#include "../value/reference.h"
#include "../query/result.h"
#include "rowset.h"
#include "../server/settings.h"
#include "../query/vars.h"

static void
init_work(Rowset *rs)
{
	host_init_keeping(&rs->host, rs->work);
	bx_arena_init(&rs->arena, &rs->host.host);
}

static void
unpin(Rowset *rs)
{
	if (rs->pin != NULL)
		value_cache_unpin(rs->pin);
	rs->pin = NULL;
}

static void
leave_path(Rowset *rs, bool failed)
{
	if (rs->ready != NULL)
		path_cache_unpin(rs->ready, failed);
	rs->ready = NULL;
}

/* The memory of the rowset ends. */
static void
rowset_ends(void *arg)
{
	Rowset *rs = arg;

	unpin(rs);
	leave_path(rs, rs->busy);
}

Rowset *
rowset_new(MemoryContext cxt)
{
	Rowset *rs = MemoryContextAllocZero(cxt, sizeof(Rowset));

	rs->cxt = cxt;
	rs->want = ~0u;
	rs->work = AllocSetContextCreate(cxt, "bxml rowset", ALLOCSET_DEFAULT_SIZES);
	init_work(rs);
	rowbuf_init(&rs->buf, cxt);
	rs->end.func = rowset_ends;
	rs->end.arg = rs;
	MemoryContextRegisterResetCallback(cxt, &rs->end);
	return rs;
}

/* ---- paths ---- */

/* An error left a document unfinished; what evaluation remembers may be incomplete. */
static void
clean_up(Rowset *rs)
{
	leave_path(rs, true);
	rs->busy = false;
	rs->rows = NULL;
	rs->n_owned = 0;
	unpin(rs);
	MemoryContextReset(rs->work);
	init_work(rs);
}

bool
rowset_path(Rowset *rs, Datum bxpath)
{
	struct varlena *p = PG_DETOAST_DATUM_PACKED(bxpath);
	size_t n = VARSIZE_ANY_EXHDR(p);

	if (rs->busy)
		clean_up(rs);
	if (rs->ready != NULL && VARSIZE_ANY_EXHDR(rs->bxpath) == n &&
		memcmp(VARDATA_ANY(rs->bxpath), VARDATA_ANY(p), n) == 0)
		return false;
	leave_path(rs, false);
	if (rs->bxpath != NULL)
		pfree(rs->bxpath);
	rs->bxpath = NULL;
	rs->bxpath = MemoryContextAlloc(rs->cxt, VARSIZE_ANY(p));
	memcpy(rs->bxpath, p, VARSIZE_ANY(p));
	return true;
}

void
rowset_columns(Rowset *rs, const char *const *texts, const size_t *lens, uint32 n)
{
	rs->ready = path_cache_rows((const uint8_t *) VARDATA_ANY(rs->bxpath), VARSIZE_ANY_EXHDR(rs->bxpath),
								texts, lens, n);
	for (uint32 i = 0; i < rs->ready->n_parts && rs->ready->advice; i++)
		advice_notice(rs->ready->parts[i], false);
}

/* ---- documents ---- */

/* The parts of rows to make: by the wanted columns for bxml_nodes, by the types of columns for bxml_table. */
static unsigned
rows_wanted(const Rowset *rs)
{
	unsigned what = 0;

	if (rs->columns == NULL)
		return (rs->want & 1u << NODES_ID ? XP_ROWS_LABELS : 0) |
			   (rs->want & 1u << NODES_NODE ? XP_ROWS_NODES : 0);
	for (int i = 0; i < rs->n_columns; i++)
		if (rs->columns[i].wanted && rs->columns[i].type.taking != TAKE_TEXT)
			what = XP_ROWS_NODES;
	return what;
}

/* How many items of each column's path will be read, for xp_rows_open; NULL without columns. */
static const uint8_t *
items_wanted(Rowset *rs)
{
	uint8_t *items;

	if (rs->columns == NULL)
		return NULL;
	items = bx_arena_zalloc(&rs->arena, rs->ready->n_parts);
	if (items == NULL)
		error_check(bx_fail_nomem(&rs->err, rs->ready->n_parts), &rs->err);
	for (int i = 0; i < rs->n_columns; i++)
	{
		RowsetColumn *c = &rs->columns[i];

		if (c->wanted && c->type.taking == TAKE_TEXT && c->many != MANY_JOIN && c->path > 0)
			items[c->path] = c->many == MANY_ERROR ? 2 : 1;
	}
	return items;
}

/* A reference is evaluated in place if that pays; else its bytes are the document. */
static void
open_part(Rowset *rs, Datum *doc)
{
	const XpSubtree *part;
	Datum source;

	if (xp_fits_subtree(rs->ready->block) && reference_open_part(*doc, &source, &part) &&
		reference_is_large(source, part))
	{
		*doc = source;
		rs->xp.part = part;
	}
}

/*
 * Take the image from the cache if it is there anyway, or if nodes are given as references, because calls on these
 * look there.
 */
static void
open_image(Rowset *rs, Datum doc)
{
	bool gives_parts = rs->has_parts && rs->columns == NULL && (rs->want & 1u << NODES_NODE);

	if (gives_parts || rs->xp.part != NULL || value_cache_holds(doc))
		rs->xp.image = value_cache_pin(doc, &rs->err, &rs->pin);
	memset(&rs->read, 0, sizeof(rs->read));
	if (rs->pin != NULL)
		return;
	datum_store_open(&rs->doc, doc);
	error_check(bx_image_open(&rs->image, &rs->doc.store, &rs->arena, &rs->err), &rs->err);
	rs->xp.image = &rs->image;
}

static void
read_so_far(const Rowset *rs, Counters *read)
{
	read->slices = rs->pin != NULL ? value_cache_reads(rs->pin) : rs->doc.reads;
	read->fetched = rs->xp.image->fetched;
	read->blocks = rs->xp.image->blocks;
}

/* Work on the document starts or resumes; while it pauses, other callers may use the image. */
static void
resume(Rowset *rs)
{
	if (rs->pin == NULL)
		return;
	rs->xp.image->err = &rs->err;
	read_so_far(rs, &rs->before);
}

static void
pause_work(Rowset *rs)
{
	Counters now;

	if (rs->pin == NULL)
		return;
	read_so_far(rs, &now);
	rs->read.slices += now.slices - rs->before.slices;
	rs->read.fetched += now.fetched - rs->before.fetched;
	rs->read.blocks += now.blocks - rs->before.blocks;
}

void
rowset_open(Rowset *rs, Datum doc, Datum vars)
{
	MemoryContext caller = MemoryContextSwitchTo(rs->work);

	bx_error_clear(&rs->err);
	memset(&rs->xp, 0, sizeof(rs->xp));
	rs->busy = true;
	rs->number = 0;
	rs->xp.host = &rs->host.host;
	rs->xp.arena = &rs->arena;
	rs->xp.err = &rs->err;
	rs->xp.cache = bxml_setting_path_cache ? rs->ready->cache : NULL;
	rs->xp.engine = path_cache_engine(rs->ready);
	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(doc)))
		open_part(rs, &doc);
	rs->datum = doc;
	rs->has_parts = rs->parts && reference_parts(doc, &rs->part_from);
	rs->by_reference_from = reference_from(doc);
	open_image(rs, doc);
	resume(rs);
	rs->has_vars = vars != (Datum) 0;
	if (rs->has_vars)
		rs->xp.vars = vars_from_jsonb(vars, rs->ready->parts[0], &rs->arena, &rs->xp.n_vars);
	error_check(xp_rows_open(&rs->xp, rs->ready->block, rs->ready->roots, rs->ready->n_parts, rows_wanted(rs),
							 items_wanted(rs), &rs->rows),
				&rs->err);
	pause_work(rs);
	MemoryContextSwitchTo(caller);
}

static void
release_row(Rowset *rs)
{
	rowbuf_reset(&rs->buf);
	while (rs->n_owned > 0)
		pfree(rs->owned[--rs->n_owned]);
}

bool
rowset_next(Rowset *rs)
{
	bool found;

	release_row(rs);
	resume(rs);
	error_check(xp_rows_next(rs->rows, &found), &rs->err);
	pause_work(rs);
	if (unlikely(rs->xp.work.no_numbers > 0))
		advice_no_number(NULL);
	rs->xp.work.no_numbers = 0;
	rs->number += found;
	return found;
}

void
rowset_close(Rowset *rs)
{
	Counters work = {0};

	release_row(rs);
	rowset_work(rs, &work);
	counters_count(&work);
	xp_rows_close(rs->rows);
	rs->rows = NULL;
	if (rs->pin == NULL)
	{
		bx_image_close(&rs->image);
		datum_store_close(&rs->doc);
	}
	unpin(rs);
	value_cache_trim();
	bx_arena_reset(&rs->arena);
	if (rs->has_vars)
	{
		MemoryContextReset(rs->work);
		init_work(rs);
	}
	rs->busy = false;
}

void
rowset_work(const Rowset *rs, Counters *work)
{
	Counters read = rs->read;
	BxWalkWork labels;

	if (rs->pin == NULL)
		read_so_far(rs, &read);
	xp_rows_label_work(rs->rows, &labels);
	work->items += rs->xp.work.items + labels.items;
	work->values += rs->xp.work.values;
	work->value_bytes += rs->xp.work.bytes;
	work->subtrees += labels.skipped;
	work->skipped += rs->xp.work.skipped + labels.bytes;
	work->slices += read.slices;
	work->fetched += read.fetched;
	work->blocks += read.blocks;
}

void
rowset_want(Rowset *rs, int i, bool wanted)
{
	RowsetColumn *c = &rs->columns[i];

	c->wanted = wanted || c->needed || c->many == MANY_ERROR;
}

/* ---- values ---- */

static Datum
own(Rowset *rs, uint8_t *data, size_t len)
{
	if (rs->owned == NULL)
		rs->owned = MemoryContextAlloc(rs->cxt, (rs->n_columns + 1) * sizeof(uint8_t *));
	rs->owned[rs->n_owned++] = data;
	return datum_written(data, len);
}

/* As in result_check, an error of order means damage. */
static void
check_written(Rowset *rs, BxStatus st)
{
	if (st == BX_E_STATE)
		rs->err.status = BX_E_CORRUPT;
	error_check(st, &rs->err);
}

/* The node as a reference, if possible. */
static bool
put_part(Rowset *rs, Datum *value)
{
	XpSubtree part;
	bool found = false;

	if (rs->has_parts)
		error_check(xp_rows_part(rs->rows, rs->part_from, &part, &found), &rs->err);
	if (found)
		*value = reference_part(rs->datum, &part);
	return found;
}

static void
put_label(Rowset *rs, Datum *value, bool *null)
{
	const uint8_t *label;
	size_t n;
	bool has;

	error_check(xp_rows_label(rs->rows, &has, &label, &n), &rs->err);
	*null = !has;
	*value = has ? rowbuf_bytes(&rs->buf, label, n) : (Datum) 0;
}

static void
put_node(Rowset *rs, Datum *value)
{
	BxWriterOptions options;
	uint8_t *data;
	size_t n;

	if (put_part(rs, value))
		return;
	settings_copy_writer(&options);
	check_written(rs, xp_rows_node(rs->rows, &options, &data, &n));
	*value = own(rs, data, n);
}

void
rowset_put_node(Rowset *rs, Datum *values, bool *nulls)
{
	nulls[NODES_ID] = nulls[NODES_NODE] = true;
	resume(rs);
	if (rs->want & 1u << NODES_ID)
		put_label(rs, &values[NODES_ID], &nulls[NODES_ID]);
	if (rs->want & 1u << NODES_NODE)
	{
		nulls[NODES_NODE] = false;
		put_node(rs, &values[NODES_NODE]);
	}
	pause_work(rs);
}

typedef struct JoinSink
{
	XpStringSink sink;
	StringInfoData text;
	const char *separator;
	int64 n;
} JoinSink;

static BxStatus
take_joined(XpStringSink *sink, const char *s, size_t n, bool *stop)
{
	JoinSink *j = (JoinSink *) sink;

	if (j->n++ > 0)
		appendStringInfoString(&j->text, j->separator);
	appendBinaryStringInfo(&j->text, s, (int) n);
	return BX_OK;
}

static bool
put_joined(Rowset *rs, RowsetColumn *c, Datum *value)
{
	JoinSink j = {.sink = {take_joined}, .separator = c->separator};

	initStringInfo(&j.text);
	error_check(xp_rows_strings(rs->rows, c->path, &j.sink), &rs->err);
	if (j.n > 0)
		*value = to_sql_text(&c->type, j.text.data, j.text.len, c->typmod);
	pfree(j.text.data);
	return j.n > 0;
}

static void
check_count(const RowsetColumn *c, unsigned count)
{
	if (unlikely(count > 1))
		ereport(ERROR, (errcode(ERRCODE_CARDINALITY_VIOLATION),
						errmsg("path of column \"%s\" finds more than one item", c->name)));
}

static bool
put_item(Rowset *rs, RowsetColumn *c, Datum *value)
{
	XpItem item;
	unsigned count;

	rs->xp.by_reference_from = c->type.type == TEXTOID ? rs->by_reference_from : 0;
	error_check(xp_rows_item(rs->rows, c->path, c->many == MANY_ERROR, &item, &count), &rs->err);
	check_count(c, count);
	if (item.by_reference)
		*value = reference_text(rs->datum, item.at, (uint32) item.str.n);
	else if (item.type != XP_T_ANY)
		*value = to_sql_item(&c->type, &item, c->typmod, &rs->buf);
	return item.type != XP_T_ANY;
}

/* All items as one value, as in a column of type xml of core's XMLTABLE. */
static bool
put_subtree(Rowset *rs, RowsetColumn *c, Datum *value)
{
	BxWriterOptions options;
	uint8_t *data;
	size_t n;
	bool found;

	settings_copy_writer(&options);
	check_written(rs, xp_rows_value(rs->rows, c->path, &options, &found, &data, &n));
	if (!found)
		return false;
	own(rs, data, n);
	*value = to_sql_node(&c->type, data, n, c->typmod);
	return true;
}

static bool
put_column(Rowset *rs, RowsetColumn *c, Datum *value)
{
	char number[32];

	if (c->path == 0)
	{
		snprintf(number, sizeof(number), INT64_FORMAT, rs->number);
		*value = to_sql_text(&c->type, number, strlen(number), c->typmod);
		return true;
	}
	if (c->type.taking != TAKE_TEXT)
		return put_subtree(rs, c, value);
	return c->many == MANY_JOIN ? put_joined(rs, c, value) : put_item(rs, c, value);
}

/* Nothing was found. */
static bool
put_other(RowsetColumn *c, Datum *value)
{
	if (c->other != NULL)
		*value = InputFunctionCall(&c->type.input, c->other, c->type.param, c->typmod);
	else if (c->needed)
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("path of column \"%s\" finds nothing", c->name)));
	return c->other != NULL;
}

/* A wanted column that is not in its cell, or has several items; false: it is null. */
static pg_noinline bool
put_wanted(Rowset *rs, RowsetColumn *c, const XpColumnValue *cell, Datum *value)
{
	bool found;

	if (cell->known && cell->count == 0)
		return put_other(c, value);
	if (cell->known && c->many == MANY_ERROR)
		check_count(c, cell->count);
	resume(rs); /* input functions may have used the image */
	found = put_column(rs, c, value);
	pause_work(rs);
	return found || put_other(c, value);
}

/* Names record, column and path in the context of an error. */
static void
name_place(void *arg)
{
	const Rowset *rs = arg;
	char *path = result_source(rs->ready->parts[0]);

	if (rs->at != NULL)
		errcontext("column \"%s\" (path \"%s\") of record " INT64_FORMAT " of bxml_table (path \"%s\")",
				   rs->at->name, rs->at->source, rs->number, path);
	else
		errcontext("record " INT64_FORMAT " of bxml_table (path \"%s\")", rs->number, path);
}

void
rowset_put_columns(Rowset *rs, Datum *values, bool *nulls)
{
	ErrorContextCallback place = {error_context_stack, name_place, rs};
	RowsetColumn *c = rs->columns;
	const XpColumnValue *cells;

	error_context_stack = &place;
	rs->at = NULL;
	resume(rs);
	error_check(xp_rows_cells(rs->rows, rs->by_reference_from, &cells), &rs->err);
	pause_work(rs);
	for (int i = 0, n = rs->n_columns; i < n; i++, c++)
	{
		const XpColumnValue *cell = &cells[c->path];

		rs->at = c;
		if (likely(cell->known && cell->count == 1) &&
			likely(to_sql_payload(&c->type, cell->p, cell->n, c->typmod, &rs->buf, &values[i])))
			nulls[i] = false;
		else
			nulls[i] = !c->wanted || !put_wanted(rs, c, cell, &values[i]);
	}
	error_context_stack = place.previous;
}

void
rowset_store(Rowset *rs, ReturnSetInfo *rsinfo, void (*put)(Rowset *, Datum *, bool *), Datum *values,
			 bool *nulls)
{
	MemoryContext row = AllocSetContextCreate(CurrentMemoryContext, "bxml row", ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(row);

	while (rowset_next(rs))
	{
		CHECK_FOR_INTERRUPTS();
		put(rs, values, nulls);
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
		MemoryContextReset(row);
	}
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(row);
	rowset_close(rs);
}
