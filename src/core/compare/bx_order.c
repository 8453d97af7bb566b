/*
 * bx_order.c -- equality, order and hash of values, by their canonical texts.
 *
 * Where two values have the same table, items that are the same bytes are passed over by both: wherever the texts so
 * far are equal, the same items continue them in the same way.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_long.h"
#include "../base/bx_xxh64.h"
#include "../print/bx_canonical.h"
#include "bx_order.h"
#include "bx_same.h"

/* ---- order ---- */

/* One of two values, and which of the bytes of its piece were compared. */
typedef struct Compared
{
	BxCanonical text;
	const uint8_t *p; /* not compared yet */
	size_t n;
} Compared;

typedef struct Order
{
	Compared side[2];
	BxSame same;
	const BxHost *host;
} Order;

/* Is it the same item, one that does not have to be written? */
static BxStatus
same_item(Order *o, const BxEvent *a, const BxEvent *b, bool *same)
{
	*same = false;
	if (a == NULL || b == NULL || a->kind != b->kind || a->shape != b->shape || a->len != b->len)
		return BX_OK;
	if (a->kind == BX_EV_ELEMENT)
		return bx_same_element(&o->same, a, b, same);
	*same = a->len <= BX_PIECE && (a->len == 0 || memcmp(a->payload, b->payload, a->len) == 0);
	return BX_OK;
}

/* All that is compared is equal, and no byte is left: pass over the items that follow and are the same. */
static BxStatus
pass_same(Order *o)
{
	BxC14n *x = o->side[0].text.c14n, *y = o->side[1].text.c14n;
	const BxEvent *a, *b;
	bool same;

	for (;;)
	{
		BX_TRY(bx_c14n_peek(x, &a));
		BX_TRY(bx_c14n_peek(y, &b));
		BX_TRY(same_item(o, a, b, &same));
		if (!same)
			return BX_OK;
		BX_TRY(bx_c14n_pass(x));
		BX_TRY(bx_c14n_pass(y));
	}
}

static BxStatus
compare(Order *o, int *order)
{
	Compared *a = &o->side[0], *b = &o->side[1];
	size_t n;

	for (;;)
	{
		if (o->same.alike && a->n == 0 && b->n == 0)
			BX_TRY(pass_same(o));
		if (o->same.alike) /* then every place between two items is one to look at */
			a->text.want = b->text.want = 1;
		if (a->n == 0)
			BX_TRY(bx_canonical_next(&a->text, &a->p, &a->n));
		if (b->n == 0)
			BX_TRY(bx_canonical_next(&b->text, &b->p, &b->n));
		n = a->n < b->n ? a->n : b->n;
		if (n == 0)
			break;
		BX_TRY(bx_long_order(o->host, a->p, n, b->p, n, order));
		if (*order != 0)
			return BX_OK;
		a->p += n;
		a->n -= n;
		b->p += n;
		b->n -= n;
	}
	*order = a->n > 0 ? 1 : b->n > 0 ? -1 : 0;
	return BX_OK;
}

static BxStatus
order_sides(Order *o, BxStore *b, BxArena *arena, int *order, BxError *err)
{
	BxStatus st = bx_canonical_open_beside(&o->side[1].text, b, &o->side[0].text, arena, err);

	if (st == BX_OK)
	{
		bx_same_open(&o->same, &o->side[0].text.pass, &o->side[1].text.pass, o->host);
		st = compare(o, order);
	}
	bx_canonical_close(&o->side[1].text);
	return st;
}

BxStatus
bx_order(BxStore *a, BxStore *b, const BxHost *host, int *order, BxError *err)
{
	Order o = {.host = host};
	BxArena arena;
	BxStatus st;
	bool same = false;

	*order = 0;
	if (a->bytes != NULL && b->bytes != NULL && a->total == b->total)
		BX_TRY(bx_long_equal(host, a->bytes, b->bytes, a->total, &same));
	if (same)
		return BX_OK;
	bx_arena_init(&arena, host);
	st = bx_canonical_open(&o.side[0].text, a, &arena, err);
	if (st == BX_OK)
		st = order_sides(&o, b, &arena, order, err);
	bx_canonical_close(&o.side[0].text);
	bx_arena_reset(&arena);
	return st;
}

/* ---- one value after the other ---- */

