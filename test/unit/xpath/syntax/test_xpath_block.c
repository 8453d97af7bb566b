/*
 * test_xpath_block.c -- compiled paths as blocks: bounds of the compiler, what it asks of its host, and the check
 * that a block from outside must pass before it is evaluated.
 */
#include <stdlib.h>

#include "../../../../src/core/base/bx_buf.h"
#include "../../../../src/core/base/bx_utf8.h"
#include "../../../../src/core/xpath/syntax/xp_shape.h"
#include "../../ut.h"

#define LEVELS_MAX (XP_MAX_DEPTH * 4)

#define DECLARE_P "declare namespace p = \"urn:p\"; "

/* prefix, piece n times, suffix; the caller frees. */
static char *
repeat(const char *prefix, const char *piece, size_t n, const char *suffix)
{
	size_t len = strlen(piece);
	char *s = malloc(strlen(prefix) + len * n + strlen(suffix) + 1);
	char *to = s + sprintf(s, "%s", prefix);
	size_t i;

	for (i = 0; i < n; i++, to += len)
		memcpy(to, piece, len);
	sprintf(to, "%s", suffix);
	return s;
}

/* open n times, middle, close n times; the caller frees. */
static char *
nest(const char *open, const char *middle, const char *close, size_t n)
{
	char *left = repeat("", open, n, middle);
	char *all = repeat(left, close, n, "");

	free(left);
	return all;
}

/* Compile and free the text; *err has the report. */
static BxStatus
compile_big(char *path, BxError *err)
{
	BxArena arena;
	XpBlock *block;
	BxStatus st;

	bx_arena_init(&arena, bx_host_libc());
	bx_error_clear(err);
	st = xp_compile(path, strlen(path), 0, &arena, &block, err);
	if (st == BX_OK)
		CHECK(xp_block_check(block, block->total));
	bx_arena_reset(&arena);
	free(path);
	return st;
}

static void
test_long_chains(void)
{
	BxError err;

	CHECK(compile_big(repeat("a", "/a", 20000, ""), &err) == BX_OK);
	CHECK(compile_big(repeat("a", "//a", 20000, ""), &err) == BX_OK);
	CHECK(compile_big(repeat("a", "[b]", 10000, ""), &err) == BX_OK);
	CHECK(compile_big(repeat("concat(1", ",1", 20000, ")"), &err) == BX_OK);
	CHECK(compile_big(repeat("a", " or a", 2000, ""), &err) == BX_OK);
	CHECK(compile_big(repeat("a", "|a", 2000, ""), &err) == BX_OK);
	CHECK(compile_big(repeat("a", " or a", 10000, ""), &err) == BX_E_XPATH);
	CHECK(strstr(err.msg, "expression too deeply nested") != NULL && err.pos == 3 + 5 * 2046);
	CHECK(compile_big(repeat("1", "+1", 10000, ""), &err) == BX_E_XPATH);
	CHECK(compile_big(repeat("1", "|1", 10000, ""), &err) == BX_E_XPATH);
	CHECK(compile_big(repeat("a", "/a", 70000, ""), &err) == BX_E_XPATH);
	CHECK(strstr(err.msg, "expression too long") != NULL && err.pos > 65000);
	CHECK(compile_big(repeat("a", " ", XP_MAX_SOURCE - 1, ""), &err) == BX_OK);
	CHECK(compile_big(repeat("a", " ", XP_MAX_SOURCE, ""), &err) == BX_E_XPATH);
	CHECK(strstr(err.msg, "expression too long") != NULL && err.pos == XP_MAX_SOURCE + 1);
	CHECK(compile_big(repeat("", "(:", 300000, ""), &err) == BX_E_XPATH);
	CHECK(compile_big(nest("(:", "", ":)", 200000), &err) == BX_E_XPATH && err.pos == 800001);
	CHECK(compile_big(repeat("'", "''", 400000, "'"), &err) == BX_OK);
}

