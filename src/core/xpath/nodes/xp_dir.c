/*
 * xp_dir.c -- answers from the directories of a large value (FORMAT.md, sections 64 to 66).
 *
 * No answer depends on directories: a path begins without them, and after some items its scan asks whether they have
 * the rest at a lower cost.  They do when the path selects all nodes of certain shapes, which follows from the shapes
 * alone, as steps go forward and shapes know their parents.  Then the number of nodes is a sum of counts, and the
 * nodes are the items of some offset lists.
 *
 * What a directory says about an item is checked against the item.
 */
#include "xp_dir_int.h"

#include "../../base/bx_sort.h"

/* Content from which on a child is looked up instead of walked to. */
#define JUMP_FROM 2048
/* A list is worth its jumps when it has fewer items than the walk would look at, by this factor ... */
#define LIST_GAIN 2
/* ... and this one when several lists are merged. */
#define MERGE_GAIN 6

/* Items of a list asked for before they are looked at. */
#define SCOUT 12

/* Distance from which on the way down looks for a sample. */
#define SAMPLE_FROM 2048

static void *
dir_alloc(XpEval *ev, size_t n)
{
	void *p = bx_arena_alloc(&ev->keep, n ? n : 1);

	if (p == NULL)
		xp_nomem(ev, n);
	return p;
}

BxStatus
xp_dir_open(XpEval *ev, XpDir **dir)
{
	XpDir *d = ev->dir;

	if (d == NULL)
	{
		d = dir_alloc(ev, sizeof(XpDir));
		if (d == NULL)
			return BX_E_NOMEM;
		memset(d, 0, sizeof(*d));
		BX_TRY(bx_table_open(&d->table, &ev->keep, ev->img->v, ev->img->n, ev->img->n, ev->err));
		BX_TRY(bx_dirs_open(&d->dirs, ev->img, ev->err));
		ev->dir = d;
	}
	*dir = d;
	return BX_OK;
}

BxStatus
xp_dir_counts(XpEval *ev, XpDir *d)
{
	uint32_t *counts;

	if (d->counts != NULL)
		return BX_OK;
	counts = dir_alloc(ev, (size_t) ev->n_shapes * sizeof(uint32_t));
	if (counts == NULL)
		return BX_E_NOMEM;
	BX_TRY(bx_dir_counts(&d->dirs, ev->n_shapes, counts));
	d->counts = counts;
	return BX_OK;
}

static BxStatus
lies(XpEval *ev, uint32_t off)
{
	return bx_fail(ev->err, BX_E_CORRUPT, off, "bxml value is damaged: a directory does not fit the items");
}

/* ---- shapes of a path ---- */

typedef struct Selection
{
	uint32_t *shapes; /* those that nodes of the path have */
	uint32_t n;
	uint64_t nodes; /* in all */
	uint64_t walk;  /* items a scan would look at, about */
} Selection;

/* Do shapes alone decide which nodes the path selects, but for predicates of the last step? */
static bool
decided_by_shapes(const XpEval *ev, const XpPath *path)
{
	const XpExpr *nodes = ev->plan->nodes;
	uint64_t last;
	uint32_t i;

	if (path->head == 0)
		return false;
	last = 1ull << (path->first + path->head - 1);
	if ((path->pred & ~last) || (path->pred & path->here))
		return false;
	for (i = nodes[path->steps[path->head - 1]].a; i != 0; i = nodes[i].next)
		if (nodes[i].flags & (XP_POSITIONAL | XP_USES_LAST))
			return false;
	return true;
}

/* The state after steps were passed, self steps followed. */
static uint64_t
arrive_state(const XpPath *path, uint64_t steps, uint64_t mask)
{
	uint64_t t = steps << 1;
	uint64_t more = t & path->here & mask;

	for (; more != 0; more = (more << 1) & path->here & mask)
		t |= more << 1;
	return t;
}

