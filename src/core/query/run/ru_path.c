/*
 * ru_path.c -- the context item, roots, and the nodes of paths.
 */
#include "../../base/bx_core_int.h"

#include "ru_path.h"

/* ---- where paths begin ---- */

static BxStatus
one_of_context(RU_ONE_ARGS)
{
	*found = true;
	return ru_context(run, op, cx, item);
}

const RuClass ru_context_item = {"context item", .one = one_of_context};

static BxStatus
not_a_node(RuRun *run, const RuOp *op, const XdItem *item, bool implicit)
{
	if (implicit)
		return ru_fail(run, op, "XPTY0020", "a path begins at the context item, and that is no node but %s",
					   xd_item_type_name(item));
	return ru_fail(run, op, "XPTY0019", "the left side of \"/\" must give nodes, and gives %s",
				   xd_item_type_name(item));
}

static BxStatus
one_of_root(RU_ONE_ARGS)
{
	XdItem node;

	BX_TRY(ru_context(run, op, cx, &node));
	if (!at_is_node(&node))
		return not_a_node(run, op, &node, true);
	BX_TRY(xd_node_root(run->forest, &node, item));
	if (xd_kind(item) != XD_DOCUMENT)
		return ru_fail(run, op, "XPDY0050", "\"/\" needs a document, and the context item is in none");
	*found = true;
	return BX_OK;
}

const RuClass ru_root = {"root", .one = one_of_root};

/* ---- paths ---- */

typedef struct PathWalk
{
	RuIter in;
	XdCursor *cursor; /* from one item of it; NULL: the next one is to come */
	RuArena *own;     /* memory of the cursor; NULL: that of the context */
	XdItem second;    /* an item that was asked for in advance */
	bool has_second;
	bool in_open;
} PathWalk;

static void
leave(RuRun *run, RuIter *it)
{
	PathWalk *w = it->state;

	if (w->in_open)
		ru_close(run, &w->in);
	if (w->own != NULL)
		ru_arena_give(run, w->own);
	w->own = NULL;
	w->cursor = NULL;
	w->in_open = w->has_second = false;
}

/* A cursor from a node. */
static BxStatus
begin(RuRun *run, const RuOp *op, BxArena *arena, const XdItem *from, XdCursor **cursor)
{
	if (!at_is_node(from))
		return not_a_node(run, op, from, (op->value.n & RU_PATH_IMPLICIT) != 0);
	return xd_cursor_open(run->forest, arena, op->sub, from, cursor);
}

/* The next item that nodes are sought from. */
static BxStatus
next_start(RuRun *run, PathWalk *w, XdItem *start, bool *found)
{
	*found = w->has_second;
	if (*found)
	{
		*start = w->second;
		w->has_second = false;
		return BX_OK;
	}
	if (!w->in_open)
		return BX_OK;
	BX_TRY(ru_next(run, &w->in, start, found));
	w->in_open = *found;
	return BX_OK;
}

static BxStatus
next(RU_NEXT_ARGS)
{
	PathWalk *w = it->state;
	XdItem start;

	for (;;)
	{
		if (w->cursor != NULL)
		{
			BX_TRY(xd_cursor_next(w->cursor, item, found));
			it->fleeting = w->in.fleeting;
			if (*found)
				return BX_OK;
			w->cursor = NULL;
		}
		BX_TRY(next_start(run, w, &start, found));
		if (!*found)
		{
			leave(run, it);
			return BX_OK;
		}
		if (w->own != NULL)
			ru_arena_clear(w->own);
		BX_TRY(begin(run, it->op, w->own != NULL ? &w->own->arena : it->cx->arena, &start, &w->cursor));
	}
}

/* From one item. */
static BxStatus
next_of_one(RU_NEXT_ARGS)
{
	(void) run;
	return xd_cursor_next(it->state, item, found);
}

/* All nodes, in order without duplicates. */
static BxStatus
collect(RuRun *run, RuIter *it)
{
	XdSeqBuilder b = xd_seq_builder(it->cx->arena);
	bool found = true;
	XdItem item;
	XdSeq seq;

	for (;;)
	{
		BX_TRY(bx_step(run->host));
		BX_TRY(it->next(run, it, &item, &found));
		if (!found)
			break;
		if (b.n > 0 && xd_same_node(&b.items[b.n - 1], &item))
			continue;
		if (it->fleeting)
			BX_TRY(xd_item_keep(b.arena, &item, &item, run->err));
		BX_TRY(xd_seq_add(&b, &item, run->err));
	}
	BX_TRY(xd_nodes_sort(run->forest, b.items, &b.n));
	seq = xd_seq_built(&b);
	it->close = NULL;
	it->fleeting = false;
	return ru_iter_seq(run, it, &seq);
}

