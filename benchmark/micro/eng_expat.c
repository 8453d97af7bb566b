/*
 * eng_expat.c -- expat: events without namespace processing (its fastest mode), and hand-written matchers.
 */
#include <stdlib.h>
#include <string.h>

#include <expat.h>

#include "eng_expat.h"

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

/* ---------------------------------------------------------------- matchers */

static void
add_value(BmMatch *m, const char *s, size_t n)
{
	m->found++;
	if (m->has_value || n > sizeof(m->value))
		return;
	m->has_value = true;
	m->value_len = n;
	memcpy(m->value, s, n);
}

static void
capture(BmMatch *m)
{
	m->capture = true;
	m->len = 0;
}

static double
captured_number(BmMatch *m)
{
	m->text[m->len < BM_CAPTURE_MAX ? m->len : BM_CAPTURE_MAX - 1] = 0;
	return strtod(m->text, NULL);
}

static bool
captured_is(const BmMatch *m, const char *s)
{
	return m->len == strlen(s) && memcmp(m->text, s, m->len) == 0;
}

static const char *
attribute(const char **atts, const char *name)
{
	for (; *atts; atts += 2)
		if (strcmp(*atts, name) == 0)
			return atts[1];
	return NULL;
}

static void
re1_start(BmMatch *m, const char *name, const char **atts)
{
	const char *city;

	if (m->depth == 2 && strcmp(name, "CITY") == 0)
	{
		city = attribute(atts, "NAME");
		m->flag[0] = city && strcmp(city, "Morgan Hill") == 0;
	}
	else if (m->depth == 3 && m->flag[0] && strcmp(name, "PROPERTY") == 0)
		m->found++;
}

static void
no_end(BmMatch *m, const char *name)
{
	(void) m;
	(void) name;
}

const BmMatcher match_re1 = {re1_start, no_end};

/* flags 0..3: SQFT, BEDROOMS, YEARBUILT, PRICE of the current PROPERTY satisfy their condition */
static void
re2_start(BmMatch *m, const char *name, const char **atts)
{
	(void) atts;
	if (strcmp(name, "PROPERTY") == 0)
		memset(m->flag, 0, sizeof(m->flag));
	else if (strcmp(name, "SQFT") == 0 || strcmp(name, "BEDROOMS") == 0 || strcmp(name, "YEARBUILT") == 0 ||
			 strcmp(name, "PRICE") == 0)
		capture(m);
}

static void
re2_end(BmMatch *m, const char *name)
{
	if (strcmp(name, "SQFT") == 0)
		m->flag[0] |= captured_number(m) > 1875;
	else if (strcmp(name, "BEDROOMS") == 0)
		m->flag[1] |= captured_number(m) == 5;
	else if (strcmp(name, "YEARBUILT") == 0)
		m->flag[2] |= captured_number(m) > 1995;
	else if (strcmp(name, "PRICE") == 0)
		m->flag[3] |= captured_number(m) < 130000;
	else if (strcmp(name, "PROPERTY") == 0)
		m->found += m->flag[0] && m->flag[1] && m->flag[2] && m->flag[3];
}

const BmMatcher match_re2 = {re2_start, re2_end};

static void
re3_start(BmMatch *m, const char *name, const char **atts)
{
	(void) atts;
	if (strcmp(name, "ZIPCODE") == 0)
		capture(m);
}

static void
re3_end(BmMatch *m, const char *name)
{
	if (strcmp(name, "ZIPCODE") == 0)
		m->found += captured_number(m) == 95037;
}

const BmMatcher match_re3 = {re3_start, re3_end};

/* flags: 0 in an article, 1 author matches, 2 year matches, 3 titles seen */
static void
dblp_start(BmMatch *m, const char *name, const char **atts)
{
	(void) atts;
	if (m->depth == 2)
	{
		memset(m->flag, 0, sizeof(m->flag));
		m->flag[0] = strcmp(name, "article") == 0;
	}
	else if (m->depth == 3 && m->flag[0])
	{
		if (strcmp(name, "author") == 0 || strcmp(name, "year") == 0)
			capture(m);
		else if (strcmp(name, "title") == 0)
			m->flag[3]++;
	}
}

static void
dblp_end(BmMatch *m, const char *name)
{
	if (m->depth == 3 && m->flag[0] && strcmp(name, "author") == 0)
		m->flag[1] |= captured_is(m, "Thea Kovacs");
	else if (m->depth == 3 && m->flag[0] && strcmp(name, "year") == 0)
		m->flag[2] |= captured_number(m) > 1985;
	else if (m->depth == 2 && m->flag[1] && m->flag[2])
		m->found += m->flag[3];
}

const BmMatcher match_dblp = {dblp_start, dblp_end};

static void
order_acct_start(BmMatch *m, const char *name, const char **atts)
{
	const char *v;

	if (m->depth == 2 && strcmp(name, "Order") == 0 && (v = attribute(atts, "Acct")) != NULL)
		add_value(m, v, strlen(v));
}

const BmMatcher match_order_acct = {order_acct_start, no_end};

static void
order_cash_start(BmMatch *m, const char *name, const char **atts)
{
	const char *v;

	if (m->depth == 3 && strcmp(name, "OrdQty") == 0 && (v = attribute(atts, "Cash")) != NULL)
		m->found += strtod(v, NULL) > 4900;
}

const BmMatcher match_order_cash = {order_cash_start, no_end};

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

	eq->m.depth++;
	eq->q->matcher->start(&eq->m, name, atts);
}

static void XMLCALL
q_end(void *ctx, const char *name)
{
	ExpatQuery *eq = ctx;

	eq->q->matcher->end(&eq->m, name);
	eq->m.capture = false;
	eq->m.depth--;
}

static void XMLCALL
q_text(void *ctx, const char *s, int n)
{
	BmMatch *m = &((ExpatQuery *) ctx)->m;

	if (!m->capture || m->len + (size_t) n >= BM_CAPTURE_MAX)
		return;
	memcpy(m->text + m->len, s, (size_t) n);
	m->len += (size_t) n;
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
add_answer(const ExpatQuery *eq, BmAnswer *a)
{
	if (eq->q->want == BM_COUNT)
		a->count += eq->m.found;
	else if (eq->q->want == BM_EXISTS)
		a->count += eq->m.found > 0;
	else if (eq->m.has_value)
		bm_answer_value(a, eq->m.value, eq->m.value_len);
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
		eq->m.depth = 0;
		eq->m.capture = false;
		memset(eq->m.flag, 0, sizeof(eq->m.flag));
		eq->m.found = 0;
		eq->m.has_value = false;
		parse_doc(eq->parser, &eq->set->docs[i]);
		add_answer(eq, a);
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
};
