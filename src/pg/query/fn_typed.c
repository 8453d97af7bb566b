/*
 * fn_typed.c -- the first item of a path as a value of an SQL type: bxml_int, bxml_numeric, bxml_date ...
 *
 * Texts are read as lexical forms of XML Schema by core/value, never by input functions of the server, so results
 * depend on the arguments alone and can be indexed.  Stored typed values are used directly.  A number that XPath
 * computed is read from its XPath string, unless the type has a better way.
 *
 * bxml_try_int and so on give null for a text that is not such a value or out of range, for indexes over documents that
 * may have such texts.
 */
#include "postgres.h"
#include "common/int.h"
#include "datatype/timestamp.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/numeric.h"
#include "utils/timestamp.h"

#include "../../core/value/bx_lexical.h"
#include "../../core/xpath/result/xp_result.h"
#include "../server/compat.h"
#include "../value/decimal.h"
#include "../server/errors.h"
#include "result.h"
#include "typed.h"

BXML_FUNCTION(bxml_bytea);

/* The limits of numeric: digits before and after the point. */
#define NUMERIC_WHOLE_MAX 131072
#define NUMERIC_FRACTION_MAX 16383

/* Integers up to this are exact as doubles. */
#define EXACT_DOUBLE 9007199254740992.0

#define EPOCH_DAYS (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE)

/* The item that a path found. */
typedef struct TypedItem
{
	XpItem item;
	BxValue value; /* decoded; xs:untypedAtomic unless it is stored */
} TypedItem;

/* An SQL type: how an item becomes a value of it, and the errors if it does not. */
typedef struct Target
{
	const char *name;
	const char *lenient; /* the function that gives null for other texts, or NULL */
	BxLexResult (*convert)(BxStr text, Datum *result);
	/* converts the item without its text; false: needs the text.  May be NULL */
	bool (*take)(const TypedItem *found, BxLexResult *lex, Datum *result);
	int bad_form;
	int bad_range;
} Target;

static BxLexResult convert_text(BxStr text, Datum *result);
static BxLexResult convert_numeric(BxStr text, Datum *result);
static _Noreturn void refuse(PgCall *call, const Target *t, BxStr text, BxLexResult lex);

static void
refuse(PgCall *call, const Target *t, BxStr text, BxLexResult lex)
{
	const char *excerpt = utf8_excerpt(text.s, text.n);
	bool range = lex == BX_LEX_RANGE;

	ereport(ERROR, (errcode(range ? t->bad_range : t->bad_form),
					range ? errmsg("value \"%s\" is out of range for type %s", excerpt, t->name)
						  : errmsg("invalid input syntax for type %s: \"%s\"", t->name, excerpt),
					errdetail("Selected by the path \"%s\".", result_path(call)),
					t->lenient != NULL ? errhint("%s gives null for such a value.", t->lenient) : 0));
}

/* What happens to a text that is not a value of the type. */
typedef enum BadText
{
	BAD_TEXT_REFUSED,
	BAD_TEXT_NULL
} BadText;

/* The body of all functions in this file. */
static Datum
typed_value(FunctionCallInfo fcinfo, const Target *t, BadText bad)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp = call_xpath_part(call, fcinfo);
	char buf[BX_VALUE_TEXT_MAX];
	BxLexResult lex = BX_LEX_OK;
	Datum result = (Datum) 0;
	TypedItem found;
	unsigned count;

	xp->by_reference_from = t->convert == convert_text ? reference_from(call->datum) : 0;
	xp->exact = t->convert == convert_numeric;
	error_check(xp_item_value(xp, call->path, false, &found.item, &count), &call->err);
	found.value = xp_item_decode(&found.item);
	if (found.item.by_reference)
		result = result_text_of(&found.item, call->datum);
	else if (found.item.type != XP_T_ANY &&
			 (t->take == NULL || !t->take(&found, &lex, &result) || lex != BX_LEX_OK))
	{
		BxStr text = xp_item_text(&found.item, buf);

		if (lex == BX_LEX_OK)
			lex = t->convert(text, &result);
		if (lex != BX_LEX_OK && bad == BAD_TEXT_REFUSED)
			refuse(call, t, text, lex);
	}
	call_end(call);
	if (found.item.type == XP_T_ANY || lex != BX_LEX_OK)
		PG_RETURN_NULL();
	return result;
}

/* ---- integers ---- */

