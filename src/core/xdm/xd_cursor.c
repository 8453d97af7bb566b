/*
 * xd_cursor.c -- the nodes of a path from one node, one by one.
 *
 * A path that goes forward is one scan, suspended between its nodes; of any other what its steps give is listed, eight
 * bytes a node.  Of one step the first nodes are listed, and when they are used up more of them, from the beginning: so
 * who wants few of them does not pay for all, and who wants all pays little more.
 */
#include "xd_tree_int.h"

#include "../xpath/nodes/xp_navigate_int.h"

/* How the nodes are found. */
typedef enum CursorWay
{
	LONE,    /* the only node of a tree: no evaluation */
	NOTHING, /* there are none */
	NEAR,    /* attributes, or children of a small element, item by item */
	SCAN,    /* one pass */
	LIST
} CursorWay;

struct XdCursor
{
	XdForest *forest;
	BxArena *arena;
	XpEval *ev;
	XdTree *tree;
	CursorWay way;
	XpPull *pull;       /* the scan */
	uint32_t off, end;  /* the items near by that are left */
	uint32_t up;        /* the way up of these; XP_NO_UP: not known yet */
	XpSet set;          /* the list, */
	uint32_t at;        /* and the next one of it */
	uint32_t step;      /* that is listed, or tests what is near: its node in the plan; 0: any node passes */
	bool attributes;    /* these are near, not children */
	uint32_t max;       /* nodes that were to be listed */
	bool whole;         /* all are */
	const XdTest *test; /* that nodes must pass besides; NULL: none */
	bool rootless;      /* the document is not of the tree */
	bool lone;          /* the node itself is still to come */
	bool direct;        /* what the scan gives are the nodes */
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

#define FIRST_NODES 4
#define MORE_NODES 16 /* times as many */

/* Siblings by the lists that the evaluation keeps; *known is false when they do not help. */
static BxStatus
list_siblings(XdCursor *c, uint32_t max, bool *known)
{
	const XpPosition nearest = {.lo = 1, .hi = max};
	XpChain chain;

	xp_position_chain(c->ev, c->step, &chain);
	chain.w = &nearest;
	BX_TRY(xp_sibling_nodes(c->ev, c->step, &chain, &c->start, 0, known, &c->set));
	if (*known && c->ev->plan->axis[c->step] == XP_AX_PRECEDING_SIBLING)
		xp_set_reverse(&c->set);
	return BX_OK;
}

/* The first nodes of a step in the order of its axis, more of them than before. */
static BxStatus
list_step(XdCursor *c)
{
	XpGather g = {.ev = c->ev, .step = c->step, .out = &c->set};
	uint8_t axis = c->ev->plan->axis[c->step];
	bool known = false;

	c->max = c->max == 0 ? FIRST_NODES : c->max > UINT32_MAX / MORE_NODES ? UINT32_MAX : c->max * MORE_NODES;
	c->set.n = 0;
	if (xp_sibling_axis(axis))
		BX_TRY(list_siblings(c, c->max, &known));
	else if (axis == XP_AX_FOLLOWING || axis == XP_AX_ANCESTOR || axis == XP_AX_ANCESTOR_OR_SELF)
		g.max = c->max;
	if (!known)
	{
		BX_TRY(xp_gather(&g, &c->start));
		BX_TRY(xp_filter(c->ev, c->ev->plan->nodes[c->step].a, 0, &c->set));
	}
	c->whole = c->set.n < c->max || (!known && g.max == 0);
	return BX_OK;
}

typedef struct Gathered
{
	XpSink sink;
	XpSet *set;
} Gathered;

static BxStatus
collect(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	(void) stop;
	return xp_set_add(ev, ((Gathered *) sink)->set, nd);
}

/* The steps that scan, then the others. */
static BxStatus
list_path(XdCursor *c, const XpPath *path)
{
	Gathered all = {{.take = collect}, &c->set};

	BX_TRY(xp_stream(c->ev, path, &c->start, &all.sink));
	return xp_navigate(c->ev, path, path->head, &c->set);
}

/* ---- what is near ---- */

/* Content of at most so many bytes is gone through item by item. */
#define SMALL 1024

/* Is the path one step to attributes, or to children of an element that is small? */
static bool
is_near(const XdCursor *c, const XpPath *path)
{
	uint8_t axis = c->ev->plan->axis[path->steps[0]];

	return path->n_steps == 1 && path->pred == 0 &&
		   (axis == XP_AX_ATTRIBUTE || (axis == XP_AX_CHILD && c->start.next - c->start.content <= SMALL));
}

static void
begin_near(XdCursor *c, bool attributes)
{
	uint8_t kind = c->start.kind;

	c->attributes = attributes;
	c->way = NEAR;
	c->up = XP_NO_UP;
	c->off = c->start.content;
	c->end = c->start.next;
	if (kind != BX_KIND_ELEMENT && (attributes || (kind != XP_DOC && kind != BX_KIND_LEAF)))
		c->way = NOTHING;
}

static bool
is_near_node(const XdCursor *c, const XpNode *nd)
{
	return c->step == 0 || xp_test_node(c->ev, nd, c->step);
}

/* The text of a leaf is its only child. */
static BxStatus
next_in_leaf(XdCursor *c, XpNode *nd, bool *found)
{
	c->way = NOTHING;
	*found = false;
	if (c->start.len == 0)
		return BX_OK;
	xp_leaf_text(&c->start, nd);
	*found = is_near_node(c, nd);
	nd->up = XP_NO_UP;
	return *found && c->ev->track_ancestors ? xp_anchor_of(c->ev, &c->start, &nd->up) : BX_OK;
}

static BxStatus
next_near(XdCursor *c, XpNode *nd, bool *found)
{
	if (c->start.kind == BX_KIND_LEAF)
		return next_in_leaf(c, nd, found);
	for (*found = false; c->off < c->end; c->off = nd->next)
	{
		bool child;

		BX_TRY(xp_next_item(c->ev, c->off, c->end, nd));
		child = xp_is_child_kind(nd->kind);
		if (child && c->attributes)
			break;
		if (child == c->attributes || nd->kind == BX_KIND_NAMESPACE || !is_near_node(c, nd))
			continue;
		c->off = nd->next;
		if (c->up == XP_NO_UP && c->ev->track_ancestors)
			BX_TRY(xp_anchor_of(c->ev, &c->start, &c->up));
		nd->up = c->up;
		*found = true;
		return BX_OK;
	}
	c->way = NOTHING;
	return BX_OK;
}

/* ---- any path ---- */

/* Nodes of any kind and name by an axis, of a path that every query has. */
static BxStatus
begin_always(XdCursor *c, uint32_t number)
{
	XpGather g = {.ev = c->ev, .out = &c->set};

	if (number != XD_PATH_NAMESPACES)
	{
		begin_near(c, number == XD_PATH_ATTRIBUTES);
		return BX_OK;
	}
	c->way = LIST;
	c->whole = true;
	return xp_gather_namespaces(&g, &c->start);
}

static BxStatus
begin(XdCursor *c, uint32_t number)
{
	const XpPath *path;

	if (number < XD_PATHS_ALWAYS)
		return begin_always(c, number);
	path = xd_path(c->forest->paths, number);
	c->step = path->steps[0];
	if (path->need & ~c->ev->bound->all[path->word])
		c->way = NOTHING;
	else if (is_near(c, path))
		begin_near(c, c->ev->plan->axis[c->step] == XP_AX_ATTRIBUTE);
	else if (path->stream)
	{
		c->way = SCAN;
		c->direct = c->test == NULL && !c->rootless;
		c->pull = xp_pull_new(c->ev, c->arena);
		return c->pull == NULL ? BX_E_NOMEM : xp_pull_start(c->pull, c->ev, path, &c->start);
	}
	else
	{
		c->way = LIST;
		c->whole = path->n_steps > 1;
		return c->whole ? list_path(c, path) : list_step(c);
	}
	return BX_OK;
}

BxStatus
xd_cursor_open(XdForest *forest, BxArena *arena, uint32_t path, const XdItem *from, XdCursor **cursor)
{
	const XdPath *p = &forest->paths->list[path];
	XdTree *tree = xd_tree_of(forest, from);
	XdCursor *c = bx_arena_zalloc(arena, sizeof(XdCursor));

	if (c == NULL)
		return bx_fail_nomem(forest->err, sizeof(XdCursor));
	c->forest = forest;
	c->arena = arena;
	c->from = *from;
	c->tree = tree;
	*cursor = c;
	if (xd_is_lone(tree))
		return stays(forest, p, from, &c->lone);
	c->test = p->checked ? &p->steps[p->n_steps - 1].test : NULL;
	c->rootless = tree->root != XD_DOCUMENT;
	BX_TRY(xd_eval(forest, arena, from, &c->ev));
	BX_TRY(xd_load(tree, from, &c->start));
	return begin(c, path);
}

static BxStatus
advance(XdCursor *c, XpNode *nd, bool *found)
{
	*found = false;
	if (c->way == NOTHING)
		return BX_OK;
	if (c->way == NEAR)
		return next_near(c, nd, found);
	if (c->way == SCAN)
		return xp_pull_next(c->pull, nd, found);
	if (c->at == c->set.n && !c->whole)
		BX_TRY(list_step(c));
	*found = c->at < c->set.n;
	return *found ? xp_next_node(c->ev, &c->set.items[c->at++], nd) : BX_OK;
}

/* The next node of the scan. */
static BxStatus
next_direct(XdCursor *c, XdItem *node, bool *found)
{
	XpNode *nd = &c->tree->last;
	BxStatus st;

	c->ev->arena = c->arena;
	st = xp_pull_next(c->pull, nd, found);
	if (BX_LIKELY(st == BX_OK && *found))
		*node = xd_item_of(c->tree->number, nd);
	else
		nd->key = 0;
	return st;
}

BxStatus
xd_cursor_next(XdCursor *c, XdItem *node, bool *found)
{
	bool passes = false;
	XpNode nd;

	if (BX_LIKELY(c->direct))
		return next_direct(c, node, found);
	if (c->way == LONE)
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
		*node = xd_item_of(c->tree->number, &nd);
		if (nd.kind != BX_KIND_NAMESPACE)
			c->tree->last = nd;
		passes = !c->rootless || nd.kind != XP_DOC;
		if (passes && c->test != NULL)
			BX_TRY(xd_node_passes(c->forest, node, c->test, &passes));
	}
	return BX_OK;
}

