/*
 * xs_compile_int.h -- what the files that compile a schema share.
 *
 * xs_load.c finds documents and registers what they declare globally, xs_define.c and xs_facet.c make simple types,
 * xs_declare.c elements and attributes, xs_particle.c content, xs_complex.c complex types, xs_automaton.c automata of
 * content models, xs_restrict.c compares a type with its base, xs_identity.c reads the paths of identity constraints.
 * xs_compile.c calls them in this order; xs_context.c has what all of them need.
 */
#ifndef XS_COMPILE_INT_H
#define XS_COMPILE_INT_H

#include "xs_doc_int.h"
#include "xs_int.h"

typedef struct XsDoc XsDoc;

/* A document under one target namespace. */
struct XsDoc
{
	XsSource *source;
	uint32_t target; /* number of a string */
	bool taken_over; /* it has no namespace of its own: names without one are in the target namespace */
	bool elements_qualified;
	bool attributes_qualified;
	uint8_t block;
	uint8_t final;
	uint32_t n_imports;
	uint32_t *imports; /* namespaces that it may refer to besides its own, numbers of strings */
	XsDoc *next;
};

/* Globals that are not found by their symbol. */
typedef enum XsKind
{
	XS_GROUP,
	XS_ATTRIBUTE_GROUP
} XsKind;

typedef struct XsGlobal
{
	uint8_t kind;
	bool busy;     /* being read */
	bool used;     /* by a type, or by another group that is */
	bool extended; /* its redefinition refers to it */
	uint32_t symbol;
	XsDoc *doc;
	const XsNode *node;
	XsType *made;     /* as if it were a type, where it is looked at by itself */
	uint32_t old;     /* entry that it redefines + 1 */
	uint32_t used_by; /* an attribute group: number of the last set of attributes that it is in */
} XsGlobal;

typedef struct XsCompile
{
	BxSchema *schema;
	BxArena *arena; /* the schema's */
	BxArena temp;   /* documents, and what only compiling needs */
	const BxHost *host;
	BxError *err;
	BxSchemaLimits limits;
	XsSource *sources;
	uint32_t n_sources;
	XsDoc *docs;
	uint32_t n_docs;
	BxHashMap by_name;
	XsGlobal *globals;
	uint32_t n_globals;
	uint32_t cap_globals;
	XsKey **keys; /* identity constraints */
	uint32_t n_keys;
	uint32_t cap_keys;
	uint32_t xs_ns; /* number of the namespace of XML Schema */
	uint32_t xml_ns;
	uint64_t particles_left;
	uint64_t edges_left;
	uint64_t uses_left; /* attributes of all types */
	uint32_t n_uses;    /* sets of attributes begun, from 1 */
	uint32_t depth;
	const struct XsNames *names; /* while restrictions are compared */
} XsCompile;

/* ---- xs_context.c ---- */

/* An error at a node of a document: what is wrong, or what is too much. */
extern BxStatus xs_fail(XsCompile *c, BxStatus status, const XsDoc *doc, const XsNode *node, const char *fmt,
						...) __attribute__((format(printf, 5, 6)));
#define xs_refuse(c, doc, node, ...) xs_fail(c, BX_E_SCHEMA, doc, node, __VA_ARGS__)
#define xs_limit(c, doc, node, ...) xs_fail(c, BX_E_LIMIT, doc, node, __VA_ARGS__)
/* The document that a node is in. */
extern const XsDoc *xs_doc_of(const XsCompile *c, const XsNode *node);
/* Memory of the schema, zeroed; NULL when refused, and then err says so. */
extern void *xs_make(XsCompile *c, size_t n);
/* Keep a string in the schema. */
extern BxStatus xs_keep(XsCompile *c, BxStr text, BxStr *kept);
/* The symbol of a QName in the document; if something is declared by that name, its namespace must be imported. */
extern BxStatus xs_reference(XsCompile *c, const XsDoc *doc, const XsNode *node, BxStr name,
							 uint32_t *symbol);
/* Part 1, 4.2.3: may the document refer to the symbol, which it has by this name? */
extern BxStatus xs_check_import(XsCompile *c, const XsDoc *doc, const XsNode *node, BxStr name,
								uint32_t symbol);
/* The namespace of a prefix at a node; .s is NULL when there is none. */
extern BxStr xs_prefix(const XsNode *node, BxStr prefix);
/* The symbol of a name declared in the document. */
extern BxStatus xs_declared_name(XsCompile *c, const XsNode *node, uint32_t ns, uint32_t *symbol);
/* An entry of the globals, NULL when there is none. */
extern XsGlobal *xs_global(XsCompile *c, unsigned kind, uint32_t symbol);
/* The same, with its hash and, when it is not there, the place for it. */
extern XsGlobal *xs_global_at(XsCompile *c, unsigned kind, uint32_t symbol, uint32_t *hash, uint32_t *at);
/* What a reference means: a group as it is now, or in its own redefinition as it was before; NULL: there is none. */
extern XsGlobal *xs_global_meant(XsCompile *c, unsigned kind, uint32_t symbol, const XsNode *node);
/* The error of a reference to what is not declared. */
extern BxStatus xs_missing(XsCompile *c, const XsDoc *doc, const XsNode *node, const char *what,
						   uint32_t symbol);
