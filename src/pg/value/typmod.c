/*
 * typmod.c -- type modifiers: bxml(document) takes documents only, bxml(content) any value.
 *
 * Catalogs contain the number of a modifier, dumps only its name; numbers may change with a new major version only.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "utils/array.h"
#include "utils/builtins.h"

#include "../server/compat.h"
#include "datum.h"
#include "../server/errors.h"
#include "typmod.h"

BXML_FUNCTION(bxml_typmod_in);
BXML_FUNCTION(bxml_typmod_out);
BXML_FUNCTION(bxml_restrict);

/* The numbers of type modifiers in catalogs. */
enum
{
	TYPMOD_CONTENT = 0,
	TYPMOD_DOCUMENT = 1,
};

bool
typmod_allows(int32 typmod, Datum value, BxError *err)
{
	if (typmod != TYPMOD_DOCUMENT || datum_is_document(value))
		return true;
	bx_error_clear(err);
	bx_fail(err, BX_E_NOT_DOCUMENT, -1, "not an XML document");
	return false;
}

Datum
bxml_typmod_in(PG_FUNCTION_ARGS)
{
	Datum *words;
	int n;
	char *word;

	deconstruct_array(PG_GETARG_ARRAYTYPE_P(0), CSTRINGOID, -2, false, TYPALIGN_CHAR, &words, NULL, &n);
	if (n != 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid bxml type modifier"),
						errhint("Use bxml(document) or bxml(content).")));
	word = DatumGetCString(words[0]);
	if (strcmp(word, "document") == 0)
		PG_RETURN_INT32(TYPMOD_DOCUMENT);
	if (strcmp(word, "content") == 0)
		PG_RETURN_INT32(TYPMOD_CONTENT);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid bxml type modifier: \"%s\"", word),
			 errhint("Use bxml(document) or bxml(content).")));
}

Datum
bxml_typmod_out(PG_FUNCTION_ARGS)
{
	PG_RETURN_CSTRING(pstrdup(PG_GETARG_INT32(0) == TYPMOD_DOCUMENT ? "(document)" : "(content)"));
}

/* The cast from bxml to bxml that applies a modifier. */
Datum
bxml_restrict(PG_FUNCTION_ARGS)
{
	BxError err;

	if (!typmod_allows(PG_GETARG_INT32(1), PG_GETARG_DATUM(0), &err))
		error_raise(&err);
	PG_RETURN_DATUM(PG_GETARG_DATUM(0));
}
