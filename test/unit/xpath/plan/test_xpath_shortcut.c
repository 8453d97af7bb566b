/*
 * test_xpath_shortcut.c -- the shortcut for paths of names gives the answers and errors of an evaluation, whatever
 * values came before, and is taken where it should be.
 */
#include "../../ut.h"
#include "../../ut_engine.h"
#include "../../ut_random.h"

#include "../../../../src/core/xpath/plan/xp_shortcut_int.h"
#include "../../../../src/core/xpath/result/xp_result.h"

/* Paths over the names of random documents, and of those below. */
static const char *const paths[] = {
	"/a",
	"/a/b",
	"/item/@id",
	"/a/@xml:id",
	"b/a/@value",
	"/order/order/n",
	"/name/name/name/name/a",
	"/*:item/*:a",
	"/*:a/@*:a",
	"/very-long-element-name-with-35-bytes/a",
	"/n/@an-attribute-with-a-long-name-of-40-bytes",
	"declare namespace p='urn:1'; /p:a/p:b",
	"declare namespace p='urn:1'; /a/p:order/@p:b",
	"declare default element namespace 'urn:2'; /item/a/@c",
	"declare namespace p='urn:2'; declare namespace q='urn:3'; /*:n/q:a/@p:d\xc3\xa9",
	"/nowhere/at/all/@here",
	"/a/text()",
	"/*/*/text()",
	"text()",
	"/*",
	"/*/@*",
	"/*/*/@xml:*",
	"/n/*/name",
	"declare namespace p='urn:1'; /p:*/*/@p:*",
	"/*[@id = '42']/*",
	"/*/*[@a != 'true']",
	"/*[@*:value >= 1]",
	"/*/*[@b]/@b",
	"/*/*[b = '7']",
	"/*[*:item]/*[a < 8.5]/a",
	"/*/*[. = 'GBP']",
	"/*/*[3 > .]",
	"/*/@*[. = '0']",
	"/item[@a = '2005-06-14']/n[a]",
	"//a",
	"//a/b",
	"//a//b",
	"//*//*/a",
	"/*//@id",
	"//@value",
	"//@*",
	"//*//@*:a",
	"/*/a//*:n/@*:a",
	"declare namespace p='urn:1'; //p:a//p:*",
	"//n/text()",
	"//text()",
	"/*/descendant::item",
	"//*[@id]//a",
	"//*[b = '7']/@*",
	"//*[a/b]",
	"//a[. > 5]",
	"//*[@a and @b]",
	"//text()[. = 'GBP']",
	"/*/*[@a and b = 'x' and @id]",
	"/*[@id][a]/b",
	"/*[a = 1][b != '7']",
	"/*/*[a/b = 'true']/*",
	"/*[*/*/@* = '0']",
	"/*/*[text() = 'GBP']",
	"/*[*/text()]",
	"/*/*[2]",
	"/*/*[*[position() = last()][. = '7']]",
	"//*[a[last()] = 'x']",
	"/*[*[2]/b]",
	"/*/*[@a][position() < 3]/*[1]",
	"/*[1]/*[position() > 1][@*]/a",
	"/*/*[position() = 2]/*[position() >= 2]",
	"/*/*[@id = -1]",
	"/*/*/@* > 3",
	"-0.5 >= /*/@*",
	"/*/* = 'GBP'",
	"/*/@* != '7'",
	"/*/*/text() = 'true'",
	"//n = 42",
	"//@* < '8.5'",
	"/*/*[2] = '0'",
	"//@* = xs:date('2005-06-14')",
	"/*[@* >= xs:date('2005-06-14')]",
	"xs:date('2005-06-15') > /*/*/@*",
	"/*/@* < xs:dateTime('2005-06-14T10:00:00Z')",
	"/*/*[. != xs:dayTimeDuration('PT1H')]",
};
#define PATHS (sizeof(paths) / sizeof(paths[0]))

/* What some call sites share; others are alone. */
static BxArena shared_arena;
static XpTableCache *shared;

typedef struct Site
{
	XpTableCache *tables;
	BxArena arena;
	XpBlock *block;
	XpCache *cache;
} Site;

