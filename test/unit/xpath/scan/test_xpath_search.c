/*
 * test_xpath_search.c -- value lists change no answer: random documents and predicates, with and without lists, however
 * places are cut; keys of values.
 */
#include "../../../../src/core/read/bx_value_list.h"
#include "../../ut_xpath.h"

#include <math.h>

/* Values that are equal as numbers and not as texts, and the other way round; neighbours; no numbers. */
static const char *const values[] = {"5",
									 "05",
									 "5.0",
									 "6",
									 "-0",
									 "0",
									 "4.999999999999999999",
									 "1e3",
									 "1000",
									 "",
									 "abc",
									 "abd",
									 "true",
									 "NaN",
									 " 5 ",
									 "+5",
									 "2001-02-03",
									 "Infinity",
									 "5x",
									 "99999999999999999999",
									 "-7.25",
									 ".5",
									 "0.50",
									 "12345678901234567890.125",
									 "2001-02-03Z",
									 "2001-02-03T10:00:00+01:00",
									 "\xc2\xa0\x35",
									 "123456789012345.678",
									 "9007199254740993",
									 "INF"};
#define VALUES (sizeof(values) / sizeof(values[0]))

/* Few of them are in one document, so that what is looked for is found, and several times. */
#define SOME 5
static const char *some[SOME];

static const char *const names[] = {"a", "b", "c", "p:a"};

static const char *
one_value(uint64_t *rng)
{
	return some[ut_below(rng, SOME)];
}

static void
choose_values(uint64_t *rng)
{
	unsigned i;

	for (i = 0; i < SOME; i++)
		some[i] = values[ut_below(rng, VALUES)];
}

/* A value of its own, or one too long for a list. */
static void
put_value(BxBuf *b, uint64_t *rng)
{
	unsigned n = ut_below(rng, 200) == 0 ? BX_VALUES_LONG - 2 + ut_below(rng, 5) : 0;

	if (n == 0)
		xt_say(b, "%s", one_value(rng));
	for (; n > 0; n--)
		xt_say(b, "z");
}

/* What may stand between elements, and makes them no leaves. */
static void
put_between(BxBuf *b, uint64_t *rng)
{
	static const char *const between[] = {"<!--5-->", "<?a 5?>", "<![CDATA[5]]>", "&#53;", "\n ", "5"};

	if (ut_below(rng, 6) == 0)
		xt_say(b, "%s", between[ut_below(rng, sizeof(between) / sizeof(between[0]))]);
}

/* An element, of up to so many levels. */
static void
put_element(BxBuf *b, uint64_t *rng, unsigned levels)
{
	const char *name = names[ut_below(rng, 4)];
	unsigned n = levels > 0 ? ut_below(rng, 6) : 0, i;

	xt_say(b, "<%s", name);
	if (ut_below(rng, 20) == 0)
		xt_say(b, " xmlns='urn:%u'", ut_below(rng, 3));
	for (i = 0; i < 4; i++)
		if (ut_below(rng, 4) == 0)
		{
			xt_say(b, " %s='", names[i]);
			put_value(b, rng);
			xt_say(b, "'");
		}
	xt_say(b, ">");
	if (n == 0 || ut_below(rng, 8) == 0)
		put_value(b, rng);
	put_between(b, rng);
	for (i = 0; i < n; i++)
	{
		put_element(b, rng, levels - 1);
		put_between(b, rng);
	}
	xt_say(b, "</%s>", name);
}

/* A document, or content with several elements and a text at the top. */
static void
put_document(BxBuf *b, uint64_t *rng)
{
	choose_values(rng);
	xt_say(b, "<r xmlns:p='urn:1'>");
	put_element(b, rng, 3);
	put_element(b, rng, 3);
	xt_say(b, "</r>");
	if (ut_below(rng, 8) == 0)
		xt_say(b, "<a>5</a>6<b a='5'/>");
}

/* A path from a node that predicates compare. */
static void
put_operand(BxBuf *b, uint64_t *rng)
{
	static const char *const operands[] = {
		".",  "a",    "@b",     "a/@c",      "b/c",        "text()",      "a/text()",           "*",
		"@*", "a/*",  "node()", "*/@a",      "p:a",        "*:a/@p:a",    "comment()",          ".//a",
		"..", "a[1]", "a | b",  "text()[2]", "a[. = '5']", "*[@a = 5]/b", "normalize-space(a)", "self::a"};

	xt_say(b, "%s", operands[ut_below(rng, ut_below(rng, 4) ? 12 : sizeof(operands) / sizeof(operands[0]))]);
}

