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
	uint32_t max_declarations;   /* of one document type declaration; bxml.max_declarations */
	size_t max_dtd_size;         /* bytes of one document type declaration; bxml.max_dtd_size */
} BxLimits;

#define BX_LIMITS_DEFAULT                                                                                    \
	{                                                                                                        \
		.max_depth = 10000, .max_attributes = 10000, .max_names = 65536, .max_name_bytes = 8 << 20,          \
		.max_size = (size_t) 1 << 30, .max_entity_expansion = 10 << 20, .max_declarations = 65536,           \
		.max_dtd_size = 4 << 20                                                                              \
	}

/* No larger DTD is read, whatever the setting: libxml2 takes a literal in one go, 16 MB in a third of a second. */
#define BX_DTD_SIZE_CEILING (16 << 20)

/* No configured depth exceeds this: readers size their stacks by it. */
#define BX_DEPTH_CEILING 100000

#endif
