/*
 * bx_index_value.c -- texts, payloads and literals to their normal forms.
 */
#include "../base/bx_core_int.h"
#include "bx_index_value.h"

#include "../value/bx_value.h"

const BxIndexKindRow bx_index_kinds[AT_INDEX_KINDS] = {
	[AT_INDEX_NUMBER] = {"number", AT_DOUBLE},
	[AT_INDEX_DATE] = {"date", AT_DATE},
	[AT_INDEX_DATE_ZONE] = {"date", AT_DATE},
	[AT_INDEX_DATETIME] = {"dateTime", AT_DATETIME},
	[AT_INDEX_DATETIME_ZONE] = {"dateTime", AT_DATETIME},
	[AT_INDEX_SPAN] = {"duration", AT_DAY_TIME},
	[AT_INDEX_MONTHS] = {"duration", AT_MONTHS},
	[AT_INDEX_STRING] = {"string", AT_STRING},
};

const BxIndexValue bx_index_complex = {.kind = AT_INDEX_COMPLEX};

static void
set_string(BxIndexValue *value, const char *s, size_t n)
{
	value->kind = AT_INDEX_STRING;
	value->n = 0;
	value->text = bx_str(s, n);
}

static void
set_moment(BxIndexValue *value, unsigned kind, int64_t seconds, uint32_t nanos)
{
	value->kind = (uint8_t) kind;
	value->n = (uint8_t) bx_index_number_seconds(seconds, nanos, value->bytes);
}

/* ---- texts ---- */

/* A date or dateTime as written; `kind` is that of one without a zone. */
static void
set_zoned(BxIndexValue *value, unsigned kind, const BxMoment *m)
{
	BxMoment utc = bx_moment_utc(m);

	set_moment(value, kind + (m->zone != BX_ZONE_NONE), utc.seconds, utc.nanos);
}

static bool
read_date(const char *s, size_t n, bool time, BxIndexValue *value)
{
	BxMoment m;

	if ((time ? bx_datetime_read(s, n, &m) : bx_date_read(s, n, &m)) != BX_LEX_OK)
		return false;
	set_zoned(value, time ? AT_INDEX_DATETIME : AT_INDEX_DATE, &m);
	return true;
}

static bool
read_span(const char *s, size_t n, BxIndexValue *value)
{
	BxMoment m;

	if (bx_span_read(s, n, &m) == BX_LEX_OK)
		set_moment(value, AT_INDEX_SPAN, m.seconds, m.nanos);
	else if (bx_months_read(s, n, &m) == BX_LEX_OK)
		set_moment(value, AT_INDEX_MONTHS, m.seconds, m.nanos);
	else
		return false;
	return true;
}

/* A text that begins as a date or a duration does. */
static bool
read_moment(const char *s, size_t n, BxIndexValue *value)
{
	const char *end = s + n, *p = s + (n > 0 && *s == '-'), *digits = p;

	if (p < end && *p == 'P')
		return read_span(s, n, value);
	while (p < end && bx_is_digit(*p))
		p++;
	if (p - digits < 4 || p == end || *p != '-')
		return false;
	/* -MM-DD, then "T" of a time */
	return read_date(s, n, end - p > 6 && p[6] == 'T', value);
}

/* A text that begins as no number or moment does.  NaN is one string, since xs:double trims it. */
static void
set_other(BxIndexValue *value, BxStr text, const char *p)
{
	const char *end = text.s + text.n;

	if (end - p >= 3 && memcmp(p, "NaN", 3) == 0 && bx_is_all_space(p + 3, (size_t) (end - p) - 3))
		set_string(value, p, 3);
	else
		set_string(value, text.s, text.n);
}

void
bx_index_value_text(const char *s, size_t n, BxIndexValue *value)
{
	const char *end = s + n, *p = bx_skip_space(s, end);
	unsigned len = 0;

	if (p == end || (!bx_is_digit(*p) && *p != '-' && *p != '+' && *p != '.' && *p != 'I' && *p != 'P'))
	{
		set_other(value, bx_str(s, n), p);
		return;
	}
	if (*p != 'P')
		len = bx_index_number_text(p, (size_t) (end - p), value->bytes);
	if (len > 0)
	{
		value->kind = AT_INDEX_NUMBER;
		value->n = (uint8_t) len;
	}
	else if (!read_moment(p, (size_t) (end - p), value))
		set_string(value, s, n);
}

/* ---- payloads ---- */

static void
set_decimal(BxIndexValue *value, const BxValue *v)
{
	uint64_t m = v->num < 0 ? 0 - (uint64_t) v->num : (uint64_t) v->num;
	double d = 0;

	value->kind = AT_INDEX_NUMBER;
	if (m < BX_INDEX_EXACT_MAX)
		value->n = (uint8_t) bx_index_number_decimal(v->num < 0, m, -(int) v->scale, value->bytes);
	else if (bx_number_of_value(v, &d))
		value->n = (uint8_t) bx_index_number_double(d, value->bytes);
}

bool
bx_index_value_payload(const uint8_t *p, uint32_t n, char *buf, BxIndexValue *value)
{
	BxMoment m;
	BxValue v;

	if (!bx_value_is_typed(p, n))
	{
		bx_index_value_text((const char *) p, n, value);
		return true;
	}
	if (!bx_value_decode(p, n, &v))
		return false;
	switch (v.type)
	{
		case AT_DECIMAL: set_decimal(value, &v); break;
		case AT_BOOLEAN: set_string(value, v.num ? "true" : "false", v.num ? 4 : 5); break;
		case AT_DATE:
		case AT_DATETIME:
			m = bx_moment_of_value(&v);
			set_zoned(value, at_types[v.type].index, &m);
			break;
		default: bx_index_value_text(buf, bx_value_format(&v, buf), value); break;
	}
	return true;
}

/* ---- literals ---- */

/* A key of a decimal has its digits, without sign and leading zeros. */
static void
set_key_decimal(const BxKey *key, BxIndexValue *value)
{
	value->kind = AT_INDEX_NUMBER;
	if (key->str.n == 0)
		value->n = (uint8_t) bx_index_number_double(0, value->bytes);
	else
		value->n = (uint8_t) bx_index_number_text(key->str.s, key->str.n, value->bytes);
	if (key->negative && key->str.n > 0)
		bx_index_number_negate(value->bytes, value->n);
}

void
bx_index_value_key(const BxKey *key, BxIndexValue *value)
{
	switch (key->type)
	{
		case AT_STRING: bx_index_value_text(key->str.s, key->str.n, value); break;
		case AT_DECIMAL: set_key_decimal(key, value); break;
		case AT_DATE:
		case AT_DATETIME:
		case AT_DAY_TIME:
		case AT_MONTHS: set_moment(value, at_types[key->type].index, key->seconds, key->more); break;
		default:
			value->kind = AT_INDEX_NUMBER;
			value->n = (uint8_t) bx_index_number_double(key->number, value->bytes);
			break;
	}
}
