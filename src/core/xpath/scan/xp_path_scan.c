/*
 * xp_path_scan.c -- paths whose steps go forward, in one pass.
 *
 * Nodes come in document order, each once.  Predicates are decided when a node is met; those that count have a counter
 * for each open context.  After some items the scan asks the directories of a large value for the rest of the nodes.
 */
#include "../nodes/xp_dir_int.h"
#include "xp_path_scan_int.h"
#include "xp_predicate_scan_int.h"
#include "xp_scan_int.h"

#define INLINE_FRAMES 13
/* Items after which the scan of a whole value asks the directories and uses skip tables ... */
#define PROBE_ITEMS 256
/* ... and so many where a search by value may lead to the nodes: records up to there are in the first block. */
#define PROBE_SEARCH 96
/* ... if it has at least this many bytes of items. */
#define LARGE 4096
/* Child number from which on directories are asked, which have samples of every Nth child. */
#define FAR 64

struct XpPull
{
	XpScan scan;
	const XpPath *path;
	const XpNode *start;
	uint32_t *counts;    /* n_pos counters per level, one level more than frames; NULL without any */
	uint32_t cap_counts; /* levels */
	uint64_t places; /* steps whose first predicate asks for one position, when children can be looked up */
	XpWant want;
	const BxKeyRange *only; /* as in a sink */
	uint64_t total;         /* nodes in all, when directories say so */
	XpDirRest *rest;        /* directories have the rest; else NULL */
	XpHits hits;            /* where the rest of the nodes can be, if value lists say so */
	bool start_selected;    /* and not delivered yet */
	struct XpPull *next;    /* in the pool */
	XpScanFrame first[INLINE_FRAMES];
};

/* ---- anchors, made only when needed ---- */

static BxStatus
frame_anchor(XpPull *w, uint32_t level, uint32_t *anchor)
{
	XpScanFrame *frames = w->scan.frames;
	XpEval *ev = w->scan.ev;
	uint32_t i = level;
	uint32_t up;

	while (i > 1 && frames[i].anchor == XP_NO_UP)
		i--;
	if (frames[i].anchor == XP_NO_UP)
		BX_TRY(xp_anchor_of(ev, w->start, &frames[i].anchor));
	for (up = frames[i].anchor; i < level;)
	{
		i++;
		BX_TRY(xp_anchor(ev, frames[i].off, up, &frames[i].anchor));
		up = frames[i].anchor;
	}
	*anchor = up;
	return BX_OK;
}

static inline BxStatus
set_up(XpPull *w, XpNode *nd)
{
	nd->up = XP_NO_UP;
	if (!w->scan.ev->track_ancestors)
		return BX_OK;
	nd->up = w->scan.top->anchor;
	return nd->up != XP_NO_UP ? BX_OK : frame_anchor(w, xp_scan_level(&w->scan), &nd->up);
}

/* The parent of the text in a leaf is the leaf. */
static BxStatus
set_text_up(XpPull *w, XpNode *text)
{
	XpNode leaf = *text;

	if (!w->scan.ev->track_ancestors)
		return BX_OK;
	leaf.key--;
	leaf.kind = BX_KIND_LEAF;
	leaf.up = w->start->up;
	if (w->scan.top != w->scan.frames)
		BX_TRY(set_up(w, &leaf));
	return xp_anchor_of(w->scan.ev, &leaf, &text->up);
}

/* ---- predicates ---- */

/* Does the node pass predicate pr, which depends on more than positions? */
static inline BxStatus
passes_predicate(XpEval *ev, uint32_t pr, const XpNode *nd, uint32_t pos, bool *pass)
{
	const XpPredicateScan *scan = ev->plan->prepared != NULL ? ev->plan->prepared[pr].scan : NULL;
	bool known = false;

	if (scan != NULL)
		BX_TRY(xp_predicate_scan(ev, scan, nd, &known, pass));
	return known ? BX_OK : ev->predicate(ev, pr, nd, pos, 0, pass);
}

