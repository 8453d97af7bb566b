/*
 * bx_constants.c -- which values of a document become constants.
 *
 * One pass over the tape counts short values in a table of fixed size in which each pair of shape and value has one
 * place.  Who finds its place taken wears the count of the holder down and moves in when it is used up, so that what
 * is frequent stays and what is not passes through: no chains, no growth, the same work per value whatever the input.
 * Counts are too low where places were contested, and too high only for values whose digests are the same, which are
 * told apart when the items are written.  The place of each value is noted, so that the constants are found again
 * without a search.
 *
 * The digest has no random part, since equal events must give equal bytes: input made to collide finds no constants and
 * costs nothing else.
 */
#include "bx_writer_int.h"

#include <stdlib.h>

#include "../format/bx_item.h"
#include "bx_constants.h"

/* Places: one for so many bytes of tape, between the bounds. */
#define TAPE_PER_SLOT 32
#define SLOTS_MIN 64
#define SLOTS_MAX 4096

#define NO_KEY UINT32_MAX /* of shapes without values */

static inline void
count_value(BxConstants *k, uint32_t place, uint32_t key, const uint8_t *p, uint32_t n)
{
	uint32_t digest = bx_digest(key, p, n), slot = digest & k->mask;
	BxConstant *s = &k->slots[slot];

	k->slot_of[k->n_values++] = (uint16_t) slot;
	/* a free place has the length of no value */
	if (s->digest == digest && s->key == key && s->len == n)
	{
		s->uses++;
		s->left++;
		return;
	}
	if (s->left > 1)
	{
		s->left--;
		return;
	}
	s->at = (uint32_t) (p - k->payloads);
	s->place = place;
	s->key = key;
	s->digest = digest;
	s->len = n;
	s->uses = s->left = 1;
}

/* Values of the tape, one by one; keys are those of their shapes. */
static BxStatus
count_values(BxWriter *w, BxConstants *k, const uint32_t *keys)
{
	const uint32_t *r = bx_tape_begin(w), *end = bx_tape_end(w);
	const uint8_t *p = k->payloads;
	uint64_t steps = 0;
	BxTapeItem item;

	for (; r < end; p += item.len)
	{
		BX_TRY(bx_tape_step(w, &steps));
		item = bx_tape_next(&r);
		if (item.shape != BX_TAPE_END && item.len <= BX_CONSTANT_LENGTH && keys[item.shape] != NO_KEY)
			count_value(k, (uint32_t) steps, keys[item.shape], p, item.len);
	}
	return BX_OK;
}

static uint32_t *
keys_of(const BxWriter *w, const BxConstants *k, BxArena *arena)
{
	uint32_t *keys = bx_arena_alloc(arena, (w->n_shapes + (size_t) 1) * sizeof(uint32_t)), i;

	for (i = 0; keys != NULL && i < w->used.n; i++)
	{
		uint32_t shape = w->used.list[i];

		keys[shape] = bx_kind_has_value(w->shapes[shape].kind) ? k->key_of[shape] : NO_KEY;
	}
	return keys;
}

/* Bytes saved by making s a constant: each use saves its length byte and payload, the table grows by an entry. */
static int64_t
gain(const BxConstant *s)
{
	return (int64_t) s->uses * (s->len + 1) - (s->len + 2);
}

static int
by_place(const void *a, const void *b)
{
	const BxConstant *x = *(BxConstant *const *) a, *y = *(BxConstant *const *) b;

	return x->place < y->place ? -1 : x->place > y->place;
}

static int
by_gain(const void *a, const void *b)
{
	const BxConstant *x = *(BxConstant *const *) a, *y = *(BxConstant *const *) b;
	int64_t d = gain(y) - gain(x);

	return d != 0 ? (d > 0 ? 1 : -1) : by_place(a, b);
}

/*
 * How many of the n best to take.  Every constant beyond the short tokens that shapes leave free makes the token of a
 * shape longer: the rarest shape that still had a short one, when frequent shapes come first.
 */
static uint32_t
how_many(const BxConstants *k, uint32_t n, const uint32_t *counts, uint32_t n_shapes)
{
	uint32_t i, most = n < BX_CONSTANTS_MAX ? n : BX_CONSTANTS_MAX;

	for (i = 0; i < most; i++)
	{
		uint32_t shape = BX_SHORT_TOKENS - 1 - i;

		if (shape < n_shapes && (counts == NULL || gain(k->list[i]) <= counts[shape]))
			break;
	}
	return i;
}

static BxStatus
choose(BxWriter *w, BxArena *arena, BxConstants *k, const uint32_t *counts, uint32_t n_shapes)
{
	int64_t least = w->opt.constants == BX_CONSTANTS_ALL ? INT64_MIN : BX_CONSTANT_GAIN;
	uint32_t i, n = 0;

	for (i = 0; i <= k->mask; i++)
		n += k->slots[i].left > 0 && gain(&k->slots[i]) >= least;
	k->list = bx_arena_alloc(arena, (n + 1) * sizeof(BxConstant *));
	if (k->list == NULL)
		return bx_writer_nomem(w, (n + 1) * sizeof(BxConstant *));
	for (i = n = 0; i <= k->mask; i++)
		if (k->slots[i].left > 0 && gain(&k->slots[i]) >= least)
			k->list[n++] = &k->slots[i];
	qsort(k->list, n, sizeof(BxConstant *), by_gain);
	k->n = how_many(k, n, counts, n_shapes);
	qsort(k->list, k->n, sizeof(BxConstant *), by_place);
	for (i = 0; i < k->n; i++)
		k->numbers[k->list[i] - k->slots] = (uint8_t) (i + 1);
	return BX_OK;
}

BxStatus
bx_constants_choose(BxWriter *w, BxArena *arena, const uint32_t *key_of, const uint32_t *counts,
					uint32_t n_shapes, BxConstants *k)
{
	uint32_t slots = SLOTS_MIN, i, *keys;
	size_t size;

	memset(k, 0, sizeof(*k));
	while (slots < SLOTS_MAX && slots < w->tape.size / TAPE_PER_SLOT)
		slots *= 2;
	size = w->tape.items.len / sizeof(uint32_t) * sizeof(uint16_t);
	k->slots = bx_arena_alloc(arena, slots * sizeof(BxConstant));
	k->numbers = bx_arena_zalloc(arena, slots);
	k->slot_of = bx_arena_alloc(arena, size + 1);
	if (k->slots == NULL || k->numbers == NULL || k->slot_of == NULL)
		return bx_writer_nomem(w, size + slots * (sizeof(BxConstant) + 1));
	for (i = 0; i < slots; i++)
		k->slots[i] = (BxConstant){.len = BX_CONSTANT_LENGTH + 1};
	k->mask = slots - 1;
	k->key_of = key_of;
	k->payloads = w->tape.payloads.data;
	keys = keys_of(w, k, arena);
	if (keys == NULL)
		return bx_writer_nomem(w, (w->n_shapes + (size_t) 1) * sizeof(uint32_t));
	BX_TRY(count_values(w, k, keys));
	return choose(w, arena, k, counts, n_shapes);
}
