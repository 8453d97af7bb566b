/*
 * why.h -- why a path selects nothing in a document, for the hint of a report.
 */
#ifndef BXML_WHY_H
#define BXML_WHY_H

#include "fmgr.h"

#include "../../core/xpath/result/xp_match.h"

/*
 * A sentence in the encoding of the server, palloc'd; NULL if there is no explanation.  Costs an evaluation per step.
 */
extern char *why_empty(Datum doc, const XpBlock *path);

/* Append what each step of a path finds in the document, as UTF-8.  Raises errors. */
extern void why_explain(Datum doc, const XpBlock *path, BxBuf *out);

#endif
