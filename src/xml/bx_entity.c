/*
 * bx_entity.c -- entities of the internal subset, and the account of what their references produce.
 *
 * Every declaration is entered here.  Before any reference the size of the entity's full expansion is compared to
 * what is left of the limit; the reference is then charged with the bytes the entity itself contributes, and
 * references inside it are charged when libxml2 meets them.  So the limit is known to be passed before the first
 * byte is produced, in content, in attribute values, in default values, and for parameter entities alike.
 *
 * libxml2 is told about internal entities only.  External ones do not exist for it, so that nothing can be
 * fetched whatever loader the process has: an external parameter entity is declared as an empty internal one.
 */
#include "bx_parse_int.h"

#include <libxml/SAX2.h>
#include <libxml/entities.h>
#include <stdio.h>

/* libxml2 2.9 gives up at 40 levels of its own. */
#define NEST_MAX 32

/* The full size of an entity in a loop or nested too deep. */
#define SIZE_ENDLESS UINT64_MAX

/* The entity of a name; NULL when there is none, and *hash and *at are where it belongs. */
static BxEntity *
search(const BxParser *p, const char *name, size_t n, bool parameter, uint32_t *hash, uint32_t *at)
{
	const BxHashMap *m = &p->entity_map;
	uint32_t i;

	*hash = (uint32_t) bx_hash(&p->host->seed, parameter, name, n);
	bx_hashmap_foreach (i, m, *hash, at)
	{
		BxEntity *e = p->entities[i];

		if (e->parameter == parameter && strncmp(e->name, name, n) == 0 && e->name[n] == '\0')
			return e;
	}
	return NULL;
}

static BxEntity *
find_entity(const BxParser *p, const char *name, size_t n, bool parameter)
{
	uint32_t hash, at;

	return p->entities_n > 0 ? search(p, name, n, parameter, &hash, &at) : NULL;
}

/* Room for one more entity. */
static BxStatus
reserve_entity(BxParser *p)
{
	uint32_t cap = p->entities_cap > 0 ? p->entities_cap * 2 : 64;
	BxEntity **list;

	if (p->entity_map.host == NULL)
		bx_hashmap_init(&p->entity_map, p->host, &p->arena);
	if (bx_hashmap_reserve(&p->entity_map, &p->err) != BX_OK)
		return bx_fail_here(p, &p->err);
	if (p->entities_n < p->entities_cap)
		return BX_OK;
	list =
		bx_arena_grow(&p->arena, p->entities, p->entities_n * sizeof(BxEntity *), cap * sizeof(BxEntity *));
	if (list == NULL)
		return bx_fail_memory(p);
	p->entities = list;
	p->entities_cap = cap;
	return BX_OK;
}

/* Is the declaration or reference that libxml2 stands at part of a parameter entity's text? */
static bool
is_in_parameter(const BxParser *p)
{
	return p->ctxt->inputNr > 1;
}

static const char *
keep(BxParser *p, const void *s)
{
	return s != NULL ? bx_arena_strndup(&p->arena, s, strlen(s)) : NULL;
}

/* A system identifier as it was written. */
static char *
keep_system(BxParser *p, const xmlChar *s)
{
	char *kept = s != NULL ? bx_arena_strndup(&p->arena, (const char *) s, strlen((const char *) s)) : NULL;

	for (char *c = kept; c != NULL && *c != '\0'; c++)
		*c = *c == BX_MASKED_FRAGMENT ? '#' : *c;
	return kept;
}

/*
 * Enter a declaration: *e is NULL when the name is declared already, as the first declaration counts.  content is NULL
 * for what is not internal.
 */
