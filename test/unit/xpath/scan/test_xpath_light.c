/*
 * test_xpath_light.c -- predicates decided in one pass over a record, in a document long enough for the tables of what
 * is passed over; and what that saves.
 *
 * What is selected is worked out here from the numbers of the records.  All ways of evaluation must agree (ut_xpath.h).
 */
#include "../../ut_xpath.h"

#include "../../ut_pack.h"

#define RECORDS 150

static void
put_record(BxBuf *out, unsigned i)
{
	char text[600];

	memset(text, 'a' + (int) (i % 26), sizeof(text));
	xt_say(out, "<rec id='%u'", i);
	if (i % 3 != 0)
		xt_say(out, " k='%u'", i % 7);
	xt_say(out, "><n>%u</n><n>%u</n><name>name %u</name>", i % 10, i % 4, i % 13);
	xt_say(out, "<p><q>%u</q><q v='%u'>%u</q></p>", i % 5, i % 3, i % 6);
	if (i % 11 == 0)
		xt_say(out, "<long>%.*s</long>", (int) (200 + i % 100 * 2), text);
	if (i % 9 == 0)
		xt_say(out, "<rare/>");
	xt_say(out, "<price>%u.50</price><day>2020-01-%02u</day>", i % 20, i % 28 + 1);
	xt_say(out, "some text<m>%u<i>%u</i></m>%s</rec>\n", i % 2, i % 8, i % 4 == 0 ? "<e></e>" : "<e>x</e>");
}

static void
put_document(BxBuf *out)
{
	unsigned i;

	xt_say(out, "<l>\n");
	for (i = 1; i <= RECORDS; i++)
		put_record(out, i);
	xt_say(out, "</l>");
}

#define HAS_K(i) ((i) % 3 != 0)

/* clang-format off */
#define PREDICATES(P) \
	P("n = 7", i % 10 == 7) \
	P("n > 7", i % 10 > 7) \
	P("7 < n", i % 10 > 7) \
	P("n != 3", i % 10 != 3 || i % 4 != 3) \
	P("n = '3'", i % 10 == 3 || i % 4 == 3) \
	P("n > '2'", i % 10 > 2 || i % 4 > 2) \
	P("n = -1", false) \
	P("n > -1", true) \
	P("name = 'name 5' and n = 2", i % 13 == 5 && (i % 10 == 2 || i % 4 == 2)) \
	P("name = 'name 5' or n = 2", i % 13 == 5 || i % 10 == 2 || i % 4 == 2) \
	P("name = 'no name' or price = 3.5", i % 20 == 3) \
	P("not(name = 'name 5') and not(rare)", i % 13 != 5 && i % 9 != 0) \
	P("not(rare or @k)", i % 9 != 0 && !HAS_K(i)) \
	P("rare", i % 9 == 0) \
	P("nowhere", false) \
	P("not(nowhere) and n = 1", i % 10 == 1 || i % 4 == 1) \
	P("nowhere = 5 or @k = 5", HAS_K(i) && i % 7 == 5) \
	P("@k", HAS_K(i)) \
	P("@k = 2 and price > 10", HAS_K(i) && i % 7 == 2 && i % 20 >= 10) \
	P("@k != '2'", HAS_K(i) && i % 7 != 2) \
	P("@nowhere or @id = '17'", i == 17) \
	P("p/q = 4", i % 5 == 4 || i % 6 == 4) \
	P("p/q/@v = 1 and p/q = 0", i % 3 == 1 && (i % 5 == 0 || i % 6 == 0)) \
	P("p/q and price < 1 and day = '2020-01-09'", i % 20 == 0 && i % 28 == 8) \
	P("p/@v or p/nowhere", false) \
	P("p/q/text() = '3'", i % 5 == 3 || i % 6 == 3) \
	P("e/text()", i % 4 != 0) \
	P("text() = 'some text'", true) \
	P("m/text() = 1 and m/i = 3", i % 2 == 1 && i % 8 == 3) \
	P("m = 15", i % 2 == 1 && i % 8 == 5) \
	P("m = '15' or p = '00'", (i % 2 == 1 && i % 8 == 5) || (i % 5 == 0 && i % 6 == 0)) \
	P("* = 5", i % 10 == 5 || (i % 5 == 0 && i % 6 == 5)) \
	P("long", i % 11 == 0) \
	P("long and rare", i % 11 == 0 && i % 9 == 0) \
	P("e = ''", i % 4 == 0) \
	P("e != ''", i % 4 != 0) \
	P("(n = 1 or n = 2) and (name = 'name 1' or name = 'name 2')", \
	  (i % 10 == 1 || i % 4 == 1 || i % 10 == 2 || i % 4 == 2) && (i % 13 == 1 || i % 13 == 2)) \
	P("not(not(n = 9))", i % 10 == 9) \
	P("n = 1 and n = 3", (i % 10 == 1 || i % 4 == 1) && (i % 10 == 3 || i % 4 == 3)) \
	P("not(n = 1 or n = 3) and @k < 3", \
	  !(i % 10 == 1 || i % 4 == 1 || i % 10 == 3 || i % 4 == 3) && HAS_K(i) && i % 7 < 3)
