/*
 * fc_path.c -- queries in the place of paths: their items as those of an evaluation of paths.
 *
 * A run is on the same bytes as the evaluation, so that nodes of the document are nodes of both (xdm/xd_carry.h).
 */
#include "fc_query_int.h"

#include "../../xdm/xd_carry.h"
#include "../../xdm/xd_construct.h"
#include "../facts/fa_condition.h"
#include "../syntax/q_parse.h"
#include "../syntax/q_print.h"
#include "fc_path.h"

#include <math.h>

typedef struct PathQuery
{
	BxStr text; /* in the block */
	const FcQuery *query;
} PathQuery;

struct FcPathQueries
{
	PathQuery *list;
	uint32_t n;
};

struct XpQueryRun
{
	struct XpEval *ev;
	FcRun *run; /* NULL: not open */
	BxArena arena;
	const BxHost *host;
	uint32_t tree; /* that of the document */
	XdItem item;   /* the last one */
	XdItem context;
	uint8_t *made; /* host memory: the value of the last one, when it was asked for */
};

typedef struct PathCall
{
	XpForeign foreign;
	const FcPathQueries *queries;
	XpQueryRun *runs; /* one for each */
	const BxHost *host;
	BxError *err;
	const RuVar *vars;
	uint32_t n_vars;
} PathCall;

/* ---- compiled ---- */

BxStatus
fc_path_compile(const XpBlock *block, const BxHost *host, BxArena *arena, const FcPathQueries **queries,
				BxError *err)
{
	const FcOptions options = {.immutable = true};
	const XpExpr *nodes = xp_nodes(block);
	FcPathQueries *q;
	uint32_t i, n = 0;

	*queries = NULL;
	for (i = 1; i < block->n_nodes; i++)
		n += nodes[i].op == XP_QUERY;
	if (n == 0)
		return BX_OK;
	q = bx_arena_alloc(arena, sizeof(FcPathQueries) + n * sizeof(PathQuery));
	if (q == NULL)
		return bx_fail_nomem(err, n * sizeof(PathQuery));
	q->list = (PathQuery *) (q + 1);
	q->n = 0;
	for (i = 1; i < block->n_nodes; i++)
	{
		const XpExpr *text = &nodes[nodes[i].a];
		PathQuery *one = &q->list[q->n];

		if (nodes[i].op != XP_QUERY)
			continue;
		one->text = bx_str(xp_pool(block) + text->a, text->b);
		BX_TRY(fc_compile(one->text, &options, host, arena, &one->query, err));
		q->n++;
	}
	*queries = q;
	return BX_OK;
}

const FcQuery *
fc_path_query(const FcPathQueries *queries)
{
	return queries->list[0].query;
}

/* ---- runs ---- */

static void
drop_made(XpQueryRun *q)
{
	if (q->made != NULL)
		q->host->release(q->host->ctx, q->made);
	q->made = NULL;
}

static void
end_run(XpQueryRun *q)
{
	if (q->run == NULL)
		return;
	drop_made(q);
	fc_close(q->run);
	q->run = NULL;
	bx_arena_reset(&q->arena);
}

static void
end_all(XpForeign *foreign)
{
	PathCall *c = (PathCall *) foreign;
	uint32_t i;

	for (i = 0; i < c->queries->n; i++)
		end_run(&c->runs[i]);
}

static uint32_t
number_of(const PathCall *c, BxStr text)
{
	uint32_t i = 0;

	while (i + 1 < c->queries->n && c->queries->list[i].text.s != text.s &&
		   !bx_str_equal(c->queries->list[i].text, text))
		i++;
	return i;
}

/* The document as a tree, and the node in it that is the context item. */
static BxStatus
start(PathCall *c, XpQueryRun *q, const struct XpNode *context, FcCall *call)
{
	RuRun *run = &q->run->run;
	XdItem root;

	BX_TRY(xd_carry_tree(run->forest, q->ev, &root));
	q->tree = root.n;
	q->context = root;
	if (context != NULL)
		BX_TRY(xd_carry_in(run->forest, &root, q->ev, context, &q->context));
	call->context = &q->context;
	call->vars = c->vars;
	call->n_vars = c->n_vars;
	return fc_start(q->run, call);
}

static BxStatus
open_run(XpForeign *foreign, struct XpEval *ev, BxStr text, const struct XpNode *context, XpQueryRun **query)
{
	PathCall *c = (PathCall *) foreign;
	uint32_t number = number_of(c, text);
	XpQueryRun *q = &c->runs[number];
	FcCall call = {.host = c->host, .arena = &q->arena, .err = c->err, .now = {.zone = 0}, .external = NULL};

	end_run(q);
	q->ev = ev;
	q->host = c->host;
	bx_arena_init(&q->arena, c->host);
	*query = q;
	BX_TRY(fc_new(c->queries->list[number].query, &call, &q->run));
	return start(c, q, context, &call);
}

