/*
 * declared.c -- the schema that the documents of an expression are valid by, because its type is a domain that says so.
 *
 * What counts is the type of the expression: a column, parameter or cast of the domain.  Functions that take or return
 * bxml know nothing of it, nor does what was cast to bxml.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"

#include "../schema/bound.h"
#include "../schema/language.h"
#include "../schema/ready.h"
#include "../server/compat.h"
#include "../server/own.h"
#include "declared.h"

extern Datum bxml_is_valid(PG_FUNCTION_ARGS);

/* The domain of an expression, below conversions to its base type that nobody wrote; InvalidOid if it has none. */
static Oid
domain_of(const Node *doc)
{
	Oid type = exprType(doc);

	while (get_typtype(type) != TYPTYPE_DOMAIN && IsA(doc, RelabelType) &&
		   ((const RelabelType *) doc)->relabelformat == COERCE_IMPLICIT_CAST)
	{
		doc = (const Node *) ((const RelabelType *) doc)->arg;
		type = exprType(doc);
	}
	return get_typtype(type) == TYPTYPE_DOMAIN ? type : InvalidOid;
}

static Oid
base_of(Oid domain)
{
	HeapTuple row = SearchSysCache1(TYPEOID, ObjectIdGetDatum(domain));
	Oid base;

	if (!HeapTupleIsValid(row))
		return InvalidOid;
	base = ((Form_pg_type) GETSTRUCT(row))->typbasetype;
	ReleaseSysCache(row);
	return base;
}

/* ---- what a constraint says ---- */

/* The schema of a call of its function, or of a constant; InvalidOid if it is something else. */
static Oid
schema_of(const Node *arg)
{
	const FuncExpr *call = (const FuncExpr *) arg;
	const Const *schema = (const Const *) arg;

	if (IsA(arg, FuncExpr) && call->args == NIL && ready_is(call->funcid))
		return call->funcid;
	if (IsA(arg, Const) && !schema->constisnull && ready_is(DatumGetSchema(schema->constvalue)))
		return DatumGetSchema(schema->constvalue);
	return InvalidOid;
}

/* The arguments of a call by their places, with those that it leaves out. */
static List *
arguments_of(const FuncExpr *call)
{
	HeapTuple row = SearchSysCache1(PROCOID, ObjectIdGetDatum(call->funcid));
	List *args;

	if (!HeapTupleIsValid(row))
		return NIL;
	args = expand_function_arguments(call->args, false, call->funcresulttype, row);
	ReleaseSysCache(row);
	return args;
}

/* Is it "bxml_is_valid(VALUE, schema(), root)"?  Schema and root are constants. */
static bool
says_schema(const Node *check, DocSchema *declared)
{
	const FuncExpr *call = (const FuncExpr *) check;
	const Node *value;
	List *args;

	if (check == NULL || !IsA(check, FuncExpr) || own_address(call->funcid) != bxml_is_valid)
		return false;
	args = arguments_of(call);
	if (list_length(args) != 3 || !IsA(lthird(args), Const))
		return false;
	for (value = linitial(args); IsA(value, RelabelType);)
		value = (const Node *) ((const RelabelType *) value)->arg;
	declared->schema = schema_of(lsecond(args));
	declared->root = lthird(args);
	return IsA(value, CoerceToDomainValue) && OidIsValid(declared->schema);
}

/* The same of some part of what a constraint asks for. */
static bool
part_says_schema(const Node *check, DocSchema *declared)
{
	ListCell *cell;

	if (check == NULL || !IsA(check, BoolExpr) || ((const BoolExpr *) check)->boolop != AND_EXPR)
		return says_schema(check, declared);
	foreach (cell, ((const BoolExpr *) check)->args)
		if (says_schema(lfirst(cell), declared))
			return true;
	return false;
}

/*
 * A constraint says it as it was written.  What the server keeps of a domain is computed as far as it can be, which
 * runs functions of the domain's owner: a query that only reads documents must not.
 */
static void
take_constraint(void *ctx, HeapTuple row, TupleDesc desc)
{
	Form_pg_constraint form = (Form_pg_constraint) GETSTRUCT(row);
	DocSchema *declared = ctx;
	bool null;
	Datum check = heap_getattr(row, Anum_pg_constraint_conbin, desc, &null);
	DocSchema said;

	if (null || form->contype != CONSTRAINT_CHECK || OidIsValid(declared->schema) ||
		!part_says_schema(stringToNode(TextDatumGetCString(check)), &said))
		return;
	declared->schema = said.schema;
	declared->root = said.root;
	declared->validated = form->convalidated;
}

bool
declared_of(PlannerInfo *root, const Node *doc, DocSchema *declared)
{
	declared->domain = domain_of(doc);
	declared->schema = InvalidOid;
	if (!OidIsValid(declared->domain))
		return false;
	if (root != NULL)
		record_plan_type_dependency(root, declared->domain);
	for (Oid type = declared->domain; OidIsValid(type) && !OidIsValid(declared->schema); type = base_of(type))
		bound_constraints(type, take_constraint, declared);
	if (!OidIsValid(declared->schema))
		return false;
	ready_note(declared->schema);
	if (root != NULL)
		record_plan_function_dependency(root, declared->schema);
	return true;
}
