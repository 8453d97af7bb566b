/*
 * language.c -- the language xquery: functions whose body is a query, and DO.
 *
 * The query runs as the role that calls the function, or its owner if it is SECURITY DEFINER, but it reads nothing
 * except its arguments.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "commands/event_trigger.h"
#include "commands/trigger.h"
#include "funcapi.h"
#include "nodes/parsenodes.h"
#include "utils/array.h"
#include "utils/guc.h"
#include "utils/syscache.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/proc.h"
#include "../server/settings.h"
#include "../value/datum.h"
#include "../value/typmod.h"
#include "collection.h"
#include "function.h"
#include "query_path.h"

BXML_FUNCTION(bxml_xquery_handler);
BXML_FUNCTION(bxml_xquery_inline);
BXML_FUNCTION(bxml_xquery_validator);

/* A call that runs. */
typedef struct QueryCall
{
	QueryFunction *function;
	QueryRun *run;
	FunctionPlace place;
	ErrorContextCallback context;
	TupleDesc desc; /* RESULT_ROW */
	SqlType *columns;
} QueryCall;

static void
enter(QueryCall *call)
{
	call->context = (ErrorContextCallback){error_context_stack, function_say_place, &call->place};
	error_context_stack = &call->context;
}

static void
leave(const QueryCall *call)
{
	error_context_stack = call->context.previous;
}

/* In the memory context of the run. */
static void
give_arguments(QueryCall *call, FunctionCallInfo fcinfo)
{
	QueryFunction *f = call->function;
	RuVar *vars = palloc0((f->n_arguments + 1) * sizeof(RuVar));

	for (int i = 0; i < f->n_arguments; i++)
	{
		vars[i].name.local = f->arguments[i].name;
		vars[i].value = PG_ARGISNULL(i)
							? xd_seq_empty()
							: sql_type_items(&f->arguments[i].type, call->run, PG_GETARG_DATUM(i));
	}
	query_start(call->run, vars, f->n_arguments);
}

/* The columns of the row that the caller wants. */
static void
learn_columns(QueryCall *call, FunctionCallInfo fcinfo)
{
	TupleDesc desc;

	if (get_call_result_type(fcinfo, NULL, &desc) == TYPEFUNC_SCALAR || desc == NULL)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("function returning record called in context that cannot accept type record"),
						errhint("Call the function in FROM, with a column definition list.")));
	call->desc = BlessTupleDesc(CreateTupleDescCopy(desc));
	call->columns = palloc0((desc->natts + 1) * sizeof(SqlType));
	for (int i = 0; i < desc->natts; i++)
		if (!TupleDescAttr(desc, i)->attisdropped)
			sql_type_init(&call->columns[i], TupleDescAttr(desc, i)->atttypid,
						  TupleDescAttr(desc, i)->atttypmod, CurrentMemoryContext);
}

/* Begin to run, with errors told; what the call needs is below the current memory context. */
static void
begin(QueryCall *call, QueryFunction *f, FunctionCallInfo fcinfo)
{
	MemoryContext caller = CurrentMemoryContext;

	call->function = f;
	call->place = (FunctionPlace){.function = f};
	enter(call);
	if (f->library)
		ereport(ERROR, (errcode(ERRCODE_WRONG_OBJECT_TYPE), errmsg("a library module cannot be called"),
						errhint("Import it in another function: import module namespace p = \"...\" at "
								"\"schema.function\".")));
	libraries_check_execute(&f->libraries);
	call->run = query_new(f->stable);
	if (f->stable)
		collections_use(call->run);
	call->place.err = query_error(call->run);
	MemoryContextSwitchTo(query_memory(call->run));
	(void) query_prepare(call->run, f->query);
	if (f->result == RESULT_ROW)
		learn_columns(call, fcinfo);
	give_arguments(call, fcinfo);
	MemoryContextSwitchTo(caller);
}

static bool
next_item(QueryCall *call, XdItem *item)
{
	bool found;

	query_check(call->run, fc_next(query_run(call->run), item, &found));
	return found;
}

/* ---- rows ---- */

static BxStr
utf8_of(const char *name)
{
	BxStr s;

	s.s = encoding_to_utf8(name, strlen(name), &s.n);
	return s;
}

static Datum
row_of(QueryCall *call, const XdItem *item)
{
	TupleDesc desc = call->desc;
	Datum *values = palloc0((desc->natts + 1) * sizeof(Datum));
	bool *nulls = palloc0(desc->natts + 1);

	for (int i = 0; i < desc->natts; i++)
	{
		const char *name = NameStr(TupleDescAttr(desc, i)->attname);
		XdSeq field;

		nulls[i] = true;
		if (TupleDescAttr(desc, i)->attisdropped)
			continue;
		query_check(call->run, fc_field(query_run(call->run), item, utf8_of(name), &field));
		values[i] = sql_type_of_seq(&call->columns[i], call->run, &field, &nulls[i]);
	}
	return HeapTupleGetDatum(heap_form_tuple(desc, values, nulls));
}

static Datum
value_of(QueryCall *call, const XdItem *item)
{
	XdSeq one = xd_seq_one(item);
	bool null;

	return call->function->result == RESULT_ROW
			   ? row_of(call, item)
			   : sql_type_of_seq(&call->function->type, call->run, &one, &null);
}

/* ---- one value ---- */

