/*
 * ru_op.h -- operators: what a query is evaluated as, and the one protocol by which they are.
 *
 * An operator is an immutable node of a plan; its class says how it is evaluated.  A class has one of the entry points
 * `one` and `open`, and more where they pay; callers use ru_one, ru_open, ru_ebv, ru_count and ru_each, which make the
 * missing ones of those that are there.
 *
 * The dynamic context of an evaluation is an RuCx: the focus, the frame with the values of variables, and the arena
 * that results and scratch memory come from.  It must stay where it is as long as an iterator that was opened with it.
 *
 * How long an item is good: what `one` gives, as long as the arena of its context.  What an iterator gives, likewise,
 * unless it is `fleeting`: then until the next item is asked for, or it is closed, and who keeps it calls xd_item_keep.
 * Loops that make garbage for each tuple own an arena (ru_arena_take) that they release for each of them, and are
 * fleeting.
 *
 * Errors: BX_E_XPTYPE with the W3C code (ru_fail).  An iterator may be left after an error; all memory ends with the
 * run.
 */
#ifndef RU_OP_H
#define RU_OP_H

#include "../../xdm/xd_type.h"

struct XdSink; /* xd_construct.h */

typedef struct RuRun RuRun;
typedef struct RuOp RuOp;
typedef struct RuIter RuIter;

typedef struct RuCx
{
	BxArena *arena;
	XdSeq *frame;       /* values of variables, by their slots */
	const XdItem *item; /* the context item; NULL: absent */
	uint64_t pos;       /* context position */
	uint64_t size; /* context size; 0: not known, which an operator that needs it (RU_USES_LAST) prevents */
} RuCx;

/* The parameters of the entry points below, for the heads of functions that are one: BxStatus f(RU_ONE_ARGS). */
#define RU_ONE_ARGS RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found
#define RU_OPEN_ARGS RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it
#define RU_EBV_ARGS RuRun *run, const RuOp *op, const RuCx *cx, bool *value
#define RU_COUNT_ARGS RuRun *run, const RuOp *op, const RuCx *cx, uint64_t *n
#define RU_NEXT_ARGS RuRun *run, RuIter *it, XdItem *item, bool *found
#define RU_SEQ_ARGS RuRun *run, const RuOp *op, const RuCx *cx, XdSeq *seq
#define RU_PUSH_ARGS RuRun *run, const RuOp *op, const RuCx *cx, struct XdSink *sink

struct RuIter
{
	BxStatus (*next)(RU_NEXT_ARGS);
	void (*close)(RuRun *run, RuIter *it); /* NULL: nothing to do when it is left early */
	const RuOp *op;
	const RuCx *cx;
	void *state;   /* of the class, in cx->arena */
	XdItem one;    /* of iterators over one item, */
	uint64_t left; /* and for simple counters */
	bool fleeting;
};

typedef struct RuClass
{
	const char *name; /* for explanations: "general comparison" */
	/* 0 or 1 item; only operators whose static type has at most one have it */
	BxStatus (*one)(RU_ONE_ARGS);
	BxStatus (*open)(RU_OPEN_ARGS);
	/* effective boolean value; NULL: made of the others */
	BxStatus (*ebv)(RU_EBV_ARGS);
	/* number of items; NULL: they are counted */
	BxStatus (*count)(RU_COUNT_ARGS);
	/* all items at once, where they lie somewhere already or are made at once: as long as cx->arena */
	BxStatus (*seq)(RU_SEQ_ARGS);
	bool slow_seq; /* seq may take long: not to be used for a part of the items */
	/* the operator whose result is the result, in the same context: of choices, so that a call in it is a tail call */
	BxStatus (*choose)(RuRun *run, const RuOp *op, const RuCx *cx, const RuOp **chosen);
	/* all items into a sink, as content of a node (ru_construct.h); NULL: they are made and copied */
	BxStatus (*push)(RU_PUSH_ARGS);
} RuClass;

