/*
 * xp_scan.c -- forward paths in one pass.
 *
 * The state of a path at a node is a set of bits: bit i is set when the node is a context of step i.  For an item,
 * the steps it passes are one AND of its shape's mask with the live steps of its parent; shifting by one gives the
 * item's own state.  An element is entered only when a live step can be satisfied below it, and left as soon as none
 * is live any more.  Memory is one frame per level entered.
 */
#include "../nodes/xp_dir_int.h"
#include "xp_scan_int.h"
#include "xp_skip_int.h"

#define INLINE_FRAMES 12
/* Items after which a path over all of a value asks the directories and uses tables ... */
#define PROBE_ITEMS 256
/* ... where there are so many bytes of items. */
#define LARGE 4096
#define POLL_ITEMS 4096
/* Child number from which on directories are asked: they have samples every so many children. */
#define FAR 64

typedef struct Frame
{
	uint32_t end;    /* offset where the content ends */
	uint32_t off;    /* of the element's item */
	uint32_t anchor; /* for its children, XP_NO_UP until somebody needs it */
	uint64_t live;   /* child and attribute steps this element is a context of */
	uint64_t deep;   /* descendant steps it or an ancestor is a context of */
} Frame;

typedef struct Walk
{
	XpEval *ev;
	const XpPath *path;
	XpSink *sink;
	const uint64_t *shape_steps;
	const uint64_t *below; /* NULL in name mode */
	uint64_t any_below;    /* what below says when it is NULL */
	uint64_t leaf_text;    /* steps the text of a leaf passes */
	uint64_t once;
	Frame *frames;
	uint32_t cap;
	uint32_t level;    /* frames in use */
	uint32_t *counts;  /* n_pos counters per level, one level more than frames */
	uint32_t start_up; /* anchor of the start node as a parent, or XP_NO_UP */
	const XpNode *start;
	uint64_t places; /* steps whose first predicate is a number, when children can be looked up */
	uint32_t ticks;  /* items until the next poll */
	bool probe;      /* and then, whether directories have the rest */
	bool ask;        /* stop looking for items: there is something to settle first */
	bool stop;
	bool pulls;        /* goes on after a stop: what the node at hand is followed by must not be lost */
	XpSkipTable *skip; /* the last table of what is passed over */
	Frame first[INLINE_FRAMES];
} Walk;

/* ---- the way up, made only when asked for ---- */

static BxStatus
frame_anchor(Walk *w, uint32_t level, uint32_t *anchor)
{
	uint32_t i = level;
	uint32_t up;

	while (i > 0 && w->frames[i].anchor == XP_NO_UP)
		i--;
	if (w->frames[i].anchor == XP_NO_UP)
		BX_TRY(xp_anchor_of(w->ev, w->start, &w->frames[i].anchor));
	for (up = w->frames[i].anchor; i < level;)
	{
		i++;
		BX_TRY(xp_anchor(w->ev, w->frames[i].off, up, &w->frames[i].anchor));
		up = w->frames[i].anchor;
	}
	*anchor = up;
	return BX_OK;
}

static inline BxStatus
set_up(Walk *w, XpNode *nd)
{
	nd->up = XP_NO_UP;
	return w->ev->track_ancestors ? frame_anchor(w, w->level - 1, &nd->up) : BX_OK;
}

/* ---- predicates ---- */

/*
 * Does the node pass the predicates of step i?  counts are the counters of the context.  *done is set when no later
 * node of this context can pass (its first predicate is a number that has been reached).
 */
static BxStatus
passes(Walk *w, uint32_t i, const XpNode *nd, uint32_t *counts, bool *pass, bool *done)
{
	const XpExpr *nodes = w->ev->plan->nodes;
	uint32_t first = nodes[w->path->steps[i]].a;
	uint32_t *count = counts + w->path->pos0[i];
	uint32_t pr, pos;
	double k;

	*pass = true;
	*done = false;
	for (pr = first; pr != 0 && *pass; pr = nodes[pr].next)
	{
		pos = 1;
		if (nodes[pr].flags & XP_POSITIONAL)
			pos = ++*count++;
		if ((nodes[pr].flags & XP_POSITIONAL) && xp_position(w->ev, pr, &k))
		{
			*pass = pos == k;
			*done = pr == first && pos >= k;
		}
		else
			BX_TRY(w->ev->predicate(w->ev, pr, nd, pos, 0, pass));
	}
	return BX_OK;
}

