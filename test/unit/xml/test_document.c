/*
 * test_document.c -- documents and content: a value is a document exactly when its text is one, and the
 * text it prints says the same.
 */
#include "../ut_parse.h"

#include "../../../src/core/format/bx_table.h"
#include "../../../src/core/check/bx_check.h"
#include "../../../src/core/read/bx_prolog.h"
#include "../ut_value.h"

#define TEXT_MAX 400

static bool
says_document(const Result *r)
{
	BxHeader head;
	BxProlog prolog;
	BxArena arena;
	BxStore store;
	BxReadAll pass;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	bx_store_memory(&store, r->data, r->len);
	CHECK(bx_header_read(r->data, r->len, r->len, &head, &err) == BX_OK);
	CHECKF(bx_check(r->data, r->len, true, NULL, bx_host_libc(), &err) == BX_OK, "%s", err.msg);
	CHECK(bx_read_all_open(&pass, &store, &arena, &err) == BX_OK);
	CHECK(bx_prolog_read(&pass, &arena, &prolog, &err) == BX_OK);
	bx_arena_reset(&arena);
	return bx_prolog_is_document(&prolog, head.flags);
}

static bool
is_document(const char *s)
{
	BxParseOptions o = any;
	Result r;

	o.as = BX_PARSE_DOCUMENT;
	r = parse(s, &o);
	CHECKF(r.status == BX_OK || r.status == BX_E_SYNTAX_DOC, "%s: %s", s, bx_status_name(r.status));
	free(r.data);
	return r.status == BX_OK;
}

/* The text s, the value of it, the text of the value, and the value of that agree about what s is. */
static void
agree(const char *s)
{
	Result r = parse(s, &any);
	bool document = is_document(s);
	char *text;

	CHECKF(r.status == BX_OK || !document, "%s: a document, but: %s", s, r.err.detail);
	if (r.status != BX_OK)
		return;
	CHECKF(says_document(&r) == document, "%s: %s", s, document ? "a document" : "no document");
	text = text_of(&r);
	CHECKF(is_document(text) == document, "%s: printed as %s", s, text);
	accept(text, text, &any);
	free(text);
}

static void
test_known(void)
{
	static const char *const texts[] = {
		"<doc/>&#32;",
		"<doc/><![CDATA[]]>",
		"<?xml version=\"1.0\"?>&#32;<doc/>",
		"<?xml encoding=\"UTF-8\"?><doc/>",
		"<?xml encoding=\"UTF-8\"?>\n<doc/>\n",
		"<doc/><![CDATA[ ]]>",
		"<!-- ; -->\n<doc/>\n<?p ;?> ",
		"<doc/>&#13;",
		" <doc/>&#32;<!--x--> ",
		"<![CDATA[]]>",
		"&#32;",
		"<doc/> ",
		"<doc/><doc/> ",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		agree(texts[i]);
	accept("<doc/>&#32;", "<doc/> <![CDATA[]]>", &any);
	accept("<?xml version='1.0'?>&#10;<doc/>", "\n<doc/><![CDATA[]]>", &any);
	accept("<a/> <b/>", "<a/> <b/>", &any);
	refuse("<?xml encoding='UTF-8'?><!DOCTYPE a><a/>", &any, BX_E_SYNTAX_DOC, 1, 1, "XML declaration");
}

/* Texts put together at random from what may stand at top level. */
static void
test_random(void)
{
	static const char *const parts[] = {
		"<doc/>",        "<doc>x</doc>", "<a><b/></a>",   " ",        "\n",      "\r\n", "&#32;",    "&#9;",
		"&#xD;",         "<![CDATA[]]>", "<![CDATA[ ]]>", "<!--c-->", "<?p d?>", "x",    "<!--;-->", "&amp;",
		"<![CDATA[x]]>",
	};
	static const char *const heads[] = {
		"",
		"",
		"",
		"",
		"<?xml version='1.0'?>",
		"<?xml encoding='UTF-8'?>",
		"<!DOCTYPE doc>",
		"<?xml version='1.0'?>\n<!DOCTYPE doc [<!ENTITY e ' '>]>",
	};
	uint64_t rng = 13;
	int documents = 0;

	for (int i = 0; i < 20000; i++)
	{
		char s[TEXT_MAX];
		uint32_t n = ut_below(&rng, 6);

		strcpy(s, heads[ut_below(&rng, sizeof(heads) / sizeof(heads[0]))]);
		for (uint32_t k = 0; k < n; k++)
			strcat(s, parts[ut_below(&rng, sizeof(parts) / sizeof(parts[0]))]);
		agree(s);
		documents += is_document(s);
	}
	CHECKF(documents > 1000 && documents < 19000, "%d documents", documents);
}

UT_SUITE(test_document)
{
	UT_RUN(test_known);
	UT_RUN(test_random);
	return ut_done();
}
