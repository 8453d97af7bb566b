/*
 * route_diff.c -- both ways from text to value give the same: src/core/parse with libxml2 behind it, and libxml2 alone.
 *
 * usage: route_diff [-n TEXTS] [-s SEED] [-f FOLDER] [-l BYTES] [-v]
 *
 * Random texts, damaged ones, files of a folder (BXML_CORPUS if not given), and those of at most -l bytes split at
 * every place.  Compared are status, all of the report, and the bytes of the value; and of all records of a text that
 * is split.  Texts in pieces are kept for as few bytes as possible, so that libxml2 has to continue in the middle.
 */
#include <dirent.h>
#include <stdlib.h>

#include "../../src/core/parse/bx_markup.h"
#include "../../src/core/xpath/result/xp_record_rule.h"
#include "../../src/xml/bx_split.h"
#include "route_doc.h"

#define SHOWN 10

static uint64_t texts = 5000, seed = 1;
static size_t split_most = 2500;
static bool verbose;
static uint64_t compared, accepted, own, differences;

typedef struct Outcome
{
	BxStatus status;
	BxError err;
	uint8_t *data;
	size_t len;
} Outcome;

/* How the text comes: whole when first is SIZE_MAX, otherwise cut there and then by step. */
typedef struct Cut
{
	size_t first, step;
} Cut;

static Outcome
parse(const char *s, size_t n, const BxParseOptions *o, Cut cut)
{
	Outcome r = {0};
	BxParser *p = bx_parser_new(bx_host_libc(), o, &r.err);
	size_t at = 0, k;

	if (p == NULL)
		abort();
	if (cut.first == SIZE_MAX)
		r.status = bx_parser_text(p, s, n);
	for (; cut.first != SIZE_MAX && at < n && r.status == BX_OK; at += k)
	{
		k = at == 0 && cut.first > 0 ? cut.first : cut.step;
		k = k < n - at ? k : n - at;
		r.status = bx_parser_feed(p, s + at, k);
	}
	if (r.status == BX_OK)
		r.status = bx_parser_finish(p, &r.data, &r.len);
	r.err = *bx_parser_error(p);
	bx_parser_free(p);
	return r;
}

/* ---- records ---- */

static const char *const record_paths[] = {"/*", "/*/*", "/*/*/*", "//*:a", "//b", "//*:a/*", "/*:b"};
#define RECORD_PATHS (sizeof(record_paths) / sizeof(record_paths[0]))

static void
take_records(BxSplit *s, Outcome *r)
{
	uint8_t *v;
	size_t n;

	while (bx_split_next(s, &v, &n) == BX_OK && v != NULL)
	{
		r->data = realloc(r->data, r->len + n);
		if (r->data == NULL)
			abort();
		memcpy(r->data + r->len, v, n);
		r->len += n;
		free(v);
	}
}

/* All records of a text, one behind the other. */
static Outcome
split(const char *s, size_t n, const BxParseOptions *o, const char *path, Cut cut)
{
	Outcome r = {0};
	BxRecordRule rule;
	BxArena arena;
	XpBlock *block;
	BxSplit *split;
	size_t at = 0, k;

	bx_arena_init(&arena, bx_host_libc());
	if (xp_compile(path, strlen(path), 0, &arena, &block, &r.err) != BX_OK ||
		xp_record_rule(block, bx_host_libc(), bx_host_libc(), &rule, &r.err) != BX_OK ||
		(split = bx_split_new(bx_host_libc(), o, &rule, &r.err)) == NULL)
		abort();
	for (; at < n && r.status == BX_OK; at += k)
	{
		k = cut.first == SIZE_MAX ? n : at == 0 && cut.first > 0 ? cut.first : cut.step;
		k = k < n - at ? k : n - at;
		r.status = bx_split_feed(split, s + at, k);
		take_records(split, &r);
	}
	if (r.status == BX_OK)
		r.status = bx_split_end(split);
	take_records(split, &r);
	r.err = *bx_split_error(split);
	bx_split_free(split);
	bx_arena_reset(&arena);
	return r;
}

static bool
same_report(const BxError *a, const BxError *b)
{
	return a->status == b->status && a->pos == b->pos && a->line == b->line && a->col == b->col &&
		   strcmp(a->msg, b->msg) == 0 && strcmp(a->detail, b->detail) == 0 &&
		   strcmp(a->hint, b->hint) == 0 && strcmp(a->setting, b->setting) == 0;
}

