/*
 * bx_schema_compat.h -- does a new schema accept every document that an old one accepts?
 *
 * Documents are those with a global element of the old schema as root, whatever xsi:type and wildcards bring in.  Where
 * it is not sure that the new schema accepts something, that is reported: patterns are compared by their text, and
 * contents that count in ways too large to be followed are taken for different.
 */
#ifndef BX_SCHEMA_COMPAT_H
#define BX_SCHEMA_COMPAT_H

#include "bx_schema.h"

/* Something that the old schema accepts and the new one may not; everything is borrowed and good during the call. */
typedef struct BxIncompatibility
{
	const char *
		path; /* names of elements from the root on, "/order/line", "/order/@id"; long ones begin with "..." */
	const char *msg; /* "element \"quantity\": maxInclusive 100 is less than 1000" */
} BxIncompatibility;

/* Called for each, those near the root first; *stop ends the comparison. */
typedef BxStatus (*BxIncompatibilityTake)(void *ctx, const BxIncompatibility *what, bool *stop);

/*
 * bx_schema_compatible: the new schema accepts what the old one does when take is not called and the status is BX_OK.
 * BX_E_LIMIT when the schemas are too large to be compared; BX_E_NOMEM, BX_E_CANCEL, and what take returns.  Memory and
 * polls are of the new schema's host.
 */
extern BxStatus bx_schema_compatible(const BxSchema *old, const BxSchema *now, BxIncompatibilityTake take,
									 void *ctx, BxError *err);

#endif