/* RuOp.uses: what the operator and those below it ask of the context. */
#define RU_USES_ITEM 0x01
#define RU_USES_POSITION 0x02
#define RU_USES_LAST 0x04
#define RU_USES_FRAME 0x08 /* variables of the frame */
#define RU_NOT_CONSTANT                                                                                      \
	0x10 /* the moment, constructed nodes, errors on purpose: not to be evaluated in advance */
#define RU_UPDATES 0x20

/* What is known of the items that an operator gives. */
typedef struct RuType
{
	uint8_t kind;   /* XdTypeKind, as far as it is known: XD_T_ITEM, ATOMIC, NUMERIC, NODE, FUNCTION, EMPTY */
	uint8_t atomic; /* XD_T_ATOMIC: all are of this type or derived from it */
	uint8_t occurrence; /* XD_OPTIONAL, XD_REPEATED */
	bool ordered;       /* nodes of one tree or more in document order, without duplicates */
	bool flat;          /* nodes, none of which is below another */
} RuType;

struct RuOp
{
	const RuClass *class;
	RuOp **args;
	uint32_t n_args;
	uint32_t pos;  /* in the text of the query, for errors */
	uint32_t sub;  /* of the class */
	uint32_t slot; /* first slot of the frame that it binds, or refers to */
	uint8_t uses;
	uint8_t lenient; /* RuLenient (ru_lenient.h), in the mode of paths */
	RuType type;
	uint16_t module;        /* number of the module that it stands in: RuQuery.modules */
	XdItem value;           /* of literals */
	const XdSeqType *check; /* of conversions and tests */
	const void *data;       /* of the class */
};

/* The error that fn:error or an operator raised, as try/catch and the caller see it. */
typedef struct RuError
{
	AtName name; /* err:XPTY0004 and so on; this and the rest in run->raised, or kept by the query */
	BxStr description;
	XdSeq value;
	uint32_t pos;
	bool set; /* else what there is is in run->err */
} RuError;

typedef struct RuGlobal
{
	XdSeq value;
	uint8_t state; /* 0 not evaluated, 1 being evaluated, 2 there */
} RuGlobal;

struct RuQuery; /* ru_query.h: the plan as a whole */

struct RuRun
{
	AtCall at; /* host, error, implicit zone; its arena is that of the run: see ru_at */
	const BxHost *host;
	BxError *err;
	BxArena own;    /* what lasts as long as the run; contexts have other arenas, which loops release */
	BxArena *arena; /* &own */
	XdForest *forest;
	const struct RuQuery *query;
	RuGlobal *globals;
	struct RuMemo **memos; /* by their numbers, or NULL */
	uint32_t stamps;       /* given to bindings of variables so far */
	XdItem context;        /* the initial context item */
	bool has_context;
	RuError error;
	struct RuArena *raised; /* what it holds; NULL: none was raised */
	bool uncaught;          /* the error ended the evaluation of a global variable: no try/catch catches it */
	BxMoment now;           /* fn:current-dateTime, with the zone of the session; fixed for the run */
	struct RuArena *free_arenas;
	struct RuArena *arenas; /* all of them */
	uint64_t arenas_taken;  /* so far */
	struct XdSink **sinks;  /* that are not in use, for constructors */
	uint32_t n_sinks, cap_sinks, all_sinks;
	struct RuSpill *spills;            /* temporary files that are open */
	struct RuPending *pending;         /* updates, or NULL: there is nothing to update here */
	uint32_t depth;                    /* of calls of declared functions */
	uint64_t items;                    /* that were pulled, for traces and tests */
	const struct RuExternal *external; /* what the host provides; may be NULL */
	struct FnKept
		*kept; /* what functions of the library keep, compiled patterns among them; NULL: nothing yet */
};

/* ---- ru_run.c: the protocol ---- */

