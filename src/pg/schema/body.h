/*
 * body.h -- the body of a schema function: one schema document, or several that are told apart by instructions.
 *
 * A body that begins with <?bxml-document name="a.xsd"?> holds a document behind each such instruction, up to the next
 * one or the end; white space in front of a document does not count.  Any other body is one document, "schema.xsd".
 * Wherever the characters "<?bxml-document" stand, a document begins: no document may contain them.
 */
#ifndef BXML_BODY_H
#define BXML_BODY_H

#include "../../core/base/bx_buf.h"
#include "../../core/schema/bx_schema.h"

/* What an instruction begins with. */
#define BODY_MARK "<?bxml-document"
/* The name of the document of a body without instructions. */
#define BODY_NAME "schema.xsd"

/* A document in the encoding of the server. */
typedef struct BodyDocument
{
	char *name;
	const char *text; /* in the body */
	size_t n;
} BodyDocument;

/* The documents of a body, palloc'd.  BX_E_SCHEMA when an instruction is not right. */
extern BxStatus body_split(const char *body, BodyDocument **documents, uint32_t *n, BxError *err);

/*
 * 16 bytes of a SHA-256 over the names and texts of the documents in UTF-8, and over the rules that this version
 * validates by.
 */
#define SCHEMA_DIGEST 16
extern void body_digest(const BodyDocument *documents, uint32_t n, uint8 *digest);

/*
 * Compile a body, or with `outline` only what bx_schema_outline reads of it.  Everything that the schema needs is
 * allocated by the host; the documents are parsed in CurrentMemoryContext, without the limits of the session.  *version
 * is the attribute of the first document, palloc'd, or NULL.  Unless BX_OK, *err is set.
 */
extern BxStatus body_compile(const BodyDocument *documents, uint32_t n, bool outline, const BxHost *host,
							 BxSchema **schema, char **version, BxError *err);

#endif
