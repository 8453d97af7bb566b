/*
 * compare.c -- bxpath_compare: a path with a comparison of what it selects, as SQL compares a typed value.
 *
 * The planner makes an index condition of "bxml_int(doc, path) = $1" with it: doc @? bxpath_compare(path, '=', $1).
 * The result is a path whose text says what is looked for, "/a/b[. = 5]".  It is true of every document of which the
 * comparison is, and perhaps of others: many nodes may be compared where SQL compares the first, and bounds are as wide
 * as the conversions of SQL need (rounding, a zone that bxml_date and bxml_timestamp drop).
 */
#include "postgres.h"
#include <math.h>

#include "catalog/pg_type_d.h"
#include "common/shortest_dec.h"
#include "datatype/timestamp.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "nodes/primnodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/date.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/timestamp.h"

#include "../../core/base/bx_utf8.h"
#include "../../core/value/bx_moment.h"
#include "../../core/xpath/syntax/xp_join.h"
#include "../query/memo.h"
#include "../query/path.h"
#include "../query/slots.h"
#include "../query/vars.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "compare.h"

BXML_FUNCTION(bxpath_compare);

/* Longer texts and arrays are not written: the path alone is looked for. */
#define TEXT_MAX 10000
#define ARRAY_MAX 2000
#define ARRAY_RANGES_MAX 50

/* Integers up to this are exact as doubles. */
#define EXACT_DOUBLE INT64CONST(9007199254740992)

/* Seconds that conversions may move a moment: zones of XML Schema, rounding to microseconds. */
#define ZONE_MAX (14 * 3600)
#define ROUNDING 1

#define EPOCH_SECONDS ((int64) (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * SECS_PER_DAY)

typedef enum Op
{
	OP_EQ,
	OP_LT,
	OP_LE,
	OP_GT,
	OP_GE,
	OP_PREFIX,
	OP_COUNT
} Op;

static const char *const op_names[OP_COUNT] = {"=", "<", "<=", ">", ">=", "^@"};

/* How a condition came out. */
typedef enum Outcome
{
	SAID,
	NOTHING_TO_SAY, /* every value may pass */
	NEVER,          /* no value passes */
} Outcome;

/* What a call site keeps: the text of the path up to where a condition comes. */
typedef struct Front
{
	bool constant; /* the argument is a constant of the plan */
	StringInfoData path;
	StringInfoData text;
	int len; /* of the text that stays */
} Front;

/* ---- the path ---- */

bool
compare_serves(const XpBlock *path)
{
	return xp_nodes(path)[path->root].type == XP_T_NODESET;
}

/* "prolog /a/b[", or "prolog (/a | /b)[" where a predicate would belong to the last step of a part. */
static void
put_front(Front *front, const XpBlock *path, BxArena *arena)
{
	const XpExpr *root = &xp_nodes(path)[path->root];
	const char *source = xp_pool(path);
	bool steps = root->op == XP_PATH && root->a != 0;
	uint32_t prolog;
	BxError err;

	bx_error_clear(&err);
	error_check(xp_prolog(path, arena, &prolog, &err), &err);
	resetStringInfo(&front->text);
	appendBinaryStringInfo(&front->text, source, (int) prolog);
	appendStringInfoString(&front->text, steps ? "" : "(");
	appendBinaryStringInfo(&front->text, source + prolog, (int) (path->source_len - prolog));
	appendStringInfoString(&front->text, steps ? "[" : ")[");
	front->len = front->text.len;
}

static void
refuse_path(void)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("path does not select nodes"),
					errhint("Write the comparison into the path, and use it with the operator @@.")));
}

/* The front of a path, which other call sites may have made before. */
static void
new_front(Front *front, const char *path, int n, BxArena *arena)
{
	static Memo fronts;
	MemoKey key = {path, n};
	size_t len;
	const char *known = memo_find(&fronts, &key, &len);
	const XpBlock *block;

	if (known != NULL)
	{
		resetStringInfo(&front->text);
		appendBinaryStringInfo(&front->text, known, (int) len);
		front->len = (int) len;
		return;
	}
	block = path_block((const uint8_t *) path, n, arena);
	if (!compare_serves(block))
		refuse_path();
	put_front(front, block, arena);
	memo_put(&fronts, &key, front->text.data, front->len);
}

