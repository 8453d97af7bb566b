/*
 * why.h -- why a path selects nothing in a document, for the hint of a report.
 */
#ifndef BXML_WHY_H
#define BXML_WHY_H

#include "fmgr.h"

#include "../../core/xpath/result/xp_match.h"

/* A sentence in the server's encoding, palloc'd; NULL when there is nothing to say.  Costs an evaluation per step. */
extern char *why_empty(Datum doc, const XpBlock *path);

/* What each step of a path finds in the document, as UTF-8 appended to out; raises what fails. */
extern void why_explain(Datum doc, const XpBlock *path, BxBuf *out);

#endif