static void
test_nesting(void)
{
	static const struct
	{
		const char *open, *middle, *close;
	} kinds[] = {{"(", "1", ")"}, {"a[", "a", "]"}, {"not(", "1", ")"}, {"-", "1", ""}, {"(a)[", "a", "]"}};
	BxError err;
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
	{
		size_t len = strlen(kinds[i].open);

		CHECK(compile_big(nest(kinds[i].open, kinds[i].middle, kinds[i].close, 500), &err) == BX_OK);
		CHECK(compile_big(nest(kinds[i].open, kinds[i].middle, kinds[i].close, 100000), &err) == BX_E_XPATH);
		CHECK(strstr(err.msg, "expression too deeply nested") != NULL && err.pos >= (int64_t) (len * 256));
	}
	CHECK(compile_big(nest("(", "1", ")", XP_MAX_DEPTH), &err) == BX_OK);
	CHECK(compile_big(nest("(", "1", ")", XP_MAX_DEPTH + 1), &err) == BX_E_XPATH &&
		  err.pos == XP_MAX_DEPTH + 2);
	CHECK(compile_big(nest("if(1)then ", "1", " else 1", XP_MAX_DEPTH), &err) == BX_OK);
	CHECK(compile_big(nest("if(1)then ", "1", " else 1", XP_MAX_DEPTH + 1), &err) == BX_E_XPATH);
	CHECK(compile_big(nest("1+1*a[", "1", "]", 500), &err) == BX_E_XPATH);
}

static void
test_declarations_bound(void)
{
	char text[64];
	char *all = malloc(300 * 40 + 16);
	int count;

	for (count = 256; count <= 257; count++)
	{
		BxError err;
		int i;

		all[0] = '\0';
		for (i = 0; i < count; i++)
		{
			snprintf(text, sizeof(text), "declare namespace p%d='%d';", i, i);
			strcat(all, text);
		}
		strcat(all, "p255:x");
		CHECK(compile_big(repeat(all, "", 0, ""), &err) == (count == 256 ? BX_OK : BX_E_XPATH));
	}
	free(all);
}

/* A host that refuses its nth request, polls, and can forbid recursion. */
typedef struct MeanHost
{
	BxHost host;
	long refuse; /* requests until one is refused */
	bool stack;
	BxStatus poll;
} MeanHost;

static void *
mean_alloc(void *ctx, size_t n)
{
	MeanHost *m = ctx;

	return m->refuse-- == 0 ? NULL : malloc(n);
}

static void
mean_release(void *ctx, void *p)
{
	(void) ctx;
	free(p);
}

static bool
mean_stack(void *ctx)
{
	return ((MeanHost *) ctx)->stack;
}

static BxStatus
mean_poll(void *ctx)
{
	return ((MeanHost *) ctx)->poll;
}

static BxStatus
compile_mean(MeanHost *m, const char *path, BxError *err)
{
	BxArena arena;
	XpBlock *block;
	BxStatus st;

	m->host = (BxHost){
		.ctx = m, .alloc = mean_alloc, .release = mean_release, .stack_ok = mean_stack, .poll = mean_poll};
	bx_arena_init(&arena, &m->host);
	st = xp_compile(path, strlen(path), 4, &arena, &block, err);
	bx_arena_reset(&arena);
	return st;
}

static void
test_host(void)
{
	MeanHost m = {.stack = true};
	char *path = repeat(DECLARE_P "concat('it''s', 1.5, p:a, fn:b", "|p:a", 1500, ")");
	BxStatus st = BX_E_NOMEM;
	BxError err;
	long n;

	for (n = 0; st == BX_E_NOMEM && n < 1000; n++)
	{
		m.refuse = n;
		st = compile_mean(&m, path, &err);
		CHECK(st == BX_OK || st == BX_E_NOMEM);
	}
	CHECK(st == BX_OK && n > 5);
	m.refuse = -1;
	m.stack = false;
	CHECK(compile_mean(&m, "a", &err) == BX_E_DEPTH);
	m.stack = true;
	m.poll = BX_E_CANCEL;
	CHECK(compile_mean(&m, "a", &err) == BX_OK);
	free(path);
	path = repeat("a", "/a", 5000, "");
	CHECK(compile_mean(&m, path, &err) == BX_E_CANCEL);
	free(path);
}

