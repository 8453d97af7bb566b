/*
 * item_sql.c -- items as SQL values.
 */
#include "postgres.h"
#include "datatype/timestamp.h"
#include "utils/array.h"
#include "utils/date.h"
#include "utils/numeric.h"
#include "utils/timestamp.h"

#include "../server/compat.h"
#include "../server/settings.h"
#include "../server/utf8.h"
#include "../value/datum.h"
#include "../value/decimal.h"
#include "../value/typmod.h"
#include "sql_type.h"

#define EPOCH_DAYS (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE)
#define NANOS_PER_USEC 1000
/* Seconds that are beyond all moments of the server, and whose microseconds fit. */
#define SECONDS_MAX INT64CONST(9200000000000)

static XdItem
cast(QueryRun *run, const XdItem *item, AtType type)
{
	XdItem out;

	query_check(run, fc_cast(query_run(run), item, type, &out));
	return out;
}

/* By the input function of the type. */
static Datum
by_text(SqlType *t, QueryRun *run, const XdItem *item)
{
	XdItem text = cast(run, item, AT_STRING);

	return InputFunctionCall(&t->input, utf8_cstring(text.u.s, text.n), t->param, t->typmod);
}

static Datum
text_value(QueryRun *run, const XdItem *item)
{
	XdItem text = cast(run, item, AT_STRING);

	return PointerGetDatum(utf8_text(text.u.s, text.n));
}

/* A number that is not whole, or out of range, is refused by the input function. */
static Datum
integer_value(SqlType *t, QueryRun *run, const XdItem *item)
{
	XdItem number;

	query_check(run, fc_atom(query_run(run), item, &number));
	if (!at_is_integer(&number))
		number = cast(run, &number, at_is_numeric(&number) ? AT_DECIMAL : AT_INTEGER);
	if (number.form == AT_FORM_INT)
	{
		if (t->kind == SQL_INT8)
			return Int64GetDatum(number.u.i);
		if (t->kind == SQL_INT4 && number.u.i == (int32) number.u.i)
			return Int32GetDatum((int32) number.u.i);
		if (t->kind == SQL_INT2 && number.u.i == (int16) number.u.i)
			return Int16GetDatum((int16) number.u.i);
	}
	return by_text(t, run, &number);
}

static Datum
numeric_value(SqlType *t, QueryRun *run, const XdItem *item)
{
	XdItem number;

	query_check(run, fc_atom(query_run(run), item, &number));
	if (number.form != AT_FORM_DOUBLE)
		number = cast(run, &number, AT_DECIMAL);
	if (number.form == AT_FORM_INT && number.u.i == (int32) number.u.i)
		return decimal_numeric(number.u.i, 0);
	return by_text(t, run, &number);
}

static Datum
bytes_value(QueryRun *run, const XdItem *item)
{
	XdItem bytes;
	struct varlena *value;

	query_check(run, fc_atom(query_run(run), item, &bytes));
	if (bytes.form != AT_FORM_BYTES)
		bytes = cast(run, &bytes, AT_BASE64);
	value = palloc(bytes.n + VARHDRSZ);
	SET_VARSIZE(value, bytes.n + VARHDRSZ);
	memcpy(VARDATA(value), bytes.u.s, bytes.n);
	return PointerGetDatum(value);
}

/* ---- dates and times ---- */

static _Noreturn void
out_of_range(const char *type)
{
	ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE), errmsg("%s out of range", type)));
}

static int64
micros_of(int64 seconds, uint32 nanos)
{
	return seconds * USECS_PER_SEC + (nanos + NANOS_PER_USEC / 2) / NANOS_PER_USEC;
}

static Datum
date_value(QueryRun *run, const XdItem *item)
{
	XdItem date = cast(run, item, AT_DATE);
	int64 days = date.u.i / SECS_PER_DAY - (date.u.i % SECS_PER_DAY < 0) - EPOCH_DAYS;

	if (!IS_VALID_DATE(days))
		out_of_range("date");
	return DateADTGetDatum((DateADT) days);
}

static Datum
time_value(QueryRun *run, const XdItem *item)
{
	XdItem time = cast(run, item, AT_TIME);

	return TimeADTGetDatum(micros_of(time.u.i - AT_TIME_DAY, time.n));
}

/* Without a zone it is one of the implicit zone. */
static Datum
timetz_value(QueryRun *run, const XdItem *item)
{
	XdItem time = cast(run, item, AT_TIME);
	TimeTzADT *value = palloc(sizeof(TimeTzADT));

	value->time = micros_of(time.u.i - AT_TIME_DAY, time.n);
	value->zone = -(time.zone != AT_NO_ZONE ? time.zone : fc_zone(query_run(run))) * SECS_PER_MINUTE;
	return TimeTzADTPGetDatum(value);
}

/* A moment without a zone is one of the implicit zone where the type has one. */
static Datum
timestamp_value(QueryRun *run, const XdItem *item, bool zoned)
{
	XdItem moment = cast(run, item, AT_DATETIME);
	int64 seconds = moment.u.i, micros;

	if (zoned)
		seconds -=
			(int64) (moment.zone != AT_NO_ZONE ? moment.zone : fc_zone(query_run(run))) * SECS_PER_MINUTE;
	if (seconds < -SECONDS_MAX || seconds > SECONDS_MAX)
		out_of_range("timestamp");
	micros = micros_of(seconds - (int64) EPOCH_DAYS * SECS_PER_DAY, moment.n);
	if (!IS_VALID_TIMESTAMP(micros))
		out_of_range("timestamp");
	return TimestampGetDatum(micros);
}

