/*
 * test_xpath_run.c -- expressions for a language around them: targets, names, missing steps, many roots in one block.
 */
#include "../../../src/core/xpath/syntax/xp_last_step.h"
#include "../../../src/core/xpath/result/xp_session.h"
#include "../ut_xpath.h"

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
	XpEmbedName name;
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
	XpEmbedName name;
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
	missing_is("/\xc3\xa4/b[2]/child::c", "/\xc3\xa4/b[2]/self::node()[not(child::c)] c");
	missing_is("(//a)[1]/b", "(//a)[1]/self::node()[not(b)] b");
	missing_is("declare namespace p = 'u'; /a/p:b", "declare namespace p = 'u'; /a/self::node()[not(p:b)] b");
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

/* ---- many expressions ---- */

static BxStatus
say_item(XpSession *session, const XpItem *item, BxBuf *out)
{
	BxStr prefix, uri, local, text;
	XpNodePlace parent;
	bool found;

	BX_TRY(xp_session_text(session, item, &text));
	if (!xp_is_node(item))
	{
		xt_say(out, "\"%.*s\" ", (int) text.n, text.s);
		return BX_OK;
	}
	xp_session_name(session, item, &prefix, &uri, &local);
	BX_TRY(xp_session_parent(session, item, &parent, &found));
	xt_say(out, "%.*s=%.*s%s ", (int) local.n, local.s, (int) text.n, text.s, found ? "" : "^");
	return BX_OK;
}

static BxStatus
say_items(XpSession *session, uint32_t root, BxBuf *out)
{
	XpItems items;
	XpItem item;
	bool found;

	BX_TRY(xp_session_items(session, root, &items));
	for (;;)
	{
		BX_TRY(xp_session_pull(session, &items, &item, &found));
		if (!found)
			return BX_OK;
		BX_TRY(say_item(session, &item, out));
	}
}

/* "items E", "string E", "test E": a small language around paths. */
typedef struct Small
{
	XpForeign foreign;
	XpEmbed *part;
	XpSession *session;
	BxBuf *out;
	char kinds[8];
	uint32_t roots[8];
	uint16_t n;
} Small;

static BxStatus
small_form(void *ctx, uint16_t *number)
{
	Small *s = ctx;
	XpEmbedToken t = xp_embed_token(s->part);

	*number = s->n;
	s->kinds[s->n] = xp_embed_is(s->part, &t, "items")    ? 'i'
					 : xp_embed_is(s->part, &t, "string") ? 's'
					 : xp_embed_is(s->part, &t, "test")   ? 't'
														  : 0;
	if (s->kinds[s->n] == 0 || s->n == 7)
		return xp_embed_unexpected(s->part, "Expected a form.");
	BX_TRY(xp_embed_next(s->part));
	return xp_embed_expr(s->part, false, &s->roots[s->n++]);
}

static BxStatus
small_run(XpForeign *foreign, uint32_t number)
{
	Small *s = (Small *) foreign;
	uint32_t root = s->roots[number];
	BxStatus st;
	BxBuf text;
	bool b;

	if (s->kinds[number] == 'i')
		return say_items(s->session, root, s->out);
	if (s->kinds[number] == 't')
	{
		BX_TRY(xp_session_test(s->session, root, &b));
		xt_say(s->out, "%d ", b);
		return BX_OK;
	}
	bx_buf_init(&text, bx_host_libc());
	st = xp_session_join(s->session, root, &text);
	xt_say(s->out, "\"%.*s\" ", (int) text.len, text.len ? (const char *) text.data : "");
	bx_buf_free(&text);
	return st;
}

static BxStatus
run_one(XpEmbed *part, XpBlock **block, const XtDoc *d, BxBuf *out, BxArena *arena, BxError *err)
{
	XtWay way = {.host = bx_host_libc()};
	Small s = {.foreign = {small_run}, .part = part, .out = out};
	bool found = true;
	BxStatus st;
	XpItem item;
	XpCall c;

	BX_TRY(xp_embed_parse(part, small_form, &s, block));
	xt_call(&c, arena, d, &way, err);
	st = xp_session_open(&c, *block, XP_OPEN_NAMES | XP_OPEN_ANCESTORS, &s.foreign, &s.session);
	while (st == BX_OK && found)
	{
		st = xp_session_next(s.session, &item, &found);
		CHECK(st != BX_OK || !found);
	}
	xp_session_close(s.session);
	return st;
}

