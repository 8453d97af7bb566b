/*
 * schema_change.h -- random changes of a document: what people and programs get wrong.
 */
#ifndef SCHEMA_CHANGE_H
#define SCHEMA_CHANGE_H

#include <stdint.h>

#include <libxml/tree.h>

static uint64_t change_state;

static inline uint64_t
change_pick(uint64_t n)
{
	uint64_t z = (change_state += 0x9E3779B97F4A7C15u);

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return (z ^ (z >> 31)) % n;
}

static const char *const change_values[] = {"",
											"x",
											"Maybe",
											"2002-13-40",
											"2004-02-29",
											"2003-02-29",
											"-1",
											"0",
											"1",
											"2",
											"3",
											"10",
											"abc def",
											"99999999999",
											" 5 ",
											"1.5E3",
											"true",
											"12.345",
											"1234567.89",
											"new",
											"NEW",
											"Yes",
											"USD",
											"EURO",
											"2020-02-29T23:59:59",
											"2020-02-29T24:00:00",
											"2020-02-29T25:00:00Z",
											"P1D",
											"P1DT",
											"small 7",
											"small small 1 2",
											"a@b.org",
											"de-DE",
											"00f",
											"AQI=",
											"12:00:00",
											"ada",
											"bob eve",
											"INF",
											"1e400"};

static inline const char *
change_value(void)
{
	return change_values[change_pick(sizeof(change_values) / sizeof(change_values[0]))];
}

/* Any element of the document. */
static inline xmlNodePtr
change_element(xmlDocPtr doc)
{
	xmlNodePtr at, found = NULL;
	uint64_t n = 0;

	for (at = xmlDocGetRootElement(doc); at != NULL;)
	{
		if (at->type == XML_ELEMENT_NODE && change_pick(++n) == 0)
			found = at;
		if (at->type == XML_ELEMENT_NODE && at->children != NULL)
			at = at->children;
		else
		{
			while (at != NULL && at->next == NULL)
				at = at->parent;
			at = at != NULL ? at->next : NULL;
		}
	}
	return found;
}

static inline xmlAttrPtr
change_attribute(xmlNodePtr node)
{
	xmlAttrPtr a, found = NULL;
	uint64_t n = 0;

	for (a = node->properties; a != NULL; a = a->next)
		if (change_pick(++n) == 0)
			found = a;
	return found;
}

static inline bool
change_is_leaf(xmlNodePtr node)
{
	xmlNodePtr kid;

	for (kid = node->children; kid != NULL; kid = kid->next)
		if (kid->type == XML_ELEMENT_NODE)
			return false;
	return true;
}

static inline void
change_attributes(xmlNodePtr node)
{
	xmlAttrPtr a = change_attribute(node);

	switch (change_pick(6))
	{
		case 0:
			if (a != NULL)
				xmlRemoveProp(a);
			return;
		case 1: xmlNewProp(node, (const xmlChar *) "unknown", (const xmlChar *) change_value()); return;
		default:
			if (a != NULL)
				xmlSetNsProp(node, a->ns, a->name, (const xmlChar *) change_value());
			return;
	}
}

static inline void
change_order(xmlNodePtr node)
{
	xmlNodePtr other = node;

	if (node->parent->type != XML_ELEMENT_NODE)
		return;
	do
		other = other->next;
	while (other != NULL && other->type != XML_ELEMENT_NODE);
	if (other == NULL)
		return;
	xmlUnlinkNode(node);
	xmlAddNextSibling(other, node);
}

/* Change the element, its place or what is in it; the element where that can be seen. */
static inline xmlNodePtr
change_elements(xmlNodePtr node)
{
	xmlNodePtr parent = node->parent;
	bool root = parent->type != XML_ELEMENT_NODE;

	switch (change_pick(8))
	{
		case 0: xmlNodeSetName(node, (const xmlChar *) "unknown"); break;
		case 1:
			if (root)
				break;
			xmlUnlinkNode(node);
			xmlFreeNode(node);
			return parent;
		case 2:
			if (!root)
				xmlAddNextSibling(node, xmlCopyNode(node, 1));
			break;
		case 3: change_order(node); break;
		case 4: xmlNewChild(node, node->ns, (const xmlChar *) "unknown", NULL); break;
		case 5: xmlAddChild(node, xmlNewText((const xmlChar *) change_value())); break;
		case 6: xmlNodeSetContent(node, NULL); break;
		default:
			xmlNewChild(node, NULL, (const xmlChar *) "unknown", (const xmlChar *) change_value());
			break;
	}
	return node;
}

/* Change anything; the element where that can be seen. */
static inline xmlNodePtr
change_random(xmlDocPtr doc)
{
	xmlNodePtr node = change_element(doc);

	if (node->properties != NULL && change_pick(2) == 0)
		change_attributes(node);
	else if (change_is_leaf(node) && change_pick(2) == 0)
		xmlNodeSetContent(node, (const xmlChar *) change_value());
	else
		return change_elements(node);
	return node;
}

#endif
