/*
 * table_cursor.h -- the rows of a statement as sequences of items: a cursor that only reads.
 */
#ifndef BXML_TABLE_CURSOR_H
#define BXML_TABLE_CURSOR_H

#include "collection.h"
#include "sql_type.h"

#define TABLE_CURSOR_BATCH 16 /* rows that are fetched at a time */

struct TableCursor
{
	TableCursor *next;
	Collections *of;
	MemoryContext cxt;
	MemoryContext shape; /* of the names and types of columns */
	bool keep_shape;     /* it stays as long as the run */
	char *portal;
	bool release; /* documents of a row go with it */
	int n_columns;
	SqlType *types;
	BxStr *names;

	MemoryContext batch; /* of the values */
	Datum *values;
	bool *nulls;
	int n, at;
	bool ended;

	MemoryContext
		row; /* of the items of the row that was given last, and of its documents if they are released */
	PgHost host;
	BxArena arena;
	XdItem *roots;
	int n_roots;
	XdSeq *items;
	const BxStr *
		asked; /* of a collection: columns that bxml:column asks for; those of the row have numbers of it for names */
	uint32_t n_asked;
};

/* What a cursor reads. */
typedef struct TableStatement
{
	const char *sql;
	const XdSeq *values; /* of parameters, whose types the statement gives; */
	int n_values;
	bool of_query; /* the query has written it: one SELECT without volatile functions (0A000), or the error */
	bool release;  /* see RuStatement */
} TableStatement;

/* Raises the errors of SQL; 54000 when too many are open. */
extern TableCursor *table_cursor_open(Collections *of, const TableStatement *statement);

/* Leave the row before; the next one has cursor->values and nulls from the result on, or -1: there are no more. */
extern int table_cursor_fetch(TableCursor *cursor);

/* Where items are made of a value: of the row that a cursor gave last, or, if that is NULL, of the run. */
typedef struct ItemPlace
{
	Collections *of;
	TableCursor *cursor;
} ItemPlace;

/* A value of SQL as items, which are good as long as that and the value.  Raises errors. */
extern XdSeq table_items(const ItemPlace *place, const SqlType *type, Datum value);
extern void table_cursor_close(TableCursor *cursor);
/* Close all of Collections, the argument, as a callback of the memory context. */
extern void table_cursors_end(void *arg);

#endif
