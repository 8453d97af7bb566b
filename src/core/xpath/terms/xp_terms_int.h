/*
 * xp_terms_int.h -- how a path is read without a document: what its values may be, and when.
 *
 * Every expression is given a list of values (XpTmValue).  Each item that the expression can ever deliver is described
 * by one of them: nodes by the path on which they are, other items by what they are made of; with each goes a condition
 * that holds of every document where such an item is delivered.  Conditions are joined as they are found, and
 * brought into their final form once (xp_tm_finish).
 */
#ifndef XP_TERMS_INT_H
#define XP_TERMS_INT_H

#include "../../base/bx_core_int.h"
#include "../syntax/xp_shape.h"
#include "xp_terms.h"

/* ---- conditions ---- */

typedef struct XpTmCond XpTmCond;

typedef struct XpTmCell
{
	const XpTmCond *cond;
	const struct XpTmCell *next;
} XpTmCell;

/* Never changed once it is made, so conditions share parts. */
struct XpTmCond
{
	uint8_t kind; /* XpTermsKind */
	uint32_t n;   /* AND, OR: cells */
	XpTerm term;  /* TERM */
	const XpTmCell *cells;
};

/* ---- nodes ---- */

/* A step, and those above it. */
typedef struct XpTmStep
{
	const struct XpTmStep *up; /* NULL: the document */
	XpTermStep step;
	bool attribute;
	const XpTermPath *made; /* or NULL: the path as terms have it */
} XpTmStep;

/* Where is a node, seen from the step? */
typedef enum XpTmWhere
{
	XP_TM_AT,      /* it is the element or attribute of the step, or the document */
	XP_TM_TEXT,    /* a text in it */
	XP_TM_LEAF,    /* a comment, a processing instruction or a namespace node of it */
	XP_TM_CHILD,   /* any child of it */
	XP_TM_BELOW,   /* itself, or anything below it but attributes and namespace nodes ... */
	XP_TM_UNKNOWN, /* any node of the document; there is no step */
} XpTmWhere;

/* ---- values ---- */

typedef enum XpTmSort
{
	XP_TM_NODE = 1, /* the node, or its value without type */
	XP_TM_STRING,   /* its string value, if `present` holds; or "" */
	XP_TM_NUMBER,   /* it as a number, if `present` holds; or NaN */
	XP_TM_CAST,     /* it as a value of a type; none where there is no such node */
	XP_TM_SOME,     /* what is not known, and, unless `present` holds, the value that `absent` says */
	XP_TM_LITERAL,
	XP_TM_RANGE,    /* integers from key to last_number */
	XP_TM_VARIABLE, /* of the path */
	XP_TM_SLOT_VALUE,
	XP_TM_ANY, /* anything */
} XpTmSort;

typedef enum XpTmAbsent
{
	XP_TM_NONE,
	XP_TM_NAN,
	XP_TM_EMPTY, /* "" */
	XP_TM_ZERO,
} XpTmAbsent;

typedef struct XpTmValue
{
	const struct XpTmValue *next;
	const XpTmCond *cond;    /* holds where the expression delivers such an item */
	const XpTmCond *present; /* STRING, NUMBER, SOME */
	XpTmStep *last;          /* nodes; NULL: the document */
	BxKey key;               /* LITERAL, RANGE */
	double last_number;      /* RANGE */
	uint32_t var;            /* VARIABLE */
	uint32_t node;           /* nodes: number of the node; values of one number are of one and the same */
	uint8_t sort;            /* XpTmSort */
	uint8_t where;           /* nodes: XpTmWhere */
	uint8_t absent;          /* SOME: XpTmAbsent */
	uint8_t type;            /* CAST, VARIABLE: AtType it is read as, 0: none */
} XpTmValue;

typedef struct XpTmList
{
	XpTmValue *first;
	XpTmValue *last;
	uint32_t n;
} XpTmList;

/* Longer lists become one value that is anything. */
#define XP_TM_LIST_MAX 2048

/* ---- the builder ---- */

typedef struct XpTmLocal
{
	XpTmList list;
	bool many; /* any number of these, not one */
} XpTmLocal;

typedef struct XpTmBuild
{
	const XpBlock *block;
	const XpExpr *nodes;
	const XpName *names;
	const char *pool;
	BxArena *arena;
	BxError *err;
	BxStatus status; /* sticky; conditions made after a failure are not used */
	uint32_t work;   /* expressions looked at, and steps */
	uint32_t depth;
	uint32_t n_nodes; /* numbers given to nodes */
	uint32_t n_terms;
	uint32_t compared; /* steps, while the tree is finished */
	XpTermVar *vars;
	uint32_t n_vars;
	uint32_t cap_vars;
	bool slots;
	const XpVar *values; /* of variables; NULL: they have none yet */
	uint32_t n_values;
	XpTmLocal *locals; /* XP_MAX_LOCALS; NULL until one is bound */
} XpTmBuild;

/* What "." and "self::node()" are. */
typedef struct XpTmContext
{
	const XpTmValue *node;
	const XpTmValue *item; /* in predicates of sequences */
} XpTmContext;

/* Beyond either, expressions say nothing. */
#define XP_TM_DEPTH_MAX 100
#define XP_TM_WORK_MAX 10000

/* Zeroed memory; NULL, and the status says so, when the host refuses. */
extern void *xp_tm_alloc(XpTmBuild *b, size_t n);
/* May it be looked at?  Every true is followed by a decrement of b->depth. */
static inline bool
xp_tm_enter(XpTmBuild *b)
{
	if (b->status != BX_OK || b->depth >= XP_TM_DEPTH_MAX || b->work >= XP_TM_WORK_MAX)
		return false;
	b->work++;
	b->depth++;
	return true;
}

