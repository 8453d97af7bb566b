/*
 * edit_dom.h -- the changes of a script made to a DOM of libxml2, by the order that XQuery Update Facility 1.0 gives
 * upd:applyUpdates.
 *
 * libxml2 merges texts and frees nodes as it likes when it inserts, so nodes are linked here, and texts merged when all
 * is done.  Names that changed or are new first get namespaces that are declared nowhere; a walk from the top then
 * finds or makes the declarations, by the rules of doc/reference.md.
 */
#ifndef EDIT_DOM_H
#define EDIT_DOM_H

#include "edit_script.h"

#include <libxml/parser.h>
#include <libxml/tree.h>

/* What a node's _private says. */
#define DOM_RENAMED 1
#define DOM_TWO_VALUES 2

typedef struct DomNodes
{
	xmlNodePtr *n; /* xmlAttr and xmlDoc begin as xmlNode does; NULL for a declaration */
	uint32_t len;
	uint32_t cap;
} DomNodes;

typedef struct Dom
{
	xmlDocPtr doc;
	DomNodes all;   /* in document order */
	DomNodes limbo; /* nodes that were taken out */
	bool conflict;
} Dom;

static inline void
dom_push(DomNodes *l, xmlNodePtr n)
{
	if (l->len == l->cap)
	{
		l->cap = l->cap * 2 + 64;
		l->n = ut_need(realloc(l->n, l->cap * sizeof(xmlNodePtr)));
	}
	l->n[l->len++] = n;
}

static inline void
dom_list(Dom *d, xmlNodePtr n)
{
	xmlNodePtr c;
	xmlAttrPtr a;
	xmlNsPtr ns;

	n->_private = NULL;
	dom_push(&d->all, n);
	for (ns = n->type == XML_ELEMENT_NODE ? n->nsDef : NULL; ns != NULL; ns = ns->next)
		dom_push(&d->all, NULL);
	for (a = n->type == XML_ELEMENT_NODE ? n->properties : NULL; a != NULL; a = a->next)
	{
		a->_private = NULL;
		dom_push(&d->all, (xmlNodePtr) a);
	}
	for (c = n->type == XML_ELEMENT_NODE || n->type == XML_DOCUMENT_NODE ? n->children : NULL; c != NULL;
		 c = c->next)
		if (c->type != XML_DTD_NODE)
			dom_list(d, c);
}

/* ---- linking ---- */

/* Put a node below parent, in front of next or, without one, at the end. */
static inline void
dom_link(xmlNodePtr parent, xmlNodePtr next, xmlNodePtr n)
{
	n->parent = parent;
	n->next = next;
	n->prev = next != NULL ? next->prev : parent->last;
	if (n->prev != NULL)
		n->prev->next = n;
	else
		parent->children = n;
	if (next != NULL)
		next->prev = n;
	else
		parent->last = n;
}

static inline void
dom_remove(Dom *d, xmlNodePtr n)
{
	xmlUnlinkNode(n);
	dom_push(&d->limbo, n);
}

static inline void
dom_insert(Dom *d, const Step *s, xmlNodePtr parent, xmlNodePtr next)
{
	size_t n = strlen(s->content) + 8;
	char *text = ut_need(malloc(n));
	xmlDocPtr doc;
	xmlNodePtr c;

	snprintf(text, n, "<w>%s</w>", s->content);
	doc = ut_need(xmlReadMemory(text, (int) strlen(text), "", NULL, XML_PARSE_NOCDATA));
	for (c = xmlDocGetRootElement(doc)->children; c != NULL; c = c->next)
		dom_link(parent, next, xmlDocCopyNode(c, d->doc, 1));
	xmlFreeDoc(doc);
	free(text);
}

/* ---- names and attributes ---- */

static inline const xmlChar *
dom_string(BxStr s)
{
	return (const xmlChar *)
		s.s; /* those of a script end in a zero byte, and so do names of the parsed value here */
}

/* A namespace that is declared nowhere yet; NULL for none. */
static inline xmlNsPtr
dom_wish(Dom *d, const xmlChar *prefix, const xmlChar *uri)
{
	xmlNsPtr ns, xml = xmlSearchNs(d->doc, (xmlNodePtr) d->doc,
								   BAD_CAST "xml"); /* heads the list the document frees */

	if (*uri == 0)
		return NULL;
	if (xmlStrEqual(prefix, BAD_CAST "xml"))
		return xml;
	ns = ut_need(xmlNewNs(NULL, uri, *prefix ? prefix : NULL));
	ns->next = d->doc->oldNs->next;
	d->doc->oldNs->next = ns;
	return ns;
}

