/*
 * pathcache.h -- paths made ready, kept by the backend for all call sites and statements.
 */
#ifndef BXML_PATHCACHE_H
#define BXML_PATHCACHE_H

#include "../core/xpath/xp_eval.h"

typedef struct ReadyPath ReadyPath;

struct ReadyPath
{
	const uint8_t *bytes; /* of the datum */
	size_t len;
	const XpBlock *block;

	/* the rest is for pathcache.c */
	BxArena arena;
	XpCache *cache;
	uint64 hash;
	uint32 age;
	uint32 pins;
	bool listed;
	bool failed;      /* what the cache holds may be half made */
	const void *user; /* who evaluates with the cache now */
};

/* The path of a bxpath datum's n bytes, for the caller until pathcache_unpin; raises XX001 when they are damaged. */
extern ReadyPath *pathcache_get(const uint8_t *bytes, size_t n);

/* The caller is done with the path.  After an error in the midst of work on it, it is not used again. */
extern void pathcache_unpin(ReadyPath *path, bool failed);

/* What evaluations of the path remember; NULL while somebody else evaluates it.  Until pathcache_leave(path, user). */
extern XpCache *pathcache_enter(ReadyPath *path, const void *user);
extern void pathcache_leave(ReadyPath *path, const void *user);

#endif
