/*
 * call.c -- what a call site keeps between calls, and the frame of one call.
 *
 * The state hangs at fn_extra.  An error may leave a call unfinished, and the call site may still be used later in
 * the same transaction (PL exception blocks), so call_begin cleans up after an unfinished call.
 *
 * A path argument is unchanged if its bytes are.  Pointers and "stable parameter" marks do not imply that, because
 * PL/pgSQL evaluates one expression again with other parameters; only a Const is trusted.
 */
#include "postgres.h"
#include "nodes/execnodes.h"
#include "nodes/primnodes.h"
#include "utils/memutils.h"

#include "call.h"
#include "../server/compat.h"
#include "../server/counters.h"
#include "../server/errors.h"
#include "advice.h"
#include "kept_plain.h"
#include "../value/reference.h"
#include "../server/settings.h"
#include "../value/value_cache.h"

/* Shared by all call sites of the backend: tables are found by content, and a failure leaves none. */
static XpTableCache *
shared_tables(void)
{
	static PgHost host;
	static BxArena arena;
	static XpTableCache *tables;

	if (tables == NULL)
	{
		host_init(&host, AllocSetContextCreate(CacheMemoryContext, "bxml tables", ALLOCSET_DEFAULT_SIZES));
		bx_arena_init(&arena, &host.host);
		tables = xp_table_cache_new(&arena);
	}
	return tables;
}

/*
 * The arena of calls, one for the backend: its first chunk stays, so that a call does not reach the allocator.  A call
 * made while another is unfinished uses an arena of its own.
 *
 * The core makes buffers on the host of its arena, too, and frees them when it returns.  An error that jumps out of the
 * core leaves them behind.  So the host of either arena has a memory context to itself, which clean_up resets.
 */
static struct
{
	PgHost host;
	BxArena arena;
	BxArenaMark empty;
	const PgCall *user;
} scratch;

static void
scratch_init(void)
{
	host_init(&scratch.host, AllocSetContextCreate(CacheMemoryContext, "bxml calls", ALLOCSET_DEFAULT_SIZES));
	bx_arena_init(&scratch.arena, &scratch.host.host);
}

/* The arena of the call alone; its memory context is made when it is first needed. */
static void
take_own(PgCall *call)
{
	if (call->own_host.cxt == NULL)
	{
		host_init(&call->own_host, AllocSetContextCreate(call->site, "bxml call", ALLOCSET_SMALL_SIZES));
		bx_arena_init(&call->own_arena, &call->own_host.host);
	}
	call->arena = &call->own_arena;
}

static inline void
scratch_take(PgCall *call)
{
	if (unlikely(scratch.user != NULL))
	{
		take_own(call);
		return;
	}
	if (unlikely(scratch.arena.last == 0))
	{
		(void) bx_arena_alloc(&scratch.arena, 1);
		scratch.empty = bx_arena_mark(&scratch.arena);
	}
	scratch.user = call;
	call->arena = &scratch.arena;
}

/* Only the first chunk stays. */
static inline void
scratch_leave(PgCall *call)
{
	if (unlikely(call->own_arena.head != NULL))
		bx_arena_reset(&call->own_arena);
	if (unlikely(scratch.user != call))
		return;
	if (likely(scratch.arena.last == scratch.empty.last))
		bx_arena_release(&scratch.arena, &scratch.empty);
	else
		bx_arena_reset(&scratch.arena);
	scratch.user = NULL;
}

/* Forget an arena and all else on its host. */
static void
empty_host(BxArena *arena, PgHost *host)
{
	MemoryContextReset(host->cxt);
	bx_arena_init(arena, &host->host);
}

/* Release what an unfinished call holds. */
static void
clean_up(PgCall *call)
{
	if (scratch.user == call)
	{
		empty_host(&scratch.arena, &scratch.host);
		scratch.user = NULL;
	}
	else if (call->own_host.cxt != NULL)
		empty_host(&call->own_arena, &call->own_host);
	bx_error_clear(&call->err);
	if (call->ready != NULL)
	{
		path_cache_leave(call->ready, call);
		path_cache_unpin(call->ready, true);
	}
	call->ready = NULL;
	call->path = NULL; /* what the cache holds may be incomplete */
	call->path_const = false;
}