static inline bool
dom_same_name(xmlNodePtr a, const xmlChar *uri, const xmlChar *local)
{
	const xmlChar *mine = a->ns != NULL ? a->ns->href : BAD_CAST "";

	return xmlStrEqual(mine, uri) && xmlStrEqual(a->name, local);
}

static inline xmlAttrPtr
dom_attribute(Dom *d, xmlNodePtr n, const Step *s)
{
	return xmlNewNsProp(n, dom_wish(d, dom_string(s->prefix), dom_string(s->uri)), dom_string(s->local),
						dom_string(s->text));
}

static inline const Step *
dom_step(const Script *s, uint32_t node, BxEditOp op)
{
	uint32_t i;

	for (i = 0; i < s->n; i++)
		if (s->steps[i].node == node && s->steps[i].op == op)
			return &s->steps[i];
	return NULL;
}

/* The attribute at place `at` of the list goes to the end of its element, as it is to be. */
static inline void
dom_take(Dom *d, const Script *s, uint32_t at, xmlNodePtr n)
{
	xmlAttrPtr a = (xmlAttrPtr) d->all.n[at], made;
	const Step *rename = dom_step(s, at, BX_EDIT_RENAME), *value = dom_step(s, at, BX_EDIT_VALUE),
			   *replace = dom_step(s, at, BX_EDIT_REPLACE);
	xmlChar *old;

	dom_remove(d, (xmlNodePtr) a);
	if (replace != NULL)
		dom_attribute(d, n, replace);
	if (replace != NULL || dom_step(s, at, BX_EDIT_DELETE) != NULL)
		return;
	old = xmlNodeListGetString(d->doc, a->children, 1);
	made = xmlNewNsProp(
		n, rename == NULL ? a->ns : dom_wish(d, dom_string(rename->prefix), dom_string(rename->uri)),
		rename != NULL ? dom_string(rename->local) : a->name,
		value != NULL ? dom_string(value->text)
		: old != NULL ? old
					  : BAD_CAST "");
	xmlFree(old);
	if (rename != NULL && rename->prefix.n > 0)
		made->_private = (void *) DOM_RENAMED;
	if (value != NULL)
		made->_private = (void *) ((uintptr_t) made->_private | DOM_TWO_VALUES);
}

static inline void
dom_set(Dom *d, xmlNodePtr n, const Step *s)
{
	xmlAttrPtr a, made;

	for (a = n->properties; a != NULL; a = a->next)
		if (dom_same_name((xmlNodePtr) a, dom_string(s->uri), dom_string(s->local)))
			break;
	if (a == NULL)
		made = dom_attribute(d, n, s);
	else
	{
		if ((uintptr_t) a->_private & DOM_TWO_VALUES)
			n->_private = (void *) ((uintptr_t) n->_private | DOM_TWO_VALUES);
		xmlNodeSetContent((xmlNodePtr) a, NULL);
		made = a;
		made->children = made->last = xmlNewDocText(d->doc, dom_string(s->text));
		made->children->parent = (xmlNodePtr) made;
	}
	made->_private = (void *) ((uintptr_t) made->_private | DOM_TWO_VALUES);
}

/* All attributes of the element at place `at`, in the order that prefixes are made in. */
static inline void
dom_attributes(Dom *d, const Script *s, uint32_t at)
{
	xmlNodePtr n = d->all.n[at];
	uint32_t i = at + 1;

	for (; i < d->all.len && (d->all.n[i] == NULL || d->all.n[i]->type == XML_ATTRIBUTE_NODE); i++)
		if (d->all.n[i] != NULL)
			dom_take(d, s, i, n);
	for (i = 0; i < s->n; i++)
		if (s->steps[i].node == at && s->steps[i].op == BX_EDIT_ATTRIBUTES)
			dom_attribute(d, n, &s->steps[i]);
	for (i = 0; i < s->n; i++)
		if (s->steps[i].node == at && s->steps[i].op == BX_EDIT_SET_ATTRIBUTE)
			dom_set(d, n, &s->steps[i]);
}

/* ---- the steps ---- */

static inline void
dom_content(Dom *d, const Step *s, BxEditOp op)
{
	xmlNodePtr n = d->all.n[s->node];

	if (s->op != op)
		return;
	switch (op)
	{
		case BX_EDIT_INSERT_FIRST: dom_insert(d, s, n, n->children); break;
		case BX_EDIT_INSERT_LAST: dom_insert(d, s, n, NULL); break;
		case BX_EDIT_INSERT_BEFORE: dom_insert(d, s, n->parent, n); break;
		default: dom_insert(d, s, n->parent, n->next); break;
	}
}

