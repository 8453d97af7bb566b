/*
 * test_summary.c -- statistics of documents: what is stored of them, damage to it, and estimates against the truth.
 */
#include <math.h>

#include "../../../src/core/summary/bx_estimate.h"
#include "../../../src/core/summary/bx_gather.h"
#include "../ut_parse.h"
#include "../ut_random.h"

static uint64_t rng = 7;

/* A sample of documents, and what became of it. */
typedef struct Sample
{
	BxArena arena;
	BxTally tally;
	BxError err;
	BxBuf slots[BX_SUMMARY_SLOTS];
	BxSummary summary;
	BxEstimate estimate;
} Sample;

static void
sample_begin(Sample *s, uint32_t most_values)
{
	bx_arena_init(&s->arena, bx_host_libc());
	CHECK(bx_tally_init(&s->tally, most_values, &s->arena, &s->err) == BX_OK);
}

static void
sample_add(Sample *s, const char *text, BxTallyLevel level)
{
	Result doc = parse(text, &any);
	BxArena scratch;
	BxStore store;

	CHECKF(doc.status == BX_OK, "%s", text);
	bx_arena_init(&scratch, bx_host_libc());
	bx_store_memory(&store, doc.data, doc.len);
	CHECK(bx_gather_document(&s->tally, &store, level, &scratch) == BX_OK);
	bx_arena_reset(&scratch);
	free(doc.data);
}

static void
slots_of(const Sample *s, BxStr slots[BX_SUMMARY_SLOTS])
{
	for (int i = 0; i < BX_SUMMARY_SLOTS; i++)
		slots[i] = bx_str(s->slots[i].data, s->slots[i].len);
}

static void
sample_end(Sample *s, double documents, uint32_t target)
{
	BxGatherLimits limits = bx_gather_limits(target);
	BxStr slots[BX_SUMMARY_SLOTS];

	for (int i = 0; i < BX_SUMMARY_SLOTS; i++)
		bx_buf_init(&s->slots[i], bx_host_libc());
	CHECK(bx_gather_finish(&s->tally, documents, &limits, s->slots) == BX_OK);
	slots_of(s, slots);
	CHECKF(bx_summary_open(&s->summary, slots, &s->arena, &s->err) == BX_OK, "%s", s->err.msg);
	s->estimate = (BxEstimate){&s->summary, documents};
}

static void
sample_free(Sample *s)
{
	for (int i = 0; i < BX_SUMMARY_SLOTS; i++)
		bx_buf_free(&s->slots[i]);
	bx_arena_reset(&s->arena);
}

/* Documents, of those there are, of which the path is true, as estimated. */
static double
rows(const Sample *s, const char *path)
{
	double share = -1;
	XpTerms terms;
	XpBlock *block;
	BxArena arena;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	CHECKF(xp_compile(path, strlen(path), 0, &arena, &block, &err) == BX_OK, "%s: %s", path, err.msg);
	if (xp_terms_of(block, XP_TERMS_EXISTS, NULL, 0, &arena, &terms, &err) == BX_OK)
		share = bx_estimate_share(&s->estimate, terms.root);
	bx_arena_reset(&arena);
	return share * s->estimate.documents;
}

#define EXPECT(s, path, truth, factor)                                                                       \
	do                                                                                                       \
	{                                                                                                        \
		double got = rows(s, path);                                                                          \
		CHECKF(got <= (truth) * (factor) && got >= (truth) / (factor), "%s: %g, not about %g", path, got,    \
			   (double) (truth));                                                                            \
	} while (0)

/* ---- estimates ---- */

#define DOCS 2000

