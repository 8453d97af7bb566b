/*
 * fuzz_query_eval.c -- queries on documents, and on values that no validator has seen.
 *
 * Input: query, a zero byte, XML text.  Evaluating ends with a status, within a bound of memory; what comes out of a
 * document is a valid value, and all forms of the document give the same text; damage to the value does no harm.
 */
#include "fuzz_encode.h"

#include <string.h>

#include "../../src/core/check/bx_check.h"
#include "../../src/core/query/face/fc_query.h"

#define QUERY_MAX 4000
#define POLLS_MAX 300
#define MEMORY_MAX ((size_t) 100 << 20)
#define TEXT_MAX 100000

/* ---- a host that refuses what is too much, and knows what is still held ---- */

typedef struct Heap
{
	BxHost host;
	size_t held;
	int polls_left;
} Heap;

static void *
heap_resize(void *ctx, void *p, size_t n)
{
	Heap *h = ctx;
	size_t *block = p != NULL ? (size_t *) p - 2 : NULL;
	size_t had = block != NULL ? *block : 0;

	if (n > MEMORY_MAX || h->held - had + n > MEMORY_MAX)
		return NULL;
	block = realloc(block, n + 2 * sizeof(size_t));
	REQUIRE(block != NULL);
	*block = n;
	h->held += n - had;
	return block + 2;
}

static void *
heap_alloc(void *ctx, size_t n)
{
	return heap_resize(ctx, NULL, n);
}

static void
heap_release(void *ctx, void *p)
{
	if (p == NULL)
		return;
	((Heap *) ctx)->held -= ((size_t *) p)[-2];
	free((size_t *) p - 2);
}

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
	h->held = 0;
	h->polls_left = POLLS_MAX;
}

/* ---- what queries ask of the host ---- */

static BxStatus
parse(void *ctx, BxStr text, bool fragment, BxArena *arena, const uint8_t **value, size_t *n, BxError *err)
{
	uint8_t *v;

	(void) ctx;
	if (text.n > FUZZ_DOCUMENT_MAX ||
		!fuzz_encode(text.s, text.n, fragment ? BX_MODE_NAMES : BX_MODE_SHAPES, &v, n))
		return bx_fail(err, BX_E_COMMENT, -1, "no document");
	*value = (const uint8_t *) bx_arena_strndup(arena, (const char *) v, *n);
	free(v);
	return *value != NULL ? BX_OK : bx_fail_nomem(err, *n);
}

typedef struct Form
{
	const FcQuery *query;
	const uint8_t *v;
	size_t n;
	bool damaged;
	uint8_t *text; /* of the result: */
	size_t text_n;
	BxStatus st;
} Form;

static FcRun *
open_run(const Form *f, Heap *heap, BxArena *arena, BxError *err, const RuExternal *external)
{
	FcCall call = {.host = &heap->host,
				   .arena = arena,
				   .err = err,
				   .value = f->v,
				   .n = f->n,
				   .now = {INT64_C(1772366400), 0, 0},
				   .external = external};
	FcRun *run = NULL;
	BxStatus st;

	bx_error_clear(err);
	heap->polls_left = POLLS_MAX;
	st = fc_open(f->query, &call, &run);
	REQUIRE(st == BX_OK || run == NULL);
	REQUIRE(st == BX_OK || (err->status == st && err->msg[0] != '\0') || st == BX_E_CANCEL);
	return run;
}

static void
take_value(const Form *f, Heap *heap, uint8_t *v, size_t n)
{
	BxError err;

	if (!f->damaged)
	{
		if (bx_check(v, n, true, NULL, bx_host_libc(), &err) != BX_OK)
			fprintf(stderr, "%s at %lld\n", err.msg, (long long) err.pos);
		REQUIRE(bx_check(v, n, true, NULL, bx_host_libc(), &err) == BX_OK);
	}
	heap_release(heap, v);
}

static void
ask_items(const Form *f, FcRun *run, Heap *heap)
{
	BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};
	BxStatus st;
	XdItem item;
	bool found = true;
	uint8_t *v;
	BxStr text;
	size_t n;

	for (int i = 0; i < 1000; i++)
	{
		st = fc_next(run, &item, &found);
		if (st != BX_OK || !found)
			return;
		REQUIRE(fc_type_name(&item) != NULL);
		if (fc_text(run, &item, &text) == BX_OK && text.n > 0)
			REQUIRE(memchr(text.s, 0xFF, text.n) == NULL || f->damaged);
		if (fc_value(run, &item, &options, &v, &n) == BX_OK && v != NULL)
			take_value(f, heap, v, n);
	}
}

