/*
 * fuzz_index.c -- keys of a document, and what an expression is looked up by.
 *
 * Input: one byte of options, an expression, a zero byte, XML text, or with the option 32 the steps that write it
 * (fuzz_tree.h).  Keys must not depend on how the document is stored, must ascend, and those of numbers as the numbers
 * do.  Where the expression is true of the document, an index of each kind must find what it is looked up by.
 */
#include "fuzz_encode.h"
#include "fuzz_tree.h"

#include <math.h>
#include <string.h>

#include "../../src/core/xpath/result/xp_eval.h"
#include "../../src/core/xpath/plan/xp_run.h"
#include "../unit/ut_index.h"
#include "../unit/ut_probe.h"

#define EXPRESSION_MAX 400
#define POLLS_MAX 2000
#define BLOCK_BYTES 50 /* short documents, yet several blocks */
#define FORMS 4
#define INDEXES 4
#define PAIRS_MAX 40 /* numbers whose order is checked pair by pair */

typedef struct Case
{
	uint8_t *v[FORMS];
	size_t n[FORMS];
	BxIndexOptions options[INDEXES];
	BxIndexList keys[INDEXES];
	BxIndexScope scope;
	BxArena arena;
} Case;

static int polls_left;

static BxStatus
limited_poll(void *ctx)
{
	(void) ctx;
	return polls_left-- > 0 ? BX_OK : BX_E_CANCEL;
}

/* ---- the document ---- */

static bool
make_forms(Case *c, const char *s, size_t n)
{
	UtPacked p;

	if (n > FUZZ_DOCUMENT_MAX || !fuzz_encode(s, n, BX_MODE_SHAPES, &c->v[0], &c->n[0]))
		return false;
	REQUIRE(fuzz_encode(s, n, BX_MODE_NAMES | UT_CONSTANTS | UT_AS(n % AT_TYPES), &c->v[1], &c->n[1]));
	REQUIRE(fuzz_encode(s, n, BX_MODE_SHAPES | UT_HEAP, &c->v[2], &c->n[2]));
	ut_packed_cut(&p, c->v[1], c->n[1], BLOCK_BYTES, false);
	c->v[3] = ut_packed_join(&p, &c->n[3]);
	ut_packed_free(&p);
	return true;
}

/* ---- keys ---- */

/* All values; short; some kinds and short strings; some paths. */
static void
make_options(Case *c, unsigned options)
{
	static const char paths[] = "//b | /a/@x | /*/c//a";
	static const uint32_t sizes[] = {8, 16, 64, 1024};
	XpBlock *block;
	XpTerms terms;
	BxError err;
	unsigned i;

	for (i = 0; i < INDEXES; i++)
		c->options[i] = bx_index_options(i == 1 || (i == 3 && (options & 8) != 0));
	c->options[0].max_value = sizes[options & 3];
	c->options[2].max_value = BX_INDEX_VALUE_MIN;
	c->options[2].is_short = (options & 4) != 0;
	c->options[2].kinds = BX_INDEX_BIT(AT_INDEX_COMPLEX) | BX_INDEX_BIT(AT_INDEX_NUMBER) |
						  BX_INDEX_BIT(options & 16 ? AT_INDEX_STRING : AT_INDEX_DATE);
	REQUIRE(xp_compile(paths, sizeof(paths) - 1, 0, &c->arena, &block, &err) == BX_OK);
	REQUIRE(xp_terms_of(block, XP_TERMS_EXISTS, NULL, 0, &c->arena, &terms, &err) == BX_OK);
	REQUIRE(bx_index_scope_of(&terms, &c->scope, &err) == BX_OK);
	c->options[3].scope = &c->scope;
}