static BxStatus
enter(BxParser *p, const xmlChar *name, bool parameter, const xmlChar *content, const xmlChar *system,
	  BxEntity **e)
{
	uint32_t hash, at;

	*e = NULL;
	if (bx_dtd_declared(p) != BX_OK || reserve_entity(p) != BX_OK)
		return p->err.status;
	if (search(p, (const char *) name, strlen((const char *) name), parameter, &hash, &at) != NULL)
		return BX_OK;
	*e = bx_arena_zalloc(&p->arena, sizeof(BxEntity));
	if (*e == NULL)
		return bx_fail_memory(p);
	**e = (BxEntity){.name = keep(p, name),
					 .content = keep(p, content),
					 .len = content != NULL ? strlen((const char *) content) : 0,
					 .system = keep_system(p, system),
					 .parameter = parameter,
					 .in_parameter = is_in_parameter(p)};
	if ((*e)->name == NULL || (content != NULL && (*e)->content == NULL))
		return bx_fail_memory(p);
	p->entities[p->entities_n] = *e;
	bx_hashmap_put(&p->entity_map, hash, at, p->entities_n++);
	return BX_OK;
}

/* What &lt; and the like mean is fixed: libxml2 would print what it does not like of a declaration. */
static bool
is_predefined(const xmlChar *name)
{
	static const char *const names[] = {"lt", "gt", "amp", "apos", "quot"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp((const char *) name, names[i]) == 0)
			return true;
	return false;
}

static void
tell_libxml(BxParser *p, const xmlChar *name, bool parameter, const char *content)
{
	xmlSAX2EntityDecl(p->ctxt, name, parameter ? XML_INTERNAL_PARAMETER_ENTITY : XML_INTERNAL_GENERAL_ENTITY,
					  NULL, NULL, (xmlChar *) (uintptr_t) content);
}

void
bx_entity_decl(void *user, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id,
			   xmlChar *content)
{
	BxParser *p = user;
	bool parameter = type == XML_INTERNAL_PARAMETER_ENTITY || type == XML_EXTERNAL_PARAMETER_ENTITY;
	bool internal = type == XML_INTERNAL_PARAMETER_ENTITY || type == XML_INTERNAL_GENERAL_ENTITY;
	BxEntity *e;

	(void) public_id;
	if (p->err.status != BX_OK ||
		enter(p, name, parameter, internal ? content : NULL, system_id, &e) != BX_OK)
		return;
	/* libxml2's own guard against growth works only without HUGE. */
	p->ctxt->options &= ~XML_PARSE_HUGE;
	p->fresh = internal ? e : NULL;
	if (e == NULL || (!parameter && (!internal || is_predefined(name))))
		return;
	tell_libxml(p, name, parameter, internal ? bx_mark_content(p, e->content, parameter) : "");
}

void
bx_entity_unparsed(void *user, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id,
				   const xmlChar *notation)
{
	BxParser *p = user;
	BxEntity *e;

	(void) public_id;
	(void) notation;
	if (!bx_parser_stopped(p) && enter(p, name, false, NULL, system_id, &e) == BX_OK && e != NULL)
		e->unparsed = true;
}

static uint64_t
add_sat(uint64_t a, uint64_t b)
{
	return a >= SIZE_ENDLESS - b ? SIZE_ENDLESS - 1 : a + b;
}

/*
 * Bytes of the full expansion of e, computed once.  Recursion is bounded by level.  Each content is read once, so
 * the work is linear in the text of the declarations; SIZE_ENDLESS ends the parse.
 */
static uint64_t
expanded_size(BxParser *p, BxEntity *e, int level)
{
	const char *s = e->content;
	uint64_t size = e->len;

	if (e->known)
		return e->expanded;
	if (e->busy || level > NEST_MAX)
		return SIZE_ENDLESS;
	e->busy = true;
	while (s != NULL && (s = strpbrk(s, e->parameter ? "&%" : "&")) != NULL)
	{
		const char *name = ++s;
		size_t n = strcspn(name, ";&<%");
		BxEntity *inner = name[n] == ';' && name[0] != '#' ? find_entity(p, name, n, name[-1] == '%') : NULL;

		if (inner != NULL)
		{
			uint64_t more = expanded_size(p, inner, level + 1);

			if (more ==
				SIZE_ENDLESS) /* at once: nothing is remembered below, so looking on could be exponential */
			{
				size = SIZE_ENDLESS;
				break;
			}
			size = add_sat(size, more);
		}
		s += n;
	}
	e->busy = false;
	/* Endless may be due to the level at which this entity was met. */
	e->known = size != SIZE_ENDLESS;
	e->expanded = size;
	return size;
}

