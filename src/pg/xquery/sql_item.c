/*
 * sql_item.c -- SQL values as items.
 */
#include "postgres.h"
#include "datatype/timestamp.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/numeric.h"
#include "utils/timestamp.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "sql_type.h"

#define EPOCH_DAYS (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE)
#define NANOS_PER_USEC 1000

static _Noreturn void
refuse(int code, const char *what, const char *hint)
{
	ereport(ERROR, (errcode(code), errmsg("%s has no value in XQuery", what),
					hint != NULL ? errhint("%s", hint) : 0));
}

static BxStr
utf8(const char *s, size_t n)
{
	BxStr text;

	text.s = encoding_to_utf8(s, n, &text.n);
	return text;
}

static XdItem
text_item(Datum value)
{
	const struct varlena *p = PG_DETOAST_DATUM_PACKED(value);

	return at_string_item(utf8(VARDATA_ANY(p), VARSIZE_ANY_EXHDR(p)));
}

/* By the text that the output function of the type gives. */
static XdItem
output_item(const SqlType *t, Datum value)
{
	const char *s = OutputFunctionCall(unconstify(FmgrInfo *, &t->output), value);

	return at_string_item(utf8(s, strlen(s)));
}

static XdItem
exact_item(const SqlType *t, QueryRun *run, Datum value, AtType type)
{
	XdItem text = output_item(t, value), item;

	query_check(run, fc_cast(query_run(run), &text, type, &item));
	query_check(run, fc_keep(query_run(run), &item, &item));
	return item;
}

static XdItem
numeric_item(const SqlType *t, QueryRun *run, Datum value)
{
	Numeric n = DatumGetNumeric(value);

	if (numeric_is_nan(n) || numeric_is_inf(n))
		refuse(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE, "numeric NaN or infinity",
			   "Give the argument the type double precision.");
	return exact_item(t, run, value, AT_DECIMAL);
}

static XdItem
bytes_item(Datum value)
{
	const struct varlena *p = PG_DETOAST_DATUM_PACKED(value);

	return (XdItem){.u.s = VARDATA_ANY(p),
					.n = (uint32_t) VARSIZE_ANY_EXHDR(p),
					.type = AT_BASE64,
					.form = AT_FORM_BYTES};
}

/* ---- dates and times ---- */

/* Microseconds as whole seconds, rounded downwards, and nanoseconds. */
static BxMoment
moment_of(int64 micros)
{
	int64 seconds = micros / USECS_PER_SEC;

	if (micros % USECS_PER_SEC < 0)
		seconds--;
	return (BxMoment){.seconds = seconds,
					  .nanos = (uint32_t) ((micros - seconds * USECS_PER_SEC) * NANOS_PER_USEC),
					  .zone = BX_ZONE_NONE};
}

static XdItem
date_item(DateADT date)
{
	BxMoment m = {.seconds = ((int64) date + EPOCH_DAYS) * SECS_PER_DAY, .zone = BX_ZONE_NONE};

	if (DATE_NOT_FINITE(date))
		refuse(ERRCODE_DATETIME_FIELD_OVERFLOW, "date infinity", NULL);
	return at_moment_item(AT_DATE, &m);
}

static XdItem
time_item(TimeADT time)
{
	BxMoment m = moment_of(time % USECS_PER_DAY);

	m.seconds += AT_TIME_DAY;
	return at_moment_item(AT_TIME, &m);
}

static XdItem
timetz_item(const TimeTzADT *time)
{
	XdItem item = time_item(time->time);

	item.zone = (int16_t) (-time->zone / SECS_PER_MINUTE);
	return item;
}

static XdItem
timestamp_item(Timestamp timestamp)
{
	BxMoment m = moment_of(timestamp);

	if (TIMESTAMP_NOT_FINITE(timestamp))
		refuse(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE, "timestamp infinity", NULL);
	m.seconds += (int64) EPOCH_DAYS * SECS_PER_DAY;
	return at_moment_item(AT_DATETIME, &m);
}

