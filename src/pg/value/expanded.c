/*
 * expanded.c -- the result of an edit as a read-write expanded object.
 *
 * The object holds nothing but memory, so it may outlive statements, subtransactions and transactions: PL/pgSQL keeps it
 * in a variable over COMMIT.  Servers ask for its flat size in any context, also in one that cannot free (sorts use
 * such), so packing happens in the object's own.
 */
#include "postgres.h"
#include "utils/memutils.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "expanded.h"
#include "pack.h"
#include "print.h"

static Size
flat_size(ExpandedObjectHeader *hdr)
{
	ExpandedBxml *e = (ExpandedBxml *) hdr;
	MemoryContext caller;

	expanded_settle(e);
	if (e->flat == NULL)
	{
		caller = MemoryContextSwitchTo(hdr->eoh_context);
		e->flat = pack_plain((struct varlena *) (e->v - VARHDRSZ));
		MemoryContextSwitchTo(caller);
	}
	return VARSIZE(e->flat);
}

static void
flatten_into(ExpandedObjectHeader *hdr, void *result, Size allocated)
{
	ExpandedBxml *e = (ExpandedBxml *) hdr;

	Assert(e->flat != NULL && allocated == VARSIZE(e->flat));
	memcpy(result, e->flat, allocated);
}

static const ExpandedObjectMethods methods = {flat_size, flatten_into};

static void
bytes(ExpandedObjectHeader *hdr, const uint8_t **v, size_t *n)
{
	ExpandedBxml *e = (ExpandedBxml *) hdr;

	expanded_settle(e);
	*v = e->v;
	*n = e->n;
}

/* The text of an edit that has not made its value yet comes from the edit. */
static bool
print(ExpandedObjectHeader *hdr, const BxTextOptions *options, size_t front, BxBuf *out)
{
	ExpandedBxml *e = (ExpandedBxml *) hdr;

	if (e->edit == NULL)
		return false;
	print_start(out, out->host, front, print_guess(e->n));
	error_check(bx_edit_print(e->edit, options, out), &e->err);
	return true;
}

const ValueKind expanded_kind = {.methods = &methods, .bytes = bytes, .print = print};

ExpandedBxml *
expanded_get_writable(Datum datum)
{
	ExpandedObjectHeader *hdr;

	if (!VARATT_IS_EXTERNAL_EXPANDED_RW(DatumGetPointer(datum)))
		return NULL;
	hdr = DatumGetEOHP(datum);
	return hdr->eoh_methods == &methods ? (ExpandedBxml *) hdr : NULL;
}

ExpandedBxml *
expanded_new(void)
{
	MemoryContext cxt = AllocSetContextCreate(CurrentMemoryContext, "bxml value", ALLOCSET_START_SMALL_SIZES);
	ExpandedBxml *e = MemoryContextAllocZero(cxt, sizeof(ExpandedBxml));

	EOH_init_header(&e->hdr, &methods, cxt);
	host_init(&e->host, cxt);
	return e;
}

void
expanded_set(ExpandedBxml *e, uint8_t *data, size_t n)
{
	struct varlena *old = e->v != NULL ? (struct varlena *) (e->v - VARHDRSZ) : NULL;

	if (e->flat != NULL && e->flat != old)
		pfree(e->flat);
	if (old != NULL)
		pfree(old);
	e->flat = NULL;
	e->v = data + VARHDRSZ;
	e->n = n;
	SET_VARSIZE(data, n + VARHDRSZ);
}

void
expanded_wait(ExpandedBxml *e, BxEdit *edit)
{
	struct varlena *old = (struct varlena *) (e->v - VARHDRSZ);

	if (e->flat != NULL && e->flat != old)
		pfree(e->flat);
	e->flat = NULL;
	e->edit = edit;
}

void
expanded_settle(ExpandedBxml *e)
{
	uint8_t *data;
	size_t n;

	if (e->edit == NULL)
		return;
	bx_error_clear(&e->err); /* an attempt before may have been cancelled */
	error_check(bx_edit_take(e->edit, &data, &n), &e->err);
	bx_edit_free(e->edit);
	e->edit = NULL;
	expanded_set(e, data, n);
}
