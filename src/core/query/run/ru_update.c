/*
 * ru_update.c -- insert, delete, replace and rename: what they are about is checked, and they become pending (XQuery
 * Update Facility 1.0, sections 2.4.1 to 2.4.4).
 */
#include "../../base/bx_core_int.h"

#include "ru_name.h"
#include "ru_operators.h"
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

/* ---- errors ---- */

/* An error about a node, which may be NULL.  Changes are told the node. */
static BxStatus
refuse(RuRun *run, const RuOp *op, const XdItem *node, const char *code, const char *what)
{
	RuChanges *changes = run->pending != NULL ? run->pending->changes : NULL;

	if (changes == NULL)
		return ru_fail(run, op, code, "%s", what);
	changes->has_error_node = node != NULL && at_is_node(node) && xd_kind(node) != XD_NAMESPACE;
	if (changes->has_error_node)
		changes->error_node = ru_edit_node(node);
	return bx_fail(run->err, BX_E_UPDATE, op->pos, "%s: %s", code, what);
}

/* ---- the list ---- */

/* A change of the document becomes one of its edit. */
static BxStatus
add_to_edit(RuRun *run, RuChanges *changes, const XdItem *target, BxEditChange change)
{
	BxStatus st;

	if (xd_kind(target) == XD_NAMESPACE)
		return bx_fail(run->err, BX_E_UPDATE, -1, "XUTY0008: namespace nodes cannot be changed");
	change.target = ru_edit_node(target);
	changes->n++;
	st = bx_edit_add(changes->edit, &change);
	if (st != BX_OK)
	{
		changes->has_error_node = true;
		changes->error_node = change.target;
	}
	return st;
}

static BxStatus
add(RuRun *run, const RuOp *op, const XdItem *target, const BxEditChange *change)
{
	RuPending *p = run->pending;

	BX_TRY(bx_step(run->host));
	if (p->changes != NULL)
		return add_to_edit(run, p->changes, target, *change);
	if (p->n == p->cap)
	{
		uint32_t cap = p->cap * 2 + 8;
		RuPrimitive *list =
			bx_arena_grow(p->arena, p->list, p->n * sizeof(RuPrimitive), cap * sizeof(RuPrimitive));

		if (list == NULL)
			return bx_fail_nomem(run->err, cap * sizeof(RuPrimitive));
		p->list = list;
		p->cap = cap;
	}
	p->list[p->n++] = (RuPrimitive){*target, *change, op->pos};
	return BX_OK;
}

static BxStatus
keep(RuRun *run, BxStr in, BxStr *out)
{
	return ru_keep_text(run, run->pending->arena, in, out);
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
	return refuse(run, op, NULL, "XUDY0014", "the node does not belong to what is being updated");
}

/* Updates are evaluated only where they can be collected. */
static BxStatus
check_pending(RuRun *run, const RuOp *op)
{
	if (run->pending != NULL)
		return BX_OK;
	return ru_fail(run, op, "XUST0001", "an updating expression cannot be evaluated here");
}

/* Which node a target is, and what is said of others. */
typedef struct TargetRule
{
	unsigned kinds;
	const char *code; /* of a node of another kind, and of several nodes */
	const char *kind;
	const char *many;
	const char *none;    /* XUDY0027 */
	const char *each[2]; /* what changes each of several nodes */
} TargetRule;

static const TargetRule into = {
	BIT(XD_ELEMENT) | BIT(XD_DOCUMENT),
	"XUTY0005",
	"target of \"insert into\" must be an element or the document",
	"target of \"insert into\" must be a single node",
	"target of \"insert\" selects nothing",
	{"insert node ... into $x", "bxml_insert"},
};

static const TargetRule sibling = {
	CHILDREN,
	"XUTY0006",
	"target of \"insert before\" or \"after\" must be an element, text, comment or processing instruction",
	"target of \"insert before\" or \"after\" must be a single node",
	"target of \"insert\" selects nothing",
	{"insert node ... into $x", "bxml_insert"},
};

static const TargetRule replaced = {
	CHILDREN | BIT(XD_ATTRIBUTE),
	"XUTY0008",
	"target of \"replace\" must be an element, attribute, text, comment or processing instruction",
	"target of \"replace\" must be a single node",
	"target of \"replace\" selects nothing",
	{"replace node $x with ...", "bxml_replace"},
};

static const TargetRule valued = {
	CHILDREN | BIT(XD_ATTRIBUTE),
	"XUTY0008",
	"target of \"replace\" must be an element, attribute, text, comment or processing instruction",
	"target of \"replace\" must be a single node",
	"target of \"replace\" selects nothing",
	{"replace value of node $x with ...", "bxml_set"},
};

static const TargetRule renamed = {
	BIT(XD_ELEMENT) | BIT(XD_ATTRIBUTE) | BIT(XD_PI),
	"XUTY0012",
	"target of \"rename\" must be an element, attribute or processing instruction",
	"target of \"rename\" must be a single node",
	"target of \"rename\" selects nothing",
	{"rename node $x as ...", "bxml_rename"},
};

