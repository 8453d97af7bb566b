/*
 * fn_create.c -- schemas and domains made by a function call: bxml_create_schema, bxml_create_typed_domain.
 *
 * They execute CREATE FUNCTION and CREATE DOMAIN with the rights of the caller.  Statements name nothing without a
 * schema but the language.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "parser/parse_func.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

#include "../server/compat.h"
#include "../server/ddl.h"
#include "body.h"
#include "choose.h"
#include "language.h"

BXML_FUNCTION(bxml_create_schema);
BXML_FUNCTION(bxml_create_schema_of);
BXML_FUNCTION(bxml_create_typed_domain);
BXML_FUNCTION(bxml_create_typed_domain_any);

/* ---- names ---- */

/* The object to create, by a name that may have a schema. */
typedef struct NewName
{
	Oid namespace;
	char *object;
	char *quoted;
} NewName;

static void
name_get(NewName *name, text *given)
{
	name->namespace = QualifiedNameGetCreationNamespace(textToQualifiedNameList(given), &name->object);
	name->quoted = quote_qualified_identifier(get_namespace_name(name->namespace), name->object);
}

/* The schema of the extension, quoted. */
static const char *
extension_of(FunctionCallInfo fcinfo)
{
	return quote_identifier(get_namespace_name(get_func_namespace(fcinfo->flinfo->fn_oid)));
}

static char *
function_name(Oid function)
{
	char *namespace = get_namespace_name(get_func_namespace(function));

	if (namespace == NULL)
		(void) ready_get(function); /* raises the error */
	return quote_qualified_identifier(namespace, get_func_name(function));
}

/* ---- schemas ---- */

static void
append_escaped(StringInfo out, const char *s)
{
	for (; *s != '\0'; s++)
		switch (*s)
		{
			case '&': appendStringInfoString(out, "&amp;"); break;
			case '<': appendStringInfoString(out, "&lt;"); break;
			case '>': appendStringInfoString(out, "&gt;"); break;
			case '"': appendStringInfoString(out, "&quot;"); break;
			default: appendStringInfoChar(out, *s);
		}
}

/* Append a document with an instruction that names it. */
static void
append_document(StringInfo body, const char *name, const char *text)
{
	if (strstr(text, BODY_MARK) != NULL)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("document \"%s\" contains \"%s\"", name, BODY_MARK),
						errdetail("That begins another document of the schema.")));
	if (*name == '\0')
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("a document of the schema has an empty name")));
	appendStringInfoString(body, BODY_MARK " name=\"");
	append_escaped(body, name);
	appendStringInfo(body, "\"?>\n%s\n", text + strspn(text, " \t\r\n"));
}

static Datum
create_schema(FunctionCallInfo fcinfo, const char *body, bool replace)
{
	NewName name;
	Oid function;

	name_get(&name, PG_GETARG_TEXT_PP(0));
	SPI_connect();
	ddl_run(
		"CREATE%s FUNCTION %s() RETURNS %s.bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS %s",
		replace ? " OR REPLACE" : "", name.quoted, extension_of(fcinfo), quote_literal_cstr(body));
	SPI_finish();
	function = LookupFuncName(
		list_make2(makeString(get_namespace_name(name.namespace)), makeString(name.object)), 0, NULL, false);
	PG_RETURN_DATUM(SchemaGetDatum(function));
}

Datum
bxml_create_schema(PG_FUNCTION_ARGS)
{
	return create_schema(fcinfo, text_to_cstring(PG_GETARG_TEXT_PP(1)), PG_GETARG_BOOL(2));
}

/* The elements of an array of text, none of them null. */
static Datum *
texts_get(ArrayType *array, const char *what, int *n)
{
	Datum *texts;
	bool *nulls;

	deconstruct_array(array, TEXTOID, -1, false, TYPALIGN_INT, &texts, &nulls, n);
	for (int i = 0; i < *n; i++)
		if (nulls[i])
			ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED), errmsg("one of the %s is null", what)));
	return texts;
}

Datum
bxml_create_schema_of(PG_FUNCTION_ARGS)
{
	int n_names, n_documents;
	Datum *names = texts_get(PG_GETARG_ARRAYTYPE_P(1), "names", &n_names);
	Datum *documents = texts_get(PG_GETARG_ARRAYTYPE_P(2), "documents", &n_documents);
	StringInfoData body;

	if (n_names != n_documents || n_names == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("there are %d names for %d documents", n_names, n_documents),
						errhint("Give each document a name, by which others include or import it.")));
	initStringInfo(&body);
	appendStringInfoChar(&body, '\n');
	for (int i = 0; i < n_names; i++)
		append_document(&body, TextDatumGetCString(names[i]), TextDatumGetCString(documents[i]));
	return create_schema(fcinfo, body.data, PG_GETARG_BOOL(3));
}

/* ---- domains ---- */

/* "'root'" or a null; always there, so that no function with fewer arguments fits better. */
static const char *
root_argument(FunctionCallInfo fcinfo)
{
	if (PG_ARGISNULL(2))
		return "NULL::pg_catalog.text";
	return psprintf("%s::pg_catalog.text", quote_literal_cstr(text_to_cstring(PG_GETARG_TEXT_PP(2))));
}

/* "ARRAY[a(), b()]" */
static char *
schemas_argument(const SchemaChoice *choice)
{
	StringInfoData list;

	initStringInfo(&list);
	for (int i = 0; i < choice->n; i++)
		appendStringInfo(&list, "%s%s()", i > 0 ? ", " : "ARRAY[", function_name(choice->functions[i]));
	appendStringInfoChar(&list, ']');
	return list.data;
}

/* Of several schemas any may accept a document, which a type modifier cannot say. */
static Datum
create_domain(FunctionCallInfo fcinfo, bool array)
{
	const char *extension = extension_of(fcinfo);
	SchemaChoice choice;
	NewName name;

	if (!choice_get(&choice, fcinfo, array))
		PG_RETURN_NULL();
	choice_check(&choice);
	name_get(&name, PG_GETARG_TEXT_PP(0));
	SPI_connect();
	if (choice.n > 1)
		ddl_run("CREATE DOMAIN %s AS %s.bxml CHECK (%s.bxml_is_valid(VALUE, %s, %s))", name.quoted, extension,
				extension, schemas_argument(&choice), root_argument(fcinfo));
	else
	{
		char *schema = function_name(choice.functions[0]);

		ddl_run("CREATE DOMAIN %s AS %s.bxml(%s) CHECK (%s.bxml_is_valid(VALUE, %s(), %s))", name.quoted,
				extension, quote_literal_cstr(schema), extension, schema, root_argument(fcinfo));
	}
	SPI_finish();
	PG_RETURN_OID(GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum(name.object),
								  ObjectIdGetDatum(name.namespace)));
}

Datum
bxml_create_typed_domain(PG_FUNCTION_ARGS)
{
	return create_domain(fcinfo, false);
}

Datum
bxml_create_typed_domain_any(PG_FUNCTION_ARGS)
{
	return create_domain(fcinfo, true);
}
