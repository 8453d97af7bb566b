/*
 * fn_upgrade.c -- bxml_upgrade: a value as it would be written today.
 *
 * Format version 1 is the only one so far, so only the compression can change, if bxml.compression differs from when
 * the value was stored.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../server/compat.h"
#include "pack.h"
#include "print.h"

BXML_FUNCTION(bxml_upgrade);

Datum
bxml_upgrade(PG_FUNCTION_ARGS)
{
	size_t len;
	struct varlena *value = (struct varlena *) print_native(PG_GETARG_DATUM(0), VARHDRSZ, &len);

	SET_VARSIZE(value, VARHDRSZ + len);
	PG_RETURN_POINTER(pack_new(value));
}
