/*
 * test_short_text.c -- the parser when libxml2 gets no memory: the right value, the right error, or out of memory.
 *
 * libxml2 allocates by functions that a program without a server may replace.  Here they count, and refuse one
 * request, or one and all after it, as malloc does (NULL and ENOMEM).  Every short document is parsed with every
 * request refused in turn, whole and in pieces, and split.  Of a long one a sample is refused, with BXML_SWEEP=full a
 * larger one.
 */
#include <errno.h>

#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include "../../../src/core/xpath/result/xp_eval.h"
#include "../../../src/xml/bx_parse.h"
#include "../../../src/core/xpath/result/xp_record_rule.h"
#include "../../../src/xml/bx_split.h"
#include "../ut.h"
#include "../ut_host.h"

/* ---- libxml2's memory ---- */

static struct
{
	long calls;
	long fail_at;   /* refuse this request, counted from 1; 0 for none */
	long fail_from; /* and all from this one on */
	long live;      /* blocks */
} xml;

static bool
refused(void)
{
	xml.calls++;
	if (xml.calls != xml.fail_at && (xml.fail_from == 0 || xml.calls < xml.fail_from))
		return false;
	errno = ENOMEM;
	return true;
}

static void *
xml_realloc(void *p, size_t n)
{
	void *q = refused() ? NULL : realloc(p, n);

	xml.live += p == NULL && q != NULL;
	return q;
}

static void *
xml_malloc(size_t n)
{
	return xml_realloc(NULL, n);
}

static void
xml_free(void *p)
{
	xml.live -= p != NULL;
	free(p);
}

static char *
xml_strdup(const char *s)
{
	size_t n = strlen(s) + 1;
	char *copy = xml_malloc(n);

	return copy != NULL ? memcpy(copy, s, n) : NULL;
}

static void
no_message(void *ctx, const char *fmt, ...)
{
	(void) ctx;
	(void) fmt;
}

static void
refuse(long at, long from)
{
	xml.calls = 0;
	xml.fail_at = at;
	xml.fail_from = from;
}

/* ---- parsing ---- */

typedef struct Way
{
	size_t chunk;     /* bytes a call, 0: all at once */
	const char *path; /* split by this record path; NULL: one value */
	bool bytes;       /* the encoding is found out */
} Way;

typedef struct Result
{
	BxStatus status;
	BxError err;
	BxBuf out; /* values, one after another */
} Result;

static BxParseOptions
options_of(const Way *way)
{
	BxParseOptions o = {.writer = {.limits = BX_LIMITS_DEFAULT}};

	o.encoding = way->bytes ? NULL : "UTF-8";
	return o;
}

static void
keep(Result *r, uint8_t *data, size_t n, BxStatus st)
{
	if (st == BX_OK && data != NULL && bx_buf_append(&r->out, data, n, NULL) != BX_OK)
		abort();
	free(data);
}

static void
parse_one(const BxHost *host, const char *s, size_t n, const Way *way, Result *r)
{
	BxParseOptions o = options_of(way);
	BxParser *p = bx_parser_new(host, &o, &r->err);
	size_t chunk = way->chunk > 0 ? way->chunk : n + 1;
	uint8_t *data = NULL;
	size_t len = 0;

	for (size_t i = 0; i < n && r->status == BX_OK; i += chunk)
		r->status = bx_parser_feed(p, s + i, n - i < chunk ? n - i : chunk);
	if (r->status == BX_OK)
		r->status = bx_parser_finish(p, &data, &len);
	keep(r, data, len, r->status);
	r->err = *bx_parser_error(p);
	bx_parser_free(p);
}

static BxStatus
take_records(BxSplit *s, Result *r)
{
	uint8_t *data;
	size_t len;
	BxStatus st;

	while ((st = bx_split_next(s, &data, &len)) == BX_OK && data != NULL)
		keep(r, data, len, st);
	return st;
}

static void
split_all(const BxHost *host, const char *s, size_t n, const Way *way, Result *r)
{
	BxParseOptions o = options_of(way);
	BxRecordRule rule;
	BxArena arena;
	XpBlock *path;
	BxSplit *split;

	bx_arena_init(&arena, host);
	CHECK(xp_compile(way->path, strlen(way->path), 0, &arena, &path, &r->err) == BX_OK);
	CHECK(xp_record_rule(path, host, host, &rule, &r->err) == BX_OK);
	split = bx_split_new(host, &o, &rule, &r->err);
	r->status = bx_split_feed(split, s, n);
	if (r->status == BX_OK)
		r->status = take_records(split, r);
	if (r->status == BX_OK)
		r->status = bx_split_end(split);
	if (r->status == BX_OK)
		r->status = take_records(split, r);
	r->err = *bx_split_error(split);
	bx_split_free(split);
	bx_arena_reset(&arena);
}

