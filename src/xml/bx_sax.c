/*
 * bx_sax.c -- libxml2's events to the writer.
 *
 * Handlers never jump: a failure is recorded and libxml2 is stopped.  Entity content is parsed by libxml2 in contexts
 * of its own that continue after the stop, so every handler looks at the record first.
 */
#include "../core/base/bx_utf8.h"
#include "bx_parse_int.h"

#include <libxml/SAX2.h>

/*
 * Attributes defaulted by the DTD produce text out of nothing at every element.  Each may cost up to 8 bytes per byte
 * of input, and the entity limit beyond that; comparing them with the given ones is charged as well.  Where records are
 * split off, bx_record_took gives the bytes per byte of input back.
 */
static BxStatus
charge_defaults(BxParser *p, int n, int defaulted, const xmlChar **a)
{
	uint64_t limit = p->opt.writer.limits.max_entity_expansion;
	uint64_t total = p->split == NULL ? p->total : 0;

	for (int i = n - defaulted; i < n; i++)
		p->default_bytes += (uint64_t) (a[i * 5 + 4] - a[i * 5 + 3]) + bx_str_of_xml(a[i * 5]).n;
	p->default_bytes += (uint64_t) n * (uint64_t) defaulted / 64;
	if (bx_parser_work(p, (uint64_t) n * (uint64_t) defaulted / 64) != BX_OK)
		return p->err.status;
	if (p->default_bytes / 8 > total && p->default_bytes - total * 8 > limit)
		return bx_fail_limit_here(p, BX_E_LIMIT, "bxml.max_entity_expansion", limit,
								  "bytes produced by default attributes");
	return BX_OK;
}

static BxStatus
check_start(BxParser *p, int namespaces, int n, int defaulted, const xmlChar **a)
{
	const BxLimits *l = &p->opt.writer.limits;

	if ((uint64_t) n + (uint64_t) namespaces > l->max_attributes)
		return bx_fail_limit_here(p, BX_E_LIMIT, "bxml.max_attributes", l->max_attributes,
								  "number of attributes of one start tag");
	if (p->depth >= l->max_depth)
		return bx_fail_limit_here(p, BX_E_DEPTH, "bxml.max_depth", l->max_depth, "depth of nested elements");
	return defaulted > 0 ? charge_defaults(p, n, defaulted, a) : BX_OK;
}

static bool
is_preserve(const BxScope *up, int n, const xmlChar **a)
{
	for (int i = 0; i < n; i++, a += 5)
		if (a[1] != NULL && strcmp((const char *) a[1], "xml") == 0 &&
			strcmp((const char *) a[0], "space") == 0)
			return a[4] - a[3] == 8 && memcmp(a[3], "preserve", 8) == 0;
	return up != NULL && up->preserve;
}

static const BxScope *
top_scope(const BxParser *p)
{
	return p->scopes.len > 0 ? (const BxScope *) (p->scopes.data + p->scopes.len) - 1 : NULL;
}

/*
 * Note what the element at depth changes for its content.  Prefix lookup in libxml2 is linear in the declarations in
 * scope, so these are limited too.
 */
static BxStatus
push_scope(BxParser *p, int namespaces, int n, const xmlChar **a)
{
	const BxScope *up = top_scope(p);
	bool preserve = p->opt.strip ? is_preserve(up, n, a) : false;
	BxScope s = {p->depth, (uint32_t) namespaces, preserve};
	BxStatus st;

	if (namespaces == 0 && preserve == (up != NULL && up->preserve))
		return BX_OK;
	p->namespaces_n += (uint32_t) namespaces;
	if (p->namespaces_n > p->opt.writer.limits.max_attributes)
		return bx_fail_limit_here(p, BX_E_LIMIT, "bxml.max_attributes", p->opt.writer.limits.max_attributes,
								  "namespace declarations in scope");
	st = bx_buf_append(&p->scopes, &s, sizeof(s), &p->err);
	return st == BX_OK ? st : bx_fail_here(p, &p->err);
}

static void
pop_scope(BxParser *p)
{
	const BxScope *s = top_scope(p);

	if (s == NULL || s->depth != p->depth)
		return;
	p->namespaces_n -= s->namespaces;
	p->scopes.len -= sizeof(BxScope);
}

static BxStatus
write_namespaces(BxParser *p, int namespaces, const xmlChar **ns)
{
	BxStatus st = BX_OK;
	uint32_t id;

	for (int i = 0; i < namespaces && st == BX_OK; i++, ns += 2)
	{
		st = bx_names_pair(p, ns[0], ns[1], &id);
		if (st == BX_OK)
			st = bx_parser_wrote(p, bx_writer_namespace(p->w, id));
	}
	return st;
}

static BxStatus
write_attribute(BxParser *p, uint32_t name, const char *value, size_t n)
{
	BxStatus st = p->marks != 0 ? bx_mark_resolve(p, &value, &n, BX_MARK_ATTRIBUTE) : BX_OK;

	return st != BX_OK ? st : bx_parser_wrote(p, bx_writer_attribute(p->w, name, value, n));
}

