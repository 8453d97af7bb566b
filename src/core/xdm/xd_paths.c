/*
 * xd_paths.c -- the paths of a query as one block of path expressions, and the plan of it.
 *
 * A step becomes a location step of XPath 1.0 that passes the same nodes; where there is none, as for
 * self::attribute(), it becomes one that passes more of them, and the cursor looks again.
 */
#include "xd_tree_int.h"

#include "../base/bx_buf.h"

/* ---- steps ---- */

static const uint8_t axes[XD_AXES] = {
	[XD_CHILD] = XP_AX_CHILD,
	[XD_DESCENDANT] = XP_AX_DESCENDANT,
	[XD_DESCENDANT_OR_SELF] = XP_AX_DESCENDANT_OR_SELF,
	[XD_SELF] = XP_AX_SELF,
	[XD_ATTRIBUTE_AXIS] = XP_AX_ATTRIBUTE,
	[XD_NAMESPACE_AXIS] = XP_AX_NAMESPACE,
	[XD_FOLLOWING_SIBLING] = XP_AX_FOLLOWING_SIBLING,
	[XD_FOLLOWING] = XP_AX_FOLLOWING,
	[XD_PARENT] = XP_AX_PARENT,
	[XD_ANCESTOR] = XP_AX_ANCESTOR,
	[XD_ANCESTOR_OR_SELF] = XP_AX_ANCESTOR_OR_SELF,
	[XD_PRECEDING_SIBLING] = XP_AX_PRECEDING_SIBLING,
	[XD_PRECEDING] = XP_AX_PRECEDING,
};

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
key_of(const XdStep *steps, uint32_t n, BxBuf *key, BxError *err)
{
	uint32_t i;

	for (i = 0; i < n; i++)
	{
		const XdTest *t = &steps[i].test;
		uint32_t head[6] = {steps[i].axis,
							t->kinds,
							t->any_local + 2u * t->any_uri + 4u * t->nillable_only,
							(uint32_t) t->uri.n,
							(uint32_t) t->local.n,
							t->content != NULL};

		BX_TRY(bx_buf_append(key, head, sizeof(head), err));
		BX_TRY(bx_buf_append(key, &t->content, sizeof(t->content), err));
		BX_TRY(bx_buf_append(key, t->uri.s, t->uri.n, err));
		BX_TRY(bx_buf_append(key, t->local.s, t->local.n, err));
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
	static const uint8_t always[] = {[XD_PATH_SELF] = XD_SELF,
									 [XD_PATH_NAMESPACES] = XD_NAMESPACE_AXIS,
									 [XD_PATH_CHILDREN] = XD_CHILD,
									 [XD_PATH_ATTRIBUTES] = XD_ATTRIBUTE_AXIS};
	XdPaths *p = bx_arena_zalloc(arena, sizeof(XdPaths));
	uint32_t i, number;

	if (p == NULL)
		return bx_fail_nomem(err, sizeof(XdPaths));
	p->arena = arena;
	bx_strmap_init(&p->keys, arena->host, arena);
	for (i = 0; i < sizeof(always); i++)
	{
		XdStep step = {.axis = (XdAxis) always[i], .test = XD_TEST_ANY};

		BX_TRY(xd_paths_add(p, &step, 1, err, &number));
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

static void
put_text(Block *b, BxStr s, uint32_t *off, uint32_t *len)
{
	*off = b->pool_len;
	*len = (uint32_t) s.n;
	if (s.n > 0)
		memcpy(b->pool + b->pool_len, s.s, s.n);
	b->pool_len += *len;
}

/* The node of a step. */
static void
put_step(Block *b, const XdStep *step)
{
	XpExpr *e = &b->nodes[b->n_nodes++];
	XpName *name;
	bool named;

	memset(e, 0, sizeof(*e));
	e->op = XP_STEP;
	e->axis = axes[step->axis];
	e->pos = 1;
	(void) test_of(step, &e->test, &named);
	if (!named || (e->test == XP_TEST_PI && step->test.any_local))
		return;
	name = &b->names[b->n_names++];
	memset(name, 0, sizeof(*name));
	name->flags = (step->test.any_local ? XP_NAME_ANY_LOCAL : 0) | (step->test.any_uri ? XP_NAME_ANY_NS : 0);
	if (e->test == XP_TEST_PI)
		name->flags = 0;
	else if (!step->test.any_uri)
		put_text(b, step->test.uri, &name->uri, &name->uri_len);
	if (!step->test.any_local)
		put_text(b, step->test.local, &name->local, &name->local_len);
	e->name = b->n_names;
}

static void
put_nodes(Block *b, const XdPath *path)
{
	XpExpr *e = &b->nodes[b->n_nodes++];
	uint32_t i;

	memset(e, 0, sizeof(*e));
	e->op = XP_PATH;
	e->type = XP_T_NODESET;
	e->a = b->n_nodes;
	e->pos = 1;
	for (i = 0; i < path->n_steps; i++)
	{
		put_step(b, &path->steps[i]);
		if (i + 1 < path->n_steps)
			b->nodes[b->n_nodes - 1].next = b->n_nodes;
	}
}

BxStatus
xd_paths_finish(XdPaths *p, BxError *err)
{
	size_t text = 0, total;
	uint32_t i, j, n = 0;
	Block b = {.n_nodes = 1};
	BxStatus st;

	for (i = 0; i < p->n; i++)
		for (j = 0; j < p->list[i].n_steps; j++, n++)
			text += p->list[i].steps[j].test.uri.n + p->list[i].steps[j].test.local.n;
	total = sizeof(XpBlock) + (1 + p->n + n) * sizeof(XpExpr) + n * sizeof(XpName) + text;
	if (total > UINT32_MAX / 2)
		return bx_fail(err, BX_E_LIMIT, -1, "the paths of the query are too long");
	p->block = bx_arena_zalloc(p->arena, total);
	if (p->block == NULL)
		return bx_fail_nomem(err, total);
	b.nodes = (XpExpr *) (p->block + 1);
	/* names follow the nodes, and the text follows the names */
	b.names = bx_arena_alloc(p->arena, (n + 1) * sizeof(XpName));
	b.pool = bx_arena_alloc(p->arena, text + 1);
	if (b.names == NULL || b.pool == NULL)
		return bx_fail_nomem(err, text);
	for (i = 0; i < p->n; i++)
		put_nodes(&b, &p->list[i]);
	memcpy(b.nodes + b.n_nodes, b.names, b.n_names * sizeof(XpName));
	memcpy((char *) (b.nodes + b.n_nodes) + b.n_names * sizeof(XpName), b.pool, b.pool_len);
	*p->block = (XpBlock){.version = XP_VERSION,
						  .total = (uint32_t) total,
						  .n_nodes = b.n_nodes,
						  .n_names = b.n_names,
						  .pool_len = b.pool_len,
						  .root = 1};
	st = xp_plan_build(p->block, xp_preparers, p->arena, &p->plan, err);
	return st == BX_E_XPATH ? bx_fail(err, BX_E_LIMIT, -1, "the query has too many different paths") : st;
}
