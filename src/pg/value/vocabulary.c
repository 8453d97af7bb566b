/*
 * vocabulary.c -- the vocabularies of the database, as this backend has loaded them.
 *
 * Two things are kept: vocabularies that values referred to, for good, since they do not change; and the list of
 * those that new values may use, until the table changes.
 */
#include "postgres.h"
#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/pg_class.h"
#include "catalog/pg_type_d.h"
#include "common/cryptohash.h"
#include "common/sha2.h"
#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include "../../codec/bx_lz4.h"
#include "../../core/vocabulary/bx_share.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../server/own.h"
#include "vocabulary.h"

/* A vocabulary that is loaded. */
typedef struct Loaded
{
	BxVocabulary voc;
	BxArena arena;
	PgHost host;
} Loaded;

/* One that new values may use. */
typedef struct Candidate
{
	uint32 number;
	BxStr uri;
	BxStr local;
	bool damaged; /* it cannot be loaded */
} Candidate;

static MemoryContext cxt; /* of all that follows; NULL before the first use */
static Oid loaded_from;   /* the table that they are of */
static Loaded **loaded;   /* by number; NULL where there is none yet */
static uint32 n_loaded;
static uint64
	opened; /* vocabularies so far, forgotten ones too: memory is used again, as numbers are by another table */
static MemoryContext list_cxt;
static Candidate *list; /* the newest first */
static int n_list;

/* What invalidations set back. */
static bool table_known;
static Oid table_oid; /* InvalidOid if the extension has none */
static Oid part_oid;
static Oid unused_oid;
static Oid sequence_oid;
static bool list_current;
static BxShareMemo memo; /* of the writer of this backend; it goes with the list */
static uint64 changes;   /* invalidations so far */

/* ---- the table ---- */

/* A relation that is new may be the table, when we do not know it. */
static void
relation_changed(Datum arg, Oid relation)
{
	(void) arg;
	if (!OidIsValid(relation) || relation == table_oid || !OidIsValid(table_oid))
	{
		table_known = false;
		list_current = false;
		changes++;
	}
}

void
vocabulary_init(void)
{
	CacheRegisterRelcacheCallback(relation_changed, (Datum) 0);
}

static const OwnColumn table_columns[] = {{"number", INT4OID},
										  {"uri", TEXTOID},
										  {"root", TEXTOID},
										  {"kind", BYTEAOID},
										  {"owner", NAMEOID},
										  {"learned_from", TEXTOID, .nullable = true},
										  {"learned_at", TIMESTAMPTZOID},
										  {"documents", INT8OID},
										  {"plain_bytes", INT8OID},
										  {"shared_bytes", INT8OID},
										  {"packed_bytes", INT8OID},
										  {"retired", BOOLOID},
										  {"digest", BYTEAOID},
										  {"dropped_at", TIMESTAMPTZOID, .nullable = true}};
static const OwnColumn part_columns[] = {{"number", INT4OID}, {"part", INT4OID}, {"content", BYTEAOID}};
static const OwnColumn unused_columns[] = {
	{"number", INT4OID}, {"seen_at", TIMESTAMPTZOID}, {"seen_lsn", LSNOID}};
static const OwnRelation own_table = {"bxml_vocabulary", RELKIND_RELATION, lengthof(table_columns),
									  table_columns};
static const OwnRelation own_part = {"bxml_vocabulary_part", RELKIND_RELATION, lengthof(part_columns),
									 part_columns};
static const OwnRelation own_unused = {"bxml_vocabulary_unused", RELKIND_RELATION, lengthof(unused_columns),
									   unused_columns};
static const OwnRelation own_sequence = {"bxml_vocabulary_number", RELKIND_SEQUENCE};

/* The table, or InvalidOid.  An error or an invalidation while we look makes us look again the next time. */
static Oid
find_table(void)
{
	uint64 before = changes;

	if (likely(table_known))
		return table_oid;
	table_oid = part_oid = unused_oid = sequence_oid = InvalidOid;
	part_oid = own_relation(&own_part);
	unused_oid = own_relation(&own_unused);
	sequence_oid = own_relation(&own_sequence);
	table_oid = OidIsValid(part_oid) ? own_relation(&own_table) : InvalidOid;
	table_known = before == changes;
	return table_oid;
}

