/*
 * sql_type.h -- SQL types in XQuery: values to items by the mapping of SQL/XML, and items to values.
 */
#ifndef BXML_SQL_TYPE_H
#define BXML_SQL_TYPE_H

#include "query_run.h"

typedef enum SqlKind
{
	SQL_BOOLEAN,
	SQL_INT2,
	SQL_INT4,
	SQL_INT8,
	SQL_NUMERIC,
	SQL_FLOAT4,
	SQL_FLOAT8,
	SQL_TEXT,
	SQL_DATE,
	SQL_TIME,
	SQL_TIMETZ,
	SQL_TIMESTAMP,
	SQL_TIMESTAMPTZ,
	SQL_INTERVAL,
	SQL_BYTEA,
	SQL_JSON,
	SQL_BXML,
	SQL_ARRAY,
	SQL_OTHER /* by its text */
} SqlKind;

/* A type, looked up once. */
typedef struct SqlType SqlType;

struct SqlType
{
	SqlKind kind;
	Oid type; /* as declared */
	Oid base; /* the same, but of a domain the type that it is over */
	int32 typmod;
	int16 len;
	bool byval;
	char align;
	FmgrInfo input;
	Oid param;
	FmgrInfo output;
	void *domain;     /* of domain_check */
	SqlType *element; /* of an array */
};

/* Can arguments and results be of this type?  NULL: yes, else what it is, as in "a row type". */
extern const char *sql_type_refusal(Oid type);

/* Look up such a type, with its modifier or -1; lasts as long as cxt. */
extern void sql_type_init(SqlType *t, Oid type, int32 typmod, MemoryContext cxt);

/*
 * A value that is not null as a sequence, in the current memory context, which is that of the run; what is long is
 * borrowed from the datum.  A bxml value is the document node of a tree of its own.  22003 and 22008 for values that
 * XQuery does not have.
 */
extern XdSeq sql_type_items(const SqlType *t, QueryRun *run, Datum value);

/*
 * Elements of an SQL array of a type, made of an item in the current memory context: itself, or of an array (but for
 * types of JSON) the members, of which empty ones are null.  21000 for members of several items.
 */
struct ArrayBuildState;
extern void sql_type_elements(SqlType *element, QueryRun *run, const XdItem *item,
							  struct ArrayBuildState *state);

/* A sequence as a value of the type; *null: it is empty.  21000 for several items where the type is not an array. */
extern Datum sql_type_of_seq(SqlType *t, QueryRun *run, const XdSeq *seq, bool *null);
/* Constraints of a domain; raises 23514 and 23502. */
extern void sql_type_check(SqlType *t, Datum value, bool null);

#endif
