/*
 * xp_scan_int.h -- the scan: one pass over the content of a node for steps that go forward.
 *
 * The state of a node is a set of bits: bit i is set when the node is a context of step i.  For an item, the steps it
 * passes are one AND of its shape's mask with the live steps of its parent; shifting by one gives the item's own state.
 * An element is entered only when a live step can be satisfied in it, and left as soon as none is live any more.
 *
 * Paths (xp_path_scan.c) and predicates (xp_predicate_scan.c) take the items one by one from xp_scan_next, decide what
 * a node means, and hand its state back to xp_scan_follow.  All here is inlined into them, with a kind of scan that is
 * known at compile time.  Columns of rowsets (xp_column_scan.c) read the same items in a loop of their own.
 */
#ifndef XP_SCAN_INT_H
#define XP_SCAN_INT_H

#include "xp_skip_int.h"

#define XP_SCAN_INLINE static inline __attribute__((always_inline))

/* An element that was entered. */
typedef struct XpScanFrame
{
	uint32_t end;    /* offset where the content ends */
	uint32_t off;    /* of the element's item */
	uint32_t anchor; /* for its children, XP_NO_UP until one is needed */
	bool closed; /* descendant steps: an item was met that is not in the tag, where attributes are no more */
	uint64_t live; /* child and attribute steps the element is a context of */
	uint64_t deep; /* descendant steps it or an ancestor is a context of */
} XpScanFrame;

typedef struct XpScan
{
	XpEval *ev;
	const void *owner; /* of skip tables */
	const uint64_t *shape_steps;
	const uint64_t *below; /* steps that nodes below a shape pass; NULL when that is not known */
	uint64_t any_below;    /* what below is for all shapes when it is NULL */
	uint64_t leaf_text;    /* steps the text of a leaf passes */
	uint64_t once;         /* steps that one node at most passes in a parent, and none below it */
	uint64_t single;       /* the same, and attribute steps with a name */
	uint64_t all;          /* all steps */
	uint64_t into;         /* child and attribute steps */
	uint64_t down;         /* descendant steps */
	uint64_t attr;         /* attribute steps */
	uint64_t todo;         /* steps still wanted */
	XpScanFrame *frames;   /* [cap]; the first one is not used */
	XpScanFrame *top;      /* of the innermost element; the first one: no element is open */
	uint32_t cap;
	uint32_t pos;       /* offset of the next item */
	uint32_t settled;   /* ev->settled when the scan began: directories are asked when it has changed ... */
	bool ask;           /* ... once */
	XpSkipTable *skip;  /* the last table used */
	uint64_t text_live; /* steps the text in `leaf` passes, which comes next; 0: no text */
	XpNode leaf;
} XpScan;

/* A kind of scan, a constant known at compile time. */
typedef struct XpScanKind
{
	bool deep;           /* has descendant steps */
	bool path;           /* has one path; else paths of child and attribute steps */
	bool narrows;        /* todo loses steps */
	bool skipped;        /* counts bytes passed over */
	uint8_t tables_from; /* items passed over at a level before a skip table is used */
	/* xp_scan_seek of this kind */
	BxStatus (*seek)(XpScan *s, XpNode *nd, uint64_t *steps, uint64_t *mask);
	/* an element was entered; live and deep as in its frame; NULL: nothing to do */
	BxStatus (*entered)(XpScan *s, const XpNode *nd, uint64_t live, uint64_t deep);
} XpScanKind;

/* A scan over paths of one word of bits; no element is open. */
static inline void
xp_scan_init(XpScan *s, XpEval *ev, const void *owner, uint32_t word, XpScanFrame *frames)
{
	s->frames = s->top = frames;
	s->ev = ev;
	s->owner = owner;
	s->shape_steps = ev->bound->shape_steps + (size_t) word * ev->n_shapes;
	s->leaf_text = ev->plan->masks[word].any[BX_KIND_TEXT];
	s->once = s->single = ev->bound->once[word];
	s->skip = NULL;
	s->text_live = 0;
}

/* xp_scan.c: room for more frames */
extern BxStatus xp_scan_grow(XpScan *s);

/*
 * Can a live step lead to a selected node in an element of the shape?  Only if something there passes it and every
 * later step: steps go forward, so the nodes that pass the later ones are in the element as well.
 */
XP_SCAN_INLINE bool
xp_scan_leads(const XpScan *s, uint64_t live, uint32_t shape)
{
	uint64_t missing;

	if (live == 0)
		return false;
	missing = s->all & ~(s->below ? s->below[shape] : s->any_below);
	if (BX_LIKELY(missing == 0))
		return true;
	return live >> (63 - __builtin_clzll(missing)) > 1;
}