static void
test_encoding(void)
{
	static const struct
	{
		const char *path;
		int pos;
	} bads[] = {{"\xFF", 1}, {"'\xC3\xA9\xC3'", 3}, {"a\xC0\x80", 2}, {"\xED\xA0\x80", 1}, {"'\xE6\x97", 2}};
	BxArena arena;
	XpBlock *block;
	BxError err;
	size_t i;

	bx_arena_init(&arena, bx_host_libc());
	for (i = 0; i < sizeof(bads) / sizeof(bads[0]); i++)
	{
		CHECK(xp_compile(bads[i].path, strlen(bads[i].path), 0, &arena, &block, &err) == BX_E_ENCODING);
		CHECKF(err.pos == bads[i].pos, "%u: %d", (unsigned) i, (int) err.pos);
	}
	CHECK(xp_compile("a\0b", 3, 0, &arena, &block, &err) == BX_E_XPATH && err.pos == 2);
	CHECK(xp_compile("ab", 1, 0, &arena, &block, &err) == BX_OK && block->source_len == 1);
	bx_arena_reset(&arena);
}

/* Messages stay UTF-8 and short whatever is unexpected. */
static void
test_message_bytes(void)
{
	char *literal = repeat("a '", "\xF0\x9F\x98\x80", 2000, "'");
	char *name = repeat("", "\xF0\xA0\x80\x80", 2000, "()");
	BxError err;

	CHECK(compile_big(literal, &err) == BX_E_XPATH);
	CHECK(bx_utf8_is_xml((const uint8_t *) err.msg, strlen(err.msg), &(size_t){0}));
	CHECK(strlen(err.msg) < 100);
	CHECK(compile_big(name, &err) == BX_E_XPATH);
	CHECK(bx_utf8_is_xml((const uint8_t *) err.msg, strlen(err.msg), &(size_t){0}));
	CHECK(strlen(err.msg) < 120);
}

static const char *const seeds[] = {
	"/a/b[@c = 3]",
	"(a|b)[1]/c//d[position() < last() and concat('x', \"y\", 'it''s') != -1.5]",
	"declare namespace p='u&amp;v'; declare default element namespace 'd'; $p:v/p:a/*:b/Q{x}c/@*",
	"count(//x[. = '\xE6\x97\xA5']) * 2 div sum($v/w) or processing-instruction('t') | id(4)/..",
	"string-length(normalize-space(substring(translate(a, 'b', 'c'), 2, 3))) > floor(1.5) - round(.5)",
};

static uint32_t
next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* What an evaluator may rely on: a recursive walk stays inside the block, bounded in depth and in nodes. */
static uint32_t
walk(const XpBlock *b, uint32_t at, unsigned depth, volatile uint32_t *sum)
{
	const XpExpr *node = &xp_nodes(b)[at];
	const XpName *name = node->name == 0 ? NULL : &xp_names(b)[node->name - 1];
	uint32_t count = 1, kid, i;

	CHECK(depth <= LEVELS_MAX);
	for (i = 0; name != NULL && i < name->uri_len; i++)
		*sum += (uint8_t) xp_pool(b)[name->uri + i];
	for (i = 0; name != NULL && i < name->local_len; i++)
		*sum += (uint8_t) xp_pool(b)[name->local + i];
	if (node->op == XP_NUMBER || node->op == XP_STRING)
	{
		for (i = 0; i < (node->op == XP_NUMBER ? 8 : node->b); i++)
			*sum += (uint8_t) xp_pool(b)[node->a + i];
		return count;
	}
	for (kid = node->a; kid != 0; kid = xp_nodes(b)[kid].next)
		count += walk(b, kid, depth + 1, sum);
	for (kid = node->b; kid != 0; kid = xp_nodes(b)[kid].next)
		count += walk(b, kid, depth + 1, sum);
	return count;
}

static bool
walk_if_accepted(const XpBlock *b, size_t n)
{
	volatile uint32_t sum = 0;
	BxBuf buf;
	BxError err;

	if (!xp_block_check(b, n))
		return false;
	CHECK(walk(b, b->root, 1, &sum) == b->n_nodes - 1);
	bx_buf_init(&buf, bx_host_libc());
	CHECK(xp_dump(b, &buf, &err) == BX_OK);
	bx_buf_free(&buf);
	return true;
}

