/*
 * path_cache.c -- paths made ready, kept by the backend for all call sites and statements.
 *
 * Each execution of a statement has call sites of its own.  Checking a compiled path, planning it and binding it to a
 * table costs several times what its evaluation on a small document does, so all of that outlives them: it is found by
 * the bytes of the path, never by an address.  Call sites pin what they use; of the rest the paths used last stay, as long
 * as they are small.  The binding is of the last table seen, and evaluation may change it, so only one evaluation at a
 * time has it.
 */
#include "postgres.h"
#include "utils/memutils.h"

#include "../../core/format/bx_table.h"
#include "../../core/xpath/syntax/xp_advice.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "path.h"
#include "path_cache.h"

#define PATHS 64
#define KEPT_MAX (96 * 1024) /* memory of a path that stays without call sites */

static ReadyPath *paths[PATHS];
static uint32 n_paths;
static uint32 clock_now;

static const BxHost *
paths_host(void)
{
	static PgHost host;

	if (host.cxt == NULL)
		host_init(&host, AllocSetContextCreate(CacheMemoryContext, "bxml paths", ALLOCSET_DEFAULT_SIZES));
	return &host.host;
}

static void
free_path(ReadyPath *p)
{
	xp_cache_free(p->cache);
	bx_arena_reset(&p->arena);
	pfree(p);
}

static void
unlist(ReadyPath *p)
{
	uint32 i;

	for (i = 0; i < n_paths && paths[i] != p;)
		i++;
	paths[i] = paths[--n_paths];
	p->listed = false;
}

/* A place in the list for a new path; when all are in use the path is for this caller alone. */
static void
enlist(ReadyPath *p)
{
	ReadyPath *oldest = NULL;

	for (uint32 i = 0; i < n_paths && n_paths == PATHS; i++)
		if (paths[i]->pins == 0 && (oldest == NULL || (int32) (paths[i]->age - oldest->age) < 0))
			oldest = paths[i];
	if (oldest != NULL)
	{
		unlist(oldest);
		free_path(oldest);
	}
	if (n_paths == PATHS)
		return;
	paths[n_paths++] = p;
	p->listed = true;
}

/* One that was left half made by an error is freed by the next. */
static ReadyPath *
make_path(PathKind kind, const uint8_t *bytes, size_t n, uint64 hash)
{
	static ReadyPath *making;
	uint8_t *copy;
	BxError err;
	ReadyPath *p;

	if (making != NULL)
		free_path(making);
	making = NULL;
	making = p = MemoryContextAllocZero(CacheMemoryContext, sizeof(ReadyPath));
	bx_error_clear(&err);
	bx_arena_init(&p->arena, paths_host());
	copy = bx_arena_alloc(&p->arena, n);
	if (copy == NULL)
		error_check(bx_fail_nomem(&err, n), &err);
	memcpy(copy, bytes, n);
	p->kind = kind;
	p->bytes = copy;
	p->len = n;
	p->hash = hash;
	if (kind == PATH_COMPILED)
	{
		p->block = path_block(copy, n, &p->arena);
		p->advice = xp_advice_comparison(p->block) > 0 || xp_advice_always_exists(p->block);
	}
	else
	{
		error_check(bx_update_compile((const char *) copy, n, &p->arena, &p->update, &err), &err);
		p->block = bx_update_block(p->update);
	}
	p->cache = xp_cache_new(&p->arena);
	making = NULL;
	return p;
}

ReadyPath *
path_cache_get(PathKind kind, const uint8_t *bytes, size_t n)
{
	uint64 hash = (uint64) n << 32 | bx_fingerprint(0, bytes, n);
	ReadyPath *p = NULL;

	for (uint32 i = 0; i < n_paths && p == NULL; i++)
		if (paths[i]->hash == hash && paths[i]->kind == kind && memcmp(paths[i]->bytes, bytes, n) == 0)
			p = paths[i];
	if (p == NULL)
	{
		p = make_path(kind, bytes, n, hash);
		enlist(p);
	}
	p->age = ++clock_now;
	p->pins++;
	return p;
}

void
path_cache_unpin(ReadyPath *p, bool failed)
{
	p->pins--;
	p->failed |= failed;
	if (p->listed && (p->failed || (p->pins == 0 && p->arena.total + xp_cache_held(p->cache) > KEPT_MAX)))
		unlist(p);
	if (p->pins == 0 && !p->listed)
		free_path(p);
}

XpCache *
path_cache_enter(ReadyPath *p, const void *user)
{
	if ((p->user != NULL && p->user != user) || p->failed)
		return NULL;
	p->user = user;
	return p->cache;
}

void
path_cache_leave(ReadyPath *p, const void *user)
{
	if (p->user == user)
		p->user = NULL;
}
