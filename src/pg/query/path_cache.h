/*
 * path_cache.h -- paths made ready, kept by the backend for all call sites and statements.
 */
#ifndef BXML_PATH_CACHE_H
#define BXML_PATH_CACHE_H

#include "../../core/xquery/bx_update.h"
#include "../../core/xpath/result/xp_eval.h"

typedef enum PathKind
{
	PATH_COMPILED, /* a bxpath datum */
	PATH_UPDATE,   /* text of bxml_modify, UTF-8 */
} PathKind;

typedef struct ReadyPath ReadyPath;

struct ReadyPath
{
	PathKind kind;
	const uint8_t *bytes; /* what it was made from */
	size_t len;
	const XpBlock *block; /* NULL in an update without expressions */
	BxUpdate *update;     /* NULL in a path */
	bool advice;          /* there may be something to say about it (notice.h) */

	/* the rest is for path_cache.c */
	BxArena arena;
	XpCache *cache;
	uint64 hash;
	uint32 age;
	uint32 pins;
	bool listed;
	bool failed;      /* what the cache holds may be half made */
	const void *user; /* who evaluates with the cache now */
};

/*
 * The path made from n bytes, for the caller until path_cache_unpin.  Raises XX001 when those of a bxpath are damaged, and what
 * bx_update_compile has to say about the text of an update.
 */
extern ReadyPath *path_cache_get(PathKind kind, const uint8_t *bytes, size_t n);

/* The caller is done with the path.  After an error in the midst of work on it, it is not used again. */
extern void path_cache_unpin(ReadyPath *path, bool failed);

/* What evaluations of the path remember; NULL while somebody else evaluates it.  Until path_cache_leave(path, user). */
extern XpCache *path_cache_enter(ReadyPath *path, const void *user);
extern void path_cache_leave(ReadyPath *path, const void *user);

#endif
