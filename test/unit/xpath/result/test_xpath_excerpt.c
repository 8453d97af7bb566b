/*
 * test_xpath_excerpt.c -- selected elements that are not laid out: as the value that laying them out makes.
 *
 * Each path on documents in each form of storage: the value made later has the bytes of the value made at once, the
 * text is that value's, and a value they are put into is the one that value is put into.
 */
#include "../../../../src/core/build/bx_build.h"
#include "../../ut_xpath.h"

#define DOC                                                                                                  \
	"<!DOCTYPE r [<!ATTLIST b k ID #IMPLIED>]><!--top--><r xmlns='d' xmlns:p='u' xmlns:q='&amp;&quot;' "     \
	"a='0'>"                                                                                                 \
	"<p:a n='1' m='x'>5</p:a><b>1.50</b><b/><b k='k1'>t<c xmlns:p='v'>w<p:c>1</p:c></c>v</b><?z y?>"         \
	"<e xmlns=''><f/><f q='1'>2 &lt; 3</f><g><f>007</f></g></e><b><c>1</c><c>2</c><c>3</c></b></r>"
#define PLAIN "<r><a>1</a><a/><b c='2'><a>x</a><p:d xmlns:p='u'/></b>t<d xmlns='n'><e/></d></r>"

static const BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};

static const char *const exprs[] = {"/*",
									"/*/*",
									"//*",
									"//*[not(*)]",
									"/*/*[2]",
									"/*/*[last()]",
									"//*[@*]",
									"//*[local-name() = 'c']",
									"//*[local-name() = 'a']",
									"//*[. = 1] | /*/*[3]",
									"//*[local-name() = 'f']/..",
									"//*[namespace-uri() = '']"};
/* Results that are not elements alone are values at once; an empty one is neither. */
static const char *const others[] = {"/",          "//@*", "//text()",        "//node()", "//comment()",
									 "count(//*)", "'s'",  "/*/namespace::*", "(/*, 1)",  "//nothing"};

/* A value with the elements, or their value, in elements with and without a default namespace, and at top level. */
static void
build(const BxExcerpt *loose, BxStore *store, const char *uri, uint8_t **data, size_t *len)
{
	const BxStr none = {"", 0};
	const BxStr ns = {uri, strlen(uri)};
	BxError err;
	BxBuilder *b = ut_need(bx_builder_new(bx_host_libc(), &options, &err));

	for (int i = 0; i < 3; i++)
	{
		if (i > 0)
			CHECK(bx_builder_start(b, none, i == 1 ? ns : none, (BxStr){"w", 1}) == BX_OK);
		CHECK((loose ? bx_builder_excerpt(b, loose) : bx_builder_value(b, store)) == BX_OK);
		if (i > 0)
			CHECK(bx_builder_end(b) == BX_OK);
	}
	CHECK(bx_builder_finish(b, data, len) == BX_OK);
	bx_builder_free(b);
}

static void
check_loose(const BxExcerpt *loose, const uint8_t *flat, size_t flat_n, const char *expr)
{
	static const char *const uris[] = {"", "d", "other"};
	uint8_t *data = NULL;
	BxBuf got, want;
	BxStore store;
	BxError err;
	size_t len;

	bx_error_clear(&err);
	CHECKF(bx_excerpt_value(loose, &options, bx_host_libc(), &data, &len, &err) == BX_OK, "%s: %s", expr,
		   err.msg);
	CHECKF(len == flat_n && memcmp(data, flat, len) == 0, "%s", expr);
	free(data);
	bx_buf_init(&got, bx_host_libc());
	bx_buf_init(&want, bx_host_libc());
	CHECK(bx_text_excerpt(loose, bx_host_libc(), &got, &err) == BX_OK);
	CHECK(bx_text_write(flat, flat_n, NULL, bx_host_libc(), &want, &err) == BX_OK);
	CHECKF(bx_same_bytes((char *) got.data, got.len, (char *) want.data, want.len), "%s: %.*s\n# %.*s", expr,
		   (int) got.len, (char *) got.data, (int) want.len, (char *) want.data);
	bx_buf_free(&got);
	bx_buf_free(&want);
	for (size_t i = 0; i < sizeof(uris) / sizeof(uris[0]); i++)
	{
		uint8_t *of_loose, *of_value;
		size_t n, m;

		bx_store_memory(&store, flat, flat_n);
		build(loose, NULL, uris[i], &of_loose, &n);
		build(NULL, &store, uris[i], &of_value, &m);
		CHECKF(n == m && memcmp(of_loose, of_value, n) == 0, "%s in %s", expr, uris[i]);
		free(of_loose);
		free(of_value);
	}
}