static BxStatus
write_start(BxParser *p, uint32_t name, int namespaces, const xmlChar **ns, int n, const xmlChar **a)
{
	BxStatus st = bx_parser_wrote(p, bx_writer_start_element(p->w, name));
	const xmlChar **more;
	uint32_t id;
	int n_more = 0;

	if (st == BX_OK && p->split != NULL)
		st = bx_record_inherit(p, namespaces, ns, &more, &n_more);
	if (n_more > 0)
		st = write_namespaces(p, n_more, more);
	if (st == BX_OK && namespaces > 0)
		st = write_namespaces(p, namespaces, ns);
	for (int i = 0; i < n && st == BX_OK; i++, a += 5)
	{
		st = bx_names_id(p, a[0], a[1], a[2], &id);
		if (st == BX_OK)
			st = write_attribute(p, id, (const char *) a[3], (size_t) (a[4] - a[3]));
	}
	return st;
}

/* Declarations that entities have given marks, and references to external entities in values. */
static BxStatus
check_marks(BxParser *p, int namespaces, const xmlChar **ns, int n, const xmlChar **a)
{
	BxStatus st = BX_OK;

	for (int i = 0; i < namespaces && st == BX_OK; i++)
	{
		BxStr uri = bx_str_of_xml(ns[2 * i + 1]);

		st = bx_mark_check(p, (const uint8_t *) uri.s, uri.n);
	}
	for (int i = 0; i < n && st == BX_OK; i++, a += 5)
	{
		const char *value = (const char *) a[3];
		size_t len = (size_t) (a[4] - a[3]);

		st = bx_mark_resolve(p, &value, &len, BX_MARK_ATTRIBUTE);
	}
	return st;
}

/*
 * One event, and n bytes of its text, as work.  libxml2 gets the whole of a long prolog at once, and entity content
 * is a single step to it: the polls between two portions of input are not enough.
 */
static inline BxStatus
charge_event(BxParser *p, size_t n)
{
	return bx_parser_work(p, 1 + n / BX_STEP_UNITS);
}

/* The start of an element that another parser has met. */
static void
replay_start(BxParser *p, const xmlChar *local, const xmlChar *uri, int namespaces, const xmlChar **ns, int n,
			 const xmlChar **a)
{
	if (p->split != NULL && bx_record_replay(p, local, uri, namespaces, ns) != BX_OK)
		return;
	p->depth++;
	push_scope(p, namespaces, n, a);
}

static void
start_element(void *user, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri, int namespaces,
			  const xmlChar **ns, int n, int defaulted, const xmlChar **a)
{
	BxParser *p = user;
	uint32_t name = 0;

	if (charge_event(p, 0) != BX_OK)
		return;
	if (!p->document && !p->in_root)
	{
		p->in_root = true;
		return;
	}
	if (p->route.ignoring)
		return;
	if (p->route.replaying)
	{
		replay_start(p, local, uri, namespaces, ns, n, a);
		return;
	}
	if (p->marks != 0 && check_marks(p, namespaces, ns, n, a) != BX_OK)
		return;
	if (check_start(p, namespaces, n, defaulted, a) != BX_OK ||
		bx_top_level_before(p, BX_KIND_ELEMENT) != BX_OK ||
		(p->w == NULL && bx_record_enter(p, local, uri, namespaces, ns) != BX_OK) ||
		(p->w != NULL && bx_names_id(p, local, prefix, uri, &name) != BX_OK))
		return;
	p->depth++;
	if (push_scope(p, namespaces, n, a) == BX_OK && p->w != NULL)
		write_start(p, name, namespaces, ns, n, a);
}

static void
end_element(void *user, const xmlChar *local, const xmlChar *prefix, const xmlChar *uri)
{
	BxParser *p = user;

	(void) local;
	(void) prefix;
	(void) uri;
	if (bx_parser_stopped(p) || p->route.ignoring)
		return;
	if (p->depth == 0)
	{
		/* The synthetic root: its end is ours, or the input has named it. */
		if (p->closing)
			p->in_root = false;
		else
			bx_fail_syntax(p, BX_SYN_END_TAG, NULL);
		return;
	}
	if (bx_top_level_before(p, BX_KIND_EXTENDED) != BX_OK)
		return;
	if (p->w != NULL)
		bx_parser_wrote(p, bx_writer_end_element(p->w));
	if (p->split != NULL)
		bx_record_leave(p);
	pop_scope(p);
	p->depth--;
}

/* Does the text that has just been met come from a reference?  Then libxml2 has gone past its semicolon. */
static bool
is_reference(const BxParser *p)
{
	const xmlParserInput *in = p->ctxt->input;

	return in->cur > in->base && in->cur[-1] == ';';
}

static inline void
give_text(BxParser *p, const char *text, size_t len)
{
	if (p->depth == 0 && !p->content_proven && is_reference(p) && bx_top_level_prove_content(p) != BX_OK)
		return;
	if (p->depth > 0 && !p->opt.strip)
		bx_parser_wrote(p, bx_writer_text(p->w, text, len));
	else
		bx_top_level_text(p, text, len);
}

