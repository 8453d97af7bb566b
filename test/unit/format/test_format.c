/*
 * test_format.c -- writer, reader and serializer against each other.
 *
 * Properties over random documents: events in are events out, in both modes and through windows of every size; the
 * text does not depend on the mode; whatever the writer makes passes the validator.  Then what may go wrong:
 * every allocation failing once, calls in the wrong order, limits, depth.
 */
#define _POSIX_C_SOURCE 200809L

#include "../../../src/core/encode/bx_constants.h"
#include "../ut.h"
#include "../ut_golden.h"
#include "../ut_random.h"

#define DOCUMENTS 300

static const unsigned modes[] = {BX_MODE_NAMES,
								 BX_MODE_SHAPES,
								 BX_MODE_AUTO,
								 BX_MODE_NAMES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_NAMES | UT_HEAP,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_SHAPES | UT_HEAP | UT_CONSTANTS};
#define N_MODES ((int) (sizeof(modes) / sizeof(modes[0])))

/* ---- round trips ---- */

static void
text_of(const uint8_t *v, size_t n, BxBuf *out)
{
	BxError err;

	bx_buf_init(out, bx_host_libc());
	CHECKF(bx_text_write(v, n, NULL, bx_host_libc(), out, &err) == BX_OK, "%s", err.msg);
}

static void
check_round_trip(const UtEvents *in, unsigned mode, BxTyped typed, BxBuf *text)
{
	BxWriterOptions opt = ut_options(mode, typed);
	BxLimits limits = BX_LIMITS_DEFAULT;
	UtEvents back;
	uint8_t *v = NULL;
	size_t n;
	BxError err;

	bx_error_clear(&err);
	CHECKF(ut_write(in, &opt, bx_host_libc(), &v, &n, &err) == BX_OK, "%s", err.msg);
	if (v == NULL)
		return;
	ut_events_init(&back);
	CHECKF(ut_read(v, n, NULL, &back, &err) == BX_OK, "%s", err.msg);
	CHECKF(ut_events_differ(in, &back) == -1, "mode %d event %ld", mode, ut_events_differ(in, &back));
	CHECKF(bx_check(v, n, true, &limits, bx_host_libc(), &err) == BX_OK, "mode %d: %s", mode, err.msg);
	text_of(v, n, text);
	ut_events_free(&back);
	free(v);
}

/* Events in = events out, and equal text from every mode. */
static void
random_documents_round_trip(void)
{
	uint64_t rng = 42;
	int i, m;

	for (i = 0; i < DOCUMENTS && ut_here == 0; i++)
	{
		UtEvents in;
		BxBuf text[2 * N_MODES];

		ut_events_init(&in);
		ut_random_events(&in, &rng, ut_below(&rng, i % 50 == 0 ? 4000 : 200));
		for (m = 0; m < 2 * N_MODES; m++)
			check_round_trip(&in, modes[m % N_MODES], m < N_MODES ? BX_TYPED_LOSSLESS : BX_TYPED_OFF,
							 &text[m]);
		for (m = 0; m < 2 * N_MODES; m++)
			CHECK(text[m].len == text[0].len &&
				  (text[0].len == 0 || memcmp(text[m].data, text[0].data, text[0].len) == 0));
		for (m = 0; m < 2 * N_MODES; m++)
			bx_buf_free(&text[m]);
		ut_events_free(&in);
	}
}

/* Bytes of a value with two texts of n characters that are the same, or differ in the last one. */
static size_t
bytes_of_two(int n, char last)
{
	static const char some[] =
		"a text that is longer than any constant, which has 64 bytes at most, as FORMAT.md says";
	char xml[300];
	size_t len;

	snprintf(xml, sizeof(xml), "<a><b>%.*s.</b><b>%.*s%c</b></a>", n - 1, some, n - 1, some, last);
	free(ut_encode(xml, strlen(xml), BX_MODE_NAMES | UT_CONSTANTS, BX_TYPED_OFF, &len));
	return len;
}

static void
constants_have_a_length(void)
{
	CHECK(bytes_of_two(BX_CONSTANT_LENGTH, '.') + BX_CONSTANT_LENGTH <
		  bytes_of_two(BX_CONSTANT_LENGTH, '!') + 4);
	CHECK(bytes_of_two(BX_CONSTANT_LENGTH + 1, '.') == bytes_of_two(BX_CONSTANT_LENGTH + 1, '!'));
}

