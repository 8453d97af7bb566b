/*
 * xs_doc.c -- a schema document, read from its value into a tree.
 */
#include "../base/bx_core_int.h"

#include "xs_version_int.h"

#include <stdio.h>

#include "../read/bx_reader.h"
#include "../store/bx_window.h"
#include "../value/bx_value.h"
#include "xs_simple_int.h"

const char *const xs_tag_names[XS_TAGS] = {"all",
										   "annotation",
										   "any",
										   "anyAttribute",
										   "appinfo",
										   "attribute",
										   "attributeGroup",
										   "choice",
										   "complexContent",
										   "complexType",
										   "documentation",
										   "element",
										   "enumeration",
										   "extension",
										   "field",
										   "fractionDigits",
										   "group",
										   "import",
										   "include",
										   "key",
										   "keyref",
										   "length",
										   "list",
										   "maxExclusive",
										   "maxInclusive",
										   "maxLength",
										   "minExclusive",
										   "minInclusive",
										   "minLength",
										   "notation",
										   "pattern",
										   "redefine",
										   "restriction",
										   "schema",
										   "selector",
										   "sequence",
										   "simpleContent",
										   "simpleType",
										   "totalDigits",
										   "union",
										   "unique",
										   "whiteSpace"};

/* ---- places ---- */

/* A step of a path to a node: by its name, else by its position among siblings of its kind. */
static size_t
put_step(char *buf, size_t cap, const XsNode *node)
{
	BxStr name = xs_attr(node, "name");
	const XsNode *kid;
	unsigned place = 1;
	int n;

	for (kid = node->parent != NULL ? node->parent->first : node; kid != NULL && kid != node; kid = kid->next)
		place += kid->tag == node->tag;
	if (node->parent == NULL || name.s == NULL)
		n = place > 1 ? snprintf(buf, cap, "/%s[%u]", xs_tag_names[node->tag], place)
					  : snprintf(buf, cap, "/%s", xs_tag_names[node->tag]);
	else
		n = snprintf(buf, cap, "/%s[@name=\"%.*s\"]", xs_tag_names[node->tag],
					 (int) (name.n < 64 ? name.n : 64), name.s);
	return n < 0 ? 0 : (size_t) n < cap ? (size_t) n : cap - 1;
}

/* Put "In document, at /schema/..." into the detail of a report; returns its status. */
static BxStatus
put_place(BxError *err, BxStatus status, BxStr document, const XsNode *node)
{
	const XsNode *way[8];
	unsigned n = 0;
	size_t len;
	int k;

	if (err == NULL)
		return status;
	k = snprintf(err->detail, sizeof(err->detail), "In \"%.*s\", at ",
				 (int) (document.n < 80 ? document.n : 80), document.s);
	len = k < 0 ? 0 : (size_t) k;
	for (; node != NULL && n < sizeof(way) / sizeof(way[0]); node = node->parent)
		way[n++] = node;
	while (n > 0 && len + 1 < sizeof(err->detail))
		len += put_step(err->detail + len, sizeof(err->detail) - len, way[--n]);
	if (len + 1 < sizeof(err->detail))
		memcpy(err->detail + len, ".", 2);
	return status;
}

BxStatus
xs_fail_at(BxError *err, BxStatus status, const BxStr *document, const XsNode *node, const char *fmt,
		   va_list ap)
{
	char text[BX_MSG_MAX];

	vsnprintf(text, sizeof(text), fmt, ap);
	bx_fail(err, status, -1, "%s", text);
	return document != NULL ? put_place(err, status, *document, node) : status;
}

BxStr
xs_attr(const XsNode *node, const char *name)
{
	const XsAttr *a;

	for (a = node->attrs; a != NULL; a = a->next)
		if (bx_str_is(a->name, name))
			return a->value;
	return bx_str(NULL, 0);
}

const XsNode *
xs_child(const XsNode *node, XsTag tag)
{
	const XsNode *kid = node->first;

	while (kid != NULL && kid->tag != tag)
		kid = kid->next;
	return kid;
}

/* ---- reading ---- */

typedef struct XsDocReader
{
	XsReading *rd;
	XsSource *source;
	XsRuler ruler;
	BxTable table;
	BxReader *reader;
	XsNode *at;      /* the innermost open element */
	XsNode notes[2]; /* an annotation, and what is in it; they do not stay */
	bool open;       /* attributes of it may still come, and it is not below its parent yet */
	BxStr name;      /* of it then */
	uint32_t level;  /* and its level */
	bool conditional;
	BxStr conditions[XS_CONDITIONS]; /* that it states, collapsed */
	uint32_t depth;
	uint32_t ignored; /* level of an element that is passed over; 0: none */
} XsDocReader;

