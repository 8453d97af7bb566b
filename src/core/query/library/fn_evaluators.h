/*
 * fn_evaluators.h -- the evaluators of the library, declared by the rows of functions.def.
 */
#ifndef FN_EVALUATORS_H
#define FN_EVALUATORS_H

#include "../run/ru_op.h"

#define FN_ONE(signature, evaluator, properties)                                                             \
	extern BxStatus evaluator(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found);
#define FN_ITEMS(signature, evaluator, properties)                                                           \
	extern BxStatus evaluator(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it);
#define FN_TRUTH(signature, evaluator, properties)                                                           \
	extern BxStatus evaluator(RuRun *run, const RuOp *op, const RuCx *cx, bool *value);
#define FN_COUNTED(signature, evaluator, counter, properties)                                                \
	extern BxStatus evaluator(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it);                       \
	extern BxStatus counter(RuRun *run, const RuOp *op, const RuCx *cx, uint64_t *n);
#define FN_REFUSED(signature, reason)
#include "functions.def"
#undef FN_ONE
#undef FN_ITEMS
#undef FN_TRUTH
#undef FN_COUNTED
#undef FN_REFUSED

#endif