/* The state of the node that a path starts at, of whose kind or shape the mask is; likewise *t. */
static XpShapeState
start_state(const XpPath *path, uint64_t mask, uint64_t *t)
{
	*t = 1ull << path->first;
	*t |= arrive_state(path, *t & path->here & mask, mask);
	return (XpShapeState){*t & (path->child | path->attr), *t & path->down};
}

XpShapeState
xp_dir_document(const XpEval *ev, const XpPath *path, uint64_t *t)
{
	return start_state(path, ev->plan->masks[path->word].any[XP_DOC], t);
}

uint64_t
xp_dir_shape(const XpEval *ev, const XpPath *path, uint32_t i, const BxShape *shape, XpShapeState *states,
			 uint64_t *t)
{
	const XpShapeState *up = &states[shape->parent == BX_SHAPE_NONE ? 0 : shape->parent + 1];
	XpShapeState *own = &states[i + 1];
	uint64_t mask = xp_shape_steps(ev, path->word, i);
	bool tag = shape->kind == BX_KIND_ATTRIBUTE || shape->kind == BX_KIND_NAMESPACE;
	uint64_t steps = mask & (tag ? (up->live | up->deep) & path->attr : (up->live & path->child) | up->deep);

	*t = arrive_state(path, steps, mask);
	own->live = *t & (path->child | path->attr);
	own->deep = up->deep | (*t & path->down);
	return steps;
}

/* Which shapes do the selected nodes have?  *ok is false when that does not follow from shapes. */
static BxStatus
select_shapes(XpEval *ev, const XpDir *d, const XpPath *path, const XpNode *start, Selection *s, bool *ok)
{
	bool document = start->kind == XP_DOC;
	uint64_t leaf_text = ev->plan->masks[path->word].any[BX_KIND_TEXT];
	XpShapeState *states = xp_alloc(ev, ((size_t) ev->n_shapes + 1) * sizeof(XpShapeState));
	XpShapeState own;
	uint64_t t;
	uint32_t i;

	memset(s, 0, sizeof(*s));
	s->shapes = xp_alloc(ev, (size_t) ev->n_shapes * sizeof(uint32_t));
	if (states == NULL || s->shapes == NULL)
		return BX_E_NOMEM;
	*ok = false;
	own = document ? xp_dir_document(ev, path, &t)
				   : start_state(path, xp_shape_steps(ev, path->word, start->shape), &t);
	states[0] = document ? own : (XpShapeState){0, 0};
	s->nodes = (t & path->selected) != 0;
	for (i = 0; i < ev->n_shapes; i++)
	{
		const BxShape *shape = &d->table.shapes[i];
		const XpShapeState *up = &states[shape->parent == BX_SHAPE_NONE ? 0 : shape->parent + 1];

		BX_TRY(xp_dir_charge(ev, i));
		xp_dir_shape(ev, path, i, shape, states, &t);
		if (!document && i == start->shape)
		{
			states[i + 1] = own;
			continue;
		}
		if (shape->kind == BX_KIND_LEAF &&
			((leaf_text & ((t & path->child) | (t & path->down) | up->deep)) << 1 &
			 (path->selected | path->here)))
			return BX_OK; /* counts do not say whether leaves have text */
		if (up->live | up->deep)
			s->walk += d->counts[i];
		if ((t & path->selected) == 0 || d->counts[i] == 0)
			continue;
		s->shapes[s->n++] = i;
		s->nodes += d->counts[i];
	}
	*ok = true;
	return BX_OK;
}

/* ---- the way up to an item ---- */

typedef struct DownFrame
{
	uint32_t at; /* an item at or before those looked for */
	uint32_t end;
	uint32_t parent; /* as in a CHILDREN entry */
	uint32_t anchor;
} DownFrame;

/* From the document down to items whose offsets ascend. */
typedef struct Down
{
	DownFrame *frames;
	uint32_t level;
	uint32_t cap;
} Down;