/* The memory of the call site ends; the memory contexts in it are gone. */
static void
site_ends(void *arg)
{
	PgCall *call = (PgCall *) arg;

	call->own_host.cxt = NULL;
	if (call->busy)
		clean_up(call);
	else if (call->ready != NULL)
		path_cache_unpin(call->ready, false);
}

static void
call_init(PgCall *call, MemoryContext cxt)
{
	if (scratch.host.cxt == NULL)
		scratch_init();
	call->site = cxt;
	host_init(&call->out, cxt);
	bx_error_clear(&call->err);
	call->xp.host = &call->out.host;
	call->xp.err = &call->err;
	call->xp.tables = shared_tables();
	call->xp.once = fc_engine_once;
	call->end.func = site_ends;
	call->end.arg = call;
	MemoryContextRegisterResetCallback(cxt, &call->end);
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
		clean_up(call);
	scratch_take(call);
	call->xp.arena = call->arena;
	call->busy = true;
	call->doc.copy = NULL;
	call->xp.apart = NULL;
	call->xp.n_vars = 0;
	call->xp.n_prefixes = 0;
	call->xp.n_values = 0;
	call->out.cxt = CurrentMemoryContext;
	return call;
}

void
call_end(PgCall *call)
{
	if (unlikely(call->xp.work.no_numbers > 0))
		advice_no_number(call->path);
	counters_take(&call->xp.work);
	datum_store_close(&call->doc);
	scratch_leave(call);
	if (call->ready != NULL)
		path_cache_leave(call->ready, call);
	if (unlikely(call->xp.image != NULL))
		value_cache_trim();
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

bool
call_ready(PgCall *call, PathKind kind, const uint8_t *bytes, size_t n)
{
	ReadyPath *old = call->ready;

	if (old != NULL && old->len == n && memcmp(old->bytes, bytes, n) == 0)
		return false;
	call->path = NULL;
	call->ready = NULL;
	if (old != NULL)
		path_cache_unpin(old, false);
	call->ready = path_cache_get(kind, bytes, n);
	call->path = call->ready->block;
	return true;
}

void
call_path_changed(PgCall *call, FunctionCallInfo fcinfo, int argno)
{
	struct varlena *p = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(argno));
	if (call_ready(call, PATH_COMPILED, (const uint8_t *) VARDATA_ANY(p), VARSIZE_ANY_EXHDR(p)))
	{
		call->path_const = arg_is_const(fcinfo->flinfo, argno);
		if (call->ready->advice)
			advice_notice(call->path, call->exists);
		if (call->path_const)
			advice_chain(call->path, fcinfo->flinfo->fn_expr, argno);
	}
	if ((Pointer) p != DatumGetPointer(PG_GETARG_DATUM(argno)))
		pfree(p);
}

XpCache *
call_cache(PgCall *call)
{
	if (!bxml_setting_path_cache)
		return NULL;
	return call->ready != NULL ? path_cache_enter(call->ready, call) : NULL;
}

/* What the backend keeps of the path, for the evaluation. */
static inline void
use_path(PgCall *call)
{
	call->xp.cache = call_cache(call);
	call->xp.engine = call->ready != NULL ? path_cache_engine(call->ready) : NULL;
}

/* A path that needs more of a document than its items gets the plain form. */
static void
make_whole(XpCall *xp)
{
	PgCall *call = (PgCall *) ((char *) xp - offsetof(PgCall, xp));

	datum_store_expand(&call->doc);
	xp->v = call->doc.store.bytes;
	xp->n = call->doc.store.total;
	xp->apart = NULL;
}