/* The keys, of every form and also outside memory. */
static void
extract(Case *c, unsigned at)
{
	UtStore outside;
	BxStore store;
	BxError err;
	char *first, *other;
	int i;

	bx_store_memory(&store, c->v[0], c->n[0]);
	REQUIRE(bx_index_extract(&c->options[at], &store, &c->arena, &c->keys[at], &err) == BX_OK);
	first = ut_index_list(&c->keys[at]);
	for (i = 1; i <= FORMS; i++)
	{
		ut_store_init(&outside, c->v[i % FORMS], c->n[i % FORMS]);
		bx_store_memory(&store, c->v[i % FORMS], c->n[i % FORMS]);
		other = ut_index_store(i & 1 ? &outside.store : &store, bx_host_lz4(), &c->options[at]);
		REQUIRE(strcmp(first, other) == 0);
		free(other);
	}
	free(first);
}

/* Keys of one kind with one head: their numbers do not descend. */
static void
check_order(const BxIndexList *list, uint32_t i)
{
	const BxIndexEntry *a = &list->entries[i - 1], *b = &list->entries[i];
	BxIndexParts x, y;

	REQUIRE(bx_str_compare(bx_str(a->p, a->n), bx_str(b->p, b->n)) < 0);
	REQUIRE(bx_index_key_parts(a->p, a->n, &x) && bx_index_key_parts(b->p, b->n, &y));
	REQUIRE(x.head <= y.head);
	if (x.head != y.head || x.kind != y.kind || x.kind == AT_INDEX_COMPLEX || x.kind == AT_INDEX_STRING)
		return;
	REQUIRE(bx_index_number_get(x.value, x.n) <= bx_index_number_get(y.value, y.n));
}

static void
check_list(const BxIndexList *list)
{
	uint32_t i;

	for (i = 1; i < list->n; i++)
		if (list->is_short)
			REQUIRE(list->shorts[i - 1] < list->shorts[i]);
		else
			check_order(list, i);
}

/* ---- numbers ---- */

typedef struct Number
{
	double d;
	BxIndexValue value;
} Number;

/* A word of the document, if it is a number as number() or xs:double reads it. */
static bool
read_number(const char *s, size_t n, Number *number)
{
	number->d = bx_number_from_text(s, n);
	if (isnan(number->d) && (bx_lex_double(s, n, &number->d) != BX_LEX_OK || isnan(number->d)))
		return false;
	bx_index_value_text(s, n, &number->value);
	return true;
}

static void
check_numbers(const Number *a, const Number *b)
{
	unsigned n = a->value.n < b->value.n ? a->value.n : b->value.n;
	int order = memcmp(a->value.bytes, b->value.bytes, n);

	REQUIRE(a->value.kind == AT_INDEX_NUMBER && b->value.kind == AT_INDEX_NUMBER);
	REQUIRE((order < 0) == (a->d < b->d) && (order > 0) == (a->d > b->d));
	REQUIRE(order != 0 || a->value.n == b->value.n);
	REQUIRE(bx_index_number_get(a->value.bytes, a->value.n) == a->d);
}

/* Words between what is not of numbers: each against each. */
static void
check_words(const char *s, size_t n)
{
	static const char in[] = "0123456789.+-eEINF";
	Number numbers[PAIRS_MAX];
	size_t i = 0, from;
	unsigned count = 0, k;

	while (i < n && count < PAIRS_MAX)
	{
		for (from = i; i < n && s[i] != '\0' && strchr(in, s[i]) != NULL; i++)
			;
		if (read_number(s + from, i - from, &numbers[count]))
			for (k = 0, count++; k < count; k++)
				check_numbers(&numbers[k], &numbers[count - 1]);
		i++;
	}
}

/* ---- expressions ---- */

static void
found(Case *c, const XpTerms *terms)
{
	unsigned i;

	for (i = 0; i < INDEXES; i++)
		REQUIRE(ut_ask_terms(&c->options[i], &c->keys[i], terms->root, &c->arena));
	REQUIRE(ut_here == 0);
}

static void
check_truth(Case *c, XpCall *call, const XpBlock *path, XpTermsAsk ask)
{
	XpTerms terms;
	bool is = false;
	BxStatus st = ask == XP_TERMS_TEST ? xp_test(call, path, &is) : xp_exists(call, path, &is);

	REQUIRE(xp_terms_of(path, ask, call->vars, call->n_vars, call->arena, &terms, call->err) == BX_OK);
	if (st == BX_OK && is)
		found(c, &terms);
}

