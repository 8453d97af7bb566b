/*
 * test_label.c -- labels of the nodes of a value: from nodes to labels and back, and paths to them.
 *
 * Documents are golden values, samples, and those of BXML_CORPUS; each is gone through with a labeler, and every label
 * must lead back to its node, in document order.  Paths are evaluated: each selects one node.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>

#include "../ut.h"
#include "../ut_engine.h"
#include "../ut_golden.h"
#include "../ut_pack.h"

#include "../../../src/core/read/bx_label.h"
#include "../../../src/core/read/bx_labeler.h"
#include "../../../src/core/xpath/result/xp_eval.h"
#include "../../../src/xml/bx_parse.h"

static UtGolden golden[UT_GOLDEN_MAX];
static int golden_n;

static const char *const sample =
	"<?pi top?><!--top--><a xmlns=\"urn:d\" xmlns:p=\"urn:p\" x=\"1\" p:y=\"2\">t<b/><c>leaf</c>"
	"<p:b k=\"v\">u<p:b/><b/><!--in--><?go now?>w</p:b><b "
	"xmlns:p=\"urn:q\"><p:b>z</p:b></b><b/></a><!--end-->";

/* A value in memory, opened. */
typedef struct Doc
{
	uint8_t *v;
	size_t n;
	BxArena arena;
	BxStore store;
	BxImage img;
	BxImageSource items;
	BxTable table;
	BxError err;
	BxExceptions exceptions;
	BxDirs dirs;
	BxLabelDoc label;
} Doc;

static bool
doc_open(Doc *d, uint8_t *v, size_t n, const BxHost *host)
{
	memset(d, 0, sizeof(*d));
	d->v = v;
	d->n = n;
	bx_arena_init(&d->arena, host);
	bx_error_clear(&d->err);
	bx_store_memory(&d->store, v, n);
	if (bx_image_open(&d->img, &d->store, &d->arena, &d->err) != BX_OK ||
		bx_image_need(&d->img, 0, d->img.head.items_off) != BX_OK ||
		bx_table_open(&d->table, &d->arena, d->img.v, d->img.head.items_off, d->img.n, &d->err) != BX_OK)
		return false;
	bx_image_source(&d->items, &d->img);
	return bx_label_doc(&d->label, &d->img, &d->table, &d->items.source, &d->arena, &d->exceptions, &d->dirs,
						&d->err) == BX_OK;
}

static void
doc_close(Doc *d)
{
	bx_image_close(&d->img);
	bx_arena_reset(&d->arena);
}

static uint8_t *
value_of(const char *text, size_t n, BxMode mode, size_t *len)
{
	BxParseOptions options = {.writer = {.limits = BX_LIMITS_DEFAULT, .mode = mode}};
	BxError err;
	uint8_t *value = NULL;
	BxParser *p = bx_parser_new(bx_host_libc(), &options, &err);

	if (bx_parser_feed(p, text, n) != BX_OK || bx_parser_finish(p, &value, len) != BX_OK)
		value = NULL;
	bx_parser_free(p);
	return value;
}

/* ---- there and back ---- */

static const char *
text_of(const uint8_t *p, size_t n)
{
	static char text[4096];
	BxBuf b;
	BxError err;

	bx_buf_init(&b, bx_host_libc());
	CHECK(bx_ordpath_print(p, n, &b, &err) == BX_OK && b.len < sizeof(text));
	memcpy(text, b.data, b.len);
	text[b.len] = '\0';
	bx_buf_free(&b);
	return text;
}

static uint64_t
count_of(const Doc *d, const BxBuf *path)
{
	XpCall call = {.host = bx_host_lz4(), .v = d->v, .n = d->n};
	BxArena arena;
	BxError err;
	XpBlock *block;
	uint64_t count = 0;

	bx_arena_init(&arena, bx_host_lz4());
	call.arena = &arena;
	call.err = &err;
	CHECKF(xp_compile((const char *) path->data, path->len, 0, &arena, &block, &err) == BX_OK, "%.*s: %s",
		   (int) path->len, (const char *) path->data, err.msg);
	CHECKF(xp_count(&call, block, &count) == BX_OK, "%s", err.msg);
	bx_arena_reset(&arena);
	return count;
}

