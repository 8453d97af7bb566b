/*
 * fn_compare.c -- equality in the data model, and containment.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../../core/compare/bx_contains.h"
#include "../../core/compare/bx_equal.h"
#include "../server/compat.h"
#include "datum.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "text_list.h"

BXML_FUNCTION(bxml_deep_equal);

static void
get_ignore(Datum array, BxIgnore *ignore, BxArena *arena)
{
	BxError err;
	BxStr *words;
	uint32_t n, i;

	memset(ignore, 0, sizeof(*ignore));
	words = text_list_get(array, "ignore", &n);
	for (i = 0; i < n; i++)
		error_check(bx_ignore_word(ignore, words[i].s, words[i].n, arena, &err), &err);
}

Datum
bxml_deep_equal(PG_FUNCTION_ARGS)
{
	DatumStore a, b;
	BxIgnore ignore;
	BxArena arena;
	PgHost host;
	BxError err;
	bool equal = false;

	bx_error_clear(&err);
	bx_arena_init(&arena, host_here(&host));
	get_ignore(PG_GETARG_DATUM(2), &ignore, &arena);
	datum_store_open(&a, PG_GETARG_DATUM(0));
	datum_store_open(&b, PG_GETARG_DATUM(1));
	error_check(bx_deep_equal(&a.store, &b.store, &ignore, &host.host, &equal, &err), &err);
	datum_store_close(&a);
	datum_store_close(&b);
	bx_arena_reset(&arena);
	PG_RETURN_BOOL(equal);
}

static bool
contains(Datum value, Datum pattern)
{
	DatumStore a, b;
	PgHost host;
	BxError err;
	bool result = false;

	bx_error_clear(&err);
	datum_store_open(&a, value);
	datum_store_open(&b, pattern);
	error_check(bx_contains(&a.store, &b.store, host_here(&host), &result, &err), &err);
	datum_store_close(&a);
	datum_store_close(&b);
	return result;
}

BXML_ENTRY(bxml_contains, BoolGetDatum(contains(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1))));
BXML_ENTRY(bxml_contained, BoolGetDatum(contains(PG_GETARG_DATUM(1), PG_GETARG_DATUM(0))));
