/*
 * fn_from_schema.c -- bxml_table_from_schema: statements that make tables of the documents of a schema, as text.
 */
#include "postgres.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "utils/builtins.h"

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

static const char *
sql_type(const char *type)
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
		{"date", "date"},
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
		return "bxml";
	for (int i = 0; i < lengthof(types); i++)
		if (strcmp(types[i].declared, type) == 0)
			return types[i].sql;
	return "text";
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

/* ---- tables ---- */

static void
put_keys(StringInfo out, const BxTablePlan *plan, uint32 i)
{
	const BxPlanTable *t = &plan->tables[i];
	const char *parent = identifier(plan->tables[t->parent].name);

	appendStringInfo(out, "\t%s bigint NOT NULL", KEY_DOCUMENT);
	if (i > 0)
		appendStringInfo(out, ",\n\t%s ordpath NOT NULL", KEY_NODE);
	if (i > 0 && t->parent > 0)
		appendStringInfo(out, ",\n\t%s ordpath NOT NULL", KEY_PARENT);
	appendStringInfo(out, ",\n\tPRIMARY KEY (%s%s)", KEY_DOCUMENT, i > 0 ? ", " KEY_NODE : "");
	if (i > 0 && t->parent > 0)
		appendStringInfo(out, ",\n\tFOREIGN KEY (%s, %s) REFERENCES %s ON DELETE CASCADE", KEY_DOCUMENT,
						 KEY_PARENT, parent);
	else if (i > 0)
		appendStringInfo(out, ",\n\tFOREIGN KEY (%s) REFERENCES %s ON DELETE CASCADE", KEY_DOCUMENT, parent);
}

static void
put_table(StringInfo out, const BxTablePlan *plan, uint32 i)
{
	const BxPlanTable *t = &plan->tables[i];

	appendStringInfo(out, "CREATE TABLE %s (\n", identifier(t->name));
	for (uint32 k = 0; k < t->n; k++)
		appendStringInfo(out, "\t%s %s%s,\n", identifier(t->columns[k].name), sql_type(t->columns[k].type),
						 t->columns[k].required ? " NOT NULL" : "");
	put_keys(out, plan, i);
	appendStringInfoString(out, "\n);\n");
}

/* ---- queries ---- */

/* The nodes of a table and those that they are in, as aliases n1, n2 and so on; their number is returned. */
static int
put_nodes(StringInfo out, const BxTablePlan *plan, uint32 i)
{
	const BxPlanTable *t = &plan->tables[i];
	int n = 1;

	if (i == 0)
		return 0;
	n += put_nodes(out, plan, t->parent);
	appendStringInfo(out, ",\n\tbxml_nodes(%s, %s) AS n%d", n == 1 ? "d.doc" : psprintf("n%d.node", n - 1),
					 literal(t->path), n);
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
							 ? "regexp_replace(t.%s, '(Z|[+-]\\d\\d:\\d\\d)\\s*$', '')::date, "
							 : "t.%s, ",
						 identifier(t->columns[k].name));
}

/* bxml_table of the columns. */
static void
put_columns(StringInfo out, const BxPlanTable *t, const char *doc)
{
	appendStringInfo(out, ",\n\tbxml_table(%s, %s, VARIADIC ARRAY[", doc, literal(t->row));
	for (uint32 k = 0; k < t->n; k++)
		appendStringInfo(out, "%s%s", k > 0 ? ", " : "", literal(t->columns[k].path));
	appendStringInfoString(out, "])\n\t\tAS t(");
	for (uint32 k = 0; k < t->n; k++)
		appendStringInfo(out, "%s%s %s", k > 0 ? ", " : "", identifier(t->columns[k].name),
						 is_date(&t->columns[k]) ? "text" : sql_type(t->columns[k].type));
	appendStringInfoChar(out, ')');
}

static void
put_query(StringInfo out, const BxTablePlan *plan, uint32 i, const char *documents)
{
	const BxPlanTable *t = &plan->tables[i];
	StringInfoData nodes;
	int n;

	initStringInfo(&nodes);
	n = put_nodes(&nodes, plan, i);
	appendStringInfo(out, "INSERT INTO %s (", identifier(t->name));
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
	appendStringInfo(out, "\nFROM (%s) AS d(%s, doc)%s", documents, KEY_DOCUMENT, nodes.data);
	if (t->n > 0)
		put_columns(out, t, n > 0 ? psprintf("n%d.node", n) : "d.doc");
	appendStringInfoString(out, ";\n");
}

/* ---- the function ---- */

/* bxml_table_from_schema(schema, element, documents) */
Datum
bxml_table_from_schema(PG_FUNCTION_ARGS)
{
	static const BxStr keys[] = {{KEY_DOCUMENT, sizeof(KEY_DOCUMENT) - 1},
								 {KEY_NODE, sizeof(KEY_NODE) - 1},
								 {KEY_PARENT, sizeof(KEY_PARENT) - 1}};
	char *documents = text_to_cstring(PG_GETARG_TEXT_PP(2));
	BxValidateOptions options = {0};
	SchemaChoice choice;
	StringInfoData out;
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
	initStringInfo(&out);
	for (uint32 i = 0; i < plan->n; i++)
		put_table(&out, plan, i);
	for (uint32 i = 0; i < plan->n; i++)
		put_query(&out, plan, i, documents);
	ready_places_done(ready);
	bx_arena_reset(&arena);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(out.data, out.len));
}
