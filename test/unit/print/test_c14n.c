/*
 * test_c14n.c -- canonical forms: the rules of the Recommendations one by one, single nodes, content, damage and
 * limits.
 *
 * test/diff/canonical_diff.c compares with libxml2 over many documents; here is what libxml2 does differently, and what
 * it has no notion of.
 */
#include "../ut_host.h"
#include "../ut_xpath.h"

#include "../../../src/core/store/bx_window.h"
#include "../../../src/core/print/bx_canonical.h"

static const unsigned forms[] = {BX_MODE_SHAPES,
								 BX_MODE_NAMES,
								 BX_MODE_SHAPES | UT_CONSTANTS,
								 BX_MODE_SHAPES | UT_HEAP,
								 BX_MODE_NAMES | UT_AS(AT_BASE64),
								 BX_MODE_SHAPES | UT_AS(AT_HEX)};
#define FORMS (sizeof(forms) / sizeof(forms[0]))

typedef struct Case
{
	const char *text;
	const char *inclusive; /* expected */
	const char *exclusive;
} Case;

static BxStatus
canonical(const uint8_t *v, size_t n, const BxC14nOptions *o, BxBuf *out, BxError *err)
{
	BxStore store;

	bx_store_memory(&store, v, n);
	return bx_c14n_read(&store, o, bx_host_libc(), out, err);
}

static void
check(const char *text, const BxC14nOptions *o, const char *want)
{
	size_t f, n = 0;
	BxBuf out;
	BxError err;

	for (f = 0; f < FORMS; f++)
	{
		uint8_t *v = xt_parse(text, strlen(text), forms[f], f & 1 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS, &n);

		bx_buf_init(&out, bx_host_libc());
		CHECK(v != NULL && canonical(v, n, o, &out, &err) == BX_OK);
		CHECKF(out.len == strlen(want) && (out.len == 0 || memcmp(out.data, want, out.len) == 0),
			   "form %u: %.*s, not %s", (unsigned) f, (int) out.len, (char *) out.data, want);
		bx_buf_free(&out);
		free(v);
	}
}

static void
check_cases(const Case *c, size_t n)
{
	BxC14nOptions inclusive = {.comments = true}, exclusive = {.exclusive = true, .comments = true};

	for (; n-- > 0; c++)
	{
		check(c->text, &inclusive, c->inclusive);
		check(c->text, &exclusive, c->exclusive ? c->exclusive : c->inclusive);
	}
}

#define CHECK_CASES(cases) check_cases(cases, sizeof(cases) / sizeof(cases[0]))

/* Canonical XML 1.0, section 2.3 and the examples of section 3, in documents of our own. */
static void
test_rules(void)
{
	static const Case cases[] = {
		{"<a/>", "<a></a>", NULL},
		{"<?xml version=\"1.0\" standalone=\"yes\"?>\n<a\n/>\n", "<a></a>", NULL},
		/* lines around the document element */
		{"<!DOCTYPE a>\n<?s x  y ?>\n<!-- 1 --><a>t<!--2--><?in?></a>\n\n<?e?><!--3-->\n",
		 "<?s x  y ?>\n<!-- 1 -->\n<a>t<!--2--><?in?></a>\n<?e?>\n<!--3-->", NULL},
		/* white space in content is kept, in tags it is not */
		{"<a  >\n <b\n x = '1'\n/> </a >", "<a>\n <b x=\"1\"></b> </a>", NULL},
		/* escapes */
		{"<a x='&#9;&#10;&#13;\"&apos;&amp;&lt;>'>&#9;&#10;&#13;\"'&amp;&lt;></a>",
		 "<a x=\"&#x9;&#xA;&#xD;&quot;'&amp;&lt;>\">\t\n&#xD;\"'&amp;&lt;&gt;</a>", NULL},
		{"<a><![CDATA[x > \"0\" && y]]></a>", "<a>x &gt; \"0\" &amp;&amp; y</a>", NULL},
		/* defaults, entities and types of attributes */
		{"<!DOCTYPE a [<!ATTLIST a d CDATA 'by default' k NMTOKENS #IMPLIED><!ENTITY e 'x&#169;'>]><a k=' 1  "
		 "2 '>&e;</a>",
		 "<a d=\"by default\" k=\"1 2\">x\xc2\xa9</a>", NULL},
		/* attributes by URI, then by local name; those without a namespace first */
		{"<a b:z='1' a:z='2' z='3' y='4' b:y='5' xmlns:b='urn:1' xmlns:a='urn:2' xml:lang='x'/>",
		 "<a xmlns:a=\"urn:2\" xmlns:b=\"urn:1\" y=\"4\" z=\"3\" xml:lang=\"x\" b:y=\"5\" b:z=\"1\" "
		 "a:z=\"2\"></a>",
		 NULL},
		{"<a \xc3\xa9='1' z='2' \xf0\x90\x80\x80='3' \xef\xbd\x81='4'/>",
		 "<a z=\"2\" \xc3\xa9=\"1\" \xef\xbd\x81=\"4\" \xf0\x90\x80\x80=\"3\"></a>", NULL},
	};

	CHECK_CASES(cases);
}

