/*
 * fragment.c -- parts of a stored document as expanded objects.
 *
 * Only read-only pointers are given out: those are flattened by whoever keeps them, also a PL/pgSQL variable, so none
 * outlives its statement.  One hole is left, an argument of a procedure that commits; there the transaction has changed,
 * and flattening refuses.  Servers from 17 on flatten in contexts where nothing can be freed, so it works in a context of
 * its own.
 */
#include "postgres.h"
#include "fmgr.h"
#include "access/detoast.h"
#include "storage/proc.h"
#include "utils/expandeddatum.h"
#include "utils/memutils.h"

#include "../core/read/bx_window.h"
#include "../core/xpath/xp_eval.h"
#include "compat.h"
#include "datum.h"
#include "encode.h"
#include "errors.h"
#include "fragment.h"
#include "host.h"

int bxml_setting_copy_threshold = 8192;

typedef struct Fragment
{
	ExpandedObjectHeader hdr;
	LocalTransactionId lxid;
	uint32 at; /* in the plain form of the source */
	uint32 n;
	union
	{
		struct varlena v; /* the TOAST pointer of the source */
		char bytes[TOAST_POINTER_SIZE];
	} source;
} Fragment;

static Size
text_size(ExpandedObjectHeader *eoh)
{
	return (Size) ((Fragment *) eoh)->n + VARHDRSZ;
}

static void
check_fresh(const Fragment *f)
{
	if (f->lxid != my_lxid())
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("stale fragment reference"),
				 errdetail("The transaction that made the reference to a part of a document has ended."),
				 errhint("Copy arguments of procedures into variables before COMMIT or ROLLBACK.")));
}

static void
text_flatten(ExpandedObjectHeader *eoh, void *result, Size allocated)
{
	Fragment *f = (Fragment *) eoh;
	MemoryContext caller = CurrentMemoryContext;
	MemoryContext work;
	DatumStore store;
	PgHost host;
	BxError err;

	Assert(allocated == (Size) f->n + VARHDRSZ);
	check_fresh(f);
	work = AllocSetContextCreate(caller, "bxml fragment", ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(work);
	bx_error_clear(&err);
	datum_store_open(&store, PointerGetDatum(&f->source));
	error_check(bx_range_read(&store.store, host_here(&host), f->at, f->n, (uint8_t *) VARDATA(result), &err),
				&err);
	SET_VARSIZE(result, allocated);
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(work);
}

static const ExpandedObjectMethods text_methods = {text_size, text_flatten};

uint32
fragment_from_out_of_line(Datum doc)
{
	if (bxml_setting_copy_threshold < 0 || datum_is_compressed(doc) || !encode_is_utf8())
		return 0;
	return Max(bxml_setting_copy_threshold, XP_APART_MIN);
}

Datum
fragment_text(Datum doc, uint32 at, uint32 n)
{
	Fragment *f;

	if (!AllocSizeIsValid((Size) n + VARHDRSZ))
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("value exceeds the 1 GB limit of a single value")));
	f = palloc(sizeof(Fragment));
	EOH_init_header(&f->hdr, &text_methods, CurrentMemoryContext);
	f->lxid = my_lxid();
	f->at = at;
	f->n = n;
	memcpy(&f->source, DatumGetPointer(doc), TOAST_POINTER_SIZE);
	return EOHPGetRODatum(&f->hdr);
}
