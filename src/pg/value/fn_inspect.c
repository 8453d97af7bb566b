/*
 * fn_inspect.c -- properties of a value: kind, root, namespaces, size, storage, soundness, items.
 *
 * Questions that header and tables answer are answered from a prefix of the value; the rest is not fetched.
 */
#include "postgres.h"
#include "access/detoast.h"
#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "../../core/check/bx_check.h"
#include "../../core/read/bx_used.h"
#include "../../core/check/bx_dump.h"
#include "../../core/read/bx_reader.h"
#include "../../core/check/bx_stats.h"
#include "../server/compat.h"
#include "datum.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "inspect.h"
#include "record.h"
#include "../server/settings.h"

BXML_FUNCTION(bxml_version);
BXML_FUNCTION(bxml_format_version);
BXML_FUNCTION(bxml_is_document);
BXML_FUNCTION(bxml_root_name);
BXML_FUNCTION(bxml_namespaces);
BXML_FUNCTION(bxml_check);
BXML_FUNCTION(bxml_storage);
BXML_FUNCTION(bxml_stats);
BXML_FUNCTION(bxml_dump);

Datum
bxml_version(PG_FUNCTION_ARGS)
{
	PG_RETURN_TEXT_P(cstring_to_text(BXML_VERSION));
}

/* Also works for versions that this code cannot read. */
Datum
bxml_format_version(PG_FUNCTION_ARGS)
{
	BxmlArg doc;
	uint8_t first;
	BxError err;

	datum_get_prefix(&doc, PG_GETARG_DATUM(0), 1);
	first = doc.n > 0 ? doc.v[0] : 0;
	datum_release(&doc);
	if ((first & 0xF0) != BX_VERSION_MARK)
		error_check(bx_fail(&err, BX_E_CORRUPT, 0, "not a bxml value: first byte is 0x%02X", first), &err);
	PG_RETURN_INT32(first & 0x0F);
}

Datum
bxml_is_document(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(datum_is_document(PG_GETARG_DATUM(0)));
}

/* UTF-8 to a text datum. */
static Datum
text_of(const char *s, size_t n)
{
	PgHost host;
	BxBuf out;
	Datum d;

	bx_buf_init(&out, host_here(&host));
	encoding_strict(s, n, &out);
	d = PointerGetDatum(cstring_to_text_with_len((char *) out.data, (int) out.len));
	bx_buf_free(&out);
	return d;
}

Datum
bxml_root_name(PG_FUNCTION_ARGS)
{
	Inspected x;
	const BxNameInfo *name;
	const BxPair *pair;
	StringInfoData qname;

	inspect_open(&x, PG_GETARG_DATUM(0));
	name = inspect_root(&x);
	if (name == NULL)
		PG_RETURN_NULL();
	pair = &x.table.pairs[name->pair];
	initStringInfo(&qname);
	appendBinaryStringInfo(&qname, pair->prefix, (int) pair->prefix_len);
	if (pair->prefix_len > 0)
		appendStringInfoChar(&qname, ':');
	appendBinaryStringInfo(&qname, name->local, (int) name->len);
	PG_RETURN_DATUM(text_of(qname.data, qname.len));
}

/* By prefix, then URI, byte by byte: the order in the table is that of a vocabulary, where a value refers to one. */
static int
by_prefix(const void *a, const void *b)
{
	const BxPair *p = *(const BxPair *const *) a;
	const BxPair *q = *(const BxPair *const *) b;
	int c = memcmp(p->prefix, q->prefix, Min(p->prefix_len, q->prefix_len));

	if (c == 0)
		c = (p->prefix_len > q->prefix_len) - (p->prefix_len < q->prefix_len);
	if (c == 0)
		c = memcmp(p->uri, q->uri, Min(p->uri_len, q->uri_len));
	return c != 0 ? c : (p->uri_len > q->uri_len) - (p->uri_len < q->uri_len);
}

/*
 * The pairs of the table, except for the two predefined ones; of a short value, whose table may be a vocabulary's,
 * those that it uses.
 */
Datum
bxml_namespaces(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	const BxPair **pairs;
	uint32 n = 0;
	bool all;
	BxUsed used = {.each = NULL};
	Inspected x;

	InitMaterializedSRF(fcinfo, 0);
	inspect_open(&x, PG_GETARG_DATUM(0));
	all = x.table.head.items_len > BX_USED_ITEMS_MAX;
	if (!all)
		error_check(bx_used_read(&used, &x.table, &x.doc.items.source, &x.arena, &x.doc.err), &x.doc.err);
	pairs = palloc((x.table.n_pairs + 1) * sizeof(BxPair *));
	for (uint32 i = BX_PAIR_FIRST; i < x.table.n_pairs; i++)
		if (all || used.pairs[i])
			pairs[n++] = &x.table.pairs[i];
	qsort(pairs, n, sizeof(BxPair *), by_prefix);
	for (uint32 i = 0; i < n; i++)
	{
		Datum values[2] = {text_of(pairs[i]->prefix, pairs[i]->prefix_len),
						   text_of(pairs[i]->uri, pairs[i]->uri_len)};
		bool nulls[2] = {false, false};

		CHECK_FOR_INTERRUPTS();
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	datum_image_close(&x.doc);
	return (Datum) 0;
}

/*
 * False if the value is damaged; other failures (a newer format, lack of memory) do not answer the question and are
 * raised.
 */
Datum
bxml_check(PG_FUNCTION_ARGS)
{
	DatumStore doc;
	PgHost host;
	BxError err;
	BxStatus st;

	bx_error_clear(&err);
	st = datum_store_try(&doc, PG_GETARG_DATUM(0), &err);
	if (st == BX_OK)
		st = bx_check_stored(&doc.store, host_here(&host), &err);
	datum_store_close(&doc);
	if (st != BX_E_CORRUPT)
		error_check(st, &err);
	PG_RETURN_BOOL(st == BX_OK);
}

/* Is what a value has besides its vocabulary compressed with the words of that? */
static bool
is_in_words(Datum datum)
{
	const struct varlena *v;
	BxSharedHead head;
	BxError err;

	if (VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(datum)) ||
		toast_raw_datum_size(datum) - VARHDRSZ > BX_SHARED_MAX)
		return false;
	bx_error_clear(&err);
	v = PG_DETOAST_DATUM_PACKED(datum);
	return bx_is_shared((const uint8_t *) VARDATA_ANY(v), VARSIZE_ANY_EXHDR(v)) &&
		   bx_shared_head((const uint8_t *) VARDATA_ANY(v), VARSIZE_ANY_EXHDR(v), &head, &err) == BX_OK &&
		   head.codec != BX_SHARED_AS_IS;
}

