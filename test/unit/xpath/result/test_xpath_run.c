/*
 * test_xpath_run.c -- what callers around paths ask: targets, names that are given, steps that find nothing.
 */
#include "../../../../src/core/xpath/syntax/xp_last_step.h"
#include "../../../../src/core/xpath/result/xp_session.h"
#include "../../ut_xpath.h"

#define DOC                                                                                                  \
	"<!--top--><r xmlns='d' xmlns:p='u'><p:a n='1' m='x'>5</p:a><b>1.50</b><b/><b k='1'>t<c>w</c>v</b>"      \
	"<b k='2'>only</b><?z y?><e xmlns=''><f/><f>2</f></e></r>"
#define D "declare default element namespace 'd'; declare namespace p = 'u'; "

/* ---- targets ---- */

static void
put_target(BxBuf *out, const XtDoc *d, const XpNodePlace *t)
{
	switch (t->part)
	{
		case XP_PLACE_DOCUMENT: xt_say(out, "/ "); return;
		case XP_PLACE_NAMESPACE: xt_say(out, "ns "); return;
		case XP_PLACE_LEAF_TEXT: CHECK(t->kind == BX_KIND_TEXT); break;
		default: CHECK(t->kind != BX_KIND_LEAF); break;
	}
	xt_put_node(out, d, (t->off + 1) * 2 + (t->part == XP_PLACE_LEAF_TEXT));
	xt_say(out, " ");
}

static void
targets_of(const XtDoc *d, const char *expr, BxBuf *out)
{
	XtWay way = {.host = bx_host_libc()};
	XpBlock *path;
	BxArena arena;
	BxError err;
	BxBuf found;
	XpCall c;
	BxStatus st;
	size_t i;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&found, bx_host_libc());
	st = xp_compile(expr, strlen(expr), 0, &arena, &path, &err);
	xt_call(&c, &arena, d, &way, &err);
	if (st == BX_OK)
		st = xp_targets(&c, path, &found);
	if (st != BX_OK)
		xt_put_error(out, st, &err);
	else
		for (i = 0; i < found.len / sizeof(XpNodePlace); i++)
			put_target(out, d, (const XpNodePlace *) (const void *) found.data + i);
	bx_buf_free(&found);
	bx_arena_reset(&arena);
}

static void
targets(void)
{
	static const XtCase cases[] = {
		{"/", "/ "},
		{"//@*", "@n=1 @m=x @k=1 @k=2 "},
		{"//*[. = '2']/text()", "'2' "},
		{"//comment()|//processing-instruction()", "<!--top--> ?z "},
		{D "/r/b", "b=1.50 b b b "},
		{D "(/r/b)[2]", "b "},
		{D "(//c, /r/p:a, //c, /, //c/text())", "/ p:a#1 c=w 'w' "},
		{"//*:f/namespace::*", "ns ns ns ns "},
		{"//none", ""},
		{"1 + 1", "!xpath_type@3"},
		{"(//@k, 'x')", "!xpath_type@-1"},
	};
	XtForms f;
	size_t i;
	int k;

	memset(&f, 0, sizeof(f));
	CHECK(xt_forms(&f, DOC));
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (k = 0; k < XT_FORMS; k++)
		{
			BxBuf got;

			bx_buf_init(&got, bx_host_libc());
			targets_of(&f.doc[k], cases[i].expr, &got);
			CHECKF(bx_same_bytes((char *) got.data, got.len, cases[i].want, strlen(cases[i].want)),
				   "%s: got %.*s", cases[i].expr, (int) got.len, (const char *) got.data);
			bx_buf_free(&got);
		}
	xt_forms_free(&f);
}

/* ---- names and missing steps ---- */

