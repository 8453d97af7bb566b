/*
 * fuzz_shared.c -- values that refer to a vocabulary, from bytes that nobody has seen.
 *
 * Input: a value that refers to the vocabulary of this target, or a plain one that is to refer to it.  Whatever the
 * bytes are, their plain form is refused with a status or can be judged, read, printed and written with the vocabulary;
 * what the validator accepts comes back from that form with its events and text.
 */
#include "fuzz.h"

#include "../../src/core/vocabulary/bx_learn.h"
#include "../../src/core/vocabulary/bx_share.h"
#include "../unit/ut_pack.h"

/* Documents that the vocabulary is learned from: enough of them that words enter. */
#define DOCUMENTS 24

static const char *const documents[] = {
	"<order id='1' xmlns:q='urn:q'><status>waiting for confirmation</status><n>12</n><q:n "
	"at='2024-01-02'>1.50</q:n></order>",
	"<order id='2'><!-- waiting for confirmation --><?p waiting?>mixed <n>1</n> text<n/></order>",
};

static BxVocabulary vocabulary;

/* A failure here is one of the target. */
static void
learn(void)
{
	static BxArena arena;
	const BxLearnLeast given = BX_LEARN_GIVEN;
	BxLearn *sample;
	BxBuf content;
	bool more, found;
	int i;

	bx_arena_init(&arena, bx_host_lz4());
	bx_buf_init(&content, bx_host_lz4());
	REQUIRE(bx_learn_new(&sample, &arena, NULL) == BX_OK);
	for (i = 0; i < 2 * DOCUMENTS; i++)
	{
		size_t n;
		uint8_t *v =
			ut_encode(documents[i % 2], strlen(documents[i % 2]), BX_MODE_NAMES, BX_TYPED_LOSSLESS, &n);

		REQUIRE(bx_learn_add(sample, v, n, &more, NULL) == BX_OK);
		free(v);
	}
	REQUIRE(bx_learn_finish(sample, 0, &given, &bx_lz4_word_codec, &content, &found, NULL) == BX_OK && found);
	bx_learn_free(sample);
	REQUIRE(bx_vocabulary_open(&vocabulary, content.data, content.len, &bx_lz4_word_codec, &arena, NULL) ==
			BX_OK);
	REQUIRE(vocabulary.n_words > 0 && bx_vocabulary_index(&vocabulary, &arena, NULL) == BX_OK);
	vocabulary.number = 1;
	bx_buf_free(&content);
}

static void
know_vocabulary(void)
{
	if (vocabulary.number == 0)
		learn();
}

static const BxVocabulary *
choose(BxShareChoice *choice, BxStr uri, BxStr local)
{
	(void) choice;
	(void) uri;
	(void) local;
	return &vocabulary;
}

/* The form of a plain value that refers to the vocabulary; *data is NULL when it has none. */
static BxStatus
share(const uint8_t *v, size_t n, bool words, uint8_t **data, size_t *len)
{
	static const BxPackPolicy policies[] = {{SIZE_MAX, 0, 0}, BX_PACK_ALWAYS};
	BxShareChoice choice = {.choose = choose, .policy = policies[words]};
	BxError err;

	return bx_share(v, n, &choice, bx_host_lz4(), data, len, &err);
}

static BxStatus
expand(const uint8_t *v, size_t n, uint8_t **data, size_t *len)
{
	BxError err;
	BxSharedHead head;
	BxStatus st = bx_shared_head(v, n, &head, &err);

	if (st == BX_OK)
		st = bx_shared_expand(&head, &vocabulary, 0, bx_host_lz4(), data, len, &err);
	REQUIRE(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION);
	return st;
}

/* ---- what must hold ---- */

/* Values of both forms have the same events and text. */
static void
are_equal(const uint8_t *a, size_t a_n, const uint8_t *b, size_t b_n)
{
	UtEvents x, y;
	BxBuf s, t;
	BxError err;

	ut_events_init(&x);
	ut_events_init(&y);
	bx_buf_init(&s, bx_host_lz4());
	bx_buf_init(&t, bx_host_lz4());
	REQUIRE(ut_read_all(a, a_n, &x, &err) == BX_OK && ut_read_all(b, b_n, &y, &err) == BX_OK);
	REQUIRE(ut_events_differ(&x, &y) < 0);
	REQUIRE(bx_text_write(a, a_n, NULL, bx_host_lz4(), &s, &err) == BX_OK);
	REQUIRE(bx_text_write(b, b_n, NULL, bx_host_lz4(), &t, &err) == BX_OK);
	REQUIRE(s.len == t.len && (s.len == 0 || memcmp(s.data, t.data, s.len) == 0));
	bx_buf_free(&s);
	bx_buf_free(&t);
	ut_events_free(&x);
	ut_events_free(&y);
}

/* There and back, of a plain value; one that the validator refuses may give a status instead. */
static void
there_and_back(const uint8_t *v, size_t n, bool words, bool valid)
{
	uint8_t *stored, *plain;
	size_t m, len;
	BxStatus st = share(v, n, words, &stored, &m);

	REQUIRE(st == BX_OK || (!valid && (st == BX_E_CORRUPT || st == BX_E_VERSION)));
	if (st != BX_OK || stored == NULL)
		return;
	REQUIRE(m < n && m <= BX_SHARED_MAX && bx_is_shared(stored, m));
	st = expand(stored, m, &plain, &len);
	REQUIRE(st == BX_OK || !valid);
	if (st == BX_OK)
	{
		st = bx_check(plain, len, false, NULL, bx_host_lz4(), NULL);
		REQUIRE(st == BX_OK || !valid);
		if (valid)
			are_equal(v, n, plain, len);
		free(plain);
	}
	free(stored);
}

