/*
 * xs_load.c -- which documents a schema is made of, and what they declare globally.
 *
 * A document without a target namespace that others include takes over theirs, once for each.  A redefinition first
 * loads the document, then replaces its declarations; the old ones stay for the new ones to refer to.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

#include "../base/bx_array.h"

#include "../format/bx_format.h"

/* ---- which document ---- */

/* The name as seen from a document: "../b.xsd" from "x/y/a.xsd" is "x/b.xsd". */
static BxStr
relative_name(XsCompile *c, BxStr from, BxStr name)
{
	char *s = bx_arena_alloc(&c->temp, from.n + name.n + 1);
	size_t n = from.n;

	if (s == NULL)
		return name;
	memcpy(s, from.s, n);
	while (n > 0 && s[n - 1] != '/')
		n--;
	for (;;)
	{
		if (bx_str_starts(name, "./"))
			name = bx_str(name.s + 2, name.n - 2);
		else if (bx_str_starts(name, "../") && n > 0)
		{
			name = bx_str(name.s + 3, name.n - 3);
			for (n--; n > 0 && s[n - 1] != '/';)
				n--;
		}
		else
			break;
	}
	memcpy(s + n, name.s, name.n);
	return bx_str(s, n + name.n);
}

static BxStr
last_part(BxStr name)
{
	size_t n = name.n;

	while (n > 0 && name.s[n - 1] != '/' && name.s[n - 1] != '\\')
		n--;
	return bx_str(name.s + n, name.n - n);
}

/* The document that a location means, NULL when there is none. */
static XsSource *
find_source(XsCompile *c, const XsSource *from, BxStr location)
{
	BxStr near = relative_name(c, from->name, location), last = last_part(location);
	XsSource *found = NULL;
	uint32_t i, hits = 0;

	bx_note(c->host, 2 * (uint64_t) c->n_sources * (location.n + 32));
	for (i = 0; i < c->n_sources; i++)
		if (bx_str_equal(c->sources[i].name, location) || bx_str_equal(c->sources[i].name, near))
			return &c->sources[i];
	for (i = 0; i < c->n_sources; i++)
		if (bx_str_equal(last_part(c->sources[i].name), last))
		{
			found = &c->sources[i];
			hits++;
		}
	return hits == 1 ? found : NULL;
}

/* ---- globals ---- */

BxStatus
xs_type_add(XsCompile *c, XsDoc *doc, const XsNode *node, uint32_t symbol, XsType **out)
{
	BxSchema *s = c->schema;
	XsType *type = xs_make(c, sizeof(XsType));

	if (type == NULL)
		return BX_E_NOMEM;
	BX_ROOM(c->host, c->err, s->types, s->n_types, s->cap_types);
	type->number = s->n_types;
	s->types[s->n_types++] = type;
	type->symbol = symbol;
	type->node = node;
	type->doc = doc;
	type->is_simple = node != NULL && node->tag == XS_TAG_SIMPLE_TYPE;
	*out = type;
	return BX_OK;
}

static BxStatus
twice(XsCompile *c, XsDoc *doc, const XsNode *node, uint32_t symbol)
{
	BxStr name = xs_local(c->schema, symbol);

	return xs_refuse(c, doc, node, "%s \"%.*s\" is declared twice", xs_tag_names[node->tag], XS_SHOW(name));
}

static BxStatus
push_global(XsCompile *c, XsGlobal global)
{
	BX_ROOM(c->host, c->err, c->globals, c->n_globals, c->cap_globals);
	c->globals[c->n_globals++] = global;
	return BX_OK;
}

