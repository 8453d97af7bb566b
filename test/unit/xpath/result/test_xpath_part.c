/*
 * test_xpath_part.c -- parts of a value evaluated as documents of their own: as the values that copies of them are.
 *
 * Every element of some documents, in each form of storage, streaming and not.
 */
#include "../../../../src/core/xpath/result/xp_rows.h"
#include "../../ut_xpath.h"

#define DOC                                                                                                  \
	"<!DOCTYPE r [<!ATTLIST b k ID #IMPLIED>]><!--top--><r xmlns='d' xmlns:p='u' xml:lang='en'><p:a n='1' "  \
	"m='x'>5</p:a><b>1.50</b><b/><b k='k1'>t<c xmlns:p='v'>w<p:c>1</p:c></c>v</b><b k='k2'>only</b><?z y?>"  \
	"<e xmlns=''><f/><f q='1'>2</f><g><f>007</f></g></e><b><c>1</c><c>2</c><c>3</c></b></r>"

static const BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};

static const char *const exprs[] = {"/",
									"/*",
									".",
									"..",
									"/..",
									"*",
									"//*",
									"//@*",
									"//text()",
									"//node()",
									"*/*",
									"*/*[1]",
									"*/*[last()]",
									"//*[2]",
									"(//*)[2]",
									"//f",
									"//*[local-name() = 'c']/..",
									"//*[../@k]",
									"count(//*)",
									"name(/*)",
									"string(/)",
									"/*/preceding::node()",
									"/*/following::node()",
									"/*/following-sibling::*",
									"/*/ancestor::node()",
									"//*/preceding-sibling::*[1]",
									"//*/following::*[1]",
									"id('k1')",
									"//*[lang('en')]",
									"//*[@q = 1]/ancestor::*",
									"//*[not(*)]/preceding::*",
									"sum(//*[. > 0])",
									"/*[2]",
									"/node()[last()]",
									"/comment()",
									"declare default element namespace \"d\"; /b/c | //c | /r"};

typedef struct Answer
{
	XpStringSink sink;
	BxBuf *out;
} Answer;

static BxStatus
take(XpStringSink *sink, const char *s, size_t n, bool *stop)
{
	BxBuf *out = ((Answer *) sink)->out;

	(void) stop;
	xt_say(out, "[");
	xt_put(out, s, n);
	xt_say(out, "]");
	return BX_OK;
}

/* Strings, count, and the value of a path as text. */
static void
answer(XpCall *call, const char *expr, BxBuf *out)
{
	Answer a = {{take}, out};
	uint8_t *data = NULL;
	XpBlock *path;
	uint64_t count = 0;
	bool found = false;
	size_t len = 0;
	char n[32];

	CHECKF(xp_compile(expr, strlen(expr), 0, call->arena, &path, call->err) == BX_OK, "%s", expr);
	CHECK(xp_fits_subtree(path));
	CHECKF(xp_strings(call, path, &a.sink) == BX_OK, "%s: %s", expr, call->err->msg);
	CHECK(xp_count(call, path, &count) == BX_OK);
	snprintf(n, sizeof(n), " %u ", (unsigned) count);
	xt_say(out, "%s", n);
	CHECK(xp_query(call, path, &options, &found, &data, &len) == BX_OK);
	if (found)
		CHECK(bx_text_write(data, len, NULL, bx_host_libc(), out, call->err) == BX_OK);
	free(data);
}

