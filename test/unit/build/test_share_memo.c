/*
 * test_share_memo.c -- values of one reader that are shared one after the other: what is remembered of its shapes
 * changes no byte, whatever roots, names, constants and tables come in between.
 */
#define _POSIX_C_SOURCE 200809L

#include "../../../src/codec/bx_lz4.h"
#include "../../../src/core/vocabulary/bx_learn.h"
#include "../../../src/core/vocabulary/bx_share.h"
#include "../../../src/xml/bx_parse.h"
#include "../ut.h"
#include "../ut_random.h"

#define DOCUMENTS 4000

/* Vocabularies for the roots r and q. */
typedef struct Kind
{
	BxArena arena;
	BxBuf content;
	BxVocabulary voc;
} Kind;

static Kind kinds[2];
static int asked; /* how often a vocabulary was looked for by a root */

static const BxVocabulary *
choose(BxShareChoice *choice, BxStr uri, BxStr local)
{
	(void) choice;
	asked++;
	if (uri.n > 0 || local.n != 1)
		return NULL;
	return local.s[0] == 'r' ? &kinds[0].voc : local.s[0] == 'q' ? &kinds[1].voc : NULL;
}

/* ---- documents ---- */

static void
put(BxBuf *b, const char *s)
{
	BxError err;

	CHECK(bx_buf_append(b, s, strlen(s), &err) == BX_OK);
}

static void
put_number(BxBuf *b, const char *before, uint32_t n, const char *after)
{
	char s[80];

	snprintf(s, sizeof(s), "%s%u%s", before, n, after);
	put(b, s);
}

/* A document of a kind; a few have names that no vocabulary has, many names, or so many values that some repeat. */
static void
random_document(BxBuf *b, uint64_t *rng, char root, bool plain)
{
	const char name[] = {root, '\0'};
	uint32_t special = plain ? 0 : ut_below(rng, 60);

	b->len = 0;
	if (special == 1)
		put(b, "<?p?>");
	put(b, "<");
	put(b, name);
	if (special == 2)
		put(b, " xmlns:n='urn:n'");
	for (uint32_t i = 0; i < 30; i++)
		if (ut_below(rng, 2) == 0)
			put_number(b, " a", i, special == 2 ? "='x&lt;'" : "='12345678'");
	put(b, ">");
	for (uint32_t i = ut_below(rng, 4); i > 0; i--)
	{
		put(b, "<e>text");
		put_number(b, "<f", ut_below(rng, 3), "/></e>");
	}
	if (special == 3)
		put(b, "<own own='1'>2</own>");
	for (uint32_t i = special == 4 ? 1100 : 0; i > 0; i--)
		put_number(b, "<m", i + ut_below(rng, 5000), "/>");
	for (uint32_t i = special == 5 ? 400 : 0; i > 0; i--)
		put(b, "<e>the same text</e>");
	if (special == 6)
		put_number(b, "<e>", 7, "<![CDATA[ long text ]]><a/><!-- c --></e>");
	put(b, "</");
	put(b, name);
	put(b, ">");
}

/* The value of a text, and what its shapes are to the writer that is kept. */
static uint8_t *
parse(BxMarkup *reader, const BxBuf *text, size_t *n, BxShapeIds *ids)
{
	BxParseOptions o = {.writer = {.limits = BX_LIMITS_DEFAULT}, .encoding = "UTF-8", .reader = reader};
	BxError err;
	BxParser *p = bx_parser_new(bx_host_lz4(), &o, &err);
	uint8_t *v = NULL;

	CHECK(bx_parser_text(p, (const char *) text->data, text->len) == BX_OK &&
		  bx_parser_finish(p, &v, n) == BX_OK);
	bx_parser_shapes(p, ids);
	bx_parser_free(p);
	return v;
}

