/*
 * fc_engine.c -- paths, and queries in their place, as runs of the operators of queries: the engine of path evaluation
 * (xpath/plan/xp_run.h).
 *
 * The document of a call is the first tree of the run, and its session is the caller's, so that nodes go from one to
 * the other as they are.
 */
#include "../../base/bx_core_int.h"

#include "../../xdm/xd_session.h"
#include "../../xpath/plan/xp_run.h"
#include "fc_path.h"
#include "fc_query_int.h"

#include <math.h>

/* What is compiled. */
typedef struct Compiled
{
	const FcQuery *query; /* NULL: nothing yet */
	XpCache *cache;       /* of its paths */
} Compiled;

typedef struct FcPath
{
	XpEngine engine;
	BxArena own;      /* of what is kept */
	Compiled kept[2]; /* [1]: for calls whose value is exact */
	Compiled now;     /* of the call: with its prefixes, or kept */
	bool once;        /* nothing is kept */
} FcPath;

typedef struct PathRun
{
	XpRun base;
	FcRun fc;
	XpCall *call;
	struct XpSession *session;
	RuArena *opened; /* memory of items that are not kept; cleared when others are opened */
	bool asked;      /* something was, since it began */
	uint8_t *made;   /* host memory: the value of a made item; or NULL */
} PathRun;

struct XpRunItems
{
	RuIter it;
	RuCx cx;
	XdItem context;
	struct XpNode *nd; /* of the last item that was one; NULL: none was */
	XpMade made;       /* likewise */
};

/* ---- from items to items ---- */

static BxStatus
give_node(PathRun *r, XpRunItems *items, const XdItem *x, XpItem *item)
{
	BX_TRY(xd_session_node(r->fc.run.forest, items->cx.arena, x, &items->nd));
	*item = (XpItem){.type = XP_T_NODESET, .node = items->nd};
	return BX_OK;
}

static BxStatus
give_made(PathRun *r, XpRunItems *items, const XdItem *x, XpItem *item)
{
	_Static_assert(sizeof(items->made.item) >= sizeof(XdItem), "an item fits");
	if (r->fc.run.query->lenient)
		return ru_fail(&r->fc.run, NULL, "FOTY0013", "a function is no result of a path");
	memcpy(items->made.item, x, sizeof(XdItem));
	*item = (XpItem){.type = XP_T_MADE, .made = &items->made};
	return BX_OK;
}

/* Are all integers up to its size doubles? */
static bool
is_exact(int64_t i)
{
	const int64_t most = (int64_t) 1 << 53;

	return i <= most && i >= -most;
}

/* Is it written by a query as by XPath 1.0? */
static bool
is_alike(double d)
{
	return d == 0 ? !signbit(d) : fabs(d) >= 1e-6 && fabs(d) < 1e6;
}

/* What is kept outlives the run, but text may be that of a variable, or of a tree of the run. */
static BxStatus
keep_text(PathRun *r, BxStr *s)
{
	char *copy = bx_arena_strndup(r->call->arena, s->s, s->n);

	if (copy == NULL)
		return bx_fail_nomem(r->call->err, s->n);
	s->s = copy;
	return BX_OK;
}

/* Booleans, and numbers that are doubles; of other types, and where a query writes them differently, the text. */
static BxStatus
give_atom(PathRun *r, BxArena *arena, const XdItem *x, XpItem *item)
{
	AtCall at = r->fc.run.at;
	bool lenient = r->fc.run.query->lenient;

	*item = (XpItem){.type = XP_T_STRING};
	if (x->type == AT_BOOLEAN)
		*item = (XpItem){.type = XP_T_BOOLEAN, .boolean = x->u.i != 0};
	else if (x->type == AT_DOUBLE && (lenient || is_alike(x->u.d)))
		*item = (XpItem){.type = XP_T_NUMBER, .number = x->u.d};
	else if (lenient && x->type == AT_INTEGER && x->form == AT_FORM_INT && is_exact(x->u.i))
		*item = (XpItem){.type = XP_T_NUMBER, .number = (double) x->u.i};
	else
	{
		at.arena = arena;
		BX_TRY(at_text(&at, x, &item->str));
		return arena == r->call->arena ? keep_text(r, &item->str) : BX_OK;
	}
	return BX_OK;
}

/* ---- the run ---- */

static PathRun *
run_of(const XpRun *run)
{
	return (PathRun *) run;
}