static void
mutate(uint8_t *bytes, size_t n, uint32_t *state)
{
	uint32_t at = next_random(state) % (uint32_t) n;

	switch (next_random(state) % 4)
	{
		case 0: bytes[at] = (uint8_t) next_random(state); break;
		case 1: bytes[at] = (uint8_t) (bytes[at] + 1); break;
		case 2: bytes[at] ^= (uint8_t) (1u << (next_random(state) % 8)); break;
		default: bytes[at] = (uint8_t) (next_random(state) % 8); break;
	}
}

/* Cut at every byte, with and without a header that knows it; exact sizes on the heap let ASan see an over-read. */
static void
cut_block(const XpBlock *block)
{
	size_t i;

	for (i = 0; i < block->total; i++)
	{
		XpBlock *copy = malloc(i > 0 ? i : 1);

		memcpy(copy, block, i);
		CHECK(!xp_block_check(copy, i));
		if (i >= sizeof(XpBlock))
		{
			copy->total = (uint32_t) i;
			CHECK(!walk_if_accepted(copy, i));
		}
		free(copy);
	}
}

/* How many of the changed blocks are still accepted. */
static unsigned
mutate_block(const XpBlock *block, uint32_t *state)
{
	unsigned accepted = 0;
	int i;

	for (i = 0; i < 40000; i++)
	{
		unsigned changes = 1 + next_random(state) % 3;
		XpBlock *copy = malloc(block->total);

		memcpy(copy, block, block->total);
		while (changes-- > 0)
			mutate((uint8_t *) copy, block->total, state);
		accepted += walk_if_accepted(copy, block->total);
		free(copy);
	}
	return accepted;
}

static void
test_corrupt_blocks(void)
{
	uint32_t state = 12345;
	unsigned accepted = 0;
	size_t s;

	for (s = 0; s < sizeof(seeds) / sizeof(seeds[0]); s++)
	{
		BxArena arena;
		BxError err;
		XpBlock *block;
		BxStatus st;

		bx_arena_init(&arena, bx_host_libc());
		st = xp_compile(seeds[s], strlen(seeds[s]), 0, &arena, &block, &err);
		CHECKF(st == BX_OK, "%s: %s", seeds[s], err.msg);
		if (st == BX_OK)
		{
			cut_block(block);
			accepted += mutate_block(block, &state);
		}
		bx_arena_reset(&arena);
	}
	/* changes of literals and of positions are harmless: the check must not refuse everything */
	CHECK(accepted > 1000);
}

/* Set one reference of the block to every other value: each makes a cycle, shares a node or loses one. */
static void
redirect(const XpBlock *block, uint32_t *reference)
{
	uint32_t saved = *reference;
	uint32_t j;

	for (j = 0; j <= block->n_nodes; j++)
	{
		*reference = j;
		CHECKF(xp_block_check(block, block->total) == (j == saved), "%u to %u", saved, j);
	}
	*reference = saved;
}

/* Hand-made faults the random ones are unlikely to hit. */
static void
test_forged_blocks(void)
{
	static const char path[] = "a[1]/b[c] = concat('x', 'y') + 2";
	BxArena arena;
	BxError err;
	XpBlock *block;
	XpExpr *nodes;
	uint32_t i;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile(path, strlen(path), 0, &arena, &block, &err) == BX_OK);
	CHECK(!xp_block_check((XpBlock *) (void *) ((char *) block + 1), block->total));
	nodes = (XpExpr *) (void *) (block + 1);
	for (i = 1; i < block->n_nodes; i++)
	{
		XpExpr saved = nodes[i];

		redirect(block, &nodes[i].next);
		if (saved.op != XP_NUMBER && saved.op != XP_STRING)
		{
			redirect(block, &nodes[i].a);
			redirect(block, &nodes[i].b);
		}
		nodes[i].type ^= 1;
		CHECK(!xp_block_check(block, block->total));
		nodes[i] = saved;
		nodes[i].flags = (uint8_t) (saved.flags == XP_POSITIONAL ? 0 : XP_FROM_SLASHES);
		CHECK(!xp_block_check(block, block->total));
		nodes[i] = saved;
	}
	redirect(block, &block->root);
	CHECK(xp_block_check(block, block->total));
	bx_arena_reset(&arena);
}

