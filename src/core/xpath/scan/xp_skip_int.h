/*
 * xp_skip_int.h -- passing over items nobody wants.
 *
 * Whether an item takes a look depends on its token and on what a path waits for where it stands.  Where many items are
 * passed over, the answer is kept per token: one byte says that an item of the token is of no interest, and the way over
 * it is its length.  Bytes are filled in by whoever found out item by item, so that a table costs little where few kinds
 * of items occur.  Tables are used once an evaluation has looked at some hundred items (XpEval.hot).
 */
#ifndef XP_SKIP_INT_H
#define XP_SKIP_INT_H

#include "../nodes/xp_node_int.h"

#define XP_PASS_TABLES 16
#define XP_PASS_TOKENS 240 /* those of one byte */

/*
 * Passing over records is bound by memory latency: bytes are asked for so far ahead.  Of what is jumped over no more than
 * some lines are, to the end of which comes what is looked at next.
 */
#define XP_AHEAD 1536
#define XP_AHEAD_LINES 16
#define XP_LINE 64

static inline void
xp_ahead(const XpEval *ev, uint32_t from, uint32_t to)
{
	uint32_t least = to > XP_AHEAD_LINES * XP_LINE ? to - XP_AHEAD_LINES * XP_LINE : 0;

	for (from = from > least ? from : least; from < to; from += XP_LINE)
		__builtin_prefetch(ev->base + from + XP_AHEAD);
}

/* What decides which items are passed over: the steps a path or predicate waits for; deep as in a frame of the stream. */
typedef struct XpSkipKey
{
	const void *owner;
	uint64_t want;
	uint64_t deep;
} XpSkipKey;

typedef struct XpSkipTable
{
	XpSkipKey key;
	uint8_t skip[256]; /* per first byte of an item; 0: not known, or of interest */
} XpSkipTable;

/* xp_skip.c: an empty table in the place of another (NULL: the first one); NULL when memory is refused. */
extern XpSkipTable *xp_pass_new(XpEval *ev, XpSkipTable *pass, const XpSkipKey *key);

static inline bool
xp_pass_is(const XpSkipTable *pass, const void *owner, uint64_t want, uint64_t deep)
{
	return pass != NULL && pass->key.owner == owner && pass->key.want == want && pass->key.deep == deep;
}

/*
 * The table of the key, NULL when there is none.  It may be another's after the next call: xp_pass_is tells.  A cache, in
 * which a key has one place: one that is lost costs 256 bytes.
 */
static inline XpSkipTable *
xp_pass_table(XpEval *ev, const void *owner, uint64_t want, uint64_t deep)
{
	uint64_t h = (want ^ (deep << 7) ^ (uintptr_t) owner) * 0x9E3779B97F4A7C15ull;
	XpSkipTable *pass = ev->pass == NULL ? NULL : &ev->pass[h >> 60];
	XpSkipKey key = {owner, want, deep};

	return BX_LIKELY(xp_pass_is(pass, owner, want, deep)) ? pass : xp_pass_new(ev, pass, &key);
}

/* The same, when *last is the table used last. */
static inline XpSkipTable *
xp_skip_use(XpSkipTable **last, XpEval *ev, const void *owner, uint64_t want, uint64_t deep)
{
	if (!xp_pass_is(*last, owner, want, deep))
		*last = xp_pass_table(ev, owner, want, deep);
	return *last;
}

/*
 * The first item from off on that the table does not pass over, or the end.  An offset behind the end is damage.  At most
 * eight bytes per tick are gone over.  Whether an item is a constant, which is one byte, is not foreseen by a processor,
 * so no branch depends on it.
 */
static inline uint32_t
xp_pass_items(XpEval *ev, const XpSkipTable *pass, uint32_t off, uint32_t end, uint32_t *ticks)
{
	const uint8_t *skip = pass->skip;
	const uint8_t *base = ev->base;
	uint32_t n_consts = ev->n_consts;
	uint64_t most = (uint64_t) off + 8ull * (*ticks - 1);
	uint64_t filled = (uint64_t) ev->lo + ev->span;
	uint32_t last = ev->items_len > 2 ? ev->items_len - 2 : 0; /* two bytes may follow a token */
	uint32_t stop = end < last ? end : last;
	uint32_t n = 0;

	stop = stop < most ? stop : (uint32_t) most;
	stop = stop < filled ? stop : (uint32_t) filled;
	stop = off < ev->lo ? 0 : stop; /* another path may have looked further on in between */
	for (; off < stop && skip[base[off]]; n++)
	{
		uint32_t len = base[off + 1];

		if (BX_UNLIKELY(len >= 240) && base[off] >= n_consts)
		{
			if (len == 255)
				break;
			len = 241 + ((len - 240) << 8) + base[off + 2];
		}
		__builtin_prefetch(base + off + XP_AHEAD);
		off += 1 + ((1 + len) & -(uint32_t) (base[off] >= n_consts));
	}
	ev->work->items += n;
	*ticks = n < *ticks ? *ticks - n : 1;
	return off;
}

#endif