/* Text in pieces, empty pieces included, is the text in one. */
static void
pieces_of_text_merge(void)
{
	static const char *const pieces[] = {"1", "", "2", ".", "50", ""};
	BxWriterOptions opt = ut_options(BX_MODE_NAMES, BX_TYPED_LOSSLESS);
	BxWriter *w = bx_writer_new(bx_host_libc(), &opt, NULL);
	uint8_t *v, *whole;
	size_t n, m;
	uint32_t name = 0;
	unsigned i;

	CHECK(bx_writer_name(w, 0, ut_str("a"), &name) == BX_OK);
	CHECK(bx_writer_start_element(w, name) == BX_OK);
	for (i = 0; i < 6; i++)
		CHECK(bx_writer_text(w, pieces[i], strlen(pieces[i])) == BX_OK);
	CHECK(bx_writer_end_element(w) == BX_OK && bx_writer_finish(w, &v, &n) == BX_OK);
	whole = ut_encode("<a>12.50</a>", 12, BX_MODE_NAMES, BX_TYPED_LOSSLESS, &m);
	CHECK(n == m && memcmp(v, whole, n) == 0);
	bx_writer_free(w);
	free(v);
	free(whole);
}

/* ---- windows ---- */

typedef struct Windowed
{
	BxSource src;
	const uint8_t *items;
	uint32_t size;
	uint8_t *win; /* exactly as long as what was asked for: over-reads show under ASan */
	uint64_t fetched;
	uint32_t total; /* items and heap */
} Windowed;

static BxStatus
windowed_fetch(BxSource *src, uint32_t off, uint32_t need, const uint8_t **win, uint32_t *got, BxError *err)
{
	Windowed *w = (Windowed *) src;
	uint32_t n = need > w->size ? need : w->size;

	(void) err;
	if (n > w->total - off)
		n = w->total - off;
	free(w->win);
	w->win = ut_need(malloc(n ? n : 1));
	memcpy(w->win, w->items + off, n);
	w->fetched += n;
	*win = w->win;
	*got = n;
	return BX_OK;
}

static void
windowed_init(Windowed *w, const uint8_t *v, size_t n, uint32_t size)
{
	BxHeader h;

	memset(w, 0, sizeof(*w));
	CHECK(bx_header_read(v, n, n, &h, NULL) == BX_OK);
	w->src.fetch = windowed_fetch;
	w->src.len = h.items_len;
	w->total = h.ext_off - h.items_off;
	w->items = v + h.items_off;
	w->size = size;
}

static void
check_windows(const UtGolden *g)
{
	UtEvents whole, back;
	BxError err;
	Windowed w;
	uint32_t size;

	ut_events_init(&whole);
	CHECK(ut_read(g->v, g->n, NULL, &whole, &err) == BX_OK);
	for (size = 1; size <= 17; size++)
	{
		windowed_init(&w, g->v, g->n, size);
		ut_events_init(&back);
		CHECKF(ut_read(g->v, g->n, &w.src, &back, &err) == BX_OK, "%s window %u: %s", g->name, size, err.msg);
		CHECKF(ut_events_differ(&whole, &back) == -1, "%s window %u", g->name, size);
		/* never more than a header's worth read twice per item */
		CHECK(w.fetched <= w.src.len + (uint64_t) 30 * (whole.n + 1));
		ut_events_free(&back);
		free(w.win);
	}
	ut_events_free(&whole);
}

static void
windows_of_every_size(void)
{
	static UtGolden golden[UT_GOLDEN_MAX];
	int n = ut_goldens(golden);
	int i;

	for (i = 0; i < n; i++)
		check_windows(&golden[i]);
	ut_goldens_free(golden, n);
}