static BxStatus
keep_text(const XsDocReader *d, const BxEvent *ev, BxStr *text)
{
	char buf[BX_VALUE_TEXT_MAX];
	uint32_t n;
	const char *s = ev->heap ? (const char *) ev->payload : bx_value_text(ev->payload, ev->len, buf, &n);

	if (ev->heap)
		n = ev->len;
	if (s == NULL)
		return bx_fail(d->rd->err, BX_E_CORRUPT, -1, "bxml value is damaged: bad typed value");
	*text = bx_str(bx_arena_strndup(d->rd->arena, s, n), n);
	return text->s != NULL ? bx_charge(d->rd->arena->host, n) : bx_fail_nomem(d->rd->err, n);
}

/* The kind of an element by its name; false when XML Schema has none. */
static bool
find_tag(BxStr local, unsigned *tag)
{
	for (*tag = 0; *tag < XS_TAGS; ++*tag)
		if (bx_str_is(local, xs_tag_names[*tag]))
			return true;
	return false;
}

static BxStatus
too_large(const XsDocReader *d, const char *what)
{
	bx_fail(d->rd->err, BX_E_LIMIT, -1, "%s", what);
	return put_place(d->rd->err, BX_E_LIMIT, d->source->name, d->at);
}

/* A node that stays, or one of those that do not. */
static BxStatus
make_node(XsDocReader *d, unsigned tag, XsNode **out)
{
	XsNode *node = &d->notes[tag != XS_TAG_ANNOTATION];

	*out = node;
	/* an annotation in another one is a fault that is found later */
	if ((tag == XS_TAG_ANNOTATION || xs_rule_is_open(tag)) && node != d->at)
	{
		*node = (XsNode){0};
		return BX_OK;
	}
	*out = node = bx_arena_zalloc(d->rd->arena, sizeof(XsNode));
	if (node == NULL)
		return bx_fail_nomem(d->rd->err, sizeof(XsNode));
	if (d->rd->nodes_left-- == 0)
		return too_large(d, "the schema has too many components");
	node->made = tag == XS_TAG_ELEMENT ? bx_arena_zalloc(d->rd->arena, sizeof(XsMade)) : NULL;
	if (tag == XS_TAG_ELEMENT && node->made == NULL)
		return bx_fail_nomem(d->rd->err, sizeof(XsMade));
	return BX_OK;
}

/* A new element, to be put below the open one when its attributes are known. */
static BxStatus
add_node(XsDocReader *d, unsigned tag, const BxEvent *ev)
{
	XsNode *parent = d->at, *node;

	if (++d->depth > d->rd->max_depth)
		return too_large(d, "elements of the schema are nested too deep");
	BX_TRY(make_node(d, tag, &node));
	node->tag = (uint8_t) tag;
	node->parent = parent;
	node->scope = parent != NULL ? parent->scope : NULL;
	d->at = node;
	d->open = true;
	d->level = ev->level;
	return BX_OK;
}

static BxStr
uri_of(const XsDocReader *d, const BxEvent *ev, BxStr *local)
{
	const BxNameInfo *name = &d->table.names[d->table.shapes[ev->shape].name];

	*local = bx_str(name->local, name->len);
	return bx_pair_uri(&d->table.pairs[name->pair]);
}

static BxStatus
start_element(XsDocReader *d, const BxEvent *ev)
{
	BxStr local, uri = uri_of(d, ev, &local);
	bool is_schema = bx_str_is(uri, XS_NS);
	unsigned tag;

	if (d->at == NULL && !(is_schema && bx_str_is(local, "schema")))
	{
		bx_fail(d->rd->err, BX_E_SCHEMA, -1, "document \"%.*s\" is not a schema", (int) d->source->name.n,
				d->source->name.s);
		return bx_hint(d->rd->err, BX_E_SCHEMA,
					   "The root element must be \"schema\" in namespace " XS_NS ".");
	}
	d->name = local;
	if (!is_schema || !find_tag(local, &tag))
		tag = XS_TAGS;
	return add_node(d, tag, ev);
}

/* White space in a value counts where it is not of a type of the schema for schemas. */
static bool
is_text(unsigned tag, BxStr name)
{
	if (bx_str_is(name, "value"))
		return tag == XS_TAG_ENUMERATION || tag == XS_TAG_PATTERN;
	return bx_str_is(name, "default") ||
		   (bx_str_is(name, "fixed") && (tag == XS_TAG_ATTRIBUTE || tag == XS_TAG_ELEMENT));
}

static BxStatus
keep_collapsed(const XsDocReader *d, const BxEvent *ev, BxStr *text)
{
	XsText t = {.arena = d->rd->arena, .err = d->rd->err};

	BX_TRY(keep_text(d, ev, text));
	return xs_simple_white(&t, AT_COLLAPSE, *text, text);
}

