/*
 * xp_eval.h -- evaluate a compiled path on a stored value.
 *
 * One call, one value.  Everything a call needs beyond the value itself comes from the arena of the XpCall;
 * results borrow from the value or from that arena.  Answers and errors never depend on what ran before: the
 * optional cache only keeps what can be recomputed.
 */
#ifndef XP_EVAL_H
#define XP_EVAL_H

#include "../../read/bx_excerpt.h"
#include "../../encode/bx_writer.h"
#include "../plan/xp_call.h"
#include "../syntax/xp_item.h"

/* The least that by_reference_from can be: what is shorter may be a typed form or a reference. */
#define XP_APART_MIN 64

/*
 * Can the path be evaluated on a part?  Not when it asks for namespace nodes, whose order is that of the value's table,
 * nor a query.
 */
extern bool xp_fits_subtree(const XpBlock *path);

/* The part as a value of its own, in host memory, as xp_query makes it; it keeps its label. */
extern BxStatus xp_subtree_value(XpCall *c, const BxWriterOptions *options, uint8_t **data, size_t *len);

/* Does the path select anything?  A string, number or boolean result is always something. */
extern BxStatus xp_exists(XpCall *c, const XpBlock *path, bool *found);

/* Effective boolean value (XPath 1.0 boolean()). */
extern BxStatus xp_test(XpCall *c, const XpBlock *path, bool *value);

/*
 * String value of the first node in document order, or of the atomic result, as XP_T_STRING; XP_T_ANY if the expression
 * selected nothing.
 */
extern BxStatus xp_value(XpCall *c, const XpBlock *path, XpItem *text);

/* Number of nodes selected; 1 for an atomic result. */
extern BxStatus xp_count(XpCall *c, const XpBlock *path, uint64_t *count);

/*
 * All items as one content value (design section 5): elements keep their subtree and declare on top every
 * namespace in scope; attributes, namespace nodes and atomics become text; comments and processing instructions
 * stay.  *found is false, and no value made, when nothing was selected.  The value is laid out as by
 * bx_writer_finish with `options`.
 */
extern BxStatus xp_query(XpCall *c, const XpBlock *path, const BxWriterOptions *options, bool *found,
						 uint8_t **data, size_t *len);

/*
 * xp_query_excerpt: the same, but a few short elements come loose: then loose->v is not NULL, no value is made, and
 * bx_excerpt_value makes it.  All of *loose is one block of host memory, from loose->v on.
 */
extern BxStatus xp_query_excerpt(XpCall *c, const XpBlock *path, const BxWriterOptions *options, bool *found,
								 BxExcerpt *loose, uint8_t **data, size_t *len);

#endif
