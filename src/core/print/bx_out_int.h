/*
 * bx_out_int.h -- XML output, event by event: what the canonical form (bx_c14n.c) is put together from.
 *
 * Names, and values with their escapes, go to a buffer.  What costs per value is
 * inline; escaping and long values are not (bx_out.c).
 */
#ifndef BX_OUT_INT_H
#define BX_OUT_INT_H

#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "../base/bx_buf.h"
#include "../base/bx_escape.h"
#include "../read/bx_reader.h"
#include "../value/bx_value.h"

/* References for the three white space characters that a parser would not keep. */
typedef struct BxOutRefs
{
	const char *tab;
	const char *newline;
	const char *cr;
} BxOutRefs;

typedef struct BxOut
{
	const BxTable *table;
	BxReader *rd;
	const BxHost *host;
	BxBuf *buf;
	BxError *err;
	const BxOutRefs *refs;
} BxOut;

/* Longest of them. */
#define BX_ESCAPE_MAX 6

/* Text, or with attr the inside of a double-quoted attribute value, escaped. */
extern BxStatus bx_out_escaped(BxOut *o, const char *s, size_t n, bool attr);

/* A payload the reader gives in pieces, from its byte `at` on; flags are those of its shape. */
extern BxStatus bx_out_pieces(BxOut *o, const BxEvent *ev, uint32_t at, uint8_t flags, bool attr);

/* The name of a shape between two fixed pieces. */
extern BxStatus bx_out_name(BxOut *o, const char *before, size_t n_before, uint32_t shape, const char *after,
							size_t n_after);

/* The text of a typed value. */
extern BxStatus bx_out_typed(BxOut *o, const BxEvent *ev);

static inline BxStatus
bx_out_put(BxOut *o, const char *s, size_t n)
{
	BxStatus st = bx_buf_reserve(o->buf, n, o->err);

	if (BX_UNLIKELY(st != BX_OK))
		return st;
	bx_copy_short(o->buf->data + o->buf->len, s, n);
	o->buf->len += n;
	return BX_OK;
}

#define BX_OUT_LIT(o, lit) bx_out_put(o, lit, sizeof(lit) - 1)

/* A piece of a text. */
static inline BxStatus
bx_out_piece(BxOut *o, const uint8_t *p, uint32_t n, uint8_t flags, bool attr)
{
	if (flags & BX_SHAPE_CLEAN)
		return bx_out_put(o, (const char *) p, n);
	return bx_out_escaped(o, (const char *) p, n, attr);
}

/* A value of a text, leaf or attribute. */
static inline BxStatus
bx_out_payload(BxOut *o, const BxEvent *ev, bool attr)
{
	uint8_t flags = o->table->shapes[ev->shape].flags;

	if ((flags & BX_SHAPE_TYPED) && bx_value_is_typed(ev->payload, ev->len))
		return bx_out_typed(o, ev);
	if (BX_UNLIKELY(ev->len > BX_PIECE))
		return bx_out_pieces(o, ev, 0, flags, attr);
	return bx_out_piece(o, ev->payload, ev->len, flags, attr);
}

#endif
