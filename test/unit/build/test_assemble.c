/*
 * test_assemble.c -- rows back to values: what bx_walk gives of a value makes the same value, byte for byte; what is no
 * well-formed XML is refused, with the label; and any request for memory may fail.
 */
#include "../../../src/core/read/bx_walk.h"
#include "../../../src/core/build/bx_assemble.h"
#include "../../../src/xml/bx_parse.h"
#include "../ut.h"
#include "../ut_value.h"

static const BxWriterOptions plain = {.limits = BX_LIMITS_DEFAULT};

/* ---- there and back ---- */

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

static BxStr
str(const char *s, uint32_t n)
{
	return (BxStr){s, n};
}

/* The row of an item; buf takes a typed value. */
static void
row_of(BxWalk *walk, const BxTable *t, const BxInfo *info, char *buf, BxAssembleRow *row)
{
	const BxShape *r = &t->shapes[info->ev.shape];
	const uint8_t *p;
	uint32_t len;

	memset(row, 0, sizeof(*row));
	bx_walk_label(walk, info, &row->label, &row->label_n);
	row->kind = r->kind == BX_KIND_LEAF ? BX_KIND_ELEMENT : r->kind;
	if (row->kind == BX_KIND_NAMESPACE)
	{
		row->name = str(t->pairs[r->name].prefix, t->pairs[r->name].prefix_len);
		row->value = str(t->pairs[r->name].uri, t->pairs[r->name].uri_len);
		return;
	}
	if (row->kind != BX_KIND_TEXT && row->kind != BX_KIND_COMMENT)
	{
		const BxNameInfo *name = &t->names[r->name];

		row->name = str(name->local, name->len);
		row->prefix = str(t->pairs[name->pair].prefix, t->pairs[name->pair].prefix_len);
		row->uri = str(t->pairs[name->pair].uri, t->pairs[name->pair].uri_len);
	}
	CHECK(bx_walk_value(walk, info, &row->has_value, &p, &len) == BX_OK);
	if (!row->has_value)
		return;
	row->value = str((const char *) p, len);
	if (len > 0 && row->kind != BX_KIND_COMMENT && row->kind != BX_KIND_PI)
	{
		row->value.s = bx_value_text(p, len, buf, &len);
		row->value.n = len;
	}
}

/* Rows of a value to a value over this host; NULL when it fails. */
static uint8_t *
rebuilt(const uint8_t *v, size_t n, const BxWriterOptions *options, const BxHost *host, size_t *len,
		BxError *err)
{
	char buf[BX_VALUE_TEXT_MAX];
	BxAssembler *a = bx_assembler_new(host, options, err);
	uint8_t *out = NULL;
	BxStatus st = BX_OK;
	BxAssembleRow row;
	BxSource src;
	BxArena arena;
	BxTable t;
	BxWalk *walk;
	BxInfo info;

	if (a == NULL)
		return NULL;
	bx_arena_init(&arena, bx_host_libc());
	CHECK(bx_table_open(&t, &arena, v, n, n, err) == BX_OK);
	bx_source_memory(&src, v + t.head.items_off, t.head.items_len);
	CHECK(bx_walk_new(&walk, &t, &src, NULL, &arena, err) == BX_OK);
	while (st == BX_OK && bx_walk_next(walk, &info) == BX_OK && info.ev.kind != BX_EV_DONE)
	{
		row_of(walk, &t, &info, buf, &row);
		st = bx_assembler_add(a, &row);
	}
	if (st == BX_OK)
		st = bx_assembler_finish(a, &out, len);
	if (st != BX_OK)
		*err = *bx_assembler_error(a);
	CHECK(err->status == st || st == BX_OK);
	bx_assembler_free(a);
	bx_arena_reset(&arena);
	return st == BX_OK ? out : NULL;
}

static const char *const texts[] = {
	"<a/>",
	"<a>x</a>",
	"<a b='1'>x</a>",
	"<a b='1' c=''><!--n--></a>",
	"<!--before--><?go now?><a>x<b/>y</a><!--after--><?p?>",
	"<a xmlns='urn:d' xmlns:p='urn:p' p:x='1' y='2'>t<p:b xmlns=''><c>1.50</c></p:b></a>",
	"<a xmlns:p='u' xmlns:q='u'><p:b xmlns:p='v'><p:c q:p='1'/></p:b><p:b/><q:b p:x='1' x='2'/></a>",
	"<a><b>  </b><b>\n<c/>\n</b><![CDATA[x]]>y</a>",
	"<a>2020-01-02<b c='12'>true</b><b>-1.25</b></a>",
	"<a><?p?><?q d ?><!----></a>",
	"<a xml:lang='en'>&#13;&lt;<x><y><z><z><z/></z></z></y></x><x/></a>",
	"x<a>y</a>z<b/>",
	"text",
};

