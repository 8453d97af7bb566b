/*
 * test_build.c -- values from parts: what is built passes the validator and prints as it should; what is not
 * well-formed is refused; other values keep their names wherever they are put; any request for memory may fail.
 */
#include "../../../src/core/check/bx_check.h"
#include "../../../src/core/build/bx_build.h"
#include "../../../src/core/print/bx_text.h"
#include "../../../src/xml/bx_parse.h"
#include "../ut.h"
#include "../ut_value.h"

static const BxWriterOptions plain = {.limits = BX_LIMITS_DEFAULT};

static BxStr
str(const char *s)
{
	return (BxStr){s, strlen(s)};
}

static const BxStr none = {"", 0};

static uint8_t *
parsed(const char *text, const BxWriterOptions *writer, size_t *len)
{
	BxParseOptions options = {.writer = *writer};
	BxError err;
	uint8_t *value = NULL;
	BxParser *p = bx_parser_new(bx_host_libc(), &options, &err);

	CHECKF(bx_parser_feed(p, text, strlen(text)) == BX_OK && bx_parser_finish(p, &value, len) == BX_OK, "%s",
		   text);
	bx_parser_free(p);
	return value;
}

static BxStatus
put_value(BxBuilder *b, const char *text, BxMode mode)
{
	BxWriterOptions options = plain;
	BxStore store;
	BxStatus st;
	uint8_t *v;
	size_t n;

	options.mode = mode;
	v = parsed(text, &options, &n);
	bx_store_memory(&store, v, n);
	st = bx_builder_value(b, &store);
	free(v);
	return st;
}

/* Finish, validate, print and compare. */
static void
built(BxBuilder *b, const char *expected)
{
	uint8_t *v = NULL;
	size_t n = 0;
	BxError err;
	BxBuf out;

	bx_buf_init(&out, bx_host_libc());
	CHECKF(bx_builder_finish(b, &v, &n) == BX_OK, "%s: %s", expected, bx_builder_error(b)->msg);
	if (v != NULL)
	{
		CHECKF(bx_check(v, n, false, NULL, bx_host_libc(), &err) == BX_OK, "%s: %s", expected, err.msg);
		CHECK(bx_text_write(v, n, NULL, bx_host_libc(), &out, &err) == BX_OK);
		CHECKF(out.len == strlen(expected) && memcmp(out.data, expected, out.len) == 0, "%.*s, not %s",
			   (int) out.len, (const char *) out.data, expected);
	}
	free(v);
	bx_buf_free(&out);
	bx_builder_free(b);
}

static BxBuilder *
builder(void)
{
	BxError err;
	BxBuilder *b = bx_builder_new(bx_host_libc(), &plain, &err);

	CHECK(b != NULL);
	return b;
}

static void
parts(void)
{
	BxBuilder *b = builder();
	BxStr uri;
	bool bound;

	CHECK(bx_builder_start(b, none, none, str("a")) == BX_OK);
	CHECK(bx_builder_attribute(b, none, none, str("x"), str("1")) == BX_OK);
	CHECK(bx_builder_attribute(b, str("p"), str("u"), str("y"), str("\n<")) == BX_OK);
	CHECK(bx_builder_text(b, str("t&")) == BX_OK);
	CHECK(bx_builder_lookup(b, str("p"), &uri, &bound) == BX_OK && bound && uri.n == 1 && uri.s[0] == 'u');
	CHECK(bx_builder_lookup(b, str("q"), &uri, &bound) == BX_OK && !bound);
	CHECK(bx_builder_lookup(b, str("xml"), &uri, &bound) == BX_OK && bound);
	CHECK(bx_builder_lookup(b, none, &uri, &bound) == BX_OK && bound && uri.n == 0);
	CHECK(bx_builder_comment(b, str("c")) == BX_OK);
	CHECK(bx_builder_pi(b, str("go"), str("on")) == BX_OK);
	CHECK(bx_builder_start(b, none, str("d"), str("b")) == BX_OK);
	CHECK(bx_builder_start(b, none, none, str("c")) == BX_OK);
	CHECK(bx_builder_end(b) == BX_OK);
	CHECK(bx_builder_end(b) == BX_OK);
	CHECK(bx_builder_end(b) == BX_OK);
	built(b, "<a xmlns:p=\"u\" x=\"1\" p:y=\"&#10;&lt;\">t&amp;<!--c--><?go on?><b xmlns=\"d\"><c "
			 "xmlns=\"\"/></b></a>");
	built(builder(), "");
}