static Oid
need(Oid oid)
{
	if (!OidIsValid(oid))
		ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
						errmsg("extension bxml of this database has no vocabularies"),
						errhint("Update it: ALTER EXTENSION bxml UPDATE.")));
	return oid;
}

Oid
vocabulary_table(void)
{
	return need(find_table());
}

Oid
vocabulary_part_table(void)
{
	find_table();
	return need(part_oid);
}

Oid
vocabulary_unused_table(void)
{
	find_table();
	return need(unused_oid);
}

Oid
vocabulary_sequence(void)
{
	find_table();
	return need(sequence_oid);
}

/* Forget what was loaded from another table, which was dropped. */
static void
open_cache(Oid table)
{
	if (cxt != NULL && loaded_from == table)
		return;
	loaded_from = table;
	list_cxt = NULL;
	bx_share_forget(&memo);
	list = NULL;
	n_list = 0;
	list_current = false;
	loaded = NULL;
	n_loaded = 0;
	if (cxt != NULL)
		MemoryContextReset(cxt); /* and its children go */
	else
		cxt = AllocSetContextCreate(TopMemoryContext, "bxml vocabularies", ALLOCSET_DEFAULT_SIZES);
}

/* ---- loading ---- */

void
vocabulary_digest(const void *content, size_t n, uint8 *digest)
{
	pg_cryptohash_ctx *sha = pg_cryptohash_create(PG_SHA256);

	if (sha == NULL || pg_cryptohash_init(sha) < 0 || pg_cryptohash_update(sha, content, n) < 0 ||
		pg_cryptohash_final(sha, digest, PG_SHA256_DIGEST_LENGTH) < 0)
		elog(ERROR, "could not compute SHA-256 of a vocabulary");
	pg_cryptohash_free(sha);
}

/* What is known of a vocabulary by its rows. */
typedef struct RowsFound
{
	bool row;
	bool dropped;
	uint8 digest[PG_SHA256_DIGEST_LENGTH];
	StringInfoData content;
} RowsFound;

static SysScanDesc
scan_number(Relation table, uint32 number, Oid index, Snapshot snapshot)
{
	ScanKeyData key;

	ScanKeyInit(&key, VOCABULARY_NUMBER, BTEqualStrategyNumber, F_INT4EQ, Int32GetDatum((int32) number));
	return systable_beginscan(table, index, OidIsValid(index), snapshot, 1, &key);
}

static void
read_digest(Relation table, uint32 number, Snapshot snapshot, RowsFound *found)
{
	SysScanDesc scan = scan_number(table, number, InvalidOid, snapshot);
	HeapTuple row = systable_getnext(scan);
	bool null;

	if (HeapTupleIsValid(row))
	{
		struct varlena *digest = (struct varlena *) DatumGetPointer(
			heap_getattr(row, VOCABULARY_DIGEST, RelationGetDescr(table), &null));

		found->row = true;
		found->dropped = !heap_attisnull(row, VOCABULARY_DROPPED_AT, RelationGetDescr(table));
		if (VARSIZE_ANY_EXHDR(digest) == sizeof(found->digest))
			memcpy(found->digest, VARDATA_ANY(digest), sizeof(found->digest));
	}
	systable_endscan(scan);
}

/* Decoding finds catalog tables of the past as they are now, but not their indexes. */
static Oid
part_index(Relation parts)
{
	if (HistoricSnapshotActive())
		return InvalidOid;
	list_free(RelationGetIndexList(parts));
	return parts->rd_pkindex;
}

/* The parts in their order; dead and live versions of one have the same bytes. */
static void
read_parts(Relation parts, uint32 number, Snapshot snapshot, StringInfo content)
{
	StringInfoData part[PARTS_MAX] = {0};
	SysScanDesc scan = scan_number(parts, number, part_index(parts), snapshot);
	HeapTuple row;
	bool null;

	while (HeapTupleIsValid(row = systable_getnext(scan)))
	{
		int32 i = DatumGetInt32(heap_getattr(row, PART_PART, RelationGetDescr(parts), &null));
		struct varlena *p = (struct varlena *) DatumGetPointer(
			heap_getattr(row, PART_CONTENT, RelationGetDescr(parts), &null));

		if (i < 0 || i >= PARTS_MAX || part[i].data != NULL)
			continue;
		initStringInfo(&part[i]);
		appendBinaryStringInfo(&part[i], VARDATA_ANY(p), VARSIZE_ANY_EXHDR(p));
	}
	systable_endscan(scan);
	resetStringInfo(content);
	for (int i = 0; i < PARTS_MAX && part[i].data != NULL; i++)
	{
		appendBinaryStringInfo(content, part[i].data, part[i].len);
		pfree(part[i].data);
	}
}