/* Entry points that a class does not have. */
extern BxStatus ru_open_made(RU_OPEN_ARGS);
extern BxStatus ru_one_made(RU_ONE_ARGS);
extern BxStatus ru_ebv_made(RU_EBV_ARGS);
extern BxStatus ru_count_made(RU_COUNT_ARGS);

/* An iterator over the items of an expression. */
static inline BxStatus
ru_open(RU_OPEN_ARGS)
{
	it->op = op;
	it->cx = cx;
	it->close = NULL;
	it->fleeting = false;
	return op->class->open != NULL ? op->class->open(run, op, cx, it) : ru_open_made(run, op, cx, it);
}

static inline BxStatus
ru_next(RU_NEXT_ARGS)
{
	BxStatus st = bx_step(run->host);

	return st != BX_OK ? st : it->next(run, it, item, found);
}

/* Leave an iterator before its end. */
static inline void
ru_close(RuRun *run, RuIter *it)
{
	if (it->close != NULL)
		it->close(run, it);
}

/* The item of an expression that has at most one by its static type; XPTY0004 when it has more. */
static inline BxStatus
ru_one(RU_ONE_ARGS)
{
	return op->class->one != NULL ? op->class->one(run, op, cx, item, found)
								  : ru_one_made(run, op, cx, item, found);
}

static inline BxStatus
ru_ebv(RU_EBV_ARGS)
{
	return op->class->ebv != NULL ? op->class->ebv(run, op, cx, value) : ru_ebv_made(run, op, cx, value);
}

static inline BxStatus
ru_count(RU_COUNT_ARGS)
{
	return op->class->count != NULL ? op->class->count(run, op, cx, n) : ru_count_made(run, op, cx, n);
}

/*
 * The items of an expression, one after the other:
 *
 *   ru_each(run, op, cx, &each);
 *   while (ru_more(&each))
 *       ... each.item ...
 *   BX_TRY(each.st);
 *
 * A loop that is left early closes each.it.
 */
typedef struct RuEach
{
	RuRun *run;
	BxStatus st; /* of the loop, which ends where it is not BX_OK */
	RuIter it;
	XdItem item;
} RuEach;

static inline void
ru_each(RuRun *run, const RuOp *op, const RuCx *cx, RuEach *each)
{
	each->run = run;
	each->st = ru_open(run, op, cx, &each->it);
}

static inline bool
ru_more(RuEach *each)
{
	bool found = false;

	if (each->st == BX_OK)
		each->st = ru_next(each->run, &each->it, &each->item, &found);
	return each->st == BX_OK && found;
}

/* An iterator, and its first item. */
extern BxStatus ru_begin(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it, XdItem *item, bool *found);
/* Keep the item that an iterator has given, in the arena of its context, and leave it; does another item follow? */
extern BxStatus ru_end(RuRun *run, RuIter *it, XdItem *item, bool *more);

/* Is there an item? */
extern BxStatus ru_any(RuRun *run, const RuOp *op, const RuCx *cx, bool *any);
/* The first item, whatever follows. */
extern BxStatus ru_first(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found);
/* At most one item, and whether another one follows.  It is good as long as the arena. */
extern BxStatus ru_two(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found, bool *more);
/* The only item of the first argument, if there is one; fails with the code where another one follows. */
extern BxStatus ru_only(RuRun *run, const RuOp *op, const RuCx *cx, const char *code, const char *several,
						XdItem *item, bool *found);
/* All items by an iterator, for classes whose seq has them at once only now and then. */
extern BxStatus ru_collect_made(RuRun *run, const RuOp *op, const RuCx *cx, XdSeq *seq);
/* All items, kept in cx->arena. */
extern BxStatus ru_collect(RuRun *run, const RuOp *op, const RuCx *cx, XdSeq *seq);
/* The same into a builder, whose arena it is. */
extern BxStatus ru_collect_into(RuRun *run, const RuOp *op, const RuCx *cx, XdSeqBuilder *b);

/* ---- variables ---- */

