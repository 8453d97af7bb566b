/*
 * memo.h -- a few results that the backend keeps by the bytes they were made of.
 *
 * Each execution of a statement has call sites of its own, so what is kept there does not serve the next one.
 */
#ifndef BXML_MEMO_H
#define BXML_MEMO_H

/* Keys and results, together, of more bytes are not kept. */
#define MEMO_BYTES_MAX 8192
#define MEMO_ENTRIES 8

typedef struct MemoKey
{
	const void *a;
	size_t a_n;
	const void *b; /* or NULL */
	size_t b_n;
} MemoKey;

/* One entry: both parts of the key and the result, one behind the other. */
typedef struct MemoEntry
{
	char *bytes; /* NULL: not used */
	size_t a_n, b_n, n;
	uint32 hash; /* of the key, so that bytes of other keys are not looked at */
} MemoEntry;

/* In static memory, zero at the start. */
typedef struct Memo
{
	MemoEntry entries[MEMO_ENTRIES];
	uint32 next; /* the one to be replaced */
} Memo;

/* The result of the key, n bytes, until the next memo_put; NULL if it is not kept. */
extern const char *memo_find(const Memo *memo, const MemoKey *key, size_t *n);

/* Keep a copy of the result, in the place of the oldest one. */
extern void memo_put(Memo *memo, const MemoKey *key, const void *result, size_t n);

#endif
