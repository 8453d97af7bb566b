/*
 * declared.c -- the schema that the documents of an expression are valid by, because its type is a domain that says so.
 *
 * What counts is the type of the expression: a column, parameter or cast of the domain.  Functions that take or return
 * bxml know nothing of it, nor does what was cast to bxml.
 */
#include "postgres.h"
#include "access/htup_details.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "nodes/execnodes.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "optimizer/planmain.h"
#include "utils/lsyscache.h"
#include "utils/syscache.h"
#include "utils/typcache.h"

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

/* Was the constraint of the domain, or of one that it is based on, validated? */
static bool
is_validated(Oid domain, const char *name)
{
	bool validated = false;

	for (; OidIsValid(domain) && !validated; domain = base_of(domain))
	{
		Oid constraint = get_domain_constraint_oid(domain, name, true);
		HeapTuple row = SearchSysCache1(CONSTROID, ObjectIdGetDatum(constraint));

		if (!HeapTupleIsValid(row))
			continue;
		validated = ((Form_pg_constraint) GETSTRUCT(row))->convalidated;
		ReleaseSysCache(row);
	}
	return validated;
}

/* Is it "bxml_is_valid(VALUE, schema(), root)"?  Schema and root are constants. */
static bool
says_schema(const Node *check, DocSchema *declared)
{
	const FuncExpr *call = (const FuncExpr *) check;
	const Node *value;

	if (check == NULL || !IsA(check, FuncExpr) || list_length(call->args) != 3 ||
		!IsA(lsecond(call->args), Const) || !IsA(lthird(call->args), Const))
		return false;
	for (value = linitial(call->args); IsA(value, RelabelType);)
		value = (const Node *) ((const RelabelType *) value)->arg;
	if (!IsA(value, CoerceToDomainValue) || own_address(call->funcid) != bxml_is_valid ||
		((const Const *) lsecond(call->args))->constisnull)
		return false;
	declared->schema = DatumGetSchema(((const Const *) lsecond(call->args))->constvalue);
	declared->root = lthird(call->args);
	return true;
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

/* The constraint; NULL if there is none. */
static const char *
find_constraint(DocSchema *declared)
{
	DomainConstraintRef *ref = (DomainConstraintRef *) palloc0(sizeof(DomainConstraintRef));
	ListCell *cell;

	InitDomainConstraintRef(declared->domain, ref, CurrentMemoryContext, false);
	foreach (cell, ref->constraints)
	{
		const DomainConstraintState *one = lfirst(cell);

		if (one->constrainttype == DOM_CONSTRAINT_CHECK &&
			part_says_schema((const Node *) one->check_expr, declared))
			return one->name;
	}
	return NULL;
}

bool
declared_of(PlannerInfo *root, const Node *doc, DocSchema *declared)
{
	const char *name;

	declared->domain = domain_of(doc);
	if (!OidIsValid(declared->domain))
		return false;
	if (root != NULL)
		record_plan_type_dependency(root, declared->domain);
	name = find_constraint(declared);
	if (name == NULL)
		return false;
	declared->validated = is_validated(declared->domain, name);
	declared->root = copyObject(declared->root);
	ready_note(declared->schema);
	if (root != NULL)
		record_plan_function_dependency(root, declared->schema);
	return true;
}
