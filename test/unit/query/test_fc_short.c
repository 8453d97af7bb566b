/*
 * test_fc_short.c -- which queries are a path and nothing else, and what path.
 */
#include "../ut_xpath.h"

#include "../../../src/core/query/face/fc_short.h"
#include "../ut_host.h"

typedef struct Case
{
	const char *query;
	const char *path; /* NULL: it is none */
	const char *variable;
	FcShortUse use;
} Case;

static const Case cases[] = {
	{"/a/b", "/a/b", "", FC_SHORT_NODES},
	{"$d/a/b", "/a/b", "d", FC_SHORT_NODES},
	{"string($d/a/@b)", "/a/@b", "d", FC_SHORT_STRING},
	{"fn:string(/a)", "/a", "", FC_SHORT_STRING},
	{"$d/a/string()", "/a", "d", FC_SHORT_STRINGS},
	{"/a//b[2]/text()", "/a//b[2]/text()", "", FC_SHORT_NODES},
	{"//*/@*", "//*/@*", "", FC_SHORT_NODES},
	{"/a[@k = 'x'][b = \"it's\"]/c", "/a[@k=\"x\"][b=\"it's\"]/c", "", FC_SHORT_NODES},
	{"declare namespace p = 'urn:p'; /p:a/b/@p:c",
	 "declare namespace n0=\"urn:p\";declare namespace n1=\"urn:p\";/n0:a/b/@n1:c", "", FC_SHORT_NODES},
	{"declare default element namespace 'urn:p'; /a", "declare namespace n0=\"urn:p\";/n0:a", "",
	 FC_SHORT_NODES},
	{"/Q{urn:p}a", "declare namespace n0=\"urn:p\";/n0:a", "", FC_SHORT_NODES},
	{"/", NULL, "", FC_SHORT_NODES},
	{"$d", NULL, "", FC_SHORT_NODES},
	{"$d/string()", NULL, "", FC_SHORT_NODES},
	{"string()", NULL, "", FC_SHORT_NODES},
	{"a/b", NULL, "", FC_SHORT_NODES},
	{"/a/..", NULL, "", FC_SHORT_NODES},
	{"/a/node()", NULL, "", FC_SHORT_NODES},
	{"/*:a", NULL, "", FC_SHORT_NODES},
	{"/a[0]", NULL, "", FC_SHORT_NODES},
	{"/a[1.5]", NULL, "", FC_SHORT_NODES},
	{"/a[b]", NULL, "", FC_SHORT_NODES},
	{"/a[b = 1]", NULL, "", FC_SHORT_NODES},
	{"/a[b eq 'x']", NULL, "", FC_SHORT_NODES},
	{"/a[b != 'x']", NULL, "", FC_SHORT_NODES},
	{"/a[b/c = 'x']", NULL, "", FC_SHORT_NODES},
	{"/a[b = 'a&amp;b']", NULL, "", FC_SHORT_NODES},
	{"(/a/b)[1]", NULL, "", FC_SHORT_NODES},
	{"(//a)/b", NULL, "", FC_SHORT_NODES},
	{"/a/element(b)", "/a/b", "", FC_SHORT_NODES},
	{"/a/element(b, xs:untyped)", NULL, "", FC_SHORT_NODES},
	{"$d/a | $d/b", NULL, "", FC_SHORT_NODES},
	{"string(($d/a, $d/b))", NULL, "", FC_SHORT_NODES},
	{"declare default collation "
	 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive'; "
	 "/a[b = 'x']",
	 NULL, "", FC_SHORT_NODES},
	{"declare variable $d external; $d/a", NULL, "", FC_SHORT_NODES},
	{"declare function local:string($x) { $x }; local:string(/a)", NULL, "", FC_SHORT_NODES},
	{"declare context item := <a/>; /a", NULL, "", FC_SHORT_NODES},
};

static void
queries(void)
{
	const FcOptions options = {.namespaces = NULL};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const Case *c = &cases[i];
		const FcQuery *query;
		BxArena arena;
		BxError err;
		FcShort path;
		bool is;

		bx_arena_init(&arena, bx_host_libc());
		CHECKF(fc_compile(ut_str(c->query), &options, bx_host_libc(), &arena, &query, &err) == BX_OK,
			   "%s: %s", c->query, err.msg);
		CHECK(fc_short(query, &arena, &path, &is, &err) == BX_OK);
		CHECKF(is == (c->path != NULL), "%s: %d", c->query, is);
		if (is && c->path != NULL)
		{
			CHECKF(path.block->source_len == strlen(c->path) &&
					   memcmp(xp_pool(path.block), c->path, path.block->source_len) == 0,
				   "%s: %.*s", c->query, (int) path.block->source_len, xp_pool(path.block));
			CHECKF(bx_str_equal(path.variable.local, ut_str(c->variable)) && path.use == c->use, "%s",
				   c->query);
		}
		bx_arena_reset(&arena);
	}
}

/* A refused request is an error of memory. */
static void
refused(void)
{
	const FcOptions options = {.namespaces = NULL};
	bool refused = true;
	int at;

	for (at = 1; refused; at++)
	{
		const FcQuery *query;
		BxArena arena, paths;
		BxStatus st;
		BxError err;
		UtHost host;
		FcShort path;
		bool is;

		ut_host_init_as(&host, bx_host_libc());
		bx_arena_init(&arena, bx_host_libc());
		bx_arena_init(&paths, &host.host);
		CHECK(fc_compile(ut_str("declare namespace p = 'u'; string($d/p:a/b[3])"), &options, bx_host_libc(),
						 &arena, &query, &err) == BX_OK);
		host.fail_at = at;
		st = fc_short(query, &paths, &path, &is, &err);
		refused = host.refused > 0;
		CHECKF(st == (refused ? BX_E_NOMEM : BX_OK) && is == !refused, "request %d: %s", at,
			   bx_status_name(st));
		bx_arena_reset(&paths);
		CHECKF(host.live == 0, "request %d: %d blocks were not given back", at, host.live);
		bx_arena_reset(&arena);
	}
	CHECK(at > 2);
}

UT_SUITE(test_fc_short)
{
	UT_RUN(queries);
	UT_RUN(refused);
	return ut_done();
}
