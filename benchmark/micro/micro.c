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
	{.name = "articles"},
};
#define N_SETS (sizeof(all_sets) / sizeof(all_sets[0]))

static const BmEngine *const engines[] = {
	&bm_bxml,       &bm_bxml_text,  &bm_bxml_reader,  &bm_bxml_libxml, &bm_expat,
	&bm_libxml_sax, &bm_libxml_dom, &bm_libxml_parse, &bm_pugixml,     &bm_pugixml_parse,
};
#define N_ENGINES (sizeof(engines) / sizeof(engines[0]))

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
	BmBench s = {.run = op->run,
				 .set = &set,
				 .engines = engines,
				 .n_engines = N_ENGINES,
				 .engine = op->engine,
				 .measure = op->measure};

	bm_bench(&s, op->folder);
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
