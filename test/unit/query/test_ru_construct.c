/*
 * test_ru_construct.c -- constructors of nodes in whole queries (XQuery 3.1 section 3.9), and their results as values.
 */
#include "../ut_xpath.h"

#include "../../../src/core/print/bx_text.h"
#include "../../../src/core/query/face/fc_query.h"
#include "../ut_host.h"

typedef struct Asked
{
	UtHost host;
	BxArena arena;
	BxError err;
	const FcQuery *query;
	FcRun *run;
	uint8_t *document;
	size_t n;
	BxBuf out;
} Asked;

static const BxWriterOptions usual = {.limits = BX_LIMITS_DEFAULT};

static const char *const document = "<r xmlns:p='urn:p'><a n='1'>one</a><a n='2'>two</a><p:b/></r>";

static BxStatus
ask_begin(Asked *q, const char *text)
{
	const FcOptions options = {.namespaces = NULL};
	FcCall call = {.arena = &q->arena, .err = &q->err};

	memset(q, 0, sizeof(*q));
	ut_host_init_as(&q->host, bx_host_libc());
	bx_arena_init(&q->arena, &q->host.host);
	bx_buf_init(&q->out, &q->host.host);
	q->document = xt_parse(document, strlen(document), BX_MODE_AUTO, BX_TYPED_LOSSLESS, &q->n);
	call.host = &q->host.host;
	call.value = q->document;
	call.n = q->n;
	BX_TRY(fc_compile(ut_str(text), &options, &q->host.host, &q->arena, &q->query, &q->err));
	return fc_open(q->query, &call, &q->run);
}

static void
ask_end(Asked *q, const char *text)
{
	fc_close(q->run);
	bx_buf_free(&q->out);
	bx_arena_reset(&q->arena);
	free(q->document);
	CHECKF(q->host.live == 0, "%s: %d blocks were not given back", text, q->host.live);
}

/* The text of a value, appended. */
static BxStatus
print(Asked *q, uint8_t *data, size_t n)
{
	BxStatus st = bx_text_write(data, n, NULL, &q->host.host, &q->out, &q->err);

	q->host.host.release(q->host.host.ctx, data);
	return st;
}

static BxStatus
content(Asked *q)
{
	uint8_t *data = NULL;
	size_t n = 0;
	bool any;

	BX_TRY(fc_content(q->run, &usual, &any, &data, &n));
	return print(q, data, n);
}

/* Item by item, with "; " between. */
static BxStatus
items(Asked *q)
{
	for (;;)
	{
		uint8_t *data = NULL;
		size_t n = 0;
		XdItem item;
		bool found;

		BX_TRY(fc_next(q->run, &item, &found));
		if (!found)
			return BX_OK;
		if (q->out.len > 0)
			BX_TRY(bx_buf_append(&q->out, "; ", 2, &q->err));
		BX_TRY(fc_value(q->run, &item, &usual, &data, &n));
		BX_TRY(print(q, data, n));
	}
}

static void
check_text(const char *query, const char *text, BxStatus (*how)(Asked *q))
{
	Asked q;
	BxStatus st = ask_begin(&q, query);

	if (st == BX_OK)
		st = how(&q);
	CHECKF(st == BX_OK, "%s: %s", query, q.err.msg);
	CHECKF(q.out.len == strlen(text) && memcmp(q.out.data, text, q.out.len) == 0, "%s gives %.*s", query,
		   (int) q.out.len, (const char *) q.out.data);
	ask_end(&q, query);
}

/* The query gives this as one value, whether it is pushed into it or goes through trees. */
static void
gives(const char *query, const char *text)
{
	char through[2048];

	check_text(query, text, content);
	snprintf(through, sizeof(through), "let $all := (%s) return $all", query);
	if (strstr(query, "declare") == NULL)
		check_text(through, text, content);
}

static void
gives_items(const char *query, const char *text)
{
	check_text(query, text, items);
}

static void
fails(const char *query, const char *code)
{
	char through[2048];
	Asked q;
	BxStatus st = ask_begin(&q, query);

	if (st == BX_OK)
		st = content(&q);
	CHECKF(st != BX_OK, "%s gives %.*s", query, (int) q.out.len, (const char *) q.out.data);
	CHECKF(strcmp(q.err.code, code) == 0, "%s: %s", query, q.err.msg);
	ask_end(&q, query);
	snprintf(through, sizeof(through), "count((%s))", query);
	if (strstr(query, "declare") != NULL)
		return;
	st = ask_begin(&q, through);
	if (st == BX_OK)
		st = content(&q);
	CHECKF(st != BX_OK && strcmp(q.err.code, code) == 0, "%s: %s", through, q.err.msg);
	ask_end(&q, through);
}

