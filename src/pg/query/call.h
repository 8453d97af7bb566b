/*
 * call.h -- what a call site keeps between calls, and the frame of one call.
 *
 * Evaluation on a small document takes less than a microsecond, so the frame must be cheap: memory for the core comes
 * from an arena that keeps its first chunk, and the backend keeps the paths that are ready (path_cache.h).
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
	PgHost out;         /* CurrentMemoryContext of the call, for results */
	BxArena *arena;     /* of the call: that of the backend, or own_arena while another call is unfinished */
	MemoryContext site; /* of the call site */
	PgHost own_host;    /* cxt NULL before its first use */
	BxArena own_arena;
	BxError err;
	bool busy;  /* a call has begun and not ended */
	bool parts; /* a reference to a part is evaluated in place */
	DatumStore doc;
	XpApart apart; /* of a document that refers to a vocabulary */
	Datum datum;   /* the document */
	XpCall xp;

	/* the path of the last call, as long as its bytes do not change */
	const XpBlock *path;
	ReadyPath *ready;          /* pinned; NULL before the first path */
	bool path_const;           /* the argument is a constant of the plan */
	bool exists;               /* the call is of bxml_exists */
	MemoryContextCallback end; /* of the call site */
} PgCall;

/*
 * Start a call, with an empty arena and no document.  A call site that keeps more than a PgCall begins its struct
 * with one and gives the size; the rest is zero in a new call site.
 */
extern PgCall *call_begin_sized(FunctionCallInfo fcinfo, size_t size);

static inline PgCall *
call_begin(FunctionCallInfo fcinfo)
{
	return call_begin_sized(fcinfo, sizeof(PgCall));
}

/* For functions that are not strict: are document and path not null? */
static inline bool
call_has_arguments(FunctionCallInfo fcinfo)
{
	return !fcinfo->args[0].isnull && !fcinfo->args[1].isnull;
}

/* The parts of call_xpath, for functions with other arguments: first the path ... */
extern void call_path_changed(PgCall *call, FunctionCallInfo fcinfo, int argno);

static inline void
call_path(PgCall *call, FunctionCallInfo fcinfo, int argno)
{
	if (unlikely(call->path == NULL || !call->path_const))
		call_path_changed(call, fcinfo, argno);
}

/* ... then the document. */
extern void call_document(PgCall *call, Datum doc);

/* Take the arguments (document, path); the path is call->path. */
static inline XpCall *
call_xpath(PgCall *call, FunctionCallInfo fcinfo)
{
	call_path(call, fcinfo, 1);
	call_document(call, PG_GETARG_DATUM(0));
	return &call->xp;
}

/* The same for functions that evaluate references to parts of a document in place. */
static inline XpCall *
call_xpath_part(PgCall *call, FunctionCallInfo fcinfo)
{
	call->parts = true;
	return call_xpath(call, fcinfo);
}

/*
 * As call_document, without the cache of values (value_cache.h): for callers that run foreign functions during
 * evaluation, because their calls and subtransactions may evict what is cached.
 */
extern void call_document_alone(PgCall *call, Datum doc);

/* Take the path or update made from the bytes; false if they are those of the last call. */
extern bool call_ready(PgCall *call, PathKind kind, const uint8_t *bytes, size_t n);

/* The cache for evaluations of the path until call_end; or NULL. */
extern XpCache *call_cache(PgCall *call);

/* End the call; results must have been copied out of the arena. */
extern void call_end(PgCall *call);

struct ReturnSetInfo;
/* A function that returns a set of records must be called with a column definition list. */
extern void call_check_columns(const struct ReturnSetInfo *rsinfo, const char *function);

#endif
