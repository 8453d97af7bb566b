/*
 * bx_lz4.h -- codec 1 of the format: the lz4 block format, through liblz4.
 */
#ifndef BX_LZ4_H
#define BX_LZ4_H

#include "../core/base/bx_host.h"

/* For BxHost.codec.  Stateless; may be shared by all hosts. */
extern const BxCodec bx_lz4_codec;

/* bx_host_libc() with this codec: what tools and tests use. */
extern const BxHost *bx_host_lz4(void);

#endif