static void
learn(Kind *kind, BxMarkup *reader, char root)
{
	const BxLearnLeast least = BX_LEARN_TABLE;
	uint64_t rng = (uint64_t) root;
	BxShapeIds ids;
	BxLearn *learn;
	BxError err;
	BxBuf text;
	bool more, found = false;

	bx_arena_init(&kind->arena, bx_host_lz4());
	bx_buf_init(&kind->content, bx_host_lz4());
	bx_buf_init(&text, bx_host_lz4());
	CHECK(bx_learn_new(&learn, &kind->arena, &err) == BX_OK);
	for (int i = 0; i < 100; i++)
	{
		uint8_t *v;
		size_t n;

		random_document(&text, &rng, root, true);
		v = parse(reader, &text, &n, &ids);
		CHECK(bx_learn_add(learn, v, n, &more, &err) == BX_OK);
		free(v);
	}
	CHECK(bx_learn_finish(learn, 0, &least, &bx_lz4_word_codec, &kind->content, &found, &err) == BX_OK &&
		  found);
	bx_learn_free(learn);
	CHECK(bx_vocabulary_open(&kind->voc, kind->content.data, kind->content.len, &bx_lz4_word_codec,
							 &kind->arena, &err) == BX_OK);
	CHECK(bx_vocabulary_index(&kind->voc, &kind->arena, &err) == BX_OK);
	kind->voc.number = (uint32_t) root;
	bx_buf_free(&text);
}

/* ---- the same bytes ---- */

static uint8_t *
share(const uint8_t *v, size_t n, const BxShapeIds *ids, BxShareMemo *memo, size_t *len)
{
	BxShareChoice choice = {.choose = choose, .policy = {SIZE_MAX, 0, 0}, .ids = ids, .memo = memo};
	uint8_t *data = NULL;
	BxError err;

	*len = 0;
	CHECKF(bx_share(v, n, &choice, bx_host_lz4(), &data, len, &err) == BX_OK, "%s", err.msg);
	return data;
}

/*
 * What was made plain again is shared as the same bytes, with and without the memo of other such values; of how many
 * was the vocabulary known at once?
 */
static int
share_again(const uint8_t *v, size_t n, BxShareMemo *memo)
{
	const BxVocabulary *voc = NULL;
	BxSharedHead head;
	uint8_t *plain = NULL, *a, *b;
	size_t plain_n, a_len, b_len;
	BxError err;
	bool known;

	CHECK(bx_shared_head(v, n, &head, &err) == BX_OK);
	for (int i = 0; i < 2; i++)
		if (kinds[i].voc.number == head.number)
			voc = &kinds[i].voc;
	CHECK(bx_shared_expand(&head, ut_need((void *) (uintptr_t) voc), 0, bx_host_lz4(), &plain, &plain_n,
						   &err) == BX_OK);
	asked = 0;
	a = share(plain, plain_n, NULL, memo, &a_len);
	known = asked == 0;
	b = share(plain, plain_n, NULL, NULL, &b_len);
	CHECK(a_len == b_len && b_len == n && memcmp(a, b, n) == 0 && memcmp(b, v, n) == 0);
	free(plain);
	free(a);
	free(b);
	return known;
}

static void
test_same_bytes(void)
{
	static BxShareMemo memo, again;
	uint64_t rng = 3;
	BxShapeIds ids;
	BxError err;
	BxBuf text;
	BxMarkup *reader = bx_markup_new(bx_host_lz4(), &err);
	int shared = 0, with = 0, without = 0, known = 0;

	bx_buf_init(&text, bx_host_lz4());
	learn(&kinds[0], reader, 'r');
	learn(&kinds[1], reader, 'q');
	for (int i = 0; i < DOCUMENTS; i++)
	{
		char root = i / 50 % 7 == 6 ? 'e' : i / 50 % 3 == 2 ? 'q' : 'r';
		uint8_t *v, *a, *b;
		size_t n, a_len, b_len;

		random_document(&text, &rng, root, false);
		v = parse(reader, &text, &n, &ids);
		asked = 0;
		a = share(v, n, &ids, &memo, &a_len);
		with += asked;
		asked = 0;
		b = share(v, n, NULL, NULL, &b_len);
		without += asked;
		CHECKF((a == NULL) == (b == NULL) && a_len == b_len && (a == NULL || memcmp(a, b, a_len) == 0),
			   "%.*s", (int) text.len, (const char *) text.data);
		shared += b != NULL;
		if (b != NULL)
			known += share_again(b, b_len, &again);
		free(v);
		free(a);
		free(b);
	}
	CHECKF(shared > DOCUMENTS / 2 && with < without / 2, "%d shared, %d and %d looked for", shared, with,
		   without);
	CHECKF(known > shared / 2 && known < shared, "%d of %d known at once", known, shared);
	bx_markup_free(reader);
	bx_buf_free(&text);
	for (int i = 0; i < 2; i++)
	{
		bx_arena_reset(&kinds[i].arena);
		bx_buf_free(&kinds[i].content);
	}
}

UT_SUITE(test_share_memo)
{
	UT_RUN(test_same_bytes);
	return ut_done();
}
