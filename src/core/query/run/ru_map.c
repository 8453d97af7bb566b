/*
 * ru_map.c -- the simple map operator "!".
 */
#include "../../base/bx_core_int.h"

#include "ru_construct.h"
#include "ru_expr.h"

typedef struct Map
{
	RuIter outer;
	RuIter inner;
	RuCx cx; /* of the right side */
	XdItem item;
	RuArena *own; /* memory of one evaluation of the right side */
	bool inner_open;
	bool outer_open;
} Map;

static void
leave(RuRun *run, RuIter *it)
{
	Map *s = it->state;

	if (s->inner_open)
		ru_close(run, &s->inner);
	if (s->outer_open)
		ru_close(run, &s->outer);
	if (s->own != NULL)
		ru_arena_give(run, s->own);
	s->own = NULL;
	s->inner_open = s->outer_open = false;
}

/* The next item of the left side becomes the context item. */
static BxStatus
advance(RuRun *run, RuIter *it, bool *found)
{
	Map *s = it->state;

	*found = s->outer_open;
	if (!*found)
		return BX_OK;
	BX_TRY(ru_next(run, &s->outer, &s->item, found));
	if (!*found)
	{
		s->outer_open = false;
		leave(run, it);
		return BX_OK;
	}
	ru_arena_clear(s->own);
	s->cx.pos++;
	return BX_OK;
}

static BxStatus
next(RU_NEXT_ARGS)
{
	const RuOp *right = it->op->args[1];
	Map *s = it->state;

	for (;;)
	{
		if (s->inner_open)
		{
			BX_TRY(ru_next(run, &s->inner, item, found));
			if (*found)
				return BX_OK;
			s->inner_open = false;
		}
		BX_TRY(advance(run, it, found));
		if (!*found)
			return BX_OK;
		if (right->class->one != NULL)
		{
			BX_TRY(right->class->one(run, right, &s->cx, item, found));
			if (*found)
				return BX_OK;
			continue;
		}
		BX_TRY(ru_open(run, right, &s->cx, &s->inner));
		s->inner_open = true;
	}
}

static BxStatus
open(RU_OPEN_ARGS)
{
	void *state;
	Map *s;

	BX_TRY(ru_check_stack(run));
	BX_TRY(ru_state(run, it, sizeof(Map), &state));
	s = state;
	it->next = next;
	it->close = leave;
	it->fleeting = true;
	s->cx = *cx;
	s->cx.item = &s->item;
	s->cx.pos = s->cx.size = 0;
	if (op->args[1]->uses & RU_USES_LAST)
	{
		XdSeq seq;

		BX_TRY(ru_collect(run, op->args[0], cx, &seq));
		s->cx.size = seq.n;
		s->outer.op = op->args[0];
		s->outer.cx = cx;
		BX_TRY(ru_iter_seq(run, &s->outer, &seq));
	}
	else
		BX_TRY(ru_open(run, op->args[0], cx, &s->outer));
	s->outer_open = true;
	BX_TRY(ru_arena_take(run, &s->own));
	s->cx.arena = &s->own->arena;
	return BX_OK;
}

static BxStatus
push(RU_PUSH_ARGS)
{
	const Map *s;
	RuIter it;
	bool found;

	BX_TRY(ru_open(run, op, cx, &it));
	s = it.state;
	for (;;)
	{
		BX_TRY(advance(run, &it, &found));
		if (!found)
			return BX_OK;
		BX_TRY(ru_push(run, op->args[1], &s->cx, sink));
	}
}

const RuClass ru_simple_map = {"simple map", .open = open, .push = push};

static BxStatus
one(RU_ONE_ARGS)
{
	RuCx inner = *cx;
	XdItem focus;

	BX_TRY(ru_check_stack(run));
	BX_TRY(ru_one(run, op->args[0], cx, &focus, found));
	if (!*found)
		return BX_OK;
	inner.item = &focus;
	inner.pos = inner.size = 1;
	return ru_one(run, op->args[1], &inner, item, found);
}

const RuClass ru_simple_map_one = {"simple map", .one = one};
