/*
 * qs_collection.c -- what reads tables of the caller: calls of fn:collection, bxml:sql and bxml:column, and conditions
 * on documents that the tables can answer.
 *
 * A condition stays where it is and is evaluated: the table may give documents that do not pass.
 */
#include "../../base/bx_core_int.h"

#include "../../base/bx_buf.h"
#include "../run/ru_collection.h"
#include "../run/ru_construct.h"
#include "../run/ru_expr.h"
#include "../run/ru_flwor.h"
#include "../run/ru_operators.h"
#include "qs_query_int.h"

#include <stdio.h>

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

/* ---- paths ---- */

/* The path from a variable as a bxpath, with the namespaces before it. */
typedef struct CollectionPath
{
	QsBuild *b;
	const AtName *variable;
	BxBuf declared;
	BxBuf path;
	uint32_t n_declared;
	bool known;
} CollectionPath;

static BxStatus
put(CollectionPath *t, BxBuf *buf, BxStr s)
{
	return bx_buf_append(buf, s.s, s.n, t->b->err);
}

static BxStatus
put_str(CollectionPath *t, BxBuf *buf, const char *s)
{
	return bx_buf_append(buf, s, strlen(s), t->b->err);
}

static BxStatus
put_name(CollectionPath *t, const XdTest *test)
{
	char prefix[16];

	if (test->any_local)
	{
		t->known = t->known && test->any_uri;
		return put_str(t, &t->path, "*");
	}
	t->known = t->known && !test->any_uri && test->content == NULL && !test->nillable_only &&
			   memchr(test->uri.s, '"', test->uri.n) == NULL && memchr(test->uri.s, '&', test->uri.n) == NULL;
	if (test->uri.n > 0)
	{
		snprintf(prefix, sizeof(prefix), "n%u", ++t->n_declared);
		BX_TRY(put_str(t, &t->declared, "declare namespace "));
		BX_TRY(put_str(t, &t->declared, prefix));
		BX_TRY(put_str(t, &t->declared, " = \""));
		BX_TRY(put(t, &t->declared, test->uri));
		BX_TRY(put_str(t, &t->declared, "\"; "));
		BX_TRY(put_str(t, &t->path, prefix));
		BX_TRY(put_str(t, &t->path, ":"));
	}
	return put(t, &t->path, test->local);
}

/* One step behind the path so far. */
static BxStatus
put_step(CollectionPath *t, const QExpr *e)
{
	const XdTest *test = e->tests;
	bool attribute = e->sub == XD_ATTRIBUTE_AXIS;

	if (e->kind != QK_STEP || e->n_args > 0 || e->type != NULL)
		t->known = false;
	if (!t->known)
		return BX_OK;
	if (e->sub == XD_DESCENDANT_OR_SELF && (e->flags & Q_FROM_SLASHES))
		return put_str(t, &t->path, "/");
	t->known = (e->sub == XD_CHILD && test->kinds == 1 << XD_ELEMENT) ||
			   (attribute && test->kinds == 1 << XD_ATTRIBUTE);
	BX_TRY(put_str(t, &t->path, attribute ? "/@" : "/"));
	return put_name(t, test);
}

static BxStatus
put_path(CollectionPath *t, const QExpr *e)
{
	BX_TRY(qs_check_depth(t->b, e));
	if (e->kind == QK_VARIABLE)
	{
		t->known = t->known && at_name_equal(&e->name, t->variable);
		return BX_OK;
	}
	if (e->kind != QK_PATH || e->n_args != 2)
	{
		t->known = false;
		return BX_OK;
	}
	BX_TRY(put_path(t, e->args[0]));
	return t->known ? put_step(t, e->args[1]) : BX_OK;
}

/* Such a path as text; *text is empty when the expression is another one. */
static BxStatus
path_text(QsBuild *b, const QExpr *e, const AtName *variable, BxStr *text)
{
	CollectionPath t = {.b = b, .variable = variable, .known = e->kind == QK_PATH};
	BxStatus st;

	bx_buf_init(&t.declared, b->host);
	bx_buf_init(&t.path, b->host);
	*text = bx_str("", 0);
	st = put_path(&t, e);
	if (st == BX_OK && t.known)
		st = put(&t, &t.declared, bx_str((const char *) t.path.data, t.path.len));
	if (st == BX_OK && t.known)
	{
		*text = bx_str(bx_arena_strndup(b->arena, (const char *) t.declared.data, t.declared.len),
					   t.declared.len);
		if (text->s == NULL)
			st = bx_fail_nomem(b->err, t.declared.len);
	}
	bx_buf_free(&t.declared);
	bx_buf_free(&t.path);
	return st;
}