/* Pieces of the language in random order: never a crash, and what compiles passes the check. */
static void
test_random_expressions(void)
{
	static const char *const pieces[] = {
		"/",       "//",         "a",      "b-c",
		"*",       "@",          "[",      "]",
		"(",       ")",          "1",      ".5",
		"'x'",     "\"y\"",      "|",      "+",
		"-",       " and ",      " or ",   " div ",
		" mod ",   "=",          "!=",     "<=",
		"$v",      ".",          "..",     ",",
		"child::", "ancestor::", "last()", "position()",
		"text()",  "count(",     "not(",   "concat(",
		"Q{u}x",   "p:y",        "*:z",    "declare namespace p='u';",
		"(:",      ":)",         " ",      "\xE6\x97\xA5",
		"node()",  "::",         ":",      "'",
		"{",       "id(",
	};
	uint32_t state = 99;
	unsigned ok = 0;
	int i;

	for (i = 0; i < 60000; i++)
	{
		char path[400] = "";
		unsigned n = 1 + next_random(&state) % 12;
		BxArena arena;
		BxError err;
		XpBlock *block;
		BxStatus st;

		while (n-- > 0)
			strcat(path, pieces[next_random(&state) % (sizeof(pieces) / sizeof(pieces[0]))]);
		bx_arena_init(&arena, bx_host_libc());
		st = xp_compile(path, strlen(path), 0, &arena, &block, &err);
		CHECKF(st == BX_OK || st == BX_E_XPATH, "%s: %s", path, bx_status_name(st));
		if (st == BX_OK)
			CHECKF(xp_block_check(block, block->total), "%s", path);
		else
			CHECKF(err.pos >= 1 &&
					   err.pos <= (int64_t) bx_utf8_length((const uint8_t *) path, strlen(path)) + 1,
				   "%s: %d", path, (int) err.pos);
		ok += st == BX_OK;
		bx_arena_reset(&arena);
	}
	CHECK(ok > 1000);
}

/* The block depends on the text alone, and its reserve is left free. */
static void
test_determinism(void)
{
	size_t s;

	for (s = 0; s < sizeof(seeds) / sizeof(seeds[0]); s++)
	{
		BxArena one, two;
		BxError err;
		XpBlock *a, *b;

		bx_arena_init(&one, bx_host_libc());
		bx_arena_init(&two, bx_host_libc());
		memset(bx_arena_alloc(&two, 3000), 0xAA, 3000);
		if (xp_compile(seeds[s], strlen(seeds[s]), 4, &one, &a, &err) == BX_OK)
		{
			CHECK(xp_compile(seeds[s], strlen(seeds[s]), 16, &two, &b, &err) == BX_OK);
			CHECK(((uintptr_t) a & 15) == 4 && ((uintptr_t) b & 15) == 0);
			CHECK(a->total == b->total && memcmp(a, b, a->total) == 0);
		}
		bx_arena_reset(&one);
		bx_arena_reset(&two);
	}
}