/* Both paths to a node select it and nothing else; only an undeclaration is not a node. */
static void
check_paths(Doc *d, const uint8_t *label, size_t n, const BxEvent *ev)
{
	bool undeclared =
		ev->kind == BX_EV_NAMESPACE && d->table.pairs[d->table.shapes[ev->shape].name].uri_len == 0;
	BxArenaMark mark = bx_arena_mark(&d->arena);
	BxBuf path;
	bool found;

	bx_buf_init(&path, bx_host_libc());
	for (int positions = 0; positions < 2; positions++)
	{
		path.len = 0;
		CHECKF(bx_label_path(&d->label, label, n, positions, &path, &found) == BX_OK && found, "%s",
			   d->err.msg);
		CHECKF(count_of(d, &path) == !undeclared, "%.*s", (int) path.len, (const char *) path.data);
	}
	bx_buf_free(&path);
	bx_arena_release(&d->arena, &mark);
}

static void
check_event(Doc *d, const char *name, BxLabeler *l, const BxEvent *ev)
{
	BxArenaMark mark = bx_arena_mark(&d->arena);
	BxPlace place;
	BxBuf text;

	CHECK(bx_label_find(&d->label, l->label, l->label_n, &place) == BX_OK);
	CHECKF(place.found && !place.leaf_text && place.off == ev->off && place.shape == ev->shape &&
			   place.kind == ev->kind && place.level == ev->level,
		   "%s: %s", name, text_of(l->label, l->label_n));
	if (ev->kind == BX_EV_LEAF)
	{
		bx_buf_init(&text, bx_host_libc());
		CHECK(bx_buf_append(&text, l->label, l->label_n, &d->err) == BX_OK);
		CHECK(bx_ordpath_append(&text, BX_LINE_CHILD, 0, &d->err) == BX_OK);
		CHECK(bx_label_find(&d->label, text.data, text.len, &place) == BX_OK);
		CHECK(place.found == (ev->len > 0) && place.leaf_text == place.found);
		bx_buf_free(&text);
	}
	bx_arena_release(&d->arena, &mark);
}

/* Every node, or every one in `each`: its label leads back, sorts after those before, and has the level. */
static void
check_doc(Doc *d, const char *name, uint32_t each, bool paths)
{
	BxReader *rd;
	BxEvent ev;
	BxLabeler l;
	BxBuf before;
	uint32_t level, root_level = 1, i = 0;

	bx_buf_init(&before, bx_host_libc());
	CHECK(bx_reader_new(&rd, &d->table, &d->items.source, &d->arena, &d->err) == BX_OK);
	CHECK(bx_labeler_init(&l, &d->table, d->label.exceptions, &d->arena, &d->err) == BX_OK);
	l.root = d->label.root;
	if (l.root.n > 0)
		CHECK(bx_ordpath_level(l.root.p, l.root.n, &root_level, &d->err) == BX_OK);
	while (bx_reader_next(rd, &ev) == BX_OK && ev.kind != BX_EV_DONE)
	{
		CHECK(bx_labeler_next(&l, &ev) == BX_OK);
		if (ev.kind == BX_EV_END)
			continue;
		CHECK(bx_ordpath_cmp(before.data, before.len, l.label, l.label_n) < 0);
		CHECK(bx_ordpath_level(l.label, l.label_n, &level, &d->err) == BX_OK);
		CHECK(level == ev.level + (d->label.root.n > 0 ? root_level - 1 : 0));
		before.len = 0;
		CHECK(bx_buf_append(&before, l.label, l.label_n, &d->err) == BX_OK);
		if (i++ % each != 0)
			continue;
		check_event(d, name, &l, &ev);
		if (paths)
			check_paths(d, l.label, l.label_n, &ev);
	}
	CHECK(ev.kind == BX_EV_DONE && bx_labeler_next(&l, &ev) == BX_OK && l.label_n == 0);
	bx_buf_free(&before);
}

