/*
 * reference.h -- results as references: parts of a stored document that are fetched when somebody needs their bytes.
 *
 * A large text or subtree that a function gives is a read-only expanded object: where the document is, and what part of it
 * is meant.  Whoever keeps a value copies it, and so flattens the object; a column nobody looks at costs its header.
 * A reference is good until its transaction ends, and as long as the argument it was made from.  Queries on a subtree
 * evaluate it where it is; its flattened form is the value that would have been copied.
 */
#ifndef BXML_REFERENCE_H
#define BXML_REFERENCE_H

#include "fmgr.h"

#include "../../core/xpath/result/xp_eval.h"
#include "../server/compat.h"
#include "kind.h"

extern const ValueKind reference_kind; /* of parts; texts are not bxml */

/*
 * For XpCall.by_reference_from: bytes from which on texts of this document are given as references; 0: none are.  It is the
 * document that is evaluated; of a reference that is evaluated where it is, that of reference_open_part.
 */
extern uint32 reference_from_outside(Datum doc);

static inline uint32
reference_from(Datum doc)
{
	return VARATT_IS_EXTERNAL_ONDISK(DatumGetPointer(doc)) ? reference_from_outside(doc) : 0;
}

/* A text of n bytes from offset `at` of the plain form of the document, for which reference_from was not 0. */
extern Datum reference_text(Datum doc, uint32 at, uint32 n);

/*
 * From how many bytes on parts of this document can be given as references, for xp_rows_part; false: none can.  Only
 * documents that need no detoasting have any: values out of line, and plain ones in memory.
 */
extern bool reference_parts(Datum doc, uint32 *from);

/* The part, copied, as a reference; reference_parts said yes to the document. */
extern Datum reference_part(Datum doc, const XpSubtree *part);

/*
 * Is this value a reference to a part, and not yet flattened?  Then its document and part, good as long as the value.
 * Raises when it is stale.
 */
extern bool reference_open_part(Datum value, Datum *doc, const XpSubtree **part);

/* Is it worth it to look at the document of a part for this value alone?  Always when it is open in the cache. */
extern bool reference_is_large(Datum doc, const XpSubtree *part);

#endif
