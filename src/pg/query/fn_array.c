/*
 * fn_array.c -- all items of a result: as a set, an array, one text, or the first of them as a value.
 *
 * Items are delivered one by one (core/xpath/result/xp_result.h): a set goes into a tuplestore, which spills to disk
 * beyond work_mem; arrays and joined text are limited by the size of a value.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/tuplestore.h"

#include "../../core/xpath/result/xp_result.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "result.h"
#include "vars.h"

BXML_FUNCTION(bxml_values);
BXML_FUNCTION(bxml_values_array);
BXML_FUNCTION(bxml_query_array);
BXML_FUNCTION(bxml_first);
BXML_FUNCTION(bxml_string_agg);

/* The call of functions (document, path, ..., variables); NULL if document or path is null. */
static PgCall *
begin(FunctionCallInfo fcinfo, int vars_argno)
{
	PgCall *call;

	if (!call_has_arguments(fcinfo))
		return NULL;
	call = call_begin(fcinfo);
	call_xpath(call, fcinfo);
	call_vars(call, fcinfo, vars_argno);
	return call;
}

/* ---- strings ---- */

typedef struct RowSink
{
	XpStringSink sink;
	ReturnSetInfo *rsinfo;
} RowSink;

static BxStatus
take_row(XpStringSink *sink, const char *s, size_t n, bool *stop)
{
	ReturnSetInfo *rsinfo = ((RowSink *) sink)->rsinfo;
	struct varlena *t = utf8_text(s, n);
	Datum value = PointerGetDatum(t);
	bool null = false;

	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, &value, &null);
	pfree(t);
	return BX_OK;
}

Datum
bxml_values(PG_FUNCTION_ARGS)
{
	RowSink rows = {{take_row}, (ReturnSetInfo *) fcinfo->resultinfo};
	PgCall *call;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	call = begin(fcinfo, 2);
	if (call == NULL)
		return (Datum) 0;
	error_check(xp_strings(&call->xp, call->path, &rows.sink), &call->err);
	call_end(call);
	return (Datum) 0;
}

typedef struct TextArraySink
{
	XpStringSink sink;
	ArrayBuildState *array;
} TextArraySink;

static BxStatus
take_text(XpStringSink *sink, const char *s, size_t n, bool *stop)
{
	struct varlena *t = utf8_text(s, n);

	accumArrayResult(((TextArraySink *) sink)->array, PointerGetDatum(t), false, TEXTOID,
					 CurrentMemoryContext);
	pfree(t);
	return BX_OK;
}

Datum
bxml_values_array(PG_FUNCTION_ARGS)
{
	PgCall *call = begin(fcinfo, 2);
	TextArraySink texts = {{take_text}, NULL};

	if (call == NULL)
		PG_RETURN_NULL();
	texts.array = initArrayResult(TEXTOID, CurrentMemoryContext, false);
	error_check(xp_strings(&call->xp, call->path, &texts.sink), &call->err);
	call_end(call);
	PG_RETURN_DATUM(makeArrayResult(texts.array, CurrentMemoryContext));
}

typedef struct JoinSink
{
	XpStringSink sink;
	const char *separator; /* UTF-8 */
	size_t separator_n;
	uint64 n;
	BxBuf out;
} JoinSink;

static BxStatus
take_joined(XpStringSink *sink, const char *s, size_t n, bool *stop)
{
	JoinSink *j = (JoinSink *) sink;
	BxError err;

	bx_error_clear(&err);
	/* the evaluator has charged the string but not the separator */
	if (bx_charge(j->out.host, j->separator_n) != BX_OK)
		return BX_E_CANCEL;
	if (j->n++ > 0)
		host_append(&j->out, j->separator, j->separator_n);
	host_append(&j->out, s, n);
	return BX_OK;
}

Datum
bxml_string_agg(PG_FUNCTION_ARGS)
{
	PgCall *call = begin(fcinfo, 3);
	JoinSink join = {{take_joined}, "", 0, 0, {NULL}};
	text *separator = PG_ARGISNULL(2) ? NULL : PG_GETARG_TEXT_PP(2);
	struct varlena *result;

	if (call == NULL)
		PG_RETURN_NULL();
	if (separator != NULL)
		join.separator =
			encoding_to_utf8(VARDATA_ANY(separator), VARSIZE_ANY_EXHDR(separator), &join.separator_n);
	bx_buf_init(&join.out, &call->out.host);
	error_check(xp_strings(&call->xp, call->path, &join.sink), &call->err);
	call_end(call);
	if (join.n == 0)
		PG_RETURN_NULL();
	result = utf8_text(join.out.data ? (char *) join.out.data : "", join.out.len);
	bx_buf_free(&join.out);
	PG_RETURN_POINTER(result);
}

/* ---- values ---- */

typedef struct ValueArraySink
{
	XpValueSink sink;
	ArrayBuildState *array;
	Oid type;
} ValueArraySink;

static BxStatus
take_element(XpValueSink *sink, uint8_t *data, size_t len, bool *stop)
{
	ValueArraySink *v = (ValueArraySink *) sink;

	accumArrayResult(v->array, datum_written(data, len), false, v->type, CurrentMemoryContext);
	pfree(data);
	return BX_OK;
}

Datum
bxml_query_array(PG_FUNCTION_ARGS)
{
	PgCall *call = begin(fcinfo, 2);
	ValueArraySink values = {{take_element}, NULL, InvalidOid};
	BxWriterOptions options;

	if (call == NULL)
		PG_RETURN_NULL();
	values.type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	values.array = initArrayResult(values.type, CurrentMemoryContext, false);
	settings_copy_writer(&options);
	result_check(call, xp_values(&call->xp, call->path, &options, XP_SCOPE_ALL, &values.sink));
	call_end(call);
	PG_RETURN_DATUM(makeArrayResult(values.array, CurrentMemoryContext));
}

Datum
bxml_first(PG_FUNCTION_ARGS)
{
	PgCall *call = begin(fcinfo, 2);
	uint8_t *data;
	size_t len;
	bool found;

	if (call == NULL)
		PG_RETURN_NULL();
	found = result_first(call, &data, &len);
	call_end(call);
	if (!found)
		PG_RETURN_NULL();
	return datum_written(data, len);
}