/*
 * Who wrote to the table, or the disk, must not change what values say.  The bytes say themselves how long they are,
 * and the digest in the row that they are the right ones: parts behind them count for nothing.
 */
static bool
is_whole(RowsFound *found)
{
	size_t n = bx_vocabulary_length((const uint8_t *) found->content.data, (size_t) found->content.len);
	uint8 now[PG_SHA256_DIGEST_LENGTH];

	if (n == 0)
		return false;
	found->content.len = (int) n;
	vocabulary_digest(found->content.data, (size_t) found->content.len, now);
	return memcmp(found->digest, now, sizeof(now)) == 0;
}

/*
 * The rows with a number as they are now; for reading, any version of them where another transaction is changing them,
 * for all have the same content, unless bxml_vocabulary_repair replaces parts: then those that it has made when we have
 * looked at all.  A snapshot of any kind is held while we look: VACUUM keeps the version that we have yet to meet.
 * *whole: the bytes are there.
 */
static void
read_rows(Oid table_id, uint32 number, bool any, RowsFound *found, bool *whole)
{
	Relation table = table_open(table_id, AccessShareLock), parts = table_open(part_oid, AccessShareLock);
	Snapshot held = RegisterSnapshot(GetCatalogSnapshot(table_id));

	read_digest(table, number, SnapshotSelf, found);
	if (!found->row && any)
		read_digest(table, number, SnapshotAny, found);
	*whole = false;
	for (int i = 0; i < (any ? 3 : 1) && found->row && !*whole; i++)
	{
		read_parts(parts, number, i == 1 ? SnapshotAny : SnapshotSelf, &found->content);
		*whole = is_whole(found);
	}
	UnregisterSnapshot(held);
	table_close(parts, AccessShareLock);
	table_close(table, AccessShareLock);
}

/* In a memory context of its own, which does not outlive an error. */
static BxStatus
load(uint32 number, const StringInfoData *content, Loaded **loaded_one, BxError *err)
{
	MemoryContext own = AllocSetContextCreate(CurrentMemoryContext, "bxml vocabulary", ALLOCSET_SMALL_SIZES);
	Loaded *l = MemoryContextAllocZero(own, sizeof(Loaded));
	BxStatus st;

	host_init(&l->host, own);
	bx_arena_init(&l->arena, &l->host.host);
	st = bx_vocabulary_open(&l->voc, (const uint8_t *) content->data, (size_t) content->len,
							&bx_lz4_word_codec, &l->arena, err);
	if (st != BX_OK)
	{
		MemoryContextDelete(own);
		return st;
	}
	l->voc.number = number;
	l->voc.table_id = ++opened;
	MemoryContextSetParent(own, cxt);
	*loaded_one = l;
	return BX_OK;
}

/* Room for a number, which is that of a row. */
static void
make_room(uint32 number)
{
	uint32 n = Max(number + 1, 2 * n_loaded + 16);
	Loaded **more = MemoryContextAllocZero(cxt, n * sizeof(Loaded *));

	if (n_loaded > 0)
	{
		memcpy(more, loaded, n_loaded * sizeof(Loaded *));
		pfree(loaded);
	}
	loaded = more;
	n_loaded = n;
}

/* Load the one whose rows were found. */
static BxStatus
take_found(uint32 number, const RowsFound *found, Loaded **l, BxError *err)
{
	BxStatus st;

	if (number >= n_loaded)
		make_room(number);
	st = load(number, &found->content, l, err);
	if (st == BX_OK)
		loaded[number] = *l;
	return st;
}

/*
 * *l is NULL if there is none with that number, or, unless any version of its rows will do, if its bytes are not there
 * yet: a dump restores them after the row.
 */