/* Orders and customers, half and half, so that what is in one is never beside what is in the other. */
static void
add_mixed(Sample *s, unsigned i, BxTallyLevel level)
{
	char text[1000], *p = text;
	unsigned k = i / 2;

	if (i % 2 == 0)
	{
		p += sprintf(p, "<o:order xmlns:o='urn:o' id='%u' side='%s' qty='%u'>", 100000 + k,
					 k % 4 ? "buy" : "sell", k % 100);
		p += sprintf(p, "<price>%u.%02u</price><day>2024-%02u-%02u</day>", k % 1000, k % 37, 1 + k % 12,
					 1 + k % 28);
		for (unsigned n = 0; n < k % 4; n++)
			p += sprintf(p, "<line sku='sku-%u'>x</line>", (k * 7 + n) % 500);
		if (k % 5 == 0)
			p += sprintf(p, "<note kind='a%u'><b>some</b> text</note>", k % 2);
		sprintf(p, "</o:order>");
	}
	else
		sprintf(p, "<customer><id>C%06u</id><name>Name %c%u</name><vip>%s</vip></customer>", k,
				'a' + (char) (k % 26), k % 50, k % 10 ? "no" : "yes");
	sample_add(s, text, level);
}

static void
check_mixed(const Sample *s)
{
	EXPECT(s, "/*:order", DOCS / 2, 1.01);
	EXPECT(s, "/Q{urn:o}order/@id", DOCS / 2, 1.01);
	EXPECT(s, "//note", DOCS / 10, 1.01);
	EXPECT(s, "//@id[. = 100007]", 1, 1.5);
	EXPECT(s, "/*:order[@side = 'sell']", DOCS / 8, 1.05);
	EXPECT(s, "//@side[. = 'buy']", DOCS * 3 / 8, 1.05);
	EXPECT(s, "/*:order[@qty = 42]", DOCS / 200, 1.5);
	EXPECT(s, "/*:order[@qty >= 50]", DOCS / 4, 1.1);
	EXPECT(s, "/*:order/@qty[. > 20 and . < 30]", DOCS * 9 / 200, 1.2);
	EXPECT(s, "//price[. < 250]", DOCS / 8, 1.1);
	EXPECT(s, "//day[. >= xs:date('2024-07-01')]", DOCS / 4, 1.2);
	EXPECT(s, "//day[. >= xs:date('2024-03-01') and . < xs:date('2024-04-01')]", DOCS / 24, 1.6);
	EXPECT(s, "/customer[vip = 'yes']", DOCS / 20, 1.1);
	EXPECT(s, "/customer/id[starts-with(., 'C0001')]", 100, 1.3);
	EXPECT(s, "/customer/name[starts-with(., 'Name c')]", DOCS / 52, 1.6);
	EXPECT(s, "//@id[starts-with(., '1002')]", 100, 1.3);
	EXPECT(s, "//line[@sku = 'sku-21']", 3, 2.5);
	EXPECT(s, "//line/@sku[starts-with(., 'sku-1')]", 330, 1.6);
	EXPECT(s, "/*:order[price > 100 and price < 200]", DOCS / 20, 1.3);
	/* within a kind */
	EXPECT(s, "/*:order[@side = 'sell' and @qty >= 50]", DOCS / 16, 1.2);
	EXPECT(s, "/customer[vip = 'yes' and starts-with(name, 'Name a')]", 2, 3);
	EXPECT(s, "/*:order[@side = 'sell' and note/b]", DOCS / 40, 1.2);
	CHECK(rows(s, "/*[@side = 'sell' and vip = 'yes']") < 1);
	EXPECT(s, "/*[@side = 'sell' or vip = 'yes']", DOCS / 8 + DOCS / 20, 1.1);
	/* what nobody has */
	CHECK(rows(s, "/nothing") < 1);
	CHECK(rows(s, "/customer[vip = 'perhaps']") <= 1);
	CHECK(rows(s, "/*:order[@side > 'z']") <= 2);
	CHECK(rows(s, "/@side") < 1);
}

static void
estimates_of_a_mixed_table(void)
{
	Sample s;

	sample_begin(&s, 100000);
	for (unsigned i = 0; i < DOCS; i++)
		add_mixed(&s, i, BX_TALLY_ALL);
	sample_end(&s, DOCS, 100);
	CHECK(s.summary.n_kinds >= 2 && s.summary.documents == DOCS && s.summary.read == DOCS);
	check_mixed(&s);
	sample_free(&s);
}

