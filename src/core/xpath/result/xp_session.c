/*
 * xp_session.c -- begin and end of an evaluation, and the items of its expressions.
 */
#include "xp_session_int.h"

#include "../../base/bx_sort.h"
#include "../eval/xp_evaluators_int.h"
#include "../eval/xp_held_int.h"
#include "../nodes/xp_dir_int.h"
#include "xp_query_int.h"

/* ---- begin and end ---- */

static BxStatus
open_part(XpEval *ev, const XpSubtree *part)
{
	XpNode nd;

	if (part->off >= ev->items_len)
		return xp_damaged(ev, part->off);
	BX_TRY(xp_fill(ev, part->off, BX_ITEM_HEADER_MAX));
	BX_TRY(xp_item_at(ev, part->off, ev->items_len, &nd));
	ev->doc_off = part->off;
	ev->doc_end = nd.next;
	ev->part = part;
	ev->dirs = 0; /* they are about all of the value */
	return BX_OK;
}

/* What the evaluation needs of the call, and of the binding. */
static inline void
set_up(XpSession *s, const XpCall *c, const XpBound *bound, unsigned needs)
{
	XpEval *ev = &s->ev;

	ev->bound = bound;
	ev->kinds = bound->kinds;
	ev->n_shapes = bound->n_shapes;
	ev->n_consts = bound->n_consts;
	ev->consts = bound->consts;
	xp_short_shapes(ev);
	ev->img = s->img;
	ev->base = s->img->v + s->img->head.items_off;
	ev->items_len = ev->doc_end = s->img->head.items_len;
	ev->arena = c->arena;
	ev->err = c->err;
	ev->work = &s->call->work;
	ev->host = c->host;
	ev->track_ancestors = ev->plan->needs_up || c->navigate || (needs & XP_OPEN_ANCESTORS);
	ev->navigate = c->navigate;
	ev->use_directories_at_once = c->use_directories_at_once;
	ev->by_reference_from = c->by_reference_from;
	ev->labels = c->labels;
	if (BX_UNLIKELY(s->img->head.ext_n > 0) && !(s->img->head.flags & BX_FLAG_NAMES))
		ev->dirs = bx_dirs_present(&s->img->head, s->img->v);
	ev->lot = ev->ticks = XP_TICKS;
	ev->predicate = xp_predicate;
	ev->evaluators = &xp_evaluators;
}

static BxStatus
begin(XpSession *s, XpCall *c, const XpBlock *block, unsigned needs)
{
	const XpBound *bound;
	XpEval *ev = &s->ev;

	memset(ev, 0, sizeof(*ev));
	s->call = c;
	s->img = NULL;
	s->started = false;
	s->copier = NULL;
	s->fetched0 = c->image ? c->image->fetched : 0;
	s->inflated0 = c->image ? c->image->inflated : 0;
	BX_TRY(xp_bind(c, block, xp_preparers, &s->own, &s->img, &ev->plan, &bound));
	set_up(s, c, bound, needs);
	bx_arena_init(&ev->keep, c->host);
	if (needs & XP_OPEN_STAY)
	{
		bx_arena_init_small(&ev->keep, c->host);
		ev->anchor_map = bx_arena_alloc(c->arena, sizeof(BxHashMap));
		if (ev->anchor_map == NULL)
			return bx_fail_nomem(c->err, sizeof(BxHashMap));
		bx_hashmap_init(ev->anchor_map, c->host, &ev->keep);
	}
	if ((needs & XP_OPEN_NAMES) || ev->plan->needs_names)
		BX_TRY(xp_names_read(ev, c->arena));
	if (BX_UNLIKELY(c->part != NULL))
		BX_TRY(open_part(ev, c->part));
	else if (!xp_all_filled(ev))
		BX_TRY(xp_fill(ev, 0, BX_ITEM_HEADER_MAX));
	xp_document(ev, &s->document);
	s->cx.node = &s->document;
	s->cx.pos = s->cx.size = 1;
	s->cx.item = NULL;
	s->root = ev->plan->block->root;
	ev->positions = ev->plan->positions;
	if (ev->plan->n_vars > 0)
		BX_TRY(xp_vars_bind(ev, c));
	if (ev->plan->n_locals > 0)
		BX_TRY(xp_locals_init(ev));
	if (BX_UNLIKELY(ev->plan->held_no != NULL))
		BX_TRY(xp_held_open(ev));
	s->type = s->root != 0 ? xp_type(ev, s->root) : XP_T_ANY; /* 0: the block has no path */
	return BX_OK;
}