static void
site_init(Site *s, const char *expr)
{
	static unsigned sites;
	BxError err;

	s->tables = sites++ % 4 > 0 ? shared : NULL;
	bx_arena_init(&s->arena, bx_host_libc());
	CHECKF(xp_compile(expr, strlen(expr), 0, &s->arena, &s->block, &err) == BX_OK, "%s: %s", expr, err.msg);
	s->cache = ut_need(xp_cache_of(&s->arena, s->block));
}

static void
site_free(Site *s)
{
	xp_cache_free(s->cache);
	bx_arena_reset(&s->arena);
}

/* How a question is answered. */
typedef enum Way
{
	STREAMED,
	SHORT, /* if it can be */
	NAVIGATED,
	WAYS
} Way;

/* All that is asked of a value, as text: with errors, and with what was looked at when `work`. */
static void
answer(const Site *site, const uint8_t *v, size_t n, Way way, bool work, char *out)
{
	static const char *const names[] = {"exists", "test", "value", "count", "item", "items"};
	BxArena arena;
	BxError err;
	XpItem text[3];
	XpCall c = {.host = bx_host_libc(), .arena = &arena, .v = v, .n = n, .err = &err};
	uint64_t count = 0;
	unsigned some = 0;
	bool b = false;
	int i;

	bx_arena_init(&arena, bx_host_libc());
	c.cache = way == SHORT ? site->cache : NULL;
	c.tables = way == SHORT ? site->tables : NULL;
	c.navigate = way == NAVIGATED;
	for (i = 0; i < 6; i++)
	{
		XpItem *item = &text[i % 3];
		char buf[BX_VALUE_TEXT_MAX], *at;
		BxStr s = {"", 0};
		BxStatus st;

		memset(&c.work, 0, sizeof(c.work));
		bx_error_clear(&err);
		*item = (XpItem){.type = XP_T_ANY};
		switch (i)
		{
			case 0: st = xp_exists(&c, site->block, &b); break;
			case 1: st = xp_test(&c, site->block, &b); break;
			case 2: st = xp_value(&c, site->block, item); break;
			case 3: st = xp_count(&c, site->block, &count); break;
			default: st = xp_item_value(&c, site->block, i == 5, item, &some); break;
		}
		out += sprintf(out, "\001%s %d %s;", names[i], (int) st, err.msg);
		if (st != BX_OK)
			continue;
		if (item->type != XP_T_ANY)
			s = xp_item_text(item, buf);
		at = out;
		out += sprintf(out, " %d %d %u type %d by reference %d '%.*s'", i < 2 && b, i == 3 ? (int) count : 0,
					   i > 3 ? some : 0, (int) item->type, item->by_reference, s.n > 1000 ? 1000 : (int) s.n,
					   s.s);
		for (; at < out; at++) /* damage made the text so */
			*at = *at == '\001' ? '?' : *at;
		if (work && i < 3)
			out += sprintf(out, " %d items, %d passed, %d values;", (int) c.work.items, (int) c.work.skipped,
						   (int) c.work.values);
	}
	bx_arena_reset(&arena);
}

/* Is the shortcut taken?  For a call site that has seen the path. */
static bool
taken(const Site *s, const uint8_t *v, size_t n, bool value)
{
	BxArena arena;
	BxError err;
	XpShortcutItem item;
	XpCall c = {.host = bx_host_libc(),
				.arena = &arena,
				.v = v,
				.n = n,
				.err = &err,
				.cache = s->cache,
				.tables = s->tables};
	bool is;

	bx_arena_init(&arena, bx_host_libc());
	is = xp_shortcut(&c, s->block, value ? XP_SHORTCUT_VALUE : XP_SHORTCUT_TRUTH, 1, &item);
	bx_arena_reset(&arena);
	return is;
}

static void
same_answers(const Site *s, const uint8_t *v, size_t n, bool work, const char *expr)
{
	char with[8192], without[8192];

	answer(s, v, n, SHORT, work, with);
	answer(s, v, n, STREAMED, work, without);
	CHECKF(strcmp(with, without) == 0, "%s:\n# %.2000s\n# not %.2000s", expr, with, without);
}

