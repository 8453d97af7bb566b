/*
 * datum.c -- the bytes of a bxml datum, in whatever form the server stored it.
 *
 * The core does not need alignment, so an inline value is used in place, even with a short header.  Slices are useful
 * only for uncompressed out-of-line values (the default storage of the type), of which the server reads just the
 * chunks asked for.  It would decompress a compressed value from the start for every slice, so such a value is
 * fetched once.
 */
#include "postgres.h"
#include "fmgr.h"
#include "access/detoast.h"
#include "access/heaptoast.h"
#include "access/table.h"
#include "access/tableam.h"

#include "../../core/read/bx_prolog.h"
#include "../server/compat.h"
#include "../server/counters.h"
#include "datum.h"
#include "kind.h"
#include "../server/errors.h"
#include "../server/host.h"

/* Bytes to fetch first if only the header is needed: one chunk of a TOAST table. */
#define HEADER_PREFIX TOAST_MAX_CHUNK_SIZE

static bool
is_sliceable(const struct varlena *p)
{
	return VARATT_IS_EXTERNAL_ONDISK(p);
}

bool
datum_is_compressed(Datum datum)
{
	const struct varlena *p = (const struct varlena *) DatumGetPointer(datum);
	struct varatt_external pointer;

	if (!VARATT_IS_EXTERNAL_ONDISK(p))
		return VARATT_IS_COMPRESSED(p);
	VARATT_EXTERNAL_GET_POINTER(pointer, p);
	return VARATT_EXTERNAL_IS_COMPRESSED(pointer);
}

static void
use(BxmlArg *arg, struct varlena *p, const void *original)
{
	arg->v = (const uint8_t *) VARDATA_ANY(p);
	arg->n = VARSIZE_ANY_EXHDR(p);
	arg->total = arg->n;
	arg->copy = (const void *) p == original ? NULL : p;
	arg->shared = false;
	if (VARATT_IS_EXTERNAL_ONDISK(original))
		counters_fetched(Min(arg->n, toast_datum_size(PointerGetDatum(original))));
}

/* All of a value is there: if it refers to a vocabulary, its plain form takes its place. */
static void
make_plain(BxmlArg *arg)
{
	struct varlena *plain = vocabulary_plain(arg->v, arg->n);

	if (plain == NULL)
		return;
	if (arg->copy != NULL)
		pfree(arg->copy);
	arg->copy = plain;
	arg->shared = true;
	arg->v = (const uint8_t *) VARDATA(plain);
	arg->n = arg->total = VARSIZE(plain) - VARHDRSZ;
}

/* The whole value as it is stored. */
static void
get_stored(BxmlArg *arg, Datum datum)
{
	struct varlena *p = (struct varlena *) DatumGetPointer(datum);
	ExpandedObjectHeader *eoh;
	const ValueKind *kind = kind_of(datum, &eoh);

	if (kind == NULL)
	{
		use(arg, datum_is_inline(datum) ? p : detoast_attr(p), p);
		make_plain(arg);
		return;
	}
	kind->bytes(eoh, &arg->v, &arg->n);
	arg->total = arg->n;
	arg->copy = NULL;
	arg->shared = false;
	make_plain(arg);
}

void
datum_get_prefix(BxmlArg *arg, Datum datum, size_t n)
{
	struct varlena *p = (struct varlena *) DatumGetPointer(datum);
	size_t total;

	counters_session.documents++;
	if (datum_is_inline(datum) || !(is_sliceable(p) || datum_is_compressed(datum)))
	{
		get_stored(arg, datum);
		return;
	}
	total = toast_raw_datum_size(datum) - VARHDRSZ;
	if (n >= total)
	{
		get_stored(arg, datum);
		return;
	}
	use(arg, detoast_attr_slice(p, 0, (int32) n), p);
	arg->total = total;
	if (bx_is_shared(arg->v, arg->n))
	{
		datum_release(arg);
		get_stored(arg, datum);
	}
}

void
datum_release(BxmlArg *arg)
{
	if (arg->copy != NULL)
		pfree(arg->copy);
	arg->copy = NULL;
}

/*
 * The server writes a slice after the header of a varlena without touching the header, so a slice can go straight to
 * its place.
 */
static BxStatus
toast_read(BxStore *store, uint32_t off, uint32_t len, uint8_t *dst, BxError *err)
{
	DatumStore *s = (DatumStore *) store;
	Relation rel = table_open(s->pointer.va_toastrelid, AccessShareLock);

	(void) err;
	s->reads++;
	counters_fetched(len);
	table_relation_fetch_toast_slice(rel, s->pointer.va_valueid,
									 (int32) VARATT_EXTERNAL_GET_EXTSIZE(s->pointer), (int32) off,
									 (int32) len, (struct varlena *) (dst - VARHDRSZ));
	table_close(rel, AccessShareLock);
	return BX_OK;
}

