/*
 * xp_session.c -- expressions of one block for a language around them.
 */
#include "xp_query_int.h"

#include "../../base/bx_sort.h"

#include "xp_session.h"
#include "../eval/xp_seq_int.h"

struct XpRunning
{
	XpCall *call;
	XpSession *session;
	XpEval *ev;
	XpCopier *copier; /* NULL until a node is wanted */
	BxArena keep;     /* of the copier */
};

/* ---- nodes as places ---- */

static XpNodePlace
target_of(const XpNode *nd)
{
	XpNodePlace t = {.off = nd->key / 2 - 1, .part = XP_TARGET_ITEM, .kind = nd->kind};

	if (nd->key == 0)
	{
		t.off = 0;
		t.part = XP_TARGET_DOCUMENT;
	}
	else if (nd->kind == BX_KIND_NAMESPACE)
		t.part = XP_TARGET_NAMESPACE;
	else if (nd->key & 1)
		t.part = XP_TARGET_LEAF_TEXT;
	else if (nd->kind == BX_KIND_LEAF)
		t.kind = BX_KIND_ELEMENT;
	return t;
}

typedef struct TargetSink
{
	XpSink sink;
	BxBuf *out;
} TargetSink;

static BxStatus
take_target(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	XpNodePlace t = target_of(nd);

	(void) stop;
	return bx_buf_append(((TargetSink *) sink)->out, &t, sizeof(t), ev->err);
}

typedef struct TargetItems
{
	XpItemSink sink;
	TargetSink nodes;
} TargetItems;

static BxStatus
take_target_item(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	if (t->type != XP_T_NODESET)
		return bx_fail(ev->err, BX_E_XPTYPE, -1, "path must select nodes");
	return take_target(&((TargetItems *) sink)->nodes.sink, ev, t->node, stop);
}

/* Document order; nodes at one offset are the item and the text in it. */
static int
compare_targets(const void *a, const void *b)
{
	const XpNodePlace *x = a, *y = b;
	int c = (y->part == XP_TARGET_DOCUMENT) - (x->part == XP_TARGET_DOCUMENT);

	if (c == 0)
		c = (x->off > y->off) - (x->off < y->off);
	return c != 0 ? c : (x->part > y->part) - (x->part < y->part);
}

/* A sequence may hold a node twice, and in any order. */
static BxStatus
sort_targets(XpEval *ev, BxBuf *out, size_t from)
{
	XpNodePlace *t = (XpNodePlace *) (void *) (out->data + from);
	size_t n = (out->len - from) / sizeof(XpNodePlace);
	size_t i, k = 0;

	if (n == 0)
		return BX_OK;
	BX_TRY(bx_sort(ev->host, t, n, sizeof(XpNodePlace), compare_targets, ev->err));
	for (i = 0; i < n; i++)
		if (i == 0 || compare_targets(&t[i], &t[k - 1]) != 0)
			t[k++] = t[i];
	out->len = from + k * sizeof(XpNodePlace);
	return BX_OK;
}

static BxStatus
run_targets(XpEval *ev, uint32_t root, const XpContext *cx, void *arg)
{
	TargetItems items = {{take_target_item, false, NULL}, {{.take = take_target}, arg}};
	BxBuf *out = arg;
	size_t from = out->len;
	bool stop = false;

	if (xp_type(ev, root) == XP_T_NODESET)
		return xp_each(ev, root, cx, &items.nodes.sink);
	if (xp_type(ev, root) != XP_T_SEQUENCE)
		return bx_fail(ev->err, BX_E_XPTYPE, ev->plan->nodes[root].pos, "path must select nodes");
	BX_TRY(xp_items(ev, root, cx, &items.sink, &stop));
	return sort_targets(ev, out, from);
}

BxStatus
xp_targets(XpCall *c, const XpBlock *path, BxBuf *out)
{
	return xp_evaluate(c, path, false, run_targets, out);
}

/* ---- a run ---- */

BxStatus
xp_run_open(XpCall *c, const XpBlock *block, XpRunning **run)
{
	XpRunning *r = bx_arena_zalloc(c->arena, sizeof(XpRunning));

	*run = r;
	if (r == NULL)
		return bx_fail_nomem(c->err, sizeof(XpRunning));
	r->call = c;
	bx_arena_init(&r->keep, c->host);
	BX_TRY(xp_session_open(c, block, true, true, &r->session));
	r->ev = xp_session_ev(r->session);
	return BX_OK;
}

void
xp_run_close(XpRunning *r)
{
	if (r == NULL)
		return;
	xp_session_close(r->session);
	bx_arena_reset(&r->keep);
}

BxStatus
xp_run_test(XpRunning *r, uint32_t root, bool *value)
{
	return xp_bool(r->ev, root, xp_session_cx(r->session), value);
}

typedef struct RunSink
{
	XpItemSink sink;
	XpRunning *run;
	XpRunSink *out;
} RunSink;

static BxStatus
take_run_item(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	RunSink *s = (RunSink *) sink;
	XpRunItem item = {.node = t->type == XP_T_NODESET, .own = t};
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint32_t anchors = ev->n_anchors;
	BxStr str;

	if (item.node)
		item.target = target_of(t->node);
	else
	{
		BX_TRY(xp_item_str(ev, t, &str));
		item.text = str;
	}
	BX_TRY(s->out->take(s->out, s->run, &item, stop));
	xp_forget(ev, &mark, anchors);
	return BX_OK;
}

