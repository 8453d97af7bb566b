/*
 * pool.c -- rowsets that outlive the scans they were made for.
 *
 * Preparing a rowset costs more than reading a small document with it, and short statements run again and again.
 * When a scan ends, its rowset is kept, and the next scan of the session with the same paths and columns uses it.  A
 * scan owns the rowset it uses: after an error it is freed with the memory of the query.
 *
 * Input functions of columns are looked up once per rowset and may keep state.  Those of built-in types may outlive a
 * query; rowsets with other types are not kept, and all are dropped when a function changes.
 */
#include "postgres.h"
#include "fmgr.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/syscache.h"

#include "../../server/compat.h"
#include "scan.h"

#define SLOTS 16

/* Bytes of a rowset worth keeping, with the tables of the last document it has met. */
#define KEEP_MAX (256 * 1024)

static ScanRowset *slots[SLOTS];
static uint64 clock_now;
static uint64 generation; /* the number of changes of functions */

static void
at_change(Datum arg, int cache, uint32 hash)
{
	generation++;
}

static void
watch(void)
{
	static bool watching;

	if (watching)
		return;
	CacheRegisterSyscacheCallback(PROCOID, at_change, (Datum) 0);
	watching = true;
}

static bool
same_bytes(const struct varlena *a, const struct varlena *b)
{
	if (a == NULL || b == NULL)
		return a == b;
	return VARSIZE_ANY_EXHDR(a) == VARSIZE_ANY_EXHDR(b) &&
		   memcmp(VARDATA_ANY(a), VARDATA_ANY(b), VARSIZE_ANY_EXHDR(a)) == 0;
}

static struct varlena *
copy_bytes(const struct varlena *v)
{
	struct varlena *copy = palloc(VARSIZE_ANY(v));

	memcpy(copy, v, VARSIZE_ANY(v));
	return copy;
}

bool
scan_same_rowset(const RowsetKey *a, const RowsetKey *b)
{
	return same_bytes(a->path, b->path) && same_bytes(a->columns, b->columns);
}

/* Does the rowset suit such a call, and are the functions unchanged? */
static bool
fits(const ScanRowset *r, const RowsetKey *key)
{
	return r->generation == generation && r->key.kind == key->kind && r->key.types_len == key->types_len &&
		   memcmp(r->key.types, key->types, key->types_len) == 0 && scan_same_rowset(&r->key, key);
}

ScanRowset *
scan_take_rowset(MemoryContext cxt, const RowsetKey *key)
{
	for (int i = 0; i < SLOTS; i++)
	{
		ScanRowset *r = slots[i];

		if (r == NULL || !fits(r, key))
			continue;
		slots[i] = NULL;
		MemoryContextSetParent(r->cxt, cxt);
		return r;
	}
	return NULL;
}

ScanRowset *
scan_new_rowset(MemoryContext cxt, const RowsetKey *key)
{
	MemoryContext own = AllocSetContextCreate(cxt, "bxml scan paths", ALLOCSET_SMALL_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(own);
	ScanRowset *r = palloc0(sizeof(ScanRowset));
	char *types = palloc(key->types_len + 1);

	watch();
	memcpy(types, key->types, key->types_len);
	r->cxt = own;
	r->key = *key;
	r->key.types = types;
	r->key.path = copy_bytes(key->path);
	if (key->columns != NULL)
		r->key.columns = copy_bytes(key->columns);
	r->generation = generation;
	r->rowset = rowset_new(own);
	MemoryContextSwitchTo(caller);
	return r;
}

/* The slot to use: a free one, else that of the least recently used rowset. */
static ScanRowset **
oldest_slot(void)
{
	ScanRowset **best = &slots[0];

	for (int i = 1; i < SLOTS && *best != NULL; i++)
		if (slots[i] == NULL || slots[i]->age < (*best)->age)
			best = &slots[i];
	return best;
}

void
scan_leave_rowset(ScanRowset *r, bool may_keep)
{
	ScanRowset **slot;

	if (!may_keep || r->generation != generation || r->rowset->busy || r->rowset->ready == NULL ||
		MemoryContextMemAllocated(r->cxt, true) + path_cache_size(r->rowset->ready) > KEEP_MAX)
	{
		MemoryContextDelete(r->cxt);
		return;
	}
	slot = oldest_slot();
	if (*slot != NULL)
		MemoryContextDelete((*slot)->cxt);
	r->age = ++clock_now;
	*slot = r;
	MemoryContextSetParent(r->cxt, CacheMemoryContext);
}