/* Such a block is not accepted from storage, and not evaluated as a path. */
static void
no_path(void)
{
	const char *text = "items 1";
	XtWay way = {.host = bx_host_libc()};
	Small s = {.out = NULL};
	XpBlock *block;
	BxArena arena;
	BxError err;
	BxBuf out;
	XtDoc d;
	XpCall c;
	bool any;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&out, bx_host_libc());
	bx_error_clear(&err);
	CHECK(xt_doc(&d, DOC, BX_MODE_AUTO, BX_TYPED_LOSSLESS));
	CHECK(xp_embed_open(text, strlen(text), &arena, &s.part, &err) == BX_OK &&
		  xp_embed_parse(s.part, small_form, &s, &block) == BX_OK);
	CHECK(!xp_block_check(block, block->total));
	xt_call(&c, &arena, &d, &way, &err);
	CHECK(xp_exists(&c, block, &any) == BX_E_UNSUPPORTED && err.pos == 1);
	bx_buf_free(&out);
	bx_arena_reset(&arena);
	xt_doc_free(&d);
}

static void
run_is(const char *text, const char *want)
{
	XpEmbed *part;
	XpBlock *block;
	BxArena arena, work;
	BxError err;
	BxBuf got;
	BxStatus st;
	XtDoc d;

	bx_arena_init(&arena, bx_host_libc());
	bx_arena_init(&work, bx_host_libc());
	bx_buf_init(&got, bx_host_libc());
	bx_error_clear(&err);
	CHECK(xt_doc(&d, DOC, BX_MODE_AUTO, BX_TYPED_LOSSLESS));
	st = xp_embed_open(text, strlen(text), &arena, &part, &err);
	if (st == BX_OK)
		st = run_one(part, &block, &d, &got, &work, &err);
	if (st != BX_OK)
		xt_put_error(&got, st, &err);
	CHECKF(bx_same_bytes((char *) got.data, got.len, want, strlen(want)), "%s: got %.*s", text, (int) got.len,
		   (const char *) got.data);
	bx_buf_free(&got);
	bx_arena_reset(&work);
	bx_arena_reset(&arena);
	xt_doc_free(&d);
}

static void
runs(void)
{
	run_is("items //@k, items 1 + 1, test //none, string (//@n, 'x', 2)", "k=1 k=2 \"2\" 0 \"1 x 2\" ");
	run_is(D "items /r/p:a, items (/, 'a')", "a=5 =51.50twvonly2^ \"a\" ");
	run_is("for $x in //*:f return items ($x, $x/..), items //@n", "f= e=2 f=2 e=2 n=1 ");
	run_is("let $x := //*:f return items (count($x), $x[2])", "\"2\" f=2 ");
	run_is("for $x in (1, 2) return items 'unused'", "\"unused\" \"unused\" ");
	run_is("for $x in //*:f return items //@k[. = count($x)]", "k=1 k=1 ");
	run_is("for $x in 1 to 2, $y in 3 to 4 let $z := $x * $y return (string ($x, $y), (), items $z)",
		   "\"1 3\" \"3\" \"1 4\" \"4\" \"2 3\" \"6\" \"2 4\" \"8\" ");
	run_is("for $x in 1 to 4 where $x mod 2 = 0 return items $x", "\"2\" \"4\" ");
	run_is("for $x in 1 to 3 return if ($x = 2) then () else (items 'a', items $x)",
		   "\"a\" \"1\" \"a\" \"3\" ");
	/* what does not depend on the variable is not done once only */
	run_is("for $x in 1 to 3 return if (count(//@k) = 2) then items count(//@k) else ()",
		   "\"2\" \"2\" \"2\" ");
	run_is("items $x", "!xpath@7");
	run_is("items q:x", "!xpath@7");
	run_is("items //@k }", "!xpath@12");
	run_is("for $x in //a { $x", "!xpath@15");
	run_is("some $x in 1 satisfies items $x", "!xpath@1");
	run_is("for $x in 1 return $x", "!xpath@20");
	run_is("for $x in (for $y in 1 return items 1) return items $x", "!xpath@37");
}

UT_SUITE(test_xpath_run)
{
	UT_RUN(targets);
	UT_RUN(names);
	UT_RUN(missing);
	UT_RUN(runs);
	UT_RUN(no_path);
	return ut_done();
}
