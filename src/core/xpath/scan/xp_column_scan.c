/*
 * xp_column_scan.c -- columns that are reached from the row's node by children and attributes; one scan of its
 * content finds them all.
 *
 * Such a column is a path of child steps, perhaps with an attribute step at the end, without predicates.  The scan
 * tests an item for all columns of a word at once, and ends when every column has the nodes it needs.
 */
#include "xp_column_scan_int.h"
#include "xp_scan_int.h"

/* The first row makes no pattern, for it may be the only one; then so many rows may differ from that before. */
#define PATTERN_LUCK 5

/* The path when the expression is such a column, else NULL. */
static const XpPath *
direct_path(const XpEval *ev, uint32_t root)
{
	const XpPath *path = xp_plan_path(ev->plan, root);

	if (path == NULL || !path->stream || path->start != 0 || path->absolute || path->n_steps == 0 ||
		path->pred != 0 || ((path->down | path->here) & path->all) != 0)
		return NULL;
	return path;
}

/* The group of the word, a new one if there is none. */
static XpColumnScanGroup *
group_of(XpColumnScan *k, uint32_t word)
{
	XpColumnScanGroup *g;
	uint32_t i;

	for (i = 0; i < k->n_groups; i++)
		if (k->groups[i].word == word)
			return &k->groups[i];
	g = &k->groups[k->n_groups++];
	g->word = word;
	g->steps = g->first = g->last = g->attr = g->single = 0;
	return g;
}

/* A path with a step that no shape passes finds nothing anywhere. */
static void
add_column(XpColumnScan *k, const XpEval *ev, uint32_t i, const XpPath *path)
{
	uint64_t last = 1ull << (path->first + path->n_steps - 1);
	XpColumnScanGroup *g;

	if (path->n_steps > 1)
		k->deep = true;
	if (path->need & ~ev->bound->all[path->word])
		return;
	g = group_of(k, path->word);
	k->columns[i].steps = path->all;
	g->steps |= path->all;
	g->first |= 1ull << path->first;
	g->last |= last;
	g->attr |= path->attr;
	g->single |= path->single;
	g->of_bit[path->first + path->n_steps - 1] = (uint8_t) i;
}

BxStatus
xp_column_scan_init(XpColumnScan *k, XpEval *ev, const uint32_t *roots, uint32_t n_roots,
					const uint8_t *wanted)
{
	const XpPath *path;
	uint32_t i;

	k->n = n_roots;
	k->n_groups = k->n_found = 0;
	k->deep = false;
	k->pattern.n = 0;
	k->pattern.ready = false;
	k->pattern.luck = PATTERN_LUCK;
	k->columns = xp_alloc(ev, n_roots * sizeof(XpColumn));
	k->cells = xp_alloc(ev, n_roots * sizeof(XpColumnValue));
	k->groups = xp_alloc(ev, ev->plan->n_words * sizeof(XpColumnScanGroup));
	if (k->columns == NULL || k->cells == NULL || k->groups == NULL)
		return BX_E_NOMEM;
	k->cells[0].known = false;
	for (i = 0; i < n_roots; i++)
	{
		XpColumn *c = &k->columns[i];

		c->max = 0;
		c->n = 0;
		if (i == 0 || i > UINT8_MAX || ev->navigate || (wanted != NULL && wanted[i] == 0))
			continue;
		path = direct_path(ev, roots[i]);
		if (path == NULL)
			continue;
		c->max = wanted != NULL ? wanted[i] : 1;
		k->n_found++;
		add_column(k, ev, i, path);
	}
	return BX_OK;
}

/* An element whose content the scan is in, or comes back to. */
typedef struct ColumnLevel
{
	uint32_t off;  /* of the next item */
	uint32_t end;  /* of the content */
	uint64_t live; /* steps that items from here on may pass */
} ColumnLevel;

/* Is it one step, and a last one? */
static inline bool
is_column(const XpColumnScanGroup *g, uint64_t steps)
{
	return (steps & (steps - 1)) == 0 && (steps & g->last) != 0;
}

/* A scan for the columns of a group. */
typedef struct ColumnLook
{
	XpEval *ev;
	XpColumn *columns;
	const XpColumnScanGroup *g;
	const uint64_t *shape_steps;
	uint64_t single;          /* steps that one item of a level passes at most */
	uint64_t todo;            /* those of columns that need more nodes */
	XpColumnPattern *pattern; /* to be made of the row; NULL: not any more */
} ColumnLook;