/* Are the n bytes of an answer an error that says so? */
static bool
says_damaged(const char *a, size_t n)
{
	const char *damaged = strstr(a, "damaged");

	return damaged != NULL && damaged < a + n;
}

/* The same in all ways of a damaged value, where one of them may look at damage behind what decides. */
static void
same_or_damage(const Site *s, const uint8_t *v, size_t n, const char *expr)
{
	char streamed[8192], other[8192];

	answer(s, v, n, STREAMED, false, streamed);
	for (Way way = SHORT; way < WAYS; way++)
	{
		const char *a = other, *b = streamed;

		answer(s, v, n, way, false, other);
		while (*a != '\0' || *b != '\0')
		{
			size_t a_n = 1 + strcspn(a + 1, "\001"), b_n = 1 + strcspn(b + 1, "\001");

			CHECKF(says_damaged(b, b_n) || (way == NAVIGATED && says_damaged(a, a_n)) ||
					   (a_n == b_n && memcmp(a, b, a_n) == 0),
				   "%s, way %d:\n# %.2000s\n# not %.2000s", expr, (int) way, other, streamed);
			a += a_n;
			b += b_n;
		}
	}
}

static uint8_t *
random_value(uint64_t *rng, size_t *n)
{
	BxWriterOptions opt = ut_options(BX_MODE_NAMES, ut_below(rng, 4) ? BX_TYPED_LOSSLESS : BX_TYPED_OFF);
	UtEvents ev;
	uint8_t *v = NULL;
	BxError err;

	ut_events_init(&ev);
	ut_random_events(&ev, rng, 3 + ut_below(rng, 60));
	CHECKF(ut_write(&ev, &opt, bx_host_libc(), &v, n, &err) == BX_OK, "%s", err.msg);
	ut_events_free(&ev);
	return v;
}

static void
random_values(void)
{
	uint64_t rng = 11;
	uint32_t n_taken = 0, n_all = 0, n_found = 0;
	Site s[PATHS];
	size_t p;
	int i;

	for (p = 0; p < PATHS; p++)
		site_init(&s[p], paths[p]);
	for (i = 0; i < 1200; i++)
	{
		size_t n;
		uint8_t *v = random_value(&rng, &n);

		for (p = 0; p < PATHS; p++)
		{
			char said[8192];

			same_answers(&s[p], v, n, false, paths[p]);
			if (ut_below(&rng, 4) == 0) /* a table that comes twice is kept */
				same_answers(&s[p], v, n, false, paths[p]);
			n_taken += taken(&s[p], v, n, false);
			n_all++;
			answer(&s[p], v, n, SHORT, false, said);
			n_found += strstr(said, "exists 0 ; 1") != NULL;
		}
		free(v);
	}
	printf("# %u of %u calls by the shortcut, %u found something\n", n_taken, n_all, n_found);
	CHECK(n_taken > n_all / 3 && n_found > n_all / 20);
	for (p = 0; p < PATHS; p++)
		site_free(&s[p]);
}

static void
damaged_values(void)
{
	uint64_t rng = 12;
	Site s[PATHS];
	size_t p;
	int i;

	for (p = 0; p < PATHS; p++)
		site_init(&s[p], paths[p]);
	for (i = 0; i < 1500; i++)
	{
		size_t n, m;
		uint8_t *v = random_value(&rng, &n), *w = ut_mutate(v, n, &rng, &m);

		for (p = 0; p < PATHS; p++)
		{
			if (ut_below(&rng, 4) == 0)
				same_answers(&s[p], v, n, false, paths[p]);
			same_or_damage(&s[p], w, m, paths[p]);
		}
		free(v);
		free(w);
	}
	for (p = 0; p < PATHS; p++)
		site_free(&s[p]);
}