/*
 * Does the node pass the predicates of step i?  counts are the counters of the context.  *done is set when no later
 * node of this context can pass (its first predicate asks for positions that are behind it).
 */
static BxStatus
passes(XpPull *w, uint32_t i, const XpNode *nd, uint32_t *counts, bool *pass, bool *done)
{
	const XpExpr *nodes = w->scan.ev->plan->nodes;
	uint32_t first = nodes[w->path->steps[i]].a;
	uint32_t *count = counts + w->path->pos0[i];
	uint32_t pr, pos;
	const XpPosition *position;

	*pass = true;
	*done = false;
	for (pr = first; pr != 0 && *pass; pr = nodes[pr].next)
	{
		pos = 1;
		if (nodes[pr].flags & XP_POSITIONAL)
			pos = ++*count++;
		position = xp_position(w->scan.ev, pr);
		if (position != NULL)
		{
			*pass = pos >= position->lo && pos <= position->hi;
			*done = pr == first && pos >= position->hi;
		}
		else
			BX_TRY(passes_predicate(w->scan.ev, pr, nd, pos, pass));
	}
	return BX_OK;
}

/* Drop the steps whose predicates the node fails; *done collects steps that are finished in this context. */
static BxStatus
filter(XpPull *w, const XpNode *nd, uint32_t *counts, uint64_t *steps, uint64_t *done)
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
settle(XpPull *w, const XpNode *nd, uint64_t mask, uint64_t *t)
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

/* ---- counters ---- */

/* The counters of a level, from 0; none when no predicate counts. */
static inline uint32_t *
counts_at(const XpPull *w, uint32_t level)
{
	return w->counts == NULL ? NULL : w->counts + (size_t) level * w->path->n_pos;
}

/* Set the counters of a level to 0. */
static BxStatus
reset_counts(XpPull *w, uint32_t level)
{
	size_t size = w->path->n_pos * sizeof(uint32_t);

	if (level >= w->cap_counts)
	{
		uint32_t cap = w->scan.cap + 1;
		uint32_t *counts = xp_alloc(w->scan.ev, cap * size);

		if (counts == NULL)
			return BX_E_NOMEM;
		memcpy(counts, w->counts, w->cap_counts * size);
		w->counts = counts;
		w->cap_counts = cap;
	}
	memset(counts_at(w, level), 0, size);
	return BX_OK;
}

/*
 * The only live step of the innermost frame, which is nd's, asks for child number k: continue where the directories say
 * that it is.
 */
static __attribute__((noinline)) BxStatus
jump(XpPull *w, const XpNode *nd, uint64_t live)
{
	uint32_t step = (uint32_t) __builtin_ctzll(live) - w->path->first;
	uint32_t node = w->path->steps[step];
	const XpPosition *place = xp_position(w->scan.ev, w->scan.ev->plan->nodes[node].a);
	uint32_t i, off;
	BxDirGroup g;
	bool found;

	if (place->lo <= FAR && !w->scan.ev->use_directories_at_once)
		return BX_OK;
	BX_TRY(xp_dir_children(w->scan.ev, node, nd, &g, &found));
	if (!found)
		return BX_OK;
	if (place->lo > g.count)
	{
		w->scan.pos = nd->next;
		return BX_OK;
	}
	BX_TRY(xp_dir_jump(w->scan.ev, node, nd, &g, (uint32_t) place->lo - 1, &i, &off));
	if (i == 0)
		return BX_OK;
	counts_at(w, xp_scan_level(&w->scan) - 1)[w->path->pos0[step]] = i;
	w->scan.pos = off;
	return BX_OK;
}

