/*
 * bx_walk.c -- info items over the pull reader: ends left out, sole texts folded into their elements, places counted.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "bx_walk.h"

#define POLL_EVERY 4096

/* Content from which on children are looked up instead of walked to. */
#define JUMP_FROM 2048

/* Items seen at one level below the innermost open element. */
typedef struct Seen
{
	uint32_t lines[BX_LINE_CHILD + 1];
	uint32_t label_n; /* length of the label of the last element of this level, where levels has it */
} Seen;

struct BxWalk
{
	BxReader *rd;
	const BxHost *host;
	BxError *err;
	Seen *seen;     /* [level - 1] */
	uint8_t *label; /* of the open elements, and of the last item */
	size_t label_cap;
	uint32_t root_n;  /* bytes at its start that stay: the root's */
	uint32_t levels;  /* of open elements that label holds */
	BxLabeler *exact; /* makes the labels instead where the value has exceptions; else NULL */
	bool started;     /* the range has begun */
	bool done;
	const uint8_t *lo;
	const uint8_t *hi;
	size_t lo_n;
	size_t hi_n;
	uint32_t ticks;
	uint32_t items_off;
	const BxTable *table;
	const BxExceptions *exceptions; /* NULL: there are none */
	BxDirs *dirs;                   /* NULL: do without */
	bool jumped;                    /* a directory says that the next item is a child of */
	uint32_t parent;                /* this shape */
	BxWalkWork work;
};

BxStatus
bx_walk_new(BxWalk **walk, const BxTable *table, BxSource *src, const BxExceptions *x, BxArena *arena,
			BxError *err)
{
	size_t levels = table->head.depth + (size_t) 2;
	BxWalk *w = bx_arena_zalloc(arena, sizeof(BxWalk));
	Seen *seen = bx_arena_alloc(arena, levels * sizeof(Seen));
	uint8_t *label = bx_arena_alloc(arena, levels * BX_ORDPATH_PART_MAX);

	if (w == NULL || seen == NULL || label == NULL)
		return bx_fail_nomem(err, levels * sizeof(Seen));
	BX_TRY(bx_reader_new(&w->rd, table, src, arena, err));
	bx_reader_headers(w->rd);
	w->host = arena->host;
	w->err = err;
	w->seen = seen;
	w->label = label;
	w->items_off = table->head.items_off;
	w->table = table;
	w->label_cap = levels * BX_ORDPATH_PART_MAX;
	w->started = true;
	w->ticks = POLL_EVERY;
	memset(&seen[0], 0, sizeof(Seen));
	*walk = w;
	if (x == NULL || x->n == 0)
		return BX_OK;
	w->exceptions = x;
	w->exact = bx_arena_alloc(arena, sizeof(BxLabeler));
	if (w->exact == NULL)
		return bx_fail_nomem(err, sizeof(BxLabeler));
	return bx_labeler_init(w->exact, table, x, arena, err);
}

BxStatus
bx_walk_root(BxWalk *w, const BxRoot *root, BxArena *arena)
{
	if (root->n == 0)
		return BX_OK;
	if (w->exact != NULL)
		w->exact->root = *root;
	w->label = bx_arena_alloc(arena, root->n + w->label_cap);
	if (w->label == NULL)
		return bx_fail_nomem(w->err, root->n + w->label_cap);
	memcpy(w->label, root->p, root->n);
	w->root_n = root->n;
	return BX_OK;
}

BxStatus
bx_walk_part(BxWalk *w, uint32_t off)
{
	return bx_reader_part(w->rd, off);
}

void
bx_walk_range(BxWalk *w, const uint8_t *lo, size_t lo_n, const uint8_t *hi, size_t hi_n)
{
	w->lo = lo;
	w->lo_n = lo_n;
	w->hi = hi;
	w->hi_n = hi_n;
	w->started = lo_n == 0;
}

void
bx_walk_dirs(BxWalk *w, BxDirs *dirs)
{
	w->dirs = dirs;
}

/* ---- labels ---- */

/* The last step of the label of an item: p is the end of its parent's. */
static uint8_t *
put_part(const BxWalk *w, uint8_t *p, BxOrdpathLine line, uint32_t place)
{
	BxOrdpathPart part = {line, 2 * (int64_t) place + 1};

	return p == w->label && w->root_n > 0 ? p + w->root_n : bx_ordpath_part_put(p, part);
}