/* A boolean attribute; false when there is no such attribute. */
extern bool xs_flag(const XsNode *node, const char *name);
/* Is it "qualified"?  As otherwise says when there is no such attribute. */
extern bool xs_form(const XsNode *node, const char *name, bool otherwise);
/* Ways of derivation listed in an attribute, all for "#all"; as otherwise says when there is none. */
extern uint8_t xs_ways(const XsNode *node, const char *name, uint8_t otherwise);
/* A count, up to what fits; as otherwise says when there is no such attribute. */
extern uint64_t xs_number(const XsNode *node, const char *name, uint64_t otherwise);
/* One more level of groups or derivations; c->depth-- undoes it. */
extern BxStatus xs_enter(XsCompile *c, const XsDoc *doc, const XsNode *node);
/* Begin to complete a type, one more level deep, unless that was done; BX_E_SCHEMA when it depends on itself. */
extern BxStatus xs_type_begin(XsCompile *c, XsType *type, bool *done);
/* The type is derived from base: one more step, of which there are not too many. */
extern BxStatus xs_type_derived(XsCompile *c, XsType *type, const XsType *base);
/* Order of uint32_t, and of structs that begin with one, for sorting. */
extern int xs_order_numbers(const void *a, const void *b);
/* For values in the document: prefixes are those of the node. */
typedef struct XsNodeNames
{
	const XsNode *node;
	BxSchema *schema;
} XsNodeNames;
extern void xs_text_at(XsCompile *c, XsNodeNames *names, const XsNode *node, XsText *t);

/* ---- xs_load.c ---- */
extern BxStatus xs_load(XsCompile *c, const BxSchemaDoc *docs, uint32_t n);
/* A type to be completed later. */
extern BxStatus xs_type_add(XsCompile *c, XsDoc *doc, const XsNode *node, uint32_t symbol, XsType **type);

/* ---- xs_define.c ---- */
extern BxStatus xs_builtins(XsCompile *c);
/* A simple type, complete when this returns. */
extern BxStatus xs_simple_complete(XsCompile *c, XsType *type);
/* The type that an attribute of a node names, simple or not, perhaps not complete. */
extern BxStatus xs_type_named(XsCompile *c, XsDoc *doc, const XsNode *node, BxStr name, XsType **type);
/* As xs_type_named, simple and complete. */
extern BxStatus xs_simple_named(XsCompile *c, XsDoc *doc, const XsNode *node, BxStr name, XsType **type);
/* The simple type that is a child of a node. */
extern BxStatus xs_simple_child(XsCompile *c, XsDoc *doc, const XsNode *child, XsType **type);
/* A restriction of base, by the facets below the node. */
extern BxStatus xs_restrict_simple(XsCompile *c, XsDoc *doc, const XsNode *node, const XsSimple *base,
								   XsSimple **simple);

/* ---- xs_facet.c ---- */
extern BxStatus xs_facets(XsCompile *c, XsDoc *doc, const XsNode *node, XsSimple *type);

/* ---- xs_declare.c ---- */
extern BxStatus xs_attribute_fill(XsCompile *c, XsDoc *doc, const XsNode *node, XsAttribute *attribute);
extern BxStatus xs_element_fill(XsCompile *c, XsDoc *doc, const XsNode *node, XsElement *element);
extern BxStatus xs_wildcard(XsCompile *c, XsDoc *doc, const XsNode *node, XsWildcard **w);
extern BxStatus xs_given_read(XsCompile *c, XsDoc *doc, const XsNode *node, XsGiven *given);
/* Is the given value one of the type? */
extern BxStatus xs_given_check(XsCompile *c, const XsDoc *doc, const XsNode *node, const XsSimple *type,
							   XsGiven *given);

/* ---- xs_use.c ---- */
/* Attributes of a complex type, declared below the node, on top of what its base has. */
extern BxStatus xs_uses(XsCompile *c, XsDoc *doc, const XsNode *node, XsType *type);

/* ---- xs_group.c ---- */
/* Look at the groups that no type refers to, and at those that are redefined. */
extern BxStatus xs_groups_make(XsCompile *c);
/* Are redefinitions of groups that do not refer to what they redefine restrictions of it? */
extern BxStatus xs_groups_compare(XsCompile *c);

/* ---- xs_particle.c ---- */
/* The particle of a group. */
extern BxStatus xs_group_particle(XsCompile *c, XsGlobal *group, XsParticle *p);
/* The particle of a group, choice, sequence or all; NULL for one that takes nothing. */
extern BxStatus xs_particle(XsCompile *c, XsDoc *doc, const XsNode *node, XsParticle **particle);
/* One behind the other, for the type. */
extern BxStatus xs_particle_pair(XsCompile *c, const XsType *type, XsParticle *a, XsParticle *b,
								 XsParticle **pair);
extern bool xs_particle_emptiable(const XsParticle *p);

/* ---- xs_complex.c ---- */
extern BxStatus xs_type_complete(XsCompile *c, XsType *type);

/* ---- xs_automaton.c ---- */
extern BxStatus xs_model(XsCompile *c, XsType *type);

/* ---- xs_restrict.c ---- */
/* Is what every type by restriction, and redefined group, allows allowed by its base? */
extern BxStatus xs_restrictions(XsCompile *c);
/* Is what a type allows allowed by another one?  While c->names is set. */
extern BxStatus xs_restricts(XsCompile *c, const XsType *type, const XsType *base);

/* ---- xs_identity.c ---- */
extern BxStatus xs_keys_read(XsCompile *c, XsDoc *doc, const XsNode *node, XsElement *element);
extern BxStatus xs_keys_finish(XsCompile *c);

#endif
