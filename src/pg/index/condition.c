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
#include "mb/pg_wchar.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "optimizer/paths.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "../planner/typed_call.h"
#include "../query/path.h"
#include "../server/collation.h"
#include "../server/host.h"
#include "../server/own.h"
#include "compare.h"
#include "condition.h"
#include "family.h"

extern Datum bxpath_compare(PG_FUNCTION_ARGS);
extern Datum bxml_exists(PG_FUNCTION_ARGS);
extern Datum bxml_test(PG_FUNCTION_ARGS);
extern Datum bxml_exists_vars(PG_FUNCTION_ARGS);
extern Datum bxml_test_vars(PG_FUNCTION_ARGS);

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
	PgHost host;
	BxArena arena;
	bool serves;

	bx_arena_init(&arena, host_here(&host));
	serves = compare_serves(path_of(path->constvalue, &arena));
	bx_arena_reset(&arena);
	return serves;
}

/* Why comparisons of the expression are not conditions on the column. */
static Refusal
call_refusal(const IndexColumn *column, Expr *expr)
{
	Oid function = InvalidOid;
	List *args = typed_call_args(expr, &function);
	Const *path;

	if (args == NIL || !is_column(column, linitial(args)))
		return REFUSED_FORM;
	if (list_length(args) != 2)
		return REFUSED_CALL;
	path = lsecond(args);
	if (!OidIsValid(
			family_operator(column->index, column->column, exprType((Node *) path), STRATEGY_EXISTS)) ||
		!typed_call_function(function))
		return REFUSED_CALL;
	if (!IsA(path, Const) || path->constisnull)
		return REFUSED_PATH;
	return path_serves(path) ? REFUSED_NOT : REFUSED_NODES;
}