/* Skipping touches the skipped element's header only. */
static void
skip_is_constant_work(void)
{
	BxBuf xml;
	BxTable t;
	BxArena a;
	BxReader *rd;
	BxEvent ev;
	Windowed w;
	uint8_t *v;
	size_t n;
	int i;

	bx_buf_init(&xml, bx_host_libc());
	ut_append(&xml, "<r><big>", 8);
	for (i = 0; i < 5000; i++)
		ut_append(&xml, "<x>1</x><y/>", 12);
	ut_append(&xml, "</big><last/></r>", 17);
	v = ut_encode((char *) xml.data, xml.len, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);
	windowed_init(&w, v, n, 16);
	bx_arena_init(&a, bx_host_libc());
	CHECK(bx_table_open(&t, &a, v, n, n, NULL) == BX_OK && bx_reader_new(&rd, &t, &w.src, &a, NULL) == BX_OK);
	CHECK(bx_reader_next(rd, &ev) == BX_OK && bx_reader_next(rd, &ev) == BX_OK && ev.kind == BX_EV_ELEMENT);
	bx_reader_skip(rd);
	CHECK(bx_reader_next(rd, &ev) == BX_OK && ev.kind == BX_EV_END && ev.level == 2);
	CHECK(bx_reader_next(rd, &ev) == BX_OK && ev.kind == BX_EV_LEAF);
	CHECK(bx_reader_next(rd, &ev) == BX_OK && ev.kind == BX_EV_END && ev.level == 1);
	CHECK(bx_reader_next(rd, &ev) == BX_OK && ev.kind == BX_EV_DONE);
	CHECK(bx_reader_next(rd, &ev) == BX_OK && ev.kind == BX_EV_DONE);
	CHECK(bx_reader_items(rd) == 3 && w.fetched < 100);
	bx_arena_reset(&a);
	bx_buf_free(&xml);
	free(w.win);
	free(v);
}

/* ---- failing memory ---- */

typedef struct Failing
{
	BxHost host;
	long left; /* calls that succeed */
	long live;
	uint64_t polls;
} Failing;

static void *
failing_alloc(void *ctx, size_t n)
{
	Failing *f = ctx;

	if (f->left-- <= 0)
		return NULL;
	f->live++;
	return ut_need(malloc(n ? n : 1));
}

static void *
failing_resize(void *ctx, void *p, size_t n)
{
	Failing *f = ctx;

	if (f->left-- <= 0)
		return NULL;
	f->live += p == NULL;
	return ut_need(realloc(p, n ? n : 1));
}

static void
failing_release(void *ctx, void *p)
{
	((Failing *) ctx)->live -= p != NULL;
	free(p);
}

static BxStatus
counting_poll(void *ctx)
{
	((Failing *) ctx)->polls++;
	return BX_OK;
}

static void
failing_init(Failing *f, long left)
{
	memset(f, 0, sizeof(*f));
	f->host.ctx = f;
	f->host.alloc = failing_alloc;
	f->host.resize = failing_resize;
	f->host.release = failing_release;
	f->host.poll = counting_poll;
	f->left = left;
}

typedef BxStatus (*Attempt)(Failing *f, const UtGolden *g, BxError *err);

static BxStatus
attempt_write(Failing *f, const UtGolden *g, BxError *err)
{
	BxWriterOptions opt = ut_options(g->mode, g->typed);
	UtEvents ev;
	uint8_t *v = NULL;
	size_t n;
	BxStatus st;

	ut_events_init(&ev);
	CHECK(ut_read_all(g->v, g->n, &ev, err) == BX_OK);
	st = ut_write(&ev, &opt, &f->host, &v, &n, err);
	if (st == BX_OK)
		failing_release(f, v);
	ut_events_free(&ev);
	return st;
}

static BxStatus
attempt_check(Failing *f, const UtGolden *g, BxError *err)
{
	BxLimits limits = BX_LIMITS_DEFAULT;

	return bx_check(g->v, g->n, true, &limits, &f->host, err);
}

static BxStatus
attempt_text(Failing *f, const UtGolden *g, BxError *err)
{
	BxTextOptions opt = {.indent = 2};
	BxBuf out;
	BxStatus st;

	bx_buf_init(&out, &f->host);
	st = bx_text_write(g->v, g->n, &opt, &f->host, &out, err);
	bx_buf_free(&out);
	return st;
}

