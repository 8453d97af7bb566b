/*
 * reason.c -- why an index does not serve a predicate, in words.
 */
#include "postgres.h"
#include "catalog/pg_type_d.h"
#include "fmgr.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/restrictinfo.h"
#include "utils/lsyscache.h"

#include "../../core/xpath/syntax/xp_ast.h"
#include "../index/condition.h"
#include "../planner/typed_path.h"
#include "../query/path.h"
#include "../server/encoding.h"
#include "../server/host.h"
#include "../server/own.h"
#include "reason.h"

/* ---- paths ---- */

static const char *const unserved_reasons[] = {
	[BX_INDEX_SERVED] = "",
	[BX_INDEX_NO_NAME] = "a step to any name at the end of a path has no keys of its own",
	[BX_INDEX_NO_PATH] = "the option \"paths\" of the index leaves the path out",
	[BX_INDEX_NO_KIND] = "the option \"types\" of the index leaves out values that are looked for",
	[BX_INDEX_NO_VALUE] = "the value is not known",
	[BX_INDEX_NO_RANGE] = "bxml_path_ops has keys for equality only, not for ranges, prefixes and existence",
	[BX_INDEX_NO_STEP] = "bxml_path_ops has keys for paths of names from the root only, without // and *",
	[BX_INDEX_NO_EMPTY] = "bxml_path_ops has no keys for empty strings",
};

/* A part of a path that no key says anything about; NULL if it is not one of these. */
static const char *
part_hint(const XpExpr *part)
{
	if (part->op == XP_NE || part->op == XP_VALUE_NE)
		return "!= is true of nearly all values";
	if (part->op != XP_CALL)
		return NULL;
	switch (part->func)
	{
		case XP_FN_NOT:
		case XP_FN_EMPTY: return "not() and empty() are true of documents in which something is missing";
		case XP_FN_CONTAINS:
		case XP_FN_ENDS_WITH:
		case XP_FN_MATCHES: return "contains(), ends-with() and matches() look inside of values";
		default: return NULL;
	}
}

/* The first such part, for people: what an index is asked for was decided elsewhere. */
static const char *
path_hint(const XpBlock *path)
{
	const char *hint = NULL;

	for (uint32_t i = 1; i < path->n_nodes && hint == NULL; i++)
		hint = part_hint(&xp_nodes(path)[i]);
	return hint;
}

static const char *
const_hint(const Const *path)
{
	PgHost host;
	BxArena arena;
	const char *hint;

	bx_arena_init(&arena, host_here(&host));
	hint = path_hint(path_of(path->constvalue, &arena));
	bx_arena_reset(&arena);
	return hint;
}

static char *
refused_reason(const LookedUp *looked)
{
	return psprintf("%s: %s", looked->refused, unserved_reasons[looked->unserved]);
}

char *
reason_of_lookup(const LookedUp *looked)
{
	const char *hint;

	if (looked->refused != NULL)
		return refused_reason(looked);
	if (looked->path == NULL)
		return NULL;
	hint = const_hint(looked->path);
	return psprintf("the path says nothing of a name or value that must be there%s%s",
					hint != NULL ? ": " : "", hint != NULL ? hint : "");
}

char *
reason_of_rest(const LookedUp *looked)
{
	const char *hint;

	if (looked->keys == NULL && looked->path == NULL)
		return "what is looked up depends on the path, which is not known before the query is executed";
	if (looked->refused != NULL)
		return psprintf("a part is evaluated on what is found: %s", refused_reason(looked));
	hint = looked->path != NULL ? const_hint(looked->path) : NULL;
	if (hint != NULL)
		return psprintf("a part is evaluated on what is found: %s", hint);
	return looked->left ? "a part is evaluated on what more selective parts find in the index" : NULL;
}

/* ---- predicates ---- */

static const char *const refusals[] = {
	[REFUSED_NOT] = "the planner does not make an index condition of it",
	[REFUSED_FORM] = "it is neither a test by a path nor a comparison of what a path selects",
	[REFUSED_NEGATION] = "it is true of documents in which something is missing, and these have no keys",
	[REFUSED_CALL] = "comparisons of this call are not looked up",
	[REFUSED_PATH] = "the path is not known before the scan",
	[REFUSED_NODES] = "the path does not select nodes; a comparison within a path is looked up by @@",
	[REFUSED_OPERATOR] = "the operator is not looked up",
	[REFUSED_TYPE] = "the two sides are of different types; cast the value to the type of the call",
	[REFUSED_ORDER] = "texts are ordered by code points in the index, as by the collation C in UTF-8",
	[REFUSED_COLLATION] = "texts that differ may be equal by the collation",
	[REFUSED_VALUE] = "the value is not known before the scan",
	[REFUSED_PATTERN] = "the pattern does not begin with constant characters",
};

