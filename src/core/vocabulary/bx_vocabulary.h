/*
 * bx_vocabulary.h -- what values of one kind share: a table of names and words for a codec (FORMAT.md,
 * "Vocabularies").
 *
 * A vocabulary never changes.  A value that refers to one (bx_shared.h) carries the vocabulary's number and only
 * those names that the vocabulary lacks.  Who stores vocabularies, and gives the right one to who reads a value, is
 * the host's business; the core works on one that is open.
 */
#ifndef BX_VOCABULARY_H
#define BX_VOCABULARY_H

#include "../base/bx_buf.h"
#include "../base/bx_bytes.h"
#include "../base/bx_hash.h"
#include "../format/bx_table.h"

typedef struct BxVocabulary
{
	uint32_t number; /* as values name it; the caller of bx_vocabulary_open sets it ... */
	uint64_t
		table_id;  /* ... and this, which is never that of another vocabulary in this process, and not 0 */
	BxTable table; /* in name mode, without constants */
	const uint8_t *value; /* a plain value without items that has the table: that of table.head */
	const uint8_t *bytes; /* the table as it is stored */
	uint32_t len;
	uint32_t fingerprint; /* of the table */
	uint32_t root;        /* shape of the elements at the top of its documents */
	const uint8_t *words; /* behind them eight bytes that can be read */
	uint32_t n_words;
	const BxWordCodec *codec; /* NULL: bodies are not compressed */
	void *index;              /* of the words, for packing; NULL before bx_vocabulary_index */
	BxHashMap shapes;         /* numbers of shapes by bx_vocabulary_hash */
} BxVocabulary;

/*
 * bx_vocabulary_open: make what values are read and written with from the n bytes of a vocabulary, which are copied.
 * Everything is in the arena, whose host must live as long.  The table is judged as bx_check judges that of a value.
 * BX_E_CORRUPT, BX_E_VERSION, BX_E_NOMEM, BX_E_CANCEL.
 */
extern BxStatus bx_vocabulary_open(BxVocabulary *voc, const uint8_t *content, size_t n,
								   const BxWordCodec *codec, BxArena *arena, BxError *err);

/*
 * bx_vocabulary_length: how many of the n bytes belong to the vocabulary that begins there, by what its head says; 0 if
 * they do not begin like one, or are too few.  Nothing else is judged.
 */
extern size_t bx_vocabulary_length(const uint8_t *content, size_t n);

/* bx_vocabulary_index: make what bodies are compressed with, unless it is there; without it, none are.  BX_E_NOMEM. */
extern BxStatus bx_vocabulary_index(BxVocabulary *voc, BxArena *arena, BxError *err);

/*
 * bx_vocabulary_put: append the bytes of a vocabulary to out: table (of name mode, without constants), the shape of its
 * root, words.  The arena gives memory for the call.  BX_E_NOMEM, BX_E_LIMIT.
 */
extern BxStatus bx_vocabulary_put(const BxTable *table, uint32_t root, const uint8_t *words, uint32_t n_words,
								  BxArena *arena, BxBuf *out, BxError *err);

/*
 * bx_vocabulary_is_root: are elements of that name at the top of the vocabulary's documents?
 */
extern bool bx_vocabulary_is_root(const BxVocabulary *voc, BxStr uri, BxStr local);

/* Hash of a shape by its parts; pair is its number in the table of the vocabulary.  Most names are short. */
static inline uint32_t
bx_vocabulary_hash(const BxHashSeed *seed, uint8_t kind, uint32_t pair, const char *local, uint32_t len)
{
	uint64_t rest = (uint64_t) pair << 3 | kind;
	uint8_t name[16] = {0};
	size_t n = len; /* as wide as what takes it: with 32 bits gcc -Os does not see that it is at most 16 */

	if (__builtin_expect(n > sizeof(name), 0))
		return (uint32_t) bx_hash(seed, rest, local, len);
	bx_copy_short(name, local, n);
	return bx_hash_words(seed, bx_get_u64(name) ^ rest << 32, bx_get_u64(name + 8) ^ (uint64_t) len << 56);
}

/* The pair that is part of a shape: that of its name, or the one that it declares. */
static inline uint32_t
bx_vocabulary_pair(const BxTable *t, const BxShape *shape)
{
	return shape->kind == BX_KIND_NAMESPACE ? shape->name
		   : bx_kind_is_named(shape->kind)  ? t->names[shape->name].pair
											: 0;
}

/* The number of a pair among those of a table, or n_pairs. */
static inline uint32_t
bx_vocabulary_find_pair(const BxTable *t, BxStr prefix, BxStr uri)
{
	uint32_t i = 0;

	while (i < t->n_pairs && !(bx_str_equal(bx_pair_prefix(&t->pairs[i]), prefix) &&
							   bx_str_equal(bx_pair_uri(&t->pairs[i]), uri)))
		i++;
	return i;
}

/* The local name of a shape, empty where it has none. */
static inline BxStr
bx_vocabulary_local(const BxTable *t, const BxShape *shape)
{
	return bx_kind_is_named(shape->kind) ? bx_str(t->names[shape->name].local, t->names[shape->name].len)
										 : bx_str("", 0);
}

#endif
