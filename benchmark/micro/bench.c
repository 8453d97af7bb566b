/*
 * bench.c -- one set of documents through all engines: they must agree, then every operation is timed.
 */
#include <stdio.h>
#include <string.h>

#include "bm.h"

/* What one case of the measuring loop runs. */
typedef struct Job
{
	BmBench *s;
	const BmEngine *engine;
	void *ctx;
	void *query;
	BmAnswer answer;
} Job;

static void
run_parse(void *arg)
{
	Job *j = arg;

	j->engine->parse(j->s->set);
}

static void
run_traverse(void *arg)
{
	Job *j = arg;
	BmTally t = {0};

	j->engine->traverse(j->ctx, &t);
}

static void
run_serialise(void *arg)
{
	Job *j = arg;

	j->engine->serialise(j->ctx);
}

static void
run_query(void *arg)
{
	Job *j = arg;
	BmAnswer a = {0};

	j->engine->query_run(j->query, &a);
	j->answer = a;
}

static bool
timed(const BmBench *s, const BmEngine *e)
{
	return s->engine == NULL || strcmp(s->engine, e->name) == 0;
}

static bool
measured(const BmBench *s, const char *measure)
{
	return s->measure == NULL || strstr(measure, s->measure) != NULL;
}

static void
add_case(BmBench *s, BmCase *c, Job *j, size_t engine, void (*run)(void *))
{
	Job job = {.s = s, .engine = s->engines[engine], .ctx = s->ctx[engine]};

	*j = job;
	memset(c, 0, sizeof(*c));
	c->engine = job.engine->name;
	c->run = run;
	c->arg = j;
}

/* ---------------------------------------------------------------- operations without an answer */

typedef struct Operation
{
	const char *name;
	const char *unit;
	void (*run)(void *arg);
	bool (*has)(const BmEngine *e);
	bool rate; /* bytes of text a second; else time per node */
} Operation;

static bool
has_parse(const BmEngine *e)
{
	return e->parse != NULL;
}

static bool
has_traverse(const BmEngine *e)
{
	return e->traverse != NULL;
}

static bool
has_serialise(const BmEngine *e)
{
	return e->serialise != NULL;
}

static const Operation operations[] = {
	{"parse", "MB/s", run_parse, has_parse, true},
	{"traverse", "ns/node", run_traverse, has_traverse, false},
	{"serialise", "MB/s", run_serialise, has_serialise, true},
};
#define N_OPERATIONS (sizeof(operations) / sizeof(operations[0]))

static void
measure_operation(BmBench *s, const Operation *op)
{
	double scale = op->rate ? (double) s->set->bytes / 1e6 : 1e9 / (double) s->set->nodes;
	BmCase c[BM_CASES_MAX];
	Job j[BM_CASES_MAX];
	size_t i, n = 0;

	if (!measured(s, op->name))
		return;
	for (i = 0; i < s->n_engines; i++)
		if (op->has(s->engines[i]) && timed(s, s->engines[i]))
		{
			add_case(s, &c[n], &j[n], i, op->run);
			n++;
		}
	bm_measure(&s->run, c, n);
	bm_report(&s->run, s->set, op->name, op->unit, scale, op->rate, c, n);
}

/* ---------------------------------------------------------------- queries */

/* Engines must give the same answer before anything is measured. */
static void
check_answers(const BmBench *s, const BmQuery *q, Job *j, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		run_query(&j[i]);
	for (i = 1; i < n; i++)
		if (j[i].answer.count != j[0].answer.count || j[i].answer.hash != j[0].answer.hash)
			bm_die("%s, %s: %s finds %llu (hash %llx), %s finds %llu (hash %llx)", s->set->name, q->id,
				   j[0].engine->name, (unsigned long long) j[0].answer.count,
				   (unsigned long long) j[0].answer.hash, j[i].engine->name,
				   (unsigned long long) j[i].answer.count, (unsigned long long) j[i].answer.hash);
}

static void
measure_query(BmBench *s, const BmQuery *q)
{
	BmCase c[BM_CASES_MAX];
	Job j[BM_CASES_MAX];
	size_t i, n = 0;
	char measure[128];

	snprintf(measure, sizeof(measure), "query: %s", q->id);
	if (!measured(s, measure))
		return;
	for (i = 0; i < s->n_engines; i++)
	{
		const BmEngine *e = s->engines[i];

		if (e->query_new == NULL || (e->by_hand && q->matcher == NULL) || !timed(s, e))
			continue;
		add_case(s, &c[n], &j[n], i, run_query);
		j[n].query = e->query_new(s->ctx[i], q);
		n++;
	}
	if (n == 0)
		return;
	check_answers(s, q, j, n);
	bm_report_value(s->set, measure, "all", "found", (double) j[0].answer.count);
	bm_measure(&s->run, c, n);
	bm_report(&s->run, s->set, measure, "us/doc", 1e6 / (double) s->set->n, false, c, n);
	for (i = 0; i < n; i++)
		j[i].engine->query_free(j[i].query);
}

