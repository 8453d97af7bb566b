/*
 * xs_context.c -- what all parts of the compiler need: errors with their place, memory, names, attributes of nodes.
 */
#include "../base/bx_core_int.h"

#include "xs_compile_int.h"

#include <stdarg.h>

#include "../base/bx_utf8.h"
#include "../format/bx_format.h"

/* ---- errors ---- */

BxStatus
xs_fail(XsCompile *c, BxStatus status, const XsDoc *doc, const XsNode *node, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void) xs_fail_at(c->err, status, doc != NULL ? &doc->source->name : NULL, node, fmt, ap);
	va_end(ap);
	return status;
}

const XsDoc *
xs_doc_of(const XsCompile *c, const XsNode *node)
{
	const XsDoc *doc = c->docs;

	while (node->parent != NULL)
		node = node->parent;
	while (doc != NULL && doc->source->root != node)
		doc = doc->next;
	return doc;
}

/* The symbol of the same local name that is declared as such; XS_NONE if there is none. */
static uint32_t
declared_elsewhere(const BxSchema *s, const char *what, uint32_t symbol)
{
	uint32_t i;

	for (i = 0; i < s->n_symbols; i++)
	{
		const XsSymbol *other = &s->symbols[i];

		if (other->local == s->symbols[symbol].local &&
			((other->type != NULL && strcmp(what, "type") == 0) ||
			 (other->element != NULL && strcmp(what, "element") == 0) ||
			 (other->attribute != NULL && strcmp(what, "attribute") == 0)))
			return i;
	}
	return XS_NONE;
}

/* What to do about it. */
static BxStatus
hint_missing(XsCompile *c, const char *what, uint32_t symbol)
{
	BxStr local = xs_local(c->schema, symbol), uri;
	uint32_t other = declared_elsewhere(c->schema, what, symbol);

	if (c->schema->symbols[symbol].ns == c->xs_ns && xs_is_later(local))
		return xs_hint_later(c->err, BX_E_SCHEMA, local);
	if (other == XS_NONE)
		return bx_hint(c->err, BX_E_SCHEMA,
					   "Add the document that declares it to the schema, and include or import it here.");
	uri = xs_uri(c->schema, other);
	if (uri.n == 0)
		return bx_hint(c->err, BX_E_SCHEMA,
					   "It is declared in no namespace, which names without a prefix are in where "
					   "no default namespace is declared.");
	return bx_hint(c->err, BX_E_SCHEMA,
				   "It is declared in namespace \"%.*s\": write it with a prefix of that one.", XS_SHOW(uri));
}

BxStatus
xs_missing(XsCompile *c, const XsDoc *doc, const XsNode *node, const char *what, uint32_t symbol)
{
	BxStr local = xs_local(c->schema, symbol), uri = xs_uri(c->schema, symbol);

	if (uri.n == 0)
		xs_refuse(c, doc, node, "%s \"%.*s\" is not declared", what, XS_SHOW(local));
	else
		xs_refuse(c, doc, node, "%s \"%.*s\" of namespace \"%.*s\" is not declared", what, XS_SHOW(local),
				  XS_SHOW(uri));
	return hint_missing(c, what, symbol);
}

BxStatus
xs_enter(XsCompile *c, const XsDoc *doc, const XsNode *node)
{
	if (++c->depth <= c->limits.max_depth && c->host->stack_ok(c->host->ctx))
		return BX_OK;
	return xs_limit(c, doc, node, "types, groups or documents of the schema refer to each other too deep");
}

BxStatus
xs_type_begin(XsCompile *c, XsType *type, bool *done)
{
	*done = type->state == 2;
	if (*done)
		return BX_OK;
	if (type->state == 1)
		return xs_refuse(c, type->doc, type->node, "the type is derived from itself");
	type->state = 1;
	return xs_enter(c, type->doc, type->node);
}

BxStatus
xs_type_derived(XsCompile *c, XsType *type, const XsType *base)
{
	type->depth = base->depth + 1;
	if (type->depth <= c->limits.max_depth)
		return BX_OK;
	return xs_limit(c, type->doc, type->node, "types of the schema are derived from each other too often");
}

