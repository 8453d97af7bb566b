/*
 * options.h -- the options of our operator classes: what an index has keys of.
 */
#ifndef BXML_INDEX_OPTIONS_H
#define BXML_INDEX_OPTIONS_H

#include "fmgr.h"

#include "../../core/index/bx_index_extract.h"

/* The options of the index that a support function is called for; they live as long as its call site. */
extern const BxIndexOptions *options_of(FunctionCallInfo fcinfo, bool is_short);

/* Do the options of a column of an index (IndexOptInfo) leave out paths or values? */
extern bool options_select(const bytea *options);

/* The options that are kept with an index, which may be NULL, in memory of the context. */
extern const BxIndexOptions *options_read(const void *raw, bool is_short, MemoryContext cxt);

#endif