/* A redefinition takes the place of what it redefines, which stays as its old entry. */
static BxStatus
add_global(XsCompile *c, XsDoc *doc, const XsNode *node, unsigned kind, uint32_t symbol, bool redefine)
{
	XsGlobal global = {.kind = (uint8_t) kind, .symbol = symbol, .doc = doc, .node = node}, *was;
	uint32_t at, hash;

	BX_TRY(bx_hashmap_reserve(&c->by_name, c->err));
	was = xs_global_at(c, kind, symbol, &hash, &at);
	if (was != NULL && !redefine)
		return twice(c, doc, node, symbol);
	if (was == NULL && redefine)
		return xs_missing(c, doc, node, xs_tag_names[node->tag], symbol);
	if (was == NULL)
	{
		bx_hashmap_put(&c->by_name, hash, at, c->n_globals);
		return push_global(c, global);
	}
	if (was->node->parent == node->parent)
		return twice(c, doc, node, symbol);
	at = (uint32_t) (was - c->globals);
	BX_TRY(push_global(c, *was));
	global.old = c->n_globals;
	c->globals[at] = global;
	return BX_OK;
}

/* The redefinition of a type is derived from it. */
static BxStatus
check_redefined(XsCompile *c, XsDoc *doc, const XsNode *node, uint32_t symbol)
{
	const XsNode *way = node->first;
	uint32_t base = XS_NONE;
	BxStr name;

	if (way != NULL && (way->tag == XS_TAG_SIMPLE_CONTENT || way->tag == XS_TAG_COMPLEX_CONTENT))
		way = way->first;
	name = way != NULL ? xs_attr(way, "base") : bx_str(NULL, 0);
	if (name.s != NULL)
		BX_TRY(xs_reference(c, doc, way, name, &base));
	if (base == symbol)
		return BX_OK;
	return xs_refuse(c, doc, node, "the redefinition of type \"%.*s\" is not derived from the type itself",
					 XS_SHOW(xs_local(c->schema, symbol)));
}

static BxStatus
add_type(XsCompile *c, XsDoc *doc, const XsNode *node, uint32_t symbol, bool redefine)
{
	XsType *old = c->schema->symbols[symbol].type, *type;

	if (old != NULL && !redefine)
		return twice(c, doc, node, symbol);
	if (redefine && old == NULL)
		return xs_missing(c, doc, node, "type", symbol);
	if (redefine && old->node != NULL && old->node->parent == node->parent)
		return twice(c, doc, node, symbol);
	if (redefine)
		BX_TRY(check_redefined(c, doc, node, symbol));
	BX_TRY(xs_type_add(c, doc, node, symbol, &type));
	c->schema->symbols[symbol].type = type;
	type->old = old;
	if (old != NULL)
		old->symbol = XS_NONE;
	return BX_OK;
}

static BxStatus
add_element(XsCompile *c, XsDoc *doc, const XsNode *node, uint32_t symbol)
{
	BxSchema *s = c->schema;
	XsElement *element = xs_make(c, sizeof(XsElement));

	if (element == NULL)
		return BX_E_NOMEM;
	if (s->symbols[symbol].element != NULL)
		return twice(c, doc, node, symbol);
	s->symbols[symbol].element = element;
	element->symbol = symbol;
	element->global = true;
	element->node = node;
	BX_ROOM(c->host, c->err, s->roots, s->n_roots, s->cap_roots);
	s->roots[s->n_roots++] = element;
	return BX_OK;
}

static BxStatus
add_attribute(XsCompile *c, XsDoc *doc, const XsNode *node, uint32_t symbol)
{
	XsSymbol *sym = &c->schema->symbols[symbol];

	if (sym->attribute != NULL)
		return twice(c, doc, node, symbol);
	sym->attribute = xs_make(c, sizeof(XsAttribute));
	if (sym->attribute == NULL)
		return BX_E_NOMEM;
	sym->attribute->symbol = symbol;
	return BX_OK;
}