/* ---- memory and names ---- */

int
xs_order_numbers(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

void *
xs_make(XsCompile *c, size_t n)
{
	void *p = bx_arena_zalloc(c->arena, n);

	if (p == NULL)
		bx_fail_nomem(c->err, n);
	return p;
}

BxStatus
xs_keep(XsCompile *c, BxStr text, BxStr *kept)
{
	*kept = bx_str(bx_arena_strndup(c->arena, text.n > 0 ? text.s : "", text.n), text.n);
	return kept->s != NULL ? BX_OK : bx_fail_nomem(c->err, text.n);
}

BxStr
xs_prefix(const XsNode *node, BxStr prefix)
{
	const XsScope *scope;

	if (bx_str_is(prefix, "xml"))
		return bx_str(BX_XML_NS, strlen(BX_XML_NS));
	for (scope = node->scope; scope != NULL; scope = scope->outer)
		if (bx_str_equal(scope->prefix, prefix))
			return scope->uri;
	return prefix.n == 0 ? bx_str("", 0) : bx_str(NULL, 0);
}

/* Part 1, 4.2.3: names of other namespaces than its own are those that the document imports. */
static bool
may_refer(const XsCompile *c, const XsDoc *doc, uint32_t ns)
{
	uint32_t i;

	if (ns == doc->target || ns == c->xs_ns)
		return true;
	for (i = 0; i < doc->n_imports; i++)
		if (doc->imports[i] == ns)
			return true;
	return false;
}

/* Is there anything of this name, other than an identity constraint? */
static bool
is_declared(XsCompile *c, uint32_t symbol)
{
	const XsSymbol *s = &c->schema->symbols[symbol];

	return s->element != NULL || s->attribute != NULL || s->type != NULL || s->notation ||
		   xs_global(c, XS_GROUP, symbol) != NULL || xs_global(c, XS_ATTRIBUTE_GROUP, symbol) != NULL;
}

BxStatus
xs_check_import(XsCompile *c, const XsDoc *doc, const XsNode *node, BxStr name, uint32_t symbol)
{
	BxStr uri = xs_uri(c->schema, symbol);

	if (may_refer(c, doc, c->schema->symbols[symbol].ns))
		return BX_OK;
	if (uri.n == 0)
	{
		xs_refuse(c, doc, node, "\"%.*s\" is in no namespace, which the document does not import",
				  XS_SHOW(name));
		return bx_hint(c->err, BX_E_SCHEMA, "Write <import/> at the start of the document.");
	}
	xs_refuse(c, doc, node, "\"%.*s\" is of namespace \"%.*s\", which the document does not import",
			  XS_SHOW(name), XS_SHOW(uri));
	return bx_hint(c->err, BX_E_SCHEMA, "Write <import namespace=\"%.*s\"/> at the start of the document.",
				   XS_SHOW(uri));
}

BxStatus
xs_reference(XsCompile *c, const XsDoc *doc, const XsNode *node, BxStr name, uint32_t *symbol)
{
	BxStr local, prefix = bx_str_prefix(name, &local), uri;
	uint32_t ns, no;

	uri = xs_prefix(node, prefix);
	if (uri.s == NULL)
	{
		xs_refuse(c, doc, node, "prefix \"%.*s\" is not declared", XS_SHOW(prefix));
		return bx_hint(c->err, BX_E_SCHEMA, "Declare it with xmlns:%.*s=\"...\".", XS_SHOW(prefix));
	}
	BX_TRY(xs_string_add(c->schema, uri, &ns, c->err));
	if (ns == 0 && doc->taken_over)
		ns = doc->target;
	BX_TRY(xs_string_add(c->schema, local, &no, c->err));
	BX_TRY(xs_symbol_add(c->schema, ns, no, symbol, c->err));
	return is_declared(c, *symbol) ? xs_check_import(c, doc, node, name, *symbol) : BX_OK;
}

BxStatus
xs_declared_name(XsCompile *c, const XsNode *node, uint32_t ns, uint32_t *symbol)
{
	BxStr name = xs_attr(node, "name");
	uint32_t no;

	BX_TRY(xs_string_add(c->schema, name, &no, c->err));
	return xs_symbol_add(c->schema, ns, no, symbol, c->err);
}

XsGlobal *
xs_global_at(XsCompile *c, unsigned kind, uint32_t symbol, uint32_t *hash, uint32_t *at)
{
	uint32_t i;

	*hash = bx_hash_numbers(&c->host->seed, kind, symbol);
	bx_hashmap_foreach (i, &c->by_name, *hash, at)
		if (c->globals[i].kind == kind && c->globals[i].symbol == symbol)
			return &c->globals[i];
	return NULL;
}

XsGlobal *
xs_global(XsCompile *c, unsigned kind, uint32_t symbol)
{
	uint32_t hash, at;

	return xs_global_at(c, kind, symbol, &hash, &at);
}

XsGlobal *
xs_global_meant(XsCompile *c, unsigned kind, uint32_t symbol, const XsNode *node)
{
	XsGlobal *now = xs_global(c, kind, symbol), *g;

	for (; now != NULL && node != NULL; node = node->parent)
		for (g = now; g->old > 0; g = &c->globals[g->old - 1])
			if (g->node == node)
			{
				g = &c->globals[g->old - 1];
				g->extended = true;
				return g;
			}
	return now;
}

static BxStatus
resolve(void *ctx, BxStr prefix, BxStr *uri, bool *found)
{
	const XsNodeNames *names = ctx;

	*uri = xs_prefix(names->node, prefix);
	*found = uri->s != NULL;
	return BX_OK;
}

static bool
is_notation(void *ctx, BxStr uri, BxStr local)
{
	const BxSchema *s = ((const XsNodeNames *) ctx)->schema;
	uint32_t ns = xs_string_find(s, uri), no = xs_string_find(s, local);
	uint32_t symbol = ns != XS_NONE && no != XS_NONE ? xs_symbol_find(s, ns, no) : XS_NONE;

	return symbol != XS_NONE && s->symbols[symbol].notation;
}

void
xs_text_at(XsCompile *c, XsNodeNames *names, const XsNode *node, XsText *t)
{
	*names = (XsNodeNames){node, c->schema};
	*t =
		(XsText){.arena = &c->temp, .err = c->err, .resolve = resolve, .notation = is_notation, .ctx = names};
}

/* ---- attributes of several kinds ---- */

bool
xs_flag(const XsNode *node, const char *name)
{
	BxStr text = xs_attr(node, name);

	return text.s != NULL && (bx_str_is(text, "true") || bx_str_is(text, "1"));
}

bool
xs_form(const XsNode *node, const char *name, bool otherwise)
{
	BxStr form = xs_attr(node, name);

	return form.s != NULL ? bx_str_is(form, "qualified") : otherwise;
}

uint8_t
xs_ways(const XsNode *node, const char *name, uint8_t otherwise)
{
	static const struct
	{
		const char *word;
		uint8_t way;
	} words[] = {{"extension", XS_EXTENSION},
				 {"restriction", XS_RESTRICTION},
				 {"substitution", XS_SUBSTITUTION},
				 {"list", XS_BY_LIST},
				 {"union", XS_BY_UNION}};
	BxStr text = xs_attr(node, name), word;
	uint8_t ways = 0;
	unsigned i;

	if (text.s == NULL)
		return otherwise;
	if (bx_str_is(text, "#all"))
		return XS_EXTENSION | XS_RESTRICTION | XS_SUBSTITUTION | XS_BY_LIST | XS_BY_UNION;
	while (xs_simple_word(&text, &word))
		for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
			if (bx_str_is(word, words[i].word))
				ways |= words[i].way;
	return ways;
}

uint64_t
xs_number(const XsNode *node, const char *name, uint64_t otherwise)
{
	BxStr text = xs_attr(node, name);
	uint64_t n = otherwise;

	if (text.s != NULL)
		(void) xs_count_read(text, &n);
	return n;
}
