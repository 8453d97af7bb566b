/*
 * table_cursor.c -- the rows of a statement as sequences of items.
 *
 * A cursor outlives the connection to SPI that opened it: it is found by its name, since the end of a subtransaction
 * may have closed it.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "access/xact.h"
#include "catalog/pg_type.h"
#include "executor/spi.h"
#include "nodes/params.h"
#include "optimizer/optimizer.h"
#include "parser/parse_param.h"
#include "utils/builtins.h"
#include "utils/datum.h"
#include "utils/memutils.h"
#include "utils/plancache.h"

#include "../server/compat.h"
#include "../server/encoding.h"
#include "../value/datum.h"
#include "table_cursor.h"

#define CURSORS_MAX 1000 /* of a run that are open at a time */

/* ---- statements ---- */

/* Types of parameters, as the statement gives them. */
typedef struct Parameters
{
	Oid *types;
	int n;
} Parameters;

static void
infer(ParseState *state, void *arg)
{
	Parameters *parameters = arg;

	setup_parse_variable_parameters(state, &parameters->types, &parameters->n);
}

static _Noreturn void
refuse_statement(const char *what, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("a statement in a query %s", what),
					errhint("%s", hint)));
}

/* The server refuses to run what writes, but not what functions do that are volatile. */
static void
check_statement(SPIPlanPtr plan)
{
	const CachedPlanSource *source = NULL;
	const Query *query = NULL;

	if (list_length(SPI_plan_get_plan_sources(plan)) == 1)
		source = linitial(SPI_plan_get_plan_sources(plan));
	if (source != NULL && list_length(source->query_list) == 1)
		query = linitial(source->query_list);
	if (query == NULL || query->commandType != CMD_SELECT || query->hasModifyingCTE || query->rowMarks != NIL)
		refuse_statement("must be one that only reads", "Write one SELECT, without FOR UPDATE.");
	if (contain_volatile_functions((Node *) query))
		refuse_statement("calls a volatile function", "Call functions that are STABLE or IMMUTABLE.");
}

static void
check_parameters(const Parameters *parameters, int n_values)
{
	if (parameters->n != n_values)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_PARAMETER),
				 errmsg("a statement in a query has %d parameters, but %d values", parameters->n, n_values),
				 errhint("Write $1 for the first value, $2 for the second one.")));
	for (int i = 0; i < parameters->n; i++)
	{
		Oid type = parameters->types[i];
		const char *refusal =
			OidIsValid(type) && type != UNKNOWNOID ? sql_type_refusal(type) : "no known type";

		if (refusal != NULL)
			ereport(ERROR, (errcode(ERRCODE_INDETERMINATE_DATATYPE),
							errmsg("parameter $%d of a statement in a query is of %s", i + 1, refusal),
							errhint("Write a cast: $%d::text.", i + 1)));
	}
}

/* The values of parameters, in the current memory context; NULL: there are none. */
static ParamListInfo
give_parameters(TableCursor *cursor, const Parameters *parameters, const XdSeq *values)
{
	ParamListInfo list;

	if (parameters->n == 0)
		return NULL;
	list = makeParamList(parameters->n);
	for (int i = 0; i < parameters->n; i++)
	{
		SqlType type;

		sql_type_init(&type, parameters->types[i], -1, CurrentMemoryContext);
		list->params[i].ptype = parameters->types[i];
		list->params[i].pflags = PARAM_FLAG_CONST;
		list->params[i].value = sql_type_of_seq(&type, cursor->of->run, &values[i], &list->params[i].isnull);
	}
	return list;
}

/* ---- open and close ---- */

/* Errors and values of the core are of the cursor, while the current memory context is that of the row. */
static void
begin_row(TableCursor *cursor)
{
	MemoryContextReset(cursor->row);
	host_init(&cursor->host, cursor->row);
	bx_arena_init(&cursor->arena, &cursor->host.host);
}

