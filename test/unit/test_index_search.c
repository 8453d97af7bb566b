/*
 * test_index_search.c -- the probes of terms find the documents in which terms are true, and none with options that
 * leave such keys out; scopes cover paths and limit keys.
 */
#include "../../src/core/index/bx_index_search.h"
#include "ut_parse.h"

#define DOC                                                                                                  \
	"<o xmlns:p='urn:p' id='7' long='abcdefghijklmnopqrstuvwxyz'><c>name</c><c>5.50</c><p:c>in p</p:c>"      \
	"<d>2024-02-29</d><z>2024-02-29T12:00:00+02:00</z><m>mixed <b>text</b></m><e/><i><c k=' NaN "            \
	"'>deep</c></i></o>"

/* An index with one document. */
typedef struct Index
{
	BxArena arena;
	BxIndexOptions options;
	BxIndexScope scope;
	BxIndexList list;
	BxError err;
} Index;

static void
read_terms(BxArena *arena, const char *path, XpTerms *terms)
{
	XpBlock *block;
	BxError err;

	CHECKF(xp_compile(path, strlen(path), 0, arena, &block, &err) == BX_OK, "%s: %s", path, err.msg);
	CHECK(xp_terms_of(block, XP_TERMS_EXISTS, NULL, 0, arena, terms, &err) == BX_OK);
}

static void
index_open(Index *x, const BxIndexOptions *options, const char *paths)
{
	Result doc = parse(DOC, &any);
	BxStore store;
	XpTerms terms;

	CHECK(doc.status == BX_OK);
	bx_arena_init(&x->arena, bx_host_libc());
	x->options = *options;
	if (paths != NULL)
	{
		read_terms(&x->arena, paths, &terms);
		CHECK(bx_index_scope_of(&terms, &x->scope, &x->err) == BX_OK);
		x->options.scope = &x->scope;
	}
	bx_store_memory(&store, doc.data, doc.len);
	CHECK(bx_index_extract(&x->options, &store, &x->arena, &x->list, &x->err) == BX_OK);
	free(doc.data);
}

/* Is the probe among the keys? */
static bool
finds(const Index *x, const BxIndexProbe *probe)
{
	for (uint32_t i = 0; i < x->list.n; i++)
	{
		const BxIndexEntry *e = &x->list.entries[i];
		size_t n = x->options.is_short || e->n < probe->n ? 0 : probe->n;

		if (x->options.is_short ? x->list.shorts[i] == probe->number
								: !probe->partial && e->n == n && memcmp(e->p, probe->bytes, n) == 0)
			return true;
		if (probe->partial)
		{
			int order = memcmp(e->p, probe->bytes, e->n < probe->n ? e->n : probe->n);

			if (order > 0 || (order == 0 && e->n >= probe->n))
			{
				int match = bx_index_probe_match(probe, e->p, e->n);

				if (match >= 0)
					return match == 0;
			}
		}
	}
	return false;
}

typedef enum Answer
{
	UNSERVED,
	FOUND,
	MISSED,
} Answer;

/* What the index says of a path of one term. */
static Answer
ask(const Index *x, const char *path)
{
	BxIndexProbe *probes;
	Answer answer = MISSED;
	BxArena arena;
	XpTerms terms;
	uint32_t n;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	read_terms(&arena, path, &terms);
	CHECKF(terms.root->kind == XP_TERMS_TERM, "%s: not one term", path);
	CHECK(bx_index_probes(&x->options, terms.root->term, &arena, &probes, &n, &err) == BX_OK);
	if (n == 0 ||
		(x->options.scope != NULL && !bx_index_scope_covers(x->options.scope, &terms.root->term->path)))
		answer = UNSERVED;
	for (uint32_t i = 0; i < n && answer == MISSED; i++)
		answer = finds(x, &probes[i]) ? FOUND : MISSED;
	bx_arena_reset(&arena);
	return answer;
}

typedef struct Case
{
	const char *path;
	Answer answer;
} Case;

static void
check_cases(const BxIndexOptions *options, const char *paths, const Case *cases, size_t n)
{
	Index x = {0};

	index_open(&x, options, paths);
	for (size_t i = 0; i < n; i++)
	{
		Answer got = ask(&x, cases[i].path);

		CHECKF(got == cases[i].answer, "%s: %d, not %d", cases[i].path, (int) got, (int) cases[i].answer);
	}
	bx_arena_reset(&x.arena);
}

#define CHECK_CASES(options, paths, cases)                                                                   \
	check_cases(options, paths, cases, sizeof(cases) / sizeof(cases[0]))

