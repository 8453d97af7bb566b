/*
 * value_cache.c -- out-of-line values kept open between the calls on one row.
 *
 * "SELECT doc ->> '/a', doc ->> '/b', ..." would fetch and inflate the document once per expression.  Instead the
 * images of the last few out-of-line values are kept, with everything that was read of them.
 *
 * When is a TOAST value id still the same value?  Ids are reused once their rows are vacuumed, when a subtransaction
 * that used them is rolled back, or when the table is rewritten.  An entry is therefore good for the snapshot it was
 * made under: while a snapshot is held, nothing it sees can be vacuumed, and any commit that could lead to reuse, and
 * any command of our own, gives a later snapshot.  Under a later one a long value is good if its first row in the TOAST
 * table still is the one it was (toast_row.h).  Entries also end with each transaction and subtransaction and with any
 * invalidation of their TOAST table.  Values in the row are never kept: their address does not identify them.
 *
 * A rowset pins the image it works on, so that calls on the nodes it returns find their bytes.  A pinned entry that
 * ends leaves the cache; its memory is freed with the last pin.
 */
#include "postgres.h"
#include "access/detoast.h"
#include "access/xact.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"

#include "../server/compat.h"
#include "../server/counters.h"
#include "datum.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../server/settings.h"
#include "toast_row.h"
#include "value_cache.h"

#define SLOTS 4
/* Memory that an emptied slot keeps: enough for a short value, fetched and inflated. */
#define FIRST_BLOCK (16 * 1024)
/*
 * A value whose plain form is longer than this has the cache to itself.  The stored size does not matter, as blocks
 * may be compressed a hundredfold.
 */
#define LARGE (1024 * 1024)
/* Plain bytes of a value that is worth a look at its first row, which costs about as much as to fetch a slice. */
#define LONG (64 * 1024)
/* A value with more than this in memory is not kept; one of which calls read little may have any length. */
#define TOO_MUCH (128 * 1024 * 1024)

struct ValueSlot
{
	bool used;
	volatile bool stale; /* an invalidation came: to be dropped when it is next met */
	struct varatt_external pointer;
	bool has_row; /* row is known; else it is looked for when the value is met under another snapshot */
	FullTransactionId oldest; /* that ran when the value was opened */
	ToastRow row;
	TransactionId xmin;
	TransactionId xmax;
	CommandId curcid;
	uint32 xcnt; /* with xmax: if a transaction has ended since, this is smaller or xmax is greater */
	int32 subxcnt;
	uint32 age;
	MemoryContext cxt;
	PgHost host;
	BxArena arena;
	DatumStore store;
	BxImage img;
	bool labels; /* the fields below are set */
	BxTable table;
	BxImageSource items;
	BxExceptions exceptions;
	BxDirs dirs;
	BxLabelDoc label;
	uint32 pins;
	bool left; /* no longer in the cache */
};

typedef ValueSlot Slot;

static Slot *slots[SLOTS]; /* NULL until needed */
static uint32 clock_now;

static bool
is_used(const Slot *s)
{
	return s != NULL && s->used;
}

/* Empty a slot, or leave its value to the callers that have pinned it. */
static void
drop(Slot **place)
{
	Slot *s = *place;

	if (s->pins > 0)
	{
		s->left = true;
		*place = NULL;
		return;
	}
	MemoryContextReset(s->cxt);
	s->used = false;
	s->stale = false;
	s->labels = false;
}

static void
drop_all(void)
{
	for (int i = 0; i < SLOTS; i++)
		if (is_used(slots[i]))
			drop(&slots[i]);
}

static void
at_transaction_end(XactEvent event pg_attribute_unused(), void *arg pg_attribute_unused())
{
	drop_all();
}

static void
at_subtransaction_end(SubXactEvent event, SubTransactionId mine pg_attribute_unused(),
					  SubTransactionId parent pg_attribute_unused(), void *arg pg_attribute_unused())
{
	if (event != SUBXACT_EVENT_START_SUB)
		drop_all();
}

/* May run while an image is being filled, so it only sets a flag. */
static void
at_invalidation(Datum arg pg_attribute_unused(), Oid relid)
{
	for (int i = 0; i < SLOTS; i++)
		if (slots[i] != NULL && (!OidIsValid(relid) || slots[i]->pointer.va_toastrelid == relid))
			slots[i]->stale = true;
}

