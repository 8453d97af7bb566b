/*
 * eng_libxml.c -- libxml2: SAX2 events, DOM, XPath on a ready-made DOM, and "parse, then XPath", which is what
 * PostgreSQL's xpath() does for every call.
 */
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include "bm.h"

#define PARSE_FLAGS (XML_PARSE_NONET | XML_PARSE_HUGE)

/* ---------------------------------------------------------------- SAX2 */

static void
sax_start(void *ctx, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int n_ns,
		  const xmlChar **ns, int n_attr, int n_default, const xmlChar **attr)
{
	const BmSink *sink = bm_sink();
	int i;

	(void) prefix;
	(void) uri;
	(void) n_ns;
	(void) ns;
	(void) n_default;
	sink->element(ctx, (const char *) name, strlen((const char *) name));
	for (i = 0; i < n_attr; i++, attr += 5)
		sink->attribute(ctx, (const char *) attr[0], strlen((const char *) attr[0]), (const char *) attr[3],
						(size_t) (attr[4] - attr[3]));
}

static void
sax_end(void *ctx, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
	(void) name;
	(void) prefix;
	(void) uri;
	bm_sink()->end(ctx);
}

static void
sax_text(void *ctx, const xmlChar *s, int n)
{
	bm_sink()->text(ctx, (const char *) s, (size_t) n);
}

static void *
same_set(BmSet *set)
{
	return set;
}

static void
nothing(void *ctx)
{
	(void) ctx;
}

/* Entity references in attribute values arrive resolved only when substitution is asked for. */
static void
sax_doc(const BmDoc *doc, const xmlSAXHandler *sax, BmTally *t)
{
	xmlParserCtxtPtr c = xmlCreateMemoryParserCtxt(doc->text, (int) doc->len);

	if (c == NULL)
		bm_die("out of memory");
	memcpy(c->sax, sax, sizeof(*sax));
	c->userData = t;
	xmlCtxtUseOptions(c, PARSE_FLAGS | XML_PARSE_NOENT);
	if (xmlParseDocument(c) != 0)
		bm_die("libxml2 SAX2 refuses a document");
	xmlFreeParserCtxt(c);
}

static void
sax_traverse(void *ctx, BmTally *t)
{
	const BmSet *set = ctx;
	xmlSAXHandler sax;
	size_t i;

	memset(&sax, 0, sizeof(sax));
	sax.initialized = XML_SAX2_MAGIC;
	sax.startElementNs = sax_start;
	sax.endElementNs = sax_end;
	sax.characters = sax_text;
	sax.ignorableWhitespace = sax_text;
	for (i = 0; i < set->n; i++)
		sax_doc(&set->docs[i], &sax, t);
}

static void
sax_parse(const BmSet *set)
{
	BmTally t = {0};

	sax_traverse((void *) set, &t);
}

const BmEngine bm_libxml_sax = {
	.name = "libxml2 SAX2",
	.open = same_set,
	.close = nothing,
	.parse = sax_parse,
	.traverse = sax_traverse,
};

/* ---------------------------------------------------------------- DOM */

typedef struct LibxmlTrees
{
	const BmSet *set;
	xmlDocPtr *doc;
} LibxmlTrees;

static xmlDocPtr
parse_doc(const BmDoc *doc)
{
	xmlDocPtr d = xmlReadMemory(doc->text, (int) doc->len, NULL, NULL, PARSE_FLAGS);

	if (d == NULL)
		bm_die("libxml2 refuses a document");
	return d;
}

static void *
dom_open(BmSet *set)
{
	LibxmlTrees *t = bm_alloc(sizeof(LibxmlTrees));
	size_t i;

	t->set = set;
	t->doc = bm_alloc(set->n * sizeof(xmlDocPtr));
	for (i = 0; i < set->n; i++)
		t->doc[i] = parse_doc(&set->docs[i]);
	return t;
}

static void
dom_close(void *ctx)
{
	LibxmlTrees *t = ctx;
	size_t i;

	for (i = 0; i < t->set->n; i++)
		xmlFreeDoc(t->doc[i]);
	free(t->doc);
	free(t);
}

static void
dom_parse(const BmSet *set)
{
	size_t i;

	for (i = 0; i < set->n; i++)
		xmlFreeDoc(parse_doc(&set->docs[i]));
}

static void
walk_element(const xmlNode *node, BmTally *t)
{
	const BmSink *sink = bm_sink();
	const xmlAttr *a;
	const xmlNode *c;

	sink->element(t, (const char *) node->name, strlen((const char *) node->name));
	for (a = node->properties; a; a = a->next)
	{
		const char *v = a->children ? (const char *) a->children->content : "";

		sink->attribute(t, (const char *) a->name, strlen((const char *) a->name), v, strlen(v));
	}
	/* recursion is fine here: the generated documents are not deep */
	for (c = node->children; c; c = c->next)
	{
		if (c->type == XML_ELEMENT_NODE)
			walk_element(c, t);
		else if (c->type == XML_TEXT_NODE)
			sink->text(t, (const char *) c->content, strlen((const char *) c->content));
	}
	sink->end(t);
}

