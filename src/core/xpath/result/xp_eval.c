/*
 * xp_eval.c -- the entry points: bind, evaluate by the type the caller wants, clean up.
 */
#include "../eval/xp_eval_int.h"

#include "../nodes/xp_dir_int.h"
#include "../eval/xp_evaluators_int.h"
#include "../eval/xp_held_int.h"
#include "xp_query_int.h"

/* Everything of one evaluation; the anchors are the only memory outside the arena. */
typedef struct Session
{
	XpEval ev;
	BxImage own;
	BxImage *img;      /* own, or one the caller keeps */
	uint64_t fetched0; /* its counters when the call began */
	uint64_t inflated0;
	XpCall *call;
	BxTable table;
	XpNode document;
	XpContext cx;
	uint32_t root;
	uint8_t type; /* static type of the whole expression */
} Session;

static BxStatus
open_table(Session *s, XpCall *c)
{
	s->ev.table = &s->table;
	return bx_table_open(&s->table, c->arena, s->img->v, s->img->n, s->img->n, c->err);
}

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

static BxStatus
begin(Session *s, XpCall *c, const XpBlock *path, bool names)
{
	const XpBound *bound;
	XpEval *ev = &s->ev;

	memset(&s->ev, 0, sizeof(s->ev));
	s->img = NULL;
	s->call = c;
	s->fetched0 = c->image ? c->image->fetched : 0;
	s->inflated0 = c->image ? c->image->inflated : 0;
	BX_TRY(xp_bind(c, path, xp_preparers, &s->own, &s->img, &ev->plan, &bound));
	ev->bound = bound;
	ev->kinds = bound->kinds;
	ev->n_shapes = bound->n_shapes;
	ev->n_consts = bound->n_consts;
	ev->consts = bound->consts;
	xp_short_shapes(ev);
	ev->img = s->img;
	ev->base = s->img->v + bound->head.items_off;
	ev->items_len = ev->doc_end = bound->head.items_len;
	ev->arena = c->arena;
	ev->err = c->err;
	ev->work = &c->work;
	ev->host = c->host;
	ev->predicate = xp_predicate;
	ev->functions = xp_functions;
	ev->operators = xp_operators;
	ev->track_ancestors = ev->plan->needs_up || c->navigate;
	ev->navigate = c->navigate;
	ev->use_directories_at_once = c->use_directories_at_once;
	ev->by_reference_from = c->by_reference_from;
	ev->labels = c->labels;
	if (BX_UNLIKELY(bound->head.ext_n > 0) && !(bound->head.flags & BX_FLAG_NAMES))
		ev->dirs = bx_dirs_present(&bound->head, s->img->v);
	ev->lot = ev->ticks = XP_TICKS;
	bx_arena_init(&ev->keep, c->host);
	if (names || ev->plan->needs_names)
		BX_TRY(open_table(s, c));
	if (BX_UNLIKELY(c->part != NULL))
		BX_TRY(open_part(ev, c->part));
	else
		BX_TRY(xp_fill(ev, 0, BX_ITEM_HEADER_MAX));
	xp_document(ev, &s->document);
	s->cx.node = &s->document;
	s->cx.pos = s->cx.size = 1;
	s->cx.item = NULL;
	s->root = ev->plan->block->root;
	BX_TRY(xp_vars_bind(ev, c));
	BX_TRY(xp_locals_init(ev));
	if (BX_UNLIKELY(ev->plan->held_no != NULL))
		BX_TRY(xp_held_open(ev));
	s->type = xp_type(ev, s->root);
	return BX_OK;
}

