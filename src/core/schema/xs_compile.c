/*
 * xs_compile.c -- from documents to a schema: the steps in their order.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

#include "../format/bx_format.h"

/* ---- the steps ---- */

/* Attributes of namespace xml that every schema may refer to. */
static BxStatus
add_xml_attributes(XsCompile *c)
{
	static const struct
	{
		const char *name;
		uint8_t type;
	} known[] = {{"lang", AT_LANGUAGE}, {"space", AT_NCNAME}, {"base", AT_URI}, {"id", AT_ID}};
	BxSchema *s = c->schema;
	uint32_t i, no, symbol;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
	{
		BX_TRY(xs_string_add(s, bx_str(known[i].name, strlen(known[i].name)), &no, c->err));
		BX_TRY(xs_symbol_add(s, c->xml_ns, no, &symbol, c->err));
		if (s->symbols[symbol].attribute != NULL)
			continue;
		s->symbols[symbol].attribute = xs_make(c, sizeof(XsAttribute));
		if (s->symbols[symbol].attribute == NULL)
			return BX_E_NOMEM;
		s->symbols[symbol].attribute->symbol = symbol;
		s->symbols[symbol].attribute->type = s->builtin[known[i].type]->simple;
	}
	return BX_OK;
}

static BxStatus
fill_global(XsCompile *c, XsDoc *doc, const XsNode *node)
{
	uint32_t symbol;

	BX_TRY(bx_step(c->host));
	if (node->tag != XS_TAG_ELEMENT && node->tag != XS_TAG_ATTRIBUTE)
		return BX_OK;
	BX_TRY(xs_declared_name(c, node, doc->target, &symbol));
	if (node->tag == XS_TAG_ELEMENT)
		return xs_element_fill(c, doc, node, c->schema->symbols[symbol].element);
	return xs_attribute_fill(c, doc, node, c->schema->symbols[symbol].attribute);
}

static BxStatus
fill_globals(XsCompile *c)
{
	const XsNode *node;
	XsDoc *doc;

	for (doc = c->docs; doc != NULL; doc = doc->next)
		for (node = doc->source->root->first; node != NULL; node = node->next)
			BX_TRY(fill_global(c, doc, node));
	return BX_OK;
}

static BxStatus
refuse_heads(XsCompile *c, const XsElement *e, bool too_deep)
{
	const XsDoc *doc = xs_doc_of(c, e->node);

	return too_deep ? xs_limit(c, doc, e->node, "substitution groups of the schema are nested too deep")
					: xs_refuse(c, doc, e->node, "substitution group of \"%.*s\" contains itself",
								XS_SHOW(xs_local(c->schema, e->symbol)));
}

/* No element is in its own substitution group. */
static BxStatus
check_heads(XsCompile *c)
{
	const BxSchema *s = c->schema;
	uint32_t i, n;

	for (i = 0; i < s->n_roots; i++)
	{
		const XsElement *head = s->roots[i]->head;

		for (n = 0; head != NULL && head != s->roots[i] && n <= c->limits.max_depth; n++)
			head = head->head;
		BX_TRY(bx_steps(c->host, n));
		if (head != NULL && head != s->roots[i])
			return refuse_heads(c, s->roots[i], true);
		if (head != NULL)
			return refuse_heads(c, s->roots[i], false);
	}
	return BX_OK;
}

/* Elements without a type have that of the head of their substitution group. */
static void
inherit_types(BxSchema *s)
{
	XsElement *e, *at;
	uint32_t i;

	for (i = 0; i < s->n_roots; i++)
	{
		for (at = s->roots[i]; at->type == NULL;)
			at = at->head;
		for (e = s->roots[i]; e->type == NULL; e = e->head)
			e->type = at->type;
	}
}