/* Elements that are open. */
static inline uint32_t
xp_scan_level(const XpScan *s)
{
	return (uint32_t) (s->top - s->frames);
}

/* A frame for the content of nd, where the scan continues. */
XP_SCAN_INLINE BxStatus
xp_scan_enter(const XpScanKind *kind, XpScan *s, const XpNode *nd, uint64_t live, uint64_t deep)
{
	XpScanFrame *f = ++s->top;

	if (kind->path && BX_UNLIKELY(f == s->frames + s->cap))
	{
		BX_TRY(xp_scan_grow(s));
		f = s->top;
	}
	f->end = nd->next;
	f->live = live;
	if (kind->deep)
	{
		f->deep = deep;
		f->closed = false;
	}
	if (kind->path)
	{
		f->off = nd->key / 2 - 1;
		f->anchor = XP_NO_UP;
	}
	s->pos = nd->content;
	return kind->entered != NULL ? kind->entered(s, nd, live, deep) : BX_OK;
}

/* The text in a leaf comes next, when it passes steps of live. */
XP_SCAN_INLINE void
xp_scan_text(XpScan *s, const XpNode *leaf, uint64_t live)
{
	s->text_live = leaf->len == 0 ? 0 : s->leaf_text & live;
	if (s->text_live != 0)
		s->leaf = *leaf;
}

/* Enter the node, which is the last one of xp_scan_next, with the state t, if nodes in it can pass a step. */
XP_SCAN_INLINE BxStatus
xp_scan_follow(const XpScanKind *kind, XpScan *s, const XpNode *nd, uint64_t t)
{
	uint64_t deep = kind->deep ? s->top->deep | (t & s->down) : 0;
	uint64_t live = t & s->into;

	if (kind->narrows)
		live &= s->todo;
	if (nd->kind == BX_KIND_LEAF)
	{
		xp_scan_text(s, nd, live | deep);
		return BX_OK;
	}
	if (nd->kind != BX_KIND_ELEMENT)
		return BX_OK;
	if (kind->path ? xp_scan_leads(s, live | deep, nd->shape) : live != 0)
		return xp_scan_enter(kind, s, nd, live, deep);
	if (kind->path && s->ev->hot)
		xp_ahead(s->ev, nd->content, nd->next);
	return BX_OK;
}

/* What the test of an item needs; of an item that is not brief, the node is filled in as well. */
typedef struct XpScanItem
{
	uint32_t shape;
	uint32_t next;
	uint8_t kind;
	bool brief; /* token and length take a byte each */
} XpScanItem;

/* Where items are, and their brief forms: copies of what the evaluation has, for a loop. */
typedef struct XpScanBase
{
	const uint8_t *items;
	const uint8_t *kinds;
	uint32_t n_consts;
	uint32_t short_shapes;
} XpScanBase;

/* Decode the item at off: the common one costs a few instructions. */
XP_SCAN_INLINE BxStatus
xp_scan_item(XpEval *ev, XpScanBase *b, uint32_t off, uint32_t end, XpScanItem *item, XpNode *nd)
{
	const uint8_t *p = b->items + off;
	uint32_t head, len;

	BX_TRY(xp_need_item(ev, off));
	item->brief = bx_item_short(p, end - off, b->n_consts, b->short_shapes, &item->shape, &len);
	if (BX_LIKELY(item->brief))
	{
		ev->work->items++;
		item->next = off + BX_ITEM_SHORT_HEAD + len;
		item->kind = b->kinds[item->shape];
		return BX_OK;
	}
	if (bx_item_short_constant(p, b->n_consts))
		xp_constant_at(ev, p[0], off, nd);
	else if (bx_item_medium(p, end - off, b->n_consts, b->short_shapes, &item->shape, &head, &len))
		xp_take_item(ev, off, item->shape, head, len, nd);
	else
	{
		BX_TRY(xp_item_at(ev, off, end, nd));
		b->short_shapes = ev->short_shapes; /* more shapes may be bound now */
	}
	item->shape = nd->shape;
	item->next = nd->next;
	item->kind = nd->kind;
	return BX_OK;
}

/* Make a node of an item. */
XP_SCAN_INLINE void
xp_scan_complete(const XpScanItem *item, uint32_t off, XpNode *nd)
{
	if (BX_UNLIKELY(!item->brief))
		return;
	nd->key = (off + 1) * 2;
	nd->shape = item->shape;
	nd->content = off + BX_ITEM_SHORT_HEAD;
	nd->len = item->next - nd->content;
	nd->next = item->next;
	nd->kind = item->kind;
}