/* Drop the steps whose predicates the node fails; *done collects steps that are finished in this context. */
static BxStatus
filter(Walk *w, const XpNode *nd, uint32_t *counts, uint64_t *steps, uint64_t *done)
{
	uint64_t todo = *steps & w->path->pred;
	bool pass, over;

	for (; todo != 0; todo &= todo - 1)
	{
		uint32_t b = (uint32_t) __builtin_ctzll(todo);

		BX_TRY(passes(w, b - w->path->first, nd, counts, &pass, &over));
		if (!pass)
			*steps &= ~(1ull << b);
		if (over)
			*done |= 1ull << b;
	}
	return BX_OK;
}

/* Follow self steps from the states in *t at a node that passes the steps in mask. */
static BxStatus
settle(Walk *w, const XpNode *nd, uint64_t mask, uint64_t *t)
{
	uint64_t todo = *t & w->path->here & mask;
	uint64_t ignore = 0;

	while (todo != 0)
	{
		uint64_t bit = todo & -todo;
		uint64_t one = bit;

		todo ^= bit;
		if (bit & w->path->pred)
			BX_TRY(filter(w, nd, w->counts, &one, &ignore));
		if (one == 0 || (*t & (bit << 1)))
			continue;
		*t |= bit << 1;
		todo |= (bit << 1) & w->path->here & mask;
	}
	return BX_OK;
}

/* ---- items ---- */

/* Steps the node passes become its state *t; selected nodes go to the sink. */
static BxStatus
arrive(Walk *w, XpNode *nd, uint64_t mask, uint64_t steps, uint32_t *counts, uint64_t *t, uint64_t *done)
{
	bool looked_at =
		(steps & w->path->pred) != 0 || ((steps << 1) & (w->path->here | w->path->selected)) != 0;

	if (looked_at)
		BX_TRY(set_up(w, nd));
	if (steps & w->path->pred)
		BX_TRY(filter(w, nd, counts, &steps, done));
	*t = steps << 1;
	if (*t & w->path->here)
		BX_TRY(settle(w, nd, mask, t));
	if (*t & w->path->selected)
		return w->sink->take(w->sink, w->ev, nd, &w->stop);
	return BX_OK;
}

static uint32_t *
counts_at(Walk *w, uint32_t level)
{
	return w->counts == NULL ? NULL : w->counts + (size_t) level * w->path->n_pos;
}

/* The text inside a leaf whose state is t. */
static BxStatus
visit_leaf_text(Walk *w, const XpNode *leaf, uint64_t t, uint64_t deep)
{
	uint64_t steps = w->leaf_text & ((t & w->path->child) | deep | (t & w->path->down));
	uint32_t *counts = counts_at(w, w->level);
	uint64_t ignore = 0;
	uint32_t up = XP_NO_UP;
	XpNode text;

	if (steps == 0 || leaf->len == 0)
		return BX_OK;
	if (w->ev->track_ancestors)
	{
		XpNode parent = *leaf;

		if (w->level > 0)
			BX_TRY(set_up(w, &parent));
		BX_TRY(xp_anchor_of(w->ev, &parent, &up));
	}
	if (counts != NULL)
		memset(counts, 0, w->path->n_pos * sizeof(uint32_t));
	xp_leaf_text(leaf, &text, up);
	if (steps & w->path->pred)
		BX_TRY(filter(w, &text, counts, &steps, &ignore));
	t = steps << 1;
	if (t & w->path->here)
		BX_TRY(settle(w, &text, w->leaf_text, &t));
	if (t & w->path->selected)
		return w->sink->take(w->sink, w->ev, &text, &w->stop);
	return BX_OK;
}

static BxStatus
grow(Walk *w)
{
	uint32_t cap = w->cap * 4;
	Frame *frames = xp_alloc(w->ev, (size_t) cap * sizeof(Frame));

	if (frames == NULL)
		return BX_E_NOMEM;
	memcpy(frames, w->frames, w->level * sizeof(Frame));
	w->frames = frames;
	w->cap = cap;
	if (w->counts != NULL)
	{
		uint32_t *counts = xp_alloc(w->ev, (size_t) (cap + 1) * w->path->n_pos * sizeof(uint32_t));

		if (counts == NULL)
			return BX_E_NOMEM;
		memcpy(counts, w->counts, (size_t) (w->level + 1) * w->path->n_pos * sizeof(uint32_t));
		w->counts = counts;
	}
	return BX_OK;
}

