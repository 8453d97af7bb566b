/*
 * bx_schema.h -- a compiled XML Schema (XSD 1.0), made of schema documents that are values.
 *
 * What a document includes, imports or redefines is looked for among the documents given and nowhere else: by its name,
 * by its name as seen from the document that asks, by the last part of its name, and for an import by its target
 * namespace.  A document that another includes is not read a second time, unless it takes over another namespace.
 *
 * A schema is immutable and lives in memory of its host, which must outlive it; any number of validations may use it.
 * What would make compilation or validation expensive is refused with BX_E_LIMIT, whatever is wrong with BX_E_SCHEMA:
 * the message says what, the detail in which document and where in it, the hint what to write.
 */
#ifndef BX_SCHEMA_H
#define BX_SCHEMA_H

#include "../base/bx_host.h"
#include "../base/bx_str.h"

/* A schema document: the name others refer to it by, and its value, which is not needed later. */
typedef struct BxSchemaDoc
{
	BxStr name;
	const uint8_t *v;
	size_t n;
} BxSchemaDoc;

typedef struct BxSchemaLimits
{
	uint32_t max_documents;  /* given, and read again for another namespace */
	uint32_t max_components; /* nodes of all documents together; also attributes of all types */
	uint32_t max_depth;  /* of nested elements of a document, of derivations and of groups in each other */
	uint32_t max_states; /* of the automaton of one type */
	uint32_t max_edges;  /* of the automata of all types together */
} BxSchemaLimits;

#define BX_SCHEMA_LIMITS_DEFAULT                                                                             \
	{                                                                                                        \
		.max_documents = 1000, .max_components = 1000000, .max_depth = 200, .max_states = 20000,             \
		.max_edges = 4000000                                                                                 \
	}

typedef struct BxSchema BxSchema;

/* Compile n documents; limits NULL means the default ones.  BX_E_SCHEMA, BX_E_LIMIT and what the host says. */
extern BxStatus bx_schema_new(const BxSchemaDoc *docs, uint32_t n, const BxSchemaLimits *limits,
							  const BxHost *host, BxSchema **schema, BxError *err);
extern void bx_schema_free(BxSchema *schema);

/*
 * The same as far as the top level of the documents goes, in time linear in their size: for bx_schema_root and
 * bx_schema_namespace, not for validation.  Of what is wrong with the documents it finds what reading them and their
 * relations shows, not what is wrong with types, groups and constraints.
 */
extern BxStatus bx_schema_outline(const BxSchemaDoc *docs, uint32_t n, const BxHost *host, BxSchema **schema,
								  BxError *err);

/* Bytes of memory that a schema holds. */
extern size_t bx_schema_memory(const BxSchema *schema);

/* Element number i of those declared globally, which a document may have as its root; false behind the last. */
extern bool bx_schema_root(const BxSchema *schema, uint32_t i, BxStr *uri, BxStr *local, bool *abstract);
/* Target namespace number i of the documents, "" for none; false behind the last. */
extern bool bx_schema_namespace(const BxSchema *schema, uint32_t i, BxStr *uri);

#endif