BxStatus
xp_session_end(XpSession *s, BxStatus st)
{
	bx_note(s->call->host, (uint64_t) (s->ev.lot - s->ev.ticks) * BX_STEP_UNITS);
	if (BX_UNLIKELY(s->ev.run != NULL))
		s->ev.run->class->end(s->ev.run);
	if (s->ev.anchors != NULL)
		s->ev.host->release(s->ev.host->ctx, s->ev.anchors);
	if (s->ev.siblings.list != NULL)
		xp_siblings_free(&s->ev);
	if (s->ev.held != NULL)
		xp_held_close(&s->ev);
	if (s->ev.keep.head != NULL)
		bx_arena_reset(&s->ev.keep);
	if (s->img != NULL)
	{
		s->call->work.fetched += s->img->fetched - s->fetched0;
		s->call->work.inflated += s->img->inflated - s->inflated0;
	}
	if (s->img == &s->own)
		bx_image_close(&s->own);
	return st;
}

/* ---- runs ---- */

/* Is a predicate decided by its positions, or by a scan? */
static bool
is_decided(const XpPlan *plan, uint32_t pred)
{
	uint16_t position = plan->position_no[pred];

	if (position != 0)
		return plan->positions[position - 1].known;
	return plan->prepared != NULL && plan->prepared[pred].scan != NULL;
}

XpAnswer
xp_session_answer(const XpPlan *plan, uint32_t expr)
{
	const XpPath *path = xp_plan_path(plan, expr);
	uint32_t i, pred;

	if (path == NULL || path->start != 0)
		return XP_ANSWER_RUN;
	for (i = 0; i < path->n_steps; i++)
		for (pred = plan->nodes[path->steps[i]].a; pred != 0; pred = plan->nodes[pred].next)
			if (!is_decided(plan, pred))
				return XP_ANSWER_RUN;
	return XP_ANSWER_ACCESS;
}

/* Do calls that bring no engine get one?  For now they are evaluated by eval/. */
#ifndef XP_RUNS_ALWAYS
#define XP_RUNS_ALWAYS 0
#endif

/* The session is about the paths of the engine, whose nodes stay, with all that is asked of them. */
static BxStatus
begin_run(XpSession *s, XpCall *c, XpEngine *engine, unsigned needs)
{
	const struct XpPlan *plan_before = c->plan;
	XpCache *cache_before = c->cache;
	const XpBlock *block;
	BxStatus st;

	memset(&s->ev, 0, sizeof(s->ev));
	s->call = c;
	s->img = NULL;
	BX_TRY(engine->ready(engine, c, &block, &c->plan, &c->cache));
	st = begin(s, c, block, needs | XP_OPEN_STAY | (engine->needs_parents ? XP_OPEN_ANCESTORS : 0));
	c->plan = plan_before;
	c->cache = cache_before;
	BX_TRY(st);
	BX_TRY(engine->begin(engine, c, s, &s->ev.run));
	s->root = 0;
	s->type = xp_source_type(&s->ev, 0);
	return BX_OK;
}

/* A session becomes a run, if no access answers the expression alone.  engine: that of the call, or NULL. */
static BxStatus
choose(XpSession *s, XpCall *c, const XpBlock *block, XpEngine *engine, unsigned needs)
{
	XpAnswer answer = engine != NULL ? (XpAnswer) engine->answer : XP_ANSWER_UNKNOWN;

	if (answer == XP_ANSWER_UNKNOWN)
		answer = xp_session_answer(s->ev.plan, s->root);
	if (engine != NULL)
		engine->answer = (uint8_t) answer;
	if (answer == XP_ANSWER_ACCESS)
		return BX_OK;
	(void) xp_session_end(s, BX_OK);
	if (engine == NULL)
		BX_TRY(xp_engine_once(c, block, &engine));
	return begin_run(s, c, engine, needs);
}

BxStatus
xp_session_begin_run(XpSession *s, XpCall *c, XpEngine *engine, unsigned needs)
{
	BxStatus st = begin_run(s, c, engine, needs);

	if (BX_LIKELY(st == BX_OK))
		return BX_OK;
	(void) xp_session_end(s, st);
	memset(&s->ev, 0, sizeof(s->ev)); /* to end it again does nothing */
	s->img = NULL;
	return st;
}

BxStatus
xp_session_begin(XpSession *s, XpCall *c, const XpBlock *block, unsigned needs)
{
	XpEngine *engine = c->engine != NULL && c->engine->of == block ? c->engine : NULL;
	bool runs = !(needs & XP_OPEN_PATHS) && (engine != NULL || XP_RUNS_ALWAYS || xp_is_query(block));
	BxStatus st;

	if (runs && engine != NULL && engine->answer == XP_ANSWER_RUN)
		st = begin_run(s, c, engine, needs);
	else
	{
		st = begin(s, c, block, needs);
		if (runs && st == BX_OK)
			st = choose(s, c, block, engine, needs);
	}
	return BX_LIKELY(st == BX_OK) ? BX_OK : xp_session_end(s, st);
}

