/*
 * ru_update.c -- insert, delete, replace and rename: what they are about is checked, and they become pending (XQuery
 * Update Facility 1.0, sections 2.4.1 to 2.4.4).
 */
#include "../../base/bx_core_int.h"

#include "ru_name.h"
#include "ru_query.h"
#include "ru_update.h"

/* Insertions by number, as QExpr.sub has them. */
enum
{
	INTO,
	AS_FIRST,
	AS_LAST,
	BEFORE,
	AFTER
};

#define BIT(kind) (1u << (kind))
#define CHILDREN (BIT(XD_ELEMENT) | BIT(XD_TEXT) | BIT(XD_COMMENT) | BIT(XD_PI))

/* ---- the list ---- */

static BxStatus
add(RuRun *run, const RuOp *op, const XdItem *target, const BxEditChange *change)
{
	RuPending *p = run->pending;

	if (p->n == p->cap)
	{
		uint32_t cap = p->cap * 2 + 8;
		RuPrimitive *list =
			bx_arena_grow(&p->own->arena, p->list, p->n * sizeof(RuPrimitive), cap * sizeof(RuPrimitive));

		if (list == NULL)
			return bx_fail_nomem(run->err, cap * sizeof(RuPrimitive));
		p->list = list;
		p->cap = cap;
	}
	p->list[p->n++] = (RuPrimitive){*target, *change, op->pos};
	return bx_step(run->host);
}

static BxStatus
keep(RuRun *run, BxStr in, BxStr *out)
{
	return ru_keep_text(run, &run->pending->own->arena, in, out);
}

/* ---- targets ---- */

/* The node must belong to a tree that may be updated here: XUDY0014. */
static BxStatus
check_tree(RuRun *run, const RuOp *op, const XdItem *node)
{
	const RuPending *p = run->pending;
	uint32_t i;

	for (i = 0; i < p->n_roots; i++)
		if (p->roots[i].n == node->n)
			return BX_OK;
	return ru_fail(run, op, "XUDY0014", "the node does not belong to what is being updated");
}

/* Updates are evaluated only where they can be collected. */
static BxStatus
check_pending(RuRun *run, const RuOp *op)
{
	if (run->pending != NULL)
		return BX_OK;
	return ru_fail(run, op, "XUST0001", "an updating expression cannot be evaluated here");
}

/* The one node that an expression is about, of these kinds; else the code. */
static BxStatus
target_of(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, unsigned kinds, const char *code,
		  XdItem *target)
{
	bool found = false, more = false;

	BX_TRY(check_pending(run, op));
	BX_TRY(ru_two(run, arg, cx, target, &found, &more));
	if (!found)
		return ru_fail(run, op, "XUDY0027", "there is no node to update");
	if (more || !at_is_node(target) || !(kinds & BIT(xd_kind(target))))
		return ru_fail(run, op, code, "%s cannot be updated in this way",
					   more ? "a sequence of several items" : xd_item_type_name(target));
	return check_tree(run, op, target);
}

static BxStatus
parent_of(RuRun *run, const RuOp *op, const XdItem *node, const char *code, XdItem *parent)
{
	bool found;

	BX_TRY(xd_node_parent(run->forest, node, parent, &found));
	return found ? BX_OK : ru_fail(run, op, code, "the node has no parent");
}

/* ---- sources ---- */

/* What is inserted: attributes, and behind them content, as a value. */
typedef struct Source
{
	BxEditAttribute *attrs;
	uint32_t n_attrs, cap;
	const uint8_t *value;
	size_t n;
	bool content; /* there was an item other than an attribute */
} Source;

static BxStatus
add_attribute(RuRun *run, Source *s, const XdItem *node)
{
	BxArena *arena = &run->pending->own->arena;
	BxEditAttribute *a;
	AtName name;
	BxStr value;
	bool has;

	if (s->n_attrs == s->cap)
	{
		uint32_t cap = s->cap * 2 + 4;

		s->attrs = bx_arena_grow(arena, s->attrs, s->n_attrs * sizeof(BxEditAttribute),
								 cap * sizeof(BxEditAttribute));
		if (s->attrs == NULL)
			return bx_fail_nomem(run->err, cap * sizeof(BxEditAttribute));
		s->cap = cap;
	}
	a = &s->attrs[s->n_attrs++];
	BX_TRY(xd_node_name(run->forest, node, &name, &has));
	BX_TRY(xd_node_string(run->forest, arena, node, &value));
	BX_TRY(ru_keep_name(run, arena, &name, &name));
	a->prefix = name.prefix;
	a->uri = name.uri;
	a->local = name.local;
	return keep(run, value, &a->value);
}