static BxStatus
add_declaration(XsCompile *c, XsDoc *doc, const XsNode *node, bool redefine)
{
	uint32_t symbol;

	BX_TRY(xs_declared_name(c, node, doc->target, &symbol));
	switch (node->tag)
	{
		case XS_TAG_SIMPLE_TYPE:
		case XS_TAG_COMPLEX_TYPE: return add_type(c, doc, node, symbol, redefine);
		case XS_TAG_ELEMENT: return add_element(c, doc, node, symbol);
		case XS_TAG_ATTRIBUTE: return add_attribute(c, doc, node, symbol);
		case XS_TAG_GROUP: return add_global(c, doc, node, XS_GROUP, symbol, redefine);
		case XS_TAG_ATTRIBUTE_GROUP: return add_global(c, doc, node, XS_ATTRIBUTE_GROUP, symbol, redefine);
		default:
			if (c->schema->symbols[symbol].notation)
				return twice(c, doc, node, symbol);
			if (xs_attr(node, "public").s == NULL && xs_attr(node, "system").s == NULL)
				return xs_refuse(c, doc, node,
								 "a notation must have a \"public\" or a \"system\" identifier");
			c->schema->symbols[symbol].notation = true;
			return BX_OK;
	}
}

/* ---- documents ---- */

static BxStatus load_source(XsCompile *c, XsSource *source, BxStr target);

/* A document that an include or redefine asks for. */
static BxStatus
load_part(XsCompile *c, XsDoc *doc, const XsNode *node)
{
	BxStr location = xs_attr(node, "schemaLocation");
	BxStr target = c->schema->strings.strings[doc->target];
	XsSource *source;
	const XsNode *kid;

	source = find_source(c, doc->source, location);
	if (source == NULL)
	{
		xs_refuse(c, doc, node, "document \"%.*s\" is not among those given", XS_SHOW(location));
		return bx_hint(c->err, BX_E_SCHEMA, "Add a document of this name to the schema.");
	}
	if (source->target.n > 0 && !bx_str_equal(source->target, target))
		return xs_refuse(c, doc, node, "document \"%.*s\" has the target namespace \"%.*s\": import it",
						 XS_SHOW(location), XS_SHOW(source->target));
	BX_TRY(load_source(c, source, target));
	for (kid = node->tag == XS_TAG_REDEFINE ? node->first : NULL; kid != NULL; kid = kid->next)
		BX_TRY(add_declaration(c, doc, kid, true));
	return BX_OK;
}

static BxStatus
load_import(XsCompile *c, XsDoc *doc, const XsNode *node)
{
	BxStr location = xs_attr(node, "schemaLocation"), ns = xs_attr(node, "namespace");
	XsSource *source = location.s != NULL ? find_source(c, doc->source, location) : NULL;
	uint32_t i;

	if (ns.s == NULL)
		ns = bx_str("", 0);
	if (bx_str_equal(ns, c->schema->strings.strings[doc->target]))
		return xs_refuse(c, doc, node, "a schema cannot import its own target namespace");
	BX_TRY(xs_string_add(c->schema, ns, &doc->imports[doc->n_imports++], c->err));
	if (source != NULL && !bx_str_equal(source->target, ns))
		return xs_refuse(c, doc, node, "document \"%.*s\" has the target namespace \"%.*s\", not \"%.*s\"",
						 XS_SHOW(location), XS_SHOW(source->target), XS_SHOW(ns));
	if (source != NULL)
		return load_source(c, source, ns);
	for (i = 0; i < c->n_sources; i++)
		if (bx_str_equal(c->sources[i].target, ns))
			BX_TRY(load_source(c, &c->sources[i], ns));
	return BX_OK;
}

