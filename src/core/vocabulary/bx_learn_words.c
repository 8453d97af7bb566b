/*
 * bx_learn_words.c -- the words of a vocabulary: strings that many documents have in common.
 *
 * A *word* is a string of one of a few lengths.  For each place of the sample the longest word is found that starts there and
 * occurs in enough documents: a word of one length is frequent only where the shorter words at its beginning and at its end
 * are, so each length looks at what the one before left.  Then the documents are cut into words from left to right, and the
 * words are taken by the bytes they save.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_array.h"
#include "../base/bx_sort.h"
#include "bx_learn_int.h"

/* Bytes of the sample that are looked at. */
#define SAMPLE (UINT32_C(4) << 20)

/* Lengths of words, each at most twice the one before. */
static const uint32_t lengths[] = {6, 8, 12, 16, 24, 32, 48, 64};
#define LENGTHS (sizeof(lengths) / sizeof(lengths[0]))

/* What a match costs in a packed value. */
#define MATCH_COST 3

/* Counters that let most rare words be passed over: a power of two. */
#define ROUGH (1u << 20)

/* In how many documents: of one hash, roughly; of one word. */
typedef struct Count
{
	uint32_t last; /* the document it was seen in last, + 1 */
	uint32_t documents;
} Count;

typedef struct Word
{
	uint64_t hash;
	const uint8_t *p;
	uint32_t len;
	uint32_t uses;
	Count count;
} Word;

typedef struct Words
{
	const BxLearnBody *bodies;
	uint32_t n_bodies; /* that are looked at: every step-th */
	uint32_t step;
	uint32_t least;
	BxArena *arena;
	uint8_t **level; /* per body and place: lengths[level - 1] is the longest frequent word there */
	Count *rough;
	BxHashMap map;
	Word *words;
	uint32_t n_words;
	uint32_t cap;
	BxError *err;
} Words;

static const BxLearnBody *
body_at(const Words *w, uint32_t i)
{
	return &w->bodies[i * w->step];
}

static void *
words_alloc(Words *w, size_t n)
{
	void *p = bx_arena_zalloc(w->arena, n + 1);

	if (p == NULL)
		bx_fail_nomem(w->err, n);
	return p;
}

static void
count_document(Count *c, uint32_t document)
{
	c->documents += c->last != document + 1;
	c->last = document + 1;
}

/* The word with this hash and length: hashes of 64 bits do not collide in a sample. */
static BxStatus
find_word(Words *w, uint64_t hash, const uint8_t *p, uint32_t len, Word **word)
{
	uint32_t i, at;

	BX_TRY(bx_hashmap_reserve(&w->map, w->err));
	bx_hashmap_foreach (i, &w->map, (uint32_t) hash, &at)
		if (w->words[i].hash == hash && w->words[i].len == len)
			break;
	if (i == BX_HASH_NONE)
	{
		BX_ROOM(w->arena->host, w->err, w->words, w->n_words, w->cap);
		i = w->n_words++;
		w->words[i] = (Word){hash, p, len, 0, {0, 0}};
		bx_hashmap_put(&w->map, (uint32_t) hash, at, i);
	}
	*word = &w->words[i];
	return BX_OK;
}

/* May a word of length number k start at this place, by what is known of shorter ones? */
static bool
may_be_word(const Words *w, uint32_t document, uint32_t at, uint32_t k)
{
	const uint8_t *level = w->level[document];

	if (at + lengths[k] > body_at(w, document)->n)
		return false;
	return k == 0 || (level[at] >= k && level[at + lengths[k] - lengths[k - 1]] >= k);
}

/* One pass over all places that may have a word of length number k. */
typedef BxStatus (*PlaceAction)(Words *w, uint32_t document, uint32_t at, uint32_t k, uint64_t hash);

static BxStatus
each_place(Words *w, uint32_t k, PlaceAction action)
{
	uint32_t i, at;

	for (i = 0; i < w->n_bodies; i++)
	{
		const BxLearnBody *body = body_at(w, i);

		BX_TRY(bx_steps(w->arena->host, body->n));
		for (at = 0; at + lengths[k] <= body->n; at++)
			if (may_be_word(w, i, at, k))
				BX_TRY(action(w, i, at, k, bx_hash_fixed(lengths[k], body->p + at, lengths[k])));
	}
	return BX_OK;
}

static BxStatus
count_roughly(Words *w, uint32_t document, uint32_t at, uint32_t k, uint64_t hash)
{
	(void) at;
	(void) k;
	count_document(&w->rough[hash & (ROUGH - 1)], document);
	return BX_OK;
}

static BxStatus
count_word(Words *w, uint32_t document, uint32_t at, uint32_t k, uint64_t hash)
{
	Word *word;

	if (w->rough[hash & (ROUGH - 1)].documents < w->least)
		return BX_OK;
	BX_TRY(find_word(w, hash, body_at(w, document)->p + at, lengths[k], &word));
	count_document(&word->count, document);
	return BX_OK;
}

