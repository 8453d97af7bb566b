/*
 * ru_trace.c -- operators that measure others.
 *
 * Each has the fields of the operator it measures and stands where that was, so that those around it find what they
 * look for; the entry points are those that it has.  Times include what is below, as those of EXPLAIN ANALYZE do.
 */
#include "../../base/bx_core_int.h"

#include "ru_flwor.h"
#include "ru_join.h"
#include "ru_operators.h"
#include "ru_path.h"
#include "ru_expr.h"
#include "ru_trace.h"

typedef struct Traced
{
	RuClass class; /* of the operator in front; its entry points find this by it */
	RuOp of;
	RuTrace trace;
	RuClock clock;
} Traced;

static Traced *
traced(const RuOp *op)
{
	return (Traced *) (void *) op->class;
}

/* ---- entry points ---- */

static BxStatus
one(RU_ONE_ARGS)
{
	Traced *t = traced(op);
	uint64_t from = t->clock();
	BxStatus st = ru_one(run, &t->of, cx, item, found);

	t->trace.calls++;
	t->trace.items += st == BX_OK && *found;
	t->trace.ns += t->clock() - from;
	return st;
}

/* The iterator of the operator, behind one that counts what it gives. */
static BxStatus
next(RU_NEXT_ARGS)
{
	Traced *t = traced(it->op);
	RuIter *in = it->state;
	uint64_t from = t->clock();
	BxStatus st = ru_next(run, in, item, found);

	it->fleeting = in->fleeting;
	t->trace.items += st == BX_OK && *found;
	t->trace.ns += t->clock() - from;
	return st;
}

static void
leave(RuRun *run, RuIter *it)
{
	ru_close(run, it->state);
}

static BxStatus
open(RU_OPEN_ARGS)
{
	Traced *t = traced(op);
	uint64_t from = t->clock();
	RuIter *in;
	BxStatus st;

	BX_TRY(ru_state(run, it, sizeof(RuIter), &it->state));
	in = it->state;
	st = ru_open(run, &t->of, cx, in);
	it->next = next;
	it->close = leave;
	it->fleeting = in->fleeting;
	t->trace.calls++;
	t->trace.ns += t->clock() - from;
	return st;
}

static BxStatus
ebv(RU_EBV_ARGS)
{
	Traced *t = traced(op);
	uint64_t from = t->clock();
	BxStatus st = ru_ebv(run, &t->of, cx, value);

	t->trace.calls++;
	t->trace.items++;
	t->trace.ns += t->clock() - from;
	return st;
}

static BxStatus
count(RU_COUNT_ARGS)
{
	Traced *t = traced(op);
	uint64_t from = t->clock();
	BxStatus st = ru_count(run, &t->of, cx, n);

	t->trace.calls++;
	t->trace.items += st == BX_OK ? *n : 0;
	t->trace.ns += t->clock() - from;
	return st;
}

static BxStatus
all(RU_SEQ_ARGS)
{
	Traced *t = traced(op);
	uint64_t from = t->clock();
	BxStatus st = t->of.class->seq(run, &t->of, cx, seq);

	t->trace.calls++;
	t->trace.items += st == BX_OK ? seq->n : 0;
	t->trace.ns += t->clock() - from;
	return st;
}

static BxStatus
push(RU_PUSH_ARGS)
{
	Traced *t = traced(op);
	uint64_t from = t->clock();
	BxStatus st = t->of.class->push(run, &t->of, cx, sink);

	t->trace.calls++;
	t->trace.ns += t->clock() - from;
	return st;
}

/* What is chosen is evaluated by others: a choice, or a call, which stays a tail call, is counted only. */
static BxStatus
choose(RuRun *run, const RuOp *op, const RuCx *cx, const RuOp **chosen)
{
	Traced *t = traced(op);

	t->trace.calls++;
	*chosen = &t->of;
	return t->of.class->choose != NULL ? t->of.class->choose(run, &t->of, cx, chosen) : BX_OK;
}

/* ---- plans ---- */

typedef struct Tracer
{
	RuClock clock;
	BxArena *arena;
	BxError *err;
} Tracer;

static bool
is_traced(const RuOp *op)
{
	return op->class->one == one || op->class->open == open || op->class->ebv == ebv;
}

const RuOp *
ru_traced(const RuOp *op, const RuTrace **trace)
{
	*trace = is_traced(op) ? &traced(op)->trace : NULL;
	return *trace != NULL ? &traced(op)->of : op;
}

/* The measuring operator takes the place of the other one, which moves. */
static BxStatus
put_before(const Tracer *x, RuOp *op)
{
	const RuClass *of = op->class;
	Traced *t = bx_arena_zalloc(x->arena, sizeof(Traced));

	if (t == NULL)
		return bx_fail_nomem(x->err, sizeof(Traced));
	t->of = *op;
	t->clock = x->clock;
	t->class = (RuClass){.name = of->name, .slow_seq = of->slow_seq};
	t->class.one = of->one != NULL ? one : NULL;
	t->class.open = of->open != NULL ? open : NULL;
	t->class.ebv = of->ebv != NULL ? ebv : NULL;
	t->class.count = of->count != NULL ? count : NULL;
	t->class.seq = of->seq != NULL ? all : NULL;
	t->class.push = of->push != NULL ? push : NULL;
	t->class.choose = of->choose != NULL || of == &ru_call || of == &ru_call_one ? choose : NULL;
	op->class = &t->class;
	return BX_OK;
}

static BxStatus trace(const Tracer *x, const RuOp *op);

static BxStatus
trace_join(const Tracer *x, const RuJoin *join)
{
	if (join == NULL)
		return BX_OK;
	BX_TRY(trace(x, join->key));
	return trace(x, join->probe);
}

static BxStatus
trace_clauses(const Tracer *x, const RuFlworPlan *plan)
{
	uint32_t i;

	for (i = 0; i < plan->n; i++)
		BX_TRY(trace_join(x, plan->clauses[i].join));
	return BX_OK;
}

/* Operators are reached as by explanations.  The plan is the caller's alone, so they may be changed. */
static BxStatus
trace(const Tracer *x, const RuOp *op)
{
	uint32_t i;

	if (op == NULL || is_traced(op))
		return BX_OK;
	for (i = 0; i < op->n_args; i++)
		BX_TRY(trace(x, op->args[i]));
	if (op->class == &ru_flwor || op->class == &ru_flwor_selected)
		BX_TRY(trace_clauses(x, op->data));
	if (op->class == &ru_filter)
		BX_TRY(trace_join(x, ((const RuPredicate *) op->data)->join));
	/* operators around a range look for its ends instead of its integers */
	return op->class != &ru_range ? put_before(x, (RuOp *) op) : BX_OK;
}

BxStatus
ru_trace_plan(RuQuery *plan, RuClock clock, BxArena *arena, BxError *err)
{
	const Tracer x = {clock, arena, err};
	uint32_t i;

	BX_TRY(trace(&x, plan->body));
	for (i = 0; i < plan->n_globals; i++)
		BX_TRY(trace(&x, plan->globals[i].value));
	for (i = 0; i < plan->n_functions; i++)
		if (plan->functions[i] != NULL)
			BX_TRY(trace(&x, plan->functions[i]->body));
	return BX_OK;
}