static BxStatus
take_count(XpSink *sink, XpEval *ev, const XpNode *nd, bool *stop)
{
	(void) ev, (void) nd, (void) stop;
	sink->n++;
	return BX_OK;
}

/* Is the path one step to siblings, of which the evaluation keeps lists?  Then *chain is that of the step. */
static bool
keeps_lists(const XpEval *ev, const XpPath *plan, XpChain *chain)
{
	if (plan->n_steps != 1 || !xp_sibling_axis(ev->plan->axis[plan->steps[0]]))
		return false;
	xp_position_chain(ev, plan->steps[0], chain);
	return true;
}

/* The nodes that the evaluation counts itself, by a scan or by lists; *known is false where it does not. */
static BxStatus
count_known(XdForest *forest, BxArena *arena, uint32_t path, const XdItem *from, bool *known, uint64_t *n)
{
	XpSink count = {.take = take_count, .want = XP_WANT_COUNT};
	const XpPath *plan;
	XpChain chain;
	BxStatus st;
	XpNode start;
	XpEval *ev;
	bool tracks;

	*known = false;
	if (path < XD_PATHS_ALWAYS || xd_is_lone(xd_tree_of(forest, from)) || forest->paths->list[path].checked)
		return BX_OK;
	plan = xd_path(forest->paths, path);
	BX_TRY(xd_open_node(forest, arena, from, &ev, &start));
	if (keeps_lists(ev, plan, &chain))
		return xp_sibling_count(ev, plan->steps[0], &chain, &start, known, n);
	if (!plan->stream)
		return BX_OK;
	tracks = ev->track_ancestors;
	ev->track_ancestors = false; /* no node of them is kept */
	st = xp_stream(ev, plan, &start, &count);
	ev->track_ancestors = tracks;
	*n = count.n;
	*known = true;
	return st;
}

