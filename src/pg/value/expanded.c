/*
 * expanded.c -- the result of an edit as a read-write expanded object.
 *
 * The object holds nothing but memory, so it may outlive statements, subtransactions and transactions: PL/pgSQL keeps
 * it in a variable across COMMIT.  The server may ask for the flat size in a context that cannot free memory (sorts
 * use such contexts), so the value is packed in the context of the object.
 */
#include "postgres.h"
#include "utils/memutils.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "expanded.h"
#include "pack.h"
#include "print.h"

/* Make the value if an edit is pending. */
static void
settle(ExpandedBxml *e)
{
	uint8_t *data;
	size_t n;

	if (e->edit == NULL)
		return;
	bx_error_clear(&e->err); /* an earlier attempt may have been canceled */
	error_check(bx_edit_take(e->edit, &data, &n), &e->err);
	bx_edit_free(e->edit);
	e->edit = NULL;
	expanded_set(e, data, n);
}

static Size
flat_size(ExpandedObjectHeader *hdr)
{
	ExpandedBxml *e = (ExpandedBxml *) hdr;
	MemoryContext caller;

	settle(e);
	if (e->o.flat == NULL)
	{
		caller = MemoryContextSwitchTo(hdr->eoh_context);
		e->o.flat = pack_plain((struct varlena *) (e->v - VARHDRSZ));
		MemoryContextSwitchTo(caller);
	}
	return VARSIZE(e->o.flat);
}

static const ExpandedObjectMethods methods = {flat_size, kind_flatten_into};

static void
bytes(ExpandedObjectHeader *hdr, const uint8_t **v, size_t *n)
{
	ExpandedBxml *e = (ExpandedBxml *) hdr;

	settle(e);
	*v = e->v;
	*n = e->n;
}

/* Until the edit has made its value, the edit prints the text. */
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
	return (ExpandedBxml *) kind_writable(datum, &methods);
}

ExpandedBxml *
expanded_new(void)
{
	MemoryContext cxt = AllocSetContextCreate(CurrentMemoryContext, "bxml value", ALLOCSET_START_SMALL_SIZES);
	ExpandedBxml *e = MemoryContextAllocZero(cxt, sizeof(ExpandedBxml));

	EOH_init_header(&e->o.hdr, &methods, cxt);
	host_init(&e->host, cxt);
	return e;
}

void
expanded_set(ExpandedBxml *e, uint8_t *data, size_t n)
{
	struct varlena *old = e->v != NULL ? (struct varlena *) (e->v - VARHDRSZ) : NULL;

	if (e->o.flat != NULL && e->o.flat != old)
		pfree(e->o.flat);
	if (old != NULL)
		pfree(old);
	e->o.flat = NULL;
	e->v = data + VARHDRSZ;
	e->n = n;
	SET_VARSIZE(data, n + VARHDRSZ);
}

void
expanded_wait(ExpandedBxml *e, BxEdit *edit)
{
	struct varlena *old = (struct varlena *) (e->v - VARHDRSZ);

	if (e->o.flat != NULL && e->o.flat != old)
		pfree(e->o.flat);
	e->o.flat = NULL;
	e->edit = edit;
	e->attempt = NULL;
}
