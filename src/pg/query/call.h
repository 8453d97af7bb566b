/*
 * call.h -- what one call site keeps between calls, and the frame of one call.
 *
 * A scalar call on a small document takes about a microsecond, so its frame must not: memory for the core comes
 * from an arena whose block is kept, and the path made ready is kept by the backend (path_cache.h).
 */
#ifndef BXML_CALL_H
#define BXML_CALL_H

#include "fmgr.h"

#include "../../core/xpath/result/xp_eval.h"
#include "../value/datum.h"
#include "../server/host.h"
#include "path_cache.h"

typedef struct PgCall
{
	PgHost out;     /* CurrentMemoryContext of the call, for results */
	BxArena *arena; /* of the call: the backend's, or its own while another call is unfinished */
	PgHost own_host;
	BxArena own_arena;
	BxError err;
	bool busy;  /* a call began and did not end */
	bool parts; /* a reference to a part is evaluated where it is */
	DatumStore doc;
	Datum datum; /* what is evaluated */
	XpCall xp;

	/* the path of the last call: stays as long as its bytes do not change */
	const XpBlock *path;
	ReadyPath *ready;          /* pinned; NULL: no call has had one */
	bool path_const;           /* the argument is a constant of the plan */
	bool exists;               /* the call asks whether the path finds something */
	MemoryContextCallback end; /* of the call site */
} PgCall;

/*
 * Start a call: an empty arena, no document yet.  A call site that keeps more than a PgCall begins its struct with one
 * and gives the size; what follows is zero when the call site is new.
 */
extern PgCall *call_begin_sized(FunctionCallInfo fcinfo, size_t size);

static inline PgCall *
call_begin(FunctionCallInfo fcinfo)
{
	return call_begin_sized(fcinfo, sizeof(PgCall));
}

/* For functions that are not strict: are document and path there? */
static inline bool
call_has_arguments(FunctionCallInfo fcinfo)
{
	return !fcinfo->args[0].isnull && !fcinfo->args[1].isnull;
}

/* The parts of call_xpath, for functions with other arguments: the path, to be taken first ... */
extern void call_path_changed(PgCall *call, FunctionCallInfo fcinfo, int argno);

static inline void
call_path(PgCall *call, FunctionCallInfo fcinfo, int argno)
{
	if (unlikely(call->path == NULL || !call->path_const))
		call_path_changed(call, fcinfo, argno);
}

/* ... and the document to evaluate on. */
extern void call_document(PgCall *call, Datum doc);

/* Arguments (document, path) ready for evaluation; the path is call->path. */
static inline XpCall *
call_xpath(PgCall *call, FunctionCallInfo fcinfo)
{
	call_path(call, fcinfo, 1);
	call_document(call, PG_GETARG_DATUM(0));
	return &call->xp;
}

/* The same for functions that evaluate references to parts of a document where they are. */
static inline XpCall *
call_xpath_part(PgCall *call, FunctionCallInfo fcinfo)
{
	call->parts = true;
	return call_xpath(call, fcinfo);
}

/*
 * As call_document, without the cache of values (value_cache.h): for callers that run functions of others meanwhile, whose
 * calls, and the subtransactions they end, may evict what is cached.
 */
extern void call_document_alone(PgCall *call, Datum doc);

/* The path made from bytes of that kind, or the update; false when they are those of the last call. */
extern bool call_ready(PgCall *call, PathKind kind, const uint8_t *bytes, size_t n);

/* What evaluations of the path of the call may remember, until call_end; or NULL. */
extern XpCache *call_cache(PgCall *call);

/* Free what the call used; results must have been copied out of the arena. */
extern void call_end(PgCall *call);

#endif
