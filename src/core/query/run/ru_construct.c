/*
 * ru_construct.c -- constructors of elements and documents, and of attributes, text and the like (XQuery 3.1, section
 * 3.9).
 *
 * Each can push its node into a sink.  Where a node is asked for, elements and documents are pushed into a sink of
 * their own, which becomes a tree; other nodes are trees by themselves.
 */
#include "../../base/bx_core_int.h"

#include "ru_construct.h"
#include "ru_name.h"
#include "ru_query.h"

#define URI_XML "http://www.w3.org/XML/1998/namespace"
#define URI_XMLNS "http://www.w3.org/2000/xmlns/"

static const RuConstructor *
data_of(const RuOp *op)
{
	return op->data;
}

static BxStatus
string_one(RU_ONE_ARGS)
{
	bool any;
	BxStr s;

	BX_TRY(ru_text_of(run, op, 0, cx, &s, &any));
	*item = at_string_item(s);
	*found = true;
	return BX_OK;
}

const RuClass ru_string_constructor = {"string constructor", .one = string_one};

/* The name of an element or an attribute. */
static BxStatus
name_of(RuRun *run, const RuOp *op, const RuCx *cx, AtName *name)
{
	bool element = op->class == &ru_element;

	*name = data_of(op)->name;
	if (op->args[0] != NULL)
		return ru_node_name(run, op, op->args[0], cx, element, name);
	return ru_finish_name(run, op, name, element);
}

/* ---- elements and documents ---- */

/* Content, which must not leave anything in the arena. */
static BxStatus
push_content(RuRun *run, const RuOp *op, uint32_t from, const RuCx *cx, XdSink *sink)
{
	uint32_t i;

	for (i = from; i < op->n_args; i++)
	{
		xd_sink_break(sink);
		BX_TRY(ru_push(run, op->args[i], cx, sink));
	}
	xd_sink_break(sink);
	return BX_OK;
}

static BxStatus
start_element(RU_PUSH_ARGS)
{
	const RuConstructor *c = data_of(op);
	AtName name;
	uint32_t i;

	BX_TRY(name_of(run, op, cx, &name));
	BX_TRY(xd_sink_start(sink, &name));
	for (i = 0; i < c->n_declared; i++)
		BX_TRY(xd_sink_namespace(sink, c->declared[i].prefix, c->declared[i].uri));
	return xd_sink_around(sink, c->around, c->n_around);
}

static BxStatus
element_push(RU_PUSH_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);

	BX_TRY(ru_check_stack(run));
	BX_TRY(bx_step(run->host));
	BX_TRY(ru_at_op(run, op, start_element(run, op, cx, sink)));
	BX_TRY(ru_at_op(run, op, push_content(run, op, 1, cx, sink)));
	BX_TRY(ru_at_op(run, op, xd_sink_end(sink)));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

