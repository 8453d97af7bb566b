/*
 * test_order.c -- equality, order, hash and sort keys by the canonical text: the hash function, examples, random
 * values in every way to store them against the canonical texts themselves, changed values against new ones, work.
 */
#include "../ut_host.h"
#include "../ut_xpath.h"

#include "../../../src/core/base/bx_xxh64.h"
#include "../../../src/core/compare/bx_order.h"
#include "../../../src/core/print/bx_canonical.h"
#include "../../diff/canonical_doc.h"
#include "../ut_change.h"
#include "../ut_pack.h"

static const unsigned forms[] = {BX_MODE_SHAPES,
								 BX_MODE_NAMES,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_NAMES | UT_AS(AT_BASE64),
								 BX_MODE_SHAPES | UT_AS(AT_HEX)};
#define FORMS (sizeof(forms) / sizeof(forms[0]))

/* ---- helpers ---- */

/* In pieces, and as a whole. */
static uint64_t
xxh64(const void *s, size_t n, uint64_t seed)
{
	BxXxh64 x;

	bx_xxh64_begin(&x, seed);
	bx_xxh64_add(&x, s, n / 3);
	bx_xxh64_add(&x, (const char *) s + n / 3, n - n / 3);
	CHECKF(bx_xxh64_end(&x) == bx_xxh64(s, n, seed), "%zu bytes", n);
	return bx_xxh64(s, n, seed);
}

/* A value in memory, or in a store that is read in parts. */
typedef struct Stored
{
	uint8_t *v;
	size_t n;
	UtStore outside;
	BxStore inside;
	BxStore *store;
} Stored;

static void
keep(Stored *s, uint8_t *v, size_t n, bool outside)
{
	s->v = v;
	s->n = n;
	bx_store_memory(&s->inside, v, n);
	ut_store_init(&s->outside, v, n);
	s->store = outside ? &s->outside.store : &s->inside;
}

/* In blocks, where that saves something. */
static void
pack(Stored *s)
{
	size_t m;
	uint8_t *packed = ut_pack(s->v, s->n, &m);
	bool outside = s->store == &s->outside.store;

	if (packed == NULL)
		return;
	free(s->v);
	keep(s, packed, m, outside);
}

static void
canonical_text(Stored *s, BxBuf *out)
{
	BxC14nOptions options = {.comments = true, .relative = true};
	BxError err;

	out->len = 0;
	CHECKF(bx_c14n_read(s->store, &options, bx_host_lz4(), out, &err) == BX_OK, "%s", err.msg);
}

static int
sign(int x)
{
	return (x > 0) - (x < 0);
}

static int
order_of(Stored *a, Stored *b)
{
	int order = 5;
	BxError err;

	CHECKF(bx_order(a->store, b->store, bx_host_lz4(), &order, &err) == BX_OK, "%s", err.msg);
	return sign(order);
}

static uint64_t
hash_of(Stored *s, uint64_t seed)
{
	uint64_t hash = 0;
	BxError err;

	CHECK(bx_order_hash(s->store, seed, bx_host_lz4(), &hash, &err) == BX_OK);
	return hash;
}

static uint64_t
key_of(Stored *s, const BxBuf *pivot)
{
	uint64_t key = 0;
	BxError err;

	CHECK(bx_order_key(s->store, pivot->data, pivot->len, bx_host_lz4(), &key, &err) == BX_OK);
	return key;
}

/* ---- the hash ---- */

static void
test_xxh64(void)
{
	/* of the specification's reference implementation */
	static const struct
	{
		const char *s;
		uint64_t seed, want;
	} known[] = {
		{"", 0, 0xEF46DB3751D8E999u},
		{"a", 0, 0xD24EC4F1A98C6E5Bu},
		{"abc", 0, 0x44BC2CF5AD770999u},
		{"Nobody inspects the spammish repetition", 0, 0xFBCEA83C8A378BF1u},
	};
	uint8_t bytes[300];
	size_t i, n, cut;
	BxXxh64 x;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		CHECKF(xxh64(known[i].s, strlen(known[i].s), known[i].seed) == known[i].want, "%s: %llx", known[i].s,
			   (unsigned long long) xxh64(known[i].s, strlen(known[i].s), known[i].seed));
	for (i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t) (i * 37 + 11);
	for (n = 0; n < 140; n++)
		for (cut = 0; cut <= n; cut++)
		{
			bx_xxh64_begin(&x, n);
			bx_xxh64_add(&x, bytes, cut);
			bx_xxh64_add(&x, bytes + cut, (n - cut) / 2);
			bx_xxh64_add(&x, bytes + cut + (n - cut) / 2, n - cut - (n - cut) / 2);
			CHECK(bx_xxh64_end(&x) == xxh64(bytes, n, n));
		}
}

