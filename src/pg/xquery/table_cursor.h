/*
 * table_cursor.h -- the rows of a statement as sequences of items: a cursor that only reads.
 */
#ifndef BXML_TABLE_CURSOR_H
#define BXML_TABLE_CURSOR_H

#include "../value/datum.h"
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
} TableStatement;

/* Raises the errors of SQL; 54000 when too many are open. */
extern TableCursor *table_cursor_open(Collections *of, const TableStatement *statement);

/* Leave the row before; the next one has cursor->values and nulls from the result on, or -1: there are no more. */
extern int table_cursor_fetch(TableCursor *cursor);

/* Where items are made of a value. */
typedef struct ItemPlace
{
	Collections *of;
	MemoryContext cxt; /* atoms are here */
	BxArena *arena;    /* and in this one, */
	BxArena *holder;   /* while this one holds documents */
} ItemPlace;

/* A document, in a memory context of its own, which goes when nothing holds it any more. */
typedef struct TableDocument
{
	XdOwner owner;
	MemoryContext cxt;
	PgHost host;
	BxArena arena;
	DatumStore store;
	BxImage image;
	DocumentRow *row; /* NULL: it is not one of a collection whose columns are asked for */
} TableDocument;

/* A value of SQL as items.  Raises errors. */
extern XdSeq table_items(const ItemPlace *place, const SqlType *type, Datum value);
/* The document that a node is in; NULL: it is none that table_items made. */
extern TableDocument *table_document(const Collections *of, const XdItem *node);
extern void table_cursor_close(TableCursor *cursor);
/* Close all of Collections, the argument, as a callback of the memory context. */
extern void table_cursors_end(void *arg);

#endif
