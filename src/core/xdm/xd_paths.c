/*
 * xd_paths.c -- the paths of a query as one block of path expressions, and the plan of it.
 *
 * A step becomes a location step of XPath 1.0 that passes the same nodes; where there is none, as for
 * self::attribute(), it becomes one that passes more of them, and the cursor looks again.
 */
#include "xd_tree_int.h"

#include "../base/bx_buf.h"

/* ---- steps ---- */

#define KIND(kind) (1u << (kind))

/* The kinds of node that an axis may give. */
static unsigned
kinds_of_axis(XdAxis axis)
{
	const unsigned content = KIND(XD_ELEMENT) | KIND(XD_TEXT) | KIND(XD_COMMENT) | KIND(XD_PI);

	switch (axis)
	{
		case XD_ATTRIBUTE_AXIS: return KIND(XD_ATTRIBUTE);
		case XD_NAMESPACE_AXIS: return KIND(XD_NAMESPACE);
		case XD_PARENT:
		case XD_ANCESTOR: return KIND(XD_ELEMENT) | KIND(XD_DOCUMENT);
		case XD_SELF:
		case XD_DESCENDANT_OR_SELF:
		case XD_ANCESTOR_OR_SELF: return XD_ANY_KIND;
		default: return content;
	}
}

/* The test of a step as XPath 1.0 has it; false: XP_TEST_NODE passes more. */
static bool
test_of(const XdStep *step, uint8_t *test, bool *named)
{
	const XdTest *t = &step->test;
	unsigned all = kinds_of_axis(step->axis);
	unsigned kinds = t->kinds & all;
	bool any_name = t->any_local && t->any_uri;

	*test = XP_TEST_NODE;
	*named = false;
	if (t->nillable_only || t->content != NULL)
		return false;
	if (kinds == all && any_name)
		return true;
	*named = !any_name;
	if (kinds == KIND(XD_ELEMENT) || step->axis == XD_ATTRIBUTE_AXIS || step->axis == XD_NAMESPACE_AXIS)
	{
		*test = XP_TEST_NAME;
		*named = true;
		return kinds != 0;
	}
	*test = kinds == KIND(XD_TEXT) ? XP_TEST_TEXT : kinds == KIND(XD_COMMENT) ? XP_TEST_COMMENT : XP_TEST_PI;
	if (kinds == KIND(XD_PI) || (any_name && (kinds == KIND(XD_TEXT) || kinds == KIND(XD_COMMENT))))
		return true;
	*test = XP_TEST_NODE;
	*named = false;
	return false;
}

bool
xd_step_leads_on(const XdStep *step)
{
	uint8_t test;
	bool named;

	return !xd_axis_is_reverse(step->axis) && test_of(step, &test, &named);
}

/* ---- adding ---- */

/* Bytes that differ where paths do. */
static BxStatus
key_of_step(const XdStep *step, BxBuf *key, BxError *err)
{
	const XdTest *t = &step->test;
	uint32_t head[6] = {step->axis,
						t->kinds,
						t->any_local + 2u * t->any_uri + 4u * t->nillable_only,
						(uint32_t) t->uri.n,
						(uint32_t) t->local.n,
						step->where != NULL};

	BX_TRY(bx_buf_append(key, head, sizeof(head), err));
	BX_TRY(bx_buf_append(key, &t->content, sizeof(t->content), err));
	BX_TRY(bx_buf_append(key, t->uri.s, t->uri.n, err));
	return bx_buf_append(key, t->local.s, t->local.n, err);
}

static BxStatus
key_of_condition(const XdCondition *c, BxBuf *key, BxError *err)
{
	uint32_t head[4] = {c->kind, c->n_steps, (uint32_t) c->text.n, c->op};
	uint32_t i;

	BX_TRY(bx_buf_append(key, head, sizeof(head), err));
	BX_TRY(bx_buf_append(key, &c->number, sizeof(c->number), err));
	BX_TRY(bx_buf_append(key, c->text.s, c->text.n, err));
	for (i = 0; i < c->n_steps; i++)
		BX_TRY(key_of_step(&c->steps[i], key, err));
	if (c->a != NULL)
		BX_TRY(key_of_condition(c->a, key, err));
	return c->b != NULL ? key_of_condition(c->b, key, err) : BX_OK;
}

