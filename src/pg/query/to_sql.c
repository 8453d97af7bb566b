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

static inline bool
take_decimal(const ToSql *t, int64 num, uint8 scale, int32 typmod, RowBuf *buf, Datum *d)
{
	switch (t->type)
	{
		case INT4OID:
			*d = Int32GetDatum((int32) num);
			return scale == 0 && num >= PG_INT32_MIN && num <= PG_INT32_MAX;
		case INT8OID: *d = Int64GetDatum(num); return scale == 0;
		case NUMERICOID:
			if (typmod >= 0)
				return false;
			*d = decimal_numeric_in(rowbuf_alloc(buf, DECIMAL_NUMERIC_MAX), num, scale);
			return true;
		default: return false;
	}
}

static inline bool
take_date(const ToSql *t, int64 days, Datum *d)
{
	*d = DateADTGetDatum((DateADT) (days - EPOCH_DAYS));
	return t->type == DATEOID;
}

/* Convert a stored typed value without its text. */
static bool
take_typed(const ToSql *t, const BxValue *v, int32 typmod, RowBuf *buf, Datum *d)
{
	switch (v->type)
	{
		case AT_DECIMAL: return v->style == 0 && take_decimal(t, v->num, v->scale, typmod, buf, d);
		case AT_DATE: return v->zone == BX_DT_NOZONE && take_date(t, v->num, d);
		case AT_BOOLEAN: *d = BoolGetDatum(v->num != 0); return t->type == BOOLOID;
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

/* A typed payload, by its text if need be. */
static pg_noinline bool
typed_payload(ToSql *t, const uint8_t *p, uint32_t n, int32 typmod, RowBuf *out, Datum *d)
{
	char buf[BX_VALUE_TEXT_MAX];
	unsigned len;
	BxValue v;

	if (!bx_value_decode(p, n, &v))
		return false;
	if (take_typed(t, &v, typmod, out, d))
		return true;
	len = bx_value_format(&v, buf);
	*d = t->type == TEXTOID ? rowbuf_text(out, buf, len) : to_sql_text(t, buf, len, typmod);
	return true;
}

bool
to_sql_payload(ToSql *t, const uint8_t *p, uint32_t n, int32 typmod, RowBuf *out, Datum *d)
{
	int64_t num;
	uint8_t scale;

	if (!bx_value_is_typed(p, n))
	{
		*d = t->type == TEXTOID ? rowbuf_text(out, (const char *) p, n)
								: to_sql_text(t, (const char *) p, n, typmod);
		return true;
	}
	if (bx_value_decimal(p, n, &num, &scale) ? take_decimal(t, num, scale, typmod, out, d)
											 : bx_value_date(p, n, &num) && take_date(t, num, d))
		return true;
	return typed_payload(t, p, n, typmod, out, d);
}

Datum
to_sql_node(const ToSql *t, uint8_t *data, size_t len, int32 typmod)
{
	Datum value = datum_written(data, len);

	if (t->taking == TAKE_BXML)
		(void) typmod_apply(typmod, &value, NULL);
	return t->taking == TAKE_BXML ? value : PointerGetDatum(print_datum(value, NULL));
}
