/*
 * xp_shape.h -- the vocabulary of XPath as tables, and the shape of the tree: shared by parser, checker and dump.
 */
#ifndef XP_SHAPE_H
#define XP_SHAPE_H

#include "xp_ast.h"

/* Levels of the tree, the root being the first; lists chained by next add none. */
#define XP_TREE_DEPTH (XP_MAX_DEPTH * 4)

typedef struct XpFuncInfo
{
	const char *name;
	uint16_t min_args;
	uint16_t max_args; /* XP_NO_MAX: any number */
	uint8_t type;      /* XpType of the result */
	uint8_t lifts;     /* XP_LIFT_* */
	uint8_t needs;     /* XP_NEEDS_* */
} XpFuncInfo;

/* Constructor functions are in the table by their usual prefix, "xs:date". */
#define XP_XS_URI "http://www.w3.org/2001/XMLSchema"

/* NULL when func is not a function. */
extern const XpFuncInfo *xp_func_info(unsigned func);

/* Find by name; 0 when there is none. */
extern XpFunc xp_find_func(const char *s, size_t n);

/* "node" for XP_TEST_NODE and so on; NULL for a name test. */
extern const char *xp_kind_name(unsigned test);

/* Name of an operator as written, or a word for other nodes ("path"); NULL when op is out of range. */
extern const char *xp_op_name(unsigned op);

static inline bool
xp_is_binary(unsigned op)
{
	return (op >= XP_OR && op <= XP_MOD) || op == XP_UNION || (op >= XP_EXCEPT && op <= XP_MAP) ||
		   op == XP_IDIV;
}

/* Does the operation bind a variable? */
static inline bool
xp_binds(unsigned op)
{
	return op >= XP_FOR && op <= XP_EVERY;
}

/* Which argument of a function on regular expressions holds the flags, counted from 0; 0 for other functions. */
static inline unsigned
xp_flags_argument(unsigned func)
{
	const XpFuncInfo *info = xp_func_info(func);

	return info != NULL && (info->needs & XP_NEEDS_PATTERN) ? info->max_args - 1u : 0;
}

/* Static type of a node, from op, func and the types of its operands, which are nodes before it. */
extern XpType xp_static_type(const XpExpr *nodes, const XpExpr *node);

/* May the static type be a node-set? */
static inline bool
xp_maybe_nodeset(unsigned type)
{
	return type == XP_T_NODESET || type == XP_T_ANY || type == XP_T_SEQUENCE;
}

/* First node of a node's list of children in source order, slot 0 or 1; 0 when there is none. */
static inline uint32_t
xp_kid(const XpExpr *node, unsigned slot)
{
	if (node->op == XP_NUMBER || node->op == XP_STRING)
		return 0;
	/* the primary expression of a path is written before its steps */
	return (slot == 0) == (node->op != XP_PATH) ? node->a : node->b;
}

/* The pool is text, then one double of this size for each XP_NUMBER node. */
#define XP_DOUBLE_BYTES 8

/*
 * Walk over all nodes, parent first, in source order, without recursion.  Safe on any block whose references are
 * in range and form a tree; stops with too_deep at XP_TREE_DEPTH.
 */
typedef struct XpWalk
{
	const XpBlock *block;
	uint32_t depth; /* open levels; the node returned last is the deepest */
	bool started;
	bool too_deep;
	uint8_t slot[XP_TREE_DEPTH];
	uint32_t node[XP_TREE_DEPTH];
	uint32_t scope[XP_TREE_DEPTH]; /* nearest predicate above the node, or 0 */
} XpWalk;

extern void xp_walk_init(XpWalk *w, const XpBlock *block);
/* The next node; 0 at the end. */
extern uint32_t xp_walk_next(XpWalk *w);

#endif
