/*
 * fn_record.c -- items as values of any SQL type, nodes as records: bxml_value_as, bxml_to_record,
 * bxml_populate_record, and for all nodes of a path bxml_to_recordset, bxml_populate_recordset.
 *
 * Texts become values by the input function of the target type, like a cast from text; that may depend on settings,
 * so these functions are STABLE.  Targets bxml and xml get the node itself.  Types are looked up once per call site.
 * Input functions and checks of domains run while the document is open, so records do not use the cache of values.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/tuplestore.h"
#include "utils/typcache.h"

#include "../../core/xpath/result/xp_result.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/encoding.h"
#include "to_sql.h"
#include "result.h"
#include "../value/typmod.h"

BXML_FUNCTION(bxml_value_as);
BXML_FUNCTION(bxml_to_record);
BXML_FUNCTION(bxml_populate_record);
BXML_FUNCTION(bxml_to_recordset);
BXML_FUNCTION(bxml_populate_recordset);

/* ---- one item ---- */

typedef struct AsCall
{
	PgCall call;
	ToSql target;
} AsCall;

/* The first item as a node; false if there is none. */
static bool
node_as(AsCall *as, Datum *result)
{
	uint8_t *data;
	size_t len;

	if (!result_first(&as->call, &data, &len))
		return false;
	*result = to_sql_node(&as->target, data, len, -1);
	return true;
}

/* Names the path in the context of an error. */
static void
name_path(void *arg)
{
	errcontext("item of bxml_value_as (path \"%s\")", result_path(arg));
}

static bool
text_as(AsCall *as, Datum *result)
{
	ErrorContextCallback place = {error_context_stack, name_path, &as->call};
	char buf[BX_VALUE_TEXT_MAX];
	XpItem item;
	unsigned count;
	BxStr text;

	error_check(xp_item_value(&as->call.xp, as->call.path, false, &item, &count), &as->call.err);
	if (item.type == XP_T_ANY)
		return false;
	text = xp_item_text(&item, buf);
	error_context_stack = &place;
	*result = to_sql_text(&as->target, text.s, text.n, -1);
	error_context_stack = place.previous;
	return true;
}

Datum
bxml_value_as(PG_FUNCTION_ARGS)
{
	AsCall *as;
	Datum result = (Datum) 0;
	bool found;

	if (!call_has_arguments(fcinfo))
		PG_RETURN_NULL();
	as = (AsCall *) call_begin_sized(fcinfo, sizeof(AsCall));
	if (!OidIsValid(as->target.type))
		to_sql_init(&as->target, get_fn_expr_argtype(fcinfo->flinfo, 2),
					get_fn_expr_argtype(fcinfo->flinfo, 0), fcinfo->flinfo->fn_mcxt);
	call_xpath(&as->call, fcinfo);
	found = as->target.taking == TAKE_TEXT ? text_as(as, &result) : node_as(as, &result);
	call_end(&as->call);
	if (!found)
		PG_RETURN_NULL();
	return result;
}

/* ---- records ---- */

typedef struct RecordCall
{
	PgCall call;
	MemoryContext cxt; /* of what follows; NULL before the first call */
	TupleDesc desc;
	uint64 identifier; /* of the row type as it is now; bxml_populate_record and bxml_populate_recordset */
	ToSql *types;
	XpField *fields; /* of columns that are not dropped */
	int *columns;    /* field -> column */
	uint32_t n_fields;
	const char *function; /* for messages */
	Oid domain;           /* over the composite type, or InvalidOid */
	void *domain_info;
} RecordCall;

typedef struct RowBuild
{
	XpRecordSink sink;
	RecordCall *rc;
	Datum *values;
	bool *nulls;
	int64 number; /* of the record, from 1 */
	int column;   /* being made, -1: none */
	bool found;
	ReturnSetInfo *all; /* takes all rows; NULL: only the first is wanted */
	Datum *base;        /* values of fields that a row lacks */
	bool *base_nulls;
	MemoryContext row; /* of one row, with `all` */
} RowBuild;

