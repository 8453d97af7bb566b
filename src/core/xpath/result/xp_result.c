/*
 * xp_result.c -- the items of a result one by one, as strings or as stored values.
 */
#include "xp_query_int.h"

#include "../plan/xp_shortcut_int.h"

/* ---- the first item as it is stored ---- */

typedef struct FirstItem
{
	XpSink sink;
	XpItem *item;
	bool more;
	unsigned count;
} FirstItem;

static BxStatus
string_item(XpEval *ev, const XpNode *nd, XpItem *item)
{
	item->type = XP_T_STRING;
	return xp_node_string(ev, nd, &item->str);
}

BxStatus
xp_node_item(XpEval *ev, const XpNode *nd, XpItem *item)
{
	const uint8_t *p;
	uint32_t n = 0;
	BxValue value;
	XpNode text;

	if (ev->by_reference_from > 0)
	{
		BX_TRY(xp_node_apart(ev, nd, &item->by_reference, &item->at, &n));
		item->type = XP_T_STRING;
		item->str = (BxStr){NULL, n};
		if (item->by_reference)
			return BX_OK;
		n = 0;
	}
	if (nd->kind == XP_DOC || nd->kind == BX_KIND_ELEMENT)
	{
		BX_TRY(xp_only_text(ev, nd, &text, &n));
		if (n == 1)
			nd = &text;
	}
	if (n != 1 && !bx_kind_has_value(nd->kind))
		return string_item(ev, nd, item);
	BX_TRY(xp_value_payload(ev, nd, &p, &n));
	item->type = bx_value_is_typed(p, n) ? XP_T_STORED : XP_T_STRING;
	item->str = (BxStr){(const char *) p, n};
	return item->type == XP_T_STRING || bx_value_decode(p, n, &value) ? BX_OK
																	  : xp_damaged(ev, nd->key / 2 - 1);
}

static BxStatus
take_first_item(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	FirstItem *f = (FirstItem *) sink;

	f->count++;
	*stop = f->count > 1 || !f->more;
	return f->count == 1 ? xp_node_item(ev, nd, f->item) : BX_OK;
}

static BxStatus
atomic_item(XpEval *ev, uint32_t root, const XpContext *cx, XpItem *item)
{
	item->type = xp_type(ev, root);
	switch (item->type)
	{
		case XP_T_NUMBER: return xp_num(ev, root, cx, &item->number);
		case XP_T_BOOLEAN: return xp_bool(ev, root, cx, &item->boolean);
		default: item->type = XP_T_STRING; return xp_str(ev, root, cx, &item->str);
	}
}

/* What was taken must last, so the items are kept. */
static BxStatus
first_of_sequence(XpEval *ev, uint32_t root, const XpContext *cx, FirstItem *f)
{
	bool found, stop;
	XpItem item;
	XpSource it;

	BX_TRY(xp_source_open(ev, root, cx, true, &it));
	BX_TRY(xp_source_next(ev, &it, &item, &found));
	if (!found)
		return BX_OK;
	if (item.type == XP_T_NODESET)
		BX_TRY(take_first_item(&f->sink, ev, item.node, &stop));
	else
	{
		f->count = 1;
		*f->item = item;
		f->item->by_reference = false;
		if (item.type != XP_T_NUMBER && item.type != XP_T_BOOLEAN)
		{
			f->item->type = XP_T_STRING;
			BX_TRY(xp_item_str(ev, &item, &f->item->str));
		}
	}
	if (f->more)
		BX_TRY(xp_source_next(ev, &it, &item, &found));
	f->count += f->more && found;
	xp_source_close(ev, &it);
	return BX_OK;
}

