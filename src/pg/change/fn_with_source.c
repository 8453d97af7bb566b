/*
 * fn_with_source.c -- a column of original texts beside one of documents: bxml_with_source.
 *
 * Statements are executed as the owner of the table, and name everything with its schema and type.
 */
#include "postgres.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"

#include "../server/compat.h"
#include "../server/ddl.h"
#include "../server/guard.h"
#include "../server/own.h"
#include "../server/tables.h"
#include "source_pair.h"

BXML_FUNCTION(bxml_with_source);

extern Datum bxml_source_trigger(PG_FUNCTION_ARGS);

typedef struct WithSource
{
	Oid base;
	Oid owner;
	Oid function;          /* of the trigger */
	const char *extension; /* schema, quoted */
	const char *table;     /* with schema, quoted */
	const char *doc, *source;
	const char *edits;
} WithSource;

/* ---- checks ---- */

/* Others keep away until the end of the transaction.  Returns the owner. */
static Oid
check_table(Oid table, const char *doc, Oid bxml)
{
	Relation base;
	Oid owner;

	tables_check_owner(table);
	base = tables_open(table, AccessExclusiveLock);
	/* it may have got another owner before we got the lock */
	tables_check_owner(table);
	owner = base->rd_rel->relowner;
	tables_check_base(base);
	/* triggers are made in partitions, but not in other children */
	if (base->rd_rel->relkind == RELKIND_RELATION && find_inheritance_children(table, NoLock) != NIL)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("table \"%s\" has inheriting tables", RelationGetRelationName(base)),
						errhint("Call bxml_with_source for each of the tables that have none.")));
	(void) tables_check_column(base, doc, bxml);
	table_close(base, NoLock);
	return owner;
}

static void
check_edits(const char *edits)
{
	if (strcmp(edits, SOURCE_CLEAR) != 0 && strcmp(edits, SOURCE_REFUSE) != 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("unrecognized choice for edits: \"%s\"", edits),
						errhint("Use \"refuse\" or \"clear\".")));
}

static void
check_generated(const WithSource *m, const char *column)
{
	if (get_attgenerated(m->base, get_attnum(m->base, column)))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("column \"%s\" of table \"%s\" is a generated column", column, get_rel_name(m->base)),
				 errhint("A document that is generated from its original needs no trigger.")));
}

/* Is there such a column, and of a type that keeps every byte? */
static bool
find_source(const WithSource *m)
{
	AttrNumber column = get_attnum(m->base, m->source);

	if (column == InvalidAttrNumber)
		return false;
	if (!source_type_serves(get_atttype(m->base, column)))
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
						errmsg("column \"%s\" of table \"%s\" is not of type bytea, text or varchar",
							   m->source, get_rel_name(m->base))));
	check_generated(m, m->source);
	return true;
}

/* ---- what it does ---- */

/* The document of an original, by the function for its type with all its arguments. */
static char *
parse_call(const WithSource *m)
{
	bool bytes = getBaseType(get_atttype(m->base, get_attnum(m->base, m->source))) == BYTEAOID;

	return psprintf("%s.bxml_parse(%s::pg_catalog.%s, %s'preserve'::pg_catalog.text, false)", m->extension,
					quote_identifier(m->source), bytes ? "bytea" : "text",
					bytes ? "NULL::pg_catalog.text, " : "");
}

/* Rows that have an original get its document; none may have another one. */
static void
fill_documents(const WithSource *m)
{
	const char *doc = quote_identifier(m->doc);
	const char *source = quote_identifier(m->source);

	char *parsed = parse_call(m);

	ddl_run("UPDATE %s SET %s = %s WHERE %s IS NULL AND %s IS NOT NULL", m->table, doc, parsed, doc, source);
	ddl_run("SELECT FROM %s WHERE %s IS NOT NULL AND %s::%s.bxml::pg_catalog.text OPERATOR(pg_catalog.<>) "
			"%s::pg_catalog.text LIMIT 1",
			m->table, source, doc, m->extension, parsed);
	if (SPI_processed > 0)
		ereport(ERROR,
				(errcode(ERRCODE_CHECK_VIOLATION),
				 errmsg("table \"%s\" has documents in column \"%s\" that are not those of column \"%s\"",
						get_rel_name(m->base), m->doc, m->source),
				 errhint("Set one of both to null in these rows.")));
}

/* The name makes it the last of the triggers that may change a row, in the order of names. */
static void
create_trigger(const WithSource *m)
{
	const char *name = makeObjectName("zz_bxml_source", m->doc, NULL);

	ddl_run("CREATE TRIGGER %s BEFORE INSERT OR UPDATE ON %s FOR EACH ROW WHEN (%s.bxml_source_pair(NEW.%s, "
			"NEW.%s)) EXECUTE FUNCTION %s.bxml_source_trigger(%s)",
			quote_identifier(name), m->table, m->extension, quote_identifier(m->doc),
			quote_identifier(m->source), m->extension, quote_literal_cstr(m->edits));
	tables_check_trigger(m->base, name, m->function);
}

static void
make_pair(const WithSource *m)
{
	Guard guard;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	guard_enter(&guard, m->owner, GUARD_COMMAND);
	if (find_source(m))
		fill_documents(m);
	else
		ddl_run("ALTER TABLE %s ADD COLUMN %s pg_catalog.bytea", m->table, quote_identifier(m->source));
	create_trigger(m);
	guard_leave(&guard);
	SPI_finish();
}

static void
read_arguments(WithSource *m, FunctionCallInfo fcinfo)
{
	Oid extension = get_func_namespace(fcinfo->flinfo->fn_oid);

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(3))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("table, column of documents and choice for edits must not be null")));
	m->doc = NameStr(*PG_GETARG_NAME(1));
	m->source = PG_ARGISNULL(2) ? makeObjectName(m->doc, NULL, "source") : NameStr(*PG_GETARG_NAME(2));
	m->edits = text_to_cstring(PG_GETARG_TEXT_PP(3));
	check_edits(m->edits);
	m->base = PG_GETARG_OID(0);
	m->owner = check_table(m->base, m->doc, tables_bxml_type(extension));
	check_generated(m, m->doc);
	m->function = own_sibling(fcinfo->flinfo->fn_oid, "bxml_source_trigger", bxml_source_trigger, 0, NULL);
	m->extension = pstrdup(quote_identifier(get_namespace_name(extension)));
	m->table =
		quote_qualified_identifier(get_namespace_name(get_rel_namespace(m->base)), get_rel_name(m->base));
}

Datum
bxml_with_source(PG_FUNCTION_ARGS)
{
	Name name = palloc(sizeof(NameData));
	WithSource m;

	read_arguments(&m, fcinfo);
	namestrcpy(name, m.source);
	make_pair(&m);
	PG_RETURN_NAME(name);
}