/* Values of every third document, paths of all: as ANALYZE does with documents that are long. */
static void
estimates_by_few_values(void)
{
	Sample s;

	sample_begin(&s, 100000);
	for (unsigned i = 0; i < DOCS; i++)
		add_mixed(&s, i, i % 3 == 0 ? BX_TALLY_ALL : BX_TALLY_TABLE);
	sample_end(&s, DOCS, 100);
	CHECK(s.summary.documents == DOCS && s.summary.read < DOCS / 2);
	EXPECT(&s, "//note", DOCS / 10, 1.1);
	EXPECT(&s, "/*:order[@side = 'sell']", DOCS / 8, 1.3);
	EXPECT(&s, "//price[. < 250]", DOCS / 8, 1.2);
	EXPECT(&s, "//@id[. = 100007]", 1, 1.5);
	EXPECT(&s, "/customer/id[starts-with(., 'C0001')]", 100, 1.6);
	sample_free(&s);
}

/* A limit of values stops the reading of values, and of nothing else. */
static void
few_values_have_room(void)
{
	Sample s;

	sample_begin(&s, 1000);
	for (unsigned i = 0; i < DOCS; i++)
		add_mixed(&s, i, BX_TALLY_ALL);
	CHECK(s.tally.full && s.tally.n_values == 1000);
	sample_end(&s, DOCS, 100);
	CHECK(s.summary.read < DOCS);
	EXPECT(&s, "/*:order", DOCS / 2, 1.01);
	EXPECT(&s, "/*:order[@side = 'sell']", DOCS / 8, 1.3);
	sample_free(&s);
}

/* A larger table than the sample: numbers that are unique stay so, those of an enumeration do not grow. */
static void
estimates_of_a_larger_table(void)
{
	Sample s;

	sample_begin(&s, 100000);
	for (unsigned i = 0; i < DOCS; i++)
		add_mixed(&s, i, BX_TALLY_ALL);
	sample_end(&s, DOCS * 1000.0, 100);
	EXPECT(&s, "//@id[. = 100007]", 1, 1.5);
	EXPECT(&s, "/*:order[@side = 'sell']", DOCS * 125, 1.1);
	EXPECT(&s, "/customer[vip = 'yes']", DOCS * 50, 1.1);
	sample_free(&s);
}

/* A bound that is a common value itself is in the range, or not, as the comparison says. */
static void
estimates_at_the_ends_of_ranges(void)
{
	static const char *const values[] = {"1", "2", "3", "4"};
	char text[100];
	Sample s;

	sample_begin(&s, 100000);
	for (unsigned i = 0; i < DOCS; i++)
	{
		sprintf(text, "<a n='%s'>%c</a>", values[i % 4], 'a' + i % 4);
		sample_add(&s, text, BX_TALLY_ALL);
	}
	sample_end(&s, DOCS, 100);
	EXPECT(&s, "/a/@n[. >= 2]", DOCS * 3 / 4, 1.01);
	EXPECT(&s, "/a/@n[. > 2]", DOCS / 2, 1.01);
	EXPECT(&s, "/a/@n[. <= 3]", DOCS * 3 / 4, 1.01);
	EXPECT(&s, "/a/@n[. < 3]", DOCS / 2, 1.01);
	EXPECT(&s, "/a/@n[. >= 2 and . <= 3]", DOCS / 2, 1.01);
	EXPECT(&s, "/a/@n[. > 2 and . <= 3]", DOCS / 4, 1.01);
	EXPECT(&s, "/a/@n[. >= 2 and . < 3]", DOCS / 4, 1.01);
	EXPECT(&s, "/a[. ge 'b']", DOCS * 3 / 4, 1.01);
	EXPECT(&s, "/a[. gt 'b']", DOCS / 2, 1.01);
	EXPECT(&s, "/a[. lt 'c']", DOCS / 2, 1.01);
	sample_free(&s);
}

/*
 * Texts that are unique, few bounds: groups of one beginning between two bounds, around one, before all of the texts
 * but behind numbers, and behind all.
 */
