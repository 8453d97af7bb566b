/*
 * bx_exception.h -- label exceptions of a value: which labels are not the implied ones (FORMAT.md, section 6).
 *
 * Items of a line (children, attributes, declarations of one parent) have the labels 1, 3, 5, ... unless an exception
 * says otherwise; after an exception the numbers continue from its own.  An exception gives the last level of a label.
 *
 * Sections are read as they lie, number by number and found by halving, so that a value outside memory gives only what
 * is looked at.  Bytes are not trusted: what comes back is bounded and every level is one of a label, but whether
 * exceptions ascend, and whether there are such items, is for bx_check.  BX_E_CORRUPT for what leaves the section.
 */
#ifndef BX_EXCEPTION_H
#define BX_EXCEPTION_H

#include "../ordpath/bx_ordpath.h"
#include "../store/bx_window.h"

/* A column of numbers of one width; off counts from the start of the section. */
typedef struct BxExceptionColumn
{
	uint32_t off;
	uint32_t width;
} BxExceptionColumn;

/*
 * Index of a mark: what its number is, of the nodes that ever were on the line.  The level is twice the index as a
 * caret, and the number, so that marks ascend by level as exceptions do.
 */
typedef enum BxMark
{
	BX_MARK_HIGH,       /* the greatest number of a level without caret */
	BX_MARK_LOW,        /* the least */
	BX_MARK_CARET_HIGH, /* the greatest number behind a caret */
	BX_MARK_CARET_LOW,  /* the least */
	BX_MARKS
} BxMark;

typedef struct BxExceptions
{
	uint32_t n_parents;
	uint32_t n; /* 0: there are none, and the other fields are not set */
	/* private */
	BxImage *img;       /* borrowed; NULL with mem */
	const uint8_t *mem; /* the section */
	uint32_t off;       /* of the section in the plain value */
	uint32_t max;       /* greatest index */
	BxExceptionColumn label_ends;
	BxExceptionColumn ends;
	BxExceptionColumn indexes;
	BxExceptionColumn level_ends;
	uint32_t labels_off;
	uint32_t labels_len;
	uint32_t levels_off;
	uint32_t levels_len;
	BxError *err;
} BxExceptions;

/* A node with exceptions among its children, attributes or declarations: those from first to before end. */
typedef struct BxExceptionParent
{
	const uint8_t *label;
	uint32_t label_n;
	uint32_t first;
	uint32_t end; /* the same as first: none */
} BxExceptionParent;

/* One exception: the item with this index (from 0) on its line has this last level. */
typedef struct BxException
{
	const uint8_t *level;
	uint32_t level_n;
	uint32_t index; /* of a mark: BxMark */
	BxOrdpathLine line;
	int64_t next; /* number of the next item of the line */
} BxException;

/*
 * bx_exceptions_open: those of the value of an image that has a place for all of it (not head-only); x->n is 0 when it
 * has none.  Borrows image and err.
 */
extern BxStatus bx_exceptions_open(BxExceptions *x, BxImage *img, BxError *err);

/* The same for a value read in one pass; the section is brought into memory as a whole. */
extern BxStatus bx_exceptions_open_pass(BxExceptions *x, BxReadAll *pass, BxArena *arena, BxError *err);

/*
 * The same for the label marks of a value (FORMAT.md, section 68): a section of the same layout, whose indexes are
 * BxMark.
 */
extern BxStatus bx_marks_open(BxExceptions *x, BxImage *img, BxError *err);
extern BxStatus bx_marks_open_pass(BxExceptions *x, BxReadAll *pass, BxArena *arena, BxError *err);

/* The same for a section in memory, which is at offset off of its value (for errors). */
extern BxStatus bx_exceptions_open_memory(BxExceptions *x, const uint8_t *body, uint32_t len, uint32_t off,
										  BxError *err);

/* Parent number i, below n_parents; ascending by label. */
extern BxStatus bx_exceptions_parent(const BxExceptions *x, uint32_t i, BxExceptionParent *parent);

/* Do the labels and levels of the last entries end where those parts do?  For the validator. */
extern BxStatus bx_exceptions_full(const BxExceptions *x, bool *full);

/* Exception number i, below n; those of one parent ascend by level, and so by line and index. */
extern BxStatus bx_exceptions_get(const BxExceptions *x, uint32_t i, BxException *e);

/* The first parent from number `from` on whose label is not before this one; n_parents when there is none. */
extern BxStatus bx_exceptions_seek(const BxExceptions *x, uint32_t from, const uint8_t *label, size_t n,
								   uint32_t *i);

/*
 * What is said about the items below the node with this label; without exceptions (x may also be NULL) an empty range.
 * O(log n) reads.
 */
extern BxStatus bx_exceptions_of(const BxExceptions *x, const uint8_t *label, size_t n,
								 BxExceptionParent *parent);

/*
 * bx_exceptions_index: index on its line of the item below `parent` whose label ends in this level; *possible is false
 * when no item can have it.  How many items there are is not looked at.  O(log n) reads.
 */
extern BxStatus bx_exceptions_index(const BxExceptions *x, const BxExceptionParent *parent,
									const uint8_t *level, size_t level_n, uint32_t *index, bool *possible);

/* bx_exceptions_level: append the last level of the label of the item with this index below `parent`. */
extern BxStatus bx_exceptions_level(const BxExceptions *x, const BxExceptionParent *parent,
									BxOrdpathLine line, uint32_t index, BxBuf *out);

/*
 * bx_level_get: are these bytes one level of a label, even numbers and then an odd one?  Then its line, and the number
 * that the next item of the line has without an exception: the smallest odd one greater than the first of the level.
 */
extern bool bx_level_get(const uint8_t *p, size_t n, BxOrdpathLine *line, int64_t *next);

/* The number of a mark; false if it is none. */
extern bool bx_mark_get(const BxException *e, int64_t *number);

/* The level of a mark, at most 2 BX_ORDPATH_PART_MAX bytes; returns its length. */
extern size_t bx_mark_put(BxOrdpathLine line, BxMark mark, int64_t number, uint8_t *level);

#endif