/* The row can be no pattern. */
static void
drop_pattern(ColumnLook *look)
{
	look->pattern->n = 0;
	look->pattern = NULL;
}

/*
 * Add the item to the pattern, which passes these steps.  Its shape must have a token of one byte, since a pattern is
 * compared with the first byte of items.
 */
static inline void
note_item(ColumnLook *look, uint32_t shape, uint64_t steps)
{
	XpColumnPattern *p = look->pattern;
	uint32_t column = steps == 0 ? 0 : look->g->of_bit[__builtin_ctzll(steps)];
	uint8_t kind = look->ev->kinds[shape];

	if (p->n == XP_PATTERN_MAX || shape >= look->ev->short_shapes ||
		(steps != 0 &&
		 (!is_column(look->g, steps) || look->columns[column].n > 0 || !bx_kind_has_value(kind))))
	{
		drop_pattern(look);
		return;
	}
	p->shapes[p->n] = (uint8_t) shape;
	p->columns[p->n++] = (uint8_t) column;
}

/* Give the node to the columns of these last steps. */
static void
give(ColumnLook *look, uint64_t last, const XpNode *nd)
{
	for (; last != 0; last &= last - 1)
	{
		XpColumn *c = &look->columns[look->g->of_bit[__builtin_ctzll(last)]];

		if (c->n++ == 0)
			c->nd = *nd;
		if (c->n >= c->max)
			look->todo &= ~c->steps;
	}
}

/*
 * Give items of the level to columns, up to one that passes steps of other kinds or of several columns: that one is
 * *nd, and *steps are those.  At the end of the level *steps is 0.
 */
static inline BxStatus
scan_level(ColumnLook *look, ColumnLevel *level, XpNode *nd, uint64_t *steps)
{
	XpEval *ev = look->ev;
	XpScanBase b = {ev->base, ev->kinds, ev->n_consts, ev->short_shapes};
	uint64_t live = level->live & look->todo, attr = look->g->attr;
	uint32_t off = level->off, end = level->end, skipped = 0;
	XpScanItem item;

	for (*steps = 0; off < end && live != 0; off = item.next)
	{
		BX_TRY(xp_tick(ev));
		b.items = ev->base;
		BX_TRY(xp_scan_item(ev, &b, off, end, &item, nd));
		if ((live & attr) != 0 && !xp_scan_in_tag(&item))
			live &= ~attr;
		*steps = look->shape_steps[item.shape] & live;
		if (BX_UNLIKELY(look->pattern != NULL))
			note_item(look, item.shape, *steps);
		if (*steps == 0)
		{
			skipped += item.next - off;
			continue;
		}
		xp_scan_complete(&item, off, nd);
		live &= ~(*steps & look->single);
		if (!is_column(look->g, *steps))
			break;
		give(look, *steps, nd);
		live &= look->todo;
		*steps = 0;
	}
	if (BX_UNLIKELY(off > end))
		return xp_damaged(ev, off);
	ev->work->skipped += *steps == 0 ? skipped + end - off : skipped;
	*level = (ColumnLevel){*steps == 0 ? off : item.next, end, live};
	return BX_OK;
}

/* A pattern to be made of a row, if that can be and rows before had one. */
static XpColumnPattern *
begin_pattern(XpColumnScan *k)
{
	XpColumnPattern *p = &k->pattern;

	p->n = 0;
	p->ready = false;
	if (k->deep || k->n_groups != 1 || p->luck == 0 || p->luck-- == PATTERN_LUCK)
		return NULL;
	return p;
}

/* One scan for the columns of a group.  A path enters at most one element per step, so there are enough levels. */
static BxStatus
find_group(XpColumnScan *k, const XpColumnScanGroup *g, XpEval *ev, const XpNode *row)
{
	ColumnLook look = {.ev = ev,
					   .columns = k->columns,
					   .g = g,
					   .shape_steps = ev->bound->shape_steps + (size_t) g->word * ev->n_shapes,
					   .single = ev->bound->once[g->word] | g->single,
					   .todo = g->steps,
					   .pattern = begin_pattern(k)};
	ColumnLevel levels[XP_WORD_BITS + 1], *level = levels;
	uint64_t steps;
	XpNode nd;

	*level = (ColumnLevel){row->content, row->next, g->first};
	nd.up = XP_NO_UP;
	for (;;)
	{
		BX_TRY(scan_level(&look, level, &nd, &steps));
		if (steps == 0 && level == levels)
		{
			k->pattern.whole = level->live != 0;
			return BX_OK;
		}
		if (steps == 0)
		{
			level--;
			continue;
		}
		give(&look, steps & g->last, &nd);
		steps = (steps & ~g->last) << 1 & look.todo;
		if (nd.kind == BX_KIND_ELEMENT && steps != 0)
			*++level = (ColumnLevel){nd.content, nd.next, steps};
		else if (nd.kind == BX_KIND_LEAF && nd.len > 0)
		{
			nd.key++;
			nd.kind = BX_KIND_TEXT;
			give(&look, steps & ev->plan->masks[g->word].any[BX_KIND_TEXT] & g->last, &nd);
		}
	}
}

