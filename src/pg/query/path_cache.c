/*
 * path_cache.c -- paths that are ready to be evaluated, kept by the backend.
 *
 * Each execution of a statement has call sites of its own.  Checking a compiled path, planning it and binding it to a
 * table costs several times what its evaluation on a small document does, so the results outlive call sites: they are
 * found by the bytes of the path, never by an address.  Callers pin what they use; of the other paths the most
 * recently used ones stay, as long as they are small.  The binding is that of the last table seen, and evaluation may
 * change it, so only one evaluation at a time has it.  A rowset evaluates over many calls and therefore has a path to
 * itself.
 */
#include "postgres.h"
#include "utils/memutils.h"

#include "../../core/format/bx_table.h"
#include "../../core/xpath/syntax/xp_advice.h"
#include "../../core/xpath/syntax/xp_join.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../server/utf8.h"
#include "path.h"
#include "../server/settings.h"
#include "path_cache.h"

#define PATHS 64
#define KEPT_MAX (96 * 1024) /* memory of a path that stays without call sites */
/* Paths that differ in the text of a literal only: from so many on, a new one takes the place of the oldest. */
#define ALIKE_MAX 4

/* What a search looks at stands together: a path itself is seldom in a cache of the processor. */
typedef struct ListedPath
{
	uint64 hash;
	ReadyPath *path;
	uint32 age;
} ListedPath;

static ListedPath paths[PATHS];
static uint32 n_paths;
static uint32 clock_now;

/* A path without anything, in a memory context of its own. */
static ReadyPath *
new_path(PathKind kind)
{
	MemoryContext cxt = AllocSetContextCreate(CacheMemoryContext, "bxml path", ALLOCSET_SMALL_SIZES);
	ReadyPath *p = MemoryContextAllocZero(cxt, sizeof(ReadyPath));

	host_init(&p->host, cxt);
	bx_arena_init(&p->arena, &p->host.host);
	p->kind = kind;
	return p;
}

/* With all that is on its host: an error leaves buffers of the core there that no arena knows of. */
static void
free_path(ReadyPath *p)
{
	MemoryContextDelete(p->host.cxt);
}

static void
unlist(ReadyPath *p)
{
	uint32 i;

	for (i = 0; i < n_paths && paths[i].path != p;)
		i++;
	paths[i] = paths[--n_paths];
	p->listed = false;
}

/* List a new path; if all listed ones are in use, it is not listed and serves this caller alone. */
static void
enlist(ReadyPath *p, uint64 hash)
{
	const ListedPath *oldest = NULL;

	for (uint32 i = 0; i < n_paths && n_paths == PATHS; i++)
		if ((oldest == NULL || (int32) (paths[i].age - oldest->age) < 0) && paths[i].path->pins == 0)
			oldest = &paths[i];
	if (oldest != NULL)
	{
		ReadyPath *old = oldest->path;

		unlist(old);
		free_path(old);
	}
	if (n_paths == PATHS)
		return;
	paths[n_paths++] = (ListedPath){hash, p, ++clock_now};
	p->listed = true;
}

/* A listed path that can be used again. */
static ReadyPath *
find_listed(PathKind kind, const uint8_t *bytes, size_t n, uint64 hash)
{
	for (uint32 i = 0; i < n_paths; i++)
	{
		ReadyPath *p = paths[i].path;

		if (paths[i].hash != hash || p->kind != kind || memcmp(p->bytes, bytes, n) != 0 ||
			(kind == PATH_ROWS && p->pins > 0))
			continue;
		paths[i].age = ++clock_now;
		return p;
	}
	return NULL;
}

static bool
has_advice(const XpBlock *path)
{
	return xp_advice_comparison(path) > 0 || xp_advice_always_exists(path);
}

/* Is it one that nobody uses, and that the bytes would be with another text of its literal? */
static bool
is_alike(const ReadyPath *p, const uint8_t *bytes, size_t n)
{
	return p->slot.n > 0 && p->len == n && p->pins == 0 && p->user == NULL && !p->failed &&
		   xp_slot_same(p->block, &p->slot, bytes, n);
}

/*
 * Statements in succession often differ in one value, written into a path or bound to a variable.  The plan of such a
 * path is used for the next value.
 */
