/*
 * memo.c -- results kept by the bytes they were made of.
 */
#include "postgres.h"
#include "utils/memutils.h"

#include "../../core/format/bx_table.h"
#include "memo.h"

static uint32
hash_of(const MemoKey *key)
{
	uint32 hash = bx_fingerprint(0, key->a, key->a_n);

	return key->b_n > 0 ? hash * 31 + bx_fingerprint(0, key->b, key->b_n) : hash;
}

static bool
is_of(const MemoEntry *entry, const MemoKey *key, uint32 hash)
{
	return entry->bytes != NULL && entry->hash == hash && entry->a_n == key->a_n && entry->b_n == key->b_n &&
		   memcmp(entry->bytes, key->a, key->a_n) == 0 &&
		   (key->b_n == 0 || memcmp(entry->bytes + entry->a_n, key->b, key->b_n) == 0);
}

const char *
memo_find(const Memo *memo, const MemoKey *key, size_t *n)
{
	uint32 hash = hash_of(key);

	for (int i = 0; i < MEMO_ENTRIES; i++)
	{
		const MemoEntry *entry = &memo->entries[i];

		if (!is_of(entry, key, hash))
			continue;
		*n = entry->n;
		return entry->bytes + entry->a_n + entry->b_n;
	}
	return NULL;
}

void
memo_put(Memo *memo, const MemoKey *key, const void *result, size_t n)
{
	MemoEntry *entry = &memo->entries[memo->next];
	size_t total = key->a_n + key->b_n + n;
	char *bytes;

	if (total > MEMO_BYTES_MAX)
		return;
	bytes = MemoryContextAlloc(CacheMemoryContext, total);
	memcpy(bytes, key->a, key->a_n);
	if (key->b_n > 0)
		memcpy(bytes + key->a_n, key->b, key->b_n);
	memcpy(bytes + key->a_n + key->b_n, result, n);
	if (entry->bytes != NULL)
		pfree(entry->bytes);
	*entry = (MemoEntry){bytes, key->a_n, key->b_n, n, hash_of(key)};
	memo->next = (memo->next + 1) % MEMO_ENTRIES;
}