BxStatus
xp_column_scan_find(XpColumnScan *k, XpEval *ev, const XpNode *row)
{
	uint32_t i;

	for (i = 1; i < k->n; i++)
		k->columns[i].n = 0;
	for (i = 0; i < k->n_groups; i++)
		BX_TRY(find_group(k, &k->groups[i], ev, row));
	return BX_OK;
}

BxStatus
xp_column_scan_cells(XpColumnScan *k, XpEval *ev, uint32_t apart)
{
	uint32_t limit = apart > 0 ? apart : UINT32_MAX;
	uint32_t i;

	k->pattern.ready = k->pattern.n > 0;
	for (i = 1; i < k->n; i++)
	{
		const XpColumn *c = &k->columns[i];
		XpColumnValue *cell = &k->cells[i];

		cell->count = (uint8_t) c->n;
		cell->known = c->n == 0 && c->max > 0;
		if (c->n == 0)
			continue;
		if (bx_kind_has_value(c->nd.kind) && c->nd.len < limit)
		{
			BX_TRY(xp_need_payload(ev, &c->nd));
			cell->p = ev->base + (int32_t) c->nd.content;
			cell->n = c->nd.len;
			/* a payload in the heap is left to xp_node_item */
			cell->known = cell->n == 0 || *cell->p != BX_TAG_HEAP;
		}
		if (BX_LIKELY(cell->known))
			BX_TRY(xp_count_value(ev, cell->n));
		else
			k->pattern.ready = false;
	}
	return BX_OK;
}

/* An item of the shape at *p, in its short form: its payload, and *p behind it.  NULL: it is another one. */
static inline const uint8_t *
repeat_item(const XpEval *ev, const uint8_t **p, const uint8_t *end, uint32_t shape, uint32_t *n)
{
	const uint8_t *at = *p;
	const XpConst *c;

	if (BX_LIKELY(end - at >= BX_ITEM_SHORT_HEAD && *at == shape + ev->n_consts))
	{
		*n = at[1];
		*p = at + BX_ITEM_SHORT_HEAD + at[1];
		return at[1] < BX_VARINT_ONE && *p <= end ? at + BX_ITEM_SHORT_HEAD : NULL;
	}
	if (at == end || !bx_item_short_constant(at, ev->n_consts))
		return NULL;
	c = &ev->consts[*at];
	*n = c->len;
	*p = at + 1;
	return c->shape == shape && c->len < BX_VARINT_ONE ? ev->base + (int32_t) c->content : NULL;
}

bool
xp_column_scan_repeat(XpColumnScan *k, XpEval *ev, const XpNode *row, uint32_t apart)
{
	XpColumnPattern *t = &k->pattern;
	const uint8_t *p = ev->base + row->content, *end = p + row->len, *payload, *at;
	uint32_t limit = apart > 0 ? apart : UINT32_MAX, left = row->len, bytes = 0, values = 0, i, n;

	if (!t->ready || ev->ticks <= t->n || row->content - ev->lo >= ev->span ||
		row->len > ev->span - (row->content - ev->lo))
		return false;
	for (i = 0; i < t->n; i++)
	{
		XpColumnValue *cell = &k->cells[t->columns[i]];

		at = p;
		payload = repeat_item(ev, &p, end, t->shapes[i], &n);
		if (payload == NULL)
			return false;
		if (t->columns[i] == 0)
			continue;
		if (n >= limit || (n > 0 && *payload == BX_TAG_HEAP))
			return false;
		cell->p = payload;
		cell->n = n;
		left -= (uint32_t) (p - at);
		bytes += n;
		values++;
	}
	if (t->whole && p < end)
		return false;
	t->luck += t->luck < UINT8_MAX;
	ev->ticks -= t->n;
	ev->work->items += t->n;
	ev->work->skipped += left;
	ev->work->values += values;
	ev->work->bytes += bytes;
	return true;
}
