/*
 * xs_doc.c -- a schema document, read from its value into a tree.
 */
#include "../base/bx_core_int.h"

#include "xs_doc_int.h"

#include <stdio.h>

#include "../read/bx_reader.h"
#include "../store/bx_window.h"
#include "../value/bx_value.h"

const char *const xs_tag_names[XS_TAGS] = {
	"all",          "annotation",     "any",         "anyAttribute", "attribute",     "attributeGroup",
	"choice",       "complexContent", "complexType", "element",      "enumeration",   "extension",
	"field",        "fractionDigits", "group",       "import",       "include",       "key",
	"keyref",       "length",         "list",        "maxExclusive", "maxInclusive",  "maxLength",
	"minExclusive", "minInclusive",   "minLength",   "notation",     "pattern",       "redefine",
	"restriction",  "schema",         "selector",    "sequence",     "simpleContent", "simpleType",
	"totalDigits",  "union",          "unique",      "whiteSpace"};

#define BIT(tag) (UINT64_C(1) << XS_TAG_##tag)
#define FACETS                                                                                               \
	(BIT(ENUMERATION) | BIT(FRACTION_DIGITS) | BIT(LENGTH) | BIT(MAX_EXCLUSIVE) | BIT(MAX_INCLUSIVE) |       \
	 BIT(MAX_LENGTH) | BIT(MIN_EXCLUSIVE) | BIT(MIN_INCLUSIVE) | BIT(MIN_LENGTH) | BIT(PATTERN) |            \
	 BIT(TOTAL_DIGITS) | BIT(WHITE_SPACE))
#define GROUPS (BIT(ALL) | BIT(CHOICE) | BIT(GROUP) | BIT(SEQUENCE))
#define ATTRIBUTES (BIT(ATTRIBUTE) | BIT(ATTRIBUTE_GROUP) | BIT(ANY_ATTRIBUTE))
#define PARTICLES (BIT(ELEMENT) | BIT(GROUP) | BIT(CHOICE) | BIT(SEQUENCE) | BIT(ANY))
#define KEYS (BIT(KEY) | BIT(KEYREF) | BIT(UNIQUE))
#define FACET_ATTRS " value fixed "
#define GROUP_ATTRS " minOccurs maxOccurs "

/* What an element may have: attributes, each between blanks, children, and those that may occur once. */
typedef struct XsRule
{
	const char *attrs;
	uint64_t children;
	uint64_t single;
} XsRule;

