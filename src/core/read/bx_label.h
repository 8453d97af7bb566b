/*
 * bx_label.h -- labels of the nodes of a value: from a pass over its items to labels, and from a label to the node.
 *
 * The labels of a parsed document are implied: the children of a node are numbered 1, 3, 5, ... in document order,
 * top-level comments, texts and processing instructions as well; attributes and declarations each on a line of their own
 * (bx_ordpath.h).  So labels cost no bytes.  A LEAF stands for two nodes: the element, and its text child, if it is not
 * empty, which is child 1.
 *
 * The top-level node of a fragment has the label it had in the document it was taken from (FORMAT.md, section 7), and
 * those below it have theirs; the document node of the fragment has the empty one.
 *
 * Finding a node passes over the siblings before each of its ancestors and before itself, without entering them, and
 * reads nothing behind it.
 */
#ifndef BX_LABEL_H
#define BX_LABEL_H

#include "../base/bx_buf.h"
#include "../ordpath/bx_ordpath.h"
#include "bx_image.h"
#include "bx_reader.h"

/* The label of the top-level node of a fragment; n 0 for a value that is none. */
typedef struct BxRoot
{
	const uint8_t *p;
	uint32_t n;
} BxRoot;

/* Can a fragment keep this label?  That of an attribute or declaration it cannot: its value is a text of its own. */
extern bool bx_root_possible(const uint8_t *label, size_t n);

/*
 * bx_root_read: of the value img was opened for; borrowed from it or the arena.  Its bytes are a label, or the answer is
 * BX_E_CORRUPT.
 */
extern BxStatus bx_root_read(BxImage *img, BxArena *arena, BxRoot *root);

/* ---- labels in document order ---- */

/* What is counted below an open element. */
typedef struct BxLabelLevel
{
	uint32_t end;     /* of the element's label in the buffer */
	uint32_t seen[3]; /* items so far, by BxOrdpathLine */
} BxLabelLevel;

typedef struct BxLabeler
{
	BxBuf label; /* of the last event */
	BxLabelLevel *level;
	uint32_t n_levels;
	BxRoot root; /* none; set it after bx_labeler_init */
	BxError *err;
} BxLabeler;

/* bx_labeler_init: before the first event of a pass over a value.  The label's memory is the host's: bx_labeler_free. */
extern BxStatus bx_labeler_init(BxLabeler *l, const BxTable *table, BxArena *arena, BxError *err);
extern void bx_labeler_free(BxLabeler *l);

/*
 * bx_labeler_next: l->label is then the label of the event's node; of END, that of the element that ends; of DONE, that
 * of the document.  Every event of the pass must be given, in order, but for content that was skipped.
 */
extern BxStatus bx_labeler_next(BxLabeler *l, const BxEvent *ev);

/* ---- from a label to the node ---- */

typedef struct BxPlace
{
	bool found;
	bool document;  /* the empty label: the fields below are not set */
	bool leaf_text; /* the text child of a LEAF, whose fields these are */
	BxEventKind kind;
	uint32_t row;
	uint32_t off; /* in the items section, as BxEvent.off */
	uint32_t level;
} BxPlace;

/* What finding a node needs: the value, by its table and a source that can be read twice. */
typedef struct BxLabelDoc
{
	const BxHost *host;
	BxArena *arena;
	const BxTable *table;
	BxSource *source;
	BxError *err;
	BxRoot root;
} BxLabelDoc;

/*
 * bx_label_find: the node with this label; place->found is false when there is none, also for labels that end in a
 * caret.  BX_E_CORRUPT when label or value are damaged; BX_E_CANCEL.
 */
extern BxStatus bx_label_find(const BxLabelDoc *doc, const uint8_t *label, size_t n, BxPlace *place);

/*
 * bx_label_path: append a path that selects just the node with this label, in UTF-8; *found as above, nothing is appended
 * without it.  For people, a step is a name (Q{uri}name in a namespace) and the position among siblings of that name, or
 * a node test and a position; with `positions`, the position among all siblings.  BX_E_UNSUPPORTED when the URI of a
 * name has braces, which paths cannot write.
 */
extern BxStatus bx_label_path(const BxLabelDoc *doc, const uint8_t *label, size_t n, bool positions,
							  BxBuf *out, bool *found);

#endif
