/*
 * q_node.c -- nodes of the tree of a query, the lists that they are made of, and the bound on its height.
 */
#include "q_parse_int.h"

BxStatus
q_alloc(QParser *p, size_t n, void *out)
{
	void *room = bx_arena_zalloc(p->arena, n > 0 ? n : 1);

	if (room == NULL)
		return bx_fail_nomem(p->err, n);
	memcpy(out, &room, sizeof(room));
	return BX_OK;
}

/* A path has at most XP_MAX_NODES nodes in its block, for each of which the tree has a few. */
#define MAX_PATH_EXPRS (4 * 65536)

static BxStatus
too_long(QParser *p, uint32_t pos)
{
	return q_at(p, pos,
				q_fail(p, p->tok.off, NULL, "At most 65535 steps, operators and values are allowed.",
					   "expression too long"));
}

/* A node with room for something behind it. */
static BxStatus
new_with(QParser *p, QKind kind, uint32_t off, size_t more, QExpr **e)
{
	QExpr *node = bx_arena_alloc(p->arena, sizeof(QExpr) + more);

	if (node == NULL)
		return bx_fail_nomem(p->err, sizeof(QExpr) + more);
	memset(node, 0, sizeof(QExpr));
	*e = node;
	node->kind = (uint8_t) kind;
	node->pos = node->start = p->skipping > 0 ? 0 : q_pos(p, off);
	node->height = 1;
	return q_in_path(p) && BX_UNLIKELY(++p->n_exprs > MAX_PATH_EXPRS) ? too_long(p, node->pos) : BX_OK;
}

BxStatus
q_new(QParser *p, QKind kind, uint32_t off, QExpr **e)
{
	return new_with(p, kind, off, 0, e);
}

BxStatus
q_new_step(QParser *p, uint32_t off, XdAxis axis, const XdTest *test, QExpr **e)
{
	XdTest *copy;

	BX_TRY(new_with(p, QK_STEP, off, sizeof(XdTest), e));
	copy = (XdTest *) (*e + 1);
	*copy = *test;
	(*e)->sub = (uint8_t) axis;
	(*e)->tests = copy;
	return BX_OK;
}

BxStatus
q_new_one(QParser *p, QKind kind, uint32_t off, QExpr *a, QExpr **e)
{
	BX_TRY(q_new(p, kind, off, e));
	return q_only_arg(p, *e, a);
}

BxStatus
q_new_string(QParser *p, uint32_t off, BxStr s, QExpr **e)
{
	BX_TRY(q_new(p, QK_LITERAL, off, e));
	(*e)->value = at_string_item(s);
	return BX_OK;
}

BxStatus
q_new_empty(QParser *p, uint32_t off, QExpr **e)
{
	BX_TRY(q_new(p, QK_SEQUENCE, off, e));
	(*e)->flags = Q_PARENTHESIZED;
	return BX_OK;
}

BxStatus
q_push(QParser *p, QStack *stack, const void *item, size_t size)
{
	if (stack->n == stack->cap)
	{
		uint32_t cap = stack->cap == 0 ? 16 : stack->cap * 2;
		void *items = bx_arena_grow(p->arena, stack->items, stack->n * size, cap * size);

		if (items == NULL)
			return bx_fail_nomem(p->err, cap * size);
		stack->items = items;
		stack->cap = cap;
	}
	memcpy((char *) stack->items + stack->n++ * size, item, size);
	return BX_OK;
}

BxStatus
q_take(QParser *p, QStack *stack, uint32_t mark, size_t size, void *array, uint32_t *n)
{
	void *copy = NULL;

	*n = stack->n - mark;
	if (*n == 0)
		return BX_OK;
	BX_TRY(q_alloc(p, *n * size, &copy));
	memcpy(copy, (char *) stack->items + mark * size, *n * size);
	memcpy(array, &copy, sizeof(copy));
	stack->n = mark;
	return BX_OK;
}

BxStatus
q_push_expr(QParser *p, QExpr *e)
{
	return q_push(p, &p->exprs, &e, sizeof(QExpr *));
}

static BxStatus
too_deep(QParser *p, uint32_t pos)
{
	_Static_assert(Q_MAX_DEPTH == 512, "the messages say it");
	if (q_in_path(p))
		return q_at(p, pos,
					q_fail(p, p->tok.off, NULL, "At most 512 expressions may be nested.",
						   "expression too deeply nested"));
	bx_fail(p->err, BX_E_DEPTH, pos, "expression too deeply nested");
	return bx_hint(p->err, BX_E_DEPTH, "At most 512 expressions may be nested.");
}

/* A node is this high. */
static BxStatus
check_height(QParser *p, const QExpr *e)
{
	if (BX_LIKELY(e->height <= Q_MAX_DEPTH))
		return BX_OK;
	if (q_in_path(p))
		return e->height <= Q_MAX_PATH_HEIGHT ? BX_OK : too_long(p, e->pos);
	return too_deep(p, e->pos);
}

/* The height of a node whose arguments were set, and where it begins. */
static BxStatus
measure(QParser *p, QExpr *e)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < e->n_args; i++)
		if (e->args[i] != NULL && e->args[i]->height > most)
			most = e->args[i]->height;
	e->height = most + 1;
	if (e->n_args > 0 && e->args[0] != NULL && e->args[0]->start < e->start)
		e->start = e->args[0]->start;
	return check_height(p, e);
}

BxStatus
q_new_two(QParser *p, QKind kind, uint32_t off, QExpr *a, QExpr *b, QExpr **e)
{
	QExpr *node;

	BX_TRY(new_with(p, kind, off, 2 * sizeof(QExpr *), &node));
	node->args = (QExpr **) (node + 1);
	node->args[0] = a;
	node->args[1] = b;
	node->n_args = 2;
	node->height = (a->height > b->height ? a->height : b->height) + 1;
	if (a->start < node->start)
		node->start = a->start;
	*e = node;
	return check_height(p, node);
}

BxStatus
q_take_args(QParser *p, uint32_t mark, QExpr *e)
{
	BX_TRY(q_take(p, &p->exprs, mark, sizeof(QExpr *), &e->args, &e->n_args));
	return measure(p, e);
}

BxStatus
q_only_arg(QParser *p, QExpr *e, QExpr *a)
{
	BX_TRY(q_push_expr(p, a));
	return q_take_args(p, p->exprs.n - 1, e);
}

BxStatus
q_take_params(QParser *p, uint32_t mark, QExpr *e)
{
	return q_take(p, &p->params, mark, sizeof(QParam), &e->params, &e->n_params);
}

BxStatus
q_enter(QParser *p)
{
	/* a whole path is the first level, and not nested */
	if (p->depth >= Q_MAX_DEPTH + (uint32_t) q_in_path(p))
		return too_deep(p, q_pos(p, p->tok.off));
	if (!bx_stack_ok(p->host))
		return bx_fail(p->err, BX_E_DEPTH, q_pos(p, p->tok.off),
					   "expression too deeply nested for the stack");
	p->depth++;
	return BX_OK;
}

BxStatus
q_take_bound(QParser *p, uint32_t params, uint32_t mark, QExpr *e)
{
	BX_TRY(q_take_params(p, params, e));
	return q_take_args(p, mark, e);
}