static uint8_t
type_of(const XpRun *run)
{
	const RuQuery *query = run_of(run)->fc.run.query;
	RuType t = query->body->type;

	if (!query->lenient)
		return XP_T_SEQUENCE;
	if (t.kind == XD_T_NODE)
		return XP_T_NODESET;
	if (t.occurrence != XD_ONE || (t.kind != XD_T_ATOMIC && t.kind != XD_T_NUMERIC))
		return XP_T_SEQUENCE;
	if (t.kind == XD_T_NUMERIC)
		return XP_T_NUMBER;
	return t.atomic == AT_BOOLEAN ? XP_T_BOOLEAN : XP_T_STRING;
}

static BxStatus begin_run(PathRun *r);

/*
 * The context of an expression: a node of the document, unless a query declares another one.  A query that something
 * was evaluated once is opened again, since its variables are about the context.
 */
static BxStatus
set_context(PathRun *r, BxArena *arena, const struct XpNode *node, RuCx *cx, XdItem *context)
{
	RuRun *run = &r->fc.run;
	uint32_t n = run->query->n_slots;

	*context = xd_session_item(0, node);
	if (!run->query->lenient)
	{
		run->context = *context;
		BX_TRY(fc_declared_context(run));
		*context = run->context;
	}
	*cx = (RuCx){.arena = arena, .item = context, .pos = 1, .size = 1};
	cx->frame = bx_arena_zalloc(arena, (n + 1) * sizeof(XdSeq));
	return cx->frame != NULL ? BX_OK : bx_fail_nomem(run->err, (n + 1) * sizeof(XdSeq));
}

static BxStatus
renew(PathRun *r)
{
	const RuQuery *query = r->fc.run.query;
	bool renew = r->asked && !query->lenient;

	r->asked = true;
	if (!renew)
		return BX_OK;
	ru_run_close(&r->fc.run);
	BX_TRY(ru_run_open(&r->fc.run, query, r->call->host, r->call->arena, r->call->err, NULL));
	return begin_run(r);
}

static BxStatus
open(XpRun *run, const struct XpNode *context, bool keeps, XpRunItems **items)
{
	PathRun *r = run_of(run);
	BxArena *arena;
	XpRunItems *s;

	BX_TRY(renew(r));
	arena = keeps ? r->call->arena : &r->opened->arena;
	if (!keeps)
		ru_arena_clear(r->opened);
	s = bx_arena_zalloc(arena, sizeof(XpRunItems));
	if (s == NULL)
		return bx_fail_nomem(r->fc.run.err, sizeof(XpRunItems));
	*items = s;
	BX_TRY(set_context(r, arena, context, &s->cx, &s->context));
	return ru_open(&r->fc.run, r->fc.run.query->body, &s->cx, &s->it);
}

/* Work that a caller reports to the user. */
static void
note_work(PathRun *r)
{
	XpWork *work = xd_forest_work(r->fc.run.forest);

	r->call->work.no_numbers += work->no_numbers;
	work->no_numbers = 0;
}

static BxStatus
next(XpRun *run, XpRunItems *items, bool keeps, XpItem *item, bool *found)
{
	PathRun *r = run_of(run);
	BxArena *arena = keeps ? r->call->arena : &r->fc.tuple->arena;
	XdItem x;

	if (!keeps)
		ru_arena_clear(r->fc.tuple);
	BX_TRY(ru_next(&r->fc.run, &items->it, &x, found));
	note_work(r);
	xd_session_scratch(r->fc.run.forest, 0, arena);
	r->fc.given = arena;
	if (!*found)
		return BX_OK;
	if (at_is_node(&x) && x.n == 0)
		return give_node(r, items, &x, item);
	if (keeps && items->it.fleeting)
		BX_TRY(xd_item_keep(arena, &x, &x, r->fc.run.err));
	return at_is_atomic(&x) ? give_atom(r, arena, &x, item) : give_made(r, items, &x, item);
}

static void
leave(XpRun *run, XpRunItems *items)
{
	ru_close(&run_of(run)->fc.run, &items->it);
}

/* Something else is asked: items that are not kept are left. */
static BxStatus
begin_new(PathRun *r, const struct XpNode *node, RuCx *cx, XdItem *context)
{
	BX_TRY(renew(r));
	ru_arena_clear(r->opened);
	return set_context(r, &r->opened->arena, node, cx, context);
}

static BxStatus
test(XpRun *run, const struct XpNode *context, bool *value)
{
	PathRun *r = run_of(run);
	XdItem item;
	RuCx cx;

	BX_TRY(begin_new(r, context, &cx, &item));
	BX_TRY(ru_ebv(&r->fc.run, r->fc.run.query->body, &cx, value));
	note_work(r);
	return BX_OK;
}

