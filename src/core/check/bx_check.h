/*
 * bx_check.h -- the trust boundary: a full structural check of bytes from outside.
 *
 * After BX_OK, every reader, query and serializer accepts the value, and its text is well-formed XML that parses
 * back to an equal value.  Everything is checked: lengths, tables, UTF-8 and XML characters, names, shortest
 * forms, typed values, namespace scoping, duplicate attributes, flags that promise something, the fingerprint,
 * extension sections.
 *
 * A DOCTYPE is only checked to be one closed declaration of XML characters.  That its internal subset is
 * well-formed, declares no entity that could grow and gives the root no attribute the value lacks is for a
 * caller with a DTD parser to find out, by parsing the text of a value that has one.
 *
 * Time is O(items + tables log tables).  Memory is O(depth + tables + extension sections + windows + namespace
 * declarations in scope that hide an outer one); with limits the tables are bounded before they are decoded.
 *
 * Errors: `wire` chooses BX_E_WIRE (received bytes) or BX_E_CORRUPT (stored bytes); BX_E_VERSION for features
 * newer than this code; BX_E_LIMIT and BX_E_DEPTH when `limits` is given and exceeded.
 */
#ifndef BX_CHECK_H
#define BX_CHECK_H

#include "../base/bx_limits.h"
#include "../store/bx_image.h"

/* bx_check: judge the n bytes at v; borrows everything, keeps nothing.  limits and err may be NULL. */
extern BxStatus bx_check(const uint8_t *v, size_t n, bool wire, const BxLimits *limits, const BxHost *host,
						 BxError *err);

/* bx_check_stored: judge a stored value, read in windows: BX_E_CORRUPT, and no limits. */
extern BxStatus bx_check_stored(BxStore *store, const BxHost *host, BxError *err);

#endif
