/*
 * micro.c -- the micro benchmark: encode, traverse, serialise, query, in memory, beside other engines.
 *
 * usage: micro DATA_FOLDER [--set NAME]... [--runs N] [--min-ms M] [--engine NAME] [--measure TEXT]
 *
 * DATA_FOLDER holds NAME.xml per set, documents separated by NUL (benchmark/micro/run makes them).  Writes one JSON
 * line per measurement to standard output, progress to standard error.  Exit 1 when engines disagree.  --engine and
 * --measure ("parse", "traverse", "serialise", a part of a query's name) are for profiling: only these are timed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bm.h"

#define FIXML_NS "http://www.fixprotocol.org/FIXML-4-4"
#define CUSTACC_NS "http://tpox-benchmark.com/custacc"

static const BmSet all_sets[] = {
	{.name = "re"},
	{.name = "dblp"},
	{.name = "po-big"},
	{.name = "customers-elem"},
	{.name = "customers-attr"},
	{.name = "orders-fixed", .prefix = "f", .uri = FIXML_NS},
	{.name = "orders-optional", .prefix = "f", .uri = FIXML_NS},
	{.name = "orders-widths", .prefix = "f", .uri = FIXML_NS},
	{.name = "custacc", .prefix = "c", .uri = CUSTACC_NS},
	{.name = "small"},
};
#define N_SETS (sizeof(all_sets) / sizeof(all_sets[0]))

static const BmEngine *const engines[] = {
	&bm_bxml,       &bm_bxml_text,    &bm_expat,   &bm_libxml_sax,
	&bm_libxml_dom, &bm_libxml_parse, &bm_pugixml, &bm_pugixml_parse,
};
#define N_ENGINES (sizeof(engines) / sizeof(engines[0]))

typedef struct Bench
{
	BmRun run;
	BmSet *set;
	const char *engine;  /* NULL: all */
	const char *measure; /* NULL: all */
	void *ctx[N_ENGINES];
} Bench;

/* What one case of the measuring loop runs. */
typedef struct Job
{
	Bench *s;
	size_t engine;
	void *query;
	BmAnswer answer;
} Job;

static void
run_parse(void *arg)
{
	Job *j = arg;

	engines[j->engine]->parse(j->s->set);
}

static void
run_traverse(void *arg)
{
	Job *j = arg;
	BmTally t = {0};

	engines[j->engine]->traverse(j->s->ctx[j->engine], &t);
}

static void
run_serialise(void *arg)
{
	Job *j = arg;

	engines[j->engine]->serialise(j->s->ctx[j->engine]);
}

static void
run_query(void *arg)
{
	Job *j = arg;
	BmAnswer a = {0};

	engines[j->engine]->query_run(j->query, &a);
	j->answer = a;
}

static bool
timed(const Bench *s, const BmEngine *e)
{
	return s->engine == NULL || strcmp(s->engine, e->name) == 0;
}

static bool
measured(const Bench *s, const char *measure)
{
	return s->measure == NULL || strstr(measure, s->measure) != NULL;
}

static void
add_case(Bench *s, BmCase *c, Job *j, size_t engine, void (*run)(void *))
{
	Job job = {.s = s, .engine = engine};

	*j = job;
	memset(c, 0, sizeof(*c));
	c->engine = engines[engine]->name;
	c->run = run;
	c->arg = j;
}

static void
measure_parse(Bench *s)
{
	BmCase c[N_ENGINES];
	Job j[N_ENGINES];
	size_t i, n = 0;

	for (i = 0; i < N_ENGINES; i++)
		if (engines[i]->parse && timed(s, engines[i]))
		{
			add_case(s, &c[n], &j[n], i, run_parse);
			n++;
		}
	bm_measure(&s->run, c, n);
	bm_report(&s->run, s->set, "parse", "MB/s", (double) s->set->bytes / 1e6, true, c, n);
}