static __attribute__((noinline)) void
give_marked_text(BxParser *p, const char *text, size_t len)
{
	if (bx_mark_resolve(p, &text, &len, BX_MARK_TEXT) == BX_OK && len > 0)
		give_text(p, text, len);
}

static void
characters(void *user, const xmlChar *s, int n)
{
	BxParser *p = user;

	if (p->route.in_text && n > 0)
	{
		p->route.in_text = false;
		s++;
		n--;
	}
	if (bx_parser_stopped(p) || n <= 0 || p->w == NULL)
		return;
	if (p->marks != 0)
		give_marked_text(p, (const char *) s, (size_t) n);
	else
		give_text(p, (const char *) s, (size_t) n);
}

/* libxml2 (seen in 2.9.14) lets overlong sequences pass in CDATA sections, and only there. */
static void
cdata(void *user, const xmlChar *s, int n)
{
	BxParser *p = user;
	size_t bad;

	if (!bx_parser_stopped(p) && n > 0 && !bx_utf8_is_xml(s, (size_t) n, &bad))
		bx_fail_encoding(p, true, "invalid UTF-8 byte sequence");
	else if (p->err.status != BX_OK || p->w == NULL || p->depth > 0 || bx_top_level_prove_content(p) == BX_OK)
		characters(user, s, n);
}

/* Is a comment or PI of n bytes to be written?  Those of the internal subset are part of the DOCTYPE text. */
static bool
writes(BxParser *p, BxKind kind, size_t n)
{
	if (p->in_dtd)
	{
		bx_dtd_declared(p);
		return false;
	}
	return charge_event(p, n) == BX_OK && p->w != NULL && bx_top_level_before(p, kind) == BX_OK;
}

static bool
resolve(BxParser *p, const char **text, size_t *n)
{
	return p->marks == 0 || bx_mark_resolve(p, text, n, BX_MARK_OTHER) == BX_OK;
}

static void
comment(void *user, const xmlChar *s)
{
	BxParser *p = user;
	const char *text = (const char *) s;
	size_t n = strlen(text);

	if (writes(p, BX_KIND_COMMENT, n) && resolve(p, &text, &n))
		bx_parser_wrote(p, bx_writer_comment(p->w, text, n));
}

static void
processing_instruction(void *user, const xmlChar *target, const xmlChar *data)
{
	BxParser *p = user;
	const char *text = data != NULL ? (const char *) data : "";
	size_t n = strlen(text);
	uint32_t name;

	if (writes(p, BX_KIND_PI, n) && bx_names_id(p, target, NULL, NULL, &name) == BX_OK &&
		resolve(p, &text, &n))
		bx_parser_wrote(p, bx_writer_pi(p->w, name, text, n));
}

/* A DTD without content of its own is made in libxml2's document: entity declarations go there. */
static void
internal_subset(void *user, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id)
{
	BxParser *p = user;

	if (bx_parser_stopped(p))
		return;
	p->in_dtd = true;
	p->external_subset = public_id != NULL || system_id != NULL;
	if (p->ctxt->myDoc == NULL)
		xmlSAX2StartDocument(p->ctxt);
	xmlSAX2InternalSubset(p->ctxt, name, public_id, system_id);
	if (p->ctxt->myDoc == NULL || p->ctxt->myDoc->intSubset == NULL)
		bx_fail_memory(p);
	else if (p->doctype.s != NULL && p->w != NULL)
		bx_parser_wrote(p, bx_writer_doctype(p->w, p->doctype.s, p->doctype.n));
}

/* Called when the internal subset is done; nothing is ever read from outside. */
static void
external_subset(void *user, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id)
{
	BxParser *p = user;

	(void) name;
	(void) public_id;
	(void) system_id;
	p->in_dtd = false;
}

static xmlParserInputPtr
resolve_entity(void *user, const xmlChar *public_id, const xmlChar *system_id)
{
	(void) user;
	(void) public_id;
	(void) system_id;
	return NULL;
}

void
bx_sax_init(BxParser *p)
{
	xmlSAXHandler *s = &p->sax;

	memset(s, 0, sizeof(*s));
	s->initialized = XML_SAX2_MAGIC;
	s->startElementNs = start_element;
	s->endElementNs = end_element;
	s->characters = characters;
	s->ignorableWhitespace = characters;
	s->cdataBlock = cdata;
	s->comment = comment;
	s->processingInstruction = processing_instruction;
	s->internalSubset = internal_subset;
	s->externalSubset = external_subset;
	s->resolveEntity = resolve_entity;
	s->entityDecl = bx_entity_decl;
	s->unparsedEntityDecl = bx_entity_unparsed;
	s->getEntity = bx_entity_get;
	s->getParameterEntity = bx_entity_get_parameter;
	s->serror = (xmlStructuredErrorFunc) bx_parse_error_handler;
	bx_dtd_init(p);
}