/* Whether it came loose. */
static bool
ask(const XtDoc *d, const char *expr, bool navigate)
{
	XpCall c = {.host = bx_host_libc(),
				.v = d->v,
				.n = d->n,
				.navigate = navigate,
				.use_directories_at_once = d->use_directories_at_once};
	uint8_t *at_once = NULL, *data = NULL;
	bool found = false, found_loose = false;
	BxExcerpt loose;
	BxArena arena;
	BxError err;
	XpBlock *path;
	size_t n = 0, m = 0;

	bx_arena_init(&arena, bx_host_libc());
	c.arena = &arena;
	c.err = &err;
	CHECKF(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK, "%s", expr);
	CHECK(xp_query(&c, path, &options, &found, &at_once, &n) == BX_OK);
	CHECK(xp_query_excerpt(&c, path, &options, &found_loose, &loose, &data, &m) == BX_OK);
	CHECKF(found == found_loose, "%s", expr);
	if (loose.v != NULL)
	{
		CHECK(found && data == NULL);
		check_loose(&loose, at_once, n, expr);
	}
	else if (found)
		CHECKF(n == m && memcmp(at_once, data, n) == 0, "%s", expr);
	free((void *) loose.v);
	free(at_once);
	free(data);
	bx_arena_reset(&arena);
	return loose.v != NULL;
}

static void
every_form(const char *text)
{
	for (int navigate = 0; navigate < 2; navigate++)
	{
		XtForms f;

		CHECK(xt_forms(&f, text));
		for (int i = 0; i < XT_FORMS; i++)
		{
			int n = 0;

			for (size_t k = 0; k < sizeof(exprs) / sizeof(exprs[0]); k++)
				n += ask(&f.doc[i], exprs[k], navigate);
			CHECK(n >= 8 || n == 0); /* 0: texts in a heap */
			CHECK(n > 0 || i > 0);
			for (size_t k = 0; k < sizeof(others) / sizeof(others[0]); k++)
				CHECKF(!ask(&f.doc[i], others[k], navigate), "%s", others[k]);
		}
		xt_forms_free(&f);
	}
}

static void
as_values(void)
{
	every_form(DOC);
	every_form(PLAIN);
}

/* More elements than the list knows, namespaces the table does not, and bytes that are none: errors. */
static void
damage_is_refused(void)
{
	const uint32_t first[] = {0, 0}, one[] = {0, 1}, no_pair[] = {1000};
	BxExcerpt loose = {.n_tops = 1, .first = first, .pairs = first};
	uint8_t *data = NULL;
	BxError err;
	BxBuf out;
	XtDoc d;
	size_t len;

	bx_error_clear(&err);
	bx_buf_init(&out, bx_host_libc());
	CHECK(xt_doc(&d, "<a><b/></a>", BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
	loose.v = d.v;
	for (loose.n = 0; loose.n < d.n; loose.n++)
	{
		CHECK(bx_excerpt_value(&loose, &options, bx_host_libc(), &data, &len, &err) != BX_OK);
		CHECK(bx_text_excerpt(&loose, bx_host_libc(), &out, &err) != BX_OK);
	}
	loose.first = one;
	loose.pairs = no_pair;
	CHECK(bx_excerpt_value(&loose, &options, bx_host_libc(), &data, &len, &err) == BX_E_CORRUPT);
	CHECK(bx_text_excerpt(&loose, bx_host_libc(), &out, &err) == BX_E_CORRUPT);
	loose.first = first;
	loose.n_tops = 0;
	CHECK(bx_excerpt_value(&loose, &options, bx_host_libc(), &data, &len, &err) == BX_E_CORRUPT);
	CHECK(bx_text_excerpt(&loose, bx_host_libc(), &out, &err) == BX_E_CORRUPT);
	bx_buf_free(&out);
	xt_doc_free(&d);
}

UT_SUITE(test_xpath_excerpt)
{
	UT_RUN(as_values);
	UT_RUN(damage_is_refused);
	return ut_done();
}
