/*
 * edit.c -- the edit benchmark: find nodes by XPath, remove or change them, write text, or write it as it was; in
 * memory, beside other engines.
 *
 * usage: edit DATA_FOLDER SCRATCH_FOLDER [--set NAME]... [--runs N] [--min-ms M] [--vtd CLASSPATH]
 *            [--engine NAME] [--measure TEXT]
 *
 * DATA_FOLDER holds NAME.xml per set, one document that ends in a NUL byte.  Writes one JSON line per measurement to
 * standard output, progress to standard error.  Exit 1 when engines disagree: before anything is timed, all must find
 * as many nodes and write texts that are equal as Canonical XML.  --engine and --measure are for profiling.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/c14n.h>
#include <libxml/parser.h>

#include "eb.h"

#define ITEM "/purchaseOrder/items/item"

/* The five expressions of the VTD-XML articles, and changes as they time them. */
static const EbTask tasks[] = {
	{"evaluate: VTD1", EB_EVALUATE, "/*/*/*[position() mod 2 = 0]", NULL, NULL},
	{"evaluate: VTD2", EB_EVALUATE, ITEM "[USPrice<100]", NULL, NULL},
	{"evaluate: VTD3", EB_EVALUATE, "/*/*/*/quantity/text()", NULL, NULL},
	{"evaluate: VTD4", EB_EVALUATE, "//item/comment", NULL, NULL},
	{"evaluate: VTD5", EB_EVALUATE, "//item/comment/../quantity", NULL, NULL},
	{"remove: VTD1", EB_REMOVE, "/*/*/*[position() mod 2 = 0]", NULL, NULL},
	{"remove: VTD2", EB_REMOVE, ITEM "[USPrice<100]", NULL, NULL},
	{"remove: VTD3", EB_REMOVE, "/*/*/*/quantity/text()", NULL, NULL},
	{"remove: VTD4", EB_REMOVE, "//item/comment", NULL, NULL},
	{"remove: VTD5", EB_REMOVE, "//item/comment/../quantity", NULL, NULL},
	{"write: unchanged", EB_WRITE, "/*", NULL, NULL},
	{"update: one value", EB_SET, ITEM "[2]/USPrice/text()", NULL, "199.95"},
	{"update: every value", EB_SET, ITEM "/quantity/text()", NULL, "12"},
	{"update: one insert", EB_INSERT, ITEM "[2]/USPrice", "note", "checked"},
	{"update: insert in every item", EB_INSERT, ITEM "/USPrice", "note", "checked"},
};
#define N_TASKS (sizeof(tasks) / sizeof(tasks[0]))

static const EbEngine *const engines[] = {&eb_bxml, &eb_libxml, &eb_pugi};
#define N_ENGINES (sizeof(engines) / sizeof(engines[0]))

static const char *const sets[] = {"po-small", "po-medium", "po-big"};
#define N_SETS (sizeof(sets) / sizeof(sets[0]))

/* Per engine: on the ready form, and with parsing. */
#define N_CASES ((N_ENGINES + 1) * 2)

typedef struct Options
{
	const char *data;
	const char *scratch;
	const char *only[N_SETS];
	size_t n_only;
	const char *vtd;
	const char *engine;
	const char *measure;
	BmRun run;
} Options;

typedef struct Job
{
	const EbEngine *engine; /* NULL: VTD-XML */
	void *ctx;
	EbVtd vtd;
	bool parse;
	char name[64];
} Job;

/* ---- the result of a job ---- */

static void
run_job(void *arg)
{
	Job *j = arg;
	EbResult r;

	(j->parse ? j->engine->parsed : j->engine->stored)(j->ctx, &r);
}

static void
undo_job(void *arg)
{
	Job *j = arg;

	j->engine->undo(j->ctx);
}

static double
ask_vtd(void *arg)
{
	Job *j = arg;

	return eb_vtd_sample(&j->vtd);
}