/*
 * The children of the innermost frame, nd's, are contexts of nobody but one step that asks for child number k: go on
 * where the directories say it is.
 */
static __attribute__((noinline)) BxStatus
jump(Walk *w, const XpNode *nd, uint64_t live, uint32_t *pos)
{
	uint32_t step = (uint32_t) __builtin_ctzll(live) - w->path->first;
	uint32_t node = w->path->steps[step];
	uint32_t i, off;
	BxDirGroup g;
	XpPlace place;
	bool found;

	if (!xp_place(w->ev, w->ev->plan->nodes[node].a, &place) || (place.k < FAR && !w->ev->eager))
		return BX_OK;
	BX_TRY(xp_dir_children(w->ev, node, nd, &g, &found));
	if (!found)
		return BX_OK;
	if (place.k >= g.count)
	{
		*pos = nd->next;
		return BX_OK;
	}
	BX_TRY(xp_dir_jump(w->ev, node, nd, &g, place.k, &i, &off));
	if (i == 0)
		return BX_OK;
	counts_at(w, w->level - 1)[w->path->pos0[step]] = i;
	*pos = off;
	return BX_OK;
}

/* A frame for the content of nd; *pos is where to go on. */
static inline BxStatus
enter(Walk *w, const XpNode *nd, uint64_t live, uint64_t deep, uint32_t *pos)
{
	Frame *f;

	if (BX_UNLIKELY(w->level == w->cap))
		BX_TRY(grow(w));
	f = &w->frames[w->level++];
	f->end = nd->next;
	f->off = nd->key / 2 - 1;
	f->anchor = XP_NO_UP;
	f->live = live;
	f->deep = deep;
	if (w->counts != NULL)
		memset(counts_at(w, w->level - 1), 0, w->path->n_pos * sizeof(uint32_t));
	*pos = nd->content;
	if (BX_UNLIKELY((live & w->places) != 0) && deep == 0 && (live & (live - 1)) == 0)
		return jump(w, nd, live, pos);
	return BX_OK;
}

/*
 * Can a live step lead to a selected node below?  Only when it and every later step is passed by something there:
 * steps go forward, so the nodes that pass later ones lie below as well.
 */
static inline bool
leads_below(const Walk *w, uint64_t live, uint64_t below)
{
	uint64_t missing = w->path->all & ~below;

	if (BX_LIKELY(missing == 0))
		return live != 0;
	return live >> (63 - __builtin_clzll(missing)) > 1;
}

/* An item that may pass a live step, or lie above nodes that do.  *pos moves to the next item to look at. */
static BxStatus
visit(Walk *w, XpNode *nd, uint64_t steps, uint64_t mask, uint32_t *pos)
{
	Frame *f = &w->frames[w->level - 1];
	uint64_t deep = f->deep;
	uint64_t t = 0, done = 0, live;

	if (steps != 0)
	{
		BX_TRY(arrive(w, nd, mask, steps, counts_at(w, w->level - 1), &t, &done));
		if (w->stop && !w->pulls)
			return BX_OK;
		f = &w->frames[w->level - 1];
		f->live &= ~((steps & w->once) | done);
		/* all nodes of a step's only shape have this parent, if they are no texts of leaves */
		if (deep != 0)
			f->deep &= ~(steps & w->once & ~w->leaf_text);
	}
	*pos = nd->next;
	if (nd->kind == BX_KIND_LEAF)
		return visit_leaf_text(w, nd, t, deep);
	if (nd->kind != BX_KIND_ELEMENT)
		return BX_OK;
	live = t & (w->path->child | w->path->attr);
	deep |= t & w->path->down;
	if (!leads_below(w, live | deep, w->below ? w->below[nd->shape] : w->any_below))
	{
		if (w->ev->hot)
			xp_ahead(w->ev, nd->content, nd->next);
		return BX_OK;
	}
	return enter(w, nd, live, deep, pos);
}

/*
 * Can an item that passes no live step be passed over?  Not when nodes below it may pass one: then it is entered (an
 * element), or its text is looked at (a leaf).
 */
