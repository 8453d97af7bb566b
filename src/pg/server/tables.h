/*
 * tables.h -- tables as arguments of functions.
 */
#ifndef BXML_TABLES_H
#define BXML_TABLES_H

#include "access/htup.h"
#include "executor/spi.h"
#include "utils/relcache.h"

/* Open a relation that a caller names by a number; raises 42P01 if there is none. */
extern Relation tables_open(Oid relation, int lock);

/* Raise an error unless there is such a relation, and the user is its owner. */
extern void tables_check_owner(Oid relation);

/* Raise an error unless the relation has rows of its own or of partitions: a table or materialized view. */
extern void tables_check_rows(Relation rel);

/* Raise an error unless it is a table that may have triggers for rows: of its own or of partitions. */
extern void tables_check_base(Relation rel);

/* The name of a relation with its schema, quoted for SQL. */
extern char *tables_name(Relation rel);

/* The type bxml of the extension whose objects are in that namespace. */
extern Oid tables_bxml_type(Oid extension_namespace);

/* Raise an error unless the table has a column of that name and of type bxml, or a domain over it. */
extern AttrNumber tables_check_column(Relation rel, const char *column, Oid bxml);

/*
 * Raise an error unless a statement that was made of names is about the relation, and has columns of these n types.  A
 * name may be that of another object by now, since a schema can be renamed while it is used, and a relation gets rules:
 * so everything that is read by its type is checked.
 */
extern void tables_check_plan(SPIPlanPtr plan, Oid relation);
extern void tables_check_columns(Oid relation, TupleDesc desc, const Oid *types, int n);

/* The same of a trigger that was just made: it must call the function. */
extern void tables_check_trigger(Oid relation, const char *trigger, Oid function);

/*
 * Read the rows of a query of a relation, and of what types its n columns are; SPI must be connected.  take is called
 * for each row, in a memory context of its own, until it returns false.  Raises 55006 if the query turns out to be
 * about something else.
 */
typedef bool (*TablesTake)(void *ctx, HeapTuple row, TupleDesc desc);
typedef struct TablesQuery
{
	Relation rel;
	const char *sql;
	const Oid *types;
	int n;
} TablesQuery;
extern void tables_read(const TablesQuery *query, TablesTake take, void *ctx);

/*
 * The value of a query of one row and one column, with the help of parallel workers, in the memory context that was
 * current when SPI was connected.
 */
extern Datum tables_value(const TablesQuery *query, bool *null);

#endif