static void
golden_values(void)
{
	golden_n = ut_goldens(golden);
	for (int i = 0; i < golden_n; i++)
	{
		size_t len;
		uint8_t *packed = ut_golden_packed(&golden[i], 1, &len);
		Doc d;

		CHECK(doc_open(&d, golden[i].v, golden[i].n, bx_host_lz4()));
		check_doc(&d, golden[i].name, 1 + (uint32_t) (golden[i].n / 4000), golden[i].n < 2000);
		doc_close(&d);
		if (packed != NULL)
		{
			CHECK(doc_open(&d, packed, len, bx_host_lz4()));
			check_doc(&d, golden[i].name, 1 + (uint32_t) (golden[i].n / 4000), false);
			doc_close(&d);
			free(packed);
		}
	}
	CHECK(golden_n >= 40);
	ut_goldens_free(golden, golden_n);
}

/* Where the labels of a fragment lead, and where no label of it does. */
static void
fragments(void)
{
	static const struct
	{
		const char *label;
		const char *path; /* NULL: there is no such node */
		const char *positions;
	} cases[] = {{"", "/", "/"},
				 {"1.3.4.1", "/a[1]", "/node()[1]"},
				 {"1.3.4.1.@1", "/a[1]/@k", "/node()[1]/@*[1]"},
				 {"1.3.4.1.1", "/a[1]/text()[1]", "/node()[1]/node()[1]"},
				 {"1.3.4.1.3", "/a[1]/b[1]", "/node()[1]/node()[2]"},
				 {"1.3.4.1.3.1", "/a[1]/b[1]/text()[1]", "/node()[1]/node()[2]/node()[1]"},
				 {"1.3.4.1.5", NULL, NULL},
				 {"1.3.4.3", NULL, NULL},
				 {"1.3.4.1.2.1", NULL, NULL},
				 {"1.3", NULL, NULL},
				 {"1", NULL, NULL},
				 {"1.1", NULL, NULL}};

	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxBuf label, path;
		BxPlace place;
		uint8_t *v;
		size_t n;
		bool found;
		Doc d;

		v = ut_encode("<a k=\"1\">t<b>u</b></a>", 22, UT_ROOT | (i % 2 ? BX_MODE_NAMES : BX_MODE_SHAPES),
					  BX_TYPED_LOSSLESS, &n);
		CHECK(doc_open(&d, v, n, bx_host_lz4()) && d.label.root.n == sizeof(ut_root));
		bx_buf_init(&label, bx_host_libc());
		bx_buf_init(&path, bx_host_libc());
		CHECK(bx_ordpath_parse(cases[i / 2].label, strlen(cases[i / 2].label), &label, &d.err) == BX_OK);
		CHECK(bx_label_find(&d.label, label.data, label.len, &place) == BX_OK);
		CHECKF(place.found == (cases[i / 2].path != NULL), "%s", cases[i / 2].label);
		for (int positions = 0; positions < 2; positions++)
		{
			const char *want = positions ? cases[i / 2].positions : cases[i / 2].path;

			path.len = 0;
			CHECK(bx_label_path(&d.label, label.data, label.len, positions, &path, &found) == BX_OK);
			CHECK(found == (want != NULL));
			CHECKF(!found || (path.len == strlen(want) && memcmp(path.data, want, path.len) == 0), "%s: %.*s",
				   want, (int) path.len, (char *) path.data);
		}
		bx_buf_free(&label);
		bx_buf_free(&path);
		doc_close(&d);
		free(v);
	}
}

