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

#define BUCKETS 1024
/* libxml2 2.9 gives up at 40 levels of its own. */
#define NEST_MAX 32

/* The full size of an entity in a loop or nested too deep. */
#define SIZE_ENDLESS UINT64_MAX

static BxEntity **
bucket(BxParser *p, const char *name, size_t n, bool parameter)
{
	uint32_t h = 2166136261u + parameter;

	for (size_t i = 0; i < n; i++)
		h = (h ^ (uint8_t) name[i]) * 16777619u;
	return &p->entities[h & (BUCKETS - 1)];
}

static BxEntity *
find_entity(BxParser *p, const char *name, size_t n, bool parameter)
{
	BxEntity *e = p->entities != NULL ? *bucket(p, name, n, parameter) : NULL;

	while (e != NULL && (e->parameter != parameter || strncmp(e->name, name, n) != 0 || e->name[n] != '\0'))
		e = e->next;
	return e;
}

/* Enter a declaration; *fresh is false when the name is declared already: the first declaration counts. */
static BxStatus
enter(BxParser *p, const char *name, bool parameter, const char *content, bool *fresh)
{
	size_t n = strlen(name);
	BxEntity **b;
	BxEntity *e;

	if (p->entities == NULL)
		p->entities = bx_arena_zalloc(&p->arena, BUCKETS * sizeof(BxEntity *));
	if (p->entities == NULL)
		return bx_fail_memory(p);
	if (++p->entities_n > p->opt.writer.limits.max_names)
		return bx_fail_limit_here(p, BX_E_LIMIT, "bxml.token_limit", p->opt.writer.limits.max_names,
								  "entity declarations");
	*fresh = find_entity(p, name, n, parameter) == NULL;
	if (!*fresh)
		return BX_OK;
	b = bucket(p, name, n, parameter);
	e = bx_arena_zalloc(&p->arena, sizeof(BxEntity));
	if (e == NULL)
		return bx_fail_memory(p);
	e->name = bx_arena_strndup(&p->arena, name, n);
	e->parameter = parameter;
	e->len = content != NULL ? strlen(content) : 0;
	e->content = content != NULL ? bx_arena_strndup(&p->arena, content, e->len) : NULL;
	if (e->name == NULL || (content != NULL && e->content == NULL))
		return bx_fail_memory(p);
	e->next = *b;
	*b = e;
	p->fresh = content != NULL ? e : NULL;
	return BX_OK;
}

void
bx_entity_decl(void *user, const xmlChar *name, int type, const xmlChar *public_id, const xmlChar *system_id,
			   xmlChar *content)
{
	BxParser *p = user;
	bool parameter = type == XML_INTERNAL_PARAMETER_ENTITY || type == XML_EXTERNAL_PARAMETER_ENTITY;
	bool internal = type == XML_INTERNAL_PARAMETER_ENTITY || type == XML_INTERNAL_GENERAL_ENTITY;
	bool fresh = false;

	(void) public_id;
	(void) system_id;
	if (bx_parser_stopped(p))
		return;
	if (type == XML_EXTERNAL_PARAMETER_ENTITY)
		internal = true; /* as an empty one */
	if (enter(p, (const char *) name, parameter,
			  !internal                               ? NULL
			  : type == XML_EXTERNAL_PARAMETER_ENTITY ? ""
													  : (const char *) content,
			  &fresh) != BX_OK)
		return;
	/* libxml2's own guard against growth works only without HUGE. */
	p->ctxt->options &= ~XML_PARSE_HUGE;
	if (!internal || !fresh)
		return;
	if (type == XML_EXTERNAL_PARAMETER_ENTITY)
		xmlSAX2EntityDecl(p->ctxt, name, XML_INTERNAL_PARAMETER_ENTITY, NULL, NULL, (xmlChar *) "");
	else
		xmlSAX2EntityDecl(p->ctxt, name, type, NULL, NULL, content);
}

void
bx_entity_unparsed(void *user, const xmlChar *name, const xmlChar *public_id, const xmlChar *system_id,
				   const xmlChar *notation)
{
	BxParser *p = user;
	bool fresh;

	(void) public_id;
	(void) system_id;
	(void) notation;
	if (!bx_parser_stopped(p))
		enter(p, (const char *) name, false, NULL, &fresh);
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
	while (s != NULL && (s = strchr(s, '&')) != NULL)
	{
		const char *name = ++s;
		size_t n = strcspn(name, ";&<");
		BxEntity *inner = name[n] == ';' && name[0] != '#' ? find_entity(p, name, n, false) : NULL;

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
		bx_fail_syntax(p, "entity \"%.80s\" refers to itself or is nested too deep", e->name);
		return false;
	}
	if (size > limit || p->expanded > limit - size)
	{
		bx_fail_limit_here(p, BX_E_LIMIT, "bxml.max_entity_expansion", limit,
						   "bytes produced by entity references");
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

xmlEntityPtr
bx_entity_get(void *user, const xmlChar *name)
{
	BxParser *p = user;
	BxEntity *e;

	if (bx_parser_stopped(p))
		return NULL;
	e = find_entity(p, (const char *) name, strlen((const char *) name), false);
	if (is_lookup_of_declaration(p, e))
		return xmlSAX2GetEntity(p->ctxt, name);
	if (e == NULL && (p->external_subset || p->pe_references))
		bx_fail_syntax(p, "entity \"%.80s\" cannot be expanded: external DTDs and entities are not read",
					   name);
	else if (e == NULL)
		bx_fail_syntax(p, "entity \"%.80s\" is not declared", name);
	else if (e->content == NULL)
		bx_fail_syntax(p, "entity \"%.80s\" cannot be expanded: external entities are not read", name);
	else if (charge(p, e))
		return xmlSAX2GetEntity(p->ctxt, name);
	return NULL;
}

xmlEntityPtr
bx_entity_get_parameter(void *user, const xmlChar *name)
{
	BxParser *p = user;
	BxEntity *e;

	if (bx_parser_stopped(p))
		return NULL;
	e = find_entity(p, (const char *) name, strlen((const char *) name), true);
	if (!is_lookup_of_declaration(p, e))
	{
		p->pe_references = true;
		if (e == NULL || !charge(p, e))
			return NULL;
	}
	return xmlSAX2GetParameterEntity(p->ctxt, name);
}
