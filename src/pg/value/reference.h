/*
 * reference.h -- results as references: parts of a stored document that are fetched when their bytes are needed.
 *
 * A large text or subtree that a function returns is a read-only expanded object that says where the document is and
 * which part of it is meant.  Keeping the value copies it and so flattens the object; a column that is never used
 * costs only its header.  A reference is good until the transaction ends, and as long as the argument it was made
 * from.  A query on a referenced subtree evaluates it in place; its flattened form is the value that would have been
 * copied.
 */
#ifndef BXML_REFERENCE_H
#define BXML_REFERENCE_H

#include "fmgr.h"

#include "../../core/xpath/result/xp_eval.h"
#include "../server/compat.h"
#include "kind.h"

extern const ValueKind reference_kind; /* parts; references to texts are not bxml */

/*
 * For XpCall.by_reference_from: texts of this document of at least so many bytes are given as references; 0: none.
 * The document is the one that is evaluated; for a reference that is evaluated in place, that of reference_open_part.
 */
extern uint32 reference_from_outside(Datum doc);

static inline uint32
reference_from(Datum doc)
{
	return VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(doc)) ? reference_from_outside(doc) : 0;
}

/* The text of n bytes at offset `at` of the plain form of a document for which reference_from is not 0. */
extern Datum reference_text(Datum doc, uint32 at, uint32 n);

/*
 * The size from which parts of this document can be given as references, for xp_rows_part; false: none can.  Only
 * documents that need no detoasting have such parts: values out of line, and plain ones in memory.
 */
extern bool reference_parts(Datum doc, uint32 *from);

/* A reference to a copy of the part, for a document that reference_parts accepts. */
extern Datum reference_part(Datum doc, const XpSubtree *part);

/*
 * Is this value a reference to a part that was not flattened yet?  Then its document and part, good as long as the
 * value. Raises an error if the reference is stale.
 */
extern bool reference_open_part(Datum value, Datum *doc, const XpSubtree **part);

/* Does it pay to open the document of a part for this value alone?  Always if it is open in the cache. */
extern bool reference_is_large(Datum doc, const XpSubtree *part);

#endif
