/*
 * bx_equal.h -- are two values equal in the data model?
 *
 * Names count by URI and local part, attributes as a set, adjacent text as one; comments, processing instructions and
 * white space count unless they are ignored.  Prefixes, declarations, DOCTYPE, XML declaration, typed forms,
 * constants and the choice of shapes do not.  Two values are gone through in step; where elements are the same bytes
 * under the same table they are passed over.
 */
#ifndef BX_EQUAL_H
#define BX_EQUAL_H

#include "../store/bx_image.h"
#include "bx_ignore.h"

/*
 * bx_deep_equal: memory is O(depth + tables + windows + longest text), and the subtrees of multisets.  Time is linear
 * in the values but for multisets, which are sorted.  BX_E_CORRUPT and other statuses of reading.
 */
extern BxStatus bx_deep_equal(BxStore *a, BxStore *b, const BxIgnore *ignore, const BxHost *host, bool *equal,
							  BxError *err);

#endif
