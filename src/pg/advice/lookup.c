/*
 * lookup.c -- what an index looks up for the conditions that the planner makes of a predicate.
 */
#include "postgres.h"
#include "catalog/pg_type_d.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

#include "../index/condition.h"
#include "../index/family.h"
#include "../index/search.h"
#include "../index/serves.h"
#include "../server/compat.h"
#include "../server/own.h"
#include "lookup.h"

extern Datum bxpath_compare(PG_FUNCTION_ARGS);

/* The paths of a predicate, being read. */
typedef struct Reading
{
	const AdviceSite *site;
	const IndexOptInfo *index;
	LookedUp *result;
	StringInfoData conditions;
	StringInfoData keys;
} Reading;

/* ---- values that are not known ---- */

/* Some value of the type or, of an array, of its elements, in place of one that is not known; NULL if there is none. */
static Const *
some_value(Oid type)
{
	Oid element = get_element_type(type);
	int16 len;
	bool byval;
	Oid input, param;
	char *text;

	type = OidIsValid(element) ? element : type;
	text = type == DATEOID || type == TIMESTAMPOID || type == TIMESTAMPTZOID ? "2000-01-01 00:00:00Z" : "1";
	get_typlenbyval(type, &len, &byval);
	getTypeInputInfo(type, &input, &param);
	return makeConst(type, -1, get_typcollation(type), len, OidInputFunctionCall(input, text, param, -1),
					 false, byval);
}

/* The path of a comparison with values that are known at execution, with some values; NULL if there is none. */
static Const *
some_path(PlannerInfo *root, FuncExpr *call)
{
	FuncExpr *copy;
	Node *path;

	if (!IsA(call, FuncExpr) || own_address(call->funcid) != bxpath_compare ||
		!IsA(linitial(call->args), Const))
		return NULL;
	copy = copyObject(call);
	for (int i = 2; i < list_length(copy->args); i += 2)
		if (!IsA(list_nth(copy->args, i), Const))
			list_nth_cell(copy->args, i)->ptr_value = some_value(exprType(list_nth(copy->args, i)));
	path = eval_const_expressions(root, (Node *) copy);
	return IsA(path, Const) ? (Const *) path : NULL;
}

/* The comparison itself: "/a/b = $1". */
static char *
compared_text(const AdviceSite *site, const FuncExpr *call)
{
	const Const *path = linitial(call->args), *op = lsecond(call->args);
	Oid output;
	bool varlena;

	getTypeOutputInfo(path->consttype, &output, &varlena);
	return psprintf("%s %s %s", OidOutputFunctionCall(output, path->constvalue),
					TextDatumGetCString(op->constvalue), site_text(site, lthird(call->args)));
}

/* ---- conditions ---- */

static void
add_text(StringInfo out, const char *between, const char *text)
{
	if (text != NULL && text[0] != '\0')
		appendStringInfo(out, "%s%s", out->len > 0 ? between : "", text);
}

/* A path that is known: are there keys for it?  As many parts of it are looked up; 0: those of the best class. */
static bool
read_known(Reading *r, int column, int strategy, const Const *path, uint32 looked, char **keys)
{
	SearchText text = {.never = true};

	if (!path->constisnull)
		text = search_text(serves_options(r->index, column), path->constvalue, strategy);
	*keys = text.never ? "none: true of no document" : text.keys;
	if (text.never)
		return true;
	r->result->refused = text.refused;
	r->result->unserved = text.unserved;
	r->result->path = strategy == STRATEGY_CONTAINS ? NULL : (Const *) path;
	r->result->left = text.parts > (looked > 0 ? looked : text.looked);
	return text.keys != NULL;
}

