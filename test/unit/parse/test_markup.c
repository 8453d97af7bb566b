/*
 * test_markup.c -- the reader of src/core/parse by itself: what it takes and what it leaves, where it stops, what it
 * keeps from text to text.  That it makes what libxml2 makes is for test/diff/route_diff.
 */
#include "../../diff/route_doc.h"
#include "../../../src/core/parse/bx_markup.h"
#include "../ut_host.h"

static const BxLimits usual = BX_LIMITS_DEFAULT;

/* Read an exact copy of the text, so that a sanitizer sees what is looked at behind it. */
static BxStatus
read_with(BxMarkup *m, BxWriter *w, const BxMarkupOptions *o, const char *s, size_t n, bool *mine)
{
	char *copy = malloc(n > 0 ? n : 1);
	BxError err;
	BxStatus st;

	if (n > 0)
		memcpy(copy, s, n);
	st = bx_markup_read(m, w, o, copy, n, mine, &err);
	free(copy);
	CHECK(st == BX_OK || err.status == st);
	return st;
}

static bool
takes(const char *s, size_t n, BxMarkupOptions o)
{
	BxWriterOptions wo = {.limits = usual};
	BxError err;
	BxMarkup *m = bx_markup_new(bx_host_libc(), &err);
	BxWriter *w = bx_writer_new(bx_host_libc(), &wo, &err);
	bool with, without;

	if (o.limits == NULL)
		o.limits = &usual;
	CHECK(read_with(m, NULL, &o, s, n, &without) == BX_OK);
	CHECK(read_with(m, w, &o, s, n, &with) == BX_OK);
	CHECKF(with == without, "%.*s", (int) n, s);
	bx_markup_free(m);
	bx_writer_free(w);
	return with;
}

/* ---- what is taken ---- */

static const BxMarkupOptions content = {0};
static const BxMarkupOptions document = {.document = true};

