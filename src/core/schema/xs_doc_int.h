/*
 * xs_doc_int.h -- schema documents as trees of what matters in them: elements of XML Schema and their attributes.
 *
 * Documents are held to the schema for schemas (xs_rule.c), so that the compiler finds only attributes and children of
 * kinds it knows, attributes with values of their types, and those that must be there.  Annotations are passed over.
 */
#ifndef XS_DOC_INT_H
#define XS_DOC_INT_H

#include <stdarg.h>

#include "../base/bx_arena.h"
#include "../base/bx_core_int.h"
#include "bx_schema.h"

#define XS_NS "http://www.w3.org/2001/XMLSchema"
#define XSI_NS "http://www.w3.org/2001/XMLSchema-instance"

/* Elements of XML Schema, in the order of xs_tag_names. */
typedef enum XsTag
{
	XS_TAG_ALL,
	XS_TAG_ANNOTATION,
	XS_TAG_ANY,
	XS_TAG_ANY_ATTRIBUTE,
	XS_TAG_APPINFO,
	XS_TAG_ATTRIBUTE,
	XS_TAG_ATTRIBUTE_GROUP,
	XS_TAG_CHOICE,
	XS_TAG_COMPLEX_CONTENT,
	XS_TAG_COMPLEX_TYPE,
	XS_TAG_DOCUMENTATION,
	XS_TAG_ELEMENT,
	XS_TAG_ENUMERATION,
	XS_TAG_EXTENSION,
	XS_TAG_FIELD,
	XS_TAG_FRACTION_DIGITS,
	XS_TAG_GROUP,
	XS_TAG_IMPORT,
	XS_TAG_INCLUDE,
	XS_TAG_KEY,
	XS_TAG_KEYREF,
	XS_TAG_LENGTH,
	XS_TAG_LIST,
	XS_TAG_MAX_EXCLUSIVE,
	XS_TAG_MAX_INCLUSIVE,
	XS_TAG_MAX_LENGTH,
	XS_TAG_MIN_EXCLUSIVE,
	XS_TAG_MIN_INCLUSIVE,
	XS_TAG_MIN_LENGTH,
	XS_TAG_NOTATION,
	XS_TAG_PATTERN,
	XS_TAG_REDEFINE,
	XS_TAG_RESTRICTION,
	XS_TAG_SCHEMA,
	XS_TAG_SELECTOR,
	XS_TAG_SEQUENCE,
	XS_TAG_SIMPLE_CONTENT,
	XS_TAG_SIMPLE_TYPE,
	XS_TAG_TOTAL_DIGITS,
	XS_TAG_UNION,
	XS_TAG_UNIQUE,
	XS_TAG_WHITE_SPACE,
	XS_TAGS
} XsTag;

extern const char *const xs_tag_names[XS_TAGS];

/* A namespace declaration that is in scope; the innermost first. */
typedef struct XsScope
{
	BxStr prefix;
	BxStr uri;
	const struct XsScope *outer;
} XsScope;

/* An attribute without a namespace. */
typedef struct XsAttr
{
	BxStr name;
	BxStr value;
	struct XsAttr *next;
} XsAttr;

typedef struct XsNode XsNode;
typedef struct XsRule XsRule;
struct XsNode
{
	XsNode *parent;
	XsNode *first;
	XsNode *last;
	XsNode *next;
	XsAttr *attrs;
	const XsScope *scope;
	uint8_t tag;
	uint8_t slot; /* of the content that rule has: where the last child was */
	bool filled;  /* it has one */
	const XsRule *rule;
	struct XsMade *made; /* of elements: what was made of it */
};

/* The element of a local declaration, which a group may contribute to several types. */
typedef struct XsMade
{
	const void *doc;
	void *element;
} XsMade;

/* A document as it was given. */
typedef struct XsSource
{
	BxStr name;
	const XsNode *root;
	BxStr target;   /* namespace, "" for none */
	bool asked_for; /* by another document */
	bool loaded;
} XsSource;

typedef struct XsReading
{
	BxArena *arena; /* of the trees */
	BxError *err;
	uint32_t max_depth;
	uint32_t nodes_left;
} XsReading;

/* Read a document; err says where it is not one. */
extern BxStatus xs_source_read(XsReading *rd, const BxSchemaDoc *doc, XsSource *source);

/* The value of an attribute; .s is NULL when there is none. */
extern BxStr xs_attr(const XsNode *node, const char *name);
/* A count as XML Schema writes it, too large ones as large as can be; false if it is none. */
extern bool xs_count_read(BxStr text, uint64_t *count);
/* The first child of a kind, NULL when there is none. */
extern const XsNode *xs_child(const XsNode *node, XsTag tag);

/* The group, choice, sequence or all among the children, NULL when there is none. */
extern const XsNode *xs_group_child(const XsNode *node);
/* Children of a kind, or, for XS_TAGS, all. */
extern uint32_t xs_count_kids(const XsNode *node, XsTag tag);

/* A failure with words, and when the document's name is given "In document, at /schema/..."; returns the status. */
extern BxStatus xs_fail_at(BxError *err, BxStatus status, const BxStr *document, const XsNode *node,
						   const char *fmt, va_list ap) __attribute__((format(printf, 5, 0)));

/* xs_later.c: is it the name of an element, attribute or type that XML Schema 1.1 adds?  A hint to that if it is. */
extern bool xs_is_later(BxStr name);
extern BxStatus xs_hint_later(BxError *err, BxStatus status, BxStr name);

#endif
