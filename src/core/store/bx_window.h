/*
 * bx_window.h -- a stored value of any size in bounded memory: header and table as a whole, items through a window.
 *
 * For callers that read a whole value sequentially: validator, serializer, statistics, dump.  An image (bx_image.h)
 * keeps every byte it was asked for; a window drops what has been read, so memory is the table, a few blocks and the
 * longest item asked for as a whole.  Where the items are in memory and plain, or short, the window is all of them
 * and nothing is copied.  Values outside the server's memory are fetched in slices that grow as reading proceeds.
 */
#ifndef BX_WINDOW_H
#define BX_WINDOW_H

#include "../base/bx_buf.h"
#include "bx_image.h"

typedef struct BxWindow
{
	BxSource source; /* the items; first, so that a fetch finds its window */
	/* private */
	BxImage *img;
	uint8_t *buf;
	size_t cap;
	uint32_t lo; /* buf holds the plain value from lo to hi */
	uint32_t hi;
	bool ahead;            /* read stored bytes in slices that grow */
	uint32_t slice;        /* of the last read */
	const uint8_t *stored; /* stored bytes from stored_lo to stored_hi */
	uint8_t *stored_buf;
	size_t stored_cap;
	uint32_t stored_lo;
	uint32_t stored_hi;
} BxWindow;

/*
 * bx_window_open: a window over the items of img, which bx_image_open_head opened and which must outlive it.  With
 * ahead it is made for going through all of them; without, for looking at few places.  Takes no memory before it is
 * used; bx_window_close gives it back.
 */
extern void bx_window_open(BxWindow *w, BxImage *img, bool ahead);
extern void bx_window_close(BxWindow *w);

/*
 * Where source.base is NULL: the items from offset off on, when n bytes of them are in memory already, *got of them;
 * NULL when they are not.
 */
extern const uint8_t *bx_window_peek(const BxWindow *w, uint32_t off, uint32_t n, uint32_t *got);

/* A stored value opened for one pass. */
typedef struct BxReadAll
{
	BxImage img; /* v[0 .. head.items_off) holds header and table of the plain value */
	BxWindow items;
	BxWindow heap; /* a window of its own, so that a look there does not move the window of the items */
} BxReadAll;

/* Open, with memory from the arena; statuses as bx_image_open.  close also after a failure. */
extern BxStatus bx_read_all_open(BxReadAll *pass, BxStore *store, BxArena *arena, BxError *err);
extern void bx_read_all_close(BxReadAll *pass);

/* Header and table of the value, decoded. */
extern BxStatus bx_read_all_table(BxReadAll *pass, BxTable *table, BxArena *arena);

/* Body of an extension section and its place in the plain value; *body is NULL when there is none with that code. */
extern BxStatus bx_read_all_ext(BxReadAll *pass, uint8_t code, BxArena *arena, const uint8_t **body,
								uint32_t *off, uint32_t *len);

/*
 * bx_range_read: n bytes from offset off of the plain form of a stored value, of its items or its heap, to dst.  Reads
 * just the stored bytes they are in, and header and table of a value in blocks.
 */
extern BxStatus bx_range_read(BxStore *store, const BxHost *host, uint32_t off, uint32_t n, uint8_t *dst,
							  BxError *err);

/* bx_plain_read: append the plain form of a stored value to out; one that is plain and in memory is not looked at. */
extern BxStatus bx_plain_read(BxStore *store, const BxHost *host, BxBuf *out, BxError *err);

#endif
