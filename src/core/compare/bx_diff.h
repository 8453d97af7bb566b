/*
 * bx_diff.h -- what to do to one value to make it equal to another.
 *
 * The rows refer to nodes of the first value by their labels, in document order of the places they change.  Done
 * together they make a value that is equal to the second in the data model (bx_equal.h); there are none when the two
 * are equal.
 */
#ifndef BX_DIFF_H
#define BX_DIFF_H

#include "../store/bx_image.h"

typedef struct BxDiffText
{
	const char *s; /* UTF-8; NULL for none */
	size_t n;
} BxDiffText;

/*
 * Operations and what they have:
 *   delete            a child node: old is its XML; an attribute: old is its value
 *   update            a text, comment, instruction or attribute: old and new value
 *   insert-before     the child node in front of which new, XML of one node, is put; those of one place come in order
 *   insert-last       the element, or the document, that new becomes the last child of, behind what it had
 *   insert-attribute  the element that gets an attribute: new is its value, the path ends in its name
 * XML is exclusive canonical XML with comments, so it declares what it uses.
 */
typedef struct BxDiffRow
{
	const char *op;
	const uint8_t *label;
	size_t label_n;
	BxDiffText path; /* as bx_label_path, for people */
	BxDiffText old_text;
	BxDiffText new_text;
} BxDiffRow;

typedef struct BxDiffSink BxDiffSink;
struct BxDiffSink
{
	/* A row; what it refers to is good until this returns.  May jump. */
	BxStatus (*row)(BxDiffSink *sink, const BxDiffRow *row);
};

/*
 * bx_diff: all rows, to the sink.  Memory is the nodes of both values; time O(n log n) in them: children are matched by
 * hashes of their subtrees, then by name and kind within what is left between, both kept in order by longest increasing
 * sequences.  So the script is short where little changed, and not always the shortest.  BX_E_UNSUPPORTED when a path
 * cannot be written (a namespace URI with braces); BX_E_CORRUPT and others of reading.
 */
extern BxStatus bx_diff(BxStore *a, BxStore *b, const BxHost *host, BxDiffSink *sink, BxError *err);

#endif