static inline BxStatus
entered(XpScan *s, const XpNode *nd, uint64_t live, uint64_t deep)
{
	XpPull *w = (XpPull *) s;

	if (w->counts != NULL)
		BX_TRY(reset_counts(w, xp_scan_level(s) - 1));
	if (BX_UNLIKELY((live & w->places) != 0) && deep == 0 && (live & (live - 1)) == 0)
		return jump(w, nd, live);
	return BX_OK;
}

/* ---- the scan ---- */

static BxStatus seek(XpScan *s, XpNode *nd, uint64_t *steps, uint64_t *mask);

static const XpScanKind kind = {
	.deep = true, .path = true, .skipped = true, .tables_from = 2, .seek = seek, .entered = entered};

/*
 * Every node that is still to be selected is in one that passes a step at a hit, and no step behind that one is live
 * here: pass over what ends before the next hit.
 */
static __attribute__((noinline)) BxStatus
pass_to_hit(XpPull *w)
{
	XpScan *s = &w->scan;
	XpHits *h = &w->hits;
	uint32_t next, to = s->pos;

	if (((s->top->live | s->top->deep) & ~h->before) != 0)
		return BX_OK;
	while (h->i < h->n && h->hits[h->i].high <= s->pos)
		h->i++;
	next = h->i < h->n ? h->hits[h->i].low : UINT32_MAX;
	if (next >= s->top->end)
		to = s->top->end;
	else if (next > s->pos)
		BX_TRY(xp_dir_pass(s->ev, s->top->off + 1, next, h->hits[h->i].high, s->top->end, &to));
	xp_scan_move(&kind, s, to, to);
	return BX_OK;
}

/* Two loops, so that the cold one does not look for tables. */
static inline BxStatus
seek(XpScan *s, XpNode *nd, uint64_t *steps, uint64_t *mask)
{
	if (BX_UNLIKELY(((XpPull *) s)->hits.hits != NULL))
		BX_TRY(pass_to_hit((XpPull *) s));
	return s->ev->hot ? xp_scan_seek(&kind, s, true, nd, steps, mask)
					  : xp_scan_seek(&kind, s, false, nd, steps, mask);
}

/* Steps the node passes become its state *t, of which the steps in *done are finished in this context. */
static inline BxStatus
arrive(XpPull *w, XpNode *nd, uint64_t mask, uint64_t steps, uint64_t *t, uint64_t *done)
{
	const XpPath *path = w->path;
	bool text = nd->key & 1;
	uint32_t level = xp_scan_level(&w->scan) - !text;

	*done = 0;
	if ((steps & path->pred) != 0 || ((steps << 1) & (path->here | path->selected)) != 0)
		BX_TRY(text ? set_text_up(w, nd) : set_up(w, nd));
	if (steps & path->pred)
	{
		if (text && w->counts != NULL)
			BX_TRY(reset_counts(w, level));
		BX_TRY(filter(w, nd, counts_at(w, level), &steps, done));
	}
	*t = steps << 1;
	return (*t & path->here) ? settle(w, nd, mask, t) : BX_OK;
}

/* May directories know what is below the start? */
static inline bool
is_large(const XpEval *ev, const XpNode *start)
{
	return start->kind == XP_DOC || (start->kind == BX_KIND_ELEMENT &&
									 (start->next - start->content >= LARGE || ev->use_directories_at_once));
}

/* Find out how this scan can use directories. */
static __attribute__((noinline)) void
use_directories(XpPull *w, const XpNode *start)
{
	const XpPath *path = w->path;
	XpEval *ev = w->scan.ev;
	uint32_t i;

	w->scan.ask = is_large(ev, start);
	w->scan.settled = ev->settled - ev->use_directories_at_once;
	for (i = 0; i < path->head && (ev->dirs & BX_DIR_CHILDREN); i++)
		if (xp_one_position(ev, ev->plan->nodes[path->steps[i]].a) != NULL)
			w->places |= 1ull << (path->first + i);
	w->places &= path->child;
}