static inline bool
passes_over(const Walk *w, uint32_t shape, uint8_t kind, uint64_t deep)
{
	if (kind == BX_KIND_ELEMENT)
		return (deep & (w->below ? w->below[shape] : w->any_below)) == 0;
	return kind != BX_KIND_LEAF || (deep & w->leaf_text) == 0;
}

/* The node of an item whose token and length take a byte each. */
static inline void
short_item(XpNode *nd, uint32_t off, uint32_t next, uint32_t shape, uint8_t kind)
{
	nd->key = (off + 1) * 2;
	nd->shape = shape;
	nd->content = off + 2;
	nd->len = next - off - 2;
	nd->next = next;
	nd->kind = kind;
}

XpSkipTable *
xp_pass_new(XpEval *ev, XpSkipTable *pass, const XpSkipKey *key)
{
	if (pass == NULL)
	{
		ev->pass = bx_arena_zalloc(&ev->keep, XP_PASS_TABLES * sizeof(XpSkipTable));
		return NULL; /* the next one gets it */
	}
	memset(pass->skip, 0, sizeof(pass->skip));
	pass->key = *key;
	return pass;
}

static inline XpSkipTable *
skip_table(Walk *w, uint64_t want, uint64_t deep)
{
	if (!xp_pass_is(w->skip, w->path, want, deep))
		w->skip = xp_pass_table(w->ev, w->path, want, deep);
	return w->skip;
}

/* Charge the items.  With w->ask set, the directories are to be asked, or tables to be used, from here on. */
static __attribute__((noinline)) BxStatus
pause_walk(Walk *w)
{
	w->ticks = POLL_ITEMS;
	w->ask = w->probe || !w->ev->hot;
	w->ev->hot = true;
	return xp_canceled(w->ev, bx_steps(w->ev->host, POLL_ITEMS));
}

/*
 * The next item of frame f, from *pos on, that has to be looked at; *steps are those it passes.  *pos is set behind it,
 * or to the end of the frame, with *steps = 0 and nd->key = 0, when there is none (or, with w->ask set, where it
 * stopped).  This is the loop that all of a
 * document goes through, so the common item is decoded here and costs a few instructions.
 */
static inline __attribute__((always_inline)) BxStatus
seek_item(Walk *w, Frame *f, bool hot, uint32_t *pos, XpNode *nd, uint64_t *steps, uint64_t *mask)
{
	XpEval *ev = w->ev;
	const uint8_t *base = ev->base;
	uint32_t off = *pos;
	uint32_t end = f->end;
	uint64_t deep = f->deep;
	uint64_t want = (f->live & w->path->child) | deep;
	uint64_t in_tag = (f->live | deep) & w->path->attr;
	uint32_t n_consts = ev->n_consts;
	uint32_t short_shapes = ev->short_shapes;
	XpSkipTable *skip = NULL;
	uint32_t passed = 0; /* a table pays from the second one on */

	nd->key = 0;
	*steps = 0;
	while (off < end && (want | in_tag) != 0)
	{
		const uint8_t *p;
		uint32_t shape, next;
		uint8_t kind;

		if (hot && skip != NULL)
		{
			off = xp_pass_items(ev, skip, off, end, &w->ticks);
			if (BX_UNLIKELY(off > end))
				return xp_damaged(ev, off);
			if (off == end)
				break;
		}
		p = base + off;
		if (BX_UNLIKELY(--w->ticks == 0))
		{
			BX_TRY(pause_walk(w));
			if (w->ask)
				break;
		}
		BX_TRY(xp_need_item(ev, off));
		shape = p[0] - n_consts;
		if (BX_LIKELY(shape < short_shapes && end - off >= 2 && p[1] < 240 && p[1] <= end - off - 2))
		{
			ev->work->items++;
			next = off + 2 + p[1];
			kind = ev->kinds[shape];
		}
		else
		{
			if (p[0] < n_consts && p[0] < 240)
				xp_constant_at(ev, p[0], off, nd);
			else
			{
				BX_TRY(xp_item_at(ev, off, end, nd));
				short_shapes = ev->short_shapes;
			}
			shape = nd->shape;
			next = nd->next;
			kind = nd->kind;
		}
		*mask = w->shape_steps[shape];
		if (kind == BX_KIND_ATTRIBUTE || kind == BX_KIND_NAMESPACE)
			*steps = *mask & in_tag;
		else
		{
			f->live &= ~w->path->attr;
			in_tag = 0;
			*steps = *mask & want;
			if (*steps == 0 && !passes_over(w, shape, kind, deep))
				*steps = w->path->selected; /* stands for "look at it": no test carries this bit */
		}
		if (*steps != 0)
		{
			if (nd->key != (off + 1) * 2)
				short_item(nd, off, next, shape, kind);
			*steps &= ~w->path->selected;
			ev->work->skipped += off - *pos;
			*pos = next;
			return BX_OK;
		}
		if (hot && in_tag == 0 && ++passed == 2)
			skip = skip_table(w, want, deep);
		if (hot && skip != NULL && p[0] < XP_PASS_TOKENS)
			skip->skip[p[0]] = 1;
		off = next;
	}
	nd->key = 0;
	if (hot && !w->ask)
		xp_ahead(ev, off, end);
	if (BX_LIKELY(!w->ask))
		off = end;
	ev->work->skipped += off - *pos;
	*pos = off;
	return BX_OK;
}

