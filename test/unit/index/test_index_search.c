/*
 * test_index_search.c -- the probes of terms find the documents in which terms are true, and none with options that
 * leave such keys out; scopes cover paths and limit keys.
 */
#include "../ut_parse.h"
#include "../ut_probe.h"

#define DOC                                                                                                  \
	"<o xmlns:p='urn:p' id='7' tiny='4.94e-324' "                                                            \
	"long='abcdefghijklmnopqrstuvwxyz'><c>name</c><c>5.50</c><p:c>in p</p:c>"                                \
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

/* What the index says of a path of one term. */
static UtAnswer
ask(const Index *x, const char *path)
{
	UtAnswer answer = UT_UNSERVED;
	BxArena arena;
	XpTerms terms;

	bx_arena_init(&arena, bx_host_libc());
	read_terms(&arena, path, &terms);
	CHECKF(terms.root->kind == XP_TERMS_TERM, "%s: not one term", path);
	if (terms.root->kind == XP_TERMS_TERM)
		answer = ut_ask_term(&x->options, &x->list, terms.root->term, &arena);
	bx_arena_reset(&arena);
	return answer;
}

typedef struct Case
{
	const char *path;
	UtAnswer answer;
} Case;

static void
check_cases(const BxIndexOptions *options, const char *paths, const Case *cases, size_t n)
{
	Index x = {0};

	index_open(&x, options, paths);
	for (size_t i = 0; i < n; i++)
	{
		UtAnswer got = ask(&x, cases[i].path);

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
		{"/o/@id[. = 7]", UT_FOUND},
		{"/o/@id[. = '07.0']", UT_FOUND},
		{"/o/@id[. = 8]", UT_MISSED},
		{"/p/@id[. = 7]", UT_MISSED},
		{"/o/c[. = 'name']", UT_FOUND},
		{"/o/b/c[. = 'name']", UT_MISSED},
		{"//c[. = 'name']", UT_FOUND},
		{"//o/c[. = 'deep']", UT_MISSED},
		{"//i/c[. = 'deep']", UT_FOUND},
		{"//*:c[. = 'in p']", UT_FOUND},
		{"/o/c[. > 5]", UT_FOUND},
		{"/o/c[. > 5.6]", UT_MISSED},
		{"//c[. < 5.6]", UT_FOUND},
		{"/o/c[. < 5]", UT_MISSED},
		{"/o/@id[. > 6 and . < 8]", UT_FOUND},
		{"/o/@id[. > 7.5 and . < 8]", UT_MISSED},
		{"/o/c[starts-with(., 'na')]", UT_FOUND},
		{"/o/c[starts-with(., 'nb')]", UT_MISSED},
		{"/o/c[starts-with(., '5.')]", UT_FOUND},
		{"/o/c[starts-with(., '05')]", UT_FOUND},
		{"/o/c[starts-with(., '5.6')]", UT_MISSED},
		{"/o/c[starts-with(., '6')]", UT_MISSED},
		{"/o/c[starts-with(., '-5')]", UT_MISSED},
		{"/o/c[starts-with(., 'I')]", UT_MISSED},
		{"/o/@tiny[starts-with(., '4.94')]", UT_FOUND}, /* its double is 5e-324 */
		{"/o/d[starts-with(., '2024')]", UT_FOUND},
		{"/o/d[starts-with(., '2024x')]", UT_MISSED},
		{"/o/@long[starts-with(., 'abcdefghijk')]", UT_FOUND},
		{"/o/@long[. = 'abcdefghijklmnopqrstuvwxyz']", UT_FOUND},
		{"/o/@long[. = 'abcdefghijklmnopqrstuvwxyZ']", UT_MISSED},
		{"/o/d[. = xs:date('2024-02-29')]", UT_FOUND},
		{"/o/d[. > xs:date('2024-02-29+01:00')]", UT_FOUND},
		{"/o/d[. > xs:date('2024-03-01')]", UT_MISSED},
		{"/o/z[. = xs:dateTime('2024-02-29T10:00:00')]", UT_FOUND},
		{"/o/m[. = 'anything']", UT_FOUND},
		{"/o/m/b[. = 'text']", UT_FOUND},
		{"/o/e[. = '']", UT_FOUND},
		{"/o/c[. = '']", UT_MISSED},
		{"/o/e", UT_FOUND},
		{"//e", UT_FOUND},
		{"//i/e", UT_MISSED},
		{"/o/@c", UT_MISSED},
		{"//c/@k[. = 'NaN']", UT_FOUND},
		{"//c/@k[starts-with(., ' N')]", UT_FOUND},
		{"//c/@k[starts-with(., 'NaN ')]", UT_FOUND}, /* white space is not known */
		{"//*[. = 'name']", UT_UNSERVED},
		{"/o/*/c[. = 'deep']", UT_FOUND},
		{"/o/*/c[. = 'name']", UT_FOUND}, /* found by the name of its parent alone, which may be any */
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
		{"/o/@id[. = 7]", UT_FOUND},      {"/o/@id[. = 8]", UT_MISSED},     {"/o/c[. = 'name']", UT_FOUND},
		{"/o/c[. = 5.5]", UT_FOUND},      {"//c[. = 'name']", UT_UNSERVED}, {"/o/c[. > 5]", UT_UNSERVED},
		{"/o/m[. = 'x']", UT_FOUND},      {"/o/e[. = '']", UT_UNSERVED},    {"/o/e", UT_UNSERVED},
		{"/o/i/c[. = 'deep']", UT_FOUND}, {"/o/c[. = 'deep']", UT_MISSED},
	};
	BxIndexOptions options = bx_index_options(true);

	CHECK_CASES(&options, NULL, cases);
}

static void
some_kinds(void)
{
	static const Case cases[] = {
		{"/o/@id[. = 7]", UT_FOUND},
		{"/o/c[. = 'name']", UT_UNSERVED},
		{"/o/c[. > 5]", UT_FOUND},
		{"/o/c[. = '5.5']", UT_FOUND},
		{"/o/e", UT_UNSERVED},
		{"/o/d[. = xs:date('2024-02-29')]", UT_UNSERVED},
		{"/o/c[starts-with(., 'n')]", UT_UNSERVED},
	};
	BxIndexOptions options = bx_index_options(false);

	options.kinds = BX_INDEX_BIT(AT_INDEX_COMPLEX) | BX_INDEX_BIT(AT_INDEX_NUMBER);
	CHECK_CASES(&options, NULL, cases);
}

static void
scopes(void)
{
	static const Case cases[] = {
		{"/o/@id[. = 7]", UT_FOUND},        {"/o/c[. = 'name']", UT_UNSERVED},
		{"/o/i/c[. = 'deep']", UT_FOUND},   {"//i/c[. = 'deep']", UT_UNSERVED},
		{"//*:c[. = 'in p']", UT_UNSERVED}, {"//m/b[. = 'text']", UT_FOUND},
		{"//b[. = 'text']", UT_UNSERVED},   {"//m", UT_FOUND},
		{"/o/i//c[. = 'deep']", UT_FOUND},
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

UT_SUITE(test_index_search)
{
	UT_RUN(long_keys);
	UT_RUN(short_keys);
	UT_RUN(some_kinds);
	UT_RUN(scopes);
	UT_RUN(paths_that_are_no_scope);
	return ut_done();
}
