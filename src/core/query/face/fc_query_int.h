/*
 * fc_query_int.h -- a run on one document, for the files that make results of it.
 */
#ifndef FC_QUERY_INT_H
#define FC_QUERY_INT_H

#include "../../base/bx_core_int.h"

#include "fc_query.h"

struct FcQuery
{
	const QModule *module;
	RuQuery *plan; /* who shares the query does not change it */
};

struct FcRun
{
	RuRun run;
	RuCx cx;
	RuIter it;
	RuArena *tuple; /* what an item needs until the next one */
	BxArena *given; /* fc_give_in */
	bool started;   /* the iterator is open */
};

/* Where what functions give is that is good until the next item. */
static inline BxArena *
fc_arena(const FcRun *r)
{
	return r->given != NULL ? r->given : &r->tuple->arena;
}

/* Variables that nothing declares must have a value: XPST0008. */
extern BxStatus fc_check_implicit(RuRun *run);

/* "declare context item": its value becomes that of the run, unless the caller gives one and may; XPTY0004. */
extern BxStatus fc_declared_context(RuRun *run);

/* Call a function of the library, which has one item or none, on the arguments of an operator. */
extern BxStatus fc_call(FcRun *r, const char *name, const RuOp *call, const RuCx *cx, XdItem *item,
						bool *found);

#endif