static BxStatus
count(XpRun *run, const struct XpNode *context, uint64_t *n)
{
	PathRun *r = run_of(run);
	XdItem item;
	RuCx cx;

	BX_TRY(begin_new(r, context, &cx, &item));
	return ru_count(&r->fc.run, r->fc.run.query->body, &cx, n);
}

/* ---- made items ---- */

static XdItem
item_of(const XpMade *made)
{
	XdItem item;

	memcpy(&item, made->item, sizeof(item));
	return item;
}

static BxStatus
made_text(XpRun *run, const XpMade *made, BxStr *text)
{
	PathRun *r = run_of(run);
	XdItem item = item_of(made);

	BX_TRY(fc_text(&r->fc, &item, text));
	return r->fc.given == r->call->arena ? keep_text(r, text) : BX_OK;
}

static void
drop_made(PathRun *r)
{
	if (r->made != NULL)
		r->call->host->release(r->call->host->ctx, r->made);
	r->made = NULL;
}

static BxStatus
made_value(XpRun *run, const XpMade *made, const uint8_t **v, size_t *n)
{
	PathRun *r = run_of(run);
	XdItem item = item_of(made);
	const BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT,
									 .heap = BX_HEAP_OFF,
									 .directories = BX_DIRECTORIES_OFF,
									 .constants = BX_CONSTANTS_OFF};

	drop_made(r);
	BX_TRY(fc_value(&r->fc, &item, &options, &r->made, n));
	*v = r->made;
	return BX_OK;
}

static void
end(XpRun *run)
{
	drop_made(run_of(run));
	ru_run_close(&run_of(run)->fc.run);
}

static const XpRunClass run_class = {.type = type_of,
									 .open = open,
									 .next = next,
									 .close = leave,
									 .test = test,
									 .count = count,
									 .made_text = made_text,
									 .made_value = made_value,
									 .end = end};

/* ---- variables ---- */

static BxStatus
atom_of(const XpItem *value, BxError *err, XdItem *item)
{
	switch (value->type)
	{
		case XP_T_STRING: *item = at_string_item(value->str); return BX_OK;
		case XP_T_NUMBER: *item = at_double_item(value->number); return BX_OK;
		case XP_T_BOOLEAN: *item = at_boolean_item(value->boolean); return BX_OK;
		default: return bx_fail(err, BX_E_XPTYPE, -1, "items of a variable must be atomic values");
	}
}

static BxStatus
value_of(const XpItem *value, BxArena *arena, BxError *err, XdSeq *seq)
{
	XdSeqBuilder b = xd_seq_builder(arena);
	XdItem item;
	uint32_t i;

	if (value->type != XP_T_SEQUENCE)
	{
		BX_TRY(atom_of(value, err, &item));
		*seq = xd_seq_one(&item);
		return BX_OK;
	}
	for (i = 0; value->seq != NULL && i < value->seq->n; i++)
	{
		BX_TRY(atom_of(&value->seq->items[i], err, &item));
		BX_TRY(xd_seq_add(&b, &item, err));
	}
	*seq = xd_seq_built(&b);
	return BX_OK;
}

static BxStatus
bind_vars(PathRun *r, const XpCall *c)
{
	BxArena *arena = r->fc.run.arena;
	RuVar *vars = bx_arena_alloc(arena, (c->n_vars + 1) * sizeof(RuVar));
	uint32_t i;

	if (vars == NULL)
		return bx_fail_nomem(c->err, c->n_vars * sizeof(RuVar));
	for (i = 0; i < c->n_vars; i++)
	{
		const XpVar *v = &c->vars[i];

		vars[i].name = (AtName){{"", 0}, bx_str(v->uri, v->uri_len), bx_str(v->local, v->local_len)};
		BX_TRY(value_of(&v->value, arena, c->err, &vars[i].value));
	}
	return ru_run_bind(&r->fc.run, vars, c->n_vars);
}

/* ---- begin ---- */

static BxStatus
begin_run(PathRun *r)
{
	const XpCall *c = r->call;
	RuRun *run = &r->fc.run;

	BX_TRY(ru_arena_take(run, &r->fc.tuple));
	BX_TRY(ru_arena_take(run, &r->opened));
	BX_TRY(run->query->lenient ? bind_vars(r, c) : ru_run_bind(run, c->values, c->n_values));
	BX_TRY(fc_check_implicit(run));
	BX_TRY(xd_tree_adopt(run->forest, r->session, &run->context));
	run->has_context = true;
	return BX_OK;
}

