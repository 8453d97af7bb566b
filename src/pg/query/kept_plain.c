/*
 * kept_plain.c -- plain forms of short values in the row, kept for the calls on one row.
 *
 * "SELECT doc ->> '/a', doc ->> '/b', ..." would inflate a document once per expression.  A value in the row has no
 * identity: its address is used again for the next row, and its row is not known here.  So a value is found by all of
 * its bytes, of which a copy is kept: both to copy and to compare some hundred bytes costs a fiftieth of making the
 * plain form of them.  So a call never gets the plain form of another value.
 *
 * The plain form of a value that refers to a vocabulary depends on that as well.  Vocabularies are never changed, but
 * their table may be dropped with the extension, and another one made.
 */
#include "postgres.h"
#include "utils/memutils.h"

#include "../../core/store/bx_image.h"
#include "../server/compat.h"
#include "../server/settings.h"
#include "../value/vocabulary.h"
#include "kept_plain.h"

/* Stored bytes of a value that is kept; what is longer is not in a row, unless its column is stored otherwise. */
#define STORED_MAX 4096
#define VALUES 4

typedef struct KeptValue
{
	size_t stored_n; /* 0: nothing is kept */
	size_t plain_n;
	Oid vocabularies; /* the table of its vocabulary, if it refers to one */
	uint8_t stored[STORED_MAX];
	uint8_t plain[KEPT_PLAIN_MAX];
} KeptValue;

static KeptValue *values[VALUES];
static uint32 next_value;

/* The value with these bytes. */
static inline const KeptValue *
find(const uint8_t *v, size_t n, Oid vocabularies)
{
	for (int i = 0; i < VALUES; i++)
		if (values[i] != NULL && values[i]->stored_n == n && values[i]->vocabularies == vocabularies &&
			memcmp(values[i]->stored, v, n) == 0)
			return values[i];
	return NULL;
}

/* Room for another value, in the place of the oldest one. */
static KeptValue *
take_place(void)
{
	KeptValue **place = &values[next_value];

	next_value = (next_value + 1) % VALUES;
	if (*place == NULL)
		*place = MemoryContextAlloc(CacheMemoryContext, sizeof(KeptValue));
	(*place)->stored_n = 0; /* until all of it is there, for an error may come in between */
	return *place;
}

static void
keep(KeptValue *k, const uint8_t *v, size_t n, size_t plain_n, Oid vocabularies)
{
	memcpy(k->stored, v, n);
	k->plain_n = plain_n;
	k->vocabularies = vocabularies;
	k->stored_n = n;
}

static const KeptValue *
inflate(const uint8_t *v, size_t n, const BxHost *host)
{
	KeptValue *k;
	BxHeader h;
	BxError err;

	bx_error_clear(&err);
	if (bx_header_read(v, n, n, &h, &err) != BX_OK || h.plain_total > KEPT_PLAIN_MAX)
		return NULL;
	k = take_place();
	if (bx_unpack(v, &h, host, k->plain, &err) != BX_OK)
		return NULL;
	keep(k, v, n, h.plain_total, InvalidOid);
	return k;
}

static const KeptValue *
expand(const uint8_t *v, size_t n, Oid vocabularies)
{
	struct varlena *plain = vocabulary_expand(v, n);
	size_t plain_n = VARSIZE(plain) - VARHDRSZ;
	KeptValue *k = NULL;

	if (plain_n <= KEPT_PLAIN_MAX)
	{
		k = take_place();
		memcpy(k->plain, VARDATA(plain), plain_n);
		keep(k, v, n, plain_n, vocabularies);
	}
	pfree(plain);
	return k;
}

const uint8_t *
kept_plain(const uint8_t *v, size_t n, const BxHost *host, size_t *plain_n)
{
	const KeptValue *k;
	bool shared;
	Oid table;

	if (n < 2 || n > STORED_MAX || !bxml_setting_value_cache)
		return NULL;
	shared = bx_is_shared(v, n);
	table = shared ? vocabulary_table() : InvalidOid;
	k = find(v, n, table);
	if (k == NULL)
		k = shared ? expand(v, n, table) : inflate(v, n, host);
	if (k == NULL)
		return NULL;
	*plain_n = k->plain_n;
	return k->plain;
}
