/*
 * schema_diff.c -- validation of values and libxml2's validation of the same text come to the same verdict, at the same
 * element.
 *
 * usage: schema_diff [-n MUTATIONS] [-s SEED] [-d FOLDER [-g FOLDER]] [-v]
 *
 * For each schema: its samples as they are, then with random changes (schema_change.h).  Compared are the verdict, and
 * the element and the rule of the first violation; its label and name are held to the tree, and its place to that of
 * the change (schema_place.h).  Schemas are those of test/schema, or with -d those of the folders reference and corpus
 * there; -g is a folder of documents of bxgen, a folder for each kind.  README.md, "Schemas", says where libxml2
 * departs from XML Schema.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlschemas.h>

#include "../../src/core/schema/bx_schema_compat.h"
#include "../../src/core/schema/bx_validate.h"
#include "../../src/xml/bx_parse.h"
#include "../unit/ut_schema_gen.h"
#include "schema_change.h"
#include "schema_place.h"

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
#define LABEL_MAX 500

typedef struct Verdict
{
	long element;
	int code; /* libxml2's */
	char msg[400];
	bool is_attribute;
	char uri[100], local[100];
	uint8_t label[LABEL_MAX];
	size_t label_n;
} Verdict;

#if LIBXML_VERSION >= 21200
static void
take_error(void *ctx, const xmlError *error)
#else
static void
take_error(void *ctx, xmlErrorPtr error)
#endif
{
	Verdict *v = ctx;

	/* a warning about itself, as an error */
	if (v->element != VALID || strstr(error->message, "No precomputed value available") != NULL)
		return;
	v->element = error->node != NULL ? place_number(error->node) : SOMEWHERE;
	v->code = error->code;
	snprintf(v->msg, sizeof(v->msg), "%d %s", error->code, error->message);
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
	Verdict *v = &f->verdict;

	f->off = violation->off;
	v->element = 0;
	v->is_attribute = violation->kind == BX_EV_ATTRIBUTE;
	v->label_n = violation->label_n < LABEL_MAX ? violation->label_n : LABEL_MAX;
	memcpy(v->label, violation->label, v->label_n);
	snprintf(v->uri, sizeof(v->uri), "%.*s", (int) violation->uri.n, violation->uri.s);
	snprintf(v->local, sizeof(v->local), "%.*s", (int) violation->local.n, violation->local.s);
	snprintf(v->msg, sizeof(v->msg), "%s: %s", violation->code, violation->msg);
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
	uint64_t generated; /* documents that must be valid */
	uint64_t placed;    /* violations whose place was held to that of the change */
} Set;

/* Where libxml2 departs from XML Schema (README.md). */
static bool
explained(const Verdict *ours, const Verdict *theirs)
{
	if (theirs->element == SOMEWHERE)
		return ours->element >= 0;
	if (strncmp(ours->msg, "cvc-id.1:", 9) == 0)
		return true;
	if (ours->element == VALID || (theirs->element != VALID && theirs->element < ours->element))
		return strstr(theirs->msg, "' 5 ' is not a valid value of the atomic type") != NULL;
	/* libxml2 looks further, and may report another */
	return strstr(ours->msg, "is not a value of type \"base64Binary\"") != NULL ||
		   strstr(ours->msg, "is too short for type \"IDREFS\"") != NULL;
}

/* The same element, but another rule (README.md). */
static bool
rule_explained(const Verdict *ours, const Verdict *theirs)
{
	if (strncmp(ours->msg, "cvc-id.2:", 9) == 0)
		return theirs->code == XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1;
	if (strncmp(ours->msg, "cvc-complex-type.3.2.2:", 23) == 0 ||
		strncmp(ours->msg, "cvc-type.3.1.1:", 15) == 0)
		return theirs->code >= XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1 &&
			   theirs->code <= XML_SCHEMAV_CVC_ENUMERATION_VALID;
	if (strncmp(ours->msg, "cvc-elt.2:", 10) == 0)
		return theirs->code == XML_SCHEMAV_ELEMENT_CONTENT;
	if (strncmp(ours->msg, "cvc-minInclusive-valid:", 23) == 0 ||
		strncmp(ours->msg, "cvc-maxInclusive-valid:", 23) == 0)
		return theirs->code == XML_SCHEMAV_CVC_DATATYPE_VALID_1_2_1;
	return strncmp(ours->msg, "cvc-complex-type.2.4.c:", 23) == 0 && theirs->code == XML_SCHEMAV_CVC_ELT_1;
}

