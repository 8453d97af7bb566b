/*
 * test_xpath_work.c -- what evaluation costs and survives: work counters, refused memory, cancel, damaged bytes.
 *
 * Costs are counted in items looked at (XpWork), so the tests do not depend on the machine.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "../../ut_xpath.h"

#include <sys/mman.h>
#include <unistd.h>

#include "../../../../src/core/encode/bx_table_put.h"
#include "../../ut_random.h"

/* ---- documents by size ---- */

static void
text_of_lists(BxBuf *b, uint32_t n)
{
	uint32_t i;

	b->len = 0;
	xt_say(b, "<r>");
	for (i = 0; i < n; i++)
		xt_say(b, "<a n='%u'><b>%u</b><c><d/>t%u</c></a>", i, i % 10, i);
	xt_say(b, "</r>");
	xt_put(b, "", 1);
}

static void
text_of_siblings(BxBuf *b, uint32_t n)
{
	uint32_t i;

	b->len = 0;
	xt_say(b, "<r>");
	for (i = 0; i < n; i++)
		xt_say(b, "<b>%u</b>", i);
	xt_say(b, "</r>");
	xt_put(b, "", 1);
}

static void
text_of_depth(BxBuf *b, uint32_t n)
{
	uint32_t i;

	b->len = 0;
	for (i = 0; i < n; i++)
		xt_say(b, "<a n='%u'><b>1</b>", i);
	for (i = 0; i < n; i++)
		xt_say(b, "</a>");
	xt_put(b, "", 1);
}

static void
text_of_attributes(BxBuf *b, uint32_t n)
{
	uint32_t i;

	b->len = 0;
	xt_say(b, "<r><w");
	for (i = 0; i < n; i++)
		xt_say(b, " a%u='%u'", i, i);
	xt_say(b, "><b/></w></r>");
	xt_put(b, "", 1);
}

typedef enum Want
{
	EXISTS,
	COUNT,
	VALUE
} Want;

/* Items looked at; UINT64_MAX after an error. */
static uint64_t
items(const XtDoc *d, const char *expr, Want want, bool navigate)
{
	XtWay way = {.navigate = navigate};
	BxStatus st;
	XpBlock *path;
	BxArena arena;
	uint64_t n;
	BxError err;
	XpItem text;
	bool found;
	XpCall c;

	bx_arena_init(&arena, bx_host_libc());
	bx_error_clear(&err);
	xt_call(&c, &arena, d, &way, &err);
	st = xp_compile(expr, strlen(expr), 0, &arena, &path, &err);
	if (st == BX_OK)
		st = want == EXISTS  ? xp_exists(&c, path, &found)
			 : want == COUNT ? xp_count(&c, path, &n)
							 : xp_value(&c, path, &text);
	CHECKF(st == BX_OK, "%s: %s", expr, err.msg);
	bx_arena_reset(&arena);
	return st == BX_OK ? c.work.items : UINT64_MAX;
}

/* ---- what need not be looked at ---- */

static void
missing_names_cost_nothing(void)
{
	static const char *const exprs[] = {
		"//zzz",         "/zzz",         "/r/zzz",        "/r/a/zzz/b",
		"/zzz/a",        "//@zzz",       "/r/a/@zzz",     "//zzz[b]",
		"//a//zzz",      "//zzz/text()", "//zzz | //yyy", "count(//zzz)",
		"sum(//zzz)",    "//zzz = 1",    "string(//zzz)", "//Q{urn:x}*",
		"//Q{urn:x}a",   "//p/../zzz",   "//zzz/..",      "(//zzz)[1]",
		"//zzz[last()]", "//comment()",  "//self::zzz/a", "//processing-instruction()",
	};
	BxBuf b;
	XtDoc d;
	size_t i;
	int mode;

	bx_buf_init(&b, bx_host_libc());
	text_of_lists(&b, 50);
	for (mode = 0; mode < 2; mode++)
	{
		if (!xt_doc(&d, (char *) b.data, mode ? BX_MODE_NAMES : BX_MODE_SHAPES, BX_TYPED_LOSSLESS))
			continue;
		for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
		{
			uint64_t n = items(&d, exprs[i], COUNT, false);

			CHECKF(n == 0, "%s: %llu items", exprs[i], (unsigned long long) n);
		}
		xt_doc_free(&d);
	}
	bx_buf_free(&b);
}

static void
expect_items(const XtDoc *d, const char *expr, Want want, uint64_t most)
{
	uint64_t n = items(d, expr, want, false);

	CHECKF(n <= most, "%s: %llu items, at most %llu wanted", expr, (unsigned long long) n,
		   (unsigned long long) most);
}

