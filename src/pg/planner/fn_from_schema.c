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
#include "utils/jsonb.h"
#include "utils/lsyscache.h"

#include "../../core/typing/bx_table_plan.h"
#include "../schema/choose.h"
#include "../server/compat.h"
#include "../server/encoding.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "table_options.h"

BXML_FUNCTION(bxml_table_from_schema);
BXML_FUNCTION(bxml_table_from_schema_options);

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
	const char *report;    /* table of values that are lost, with its schema; NULL: none */
	TableOptions options;
} Statements;

/* A built-in type of XML Schema. */
typedef struct ColumnType
{
	const char *declared;
	const char *sql; /* but those of the grammar have their schema */
	const char
		*reader; /* function that reads the value of a node; NULL: the server's conversion from text does */
	const char *encoding;
	bool ranged; /* it has values that the type of SQL does not have */
} ColumnType;

static const ColumnType column_types[] = {
	{"boolean", "boolean"},
	{"decimal", "numeric", "numeric", NULL, true},
	{"float", "double precision", "float8", NULL, true},
	{"double", "double precision", "float8", NULL, true},
	{"dateTime", "timestamp with time zone", "timestamptz", NULL, true},
	{"date", "pg_catalog.date", "date", NULL, true},
	{"time", "time"},
	{"hexBinary", "pg_catalog.bytea", "bytea", "hex"},
	{"base64Binary", "pg_catalog.bytea", "bytea", "base64"},
	{"integer", "numeric", "numeric", NULL, true},
	{"nonPositiveInteger", "numeric", "numeric", NULL, true},
	{"negativeInteger", "numeric", "numeric", NULL, true},
	{"long", "bigint"},
	{"int", "integer"},
	{"short", "smallint"},
	{"byte", "smallint"},
	{"nonNegativeInteger", "numeric", "numeric", NULL, true},
	{"unsignedLong", "numeric"},
	{"unsignedInt", "bigint"},
	{"unsignedShort", "integer"},
	{"unsignedByte", "smallint"},
	{"positiveInteger", "numeric", "numeric", NULL, true},
};

/* The type of a column; NULL: it is XML, or text. */
static const ColumnType *
column_type(const BxPlanColumn *c)
{
	for (int i = 0; c->type != NULL && i < lengthof(column_types); i++)
		if (strcmp(column_types[i].declared, c->type) == 0)
			return &column_types[i];
	return NULL;
}

static const char *
sql_type(const Statements *s, const BxPlanColumn *c)
{
	const ColumnType *type = column_type(c);

	if (c->type == NULL)
		return psprintf("%s.bxml", s->extension);
	return type != NULL ? type->sql : "pg_catalog.text";
}