static void
front_init(Front *front, FunctionCallInfo fcinfo)
{
	MemoryContext old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	Node *call = fcinfo->flinfo->fn_expr;

	initStringInfo(&front->path);
	initStringInfo(&front->text);
	MemoryContextSwitchTo(old);
	if (call != NULL && IsA(call, FuncExpr))
		front->constant = IsA(linitial(((FuncExpr *) call)->args), Const);
}

/* The front of the path argument; it is kept as long as the bytes of the path are the same. */
static Front *
front_of(FunctionCallInfo fcinfo, BxArena *arena)
{
	Front *front = fcinfo->flinfo->fn_extra;
	struct varlena *p;
	int n;

	if (front == NULL)
	{
		front = MemoryContextAllocZero(fcinfo->flinfo->fn_mcxt, sizeof(Front));
		front_init(front, fcinfo);
		fcinfo->flinfo->fn_extra = front;
	}
	if (front->constant && front->len > 0)
		return front;
	p = PG_DETOAST_DATUM(PG_GETARG_DATUM(0));
	n = (int) (VARSIZE(p) - VARHDRSZ);
	if (front->len == 0 || front->path.len != n || memcmp(front->path.data, VARDATA(p), n) != 0)
	{
		front->len = 0;
		new_front(front, VARDATA(p), n, arena);
		resetStringInfo(&front->path);
		appendBinaryStringInfo(&front->path, VARDATA(p), n);
	}
	return front;
}

/* ---- values as literals ---- */

static Outcome
put_text(StringInfo out, Op op, const text *t)
{
	size_t n;
	const char *s = encoding_to_compare(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), &n);
	const uint8_t *p = (const uint8_t *) s, *end = p + n;

	if (n > TEXT_MAX)
		return NOTHING_TO_SAY;
	while (p < end)
	{
		int32_t c = bx_utf8_next(&p, end);

		if (c < 0 || !bx_is_xml_char((uint32_t) c))
			return op == OP_EQ || op == OP_PREFIX ? NEVER : NOTHING_TO_SAY;
	}
	appendStringInfoChar(out, '"');
	for (size_t i = 0; i < n; i++)
	{
		appendStringInfoChar(out, s[i]);
		if (s[i] == '"')
			appendStringInfoChar(out, '"');
	}
	appendStringInfoChar(out, '"');
	return SAID;
}

static Outcome
put_double(StringInfo out, double d)
{
	char buf[DOUBLE_SHORTEST_DECIMAL_LEN];

	if (!isfinite(d))
		return NOTHING_TO_SAY;
	double_to_shortest_decimal_buf(d, buf);
	if (strchr(buf, 'e') != NULL)
		appendStringInfo(out, "xs:double(\"%s\")", buf);
	else
		appendStringInfoString(out, buf);
	return SAID;
}

static Outcome
put_numeric(StringInfo out, Datum value)
{
	if (numeric_is_nan(DatumGetNumeric(value)) || numeric_is_inf(DatumGetNumeric(value)))
		return NOTHING_TO_SAY;
	appendStringInfoString(out, DatumGetCString(DirectFunctionCall1(numeric_out, value)));
	return SAID;
}

static Outcome
put_value(StringInfo out, Op op, Oid type, Datum value)
{
	switch (type)
	{
		case TEXTOID: return put_text(out, op, DatumGetTextPP(value));
		case FLOAT8OID: return put_double(out, DatumGetFloat8(value));
		case FLOAT4OID: return put_double(out, DatumGetFloat4(value));
		case NUMERICOID: return put_numeric(out, value);
		case INT8OID: appendStringInfo(out, INT64_FORMAT, DatumGetInt64(value)); return SAID;
		case INT4OID: appendStringInfo(out, "%d", DatumGetInt32(value)); return SAID;
		default: appendStringInfo(out, "%d", DatumGetInt16(value)); return SAID;
	}
}

/* Two numbers of the type that differ may be one double: then bounds are included. */
static bool
is_exact(Oid type, Datum value)
{
	if (type == INT8OID)
		return DatumGetInt64(value) > -EXACT_DOUBLE && DatumGetInt64(value) < EXACT_DOUBLE;
	return type != NUMERICOID;
}

static Op
included(Op op)
{
	return op == OP_LT ? OP_LE : op == OP_GT ? OP_GE : op;
}

