/*
 * to_sql.c -- results of paths as values of any SQL type.
 *
 * Input functions read the texts of typed values in the same way whatever the settings, so bypassing the text does
 * not change a result.  A number out of range for the type goes through its input function, for the error.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "datatype/timestamp.h"
#include "utils/date.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"

#include "../server/compat.h"
#include "../value/decimal.h"
#include "../server/errors.h"
#include "to_sql.h"
#include "../value/print.h"
#include "result.h"
#include "../value/typmod.h"

#define EPOCH_DAYS (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE)

void
to_sql_init(ToSql *t, Oid type, Oid bxml, MemoryContext cxt)
{
	Oid input;

	t->type = type;
	t->taking = type == bxml ? TAKE_BXML : type == XMLOID ? TAKE_XML : TAKE_TEXT;
	getTypeInputInfo(type, &input, &t->param);
	fmgr_info_cxt(input, &t->input, cxt);
}

Datum
to_sql_text(ToSql *t, const char *s, size_t n, int32 typmod)
{
	char *text;
	Datum d;

	if (t->type == TEXTOID)
		return PointerGetDatum(utf8_text(s, n));
	text = utf8_cstring(s, n);
	d = InputFunctionCall(&t->input, text, t->param, typmod);
	pfree(text);
	return d;
}

static bool
take_decimal(const ToSql *t, const BxValue *v, int32 typmod, RowBuf *buf, Datum *d)
{
	bool whole = v->scale == 0;

	switch (t->type)
	{
		case INT4OID:
			*d = Int32GetDatum((int32) v->num);
			return whole && v->num >= PG_INT32_MIN && v->num <= PG_INT32_MAX;
		case INT8OID: *d = Int64GetDatum(v->num); return whole;
		case NUMERICOID:
			if (typmod >= 0)
				return false;
			*d = decimal_numeric_in(rowbuf_alloc(buf, DECIMAL_NUMERIC_MAX), v->num, v->scale);
			return true;
		default: return false;
	}
}

/* Convert a stored typed value without its text. */
static bool
take_typed(const ToSql *t, const BxValue *v, int32 typmod, RowBuf *buf, Datum *d)
{
	switch (v->type)
	{
		case BX_VT_DECIMAL: return take_decimal(t, v, typmod, buf, d);
		case BX_VT_DATE: *d = DateADTGetDatum((DateADT) (v->num - EPOCH_DAYS)); return t->type == DATEOID;
		case BX_VT_BOOLEAN: *d = BoolGetDatum(v->num != 0); return t->type == BOOLOID;
		default: return false;
	}
}

Datum
to_sql_item(ToSql *t, const XpItem *item, int32 typmod, RowBuf *out)
{
	char buf[BX_VALUE_TEXT_MAX];
	BxValue v = xp_item_decode(item);
	BxStr text;
	Datum d;

	if (take_typed(t, &v, typmod, out, &d))
		return d;
	text = xp_item_text(item, buf);
	return to_sql_text(t, text.s, text.n, typmod);
}

/* Convert a typed value by its text. */
static pg_noinline Datum
typed_text(ToSql *t, const BxValue *v, int32 typmod, RowBuf *out)
{
	char buf[BX_VALUE_TEXT_MAX];
	unsigned n = bx_value_format(v, buf);

	return t->type == TEXTOID ? rowbuf_text(out, buf, n) : to_sql_text(t, buf, n, typmod);
}

bool
to_sql_payload(ToSql *t, const uint8_t *p, uint32_t n, int32 typmod, RowBuf *out, Datum *d)
{
	BxValue v;

	if (!bx_value_is_typed(p, n))
	{
		*d = t->type == TEXTOID ? rowbuf_text(out, (const char *) p, n)
								: to_sql_text(t, (const char *) p, n, typmod);
		return true;
	}
	if (!bx_value_decode(p, n, &v))
		return false;
	if (!take_typed(t, &v, typmod, out, d))
		*d = typed_text(t, &v, typmod, out);
	return true;
}

Datum
to_sql_node(const ToSql *t, uint8_t *data, size_t len, int32 typmod)
{
	Datum value = datum_written(data, len);

	if (t->taking == TAKE_BXML)
		(void) typmod_apply(typmod, &value, NULL);
	return t->taking == TAKE_BXML ? value : PointerGetDatum(print_datum(value, NULL));
}