static inline void
dom_name_or_value(Dom *d, const Step *s)
{
	xmlNodePtr n = d->all.n[s->node];

	if (n->type == XML_ATTRIBUTE_NODE)
		return;
	if (s->op == BX_EDIT_VALUE && n->type != XML_ELEMENT_NODE)
		xmlNodeSetContent(n, dom_string(s->text));
	if (s->op != BX_EDIT_RENAME)
		return;
	xmlNodeSetName(n, dom_string(s->local));
	if (n->type != XML_ELEMENT_NODE)
		return;
	n->ns = dom_wish(d, dom_string(s->prefix), dom_string(s->uri));
	n->_private = (void *) ((uintptr_t) n->_private | DOM_RENAMED);
}

/* Replacements, contents of elements, deletions. */
static inline void
dom_last_steps(Dom *d, const Script *s)
{
	uint32_t i;

	for (i = 0; i < s->n; i++)
	{
		xmlNodePtr n = d->all.n[s->steps[i].node];

		if (s->steps[i].op == BX_EDIT_REPLACE && n->type != XML_ATTRIBUTE_NODE)
			dom_insert(d, &s->steps[i], n->parent, n);
	}
	for (i = 0; i < s->n; i++)
	{
		xmlNodePtr n = d->all.n[s->steps[i].node];

		if (s->steps[i].op != BX_EDIT_VALUE || n->type != XML_ELEMENT_NODE)
			continue;
		while (n->children != NULL)
			dom_remove(d, n->children);
		dom_link(n, NULL, xmlNewDocText(d->doc, dom_string(s->steps[i].text)));
	}
	for (i = 0; i < s->n; i++)
	{
		xmlNodePtr n = d->all.n[s->steps[i].node];

		if ((s->steps[i].op == BX_EDIT_REPLACE || s->steps[i].op == BX_EDIT_DELETE) &&
			n->type != XML_ATTRIBUTE_NODE && n->parent != NULL)
			dom_remove(d, n);
	}
}

/* ---- namespaces, conflicts, texts ---- */

static inline bool
dom_declares(xmlNodePtr n, const xmlChar *prefix)
{
	xmlNsPtr ns;

	for (ns = n->nsDef; ns != NULL; ns = ns->next)
		if (xmlStrEqual(ns->prefix, prefix))
			return true;
	return false;
}

/* The name of an element: its prefix is declared where it is not bound to the namespace. */
static inline void
dom_fix_element(Dom *d, xmlNodePtr n)
{
	const xmlChar *prefix = n->ns != NULL ? n->ns->prefix : NULL,
				  *uri = n->ns != NULL ? n->ns->href : BAD_CAST "";
	xmlNsPtr bound = xmlSearchNs(d->doc, n, prefix);

	if (xmlStrEqual(bound != NULL ? bound->href : prefix == NULL ? BAD_CAST "" : NULL, uri))
		n->ns = *uri ? bound : NULL;
	else if (dom_declares(n, prefix) ||
			 ((uintptr_t) n->_private & DOM_RENAMED && bound != NULL && prefix != NULL))
		d->conflict = true;
	else
	{
		bound = xmlNewNs(n, uri, prefix);
		n->ns = *uri ? bound : NULL;
	}
}

static inline void
dom_fix_attribute(Dom *d, xmlNodePtr n, xmlAttrPtr a)
{
	xmlNsPtr bound;
	char name[24];
	int i;

	if (a->ns == NULL || xmlStrEqual(a->ns->prefix, BAD_CAST "xml"))
		return;
	bound = a->ns->prefix != NULL ? xmlSearchNs(d->doc, n, a->ns->prefix) : NULL;
	if (bound != NULL && xmlStrEqual(bound->href, a->ns->href))
		a->ns = bound;
	else if (bound == NULL && a->ns->prefix != NULL)
		a->ns = xmlNewNs(n, a->ns->href, a->ns->prefix);
	else if ((uintptr_t) a->_private & DOM_RENAMED)
		d->conflict = true;
	else
	{
		for (i = 1; snprintf(name, sizeof(name), "ns%d", i) && xmlSearchNs(d->doc, n, BAD_CAST name); i++)
			;
		a->ns = xmlNewNs(n, a->ns->href, BAD_CAST name);
	}
}

