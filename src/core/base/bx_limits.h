/*
 * bx_limits.h -- bounds on input, passed by value; the core never reads a setting.
 *
 * Limits act on new input only: they never decide whether a stored value can be read.
 */
#ifndef BX_LIMITS_H
#define BX_LIMITS_H

#include <stddef.h>
#include <stdint.h>

typedef struct BxLimits
{
	uint32_t max_depth;      /* nested elements; setting bxml.max_depth */
	uint32_t max_attributes; /* attributes + namespace declarations of one start tag; bxml.max_attributes */
	uint32_t max_names;      /* distinct names of one value; bxml.token_limit */
	size_t max_name_bytes;   /* bytes of the header tables; bxml.token_limit's companion, 8 MB */
	size_t max_size;         /* bytes of input text; bxml.max_size */
	size_t max_entity_expansion; /* bytes produced by entity references; bxml.max_entity_expansion */
} BxLimits;

#define BX_LIMITS_DEFAULT                                                                                    \
	{                                                                                                        \
		.max_depth = 10000, .max_attributes = 10000, .max_names = 65536, .max_name_bytes = 8 << 20,          \
		.max_size = (size_t) 1 << 30, .max_entity_expansion = 10 << 20                                       \
	}

/* No configured depth exceeds this: readers size their stacks by it. */
#define BX_DEPTH_CEILING 100000

#endif