static void
test_direct(void)
{
	gives("<a/>", "<a/>");
	gives("<a b='1' c=\"{1, 2}x{3}\">t</a>", "<a b=\"1\" c=\"1 2x3\">t</a>");
	gives("<a>{1, 2}{3}</a>", "<a>1 23</a>");
	gives("<a> {1} </a>", "<a>1</a>");
	gives("<a>x {1} </a>", "<a>x 1</a>");
	gives("declare boundary-space preserve; <a> {1} </a>", "<a> 1 </a>");
	gives("<a><b/>{/r/a}<!--c--><?p d?><![CDATA[<]]>&#x41;{{</a>",
		  "<a><b/><a xmlns:p=\"urn:p\" n=\"1\">one</a><a xmlns:p=\"urn:p\" n=\"2\">two</a><!--c--><?p "
		  "d?>&lt;A{</a>");
	gives("<a>{/r/a/@n[. = 2]}{/r/a[1]/text()}</a>", "<a n=\"2\">one</a>");
	gives("<a>{'', attribute b {1}, text {''}, attribute c {2}}</a>", "<a b=\"1\" c=\"2\"/>");
	gives("for $i in 1 to 3 return <i>{$i}</i>", "<i>1</i><i>2</i><i>3</i>");
	gives("<o>{for $x in /r/a order by $x descending return <i n='{$x/@n}'>{string($x)}</i>}</o>",
		  "<o><i n=\"2\">two</i><i n=\"1\">one</i></o>");
	gives("<a>{if (/r/a) then <b>{1 ! <c>{.}</c>}</b> else ()}</a>", "<a><b><c>1</c></b></a>");
	gives(
		"declare function local:f($n) { <f>{$n, if ($n > 1) then local:f($n - 1) else ()}</f> }; local:f(3)",
		"<f>3<f>2<f>1</f></f></f>");
}

static void
test_computed(void)
{
	gives(
		"element a {attribute b {1, 2}, 'x', comment {'c', 1}, processing-instruction p {' d'}, text {3, 4}}",
		"<a b=\"1 2\">x<!--c 1--><?p d?>3 4</a>");
	gives("element {'a'} {()}, element {concat('b', 'c')} {1}", "<a/><bc>1</bc>");
	gives("element {QName('u', 'q:n')} {attribute {QName('v', 'q:m')} {1}}",
		  "<q:n xmlns:q=\"u\" xmlns:ns0=\"v\" ns0:m=\"1\"/>");
	gives("element {'Q{u}n'} {}", "<n xmlns=\"u\"/>");
	gives("declare namespace p = 'u'; element {'p:n'} {attribute {' p:m '} {}}",
		  "<p:n xmlns:p=\"u\" p:m=\"\"/>");
	gives("document {<a/>, 1, 2, comment {'x'}}", "<a/>1 2<!--x-->");
	gives("<a>{1, document {2, <b/>}, 3}</a>", "<a>12<b/>3</a>");
	gives("text {''}, text {()}, text {1}", "1");
	gives("count((text {''}, text {()}))", "1");
	gives("<p:a "
		  "xmlns:p='u'>{namespace {''} {'w'}}</p:a>",
		  "<p:a xmlns:p=\"u\" xmlns=\"w\"/>");
	gives("attribute a {1}, attribute b {2}", "12");
	gives("attribute xml:id {' x '}/string()", "x");
	gives("``[a`{1, 2}`b`{''}`]``", "a1 2b");
}

