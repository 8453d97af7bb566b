/*
 * function.h -- functions of the language xquery, compiled and kept by the backend.
 */
#ifndef BXML_FUNCTION_H
#define BXML_FUNCTION_H

#include "access/htup.h"

#include "library.h"
#include "sql_type.h"

/* An argument that the function takes. */
typedef struct QueryArgument
{
	BxStr name; /* UTF-8 */
	SqlType type;
} QueryArgument;

/* What the function gives. */
typedef enum QueryResult
{
	RESULT_NOTHING, /* void */
	RESULT_VALUE,
	RESULT_ROW /* columns by name */
} QueryResult;

typedef struct QueryFunction QueryFunction;

struct QueryFunction
{
	const char *name; /* with the types of arguments, for messages */
	const char *body;
	const FcQuery *query;
	bool stable;  /* the function is not immutable */
	bool library; /* a library module, which is imported and not called */
	QueryLibraries libraries;
	QueryResult result;
	SqlType type; /* RESULT_VALUE */
	int n_arguments;
	QueryArgument *arguments;
	struct QueryPath *path; /* of its only argument, to a text; or NULL */

	/* the rest is for function.c */
	QueryFunction *next;
	Oid oid;
	uint32 hash;  /* of the OID, as invalidations have it */
	bool current; /* no invalidation since its row was looked at */
	bool listed;
	TransactionId xmin;
	ItemPointerData tid;
	uint32 pins;
	MemoryContext cxt;
	PgHost host;
	BxArena arena;
};

/* Called once, when the module is loaded. */
extern void function_init(void);

/*
 * The function with that OID, compiled by the row that pg_proc has now; it stays until `owner` is reset.  Raises the
 * errors of its text, with their place.
 */
extern QueryFunction *function_get(Oid oid, MemoryContext owner);

/* May it still be used, as what function_get would give? */
static inline bool
function_is_current(const QueryFunction *f)
{
	return f->current;
}

/* What the validator checks, whatever the body: raises 42P13. */
extern void function_check_signature(HeapTuple row);
/* Compile, and forget the result; what imports the function must still be right. */
extern void function_check_body(HeapTuple row);
/* A text without arguments, in the current memory context. */
extern QueryFunction *function_of_text(const char *text);

/* Raise an error of compilation or of a run, of which err says the place. */
typedef struct FunctionPlace
{
	const QueryFunction *function;
	const BxError *err; /* NULL: there is no place */
	bool creating;      /* the text is in the statement of the client */
} FunctionPlace;

/* An error context callback; its argument is a FunctionPlace. */
extern void function_say_place(void *arg);

#endif