BxStatus
xp_first_item(XpEval *ev, uint32_t root, const XpContext *cx, bool more, XpItem *item, unsigned *count)
{
	FirstItem f = {{.take = take_first_item, .max = more ? 2 : 1}, item, more, 0};
	BxStatus st = BX_OK;

	item->type = XP_T_ANY;
	item->by_reference = false;
	switch (ev->run == NULL ? xp_type(ev, root) : XP_T_SEQUENCE)
	{
		case XP_T_NODESET: st = xp_each(ev, root, cx, &f.sink); break;
		case XP_T_SEQUENCE: st = first_of_sequence(ev, root, cx, &f); break;
		default: f.count = 1; st = atomic_item(ev, root, cx, item);
	}
	*count = f.count;
	return st;
}

/* False: the evaluation has to find it, or report what is wrong with it. */
static bool
short_item(XpCall *c, const XpBlock *path, bool more, XpItem *item, unsigned *count)
{
	XpShortcutItem found;
	BxValue value;
	bool typed;

	if (!xp_shortcut(c, path, XP_SHORTCUT_VALUE, more ? 2 : 1, &found))
		return false;
	if (found.n == 0)
		return true;
	typed = bx_value_is_typed(found.payload, found.len);
	if (typed && !bx_value_decode(found.payload, found.len, &value))
		return false;
	*count = found.n;
	item->type = typed ? XP_T_STORED : XP_T_STRING;
	item->str = bx_str((const char *) found.payload, found.len);
	return true;
}

/* As the text of a decimal; *count stays 0 where it is none. */
static BxStatus
exact_item(XpSession *s, XpItem *item, unsigned *count)
{
	XpItem decimal;
	bool is;

	BX_TRY(xp_exact(&s->ev, s->root, &s->cx, &decimal, &is));
	if (!is)
		return BX_OK;
	*count = 1;
	item->type = XP_T_STRING;
	return xp_item_str(&s->ev, &decimal, &item->str);
}

BxStatus
xp_item_value(XpCall *c, const XpBlock *path, bool more, XpItem *item, unsigned *count)
{
	XpSession s;

	item->type = XP_T_ANY;
	item->by_reference = false;
	*count = 0;
	if (short_item(c, path, more, item, count))
		return BX_OK;
	BX_TRY(xp_session_begin(&s, c, path, 0));
	if (c->exact && s.ev.run == NULL)
	{
		BxStatus st = exact_item(&s, item, count);

		if (st != BX_OK || *count > 0)
			return xp_session_end(&s, st);
	}
	return xp_session_end(&s, xp_first_item(&s.ev, s.root, &s.cx, more, item, count));
}

BxValue
xp_item_decode(const XpItem *item)
{
	BxValue v = {.type = AT_UNTYPED};

	if (item->type == XP_T_STORED)
		(void) bx_value_decode((const uint8_t *) item->str.s, (uint32_t) item->str.n, &v);
	return v;
}

BxStr
xp_item_text(const XpItem *item, char *buf)
{
	BxValue v;

	switch (item->type)
	{
		case XP_T_ANY: return bx_str("", 0);
		case XP_T_STORED: v = xp_item_decode(item); return bx_str(buf, bx_value_format(&v, buf));
		case XP_T_NUMBER: return bx_str(buf, bx_number_format(item->number, buf));
		case XP_T_BOOLEAN: return item->boolean ? bx_str("true", 4) : bx_str("false", 5);
		default: return item->str;
	}
}

/* ---- all of them as strings ---- */

BxStatus
xp_item_strings(XpEval *ev, uint32_t root, const XpContext *cx, XpStringSink *sink)
{
	bool found, stop = false;
	XpSource it;
	BxStr s;

	BX_TRY(xp_source_open(ev, root, cx, false, &it));
	while (!stop)
	{
		BX_TRY(xp_source_str(ev, &it, &s, &found));
		if (!found)
			return BX_OK;
		BX_TRY(sink->take(sink, s.s, s.n, &stop));
	}
	xp_source_close(ev, &it);
	return BX_OK;
}

BxStatus
xp_strings(XpCall *c, const XpBlock *path, XpStringSink *sink)
{
	XpSession s;

	BX_TRY(xp_session_begin(&s, c, path, 0));
	return xp_session_end(&s, xp_item_strings(&s.ev, s.root, &s.cx, sink));
}