static void
early_ends(void)
{
	BxBuf b;
	XtDoc d;
	int mode;

	bx_buf_init(&b, bx_host_libc());
	text_of_lists(&b, 1000);
	for (mode = 0; mode < 2; mode++)
	{
		if (!xt_doc(&d, (char *) b.data, mode ? BX_MODE_NAMES : BX_MODE_SHAPES, BX_TYPED_LOSSLESS))
			continue;
		expect_items(&d, "/r/a[1]", COUNT, 4);
		expect_items(&d, "/r/a[1]/b", COUNT, 8);
		expect_items(&d, "/r/a[3]/@n", COUNT, 8);
		expect_items(&d, "//a", EXISTS, 3);
		expect_items(&d, "//d", EXISTS, 8);
		expect_items(&d, "//a[b = 3]", EXISTS, 40);
		expect_items(&d, "//a = '0t0'", VALUE, 12);
		expect_items(&d, "//b = 2", VALUE, 24);
		expect_items(&d, "//b != 0", VALUE, 16);
		expect_items(&d, "string(//b)", VALUE, 6);
		expect_items(&d, "number(//b)", VALUE, 6);
		expect_items(&d, "boolean(//c)", VALUE, 8);
		expect_items(&d, "not(//c)", VALUE, 8);
		expect_items(&d, "//b", VALUE, 6);
		expect_items(&d, "(//b)[2]", VALUE, 20);
		expect_items(&d, "(//a)[1]/b", COUNT, 12);
		expect_items(&d, "//a or //b", VALUE, 8);
		expect_items(&d, "/r/a[1] = '0t0'", VALUE, 16);
		expect_items(&d, "name(//b)", VALUE, 6);
		expect_items(&d, "/r[a]", COUNT, 8);
		expect_items(&d, "/r[.//d]", COUNT, 16);
		xt_doc_free(&d);
	}
	bx_buf_free(&b);
}

/* Shapes by path show which subtrees cannot hold a name. */
static void
hopeless_subtrees_are_skipped(void)
{
	uint32_t i;
	BxBuf b;
	XtDoc d;

	bx_buf_init(&b, bx_host_libc());
	xt_say(&b, "<r><junk n='1'>");
	for (i = 0; i < 1000; i++)
		xt_say(&b, "<j><j>%u</j></j>", i);
	xt_say(&b, "</junk><k><x/></k><k><l><x/></l></k></r>");
	xt_put(&b, "", 1);
	if (xt_doc(&d, (char *) b.data, BX_MODE_SHAPES, BX_TYPED_LOSSLESS))
	{
		expect_items(&d, "//x", COUNT, 8);
		expect_items(&d, "/r//x", COUNT, 8);
		expect_items(&d, "//l/x", COUNT, 8);
		expect_items(&d, "/r/k/x", COUNT, 8);
		expect_items(&d, "//x | //l", COUNT, 16);
		expect_items(&d, "//k[.//x]", COUNT, 16);
		expect_items(&d, "//x/text()", COUNT, 8);
		expect_items(&d, "//l//@m", COUNT, 0);
		expect_items(&d, "//x/..", COUNT, 20);
		xt_doc_free(&d);
	}
	bx_buf_free(&b);
}

/* ---- growth ---- */

/* Cost at ten times the size is at most eleven times the cost, on a path that looks at something. */
static void
expect_linear(void (*make)(BxBuf *, uint32_t), uint32_t n, const char *const *exprs, size_t n_exprs,
			  bool navigate)
{
	uint64_t small, large;
	XtDoc one, ten;
	BxBuf b;
	size_t i;
	int mode;

	bx_buf_init(&b, bx_host_libc());
	for (mode = 0; mode < 2; mode++)
	{
		BxMode m = mode ? BX_MODE_NAMES : BX_MODE_SHAPES;

		make(&b, n);
		CHECK(xt_doc(&one, (char *) b.data, m, BX_TYPED_LOSSLESS));
		make(&b, n * 10);
		CHECK(xt_doc(&ten, (char *) b.data, m, BX_TYPED_LOSSLESS));
		for (i = 0; i < n_exprs && one.v != NULL && ten.v != NULL; i++)
		{
			small = items(&one, exprs[i], COUNT, navigate);
			large = items(&ten, exprs[i], COUNT, navigate);
			CHECKF(small > 0 && large <= small * 11 + 20, "%s: %llu items, then %llu", exprs[i],
				   (unsigned long long) small, (unsigned long long) large);
		}
		xt_doc_free(&one);
		xt_doc_free(&ten);
	}
	bx_buf_free(&b);
}

#define LINEAR(make, n, exprs, navigate)                                                                     \
	expect_linear(make, n, exprs, sizeof(exprs) / sizeof((exprs)[0]), navigate)

