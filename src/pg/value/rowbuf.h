/*
 * rowbuf.h -- memory for the values of one row.
 *
 * Values of a row are good until the next row, and most are short: they come from one block that is reused for every
 * row, which costs less than an allocation each.  Larger ones come from the current context.
 */
#ifndef BXML_ROWBUF_H
#define BXML_ROWBUF_H

#include "fmgr.h"

#include "../server/encoding.h"
#include "../server/utf8.h"

#define ROWBUF_SIZE 2048

typedef struct RowBuf
{
	char *cur;
	char *end;
	char *start;
} RowBuf;

/* Use memory of the context, which must outlive the buffer. */
static inline void
rowbuf_init(RowBuf *b, MemoryContext cxt)
{
	b->start = b->cur = MemoryContextAlloc(cxt, ROWBUF_SIZE);
	b->end = b->start + ROWBUF_SIZE;
}

/* A new row begins: values of the previous one are gone. */
static inline void
rowbuf_reset(RowBuf *b)
{
	b->cur = b->start;
}

/* n bytes, aligned as by palloc. */
static inline void *
rowbuf_alloc(RowBuf *b, Size n)
{
	char *p = b->cur;

	if (unlikely(n > (Size) (b->end - p)))
		return palloc(n);
	b->cur = Min(p + MAXALIGN(n), b->end);
	return p;
}

/* A varlena of these bytes. */
static inline Datum
rowbuf_bytes(RowBuf *b, const void *p, Size n)
{
	struct varlena *v = rowbuf_alloc(b, VARHDRSZ + n);

	memcpy(VARDATA(v), p, n);
	SET_VARSIZE(v, VARHDRSZ + n);
	return PointerGetDatum(v);
}

/* A text datum of n bytes of UTF-8, as utf8_text makes it. */
static inline Datum
rowbuf_text(RowBuf *b, const char *s, Size n)
{
	if (likely(n < ROWBUF_SIZE && encoding_is_utf8()))
		return rowbuf_bytes(b, s, n);
	return PointerGetDatum(utf8_text(s, n));
}

#endif
