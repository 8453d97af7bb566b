/*
 * condition.c -- from a clause of a query to a condition on an index column.
 *
 * Served are the operators of the family and the functions behind them; and "call op value", where the call is one of
 * column and constant path (->>, bxml_value, bxml_int ...), the operator the server's own for the type of the call, and
 * the value constant during a scan.  Such a comparison is about the first node that the path selects; some node that
 * passes it is a necessary condition, which bxpath_compare writes as a path.
 */
#include "postgres.h"
#include "access/stratnum.h"
#include "catalog/pg_collation_d.h"
#include "catalog/pg_type_d.h"
#include "fmgr.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/paths.h"
#include "parser/parse_func.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "../planner/typed_call.h"
#include "../query/path.h"
#include "../server/compat.h"
#include "../server/host.h"
#include "compare.h"
#include "condition.h"
#include "family.h"

extern Datum bxml_exists(PG_FUNCTION_ARGS);
extern Datum bxml_test(PG_FUNCTION_ARGS);

/* ---- calls ---- */

static bool
is_column(const IndexColumn *column, Node *expr)
{
	return match_index_to_operand(expr, column->column, column->index);
}

static bool
is_constant(const IndexColumn *column, Node *expr)
{
	return is_pseudo_constant_for_index(column->root, expr, column->index);
}

/* Does the path select nodes, so that a comparison can be added to it? */
static bool
path_serves(Const *path)
{
	struct varlena *p = PG_DETOAST_DATUM(path->constvalue);
	PgHost host;
	BxArena arena;
	bool serves;

	bx_arena_init(&arena, host_here(&host));
	serves = compare_serves(path_block((const uint8_t *) VARDATA(p), VARSIZE(p) - VARHDRSZ, &arena));
	bx_arena_reset(&arena);
	return serves;
}

bool
condition_is_call(const IndexColumn *column, Expr *expr)
{
	Oid function = InvalidOid;
	List *args = typed_call_args(expr, &function);
	Const *path;

	if (args == NIL || !is_column(column, linitial(args)) || !IsA(lsecond(args), Const))
		return false;
	path = lsecond(args);
	if (path->constisnull ||
		!OidIsValid(family_operator(column->index, column->column, path->consttype, STRATEGY_EXISTS)))
		return false;
	return typed_call_function(function) && path_serves(path);
}

/* ---- comparisons ---- */

/* Are the values of two types compared without a conversion that asks settings? */
static bool
types_agree(Oid left, Oid right)
{
	switch (left)
	{
		case INT4OID:
		case INT8OID: return right == INT2OID || right == INT4OID || right == INT8OID;
		case FLOAT8OID: return right == FLOAT4OID || right == FLOAT8OID;
		default: return left == right;
	}
}

/* The name for bxpath_compare of an operator on the type; NULL if it is none that is served. */
static const char *
operator_name(Oid opno, Oid type, Oid collation)
{
	static const char *const names[] = {NULL, "<", "<=", "=", ">=", ">"};
	Oid family = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	bool deterministic = OidIsValid(collation) && get_collation_isdeterministic(collation);
	Oid left, right;
	int strategy;

	if (type == TEXTOID && get_opcode(opno) == F_STARTS_WITH)
		return deterministic ? "^@" : NULL;
	if (!OidIsValid(family) || !op_in_opfamily(opno, family))
		return NULL;
	get_op_opfamily_properties(opno, family, false, &strategy, &left, &right);
	if (left != type || !types_agree(left, right))
		return NULL;
	if (type == TEXTOID && (strategy != BTEqualStrategyNumber || !deterministic))
		return NULL;
	return names[strategy];
}

static bool
comparison_of(const IndexColumn *column, OpExpr *op, Condition *c)
{
	Oid opno = op->opno;
	Expr *call = linitial(op->args);
	Expr *value = lsecond(op->args);

	if (!condition_is_call(column, call))
	{
		Expr *left = call;

		call = value;
		value = left;
		opno = get_commutator(opno);
		if (!OidIsValid(opno) || !condition_is_call(column, call))
			return false;
	}
	c->call = call;
	c->value = value;
	c->op = operator_name(opno, exprType((Node *) call), op->inputcollid);
	c->lossy = true;
	return c->op != NULL && is_constant(column, (Node *) value);
}

/* "call = ANY (array)" */
static bool
any_of(const IndexColumn *column, ScalarArrayOpExpr *any, Condition *c)
{
	c->call = linitial(any->args);
	c->value = lsecond(any->args);
	if (!any->useOr || !condition_is_call(column, c->call))
		return false;
	c->op = operator_name(any->opno, exprType((Node *) c->call), any->inputcollid);
	c->lossy = true;
	return c->op != NULL && strcmp(c->op, "=") == 0 && is_constant(column, (Node *) c->value);
}

/* "call LIKE 'prefix%...'" as "call ^@ prefix" */
static bool
like_of(const IndexColumn *column, OpExpr *op, Condition *c)
{
	Const *pattern = lsecond(op->args);
	char *prefix;

	if (!IsA(pattern, Const) || pattern->constisnull || !OidIsValid(op->inputcollid) ||
		!get_collation_isdeterministic(op->inputcollid) || !condition_is_call(column, linitial(op->args)))
		return false;
	prefix = TextDatumGetCString(pattern->constvalue);
	prefix[strcspn(prefix, "%_\\")] = '\0';
	c->call = linitial(op->args);
	c->value =
		(Expr *) makeConst(TEXTOID, -1, op->inputcollid, -1, CStringGetTextDatum(prefix), false, false);
	c->op = "^@";
	c->lossy = true;
	return prefix[0] != '\0';
}