BxStatus
xp_session_open(XpCall *c, const XpBlock *block, unsigned needs, XpSession **session)
{
	XpSession *s = bx_arena_alloc(c->arena, sizeof(XpSession));

	*session = NULL;
	if (s == NULL)
		return bx_fail_nomem(c->err, sizeof(XpSession));
	BX_TRY(xp_session_begin(s, c, block, needs));
	*session = s;
	return BX_OK;
}

void
xp_session_close(XpSession *s)
{
	if (s != NULL)
		(void) xp_session_end(s, BX_OK);
}

/* ---- items ---- */

BxStatus
xp_session_next(XpSession *s, XpItem *item, bool *found)
{
	if (!s->started)
		BX_TRY(xp_source_open(&s->ev, s->root, &s->cx, false, &s->items));
	s->started = true;
	return xp_source_next(&s->ev, &s->items, item, found);
}

/* ---- what is asked of an item ---- */

static XpNodePlace
place_of(const XpNode *nd)
{
	XpNodePlace t = {.off = nd->key / 2 - 1, .part = XP_PLACE_ITEM, .kind = nd->kind};

	if (nd->key == 0)
	{
		t.off = 0;
		t.part = XP_PLACE_DOCUMENT;
	}
	else if (nd->kind == BX_KIND_NAMESPACE)
		t.part = XP_PLACE_NAMESPACE;
	else if (nd->key & 1)
		t.part = XP_PLACE_LEAF_TEXT;
	else if (nd->kind == BX_KIND_LEAF)
		t.kind = BX_KIND_ELEMENT;
	return t;
}

/* The copier lasts as long as the session; what it keeps must not go with scratch memory. */
BxStatus
xp_session_value(XpSession *s, const XpItem *item, const BxWriterOptions *options, XpScope scope,
				 uint8_t **data, size_t *len)
{
	BxArena *scratch = s->ev.arena;
	BxStatus st = BX_OK;

	if (s->copier == NULL)
	{
		s->ev.arena = &s->ev.keep;
		st = xp_copier_new(&s->ev, options, scope, &s->copier);
		s->ev.arena = scratch;
	}
	return st == BX_OK ? xp_copier_item(s->copier, item, data, len) : st;
}

/* ---- nodes as places ---- */

/* Document order; nodes at one offset are the item and the text in it. */
static int
compare_places(const void *a, const void *b)
{
	const XpNodePlace *x = a, *y = b;
	int c = (y->part == XP_PLACE_DOCUMENT) - (x->part == XP_PLACE_DOCUMENT);

	if (c == 0)
		c = (x->off > y->off) - (x->off < y->off);
	return c != 0 ? c : (x->part > y->part) - (x->part < y->part);
}

/* A sequence may hold a node twice, and in any order. */
static BxStatus
sort_places(XpEval *ev, BxBuf *out, size_t from)
{
	XpNodePlace *t = (XpNodePlace *) (void *) (out->data + from);
	size_t n = (out->len - from) / sizeof(XpNodePlace);
	size_t i, k = 0;

	if (n == 0)
		return BX_OK;
	BX_TRY(bx_sort(ev->host, t, n, sizeof(XpNodePlace), compare_places, ev->err));
	for (i = 0; i < n; i++)
		if (i == 0 || compare_places(&t[i], &t[k - 1]) != 0)
			t[k++] = t[i];
	out->len = from + k * sizeof(XpNodePlace);
	return BX_OK;
}

static BxStatus
add_places(XpSession *s, BxBuf *out)
{
	size_t from = out->len;
	XpItem item;
	bool found;

	if (!xp_maybe_nodeset(s->type))
		return bx_fail(s->ev.err, BX_E_XPTYPE, s->ev.plan->nodes[s->root].pos, "path must select nodes");
	for (;;)
	{
		XpNodePlace place;

		BX_TRY(xp_session_next(s, &item, &found));
		if (!found)
			return s->type == XP_T_NODESET ? BX_OK : sort_places(&s->ev, out, from);
		if (!xp_is_node(&item))
			return bx_fail(s->ev.err, BX_E_XPTYPE, -1, "path must select nodes");
		place = place_of(item.node);
		BX_TRY(bx_buf_append(out, &place, sizeof(place), s->ev.err));
	}
}

BxStatus
xp_targets(XpCall *c, const XpBlock *path, BxBuf *out)
{
	XpSession s;

	BX_TRY(xp_session_begin(&s, c, path, 0));
	return xp_session_end(&s, add_places(&s, out));
}