/* All items as the content of a value. */
static Datum
content(QueryCall *call, bool *null)
{
	SqlType *type = &call->function->type;
	BxWriterOptions options;
	uint8_t *data = NULL;
	size_t len = 0;
	bool any = false;
	Datum value = (Datum) 0;

	settings_copy_writer(&options);
	query_check(call->run, fc_content(query_run(call->run), &options, &any, &data, &len));
	*null = !any;
	if (any)
	{
		value = datum_written(memcpy(palloc(len + VARHDRSZ), data, len + VARHDRSZ), len);
		(void) typmod_apply(type->typmod, &value, NULL);
	}
	sql_type_check(type, value, *null);
	return value;
}

/* All items as elements of an array, which may be none. */
static Datum
array(QueryCall *call)
{
	SqlType *type = &call->function->type;
	ArrayBuildState *state = initArrayResult(type->element->type, CurrentMemoryContext, false);
	XdItem item;
	Datum value;

	while (next_item(call, &item))
		sql_type_elements(type->element, call->run, &item, state);
	value = makeArrayResult(state, CurrentMemoryContext);
	sql_type_check(type, value, false);
	return value;
}

static Datum
one_item(QueryCall *call, bool *null)
{
	XdItem item;
	Datum value = (Datum) 0;

	*null = !next_item(call, &item);
	if (*null)
	{
		if (call->function->result == RESULT_VALUE)
			sql_type_check(&call->function->type, value, true);
		return value;
	}
	if (call->function->result != RESULT_NOTHING)
		value = value_of(call, &item);
	if (next_item(call, &item) && call->function->result != RESULT_NOTHING)
		ereport(ERROR, (errcode(ERRCODE_CARDINALITY_VIOLATION),
						errmsg("the query of a function that returns one value gave more than one item"),
						errhint("Write RETURNS SETOF, or string-join in the query.")));
	while (call->function->result == RESULT_NOTHING && next_item(call, &item))
		;
	return value;
}

static Datum
call_once(QueryFunction *f, FunctionCallInfo fcinfo)
{
	QueryCall call;
	Datum value;
	bool null = false;

	if (f->path != NULL && !PG_ARGISNULL(0) && query_path_text(f->path, PG_GETARG_DATUM(0), &value))
	{
		fcinfo->isnull = value == (Datum) 0;
		return value;
	}
	begin(&call, f, fcinfo);
	if (f->result == RESULT_VALUE && f->type.kind == SQL_BXML)
		value = content(&call, &null);
	else if (f->result == RESULT_VALUE && f->type.kind == SQL_ARRAY)
		value = array(&call);
	else
		value = one_item(&call, &null);
	query_close(call.run);
	leave(&call);
	fcinfo->isnull = null && f->result != RESULT_NOTHING;
	return value;
}

/* ---- sets, one row per call ---- */

static Datum
call_set(FunctionCallInfo fcinfo)
{
	FuncCallContext *srf;
	QueryCall *call;
	XdItem item;
	Datum value = (Datum) 0;
	bool found;

	if (SRF_IS_FIRSTCALL())
	{
		FuncCallContext *first = SRF_FIRSTCALL_INIT();
		MemoryContext caller = MemoryContextSwitchTo(first->multi_call_memory_ctx);

		call = first->user_fctx = palloc0(sizeof(QueryCall));
		begin(call, function_get(fcinfo->flinfo->fn_oid, first->multi_call_memory_ctx), fcinfo);
		leave(call);
		MemoryContextSwitchTo(caller);
	}
	srf = SRF_PERCALL_SETUP();
	call = srf->user_fctx;
	enter(call);
	found = next_item(call, &item);
	if (found && call->function->result != RESULT_NOTHING)
		value = value_of(call, &item);
	if (!found)
		query_close(call->run);
	leave(call);
	if (found)
		SRF_RETURN_NEXT(srf, value);
	SRF_RETURN_DONE(srf);
}

/* ---- what the server calls ---- */

/* The function of a call site, looked up once, and again after it changed. */
static QueryFunction *
function_here(FunctionCallInfo fcinfo)
{
	FmgrInfo *info = fcinfo->flinfo;
	QueryFunction *f = info->fn_extra;

	if (f == NULL || !function_is_current(f))
		info->fn_extra = f = function_get(info->fn_oid, info->fn_mcxt);
	return f;
}

Datum
bxml_xquery_handler(PG_FUNCTION_ARGS)
{
	if (CALLED_AS_TRIGGER(fcinfo) || CALLED_AS_EVENT_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("XQuery functions cannot be triggers")));
	return fcinfo->flinfo->fn_retset ? call_set(fcinfo) : call_once(function_here(fcinfo), fcinfo);
}

Datum
bxml_xquery_inline(PG_FUNCTION_ARGS)
{
	InlineCodeBlock *block = castNode(InlineCodeBlock, (Node *) PG_GETARG_POINTER(0));
	QueryFunction *f = function_of_text(block->source_text);

	(void) call_once(f, fcinfo);
	MemoryContextDelete(f->cxt);
	PG_RETURN_VOID();
}

Datum
bxml_xquery_validator(PG_FUNCTION_ARGS)
{
	HeapTuple row = proc_to_validate(fcinfo);

	if (row == NULL)
		PG_RETURN_VOID();
	function_check_signature(row);
	if (check_function_bodies)
		function_check_body(row);
	library_record(row);
	ReleaseSysCache(row);
	PG_RETURN_VOID();
}
