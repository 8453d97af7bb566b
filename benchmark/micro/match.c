/*
 * match.c -- the matchers: a query as code over the events of a parser.
 */
#include <stdlib.h>
#include <string.h>

#include "match.h"

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
		m->skip = !m->flag[0];
	}
	else if (m->depth == 3 && m->flag[0] && strcmp(name, "PROPERTY") == 0)
	{
		m->found++;
		m->skip = true;
	}
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
	else
		m->skip = strcmp(name, "AGENT") == 0;
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
	else
		m->skip = strcmp(name, "AGENT") == 0;
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
		m->skip = !m->flag[0];
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

/* ---------------------------------------------------------------- events */

void
bm_match_begin(BmMatch *m)
{
	m->depth = 0;
	m->capture = false;
	m->skip = false;
	memset(m->flag, 0, sizeof(m->flag));
	m->found = 0;
	m->has_value = false;
}

void
bm_match_start(BmMatch *m, const BmMatcher *matcher, const char *name, const char **atts)
{
	m->depth++;
	m->skip = false;
	matcher->start(m, name, atts);
}

void
bm_match_end(BmMatch *m, const BmMatcher *matcher, const char *name)
{
	matcher->end(m, name);
	m->capture = false;
	m->depth--;
}

void
bm_match_text(BmMatch *m, const char *s, size_t n)
{
	if (!m->capture || m->len + n >= BM_CAPTURE_MAX)
		return;
	memcpy(m->text + m->len, s, n);
	m->len += n;
}

void
bm_match_answer(const BmMatch *m, BmWant want, BmAnswer *a)
{
	if (want == BM_COUNT)
		a->count += m->found;
	else if (want == BM_EXISTS)
		a->count += m->found > 0;
	else if (m->has_value)
		bm_answer_value(a, m->value, m->value_len);
}
