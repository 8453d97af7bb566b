/*
 * xp_vocab.c -- functions, axes, node types and operators of XPath as tables, static types, and the tree walk.
 */
#include "../../base/bx_core_int.h"
#include "xp_shape.h"

/* Static types of results. */
#define XP_T_ITEM XP_T_SEQUENCE
#define XP_T_ITEMS XP_T_SEQUENCE

#define FUNCTION(number, id, name, min, max, result, evaluate, needs)                                        \
	[number] = {name, min, max, XP_T_##result, XP_LIFT_NONE, needs},
#define LIFTED(number, id, name, min, max, result, evaluate, lift, lifted)                                   \
	[number] = {name, min, max, XP_T_##result, XP_LIFT_##lift, 0},

static const XpFuncInfo funcs[XP_FN_MAX_ID] = {XP_FUNCTIONS(FUNCTION, LIFTED)};

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

#define OPERATOR(number, id, name, result, ...) [number] = {name, XP_T_##result},

static const OpInfo ops[XP_OP_COUNT] = {XP_OPERATORS(OPERATOR, OPERATOR, OPERATOR)};

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