static BxStatus
key_of(const XdStep *steps, uint32_t n, BxBuf *key, BxError *err)
{
	uint32_t i;

	for (i = 0; i < n; i++)
	{
		BX_TRY(key_of_step(&steps[i], key, err));
		if (steps[i].where != NULL)
			BX_TRY(key_of_condition(steps[i].where, key, err));
	}
	return BX_OK;
}

static BxStatus
put_path(XdPaths *p, const XdStep *steps, uint32_t n, BxError *err)
{
	XdPath *path;
	uint8_t test;
	bool named;

	if (p->n == p->cap)
	{
		uint32_t cap = p->cap ? p->cap * 2 : 16;
		XdPath *list = bx_arena_grow(p->arena, p->list, p->n * sizeof(XdPath), cap * sizeof(XdPath));

		if (list == NULL)
			return bx_fail_nomem(err, cap * sizeof(XdPath));
		p->list = list;
		p->cap = cap;
	}
	path = &p->list[p->n];
	path->n_steps = n;
	path->steps = bx_arena_alloc(p->arena, n * sizeof(XdStep));
	if (path->steps == NULL)
		return bx_fail_nomem(err, n * sizeof(XdStep));
	memcpy(path->steps, steps, n * sizeof(XdStep));
	path->checked = !test_of(&steps[n - 1], &test, &named);
	p->n++;
	return BX_OK;
}

static BxStatus
add_path(XdPaths *p, BxBuf *key, const XdStep *steps, uint32_t n_steps, BxError *err, uint32_t *number)
{
	bool added;

	BX_TRY(key_of(steps, n_steps, key, err));
	BX_TRY(bx_strmap_add(&p->keys, (const char *) key->data, key->len, number, &added, err));
	if (!added)
		return BX_OK;
	p->keys.strings[*number].s = bx_arena_strndup(p->arena, (const char *) key->data, key->len);
	if (p->keys.strings[*number].s == NULL)
		return bx_fail_nomem(err, key->len);
	return put_path(p, steps, n_steps, err);
}

BxStatus
xd_paths_add(XdPaths *paths, const XdStep *steps, uint32_t n_steps, BxError *err, uint32_t *number)
{
	BxBuf key;
	BxStatus st;

	bx_buf_init(&key, paths->arena->host);
	st = add_path(paths, &key, steps, n_steps, err, number);
	bx_buf_free(&key);
	return st;
}

BxStatus
xd_paths_new(BxArena *arena, BxError *err, XdPaths **paths)
{
	static const uint8_t always[] = {[XD_PATH_NAMESPACES] = XD_NAMESPACE_AXIS,
									 [XD_PATH_CHILDREN] = XD_CHILD,
									 [XD_PATH_ATTRIBUTES] = XD_ATTRIBUTE_AXIS};
	XdPaths *p = bx_arena_zalloc(arena, sizeof(XdPaths));
	uint32_t i, number;
	bool added;

	if (p == NULL)
		return bx_fail_nomem(err, sizeof(XdPaths));
	p->arena = arena;
	bx_strmap_init(&p->keys, arena->host, arena);
	for (i = 0; i < XD_PATHS_ALWAYS; i++)
	{
		const XdStep step = {.axis = (XdAxis) always[i], .test = XD_TEST_ANY};

		BX_TRY(bx_strmap_add(&p->keys, (const char *) &always[i], 1, &number, &added, err));
		BX_TRY(put_path(p, &step, 1, err));
	}
	*paths = p;
	return BX_OK;
}

/* ---- the block ---- */

typedef struct Block
{
	XpExpr *nodes;
	XpName *names;
	char *pool;
	uint32_t n_nodes, n_names, pool_len;
} Block;

static void size_of_condition(const XdCondition *c, Block *size);