/* clang-format on */

static unsigned
count_of(unsigned which)
{
	unsigned i, n = 0, at;
	bool holds;

	for (i = 1; i <= RECORDS; i++)
	{
		at = 0;
		holds = false;
#define COUNT(expr, condition)                                                                               \
	if (at++ == which)                                                                                       \
		holds = (condition);
		PREDICATES(COUNT)
		n += holds;
	}
	return n;
}

static void
document_forms(XtForms *f)
{
	BxBuf text;

	memset(f, 0, sizeof(*f));
	bx_buf_init(&text, bx_host_libc());
	put_document(&text);
	xt_say(&text, "%c", '\0');
	CHECK(xt_forms(f, (char *) text.data));
	bx_buf_free(&text);
}

static void
predicates(void)
{
#define NAME(expr, condition) expr,
	static const char *const exprs[] = {PREDICATES(NAME)};
	char expr[200], want[40];
	XtForms f;
	unsigned i;

	document_forms(&f);
	for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
	{
		snprintf(expr, sizeof(expr), "count(%s[%s])", i % 2 ? "//rec" : "/l/rec", exprs[i]);
		snprintf(want, sizeof(want), "=%u", count_of(i));
		xt_expect_in(&f, expr, want);
	}
	xt_forms_free(&f);
}

/* Steps that pass over most of the document; several of them by turns, each with tables of its own. */
static void
steps(void)
{
	static const XtCase cases[] = {
		{"count(//price)", "=150"},
		{"count(//i[. = 3])", "=19"},
		{"count(//q[@v])", "=150"},
		{"count(//@v)", "=150"},
		{"count(//@v[. = 2])", "=50"},
		{"count(/l/rec/@k)", "=100"},
		{"count(//text()[. = 'some text'])", "=150"},
		{"count(//rare)", "=16"},
		{"count(//rec//q)", "=300"},
		{"count(//rec/*[2])", "=150"},
		{"count(//q[. = 4]/..)", "=50"},
		{"count(//rec[p/q = 4][price > 10]/m/i)", "=24"},
		{"count(//*[self::n or self::name])", "=450"},
		{"sum(//rec[n = 7]/@id)", "=1155"},
		{"sum(//rec[@id = 139 or @id = 3]/price)", "=23"},
		{"string(//rec[name = 'name 12'][2]/@id)", "\"25\""},
		{"count(for $r in //rec[@k = 1] return $r/p/q[. = $r/m/i])", "=6"},
		{"count(for $a in //rec[rare], $b in $a/*[. = 8] return $b/text())", "=2"},
		{"count(//rec[n = 1]) + count(//rec[n = 2]) * count(//rec[name = 'name 3'])", "=585"},
	};
	XtForms f;
	size_t i;

	document_forms(&f);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		xt_expect_in(&f, cases[i].expr, cases[i].want);
	xt_forms_free(&f);
}