static BxStatus
attempt_read(Failing *f, const UtGolden *g, BxError *err)
{
	BxArena a;
	BxTable t;
	BxSource src;
	BxReader *rd;
	BxEvent ev;
	BxStatus st;

	bx_arena_init(&a, &f->host);
	st = bx_table_open(&t, &a, g->v, g->n, g->n, err);
	if (st == BX_OK)
	{
		bx_source_memory(&src, g->v + t.head.items_off, t.head.items_len);
		st = bx_reader_new(&rd, &t, &src, &a, err);
	}
	while (st == BX_OK && (st = bx_reader_next(rd, &ev)) == BX_OK && ev.kind != BX_EV_DONE)
		;
	bx_arena_reset(&a);
	return st;
}

/* Let the Nth allocation fail, for every N until none does. */
static void
fail_each(Attempt attempt, const UtGolden *g)
{
	long n;

	for (n = 0; n < 2000; n++)
	{
		Failing f;
		BxError err;
		BxStatus st;

		failing_init(&f, n);
		bx_error_clear(&err);
		st = attempt(&f, g, &err);
		CHECKF(f.live == 0, "%s: %ld allocations left after failure %ld", g->name, f.live, n);
		if (st == BX_OK)
			return;
		CHECKF(st == BX_E_NOMEM && err.status == BX_E_NOMEM, "%s: failure %ld gives %s", g->name, n,
			   bx_status_name(st));
	}
	CHECK(!"never succeeds");
}

static void
every_allocation_may_fail(void)
{
	static const Attempt attempts[] = {attempt_write, attempt_read, attempt_check, attempt_text};
	static UtGolden golden[UT_GOLDEN_MAX];
	int n = ut_goldens(golden);
	int i, k;

	for (i = 0; i < n; i++)
		for (k = 0; k < 4; k++)
			fail_each(attempts[k], &golden[i]);
	ut_goldens_free(golden, n);
}

/* ---- misuse ---- */

static BxWriter *
started(uint32_t *name)
{
	BxWriterOptions opt = ut_options(BX_MODE_AUTO, BX_TYPED_LOSSLESS);
	BxWriter *w = bx_writer_new(bx_host_libc(), &opt, NULL);

	CHECK(bx_writer_name(w, BX_PAIR_NONE, ut_str("a"), name) == BX_OK);
	return w;
}

/* The call must have failed with BX_E_STATE, and the writer must stay failed. */
static void
must_be_state(BxWriter *w, BxStatus st)
{
	uint8_t *v;
	size_t n;

	CHECKF(st == BX_E_STATE, "%s", bx_status_name(st));
	CHECK(bx_writer_error(w)->status == BX_E_STATE && bx_writer_error(w)->msg[0] != '\0');
	CHECK(bx_writer_text(w, "x", 1) == BX_E_STATE && bx_writer_finish(w, &v, &n) == BX_E_STATE);
	bx_writer_free(w);
}

static void
misuse_is_refused(void)
{
	uint8_t *v;
	size_t n;
	uint32_t a;
	BxWriter *w;

	w = started(&a);
	must_be_state(w, bx_writer_end_element(w));
	w = started(&a);
	must_be_state(w, bx_writer_attribute(w, a, "1", 1));
	w = started(&a);
	must_be_state(w, bx_writer_namespace(w, 0));
	w = started(&a);
	must_be_state(w, bx_writer_start_element(w, a + 1));
	w = started(&a);
	bx_writer_start_element(w, a);
	must_be_state(w, bx_writer_finish(w, &v, &n));
	w = started(&a);
	bx_writer_start_element(w, a);
	bx_writer_text(w, "x", 1);
	must_be_state(w, bx_writer_attribute(w, a, "1", 1));
	w = started(&a);
	bx_writer_start_element(w, a);
	bx_writer_attribute(w, a, "1", 1);
	must_be_state(w, bx_writer_namespace(w, 0));
	w = started(&a);
	bx_writer_start_element(w, a);
	must_be_state(w, bx_writer_doctype(w, "<!DOCTYPE a>", 12));
	w = started(&a);
	bx_writer_doctype(w, "<!DOCTYPE a>", 12);
	bx_writer_text(w, "x", 1);
	must_be_state(w, bx_writer_finish(w, &v, &n));
	for (int text = 0; text < 2; text++) /* one root element, but a text or another element beside it */
	{
		w = started(&a);
		bx_writer_doctype(w, "<!DOCTYPE a>", 12);
		bx_writer_start_element(w, a);
		bx_writer_end_element(w);
		if (text)
			bx_writer_text(w, "x", 1);
		else
		{
			bx_writer_start_element(w, a);
			bx_writer_end_element(w);
		}
		must_be_state(w, bx_writer_finish(w, &v, &n));
	}
	w = started(&a);
	must_be_state(w, bx_writer_pi(w, a + 7, "", 0));
}

