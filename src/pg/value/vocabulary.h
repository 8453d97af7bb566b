/*
 * vocabulary.h -- the vocabularies of the database: rows of the table bxml_vocabulary.
 *
 * A row is never changed but for its columns "retired" and "dropped_at", and never deleted, and numbers are not used
 * twice.  So a value's vocabulary is found whatever the snapshot, and what a backend has loaded stays right.
 */
#ifndef BXML_VOCABULARY_H
#define BXML_VOCABULARY_H

#include "utils/rel.h"

#include "../../core/encode/bx_pack.h"
#include "../../core/encode/bx_writer.h"
#include "../../core/vocabulary/bx_shared.h"

/* Columns of the table. */
enum
{
	VOCABULARY_NUMBER = 1,
	VOCABULARY_URI,
	VOCABULARY_ROOT,
	VOCABULARY_KIND, /* URI and local name of the root in UTF-8, with a NUL between them */
	VOCABULARY_OWNER,
	VOCABULARY_LEARNED_FROM,
	VOCABULARY_LEARNED_AT,
	VOCABULARY_DOCUMENTS,
	VOCABULARY_PLAIN,
	VOCABULARY_SHARED,
	VOCABULARY_PACKED,
	VOCABULARY_RETIRED,
	VOCABULARY_DIGEST,
	VOCABULARY_DROPPED_AT,
	VOCABULARY_COLUMNS = VOCABULARY_DROPPED_AT
};

/* Columns of the table of bytes, and the most that a row of it has. */
enum
{
	PART_NUMBER = 1,
	PART_PART, /* from 0 */
	PART_CONTENT,
	PART_COLUMNS = PART_CONTENT
};
#define PART_BYTES 4000
#define PARTS_MAX 256

/* Columns of the table of vocabularies that nothing referred to. */
enum
{
	UNUSED_NUMBER = 1,
	UNUSED_SEEN_AT,
	UNUSED_SEEN_LSN,
	UNUSED_COLUMNS = UNUSED_SEEN_LSN
};

/* Vocabularies of a database, since every backend that writes reads the names of all; and the greatest number. */
#define VOCABULARIES_MAX 1000
#define VOCABULARY_NUMBER_MAX 1000000

/* Called once, when the module is loaded. */
extern void vocabulary_init(void);

/* The OIDs of the tables and of the sequence of numbers; raises an error where the extension does not have them. */
extern Oid vocabulary_table(void);
extern Oid vocabulary_part_table(void);
extern Oid vocabulary_unused_table(void);
extern Oid vocabulary_sequence(void);

/*
 * The row of a vocabulary as it is now, a copy, for changing it; the table is locked against others that change rows
 * until the end of the transaction, and left open.  Raises an error if there is none, it was dropped, or the user does
 * not own it; with `restore` the user may also be one who restores dumps.
 */
extern HeapTuple vocabulary_row_for_change(uint32 number, bool restore, Relation *table);

/* Change one column of it. */
extern void vocabulary_change_row(Relation table, HeapTuple row, AttrNumber column, Datum value);

/* Put the n bytes of a vocabulary in the place of its parts, or delete them. */
extern void vocabulary_put_parts(uint32 number, const uint8_t *content, size_t n);
extern void vocabulary_delete_parts(uint32 number);

/* Something may refer to it again. */
extern void vocabulary_forget_unused(uint32 number);

/* The vocabulary with a number, good until the extension is dropped.  Raises XX001 if there is none. */
extern const BxVocabulary *vocabulary_get(uint32 number);

/* Are the bytes of a vocabulary there, as its row says they are?  *row: it has one. */
extern bool vocabulary_is_whole(uint32 number, bool *row);

/* SHA-256 of the bytes of a vocabulary, PG_SHA256_DIGEST_LENGTH bytes. */
extern void vocabulary_digest(const void *content, size_t n, uint8 *digest);

/*
 * The plain form of stored bytes that refer to a vocabulary, palloc'd.  Raises XX001 if the vocabulary does not exist
 * or is not what it was.
 */
extern struct varlena *vocabulary_expand(const uint8_t *v, size_t n);

/*
 * The same into *plain, with a status instead of an error for what is wrong with the bytes: BX_E_CORRUPT,
 * BX_E_VERSION.
 */
extern BxStatus vocabulary_try(const void *v, size_t n, struct varlena **plain, BxError *err);

/* The same where the bytes do, else NULL. */
static inline struct varlena *
vocabulary_plain(const void *v, size_t n)
{
	return unlikely(bx_is_shared((const uint8_t *) v, n)) ? vocabulary_expand((const uint8_t *) v, n) : NULL;
}

/*
 * The form of a plain value that refers to the newest vocabulary that fits it: *len bytes, palloc'd behind VARHDRSZ
 * others; NULL if there is none or nothing is saved by it.  Vocabularies of the current transaction are not used:
 * they may go with it, while a value stays in a variable.  ids: what the shapes of the value are to the reader of this
 * backend, NULL for another value.
 */
extern void vocabulary_share(const struct varlena *value, const BxShapeIds *ids, const BxPackPolicy *policy,
							 uint8_t **data, size_t *len);

#endif
