/*
 * ru_operators.h -- the classes of operators, one line each: what builders make plans of.
 */
#ifndef RU_OPERATORS_H
#define RU_OPERATORS_H

#include "ru_op.h"

extern const RuClass ru_sequence; /* args: expressions, one after the other */

#define RU_AS_NUMBERS                                                                                        \
	1 /* untyped values will be cast to xs:double: those that are stored as numbers may be so at once */

/* ru_convert.c; each has a twin for at most one item */
extern const RuClass ru_atomized; /* args[0]; nodes become their typed values; sub: RU_AS_NUMBERS or 0 */
extern const RuClass ru_atomized_one;
/* The function conversion rules for atomic items; args[0] gives atomic ones; check: the type; data: RuRole */
extern const RuClass ru_converted;
extern const RuClass ru_converted_one;
/* The items must be of the type; args[0], check, data: RuRole */
extern const RuClass ru_checked;
extern const RuClass ru_checked_one;

/* What a value is for, in messages, and the code of the error when it does not fit. */
typedef struct RuRole
{
	const char *code;
	const char *name; /* "argument 2 of fn:substring()" */
} RuRole;

/* One atomic item by the conversion rules; XPTY0004 or the code of the role where it does not fit. */
extern BxStatus ru_convert_atom(RuRun *run, const RuOp *op, const RuCx *cx, const XdSeqType *type,
								const XdItem *atom, XdItem *item);

/*
 * The value does not fit op->check, by the role op->data: "argument 1 of fn:abs() must be xs:numeric?, but is
 * xs:string".
 */
extern BxStatus ru_misfit(RuRun *run, const RuOp *op, const char *what);

/* ru_variable.c */
extern const RuClass ru_local; /* slot */
extern const RuClass ru_local_one;
extern const RuClass ru_global; /* sub: number of the global variable */

/* ru_call.c */
extern const RuClass ru_call; /* args: converted arguments; data: the RuFunction */
extern const RuClass ru_call_one;

#endif
