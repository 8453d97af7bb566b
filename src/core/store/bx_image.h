/*
 * bx_image.h -- a stored value as its plain bytes, filled in where somebody looks.
 *
 * A value may be stored in compressed blocks, and it may lie outside memory (a TOAST value).  An image is address
 * space for the whole plain value, header first, of which only the ranges asked for are fetched and inflated.
 * Offsets and pointers into it stay good, so code that reads values needs one comparison per access and no windows of
 * its own.  Pages nobody asks for are never touched: memory follows the bytes read, not the value.
 *
 * A plain value in memory is its own image; opening it costs reading its header.
 */
#ifndef BX_IMAGE_H
#define BX_IMAGE_H

#include "../base/bx_arena.h"
#include "../format/bx_table.h"
#include "bx_source.h"

/* Where stored bytes come from. */
typedef struct BxStore BxStore;
struct BxStore
{
	/* Exactly len bytes from offset off of the stored value into dst; may jump out. */
	BxStatus (*read)(BxStore *store, uint32_t off, uint32_t len, uint8_t *dst, BxError *err);
	size_t total;         /* length of the stored value */
	const uint8_t *bytes; /* set when it is all in memory; read is then not called */
};

typedef struct BxImage
{
	const uint8_t *v; /* the plain value; only ranges asked for may be read */
	size_t n;         /* its length, or that of the beginning a head-only image holds */
	BxHeader head;    /* of the plain value */
	uint32_t lo;      /* v[lo .. hi) is filled */
	uint32_t hi;
	BxStore own; /* for callers that have no other place for one */
	/* private */
	const uint8_t *bytes;  /* all stored bytes, when they are in memory */
	const uint8_t *prefix; /* stored bytes read for the header */
	uint32_t prefix_len;
	uint8_t *buf;
	BxStore *store;
	const BxHost *host;
	const BxCodec *codec; /* of a value in blocks */
	BxError *err;
	uint32_t n_blocks;
	uint32_t *plain_at;  /* [n_blocks + 1] */
	uint32_t *stored_at; /* [n_blocks + 1] */
	uint8_t *filled;     /* [n_blocks] */
	uint8_t *temp;       /* stored bytes of one run of blocks */
	size_t temp_cap;
	uint32_t part;     /* a block that is filled only ... */
	uint32_t part_end; /* ... up to here; 0: none is */
	uint32_t jump_to;  /* what the reader looks for is expected before it; 0: it reads on */
	uint32_t run;      /* blocks to fill at once when reading is sequential */
	uint64_t fetched;  /* stored bytes read */
	uint64_t inflated; /* plain bytes made from compressed ones ... */
	uint64_t blocks;   /* ... so many blocks */
} BxImage;

/*
 * bx_image_open: header and block list.  The image borrows store and err and takes its memory from the arena, whose
 * host must have the codec the value needs.  BX_E_CORRUPT, BX_E_VERSION as bx_header_read.
 */
extern BxStatus bx_image_open(BxImage *img, BxStore *store, BxArena *arena, BxError *err);

/*
 * bx_image_open_head: as bx_image_open, but where the value is long only header and table are given a place, and are
 * there when this returns: v[0 .. n) is then the beginning of the plain value, and what follows is read through windows
 * (bx_window.h).
 */
extern BxStatus bx_image_open_head(BxImage *img, BxStore *store, BxArena *arena, BxError *err);

/*
 * bx_image_ext: len bytes from offset off of the plain value, both within the extension bodies; borrowed from the store
 * or copied into the arena.
 */
extern BxStatus bx_image_ext(BxImage *img, uint32_t off, uint32_t len, BxArena *arena, const uint8_t **p);

/* An in-memory store over n bytes. */
extern void bx_store_memory(BxStore *store, const uint8_t *bytes, size_t n);

/* The slow way of bx_image_need. */
extern BxStatus bx_image_fill(BxImage *img, uint32_t off, uint32_t len);

/* Make v[off .. off + len) readable; bytes past the end of the value are ignored. */
static inline BxStatus
bx_image_need(BxImage *img, uint32_t off, uint32_t len)
{
	if (__builtin_expect(off >= img->lo && off <= img->hi && len <= img->hi - off, 1))
		return BX_OK;
	return bx_image_fill(img, off, len);
}

/*
 * Reading begins anew, and what is looked for is expected before offset `to`: nothing behind that is read ahead, and
 * of a long block only what is needed may be inflated.
 */
static inline void
bx_image_jump(BxImage *img, uint32_t to)
{
	img->run = 0;
	img->jump_to = to;
}

/* The items of an image as windows for a reader; windows stay good as long as the image. */
typedef struct BxImageSource
{
	BxSource source;
	BxImage *img;
} BxImageSource;

/* Set up src over an open image. */
extern void bx_image_source(BxImageSource *src, BxImage *img);

/* Give back what the image took from the host besides the arena. */
extern void bx_image_close(BxImage *img);

/* Everything: afterwards v[0 .. n) is an ordinary value in memory. */
extern BxStatus bx_image_all(BxImage *img);

/*
 * bx_unpack: the plain form of a value in blocks, whose header is h, into h->plain_total bytes at dst.
 */
extern BxStatus bx_unpack(const uint8_t *v, const BxHeader *h, const BxHost *host, uint8_t *dst,
						  BxError *err);

/*
 * bx_plain: the plain form of a value in memory, in one call: the value itself when it is plain, else a copy in the
 * arena.
 */
extern BxStatus bx_plain(const uint8_t **v, size_t *n, BxArena *arena, BxError *err);

#endif