static void
learn_columns(TableCursor *cursor, TupleDesc desc)
{
	MemoryContext caller = MemoryContextSwitchTo(cursor->shape);

	cursor->n_columns = desc->natts;
	cursor->types = palloc0((desc->natts + 1) * sizeof(SqlType));
	cursor->names = palloc0((desc->natts + 1) * sizeof(BxStr));
	for (int i = 0; i < desc->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(desc, i);
		const char *refusal = sql_type_refusal(column->atttypid), *name = pstrdup(NameStr(column->attname));

		if (refusal != NULL)
			ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
							errmsg("column \"%s\" of a statement in a query is %s", name, refusal),
							errhint("Cast it, or select its parts.")));
		sql_type_init(&cursor->types[i], column->atttypid, column->atttypmod, cursor->shape);
		cursor->names[i].s = encoding_to_utf8(name, strlen(name), &cursor->names[i].n);
	}
	MemoryContextSwitchTo(caller);
}

/* Names are keys of maps. */
static void
check_names(const TableCursor *cursor)
{
	for (int i = 1; i < cursor->n_columns; i++)
		for (int k = 0; k < i; k++)
			if (bx_str_equal(cursor->names[i], cursor->names[k]))
				ereport(ERROR, (errcode(ERRCODE_DUPLICATE_COLUMN),
								errmsg("two columns of a statement in a query have the same name"),
								errhint("Write AS and another name.")));
}

static void
open_portal(TableCursor *cursor, const TableStatement *statement)
{
	FcRun *run = query_core(cursor->of->run);
	Parameters parameters = {.n = 0};
	SPIPlanPtr plan;
	Portal portal;

	if (SPI_connect() != SPI_OK_CONNECT)
		elog(ERROR, "SPI_connect failed");
	plan = SPI_prepare_params(statement->sql, infer, &parameters, 0);
	if (plan == NULL)
		elog(ERROR, "SPI_prepare failed: %s", SPI_result_code_string(SPI_result));
	if (statement->of_query)
		check_statement(plan);
	check_parameters(&parameters, statement->n_values);
	begin_row(cursor);
	fc_give_in(run, &cursor->arena);
	portal = SPI_cursor_open_with_paramlist(NULL, plan,
											give_parameters(cursor, &parameters, statement->values), true);
	fc_give_in(run, NULL);
	cursor->portal = MemoryContextStrdup(cursor->of->cxt, portal->name);
	learn_columns(cursor, portal->tupDesc);
	check_names(cursor);
	SPI_finish();
}

TableCursor *
table_cursor_open(Collections *of, const TableStatement *statement)
{
	MemoryContext cxt;
	TableCursor *cursor;

	if (of->n_cursors == CURSORS_MAX)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("a query cannot read more than %d tables at a time", CURSORS_MAX)));
	cxt = AllocSetContextCreate(of->cxt, "bxml table", ALLOCSET_DEFAULT_SIZES);
	/* what the callback below looks at is not in a memory context below that one, which is gone by then */
	cursor = MemoryContextAllocZero(of->cxt, sizeof(TableCursor));
	cursor->of = of;
	cursor->cxt = cxt;
	cursor->shape = AllocSetContextCreate(of->cxt, "bxml columns", ALLOCSET_SMALL_SIZES);
	cursor->batch = AllocSetContextCreate(cxt, "bxml rows", ALLOCSET_DEFAULT_SIZES);
	cursor->row = AllocSetContextCreate(cxt, "bxml row", ALLOCSET_DEFAULT_SIZES);
	open_portal(cursor, statement);
	cursor->values =
		MemoryContextAllocZero(cxt, TABLE_CURSOR_BATCH * (cursor->n_columns + 1) * sizeof(Datum));
	cursor->nulls = MemoryContextAllocZero(cxt, TABLE_CURSOR_BATCH * (cursor->n_columns + 1));
	cursor->items = MemoryContextAllocZero(cxt, (cursor->n_columns + 1) * sizeof(XdSeq));
	cursor->next = of->cursors;
	of->cursors = cursor;
	of->n_cursors++;
	return cursor;
}

static void
close_portal(const TableCursor *cursor)
{
	Portal portal = SPI_cursor_find(cursor->portal);

	if (portal != NULL)
		SPI_cursor_close(portal);
}

