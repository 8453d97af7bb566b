/*
 * bx_label.h -- from a label to the node of a value.
 *
 * The top-level node of a fragment has the label it had in the document it was taken from (FORMAT.md, section 7), and
 * those below it have theirs; the document node of the fragment has the empty one.
 *
 * Finding a node passes over the siblings before each of its ancestors and before itself, without entering them, and
 * reads nothing behind it.  Where the value has a directory of children, it passes over no more than a stride of them.
 */
#ifndef BX_LABEL_H
#define BX_LABEL_H

#include "bx_dir.h"
#include "bx_labeler.h"

typedef struct BxPlace
{
	bool found;
	bool document;  /* the empty label: the fields below are not set */
	bool leaf_text; /* the text child of a LEAF, whose fields these are */
	BxEventKind kind;
	uint32_t shape;
	uint32_t off; /* in the items section, as BxEvent.off */
	uint32_t level;
	uint64_t items; /* looked at on the way, also when nothing was found */
} BxPlace;

/* What finding a node needs: the value, by its table and a source that can be read twice. */
typedef struct BxLabelDoc
{
	const BxHost *host;
	BxArena *arena;
	const BxTable *table;
	BxSource *source;
	BxError *err;
	BxRoot root;                    /* of the value, if it is a fragment */
	const BxExceptions *exceptions; /* of the value; NULL: it has none */
	BxDirs *dirs;                   /* of the value, if it has a directory of children; NULL: do without */
	uint64_t *items;                /* those looked at are added here; NULL: not counted */
} BxLabelDoc;

/*
 * bx_label_doc: all of that for the value of an image that has a place for all of it, with what it has to help.  x and
 * dirs are the caller's place for the parts; everything is borrowed.
 */
extern BxStatus bx_label_doc(BxLabelDoc *doc, BxImage *img, const BxTable *table, BxSource *source,
							 BxArena *arena, BxExceptions *x, BxDirs *dirs, BxError *err);

/*
 * bx_label_find: the node with this label; place->found is false when there is none, also for labels that end in a
 * caret.  BX_E_CORRUPT when label or value are damaged; BX_E_CANCEL.
 */
extern BxStatus bx_label_find(const BxLabelDoc *doc, const uint8_t *label, size_t n, BxPlace *place);

/*
 * bx_label_path: append a path that selects just the node with this label, in UTF-8; *found as above, nothing is
 * appended without it.  For people, a step is a name (Q{uri}name in a namespace) and the position among siblings of
 * that name, or a node test and a position; with `positions`, the position among all siblings.  BX_E_UNSUPPORTED when
 * the URI of a name has braces, which paths cannot write.
 */
extern BxStatus bx_label_path(const BxLabelDoc *doc, const uint8_t *label, size_t n, bool positions,
							  BxBuf *out, bool *found);

/*
 * bx_label_step: append the step of such a path for a node of that kind: name is the index of its name (of the pair,
 * for a declaration), position that among its like.
 */
extern BxStatus bx_label_step(const BxLabelDoc *doc, BxEventKind kind, uint32_t name, uint32_t position,
							  BxBuf *out);

#endif