static BxStatus
add_member(XsCompile *c, XsElement *head, XsElement *member)
{
	uint32_t n = head->n_members;

	if ((n & (n - 1)) == 0)
	{
		XsElement **more = xs_make(c, (n == 0 ? 1 : 2 * (size_t) n) * sizeof(XsElement *));

		if (more == NULL)
			return BX_E_NOMEM;
		if (n > 0)
			memcpy(more, head->members, n * sizeof(XsElement *));
		head->members = more;
	}
	head->members[head->n_members++] = member;
	if (c->particles_left-- == 0)
		return xs_limit(c, xs_doc_of(c, member->node), member->node,
						"the substitution groups of the schema are too large");
	return BX_OK;
}

static BxStatus
make_substitutions(XsCompile *c)
{
	const BxSchema *s = c->schema;
	XsElement *e, *head;
	uint32_t i;

	for (i = 0; i < s->n_roots; i++)
	{
		e = s->roots[i];
		if (e->head != NULL && !xs_derived(e->type, e->head->type, e->head->final))
			return xs_refuse(
				c, xs_doc_of(c, e->node), e->node,
				"the type of element \"%.*s\" is not derived from that of the head of its substitution "
				"group, or not in a way that is allowed",
				XS_SHOW(xs_local(s, e->symbol)));
		for (head = e->head; head != NULL; head = head->head)
			if (xs_may_substitute(e, head))
				BX_TRY(add_member(c, head, e));
	}
	return BX_OK;
}

/* Values that elements have by default. */
static BxStatus
check_given(XsCompile *c, const XsDoc *doc, const XsNode *node, XsElement *e)
{
	const XsType *type = e->type;

	if (e->given.how == XS_FREE || e->given.bytes.s != NULL)
		return BX_OK;
	if (type->content == XS_SIMPLE_CONTENT)
		return xs_given_check(c, doc, node, type->simple, &e->given);
	if (type->content == XS_MIXED && xs_particle_emptiable(type->particle))
	{
		e->given.bytes = e->given.text;
		return BX_OK;
	}
	return xs_refuse(c, doc, node, "an element with child elements cannot have a default or fixed value");
}

static BxStatus
check_given_of(XsCompile *c, const XsDoc *doc, const XsParticle *p)
{
	uint32_t i;

	BX_TRY(bx_step(c->host));
	for (i = 0; i < p->n_kids; i++)
		BX_TRY(check_given_of(c, doc, p->kids[i]));
	return p->element != NULL && !p->element->global ? check_given(c, doc, p->element->node, p->element)
													 : BX_OK;
}

static BxStatus
finish_types(XsCompile *c)
{
	BxSchema *s = c->schema;
	uint32_t i;

	for (i = 0; i < s->n_types; i++)
		BX_TRY(xs_type_complete(c, s->types[i]));
	/* which may have more types */
	BX_TRY(xs_groups_make(c));
	for (; i < s->n_types; i++)
		BX_TRY(xs_type_complete(c, s->types[i]));
	BX_TRY(make_substitutions(c));
	for (i = 0; i < s->n_roots; i++)
		if (s->roots[i]->given.how != XS_FREE)
			BX_TRY(check_given(c, xs_doc_of(c, s->roots[i]->node), s->roots[i]->node, s->roots[i]));
	for (i = 0; i < s->n_types; i++)
	{
		XsType *type = s->types[i];

		BX_TRY(bx_step(c->host));
		if (type->particle == NULL)
			continue;
		if (type->base != NULL && type->base->particle == type->particle)
			type->model = type->base->model;
		if (type->model != NULL)
			continue;
		BX_TRY(check_given_of(c, type->doc, type->particle));
		BX_TRY(xs_model(c, type));
	}
	return xs_restrictions(c);
}

static BxStatus
begin(XsCompile *c)
{
	BxSchema *s = c->schema;
	uint32_t no;

	BX_TRY(xs_string_add(s, bx_str("", 0), &no, c->err));
	BX_TRY(xs_string_add(s, bx_str(XS_NS, strlen(XS_NS)), &c->xs_ns, c->err));
	BX_TRY(xs_string_add(s, bx_str(BX_XML_NS, strlen(BX_XML_NS)), &c->xml_ns, c->err));
	BX_TRY(xs_string_add(s, bx_str(XSI_NS, strlen(XSI_NS)), &s->xsi, c->err));
	BX_TRY(xs_string_add(s, bx_str("type", 4), &no, c->err));
	BX_TRY(xs_symbol_add(s, s->xsi, no, &s->xsi_type, c->err));
	BX_TRY(xs_string_add(s, bx_str("nil", 3), &no, c->err));
	BX_TRY(xs_symbol_add(s, s->xsi, no, &s->xsi_nil, c->err));
	return xs_builtins(c);
}

