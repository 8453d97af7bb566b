/*
 * xp_first_scan.c -- the first node of a plain path in a small value.
 *
 * Most calls ask a small document for one value by a path of names.  One step alone is live at each level then, the
 * shape of an item decides, and the scan is over before directories or skip tables could pay off.
 */
#include "xp_first_scan_int.h"

#include "xp_scan_int.h"

typedef struct First
{
	XpScan scan; /* its frames are not used */
	XpScanBase base;
	uint64_t bit; /* of the live step */
	uint64_t last;
	uint32_t end;  /* of the content looked at */
	uint32_t *top; /* ends of the contents around it */
	uint32_t ends[XP_PLAIN_STEPS];
} First;

static inline void
pass_to(First *f, uint32_t off, uint32_t next)
{
	f->scan.ev->work->skipped += off - f->scan.pos;
	f->scan.pos = next;
}

/* The next item of the content looked at that passes the live step; nd->key is 0 when there is none. */
static inline BxStatus
next_item(First *f, XpNode *nd)
{
	XpScan *s = &f->scan;
	XpScanWant want = {.tag = f->bit & s->attr, .rest = f->bit & ~s->attr};
	uint32_t off = s->pos;
	XpScanItem item;

	while (off < f->end)
	{
		off = xp_scan_pass(s, &f->base, off, f->end, &want);
		if (off >= f->end)
			break;
		s->ev->ticks--;
		BX_TRY(xp_scan_item(s->ev, &f->base, off, f->end, &item, nd));
		if (s->shape_steps[item.shape] & f->bit)
		{
			xp_scan_complete(&item, off, nd);
			pass_to(f, off, item.next);
			return BX_OK;
		}
		if (want.tag != 0 && item.kind != BX_KIND_ATTRIBUTE && item.kind != BX_KIND_NAMESPACE)
			item.next = f->end; /* the tag ends here */
		off = item.next;
	}
	nd->key = 0;
	if (BX_UNLIKELY(off > f->end))
		return xp_damaged(s->ev, off);
	pass_to(f, f->end, f->end);
	return BX_OK;
}

/* A node that passed the live step was dealt with: can another one in the same parent? */
static inline void
go_on(First *f)
{
	if (f->scan.single & f->bit)
		pass_to(f, f->end, f->end);
}

/* Go into a node that passed the live step, which is not the last one; true: its text is selected. */
static inline bool
go_into(First *f, XpNode *nd)
{
	uint64_t next = f->bit << 1;

	if (nd->kind == BX_KIND_ELEMENT)
	{
		*f->top++ = f->end;
		f->end = nd->next;
		f->scan.pos = nd->content;
		f->bit = next;
		return false;
	}
	if (nd->kind != BX_KIND_LEAF || nd->len == 0 || !(f->scan.leaf_text & next & f->last))
	{
		go_on(f);
		return false;
	}
	nd->key++;
	nd->kind = BX_KIND_TEXT;
	return true;
}

static BxStatus
find(First *f, XpNode *nd, bool *found)
{
	for (;;)
	{
		BX_TRY(next_item(f, nd));
		if (nd->key != 0)
		{
			*found = f->bit == f->last || go_into(f, nd);
			if (*found)
				return BX_OK;
			continue;
		}
		if (f->top == f->ends)
			return BX_OK;
		f->end = *--f->top;
		f->bit >>= 1;
		go_on(f);
	}
}

BxStatus
xp_first_scan(XpEval *ev, const XpPath *path, const XpNode *start, XpNode *nd, bool *found)
{
	First f;

	*found = false;
	ev->work->steps++;
	if (path->need & ~ev->bound->all[path->word])
		return BX_OK;
	xp_scan_init(&f.scan, ev, path, path->word, NULL);
	f.scan.single |= path->single;
	f.scan.attr = path->attr;
	f.scan.pos = start->content;
	f.base = (XpScanBase){ev->base, ev->kinds, ev->n_consts, ev->short_shapes};
	f.bit = 1ull << path->first;
	f.last = path->selected >> 1;
	f.end = start->next;
	f.top = f.ends;
	nd->up = XP_NO_UP;
	return find(&f, nd, found);
}
