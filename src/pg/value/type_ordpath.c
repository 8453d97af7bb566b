/*
 * type_ordpath.c -- the type ordpath: labels of nodes.
 *
 * The datum is the byte form of src/core/ordpath/ORDPATH.md, whose byte order is document order.  Comparison, sorting
 * and hashing are therefore the functions of the server for bytea (sql/parts/40-ordpath.sql).  support_ordpath.c says
 * how the planner uses labels.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "libpq/pqformat.h"
#include "utils/array.h"

#include "../../core/base/bx_str.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "label.h"

/* The version byte of the binary protocol form; the byte form follows. */
#define WIRE_BYTES 1

BXML_FUNCTION(ordpath_in);
BXML_FUNCTION(ordpath_out);
BXML_FUNCTION(ordpath_recv);
BXML_FUNCTION(ordpath_send);
BXML_FUNCTION(ordpath_contains);
BXML_FUNCTION(ordpath_contained);
BXML_FUNCTION(ordpath_parent);
BXML_FUNCTION(ordpath_level);
BXML_FUNCTION(ordpath_common);
BXML_FUNCTION(ordpath_upper);
BXML_FUNCTION(ordpath_between);
BXML_FUNCTION(ordpath_to_int_array);
BXML_FUNCTION(ordpath_smaller);
BXML_FUNCTION(ordpath_larger);

/* A result being made: room for the datum header, then bytes. */
typedef struct LabelOut
{
	PgHost host;
	BxBuf buf;
} LabelOut;

static void
out_begin(LabelOut *out)
{
	BxError err;

	bx_buf_init(&out->buf, host_here(&out->host));
	error_check(bx_buf_reserve(&out->buf, VARHDRSZ, &err), &err);
	out->buf.len = VARHDRSZ;
}

static Datum
out_end(LabelOut *out)
{
	SET_VARSIZE(out->buf.data, out->buf.len);
	return PointerGetDatum(out->buf.data);
}

Datum
label_datum(const uint8_t *p, size_t n)
{
	struct varlena *v = (struct varlena *) palloc(VARHDRSZ + n);

	memcpy(VARDATA(v), p, n);
	SET_VARSIZE(v, VARHDRSZ + n);
	return PointerGetDatum(v);
}

Datum
label_upper(const LabelArg *l)
{
	LabelOut out;
	BxError err;

	out_begin(&out);
	error_check(bx_ordpath_upper(l->p, l->n, &out.buf, &err), &err);
	return out_end(&out);
}

Datum
ordpath_in(PG_FUNCTION_ARGS)
{
	const char *s = PG_GETARG_CSTRING(0);
	LabelOut out;
	BxError err;

	out_begin(&out);
	if (bx_ordpath_parse(s, strlen(s), &out.buf, &err) != BX_OK)
	{
		error_save(&err, soft_context(fcinfo));
		PG_RETURN_NULL();
	}
	PG_RETURN_DATUM(out_end(&out));
}

char *
label_text(Datum label)
{
	LabelArg l;
	PgHost host;
	BxBuf text;
	BxError err;

	label_get(&l, label);
	bx_buf_init(&text, host_here(&host));
	error_check(bx_ordpath_print(l.p, l.n, &text, &err), &err);
	error_check(bx_buf_byte(&text, 0, &err), &err);
	label_release(&l);
	return (char *) text.data;
}

Datum
ordpath_out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(label_text(PG_GETARG_DATUM(0)));
}

Datum
ordpath_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int version = pq_getmsgbyte(buf);
	size_t n = buf->len - buf->cursor;
	const uint8_t *p;
	BxError err;

	if (version != WIRE_BYTES)
		ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
						errmsg("unsupported ordpath version number %d", version)));
	p = (const uint8_t *) pq_getmsgbytes(buf, (int) n);
	error_check(bx_ordpath_check(p, n, BX_E_WIRE, &err), &err);
	PG_RETURN_DATUM(label_datum(p, n));
}

