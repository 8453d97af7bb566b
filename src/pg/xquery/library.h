/*
 * library.h -- library modules, which are functions in language xquery: found by "schema.function", never by the search
 * path.
 */
#ifndef BXML_LIBRARY_H
#define BXML_LIBRARY_H

#include "access/htup.h"
#include "storage/itemptr.h"

#include "../../core/query/static/qs_library.h"

/* The function that is a module. */
typedef struct QueryLibrary
{
	Oid oid;
	const char *name; /* as it is imported, for messages */
	const char *body;
	uint32 hash; /* of the OID, as invalidations have it */
	TransactionId xmin;
	ItemPointerData tid;
} QueryLibrary;

/* All that a query imports, directly or not: the module with number i of the core is list[i - 1]. */
typedef struct QueryLibraries
{
	QsLibraries find; /* for FcOptions */
	MemoryContext cxt;
	QueryLibrary *list;
	uint32 n;
	uint32 room;
} QueryLibraries;

/* None so far, for a function, or InvalidOid; what is found is in cxt.  It stays where it is. */
extern void libraries_init(QueryLibraries *l, Oid function, MemoryContext cxt);

/* The current user must have the right to execute them: raises 42501. */
extern void libraries_check_execute(const QueryLibraries *l);

/* Is one of them the function with that hash; 0: is there any? */
extern bool libraries_have(const QueryLibraries *l, uint32 hash);

/* Are the imported names still those of the same rows of pg_proc? */
extern bool libraries_are_current(const QueryLibraries *l);

/*
 * Record in pg_depend what the body of a function imports, as far as it is there, if this transaction has written its
 * row.
 */
extern void library_record(HeapTuple row);

/* Is the function in a language with our handler? */
extern bool library_is_xquery(HeapTuple row);

#endif