/* Question 0: items; 1: content; 2: text; 3: changes. */
static void
ask(Form *f, int question, Heap *heap, const RuExternal *external)
{
	BxWriterOptions options = {.limits = BX_LIMITS_DEFAULT};
	BxArena arena;
	BxError err;
	FcRun *run;
	uint8_t *v = NULL;
	size_t n = 0;
	bool any = false;
	BxStr text;

	bx_arena_init(&arena, &heap->host);
	run = open_run(f, heap, &arena, &err, external);
	if (run != NULL && question == 0)
		ask_items(f, run, heap);
	else if (run != NULL && question == 1 && fc_content(run, &options, &any, &v, &n) == BX_OK && any)
		take_value(f, heap, v, n);
	else if (run != NULL && question == 2)
	{
		f->st = fc_serialize(run, &text);
		if (f->st == BX_OK && text.n > 0 && text.n < TEXT_MAX)
		{
			f->text = malloc(text.n);
			REQUIRE(f->text != NULL);
			memcpy(f->text, text.s, text.n);
			f->text_n = text.n;
		}
	}
	else if (run != NULL && question == 3 && fc_update(run, &options, &v, &n) == BX_OK && v != NULL)
		take_value(f, heap, v, n);
	fc_close(run);
	bx_arena_reset(&arena);
}

static void
ask_all(Form *f, Heap *heap)
{
	const RuExternal external = {.parse = parse, .budget = 1 << 20, .stable = true};
	size_t held = heap->held;

	for (int i = 0; i < 4; i++)
	{
		ask(f, i, heap, &external);
		REQUIRE(heap->held == held);
	}
}

static void
ask_damaged(const FcQuery *query, const uint8_t *v, size_t n, uint64_t *rng, Heap *heap)
{
	Form f = {.query = query, .damaged = true};
	uint8_t *damaged = ut_mutate(v, n, rng, &f.n);

	f.v = damaged;
	ask_all(&f, heap);
	free(f.text);
	free(damaged);
}

/* identifies: generate-id is in the query, and what that gives is each form's own affair. */
static void
ask_forms(const FcQuery *query, bool identifies, const char *text, size_t n, Heap *heap)
{
	static const unsigned forms[] = {BX_MODE_NAMES, BX_MODE_SHAPES | UT_HEAP, BX_MODE_NAMES | UT_CONSTANTS,
									 BX_MODE_SHAPES | UT_DIRECTORIES | UT_VALUES | UT_CONSTANTS | UT_EVERY};
	uint64_t rng = (n + 1) * UINT64_C(0x9E3779B97F4A7C15) | 1;
	Form first = {.query = query, .st = BX_E_STATE}, f;

	for (int i = 0; i < 4; i++)
	{
		uint8_t *v;

		f = (Form){.query = query};
		if (!fuzz_encode(text, n, forms[i], &v, &f.n))
			break;
		f.v = v;
		ask_all(&f, heap);
		if (i == 0 && !identifies)
			first = f;
		else if (f.st == BX_OK && first.st == BX_OK && f.text != NULL && first.text != NULL)
			REQUIRE(f.text_n == first.text_n && memcmp(f.text, first.text, f.text_n) == 0);
		if (f.text != first.text)
			free(f.text);
		for (int k = 0; k < 2; k++)
			ask_damaged(query, v, f.n, &rng, heap);
		free(v);
	}
	free(first.text);
	f = (Form){.query = query};
	ask_all(&f, heap);
	free(f.text);
}

static bool
has(const uint8_t *s, size_t n, const char *word)
{
	size_t len = strlen(word);

	for (size_t i = 0; i + len <= n; i++)
		if (memcmp(s + i, word, len) == 0)
			return true;
	return false;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const FcOptions options;
	const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
	size_t n = nul ? (size_t) (nul - data) : 0;
	const FcQuery *query;
	BxArena arena;
	BxError err;
	Heap heap;

	if (nul == NULL || n > QUERY_MAX || size - n - 1 > FUZZ_DOCUMENT_MAX)
		return 0;
	heap_init(&heap);
	bx_arena_init(&arena, &heap.host);
	bx_error_clear(&err);
	if (fc_compile(bx_str((const char *) data, n), &options, &heap.host, &arena, &query, &err) == BX_OK)
		ask_forms(query, has(data, n, "generate-id"), (const char *) nul + 1, size - n - 1, &heap);
	else
		REQUIRE(err.msg[0] != '\0' || heap.polls_left <= 0);
	bx_arena_reset(&arena);
	REQUIRE(heap.held == 0);
	return 0;
}
