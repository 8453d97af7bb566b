/*
 * fn_function_int.h -- what functions that call functions, and those on maps and arrays, share.
 */
#ifndef FN_FUNCTION_INT_H
#define FN_FUNCTION_INT_H

#include "fn_int.h"

#include "../run/ru_function.h"

static inline BxStatus
fn_give_function(const XdFunction *f, XdItem *item, bool *found)
{
	*item = xd_function_item(f);
	*found = true;
	return BX_OK;
}

/* ---- fn_higher.c: one call after the other, each result in turn ---- */

typedef struct FnEach
{
	XdItem function;
	RuArena *own; /* of the result of the last call; NULL: there is none */
	XdSeq result;
	uint64_t at;
} FnEach;

/* The function is argument i. */
extern BxStatus fn_each_begin(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, FnEach *each);
/* The next item of the last result; false: there is none left. */
extern bool fn_each_next(FnEach *each, XdItem *item);
/* Call it; items of the result before are gone. */
extern BxStatus fn_each_call(RuRun *run, const RuOp *op, FnEach *each, const XdSeq *args, uint32_t n);
/* Call it for a truth value: XPTY0004 when it gives none. */
extern BxStatus fn_each_test(RuRun *run, const RuOp *op, FnEach *each, const XdSeq *args, uint32_t n,
							 bool *truth);
extern void fn_each_end(RuRun *run, FnEach *each);

/* A value that is made again and again of the one before, which it may use: in one of two arenas by turns. */
typedef struct FnFold
{
	XdItem function;
	RuArena *arenas[2];
	unsigned turn;
	XdSeq value;
} FnFold;

/* The first value is argument 2, the function argument 3. */
extern BxStatus fn_fold_begin(RuRun *run, const RuOp *op, const RuCx *cx, FnFold *fold);
/* The next value: of (value, x), or with right of (x, value). */
extern BxStatus fn_fold_step(RuRun *run, const RuOp *op, FnFold *fold, const XdSeq *x, bool right);
/* The items of the last value, in the arena of the context. */
extern BxStatus fn_fold_end(RuRun *run, const RuCx *cx, FnFold *fold, RuIter *it);

/* ---- options in maps ---- */

/* The value of an option, which stays as it is where the map has none (*set false); XPTY0004, FOJS0005. */
extern BxStatus fn_option_str(RuRun *run, const RuOp *op, const RuCx *cx, const XdMap *options,
							  const char *name, BxStr *s, bool *set);
extern BxStatus fn_option_bool(RuRun *run, const RuOp *op, const RuCx *cx, const XdMap *options,
							   const char *name, bool *b, bool *set);
/* The entry of an option; NULL: there is none. */
extern BxStatus fn_option(RuRun *run, const RuOp *op, const RuCx *cx, const XdMap *options, const char *name,
						  const XdSeq **value);

/* ---- fn_compare.c ---- */

/* The items in the order of their keys: argument `collation`, and argument `key` a function (FN_NO_KEY: none). */
#define FN_NO_KEY UINT32_MAX
extern BxStatus fn_sort_values(RuRun *run, const RuOp *op, const RuCx *cx, uint32_t collation, uint32_t key,
							   XdSeq *values, uint64_t n);

#endif