static BxStatus
end(Session *s, BxStatus st)
{
	bx_note(s->call->host, (uint64_t) (s->ev.lot - s->ev.ticks) * BX_STEP_UNITS);
	if (s->ev.anchors != NULL)
		s->ev.host->release(s->ev.host->ctx, s->ev.anchors);
	xp_siblings_free(&s->ev);
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

BxStatus
xp_exists(XpCall *c, const XpBlock *path, bool *found)
{
	BxStatus st;
	Session s;

	*found = true;
	st = begin(&s, c, path, false);
	if (st != BX_OK)
		return end(&s, st);
	if (xp_maybe_nodeset(s.type))
		return end(&s, xp_any(&s.ev, s.root, &s.cx, found));
	/* evaluated for its errors only */
	return end(&s, xp_bool(&s.ev, s.root, &s.cx, &(bool){false}));
}

BxStatus
xp_test(XpCall *c, const XpBlock *path, bool *value)
{
	BxStatus st;
	Session s;

	st = begin(&s, c, path, false);
	if (st != BX_OK)
		return end(&s, st);
	return end(&s, xp_bool(&s.ev, s.root, &s.cx, value));
}

static BxStatus
node_apart(XpEval *ev, const XpNode *nd, XpText *text)
{
	uint32_t n = 0;

	BX_TRY(xp_node_apart(ev, nd, &text->apart, &text->at, &n));
	text->s = NULL;
	text->n = n;
	return BX_OK;
}

static BxStatus
value_of(Session *s, XpText *text)
{
	BxStr str = {"", 0};
	XpNode nd;

	text->found = true;
	text->apart = false;
	if (s->type == XP_T_NODESET)
	{
		BX_TRY(xp_first(&s->ev, s->root, &s->cx, &nd, &text->found));
		if (text->found && s->ev.by_reference_from > 0)
			BX_TRY(node_apart(&s->ev, &nd, text));
		if (text->apart)
			return BX_OK;
		if (text->found)
			BX_TRY(xp_node_string(&s->ev, &nd, &str));
	}
	else if (s->type == XP_T_SEQUENCE)
		BX_TRY(xp_seq_first_str(&s->ev, s->root, &s->cx, &str, &text->found));
	else
		BX_TRY(xp_str(&s->ev, s->root, &s->cx, &str));
	text->s = str.s;
	text->n = str.n;
	return BX_OK;
}

BxStatus
xp_value(XpCall *c, const XpBlock *path, XpText *text)
{
	BxStatus st;
	Session s;

	st = begin(&s, c, path, false);
	if (st != BX_OK)
		return end(&s, st);
	return end(&s, value_of(&s, text));
}

BxStatus
xp_count(XpCall *c, const XpBlock *path, uint64_t *count)
{
	BxStatus st;
	Session s;

	*count = 1;
	st = begin(&s, c, path, false);
	if (st != BX_OK)
		return end(&s, st);
	if (xp_maybe_nodeset(s.type))
		return end(&s, xp_count_nodes(&s.ev, s.root, &s.cx, count));
	return end(&s, xp_bool(&s.ev, s.root, &s.cx, &(bool){false}));
}

BxStatus
xp_query(XpCall *c, const XpBlock *path, const BxWriterOptions *options, bool *found, uint8_t **data,
		 size_t *len)
{
	BxStatus st;
	Session s;

	*found = true;
	st = begin(&s, c, path, true);
	if (st != BX_OK)
		return end(&s, st);
	s.ev.track_ancestors = true;
	return end(&s, xp_query_run(&s.ev, s.root, &s.cx, options, found, data, len));
}

BxStatus
xp_query_excerpt(XpCall *c, const XpBlock *path, const BxWriterOptions *options, bool *found,
				 BxExcerpt *loose, uint8_t **data, size_t *len)
{
	BxStatus st;
	Session s;

	*found = true;
	loose->v = NULL;
	st = begin(&s, c, path, true);
	if (st != BX_OK)
		return end(&s, st);
	s.ev.track_ancestors = true;
	st = xp_excerpt_run(&s.ev, s.root, &s.cx, loose);
	if (st == BX_OK && loose->v == NULL)
		st = xp_query_run(&s.ev, s.root, &s.cx, options, found, data, len);
	return end(&s, st);
}

bool
xp_fits_subtree(const XpBlock *path)
{
	const XpExpr *nodes = xp_nodes(path);
	uint32_t i;

	for (i = 0; i < path->n_nodes; i++)
		if (nodes[i].op == XP_STEP && nodes[i].axis == XP_AX_NAMESPACE)
			return false;
	return true;
}

BxStatus
xp_subtree_value(XpCall *c, const BxWriterOptions *options, uint8_t **data, size_t *len)
{
	BxWriterOptions own = *options;
	XpBlock *all;
	bool found;

	own.root = c->part->root.p;
	own.root_n = c->part->root.n;
	c->labels = true;
	BX_TRY(xp_compile("/", 1, 0, c->arena, &all, c->err));
	return xp_query(c, all, &own, &found, data, len);
}

BxStatus
xp_evaluate(XpCall *c, const XpBlock *path, bool names, XpRun run, void *arg)
{
	BxStatus st;
	Session s;

	st = begin(&s, c, path, names);
	if (st != BX_OK)
		return end(&s, st);
	s.ev.track_ancestors |= names;
	return end(&s, run(&s.ev, s.root, &s.cx, arg));
}

struct XpSession
{
	Session s;
};

BxStatus
xp_session_open(XpCall *c, const XpBlock *path, bool names, bool up, XpSession **session)
{
	XpSession *k = bx_arena_zalloc(c->arena, sizeof(XpSession));

	*session = k;
	if (k == NULL)
		return bx_fail_nomem(c->err, sizeof(XpSession));
	BX_TRY(begin(&k->s, c, path, names));
	k->s.ev.track_ancestors |= up;
	return BX_OK;
}

XpEval *
xp_session_ev(XpSession *session)
{
	return &session->s.ev;
}

const XpContext *
xp_session_cx(const XpSession *session)
{
	return &session->s.cx;
}

void
xp_session_close(XpSession *session)
{
	if (session != NULL)
		(void) end(&session->s, BX_OK);
}

typedef struct KeySink
{
	XpSink sink;
	XpSet set;
} KeySink;

static BxStatus
take_key(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	(void) stop;
	return xp_set_add(ev, &((KeySink *) sink)->set, nd);
}

BxStatus
xp_keys(XpCall *c, const XpBlock *path, const uint32_t **keys, const uint32_t **pairs, uint32_t *n)
{
	KeySink k = {{.take = take_key}, {NULL, 0, 0}};
	uint32_t *out = NULL;
	uint32_t i;
	BxStatus st;
	Session s;

	st = begin(&s, c, path, false);
	if (st != BX_OK)
		return end(&s, st);
	st = xp_each(&s.ev, s.root, &s.cx, &k.sink);
	if (st == BX_OK)
	{
		out = bx_arena_alloc(c->arena, 2 * (size_t) k.set.n * sizeof(uint32_t) + 1);
		if (out == NULL)
			st = bx_fail_nomem(c->err, 2 * (size_t) k.set.n * sizeof(uint32_t));
	}
	for (i = 0; i < k.set.n && st == BX_OK; i++)
	{
		uint32_t up = k.set.items[i].up;

		out[i] = k.set.items[i].key;
		out[k.set.n + i] = xp_is_namespace_up(up) ? s.ev.anchors[up - XP_UP_NAMESPACE].off : UINT32_MAX;
	}
	*keys = out;
	*pairs = out + k.set.n;
	*n = k.set.n;
	return end(&s, st);
}