static BxStatus
add_doc(XsCompile *c, XsSource *source, uint32_t target, XsDoc **out)
{
	XsDoc *doc = bx_arena_zalloc(&c->temp, sizeof(XsDoc));
	BxSchema *s = c->schema;
	uint32_t i, n;

	if (doc == NULL)
		return bx_fail_nomem(c->err, sizeof(XsDoc));
	doc->source = source;
	n = xs_count_kids(source->root, XS_TAG_IMPORT);
	doc->imports = bx_arena_alloc(&c->temp, (n + (size_t) 1) * sizeof(uint32_t));
	if (doc->imports == NULL)
		return bx_fail_nomem(c->err, n * sizeof(uint32_t));
	if (++c->n_docs > c->limits.max_documents)
		return xs_limit(c, doc, source->root, "the schema has too many documents");
	doc->target = target;
	doc->taken_over = source->target.n == 0 && target != 0;
	doc->next = c->docs;
	c->docs = doc;
	source->loaded = true;
	for (i = 0; i < s->n_targets && s->targets[i] != target; i++)
		continue;
	if (i == s->n_targets)
	{
		BX_ROOM(c->host, c->err, s->targets, s->n_targets, s->cap_targets);
		s->targets[s->n_targets++] = target;
	}
	doc->elements_qualified = xs_form(source->root, "elementFormDefault", false);
	doc->attributes_qualified = xs_form(source->root, "attributeFormDefault", false);
	doc->block = xs_ways(source->root, "blockDefault", 0);
	doc->final = xs_ways(source->root, "finalDefault", 0);
	*out = doc;
	return BX_OK;
}

static BxStatus
load_source(XsCompile *c, XsSource *source, BxStr target)
{
	const XsNode *kid;
	uint32_t ns;
	XsDoc *doc;

	BX_TRY(xs_string_add(c->schema, target, &ns, c->err));
	for (doc = c->docs; doc != NULL; doc = doc->next)
		if (doc->source == source && doc->target == ns)
			return BX_OK;
	BX_TRY(add_doc(c, source, ns, &doc));
	BX_TRY(xs_enter(c, doc, source->root));
	for (kid = source->root->first; kid != NULL; kid = kid->next)
	{
		BX_TRY(bx_step(c->host));
		if (kid->tag == XS_TAG_INCLUDE || kid->tag == XS_TAG_REDEFINE)
			BX_TRY(load_part(c, doc, kid));
		else if (kid->tag == XS_TAG_IMPORT)
			BX_TRY(load_import(c, doc, kid));
		else
			BX_TRY(add_declaration(c, doc, kid, false));
	}
	c->depth--;
	return BX_OK;
}

/* Documents that others ask for are not loaded as themselves at first. */
static void
find_asked(XsCompile *c)
{
	const XsNode *kid;
	XsSource *source;
	uint32_t i;

	for (i = 0; i < c->n_sources; i++)
		for (kid = c->sources[i].root->first; kid != NULL; kid = kid->next)
		{
			BxStr location = xs_attr(kid, "schemaLocation");

			if (kid->tag != XS_TAG_INCLUDE && kid->tag != XS_TAG_REDEFINE && kid->tag != XS_TAG_IMPORT)
				break;
			source = location.s != NULL ? find_source(c, &c->sources[i], location) : NULL;
			if (source != NULL && source != &c->sources[i])
				source->asked_for = true;
		}
}

BxStatus
xs_load(XsCompile *c, const BxSchemaDoc *docs, uint32_t n)
{
	XsReading rd = {.arena = &c->temp,
					.err = c->err,
					.max_depth = c->limits.max_depth,
					.nodes_left = c->limits.max_components};
	uint32_t i, round;

	c->sources = bx_arena_zalloc(&c->temp, (n + (size_t) 1) * sizeof(XsSource));
	if (c->sources == NULL)
		return bx_fail_nomem(c->err, n * sizeof(XsSource));
	for (i = 0; i < n; i++)
		BX_TRY(xs_source_read(&rd, &docs[i], &c->sources[i]));
	c->n_sources = n;
	find_asked(c);
	for (round = 0; round < 2; round++)
		for (i = 0; i < n; i++)
			if (!c->sources[i].loaded && (round == 1 || !c->sources[i].asked_for))
				BX_TRY(load_source(c, &c->sources[i], c->sources[i].target));
	return BX_OK;
}