static BxStatus
down_begin(XpEval *ev, Down *down)
{
	XpNode doc;

	down->level = 0;
	down->cap = ev->img->head.depth + 2;
	down->frames = xp_alloc(ev, (size_t) down->cap * sizeof(DownFrame));
	if (down->frames == NULL)
		return BX_E_NOMEM;
	xp_document(ev, &doc);
	memset(down->frames, 0, sizeof(DownFrame));
	down->frames[0].end = ev->items_len;
	return xp_anchor_of(ev, &doc, &down->frames[0].anchor);
}

/* Move on by a sample of the children, where there is one. */
static BxStatus
skip_to_sample(XpEval *ev, XpDir *d, DownFrame *f, uint32_t target)
{
	BxDirGroup g;
	uint32_t i, off = 0;
	bool found;

	if (!(ev->dirs & BX_DIR_CHILDREN) || target - f->at < SAMPLE_FROM)
		return BX_OK;
	BX_TRY(bx_dir_group(&d->dirs, f->parent, BX_DIR_KEY_ALL, &g, &found));
	if (!found)
		return BX_OK;
	BX_TRY(bx_dir_sample_before(&d->dirs, &g, target, &i, &off));
	if (i > 0 && off > f->at)
		f->at = off;
	return BX_OK;
}

/* The anchor of the element that contains the item at `target`, which is checked on the way. */
static BxStatus
down_to(XpEval *ev, XpDir *d, Down *down, uint32_t target, uint32_t *up)
{
	DownFrame *f;
	XpNode nd;

	while (down->level > 0 && down->frames[down->level].end <= target)
		down->level--;
	f = &down->frames[down->level];
	BX_TRY(skip_to_sample(ev, d, f, target));
	while (f->at < target)
	{
		BX_TRY(xp_next_item(ev, f->at, f->end, &nd));
		if (nd.next <= target)
		{
			f->at = nd.next;
			continue;
		}
		if (nd.kind != BX_KIND_ELEMENT || nd.content > target || down->level + 1 >= down->cap)
			return lies(ev, target);
		down->level++;
		f[1].at = nd.content;
		f[1].end = nd.next;
		f[1].parent = f->at + 1;
		BX_TRY(xp_anchor(ev, f->at, f->anchor, &f[1].anchor));
		f++;
		BX_TRY(skip_to_sample(ev, d, f, target));
	}
	*up = f->anchor;
	return f->at == target ? BX_OK : lies(ev, target);
}

/* ---- offset lists ---- */

struct XpDirRest
{
	XpEval *ev;
	XpDir *dir;
	const XpPath *path;
	BxDirList *heap; /* smallest offset first */
	uint32_t n;
	bool given;      /* the first list stands on a node that was delivered or failed */
	BxDirList ahead; /* a second place in the only list, SCOUT items ahead */
	Down down;
};

/* The first list may have moved on: put it where it belongs. */
static void
sift_first(XpDirRest *l)
{
	BxDirList x = l->heap[0];
	uint32_t i = 0, c;

	for (; (c = 2 * i + 1) < l->n; i = c)
	{
		if (c + 1 < l->n && l->heap[c + 1].at < l->heap[c].at)
			c++;
		if (l->heap[c].at >= x.at)
			break;
		l->heap[i] = l->heap[c];
	}
	l->heap[i] = x;
}