static void
cost_grows_with_the_document(void)
{
	static const char *const forward[] = {
		"//a",
		"/r/a",
		"//a[@n]",
		"//a[b = 1]",
		"//a/b",
		"//a/c/d",
		"//a[1]",
		"//a[2]/@n",
		"count(//node())",
		"//text()",
		"sum(//b)",
		"/r//d",
		"//a[c/d]",
		"//a[.//d]",
		"//a[position() = 2]/@n",
		"//c[d]/text()",
		"//*",
		"//@*",
		"//a[b > 5][2]",
		"//a[b = 7 or @n = 3]",
		"//a | //b",
		"//b = //@n",
		"//b != //b",
		"//b < //b",
		"//a[contains(c, '9')]",
		"//a[not(c)]",
		"(//a)[position() = last()]",
		"//a//d",
		"string(/)",
		"//a[string-length(c) = 3]",
	};
	static const char *const upward[] = {
		"//b/..",
		"//d/ancestor::a",
		"//a[..]",
		"//d[../../@n = 5]",
		"/r/a[last()]",
		"//a[last()]",
		"//d/ancestor::*[2]",
		"//@n/..",
		"//text()/..",
		"//d[ancestor::r]",
		"//a/following::*",
		"//d/preceding::b",
		"//a/following::b[1]",
		"//a/following-sibling::a[1]",
		"//a/following-sibling::a[3]/b",
		"//a/following-sibling::*/b",
		"//a/preceding-sibling::a",
		"//@n/following::d",
		"//text()/preceding::text()",
		"//*/descendant::d",
		"//*/descendant-or-self::node()/..",
		"//b/following-sibling::c",
		"//d/../../b",
		"//a[count(b) = last()]",
		"//c/preceding-sibling::b",
	};
	static const char *const siblings[] = {
		"/r/b",
		"/r/b[2]/text()",
		"//b[. = 5]",
		"/r/b[last()]",
		"/r/b[position() mod 2 = 1]",
		"//b[position() > 3][2]",
		"//b[1]/following-sibling::b",
		"/r/b[last()]/preceding-sibling::b[1]",
		"//text()",
		"/r/b[. > 3][last()]",
	};

	LINEAR(text_of_lists, 200, forward, false);
	LINEAR(text_of_lists, 200, forward, true);
	LINEAR(text_of_lists, 200, upward, false);
	LINEAR(text_of_siblings, 500, siblings, false);
	LINEAR(text_of_siblings, 500, siblings, true);
}

static void
cost_grows_with_depth(void)
{
	static const char *const forward[] = {
		"//a",       "//a//a",      "//a//a//b",    "//b",       "//a/a/b",
		"//a[b]",    "//a[@n = 5]", "//text()",     "//a/b[1]",  "count(//node())",
		"string(/)", "//a//@n",     "//*//*//*//b", "/a/a/a//b", "//a[b = 2]",
	};
	static const char *const up[] = {
		"//a/..",           "//b/../b",        "//a[../b]",
		"//@n/..",          "//b/ancestor::*", "//b/ancestor-or-self::node()",
		"//a/following::*",
	};

	LINEAR(text_of_depth, 300, forward, false);
	LINEAR(text_of_depth, 300, up, false);
}

static void
wide_elements(void)
{
	static const char *const exprs[] = {
		"//@*",           "//w[@a5 = 5]",      "/r/w/@a9",    "/r/w/b",           "count(//@*)",
		"//w/@*[last()]", "/r/w[@a1 and @a2]", "sum(//w/@*)", "//@*[. = 7]/../b", "//w/@a3",
		"//w/@*[3]",      "//*[@*]",           "//w/node()",
	};
	BxBuf b;
	XtDoc d;
	size_t i;

	bx_buf_init(&b, bx_host_libc());
	text_of_attributes(&b, 10000);
	if (xt_doc(&d, (char *) b.data, BX_MODE_AUTO, BX_TYPED_LOSSLESS))
	{
		/* a few looks at every attribute, however many there are */
		for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
			expect_items(&d, exprs[i], COUNT, 40100);
		/* one match is all there can be */
		expect_items(&d, "/r/w/@a0", COUNT, 4);
		expect_items(&d, "/r/w/@a7", COUNT, 11);
		expect_items(&d, "/r/w/@*[2]", COUNT, 5);
		xt_doc_free(&d);
	}
	bx_buf_free(&b);
	xt_expect("<r><w a='1' b='2' c='3'/></r>", "//w/@*[2]", "[@b=2]");
	xt_expect("<r><w a='1' b='2' c='3'/></r>", "//w/@*[last()]", "[@c=3]");
}

/* ---- what depends on nothing ---- */