static ReadyPath *
find_alike(const uint8_t *bytes, size_t n, uint64 hash)
{
	ListedPath *oldest = NULL;
	ReadyPath *p;
	int alike = 0;

	for (uint32 i = 0; i < n_paths; i++)
		if (is_alike(paths[i].path, bytes, n))
		{
			alike++;
			if (oldest == NULL || (int32) (paths[i].age - oldest->age) < 0)
				oldest = &paths[i];
		}
	if (alike < ALIKE_MAX)
		return NULL;
	p = oldest->path;
	memcpy(p->bytes + p->slot.off, bytes + p->slot.off, p->slot.n);
	xp_cache_take_text(p->cache, &p->slot);
	xp_engine_forget(p->engine);
	p->advice = has_advice(p->block);
	oldest->hash = hash;
	oldest->age = ++clock_now;
	return p;
}

static void *
alloc(ReadyPath *p, size_t n)
{
	void *memory = bx_arena_alloc(&p->arena, n);
	BxError err;

	if (memory == NULL)
		error_check(bx_fail_nomem(&err, n), &err);
	return memory;
}

static void
compile_text(ReadyPath *p)
{
	XpBlock *block;
	BxError err;

	bx_error_clear(&err);
	error_check(xp_compile((const char *) p->bytes, p->len, 0, &p->arena, &block, &err), &err);
	p->block = block;
}

static void
compile_query(ReadyPath *p)
{
	FcOptions options = {.immutable = p->kind == PATH_QUERY_FIXED || p->kind == PATH_UPDATE,
						 .tables = p->kind == PATH_QUERY_TABLES,
						 .mode = p->kind == PATH_UPDATE ? Q_MODE_UPDATE : Q_MODE_QUERY};
	BxError err;

	bx_error_clear(&err);
	error_check(fc_compile(bx_str((const char *) p->bytes, p->len), &options, &p->host.host, &p->arena,
						   &p->query, &err),
				&err);
}

/* Which of the paths of a rowset an error is about. */
static void
name_column_path(void *arg)
{
	const BxStr *path = arg;

	errcontext("column path \"%s\"", utf8_excerpt(path->s, path->n));
}

/*
 * The key of PATH_ROWS: the number of paths and the length of each, as uint64, then their bytes; that of the rows is
 * first.
 */
static void
compile_rows(ReadyPath *p)
{
	const uint64 *lens = (const uint64 *) p->bytes;
	const uint8_t *bytes = (const uint8_t *) (lens + lens[0] + 1);
	BxStr path;
	ErrorContextCallback place = {error_context_stack, name_column_path, &path};
	XpBlock *block;
	BxError err;

	bx_error_clear(&err);
	p->n_parts = (uint32_t) *lens++;
	p->parts = alloc(p, p->n_parts * sizeof(XpBlock *));
	p->roots = alloc(p, p->n_parts * sizeof(uint32_t));
	p->parts[0] = path_block(bytes, lens[0], &p->arena);
	error_context_stack = &place;
	for (uint32_t i = 1; i < p->n_parts; i++)
	{
		bytes += lens[i - 1];
		path = (BxStr){(const char *) bytes, lens[i]};
		error_check(xp_compile_under(p->parts[0], path.s, path.n, &p->arena, &block, &err), &err);
		p->parts[i] = block;
	}
	error_context_stack = place.previous;
	error_check(xp_join(p->parts, p->n_parts, &p->arena, &block, p->roots, &err), &err);
	p->block = block;
}

static void
compile(ReadyPath *p)
{
	switch (p->kind)
	{
		case PATH_COMPILED:
			p->block = path_block(p->bytes, p->len, &p->arena);
			p->advice = has_advice(p->block);
			if ((const uint8_t *) p->block != p->bytes || !xp_slot_only(p->block, &p->slot))
				p->slot.n = 0;
			return;
		case PATH_ROWS:
			compile_rows(p);
			for (uint32_t i = 0; i < p->n_parts; i++)
				p->advice |= has_advice(p->parts[i]);
			return;
		case PATH_TEXT: compile_text(p); return;
		case PATH_UPDATE:
		case PATH_QUERY:
		case PATH_QUERY_TABLES:
		case PATH_QUERY_FIXED: compile_query(p); return;
	}
}