/* ---- examples ---- */

/* Texts, all different; those behind "=" are equal to the one before. */
static const char *const examples[] = {
	"",
	"<!--c--><a/>",
	"=<!DOCTYPE a><!--c-->\n<a></a>\n",
	"<?p?><a/>",
	"<?p q?><a/>",
	"=<?p   q?><a/>",
	"<a b='1' c='2'/>",
	"=<a c='2' b=\"1\"></a>",
	"=<!DOCTYPE a [<!ATTLIST a b CDATA '1'>]><a c='2'/>",
	"<a b='1'/>",
	"<a b='&#9;'/>",
	"=<a b='&#x9;'/>",
	"<a b='&amp;'/>",
	"<a b='&quot;'/>",
	"<a b=\"'\"/>",
	"<a b='é'/>",
	"<a xmlns='u'/>",
	"=<a xmlns='u'></a>",
	"<a xmlns:p='u'><p:b></p:b></a>",
	"=<a xmlns:p='u'><p:b xmlns:p='u'></p:b></a>",
	"<a xmlns:p='u'/>",
	"<a xmlns='relative/uri'/>",
	"<a>&#13;</a>",
	"<a>\n</a>",
	"=<?xml version='1.0'?><a>\n</a>",
	"<a> <!--c--></a>",
	"<a> <?c?></a>",
	"<a> </a>",
	"<a>&amp;</a>",
	"=<a><![CDATA[&]]></a>",
	"<a>007</a>",
	"<a>1</a>",
	"=<a><![CDATA[1]]></a>",
	"<a>1.0</a>",
	"<a>1.00</a>",
	"<a><b/></a>",
	"<a><b/> </a>",
	"<a></a>",
	"=<a/>",
	"<a/><b/>",
	"<a/>x",
	"<a>é</a>",
	"<b/>",
	"<p:a xmlns:p='u'/>",
	"<q:a xmlns:q='u'/>",
	"x",
	"x<a/>",
	"xy",
};
#define EXAMPLES (sizeof(examples) / sizeof(examples[0]))

static const char *
text_at(size_t i)
{
	return examples[i] + (examples[i][0] == '=');
}

/* The place of a text; equal texts have the same. */
static size_t
place_of(size_t i)
{
	while (examples[i][0] == '=')
		i--;
	return i;
}

static int
compare_bytes(const BxBuf *a, const BxBuf *b)
{
	return bx_str_compare(bx_str(a->data, a->len), bx_str(b->data, b->len));
}

static void
parse_in_form(Stored *s, const char *text, unsigned f, bool outside)
{
	size_t n = 0;
	uint8_t *v = xt_parse(text, strlen(text), forms[f % FORMS], f & 1 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS, &n);

	keep(s, ut_need(v), n, outside);
}

static void
test_examples(void)
{
	static Stored s[EXAMPLES][FORMS];
	BxBuf texts[EXAMPLES];
	size_t i, j;
	unsigned f;

	for (i = 0; i < EXAMPLES; i++)
	{
		for (f = 0; f < FORMS; f++)
			parse_in_form(&s[i][f], text_at(i), f, false);
		bx_buf_init(&texts[i], bx_host_libc());
		canonical_text(&s[i][0], &texts[i]);
	}
	for (i = 0; i < EXAMPLES; i++)
		for (j = 0; j < EXAMPLES; j++)
		{
			int want = compare_bytes(&texts[i], &texts[j]);

			CHECKF((want == 0) == (place_of(i) == place_of(j)), "%s and %s", examples[i], examples[j]);
			for (f = 0; f < FORMS * FORMS; f++)
				CHECKF(order_of(&s[i][f / FORMS], &s[j][f % FORMS]) == want, "%s and %s, forms %u",
					   examples[i], examples[j], f);
		}
	for (i = 0; i < EXAMPLES; i++)
		for (f = 0; f < FORMS; f++)
		{
			CHECK(hash_of(&s[i][f], 0) == xxh64(texts[i].data, texts[i].len, 0));
			CHECK(hash_of(&s[i][f], 77) == xxh64(texts[i].data, texts[i].len, 77));
			free(s[i][f].v);
		}
	for (i = 0; i < EXAMPLES; i++)
		bx_buf_free(&texts[i]);
}

