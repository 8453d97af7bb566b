/*
 * xp_cast_int.h -- constructors of values that have keys: xs:double, xs:date and so on.
 */
#ifndef XP_CAST_INT_H
#define XP_CAST_INT_H

#include "xp_plan_int.h"

#include "../../value/bx_key.h"

/*
 * A comparison of the nodes of a path with a constant.  Text is read as the constant's type: that of each node, and
 * what is none of it is not equal, less or greater; or that of the only one by a constructor, for which it is an error.
 */
struct XpCastCompare
{
	uint32_t path;
	uint8_t op; /* the path is on the left */
	bool cast;  /* in a constructor */
	BxKey key;
};

/* The type of keys (AtType) that a constructor makes; 0: it is none, or one without. */
extern uint8_t xp_cast_type(const XpExpr *call);

/* A constructor around a literal of its type, but for numbers; one that is none is an error when it is evaluated. */
extern bool xp_cast_literal(const XpPlan *p, const XpExpr *call, BxKey *key);

/* A number, with a sign or without. */
extern bool xp_number_constant(const XpPlan *p, const XpExpr *e, double *number);

/* Have p->prepared, in the arena. */
extern BxStatus xp_prepared_make(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err);

/* Find comparisons and set p->prepared, in the arena. */
extern BxStatus xp_cast_plan(XpPlan *p, uint32_t n_nodes, BxArena *arena, BxError *err);

#endif
