/*
 * schema.c -- validation of stored values against compiled schemas, beside libxml2: its parsers alone, its validation
 * of a tree that is there, and both with parsing.
 *
 * usage: schema DATA_FOLDER IMPORTS RUNS SET=FILE,FILE... ...
 *
 * Documents are in DATA_FOLDER/SET.xml, ended by NUL; FILEs are the schema documents, the first one that to begin with.
 * IMPORTS is a folder of documents to be taken in place of those at http: addresses.  All documents must be valid for
 * both sides.
 * Writes one JSON line per measurement to standard output.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlschemas.h>

#include "../../src/core/schema/bx_validate.h"
#include "../micro/eng_bxml.h"

#define FILES_MAX 64

static const BxWriterOptions usual = {.limits = BX_LIMITS_DEFAULT};
static const char *imports;

typedef struct Bench
{
	BmSet set;
	BxSchemaDoc docs[FILES_MAX];
	uint32_t n_docs;
	const char *first;
	BxSchema *ours;
	BxValidator *validator;
	xmlSchemaPtr theirs;
	xmlDocPtr *trees; /* of the documents */
} Bench;

/* ---- both schemas ---- */

static xmlParserInputPtr
load_import(const char *url, const char *id, xmlParserCtxtPtr ctxt)
{
	const char *last = strrchr(url, '/');
	char path[4096];

	(void) id;
	snprintf(path, sizeof(path), "%s/%s", imports, last != NULL ? last + 1 : url);
	return xmlNewInputFromFile(ctxt, strncmp(url, "http:", 5) == 0 ? path : url);
}

static void
silent(void *ctx, const char *msg, ...)
{
	(void) ctx;
	(void) msg;
}

/* A schema document: its text goes through a set of one document. */
static void
add_file(Bench *b, char *path)
{
	const char *last = strrchr(path, '/');
	BmSet one = {.name = path};
	BmDoc doc = {0};
	FILE *f = fopen(path, "rb");
	char *text = bm_alloc(8 << 20);

	if (f == NULL || b->n_docs == FILES_MAX)
		bm_die("cannot take %s", path);
	doc.len = fread(text, 1, 8 << 20, f);
	doc.text = text;
	fclose(f);
	one.docs = &doc;
	one.n = 1;
	bm_bxml_encode(&one, &usual);
	last = last != NULL ? last + 1 : path;
	b->docs[b->n_docs++] = (BxSchemaDoc){bx_str(last, strlen(last)), doc.value, doc.value_len};
	free(text);
}

static void
compile_ours(void *arg)
{
	Bench *b = arg;
	BxSchema *schema;
	BxError err;

	bm_bxml_must(bx_schema_new(b->docs, b->n_docs, NULL, bx_host_libc(), &schema, &err), &err, "schema");
	bx_schema_free(schema);
}

static xmlSchemaPtr
new_theirs(const Bench *b)
{
	xmlSchemaParserCtxtPtr ctxt = xmlSchemaNewParserCtxt(b->first);
	xmlSchemaPtr schema = xmlSchemaParse(ctxt);

	xmlSchemaFreeParserCtxt(ctxt);
	if (schema == NULL)
		bm_die("libxml2 refuses %s", b->first);
	return schema;
}

static void
compile_theirs(void *arg)
{
	xmlSchemaFree(new_theirs(arg));
}

/* ---- documents ---- */

static void
validate_value(BxValidator *validator, const BmDoc *doc)
{
	BxStore store;
	BxError err;
	bool valid;

	bx_store_memory(&store, doc->value, doc->value_len);
	bm_bxml_must(bx_validator_run(validator, &store, NULL, &valid, &err), &err, "validate");
	if (!valid)
		bm_die("a document is not valid for us: %.200s", doc->text);
}

static void
validate_ours(void *arg)
{
	const Bench *b = arg;

	for (size_t i = 0; i < b->set.n; i++)
		validate_value(b->validator, &b->set.docs[i]);
}

/* A validator of its own for each document, which knows nothing of its table. */
static void
validate_alone(void *arg)
{
	const Bench *b = arg;
	BxValidator *validator;
	BxError err;

	for (size_t i = 0; i < b->set.n; i++)
	{
		bm_bxml_must(bx_validator_new(b->ours, bx_host_libc(), &validator, &err), &err, "validator");
		validate_value(validator, &b->set.docs[i]);
		bx_validator_free(validator);
	}
}

static void
parse_and_validate_ours(void *arg)
{
	const Bench *b = arg;
	BmSet *own = bm_bxml_own(&b->set);

	bm_bxml_encode(own, &usual);
	for (size_t i = 0; i < own->n; i++)
		validate_value(b->validator, &own->docs[i]);
	bm_bxml_own_free(own);
}

static void
parse_ours(void *arg)
{
	const Bench *b = arg;

	bm_bxml_parse(&b->set, &usual);
}

static void
validate_tree(const Bench *b, xmlDocPtr tree)
{
	xmlSchemaValidCtxtPtr ctxt = xmlSchemaNewValidCtxt(b->theirs);

	if (xmlSchemaValidateDoc(ctxt, tree) != 0)
		bm_die("a document is not valid for libxml2");
	xmlSchemaFreeValidCtxt(ctxt);
}