/* ---- random values ---- */

static uint32_t equal_n, other_n, key_n, key_same;

/* Two values and their texts. */
static void
check_pair(Stored *a, Stored *b, const BxBuf *x, const BxBuf *y, const BxBuf *pivot)
{
	int want = compare_bytes(x, y);
	uint64_t p = key_of(a, pivot), q = key_of(b, pivot);

	CHECKF(order_of(a, b) == want && order_of(b, a) == -want, "want %d: %.*s\n# and %.*s", want, (int) x->len,
		   (char *) x->data, (int) y->len, (char *) y->data);
	CHECK((want == 0) == (hash_of(a, 3) == hash_of(b, 3)));
	CHECKF(p == q || (p < q) == (want < 0), "keys %llx and %llx with %.*s", (unsigned long long) p,
		   (unsigned long long) q, (int) pivot->len, (char *) pivot->data);
	CHECK(want != 0 || p == q);
	equal_n += want == 0;
	other_n += want != 0;
	key_n += want != 0;
	key_same += want != 0 && p == q;
}

static void
random_pairs(Gen *g, BxBuf *x, BxBuf *y, const BxBuf *pivot)
{
	Stored a, b;
	size_t n = 0;
	const char *text;
	uint8_t *w;
	int k;

	ns_document(g);
	text = (const char *) g->ours.data;
	w = ut_need(ns_parse(text, forms[pick(g, FORMS)], &n));
	keep(&a, w, n, one_in(g, 3));
	if (one_in(g, 3))
		pack(&a);
	canonical_text(&a, x);
	for (k = 0; k < 30; k++)
	{
		char *changed = k == 0 ? NULL : ns_change(g, text);

		w = ns_parse(changed ? changed : text, forms[pick(g, FORMS)], &n);
		if (w != NULL)
		{
			keep(&b, w, n, one_in(g, 3));
			if (one_in(g, 3))
				pack(&b);
			canonical_text(&b, y);
			check_pair(&a, &b, x, y, pivot);
			free(b.v);
		}
		free(changed);
	}
	free(a.v);
}

static void
test_random(void)
{
	BxBuf x, y, pivot;
	Gen g;
	int i;

	bx_buf_init(&x, bx_host_libc());
	bx_buf_init(&y, bx_host_libc());
	bx_buf_init(&pivot, bx_host_libc());
	gen_init(&g, 11);
	for (i = 0; i < 600 && ut_here < 5; i++)
	{
		random_pairs(&g, &x, &y, one_in(&g, 2) ? &x : &pivot);
		if (one_in(&g, 4))
		{
			pivot.len = 0;
			ut_append(&pivot, x.data, pick(&g, (uint32_t) x.len));
		}
	}
	gen_free(&g);
	bx_buf_free(&x);
	bx_buf_free(&y);
	bx_buf_free(&pivot);
	printf("# %u equal, %u different, %u of %u keys the same\n", equal_n, other_n, key_same, key_n);
	CHECK(equal_n > 600 && other_n > 1000);
}

/* The order of three is one: what is not below is not between. */
static void
test_transitive(void)
{
	static Stored s[60];
	Gen g;
	int i, j, k;

	gen_init(&g, 3);
	for (i = 0; i < 60; i++)
	{
		size_t n = 0;
		char *changed = NULL;
		uint8_t *v = NULL;

		if (i % 6 == 0)
			ns_document(&g);
		while (v == NULL)
		{
			free(changed);
			changed = i % 6 == 0 ? NULL : ns_change(&g, (const char *) g.ours.data);
			v = ns_parse(changed ? changed : (const char *) g.ours.data, forms[pick(&g, FORMS)], &n);
		}
		free(changed);
		keep(&s[i], v, n, i % 5 == 0);
	}
	for (i = 0; i < 60; i++)
		for (j = 0; j < 60; j++)
		{
			int ij = order_of(&s[i], &s[j]);

			CHECK(ij == -order_of(&s[j], &s[i]) && (i != j || ij == 0));
			for (k = 0; k < 60 && ij <= 0; k += 7)
				CHECK(order_of(&s[j], &s[k]) > 0 || order_of(&s[i], &s[k]) <= ij);
		}
	for (i = 0; i < 60; i++)
		free(s[i].v);
	gen_free(&g);
}

