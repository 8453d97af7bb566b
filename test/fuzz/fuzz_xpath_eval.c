/*
 * fuzz_xpath_eval.c -- expressions on documents, every kind of question.
 *
 * Input: expression, a zero byte, XML text.  The questions must agree with each other, with and without a cache, and
 * on both modes of the same document, plain, in blocks and outside memory; results are valid values.
 */
#include "fuzz_encode.h"

#include <string.h>

#include "../../src/core/check/bx_check.h"
#include "../../src/core/xpath/result/xp_eval.h"
#include "../../src/core/xpath/plan/xp_run.h"
#include "../unit/ut_pack.h"

#define EXPRESSION_MAX 400
#define POLLS_MAX 2000
#define BLOCK_BYTES 50 /* short documents, yet several blocks */

typedef struct Answers
{
	BxStatus exists_st, test_st, value_st, count_st, query_st;
	bool exists, test, query;
	XpItem value;
	uint64_t count;
} Answers;

/* ---- a host that frees wholesale, as a server does: a cache is never told to go ---- */

typedef struct Block
{
	struct Block *next, *prev;
} Block;

typedef struct Heap
{
	BxHost host;
	Block all; /* ring */
	int polls_left;
} Heap;

static void
link_block(Heap *h, Block *b)
{
	b->next = h->all.next;
	b->prev = &h->all;
	b->next->prev = b->prev->next = b;
}

static void
unlink_block(Block *b)
{
	b->next->prev = b->prev;
	b->prev->next = b->next;
}

static void *
heap_resize(void *ctx, void *p, size_t n)
{
	Block *b = p ? (Block *) p - 1 : NULL;

	if (b != NULL)
		unlink_block(b);
	b = realloc(b, sizeof(Block) + n);
	REQUIRE(b != NULL);
	link_block(ctx, b);
	return b + 1;
}

static void *
heap_alloc(void *ctx, size_t n)
{
	return heap_resize(ctx, NULL, n);
}

static void
heap_release(void *ctx, void *p)
{
	(void) ctx;
	if (p == NULL)
		return;
	unlink_block((Block *) p - 1);
	free((Block *) p - 1);
}

/* Nested paths can be slow without being wrong: give up, and compare nothing. */
static BxStatus
limited_poll(void *ctx)
{
	return ((Heap *) ctx)->polls_left-- > 0 ? BX_OK : BX_E_CANCEL;
}

static void
heap_init(Heap *h)
{
	h->host = *bx_host_lz4();
	h->host.ctx = h;
	h->host.alloc = heap_alloc;
	h->host.resize = heap_resize;
	h->host.release = heap_release;
	h->host.poll = limited_poll;
	h->all.next = h->all.prev = &h->all;
	h->polls_left = POLLS_MAX;
}

static void
heap_empty(Heap *h)
{
	while (h->all.next != &h->all)
		heap_release(h, h->all.next + 1);
}

/* ---- questions ---- */

static void
ask_query(XpCall *c, const XpBlock *path, Answers *a)
{
	BxWriterOptions opt = {.limits = BX_LIMITS_DEFAULT};
	uint8_t *v = NULL;
	size_t n = 0;
	BxError err;

	a->query_st = xp_query(c, path, &opt, &a->query, &v, &n);
	if (a->query_st != BX_OK || !a->query)
		return;
	if (bx_check(v, n, true, NULL, bx_host_libc(), &err) != BX_OK)
		fprintf(stderr, "%s at %lld\n", err.msg, (long long) err.pos);
	REQUIRE(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK);
	c->host->release(c->host->ctx, v);
}

static void
ask(XpCall *c, const XpBlock *path, Answers *a)
{
	memset(a, 0, sizeof(*a));
	a->exists_st = xp_exists(c, path, &a->exists);
	a->test_st = xp_test(c, path, &a->test);
	a->value_st = xp_value(c, path, &a->value);
	a->count_st = xp_count(c, path, &a->count);
	ask_query(c, path, a);
}

static void
agree_with_itself(const Answers *a)
{
	if (a->exists_st == BX_OK && a->count_st == BX_OK)
		REQUIRE(a->exists == (a->count > 0));
	if (a->exists_st == BX_OK && a->value_st == BX_OK)
		REQUIRE(a->exists == (a->value.type != XP_T_ANY));
	if (a->exists_st == BX_OK && a->query_st == BX_OK)
		REQUIRE(a->exists == a->query);
}