void
value_cache_init(void)
{
	RegisterXactCallback(at_transaction_end, NULL);
	RegisterSubXactCallback(at_subtransaction_end, NULL);
	CacheRegisterRelcacheCallback(at_invalidation, (Datum) 0);
}

static bool
is_about(const Slot *s, const struct varatt_external *p)
{
	return s != NULL && s->used && memcmp(&s->pointer, p, sizeof(*p)) == 0;
}

static bool
is_under(const Slot *s, Snapshot snap)
{
	return s->xmin == snap->xmin && s->xmax == snap->xmax && s->curcid == snap->curcid &&
		   s->xcnt == snap->xcnt && s->subxcnt == snap->subxcnt;
}

static void
put_under(Slot *s, Snapshot snap)
{
	s->xmin = snap->xmin;
	s->xmax = snap->xmax;
	s->curcid = snap->curcid;
	s->xcnt = snap->xcnt;
	s->subxcnt = snap->subxcnt;
}

/* Is it still the value of its pointer under a later snapshot? */
static bool
is_still(Slot *s)
{
	ToastRow now;

	if (s->img.n <= LONG)
		return false;
	if (!toast_row_find(&s->pointer, &now) ||
		!(s->has_row ? toast_row_same(&now, &s->row) : toast_row_was_there(&now, s->oldest, s->curcid)))
		s->stale = true;
	if (!s->stale)
		s->row = now;
	s->has_row = !s->stale;
	return s->has_row;
}

/* The bytes of the value in memory. */
static uint64
held(const Slot *s)
{
	uint64 read = Max(s->img.fetched, s->img.inflated);

	return s->store.copy != NULL ? s->store.store.total + s->img.inflated : read;
}

static bool
is_idle(const Slot *s)
{
	return is_used(s) && s->pins == 0;
}

void
value_cache_trim(void)
{
	for (int i = 0; i < SLOTS; i++)
		if (is_idle(slots[i]) && held(slots[i]) > TOO_MUCH)
			drop(&slots[i]);
}

static bool
is_pinned(const Slot *s)
{
	return is_used(s) && s->pins > 0;
}

static Slot *
new_slot(void)
{
	Slot *s = MemoryContextAllocZero(CacheMemoryContext, sizeof(Slot));

	s->cxt =
		AllocSetContextCreate(CacheMemoryContext, "bxml value", 0, FIRST_BLOCK, ALLOCSET_DEFAULT_MAXSIZE);
	return s;
}

/* The slot for a new value: a free one, else the least recently used one; NULL if all are pinned. */
static Slot *
take_slot(void)
{
	Slot **best = NULL;

	for (int i = 0; i < SLOTS; i++)
	{
		if (is_used(slots[i]) && (slots[i]->stale || (slots[i]->img.n > LARGE && slots[i]->pins == 0)))
			drop(&slots[i]);
		if (is_pinned(slots[i]))
			continue;
		if (!is_used(slots[i]) || best == NULL || (is_used(*best) && slots[i]->age < (*best)->age))
			best = &slots[i];
	}
	if (best == NULL)
		return NULL;
	if (is_used(*best))
		drop(best);
	if (*best == NULL)
		*best = new_slot();
	return *best;
}

/* Drop all other values that are not pinned, to make room for a large one. */
static void
make_room(const Slot *keep)
{
	for (int i = 0; i < SLOTS; i++)
		if (is_idle(slots[i]) && slots[i] != keep)
			drop(&slots[i]);
}

/* Open the value in the slot, used only if that succeeds.  again: it was there under another snapshot. */
static void
open_slot(Slot *s, Datum datum, Snapshot snap, bool again, BxError *err)
{
	MemoryContext caller;

	MemoryContextReset(s->cxt);
	caller = MemoryContextSwitchTo(s->cxt);
	s->stale = false; /* invalidations count from here on */
	host_init(&s->host, s->cxt);
	bx_arena_init(&s->arena, &s->host.host);
	datum_store_open(&s->store, datum);
	error_check(bx_image_open(&s->img, &s->store.store, &s->arena, err), err);
	MemoryContextSwitchTo(caller);
	s->oldest = toast_row_oldest(snap);
	s->has_row = again && s->img.n > LONG && toast_row_find(&s->pointer, &s->row);
	put_under(s, snap);
	s->used = true;
}

