/*
 * fn_node.c -- properties of nodes, and functions on sets of them (F&O sections 2 and 14).
 */
#include "fn_int.h"

#include "../run/ru_operators.h"
#include "fn_node.h"

#include <stdio.h>

BxStatus
fn_arg_node(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, XdItem *node, bool *found)
{
	*found = false;
	if (i < op->n_args)
		return ru_arg(run, op, i, cx, node, found);
	BX_TRY(ru_context(run, op, cx, node));
	*found = true;
	if (at_is_node(node))
		return BX_OK;
	return ru_fail(run, op, "XPTY0004", "the context item must be a node, but is %s",
				   xd_item_type_name(node));
}

/* ---- names ---- */

/* The name of the argument's node; *has: it has one. */
static BxStatus
arg_name(RuRun *run, const RuOp *op, const RuCx *cx, AtName *name, bool *has)
{
	XdItem node;

	BX_TRY(fn_arg_node(run, op, 0, cx, &node, has));
	return *has ? xd_node_name(run->forest, &node, name, has) : BX_OK;
}

BxStatus
fn_name(RU_ONE_ARGS)
{
	FnText text = fn_text(run, cx->arena);
	AtName name;
	bool has;

	BX_TRY(arg_name(run, op, cx, &name, &has));
	if (!has || name.prefix.n == 0)
		return fn_give(has ? name.local : bx_str("", 0), item, found);
	BX_TRY(fn_text_add(&text, name.prefix));
	BX_TRY(fn_text_byte(&text, ':'));
	BX_TRY(fn_text_add(&text, name.local));
	return fn_give(fn_text_str(&text), item, found);
}

BxStatus
fn_local_name(RU_ONE_ARGS)
{
	AtName name;
	bool has;

	BX_TRY(arg_name(run, op, cx, &name, &has));
	return fn_give(has ? name.local : bx_str("", 0), item, found);
}

BxStatus
fn_namespace_uri(RU_ONE_ARGS)
{
	AtName name;
	bool has;

	BX_TRY(arg_name(run, op, cx, &name, &has));
	*item = at_text_item(AT_URI, has ? name.uri : bx_str("", 0));
	*found = true;
	return BX_OK;
}

BxStatus
fn_node_name(RU_ONE_ARGS)
{
	AtName name;
	AtName *kept;

	BX_TRY(arg_name(run, op, cx, &name, found));
	if (!*found)
		return BX_OK;
	kept = ru_alloc(run, cx, sizeof(AtName));
	if (kept == NULL)
		return BX_E_NOMEM;
	*kept = name;
	*item = (XdItem){.u.name = kept, .type = AT_QNAME, .form = AT_FORM_NAME};
	return BX_OK;
}

/* ---- values ---- */

BxStatus
fn_string(RU_ONE_ARGS)
{
	AtCall at = ru_at(run, cx);
	BxStr s = {"", 0};

	*found = true;
	if (op->n_args > 0)
		BX_TRY(ru_arg(run, op, 0, cx, item, found));
	else
		BX_TRY(ru_context(run, op, cx, item));
	if (*found && at_is_node(item))
		BX_TRY(xd_node_string(run->forest, cx->arena, item, &s));
	else if (*found && at_is_atomic(item))
		BX_TRY(ru_at_op(run, op, at_text(&at, item, &s)));
	else if (*found)
		return ru_fail(run, op, "FOTY0014", "a function has no string value");
	return fn_give(s, item, found);
}

BxStatus
fn_data(RU_OPEN_ARGS)
{
	XdItem item;

	if (op->n_args > 0)
		return ru_atomized.open(run, op, cx, it);
	BX_TRY(ru_context(run, op, cx, &item));
	if (item.type == AT_FUNCTION)
		return ru_fail(run, op, "FOTY0013", "a function has no typed value");
	if (at_is_node(&item))
		BX_TRY(xd_node_data(run->forest, cx->arena, &item, &item));
	ru_iter_one(it, &item);
	return BX_OK;
}

BxStatus
fn_nilled(RU_ONE_ARGS)
{
	XdItem node;

	BX_TRY(fn_arg_node(run, op, 0, cx, &node, found));
	*found = *found && xd_kind(&node) == XD_ELEMENT;
	*item = at_boolean_item(false);
	return BX_OK;
}

BxStatus
fn_root(RU_ONE_ARGS)
{
	XdItem node;

	BX_TRY(fn_arg_node(run, op, 0, cx, &node, found));
	return *found ? xd_node_root(run->forest, &node, item) : BX_OK;
}

BxStatus
fn_has_children(RU_EBV_ARGS)
{
	XdItem node;

	BX_TRY(fn_arg_node(run, op, 0, cx, &node, value));
	return *value ? xd_node_has_children(run->forest, &node, value) : BX_OK;
}

BxStatus
fn_generate_id(RU_ONE_ARGS)
{
	char text[64];
	char *kept;
	XdItem node;
	int n = 0;

	BX_TRY(fn_arg_node(run, op, 0, cx, &node, found));
	if (*found)
		n = snprintf(text, sizeof(text), "t%xn%x", node.n, node.u.node.key);
	if (*found && xd_kind(&node) == XD_NAMESPACE)
		n += snprintf(text + n, sizeof(text) - (size_t) n, "s%x", node.u.node.up);
	kept = ru_alloc(run, cx, (size_t) n);
	if (kept == NULL)
		return BX_E_NOMEM;
	memcpy(kept, text, (size_t) n);
	return fn_give(bx_str(kept, (size_t) n), item, found);
}