static void
measure_traverse(Bench *s)
{
	BmCase c[N_ENGINES];
	Job j[N_ENGINES];
	size_t i, n = 0;

	for (i = 0; i < N_ENGINES; i++)
		if (engines[i]->traverse && timed(s, engines[i]))
		{
			add_case(s, &c[n], &j[n], i, run_traverse);
			n++;
		}
	bm_measure(&s->run, c, n);
	bm_report(&s->run, s->set, "traverse", "ns/node", 1e9 / (double) s->set->nodes, false, c, n);
}

static void
measure_serialise(Bench *s)
{
	BmCase c[N_ENGINES];
	Job j[N_ENGINES];
	size_t i, n = 0;

	for (i = 0; i < N_ENGINES; i++)
		if (engines[i]->serialise && timed(s, engines[i]))
		{
			add_case(s, &c[n], &j[n], i, run_serialise);
			n++;
		}
	bm_measure(&s->run, c, n);
	bm_report(&s->run, s->set, "serialise", "MB/s", (double) s->set->bytes / 1e6, true, c, n);
}

/* Engines must give the same answer before anything is measured. */
static void
check_answers(const Bench *s, const BmQuery *q, Job *j, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		run_query(&j[i]);
	for (i = 1; i < n; i++)
		if (j[i].answer.count != j[0].answer.count || j[i].answer.hash != j[0].answer.hash)
			bm_die("%s, %s: %s finds %llu (hash %llx), %s finds %llu (hash %llx)", s->set->name, q->id,
				   engines[j[0].engine]->name, (unsigned long long) j[0].answer.count,
				   (unsigned long long) j[0].answer.hash, engines[j[i].engine]->name,
				   (unsigned long long) j[i].answer.count, (unsigned long long) j[i].answer.hash);
}