/* The typed function whose comparisons are looked up instead of those of a text that is converted; or NULL. */
static const char *
typed_function(Oid type)
{
	switch (type)
	{
		case INT4OID: return "bxml_int";
		case INT8OID: return "bxml_bigint";
		case NUMERICOID: return "bxml_numeric";
		case FLOAT8OID: return "bxml_float8";
		case DATEOID: return "bxml_date";
		case TIMESTAMPOID: return "bxml_timestamp";
		case TIMESTAMPTZOID: return "bxml_timestamptz";
		default: return NULL;
	}
}

/* The operand of a conversion; NULL if the expression is none. */
static Node *
converted(Node *expr)
{
	if (IsA(expr, CoerceViaIO))
		return (Node *) ((CoerceViaIO *) expr)->arg;
	if (IsA(expr, RelabelType))
		return (Node *) ((RelabelType *) expr)->arg;
	if (IsA(expr, FuncExpr) && list_length(((FuncExpr *) expr)->args) > 0 &&
		((FuncExpr *) expr)->funcformat != COERCE_EXPLICIT_CALL)
		return linitial(((FuncExpr *) expr)->args);
	return NULL;
}

/* "(doc ->> path)::int = 5": which function to compare instead. */
static char *
conversion_reason(const IndexColumn *at, Node *clause)
{
	ListCell *cell;
	List *args = IsA(clause, OpExpr)              ? ((OpExpr *) clause)->args
				 : IsA(clause, ScalarArrayOpExpr) ? ((ScalarArrayOpExpr *) clause)->args
												  : NIL;

	foreach (cell, args)
	{
		Node *from = converted(lfirst(cell));
		Oid type = exprType(lfirst(cell));

		if (from == NULL || !condition_is_call(at, (Expr *) from))
			continue;
		if (exprType(from) == TEXTOID && typed_function(type) != NULL)
			return psprintf("the text is converted before it is compared; comparisons of %s are looked up",
							typed_function(type));
		return pstrdup("the value is converted before it is compared; cast the other side instead");
	}
	return NULL;
}

/* Of a clause, as condition_of refuses it; NULL if it does not. */
static char *
clause_reason(const IndexColumn *at, Node *clause)
{
	Condition c;
	char *reason;

	if (condition_of(at, (Expr *) clause, &c))
		return NULL;
	reason = c.refusal == REFUSED_FORM ? conversion_reason(at, clause) : NULL;
	return reason != NULL ? reason : pstrdup(refusals[c.refusal]);
}

/* Of the first arm of an OR that has no condition. */
static char *
arm_reason(const AdviceSite *site, const IndexColumn *at, BoolExpr * or)
{
	ListCell *cell, *part;

	foreach (cell, or->args)
	{
		List *parts =
			is_andclause(lfirst(cell)) ? ((BoolExpr *) lfirst(cell))->args : list_make1(lfirst(cell));
		char *reason = NULL;

		foreach (part, parts)
		{
			reason = clause_reason(at, lfirst(part));
			if (reason == NULL)
				break;
		}
		if (reason == NULL)
			continue;
		if (consider_document(lfirst(cell), site->rel->relid) == NULL)
			reason = "it says nothing of the documents";
		return psprintf("an arm of OR is not looked up: %s: %s", site_text(site, lfirst(cell)), reason);
	}
	return NULL;
}

char *
reason_of_predicate(const AdviceSite *site, IndexOptInfo *index, int column, const Predicate *predicate)
{
	const IndexColumn at = {site->root, index, column};
	Node *clause = (Node *) predicate->rinfo->clause;
	char *reason;

	if (!restriction_is_securely_promotable(predicate->rinfo, site->rel))
		return pstrdup("row security or a security barrier view must be evaluated first");
	reason = is_orclause(clause) ? arm_reason(site, &at, (BoolExpr *) clause) : clause_reason(&at, clause);
	return reason != NULL ? reason : pstrdup(refusals[REFUSED_NOT]);
}

/* ---- schemas ---- */

extern Datum bxpath_in(PG_FUNCTION_ARGS);

static bool
is_path(Node *expr)
{
	return IsA(expr, Const) && own_base_type(exprType(expr), bxpath_in);
}

/* Is there a call with a path that the schema of its document excludes? */
static bool
has_excluded(Node *expr, void *root)
{
	List *args;

	if (expr == NULL)
		return false;
	args = IsA(expr, OpExpr)     ? ((OpExpr *) expr)->args
		   : IsA(expr, FuncExpr) ? ((FuncExpr *) expr)->args
								 : NIL;
	if (list_length(args) > 1 && is_path(lsecond(args)) &&
		typed_path_never(root, linitial(args), lsecond(args)))
		return true;
	return expression_tree_walker(expr, has_excluded, root);
}

char *
reason_of_schema(const AdviceSite *site, const Predicate *predicate)
{
	if (!has_excluded((Node *) predicate->rinfo->clause, site->root))
		return NULL;
	return pstrdup(
		"by the schema of the documents a path of it finds nothing: bxpath_explain_schema says where");
}
