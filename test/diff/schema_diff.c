/*
 * schema_diff.c -- validation of values and libxml2's validation of the same text come to the same verdict, at the same
 * element.
 *
 * usage: schema_diff [-n MUTATIONS] [-s SEED] [-v]
 *
 * For each schema: its samples as they are, then with random changes (schema_change.h).  Compared are the verdict and
 * the element that the first violation is at.  Schemas are those of test/schema, and where BXML_CORPUS is set those of
 * the folder reference beside it.  README.md, "Schemas", says where libxml2 departs from XML Schema.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include "../../src/core/schema/bx_validate.h"
#include "../../src/xml/bx_parse.h"
#include "schema_change.h"

#define SHOWN 10
#define DOCS 64

static uint64_t mutations = 2000, seed = 1;
static bool verbose;
static int points, bad;

typedef struct Text
{
	char *s;
	size_t n;
} Text;

static Text
load(const char *path)
{
	FILE *f = fopen(path, "rb");
	Text t = {NULL, 0};

	if (f == NULL)
		return t;
	t.s = malloc(4 << 20);
	t.n = fread(t.s, 1, 4 << 20, f);
	fclose(f);
	return t;
}

static bool
encode(const char *s, size_t n, uint8_t **value, size_t *len)
{
	const BxParseOptions o = {.writer = {.limits = BX_LIMITS_DEFAULT}};
	BxError err;
	BxParser *p = bx_parser_new(bx_host_libc(), &o, &err);
	bool ok = bx_parser_text(p, s, n) == BX_OK && bx_parser_finish(p, value, len) == BX_OK;

	bx_parser_free(p);
	return ok;
}

/* ---- one side each ---- */

/*
 * What a validation found: the number of the element in document order, from 0, of the first violation; VALID for none,
 * SOMEWHERE for one whose place is not told.
 */
#define VALID (-1)
#define FAILED (-2)
#define SOMEWHERE (-3)

typedef struct Verdict
{
	long element;
	char msg[400];
} Verdict;

static long
number_of(xmlNodePtr node)
{
	long n = -1;
	xmlNodePtr at = xmlDocGetRootElement(node->doc);

	if (node->type == XML_ATTRIBUTE_NODE)
		node = node->parent;
	while (at != NULL)
	{
		n += at->type == XML_ELEMENT_NODE;
		if (at == node)
			return n;
		if (at->type == XML_ELEMENT_NODE && at->children != NULL)
			at = at->children;
		else
		{
			while (at != NULL && at->next == NULL)
				at = at->parent;
			at = at != NULL ? at->next : NULL;
		}
	}
	return n;
}

#if LIBXML_VERSION >= 21200
static void
take_error(void *ctx, const xmlError *error)
#else
static void
take_error(void *ctx, xmlErrorPtr error)
#endif
{
	Verdict *v = ctx;

	if (v->element != VALID)
		return;
	v->element = error->node != NULL ? number_of(error->node) : SOMEWHERE;
	snprintf(v->msg, sizeof(v->msg), "%s", error->message);
}

static Verdict
by_libxml(xmlSchemaPtr schema, xmlDocPtr doc)
{
	Verdict v = {.element = VALID};
	xmlSchemaValidCtxtPtr ctxt = xmlSchemaNewValidCtxt(schema);

	xmlSchemaSetValidStructuredErrors(ctxt, take_error, &v);
	xmlSchemaValidateDoc(ctxt, doc);
	xmlSchemaFreeValidCtxt(ctxt);
	return v;
}

typedef struct First
{
	Verdict verdict;
	uint32_t off;
} First;

static BxStatus
take_violation(void *ctx, const BxViolation *violation, bool *stop)
{
	First *f = ctx;

	f->off = violation->off;
	f->verdict.element = 0;
	snprintf(f->verdict.msg, sizeof(f->verdict.msg), "%s: %s", violation->code, violation->msg);
	*stop = true;
	return BX_OK;
}

/* The number of the element whose item is at off, or which has the attribute there. */
static long
number_at(const uint8_t *value, size_t len, uint32_t off)
{
	BxTable table;
	BxArena arena;
	BxSource source;
	BxReader *reader;
	BxEvent ev;
	BxError err;
	long n = -1;

	bx_arena_init(&arena, bx_host_libc());
	if (bx_table_open(&table, &arena, value, len, len, &err) != BX_OK)
		abort();
	bx_source_memory(&source, value + table.head.items_off, table.head.items_len);
	if (bx_reader_new(&reader, &table, &source, &arena, &err) != BX_OK)
		abort();
	do
	{
		if (bx_reader_next(reader, &ev) != BX_OK)
			abort();
		if (ev.kind == BX_EV_DONE || (ev.kind != BX_EV_END && ev.off > off))
			break;
		n += ev.kind == BX_EV_ELEMENT || ev.kind == BX_EV_LEAF;
	} while (true);
	bx_arena_reset(&arena);
	return n;
}

