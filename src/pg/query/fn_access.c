/*
 * fn_access.c -- queries of a document by path: exists, test, value, query, count, and their operators.
 *
 * The forms with two arguments are strict; they return null only if nothing was found.  Those with variables take a
 * null there as none, so they check the other arguments themselves.  Evaluation is in core/xpath.
 */
#include "postgres.h"
#include "utils/builtins.h"

#include "../../core/xpath/result/xp_result.h"
#include "call.h"
#include "../server/compat.h"
#include "../value/lazy.h"
#include "../server/errors.h"
#include "result.h"
#include "vars.h"
#include "why.h"

static Datum
do_exists(PgCall *call, XpCall *xp, FunctionCallInfo fcinfo)
{
	bool found = false;

	error_check(xp_exists(xp, call->path, &found), &call->err);
	call_end(call);
	PG_RETURN_BOOL(found);
}

static Datum
do_test(PgCall *call, XpCall *xp, FunctionCallInfo fcinfo)
{
	bool value = false;

	error_check(xp_test(xp, call->path, &value), &call->err);
	call_end(call);
	PG_RETURN_BOOL(value);
}

static Datum
do_count(PgCall *call, XpCall *xp, FunctionCallInfo fcinfo)
{
	uint64_t count = 0;

	error_check(xp_count(xp, call->path, &count), &call->err);
	call_end(call);
	PG_RETURN_INT64((int64) count);
}

static Datum
do_value(PgCall *call, XpCall *xp, FunctionCallInfo fcinfo)
{
	Pointer t = NULL;
	XpItem text = {0};

	xp->by_reference_from = reference_from(call->datum);
	error_check(xp_value(xp, call->path, &text), &call->err);
	if (text.type != XP_T_ANY)
		t = DatumGetPointer(result_text_of(&text, call->datum));
	call_end(call);
	if (t == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(t);
}

typedef enum Word
{
	WORD_FIRST,
	WORD_NULL,
	WORD_ERROR,
} Word;

/* What to do with many items, or with none; null is the default. */
static Word
word_argument(FunctionCallInfo fcinfo, int argno, const char *name, bool first)
{
	char *word;

	if (PG_ARGISNULL(argno))
		return first ? WORD_FIRST : WORD_NULL;
	word = text_to_cstring(PG_GETARG_TEXT_PP(argno));
	if (strcmp(word, "null") == 0)
		return WORD_NULL;
	if (strcmp(word, "error") == 0)
		return WORD_ERROR;
	if (first && strcmp(word, "first") == 0)
		return WORD_FIRST;
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("unrecognized value for \"%s\": \"%s\"", name, word),
					first ? errhint("Use \"first\", \"null\" or \"error\".")
						  : errhint("Use \"null\" or \"error\".")));
}

static void
refuse_many(PgCall *call)
{
	ereport(ERROR, (errcode(ERRCODE_CARDINALITY_VIOLATION), errmsg("path selects more than one item"),
					errdetail("The path is \"%s\".", result_path(call))));
}

/* bxml_value with words for many items and for none. */
static Datum
do_value_checked(PgCall *call, XpCall *xp, FunctionCallInfo fcinfo)
{
	Word on_many = word_argument(fcinfo, 3, "on_many", true);
	Word on_empty = word_argument(fcinfo, 4, "on_empty", false);
	char buf[BX_VALUE_TEXT_MAX];
	Datum result = (Datum) 0;
	XpItem item;
	unsigned count;
	bool null;

	xp->by_reference_from = reference_from(call->datum);
	error_check(xp_item_value(xp, call->path, on_many != WORD_FIRST, &item, &count), &call->err);
	if (count > 1 && on_many == WORD_ERROR)
		refuse_many(call);
	if (count == 0 && on_empty == WORD_ERROR)
		result_refuse_none(call, PG_GETARG_DATUM(0));
	null = count == 0 || (count > 1 && on_many == WORD_NULL);
	if (!null)
	{
		item.str = xp_item_text(&item, buf);
		result = result_text_of(&item, call->datum);
	}
	call_end(call);
	if (null)
		PG_RETURN_NULL();
	return result;
}

static Datum
do_query(PgCall *call, XpCall *xp, FunctionCallInfo fcinfo)
{
	BxExcerpt loose = {.v = NULL};
	BxWriterOptions options;
	uint8_t *data = NULL;
	size_t len = 0;
	bool found = false;

	settings_copy_writer(&options);
	if (lazy_wanted())
		result_check(call, xp_query_excerpt(xp, call->path, &options, &found, &loose, &data, &len));
	else
		result_check(call, xp_query(xp, call->path, &options, &found, &data, &len));
	call_end(call);
	if (!found)
		PG_RETURN_NULL();
	if (loose.v != NULL)
		PG_RETURN_DATUM(lazy_excerpt(&loose));
	PG_RETURN_DATUM(datum_written(data, len));
}

/* ---- entry points ---- */

typedef Datum (*Access)(PgCall *call, XpCall *xp, FunctionCallInfo fcinfo);

static inline Datum
access_document(FunctionCallInfo fcinfo, Access access)
{
	PgCall *call = call_begin(fcinfo);
	XpCall *xp;

	call->exists = access == do_exists;
	xp = call_xpath_part(call, fcinfo);
	return access(call, xp, fcinfo);
}

static Datum
access_with_vars(FunctionCallInfo fcinfo, Access access)
{
	PgCall *call;
	XpCall *xp;

	if (!call_has_arguments(fcinfo))
		PG_RETURN_NULL();
	call = call_begin(fcinfo);
	call->exists = access == do_exists;
	xp = call_xpath_part(call, fcinfo);
	call_vars(call, fcinfo, 2);
	return access(call, xp, fcinfo);
}

BXML_ENTRY(bxml_exists, access_document(fcinfo, do_exists));
BXML_ENTRY(bxml_exists_vars, access_with_vars(fcinfo, do_exists));
BXML_ENTRY(bxml_test, access_document(fcinfo, do_test));
BXML_ENTRY(bxml_test_vars, access_with_vars(fcinfo, do_test));
BXML_ENTRY(bxml_value, access_document(fcinfo, do_value));
BXML_ENTRY(bxml_value_vars, access_with_vars(fcinfo, do_value_checked));
BXML_ENTRY(bxml_query, access_document(fcinfo, do_query));
BXML_ENTRY(bxml_query_vars, access_with_vars(fcinfo, do_query));
BXML_ENTRY(bxml_count, access_document(fcinfo, do_count));
BXML_ENTRY(bxml_count_vars, access_with_vars(fcinfo, do_count));
