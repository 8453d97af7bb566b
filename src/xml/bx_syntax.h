/*
 * bx_syntax.h -- why a text is not well-formed: codes of our own, and the one table of words for them.
 *
 * The codes say what is wrong with the text, not who found it: libxml2's numbers and wording differ between releases
 * and never reach a user.
 */
#ifndef BX_SYNTAX_H
#define BX_SYNTAX_H

#include <stddef.h>

typedef enum BxSyntax
{
	BX_SYN_UNKNOWN, /* nothing better is known */
	BX_SYN_END,
	BX_SYN_END_IN_ELEMENT, /* its name */
	BX_SYN_EXTRA_CONTENT,
	BX_SYN_NO_ROOT,
	BX_SYN_MARKUP,
	BX_SYN_CHAR, /* its code */
	BX_SYN_CHAR_REFERENCE,
	BX_SYN_CHAR_REFERENCE_CODE,
	BX_SYN_AMPERSAND,
	BX_SYN_LT_IN_ATTRIBUTE,
	BX_SYN_LT_IN_ENTITY, /* name of the entity */
	BX_SYN_CDATA_END,
	BX_SYN_END_TAG,
	BX_SYN_TAG_MISMATCH, /* start tag, its line, end tag */
	BX_SYN_TAG_MISMATCH_NO_LINE,
	BX_SYN_TAG_MISMATCH_PREFIX, /* end tag */
	BX_SYN_ELEMENT_NAME,
	BX_SYN_ATTRIBUTE_NAME,
	BX_SYN_ATTRIBUTE_NO_VALUE, /* its name */
	BX_SYN_ATTRIBUTE_QUOTE,
	BX_SYN_ATTRIBUTE_NOT_CLOSED,
	BX_SYN_ATTRIBUTE_TWICE,          /* its name */
	BX_SYN_ATTRIBUTE_TWICE_PREFIXED, /* its prefix and local name */
	BX_SYN_ATTRIBUTE_TWICE_NS,       /* its local name and namespace */
	BX_SYN_SPACE,
	BX_SYN_GT,
	BX_SYN_COMMENT_NOT_CLOSED,
	BX_SYN_COMMENT_HYPHENS,
	BX_SYN_CDATA_NOT_CLOSED,
	BX_SYN_PI_TARGET,
	BX_SYN_PI_NOT_CLOSED,
	BX_SYN_PI_RESERVED,
	BX_SYN_PI_RESERVED_CASE,
	BX_SYN_QNAME,
	BX_SYN_COLON,    /* the name */
	BX_SYN_PREFIX,   /* the prefix */
	BX_SYN_NS_EMPTY, /* the prefix */
	BX_SYN_NS_RESERVED,
	BX_SYN_DECL,
	BX_SYN_DECL_VERSION,
	BX_SYN_DECL_ENCODING,
	BX_SYN_DECL_STANDALONE,
	BX_SYN_DECL_NOT_CLOSED,
	BX_SYN_DOCTYPE_NOT_ALLOWED,
	BX_SYN_DOCTYPE_SPACE,
	BX_SYN_DOCTYPE,
	BX_SYN_DTD,
	BX_SYN_DTD_NAME,
	BX_SYN_DTD_LITERAL,
	BX_SYN_DTD_LITERAL_NOT_CLOSED,
	BX_SYN_DTD_LITERAL_OPEN,
	BX_SYN_DTD_CONTENT_MODEL,
	BX_SYN_DTD_ENUMERATION,
	BX_SYN_DTD_NOTATION, /* its name */
	BX_SYN_DTD_PARAMETER_REFERENCE,
	BX_SYN_DTD_PERCENT,
	BX_SYN_DTD_BOUNDARY,
	BX_SYN_ENTITY_VALUE,
	BX_SYN_ENTITY_LOOP, /* names of entities from here on */
	BX_SYN_ENTITY_UNDECLARED,
	BX_SYN_ENTITY_EXTERNAL,
	BX_SYN_ENTITY_EXTERNAL_DTD,
	BX_SYN_ENTITY_UNPARSED,
	BX_SYN_ENTITY_STANDALONE,
	BX_SYN_ENTITY_IN_ATTRIBUTE,
	BX_SYN_ENTITY_BOUNDARY,
	BX_SYN_MARKS,
	BX_SYN_COUNT
} BxSyntax;

/* What a message names: up to three words, "" for none. */
typedef struct BxSyntaxWords
{
	const char *word[3];
} BxSyntaxWords;

/* The message for a code, of at most room - 1 bytes. */
extern void bx_syntax_message(BxSyntax code, const BxSyntaxWords *words, char *out, size_t room);

#endif
