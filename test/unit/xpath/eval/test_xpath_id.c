/*
 * test_xpath_id.c -- id() (Recommendation sections 4.1 and 5.2.1): which attributes are IDs, arguments, order, and that
 * the document is walked over once.
 */
#include <stdlib.h>

#include "../../ut_pack.h"
#include "../../ut_xpath.h"

#define DTD                                                                                                  \
	"<!DOCTYPE r [<!-- <!ATTLIST a no ID #IMPLIED> --><?pi <!ATTLIST a no ID #IMPLIED>?>"                    \
	"<!ENTITY % pe \"<!ATTLIST a no ID #IMPLIED>\"><!ENTITY e '>]'><!ELEMENT r ANY>"                         \
	"<!ATTLIST a k ID #REQUIRED no CDATA #IMPLIED  t (x|ID|y) 'x' u NOTATION (ID) #IMPLIED v CDATA #FIXED "  \
	"'ID'>"                                                                                                  \
	"<!ATTLIST p:b p:k ID #IMPLIED\n>"                                                                       \
	"<!ATTLIST c k CDATA #IMPLIED><!ATTLIST c k ID #IMPLIED>"                                                \
	"<!NOTATION ID SYSTEM 'x'>]>"

#define DOC                                                                                                  \
	DTD "<r xmlns:p='u'><a n='1' k='one'/><a n='2' k='two' no='x1'><a n='3' k='three'>t</a></a><p:b n='4' "  \
		"p:k='four'/>"                                                                                       \
		"<c n='5' k='five'/><b n='6' k='six'/><c n='7' xml:id=' seven '>three one</c><x>two&#10;one "        \
		"none</x>"                                                                                           \
		"<x>seven</x><a n='8' k='one'/><q:b n='9' xmlns:q='u' q:k='nine'/><a n='10' k='_8'/></r>"

static void
what_is_an_id(void)
{
	static const XtCase cases[] = {
		{"id('one')", "[a#1]"}, {"id('two')", "[a#2]"}, {"id('three')", "[a#3]"}, {"id('four')", "[p:b#4]"},
		{"id('five')", "[]"},   {"id('six')", "[]"},    {"id('seven')", "[c#7]"}, {"id('nine')", "[]"},
		{"id('_8')", "[a#10]"}, {"id('x1')", "[]"},     {"id('x')", "[]"},        {"id('ID')", "[]"},
		{"id('')", "[]"},       {"id('  ')", "[]"},     {"id('On')", "[]"},       {"id('ones')", "[]"},
	};

	XT_CASES(DOC, cases);
}

static void
arguments(void)
{
	static const XtCase cases[] = {
		{"id('three one none two')", "[a#1 a#2 a#3]"},
		{"id(' three\n\tone\r')", "[a#1 a#3]"},
		{"id('one one one')", "[a#1]"},
		{"id(//x)", "[a#1 a#2 c#7]"},
		{"id(//x[2])", "[c#7]"},
		{"id(id(//x))", "[a#1 a#3]"},
		{"id(//a/@k)", "[a#1 a#2 a#3 a#10]"},
		{"id(//none)", "[]"},
		{"id(8)", "[]"},
		{"id(true())", "[]"},
		{"id(concat('o', 'ne'))", "[a#1]"},
		{"id(//x | //c)", "[a#1 a#2 a#3 c#7]"},
		{"declare variable $v := 'two'; id($v)", "[a#2]"},
		{"id(string(//x))", "[a#1 a#2]"},
	};

	XT_CASES(DOC, cases);
}

static void
in_expressions(void)
{
	static const XtCase cases[] = {
		{"id('two')/a", "[a#3]"},
		{"id('two')/*/text()", "['t']"},
		{"id('two')//text()", "['t']"},
		{"id('three')/..", "[a#2]"},
		{"id('three')/ancestor::*", "[r a#2]"},
		{"id('three')/following::*[1]", "[p:b#4]"},
		{"id('three one')[1]", "[a#1]"},
		{"id('three one')[last()]", "[a#3]"},
		{"id('three one')/@n", "[@n=1 @n=3]"},
		{"id('three') | id('one')", "[a#1 a#3]"},
		{"count(id('three one'))", "=2"},
		{"string(id('three'))", "\"t\""},
		{"name(id('four'))", "\"p:b\""},
		{"//x[id(.)/@n = 7]", "[x=seven]"},
		{"//x[id(.)/ancestor::a]", "[]"},
		{"//a[id('three')/.. = .]", "[a#2 a#3]"},
		{"//*[id(@k)]", "[a#1 a#2 a#3 a#8 a#10]"},
		{"//a[count(id(@k) | .) = 1]", "[a#1 a#2 a#3 a#10]"},
		{"//a[id(@k)/parent::a]/..", "[a#2]"},
		{"//a[../preceding-sibling::*[id('three')/..]]", "[a#3]"},
		{"boolean(id('none'))", "false"},
		{"id('one') = ''", "true"},
		{"//a/id('x')", "()"},
	};

	XT_CASES(DOC, cases);
}