static void
name_is(const char *path, const char *text, bool element, const char *want)
{
	BxBuf got;
	BxArena arena;
	XpGivenName name;
	XpBlock *block = NULL;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&got, bx_host_libc());
	if (path != NULL)
		CHECK(xp_compile(path, strlen(path), 0, &arena, &block, &err) == BX_OK);
	if (xp_name(block, text, strlen(text), element, &arena, &name, &err) == BX_OK)
		xt_say(&got, "%.*s|%.*s|%.*s", (int) name.prefix.n, name.prefix.s, (int) name.uri.n, name.uri.s,
			   (int) name.local.n, name.local.s);
	else
		xt_say(&got, "%s", err.msg);
	CHECKF(bx_same_bytes((char *) got.data, got.len, want, strlen(want)), "%s: got %.*s", text, (int) got.len,
		   (const char *) got.data);
	bx_buf_free(&got);
	bx_arena_reset(&arena);
}

static void
names(void)
{
	name_is(NULL, "x", true, "||x");
	name_is(NULL, "Q{u}x", true, "|u|x");
	name_is(NULL, "{u}x", false, "|u|x");
	name_is(NULL, "xml:lang", false, "xml|http://www.w3.org/XML/1998/namespace|lang");
	name_is(D ".", "p:x", false, "p|u|x");
	name_is(D ".", "x", true, "|d|x");
	name_is(D ".", "x", false, "||x");
	name_is(D ".", "q:x", false, "namespace prefix \"q\" is not declared");
	name_is(NULL, "", true, "invalid name: \"\"");
	name_is(NULL, "1x", true, "invalid name: \"1x\"");
	name_is(NULL, "a b", true, "invalid name: \"a b\"");
	name_is(NULL, "*", true, "invalid name: \"*\"");
	name_is(NULL, "*:x", true, "invalid name: \"*:x\"");
	name_is(D ".", "p:*", true, "invalid name: \"p:*\"");
	name_is(NULL, "a[1]", true, "invalid name: \"a[1]\"");
	name_is(NULL, "x ", true, "invalid name: \"x \"");
	name_is(NULL, "{u x", true, "invalid name: \"{u x\"");
}

static void
missing_is(const char *path, const char *want)
{
	BxBuf got;
	BxArena arena;
	XpGivenName name;
	XpBlock *block, *parents;
	bool attribute;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&got, bx_host_libc());
	CHECK(xp_compile(path, strlen(path), 0, &arena, &block, &err) == BX_OK);
	if (xp_missing(block, &arena, &parents, &name, &attribute, &err) == BX_OK)
		xt_say(&got, "%.*s %s%.*s", (int) parents->source_len, xp_pool(parents), attribute ? "@" : "",
			   (int) name.local.n, name.local.s);
	else
		xt_say(&got, "!%s", bx_status_name(err.status));
	CHECKF(bx_same_bytes((char *) got.data, got.len, want, strlen(want)), "%s: got %.*s", path, (int) got.len,
		   (const char *) got.data);
	bx_buf_free(&got);
	bx_arena_reset(&arena);
}

static void
missing(void)
{
	missing_is("/a/b", "/a/self::node()[not(b)] b");
	missing_is("/a/@b", "/a/self::node()[not(@b)] @b");
	missing_is("b", "self::node()[not(b)] b");
	missing_is("/\xc3\xa4/b[2]/child::c", "/\xc3\xa4/b[2]/self::node()[not(c)] c");
	missing_is("(//a)[1]/b", "(//a)[1]/self::node()[not(b)] b");
	missing_is("declare namespace p = 'u'; /a/p:b",
			   "declare namespace p = \"u\"; /a/self::node()[not(p:b)] b");
	missing_is("/a//b", "!unsupported");
	missing_is("/a/b[1]", "!unsupported");
	missing_is("/a/*", "!unsupported");
	missing_is("/a/text()", "!unsupported");
	missing_is("/a/..", "!unsupported");
	missing_is("/", "!unsupported");
	missing_is("/a | /b", "!unsupported");
	missing_is("(/a/b)", "!unsupported");
	missing_is("1", "!unsupported");
	missing_is("/a/p:b", "!xpath");
}

UT_SUITE(test_xpath_run)
{
	UT_RUN(targets);
	UT_RUN(names);
	UT_RUN(missing);
	return ut_done();
}
