/*
 * xp_node.c -- from offsets in the items section to nodes and back.
 *
 * A kept node is a key and an anchor; the anchor names the parent element's item and that element's anchor, so that
 * the way up costs one decode per level and nothing is stored for nodes that are not kept.
 */
#include "xp_string_int.h"

BxStatus
xp_canceled(XpEval *ev, BxStatus st)
{
	return st != BX_E_CANCEL ? st : bx_fail(ev->err, BX_E_CANCEL, -1, "XPath evaluation was canceled");
}

BxStatus
xp_settle(XpEval *ev)
{
	uint32_t n = ev->lot - ev->ticks;

	ev->lot = ev->ticks = XP_TICKS;
	ev->settled++;
	ev->hot = true;
	return xp_canceled(ev, bx_steps(ev->host, n));
}

BxStatus
xp_damaged(XpEval *ev, uint32_t off)
{
	return bx_fail(ev->err, BX_E_CORRUPT, off, "bxml value is damaged: an item leaves its parent");
}

/*
 * Both spans end where an item header could leave what is filled; payloads that end there take this way once more,
 * which costs a comparison.
 */
BxStatus
xp_fill(XpEval *ev, uint32_t off, uint32_t len)
{
	BxImage *img = ev->img;
	uint32_t items = img->head.items_off;

	if (off > ev->items_len)
		return xp_damaged(ev, off);
	if (len > ev->items_len - off)
		len = ev->items_len - off;
	BX_TRY(bx_image_need(img, items + off, len));
	ev->lo = img->lo > items ? img->lo - items : 0;
	if (img->hi >= items + ev->items_len)
		ev->span = UINT32_MAX - ev->lo;
	else
	{
		ev->span = img->hi - items - ev->lo;
		ev->span = ev->span > BX_ITEM_HEADER_MAX ? ev->span - BX_ITEM_HEADER_MAX : 0;
	}
	return BX_OK;
}

BxStatus
xp_fill_payload(XpEval *ev, const XpNode *nd)
{
	return nd->content > ev->items_len ? BX_OK : xp_fill(ev, nd->content, nd->len);
}

BxStatus
xp_heap_payload(XpEval *ev, const XpNode *nd, const uint8_t **p, uint32_t *n)
{
	const BxHeader *h = &ev->img->head;
	uint32_t off, len;

	if (!bx_kind_has_value(nd->kind) || !bx_heap_ref(h, *p, nd->len, &off, &len))
		return BX_OK; /* decoding it reports the damage */
	BX_TRY(bx_image_need(ev->img, h->items_off + h->items_len + off, len));
	*p = ev->base + h->items_len + off;
	*n = len;
	return BX_OK;
}

static BxStatus
bind_rest(XpEval *ev)
{
	BX_TRY(xp_bind_rest(ev->bound));
	xp_short_shapes(ev);
	return BX_OK;
}

/* An item with a token or length of several bytes, a shape that is not bound yet, a constant, or damage. */
static __attribute__((noinline)) BxStatus
long_item_at(XpEval *ev, uint32_t off, uint32_t end, XpNode *nd)
{
	const uint8_t *limit = ev->base + end;
	BxItemHeader h;
	const uint8_t *p = bx_item_header(ev->base + off, limit, ev->n_consts, &h);

	if (p != NULL && h.constant)
	{
		xp_constant_at(ev, h.number, off, nd);
		return BX_OK;
	}
	if (p == NULL || h.number >= ev->n_shapes || h.len > (size_t) (limit - p))
		return xp_damaged(ev, off);
	if (h.number >= ev->bound->n_bound)
		BX_TRY(bind_rest(ev));
	xp_take_item(ev, off, h.number, (uint32_t) (p - ev->base) - off, h.len, nd);
	return BX_OK;
}