static void
validate_theirs(void *arg)
{
	const Bench *b = arg;

	for (size_t i = 0; i < b->set.n; i++)
		validate_tree(b, b->trees[i]);
}

static xmlDocPtr
tree_of(const BmDoc *doc)
{
	xmlDocPtr tree = xmlReadMemory(doc->text, (int) doc->len, "doc.xml", NULL, XML_PARSE_COMPACT);

	if (tree == NULL)
		bm_die("libxml2 does not parse a document");
	return tree;
}

static void
parse_theirs(void *arg)
{
	const Bench *b = arg;

	for (size_t i = 0; i < b->set.n; i++)
		xmlFreeDoc(tree_of(&b->set.docs[i]));
}

static void
sax_theirs(void *arg)
{
	const Bench *b = arg;

	bm_libxml_sax.parse(&b->set);
}

static void
parse_and_validate_theirs(void *arg)
{
	const Bench *b = arg;

	for (size_t i = 0; i < b->set.n; i++)
	{
		xmlDocPtr tree = tree_of(&b->set.docs[i]);

		validate_tree(b, tree);
		xmlFreeDoc(tree);
	}
}

/* ---- the whole ---- */

static void
measure(const BmRun *run, Bench *b)
{
	BmCase validate[] = {
		{.engine = "bxml", .run = validate_ours, .arg = b},
		{.engine = "bxml, table unknown", .run = validate_alone, .arg = b},
		{.engine = "libxml2, tree ready", .run = validate_theirs, .arg = b},
		{.engine = "libxml2 tree, parsing alone", .run = parse_theirs, .arg = b},
		{.engine = "libxml2 SAX2, parsing alone", .run = sax_theirs, .arg = b},
	};
	BmCase parse[] = {
		{.engine = "bxml", .run = parse_and_validate_ours, .arg = b},
		{.engine = "bxml, parsing alone", .run = parse_ours, .arg = b},
		{.engine = "libxml2", .run = parse_and_validate_theirs, .arg = b},
	};
	BmCase compile[] = {
		{.engine = "bxml", .run = compile_ours, .arg = b},
		{.engine = "libxml2", .run = compile_theirs, .arg = b},
	};
	double per_doc = 1e6 / (double) b->set.n;

	bm_measure(run, validate, 5);
	bm_report(run, &b->set, "validate", "us/doc", per_doc, false, validate, 5);
	bm_measure(run, parse, 3);
	bm_report(run, &b->set, "parse and validate", "us/doc", per_doc, false, parse, 3);
	bm_measure(run, compile, 2);
	bm_report(run, &b->set, "compile the schema", "us", 1e6, false, compile, 2);
	bm_report_value(&b->set, "memory of the schema", "bxml", "bytes", (double) bx_schema_memory(b->ours));
}

static void
bench(const BmRun *run, const char *folder, char *arg)
{
	char *files = strchr(arg, '='), *file, path[4096];
	Bench b = {.set = {.name = arg, .foreign = true}};
	BxError err;

	if (files == NULL)
		bm_die("%s names no schema", arg);
	*files++ = '\0';
	snprintf(path, sizeof(path), "%s/%s.xml", folder, arg);
	bm_load(&b.set, path);
	for (file = strtok(files, ","), b.first = file; file != NULL; file = strtok(NULL, ","))
		add_file(&b, file);
	bm_bxml_must(bx_schema_new(b.docs, b.n_docs, NULL, bx_host_libc(), &b.ours, &err), &err, "schema");
	bm_bxml_must(bx_validator_new(b.ours, bx_host_libc(), &b.validator, &err), &err, "validator");
	b.theirs = new_theirs(&b);
	bm_encode(&b.set);
	b.trees = bm_alloc(b.set.n * sizeof(xmlDocPtr));
	for (size_t i = 0; i < b.set.n; i++)
		b.trees[i] = tree_of(&b.set.docs[i]);
	bm_report_value(&b.set, "size", "all", "documents", (double) b.set.n);
	bm_report_value(&b.set, "size", "all", "bytes", (double) b.set.bytes);
	measure(run, &b);
	for (size_t i = 0; i < b.set.n; i++)
		xmlFreeDoc(b.trees[i]);
	free(b.trees);
	for (uint32_t i = 0; i < b.n_docs; i++)
		free((void *) b.docs[i].v);
	bx_validator_free(b.validator);
	bx_schema_free(b.ours);
	xmlSchemaFree(b.theirs);
	bm_unload(&b.set);
}

int
main(int argc, char **argv)
{
	BmRun run = {.min_seconds = 0.02};
	int runs = argc > 3 ? atoi(argv[3]) : 0;

	if (argc < 5 || runs < 1 || runs > BM_RUNS_MAX)
		bm_die("usage: schema DATA_FOLDER IMPORTS RUNS SET=FILE,... ...");
	imports = argv[2];
	run.runs = (unsigned) runs;
	xmlSetGenericErrorFunc(NULL, silent);
	xmlSetExternalEntityLoader(load_import);
	fprintf(stderr, "bench-schema: %s, %d alternating runs\n", bm_clock_name(), runs);
	printf("{\"clock\":\"%s\"}\n", bm_clock_name());
	for (int i = 4; i < argc; i++)
		bench(&run, argv[1], argv[i]);
	return 0;
}