static void
estimates_of_prefixes(void)
{
	char text[200];
	Sample s;

	sample_begin(&s, 100000);
	for (unsigned i = 0; i < DOCS; i++)
	{
		unsigned k = i / 20, n = ut_below(&rng, 1000000);

		switch (i % 20)
		{
			case 0: sprintf(text, "<r><s>zo%06u</s><n>$%06u</n></r>", n, n); break;
			case 1: sprintf(text, "<r><s>Va%06u</s><n>%u</n></r>", n, k); break;
			case 2: sprintf(text, "<r><s>Mi%06u</s><n>%u</n></r>", n, k); break;
			default:
				sprintf(text, "<r><s>%c%c%u</s><n>%c%u</n></r>", 'A' + n % 25, 'a' + n / 25 % 26, n,
						'A' + n % 25, n);
		}
		sample_add(&s, text, BX_TALLY_ALL);
	}
	sample_end(&s, DOCS, 10);
	EXPECT(&s, "/r[starts-with(s, 'zo')]", DOCS / 20, 4);
	EXPECT(&s, "/r[starts-with(s, 'Va')]", DOCS / 20, 4);
	EXPECT(&s, "/r[starts-with(s, 'Mi')]", DOCS / 20, 8);
	EXPECT(&s, "/r[starts-with(n, '$')]", DOCS / 20, 4);
	/* of the even ones */
	EXPECT(&s, "/r[starts-with(s, 'Q')]", DOCS * 17 / 20 / 25, 2);
	EXPECT(&s, "/r[starts-with(s, 'Qk')]", DOCS * 17 / 20 / 25 / 26, 5);
	EXPECT(&s, "/r[starts-with(s, 'zo123456789')]", 1, 3);
	sample_free(&s);
}

/* Texts of dates, few bounds: years and months between two of them. */
static void
estimates_of_prefixes_of_dates(void)
{
	char text[200];
	Sample s;

	sample_begin(&s, 100000);
	for (unsigned i = 0; i < DOCS; i++)
	{
		unsigned year = 1940 + i % 60, month = 1 + i / 60 % 12, day = 1 + i % 28;

		sprintf(text, "<r><d>%u-%02u-%02u</d><t>%u-%02u-%02uT%02u:00:%02u</t><z>%u-%02u-%02uZ</z></r>", year,
				month, day, year, month, day, i % 24, i % 60, year, month, day);
		sample_add(&s, text, BX_TALLY_ALL);
	}
	sample_end(&s, DOCS, 10);
	EXPECT(&s, "/r[starts-with(d, '19')]", DOCS, 1.1);
	EXPECT(&s, "/r[starts-with(d, '196')]", DOCS / 6, 1.2);
	EXPECT(&s, "/r[starts-with(d, '1967')]", DOCS / 60, 1.3);
	EXPECT(&s, "/r[starts-with(d, '1967-')]", DOCS / 60, 1.3);
	EXPECT(&s, "/r[starts-with(t, '1967')]", DOCS / 60, 1.3);
	EXPECT(&s, "/r[starts-with(z, '1967')]", DOCS / 60, 1.3);
	EXPECT(&s, "/r[starts-with(d, '1967-0')]", DOCS / 80, 1.5);
	EXPECT(&s, "/r[starts-with(d, '1967-1')]", DOCS / 240, 1.7);
	EXPECT(&s, "/r[starts-with(t, '1967-12')]", DOCS / 720, 2);
	EXPECT(&s, "/r[starts-with(z, '1967-12-20Z')]", 1, 3);
	CHECK(rows(&s, "/r[starts-with(d, '2')]") < 2);
	CHECK(rows(&s, "/r[starts-with(d, '1967/')]") < 2);
	CHECK(rows(&s, "/r[starts-with(d, '1967-13')]") < 2);
	CHECK(rows(&s, "/r[starts-with(d, '1967-02-1x')]") < 2);
	CHECK(rows(&s, "/r[starts-with(t, '1967-02-11T12:')]") < 3);
	sample_free(&s);
}

/*
 * Texts that are spread unevenly, in a part of a larger table: beginnings of a few documents between two bounds are
 * known, those that begin with more or less of the same are within them, and what was not seen is not nothing.
 */