/* A place is raised by one level; what is judged by it asks only whether it had the level before. */
static BxStatus
mark_place(Words *w, uint32_t document, uint32_t at, uint32_t k, uint64_t hash)
{
	Word *word;

	if (w->rough[hash & (ROUGH - 1)].documents < w->least)
		return BX_OK;
	BX_TRY(find_word(w, hash, body_at(w, document)->p + at, lengths[k], &word));
	if (word->count.documents >= w->least)
		w->level[document][at] = (uint8_t) (k + 1);
	return BX_OK;
}

static BxStatus
find_frequent(Words *w)
{
	uint32_t k;

	for (k = 0; k < LENGTHS; k++)
	{
		memset(w->rough, 0, ROUGH * sizeof(*w->rough));
		BX_TRY(each_place(w, k, count_roughly));
		BX_TRY(each_place(w, k, count_word));
		BX_TRY(each_place(w, k, mark_place));
	}
	return BX_OK;
}

/* Cut every document into the longest words, from left to right. */
static BxStatus
count_uses(Words *w)
{
	uint32_t i, at, len;
	Word *word;

	for (i = 0; i < w->n_bodies; i++)
	{
		const BxLearnBody *body = body_at(w, i);

		BX_TRY(bx_steps(w->arena->host, body->n));
		for (at = 0; at < body->n; at += len)
		{
			len = 1;
			if (w->level[i][at] == 0)
				continue;
			len = lengths[w->level[i][at] - 1];
			BX_TRY(find_word(w, bx_hash_fixed(len, body->p + at, len), body->p + at, len, &word));
			word->uses++;
		}
	}
	return BX_OK;
}

static int
by_savings(const void *x, const void *y)
{
	const Word *a = x, *b = y;
	uint64_t saves_a = (uint64_t) a->uses * (a->len - MATCH_COST);
	uint64_t saves_b = (uint64_t) b->uses * (b->len - MATCH_COST);

	if (saves_a != saves_b)
		return saves_a > saves_b ? -1 : 1;
	return a->len != b->len ? (a->len > b->len ? -1 : 1) : memcmp(a->p, b->p, a->len);
}

static bool
is_part(const uint8_t *all, uint32_t n, const Word *word)
{
	const uint8_t *p = all, *hit;

	while (n - (uint32_t) (p - all) >= word->len &&
		   (hit = memchr(p, word->p[0], n - (uint32_t) (p - all) - word->len + 1)) != NULL)
	{
		if (memcmp(hit, word->p, word->len) == 0)
			return true;
		p = hit + 1;
	}
	return false;
}

/* The words that save most, unless they are part of others already. */
static BxStatus
take_words(Words *w, uint8_t *words, uint32_t *n_words)
{
	uint32_t i, n = 0;

	BX_TRY(bx_sort(w->arena->host, w->words, w->n_words, sizeof(Word), by_savings, w->err));
	for (i = 0; i < w->n_words && w->words[i].uses > 1; i++)
	{
		const Word *word = &w->words[i];

		BX_TRY(bx_charge(w->arena->host, n + 1));
		if (n + word->len > BX_WORDS_MAX || is_part(words, n, word))
			continue;
		memcpy(words + n, word->p, word->len);
		n += word->len;
	}
	*n_words = n;
	return BX_OK;
}

/* As many bodies as the sample has bytes for, evenly from all. */
static BxStatus
choose_bodies(Words *w, uint32_t n_bodies)
{
	uint64_t all = 0;
	uint32_t i;

	for (i = 0; i < n_bodies; i++)
		all += w->bodies[i].n;
	w->step = (uint32_t) (all / SAMPLE) + 1;
	w->n_bodies = n_bodies / w->step;
	w->level = words_alloc(w, w->n_bodies * sizeof(*w->level));
	w->rough = words_alloc(w, ROUGH * sizeof(*w->rough));
	if (w->level == NULL || w->rough == NULL)
		return BX_E_NOMEM;
	for (i = 0; i < w->n_bodies; i++)
	{
		w->level[i] = words_alloc(w, body_at(w, i)->n);
		if (w->level[i] == NULL)
			return BX_E_NOMEM;
	}
	return BX_OK;
}

BxStatus
bx_learn_words(const BxLearnBody *bodies, uint32_t n_bodies, uint32_t least, BxArena *arena, uint8_t *words,
			   uint32_t *n_words, BxError *err)
{
	Words w = {.bodies = bodies, .least = least, .arena = arena, .err = err};
	BxStatus st;

	*n_words = 0;
	bx_hashmap_init(&w.map, arena->host, NULL);
	st = choose_bodies(&w, n_bodies);
	if (st == BX_OK && w.n_bodies >= least)
		st = find_frequent(&w);
	if (st == BX_OK)
		st = count_uses(&w);
	if (st == BX_OK)
		st = take_words(&w, words, n_words);
	bx_hashmap_free(&w.map);
	arena->host->release(arena->host->ctx, w.words);
	return st;
}
