/*
 * ru_construct.c -- constructors of elements and documents, and of attributes, text and the like (XQuery 3.1, section
 * 3.9).
 *
 * Each can push its node into a sink.  Where a node is asked for, elements and documents are pushed into a sink of
 * their own, which becomes a tree; other nodes are trees by themselves.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_char.h"
#include "../../base/bx_utf8.h"
#include "ru_construct.h"
#include "ru_query.h"

#define URI_XML "http://www.w3.org/XML/1998/namespace"
#define URI_XMLNS "http://www.w3.org/2000/xmlns/"

static const RuConstructor *
data_of(const RuOp *op)
{
	return op->data;
}

/* ---- text of atomic values ---- */

typedef struct Text
{
	char *s;
	size_t n, cap;
	bool any; /* there was a value, or a literal part */
} Text;

static BxStatus
append(RuRun *run, const RuCx *cx, Text *t, BxStr s)
{
	if (t->n + s.n > t->cap)
	{
		size_t cap = t->cap * 2 > t->n + s.n ? t->cap * 2 : t->n + s.n + 16;
		char *p = bx_arena_grow(cx->arena, t->s, t->n, cap);

		if (p == NULL)
			return bx_fail_nomem(run->err, cap);
		t->s = p;
		t->cap = cap;
	}
	if (s.n > 0)
		memcpy(t->s + t->n, s.s, s.n);
	t->n += s.n;
	return bx_charge(run->host, s.n);
}

/* The values of one argument, which are atomic, joined with spaces. */
static BxStatus
append_values(RuRun *run, const RuOp *op, const RuCx *cx, Text *t)
{
	AtCall at = ru_at(run, cx);
	bool found, first = true;
	XdItem item;
	RuIter it;
	BxStr s;

	BX_TRY(ru_open(run, op, cx, &it));
	for (;; first = false)
	{
		BX_TRY(ru_next(run, &it, &item, &found));
		if (!found)
			return BX_OK;
		BX_TRY(ru_at_op(run, op, at_text(&at, &item, &s)));
		if (!first)
			BX_TRY(append(run, cx, t, bx_str(" ", 1)));
		BX_TRY(append(run, cx, t, s));
		t->any = true;
	}
}

/* The text of the arguments from a number on. */
static BxStatus
text_of(RuRun *run, const RuOp *op, uint32_t from, const RuCx *cx, BxStr *s, bool *any)
{
	Text t = {.any = false};
	uint32_t i;

	if (op->n_args == from + 1 && op->args[from]->class->one != NULL)
	{
		AtCall at = ru_at(run, cx);
		XdItem item;

		BX_TRY(ru_one(run, op->args[from], cx, &item, any));
		*s = bx_str("", 0);
		return *any ? ru_at_op(run, op, at_text(&at, &item, s)) : BX_OK;
	}
	for (i = from; i < op->n_args; i++)
		BX_TRY(append_values(run, op->args[i], cx, &t));
	*s = bx_str(t.n > 0 ? t.s : "", t.n);
	*any = t.any;
	return BX_OK;
}

static BxStatus
string_one(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	bool any;
	BxStr s;

	BX_TRY(text_of(run, op, 0, cx, &s, &any));
	*item = at_string_item(s);
	*found = true;
	return BX_OK;
}

const RuClass ru_string_constructor = {"string constructor", .one = string_one};

/* ---- names ---- */

/* The one atomic value that computes a name: a text or an xs:QName; XPTY0004. */
static BxStatus
name_value(RuRun *run, const RuOp *op, const RuCx *cx, bool optional, XdItem *item, bool *found)
{
	RuIter it;
	XdItem second;
	bool more = false;

	BX_TRY(ru_open(run, op->args[0], cx, &it));
	BX_TRY(ru_next(run, &it, item, found));
	if (*found && it.fleeting)
		BX_TRY(xd_item_keep(cx->arena, item, item, run->err));
	if (*found)
		BX_TRY(ru_next(run, &it, &second, &more));
	if (more || (!*found && !optional))
		return ru_fail(run, op, "XPTY0004", "the name of a node must be one value, not %s",
					   more ? "several" : "none");
	return BX_OK;
}