bool
condition_is_call(const IndexColumn *column, Expr *expr)
{
	return call_refusal(column, expr) == REFUSED_NOT;
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

/* Is the operator the opposite of equality? */
static bool
is_unequal(Oid opno, Oid family)
{
	Oid negator = get_negator(opno);

	return OidIsValid(negator) && op_in_opfamily(negator, family) &&
		   get_op_opfamily_strategy(negator, family) == BTEqualStrategyNumber;
}

/* The strategy of an operator on the type; 0 and *refusal if it is none that is served. */
static int
operator_strategy(Oid opno, Oid type, Refusal *refusal)
{
	Oid family = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
	Oid left, right;
	int strategy;

	if (!OidIsValid(family) || !op_in_opfamily(opno, family))
	{
		*refusal = OidIsValid(family) && is_unequal(opno, family) ? REFUSED_NEGATION : REFUSED_OPERATOR;
		return 0;
	}
	get_op_opfamily_properties(opno, family, false, &strategy, &left, &right);
	*refusal = REFUSED_TYPE;
	return left == type && types_agree(left, right) ? strategy : 0;
}

/* Are texts with this collation equal only where their bytes are? */
static bool
is_deterministic(Oid collation)
{
	return OidIsValid(collation) && get_collation_isdeterministic(collation);
}

/* Does the collation order texts by their code points, as XPath does? */
static bool
is_code_order(Oid collation)
{
	return GetDatabaseEncoding() == PG_UTF8 && collation_is_c(collation);
}

/* The name for bxpath_compare of an operator on the type of c->call, as c->op; or c->refusal. */
static bool
name_operator(Condition *c, Oid opno, Oid collation)
{
	static const char *const names[] = {NULL, "<", "<=", "=", ">=", ">"};
	Oid type = exprType((Node *) c->call);
	bool prefix = type == TEXTOID && get_opcode(opno) == F_STARTS_WITH;
	int strategy = prefix ? BTEqualStrategyNumber : operator_strategy(opno, type, &c->refusal);

	if (strategy == 0)
		return false;
	c->refusal = type != TEXTOID                                                  ? REFUSED_NOT
				 : !is_deterministic(collation)                                   ? REFUSED_COLLATION
				 : strategy != BTEqualStrategyNumber && !is_code_order(collation) ? REFUSED_ORDER
																				  : REFUSED_NOT;
	c->op = prefix ? "^@" : names[strategy];
	return c->refusal == REFUSED_NOT;
}

/* Is the other side of the comparison known before the scan? */
static bool
value_known(const IndexColumn *column, Condition *c)
{
	if (!is_constant(column, (Node *) c->value))
		c->refusal = REFUSED_VALUE;
	return c->refusal == REFUSED_NOT;
}

static bool
comparison_of(const IndexColumn *column, OpExpr *op, Condition *c)
{
	Oid opno = op->opno;

	c->call = linitial(op->args);
	c->value = lsecond(op->args);
	c->refusal = call_refusal(column, c->call);
	if (c->refusal != REFUSED_NOT)
	{
		Refusal other = call_refusal(column, c->value);

		if (other != REFUSED_NOT)
		{
			c->refusal = Max(c->refusal, other);
			return false;
		}
		c->call = lsecond(op->args);
		c->value = linitial(op->args);
		opno = get_commutator(opno);
	}
	c->lossy = true;
	return name_operator(c, opno, op->inputcollid) && value_known(column, c);
}

/* "call = ANY (array)" */
static bool
any_of(const IndexColumn *column, ScalarArrayOpExpr *any, Condition *c)
{
	c->call = linitial(any->args);
	c->value = lsecond(any->args);
	c->lossy = true;
	c->refusal = call_refusal(column, c->call);
	if (c->refusal != REFUSED_NOT || !name_operator(c, any->opno, any->inputcollid))
		return false;
	if (!any->useOr || strcmp(c->op, "=") != 0)
		c->refusal = REFUSED_OPERATOR;
	return value_known(column, c);
}

/* "call LIKE 'prefix%...'" as "call ^@ prefix" */
static bool
like_of(const IndexColumn *column, OpExpr *op, Condition *c)
{
	Const *pattern = lsecond(op->args);
	char *prefix;

	c->call = linitial(op->args);
	c->refusal = call_refusal(column, c->call);
	if (c->refusal == REFUSED_NOT && !is_deterministic(op->inputcollid))
		c->refusal = REFUSED_COLLATION;
	if (c->refusal == REFUSED_NOT && (!IsA(pattern, Const) || pattern->constisnull))
		c->refusal = REFUSED_PATTERN;
	if (c->refusal != REFUSED_NOT)
		return false;
	prefix = TextDatumGetCString(pattern->constvalue);
	prefix[strcspn(prefix, "%_\\")] = '\0';
	if (prefix[0] == '\0')
		c->refusal = REFUSED_PATTERN;
	c->value =
		(Expr *) makeConst(TEXTOID, -1, op->inputcollid, -1, CStringGetTextDatum(prefix), false, false);
	c->op = "^@";
	c->lossy = true;
	return prefix[0] != '\0';
}

/* The strategy whose operator tests as the function does; 0 if there is none. */
static int
tested_strategy(Oid function)
{
	PGFunction address = own_address(function);

	return address == bxml_exists || address == bxml_exists_vars ? STRATEGY_EXISTS
		   : address == bxml_test || address == bxml_test_vars   ? STRATEGY_TEST
																 : 0;
}

/* ---- variables ---- */

/* bxpath_compare with three or five arguments, of the schema that the function is in; or InvalidOid. */
static Oid
compare_function(Oid function, Oid path_type, int n)
{
	Oid types[] = {path_type, TEXTOID, ANYOID, TEXTOID, ANYOID};

	return own_sibling(function, "bxpath_compare", bxpath_compare, n, types);
}

static Expr *
name_const(const char *op)
{
	return (Expr *) makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1, CStringGetTextDatum(op), false, false);
}

