/*
 * path_cache.h -- paths that are ready to be evaluated, kept by the backend for all call sites, rowsets and statements.
 */
#ifndef BXML_PATH_CACHE_H
#define BXML_PATH_CACHE_H

#include "fmgr.h"

#include "../../core/xpath/plan/xp_run.h"
#include "../../core/query/face/fc_path.h"
#include "../../core/xpath/result/xp_eval.h"
#include "../../core/xpath/syntax/xp_slot.h"
#include "../server/host.h"

typedef enum PathKind
{
	PATH_COMPILED,     /* a bxpath datum */
	PATH_TEXT,         /* text of a path, UTF-8 */
	PATH_UPDATE,       /* text of bxml_modify, UTF-8 */
	PATH_ROWS,         /* the paths of a rowset: path_cache_rows */
	PATH_QUERY,        /* text of a query, UTF-8 */
	PATH_QUERY_TABLES, /* the same, of functions that read tables */
	PATH_QUERY_FIXED,  /* the same without functions of the moment, for immutable functions */
} PathKind;

typedef struct ReadyPath ReadyPath;

struct ReadyPath
{
	PathKind kind;
	uint8_t *bytes; /* what it was made from */
	size_t len;
	const XpBlock *block; /* NULL for an update and for a query */
	const FcQuery *query; /* PATH_QUERY and the like, PATH_UPDATE: any number of runs may use it at a time */
	bool advice;          /* advice.h may have a notice about it */
	XpCache *cache;       /* for callers that entered; PATH_ROWS: for the only user */
	XpEngine *engine;     /* of a path or a text; of the rows, then the columns */
	bool has_query;       /* a part is a query, which only engines evaluate */

	/* PATH_ROWS: block joins the path of the rows and those of columns */
	const XpBlock **parts; /* the path of the rows, then the columns' */
	uint32_t *roots;       /* of the parts in the block */
	uint32_t n_parts;

	/* the rest is for path_cache.c */
	PgHost host; /* of the arena and the cache */
	BxArena arena;
	XpSlot
		slot; /* of the only literal of a bxpath datum, whose text may be exchanged; empty: there is none */
	uint32 pins;
	bool listed;
	bool failed;      /* what the cache remembers may be incomplete */
	const void *user; /* the caller that has entered */
};

/*
 * The path made from n bytes, pinned until path_cache_unpin.  Raises XX001 if the bytes of a bxpath are damaged, and
 * the errors of compiling a text.
 */
extern ReadyPath *path_cache_get(PathKind kind, const uint8_t *bytes, size_t n);

/*
 * The same for the path of a rowset, a bxpath of len bytes, and n paths of columns in UTF-8, which see its
 * declarations. The caller is the only user until path_cache_unpin.
 */
extern ReadyPath *path_cache_rows(const uint8_t *path, size_t len, const char *const *texts,
								  const size_t *lens, uint32 n);

/* The caller is done with the path.  `failed`: an error interrupted work on it, so it is not used again. */
extern void path_cache_unpin(ReadyPath *path, bool failed);

/*
 * Keep a path that is in use for a call site, instead of the one that it kept, until the memory of the site ends: so a
 * large one is not made again for each row.  The site uses fn_extra for nothing else; NULL: there is none.
 */
extern void path_cache_keep(FmgrInfo *site, ReadyPath *path);

/* The bytes of memory that the path holds. */
extern size_t path_cache_size(const ReadyPath *path);

/* What evaluates its expressions, for XpCall.engine; NULL: not an engine (bxml.engine). */
extern XpEngine *path_cache_engine(const ReadyPath *path);

/* The cache for evaluations until path_cache_leave; NULL while another caller evaluates the path. */
extern XpCache *path_cache_enter(ReadyPath *path, const void *user);
extern void path_cache_leave(ReadyPath *path, const void *user);

#endif
