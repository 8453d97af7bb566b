/*
 * extract.c -- GIN support: the keys of a document.
 *
 * Nothing that a document has makes this fail, but damage, and more keys than memory: values that are too long are cut
 * and hashed.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../../core/index/bx_index_extract.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../value/datum.h"
#include "options.h"

/* A key in bytes as a bytea, whose header goes into the room before it. */
static Datum
key_datum(const BxIndexEntry *entry)
{
	struct varlena *datum = (struct varlena *) (entry->p - VARHDRSZ);

	StaticAssertStmt(BX_INDEX_ROOM == VARHDRSZ, "a key has room for a datum header");
	SET_VARSIZE(datum, entry->n + VARHDRSZ);
	return PointerGetDatum(datum);
}

/* Keys are in memory of the call, which the index releases. */
static Datum
extract_value(FunctionCallInfo fcinfo, bool is_short)
{
	int32 *n = (int32 *) PG_GETARG_POINTER(1);
	const BxIndexOptions *options = options_of(fcinfo, is_short);
	BxIndexList list;
	DatumStore store;
	BxArena arena;
	PgHost host;
	BxError err;
	Datum *keys;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	datum_store_open(&store, PG_GETARG_DATUM(0));
	error_check(bx_index_extract(options, &store.store, &arena, &list, &err), &err);
	datum_store_close(&store);
	keys = palloc_array(Datum, Max(list.n, 1));
	for (uint32 i = 0; i < list.n; i++)
		keys[i] = is_short ? Int32GetDatum(list.shorts[i]) : key_datum(&list.entries[i]);
	*n = (int32) list.n;
	PG_RETURN_POINTER(keys);
}

BXML_ENTRY(bxml_path_ops_value, extract_value(fcinfo, true));
BXML_ENTRY(bxml_value_ops_value, extract_value(fcinfo, false));