/* Take a document with a vocabulary as it is, if nothing in it needs to be made: its names are all the vocabulary's. */
static bool
take_apart(PgCall *call, const uint8_t *v, size_t n)
{
	const BxVocabulary *voc;
	const uint8_t *items;
	uint32_t number, len;

	if (!bx_shared_borrows(v, n, &number, &items, &len))
		return false;
	voc = vocabulary_get(number);
	datum_store_inline(&call->doc, v, n);
	call->apart = (XpApart){voc->value, &voc->table.head, voc->table_id, items, len};
	call->xp.apart = &call->apart;
	call->xp.whole = make_whole;
	call->xp.v = NULL;
	return true;
}

/* A call on a document that no other call shares. */
static inline void
begin_alone(PgCall *call)
{
	call->xp.image = NULL;
	use_path(call);
	call->xp.store = &call->doc.store;
}

/*
 * A short document in the row that is not plain: its plain form is kept for the calls that follow, as long as this call
 * is the only one that is unfinished.
 */
static bool
take_kept(PgCall *call, const uint8_t *v, size_t n)
{
	const uint8_t *plain;
	size_t plain_n;

	if (scratch.user != call)
		return false;
	plain = kept_plain(v, n, &call->out.host, &plain_n);
	if (plain == NULL)
		return false;
	datum_store_inline(&call->doc, plain, plain_n);
	call->xp.v = plain;
	call->xp.n = plain_n;
	return true;
}

/* The document is what the store has in memory, if it has. */
static inline void
use_store(PgCall *call)
{
	call->xp.v = call->doc.store.bytes;
	call->xp.n = call->doc.store.total;
}

/* A document in the row that is in blocks or refers to a vocabulary; alone: as below. */
static void
take_made(PgCall *call, Datum doc, const uint8_t *v, size_t n, bool alone)
{
	bool shared = bx_is_shared(v, n);

	if ((shared && take_apart(call, v, n)) || (!alone && take_kept(call, v, n)))
		return;
	if (shared)
		datum_store_open(&call->doc, doc);
	else
		datum_store_inline(&call->doc, v, n);
	use_store(call);
}

/* A document in the row; alone: foreign functions may run before the call ends. */
static inline void
take_in_row(PgCall *call, Datum doc, bool alone)
{
	const uint8_t *v = (const uint8_t *) VARDATA_ANY(DatumGetPointer(doc));
	size_t n = VARSIZE_ANY_EXHDR(DatumGetPointer(doc));

	begin_alone(call);
	if (n >= 2 && (v[1] & (BX_FLAG_BLOCKS | BX_FLAG_VOCABULARY)))
	{
		take_made(call, doc, v, n, alone);
		return;
	}
	datum_store_inline(&call->doc, v, n);
	call->xp.v = v;
	call->xp.n = n;
}

void
call_document_alone(PgCall *call, Datum doc)
{
	if (datum_is_inline(doc))
	{
		take_in_row(call, doc, true);
		return;
	}
	datum_store_open(&call->doc, doc);
	begin_alone(call);
	use_store(call);
}

void
call_document(PgCall *call, Datum doc)
{
	BxImage *image;

	call->xp.part = NULL;
	call->datum = doc;
	if (likely(datum_is_inline(doc)))
	{
		take_in_row(call, doc, false);
		return;
	}
	if (unlikely(VARATT_IS_EXTERNAL_EXPANDED(DatumGetPointer(doc))) && call->parts &&
		xp_fits_subtree(call->path))
		(void) reference_open_part(doc, &doc, &call->xp.part);
	call->datum = doc;
	image = value_cache_get(doc, &call->err);
	if (image == NULL)
	{
		call_document_alone(call, doc);
		return;
	}
	use_path(call);
	if (image->n > KEPT_PLAIN_MAX)
	{
		call->xp.image = image;
		return;
	}
	/* all of a short one is as good as a value in the row */
	error_check(bx_image_all(image), &call->err);
	call->xp.image = NULL;
	call->xp.v = image->v;
	call->xp.n = image->n;
	call->xp.store = NULL;
}

void
call_check_columns(const ReturnSetInfo *rsinfo, const char *function)
{
	if (rsinfo == NULL || !IsA(rsinfo, ReturnSetInfo) || rsinfo->expectedDesc == NULL)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("could not determine row type for result of %s", function),
						errhint("Call the function in the FROM clause using a column definition list.")));
}