static void
test_namespaces(void)
{
	static const Case cases[] = {
		/* declarations in order, and only once */
		{"<a xmlns:c='urn:c' xmlns='urn:d' xmlns:b='urn:b'><b xmlns='urn:d' xmlns:b='urn:b'/></a>",
		 "<a xmlns=\"urn:d\" xmlns:b=\"urn:b\" xmlns:c=\"urn:c\"><b></b></a>",
		 "<a xmlns=\"urn:d\"><b></b></a>"},
		/* back to what was outside */
		{"<a xmlns:p='urn:1'><b xmlns:p='urn:2'><c xmlns:p='urn:1'/></b><d/></a>",
		 "<a xmlns:p=\"urn:1\"><b xmlns:p=\"urn:2\"><c xmlns:p=\"urn:1\"></c></b><d></d></a>",
		 "<a><b><c></c></b><d></d></a>"},
		{"<p:a xmlns:p='urn:1'><b xmlns:p='urn:2'><p:c/><p:d xmlns:p='urn:1'/></b><p:e/></p:a>",
		 "<p:a xmlns:p=\"urn:1\"><b xmlns:p=\"urn:2\"><p:c></p:c><p:d "
		 "xmlns:p=\"urn:1\"></p:d></b><p:e></p:e></p:a>",
		 "<p:a xmlns:p=\"urn:1\"><b><p:c xmlns:p=\"urn:2\"></p:c><p:d></p:d></b><p:e></p:e></p:a>"},
		/* the empty default */
		{"<a xmlns=''><b xmlns=''/></a>", "<a><b></b></a>", NULL},
		{"<a xmlns='urn:d'><b xmlns=''><c xmlns=''/><d xmlns='urn:d'/></b></a>",
		 "<a xmlns=\"urn:d\"><b xmlns=\"\"><c></c><d xmlns=\"urn:d\"></d></b></a>", NULL},
		{"<p:a xmlns='urn:d' xmlns:p='urn:p'><b xmlns=''/></p:a>",
		 "<p:a xmlns=\"urn:d\" xmlns:p=\"urn:p\"><b xmlns=\"\"></b></p:a>",
		 "<p:a xmlns:p=\"urn:p\"><b></b></p:a>"},
		/* an attribute without a prefix uses no namespace, one with a prefix does */
		{"<p:a xmlns='urn:d' xmlns:p='urn:p' xmlns:q='urn:q' x='1' q:y='2'/>",
		 "<p:a xmlns=\"urn:d\" xmlns:p=\"urn:p\" xmlns:q=\"urn:q\" x=\"1\" q:y=\"2\"></p:a>",
		 "<p:a xmlns:p=\"urn:p\" xmlns:q=\"urn:q\" x=\"1\" q:y=\"2\"></p:a>"},
		/* the prefix xml is never declared */
		{"<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:id='i'/>", "<a xml:id=\"i\"></a>", NULL},
		/* libxml2 does not escape here */
		{"<p:a xmlns:p='http://x/?a&amp;b=&quot;&lt;'/>",
		 "<p:a xmlns:p=\"http://x/?a&amp;b=&quot;&lt;\"></p:a>", NULL},
	};

	CHECK_CASES(cases);
}