/* Texts that are neighbours become one, empty ones go. */
static inline void
dom_fix_texts(Dom *d, xmlNodePtr n)
{
	xmlNodePtr c, next;

	for (c = n->children; c != NULL; c = next)
	{
		next = c->next;
		if (c->type != XML_TEXT_NODE)
			continue;
		if (c->content == NULL || c->content[0] == 0)
			dom_remove(d, c);
		else if (next != NULL && next->type == XML_TEXT_NODE)
		{
			xmlNodeAddContent(c, next->content != NULL ? next->content : BAD_CAST "");
			dom_remove(d, next);
			next = c;
		}
	}
}

/* A parser leaves texts apart where an entity began or ended. */
static inline void
dom_fix_all_texts(Dom *d, xmlNodePtr n)
{
	xmlNodePtr c;

	dom_fix_texts(d, n);
	for (c = n->children; c != NULL; c = c->next)
		if (c->type == XML_ELEMENT_NODE)
			dom_fix_all_texts(d, c);
}

static inline void
dom_fix(Dom *d, xmlNodePtr n)
{
	xmlAttrPtr a, b;
	xmlNodePtr c;

	if (n->type == XML_ELEMENT_NODE)
	{
		dom_fix_element(d, n);
		for (a = n->properties; a != NULL; a = a->next)
			for (b = n->properties; b != a; b = b->next)
				if (dom_same_name((xmlNodePtr) a, b->ns != NULL ? b->ns->href : BAD_CAST "", b->name))
					d->conflict = true;
		for (a = n->properties; a != NULL; a = a->next)
			dom_fix_attribute(d, n, a);
		if ((uintptr_t) n->_private & DOM_TWO_VALUES)
			d->conflict = true;
	}
	dom_fix_texts(d, n);
	for (c = n->children; c != NULL; c = c->next)
		if (c->type == XML_ELEMENT_NODE)
			dom_fix(d, c);
}

/* ---- the whole ---- */

/* Is what came out a document? */
static inline bool
dom_is_document(const Dom *d)
{
	uint32_t roots = 0;
	xmlNodePtr c;

	for (c = d->doc->children; c != NULL; c = c->next)
	{
		roots += c->type == XML_ELEMENT_NODE;
		if (c->type == XML_TEXT_NODE)
			return false;
	}
	return roots == 1;
}

/* Does a change concern an attribute of the element at place `at`, or adds one? */
static inline bool
dom_attributes_change(const Dom *d, const Script *s, uint32_t at)
{
	uint32_t i;

	for (i = 0; i < s->n; i++)
	{
		const xmlNode *n = d->all.n[s->steps[i].node];

		if (n->type == XML_ATTRIBUTE_NODE
				? n->parent == d->all.n[at]
				: s->steps[i].node == at &&
					  (s->steps[i].op == BX_EDIT_ATTRIBUTES || s->steps[i].op == BX_EDIT_SET_ATTRIBUTE))
			return true;
	}
	return false;
}

/* Make the changes; d->conflict is set where they must be refused. */
static inline void
dom_apply(Dom *d, const Script *s)
{
	uint32_t i;

	for (i = 0; i < d->all.len; i++)
		if (d->all.n[i] != NULL && d->all.n[i]->type == XML_ELEMENT_NODE && dom_attributes_change(d, s, i))
			dom_attributes(d, s, i);
	for (i = 0; i < s->n; i++)
		dom_name_or_value(d, &s->steps[i]);
	for (i = 0; i < s->n; i++)
	{
		dom_content(d, &s->steps[i], BX_EDIT_INSERT_BEFORE);
		dom_content(d, &s->steps[i], BX_EDIT_INSERT_LAST);
	}
	for (i = s->n; i-- > 0;) /* what was added first comes first: it is inserted last */
	{
		dom_content(d, &s->steps[i], BX_EDIT_INSERT_FIRST);
		dom_content(d, &s->steps[i], BX_EDIT_INSERT_AFTER);
	}
	dom_last_steps(d, s);
	dom_fix(d, (xmlNodePtr) d->doc);
}

static inline void
dom_free(Dom *d)
{
	uint32_t i;

	for (i = 0; i < d->limbo.len; i++)
		if (d->limbo.n[i]->type == XML_ATTRIBUTE_NODE)
			xmlFreeProp((xmlAttrPtr) d->limbo.n[i]);
		else
			xmlFreeNode(d->limbo.n[i]);
	if (d->doc != NULL)
		xmlFreeDoc(d->doc);
	free(d->all.n);
	free(d->limbo.n);
	memset(d, 0, sizeof(*d));
}

#endif
