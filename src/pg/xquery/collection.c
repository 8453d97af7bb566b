/*
 * collection.c -- tables as collections of documents.
 *
 * Statements have names with schemas only, and are planned and run as the current user.  A cursor outlives the
 * connection to SPI that opened it: it is found by its name, since the end of a subtransaction may have closed it.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/namespace.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/syscache.h"
#include "utils/varlena.h"

#include "../../core/base/bx_arena.h"
#include "../server/compat.h"
#include "../server/host.h"
#include "../server/own.h"
#include "../server/utf8.h"
#include "../value/datum.h"
#include "collection.h"

extern Datum bxml_in(PG_FUNCTION_ARGS);

#define BATCH 16 /* rows that are fetched at a time */

/* A document that is released, and what it takes. */
typedef struct CollectionDocument
{
	MemoryContext cxt;
	PgHost host;
	BxArena arena;
	DatumStore store;
	BxImage image;
} CollectionDocument;

struct CollectionCursor
{
	CollectionCursor *next;
	char *portal;
	bool release;
	MemoryContext batch; /* of the values */
	Datum values[BATCH];
	int n, at;
	bool ended;
	CollectionDocument *document; /* the last one, if documents are released */
};

/* ---- the statement ---- */

/* The column that a name is about. */
typedef struct CollectionColumn
{
	char *schema, *table, *column;
	Oid type;
	char *extension; /* the schema of its type, quoted */
} CollectionColumn;

static BxStatus
no_collection(BxError *err, BxStr name, const char *what)
{
	return bx_hint(err,
				   bx_fail_code(err, BX_E_XPTYPE, -1, "FODC0002", "collection \"%.*s\" %s",
								(int) Min(name.n, 200), name.s, what),
				   "Write collection(\"schema.table.column\"), of a column of type bxml.");
}

static BxStatus
find_column(BxStr name, CollectionColumn *c, BxError *err)
{
	List *names;
	Oid namespace, relation, base;
	AttrNumber number;
	HeapTuple row;

	if (!SplitIdentifierString(utf8_cstring(name.s, name.n), '.', &names) || list_length(names) != 3)
		return no_collection(err, name, "is not the name of a column");
	c->schema = linitial(names);
	c->table = lsecond(names);
	c->column = lthird(names);
	namespace = LookupExplicitNamespace(c->schema, true);
	relation = OidIsValid(namespace) ? get_relname_relid(c->table, namespace) : InvalidOid;
	number = OidIsValid(relation) ? get_attnum(relation, c->column) : InvalidAttrNumber;
	if (number <= 0)
		return no_collection(err, name, "does not exist");
	c->type = get_atttype(relation, number);
	if (!own_type(c->type, bxml_in))
		return no_collection(err, name, "is not of type bxml");
	base = getBaseType(c->type);
	row = SearchSysCache1(TYPEOID, ObjectIdGetDatum(base));
	if (!HeapTupleIsValid(row))
		elog(ERROR, "cache lookup failed for type %u", base);
	c->extension =
		pstrdup(quote_identifier(get_namespace_name(((Form_pg_type) GETSTRUCT(row))->typnamespace)));
	ReleaseSysCache(row);
	return BX_OK;
}

/* Conditions are paths, whose text is a literal. */
static char *
statement_of(const CollectionColumn *c, const RuTableConditions *conditions)
{
	StringInfoData sql;
	char *value = psprintf("t.%s", quote_identifier(c->column));

	if (getBaseType(c->type) != c->type)
		value = psprintf("%s::%s.bxml", value, c->extension);
	initStringInfo(&sql);
	appendStringInfo(&sql, "SELECT %s FROM %s t", value, quote_qualified_identifier(c->schema, c->table));
	for (uint32_t i = 0; i < conditions->n; i++)
	{
		const RuTableCondition *condition = &conditions->list[i];

		appendStringInfo(&sql, " %s %s OPERATOR(%s.%s) %s::%s.bxpath", i == 0 ? "WHERE" : "AND", value,
						 c->extension, condition->test ? "@@" : "@?",
						 quote_literal_cstr(utf8_cstring(condition->path.s, condition->path.n)),
						 c->extension);
	}
	return sql.data;
}

/* ---- cursors ---- */

/* Open a portal; its name is in the memory context. */
static char *
open_portal(const char *sql, MemoryContext cxt)
{
	SPIPlanPtr plan;
	Portal portal;
	char *name;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	plan = SPI_prepare(sql, 0, NULL);
	if (plan == NULL)
		elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
	portal = SPI_cursor_open(NULL, plan, NULL, NULL, true);
	/* by now the names may be those of other objects */
	if (portal->tupDesc == NULL || portal->tupDesc->natts != 1 ||
		!own_base_type(TupleDescAttr(portal->tupDesc, 0)->atttypid, bxml_in))
		ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH), errmsg("a collection is not of type bxml")));
	name = MemoryContextStrdup(cxt, portal->name);
	SPI_finish();
	return name;
}

