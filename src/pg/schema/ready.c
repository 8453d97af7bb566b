/*
 * ready.c -- schemas that are compiled, kept by the backend by the OID of their function.
 *
 * As with functions of other languages, a schema is compiled when it is first used, and again when the row of its
 * function in pg_proc is another one.  That row is looked at only after an invalidation.  A validator is kept with each
 * schema, since it remembers what it found out about the names of documents.  Schemas used least recently are freed
 * when all together need too much memory.
 *
 * Calls of schema functions are constants for the planner, which does not record where they came from.  So a change
 * of such a function invalidates all cached plans of the backend.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_language.h"
#include "catalog/pg_proc.h"
#include "commands/proclang.h"
#include "utils/builtins.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/plancache.h"
#include "utils/syscache.h"

#include "../server/compat.h"
#include "../server/errors.h"
#include "../server/host.h"
#include "../server/proc.h"
#include "../server/settings.h"
#include "../value/inspect.h"
#include "../value/pack.h"
#include "../value/record.h"
#include "language.h"
#include "ready.h"

StaticAssertDecl(SCHEMA_DIGEST == RECORD_ID, "a record names a schema by its digest");

/* Memory of all schemas together, from which those not used recently are freed. */
#define MEMORY_MAX ((Size) 128 << 20)
/* A validator that grew by so much is made anew. */
#define VALIDATOR_MAX ((Size) 4 << 20)

struct ReadySchema
{
	ReadySchema *next; /* in the list of all, the last one used first */
	Oid function;
	uint32 hash;  /* of the OID, as invalidations have it */
	bool current; /* no invalidation since the row of the function was looked at */
	TransactionId xmin;
	ItemPointerData tid;
	MemoryContext cxt; /* of the schema; NULL: it is not compiled */
	PgHost host;
	BxSchema *schema;
	RootMemo root;
	uint8 digest[SCHEMA_DIGEST];
	MemoryContext validator_cxt; /* a child of cxt, or NULL */
	PgHost validator_host;
	BxValidator *validator;
	bool running;             /* stays set if an error ends a validation */
	MemoryContext places_cxt; /* a child of cxt, or NULL */
	PgHost places_host;
	BxPlaces *places;
	BxStr places_uri; /* root element that they are of */
	BxStr places_local;
	bool places_used; /* stays set if an error ends the use */
};

static ReadySchema *schemas;

/* ---- the list ---- */

static void
free_schema(ReadySchema *ready)
{
	if (ready->cxt != NULL)
		MemoryContextDelete(ready->cxt);
	ready->cxt = NULL;
	ready->validator_cxt = NULL;
	ready->places_cxt = NULL;
	ready->schema = NULL;
	ready->root.n = 0;
	ready->validator = NULL;
	ready->places = NULL;
	ready->running = false;
}

static void
function_changed(Datum arg, int cache, uint32 hash)
{
	bool planned = false;

	for (ReadySchema *ready = schemas; ready != NULL; ready = ready->next)
		if (hash == 0 || ready->hash == hash)
		{
			ready->current = false;
			planned = true;
		}
	if (planned)
		ResetPlanCache();
}

void
ready_init(void)
{
	CacheRegisterSyscacheCallback(PROCOID, function_changed, (Datum) 0);
}

/* Put an entry in front. */
static ReadySchema *
use(ReadySchema *ready)
{
	ready->next = schemas;
	schemas = ready;
	return ready;
}

/* Forget schemas whose functions are gone: dropped, or created in what was rolled back. */
static void
forget_dropped(void)
{
	ReadySchema **link = &schemas;

	while (*link != NULL)
	{
		ReadySchema *ready = *link;

		if (ready->current || SearchSysCacheExists1(PROCOID, ObjectIdGetDatum(ready->function)))
		{
			link = &ready->next;
			continue;
		}
		*link = ready->next;
		free_schema(ready);
		pfree(ready);
	}
}

static ReadySchema *
entry_of(Oid function)
{
	ReadySchema *ready;

	if (schemas != NULL && schemas->function == function)
		return schemas;
	for (ReadySchema **link = &schemas; *link != NULL; link = &(*link)->next)
		if ((*link)->function == function)
		{
			ready = *link;
			*link = ready->next;
			return use(ready);
		}
	forget_dropped();
	ready = MemoryContextAllocZero(TopMemoryContext, sizeof(ReadySchema));
	ready->function = function;
	ready->hash = GetSysCacheHashValue1(PROCOID, ObjectIdGetDatum(function));
	return use(ready);
}

/* Forget the entry in front. */
static void
forget(void)
{
	ReadySchema *ready = schemas;

	schemas = ready->next;
	free_schema(ready);
	pfree(ready);
}

void
ready_note(Oid function)
{
	(void) entry_of(function);
}

/* ---- the function ---- */

/* The row of a function of the language; NULL if there is none. */
static HeapTuple
find_function(Oid function)
{
	HeapTuple row = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));

	if (!HeapTupleIsValid(row))
		return NULL;
	if (((Form_pg_proc) GETSTRUCT(row))->prolang == get_language_oid(LANGUAGE_NAME, true))
		return row;
	ReleaseSysCache(row);
	return NULL;
}