/* Labels that no node of this kind can have, and more nodes than one. */
static void
bad_roots(void)
{
	static const struct
	{
		const char *xml;
		const char *label;
		bool good;
	} cases[] = {{"<a/>", "1.3", true},      {"<a/>", "1.3.@1", false}, {"<a/>", "1.3.#1", false},
				 {"<a/>", "1.4", false},     {"text", "1.3.@5", false}, {"text", "1.3.2.1", true},
				 {"text", "1.#1", false},    {"<!--c-->", "5", true},   {"<!--c-->", "1.@1", false},
				 {"<!--c-->", "1.2", false}, {"text", "1.@2", false}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxWriterOptions options = ut_options(BX_MODE_NAMES, BX_TYPED_OFF);
		UtEvents ev;
		BxBuf label;
		BxError err;
		uint8_t *v = NULL;
		size_t n;

		bx_buf_init(&label, bx_host_libc());
		CHECK(bx_ordpath_parse(cases[i].label, strlen(cases[i].label), &label, &err) == BX_OK);
		options.root = label.data;
		options.root_n = (uint32_t) label.len;
		ut_events_init(&ev);
		ut_parse(&ev, cases[i].xml, strlen(cases[i].xml));
		CHECK(ut_write(&ev, &options, bx_host_libc(), &v, &n, &err) == BX_OK);
		CHECKF((bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK) == cases[i].good, "%s: %s",
			   cases[i].label, err.msg);
		CHECK(cases[i].good || err.status == BX_E_WIRE);
		ut_events_free(&ev);
		bx_buf_free(&label);
		free(v);
	}
}

static void
samples_in_both_modes(void)
{
	static const char *const docs[] = {sample,
									   "<a/>",
									   "",
									   "text",
									   "t<a>1</a><a/>u<a><b/></a><!---->",
									   "<a xmlns=\"u\"><b xmlns=\"\"><c/></b></a>"};

	for (size_t i = 0; i < 2 * sizeof(docs) / sizeof(docs[0]); i++)
	{
		Doc d;
		size_t n;
		uint8_t *v = value_of(docs[i / 2], strlen(docs[i / 2]), i % 2 ? BX_MODE_NAMES : BX_MODE_SHAPES, &n);

		CHECK(v != NULL && doc_open(&d, v, n, bx_host_lz4()));
		check_doc(&d, docs[i / 2], 1, true);
		doc_close(&d);
		free(v);
	}
}

/* ---- what people see ---- */

static void
path_is(Doc *d, const char *label, const char *want, const char *want_positions)
{
	BxBuf bytes, path;
	bool found;

	bx_buf_init(&bytes, bx_host_libc());
	bx_buf_init(&path, bx_host_libc());
	CHECK(bx_ordpath_parse(label, strlen(label), &bytes, &d->err) == BX_OK);
	CHECK(bx_label_path(&d->label, bytes.data, bytes.len, false, &path, &found) == BX_OK);
	CHECKF(found == (want != NULL) && path.len == (want ? strlen(want) : 0) &&
			   (!want || memcmp(path.data, want, path.len) == 0),
		   "%s: %.*s", label, (int) path.len, (const char *) path.data);
	path.len = 0;
	CHECK(bx_label_path(&d->label, bytes.data, bytes.len, true, &path, &found) == BX_OK);
	CHECKF(path.len == (want ? strlen(want_positions) : 0) &&
			   (!want || memcmp(path.data, want_positions, path.len) == 0),
		   "%s: %.*s", label, (int) path.len, (const char *) path.data);
	bx_buf_free(&bytes);
	bx_buf_free(&path);
}

