/*
 * bx_child_groups.c -- which shapes are counted together in a child directory (FORMAT.md, section 65).
 */
#include "../base/bx_core_int.h"

#include <stdlib.h>

#include "bx_table.h"

static int
compare_keys(const void *a, const void *b)
{
	const BxChildKey *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return x->shape < y->shape ? -1 : x->shape > y->shape;
}

void
bx_child_groups(BxChildKey *keys, uint32_t n, uint32_t *class_of)
{
	uint32_t i;

	qsort(keys, n, sizeof(BxChildKey), compare_keys);
	for (i = 0; i < n; i++)
	{
		bool same = i > 0 && keys[i].parent == keys[i - 1].parent && keys[i].name == keys[i - 1].name;

		class_of[keys[i].shape] = same ? class_of[keys[i - 1].shape] : keys[i].shape;
	}
}
