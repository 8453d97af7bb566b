/*
 * compat_xpath.c -- xpath() and xpath_exists() as in core, for the extension bxml_compat.
 *
 * Results print as in core: nodes keep the namespaces they use, attributes and texts are escaped, numbers print as
 * double precision.  Prefixes come in core's two-dimensional array; those of a prolog take precedence.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "common/shortest_dec.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "../../core/xpath/result/xp_result.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "result.h"

BXML_FUNCTION(bxml_compat_xpath);
BXML_FUNCTION(bxml_compat_xpath_exists);

static void
put_prefix(XpPrefix *p, Datum prefix, Datum uri)
{
	struct varlena *s = DatumGetTextPP(prefix);
	struct varlena *u = DatumGetTextPP(uri);

	p->prefix = encoding_to_utf8(VARDATA_ANY(s), VARSIZE_ANY_EXHDR(s), &p->prefix_len);
	p->uri = encoding_to_utf8(VARDATA_ANY(u), VARSIZE_ANY_EXHDR(u), &p->uri_len);
	if (p->prefix_len == 0)
		ereport(ERROR, (errcode(ERRCODE_DATA_EXCEPTION),
						errmsg("could not register XML namespace with name \"%s\" and URI \"%s\"", "",
							   text_to_cstring(u)),
						errhint("Declare a default element namespace in the prolog of the path.")));
}

/* Pairs of prefix and URI from core's array form, palloc'd. */
static XpPrefix *
prefixes_of(ArrayType *array, uint32_t *n)
{
	int ndim = ARR_NDIM(array);
	XpPrefix *prefixes;
	Datum *texts;
	bool *nulls;
	int count;

	*n = 0;
	if (ndim == 0)
		return NULL;
	if (ndim != 2 || ARR_DIMS(array)[1] != 2)
		ereport(ERROR,
				(errcode(ERRCODE_DATA_EXCEPTION), errmsg("invalid array for XML namespace mapping"),
				 errdetail("The array must be two-dimensional with length of the second axis equal to 2.")));
	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &texts, &nulls, &count);
	prefixes = palloc_array(XpPrefix, count / 2);
	for (int i = 0; i < count; i += 2)
	{
		if (nulls[i] || nulls[i + 1])
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
							errmsg("neither namespace name nor URI may be null")));
		put_prefix(&prefixes[i / 2], texts[i], texts[i + 1]);
	}
	*n = count / 2;
	return prefixes;
}

/* Arguments (path, document [, prefixes]). */
static PgCall *
begin(FunctionCallInfo fcinfo)
{
	PgCall *call = call_begin(fcinfo);

	call_path(call, fcinfo, 0);
	call_document(call, PG_GETARG_DATUM(1));
	if (PG_NARGS() > 2)
		call->xp.prefixes = prefixes_of(PG_GETARG_ARRAYTYPE_P(2), &call->xp.n_prefixes);
	return call;
}

/* A value that is one text. */
static Datum
text_value(PgCall *call, const BxWriterOptions *options, const char *s, size_t n)
{
	BxWriter *w = bx_writer_new(&call->out.host, options, &call->err);
	uint8_t *data;
	size_t len;

	if (w == NULL)
		error_raise(&call->err);
	error_check(bx_writer_text(w, s, n), bx_writer_error(w));
	error_check(bx_writer_finish(w, &data, &len), bx_writer_error(w));
	bx_writer_free(w);
	return datum_written(data, len);
}

/* A result that is not a node-set. */
static Datum
atomic_value(PgCall *call, const BxWriterOptions *options)
{
	char buf[BX_VALUE_TEXT_MAX];
	XpItem item;
	unsigned count;
	BxStr text;

	error_check(xp_item_value(&call->xp, call->path, false, &item, &count), &call->err);
	if (item.type == XP_T_NUMBER)
		return text_value(call, options, buf, double_to_shortest_decimal_buf(item.number, buf));
	text = xp_item_text(&item, buf);
	return text_value(call, options, text.s, text.n);
}

typedef struct ArraySink
{
	XpValueSink sink;
	ArrayBuildState *array;
	Oid type;
} ArraySink;

static void
put_element(ArraySink *a, Datum value)
{
	accumArrayResult(a->array, value, false, a->type, CurrentMemoryContext);
	pfree(DatumGetPointer(value));
}

static BxStatus
take_element(XpValueSink *sink, uint8_t *data, size_t len, bool *stop)
{
	put_element((ArraySink *) sink, datum_written(data, len));
	return BX_OK;
}

Datum
bxml_compat_xpath(PG_FUNCTION_ARGS)
{
	PgCall *call = begin(fcinfo);
	ArraySink a = {{take_element}, NULL, get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid))};
	uint8 type = xp_nodes(call->path)[call->path->root].type;
	BxWriterOptions options;

	a.array = initArrayResult(a.type, CurrentMemoryContext, false);
	settings_copy_writer(&options);
	if (type == XP_T_NODESET || type == XP_T_SEQUENCE)
		result_check(call, xp_values(&call->xp, call->path, &options, XP_SCOPE_USED, &a.sink));
	else
		put_element(&a, atomic_value(call, &options));
	call_end(call);
	PG_RETURN_DATUM(makeArrayResult(a.array, CurrentMemoryContext));
}

Datum
bxml_compat_xpath_exists(PG_FUNCTION_ARGS)
{
	PgCall *call = begin(fcinfo);
	bool found = false;

	error_check(xp_exists(&call->xp, call->path, &found), &call->err);
	call_end(call);
	PG_RETURN_BOOL(found);
}
