/*
 * fuzz_compare.c -- order, hash, equality and containment of three values, each stored in several forms.
 *
 * Input: one byte of options, then three XML texts with a zero byte between them, or with the option 32 the steps that
 * write them (fuzz_tree.h).  The canonical texts, built as a whole, decide what order, equality and hash must be;
 * containment must be reflexive and transitive, and an index must find by a pattern what contains it.
 */
#include "fuzz_encode.h"
#include "fuzz_tree.h"

#include <string.h>

#include "../../src/core/base/bx_xxh64.h"
#include "../../src/core/compare/bx_contains.h"
#include "../../src/core/compare/bx_equal.h"
#include "../../src/core/compare/bx_order.h"
#include "../../src/core/index/bx_index_pattern.h"
#include "../../src/core/print/bx_canonical.h"
#include "../unit/ut_probe.h"

#define VALUES 3
#define FORMS 4
#define BLOCK_BYTES 50 /* short documents, yet several blocks */

/* A value: names or paths, with constants or a heap, in blocks or not; the last of its forms is outside memory. */
typedef struct Value
{
	uint8_t *v[FORMS];
	size_t n[FORMS];
	BxStore stores[FORMS - 1];
	UtStore outside;
	BxBuf text; /* canonical */
} Value;

static BxStore *
form(Value *x, unsigned i)
{
	i %= FORMS;
	return i == FORMS - 1 ? &x->outside.store : &x->stores[i];
}

/* ---- values ---- */

static void
make_text(Value *x)
{
	static const BxC14nOptions options = {.comments = true, .relative = true};
	const uint8_t *p;
	BxCanonical pieces;
	BxArena arena;
	BxBuf whole;
	BxError err;
	size_t n;

	bx_arena_init(&arena, bx_host_lz4());
	bx_buf_init(&x->text, bx_host_libc());
	bx_buf_init(&whole, bx_host_libc());
	REQUIRE(bx_canonical_open(&pieces, form(x, 0), &arena, &err) == BX_OK);
	do
	{
		REQUIRE(bx_canonical_next(&pieces, &p, &n) == BX_OK);
		ut_append(&x->text, p, n);
	} while (n > 0);
	bx_canonical_close(&pieces);
	REQUIRE(bx_c14n_read(form(x, 1), &options, bx_host_lz4(), &whole, &err) == BX_OK);
	REQUIRE(whole.len == x->text.len && (whole.len == 0 || memcmp(whole.data, x->text.data, whole.len) == 0));
	bx_buf_free(&whole);
	bx_arena_reset(&arena);
}

static bool
make_value(Value *x, const char *s, size_t n, unsigned options)
{
	unsigned mode = options & 1 ? BX_MODE_NAMES : BX_MODE_SHAPES;
	UtPacked p;
	unsigned i;

	if (n > FUZZ_DOCUMENT_MAX / VALUES || !fuzz_encode(s, n, mode, &x->v[0], &x->n[0]))
		return false;
	mode ^= BX_MODE_NAMES ^ BX_MODE_SHAPES;
	REQUIRE(fuzz_encode(s, n, mode | (options & 2 ? UT_CONSTANTS : UT_HEAP), &x->v[1], &x->n[1]));
	REQUIRE(fuzz_encode(s, n, BX_MODE_SHAPES | UT_DIRECTORIES | UT_AS(n % AT_TYPES), &x->v[3], &x->n[3]));
	ut_packed_cut(&p, x->v[1], x->n[1], BLOCK_BYTES, (options & 4) != 0);
	x->v[2] = ut_packed_join(&p, &x->n[2]);
	ut_packed_free(&p);
	for (i = 0; i < FORMS - 1; i++)
		bx_store_memory(&x->stores[i], x->v[i], x->n[i]);
	ut_store_init(&x->outside, x->v[3], x->n[3]);
	make_text(x);
	return true;
}

static void
free_value(Value *x)
{
	unsigned i;

	for (i = 0; i < FORMS; i++)
		free(x->v[i]);
	bx_buf_free(&x->text);
}

/* ---- order and hash ---- */

static int
sign(int x)
{
	return (x > 0) - (x < 0);
}

static int
order_of_texts(const Value *a, const Value *b)
{
	size_t n = a->text.len < b->text.len ? a->text.len : b->text.len;
	int order = n > 0 ? sign(memcmp(a->text.data, b->text.data, n)) : 0;

	return order != 0 ? order : (a->text.len > b->text.len) - (a->text.len < b->text.len);
}

static int
order_of(BxStore *a, BxStore *b)
{
	BxError err;
	int order = 0;

	REQUIRE(bx_order(a, b, bx_host_lz4(), &order, &err) == BX_OK);
	return sign(order);
}

static uint64_t
hash_of(BxStore *x, uint64_t seed)
{
	BxError err;
	uint64_t hash = 0;

	REQUIRE(bx_order_hash(x, seed, bx_host_lz4(), &hash, &err) == BX_OK);
	return hash;
}

static uint64_t
key_of(BxStore *x, const BxBuf *pivot)
{
	BxError err;
	uint64_t key = 0;

	REQUIRE(bx_order_key(x, pivot->data, pivot->len, bx_host_lz4(), &key, &err) == BX_OK);
	return key;
}

/* Any form of one value against any of another. */
static void
check_order(Value *a, Value *b, unsigned options)
{
	int want = order_of_texts(a, b);
	unsigned i;

	for (i = 0; i < FORMS; i++)
	{
		REQUIRE(order_of(form(a, i), form(b, i + options)) == want);
		REQUIRE(order_of(form(b, i + options), form(a, i)) == -want);
	}
}

