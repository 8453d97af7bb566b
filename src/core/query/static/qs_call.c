/*
 * qs_call.c -- variables, and calls of functions by name: declared ones, constructors of types, the library.
 */
#include "../../base/bx_core_int.h"

#include "../run/ru_operators.h"
#include "../syntax/q_parse.h"
#include "qs_query_int.h"

#include <stdio.h>

/* ---- variables ---- */

static BxStatus
local_variable(QsBuild *b, const QExpr *e, const QsVariable *v, RuOp **op)
{
	bool single = !(v->type.occurrence & XD_REPEATED);

	BX_TRY(qs_new(b, single ? &ru_local_one : &ru_local, e->pos, 0, op));
	(*op)->slot = v->slot;
	(*op)->type = v->type;
	(*op)->uses = RU_USES_FRAME;
	return BX_OK;
}

BxStatus
qs_add_global(QsBuild *b, const RuGlobalPlan *plan)
{
	RuQuery *q = b->query;
	RuGlobalPlan *globals = bx_arena_grow(b->arena, q->globals, q->n_globals * sizeof(RuGlobalPlan),
										  (q->n_globals + 1) * sizeof(RuGlobalPlan));

	if (globals == NULL)
		return bx_fail_nomem(b->err, (q->n_globals + 1) * sizeof(RuGlobalPlan));
	q->globals = globals;
	q->globals[q->n_globals++] = *plan;
	return BX_OK;
}

static BxStatus
implicit_variable(QsBuild *b, const QExpr *e, uint32_t *global)
{
	const RuGlobalPlan plan = {
		.name = e->name, .type = XD_TYPE_ANY, .external = true, .implicit = true, .pos = e->pos};

	if (!b->implicit_externals || b->number != 0)
		return qs_fail(b, e->pos, "XPST0008", "variable $%.*s is not declared", (int) e->name.local.n,
					   e->name.local.s);
	*global = b->query->n_globals;
	return qs_add_global(b, &plan);
}

BxStatus
qs_variable(QsBuild *b, const QExpr *e, RuOp **op)
{
	uint32_t i;

	for (i = b->n_scope; i > 0; i--)
		if (at_name_equal(&b->scope[i - 1].name, &e->name))
			return local_variable(b, e, &b->scope[i - 1], op);
	for (i = 0; i < b->query->n_globals; i++)
		if (at_name_equal(&b->query->globals[i].name, &e->name) &&
			ru_sees(b->current, b->number, b->query->globals[i].module, b->query->globals[i].is_private))
			break;
	if (i == b->query->n_globals)
		BX_TRY(implicit_variable(b, e, &i));
	BX_TRY(qs_new(b, &ru_global, e->pos, 0, op));
	(*op)->sub = i;
	(*op)->type = qs_type_of(&b->query->globals[i].type);
	(*op)->uses = RU_NOT_CONSTANT;
	return BX_OK;
}

/* ---- calls ---- */

BxStatus
qs_find_function(QsBuild *b, const AtName *name, uint32_t arity, const RuFunction **function, bool *other)
{
	uint32_t i;

	*function = NULL;
	*other = false;
	BX_TRY(bx_charge(b->host, 8 * (uint64_t) b->query->n_functions));
	for (i = 0; i < b->query->n_functions; i++)
	{
		const RuFunction *f = b->query->functions[i];

		if (!at_name_equal(&f->name, name) || !ru_sees(b->current, b->number, f->module, f->is_private))
			continue;
		*other = true;
		if (f->n_params == arity)
			*function = f;
	}
	return BX_OK;
}

/* "argument 2 of fn:substring()" */
static void
name_argument(const QExpr *e, uint32_t i, char *role, size_t size)
{
	snprintf(role, size, "argument %u of %.*s()", i + 1, (int) (e->name.local.n < 64 ? e->name.local.n : 64),
			 e->name.local.s);
}

static BxStatus
declared_call(QsBuild *b, const QExpr *e, const RuFunction *function, RuOp **op)
{
	bool single = !(function->result.occurrence & XD_REPEATED) && function->result.kind != XD_T_EMPTY;
	char role[128];
	uint32_t i;

	BX_TRY(qs_new_all(b, e, single ? &ru_call_one : &ru_call, op));
	for (i = 0; i < e->n_args; i++)
	{
		name_argument(e, i, role, sizeof(role));
		BX_TRY(qs_convert(b, &(*op)->args[i], &function->params[i], role));
	}
	qs_done(*op);
	(*op)->data = function;
	(*op)->type = qs_type_of(&function->result);
	(*op)->uses |= RU_NOT_CONSTANT;
	return BX_OK;
}

/* The name is that of no function, or of one with other numbers of arguments. */
static BxStatus
no_function(QsBuild *b, const QExpr *e, const char *before, const char *behind)
{
	return qs_fail(b, e->pos, "XPST0017", "%s%.*s() %s %u argument%s", before, (int) e->name.local.n,
				   e->name.local.s, behind, e->n_args, e->n_args == 1 ? "" : "s");
}

