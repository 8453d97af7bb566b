/*
 * xp_rows.h -- nodes a path selects, pulled one by one, with labels, values and columns: the engine of node rowsets.
 *
 * The paths of a rowset, one for the rows and one per column, are joined into one block, so that they share one plan
 * and meet the tables of a value once.  Column paths start at the node of the row.  A row path that streams is
 * suspended between rows: memory does not grow with their number, and what is not asked for is not read; any other
 * keeps eight bytes per node.
 */
#ifndef XP_ROWS_H
#define XP_ROWS_H

#include "../../read/bx_walk.h"
#include "../scan/xp_column_value.h"
#include "../syntax/xp_join.h"
#include "xp_result.h"

typedef struct XpRows XpRows;

/* What will be asked of rows besides items and strings of columns: it has its price. */
#define XP_ROWS_LABELS XP_OPEN_NAMES                      /* xp_rows_label */
#define XP_ROWS_NODES (XP_OPEN_NAMES | XP_OPEN_ANCESTORS) /* xp_rows_node, xp_rows_value */

/*
 * xp_rows_open: rows are the nodes of roots[0], columns the others.  The call, its arena and image must outlive the
 * rows, and nothing else may use that arena meanwhile.  items[i], when given, says how many items xp_rows_item will
 * be asked for of root i: 0, 1, or 2 with `more`; a hint that need not outlive the call.  BX_E_XPTYPE when the first
 * is not a node-set.  Close also after a failure.
 */
extern BxStatus xp_rows_open(XpCall *c, const XpBlock *joined, const uint32_t *roots, uint32_t n_roots,
							 unsigned needs, const uint8_t *items, XpRows **rows);
extern void xp_rows_close(XpRows *rows);

/* The next row in document order. */
extern BxStatus xp_rows_next(XpRows *rows, bool *found);

/* Label of the row's node; *has is false for nodes of the namespace axis.  Good until the next row. */
extern BxStatus xp_rows_label(XpRows *rows, bool *has, const uint8_t **label, size_t *n);

/* Work done for labels, which the call's own counters do not have. */
extern void xp_rows_label_work(const XpRows *rows, BxWalkWork *work);

/* The row's node as a value, as xp_values makes it, that keeps its label; in host memory that is the caller's. */
extern BxStatus xp_rows_node(XpRows *rows, const BxWriterOptions *options, uint8_t **data, size_t *len);

/*
 * The row's node as a part (XpCall.part), instead of xp_rows_node: for an element of at least `from` bytes, or in a
 * value with large texts apart; else *found is false.  Good until the next row.
 */
extern BxStatus xp_rows_part(XpRows *rows, uint32_t from, XpSubtree *part, bool *found);

/*
 * All columns of the row at once, cells[i] of column i from 1; texts of `apart` bytes and more are not known, 0: all
 * are.
 */
extern BxStatus xp_rows_cells(XpRows *rows, uint32_t apart, const XpColumnValue **cells);

/*
 * Column i, from 1, of the row: its first item (xp_item_value, by the call's by_reference_from as it is then), all as
 * strings, all as one value (xp_query).
 */
extern BxStatus xp_rows_item(XpRows *rows, uint32_t i, bool more, XpItem *item, unsigned *count);
extern BxStatus xp_rows_strings(XpRows *rows, uint32_t i, XpStringSink *sink);
extern BxStatus xp_rows_value(XpRows *rows, uint32_t i, const BxWriterOptions *options, bool *found,
							  uint8_t **data, size_t *len);

#endif
