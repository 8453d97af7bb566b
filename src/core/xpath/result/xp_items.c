/*
 * xp_items.c -- the items of a result one by one, as strings or as stored values.
 */
#include "../eval/xp_eval_int.h"

#include "xp_items.h"
#include "../eval/xp_seq_int.h"
#include "xp_query_int.h"

/* ---- the first item as it is stored ---- */

typedef struct FirstItem
{
	XpSink sink;
	XpItemValue *item;
	bool more;
	unsigned count;
} FirstItem;

static BxStatus
string_item(XpEval *ev, const XpNode *nd, XpItemValue *item)
{
	BxStr s;

	BX_TRY(xp_node_string(ev, nd, &s));
	item->type = XP_T_STRING;
	item->s = s.s;
	item->n = s.n;
	return BX_OK;
}

BxStatus
xp_node_item(XpEval *ev, const XpNode *nd, XpItemValue *item)
{
	const uint8_t *p;
	uint32_t n = 0;
	XpNode text;

	item->found = true;
	if (ev->by_reference_from > 0)
	{
		item->type = XP_T_STRING;
		BX_TRY(xp_node_apart(ev, nd, &item->apart, &item->at, &n));
		item->s = NULL;
		item->n = n;
		if (item->apart)
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
	BX_TRY(xp_payload(ev, nd, &p, &n));
	BX_TRY(xp_count_value(ev, n));
	if (!bx_value_decode(p, n, &item->value))
		return xp_damaged(ev, nd->key / 2 - 1);
	item->type = item->value.type == BX_VT_TEXT ? XP_T_STRING : XP_T_ANY;
	item->s = (const char *) p;
	item->n = n;
	return BX_OK;
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
atomic_item(XpEval *ev, uint32_t root, const XpContext *cx, XpItemValue *item)
{
	BxStr s;

	item->found = true;
	item->type = xp_type(ev, root);
	switch (item->type)
	{
		case XP_T_NUMBER: return xp_num(ev, root, cx, &item->number);
		case XP_T_BOOLEAN: return xp_bool(ev, root, cx, &item->boolean);
		default:
			BX_TRY(xp_str(ev, root, cx, &s));
			item->s = s.s;
			item->n = s.n;
			return BX_OK;
	}
}

typedef struct FirstThing
{
	XpItemSink sink;
	FirstItem *f;
} FirstThing;

/* What was taken must last, so the sink keeps. */
static BxStatus
take_first_thing(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	FirstItem *f = ((FirstThing *) sink)->f;
	BxStr s;

	if (t->type == XP_T_NODESET)
		return take_first_item(&f->sink, ev, t->node, stop);
	f->count++;
	*stop = f->count > 1 || !f->more;
	if (f->count > 1)
		return BX_OK;
	f->item->found = true;
	f->item->type = t->type == XP_T_NUMBER || t->type == XP_T_BOOLEAN ? t->type : XP_T_STRING;
	if (t->type == XP_T_NUMBER)
		f->item->number = t->number;
	if (t->type == XP_T_BOOLEAN)
		f->item->boolean = t->boolean;
	if (f->item->type != XP_T_STRING)
		return BX_OK;
	BX_TRY(xp_item_str(ev, t, &s));
	f->item->s = s.s;
	f->item->n = s.n;
	return BX_OK;
}

static BxStatus
run_first(XpEval *ev, uint32_t root, const XpContext *cx, void *arg)
{
	FirstItem *f = arg;

	if (xp_type(ev, root) == XP_T_NODESET)
		return xp_each(ev, root, cx, &f->sink);
	if (xp_type(ev, root) == XP_T_SEQUENCE)
	{
		FirstThing first = {{take_first_thing, true, NULL}, f};
		bool stop = false;

		return xp_items(ev, root, cx, &first.sink, &stop);
	}
	f->count = 1;
	return atomic_item(ev, root, cx, f->item);
}

BxStatus
xp_first_item(XpEval *ev, uint32_t root, const XpContext *cx, bool more, XpItemValue *item, unsigned *count)
{
	FirstItem f = {{.take = take_first_item, .max = more ? 2 : 1}, item, more, 0};
	BxStatus st;

	item->found = item->apart = false;
	st = run_first(ev, root, cx, &f);
	*count = f.count;
	return st;
}

BxStatus
xp_item_value(XpCall *c, const XpBlock *path, bool more, XpItemValue *item, unsigned *count)
{
	FirstItem f = {{.take = take_first_item, .max = more ? 2 : 1}, item, more, 0};
	BxStatus st;

	item->found = item->apart = false;
	st = xp_evaluate(c, path, false, run_first, &f);
	*count = f.count;
	return st;
}

XpText
xp_item_text(const XpItemValue *item, char *buf)
{
	XpText t = {.found = item->found, .s = buf};

	switch (item->type)
	{
		case XP_T_ANY: t.n = bx_value_format(&item->value, buf); break;
		case XP_T_NUMBER: t.n = bx_number_format(item->number, buf); break;
		case XP_T_BOOLEAN:
			t.s = item->boolean ? "true" : "false";
			t.n = item->boolean ? 4 : 5;
			break;
		default:
			t.s = item->s;
			t.n = item->n;
			t.apart = item->apart;
			t.at = item->at;
	}
	return t;
}

/* ---- all of them as strings ---- */

typedef struct Strings
{
	XpSink sink;
	XpStringSink *out;
} Strings;

static BxStatus
take_string(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	XpStringSink *out = ((Strings *) sink)->out;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	BxStr s;

	BX_TRY(xp_node_string(ev, nd, &s));
	BX_TRY(out->take(out, s.s, s.n, stop));
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

typedef struct ItemStrings
{
	XpItemSink sink;
	XpStringSink *out;
} ItemStrings;

static BxStatus
take_item_string(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	XpStringSink *out = ((ItemStrings *) sink)->out;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	BxStr s;

	BX_TRY(xp_item_str(ev, t, &s));
	BX_TRY(out->take(out, s.s, s.n, stop));
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

static BxStatus
run_strings(XpEval *ev, uint32_t root, const XpContext *cx, void *arg)
{
	Strings *w = arg;
	bool stop = false;
	BxStr s;

	if (xp_type(ev, root) == XP_T_NODESET)
		return xp_each(ev, root, cx, &w->sink);
	if (xp_type(ev, root) == XP_T_SEQUENCE)
	{
		ItemStrings items = {{take_item_string, false, NULL}, w->out};

		return xp_items(ev, root, cx, &items.sink, &stop);
	}
	BX_TRY(xp_str(ev, root, cx, &s));
	return w->out->take(w->out, s.s, s.n, &stop);
}

BxStatus
xp_strings(XpCall *c, const XpBlock *path, XpStringSink *sink)
{
	Strings w = {{.take = take_string}, sink};

	return xp_evaluate(c, path, false, run_strings, &w);
}

BxStatus
xp_item_strings(XpEval *ev, uint32_t root, const XpContext *cx, XpStringSink *sink)
{
	Strings w = {{.take = take_string}, sink};

	return run_strings(ev, root, cx, &w);
}
