/*
 * ru_function.h -- functions as items: what a query says of them, how they are called, and conversions of whole values.
 *
 * All functions, maps and arrays that a query makes are in memory of the run.
 */
#ifndef RU_FUNCTION_H
#define RU_FUNCTION_H

#include "../../xdm/xd_function.h"
#include "ru_op.h"

/* A function that the engine calls: what begins like this is called by its own routine. */
typedef struct RuCallable
{
	XdFunction f;
	/* args: f.arity values, converted already where the type of the function says so; the result in the arena */
	BxStatus (*call)(RuRun *run, const RuOp *op, const struct RuCallable *self, const XdSeq *args,
					 BxArena *arena, XdSeq *result);
} RuCallable;

/* An inline function, or the name of a function, in a plan: what the closures that are made of it share. */
typedef struct RuCode
{
	XdFunction f;
	const RuOp *body; /* converts to the type of the result */
	uint32_t n_slots;
	uint32_t first;           /* slot of the first parameter */
	const uint32_t *captured; /* slots of the variables that it sees */
	uint32_t n_captured;
	bool focus; /* it has the focus of the place where it is made */
} RuCode;

/* data: RuCode */
extern const RuClass ru_closure;
/* args: the function, then arguments, NULL where one is left open */
extern const RuClass ru_partial;
/* args: the function, then all arguments */
extern const RuClass ru_dynamic_call;
/* Function coercion: args[0], check, data: RuRole; functions become such that have the type */
extern const RuClass ru_coerced;

/* ru_container.c */
extern const RuClass ru_map_constructor;   /* args: keys, atomized, and values by turns */
extern const RuClass ru_array_constructor; /* args: members; sub 1: the items of args[0] are */
extern const RuClass ru_lookup;            /* args: maps and arrays, keys, atomized; NULL: all of them */

/* ---- calls ---- */

/*
 * Call a function, map or array with n values.  The result is in the arena.  XPTY0004 when it is none, or takes another
 * number of arguments.  op: where the call is, for errors.
 */
extern BxStatus ru_invoke(RuRun *run, const RuOp *op, const XdItem *function, const XdSeq *args, uint32_t n,
						  BxArena *arena, XdSeq *result);

/* ru_convert.c: is it a sequence that grew, of several items that are all of the type?  Looks at the new ones. */
extern BxStatus ru_seq_fits(const XdSeqType *type, const XdSeq *value, bool *fits);
/* The function conversion rules for a value: atomized, cast, promoted, functions coerced; XPTY0004.  NULL: any type. */
extern BxStatus ru_convert_seq(RuRun *run, const RuOp *op, const XdSeqType *type, const char *role,
							   BxArena *arena, const XdSeq *value, XdSeq *converted);

/* Append the typed value of an item to a sequence: members of arrays, whatever their depth; FOTY0013. */
extern BxStatus ru_atomize_into(RuRun *run, const RuOp *op, const XdItem *item, XdSeqBuilder *atoms);

/* ---- maps and arrays as evaluators make them ---- */

/* The call structure of keys: their scratch memory is the arena. */
extern AtCall ru_key_call(const RuRun *run, BxArena *arena);
/* The member of an array at a place from 1; FOAY0001. */
extern BxStatus ru_array_member(RuRun *run, const RuOp *op, const XdArray *array, const XdItem *place,
								const XdSeq **member);
/* Is the place one of 1 to n?  FOAY0001. */
extern BxStatus ru_array_place(RuRun *run, const RuOp *op, const XdItem *place, uint64_t n, uint64_t *i);

#endif
