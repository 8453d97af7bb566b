/*
 * xp_column_scan_int.h -- columns that are reached from the row's node by children and attributes: one pass over its content
 * finds them all.
 */
#ifndef XP_COLUMN_SCAN_INT_H
#define XP_COLUMN_SCAN_INT_H

#include "../nodes/xp_node_int.h"
#include "xp_column_value.h"

typedef struct XpColumn
{
	XpNode nd;      /* the first node, when n is not 0; it knows no way up */
	uint32_t n;     /* nodes found, at most `most` need to be */
	uint8_t most;   /* 0: the column is not found here */
	uint64_t steps; /* of its path, as bits of its group's word */
} XpColumn;

/* The columns whose steps lie in one word of bits: a pass. */
typedef struct XpColumnGroup
{
	uint32_t word;
	uint64_t steps;               /* of the columns that may find something */
	uint64_t first;               /* of which the first of each column, */
	uint64_t last;                /* the last, */
	uint64_t attr;                /* those to attributes, */
	uint64_t single;              /* those that a parent has one node at most for, */
	uint8_t of_bit[XP_WORD_BITS]; /* column of a last step */
} XpColumnGroup;

typedef struct XpColumns
{
	XpColumn *columns;    /* [n], by root */
	XpColumnValue *cells; /* [n], likewise */
	uint32_t n;
	uint32_t n_found; /* columns that are found here */
	XpColumnGroup *groups;
	uint32_t n_groups;
	bool deep; /* some column has more than one step */
} XpColumns;

/*
 * Which of the expressions roots[1 .. n_roots) are such columns, at most 255.  asked[i] says how many nodes of each are
 * looked for; NULL: one of each.
 */
extern BxStatus xp_columns_init(XpColumns *k, XpEval *ev, const uint32_t *roots, uint32_t n_roots,
								const uint8_t *asked);

/* Can they be found in this node?  An element; the document, when no directory knows the way to them better. */
static inline bool
xp_columns_fit(const XpColumns *k, const XpEval *ev, const XpNode *row)
{
	return row->kind == BX_KIND_ELEMENT || (row->kind == XP_DOC && (!k->deep || ev->dirs == 0));
}

/* Find them in a node that fits. */
extern BxStatus xp_columns_find(XpColumns *k, XpEval *ev, const XpNode *row);

/* What was found, as cells: payloads in place, filled; texts of `apart` bytes and more are not known. */
extern BxStatus xp_columns_cells(XpColumns *k, XpEval *ev, uint32_t apart);

#endif