BxStatus
xp_run_items(XpRunning *r, uint32_t root, XpRunSink *sink)
{
	RunSink s = {{take_run_item, false, NULL}, r, sink};
	bool stop = false;

	return xp_items(r->ev, root, xp_session_cx(r->session), &s.sink, &stop);
}

/* ---- values ---- */

typedef struct JoinSink
{
	XpItemSink sink;
	BxBuf *out;
	bool any;
} JoinSink;

static BxStatus
take_joined(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	JoinSink *j = (JoinSink *) sink;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	BxStr s;

	(void) stop;
	BX_TRY(xp_item_str(ev, t, &s));
	if (j->any)
		BX_TRY(bx_buf_byte(j->out, ' ', ev->err));
	j->any = true;
	BX_TRY(bx_buf_append(j->out, s.s, s.n, ev->err));
	bx_arena_release(ev->arena, &mark);
	return BX_OK;
}

BxStatus
xp_run_string(XpRunning *r, uint32_t root, BxBuf *out)
{
	JoinSink j = {{take_joined, false, NULL}, out, false};
	bool stop = false;

	return xp_items(r->ev, root, xp_session_cx(r->session), &j.sink, &stop);
}

static const XpNode *
node_of(const XpRunItem *item)
{
	return ((const XpItem *) item->own)->node;
}

BxStatus
xp_run_parent(XpRunning *r, const XpRunItem *item, XpNodePlace *parent, bool *found)
{
	XpNode nd;

	BX_TRY(xp_parent(r->ev, node_of(item), &nd, found));
	if (*found)
		*parent = target_of(&nd);
	return BX_OK;
}

BxStatus
xp_run_node_text(XpRunning *r, const XpRunItem *item, BxStr *text)
{
	BxStr s;

	BX_TRY(xp_node_string(r->ev, node_of(item), &s));
	*text = s;
	return BX_OK;
}

BxStatus
xp_run_node_name(XpRunning *r, const XpRunItem *item, BxStr *prefix, BxStr *uri, BxStr *local)
{
	const BxTable *t = r->ev->table;
	const BxNameInfo *name;
	const BxPair *pair;

	*prefix = *uri = *local = (BxStr){"", 0};
	if (item->target.part != XP_TARGET_ITEM || item->target.kind == BX_KIND_TEXT ||
		item->target.kind == BX_KIND_COMMENT)
		return BX_OK;
	name = &t->names[t->shapes[node_of(item)->shape].name];
	pair = &t->pairs[name->pair];
	*prefix = (BxStr){pair->prefix, pair->prefix_len};
	*uri = (BxStr){pair->uri, pair->uri_len};
	*local = (BxStr){name->local, name->len};
	return BX_OK;
}

/* The copier lasts for the whole run; what it keeps must not go with scratch memory. */
static BxStatus
start_copier(XpRunning *r, const BxWriterOptions *options)
{
	BxArena *arena = r->ev->arena;
	BxStatus st;

	r->ev->arena = &r->keep;
	st = xp_copier_new(r->ev, options, XP_SCOPE_ALL, &r->copier);
	r->ev->arena = arena;
	return st;
}

BxStatus
xp_run_node_value(XpRunning *r, const XpRunItem *item, const BxWriterOptions *options, uint8_t **data,
				  size_t *len)
{
	if (r->copier == NULL)
		BX_TRY(start_copier(r, options));
	return xp_copier_node(r->copier, node_of(item), data, len);
}

/* ---- variables ---- */

typedef struct BodySink
{
	XpItemSink sink;
	XpRunning *run;
	uint32_t place;
	XpRunBody *body;
} BodySink;

/* A variable nobody refers to has no place in the plan. */
static BxStatus
run_body(XpRunning *r, uint32_t place, const XpItem *value, XpRunBody *body)
{
	XpEval *ev = r->ev;
	XpItem saved;
	BxStatus st;

	if (place >= ev->plan->n_locals)
		return body->run(body, r);
	saved = ev->locals[place];
	ev->locals[place] = *value;
	st = body->run(body, r);
	ev->locals[place] = saved;
	return st;
}

static BxStatus
take_body(XpItemSink *sink, XpEval *ev, const XpItem *t, bool *stop)
{
	BodySink *s = (BodySink *) sink;
	BxArenaMark mark = bx_arena_mark(ev->arena);
	uint32_t anchors = ev->n_anchors;

	(void) stop;
	BX_TRY(xp_tick(ev));
	BX_TRY(run_body(s->run, s->place, t, s->body));
	xp_forget(ev, &mark, anchors);
	return BX_OK;
}

BxStatus
xp_run_for(XpRunning *r, uint32_t root, uint32_t place, XpRunBody *body)
{
	BodySink s = {{take_body, false, NULL}, r, place, body};
	bool stop = false;

	return xp_items(r->ev, root, xp_session_cx(r->session), &s.sink, &stop);
}

BxStatus
xp_run_let(XpRunning *r, uint32_t root, uint32_t place, XpRunBody *body)
{
	XpSeq seq;
	XpItem value = {.type = XP_T_SEQUENCE, .seq = &seq};

	BX_TRY(xp_seq_collect_runs(r->ev, root, xp_session_cx(r->session), UINT64_MAX, &seq));
	return run_body(r, place, &value, body);
}