static void
identity(void)
{
	static const BxMode modes[] = {BX_MODE_AUTO, BX_MODE_NAMES, BX_MODE_SHAPES};
	BxWriterOptions options = plain;
	size_t i, k, n, len = 0;
	BxError err;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		for (k = 0; k < 3; k++)
		{
			uint8_t *v, *w;

			options.mode = modes[k];
			v = parsed(texts[i], &options, &n);
			w = rebuilt(v, n, &options, bx_host_libc(), &len, &err);
			CHECKF(w != NULL && len == n && memcmp(v, w, n) == 0, "%s", texts[i]);
			free(v);
			free(w);
		}
}

/* ---- rows by hand ---- */

typedef struct Line
{
	const char *label;
	uint8_t kind;
	const char *prefix, *uri, *name;
	const char *value; /* NULL: none */
} Line;

#define E BX_KIND_ELEMENT
#define A BX_KIND_ATTRIBUTE
#define N BX_KIND_NAMESPACE
#define T BX_KIND_TEXT
#define C BX_KIND_COMMENT
#define P BX_KIND_PI

static BxStatus
assemble(const Line *lines, size_t n, const BxWriterOptions *options, uint8_t **data, size_t *len,
		 BxError *err)
{
	BxAssembler *a = bx_assembler_new(bx_host_libc(), options, err);
	BxStatus st = BX_OK;
	size_t i;

	for (i = 0; i < n && lines[i].label != NULL && st == BX_OK; i++)
	{
		const Line *l = &lines[i];
		const char *value = l->value ? l->value : "";
		BxAssembleRow row = {.kind = l->kind, .has_value = l->value != NULL};
		BxBuf label;

		bx_buf_init(&label, bx_host_libc());
		CHECK(bx_ordpath_parse(l->label, strlen(l->label), &label, err) == BX_OK);
		row.label = label.data;
		row.label_n = label.len;
		row.prefix = ut_str(l->prefix);
		row.uri = ut_str(l->uri);
		row.name = ut_str(l->name);
		row.value = ut_str(value);
		st = bx_assembler_add(a, &row);
		if (st != BX_OK)
			CHECK(bx_assembler_add(a, &row) == st);
		bx_buf_free(&label);
	}
	if (st == BX_OK)
		st = bx_assembler_finish(a, data, len);
	*err = *bx_assembler_error(a);
	bx_assembler_free(a);
	return st;
}

#define MOST 6

static void
made(void)
{
	static const struct
	{
		Line lines[MOST];
		const char *text;
	} cases[] = {
		{{{"1", E, "", "", "a", NULL}}, "<a/>"},
		/* a subtree, several roots, text on top, labels with carets */
		{{{"1.5.3", E, "", "", "a", NULL},
		  {"1.5.3.@1", A, "", "", "x", "1"},
		  {"1.5.3.1", T, "", "", "", "t"}},
		 "<a x='1'>t</a>"},
		{{{"5.3", E, "", "", "a", "x"}, {"5.4.1", T, "", "", "", "y"}, {"5.5", E, "", "", "b", ""}},
		 "<a>x</a>y<b/>"},
		{{{"1", E, "", "", "a", NULL}, {"1.@2.1", A, "", "", "x", NULL}, {"1.-1", C, "", "", "", "-c"}},
		 "<a x=''><!---c--></a>"},
		/* adjacent texts merge */
		{{{"1", E, "", "", "a", NULL}, {"1.1", T, "", "", "", "x"}, {"1.3", T, "", "", "", "y"}},
		 "<a>xy</a>"},
		/* declared where they are used, once, before the attributes */
		{{{"1", E, "p", "u", "a", NULL}, {"1.@1", A, "q", "v", "x", "1"}, {"1.1", E, "p", "u", "b", NULL}},
		 "<p:a xmlns:p='u' xmlns:q='v' q:x='1'><p:b/></p:a>"},
		{{{"1", E, "", "u", "a", NULL}, {"1.1", E, "", "", "b", NULL}, {"1.1.1", E, "", "u", "c", NULL}},
		 "<a xmlns='u'><b xmlns=''><c xmlns='u'/></b></a>"},
		{{{"1", E, "", "", "a", NULL}, {"1.1", E, "p", "u", "b", NULL}, {"1.3", E, "p", "u", "b", NULL}},
		 "<a><p:b xmlns:p='u'/><p:b xmlns:p='u'/></a>"},
		{{{"1", E, "p", "u", "a", NULL},
		  {"1.#1", N, "", "", "p", "u"},
		  {"1.#3", N, "", "", "", "d"},
		  {"1.1", E, "", "d", "b", NULL}},
		 "<p:a xmlns:p='u' xmlns='d'><b/></p:a>"},
		{{{"1", E, "xml", BX_XML_NS, "a", NULL}, {"1.#1", N, "", "", "xml", BX_XML_NS}}, "<xml:a/>"},
		{{{"1", P, "", "", "t", "d"}, {"3", E, "", "", "a", NULL}, {"3.1", P, "", "", "t", NULL}},
		 "<?t d?><a><?t?></a>"},
	};
	size_t i, n, len = 0;
	BxError err;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		uint8_t *want = parsed(cases[i].text, &plain, &n), *got = NULL;
		BxStatus st = assemble(cases[i].lines, MOST, &plain, &got, &len, &err);

		CHECKF(st == BX_OK, "%s: %s", cases[i].text, err.msg);
		CHECKF(st == BX_OK && len == n && memcmp(got, want, n) == 0, "%s", cases[i].text);
		free(want);
		free(got);
	}
}

