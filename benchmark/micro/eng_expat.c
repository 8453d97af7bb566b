/*
 * eng_expat.c -- expat: events without namespace processing (its fastest mode), and hand-written matchers.
 */
#include <stdlib.h>
#include <string.h>

#include <expat.h>

#include "match.h"

/* ---------------------------------------------------------------- plain events */

static void XMLCALL
on_start(void *ctx, const char *name, const char **atts)
{
	const BmSink *sink = bm_sink();

	sink->element(ctx, name, strlen(name));
	for (; *atts; atts += 2)
		if (strncmp(atts[0], "xmlns", 5) != 0)
			sink->attribute(ctx, atts[0], strlen(atts[0]), atts[1], strlen(atts[1]));
}

static void XMLCALL
on_end(void *ctx, const char *name)
{
	(void) name;
	bm_sink()->end(ctx);
}

static void XMLCALL
on_text(void *ctx, const char *s, int n)
{
	bm_sink()->text(ctx, s, (size_t) n);
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

static void
parse_doc(XML_Parser p, const BmDoc *doc)
{
	if (XML_Parse(p, doc->text, (int) doc->len, 1) != XML_STATUS_OK)
		bm_die("expat refuses a document");
}

static XML_Parser
new_parser(void)
{
	XML_Parser p = XML_ParserCreate(NULL);

	if (p == NULL)
		bm_die("out of memory");
	return p;
}

static void
expat_traverse(void *ctx, BmTally *t)
{
	const BmSet *set = ctx;
	XML_Parser p = new_parser();
	size_t i;

	for (i = 0; i < set->n; i++)
	{
		if (i > 0)
			XML_ParserReset(p, NULL);
		XML_SetUserData(p, t);
		XML_SetElementHandler(p, on_start, on_end);
		XML_SetCharacterDataHandler(p, on_text);
		parse_doc(p, &set->docs[i]);
	}
	XML_ParserFree(p);
}

static void
expat_parse(const BmSet *set)
{
	BmTally t = {0};

	expat_traverse((void *) set, &t);
}

/* ---------------------------------------------------------------- running a matcher */

typedef struct ExpatQuery
{
	const BmSet *set;
	const BmQuery *q;
	XML_Parser parser;
	BmMatch m;
} ExpatQuery;

static void XMLCALL
q_start(void *ctx, const char *name, const char **atts)
{
	ExpatQuery *eq = ctx;

	bm_match_start(&eq->m, eq->q->matcher, name, atts);
}

static void XMLCALL
q_end(void *ctx, const char *name)
{
	ExpatQuery *eq = ctx;

	bm_match_end(&eq->m, eq->q->matcher, name);
}

static void XMLCALL
q_text(void *ctx, const char *s, int n)
{
	bm_match_text(&((ExpatQuery *) ctx)->m, s, (size_t) n);
}

static void *
expat_query_new(void *ctx, const BmQuery *q)
{
	ExpatQuery *eq = bm_alloc(sizeof(ExpatQuery));

	eq->set = ctx;
	eq->q = q;
	eq->parser = new_parser();
	return eq;
}

static void
expat_query_run(void *query, BmAnswer *a)
{
	ExpatQuery *eq = query;
	size_t i;

	for (i = 0; i < eq->set->n; i++)
	{
		XML_ParserReset(eq->parser, NULL);
		XML_SetUserData(eq->parser, eq);
		XML_SetElementHandler(eq->parser, q_start, q_end);
		XML_SetCharacterDataHandler(eq->parser, q_text);
		bm_match_begin(&eq->m);
		parse_doc(eq->parser, &eq->set->docs[i]);
		bm_match_answer(&eq->m, eq->q->want, a);
	}
}

static void
expat_query_free(void *query)
{
	ExpatQuery *eq = query;

	XML_ParserFree(eq->parser);
	free(eq);
}

const BmEngine bm_expat = {
	.name = "expat",
	.open = same_set,
	.close = nothing,
	.parse = expat_parse,
	.traverse = expat_traverse,
	.query_new = expat_query_new,
	.query_run = expat_query_run,
	.query_free = expat_query_free,
	.by_hand = true,
};
