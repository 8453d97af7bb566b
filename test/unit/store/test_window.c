/*
 * test_window.c -- reading a value of any size in windows: the same text, dump, statistics, verdict and plain form
 * however the value is stored, in bounded memory; whatever is wrong with store, memory or value comes back as a status.
 */
#define _POSIX_C_SOURCE 200809L

#include "../ut.h"
#include "../ut_golden.h"
#include "../ut_pack.h"

#include "../../../src/core/check/bx_check.h"
#include "../../../src/core/check/bx_dump.h"
#include "../../../src/core/check/bx_stats.h"
#include "../../../src/core/store/bx_window.h"
#include "../../../src/core/print/bx_text.h"

static UtGolden golden[UT_GOLDEN_MAX];
static int golden_n;

/* ---- what is done with values ---- */

typedef enum Work
{
	TEXT,
	PRETTY,
	DUMP,
	PLAIN,
	STATS,
	VERDICT,
	WORKS
} Work;

static const char *const work_names[] = {"text", "pretty", "dump", "plain", "stats", "check"};

static void
drop(void *ctx, BxBuf *out)
{
	*(size_t *) ctx += out->len;
	out->len = 0;
}

/* Output is appended to out; with taken, a dump is handed on in parts and only counted. */
static BxStatus
work_on(BxStore *store, Work work, const BxHost *host, BxBuf *out, size_t *taken, BxError *err)
{
	static const BxTextOptions indent = {.indent = 2};
	BxStats stats;
	BxStatus st;

	bx_error_clear(err);
	switch (work)
	{
		case TEXT: return bx_text_read(store, NULL, host, out, err);
		case PRETTY: return bx_text_read(store, &indent, host, out, err);
		case DUMP: return bx_dump_read(store, false, host, out, taken ? drop : NULL, taken, err);
		case PLAIN: return bx_plain_read(store, host, out, err);
		case STATS:
			st = bx_stats_read(store, host, &stats, err);
			return st == BX_OK ? bx_buf_append(out, &stats, sizeof(stats), err) : st;
		default: return bx_check_stored(store, host, err);
	}
}

/* ---- every way a value may be stored ---- */

typedef struct Value
{
	uint8_t *v, *packed, *cut; /* plain; in blocks as the writer cuts them, or NULL; in short blocks */
	size_t n, m, cut_n;
} Value;

typedef enum Form
{
	MEMORY_PACKED,
	MEMORY_CUT,
	STORE_PLAIN,
	STORE_PACKED,
	STORE_CUT,
	FORMS
} Form;

static void
value_take(Value *val, uint8_t *v, size_t n, uint32_t block)
{
	UtPacked p;

	val->v = v;
	val->n = n;
	val->packed = ut_pack(v, n, &val->m);
	ut_packed_cut(&p, v, n, block, n % 2 == 0);
	val->cut = ut_packed_join(&p, &val->cut_n);
	ut_packed_free(&p);
}

static void
value_free(Value *val)
{
	free(val->v);
	free(val->packed);
	free(val->cut);
}

static bool
form_bytes(const Value *val, Form form, const uint8_t **v, size_t *n)
{
	bool cut = form == MEMORY_CUT || form == STORE_CUT;

	*v = form == STORE_PLAIN ? val->v : cut ? val->cut : val->packed;
	*n = form == STORE_PLAIN ? val->n : cut ? val->cut_n : val->m;
	return *v != NULL;
}

static BxStatus
work_form(const Value *val, Form form, Work work, const BxHost *host, BxBuf *out, size_t *taken, BxError *err)
{
	const uint8_t *v;
	UtStore outside;
	BxStore memory;
	size_t n;

	if (!form_bytes(val, form, &v, &n))
		return BX_E_STATE;
	ut_store_init(&outside, v, n);
	bx_store_memory(&memory, v, n);
	return work_on(form < STORE_PLAIN ? &memory : &outside.store, work, host, out, taken, err);
}