/* The value in a slot is a new one. */
static inline void
ru_stamp(RuRun *run, XdSeq *slot)
{
	slot->stamp = run->stamps < UINT32_MAX ? ++run->stamps : 0;
}

static inline void
ru_bind_item(RuRun *run, XdSeq *slot, const XdItem *item)
{
	*slot = xd_seq_one(item);
	ru_stamp(run, slot);
}

/* ---- for classes ---- */

/* Iterators over nothing, one item, a sequence (which must outlive it). */
extern void ru_iter_none(RuIter *it);
extern void ru_iter_one(RuIter *it, const XdItem *item);
extern BxStatus ru_iter_seq(RuRun *run, RuIter *it, const XdSeq *seq);
/* A zeroed state in the arena of the iterator's context. */
extern BxStatus ru_state(RuRun *run, RuIter *it, size_t size, void **state);

/*
 * An iterator over the items of args[0], whose state begins with this: next calls ru_over_next for an item, which is
 * fleeting where theirs is.
 */
typedef struct RuOver
{
	RuIter in;
	uint64_t n; /* items so far */
} RuOver;

/* Open such an iterator; size is that of its state in bytes. */
extern BxStatus ru_over(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it, size_t size,
						BxStatus (*next)(RuRun *run, RuIter *it, XdItem *item, bool *found));
/* The next item of args[0], which is counted. */
extern BxStatus ru_over_next(RuRun *run, RuIter *it, XdItem *item, bool *found);

extern void *ru_alloc(RuRun *run, const RuCx *cx,
					  size_t n); /* NULL, with the error set, when it is refused */

/* An arena for a loop, and back: one that is not given back ends with the run. */
typedef struct RuArena
{
	BxArena arena;
	BxArenaMark start;    /* nothing is before it, and it is in a chunk */
	struct RuArena *next; /* in the list of free ones */
	struct RuArena *all;  /* in the list of all */
	uint64_t taken;       /* number of this taking; 0: it is free, or stays */
} RuArena;

extern BxStatus ru_arena_take(RuRun *run, RuArena **arena);
extern void ru_arena_give(RuRun *run, RuArena *arena);
/* It stays until the end of the run, whatever try/catch gives back. */
static inline void
ru_arena_hold(RuArena *arena)
{
	arena->taken = 0;
}

/* Give back all that were taken after so many (arenas_taken), but for one: what an error left. */
extern void ru_arenas_give(RuRun *run, uint64_t after, const RuArena *except);
/* Forget all that is in it. */
extern void ru_arena_clear(RuArena *arena);

/* The call structure for operations on atomic values whose results go to the arena of a context. */
static inline AtCall
ru_at(const RuRun *run, const RuCx *cx)
{
	AtCall at = run->at;

	at.arena = cx->arena;
	return at;
}

