/*
 * bx_image_int.h -- blocks of an image, for the windows over it.
 */
#ifndef BX_IMAGE_INT_H
#define BX_IMAGE_INT_H

#include "bx_image.h"

/* A head-only image gives a place to all of a value up to this long. */
#define BX_PASS_WHOLE 131072
/*
 * Stored bytes read at once when all of a value outside memory is read in order.  Slices of 16, 64, 128 and 256 kB
 * bring 6 MB out of TOAST in 3.2, 2.3, 2.0 and 2.2 ms: smaller ones pay for looking up chunks, larger ones leave the
 * cache.
 */
#define BX_PASS_SLICE 131072

/* Index of the block that holds offset off of the plain value; the first for offsets before it.  There is one. */
extern uint32_t bx_image_block(const BxImage *img, uint32_t off);

/* The plain bytes of block i, whose stored bytes are at src, to dst.  BX_E_CORRUPT. */
extern BxStatus bx_image_inflate(BxImage *img, uint32_t i, const uint8_t *src, uint8_t *dst);

#endif
