/*
 * ru_run.c -- the protocol of operators: entry points that a class does not have, made of those that it has.
 */
#include "../../base/bx_core_int.h"

#include "ru_op.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- errors and memory ---- */

BxStatus
ru_fail(RuRun *run, const RuOp *op, const char *code, const char *fmt, ...)
{
	char msg[BX_MSG_MAX];

	BX_PUT_MESSAGE(msg, fmt);
	run->error.set = false;
	(void) bx_fail_code(run->err, BX_E_XPTYPE, op != NULL ? (int64_t) op->pos : -1, code, "%s", msg);
	if (op != NULL && run->err != NULL)
		run->err->module = op->module;
	return BX_E_XPTYPE;
}

BxStatus
ru_at_op(RuRun *run, const RuOp *op, BxStatus st)
{
	if (st == BX_E_XPTYPE && run->err != NULL && run->err->pos < 0)
	{
		run->err->pos = op->pos;
		run->err->module = op->module;
	}
	return st;
}

BxStatus
ru_check_stack(RuRun *run)
{
	if (bx_stack_ok(run->host))
		return BX_OK;
	return bx_fail(run->err, BX_E_DEPTH, -1, "the query needs more stack than there is");
}

void *
ru_alloc(RuRun *run, const RuCx *cx, size_t n)
{
	void *p = bx_arena_alloc(cx->arena, n > 0 ? n : 1);

	if (p == NULL)
		(void) bx_fail_nomem(run->err, n);
	return p;
}

BxStatus
ru_state(RuRun *run, RuIter *it, size_t size, void **state)
{
	*state = it->state = ru_alloc(run, it->cx, size);
	if (it->state == NULL)
		return BX_E_NOMEM;
	memset(it->state, 0, size);
	return BX_OK;
}

BxStatus
ru_arena_take(RuRun *run, RuArena **arena)
{
	*arena = run->free_arenas;
	if (*arena != NULL)
	{
		run->free_arenas = (*arena)->next;
		(*arena)->taken = ++run->arenas_taken;
		return BX_OK;
	}
	*arena = bx_arena_alloc(run->arena, sizeof(RuArena));
	if (*arena == NULL)
		return bx_fail_nomem(run->err, sizeof(RuArena));
	bx_arena_init_small(&(*arena)->arena, run->host);
	(*arena)->arena.keeper = run->own.keeper;
	/* the first chunk stays */
	if (bx_arena_alloc(&(*arena)->arena, 1) == NULL)
		return bx_fail_nomem(run->err, 1);
	(*arena)->start = bx_arena_mark(&(*arena)->arena);
	(*arena)->all = run->arenas;
	(*arena)->taken = ++run->arenas_taken;
	run->arenas = *arena;
	return BX_OK;
}

void
ru_arena_clear(RuArena *arena)
{
	bx_arena_empty(&arena->arena, &arena->start);
	bx_arena_calm(&arena->arena);
}

void
ru_arena_give(RuRun *run, RuArena *arena)
{
	ru_arena_clear(arena);
	arena->taken = 0;
	arena->next = run->free_arenas;
	run->free_arenas = arena;
}

void
ru_arenas_give(RuRun *run, uint64_t after, const RuArena *except)
{
	RuArena *a;

	for (a = run->arenas; a != NULL; a = a->all)
		if (a->taken > after && a != except)
			ru_arena_give(run, a);
}

/* ---- iterators that every class can use ---- */

static BxStatus
next_none(RU_NEXT_ARGS)
{
	(void) run, (void) it, (void) item;
	*found = false;
	return BX_OK;
}

void
ru_iter_none(RuIter *it)
{
	it->next = next_none;
}

static BxStatus
next_one(RU_NEXT_ARGS)
{
	(void) run;
	*item = it->one;
	*found = true;
	it->next = next_none;
	return BX_OK;
}

void
ru_iter_one(RuIter *it, const XdItem *item)
{
	it->one = *item;
	it->next = next_one;
}

typedef struct RuSeqState
{
	XdSeq seq;
	uint64_t at;
} RuSeqState;

static BxStatus
next_of_seq(RU_NEXT_ARGS)
{
	RuSeqState *s = it->state;

	(void) run;
	*found = s->at < s->seq.n;
	if (*found)
		*item = xd_seq_at(&s->seq, s->at++);
	return BX_OK;
}