static Verdict
by_us(BxValidator *validator, const char *s, size_t n)
{
	First first = {.verdict = {.element = VALID}};
	BxValidateOptions options = {.take = take_violation, .ctx = &first};
	BxStore store;
	uint8_t *value;
	size_t len;
	BxError err;
	bool valid;

	bx_error_clear(&err);
	if (!encode(s, n, &value, &len))
		abort();
	bx_store_memory(&store, value, len);
	if (bx_validator_run(validator, &store, &options, &valid, &err) != BX_OK ||
		valid != (first.verdict.element == VALID))
	{
		first.verdict.element = FAILED;
		snprintf(first.verdict.msg, sizeof(first.verdict.msg), "failed: %s", err.msg);
	}
	else if (!valid)
		first.verdict.element = number_at(value, len, first.off);
	free(value);
	return first.verdict;
}

/* ---- comparison ---- */

typedef struct Set
{
	const char *name;
	xmlSchemaPtr theirs;
	BxSchema *ours;
	BxValidator *validator;
	uint64_t compared, valid, explained, differ;
} Set;

/* Where libxml2 departs from XML Schema (README.md). */
static bool
explained(const Verdict *ours, const Verdict *theirs)
{
	if (theirs->element == SOMEWHERE)
		return ours->element >= 0;
	if (strncmp(ours->msg, "cvc-id.1:", 9) == 0)
		return true;
	if (ours->element == VALID)
		return strstr(theirs->msg, "' 5 ' is not a valid value of the atomic type 'xs:unsigned") != NULL;
	/* libxml2 looks further, and may report another */
	if (theirs->element != VALID && theirs->element < ours->element)
		return false;
	return strstr(ours->msg, "is not a value of type \"base64Binary\"") != NULL ||
		   strstr(ours->msg, "is too short for type \"IDREFS\"") != NULL;
}

