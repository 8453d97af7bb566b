/*
 * q_block.c -- the tree of a path as a block: operators, variables, conditions, what binds variables.
 */
#include "q_block_int.h"

#include "../../xpath/syntax/xp_value.h"
#include "q_parse.h"

/* ---- operators ---- */

static uint8_t
operator_of(const QExpr *e)
{
	static const uint8_t general[] = {
		[AT_EQ] = XP_EQ, [AT_NE] = XP_NE, [AT_LT] = XP_LT, [AT_LE] = XP_LE, [AT_GT] = XP_GT, [AT_GE] = XP_GE};
	static const uint8_t value[] = {[AT_EQ] = XP_VALUE_EQ, [AT_NE] = XP_VALUE_NE, [AT_LT] = XP_VALUE_LT,
									[AT_LE] = XP_VALUE_LE, [AT_GT] = XP_VALUE_GT, [AT_GE] = XP_VALUE_GE};
	static const uint8_t arithmetic[] = {[AT_ADD] = XP_ADD,    [AT_SUBTRACT] = XP_SUB, [AT_MULTIPLY] = XP_MUL,
										 [AT_DIVIDE] = XP_DIV, [AT_IDIV] = XP_IDIV,    [AT_MOD] = XP_MOD};

	switch (e->kind)
	{
		case QK_OR: return XP_OR;
		case QK_AND: return XP_AND;
		case QK_GENERAL_COMPARISON: return general[e->sub];
		case QK_VALUE_COMPARISON: return value[e->sub];
		case QK_RANGE: return XP_RANGE;
		case QK_ARITHMETIC: return arithmetic[e->sub];
		case QK_UNION: return XP_UNION;
		case QK_INTERSECT: return XP_INTERSECT;
		case QK_EXCEPT: return XP_EXCEPT;
		default: return XP_NONE;
	}
}

/* An operand of a set operator must give nodes. */
static BxStatus
check_operand(QBlock *b, unsigned op, uint32_t node, const QExpr *e)
{
	switch (op)
	{
		case XP_UNION: return q_need_nodes(b, node, e->start, "Both operands of \"|\" must be node-sets.");
		case XP_INTERSECT:
			return q_need_nodes(b, node, e->start, "Both operands of \"intersect\" must be node-sets.");
		case XP_EXCEPT:
			return q_need_nodes(b, node, e->start, "Both operands of \"except\" must be node-sets.");
		default: return BX_OK;
	}
}

/* A chain of operators from the left. */
static BxStatus
put_operators(QBlock *b, const QExpr *e, uint32_t *at)
{
	uint32_t mark = b->spines.n;

	for (; operator_of(e) != XP_NONE; e = e->args[0])
		BX_TRY(q_array_add(b, &b->spines, &e, sizeof(e)));
	BX_TRY(q_emit_expr(b, e, at));
	while (b->spines.n > mark)
	{
		const QExpr *o = ((const QExpr *const *) b->spines.items)[--b->spines.n];
		XpExpr node = {.op = operator_of(o), .a = *at, .pos = o->pos};

		BX_TRY(check_operand(b, node.op, node.a, o->args[0]));
		BX_TRY(q_emit_expr(b, o->args[1], &node.b));
		BX_TRY(check_operand(b, node.op, node.b, o->args[1]));
		BX_TRY(q_emit_node(b, &node, at));
	}
	return BX_OK;
}

static BxStatus
put_negation(QBlock *b, const QExpr *e, uint32_t *at)
{
	XpExpr node = {.op = XP_NEG, .pos = e->pos};

	BX_TRY(q_emit_expr(b, e->args[0], &node.a));
	return q_emit_node(b, &node, at);
}

/* ---- primary expressions ---- */

static BxStatus
put_literal(QBlock *b, const QExpr *e, uint32_t *at)
{
	XpExpr node = {.op = XP_NUMBER, .pos = e->pos};
	QSpan span;

	if (e->value.type == AT_DOUBLE)
	{
		BX_TRY(q_emit_number(b, e->value.u.d, &node.a));
		return q_emit_node(b, &node, at);
	}
	BX_TRY(q_emit_text(b, bx_str(e->value.u.s, e->value.n), &span));
	node.op = XP_STRING;
	node.a = span.off;
	node.b = span.len;
	return q_emit_node(b, &node, at);
}