static bool
same(const Outcome *a, const Outcome *b)
{
	if (a->status != b->status)
		return false;
	return a->status != BX_OK ? same_report(&a->err, &b->err)
							  : a->len == b->len && (a->len == 0 || memcmp(a->data, b->data, a->len) == 0);
}

static void
show(const char *what, const Outcome *r)
{
	if (r->status == BX_OK)
		printf("# %s: value of %zu bytes\n", what, r->len);
	else
		printf("# %s: %s: %s: %s (%d:%d)\n", what, bx_status_name(r->status), r->err.msg, r->err.detail,
			   r->err.line, r->err.col);
}

static void
show_text(const char *s, size_t n, const BxParseOptions *o)
{
	printf("# as %d strip %d encoding %s reject %d: ", o->as, o->strip, o->encoding ? o->encoding : "-",
		   o->reject_dtd);
	for (size_t i = 0; i < n && i < 600; i++)
		if ((unsigned char) s[i] >= ' ' && (unsigned char) s[i] < 0x7f && s[i] != '\\')
			putchar(s[i]);
		else
			printf("\\x%02x", (unsigned char) s[i]);
	putchar('\n');
}

/* The text by both ways, the second time as libxml2 alone has made of it. */
static void
compare_with(const char *s, size_t n, const BxParseOptions *o, Cut cut, const Outcome *alone)
{
	Outcome both = parse(s, n, o, cut);

	compared++;
	if (!same(&both, alone) && differences++ < SHOWN)
	{
		show("both", &both);
		show("libxml2 alone", alone);
		show_text(s, n, o);
	}
	free(both.data);
}

/*
 * Where libxml2 gets a text in pieces, or only the end of it, the report shows only what it has got; and for "]]>" and
 * for bytes that are not in UTF-8 the place may be another one of the text node.
 */
static void
show_less(Outcome *r)
{
	char *near = strstr(r->err.detail, "; near \"");

	if (near != NULL)
		*near = '\0';
	if (r->status == BX_E_ENCODING || strstr(r->err.detail, "]]&gt;") != NULL)
		r->err.pos = r->err.line = r->err.col = 0;
}

/* The same records, also those before an error? */
static bool
same_records(Outcome *a, Outcome *b)
{
	show_less(a);
	show_less(b);
	return same(a, b) && a->len == b->len && (a->len == 0 || memcmp(a->data, b->data, a->len) == 0);
}

/* The value of a text in pieces of which nothing is kept. */
static void
compare_windows(const char *s, size_t n, BxParseOptions *o, Cut cut)
{
	Outcome alone, both;

	o->libxml_only = true;
	alone = parse(s, n, o, (Cut){SIZE_MAX, 0});
	o->libxml_only = false;
	both = parse(s, n, o, cut);
	compared++;
	if (!same_records(&both, &alone) && differences++ < SHOWN)
	{
		show("windows", &both);
		show("libxml2 alone", &alone);
		printf("# cut at %zu and by %zu\n", cut.first, cut.step);
		show_text(s, n, o);
	}
	free(both.data);
	free(alone.data);
}

/* The records of the text by both ways, in pieces; or, if it is not in UTF-8, as when it comes whole. */
static void
compare_split(const char *s, size_t n, BxParseOptions *o, const char *path, Cut cut)
{
	Outcome alone, both;

	o->libxml_only = true;
	alone = split(s, n, o, path, cut);
	o->libxml_only = false;
	both = split(s, n, o, path, cut);
	if (!same_records(&both, &alone))
	{
		free(alone.data);
		o->libxml_only = true;
		alone = split(s, n, o, path, (Cut){SIZE_MAX, 0});
		o->libxml_only = false;
	}
	compared++;
	if (!same_records(&both, &alone) && differences++ < SHOWN)
	{
		show("records, both", &both);
		show("records, libxml2 alone", &alone);
		printf("# %s, cut at %zu and by %zu, window %zu\n", path, cut.first, cut.step, o->window);
		show_text(s, n, o);
	}
	free(both.data);
	free(alone.data);
}