static void
measure_query(Bench *s, const BmQuery *q)
{
	BmCase c[N_ENGINES];
	Job j[N_ENGINES];
	size_t i, n = 0;
	char measure[128];

	snprintf(measure, sizeof(measure), "query: %s", q->id);
	if (!measured(s, measure))
		return;
	for (i = 0; i < N_ENGINES; i++)
	{
		const BmEngine *e = engines[i];

		if (e->query_new == NULL || (e == &bm_expat && q->matcher == NULL) || !timed(s, e))
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
		engines[j[i].engine]->query_free(j[i].query);
}

/*
 * All traversals must have seen the same nodes and the same bytes of text.  Our own on stored values cannot know
 * the length of a number as text, and SAX parsers deliver a text in pieces: those two figures are left out there.
 */
static void
check_traversals(Bench *s)
{
	BmTally want = {0}, t;
	size_t i;

	bm_bxml_text.traverse(s->ctx[1], &want);
	s->set->nodes = want.elements + want.attributes + want.texts;
	for (i = 0; i < N_ENGINES; i++)
	{
		if (engines[i]->traverse == NULL)
			continue;
		memset(&t, 0, sizeof(t));
		engines[i]->traverse(s->ctx[i], &t);
		if (t.elements != want.elements || t.attributes != want.attributes ||
			(engines[i] != &bm_bxml && (t.attr_bytes != want.attr_bytes || t.text_bytes != want.text_bytes)))
			bm_die("%s: %s sees %llu elements, %llu attributes of %llu bytes, %llu bytes of text; "
				   "%s %llu, %llu, %llu, %llu",
				   s->set->name, engines[i]->name, (unsigned long long) t.elements,
				   (unsigned long long) t.attributes, (unsigned long long) t.attr_bytes,
				   (unsigned long long) t.text_bytes, bm_bxml_text.name, (unsigned long long) want.elements,
				   (unsigned long long) want.attributes, (unsigned long long) want.attr_bytes,
				   (unsigned long long) want.text_bytes);
	}
}

/* Our text of every document must be as long as it came: the generator writes no CDATA, comments or DOCTYPE. */
static void
check_serialise(Bench *s)
{
	size_t n = bm_bxml.serialise(s->ctx[0]);

	if (n < s->set->bytes - s->set->bytes / 50 || n > s->set->bytes + s->set->bytes / 50)
		bm_die("%s: %zu bytes of text came back as %zu", s->set->name, s->set->bytes, n);
}

typedef struct Options
{
	const char *folder;
	const char *only[N_SETS];
	size_t n_only;
	const char *engine;
	const char *measure;
	BmRun run;
} Options;

static void
measure_set(const BmSet *which, const Options *op)
{
	BmSet set = *which;
	Bench s = {.run = op->run, .set = &set, .engine = op->engine, .measure = op->measure};
	char path[4096];
	size_t i;

	fprintf(stderr, "  %s ...", set.name);
	snprintf(path, sizeof(path), "%s/%s.xml", op->folder, set.name);
	bm_load(&set, path);
	bm_encode(&set);
	for (i = 0; i < N_ENGINES; i++)
		s.ctx[i] = engines[i]->open(&set);
	check_traversals(&s);
	check_serialise(&s);
	bm_report_value(&set, "size", "all", "documents", (double) set.n);
	bm_report_value(&set, "size", "all", "bytes", (double) set.bytes);
	bm_report_value(&set, "size", "all", "nodes", (double) set.nodes);
	bm_report_value(&set, "size", "bxml", "of the text", (double) set.value_bytes / (double) set.bytes);
	if (measured(&s, "parse"))
		measure_parse(&s);
	if (measured(&s, "traverse"))
		measure_traverse(&s);
	if (measured(&s, "serialise"))
		measure_serialise(&s);
	for (i = 0; i < bm_n_queries; i++)
		if (strcmp(bm_queries[i].set, set.name) == 0)
			measure_query(&s, &bm_queries[i]);
	for (i = 0; i < N_ENGINES; i++)
		engines[i]->close(s.ctx[i]);
	fprintf(stderr, " %.1f MB, %zu documents, %.3g nodes\n", (double) set.bytes / 1e6, set.n,
			(double) set.nodes);
}

static void
parse_args(Options *op, int argc, char **argv)
{
	int i;

	if (argc < 2)
		bm_die("usage: micro DATA_FOLDER [--set NAME]... [--runs N] [--min-ms M] [--engine NAME] [--measure "
			   "TEXT]");
	op->folder = argv[1];
	for (i = 2; i + 1 < argc; i += 2)
	{
		if (strcmp(argv[i], "--set") == 0 && op->n_only < N_SETS)
			op->only[op->n_only++] = argv[i + 1];
		else if (strcmp(argv[i], "--engine") == 0)
			op->engine = argv[i + 1];
		else if (strcmp(argv[i], "--measure") == 0)
			op->measure = argv[i + 1];
		else if (strcmp(argv[i], "--runs") == 0)
			op->run.runs = (unsigned) atoi(argv[i + 1]);
		else if (strcmp(argv[i], "--min-ms") == 0)
			op->run.min_seconds = atof(argv[i + 1]) / 1e3;
		else
			bm_die("unknown option %s", argv[i]);
	}
	if (i < argc || op->run.runs < 1 || op->run.runs > BM_RUNS_MAX)
		bm_die("bad arguments (--runs: 1 to %d)", BM_RUNS_MAX);
}

static bool
wanted(const Options *op, const char *name)
{
	size_t i;

	for (i = 0; i < op->n_only; i++)
		if (strcmp(op->only[i], name) == 0)
			return true;
	return op->n_only == 0;
}

int
main(int argc, char **argv)
{
	Options op = {.run = {.runs = 5, .min_seconds = 0.01}};
	size_t i;

	parse_args(&op, argc, argv);
	fprintf(stderr, "bench-micro: %s, %u alternating runs\n", bm_clock_name(), op.run.runs);
	printf("{\"clock\":\"%s\"}\n", bm_clock_name());
	for (i = 0; i < N_SETS; i++)
		if (wanted(&op, all_sets[i].name))
			measure_set(&all_sets[i], &op);
	return 0;
}
