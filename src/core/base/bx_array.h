/*
 * bx_array.h -- growing arrays over host memory.
 */
#ifndef BX_ARRAY_H
#define BX_ARRAY_H

#include "bx_host.h"

/*
 * bx_array_grow: the array p of *cap entries of elem bytes with room for at least need, which sets *cap; NULL on out of
 * memory, with the array as it was.  Small arrays double, large ones grow by half.
 */
extern void *bx_array_grow(const BxHost *host, void *p, uint32_t *cap, uint32_t need, size_t elem);

/* Room for one more entry of an array of n with room for cap; returns from the calling function when there is none. */
#define BX_ROOM(host, err, array, n, cap)                                                                    \
	do                                                                                                       \
	{                                                                                                        \
		if ((n) == (cap))                                                                                    \
		{                                                                                                    \
			void *grown = bx_array_grow(host, array, &(cap), (n) + 1, sizeof(*(array)));                     \
			if (grown == NULL)                                                                               \
				return bx_fail_nomem(err, sizeof(*(array)));                                                 \
			(array) = grown;                                                                                 \
		}                                                                                                    \
	} while (0)

#endif