/* What is put where: content of no namespace stays without one. */
static void
values(void)
{
	static const struct
	{
		const char *uri;
		const char *value;
		const char *expected;
	} cases[] = {
		{"", "<b/>", "<a><b/></a>"},
		{"", "<b xmlns='d'><c/></b>", "<a><b xmlns=\"d\"><c/></b></a>"},
		{"d", "<b/>", "<a xmlns=\"d\"><b xmlns=\"\"/></a>"},
		{"d", "<b>x</b>t<c k='1'>y</c>",
		 "<a xmlns=\"d\"><b xmlns=\"\">x</b>t<c xmlns=\"\" k=\"1\">y</c></a>"},
		{"d", "<b xmlns='d'/>", "<a xmlns=\"d\"><b xmlns=\"d\"/></a>"},
		{"d", "<p:b xmlns:p='u'/>", "<a xmlns=\"d\"><p:b xmlns:p=\"u\"/></a>"},
		{"d", "<p:b xmlns:p='u'><c/></p:b>", "<a xmlns=\"d\"><p:b xmlns:p=\"u\" xmlns=\"\"><c/></p:b></a>"},
		{"d", "<p:b xmlns:p='u' p:k='1'><c xmlns='e'/><d/></p:b>",
		 "<a xmlns=\"d\"><p:b xmlns:p=\"u\" xmlns=\"\" p:k=\"1\"><c xmlns=\"e\"/><d/></p:b></a>"},
		{"d", "text<!--c--><?p i?>", "<a xmlns=\"d\">text<!--c--><?p i?></a>"},
		{"d", "", "<a xmlns=\"d\"/>"},
		{"", "<!DOCTYPE b><b>1.50</b>", "<a><b>1.50</b></a>"},
	};
	size_t i;
	int mode;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (mode = BX_MODE_AUTO; mode <= BX_MODE_SHAPES; mode++)
		{
			BxBuilder *b = builder();

			CHECK(bx_builder_start(b, none, str(cases[i].uri), str("a")) == BX_OK);
			CHECK(put_value(b, cases[i].value, (BxMode) mode) == BX_OK);
			CHECK(bx_builder_end(b) == BX_OK);
			built(b, cases[i].expected);
		}
}

/* The rules of xmlconcat for declarations. */
static void
declarations(void)
{
	static const struct
	{
		const char *values[3];
		const char *expected;
	} cases[] = {
		{{"<a/>", "<b/>"}, "<a/><b/>"},
		{{"<?xml version='1.1'?><a/>", "<?xml version='1.1'?><b/>"}, "<?xml version=\"1.1\"?><a/><b/>"},
		{{"<?xml version='1.1'?><a/>", "<b/>"}, "<a/><b/>"},
		{{"<?xml version='1.1'?><a/>", "<?xml version='1.0'?><b/>"}, "<a/><b/>"},
		{{"<?xml version='1.0' standalone='yes'?><a/>", "<?xml version='1.0' standalone='no'?><b/>"},
		 "<?xml version=\"1.0\" standalone=\"no\"?><a/><b/>"},
		{{"<?xml version='1.0' standalone='yes'?><a/>", "<?xml version='1.1' standalone='yes'?><b/>"},
		 "<?xml version=\"1.0\" standalone=\"yes\"?><a/><b/>"},
		{{"<?xml version='1.1' standalone='no'?><a/>", "<?xml version='1.1'?><b/>"},
		 "<?xml version=\"1.1\"?><a/><b/>"},
	};
	size_t i, k;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		BxBuilder *b = builder();

		for (k = 0; cases[i].values[k] != NULL; k++)
			CHECK(put_value(b, cases[i].values[k], BX_MODE_AUTO) == BX_OK);
		built(b, cases[i].expected);
	}
}

static void
refused(BxBuilder *b, BxStatus st, BxStatus expected, const char *what)
{
	uint8_t *v;
	size_t n;

	CHECKF(st == expected && bx_builder_error(b)->status == expected, "%s: %s", what, bx_status_name(st));
	CHECKF(bx_builder_text(b, str("x")) == expected && bx_builder_finish(b, &v, &n) == expected, "%s", what);
	bx_builder_free(b);
}

static BxBuilder *
in_element(void)
{
	BxBuilder *b = builder();

	CHECK(bx_builder_start(b, none, none, str("a")) == BX_OK);
	return b;
}

