/*
 * bx_dtd.c -- declarations of the internal subset: counted, and the place where its parsing can be stopped.
 *
 * libxml2 parses an internal subset in one step, however long it is.  It calls a handler for every declaration,
 * comment, processing instruction and reference to a parameter entity, though.  Each of them counts against the
 * limits and polls, so that at most one declaration, which bxml.max_dtd_size bounds, is parsed between two polls.
 */
#include "bx_parse_int.h"

/*
 * libxml2 compares default attributes pairwise, twice, in a step that nothing interrupts: these take a third of a
 * second.
 */
#define DEFAULTS_CEILING 16384

BxStatus
bx_parser_poll(BxParser *p)
{
	BxError err;

	p->work = 0;
	if (bx_poll(p->host) == BX_OK)
		return BX_OK;
	bx_fail(&err, BX_E_CANCEL, -1, "canceled");
	return bx_fail_here(p, &err);
}

BxStatus
bx_dtd_declared(BxParser *p)
{
	uint32_t limit = p->opt.writer.limits.max_declarations;

	if (bx_parser_stopped(p))
		return p->err.status != BX_OK ? p->err.status : BX_E_NOMEM;
	if (++p->decls > limit)
		return bx_fail_limit_here(p, BX_E_LIMIT, "bxml.max_declarations", limit,
								  "number of declarations in the DTD");
	return bx_parser_work(p, 16);
}

BxStatus
bx_dtd_check_size(BxParser *p)
{
	const BxLexer *lex = &p->lex;
	uint64_t end = lex->doctype_ended ? lex->doctype_end : lex->pos;
	size_t limit = p->opt.writer.limits.max_dtd_size;

	if (!lex->doctype || end - lex->doctype_off <= limit)
		return BX_OK;
	return bx_fail_limit_at(p, lex->doctype_off, "bxml.max_dtd_size", limit, "size of the DTD in bytes");
}

/* A namespace declaration by default is not checked by libxml2 as those in start tags are. */
static BxStatus
check_default_namespace(BxParser *p, const char *name, const char *uri)
{
	if (strncmp(name, "xmlns:", 6) != 0)
		return BX_OK;
	if (strcmp(name + 6, "xmlns") == 0 ||
		(strcmp(name + 6, "xml") == 0 && strcmp(uri, (const char *) XML_XML_NAMESPACE) != 0))
		return bx_fail_syntax(p, BX_SYN_NS_RESERVED, NULL);
	return *uri == '\0' ? bx_fail_syntax(p, BX_SYN_NS_EMPTY, name + 6) : BX_OK;
}

/*
 * libxml2 keeps default values itself.  It compares the name of a new one with those its element has, and every
 * attribute of a start tag with all of them: so these are limited as attributes are.
 */
static void
attribute_decl(void *user, const xmlChar *element, const xmlChar *name, int type, int kind,
			   const xmlChar *value, xmlEnumerationPtr tree)
{
	BxParser *p = user;
	uint32_t limit = p->opt.writer.limits.max_attributes;
	const char *text = (const char *) value;
	size_t n = value != NULL ? strlen(text) : 0;

	limit = limit < DEFAULTS_CEILING ? limit : DEFAULTS_CEILING;
	(void) element;
	(void) type;
	(void) kind;
	xmlFreeEnumeration(tree);
	if (bx_dtd_declared(p) != BX_OK || value == NULL ||
		check_default_namespace(p, (const char *) name, text) != BX_OK)
		return;
	if (p->marks != 0 && bx_mark_resolve(p, &text, &n, BX_MARK_ATTRIBUTE) != BX_OK)
		return;
	if (++p->default_decls > limit)
		bx_fail_limit_here(p, BX_E_LIMIT, "bxml.max_attributes", limit, "default attributes of the DTD");
	else
		bx_parser_work(p, p->default_decls / 64);
}

/* libxml2 frees the content model itself. */
static void
element_decl(void *user, const xmlChar *name, int type, xmlElementContentPtr content)
{
	(void) name;
	(void) type;
	(void) content;
	bx_dtd_declared(user);
}

/* libxml2 takes a notation without any identifier. */
static void
notation_decl(void *user, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id)
{
	BxParser *p = user;

	if (bx_dtd_declared(p) == BX_OK && public_id == NULL && system_id == NULL)
		bx_fail_syntax(p, BX_SYN_DTD_NOTATION, (const char *) name);
}

void
bx_dtd_init(BxParser *p)
{
	p->sax.attributeDecl = attribute_decl;
	p->sax.elementDecl = element_decl;
	p->sax.notationDecl = notation_decl;
}
