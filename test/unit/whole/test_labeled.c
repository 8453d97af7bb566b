/*
 * test_labeled.c -- values with label exceptions: everything that makes or follows labels agrees with a naive model.
 *
 * Random content in all forms of storage, with labels as random edits leave them, in memory, in blocks and outside.
 */
#include "../ut.h"
#include "../ut_labeled.h"
#include "../ut_pack.h"

#include "../../../src/core/check/bx_check.h"
#include "../../../src/core/check/bx_dump.h"
#include "../../../src/core/read/bx_label.h"
#include "../../../src/core/read/bx_walk.h"
#include "../../../src/core/xpath/result/xp_rows.h"

/* A value opened. */
typedef struct Doc
{
	BxArena arena;
	BxImage img;
	BxImageSource items;
	BxTable table;
	BxError err;
	BxExceptions exceptions;
	BxDirs dirs;
	BxLabelDoc label;
} Doc;

static bool
doc_open(Doc *d, BxStore *store)
{
	memset(d, 0, sizeof(*d));
	bx_arena_init(&d->arena, bx_host_lz4());
	bx_error_clear(&d->err);
	if (bx_image_open(&d->img, store, &d->arena, &d->err) != BX_OK ||
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

static bool
same_label(const UtNode *node, const uint8_t *label, size_t n)
{
	return node->label_n == n && memcmp(node->label, label, n) == 0;
}

/* ---- one after another ---- */

static void
check_labeler(Doc *d, const UtLabeled *m)
{
	const UtNode *node = m->nodes;
	const uint8_t *text;
	BxLabeler l;
	BxReader *rd;
	BxEvent ev;
	size_t n;

	CHECK(bx_reader_new(&rd, &d->table, &d->items.source, &d->arena, &d->err) == BX_OK);
	CHECK(bx_labeler_init(&l, &d->table, d->label.exceptions, &d->arena, &d->err) == BX_OK);
	while (bx_reader_next(rd, &ev) == BX_OK && ev.kind != BX_EV_DONE)
	{
		CHECK(bx_labeler_next(&l, &ev) == BX_OK);
		if (ev.kind == BX_EV_END)
			continue;
		CHECKF(same_label(node, l.label, l.label_n), "item at %u", ev.off);
		node++;
		for (int twice = 0; twice < 2 && ev.kind == BX_EV_LEAF && ev.len > 0; twice++)
			CHECK(bx_labeler_text(&l, &ev, &text, &n) == BX_OK && same_label(node, text, n));
		node += ev.kind == BX_EV_LEAF && ev.len > 0;
	}
	CHECK(node == m->nodes + m->n);
}

static const UtNode *
node_at(const UtLabeled *m, uint32_t off)
{
	uint32_t i;

	for (i = 0; i < m->n && m->nodes[i].off != off;)
		i++;
	return &m->nodes[i];
}

/* All items, and those from some label on to before another. */
static uint32_t
check_walk(Doc *d, const UtLabeled *m, const UtNode *lo, const UtNode *hi)
{
	const uint8_t *label;
	uint32_t count = 0;
	BxWalk *walk;
	BxInfo info;
	size_t n;

	CHECK(bx_walk_new(&walk, &d->table, &d->items.source, &d->exceptions, &d->arena, &d->err) == BX_OK);
	if (lo != NULL && d->label.dirs != NULL)
		bx_walk_dirs(walk, d->label.dirs);
	if (lo != NULL)
		bx_walk_range(walk, lo->label, lo->label_n, hi->label, hi->label_n);
	while (bx_walk_next(walk, &info) == BX_OK && info.ev.kind != BX_EV_DONE)
	{
		const UtNode *node = node_at(m, info.ev.off);

		count++;
		bx_walk_label(walk, &info, &label, &n);
		CHECK(same_label(node, label, n));
		CHECK(lo == NULL || (bx_ordpath_cmp(label, n, lo->label, lo->label_n) >= 0 &&
							 bx_ordpath_cmp(label, n, hi->label, hi->label_n) < 0));
	}
	return count;
}

static void
check_ranges(Doc *d, const UtLabeled *m, uint64_t *rng)
{
	uint8_t *is_item = ut_need(calloc(m->n + 1, 1));
	uint32_t all = 0, want, i;
	BxWalk *walk;
	BxInfo info;

	CHECK(bx_walk_new(&walk, &d->table, &d->items.source, &d->exceptions, &d->arena, &d->err) == BX_OK);
	for (; bx_walk_next(walk, &info) == BX_OK && info.ev.kind != BX_EV_DONE; all++)
		is_item[node_at(m, info.ev.off) - m->nodes] = 1;
	CHECK(check_walk(d, m, NULL, NULL) == all);
	for (int k = 0; k < 6 && m->n > 0; k++)
	{
		uint32_t lo = ut_below(rng, m->n), hi = lo + ut_below(rng, m->n - lo);

		for (want = 0, i = lo; i < hi; i++)
			want += is_item[i];
		CHECK(check_walk(d, m, &m->nodes[lo], &m->nodes[hi]) == want);
	}
	free(is_item);
}

/* Forward to some items, passing over the others. */
static void
check_seek(Doc *d, const UtLabeled *m, uint32_t each, uint64_t *rng)
{
	const uint8_t *label;
	BxWalk *walk;
	BxInfo info;
	bool found;
	size_t n;
	uint32_t i;

	CHECK(bx_walk_new(&walk, &d->table, &d->items.source, &d->exceptions, &d->arena, &d->err) == BX_OK);
	for (i = 0; i < m->n; i++)
	{
		if (m->nodes[i].leaf_text || ut_below(rng, each) > 0)
			continue;
		CHECK(bx_walk_seek(walk, m->nodes[i].off, &info, &found) == BX_OK && found);
		bx_walk_label(walk, &info, &label, &n);
		CHECK(same_label(&m->nodes[i], label, n));
		if (info.ev.kind == BX_EV_LEAF && info.ev.len > 0)
			CHECK(bx_walk_text_label(walk, &info, &label, &n) == BX_OK &&
				  same_label(&m->nodes[i + 1], label, n));
	}
}

/* ---- from a label to its node ---- */

/* Every node is found by its label; between it and the one before there is none. */
static void
check_find(Doc *d, const UtLabeled *m)
{
	uint32_t i;

	for (i = 0; i < m->n; i++)
	{
		const UtNode *node = &m->nodes[i];
		BxPlace place;
		BxBuf other;

		CHECK(bx_label_find(&d->label, node->label, node->label_n, &place) == BX_OK);
		CHECK(place.found && place.off == node->off && place.leaf_text == node->leaf_text);
		CHECK(i == 0 ||
			  bx_ordpath_cmp(m->nodes[i - 1].label, m->nodes[i - 1].label_n, node->label, node->label_n) < 0);
		bx_buf_init(&other, bx_host_libc());
		CHECK(bx_ordpath_between(NULL, 0, node->label, node->label_n, &other, &d->err) == BX_OK);
		CHECK(bx_label_find(&d->label, other.data, other.len, &place) == BX_OK);
		CHECK(!place.found || node->index > 0);
		bx_buf_free(&other);
	}
}

/* ---- from a path to labels ---- */

static void
check_rows(BxStore *store, const UtLabeled *m, const char *text)
{
	BxArena arena;
	BxError err;
	XpCall c = {.host = bx_host_lz4(),
				.arena = &arena,
				.err = &err,
				.store = store,
				.v = store->bytes,
				.n = store->total};
	const XpBlock *blocks[1];
	XpBlock *block, *joined;
	XpRows *rows = NULL;
	uint32_t root, count = 0;
	bool found = true, has;
	const uint8_t *label;
	size_t n, at = 0;

	bx_arena_init(&arena, bx_host_lz4());
	CHECK(xp_compile(text, strlen(text), 0, &arena, &block, &err) == BX_OK);
	blocks[0] = block;
	CHECK(xp_join(blocks, 1, &arena, &joined, &root, &err) == BX_OK);
	CHECK(xp_rows_open(&c, joined, &root, 1, XP_ROWS_LABELS, NULL, &rows) == BX_OK);
	while (xp_rows_next(rows, &found) == BX_OK && found)
	{
		CHECK(xp_rows_label(rows, &has, &label, &n) == BX_OK && has);
		while (at < m->n && (m->nodes[at].line == BX_LINE_NAMESPACE ||
							 (m->nodes[at].line == BX_LINE_ATTRIBUTE) != (strchr(text, '@') != NULL)))
			at++;
		CHECK(at < m->n && same_label(&m->nodes[at], label, n));
		at += at < m->n;
		count++;
	}
	CHECK(count > 0 || m->n == 0 || strchr(text, '@') != NULL);
	xp_rows_close(rows);
	bx_arena_reset(&arena);
}

/* ---- all of it ---- */

static void
check_store(BxStore *store, const UtLabeled *m, uint64_t *rng)
{
	BxError err;
	Doc d;

	CHECKF(bx_check_stored(store, bx_host_lz4(), &err) == BX_OK, "%s", err.msg);
	CHECK(doc_open(&d, store));
	check_labeler(&d, m);
	check_ranges(&d, m, rng);
	check_seek(&d, m, 2, rng);
	check_seek(&d, m, 9, rng);
	check_find(&d, m);
	check_rows(store, m, "//node()");
	check_rows(store, m, "//@*");
	doc_close(&d);
}

static void
random_values(void)
{
	uint64_t rng = 4711;
	uint32_t lines = 0;

	for (int round = 0; round < 150; round++)
	{
		unsigned form = (round & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES | UT_DIRECTORIES) |
						(round & 2 ? UT_CONSTANTS : 0) | (round & 4 ? UT_HEAP : 0);
		BxWriterOptions opt = ut_options(form, BX_TYPED_LOSSLESS);
		BxPackPolicy policy = BX_PACK_ALWAYS;
		uint8_t *v = NULL, *packed = NULL;
		size_t n = 0, packed_n = 0;
		UtEvents ev;
		UtLabeled m;
		BxStore memory;
		UtStore outside;
		BxError err;

		ut_events_init(&ev);
		ut_random_events(&ev, &rng, 1 + ut_below(&rng, 200));
		CHECK(ut_write(&ev, &opt, bx_host_libc(), &v, &n, &err) == BX_OK);
		ut_labeled_make(&m, v, n, 1 + ut_below(&rng, 6), &rng);
		lines += m.lines;
		bx_store_memory(&memory, m.v, m.v_n);
		check_store(&memory, &m, &rng);
		ut_store_init(&outside, m.v, m.v_n);
		check_store(&outside.store, &m, &rng);
		CHECK(bx_pack(m.v, m.v_n, &policy, 0, bx_host_lz4(), &packed, &packed_n, &err) == BX_OK);
		if (packed != NULL)
		{
			bx_store_memory(&memory, packed, packed_n);
			check_store(&memory, &m, &rng);
			free(packed);
		}
		ut_labeled_free(&m);
		ut_events_free(&ev);
		free(v);
	}
	CHECKF(lines > 1000, "%u", lines);
}

/* ---- the validator ---- */

static const char *const small = "<a x='1' y='2'>t<b/><c>u</c><b/></a>";

/* What the validator says of the value with these exceptions. */
static BxStatus
check_with(const char *said, const char **why)
{
	static BxError err;
	size_t n, len;
	uint8_t *v = ut_encode(small, strlen(small), BX_MODE_AUTO, BX_TYPED_OFF, &n);
	uint8_t *data = ut_said(v, n, said, &len);
	BxStatus st = bx_check(data, len, true, NULL, bx_host_lz4(), &err);

	*why = err.msg;
	free(data);
	free(v);
	return st;
}

static void
refused(void)
{
	static const struct
	{
		const char *said;
		const char *why; /* NULL: accepted */
	} cases[] = {
		{"1:3:9", NULL},
		{"1.5:0:3", NULL},
		{"-:0:-1", NULL},
		{"1:1:@5", NULL},
		{"1:0:4.1 1:3:13", NULL},
		{"1:4:11", "about no item"},
		{"1.5:1:9", "about no item"},
		{"1:2:@9", "about no item"},
		{"-:1:9", "about no item"},
		{"1.3:0:3", "about no item"}, /* an empty element */
		{"1.1:0:3", "about no node"},
		{"3:0:3", "about no node"},
		{"1.4.1:0:3", "about no node"},
		{"1:3:4.1", "siblings are not in ascending order"},
		{"1:0:9 1:3:12.1", "siblings are not in ascending order"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const char *why;
		BxStatus st = check_with(cases[i].said, &why);

		CHECKF(st == (cases[i].why ? BX_E_WIRE : BX_OK) && (!cases[i].why || strstr(why, cases[i].why)),
			   "%s: %s", cases[i].said, why);
	}
}

/*
 * Every bit of a section changed: what the validator still takes are labels in document order, each leading to its
 * node; of what it refuses everything may be asked.
 */
static void
damage(void)
{
	uint64_t rng = 99;
	uint32_t taken = 0, off, len;
	size_t n;
	uint8_t *v = ut_encode(small, strlen(small), BX_MODE_AUTO, BX_TYPED_OFF, &n);
	BxHeader h;
	UtLabeled m;

	ut_labeled_make(&m, v, n, 1, &rng);
	CHECK(bx_header_read(m.v, m.v_n, m.v_n, &h, NULL) == BX_OK &&
		  bx_header_ext_place(&h, m.v, BX_EXT_LABELS, &off, &len, NULL) == BX_OK && off > 0);
	for (size_t bit = off * 8; bit < (off + len) * 8; bit++)
	{
		BxStore store;
		BxBuf before;
		Doc d;
		BxWalk *walk;
		BxInfo info;
		BxError err;
		bool valid;

		m.v[bit / 8] ^= (uint8_t) (1 << bit % 8);
		valid = bx_check(m.v, m.v_n, false, NULL, bx_host_lz4(), &err) == BX_OK;
		taken += valid;
		bx_buf_init(&before, bx_host_libc());
		bx_store_memory(&store, m.v, m.v_n);
		if (doc_open(&d, &store) &&
			bx_walk_new(&walk, &d.table, &d.items.source, &d.exceptions, &d.arena, &d.err) == BX_OK)
			while (bx_walk_next(walk, &info) == BX_OK && info.ev.kind != BX_EV_DONE)
			{
				const uint8_t *label;
				BxPlace place;
				size_t label_n;

				bx_walk_label(walk, &info, &label, &label_n);
				CHECK(!valid || bx_ordpath_cmp(before.data, before.len, label, label_n) < 0);
				before.len = 0;
				CHECK(bx_buf_append(&before, label, label_n, NULL) == BX_OK);
				CHECK(bx_ordpath_check(label, label_n, BX_E_CORRUPT, NULL) == BX_OK);
				CHECK(bx_label_find(&d.label, before.data, before.len, &place) == BX_OK || !valid);
				CHECK(!valid || (place.found && place.off == info.ev.off));
			}
		CHECK(!valid || info.ev.kind == BX_EV_DONE);
		doc_close(&d);
		bx_buf_free(&before);
		m.v[bit / 8] ^= (uint8_t) (1 << bit % 8);
	}
	CHECK(taken > 0);
	ut_labeled_free(&m);
	free(v);
}

/* The dump names parents, indexes and levels. */
static void
dump(void)
{
	static const char *const want = "(label exceptions): offset ";
	uint64_t rng = 99;
	size_t n;
	uint8_t *v = ut_encode(small, strlen(small), BX_MODE_AUTO, BX_TYPED_OFF, &n);
	UtLabeled m;
	BxBuf out;
	BxError err;

	ut_labeled_make(&m, v, n, 1, &rng);
	bx_buf_init(&out, bx_host_libc());
	CHECK(bx_dump_write(m.v, m.v_n, bx_host_lz4(), &out, &err) == BX_OK &&
		  bx_buf_byte(&out, 0, &err) == BX_OK);
	CHECK(strstr((char *) out.data, want) != NULL && strstr((char *) out.data, "  below \"") != NULL);
	bx_buf_free(&out);
	ut_labeled_free(&m);
	free(v);
}

/* ---- work ---- */

/* A list of n elements with directories; with `gaps`, every second label is missing. */
static uint8_t *
long_list(uint32_t n, bool gaps, size_t *len)
{
	size_t cap = 24 * (size_t) n + 16, at = 3, v_n;
	char *text = ut_need(malloc(cap));
	BxExceptionWriter w;
	uint8_t *v, *data;
	BxBuf body;
	BxError err;

	memcpy(text, "<l>", 3);
	for (uint32_t i = 0; i < n; i++)
		at += (size_t) sprintf(text + at, "<i a='%u'>%u</i>", i % 10, i);
	at += (size_t) sprintf(text + at, "</l>");
	v = ut_encode(text, at, BX_MODE_SHAPES | UT_DIRECTORIES, BX_TYPED_LOSSLESS, &v_n);
	free(text);
	bx_buf_init(&body, bx_host_libc());
	bx_exception_writer_init(&w, bx_host_libc(), &err);
	for (uint32_t i = 0; gaps && i < n; i++)
	{
		UtLevel up = ut_implied_level(BX_LINE_CHILD, 0), l = ut_implied_level(BX_LINE_CHILD, 2 * i);

		CHECK(bx_exception_add(&w, up.p, up.n, i, l.p, l.n) == BX_OK);
	}
	CHECK(bx_exception_finish(&w, &body) == BX_OK);
	CHECK(bx_section_put(v, v_n, BX_EXT_LABELS, gaps ? body.data : NULL, (uint32_t) body.len, 0,
						 bx_host_libc(), &data, len, &err) == BX_OK);
	bx_exception_writer_free(&w);
	bx_buf_free(&body);
	free(v);
	return data;
}

/*
 * Whatever the number of siblings, what is looked at does not grow: the way to a child, to its attribute, and its path.
 */
static void
finding_does_not_walk(void)
{
	for (int k = 0; k < 4; k++)
	{
		uint32_t n = k & 1 ? 100000 : 10000, gap = k & 2 ? 2 : 1;
		uint64_t most = 0;
		size_t len;
		uint8_t *v = long_list(n, gap == 2, &len);
		BxStore store;
		BxBuf path;
		UtHost h;
		Doc d;

		ut_host_init(&h);
		bx_buf_init(&path, bx_host_libc());
		bx_store_memory(&store, v, len);
		CHECK(doc_open(&d, &store) && d.label.dirs != NULL);
		d.label.host = &h.host;
		for (uint32_t i = 0; i < n; i += 997)
		{
			UtLevel up = ut_implied_level(BX_LINE_CHILD, 0), own = ut_implied_level(BX_LINE_CHILD, gap * i);
			BxArenaMark mark = bx_arena_mark(&d.arena);
			uint8_t label[UT_LEVEL_MAX], *p = label;
			char want[64];
			BxPlace place;
			bool found;

			p = (uint8_t *) memcpy(p, up.p, up.n) + up.n;
			p = (uint8_t *) memcpy(p, own.p, own.n) + own.n;
			p = bx_ordpath_part_put(p, (BxOrdpathPart){BX_LINE_ATTRIBUTE, 1});
			CHECK(bx_label_find(&d.label, label, (size_t) (p - label), &place) == BX_OK && place.found);
			most = place.items > most ? place.items : most;
			path.len = 0;
			CHECK(bx_label_path(&d.label, label, (size_t) (p - label), false, &path, &found) == BX_OK &&
				  found);
			snprintf(want, sizeof(want), "/l[1]/i[%u]/@a", i + 1);
			CHECKF(path.len == strlen(want) && memcmp(path.data, want, path.len) == 0, "%s: %.*s", want,
				   (int) path.len, (char *) path.data);
			bx_arena_release(&d.arena, &mark);
		}
		CHECKF(most <= 8, "%u siblings: %llu items", n, (unsigned long long) most);
		CHECKF(h.polls <= 500, "%d polls", h.polls);
		doc_close(&d);
		bx_buf_free(&path);
		free(v);
	}
}

/* Walks over ranges begin near their first item, with and without exceptions, at items and between them. */
static void
ranges_do_not_walk(void)
{
	for (int k = 0; k < 2; k++)
	{
		uint32_t n = 100000, gap = k + 1;
		size_t len;
		uint8_t *v = long_list(n, gap == 2, &len);
		BxStore store;
		Doc d;

		bx_store_memory(&store, v, len);
		CHECK(doc_open(&d, &store) && d.label.dirs != NULL);
		for (uint32_t i = 0; i < n; i += 499)
		{
			UtLevel up = ut_implied_level(BX_LINE_CHILD, 0), own = ut_implied_level(BX_LINE_CHILD, gap * i);
			BxArenaMark mark = bx_arena_mark(&d.arena);
			uint8_t lo[UT_LEVEL_MAX], *p = lo;
			const uint8_t *label;
			BxWalkWork work;
			BxWalk *walk;
			BxInfo info;
			size_t label_n, items = 0;

			p = (uint8_t *) memcpy(p, up.p, up.n) + up.n;
			p = (uint8_t *) memcpy(p, own.p, own.n) + own.n;
			CHECK(bx_walk_new(&walk, &d.table, &d.items.source, &d.exceptions, &d.arena, &d.err) == BX_OK);
			bx_walk_dirs(walk, d.label.dirs);
			bx_walk_range(walk, lo, (size_t) (p - lo), NULL, 0);
			for (; items < 200 && bx_walk_next(walk, &info) == BX_OK && info.ev.kind != BX_EV_DONE; items++)
			{
				UtLevel want = ut_implied_level(BX_LINE_CHILD, gap * (i + (uint32_t) items / 2));

				bx_walk_label(walk, &info, &label, &label_n);
				CHECKF(label_n == up.n + want.n + items % 2 * 2 && memcmp(label + up.n, want.p, want.n) == 0,
					   "%u + %zu", i, items);
			}
			CHECK(items == 200 || items == 2 * (size_t) (n - i));
			bx_walk_work(walk, &work);
			CHECKF(work.items < 400, "%u: %u items", i, (unsigned) work.items);
			bx_arena_release(&d.arena, &mark);
		}
		doc_close(&d);
		free(v);
	}
}

/* A directory that leads elsewhere: refused, or the labels that the walk without it gives. */
static void
lying_directory(void)
{
	uint32_t refused_n = 0;
	size_t len;
	uint8_t *v = long_list(400, false, &len);
	BxHeader h;
	uint32_t off, n;

	CHECK(bx_header_read(v, len, len, &h, NULL) == BX_OK &&
		  bx_header_ext_place(&h, v, BX_EXT_CHILDREN, &off, &n, NULL) == BX_OK && off > 0);
	for (size_t bit = off * 8; bit < (off + n) * 8; bit += 3)
	{
		UtLevel up = ut_implied_level(BX_LINE_CHILD, 0), own = ut_implied_level(BX_LINE_CHILD, 333);
		uint8_t lo[UT_LEVEL_MAX];
		BxStore store;
		BxWalk *walk;
		BxInfo info;
		BxStatus st;
		Doc d;

		v[bit / 8] ^= (uint8_t) (1 << bit % 8);
		memcpy(lo, up.p, up.n);
		memcpy(lo + up.n, own.p, own.n);
		bx_store_memory(&store, v, len);
		CHECK(doc_open(&d, &store) && d.label.dirs != NULL);
		CHECK(bx_walk_new(&walk, &d.table, &d.items.source, &d.exceptions, &d.arena, &d.err) == BX_OK);
		bx_walk_dirs(walk, d.label.dirs);
		bx_walk_range(walk, lo, up.n + own.n, NULL, 0);
		do
			st = bx_walk_next(walk, &info);
		while (st == BX_OK && info.ev.kind != BX_EV_DONE);
		CHECK(st == BX_OK || st == BX_E_CORRUPT);
		refused_n += st != BX_OK;
		doc_close(&d);
		v[bit / 8] ^= (uint8_t) (1 << bit % 8);
	}
	CHECK(refused_n > 0);
	free(v);
}

UT_SUITE(test_labeled)
{
	UT_RUN(random_values);
	UT_RUN(finding_does_not_walk);
	UT_RUN(ranges_do_not_walk);
	UT_RUN(lying_directory);
	UT_RUN(refused);
	UT_RUN(damage);
	UT_RUN(dump);
	return ut_done();
}
