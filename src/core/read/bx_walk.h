/*
 * bx_walk.h -- the info items of a value, one by one: the shapes of bxml_reader.
 *
 * An info item is an element, attribute, namespace declaration, text, comment or processing instruction, in document
 * order; declarations and attributes follow their element.  The text of an element that holds nothing else belongs to
 * the element and is not an item of its own, however the value stores it.  Memory is some forty bytes per level.
 *
 * Every item has a place among its like: children of one parent are counted from 0, and so are its attributes and its
 * declarations.  The label of a node is made of the places on the way to it (FORMAT.md, "Label exceptions").
 */
#ifndef BX_WALK_H
#define BX_WALK_H

#include "bx_dir.h"
#include "bx_labeler.h"

typedef struct BxInfo
{
	BxEvent ev;     /* never BX_EV_END; BX_EV_DONE behind the last item.  ev.payload must not be used */
	uint32_t place; /* among its like, from 0 */
	BxOrdpathLine line;
} BxInfo;

typedef struct BxWalk BxWalk;

/*
 * A walk over all items; borrows table, source, and the value's label exceptions (NULL: it has none).  Memory comes
 * from the arena.
 */
extern BxStatus bx_walk_new(BxWalk **walk, const BxTable *table, BxSource *src, const BxExceptions *x,
							BxArena *arena, BxError *err);

/* In a fragment, labels begin with that of its top-level node.  Call before the first item; memory from the arena. */
extern BxStatus bx_walk_root(BxWalk *walk, const BxRoot *root, BxArena *arena);

/* Walk over the item at offset off of the items, and what is below it, alone.  Call before the first item. */
extern BxStatus bx_walk_part(BxWalk *walk, uint32_t off);

/*
 * From now on only items with labels from lo to before hi; hi_n 0 means no end.  Items before lo are skipped where
 * possible; at hi the walk is done.  Call before the first item; the bytes must outlive the walk.
 */
extern void bx_walk_range(BxWalk *walk, const uint8_t *lo, size_t lo_n, const uint8_t *hi, size_t hi_n);

/*
 * With the directories of the value, which has one of children, the way to the start of a range does not pass over
 * siblings.  Borrowed; call before the first item.
 */
extern void bx_walk_dirs(BxWalk *walk, BxDirs *dirs);

/* The next item.  Statuses as bx_reader_next. */
extern BxStatus bx_walk_next(BxWalk *walk, BxInfo *info);

/*
 * Go forward to the item at offset off of the items section, skipping elements that do not contain it; also to a text
 * that is not an item of its own.  *found is false if there is none, or if it is before the current item.  All calls
 * together visit each item once.
 */
extern BxStatus bx_walk_seek(BxWalk *walk, uint32_t off, BxInfo *info, bool *found);

/* When the last item was an element: pass over its declarations, attributes and content. */
extern void bx_walk_skip(BxWalk *walk, const BxInfo *info);

/*
 * The value of the last item: text of an attribute, comment or text, data of a processing instruction, text of an
 * element without other content.  A payload as bx_value_text takes it, good until the next call for this walk.
 * *found is false for declarations and for elements with content other than text.
 */
extern BxStatus bx_walk_value(BxWalk *walk, const BxInfo *info, bool *found, const uint8_t **p,
							  uint32_t *len);

/*
 * The value of the last item as *n bytes from *at of the plain value, when it is a text of at least `from` bytes,
 * which is not fetched; from is 64 or more.  *apart is false for everything else.
 */
extern BxStatus bx_walk_apart(BxWalk *walk, const BxInfo *info, uint32_t from, bool *apart, uint32_t *at,
							  uint32_t *n);

/* Label of the last item, good until the next call for this walk.  O(1) over all items. */
extern void bx_walk_label(BxWalk *walk, const BxInfo *info, const uint8_t **label, size_t *n);

/* When the last item is a LEAF with text: label of the text. */
extern BxStatus bx_walk_text_label(BxWalk *walk, const BxInfo *info, const uint8_t **label, size_t *n);

/* Work so far. */
typedef struct BxWalkWork
{
	uint64_t items;   /* looked at */
	uint64_t skipped; /* elements passed over as a whole */
	uint64_t bytes;   /* of what was in them */
} BxWalkWork;

/* What the walk has done so far. */
extern void bx_walk_work(const BxWalk *walk, BxWalkWork *work);

#endif