bool
ready_is(Oid function)
{
	HeapTuple row;

	for (const ReadySchema *ready = schemas; ready != NULL; ready = ready->next)
		if (ready->function == function && ready->current && ready->cxt != NULL)
			return true;
	row = find_function(function);
	if (row != NULL)
		ReleaseSysCache(row);
	return row != NULL;
}

char *
ready_name(Oid function)
{
	char *name = get_func_name(function);
	char *namespace = FunctionIsVisible(function) ? NULL : get_namespace_name(get_func_namespace(function));

	return quote_qualified_identifier(namespace, name);
}

char *
ready_body(Oid function)
{
	HeapTuple row = find_function(function);
	char *body = NULL;

	if (row != NULL)
	{
		body = proc_body(row);
		ReleaseSysCache(row);
	}
	return body;
}

/* ---- compiling ---- */

/* What the body needs while it is compiled is in a context of the caller; an error frees both contexts. */
static BxStatus
compile(ReadySchema *ready, HeapTuple row, BxError *err)
{
	MemoryContext work =
		AllocSetContextCreate(CurrentMemoryContext, "bxml schema text", ALLOCSET_DEFAULT_SIZES);
	MemoryContext cxt = AllocSetContextCreate(work, "bxml schema", ALLOCSET_DEFAULT_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(work);
	BodyDocument *documents;
	char *version;
	uint32_t n;
	BxStatus st;

	host_init(&ready->host, cxt);
	st = body_split(proc_body(row), &documents, &n, err);
	if (st == BX_OK)
		st = body_compile(documents, n, false, &ready->host.host, &ready->schema, &version, err);
	if (st == BX_OK)
	{
		body_digest(documents, n, ready->digest);
		MemoryContextSetParent(cxt, CacheMemoryContext);
		ready->cxt = cxt;
	}
	MemoryContextSwitchTo(caller);
	MemoryContextDelete(work);
	return st;
}

static Size
memory_of(const ReadySchema *ready)
{
	return ready->cxt != NULL ? MemoryContextMemAllocated(ready->cxt, true) : 0;
}

/* Free the schemas used least recently, but not the one in front. */
static void
keep_memory(void)
{
	Size total = memory_of(schemas);

	for (ReadySchema *ready = schemas->next; ready != NULL; ready = ready->next)
	{
		total += memory_of(ready);
		if (total <= MEMORY_MAX)
			continue;
		total -= memory_of(ready);
		free_schema(ready);
	}
}

static _Noreturn void
no_schema(Oid function)
{
	ResetPlanCache();
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_FUNCTION), errmsg("schema with OID %u does not exist", function),
			 errdetail("It was dropped, or it comes from another database."),
			 errhint("Values of type bxml_schema are results of schema functions: call the function.")));
}

/* Look at the row of the function of the entry in front, and compile its body unless that was done. */
static BxStatus
make_current(ReadySchema *ready, BxError *err)
{
	BxStatus st = BX_OK;
	HeapTuple row;

	ready->current = true; /* an invalidation during the look-up clears it */
	row = find_function(ready->function);
	if (row == NULL)
	{
		Oid function = ready->function;

		forget();
		no_schema(function);
	}
	if (ready->cxt == NULL || ready->xmin != HeapTupleHeaderGetRawXmin(row->t_data) ||
		!ItemPointerEquals(&ready->tid, &row->t_self))
	{
		free_schema(ready);
		ready->xmin = HeapTupleHeaderGetRawXmin(row->t_data);
		ready->tid = row->t_self;
		st = compile(ready, row, err);
		keep_memory();
	}
	ReleaseSysCache(row);
	return st;
}

static void
say_which(void *arg)
{
	errcontext("compilation of schema %s", ready_name(*(Oid *) arg));
}

static pg_noinline ReadySchema *
get_changed(Oid function)
{
	ErrorContextCallback context = {error_context_stack, say_which, &function};
	ReadySchema *ready = entry_of(function);
	BxError err;

	bx_error_clear(&err);
	if (make_current(ready, &err) == BX_OK)
		return ready;
	error_context_stack = &context;
	error_raise(&err);
}

ReadySchema *
ready_get(Oid function)
{
	ReadySchema *ready = entry_of(function);

	return likely(ready->current && ready->cxt != NULL) ? ready : get_changed(function);
}

RootMemo *
ready_root_memo(ReadySchema *ready)
{
	return &ready->root;
}

const BxSchema *
ready_schema(const ReadySchema *ready)
{
	return ready->schema;
}

Oid
ready_function(const ReadySchema *ready)
{
	return ready->function;
}

const uint8 *
ready_digest(const ReadySchema *ready)
{
	return ready->digest;
}

/* ---- validating ---- */

static void
drop_validator(ReadySchema *ready)
{
	if (ready->validator_cxt != NULL)
		MemoryContextDelete(ready->validator_cxt);
	ready->validator_cxt = NULL;
	ready->validator = NULL;
	ready->running = false;
}