/* Learn a row type that is new to the call site. */
static void
record_type(RecordCall *rc, TupleDesc desc, Oid bxml, MemoryContext parent)
{
	MemoryContext old;

	if (rc->cxt == NULL)
		rc->cxt = AllocSetContextCreate(parent, "bxml record", ALLOCSET_SMALL_SIZES);
	MemoryContextReset(rc->cxt);
	rc->desc = NULL;
	rc->domain_info = NULL;
	old = MemoryContextSwitchTo(rc->cxt);
	desc = CreateTupleDescCopy(desc);
	rc->types = palloc0_array(ToSql, desc->natts);
	rc->fields = palloc0_array(XpField, desc->natts);
	rc->columns = palloc0_array(int, desc->natts);
	rc->n_fields = 0;
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute att = TupleDescAttr(desc, i);
		XpField *f = &rc->fields[rc->n_fields];

		if (att->attisdropped)
			continue;
		to_sql_init(&rc->types[i], att->atttypid, bxml, rc->cxt);
		f->name = encoding_to_utf8(NameStr(att->attname), strlen(NameStr(att->attname)), &f->name_len);
		f->subtree = rc->types[i].taking != TAKE_TEXT;
		rc->columns[rc->n_fields++] = i;
	}
	MemoryContextSwitchTo(old);
	rc->desc = desc;
}

/* Names record and column in the context of an error. */
static void
name_place(void *arg)
{
	const RowBuild *b = arg;
	char *path = result_path(&b->rc->call);

	if (b->column >= 0)
		errcontext("column \"%s\" of record " INT64_FORMAT " of %s (path \"%s\")",
				   NameStr(TupleDescAttr(b->rc->desc, b->column)->attname), b->number, b->rc->function, path);
	else
		errcontext("record " INT64_FORMAT " of %s (path \"%s\")", b->number, b->rc->function, path);
}

/* Fields that were not found keep their values. */
static void
put_fields(RowBuild *b)
{
	RecordCall *rc = b->rc;

	b->number++;
	for (uint32_t i = 0; i < rc->n_fields; i++)
	{
		XpField *f = &rc->fields[i];
		int column = rc->columns[i];
		ToSql *t = &rc->types[column];
		int32 typmod = TupleDescAttr(rc->desc, column)->atttypmod;

		if (!f->found)
			continue;
		b->column = column;
		b->nulls[column] = false;
		b->values[column] =
			f->subtree ? to_sql_node(t, f->data, f->len, typmod) : to_sql_text(t, f->s, f->n, typmod);
	}
	b->column = -1;
}

static BxStatus
take_first_row(XpRecordSink *sink, bool *stop)
{
	RowBuild *b = (RowBuild *) sink;

	b->found = *stop = true;
	put_fields(b);
	return BX_OK;
}

/* Memory of a row is freed once it is in the tuplestore; subtrees are in the context of the call. */
static BxStatus
take_each_row(XpRecordSink *sink, bool *stop)
{
	RowBuild *b = (RowBuild *) sink;
	RecordCall *rc = b->rc;
	MemoryContext caller = MemoryContextSwitchTo(b->row);

	memcpy(b->values, b->base, rc->desc->natts * sizeof(Datum));
	memcpy(b->nulls, b->base_nulls, rc->desc->natts * sizeof(bool));
	put_fields(b);
	if (OidIsValid(rc->domain))
		domain_check(HeapTupleGetDatum(heap_form_tuple(rc->desc, b->values, b->nulls)), false, rc->domain,
					 &rc->domain_info, rc->cxt);
	tuplestore_putvalues(b->all->setResult, b->all->setDesc, b->values, b->nulls);
	for (uint32_t i = 0; i < rc->n_fields; i++)
		if (rc->fields[i].found && rc->fields[i].subtree)
			pfree(rc->fields[i].data);
	MemoryContextSwitchTo(caller);
	MemoryContextReset(b->row);
	return BX_OK;
}

