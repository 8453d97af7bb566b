/*
 * xp_eval.c -- the entry points: bind, evaluate by the type the caller wants, clean up.
 */
#include "xp_eval_int.h"

#include "xp_query_int.h"

/* Everything of one evaluation; the anchors are the only memory outside the arena. */
typedef struct Session
{
	XpEv ev;
	XpCx cx;
	uint32_t root;
	uint8_t type; /* static type of the whole expression */
} Session;

static BxStatus
begin(Session *s, XpCall *c, const XpBlock *path)
{
	const XpBound *bound;
	XpEv *ev = &s->ev;

	memset(s, 0, sizeof(*s));
	XP_TRY(xp_bind(c, path, &ev->plan, &bound));
	ev->bound = bound;
	ev->table = &bound->table;
	ev->base = c->v + bound->table.head.items_off;
	ev->items_len = bound->table.head.items_len;
	ev->arena = c->arena;
	ev->err = c->err;
	ev->work = &c->work;
	ev->host = c->host;
	ev->keep_up = ev->plan->needs_up;
	ev->ticks = 4096;
	xp_document(ev, &s->cx.node);
	s->cx.pos = s->cx.size = 1;
	s->root = ev->plan->block->root;
	s->type = ev->plan->nodes[s->root].type;
	return BX_OK;
}

static BxStatus
end(Session *s, BxStatus st)
{
	if (s->ev.anchors != NULL)
		s->ev.host->release(s->ev.host->ctx, s->ev.anchors);
	return st;
}

BxStatus
xp_exists(XpCall *c, const XpBlock *path, bool *found)
{
	Session s;

	*found = true;
	XP_TRY(begin(&s, c, path));
	if (s.type == XP_T_NODESET)
		return end(&s, xp_any(&s.ev, s.root, &s.cx, found));
	/* evaluated for its errors only */
	return end(&s, xp_bool(&s.ev, s.root, &s.cx, &(bool){false}));
}

BxStatus
xp_test(XpCall *c, const XpBlock *path, bool *value)
{
	Session s;

	XP_TRY(begin(&s, c, path));
	return end(&s, xp_bool(&s.ev, s.root, &s.cx, value));
}

static BxStatus
value_of(Session *s, XpText *text)
{
	XpStr str = {"", 0};
	XpNd nd;

	text->found = true;
	if (s->type == XP_T_NODESET)
	{
		XP_TRY(xp_first(&s->ev, s->root, &s->cx, &nd, &text->found));
		if (text->found)
			XP_TRY(xp_node_string(&s->ev, &nd, &str));
	}
	else
		XP_TRY(xp_str(&s->ev, s->root, &s->cx, &str));
	text->s = str.s;
	text->n = str.n;
	return BX_OK;
}

BxStatus
xp_value(XpCall *c, const XpBlock *path, XpText *text)
{
	Session s;

	XP_TRY(begin(&s, c, path));
	return end(&s, value_of(&s, text));
}

BxStatus
xp_count(XpCall *c, const XpBlock *path, uint64_t *count)
{
	Session s;

	*count = 1;
	XP_TRY(begin(&s, c, path));
	if (s.type == XP_T_NODESET)
		return end(&s, xp_count_nodes(&s.ev, s.root, &s.cx, count));
	return end(&s, xp_bool(&s.ev, s.root, &s.cx, &(bool){false}));
}

BxStatus
xp_query(XpCall *c, const XpBlock *path, const BxWriterOptions *options, bool *found, uint8_t **data,
		 size_t *len)
{
	Session s;

	*found = true;
	XP_TRY(begin(&s, c, path));
	s.ev.keep_up = true;
	return end(&s, xp_query_run(&s.ev, s.root, &s.cx, options, found, data, len));
}