/* Operands without a context are evaluated once, not once per item: the document is passed a few times at most. */
static void
operands_without_context(void)
{
	static const char *const exprs[] = {
		"/r/a[contains(/r, 'zzz')]",
		"//b[. = string(/r/a[last()]/b)]",
		"/r/a[count(/r/a) = position()]",
		"/r/a[@n = sum(//b) or starts-with(/r, 'x')]",
		"count((1 to 1000)[/r/a/b = 'x'])",
		"count(for $i in 1 to 1000 return string-length(/r))",
		"count(for $i in 1 to 1000 return (/r/a/@n)[last()])",
		"some $i in 1 to 1000 satisfies $i = count(//d) + 2000",
		"count(/r/a/string-length(/r))",
		"/r/a[@n = (for $x in //a return $x/@n)[. > 2000]]",
		"/r/a[b[contains(/r, 'zzz')]]",
	};
	BxBuf b;
	XtDoc d;
	size_t i;

	bx_buf_init(&b, bx_host_libc());
	text_of_lists(&b, 1000);
	if (!xt_doc(&d, (char *) b.data, BX_MODE_SHAPES, BX_TYPED_LOSSLESS))
		return;
	for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
	{
		uint64_t n = items(&d, exprs[i], COUNT, false);

		CHECKF(n < 50000, "%s: %llu items", exprs[i], (unsigned long long) n);
	}
	xt_doc_free(&d);
	bx_buf_free(&b);
}

/* Held or not, answers are the same; what is never asked for raises nothing. */
static void
answers_of_held_operands(void)
{
	static const XtCase cases[] = {
		{"//b[. = /r/a[2]/b]", "[b=2 b=2]"},
		{"//b[. = string(/r/a[last()]/b)]", "[b=2 b=2]"},
		{"//b[position() = count(/r/a)]", "[]"},
		{"(//b)[position() = count(/r/a)]", "[b=2]"},
		{"//x[. = xs:date('no')]", "[]"},
		{"(//b)[1][. = 1 or . = xs:date('no')]", "[b=1]"},
		{"//b[. = 3 or . = xs:date('no')]", "!xpath_type@18"},
		{"count(for $i in 1 to 3 return for $b in //b return $b[. = $i])", "=3"},
		{"count(for $i in 1 to 3 return (/r/a)[$i])", "=3"},
		{"string-join(for $i in 1 to 3 return string((/r/a/b)[$i]), '-')", "\"1-2-2\""},
		{"count((1 to 5)[. = count(/r/a)])", "=1"},
		{"count((1 to 5)[. = /r/a/b])", "=2"},
		{"count(//b[. = (1 to 3)[. = /r/a/b][2]])", "=2"},
		{"every $i in /r/a/b satisfies $i = /r/a/b", "true"},
		{"count(/r/a[b = /r/a[2]/b][count(/r/a[b = /r/a[2]/b]) = 2])", "=2"},
		{"string(/r/a[last()][string-length(/) > 2]/b[/r/a])", "\"2\""},
	};

	XT_CASES("<r><a><b>1</b></a><a><b>2</b></a><a><b>2</b></a></r>", cases);
}

/* ---- hosts that refuse ---- */

typedef struct Refuser
{
	BxHost host;
	uint64_t left; /* calls until the refusal */
	int64_t live;
	bool refused;
	bool cancel;
} Refuser;

static bool
refuse_now(Refuser *r)
{
	if (r->left == 0)
		r->refused = true;
	else
		r->left--;
	return r->refused;
}

static void *
refuser_alloc(void *ctx, size_t n)
{
	Refuser *r = ctx;

	if (refuse_now(r))
		return NULL;
	r->live++;
	return malloc(n > 0 ? n : 1);
}

static void *
refuser_resize(void *ctx, void *p, size_t n)
{
	Refuser *r = ctx;

	if (refuse_now(r))
		return NULL;
	r->live += p == NULL;
	return realloc(p, n > 0 ? n : 1);
}

static void
refuser_release(void *ctx, void *p)
{
	Refuser *r = ctx;

	r->live -= p != NULL;
	free(p);
}

static BxStatus
refuser_poll(void *ctx)
{
	return ((Refuser *) ctx)->cancel ? BX_E_CANCEL : BX_OK;
}

static void
refuser_init(Refuser *r, uint64_t left, bool cancel)
{
	memset(r, 0, sizeof(*r));
	r->host.ctx = r;
	r->host.alloc = refuser_alloc;
	r->host.resize = refuser_resize;
	r->host.release = refuser_release;
	r->host.poll = refuser_poll;
	r->left = left;
	r->cancel = cancel;
}

