/*
 * xd_value.c -- nodes as numbers and keys, as XPath 1.0 reads their string values; typed payloads without their text.
 */
#include "xd_tree_int.h"

#include "../xpath/nodes/xp_string_int.h"

/* A node: loaded, or the string of a lone one, with *ev NULL. */
static BxStatus
look(XdForest *forest, BxArena *arena, const XdItem *node, BxStr *lone, XpEval **ev, XpNode *nd)
{
	*ev = NULL;
	if (!xd_is_lone(xd_tree_of(forest, node)))
		return xd_open_node(forest, arena, node, ev, nd);
	*lone = xd_tree_of(forest, node)->string;
	return bx_charge(forest->host, lone->n);
}

BxStatus
xd_node_number(XdForest *forest, BxArena *arena, const XdItem *node, double *d)
{
	XpEval *ev;
	XpNode nd;
	BxStr s;

	BX_TRY(look(forest, arena, node, &s, &ev, &nd));
	if (ev != NULL)
		return xp_node_number(ev, &nd, d);
	*d = bx_number_from_text(s.s, s.n);
	return BX_OK;
}

BxStatus
xd_node_key(XdForest *forest, BxArena *arena, const XdItem *node, AtType type, BxKey *key, bool *ok)
{
	XpEval *ev;
	XpNode nd;
	BxStr s;

	BX_TRY(look(forest, arena, node, &s, &ev, &nd));
	if (ev != NULL)
		return xp_node_key(ev, &nd, type, key, ok);
	*ok = bx_key_read(type, s, key);
	return BX_OK;
}

/* A decimal in its stored form, which texts have that are the usual ones of their numbers. */
static bool
is_decimal(const uint8_t *p, uint32_t n)
{
	return n > 0 && ((uint8_t) (p[0] - BX_TAG_DIGIT) <= BX_TAG_DIGIT_MAX - BX_TAG_DIGIT ||
					 (uint8_t) (p[0] - BX_TAG_DECIMAL) <= BX_TAG_DECIMAL_MAX - BX_TAG_DECIMAL);
}

BxStatus
xd_node_data_as_number(XdForest *forest, BxArena *arena, const XdItem *node, XdItem *atom)
{
	XdKind kind = xd_kind(node);
	const uint8_t *p;
	uint32_t n;
	XpEval *ev;
	XpNode nd;

	if ((kind != XD_ELEMENT && kind != XD_ATTRIBUTE && kind != XD_TEXT) ||
		xd_is_lone(xd_tree_of(forest, node)))
		return xd_node_data(forest, arena, node, atom);
	BX_TRY(xd_open_node(forest, arena, node, &ev, &nd));
	if (bx_kind_has_value(nd.kind))
	{
		BX_TRY(xp_value_payload(ev, &nd, &p, &n));
		if (is_decimal(p, n))
		{
			*atom = at_double_item(bx_number_from_value(p, n));
			return BX_OK;
		}
	}
	return xd_node_data(forest, arena, node, atom);
}
