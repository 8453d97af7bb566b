/*
 * violation.h -- the violations of a document, for people: with label and path, in the encoding of the server.
 */
#ifndef BXML_VIOLATION_H
#define BXML_VIOLATION_H

#include "choose.h"

/* Good during the call. */
typedef struct ViolationText
{
	Datum label;          /* ordpath; the empty one for the document as a whole */
	struct varlena *path; /* text; NULL for the document as a whole, and where the path cannot be written */
	const char *code;
	const char *message;
	const char *detail; /* or NULL */
} ViolationText;

/* Takes violations in the order of their nodes; those of references come last.  False: no more are wanted. */
typedef struct ViolationSink ViolationSink;
struct ViolationSink
{
	bool (*take)(ViolationSink *sink, const ViolationText *violation);
};

/* All violations of the document by the schema whose violations are worth telling. */
extern void violation_report(const SchemaChoice *choice, Datum doc, ViolationSink *sink);

/*
 * Report that the document is not valid, with the first violation: an error, unless a soft error context takes the
 * report.
 */
extern void violation_save(const SchemaChoice *choice, Datum doc, struct Node *context);

#endif
