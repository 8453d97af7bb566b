/*
 * bx_contains.h -- is one value, as a pattern, found in another?
 *
 * As for jsonb: every top-level node of the pattern must be contained in a top-level node of the value.  A text is
 * contained in an equal text.  An element is contained in an element of the same name (URI and local part) that has all
 * its attributes with equal values, and in whose children each of its children is contained.  Several may be contained
 * in one; order and what else is there do not matter.  Comments, instructions and declarations are not looked at, and
 * texts around them are one text; text of the pattern that is white space only asks for nothing.
 */
#ifndef BX_CONTAINS_H
#define BX_CONTAINS_H

#include "../store/bx_image.h"

/*
 * bx_contains: memory is O(depth + tables + windows + longest text) of the value and all of the pattern.  One pass over
 * the value, which leaves out elements in which nothing is looked for and ends when all is found.  Time is linear in
 * the value and O(n log n) in the pattern where siblings of one name are told apart by an attribute or by something
 * below that few of them have; it is never more than the product of their nodes.  BX_E_CORRUPT and other statuses of
 * reading; BX_E_CANCEL.
 */
extern BxStatus bx_contains(BxStore *value, BxStore *pattern, const BxHost *host, bool *contains,
							BxError *err);

#endif
