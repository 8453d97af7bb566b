/*
 * schema_place.h -- places in a document, found in libxml2's tree of it: what a violation says of its place is held to
 * these; and the rules of XML Schema behind libxml2's error codes.
 */
#ifndef SCHEMA_PLACE_H
#define SCHEMA_PLACE_H

#include <string.h>

#include <libxml/tree.h>
#include <libxml/xmlerror.h>

#include "../../src/core/ordpath/bx_ordpath.h"

/* The node behind another in document order. */
static inline xmlNodePtr
place_next(xmlNodePtr at)
{
	if (at->type == XML_ELEMENT_NODE && at->children != NULL)
		return at->children;
	while (at != NULL && at->next == NULL)
		at = at->parent;
	return at != NULL ? at->next : NULL;
}

/* The number of an element in document order, from 0; of an attribute, that of its element. */
static inline long
place_number(xmlNodePtr node)
{
	long n = -1;
	xmlNodePtr at = xmlDocGetRootElement(node->doc);

	if (node->type == XML_ATTRIBUTE_NODE)
		node = node->parent;
	for (; at != NULL; at = place_next(at))
	{
		n += at->type == XML_ELEMENT_NODE;
		if (at == node)
			return n;
	}
	return n;
}

/* The element with a number, NULL when there is none. */
static inline xmlNodePtr
place_element(xmlDocPtr doc, long number)
{
	xmlNodePtr at = xmlDocGetRootElement(doc);

	for (; at != NULL; at = place_next(at))
		if (at->type == XML_ELEMENT_NODE && number-- == 0)
			return at;
	return NULL;
}

/* The bytes of a node's label in a fresh value: one level per step, odd numbers; at most cap. */
static inline size_t
place_label(xmlNodePtr node, uint8_t *label, size_t cap)
{
	const xmlNode *at;
	int64_t place = 0;
	size_t n = 0;

	if (node->type != XML_DOCUMENT_NODE)
		n = place_label(node->parent, label, cap);
	else
		return 0;
	for (at = node->prev; at != NULL; at = at->prev)
		place += at->type != XML_DTD_NODE;
	if (n + BX_ORDPATH_PART_MAX > cap)
		return n;
	return (size_t) (bx_ordpath_part_put(
						 label + n,
						 (BxOrdpathPart){node->type == XML_ATTRIBUTE_NODE ? BX_LINE_ATTRIBUTE : BX_LINE_CHILD,
										 2 * place + 1}) -
					 label);
}

/* Is b a child of a, or next to it among elements? */
static inline bool
place_is_near(xmlNodePtr a, xmlNodePtr b)
{
	const xmlNode *at;

	if (a == b || a->parent == b || b->parent == a || xmlNextElementSibling(a) == b ||
		xmlPreviousElementSibling(a) == b)
		return true;
	for (at = b; at != NULL; at = at->parent)
		if (at == a)
			return true;
	return false;
}

/* The beginning of the codes that a rule has. */
typedef struct PlaceRule
{
	int code;
	const char *rule;
} PlaceRule;

