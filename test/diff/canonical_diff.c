/*
 * canonical_diff.c -- the canonical form of the binary form against libxml2's of a DOM, over random documents and over
 * those of a folder.
 *
 *   canonical_diff [-n DOCUMENTS] [-s SEED] [-d FOLDER]
 *
 * Each document is stored in several ways and written by every method, with and without comments, with several lists of
 * prefixes.  The same arguments make the same run.
 */
#include "canonical_doc.h"

#include "../../src/core/print/bx_canonical.h"

#include <dirent.h>
#include <libxml/c14n.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>

#include "diff_xml.h"

#define MOST_SHOWN 5
#define DOM_OPTIONS                                                                                          \
	(XML_PARSE_NOENT | XML_PARSE_DTDATTR | XML_PARSE_HUGE | XML_PARSE_NOCDATA | XML_PARSE_NONET)
#define N_LISTS 3

typedef struct Side
{
	const char *name;
	int mode;
	const char *const *list;
} Side;

static const char *const list_default[] = {"#default", "q", NULL};
static const char *const list_some[] = {"p", "aa", "Z", NULL};

static const Side sides[] = {
	{"1.0", XML_C14N_1_0, NULL},
	{"1.1", XML_C14N_1_1, NULL},
	{"exclusive", XML_C14N_EXCLUSIVE_1_0, NULL},
	{"exclusive, default and q", XML_C14N_EXCLUSIVE_1_0, list_default},
	{"exclusive, p, aa and Z", XML_C14N_EXCLUSIVE_1_0, list_some},
};
#define N_SIDES (sizeof(sides) / sizeof(sides[0]))

static const unsigned forms[] = {BX_MODE_SHAPES | UT_HEAP, BX_MODE_NAMES, BX_MODE_SHAPES | UT_CONSTANTS};
#define N_FORMS (sizeof(forms) / sizeof(forms[0]))

typedef struct Count
{
	uint64_t forms;
	uint64_t different;
} Count;

static void
quiet(void *data, DiffXmlError err)
{
	(void) data;
	(void) err;
}

/* Ours; *refused is set when the value has no canonical form. */
static void
ours_of(const uint8_t *v, size_t n, const Side *side, bool comments, BxBuf *out, bool *refused)
{
	BxStr list[4];
	BxC14nOptions o = {
		.exclusive = side->mode == XML_C14N_EXCLUSIVE_1_0, .comments = comments, .prefixes = list};
	BxStore store;
	BxStatus st;
	BxError err;

	for (; side->list != NULL && side->list[o.n_prefixes] != NULL; o.n_prefixes++)
		list[o.n_prefixes] = ut_str(side->list[o.n_prefixes]);
	out->len = 0;
	bx_store_memory(&store, v, n);
	st = bx_c14n_read(&store, &o, bx_host_libc(), out, &err);
	*refused = st == BX_E_ARGUMENT;
	if (st != BX_OK && st != BX_E_ARGUMENT)
		printf("# %s\n", err.msg);
}

static void
show(const char *what, const Side *side, bool comments, const BxBuf *ours, const char *theirs, int n)
{
	size_t i = 0, at;

	while (i < ours->len && i < (size_t) n && ours->data[i] == (uint8_t) theirs[i])
		i++;
	at = i < 60 ? 0 : i - 60;
	printf("# %s, comments %d, byte %zu: %.2000s\n", side->name, comments, i, what);
	printf("#   bxml    %.*s\n", (int) (ours->len - at < 160 ? ours->len - at : 160),
		   (const char *) ours->data + at);
	printf("#   libxml2 %.*s\n", (int) ((size_t) n - at < 160 ? (size_t) n - at : 160), theirs + at);
}