static const XsRule rules[XS_TAGS] = {
	[XS_TAG_ALL] = {GROUP_ATTRS, BIT(ELEMENT), 0},
	[XS_TAG_ANNOTATION] = {" ", 0, 0},
	[XS_TAG_ANY] = {" namespace processContents minOccurs maxOccurs ", 0, 0},
	[XS_TAG_ANY_ATTRIBUTE] = {" namespace processContents ", 0, 0},
	[XS_TAG_ATTRIBUTE] = {" name ref type use default fixed form ", BIT(SIMPLE_TYPE), BIT(SIMPLE_TYPE)},
	[XS_TAG_ATTRIBUTE_GROUP] = {" name ref ", ATTRIBUTES, BIT(ANY_ATTRIBUTE)},
	[XS_TAG_CHOICE] = {GROUP_ATTRS, PARTICLES, 0},
	[XS_TAG_COMPLEX_CONTENT] = {" mixed ", BIT(RESTRICTION) | BIT(EXTENSION),
								BIT(RESTRICTION) | BIT(EXTENSION)},
	[XS_TAG_COMPLEX_TYPE] = {" name abstract block final mixed ",
							 BIT(SIMPLE_CONTENT) | BIT(COMPLEX_CONTENT) | GROUPS | ATTRIBUTES,
							 BIT(SIMPLE_CONTENT) | BIT(COMPLEX_CONTENT) | GROUPS | BIT(ANY_ATTRIBUTE)},
	[XS_TAG_ELEMENT] = {" name ref type default fixed form minOccurs maxOccurs nillable abstract block final "
						"substitutionGroup ",
						BIT(SIMPLE_TYPE) | BIT(COMPLEX_TYPE) | KEYS, BIT(SIMPLE_TYPE) | BIT(COMPLEX_TYPE)},
	[XS_TAG_ENUMERATION] = {" value ", 0, 0},
	[XS_TAG_EXTENSION] = {" base ", GROUPS | ATTRIBUTES, GROUPS | BIT(ANY_ATTRIBUTE)},
	[XS_TAG_FIELD] = {" xpath ", 0, 0},
	[XS_TAG_FRACTION_DIGITS] = {FACET_ATTRS, 0, 0},
	[XS_TAG_GROUP] = {" name ref minOccurs maxOccurs ", BIT(ALL) | BIT(CHOICE) | BIT(SEQUENCE),
					  BIT(ALL) | BIT(CHOICE) | BIT(SEQUENCE)},
	[XS_TAG_IMPORT] = {" namespace schemaLocation ", 0, 0},
	[XS_TAG_INCLUDE] = {" schemaLocation ", 0, 0},
	[XS_TAG_KEY] = {" name ", BIT(SELECTOR) | BIT(FIELD), BIT(SELECTOR)},
	[XS_TAG_KEYREF] = {" name refer ", BIT(SELECTOR) | BIT(FIELD), BIT(SELECTOR)},
	[XS_TAG_LENGTH] = {FACET_ATTRS, 0, 0},
	[XS_TAG_LIST] = {" itemType ", BIT(SIMPLE_TYPE), BIT(SIMPLE_TYPE)},
	[XS_TAG_MAX_EXCLUSIVE] = {FACET_ATTRS, 0, 0},
	[XS_TAG_MAX_INCLUSIVE] = {FACET_ATTRS, 0, 0},
	[XS_TAG_MAX_LENGTH] = {FACET_ATTRS, 0, 0},
	[XS_TAG_MIN_EXCLUSIVE] = {FACET_ATTRS, 0, 0},
	[XS_TAG_MIN_INCLUSIVE] = {FACET_ATTRS, 0, 0},
	[XS_TAG_MIN_LENGTH] = {FACET_ATTRS, 0, 0},
	[XS_TAG_NOTATION] = {" name public system ", 0, 0},
	[XS_TAG_PATTERN] = {" value ", 0, 0},
	[XS_TAG_REDEFINE] = {" schemaLocation ",
						 BIT(SIMPLE_TYPE) | BIT(COMPLEX_TYPE) | BIT(GROUP) | BIT(ATTRIBUTE_GROUP), 0},
	[XS_TAG_RESTRICTION] = {" base ", BIT(SIMPLE_TYPE) | FACETS | GROUPS | ATTRIBUTES,
							BIT(SIMPLE_TYPE) | GROUPS | BIT(ANY_ATTRIBUTE)},
	[XS_TAG_SCHEMA] =
		{" targetNamespace version elementFormDefault attributeFormDefault blockDefault finalDefault ",
		 BIT(INCLUDE) | BIT(IMPORT) | BIT(REDEFINE) | BIT(SIMPLE_TYPE) | BIT(COMPLEX_TYPE) | BIT(GROUP) |
			 BIT(ATTRIBUTE_GROUP) | BIT(ELEMENT) | BIT(ATTRIBUTE) | BIT(NOTATION),
		 0},
	[XS_TAG_SELECTOR] = {" xpath ", 0, 0},
	[XS_TAG_SEQUENCE] = {GROUP_ATTRS, PARTICLES, 0},
	[XS_TAG_SIMPLE_CONTENT] = {" ", BIT(RESTRICTION) | BIT(EXTENSION), BIT(RESTRICTION) | BIT(EXTENSION)},
	[XS_TAG_SIMPLE_TYPE] = {" name final ", BIT(RESTRICTION) | BIT(LIST) | BIT(UNION),
							BIT(RESTRICTION) | BIT(LIST) | BIT(UNION)},
	[XS_TAG_TOTAL_DIGITS] = {FACET_ATTRS, 0, 0},
	[XS_TAG_UNION] = {" memberTypes ", BIT(SIMPLE_TYPE), 0},
	[XS_TAG_UNIQUE] = {" name ", BIT(SELECTOR) | BIT(FIELD), BIT(SELECTOR)},
	[XS_TAG_WHITE_SPACE] = {FACET_ATTRS, 0, 0},
};

/* Children come in the order of these numbers; those of a schema and of groups of particles have 2 in common. */
static unsigned
rank_of(unsigned parent, unsigned tag)
{
	uint64_t bit = UINT64_C(1) << tag;

	if (parent == XS_TAG_SCHEMA)
		return bit & (BIT(INCLUDE) | BIT(IMPORT) | BIT(REDEFINE)) ? 1 : 2;
	if (parent == XS_TAG_SEQUENCE || parent == XS_TAG_CHOICE || parent == XS_TAG_REDEFINE)
		return 2;
	if (bit & (BIT(SIMPLE_TYPE) | BIT(COMPLEX_TYPE) | BIT(SELECTOR)))
		return 1;
	if (bit & (BIT(ATTRIBUTE) | BIT(ATTRIBUTE_GROUP) | KEYS))
		return 3;
	return tag == XS_TAG_ANY_ATTRIBUTE ? 4 : 2;
}

/* ---- places ---- */

