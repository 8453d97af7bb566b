/*
 * query_path.h -- queries that are a path to one text, answered as paths are.
 */
#ifndef BXML_QUERY_PATH_H
#define BXML_QUERY_PATH_H

#include "fmgr.h"

#include "../../core/query/face/fc_short.h"
#include "../query/call.h"

/* Such a query, with what calls keep for the next ones. */
typedef struct QueryPath
{
	FcShort path;
	FmgrInfo site;     /* as if it was one call site */
	MemoryContext cxt; /* of the cache */
	PgHost host;
	BxArena arena;
	XpCache *cache;
	bool busy; /* a call has begun and not ended */
} QueryPath;

/* NULL when the query is none.  In the current memory context, which is that of the arena, as is the query. */
extern QueryPath *query_path_new(const FcQuery *query, BxArena *arena);

/*
 * The string of the node that the path finds in the document; false when there are more, or the query has to run for
 * another reason.  *value is (Datum) 0 when there is none and the query gives none.
 */
extern bool query_path_text(QueryPath *path, Datum doc, Datum *value);

#endif
