/*
 * xp_slot.c -- finding the literal, comparing what is around it.
 */
#include "../../base/bx_core_int.h"
#include "xp_slot.h"

#include "xp_shape.h"

bool
xp_slot_fits(BxStr text)
{
	for (size_t i = 0; i < text.n; i++)
		if (text.s[i] < ' ' || text.s[i] > '~' || text.s[i] == '"' || text.s[i] == '\'')
			return false;
	return text.n > 0;
}

/* The literal behind a quote of the source: one that was decoded is elsewhere. */
static bool
is_in_source(const XpBlock *block, const XpExpr *node)
{
	return node->a > 0 && node->a + node->b < block->source_len && xp_pool(block)[node->a - 1] == '"' &&
		   xp_pool(block)[node->a + node->b] == '"';
}

bool
xp_slot_find(const XpBlock *block, BxStr text, XpSlot *slot)
{
	const XpExpr *nodes = xp_nodes(block);
	uint32_t found = 0;
	bool vars = false;

	if (!xp_slot_fits(text))
		return false;
	for (uint32_t i = 1; i < block->n_nodes; i++)
	{
		if (nodes[i].op == XP_CALL)
			return false;
		vars |= nodes[i].op == XP_VARIABLE;
		if (nodes[i].op != XP_STRING || !bx_str_equal(bx_str(xp_pool(block) + nodes[i].a, nodes[i].b), text))
			continue;
		if ((found != 0 && found != nodes[i].a) || !is_in_source(block, &nodes[i]))
			return false;
		found = nodes[i].a;
	}
	*slot = (XpSlot){(uint32_t) (xp_pool(block) - (const char *) block) + found, (uint32_t) text.n, vars};
	return found != 0;
}

bool
xp_slot_only(const XpBlock *block, XpSlot *slot)
{
	const XpExpr *nodes = xp_nodes(block), *only = NULL;
	uint32_t i;

	for (i = 1; i < block->n_nodes; i++)
	{
		if (nodes[i].op != XP_STRING)
			continue;
		if (only != NULL && (nodes[i].a != only->a || nodes[i].b != only->b))
			return false;
		only = &nodes[i];
	}
	return only != NULL && xp_slot_find(block, bx_str(xp_pool(block) + only->a, only->b), slot);
}

bool
xp_slot_same(const XpBlock *block, const XpSlot *slot, const void *other, size_t n)
{
	const char *a = (const char *) block, *b = other;
	uint32_t behind = slot->off + slot->n;

	return n == block->total && memcmp(a, b, slot->off) == 0 &&
		   memcmp(a + behind, b + behind, n - behind) == 0 && xp_slot_fits(bx_str(b + slot->off, slot->n));
}
