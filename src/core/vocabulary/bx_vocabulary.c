/*
 * bx_vocabulary.c -- vocabularies as bytes, and opened.
 */
#include "../base/bx_core_int.h"

#include "../base/bx_bytes.h"
#include "../check/bx_check.h"
#include "../encode/bx_table_put.h"
#include "bx_vocabulary.h"

static const uint8_t head[4] = {'B', 'X', 'V', 1};

/* The parts of the bytes of a vocabulary. */
typedef struct Parts
{
	uint32_t root; /* its shape + 1 */
	const uint8_t *table;
	uint32_t table_len;
	const uint8_t *words;
	uint32_t n_words;
} Parts;

static BxStatus
damaged(BxError *err)
{
	return bx_fail(err, BX_E_CORRUPT, -1, "vocabulary is damaged");
}

/* Is there a head, of any version? */
static bool
has_head(const uint8_t *p, size_t n)
{
	return n >= sizeof(head) && memcmp(p, head, sizeof(head) - 1) == 0;
}

/* The numbers behind the head; false if the bytes end before what they say. */
static bool
read_parts(const uint8_t *p, size_t n, Parts *parts)
{
	const uint8_t *end = p + n;

	p = bx_varint_get(p + sizeof(head), end, &parts->root);
	if (p != NULL)
		p = bx_varint_get(p, end, &parts->table_len);
	if (p != NULL)
		p = bx_varint_get(p, end, &parts->n_words);
	if (p == NULL || parts->n_words > BX_WORDS_MAX ||
		(uint64_t) parts->table_len + parts->n_words > (size_t) (end - p))
		return false;
	parts->table = p;
	parts->words = p + parts->table_len;
	return true;
}

size_t
bx_vocabulary_length(const uint8_t *content, size_t n)
{
	Parts parts;

	if (!has_head(content, n) || !read_parts(content, n, &parts))
		return 0;
	return (size_t) (parts.words - content) + parts.n_words;
}

static BxStatus
split(const uint8_t *p, size_t n, Parts *parts, BxError *err)
{
	if (!has_head(p, n))
		return damaged(err);
	if (p[3] != head[3])
		return bx_fail(err, BX_E_VERSION, 3, "vocabulary format version %d is not supported", p[3]);
	if (!read_parts(p, n, parts) || (size_t) (parts->words - p) + parts->n_words != n)
		return damaged(err);
	return BX_OK;
}

/* A value without items that has the table, which is then judged and decoded as that of any value. */
static BxStatus
open_table(BxVocabulary *voc, const Parts *parts, BxArena *arena, BxError *err)
{
	const BxHeadParts empty = {.flags = BX_FLAG_NAMES, .table = parts->table, .table_len = parts->table_len};
	uint8_t *v = bx_arena_alloc(arena, BX_HEAD_MAX + (size_t) parts->table_len);
	uint8_t *p;
	size_t n;

	if (v == NULL)
		return bx_fail_nomem(err, parts->table_len);
	p = bx_head_put(v, &empty);
	memcpy(p, parts->table, parts->table_len);
	n = (size_t) (p - v) + parts->table_len;
	BX_TRY(bx_check(v, n, false, NULL, arena->host, err));
	BX_TRY(bx_table_open(&voc->table, arena, v, n, n, err));
	voc->value = v;
	voc->bytes = p;
	voc->len = parts->table_len;
	voc->fingerprint = voc->table.head.fingerprint;
	return BX_OK;
}

static BxStatus
open_words(BxVocabulary *voc, const Parts *parts, const BxWordCodec *codec, BxArena *arena, BxError *err)
{
	uint8_t *words = bx_arena_zalloc(arena, parts->n_words + (size_t) 8);

	if (words == NULL)
		return bx_fail_nomem(err, parts->n_words);
	memcpy(words, parts->words, parts->n_words);
	voc->codec = codec;
	voc->words = words;
	voc->n_words = parts->n_words;
	return BX_OK;
}

BxStatus
bx_vocabulary_index(BxVocabulary *voc, BxArena *arena, BxError *err)
{
	if (voc->index != NULL || voc->codec == NULL)
		return BX_OK;
	voc->index = bx_arena_alloc(arena, voc->codec->index_size);
	if (voc->index == NULL)
		return bx_fail_nomem(err, voc->codec->index_size);
	voc->codec->index(voc->words, voc->n_words, voc->index);
	return BX_OK;
}

/* Find shapes by what they are. */
static BxStatus
list_shapes(BxVocabulary *voc, BxArena *arena, BxError *err)
{
	const BxTable *t = &voc->table;
	uint32_t i, at;

	bx_hashmap_init(&voc->shapes, arena->host, arena);
	BX_TRY(bx_hashmap_room(&voc->shapes, t->n_shapes + UINT64_C(1), err));
	for (i = 0; i < t->n_shapes; i++)
	{
		BxStr local = bx_vocabulary_local(t, &t->shapes[i]);
		uint32_t hash = bx_vocabulary_hash(&arena->host->seed, t->shapes[i].kind,
										   bx_vocabulary_pair(t, &t->shapes[i]), local.s, (uint32_t) local.n);
		uint32_t entry;

		bx_hashmap_foreach (entry, &voc->shapes, hash, &at)
			;
		bx_hashmap_put(&voc->shapes, hash, at, i);
	}
	return BX_OK;
}

BxStatus
bx_vocabulary_open(BxVocabulary *voc, const uint8_t *content, size_t n, const BxWordCodec *codec,
				   BxArena *arena, BxError *err)
{
	Parts parts = {0};

	memset(voc, 0, sizeof(*voc));
	BX_TRY(split(content, n, &parts, err));
	BX_TRY(open_table(voc, &parts, arena, err));
	if (parts.root == 0 || parts.root > voc->table.n_shapes ||
		voc->table.shapes[parts.root - 1].kind > BX_KIND_LEAF)
		return damaged(err);
	voc->root = parts.root - 1;
	BX_TRY(open_words(voc, &parts, codec, arena, err));
	return list_shapes(voc, arena, err);
}

BxStatus
bx_vocabulary_put(const BxTable *table, uint32_t root, const uint8_t *words, uint32_t n_words, BxArena *arena,
				  BxBuf *out, BxError *err)
{
	uint8_t numbers[3 * BX_VARINT_MAX];
	uint8_t *p;
	BxBuf bytes;
	BxStatus st;

	bx_buf_init(&bytes, arena->host);
	st = bx_table_put(table, arena, &bytes, err);
	p = bx_varint_put(numbers, root + 1);
	p = bx_varint_put(p, (uint32_t) bytes.len);
	p = bx_varint_put(p, n_words);
	bx_buf_add(out, head, sizeof(head), &st, err);
	bx_buf_add(out, numbers, (size_t) (p - numbers), &st, err);
	bx_buf_add(out, bytes.data, bytes.len, &st, err);
	bx_buf_add(out, words, n_words, &st, err);
	bx_buf_free(&bytes);
	return st;
}

bool
bx_vocabulary_is_root(const BxVocabulary *voc, BxStr uri, BxStr local)
{
	const BxNameInfo *name = &voc->table.names[voc->table.shapes[voc->root].name];

	return bx_str_equal(bx_str(name->local, name->len), local) &&
		   bx_str_equal(bx_pair_uri(&voc->table.pairs[name->pair]), uri);
}
