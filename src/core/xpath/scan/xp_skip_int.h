/*
 * xp_skip_int.h -- tables that say which items a scan can pass over.
 *
 * Whether an item has to be looked at depends on its token and on the steps that are live where it is.  A table has one
 * byte per token, which says that items of the token can be passed over for certain live steps.  The scan enters a
 * token when it meets the first such item, so that a table costs little where few kinds of items occur.  Tables are
 * used once an evaluation has looked at some hundred items (XpEval.hot).
 */
#ifndef XP_SKIP_INT_H
#define XP_SKIP_INT_H

#include "../nodes/xp_node_int.h"

#include "../../format/bx_item.h"

#define XP_SKIP_TABLES 16

/* What decides which items are passed over: the live steps of a scan; deep as in its frames. */
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

/* xp_scan.c: replace a table by an empty one; NULL when there is none yet. */
extern XpSkipTable *xp_skip_new(XpEval *ev, XpSkipTable *pass, const XpSkipKey *key);

static inline bool
xp_skip_is(const XpSkipTable *pass, const void *owner, uint64_t want, uint64_t deep)
{
	return pass != NULL && pass->key.owner == owner && pass->key.want == want && pass->key.deep == deep;
}

/*
 * The table of the key, NULL when there is none.  Tables are a cache with one place for each key, so check with
 * xp_skip_is that it is still the same before using it after another call.
 */
static inline XpSkipTable *
xp_skip_table(XpEval *ev, const void *owner, uint64_t want, uint64_t deep)
{
	uint64_t h = (want ^ (deep << 7) ^ (uintptr_t) owner) * 0x9E3779B97F4A7C15ull;
	XpSkipTable *pass = ev->skip == NULL ? NULL : &ev->skip[h >> 60];
	XpSkipKey key = {owner, want, deep};

	return BX_LIKELY(xp_skip_is(pass, owner, want, deep)) ? pass : xp_skip_new(ev, pass, &key);
}

/* The same, when *last is the table used last. */
static inline XpSkipTable *
xp_skip_use(XpSkipTable **last, XpEval *ev, const void *owner, uint64_t want, uint64_t deep)
{
	if (!xp_skip_is(*last, owner, want, deep))
		*last = xp_skip_table(ev, owner, want, deep);
	return *last;
}

/*
 * The first item from off on that the table does not pass over, or the end.  An offset after the end means damage.
 * At most eight bytes per tick are passed over.
 */
static inline uint32_t
xp_skip_items(XpEval *ev, const XpSkipTable *pass, uint32_t off, uint32_t end, uint32_t *ticks)
{
	const uint8_t *skip = pass->skip;
	const uint8_t *base = ev->base;
	uint32_t n_consts = ev->n_consts;
	uint64_t max = (uint64_t) off + 8ull * (*ticks - 1);
	uint64_t filled = (uint64_t) ev->lo + ev->span;
	uint32_t last = ev->items_len > 2 ? ev->items_len - 2 : 0; /* two bytes may follow a token */
	uint32_t stop = end < last ? end : last;
	uint32_t n = 0;

	stop = stop < max ? stop : (uint32_t) max;
	stop = stop < filled ? stop : (uint32_t) filled;
	stop = off < ev->lo ? 0 : stop; /* another path may have read ahead in the meantime */
	for (; off < stop && skip[base[off]]; n++)
	{
		uint32_t size = bx_item_size(base + off, n_consts);

		if (BX_UNLIKELY(size == 0))
			break;
		__builtin_prefetch(base + off + XP_AHEAD);
		off += size;
	}
	ev->work->items += n;
	*ticks = n < *ticks ? *ticks - n : 1;
	return off;
}

#endif