static void
check_filled(Case *c, XpCall *call, const XpTerms *terms, const XpTermWant *want)
{
	XpTerms filled;

	REQUIRE(xp_terms_fill(terms, want, call->arena, &filled, call->err) == BX_OK);
	found(c, &filled);
}

/* The value of the path compared with itself and with what is close to it. */
static void
check_value(Case *c, XpCall *call, const XpBlock *path)
{
	XpTermWant want = {.op = XP_TERM_EQ};
	XpTerms terms;
	XpItem text;
	double d;

	if (xp_value(call, path, &text) != BX_OK || text.type == XP_T_ANY)
		return;
	REQUIRE(xp_terms_of(path, XP_TERMS_VALUE, call->vars, call->n_vars, call->arena, &terms, call->err) ==
			BX_OK);
	want.low = bx_key_string(text.str);
	check_filled(c, call, &terms, &want);
	want.op = XP_TERM_PREFIX;
	for (; want.low.str.n > 0; want.low.str.n /= 2)
		check_filled(c, call, &terms, &want);
	d = bx_number_from_text(text.str.s, text.str.n);
	if (isnan(d))
		return;
	want = (XpTermWant){.op = XP_TERM_RANGE,
						.has_low = true,
						.has_high = true,
						.high_strict = isfinite(d) && d + 1 > d,
						.low = bx_key_number(d),
						.high = bx_key_number(d + 1)};
	check_filled(c, call, &terms, &want);
}

static void
check_expression(Case *c, const char *s, size_t n)
{
	static const XpVar vars[] = {
		{.uri = "", .local = "x", .local_len = 1, .value = {.type = XP_T_NUMBER, .number = 2}},
		{.uri = "", .local = "y", .local_len = 1, .value = {.type = XP_T_STRING, .str = {"1", 1}}},
		{.uri = "", .local = "z", .local_len = 1, .value = {.type = XP_T_BOOLEAN, .boolean = true}},
	};
	BxHost host = *bx_host_lz4();
	BxError err;
	XpCall call = {.host = &host,
				   .arena = &c->arena,
				   .err = &err,
				   .v = c->v[0],
				   .n = c->n[0],
				   .vars = vars,
				   .n_vars = 3,
				   .once = fc_engine_once};
	XpBlock *path;

	host.poll = limited_poll;
	polls_left = POLLS_MAX;
	if (xp_compile(s, n, 0, &c->arena, &path, &err) != BX_OK)
		return;
	check_truth(c, &call, path, XP_TERMS_EXISTS);
	check_truth(c, &call, path, XP_TERMS_TEST);
	check_value(c, &call, path);
}

/* ---- entry ---- */

static void
check(Case *c, unsigned options, const char *expression, size_t n)
{
	unsigned i;

	make_options(c, options);
	for (i = 0; i < INDEXES; i++)
	{
		extract(c, i);
		check_list(&c->keys[i]);
	}
	check_expression(c, expression, n);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *nul = size > 0 ? memchr(data + 1, 0, size - 1) : NULL;
	size_t n_expr = nul != NULL ? (size_t) (nul - data) - 1 : 0;
	Case c = {.keys = {{.n = 0}}};
	BxBuf text;
	int i;

	if (nul == NULL || n_expr > EXPRESSION_MAX)
		return 0;
	if (data[0] & 0x20)
		fuzz_trees(nul + 1, size - n_expr - 2, &text, 1);
	else
	{
		bx_buf_init(&text, bx_host_libc());
		ut_append(&text, nul + 1, size - n_expr - 2);
	}
	bx_arena_init(&c.arena, bx_host_lz4());
	check_words((const char *) text.data, text.len);
	if (make_forms(&c, (const char *) text.data, text.len))
		check(&c, data[0], (const char *) data + 1, n_expr);
	for (i = 0; i < FORMS; i++)
		free(c.v[i]);
	bx_buf_free(&text);
	bx_arena_reset(&c.arena);
	return 0;
}
