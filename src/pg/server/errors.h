/*
 * errors.h -- from a status of the core to a report of the server.
 */
#ifndef BXML_ERRORS_H
#define BXML_ERRORS_H

#include "../../core/base/bx_status.h"

struct Node;

/* Raise the report of a failed core call; never returns. */
extern _Noreturn void error_raise(const BxError *err);

/* The same, but returns if there is a soft error context to take the report. */
extern void error_save(const BxError *err, struct Node *context);

/* Does the status say that a text is not well-formed, as opposed to other failures? */
extern bool error_is_malformed(BxStatus status);

/* The message and detail of a failure as one line in the encoding of the server, palloc'd. */
extern char *error_text(const BxError *err);

static inline void
error_check(BxStatus status, const BxError *err)
{
	if (unlikely(status != BX_OK))
		error_raise(err);
}

#endif