static bool
is_text(const XdItem *item)
{
	return item->type == AT_UNTYPED || at_type_derives((AtType) item->type, AT_STRING);
}

static BxStatus
bad_name(RuRun *run, const RuOp *op, const char *code, BxStr s)
{
	return ru_fail(run, op, code, "\"%.*s\" is not a name", (int) (s.n < 64 ? s.n : 64), s.s);
}

/* The namespace of a prefix in the query; without a prefix the default namespace of elements, none for attributes. */
static BxStatus
find_namespace(RuRun *run, const RuOp *op, BxStr whole, AtName *name)
{
	const RuConstructor *c = data_of(op);
	uint32_t i;

	name->uri = bx_str("", 0);
	if (name->prefix.n == 0 && op->class != &ru_element)
		return BX_OK;
	for (i = c->n_prefixes; i-- > 0;)
		if (bx_str_equal(c->prefixes[i].prefix, name->prefix))
		{
			name->uri = c->prefixes[i].uri;
			break;
		}
	if (name->prefix.n > 0 && name->uri.n == 0)
		return ru_fail(run, op, "XQDY0074", "the prefix of \"%.*s\" is not declared",
					   (int) (whole.n < 64 ? whole.n : 64), whole.s);
	return BX_OK;
}

/* "local", "prefix:local", "Q{uri}local" */
static BxStatus
parse_name(RuRun *run, const RuOp *op, BxStr s, AtName *name)
{
	BxStr whole = s = bx_str_trim(s);
	const char *end;

	if (s.n > 2 && s.s[0] == 'Q' && s.s[1] == '{')
	{
		end = memchr(s.s, '}', s.n);
		if (end == NULL || memchr(s.s + 2, '{', (size_t) (end - s.s - 2)) != NULL)
			return bad_name(run, op, "XQDY0074", whole);
		name->prefix = bx_str("", 0);
		name->uri = bx_str_trim(bx_str(s.s + 2, (size_t) (end - s.s - 2)));
		name->local = bx_str(end + 1, s.n - (size_t) (end + 1 - s.s));
		return bx_is_ncname(name->local.s, name->local.n) ? BX_OK : bad_name(run, op, "XQDY0074", whole);
	}
	end = s.n > 0 ? memchr(s.s, ':', s.n) : NULL;
	name->prefix = bx_str(s.s, end != NULL ? (size_t) (end - s.s) : 0);
	name->local = end != NULL ? bx_str(end + 1, s.n - name->prefix.n - 1) : s;
	if (!bx_is_ncname(name->local.s, name->local.n) ||
		(end != NULL && !bx_is_ncname(name->prefix.s, name->prefix.n)))
		return bad_name(run, op, "XQDY0074", whole);
	return find_namespace(run, op, whole, name);
}

/* The name of an element or an attribute. */
static BxStatus
node_name(RuRun *run, const RuOp *op, const RuCx *cx, AtName *name)
{
	XdItem item;
	bool found;

	*name = data_of(op)->name;
	if (op->args[0] == NULL)
		return BX_OK;
	BX_TRY(name_value(run, op, cx, false, &item, &found));
	if (item.type == AT_QNAME)
	{
		*name = *item.u.name;
		return BX_OK;
	}
	if (!is_text(&item))
		return ru_fail(run, op, "XPTY0004", "the name of a node must be a string or an xs:QName");
	return parse_name(run, op, at_item_str(&item), name);
}

static BxStatus
forbidden(RuRun *run, const RuOp *op, const char *code, const AtName *name)
{
	return ru_fail(run, op, code, "no node can be named \"%.*s%s%.*s\" in this namespace",
				   (int) (name->prefix.n < 64 ? name->prefix.n : 64), name->prefix.s,
				   name->prefix.n > 0 ? ":" : "", (int) (name->local.n < 64 ? name->local.n : 64),
				   name->local.s);
}