/* As text, unless XPath 1.0 has a type and writes it alike. */
static BxStatus
atomic_item(XpQueryRun *q, XpItem *item)
{
	const XdItem *x = &q->item;

	*item = (XpItem){.type = XP_T_STRING};
	if (x->type == AT_BOOLEAN)
	{
		item->type = XP_T_BOOLEAN;
		item->boolean = x->u.i != 0;
		return BX_OK;
	}
	if (x->type == AT_DOUBLE && (x->u.d == 0 || (fabs(x->u.d) >= 1e-6 && fabs(x->u.d) < 1e6)) &&
		!(x->u.d == 0 && signbit(x->u.d)))
	{
		item->type = XP_T_NUMBER;
		item->number = x->u.d;
		return BX_OK;
	}
	return fc_text(q->run, x, &item->str);
}

static BxStatus
next_item(XpQueryRun *q, XpItem *item, XpMade *made, struct XpNode *nd, bool *found)
{
	_Static_assert(sizeof(made->item) >= sizeof(XdItem), "an item fits");
	drop_made(q);
	BX_TRY(fc_next(q->run, &q->item, found));
	if (!*found)
		return BX_OK;
	if (at_is_atomic(&q->item))
		return atomic_item(q, item);
	if (at_is_node(&q->item) && q->item.n == q->tree && xd_kind(&q->item) != XD_NAMESPACE)
	{
		*item = (XpItem){.type = XP_T_NODESET, .node = nd};
		return xd_carry_out(q->run->run.forest, &q->item, q->ev, nd);
	}
	*made = (XpMade){.query = q};
	memcpy(made->item, &q->item, sizeof(XdItem));
	*item = (XpItem){.type = XP_T_MADE, .made = made};
	return BX_OK;
}

static BxStatus
truth_of(XpQueryRun *q, bool *truth)
{
	RuRun *run = &q->run->run;

	BX_TRY(ru_ebv(run, run->query->body, &q->run->cx, truth));
	end_run(q);
	return BX_OK;
}

/* ---- items that are neither ---- */

static XdItem
item_of(const XpMade *made)
{
	XdItem item;

	memcpy(&item, made->item, sizeof(item));
	return item;
}

static BxStatus
text_of(const XpMade *made, BxStr *text)
{
	XdItem item = item_of(made);

	return fc_text(made->query->run, &item, text);
}

static BxStatus
value_of(const XpMade *made, const uint8_t **v, size_t *n)
{
	XpQueryRun *q = made->query;
	XdItem item = item_of(made);
	const BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT,
									 .heap = BX_HEAP_OFF,
									 .directories = BX_DIRECTORIES_OFF,
									 .constants = BX_CONSTANTS_OFF};

	drop_made(q);
	BX_TRY(fc_value(q->run, &item, &options, &q->made, n));
	*v = q->made;
	return BX_OK;
}

BxStatus
fc_path_begin(const FcPathQueries *queries, const BxHost *host, BxArena *arena, const RuVar *vars,
			  uint32_t n_vars, BxError *err, XpForeign **foreign)
{
	size_t size = sizeof(PathCall) + queries->n * sizeof(XpQueryRun);
	PathCall *c = bx_arena_zalloc(arena, size);

	if (c == NULL)
		return bx_fail_nomem(err, size);
	c->foreign = (XpForeign){.open = open_run,
							 .next = next_item,
							 .truth = truth_of,
							 .text = text_of,
							 .value = value_of,
							 .end = end_all};
	c->queries = queries;
	c->runs = (XpQueryRun *) (c + 1);
	c->host = host;
	c->err = err;
	c->vars = vars;
	c->n_vars = n_vars;
	*foreign = &c->foreign;
	return BX_OK;
}

/* ---- terms of indexes ---- */

/* A query that is not understood says nothing. */
static BxStatus
condition_of(const XpBlock *path, bool test, BxArena *arena, XpBlock **condition, BxError *err)
{
	QModule *module;
	BxStr text;
	BxStatus st;

	*condition = NULL;
	st = q_parse(bx_str(xp_pool(path), path->source_len), Q_MODE_QUERY, NULL, 0, arena, arena->host, &module,
				 err);
	if (st == BX_OK)
		st = fa_condition(module, test, arena, &text, err);
	if (st == BX_OK && text.n > 0)
		st = xp_compile(text.s, text.n, 0, arena, condition, err);
	return st == BX_E_NOMEM || st == BX_E_CANCEL ? st : BX_OK;
}

