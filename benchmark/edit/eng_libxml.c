/*
 * eng_libxml.c -- libxml2: XPath on its tree, nodes unlinked, changed, added; the tree dumped.
 */
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>

#include "eb.h"

typedef struct Ctx
{
	const BmDoc *text;
	const EbTask *task;
	xmlDocPtr pristine;
	xmlDocPtr doc; /* changed by stored */
	xmlXPathCompExprPtr path;
	xmlXPathContextPtr xpath;
	xmlChar *out;
	int len;
} Ctx;

static xmlDocPtr
parse(const BmDoc *text)
{
	xmlDocPtr d = xmlReadMemory(text->text, (int) text->len, NULL, NULL, XML_PARSE_NONET | XML_PARSE_HUGE);

	if (d == NULL)
		bm_die("libxml2 refuses a document");
	return d;
}

static void *
libxml_open(const BmDoc *doc, const EbTask *task)
{
	Ctx *c = bm_alloc(sizeof(Ctx));

	memset(c, 0, sizeof(*c));
	c->text = doc;
	c->task = task;
	c->pristine = parse(doc);
	c->doc = xmlCopyDoc(c->pristine, 1);
	c->path = xmlXPathCompile((const xmlChar *) task->path);
	c->xpath = xmlXPathNewContext(NULL);
	if (c->doc == NULL || c->path == NULL || c->xpath == NULL)
		bm_die("libxml2 refuses the path %s", task->path);
	return c;
}

static void
libxml_close(void *ctx)
{
	Ctx *c = ctx;

	xmlFree(c->out);
	xmlXPathFreeCompExpr(c->path);
	xmlXPathFreeContext(c->xpath);
	xmlFreeDoc(c->doc);
	xmlFreeDoc(c->pristine);
	free(c);
}

static void
libxml_undo(void *ctx)
{
	Ctx *c = ctx;

	if (c->task->op == EB_EVALUATE || c->task->op == EB_WRITE)
		return;
	xmlFreeDoc(c->doc);
	c->doc = xmlCopyDoc(c->pristine, 1);
}

static void
change(const EbTask *task, xmlDocPtr doc, xmlNodePtr node)
{
	xmlNodePtr added;

	switch (task->op)
	{
		case EB_REMOVE:
			xmlUnlinkNode(node);
			xmlFreeNode(node);
			break;
		case EB_WRITE: break;
		case EB_SET: xmlNodeSetContent(node, (const xmlChar *) task->text); break;
		default:
			added = xmlNewDocNode(doc, NULL, (const xmlChar *) task->name, (const xmlChar *) task->text);
			xmlAddNextSibling(node, added);
			break;
	}
}

static void
run(Ctx *c, xmlDocPtr doc, EbResult *r)
{
	xmlXPathObjectPtr o;
	int i;

	c->xpath->doc = doc;
	c->xpath->node = (xmlNodePtr) doc;
	o = xmlXPathCompiledEval(c->path, c->xpath);
	if (o == NULL || o->type != XPATH_NODESET || o->nodesetval == NULL)
		bm_die("libxml2 cannot evaluate %s", c->task->path);
	r->count = (uint64_t) o->nodesetval->nodeNr;
	r->len = 0;
	if (c->task->op != EB_EVALUATE)
	{
		for (i = 0; i < o->nodesetval->nodeNr; i++)
			change(c->task, doc, o->nodesetval->nodeTab[i]);
		o->nodesetval->nodeNr = 0;
		xmlFree(c->out);
		xmlDocDumpMemoryEnc(doc, &c->out, &c->len, "UTF-8");
		r->out = (const char *) c->out;
		r->len = (size_t) c->len;
	}
	xmlXPathFreeObject(o);
}

static void
libxml_stored(void *ctx, EbResult *r)
{
	Ctx *c = ctx;

	run(c, c->doc, r);
}

static void
libxml_parsed(void *ctx, EbResult *r)
{
	Ctx *c = ctx;
	xmlDocPtr doc = parse(c->text);

	run(c, doc, r);
	xmlFreeDoc(doc);
}

const EbEngine eb_libxml = {"libxml2 DOM", libxml_open, libxml_stored,
							libxml_parsed, libxml_undo, libxml_close};
