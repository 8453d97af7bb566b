/*
 * fc_engine.h -- paths whose expressions the operators of queries evaluate, where no access answers them alone.
 */
#ifndef FC_ENGINE_H
#define FC_ENGINE_H

#include "../../xpath/result/xp_run.h"

/*
 * What evaluates the path, for XpCall.engine.  It compiles the text of the path at the first call that needs that, in
 * the host of the arena; path and arena outlive it.  One call at a time may use it.  NULL: no
 * memory.
 */
extern XpEngine *fc_engine_new(const XpBlock *path, BxArena *arena);

/* The text of the path has changed, in place. */
extern void fc_engine_forget(XpEngine *engine);

/* The bytes that it and those behind it hold of the host's memory, besides the arena; NULL is allowed. */
extern size_t fc_engine_held(const XpEngine *engine);

#endif
