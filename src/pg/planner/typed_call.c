/*
 * typed_call.c -- calls that give the value a path selects in a document as a value of SQL.
 */
#include "postgres.h"
#include "fmgr.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "utils/lsyscache.h"

#include "../server/compat.h"
#include "../server/own.h"
#include "typed_call.h"

extern Datum bxml_value(PG_FUNCTION_ARGS);
extern Datum bxml_text(PG_FUNCTION_ARGS);
extern Datum bxml_int(PG_FUNCTION_ARGS);
extern Datum bxml_bigint(PG_FUNCTION_ARGS);
extern Datum bxml_numeric(PG_FUNCTION_ARGS);
extern Datum bxml_float8(PG_FUNCTION_ARGS);
extern Datum bxml_date(PG_FUNCTION_ARGS);
extern Datum bxml_timestamp(PG_FUNCTION_ARGS);
extern Datum bxml_timestamptz(PG_FUNCTION_ARGS);
extern Datum bxml_try_int(PG_FUNCTION_ARGS);
extern Datum bxml_try_bigint(PG_FUNCTION_ARGS);
extern Datum bxml_try_numeric(PG_FUNCTION_ARGS);
extern Datum bxml_try_float8(PG_FUNCTION_ARGS);
extern Datum bxml_try_date(PG_FUNCTION_ARGS);
extern Datum bxml_try_timestamp(PG_FUNCTION_ARGS);
extern Datum bxml_try_timestamptz(PG_FUNCTION_ARGS);

/* The functions whose results are compared. */
static const PGFunction typed_functions[] = {
	bxml_value,       bxml_text,     bxml_int,           bxml_bigint,
	bxml_numeric,     bxml_float8,   bxml_date,          bxml_timestamp,
	bxml_timestamptz, bxml_try_int,  bxml_try_bigint,    bxml_try_numeric,
	bxml_try_float8,  bxml_try_date, bxml_try_timestamp, bxml_try_timestamptz,
};

List *
typed_call_args(Expr *expr, Oid *function)
{
	List *args = NIL;

	/* another collation is a matter of the operator */
	if (expr != NULL && IsA(expr, RelabelType) &&
		((RelabelType *) expr)->resulttype == exprType((Node *) ((RelabelType *) expr)->arg))
		expr = ((RelabelType *) expr)->arg;
	if (expr != NULL && IsA(expr, OpExpr))
	{
		args = ((OpExpr *) expr)->args;
		*function = get_opcode(((OpExpr *) expr)->opno);
	}
	else if (expr != NULL && IsA(expr, FuncExpr))
	{
		args = ((FuncExpr *) expr)->args;
		*function = ((FuncExpr *) expr)->funcid;
	}
	return list_length(args) >= 2 ? args : NIL;
}

bool
typed_call_function(Oid function)
{
	PGFunction address = own_address(function);

	for (int i = 0; i < lengthof(typed_functions); i++)
		if (address == typed_functions[i])
			return true;
	return false;
}

bool
typed_call_parts(Node *expr, Var **doc, Const **path)
{
	Oid function = InvalidOid;
	List *args = typed_call_args((Expr *) expr, &function);

	*doc = args != NIL ? (Var *) strip_implicit_coercions(linitial(args)) : NULL;
	if (args == NIL || !IsA(*doc, Var) || !IsA(lsecond(args), Const))
		return false;
	*path = lsecond(args);
	return !(*path)->constisnull && typed_call_function(function);
}
