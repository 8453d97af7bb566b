/*
 * advice.c -- notices about a path that is going to be evaluated.
 *
 * They are given where a path is evaluated, not where a bxpath is made: loading, dumping and restoring paths is silent.
 */
#include "postgres.h"
#include "fmgr.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"

#include "../../core/xpath/syntax/xp_advice.h"
#include "../server/compat.h"
#include "../server/host.h"
#include "../server/notice.h"
#include "../server/utf8.h"
#include "advice.h"
#include "path.h"
#include "result.h"

extern Datum bxml_query(PG_FUNCTION_ARGS);

void
advice_comparison(uint32_t pos, BxStr text)
{
	if (pos > 0 && notice_first(NOTICE_COMPARISON))
		ereport(
			NOTICE,
			(errmsg("comparison by <, <=, > or >= with a string that is not a number is always false"),
			 errdetail("At position %u of the path \"%s\".", pos, utf8_excerpt(text.s, text.n)),
			 errhint("These operators compare numbers.  Write xs:date(\"...\") or xs:dateTime(\"...\") for "
					 "dates, and lt, le, gt or ge to compare strings.")));
}

void
advice_notice(const XpBlock *path, bool exists)
{
	advice_comparison(xp_advice_comparison(path), bx_str(xp_pool(path), path->source_len));
	if (exists && xp_advice_always_exists(path) && notice_first(NOTICE_ALWAYS_TRUE))
		ereport(NOTICE, (errmsg("a path that gives true or false exists in every document"),
						 errdetail("The path is \"%s\".", result_source(path)),
						 errhint("To ask whether it is true, write @@ or bxml_test.")));
}

/* ---- calls on what a path selects ---- */

/* The arguments of a call, and its function. */
static List *
arguments(const Node *expr, Oid *function)
{
	*function = InvalidOid;
	if (expr != NULL && IsA(expr, FuncExpr))
	{
		*function = ((const FuncExpr *) expr)->funcid;
		return ((const FuncExpr *) expr)->args;
	}
	if (expr != NULL && IsA(expr, OpExpr))
	{
		*function = ((const OpExpr *) expr)->opfuncid;
		return ((const OpExpr *) expr)->args;
	}
	return NIL;
}

/* The constant path whose nodes the first argument is; NULL if it is anything else. */
static const Const *
path_below(List *args, int argno)
{
	FmgrInfo info;
	Oid function;
	List *below;
	const Const *path;

	if (list_length(args) <= argno)
		return NULL;
	below = arguments(linitial(args), &function);
	if (list_length(below) != 2 || !OidIsValid(function) || !IsA(lsecond(below), Const))
		return NULL;
	path = lsecond_node(Const, below);
	if (path->constisnull || path->consttype != exprType(list_nth(args, argno)))
		return NULL;
	fmgr_info(function, &info);
	return info.fn_addr == bxml_query ? path : NULL;
}

void
advice_chain(const XpBlock *path, const Node *expr, int argno)
{
	Oid function;
	const Const *below = path_below(arguments(expr, &function), argno);
	const XpBlock *of;
	PgHost host;
	BxArena arena;

	if (below == NULL)
		return;
	bx_arena_init(&arena, host_here(&host));
	of = path_of(below->constvalue, &arena);
	if (xp_advice_names_top(path, of) && notice_first(NOTICE_NAMES_TOP))
		ereport(NOTICE,
				(errmsg("the path \"%s\" finds nothing in what \"%s\" selects", result_source(path),
						result_source(of)),
				 errdetail("Selected nodes are at the top of the new value, where the next path starts."),
				 errhint("Write one path for both, or let the second begin with \"*/\".")));
	bx_arena_reset(&arena);
}

/* ---- nodes that are not numbers ---- */

void
advice_no_number(const XpBlock *path)
{
	if (notice_first(NOTICE_NO_NUMBER))
		ereport(NOTICE,
				(errmsg("min or max of nodes that are not numbers is NaN"),
				 path != NULL ? errdetail("The path is \"%s\".", result_source(path)) : 0,
				 errhint("Values of nodes have no type.  Write max(//@date/xs:date(.)) for dates, and "
						 "max(//name/string(.)) for text.")));
}