/* A row with the values of `base`, or nulls. */
static void
start_row(RowBuild *b, RecordCall *rc, HeapTupleHeader base)
{
	int n = rc->desc->natts;

	memset(b, 0, sizeof(*b));
	b->rc = rc;
	b->values = palloc0_array(Datum, n);
	b->nulls = palloc_array(bool, n);
	memset(b->nulls, true, n);
	if (base != NULL)
	{
		HeapTupleData tuple = {.t_len = HeapTupleHeaderGetDatumLength(base), .t_data = base};

		heap_deform_tuple(&tuple, rc->desc, b->values, b->nulls);
	}
}

static void
find_records(RecordCall *rc, const XpBlock *path, RowBuild *b)
{
	ErrorContextCallback place = {error_context_stack, name_place, b};
	BxWriterOptions options;
	BxStatus st;

	settings_copy_writer(&options);
	b->column = -1;
	error_context_stack = &place;
	st = xp_records(&rc->call.xp, path, &options, rc->fields, rc->n_fields, &b->sink);
	error_context_stack = place.previous;
	result_check(&rc->call, st);
}

/* The row of the first node of the path, over the values of `base` (or nulls); false if there is no node. */
static bool
build_row(RecordCall *rc, const XpBlock *path, HeapTupleHeader base, Datum *row)
{
	RowBuild b;

	start_row(&b, rc, base);
	b.sink.take = take_first_row;
	find_records(rc, path, &b);
	if (b.found)
		*row = HeapTupleGetDatum(heap_form_tuple(rc->desc, b.values, b.nulls));
	return b.found;
}

/* A row for every node of the path, into the tuplestore of the call. */
static void
build_rows(RecordCall *rc, const XpBlock *path, HeapTupleHeader base, ReturnSetInfo *rsinfo)
{
	int n = rc->desc->natts;
	RowBuild b;

	start_row(&b, rc, base);
	b.sink.take = take_each_row;
	b.all = rsinfo;
	b.base = b.values;
	b.base_nulls = b.nulls;
	b.values = palloc_array(Datum, n);
	b.nulls = palloc_array(bool, n);
	b.row = AllocSetContextCreate(CurrentMemoryContext, "bxml record row", ALLOCSET_DEFAULT_SIZES);
	find_records(rc, path, &b);
	MemoryContextDelete(b.row);
}

static RecordCall *
begin(FunctionCallInfo fcinfo, const char *function)
{
	RecordCall *rc = (RecordCall *) call_begin_sized(fcinfo, sizeof(RecordCall));

	rc->function = function;
	return rc;
}

/* The row type of a call in FROM with a column list, or of a function that returns a known row type. */
static TupleDesc
row_type_of_call(FunctionCallInfo fcinfo)
{
	TupleDesc desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("could not determine row type for result of %s", "bxml_to_record"),
						errhint("Call the function in the FROM clause using a column definition list.")));
	return BlessTupleDesc(desc);
}

/* The type of its rows at the first call, then path and document. */
static void
begin_record(RecordCall *rc, FunctionCallInfo fcinfo, TupleDesc desc)
{
	if (rc->desc == NULL)
		record_type(rc, desc, get_fn_expr_argtype(fcinfo->flinfo, 0), fcinfo->flinfo->fn_mcxt);
	call_path(&rc->call, fcinfo, 1);
	call_document_alone(&rc->call, PG_GETARG_DATUM(0));
}

Datum
bxml_to_record(PG_FUNCTION_ARGS)
{
	RecordCall *rc;
	Datum row = (Datum) 0;
	bool found;

	if (!call_has_arguments(fcinfo))
		PG_RETURN_NULL();
	rc = begin(fcinfo, "bxml_to_record");
	begin_record(rc, fcinfo, rc->desc == NULL ? row_type_of_call(fcinfo) : NULL);
	found = build_row(rc, rc->call.path, NULL, &row);
	call_end(&rc->call);
	if (!found)
		PG_RETURN_NULL();
	return row;
}

