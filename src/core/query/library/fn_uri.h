/*
 * fn_uri.h -- references to resources, as RFC 3986 has them.
 */
#ifndef FN_URI_H
#define FN_URI_H

#include "../../base/bx_arena.h"
#include "../../base/bx_str.h"

/* Parts of a reference; a part that is absent has s NULL, so that it differs from one that is empty. */
typedef struct FnUri
{
	BxStr scheme, authority, path, query, fragment;
} FnUri;

/* Cut a reference; every text has parts. */
extern FnUri fn_uri_split(BxStr s);
/* Is it a reference: no character that none may have, no "%" without two digits, no path that looks like a scheme? */
extern bool fn_uri_is_valid(BxStr s);
/* Does it begin with a scheme? */
extern bool fn_uri_is_absolute(BxStr s);
/* Section 5.2: the reference seen from the base, which is absolute.  BX_E_NOMEM. */
extern BxStatus fn_uri_resolve(BxArena *arena, BxStr reference, BxStr base, BxStr *out, BxError *err);

#endif