static BxStatus
put_variable(QBlock *b, const QExpr *e, uint32_t *at)
{
	XpExpr node = {.op = XP_VARIABLE, .pos = e->pos};
	XpName name;

	BX_TRY(q_meaning(b, &e->name, &name));
	BX_TRY(q_emit_bound(b, &name, e->pos, at));
	if (*at != 0)
		return BX_OK;
	BX_TRY(q_emit_name(b, &name, &node.name));
	return q_emit_node(b, &node, at);
}

static BxStatus
put_listed(QBlock *b, const QExpr *e, XpOp op, uint32_t *at)
{
	XpExpr node = {.op = (uint8_t) op, .pos = e->pos};
	QChain members = {0, 0};

	for (uint32_t i = 0; i < e->n_args; i++)
	{
		BX_TRY(q_emit_expr(b, e->args[i], at));
		q_chain(b, &members, *at);
	}
	node.a = members.first;
	return q_emit_node(b, &node, at);
}

/* ---- what binds variables ---- */

static BxStatus
emit_binder(QBlock *b, const QParam *variable, XpExpr *node, XpName *name)
{
	_Static_assert(XP_MAX_LOCALS == 64, "the message says it");
	BX_TRY(q_meaning(b, &variable->name, name));
	if (b->n_locals == XP_MAX_LOCALS)
		return q_block_fail(b, variable->pos, "At most 64 variables may be in scope.", "too many variables");
	node->pos = variable->pos;
	node->n_args = (uint16_t) b->n_locals;
	return q_emit_name(b, name, &node->name);
}

/* "where": nothing for values that do not meet the condition. */
static BxStatus
put_where(QBlock *b, const QExpr *clause, const QExpr *result, uint32_t *at)
{
	XpExpr node = {.op = XP_IF, .pos = clause->pos};
	XpExpr empty = {.op = XP_SEQUENCE, .pos = clause->pos};
	uint32_t yes, no;

	BX_TRY(q_emit_expr(b, clause->args[0], &node.a));
	BX_TRY(q_emit_expr(b, result->args[0], &yes));
	BX_TRY(q_emit_node(b, &empty, &no));
	q_nodes(b)[node.a].next = yes;
	q_nodes(b)[yes].next = no;
	return q_emit_node(b, &node, at);
}

/* A variable and what it ranges over: it is in scope behind them. */
static BxStatus
begin_binding(QBlock *b, const QParam *variable, const QExpr *range, XpExpr *node)
{
	XpName name;

	BX_TRY(emit_binder(b, variable, node, &name));
	BX_TRY(q_emit_expr(b, range, &node->a));
	b->locals[b->n_locals++] = name;
	return BX_OK;
}

static BxStatus
end_binding(QBlock *b, XpExpr *node, uint32_t body, uint32_t *at)
{
	b->n_locals--;
	q_nodes(b)[node->a].next = body;
	return q_emit_node(b, node, at);
}

/* Clauses from one on: each variable is around all that follows. */
static BxStatus
put_clauses(QBlock *b, const QExpr *e, uint32_t from, uint32_t *at)
{
	const QExpr *clause = e->args[from];
	XpExpr node = {.op = clause->kind == QK_FOR ? XP_FOR : XP_LET};
	uint32_t body;

	if (clause->kind == QK_RETURN)
		return q_emit_expr(b, clause->args[0], at);
	if (clause->kind == QK_WHERE)
		return put_where(b, clause, e->args[from + 1], at);
	BX_TRY(begin_binding(b, &clause->params[0], clause->args[0], &node));
	BX_TRY(put_clauses(b, e, from + 1, &body));
	return end_binding(b, &node, body, at);
}

/* some and every, from a variable on. */
static BxStatus
put_quantified(QBlock *b, const QExpr *e, uint32_t from, uint32_t *at)
{
	XpExpr node = {.op = e->sub ? XP_EVERY : XP_SOME};
	uint32_t body;

	if (from == e->n_params)
		return q_emit_expr(b, e->args[from], at);
	BX_TRY(begin_binding(b, &e->params[from], e->args[from], &node));
	BX_TRY(put_quantified(b, e, from + 1, &body));
	return end_binding(b, &node, body, at);
}

/* ---- the whole ---- */

