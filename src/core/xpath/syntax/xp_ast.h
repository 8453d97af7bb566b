/*
 * xp_ast.h -- a compiled path expression: one flat, relocatable block.
 *
 * The block is what a bxpath datum holds: a header, an array of nodes, an array of names and a byte pool whose
 * first bytes are the source text.  References are indices, never pointers, so the block is used where it lies
 * (4-byte aligned).  Index 0 of nodes is never used: 0 means "none".  A block whose version is unknown is
 * recompiled from its source text.
 *
 * Grammar: XPath 1.0 (W3C Recommendation, 16 November 1999) after a prolog of namespace declarations as in
 * XQuery; abbreviations are expanded by the parser ("//" is a descendant-or-self::node() step, "@x" an attribute
 * step, ".." parent::node(), "." self::node()).  Then what XPath 2.0 adds to expressions, as far as it does not change
 * the meaning of an expression of 1.0: sequences, if, for, let, quantifiers, value comparisons, more functions.
 */
#ifndef XP_AST_H
#define XP_AST_H

#include "../../base/bx_arena.h"
#include "xp_functions.h"

#define XP_VERSION 2

/* What messages about syntax begin with; a larger language puts its name there. */
#define XP_INVALID "invalid XPath expression: "

#define XP_OP_VALUE(number, id, ...) XP_##id = number,
typedef enum XpOp
{
	XP_NONE = 0,
	XP_OPERATORS(XP_OP_VALUE, XP_OP_VALUE, XP_OP_VALUE) XP_OP_COUNT
} XpOp;

typedef enum XpAxis
{
	XP_AX_CHILD = 1,
	XP_AX_DESCENDANT,
	XP_AX_DESCENDANT_OR_SELF,
	XP_AX_SELF,
	XP_AX_ATTRIBUTE,
	XP_AX_NAMESPACE,
	XP_AX_PARENT,
	XP_AX_ANCESTOR,
	XP_AX_ANCESTOR_OR_SELF,
	XP_AX_FOLLOWING_SIBLING,
	XP_AX_PRECEDING_SIBLING,
	XP_AX_FOLLOWING,
	XP_AX_PRECEDING,
	XP_AX_COUNT
} XpAxis;

typedef enum XpTest
{
	XP_TEST_NAME = 1, /* principal node kind of the axis, name as described by XpName.flags */
	XP_TEST_NODE,     /* node() */
	XP_TEST_TEXT,     /* text() */
	XP_TEST_COMMENT,  /* comment() */
	XP_TEST_PI,       /* processing-instruction(), with name: of that target only */
} XpTest;

/* The 27 functions of XPath 1.0, in the Recommendation's order, then those of later versions. */
#define XP_FN_VALUE(number, id, ...) XP_FN_##id = number,
typedef enum XpFunc
{
	XP_FUNCTIONS(XP_FN_VALUE, XP_FN_VALUE) XP_FN_MAX_ID
} XpFunc;

/* Static result type of an expression node (filled by the parser). */
typedef enum XpType
{
	XP_T_ANY = 0, /* variables */
	XP_T_NODESET,
	XP_T_BOOLEAN,
	XP_T_NUMBER,
	XP_T_STRING,
	XP_T_SEQUENCE, /* any number of items; of one item, too, whose type is known only at run time */
	XP_T_DATE,     /* types of items only, no static types */
	XP_T_DATETIME,
	XP_T_DECIMAL,
	XP_T_SPAN,    /* xs:dayTimeDuration */
	XP_T_MONTHS,  /* xs:yearMonthDuration */
	XP_T_RANGE,   /* consecutive integers in a kept sequence */
	XP_T_NODEREF, /* a node that is kept; in flight its type is XP_T_NODESET */
	XP_T_STORED,  /* a typed value as it is stored */
	XP_T_MADE,    /* a node that a query constructed, a map and so on */
} XpType;

/* XpExpr.flags */
#define XP_ABSOLUTE 0x01   /* path starts at the root */
#define XP_POSITIONAL 0x02 /* predicate: may depend on position() or be a number */
#define XP_USES_LAST 0x04  /* predicate: last() occurs in it (not inside nested predicates) */
#define XP_POSITION_FLAGS (XP_POSITIONAL | XP_USES_LAST)
#define XP_FROM_SLASHES 0x08 /* step came from the abbreviation "//" */

