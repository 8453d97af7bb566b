/*
 * fn_from_schema.c -- bxml_table_from_schema: statements that make tables of the documents of a schema, as text.
 *
 * They mean the same whatever the search_path is when they are executed, and whatever has the names of elements: tables
 * are in the schema in which they would be made now.
 */
#include "postgres.h"
#include "catalog/namespace.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"

#include "../../core/typing/bx_table_plan.h"
#include "../schema/choose.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"

BXML_FUNCTION(bxml_table_from_schema);

/* Columns of the keys. */
#define KEY_DOCUMENT "doc_id"
#define KEY_NODE "node_id"
#define KEY_PARENT "parent_id"

/* What statements are made of. */
typedef struct Statements
{
	StringInfoData out;
	const BxTablePlan *plan;
	const char *schema;    /* of the tables */
	const char *extension; /* schema of the extension; both quoted */
	const char *documents;
} Statements;

/* Types but those of the grammar have their schema. */
static const char *
sql_type(const Statements *s, const char *type)
{
	static const struct
	{
		const char *declared, *sql;
	} types[] = {
		{"boolean", "boolean"},
		{"decimal", "numeric"},
		{"float", "real"},
		{"double", "double precision"},
		{"dateTime", "timestamp with time zone"},
		{"date", "pg_catalog.date"},
		{"time", "time"},
		{"integer", "numeric"},
		{"nonPositiveInteger", "numeric"},
		{"negativeInteger", "numeric"},
		{"long", "bigint"},
		{"int", "integer"},
		{"short", "smallint"},
		{"byte", "smallint"},
		{"nonNegativeInteger", "numeric"},
		{"unsignedLong", "numeric"},
		{"unsignedInt", "bigint"},
		{"unsignedShort", "integer"},
		{"unsignedByte", "smallint"},
		{"positiveInteger", "numeric"},
	};

	if (type == NULL)
		return psprintf("%s.bxml", s->extension);
	for (int i = 0; i < lengthof(types); i++)
		if (strcmp(types[i].declared, type) == 0)
			return types[i].sql;
	return "pg_catalog.text";
}

static const char *
identifier(BxStr name)
{
	return quote_identifier(encoding_lossy(name.s, name.n));
}

static char *
literal(BxStr s)
{
	return quote_literal_cstr(encoding_lossy(s.s, s.n));
}

static char *
table_name(const Statements *s, uint32 i)
{
	return psprintf("%s.%s", s->schema, identifier(s->plan->tables[i].name));
}

/* The document of a row of the query of documents. */
static char *
document(const Statements *s)
{
	return psprintf("d.doc::%s.bxml", s->extension);
}

static char *
path_literal(const Statements *s, BxStr path)
{
	return psprintf("%s::%s.bxpath", literal(path), s->extension);
}

/* ---- tables ---- */

static void
put_keys(Statements *s, uint32 i)
{
	uint32 above = s->plan->tables[i].parent;
	const char *parent = table_name(s, above);
	StringInfo out = &s->out;

	appendStringInfo(out, "\t%s bigint NOT NULL", KEY_DOCUMENT);
	if (i > 0)
		appendStringInfo(out, ",\n\t%s %s.ordpath NOT NULL", KEY_NODE, s->extension);
	if (i > 0 && above > 0)
		appendStringInfo(out, ",\n\t%s %s.ordpath NOT NULL", KEY_PARENT, s->extension);
	appendStringInfo(out, ",\n\tPRIMARY KEY (%s%s)", KEY_DOCUMENT, i > 0 ? ", " KEY_NODE : "");
	if (i > 0 && above > 0)
		appendStringInfo(out, ",\n\tFOREIGN KEY (%s, %s) REFERENCES %s ON DELETE CASCADE", KEY_DOCUMENT,
						 KEY_PARENT, parent);
	else if (i > 0)
		appendStringInfo(out, ",\n\tFOREIGN KEY (%s) REFERENCES %s ON DELETE CASCADE", KEY_DOCUMENT, parent);
}

static void
put_table(Statements *s, uint32 i)
{
	const BxPlanTable *t = &s->plan->tables[i];

	appendStringInfo(&s->out, "CREATE TABLE %s (\n", table_name(s, i));
	for (uint32 k = 0; k < t->n; k++)
		appendStringInfo(&s->out, "\t%s %s%s,\n", identifier(t->columns[k].name),
						 sql_type(s, t->columns[k].type), t->columns[k].required ? " NOT NULL" : "");
	put_keys(s, i);
	appendStringInfoString(&s->out, "\n);\n");
}

/* ---- queries ---- */

/* The nodes of a table and those that they are in, as aliases n1, n2 and so on; their number is returned. */
static int
put_nodes(const Statements *s, StringInfo out, uint32 i)
{
	const BxPlanTable *t = &s->plan->tables[i];
	int n = 1;

	if (i == 0)
		return 0;
	n += put_nodes(s, out, t->parent);
	appendStringInfo(out, ",\n\t%s.bxml_nodes(%s, %s, NULL::pg_catalog.jsonb) AS n%d", s->extension,
					 n == 1 ? document(s) : psprintf("n%d.node", n - 1), path_literal(s, t->path), n);
	return n;
}