static void
make_validator(ReadySchema *ready)
{
	BxError err;

	ready->validator_cxt = AllocSetContextCreate(ready->cxt, "bxml validator", ALLOCSET_DEFAULT_SIZES);
	host_init_keeping(&ready->validator_host, ready->validator_cxt);
	error_check(bx_validator_new(ready->schema, &ready->validator_host.host, &ready->validator, &err), &err);
}

bool
ready_validate(ReadySchema *ready, Datum doc, const BxValidateOptions *options)
{
	BxRetypeOptions retype = {.strings = false};
	DatumStore store;
	bool valid = false;
	BxError err;

	if (ready->running)
		drop_validator(ready);
	if (ready->validator == NULL)
		make_validator(ready);
	bx_error_clear(&err);
	settings_copy_writer(&retype.writer);
	error_check(bx_validator_note(ready->validator, &retype, &err), &err);
	datum_store_open(&store, doc);
	ready->running = true;
	error_check(bx_validator_run(ready->validator, &store.store, options, &valid, &err), &err);
	ready->running = false;
	datum_store_close(&store);
	if (MemoryContextMemAllocated(ready->validator_cxt, true) > VALIDATOR_MAX)
		drop_validator(ready);
	return valid;
}

/* ---- records of validation ---- */

static bool
has_root(Datum doc, const BxValidateOptions *options)
{
	const BxNameInfo *name;
	Inspected x;
	bool has;

	inspect_open(&x, doc);
	name = inspect_root(&x);
	has = name != NULL && bx_str_equal(bx_str(name->local, name->len), options->local) &&
		  bx_str_equal(bx_pair_uri(&x.table.pairs[name->pair]), options->uri);
	inspect_close(&x);
	return has;
}

/* Does the record of the value name the schema? */
static bool
is_recorded(const ReadySchema *ready, Datum doc)
{
	uint8 id[RECORD_ID];

	return record_get(doc, id) && memcmp(id, ready->digest, RECORD_ID) == 0;
}

/* The record is about documents with any root. */
bool
ready_accepts(ReadySchema *ready, Datum doc, const BxValidateOptions *options)
{
	if (is_recorded(ready, doc))
		return options->local.s == NULL || has_root(doc, options);
	return ready_validate(ready, doc, options);
}

/* The value that was validated last, with the forms that its declared types give; mostly the value itself. */
static Datum
retyped(ReadySchema *ready, Datum doc)
{
	struct varlena *value;
	uint8_t *data = NULL;
	size_t n = 0;
	DatumStore store;
	BxError err;

	bx_error_clear(&err);
	datum_store_open(&store, doc);
	ready->running = true;
	error_check(bx_validator_retyped(ready->validator, &store.store, &data, &n, &err), &err);
	ready->running = false;
	datum_store_close(&store);
	if (data == NULL)
		return doc;
	value = palloc(n + VARHDRSZ);
	SET_VARSIZE(value, n + VARHDRSZ);
	memcpy(VARDATA(value), data + VARHDRSZ, n);
	ready->validator_host.host.release(ready->validator_host.host.ctx, data);
	return PointerGetDatum(pack_new(value));
}

Datum
ready_accepted(ReadySchema *ready, Datum doc)
{
	if (is_recorded(ready, doc))
		return doc;
	/* a validator that took too much memory is gone, and with it what it noted */
	if (ready->validator != NULL && settings_typed())
		doc = retyped(ready, doc);
	return record_put(doc, ready->digest);
}

/* ---- places ---- */

static BxStr
keep_str(BxStr s, MemoryContext cxt)
{
	char *copy;

	if (s.s == NULL)
		return s;
	copy = MemoryContextAlloc(cxt, s.n + 1);
	memcpy(copy, s.s, s.n);
	return bx_str(copy, s.n);
}

/* An error in between leaves none. */
static void
make_places(ReadySchema *ready, BxStr uri, BxStr local)
{
	BxPlaces *places;
	BxError err;

	ready->places = NULL;
	if (ready->places_cxt != NULL)
		MemoryContextReset(ready->places_cxt);
	else
		ready->places_cxt = AllocSetContextCreate(ready->cxt, "bxml schema places", ALLOCSET_DEFAULT_SIZES);
	host_init(&ready->places_host, ready->places_cxt);
	bx_error_clear(&err);
	error_check(bx_places_new(ready->schema, uri, local, &ready->places_host.host, &places, &err), &err);
	ready->places_uri = keep_str(uri, ready->places_cxt);
	ready->places_local = keep_str(local, ready->places_cxt);
	ready->places = places;
}

BxPlaces *
ready_places(ReadySchema *ready, BxStr uri, BxStr local)
{
	if (ready->places == NULL || ready->places_used || (local.s == NULL) != (ready->places_local.s == NULL) ||
		!bx_str_equal(local, ready->places_local) || !bx_str_equal(uri, ready->places_uri))
		make_places(ready, uri, local);
	ready->places_used = true;
	return ready->places;
}

void
ready_places_done(ReadySchema *ready)
{
	ready->places_used = false;
}