#define CONTENT BX_E_SYNTAX_CONTENT
#define ARGUMENT BX_E_ARGUMENT
#define ROOT                                                                                                 \
	{                                                                                                        \
		"1", E, "", "", "a", NULL                                                                            \
	}

static const struct
{
	Line lines[MOST];
	BxStatus status;
	const char *label, *msg;
} refusals[] = {
	/* places */
	{{{"1.@1", A, "", "", "x", "1"}}, CONTENT, "1.@1", "attribute without an element"},
	{{{"1.#1", N, "", "", "x", "1"}}, CONTENT, "1.#1", "namespace declaration without an element"},
	{{{"", E, "", "", "a", NULL}}, ARGUMENT, "", "the document node is not a row"},
	{{{"infinity", E, "", "", "a", NULL}}, ARGUMENT, "infinity", "label is not that of a node"},
	{{{"1.2", E, "", "", "a", NULL}}, ARGUMENT, "1.2", "label is not that of a node"},
	{{ROOT, {"1.2", E, "", "", "a", NULL}}, ARGUMENT, "1.2", "label is not that of a node"},
	{{ROOT, {"infinity", E, "", "", "a", NULL}}, ARGUMENT, "infinity", "label is not that of a node"},
	{{ROOT, ROOT}, CONTENT, "1", "two rows have the same label"},
	{{ROOT, {"1.3", T, "", "", "", "x"}, {"1.1", T, "", "", "", "x"}},
	 CONTENT,
	 "1.1",
	 "order of their labels"},
	{{ROOT, {"1.3", T, "", "", "", "x"}, {"1.@1", A, "", "", "x", ""}}, CONTENT, "1.@1", "order of their"},
	{{ROOT, {"1.@1", A, "", "", "x", ""}, {"1.#1", N, "", "", "x", "u"}}, CONTENT, "1.#1", "order of"},
	{{{"1.1", E, "", "", "a", NULL}, ROOT}, CONTENT, "1", "order of their labels"},
	{{ROOT, {"1.1.1", T, "", "", "", "x"}}, CONTENT, "1.1.1", "no parent"},
	{{ROOT, {"1.1", T, "", "", "", "x"}, {"1.1.1", T, "", "", "", "x"}}, CONTENT, "1.1.1", "no parent"},
	{{{"1.1", E, "", "", "a", NULL}, {"3", E, "", "", "a", NULL}}, CONTENT, "3", "no parent"},
	{{ROOT, {"3.@1", A, "", "", "x", "1"}}, CONTENT, "3.@1", "no parent"},
	{{ROOT, {"1.1", A, "", "", "x", "1"}}, ARGUMENT, "1.1", "not that of a node of kind \"attribute\""},
	{{ROOT, {"1.@1", E, "", "", "x", "1"}}, ARGUMENT, "1.@1", "not that of a node of kind \"element\""},
	{{{"1", E, "", "", "a", "v"}, {"1.1", T, "", "", "", "x"}}, CONTENT, "1.1", "parent has a value"},
	{{{"1", E, "", "", "a", ""}, {"1.@1", A, "", "", "x", ""}, {"1.1", E, "", "", "b", NULL}},
	 CONTENT,
	 "1.1",
	 "parent has a value"},
	/* kinds and names */
	{{{"1", 0, "", "", "a", NULL}}, ARGUMENT, "1", "unknown kind"},
	{{{"1", BX_KIND_LEAF, "", "", "a", NULL}}, ARGUMENT, "1", "unknown kind"},
	{{{"1", 99, "", "", "a", NULL}}, ARGUMENT, "1", "unknown kind"},
	{{{"1", E, "", "", "", NULL}}, ARGUMENT, "1", "row needs a name"},
	{{{"1", E, "", "", "a b", NULL}}, CONTENT, "1", "not a name: \"a b\""},
	{{{"1", E, "", "", "p:b", NULL}}, CONTENT, "1", "not a name: \"p:b\""},
	{{{"1", E, "1p", "u", "b", NULL}}, CONTENT, "1", "not a name: \"1p\""},
	{{{"1", E, "", "", "a\xff", NULL}}, CONTENT, "1", "not a name"},
	{{{"1", T, "", "", "n", "x"}}, ARGUMENT, "1", "text has a name"},
	{{{"1", C, "", "u", "", "x"}}, ARGUMENT, "1", "comment has a name"},
	{{{"1", P, "p", "u", "t", "x"}}, ARGUMENT, "1", "processing instruction has a name, prefix"},
	{{{"1", T, "", "", "", "x\x01"}}, CONTENT, "1", "not allowed in XML, at byte 2"},
	{{{"1", E, "", "", "a", "\xc3"}}, CONTENT, "1", "not allowed in XML, at byte 1"},
	/* namespaces */
	{{{"1", E, "p", "", "a", NULL}}, CONTENT, "1", "prefix without namespace: \"p\""},
	{{ROOT, {"1.#1", N, "", "", "p", NULL}}, CONTENT, "1.#1", "prefix without namespace: \"p\""},
	{{ROOT, {"1.#1", N, "", "", "p", "u"}, {"1.#3", N, "", "", "p", "v"}}, CONTENT, "1.#3", "declared twice"},
	{{ROOT, {"1.#1", N, "", "", "", "u"}}, CONTENT, "1", "stands for two namespaces: \"\""},
	{{{"1", E, "p", "u", "a", NULL}, {"1.#1", N, "", "", "p", "v"}}, CONTENT, "1", "two namespaces: \"p\""},
	{{{"1", E, "p", "u", "a", NULL}, {"1.@1", A, "p", "v", "x", ""}}, CONTENT, "1.@1", "two namespaces"},
	{{ROOT, {"1.@1", A, "", "u", "x", ""}}, CONTENT, "1.@1", "needs a prefix: \"x\""},
	{{ROOT, {"1.@1", A, "", "", "xmlns", "u"}}, CONTENT, "1.@1", "namespace of declarations"},
	{{{"1", E, "xmlns", "u", "a", NULL}}, CONTENT, "1", "namespace of declarations"},
	{{{"1", E, "p", "http://www.w3.org/2000/xmlns/", "a", NULL}}, CONTENT, "1", "namespace of declarations"},
	{{{"1", E, "xml", "u", "a", NULL}}, CONTENT, "1", "belong together"},
	{{{"1", E, "p", BX_XML_NS, "a", NULL}}, CONTENT, "1", "belong together"},
	/* attributes */
	{{ROOT, {"1.@1", A, "", "", "x", ""}, {"1.@3", A, "", "", "y", ""}, {"1.@5", A, "", "", "x", ""}},
	 CONTENT,
	 "1.@5",
	 "occurs twice: \"x\""},
	{{ROOT, {"1.@1", A, "p", "u", "x", ""}, {"1.@3", A, "q", "u", "x", ""}, {"1.1", T, "", "", "", ""}},
	 CONTENT,
	 "1.@3",
	 "occurs twice: \"x\""},
	/* comments and processing instructions */
	{{{"1", C, "", "", "", "a--b"}}, BX_E_COMMENT, "1", "\"--\""},
	{{{"1", C, "", "", "", "a-"}}, BX_E_COMMENT, "1", "\"-\""},
	{{{"1", P, "", "", "t", "a?>b"}}, BX_E_PI, "1", "\"?>\""},
	{{{"1", P, "", "", "t", " a"}}, BX_E_PI, "1", "white space"},
	{{{"1", P, "", "", "xMl", ""}}, BX_E_PI, "1", "\"xMl\""},
	{{{"1", P, "", "", "a b", ""}}, CONTENT, "1", "not a name"},
};