/* "starts-with(., ", ". < " or, of texts, ". lt "; the value and perhaps a parenthesis follow. */
static void
put_operator(StringInfo out, Op op, Oid type)
{
	static const char *const text_names[OP_COUNT] = {"=", "lt", "le", "gt", "ge"};

	if (type == TEXTOID && op != OP_PREFIX)
		appendStringInfo(out, ". %s ", text_names[op]);
	else if (op == OP_PREFIX)
		appendStringInfoString(out, "starts-with(., ");
	else
		appendStringInfo(out, ". %s ", op_names[op]);
}

/* A lower bound of double precision passes NaN, which SQL takes for greater than all numbers. */
static bool
nan_passes(Op op, Oid type, bool may_be_nan)
{
	return may_be_nan && (type == FLOAT4OID || type == FLOAT8OID) && (op == OP_GT || op == OP_GE);
}

static Outcome
put_simple(StringInfo out, Op op, Oid type, Datum value, bool may_be_nan)
{
	Outcome outcome;
	bool nan = nan_passes(op, type, may_be_nan);

	appendStringInfoString(out, nan ? "(" : "");

	put_operator(out, is_exact(type, value) ? op : included(op), type);
	outcome = put_value(out, op, type, value);
	if (op == OP_PREFIX)
		appendStringInfoChar(out, ')');
	if (nan)
		appendStringInfoString(out, " or . = \"NaN\")");
	return outcome;
}

/* ---- moments ---- */

static bool
is_moment(Oid type)
{
	return type == DATEOID || type == TIMESTAMPOID || type == TIMESTAMPTZOID;
}

/* The moment, without a zone, in microseconds since 1970; false if it is infinite or not one of XML Schema. */
static bool
moment_of(Oid type, Datum value, int64 *usec)
{
	Timestamp ts;

	if (type == DATEOID)
	{
		DateADT date = DatumGetDateADT(value);

		if (DATE_NOT_FINITE(date) || !IS_VALID_TIMESTAMP((int64) date * USECS_PER_DAY))
			return false;
		ts = (int64) date * USECS_PER_DAY;
	}
	else
		ts = DatumGetTimestamp(value);
	if (TIMESTAMP_NOT_FINITE(ts) || ts > END_TIMESTAMP - EPOCH_SECONDS * USECS_PER_SEC)
		return false;
	*usec = ts + EPOCH_SECONDS * USECS_PER_SEC;
	return true;
}

/*
 * ". >= xs:date("...")": the least or greatest moment that a value may be which SQL takes for this one; with any zone,
 * or, for timestamps, with none or that of UTC.
 */
static void
put_bound(StringInfo out, Oid type, int64 usec, bool least, bool any_zone)
{
	BxMoment m = {.zone = 0};
	char buf[BX_MOMENT_TEXT_MAX];
	unsigned n;

	if (type != DATEOID)
		usec += (least ? -ROUNDING : ROUNDING) * (type == TIMESTAMPOID ? USECS_PER_SEC : 1);
	if (type == DATEOID || (type == TIMESTAMPOID && any_zone))
		m.zone = (least ? ZONE_MAX : -ZONE_MAX) / 60;
	m.seconds = usec / USECS_PER_SEC;
	usec %= USECS_PER_SEC;
	if (usec < 0)
	{
		usec += USECS_PER_SEC;
		m.seconds--;
	}
	m.nanos = (uint32_t) usec * 1000;
	n = type == DATEOID ? bx_date_format(&m, buf) : bx_datetime_format(&m, buf);
	appendStringInfo(out, ". %s %s(\"%.*s\")",
					 least ? ">=" : "<=", type == DATEOID ? "xs:date" : "xs:dateTime", (int) n, buf);
}

static Outcome
put_moment(StringInfo out, Op op, Oid type, Datum value, bool any_zone)
{
	int64 usec;

	if (!moment_of(type, value, &usec))
		return NOTHING_TO_SAY;
	if (op == OP_EQ || op == OP_GT || op == OP_GE)
		put_bound(out, type, usec, true, any_zone);
	if (op == OP_EQ)
		appendStringInfoString(out, " and ");
	if (op == OP_EQ || op == OP_LT || op == OP_LE)
		put_bound(out, type, usec, false, any_zone);
	return SAID;
}

/* ---- conditions ---- */