static BxStatus
seek(Walk *w, Frame *f, uint32_t *pos, XpNode *nd, uint64_t *steps, uint64_t *mask)
{
	return seek_item(w, f, false, pos, nd, steps, mask);
}

static BxStatus
seek_hot(Walk *w, Frame *f, uint32_t *pos, XpNode *nd, uint64_t *steps, uint64_t *mask)
{
	return seek_item(w, f, true, pos, nd, steps, mask);
}

static inline BxStatus
visit_attribute(Walk *w, XpNode *nd, uint64_t steps, uint64_t mask)
{
	uint64_t t = 0, done = 0;

	BX_TRY(arrive(w, nd, mask, steps, counts_at(w, w->level - 1), &t, &done));
	w->frames[w->level - 1].live &= ~((steps & w->path->single) | done);
	return BX_OK;
}

/* The main loop: from the item at *pos until the frames entered so far are left or the sink has enough. */
static BxStatus
run(Walk *w, uint32_t *pos)
{
	uint64_t steps = 0, mask = 0;
	XpNode nd;

	while (w->level > 0 && !w->stop)
	{
		Frame *f = &w->frames[w->level - 1];

		BX_TRY(w->ev->hot ? seek_hot(w, f, pos, &nd, &steps, &mask) : seek(w, f, pos, &nd, &steps, &mask));
		if (BX_UNLIKELY(w->ask))
		{
			bool probe = w->probe;

			w->ask = w->probe = false;
			if (probe)
				BX_TRY(xp_dir_finish(w->ev, w->path, *pos, w->sink, &w->stop));
		}
		else if (nd.key == 0)
			w->level--;
		else if (nd.kind == BX_KIND_ATTRIBUTE)
			BX_TRY(visit_attribute(w, &nd, steps, mask));
		else
			BX_TRY(visit(w, &nd, steps, mask, pos));
	}
	return BX_OK;
}

/* What directories are good for in this walk. */
static __attribute__((noinline)) void
use_directories(Walk *w, const XpNode *start)
{
	const XpEval *ev = w->ev;
	XpPlace place;
	uint32_t i;

	w->probe = start->kind == XP_DOC;
	if (w->probe && ev->eager)
		w->ticks = 1;
	for (i = 0; i < w->path->head && (ev->dirs & BX_DIR_CHILDREN); i++)
		if (xp_place(ev, ev->plan->nodes[w->path->steps[i]].a, &place) && !place.from_end)
			w->places |= 1ull << (w->path->first + i);
	w->places &= w->path->child;
}

static BxStatus
walk_begin(Walk *w, const XpNode *start)
{
	const XpEval *ev = w->ev;
	uint32_t word = w->path->word;
	size_t n;

	w->start = start;
	w->shape_steps = ev->bound->shape_steps + (size_t) word * ev->n_shapes;
	w->below = ev->bound->below ? ev->bound->below + (size_t) word * ev->n_shapes : NULL;
	w->leaf_text = ev->plan->masks[word].any[BX_KIND_TEXT];
	w->any_below = ev->bound->all[word] | w->leaf_text;
	w->once = ev->bound->once[word];
	w->frames = w->first;
	w->cap = INLINE_FRAMES;
	w->level = 0;
	w->counts = NULL;
	w->stop = w->ask = w->probe = false;
	w->places = 0;
	w->skip = NULL;
	w->ticks = ev->ticks;
	if (BX_UNLIKELY(ev->items_len >= LARGE) && start->kind == XP_DOC && w->ticks > PROBE_ITEMS)
		w->ticks = PROBE_ITEMS;
	if (BX_UNLIKELY(ev->dirs != 0))
		use_directories(w, start);
	if (w->path->n_pos == 0)
		return BX_OK;
	n = (size_t) (w->cap + 1) * w->path->n_pos * sizeof(uint32_t);
	w->counts = xp_alloc(w->ev, n);
	if (w->counts == NULL)
		return BX_E_NOMEM;
	memset(w->counts, 0, n);
	return BX_OK;
}