/* Is the item an integer already? */
static bool
whole_number(const TypedItem *found, int64 *v)
{
	if (bx_value_is_integer(&found->value))
	{
		*v = found->value.num;
		return true;
	}
	if (found->item.type != XP_T_NUMBER ||
		!(found->item.number >= -EXACT_DOUBLE && found->item.number <= EXACT_DOUBLE))
		return false;
	*v = (int64) found->item.number;
	return (double) *v == found->item.number;
}

static bool
take_bigint(const TypedItem *found, BxLexResult *lex, Datum *result)
{
	int64 v;

	if (!whole_number(found, &v))
		return false;
	*result = Int64GetDatum(v);
	return true;
}

static BxLexResult
convert_bigint(BxStr text, Datum *result)
{
	int64_t v;
	BxLexResult lex = bx_lex_integer(text.s, text.n, &v);

	*result = Int64GetDatum(v);
	return lex;
}

static BxLexResult
narrow(int64 v, Datum *result)
{
	*result = Int32GetDatum((int32) v);
	return v < PG_INT32_MIN || v > PG_INT32_MAX ? BX_LEX_RANGE : BX_LEX_OK;
}

static bool
take_int(const TypedItem *found, BxLexResult *lex, Datum *result)
{
	Datum wide;

	if (!take_bigint(found, lex, &wide))
		return false;
	*lex = narrow(DatumGetInt64(wide), result);
	return true;
}

static BxLexResult
convert_int(BxStr text, Datum *result)
{
	Datum wide;
	BxLexResult lex = convert_bigint(text, &wide);

	return lex == BX_LEX_OK ? narrow(DatumGetInt64(wide), result) : lex;
}

/* ---- other numbers ---- */

static bool
take_numeric(const TypedItem *found, BxLexResult *lex, Datum *result)
{
	if (found->value.type != AT_DECIMAL)
		return false;
	*result = decimal_numeric(found->value.num, found->value.scale);
	return true;
}

