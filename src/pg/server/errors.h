/*
 * errors.h -- from a core status to a server report; errors.c is the only place that maps them.
 */
#ifndef BXML_ERRORS_H
#define BXML_ERRORS_H

#include "../../core/base/bx_status.h"

struct Node;

/* Raise the report of a failed core call; never returns. */
extern _Noreturn void error_raise(const BxError *err);

/* As error_raise, but hands the report to a soft error context where there is one, and then returns. */
extern void error_save(const BxError *err, struct Node *context);

/* Is this what a caller asked about who only wanted to know whether the text is well-formed? */
extern bool error_is_malformed(BxStatus status);

/* Message and detail of a failure as one line in the server's encoding, palloc'd. */
extern char *error_text(const BxError *err);

static inline void
error_check(BxStatus status, const BxError *err)
{
	if (unlikely(status != BX_OK))
		error_raise(err);
}

#endif