/* Does something with a piece; *enough when it needs no more. */
typedef BxStatus (*Use)(void *what, const uint8_t *p, size_t n, bool *enough);

/* The pieces of a value; all: it is known that none is enough. */
static BxStatus
use_pieces(BxStore *v, const BxHost *host, bool all, Use use, void *what, BxError *err)
{
	BxCanonical text;
	BxArena arena;
	const uint8_t *p;
	size_t n = 1;
	BxStatus st;
	bool enough = false;

	bx_arena_init(&arena, host);
	st = bx_canonical_open(&text, v, &arena, err);
	if (all)
		text.want = BX_CANONICAL_PIECE;
	while (st == BX_OK && n > 0 && !enough)
	{
		st = bx_canonical_next(&text, &p, &n);
		if (st == BX_OK && n > 0)
			st = use(what, p, n, &enough);
	}
	bx_canonical_close(&text);
	bx_arena_reset(&arena);
	return st;
}

/* ---- hash ---- */

static BxStatus
add_to_hash(void *what, const uint8_t *p, size_t n, bool *enough)
{
	(void) enough;
	bx_xxh64_add(what, p, n);
	return BX_OK;
}

BxStatus
bx_order_hash(BxStore *v, uint64_t seed, const BxHost *host, uint64_t *hash, BxError *err)
{
	BxXxh64 x;

	bx_xxh64_begin(&x, seed);
	BX_TRY(use_pieces(v, host, true, add_to_hash, &x, err));
	*hash = bx_xxh64_end(&x);
	return BX_OK;
}

/* ---- sort keys ---- */

/*
 * A key: below the pivot, equal to it or above, in two bits; how many bytes are those of the pivot, in 22 bits: more
 * of them are nearer to it; the first five bytes behind them, 0 behind the end.  No canonical text has a byte 0.
 */
#define KEY_BYTES 5

enum
{
	BELOW,
	EQUAL,
	ABOVE
};

typedef struct KeyMaker
{
	const uint8_t *pivot;
	size_t n;
	size_t common; /* bytes that are those of the pivot */
	bool differs;
	uint32_t bytes_n;
	uint8_t bytes[KEY_BYTES]; /* behind them */
} KeyMaker;

static BxStatus
add_to_key(void *what, const uint8_t *p, size_t n, bool *enough)
{
	KeyMaker *k = what;
	size_t i = 0;

	if (!k->differs)
	{
		while (i < n && k->common < k->n && p[i] == k->pivot[k->common])
		{
			i++;
			k->common++;
		}
		k->differs = i < n;
	}
	while (i < n && k->bytes_n < KEY_BYTES)
		k->bytes[k->bytes_n++] = p[i++];
	*enough = k->bytes_n == KEY_BYTES;
	return BX_OK;
}

BxStatus
bx_order_key(BxStore *v, const uint8_t *pivot, size_t n, const BxHost *host, uint64_t *key, BxError *err)
{
	KeyMaker k = {.pivot = pivot, .n = n};
	uint64_t part, place;
	int i;

	BX_TRY(use_pieces(v, host, false, add_to_key, &k, err));
	if (k.common == n)
		part = k.bytes_n > 0 ? ABOVE : EQUAL;
	else
		part = k.bytes_n > 0 && k.bytes[0] > pivot[k.common] ? ABOVE : BELOW;
	place = part == ABOVE ? n - k.common : k.common;
	*key = part << (64 - 2) | place << (8 * KEY_BYTES);
	for (i = 0; i < KEY_BYTES; i++)
		*key |= (uint64_t) k.bytes[i] << (8 * (KEY_BYTES - 1 - i));
	return BX_OK;
}

typedef struct Pivot
{
	BxBuf *out;
	size_t end;
	BxError *err;
} Pivot;

static BxStatus
add_to_pivot(void *what, const uint8_t *p, size_t n, bool *enough)
{
	Pivot *pivot = what;
	size_t room = pivot->end - pivot->out->len;

	*enough = n >= room;
	return bx_buf_append(pivot->out, p, *enough ? room : n, pivot->err);
}

BxStatus
bx_order_pivot(BxStore *v, const BxHost *host, BxBuf *out, BxError *err)
{
	Pivot pivot = {out, out->len + BX_ORDER_PIVOT, err};

	return use_pieces(v, host, false, add_to_pivot, &pivot, err);
}
