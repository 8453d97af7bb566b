/*
 * xs_rule_int.h -- the schema for schemas: which attributes and children an element of a schema document has.
 *
 * It is a table with a row for each kind of element, told by its name, its parent and whether it has "ref".  The reader
 * of a document (xs_doc.c) asks at each element when its attributes are known, before each child, and at the end.
 */
#ifndef XS_RULE_INT_H
#define XS_RULE_INT_H

#include "../base/bx_hash.h"
#include "xs_doc_int.h"

/* What the rules need from the reader of a document. */
typedef struct XsRuler
{
	BxError *err;
	const BxHost *host;
	BxStr document; /* name, for messages */
	BxStrMap ids;   /* values of "id" of this document */
} XsRuler;

/* Attributes of the node are known: are they those of its kind, with values of their types?  Sets node->rule. */
extern BxStatus xs_rule_attributes(XsRuler *r, XsNode *node);
/* May a child of this kind come now? */
extern BxStatus xs_rule_child(XsRuler *r, XsNode *parent, unsigned tag);
/* No more children come: is one missing? */
extern BxStatus xs_rule_end(XsRuler *r, const XsNode *node);
/* May the node have any content, which nobody reads? */
extern bool xs_rule_is_open(unsigned tag);

/* Is it a facet of simple types? */
extern bool xs_rule_is_facet(unsigned tag);

/* BX_E_SCHEMA at a node, with words. */
extern BxStatus xs_rule_refuse(const XsRuler *r, const XsNode *node, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