static BxStatus
call_entry(XpCall *c, const XpBlock *path, int entry)
{
	BxWriterOptions o = {.limits = BX_LIMITS_DEFAULT};
	uint8_t *data = NULL;
	uint64_t n;
	XpItem text;
	BxStatus st;
	size_t len;
	bool b;

	switch (entry)
	{
		case 0: return xp_exists(c, path, &b);
		case 1: return xp_test(c, path, &b);
		case 2: return xp_value(c, path, &text);
		case 3: return xp_count(c, path, &n);
		default:
			st = xp_query(c, path, &o, &b, &data, &len);
			if (data != NULL)
				c->host->release(c->host->ctx, data);
			return st;
	}
}

/* The status with a host that refuses its left-th request; *refused says whether it came to that. */
static BxStatus
evaluate_refused(const XtDoc *d, const XpBlock *path, int entry, uint64_t left, bool *refused)
{
	XtWay way = {.navigate = entry & 8};
	BxArena arena;
	BxStatus st;
	BxError err;
	Refuser r;
	XpCall c;

	refuser_init(&r, left, false);
	way.host = &r.host;
	bx_arena_init(&arena, &r.host);
	bx_error_clear(&err);
	xt_call(&c, &arena, d, &way, &err);
	st = call_entry(&c, path, entry & 7);
	*refused = r.refused;
	CHECKF(st == (r.refused ? BX_E_NOMEM : BX_OK), "status %s: %s", bx_status_name(st), err.msg);
	CHECK(err.status == st);
	bx_arena_reset(&arena);
	CHECKF(r.live == 0, "%lld blocks left", (long long) r.live);
	return st;
}

static void
refused_memory(void)
{
	static const char *const exprs[] = {
		"//a[b = 3]/c",
		"//d/ancestor::*[2]/@n",
		"(//a)[last()]/preceding::text()[. = '1']",
		"concat(string(/r/a[2]), translate(//c, 't', 'x'), normalize-space(//c), 1 div 3, name(//a))",
		"//b = //@n",
		"//a[count(.//node()) > 2] | //b",
		"//c[lang('en')] or //@*[contains(., '7')] and //b < //b",
		"//a/following::b[position() mod 2 = 1]",
	};
	bool refused;
	XpBlock *path;
	BxArena arena;
	BxError err;
	uint64_t left;
	size_t i;
	BxBuf b;
	XtDoc d;
	int entry;

	bx_buf_init(&b, bx_host_libc());
	text_of_lists(&b, 60);
	if (!xt_doc(&d, (char *) b.data, BX_MODE_AUTO, BX_TYPED_LOSSLESS))
		return;
	bx_arena_init(&arena, bx_host_libc());
	for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
		for (entry = 0; entry < 16; entry++)
		{
			if ((entry & 7) > 4)
				continue;
			CHECK(xp_compile(exprs[i], strlen(exprs[i]), 0, &arena, &path, &err) == BX_OK);
			refused = true;
			for (left = 0; refused && left < 500; left++)
				evaluate_refused(&d, path, entry, left, &refused);
			CHECKF(left > 1 && left < 500, "%s: %llu requests", exprs[i], (unsigned long long) left);
		}
	bx_arena_reset(&arena);
	xt_doc_free(&d);
	bx_buf_free(&b);
}

static void
cancel_is_heard(void)
{
	static const char *const exprs[] = {
		"//zz | //a",
		"//*",
		"count(//node())",
		"//a[b = 'no']",
		"string(/)",
		"//a/following::*",
		"//d/preceding::b",
		"//d/ancestor::*",
		"//a[last()]",
		"//a[count(//b) = 3]",
		"//a[. = //c]",
		"//b = //nothing or //b = 'no'",
		"sum(//b)",
		"//b < //b",
		"(//a)[. = 3]",
		"//a/following-sibling::a[2]",
		"//a[preceding-sibling::a[b = 3]]",
		"//a[lang('en')]",
		"//@*[. = 'no']",
		"//text()[. = 'no']",
		"/r/a[c/d = 'no']",
	};
	XtWay way = {0};
	BxBuf b;
	XtDoc d;
	size_t i;
	int k;

	bx_buf_init(&b, bx_host_libc());
	text_of_lists(&b, 20000);
	if (!xt_doc(&d, (char *) b.data, BX_MODE_AUTO, BX_TYPED_LOSSLESS))
		return;
	for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
		for (k = 0; k < 2; k++)
		{
			XpBlock *path;
			BxArena arena;
			BxStatus st;
			BxError err;
			Refuser r;
			XpCall c;

			refuser_init(&r, UINT64_MAX, true);
			way.host = &r.host;
			way.navigate = k;
			bx_arena_init(&arena, &r.host);
			bx_error_clear(&err);
			xt_call(&c, &arena, &d, &way, &err);
			st = xp_compile(exprs[i], strlen(exprs[i]), 0, &arena, &path, &err);
			if (st == BX_OK)
				st = xp_count(&c, path, &(uint64_t){0});
			CHECKF(st == BX_E_CANCEL && c.work.items <= 10000, "%s: %s after %llu items", exprs[i],
				   bx_status_name(st), (unsigned long long) c.work.items);
			bx_arena_reset(&arena);
			CHECK(r.live == 0);
		}
	xt_doc_free(&d);
	bx_buf_free(&b);
}