/* Canonical XML of a text; the caller frees it. */
static char *
canonical(const Job *j, const EbTask *t, const char *text, size_t n, int *len)
{
	xmlDocPtr d = xmlReadMemory(text, (int) n, NULL, NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
	xmlChar *out = NULL;

	*len = d != NULL ? xmlC14NDocDumpMemory(d, NULL, XML_C14N_1_0, NULL, 1, &out) : -1;
	if (*len < 0)
		bm_die("%s, %s: the text written is not XML", j->name, t->id);
	xmlFreeDoc(d);
	return (char *) out;
}

static uint64_t
check_vtd(Job *j, const Options *op, char **text, int *len)
{
	char path[4096];
	uint64_t count;
	FILE *f;

	snprintf(path, sizeof(path), "%s/vtd.xml", op->scratch);
	count = eb_vtd_check(&j->vtd, path);
	*text = NULL;
	if (j->vtd.task->op == EB_EVALUATE)
		return count;
	f = fopen(path, "rb");
	if (f == NULL)
		bm_die("cannot read %s", path);
	*text = bm_alloc(4u << 20);
	*len = (int) fread(*text, 1, 4u << 20, f);
	fclose(f);
	return count;
}

/* Nodes found, and the canonical form of what was written, NULL when nothing was. */
static uint64_t
result_of(Job *j, const EbTask *t, const Options *op, char **text, int *len)
{
	EbResult r = {0};
	char *raw;

	if (j->engine == NULL)
	{
		r.count = check_vtd(j, op, &raw, len);
		*text = raw != NULL ? canonical(j, t, raw, (size_t) *len, len) : NULL;
		free(raw);
		return r.count;
	}
	(j->parse ? j->engine->parsed : j->engine->stored)(j->ctx, &r);
	*text = r.len > 0 ? canonical(j, t, r.out, r.len, len) : NULL;
	if (!j->parse && j->engine->undo)
		j->engine->undo(j->ctx);
	return r.count;
}

static uint64_t
check_jobs(Job *j, size_t n, const EbTask *t, const Options *op)
{
	char *want, *got;
	int want_n = 0, got_n = 0;
	uint64_t count = result_of(&j[0], t, op, &want, &want_n);
	size_t i;

	if ((want == NULL) != (t->op == EB_EVALUATE) || count == 0)
		bm_die("%s: nothing to measure", t->id);
	for (i = 1; i < n; i++)
	{
		uint64_t c = result_of(&j[i], t, op, &got, &got_n);

		if (c != count)
			bm_die("%s: %s finds %llu nodes, %s %llu", t->id, j[0].name, (unsigned long long) count,
				   j[i].name, (unsigned long long) c);
		if (want != NULL && (got_n != want_n || memcmp(got, want, (size_t) want_n) != 0))
			bm_die("%s: %s and %s write different documents", t->id, j[0].name, j[i].name);
		free(got);
	}
	free(want);
	return count;
}

/* ---- measuring ---- */

static size_t
make_jobs(Job *j, const BmSet *set, const char *file, const EbTask *t, const Options *op)
{
	size_t i, n = 0;
	int parse;

	for (i = 0; i <= N_ENGINES; i++)
	{
		const EbEngine *e = i < N_ENGINES ? engines[i] : NULL;
		const char *name = e ? e->name : "VTD-XML";

		if ((e == NULL && op->vtd == NULL) || (op->engine && strcmp(op->engine, name) != 0))
			continue;
		for (parse = 0; parse < 2; parse++, n++)
		{
			memset(&j[n], 0, sizeof(Job));
			j[n].engine = e;
			j[n].parse = parse;
			j[n].vtd = (EbVtd){file, t, parse};
			j[n].ctx = e ? e->open(&set->docs[0], t) : NULL;
			snprintf(j[n].name, sizeof(j[n].name), "%s%s", name, parse ? ", parsing" : "");
		}
	}
	return n;
}

static void
measure_task(const BmSet *set, const char *file, const EbTask *t, const Options *op)
{
	Job j[N_CASES];
	BmCase c[N_CASES];
	size_t i, n = make_jobs(j, set, file, t, op);
	uint64_t count = check_jobs(j, n, t, op);

	bm_report_value(set, t->id, "all", "found", (double) count);
	memset(c, 0, sizeof(c));
	for (i = 0; i < n; i++)
	{
		c[i].engine = j[i].name;
		c[i].arg = &j[i];
		c[i].run = run_job;
		if (j[i].engine == NULL)
			c[i].remote = ask_vtd;
		else if (!j[i].parse && j[i].engine->undo)
			c[i].undo = undo_job;
	}
	bm_measure(&op->run, c, n);
	bm_report(&op->run, set, t->id, "us/doc", 1e6, false, c, n);
	for (i = 0; i < n; i++)
		if (j[i].engine)
			j[i].engine->close(j[i].ctx);
}

static void
measure_set(const char *name, const Options *op)
{
	BmSet set = {.name = name};
	char path[4096];
	size_t i;

	fprintf(stderr, "  %s ...", name);
	snprintf(path, sizeof(path), "%s/%s.xml", op->data, name);
	bm_load(&set, path);
	if (set.n != 1)
		bm_die("%s holds %zu documents instead of one", path, set.n);
	bm_report_value(&set, "size", "all", "documents", 1);
	bm_report_value(&set, "size", "all", "bytes", (double) set.bytes);
	for (i = 0; i < N_TASKS; i++)
		if (op->measure == NULL || strstr(tasks[i].id, op->measure) != NULL)
			measure_task(&set, path, &tasks[i], op);
	fprintf(stderr, " %zu bytes\n", set.bytes);
}

static void
parse_args(Options *op, int argc, char **argv)
{
	int i;

	if (argc < 3)
		bm_die("usage: edit DATA_FOLDER SCRATCH_FOLDER [--set NAME]... [--runs N] [--min-ms M] "
			   "[--vtd CLASSPATH] [--engine NAME] [--measure TEXT]");
	op->data = argv[1];
	op->scratch = argv[2];
	for (i = 3; i + 1 < argc; i += 2)
	{
		if (strcmp(argv[i], "--set") == 0 && op->n_only < N_SETS)
			op->only[op->n_only++] = argv[i + 1];
		else if (strcmp(argv[i], "--vtd") == 0)
			op->vtd = argv[i + 1];
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
	fprintf(stderr, "bench-edit: %s, %u alternating runs%s\n", bm_clock_name(), op.run.runs,
			op.vtd ? "" : ", without VTD-XML");
	printf("{\"clock\":\"%s\"}\n", bm_clock_name());
	if (op.vtd)
		eb_vtd_start(op.vtd);
	for (i = 0; i < N_SETS; i++)
		if (wanted(&op, sets[i]))
			measure_set(sets[i], &op);
	eb_vtd_stop();
	return 0;
}
