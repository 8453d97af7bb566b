/*
 * fn_trace.c -- bxml_trace: what the operators of a path or query did on a document, as text.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../query/path.h"
#include "../server/compat.h"
#include "query_run.h"

BXML_FUNCTION(bxml_trace);

Datum
bxml_trace(PG_FUNCTION_ARGS)
{
	QueryRun *run = query_new(true);
	MemoryContext caller = CurrentMemoryContext;
	const XpBlock *path;
	PgHost host, of_run;
	BxArena arena;
	BxBuf lines;
	Datum text;

	(void) host_here(&host);
	MemoryContextSwitchTo(query_memory(run));
	bx_arena_init(&arena, host_here(&of_run));
	bx_buf_init(&lines, &of_run.host);
	path = path_of(PG_GETARG_DATUM(0), &arena);
	query_trace(run, bx_str(xp_pool(path), path->source_len), xp_is_query(path) ? Q_MODE_QUERY : Q_MODE_PATH,
				PG_GETARG_DATUM(1), &lines);
	MemoryContextSwitchTo(caller);
	text = path_lines(&lines, &host);
	query_close(run);
	PG_RETURN_DATUM(text);
}