/* All works on all forms give what they give for the plain value in memory. */
static void
same_everywhere(const Value *val, const char *name)
{
	int work, form;

	for (work = 0; work < WORKS; work++)
	{
		BxBuf want, got;
		BxStore memory;
		BxError err;
		BxStatus st;

		bx_buf_init(&want, bx_host_lz4());
		bx_buf_init(&got, bx_host_lz4());
		bx_store_memory(&memory, val->v, val->n);
		st = work_on(&memory, (Work) work, bx_host_lz4(), &want, NULL, &err);
		for (form = 0; form < FORMS; form++)
		{
			BxStatus now;

			if (form != MEMORY_CUT && form < STORE_CUT && val->packed == NULL)
				continue;
			got.len = 0;
			now = work_form(val, (Form) form, (Work) work, bx_host_lz4(), &got, NULL, &err);
			CHECKF(now == st &&
					   (st != BX_OK || (got.len == want.len &&
										(want.len == 0 || memcmp(got.data, want.data, want.len) == 0))),
				   "%s, %s, form %d: %s, want %s: %s", name, work_names[work], form, bx_status_name(now),
				   bx_status_name(st), err.msg);
		}
		bx_buf_free(&want);
		bx_buf_free(&got);
	}
}

static void
golden_values(void)
{
	int i;

	for (i = 0; i < golden_n; i++)
	{
		uint8_t *copy = ut_need(malloc(golden[i].n));
		Value val;

		memcpy(copy, golden[i].v, golden[i].n);
		value_take(&val, copy, golden[i].n, 50);
		same_everywhere(&val, golden[i].name);
		value_free(&val);
	}
}

/* ---- documents ---- */

typedef struct Doc
{
	BxBuf xml;
	uint64_t rng;
} Doc;

static void
add(Doc *d, const char *s)
{
	ut_append(&d->xml, s, strlen(s));
}

/* About n bytes of text whose characters have one to four bytes; with white, white space only. */
static void
add_text(Doc *d, size_t n, bool white)
{
	static const char *const pieces[] = {"word ", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
										 "&amp;", "12",       "x-x ? "};
	size_t until = d->xml.len + n;

	while (d->xml.len < until)
		add(d, white ? (ut_below(&d->rng, 2) ? " " : "\n") : pieces[ut_below(&d->rng, 7)]);
}

/* An element with content of about n bytes, in records, long texts, comments and more elements. */
static void
add_element(Doc *d, size_t n, int depth)
{
	size_t until = d->xml.len + n;
	bool mixed = ut_below(&d->rng, 4) == 0;

	add(d, mixed ? "<mixed>" : "<list n='1'>");
	while (d->xml.len < until)
		switch (ut_below(&d->rng, depth > 0 ? 7 : 6))
		{
			case 0: add(d, "<r id='17'><a>some text</a><b>4.50</b></r>"); break;
			case 1: add_text(d, ut_below(&d->rng, 10) == 0 ? n / 3 : 9, !mixed); break;
			case 2:
				add(d, "<long>");
				add_text(d, ut_below(&d->rng, 8) == 0 ? n / 4 : 30, false);
				add(d, "</long>");
				break;
			case 3:
				add(d, "<!-- ");
				add_text(d, ut_below(&d->rng, 16) == 0 ? n / 4 : 10, true);
				add(d, "--><?pi some data?>");
				break;
			case 4: add(d, "<e/>"); break;
			case 5: add(d, "\n  "); break;
			default: add_element(d, n / 4, depth - 1);
		}
	add(d, mixed ? "</mixed>" : "</list>");
}

static void
make(Value *val, uint64_t seed, size_t n, BxMode mode, uint32_t block)
{
	Doc d = {.rng = seed};
	size_t len;
	uint8_t *v;

	bx_buf_init(&d.xml, bx_host_libc());
	add(&d, "<?xml version='1.0' standalone='yes'?><!DOCTYPE list [<!ENTITY e 'x'>]>");
	add_element(&d, n, 3);
	v = ut_encode((const char *) d.xml.data, d.xml.len, mode, BX_TYPED_LOSSLESS, &len);
	value_take(val, v, len, block);
	bx_buf_free(&d.xml);
}

static void
random_documents(void)
{
	static const size_t sizes[] = {300, 9000, 70000, 200000, 1500000};
	char name[40];
	uint64_t seed;
	Value val;

	for (seed = 1; seed <= 20; seed++)
	{
		make(&val, seed * 7919, sizes[seed % 5], seed & 1 ? BX_MODE_SHAPES : BX_MODE_NAMES,
			 seed % 3 == 0 ? 100000 : 777 * (uint32_t) seed);
		snprintf(name, sizeof(name), "document %d of %zu bytes", (int) seed, val.n);
		same_everywhere(&val, name);
		value_free(&val);
	}
}