/* All nodes that a cursor gives: how many there are, and the last one. */
static BxStatus
go_through(XdForest *forest, BxArena *arena, uint32_t path, const XdItem *from, XdItem *last, uint64_t *n)
{
	bool found = true;
	XdCursor *cursor;
	XdItem node;

	BX_TRY(xd_cursor_open(forest, arena, path, from, &cursor));
	for (*n = 0;; ++*n)
	{
		BX_TRY(bx_step(forest->host));
		BX_TRY(xd_cursor_next(cursor, &node, &found));
		if (!found)
			return BX_OK;
		*last = node;
	}
}

BxStatus
xd_path_count(XdForest *forest, BxArena *arena, uint32_t path, const XdItem *from, uint64_t *n)
{
	XdItem last;
	bool known;

	BX_TRY(count_known(forest, arena, path, from, &known, n));
	return known ? BX_OK : go_through(forest, arena, path, from, &last, n);
}

/* The farthest of the siblings by the lists; *known is false where they do not help. */
static BxStatus
last_of_siblings(XdForest *forest, BxArena *arena, uint32_t path, const XdItem *from, XdItem *node,
				 bool *known, bool *found)
{
	static const XpPosition last = {.lo = 1, .hi = 1, .from_end = true};
	const XpPath *plan = xd_path(forest->paths, path);
	XpSet one = {NULL, 0, 0};
	XpChain chain;
	XpNode nd;
	XpEval *ev;

	*known = false;
	if (xd_is_lone(xd_tree_of(forest, from)) || forest->paths->list[path].checked)
		return BX_OK;
	BX_TRY(xd_open_node(forest, arena, from, &ev, &nd));
	if (!keeps_lists(ev, plan, &chain))
		return BX_OK;
	chain.w = &last;
	BX_TRY(xp_sibling_nodes(ev, plan->steps[0], &chain, &nd, 0, known, &one));
	*found = one.n > 0;
	if (!*found)
		return BX_OK;
	BX_TRY(xp_load(ev, &one.items[0], &nd));
	*node = xd_item_of(from->n, &nd);
	return BX_OK;
}

BxStatus
xd_path_last(XdForest *forest, BxArena *arena, uint32_t path, const XdItem *from, XdItem *node, bool *found)
{
	uint64_t n;
	bool known;

	BX_TRY(last_of_siblings(forest, arena, path, from, node, &known, found));
	if (known)
		return BX_OK;
	BX_TRY(go_through(forest, arena, path, from, node, &n));
	*found = n > 0;
	return BX_OK;
}
