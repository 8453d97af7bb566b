/*
 * bx_canonical.c -- the canonical form of a stored value, as a whole or in pieces.
 */
#include "../base/bx_core_int.h"

#include "bx_canonical.h"

#define FIRST_PIECE 64

/* ---- as a whole ---- */

static BxStatus
write_value(BxReadAll *pass, const BxC14nOptions *opt, BxArena *arena, BxBuf *out, BxError *err)
{
	size_t n = pass->img.head.plain_total;
	BxC14n *c = NULL;
	BxTable table;
	BxStatus st;
	bool done;

	BX_TRY(bx_read_all_table(pass, &table, arena));
	BX_TRY(bx_buf_reserve(out, n + n / 2, err));
	st = bx_c14n_new(&c, &table, &pass->items.source, opt, arena, out, err);
	if (st == BX_OK)
	{
		bx_c14n_whole(c);
		st = bx_c14n_more(c, SIZE_MAX, &done);
	}
	if (c != NULL)
		bx_c14n_free(c);
	return st;
}

BxStatus
bx_c14n_read(BxStore *store, const BxC14nOptions *options, const BxHost *host, BxBuf *out, BxError *err)
{
	BxArena arena;
	BxReadAll pass;
	BxStatus st;

	bx_arena_init(&arena, host);
	st = bx_read_all_open(&pass, store, &arena, err);
	if (st == BX_OK)
		st = write_value(&pass, options, &arena, out, err);
	bx_read_all_close(&pass);
	bx_arena_reset(&arena);
	return st;
}

/* ---- in pieces ---- */

/* Is the table of a value that of another one, byte for byte? */
static bool
same_table(const BxReadAll *a, const BxReadAll *b)
{
	const BxHeader *x = &a->img.head, *y = &b->img.head;

	return ((x->flags ^ y->flags) & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS)) == 0 &&
		   x->fingerprint == y->fingerprint &&
		   bx_same_bytes(a->img.v + x->table_off, x->table_len, b->img.v + y->table_off, y->table_len);
}

BxStatus
bx_canonical_open_beside(BxCanonical *s, BxStore *store, const BxCanonical *other, BxArena *arena,
						 BxError *err)
{
	static const BxC14nOptions options = {.comments = true, .relative = true};

	s->c14n = NULL;
	s->want = FIRST_PIECE;
	s->done = false;
	bx_buf_init(&s->out, arena->host);
	s->out.max = SIZE_MAX / 4; /* the start tag of an attribute of 1 GB */
	BX_TRY(bx_read_all_open(&s->pass, store, arena, err));
	if (other != NULL && same_table(&s->pass, &other->pass))
	{
		s->table = other->table;
		s->table.head = s->pass.img.head;
	}
	else
		BX_TRY(bx_read_all_table(&s->pass, &s->table, arena));
	BX_TRY(bx_c14n_new(&s->c14n, &s->table, &s->pass.items.source, &options, arena, &s->out, err));
	bx_c14n_whole(s->c14n);
	return BX_OK;
}

BxStatus
bx_canonical_open(BxCanonical *s, BxStore *store, BxArena *arena, BxError *err)
{
	return bx_canonical_open_beside(s, store, NULL, arena, err);
}

void
bx_canonical_close(BxCanonical *s)
{
	if (s->c14n != NULL)
		bx_c14n_free(s->c14n);
	bx_buf_free(&s->out);
	bx_read_all_close(&s->pass);
}

BxStatus
bx_canonical_next(BxCanonical *s, const uint8_t **p, size_t *n)
{
	s->out.len = 0;
	if (!s->done)
		BX_TRY(bx_c14n_more(s->c14n, s->want, &s->done));
	if (s->want < BX_CANONICAL_PIECE)
		s->want *= 2;
	*p = s->out.data;
	*n = s->out.len;
	return BX_OK;
}
