/*
 * xp_prepare.c -- what plans of expressions are made with besides the expression itself.
 */
#include "../plan/xp_cast_int.h"
#include "../scan/xp_predicate_scan_int.h"
#include "xp_held_int.h"
#include "xp_seq_int.h"

const XpPrepare xp_preparers[] = {xp_predicate_scan_plan, xp_cast_plan, xp_seq_plan,
								  xp_plan_patterns,       xp_held_plan, NULL};
