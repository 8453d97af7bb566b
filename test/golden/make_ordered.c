/*
 * make_ordered.c -- writes the list of values in order, with their hashes: make_ordered FILE
 *
 *   make bxtool && gcc -Isrc -o build/make_ordered test/golden/make_ordered.c build/obj/libbxml_xml.a \
 *       build/obj/libbxml_core.a -lxml2 -llz4 -lm
 *   build/make_ordered test/golden/ORDERED
 *
 * The list is a promise (src/core/compare/ORDER.md): a file that exists is left alone.  Its values are the texts of
 * test/golden of up to 400 bytes, and random ones made from fixed seeds: documents full of namespaces, and small changes of
 * each, which differ late or not at all.
 *
 * A line is the hash with seed 0, a space, and a text with \n, \r, \t and \\ for these four characters.
 */
#define _POSIX_C_SOURCE 200809L

#include "../diff/canonical_doc.h"

#include "../../src/core/compare/bx_order.h"
#include "../unit/ut_golden.h"

#define VALUES 1000
#define LONGEST 400

typedef struct Entry
{
	char *text;
	BxStore store;
} Entry;

static Entry entries[VALUES];
static int n_entries;

static int
compare(const void *a, const void *b)
{
	Entry *x = (Entry *) a, *y = (Entry *) b;
	int order;
	BxError err;

	if (bx_order(&x->store, &y->store, bx_host_libc(), &order, &err) != BX_OK)
		abort();
	return order;
}

/* Enter a text that parses to a value there is not yet. */
static void
add(const char *text)
{
	Entry *e = &entries[n_entries];
	size_t n = 0, i;
	uint8_t *v;

	if (n_entries == VALUES || strlen(text) > LONGEST)
		return;
	v = ns_parse(text, BX_MODE_SHAPES, &n);
	if (v == NULL)
		return;
	bx_store_memory(&e->store, v, n);
	for (i = 0; i < (size_t) n_entries; i++)
		if (compare(&entries[i], e) == 0)
			return;
	e->text = ut_need(strdup(text));
	n_entries++;
}

static void
write_entry(FILE *f, Entry *e)
{
	uint64_t hash;
	BxError err;

	if (bx_order_hash(&e->store, 0, bx_host_libc(), &hash, &err) != BX_OK)
		abort();
	fprintf(f, "%016llx ", (unsigned long long) hash);
	for (const char *s = e->text; *s != 0; s++)
		if (strchr("\n\r\t\\", *s) != NULL)
			fprintf(f, "\\%c", *s == '\n' ? 'n' : *s == '\r' ? 'r' : *s == '\t' ? 't' : '\\');
		else
			fputc(*s, f);
	fputc('\n', f);
}

int
main(int argc, char **argv)
{
	static UtGolden golden[UT_GOLDEN_MAX];
	int i, k, n = ut_goldens(golden);
	FILE *f;
	Gen g;

	f = argc == 2 ? fopen(argv[1], "wx") : NULL;
	if (f == NULL)
	{
		fprintf(stderr, "usage: make_ordered FILE, which must not exist\n");
		return 1;
	}
	for (i = 0; i < n; i++)
		add(golden[i].text);
	gen_init(&g, 2026);
	while (n_entries < VALUES)
	{
		ns_document(&g);
		add((const char *) g.ours.data);
		for (k = 0; k < 4; k++)
		{
			char *changed = ns_change(&g, (const char *) g.ours.data);

			add(changed);
			free(changed);
		}
	}
	qsort(entries, VALUES, sizeof(Entry), compare);
	fprintf(f, "# hash with seed 0, and a text of the value; in order (src/core/compare/ORDER.md)\n");
	for (i = 0; i < VALUES; i++)
		write_entry(f, &entries[i]);
	return fclose(f) != 0;
}