/* The row type of argument 0: as declared, or that of the value if declared as record.  *base is the value, or NULL. */
static void
populate_type(RecordCall *rc, FunctionCallInfo fcinfo, HeapTupleHeader *base)
{
	Oid declared = get_fn_expr_argtype(fcinfo->flinfo, 0);
	Oid type = declared;
	int32 typmod = -1;
	TupleDesc desc;

	if (rc->desc == NULL && !type_is_rowtype(declared))
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("first argument of %s must be a row type", rc->function)));
	*base = PG_ARGISNULL(0) ? NULL : PG_GETARG_HEAPTUPLEHEADER(0);
	if (declared == RECORDOID && *base == NULL)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("could not determine row type for result of %s", rc->function),
						errhint("Give a record of a known row type as the first argument.")));
	if (*base != NULL)
	{
		type = HeapTupleHeaderGetTypeId(*base);
		typmod = HeapTupleHeaderGetTypMod(*base);
	}
	desc = lookup_rowtype_tupdesc_domain(type, typmod, false);
	if (rc->desc == NULL || rc->identifier != assign_record_type_identifier(desc->tdtypeid, desc->tdtypmod))
	{
		rc->domain = get_typtype(declared) == TYPTYPE_DOMAIN ? declared : InvalidOid;
		record_type(rc, desc, get_fn_expr_argtype(fcinfo->flinfo, 1), fcinfo->flinfo->fn_mcxt);
		rc->identifier = assign_record_type_identifier(desc->tdtypeid, desc->tdtypmod);
	}
	ReleaseTupleDesc(desc);
}

Datum
bxml_populate_record(PG_FUNCTION_ARGS)
{
	HeapTupleHeader base;
	RecordCall *rc;
	Datum row = (Datum) 0;

	if (PG_ARGISNULL(1))
	{
		if (PG_ARGISNULL(0))
			PG_RETURN_NULL();
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	}
	rc = begin(fcinfo, "bxml_populate_record");
	populate_type(rc, fcinfo, &base);
	call_ready(&rc->call, PATH_TEXT, (const uint8_t *) "/", 1);
	call_document_alone(&rc->call, PG_GETARG_DATUM(1));
	build_row(rc, rc->call.path, base, &row);
	call_end(&rc->call);
	if (OidIsValid(rc->domain))
		domain_check(row, false, rc->domain, &rc->domain_info, rc->cxt);
	return row;
}

/* ---- all nodes ---- */

Datum
bxml_to_recordset(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	RecordCall *rc;

	call_check_columns(rsinfo, "bxml_to_recordset");
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	rc = begin(fcinfo, "bxml_to_recordset");
	begin_record(rc, fcinfo, rsinfo->setDesc);
	build_rows(rc, rc->call.path, NULL, rsinfo);
	call_end(&rc->call);
	return (Datum) 0;
}

/* The rows are of the type of the first argument: the executor compares it with the one that the query expects. */
static void
set_row_type(ReturnSetInfo *rsinfo, TupleDesc desc)
{
	MemoryContext caller = MemoryContextSwitchTo(rsinfo->econtext->ecxt_per_query_memory);

	FreeTupleDesc(rsinfo->setDesc);
	rsinfo->setDesc = CreateTupleDescCopy(desc);
	MemoryContextSwitchTo(caller);
}

Datum
bxml_populate_recordset(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	HeapTupleHeader base;
	RecordCall *rc;

	call_check_columns(rsinfo, "bxml_populate_recordset");
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		return (Datum) 0;
	rc = begin(fcinfo, "bxml_populate_recordset");
	populate_type(rc, fcinfo, &base);
	set_row_type(rsinfo, rc->desc);
	call_path(&rc->call, fcinfo, 2);
	call_document_alone(&rc->call, PG_GETARG_DATUM(1));
	build_rows(rc, rc->call.path, base, rsinfo);
	call_end(&rc->call);
	return (Datum) 0;
}