/* ---- xp_term_tree.c: conditions ---- */

extern const XpTmCond xp_tm_true;
extern const XpTmCond xp_tm_false;

extern const XpTmCond *xp_tm_and(XpTmBuild *b, const XpTmCond *x, const XpTmCond *y);
extern const XpTmCond *xp_tm_or(XpTmBuild *b, const XpTmCond *x, const XpTmCond *y);
extern const XpTmCond *xp_tm_term(XpTmBuild *b, const XpTerm *term);
/* The final form. */
extern const XpTermsNode *xp_tm_finish(XpTmBuild *b, const XpTmCond *cond);

/* ---- xp_term_path.c: paths of terms ---- */

extern int xp_tm_path_order(const XpTermPath *x, const XpTermPath *y);
/* Is there a node on p wherever there is one on q? */
extern bool xp_tm_path_covers(const XpTermPath *p, const XpTermPath *q);
/* The path of a step as terms have it; NULL when the host refuses. */
extern const XpTermPath *xp_tm_path_of(XpTmBuild *b, XpTmStep *last);

/* ---- xp_term_step.c: nodes ---- */

extern const XpTmValue xp_tm_anything;
/* Add a value to a list; the copy is returned.  NULL when the list is too long: it is one of anything. */
extern XpTmValue *xp_tm_add(XpTmBuild *b, XpTmList *list, const XpTmValue *value);
extern XpTmValue xp_tm_any_node(XpTmBuild *b);
extern XpTmValue xp_tm_document(XpTmBuild *b);
/* An element of any name. */
extern XpTmValue xp_tm_any_element(XpTmBuild *b);
/* The nodes a step leads to from a node, its predicates apart. */
extern void xp_tm_step(XpTmBuild *b, const XpTmValue *from, const XpExpr *step, XpTmList *out);
/* There is such a node. */
extern const XpTmCond *xp_tm_exists(XpTmBuild *b, const XpTmValue *node);
/* Path of the terms about its value; NULL when there is none. */
extern const XpTermPath *xp_tm_value_path(XpTmBuild *b, const XpTmValue *node);

/* ---- xp_term_values.c: values of expressions ---- */

/* Append the values of an expression to the list; xp_tm_list: make a list of them. */
extern void xp_tm_values(XpTmBuild *b, uint32_t expr, const XpTmContext *cx, XpTmList *out);
static inline XpTmList
xp_tm_list(XpTmBuild *b, uint32_t expr, const XpTmContext *cx)
{
	XpTmList list = {NULL, NULL, 0};

	xp_tm_values(b, expr, cx, &list);
	return list;
}

/* The value of a variable of the path; NULL when it has none. */
extern const XpItem *xp_tm_variable(const XpTmBuild *b, const XpExpr *e);
/* The variable of for, some or every (`value`, one item) or of let (`all`); what was there before is kept. */
extern bool xp_tm_bind_local(XpTmBuild *b, uint32_t place, const XpTmValue *value, const XpTmList *all,
							 XpTmLocal *before);

/* The same for the variable of a let. */
extern bool xp_tm_bind_let(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmLocal *before);
/* Add a literal; anything; something that, unless `present` holds, is what `absent` says. */
extern void xp_tm_add_key(XpTmBuild *b, XpTmList *out, const BxKey *key);
extern void xp_tm_add_any(XpTmBuild *b, XpTmList *out);
extern void xp_tm_add_some(XpTmBuild *b, XpTmList *out, uint8_t absent, const XpTmCond *present);

/* What may be asked of values: that there is one, that one is true, that one is a number, that one is not "". */
typedef enum XpTmQuestion
{
	XP_TM_IS_THERE,
	XP_TM_IS_TRUE,
	XP_TM_IS_NUMBER,
	XP_TM_IS_TEXT,
} XpTmQuestion;

extern const XpTmCond *xp_tm_value_holds(XpTmBuild *b, const XpTmValue *value, XpTmQuestion question);
extern const XpTmCond *xp_tm_holds(XpTmBuild *b, uint32_t expr, const XpTmContext *cx, XpTmQuestion question);

/* ---- xp_term_call.c: functions ---- */

/* Append the values of a call that is not a boolean. */
extern void xp_tm_call(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, XpTmList *out);

/* ---- xp_term_truth.c: expressions that are true, or false ---- */

/* The effective boolean value is as wanted. */
extern const XpTmCond *xp_tm_truth(XpTmBuild *b, uint32_t expr, const XpTmContext *cx, bool wanted);

/* ---- xp_term_compare.c: comparisons ---- */

extern const XpTmCond *xp_tm_comparison(XpTmBuild *b, const XpExpr *e, const XpTmContext *cx, bool wanted);
extern const XpTmCond *xp_tm_starts_with(XpTmBuild *b, const XpExpr *call, const XpTmContext *cx);
/* An expression has an item, where it may be a call that gives the zone of a node. */
extern const XpTmCond *xp_tm_zone_holds(XpTmBuild *b, uint32_t expr, const XpTmContext *cx);
/* One of the values is compared with what comes from outside. */
extern const XpTmCond *xp_tm_slots(XpTmBuild *b, const XpTmList *list);
/* The term with a key in the slot it has as its lower or only literal; rel is that of a value comparison. */
extern const XpTmCond *xp_tm_put_key(XpTmBuild *b, const XpTerm *term, uint8_t op, const BxKey *key);

#endif