static Datum
interval_value(QueryRun *run, const XdItem *item)
{
	XdItem atom = cast(run, item, AT_DURATION);
	BxDuration d = at_item_duration(&atom);
	Interval *interval = palloc0(sizeof(Interval));
	int64 days = d.seconds / SECS_PER_DAY;

	if (days != (int32) days || d.months != (int32) d.months)
		out_of_range("interval");
	interval->month = (int32) d.months;
	interval->day = (int32) days;
	interval->time = micros_of(d.seconds % SECS_PER_DAY, d.nanos);
	return IntervalPGetDatum(interval);
}

/* ---- any type ---- */

static Datum
bxml_value(const SqlType *t, QueryRun *run, const XdItem *item)
{
	BxWriterOptions options;
	uint8_t *data, *copy;
	size_t len;
	Datum value;

	settings_copy_writer(&options);
	query_check(run, fc_value(query_run(run), item, &options, &data, &len));
	copy = memcpy(palloc(len + VARHDRSZ), data, len + VARHDRSZ);
	pfree(data);
	value = datum_written(copy, len);
	(void) typmod_apply(t->typmod, &value, NULL);
	return value;
}

static Datum
json_value(SqlType *t, QueryRun *run, const XdItem *item)
{
	BxStr text;

	query_check(run, fc_json_text(query_run(run), item, &text));
	return InputFunctionCall(&t->input, utf8_cstring(text.s, text.n), t->param, t->typmod);
}

static Datum
value_of(SqlType *t, QueryRun *run, const XdItem *item)
{
	XdItem atom;

	if (t->typmod >= 0 && t->kind != SQL_BXML)
		return by_text(t, run, item);
	switch (t->kind)
	{
		case SQL_BOOLEAN: return BoolGetDatum(cast(run, item, AT_BOOLEAN).u.i != 0);
		case SQL_INT2:
		case SQL_INT4:
		case SQL_INT8: return integer_value(t, run, item);
		case SQL_NUMERIC: return numeric_value(t, run, item);
		case SQL_FLOAT4: atom = cast(run, item, AT_FLOAT); return Float4GetDatum((float4) atom.u.d);
		case SQL_FLOAT8: return Float8GetDatum(cast(run, item, AT_DOUBLE).u.d);
		case SQL_TEXT: return text_value(run, item);
		case SQL_DATE: return date_value(run, item);
		case SQL_TIME: return time_value(run, item);
		case SQL_TIMETZ: return timetz_value(run, item);
		case SQL_TIMESTAMP: return timestamp_value(run, item, false);
		case SQL_TIMESTAMPTZ: return timestamp_value(run, item, true);
		case SQL_INTERVAL: return interval_value(run, item);
		case SQL_BYTEA: return bytes_value(run, item);
		case SQL_JSON: return json_value(t, run, item);
		case SQL_BXML: return bxml_value(t, run, item);
		case SQL_ARRAY:
		case SQL_OTHER: break;
	}
	return by_text(t, run, item);
}

/* An item as a value of the type, which is not an array. */
static Datum
checked_value(SqlType *t, QueryRun *run, const XdItem *item)
{
	Datum value = value_of(t, run, item);

	sql_type_check(t, value, false);
	return value;
}

static _Noreturn void
several(uint64 n)
{
	ereport(ERROR, (errcode(ERRCODE_CARDINALITY_VIOLATION),
					errmsg("%llu items cannot become one value", (unsigned long long) n)));
}

void
sql_type_elements(SqlType *element, QueryRun *run, const XdItem *item, ArrayBuildState *state)
{
	const XdSeq one = xd_seq_one(item), *members = &one;
	uint64_t n = 1;

	if (element->kind != SQL_JSON)
		(void) fc_members(item, &members, &n);
	for (uint64_t i = 0; i < n; i++)
	{
		XdItem member;
		bool null = members[i].n == 0;
		Datum value = (Datum) 0;

		host_step();
		if (members[i].n > 1)
			several(members[i].n);
		if (null)
			sql_type_check(element, value, true);
		else
		{
			member = xd_seq_at(&members[i], 0);
			value = checked_value(element, run, &member);
		}
		(void) accumArrayResult(state, value, null, element->type, CurrentMemoryContext);
	}
}

Datum
sql_type_of_seq(SqlType *t, QueryRun *run, const XdSeq *seq, bool *null)
{
	ArrayBuildState *array;
	Datum value = (Datum) 0;
	XdItem item;

	*null = seq->n == 0;
	if (t->kind != SQL_ARRAY)
	{
		if (seq->n > 1)
			several(seq->n);
		item = xd_seq_at(seq, 0);
		if (*null)
			sql_type_check(t, value, true);
		return *null ? value : checked_value(t, run, &item);
	}
	array = initArrayResult(t->element->type, CurrentMemoryContext, false);
	for (uint64_t i = 0; i < seq->n; i++)
	{
		item = xd_seq_at(seq, i);
		sql_type_elements(t->element, run, &item, array);
	}
	*null = false;
	value = makeArrayResult(array, CurrentMemoryContext);
	sql_type_check(t, value, false);
	return value;
}
