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

#define RU_NO_SLOT UINT32_MAX

/* Of a plan: what the expression depends on. */
typedef struct RuMemoPlan
{
	uint32_t number; /* of RuRun.memos */
	const uint32_t *slots;
	uint32_t n_slots;
	bool uses_item;   /* the context item, */
	bool uses_tree;   /* or the tree that it is in, */
	bool uses_parent; /* or its parent */
} RuMemoPlan;

/* Fewer items than these are gone through, without an index of them. */
#define RU_MEMO_FEW 8

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
	XdItem node;
	struct RuSpill *files[2][2]; /* that belong to data, or NULL: two by two */
	uint8_t state;               /* RuMemoState */
	uint32_t users;              /* readers of data at present, while it must not be replaced */
} RuMemo;

/* Close two files of a memo. */
extern void ru_memo_close(RuRun *run, RuMemo *memo, uint32_t which);

/*
 * The memo of an expression as it is now: MADE, or SEEN with *make set, when it is to be made in memo->own (which is
 * empty) and its state to be set.  NULL: there is none, and none is to be made.
 */
extern BxStatus ru_memo(RuRun *run, const RuMemoPlan *plan, const RuCx *cx, RuMemo **memo, bool *make);

typedef enum RuAmount
{
	RU_FEW,  /* not worth an index */
	RU_SOME, /* that are worth one */
	RU_MANY  /* more than the budget has room for */
} RuAmount;

/* All items of an expression, kept in the arena of the context, if they are RU_SOME. */
extern BxStatus ru_memo_items(RuRun *run, const RuOp *op, const RuCx *cx, XdSeq *items, RuAmount *amount);
/* Bytes that such items and an index of them may take. */
extern size_t ru_memo_budget(const RuRun *run);

/* Something is tried that may be left undone: what is to be as before then. */
typedef struct RuTrial
{
	uint64_t taken; /* arenas */
	uint32_t depth;
} RuTrial;

static inline RuTrial
ru_trial(const RuRun *run)
{
	return (RuTrial){run->arenas_taken, run->depth};
}

/* After an error of the language *failed is set, and the error forgotten; others are returned. */
extern BxStatus ru_trial_end(RuRun *run, const RuTrial *trial, BxStatus st, bool *failed);

#endif
