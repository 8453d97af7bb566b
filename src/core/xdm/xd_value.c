/*
 * xd_value.c -- nodes as numbers and keys, as XPath 1.0 reads their string values; typed payloads without their text.
 */
#include "xd_tree_int.h"

#include "../xpath/nodes/xp_string_int.h"

BxStatus
xd_node_number(XdForest *forest, BxArena *arena, const XdItem *node, double *d)
{
	XpEval *ev;
	XpNode nd;

	if (xd_is_lone(xd_tree_of(forest, node)))
	{
		BxStr s = xd_tree_of(forest, node)->string;

		BX_TRY(bx_charge(forest->host, s.n));
		*d = bx_number_from_text(s.s, s.n);
		return BX_OK;
	}
	BX_TRY(xd_eval(forest, arena, node, &ev));
	BX_TRY(xd_load(ev, node, &nd));
	return xp_node_number(ev, &nd, d);
}

BxStatus
xd_node_key(XdForest *forest, BxArena *arena, const XdItem *node, AtType type, BxKey *key, bool *ok)
{
	XpEval *ev;
	XpNode nd;

	if (xd_is_lone(xd_tree_of(forest, node)))
	{
		BxStr s = xd_tree_of(forest, node)->string;

		BX_TRY(bx_charge(forest->host, s.n));
		*ok = bx_key_read(type, s, key);
		return BX_OK;
	}
	BX_TRY(xd_eval(forest, arena, node, &ev));
	BX_TRY(xd_load(ev, node, &nd));
	return xp_node_key(ev, &nd, type, key, ok);
}
