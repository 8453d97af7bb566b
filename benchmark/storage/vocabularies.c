/*
 * vocabularies.c -- sizes of documents with a vocabulary that was learned from them: a row of a markdown table.
 *
 *   vocabularies NAME < documents, each ending with a NUL
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../../src/codec/bx_lz4.h"
#include "../../src/core/encode/bx_pack.h"
#include "../../src/core/vocabulary/bx_learn.h"
#include "../../src/xml/bx_parse.h"

typedef struct Sums
{
	BxArena arena;
	BxLearn *learn;
	uint64_t text, blocks;
	BxError err;
} Sums;

static void
check(BxStatus st, const BxError *err)
{
	if (st == BX_OK)
		return;
	fprintf(stderr, "vocabularies: %s\n", err->msg);
	exit(1);
}

/* Bytes of a value in blocks, where that is worth it. */
static size_t
in_blocks(const uint8_t *v, size_t n, BxError *err)
{
	const BxPackPolicy policy = BX_PACK_DEFAULT;
	uint8_t *data;
	size_t len;

	check(bx_pack(v, n, &policy, 0, bx_host_lz4(), &data, &len, err), err);
	free(data);
	return data != NULL ? len : n;
}

/* False once the sample is full. */
static bool
add(Sums *s, const char *text, size_t n)
{
	const BxParseOptions options = {.writer = {.limits = BX_LIMITS_DEFAULT}, .encoding = "UTF-8"};
	BxParser *parser = bx_parser_new(bx_host_lz4(), &options, &s->err);
	uint8_t *v;
	size_t len;
	bool more;

	if (parser == NULL)
		exit(1);
	check(bx_parser_feed(parser, text, n), bx_parser_error(parser));
	check(bx_parser_finish(parser, &v, &len), bx_parser_error(parser));
	bx_parser_free(parser);
	check(bx_learn_add(s->learn, v, len, &more, &s->err), &s->err);
	if (more)
	{
		s->text += n;
		s->blocks += in_blocks(v, len, &s->err);
	}
	free(v);
	return more;
}

static void
print_row(Sums *s, const char *name, const BxLearnKind *kind, const BxBuf *content, double seconds)
{
	double text = (double) s->text;
	BxVocabulary voc;

	check(bx_vocabulary_open(&voc, content->data, content->len, NULL, &s->arena, &s->err), &s->err);
	printf("| %s | %.2f | %.2f | %.2f | %.2f | %u | %u | %.1f s |\n", name, (double) kind->plain_bytes / text,
		   (double) s->blocks / text, (double) kind->shared_bytes / text, (double) kind->packed_bytes / text,
		   voc.table.n_shapes, voc.n_words, seconds);
}

int
main(int argc, char **argv)
{
	const BxLearnLeast least = BX_LEARN_TABLE;
	char *line = NULL;
	size_t cap = 0;
	BxBuf content;
	clock_t start;
	bool found;
	ssize_t n;
	Sums s;

	memset(&s, 0, sizeof(s));
	bx_arena_init(&s.arena, bx_host_lz4());
	check(bx_learn_new(&s.learn, &s.arena, &s.err), &s.err);
	while ((n = getdelim(&line, &cap, '\0', stdin)) > 1 && add(&s, line, (size_t) n - 1))
		;
	bx_buf_init(&content, bx_host_lz4());
	start = clock();
	check(bx_learn_finish(s.learn, 0, &least, &bx_lz4_word_codec, &content, &found, &s.err), &s.err);
	if (argc != 2 || !found)
		return 1;
	print_row(&s, argv[1], bx_learn_kind(s.learn, 0), &content, (double) (clock() - start) / CLOCKS_PER_SEC);
	bx_buf_free(&content);
	bx_learn_free(s.learn);
	bx_arena_reset(&s.arena);
	free(line);
	return 0;
}