Expr *
condition_bound(PlannerInfo *root, List *args, Oid function)
{
	Expr *path = lsecond(args), *vars = list_length(args) == 3 ? lthird(args) : NULL, *bound;
	Oid type = exprType((Node *) path);
	Oid compare;

	/* any user may create an operator with our estimate and a function and types of his own */
	if (tested_strategy(function) == 0)
		return NULL;
	if (vars == NULL || (IsA(vars, Const) && ((Const *) vars)->constisnull))
		return path;
	compare = compare_function(function, type, 3);
	if (!OidIsValid(compare))
		return NULL;
	bound =
		(Expr *) makeFuncExpr(compare, type, list_make3(copyObject(path), name_const("$"), copyObject(vars)),
							  InvalidOid, DEFAULT_COLLATION_OID, COERCE_EXPLICIT_CALL);
	if (!IsA(vars, Const))
	{
		CoalesceExpr *either = makeNode(CoalesceExpr);

		either->coalescetype = type;
		either->args = list_make2(bound, copyObject(path));
		either->location = -1;
		bound = (Expr *) either;
	}
	return (Expr *) eval_const_expressions(root, (Node *) bound);
}

/* ---- clauses ---- */

/* The condition that the operator of a strategy makes of column and path; false if there is none. */
static bool
member_with(const IndexColumn *column, Node *doc, Expr *path, int strategy, Condition *c)
{
	Oid opno = path == NULL
				   ? InvalidOid
				   : family_operator(column->index, column->column, exprType((Node *) path), strategy);

	if (!OidIsValid(opno))
		return false;
	c->clause = make_opclause(opno, BOOLOID, false, (Expr *) doc, path, InvalidOid, InvalidOid);
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

/* An operator of the family, or bxml_exists or bxml_test; c->refusal is set where it is one but for its path. */
static bool
member_of(const IndexColumn *column, Expr *clause, Condition *c)
{
	Oid function = InvalidOid;
	List *args = typed_call_args(clause, &function);
	ListCell *cell;
	int strategy;

	if (args == NIL)
		return false;
	if (!is_column(column, linitial(args)))
		return commuted_of(column, clause, args, c);
	c->known = true;
	if (IsA(clause, OpExpr) &&
		op_in_opfamily(((OpExpr *) clause)->opno, column->index->opfamily[column->column]))
	{
		c->clause = clause;
		c->refusal = is_constant(column, lsecond(args)) ? REFUSED_NOT : REFUSED_PATH;
		return c->refusal == REFUSED_NOT;
	}
	strategy = tested_strategy(function);
	if (strategy == 0)
		return false;
	c->refusal = REFUSED_NOT;
	for_each_from(cell, args, 1)
	{
		if (!is_constant(column, lfirst(cell)))
			c->refusal = REFUSED_PATH;
	}
	return c->refusal == REFUSED_NOT &&
		   member_with(column, linitial(args), condition_bound(column->root, args, function), strategy, c);
}

/* "call IS NOT NULL": the path selects something. */
static bool
not_null_of(const IndexColumn *column, NullTest *test, Condition *c)
{
	Oid function;
	List *args;

	c->refusal = call_refusal(column, test->arg);
	if (c->refusal == REFUSED_NOT && (test->nulltesttype != IS_NOT_NULL || test->argisrow))
		c->refusal = REFUSED_NEGATION;
	if (c->refusal != REFUSED_NOT)
		return false;
	args = typed_call_args(test->arg, &function);
	return member_with(column, linitial(args), lsecond(args), STRATEGY_EXISTS, c);
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
	*c = (Condition){.refusal = c->refusal != REFUSED_NOT       ? c->refusal
								: is_notclause((Node *) clause) ? REFUSED_NEGATION
																: REFUSED_FORM};
	if (c->refusal != REFUSED_FORM || !IsA(clause, OpExpr) || list_length(((OpExpr *) clause)->args) != 2)
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