/* May e be expanded now?  Charges it. */
static bool
charge(BxParser *p, BxEntity *e)
{
	uint64_t limit = p->opt.writer.limits.max_entity_expansion;
	uint64_t size = expanded_size(p, e, 0);

	if (size == SIZE_ENDLESS)
	{
		bx_fail_syntax(p, BX_SYN_ENTITY_LOOP, e->name);
		return false;
	}
	if (size > limit || p->expanded > limit - size)
	{
		bx_fail_limit_here(p, BX_E_LIMIT, "bxml.max_entity_expansion", limit,
						   "number of bytes produced by entity references");
		return false;
	}
	p->expanded += e->len;
	return true;
}

/* After a declaration libxml2 looks the entity up once, only to note its literal value. */
static bool
is_lookup_of_declaration(BxParser *p, const BxEntity *e)
{
	bool yes = p->in_dtd && e != NULL && e == p->fresh;

	p->fresh = NULL;
	return yes;
}

/* ---- entities that are not read ---- */

/* As many are named; there may be thousands. */
#define SKIPPED_NAMED 10

/* Note that a reference to e is left out. */
static void
note_skipped(BxParser *p, BxEntity *e)
{
	char item[400];
	BxStatus st;

	if (e->skipped)
		return;
	e->skipped = true;
	if (p->skipped_n++ >= SKIPPED_NAMED)
		return;
	if (e->system != NULL)
		snprintf(item, sizeof(item), "%s\"%.100s\" (system identifier \"%.200s\")",
				 p->skipped_n > 1 ? ", " : "", e->name, e->system);
	else
		snprintf(item, sizeof(item), "%s\"%.100s\" (not declared)", p->skipped_n > 1 ? ", " : "", e->name);
	if (p->skipped.len > 0)
		p->skipped.len--; /* the zero byte */
	st = bx_buf_append(&p->skipped, item, strlen(item) + 1, &p->err);
	if (st != BX_OK)
		bx_fail_here(p, &p->err);
}

const char *
bx_parser_skipped(const BxParser *p, uint32_t *n)
{
	*n = p->skipped_n;
	return p->skipped.len > 0 ? (const char *) p->skipped.data : "";
}

/* An internal entity for libxml2 in place of one that is not read; its name cannot be one of the input. */
static xmlEntityPtr
substitute(BxParser *p, bool parameter, const char *content)
{
	const xmlChar *name = BAD_CAST(*content != '\0' ? ":skipped" : ":nothing");
	int type = parameter ? XML_INTERNAL_PARAMETER_ENTITY : XML_INTERNAL_GENERAL_ENTITY;
	xmlEntityPtr e =
		parameter ? xmlGetParameterEntity(p->ctxt->myDoc, name) : xmlGetDocEntity(p->ctxt->myDoc, name);

	if (e == NULL && p->err.status == BX_OK)
		e = xmlAddDocEntity(p->ctxt->myDoc, name, type, NULL, NULL, BAD_CAST content);
	if (e == NULL && p->err.status == BX_OK)
		bx_fail_memory(p);
	return e;
}

static void
refuse_unread(BxParser *p, BxSyntax code, const char *name)
{
	bx_fail_syntax(p, code, name);
	memcpy(p->err.setting, "bxml.external_entities", sizeof("bxml.external_entities"));
}

/*
 * WFC Entity Declared holds where all declarations have been read.  After references to parameter entities, or with an
 * external subset, an undeclared entity only makes the document invalid: the reference has nothing to be replaced by.
 */
static xmlEntityPtr
get_undeclared(BxParser *p, const xmlChar *name)
{
	BxEntity *e;

	if (p->standalone == 1 || (!p->external_subset && !p->pe_references))
		bx_fail_syntax(p, BX_SYN_ENTITY_UNDECLARED, (const char *) name);
	else if ((p->external_subset || p->unread) && !p->opt.skip_external)
		refuse_unread(p, BX_SYN_ENTITY_EXTERNAL_DTD, (const char *) name);
	else if (enter(p, name, false, NULL, NULL, &e) == BX_OK)
	{
		note_skipped(p, e);
		return substitute(p, false, "");
	}
	return NULL;
}

