/*
 * bx_pack.h -- a plain value to its compressed form.
 */
#ifndef BX_PACK_H
#define BX_PACK_H

#include "../base/bx_host.h"

/* When compression is worth having (doc/storage.md has the measurements). */
typedef struct BxPackPolicy
{
	size_t min_len;     /* values shorter than this stay plain */
	unsigned keep_part; /* compress when at most this many hundredths are left ... */
	size_t fit; /* ... or when that brings a longer value down to this length; 0: never for that alone */
} BxPackPolicy;

/* The default: from 1,500 bytes, when 15 % is saved. */
#define BX_PACK_DEFAULT                                                                                      \
	{                                                                                                        \
		1500, 85, 0                                                                                          \
	}
/* Compress whenever it saves anything. */
#define BX_PACK_ALWAYS                                                                                       \
	{                                                                                                        \
		0, 100, 0                                                                                            \
	}

/*
 * bx_pack: compress the table and items of a plain value in blocks.  *data is NULL when the policy says no (or the
 * host has no codec, or the value is compressed already); else host memory that belongs to the caller: reserve free
 * bytes, then *len bytes.
 */
extern BxStatus bx_pack(const uint8_t *v, size_t n, const BxPackPolicy *policy, size_t reserve,
						const BxHost *host, uint8_t **data, size_t *len, BxError *err);

#endif