/* A value that the type does not have is null, unless it is an error. */
static bool
may_be_lost(const Statements *s, const BxPlanColumn *c)
{
	const ColumnType *type = column_type(c);

	return type != NULL && type->ranged && s->options.on_range != RANGE_ERROR;
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
		appendStringInfo(&s->out, "\t%s %s%s,\n", identifier(t->columns[k].name), sql_type(s, &t->columns[k]),
						 t->columns[k].required && !may_be_lost(s, &t->columns[k]) ? " NOT NULL" : "");
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

/* The value of a column of the node that bxml_table gives for it. */
static char *
value_of(const Statements *s, const BxPlanColumn *c)
{
	const char *name = identifier(c->name);
	const ColumnType *type = column_type(c);

	if (type == NULL || type->reader == NULL)
		return psprintf("t.%s", name);
	return psprintf("%s.bxml_%s%s(t.%s, '.'::%s.bxpath%s)", s->extension, may_be_lost(s, c) ? "try_" : "",
					type->reader, name, s->extension,
					type->encoding != NULL ? psprintf(", '%s'::pg_catalog.text", type->encoding) : "");
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
	{
		const ColumnType *type = column_type(&t->columns[k]);

		appendStringInfo(out, "%s%s %s", k > 0 ? ", " : "", identifier(t->columns[k].name),
						 type != NULL && type->reader != NULL ? psprintf("%s.bxml", s->extension)
															  : sql_type(s, &t->columns[k]));
	}
	appendStringInfoChar(out, ')');
}

/* The rows that a table is made of: documents as d, nodes as n1 and so on, columns as t; returns the last n. */
static int
put_rows(Statements *s, uint32 i)
{
	const BxPlanTable *t = &s->plan->tables[i];
	StringInfoData nodes;
	int n;

	initStringInfo(&nodes);
	n = put_nodes(s, &nodes, i);
	appendStringInfo(&s->out, "\nFROM (%s) AS d(%s, doc)%s", s->options.documents, KEY_DOCUMENT, nodes.data);
	if (t->n > 0)
		put_columns(s, t, n > 0 ? psprintf("n%d.node", n) : document(s));
	return n;
}

/* Tables that a table is in, itself included and the first one not. */
static int
level_of(const Statements *s, uint32 i)
{
	int n = 0;

	for (; i > 0; i = s->plan->tables[i].parent)
		n++;
	return n;
}

static void
put_query(Statements *s, uint32 i)
{
	const BxPlanTable *t = &s->plan->tables[i];
	StringInfo out = &s->out;
	int n = level_of(s, i);

	appendStringInfo(out, "INSERT INTO %s (", table_name(s, i));
	for (uint32 k = 0; k < t->n; k++)
		appendStringInfo(out, "%s, ", identifier(t->columns[k].name));
	appendStringInfo(out, "%s%s%s)\nSELECT ", KEY_DOCUMENT, n > 0 ? ", " KEY_NODE : "",
					 n > 1 ? ", " KEY_PARENT : "");
	for (uint32 k = 0; k < t->n; k++)
		appendStringInfo(out, "%s, ", value_of(s, &t->columns[k]));
	appendStringInfo(out, "d.%s", KEY_DOCUMENT);
	if (n > 0)
		appendStringInfo(out, ", n%d.id", n);
	if (n > 1)
		appendStringInfo(out, ", n%d.id", n - 1);
	put_rows(s, i);
	appendStringInfoString(out, ";\n");
}

/* ---- values that are lost ---- */

/* A name for the table of them that no other table has. */
static const char *
report_name(const Statements *s)
{
	BxStr first = s->plan->tables[0].name;
	char *name = psprintf("%.*s_lost", (int) first.n, first.s);

	for (uint32 i = 0; i < s->plan->n; i++)
		if (bx_str_is(s->plan->tables[i].name, name))
		{
			name = psprintf("%s_", name);
			i = 0;
		}
	return psprintf("%s.%s", s->schema, identifier(bx_str(name, strlen(name))));
}

static void
put_report_table(Statements *s)
{
	appendStringInfo(
		&s->out,
		"CREATE TABLE %s (\n\ttable_name pg_catalog.text NOT NULL,\n\tcolumn_name pg_catalog.text NOT "
		"NULL,\n\t%s bigint NOT NULL,\n\t%s %s.ordpath,\n\tvalue pg_catalog.text NOT NULL\n);\n",
		s->report, KEY_DOCUMENT, KEY_NODE, s->extension);
}

static void
put_report(Statements *s, uint32 i)
{
	const BxPlanTable *t = &s->plan->tables[i];
	StringInfoData list;

	initStringInfo(&list);
	for (uint32 k = 0; k < t->n; k++)
		if (may_be_lost(s, &t->columns[k]))
			appendStringInfo(&list, "%s(%s, %s.bxml_text(t.%s, '.'::%s.bxpath), %s IS NULL)",
							 list.len > 0 ? ",\n\t\t" : "", literal(t->columns[k].name), s->extension,
							 identifier(t->columns[k].name), s->extension, value_of(s, &t->columns[k]));
	if (list.len == 0)
		return;
	appendStringInfo(
		&s->out,
		"INSERT INTO %s (table_name, column_name, %s, %s, value)\nSELECT %s, c.name, d.%s, %s, c.value",
		s->report, KEY_DOCUMENT, KEY_NODE, literal(t->name), KEY_DOCUMENT,
		i > 0 ? psprintf("n%d.id", level_of(s, i)) : psprintf("NULL::%s.ordpath", s->extension));
	put_rows(s, i);
	appendStringInfo(
		&s->out, ",\n\tLATERAL (VALUES %s) AS c(name, value, lost)\nWHERE c.lost AND c.value IS NOT NULL;\n",
		list.data);
}

/* ---- the whole ---- */

/* The schema in which a table would be made, quoted. */
static const char *
creation_schema(void)
{
	char *object;
	Oid schema = QualifiedNameGetCreationNamespace(list_make1(makeString("table")), &object);

	return pstrdup(quote_identifier(get_namespace_name(schema)));
}

static void
put_statements(Statements *s)
{
	const BxTablePlan *plan = s->plan;

	if (plan->depth < s->options.depth)
		appendStringInfo(
			&s->out,
			"-- Elements more than %u levels below the root stay XML: there would be too many tables or "
			"columns.\n",
			plan->depth);
	for (uint32 i = 0; i < plan->n; i++)
		put_table(s, i);
	if (s->report != NULL)
		put_report_table(s);
	for (uint32 i = 0; i < plan->n; i++)
		put_query(s, i);
	for (uint32 i = 0; s->report != NULL && i < plan->n; i++)
		put_report(s, i);
}

static Datum
from_schema(FunctionCallInfo fcinfo, const TableOptions *given)
{
	static const BxStr keys[] = {{KEY_DOCUMENT, sizeof(KEY_DOCUMENT) - 1},
								 {KEY_NODE, sizeof(KEY_NODE) - 1},
								 {KEY_PARENT, sizeof(KEY_PARENT) - 1}};
	BxTableOptions wanted = {keys,         lengthof(keys),       given->branches, given->n_branches,
							 given->depth, given->xsi_attributes};
	Oid extension = get_func_namespace(fcinfo->flinfo->fn_oid);
	Statements s = {.schema = creation_schema(),
					.extension = pstrdup(quote_identifier(get_namespace_name(extension))),
					.options = *given};
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
	error_check(bx_table_plan(ready_places(ready, options.uri, options.local), &host.host, &wanted, &arena,
							  &plan, &err),
				&err);
	s.plan = plan;
	s.report = given->on_range == RANGE_REPORT ? report_name(&s) : NULL;
	initStringInfo(&s.out);
	put_statements(&s);
	ready_places_done(ready);
	bx_arena_reset(&arena);
	PG_RETURN_TEXT_P(cstring_to_text_with_len(s.out.data, s.out.len));
}

/* ---- the functions ---- */

/* bxml_table_from_schema(schema, element, documents) */
Datum
bxml_table_from_schema(PG_FUNCTION_ARGS)
{
	TableOptions options;

	table_options_init(&options);
	options.documents = text_to_cstring(PG_GETARG_TEXT_PP(2));
	return from_schema(fcinfo, &options);
}

/* bxml_table_from_schema(schema, element, options) */
Datum
bxml_table_from_schema_options(PG_FUNCTION_ARGS)
{
	TableOptions options;

	table_options_get(&options, PG_GETARG_JSONB_P(2));
	return from_schema(fcinfo, &options);
}
