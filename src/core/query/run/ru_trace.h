/*
 * ru_trace.h -- what the operators of one plan do in a run: calls, items and time.
 */
#ifndef RU_TRACE_H
#define RU_TRACE_H

#include "ru_query.h"

typedef struct RuTrace
{
	uint64_t calls; /* evaluations begun */
	uint64_t items; /* that it gave */
	uint64_t ns;    /* by the clock, with the operators below it */
} RuTrace;

typedef uint64_t (*RuClock)(void); /* nanoseconds since any moment */

/*
 * Put before each operator of a plan one that measures it.  Only for a plan that nobody else has, before its first run;
 * runs of it at the same time would measure together.
 */
extern BxStatus ru_trace_plan(RuQuery *plan, RuClock clock, BxArena *arena, BxError *err);

/* The operator that was there and what was measured of it; the same and NULL where nothing is. */
extern const RuOp *ru_traced(const RuOp *op, const RuTrace **trace);

#endif
