/*
 * fn_parse.c -- functions that parse: with options, from bytes, or only to check the text.
 *
 * Functions that check answer a question about the text.  If a limit is exceeded or memory runs out, they raise an
 * error, because the question remains open.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "utils/builtins.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "parse.h"

BXML_FUNCTION(bxml_try_parse);
BXML_FUNCTION(bxml_parse_error);

static void
spec_options(ParseSpec *spec, FunctionCallInfo fcinfo, int whitespace, int document)
{
	char *s = text_to_cstring(PG_GETARG_TEXT_PP(whitespace));

	if (strcmp(s, "strip") == 0)
		spec->strip = true;
	else if (strcmp(s, "preserve") != 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("unrecognized whitespace option: \"%s\"", s),
						errhint("Use \"preserve\" or \"strip\".")));
	spec->as = PG_GETARG_BOOL(document) ? BX_PARSE_DOCUMENT : BX_PARSE_ANY;
}

/*
 * Parse; raises errors.  Well-formed content where a document was asked for is reported as such, with the place where
 * it ceases to be a document; only text that fails is parsed twice.
 */
static struct varlena *
parse_strict(const char *s, size_t n, ParseSpec *spec)
{
	struct varlena *value;
	BxError err;
	BxError again;

	if (parse_bytes(s, n, spec, &value, &err) == BX_OK)
		return value;
	if (err.status == BX_E_SYNTAX_DOC && spec->as == BX_PARSE_DOCUMENT)
	{
		spec->as = BX_PARSE_ANY;
		spec->quiet = true;
		if (parse_bytes(s, n, spec, &value, &again) == BX_OK)
		{
			err.status = BX_E_NOT_DOCUMENT;
			strlcpy(err.msg, "not an XML document", sizeof(err.msg));
		}
	}
	if (err.status == BX_E_ENCODING && !spec->verified && spec->name == NULL)
		bx_hint(&err, err.status,
				"If the bytes are in another encoding, pass its name as the argument encoding.");
	error_raise(&err);
}

static Datum
parse_text(FunctionCallInfo fcinfo, bool skip)
{
	struct varlena *t = PG_GETARG_TEXT_PP(0);
	ParseSpec spec;

	parse_spec_text(&spec);
	spec.skip = skip;
	spec_options(&spec, fcinfo, 1, 2);
	PG_RETURN_POINTER(parse_strict(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), &spec));
}

/* The encoding given by the caller must not contradict the bytes. */
static void
check_encoding(const bytea *b, const char *name)
{
	if (!bx_encoding_fits(VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b), name))
		ereport(ERROR, (errcode(ERRCODE_CHARACTER_NOT_IN_REPERTOIRE),
						errmsg("text is not in the encoding \"%s\"", name),
						errdetail("It begins with the byte order mark of another encoding."),
						errhint("Pass null as the encoding to detect it.")));
}

/* The server converts from encodings that it knows by name; libxml2 from the others (UTF-16, for example). */
static Datum
parse_encoded(FunctionCallInfo fcinfo, bool skip)
{
	bytea *b;
	ParseSpec spec;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(2) || PG_ARGISNULL(3))
		PG_RETURN_NULL();
	b = PG_GETARG_BYTEA_PP(0);
	parse_spec_text(&spec);
	spec.skip = skip;
	spec_options(&spec, fcinfo, 2, 3);
	spec.encoding = PARSE_DETECT;
	spec.verified = false;
	if (!PG_ARGISNULL(1))
	{
		spec.name = text_to_cstring(PG_GETARG_TEXT_PP(1));
		check_encoding(b, spec.name);
		spec.encoding = pg_char_to_encoding(spec.name);
		if (spec.encoding < 0 || spec.encoding == PG_SQL_ASCII)
			spec.encoding = PARSE_DETECT;
	}
	PG_RETURN_POINTER(parse_strict(VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b), &spec));
}

BXML_ENTRY(bxml_parse_text, parse_text(fcinfo, false));
BXML_ENTRY(bxml_parse_bytea, parse_encoded(fcinfo, false));
BXML_ENTRY(bxml_parse_skipping_text, parse_text(fcinfo, true));
BXML_ENTRY(bxml_parse_skipping_bytea, parse_encoded(fcinfo, true));

/* Parse argument 0; false and *err if it is not well-formed.  Other failures are raised. */
static bool
attempt(FunctionCallInfo fcinfo, BxParseAs as, bool quiet, struct varlena **value, BxError *err)
{
	struct varlena *t = PG_GETARG_TEXT_PP(0);
	ParseSpec spec;
	BxStatus st;

	parse_spec_text(&spec);
	spec.as = as;
	spec.quiet = quiet;
	st = parse_bytes(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), &spec, value, err);
	if (st != BX_OK && !error_is_malformed(st))
		error_raise(err);
	return st == BX_OK;
}

Datum
bxml_try_parse(PG_FUNCTION_ARGS)
{
	struct varlena *value;
	BxError err;

	if (!attempt(fcinfo, BX_PARSE_ANY, false, &value, &err))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(value);
}

static Datum
well_formed(FunctionCallInfo fcinfo, BxParseAs as)
{
	struct varlena *value;
	BxError err;
	bool ok = attempt(fcinfo, as, true, &value, &err);

	if (ok)
		pfree(value);
	PG_RETURN_BOOL(ok);
}

BXML_ENTRY(bxml_is_well_formed, well_formed(fcinfo, BX_PARSE_ANY));
BXML_ENTRY(bxml_is_well_formed_document, well_formed(fcinfo, BX_PARSE_DOCUMENT));
BXML_ENTRY(bxml_is_well_formed_content, well_formed(fcinfo, BX_PARSE_ANY));

/* Columns of bxml_parse_error. */
enum
{
	PE_OK,
	PE_MESSAGE,
	PE_LINE,
	PE_COL,
	PE_OFFSET,
	PE_COLUMNS
};

Datum
bxml_parse_error(PG_FUNCTION_ARGS)
{
	Datum values[PE_COLUMNS] = {0};
	bool nulls[PE_COLUMNS] = {false, true, true, true, true};
	struct varlena *value;
	TupleDesc desc;
	BxError err;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	values[PE_OK] = BoolGetDatum(attempt(fcinfo, BX_PARSE_ANY, true, &value, &err));
	if (!DatumGetBool(values[PE_OK]))
	{
		values[PE_MESSAGE] = CStringGetTextDatum(error_text(&err));
		values[PE_LINE] = Int32GetDatum(err.line);
		values[PE_COL] = Int32GetDatum(err.col);
		values[PE_OFFSET] = Int32GetDatum((int32) err.pos);
		nulls[PE_MESSAGE] = false;
		nulls[PE_LINE] = nulls[PE_COL] = err.line <= 0;
		nulls[PE_OFFSET] = err.pos < 0;
	}
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}