static void
known_paths(void)
{
	static const char *const nothing[] = {"2",      "9",       "-1",    "infinity",   "@1",    "5.2.1",
										  "5.15",   "5.@5",    "5.#5",  "5.1.1",      "5.3.1", "5.5.3",
										  "5.5.@1", "5.5.1.1", "5.5.2", "8589934591", "5.0"};
	Doc d;
	size_t n;
	uint8_t *v = value_of(sample, strlen(sample), BX_MODE_AUTO, &n);

	CHECK(v != NULL && doc_open(&d, v, n, bx_host_lz4()));
	path_is(&d, "", "/", "/");
	path_is(&d, "1", "/processing-instruction()[1]", "/node()[1]");
	path_is(&d, "5", "/Q{urn:d}a[1]", "/node()[3]");
	path_is(&d, "7", "/comment()[2]", "/node()[4]");
	path_is(&d, "5.#1", "/Q{urn:d}a[1]/namespace::*[name() = \"\"]",
			"/node()[3]/namespace::*[name() = \"\"]");
	path_is(&d, "5.#3", "/Q{urn:d}a[1]/namespace::p", "/node()[3]/namespace::p");
	path_is(&d, "5.@1", "/Q{urn:d}a[1]/@x", "/node()[3]/@*[1]");
	path_is(&d, "5.@3", "/Q{urn:d}a[1]/@Q{urn:p}y", "/node()[3]/@*[2]");
	path_is(&d, "5.1", "/Q{urn:d}a[1]/text()[1]", "/node()[3]/node()[1]");
	path_is(&d, "5.5.1", "/Q{urn:d}a[1]/Q{urn:d}c[1]/text()[1]", "/node()[3]/node()[3]/node()[1]");
	path_is(&d, "5.7", "/Q{urn:d}a[1]/Q{urn:p}b[1]", "/node()[3]/node()[4]");
	path_is(&d, "5.9", "/Q{urn:d}a[1]/Q{urn:d}b[2]", "/node()[3]/node()[5]");
	path_is(&d, "5.9.1.1", "/Q{urn:d}a[1]/Q{urn:d}b[2]/Q{urn:q}b[1]/text()[1]",
			"/node()[3]/node()[5]/node()[1]/node()[1]");
	path_is(&d, "5.7.11", "/Q{urn:d}a[1]/Q{urn:p}b[1]/text()[2]", "/node()[3]/node()[4]/node()[6]");
	for (size_t i = 0; i < sizeof(nothing) / sizeof(nothing[0]); i++)
		path_is(&d, nothing[i], NULL, NULL);
	doc_close(&d);
	free(v);
}

static void
braces_in_a_namespace(void)
{
	static const char *const text = "<a xmlns=\"u{}\"><b/></a>";
	static const uint8_t label[] = {0x39, 0x39};
	BxBuf path;
	Doc d;
	size_t n;
	uint8_t *v = value_of(text, strlen(text), BX_MODE_AUTO, &n);
	bool found;

	bx_buf_init(&path, bx_host_libc());
	CHECK(v != NULL && doc_open(&d, v, n, bx_host_lz4()));
	CHECK(bx_label_path(&d.label, label, 2, false, &path, &found) == BX_E_UNSUPPORTED && !found &&
		  path.len == 0);
	CHECK(bx_label_path(&d.label, label, 2, true, &path, &found) == BX_OK && found &&
		  count_of(&d, &path) == 1);
	doc_close(&d);
	bx_buf_free(&path);
	free(v);
}

/* ---- trouble ---- */

/* A label that is none, and every bit of a value changed: a status, or an answer. */
static void
damage_is_survived(void)
{
	static const uint8_t bad[] = {0x39, 0x00}, deep[] = {0x3D, 0x3F, 0x3B};
	BxPlace place;
	BxBuf path;
	Doc d;
	size_t n;
	uint8_t *v = value_of(sample, strlen(sample), BX_MODE_AUTO, &n);
	bool found;

	bx_buf_init(&path, bx_host_libc());
	CHECK(v != NULL && doc_open(&d, v, n, bx_host_lz4()));
	CHECK(bx_label_find(&d.label, bad + 1, 1, &place) == BX_E_CORRUPT);
	doc_close(&d);
	for (size_t bit = 0; bit < n * 8; bit++)
	{
		v[bit / 8] ^= (uint8_t) (1 << bit % 8);
		if (doc_open(&d, v, n, bx_host_lz4()))
		{
			path.len = 0;
			(void) bx_label_path(&d.label, deep, sizeof(deep), false, &path, &found);
			(void) bx_label_find(&d.label, bad, sizeof(bad), &place);
		}
		doc_close(&d);
		v[bit / 8] ^= (uint8_t) (1 << bit % 8);
	}
	bx_buf_free(&path);
	free(v);
}