static BxLexResult
convert_numeric(BxStr text, Datum *result)
{
	BxLexDecimal d;
	char *s;

	if (bx_lex_decimal(text.s, text.n, &d) != BX_LEX_OK)
		return BX_LEX_FORM;
	if (d.whole_n > NUMERIC_WHOLE_MAX || d.fraction_n > NUMERIC_FRACTION_MAX)
		return BX_LEX_RANGE;
	s = palloc(d.len + 2);
	s[0] = d.negative ? '-' : '+';
	memcpy(s + 1, d.digits, d.len);
	s[d.len + 1] = '\0';
	*result =
		DirectFunctionCall3(numeric_in, CStringGetDatum(s), ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
	pfree(s);
	return BX_LEX_OK;
}

static bool
take_float8(const TypedItem *found, BxLexResult *lex, Datum *result)
{
	double d = found->item.number;

	if (found->item.type != XP_T_NUMBER && !bx_number_of_value(&found->value, &d))
		return false;
	*result = Float8GetDatum(d);
	return true;
}

static BxLexResult
convert_float8(BxStr text, Datum *result)
{
	double d;
	BxLexResult lex = bx_lex_double(text.s, text.n, &d);

	*result = Float8GetDatum(d);
	return lex;
}

static bool
take_bool(const TypedItem *found, BxLexResult *lex, Datum *result)
{
	if (found->item.type == XP_T_BOOLEAN)
		*result = BoolGetDatum(found->item.boolean);
	else if (found->value.type == AT_BOOLEAN)
		*result = BoolGetDatum(found->value.num != 0);
	else
		return false;
	return true;
}

static BxLexResult
convert_bool(BxStr text, Datum *result)
{
	bool b;
	BxLexResult lex = bx_lex_boolean(text.s, text.n, &b);

	*result = BoolGetDatum(b);
	return lex;
}

/* ---- dates and times ---- */

static BxLexResult
date_of(const BxLexTime *t, Datum *result)
{
	int64 days = t->days - EPOCH_DAYS;

	*result = DateADTGetDatum((DateADT) days);
	return IS_VALID_DATE(days) ? BX_LEX_OK : BX_LEX_RANGE;
}

static bool
take_date(const TypedItem *found, BxLexResult *lex, Datum *result)
{
	BxLexTime t;

	if (found->value.type != AT_DATE)
		return false;
	bx_lex_time_of_value(&found->value, &t);
	*lex = date_of(&t, result);
	return true;
}

static BxLexResult
convert_date(BxStr text, Datum *result)
{
	BxLexTime t;
	BxLexResult lex = bx_lex_date(text.s, text.n, &t);

	return lex == BX_LEX_OK ? date_of(&t, result) : lex;
}

/* The moment as a timestamp of the server: as written, or in UTC. */
static BxLexResult
timestamp_of(const BxLexTime *t, bool utc, Datum *result)
{
	int64 days = t->days - EPOCH_DAYS;
	Timestamp ts;

	/* a moment that is out of range by a year or more would overflow */
	if (days < MIN_TIMESTAMP / USECS_PER_DAY - 366 || days > END_TIMESTAMP / USECS_PER_DAY + 366)
		return BX_LEX_RANGE;
	if (pg_mul_s64_overflow(days, USECS_PER_DAY, &ts) || pg_add_s64_overflow(ts, t->usec, &ts) ||
		(utc && pg_sub_s64_overflow(ts, t->offset * USECS_PER_MINUTE, &ts)))
		return BX_LEX_RANGE;
	*result = TimestampGetDatum(ts);
	return IS_VALID_TIMESTAMP(ts) ? BX_LEX_OK : BX_LEX_RANGE;
}

static bool
take_moment(const TypedItem *found, bool utc, BxLexResult *lex, Datum *result)
{
	BxLexTime t;

	if (found->value.type != AT_DATETIME)
		return false;
	bx_lex_time_of_value(&found->value, &t);
	*lex = timestamp_of(&t, utc, result);
	return true;
}

static BxLexResult
convert_moment(BxStr text, bool utc, Datum *result)
{
	BxLexTime t;
	BxLexResult lex = bx_lex_datetime(text.s, text.n, &t);

	return lex == BX_LEX_OK ? timestamp_of(&t, utc, result) : lex;
}

static bool
take_timestamp(const TypedItem *found, BxLexResult *lex, Datum *result)
{
	return take_moment(found, false, lex, result);
}

static BxLexResult
convert_timestamp(BxStr text, Datum *result)
{
	return convert_moment(text, false, result);
}

static bool
take_timestamptz(const TypedItem *found, BxLexResult *lex, Datum *result)
{
	return take_moment(found, true, lex, result);
}

static BxLexResult
convert_timestamptz(BxStr text, Datum *result)
{
	return convert_moment(text, true, result);
}

bool
typed_numeric(BxStr text, Datum *result)
{
	return convert_numeric(text, result) == BX_LEX_OK;
}

bool
typed_moment(BxStr text, Datum *result)
{
	BxLexTime t;

	return convert_timestamp(text, result) == BX_LEX_OK ||
		   (bx_lex_date(text.s, text.n, &t) == BX_LEX_OK && timestamp_of(&t, false, result) == BX_LEX_OK);
}

/* ---- text and bytes ---- */

static BxLexResult
convert_text(BxStr text, Datum *result)
{
	*result = PointerGetDatum(utf8_text(text.s, text.n));
	return BX_LEX_OK;
}

/* A bytea of at most max bytes, made by a function of bx_lexical.h. */
static BxLexResult
decode(BxLexResult (*lex)(const char *, size_t, uint8_t *, size_t *), BxStr text, size_t max, Datum *result)
{
	bytea *b = (bytea *) palloc(VARHDRSZ + max);
	size_t len;
	BxLexResult found = lex(text.s, text.n, (uint8_t *) VARDATA(b), &len);

	SET_VARSIZE(b, VARHDRSZ + len);
	*result = PointerGetDatum(b);
	return found;
}

static bool
take_bytes(const TypedItem *found, AtType type, Datum *result)
{
	bytea *b;

	if (found->value.type != type)
		return false;
	b = (bytea *) palloc(VARHDRSZ + found->value.text_len);
	memcpy(VARDATA(b), found->value.text, found->value.text_len);
	SET_VARSIZE(b, VARHDRSZ + found->value.text_len);
	*result = PointerGetDatum(b);
	return true;
}

static bool
take_base64(const TypedItem *found, BxLexResult *lex, Datum *result)
{
	return take_bytes(found, AT_BASE64, result);
}

static bool
take_hex(const TypedItem *found, BxLexResult *lex, Datum *result)
{
	return take_bytes(found, AT_HEX, result);
}

static BxLexResult
convert_base64(BxStr text, Datum *result)
{
	return decode(bx_lex_base64, text, text.n / 4 * 3 + 3, result);
}

static BxLexResult
convert_hex(BxStr text, Datum *result)
{
	return decode(bx_lex_hex, text, text.n / 2, result);
}

/* ---- entry points ---- */

/* The error codes for numbers, and for moments. */
#define NUMBER ERRCODE_INVALID_TEXT_REPRESENTATION, ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE
#define MOMENT ERRCODE_INVALID_DATETIME_FORMAT, ERRCODE_DATETIME_FIELD_OVERFLOW

static const Target text_target = {"text", NULL, convert_text, NULL, NUMBER};
static const Target integer_target = {"integer", "bxml_try_int", convert_int, take_int, NUMBER};
static const Target bigint_target = {"bigint", "bxml_try_bigint", convert_bigint, take_bigint, NUMBER};
static const Target numeric_target = {"numeric", "bxml_try_numeric", convert_numeric, take_numeric, NUMBER};
static const Target float8_target = {"double precision", "bxml_try_float8", convert_float8, take_float8,
									 NUMBER};
static const Target boolean_target = {"boolean", "bxml_try_bool", convert_bool, take_bool, NUMBER};
static const Target date_target = {"date", "bxml_try_date", convert_date, take_date, MOMENT};
static const Target timestamp_target = {"timestamp", "bxml_try_timestamp", convert_timestamp, take_timestamp,
										MOMENT};
static const Target timestamptz_target = {"timestamp with time zone", "bxml_try_timestamptz",
										  convert_timestamptz, take_timestamptz, MOMENT};
static const Target base64_target = {"bytea (base64)", NULL, convert_base64, take_base64, NUMBER};
static const Target hex_target = {"bytea (hex)", NULL, convert_hex, take_hex, NUMBER};

BXML_ENTRY(bxml_text, typed_value(fcinfo, &text_target, BAD_TEXT_REFUSED));
BXML_ENTRY(bxml_int, typed_value(fcinfo, &integer_target, BAD_TEXT_REFUSED));
BXML_ENTRY(bxml_bigint, typed_value(fcinfo, &bigint_target, BAD_TEXT_REFUSED));
BXML_ENTRY(bxml_numeric, typed_value(fcinfo, &numeric_target, BAD_TEXT_REFUSED));
BXML_ENTRY(bxml_float8, typed_value(fcinfo, &float8_target, BAD_TEXT_REFUSED));
BXML_ENTRY(bxml_bool, typed_value(fcinfo, &boolean_target, BAD_TEXT_REFUSED));
BXML_ENTRY(bxml_date, typed_value(fcinfo, &date_target, BAD_TEXT_REFUSED));
BXML_ENTRY(bxml_timestamp, typed_value(fcinfo, &timestamp_target, BAD_TEXT_REFUSED));
BXML_ENTRY(bxml_timestamptz, typed_value(fcinfo, &timestamptz_target, BAD_TEXT_REFUSED));

BXML_ENTRY(bxml_try_int, typed_value(fcinfo, &integer_target, BAD_TEXT_NULL));
BXML_ENTRY(bxml_try_bigint, typed_value(fcinfo, &bigint_target, BAD_TEXT_NULL));
BXML_ENTRY(bxml_try_numeric, typed_value(fcinfo, &numeric_target, BAD_TEXT_NULL));
BXML_ENTRY(bxml_try_float8, typed_value(fcinfo, &float8_target, BAD_TEXT_NULL));
BXML_ENTRY(bxml_try_bool, typed_value(fcinfo, &boolean_target, BAD_TEXT_NULL));
BXML_ENTRY(bxml_try_date, typed_value(fcinfo, &date_target, BAD_TEXT_NULL));
BXML_ENTRY(bxml_try_timestamp, typed_value(fcinfo, &timestamp_target, BAD_TEXT_NULL));
BXML_ENTRY(bxml_try_timestamptz, typed_value(fcinfo, &timestamptz_target, BAD_TEXT_NULL));

Datum
bxml_bytea(PG_FUNCTION_ARGS)
{
	text *encoding = PG_GETARG_TEXT_PP(2);
	size_t n = VARSIZE_ANY_EXHDR(encoding);

	if (n == 6 && memcmp(VARDATA_ANY(encoding), "base64", n) == 0)
		return typed_value(fcinfo, &base64_target, BAD_TEXT_REFUSED);
	if (n == 3 && memcmp(VARDATA_ANY(encoding), "hex", n) == 0)
		return typed_value(fcinfo, &hex_target, BAD_TEXT_REFUSED);
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("unrecognized encoding: \"%s\"", text_to_cstring(encoding)),
					errhint("Use \"base64\" or \"hex\".")));
}