/* ---- conditions ---- */

static const char *
sign_of(const QExpr *e, bool exchanged)
{
	static const char *const signs[] = {
		[AT_EQ] = "=", [AT_LT] = "<", [AT_LE] = "<=", [AT_GT] = ">", [AT_GE] = ">="};
	static const char *const opposite[] = {
		[AT_EQ] = "=", [AT_LT] = ">", [AT_LE] = ">=", [AT_GT] = "<", [AT_GE] = "<="};

	return e->sub == AT_NE ? NULL : exchanged ? opposite[e->sub] : signs[e->sub];
}

/* A path on one side, something that does not depend on the variable on the other one. */
static BxStatus
add_comparison(QsBuild *b, const QExpr *e, uint32_t side, const AtName *variable, RuOp *op, bool *added)
{
	RuCollectionPlan *plan = (RuCollectionPlan *) op->data;
	const char *sign = sign_of(e, side == 1);
	RuOp *value;
	BxStr path;

	*added = false;
	if (sign == NULL || qs_mentions(e->args[1 - side], variable))
		return BX_OK;
	BX_TRY(path_text(b, e->args[side], variable, &path));
	if (path.n == 0)
		return BX_OK;
	BX_TRY(qs_build(b, e->args[1 - side], &value));
	if (value->uses & (RU_USES_FRAME | RU_USES_ITEM | RU_USES_POSITION | RU_USES_LAST))
		return BX_OK; /* it is another one each time: a join is made of it */
	BX_TRY(qs_atomize(b, &value));
	op->args[op->n_args] = value;
	plan->conditions[plan->n_conditions++] =
		(RuCollectionCondition){.path = path,
								.sign = sign,
								.value = op->n_args,
								.strings = e->kind == QK_VALUE_COMPARISON,
								.numbers = e->sub != AT_EQ};
	op->n_args++;
	op->uses |= value->uses;
	*added = true;
	return BX_OK;
}

BxStatus
qs_collection_where(QsBuild *b, const QExpr *e, const AtName *variable, RuOp *op)
{
	RuCollectionPlan *plan = (RuCollectionPlan *) op->data;
	BxStr path;
	bool added = false;
	uint32_t i;

	BX_TRY(qs_check_depth(b, e));
	if (plan->n_conditions == RU_COLLECTION_CONDITIONS || b->module->default_collation.n > 0)
		return BX_OK;
	if (e->kind == QK_AND)
	{
		for (i = 0; i < e->n_args; i++)
			BX_TRY(qs_collection_where(b, e->args[i], variable, op));
		return BX_OK;
	}
	if (e->kind == QK_GENERAL_COMPARISON || (e->kind == QK_VALUE_COMPARISON && e->sub == AT_EQ))
	{
		BX_TRY(add_comparison(b, e, 0, variable, op, &added));
		return added ? BX_OK : add_comparison(b, e, 1, variable, op, &added);
	}
	BX_TRY(path_text(b, e, variable, &path));
	if (path.n > 0)
		plan->conditions[plan->n_conditions++] = (RuCollectionCondition){.path = path};
	return BX_OK;
}

/* ---- what stays of documents ---- */

void
qs_collection_release(const RuOp *flwor)
{
	const RuFlworPlan *plan = flwor->data;
	const RuOp *source = flwor->args[0], *result = flwor->args[flwor->n_args - 1];
	bool copies = result->type.kind == XD_T_ATOMIC || result->type.kind == XD_T_NUMERIC ||
				  result->class == &ru_element || result->class == &ru_document;
	uint32_t i;

	for (i = 1; i < plan->n; i++)
		copies = copies &&
				 (plan->clauses[i].class == &ru_clause_for || plan->clauses[i].class == &ru_clause_let ||
				  plan->clauses[i].class == &ru_clause_where || plan->clauses[i].class == &ru_clause_count);
	if (plan->n > 0 && plan->clauses[0].class == &ru_clause_for && plan->clauses[0].first == 0 &&
		plan->clauses[0].join == NULL && (source->class == &ru_collection || source->class == &ru_statement))
		((RuCollectionPlan *) source->data)->release = copies;
}
