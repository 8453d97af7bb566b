/*
 * ut_golden.h -- finding and reading golden values (test/golden).
 *
 * Paths are below BXML_ROOT, or the current folder.  A missing file ends the test program.
 */
#ifndef UT_GOLDEN_H
#define UT_GOLDEN_H

#include <ctype.h>

#include "../../src/core/encode/bx_section.h"
#include "../../src/core/read/bx_walk.h"
#include "ut_labeled.h"
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
	g->mode |= rows[0] == 'v' ? UT_VALUES : 0;
	g->mode |= rows[rows[0] == 'v'] == 'c' ? UT_CONSTANTS : rows[0] == 'h' ? UT_HEAP : 0;
	g->mode |= strstr(rows, "dirs") != NULL ? UT_DIRECTORIES : 0;
	g->typed = strcmp(values, "text") == 0       ? BX_TYPED_OFF
			   : strcmp(values, "declared") == 0 ? BX_TYPED_DECLARED
												 : BX_TYPED_LOSSLESS;
	snprintf(path, sizeof(path), "test/golden/%s.hex", g->name);
	hex = ut_file(path, &n);
	g->v = ut_hex(hex, n, &g->n);
	free(hex);
	snprintf(path, sizeof(path), "test/golden/%s.xml", name);
	g->text = ut_file(path, &g->text_n);
}

/* The block of a document that starts with the line "```" + info; NULL when there is none. */
static inline char *
ut_fenced(char *doc, const char *info, size_t *n)
{
	char head[64];
	char *p, *end;

	snprintf(head, sizeof(head), "\n```%s\n", info);
	p = strstr(doc, head);
	if (p == NULL)
		return NULL;
	p += strlen(head);
	end = strstr(p, "\n```");
	*n = end ? (size_t) (end - p) : 0;
	return end ? p : NULL;
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
		char name[32], rows[8], values[12];

		if (line[0] != '#' && count < UT_GOLDEN_MAX && sscanf(line, "%31s %7s %11s", name, rows, values) == 3)
			ut_golden_load(&g[count++], name, rows, values);
	}
	free(manifest);
	return count;
}

/* What the lists say about a value, or NULL: the rest of the line "NAME ROWS" of such a list, on the heap. */
static inline char *
ut_golden_listed(const UtGolden *g, const char *list)
{
	const char *rows = strrchr(g->name, '-') + 1;
	size_t n, begin_n;
	char *all = ut_file(list, &n), *line, *rest = NULL;
	char begin[80];

	begin_n = (size_t) snprintf(begin, sizeof(begin), "%.*s %s", (int) (rows - 1 - g->name), g->name, rows);
	for (line = strtok_r(all, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
		if (strncmp(line, begin, begin_n) == 0 && (line[begin_n] == ' ' || line[begin_n] == '\0'))
			break;
	if (line != NULL)
		line = ut_need(strdup(line + begin_n + (line[begin_n] == ' ')));
	free(all);
	return line;
}

/* Another form of the value: exactly *n bytes on the heap. */
static inline uint8_t *
ut_golden_form(const UtGolden *g, const char *form, size_t *n)
{
	char path[160];
	size_t hex_n;
	char *hex;
	uint8_t *v;

	snprintf(path, sizeof(path), "test/golden/%.63s.%s.hex", g->name, form);
	hex = ut_file(path, &hex_n);
	v = ut_hex(hex, hex_n, n);
	free(hex);
	return v;
}

/* The same value in blocks of codec 1 or 2, when it is kept so: exactly *n bytes on the heap, else NULL. */
static inline uint8_t *
ut_golden_packed(const UtGolden *g, int codec, size_t *n)
{
	char *line = ut_golden_listed(g, codec == 2 ? "test/golden/SEEDED" : "test/golden/PACKED");

	if (line == NULL)
		return NULL;
	free(line);
	return ut_golden_form(g, codec == 2 ? "seeded" : "packed", n);
}

/* The value with annotations, whose section has these bytes as hex digits. */
static inline uint8_t *
ut_annotated(const uint8_t *v, size_t n, const char *hex, size_t *m)
{
	size_t len;
	uint8_t *body = ut_hex(hex, strlen(hex), &len), *out;
	BxError err;

	if (bx_section_put(v, n, BX_EXT_ANNOTATIONS, body, (uint32_t) len, 0, bx_host_libc(), &out, m, &err) !=
		BX_OK)
		abort();
	free(body);
	return out;
}

/* Labels of all info items, each with a space before it. */
static inline void
ut_item_labels(const uint8_t *v, size_t n, BxBuf *out)
{
	const uint8_t *label;
	BxExceptions x;
	BxArena arena;
	BxStore store;
	BxImage img;
	BxImageSource items;
	BxTable table;
	BxWalk *walk;
	BxInfo info;
	BxError err;
	size_t label_n;

	bx_arena_init(&arena, bx_host_libc());
	bx_store_memory(&store, v, n);
	if (bx_image_open(&img, &store, &arena, &err) != BX_OK ||
		bx_table_open(&table, &arena, img.v, img.n, img.n, &err) != BX_OK ||
		bx_exceptions_open(&x, &img, &err) != BX_OK)
		abort();
	bx_image_source(&items, &img);
	if (bx_walk_new(&walk, &table, &items.source, &x, &arena, &err) != BX_OK)
		abort();
	while (bx_walk_next(walk, &info) == BX_OK && info.ev.kind != BX_EV_DONE)
	{
		bx_walk_label(walk, &info, &label, &label_n);
		if (bx_buf_byte(out, ' ', &err) != BX_OK || bx_ordpath_print(label, label_n, out, &err) != BX_OK)
			abort();
	}
	bx_image_close(&img);
	bx_arena_reset(&arena);
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