BxStatus
xp_item_at(XpEval *ev, uint32_t off, uint32_t end, XpNode *nd)
{
	const uint8_t *p = ev->base + off;
	uint32_t shape, head, len;

	if (BX_UNLIKELY(off >= end))
		return xp_damaged(ev, off);
	BX_TRY(xp_need_item(ev, off));
	if (BX_UNLIKELY(!bx_item_medium(p, end - off, ev->n_consts, ev->short_shapes, &shape, &head, &len)))
		return long_item_at(ev, off, end, nd);
	xp_take_item(ev, off, shape, head, len, nd);
	return BX_OK;
}

BxStatus
xp_load(XpEval *ev, const XpNodeRef *item, XpNode *nd)
{
	if (item->key == 0)
	{
		xp_document(ev, nd);
		return BX_OK;
	}
	if (BX_UNLIKELY(xp_is_namespace_up(item->up)))
		return xp_namespace_load(ev, item, nd);
	BX_TRY(xp_item_at(ev, item->key / 2 - 1, ev->items_len, nd));
	nd->up = item->up;
	if (item->key & 1)
	{
		nd->key++;
		nd->kind = BX_KIND_TEXT;
	}
	return BX_OK;
}

#define FEW_ANCHORS 16

BxStatus
xp_grow_anchors(XpEval *ev)
{
	uint32_t least = ev->anchor_map != NULL ? FEW_ANCHORS / 2 : 64;
	uint32_t cap = ev->cap_anchors ? ev->cap_anchors * 2 : least;
	XpAnchor *a = ev->host->resize(ev->host->ctx, ev->anchors, (size_t) cap * sizeof(XpAnchor));

	if (a == NULL)
		return xp_nomem(ev, (size_t) cap * sizeof(XpAnchor));
	ev->anchors = a;
	ev->cap_anchors = cap;
	if (ev->n_anchors == 0)
		ev->n_anchors = 1; /* the document */
	return BX_OK;
}

/* The number of the anchor that says this; n_anchors: none does.  *at: where it belongs in the map, if there is one. */
static uint32_t
find_anchor(const XpEval *ev, const XpAnchor *a, uint32_t hash, uint32_t *at)
{
	uint32_t i = 1;

	if (ev->anchor_map->n == 0)
	{
		while (i < ev->n_anchors && (ev->anchors[i].off != a->off || ev->anchors[i].up != a->up))
			i++;
		return i < ev->n_anchors ? i : ev->n_anchors;
	}
	bx_hashmap_foreach (i, ev->anchor_map, hash, at)
		if (ev->anchors[i].off == a->off && ev->anchors[i].up == a->up)
			return i;
	return ev->n_anchors;
}

static inline uint32_t
hash_anchor(const XpEval *ev, const XpAnchor *a)
{
	return bx_hash_numbers(&ev->host->seed, a->off, a->up);
}

/* The first anchors are searched one by one; when there are more than a few, all go into the map. */
static BxStatus
map_anchors(XpEval *ev)
{
	uint32_t i, k, at;

	for (i = ev->anchor_map->n + 1; i < ev->n_anchors; i++)
	{
		uint32_t hash = hash_anchor(ev, &ev->anchors[i]);

		BX_TRY(bx_hashmap_reserve(ev->anchor_map, ev->err));
		bx_hashmap_foreach (k, ev->anchor_map, hash, &at)
			; /* to the free place */
		bx_hashmap_put(ev->anchor_map, hash, at, i);
	}
	return BX_OK;
}

/* What an anchor says is all that it is, so one of an element may serve as one of a namespace node. */
BxStatus
xp_anchor_once(XpEval *ev, uint32_t off, uint32_t up, uint32_t *anchor)
{
	XpAnchor a = {off, up};
	uint32_t at;

	*anchor = find_anchor(ev, &a, hash_anchor(ev, &a), &at);
	if (*anchor < ev->n_anchors)
		return BX_OK;
	if (ev->n_anchors == ev->cap_anchors)
		BX_TRY(xp_grow_anchors(ev));
	*anchor = ev->n_anchors;
	ev->anchors[ev->n_anchors++] = a;
	ev->n_fixed = ev->n_anchors;
	return ev->n_anchors > FEW_ANCHORS ? map_anchors(ev) : BX_OK;
}