/* Readers of what is not valid end with a status. */
static void
read_anyway(const uint8_t *v, size_t n)
{
	UtEvents ev;
	BxError err;
	BxBuf out;

	ut_events_init(&ev);
	bx_buf_init(&out, bx_host_lz4());
	(void) ut_read(v, n, NULL, &ev, &err);
	(void) bx_text_write(v, n, NULL, bx_host_lz4(), &out, &err);
	bx_buf_free(&out);
	ut_events_free(&ev);
}

static void
judge(const uint8_t *v, size_t n)
{
	BxError err;
	BxStatus st = bx_check(v, n, false, NULL, bx_host_lz4(), &err);

	REQUIRE(st == BX_OK || st == BX_E_CORRUPT || st == BX_E_VERSION);
	if (st != BX_OK)
		read_anyway(v, n);
	there_and_back(v, n, false, st == BX_OK);
	there_and_back(v, n, true, st == BX_OK);
}

/* ---- damage ---- */

/* Its body as it is: own names, items and heap, and the lengths of these. */
typedef struct Body
{
	uint8_t *bytes;
	BxBuf parts[3];
} Body;

static bool
take_body(Body *b, const BxSharedHead *h)
{
	uint32_t lens[] = {h->own_len, h->items_len, h->heap_len};
	uint32_t n = h->own_len + h->items_len + h->heap_len, at = 0;
	const uint8_t *from = h->body;
	int i;

	b->bytes = ut_need(malloc(n + 1));
	if (h->codec != BX_SHARED_AS_IS)
	{
		if (n == 0 || !vocabulary.codec->inflate(vocabulary.words, vocabulary.n_words, h->body, h->body_len,
												 b->bytes, n))
		{
			free(b->bytes);
			return false;
		}
		from = b->bytes;
	}
	for (i = 0; i < 3; at += lens[i], i++)
	{
		bx_buf_init(&b->parts[i], bx_host_libc());
		ut_append(&b->parts[i], from + at, lens[i]);
	}
	return true;
}

/* Damage to own names, items or heap, with right lengths. */
static uint8_t *
damage_body(const BxSharedHead *h, Body *b, uint64_t *rng, size_t *n)
{
	BxBuf out, *items = &b->parts[1], *heap = &b->parts[2];
	uint8_t head[2 + 6 * BX_VARINT_MAX] = {BX_VERSION_BYTE, h->flags}, *p = head + 2;
	int times = 1 + (int) ut_below(rng, 3), i;

	while (times-- > 0)
		ut_damage(&b->parts[ut_below(rng, h->heap_len > 0 ? 3 : 2)], rng);
	p = bx_varint_put(p, h->number);
	*p++ = BX_SHARED_AS_IS;
	p = bx_varint_put(p, (uint32_t) b->parts[0].len);
	p = bx_varint_put(p, (uint32_t) items->len);
	p = bx_varint_put(p, h->depth);
	if (h->flags & BX_FLAG_HEAP)
		p = bx_varint_put(p, (uint32_t) heap->len);
	bx_buf_init(&out, bx_host_libc());
	ut_append(&out, head, (size_t) (p - head));
	ut_append(&out, h->dir, h->dir_len);
	for (i = 0; i < 3; i++)
	{
		ut_append(&out, b->parts[i].data, b->parts[i].len);
		bx_buf_free(&b->parts[i]);
	}
	ut_append(&out, h->ext, h->ext_len);
	free(b->bytes);
	*n = out.len;
	return out.data;
}

static uint8_t *
damage_shared(const uint8_t *v, size_t size, uint64_t *rng, size_t *n)
{
	BxSharedHead h;
	BxError err;
	Body b;

	if (ut_below(rng, 4) > 0 && bx_shared_head(v, size, &h, &err) == BX_OK && take_body(&b, &h))
		return damage_body(&h, &b, rng, n);
	return ut_mutate_raw(v, size, rng, n);
}

/* Most inputs keep lengths that fit; some plain ones become values that refer to the vocabulary. */
size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	uint64_t rng = seed * UINT64_C(0x9E3779B97F4A7C15) | 1;
	uint8_t *v, *stored;
	size_t n, m;

	know_vocabulary();
	v = bx_is_shared(data, size) ? damage_shared(data, size, &rng, &n) : ut_mutate(data, size, &rng, &n);
	if (ut_below(&rng, 8) == 0 && !bx_is_shared(v, n) && !ut_is_packed(v, n) &&
		share(v, n, ut_below(&rng, 2), &stored, &m) == BX_OK && stored != NULL)
	{
		free(v);
		v = stored;
		n = m;
	}
	if (n <= max_size)
	{
		memcpy(data, v, n);
		size = n;
	}
	free(v);
	return size;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *plain;
	size_t n;

	know_vocabulary();
	if (!bx_is_shared(data, size))
	{
		if (!ut_is_packed(data, size))
			judge(data, size);
		return 0;
	}
	/* nobody who does not know the vocabulary takes it */
	REQUIRE(bx_check(data, size, true, NULL, bx_host_lz4(), NULL) != BX_OK);
	if (expand(data, size, &plain, &n) == BX_OK)
	{
		judge(plain, n);
		free(plain);
	}
	return 0;
}
