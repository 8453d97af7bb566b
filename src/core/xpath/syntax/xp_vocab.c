/*
 * xp_vocab.c -- functions, axes, node types and operators of XPath as tables, static types, and the tree walk.
 *
 * A new function is one line in funcs[] (and one in XpFunc, at its end); parser, checker and dump follow.
 */
#include "../../base/bx_core_int.h"
#include "xp_ast_int.h"

/* clang-format off */
static const XpFuncInfo funcs[XP_FN_MAX_ID] = {
	[XP_FN_LAST] = {"last", 0, 0, XP_T_NUMBER, false, XP_LIFT_NONE, XP_POSITIONAL | XP_USES_LAST},
	[XP_FN_POSITION] = {"position", 0, 0, XP_T_NUMBER, false, XP_LIFT_NONE, XP_POSITIONAL},
	[XP_FN_COUNT] = {"count", 1, 1, XP_T_NUMBER, false, XP_LIFT_NONE, 0},
	[XP_FN_ID] = {"id", 1, 1, XP_T_NODESET, false, XP_LIFT_NONE, 0},
	[XP_FN_LOCAL_NAME] = {"local-name", 0, 1, XP_T_STRING, true, XP_LIFT_NONE, 0},
	[XP_FN_NAMESPACE_URI] = {"namespace-uri", 0, 1, XP_T_STRING, true, XP_LIFT_NONE, 0},
	[XP_FN_NAME] = {"name", 0, 1, XP_T_STRING, true, XP_LIFT_NONE, 0},
	[XP_FN_STRING] = {"string", 0, 1, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_CONCAT] = {"concat", 2, XP_NO_MAX, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_STARTS_WITH] = {"starts-with", 2, 2, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_CONTAINS] = {"contains", 2, 2, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_SUBSTRING_BEFORE] = {"substring-before", 2, 2, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_SUBSTRING_AFTER] = {"substring-after", 2, 2, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_SUBSTRING] = {"substring", 2, 3, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_STRING_LENGTH] = {"string-length", 0, 1, XP_T_NUMBER, false, XP_LIFT_NONE, 0},
	[XP_FN_NORMALIZE_SPACE] = {"normalize-space", 0, 1, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_TRANSLATE] = {"translate", 3, 3, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_BOOLEAN] = {"boolean", 1, 1, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_NOT] = {"not", 1, 1, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_TRUE] = {"true", 0, 0, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_FALSE] = {"false", 0, 0, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_LANG] = {"lang", 1, 1, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_NUMBER] = {"number", 0, 1, XP_T_NUMBER, false, XP_LIFT_NONE, 0},
	[XP_FN_SUM] = {"sum", 1, 1, XP_T_NUMBER, false, XP_LIFT_SEQUENCE, 0},
	[XP_FN_FLOOR] = {"floor", 1, 1, XP_T_NUMBER, false, XP_LIFT_SEQUENCE, 0},
	[XP_FN_CEILING] = {"ceiling", 1, 1, XP_T_NUMBER, false, XP_LIFT_SEQUENCE, 0},
	[XP_FN_ROUND] = {"round", 1, 1, XP_T_NUMBER, false, XP_LIFT_SEQUENCE, 0},
	[XP_FN_MATCHES] = {"matches", 2, 3, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_REPLACE] = {"replace", 3, 4, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_TOKENIZE] = {"tokenize", 1, 3, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_LOWER_CASE] = {"lower-case", 1, 1, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_UPPER_CASE] = {"upper-case", 1, 1, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_ENDS_WITH] = {"ends-with", 2, 2, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_STRING_JOIN] = {"string-join", 1, 2, XP_T_STRING, false, XP_LIFT_NONE, 0},
	[XP_FN_EXISTS] = {"exists", 1, 1, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_EMPTY] = {"empty", 1, 1, XP_T_BOOLEAN, false, XP_LIFT_NONE, 0},
	[XP_FN_DISTINCT_VALUES] = {"distinct-values", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_DATA] = {"data", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_REVERSE] = {"reverse", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_SUBSEQUENCE] = {"subsequence", 2, 3, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_HEAD] = {"head", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_TAIL] = {"tail", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_INDEX_OF] = {"index-of", 2, 2, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_MIN] = {"min", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_MAX] = {"max", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_AVG] = {"avg", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_ABS] = {"abs", 1, 1, XP_T_NUMBER, false, XP_LIFT_NODES, 0},
	[XP_FN_XS_DATE] = {"xs:date", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_XS_DATETIME] = {"xs:dateTime", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_XS_DECIMAL] = {"xs:decimal", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_XS_DOUBLE] = {"xs:double", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_XS_STRING] = {"xs:string", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_XS_DAY_TIME_DURATION] = {"xs:dayTimeDuration", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_XS_YEAR_MONTH_DURATION] = {"xs:yearMonthDuration", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_ROUND_HALF_TO_EVEN] = {"round-half-to-even", 1, 2, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_YEAR_FROM_DATE] = {"year-from-date", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_MONTH_FROM_DATE] = {"month-from-date", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_DAY_FROM_DATE] = {"day-from-date", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_TIMEZONE_FROM_DATE] = {"timezone-from-date", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_YEAR_FROM_DATETIME] = {"year-from-dateTime", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_MONTH_FROM_DATETIME] = {"month-from-dateTime", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_DAY_FROM_DATETIME] = {"day-from-dateTime", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_HOURS_FROM_DATETIME] = {"hours-from-dateTime", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_MINUTES_FROM_DATETIME] = {"minutes-from-dateTime", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_SECONDS_FROM_DATETIME] = {"seconds-from-dateTime", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_TIMEZONE_FROM_DATETIME] = {"timezone-from-dateTime", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_YEARS_FROM_DURATION] = {"years-from-duration", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_MONTHS_FROM_DURATION] = {"months-from-duration", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_DAYS_FROM_DURATION] = {"days-from-duration", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_HOURS_FROM_DURATION] = {"hours-from-duration", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_MINUTES_FROM_DURATION] = {"minutes-from-duration", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
	[XP_FN_SECONDS_FROM_DURATION] = {"seconds-from-duration", 1, 1, XP_T_SEQUENCE, false, XP_LIFT_NONE, 0},
};
/* clang-format on */

static const char *const axes[XP_AX_COUNT] = {
	[XP_AX_CHILD] = "child",
	[XP_AX_DESCENDANT] = "descendant",
	[XP_AX_DESCENDANT_OR_SELF] = "descendant-or-self",
	[XP_AX_SELF] = "self",
	[XP_AX_ATTRIBUTE] = "attribute",
	[XP_AX_NAMESPACE] = "namespace",
	[XP_AX_PARENT] = "parent",
	[XP_AX_ANCESTOR] = "ancestor",
	[XP_AX_ANCESTOR_OR_SELF] = "ancestor-or-self",
	[XP_AX_FOLLOWING_SIBLING] = "following-sibling",
	[XP_AX_PRECEDING_SIBLING] = "preceding-sibling",
	[XP_AX_FOLLOWING] = "following",
	[XP_AX_PRECEDING] = "preceding",
};

static const char *const kinds[XP_TEST_PI + 1] = {
	[XP_TEST_NODE] = "node",
	[XP_TEST_TEXT] = "text",
	[XP_TEST_COMMENT] = "comment",
	[XP_TEST_PI] = "processing-instruction",
};

typedef struct OpInfo
{
	const char *name;
	uint8_t type;
} OpInfo;

static const OpInfo ops[XP_OP_COUNT] = {
	[XP_NUMBER] = {"number", XP_T_NUMBER},
	[XP_STRING] = {"string", XP_T_STRING},
	[XP_VARIABLE] = {"variable", XP_T_ANY},
	[XP_CALL] = {"call", XP_T_ANY},
	[XP_OR] = {"or", XP_T_BOOLEAN},
	[XP_AND] = {"and", XP_T_BOOLEAN},
	[XP_EQ] = {"=", XP_T_BOOLEAN},
	[XP_NE] = {"!=", XP_T_BOOLEAN},
	[XP_LT] = {"<", XP_T_BOOLEAN},
	[XP_LE] = {"<=", XP_T_BOOLEAN},
	[XP_GT] = {">", XP_T_BOOLEAN},
	[XP_GE] = {">=", XP_T_BOOLEAN},
	[XP_ADD] = {"+", XP_T_NUMBER},
	[XP_SUB] = {"-", XP_T_NUMBER},
	[XP_MUL] = {"*", XP_T_NUMBER},
	[XP_DIV] = {"div", XP_T_NUMBER},
	[XP_MOD] = {"mod", XP_T_NUMBER},
	[XP_NEG] = {"negate", XP_T_NUMBER},
	[XP_UNION] = {"union", XP_T_NODESET},
	[XP_PATH] = {"path", XP_T_NODESET},
	[XP_FILTER] = {"filter", XP_T_NODESET},
	[XP_STEP] = {"step", XP_T_NODESET},
	[XP_PREDICATE] = {"predicate", XP_T_BOOLEAN},
	[XP_EXCEPT] = {"except", XP_T_NODESET},
	[XP_INTERSECT] = {"intersect", XP_T_NODESET},
	[XP_RANGE] = {"to", XP_T_SEQUENCE},
	[XP_VALUE_EQ] = {"eq", XP_T_BOOLEAN},
	[XP_VALUE_NE] = {"ne", XP_T_BOOLEAN},
	[XP_VALUE_LT] = {"lt", XP_T_BOOLEAN},
	[XP_VALUE_LE] = {"le", XP_T_BOOLEAN},
	[XP_VALUE_GT] = {"gt", XP_T_BOOLEAN},
	[XP_VALUE_GE] = {"ge", XP_T_BOOLEAN},
	[XP_MAP] = {"map", XP_T_SEQUENCE},
	[XP_SEQUENCE] = {"sequence", XP_T_SEQUENCE},
	[XP_IF] = {"if", XP_T_SEQUENCE},
	[XP_FOR] = {"for", XP_T_SEQUENCE},
	[XP_LET] = {"let", XP_T_SEQUENCE},
	[XP_SOME] = {"some", XP_T_BOOLEAN},
	[XP_EVERY] = {"every", XP_T_BOOLEAN},
	[XP_LOCAL] = {"local", XP_T_SEQUENCE},
	[XP_ITEM] = {"item", XP_T_SEQUENCE},
	[XP_SEQ_FILTER] = {"filter-sequence", XP_T_SEQUENCE},
	[XP_IDIV] = {"idiv", XP_T_SEQUENCE},
};

static bool
same(const char *name, const char *s, size_t n)
{
	return name != NULL && name[0] == s[0] && strlen(name) == n && memcmp(name, s, n) == 0;
}

const XpFuncInfo *
xp_func_info(unsigned func)
{
	return func > 0 && func < XP_FN_MAX_ID ? &funcs[func] : NULL;
}

/* The lookups compare first characters only, mostly: a hash would not be faster for so few names. */
XpFunc
xp_find_func(const char *s, size_t n)
{
	unsigned i;

	for (i = 1; i < XP_FN_MAX_ID; i++)
		if (same(funcs[i].name, s, n))
			return (XpFunc) i;
	return (XpFunc) 0;
}

static unsigned
find_name(const char *const *names, unsigned count, const char *s, size_t n)
{
	unsigned i;

	for (i = 1; i < count; i++)
		if (same(names[i], s, n))
			return i;
	return 0;
}

XpAxis
xp_find_axis(const char *s, size_t n)
{
	return (XpAxis) find_name(axes, XP_AX_COUNT, s, n);
}

XpTest
xp_find_kind(const char *s, size_t n)
{
	return (XpTest) find_name(kinds, XP_TEST_PI + 1, s, n);
}

const char *
xp_kind_name(unsigned test)
{
	return test <= XP_TEST_PI ? kinds[test] : NULL;
}

const char *
xp_op_name(unsigned op)
{
	return op < XP_OP_COUNT ? ops[op].name : NULL;
}

const char *
xp_axis_name(XpAxis axis)
{
	return (unsigned) axis < XP_AX_COUNT ? axes[axis] : NULL;
}

const char *
xp_func_name(XpFunc func)
{
	return (unsigned) func < XP_FN_MAX_ID ? funcs[func].name : NULL;
}

/* Is an operand a sequence, or, where XPath 1.0 has no such function, a node-set? */
static bool
lifted(const XpExpr *arg, unsigned lifts)
{
	return lifts != XP_LIFT_NONE &&
		   (arg->type == XP_T_SEQUENCE || (arg->type == XP_T_NODESET && lifts == XP_LIFT_NODES));
}

XpType
xp_static_type(const XpExpr *nodes, const XpExpr *node)
{
	const XpFuncInfo *info = xp_func_info(node->func);

	if (node->op == XP_CALL && info != NULL)
		return lifted(&nodes[node->a], info->lifts) ? XP_T_SEQUENCE : (XpType) info->type;
	if (node->op >= XP_ADD && node->op <= XP_NEG &&
		(nodes[node->a].type == XP_T_SEQUENCE || nodes[node->b].type == XP_T_SEQUENCE))
		return XP_T_SEQUENCE;
	return node->op < XP_OP_COUNT ? (XpType) ops[node->op].type : XP_T_ANY;
}

void
xp_walk_init(XpWalk *w, const XpBlock *block)
{
	w->block = block;
	w->depth = 0;
	w->started = false;
	w->too_deep = false;
}

static bool
walk_down(XpWalk *w, uint32_t node, unsigned slot)
{
	const XpExpr *above;

	if (node == 0)
		return false;
	if (w->depth == XP_TREE_DEPTH)
	{
		w->too_deep = true;
		return false;
	}
	w->node[w->depth] = node;
	w->slot[w->depth] = (uint8_t) slot;
	w->scope[w->depth] = 0;
	if (w->depth > 0)
	{
		above = &xp_nodes(w->block)[w->node[w->depth - 1]];
		w->scope[w->depth] = above->op == XP_PREDICATE ? w->node[w->depth - 1] : w->scope[w->depth - 1];
	}
	w->depth++;
	return true;
}

/* To the next in the list, or to the list in the parent's other slot; false when both are done. */
static bool
walk_aside(XpWalk *w)
{
	const XpExpr *nodes = xp_nodes(w->block);
	uint32_t top = w->depth - 1;

	if (top > 0 && nodes[w->node[top]].next != 0)
	{
		w->node[top] = nodes[w->node[top]].next;
		return true;
	}
	w->depth--;
	return top > 0 && w->slot[top] == 0 && walk_down(w, xp_kid(&nodes[w->node[top - 1]], 1), 1);
}

uint32_t
xp_walk_next(XpWalk *w)
{
	const XpExpr *node;

	if (!w->started)
	{
		w->started = true;
		walk_down(w, w->block->root, 0);
	}
	else if (w->depth > 0)
	{
		node = &xp_nodes(w->block)[w->node[w->depth - 1]];
		if (!walk_down(w, xp_kid(node, 0), 0) && !walk_down(w, xp_kid(node, 1), 1))
			while (w->depth > 0 && !walk_aside(w))
				continue;
	}
	return w->too_deep || w->depth == 0 ? 0 : w->node[w->depth - 1];
}