static void
test_takes(void)
{
	static const char *const texts[] = {
		"<a/>",
		"<a></a >",
		"\n<!-- c --><a b='1'\tc=\"2\"\n/>\n<?p?>\n",
		"<a b = '1'/>",
		"<a b = \"1\"/>",
		"<a b= '1'/>",
		"<a b= \"1\"/>",
		"<a b ='1'/>",
		"<a b =\"1\"/>",
		"<a b='1'\nc\t=\r\n\"2\" d=\"3\"/>",
		"<a>&lt;&#60;&#x3c;&#x10FFFF;</a>",
		"<p:a xmlns:p='u' p:b='' xmlns:q='v' q:b=''/>",
		"<a xmlns='u'><b xmlns=''/></a>",
		"<a xmlns:xml='http://www.w3.org/XML/1998/namespace' xml:lang='en'/>",
		"<!DOCTYPE a><a/>",
		"<!DOCTYPE a SYSTEM 'x#y' ><a/>",
		"<a b='>' c='\"'>> ]] ]></a>",
		"<a><![CDATA[]]]]></a>",
		"<xml/>",
		"<a><?xml-x?></a>",
		"<\xc3\xa9 \xe6\x97\xa5='\xf0\x9f\x98\x80'>\xef\xbf\xbd\x7f</\xc3\xa9>",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
	{
		CHECKF(takes(texts[i], strlen(texts[i]), document), "%s", texts[i]);
		CHECKF(takes(texts[i], strlen(texts[i]), content), "%s", texts[i]);
	}
	CHECK(takes("", 0, content) && !takes("", 0, document));
	CHECK(takes("x <a/> y", 8, content) && !takes("x <a/> y", 8, document));
	CHECK(takes("<a/> <b/>", 9, content) && !takes("<a/> <b/>", 9, document));
}

/* What is not well-formed, or not for this reader. */
static const char *const left[] = {
	"<a>",
	"</a>",
	"<a></b>",
	"<a",
	"<a ",
	"<a b",
	"<a b=",
	"<a b=1/>",
	"<a b='1",
	"<a b='>",
	"<a b='1'c='2'/>",
	"<a b='1' b='2'/>",
	"<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>",
	"<a xmlns='u' xmlns='v'/>",
	"<p:a/>",
	"<a p:b=''/>",
	"<a xmlns:p=''/>",
	"<a xmlns:xmlns='u'/>",
	"<a xmlns:xml='u'/>",
	"<a xmlns='http://www.w3.org/XML/1998/namespace'/>",
	"<a xmlns:p='http://www.w3.org/2000/xmlns/'/>",
	"<a:b:c/>",
	"<:a/>",
	"<a:/>",
	"<1/>",
	"<-a/>",
	"< a/>",
	"<a/ >",
	"</ a>",
	"<a>]]></a>",
	"<a>&e;</a>",
	"<a>&</a>",
	"<a>&#0;</a>",
	"<a>&#xD800;</a>",
	"<a>&#x110000;</a>",
	"<a>&#99999999999999999999;</a>",
	"<a>&#;</a>",
	"<a>&#x;</a>",
	"<a>&#X41;</a>",
	"<a>&lt</a>",
	"<a b='<'/>",
	"<a b='&e;'/>",
	"<!-- -- -->",
	"<!--->",
	"<!-- --->",
	"<!--",
	"<?p",
	"<?"
	"?>",
	"<?xml?>",
	"<?XML?>",
	"<?p?q?>",
	"<?p:q?>",
	"<![CDATA[",
	"<!a>",
	"<!DOCTYPE>",
	"<!DOCTYPEa><a/>",
	"<!DOCTYPE a []><a/>",
	"<!DOCTYPE a PUBLIC 'x'><a/>",
	"<!DOCTYPE a SYSTEM><a/>",
	"<a/><!DOCTYPE a>",
	"<!DOCTYPE a><!DOCTYPE a><a/>",
	"<!DOCTYPE a>x<a/>",
	"<!DOCTYPE a><a/><b/>",
	"\n<a/>\n<b/>",
	"<a>\x01</a>",
	"<a>\xc3</a>",
	"<a>\xc0\x80</a>",
	"<a>\xed\xa0\x80</a>",
	"<a>\xef\xbf\xbe</a>",
	"<a>\xf4\x90\x80\x80</a>",
	"<a b='\x1f'/>",
	"<!--\xef\xbf\xbf-->",
	"<a\xcc/>",
	"<a\xef\xbf\xbe/>",
	"<\xcc\x80/>",
};

static void
test_leaves(void)
{
	static const BxMarkupOptions no_dtd = {.reject_dtd = true};

	for (size_t i = 0; i < sizeof(left) / sizeof(left[0]); i++)
	{
		CHECKF(!takes(left[i], strlen(left[i]), document), "%s", left[i]);
		CHECKF(!takes(left[i], strlen(left[i]), content), "%s", left[i]);
	}
	CHECK(!takes("<a>\0</a>", 8, content));
	CHECK(!takes("<!DOCTYPE a><a/>", 16, no_dtd));
}

/* At each limit the text is left to the parser that words it. */
static void
test_limits(void)
{
	BxLimits limits = BX_LIMITS_DEFAULT;
	BxMarkupOptions o = {.limits = &limits};

	limits.max_depth = 2;
	CHECK(takes("<a><a/></a>", 11, o) && !takes("<a><a><a/></a></a>", 18, o));
	limits.max_attributes = 3;
	CHECK(takes("<a b='' c='' d=''/>", 19, o) && !takes("<a b='' c='' d='' e=''/>", 24, o));
	limits.max_name_bytes = 5;
	CHECK(takes("<abcde/>", 8, o) && !takes("<abcdef/>", 9, o));
	limits.max_dtd_size = 12;
	CHECK(takes("<!DOCTYPE a><a/>", 16, o) && !takes("<!DOCTYPE ab><a/>", 17, o));
}

/* Every beginning of a text, and the text behind white space of every length: blocks end anywhere. */
static void
test_places(void)
{
	static const char text[] =
		"<a:longer-than-sixteen-bytes xmlns:a='urn:a' b='a value that is longer than sixteen bytes, and than "
		"a block of "
		"sixty-four'>text &amp; \xc3\xa9 text that is longer than a block of sixty-four bytes, so that two "
		"are looked at"
		"<!-- a comment --><![CDATA[ a section ]]><?target data?><b/></a:longer-than-sixteen-bytes>";
	char buf[1024];
	size_t n = sizeof(text) - 1;

	for (size_t k = 0; k < n; k++)
		CHECKF(!takes(text, k, document), "%zu bytes", k);
	for (size_t k = 0; k < 130; k++)
	{
		memset(buf, '\n', k);
		memcpy(buf + k, text, n);
		CHECKF(takes(buf, k + n, document), "behind %zu", k);
	}
}

/* ---- from text to text ---- */

/* The value of a text, by the writer that is kept with the reader, or by one of its own. */
static BxBuf
value_of(BxMarkup *m, bool kept, const BxWriterOptions *wo, const BxMarkupOptions *o, const char *s, size_t n,
		 bool *mine)
{
	BxError err;
	BxWriter *w =
		kept ? bx_markup_writer(m, bx_host_libc(), wo, &err) : bx_writer_new(bx_host_libc(), wo, &err);
	BxBuf b = {0};

	CHECK(read_with(m, w, o, s, n, mine) == BX_OK);
	if (*mine)
		CHECK(bx_writer_finish(w, &b.data, &b.len) == BX_OK);
	if (kept)
		bx_markup_writer_done(m, w);
	else
		bx_writer_free(w);
	return b;
}

/* Options of the writer that make any layout. */
static BxWriterOptions
any_writer(Gen *g)
{
	BxWriterOptions wo = {.limits = usual};

	wo.mode = (BxMode) pick(g, 3);
	wo.constants = one_in(g, 2) ? BX_CONSTANTS_ALL : BX_CONSTANTS_AUTO;
	wo.heap = one_in(g, 8) ? BX_HEAP_ALL : BX_HEAP_AUTO;
	if (one_in(g, 8))
		wo.limits.max_names = 2 + pick(g, 12);
	return wo;
}

/* More names than are kept. */
static void many_names(BxBuf *b, uint32_t n);

/*
 * A reader that has read others, whole ones and damaged ones, makes the same of a text as a new one, and so does the
 * writer that is kept with it.
 */
static void
test_again(void)
{
	BxError err;
	BxMarkup *old = bx_markup_new(bx_host_libc(), &err);
	uint32_t taken = 0;
	Gen g;

	for (uint32_t i = 0; i < 20000; i++)
	{
		BxMarkup *fresh = bx_markup_new(bx_host_libc(), &err);
		BxMarkupOptions o = {.limits = &usual};
		BxWriterOptions wo;
		BxBuf a, b;
		bool mine_a, mine_b;

		gen_init(&g, i);
		o.strip = one_in(&g, 4);
		o.document = one_in(&g, 4);
		wo = any_writer(&g);
		if (i % 1000 == 0)
			many_names(&g.ours, 1500);
		else
			route_document(&g);
		if (one_in(&g, 3))
			route_damage(&g);
		a = value_of(old, !one_in(&g, 4), &wo, &o, (const char *) g.ours.data, g.ours.len, &mine_a);
		b = value_of(fresh, false, &wo, &o, (const char *) g.ours.data, g.ours.len, &mine_b);
		CHECK(mine_a == mine_b && a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0));
		taken += mine_a;
		free(a.data);
		free(b.data);
		gen_free(&g);
		bx_markup_free(fresh);
	}
	bx_markup_free(old);
	CHECKF(taken > 4000, "%u", taken);
}