/* ---- changed values ---- */

/* After random changes: equal to what its text gives when it is parsed again, and with the same hash. */
static void
check_changed(UtChanged *x, Gen *g)
{
	Stored a, b;
	BxBuf text;
	size_t n = 0;
	uint8_t *v, *copy = ut_need(malloc(x->n));

	memcpy(copy, x->v, x->n);
	keep(&a, copy, x->n, one_in(g, 3));
	bx_buf_init(&text, bx_host_libc());
	canonical_text(&a, &text);
	v = xt_parse((char *) text.data, text.len, forms[pick(g, FORMS)],
				 one_in(g, 2) ? BX_TYPED_OFF : BX_TYPED_LOSSLESS, &n);
	keep(&b, ut_need(v), n, false);
	if (one_in(g, 2))
		pack(&b);
	CHECKF(order_of(&a, &b) == 0 && order_of(&b, &a) == 0, "%.*s", (int) text.len, (char *) text.data);
	CHECK(hash_of(&a, 0) == hash_of(&b, 0) && hash_of(&a, 0) == xxh64(text.data, text.len, 0));
	free(a.v);
	free(b.v);
	bx_buf_free(&text);
}

static void
test_changed(void)
{
	static const char *const content[] = {"<b/>", "<c><d>12</d></c>", "<e f=\"2010-06-14\"/>"};
	static const char *const values[] = {"1", "true", "x <&> y", "2010-06-14", "007"};
	Gen g;
	int i, k;

	gen_init(&g, 5);
	for (i = 0; i < 150 && ut_here < 5; i++)
	{
		UtChanged x;

		ut_changed_make(&x, "<a m=\"1\"><b>1</b><b n=\"x\">2</b><c>t<d/>u</c></a>");
		for (k = 0; k < 4; k++)
		{
			if (one_in(&g, 3))
				CHECK(ut_change_at(&x, BX_EDIT_INSERT_LAST, "1", PICK(&g, content)) == BX_OK);
			else if (one_in(&g, 2))
				CHECK(ut_change_at(&x, BX_EDIT_VALUE, "1.3", PICK(&g, values)) == BX_OK);
			else
				CHECK(ut_change_at(&x, BX_EDIT_VALUE, "1.@1", PICK(&g, values)) == BX_OK);
			check_changed(&x, &g);
		}
		free(x.v);
	}
	gen_free(&g);
}

/* ---- work and memory ---- */

/* A document with n bytes of text, of comment, of data; then `end`. */
static char *
long_text(uint32_t n, const char *end)
{
	char *filler = ut_need(malloc(n + 1)), *s = ut_need(malloc(3 * (size_t) n + 200));

	memset(filler, '>', n);
	filler[n] = 0;
	sprintf(s, "<r><k>%s</k>", filler);
	memset(filler, 'x', n);
	sprintf(s + strlen(s), "<!--%s--><?p %s?>%s</r>", filler, filler, end);
	free(filler);
	return s;
}

/* Long texts are never held; a difference at the beginning is found there, and one at the end is found. */
static void
test_memory(void)
{
	char *one = long_text(3000000, "<z>1</z>"), *two = long_text(3000000, "<z>2</z>");
	Stored a, b, c;
	UtHost host;
	uint64_t hash;
	int order = 0;
	BxError err;

	parse_in_form(&a, one, 0, true);
	parse_in_form(&b, two, 1, true);
	parse_in_form(&c, "<q/>", 1, true);
	pack(&a);
	ut_host_init(&host);
	CHECK(bx_order(a.store, b.store, &host.host, &order, &err) == BX_OK && order < 0);
	CHECK(bx_order(b.store, a.store, &host.host, &order, &err) == BX_OK && order > 0);
	CHECK(bx_order_hash(b.store, 0, &host.host, &hash, &err) == BX_OK);
	CHECKF(host.peak < 3000000 && host.live == 0, "%zu bytes, %d blocks", host.peak, host.live);
	CHECK(host.polls > 0);
	b.outside.bytes = c.outside.bytes = 0;
	CHECK(bx_order(b.store, c.store, &host.host, &order, &err) == BX_OK && order > 0);
	CHECKF(b.outside.bytes < 200000, "%llu", (unsigned long long) b.outside.bytes);
	free(a.v);
	free(b.v);
	free(c.v);
	free(one);
	free(two);
}