static void
finished_writer_refuses(void)
{
	uint8_t *v;
	size_t n;
	uint32_t a;
	BxWriter *w = started(&a);

	CHECK(bx_writer_finish(w, &v, &n) == BX_OK && n > 0);
	free(v);
	must_be_state(w, bx_writer_comment(w, "", 0));
}

/* ---- limits and depth ---- */

/* n nested elements with one leaf at the bottom. */
static BxStatus
write_deep(uint32_t n, uint32_t max_depth, uint8_t **v, size_t *len, BxError *err)
{
	BxWriterOptions opt = ut_options(BX_MODE_NAMES, BX_TYPED_LOSSLESS);
	BxWriter *w;
	BxStatus st = BX_OK;
	uint32_t i, name = 0;

	opt.limits.max_depth = max_depth;
	w = bx_writer_new(bx_host_libc(), &opt, err);
	CHECK(bx_writer_name(w, 0, ut_str("d"), &name) == BX_OK);
	for (i = 0; i < n && st == BX_OK; i++)
		st = bx_writer_start_element(w, name);
	for (i = 0; i < n && st == BX_OK; i++)
		st = bx_writer_end_element(w);
	if (st == BX_OK)
		st = bx_writer_finish(w, v, len);
	*err = *bx_writer_error(w);
	bx_writer_free(w);
	return st;
}

static uint64_t
items_read(const uint8_t *v, size_t n)
{
	BxArena a;
	BxTable t;
	BxSource src;
	BxReader *rd;
	BxEvent ev;
	uint64_t items;

	bx_arena_init(&a, bx_host_libc());
	CHECK(bx_table_open(&t, &a, v, n, n, NULL) == BX_OK);
	bx_source_memory(&src, v + t.head.items_off, t.head.items_len);
	CHECK(bx_reader_new(&rd, &t, &src, &a, NULL) == BX_OK);
	while (bx_reader_next(rd, &ev) == BX_OK && ev.kind != BX_EV_DONE)
		;
	items = bx_reader_items(rd);
	bx_arena_reset(&a);
	return items;
}

/* Work is counted, not timed: one item per element, and polls in proportion to items. */
static void
deep_nesting_is_linear(void)
{
	static const uint32_t depths[] = {10000, 100000};
	unsigned i;

	for (i = 0; i < 2; i++)
	{
		Failing f;
		BxError err;
		BxBuf out;
		uint8_t *v = NULL;
		size_t n;

		CHECKF(write_deep(depths[i], BX_DEPTH_CEILING, &v, &n, &err) == BX_OK, "%s", err.msg);
		CHECK(items_read(v, n) == depths[i]);
		failing_init(&f, 1000);
		CHECKF(bx_check(v, n, true, NULL, &f.host, &err) == BX_OK, "%s", err.msg);
		CHECK(f.polls < 10 + 2 * depths[i] / 4096 && f.live == 0);
		text_of(v, n, &out);
		CHECK(out.len == (depths[i] - 1) * 7 + 4);
		bx_buf_free(&out);
		free(v);
	}
}

static void
depth_is_limited(void)
{
	BxLimits limits = BX_LIMITS_DEFAULT;
	BxError err;
	uint8_t *v = NULL;
	size_t n;

	CHECK(write_deep(101, 100, &v, &n, &err) == BX_E_DEPTH);
	CHECK(strcmp(err.setting, "bxml.max_depth") == 0);
	CHECK(write_deep(BX_DEPTH_CEILING + 1, UINT32_MAX, &v, &n, &err) == BX_E_DEPTH);
	CHECK(write_deep(100, 100, &v, &n, &err) == BX_OK);
	limits.max_depth = 100;
	CHECK(bx_check(v, n, true, &limits, bx_host_libc(), &err) == BX_OK);
	limits.max_depth = 99;
	CHECK(bx_check(v, n, true, &limits, bx_host_libc(), &err) == BX_E_DEPTH);
	CHECK(strcmp(err.setting, "bxml.max_depth") == 0);
	CHECK(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK);
	free(v);
}

