/*
 * test_xpath_tables.c -- tables decoded once for several call sites: answers and errors are those of calls without any
 * cache, in every order of calls, for every document and for damaged ones.
 */
#include "../../ut.h"
#include "../../ut_engine.h"
#include "../../ut_value.h"

#include "../../../../src/core/xpath/result/xp_eval.h"

#define DOCS 60
#define ROUNDS 40 /* past the point where call sites give up keeping bindings of their own */

static const char *const paths[] = {
	"/o/@a",
	"/o/@id",
	"/o/i/@k1",
	"//i[@k2]",
	"/o/long-name-of-an-element-that-has-its-own-body",
	"declare namespace p='urn:p'; /o/p:x",
	"declare namespace p='urn:q'; /o/p:x",
	"/o/i[2]",
	"/o/text()",
	"//nothing",
	"/o/*",
	"count(//@*)",
	"/o/i[. = 'v']/@k3",
	"string(/o/processing-instruction('t'))",
};
#define PATHS (sizeof(paths) / sizeof(paths[0]))

typedef struct Sites
{
	BxArena arena, shared;
	XpBlock *block[PATHS];
	XpCache *cache[PATHS];
	XpTableCache *tables;
} Sites;

static void
sites_init(Sites *s)
{
	BxError err;
	size_t i;

	bx_arena_init(&s->arena, bx_host_libc());
	for (i = 0; i < PATHS; i++)
	{
		CHECK(xp_compile(paths[i], strlen(paths[i]), 0, &s->arena, &s->block[i], &err) == BX_OK);
		s->cache[i] = xp_cache_new(&s->arena);
	}
	bx_arena_init(&s->shared, bx_host_libc());
	s->tables = xp_table_cache_new(&s->shared);
}

static void
sites_free(Sites *s)
{
	size_t i;

	for (i = 0; i < PATHS; i++)
		xp_cache_free(s->cache[i]);
	bx_arena_reset(&s->shared);
	bx_arena_reset(&s->arena);
}

/* A document with a table of its own: optional attributes, prefixes, names of all lengths. */
static uint8_t *
doc(uint64_t *rng, size_t *n)
{
	char xml[4000];
	int at = sprintf(xml, "<o id='%u'", ut_below(rng, 1000)), i;

	for (i = 0; i < 26; i++)
		if (ut_below(rng, 2))
			at += sprintf(xml + at, " %c='%u'", 'a' + i, ut_below(rng, 10));
	at += sprintf(xml + at, ">");
	for (i = 0; i < 5; i++)
		at += sprintf(xml + at, "<i k%u='1'>%s</i>", ut_below(rng, 5), ut_below(rng, 2) ? "v" : "w");
	if (ut_below(rng, 2))
		at += sprintf(xml + at, "<p:x xmlns:p='urn:%c'>px</p:x>text", ut_below(rng, 2) ? 'p' : 'q');
	if (ut_below(rng, 2))
		at += sprintf(xml + at, "<?t data?><long-name-of-an-element-that-has-its-own-body/>");
	at += sprintf(xml + at, "</o>");
	return ut_encode(xml, (size_t) at, BX_MODE_NAMES, BX_TYPED_LOSSLESS, n);
}

/* One call with what the site keeps and one without anything: the same. */
static void
call_twice(Sites *s, size_t p, const uint8_t *v, size_t n)
{
	BxArena one, two;
	BxError err_one, err_two;
	XpItem a = {.type = XP_T_ANY}, b = {.type = XP_T_ANY};
	XpCall with = {.host = bx_host_libc(), .arena = &one, .v = v, .n = n, .err = &err_one};
	XpCall without = with;
	BxStatus st;

	bx_arena_init(&one, bx_host_libc());
	bx_arena_init(&two, bx_host_libc());
	bx_error_clear(&err_one);
	bx_error_clear(&err_two);
	with.cache = s->cache[p];
	with.tables = s->tables;
	without.arena = &two;
	without.err = &err_two;
	st = xp_value(&without, s->block[p], &b);
	CHECKF(xp_value(&with, s->block[p], &a) == st, "%s: %s, without cache %s", paths[p], err_one.msg,
		   err_two.msg);
	CHECKF(st != BX_OK ||
			   (a.type == b.type &&
				(a.type == XP_T_ANY || (a.str.n == b.str.n && memcmp(a.str.s, b.str.s, a.str.n) == 0))),
		   "%s", paths[p]);
	CHECKF(strcmp(err_one.msg, err_two.msg) == 0, "%s: %s, without cache %s", paths[p], err_one.msg,
		   err_two.msg);
	bx_arena_reset(&one);
	bx_arena_reset(&two);
}

static void
sites_share(void)
{
	uint64_t rng = 1;
	uint8_t *v[DOCS];
	size_t n[DOCS], p;
	Sites s;
	int i, round;

	sites_init(&s);
	for (i = 0; i < DOCS; i++)
		v[i] = doc(&rng, &n[i]);
	for (round = 0; round < ROUNDS; round++)
		for (i = 0; i < DOCS; i++)
			for (p = 0; p < PATHS; p++)
				if (round % 3 != 0 || ut_below(&rng, 4) > 0)
					call_twice(&s, p, v[i], n[i]);
	for (i = 0; i < 5000; i++)
	{
		p = ut_below(&rng, DOCS);
		call_twice(&s, ut_below(&rng, PATHS), v[p], n[p]);
	}
	for (i = 0; i < DOCS; i++)
		free(v[i]);
	sites_free(&s);
}

/* A byte of the table is wrong, the fingerprint is not: nothing may be answered from the table without the error. */
static void
damaged_tables(void)
{
	uint64_t rng = 5;
	Sites s;
	int i;

	sites_init(&s);
	for (i = 0; i < 4000; i++)
	{
		size_t n, p, at;
		uint8_t *v = doc(&rng, &n);

		for (p = 0; p < PATHS; p++)
			call_twice(&s, p, v, n);
		at = ut_below(&rng, (uint32_t) n < 250 ? (uint32_t) n : 250);
		v[at] = (uint8_t) (i & 1 ? ut_rand(&rng) >> 33 : v[at] ^ (1u << ut_below(&rng, 8)));
		for (p = 0; p < PATHS; p++)
			call_twice(&s, p, v, n);
		free(v);
	}
	sites_free(&s);
}

UT_SUITE(test_xpath_tables)
{
	UT_RUN(sites_share);
	UT_RUN(damaged_tables);
	return ut_done();
}