/* A condition on a column with a class of ours. */
static bool
read_path(Reading *r, int column, const OpExpr *condition, char **keys)
{
	Node *path = lsecond(condition->args);
	int strategy = get_op_opfamily_strategy(condition->opno, r->index->opfamily[column]);
	Const *some;
	bool known;

	if (IsA(path, Const))
		return read_known(r, column, strategy, (Const *) path, 0, keys);
	some = some_path(r->site->root, (FuncExpr *) path);
	if (some == NULL)
		return true;
	known = read_known(r, column, strategy, some, 0, keys);
	*(known ? keys : &r->result->refused) = compared_text(r->site, (FuncExpr *) path);
	return known;
}

/* The path of a clause of which only parts are looked up, instead of these: what is left of it is said of all of it. */
static void
read_whole(Reading *r, const IndexClause *clause)
{
	IndexColumn at = {r->site->root, (IndexOptInfo *) r->index, clause->indexcol};
	const RestrictInfo *first = linitial(clause->indexquals);
	const OpExpr *op;
	Condition whole;
	char *keys;

	if (!condition_of(&at, clause->rinfo->clause, &whole) || whole.clause == NULL ||
		equal(whole.clause, first->clause))
		return;
	op = (const OpExpr *) whole.clause;
	if (IsA(lsecond(op->args), Const))
		read_known(r, clause->indexcol, get_op_opfamily_strategy(op->opno, r->index->opfamily[at.column]),
				   lsecond(op->args), (uint32) list_length(clause->indexquals), &keys);
}

static bool
read_clause(Reading *r, const IndexClause *clause)
{
	bool served = false;
	ListCell *cell;

	foreach (cell, clause->indexquals)
	{
		const RestrictInfo *condition = lfirst(cell);
		bool ours = family_column(r->index, clause->indexcol) && IsA(condition->clause, OpExpr);
		char *keys = NULL;

		if (ours && !read_path(r, clause->indexcol, (OpExpr *) condition->clause, &keys))
			continue;
		served = true;
		add_text(&r->conditions, " AND ", site_text(r->site, condition->clause));
		add_text(&r->keys, "\n", keys);
	}
	if (served && family_column(r->index, clause->indexcol))
		read_whole(r, clause);
	return served;
}

/* ---- paths ---- */

static bool read_list(Reading *r, List *paths, bool all);

static bool
read_one(Reading *r, Path *path)
{
	bool served = false;
	ListCell *cell;

	switch (nodeTag(path))
	{
		case T_IndexPath:
			foreach (cell, ((IndexPath *) path)->indexclauses)
				served |= read_clause(r, lfirst(cell));
			return served;
		case T_BitmapHeapPath: return read_one(r, ((BitmapHeapPath *) path)->bitmapqual);
		case T_BitmapAndPath: return read_list(r, ((BitmapAndPath *) path)->bitmapquals, false);
		case T_BitmapOrPath: return read_list(r, ((BitmapOrPath *) path)->bitmapquals, true);
		default: return false;
	}
}

/* Is one of the paths served, or are all of them? */
static bool
read_list(Reading *r, List *paths, bool all)
{
	StringInfoData outer = r->conditions, mine;
	bool served = all && paths != NIL;
	ListCell *cell;

	initStringInfo(&mine);
	foreach (cell, paths)
	{
		bool one;

		initStringInfo(&r->conditions);
		one = read_one(r, lfirst(cell));
		add_text(&mine, all ? " OR " : " AND ", r->conditions.data);
		served = all ? served && one : served || one;
	}
	r->conditions = outer;
	add_text(&r->conditions, " AND ", mine.data);
	return served;
}

LookedUp
lookup_of(const AdviceSite *site, const IndexOptInfo *index, List *paths)
{
	LookedUp result = {.served = false};
	Reading r = {.site = site, .index = index, .result = &result};

	initStringInfo(&r.conditions);
	initStringInfo(&r.keys);
	result.served = read_list(&r, paths, false);
	result.conditions = r.conditions.len > 0 ? r.conditions.data : NULL;
	result.keys = r.keys.len > 0 ? r.keys.data : NULL;
	return result;
}
