/*
 * bx_arena.h -- bump allocation for one operation; freed as a whole.
 *
 * Not thread-safe.  Memory comes from the host in chunks of 8 kB doubling to 1 MB; a request larger than
 * a chunk gets a chunk of its own.  Results are aligned to 16 bytes and are not zeroed.
 */
#ifndef BX_ARENA_H
#define BX_ARENA_H

#include "bx_host.h"

#define BX_ARENA_ALIGN 16

typedef struct BxArenaChunk BxArenaChunk;
typedef struct BxArenaHold BxArenaHold;
typedef struct BxShared BxShared;

/* What the arenas of one operation have in common. */
typedef struct BxKeeper
{
	size_t bytes;    /* that they and what they hold take of the host's memory */
	size_t most;     /* no more than these; 0: any number */
	bool refused;    /* memory was, since it would have been more */
	BxShared *loose; /* what nothing holds any more, and is to be given back */
	bool giving;
} BxKeeper;

/*
 * Something that arenas hold: it begins with this, and its memory is not theirs.  It is given back when the last hold
 * goes, with the arena or with what was allocated since a mark.
 */
struct BxShared
{
	BxKeeper *keeper;
	uint32_t holds;
	BxShared *next; /* among the loose ones */
	void (*give)(BxShared *held);
};

typedef struct BxArena
{
	const BxHost *host;
	BxKeeper *keeper;   /* NULL: it holds nothing, and nobody counts its bytes */
	BxArenaHold *holds; /* the last one */
	BxArenaChunk *head;
	char *cur;
	char *end;
	size_t next_size;
	size_t total;  /* bytes held of the host's memory */
	uint64_t last; /* number of the newest chunk or hold */
} BxArena;

extern void bx_arena_init(BxArena *a, const BxHost *host);
/* The same for what is little as a rule: the first chunk has 1 kB. */
extern void bx_arena_init_small(BxArena *a, const BxHost *host);
/* The same with a first chunk of so many bytes, and one of several arenas. */
extern void bx_arena_init_of(BxArena *a, const BxHost *host, size_t first, BxKeeper *keeper);

/* Hold something from now on, which has the keeper of the arena; false: there is no memory for it. */
extern bool bx_arena_hold(BxArena *a, BxShared *held);
/* Hold nothing any more. */
extern void bx_arena_let_go(BxArena *a);
/* Count bytes that one of the keeper's takes by itself (NULL: nobody counts); false: there would be too many. */
extern bool bx_keeper_take(BxKeeper *keeper, size_t n);
extern void bx_keeper_give(BxKeeper *keeper, size_t n);

/* bx_arena_alloc when the current chunk, if there is one, does not have that much. */
extern void *bx_arena_alloc_chunk(BxArena *a, size_t n);

/*
 * NULL when the host refuses.  With BX_ARENA_EACH, as fuzz targets have it, each block is memory of the host of its
 * own, so that a read behind it, or after its release, is seen.
 */
static inline void *
bx_arena_alloc(BxArena *a, size_t n)
{
	size_t room = (size_t) (a->end - a->cur) & ~(size_t) (BX_ARENA_ALIGN - 1);
	char *p = a->cur;

	/* room is a multiple of the alignment: what holds n holds n rounded up */
#ifdef BX_ARENA_EACH
	room = 0;
#endif
	if (__builtin_expect(n - 1 < room, 1)) /* also: n is not 0 */
	{
		a->cur = p + ((n + BX_ARENA_ALIGN - 1) & ~(size_t) (BX_ARENA_ALIGN - 1));
		return p;
	}
	return bx_arena_alloc_chunk(a, n);
}

extern void *bx_arena_zalloc(BxArena *a, size_t n);
extern char *bx_arena_strndup(BxArena *a, const char *s, size_t n);
/*
 * bx_arena_grow: make a block of the arena larger; p may be NULL when used is 0.  The first `used` bytes are kept, the
 * old address is no longer valid.  NULL when the host refuses; then the block is as it was.  A large block is resized
 * by the host, so that no copy stays behind.  A block that was there before a mark and grew after it may be gone once
 * the mark is released.
 */
extern void *bx_arena_grow(BxArena *a, void *p, size_t used, size_t n);
/*
 * bx_arena_mark / bx_arena_release: give back everything allocated since the mark.  Marks nest like a stack; memory
 * of the chunk that was current at the mark is kept for reuse, so a loop that marks and releases does not go to the
 * host.
 */
typedef struct BxArenaMark
{
	uint64_t last;
	char *cur;
	char *end;
} BxArenaMark;

/* The present end of the arena. */
static inline BxArenaMark
bx_arena_mark(const BxArena *a)
{
	return (BxArenaMark){a->last, a->cur, a->end};
}

/* bx_arena_release when there are chunks or holds since the mark, or none at all. */
extern void bx_arena_release_chunks(BxArena *a, const BxArenaMark *mark);

/* Forget everything allocated since the mark was taken. */
static inline void
bx_arena_release(BxArena *a, const BxArenaMark *mark)
{
	if (mark->last != a->last)
		bx_arena_release_chunks(a, mark);
	a->cur = mark->cur;
	a->end = mark->end;
}

/* bx_arena_empty when there are chunks or holds since the mark. */
extern void bx_arena_empty_chunks(BxArena *a, BxArenaMark *start);

/*
 * Forget everything.  The mark is the first one, in a chunk in front of which nothing is kept.  What needs more than
 * that chunk will need it again, so the newest chunk stays instead, where there is one, and the mark moves to it.
 */
static inline void
bx_arena_empty(BxArena *a, BxArenaMark *start)
{
	if (start->last != a->last)
		bx_arena_empty_chunks(a, start);
	a->cur = start->cur;
	a->end = start->end;
}

/* What is cleared again and again: the next chunk need not be larger than those before. */
extern void bx_arena_calm(BxArena *a);

/* Give everything back to the host, and all holds; the arena may be used again. */
extern void bx_arena_reset(BxArena *a);

#endif