uint32
datum_vocabulary(Datum datum)
{
	struct varlena *p = (struct varlena *) DatumGetPointer(datum), *copy = NULL;
	uint32_t number = 0;
	const uint8_t *v;
	size_t n;

	if (VARATT_IS_EXTERNAL(p) || VARATT_IS_COMPRESSED(p))
		p = copy = detoast_attr_slice(p, 0, 2 + BX_VARINT_MAX);
	v = (const uint8_t *) VARDATA_ANY(p);
	n = VARSIZE_ANY_EXHDR(p);
	if (!bx_is_shared(v, n) || bx_varint_get(v + 2, v + n, &number) == NULL)
		number = 0;
	if (copy != NULL)
		pfree(copy);
	return number;
}

/* The slow way of datum_store_open. */
void
datum_store_fetch(DatumStore *s, Datum datum)
{
	struct varlena *p = (struct varlena *) DatumGetPointer(datum);
	BxmlArg arg;

	/* a value as short as one that refers to a vocabulary would be read in one slice as well */
	if (is_sliceable(p) && !datum_is_compressed(datum) &&
		toast_raw_datum_size(datum) - VARHDRSZ > BX_SHARED_MAX)
	{
		VARATT_EXTERNAL_GET_POINTER(s->pointer, p);
		s->store.read = toast_read;
		s->store.bytes = NULL;
		s->store.total = VARATT_EXTERNAL_GET_EXTSIZE(s->pointer);
		return;
	}
	get_stored(&arg, datum);
	s->copy = arg.copy;
	s->shared = arg.shared;
	bx_store_memory(&s->store, arg.v, arg.n);
}

void
datum_store_expand(DatumStore *s)
{
	s->copy = vocabulary_expand(s->store.bytes, s->store.total);
	s->shared = true;
	s->store.bytes = (const uint8_t *) VARDATA(s->copy);
	s->store.total = VARSIZE(s->copy) - VARHDRSZ;
}

/* Only what is as short as one that refers to a vocabulary, and stored, is looked at. */
BxStatus
datum_store_try(DatumStore *s, Datum datum, BxError *err)
{
	struct varlena *p = (struct varlena *) DatumGetPointer(datum), *plain;
	BxmlArg arg;
	BxStatus st;

	if (VARATT_IS_EXTERNAL_EXPANDED(p) || toast_raw_datum_size(datum) - VARHDRSZ > BX_SHARED_MAX)
	{
		datum_store_open(s, datum);
		return BX_OK;
	}
	use(&arg, datum_is_inline(datum) ? p : detoast_attr(p), p);
	datum_store_inline(s, arg.v, arg.n);
	s->copy = arg.copy;
	if (!bx_is_shared(arg.v, arg.n))
		return BX_OK;
	st = vocabulary_try(arg.v, arg.n, &plain, err);
	if (st != BX_OK)
		return st;
	datum_release(&arg);
	s->copy = plain;
	s->shared = true;
	s->store.bytes = (const uint8_t *) VARDATA(plain);
	s->store.total = VARSIZE(plain) - VARHDRSZ;
	return BX_OK;
}

/* A prefix may end within a long block list or extension directory; then longer ones are tried. */
void
datum_open_header(BxmlArg *arg, Datum datum, BxHeader *head)
{
	size_t prefix = HEADER_PREFIX;
	BxError err;
	BxStatus st;

	bx_error_clear(&err);
	for (;; prefix *= 8)
	{
		datum_get_prefix(arg, datum, prefix);
		st = bx_header_read(arg->v, arg->n, arg->total, head, &err);
		if (st != BX_E_CORRUPT || arg->n >= arg->total)
			break;
		datum_release(arg);
	}
	error_check(st, &err);
}

bool
datum_is_document(Datum datum)
{
	BxmlArg arg;
	BxHeader head;
	DatumStore store;
	BxProlog prolog;
	BxReadAll pass;
	BxArena arena;
	PgHost host;
	BxError err;

	datum_open_header(&arg, datum, &head);
	datum_release(&arg);
	if (!(head.flags & BX_FLAG_DOCUMENT) || head.ext_n == 0)
		return (head.flags & BX_FLAG_DOCUMENT) != 0;
	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	datum_store_open(&store, datum);
	error_check(bx_read_all_open(&pass, &store.store, &arena, &err), &err);
	error_check(bx_prolog_read(&pass, &arena, &prolog, &err), &err);
	bx_arena_reset(&arena);
	datum_store_close(&store);
	return bx_prolog_is_document(&prolog, head.flags);
}

void
datum_image_open(DatumImage *d, Datum datum, BxArena *arena, BxTable *table)
{
	bx_error_clear(&d->err);
	datum_store_open(&d->store, datum);
	error_check(bx_image_open(&d->img, &d->store.store, arena, &d->err), &d->err);
	error_check(bx_image_need(&d->img, 0, d->img.head.items_off), &d->err);
	error_check(bx_table_open(table, arena, d->img.v, d->img.head.items_off, d->img.n, &d->err), &d->err);
	bx_image_source(&d->items, &d->img);
}

void
datum_image_close(DatumImage *d)
{
	bx_image_close(&d->img);
	datum_store_close(&d->store);
}