static bool
same_name(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Stored paths hold the numbers of functions and operators: row i of these lists has number i + 1 for ever. */
static void
numbers(void)
{
	static const char *const functions[] = {
		"last",
		"position",
		"count",
		"id",
		"local-name",
		"namespace-uri",
		"name",
		"string",
		"concat",
		"starts-with",
		"contains",
		"substring-before",
		"substring-after",
		"substring",
		"string-length",
		"normalize-space",
		"translate",
		"boolean",
		"not",
		"true",
		"false",
		"lang",
		"number",
		"sum",
		"floor",
		"ceiling",
		"round",
		"matches",
		"replace",
		"tokenize",
		"lower-case",
		"upper-case",
		"ends-with",
		"string-join",
		"exists",
		"empty",
		"distinct-values",
		"data",
		"reverse",
		"subsequence",
		"head",
		"tail",
		"index-of",
		"min",
		"max",
		"avg",
		"abs",
		"xs:date",
		"xs:dateTime",
		"xs:decimal",
		"xs:double",
		"xs:string",
		"xs:dayTimeDuration",
		"xs:yearMonthDuration",
		"round-half-to-even",
		"year-from-date",
		"month-from-date",
		"day-from-date",
		"timezone-from-date",
		"year-from-dateTime",
		"month-from-dateTime",
		"day-from-dateTime",
		"hours-from-dateTime",
		"minutes-from-dateTime",
		"seconds-from-dateTime",
		"timezone-from-dateTime",
		"years-from-duration",
		"months-from-duration",
		"days-from-duration",
		"hours-from-duration",
		"minutes-from-duration",
		"seconds-from-duration",
		"xs:boolean",
	};
	static const char *const operators[] = {
		"number", "string",    "variable", "call",      "or",    "and",      "=",
		"!=",     "<",         "<=",       ">",         ">=",    "+",        "-",
		"*",      "div",       "mod",      "negate",    "union", "path",     "filter",
		"step",   "predicate", "except",   "intersect", "to",    "eq",       "ne",
		"lt",     "le",        "gt",       "ge",        "map",   "sequence", "if",
		"for",    "let",       "some",     "every",     "local", "item",     "filter-sequence",
		"idiv",   NULL,        "query",
	};
	CHECK(sizeof(functions) / sizeof(functions[0]) == XP_FN_MAX_ID - 1);
	for (unsigned i = 1; i < XP_FN_MAX_ID; i++)
		CHECKF(strcmp(xp_func_name((XpFunc) i), functions[i - 1]) == 0, "function %u is %s", i,
			   xp_func_name((XpFunc) i));
	CHECK(sizeof(operators) / sizeof(operators[0]) == XP_OP_COUNT - 1);
	for (unsigned i = 1; i < XP_OP_COUNT; i++)
		CHECKF(same_name(xp_op_name(i), operators[i - 1]), "operator %u", i);
}

/* ---- queries ---- */

static void
test_query_text(void)
{
	static const char *const queries[] = {"xquery version '3.1'; 1", " (:a(:b:):)xquery(::)version\"1.0\";1",
										  "xquery\nencoding \"utf-8\"; a", "xquery version(::)'3.1';1"};
	static const char *const paths[] = {
		"xquery", "xquery/version", "xqueryversion '3.1'", "xquery versions '3.1'", "(: xquery version '3.1'",
		"",       "xquery version", "a xquery version ''"};
	size_t i;

	for (i = 0; i < sizeof(queries) / sizeof(queries[0]); i++)
		CHECKF(xp_is_query_text(queries[i], strlen(queries[i])), "%s", queries[i]);
	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		CHECKF(!xp_is_query_text(paths[i], strlen(paths[i])), "%s", paths[i]);
}

/* One node with the text; no other block is taken for one, nor does one pass for a path. */
static void
test_query_block(void)
{
	const char *text = "xquery version '3.1'; <a>{1}</a>";
	BxArena arena;
	XpBlock *block;
	BxError err;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile(text, strlen(text), 0, &arena, &block, &err) == BX_OK && xp_is_query(block));
	CHECK(xp_nodes(block)[block->root].op == XP_QUERY && block->source_len == strlen(text));
	CHECK(walk_if_accepted(block, block->total));
	cut_block(block);
	block->mode = XP_MODE_PATH;
	CHECK(!xp_block_check(block, block->total));
	block->mode = XP_MODE_QUERY + 1;
	CHECK(!xp_block_check(block, block->total));
	block->mode = XP_MODE_QUERY;
	memcpy((char *) xp_pool(block), "xquery / version", 16);
	CHECK(!xp_block_check(block, block->total));
	CHECK(xp_compile("a/b", 3, 0, &arena, &block, &err) == BX_OK && block->mode == 0);
	block->mode = XP_MODE_QUERY;
	CHECK(!xp_block_check(block, block->total));
	bx_arena_reset(&arena);
}

UT_SUITE(test_xpath_block)
{
	UT_RUN(numbers);
	UT_RUN(test_long_chains);
	UT_RUN(test_nesting);
	UT_RUN(test_declarations_bound);
	UT_RUN(test_host);
	UT_RUN(test_encoding);
	UT_RUN(test_message_bytes);
	UT_RUN(test_corrupt_blocks);
	UT_RUN(test_forged_blocks);
	UT_RUN(test_random_expressions);
	UT_RUN(test_determinism);
	UT_RUN(test_query_text);
	UT_RUN(test_query_block);
	return ut_done();
}