static void
long_keys(void)
{
	static const Case cases[] = {
		{"/o/@id[. = 7]", FOUND},
		{"/o/@id[. = '07.0']", FOUND},
		{"/o/@id[. = 8]", MISSED},
		{"/p/@id[. = 7]", MISSED},
		{"/o/c[. = 'name']", FOUND},
		{"/o/b/c[. = 'name']", MISSED},
		{"//c[. = 'name']", FOUND},
		{"//o/c[. = 'deep']", MISSED},
		{"//i/c[. = 'deep']", FOUND},
		{"//*:c[. = 'in p']", FOUND},
		{"/o/c[. > 5]", FOUND},
		{"/o/c[. > 5.6]", MISSED},
		{"//c[. < 5.6]", FOUND},
		{"/o/c[. < 5]", MISSED},
		{"/o/@id[. > 6 and . < 8]", FOUND},
		{"/o/@id[. > 7.5 and . < 8]", MISSED},
		{"/o/c[starts-with(., 'na')]", FOUND},
		{"/o/c[starts-with(., 'nb')]", MISSED},
		{"/o/c[starts-with(., '5.')]", FOUND},
		{"/o/@long[starts-with(., 'abcdefghijk')]", FOUND},
		{"/o/@long[. = 'abcdefghijklmnopqrstuvwxyz']", FOUND},
		{"/o/@long[. = 'abcdefghijklmnopqrstuvwxyZ']", MISSED},
		{"/o/d[. = xs:date('2024-02-29')]", FOUND},
		{"/o/d[. > xs:date('2024-02-29+01:00')]", FOUND},
		{"/o/d[. > xs:date('2024-03-01')]", MISSED},
		{"/o/z[. = xs:dateTime('2024-02-29T10:00:00')]", FOUND},
		{"/o/m[. = 'anything']", FOUND},
		{"/o/m/b[. = 'text']", FOUND},
		{"/o/e[. = '']", FOUND},
		{"/o/c[. = '']", MISSED},
		{"/o/e", FOUND},
		{"//e", FOUND},
		{"//i/e", MISSED},
		{"/o/@c", MISSED},
		{"//c/@k[. = 'NaN']", FOUND},
		{"//c/@k[starts-with(., ' N')]", FOUND},
		{"//*[. = 'name']", UNSERVED},
		{"/o/*/c[. = 'deep']", FOUND},
		{"/o/*/c[. = 'name']", FOUND}, /* found by the name of its parent alone, which may be any */
	};
	BxIndexOptions options = bx_index_options(false);

	CHECK_CASES(&options, NULL, cases);
	options.max_value = BX_INDEX_VALUE_MIN;
	CHECK_CASES(&options, NULL, cases);
}

static void
short_keys(void)
{
	static const Case cases[] = {
		{"/o/@id[. = 7]", FOUND},      {"/o/@id[. = 8]", MISSED},     {"/o/c[. = 'name']", FOUND},
		{"/o/c[. = 5.5]", FOUND},      {"//c[. = 'name']", UNSERVED}, {"/o/c[. > 5]", UNSERVED},
		{"/o/m[. = 'x']", FOUND},      {"/o/e[. = '']", UNSERVED},    {"/o/e", UNSERVED},
		{"/o/i/c[. = 'deep']", FOUND}, {"/o/c[. = 'deep']", MISSED},
	};
	BxIndexOptions options = bx_index_options(true);

	CHECK_CASES(&options, NULL, cases);
}

static void
some_kinds(void)
{
	static const Case cases[] = {
		{"/o/@id[. = 7]", FOUND},
		{"/o/c[. = 'name']", UNSERVED},
		{"/o/c[. > 5]", FOUND},
		{"/o/c[. = '5.5']", FOUND},
		{"/o/e", UNSERVED},
		{"/o/d[. = xs:date('2024-02-29')]", UNSERVED},
		{"/o/c[starts-with(., 'n')]", UNSERVED},
	};
	BxIndexOptions options = bx_index_options(false);

	options.kinds = BX_INDEX_BIT(BX_INDEX_COMPLEX) | BX_INDEX_BIT(BX_INDEX_NUMBER);
	CHECK_CASES(&options, NULL, cases);
}

static void
scopes(void)
{
	static const Case cases[] = {
		{"/o/@id[. = 7]", FOUND},        {"/o/c[. = 'name']", UNSERVED},
		{"/o/i/c[. = 'deep']", FOUND},   {"//i/c[. = 'deep']", UNSERVED},
		{"//*:c[. = 'in p']", UNSERVED}, {"//m/b[. = 'text']", FOUND},
		{"//b[. = 'text']", UNSERVED},   {"//m", FOUND},
		{"/o/i//c[. = 'deep']", FOUND},
	};
	BxIndexOptions options = bx_index_options(false);
	Index all = {0}, some = {0}, none = {0};

	CHECK_CASES(&options, "/o/@id | /o/i | //m", cases);
	index_open(&all, &options, "//*");
	index_open(&some, &options, "/o/i | declare/nothing");
	index_open(&none, &options, "/x");
	CHECK(all.list.n > 10 && some.list.n == 3 && none.list.n == 0);
	bx_arena_reset(&all.arena);
	bx_arena_reset(&some.arena);
	bx_arena_reset(&none.arena);
}

static void
paths_that_are_no_scope(void)
{
	static const char *const paths[] = {"/a[b = 5]", "/", "/a[b = 5] | /c"};
	char longer[8 * 70] = "", *p = longer;
	BxIndexScope scope;
	BxArena arena;
	XpTerms terms;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
	{
		read_terms(&arena, paths[i], &terms);
		CHECKF(bx_index_scope_of(&terms, &scope, &err) == BX_E_UNSUPPORTED, "%s", paths[i]);
	}
	for (int i = 0; i < 35; i++)
		p += sprintf(p, "%s/a%d/b", i > 0 ? " | " : "", i);
	read_terms(&arena, longer, &terms);
	CHECK(bx_index_scope_of(&terms, &scope, &err) == BX_E_UNSUPPORTED);
	bx_arena_reset(&arena);
}

int
main(void)
{
	UT_RUN(long_keys);
	UT_RUN(short_keys);
	UT_RUN(some_kinds);
	UT_RUN(scopes);
	UT_RUN(paths_that_are_no_scope);
	return ut_done();
}