static void
put_constant(BxBuf *b, uint64_t *rng)
{
	static const char *const ops[] = {"=", "=", "=", "=", "<", "<=", ">", ">=", "!="};

	xt_say(b, " %s ", ops[ut_below(rng, 9)]);
	switch (ut_below(rng, 9))
	{
		case 0: xt_say(b, "$s"); break;
		case 1: xt_say(b, "$n"); break;
		case 2: xt_say(b, "$b"); break;
		case 3: xt_say(b, "%d", (int) ut_below(rng, 9) - 2); break;
		case 4: xt_say(b, "(%u div 0)", ut_below(rng, 2)); break;
		default: xt_say(b, "'%s'", one_value(rng)); break;
	}
}

static void
put_comparison(BxBuf *b, uint64_t *rng)
{
	put_operand(b, rng);
	put_constant(b, rng);
}

static void
put_predicate(BxBuf *b, uint64_t *rng)
{
	static const char *const joins[] = {" and ", " or "};
	static const char *const others[] = {"last()", "position() < 3", "not(a)", "a", "@a", "position() > 1"};
	uint32_t kind = ut_below(rng, 10);

	if (kind < 2)
		xt_say(b, "[%u]", 1 + ut_below(rng, 3));
	else if (kind == 2)
		xt_say(b, "[%s]", others[ut_below(rng, sizeof(others) / sizeof(others[0]))]);
	if (kind < 3)
		return;
	xt_say(b, "[");
	put_comparison(b, rng);
	for (; ut_below(rng, 4) == 0;)
	{
		xt_say(b, "%s", joins[ut_below(rng, 2)]);
		put_comparison(b, rng);
	}
	xt_say(b, "]");
}

/* Most steps are to children, and most have predicates. */
static void
put_step(BxBuf *b, uint64_t *rng, bool first, bool last)
{
	static const char *const children[] = {"a", "b", "*", "*", "node()", "p:a", "*:a", "text()"};
	static const char *const others[] = {
		"@a", "@*", "text()", "text()", "descendant-or-self::b", "self::a", "following-sibling::*", ".."};

	if (!first && last && ut_below(rng, 3) == 0)
		xt_say(b, "%s", others[ut_below(rng, 8)]);
	else
		xt_say(b, "%s", children[ut_below(rng, last ? 8 : 7)]);
	while (b->data[b->len - 1] != '.' && ut_below(rng, 2) == 0)
		put_predicate(b, rng);
}

static void
put_path(BxBuf *b, uint64_t *rng)
{
	unsigned n = 1 + ut_below(rng, 3), i;
	bool deep = ut_below(rng, 2) == 0;

	if (!deep)
		xt_say(b, "/*");
	for (i = 0; i < n; i++)
	{
		xt_say(b, "%s", (deep && i == 0) || ut_below(rng, 4) == 0 ? "//" : "/");
		put_step(b, rng, i == 0, i + 1 == n);
	}
}

/* How a path is asked. */
typedef struct Way
{
	const XpBlock *path;
	const XpVar *vars;
	bool at_once;
	bool navigate;
	uint64_t searches; /* counted */
} Way;

/* How many nodes the path selects, and their text. */
static BxStatus
ask(const uint8_t *v, size_t n, Way *way, uint64_t *count, BxBuf *text)
{
	BxArena arena;
	BxError err;
	BxStatus st;
	uint8_t *made = NULL;
	size_t made_n;
	bool found = false;
	XpCall c = {.host = bx_host_libc(),
				.arena = &arena,
				.v = v,
				.n = n,
				.err = &err,
				.vars = way->vars,
				.n_vars = way->vars != NULL ? 3 : 0,
				.use_directories_at_once = way->at_once,
				.navigate = way->navigate};
	BxWriterOptions opt = ut_options(BX_MODE_AUTO, BX_TYPED_LOSSLESS);

	bx_arena_init(&arena, bx_host_libc());
	bx_error_clear(&err);
	st = xp_count(&c, way->path, count);
	if (st == BX_OK)
		st = xp_query(&c, way->path, &opt, &found, &made, &made_n);
	text->len = 0;
	if (st == BX_OK && found)
		CHECK(bx_text_write(made, made_n, NULL, bx_host_libc(), text, &err) == BX_OK);
	way->searches += c.work.searches;
	free(made);
	bx_arena_reset(&arena);
	return st;
}