static BxStatus
get(Oid table, uint32 number, bool any, Loaded **l, BxError *err)
{
	RowsFound found = {.row = false};
	BxStatus st = BX_OK;
	bool whole;

	open_cache(table);
	*l = number < n_loaded ? loaded[number] : NULL;
	if (*l != NULL || number == 0 || number > VOCABULARY_NUMBER_MAX)
		return BX_OK;
	initStringInfo(&found.content);
	read_rows(table, number, any, &found, &whole);
	if (whole)
		st = take_found(number, &found, l, err);
	else if (found.row && (any || found.content.len > 0))
	{
		st = bx_fail(err, BX_E_CORRUPT, -1, "vocabulary %u, which a bxml value refers to, %s", number,
					 found.dropped ? "was dropped" : "is damaged");
		if (!found.dropped)
			bx_hint(err, st, "Give it its bytes, which a dump has, by bxml_vocabulary_repair.");
	}
	pfree(found.content.data);
	return st;
}

bool
vocabulary_is_whole(uint32 number, bool *row)
{
	RowsFound found = {.row = false};
	bool whole;

	initStringInfo(&found.content);
	read_rows(vocabulary_table(), number, false, &found, &whole);
	pfree(found.content.data);
	*row = found.row;
	return whole;
}

/* The same, or the reason why not. */
static BxStatus
find(uint32 number, const BxVocabulary **voc, BxError *err)
{
	Oid table = find_table();
	Loaded *l = NULL;
	BxStatus st = OidIsValid(table) ? get(table, number, true, &l, err) : BX_OK;

	if (st != BX_OK)
		return st;
	if (l == NULL)
		return bx_fail(err, BX_E_CORRUPT, -1, "vocabulary %u, which a bxml value refers to, does not exist",
					   number);
	*voc = &l->voc;
	return BX_OK;
}

/* The slow way of vocabulary_get. */
static const BxVocabulary *
find_or_raise(uint32 number)
{
	const BxVocabulary *voc = NULL;
	BxError err;

	bx_error_clear(&err);
	error_check(find(number, &voc, &err), &err);
	return voc;
}

const BxVocabulary *
vocabulary_get(uint32 number)
{
	if (likely(table_known && loaded_from == table_oid && number < n_loaded && loaded[number] != NULL))
		return &loaded[number]->voc;
	return find_or_raise(number);
}

BxStatus
vocabulary_try(const void *v, size_t n, struct varlena **plain, BxError *err)
{
	const BxVocabulary *voc = NULL;
	BxSharedHead head;
	PgHost host;
	uint8_t *data;
	size_t len;
	BxStatus st = bx_shared_head(v, n, &head, err);

	if (st == BX_OK)
		st = find(head.number, &voc, err);
	if (st == BX_OK)
		st = bx_shared_expand(&head, voc, VARHDRSZ, host_here(&host), &data, &len, err);
	if (st != BX_OK)
		return st;
	SET_VARSIZE(data, len + VARHDRSZ);
	*plain = (struct varlena *) data;
	return BX_OK;
}

struct varlena *
vocabulary_expand(const uint8_t *v, size_t n)
{
	struct varlena *plain = NULL;
	BxError err;

	bx_error_clear(&err);
	error_check(vocabulary_try(v, n, &plain, &err), &err);
	return plain;
}

/* ---- new values ---- */

/* The root of a vocabulary: URI, NUL, local name. */
static void
set_root(Candidate *c, Datum kind)
{
	struct varlena *k = PG_DETOAST_DATUM_PACKED(kind);
	size_t n = VARSIZE_ANY_EXHDR(k);
	char *s = MemoryContextAlloc(list_cxt, n + 1);

	memcpy(s, VARDATA_ANY(k), n);
	s[n] = '\0';
	c->uri = bx_str(s, strlen(s));
	c->local = bx_str(s + c->uri.n + 1, n > c->uri.n ? n - c->uri.n - 1 : 0);
}