static int
compare_lists(const void *a, const void *b)
{
	const BxDirList *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

/* The lists of all shapes selected, from pos on; *found is false when one of them is not there. */
static BxStatus
open_lists(XpDirRest *l, const Selection *s, uint32_t pos, bool *found)
{
	uint32_t i;

	l->n = 0;
	l->heap = xp_alloc(l->ev, (size_t) (s->n + 1) * sizeof(BxDirList));
	if (l->heap == NULL)
		return BX_E_NOMEM;
	*found = true;
	for (i = 0; i < s->n && *found; i++)
	{
		BxDirList *list = &l->heap[l->n];

		BX_TRY(xp_charge(l->ev, BX_STEP_UNITS));
		BX_TRY(bx_dir_list(&l->dir->dirs, s->shapes[i], list, found));
		if (!*found)
			return BX_OK;
		if (list->count != l->dir->counts[s->shapes[i]])
			return lies(l->ev, list->at);
		BX_TRY(bx_dir_list_seek(list, pos));
		l->n += list->at != UINT32_MAX;
	}
	return bx_sort(l->ev->host, l->heap, l->n, sizeof(BxDirList), compare_lists, l->ev->err);
}

static BxStatus
passes_last_step(XpDirRest *l, const XpNode *nd, bool *pass)
{
	const XpExpr *nodes = l->ev->plan->nodes;
	uint32_t pr;

	*pass = true;
	for (pr = nodes[l->path->steps[l->path->head - 1]].a; pr != 0 && *pass; pr = nodes[pr].next)
		BX_TRY(l->ev->predicate(l->ev, pr, nd, 1, 0, pass));
	return BX_OK;
}

/* The node a list stands on, if it passes. */
static BxStatus
take_listed(XpDirRest *l, const BxDirList *list, XpNode *nd, bool *pass)
{
	XpEval *ev = l->ev;
	bool up_first = ev->track_ancestors && ev->plan->needs_up;

	BX_TRY(xp_next_item(ev, list->at, ev->items_len, nd));
	if (nd->shape != list->shape)
		return lies(ev, list->at);
	nd->up = XP_NO_UP;
	if (up_first)
		BX_TRY(down_to(ev, l->dir, &l->down, list->at, &nd->up));
	BX_TRY(passes_last_step(l, nd, pass));
	if (*pass && ev->track_ancestors && !up_first)
		BX_TRY(down_to(ev, l->dir, &l->down, list->at, &nd->up));
	return BX_OK;
}

/* Items far apart are slow to load one by one, so they are prefetched. */
static BxStatus
scout(XpDirRest *l)
{
	BxDirList *ahead = &l->ahead;

	if (ahead->at == UINT32_MAX)
		return BX_OK;
	BX_TRY(bx_dir_list_next(ahead));
	if (ahead->at != UINT32_MAX)
		__builtin_prefetch(l->ev->base + ahead->at);
	return BX_OK;
}

static BxStatus
begin_lists(XpDirRest *l)
{
	int i;

	if (l->ev->track_ancestors)
		BX_TRY(down_begin(l->ev, &l->down));
	l->ahead.at = UINT32_MAX;
	if (l->n == 1)
		l->ahead = l->heap[0];
	for (i = 0; i < SCOUT; i++)
		BX_TRY(scout(l));
	return BX_OK;
}

static BxStatus
leave_item(XpDirRest *l)
{
	BX_TRY(bx_dir_list_next(&l->heap[0]));
	if (l->heap[0].at == UINT32_MAX)
		l->heap[0] = l->heap[--l->n];
	sift_first(l);
	return BX_OK;
}

BxStatus
xp_dir_next(XpDirRest *l, XpNode *nd, bool *found)
{
	for (*found = false; !*found; l->given = true)
	{
		if (l->given)
			BX_TRY(leave_item(l));
		l->given = false;
		if (l->n == 0)
			return BX_OK;
		BX_TRY(scout(l));
		BX_TRY(take_listed(l, &l->heap[0], nd, found));
	}
	return BX_OK;
}

/* The lists of the selected shapes; *rest is NULL when some are not there, or the walk costs less. */
static BxStatus
rest_of(XpEval *ev, XpDir *d, const XpPath *path, const Selection *s, uint32_t pos, XpDirRest **rest)
{
	uint64_t gain = s->n == 1 ? LIST_GAIN : MERGE_GAIN;
	XpDirRest *l;
	bool found;

	*rest = NULL;
	if (!(ev->dirs & BX_DIR_OFFSETS) || (s->nodes * gain > s->walk && !ev->use_directories_at_once))
		return BX_OK;
	l = xp_alloc(ev, sizeof(XpDirRest));
	if (l == NULL)
		return BX_E_NOMEM;
	l->ev = ev;
	l->dir = d;
	l->path = path;
	l->given = false;
	BX_TRY(open_lists(l, s, pos, &found));
	if (!found)
		return BX_OK;
	*rest = l;
	return begin_lists(l);
}

BxStatus
xp_dir_rest(XpEval *ev, const XpPath *path, const XpNode *start, uint32_t pos, XpWant want, XpDirRest **rest,
			uint64_t *total, bool *done)
{
	Selection s;
	XpDir *d;
	bool ok;

	*done = false;
	*rest = NULL;
	if (!(ev->dirs & BX_DIR_COUNTS) || !decided_by_shapes(ev, path))
		return BX_OK;
	BX_TRY(xp_dir_open(ev, &d));
	BX_TRY(xp_dir_counts(ev, d));
	if (start->kind != XP_DOC && (start->kind != BX_KIND_ELEMENT || d->counts[start->shape] != 1))
		return BX_OK;
	BX_TRY(select_shapes(ev, d, path, start, &s, &ok));
	if (!ok)
		return BX_OK;
	*done = s.n == 0 || (path->pred == 0 && want != XP_WANT_NODES);
	if (!*done)
	{
		BX_TRY(rest_of(ev, d, path, &s, pos, rest));
		*done = *rest != NULL;
	}
	else if (path->pred == 0 && want != XP_WANT_NODES)
		*total = s.nodes;
	return BX_OK;
}

/* ---- children by number ---- */

/* The key under which the children of a shape's elements that pass a step are counted; false when there is none. */
static bool
find_key(const XpEval *ev, const XpDir *d, uint32_t step, uint32_t parent, uint32_t *key)
{
	uint32_t bit = ev->plan->bit[step];
	const uint64_t *masks = ev->bound->shape_steps + (size_t) (bit / XP_WORD_BITS) * ev->n_shapes;
	uint32_t n_all = 0, n = 0, first = 0, second = 0, i;

	for (i = 0; i < ev->n_shapes; i++)
	{
		const BxShape *shape = &d->table.shapes[i];

		if (shape->parent != parent || shape->kind == BX_KIND_ATTRIBUTE || shape->kind == BX_KIND_NAMESPACE)
			continue;
		n_all++;
		if (!((masks[i] >> (bit % XP_WORD_BITS)) & 1))
			continue;
		first = n == 0 ? i : first;
		second = i;
		n++;
	}
	if (n == n_all)
		*key = BX_DIR_KEY_ALL;
	else
		*key = first + 1;
	/* an element with a name may be an ELEMENT or a LEAF: two shapes, one class */
	return n > 0 && (n == n_all || n == 1 ||
					 (n == 2 && d->table.shapes[first].kind <= BX_KIND_LEAF &&
					  d->table.shapes[second].kind <= BX_KIND_LEAF &&
					  d->table.shapes[first].name == d->table.shapes[second].name));
}

BxStatus
xp_dir_children(XpEval *ev, uint32_t step, const XpNode *parent, BxDirGroup *group, bool *found)
{
	XpDir *d;

	*found = false;
	if (!(ev->dirs & BX_DIR_CHILDREN) || (parent->kind != BX_KIND_ELEMENT && parent->kind != XP_DOC) ||
		((parent->len < JUMP_FROM || parent->len < ev->n_shapes) && !ev->use_directories_at_once))
		return BX_OK; /* finding the key is a look at all shapes */
	BX_TRY(xp_dir_open(ev, &d));
	if (d->step != step || d->parent != parent->shape)
	{
		BX_TRY(xp_charge(ev, (uint64_t) ev->n_shapes * sizeof(BxShape)));
		d->has_key = find_key(ev, d, step, parent->shape, &d->key);
		d->step = step;
		d->parent = parent->shape;
	}
	if (!d->has_key)
		return BX_OK;
	return bx_dir_group(&d->dirs, parent->kind == XP_DOC ? 0 : parent->key / 2, d->key, group, found);
}

/* The image gets ready for n children of average length behind off. */
static void
jump_to_child(XpEval *ev, const XpNode *parent, const BxDirGroup *group, uint32_t off, uint32_t n)
{
	uint64_t len = (uint64_t) (parent->next - parent->content) * n / (group->count > 0 ? group->count : 1);

	bx_image_jump(ev->img,
				  ev->img->head.items_off + (len < parent->next - off ? off + (uint32_t) len : parent->next));
}

BxStatus
xp_dir_jump(XpEval *ev, uint32_t step, const XpNode *parent, const BxDirGroup *group, uint32_t k, uint32_t *i,
			uint32_t *off)
{
	XpNode nd;

	BX_TRY(bx_dir_sample(&ev->dir->dirs, group, k, i, off));
	if (*i == 0)
	{
		*off = parent->content;
		return BX_OK;
	}
	if (*off < parent->content || *off >= parent->next)
		return lies(ev, *off);
	jump_to_child(ev, parent, group, *off, k - *i + 1);
	BX_TRY(xp_item_at(ev, *off, parent->next, &nd));
	return xp_test_node(ev, &nd, step) ? BX_OK : lies(ev, *off);
}

/* Items of the parent from off on that pass the step, up to number n of them; *nd is the last. */
static BxStatus
walk_children(XpEval *ev, uint32_t step, const XpNode *parent, uint32_t off, uint32_t n, uint32_t max,
			  XpNode *nd, uint32_t *passed)
{
	uint32_t end = parent->next;
	XpNode at;

	for (*passed = 0; off < end && *passed < n && max > 0; off = at.next, max--)
	{
		BX_TRY(xp_next_item(ev, off, end, &at));
		if (at.kind == BX_KIND_ATTRIBUTE || at.kind == BX_KIND_NAMESPACE || !xp_test_node(ev, &at, step))
			continue;
		*nd = at;
		++*passed;
	}
	return BX_OK;
}

BxStatus
xp_dir_pick(XpEval *ev, uint32_t step, const XpNode *parent, XpNode *nd, bool *known, bool *found)
{
	uint32_t i = 0, off = 0, k, passed;
	BxDirGroup g;
	const XpPosition *place = xp_one_position(ev, ev->plan->nodes[step].a);
	XpNode more;

	*found = *known = false;
	if (place == NULL)
		return BX_OK;
	BX_TRY(xp_dir_children(ev, step, parent, &g, known));
	if (!*known || place->lo > g.count)
		return BX_OK;
	k = place->from_end ? g.count - (uint32_t) place->lo : (uint32_t) place->lo - 1;
	BX_TRY(xp_dir_jump(ev, step, parent, &g, k, &i, &off));
	BX_TRY(walk_children(ev, step, parent, off, k - i + 1, UINT32_MAX, nd, &passed));
	if (passed < k - i + 1)
		return lies(ev, off);
	/* a count too small shows when more follow, unless others stand between */
	BX_TRY(walk_children(ev, step, parent, nd->next, place->from_end ? (uint32_t) place->lo : 0, g.mask + 1,
						 &more, &passed));
	if (passed >= place->lo)
		return lies(ev, off);
	*found = true;
	return xp_anchor_of(ev, parent, &nd->up);
}

BxStatus
xp_dir_pass(XpEval *ev, uint32_t parent, uint32_t target, uint32_t last, uint32_t end, uint32_t *at)
{
	DownFrame f = {.at = *at, .end = end, .parent = parent};
	XpNode nd, up = {.shape = BX_SHAPE_NONE};
	XpDir *d;

	BX_TRY(xp_dir_open(ev, &d));
	BX_TRY(skip_to_sample(ev, d, &f, target));
	if (f.at != *at)
	{
		if (parent > 0)
			BX_TRY(xp_item_at(ev, parent - 1, ev->items_len, &up));
		bx_image_jump(ev->img, ev->img->head.items_off + last);
		BX_TRY(xp_item_at(ev, f.at, end, &nd));
		if (d->table.shapes[nd.shape].parent != up.shape)
			return lies(ev, f.at);
	}
	for (; f.at < end; f.at = nd.next)
	{
		BX_TRY(xp_next_item(ev, f.at, end, &nd));
		if (nd.next > target)
			break;
		xp_ahead(ev, f.at, nd.next);
	}
	*at = f.at;
	return BX_OK;
}
