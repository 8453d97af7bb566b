/*
 * ru_sink.c -- sinks of a run, and pushing into them what only has an iterator.
 */
#include "../../base/bx_core_int.h"

#include "ru_construct.h"
#include "ru_lenient.h"
#include "ru_query.h"

/* A new sink, and room for it among those that are not in use. */
static BxStatus
new_sink(RuRun *run, XdSink **sink)
{
	if (run->all_sinks == run->cap_sinks)
	{
		uint32_t cap = run->cap_sinks + 8;
		XdSink **sinks =
			bx_arena_grow(run->arena, run->sinks, run->n_sinks * sizeof(XdSink *), cap * sizeof(XdSink *));

		if (sinks == NULL)
			return bx_fail_nomem(run->err, cap * sizeof(XdSink *));
		run->sinks = sinks;
		run->cap_sinks = cap;
	}
	BX_TRY(xd_sink_new(run->forest, sink));
	run->all_sinks++;
	return BX_OK;
}

BxStatus
ru_sink_take(RuRun *run, const RuOp *op, XdSinkUse use, const BxWriterOptions *options, XdSink **sink)
{
	XdSink *s = NULL;
	BxStatus st;

	if (run->n_sinks > 0)
		s = run->sinks[--run->n_sinks];
	else
		BX_TRY(new_sink(run, &s));
	st = xd_sink_begin(s, use, ru_module(run, op)->copy, options);
	if (st == BX_OK)
		*sink = s;
	else
		ru_sink_give(run, s);
	return st;
}

void
ru_sink_give(RuRun *run, XdSink *sink)
{
	run->sinks[run->n_sinks++] = sink;
}

void
ru_sinks_free(RuRun *run)
{
	while (run->n_sinks > 0)
		xd_sink_free(run->sinks[--run->n_sinks]);
}

BxStatus
ru_push_item(RuRun *run, const RuOp *op, const RuCx *cx, const XdItem *item, XdSink *sink)
{
	AtCall at = ru_at(run, cx);
	BxArenaMark mark = bx_arena_mark(cx->arena);
	XdItem text;
	BxStr s;

	if (ru_is_lenient(run) && item->form == AT_FORM_DOUBLE && at_is_atomic(item))
	{
		BX_TRY(ru_lenient_text(run, cx->arena, item, &s));
		text = at_string_item(s);
		item = &text;
	}
	BX_TRY(ru_at_op(run, op, xd_sink_item(sink, item, &at)));
	bx_arena_release(cx->arena, &mark);
	return BX_OK;
}

BxStatus
ru_push_made(RU_PUSH_ARGS)
{
	RuEach each;

	if (op->class->one != NULL)
	{
		XdItem item;
		bool found = false;

		BX_TRY(op->class->one(run, op, cx, &item, &found));
		return found ? ru_push_item(run, op, cx, &item, sink) : BX_OK;
	}
	ru_each(run, op, cx, &each);
	while (ru_more(&each))
		BX_TRY(ru_push_item(run, op, cx, &each.item, sink));
	return each.st;
}