/* ---- clauses ---- */

/* The condition that the operator of a strategy makes of the arguments of a call; false if there is none. */
static bool
member_with(const IndexColumn *column, List *args, int strategy, Condition *c)
{
	Oid opno = family_operator(column->index, column->column, exprType(lsecond(args)), strategy);

	if (!OidIsValid(opno))
		return false;
	c->clause = make_opclause(opno, BOOLOID, false, linitial(args), lsecond(args), InvalidOid, InvalidOid);
	c->lossy = true;
	return true;
}

/* "pattern <@ column" as "column @> pattern". */
static bool
commuted_of(const IndexColumn *column, Expr *clause, List *args, Condition *c)
{
	Oid opno = IsA(clause, OpExpr) ? get_commutator(((OpExpr *) clause)->opno) : InvalidOid;

	if (!OidIsValid(opno) || !is_column(column, lsecond(args)) || !is_constant(column, linitial(args)) ||
		!op_in_opfamily(opno, column->index->opfamily[column->column]))
		return false;
	c->known = true;
	c->clause = make_opclause(opno, BOOLOID, false, lsecond(args), linitial(args), InvalidOid,
							  ((OpExpr *) clause)->inputcollid);
	return true;
}

/* An operator of the family, or bxml_exists or bxml_test. */
static bool
member_of(const IndexColumn *column, Expr *clause, Condition *c)
{
	Oid function = InvalidOid;
	List *args = typed_call_args(clause, &function);
	PGFunction address;

	if (args == NIL)
		return false;
	if (!is_column(column, linitial(args)))
		return commuted_of(column, clause, args, c);
	c->known = true;
	if (IsA(clause, OpExpr) &&
		op_in_opfamily(((OpExpr *) clause)->opno, column->index->opfamily[column->column]))
	{
		c->clause = clause;
		return is_constant(column, lsecond(args));
	}
	address = family_function(function);
	if ((address != bxml_exists && address != bxml_test) || !is_constant(column, lsecond(args)))
		return false;
	return member_with(column, args, address == bxml_exists ? STRATEGY_EXISTS : STRATEGY_TEST, c);
}

/* "call IS NOT NULL": the path selects something. */
static bool
not_null_of(const IndexColumn *column, NullTest *test, Condition *c)
{
	Oid function;

	return test->nulltesttype == IS_NOT_NULL && !test->argisrow && condition_is_call(column, test->arg) &&
		   member_with(column, typed_call_args(test->arg, &function), STRATEGY_EXISTS, c);
}

bool
condition_of(const IndexColumn *column, Expr *clause, Condition *c)
{
	*c = (Condition){.clause = NULL};
	if (IsA(clause, NullTest))
		return not_null_of(column, (NullTest *) clause, c);
	if (IsA(clause, ScalarArrayOpExpr))
		return any_of(column, (ScalarArrayOpExpr *) clause, c);
	if (member_of(column, clause, c))
		return true;
	*c = (Condition){.clause = NULL};
	if (!IsA(clause, OpExpr) || list_length(((OpExpr *) clause)->args) != 2)
		return false;
	if (get_opcode(((OpExpr *) clause)->opno) == F_TEXTLIKE)
		return like_of(column, (OpExpr *) clause, c);
	return comparison_of(column, (OpExpr *) clause, c);
}

/* ---- conditions ---- */

bool
condition_is_range(const Condition *a, const Condition *b)
{
	if (a->call == NULL || b->call == NULL || !equal(a->call, b->call))
		return false;
	return (a->op[0] == '<' && b->op[0] == '>') || (a->op[0] == '>' && b->op[0] == '<');
}

/* bxpath_compare with three or five arguments, of the schema that the function of the call is in; or InvalidOid. */
static Oid
compare_function(Oid function, Oid path_type, int n)
{
	Oid types[] = {path_type, TEXTOID, ANYOID, TEXTOID, ANYOID};
	char *schema = get_namespace_name(get_func_namespace(function));

	if (schema == NULL)
		return InvalidOid;
	return LookupFuncName(list_make2(makeString(schema), makeString("bxpath_compare")), n, types, true);
}

static Expr *
name_const(const char *op)
{
	return (Expr *) makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1, CStringGetTextDatum(op), false, false);
}

Expr *
condition_make(const IndexColumn *column, const Condition *a, const Condition *b)
{
	Oid function = InvalidOid, compare, opno, path_type;
	List *args = typed_call_args(a->call, &function);
	List *compared = list_make3(copyObject(lsecond(args)), name_const(a->op), copyObject(a->value));
	Node *path;

	if (b != NULL)
		compared = lappend(lappend(compared, name_const(b->op)), copyObject(b->value));
	path_type = exprType(lsecond(args));
	compare = compare_function(function, path_type, list_length(compared));
	opno = family_operator(column->index, column->column, path_type, STRATEGY_EXISTS);
	if (!OidIsValid(compare))
		return NULL;
	path = (Node *) makeFuncExpr(compare, path_type, compared, InvalidOid, DEFAULT_COLLATION_OID,
								 COERCE_EXPLICIT_CALL);
	path = eval_const_expressions(column->root, path);
	return make_opclause(opno, BOOLOID, false, copyObject(linitial(args)), (Expr *) path, InvalidOid,
						 InvalidOid);
}
