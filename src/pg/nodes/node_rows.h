/*
 * node_rows.h -- the nodes of a document as rows of a node table.
 *
 * A row has the label of a node, its path, its value and what the value is as a number and as a moment.  The path names
 * all elements from the document on; a namespace is written where it is another one than that of the parent, as
 * Q{uri}, so "/Q{urn:x}a/b" has both elements in urn:x.  Attributes without a prefix are in no namespace.
 *
 * Rows are index keys, which have limits of length: nodes whose label is longer have no row, paths and values that are
 * longer are null.
 */
#ifndef BXML_NODE_ROWS_H
#define BXML_NODE_ROWS_H

#include "../../core/index/bx_index_scope.h"

/* Bytes of a label, a path and a value, at most: together with a key of 1,000 bytes they fit into a btree's tuple. */
#define NODE_TEXT_MAX 500

/* Columns of a row, which follow those of the key in a node table. */
typedef enum NodeColumn
{
	NODE_LABEL,
	NODE_PATH,
	NODE_VALUE,
	NODE_NUMBER,
	NODE_MOMENT,
	NODE_COLUMNS
} NodeColumn;

/* The paths of a node table, checked; they live as long as the memory context they were read in. */
typedef struct NodePaths NodePaths;

/* Read the paths of a bxpath datum; raises errors for those that cannot be kept. */
extern const NodePaths *node_paths_read(Datum bxpath);
/* The same for text in the encoding of the server. */
extern const NodePaths *node_paths_text(const char *text);

typedef struct NodeRows NodeRows;

/*
 * Open the rows of a document in the current context, which must outlive them and should be one of their own; the
 * document and the paths (NULL: all nodes) must outlive them as well.  Raises errors.
 */
extern NodeRows *node_rows_open(Datum doc, const NodePaths *paths);

/*
 * The next row, in document order, into arrays of NODE_COLUMNS; false after the last.  Values are good until the next
 * row, and as long as the current context.
 */
extern bool node_rows_next(NodeRows *r, Datum *values, bool *nulls);

/* Release what is not in the context. */
extern void node_rows_close(NodeRows *r);

#endif
