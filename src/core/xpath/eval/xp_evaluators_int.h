/*
 * xp_evaluators_int.h -- the evaluators that the rows of xp_functions.h name.
 *
 * Evaluation calls them through the tables of the evaluation, so that no file of the evaluator names those of
 * functions and operators, which all call back into it.
 */
#ifndef XP_EVALUATORS_INT_H
#define XP_EVALUATORS_INT_H

#include "xp_seq_int.h"

/* How a call or an operation gives its result; NULL where it gives no such. */
typedef struct XpEvaluator
{
	BxStatus (*boolean)(XpEval *ev, const XpExpr *e, const XpContext *cx, bool *b);
	BxStatus (*number)(XpEval *ev, const XpExpr *e, const XpContext *cx, double *d);
	BxStatus (*string)(XpEval *ev, const XpExpr *e, const XpContext *cx, BxStr *s);
	BxStatus (*nodes)(XpEval *ev, const XpExpr *e, const XpContext *cx, XpSet *set);
	BxStatus (*item)(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItem *item, bool *found);
	BxStatus (*items)(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it);
} XpEvaluator;

typedef struct XpEvaluators
{
	XpEvaluator functions[XP_FN_MAX_ID];
	XpEvaluator operators[XP_OP_COUNT];
} XpEvaluators;

extern const XpEvaluators xp_evaluators;

static inline const XpEvaluator *
xp_evaluator(const XpEval *ev, const XpExpr *e)
{
	return e->op == XP_CALL ? &ev->evaluators->functions[e->func] : &ev->evaluators->operators[e->op];
}

#define XP_DECLARE_BOOLEAN(f) extern BxStatus f(XpEval *ev, const XpExpr *e, const XpContext *cx, bool *b);
#define XP_DECLARE_NUMBER(f) extern BxStatus f(XpEval *ev, const XpExpr *e, const XpContext *cx, double *d);
#define XP_DECLARE_STRING(f) extern BxStatus f(XpEval *ev, const XpExpr *e, const XpContext *cx, BxStr *s);
#define XP_DECLARE_NODESET(f) extern BxStatus f(XpEval *ev, const XpExpr *e, const XpContext *cx, XpSet *set);
#define XP_DECLARE_ITEM(f)                                                                                   \
	extern BxStatus f(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItem *item, bool *found);
#define XP_DECLARE_ITEMS(f) extern BxStatus f(XpEval *ev, const XpExpr *e, const XpContext *cx, XpItems *it);

#define XP_DECLARE_F(number, id, name, min, max, result, evaluate, needs) XP_DECLARE_##result(evaluate)
#define XP_DECLARE_L(number, id, name, min, max, result, evaluate, lift, lifted)                             \
	XP_DECLARE_##result(evaluate) XP_DECLARE_ITEM(lifted)
#define XP_DECLARE_OP_N(...)
#define XP_DECLARE_OP_O(number, id, name, result, evaluate) XP_DECLARE_##result(evaluate)
#define XP_DECLARE_OP_L(number, id, name, result, evaluate, lifted)                                          \
	XP_DECLARE_##result(evaluate) XP_DECLARE_ITEM(lifted)

XP_FUNCTIONS(XP_DECLARE_F, XP_DECLARE_L)
XP_OPERATORS(XP_DECLARE_OP_N, XP_DECLARE_OP_O, XP_DECLARE_OP_L)

#endif