void
table_cursor_close(TableCursor *cursor)
{
	Collections *of = cursor->of;

	for (TableCursor **link = &of->cursors; *link != NULL; link = &(*link)->next)
		if (*link == cursor)
		{
			*link = cursor->next;
			of->n_cursors--;
			break;
		}
	begin_row(cursor);
	close_portal(cursor);
	if (!cursor->keep_shape)
		MemoryContextDelete(cursor->shape);
	MemoryContextDelete(cursor->cxt);
	pfree(cursor->portal);
	pfree(cursor);
}

/* After an error the server closes them. */
void
table_cursors_end(void *arg)
{
	Collections *c = arg;

	if (IsTransactionState())
		for (const TableCursor *cursor = c->cursors; cursor != NULL; cursor = cursor->next)
			close_portal(cursor);
	c->cursors = NULL;
}

/* ---- rows ---- */

/* The next rows. */
static void
fetch(TableCursor *cursor)
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
						errmsg("the subtransaction that reads a table for a query has ended")));
	SPI_cursor_fetch(portal, true, TABLE_CURSOR_BATCH);
	cursor->ended = SPI_processed < TABLE_CURSOR_BATCH;
	spi = MemoryContextSwitchTo(cursor->batch);
	for (; cursor->n < (int) SPI_processed; cursor->n++)
		for (int i = 0; i < cursor->n_columns; i++)
		{
			const SqlType *t = &cursor->types[i];
			int place = cursor->n * cursor->n_columns + i;
			Datum value = SPI_getbinval(SPI_tuptable->vals[cursor->n], SPI_tuptable->tupdesc, i + 1,
										&cursor->nulls[place]);

			if (!cursor->nulls[place])
				cursor->values[place] = datumCopy(value, t->byval, t->len);
		}
	MemoryContextSwitchTo(spi);
	SPI_finish();
}

int
table_cursor_fetch(TableCursor *cursor)
{
	host_step();
	begin_row(cursor);
	if (cursor->at == cursor->n && !cursor->ended)
		fetch(cursor);
	return cursor->at == cursor->n ? -1 : cursor->at++ * cursor->n_columns;
}

/* ---- documents ---- */

static void
document_left(XdOwner *owner)
{
	MemoryContextDelete(((TableDocument *) owner)->cxt);
}

static XdSeq
open_document(const ItemPlace *place, Datum value)
{
	Collections *of = place->of;
	MemoryContext cxt = AllocSetContextCreate(of->cxt, "bxml document", ALLOCSET_SMALL_SIZES);
	MemoryContext caller = MemoryContextSwitchTo(cxt);
	TableDocument *d = palloc0(sizeof(TableDocument));
	XdItem root;

	d->owner.left = document_left;
	d->cxt = cxt;
	host_init(&d->host, cxt);
	bx_arena_init(&d->arena, &d->host.host);
	datum_store_open(&d->store, datumCopy(value, false, -1));
	query_check(of->run, bx_image_open(&d->image, &d->store.store, &d->arena, of->err));
	MemoryContextSwitchTo(caller);
	query_check(of->run, fc_open_owned(query_core(of->run), place->holder, &d->image, &d->owner, &root));
	return xd_seq_one(&root);
}

TableDocument *
table_document(const Collections *of, const XdItem *node)
{
	XdOwner *owner = fc_owner(query_core(of->run), node);

	return owner != NULL && owner->left == document_left ? (TableDocument *) owner : NULL;
}

XdSeq
table_items(const ItemPlace *place, const SqlType *type, Datum value)
{
	Collections *of = place->of;
	FcRun *run = query_core(of->run);
	MemoryContext caller;
	XdSeq items;

	if (type->kind == SQL_BXML)
		return open_document(place, value);
	caller = MemoryContextSwitchTo(place->cxt);
	fc_give_in(run, place->arena);
	items = sql_type_items(type, of->run, value);
	fc_give_in(run, NULL);
	MemoryContextSwitchTo(caller);
	return items;
}