static void
estimates_of_rare_beginnings(void)
{
	char text[200];
	Sample s;

	sample_begin(&s, 100000);
	for (unsigned i = 0; i < DOCS; i++)
	{
		unsigned n = ut_below(&rng, 100000);

		if (i % 200 == 0)
			sprintf(text, "<r><s>Mapletree %u</s><n>%u</n></r>", n, 7700000 + i % 1000);
		else if (i % 200 == 1)
			sprintf(text, "<r><s>M</s><n>-%u.5</n></r>", n);
		else
			sprintf(text, "<r><s>M%c%u</s><n>%u</n></r>", 'n' + n % 5, n, n);
		sample_add(&s, text, BX_TALLY_ALL);
	}
	sample_end(&s, DOCS * 10.0, 10);
	EXPECT(&s, "/r[starts-with(s, 'Ma')]", DOCS / 20.0, 1.5);
	EXPECT(&s, "/r[starts-with(s, 'Maple')]", DOCS / 20.0, 1.5);
	EXPECT(&s, "/r[starts-with(s, 'Mapletree ')]", DOCS / 20.0, 1.5);
	EXPECT(&s, "/r[starts-with(n, '77')]", DOCS / 20.0 + DOCS / 10.0, 1.6);
	EXPECT(&s, "/r[starts-with(n, '770')]", DOCS / 20.0 + DOCS / 100.0, 1.6);
	EXPECT(&s, "/r[starts-with(n, '-')]", DOCS / 20.0, 1.5);
	EXPECT(&s, "/r[s = 'M']", DOCS / 20.0, 1.5);
	CHECK(rows(&s, "/r[starts-with(s, 'Maplewood')]") <= DOCS / 20.0);
	CHECK(rows(&s, "/r[starts-with(s, 'Mb')]") >= 4.9);
	CHECK(rows(&s, "/r[s = 'not there']") >= 4.9);
	sample_free(&s);
}

/* Paths with small targets: none is in the list that is not below another one of it. */
static void
lists_are_bounded(void)
{
	char text[4000];
	Sample s;

	sample_begin(&s, 100000);
	for (unsigned i = 0; i < 300; i++)
	{
		char *p = text + sprintf(text, "<r>");

		for (unsigned k = 0; k < 20; k++)
			p += sprintf(p, "<e%u><f%u>v%u</f%u></e%u>", k * (i % 50), k, i, k, k * (i % 50));
		sprintf(p, "</r>");
		sample_add(&s, text, BX_TALLY_ALL);
	}
	sample_end(&s, 300, 1);
	CHECKF(s.summary.n_paths == 420, "%u paths", s.summary.n_paths);
	CHECK(s.summary.cut > 0);
	CHECK(s.slots[BX_SUMMARY_VALUES].len < 80000);
	CHECKF(rows(&s, "/r/e931") < 300 * (double) s.summary.cut, "%g", rows(&s, "/r/e931"));
	sample_free(&s);
}

static void
documents_with_names_only(void)
{
	char text[40000];
	Sample s;

	sample_begin(&s, 100000);
	for (unsigned i = 0; i < 100; i++)
	{
		char *p = text;

		for (unsigned k = 0; k < 40; k++)
			p += sprintf(p, "<%c%u>", 'a' + (char) ((i + k) % 3), (i * 7 + k) % 11);
		p += sprintf(p, "%u", i % 10);
		for (unsigned k = 40; k-- > 0;)
			p += sprintf(p, "</%c%u>", 'a' + (char) ((i + k) % 3), (i * 7 + k) % 11);
		sample_add(&s, text, i % 2 ? BX_TALLY_TABLE : BX_TALLY_ALL);
	}
	sample_end(&s, 100, 100);
	CHECKF(s.summary.documents == 100, "%u", s.summary.documents);
	EXPECT(&s, "//a0/b1/c2", 100, 10);
	sample_free(&s);
}

/* ---- what is stored ---- */

static const char *const golden_documents[] = {
	"<o:order xmlns:o='urn:o' id='7'><price>41.20</price><note>on <b>time</b></note></o:order>",
	"<o:order xmlns:o='urn:o' id='9'><price>41.2</price><gone/></o:order>",
	"<c day='2024-02-29'/>",
};