typedef struct Tried
{
	uint64_t searches;
	uint64_t nodes;
} Tried;

/* One path and one document, in all ways. */
static void
compare(const char *xml, const char *expr, const XpVar *vars, Tried *tried)
{
	static const unsigned forms[] = {BX_MODE_SHAPES, BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES,
									 BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES | UT_EVERY | UT_CONSTANTS,
									 BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES | UT_HEAP};
	BxBuf want, got;
	uint64_t n = 0, m = 0;
	Way way = {.vars = vars};
	BxArena arena;
	BxError err;
	XpBlock *path;
	size_t i;

	bx_arena_init(&arena, bx_host_libc());
	bx_buf_init(&want, bx_host_libc());
	bx_buf_init(&got, bx_host_libc());
	CHECKF(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK, "%s: %s", expr, err.msg);
	for (i = 0; i < 2 * sizeof(forms) / sizeof(forms[0]); i++)
	{
		size_t len;
		uint8_t *v = xt_parse(xml, strlen(xml), forms[i / 2], i & 4 ? BX_TYPED_OFF : BX_TYPED_LOSSLESS, &len);
		BxBuf *text = i == 0 ? &want : &got;
		BxStatus st;

		CHECKF(v != NULL && bx_check(v, len, true, NULL, bx_host_libc(), &err) == BX_OK, "%s: %s", xml,
			   err.msg);
		way.path = path;
		way.at_once = i & 1;
		way.navigate = i == 0;
		st = ask(v, len, &way, i == 0 ? &n : &m, text);
		CHECKF(st == BX_OK, "%s: %s", expr, bx_status_name(st));
		CHECKF(i == 0 || (m == n && got.len == want.len &&
						  (got.len == 0 || memcmp(got.data, want.data, got.len) == 0)),
			   "way %zu, %s in %s: %llu, %.*s, want %llu, %.*s", i, expr, xml, (unsigned long long) m,
			   (int) got.len, got.data, (unsigned long long) n, (int) want.len, want.data);
		free(v);
	}
	tried->searches += way.searches;
	tried->nodes += n;
	bx_buf_free(&want);
	bx_buf_free(&got);
	bx_arena_reset(&arena);
}

/* What lists do not have, and what must not be passed over. */
static void
traps_are_seen(void)
{
	static const char *const exprs[] = {"//text()[. = '5']",     "/r/*/text()[. = 5]", "//node()[. = '5']",
										"//b[. = '5']",          "/r/b[2]/c[. = '5']", "//*[. = '5'][2]",
										"/r/*[c = '5']/c[2]",    "//@*[. = '5']",      "//text() = '5'",
										"/r//text()[. = '5'][1]"};
	const char *xml =
		"<r><b>x</b><b k='5'><c>4</c><c>5</c></b><a>5</a><b>5<c/>5</b><b><c>5</c><c>5</c></b>t<a>5</a></r>";
	Tried tried = {0, 0};
	size_t i;

	for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
		compare(xml, exprs[i], NULL, &tried);
	CHECKF(tried.searches > 5 && tried.nodes > 30, "%llu searches, %llu nodes",
		   (unsigned long long) tried.searches, (unsigned long long) tried.nodes);
}

