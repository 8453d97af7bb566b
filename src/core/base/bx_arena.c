/*
 * bx_arena.c -- bump allocation in chunks that double from 8 kB to 1 MB.
 *
 * Chunks are chained through their first bytes.  A request that would not fit an ordinary chunk gets one of its own,
 * placed behind the current chunk so that the space left there is still used.  Chunks are numbered as they come, and
 * keep number and place when they grow: those newer than a mark are in front of the chain, or right behind its head.
 */
#include "bx_core_int.h"
#include "bx_arena.h"

#define ARENA_CHUNK_MIN ((size_t) 8 << 10)
#define ARENA_CHUNK_SMALL ((size_t) 1 << 10)
#define ARENA_CHUNK_MAX ((size_t) 1 << 20)

struct BxArenaChunk
{
	BxArenaChunk *next;
	uint64_t number; /* from 1 */
	size_t own;      /* bytes for the one request that it is for; 0: for any */
	size_t size;     /* as the host knows it */
};

struct BxArenaHold
{
	BxArenaHold *before;
	BxShared *held;
	uint64_t number; /* among the chunks */
};

/* Host memory may be aligned to 8 only, so the first result of a chunk is found by rounding up. */
#define CHUNK_OVERHEAD (sizeof(BxArenaChunk) + BX_ARENA_ALIGN - 1)

static char *
chunk_data(BxArenaChunk *c)
{
	char *p = (char *) (c + 1);

	return p + (-(uintptr_t) p & (BX_ARENA_ALIGN - 1));
}

void
bx_arena_init(BxArena *a, const BxHost *host)
{
	memset(a, 0, sizeof(*a));
	a->host = host;
	a->next_size = ARENA_CHUNK_MIN;
}

void
bx_arena_init_small(BxArena *a, const BxHost *host)
{
	bx_arena_init(a, host);
	a->next_size = ARENA_CHUNK_SMALL;
}

void
bx_arena_init_of(BxArena *a, const BxHost *host, size_t first, BxKeeper *keeper)
{
	bx_arena_init(a, host);
	a->next_size = first;
	a->keeper = keeper;
}

/* ---- what arenas have in common ---- */

bool
bx_keeper_take(BxKeeper *keeper, size_t n)
{
	if (keeper == NULL)
		return true;
	if (keeper->most > 0 && (n > keeper->most || keeper->bytes > keeper->most - n))
	{
		keeper->refused = true;
		return false;
	}
	keeper->bytes += n;
	return true;
}

void
bx_keeper_give(BxKeeper *keeper, size_t n)
{
	if (keeper != NULL)
		keeper->bytes -= n;
}

bool
bx_arena_hold(BxArena *a, BxShared *held)
{
	BxArenaHold *hold;

	if (a->holds != NULL && a->holds->held == held)
		return true;
	hold = bx_arena_alloc(a, sizeof(BxArenaHold));
	if (hold == NULL)
		return false;
	*hold = (BxArenaHold){a->holds, held, ++a->last};
	a->holds = hold;
	held->holds++;
	return true;
}

/*
 * What is given back may hold other things, and those again others: they wait in a list, so that their number takes no
 * stack.
 */
static void
let_go(BxShared *held)
{
	BxKeeper *keeper = held->keeper;

	if (--held->holds > 0)
		return;
	held->next = keeper->loose;
	keeper->loose = held;
	if (keeper->giving)
		return;
	keeper->giving = true;
	while ((held = keeper->loose) != NULL)
	{
		keeper->loose = held->next;
		held->give(held);
	}
	keeper->giving = false;
}

static void
let_newer_go(BxArena *a, uint64_t last)
{
	while (a->holds != NULL && a->holds->number > last)
	{
		BxArenaHold *hold = a->holds;

		a->holds = hold->before;
		let_go(hold->held);
	}
}

void
bx_arena_let_go(BxArena *a)
{
	let_newer_go(a, 0);
}

/* ---- chunks ---- */

static BxArenaChunk *
chunk_new(BxArena *a, size_t size)
{
	BxArenaChunk *c;

	if (!bx_keeper_take(a->keeper, size))
		return NULL;
	c = a->host->alloc(a->host->ctx, size);
	if (c == NULL)
	{
		bx_keeper_give(a->keeper, size);
		return NULL;
	}
	a->total += size;
	c->number = ++a->last;
	c->own = 0;
	c->size = size;
	return c;
}

/* A chunk for this request alone; the current chunk, if there is one, stays current. */
static void *
alloc_own_chunk(BxArena *a, size_t n)
{
	BxArenaChunk *c = chunk_new(a, n + CHUNK_OVERHEAD);

	if (c == NULL)
		return NULL;
	c->own = n;
	if (a->head == NULL)
	{
		c->next = NULL;
		a->head = c;
	}
	else
	{
		c->next = a->head->next;
		a->head->next = c;
	}
	return chunk_data(c);
}