/*
 * Can an item that passes no live step be passed over?  Not when nodes below it may pass one: then it is entered (an
 * element), or its text is looked at (a leaf).
 */
XP_SCAN_INLINE bool
xp_scan_passes_over(const XpScan *s, const XpScanItem *item, uint64_t deep)
{
	if (item->kind == BX_KIND_ELEMENT)
		return (deep & (s->below ? s->below[item->shape] : s->any_below)) == 0;
	return item->kind != BX_KIND_LEAF || (deep & s->leaf_text) == 0;
}

/* Which steps does a level wait for? */
typedef struct XpScanWant
{
	uint64_t tag;  /* attribute steps, until the first item that is not in the tag */
	uint64_t rest; /* the others */
	uint64_t deep;
	uint64_t late; /* attribute steps that the level waited for; what passes them behind the tag is damage */
} XpScanWant;

/* Is it of a kind that stands in the tag of an element? */
XP_SCAN_INLINE bool
xp_scan_in_tag(const XpScanItem *item)
{
	return item->kind == BX_KIND_ATTRIBUTE || item->kind == BX_KIND_NAMESPACE;
}

/* The steps that the item passes; *look: it is to be looked at even without one. */
XP_SCAN_INLINE uint64_t
xp_scan_test(const XpScanKind *kind, XpScan *s, XpScanWant *want, const XpScanItem *item, uint64_t *mask,
			 bool *look)
{
	uint64_t steps;

	*mask = s->shape_steps[item->shape];
	*look = false;
	if (xp_scan_in_tag(item))
	{
		*look = kind->deep && (*mask & want->late) != 0;
		return *mask & want->tag;
	}
	if (want->tag != 0)
	{
		if (kind->deep)
		{
			want->late = want->deep & s->attr;
			s->top->closed = true;
		}
		want->tag = 0;
		s->top->live &= ~s->attr;
	}
	steps = *mask & want->rest;
	*look = kind->deep && steps == 0 && !xp_scan_passes_over(s, item, want->deep);
	return steps;
}

/*
 * Charge the item that comes next.  *pause: stop in front of it, because skip tables or directories are to be used
 * now.
 */
XP_SCAN_INLINE BxStatus
xp_scan_tick(const XpScanKind *kind, XpScan *s, bool hot, bool *pause)
{
	if (BX_LIKELY(--s->ev->ticks > 0))
		return BX_OK;
	*pause = kind->path && (s->ask || !hot);
	return xp_settle(s->ev);
}

/*
 * The first item from off on that passes a step of a level without descendant steps, that is the first child of a level
 * with attribute steps, or whose header is not brief; an offset after the end means damage.
 */
XP_SCAN_INLINE uint32_t
xp_scan_pass(const XpScan *s, const XpScanBase *b, uint32_t off, uint32_t end, const XpScanWant *want)
{
	XpEval *ev = s->ev;
	uint64_t filled = (uint64_t) ev->lo + ev->span;
	uint64_t max = off + BX_ITEM_SHORT_HEAD * (uint64_t) (ev->ticks - 1); /* no more items than ticks */
	uint32_t stop = end - 1 < max ? end - 1 : (uint32_t) max;
	const uint8_t *p = b->items + off;
	const uint8_t *limit = b->items + (off < ev->lo ? 0 : stop < filled ? stop : filled);
	uint64_t live = want->tag | want->rest;
	bool any_kind = want->tag == 0; /* else attributes and namespaces only */
	uint32_t n = 0, shape, len;

	for (; p < limit; p += BX_ITEM_SHORT_HEAD + len, n++)
		if (!bx_item_short_header(p, BX_ITEM_SHORT_HEAD, b->n_consts, b->short_shapes, &shape, &len) ||
			(s->shape_steps[shape] & live) != 0 ||
			(!any_kind && b->kinds[shape] != BX_KIND_ATTRIBUTE && b->kinds[shape] != BX_KIND_NAMESPACE))
			break;
	ev->ticks -= n;
	ev->work->items += n;
	return (uint32_t) (p - b->items);
}

/* The items before `to` were passed over; continue at next. */
XP_SCAN_INLINE void
xp_scan_move(const XpScanKind *kind, XpScan *s, uint32_t to, uint32_t next)
{
	if (kind->skipped)
		s->ev->work->skipped += to - s->pos;
	s->pos = next;
}

/*
 * The next item of the innermost frame that has to be looked at; *steps are those it passes.  nd->key is 0 when there
 * is none before s->pos: the end of the frame, or an item to pause at.  This is the loop that all of a document goes
 * through.
 */
