/*
 * bx_index_pattern.h -- what must be in a document for it to contain a pattern (../compare/bx_contains.h).
 */
#ifndef BX_INDEX_PATTERN_H
#define BX_INDEX_PATTERN_H

#include "../store/bx_image.h"
#include "../xpath/terms/xp_terms.h"

/*
 * bx_index_pattern: terms, all of which are true of every value that contains the pattern: an equality for each
 * attribute, and for each text that is all the content of its element; existence of each element that has neither
 * attributes nor content.  Each path starts at the document.  XP_TERMS_MAX terms at most; what is beyond says nothing,
 * and so do texts outside of elements.
 *
 * Terms are in memory of the arena and borrow nothing.  Takes time in proportion to the size of the pattern.
 * BX_E_CORRUPT and the other statuses of the reader; BX_E_CANCEL.
 */
extern BxStatus bx_index_pattern(BxStore *pattern, BxArena *arena, XpTerms *terms, BxError *err);

#endif
