/*
 * edit.h -- the frame of functions that change a document.
 */
#ifndef BXML_EDIT_H
#define BXML_EDIT_H

#include "../../core/edit/bx_edit.h"
#include "../../core/read/bx_label.h"
#include "../../core/xpath/result/xp_session.h"
#include "../query/call.h"

/* A change in progress. */
typedef struct Edit
{
	PgCall *call;
	Datum doc;
	const uint8_t *v; /* the plain value */
	size_t n;
	PgHost host;  /* of what lasts for the call */
	BxArena keep; /* bytes that changes borrow */
	BxWriterOptions options;
	struct ExpandedBxml *result; /* the object to change, or a new one */
	PgHost out;                  /* memory of a result that is not an object */
	BxEdit *edit;                /* NULL until there is a change */
} Edit;

/* Finds nodes of the document by their labels. */
typedef struct EditLabels
{
	BxStore store;
	BxImage img;
	BxImageSource items;
	BxTable table;
	BxExceptions exceptions;
	BxDirs dirs;
	BxLabelDoc doc;
} EditLabels;

/* Open it, with memory from keep; errors go to call->err. */
extern BxStatus edit_labels(Edit *e, EditLabels *l);

/* Begin with the document of a call: its plain bytes, which call->xp evaluates as well. */
extern void edit_begin(Edit *e, PgCall *call, Datum doc);

/* The engine, started by the first call. */
extern BxEdit *edit_engine(Edit *e);

/* Add a change at a node that a path selected.  Raises errors. */
extern void edit_add(Edit *e, const XpNodePlace *target, BxEditChange *change);

/* Raise call->err, with the path of the node unless it is NULL. */
extern _Noreturn void edit_raise(Edit *e, const BxEditNode *node);

/* Stop an engine that turned out not to be needed. */
extern void edit_cancel(Edit *e);

/* Apply the changes and end the call; without changes the result is the document itself. */
extern Datum edit_finish(Edit *e);

/* The plain bytes of another value, in keep; none if it is empty. */
extern void edit_content(Edit *e, Datum content, BxEditChange *change);

#endif