static BxStatus
open_scan(XpPull *w, XpEval *ev, const XpPath *path, const XpNode *start)
{
	XpScan *s = &w->scan;

	xp_scan_init(s, ev, path, path->word, w->first);
	s->below = ev->bound->below ? ev->bound->below + (size_t) path->word * ev->n_shapes : NULL;
	s->any_below = ev->bound->all[path->word] | s->leaf_text;
	s->single |= path->single;
	s->ask = false;
	s->all = path->all;
	s->into = path->child | path->attr;
	s->down = path->down;
	s->attr = path->attr;
	s->cap = INLINE_FRAMES;
	w->path = path;
	w->start = start;
	w->counts = NULL;
	w->places = 0;
	w->rest = NULL;
	w->hits.hits = NULL;
	if (BX_UNLIKELY(ev->items_len >= LARGE) && is_large(ev, start))
		xp_settle_after(ev, (ev->dirs & BX_DIR_VALUES) && path->pred != 0 ? PROBE_SEARCH : PROBE_ITEMS);
	if (BX_UNLIKELY(ev->dirs != 0))
		use_directories(w, start);
	if (path->n_pos == 0)
		return BX_OK;
	w->cap_counts = s->cap + 1;
	w->counts = xp_alloc(ev, (size_t) w->cap_counts * path->n_pos * sizeof(uint32_t));
	return w->counts == NULL ? BX_E_NOMEM : reset_counts(w, 0);
}

/* Begin at the start node.  A path with a step that no shape passes ends here, at the cost of having bound it. */
static BxStatus
begin(XpPull *w, XpEval *ev, const XpPath *path, const XpNode *start)
{
	uint64_t t = 1ull << path->first;
	XpScan *s = &w->scan;
	uint64_t mask;

	BX_TRY(open_scan(w, ev, path, start));
	w->start_selected = false;
	if (path->need & ~ev->bound->all[path->word])
		return BX_OK;
	mask = start->kind == XP_DOC || start->kind == BX_KIND_NAMESPACE || (start->key & 1)
			   ? ev->plan->masks[path->word].any[start->kind]
			   : s->shape_steps[start->shape];
	BX_TRY(settle(w, start, mask, &t));
	w->start_selected = (t & path->selected) != 0;
	if (start->kind == BX_KIND_LEAF)
		xp_scan_text(s, start, t & (path->child | path->down));
	else if (start->kind == XP_DOC || start->kind == BX_KIND_ELEMENT)
		return xp_scan_enter(&kind, s, start, t & s->into, t & s->down);
	return BX_OK;
}

/* Can predicates of step i say where its nodes are, though nodes before it are passed over? */
static BxStatus
search_step(XpPull *w, uint32_t i)
{
	XpEval *ev = w->scan.ev;
	const XpExpr *nodes = ev->plan->nodes;
	XpSearch searches[XP_SEARCHES];
	uint32_t pr, k, n;

	for (pr = nodes[w->path->steps[i]].a; pr != 0; pr = nodes[pr].next)
	{
		if (nodes[pr].flags & (XP_POSITIONAL | XP_USES_LAST))
			return BX_OK;
		if (ev->plan->prepared[pr].scan == NULL)
			continue;
		n = xp_predicate_scan_searches(ev, ev->plan->prepared[pr].scan, searches);
		for (k = 0; k < n; k++)
			if (k == 0 || !searches[k - 1].or_next)
				BX_TRY(xp_dir_search(ev, w->path, i, &searches[k], &w->hits));
	}
	return BX_OK;
}

