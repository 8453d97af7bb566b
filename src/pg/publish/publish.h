/*
 * publish.h -- SQL values as XML, by the rules of core's mapping functions (SQL/XML part 14, clause 9).
 */
#ifndef BXML_PUBLISH_H
#define BXML_PUBLISH_H

#include "access/htup.h"
#include "access/tupdesc.h"

#include "../value/build.h"

/* The target of values. */
typedef struct Publisher
{
	PgBuild build;
	Oid bxml;  /* the type in this database */
	BxStr uri; /* namespace of elements, or none */
} Publisher;

/* How the values of a column or argument are written. */
typedef struct PublishType
{
	Oid type;
	Oid element; /* of an array, or InvalidOid */
	bool is_bxml;
	bool is_xml;
} PublishType;

/* Begin a value in memory of cxt. */
extern void publish_open(Publisher *p, MemoryContext cxt, Oid bxml);

extern void publish_type(const Publisher *p, PublishType *t, Oid type);

/*
 * Append the value as content: bxml and xml as they are, arrays as elements "element", anything else as the text core
 * maps it to.  Leaves memory in CurrentMemoryContext.
 */
extern void publish_value(Publisher *p, const PublishType *t, Datum value);

/* An SQL name as an XML name, palloc'd. */
extern char *publish_name(const char *name);

/* Append an element with that name and the value as content. */
extern void publish_element(Publisher *p, const char *name, const PublishType *t, Datum value);

/* The columns of a row type; dropped ones have no name. */
typedef struct PublishColumns
{
	TupleDesc desc;
	PublishType *types;
	char **names;
} PublishColumns;

/* Learn a row type, in CurrentMemoryContext; borrows desc. */
extern void publish_columns(const Publisher *p, PublishColumns *c, TupleDesc desc);

/* Append the columns of a row as elements; with `nulls`, null columns too, with xsi:nil. */
extern void publish_row(Publisher *p, const PublishColumns *c, HeapTuple row, bool nulls);

/* Declare the prefix xsi on the element just started. */
extern void publish_declare_xsi(Publisher *p);

#endif