/* A periodic pattern makes searching slow, whatever the number of items. */
static void
cancel_is_heard_in_a_search(void)
{
	static const char *const exprs[] = {
		"contains(/r/t, /r/p)",
		"substring-before(/r/t, /r/p)",
		"substring-after(/r/t, /r/p)",
	};
	XtWay way = {0};
	uint32_t i;
	BxBuf b;
	XtDoc d;

	bx_buf_init(&b, bx_host_libc());
	xt_say(&b, "<r><t>");
	for (i = 0; i < 20000; i++)
		xt_say(&b, "aaaaaaaaaa");
	xt_say(&b, "</t><p>");
	for (i = 0; i < 10000; i++)
		xt_say(&b, "aaaaaaaaaa");
	xt_say(&b, "b</p></r>");
	xt_put(&b, "", 1);
	if (!xt_doc(&d, (char *) b.data, BX_MODE_AUTO, BX_TYPED_LOSSLESS))
		return;
	for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
	{
		XpBlock *path;
		BxArena arena;
		BxError err;
		Refuser r;
		XpCall c;

		refuser_init(&r, UINT64_MAX, true);
		way.host = &r.host;
		bx_arena_init(&arena, &r.host);
		bx_error_clear(&err);
		xt_call(&c, &arena, &d, &way, &err);
		CHECK(xp_compile(exprs[i], strlen(exprs[i]), 0, &arena, &path, &err) == BX_OK);
		CHECK(xp_count(&c, path, &(uint64_t){0}) == BX_E_CANCEL);
		bx_arena_reset(&arena);
	}
	xt_doc_free(&d);
	bx_buf_free(&b);
}

/* ---- damaged values ---- */

static const char *const probes[] = {
	"//*",
	"//node()",
	"//@*",
	"/r/a/b",
	"//a[b = 1]/@n",
	"//b[last()]/..",
	"//d/ancestor::*[2]",
	"//a/following::node()[2]",
	"//a/preceding::*[1]",
	"//text()[. = 't1']",
	"string(/)",
	"sum(//b)",
	"//b = //@n",
	"name(//*[last()])",
	"//*[name() = 'a']",
	"//p:*/namespace-uri()",
	"//a[lang('en')]",
	"concat(//b, //c, //@n)",
	"translate(normalize-space(//c), 't', 'xy')",
	"substring(//c, 2, 1)",
	"//c//text() | //b/preceding-sibling::*",
	"string-length(/)",
	"(//a)[2]/c/node()",
	"//comment() | //processing-instruction()",
};

static void
probe_value(const XtDoc *d, XpBlock *const *paths, size_t n_paths, uint64_t *rng)
{
	XpCache *cache;
	XtWay way = {0};
	BxArena arena;
	BxStatus st;
	BxError err;
	XpCall c;
	int i;

	bx_arena_init(&arena, bx_host_libc());
	cache = ut_below(rng, 4) == 0 ? xp_cache_new(&arena) : NULL;
	for (i = 0; i < 6; i++)
	{
		way.cache = cache;
		way.navigate = ut_below(rng, 2);
		bx_error_clear(&err);
		xt_call(&c, &arena, d, &way, &err);
		st = call_entry(&c, paths[ut_below(rng, (uint32_t) n_paths)], (int) ut_below(rng, 5));
		CHECK(st == err.status);
	}
	xt_cache_free(cache);
	bx_arena_reset(&arena);
}