/* Every poll can cancel, every request fail, and nothing stays behind. */
static void
test_failures(void)
{
	char *one = long_text(200000, "<z b='1' a='2' xmlns='u'/>"),
		 *two = long_text(200000, "<z a='2' xmlns='u' b='1'/>");
	Stored a, b;
	UtHost host;
	uint64_t hash;
	int i, order = 1;
	BxError err;
	BxStatus st;

	parse_in_form(&a, one, 0, true);
	parse_in_form(&b, two, 1, false);
	for (i = 1, st = BX_E_NOMEM; st != BX_OK && i < 1000; i++)
	{
		ut_host_init(&host);
		host.fail_at = i;
		st = bx_order(a.store, b.store, &host.host, &order, &err);
		CHECK((st == BX_OK && order == 0) || st == BX_E_NOMEM);
		CHECKF(host.live == 0, "request %d: %d blocks", i, host.live);
	}
	CHECKF(st == BX_OK && i > 5, "%d", i);
	for (i = 1, st = BX_E_CANCEL; st != BX_OK && i < 10000; i++)
	{
		ut_host_init(&host);
		host.host.meter = NULL;
		host.cancel_at = i;
		st = i % 2 ? bx_order(a.store, b.store, &host.host, &order, &err)
				   : bx_order_hash(a.store, 0, &host.host, &hash, &err);
		CHECK(st == BX_OK || st == BX_E_CANCEL);
		CHECK(host.live == 0);
	}
	CHECKF(i > 5, "%d", i);
	free(a.v);
	free(b.v);
	free(one);
	free(two);
}

/* Values of one table: what is the same bytes is passed over. */
static void
test_alike(void)
{
	BxBuf s, t;
	Stored a, b;
	UtHost host;
	BxMeter meter = BX_METER_INIT;
	int i, order = 0;
	BxError err;

	bx_buf_init(&s, bx_host_libc());
	bx_buf_init(&t, bx_host_libc());
	for (i = 0; i < 20000; i++)
	{
		xt_say(&s, "%s<i n='%d'><k>%d</k><!--c--></i>%s", i == 0 ? "<r>" : "", i % 100, i,
			   i == 19999 ? "</r>" : "");
		xt_say(&t, "%s<i n='%d'><k>%d</k><!--c--></i>%s", i == 0 ? "<r>" : "", i % 100,
			   i == 19990 ? 10000 : i, i == 19999 ? "</r>" : "");
	}
	xt_say(&s, "%c", 0);
	xt_say(&t, "%c", 0);
	parse_in_form(&a, (char *) s.data, 0, false);
	parse_in_form(&b, (char *) t.data, 0, false);
	ut_host_init(&host);
	host.host.meter = &meter;
	CHECK(bx_order(a.store, b.store, &host.host, &order, &err) == BX_OK && order > 0);
	/* two readers over 20,000 children, a step each, and not the items below them */
	CHECKF(meter.polls * BX_POLL_UNITS + (uint64_t) (BX_POLL_UNITS - meter.left) <
			   2u * 20000 * 2 * BX_STEP_UNITS,
		   "%d polls", (int) meter.polls);
	free(a.v);
	free(b.v);
	bx_buf_free(&s);
	bx_buf_free(&t);
}

UT_SUITE(test_order)
{
	UT_RUN(test_xxh64);
	UT_RUN(test_examples);
	UT_RUN(test_random);
	UT_RUN(test_transitive);
	UT_RUN(test_changed);
	UT_RUN(test_memory);
	UT_RUN(test_failures);
	UT_RUN(test_alike);
	return ut_done();
}