typedef struct XpExpr
{
	uint8_t op;      /* XpOp */
	uint8_t axis;    /* XpAxis */
	uint8_t test;    /* XpTest */
	uint8_t type;    /* XpType */
	uint8_t func;    /* XpFunc */
	uint8_t flags;   /* XP_* */
	uint16_t n_args; /* calls: number of arguments */
	uint32_t a;
	uint32_t b;
	uint32_t next;
	uint32_t name; /* index into names + 1, 0 for none */
	uint32_t pos;  /* character position in the source, from 1 */
} XpExpr;

/* XpName.flags */
#define XP_NAME_ANY_LOCAL 0x01 /* "*", "p:*", "Q{uri}*" */
#define XP_NAME_ANY_NS 0x02    /* "*", "*:x" */
#define XP_NAME_UNBOUND 0x04   /* a prefix the prolog does not bind: an error at evaluation */

typedef struct XpName
{
	uint32_t flags;
	uint32_t prefix; /* pool offsets and lengths */
	uint32_t prefix_len;
	uint32_t uri; /* namespace the name is in; empty for none */
	uint32_t uri_len;
	uint32_t local;
	uint32_t local_len;
} XpName;

/* The language of the text. */
typedef enum XpMode
{
	XP_MODE_PATH = 0,
	XP_MODE_QUERY = 1, /* XQuery 3.1 */
} XpMode;

typedef struct XpBlock
{
	uint32_t version; /* XP_VERSION */
	uint32_t total;   /* bytes of the whole block */
	uint32_t n_nodes; /* including the unused node 0 */
	uint32_t n_names;
	uint32_t pool_len;
	uint32_t source_len;
	uint32_t root; /* node of the expression */
	uint32_t mode; /* XpMode; not 0: the root is an XP_QUERY */
				   /* XpExpr nodes[n_nodes]; XpName names[n_names]; char pool[pool_len] */
} XpBlock;

static inline const XpExpr *
xp_nodes(const XpBlock *b)
{
	return (const XpExpr *) (b + 1);
}

static inline const XpName *
xp_names(const XpBlock *b)
{
	return (const XpName *) (xp_nodes(b) + b->n_nodes);
}

static inline const char *
xp_pool(const XpBlock *b)
{
	return (const char *) (xp_names(b) + b->n_names);
}

/* Bounds on expressions; exceeding one is BX_E_XPATH with the position. */
#define XP_MAX_SOURCE (1 << 20)
#define XP_MAX_NODES 65536
#define XP_MAX_DEPTH 512 /* nested parentheses, predicates, function calls, unary minus, for and if */
#define XP_MAX_LOCALS 64 /* variables of for, let, some and every in scope at one place */

/* Does a text begin with a version declaration of XQuery?  No path does. */
extern bool xp_is_query_text(const char *text, size_t n);

/* Is it the block of such a text, of which only a reader of queries knows more? */
static inline bool
xp_is_query(const XpBlock *b)
{
	return b->mode == XP_MODE_QUERY;
}

/*
 * xp_compile: parse the UTF-8 text of a path expression, prolog included, into a block allocated with the
 * arena (16-byte aligned), reserve bytes (a multiple of 4) in front of it left free for a datum header.
 * BX_E_XPATH with the character position and what was expected; unknown function and wrong number of arguments
 * are BX_E_XPATH as well.  The result depends on the text alone.  The text of a query is not read: that is
 * the task of fc_path_compile (query/face).
 */
extern BxStatus xp_compile(const char *text, size_t n, size_t reserve, BxArena *arena, XpBlock **block,
						   BxError *err);

/*
 * xp_block_check: true when a block of n bytes is intact (version, lengths, every index in range and pointing
 * forward or to children only as the parser makes them), so that evaluation may trust it.
 */
extern bool xp_block_check(const XpBlock *b, size_t n);

/* One node per line, indented: for tests and bxpath_explain.  Appends to out. */
struct BxBuf;
extern BxStatus xp_dump(const XpBlock *b, struct BxBuf *out, BxError *err);

/* Names as written in an expression; NULL when out of range. */
extern const char *xp_axis_name(XpAxis axis);
extern const char *xp_func_name(XpFunc func);

#endif