/* What steps and conditions take at most, counted in the same struct. */
static void
size_of_steps(const XdStep *steps, uint32_t n, Block *size)
{
	uint32_t i;

	size->n_nodes += n + 1;
	size->n_names += n;
	for (i = 0; i < n; i++)
	{
		size->pool_len += (uint32_t) (steps[i].test.uri.n + steps[i].test.local.n);
		if (steps[i].where != NULL)
		{
			size->n_nodes++;
			size_of_condition(steps[i].where, size);
		}
	}
}

static void
size_of_condition(const XdCondition *c, Block *size)
{
	size->n_nodes += 2;
	size->pool_len += (uint32_t) (c->text.n + sizeof(c->number));
	if (c->n_steps > 0)
		size_of_steps(c->steps, c->n_steps, size);
	if (c->a != NULL)
		size_of_condition(c->a, size);
	if (c->b != NULL)
		size_of_condition(c->b, size);
}

static void
put_text(Block *b, BxStr s, uint32_t *off, uint32_t *len)
{
	*off = b->pool_len;
	*len = (uint32_t) s.n;
	if (s.n > 0)
		memcpy(b->pool + b->pool_len, s.s, s.n);
	b->pool_len += *len;
}

static uint32_t
put_node(Block *b, XpOp op, XpType type)
{
	b->nodes[b->n_nodes] = (XpExpr){.op = (uint8_t) op, .type = (uint8_t) type, .pos = 1};
	return b->n_nodes++;
}

/* The name that the node of a step tests. */
static void
put_name(Block *b, const XdStep *step, XpExpr *e)
{
	XpName *name = &b->names[b->n_names++];

	*name = (XpName){0};
	e->name = b->n_names;
	if (e->test != XP_TEST_PI)
	{
		name->flags =
			(step->test.any_local ? XP_NAME_ANY_LOCAL : 0) | (step->test.any_uri ? XP_NAME_ANY_NS : 0);
		if (!step->test.any_uri)
			put_text(b, step->test.uri, &name->uri, &name->uri_len);
	}
	if (!step->test.any_local)
		put_text(b, step->test.local, &name->local, &name->local_len);
}

static uint32_t put_condition(Block *b, const XdCondition *c);

static uint32_t
put_step(Block *b, const XdStep *step)
{
	uint32_t node = put_node(b, XP_STEP, XP_T_NODESET);
	XpExpr *e = &b->nodes[node];
	bool named;

	e->axis = xd_axis_in_block((XdAxis) step->axis);
	(void) test_of(step, &e->test, &named);
	if (named && !(e->test == XP_TEST_PI && step->test.any_local))
		put_name(b, step, e);
	if (step->where != NULL)
	{
		e->a = put_node(b, XP_PREDICATE, XP_T_BOOLEAN);
		b->nodes[e->a].a = put_condition(b, step->where);
	}
	return node;
}

static uint32_t
put_steps(Block *b, const XdStep *steps, uint32_t n)
{
	uint32_t path = put_node(b, XP_PATH, XP_T_NODESET);
	uint32_t i, last = 0;

	for (i = 0; i < n; i++)
	{
		uint32_t step = put_step(b, &steps[i]);

		if (i == 0)
			b->nodes[path].a = step;
		else
			b->nodes[last].next = step;
		last = step;
	}
	return path;
}

/* What the nodes of a condition are compared with. */
static uint32_t
put_operand(Block *b, const XdCondition *c)
{
	bool number = c->kind == XD_COMPARES;
	uint32_t node = number ? put_node(b, XP_NUMBER, XP_T_NUMBER) : put_node(b, XP_STRING, XP_T_STRING);
	BxStr bytes = number ? bx_str((const char *) &c->number, sizeof(c->number)) : c->text;

	put_text(b, bytes, &b->nodes[node].a, &b->nodes[node].b);
	return node;
}

