/*
 * ru_sequence.c -- sequences of expressions: the comma.
 */
#include "../../base/bx_core_int.h"

#include "ru_construct.h"
#include "ru_operators.h"

typedef struct Comma
{
	RuIter part;
	uint32_t at; /* the argument that comes next */
	bool open;
} Comma;

static BxStatus
next(RU_NEXT_ARGS)
{
	Comma *s = it->state;

	for (;;)
	{
		if (!s->open)
		{
			*found = false;
			if (s->at == it->op->n_args)
				return BX_OK;
			BX_TRY(ru_open(run, it->op->args[s->at++], it->cx, &s->part));
			s->open = true;
		}
		BX_TRY(ru_next(run, &s->part, item, found));
		it->fleeting = s->part.fleeting;
		if (*found)
			return BX_OK;
		s->open = false;
	}
}

static void
leave(RuRun *run, RuIter *it)
{
	Comma *s = it->state;

	if (s->open)
		ru_close(run, &s->part);
}

static BxStatus
open(RU_OPEN_ARGS)
{
	void *state;

	(void) op, (void) cx;
	BX_TRY(ru_state(run, it, sizeof(Comma), &state));
	it->next = next;
	it->close = leave;
	return BX_OK;
}

static BxStatus
count(RU_COUNT_ARGS)
{
	uint32_t i;

	*n = 0;
	for (i = 0; i < op->n_args; i++)
	{
		uint64_t part;

		BX_TRY(ru_count(run, op->args[i], cx, &part));
		*n += part;
	}
	return BX_OK;
}

static BxStatus
push(RU_PUSH_ARGS)
{
	uint32_t i;

	for (i = 0; i < op->n_args; i++)
		BX_TRY(ru_push(run, op->args[i], cx, sink));
	return BX_OK;
}

/* ---- at once ---- */

/* The value of a variable that is worth to grow, and is not copied: NULL where there is none. */
#define WORTH_GROWING 32

static const XdSeq *
growing(const RuOp *op, const RuCx *cx, uint32_t i)
{
	const XdSeq *value;

	if (op->args[i]->class != &ru_local || cx->arena->keeper == NULL)
		return NULL;
	value = &cx->frame[op->args[i]->slot];
	return value->kind == XD_SEQ_ITEMS && value->n >= WORTH_GROWING ? value : NULL;
}

/* What a loop adds items to, at its end or its beginning, grows in its place. */
static BxStatus
all(RU_SEQ_ARGS)
{
	XdSeqBuilder b = xd_seq_builder(cx->arena);
	uint32_t last = op->n_args - 1, from = 1, i;
	const XdSeq *value = growing(op, cx, 0);
	bool before = value == NULL;
	XdSeq more;

	if (before)
	{
		value = growing(op, cx, last);
		from = 0;
	}
	if (value == NULL)
		return ru_collect_made(run, op, cx, seq);
	for (i = from; i < from + last; i++)
		BX_TRY(ru_collect_into(run, op->args[i], cx, &b));
	more = xd_seq_built(&b);
	return xd_seq_extend(cx->arena, value, &more, before, run->err, seq);
}

const RuClass ru_sequence = {"sequence", .open = open,     .count = count,
							 .seq = all, .slow_seq = true, .push = push};