static void
check_hash(Value *x, uint64_t seed)
{
	BxXxh64 whole;
	unsigned i;

	bx_xxh64_begin(&whole, seed);
	bx_xxh64_add(&whole, x->text.data, x->text.len);
	for (i = 0; i < FORMS; i++)
		REQUIRE(hash_of(form(x, i), seed) == bx_xxh64_end(&whole));
}

/* Where keys differ they have the order of the values, whatever the pivot is. */
static void
check_keys(Value *values)
{
	BxBuf pivot;
	uint64_t keys[VALUES];
	BxError err;
	unsigned p, i, k;

	for (p = 0; p < VALUES; p++)
	{
		bx_buf_init(&pivot, bx_host_libc());
		REQUIRE(bx_order_pivot(form(&values[p], p), bx_host_lz4(), &pivot, &err) == BX_OK);
		for (i = 0; i < VALUES; i++)
		{
			keys[i] = key_of(form(&values[i], i), &pivot);
			REQUIRE(keys[i] == key_of(form(&values[i], i + 1), &pivot));
		}
		for (i = 0; i < VALUES; i++)
			for (k = 0; k < VALUES; k++)
				if (keys[i] < keys[k])
					REQUIRE(order_of_texts(&values[i], &values[k]) < 0);
		bx_buf_free(&pivot);
	}
}

/* ---- containment ---- */

static bool
contains(BxStore *value, BxStore *pattern)
{
	BxError err;
	bool result = false;

	REQUIRE(bx_contains(value, pattern, bx_host_lz4(), &result, &err) == BX_OK);
	return result;
}

static bool
deep_equal(BxStore *a, BxStore *b)
{
	static const BxIgnore ignore = {.comments = false};
	BxError err;
	bool result = false;

	REQUIRE(bx_deep_equal(a, b, &ignore, bx_host_lz4(), &result, &err) == BX_OK);
	return result;
}

/* Equal canonical texts are equal in the data model; what is equal there contains each other. */
static void
check_pair(Value *a, Value *b, bool holds, unsigned options)
{
	bool equal = deep_equal(form(a, options), form(b, options + 1));

	REQUIRE(equal == deep_equal(form(b, options + 2), form(a, options)));
	REQUIRE(equal || order_of_texts(a, b) != 0);
	REQUIRE(holds || !equal);
	REQUIRE(holds == contains(form(a, options), form(b, options + 3)));
}

/* An index of either class has the keys of the value that the pattern is looked up by. */
static void
check_index(BxStore *value, BxStore *pattern)
{
	BxIndexList keys;
	XpTerms terms;
	BxArena arena;
	BxError err;
	unsigned i;

	for (i = 0; i < 2; i++)
	{
		BxIndexOptions options = bx_index_options(i == 1);

		bx_arena_init(&arena, bx_host_lz4());
		REQUIRE(bx_index_extract(&options, value, &arena, &keys, &err) == BX_OK);
		REQUIRE(bx_index_pattern(pattern, &arena, &terms, &err) == BX_OK);
		REQUIRE(ut_ask_terms(&options, &keys, terms.root, &arena) && ut_here == 0);
		bx_arena_reset(&arena);
	}
}

static void
check_containment(Value *values, unsigned options)
{
	bool holds[VALUES][VALUES];
	unsigned i, j, k;

	for (i = 0; i < VALUES; i++)
		for (k = 0; k < VALUES; k++)
			holds[i][k] = contains(form(&values[i], 0), form(&values[k], 1));
	for (i = 0; i < VALUES; i++)
	{
		REQUIRE(holds[i][i]);
		for (j = 0; j < VALUES; j++)
		{
			check_pair(&values[i], &values[j], holds[i][j], options);
			if (holds[i][j])
				check_index(form(&values[i], options), form(&values[j], options + 1));
			for (k = 0; k < VALUES; k++)
				REQUIRE(holds[i][k] || !holds[i][j] || !holds[j][k]);
		}
	}
}

/* ---- entry ---- */

/* The texts between zero bytes. */
static void
cut_texts(const uint8_t *p, const uint8_t *end, BxBuf *texts)
{
	unsigned i;

	for (i = 0; i < VALUES; i++)
	{
		const uint8_t *nul = p < end && i + 1 < VALUES ? memchr(p, 0, (size_t) (end - p)) : NULL;
		size_t n = (size_t) ((nul != NULL ? nul : end) - p);

		bx_buf_init(&texts[i], bx_host_libc());
		ut_append(&texts[i], p, n);
		p += n + (nul != NULL);
	}
}

static void
check(Value *values, unsigned options)
{
	unsigned i;

	for (i = 0; i < VALUES * VALUES; i++)
		check_order(&values[i / VALUES], &values[i % VALUES], options);
	for (i = 0; i < VALUES; i++)
		check_hash(&values[i], i * UINT64_C(0x9E3779B97F4A7C15));
	check_keys(values);
	check_containment(values, options);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Value values[VALUES];
	BxBuf texts[VALUES];
	unsigned i, good = 0;

	if (size == 0)
		return 0;
	memset(values, 0, sizeof(values));
	if (data[0] & 0x20)
		fuzz_trees(data + 1, size - 1, texts, VALUES);
	else
		cut_texts(data + 1, data + size, texts);
	while (good < VALUES &&
		   make_value(&values[good], (const char *) texts[good].data, texts[good].len, data[0] >> good))
		good++;
	if (good == VALUES)
		check(values, data[0] >> 6);
	for (i = 0; i < VALUES; i++)
	{
		free_value(&values[i]);
		bx_buf_free(&texts[i]);
	}
	return 0;
}
