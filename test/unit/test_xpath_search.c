/*
 * test_xpath_search.c -- value lists change no answer: random documents and predicates, with and without lists, however
 * places are cut; keys of values.
 */
#include "../../src/core/read/bx_value_list.h"
#include "ut_xpath.h"

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
									 "12345678901234567890.125"};
#define VALUES (sizeof(values) / sizeof(values[0]))

static const char *const names[] = {"a", "b", "c"};

static void
put_value(BxBuf *b, uint64_t *rng)
{
	xt_say(b, "%s", values[ut_below(rng, VALUES)]);
}

/* An element, of up to so many levels. */
static void
put_element(BxBuf *b, uint64_t *rng, unsigned levels)
{
	const char *name = names[ut_below(rng, 3)];
	unsigned n = levels > 0 ? ut_below(rng, 5) : 0, i;

	xt_say(b, "<%s", name);
	for (i = 0; i < 3; i++)
		if (ut_below(rng, 3) == 0)
		{
			xt_say(b, " %s='", names[i]);
			put_value(b, rng);
			xt_say(b, "'");
		}
	xt_say(b, ">");
	if (n == 0 || ut_below(rng, 8) == 0)
		put_value(b, rng);
	for (i = 0; i < n; i++)
		put_element(b, rng, levels - 1);
	xt_say(b, "</%s>", name);
}

/* A path from a node that predicates compare. */
static void
put_operand(BxBuf *b, uint64_t *rng)
{
	static const char *const operands[] = {".",        "a", "@b", "a/@c", "b/c",    "text()",
										   "a/text()", "*", "@*", "a/*",  "node()", "*/@a"};

	xt_say(b, "%s", operands[ut_below(rng, sizeof(operands) / sizeof(operands[0]))]);
}

static void
put_constant(BxBuf *b, uint64_t *rng)
{
	static const char *const ops[] = {"=", "=", "=", "=", "<", "<=", ">", ">=", "!="};

	xt_say(b, " %s ", ops[ut_below(rng, 9)]);
	switch (ut_below(rng, 5))
	{
		case 0: xt_say(b, "$s"); break;
		case 1: xt_say(b, "$n"); break;
		case 2: xt_say(b, "%d", (int) ut_below(rng, 9) - 2); break;
		default: xt_say(b, "'%s'", values[ut_below(rng, VALUES)]); break;
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

	if (ut_below(rng, 8) == 0)
	{
		xt_say(b, "[%u]", 1 + ut_below(rng, 3));
		return;
	}
	xt_say(b, "[");
	put_comparison(b, rng);
	for (; ut_below(rng, 4) == 0;)
	{
		xt_say(b, "%s", joins[ut_below(rng, 2)]);
		put_comparison(b, rng);
	}
	xt_say(b, "]");
}

static void
put_path(BxBuf *b, uint64_t *rng)
{
	static const char *const steps[] = {
		"a", "b", "*", "node()", "@a", "text()", "descendant-or-self::b", "self::a", ".."};
	unsigned n = 1 + ut_below(rng, 3), i;

	for (i = 0; i < n; i++)
	{
		uint32_t step = ut_below(rng, i + 1 < n ? 4 : 9);

		xt_say(b, "%s%s", ut_below(rng, 3) == 0 ? "//" : "/", i == 0 && step == 8 ? "a" : steps[step]);
		if (step < 8 && ut_below(rng, 2) == 0)
			put_predicate(b, rng);
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
				.n_vars = 2,
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
		const char *s = values[ut_below(&rng, VALUES)];
		XpVar vars[2] = {
			{.local = "s", .local_len = 1, .value = {.type = XP_T_STRING, .str = {s, strlen(s)}}},
			{.local = "n",
			 .local_len = 1,
			 .value = {.type = XP_T_NUMBER, .number = (double) ut_below(&rng, 9) - 2}}};
		int k;

		xml.len = 0;
		put_element(&xml, &rng, 4);
		xt_say(&xml, "%c", 0);
		for (k = 0; k < 4; k++)
		{
			expr.len = 0;
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

int
main(void)
{
	UT_RUN(keys_are_in_order);
	UT_RUN(lists_change_no_answer);
	return ut_done();
}