/* Attributes of other namespaces are nobody's business, but for the language and conditions. */
static BxStatus
take_other_attribute(XsDocReader *d, const BxEvent *ev, BxStr uri, BxStr local)
{
	XsCondition condition = bx_str_is(uri, XS_VERSION_NS) ? xs_condition_find(local) : XS_CONDITIONS;
	BxStr text;

	if (bx_str_is(uri, XS_NS))
		return xs_rule_refuse(&d->ruler, d->at, "attribute \"%.*s\" is not allowed here", XS_SHOW(local));
	if (condition < XS_CONDITIONS)
	{
		d->conditional = true;
		return keep_collapsed(d, ev, &d->conditions[condition]);
	}
	if (!bx_str_is(uri, BX_XML_NS) || !bx_str_is(local, "lang"))
		return BX_OK;
	BX_TRY(keep_collapsed(d, ev, &text));
	if (at_has_form(AT_L_LANGUAGE, text))
		return BX_OK;
	return xs_rule_refuse(&d->ruler, d->at, "\"%.*s\" is not a language", XS_SHOW(text));
}

static BxStatus
take_attribute(XsDocReader *d, const BxEvent *ev)
{
	BxStr local, uri = uri_of(d, ev, &local);
	XsNode *node = d->at;
	XsAttr *a;

	if (uri.n > 0)
		return take_other_attribute(d, ev, uri, local);
	a = bx_arena_zalloc(d->rd->arena, sizeof(XsAttr));
	if (a == NULL)
		return bx_fail_nomem(d->rd->err, sizeof(XsAttr));
	a->name = bx_str(bx_arena_strndup(d->rd->arena, local.s, local.n), local.n);
	if (is_text(node->tag, local))
		BX_TRY(keep_text(d, ev, &a->value));
	else
		BX_TRY(keep_collapsed(d, ev, &a->value));
	a->next = node->attrs;
	node->attrs = a;
	return a->name.s != NULL ? BX_OK : bx_fail_nomem(d->rd->err, local.n);
}

static BxStatus
take_namespace(XsDocReader *d, const BxEvent *ev)
{
	const BxPair *pair = &d->table.pairs[d->table.shapes[ev->shape].name];
	XsScope *scope = bx_arena_alloc(d->rd->arena, sizeof(XsScope));

	if (scope == NULL)
		return bx_fail_nomem(d->rd->err, sizeof(XsScope));
	scope->prefix = bx_str(bx_arena_strndup(d->rd->arena, pair->prefix, pair->prefix_len), pair->prefix_len);
	scope->uri = bx_str(bx_arena_strndup(d->rd->arena, pair->uri, pair->uri_len), pair->uri_len);
	scope->outer = d->at->scope;
	d->at->scope = scope;
	return scope->prefix.s != NULL && scope->uri.s != NULL ? BX_OK : bx_fail_nomem(d->rd->err, pair->uri_len);
}

/* Is the open element left out by its conditions?  A document that is has nothing in it. */
static bool
leave_out(XsDocReader *d)
{
	XsNode *node = d->at;
	bool left_out = d->conditional && xs_is_left_out(node, d->conditions);

	if (d->conditional)
		memset(d->conditions, 0, sizeof(d->conditions));
	d->conditional = false;
	if (!left_out)
		return false;
	d->ignored = d->level;
	d->depth--;
	d->at = node->parent;
	if (node->parent == NULL)
	{
		node->attrs = NULL;
		d->source->root = node;
	}
	return true;
}

/* All attributes of the open element are there: it is put in its place, unless it is left out. */
static BxStatus
close_attributes(XsDocReader *d)
{
	XsNode *node = d->at, *parent = node->parent;

	d->open = false;
	if (leave_out(d))
		return BX_OK;
	if (node->tag == XS_TAGS)
		return xs_hint_later(
			d->rd->err,
			xs_rule_refuse(&d->ruler, parent, "\"%.*s\" is not an element of XML Schema", XS_SHOW(d->name)),
			d->name);
	if (parent != NULL)
		BX_TRY(xs_rule_child(&d->ruler, parent, node->tag));
	if (parent != NULL && node != &d->notes[0] && node != &d->notes[1])
	{
		if (parent->last != NULL)
			parent->last->next = node;
		else
			parent->first = node;
		parent->last = node;
	}
	return xs_rule_attributes(&d->ruler, node);
}

static BxStatus
take_text(XsDocReader *d, const BxEvent *ev)
{
	BxStr text;

	if (d->at == NULL || xs_rule_is_open(d->at->tag))
		return BX_OK;
	BX_TRY(keep_text(d, ev, &text));
	if (bx_is_all_space(text.s, text.n))
		return BX_OK;
	return xs_rule_refuse(&d->ruler, d->at, "text \"%.*s\" is not allowed here", XS_SHOW(bx_str_trim(text)));
}