/* Columns of bxml_storage. */
enum
{
	ST_INLINE,
	ST_COMPRESSED,
	ST_STORED,
	ST_LOGICAL,
	ST_COLUMNS
};

Datum
bxml_storage(PG_FUNCTION_ARGS)
{
	Datum datum = PG_GETARG_DATUM(0);
	bool nulls[ST_COLUMNS] = {false};
	Datum values[ST_COLUMNS];
	TupleDesc desc;
	BxHeader head;
	BxmlArg doc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	values[ST_INLINE] = BoolGetDatum(!VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(datum)));
	datum_open_header(&doc, datum, &head);
	datum_release(&doc);
	values[ST_COMPRESSED] =
		BoolGetDatum(head.n_blocks > 0 || datum_is_compressed(datum) || is_in_words(datum));
	values[ST_STORED] = Int64GetDatum((int64) toast_datum_size(datum));
	values[ST_LOGICAL] = Int64GetDatum((int64) head.plain_total);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}

/* Columns of bxml_stats, in the order of BxStats; those that scripts before 0.2 do not have are last. */
#define STATS_COLUMNS 14

/* The schema that the value was found valid by, as the view bxml_schemas shows it. */
static Datum
recorded_schema(Datum value, bool *null)
{
	bytea *id = palloc(VARHDRSZ + RECORD_ID);

	SET_VARSIZE(id, VARHDRSZ + RECORD_ID);
	*null = !record_get(value, (uint8 *) VARDATA(id));
	return PointerGetDatum(id);
}

Datum
bxml_stats(PG_FUNCTION_ARGS)
{
	bool nulls[STATS_COLUMNS] = {false};
	Datum values[STATS_COLUMNS];
	int n = 0;
	DatumStore doc;
	PgHost host;
	TupleDesc desc;
	BxStats st;
	BxError err;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	bx_error_clear(&err);
	datum_store_open(&doc, PG_GETARG_DATUM(0));
	error_check(bx_stats_read(&doc.store, host_here(&host), &st, &err), &err);
	datum_store_close(&doc);
	values[n++] = Int64GetDatum((int64) st.elements);
	values[n++] = Int64GetDatum((int64) st.attributes);
	values[n++] = Int64GetDatum((int64) st.texts);
	values[n++] = Int64GetDatum((int64) st.comments);
	values[n++] = Int64GetDatum((int64) st.pis);
	values[n++] = Int32GetDatum((int32) st.depth);
	values[n++] = Int32GetDatum((int32) st.names);
	values[n++] = Int32GetDatum((int32) st.namespaces);
	values[n++] = Int64GetDatum((int64) st.bytes);
	values[n++] = Int64GetDatum((int64) st.name_bytes);
	values[n++] = Int64GetDatum((int64) st.value_bytes);
	values[n++] = Int64GetDatum((int64) st.typed_values);
	values[n] = recorded_schema(PG_GETARG_DATUM(0), &nulls[n]);
	values[++n] = Int64GetDatum((int64) st.list_bytes);
	Assert(n + 1 == STATS_COLUMNS);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}

/* The lines may quote damaged bytes, so they are converted in the same way as messages. */
static void
put_line(ReturnSetInfo *rsinfo, const char *s, size_t n)
{
	char *line = encoding_lossy(s, n);
	Datum value = CStringGetTextDatum(line);
	bool null = false;

	CHECK_FOR_INTERRUPTS();
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, &value, &null);
	pfree(DatumGetPointer(value));
	pfree(line);
}

/* BxDumpTake: each complete line becomes a row. */
static void
put_lines(void *ctx, BxBuf *out)
{
	for (size_t at = 0; at < out->len;)
	{
		const uint8_t *line = out->data + at;
		const uint8_t *end = memchr(line, '\n', out->len - at);
		size_t n = end ? (size_t) (end - line) : out->len - at;

		put_line(ctx, (const char *) line, n);
		at += n + 1;
	}
	out->len = 0;
}

/* A damaged value is shown up to the damage, which the last line describes. */
Datum
bxml_dump(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	DatumStore doc;
	PgHost host;
	BxBuf out;
	BxError err;
	BxStatus st;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	bx_error_clear(&err);
	datum_store_open(&doc, PG_GETARG_DATUM(0));
	bx_buf_init(&out, host_here(&host));
	st = bx_dump_read(&doc.store, doc.shared, &host.host, &out, put_lines, rsinfo, &err);
	if (st != BX_E_CORRUPT)
		error_check(st, &err);
	put_lines(rsinfo, &out);
	if (st != BX_OK)
		put_line(rsinfo, err.msg, strlen(err.msg));
	datum_store_close(&doc);
	return (Datum) 0;
}