static void
compare(const XtDoc *d, const XpSubtree *part, const uint8_t *flat, size_t flat_n, bool navigate)
{
	for (size_t i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
	{
		BxArena arena;
		BxError err;
		XpCall of_part = {.host = bx_host_libc(), .v = d->v, .n = d->n, .navigate = navigate};
		XpCall of_flat = {.host = bx_host_libc(), .v = flat, .n = flat_n, .navigate = navigate};
		BxBuf got, want;

		bx_arena_init(&arena, bx_host_libc());
		of_part.arena = of_flat.arena = &arena;
		of_part.err = of_flat.err = &err;
		of_part.part = part;
		of_part.use_directories_at_once = d->use_directories_at_once;
		bx_buf_init(&got, bx_host_libc());
		bx_buf_init(&want, bx_host_libc());
		answer(&of_part, exprs[i], &got);
		answer(&of_flat, exprs[i], &want);
		CHECKF(bx_same_bytes((char *) got.data, got.len, (char *) want.data, want.len), "%s: %.*s\n# %.*s",
			   exprs[i], (int) got.len, (char *) got.data, (int) want.len, (char *) want.data);
		bx_buf_free(&got);
		bx_buf_free(&want);
		bx_arena_reset(&arena);
	}
}

/* The value made of a part is the one made of the node. */
static void
check_value(const XtDoc *d, const XpSubtree *part, const uint8_t *flat, size_t flat_n)
{
	BxArena arena;
	BxError err;
	XpCall c = {.host = bx_host_libc(), .v = d->v, .n = d->n, .arena = &arena, .err = &err, .part = part};
	uint8_t *data = NULL;
	size_t len = 0;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_subtree_value(&c, &options, &data, &len) == BX_OK);
	CHECK(len == flat_n && memcmp(data, flat, len) == 0);
	free(data);
	bx_arena_reset(&arena);
}

static int
every_element(const XtDoc *d, bool navigate)
{
	XpCall c = {.host = bx_host_libc(), .v = d->v, .n = d->n};
	const XpBlock *blocks[1];
	BxArena arena;
	BxError err;
	XpBlock *path, *joined;
	XpRows *rows;
	uint32_t root;
	bool found;
	int n = 0;

	bx_arena_init(&arena, bx_host_libc());
	c.arena = &arena;
	c.err = &err;
	CHECK(xp_compile("//*", 3, 0, &arena, &path, &err) == BX_OK);
	blocks[0] = path;
	CHECK(xp_join(blocks, 1, &arena, &joined, &root, &err) == BX_OK);
	CHECK(xp_rows_open(&c, joined, &root, 1, XP_ROWS_NODES, NULL, &rows) == BX_OK);
	while (xp_rows_next(rows, &found) == BX_OK && found)
	{
		uint8_t *flat;
		size_t flat_n;
		XpSubtree part;

		CHECK(xp_rows_part(rows, 0, &part, &found) == BX_OK && found);
		CHECK(xp_rows_node(rows, &options, &flat, &flat_n) == BX_OK);
		check_value(d, &part, flat, flat_n);
		compare(d, &part, flat, flat_n, navigate);
		free(flat);
		n++;
	}
	xp_rows_close(rows);
	bx_arena_reset(&arena);
	return n;
}

static void
as_copies(void)
{
	for (int navigate = 0; navigate < 2; navigate++)
	{
		XtForms f;

		CHECK(xt_forms(&f, DOC));
		for (int i = 0; i < XT_FORMS; i++)
			CHECK(every_element(&f.doc[i], navigate) == 17);
		xt_forms_free(&f);
	}
}

/* Offsets and pairs that no part has. */
static void
damage_is_refused(void)
{
	const uint32_t pairs[] = {1000};
	XpSubtree part = {.off = 1 << 20};
	BxArena arena;
	BxError err;
	XtDoc d;
	XpCall c = {.host = bx_host_libc(), .arena = &arena, .err = &err, .part = &part};
	uint8_t *data = NULL;
	size_t len;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xt_doc(&d, "<a><b/></a>", BX_MODE_SHAPES, BX_TYPED_LOSSLESS));
	c.v = d.v;
	c.n = d.n;
	CHECK(xp_subtree_value(&c, &options, &data, &len) == BX_E_CORRUPT);
	part = (XpSubtree){.off = 2, .pairs = pairs, .n_pairs = 1};
	CHECK(xp_subtree_value(&c, &options, &data, &len) == BX_E_CORRUPT);
	xt_doc_free(&d);
	bx_arena_reset(&arena);
}

UT_SUITE(test_xpath_part)
{
	UT_RUN(as_copies);
	UT_RUN(damage_is_refused);
	return ut_done();
}