static void
add_candidate(Relation table, HeapTuple row, int *cap)
{
	TupleDesc desc = RelationGetDescr(table);
	bool null;

	int32 number = DatumGetInt32(heap_getattr(row, VOCABULARY_NUMBER, desc, &null));

	if (number < 1 || number > VOCABULARY_NUMBER_MAX ||
		DatumGetBool(heap_getattr(row, VOCABULARY_RETIRED, desc, &null)) ||
		TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(row->t_data)))
		return;
	if (n_list == *cap)
	{
		Candidate *more = MemoryContextAlloc(list_cxt, sizeof(Candidate) * (Size) (*cap = *cap * 2 + 8));

		if (n_list > 0)
			memcpy(more, list, sizeof(Candidate) * (Size) n_list);
		list = more;
	}
	list[n_list] = (Candidate){.number = (uint32) number};
	set_root(&list[n_list++], heap_getattr(row, VOCABULARY_KIND, desc, &null));
}

static int
newest_first(const void *a, const void *b)
{
	uint32 x = ((const Candidate *) a)->number, y = ((const Candidate *) b)->number;

	return x > y ? -1 : x < y;
}

/*
 * Rows as of now, whatever the snapshot of the statement.  Invalidations may come while we read, and an error may end
 * that: either way the list is read again the next time.
 */
static void
read_list(Oid table_id)
{
	uint64 before = changes;
	Relation table;
	SysScanDesc scan;
	HeapTuple row;
	int cap = 0;

	if (list_cxt == NULL)
		list_cxt = AllocSetContextCreate(cxt, "bxml vocabularies for new values", ALLOCSET_SMALL_SIZES);
	MemoryContextReset(list_cxt);
	bx_share_forget(&memo);
	list = NULL;
	n_list = 0;
	table = table_open(table_id, AccessShareLock);
	scan = systable_beginscan(table, InvalidOid, false, SnapshotSelf, 0, NULL);
	while (HeapTupleIsValid(row = systable_getnext(scan)))
		add_candidate(table, row, &cap);
	systable_endscan(scan);
	table_close(table, AccessShareLock);
	if (n_list > 1)
		qsort(list, (size_t) n_list, sizeof(Candidate), newest_first);
	list_current = before == changes;
}

/* Values can do without a vocabulary that is damaged; they are told about it once. */
static void
pass_over(Candidate *c)
{
	static uint32 warned;

	c->damaged = true;
	if (warned == c->number)
		return;
	warned = c->number;
	ereport(WARNING,
			(errcode(ERRCODE_DATA_CORRUPTED),
			 errmsg("vocabulary %u is damaged, and not used for new values", c->number),
			 errhint("Give it its bytes, which a dump has, by bxml_vocabulary_repair, or retire it by "
					 "bxml_vocabulary_retire.")));
}

/* The one in the list, NULL if it cannot be used. */
static Loaded *
load_candidate(Candidate *c)
{
	Loaded *l = NULL;
	BxStatus st;
	BxError err;

	if (c->damaged)
		return NULL;
	bx_error_clear(&err);
	st = get(table_oid, c->number, false, &l, &err);
	if (st == BX_E_CORRUPT || st == BX_E_VERSION)
		pass_over(c);
	else
		error_check(st, &err);
	return st == BX_OK ? l : NULL;
}

static const BxVocabulary *
choose(BxShareChoice *choice, BxStr uri, BxStr local)
{
	BxError err;

	(void) choice;
	for (int i = 0; i < n_list; i++)
	{
		Loaded *l;

		if (!bx_str_equal(list[i].local, local) || !bx_str_equal(list[i].uri, uri))
			continue;
		l = load_candidate(&list[i]);
		if (l == NULL)
			continue;
		bx_error_clear(&err);
		error_check(bx_vocabulary_index(&l->voc, &l->arena, &err), &err);
		return &l->voc;
	}
	return NULL;
}

void
vocabulary_share(const struct varlena *value, const BxShapeIds *ids, const BxPackPolicy *policy,
				 uint8_t **data, size_t *len)
{
	BxShareChoice choice = {choose, *policy, VARHDRSZ, ids, &memo};
	Oid table = find_table();
	PgHost host;
	BxError err;

	*data = NULL;
	if (!OidIsValid(table))
		return;
	open_cache(table);
	if (!list_current)
		read_list(table);
	if (n_list == 0)
		return;
	bx_error_clear(&err);
	error_check(bx_share((const uint8_t *) VARDATA(value), VARSIZE(value) - VARHDRSZ, &choice,
						 host_here(&host), data, len, &err),
				&err);
}