BxStatus
fc_path_terms(const XpBlock *path, XpTermsAsk ask, const XpVar *vars, uint32_t n_vars, BxArena *arena,
			  XpTerms *terms, BxError *err)
{
	static const XpTermsNode nothing = {.kind = XP_TERMS_TRUE};
	XpBlock *condition = NULL;

	if (!xp_is_query(path))
		return xp_terms_of(path, ask, vars, n_vars, arena, terms, err);
	if (ask != XP_TERMS_VALUE)
		BX_TRY(condition_of(path, ask == XP_TERMS_TEST, arena, &condition, err));
	if (condition != NULL)
		return xp_terms_of(condition, XP_TERMS_TEST, NULL, 0, arena, terms, err);
	*terms = (XpTerms){.root = &nothing};
	return BX_OK;
}

/* ---- values of variables in the text ---- */

/* An item as an expression: a literal, or the constructor of its type on its text. */
static BxStatus
item_expr(const AtCall *call, const XdItem *item, QExpr **expr)
{
	bool literal = item->type == AT_STRING || item->type == AT_INTEGER || item->type == AT_DECIMAL;
	QExpr *e = bx_arena_zalloc(call->arena, 2 * sizeof(QExpr) + sizeof(QExpr *));
	BxStr text, type;

	*expr = e;
	if (e == NULL)
		return bx_fail_nomem(call->err, 2 * sizeof(QExpr));
	e->kind = QK_LITERAL;
	e->height = 1;
	e->value = *item;
	if (literal)
		return BX_OK;
	BX_TRY(at_text(call, item, &text));
	e->value = at_string_item(text);
	type = at_types[item->type].name;
	e[1] =
		(QExpr){.kind = QK_CALL,
				.height = 2,
				.name = {.prefix = bx_str("xs", 2), .uri = bx_str(Q_URI_XS, strlen(Q_URI_XS)), .local = type},
				.args = (QExpr **) (e + 2),
				.n_args = 1};
	e[1].args[0] = e;
	*expr = &e[1];
	return BX_OK;
}

static BxStatus
value_expr(const AtCall *call, const XdSeq *value, QExpr **expr)
{
	QExpr *e = bx_arena_zalloc(call->arena, sizeof(QExpr) + value->n * sizeof(QExpr *));
	uint64_t i;

	if (e == NULL)
		return bx_fail_nomem(call->err, sizeof(QExpr) + value->n * sizeof(QExpr *));
	*e = (QExpr){.kind = QK_SEQUENCE, .height = 3, .args = (QExpr **) (e + 1), .n_args = (uint32_t) value->n};
	for (i = 0; i < value->n; i++)
	{
		XdItem item = xd_seq_at(value, i);

		BX_TRY(item_expr(call, &item, &e->args[i]));
	}
	*expr = value->n == 1 ? e->args[0] : e;
	return BX_OK;
}

static bool
is_variable(const QVariable *v, const AtName *name)
{
	return bx_str_equal(v->name.local, name->local) && bx_str_equal(v->name.uri, name->uri);
}

/* What the module declares as external, or not at all, has the value; room for one more variable is there. */
static BxStatus
declare(const AtCall *call, QModule *m, const RuVar *var)
{
	QVariable *v = m->variables, *end = v + m->n_variables;

	while (v < end && !is_variable(v, &var->name))
		v++;
	if (v == end)
	{
		*v = (QVariable){.name = var->name};
		m->n_variables++;
	}
	v->external = false;
	return value_expr(call, &var->value, &v->value);
}

BxStatus
fc_path_bind(const XpBlock *path, const RuVar *vars, uint32_t n_vars, BxArena *arena, BxBuf *text,
			 BxError *err)
{
	const AtCall call = {.host = arena->host, .arena = arena, .err = err};
	QVariable *variables;
	QModule *m;
	uint32_t i;

	BX_TRY(
		q_parse(bx_str(xp_pool(path), path->source_len), Q_MODE_QUERY, NULL, 0, arena, arena->host, &m, err));
	variables = bx_arena_alloc(arena, (m->n_variables + n_vars) * sizeof(QVariable) + 1);
	if (variables == NULL)
		return bx_fail_nomem(err, (m->n_variables + n_vars) * sizeof(QVariable));
	if (m->n_variables > 0)
		memcpy(variables, m->variables, m->n_variables * sizeof(QVariable));
	m->variables = variables;
	for (i = 0; i < n_vars; i++)
		BX_TRY(declare(&call, m, &vars[i]));
	return q_print_module(m, text, err);
}