static void
dom_traverse(void *ctx, BmTally *tally)
{
	LibxmlTrees *t = ctx;
	size_t i;

	for (i = 0; i < t->set->n; i++)
		walk_element(xmlDocGetRootElement(t->doc[i]), tally);
}

static size_t
dom_serialise(void *ctx)
{
	LibxmlTrees *t = ctx;
	size_t i, bytes = 0;

	for (i = 0; i < t->set->n; i++)
	{
		xmlChar *s;
		int n;

		xmlDocDumpMemoryEnc(t->doc[i], &s, &n, "UTF-8");
		bytes += (size_t) n;
		xmlFree(s);
	}
	return bytes;
}

/* ---------------------------------------------------------------- XPath */

typedef struct LibxmlQuery
{
	const LibxmlTrees *trees; /* NULL: parse for every run */
	const BmSet *set;
	const BmQuery *q;
	xmlXPathCompExprPtr path;
	xmlXPathContextPtr ctx;
} LibxmlQuery;

static void *
query_new(const LibxmlTrees *trees, const BmSet *set, const BmQuery *q)
{
	LibxmlQuery *lq = bm_alloc(sizeof(LibxmlQuery));

	lq->trees = trees;
	lq->set = set;
	lq->q = q;
	lq->path = xmlXPathCompile((const xmlChar *) q->path);
	lq->ctx = xmlXPathNewContext(NULL);
	if (lq->path == NULL || lq->ctx == NULL)
		bm_die("libxml2 refuses the path %s", q->path);
	if (set->prefix)
		xmlXPathRegisterNs(lq->ctx, (const xmlChar *) set->prefix, (const xmlChar *) set->uri);
	return lq;
}

static void
add_node_set(LibxmlQuery *lq, xmlXPathObjectPtr o, BmAnswer *a)
{
	size_t n = o->nodesetval ? (size_t) o->nodesetval->nodeNr : 0;

	if (lq->q->want == BM_COUNT)
		a->count += n;
	else if (lq->q->want == BM_EXISTS)
		a->count += n > 0;
	else if (n > 0)
	{
		/* first in document order, as casting a node-set to a string does it */
		xmlChar *s = xmlXPathCastToString(o);

		bm_answer_value(a, (const char *) s, strlen((const char *) s));
		xmlFree(s);
	}
}

static void
query_doc(LibxmlQuery *lq, xmlDocPtr doc, BmAnswer *a)
{
	xmlXPathObjectPtr o;

	lq->ctx->doc = doc;
	lq->ctx->node = (xmlNodePtr) doc;
	o = xmlXPathCompiledEval(lq->path, lq->ctx);
	if (o == NULL)
		bm_die("libxml2 cannot evaluate %s", lq->q->path);
	if (o->type == XPATH_NODESET)
		add_node_set(lq, o, a);
	else
	{
		xmlChar *s = xmlXPathCastToString(o);

		bm_answer_value(a, (const char *) s, strlen((const char *) s));
		xmlFree(s);
	}
	xmlXPathFreeObject(o);
}

static void *
dom_query_new(void *ctx, const BmQuery *q)
{
	LibxmlTrees *t = ctx;

	return query_new(t, t->set, q);
}

static void *
parse_query_new(void *ctx, const BmQuery *q)
{
	return query_new(NULL, ctx, q);
}

static void
libxml_query_run(void *query, BmAnswer *a)
{
	LibxmlQuery *lq = query;
	size_t i;

	for (i = 0; i < lq->set->n; i++)
	{
		xmlDocPtr doc = lq->trees ? lq->trees->doc[i] : parse_doc(&lq->set->docs[i]);

		query_doc(lq, doc, a);
		if (lq->trees == NULL)
			xmlFreeDoc(doc);
	}
}

static void
libxml_query_free(void *query)
{
	LibxmlQuery *lq = query;

	xmlXPathFreeCompExpr(lq->path);
	xmlXPathFreeContext(lq->ctx);
	free(lq);
}

const BmEngine bm_libxml_dom = {
	.name = "libxml2 DOM",
	.open = dom_open,
	.close = dom_close,
	.parse = dom_parse,
	.traverse = dom_traverse,
	.serialise = dom_serialise,
	.query_new = dom_query_new,
	.query_run = libxml_query_run,
	.query_free = libxml_query_free,
};

const BmEngine bm_libxml_parse = {
	.name = "libxml2 parse+XPath",
	.open = same_set,
	.close = nothing,
	.query_new = parse_query_new,
	.query_run = libxml_query_run,
	.query_free = libxml_query_free,
};