static BxStatus
open_collection(void *ctx, BxStr name, const RuTableConditions *conditions, void **cursor)
{
	Collections *c = ctx;
	CollectionColumn column = {.type = InvalidOid};
	CollectionCursor *new;

	BxStatus st = find_column(name, &column, c->err);

	if (st != BX_OK)
		return st;
	new = MemoryContextAllocZero(c->cxt, sizeof(CollectionCursor));
	new->release = conditions->release;
	new->batch = AllocSetContextCreate(c->cxt, "bxml collection", ALLOCSET_DEFAULT_SIZES);
	new->portal = open_portal(statement_of(&column, conditions), new->batch);
	new->portal = MemoryContextStrdup(c->cxt, new->portal);
	new->next = c->cursors;
	c->cursors = new;
	*cursor = new;
	return BX_OK;
}

/* The next rows; nulls are left out. */
static void
fetch(CollectionCursor *cursor)
{
	MemoryContext spi;
	Portal portal;

	MemoryContextReset(cursor->batch);
	cursor->n = cursor->at = 0;
	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	portal = SPI_cursor_find(cursor->portal);
	if (portal == NULL)
		ereport(ERROR, (errcode(ERRCODE_INVALID_CURSOR_STATE),
						errmsg("the subtransaction that reads a collection has ended")));
	SPI_cursor_fetch(portal, true, BATCH);
	cursor->ended = SPI_processed < BATCH;
	spi = MemoryContextSwitchTo(cursor->batch);
	for (uint64 i = 0; i < SPI_processed; i++)
	{
		bool null;
		Datum value = SPI_getbinval(SPI_tuptable->vals[i], SPI_tuptable->tupdesc, 1, &null);

		if (!null)
			cursor->values[cursor->n++] = datumCopy(value, false, -1);
	}
	MemoryContextSwitchTo(spi);
	SPI_finish();
}

/* One that stays until the end of the run. */
static BxStatus
keep_document(Collections *c, Datum value, BxImage **image)
{
	MemoryContext caller = MemoryContextSwitchTo(c->cxt);
	DatumStore *store = palloc0(sizeof(DatumStore));

	*image = palloc0(sizeof(BxImage));
	datum_store_open(store, datumCopy(value, false, -1));
	MemoryContextSwitchTo(caller);
	return bx_image_open(*image, &store->store, c->arena, c->err);
}

static BxStatus
open_document(Collections *c, CollectionCursor *cursor, Datum value, BxImage **image)
{
	MemoryContext cxt = AllocSetContextCreate(c->cxt, "bxml document", ALLOCSET_SMALL_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(cxt);
	CollectionDocument *d = palloc0(sizeof(CollectionDocument));

	d->cxt = cxt;
	host_init(&d->host, cxt);
	bx_arena_init(&d->arena, &d->host.host);
	datum_store_open(&d->store, value);
	MemoryContextSwitchTo(caller);
	cursor->document = d;
	*image = &d->image;
	return bx_image_open(&d->image, &d->store.store, &d->arena, c->err);
}

static BxStatus
next_document(void *ctx, void *opened, struct BxImage **image)
{
	CollectionCursor *cursor = opened;

	host_step();
	*image = NULL;
	if (cursor->document != NULL)
		MemoryContextDelete(cursor->document->cxt);
	cursor->document = NULL;
	while (cursor->at == cursor->n && !cursor->ended)
		fetch(cursor);
	if (cursor->at == cursor->n)
		return BX_OK;
	return cursor->release ? open_document(ctx, cursor, cursor->values[cursor->at++], image)
						   : keep_document(ctx, cursor->values[cursor->at++], image);
}

static void
close_portal(const CollectionCursor *cursor)
{
	Portal portal = SPI_cursor_find(cursor->portal);

	if (portal != NULL)
		SPI_cursor_close(portal);
}

static void
close_collection(void *ctx, void *opened)
{
	Collections *c = ctx;
	CollectionCursor *cursor = opened;

	if (cursor == NULL)
		return;
	for (CollectionCursor **link = &c->cursors; *link != NULL; link = &(*link)->next)
		if (*link == cursor)
		{
			*link = cursor->next;
			break;
		}
	close_portal(cursor);
	if (cursor->document != NULL)
		MemoryContextDelete(cursor->document->cxt);
	MemoryContextDelete(cursor->batch);
}

void
collections_init(Collections *c, MemoryContext cxt, BxArena *arena, BxError *err)
{
	*c = (Collections){
		.tables = {.ctx = c, .open = open_collection, .next = next_document, .close = close_collection},
		.cxt = cxt,
		.arena = arena,
		.err = err};
}

/* After an error the server closes them. */
void
collections_end(Collections *c)
{
	if (IsTransactionState())
		for (const CollectionCursor *cursor = c->cursors; cursor != NULL; cursor = cursor->next)
			close_portal(cursor);
	c->cursors = NULL;
}
