/*
 * xp_eval.c -- what a caller asks of a whole expression: is there anything, is it true, how many, its first value.
 */
#include "xp_query_int.h"

#include "../plan/xp_shortcut_int.h"

/* Evaluate an atomic value, which is one item, for its errors. */
static BxStatus
try_value(XpSession *s)
{
	return xp_source_bool(&s->ev, s->root, &s->cx, &(bool){false});
}

/* Does the path select anything, or with `test` is it true? */
static BxStatus
decide(XpCall *c, const XpBlock *path, bool test, bool *yes)
{
	XpShortcutItem item;
	XpSession s;
	BxStatus st;

	if (xp_shortcut(c, path, test ? XP_SHORTCUT_TRUTH : XP_SHORTCUT_NODES, 1, &item))
	{
		*yes = item.n > 0;
		return BX_OK;
	}
	*yes = true;
	BX_TRY(xp_session_begin(&s, c, path, 0));
	if (test)
		st = xp_source_bool(&s.ev, s.root, &s.cx, yes);
	else
		st = xp_maybe_nodeset(s.type) ? xp_source_any(&s.ev, s.root, &s.cx, yes) : try_value(&s);
	return xp_session_end(&s, st);
}

BxStatus
xp_exists(XpCall *c, const XpBlock *path, bool *found)
{
	return decide(c, path, false, found);
}

BxStatus
xp_test(XpCall *c, const XpBlock *path, bool *value)
{
	return decide(c, path, true, value);
}

BxStatus
xp_count(XpCall *c, const XpBlock *path, uint64_t *count)
{
	XpShortcutItem item;
	XpSession s;

	if (xp_shortcut(c, path, XP_SHORTCUT_NODES, UINT32_MAX, &item))
	{
		*count = item.n;
		return BX_OK;
	}
	*count = 1;
	BX_TRY(xp_session_begin(&s, c, path, 0));
	return xp_session_end(&s, xp_maybe_nodeset(s.type) ? xp_source_count(&s.ev, s.root, &s.cx, count)
													   : try_value(&s));
}

/* The string value of a node, or where it is. */
static BxStatus
value_of_node(XpSession *s, const XpNode *nd, XpItem *text)
{
	uint32_t n = 0;

	if (s->ev.by_reference_from > 0)
		BX_TRY(xp_node_apart(&s->ev, nd, &text->by_reference, &text->at, &n));
	if (!text->by_reference)
		return xp_node_string(&s->ev, nd, &text->str);
	text->str = (BxStr){NULL, n};
	return BX_OK;
}

static BxStatus
first_of_run(XpSession *s, XpItem *text, bool *found)
{
	XpSource source;
	XpItem item;

	BX_TRY(xp_source_open(&s->ev, s->root, &s->cx, true, &source));
	BX_TRY(xp_source_next(&s->ev, &source, &item, found));
	if (!*found)
		return BX_OK;
	BX_TRY(xp_is_node(&item) ? value_of_node(s, item.node, text) : xp_item_str(&s->ev, &item, &text->str));
	xp_source_close(&s->ev, &source);
	return BX_OK;
}

static BxStatus
value_of(XpSession *s, XpItem *text)
{
	bool found = true;
	XpNode nd;

	text->type = XP_T_ANY;
	text->by_reference = false;
	text->str = (BxStr){"", 0};
	if (s->ev.run != NULL)
		BX_TRY(first_of_run(s, text, &found));
	else if (s->type == XP_T_NODESET)
	{
		BX_TRY(xp_first(&s->ev, s->root, &s->cx, &nd, &found));
		if (found)
			BX_TRY(value_of_node(s, &nd, text));
	}
	else if (s->type == XP_T_SEQUENCE)
		BX_TRY(xp_seq_first_str(&s->ev, s->root, &s->cx, &text->str, &found));
	else
		BX_TRY(xp_str(&s->ev, s->root, &s->cx, &text->str));
	if (found)
		text->type = XP_T_STRING;
	return BX_OK;
}

/* *done: otherwise the evaluation has to find it, or report what is wrong with it. */
static BxStatus
short_value(XpCall *c, const XpBlock *path, XpItem *text, bool *done)
{
	XpShortcutItem item;
	char *buf;

	*done = xp_shortcut(c, path, XP_SHORTCUT_VALUE, 1, &item);
	if (!*done)
		return BX_OK;
	text->by_reference = false;
	text->type = item.n > 0 ? XP_T_STRING : XP_T_ANY;
	text->str = item.n > 0 ? bx_str((const char *) item.payload, item.len) : bx_str("", 0);
	if (item.n == 0)
		return BX_OK;
	if (!bx_value_is_typed(item.payload, item.len))
		return BX_OK;
	buf = bx_arena_alloc(c->arena, bx_value_room(item.len));
	if (buf == NULL)
		return bx_fail_nomem(c->err, bx_value_room(item.len));
	text->str.s = bx_value_text(item.payload, item.len, buf, &item.len);
	text->str.n = item.len;
	*done = text->str.s != NULL;
	return BX_OK;
}

BxStatus
xp_value(XpCall *c, const XpBlock *path, XpItem *text)
{
	XpSession s;
	bool done;

	BX_TRY(short_value(c, path, text, &done));
	if (done)
		return BX_OK;
	BX_TRY(xp_session_begin(&s, c, path, 0));
	return xp_session_end(&s, value_of(&s, text));
}

bool
xp_fits_subtree(const XpBlock *path)
{
	const XpExpr *nodes = xp_nodes(path);
	uint32_t i;

	for (i = 0; i < path->n_nodes; i++)
		if (nodes[i].op == XP_QUERY || (nodes[i].op == XP_STEP && nodes[i].axis == XP_AX_NAMESPACE))
			return false;
	return true;
}

/* ---- for tests ---- */

/* Nodes of a path as its iterator gives them. */
static BxStatus
collect_nodes(XpSession *s, XpSet *set)
{
	bool found;
	XpItem item;
	XpSource it;

	memset(set, 0, sizeof(*set));
	if (s->type != XP_T_NODESET && s->ev.run == NULL)
		return xp_nodes_of(&s->ev, s->root, &s->cx, set);
	BX_TRY(xp_source_open(&s->ev, s->root, &s->cx, true, &it));
	for (;;)
	{
		BX_TRY(xp_source_next(&s->ev, &it, &item, &found));
		if (!found)
			return BX_OK;
		BX_TRY(xp_set_add(&s->ev, set, item.node));
	}
}

static BxStatus
keys_of(XpSession *s, const uint32_t **keys, const uint32_t **pairs, uint32_t *n)
{
	uint32_t *out;
	uint32_t i;
	XpSet set;

	BX_TRY(collect_nodes(s, &set));
	out = xp_alloc(&s->ev, 2 * (size_t) set.n * sizeof(uint32_t) + 1);
	if (out == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < set.n; i++)
	{
		uint32_t up = set.items[i].up;

		out[i] = set.items[i].key;
		out[set.n + i] = xp_is_namespace_up(up) ? s->ev.anchors[up - XP_UP_NAMESPACE].off : UINT32_MAX;
	}
	*keys = out;
	*pairs = out + set.n;
	*n = set.n;
	return BX_OK;
}

BxStatus
xp_keys(XpCall *c, const XpBlock *path, const uint32_t **keys, const uint32_t **pairs, uint32_t *n)
{
	XpSession s;

	BX_TRY(xp_session_begin(&s, c, path, 0));
	return xp_session_end(&s, keys_of(&s, keys, pairs, n));
}