/* Does src/core/parse take the text, without byte order mark and XML declaration? */
static bool
reads_itself(const char *s, size_t n, const BxParseOptions *o)
{
	BxError err;
	BxMarkup *m = bx_markup_new(bx_host_libc(), &err);
	BxMarkupOptions mo = {.limits = &o->writer.limits,
						  .document = o->as == BX_PARSE_DOCUMENT,
						  .strip = o->strip,
						  .reject_dtd = o->reject_dtd};
	const char *close;
	bool mine;

	if (n >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0)
		s += 3, n -= 3;
	close = n > 6 && memcmp(s, "<?xml ", 6) == 0 ? memchr(s, '>', n) : NULL;
	if (close != NULL)
	{
		mo.content = memcmp(s + 6, "version", 7 < n - 6 ? 7 : n - 6) != 0;
		n -= (size_t) (close + 1 - s);
		s = close + 1;
	}
	if (m == NULL || bx_markup_read(m, NULL, &mo, s, n, &mine, &err) != BX_OK)
		abort();
	bx_markup_free(m);
	return mine;
}

static void
compare(const char *s, size_t n, BxParseOptions *o, Cut cut)
{
	Outcome alone;

	o->libxml_only = true;
	/* of a text that is too long, what came before it was too long may be refused, and shown as far as it came */
	if (n > o->writer.limits.max_size)
		cut = (Cut){SIZE_MAX, 0};
	alone = parse(s, n, o, (Cut){SIZE_MAX, 0});
	o->libxml_only = false;
	if (verbose)
		show_text(s, n, o);
	compare_with(s, n, o, cut, &alone);
	accepted += alone.status == BX_OK;
	if (alone.status == BX_OK)
		own += reads_itself(s, n, o);
	free(alone.data);
}

/* ---- random texts ---- */

static void
random_options(Gen *g, BxParseOptions *o)
{
	memset(o, 0, sizeof(*o));
	o->writer.limits = (BxLimits) BX_LIMITS_DEFAULT;
	o->as = one_in(g, 3) ? BX_PARSE_DOCUMENT : BX_PARSE_ANY;
	o->strip = one_in(g, 4);
	o->encoding = one_in(g, 3) ? NULL : "UTF-8";
	o->reject_dtd = one_in(g, 10);
	o->skip_external = one_in(g, 4);
	o->writer.mode = one_in(g, 4) ? BX_MODE_NAMES : BX_MODE_AUTO;
	if (!one_in(g, 8))
		return;
	switch (pick(g, 6))
	{
		case 0: o->writer.limits.max_depth = pick(g, 5); break;
		case 1: o->writer.limits.max_attributes = pick(g, 5); break;
		case 2: o->writer.limits.max_names = 2 + pick(g, 12); break;
		case 3: o->writer.limits.max_name_bytes = 40 + pick(g, 60); break;
		case 4: o->writer.limits.max_size = pick(g, 200); break;
		default: o->writer.limits.max_dtd_size = pick(g, 40); break;
	}
}

static Cut
random_cut(Gen *g, bool whole)
{
	if (whole && one_in(g, 2))
		return (Cut){SIZE_MAX, 0};
	return (Cut){pick(g, 40), 1 + pick(g, one_in(g, 2) ? 3 : 200)};
}

/* More than is kept for messages. */
static const char filler[] =
	"<!-- text before the root element\n   that is long enough to be read and forgotten, "
	"which takes a comment of more than a hundred bytes -->\n";

static void
random_texts(void)
{
	Gen g;
	BxParseOptions o;

	for (uint64_t i = 0; i < texts; i++)
	{
		gen_init(&g, seed * 1000003 + i);
		random_options(&g, &o);
		if (one_in(&g, 2))
			put(&g, filler);
		if (one_in(&g, 5))
			route_soup(&g);
		else
			route_document(&g);
		if (!one_in(&g, 3))
			for (uint32_t k = 1 + pick(&g, 2); k > 0; k--)
				route_damage(&g);
		o.window = 0;
		compare((const char *) g.ours.data, g.ours.len, &o, random_cut(&g, true));
		o.window = 1;
		if (o.writer.limits.max_size > 200)
			compare_windows((const char *) g.ours.data, g.ours.len, &o, random_cut(&g, false));
		/* where records may be too large or have too many names, that shows at the end of a piece */
		if (o.writer.limits.max_size > 200 && o.writer.limits.max_names > 14)
			compare_split((const char *) g.ours.data, g.ours.len, &o, record_paths[pick(&g, RECORD_PATHS)],
						  random_cut(&g, false));
		gen_free(&g);
	}
}

/* ---- files ---- */