/* xmlns, and xml for anything but its own namespace. */
static BxStatus
check_node_name(RuRun *run, const RuOp *op, const char *code, const AtName *name)
{
	bool xml = bx_str_is(name->uri, URI_XML);

	if (bx_str_is(name->prefix, "xmlns") || bx_str_is(name->uri, URI_XMLNS) ||
		(name->prefix.n > 0 && bx_str_is(name->prefix, "xml") != xml))
		return forbidden(run, op, code, name);
	return BX_OK;
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
start_element(RuRun *run, const RuOp *op, const RuCx *cx, XdSink *sink)
{
	const RuConstructor *c = data_of(op);
	AtName name;
	uint32_t i;

	BX_TRY(node_name(run, op, cx, &name));
	BX_TRY(check_node_name(run, op, "XQDY0096", &name));
	if (name.prefix.n == 0 && bx_str_is(name.uri, URI_XML))
		name.prefix = bx_str("xml", 3);
	BX_TRY(xd_sink_start(sink, &name));
	for (i = 0; i < c->n_declared; i++)
		BX_TRY(xd_sink_namespace(sink, c->declared[i].prefix, c->declared[i].uri));
	return xd_sink_around(sink, c->around, c->n_around);
}

static BxStatus
element_push(RuRun *run, const RuOp *op, const RuCx *cx, XdSink *sink)
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
document_push(RuRun *run, const RuOp *op, const RuCx *cx, XdSink *sink)
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
make_tree(RuRun *run, const RuOp *op, const RuCx *cx, XdSinkUse use, XdItem *item)
{
	XdSink *sink;
	BxStatus st;

	BX_TRY(ru_sink_take(run, use, NULL, &sink));
	st = op->class->push(run, op, cx, sink);
	if (st == BX_OK)
		st = xd_sink_tree(sink, run->query->base_uri, item);
	ru_sink_give(run, sink);
	return st;
}

static BxStatus
element_one(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	*found = true;
	return make_tree(run, op, cx, XD_SINK_ELEMENT, item);
}

static BxStatus
document_one(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	*found = true;
	return make_tree(run, op, cx, XD_SINK_DOCUMENT, item);
}

const RuClass ru_element = {"element constructor", .one = element_one, .push = element_push};
const RuClass ru_document = {"document constructor", .one = document_one, .push = document_push};

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

static BxStatus
attribute_part(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	BX_TRY(node_name(run, op, cx, &part->name));
	BX_TRY(check_node_name(run, op, "XQDY0044", &part->name));
	if (part->name.uri.n == 0 && bx_str_is(part->name.local, "xmlns"))
		return forbidden(run, op, "XQDY0044", &part->name);
	if (part->name.prefix.n == 0 && bx_str_is(part->name.uri, URI_XML))
		part->name.prefix = bx_str("xml", 3);
	BX_TRY(text_of(run, op, 1, cx, &part->text, &part->there));
	part->there = true;
	return check_xml_attribute(run, op, cx, part);
}

static BxStatus
text_part(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	return text_of(run, op, 0, cx, &part->text, &part->there);
}

static BxStatus
comment_part(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	BxStr *s = &part->text;
	size_t i;

	BX_TRY(text_of(run, op, 0, cx, s, &part->there));
	part->there = true;
	for (i = 0; i < s->n; i++)
		if (s->s[i] == '-' && (i + 1 == s->n || s->s[i + 1] == '-'))
			return ru_fail(run, op, "XQDY0072", "a comment cannot contain \"--\" or end with \"-\"");
	return BX_OK;
}

static BxStatus
target_of(RuRun *run, const RuOp *op, const RuCx *cx, BxStr *target)
{
	XdItem item;
	bool found;

	*target = data_of(op)->name.local;
	if (op->args[0] != NULL)
	{
		BX_TRY(name_value(run, op, cx, false, &item, &found));
		if (!is_text(&item))
			return ru_fail(run, op, "XPTY0004", "the target of a processing instruction must be a string");
		*target = bx_str_trim(at_item_str(&item));
		if (!bx_is_ncname(target->s, target->n))
			return bad_name(run, op, "XQDY0041", *target);
	}
	if (target->n == 3 && (target->s[0] | 32) == 'x' && (target->s[1] | 32) == 'm' &&
		(target->s[2] | 32) == 'l')
		return ru_fail(run, op, "XQDY0064", "the target of a processing instruction cannot be \"xml\"");
	return BX_OK;
}

static BxStatus
pi_part(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	BxStr *s = &part->text;
	size_t i;

	BX_TRY(target_of(run, op, cx, &part->name.local));
	BX_TRY(text_of(run, op, 1, cx, s, &part->there));
	part->there = true;
	while (s->n > 0 && bx_is_space(s->s[0]))
	{
		s->s++;
		s->n--;
	}
	for (i = 1; i < s->n; i++)
		if (s->s[i - 1] == '?' && s->s[i] == '>')
			return ru_fail(run, op, "XQDY0026", "a processing instruction cannot contain \"?>\"");
	return BX_OK;
}

static BxStatus
prefix_of(RuRun *run, const RuOp *op, const RuCx *cx, BxStr *prefix)
{
	XdItem item;
	bool found;

	*prefix = data_of(op)->name.local;
	if (op->args[0] == NULL)
		return BX_OK;
	BX_TRY(name_value(run, op, cx, true, &item, &found));
	*prefix = bx_str("", 0);
	if (!found)
		return BX_OK;
	if (!is_text(&item))
		return ru_fail(run, op, "XPTY0004", "the prefix of a namespace node must be a string");
	*prefix = bx_str_trim(at_item_str(&item));
	return prefix->n == 0 || bx_is_ncname(prefix->s, prefix->n) ? BX_OK
																: bad_name(run, op, "XQDY0074", *prefix);
}

static BxStatus
namespace_part(RuRun *run, const RuOp *op, const RuCx *cx, Part *part)
{
	BxStr *prefix = &part->name.local;

	BX_TRY(prefix_of(run, op, cx, prefix));
	BX_TRY(text_of(run, op, 1, cx, &part->text, &part->there));
	part->there = true;
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
part_push(RuRun *run, const RuOp *op, const RuCx *cx, XdSink *sink)
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
keep(RuRun *run, BxStr *s)
{
	char *p;

	if (s->n == 0)
		return BX_OK;
	p = bx_arena_strndup(run->arena, s->s, s->n);
	if (p == NULL)
		return bx_fail_nomem(run->err, s->n);
	s->s = p;
	return BX_OK;
}

/* A name as long as the run. */
static BxStatus
keep_name(RuRun *run, const RuOp *op, const AtName *name, const AtName **kept)
{
	AtName *n;

	if (op->class == &ru_text || op->class == &ru_comment)
	{
		*kept = NULL;
		return BX_OK;
	}
	n = bx_arena_alloc(run->arena, sizeof(AtName));
	if (n == NULL)
		return bx_fail_nomem(run->err, sizeof(AtName));
	*n = *name;
	*kept = n;
	BX_TRY(keep(run, &n->prefix));
	BX_TRY(keep(run, &n->uri));
	return keep(run, &n->local);
}

static BxStatus
part_one(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found)
{
	XdKind kind = op->class == &ru_attribute ? XD_ATTRIBUTE
				  : op->class == &ru_text    ? XD_TEXT
				  : op->class == &ru_comment ? XD_COMMENT
				  : op->class == &ru_pi      ? XD_PI
											 : XD_NAMESPACE;
	const AtName *name = NULL;
	Part part;

	BX_TRY(part_of(run, op, cx, &part));
	*found = part.there;
	if (!*found)
		return BX_OK;
	/* an attribute in a namespace has a prefix; within an element it may get another one */
	if (kind == XD_ATTRIBUTE && part.name.uri.n > 0 && part.name.prefix.n == 0)
		part.name.prefix = bx_str("ns0", 3);
	BX_TRY(keep_name(run, op, &part.name, &name));
	BX_TRY(keep(run, &part.text));
	return xd_tree_open_lone(run->forest, kind, name, part.text, bx_str("", 0), item);
}

const RuClass ru_attribute = {"attribute constructor", .one = part_one, .push = part_push};
const RuClass ru_text = {"text constructor", .one = part_one, .push = part_push};
const RuClass ru_comment = {"comment constructor", .one = part_one, .push = part_push};
const RuClass ru_pi = {"processing instruction constructor", .one = part_one, .push = part_push};
const RuClass ru_namespace = {"namespace constructor", .one = part_one, .push = part_push};