/* Find out by value lists where nodes can be.  Behind a step that counts nodes none is passed over. */
static BxStatus
search(XpPull *w)
{
	const XpPath *path = w->path;
	XpEval *ev = w->scan.ev;
	uint32_t i;

	if ((ev->dirs & (BX_DIR_VALUES | BX_DIR_COUNTS)) != (BX_DIR_VALUES | BX_DIR_COUNTS))
		return BX_OK;
	for (i = 0; i < path->head && ev->plan->prepared != NULL && (i == 0 || path->pos0[i] == 0); i++)
		if ((path->pred >> (path->first + i)) & 1)
			BX_TRY(search_step(w, i));
	if (w->only != NULL && path->head > 0 && path->n_pos == 0)
	{
		XpSearch self = {.word = path->word, .range = *w->only};

		BX_TRY(xp_dir_search(ev, path, path->head - 1, &self, &w->hits));
	}
	if (w->hits.hits != NULL)
		ev->work->searches++;
	return BX_OK;
}

/* Ask the directories for the rest of the nodes; if they have it, the scan is over. */
static __attribute__((noinline)) BxStatus
ask_directories(XpPull *w)
{
	XpScan *s = &w->scan;
	bool done;

	s->ask = false;
	if (w->start->kind == XP_DOC)
		BX_TRY(search(w));
	if (w->hits.hits != NULL)
		return BX_OK;
	BX_TRY(xp_dir_rest(s->ev, w->path, w->start, s->pos, w->want, &w->rest, &w->total, &done));
	if (done)
		s->top = s->frames;
	return BX_OK;
}

static __attribute__((noinline)) BxStatus
next_node(XpPull *w, XpNode *nd, bool *found)
{
	XpScan *s = &w->scan;
	uint64_t steps, mask, t, done;

	*found = true;
	for (;;)
	{
		BX_TRY(xp_scan_next(&kind, s, nd, &steps, &mask));
		if (BX_UNLIKELY(steps == 0))
		{
			if (s->top != s->frames)
				BX_TRY(ask_directories(w));
			if (s->top != s->frames)
				continue;
			*found = false;
			return w->rest == NULL ? BX_OK : xp_dir_next(w->rest, nd, found);
		}
		BX_TRY(arrive(w, nd, mask, steps, &t, &done));
		if (!(nd->key & 1))
		{
			s->top->live &= ~done;
			BX_TRY(xp_scan_follow(&kind, s, nd, t));
		}
		if (t & w->path->selected)
			return BX_OK;
	}
}

BxStatus
xp_stream(XpEval *ev, const XpPath *path, const XpNode *start, XpSink *sink)
{
	bool stop = false, found = true;
	XpPull w;
	XpNode nd;

	if (path->need & ~ev->bound->all[path->word])
		return BX_OK;
	w.want = sink->want;
	w.only = sink->only;
	w.total = 0;
	BX_TRY(begin(&w, ev, path, start));
	if (w.start_selected)
		BX_TRY(sink->take(sink, ev, start, &stop));
	while (!stop)
	{
		BX_TRY(next_node(&w, &nd, &found));
		if (!found)
			break;
		BX_TRY(sink->take(sink, ev, &nd, &stop));
	}
	if (w.total != 0)
		sink->n = w.total;
	return BX_OK;
}

/* ---- one node at a time ---- */

XpPull *
xp_pull_new(XpEval *ev, BxArena *arena)
{
	XpPull *w = ev->free_pulls;

	if (w != NULL)
		ev->free_pulls = w->next;
	else
		w = bx_arena_alloc(arena, sizeof(XpPull));
	if (w == NULL)
		xp_nomem(ev, sizeof(XpPull));
	return w;
}

void
xp_pull_free(XpEval *ev, XpPull *w)
{
	w->next = ev->free_pulls;
	ev->free_pulls = w;
}

BxStatus
xp_pull_start(XpPull *w, XpEval *ev, const XpPath *path, const XpNode *start)
{
	w->want = XP_WANT_NODES;
	w->only = NULL;
	return begin(w, ev, path, start);
}

BxStatus
xp_pull_next(XpPull *w, XpNode *nd, bool *found)
{
	*found = w->start_selected;
	w->start_selected = false;
	if (!*found)
		return next_node(w, nd, found);
	*nd = *w->start;
	return BX_OK;
}