static XpOp
op_of(const XdCondition *c)
{
	static const uint8_t ops[] = {
		[XD_EQUALS] = XP_EQ, [XD_DIFFERS] = XP_NE, [XD_AND] = XP_AND, [XD_OR] = XP_OR, [XD_NOT] = XP_CALL};
	static const uint8_t comparisons[] = {
		[AT_EQ] = XP_EQ, [AT_NE] = XP_NE, [AT_LT] = XP_LT, [AT_LE] = XP_LE, [AT_GT] = XP_GT, [AT_GE] = XP_GE};

	return (XpOp) (c->kind == XD_COMPARES ? comparisons[c->op] : ops[c->kind]);
}

/* The expression of a condition, of at most XD_CONDITION_DEPTH levels. */
static uint32_t
put_condition(Block *b, const XdCondition *c)
{
	uint32_t node;

	if (c->kind == XD_EXISTS)
		return put_steps(b, c->steps, c->n_steps);
	node = put_node(b, op_of(c), XP_T_BOOLEAN);
	if (c->kind == XD_NOT)
	{
		b->nodes[node].func = XP_FN_NOT;
		b->nodes[node].n_args = 1;
	}
	b->nodes[node].a = c->a != NULL ? put_condition(b, c->a) : put_steps(b, c->steps, c->n_steps);
	if (c->b != NULL)
		b->nodes[node].b = put_condition(b, c->b);
	else if (c->kind != XD_NOT)
		b->nodes[node].b = put_operand(b, c);
	return node;
}

/* Make the block of its parts, for which there was more room than they need. */
static BxStatus
join(XdPaths *p, const Block *b, BxError *err)
{
	size_t total = sizeof(XpBlock) + b->n_nodes * sizeof(XpExpr) + b->n_names * sizeof(XpName) + b->pool_len;
	XpExpr *nodes;
	XpName *names;

	p->block = bx_arena_zalloc(p->arena, total);
	if (p->block == NULL)
		return bx_fail_nomem(err, total);
	nodes = (XpExpr *) (p->block + 1);
	names = (XpName *) (nodes + b->n_nodes);
	memcpy(nodes, b->nodes, b->n_nodes * sizeof(XpExpr));
	memcpy(names, b->names, b->n_names * sizeof(XpName));
	memcpy(names + b->n_names, b->pool, b->pool_len);
	*p->block = (XpBlock){.version = XP_VERSION,
						  .total = (uint32_t) total,
						  .n_nodes = b->n_nodes,
						  .n_names = b->n_names,
						  .pool_len = b->pool_len,
						  .root = b->n_nodes > 1};
	return BX_OK;
}

/* Paths are not longer than the text of their query, so sizes stay far below 2^32. */
BxStatus
xd_paths_finish(XdPaths *p, BxError *err)
{
	Block size = {.n_nodes = 1}, b = {.n_nodes = 1};
	uint32_t i;
	BxStatus st;

	for (i = XD_PATHS_ALWAYS; i < p->n; i++)
		size_of_steps(p->list[i].steps, p->list[i].n_steps, &size);
	b.nodes = bx_arena_zalloc(p->arena, size.n_nodes * sizeof(XpExpr));
	b.names = bx_arena_alloc(p->arena, (size.n_names + 1) * sizeof(XpName));
	b.pool = bx_arena_alloc(p->arena, size.pool_len + 1);
	if (b.nodes == NULL || b.names == NULL || b.pool == NULL)
		return bx_fail_nomem(err, size.n_nodes * sizeof(XpExpr));
	for (i = XD_PATHS_ALWAYS; i < p->n; i++)
		p->list[i].node = put_steps(&b, p->list[i].steps, p->list[i].n_steps);
	BX_TRY(join(p, &b, err));
	st = xp_plan_build(p->block, xp_preparers, p->arena, &p->plan, err);
	return st == BX_E_XPATH ? bx_fail(err, BX_E_LIMIT, -1, "the query has too many different paths") : st;
}

const XdStep *
xd_path_steps(const XdPaths *paths, uint32_t number, uint32_t *n_steps, bool *scanned)
{
	*n_steps = paths->list[number].n_steps;
	*scanned = xd_path(paths, number)->stream;
	return paths->list[number].steps;
}