static void
compare(xmlDocPtr dom, const char *text, size_t n, const char *what, Count *count)
{
	BxBuf ours;
	size_t f, s;

	bx_buf_init(&ours, bx_host_libc());
	for (f = 0; f < N_FORMS; f++)
	{
		size_t len = 0;
		uint8_t *v = xt_parse(text, n, forms[f], f == 1 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS, &len);

		for (s = 0; v != NULL && s < 2 * N_SIDES; s++)
		{
			const Side *side = &sides[s / 2];
			xmlChar *theirs = NULL;
			bool refused;
			int got = xmlC14NDocDumpMemory(dom, NULL, side->mode, (xmlChar **) (uintptr_t) side->list, s % 2,
										   &theirs);

			ours_of(v, len, side, s % 2, &ours, &refused);
			count->forms++;
			if (refused ? got >= 0
						: got < 0 || ours.len != (size_t) got || memcmp(ours.data, theirs, ours.len) != 0)
			{
				if (count->different++ < MOST_SHOWN)
					show(what, side, s % 2, &ours, theirs ? (char *) theirs : "", got < 0 ? 0 : got);
			}
			xmlFree(theirs);
		}
		count->different += v == NULL;
		free(v);
	}
	bx_buf_free(&ours);
}

static Count
random_documents(uint64_t n, uint64_t seed)
{
	Count count = {0, 0};
	uint64_t i;
	Gen g;

	gen_init(&g, seed);
	for (i = 0; i < n; i++)
	{
		const char *text;
		xmlDocPtr dom;

		ns_document(&g);
		text = (const char *) g.ours.data;
		dom = xmlReadMemory(text, (int) strlen(text), "", NULL, DOM_OPTIONS);
		if (dom != NULL)
			compare(dom, text, strlen(text), text, &count);
		else
		{
			printf("# libxml2 refuses %s\n", text);
			count.different++;
		}
		xmlFreeDoc(dom);
	}
	gen_free(&g);
	return count;
}

/* Neither side reads anything from outside. */
static xmlParserInputPtr
nothing(const char *url, const char *id, xmlParserCtxtPtr ctx)
{
	(void) url;
	(void) id;
	return xmlNewStringInputStream(ctx, BAD_CAST "");
}

static void
compare_file(const char *path, Count *count)
{
	static char buf[64 << 20];
	FILE *f = fopen(path, "rb");
	size_t n = f ? fread(buf, 1, sizeof(buf), f) : 0;
	xmlDocPtr dom;

	if (f != NULL)
		fclose(f);
	if (n == 0 || n == sizeof(buf))
		return;
	dom = xmlReadMemory(buf, (int) n, "", NULL, DOM_OPTIONS);
	if (dom != NULL && (dom->encoding == NULL || xmlStrcasecmp(dom->encoding, BAD_CAST "UTF-8") == 0))
		compare(dom, buf, n, path, count);
	xmlFreeDoc(dom);
}

static Count
folder(const char *dir)
{
	Count count = {0, 0};
	DIR *d = opendir(dir);
	struct dirent *e;
	char path[4096];

	while (d != NULL && (e = readdir(d)) != NULL)
		if (e->d_name[0] != '.' && strcmp(e->d_name, "SOURCES.md") != 0)
		{
			snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
			compare_file(path, &count);
		}
	if (d != NULL)
		closedir(d);
	return count;
}

static int
point(int number, const char *what, Count c)
{
	printf("%s %d - canonical forms of %s are those of libxml2: %llu of %llu differ\n",
		   c.different || !c.forms ? "not ok" : "ok", number, what, (unsigned long long) c.different,
		   (unsigned long long) c.forms);
	return c.different || !c.forms;
}

int
main(int argc, char **argv)
{
	uint64_t n = 1000, seed = 1;
	const char *dir = getenv("BXML_CORPUS");
	int i, bad;

	for (i = 1; i + 1 < argc; i += 2)
	{
		if (strcmp(argv[i], "-n") == 0)
			n = strtoull(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "-s") == 0)
			seed = strtoull(argv[i + 1], NULL, 10);
		else if (strcmp(argv[i], "-d") == 0)
			dir = argv[i + 1];
	}
	xmlSetStructuredErrorFunc(NULL, quiet);
	xmlSetExternalEntityLoader(nothing);
	bad = point(1, "random documents", random_documents(n, seed));
	bad += point(2, "test/corpus", folder("test/corpus"));
	if (dir != NULL)
		bad += point(3, "the documents of BXML_CORPUS", folder(dir));
	else
		printf("ok 3 - the documents of BXML_CORPUS # SKIP it is not set\n");
	printf("1..3\n");
	return bad != 0;
}