/* Two texts at a time: only one of them has the writer that is kept. */
static void
test_two_writers(void)
{
	BxWriterOptions wo = {.limits = usual};
	BxError err;
	BxMarkup *m = bx_markup_new(bx_host_libc(), &err);
	BxWriter *a = bx_markup_writer(m, bx_host_libc(), &wo, &err);
	BxWriter *b = bx_markup_writer(m, bx_host_libc(), &wo, &err);
	BxWriter *c;

	CHECK(a != b);
	bx_markup_writer_done(m, b);
	bx_markup_writer_done(m, a);
	c = bx_markup_writer(m, bx_host_libc(), &wo, &err);
	CHECK(c == a);
	bx_markup_writer_done(m, c);
	bx_markup_writer_done(m, NULL);
	bx_markup_free(m);
}

/* ---- memory, cancels, work ---- */

/* Element names, attributes, prefixes and URIs, and expanded names, n of each. */
static void
many_names(BxBuf *b, uint32_t n)
{
	xt_say(b, "<r");
	for (uint32_t i = 0; i < n; i++)
		xt_say(b, " xmlns:p%u='urn:%u'", i, i / 2);
	for (uint32_t i = 0; i < n; i++)
		xt_say(b, " p%u:a%u='%u'", i, i, i);
	xt_say(b, ">");
	for (uint32_t i = 0; i < n; i++)
		xt_say(b, "<p%u:element-with-a-name-of-its-own-%u/>", i, i);
	xt_say(b, "</r>");
}