/* STATISTICS.md; these bytes stay. */
static const char *const golden[BX_SUMMARY_SLOTS] = {
	"020300000003000000000000000800000000000575726e3a6f056f72646572abaa2a3f0000803f000000000000000000"
	"00803f00000000010100026964abaa2a3f0000803f000080bf0000803f000000000000803f010000057072696365abaa"
	"2a3f0000803f000000bf0000803f0000000000009040010000046e6f7465abaaaa3e0000803f000080bf0000803f0000"
	"803f000040400400000162abaaaa3e0000803f000080bf0000803f000000000000804001000004676f6e65abaaaa3e00"
	"00803f000080bf0000803f00000000000000000000000163abaaaa3e0000803f000080bf0000803f0000000000000000"
	"07010003646179abaaaa3e0000803f000080bf0000803f0000000000002041",
	"020700000001020000000000000000000202a10e01370000003f0202a11201390000003f000201000000000000000000"
	"0203a153280534312e32300000803f00030100000000000000000009046f6e20000000803f0004010000000000000000"
	"00090574696d65000000803f0005010000000000000000000901000000803f0006010000000000000000000901000000"
	"803f0007010000000000000000000305a5231321600a323032342d30322d32390000803f00",
	"0203000000abaaaa3e05000000803f010000803f020000803f030000803f040000803fabaaaa3e04000000803f010000"
	"803f020000803f050000803fabaaaa3e02060000803f070000803f",
};

static void
golden_slots(void)
{
	Sample s;

	sample_begin(&s, 100);
	for (size_t i = 0; i < sizeof(golden_documents) / sizeof(*golden_documents); i++)
		sample_add(&s, golden_documents[i], BX_TALLY_ALL);
	sample_end(&s, 3, 10);
	for (int slot = 0; slot < BX_SUMMARY_SLOTS; slot++)
	{
		char hex[2000], *p = hex;

		*p = '\0';
		for (size_t i = 0; i < s.slots[slot].len; i++)
			p += sprintf(p, "%02x", s.slots[slot].data[i]);
		CHECKF(strcmp(hex, golden[slot]) == 0, "slot %d: %s", slot, hex);
	}
	sample_free(&s);
}

/* Flipped bytes and cut ends are refused, or give some estimate; another version is refused. */
static void
damaged_slots(void)
{
	Sample s;
	unsigned bad = 0;

	sample_begin(&s, 100000);
	for (unsigned i = 0; i < 200; i++)
		add_mixed(&s, i, BX_TALLY_ALL);
	sample_end(&s, 200, 20);
	for (unsigned i = 0; i < 20000; i++)
	{
		unsigned slot = ut_below(&rng, BX_SUMMARY_SLOTS);
		size_t n = s.slots[slot].len, cut = ut_below(&rng, 4) ? n : ut_below(&rng, (uint32_t) n);
		uint8_t *copy = ut_need(malloc(cut + 1));
		BxStr slots[BX_SUMMARY_SLOTS];
		Sample t = {.estimate = {&t.summary, 200}};

		memcpy(copy, s.slots[slot].data, cut);
		if (cut > 0)
			copy[ut_below(&rng, (uint32_t) cut)] ^= (uint8_t) (1 + ut_below(&rng, 255));
		slots_of(&s, slots);
		slots[slot] = bx_str(copy, cut);
		bx_arena_init(&t.arena, bx_host_libc());
		if (bx_summary_open(&t.summary, slots, &t.arena, &t.err) != BX_OK)
			bad++;
		else
		{
			double got = rows(
				&t, "//price[. < 250 and . > 3] | //line[@sku = 'sku-21'] | //@id[starts-with(., '12')]");

			CHECKF(got >= 0 && got <= 200, "%g", got);
		}
		bx_arena_reset(&t.arena);
		free(copy);
	}
	CHECK(bad > 5000);
	sample_free(&s);
}

UT_SUITE(test_summary)
{
	UT_RUN(estimates_of_a_mixed_table);
	UT_RUN(estimates_by_few_values);
	UT_RUN(few_values_have_room);
	UT_RUN(estimates_of_a_larger_table);
	UT_RUN(estimates_at_the_ends_of_ranges);
	UT_RUN(estimates_of_prefixes);
	UT_RUN(estimates_of_prefixes_of_dates);
	UT_RUN(estimates_of_rare_beginnings);
	UT_RUN(lists_are_bounded);
	UT_RUN(documents_with_names_only);
	UT_RUN(golden_slots);
	UT_RUN(damaged_slots);
	return ut_done();
}