/* Is the value one of these? */
static Outcome
put_array(StringInfo out, Oid element, Datum value)
{
	ArrayType *array = DatumGetArrayTypeP(value);
	bool ranges = is_moment(element), byval, *nulls;
	Outcome outcome = NEVER;
	int16 len;
	char align;
	Datum *values;
	int n;

	get_typlenbyvalalign(element, &len, &byval, &align);
	deconstruct_array(array, element, len, byval, align, &values, &nulls, &n);
	if (n > (ranges ? ARRAY_RANGES_MAX : ARRAY_MAX))
		return NOTHING_TO_SAY;
	appendStringInfoString(out, ranges ? "" : ". = (");
	for (int i = 0; i < n; i++)
	{
		int start = out->len;
		Outcome one;

		if (nulls[i])
			continue;
		if (outcome == SAID)
			appendStringInfoString(out, ranges ? " or " : ", ");
		appendStringInfoString(out, ranges ? "(" : "");
		one = ranges ? put_moment(out, OP_EQ, element, values[i], true)
					 : put_value(out, OP_EQ, element, values[i]);
		appendStringInfoString(out, ranges ? ")" : "");
		if (one == NOTHING_TO_SAY)
			return one;
		if (one == SAID)
			outcome = SAID;
		else
			out->data[out->len = start] = '\0';
	}
	appendStringInfoString(out, ranges ? "" : ")");
	return outcome;
}

static bool
type_serves(Oid type)
{
	return type == TEXTOID || type == INT2OID || type == INT4OID || type == INT8OID || type == FLOAT4OID ||
		   type == FLOAT8OID || type == NUMERICOID || is_moment(type);
}

static Op
op_argument(FunctionCallInfo fcinfo, int argno, Oid type)
{
	char *name = text_to_cstring(PG_GETARG_TEXT_PP(argno));
	bool is_text = type == TEXTOID;

	for (int op = 0; op < OP_COUNT; op++)
		if (strcmp(name, op_names[op]) == 0 && (op != OP_PREFIX || is_text))
			return (Op) op;
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("operator \"%s\" cannot be used with type %s", name, format_type_be(type)),
					errhint("Values are compared with \"=\", \"<\", \"<=\", \">\" and \">=\", texts with "
							"\"^@\" as well, arrays with \"=\".")));
}

/* Is the other comparison of the call one that NaN does not pass?  It passes "<= NaN". */
static bool
excludes_nan(FunctionCallInfo fcinfo, int argno)
{
	int other = argno == 2 ? 4 : 2;
	Oid type;
	Op op;

	if (other >= PG_NARGS())
		return false;
	type = get_fn_expr_argtype(fcinfo->flinfo, other);
	if (type != FLOAT4OID && type != FLOAT8OID)
		return true;
	op = op_argument(fcinfo, other - 1, type);
	if (op != OP_LE)
		return op == OP_LT;
	return !isnan(type == FLOAT4OID ? PG_GETARG_FLOAT4(other) : PG_GETARG_FLOAT8(other));
}

static Outcome
put_argument(FunctionCallInfo fcinfo, int argno, StringInfo out, bool any_zone)
{
	Oid type = get_fn_expr_argtype(fcinfo->flinfo, argno);
	Oid element = get_element_type(type);
	Op op;

	if (OidIsValid(element) && type_serves(element) && op_argument(fcinfo, argno - 1, type) == OP_EQ)
		return put_array(out, element, PG_GETARG_DATUM(argno));
	if (!type_serves(type))
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("a path cannot be compared with type %s", format_type_be(type))));
	op = op_argument(fcinfo, argno - 1, type);
	return is_moment(type) ? put_moment(out, op, type, PG_GETARG_DATUM(argno), any_zone)
						   : put_simple(out, op, type, PG_GETARG_DATUM(argno), !excludes_nan(fcinfo, argno));
}

/* All comparisons of the call, joined by "and". */
static Outcome
put_joined(FunctionCallInfo fcinfo, StringInfo out, bool any_zone)
{
	int start = out->len;
	Outcome outcome = NOTHING_TO_SAY;

	for (int argno = 2; argno < PG_NARGS(); argno += 2)
	{
		int here = out->len;
		Outcome one;

		if (here > start)
			appendStringInfoString(out, " and ");
		one = put_argument(fcinfo, argno, out, any_zone);
		if (one == NEVER)
			return NEVER;
		if (one == SAID)
			outcome = SAID;
		else
			out->data[out->len = here] = '\0';
	}
	return outcome;
}