static void
parse(const char *s, size_t n, const Way *way, Result *r)
{
	const BxHost *host = bx_host_libc();

	memset(r, 0, sizeof(*r));
	bx_buf_init(&r->out, host);
	if (way->path != NULL)
		split_all(host, s, n, way, r);
	else
		parse_one(host, s, n, way, r);
}

static bool
same(const Result *a, const Result *b)
{
	if (a->status != b->status || a->err.line != b->err.line || a->err.col != b->err.col)
		return false;
	if (a->status != BX_OK)
		return strcmp(a->err.msg, b->err.msg) == 0 && strcmp(a->err.detail, b->err.detail) == 0;
	return a->out.len == b->out.len && (a->out.len == 0 || memcmp(a->out.data, b->out.data, a->out.len) == 0);
}

/* ---- the sweep ---- */

static long tried, short_of, lost;

/* Parse with requests refused: the result is want, or out of memory. */
static void
try_at(const char *name, const char *s, size_t n, const Way *way, const Result *want, long at, bool from)
{
	long live;
	Result r;

	xmlResetLastError();
	live = xml.live;
	refuse(from ? 0 : at, from ? at : 0);
	parse(s, n, way, &r);
	refuse(0, 0);
	xmlResetLastError();
	tried++;
	short_of += r.status == BX_E_NOMEM;
	lost += xml.live - live;
	CHECKF(r.status == BX_E_NOMEM || same(&r, want), "%s, chunk %zu, path %s: request %ld%s: %s: %s: %s",
		   name, way->chunk, way->path ? way->path : "-", at, from ? " and later" : "",
		   bx_status_name(r.status), r.err.msg, r.err.detail);
	bx_buf_free(&r.out);
}

/* Every request of the parse, or about `most` of them. */
static void
sweep(const char *name, const char *s, size_t n, const Way *way, long most)
{
	long calls, step;
	Result want;

	refuse(0, 0);
	parse(s, n, way, &want);
	xmlResetLastError();
	refuse(0, 0);
	bx_buf_free(&want.out);
	parse(s, n, way, &want);
	calls = xml.calls;
	step = most > 0 && calls > most ? calls / most : 1;
	for (long at = 1; at <= calls && ut_here < 20; at += step)
	{
		try_at(name, s, n, way, &want, at, false);
		try_at(name, s, n, way, &want, at, true);
	}
	bx_buf_free(&want.out);
}

typedef struct Doc
{
	const char *name;
	const char *text;
	size_t n;
} Doc;

#define DOC(name, text)                                                                                      \
	{                                                                                                        \
		name, text, sizeof(text) - 1                                                                         \
	}

static const Doc docs[] = {
	DOC("elements", "<a><b>text</b><c><d/>more &amp; &#x41;</c></a>"),
	DOC("attributes", "<a b='1' c=\"x&lt;y\" d='  z &#10; '><e f='a&amp;b'/></a>"),
	DOC("namespaces", "<a xmlns='d' xmlns:p='u'><p:b p:c='1' xmlns:q='v' q:c='2'/><b xmlns=''/></a>"),
	DOC("content", " text<a/> <?p data?><!--c--><b>x</b><![CDATA[<&]]>tail"),
	DOC("declaration", "<?xml version='1.0' encoding='utf-8' standalone='yes'?>\n<a>\xC3\xA4</a>\n<!--e-->"),
	DOC("comments", "<!-- one --><a><!-- two --><?pi three?></a><!-- four -->"),
	DOC("cdata", "<a><![CDATA[1 < 2 && 3]]> and <![CDATA[]]></a>"),
	DOC("dtd",
		"<!DOCTYPE a [<!ELEMENT a (b|c)*><!ELEMENT b EMPTY><!ATTLIST b x CDATA 'd' y (k|l) 'k' z ID #IMPLIED>"
		"<!NOTATION n SYSTEM 's'><!ENTITY u SYSTEM 'f' NDATA n><?pi x?><!--c-->]><a><b/><b x='1' "
		"z='i'/></a>"),
	DOC("entities", "<!DOCTYPE a [<!ENTITY e 'x<b>y</b>z'><!ENTITY f '&e;&e;'><!ENTITY g 'att'>"
					"<!ATTLIST a d CDATA '&g;'>]><a v='&g;&g;'>&e;<c>&f;</c>&f;</a>"),
	DOC("parameter entities", "<!DOCTYPE a [<!ENTITY % p '<!ENTITY e \"v\">'>%p;<!ENTITY % q SYSTEM 'x'>"
							  "<!ELEMENT a (#PCDATA|b)*>]><a>&e;</a>"),
	DOC("external", "<!DOCTYPE a PUBLIC 'p' 'http://example.com/a.dtd'><a b='1'>text</a>"),
	DOC("space", "<a xml:space='preserve' xml:lang='en' xml:base='http://example.com/'> <b/> </a>"),
	DOC("bad end tag", "<a><b></a>"),
	DOC("bad attribute", "<a b='1' b='2'/>"),
	DOC("bad reference", "<a>&nothing;</a>"),
	DOC("bad prefix", "<p:a/>"),
	DOC("bad character", "<a>\x01</a>"),
	DOC("truncated", "<a><b>text</b>"),
	DOC("bad DTD", "<!DOCTYPE a [<!ENTITY e>]><a/>"),
};