/* Without a declaration only xml:id is one; content has no declaration. */
static void
without_dtd(void)
{
	static const XtCase cases[] = {
		{"id('1x')", "[a#1]"},
		{"id('7')", "[b#2]"},
		{"id('x')", "[]"},
		{"id('dup')", "[c#3]"},
		{"id('in ner')", "[]"},
		{"id(('7', '1x dup'))", "[a#1 b#2 c#3]"},
		{"id(for $x in ('7', 'x') return $x)", "[b#2]"},
	};

	XT_CASES(
		"<a n='1' xml:id='1x' id='x'/>t<b n='2' xml:id='7'><c n='3' xml:id='dup'/><c xml:id='dup' n='4'/>"
		"<c xml:id='in  ner'/></b>",
		cases);
	xt_expect("<a id='x'/>", "id('x')", "[]");
	xt_expect("<!DOCTYPE a><a id='x'/>", "id('x')", "[]");
	xt_expect("<!DOCTYPE a SYSTEM '[<!ATTLIST a id ID #IMPLIED>]'><a id='x'/>", "id('x')", "[]");
	xt_expect("<!DOCTYPE a PUBLIC \"-//x\" '[' [ <!ATTLIST a id ID #IMPLIED> ] ><a id='x'/>", "id('x')",
			  "[a]");
	xt_expect("", "id('x')", "[]");
}

static char *
many(uint32_t n)
{
	char *text = ut_need(malloc(n * 48 + 128));
	size_t len = (size_t) sprintf(text, "<!DOCTYPE r [<!ATTLIST a k ID #IMPLIED ref CDATA #IMPLIED>]><r>");
	uint32_t i;

	for (i = 0; i < n; i++)
		len += (size_t) sprintf(text + len, "<a k='k%u' ref='k%u'/>", i, (i * 7919) % n);
	strcpy(text + len, "</r>");
	return text;
}

static uint64_t
items_looked_at(const char *text, const char *expr, uint64_t *count)
{
	XpBlock *path;
	BxArena arena;
	BxError err;
	XpCall c;
	XtWay way = {0};
	XtDoc d;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xt_doc(&d, text, BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
	CHECK(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK);
	xt_call(&c, &arena, &d, &way, &err);
	CHECKF(xp_count(&c, path, count) == BX_OK, "%s: %s", expr, err.msg);
	xt_doc_free(&d);
	bx_arena_reset(&arena);
	return c.work.items;
}

/* One walk for an evaluation, however many IDs are asked for; none when no attribute can be an ID. */
static void
work(void)
{
	uint64_t count;
	char *text;
	uint32_t n;

	for (n = 1000; n <= 16000; n *= 4)
	{
		text = many(n);
		CHECK(items_looked_at(text, "//a[id(@ref)]", &count) < 16ull * n && count == n);
		CHECK(items_looked_at(text, "id(//@ref)", &count) < 16ull * n && count == n);
		CHECK(items_looked_at(text, "id('none')", &count) < 4ull * n && count == 0);
		free(text);
	}
	CHECK(items_looked_at("<r><a id='1'/><a id='2'/></r>", "id('1')", &count) == 0);
}

/* Stored in blocks, the declaration follows them. */
static void
in_blocks(void)
{
	char *text = many(3000);
	uint64_t count = 0;
	XtWay way = {.host = bx_host_lz4()};
	uint8_t *packed;
	XpBlock *path;
	BxArena arena;
	BxError err;
	BxStore store;
	size_t m = 0;
	XpCall c;
	XtDoc d;

	bx_arena_init(&arena, bx_host_lz4());
	CHECK(xt_doc(&d, text, BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
	packed = ut_need(ut_pack(d.v, d.n, &m));
	CHECK(xp_compile("id(//@ref)", 10, 0, &arena, &path, &err) == BX_OK);
	xt_call(&c, &arena, &d, &way, &err);
	c.v = packed;
	c.n = m;
	CHECKF(xp_count(&c, path, &count) == BX_OK && count == 3000, "%s", err.msg);
	/* and from outside memory */
	bx_store_memory(&store, packed, m);
	c.v = NULL;
	c.store = &store;
	count = 0;
	CHECKF(xp_count(&c, path, &count) == BX_OK && count == 3000, "%s", err.msg);
	free(packed);
	xt_doc_free(&d);
	bx_arena_reset(&arena);
	free(text);
}

UT_SUITE(test_xpath_id)
{
	UT_RUN(what_is_an_id);
	UT_RUN(arguments);
	UT_RUN(in_expressions);
	UT_RUN(without_dtd);
	UT_RUN(work);
	UT_RUN(in_blocks);
	return ut_done();
}