BxStatus
xp_anchor_of(XpEval *ev, const XpNode *nd, uint32_t *anchor)
{
	if (nd->kind == XP_DOC)
	{
		*anchor = 0;
		return BX_OK;
	}
	return xp_anchor(ev, nd->key / 2 - 1, nd->up, anchor);
}

BxStatus
xp_parent(XpEval *ev, const XpNode *nd, XpNode *parent, bool *found)
{
	XpNodeRef item;
	uint32_t up;

	*found = nd->kind != XP_DOC;
	if (!*found)
		return BX_OK;
	if (nd->up == 0)
	{
		xp_document(ev, parent);
		return BX_OK;
	}
	if (BX_UNLIKELY(nd->up == XP_NO_UP))
		return bx_fail(ev->err, BX_E_STATE, -1, "the parent of a node is asked for, and is not known");
	up = nd->kind == BX_KIND_NAMESPACE ? ev->anchors[nd->up - XP_UP_NAMESPACE].up : nd->up;
	item.key = (ev->anchors[up].off + 1) * 2;
	item.up = ev->anchors[up].up;
	return xp_load(ev, &item, parent);
}

BxStatus
xp_names_read(XpEval *ev, BxArena *arena)
{
	BxTable *table = bx_arena_alloc(arena, sizeof(BxTable));

	if (table == NULL)
		return xp_nomem(ev, sizeof(BxTable));
	BX_TRY(bx_table_open(table, arena, ev->img->v, ev->img->n, ev->img->n, ev->err));
	ev->table = table;
	return BX_OK;
}

bool
xp_test_node(const XpEval *ev, const XpNode *nd, uint32_t step)
{
	uint32_t bit = ev->plan->bit[step];
	uint32_t word = bit / XP_WORD_BITS;
	uint64_t mask;

	if (nd->kind == XP_DOC || nd->kind == BX_KIND_NAMESPACE || (nd->key & 1))
		mask = ev->plan->masks[word].any[nd->kind];
	else
		mask = xp_shape_steps(ev, word, nd->shape);
	return (mask >> (bit % XP_WORD_BITS)) & 1;
}

BxStatus
xp_unsupported(XpEval *ev, const XpExpr *node, const char *what)
{
	return bx_fail(ev->err, BX_E_UNSUPPORTED, node->pos, "XPath %s is not supported here", what);
}

BxStatus
xp_check_stack(XpEval *ev)
{
	if (!bx_stack_ok(ev->host))
		return bx_fail(ev->err, BX_E_DEPTH, -1, "XPath expression is nested too deeply to evaluate");
	return BX_OK;
}

/* ---- from one evaluation to another ---- */

static BxStatus
carry_namespace(const XpEval *from, const XpAnchor *space, XpEval *to, uint32_t *carried)
{
	uint32_t up;

	BX_TRY(xp_carry(from, space->up, to, &up));
	BX_TRY(xp_anchor(to, space->off, up, carried));
	*carried += XP_UP_NAMESPACE;
	return BX_OK;
}

BxStatus
xp_carry(const XpEval *from, uint32_t up, XpEval *to, uint32_t *carried)
{
	uint32_t *offs, a, n = 0;

	*carried = up;
	if (up == 0 || up == XP_NO_UP)
		return BX_OK;
	if (xp_is_namespace_up(up))
		return carry_namespace(from, &from->anchors[up - XP_UP_NAMESPACE], to, carried);
	for (a = up; a != 0; a = from->anchors[a].up)
		n++;
	BX_TRY(bx_charge(to->host, n));
	offs = xp_alloc(to, n * sizeof(uint32_t));
	if (offs == NULL)
		return BX_E_NOMEM;
	for (a = up; a != 0; a = from->anchors[a].up)
		offs[--n] = from->anchors[a].off;
	for (a = up, *carried = 0; a != 0; a = from->anchors[a].up)
		BX_TRY(xp_anchor(to, offs[n++], *carried, carried));
	return BX_OK;
}