void
bx_walk_label(BxWalk *w, const BxInfo *info, const uint8_t **label, size_t *n)
{
	uint8_t *p;

	if (BX_UNLIKELY(w->exact != NULL))
	{
		*label = w->exact->label;
		*n = w->exact->label_n;
		return;
	}
	p = w->label + (w->levels > 0 ? w->seen[w->levels - 1].label_n : 0);
	while (w->levels + 1 < info->ev.level)
	{
		Seen *s = &w->seen[w->levels++];

		p = put_part(w, p, BX_LINE_CHILD, s->lines[BX_LINE_CHILD] - 1);
		s->label_n = (uint32_t) (p - w->label);
	}
	p = put_part(w, p, info->line, info->place);
	*label = w->label;
	*n = (size_t) (p - w->label);
}

BxStatus
bx_walk_text_label(BxWalk *w, const BxInfo *info, const uint8_t **label, size_t *n)
{
	bx_walk_label(w, info, label, n);
	if (BX_UNLIKELY(w->exact != NULL))
	{
		BX_TRY(bx_labeler_text(w->exact, &info->ev, label, n));
		return BX_OK;
	}
	*n = (size_t) (put_part(w, w->label + *n, BX_LINE_CHILD, 0) - w->label);
	return BX_OK;
}

static BxStatus
lies(const BxWalk *w, uint32_t off)
{
	return bx_fail(w->err, BX_E_CORRUPT, off, "bxml value is damaged: a directory does not fit the items");
}

/* ---- items ---- */

/* Is the text the reader just gave all there is in its element? */
static bool
is_sole(const BxWalk *w, const BxEvent *ev)
{
	return ev->level > 1 && w->seen[ev->level - 1].lines[BX_LINE_CHILD] == 0 && bx_reader_at_end(w->rd);
}

/* ---- ranges ---- */

/*
 * Index of the child with the next level of lo below its ancestor with this label; *found is false when none can have
 * it.
 */
static BxStatus
child_of_range(const BxWalk *w, const uint8_t *label, size_t n, uint32_t *index, bool *found)
{
	const uint8_t *from = w->lo + n, *end = w->lo + w->lo_n, *at = from;
	BxOrdpathPart part = {BX_LINE_INFINITY, 0};
	BxExceptionParent parent;

	*found = false;
	while (at < end && part.number % 2 == 0)
	{
		at = bx_ordpath_part_get(at, end, &part);
		if (at == NULL || part.line != BX_LINE_CHILD)
			return BX_OK;
	}
	BX_TRY(bx_exceptions_of(w->exceptions, label, n, &parent));
	return bx_exceptions_index(w->exceptions, &parent, from, (size_t) (at - from), index, found);
}

/* The item is an element that holds the start of the range: go to a child near it. */
static BxStatus
jump(BxWalk *w, const BxInfo *info, const uint8_t *label, size_t n)
{
	uint32_t index, passed = 0, off = 0;
	BxDirGroup g;
	bool found;

	BX_TRY(child_of_range(w, label, n, &index, &found));
	if (found)
		BX_TRY(bx_dir_group(w->dirs, info->ev.off + 1, BX_DIR_KEY_ALL, &g, &found));
	if (found)
		BX_TRY(bx_dir_sample(w->dirs, &g, index, &passed, &off));
	if (passed == 0)
		return BX_OK;
	bx_reader_seek(w->rd, off, &w->jumped);
	w->parent = info->ev.shape;
	w->seen[info->ev.level].lines[BX_LINE_CHILD] = passed;
	if (!w->jumped)
		return lies(w, off);
	return w->exact != NULL ? bx_labeler_jump(w->exact, info->ev.level, passed) : BX_OK;
}

/* What a directory led to must be a child of the element. */
static BxStatus
check_jump(BxWalk *w, const BxInfo *info)
{
	w->jumped = false;
	if (info->ev.kind == BX_EV_DONE || info->line != BX_LINE_CHILD ||
		w->table->shapes[info->ev.shape].parent != w->parent)
		return lies(w, info->ev.off);
	return BX_OK;
}