/* Read a text twice to the writer that is kept. */
static BxStatus
written_twice(BxMarkup *m, const BxHost *host, const BxMarkupOptions *o, const BxBuf *b, bool *mine,
			  BxError *err)
{
	BxWriterOptions wo = {.limits = usual};
	BxStatus st = BX_OK;

	for (int i = 0; i < 2 && st == BX_OK; i++)
	{
		BxWriter *w = bx_markup_writer(m, host, &wo, err);

		*mine = false;
		if (w == NULL)
			return err->status;
		st = bx_markup_read(m, w, o, (const char *) b->data, b->len, mine, err);
		bx_markup_writer_done(m, w);
	}
	return st;
}

/* Each request for memory refused in turn: that is said, and nothing is left behind. */
static void
test_memory(void)
{
	BxMarkupOptions o = {.limits = &usual, .strip = true};
	BxBuf b;
	bool mine = false;

	bx_buf_init(&b, bx_host_libc());
	many_names(&b, 100);
	for (int k = 1; !mine && k < 1000; k++)
	{
		UtHost h;
		BxError err;
		BxMarkup *m;

		ut_host_init_as(&h, bx_host_libc());
		h.fail_at = k;
		bx_error_clear(&err);
		m = bx_markup_new(&h.host, &err);
		CHECK((m == NULL) == (err.status == BX_E_NOMEM));
		if (m != NULL && written_twice(m, &h.host, &o, &b, &mine, &err) != BX_OK)
			CHECK(err.status == BX_E_NOMEM && !mine);
		CHECK(mine == (h.refused == 0));
		bx_markup_free(m);
		CHECK(h.live == 0);
	}
	CHECK(mine);
	bx_buf_free(&b);
}

static void
test_cancel(void)
{
	BxMarkupOptions o = {.limits = &usual};
	BxBuf b;
	UtHost h;
	BxError err;
	BxMarkup *m;
	bool mine;
	int polls;

	bx_buf_init(&b, bx_host_libc());
	many_names(&b, 3000);
	ut_host_init_as(&h, bx_host_libc());
	m = bx_markup_new(&h.host, &err);
	h.polls = 0;
	CHECK(bx_markup_read(m, NULL, &o, (const char *) b.data, b.len, &mine, &err) == BX_OK && mine);
	polls = h.polls;
	CHECK(polls > 10);
	for (int k = 1; k <= polls; k++)
	{
		h.polls = 0;
		h.cancel_at = k;
		CHECK(bx_markup_read(m, NULL, &o, (const char *) b.data, b.len, &mine, &err) == BX_E_CANCEL &&
			  !mine && err.status == BX_E_CANCEL);
	}
	bx_markup_free(m);
	bx_buf_free(&b);
}