/* A step of a path to a node: by its name, else by its position among siblings of its kind. */
static size_t
put_step(char *buf, size_t cap, const XsNode *node)
{
	BxStr name = xs_attr(node, "name");
	const XsNode *kid;
	unsigned place = 1;
	int n;

	for (kid = node->parent != NULL ? node->parent->first : node; kid != node; kid = kid->next)
		place += kid->tag == node->tag;
	if (node->parent == NULL || name.s == NULL)
		n = place > 1 ? snprintf(buf, cap, "/%s[%u]", xs_tag_names[node->tag], place)
					  : snprintf(buf, cap, "/%s", xs_tag_names[node->tag]);
	else
		n = snprintf(buf, cap, "/%s[@name=\"%.*s\"]", xs_tag_names[node->tag],
					 (int) (name.n < 64 ? name.n : 64), name.s);
	return n < 0 ? 0 : (size_t) n < cap ? (size_t) n : cap - 1;
}

BxStatus
xs_place(BxError *err, BxStatus status, BxStr document, const XsNode *node)
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
	BxTable table;
	BxReader *reader;
	XsNode *at; /* the innermost open element */
	uint32_t depth;
} XsDocReader;

static BxStatus
refuse(const XsDocReader *d, const XsNode *node, const char *fmt, BxStr what)
{
	bx_fail(d->rd->err, BX_E_SCHEMA, -1, fmt, (int) (what.n < 80 ? what.n : 80), what.s);
	return xs_place(d->rd->err, BX_E_SCHEMA, d->source->name, node);
}

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

/* May a child of this kind come now? */
static BxStatus
check_child(const XsDocReader *d, const XsNode *parent, unsigned tag)
{
	BxStr name = bx_str(xs_tag_names[tag], strlen(xs_tag_names[tag]));
	uint64_t bit = UINT64_C(1) << tag;
	const XsRule *rule = &rules[parent->tag];
	const XsNode *kid;

	if (!(rule->children & bit))
		return refuse(d, parent, "element \"%.*s\" is not allowed here", name);
	for (kid = rule->single & bit ? parent->first : NULL; kid != NULL; kid = kid->next)
		if (rule->single & (UINT64_C(1) << kid->tag) &&
			rank_of(parent->tag, kid->tag) == rank_of(parent->tag, tag))
			return refuse(d, parent, "element \"%.*s\" comes too often or beside what excludes it", name);
	if (parent->last != NULL && rank_of(parent->tag, parent->last->tag) > rank_of(parent->tag, tag))
		return refuse(d, parent, "element \"%.*s\" must come before others here", name);
	return BX_OK;
}

static BxStatus
too_large(const XsDocReader *d, const char *what)
{
	bx_fail(d->rd->err, BX_E_LIMIT, -1, "%s", what);
	return xs_place(d->rd->err, BX_E_LIMIT, d->source->name, d->at);
}

/* A new element below the open one. */
static BxStatus
add_node(XsDocReader *d, unsigned tag)
{
	XsNode *parent = d->at, *node = bx_arena_zalloc(d->rd->arena, sizeof(XsNode));

	if (node == NULL)
		return bx_fail_nomem(d->rd->err, sizeof(XsNode));
	if (d->rd->nodes_left-- == 0)
		return too_large(d, "the schema has too many components");
	if (++d->depth > d->rd->max_depth)
		return too_large(d, "elements of the schema are nested too deep");
	node->tag = (uint8_t) tag;
	node->made = tag == XS_TAG_ELEMENT ? bx_arena_zalloc(d->rd->arena, sizeof(XsMade)) : NULL;
	if (tag == XS_TAG_ELEMENT && node->made == NULL)
		return bx_fail_nomem(d->rd->err, sizeof(XsMade));
	node->parent = parent;
	d->at = node;
	if (parent == NULL)
		return BX_OK;
	node->scope = parent->scope;
	BX_TRY(check_child(d, parent, tag));
	if (parent->last != NULL)
		parent->last->next = node;
	else
		parent->first = node;
	parent->last = node;
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
	if (!is_schema || !find_tag(local, &tag))
		return refuse(d, d->at, "\"%.*s\" is not an element of XML Schema", local);
	if (tag != XS_TAG_ANNOTATION)
		return add_node(d, tag);
	if (ev->kind == BX_EV_ELEMENT)
		bx_reader_skip(d->reader);
	if (d->at->tag != XS_TAG_SCHEMA && d->at->tag != XS_TAG_REDEFINE && d->at->first != NULL)
		return refuse(d, d->at, "element \"%.*s\" must come first here", local);
	d->depth++;
	return BX_OK;
}

/* Is it one of the words of a list? */
static bool
has_word(const char *list, BxStr word)
{
	while (*list == ' ' && list[1] != '\0')
	{
		const char *start = ++list;

		while (*list != ' ')
			list++;
		if (bx_str_equal(word, bx_str(start, (size_t) (list - start))))
			return true;
	}
	return false;
}

