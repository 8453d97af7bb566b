/*
 * xd_cursor.c -- the nodes of a path from one node, one by one.
 *
 * A path that goes forward is one scan, suspended between its nodes; of any other what its steps give is listed first,
 * eight bytes a node.
 */
#include "xd_tree_int.h"

#include "../xpath/nodes/xp_navigate_int.h"

struct XdCursor
{
	XdForest *forest;
	BxArena *arena;
	XpEval *ev;         /* NULL: a lone node */
	uint32_t tree;      /* its number */
	XpPull *pull;       /* the scan; NULL: there is a list */
	XpSet set;          /* the list, */
	uint32_t at;        /* and the next one of it */
	const XdTest *test; /* that nodes must pass besides; NULL: none */
	bool rootless;      /* the document is not of the tree */
	bool lone;          /* the node itself is still to come */
	XdItem from;
	XpNode start;
};

/* Are all steps of a path such that they may stay at a node, and does it pass their tests? */
static BxStatus
stays(XdForest *forest, const XdPath *path, const XdItem *node, bool *yes)
{
	uint32_t i;

	*yes = true;
	for (i = 0; i < path->n_steps && *yes; i++)
	{
		XdAxis axis = path->steps[i].axis;

		*yes = axis == XD_SELF || axis == XD_DESCENDANT_OR_SELF || axis == XD_ANCESTOR_OR_SELF;
		if (*yes)
			BX_TRY(xd_node_passes(forest, node, &path->steps[i].test, yes));
	}
	return BX_OK;
}

/* One step: in the order of its axis. */
static BxStatus
list_step(XdCursor *c, uint32_t step)
{
	XpGather g = {.ev = c->ev, .step = step, .out = &c->set};

	return xp_gather(&g, &c->start);
}

typedef struct Collect
{
	XpSink sink;
	XpSet *set;
} Collect;

static BxStatus
collect(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	(void) stop;
	return xp_set_add(ev, ((Collect *) sink)->set, nd);
}

/* The steps that scan, then the others. */
static BxStatus
list_path(XdCursor *c, const XpPath *path)
{
	Collect all = {{.take = collect}, &c->set};

	BX_TRY(xp_stream(c->ev, path, &c->start, &all.sink));
	return xp_navigate(c->ev, path, path->head, &c->set);
}

static BxStatus
begin(XdCursor *c, uint32_t number)
{
	const XpPath *path = &c->forest->paths->plan->paths[number];

	if (path->stream)
	{
		c->pull = xp_pull_new(c->ev, c->arena);
		return c->pull == NULL ? BX_E_NOMEM : xp_pull_start(c->pull, c->ev, path, &c->start);
	}
	return path->n_steps == 1 ? list_step(c, path->steps[0]) : list_path(c, path);
}

BxStatus
xd_cursor_open(XdForest *forest, BxArena *arena, uint32_t path, const XdItem *from, XdCursor **cursor)
{
	const XdPath *p = &forest->paths->list[path];
	const XdTree *tree = xd_tree_of(forest, from);
	XdCursor *c = bx_arena_zalloc(arena, sizeof(XdCursor));

	if (c == NULL)
		return bx_fail_nomem(forest->err, sizeof(XdCursor));
	c->forest = forest;
	c->arena = arena;
	c->from = *from;
	c->tree = from->n;
	*cursor = c;
	if (xd_is_lone(tree))
		return stays(forest, p, from, &c->lone);
	c->test = p->checked ? &p->steps[p->n_steps - 1].test : NULL;
	c->rootless = tree->root != XD_DOCUMENT;
	BX_TRY(xd_eval(forest, arena, from, &c->ev));
	BX_TRY(xd_load(c->ev, from, &c->start));
	return begin(c, path);
}

/* The next node of the scan or list. */
static BxStatus
advance(XdCursor *c, XpNode *nd, bool *found)
{
	if (c->pull != NULL)
		return xp_pull_next(c->pull, nd, found);
	*found = c->at < c->set.n;
	return *found ? xp_next_node(c->ev, &c->set.items[c->at++], nd) : BX_OK;
}

BxStatus
xd_cursor_next(XdCursor *c, XdItem *node, bool *found)
{
	bool passes = false;
	XpNode nd;

	if (c->ev == NULL)
	{
		*node = c->from;
		*found = c->lone;
		c->lone = false;
		return BX_OK;
	}
	while (!passes)
	{
		c->ev->arena = c->arena;
		BX_TRY(advance(c, &nd, found));
		if (!*found)
			return BX_OK;
		*node = xd_item_of(c->tree, &nd);
		passes = !c->rootless || nd.kind != XP_DOC;
		if (passes && c->test != NULL)
			BX_TRY(xd_node_passes(c->forest, node, c->test, &passes));
	}
	return BX_OK;
}
