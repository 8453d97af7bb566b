/*
 * bx_labeler.h -- labels of the nodes of a value, in document order, along a pass over its items.
 *
 * The labels of a parsed document are implied: the children of a node are numbered 1, 3, 5, ... in document order,
 * top-level comments, texts and processing instructions as well; attributes and declarations each on a line of their
 * own (bx_ordpath.h).  So labels cost no bytes.  Where edits made that wrong, the exceptions of the value are merged
 * in, which costs O(1) per item and O(log n) per parent that was passed over.  A LEAF is two nodes: the element, and
 * its text child unless it is empty.
 *
 * The top-level node of a fragment has the label it had in the document it was taken from (FORMAT.md, section 7), and
 * those below it have theirs; the document node of the fragment has the empty one.
 */
#ifndef BX_LABELER_H
#define BX_LABELER_H

#include "bx_exception.h"
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
 * bx_root_read: of the value img was opened for; borrowed from it or the arena.  Its bytes are a label, or the answer
 * is BX_E_CORRUPT.
 */
extern BxStatus bx_root_read(BxImage *img, BxArena *arena, BxRoot *root);

/* The line that an item of this kind is on. */
static inline BxOrdpathLine
bx_line_of(BxEventKind kind)
{
	if (kind == BX_EV_NAMESPACE)
		return BX_LINE_NAMESPACE;
	return kind == BX_EV_ATTRIBUTE ? BX_LINE_ATTRIBUTE : BX_LINE_CHILD;
}

/* What is counted below an open element. */
typedef struct BxLabelLevel
{
	uint32_t end;     /* of the element's label in the buffer */
	uint32_t seen[3]; /* items so far, by BxOrdpathLine */
	/* only with exceptions */
	uint32_t at; /* exceptions below the element that are still to come */
	uint32_t at_end;
	uint64_t key;     /* line and index of the first of them */
	int64_t shift[3]; /* what numbers are off from those implied without exceptions */
} BxLabelLevel;

typedef struct BxLabeler
{
	uint8_t *label; /* of the last event */
	size_t label_n;
	uint32_t met_parents; /* with exceptions: nodes that have some, and items that are some, so far */
	uint32_t met;
	BxRoot root; /* none; set it after bx_labeler_init */
	/* private */
	size_t label_cap;
	BxLabelLevel *level;
	uint32_t n_levels;
	BxArena *arena;
	BxError *err;
	const BxExceptions *x;  /* NULL: there are none */
	uint32_t parent;        /* number of the next parent with exceptions */
	BxExceptionParent next; /* that parent */
	size_t same;            /* bytes that its label begins with as the present one does */
} BxLabeler;

/*
 * bx_labeler_init: before the first event of a pass over a value with these exceptions, or NULL for a value without.
 * Borrows table, exceptions and arena.
 */
extern BxStatus bx_labeler_init(BxLabeler *l, const BxTable *table, const BxExceptions *x, BxArena *arena,
								BxError *err);

/*
 * bx_labeler_next: l->label is then the label of the event's node; of END, that of the element that ends; of DONE, that
 * of the document.  Every event of the pass must be given, in order, but for END and content that was skipped.
 */
extern BxStatus bx_labeler_next(BxLabeler *l, const BxEvent *ev);

/*
 * bx_labeler_jump: the next item below the open element on this level is its child with this index; declarations,
 * attributes and the children before are passed over.  O(log n) reads.
 */
extern BxStatus bx_labeler_jump(BxLabeler *l, uint32_t level, uint32_t index);

/* After a LEAF with text: the label of the text, good until the next call; l->label_n stays that of the LEAF. */
extern BxStatus bx_labeler_text(BxLabeler *l, const BxEvent *leaf, const uint8_t **label, size_t *n);

#endif