/* An attribute that is behind a child is not found by any path, or reported. */
static void
attributes_behind_content(void)
{
	static const char *const exprs[] = {"//@*",  "//@b",    "//*/@*",     "/a/@*",
										"/a/@b", "//*[@b]", "//@* = '2'", "/a/descendant::*/@b"};
	static const size_t behind[] = {0, 8, 11, 16};
	static const char xml[] = "<a b='1'><c b='3' d='4'/><e>x</e><c b='3'/></a>";

	for (int where = 0; where < 4; where++)
	{
		size_t n, k;
		uint8_t *v = ut_encode(xml, strlen(xml), BX_MODE_NAMES, BX_TYPED_OFF, &n), *items, b[3];
		BxHeader h;
		BxError err;

		/* in the root: `b`, `c` with two attributes, `e`, `c` with one; the item `b` goes behind some of the others */
		CHECK(bx_header_read(v, n, n, &h, &err) == BX_OK && h.items_len == 21);
		items = v + h.items_off + 2;
		CHECK(items[1] == 1 && items[4] == 6 && items[12] == 1 && items[15] == 3);
		memcpy(b, items, sizeof(b));
		memmove(items, items + sizeof(b), behind[where]);
		memcpy(items + behind[where], b, sizeof(b));
		for (k = 0; k < sizeof(exprs) / sizeof(exprs[0]); k++)
		{
			Site s;

			site_init(&s, exprs[k]);
			for (int i = 0; i < 3; i++)
				same_or_damage(&s, v, n, exprs[k]);
			if (where == 0)
				CHECK(taken(&s, v, n, false));
			site_free(&s);
		}
		free(v);
	}
}

typedef struct Case
{
	const char *expr;
	const char *xml;
	unsigned form;
	bool exists; /* taken */
	bool value;
	bool
		work; /* what is looked at is the same; elsewhere it is less, or an evaluation sees all it needs in the table */
} Case;

#define LONG "<o><p q='1'><r/></p><s><t>1</t></s><p q='2'>x</p></o>"

static const Case cases[] = {
	{"/o/p/@q", LONG, BX_MODE_NAMES, true, true, true},
	{"o/s/t", LONG, BX_MODE_NAMES, true, true, true},
	{"/o/p/r/none", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/p", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/s", LONG, BX_MODE_NAMES, true, true, false},
	{"/o", LONG, BX_MODE_NAMES, true, false, false},
	{"/o/*", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/*/@*", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/s/t/text()", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/p[@q = '2']", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/p[@q]", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/s[t = 1]/t", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/s/t[. != 'x']", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/p[r = 'x']", LONG, BX_MODE_NAMES, true, true, false},
	{"/o[p = 'y']/p", LONG, BX_MODE_NAMES, false, false, false},
	{"/o/p[@q = '2' and r]", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/p[@q = '1'][r/none]", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/p[@q = '1' or r]", LONG, BX_MODE_NAMES, false, false, false},
	{"/o/p[text() = 'x']", LONG, BX_MODE_NAMES, true, true, false},
	{"/o[s/t = 1]/p/@q", LONG, BX_MODE_NAMES, true, true, false},
	{"/o[s/t > 1]/p/@q", LONG, BX_MODE_NAMES, true, true, false},
	{"/o[s = 1]/p/@q", LONG, BX_MODE_NAMES, false, false, false},
	{"/o/p[r[last()]]", LONG, BX_MODE_NAMES, false, false, false},
	{"/o[p[2] = 'x']", LONG, BX_MODE_NAMES, false, false, false},
	{"/o/p[/o]", LONG, BX_MODE_NAMES, false, false, false},
	{"/o/p[@q > xs:date('2026-01-01')]", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/p[xs:date(@q) > xs:date('2026-01-01')]", LONG, BX_MODE_NAMES, false, false, false},
	{"/o/p/@q", LONG, BX_MODE_SHAPES, false, false, false},
	{"/o/p/@q", LONG, BX_MODE_NAMES | UT_CONSTANTS, false, false, false},
	{"//p", LONG, BX_MODE_NAMES, true, true, false},
	{"//@q", LONG, BX_MODE_NAMES, true, true, false},
	{"//s//t/text()", LONG, BX_MODE_NAMES, true, true, false},
	{"//p[2]", LONG, BX_MODE_NAMES, false, false, false},
	{"/o/p[2]", LONG, BX_MODE_NAMES, true, true, false},
	{"/o/p[last()]", LONG, BX_MODE_NAMES, false, false, false},
	{"/o/p/@q = 2", LONG, BX_MODE_NAMES, true, false, false},
	{"//t < 2", LONG, BX_MODE_NAMES, true, false, false},
	{"/o/p/@q = /o/s/t", LONG, BX_MODE_NAMES, false, false, false},
	{"/o/p/@q/..", LONG, BX_MODE_NAMES, false, false, false},
	{"string(/o/p/@q)", LONG, BX_MODE_NAMES, false, false, false},
	{"/o/p | /o/s", LONG, BX_MODE_NAMES, false, false, false},
};

static void
known_cases(void)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const Case *x = &cases[i];
		size_t n;
		uint8_t *v = ut_encode(x->xml, strlen(x->xml), x->form, BX_TYPED_LOSSLESS, &n);
		Site s;

		site_init(&s, x->expr);
		CHECK(!taken(&s, v, n, false)); /* not at the first call, which makes the plan */
		same_answers(&s, v, n, false, x->expr);
		CHECKF(taken(&s, v, n, false) == x->exists && taken(&s, v, n, true) == x->value, "%s", x->expr);
		if (x->value && x->work)
			same_answers(&s, v, n, true, x->expr);
		site_free(&s);
		free(v);
	}
}