/* What is wrong with the place that our violation has, NULL for nothing; changed is the element that was changed. */
static const char *
misplaced(const Verdict *ours, xmlDocPtr doc, long changed, Set *set)
{
	xmlNodePtr node = place_element(doc, ours->element), seen = node;
	uint8_t label[LABEL_MAX + BX_ORDPATH_PART_MAX];
	size_t n;

	if (node == NULL)
		return "there is no such element";
	if (ours->is_attribute)
		seen = (xmlNodePtr) xmlHasNsProp(node, (const xmlChar *) ours->local,
										 ours->uri[0] != '\0' ? (const xmlChar *) ours->uri : NULL);
	if (seen == NULL || strncmp((const char *) seen->name, ours->local, sizeof(ours->local) - 1) != 0)
		return "the node has another name";
	n = place_label(seen, label, sizeof(label));
	if (n != ours->label_n || memcmp(label, ours->label, n) != 0)
		return "the label is another one";
	if (changed < 0 || strncmp(ours->msg, "cvc-id", 6) == 0)
		return NULL;
	set->placed++;
	return place_is_near(place_element(doc, changed), node) ? NULL : "it is far from what was changed";
}

static void
show(const char *why, const Verdict *ours, const Verdict *theirs, char *text)
{
	char *line;

	printf("# %s\n# ours %ld: %s\n# libxml2 %ld: %s%s", why, ours->element, ours->msg, theirs->element,
		   theirs->msg, theirs->element == VALID ? "\n" : "");
	if (strlen(text) > 20000)
		return;
	for (line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
		printf("#   %s\n", line);
}

/* changed: the element that was changed, from a document that is valid; -1: unknown. */
static void
compare(Set *set, xmlDocPtr doc, long changed)
{
	Verdict ours, theirs;
	xmlChar *text;
	xmlDocPtr again;
	const char *why = NULL;
	bool other;
	int n;

	xmlDocDumpMemory(doc, &text, &n);
	/* changes leave texts beside each other and the like: both sides see the text */
	again = xmlReadMemory((const char *) text, n, "changed.xml", NULL, XML_PARSE_NOCDATA);
	theirs = by_libxml(set->theirs, again);
	ours = by_us(set->validator, (const char *) text, (size_t) n);
	set->compared++;
	set->valid += ours.element == VALID;
	other = ours.element != theirs.element;
	if (other && (ours.element == FAILED || !explained(&ours, &theirs)))
		why = "another verdict or place";
	else if (!other && ours.element >= 0 && !place_same_rule(ours.msg, theirs.code))
	{
		other = true;
		why = rule_explained(&ours, &theirs) ? NULL : "another rule";
	}
	if (why == NULL && ours.element >= 0)
		why = misplaced(&ours, again, changed, set);
	set->explained += other && why == NULL;
	set->differ += why != NULL;
	if (verbose || (why != NULL && set->differ <= SHOWN))
		show(why != NULL ? why : "", &ours, &theirs, (char *) text);
	xmlFree(text);
	xmlFreeDoc(again);
}

static void
compare_sample(Set *set, const char *path, uint64_t changes)
{
	xmlDocPtr sample = xmlReadFile(path, NULL, 0);
	uint64_t valid = set->valid;

	if (sample == NULL)
		return;
	compare(set, sample, -1);
	valid = set->valid - valid;
	for (uint64_t i = 0; i < changes; i++)
	{
		xmlDocPtr doc = xmlCopyDoc(sample, 1);
		unsigned times = 1 + (unsigned) change_pick(8) / 7, k;
		long changed = -1;

		for (k = 0; k < times; k++)
			changed = place_number(change_random(doc));
		compare(set, doc, valid == 1 && times == 1 ? changed : -1);
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

/* Where a set is: schema documents, the one to begin with, samples and a part of their names. */
typedef struct Job
{
	const char *folder, *only, *first, *samples, *like;
	const char *generated; /* folder of documents that are valid, or NULL */
} Job;

static const char *root = ".", *sets, *generated;

/* Documents that others import and that no set has: those of test/schema/import. */
static xmlParserInputPtr
load_import(const char *url, const char *id, xmlParserCtxtPtr ctxt)
{
	const char *last = strrchr(url, '/');
	char path[4096];

	snprintf(path, sizeof(path), "%s/test/schema/import/%s", root, last != NULL ? last + 1 : url);
	if (strncmp(url, "http:", 5) == 0)
		return xmlNewInputFromFile(ctxt, path);
	(void) id;
	return xmlNewInputFromFile(ctxt, url);
}

static bool
make_schemas(Set *set, const char *base, const Job *job)
{
	BxSchemaDoc docs[DOCS];
	xmlSchemaParserCtxtPtr ctxt;
	char path[4096];
	BxStatus st;
	BxError err;
	uint32_t n, i;

	bx_error_clear(&err);
	snprintf(path, sizeof(path), "%s/%s", base, job->folder);
	n = load_docs(path, job->only, docs);
	snprintf(path, sizeof(path), "%s/test/schema/import", root);
	n += load_docs(path, "", docs + n);
	snprintf(path, sizeof(path), "%s/%s/%s", base, job->folder, job->first);
	ctxt = xmlSchemaNewParserCtxt(path);
	set->theirs = xmlSchemaParse(ctxt);
	xmlSchemaFreeParserCtxt(ctxt);
	st = bx_schema_new(docs, n, NULL, bx_host_libc(), &set->ours, &err);
	if (st == BX_OK)
		st = bx_validator_new(set->ours, bx_host_libc(), &set->validator, &err);
	for (i = 0; i < n; i++)
	{
		free((void *) docs[i].v);
		free((void *) docs[i].name.s);
	}
	if (st != BX_OK || set->theirs == NULL)
		printf("# %s: %s: %s\n", job->first, err.msg, err.detail);
	return st == BX_OK && set->theirs != NULL;
}

/* Files of a folder that have a part of a name: how many, or compared with so many changes each. */
static uint64_t
samples(Set *set, const char *folder, const char *like, uint64_t changes)
{
	struct dirent *e;
	uint64_t n = 0;
	char path[4096];
	DIR *d = opendir(folder);

	while (d != NULL && (e = readdir(d)) != NULL)
	{
		if (strstr(e->d_name, like) == NULL || strstr(e->d_name, ".xml") == NULL)
			continue;
		n++;
		snprintf(path, sizeof(path), "%.3000s/%s", folder, e->d_name);
		if (set != NULL)
			compare_sample(set, path, changes);
	}
	if (d != NULL)
		closedir(d);
	return n;
}

/* Documents of the generator, all of which are valid, and one change of each. */
static void
run_generated(Set *set, const Job *job)
{
	uint64_t valid = set->valid;
	char path[4096];

	if (generated == NULL || job->generated == NULL)
		return;
	snprintf(path, sizeof(path), "%s/%s", generated, job->generated);
	set->generated = samples(set, path, "", 0);
	valid = set->valid - valid;
	printf("# %llu documents of the generator, %llu valid\n", (unsigned long long) set->generated,
		   (unsigned long long) valid);
	set->differ += set->generated - valid;
	(void) samples(set, path, "", 1);
}

static BxStatus
take_difference(void *ctx, const BxIncompatibility *what, bool *stop)
{
	*(bool *) ctx = true;
	printf("# compared with itself: %s %s\n", what->path, what->msg);
	*stop = true;
	return BX_OK;
}

/* A schema accepts what it accepts. */
static bool
is_like_itself(const Set *set)
{
	bool differs = false;
	BxError err;
	BxStatus st = bx_schema_compatible(set->ours, set->ours, take_difference, &differs, &err);

	if (st != BX_OK)
		printf("# compared with itself: %s\n", err.msg);
	return st == BX_OK && !differs;
}

static void
run(const char *base, const Job *job)
{
	Set set = {.name = job->first};
	char path[4096];
	uint64_t n;
	bool ok;

	ok = make_schemas(&set, base, job);
	ok = ok && is_like_itself(&set);
	snprintf(path, sizeof(path), "%s/%s", base, job->samples);
	n = samples(NULL, path, job->like, 0);
	if (ok && n > 0)
		(void) samples(&set, path, job->like, mutations / n);
	if (ok)
		run_generated(&set, job);
	printf("# %llu compared, %llu valid, %llu placed; differences explained: %llu, others: %llu\n",
		   (unsigned long long) set.compared, (unsigned long long) set.valid, (unsigned long long) set.placed,
		   (unsigned long long) set.explained, (unsigned long long) set.differ);
	ok = ok && set.differ == 0 && set.compared > n && set.valid > 0 && set.valid < set.compared &&
		 set.placed > set.compared / 10;
	bad += !ok;
	printf("%s %d - %s\n", ok ? "ok" : "not ok", ++points, job->first);
	fflush(stdout);
	if (set.validator != NULL)
		bx_validator_free(set.validator);
	if (set.ours != NULL)
		bx_schema_free(set.ours);
	xmlSchemaFree(set.theirs);
}

/* ---- random schemas ---- */

/* The schema of a seed, by both; false when it is refused. */
static bool
make_random(UtSchemaGen *g, Set *set)
{
	BxSchemaLimits limits = BX_SCHEMA_LIMITS_DEFAULT;
	BxSchemaDoc doc = {.name = {"a.xsd", 5}};
	xmlSchemaParserCtxtPtr ctxt;
	uint8_t *value;
	BxError err;
	BxStatus st;

	ut_gen_schema(g);
	if (!encode(g->text, g->n, &value, &doc.n))
		abort();
	doc.v = value;
	limits.max_states = 400;
	st = bx_schema_new(&doc, 1, &limits, bx_host_libc(), &set->ours, &err);
	free(value);
	if (st != BX_OK)
		return false;
	ctxt = xmlSchemaNewMemParserCtxt(g->text, (int) g->n);
	xmlSchemaSetParserStructuredErrors(ctxt, NULL, NULL);
	set->theirs = xmlSchemaParse(ctxt);
	xmlSchemaFreeParserCtxt(ctxt);
	return bx_validator_new(set->ours, bx_host_libc(), &set->validator, &err) == BX_OK && set->theirs != NULL;
}

/* Random schemas, each with random documents, of which about half are valid. */
static void
run_random(uint64_t n)
{
	static UtSchemaGen g;
	uint64_t schemas = 0, i;
	Set all = {.name = "random"};
	bool ok;

	for (i = 0; i < n; i++)
	{
		Set set = all;

		g = (UtSchemaGen){.seed = seed + i, .rng = seed + i};
		set.ours = NULL;
		set.theirs = NULL;
		set.validator = NULL;
		if (make_random(&g, &set))
			for (unsigned k = 0; k < 10; k++)
			{
				xmlDocPtr doc;

				ut_gen_doc(&g);
				doc = xmlReadMemory(g.text, (int) g.n, "random.xml", NULL, 0);
				compare(&set, doc, -1);
				xmlFreeDoc(doc);
			}
		if (set.differ > all.differ && set.differ <= SHOWN)
		{
			ut_gen_schema(&g);
			printf("# %s\n", g.text);
		}
		schemas += set.theirs != NULL;
		if (set.validator != NULL)
			bx_validator_free(set.validator);
		if (set.ours != NULL)
			bx_schema_free(set.ours);
		xmlSchemaFree(set.theirs);
		all = set;
	}
	printf("# %llu random schemas, %llu compared, %llu valid; differences explained: %llu, others: %llu\n",
		   (unsigned long long) schemas, (unsigned long long) all.compared, (unsigned long long) all.valid,
		   (unsigned long long) all.explained, (unsigned long long) all.differ);
	ok = all.differ == 0 && schemas > n / 2 && all.valid > all.compared / 4 && all.valid < all.compared;
	bad += !ok;
	printf("%s %d - random schemas\n", ok ? "ok" : "not ok", ++points);
}

static void
silent(void *ctx, const char *msg, ...)
{
	(void) ctx;
	(void) msg;
}

static bool
read_options(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "-v") == 0)
			verbose = true;
		else if (i + 1 < argc && strcmp(argv[i], "-n") == 0)
			mutations = strtoull(argv[++i], NULL, 10);
		else if (i + 1 < argc && strcmp(argv[i], "-s") == 0)
			seed = strtoull(argv[++i], NULL, 10);
		else if (i + 1 < argc && strcmp(argv[i], "-d") == 0)
			sets = argv[++i];
		else if (i + 1 < argc && strcmp(argv[i], "-g") == 0)
			generated = argv[++i];
		else
			return false;
	return true;
}

int
main(int argc, char **argv)
{
	static const Job own = {"test/schema", "", "shop.xsd", "test/schema", "shop", NULL};
	static const Job others[] = {
		{"reference/tpox/schema", "custacc", "custacc.xsd", "reference/tpox/samples", "custacc", "custacc"},
		{"reference/tpox/schema", "security", "security.xsd", "reference/tpox/samples", "security",
		 "security"},
		{"reference/fixml/schema-4.4", "fixml", "fixml-main-4-4.xsd", "reference/tpox/samples", "order",
		 "orders"},
		{"corpus", "musicxml", "musicxml.xsd", "corpus", "musicxml-", NULL},
	};

	if (!read_options(argc, argv))
		return 2;
	if (getenv("BXML_ROOT") != NULL)
		root = getenv("BXML_ROOT");
	change_state = seed;
	xmlSetGenericErrorFunc(NULL, silent);
	xmlSetExternalEntityLoader(load_import);
	if (sets == NULL)
		run(root, &own);
	run_random(mutations / 10);
	for (size_t i = 0; sets != NULL && i < sizeof(others) / sizeof(others[0]); i++)
		run(sets, &others[i]);
	printf("1..%d\n", points);
	return bad != 0;
}