static void
refusals(void)
{
	BxBuilder *b;
	uint32_t attribute;

#define REFUSED(make, call, status) b = make, refused(b, call, status, #call)
	REFUSED(builder(), bx_builder_start(b, none, none, none), BX_E_ARGUMENT);
	REFUSED(builder(), bx_builder_start(b, none, none, str("1a")), BX_E_SYNTAX_CONTENT);
	REFUSED(builder(), bx_builder_start(b, none, none, str("a:b")), BX_E_SYNTAX_CONTENT);
	REFUSED(builder(), bx_builder_start(b, str("p"), none, str("b")), BX_E_SYNTAX_CONTENT);
	REFUSED(builder(), bx_builder_start(b, str("xml"), str("u"), str("b")), BX_E_SYNTAX_CONTENT);
	REFUSED(builder(), bx_builder_start(b, str("xmlns"), str("u"), str("b")), BX_E_SYNTAX_CONTENT);
	REFUSED(builder(), bx_builder_text(b, str("\x01")), BX_E_SYNTAX_CONTENT);
	REFUSED(builder(), bx_builder_attribute(b, none, none, str("x"), none), BX_E_SYNTAX_CONTENT);
	REFUSED(builder(), bx_builder_end(b), BX_E_STATE);
	REFUSED(builder(), bx_builder_comment(b, str("a--b")), BX_E_COMMENT);
	REFUSED(builder(), bx_builder_comment(b, str("a-")), BX_E_COMMENT);
	REFUSED(builder(), bx_builder_comment(b, str("a\rb")), BX_E_COMMENT);
	REFUSED(builder(), bx_builder_pi(b, str("Xml"), none), BX_E_PI);
	REFUSED(builder(), bx_builder_pi(b, str("p"), str("a?>")), BX_E_PI);
	REFUSED(builder(), bx_builder_pi(b, str("p"), str("a\rb")), BX_E_PI);
	REFUSED(builder(), bx_builder_pi(b, str("p q"), none), BX_E_SYNTAX_CONTENT);
	REFUSED(in_element(), bx_builder_attribute(b, none, none, str("xmlns"), str("u")), BX_E_SYNTAX_CONTENT);
	REFUSED(in_element(), bx_builder_attribute(b, none, str("u"), str("x"), none), BX_E_SYNTAX_CONTENT);
	REFUSED(in_element(), bx_builder_namespace(b, str("p"), none), BX_E_SYNTAX_CONTENT);
#undef REFUSED

	b = in_element();
	CHECK(bx_builder_attribute(b, str("p"), str("u"), str("x"), none) == BX_OK);
	CHECK(bx_builder_attribute(b, str("q"), str("u"), str("x"), none) == BX_OK);
	CHECK(bx_builder_end(b) == BX_E_SYNTAX_CONTENT);
	CHECK(bx_builder_error_site(b, &attribute) == BX_ERROR_AT_ATTRIBUTE && attribute == 1);
	bx_builder_free(b);
	b = in_element();
	CHECK(bx_builder_namespace(b, none, str("u")) == BX_OK);
	CHECK(bx_builder_text(b, str("x")) == BX_E_SYNTAX_CONTENT);
	CHECK(bx_builder_error_site(b, &attribute) == BX_ERROR_AT_TAG);
	bx_builder_free(b);
}

/* Damaged bytes of a value that is copied are an error, or a value that passes the validator. */
static void
damage(void)
{
	static const char text[] = "<a xmlns:p='u' x='1'><p:b>12.5</p:b>t<c><!--c--><d y='z'/></c></a>";
	size_t n, i;
	int bit;
	uint8_t *v = parsed(text, &plain, &n);

	for (i = 0; i < n; i++)
		for (bit = 0; bit < 8; bit++)
		{
			BxBuilder *b = in_element();
			BxStore store;
			BxStatus st;

			v[i] ^= (uint8_t) (1 << bit);
			bx_store_memory(&store, v, n);
			st = bx_builder_value(b, &store);
			CHECKF(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION, "byte %zu: %s", i,
				   bx_status_name(st));
			CHECK(bx_builder_error(b)->status == st);
			bx_builder_free(b);
			v[i] ^= (uint8_t) (1 << bit);
		}
	free(v);
}

static BxStatus
build_all(const BxHost *host, const uint8_t *v, size_t n)
{
	BxError err;
	BxStatus st;
	BxStore store;
	uint8_t *data = NULL;
	size_t len;
	BxBuilder *b;

	bx_error_clear(&err);
	b = bx_builder_new(host, &plain, &err);
	if (b == NULL)
		return err.status;
	bx_store_memory(&store, v, n);
	st = bx_builder_start(b, none, str("d"), str("a"));
	if (st == BX_OK)
		st = bx_builder_attribute(b, str("p"), str("u"), str("x"), str("1"));
	if (st == BX_OK)
		st = bx_builder_attribute(b, none, none, str("x"), str("1"));
	if (st == BX_OK)
		st = bx_builder_value(b, &store);
	if (st == BX_OK)
		st = bx_builder_end(b);
	if (st == BX_OK)
		st = bx_builder_finish(b, &data, &len);
	CHECK(bx_builder_error(b)->status == st);
	bx_builder_free(b);
	host->release(host->ctx, data);
	return st;
}

static int left; /* requests until one fails */

static void *
poor_alloc(void *ctx, size_t n)
{
	(void) ctx;
	return left-- > 0 ? malloc(n > 0 ? n : 1) : NULL;
}

static void *
poor_resize(void *ctx, void *p, size_t n)
{
	(void) ctx;
	return left-- > 0 ? realloc(p, n > 0 ? n : 1) : NULL;
}

static void
poor(void)
{
	BxHost host = *bx_host_libc();
	size_t n;
	uint8_t *v = parsed("<b xmlns:q='w'><q:c k='1'>t</q:c></b>", &plain, &n);
	BxStatus st = BX_E_NOMEM;
	int i;

	host.alloc = poor_alloc;
	host.resize = poor_resize;
	for (i = 0; st != BX_OK && i < 10000; i++)
	{
		left = i;
		st = build_all(&host, v, n);
		CHECK(st == BX_OK || st == BX_E_NOMEM);
	}
	CHECKF(i > 15 && i < 10000, "%d", i);
	free(v);
}

UT_SUITE(test_build)
{
	UT_RUN(parts);
	UT_RUN(values);
	UT_RUN(declarations);
	UT_RUN(refusals);
	UT_RUN(damage);
	UT_RUN(poor);
	return ut_done();
}