BxStatus
ru_iter_seq(RuRun *run, RuIter *it, const XdSeq *seq)
{
	void *state;
	RuSeqState *s;

	if (seq->n == 0)
	{
		ru_iter_none(it);
		return BX_OK;
	}
	if (seq->n == 1)
	{
		XdItem item = xd_seq_at(seq, 0);

		ru_iter_one(it, &item);
		return BX_OK;
	}
	BX_TRY(ru_state(run, it, sizeof(RuSeqState), &state));
	s = state;
	s->seq = *seq;
	it->next = next_of_seq;
	return BX_OK;
}

/* ---- entry points made of others ---- */

BxStatus
ru_open_made(RU_OPEN_ARGS)
{
	XdItem item;
	bool found = false;

	if (op->class->one == NULL && op->class->seq != NULL)
	{
		XdSeq seq;

		BX_TRY(op->class->seq(run, op, cx, &seq));
		return ru_iter_seq(run, it, &seq);
	}
	BX_TRY(ru_one(run, op, cx, &item, &found));
	if (found)
		ru_iter_one(it, &item);
	else
		ru_iter_none(it);
	return BX_OK;
}

BxStatus
ru_begin(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it, XdItem *item, bool *found)
{
	BX_TRY(ru_open(run, op, cx, it));
	return ru_next(run, it, item, found);
}

BxStatus
ru_end(RuRun *run, RuIter *it, XdItem *item, bool *more)
{
	XdItem second;

	if (it->fleeting)
		BX_TRY(xd_item_keep(it->cx->arena, item, item, run->err));
	BX_TRY(ru_next(run, it, &second, more));
	if (*more)
		ru_close(run, it);
	return BX_OK;
}

BxStatus
ru_two(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item, bool *found, bool *more)
{
	RuIter it;

	*more = false;
	if (op->class->one != NULL)
		return op->class->one(run, op, cx, item, found);
	if (op->class->open == NULL && op->class->seq == NULL)
		return ru_one_made(run, op, cx, item, found);
	BX_TRY(ru_begin(run, op, cx, &it, item, found));
	return *found ? ru_end(run, &it, item, more) : BX_OK;
}

BxStatus
ru_only(RuRun *run, const RuOp *op, const RuCx *cx, const char *code, const char *several, XdItem *item,
		bool *found)
{
	bool more = false;

	BX_TRY(ru_two(run, op->args[0], cx, item, found, &more));
	return more ? ru_fail(run, op, code, "%s", several) : BX_OK;
}

BxStatus
ru_one_made(RU_ONE_ARGS)
{
	bool more;

	if (op->class->ebv != NULL && op->class->open == NULL && op->class->seq == NULL)
	{
		bool value;

		BX_TRY(op->class->ebv(run, op, cx, &value));
		*item = at_boolean_item(value);
		*found = true;
		return BX_OK;
	}
	BX_TRY(ru_two(run, op, cx, item, found, &more));
	return more ? ru_fail(run, op, "XPTY0004", "more than one item where at most one is allowed") : BX_OK;
}

/* Of text: not empty; of numbers: neither 0 nor NaN. */
static BxStatus
ebv_of_atom(RuRun *run, const RuOp *op, const XdItem *item, bool *value)
{
	AtFamily family = at_family(item);

	if (family == AT_F_BOOLEAN)
		*value = item->u.i != 0;
	else if (family == AT_F_TEXT)
		*value = item->n > 0;
	else if (family == AT_F_NUMBER)
		*value = item->form == AT_FORM_DOUBLE ? item->u.d == item->u.d && item->u.d != 0
											  : item->form == AT_FORM_LONG || item->u.i != 0;
	else
		return ru_fail(run, op, "FORG0006", "a value of type %s is neither true nor false",
					   xd_item_type_name(item));
	return BX_OK;
}

BxStatus
ru_item_ebv(RuRun *run, const RuOp *op, const XdItem *item, bool more, bool *value)
{
	if (at_is_node(item))
	{
		*value = true;
		return BX_OK;
	}
	if (!at_is_atomic(item))
		return ru_fail(run, op, "FORG0006", "a function is neither true nor false");
	if (more)
		return ru_fail(run, op, "FORG0006", "a sequence of several atomic values is neither true nor false");
	return ebv_of_atom(run, op, item, value);
}

