/*
 * bx_core_int.h -- first include of every core source file.
 *
 * The core must build, be tested and be fuzzed without a server.  Seeing a server header here means a
 * floor was crossed, so stop the compilation instead of finding out at link time.
 */
#ifndef BX_CORE_INT_H
#define BX_CORE_INT_H

#ifdef PG_VERSION_NUM
#error "core sources must not include PostgreSQL headers"
#endif
#ifdef __XML_VERSION_H__
#error "core sources must not include libxml2 headers"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bx_str.h"

#define BX_LIKELY(x) __builtin_expect(!!(x), 1)
#define BX_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Return from the calling function with the status of x unless it is BX_OK. */
#define BX_TRY(x)                                                                                            \
	do                                                                                                       \
	{                                                                                                        \
		BxStatus try_st = (x);                                                                               \
		if (BX_UNLIKELY(try_st != BX_OK))                                                                    \
			return try_st;                                                                                   \
	} while (0)

#endif
