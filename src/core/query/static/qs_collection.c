/*
 * qs_collection.c -- what reads tables of the caller: calls of fn:collection, bxml:sql and bxml:column.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_collection.h"
#include "../run/ru_construct.h"
#include "../run/ru_expr.h"
#include "../run/ru_flwor.h"
#include "../run/ru_operators.h"
#include "qs_query_int.h"

/* ---- calls ---- */

/* An operator that reads a table by its name, or by a statement. */
static BxStatus
new_reader(QsBuild *b, const QExpr *e, const RuClass *class, uint32_t n_args, RuOp **op)
{
	RuCollectionPlan *plan = bx_arena_zalloc(b->arena, sizeof(RuCollectionPlan));

	if (plan == NULL)
		return bx_fail_nomem(b->err, sizeof(RuCollectionPlan));
	BX_TRY(qs_new(b, class, e->pos, n_args, op));
	plan->name = at_item_str(&e->args[0]->value);
	(*op)->data = plan;
	(*op)->type = (RuType){.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER};
	return BX_OK;
}

static BxStatus
collection_call(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(new_reader(b, e, &ru_collection, RU_COLLECTION_CONDITIONS, op));
	(*op)->n_args = 0; /* conditions come later */
	(*op)->type = (RuType){.kind = XD_T_NODE, .occurrence = XD_ANY_NUMBER, .ordered = true, .flat = true};
	(*op)->uses = RU_NOT_CONSTANT;
	return BX_OK;
}

static BxStatus
sql_call(QsBuild *b, const QExpr *e, RuOp **op)
{
	BX_TRY(new_reader(b, e, &ru_statement, e->n_args - 1, op));
	BX_TRY(qs_build_all(b, e->args + 1, e->n_args - 1, (*op)->args));
	qs_done(*op);
	(*op)->uses |= RU_NOT_CONSTANT;
	return BX_OK;
}

/* The columns that the query asks for are read with each document. */
static BxStatus
add_column(QsBuild *b, BxStr name)
{
	RuQuery *q = b->query;
	BxStr *columns;
	uint32_t i;

	for (i = 0; i < q->n_columns; i++)
		if (bx_str_equal(q->columns[i], name))
			return BX_OK;
	BX_TRY(bx_charge(b->host, q->n_columns));
	columns =
		bx_arena_grow(b->arena, q->columns, q->n_columns * sizeof(BxStr), (q->n_columns + 1) * sizeof(BxStr));
	if (columns == NULL)
		return bx_fail_nomem(b->err, (q->n_columns + 1) * sizeof(BxStr));
	q->columns = columns;
	q->columns[q->n_columns++] = name;
	return BX_OK;
}

static BxStatus
column_call(QsBuild *b, const QExpr *e, RuOp **op)
{
	static const XdSeqType any_node = {.kind = XD_T_NODE,
									   .test = {.kinds = XD_ANY_KIND, .any_uri = true, .any_local = true}};
	BxStr *name = bx_arena_alloc(b->arena, sizeof(BxStr));

	if (name == NULL)
		return bx_fail_nomem(b->err, sizeof(BxStr));
	*name = at_item_str(&e->args[1]->value);
	BX_TRY(add_column(b, *name));
	BX_TRY(qs_new(b, &ru_column, e->pos, 1, op));
	BX_TRY(qs_build(b, e->args[0], &(*op)->args[0]));
	BX_TRY(qs_convert(b, &(*op)->args[0], &any_node, "argument 1 of bxml:column()"));
	qs_done(*op);
	(*op)->data = name;
	(*op)->type = (RuType){.kind = XD_T_ITEM, .occurrence = XD_ANY_NUMBER};
	(*op)->uses |= RU_NOT_CONSTANT;
	return BX_OK;
}

/* The argument that says what is read stands in the query. */
static BxStatus
check_literal(QsBuild *b, const QExpr *e, uint32_t i, const char *what, const char *hint)
{
	if (i < e->n_args && e->args[i]->kind == QK_LITERAL && e->args[i]->value.type == AT_STRING)
		return BX_OK;
	return bx_hint(b->err, bx_fail(b->err, BX_E_UNSUPPORTED, e->pos, "the %s must be a literal", what), "%s",
				   hint);
}

bool
qs_reads_collection(const RuOp *op)
{
	return op->class == &ru_collection;
}

BxStatus
qs_table_call(QsBuild *b, const QExpr *e, RuOp **op, bool *done)
{
	bool own = bx_str_is(e->name.uri, Q_URI_BXML);

	*done = b->tables && (own || qs_is_collection(e));
	if (!*done)
		return BX_OK;
	if (!own)
	{
		BX_TRY(check_literal(b, e, 0, "name of a collection", "Write collection(\"schema.table.column\")."));
		return collection_call(b, e, op);
	}
	if (bx_str_is(e->name.local, "sql"))
	{
		BX_TRY(check_literal(b, e, 0, "statement of bxml:sql()",
							 "Write $1, $2 in it, and the values as further arguments."));
		return sql_call(b, e, op);
	}
	BX_TRY(check_literal(b, e, 1, "name of a column", "Write bxml:column($document, \"name\")."));
	return column_call(b, e, op);
}