/* From items of which there is one at most by their type; sorted: as in open_many. */
static BxStatus
open_one(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it, bool sorted)
{
	XdCursor *cursor;
	XdItem start;
	bool found = false;

	BX_TRY(ru_check_stack(run));
	BX_TRY(ru_one(run, op->args[0], cx, &start, &found));
	if (!found)
	{
		ru_iter_none(it);
		return BX_OK;
	}
	BX_TRY(begin(run, op, cx->arena, &start, &cursor));
	it->state = cursor;
	it->next = next_of_one;
	return sorted && (op->value.n & RU_PATH_SORT) ? collect(run, it) : BX_OK;
}

/* sorted: as the operator says; else in any order, perhaps more than once. */
static BxStatus
open_many(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it, bool sorted)
{
	bool found = false;
	XdItem start;
	void *state;
	PathWalk *w;

	BX_TRY(ru_check_stack(run));
	BX_TRY(ru_state(run, it, sizeof(PathWalk), &state));
	w = state;
	it->next = next;
	it->close = leave;
	BX_TRY(ru_open(run, op->args[0], cx, &w->in));
	w->in_open = true;
	BX_TRY(next_start(run, w, &start, &found));
	if (!found)
		return BX_OK;
	/* another item is asked for before the nodes from this one are */
	if (w->in.fleeting)
		BX_TRY(xd_item_keep(cx->arena, &start, &start, run->err));
	BX_TRY(begin(run, op, cx->arena, &start, &w->cursor));
	BX_TRY(next_start(run, w, &w->second, &found));
	w->has_second = found;
	if (found)
		BX_TRY(ru_arena_take(run, &w->own));
	if (sorted && (op->value.n & (found ? RU_PATH_SORT_MANY | RU_PATH_SORT : RU_PATH_SORT)))
		return collect(run, it);
	return BX_OK;
}

static bool
from_one(const RuOp *op)
{
	return !(op->args[0]->type.occurrence & XD_REPEATED);
}

static BxStatus
open(RU_OPEN_ARGS)
{
	return from_one(op) ? open_one(run, op, cx, it, true) : open_many(run, op, cx, it, true);
}

/* Is there a node?  Its place does not matter. */
static BxStatus
ebv(RU_EBV_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	XdItem item;
	RuIter it = {.op = op, .cx = cx};

	if (from_one(op))
		BX_TRY(open_one(run, op, cx, &it, false));
	else
		BX_TRY(open_many(run, op, cx, &it, false));
	BX_TRY(it.next(run, &it, &item, value));
	if (*value)
		ru_close(run, &it);
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

/* The node that a path from one item begins at, if there is one. */
static BxStatus
start_of(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *start, bool *found)
{
	BX_TRY(ru_one(run, op->args[0], cx, start, found));
	return *found && !at_is_node(start) ? not_a_node(run, op, start, (op->value.n & RU_PATH_IMPLICIT) != 0)
										: BX_OK;
}

/* Nodes from one item are not made to be counted. */
static BxStatus
count(RU_COUNT_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	bool found = false;
	XdItem start;

	*n = 0;
	if (!from_one(op))
		return ru_count_made(run, op, cx, n);
	BX_TRY(start_of(run, op, cx, &start, &found));
	if (found)
		BX_TRY(xd_path_count(run->forest, cx->arena, op->sub, &start, n));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

bool
ru_path_knows_last(const RuOp *op)
{
	return op->class == &ru_path && from_one(op) && !(op->value.n & RU_PATH_SORT);
}

BxStatus
ru_path_last(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	XdItem start;

	BX_TRY(start_of(run, op, cx, &start, found));
	if (*found)
		BX_TRY(xd_path_last(run->forest, cx->arena, op->sub, &start, item, found));
	/* the arena holds the tree of the node */
	return BX_OK;
}

const RuClass ru_path = {"path", .open = open, .ebv = ebv, .count = count};

static BxStatus
one(RU_ONE_ARGS)
{
	BxArenaMark mark;
	XdCursor *cursor;
	XdItem start;

	BX_TRY(ru_check_stack(run));
	BX_TRY(ru_one(run, op->args[0], cx, &start, found));
	if (!*found)
		return BX_OK;
	mark = bx_arena_mark(cx->arena);
	BX_TRY(begin(run, op, cx->arena, &start, &cursor));
	BX_TRY(xd_cursor_next(cursor, item, found));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

const RuClass ru_path_one = {"path", .one = one};

/* ---- nodes only ---- */

static BxStatus
next_node(RU_NEXT_ARGS)
{
	BX_TRY(ru_over_next(run, it, item, found));
	return *found && !at_is_node(item) ? not_a_node(run, it->op, item, false) : BX_OK;
}

static BxStatus
open_nodes(RU_OPEN_ARGS)
{
	return ru_over(run, op, cx, it, sizeof(RuOver), next_node);
}

const RuClass ru_only_nodes = {"nodes only", .open = open_nodes};
