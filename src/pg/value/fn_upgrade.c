/*
 * fn_upgrade.c -- bxml_upgrade and bxml_repack: a value as it would be written today.
 *
 * Format version 1 is the only one so far, so only compression and vocabulary can change.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../server/compat.h"
#include "datum.h"
#include "pack.h"
#include "print.h"

BXML_FUNCTION(bxml_upgrade);
BXML_FUNCTION(bxml_repack);

static Datum
as_today(Datum doc, bool record)
{
	size_t len;
	struct varlena *value = (struct varlena *) print_native(doc, record, VARHDRSZ, &len);

	SET_VARSIZE(value, VARHDRSZ + len);
	return PointerGetDatum(pack_new(value));
}

Datum
bxml_upgrade(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(as_today(PG_GETARG_DATUM(0), false));
}

/* With the record of its validation, which is still true. */
Datum
bxml_repack(PG_FUNCTION_ARGS)
{
	PG_RETURN_DATUM(as_today(PG_GETARG_DATUM(0), true));
}