/* ---------------------------------------------------------------- agreement */

/* The traversal that all others are compared with. */
static void
reference_traversal(BmBench *s, BmTally *want, const char **name)
{
	size_t i;

	for (i = 0; i < s->n_engines; i++)
		if (s->engines[i]->traverse && s->engines[i]->texts == BM_TEXTS_WHOLE)
		{
			s->engines[i]->traverse(s->ctx[i], want);
			*name = s->engines[i]->name;
			return;
		}
	bm_die("no engine delivers texts in one piece");
}

static bool
same_tally(const BmEngine *e, const BmTally *t, const BmTally *want)
{
	if (t->elements != want->elements || t->attributes != want->attributes)
		return false;
	return e->texts == BM_TEXTS_STORED ||
		   (t->attr_bytes == want->attr_bytes && t->text_bytes == want->text_bytes);
}

/* All traversals must have seen the same nodes and the same bytes of text, as far as an engine knows these. */
static void
check_traversals(BmBench *s)
{
	BmTally want = {0}, t;
	const char *name;
	size_t i;

	reference_traversal(s, &want, &name);
	s->set->nodes = want.elements + want.attributes + want.texts;
	for (i = 0; i < s->n_engines; i++)
	{
		if (s->engines[i]->traverse == NULL)
			continue;
		memset(&t, 0, sizeof(t));
		s->engines[i]->traverse(s->ctx[i], &t);
		if (!same_tally(s->engines[i], &t, &want))
			bm_die("%s: %s sees %llu elements, %llu attributes of %llu bytes, %llu bytes of text; "
				   "%s %llu, %llu, %llu, %llu",
				   s->set->name, s->engines[i]->name, (unsigned long long) t.elements,
				   (unsigned long long) t.attributes, (unsigned long long) t.attr_bytes,
				   (unsigned long long) t.text_bytes, name, (unsigned long long) want.elements,
				   (unsigned long long) want.attributes, (unsigned long long) want.attr_bytes,
				   (unsigned long long) want.text_bytes);
	}
}

/* Our text of every document must be as long as it came: the generator writes no CDATA, comments or DOCTYPE. */
static void
check_serialise(BmBench *s)
{
	size_t n = bm_bxml.serialise(s->set);

	if (!s->set->foreign &&
		(n < s->set->bytes - s->set->bytes / 50 || n > s->set->bytes + s->set->bytes / 50))
		bm_die("%s: %zu bytes of text came back as %zu", s->set->name, s->set->bytes, n);
}

static void
report_sizes(BmBench *s)
{
	size_t i;

	bm_report_value(s->set, "size", "all", "documents", (double) s->set->n);
	bm_report_value(s->set, "size", "all", "bytes", (double) s->set->bytes);
	bm_report_value(s->set, "size", "all", "nodes", (double) s->set->nodes);
	for (i = 0; i < s->n_engines; i++)
		if (s->engines[i]->size)
			bm_report_value(s->set, "size", s->engines[i]->name, "of the text",
							(double) s->engines[i]->size(s->ctx[i]) / (double) s->set->bytes);
}

void
bm_bench(BmBench *s, const char *folder)
{
	const char *queries = s->set->queries ? s->set->queries : s->set->name;
	char path[4096];
	size_t i;

	fprintf(stderr, "  %s ...", s->set->name);
	snprintf(path, sizeof(path), "%s/%s.xml", folder, s->set->name);
	bm_load(s->set, path);
	bm_encode(s->set);
	for (i = 0; i < s->n_engines; i++)
		s->ctx[i] = s->engines[i]->open(s->set);
	check_traversals(s);
	check_serialise(s);
	report_sizes(s);
	for (i = 0; i < N_OPERATIONS; i++)
		measure_operation(s, &operations[i]);
	for (i = 0; i < bm_n_queries; i++)
		if (strcmp(bm_queries[i].set, queries) == 0 && (!s->by_hand || bm_queries[i].matcher))
			measure_query(s, &bm_queries[i]);
	for (i = 0; i < s->n_engines; i++)
		s->engines[i]->close(s->ctx[i]);
	bm_unload(s->set);
	fprintf(stderr, " %.1f MB, %zu documents, %.3g nodes\n", (double) s->set->bytes / 1e6, s->set->n,
			(double) s->set->nodes);
}