/* Names are counted by writer and validator alike: what the one makes the other accepts under the same limits. */
static void
names_are_limited(void)
{
	static const char xml[] = "<a xmlns:p=\"u\"><b c=\"1\"/><p:d/>t<!--c--></a>";
	uint32_t max;
	int m;

	for (m = 0; m < 2; m++)
	{
		uint32_t enough = 0;

		for (max = 1; max < 20; max++)
		{
			BxWriterOptions opt = ut_options(modes[m], BX_TYPED_LOSSLESS);
			UtEvents ev;
			BxError err;
			uint8_t *v = NULL;
			size_t n;

			opt.limits.max_names = max;
			ut_events_init(&ev);
			ut_parse(&ev, xml, sizeof(xml) - 1);
			if (ut_write(&ev, &opt, bx_host_libc(), &v, &n, &err) == BX_OK)
			{
				enough = enough ? enough : max;
				CHECK(bx_check(v, n, true, &opt.limits, bx_host_libc(), &err) == BX_OK);
				opt.limits.max_names = 3;
				CHECK(bx_check(v, n, true, &opt.limits, bx_host_libc(), &err) == BX_E_LIMIT);
				CHECK(strcmp(err.setting, "bxml.token_limit") == 0);
			}
			else
				CHECK(err.status == BX_E_LIMIT || err.status == BX_E_NOMEM);
			free(v);
			ut_events_free(&ev);
		}
		CHECKF(enough == 7, "%u", enough);
	}
}

static void
attributes_are_limited(void)
{
	static const char xml[] = "<a xmlns:p=\"u\" b=\"1\" c=\"2\"/>";
	BxLimits limits = BX_LIMITS_DEFAULT;
	BxError err;
	size_t n;
	uint8_t *v = ut_encode(xml, sizeof(xml) - 1, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);

	limits.max_attributes = 3;
	CHECK(bx_check(v, n, true, &limits, bx_host_libc(), &err) == BX_OK);
	limits.max_attributes = 2;
	CHECK(bx_check(v, n, true, &limits, bx_host_libc(), &err) == BX_E_LIMIT);
	CHECK(strcmp(err.setting, "bxml.max_attributes") == 0);
	free(v);
}

/* ---- text options ---- */

static void
check_text(const char *xml, BxTextOptions opt, const char *want)
{
	BxError err;
	BxBuf out;
	size_t n;
	uint8_t *v = ut_encode(xml, strlen(xml), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);

	bx_buf_init(&out, bx_host_libc());
	CHECK(bx_text_write(v, n, &opt, bx_host_libc(), &out, &err) == BX_OK);
	CHECKF(out.len == strlen(want) && memcmp(out.data, want, out.len) == 0, "%.*s", (int) out.len, out.data);
	bx_buf_free(&out);
	free(v);
}

static void
text_options(void)
{
	BxTextOptions indent = {.indent = 2};
	BxTextOptions decl = {.declaration = true};
	BxTextOptions bare = {.no_doctype = true};

	check_text("<a><b>1</b><c x=\"1\"><d/></c><e>t<f><g/></f></e></a>", indent,
			   "<a>\n  <b>1</b>\n  <c x=\"1\">\n    <d/>\n  </c>\n  <e>t<f><g/></f></e>\n</a>");
	check_text("<a>\n <b/>\n</a>", indent, "<a>\n  <b/>\n</a>");
	check_text("<!--c--><a/><?p?>", indent, "<!--c-->\n<a/>\n<?p?>");
	check_text("&#xFEFF;x<a/>\xEF\xBB\xBF", bare, "&#xFEFF;x<a/>\xEF\xBB\xBF");
	check_text("<a/>", decl, "<?xml version=\"1.0\"?><a/>");
	check_text("<!DOCTYPE a><a/>", bare, "<a/>");
	check_text("<!--x--><!DOCTYPE a><a/>", indent, "<!--x-->\n<!DOCTYPE a>\n<a/>");
}