/* Nested as deep as may be, with white space all around: every level is looked at once. */
static void
deep_and_indented(void)
{
	Doc d = {.rng = 1};
	size_t len;
	uint8_t *v;
	Value val;
	int i;

	bx_buf_init(&d.xml, bx_host_libc());
	for (i = 0; i < 9000; i++)
		add(&d, "<a> <b>some words of text</b>");
	for (i = 0; i < 9000; i++)
		add(&d, " </a>");
	v = ut_encode((const char *) d.xml.data, d.xml.len, BX_MODE_NAMES, BX_TYPED_LOSSLESS, &len);
	value_take(&val, v, len, 5000);
	same_everywhere(&val, "deep");
	value_free(&val);
	bx_buf_free(&d.xml);
}

/* ---- memory ---- */

typedef struct Peak
{
	BxHost host;
	size_t now, peak;
} Peak;

static void *
peak_resize(void *ctx, void *p, size_t n)
{
	Peak *k = ctx;
	size_t old = p ? *((size_t *) p - 2) : 0;
	size_t *q = ut_need(realloc(p ? (size_t *) p - 2 : NULL, n + 2 * sizeof(size_t)));

	*q = n;
	k->now += n - old;
	if (k->now > k->peak)
		k->peak = k->now;
	return q + 2;
}

static void *
peak_alloc(void *ctx, size_t n)
{
	return peak_resize(ctx, NULL, n);
}

static void
peak_release(void *ctx, void *p)
{
	if (p == NULL)
		return;
	((Peak *) ctx)->now -= *((size_t *) p - 2);
	free((size_t *) p - 2);
}

/* 20 MB of records, or one text of that size. */
static void
make_large(Value *val, bool one_text)
{
	Doc d = {.rng = 5};
	size_t len;
	uint8_t *v;

	bx_buf_init(&d.xml, bx_host_libc());
	add(&d, "<r>");
	if (one_text)
		add_text(&d, 20000000, false);
	while (d.xml.len < 20000000)
		add(&d, "<row id='1'> <name>some name</name><amount>7.50</amount>\n<empty/></row>");
	add(&d, "</r>");
	v = ut_encode((const char *) d.xml.data, d.xml.len, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &len);
	value_take(val, v, len, 65536);
	bx_buf_free(&d.xml);
}

/* Beyond the output, whatever the size of value and items. */
#define MEMORY_MAX (800 * 1024)

static void
bounded_memory(void)
{
	int one, work, form;

	for (one = 0; one < 2; one++)
	{
		Value val;

		make_large(&val, one);
		CHECK(val.packed != NULL);
		for (work = 0; work < WORKS; work++)
			for (form = 0; form < FORMS; form++)
			{
				Peak k = {.host = *bx_host_lz4()};
				size_t taken = 0;
				BxError err;
				BxStatus st;
				BxBuf out;

				k.host.ctx = &k;
				k.host.alloc = peak_alloc;
				k.host.resize = peak_resize;
				k.host.release = peak_release;
				bx_buf_init(&out, bx_host_lz4());
				st = work_form(&val, (Form) form, (Work) work, &k.host, &out, &taken, &err);
				CHECKF(st == BX_OK, "%s", err.msg);
				CHECKF(k.peak <= MEMORY_MAX && k.now == 0, "%s, form %d, %s: %zu bytes at the peak",
					   work_names[work], form, one ? "one text" : "records", k.peak);
				CHECKF(work != DUMP || out.len < 200000, "%zu bytes of dump are kept", out.len);
				bx_buf_free(&out);
			}
		value_free(&val);
	}
}

/* ---- failures ---- */