/* xs:date("..."): a cast of at most one item. */
static BxStatus
constructor_call(QsBuild *b, const QExpr *e, RuOp **op)
{
	AtType type = at_type_find(e->name.local);
	QExpr cast = {.kind = QK_CAST_AS, .pos = e->pos, .n_args = 1, .args = e->args};
	XdSeqType to = {.kind = XD_T_ATOMIC, .occurrence = XD_OPTIONAL, .atomic = (uint8_t) type};
	bool known = type != AT_TYPES && type != AT_ANY_TYPE && type != AT_ANY_SIMPLE && type != AT_ANY_ATOMIC &&
				 type != AT_NOTATION;

	if (bx_str_is(e->name.local, "numeric"))
	{
		to = (XdSeqType){.kind = XD_T_NUMERIC, .occurrence = XD_OPTIONAL};
		known = true;
	}
	if (!known || e->n_args != 1)
		return no_function(b, e, "there is no function xs:", "with");
	cast.type = &to;
	return qs_cast_as(b, &cast, op);
}

BxStatus
qs_signature(QsBuild *b, const FnRow *row, QFunction *signature)
{
	return q_parse_signature(bx_str(row->signature, strlen(row->signature)), b->arena, b->host, signature,
							 b->err);
}

/* Functions of the moment and of the database are refused where the query must be immutable. */
static BxStatus
check_immutable(QsBuild *b, const QExpr *e, const FnRow *row)
{
	bool own = bx_str_is(e->name.uri, Q_URI_BXML);
	const char *hint = b->instead;

	if (!b->immutable || !((row->properties & FN_STABLE) || (b->tables && qs_is_collection(e))))
		return BX_OK;
	if (hint == NULL)
		hint = own ? "Use bxml_xquery_run or bxml_items_run, which are stable."
				   : "Use bxml_items, which is stable, or give the value as a variable.";
	return bx_hint(b->err,
				   bx_fail(b->err, BX_E_UNSUPPORTED, e->pos, "%s%.*s() is not immutable", own ? "bxml:" : "",
						   (int) e->name.local.n, e->name.local.s),
				   "%s", hint);
}

static BxStatus
library_call(QsBuild *b, const QExpr *e, const FnRow *row, RuOp **op)
{
	QFunction signature;
	char role[128];
	bool done;
	uint32_t i;

	BX_TRY(check_immutable(b, e, row));
	BX_TRY(qs_table_call(b, e, op, &done));
	if (done)
		return BX_OK;
	BX_TRY(qs_signature(b, row, &signature));
	BX_TRY(qs_new_all(b, e, &row->class, op));
	if (b->rules != NULL)
		BX_TRY(b->rules->arguments(b, e, *op));
	for (i = 0; i < e->n_args; i++)
	{
		uint32_t k = i < signature.n_params ? i : signature.n_params - 1;

		name_argument(e, i, role, sizeof(role));
		if (signature.params[k].type != NULL)
			BX_TRY(qs_convert(b, &(*op)->args[i], signature.params[k].type, role));
	}
	if (row->properties & FN_NUMBERS)
		qs_as_number(b, (*op)->args[0]);
	qs_done(*op);
	(*op)->data = row;
	(*op)->type = signature.result != NULL ? qs_type_of(signature.result) : (*op)->type;
	(*op)->type.ordered |= (row->properties & FN_ORDERED) != 0;
	(*op)->uses |= (uint8_t) row->properties;
	b->query->needs_parents |= (row->properties & FN_PARENTS) != 0;
	return BX_OK;
}

BxStatus
qs_call(QsBuild *b, const QExpr *e, RuOp **op)
{
	const RuFunction *function;
	const FnRow *row;
	bool other = false;

	BX_TRY(qs_partial_call(b, e, op, &other));
	if (other)
		return BX_OK;
	BX_TRY(qs_find_function(b, &e->name, e->n_args, &function, &other));
	if (function != NULL)
		return declared_call(b, e, function, op);
	if (bx_str_is(e->name.uri, Q_URI_XS))
		return constructor_call(b, e, op);
	row = other ? NULL : fn_find(e->name.uri, e->name.local, e->n_args, &other);
	if (row != NULL)
		return library_call(b, e, row, op);
	return other ? no_function(b, e, "function ", "does not take")
				 : no_function(b, e, "there is no function ", "with");
}

/* ---- sequences ---- */

BxStatus
qs_sequence(QsBuild *b, const QExpr *e, RuOp **op)
{
	uint32_t i;
	bool atomic = true, nodes = true, collections = true;

	if (e->n_args == 0)
		return qs_empty(b, e->pos, op);
	if (e->n_args == 1)
		return qs_build(b, e->args[0], op);
	BX_TRY(qs_new(b, &ru_sequence, e->pos, e->n_args, op));
	for (i = 0; i < e->n_args; i++)
	{
		RuType t;

		BX_TRY(qs_build(b, e->args[i], &(*op)->args[i]));
		t = (*op)->args[i]->type;
		atomic &= t.kind == XD_T_ATOMIC || t.kind == XD_T_EMPTY || t.kind == XD_T_NUMERIC;
		nodes &= t.kind == XD_T_NODE || t.kind == XD_T_EMPTY;
		collections &= qs_reads_collection((*op)->args[i]);
	}
	qs_done(*op);
	(*op)->type = (RuType){.kind = atomic  ? XD_T_ATOMIC
								   : nodes ? XD_T_NODE
										   : XD_T_ITEM,
						   .atomic = AT_ANY_ATOMIC,
						   .occurrence = XD_ANY_NUMBER,
						   /* documents are in the order in which they are read */
						   .ordered = collections,
						   .flat = collections};
	return BX_OK;
}