static char *
load(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	char *s = NULL;
	size_t got = 0, cap = 0;

	*n = 0;
	if (f == NULL)
		return NULL;
	do
	{
		cap = cap * 2 + 65536;
		s = realloc(s, cap);
		if (s == NULL)
			abort();
		got = fread(s + *n, 1, cap - *n, f);
		*n += got;
	} while (got > 0);
	fclose(f);
	return s;
}

static void
split_everywhere(const char *s, size_t n, BxParseOptions *o)
{
	Outcome alone;

	o->libxml_only = true;
	alone = parse(s, n, o, (Cut){SIZE_MAX, 0});
	o->libxml_only = false;
	for (size_t at = 1; at < n; at++)
	{
		o->window = 0;
		compare_with(s, n, o, (Cut){at, n}, &alone);
		o->window = 1;
		compare_windows(s, n, o, (Cut){at, n});
		compare_split(s, n, o, record_paths[at % RECORD_PATHS], (Cut){at, n});
	}
	free(alone.data);
}

static void
compare_file(const char *path)
{
	size_t n;
	char *s = load(path, &n);
	BxParseOptions o = {.writer = {.limits = BX_LIMITS_DEFAULT}};

	if (s == NULL)
		return;
	for (unsigned k = 0; k < 8; k++)
	{
		o.as = k & 1 ? BX_PARSE_DOCUMENT : BX_PARSE_ANY;
		o.strip = k & 2;
		o.encoding = k & 4 ? "UTF-8" : NULL;
		compare(s, n, &o, k == 7 ? (Cut){100, 1000} : (Cut){SIZE_MAX, 0});
	}
	o.strip = false;
	o.encoding = NULL;
	o.window = 1;
	compare_windows(s, n, &o, (Cut){100, 1000});
	for (unsigned k = 0; k < RECORD_PATHS; k++)
		compare_split(s, n, &o, record_paths[k], (Cut){100, 1000});
	if (n <= split_most)
		split_everywhere(s, n, &o);
	free(s);
}

/* A file, or all those of a folder and of the folders in it. */
static void
compare_all(const char *folder)
{
	DIR *d = opendir(folder);
	struct dirent *e;
	char path[4096];

	if (d == NULL)
	{
		compare_file(folder);
		return;
	}
	while ((e = readdir(d)) != NULL)
	{
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		compare_all(path);
	}
	closedir(d);
}

/* ---- report ---- */

static int points, bad;

/* One point: no difference, and at least so many of a hundred accepted texts were read without libxml2. */
static void
report(const char *what, unsigned least)
{
	bool ok = differences == 0 && compared > 0 && own * 100 >= accepted * least;

	printf("# %llu compared, %llu accepted, %llu of them without libxml2, %llu differences\n",
		   (unsigned long long) compared, (unsigned long long) accepted, (unsigned long long) own,
		   (unsigned long long) differences);
	printf("%s %d - %s\n", ok ? "ok" : "not ok", ++points, what);
	bad += !ok;
	compared = accepted = own = differences = 0;
}

int
main(int argc, char **argv)
{
	const char *folder = getenv("BXML_CORPUS");
	const char *root = getenv("BXML_ROOT");
	char path[4096];

	for (int i = 1; i < argc; i++)
	{
		const char *value = i + 1 < argc ? argv[i + 1] : "";

		if (strcmp(argv[i], "-v") == 0)
			verbose = true;
		else if (strcmp(argv[i], "-n") == 0)
			texts = strtoull(value, NULL, 10), i++;
		else if (strcmp(argv[i], "-s") == 0)
			seed = strtoull(value, NULL, 10), i++;
		else if (strcmp(argv[i], "-l") == 0)
			split_most = strtoull(value, NULL, 10), i++;
		else if (strcmp(argv[i], "-f") == 0)
			folder = value, i++;
		else
			return 2;
	}
	random_texts();
	report("random texts", 60);
	snprintf(path, sizeof(path), "%s/test/corpus", root != NULL ? root : ".");
	compare_all(path);
	report("files of test/corpus", 0);
	snprintf(path, sizeof(path), "%s/test/fuzz/seeds/parse", root != NULL ? root : ".");
	compare_all(path);
	report("seeds of the fuzz target", 0);
	if (folder != NULL)
	{
		compare_all(folder);
		report("files of the corpus", 0);
	}
	else
		printf("ok %d - files of the corpus # SKIP BXML_CORPUS is not set\n", ++points);
	printf("1..%d\n", points);
	return bad > 0;
}