/* An error of an operator: "FOAR0001" and so on, with its position. */
extern BxStatus ru_fail(RuRun *run, const RuOp *op, const char *code, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Give an error of at_value.h, which has no position, that of the operator. */
extern BxStatus ru_at_op(RuRun *run, const RuOp *op, BxStatus st);

/* Recursion must not exhaust the stack: BX_E_DEPTH. */
extern BxStatus ru_check_stack(RuRun *run);

/* Effective boolean value of a sequence that begins with this item; more: another one follows.  FORG0006. */
extern BxStatus ru_item_ebv(RuRun *run, const RuOp *op, const XdItem *item, bool more, bool *value);

/* ---- arguments, as functions of the library ask for them: conversions are in the operators of the arguments ---- */

static inline BxStatus
ru_arg(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, XdItem *item, bool *found)
{
	return ru_one(run, op->args[i], cx, item, found);
}

/* The same in an entry point `one` whose result is empty where the argument is. */
#define RU_TRY_ARG(run, op, i, cx, item, found)                                                              \
	do                                                                                                       \
	{                                                                                                        \
		BX_TRY(ru_arg(run, op, i, cx, item, found));                                                         \
		if (!*(found))                                                                                       \
			return BX_OK;                                                                                    \
	} while (0)

/* A string argument: the empty string if there is none. */
extern BxStatus ru_arg_str(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, BxStr *s);
extern BxStatus ru_arg_double(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, double *d);
extern BxStatus ru_arg_integer(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx,
							   int64_t *n); /* saturated */
extern BxStatus ru_arg_seq(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, XdSeq *seq);

/* The context item; XPDY0002 when it is absent. */
extern BxStatus ru_context(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item);

/* The collation with a URI, or the default one for the empty string: NULL is by code points; FOCH0002. */
extern BxStatus ru_collation(RuRun *run, const RuOp *op, BxStr uri, const AtCollation **collation);

/* ---- what the host provides ---- */

/* A condition on documents as a bxpath: true of one, or a path that selects something. */
typedef struct RuTableCondition
{
	BxStr path;
	bool test; /* it is true or false, and not a path */
} RuTableCondition;

typedef struct RuTableConditions
{
	RuTableCondition *list;
	uint32_t n;
	const BxStr *columns; /* that fn bxml:column may be asked for, of the rows of the documents */
	uint32_t n_columns;
} RuTableConditions;

/* A statement of SQL with the values of its parameters. */
typedef struct RuStatement
{
	BxStr text;
	const XdSeq *values;
	uint32_t n_values;
} RuStatement;

/* A row; a null is the empty sequence. */
typedef struct RuTableRow
{
	const BxStr *names;
	const XdSeq *values; /* good until the next row; nodes as long as the arena */
	uint32_t n;
} RuTableRow;

/* Tables of the host.  Errors are those of the run. */
typedef struct RuTables
{
	void *ctx;
	/* the documents of a collection that pass the conditions, and others if it likes: rows of one value; a cursor that
	 * is left open ends with the run */
	BxStatus (*open)(void *ctx, BxStr name, const RuTableConditions *conditions, void **cursor);
	BxStatus (*query)(void *ctx, const RuStatement *statement, void **cursor);
	BxStatus (*next)(void *ctx, void *cursor, BxArena *arena, RuTableRow *row, bool *found);
	void (*close)(void *ctx, void *cursor);
	/* what the row of a document of a collection has in a column; good as long as the document, nodes as the arena */
	BxStatus (*column)(void *ctx, const XdItem *node, BxStr name, BxArena *arena, XdSeq *value);
} RuTables;

typedef struct RuExternal
{
	void *ctx;
	const RuTables *tables; /* NULL: there are none */
	/* a collation other than codepoint and html-ascii-case-insensitive; *collation NULL: not known */
	BxStatus (*collation)(void *ctx, BxStr uri, BxArena *arena, const AtCollation **collation, BxError *err);
	/* normalize-unicode: the host's forms NFC, NFD, NFKC, NFKD; NULL: not there */
	BxStatus (*normalize)(void *ctx, BxStr form, BxStr s, BxArena *arena, BxStr *out, BxError *err);
	/* text of a document to a value: fn:parse-xml, fn:parse-xml-fragment; NULL: not there */
	BxStatus (*parse)(void *ctx, BxStr text, bool fragment, BxArena *arena, const uint8_t **value, size_t *n,
					  BxError *err);
	/* a temporary file, for sorts and joins beyond the budget: write at the end, read anywhere; NULL: no spilling */
	BxStatus (*spill_open)(void *ctx, void **file, BxError *err);
	BxStatus (*spill_write)(void *ctx, void *file, const void *p, size_t n, BxError *err);
	BxStatus (*spill_read)(void *ctx, void *file, uint64_t at, void *p, size_t n, BxError *err);
	void (*spill_close)(void *ctx, void *file);
	size_t budget; /* bytes of one operation before it spills or fails with 53200; 0: any number */
	bool stable;   /* the moment, collections and collations of the host may be asked */
} RuExternal;

#endif