static void
damaged_values(void)
{
	static const char *const texts[] = {
		"<r xml:lang='en'><a n='1'><b>1</b><c>t1<d/></c></a><a n='2'><b>2.5</b><c><d>x</d>t2</c></a></r>",
		"<r xmlns:p='urn:p'><p:a n='x'><!--c--><?p d?><b>2010-06-14</b></p:a><a><a><b>caf\xc3\xa9 "
		"t</b></a></a></r>",
		"<a>1</a>text<b><c>true</c></b>",
	};
	enum
	{
		N = sizeof(probes) / sizeof(probes[0])
	};
	XpBlock *paths[N];
	size_t n_paths = 0;
	uint64_t rng = 7;
	BxArena arena;
	XtForms f;
	BxError err;
	size_t t, i;

	bx_arena_init(&arena, bx_host_libc());
	for (i = 0; i < N; i++)
		if (xp_compile(probes[i], strlen(probes[i]), 0, &arena, &paths[n_paths], &err) == BX_OK)
			n_paths++;
	for (t = 0; t < sizeof(texts) / sizeof(texts[0]); t++)
	{
		CHECK(xt_forms(&f, texts[t]));
		for (i = 0; i < 8000; i++)
		{
			const XtDoc *whole = &f.doc[i & 3];
			XtDoc d;

			memset(&d, 0, sizeof(d));
			d.v = ut_mutate(whole->v, whole->n, &rng, &d.n);
			probe_value(&d, paths, n_paths, &rng);
			free(d.v);
		}
		xt_forms_free(&f);
	}
	bx_arena_reset(&arena);
}

/* ---- expressions of unusual size ---- */

static void
repeat(BxBuf *b, const char *s, uint32_t n)
{
	while (n-- > 0)
		xt_say(b, "%s", s);
}

static void
expect_built(BxBuf *expr, const char *text, const char *want)
{
	xt_put(expr, "", 1);
	xt_expect(text, (char *) expr->data, want);
	expr->len = 0;
}

static void
large_expressions(void)
{
	const char *text = "<a>1<a>2<a>3</a></a></a>";
	BxBuf e;

	bx_buf_init(&e, bx_host_libc());
	xt_say(&e, "/a");
	repeat(&e, "/.", 62);
	xt_say(&e, "/a | /a");
	repeat(&e, "/.", 80);
	expect_built(&e, text, "[a a]");
	/* a word of steps exactly full, then a path that fits in none */
	xt_say(&e, "/a");
	repeat(&e, "/.", 62);
	xt_say(&e, " | /a");
	repeat(&e, "/.", 80);
	expect_built(&e, text, "[a]");
	repeat(&e, "//.", 40);
	xt_say(&e, "//a");
	expect_built(&e, text, "[a a a=3]");
	repeat(&e, "//a[a]/.. | ", 20);
	xt_say(&e, "//a[3]");
	expect_built(&e, text, "[/ a]");
	repeat(&e, "//a[.", 30);
	repeat(&e, "]", 30);
	expect_built(&e, text, "[]");
	repeat(&e, "1 + ", 500);
	xt_say(&e, "1");
	expect_built(&e, text, "=501");
	repeat(&e, "not(", 101);
	xt_say(&e, "//a");
	repeat(&e, ")", 101);
	expect_built(&e, text, "false");
	repeat(&e, "(", 60);
	xt_say(&e, "//a");
	repeat(&e, ")[1]", 60);
	expect_built(&e, text, "[a]");
	repeat(&e, "//a | ", 1500);
	xt_say(&e, "//none");
	expect_built(&e, text, "[a a a=3]");
	repeat(&e, "/. | ", 5000);
	xt_say(&e, "//none");
	expect_built(&e, text, "!xpath@10234");
	bx_buf_free(&e);
}

/* Tokens of two and four bytes, expressions over many words of steps, values longer than a short length. */
static void
many_names(void)
{
	uint32_t i;
	BxBuf doc, e, want;
	XtForms f;

	bx_buf_init(&doc, bx_host_libc());
	bx_buf_init(&e, bx_host_libc());
	bx_buf_init(&want, bx_host_libc());
	xt_say(&doc, "<r>");
	for (i = 0; i < 5000; i++)
		xt_say(&doc, "<n%u a%u='%u'><b>%u</b></n%u>", i, i, i, i, i);
	xt_say(&doc, "<long>");
	repeat(&doc, "0123456789", 500);
	xt_say(&doc, "</long></r>");
	xt_put(&doc, "", 1);
	CHECK(xt_forms(&f, (char *) doc.data));
	xt_expect_in(&f, "//n4500/@a4500", "[@a4500=4500]");
	xt_expect_in(&f, "/r/n17/b/..", "[n17]");
	xt_expect_in(&f, "count(//*)", "=10002");
	xt_expect_in(&f, "count(//@*)", "=5000");
	xt_expect_in(&f, "string-length(/r/long)", "=5000");
	xt_expect_in(&f, "name(//*[@a239]/following::*[3])", "\"n241\"");
	xt_expect_in(&f, "//*[. = 4079]/@*", "[@a4079=4079]");
	xt_expect_in(&f, "//b[. = 4080]/ancestor::*[1]/preceding::*[1]", "[b=4079]");
	xt_say(&want, "[");
	for (i = 0; i < 60; i++)
	{
		xt_say(&e, "%s//n%u[b = %u]/@a%u", i > 0 ? " | " : "", i * 80, i * 80, i * 80);
		xt_say(&want, "%s@a%u=%u", i > 0 ? " " : "", i * 80, i * 80);
	}
	xt_say(&want, "]");
	xt_put(&want, "", 1);
	xt_put(&e, "", 1);
	xt_expect_in(&f, (char *) e.data, (char *) want.data);
	xt_forms_free(&f);
	bx_buf_free(&doc);
	bx_buf_free(&e);
	bx_buf_free(&want);
}