BxStatus
ru_ebv_made(RU_EBV_ARGS)
{
	BxArenaMark mark = bx_arena_mark(cx->arena);
	XdItem item;
	bool found = false, more = false;

	*value = false;
	if (op->class->one != NULL)
		BX_TRY(op->class->one(run, op, cx, &item, &found));
	else
	{
		RuIter it;

		BX_TRY(ru_begin(run, op, cx, &it, &item, &found));
		if (found && at_is_node(&item))
			ru_close(run, &it);
		else if (found)
			BX_TRY(ru_end(run, &it, &item, &more));
	}
	if (found)
		BX_TRY(ru_item_ebv(run, op, &item, more, value));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

BxStatus
ru_count_made(RU_COUNT_ARGS)
{
	RuEach each;

	ru_each(run, op, cx, &each);
	for (*n = 0; ru_more(&each);)
		++*n;
	return each.st;
}

BxStatus
ru_any(RuRun *run, const RuOp *op, const RuCx *cx, bool *any)
{
	XdItem item;

	return ru_first(run, op, cx, &item, any);
}

BxStatus
ru_first(RU_ONE_ARGS)
{
	RuIter it;

	BX_TRY(ru_begin(run, op, cx, &it, item, found));
	if (!*found)
		return BX_OK;
	if (it.fleeting)
		BX_TRY(xd_item_keep(cx->arena, item, item, run->err));
	ru_close(run, &it);
	return BX_OK;
}

BxStatus
ru_collect_into(RuRun *run, const RuOp *op, const RuCx *cx, XdSeqBuilder *b)
{
	RuEach each;

	ru_each(run, op, cx, &each);
	while (ru_more(&each))
	{
		if (each.it.fleeting || b->arena != cx->arena)
			BX_TRY(xd_item_keep(b->arena, &each.item, &each.item, run->err));
		BX_TRY(xd_seq_add(b, &each.item, run->err));
	}
	return each.st;
}

BxStatus
ru_collect_made(RU_SEQ_ARGS)
{
	XdSeqBuilder b = xd_seq_builder(cx->arena);

	BX_TRY(ru_collect_into(run, op, cx, &b));
	*seq = xd_seq_built(&b);
	return BX_OK;
}

BxStatus
ru_collect(RU_SEQ_ARGS)
{
	if (op->class->seq != NULL)
	{
		BX_TRY(op->class->seq(run, op, cx, seq));
		seq->stamp = 0;
		return BX_OK;
	}
	if (op->class->one != NULL)
	{
		XdItem item;
		bool found = false;

		BX_TRY(op->class->one(run, op, cx, &item, &found));
		*seq = found ? xd_seq_one(&item) : xd_seq_empty();
		return BX_OK;
	}
	return ru_collect_made(run, op, cx, seq);
}

/* ---- iterators over the items of one argument ---- */

static void
close_over(RuRun *run, RuIter *it)
{
	ru_close(run, &((RuOver *) it->state)->in);
}

BxStatus
ru_over(RuRun *run, const RuOp *op, const RuCx *cx, RuIter *it, size_t size,
		BxStatus (*next)(RuRun *run, RuIter *it, XdItem *item, bool *found))
{
	void *state;

	BX_TRY(ru_state(run, it, size, &state));
	it->next = next;
	it->close = close_over;
	return ru_open(run, op->args[0], cx, &((RuOver *) state)->in);
}

BxStatus
ru_over_next(RU_NEXT_ARGS)
{
	RuOver *s = it->state;

	BX_TRY(ru_next(run, &s->in, item, found));
	it->fleeting = s->in.fleeting;
	s->n += *found;
	return BX_OK;
}

/* ---- arguments ---- */

/* An argument, or what there is instead of it. */
static BxStatus
arg_or(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, XdItem instead, XdItem *item)
{
	bool found = false;

	BX_TRY(ru_arg(run, op, i, cx, item, &found));
	if (!found)
		*item = instead;
	return BX_OK;
}

BxStatus
ru_arg_str(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, BxStr *s)
{
	bool found = false;
	XdItem item;

	BX_TRY(ru_arg(run, op, i, cx, &item, &found));
	*s = found ? at_item_str(&item) : bx_str("", 0);
	return BX_OK;
}

BxStatus
ru_arg_double(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, double *d)
{
	XdItem item;

	BX_TRY(arg_or(run, op, i, cx, at_integer_item(0), &item));
	*d = at_number_double(&item);
	return BX_OK;
}

BxStatus
ru_arg_integer(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, int64_t *n)
{
	XdItem item;

	BX_TRY(arg_or(run, op, i, cx, at_integer_item(0), &item));
	*n = item.form != AT_FORM_LONG ? item.u.i : item.n != 0 ? -INT64_MAX : INT64_MAX;
	return BX_OK;
}

BxStatus
ru_arg_seq(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, XdSeq *seq)
{
	return ru_collect(run, op->args[i], cx, seq);
}

BxStatus
ru_context(RuRun *run, const RuOp *op, const RuCx *cx, XdItem *item)
{
	if (cx->item == NULL)
		return ru_fail(run, op, "XPDY0002", "the context item is needed here, and there is none");
	*item = *cx->item;
	return BX_OK;
}