static bool
has_timestamp(FunctionCallInfo fcinfo)
{
	for (int argno = 2; argno < PG_NARGS(); argno += 2)
		if (get_fn_expr_argtype(fcinfo->flinfo, argno) == TIMESTAMPOID)
			return true;
	return false;
}

/*
 * The comparisons; of timestamps "(...) or (... and exists(timezone-from-dateTime(.)))": only values with a zone may be
 * as far away as zones are.
 */
static Outcome
put_arguments(FunctionCallInfo fcinfo, StringInfo out)
{
	int start = out->len;
	Outcome outcome;

	if (!has_timestamp(fcinfo))
		return put_joined(fcinfo, out, true);
	appendStringInfoChar(out, '(');
	outcome = put_joined(fcinfo, out, false);
	if (outcome != SAID)
	{
		out->data[out->len = start] = '\0';
		return outcome;
	}
	appendStringInfoString(out, ") or (");
	put_joined(fcinfo, out, true);
	appendStringInfoString(out, " and exists(timezone-from-dateTime(.)))");
	return SAID;
}

/* ---- variables ---- */

static bool
has_variables(FunctionCallInfo fcinfo)
{
	const text *op = PG_GETARG_TEXT_PP(1);

	return PG_NARGS() == 3 && get_fn_expr_argtype(fcinfo->flinfo, 2) == JSONBOID &&
		   VARSIZE_ANY_EXHDR(op) == 1 && *VARDATA_ANY(op) == '$';
}

/* The path with values for its variables; itself where they are too long to be written into it. */
static Datum
with_variables(Datum path, Datum jsonb)
{
	PgHost host;
	BxArena arena;
	BxError err;
	XpBlock *bound;
	uint32_t n;
	BxStatus st;
	const XpBlock *block;
	const XpVar *vars;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	block = path_of(path, &arena);
	vars = vars_from_jsonb(jsonb, block, &arena, &n);
	st = xp_bind_vars(block, vars, n, 0, &arena, &bound, &err);
	if (st == BX_E_NOMEM || st == BX_E_CANCEL)
		error_check(st, &err);
	if (st == BX_OK)
		path = PointerGetDatum(path_datum(bound));
	bx_arena_reset(&arena);
	return path;
}

/* ---- the result ---- */

/* The text as a path.  Where it ends in a literal, ... = "text"], others differ in that alone as a rule. */
static struct varlena *
compiled(const Front *front, BxArena *arena)
{
	static Memo known;
	const StringInfoData *text = &front->text;
	const char *quote = memchr(text->data + front->len, '"', text->len - front->len);
	int from = quote != NULL ? (int) (quote + 1 - text->data) : text->len - 2;
	BxStr literal = bx_str(text->data + from, text->len - 2 - from);
	MemoKey key = {text->data, from, &literal.n, sizeof(literal.n)};
	struct varlena *path = slots_find(&known, &key, literal);
	XpBlock *block;
	BxError err;

	if (path != NULL)
		return path;
	bx_error_clear(&err);
	error_check(xp_compile(text->data, text->len, 0, arena, &block, &err), &err);
	path = path_datum(block);
	slots_keep(&known, &key, path, literal);
	return path;
}

/* bxpath_compare(path, op, value [, op, value]), bxpath_compare(path, '$', variables) */
Datum
bxpath_compare(PG_FUNCTION_ARGS)
{
	Front *front;
	PgHost host;
	BxArena arena;
	struct varlena *result = NULL;
	Outcome outcome;

	if (has_variables(fcinfo))
		PG_RETURN_DATUM(with_variables(PG_GETARG_DATUM(0), PG_GETARG_DATUM(2)));
	bx_arena_init(&arena, host_here(&host));
	front = front_of(fcinfo, &arena);
	front->text.len = front->len;
	outcome = put_arguments(fcinfo, &front->text);
	appendStringInfoChar(&front->text, ']');
	if (outcome == SAID)
		result = compiled(front, &arena);
	bx_arena_reset(&arena);
	if (outcome == NEVER)
		PG_RETURN_NULL();
	if (outcome == NOTHING_TO_SAY)
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	PG_RETURN_POINTER(result);
}
