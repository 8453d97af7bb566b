/*
 * typmod.c -- type modifiers: bxml(document) takes documents only, bxml(content) any value, bxml(name) documents that
 * are valid by a schema.
 *
 * Catalogs contain the number of a modifier, dumps only its name; numbers of the first two may change with a new major
 * version only, that of a schema is computed anew wherever the name is read.
 */
#include "postgres.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "utils/array.h"
#include "utils/builtins.h"

#include "../server/compat.h"
#include "datum.h"
#include "../server/errors.h"
#include "pack.h"
#include "typmod.h"

BXML_FUNCTION(bxml_typmod_in);
BXML_FUNCTION(bxml_typmod_out);
BXML_FUNCTION(bxml_restrict);

/* The numbers of type modifiers in catalogs.  Others that are not negative are schemas: see schema/modifier.c. */
enum
{
	TYPMOD_CONTENT = 0,
	TYPMOD_DOCUMENT = 1,
};

static const TypmodSchemas *schemas;

void
typmod_register(const TypmodSchemas *handler)
{
	schemas = handler;
}

bool
typmod_is_schema(int32 typmod)
{
	return typmod > TYPMOD_DOCUMENT;
}

bool
typmod_apply(int32 typmod, Datum *value, struct Node *context)
{
	BxError err;

	if (typmod_is_schema(typmod))
		return schemas->accepts(typmod, value, context);
	if (typmod != TYPMOD_DOCUMENT || datum_is_document(*value))
		return true;
	bx_error_clear(&err);
	bx_fail(&err, BX_E_NOT_DOCUMENT, -1, "not an XML document");
	strlcpy(err.detail, "A document has one root element and no text beside it; the value is content.",
			sizeof(err.detail));
	error_save(&err, context);
	return false;
}

bool
typmod_apply_new(int32 typmod, struct varlena **value, struct Node *context)
{
	Datum datum = PointerGetDatum(*value);

	if (!typmod_apply(typmod, &datum, context))
		return false;
	*value = (struct varlena *) DatumGetPointer(datum);
	if (typmod_is_schema(typmod))
		*value = pack_new(*value);
	return true;
}

Datum
bxml_typmod_in(PG_FUNCTION_ARGS)
{
	Datum *words;
	int n;
	char *word;

	deconstruct_array(PG_GETARG_ARRAYTYPE_P(0), CSTRINGOID, -2, false, TYPALIGN_CHAR, &words, NULL, &n);
	if (n != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid bxml type modifier"),
				 errhint("Use bxml(document), bxml(content), or bxml('name') with the name of a schema.")));
	word = DatumGetCString(words[0]);
	if (strcmp(word, "document") == 0)
		PG_RETURN_INT32(TYPMOD_DOCUMENT);
	if (strcmp(word, "content") == 0)
		PG_RETURN_INT32(TYPMOD_CONTENT);
	PG_RETURN_INT32(schemas->number(word));
}

static char *
schema_name(int32 typmod)
{
	char *name = schemas->name(typmod);

	return name != NULL ? psprintf("(%s)", quote_literal_cstr(name)) : psprintf("('%d')", typmod);
}

Datum
bxml_typmod_out(PG_FUNCTION_ARGS)
{
	int32 typmod = PG_GETARG_INT32(0);

	if (typmod_is_schema(typmod))
		PG_RETURN_CSTRING(schema_name(typmod));
	PG_RETURN_CSTRING(pstrdup(typmod == TYPMOD_DOCUMENT ? "(document)" : "(content)"));
}

/* The cast from bxml to bxml that applies a modifier. */
Datum
bxml_restrict(PG_FUNCTION_ARGS)
{
	Datum value = PG_GETARG_DATUM(0);

	(void) typmod_apply(PG_GETARG_INT32(1), &value, NULL);
	PG_RETURN_DATUM(value);
}