/* Each request refused, each read failed, each poll canceled, once: a status, and nothing kept. */
static void
refusals(void)
{
	Value val;
	int work, form, kind, at;

	make(&val, 99, 400000, BX_MODE_SHAPES, 20000);
	for (work = 0; work < WORKS; work++)
		for (form = 0; form < FORMS; form++)
			for (kind = 0; kind < 3; kind++)
				for (at = 1;; at++)
				{
					BxStatus want = kind == 0 ? BX_E_NOMEM : kind == 1 ? BX_E_CANCEL : BX_E_STATE;
					const uint8_t *v;
					UtStore outside;
					BxStore memory;
					UtHost host;
					BxError err;
					BxStatus st;
					BxBuf out;
					size_t n;

					ut_host_init(&host);
					bx_buf_init(&out, bx_host_lz4());
					CHECK(form_bytes(&val, (Form) form, &v, &n));
					ut_store_init(&outside, v, n);
					bx_store_memory(&memory, v, n);
					host.fail_at = kind == 0 ? at : 0;
					host.cancel_at = kind == 1 ? at : 0;
					outside.fail_at = kind == 2 ? at : 0;
					outside.fail_with = BX_E_STATE;
					st = work_on(form < STORE_PLAIN ? &memory : &outside.store, (Work) work, &host.host, &out,
								 NULL, &err);
					CHECKF(host.live == 0, "%s, form %d: %d pieces kept", work_names[work], form, host.live);
					bx_buf_free(&out);
					if (st == BX_OK || ut_here > 0)
						break;
					CHECKF(st == want, "%s, form %d, %d: %s", work_names[work], form, at, bx_status_name(st));
				}
	value_free(&val);
}

static void
damage(void)
{
	uint64_t rng = 11;
	Value val;
	int i, form;

	make(&val, 3, 300000, BX_MODE_SHAPES, 9000);
	for (i = 0; i < 200; i++)
		for (form = 0; form < FORMS; form++)
		{
			uint8_t *v;
			size_t n;
			int work;

			if (!form_bytes(&val, (Form) form, (const uint8_t **) &v, &n))
				continue;
			for (work = 0; work < WORKS; work++)
			{
				size_t at = ut_below(&rng, i < 100 ? 600 : (uint32_t) n);
				uint8_t was = v[at];
				BxError err;
				BxStatus st;
				BxBuf out;

				bx_buf_init(&out, bx_host_lz4());
				v[at] = (uint8_t) ut_below(&rng, 256);
				st = work_form(&val, (Form) form, (Work) work, bx_host_lz4(), &out, NULL, &err);
				CHECKF(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION, "%s", bx_status_name(st));
				v[at] = was;
				bx_buf_free(&out);
			}
		}
	value_free(&val);
}

/* What is wrong at the end of a piece of a long payload is seen: torn characters, pairs, last bytes. */
static void
pieces_are_checked(void)
{
	static const struct
	{
		const char *bad, *xml_open, *xml_close;
	} cases[] = {{"\xC3(", "<a>", "</a>"},     {"\xFF", "<a>", "</a>"},      {"\xEF\xBF\xBF", "<a>", "</a>"},
				 {"--", "<a><!--", "--></a>"}, {"?>", "<a><?p x", "?></a>"}, {"\r", "<a><!--", "--></a>"},
				 {"\r", "<a><?p x", "?></a>"}, {"<", "<a>", "</a>"}};
	size_t i, at;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (at = BX_PIECE - 6; at < BX_PIECE + 4; at++)
		{
			Doc d = {.rng = 1};
			size_t len, from;
			uint8_t *v;
			Value val;
			BxError err;

			bx_buf_init(&d.xml, bx_host_libc());
			add(&d, cases[i].xml_open);
			while (d.xml.len < 150000)
				add(&d, "x");
			add(&d, cases[i].xml_close);
			v = ut_encode((const char *) d.xml.data, d.xml.len, BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &len);
			from = (size_t) ((uint8_t *) memchr(v, 'x', len) - v);
			while (memcmp(v + from, "xxxxxxxx", 8) != 0)
				from++;
			memcpy(v + from + at, cases[i].bad, strlen(cases[i].bad));
			value_take(&val, v, len, 30000);
			CHECKF(work_form(&val, STORE_CUT, VERDICT, bx_host_lz4(), NULL, NULL, &err) == BX_E_CORRUPT,
				   "%d at %zu", (int) i, at);
			same_everywhere(&val, "damaged");
			value_free(&val);
			bx_buf_free(&d.xml);
		}
}

UT_SUITE(test_window)
{
	golden_n = ut_goldens(golden);
	UT_RUN(golden_values);
	UT_RUN(random_documents);
	UT_RUN(deep_and_indented);
	UT_RUN(bounded_memory);
	UT_RUN(refusals);
	UT_RUN(damage);
	UT_RUN(pieces_are_checked);
	ut_goldens_free(golden, golden_n);
	return ut_done();
}