static BxStatus
add_item(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, XdSink *sink, Source *s)
{
	AtCall at = ru_at(run, cx);

	if (at_is_node(item) && xd_kind(item) == XD_ATTRIBUTE)
	{
		if (s->content)
			return ru_fail(run, op, "XUTY0004", "an attribute cannot come behind other content");
		return add_attribute(run, s, item);
	}
	s->content = true;
	return ru_at_op(run, op, xd_sink_item(sink, item, &at));
}

static BxStatus
read_source(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, XdSink *sink, Source *s)
{
	uint8_t *data = NULL;
	RuEach each;
	bool any;

	ru_each(run, arg, cx, &each);
	while (ru_more(&each))
		BX_TRY(add_item(run, op, cx, &each.item, sink, s));
	BX_TRY(each.st);
	if (!s->content)
		return BX_OK;
	BX_TRY(ru_at_op(run, op, xd_sink_value(sink, &any, &data, &s->n)));
	s->value = (const uint8_t *) bx_arena_strndup(&run->pending->own->arena, (const char *) data, s->n);
	run->host->release(run->host->ctx, data);
	return s->value != NULL ? BX_OK : bx_fail_nomem(run->err, s->n);
}

static BxStatus
source_of(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, Source *s)
{
	XdSink *sink;
	BxStatus st;

	memset(s, 0, sizeof(*s));
	BX_TRY(ru_sink_take(run, op, XD_SINK_DOCUMENT, NULL, &sink));
	st = read_source(run, op, arg, cx, sink, s);
	ru_sink_give(run, sink);
	return st;
}

/* ---- insert ---- */

/* Attributes go to the element, or to the one around the node beside which they are inserted. */
static BxStatus
insert_attributes(RuRun *run, const RuOp *op, const XdItem *target, const Source *s)
{
	BxEditChange change = {.op = BX_EDIT_ATTRIBUTES, .attrs = s->attrs, .n_attrs = s->n_attrs};
	bool beside = op->sub == BEFORE || op->sub == AFTER;
	XdItem to = *target;

	if (s->n_attrs == 0)
		return BX_OK;
	if (beside)
		BX_TRY(parent_of(run, op, target, "XUDY0029", &to));
	if (xd_kind(&to) != XD_ELEMENT)
		return ru_fail(run, op, beside ? "XUDY0030" : "XUTY0022", "a document node cannot have attributes");
	return add(run, op, &to, &change);
}

static BxStatus
insert(RuRun *run, const RuOp *op, const RuCx *cx)
{
	static const uint8_t ops[] = {BX_EDIT_INSERT_LAST, BX_EDIT_INSERT_FIRST, BX_EDIT_INSERT_LAST,
								  BX_EDIT_INSERT_BEFORE, BX_EDIT_INSERT_AFTER};
	bool beside = op->sub == BEFORE || op->sub == AFTER;
	BxEditChange change = {.op = (BxEditOp) ops[op->sub]};
	XdItem target, parent;
	Source s;

	BX_TRY(target_of(run, op, op->args[1], cx, beside ? CHILDREN : BIT(XD_ELEMENT) | BIT(XD_DOCUMENT),
					 beside ? "XUTY0006" : "XUTY0005", &target));
	if (beside)
		BX_TRY(parent_of(run, op, &target, "XUDY0029", &parent));
	BX_TRY(source_of(run, op, op->args[0], cx, &s));
	BX_TRY(insert_attributes(run, op, &target, &s));
	change.value = s.value;
	change.value_n = s.n;
	return s.content ? add(run, op, &target, &change) : BX_OK;
}

/* ---- delete ---- */

static BxStatus
delete_all(RuRun *run, const RuOp *op, const RuCx *cx)
{
	const BxEditChange change = {.op = BX_EDIT_DELETE};
	RuEach each;

	BX_TRY(check_pending(run, op));
	ru_each(run, op->args[0], cx, &each);
	while (ru_more(&each))
	{
		const XdItem *node = &each.item;
		XdItem parent;
		bool found;

		if (!at_is_node(node))
			return ru_fail(run, op, "XUTY0007", "%s cannot be deleted", xd_item_type_name(node));
		BX_TRY(check_tree(run, op, node));
		BX_TRY(xd_node_parent(run->forest, node, &parent, &found));
		if (found)
			BX_TRY(add(run, op, node, &change));
	}
	return each.st;
}