/* Calls in succession that only an evaluation can answer are not tried for long; others are found again. */
static void
comes_back(void)
{
	size_t n, m;
	uint8_t *v = ut_encode(LONG, strlen(LONG), BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);
	uint8_t *w = ut_encode(LONG, strlen(LONG), BX_MODE_NAMES, BX_TYPED_LOSSLESS, &m);
	int i, after = 0;
	Site s;

	site_init(&s, "/o/p/@q");
	for (i = 0; i < 100; i++)
		same_answers(&s, v, n, false, "/o/p/@q");
	while (after < 100 && !taken(&s, w, m, true))
		after++;
	CHECK(after > 0 && after < 16);
	CHECK(taken(&s, w, m, true));
	site_free(&s);
	free(v);
	free(w);
}

/* Paths with one literal, whose text is exchanged under a cache that knows the path with another one. */
static void
other_literals(void)
{
	static const char *const forms[] = {
		"/*[@id = \"42\"]/*",     "/*/*[@a != \"42\"]",  "/*/*[b < \"42\"]",
		"/*/*[\"42\" >= .]/@*",   "//*[@a = \"42\"]",    "/*/*[a > \"42\" or @b]",
		"/*[not(@a = \"42\")]/*", "/*/*/@*[. = \"42\"]", "(/*/* | /*)[@id = \"42\"]"};
	static const char *const texts[] = {"42", "-1", "07", "GB", "1.", "42"};
	uint64_t rng = 5;
	uint32_t n_slots = 0;

	for (size_t k = 0; k < sizeof(forms) / sizeof(forms[0]); k++)
	{
		XpSlot slot;
		Site s;

		site_init(&s, forms[k]);
		if (!xp_slot_only(s.block, &slot)) /* a call may depend on its literals */
		{
			site_free(&s);
			continue;
		}
		n_slots++;
		for (int i = 0; i < 600; i++)
		{
			size_t n;
			uint8_t *v = random_value(&rng, &n);
			const char *text = texts[ut_below(&rng, sizeof(texts) / sizeof(texts[0]))];

			memcpy((char *) s.block + slot.off, text, slot.n);
			xp_cache_take_text(s.cache, &slot);
			same_answers(&s, v, n, false, forms[k]);
			free(v);
		}
		site_free(&s);
	}
	CHECK(n_slots == 8);
}

UT_SUITE(test_xpath_shortcut)
{
	bx_arena_init(&shared_arena, bx_host_libc());
	shared = ut_need(xp_table_cache_new(&shared_arena));
	UT_RUN(random_values);
	UT_RUN(other_literals);
	UT_RUN(damaged_values);
	UT_RUN(attributes_behind_content);
	UT_RUN(known_cases);
	UT_RUN(comes_back);
	bx_arena_reset(&shared_arena);
	return ut_done();
}
