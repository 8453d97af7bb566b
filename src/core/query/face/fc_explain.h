/*
 * fc_explain.h -- how a query is evaluated, for people.
 */
#ifndef FC_EXPLAIN_H
#define FC_EXPLAIN_H

#include "../../base/bx_buf.h"
#include "../run/ru_trace.h"
#include "fc_query.h"

/*
 * Append to out, as lines of UTF-8: the query as its tree prints it; its operators, one a line below the one that asks
 * it, with their types, how paths find their nodes and how joins select; the conditions that an index is looked up for;
 * and notes on what is hardly meant.  Positions are characters of the text, from 1.  Errors of fc_compile.
 */
extern BxStatus fc_explain(BxStr text, const BxHost *host, BxArena *arena, BxBuf *out, BxError *err);

/*
 * The same of the operators alone, after a run of the query for all its items, with what each of them did: how often it
 * was evaluated, items, and time with the operators below it.  call: as for fc_open.
 */
extern BxStatus fc_trace(BxStr text, QMode mode, const FcCall *call, RuClock clock, BxBuf *out);

/*
 * The same of the operators alone, after a run of the query for all its items, with what each of them did: how often it
 * was evaluated, items, and time with the operators below it.  call: as for fc_open.
 */
extern BxStatus fc_trace(BxStr text, QMode mode, const FcCall *call, RuClock clock, BxBuf *out);

#endif