/* Of a path or text, or of the paths that are joined for rows. */
static void
make_engines(ReadyPath *p)
{
	XpEngine **last = &p->engine;

	if (p->kind == PATH_COMPILED || p->kind == PATH_TEXT)
		p->engine = xp_engine_new(p->block, &p->arena);
	p->has_query = p->block != NULL && xp_is_query(p->block);
	for (uint32_t i = 0; p->kind == PATH_ROWS && i < p->n_parts; i++)
	{
		*last = xp_engine_new(p->parts[i], &p->arena);
		if (*last == NULL)
			return;
		last = &(*last)->next;
		p->has_query |= xp_is_query(p->parts[i]);
	}
}

XpEngine *
path_cache_engine(const ReadyPath *p)
{
	return bxml_setting_engine == ENGINE_NEW || p->has_query ? p->engine : NULL;
}

/* If an error leaves a path incomplete, the next call frees it. */
static ReadyPath *
make_path(PathKind kind, const uint8_t *bytes, size_t n)
{
	static ReadyPath *making;
	ReadyPath *p;

	if (making != NULL)
		free_path(making);
	making = NULL;
	making = p = new_path(kind);
	p->bytes = memcpy(alloc(p, n), bytes, n);
	p->len = n;
	compile(p);
	if (p->block != NULL)
		p->cache = xp_cache_of(&p->arena, p->block);
	else if (kind == PATH_UPDATE)
		p->cache = xp_cache_new(&p->arena);
	make_engines(p);
	making = NULL;
	return p;
}

ReadyPath *
path_cache_get(PathKind kind, const uint8_t *bytes, size_t n)
{
	uint64 hash = (uint64) n << 32 | bx_fingerprint(0, bytes, n);
	ReadyPath *p = find_listed(kind, bytes, n, hash);

	if (p == NULL && kind == PATH_COMPILED)
		p = find_alike(bytes, n, hash);
	if (p == NULL)
	{
		p = make_path(kind, bytes, n);
		enlist(p, hash);
	}
	p->pins++;
	return p;
}

ReadyPath *
path_cache_rows(const uint8_t *path, size_t len, const char *const *texts, const size_t *lens, uint32 n)
{
	size_t total = (n + 2) * sizeof(uint64) + len;
	uint64 *key;
	uint8_t *at;
	ReadyPath *p;

	for (uint32 i = 0; i < n; i++)
		total += lens[i];
	key = palloc(total);
	key[0] = n + 1;
	key[1] = len;
	at = (uint8_t *) (key + n + 2);
	memcpy(at, path, len);
	at += len;
	for (uint32 i = 0; i < n; i++)
	{
		key[i + 2] = lens[i];
		memcpy(at, texts[i], lens[i]);
		at += lens[i];
	}
	p = path_cache_get(PATH_ROWS, (const uint8_t *) key, total);
	pfree(key);
	return p;
}

size_t
path_cache_size(const ReadyPath *p)
{
	return p->arena.total + xp_cache_held(p->cache) + xp_engine_held(p->engine);
}

void
path_cache_unpin(ReadyPath *p, bool failed)
{
	p->pins--;
	p->failed |= failed;
	if (p->listed && (p->failed || (p->pins == 0 && path_cache_size(p) > KEPT_MAX)))
		unlist(p);
	if (p->pins == 0 && !p->listed)
		free_path(p);
}

/* What a call site keeps; fn_extra. */
typedef struct PathSite
{
	MemoryContextCallback ends;
	ReadyPath *path;
} PathSite;

static void
site_ends(void *arg)
{
	path_cache_unpin(((PathSite *) arg)->path, false);
}

void
path_cache_keep(FmgrInfo *info, ReadyPath *path)
{
	PathSite *site = info != NULL ? info->fn_extra : NULL;

	if (info == NULL || (site != NULL && site->path == path))
		return;
	if (site == NULL)
	{
		site = MemoryContextAllocZero(info->fn_mcxt, sizeof(PathSite));
		site->ends.func = site_ends;
		site->ends.arg = site;
		MemoryContextRegisterResetCallback(info->fn_mcxt, &site->ends);
		info->fn_extra = site;
	}
	else
		path_cache_unpin(site->path, false);
	path->pins++;
	site->path = path;
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
