/*
 * fn_text_search.c -- documents for full text search: bxml_to_tsvector, and bxml_plain_text.
 *
 * As in jsonb_to_tsvector, the texts of two nodes are one position apart more than their words, so that no phrase is
 * found across them.
 */
#include "postgres.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "tsearch/ts_cache.h"
#include "tsearch/ts_utils.h"
#include "utils/builtins.h"

#include "../server/compat.h"
#include "plain_text.h"

BXML_FUNCTION(bxml_plain_text);

static PlainText *
call_text(FunctionCallInfo fcinfo)
{
	if (fcinfo->flinfo->fn_extra == NULL)
		fcinfo->flinfo->fn_extra = plain_text_new(fcinfo->flinfo->fn_mcxt);
	return fcinfo->flinfo->fn_extra;
}

static Datum
path_argument(FunctionCallInfo fcinfo, int i)
{
	return PG_ARGISNULL(i) ? (Datum) 0 : PG_GETARG_DATUM(i);
}

static void
append_text(void *arg, int part, char *s, int n)
{
	StringInfo out = arg;

	if (out->len > 0)
		appendStringInfoChar(out, ' ');
	appendBinaryStringInfo(out, s, n);
}

Datum
bxml_plain_text(PG_FUNCTION_ARGS)
{
	PlainText *t = call_text(fcinfo);
	StringInfoData out;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	plain_text_path(t, 0, path_argument(fcinfo, 1));
	plain_text_exclude(t, path_argument(fcinfo, 2));
	initStringInfo(&out);
	plain_text_read(t, PG_GETARG_DATUM(0), append_text, &out);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out.data, out.len));
}

/* ---- tsvector ---- */

typedef struct VectorWords
{
	Oid config;
	ParsedText parts[PLAIN_TEXT_PARTS];
} VectorWords;

static void
parse_text(void *arg, int part, char *s, int n)
{
	VectorWords *words = arg;
	ParsedText *prs = &words->parts[part];
	int before = prs->curwords;

	if (prs->words == NULL)
	{
		prs->lenwords = Max(n / 6, 64);
		prs->words = palloc_array(ParsedWord, prs->lenwords);
	}
	parsetext(words->config, prs, s, n);
	if (prs->curwords > before)
		prs->pos++;
}

/* The vectors of the parts one after another, the greatest weight first. */
static Datum
join_parts(VectorWords *words)
{
	static const char weights[PLAIN_TEXT_PARTS] = {'D', 'C', 'B', 'A'};
	Datum all = (Datum) 0;

	for (int i = PLAIN_TEXT_PARTS - 1; i >= 0; i--)
	{
		Datum one;

		if (words->parts[i].words == NULL && (i > 0 || all != (Datum) 0))
			continue;
		one = TSVectorGetDatum(make_tsvector(&words->parts[i]));
		if (i > 0)
			one = DirectFunctionCall2(tsvector_setweight, one, CharGetDatum(weights[i]));
		all = all == (Datum) 0 ? one : DirectFunctionCall2(tsvector_concat, all, one);
	}
	return all;
}

/* Arguments from the given one on: the document, paths D, A, B and C, those to leave out. */
static Datum
weighted(FunctionCallInfo fcinfo, Oid config, int from)
{
	PlainText *t = call_text(fcinfo);
	VectorWords words = {.config = config};

	plain_text_path(t, 0, path_argument(fcinfo, from + 1));
	for (int i = 1; i < PLAIN_TEXT_PARTS; i++)
		plain_text_path(t, PLAIN_TEXT_PARTS - i, path_argument(fcinfo, from + 1 + i));
	plain_text_exclude(t, path_argument(fcinfo, from + 1 + PLAIN_TEXT_PARTS));
	plain_text_read(t, PG_GETARG_DATUM(from), parse_text, &words);
	return join_parts(&words);
}

static Datum
by_config(FunctionCallInfo fcinfo)
{
	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	return weighted(fcinfo, PG_GETARG_OID(0), 1);
}

static Datum
by_setting(FunctionCallInfo fcinfo)
{
	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	return weighted(fcinfo, getTSCurrentConfig(true), 0);
}

BXML_ENTRY(bxml_to_tsvector, by_config(fcinfo));
BXML_ENTRY(bxml_to_tsvector_current, by_setting(fcinfo));
