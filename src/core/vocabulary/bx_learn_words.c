/*
 * bx_learn_words.c -- the words of a vocabulary: strings that many documents have in common.
 *
 * A *word* is a string of one of a few lengths.  For each place of the sample the longest word is found that starts
 * there and occurs in enough documents: a word of one length is frequent only where the shorter words at its
 * beginning and at its end are, so each length looks at what the one before left.  Then the documents are cut into
 * words from left to right, and the words are taken by the bytes they save.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_array.h"
#include "../base/bx_sort.h"
#include "bx_learn_int.h"

/* Bytes of the sample that are looked at. */
#define SAMPLE (UINT32_C(4) << 20)

/* But at least so many documents, if there are as many. */
#define BODIES 400

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

typedef struct SampleWord
{
	uint64_t hash;
	const uint8_t *p;
	uint32_t len;
	uint32_t uses;
	Count count;
} SampleWord;

/* What to do at a place that may have a word. */
typedef struct WordSearch WordSearch;
typedef BxStatus (*LookAtPlace)(WordSearch *w, uint32_t document, uint32_t at, uint64_t hash);

struct WordSearch
{
	const BxLearnBody *bodies;
	uint32_t n_bodies; /* that are looked at: every step-th */
	uint32_t step;
	uint32_t least;
	BxArena *arena;
	uint8_t **level; /* per body and place: lengths[level - 1] is the longest frequent word there */
	Count *rough;
	BxHashMap map;
	SampleWord *words;
	uint32_t n_words;
	uint32_t cap;
	uint32_t k;       /* the length that is looked at */
	LookAtPlace look; /* what for */
	bool raising;
	BxError *err;
};

static const BxLearnBody *
body_at(const WordSearch *w, uint32_t i)
{
	return &w->bodies[i * w->step];
}

static void *
words_alloc(WordSearch *w, size_t n)
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
find_word(WordSearch *w, uint64_t hash, const uint8_t *p, uint32_t len, SampleWord **word)
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
		w->words[i] = (SampleWord){hash, p, len, 0, {0, 0}};
		bx_hashmap_put(&w->map, (uint32_t) hash, at, i);
	}
	*word = &w->words[i];
	return BX_OK;
}

/* May a word of the present length start at this place, by what is known of shorter ones? */
static bool
may_be_word(const WordSearch *w, uint32_t document, uint32_t at)
{
	uint32_t k = w->k;
	const uint8_t *level = w->level[document];

	if (at + lengths[k] > body_at(w, document)->n)
		return false;
	return k == 0 || (level[at] >= k && level[at + lengths[k] - lengths[k - 1]] >= k);
}

/* One pass over all documents ... */
typedef BxStatus (*BodyAction)(WordSearch *w, uint32_t document, const BxLearnBody *body);

static BxStatus
each_body(WordSearch *w, BodyAction action)
{
	uint32_t i;

	for (i = 0; i < w->n_bodies; i++)
	{
		BX_TRY(bx_steps(w->arena->host, body_at(w, i)->n));
		BX_TRY(action(w, i, body_at(w, i)));
	}
	return BX_OK;
}

/* ... and over all places that may have a word of the present length. */
static BxStatus
look_at_places(WordSearch *w, uint32_t document, const BxLearnBody *body)
{
	uint32_t at, len = lengths[w->k];

	for (at = 0; at + len <= body->n; at++)
		if (may_be_word(w, document, at))
			BX_TRY(w->look(w, document, at, bx_hash_fixed(len, body->p + at, len)));
	return BX_OK;
}

static BxStatus
count_roughly(WordSearch *w, uint32_t document, uint32_t at, uint64_t hash)
{
	(void) at;
	count_document(&w->rough[hash & (ROUGH - 1)], document);
	return BX_OK;
}

/* Count a word that is not rare by the rough count, or at last raise the places of those that are frequent. */
static BxStatus
count_exactly(WordSearch *w, uint32_t document, uint32_t at, uint64_t hash)
{
	SampleWord *word;

	if (w->rough[hash & (ROUGH - 1)].documents < w->least)
		return BX_OK;
	BX_TRY(find_word(w, hash, body_at(w, document)->p + at, lengths[w->k], &word));
	if (!w->raising)
		count_document(&word->count, document);
	else if (word->count.documents >= w->least)
		w->level[document][at] = (uint8_t) (w->k + 1);
	return BX_OK;
}

static BxStatus
find_frequent(WordSearch *w)
{
	for (w->k = 0; w->k < LENGTHS; w->k++)
	{
		memset(w->rough, 0, ROUGH * sizeof(*w->rough));
		w->look = count_roughly;
		BX_TRY(each_body(w, look_at_places));
		w->look = count_exactly;
		w->raising = false;
		BX_TRY(each_body(w, look_at_places));
		w->raising = true;
		BX_TRY(each_body(w, look_at_places));
	}
	return BX_OK;
}

/* Cut a document into the longest words, from left to right. */
static BxStatus
cut(WordSearch *w, uint32_t document, const BxLearnBody *body)
{
	uint32_t at, len;
	SampleWord *word;

	for (at = 0; at < body->n; at += len)
	{
		uint8_t level = w->level[document][at];

		len = level > 0 ? lengths[level - 1] : 1;
		if (level == 0)
			continue;
		BX_TRY(find_word(w, bx_hash_fixed(len, body->p + at, len), body->p + at, len, &word));
		word->uses++;
	}
	return BX_OK;
}

static int
by_savings(const void *x, const void *y)
{
	const SampleWord *a = x, *b = y;
	uint64_t saves_a = (uint64_t) a->uses * (a->len - MATCH_COST);
	uint64_t saves_b = (uint64_t) b->uses * (b->len - MATCH_COST);

	if (saves_a != saves_b)
		return saves_a > saves_b ? -1 : 1;
	return a->len != b->len ? (a->len > b->len ? -1 : 1) : memcmp(a->p, b->p, a->len);
}

static bool
is_part(const uint8_t *all, uint32_t n, const SampleWord *word)
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
take_words(WordSearch *w, uint8_t *words, uint32_t *n_words)
{
	uint32_t i, n = 0;

	BX_TRY(bx_sort(w->arena->host, w->words, w->n_words, sizeof(SampleWord), by_savings, w->err));
	for (i = 0; i < w->n_words && w->words[i].uses > 1; i++)
	{
		const SampleWord *word = &w->words[i];

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
choose_bodies(WordSearch *w, uint32_t n_bodies)
{
	uint64_t all = 0;
	uint32_t i;

	for (i = 0; i < n_bodies; i++)
		all += w->bodies[i].n;
	w->step = (uint32_t) (all / SAMPLE) + 1;
	if (n_bodies / w->step < BODIES)
		w->step = n_bodies / BODIES + 1;
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
bx_learn_words(const BxLearnBody *bodies, uint32_t n_bodies, const BxLearnLeast *least, BxArena *arena,
			   uint8_t *words, uint32_t *n_words, BxError *err)
{
	WordSearch w = {.bodies = bodies, .arena = arena, .err = err};
	BxStatus st;

	*n_words = 0;
	bx_hashmap_init(&w.map, arena->host, NULL);
	st = choose_bodies(&w, n_bodies);
	w.least = bx_learn_least(least->word_documents, least->word_percent, w.n_bodies);
	if (st == BX_OK && w.n_bodies >= w.least)
		st = find_frequent(&w);
	if (st == BX_OK)
		st = each_body(&w, cut);
	if (st == BX_OK)
		st = take_words(&w, words, n_words);
	bx_hashmap_free(&w.map);
	arena->host->release(arena->host->ctx, w.words);
	return st;
}