static BxStatus
document_push(RU_PUSH_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	uint32_t before = xd_sink_enter(sink);

	BX_TRY(ru_check_stack(run));
	BX_TRY(ru_at_op(run, op, push_content(run, op, 0, cx, sink)));
	xd_sink_leave(sink, before);
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

/* A tree of its own. */
static BxStatus
tree_one(RU_ONE_ARGS)
{
	XdSinkUse use = op->class == &ru_element ? XD_SINK_ELEMENT : XD_SINK_DOCUMENT;
	XdSink *sink;
	BxStatus st;

	*found = true;
	BX_TRY(ru_sink_take(run, op, use, NULL, &sink));
	st = op->class->push(run, op, cx, sink);
	if (st == BX_OK)
		st = xd_sink_tree(sink, cx->arena, ru_module(run, op)->base_uri, item);
	ru_sink_give(run, sink);
	return st;
}

const RuClass ru_element = {"element constructor", .one = tree_one, .push = element_push};
const RuClass ru_document = {"document constructor", .one = tree_one, .push = document_push};

/* ---- other nodes: what they hold, then the two ways to give it ---- */

typedef struct Part
{
	AtName name;
	BxStr text;
	bool there;
} Part;

/* White space of xml:id and xml:space, and what they may be. */
static BxStatus
check_xml_attribute(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	AtCall at = ru_at(run, cx);
	XdItem item, id;

	if (!bx_str_is(part->name.uri, URI_XML))
		return BX_OK;
	if (bx_str_is(part->name.local, "space") && !bx_str_is(part->text, "preserve") &&
		!bx_str_is(part->text, "default"))
		return ru_fail(run, op, "XQDY0092", "xml:space must be \"preserve\" or \"default\"");
	if (!bx_str_is(part->name.local, "id"))
		return BX_OK;
	item = at_string_item(part->text);
	if (at_cast(&at, &item, AT_ID, &id) != BX_OK)
		return ru_fail(run, op, "XQDY0091", "xml:id must be a name without a colon");
	part->text = at_item_str(&id);
	return BX_OK;
}

/* The text of a node that is there even without one. */
static BxStatus
text_of(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, Part *part)
{
	BX_TRY(ru_text_of(run, op, i, cx, &part->text, &part->there));
	part->there = true;
	return BX_OK;
}

static BxStatus
attribute_part(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	BX_TRY(name_of(run, op, cx, &part->name));
	BX_TRY(text_of(run, op, 1, cx, part));
	return ru_is_lenient(run) ? BX_OK : check_xml_attribute(run, op, cx, part);
}

static BxStatus
text_part(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	return ru_text_of(run, op, 0, cx, &part->text, &part->there);
}

static BxStatus
comment_part(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	BX_TRY(text_of(run, op, 0, cx, part));
	return ru_check_comment(run, op, part->text);
}

static BxStatus
pi_part(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	part->name.local = data_of(op)->name.local;
	if (op->args[0] != NULL)
		BX_TRY(ru_pi_target(run, op, op->args[0], cx, &part->name.local));
	else
		BX_TRY(ru_check_target(run, op, part->name.local));
	BX_TRY(text_of(run, op, 1, cx, part));
	part->text = bx_str_trim_start(part->text);
	return ru_check_pi(run, op, part->text);
}

static BxStatus
namespace_part(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	BxStr *prefix = &part->name.local;

	*prefix = data_of(op)->name.local;
	if (op->args[0] != NULL)
		BX_TRY(ru_namespace_prefix(run, op, op->args[0], cx, prefix));
	BX_TRY(text_of(run, op, 1, cx, part));
	if (part->text.n == 0 || bx_str_is(*prefix, "xmlns") || bx_str_is(part->text, URI_XMLNS) ||
		bx_str_is(*prefix, "xml") != bx_str_is(part->text, URI_XML))
		return ru_fail(run, op, "XQDY0101", "prefix \"%.*s\" cannot stand for the namespace \"%.*s\"",
					   (int) (prefix->n < 64 ? prefix->n : 64), prefix->s,
					   (int) (part->text.n < 64 ? part->text.n : 64), part->text.s);
	return BX_OK;
}

static BxStatus
part_of(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	memset(part, 0, sizeof(*part));
	return op->class == &ru_attribute ? attribute_part(run, op, cx, part)
		   : op->class == &ru_text    ? text_part(run, op, cx, part)
		   : op->class == &ru_comment ? comment_part(run, op, cx, part)
		   : op->class == &ru_pi      ? pi_part(run, op, cx, part)
									  : namespace_part(run, op, cx, part);
}

static BxStatus
put(const RuOp *op, const Part *part, XdSink *sink)
{
	return op->class == &ru_attribute ? xd_sink_attribute(sink, &part->name, part->text)
		   : op->class == &ru_text    ? xd_sink_text(sink, part->text)
		   : op->class == &ru_comment ? xd_sink_comment(sink, part->text)
		   : op->class == &ru_pi      ? xd_sink_pi(sink, part->name.local, part->text)
									  : xd_sink_namespace(sink, part->name.local, part->text);
}

static BxStatus
part_push(RU_PUSH_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	Part part;

	BX_TRY(part_of(run, op, cx, &part));
	if (part.there)
		BX_TRY(ru_at_op(run, op, put(op, &part, sink)));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

static BxStatus
part_one(RU_ONE_ARGS)
{
	XdKind kind = op->class == &ru_attribute ? XD_ATTRIBUTE
				  : op->class == &ru_text    ? XD_TEXT
				  : op->class == &ru_comment ? XD_COMMENT
				  : op->class == &ru_pi      ? XD_PI
											 : XD_NAMESPACE;
	Part part;

	BX_TRY(part_of(run, op, cx, &part));
	*found = part.there;
	if (!*found)
		return BX_OK;
	/* an attribute in a namespace has a prefix; within an element it may get another one */
	if (kind == XD_ATTRIBUTE && part.name.uri.n > 0 && part.name.prefix.n == 0)
		part.name.prefix = bx_str("ns0", 3);
	return xd_tree_open_lone(run->forest, cx->arena, kind, &part.name, part.text, item);
}

const RuClass ru_attribute = {"attribute constructor", .one = part_one, .push = part_push};
const RuClass ru_text = {"text constructor", .one = part_one, .push = part_push};
const RuClass ru_comment = {"comment constructor", .one = part_one, .push = part_push};
const RuClass ru_pi = {"processing instruction constructor", .one = part_one, .push = part_push};
const RuClass ru_namespace = {"namespace constructor", .one = part_one, .push = part_push};
