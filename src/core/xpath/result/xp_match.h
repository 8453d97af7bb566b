/*
 * xp_match.h -- what the steps of a path find in one value, and why one of them finds nothing: for people.
 *
 * The path is evaluated once for each of its steps, so this costs as many evaluations as it has steps.
 */
#ifndef XP_MATCH_H
#define XP_MATCH_H

#include "../../base/bx_buf.h"
#include "../../format/bx_table.h"
#include "xp_eval.h"

/*
 * xp_match_explain: for every location path of the expression that begins at the document, a line per step with the
 * number of nodes it selects, appended to out.  table is that of the value of the call, whose cache is not used.
 * Statuses as xp_count.
 */
extern BxStatus xp_match_explain(XpCall *c, const XpBlock *path, const BxTable *table, BxBuf *out);

/*
 * xp_match_why: for an expression that is a location path, a sentence about the first step that selects nothing,
 * appended to out; nothing when there is no such step, or nothing to be said.
 */
extern BxStatus xp_match_why(XpCall *c, const XpBlock *path, const BxTable *table, BxBuf *out);

#endif