static void
every_request_refused(void)
{
	static const uint8_t deep[] = {0x3D, 0x3F, 0x3B};
	size_t n;
	uint8_t *v = value_of(sample, strlen(sample), BX_MODE_AUTO, &n);
	bool done = false;

	for (int at = 1; !done && at < 50; at++)
	{
		UtHost h;
		Doc d;
		BxBuf path;
		BxStatus st = BX_E_NOMEM;
		bool found;

		ut_host_init(&h);
		h.fail_at = at;
		bx_buf_init(&path, &h.host);
		if (doc_open(&d, v, n, &h.host))
			st = bx_label_path(&d.label, deep, sizeof(deep), false, &path, &found);
		done = h.calls < at;
		CHECKF(st == (done ? BX_OK : BX_E_NOMEM), "request %d: %s", at, bx_status_name(st));
		bx_buf_free(&path);
		doc_close(&d);
		CHECK(h.live == 0);
	}
	CHECK(done);
	free(v);
}

/* A far sibling costs polls, and they are obeyed. */
static void
cancel_is_obeyed(void)
{
	size_t n, cap = 400000, len = 0;
	char *text = malloc(cap);
	uint8_t *v, label[16];
	UtHost h;
	Doc d;
	BxPlace place;

	len += (size_t) sprintf(text + len, "<r>");
	while (len < cap - 16)
		len += (size_t) sprintf(text + len, "<a/>");
	len += (size_t) sprintf(text + len, "</r>");
	v = value_of(text, len, BX_MODE_AUTO, &n);
	label[0] = 0x39;
	ut_host_init(&h);
	CHECK(v != NULL && doc_open(&d, v, n, &h.host));
	d.label.dirs = NULL; /* which would make it cheap */
	len = (size_t) (bx_ordpath_part_put(label + 1, (BxOrdpathPart){BX_LINE_CHILD, 180001}) - label);
	CHECK(bx_label_find(&d.label, label, len, &place) == BX_OK && place.found);
	CHECKF(h.polls > 10, "%d", h.polls);
	h.cancel_at = h.polls + 3;
	CHECK(bx_label_find(&d.label, label, len, &place) == BX_E_CANCEL && d.err.status == BX_E_CANCEL);
	doc_close(&d);
	free(v);
	free(text);
}

/* ---- real documents ---- */

static void
corpus_file(const char *dir, const char *name, int *n_docs)
{
	char path[4096];
	size_t n = 0, len, items;
	char *s;
	FILE *f;
	uint8_t *v;
	Doc d;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "rb");
	if (f == NULL)
		return;
	s = malloc(4 << 20);
	n = fread(s, 1, 4 << 20, f);
	v = feof(f) ? value_of(s, n, BX_MODE_AUTO, &len) : NULL;
	fclose(f);
	free(s);
	if (v == NULL)
		return;
	CHECK(doc_open(&d, v, len, bx_host_lz4()));
	items = d.table.head.items_len;
	check_doc(&d, name, 1 + (uint32_t) (items / 6000), false);
	++*n_docs;
	doc_close(&d);
	free(v);
}

static void
corpus(void)
{
	const char *dir = getenv("BXML_CORPUS");
	DIR *d = dir ? opendir(dir) : NULL;
	struct dirent *e;
	int n = 0;

	if (dir == NULL)
		ut_skip("BXML_CORPUS is not set");
	while (d != NULL && (e = readdir(d)) != NULL)
		if (e->d_name[0] != '.' && strstr(e->d_name, ".md") == NULL)
			corpus_file(dir, e->d_name, &n);
	if (d != NULL)
		closedir(d);
	if (dir != NULL)
		CHECKF(n > 0, "no documents in %s", dir);
}

UT_SUITE(test_label)
{
	UT_RUN(golden_values);
	UT_RUN(fragments);
	UT_RUN(bad_roots);
	UT_RUN(samples_in_both_modes);
	UT_RUN(known_paths);
	UT_RUN(braces_in_a_namespace);
	UT_RUN(damage_is_survived);
	UT_RUN(every_request_refused);
	UT_RUN(cancel_is_obeyed);
	UT_RUN(corpus);
	return ut_done();
}
