/*
 * split.h -- the records of a long text, one by one, for bxml_split and the plan node.
 */
#ifndef BXML_SPLIT_H
#define BXML_SPLIT_H

/* Where the text is, in the order of the functions of srf_split.c. */
typedef enum SplitFrom
{
	SPLIT_TEXT,
	SPLIT_BYTES,
	SPLIT_LARGE_OBJECT,
	SPLIT_FILE,
} SplitFrom;

typedef struct Split Split;

/*
 * Open a split.  source is a text, bytea, oid or text (a file name), which must live as long as the split; of the
 * latter two nothing is read yet.  split_close releases the parser and the file, as does a reset or deletion of cxt,
 * even by an error.
 */
extern Split *split_open(SplitFrom from, Datum source, Datum path, MemoryContext cxt);

/* The next record in CurrentMemoryContext; NULL after the last.  Raises errors. */
extern struct varlena *split_next(Split *split);

extern void split_close(Split *split);

#endif