static BxStatus
emit(QBlock *b, const QExpr *e, uint32_t *at)
{
	switch (e->kind)
	{
		case QK_LITERAL: return put_literal(b, e, at);
		case QK_VARIABLE: return put_variable(b, e, at);
		case QK_SEQUENCE: return put_listed(b, e, XP_SEQUENCE, at);
		case QK_IF: return put_listed(b, e, XP_IF, at);
		case QK_UNARY: return put_negation(b, e, at);
		case QK_CALL: return q_emit_call(b, e, at);
		case QK_FLWOR: return put_clauses(b, e, 0, at);
		case QK_QUANTIFIED: return put_quantified(b, e, 0, at);
		case QK_PATH:
		case QK_STEP:
		case QK_ROOT:
		case QK_FILTER:
		case QK_CONTEXT_ITEM: return q_emit_path(b, e, at);
		default: return put_operators(b, e, at);
	}
}

BxStatus
q_emit_expr(QBlock *b, const QExpr *e, uint32_t *at)
{
	BX_TRY(emit(b, e, at));
	if (BX_UNLIKELY(b->origins != NULL))
		b->origins[*at] = (QExpr *) (uintptr_t) e;
	return BX_OK;
}

BxStatus
q_emit_origins(const QModule *path, QExpr **origins, BxArena *arena, BxError *err)
{
	uint32_t root;
	QBlock b;

	BX_TRY(q_block_begin(&b, path, arena, err));
	b.origins = origins;
	BX_TRY(q_emit_prolog(&b, 0));
	return q_emit_expr(&b, path->body, &root);
}

/* The block of a path that was parsed with n_outer namespaces around it. */
static BxStatus
make_block(const QModule *path, uint32_t n_outer, size_t reserve, BxArena *arena, XpBlock **block,
		   BxError *err)
{
	uint32_t root;
	QBlock b;

	BX_TRY(q_block_begin(&b, path, arena, err));
	BX_TRY(q_emit_prolog(&b, n_outer));
	BX_TRY(q_emit_expr(&b, path->body, &root));
	return q_block_finish(&b, root, reserve, block);
}

/*
 * A text of XQuery instead of a path is not read here: the functions that accept it compile it (query/face).  Its block
 * is one node with the text, an expression of which readers of paths know nothing.
 */
static BxStatus
query_block(BxStr text, size_t reserve, BxArena *arena, XpBlock **block, BxError *err)
{
	const QModule module = {.source = text};
	XpExpr string = {.op = XP_STRING, .b = (uint32_t) text.n, .pos = 1};
	XpExpr query = {.op = XP_QUERY, .pos = 1};
	uint32_t root;
	QBlock b;

	BX_TRY(q_block_begin(&b, &module, arena, err));
	BX_TRY(q_emit_node(&b, &string, &query.a));
	BX_TRY(q_emit_node(&b, &query, &root));
	BX_TRY(q_block_finish(&b, root, reserve, block));
	(*block)->mode = XP_MODE_QUERY;
	return BX_OK;
}

BxStatus
xp_compile_bound(const char *text, size_t n, const XpPrefix *prefixes, uint32_t n_prefixes, size_t reserve,
				 BxArena *arena, XpBlock **block, BxError *err)
{
	QNamespace *outer = NULL;
	QModule *path;

	*block = NULL;
	if (xp_is_query_text(text, n))
	{
		BX_TRY(q_check_path(bx_str(text, n), arena->host, err));
		return query_block(bx_str(text, n), reserve, arena, block, err);
	}
	if (n_prefixes > Q_MAX_PATH_BINDINGS)
		return bx_fail(err, BX_E_XPATH, 1, XP_INVALID "more than %d namespace declarations",
					   Q_MAX_PATH_BINDINGS);
	if (n_prefixes > 0)
	{
		outer = bx_arena_alloc(arena, n_prefixes * sizeof(QNamespace));
		if (outer == NULL)
			return bx_fail_nomem(err, n_prefixes * sizeof(QNamespace));
	}
	for (uint32_t i = 0; i < n_prefixes; i++)
		outer[i] = (QNamespace){bx_str(prefixes[i].prefix, prefixes[i].prefix_len),
								bx_str(prefixes[i].uri, prefixes[i].uri_len)};
	BX_TRY(q_parse(bx_str(text, n), Q_MODE_PATH, outer, n_prefixes, arena, arena->host, &path, err));
	return make_block(path, n_prefixes, reserve, arena, block, err);
}

BxStatus
xp_compile(const char *text, size_t n, size_t reserve, BxArena *arena, XpBlock **block, BxError *err)
{
	return xp_compile_bound(text, n, NULL, 0, reserve, arena, block, err);
}