static void
test_prefix_list(void)
{
	static const char *const text = "<p:a xmlns='urn:d' xmlns:p='urn:p' xmlns:q='urn:q'>"
									"<b xmlns='' xmlns:q='urn:q'><c xmlns:q='urn:r'/></b></p:a>";
	static const BxStr q = {"q", 1}, none = {"", 0}, word = {"#default", 8};
	BxC14nOptions o = {.exclusive = true, .prefixes = &q, .n_prefixes = 1};

	check(text, &o, "<p:a xmlns:p=\"urn:p\" xmlns:q=\"urn:q\"><b><c xmlns:q=\"urn:r\"></c></b></p:a>");
	o.prefixes = &none;
	check(text, &o, "<p:a xmlns=\"urn:d\" xmlns:p=\"urn:p\"><b xmlns=\"\"><c></c></b></p:a>");
	o.prefixes = &word;
	check(text, &o, "<p:a xmlns=\"urn:d\" xmlns:p=\"urn:p\"><b xmlns=\"\"><c></c></b></p:a>");
}

static void
test_comments(void)
{
	BxC14nOptions o = {.comments = false};

	check("<!--1--><a>x<!--2-->y</a><!--3-->", &o, "<a>xy</a>");
}

/* What is not a document: nothing between its nodes. */
static void
test_content(void)
{
	static const Case cases[] = {
		{"", "", NULL},
		{"t", "t", NULL},
		{"<!--1--><?p?>", "<!--1--><?p?>", NULL},
		{"a<b/><!--1--><p:c xmlns:p='urn:p'/><p:c xmlns:p='urn:p'/>&lt;",
		 "a<b></b><!--1--><p:c xmlns:p=\"urn:p\"></p:c><p:c xmlns:p=\"urn:p\"></p:c>&lt;", NULL},
	};

	CHECK_CASES(cases);
}

static void
check_relative(const char *uri, bool relative)
{
	BxC14nOptions o = {.exclusive = true};
	char text[200];
	size_t n = 0;
	uint8_t *v;
	BxBuf out;
	BxError err;

	snprintf(text, sizeof(text), "<a><b xmlns:p='%s'/></a>", uri);
	v = xt_parse(text, strlen(text), BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);
	bx_buf_init(&out, bx_host_libc());
	CHECKF(canonical(v, n, &o, &out, &err) == (relative ? BX_E_ARGUMENT : BX_OK), "%s", uri);
	o.relative = true;
	CHECK(canonical(v, n, &o, &out, &err) == BX_OK);
	bx_buf_free(&out);
	free(v);
}

/* Section 1.3; also where the exclusive form would not write the declaration. */
static void
test_relative(void)
{
	check_relative("x", true);
	check_relative("../x", true);
	check_relative("//host/x", true);
	check_relative("x/y:z", true);
	check_relative("#x", true);
	check_relative(":x", true);
	check_relative("1a:x", true);
	check_relative("a:", false);
	check_relative("a1+.-:x", false);
	check_relative("HTTP://x", false);
}

/* Every element of a document alone is what it is as a document. */
static void
test_nodes(void)
{
	static const char *const text =
		"<r xmlns='urn:d' xmlns:p='urn:p'>t<p:a q='1' b='2'><c p:x='1'>v</c></p:a><!--k--><?pi x?><e/></r>";
	static const char *const want[] = {
		"t", "<p:a xmlns:p=\"urn:p\" b=\"2\" q=\"1\"><c xmlns=\"urn:d\" p:x=\"1\">v</c></p:a>", "<!--k-->",
		"<?pi x?>", "<e xmlns=\"urn:d\"></e>"};
	BxC14nOptions o = {.exclusive = true, .comments = true};
	BxReader *rd;
	BxArena arena;
	BxTable table;
	BxSource src;
	BxC14n *c = NULL;
	BxEvent ev;
	BxBuf out;
	BxError err;
	size_t n = 0, i = 0;
	uint8_t *v = xt_parse(text, strlen(text), BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&out, bx_host_libc());
	CHECK(bx_table_open(&table, &arena, v, n, n, &err) == BX_OK);
	bx_source_memory(&src, v + table.head.items_off, table.head.items_len);
	CHECK(bx_c14n_new(&c, &table, &src, &o, &arena, &out, &err) == BX_OK);
	CHECK(bx_reader_new(&rd, &table, &src, &arena, &err) == BX_OK);
	while (bx_reader_next(rd, &ev) == BX_OK && ev.kind != BX_EV_DONE)
	{
		if (ev.level != 2 || ev.kind == BX_EV_NAMESPACE || ev.kind == BX_EV_END)
			continue;
		out.len = 0;
		CHECK(bx_c14n_node(c, ev.off) == BX_OK);
		CHECKF(i < 5 && out.len == strlen(want[i]) && memcmp(out.data, want[i], out.len) == 0, "%.*s",
			   (int) out.len, (char *) out.data);
		i++;
	}
	CHECK(i == 5);
	CHECK(bx_c14n_node(c, 1) == BX_E_STATE);
	bx_c14n_free(c);
	bx_buf_free(&out);
	bx_arena_reset(&arena);
	free(v);
}

