/*
 * options.h -- the options of our operator classes: what an index has keys of.
 */
#ifndef BXML_INDEX_OPTIONS_H
#define BXML_INDEX_OPTIONS_H

#include "fmgr.h"

#include "../../core/index/bx_index_extract.h"

/* The options of the index that a support function is called for; they live as long as its call site. */
extern const BxIndexOptions *options_of(FunctionCallInfo fcinfo, bool is_short);

/*
 * The options that are kept with an index (IndexOptInfo), which may be NULL, for the planner: read once by a backend.
 * Good until this was called for several other options: not across planning of other expressions.
 */
extern const BxIndexOptions *options_kept(const bytea *raw, bool is_short);

#endif
