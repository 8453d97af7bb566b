/*
 * edit.h -- the frame of functions that change a document.
 */
#ifndef BXML_EDIT_H
#define BXML_EDIT_H

#include "../../core/edit/bx_edit.h"
#include "../../core/read/bx_label.h"
#include "../../core/xpath/result/xp_session.h"
#include "../query/call.h"

/* One change under way. */
typedef struct Edit
{
	PgCall *call;
	Datum doc;
	const uint8_t *v; /* the plain value */
	size_t n;
	PgHost host;  /* of what lasts for the call */
	BxArena keep; /* what changes borrow */
	BxWriterOptions options;
	struct ExpandedBxml *result; /* the object to be changed, or a new one */
	PgHost out;                  /* memory of a result that is no object */
	bool waits;                  /* the object makes the result when it is asked for */
	BxEdit *edit;                /* NULL until there is something to change */
} Edit;

/* What finding nodes of the document by their labels needs. */
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

/* Make the document of a call ready: its plain bytes, also as what call->xp evaluates. */
extern void edit_begin(Edit *e, PgCall *call, Datum doc);

/* The engine, started when first asked for. */
extern BxEdit *edit_engine(Edit *e);

/* Add a change at a node that a path selected, or at one that is known; raises what fails. */
extern void edit_add(Edit *e, const XpNodePlace *target, BxEditChange *change);
extern void edit_add_at(Edit *e, BxEditNode node, BxEditChange *change);

/* Raise what is in call->err, with the path of a node; node may be NULL. */
extern _Noreturn void edit_raise(Edit *e, const BxEditNode *node);

/* The engine was started for nothing. */
extern void edit_cancel(Edit *e);

/* Apply what was added; without changes the document as it was.  Ends the call. */
extern Datum edit_finish(Edit *e);

/* The plain bytes of another value, in keep; none when there is nothing in it. */
extern void edit_content(Edit *e, Datum content, BxEditChange *change);

/* A text argument as UTF-8. */
extern BxStr edit_text(Datum text);

#endif