static const PlaceRule place_rules[] = {
	{XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1, "cvc-datatype-valid"},
	{XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_2, "cvc-datatype-valid"},
	{XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_3, "cvc-datatype-valid"},
	{XML_SCHEMAV_CVC_TYPE_3_1_1, "cvc-type.3.1.1"},
	{XML_SCHEMAV_CVC_TYPE_3_1_2, "cvc-type.3.1.2"},
	{XML_SCHEMAV_CVC_LENGTH_VALID, "cvc-length-valid"},
	{XML_SCHEMAV_CVC_MINLENGTH_VALID, "cvc-minLength-valid"},
	{XML_SCHEMAV_CVC_MAXLENGTH_VALID, "cvc-maxLength-valid"},
	{XML_SCHEMAV_CVC_MININCLUSIVE_VALID, "cvc-minInclusive-valid"},
	{XML_SCHEMAV_CVC_MAXINCLUSIVE_VALID, "cvc-maxInclusive-valid"},
	{XML_SCHEMAV_CVC_MINEXCLUSIVE_VALID, "cvc-minExclusive-valid"},
	{XML_SCHEMAV_CVC_MAXEXCLUSIVE_VALID, "cvc-maxExclusive-valid"},
	{XML_SCHEMAV_CVC_TOTALDIGITS_VALID, "cvc-totalDigits-valid"},
	{XML_SCHEMAV_CVC_FRACTIONDIGITS_VALID, "cvc-fractionDigits-valid"},
	{XML_SCHEMAV_CVC_PATTERN_VALID, "cvc-pattern-valid"},
	{XML_SCHEMAV_CVC_ENUMERATION_VALID, "cvc-enumeration-valid"},
	{XML_SCHEMAV_CVC_COMPLEX_TYPE_2_1, "cvc-complex-type.2.1"},
	{XML_SCHEMAV_CVC_COMPLEX_TYPE_2_2, "cvc-complex-type.2.2"},
	{XML_SCHEMAV_CVC_COMPLEX_TYPE_2_3, "cvc-complex-type.2.3"},
	{XML_SCHEMAV_CVC_COMPLEX_TYPE_2_4, "cvc-complex-type.2.4"},
	{XML_SCHEMAV_ELEMENT_CONTENT, "cvc-complex-type.2.4"},
	{XML_SCHEMAV_CVC_WILDCARD, "cvc-complex-type."},
	{XML_SCHEMAV_CVC_ELT_1, "cvc-elt.1"},
	{XML_SCHEMAV_CVC_ELT_2, "cvc-elt.2"},
	{XML_SCHEMAV_CVC_ELT_3_1, "cvc-elt.3.1"},
	{XML_SCHEMAV_CVC_ELT_3_2_1, "cvc-elt.3.2.1"},
	{XML_SCHEMAV_CVC_ELT_3_2_2, "cvc-elt.3.2.2"},
	{XML_SCHEMAV_CVC_ELT_4_1, "cvc-elt.4"},
	{XML_SCHEMAV_CVC_ELT_4_2, "cvc-elt.4.2"},
	{XML_SCHEMAV_CVC_ELT_4_3, "cvc-elt.4.3"},
	{XML_SCHEMAV_CVC_ELT_5_2_2_1, "cvc-elt.5.2.2.1"},
	{XML_SCHEMAV_CVC_ELT_5_2_2_2_1, "cvc-elt.5.2.2.2.1"},
	{XML_SCHEMAV_CVC_ELT_5_2_2_2_2, "cvc-elt.5.2.2.2.2"},
	{XML_SCHEMAV_CVC_ATTRIBUTE_4, "cvc-attribute.4"},
	{XML_SCHEMAV_CVC_AU, "cvc-attribute.4"},
	{XML_SCHEMAV_CVC_COMPLEX_TYPE_3_1, "cvc-attribute.4"},
	{XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_1, "cvc-complex-type.3.2"},
	{XML_SCHEMAV_CVC_COMPLEX_TYPE_3_2_2, "cvc-complex-type.3.2.2"},
	{XML_SCHEMAV_CVC_COMPLEX_TYPE_4, "cvc-complex-type.4"},
	{XML_SCHEMAV_CVC_TYPE_2, "cvc-type.2"},
	{XML_SCHEMAV_CVC_IDC, "cvc-identity-constraint"},
};

/* Is it a code of the rule that libxml2 means? */
static inline bool
place_same_rule(const char *code, int theirs)
{
	for (size_t i = 0; i < sizeof(place_rules) / sizeof(place_rules[0]); i++)
		if (place_rules[i].code == theirs)
			return strncmp(code, place_rules[i].rule, strlen(place_rules[i].rule)) == 0;
	return false;
}

#endif
