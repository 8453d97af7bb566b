/*
 * fn_evaluators.h -- the evaluators of the library, declared by the rows of functions.def.
 */
#ifndef FN_EVALUATORS_H
#define FN_EVALUATORS_H

#include "../run/ru_op.h"

#define FN_ONE(signature, evaluator, properties) extern BxStatus evaluator(RU_ONE_ARGS);
#define FN_ITEMS(signature, evaluator, properties) extern BxStatus evaluator(RU_OPEN_ARGS);
#define FN_TRUTH(signature, evaluator, properties) extern BxStatus evaluator(RU_EBV_ARGS);
#define FN_COUNTED(signature, evaluator, counter, properties)                                                \
	extern BxStatus evaluator(RU_OPEN_ARGS);                                                                 \
	extern BxStatus counter(RU_COUNT_ARGS);
#include "functions.def"
#undef FN_ONE
#undef FN_ITEMS
#undef FN_TRUTH
#undef FN_COUNTED

#endif