/* May the target be empty?  plain: the update is one that may, if the caller says nothing else. */
static bool
may_be_empty(const RuRun *run, bool plain)
{
	const RuChanges *changes = run->pending->changes;

	if (changes == NULL || changes->on_empty == RU_EMPTY_STANDARD)
		return plain;
	return changes->on_empty == RU_EMPTY_IGNORE;
}

/* The one node that an expression is about; *found is false where there is none, which is allowed. */
static BxStatus
target_of(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, const TargetRule *t, XdItem *target,
		  bool *found)
{
	bool more = false;

	*found = false;
	BX_TRY(check_pending(run, op));
	BX_TRY(ru_two(run, arg, cx, target, found, &more));
	if (!*found)
		return may_be_empty(run, op->sub & RU_WITHOUT_NODE) ? BX_OK
															: refuse(run, op, NULL, "XUDY0027", t->none);
	if (!at_is_node(target))
		return refuse(run, op, NULL, t->code, t->many);
	if (more)
		return bx_hint(run->err, refuse(run, op, NULL, t->code, t->many),
					   "To change each of several nodes write for $x in ... return %s, or call %s, which "
					   "changes all nodes of a path.",
					   t->each[0], t->each[1]);
	if (!(t->kinds & BIT(xd_kind(target))))
		return refuse(run, op, target, t->code, t->kind);
	return check_tree(run, op, target);
}

static BxStatus
parent_of(RuRun *run, const RuOp *op, const XdItem *node, const char *code, XdItem *parent)
{
	bool found;

	BX_TRY(xd_node_parent(run->forest, node, parent, &found));
	return found ? BX_OK : refuse(run, op, node, code, "the node has no parent");
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
	BxArena *arena = run->pending->arena;
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
	if (at_is_node(item) && xd_kind(item) == XD_ATTRIBUTE)
	{
		if (s->content)
			return refuse(run, op, NULL, "XUTY0004", "attribute follows other nodes to be inserted");
		return add_attribute(run, s, item);
	}
	/* among changes of documents an empty text is nothing */
	s->content = s->content || run->pending->changes == NULL || item->type != AT_STRING || item->n > 0;
	return ru_push_item(run, op, cx, item, sink);
}

/* The items of one expression; errors are at its place. */
static BxStatus
read_part(RuRun *run, const RuOp *op, const RuCx *cx, XdSink *sink, Source *s)
{
	RuEach each;
	uint32_t i;

	if (op->class == &ru_sequence)
	{
		for (i = 0; i < op->n_args; i++)
			BX_TRY(read_part(run, op->args[i], cx, sink, s));
		return BX_OK;
	}
	if (op->class == &ru_element || op->class == &ru_comment || op->class == &ru_pi)
	{
		/* there is one node, which need not be made by itself */
		s->content = true;
		return ru_push(run, op, cx, sink);
	}
	ru_each(run, op, cx, &each);
	while (ru_more(&each))
		BX_TRY(add_item(run, op, cx, &each.item, sink, s));
	return each.st;
}

static BxStatus
read_source(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, XdSink *sink, Source *s)
{
	const RuChanges *changes = run->pending->changes;
	uint32_t reserve = changes != NULL ? changes->options->reserve : 0;
	uint8_t *data = NULL;
	bool any;

	BX_TRY(read_part(run, arg, cx, sink, s));
	if (!s->content)
		return BX_OK;
	BX_TRY(ru_at_op(run, op, xd_sink_value(sink, &any, &data, &s->n)));
	s->value = (const uint8_t *) bx_arena_strndup(run->pending->arena, (const char *) data + reserve, s->n);
	run->host->release(run->host->ctx, data);
	return s->value != NULL ? BX_OK : bx_fail_nomem(run->err, s->n);
}

static BxStatus
source_of(RuRun *run, const RuOp *op, const RuOp *arg, const RuCx *cx, Source *s)
{
	const RuChanges *changes = run->pending->changes;
	XdSink *sink;
	BxStatus st;

	memset(s, 0, sizeof(*s));
	BX_TRY(ru_sink_take(run, op, XD_SINK_DOCUMENT, changes != NULL ? changes->options : NULL, &sink));
	st = read_source(run, op, arg, cx, sink, s);
	ru_sink_give(run, sink);
	return st;
}

/* ---- insert ---- */

static bool
is_beside(const RuOp *op)
{
	uint32_t where = op->sub & ~(uint32_t) RU_WITHOUT_NODE;

	return where == BEFORE || where == AFTER;
}

/* Attributes go to the element, or to the one around the node beside which they are inserted. */
static BxStatus
insert_attributes(RuRun *run, const RuOp *op, const XdItem *target, const Source *s)
{
	BxEditChange change = {.op = BX_EDIT_ATTRIBUTES, .attrs = s->attrs, .n_attrs = s->n_attrs};
	bool beside = is_beside(op);
	XdItem to = *target;

	if (s->n_attrs == 0)
		return BX_OK;
	if (beside)
		BX_TRY(parent_of(run, op, target, "XUDY0029", &to));
	if (xd_kind(&to) != XD_ELEMENT)
		return refuse(run, op, &to, beside ? "XUDY0030" : "XUTY0022", "the document has no attributes");
	return add(run, op, &to, &change);
}

