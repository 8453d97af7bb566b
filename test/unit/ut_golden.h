/*
 * ut_golden.h -- finding and reading golden values (test/golden).
 *
 * Paths are below BXML_ROOT, or the current folder.  A missing file ends the test program.
 */
#ifndef UT_GOLDEN_H
#define UT_GOLDEN_H

#include <ctype.h>

#include "ut_value.h"

typedef struct UtGolden
{
	char name[64]; /* case-rows */
	unsigned mode; /* form of storage, see ut_options */
	BxTyped typed;
	uint8_t *v; /* exactly n bytes on the heap */
	size_t n;
	char *text;
	size_t text_n;
} UtGolden;

#define UT_GOLDEN_MAX 128

static inline char *
ut_file(const char *name, size_t *n)
{
	const char *root = getenv("BXML_ROOT");
	char path[1024];
	char *data = NULL;
	size_t cap = 0, got;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", root ? root : ".", name);
	f = fopen(path, "rb");
	if (f == NULL)
	{
		printf("# cannot open %s\n", path);
		abort();
	}
	*n = 0;
	do
	{
		data = ut_need(realloc(data, (cap += 65536) + 1));
		got = fread(data + *n, 1, cap - *n, f);
		*n += got;
	} while (*n == cap);
	fclose(f);
	data[*n] = '\0';
	return data;
}

/* Bytes of text made of pairs of hex digits and white space; ";" starts a comment that ends with its line. */
static inline uint8_t *
ut_hex(const char *s, size_t n, size_t *len)
{
	uint8_t *out = ut_need(malloc(n / 2 + 1));
	uint8_t *exact;
	size_t i, k = 0;
	unsigned byte = 0;

	for (i = 0; i < n; i++)
	{
		if (s[i] == ';')
			while (i < n && s[i] != '\n')
				i++;
		else if (isxdigit((unsigned char) s[i]))
		{
			byte = byte << 4 |
				   (unsigned) (isdigit((unsigned char) s[i]) ? s[i] - '0' : (s[i] | 0x20) - 'a' + 10);
			if (k++ & 1)
				out[k / 2 - 1] = (uint8_t) byte;
		}
	}
	*len = k / 2;
	exact = ut_need(malloc(*len ? *len : 1));
	memcpy(exact, out, *len);
	free(out);
	return exact;
}

static inline void
ut_golden_load(UtGolden *g, const char *name, const char *rows, const char *values)
{
	char path[160];
	char *hex;
	size_t n;

	snprintf(g->name, sizeof(g->name), "%s-%s", name, rows);
	g->mode = strstr(rows, "names") != NULL ? BX_MODE_NAMES : BX_MODE_SHAPES;
	g->mode |= rows[0] == 'f' ? UT_ROOT : 0;
	g->mode |= rows[0] == 'c' ? UT_CONSTANTS : rows[0] == 'h' ? UT_HEAP : 0;
	g->mode |= strstr(rows, "dirs") != NULL ? UT_DIRECTORIES : 0;
	g->typed = strcmp(values, "text") == 0 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS;
	snprintf(path, sizeof(path), "test/golden/%s.hex", g->name);
	hex = ut_file(path, &n);
	g->v = ut_hex(hex, n, &g->n);
	free(hex);
	snprintf(path, sizeof(path), "test/golden/%s.xml", name);
	g->text = ut_file(path, &g->text_n);
}

/* All of them; returns how many. */
static inline int
ut_goldens(UtGolden *g)
{
	size_t n;
	char *manifest = ut_file("test/golden/MANIFEST", &n);
	char *line, *rest = NULL;
	int count = 0;

	for (line = strtok_r(manifest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
	{
		char name[32], rows[8], values[8];

		if (line[0] != '#' && count < UT_GOLDEN_MAX && sscanf(line, "%31s %7s %7s", name, rows, values) == 3)
			ut_golden_load(&g[count++], name, rows, values);
	}
	free(manifest);
	return count;
}

/* The same value in blocks, when it is kept so: exactly *n bytes on the heap, else NULL. */
static inline uint8_t *
ut_golden_packed(const UtGolden *g, size_t *n)
{
	const char *rows = strrchr(g->name, '-') + 1;
	size_t all, hex_n;
	char *list = ut_file("test/golden/PACKED", &all);
	char line[80], path[160];
	char *hex;
	uint8_t *v;
	bool listed;

	snprintf(line, sizeof(line), "\n%.*s %s\n", (int) (rows - 1 - g->name), g->name, rows);
	listed = strstr(list, line) != NULL;
	free(list);
	if (!listed)
		return NULL;
	snprintf(path, sizeof(path), "test/golden/%.63s.packed.hex", g->name);
	hex = ut_file(path, &hex_n);
	v = ut_hex(hex, hex_n, n);
	free(hex);
	return v;
}

static inline void
ut_goldens_free(UtGolden *g, int n)
{
	while (n-- > 0)
	{
		free(g[n].v);
		free(g[n].text);
	}
}

#endif
