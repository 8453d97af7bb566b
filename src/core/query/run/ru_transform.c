/*
 * ru_transform.c -- copies that are modified, and pending updates applied to a tree (XQuery Update Facility 1.0,
 * sections 2.4.5 and 3.2).
 *
 * A copy is a tree; the updates of its nodes make another tree, which takes its place.
 */
#include "../../base/bx_core_int.h"

#include "ru_name.h"
#include "ru_query.h"
#include "ru_update.h"

/* ---- the list ---- */

BxStatus
ru_pending_enter(RuRun *run, RuPending *pending, const XdItem *roots, uint32_t n_roots)
{
	*pending = (RuPending){.roots = roots, .n_roots = n_roots, .outer = run->pending};
	BX_TRY(ru_arena_take(run, &pending->own));
	pending->arena = &pending->own->arena;
	run->pending = pending;
	return BX_OK;
}

void
ru_pending_leave(RuRun *run, RuPending *pending)
{
	run->pending = pending->outer;
	ru_arena_give(run, pending->own);
}

/* ---- values ---- */

BxEditNode
ru_edit_node(const XdItem *node)
{
	uint32_t key = node->u.node.key;

	if (key == 0)
		return (BxEditNode){.part = BX_EDIT_DOCUMENT};
	return (BxEditNode){.part = key & 1 ? BX_EDIT_LEAF_TEXT : BX_EDIT_ITEM, .off = key / 2 - 1};
}

/* An error of edit/ has the code of the specification at the start of its message. */
static BxStatus
edit_error(RuRun *run, BxStatus st, uint32_t pos)
{
	char code[9], msg[BX_MSG_MAX];

	if (st != BX_E_UPDATE || run->err == NULL || strncmp(run->err->msg, "XU", 2) != 0)
		return st;
	memcpy(code, run->err->msg, 8);
	code[8] = '\0';
	memcpy(msg, run->err->msg + 8, sizeof(msg) - 8);
	msg[sizeof(msg) - 9] = '\0';
	return bx_fail_code(run->err, BX_E_XPTYPE, pos, code, "%s", msg + strspn(msg, ": "));
}

static BxStatus
edit(RuRun *run, const RuPending *pending, const XdItem *root, BxEdit *e, uint8_t **data, size_t *len)
{
	uint32_t i, pos = 0;
	BxStatus st = BX_OK;

	bx_edit_relabel(e);
	for (i = 0; i < pending->n && st == BX_OK; i++)
	{
		BxEditChange change = pending->list[i].change;

		if (pending->list[i].target.n != root->n)
			continue;
		change.target = ru_edit_node(&pending->list[i].target);
		pos = pending->list[i].pos;
		st = bx_edit_add(e, &change);
	}
	if (st == BX_OK)
		st = bx_edit_apply(e, data, len);
	return edit_error(run, st, pos);
}

BxStatus
ru_pending_value(RuRun *run, const RuPending *pending, const XdItem *root, const BxWriterOptions *options,
				 bool content, uint8_t **data, size_t *len)
{
	const uint8_t *value;
	bool any = false;
	uint32_t i;
	BxEdit *e;
	BxStatus st;
	size_t n;

	*data = NULL;
	for (i = 0; i < pending->n; i++)
		any |= pending->list[i].target.n == root->n;
	if (!any)
		return BX_OK;
	xd_tree_value(run->forest, root, &value, &n);
	e = bx_edit_new(run->host, options, value, n, run->err);
	if (e == NULL)
		return BX_E_NOMEM;
	if (content)
		bx_edit_as_content(e);
	st = edit(run, pending, root, e, data, len);
	bx_edit_free(e);
	return st;
}

/* ---- copies ---- */

static BxStatus
look_at_lone(RuRun *run, const RuCx *cx, const XdItem *node, AtName *name, BxStr *text)
{
	bool has;

	*name = (AtName){{"", 0}, {"", 0}, {"", 0}};
	BX_TRY(xd_node_name(run->forest, node, name, &has));
	return xd_node_string(run->forest, cx->arena, node, text);
}

static BxStatus
copy_tree(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *node, XdItem *copy)
{
	AtCall at = ru_at(run, cx);
	XdSink *sink;
	BxStatus st;

	BX_TRY(ru_sink_take(run, op, xd_kind(node) == XD_DOCUMENT ? XD_SINK_DOCUMENT : XD_SINK_ELEMENT, NULL,
						&sink));
	st = ru_at_op(run, op, xd_sink_item(sink, node, &at));
	if (st == BX_OK)
		st = xd_sink_tree(sink, cx->arena, xd_tree_base_uri(run->forest, node), copy);
	ru_sink_give(run, sink);
	return st;
}

/* The one node that an expression gives, as a tree of its own. */
static BxStatus
copy_one(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, XdItem *copy)
{
	XdItem node;
	AtName name;
	BxStr text;
	XdSeq seq;

	BX_TRY(ru_collect(run, arg, cx, &seq));
	if (seq.n == 1)
		node = xd_seq_at(&seq, 0);
	if (seq.n != 1 || !at_is_node(&node))
		return ru_fail(run, op, "XUTY0013", "what is copied must be one node");
	if (xd_kind(&node) == XD_DOCUMENT || xd_kind(&node) == XD_ELEMENT)
		return copy_tree(run, op, cx, &node, copy);
	BX_TRY(look_at_lone(run, cx, &node, &name, &text));
	return xd_tree_open_lone(run->forest, cx->arena, xd_kind(&node), &name, text, copy);
}

