/*
 * bx_arena.c -- bump allocation in chunks that double from 8 kB to 1 MB.
 *
 * Chunks are chained through their first bytes and only ever returned together.  A request that would not
 * fit an ordinary chunk gets one of its own, placed behind the current chunk so that the space left there
 * is still used.
 */
#include "bx_core_int.h"
#include "bx_arena.h"

#define ARENA_ALIGN 16
#define ARENA_CHUNK_MIN ((size_t) 8 << 10)
#define ARENA_CHUNK_MAX ((size_t) 1 << 20)

struct BxArenaChunk
{
	BxArenaChunk *next;
};

/* Host memory may be aligned to 8 only, so the first result of a chunk is found by rounding up. */
#define CHUNK_OVERHEAD (sizeof(BxArenaChunk) + ARENA_ALIGN - 1)

static char *
chunk_data(BxArenaChunk *c)
{
	char *p = (char *) (c + 1);

	return p + (-(uintptr_t) p & (ARENA_ALIGN - 1));
}

void
bx_arena_init(BxArena *a, const BxHost *host)
{
	memset(a, 0, sizeof(*a));
	a->host = host;
	a->next_size = ARENA_CHUNK_MIN;
}

static BxArenaChunk *
chunk_new(BxArena *a, size_t size)
{
	BxArenaChunk *c = a->host->alloc(a->host->ctx, size);

	if (c != NULL)
		a->total += size;
	return c;
}

/* A chunk for this request alone; the current chunk, if there is one, stays current. */
static void *
alloc_own_chunk(BxArena *a, size_t n)
{
	BxArenaChunk *c = chunk_new(a, n + CHUNK_OVERHEAD);

	if (c == NULL)
		return NULL;
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
bx_arena_alloc(BxArena *a, size_t n)
{
	if (BX_UNLIKELY(n > SIZE_MAX - CHUNK_OVERHEAD - ARENA_ALIGN))
		return NULL;
	n = n == 0 ? ARENA_ALIGN : (n + ARENA_ALIGN - 1) & ~(size_t) (ARENA_ALIGN - 1);
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
	BxArenaChunk *c = a->head;

	while (c != NULL)
	{
		BxArenaChunk *next = c->next;

		a->host->release(a->host->ctx, c);
		c = next;
	}
	bx_arena_init(a, a->host);
}

BxArenaMark
bx_arena_mark(const BxArena *a)
{
	BxArenaMark m = {a->head, a->head ? a->head->next : NULL, a->cur, a->end};

	return m;
}

/* Chunks newer than the mark are in front of its head; large ones of their own were put right behind it. */
void
bx_arena_release(BxArena *a, const BxArenaMark *mark)
{
	BxArenaChunk *c;

	if (mark->head == NULL)
	{
		bx_arena_reset(a);
		return;
	}
	while (a->head != mark->head)
	{
		c = a->head;
		a->head = c->next;
		a->host->release(a->host->ctx, c);
	}
	while (a->head->next != mark->behind)
	{
		c = a->head->next;
		a->head->next = c->next;
		a->host->release(a->host->ctx, c);
	}
	a->cur = mark->cur;
	a->end = mark->end;
}
