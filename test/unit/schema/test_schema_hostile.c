/*
 * test_schema_hostile.c -- schemas and documents made to be expensive: refused within the limits, or done in work that
 * grows with their size; never long without a poll.
 *
 * HOSTILE_N is the size of the large ones, 20,000 by default.
 */
#include <stdarg.h>
#include <time.h>

#include "../ut_host.h"
#include "../ut_schema.h"

#include "../../../src/core/schema/bx_schema_compat.h"

static uint64_t size = 20000;

/* ---- texts ---- */

static char *text;
static size_t text_n, text_cap;

static void put(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void
put(const char *fmt, ...)
{
	va_list ap;

	if (text_cap - text_n < 4096)
	{
		text_cap = text_cap * 2 + 65536;
		text = realloc(text, text_cap);
	}
	va_start(ap, fmt);
	text_n += (size_t) vsnprintf(text + text_n, text_cap - text_n, fmt, ap);
	va_end(ap);
}

static void
begin(const char *more)
{
	text_n = 0;
	put(UT_XS "%s>", more);
}

/* ---- a host that looks at the clock ---- */

typedef struct Watch
{
	UtHost h;
	BxMeter meter;
	double last, longest; /* seconds of CPU between polls */
} Watch;

static double
cpu(void)
{
	return (double) clock() / CLOCKS_PER_SEC;
}

/* UT_SLOWNESS: how many times slower an emulator makes the program. */
static double
slowness(void)
{
	const char *env = getenv("UT_SLOWNESS");

	return env != NULL ? atof(env) : 1;
}

static BxStatus
look(void *ctx)
{
	Watch *w = (Watch *) ((char *) ctx - offsetof(Watch, h));
	double now = cpu();

	if (now - w->last > w->longest)
		w->longest = now - w->last;
	w->last = now;
	return BX_OK;
}

static void
watch_begin(Watch *w)
{
	ut_host_init_as(&w->h, bx_host_libc());
	w->meter = (BxMeter) BX_METER_INIT;
	w->h.host.meter = &w->meter;
	w->h.host.poll = look;
	w->last = cpu();
	w->longest = 0;
}

/* Nothing stayed, and no half of what may pass until a cancel is seen passed without a poll. */
static void
watch_end(Watch *w, const char *what, double from)
{
	(void) look(&w->h);
	CHECKF(w->h.live == 0, "%s: %d blocks left", what, w->h.live);
	CHECKF(w->longest < 0.25 * slowness(), "%s: %.3f s without a poll", what, w->longest);
	CHECKF(cpu() - from < 5 * slowness(), "%s: %.3f s", what, cpu() - from);
	printf("# %-28s %7.3f s, at most %.3f between polls, %zu kB\n", what, cpu() - from, w->longest,
		   w->h.peak >> 10);
}

/* Compile the text and, when there is one, validate the document; what came of it. */
static BxStatus
try(const char *what, const char *doc, bool *valid)
{
	Result r = parse(text, &any), d = {0};
	BxSchemaDoc docs = {{"a.xsd", 5}, r.data, r.len};
	double from = cpu();
	BxValidator *v = NULL;
	BxSchema *s = NULL;
	BxStatus st;
	BxStore store;
	BxError err;
	Watch w;

	CHECKF(r.status == BX_OK, "%s: %s", what, r.err.msg);
	watch_begin(&w);
	bx_error_clear(&err);
	st = bx_schema_new(&docs, 1, NULL, &w.h.host, &s, &err);
	CHECKF(st != BX_E_LIMIT || strncmp(err.detail, "In \"a.xsd\", at /", 16) == 0, "%s: %s: no place: %s",
		   what, err.msg, err.detail);
	if (st == BX_OK && doc != NULL)
	{
		d = parse(doc, &any);
		CHECKF(d.status == BX_OK, "%s: %s", what, d.err.msg);
		w.last = cpu();
		st = bx_validator_new(s, &w.h.host, &v, &err);
		bx_store_memory(&store, d.data, d.len);
		if (st == BX_OK)
			st = bx_validator_run(v, &store, NULL, valid, &err);
		if (v != NULL)
			bx_validator_free(v);
		free(d.data);
	}
	if (s != NULL)
		bx_schema_free(s);
	if (st != BX_OK)
		printf("# %s: %s: %s\n", what, bx_status_name(st), err.msg);
	watch_end(&w, what, from);
	free(r.data);
	return st;
}

/* ---- schemas ---- */

static void
deep(void)
{
	begin("");
	put("<xs:complexType name='t'>");
	for (unsigned i = 0; i < 1000; i++)
		put("<xs:sequence>");
	for (unsigned i = 0; i < 1000; i++)
		put("</xs:sequence>");
	put("</xs:complexType></xs:schema>");
	CHECK(try("nested sequences", NULL, NULL) == BX_E_LIMIT);
	begin("");
	for (unsigned i = 0; i < size; i++)
		put("<xs:complexType name='t%u'><xs:complexContent><xs:extension base='t%u'/></xs:complexContent>"
			"</xs:complexType>",
			i + 1, i);
	put("<xs:complexType name='t0'/></xs:schema>");
	CHECK(try("derivations", NULL, NULL) == BX_E_LIMIT);
	begin("");
	for (unsigned i = 0; i < size; i++)
		put("<xs:group name='g%u'><xs:sequence><xs:group ref='g%u'/></xs:sequence></xs:group>", i + 1, i);
	put("<xs:group name='g0'><xs:sequence><xs:element name='a'/></xs:sequence></xs:group>"
		"<xs:complexType name='t'><xs:group ref='g%u'/></xs:complexType></xs:schema>",
		(unsigned) size);
	CHECK(try("groups", NULL, NULL) == BX_E_LIMIT);
}

static void
occurrences(void)
{
	bool valid = false;

	begin("");
	put("<xs:element name='v'><xs:complexType>");
	for (unsigned i = 0; i < 30; i++)
		put("<xs:sequence minOccurs='1000000000' maxOccurs='1000000000'>");
	put("<xs:element name='a' minOccurs='1000000000' maxOccurs='1000000000'/>");
	for (unsigned i = 0; i < 30; i++)
		put("</xs:sequence>");
	put("</xs:complexType></xs:element></xs:schema>");
	CHECK(try("nested counts", "<v><a/></v>", &valid) == BX_OK && !valid);
	begin("");
	put("<xs:element name='v'><xs:complexType><xs:sequence>");
	for (unsigned i = 0; i < 100; i++)
		put("<xs:sequence minOccurs='0' maxOccurs='1000000000'><xs:element name='a%u' minOccurs='0' "
			"maxOccurs='1000000000'/></xs:sequence>",
			i);
	put("</xs:sequence></xs:complexType></xs:element></xs:schema>");
	CHECK(try("counts of what may be empty", "<v><a3/><a3/><a7/><a99/></v>", &valid) == BX_OK && valid);
	begin("");
	put("<xs:element name='v'><xs:complexType><xs:sequence>");
	for (unsigned i = 0; i < 5000; i++)
		put("<xs:element name='a%u' minOccurs='0'/>", i);
	put("</xs:sequence></xs:complexType></xs:element></xs:schema>");
	CHECK(try("optional elements", NULL, NULL) == BX_E_LIMIT);
	begin("");
	put("<xs:element name='v'><xs:complexType><xs:choice maxOccurs='unbounded'>");
	for (unsigned i = 0; i < 5000; i++)
		put("<xs:element name='a%u'/>", i);
	put("</xs:choice></xs:complexType></xs:element></xs:schema>");
	(void) try("a large choice", NULL, NULL);
	begin("");
	put("<xs:element name='v'><xs:complexType><xs:sequence minOccurs='0' maxOccurs='150'>");
	for (unsigned i = 0; i < 50; i++)
		put("<xs:element name='a%u' minOccurs='0' maxOccurs='150'/>", i);
	put("</xs:sequence></xs:complexType></xs:element></xs:schema>");
	CHECK(try("counts of all and each", "<v><a7/><a9/><a8/><a8/><a0/></v>", &valid) == BX_OK && valid);
	begin("");
	put("<xs:element name='v'><xs:complexType><xs:all>");
	for (unsigned i = 0; i < size; i++)
		put("<xs:element name='a%u' minOccurs='0'/>", i);
	put("</xs:all></xs:complexType></xs:element></xs:schema>");
	CHECK(try("a large all group", "<v><a7/><a1/></v>", &valid) != BX_OK || valid);
}

static void
simple_types(void)
{
	bool valid = true;

	begin("");
	put("<xs:element name='v' type='u60'/><xs:simpleType name='u0'><xs:restriction "
		"base='xs:int'/></xs:simpleType>");
	for (unsigned i = 0; i < 60; i++)
		put("<xs:simpleType name='u%u'><xs:union memberTypes='u%u u%u'/></xs:simpleType>", i + 1, i, i);
	put("</xs:schema>");
	CHECK(try("unions of unions", "<v>x</v>", &valid) == BX_E_LIMIT || !valid);
	begin("");
	put("<xs:element name='v'><xs:simpleType><xs:restriction base='xs:token'>");
	for (unsigned i = 0; i < size; i++)
		put("<xs:enumeration value='word %u'/>", i);
	put("</xs:restriction></xs:simpleType></xs:element></xs:schema>");
	CHECK(try("enumeration", "<v>word 77</v>", &valid) == BX_OK && valid);
	begin("");
	put("<xs:element name='v'><xs:simpleType><xs:restriction base='xs:token'>");
	for (unsigned i = 0; i < size; i++)
		put("<xs:pattern value='[a-z]{1,9}%u.*'/>", i);
	put("</xs:restriction></xs:simpleType></xs:element></xs:schema>");
	CHECK(try("patterns", "<v>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</v>", &valid) == BX_E_LIMIT);
	begin("");
	put("<xs:element name='v'><xs:simpleType><xs:union memberTypes='");
	for (unsigned i = 0; i < size; i++)
		put("xs:int ");
	put("'/></xs:simpleType></xs:element></xs:schema>");
	CHECK(try("a large union", "<v>x</v>", &valid) == BX_E_LIMIT);
}

static void
many(void)
{
	bool valid = false;

	begin("");
	put("<xs:element name='v'><xs:complexType><xs:sequence><xs:element ref='h' maxOccurs='9'/></xs:sequence>"
		"</xs:complexType></xs:element><xs:element name='h'/>");
	for (unsigned i = 0; i < size; i++)
		put("<xs:element name='m%u' substitutionGroup='h'/>", i);
	put("</xs:schema>");
	CHECK(try("a wide substitution group", "<v><m3/></v>", &valid) == BX_OK && valid);
	begin("");
	put("<xs:element name='m0'/>");
	for (unsigned i = 0; i < size; i++)
		put("<xs:element name='m%u' substitutionGroup='m%u'/>", i + 1, i);
	put("</xs:schema>");
	CHECK(try("a deep substitution group", NULL, NULL) == BX_E_LIMIT);
	begin("");
	put("<xs:complexType name='b'>");
	for (unsigned i = 0; i < 1000; i++)
		put("<xs:attribute name='a%u'/>", i);
	put("</xs:complexType>");
	for (unsigned i = 0; i < size; i++)
		put("<xs:complexType name='t%u'><xs:complexContent><xs:extension base='b'/></xs:complexContent>"
			"</xs:complexType>",
			i);
	put("</xs:schema>");
	CHECK(try("inherited attributes", NULL, NULL) == BX_E_LIMIT);
	begin("");
	put("<xs:complexType name='b'><xs:sequence>");
	for (unsigned i = 0; i < 1000; i++)
		put("<xs:element name='a%u'/>", i);
	put("</xs:sequence></xs:complexType>");
	for (unsigned i = 0; i < size; i++)
		put("<xs:complexType name='t%u'><xs:complexContent><xs:extension base='b'/></xs:complexContent>"
			"</xs:complexType>",
			i);
	put("</xs:schema>");
	CHECK(try("inherited content", NULL, NULL) == BX_OK);
	begin("");
	put("<xs:element name='v'><xs:complexType>");
	for (unsigned i = 0; i < size * 5; i++)
		put("<xs:attribute name='a%u'/>", i);
	put("</xs:complexType></xs:element></xs:schema>");
	CHECK(try("attributes", NULL, NULL) == BX_E_LIMIT);
	begin("");
	for (unsigned i = 0; i < size; i++)
		put("<xs:import namespace='urn:%u' schemaLocation='http://example.org/%u.xsd'/>", i, i);
	put("<xs:element name='v'/></xs:schema>");
	CHECK(try("imports", "<v/>", &valid) == BX_OK && valid);
	begin("");
	for (unsigned i = 0; i < size; i++)
		put("<xs:include schemaLocation='a.xsd'/>");
	put("<xs:element name='v'/></xs:schema>");
	CHECK(try("includes of itself", "<v/>", &valid) == BX_OK && valid);
}

/* Entities are the parser's: what they would blow up is refused before it is a value. */
static void
entities(void)
{
	Result r;

	text_n = 0;
	put("<!DOCTYPE x [<!ENTITY e0 'aaaaaaaaaaaaaaaa'>");
	for (unsigned i = 1; i < 30; i++)
		put("<!ENTITY e%u '&e%u;&e%u;&e%u;&e%u;'>", i, i - 1, i - 1, i - 1, i - 1);
	put("]><xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='&e29;'/>");
	r = parse(text, &any);
	CHECKF(r.status == BX_E_LIMIT || r.status == BX_E_SYNTAX_DOC, "%s", bx_status_name(r.status));
	free(r.data);
	text_n = 0;
	put("<!DOCTYPE x [<!ENTITY t 'xs:int'><!ENTITY f SYSTEM 'file:///etc/hostname'>]><xs:schema "
		"xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='v' type='&t;'/>&f;</xs:schema>");
	r = parse(text, &any);
	CHECKF(r.status == BX_E_SYNTAX_DOC, "%s: %s", bx_status_name(r.status), r.err.msg);
	free(r.data);
}

static void
circles(void)
{
	static const char *const texts[] = {
		"<xs:simpleType name='a'><xs:restriction base='b'/></xs:simpleType><xs:simpleType "
		"name='b'><xs:restriction "
		"base='a'/></xs:simpleType>",
		"<xs:simpleType name='a'><xs:union memberTypes='b'/></xs:simpleType><xs:simpleType name='b'><xs:list "
		"itemType='a'/></xs:simpleType>",
		"<xs:attributeGroup name='a'><xs:attributeGroup ref='b'/></xs:attributeGroup><xs:attributeGroup "
		"name='b'><xs:attributeGroup ref='a'/></xs:attributeGroup><xs:complexType "
		"name='t'><xs:attributeGroup "
		"ref='a'/></xs:complexType>",
		"<xs:group name='a'><xs:sequence><xs:group ref='b'/></xs:sequence></xs:group><xs:group "
		"name='b'><xs:choice><xs:group ref='a'/></xs:choice></xs:group><xs:complexType name='t'><xs:group "
		"ref='b'/></xs:complexType>",
		"<xs:complexType name='a'><xs:complexContent><xs:extension "
		"base='b'/></xs:complexContent></xs:complexType>"
		"<xs:complexType name='b'><xs:complexContent><xs:restriction "
		"base='a'/></xs:complexContent></xs:complexType>",
		"<xs:element name='a' substitutionGroup='b'/><xs:element name='b' substitutionGroup='c'/><xs:element "
		"name='c' substitutionGroup='a'/>"};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
	{
		begin("");
		put("%s</xs:schema>", texts[i]);
		CHECK(try("a circle", NULL, NULL) == BX_E_SCHEMA);
	}
}

/* ---- two schemas ---- */

static BxStatus
count_differences(void *ctx, const BxIncompatibility *what, bool *stop)
{
	(void) what;
	*stop = ++*(unsigned *) ctx == 1000;
	return BX_OK;
}

/* The text compared with itself. */
static void
compare_twice(const char *what, bool same)
{
	Result r = parse(text, &any);
	BxSchemaDoc docs = {{"a.xsd", 5}, r.data, r.len};
	BxSchema *a = NULL, *b = NULL;
	unsigned differences = 0;
	double from = cpu();
	BxStatus st;
	BxError err;
	Watch w;

	watch_begin(&w);
	st = bx_schema_new(&docs, 1, NULL, &w.h.host, &a, &err);
	CHECKF(st == BX_OK, "%s: %s", what, err.msg);
	st = bx_schema_new(&docs, 1, NULL, &w.h.host, &b, &err);
	if (st == BX_OK)
		st = bx_schema_compatible(a, b, count_differences, &differences, &err);
	CHECKF(st == BX_OK || st == BX_E_LIMIT, "%s: %s", what, err.msg);
	CHECKF((differences == 0) == same, "%s: %u differences", what, differences);
	if (a != NULL)
		bx_schema_free(a);
	if (b != NULL)
		bx_schema_free(b);
	free(r.data);
	watch_end(&w, what, from);
}

static void
comparisons(void)
{
	begin("");
	for (unsigned i = 0; i < size / 20; i++)
		put("<xs:element name='e%u'><xs:complexType><xs:sequence><xs:any namespace='urn:%u urn:x%u' "
			"processContents='lax' minOccurs='0' "
			"maxOccurs='1000'/></xs:sequence></xs:complexType></xs:element>",
			i, i, i);
	put("</xs:schema>");
	compare_twice("wildcards compared", true);
	begin("");
	for (unsigned i = 0; i < size / 20; i++)
		put("<xs:element name='e%u'/>", i);
	put("</xs:schema>");
	compare_twice("any content compared", true);
	begin("");
	put("<xs:element name='v'><xs:complexType><xs:sequence maxOccurs='100000000'>");
	for (unsigned i = 0; i < 12; i++)
		put("<xs:element name='a%u' minOccurs='3' maxOccurs='1000000'/>", i);
	put("</xs:sequence></xs:complexType></xs:element></xs:schema>");
	compare_twice("counts compared", true);
	begin("");
	for (unsigned i = 0; i < size; i++)
		put("<xs:simpleType name='t%u'><xs:restriction base='xs:int'/></xs:simpleType>", i);
	put("<xs:element name='v' type='xs:int'/></xs:schema>");
	compare_twice("derived types compared", true);
}

/* ---- documents ---- */

static char *
document(const char *part, unsigned n, const char *end)
{
	char *doc = malloc(strlen(part) * n + 30 * (size_t) n + 1000);
	size_t at = (size_t) sprintf(doc, "<v>");

	for (unsigned i = 0; i < n; i++)
		at += (size_t) sprintf(doc + at, part, i, i);
	sprintf(doc + at, "%s</v>", end);
	return doc;
}

static void
floods(void)
{
	bool valid = false;
	char *doc;

	begin("");
	put("<xs:element name='v'><xs:complexType><xs:choice maxOccurs='unbounded'><xs:element "
		"name='a'><xs:complexType>"
		"<xs:attribute name='k' type='xs:int'/></xs:complexType></xs:element><xs:element "
		"name='b'><xs:complexType>"
		"<xs:attribute name='r' "
		"type='xs:integer'/></xs:complexType></xs:element></xs:choice></xs:complexType>"
		"<xs:key name='k'><xs:selector xpath='a'/><xs:field xpath='@k'/></xs:key><xs:keyref name='r' "
		"refer='k'>"
		"<xs:selector xpath='b'/><xs:field xpath='@r'/></xs:keyref></xs:element></xs:schema>");
	doc = document("<a k='%u'/><b r='%u'/>", (unsigned) size * 5, "");
	CHECK(try("keys and references", doc, &valid) == BX_OK && valid);
	free(doc);
	begin("");
	put("<xs:element name='v'><xs:complexType><xs:sequence><xs:element name='a' maxOccurs='unbounded'>"
		"<xs:complexType><xs:attribute name='i' type='xs:ID'/><xs:attribute name='r' type='xs:IDREF'/>"
		"</xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>");
	doc = document("<a i='i%u' r='i%u'/>", (unsigned) size * 5, "");
	CHECK(try("IDs", doc, &valid) == BX_OK && valid);
	free(doc);
	begin("");
	put("<xs:element name='v'><xs:complexType><xs:sequence minOccurs='0'><xs:element ref='v' minOccurs='0'/>"
		"</xs:sequence></xs:complexType><xs:unique name='k'><xs:selector xpath='.//v|v'/><xs:field "
		"xpath='.//@a|@b'/>"
		"</xs:unique></xs:element></xs:schema>");
	doc = malloc(10000);
	for (int i = 0; i < 400; i++)
		memcpy(doc + 3 * i, "<v>", 3);
	for (int i = 0; i < 400; i++)
		memcpy(doc + 1200 + 4 * i, "</v>", 5);
	CHECK(try("nested constraints", doc, &valid) == BX_E_LIMIT);
	free(doc);
	begin("");
	put("<xs:element name='v'><xs:complexType><xs:sequence><xs:any processContents='skip' "
		"maxOccurs='unbounded'/>"
		"</xs:sequence></xs:complexType><xs:unique name='k'><xs:selector xpath='");
	for (unsigned i = 0; i < size; i++)
		put("%sa%u", i > 0 ? "|" : "", i);
	put("'/><xs:field xpath='@b'/></xs:unique></xs:element></xs:schema>");
	CHECK(try("paths", NULL, NULL) == BX_E_LIMIT);
}

UT_SUITE(test_schema_hostile)
{
	const char *s = getenv("HOSTILE_N");

	if (s != NULL)
		size = strtoull(s, NULL, 10);
	UT_RUN(deep);
	UT_RUN(occurrences);
	UT_RUN(simple_types);
	UT_RUN(many);
	UT_RUN(entities);
	UT_RUN(circles);
	UT_RUN(comparisons);
	UT_RUN(floods);
	free(text);
	return ut_done();
}
