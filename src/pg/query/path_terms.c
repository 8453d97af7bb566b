/*
 * path_terms.c -- the terms of a bxpath datum, and those of a pattern.
 */
#include "postgres.h"
#include "fmgr.h"

#include "../../core/index/bx_index_pattern.h"
#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../value/datum.h"
#include "path.h"
#include "path_terms.h"

static void
read_terms(PathTerms *t, Datum path, XpTermsAsk ask, const XpVar *vars)
{
	const XpBlock *block;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init_small(&t->arena, host_here(&t->host));
	block = path_of(path, &t->arena);
	error_check(xp_terms_of(block, ask, vars, 0, &t->arena, &t->terms, &err), &err);
}

void
path_terms_read(PathTerms *t, Datum path, XpTermsAsk ask)
{
	XpVar none = {0}; /* variables without a value in the path say nothing */

	read_terms(t, path, ask, &none);
}

void
path_terms_estimate(PathTerms *t, Datum path, XpTermsAsk ask)
{
	read_terms(t, path, ask, NULL);
}

void
path_terms_read_pattern(PathTerms *t, Datum pattern)
{
	DatumStore store;
	BxError err;

	bx_error_clear(&err);
	bx_arena_init_small(&t->arena, host_here(&t->host));
	datum_store_open(&store, pattern);
	error_check(bx_index_pattern(&store.store, &t->arena, &t->terms, &err), &err);
	datum_store_close(&store);
}