static void
refused(void)
{
	size_t i, len;
	BxError err;

	for (i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
	{
		uint8_t *data = NULL;
		char want[64];
		BxStatus st = assemble(refusals[i].lines, MOST, &plain, &data, &len, &err);

		snprintf(want, sizeof(want), "At label \"%s\".", refusals[i].label);
		CHECKF(st == refusals[i].status, "%s: %d", refusals[i].msg, st);
		CHECKF(strstr(err.msg, refusals[i].msg) != NULL, "\"%s\" for \"%s\"", err.msg, refusals[i].msg);
		CHECKF(strcmp(err.detail, want) == 0, "\"%s\" for \"%s\"", err.detail, want);
		if (st == BX_OK)
			free(data);
	}
}

/* ---- limits ---- */

static void
limits(void)
{
	static const Line deep[] = {ROOT, {"1.1", E, "", "", "a", NULL}, {"1.1.1", E, "", "", "a", NULL}};
	static const Line wide[] = {
		ROOT, {"1.#1", N, "", "", "p", "u"}, {"1.@1", A, "", "", "x", ""}, {"1.@3", A, "q", "v", "y", ""}};
	static const Line large[] = {{"1", E, "", "", "a", "a value that is longer than the limit"},
								 {"3", T, "", "", "", "x"}};
	BxWriterOptions options = plain;
	uint8_t *data;
	size_t len;
	BxError err;

	options.limits.max_depth = 2;
	CHECK(assemble(deep, 3, &options, &data, &len, &err) == BX_E_DEPTH);
	CHECK(strcmp(err.setting, "bxml.max_depth") == 0);
	options = plain;
	options.limits.max_attributes = 2;
	CHECK(assemble(wide, 4, &options, &data, &len, &err) == BX_E_LIMIT);
	CHECK(strcmp(err.setting, "bxml.max_attributes") == 0);
	options.limits.max_attributes = 3; /* and one that is declared for them */
	CHECK(assemble(wide, 4, &options, &data, &len, &err) == BX_E_LIMIT);
	options.limits.max_attributes = 4;
	CHECK(assemble(wide, 4, &options, &data, &len, &err) == BX_OK);
	free(data);
	options = plain;
	options.limits.max_size = 20;
	CHECK(assemble(large, 2, &options, &data, &len, &err) == BX_E_LIMIT);
	CHECK(strcmp(err.setting, "bxml.max_size") == 0);
	options = plain;
	options.limits.max_names = 4;
	CHECK(assemble(wide, 4, &options, &data, &len, &err) == BX_E_LIMIT);
	CHECK(strcmp(err.setting, "bxml.token_limit") == 0);
}

/* ---- many of everything ---- */

/* Deep, with many attributes, prefixes and siblings: tables and stacks grow, scopes end. */
static char *
big_text(void)
{
	BxBuf b;
	BxError err;
	char buf[96];
	int i;

	bx_buf_init(&b, bx_host_libc());
#define PUT(...)                                                                                             \
	CHECK(bx_buf_append(&b, buf, (size_t) snprintf(buf, sizeof(buf), __VA_ARGS__), &err) == BX_OK)
	PUT("<r>");
	for (i = 0; i < 400; i++)
		PUT("<e xmlns:p%d='u%d' p%d:x='%d'>t", i % 300, i, i % 300, i);
	for (i = 0; i < 400; i++)
		PUT("</e><f y='%d'/>", i);
	PUT("<g");
	for (i = 0; i < 400; i++)
		PUT(" a%d='%d'", 400 - i, i);
	PUT("/></r>");
	CHECK(bx_buf_byte(&b, 0, &err) == BX_OK);
	return (char *) b.data;
}

static void
many(void)
{
	char *text = big_text();
	size_t n, len = 0;
	BxError err;
	uint8_t *v = parsed(text, &plain, &n), *w = rebuilt(v, n, &plain, bx_host_libc(), &len, &err);

	CHECK(w != NULL && len == n && memcmp(v, w, n) == 0);
	free(text);
	free(v);
	free(w);
}

/* ---- memory ---- */

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
	char *text = big_text();
	size_t n, len = 0;
	BxError err;
	uint8_t *v = parsed(text, &plain, &n), *w = NULL;
	int i;

	host.alloc = poor_alloc;
	host.resize = poor_resize;
	for (i = 0; w == NULL && i < 10000; i++)
	{
		left = i;
		bx_error_clear(&err);
		w = rebuilt(v, n, &plain, &host, &len, &err);
		CHECK(w != NULL || err.status == BX_E_NOMEM);
	}
	CHECKF(i > 30 && i < 10000, "%d", i);
	CHECK(w != NULL && len == n && memcmp(v, w, n) == 0);
	free(text);
	free(v);
	free(w);
}

UT_SUITE(test_assemble)
{
	UT_RUN(identity);
	UT_RUN(made);
	UT_RUN(refused);
	UT_RUN(limits);
	UT_RUN(many);
	UT_RUN(poor);
	return ut_done();
}