/* Is the item in the range?  If not, what cannot be there is passed over, or the walk is done. */
static BxStatus
in_range(BxWalk *w, const BxInfo *info, bool *in)
{
	const uint8_t *label;
	size_t n;

	*in = false;
	bx_walk_label(w, info, &label, &n);
	if (w->hi_n > 0 && bx_ordpath_cmp(label, n, w->hi, w->hi_n) >= 0)
	{
		w->done = true;
		return BX_OK;
	}
	if (w->started || bx_ordpath_cmp(label, n, w->lo, w->lo_n) >= 0)
	{
		w->started = true;
		*in = true;
		return BX_OK;
	}
	if (!bx_ordpath_within(w->lo, w->lo_n, label, n))
		bx_walk_skip(w, info);
	else if (w->dirs != NULL && info->ev.kind == BX_EV_ELEMENT && info->ev.len >= JUMP_FROM)
		return jump(w, info, label, n);
	return BX_OK;
}

static BxStatus
next_item(BxWalk *w, BxInfo *info, bool all)
{
	BxEvent *ev = &info->ev;

	do
	{
		if (BX_UNLIKELY(--w->ticks == 0))
		{
			w->ticks = POLL_EVERY;
			BX_TRY(bx_poll(w->host));
		}
		BX_TRY(bx_reader_next(w->rd, ev));
	} while (ev->kind == BX_EV_END || (ev->kind == BX_EV_TEXT && !all && is_sole(w, ev)));
	if (BX_UNLIKELY(ev->kind == BX_EV_DONE))
		return BX_OK;
	info->line = bx_line_of(ev->kind);
	info->place = w->seen[ev->level - 1].lines[info->line]++;
	if (w->levels >= ev->level)
		w->levels = ev->level - 1;
	if (ev->kind == BX_EV_ELEMENT)
		memset(&w->seen[ev->level], 0, sizeof(Seen));
	if (BX_UNLIKELY(w->exact != NULL))
		return bx_labeler_next(w->exact, ev);
	return BX_OK;
}

BxStatus
bx_walk_next(BxWalk *w, BxInfo *info)
{
	bool in;

	for (;;)
	{
		if (BX_UNLIKELY(w->done))
		{
			info->ev.kind = BX_EV_DONE;
			return BX_OK;
		}
		BX_TRY(next_item(w, info, false));
		if (w->started && w->hi_n == 0)
			return BX_OK;
		if (BX_UNLIKELY(w->jumped))
			BX_TRY(check_jump(w, info));
		if (info->ev.kind == BX_EV_DONE)
			return BX_OK;
		BX_TRY(in_range(w, info, &in));
		if (in)
			return BX_OK;
	}
}

BxStatus
bx_walk_seek(BxWalk *w, uint32_t off, BxInfo *info, bool *found)
{
	for (;;)
	{
		BX_TRY(next_item(w, info, true));
		*found = info->ev.kind != BX_EV_DONE && info->ev.off == off;
		if (*found || info->ev.kind == BX_EV_DONE || info->ev.off > off)
			return BX_OK;
		if (info->ev.kind == BX_EV_ELEMENT && info->ev.content + info->ev.len <= off)
			bx_walk_skip(w, info);
	}
}

void
bx_walk_skip(BxWalk *w, const BxInfo *info)
{
	if (info->ev.kind != BX_EV_ELEMENT)
		return;
	w->work.skipped++;
	w->work.bytes += info->ev.len;
	bx_reader_skip(w->rd);
}

BxStatus
bx_walk_value(BxWalk *w, const BxInfo *info, bool *found, const uint8_t **p, uint32_t *len)
{
	BxEvent text;

	*found = info->ev.kind != BX_EV_NAMESPACE;
	*len = info->ev.len;
	*p = NULL;
	if (!*found)
		return BX_OK;
	if (info->ev.kind != BX_EV_ELEMENT)
		return bx_reader_payload(w->rd, &info->ev, p);
	BX_TRY(bx_reader_sole_text(w->rd, &text, found));
	*len = text.len;
	return *found && text.len > 0 ? bx_reader_payload(w->rd, &text, p) : BX_OK;
}

BxStatus
bx_walk_apart(BxWalk *w, const BxInfo *info, uint32_t from, bool *apart, uint32_t *at, uint32_t *n)
{
	BxEvent ev = info->ev;

	*apart = false;
	if (ev.kind == BX_EV_ELEMENT)
		BX_TRY(bx_reader_sole_text(w->rd, &ev, apart));
	*apart = (*apart || bx_kind_has_value((uint8_t) ev.kind)) && ev.len >= from && !ev.constant;
	*at = w->items_off + ev.content;
	*n = ev.len;
	return BX_OK;
}

void
bx_walk_work(const BxWalk *w, BxWalkWork *work)
{
	*work = w->work;
	work->items = bx_reader_items(w->rd);
}
