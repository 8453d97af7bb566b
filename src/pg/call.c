/*
 * call.c -- what one call site keeps between calls, and the frame of one call.
 *
 * The state hangs at fn_extra.  An error may leave a call unfinished and the call site may still be used later in
 * the same transaction (PL exception blocks), so call_begin cleans up after an unfinished call.
 *
 * A path argument counts as unchanged when its bytes are; pointers and "stable parameter" marks do not say that
 * (PL/pgSQL evaluates one expression again with other parameters).  Only a Const is taken at its word.
 */
#include "postgres.h"
#include "nodes/primnodes.h"
#include "utils/memutils.h"

#include "call.h"
#include "compat.h"
#include "counters.h"
#include "encode.h"
#include "errors.h"
#include "fragment.h"
#include "path.h"
#include "settings.h"
#include "valuecache.h"

/* Shared by all call sites of the backend: what it holds is found by content, and a failure leaves it empty. */
static XpTables *
shared_tables(void)
{
	static PgHost host;
	static BxArena arena;
	static XpTables *tables;

	if (tables == NULL)
	{
		host_init(&host, AllocSetContextCreate(CacheMemoryContext, "bxml tables", ALLOCSET_DEFAULT_SIZES));
		bx_arena_init(&arena, &host.host);
		tables = xp_tables_new(&arena);
	}
	return tables;
}

static void
call_init(PgCall *call, MemoryContext cxt)
{
	host_init_keeping(&call->host, cxt);
	bx_arena_init(&call->arena, &call->host.host);
	host_init(&call->path_host, cxt);
	bx_arena_init(&call->path_arena, &call->path_host.host);
	bx_error_clear(&call->err);
	call->xp.host = &call->out.host;
	call->xp.arena = &call->arena;
	call->xp.err = &call->err;
	call->xp.tables = shared_tables();
}

PgCall *
call_begin_sized(FunctionCallInfo fcinfo, size_t size)
{
	FmgrInfo *flinfo = fcinfo->flinfo;
	PgCall *call = flinfo ? (PgCall *) flinfo->fn_extra : NULL;

	if (call == NULL)
	{
		MemoryContext cxt = flinfo ? flinfo->fn_mcxt : CurrentMemoryContext;

		call = (PgCall *) MemoryContextAllocZero(cxt, size);
		call_init(call, cxt);
		if (flinfo)
			flinfo->fn_extra = call;
	}
	if (unlikely(call->busy))
	{
		bx_arena_reset(&call->arena);
		bx_error_clear(&call->err);
		call->path = NULL; /* what the cache holds may be half made */
		call->path_const = false;
	}
	call->busy = true;
	call->doc.copy = NULL;
	call->xp.n_vars = 0;
	call->xp.n_prefixes = 0;
	host_init(&call->out, CurrentMemoryContext);
	return call;
}

void
call_end(PgCall *call)
{
	counters_take(&call->xp.work);
	datum_store_close(&call->doc);
	bx_arena_reset(&call->arena);
	valuecache_trim();
	call->busy = false;
}

/* Is argument argno a constant in the plan? */
static bool
arg_is_const(FmgrInfo *flinfo, int argno)
{
	List *args;

	if (flinfo == NULL || flinfo->fn_expr == NULL)
		return false;
	if (IsA(flinfo->fn_expr, FuncExpr))
		args = ((FuncExpr *) flinfo->fn_expr)->args;
	else if (IsA(flinfo->fn_expr, OpExpr))
		args = ((OpExpr *) flinfo->fn_expr)->args;
	else
		return false;
	return argno < list_length(args) && IsA(list_nth(args, argno), Const);
}

static void *
keep(BxArena *arena, const void *p, size_t n)
{
	void *q = bx_arena_alloc(arena, n);
	BxError err;

	if (q == NULL)
	{
		bx_fail_nomem(&err, n);
		error_raise(&err);
	}
	memcpy(q, p, n);
	return q;
}

/* The arena stays empty-handed (path NULL) when anything here raises. */
static void
load_path(PgCall *call, const uint8_t *bytes, size_t n)
{
	call->path = NULL;
	xp_cache_free(call->cache);
	call->cache = NULL;
	bx_arena_reset(&call->path_arena);
	call->path_bytes = keep(&call->path_arena, bytes, n);
	call->path_len = n;
	call->path = path_block(call->path_bytes, n, &call->path_arena);
	call->cache = xp_cache_new(&call->path_arena);
}

void
call_path(PgCall *call, FunctionCallInfo fcinfo, int argno)
{
	struct varlena *p;
	size_t n;

	if (call->path != NULL && call->path_const)
		return;
	p = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(argno));
	n = VARSIZE_ANY_EXHDR(p);
	if (call->path == NULL || call->path_len != n || memcmp(call->path_bytes, VARDATA_ANY(p), n) != 0)
	{
		load_path(call, (const uint8_t *) VARDATA_ANY(p), n);
		call->path_const = arg_is_const(fcinfo->flinfo, argno);
	}
	if ((Pointer) p != DatumGetPointer(PG_GETARG_DATUM(argno)))
		pfree(p);
}

void
call_document(PgCall *call, Datum doc)
{
	BxImage *image;

	call->xp.part = NULL;
	if (unlikely(VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(doc))) && call->parts &&
		xp_fits_part(call->path))
		(void) fragment_open_part(doc, &doc, &call->xp.part);
	call->datum = doc;
	image = valuecache_get(doc, &call->err);
	if (image == NULL)
	{
		call_document_alone(call, doc);
		return;
	}
	call->xp.image = image;
	call->xp.cache = bxml_setting_path_cache ? call->cache : NULL;
}

void
call_document_alone(PgCall *call, Datum doc)
{
	datum_store_open(&call->doc, doc);
	call->xp.image = NULL;
	call->xp.cache = bxml_setting_path_cache ? call->cache : NULL;
	call->xp.v = call->doc.store.bytes;
	call->xp.n = call->doc.store.total;
	call->xp.store = &call->doc.store;
}

XpCall *
call_xpath(PgCall *call, FunctionCallInfo fcinfo)
{
	call_path(call, fcinfo, 1);
	call_document(call, PG_GETARG_DATUM(0));
	return &call->xp;
}

const XpBlock *
call_path_text(PgCall *call, const char *text)
{
	XpBlock *block;

	if (call->path == NULL)
	{
		bx_arena_reset(&call->path_arena);
		call->cache = NULL;
		error_check(xp_compile(text, strlen(text), 0, &call->path_arena, &block, &call->err), &call->err);
		call->path = block;
	}
	return call->path;
}
