/*
 * bx_exception_writer.h -- makes the section of label exceptions (FORMAT.md, section 6).
 *
 * Callers that edit a value report the labels of items that may differ from the implied ones; labels that are implied
 * after all are left out.  Labels may come in any order; in that of the section (by parent, then by label) they need
 * no sorting.
 */
#ifndef BX_EXCEPTION_WRITER_H
#define BX_EXCEPTION_WRITER_H

#include "../base/bx_arena.h"
#include "../base/bx_buf.h"
#include "../read/bx_exception.h"

typedef struct BxExceptionWriter
{
	bool marks; /* these are marks, not exceptions: none is implied (FORMAT.md, section 68) */
	BxArena arena;
	struct BxExceptionEntry *entries; /* what was added, in the arena */
	uint32_t n, cap;
	BxError *err;
} BxExceptionWriter;

/* Begin; borrows host and err.  Free also after a failure. */
extern void bx_exception_writer_init(BxExceptionWriter *w, const BxHost *host, BxError *err);
extern void bx_exception_writer_free(BxExceptionWriter *w);

/*
 * bx_exception_add: the item with this index (from 0, on the line of the level) below `parent` has the label
 * parent + level, which is one level of a label.  Items between two added ones, and those after the last,
 * have the numbers that follow.  Bytes are copied.  BX_E_ARGUMENT if the bytes are not one level.
 */
extern BxStatus bx_exception_add(BxExceptionWriter *w, const uint8_t *parent, size_t parent_n, uint32_t index,
								 const uint8_t *level, size_t level_n);

/*
 * bx_exception_forget: drop what was added for items below the node with that label, at any depth.  O(what was
 * added).
 */
extern void bx_exception_forget(BxExceptionWriter *w, const uint8_t *label, size_t n);

/*
 * bx_exception_finish: append the body of the section to out; nothing when all labels are implied, as a value without
 * exceptions has no section.  BX_E_ARGUMENT when the labels of a line do not ascend with the indexes.
 */
extern BxStatus bx_exception_finish(BxExceptionWriter *w, BxBuf *out);

/*
 * bx_exception_subtree: append the body of a section that says about the node with this label and what is below it
 * what x says, of marks if they are marks; nothing when that is nothing.  declarations false: what x says about those
 * of the node itself is left out, as they are counted anew where others come to them.  O(log n) reads besides what is
 * copied.  BX_E_CORRUPT when x is damaged.
 */
extern BxStatus bx_exception_subtree(const BxExceptions *x, bool marks, const uint8_t *label, size_t n,
									 bool declarations, const BxHost *host, BxBuf *out);

#endif