/* A document too long for one piece, with many names, long texts and values. */
static Doc
long_doc(void)
{
	Doc d = {.name = "long", .text = malloc(600000)};
	char *p = (char *) d.text;

	p += sprintf(
		p, "<!DOCTYPE r [<!ENTITY e 'entity text'><!ATTLIST row0 kind CDATA 'default'>]><r xmlns:p='u'>");
	for (int i = 0; i < 1500; i++)
		p += sprintf(p, "<row%d id='%d'><p:name%d>some text &amp; more</p:name%d>&e;</row%d>\n", i % 400, i,
					 i, i, i % 400);
	p += sprintf(p, "<t a='");
	memset(p, 'v', 40000);
	p += sprintf(p + 40000, "'>") + 40000;
	memset(p, 't', 90000);
	p += sprintf(p + 90000, "</t><!--") + 90000;
	memset(p, 'c', 30000);
	p += sprintf(p + 30000, "--></r>") + 30000;
	d.n = (size_t) (p - d.text);
	return d;
}

static void
test_whole(void)
{
	static const Way ways[] = {{0, NULL, false}, {0, NULL, true}, {3, NULL, false}, {0, "//*", false}};

	for (size_t i = 0; i < sizeof(docs) / sizeof(docs[0]); i++)
		for (size_t k = 0; k < sizeof(ways) / sizeof(ways[0]); k++)
			sweep(docs[i].name, docs[i].text, docs[i].n, &ways[k], 0);
	CHECKF(short_of > 500, "%ld", short_of);
}

/* Encodings other than UTF-8 are converted by us, but libxml2 gets the text of those that declare entities as well. */
static void
test_encodings(void)
{
	static const char dtd[] = "<!DOCTYPE a [<!ENTITY e 'x\xE4'>]><a b='\xE4&e;'>\xF6&e;</a>";
	static const Way way = {0, NULL, true};
	char latin[200], utf16[2 + 2 * sizeof(dtd)];
	static const char bom[] = "\xEF\xBB\xBF<!DOCTYPE a [<!ENTITY e 'x\xC3\xA4'>]><a>&e;</a>";
	long before = tried;

	snprintf(latin, sizeof(latin), "<?xml version='1.0' encoding='ISO-8859-1'?>%s", dtd);
	sweep("latin 1", latin, strlen(latin), &way, 0);
	memcpy(utf16, "\xFF\xFE", 2);
	for (size_t i = 0; i < sizeof(dtd); i++)
	{
		utf16[2 + 2 * i] = dtd[i];
		utf16[3 + 2 * i] = '\0';
	}
	sweep("UTF-16", utf16, 2 * sizeof(dtd), &way, 0);
	sweep("BOM", bom, sizeof(bom) - 1, &way, 0);
	CHECKF(tried - before > 100, "%ld", tried - before);
}

static void
test_long(void)
{
	static const Way ways[] = {{0, NULL, false}, {5000, NULL, false}, {0, "/r/*", false}};
	const char *mode = getenv("BXML_SWEEP");
	bool full = mode != NULL && strcmp(mode, "full") == 0;
	Doc d = long_doc();

	for (size_t k = 0; k < sizeof(ways) / sizeof(ways[0]); k++)
		sweep(d.name, d.text, d.n, &ways[k], full ? 1500 : 100);
	free((char *) d.text);
}

static void
test_nothing_lost(void)
{
	printf("# %ld parses, %ld without memory\n", tried, short_of);
	CHECKF(lost == 0, "%ld blocks of %ld parses", lost, tried);
}

UT_SUITE(test_short_text)
{
	xmlMemSetup(xml_free, xml_malloc, xml_realloc, xml_strdup);
	xmlInitParser();
	xmlSetGenericErrorFunc(NULL, no_message);
	UT_RUN(test_whole);
	UT_RUN(test_encodings);
	UT_RUN(test_long);
	UT_RUN(test_nothing_lost);
	return ut_done();
}