/* Little is kept of a text with many names, deep elements and long comments. */
static void
test_kept(void)
{
	BxMarkupOptions o = {.limits = &usual};
	size_t before;
	BxBuf b;
	UtHost h;
	BxError err;
	BxMarkup *m;
	bool mine;

	ut_host_init_as(&h, bx_host_libc());
	m = bx_markup_new(&h.host, &err);
	bx_buf_init(&b, bx_host_libc());
	xt_say(&b, "<a/>");
	CHECK(written_twice(m, &h.host, &o, &b, &mine, &err) == BX_OK && mine);
	before = h.held;
	b.len = 0;
	many_names(&b, 4000);
	CHECK(written_twice(m, &h.host, &o, &b, &mine, &err) == BX_OK && mine);
	b.len = 0;
	xt_say(&b, "<a>");
	for (int i = 0; i < 9000; i++)
		xt_say(&b, "<a b='&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;&amp;'>\r<!--\r-->");
	for (int i = 0; i < 9000; i++)
		xt_say(&b, "</a>");
	xt_say(&b, "</a><!--");
	for (int i = 0; i < 100000; i++)
		xt_say(&b, "\r");
	xt_say(&b, "-->");
	CHECK(written_twice(m, &h.host, &o, &b, &mine, &err) == BX_OK && mine);
	CHECK(h.peak > before + 100000);
	CHECKF(h.held < before + 65536, "%zu before, %zu after", before, h.held);
	CHECK(bx_markup_read(m, NULL, &o, "<a/>", 4, &mine, &err) == BX_OK && mine);
	bx_markup_free(m);
	CHECK(h.live == 0);
	bx_buf_free(&b);
}

/* Slots of hash tables looked at for a text of n times four names with that seed. */
static uint64_t
probes_of(uint32_t n, BxHashSeed seed)
{
	BxMarkupOptions o = {.limits = &usual};
	BxHost host = *bx_host_libc();
	uint64_t probes = 0;
	BxBuf b;
	BxError err;
	BxMarkup *m;
	bool mine;

	bx_buf_init(&b, bx_host_libc());
	many_names(&b, n);
	host.probes = &probes;
	host.seed = seed;
	m = bx_markup_new(&host, &err);
	CHECK(bx_markup_read(m, NULL, &o, (const char *) b.data, b.len, &mine, &err) == BX_OK && mine);
	bx_markup_free(m);
	bx_buf_free(&b);
	return probes;
}

/* A few slots for each name, however many there are, and whatever the seed. */
static void
test_probes(void)
{
	for (uint64_t i = 0; i < 100; i++)
	{
		uint32_t n = i % 10 == 0 ? 4000 : 1000;
		BxHashSeed seed = {bx_hash(&(BxHashSeed){i, 1}, 0, NULL, 0),
						   bx_hash(&(BxHashSeed){i, 2}, 0, NULL, 0)};
		uint64_t probes = probes_of(n, seed);

		CHECKF(probes > n && probes < 60 * n, "seed %llu: %llu", (unsigned long long) i,
			   (unsigned long long) probes);
	}
}

UT_SUITE(test_markup)
{
	UT_RUN(test_takes);
	UT_RUN(test_leaves);
	UT_RUN(test_limits);
	UT_RUN(test_places);
	UT_RUN(test_again);
	UT_RUN(test_two_writers);
	UT_RUN(test_memory);
	UT_RUN(test_cancel);
	UT_RUN(test_kept);
	UT_RUN(test_probes);
	return ut_done();
}
