/*
 * bayardo.c -- the measurements of Bayardo et al. (WWW 2004), in memory: one pass without work, RE-QUERY1 to 3 on a
 * growing document, DBLP-QUERY.
 *
 * usage: bayardo DATA_FOLDER RUNS SET...     (sets: re-N and dblp-N, documents in DATA_FOLDER/SET.xml)
 *        bayardo --queries                   set, name and path of each query, tab-separated
 *
 * Writes one JSON line per measurement to standard output.  Exit 1 when two engines disagree.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bayardo.h"

static const BmEngine *const engines[] = {
	&bm_expat,      &bm_libxml_sax,     &bm_libxml_parse,     &bm_libxml_dom,   &bm_pugixml_parse,
	&bm_pugixml,    &bayardo_events,    &bayardo_events_skip, &bayardo_names,   &bayardo_shapes,
	&bayardo_typed, &bayardo_constants, &bayardo_product,     &bayardo_offsets,
};
#define N_ENGINES (sizeof(engines) / sizeof(engines[0]))

static void
print_queries(void)
{
	size_t i;

	for (i = 0; i < bm_n_queries; i++)
		if (strcmp(bm_queries[i].set, "re") == 0 || strcmp(bm_queries[i].set, "dblp") == 0)
			if (bm_queries[i].matcher)
				printf("%s\t%s\t%s\n", bm_queries[i].set, bm_queries[i].id, bm_queries[i].path);
}

int
main(int argc, char **argv)
{
	int i, runs = argc > 2 ? atoi(argv[2]) : 0;

	if (argc == 2 && strcmp(argv[1], "--queries") == 0)
	{
		print_queries();
		return 0;
	}
	if (argc < 4 || runs < 1 || runs > BM_RUNS_MAX)
		bm_die("usage: bayardo DATA_FOLDER RUNS SET...");
	fprintf(stderr, "bench-bayardo: %s, %d alternating runs\n", bm_clock_name(), runs);
	printf("{\"clock\":\"%s\"}\n", bm_clock_name());
	for (i = 3; i < argc; i++)
	{
		BmSet set = {.name = argv[i], .queries = strncmp(argv[i], "dblp", 4) == 0 ? "dblp" : "re"};
		BmBench s = {.run = {.runs = (unsigned) runs, .min_seconds = 0.01},
					 .set = &set,
					 .engines = engines,
					 .n_engines = N_ENGINES,
					 .by_hand = true};

		bm_bench(&s, argv[1]);
	}
	return 0;
}