/* ---- sets ---- */

static BxStatus
give_items(RuRun *run, const XdSeqBuilder *b, RuIter *it)
{
	XdSeq seq = xd_seq_built(b);

	return ru_iter_seq(run, it, &seq);
}

/*
 * Is node i of a sorted list to be left out?  Where innermost ones are wanted, if the next one is below it; else if it
 * is below the last of the `kept` ones that stay.
 */
static BxStatus
is_left_out(RuRun *run, const XdSeqBuilder *b, uint64_t i, uint64_t kept, bool innermost, bool *out)
{
	*out = false;
	if (innermost)
		return i + 1 < b->n ? xd_node_is_below(run->forest, &b->items[i + 1], &b->items[i], out) : BX_OK;
	return kept > 0 ? xd_node_is_below(run->forest, &b->items[i], &b->items[kept - 1], out) : BX_OK;
}

/* What is below a node follows it, so its neighbour says whether there is something. */
static BxStatus
thin_out(RuRun *run, const RuOp *op, const RuCx *cx, bool innermost, RuIter *it)
{
	XdSeqBuilder b = xd_seq_builder(cx->arena);
	uint64_t i, k;

	BX_TRY(ru_collect_into(run, op->args[0], cx, &b));
	BX_TRY(xd_nodes_sort(run->forest, b.items, &b.n));
	for (i = k = 0; i < b.n; i++)
	{
		bool out;

		BX_TRY(bx_step(run->host));
		BX_TRY(is_left_out(run, &b, i, k, innermost, &out));
		if (!out)
			b.items[k++] = b.items[i];
	}
	b.n = k;
	return give_items(run, &b, it);
}

BxStatus
fn_innermost(RU_OPEN_ARGS)
{
	return thin_out(run, op, cx, true, it);
}

BxStatus
fn_outermost(RU_OPEN_ARGS)
{
	return thin_out(run, op, cx, false, it);
}

/* ---- IDs ---- */

static BxStatus
nodes_by_id(RuRun *run, const RuOp *op, const RuCx *cx, bool references, RuIter *it)
{
	XdSeqBuilder b = xd_seq_builder(cx->arena);
	XdItem node, root;
	BxStr *ids;
	uint64_t i;
	XdSeq seq;
	bool found;

	BX_TRY(ru_arg_seq(run, op, 0, cx, &seq));
	BX_TRY(fn_arg_node(run, op, 1, cx, &node, &found));
	BX_TRY(xd_node_root(run->forest, &node, &root));
	if (xd_kind(&root) != XD_DOCUMENT)
		return ru_fail(run, op, "FODC0001", "the node is in no document");
	if (seq.n >= UINT32_MAX)
		return bx_fail(run->err, BX_E_LIMIT, op->pos, "too many IDs");
	ids = ru_alloc(run, cx, seq.n * sizeof(BxStr));
	if (ids == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < seq.n; i++)
	{
		XdItem id = xd_seq_at(&seq, i);

		ids[i] = at_item_str(&id);
	}
	BX_TRY(xd_nodes_by_id(run->forest, &root, ids, (uint32_t) seq.n, references, &b));
	return give_items(run, &b, it);
}

BxStatus
fn_id(RU_OPEN_ARGS)
{
	return nodes_by_id(run, op, cx, false, it);
}

BxStatus
fn_idref(RU_OPEN_ARGS)
{
	return nodes_by_id(run, op, cx, true, it);
}

/* ---- namespaces ---- */

/* A namespace that is sought, or prefixes that are listed. */
typedef struct InScope
{
	RuRun *run;
	XdSeqBuilder b;
	BxStr prefix, uri;
	bool found;
} InScope;

static BxStatus
list_prefix(void *ctx, BxStr prefix, BxStr uri)
{
	InScope *s = ctx;
	XdItem item = at_string_item(prefix);

	(void) uri;
	return xd_seq_add(&s->b, &item, s->run->err);
}

BxStatus
fn_in_scope_prefixes(RU_OPEN_ARGS)
{
	InScope s = {.run = run, .b = xd_seq_builder(cx->arena)};
	XdItem element;
	bool found;

	BX_TRY(fn_arg_node(run, op, 0, cx, &element, &found));
	BX_TRY(xd_node_namespaces(run->forest, &element, list_prefix, &s));
	return give_items(run, &s.b, it);
}

static BxStatus
find_prefix(void *ctx, BxStr prefix, BxStr uri)
{
	InScope *s = ctx;

	if (bx_str_equal(prefix, s->prefix))
	{
		s->uri = uri;
		s->found = true;
	}
	return BX_OK;
}

BxStatus
fn_namespace_uri_for_prefix(RU_ONE_ARGS)
{
	InScope s = {.run = run};
	XdItem element;

	BX_TRY(ru_arg_str(run, op, 0, cx, &s.prefix));
	BX_TRY(fn_arg_node(run, op, 1, cx, &element, found));
	BX_TRY(xd_node_namespaces(run->forest, &element, find_prefix, &s));
	*found = s.found;
	*item = at_text_item(AT_URI, s.uri);
	return BX_OK;
}
