/*
 * xp_eval_int.h -- what the files of the evaluator share.
 *
 * Paths run in two ways with the same answers.  Forward paths stream (xp_path_scan.c): one pass, sets of steps as
 * bits, subtrees without a live step skipped, early end.  Everything else navigates (xp_navigate.c) from node to node.
 */
#ifndef XP_EVAL_INT_H
#define XP_EVAL_INT_H

#include "../nodes/xp_set_int.h"
#include "../nodes/xp_string_int.h"
#include "../scan/xp_path_scan_int.h"

/* Dynamic context: XPath 1.0 section 1. */
typedef struct XpContext
{
	const XpNode *node; /* the caller's: a copy would wait for the stores that made it */
	uint32_t pos;
	uint32_t size;
	const XpItem *item; /* where "." may be an atomic value: the context item; else NULL */
} XpContext;

/* What plans of expressions to be evaluated are made with, ended by NULL. */
extern const XpPrepare xp_preparers[];

/* xp_vars.c: look up the values of all variables of the plan, when it has some */
extern BxStatus xp_vars_bind(XpEval *ev, const XpCall *c);

/* xp_node_set.c */
/* Nodes of a node-set expression, in document order without duplicates. */
extern BxStatus xp_nodes_of(XpEval *ev, uint32_t expr, const XpContext *cx, XpSet *set);
/* Feed the nodes of any node-set expression to the sink in document order, streaming where possible. */
extern BxStatus xp_each(XpEval *ev, uint32_t expr, const XpContext *cx, XpSink *sink);
/* Number of nodes of the expression where it is kept from other contexts; else *known is false. */
extern BxStatus xp_count_kept(XpEval *ev, uint32_t expr, const XpContext *cx, bool *known, uint64_t *n);
/* Does the node pass predicate pred as number pos of size? */
extern BxStatus xp_predicate(XpEval *ev, uint32_t pred, const XpNode *nd, uint32_t pos, uint32_t size,
							 bool *pass);

/* xp_ops.c: typed evaluation of expressions */
extern BxStatus xp_bool(XpEval *ev, uint32_t expr, const XpContext *cx, bool *b);
extern BxStatus xp_num(XpEval *ev, uint32_t expr, const XpContext *cx, double *d);
extern BxStatus xp_str(XpEval *ev, uint32_t expr, const XpContext *cx, BxStr *s);
/* First node of a node-set in document order. */
extern BxStatus xp_first(XpEval *ev, uint32_t expr, const XpContext *cx, XpNode *nd, bool *found);
extern BxStatus xp_any(XpEval *ev, uint32_t expr, const XpContext *cx, bool *found);
extern BxStatus xp_count_nodes(XpEval *ev, uint32_t expr, const XpContext *cx, uint64_t *n);

/* "+", "-", "*", "div" and "mod" of doubles */
extern double xp_arithmetic(uint8_t op, double a, double b);

#endif