static void
lists_change_no_answer(void)
{
	const char *env = getenv("BXML_FUZZ_N");
	long rounds = env ? atol(env) : 800, i;
	uint64_t rng = 11;
	Tried tried = {0, 0};
	BxBuf xml, expr;

	bx_buf_init(&xml, bx_host_libc());
	bx_buf_init(&expr, bx_host_libc());
	for (i = 0; i < rounds && ut_here == 0; i++)
	{
		XpVar vars[3] = {{.local = "s", .local_len = 1, .value = {.type = XP_T_STRING}},
						 {.local = "n",
						  .local_len = 1,
						  .value = {.type = XP_T_NUMBER, .number = (double) ut_below(&rng, 9) - 2}},
						 {.local = "b",
						  .local_len = 1,
						  .value = {.type = XP_T_BOOLEAN, .boolean = ut_below(&rng, 2) == 0}}};
		int k;

		xml.len = 0;
		put_document(&xml, &rng);
		xt_say(&xml, "%c", 0);
		vars[0].value.str = ut_str(one_value(&rng));
		for (k = 0; k < 4; k++)
		{
			expr.len = 0;
			xt_say(&expr, "declare namespace p='urn:1'; ");
			put_path(&expr, &rng);
			if (ut_below(&rng, 4) == 0)
				put_constant(&expr, &rng);
			xt_say(&expr, "%c", 0);
			compare((char *) xml.data, (char *) expr.data, vars, &tried);
		}
	}
	printf("# %llu searches, %llu nodes\n", (unsigned long long) tried.searches,
		   (unsigned long long) tried.nodes);
	CHECKF(env != NULL || (tried.searches > 2000 && tried.nodes > 2000), "%llu searches, %llu nodes",
		   (unsigned long long) tried.searches, (unsigned long long) tried.nodes);
	bx_buf_free(&xml);
	bx_buf_free(&expr);
}

static uint64_t
key_of(const char *s)
{
	uint8_t enc[BX_VALUE_ENC_MAX];
	uint32_t n = bx_value_encode(s, strlen(s), enc);
	uint64_t plain, typed;

	CHECK(bx_list_key_payload((const uint8_t *) s, (uint32_t) strlen(s), &plain));
	if (n > 0)
		CHECKF(bx_list_key_payload(enc, n, &typed) && typed == plain, "%s", s);
	return plain;
}

/* Keys are those of FORMAT.md: the order of numbers, texts behind them, the same whether a value is typed or not. */
static void
keys_are_in_order(void)
{
	static const char *const ascending[] = {"-99999999999", "-7.5", "-1",  "-0.001",     "0",
											"0.001",        "1",    "1.5", "99999999999"};
	size_t i;

	for (i = 1; i < sizeof(ascending) / sizeof(ascending[0]); i++)
		CHECKF(key_of(ascending[i - 1]) < key_of(ascending[i]), "%s", ascending[i]);
	CHECK(key_of("-0") == key_of("0") && key_of("1.50") == key_of("1.5") && key_of(" 7 ") == key_of("7"));
	CHECK(key_of("") > bx_list_key_number(INFINITY) && key_of("abc") != key_of("abd"));
	for (i = 0; i < VALUES; i++)
		key_of(values[i]);
	CHECK(bx_list_key_number(1.0) == UINT64_C(0xBFF0000000000000));
	CHECK(bx_list_key_number(-1.0) == UINT64_C(0x400FFFFFFFFFFFFF));
	CHECK(bx_list_key_text("", 0) == UINT64_C(0xFFFEF46DB3751D8F));
}

/* A date as text is searched for, stored typed or not; dates that are compared as such are found by a scan. */
static void
dates_are_texts(void)
{
	static const struct
	{
		const char *expr;
		bool searched;
		uint64_t nodes;
	} cases[] = {
		{"/r/a[@d = '2009-01-02']", true, 3},           {"/r/a[b = '2009-01-02T10:00:00Z']/@d", true, 2},
		{"/r/a[@d = '2009-01-32']", true, 0},           {"/r/a[@d = xs:date('2009-01-02')]", false, 4},
		{"/r/a[@d > xs:date('2009-01-02')]", false, 1},
	};
	const char *xml =
		"<r><a d='2009-01-02'/><a d=' 2009-01-02 '/><a d='2009-01-02'><b>2009-01-02T10:00:00Z</b></a>"
		"<a d='2008-12-31'><b>2009-01-02T10:00:00Z</b></a><a d='2009-01-03'><b>2009-01-02</b></a>"
		"<a d='2009-01-02'/></r>";
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		Tried tried = {0, 0};

		compare(xml, cases[i].expr, NULL, &tried);
		CHECKF((tried.searches > 0) == cases[i].searched && tried.nodes == cases[i].nodes,
			   "%s: %llu searches, %llu nodes", cases[i].expr, (unsigned long long) tried.searches,
			   (unsigned long long) tried.nodes);
	}
}

UT_SUITE(test_xpath_search)
{
	UT_RUN(dates_are_texts);
	UT_RUN(keys_are_in_order);
	UT_RUN(traps_are_seen);
	UT_RUN(lists_change_no_answer);
	return ut_done();
}