/*
 * The start node itself, and the frame below it, from *pos on; without one there is nothing to run.  What a pull goes
 * on with after a pause is the walk, so directories may not finish it.
 */
static BxStatus
walk_start(Walk *w, XpEval *ev, const XpPath *path, const XpNode *start, XpSink *sink, uint32_t *pos)
{
	uint64_t t = 1ull << path->first;
	uint64_t mask;

	w->ev = ev;
	w->path = path;
	w->sink = sink;
	BX_TRY(walk_begin(w, start));
	w->probe = w->probe && !w->pulls;
	mask = start->kind == XP_DOC || start->kind == BX_KIND_NAMESPACE || (start->key & 1)
			   ? ev->plan->masks[path->word].any[start->kind]
			   : w->shape_steps[start->shape];
	BX_TRY(settle(w, start, mask, &t));
	if (t & path->selected)
		BX_TRY(sink->take(sink, ev, start, &w->stop));
	if (w->stop && !w->pulls)
		return BX_OK;
	if (start->kind == BX_KIND_LEAF)
		return visit_leaf_text(w, start, t, 0);
	if (start->kind != XP_DOC && start->kind != BX_KIND_ELEMENT)
		return BX_OK;
	return enter(w, start, t & (path->child | path->attr), t & path->down, pos);
}

/*
 * The streaming head of a path from one start node.  Nodes reach the sink in document order, each once.  A path with a
 * step that no shape passes ends here, at the cost of having bound it.
 */
BxStatus
xp_stream(XpEval *ev, const XpPath *path, const XpNode *start, XpSink *sink)
{
	uint32_t pos = 0;
	BxStatus st;
	Walk w;

	if (path->need & ~ev->bound->all[path->word])
		return BX_OK;
	w.pulls = false;
	BX_TRY(walk_start(&w, ev, path, start, sink, &pos));
	st = run(&w, &pos);
	if (w.ticks < ev->ticks)
		ev->ticks = w.ticks;
	return st;
}

/* ---- one node at a time ---- */

/* A step of the walk selects an item, and the text in it, at most. */
#define PULL_READY 2

struct XpPull
{
	XpSink sink; /* first: the pull is its own sink */
	Walk walk;
	XpNode start;
	uint32_t pos;
	uint32_t n;
	uint32_t given;
	XpNode ready[PULL_READY];
};

static BxStatus
take_ready(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	XpPull *pull = (XpPull *) sink;

	(void) ev;
	pull->ready[pull->n++] = *nd;
	*stop = true;
	return BX_OK;
}

BxStatus
xp_pull_open(XpEval *ev, const XpPath *path, const XpNode *start, XpPull **out)
{
	XpPull *pull = xp_alloc(ev, sizeof(XpPull));

	if (pull == NULL)
		return BX_E_NOMEM;
	memset(&pull->sink, 0, sizeof(pull->sink));
	pull->sink.take = take_ready;
	pull->sink.most = 0;
	pull->start = *start;
	pull->pos = 0;
	pull->n = pull->given = 0;
	pull->walk.level = 0;
	pull->walk.pulls = true;
	*out = pull;
	if (path->need & ~ev->bound->all[path->word])
		return BX_OK;
	return walk_start(&pull->walk, ev, path, &pull->start, &pull->sink, &pull->pos);
}

BxStatus
xp_pull_next(XpPull *pull, XpNode *nd, bool *found)
{
	if (pull->given == pull->n)
	{
		pull->given = pull->n = 0;
		pull->walk.stop = false;
		if (pull->walk.level > 0)
			BX_TRY(run(&pull->walk, &pull->pos));
	}
	*found = pull->given < pull->n;
	if (*found)
		*nd = pull->ready[pull->given++];
	return BX_OK;
}