static BxStatus
end_element(XsDocReader *d)
{
	BX_TRY(xs_rule_end(&d->ruler, d->at));
	d->depth--;
	if (d->at->parent == NULL)
		d->source->root = d->at;
	d->at = d->at->parent;
	return BX_OK;
}

/* An element, which is passed over where any may be. */
static BxStatus
take_element(XsDocReader *d, const BxEvent *ev)
{
	if (d->at == NULL || !xs_rule_is_open(d->at->tag))
	{
		BX_TRY(start_element(d, ev));
		if (ev->kind != BX_EV_LEAF)
			return BX_OK;
		BX_TRY(close_attributes(d));
		if (ev->len > 0)
			BX_TRY(take_text(d, ev));
		return end_element(d);
	}
	if (ev->kind == BX_EV_LEAF)
		return BX_OK;
	bx_reader_skip(d->reader);
	d->ignored = ev->level;
	return BX_OK;
}

/* Attributes and declarations come before anything else of an element. */
static BxStatus
take_event(XsDocReader *d, const BxEvent *ev)
{
	if (d->ignored == 0 && d->open && ev->kind != BX_EV_ATTRIBUTE && ev->kind != BX_EV_NAMESPACE)
		BX_TRY(close_attributes(d));
	if (d->ignored > 0)
	{
		if (ev->kind == BX_EV_END && ev->level == d->ignored)
			d->ignored = 0;
		return BX_OK;
	}
	switch (ev->kind)
	{
		case BX_EV_ELEMENT:
		case BX_EV_LEAF: return take_element(d, ev);
		case BX_EV_END: return end_element(d);
		case BX_EV_ATTRIBUTE: return take_attribute(d, ev);
		case BX_EV_NAMESPACE: return take_namespace(d, ev);
		case BX_EV_TEXT: return take_text(d, ev);
		default: return BX_OK;
	}
}

static BxStatus
read_items(XsDocReader *d)
{
	BxEvent ev;

	for (;;)
	{
		BX_TRY(bx_reader_next(d->reader, &ev));
		if (ev.kind == BX_EV_DONE)
			break;
		BX_TRY(bx_step(d->rd->arena->host));
		BX_TRY(take_event(d, &ev));
	}
	if (d->source->root != NULL)
		return BX_OK;
	return bx_fail(d->rd->err, BX_E_SCHEMA, -1, "document \"%.*s\" has no root element",
				   (int) d->source->name.n, d->source->name.s);
}

BxStatus
xs_source_read(XsReading *rd, const BxSchemaDoc *doc, XsSource *source)
{
	XsDocReader d = {.rd = rd,
					 .source = source,
					 .ruler = {.err = rd->err, .host = rd->arena->host, .document = doc->name}};
	BxReadAll pass;
	BxStore store;
	BxStatus st;

	*source = (XsSource){.name = bx_str(bx_arena_strndup(rd->arena, doc->name.s, doc->name.n), doc->name.n)};
	if (source->name.s == NULL)
		return bx_fail_nomem(rd->err, doc->name.n);
	bx_strmap_init(&d.ruler.ids, rd->arena->host, NULL);
	bx_store_memory(&store, doc->v, doc->n);
	st = bx_read_all_open(&pass, &store, rd->arena, rd->err);
	if (st == BX_OK)
		st = bx_read_all_table(&pass, &d.table, rd->arena);
	if (st == BX_OK)
		st = bx_reader_new(&d.reader, &d.table, &pass.items.source, rd->arena, rd->err);
	if (st == BX_OK)
		st = read_items(&d);
	bx_read_all_close(&pass);
	bx_strmap_free(&d.ruler.ids);
	BX_TRY(st);
	source->target = xs_attr(source->root, "targetNamespace");
	if (source->target.s == NULL)
		source->target = bx_str("", 0);
	else if (source->target.n == 0)
		return xs_rule_refuse(&d.ruler, source->root, "the target namespace is empty");
	return BX_OK;
}

const XsNode *
xs_group_child(const XsNode *node)
{
	const XsNode *kid = node->first;

	while (kid != NULL && kid->tag != XS_TAG_ALL && kid->tag != XS_TAG_CHOICE && kid->tag != XS_TAG_GROUP &&
		   kid->tag != XS_TAG_SEQUENCE)
		kid = kid->next;
	return kid;
}

uint32_t
xs_count_kids(const XsNode *node, XsTag tag)
{
	const XsNode *kid;
	uint32_t n = 0;

	for (kid = node->first; kid != NULL; kid = kid->next)
		n += tag == XS_TAGS || kid->tag == tag;
	return n;
}