/* ---- texts of more than a value can be; addresses of 32 bits have no room for them ---- */

#define ENDLESS ((size_t) 4 << 30)
#define WINDOW ((size_t) 1 << 20)

/* Room of ENDLESS bytes, of which those behind the first WINDOW are the same WINDOW again and again. */
static uint8_t *
endless_memory(void)
{
	FILE *file = ut_need(tmpfile());
	uint8_t *p =
		mmap(NULL, ENDLESS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	size_t at;

	if (p == MAP_FAILED || ftruncate(fileno(file), (off_t) WINDOW) != 0)
		abort();
	for (at = WINDOW; at < ENDLESS; at += WINDOW)
		if (mmap(p + at, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fileno(file), 0) ==
			MAP_FAILED)
			abort();
	fclose(file);
	return p;
}

/* The host's context is such room, which the one long text gets. */
static void *
endless_resize(void *ctx, void *p, size_t n)
{
	if (n > ENDLESS)
		return NULL;
	return n < WINDOW / 4 ? realloc(p, n ? n : 1) : ctx;
}

static void *
endless_alloc(void *ctx, size_t n)
{
	return endless_resize(ctx, NULL, n);
}

static void
endless_release(void *ctx, void *p)
{
	if (p != ctx)
		free(p);
}

/* A fragment of n times the first constant of a document. */
static uint8_t *
constants_of(const XtDoc *d, uint32_t n, size_t *len)
{
	const BxHeader *head = &d->table.head;
	BxHeadParts h = {.flags = head->flags & (BX_FLAG_NAMES | BX_FLAG_CONSTANTS),
					 .table = d->v + head->table_off,
					 .table_len = head->table_len,
					 .items_len = n,
					 .depth = 1};
	uint8_t *v = ut_need(malloc(BX_HEAD_MAX + (size_t) head->table_len + n));
	uint8_t *p = bx_head_put(v, &h);

	memcpy(p, h.table, h.table_len);
	memset(p + h.table_len, 0, n);
	*len = (size_t) (p - v) + h.table_len + n;
	return v;
}

/* Constants make a text many times as long as its value, but not longer than a text can be. */
static void
endless_text(void)
{
	BxHost host = *bx_host_libc();
	XtWay way = {.host = &host};
	char text[600];
	XpBlock *path;
	BxArena arena;
	XtDoc d, many = {0};
	BxError err;
	XpItem got;
	XpCall c;

	host.ctx = endless_memory();
	host.alloc = endless_alloc;
	host.resize = endless_resize;
	host.release = endless_release;
	snprintf(text, sizeof(text), "<r><x>%064d</x><x>%064d</x><x>%064d</x></r>", 7, 7, 7);
	CHECK(xt_doc(&d, text, BX_MODE_NAMES | UT_CONSTANTS, BX_TYPED_OFF));
	CHECK(d.table.n_consts > 0 && d.table.consts[0].len == 64);
	many.v = constants_of(&d, (uint32_t) (BX_VALUE_MAX / 64 + 1), &many.n);
	bx_arena_init(&arena, &host);
	xt_call(&c, &arena, &many, &way, &err);
	CHECK(xp_compile("string(/)", 9, 0, &arena, &path, &err) == BX_OK);
	CHECK(xp_value(&c, path, &got) == BX_E_LIMIT);
	bx_arena_reset(&arena);
	munmap(host.ctx, ENDLESS);
	free(many.v);
	xt_doc_free(&d);
}

UT_SUITE(test_xpath_work)
{
	UT_RUN(missing_names_cost_nothing);
	UT_RUN(early_ends);
	UT_RUN(hopeless_subtrees_are_skipped);
	UT_RUN(cost_grows_with_the_document);
	UT_RUN(cost_grows_with_depth);
	UT_RUN(wide_elements);
	UT_RUN(operands_without_context);
	UT_RUN(answers_of_held_operands);
	UT_RUN(refused_memory);
	UT_RUN(cancel_is_heard);
	UT_RUN(cancel_is_heard_in_a_search);
	UT_RUN(damaged_values);
	UT_RUN(large_expressions);
	UT_RUN(many_names);
	if (SIZE_MAX > UINT32_MAX)
		UT_RUN(endless_text);
	return ut_done();
}