static BxStatus
insert(RuRun *run, const RuOp *op, const RuCx *cx)
{
	static const uint8_t ops[] = {BX_EDIT_INSERT_LAST, BX_EDIT_INSERT_FIRST, BX_EDIT_INSERT_LAST,
								  BX_EDIT_INSERT_BEFORE, BX_EDIT_INSERT_AFTER};
	bool beside = is_beside(op);
	BxEditChange change = {.op = (BxEditOp) ops[op->sub & ~RU_WITHOUT_NODE]};
	XdItem target, parent;
	bool found;
	Source s;

	BX_TRY(target_of(run, op, op->args[1], cx, beside ? &sibling : &into, &target, &found));
	if (!found)
		return BX_OK;
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
	bool any = false;
	RuEach each;

	BX_TRY(check_pending(run, op));
	ru_each(run, op->args[0], cx, &each);
	for (; ru_more(&each); any = true)
	{
		const XdItem *node = &each.item;
		XdItem parent;
		bool found;

		if (!at_is_node(node))
			return refuse(run, op, NULL, "XUTY0007", "target of \"delete\" must be nodes");
		BX_TRY(check_tree(run, op, node));
		BX_TRY(xd_node_parent(run->forest, node, &parent, &found));
		if (found)
			BX_TRY(add(run, op, node, &change));
	}
	BX_TRY(each.st);
	return any || may_be_empty(run, true)
			   ? BX_OK
			   : refuse(run, op, NULL, "XUDY0027", "target of \"delete\" selects nothing");
}

/* ---- replace ---- */

static BxStatus
replace(RuRun *run, const RuOp *op, const RuCx *cx)
{
	BxEditChange change = {.op = BX_EDIT_REPLACE};
	XdItem target, parent;
	bool attribute, found;
	Source s;

	BX_TRY(target_of(run, op, op->args[0], cx, &replaced, &target, &found));
	if (!found)
		return BX_OK;
	BX_TRY(parent_of(run, op, &target, "XUDY0009", &parent));
	BX_TRY(source_of(run, op, op->args[1], cx, &s));
	attribute = xd_kind(&target) == XD_ATTRIBUTE;
	if (attribute ? s.content : s.n_attrs > 0)
		return attribute ? refuse(run, op, &target, "XUTY0011", "an attribute is replaced by attributes only")
						 : refuse(run, op, &target, "XUTY0010", "only attributes are replaced by attributes");
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
	bool checked = run->pending != NULL && run->pending->changes != NULL; /* by the edit */
	XdItem target;
	BxStr text;
	bool found;

	BX_TRY(target_of(run, op, op->args[0], cx, &valued, &target, &found));
	if (!found)
		return BX_OK;
	BX_TRY(ru_text_of(run, op, 1, cx, &text, &found));
	if (xd_kind(&target) == XD_COMMENT && !checked)
		BX_TRY(ru_check_comment(run, op, text));
	if (xd_kind(&target) == XD_PI && !checked)
	{
		text = bx_str_trim_start(text); /* as constructors do */
		BX_TRY(ru_check_pi(run, op, text));
	}
	BX_TRY(keep(run, text, &change.text));
	return add(run, op, &target, &change);
}

/* ---- rename ---- */

/* The name for a node that is renamed. */
static BxStatus
new_name(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *target, AtName *name)
{
	XdKind kind = xd_kind(target);
	RuChanges *changes = run->pending->changes;
	BxStatus st;

	if (changes != NULL)
	{
		st = ru_given_name(run, op, 1, cx, kind == XD_ELEMENT, name);
		changes->has_error_node = st != BX_OK;
		changes->error_node = ru_edit_node(target);
		return st;
	}
	if (kind == XD_PI)
		return ru_pi_target(run, op, op->args[1], cx, &name->local);
	BX_TRY(ru_node_name(run, op, op->args[1], cx, kind == XD_ELEMENT, name));
	if (kind == XD_ATTRIBUTE && name->uri.n > 0 && name->prefix.n == 0)
		name->prefix = bx_str("ns0", 3);
	return BX_OK;
}

static BxStatus
rename_node(RuRun *run, const RuOp *op, const RuCx *cx)
{
	BxEditChange change = {.op = BX_EDIT_RENAME};
	AtName name = {{"", 0}, {"", 0}, {"", 0}};
	XdItem target;
	bool found;

	BX_TRY(target_of(run, op, op->args[0], cx, &renamed, &target, &found));
	if (!found)
		return BX_OK;
	BX_TRY(new_name(run, op, cx, &target, &name));
	BX_TRY(ru_keep_name(run, run->pending->arena, &name, &name));
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