Datum
ordpath_send(PG_FUNCTION_ARGS)
{
	StringInfoData buf;
	LabelArg l;

	label_get(&l, PG_GETARG_DATUM(0));
	pq_begintypsend(&buf);
	pq_sendbyte(&buf, WIRE_BYTES);
	pq_sendbytes(&buf, (const char *) l.p, (int) l.n);
	label_release(&l);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

static bool
within(Datum label, Datum root)
{
	LabelArg l, r;
	bool result;

	label_get(&l, label);
	label_get(&r, root);
	result = bx_ordpath_within(l.p, l.n, r.p, r.n);
	label_release(&l);
	label_release(&r);
	return result;
}

Datum
ordpath_contains(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(within(PG_GETARG_DATUM(1), PG_GETARG_DATUM(0)));
}

Datum
ordpath_contained(PG_FUNCTION_ARGS)
{
	PG_RETURN_BOOL(within(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

Datum
ordpath_parent(PG_FUNCTION_ARGS)
{
	LabelArg l;
	size_t n;
	bool has;
	BxError err;

	label_get(&l, PG_GETARG_DATUM(0));
	error_check(bx_ordpath_parent(l.p, l.n, &has, &n, &err), &err);
	if (!has)
		PG_RETURN_NULL();
	PG_RETURN_DATUM(label_datum(l.p, n));
}

Datum
ordpath_level(PG_FUNCTION_ARGS)
{
	LabelArg l;
	uint32_t level;
	BxError err;

	label_get(&l, PG_GETARG_DATUM(0));
	error_check(bx_ordpath_level(l.p, l.n, &level, &err), &err);
	label_release(&l);
	PG_RETURN_INT32((int32) level);
}

Datum
ordpath_common(PG_FUNCTION_ARGS)
{
	LabelArg a, b;
	size_t n;
	BxError err;

	label_get(&a, PG_GETARG_DATUM(0));
	label_get(&b, PG_GETARG_DATUM(1));
	error_check(bx_ordpath_common(a.p, a.n, b.p, b.n, &n, &err), &err);
	PG_RETURN_DATUM(label_datum(a.p, n));
}

Datum
ordpath_upper(PG_FUNCTION_ARGS)
{
	LabelArg l;
	Datum upper;

	label_get(&l, PG_GETARG_DATUM(0));
	upper = label_upper(&l);
	label_release(&l);
	PG_RETURN_DATUM(upper);
}

Datum
ordpath_between(PG_FUNCTION_ARGS)
{
	LabelArg a = {NULL, 0, NULL, NULL}, b = {NULL, 0, NULL, NULL};
	LabelOut out;
	BxError err;

	if (PG_ARGISNULL(0) && PG_ARGISNULL(1))
		PG_RETURN_NULL();
	if (!PG_ARGISNULL(0))
		label_get(&a, PG_GETARG_DATUM(0));
	if (!PG_ARGISNULL(1))
		label_get(&b, PG_GETARG_DATUM(1));
	out_begin(&out);
	error_check(bx_ordpath_between(a.p, a.n, b.p, b.n, &out.buf, &err), &err);
	PG_RETURN_DATUM(out_end(&out));
}

/* Read one component for an array; raises an error if it does not fit an integer. */
static const uint8_t *
integer_part(const uint8_t *p, const uint8_t *end, Datum *element)
{
	BxOrdpathPart part;
	const uint8_t *next = bx_ordpath_part_get(p, end, &part);
	BxError err;

	if (next == NULL)
		error_check(bx_fail(&err, BX_E_CORRUPT, -1, "label is damaged"), &err);
	if (part.line != BX_LINE_CHILD)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("cannot cast ordpath to integer[]"),
				 errdetail("Attributes, declarations and infinity are on number lines of their own.")));
	if (part.number < PG_INT32_MIN || part.number > PG_INT32_MAX)
		ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("integer out of range")));
	*element = Int32GetDatum((int32) part.number);
	return next;
}

Datum
ordpath_to_int_array(PG_FUNCTION_ARGS)
{
	LabelArg l;
	Datum *elements;
	int n = 0;

	label_get(&l, PG_GETARG_DATUM(0));
	elements = palloc_array(Datum, l.n + 1);
	for (const uint8_t *p = l.p; p < l.p + l.n;)
		p = integer_part(p, l.p + l.n, &elements[n++]);
	PG_RETURN_ARRAYTYPE_P(construct_array(elements, n, INT4OID, sizeof(int32), true, TYPALIGN_INT));
}

/* The one of two labels that comes first in document order, or with later the one that comes last. */
static Datum
choose(Datum a, Datum b, bool later)
{
	LabelArg l, m;
	int order;

	label_get(&l, a);
	label_get(&m, b);
	order = bx_str_compare(bx_str(l.p, l.n), bx_str(m.p, m.n));
	label_release(&l);
	label_release(&m);
	return (later ? order >= 0 : order <= 0) ? a : b;
}

Datum
ordpath_smaller(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(choose(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1), false));
}

Datum
ordpath_larger(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(choose(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1), true));
}