/* ---- replace ---- */

static BxStatus
replaced(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *target)
{
	return target_of(run, op, op->args[0], cx, CHILDREN | BIT(XD_ATTRIBUTE), "XUTY0008", target);
}

static BxStatus
replace(RuRun *run, const RuOp *op, const RuCx *cx)
{
	BxEditChange change = {.op = BX_EDIT_REPLACE};
	XdItem target, parent;
	bool attribute;
	Source s;

	BX_TRY(replaced(run, op, cx, &target));
	BX_TRY(parent_of(run, op, &target, "XUDY0009", &parent));
	BX_TRY(source_of(run, op, op->args[1], cx, &s));
	attribute = xd_kind(&target) == XD_ATTRIBUTE;
	if (attribute ? s.content : s.n_attrs > 0)
		return attribute ? ru_fail(run, op, "XUTY0011", "an attribute can only be replaced by attributes")
						 : ru_fail(run, op, "XUTY0010", "only an attribute can be replaced by attributes");
	change.attrs = s.attrs;
	change.n_attrs = s.n_attrs;
	change.value = s.value;
	change.value_n = s.n;
	return add(run, op, &target, &change);
}

static BxStatus
replace_value(RuRun *run, const RuOp *op, const RuCx *cx)
{
	BxEditChange change = {.op = BX_EDIT_VALUE};
	XdItem target;
	BxStr text;
	bool any;

	BX_TRY(replaced(run, op, cx, &target));
	BX_TRY(ru_text_of(run, op, 1, cx, &text, &any));
	if (xd_kind(&target) == XD_COMMENT)
		BX_TRY(ru_check_comment(run, op, text));
	if (xd_kind(&target) == XD_PI)
	{
		text = bx_str_trim_start(text); /* as constructors do */
		BX_TRY(ru_check_pi(run, op, text));
	}
	BX_TRY(keep(run, text, &change.text));
	return add(run, op, &target, &change);
}

/* ---- rename ---- */

static BxStatus
rename_node(RuRun *run, const RuOp *op, const RuCx *cx)
{
	BxEditChange change = {.op = BX_EDIT_RENAME};
	AtName name = {{"", 0}, {"", 0}, {"", 0}};
	XdItem target;

	BX_TRY(target_of(run, op, op->args[0], cx, BIT(XD_ELEMENT) | BIT(XD_ATTRIBUTE) | BIT(XD_PI), "XUTY0012",
					 &target));
	if (xd_kind(&target) == XD_PI)
		BX_TRY(ru_pi_target(run, op, op->args[1], cx, &name.local));
	else
		BX_TRY(ru_node_name(run, op, op->args[1], cx, xd_kind(&target) == XD_ELEMENT, &name));
	if (xd_kind(&target) == XD_ATTRIBUTE && name.uri.n > 0 && name.prefix.n == 0)
		name.prefix = bx_str("ns0", 3);
	BX_TRY(ru_keep_name(run, &run->pending->own->arena, &name, &name));
	change.prefix = name.prefix;
	change.uri = name.uri;
	change.local = name.local;
	return add(run, op, &target, &change);
}

/* ---- classes ---- */

#define UPDATING(name, title)                                                                                \
	static BxStatus name##_open(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it)                      \
	{                                                                                                        \
		ru_iter_none(it);                                                                                    \
		return name(run, op, cx);                                                                            \
	}                                                                                                        \
	const RuClass ru_##name = {title, .open = name##_open};

UPDATING(insert, "insert")
UPDATING(replace, "replace")
UPDATING(replace_value, "replace value")

static BxStatus
delete_open(RU_OPEN_ARGS)
{
	ru_iter_none(it);
	return delete_all(run, op, cx);
}

static BxStatus
rename_open(RU_OPEN_ARGS)
{
	ru_iter_none(it);
	return rename_node(run, op, cx);
}

const RuClass ru_delete = {"delete", .open = delete_open};
const RuClass ru_rename = {"rename", .open = rename_open};