static xmlEntityPtr
get_external(BxParser *p, BxEntity *e)
{
	if (e->unparsed)
		bx_fail_syntax(p, BX_SYN_ENTITY_UNPARSED, e->name);
	else if (e->system == NULL) /* entered when it was found not to be declared */
		return substitute(p, false, "");
	else if (!p->opt.skip_external)
		refuse_unread(p, BX_SYN_ENTITY_EXTERNAL, e->name);
	else
	{
		note_skipped(p, e);
		return substitute(p, false, bx_mark_skipped(p));
	}
	return NULL;
}

/* ---- references ---- */

/* The entity of a reference, NULL: undeclared.  False: libxml2 asks for its own, which is *declared. */
static bool
find_reference(BxParser *p, const xmlChar *name, bool parameter, BxEntity **e, xmlEntityPtr *declared)
{
	*declared = NULL;
	if (bx_parser_work(p, 1) != BX_OK)
		return false;
	*e = find_entity(p, (const char *) name, strlen((const char *) name), parameter);
	if (!is_lookup_of_declaration(p, *e))
		return true;
	*declared = parameter ? xmlSAX2GetParameterEntity(p->ctxt, name) : xmlSAX2GetEntity(p->ctxt, name);
	return false;
}

xmlEntityPtr
bx_entity_get(void *user, const xmlChar *name)
{
	BxParser *p = user;
	xmlEntityPtr declared;
	BxEntity *e;

	if (!find_reference(p, name, false, &e, &declared))
		return declared;
	if (e == NULL)
		return get_undeclared(p, name);
	if (p->standalone == 1 && e->in_parameter)
		bx_fail_syntax(p, BX_SYN_ENTITY_STANDALONE, (const char *) name);
	else if (e->content == NULL)
		return get_external(p, e);
	else if (charge(p, e))
		return xmlSAX2GetEntity(p->ctxt, name);
	return NULL;
}

/*
 * WFC PEs in Internal Subset: no reference within a declaration, also in the text of a parameter entity.  libxml2
 * sees to the former, and to the latter from 2.12 on.  Each text is scanned once: what was scanned is remembered by
 * level.
 */
static bool
is_within_declaration(BxParser *p)
{
	const xmlParserInput *in = p->ctxt->input;
	BxTextScan *scan;
	size_t n = (size_t) (in->cur - in->base);

	if (p->ctxt->inputNr < 2 || p->ctxt->inputNr > NEST_MAX + 2)
		return false;
	if (p->scans == NULL)
		p->scans = bx_arena_zalloc(&p->arena, (NEST_MAX + 3) * sizeof(BxTextScan));
	if (p->scans == NULL)
		return bx_fail_memory(p) != BX_OK;
	scan = &p->scans[p->ctxt->inputNr];
	if (scan->base != in->base || scan->n > n)
	{
		bx_lexer_init(&scan->lex, UINT32_MAX);
		scan->lex.subset = true;
		scan->lex.state = BX_LEXER_DTD;
		scan->base = in->base;
		scan->n = 0;
	}
	bx_lexer_run(&scan->lex, in->base + scan->n, n - scan->n, false);
	scan->n = n;
	return scan->lex.decl;
}

/* An undeclared parameter entity is as one that is not read: whether it is declared is a question of validity. */
xmlEntityPtr
bx_entity_get_parameter(void *user, const xmlChar *name)
{
	BxParser *p = user;
	xmlEntityPtr declared;
	BxEntity *e;

	if (!find_reference(p, name, true, &e, &declared))
		return declared;
	if (is_within_declaration(p))
	{
		bx_fail_syntax(p, BX_SYN_DTD_PARAMETER_REFERENCE, NULL);
		return NULL;
	}
	p->pe_references = true;
	p->unread |= e == NULL || e->content == NULL;
	if (e == NULL || e->content == NULL)
		return substitute(p, true, "");
	return charge(p, e) ? xmlSAX2GetParameterEntity(p->ctxt, name) : NULL;
}
