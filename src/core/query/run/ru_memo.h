/*
 * ru_memo.h -- what is made of an expression once and used as long as the variables in it hold the same values.
 *
 * A binding of a variable has a stamp of its own (ru_bind); a memo remembers those of the variables that its expression
 * refers to.  It is made when the expression is evaluated for the second time with the same ones, so that what is
 * evaluated once costs nothing more.
 */
#ifndef RU_MEMO_H
#define RU_MEMO_H

#include "ru_op.h"

/* Of a plan: what the expression depends on. */
typedef struct RuMemoPlan
{
	uint32_t number; /* of RuRun.memos */
	const uint32_t *slots;
	uint32_t n_slots;
	bool uses_item; /* and the context item */
} RuMemoPlan;

typedef enum RuMemoState
{
	RU_MEMO_NEW,
	RU_MEMO_SEEN,   /* evaluated once */
	RU_MEMO_MADE,   /* data is there */
	RU_MEMO_USELESS /* nothing can be made of these values */
} RuMemoState;

typedef struct RuMemo
{
	RuArena *own; /* of what was made */
	void *data;
	uint32_t *stamps;
	XdItem item;
	bool has_item;
	uint8_t state;  /* RuMemoState */
	uint32_t users; /* who goes through data at present: it must not be made anew */
} RuMemo;

/*
 * The memo of an expression as it is now: MADE, or SEEN with *make set, when it is to be made in memo->own (which is empty)
 * and its state to be set.  NULL: there is none, and none is to be made.
 */
extern BxStatus ru_memo(RuRun *run, const RuMemoPlan *plan, const RuCx *cx, RuMemo **memo, bool *make);

#endif