/* The value in the cache, or NULL.  *again: it was there, and could not be told to be the same under this snapshot. */
static Slot *
find(const struct varatt_external *pointer, Snapshot snap, bool *again)
{
	Slot *s = NULL;

	*again = false;
	for (int i = 0; i < SLOTS; i++)
		if (is_about(slots[i], pointer))
		{
			*again = true;
			if (slots[i]->stale)
				continue;
			s = slots[i];
			if (is_under(s, snap))
				return s;
		}
	if (s == NULL || !is_still(s))
		return NULL;
	put_under(s, snap);
	return s;
}

/* May the value be kept in the cache? */
static bool
is_kept(Datum datum, struct varatt_external *pointer)
{
	struct varlena *p = (struct varlena *) DatumGetPointer(datum);

	if (!VARATT_IS_EXTERNAL_ONDISK(p) || !bxml_setting_value_cache || !ActiveSnapshotSet())
		return false;
	VARATT_EXTERNAL_GET_POINTER(*pointer, p);
	return true;
}

/* The value newly opened, or NULL. */
static Slot *
open_new(Datum datum, const struct varatt_external *pointer, Snapshot snap, bool again, BxError *err)
{
	Slot *s = take_slot();

	if (s == NULL)
		return NULL;
	s->pointer = *pointer;
	open_slot(s, datum, snap, again, err);
	if (held(s) > TOO_MUCH)
	{
		MemoryContextReset(s->cxt);
		s->used = s->labels = false;
		return NULL;
	}
	if (s->img.n > LARGE)
		make_room(s);
	return s;
}

static Slot *
get(Datum datum, BxError *err)
{
	struct varatt_external pointer;
	Snapshot snap;
	bool again;
	Slot *s;

	if (!is_kept(datum, &pointer))
		return NULL;
	snap = GetActiveSnapshot();
	s = find(&pointer, snap, &again);
	if (s != NULL)
	{
		counters_session.documents++;
		s->img.err = err;
	}
	else
		s = open_new(datum, &pointer, snap, again, err);
	if (s != NULL)
		s->age = ++clock_now;
	return s;
}

BxImage *
value_cache_get(Datum datum, BxError *err)
{
	Slot *s = get(datum, err);

	return s != NULL ? &s->img : NULL;
}

/* Decode the tables and open what else is needed to find a label. */
static void
open_labels(Slot *s, BxError *err)
{
	MemoryContext caller = MemoryContextSwitchTo(s->cxt);
	const BxHeader *head = &s->img.head;

	error_check(bx_image_need(&s->img, 0, head->items_off), err);
	error_check(bx_table_open(&s->table, &s->arena, s->img.v, head->items_off, s->img.n, err), err);
	bx_image_source(&s->items, &s->img);
	error_check(bx_label_doc(&s->label, &s->img, &s->table, &s->items.source, &s->arena, &s->exceptions,
							 &s->dirs, err),
				err);
	MemoryContextSwitchTo(caller);
	s->labels = true;
}

bool
value_cache_labels(Datum datum, BxArena *arena, BxLabelDoc *doc, BxError *err)
{
	Slot *s = get(datum, err);

	if (s == NULL)
		return false;
	if (!s->labels)
		open_labels(s, err);
	s->exceptions.err = s->dirs.err = err;
	*doc = s->label;
	doc->host = arena->host;
	doc->arena = arena;
	doc->err = err;
	return true;
}

BxImage *
value_cache_pin(Datum datum, BxError *err, ValueSlot **pin)
{
	Slot *s = get(datum, err);

	*pin = s;
	if (s == NULL)
		return NULL;
	s->pins++;
	return &s->img;
}

void
value_cache_unpin(ValueSlot *pin)
{
	if (--pin->pins > 0 || !pin->left)
		return;
	MemoryContextDelete(pin->cxt);
	pfree(pin);
}

uint64
value_cache_reads(const ValueSlot *pin)
{
	return pin->store.reads;
}

bool
value_cache_holds(Datum datum)
{
	struct varatt_external pointer;
	bool again;

	return is_kept(datum, &pointer) && find(&pointer, GetActiveSnapshot(), &again) != NULL;
}
