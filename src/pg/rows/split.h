/*
 * split.h -- the records of a long text, one by one: what bxml_split and the plan node share.
 */
#ifndef BXML_SPLIT_H
#define BXML_SPLIT_H

/* Where the text is; the functions of srf_split.c in this order. */
typedef enum SplitFrom
{
	SPLIT_TEXT,
	SPLIT_BYTES,
	SPLIT_LARGE_OBJECT,
	SPLIT_FILE,
} SplitFrom;

typedef struct Split Split;

/*
 * split_open: source is a text, bytea, oid or (the name) text, which must live as long as the split; nothing is read yet
 * of the latter two.  What the parser and the file take is given back by split_close, or when cxt is reset or deleted,
 * also by an error.
 */
extern Split *split_open(SplitFrom from, Datum source, Datum path, MemoryContext cxt);

/* The next record in CurrentMemoryContext, NULL behind the last one.  Raises what fails. */
extern struct varlena *split_next(Split *split);

extern void split_close(Split *split);

#endif
