/*
 * bx_lz4.h -- codecs 1 to 3 of the format: the lz4 block format, through liblz4, without and with a dictionary.
 */
#ifndef BX_LZ4_H
#define BX_LZ4_H

#include "../core/base/bx_host.h"

/* For BxHost.codec.  Stateless; may be shared by all hosts. */
extern const BxCodec bx_lz4_codec;

/*
 * Codec 2 packs no more plain bytes than these, the longest body of three blocks.  Longer ones gain little by the
 * dictionary, and repeat enough within themselves for the slower search of codec 1.
 */
#define BX_LZ4_DICTIONARY_MAX 45056

/* The same with the fixed dictionary in front of every block; the other codec is next in its list. */
extern const BxCodec bx_lz4_dictionary_codec;

/* Codec 3: behind the words of a vocabulary, as many plain bytes as codec 2 takes. */
extern const BxWordCodec bx_lz4_word_codec;

/* bx_host_libc() with both codecs: what tools and tests use. */
extern const BxHost *bx_host_lz4(void);

#endif