/* Dates may have zones, which the type of the server does not take in all forms: they are cut off. */
static bool
is_date(const BxPlanColumn *c)
{
	return c->type != NULL && strcmp(c->type, "date") == 0;
}

static void
put_values(StringInfo out, const BxPlanTable *t)
{
	for (uint32 k = 0; k < t->n; k++)
		appendStringInfo(out,
						 is_date(&t->columns[k])
							 ? "pg_catalog.regexp_replace(t.%s, '(Z|[+-][0-9]{2}:[0-9]{2})[[:space:]]*$', "
							   "'')::pg_catalog.date, "
							 : "t.%s, ",
						 identifier(t->columns[k].name));
}

/* bxml_table of the columns. */
static void
put_columns(Statements *s, const BxPlanTable *t, const char *doc)
{
	StringInfo out = &s->out;

	appendStringInfo(out, ",\n\t%s.bxml_table(%s, %s, VARIADIC ARRAY[", s->extension, doc,
					 path_literal(s, t->row));
	for (uint32 k = 0; k < t->n; k++)
		appendStringInfo(out, "%s%s", k > 0 ? ", " : "", literal(t->columns[k].path));
	appendStringInfoString(out, "]::pg_catalog.text[])\n\t\tAS t(");
	for (uint32 k = 0; k < t->n; k++)
		appendStringInfo(out, "%s%s %s", k > 0 ? ", " : "", identifier(t->columns[k].name),
						 is_date(&t->columns[k]) ? "pg_catalog.text" : sql_type(s, t->columns[k].type));
	appendStringInfoChar(out, ')');
}

static void
put_query(Statements *s, uint32 i)
{
	const BxPlanTable *t = &s->plan->tables[i];
	StringInfo out = &s->out;
	StringInfoData nodes;
	int n;

	initStringInfo(&nodes);
	n = put_nodes(s, &nodes, i);
	appendStringInfo(out, "INSERT INTO %s (", table_name(s, i));
	for (uint32 k = 0; k < t->n; k++)
		appendStringInfo(out, "%s, ", identifier(t->columns[k].name));
	appendStringInfo(out, "%s%s%s)\nSELECT ", KEY_DOCUMENT, n > 0 ? ", " KEY_NODE : "",
					 n > 1 ? ", " KEY_PARENT : "");
	put_values(out, t);
	appendStringInfo(out, "d.%s", KEY_DOCUMENT);
	if (n > 0)
		appendStringInfo(out, ", n%d.id", n);
	if (n > 1)
		appendStringInfo(out, ", n%d.id", n - 1);
	appendStringInfo(out, "\nFROM (%s) AS d(%s, doc)%s", s->documents, KEY_DOCUMENT, nodes.data);
	if (t->n > 0)
		put_columns(s, t, n > 0 ? psprintf("n%d.node", n) : document(s));
	appendStringInfoString(out, ";\n");
}

/* The schema in which a table would be made, quoted. */
static const char *
creation_schema(void)
{
	char *object;
	Oid schema = QualifiedNameGetCreationNamespace(list_make1(makeString("table")), &object);

	return pstrdup(quote_identifier(get_namespace_name(schema)));
}

/* ---- the function ---- */

/* bxml_table_from_schema(schema, element, documents) */
Datum
bxml_table_from_schema(PG_FUNCTION_ARGS)
{
	static const BxStr keys[] = {{KEY_DOCUMENT, sizeof(KEY_DOCUMENT) - 1},
								 {KEY_NODE, sizeof(KEY_NODE) - 1},
								 {KEY_PARENT, sizeof(KEY_PARENT) - 1}};
	Oid extension = get_func_namespace(fcinfo->flinfo->fn_oid);
	Statements s = {.schema = creation_schema(),
					.extension = pstrdup(quote_identifier(get_namespace_name(extension))),
					.documents = text_to_cstring(PG_GETARG_TEXT_PP(2))};
	BxValidateOptions options = {0};
	SchemaChoice choice;
	BxTablePlan *plan;
	ReadySchema *ready;
	PgHost host;
	BxArena arena;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	choice_make(&choice, DatumGetObjectId(PG_GETARG_DATUM(0)), PG_GETARG_TEXT_PP(1));
	ready = choice_only(&choice, &options);
	error_check(bx_table_plan(ready_places(ready, options.uri, options.local), &host.host, keys,
							  lengthof(keys), &arena, &plan, &err),
				&err);
	s.plan = plan;
	initStringInfo(&s.out);
	for (uint32 i = 0; i < plan->n; i++)
		put_table(&s, i);
	for (uint32 i = 0; i < plan->n; i++)
		put_query(&s, i);
	ready_places_done(ready);
	bx_arena_reset(&arena);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(s.out.data, s.out.len));
}