static void *
alloc_new_chunk(BxArena *a, size_t n)
{
	size_t size = a->next_size;
	BxArenaChunk *c = chunk_new(a, size);

	if (c == NULL)
		return NULL;
	if (a->next_size < ARENA_CHUNK_MAX)
		a->next_size *= 2;
	c->next = a->head;
	a->head = c;
	a->cur = chunk_data(c) + n;
	a->end = (char *) c + size;
	return a->cur - n;
}

void *
bx_arena_alloc_chunk(BxArena *a, size_t n)
{
	if (BX_UNLIKELY(n > SIZE_MAX - CHUNK_OVERHEAD - BX_ARENA_ALIGN))
		return NULL;
#ifdef BX_ARENA_EACH
	return alloc_own_chunk(a, n);
#endif
	n = n == 0 ? BX_ARENA_ALIGN : (n + BX_ARENA_ALIGN - 1) & ~(size_t) (BX_ARENA_ALIGN - 1);
	if (BX_LIKELY((size_t) (a->end - a->cur) >= n))
	{
		a->cur += n;
		return a->cur - n;
	}
	if (n > a->next_size - CHUNK_OVERHEAD)
		return alloc_own_chunk(a, n);
	return alloc_new_chunk(a, n);
}

void *
bx_arena_zalloc(BxArena *a, size_t n)
{
	void *p = bx_arena_alloc(a, n);

	if (p != NULL)
		memset(p, 0, n);
	return p;
}

/* The link to the chunk that has p to itself, or NULL. */
static BxArenaChunk **
own_chunk_of(BxArena *a, const void *p)
{
	BxArenaChunk **link;

	for (link = &a->head; *link != NULL; link = &(*link)->next)
		if ((*link)->own > 0 && chunk_data(*link) == p)
			return link;
	return NULL;
}

void *
bx_arena_grow(BxArena *a, void *p, size_t used, size_t n)
{
	BxArenaChunk **link = used >= ARENA_CHUNK_MIN / 2 ? own_chunk_of(a, p) : NULL;
	BxArenaChunk *c;
	size_t at;
	void *q;

	if (link == NULL)
	{
		q = bx_arena_alloc(a, n);
		if (q != NULL && used > 0)
			memcpy(q, p, used);
		return q;
	}
	if (n <= (*link)->own)
		return p;
	if (n > SIZE_MAX - CHUNK_OVERHEAD)
		return NULL;
	at = (size_t) ((char *) p - (char *) *link);
	if (!bx_keeper_take(a->keeper, n - (*link)->own))
		return NULL;
	c = a->host->resize(a->host->ctx, *link, n + CHUNK_OVERHEAD);
	if (c == NULL)
	{
		bx_keeper_give(a->keeper, n - (*link)->own);
		return NULL;
	}
	*link = c;
	a->total += n - c->own;
	c->size += n - c->own;
	c->own = n;
	q = chunk_data(c);
	if (q != (char *) c + at)
		memmove(q, (char *) c + at, used);
	return q;
}

void
bx_arena_calm(BxArena *a)
{
	if (a->next_size > 2 * ARENA_CHUNK_MIN)
		a->next_size = 2 * ARENA_CHUNK_MIN;
}

char *
bx_arena_strndup(BxArena *a, const char *s, size_t n)
{
	char *p = n < SIZE_MAX ? bx_arena_alloc(a, n + 1) : NULL;

	if (p == NULL)
		return NULL;
	if (n > 0)
		memcpy(p, s, n);
	p[n] = '\0';
	return p;
}

void
bx_arena_reset(BxArena *a)
{
	BxArenaChunk *c;

	let_newer_go(a, 0);
	c = a->head;
	bx_keeper_give(a->keeper, a->total);
	while (c != NULL)
	{
		BxArenaChunk *next = c->next;

		a->host->release(a->host->ctx, c);
		c = next;
	}
	bx_arena_init_of(a, a->host, ARENA_CHUNK_MIN, a->keeper);
}

static void
release_newer(BxArena *a, BxArenaChunk **link, uint64_t last)
{
	BxArenaChunk *c;

	while ((c = *link) != NULL && c->number > last)
	{
		*link = c->next;
		a->total -= c->size;
		bx_keeper_give(a->keeper, c->size);
		a->host->release(a->host->ctx, c);
	}
}

void
bx_arena_release_chunks(BxArena *a, const BxArenaMark *mark)
{
	if (mark->last == 0)
	{
		bx_arena_reset(a);
		return;
	}
	let_newer_go(a, mark->last);
	release_newer(a, &a->head, mark->last);
	release_newer(a, &a->head->next, mark->last);
	a->last = mark->last; /* nothing has a greater number any more */
}

void
bx_arena_empty_chunks(BxArena *a, BxArenaMark *start)
{
	BxArenaChunk *newest = a->head;

	if (newest == NULL || newest->own > 0 || newest->number <= start->last)
	{
		bx_arena_release_chunks(a, start);
		return;
	}
	let_newer_go(a, 0);
	release_newer(a, &newest->next, 0);
	a->cur = chunk_data(newest);
	a->end = (char *) newest + newest->size;
	a->last = newest->number;
	*start = bx_arena_mark(a);
}