/* Items looked at. */
static uint64_t
items(const XtDoc *d, const char *expr)
{
	BxArena arena;
	XpBlock *path;
	BxError err;
	XpCall c = {.host = bx_host_libc(), .arena = &arena, .v = d->v, .n = d->n, .err = &err};
	uint64_t n;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK);
	CHECK(xp_count(&c, path, &n) == BX_OK);
	bx_arena_reset(&arena);
	return c.work.items;
}

/* A pass ends where the answer is known: of many records of some 14 items these look at a few. */
static void
early_end(void)
{
	XtForms f;

	document_forms(&f);
	CHECK(items(&f.doc[0], "//rec[@id > 0]") < RECORDS * 4);
	CHECK(items(&f.doc[0], "//rec[@id < 0 and name = 'name 3']") < RECORDS * 4);
	CHECK(items(&f.doc[0], "//rec[name = 'name 3' and price > 0]") < RECORDS * 8);
	CHECK(items(&f.doc[0], "//rec[n > -1 or nowhere]") < RECORDS * 5);
	CHECK(items(&f.doc[0], "//name") < RECORDS * 8);
	xt_forms_free(&f);
}

/* ---- records that are not there yet ---- */

#define LONG_RECORDS 6

/* Memory that is full of the byte at ctx, as memory that was used before may be. */
static void *
dirty_alloc(void *ctx, size_t n)
{
	void *p = ut_need(malloc(n ? n : 1));

	memset(p, *(const uint8_t *) ctx, n);
	return p;
}

static void
put_long_records(BxBuf *out)
{
	unsigned i, k;

	xt_say(out, "<l>");
	for (i = 1; i <= LONG_RECORDS; i++)
	{
		xt_say(out, "<rec>");
		for (k = 0; k < 40000; k++)
			xt_say(out, "<m>%u</m>", k % 7 + 10 * i);
		xt_say(out, "<k>%u</k></rec>", i % 3);
	}
	xt_say(out, "</l>%c", '\0');
}

static uint64_t
count_stored(BxStore *store, const BxHost *host, const char *expr)
{
	BxArena arena;
	XpBlock *path;
	BxError err;
	XpCall c = {.host = host, .arena = &arena, .store = store, .err = &err};
	uint64_t n = UINT64_MAX;

	bx_arena_init(&arena, host);
	CHECK(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK);
	CHECKF(xp_count(&c, path, &n) == BX_OK, "%s: %s", expr, err.msg);
	bx_arena_reset(&arena);
	return n;
}

/*
 * What a path looks at in between follows what the predicate is about, whose bytes were not fetched yet: nothing may be
 * passed over on what is in their place.
 */
static void
looks_ahead(void)
{
	static const char *const exprs[] = {"/l/rec[/l/rec[last()]/k = 0][k = 1]",
										"/l/rec[position() < 9 and /l/rec[6]/k = 0][k = 1]"};
	BxHost host = *bx_host_lz4();
	uint8_t dirt, *packed;
	UtStore store;
	BxBuf text;
	unsigned i;
	size_t n;
	XtDoc d;

	host.ctx = &dirt;
	host.alloc = dirty_alloc;
	bx_buf_init(&text, bx_host_libc());
	put_long_records(&text);
	CHECK(xt_doc(&d, (char *) text.data, BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
	packed = ut_need(ut_pack(d.v, d.n, &n));
	for (dirt = 0; dirt < 4; dirt++)
		for (i = 0; i < 4; i++)
		{
			uint64_t count;

			if (i < 2)
				ut_store_init(&store, d.v, d.n);
			else
				ut_store_init(&store, packed, n);
			count = count_stored(&store.store, &host, exprs[i % 2]);
			CHECKF(count == 2, "%s, memory of %d: %d", exprs[i % 2], dirt, (int) count);
		}
	free(packed);
	xt_doc_free(&d);
	bx_buf_free(&text);
}

UT_SUITE(test_xpath_light)
{
	UT_RUN(predicates);
	UT_RUN(steps);
	UT_RUN(early_end);
	UT_RUN(looks_ahead);
	return ut_done();
}