/* ---- updates of a copy ---- */

/* What is pending about a node by itself is its name and its value, each once. */
static BxStatus
update_lone(RuRun *run, const RuCx *cx, const RuPending *pending, XdItem *node)
{
	bool renamed = false, valued = false;
	AtName name;
	BxStr text;
	uint32_t i;

	BX_TRY(look_at_lone(run, cx, node, &name, &text));
	for (i = 0; i < pending->n; i++)
	{
		const RuPrimitive *p = &pending->list[i];
		const RuOp op = {.pos = p->pos};
		bool *done = p->change.op == BX_EDIT_RENAME ? &renamed : &valued;

		if (p->target.n != node->n)
			continue;
		if (*done)
			return ru_fail(run, &op, done == &renamed ? "XUDY0015" : "XUDY0017", "the node would be %s",
						   done == &renamed ? "renamed twice" : "given two values");
		*done = true;
		if (done == &renamed)
			name = (AtName){p->change.prefix, p->change.uri, p->change.local};
		else
			text = p->change.text;
	}
	if (!renamed && !valued)
		return BX_OK;
	return xd_tree_open_lone(run->forest, cx->arena, xd_kind(node), &name, text, node);
}

static BxStatus
update_tree(RuRun *run, const RuCx *cx, const RuPending *pending, XdItem *root)
{
	const BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};
	BxStr base_uri = xd_tree_base_uri(run->forest, root);
	uint8_t *data;
	size_t n;

	BX_TRY(ru_pending_value(run, pending, root, &options, true, &data, &n));
	if (data == NULL)
		return BX_OK;
	return xd_tree_own(run->forest, cx->arena, xd_kind(root), data, n, base_uri, root);
}

/* Evaluate an updating expression about copies, and update them. */
static BxStatus
update_all(RuRun *run, const RuOp *modify, const RuCx *cx, RuPending *pending, XdItem *roots, XdItem *updated)
{
	uint32_t i;
	XdSeq none;

	BX_TRY(ru_collect(run, modify, cx, &none));
	if (none.n > 0)
		return ru_fail(run, modify, "XUST0002", "an updating expression is expected");
	for (i = 0; i < pending->n_roots; i++)
	{
		const uint8_t *value;
		size_t n;

		updated[i] = roots[i];
		xd_tree_value(run->forest, &roots[i], &value, &n);
		if (value == NULL)
			BX_TRY(update_lone(run, cx, pending, &updated[i]));
		else
			BX_TRY(update_tree(run, cx, pending, &updated[i]));
	}
	return BX_OK;
}

static BxStatus
modify(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *roots, uint32_t n, XdItem *updated)
{
	RuPending pending;
	BxStatus st;

	BX_TRY(ru_pending_enter(run, &pending, roots, n));
	st = update_all(run, op, cx, &pending, roots, updated);
	ru_pending_leave(run, &pending);
	return st;
}

/* ---- copy, modify, return ---- */

/* The variables have the updated copies. */
static BxStatus
transform(RuRun *run, const RuOp *op, const RuCx *cx)
{
	const uint32_t *slots = op->data;
	uint32_t i, n = op->n_args - 2;
	XdItem *roots = ru_alloc(run, cx, 2 * n * sizeof(XdItem));

	if (roots == NULL)
		return BX_E_NOMEM;
	BX_TRY(ru_check_stack(run));
	for (i = 0; i < n; i++)
	{
		BX_TRY(copy_one(run, op, op->args[i], cx, &roots[i]));
		cx->frame[slots[i]] = xd_seq_one(&roots[i]);
	}
	BX_TRY(modify(run, op->args[n], cx, roots, n, roots + n));
	for (i = 0; i < n; i++)
		cx->frame[slots[i]] = xd_seq_one(&roots[n + i]);
	return BX_OK;
}

static BxStatus
transform_open(RU_OPEN_ARGS)
{
	BX_TRY(transform(run, op, cx));
	return ru_open(run, op->args[op->n_args - 1], cx, it);
}

static BxStatus
transform_push(RU_PUSH_ARGS)
{
	BX_TRY(transform(run, op, cx));
	return ru_push(run, op->args[op->n_args - 1], cx, sink);
}

const RuClass ru_transform = {"copy modify return", .open = transform_open, .push = transform_push};

static BxStatus
with_one(RU_ONE_ARGS)
{
	RuCx inner = *cx;
	XdItem copy;

	BX_TRY(ru_check_stack(run));
	BX_TRY(copy_one(run, op, op->args[0], cx, &copy));
	inner.item = &copy;
	inner.pos = inner.size = 1;
	*found = true;
	return modify(run, op->args[1], &inner, &copy, 1, item);
}

const RuClass ru_transform_with = {"transform with", .one = with_one};