static void
show(const Verdict *ours, const Verdict *theirs, char *text)
{
	char *line;

	printf("# ours %ld: %s\n# libxml2 %ld: %s%s", ours->element, ours->msg, theirs->element, theirs->msg,
		   theirs->element == VALID ? "\n" : "");
	for (line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
		printf("#   %s\n", line);
}

static void
compare(Set *set, xmlDocPtr doc)
{
	Verdict ours, theirs;
	xmlChar *text;
	xmlDocPtr again;
	bool differs;
	int n;

	xmlDocDumpMemory(doc, &text, &n);
	/* changes leave texts beside each other and the like: both sides see the text */
	again = xmlReadMemory((const char *) text, n, "changed.xml", NULL, 0);
	theirs = by_libxml(set->theirs, again);
	ours = by_us(set->validator, (const char *) text, (size_t) n);
	set->compared++;
	set->valid += ours.element == VALID;
	differs = ours.element != theirs.element && (ours.element == FAILED || !explained(&ours, &theirs));
	set->explained += ours.element != theirs.element && !differs;
	set->differ += differs;
	if (verbose || (differs && set->differ <= SHOWN))
		show(&ours, &theirs, (char *) text);
	xmlFree(text);
	xmlFreeDoc(again);
}

static void
compare_sample(Set *set, const char *path, uint64_t changes)
{
	xmlDocPtr sample = xmlReadFile(path, NULL, 0);

	if (sample == NULL)
		return;
	compare(set, sample);
	for (uint64_t i = 0; i < changes; i++)
	{
		xmlDocPtr doc = xmlCopyDoc(sample, 1);
		unsigned times = 1 + (unsigned) change_pick(8) / 7;

		while (times-- > 0)
			change_random(doc);
		compare(set, doc);
		xmlFreeDoc(doc);
	}
	xmlFreeDoc(sample);
}

/* ---- schemas ---- */

/* All documents of a folder whose names contain a word. */
static uint32_t
load_docs(const char *folder, const char *only, BxSchemaDoc *docs)
{
	DIR *d = opendir(folder);
	struct dirent *e;
	uint32_t n = 0;
	char path[4096];

	while (d != NULL && (e = readdir(d)) != NULL && n < DOCS)
	{
		uint8_t *value;
		size_t len;
		Text t;

		if (strstr(e->d_name, ".xsd") == NULL || strstr(e->d_name, only) == NULL)
			continue;
		snprintf(path, sizeof(path), "%.3000s/%s", folder, e->d_name);
		t = load(path);
		if (t.s == NULL || !encode(t.s, t.n, &value, &len))
			abort();
		docs[n++] = (BxSchemaDoc){bx_str(strcpy(malloc(strlen(e->d_name) + 1), e->d_name), strlen(e->d_name)),
								  value, len};
		free(t.s);
	}
	if (d != NULL)
		closedir(d);
	return n;
}

/* A folder of schema documents, the one to begin with, the folder of samples and a part of their names. */
typedef struct Job
{
	const char *folder, *only, *first, *samples, *like;
} Job;

static void
run(const char *base, const Job *job)
{
	BxSchemaDoc docs[DOCS];
	Set set = {.name = job->first};
	char path[4096];
	xmlSchemaParserCtxtPtr ctxt;
	struct dirent *e;
	uint64_t samples = 0;
	BxError err;
	uint32_t n, i;
	bool ok;
	DIR *d;

	bx_error_clear(&err);
	snprintf(path, sizeof(path), "%s/%s", base, job->folder);
	n = load_docs(path, job->only, docs);
	if (n == 0)
		return;
	snprintf(path, sizeof(path), "%s/%s/%s", base, job->folder, job->first);
	ctxt = xmlSchemaNewParserCtxt(path);
	set.theirs = xmlSchemaParse(ctxt);
	xmlSchemaFreeParserCtxt(ctxt);
	if (bx_schema_new(docs, n, NULL, bx_host_libc(), &set.ours, &err) != BX_OK || set.theirs == NULL ||
		bx_validator_new(set.ours, bx_host_libc(), &set.validator, &err) != BX_OK)
	{
		printf("# %s: %s: %s\nnot ok %d - %s\n", job->first, err.msg, err.detail, ++points, job->first);
		bad++;
		return;
	}
	snprintf(path, sizeof(path), "%s/%s", base, job->samples);
	for (d = opendir(path); d != NULL && (e = readdir(d)) != NULL;)
		samples += strstr(e->d_name, job->like) != NULL && strstr(e->d_name, ".xml") != NULL;
	for (rewinddir(d); (e = readdir(d)) != NULL;)
	{
		snprintf(path, sizeof(path), "%s/%s/%s", base, job->samples, e->d_name);
		if (strstr(e->d_name, job->like) != NULL && strstr(e->d_name, ".xml") != NULL)
			compare_sample(&set, path, mutations / samples);
	}
	closedir(d);
	printf("# %llu compared, %llu valid; differences explained: %llu, others: %llu\n",
		   (unsigned long long) set.compared, (unsigned long long) set.valid,
		   (unsigned long long) set.explained, (unsigned long long) set.differ);
	ok = set.differ == 0 && set.compared > samples && set.valid > 0 && set.valid < set.compared;
	bad += !ok;
	printf("%s %d - %s\n", ok ? "ok" : "not ok", ++points, job->first);
	bx_validator_free(set.validator);
	bx_schema_free(set.ours);
	xmlSchemaFree(set.theirs);
	for (i = 0; i < n; i++)
	{
		free((void *) docs[i].v);
		free((void *) docs[i].name.s);
	}
}

static void
silent(void *ctx, const char *msg, ...)
{
	(void) ctx;
	(void) msg;
}

int
main(int argc, char **argv)
{
	static const Job own = {"test/schema", "", "shop.xsd", "test/schema", "shop"};
	static const Job others[] = {
		{"../reference/tpox/schema", "custacc", "custacc.xsd", "../reference/tpox/samples", "custacc"},
		{"../reference/tpox/schema", "security", "security.xsd", "../reference/tpox/samples", "security"},
		{"../reference/fixml/schema-4.4", "fixml", "fixml-main-4-4.xsd", "../reference/tpox/samples",
		 "order"},
	};
	const char *corpus = getenv("BXML_CORPUS"), *root = getenv("BXML_ROOT");

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "-v") == 0)
			verbose = true;
		else if (i + 1 < argc && strcmp(argv[i], "-n") == 0)
			mutations = strtoull(argv[++i], NULL, 10);
		else if (i + 1 < argc && strcmp(argv[i], "-s") == 0)
			seed = strtoull(argv[++i], NULL, 10);
		else
			return 2;
	change_state = seed;
	xmlSetGenericErrorFunc(NULL, silent);
	run(root != NULL ? root : ".", &own);
	for (size_t i = 0; corpus != NULL && i < sizeof(others) / sizeof(others[0]); i++)
		run(corpus, &others[i]);
	printf("1..%d\n", points);
	return bad != 0;
}