static BxStatus
begin(XpEngine *engine, XpCall *c, struct XpSession *s, XpRun **run)
{
	FcPath *p = (FcPath *) engine;
	PathRun *r = bx_arena_zalloc(c->arena, sizeof(PathRun));

	if (r == NULL)
		return bx_fail_nomem(c->err, sizeof(PathRun));
	r->base.class = &run_class;
	r->call = c;
	r->session = s;
	*run = &r->base; /* ended after an error as well */
	BX_TRY(ru_run_open(&r->fc.run, fc_plan(p->now.query), c->host, c->arena, c->err, NULL));
	return begin_run(r);
}

/* ---- compilation ---- */

static BxStatus
compile(const FcPath *p, const XpCall *c, BxArena *arena, const FcQuery **query)
{
	const XpBlock *path = p->engine.of;
	FcOptions options = {
		.immutable = true, .exact = c->exact, .mode = Q_MODE_PATH, .n_namespaces = c->n_prefixes};
	QNamespace *list;
	uint32_t i;

	if (xp_is_query(path))
		return fc_path_compile(path, arena->host, arena, query, c->err);
	list = bx_arena_alloc(arena, (c->n_prefixes + 1) * sizeof(QNamespace));
	if (list == NULL)
		return bx_fail_nomem(c->err, c->n_prefixes * sizeof(QNamespace));
	for (i = 0; i < c->n_prefixes; i++)
	{
		const XpPrefix *x = &c->prefixes[i];

		list[i].prefix = bx_str(x->prefix, x->prefix_len);
		list[i].uri = bx_str(x->uri, x->uri_len);
	}
	options.namespaces = list;
	return fc_compile(bx_str(xp_pool(path), path->source_len), &options, arena->host, arena, query, c->err);
}

static BxStatus
ready(XpEngine *engine, XpCall *c, const XpBlock **block, const struct XpPlan **plan, XpCache **cache)
{
	FcPath *p = (FcPath *) engine;

	if (p->once || c->n_prefixes > 0)
	{
		p->now.cache = NULL;
		BX_TRY(compile(p, c, c->arena, &p->now.query));
	}
	else
	{
		Compiled *kept = &p->kept[c->exact];

		if (kept->query == NULL)
		{
			BX_TRY(compile(p, c, &p->own, &kept->query));
			kept->cache = xp_cache_new(&p->own);
		}
		p->now = *kept;
	}
	*block = xd_paths_block(fc_plan(p->now.query)->paths, plan);
	engine->needs_parents = fc_plan(p->now.query)->needs_parents;
	*cache = c->cache != NULL ? p->now.cache : NULL;
	return BX_OK;
}

static void
init(FcPath *p, const XpBlock *path)
{
	p->engine = (XpEngine){.of = path, .ready = ready, .begin = begin};
}

BxStatus
fc_engine_once(XpCall *c, const XpBlock *path, XpEngine **engine)
{
	FcPath *p = bx_arena_zalloc(c->arena, sizeof(FcPath));

	if (p == NULL)
		return bx_fail_nomem(c->err, sizeof(FcPath));
	init(p, path);
	p->once = true;
	*engine = &p->engine;
	return BX_OK;
}

BxStatus
fc_engine_query(XpEngine *engine, BxError *err, const FcQuery **query)
{
	FcPath *p = (FcPath *) engine;
	Compiled *kept = &p->kept[0];

	if (kept->query == NULL)
	{
		BX_TRY(fc_path_compile(p->engine.of, p->own.host, &p->own, &kept->query, err));
		kept->cache = xp_cache_new(&p->own);
	}
	*query = kept->query;
	return BX_OK;
}

XpEngine *
xp_engine_new(const XpBlock *path, BxArena *arena)
{
	FcPath *p = bx_arena_zalloc(arena, sizeof(FcPath));

	if (p == NULL)
		return NULL;
	init(p, path);
	bx_arena_init(&p->own, arena->host);
	return &p->engine;
}

size_t
xp_engine_held(const XpEngine *engine)
{
	size_t held = 0;

	for (; engine != NULL; engine = engine->next)
	{
		const FcPath *p = (const FcPath *) engine;

		held += p->own.total + xp_cache_held(p->kept[0].cache) + xp_cache_held(p->kept[1].cache);
	}
	return held;
}

void
xp_engine_forget(XpEngine *engine)
{
	FcPath *p = (FcPath *) engine;

	if (p == NULL)
		return;
	xp_cache_free(p->kept[0].cache);
	xp_cache_free(p->kept[1].cache);
	bx_arena_reset(&p->own);
	memset(p->kept, 0, sizeof(p->kept));
	p->engine.answer = XP_ANSWER_UNKNOWN;
}