/* In the time zone of the session, or in UTC in an immutable function. */
static XdItem
timestamptz_item(TimestampTz timestamp, bool stable)
{
	XdItem item = timestamp_item(timestamp);
	struct pg_tm tm;
	fsec_t fraction;
	int west = 0;

	if (stable && timestamp2tm(timestamp, &west, &tm, &fraction, NULL, NULL) != 0)
		west = 0;
	item.zone = (int16_t) (-west / SECS_PER_MINUTE);
	item.u.i += item.zone * SECS_PER_MINUTE;
	return item;
}

static XdItem
interval_item(const Interval *interval)
{
	BxMoment m = moment_of(interval->time);
	BxDuration *d;

	m.seconds += (int64) interval->day * SECS_PER_DAY;
	if (interval->month == 0)
		return at_span_item(m.seconds, m.nanos);
	if (m.seconds == 0 && m.nanos == 0)
		return (XdItem){.u.i = interval->month, .type = AT_MONTHS, .form = AT_FORM_MONTHS};
	if ((interval->month < 0) != (m.seconds < 0))
		refuse(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE,
			   "an interval with months and days or times of different signs", NULL);
	d = palloc(sizeof(BxDuration));
	*d = (BxDuration){.months = interval->month, .seconds = m.seconds, .nanos = m.nanos};
	return (XdItem){.u.duration = d, .type = AT_DURATION, .form = AT_FORM_DURATION};
}

/* ---- any type ---- */

static XdItem
document_item(QueryRun *run, Datum value)
{
	BxImage *image = query_document(run, value);
	XdItem root;

	query_check(run, fc_document(query_run(run), image, &root));
	return root;
}

static XdItem
item_of(const SqlType *t, QueryRun *run, Datum value)
{
	switch (t->kind)
	{
		case SQL_BOOLEAN: return at_boolean_item(DatumGetBool(value));
		case SQL_INT2: return at_integer_item(DatumGetInt16(value));
		case SQL_INT4: return at_integer_item(DatumGetInt32(value));
		case SQL_INT8:
			return DatumGetInt64(value) != PG_INT64_MIN ? at_integer_item(DatumGetInt64(value))
														: exact_item(t, run, value, AT_INTEGER);
		case SQL_NUMERIC: return numeric_item(t, run, value);
		case SQL_FLOAT4: return at_float_item(DatumGetFloat4(value));
		case SQL_FLOAT8: return at_double_item(DatumGetFloat8(value));
		case SQL_TEXT: return text_item(value);
		case SQL_DATE: return date_item(DatumGetDateADT(value));
		case SQL_TIME: return time_item(DatumGetTimeADT(value));
		case SQL_TIMETZ: return timetz_item(DatumGetTimeTzADTP(value));
		case SQL_TIMESTAMP: return timestamp_item(DatumGetTimestamp(value));
		case SQL_TIMESTAMPTZ: return timestamptz_item(DatumGetTimestampTz(value), query_is_stable(run));
		case SQL_INTERVAL: return interval_item(DatumGetIntervalP(value));
		case SQL_BYTEA: return bytes_item(value);
		case SQL_BXML: return document_item(run, value);
		case SQL_JSON:
		case SQL_ARRAY:
		case SQL_OTHER: break;
	}
	return output_item(t, value);
}

/* Null elements are left out. */
static XdSeq
array_items(const SqlType *t, QueryRun *run, Datum value)
{
	const SqlType *e = t->element;
	Datum *elements;
	bool *nulls;
	XdItem *items;
	uint64_t used = 0;
	int n;

	deconstruct_array(DatumGetArrayTypeP(value), e->base, e->len, e->byval, e->align, &elements, &nulls, &n);
	items = palloc_extended((n + 1) * sizeof(XdItem), MCXT_ALLOC_HUGE);
	for (int i = 0; i < n; i++)
	{
		XdSeq one;

		host_step();
		if (nulls[i])
			continue;
		one = sql_type_items(e, run, elements[i]);
		if (one.n > 0)
			items[used++] = xd_seq_at(&one, 0);
	}
	return xd_seq_items(items, used);
}

XdSeq
sql_type_items(const SqlType *t, QueryRun *run, Datum value)
{
	XdItem item;
	XdSeq json;

	if (t->kind == SQL_ARRAY)
		return array_items(t, run, value);
	item = item_of(t, run, value);
	if (t->kind != SQL_JSON)
		return xd_seq_one(&item);
	query_check(run, fc_json_read(query_run(run), at_item_str(&item), &json));
	return json;
}
