/*
 * xp_evaluators.c -- the tables of evaluators, by function and by operator.
 */
#include "xp_evaluators_int.h"

#define SLOT_BOOLEAN(f) .boolean = f
#define SLOT_NUMBER(f) .number = f
#define SLOT_STRING(f) .string = f
#define SLOT_NODESET(f) .nodes = f
#define SLOT_ITEM(f) .item = f
#define SLOT_ITEMS(f) .items = f

#define FUNCTION(number, id, name, min, max, result, evaluate, needs) [number] = {SLOT_##result(evaluate)},
#define LIFTED(number, id, name, min, max, result, evaluate, lift, lifted)                                   \
	[number] = {SLOT_##result(evaluate), .item = lifted},

#define TYPED(...)
#define OPERATOR(number, id, name, result, evaluate) [number] = {SLOT_##result(evaluate)},
#define LIFTED_OPERATOR(number, id, name, result, evaluate, lifted)                                          \
	[number] = {SLOT_##result(evaluate), .item = lifted},

const XpEvaluators xp_evaluators = {
	.functions = {XP_FUNCTIONS(FUNCTION, LIFTED)},
	.operators = {XP_OPERATORS(TYPED, OPERATOR, LIFTED_OPERATOR)},
};