static void
agree(const Answers *a, const Answers *b)
{
	REQUIRE(a->exists_st == b->exists_st && a->exists == b->exists);
	REQUIRE(a->test_st == b->test_st && a->test == b->test);
	REQUIRE(a->count_st == b->count_st && a->count == b->count);
	REQUIRE(a->query_st == b->query_st && a->query == b->query);
	REQUIRE(a->value_st == b->value_st && a->value.type == b->value.type);
	if (a->value_st == BX_OK && a->value.type != XP_T_ANY)
		REQUIRE(a->value.str.n == b->value.str.n &&
				(a->value.str.n == 0 || memcmp(a->value.str.s, b->value.str.s, a->value.str.n) == 0));
}

/* names and paths, names with constants and paths with a heap, and those in blocks; paths with directories */
#define FORMS 8
typedef struct Forms
{
	uint8_t *v[FORMS];
	size_t n[FORMS];
} Forms;

static bool
forms_make(Forms *f, const char *text, size_t n)
{
	UtPacked p;
	int i;

	if (!fuzz_encode(text, n, BX_MODE_NAMES, &f->v[0], &f->n[0]))
		return false;
	REQUIRE(fuzz_encode(text, n, BX_MODE_SHAPES, &f->v[1], &f->n[1]));
	REQUIRE(fuzz_encode(text, n, BX_MODE_NAMES | UT_CONSTANTS | UT_AS(n % AT_TYPES), &f->v[2], &f->n[2]));
	REQUIRE(fuzz_encode(text, n, BX_MODE_SHAPES | UT_HEAP, &f->v[3], &f->n[3]));
	for (i = 2; i < 4; i++)
	{
		ut_packed_cut(&p, f->v[i], f->n[i], BLOCK_BYTES, false);
		f->v[i + 2] = ut_packed_join(&p, &f->n[i + 2]);
		ut_packed_free(&p);
	}
	REQUIRE(fuzz_encode(text, n, BX_MODE_SHAPES | UT_DIRECTORIES, &f->v[6], &f->n[6]));
	REQUIRE(fuzz_encode(text, n, BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES | UT_CONSTANTS | UT_EVERY,
						&f->v[7], &f->n[7]));
	return true;
}

static void
forms_free(Forms *f)
{
	int i;

	for (i = 0; i < FORMS; i++)
		free(f->v[i]);
}

/*
 * Names and paths without a cache, then both through one cache, navigating only, with constants or heap, with them
 * navigating, with directories, in blocks, and in blocks outside memory.
 */
static void
evaluate(const XpBlock *path, const Forms *f, Heap *heap, BxArena *arena)
{
	static const int form[] = {0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 6, 7, 4, 5, 4, 5};
	static const XpVar vars[] = {
		{.uri = "", .local = "x", .local_len = 1, .value = {.type = XP_T_NUMBER, .number = 2}},
		{.uri = "", .local = "y", .local_len = 1, .value = {.type = XP_T_STRING, .str = {"1", 1}}},
		{.uri = "", .local = "z", .local_len = 1, .value = {.type = XP_T_BOOLEAN, .boolean = true}},
	};
	static const XpPrefix prefixes[] = {{"q", 1, "urn:q", 5}};
	BxError err;
	XpCall c = {.host = &heap->host,
				.arena = arena,
				.err = &err,
				.use_directories_at_once = true,
				.vars = vars,
				.n_vars = 3,
				.prefixes = prefixes,
				.n_prefixes = 1,
				.once = fc_engine_once};
	Answers first, other;
	UtStore outside;
	int i;

	for (i = 0; i < 16; i++)
	{
		if (i == 2)
			c.cache = xp_cache_new(arena);
		c.navigate = i == 5 || i == 8 || i == 9;
		c.v = i < 14 ? f->v[form[i]] : NULL;
		c.n = f->n[form[i]];
		ut_store_init(&outside, f->v[form[i]], c.n);
		c.store = i < 14 ? NULL : &outside.store;
		heap->polls_left = POLLS_MAX;
		ask(&c, path, i == 0 ? &first : &other);
		if (heap->polls_left <= 0)
			return;
		agree_with_itself(i == 0 ? &first : &other);
		if (i > 0)
			agree(&first, &other);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
	size_t n_expr = nul ? (size_t) (nul - data) : 0;
	size_t n_doc = nul ? size - n_expr - 1 : 0;
	Forms forms = {0};
	Heap heap;
	BxArena arena;
	XpBlock *path;
	BxError err;

	if (nul == NULL || n_expr > EXPRESSION_MAX || n_doc > FUZZ_DOCUMENT_MAX)
		return 0;
	heap_init(&heap);
	bx_arena_init(&arena, &heap.host);
	if (xp_compile((const char *) data, n_expr, 0, &arena, &path, &err) == BX_OK &&
		forms_make(&forms, (const char *) nul + 1, n_doc))
		evaluate(path, &forms, &heap, &arena);
	forms_free(&forms);
	heap_empty(&heap);
	return 0;
}