static void
test_errors(void)
{
	fails("<a>{'x', attribute b {1}}</a>", "XQTY0024");
	fails("<a b='1'>{attribute b {2}}</a>", "XQDY0025");
	fails("<a b='1' b='2'/>", "XQST0040");
	fails("document {attribute a {1}}", "XPTY0004");
	fails("<x>{document {attribute a {1}}}</x>", "XPTY0004");
	fails("element {'1a'} {}", "XQDY0074");
	fails("element {'p:a'} {}", "XQDY0074");
	fails("element {1} {}", "XPTY0004");
	fails("element {()} {}", "XPTY0004");
	fails("element {'a', 'b'} {}", "XPTY0004");
	fails("attribute xmlns {'u'}", "XQDY0044");
	fails("attribute {QName('http://www.w3.org/2000/xmlns/', 'x:a')} {}", "XQDY0044");
	fails("element {QName('u', 'xml:a')} {}", "XQDY0096");
	fails("comment {'a--b'}", "XQDY0072");
	fails("comment {'a-'}", "XQDY0072");
	fails("processing-instruction {'a b'} {}", "XQDY0041");
	fails("processing-instruction {5} {}", "XPTY0004");
	fails("processing-instruction XmL {}", "XQDY0064");
	fails("processing-instruction p {'?>'}", "XQDY0026");
	fails("namespace {'1'} {'u'}", "XQDY0074");
	fails("namespace xmlns {'u'}", "XQDY0101");
	fails("namespace p {''}", "XQDY0101");
	fails("namespace xml {'u'}", "XQDY0101");
	fails("<a>{namespace p {'u'}, namespace p {'v'}}</a>", "XQDY0102");
	fails("<a>{namespace {''} {'u'}}</a>", "XQDY0102");
	fails("<a xml:space='x'/>", "XQDY0092");
	fails("<a xml:id='1 2'/>", "XQDY0091");
}

static void
test_namespaces(void)
{
	gives("<p:a xmlns:p='u'><p:b xmlns:p='u' c='{<d/>}'/></p:a>", "<p:a xmlns:p=\"u\"><p:b c=\"\"/></p:a>");
	gives("<a xmlns='u'>{element {QName('', 'b')} {<c/>}}</a>",
		  "<a xmlns=\"u\"><b xmlns=\"\"><c xmlns=\"u\"/></b></a>");
	gives("<a xmlns:p='u'>{let $b := <b/> return in-scope-prefixes($b)[. != 'xml']}</a>",
		  "<a xmlns:p=\"u\">p</a>");
	gives("<o xmlns='d'>{/*/*:a[1]}</o>",
		  "<o xmlns=\"d\"><a xmlns:p=\"urn:p\" xmlns=\"\" n=\"1\">one</a></o>");
	gives("declare copy-namespaces no-preserve, inherit; <o>{/r/a[1]}</o>", "<o><a n=\"1\">one</a></o>");
	gives("declare copy-namespaces preserve, no-inherit; "
		  "let $o := <o>{namespace q {'q'}, /r/a[1]}</o> return $o/a/in-scope-prefixes(.)[. != 'xml']",
		  "p");
	gives("declare copy-namespaces preserve, no-inherit; <o>{namespace q {'q'}, /r/a[1]}</o>",
		  "<o xmlns:q=\"q\"><a xmlns:p=\"urn:p\" n=\"1\">one</a></o>");
}

static void
test_identity(void)
{
	gives("let $a := <a/>, $b := <b>{$a}</b> return ($b/a is $a, $a is $a, <c/> is <c/>)",
		  "false true false");
	gives("let $a := <a><b/><c/></a> return ($a/b << $a/c, count($a/ancestor::node()), empty($a/..))",
		  "true 0 true");
	gives("for $i in 1 to 2 let $a := <a>{$i}</a> return ($a, $a/text())", "<a>1</a>1<a>2</a>2");
	gives("let $d := document {<a/>} return ($d/a/root() is $d, $d instance of document-node())",
		  "true true");
	gives("let $a := attribute a {1} return ($a/.., name($a), string($a), data($a) instance of "
		  "xs:untypedAtomic)",
		  "a 1 true");
	gives("declare base-uri 'http://example.org/x'; (<a/>/base-uri(), <a xml:base='y'><b/></a>/b/base-uri())",
		  "http://example.org/x http://example.org/y");
	gives("try {<a>{error()}</a>} catch * {<b/>}, <c>{try {(1, error())} catch * {2}}</c>", "<b/><c>2</c>");
}

static void
test_items(void)
{
	gives_items("<a>1</a>, 2, 'x', <b/>/.., text {'t'}, /r/b, document {<d/>}", "<a>1</a>; 2; x; t; <d/>");
	gives_items("attribute a {'v'}, comment {'c'}, processing-instruction p {'q'}", "v; <!--c-->; <?p q?>");
	gives_items("declare namespace p = 'urn:p'; /r/p:b, /r/a[2]",
				"<p:b xmlns:p=\"urn:p\"/>; <a xmlns:p=\"urn:p\" n=\"2\">two</a>");
}

UT_SUITE(test_ru_construct)
{
	UT_RUN(test_direct);
	UT_RUN(test_computed);
	UT_RUN(test_errors);
	UT_RUN(test_namespaces);
	UT_RUN(test_identity);
	UT_RUN(test_items);
	return ut_done();
}