/* Thousands of attributes, declarations and levels: no step is paid for twice. */
static void
test_many(void)
{
	BxC14nOptions o = {.comments = true};
	BxBuf text, want;
	uint32_t i;

	bx_buf_init(&text, bx_host_libc());
	bx_buf_init(&want, bx_host_libc());
	xt_say(&text, "<a");
	xt_say(&want, "<a");
	for (i = 0; i < 5000; i++)
	{
		xt_say(&text, " xmlns:p%04u='urn:%u' p%04u:x='%u'", 4999 - i, 10000 + i, 4999 - i, i);
		xt_say(&want, " xmlns:p%04u=\"urn:%u\"", i, 14999 - i);
	}
	for (i = 0; i < 5000; i++)
		xt_say(&want, " p%04u:x=\"%u\"", 4999 - i, i);
	xt_say(&text, "/>");
	xt_say(&want, "></a>");
	xt_put(&text, "", 1);
	xt_put(&want, "", 1);
	check((char *) text.data, &o, (char *) want.data);
	bx_buf_free(&text);
	bx_buf_free(&want);
}

/* A list of prefixes as long as the document's own is gone through once, with polls. */
static void
test_long_prefix_list(void)
{
	const uint32_t most = 50000;
	BxStr *prefixes = malloc(most * sizeof(BxStr));
	char *names = malloc(most * 8), *text = malloc(most * 24), *p = text;
	BxC14nOptions o = {.exclusive = true, .prefixes = prefixes, .n_prefixes = most};
	BxBuf out;
	BxStore store;
	UtHost host;
	BxError err;
	uint8_t *v;
	size_t n;

	p += sprintf(p, "<a");
	for (uint32_t i = 0; i < most; i++)
	{
		prefixes[i] = (BxStr){names + i * 8, (uint32_t) sprintf(names + i * 8, "p%u", i)};
		if (i < 2000)
			p += sprintf(p, " xmlns:p%u='u:'", i * 30);
	}
	p += sprintf(p, "/>");
	v = xt_parse(text, (size_t) (p - text), BX_MODE_SHAPES, BX_TYPED_LOSSLESS, &n);
	ut_host_init_as(&host, bx_host_libc());
	bx_buf_init(&out, &host.host);
	bx_store_memory(&store, v, n);
	CHECKF(bx_c14n_read(&store, &o, &host.host, &out, &err) == BX_OK, "%s", err.msg);
	CHECK(bx_buf_byte(&out, 0, &err) == BX_OK);
	/* all that are below 50000 are declared */
	CHECK(strstr((char *) out.data, " xmlns:p49980=\"u:\"") != NULL);
	CHECK(strstr((char *) out.data, " xmlns:p50010=") == NULL);
	CHECKF(host.polls >= 12, "%d polls", host.polls);
	bx_buf_free(&out);
	free(v);
	free(text);
	free(names);
	free(prefixes);
}

UT_SUITE(test_c14n)
{
	UT_RUN(test_rules);
	UT_RUN(test_namespaces);
	UT_RUN(test_prefix_list);
	UT_RUN(test_long_prefix_list);
	UT_RUN(test_comments);
	UT_RUN(test_content);
	UT_RUN(test_relative);
	UT_RUN(test_nodes);
	UT_RUN(test_many);
	return ut_done();
}