static BxStatus
take_attribute(XsDocReader *d, const BxEvent *ev)
{
	BxStr local, uri = uri_of(d, ev, &local);
	XsNode *node = d->at;
	XsAttr *a;

	if (uri.n > 0)
		return bx_str_is(uri, XS_NS) ? refuse(d, node, "attribute \"%.*s\" is not allowed here", local)
									 : BX_OK;
	if (!bx_str_is(local, "id") && !has_word(rules[node->tag].attrs, local))
		return refuse(d, node, "attribute \"%.*s\" is not allowed here", local);
	a = bx_arena_zalloc(d->rd->arena, sizeof(XsAttr));
	if (a == NULL)
		return bx_fail_nomem(d->rd->err, sizeof(XsAttr));
	a->name = bx_str(bx_arena_strndup(d->rd->arena, local.s, local.n), local.n);
	BX_TRY(keep_text(d, ev, &a->value));
	if (node->tag != XS_TAG_ENUMERATION && node->tag != XS_TAG_PATTERN && !bx_str_is(local, "default") &&
		!bx_str_is(local, "fixed"))
		a->value = bx_str_trim(a->value);
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

static BxStatus
take_text(const XsDocReader *d, const BxEvent *ev)
{
	BxStr text;

	BX_TRY(keep_text(d, ev, &text));
	if (d->at == NULL || bx_is_all_space(text.s, text.n))
		return BX_OK;
	return refuse(d, d->at, "text \"%.*s\" is not allowed here", bx_str_trim(text));
}

static void
end_element(XsDocReader *d)
{
	d->depth--;
	if (d->at != NULL && d->at->parent == NULL)
		d->source->root = d->at;
	d->at = d->at != NULL ? d->at->parent : NULL;
}

/* Annotations are passed over, so that their events are those of a part that is not there. */
static BxStatus
take_event(XsDocReader *d, const BxEvent *ev, uint32_t *annotation)
{
	XsNode *was = d->at;

	switch (ev->kind)
	{
		case BX_EV_ELEMENT:
			BX_TRY(start_element(d, ev));
			if (d->at == was)
				*annotation = ev->level;
			return BX_OK;
		case BX_EV_LEAF:
			BX_TRY(start_element(d, ev));
			if (d->at == was)
			{
				d->depth--;
				return BX_OK;
			}
			if (ev->len > 0)
				BX_TRY(take_text(d, ev));
			end_element(d);
			return BX_OK;
		case BX_EV_END:
			if (*annotation == ev->level)
			{
				*annotation = 0;
				d->depth--;
				return BX_OK;
			}
			end_element(d);
			return BX_OK;
		case BX_EV_ATTRIBUTE: return take_attribute(d, ev);
		case BX_EV_NAMESPACE: return take_namespace(d, ev);
		case BX_EV_TEXT: return take_text(d, ev);
		default: return BX_OK;
	}
}

static BxStatus
read_items(XsDocReader *d)
{
	uint32_t annotation = 0;
	BxEvent ev;

	for (;;)
	{
		BX_TRY(bx_reader_next(d->reader, &ev));
		if (ev.kind == BX_EV_DONE)
			break;
		BX_TRY(bx_step(d->rd->arena->host));
		BX_TRY(take_event(d, &ev, &annotation));
	}
	if (d->source->root != NULL)
		return BX_OK;
	return bx_fail(d->rd->err, BX_E_SCHEMA, -1, "document \"%.*s\" has no root element",
				   (int) d->source->name.n, d->source->name.s);
}

BxStatus
xs_source_read(XsReading *rd, const BxSchemaDoc *doc, XsSource *source)
{
	XsDocReader d = {.rd = rd, .source = source};
	BxReadAll pass;
	BxStore store;
	BxStatus st;

	*source = (XsSource){.name = bx_str(bx_arena_strndup(rd->arena, doc->name.s, doc->name.n), doc->name.n)};
	if (source->name.s == NULL)
		return bx_fail_nomem(rd->err, doc->name.n);
	bx_store_memory(&store, doc->v, doc->n);
	st = bx_read_all_open(&pass, &store, rd->arena, rd->err);
	if (st == BX_OK)
		st = bx_read_all_table(&pass, &d.table, rd->arena);
	if (st == BX_OK)
		st = bx_reader_new(&d.reader, &d.table, &pass.items.source, rd->arena, rd->err);
	if (st == BX_OK)
		st = read_items(&d);
	bx_read_all_close(&pass);
	if (st != BX_OK)
		return st;
	source->target = xs_attr(source->root, "targetNamespace");
	if (source->target.s == NULL)
		source->target = bx_str("", 0);
	else if (source->target.n == 0)
		return refuse(&d, source->root, "the target namespace is empty%.*s", bx_str("", 0));
	return BX_OK;
}

const XsNode *
xs_group_child(const XsNode *node)
{
	const XsNode *kid = node->first;

	while (kid != NULL && !(GROUPS >> kid->tag & 1))
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
