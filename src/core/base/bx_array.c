/*
 * bx_array.c -- growing arrays over host memory.
 */
#include "bx_core_int.h"

#include "bx_array.h"

#define ARRAY_START 16
#define ARRAY_DOUBLES 128

void *
bx_array_grow(const BxHost *host, void *p, uint32_t *cap, uint32_t need, size_t elem)
{
	uint32_t n = *cap < ARRAY_START ? ARRAY_START : *cap;
	void *q;

	while (n < need)
		n += n < ARRAY_DOUBLES ? n : n / 2;
	q = host->resize(host->ctx, p, n * elem);
	if (q != NULL)
		*cap = n;
	return q;
}