/* What points to the documents, which go. */
static void
forget_documents(BxSchema *s)
{
	uint32_t i;

	for (i = 0; i < s->n_types; i++)
	{
		s->types[i]->node = NULL;
		s->types[i]->doc = NULL;
	}
}

/* Declare what the documents have at their top. */
static BxStatus
declare(XsCompile *c, const BxSchemaDoc *docs, uint32_t n)
{
	BX_TRY(begin(c));
	if (n == 0)
		return xs_refuse(c, NULL, NULL, "a schema needs at least one document");
	return xs_load(c, docs, n);
}

static BxStatus
outline(XsCompile *c, const BxSchemaDoc *docs, uint32_t n)
{
	const BxSchema *s = c->schema;
	uint32_t i;

	BX_TRY(declare(c, docs, n));
	for (i = 0; i < s->n_roots; i++)
		s->roots[i]->abstract = xs_flag(s->roots[i]->node, "abstract");
	forget_documents(c->schema);
	return BX_OK;
}

static BxStatus
compile(XsCompile *c, const BxSchemaDoc *docs, uint32_t n)
{
	BX_TRY(declare(c, docs, n));
	BX_TRY(add_xml_attributes(c));
	BX_TRY(fill_globals(c));
	BX_TRY(check_heads(c));
	inherit_types(c->schema);
	BX_TRY(finish_types(c));
	BX_TRY(xs_keys_finish(c));
	forget_documents(c->schema);
	return BX_OK;
}

/* A schema by what `work` makes of its documents. */
static BxStatus
make(BxStatus (*work)(XsCompile *c, const BxSchemaDoc *docs, uint32_t n), const BxSchemaDoc *docs, uint32_t n,
	 const BxSchemaLimits *limits, const BxHost *host, BxSchema **schema, BxError *err)
{
	static const BxSchemaLimits usual = BX_SCHEMA_LIMITS_DEFAULT;
	BxSchema *s = host->alloc(host->ctx, sizeof(BxSchema));
	XsCompile c = {.schema = s, .host = host, .err = err, .limits = limits != NULL ? *limits : usual};
	BxStatus st;

	if (s == NULL)
		return bx_fail_nomem(err, sizeof(BxSchema));
	memset(s, 0, sizeof(*s));
	s->host = host;
	bx_arena_init(&s->arena, host);
	bx_arena_init(&c.temp, host);
	bx_strmap_init(&s->strings, host, NULL);
	bx_hashmap_init(&s->by_name, host, NULL);
	bx_hashmap_init(&c.by_name, host, NULL);
	c.arena = &s->arena;
	c.particles_left = c.limits.max_components;
	c.edges_left = c.limits.max_edges;
	c.uses_left = c.limits.max_components;
	st = work(&c, docs, n);
	bx_hashmap_free(&c.by_name);
	host->release(host->ctx, c.globals);
	host->release(host->ctx, c.keys);
	bx_arena_reset(&c.temp);
	if (st != BX_OK)
		bx_schema_free(s);
	else
		*schema = s;
	return st;
}

BxStatus
bx_schema_new(const BxSchemaDoc *docs, uint32_t n, const BxSchemaLimits *limits, const BxHost *host,
			  BxSchema **schema, BxError *err)
{
	return make(compile, docs, n, limits, host, schema, err);
}

BxStatus
bx_schema_outline(const BxSchemaDoc *docs, uint32_t n, const BxHost *host, BxSchema **schema, BxError *err)
{
	return make(outline, docs, n, NULL, host, schema, err);
}