/* ---- the choice of rows ---- */

/* <l> around elements of `names` different names with texts of n bytes: does the writer number shapes by name? */
static bool
takes_names(int names, int n, uint32_t *items)
{
	BxHeader h;
	BxBuf xml;
	BxError err;
	char piece[40];
	uint8_t *v;
	size_t len;
	int i, k;

	bx_buf_init(&xml, bx_host_libc());
	ut_append(&xml, "<l>", 3);
	for (i = 0; i < names; i++)
	{
		ut_append(&xml, piece, (size_t) snprintf(piece, sizeof(piece), "<n%d>", i));
		for (k = 0; k < n; k++)
			ut_append(&xml, "x", 1);
		ut_append(&xml, piece, (size_t) snprintf(piece, sizeof(piece), "</n%d>", i));
	}
	ut_append(&xml, "</l>", 4);
	v = ut_encode((char *) xml.data, xml.len, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &len);
	CHECK(bx_header_read(v, len, len, &h, &err) == BX_OK);
	*items = h.items_len;
	free(v);
	bx_buf_free(&xml);
	return (h.flags & BX_FLAG_NAMES) != 0;
}

/* Path rows may cost a fortieth of less than 8 kB of items, a twelfth of more. */
static void
rows_cost_a_share(void)
{
	uint32_t items;
	int n, seen[2] = {0, 0};

	for (n = 150; n < 350; n++)
	{
		bool names = takes_names(1, n, &items);

		CHECKF(names == (6 * 40 > items), "%u bytes of items", items);
		seen[names]++;
	}
	CHECK(seen[0] > 50 && seen[1] > 50);
	CHECK(takes_names(100, 76, &items) && items < 8192);
	CHECK(!takes_names(100, 82, &items) && items > 8192);
	CHECK(takes_names(300, 40, &items) && items > 8192 && items < 301 * 4 * 12);
	CHECK(!takes_names(300, 60, &items));
}

/* The first byte says whether it is a value at all, and whether of a version that is known. */
static void
first_byte(void)
{
	size_t n;
	uint8_t *v = ut_encode("<a b='1'>text</a>", 17, BX_MODE_AUTO, BX_TYPED_LOSSLESS, &n);
	BxArena arena;
	BxTable t;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	for (unsigned byte = 0; byte < 256; byte++)
	{
		BxStatus want = byte == 0xB1 ? BX_OK : byte > 0xB0 && byte <= 0xBF ? BX_E_VERSION : BX_E_CORRUPT, st;
		char text[60];

		v[0] = (uint8_t) byte;
		bx_error_clear(&err);
		st = bx_table_open(&t, &arena, v, n, n, &err);
		CHECKF(st == want, "0x%02X: %s", byte, bx_status_name(st));
		snprintf(text, sizeof(text),
				 want == BX_E_VERSION ? "bxml format version %u with flags 0x%02X" : "first byte is 0x%02X",
				 want == BX_E_VERSION ? byte & 15 : byte, v[1]);
		CHECKF(want == BX_OK || strstr(err.msg, text) != NULL, "%s", err.msg);
	}
	v[0] = 0xB1;
	for (unsigned len = 0; len < 10; len++)
		CHECKF(bx_table_open(&t, &arena, v, len, len, &err) == BX_E_CORRUPT &&
				   (strstr(err.msg, "too short") != NULL) == (len < 9),
			   "%u: %s", len, err.msg);
	bx_arena_reset(&arena);
	free(v);
}

UT_SUITE(test_format)
{
	UT_RUN(random_documents_round_trip);
	UT_RUN(constants_have_a_length);
	UT_RUN(pieces_of_text_merge);
	UT_RUN(windows_of_every_size);
	UT_RUN(skip_is_constant_work);
	UT_RUN(every_allocation_may_fail);
	UT_RUN(misuse_is_refused);
	UT_RUN(finished_writer_refuses);
	UT_RUN(deep_nesting_is_linear);
	UT_RUN(depth_is_limited);
	UT_RUN(names_are_limited);
	UT_RUN(attributes_are_limited);
	UT_RUN(text_options);
	UT_RUN(rows_cost_a_share);
	UT_RUN(first_byte);
	return ut_done();
}