XP_SCAN_INLINE BxStatus
xp_scan_seek(const XpScanKind *kind, XpScan *s, bool hot, XpNode *nd, uint64_t *steps, uint64_t *mask)
{
	XpEval *ev = s->ev;
	const XpScanFrame *f = s->top;
	uint64_t live = kind->narrows ? f->live & s->todo : f->live;
	XpScanWant want = {.deep = kind->deep ? f->deep : 0};
	uint32_t off = s->pos, end = f->end;
	XpScanBase b = {ev->base, ev->kinds, ev->n_consts, ev->short_shapes};
	XpSkipTable *skip = NULL;
	uint32_t passed = 0;
	bool pause = false, look;
	XpScanItem item;

	want.tag = (live | want.deep) & s->attr;
	if (kind->deep && f->closed)
	{
		want.late = want.tag;
		want.tag = 0;
	}
	want.rest = (live & ~s->attr) | want.deep;
	*steps = 0;
	if (kind->path && !hot && want.deep == 0 && off < end && (want.rest | want.tag) != 0)
		off = xp_scan_pass(s, &b, off, end, &want);
	while (off < end && (want.rest | want.tag) != 0)
	{
		if (hot && want.tag == 0 && passed++ == kind->tables_from)
			skip = xp_skip_use(&s->skip, ev, s->owner, want.rest, want.deep);
		if (hot && skip != NULL)
		{
			off = xp_skip_items(ev, skip, off, end, &ev->ticks);
			if (BX_UNLIKELY(off >= end))
				break;
		}
		BX_TRY(xp_scan_tick(kind, s, hot, &pause));
		if (kind->path && BX_UNLIKELY(pause))
			break;
		if (!kind->path)
			b = (XpScanBase){ev->base, ev->kinds, ev->n_consts, ev->short_shapes};
		BX_TRY(xp_scan_item(ev, &b, off, end, &item, nd));
		*steps = xp_scan_test(kind, s, &want, &item, mask, &look);
		if (*steps != 0 || look)
		{
			if (kind->deep && look && xp_scan_in_tag(&item))
				return xp_damaged(ev, off);
			xp_scan_complete(&item, off, nd);
			xp_scan_move(kind, s, off, item.next);
			return BX_OK;
		}
		if (hot && skip != NULL && b.items[off] < BX_SHORT_TOKENS)
			skip->skip[b.items[off]] = 1;
		off = item.next;
	}
	nd->key = 0;
	if (kind->path && hot && !pause)
		xp_ahead(ev, off, end);
	if (BX_UNLIKELY(off > end))
		return xp_damaged(ev, off);
	off = pause ? off : end;
	xp_scan_move(kind, s, off, off);
	return BX_OK;
}

/* Make the leaf nd its text, which passes steps of live. */
XP_SCAN_INLINE BxStatus
xp_scan_give_text(XpScan *s, XpNode *nd, uint64_t live, uint64_t *steps, uint64_t *mask)
{
	nd->key++;
	nd->kind = BX_KIND_TEXT;
	nd->up = XP_NO_UP;
	*steps = live;
	*mask = s->leaf_text;
	s->text_live = 0;
	return BX_OK;
}

/*
 * The next node in document order that passes live steps: *steps are those, and *mask all that it passes.  Without one
 * *steps is 0; then the scan is over if no frame is left, else directories are to be asked.
 */
XP_SCAN_INLINE BxStatus
xp_scan_next(const XpScanKind *kind, XpScan *s, XpNode *nd, uint64_t *steps, uint64_t *mask)
{
	for (;;)
	{
		if (s->text_live != 0)
		{
			*nd = s->leaf;
			return xp_scan_give_text(s, nd, s->text_live, steps, mask);
		}
		*steps = 0;
		if (s->top == s->frames || (kind->path && BX_UNLIKELY(s->ask) && s->ev->settled != s->settled))
			return BX_OK;
		BX_TRY(kind->seek(s, nd, steps, mask));
		if (nd->key == 0)
			s->top -= s->pos >= s->top->end;
		else if (*steps != 0)
		{
			XpScanFrame *f = s->top;

			f->live &= ~(*steps & s->single);
			if (kind->deep && f->deep != 0)
				f->deep &= ~(*steps & s->once & ~s->leaf_text);
			return BX_OK;
		}
		else if (nd->kind == BX_KIND_LEAF && nd->len != 0)
			return xp_scan_give_text(s, nd, s->leaf_text & s->top->deep, steps, mask);
		else
			BX_TRY(xp_scan_follow(kind, s, nd, 0));
	}
}

#endif
