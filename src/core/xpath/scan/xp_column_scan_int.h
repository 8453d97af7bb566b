/*
 * xp_column_scan_int.h -- columns that are reached from the row's node by children and attributes; one scan of its
 * content finds them all.
 */
#ifndef XP_COLUMN_SCAN_INT_H
#define XP_COLUMN_SCAN_INT_H

#include "../nodes/xp_node_int.h"
#include "xp_column_value.h"

typedef struct XpColumn
{
	XpNode nd;      /* the first node, when n is not 0; it knows no way up */
	uint32_t n;     /* nodes found, at most `max` need to be */
	uint8_t max;    /* 0: the column is not found here */
	uint64_t steps; /* of its path, as bits of its group's word */
} XpColumn;

/* The columns whose steps are in one word of bits, which one scan finds. */
typedef struct XpColumnScanGroup
{
	uint32_t word;
	uint64_t steps;               /* of the columns that this table can have */
	uint64_t first;               /* the first of each column, */
	uint64_t last;                /* the last, */
	uint64_t attr;                /* the attribute steps, */
	uint64_t single;              /* and those of them with a name */
	uint8_t of_bit[XP_WORD_BITS]; /* column of a last step */
} XpColumnScanGroup;

/* Items of a row that a pattern can have. */
#define XP_PATTERN_MAX 64

/*
 * What a scan met in a row whose items went to one column each, or to none, as far as it looked.  The columns of a row
 * with the same shapes there are the same items.
 */
typedef struct XpColumnPattern
{
	uint32_t n;                      /* items */
	bool ready;                      /* false: there is no pattern, or its cells were not made */
	bool whole;                      /* the items are all of the row */
	uint8_t luck;                    /* rows that may differ from it before no more patterns are made */
	uint8_t shapes[XP_PATTERN_MAX];  /* all have tokens of one byte */
	uint8_t columns[XP_PATTERN_MAX]; /* 0: none */
} XpColumnPattern;

typedef struct XpColumnScan
{
	XpColumn *columns;    /* [n], by root */
	XpColumnValue *cells; /* [n], likewise */
	uint32_t n;
	uint32_t n_found; /* columns that are found here */
	XpColumnScanGroup *groups;
	uint32_t n_groups;
	bool deep; /* some column has more than one step */
	XpColumnPattern pattern;
} XpColumnScan;

/*
 * Find out which of the expressions roots[1 .. n_roots) are such columns, at most 255.  wanted[i] is the number of
 * nodes to look for; NULL: one of each.
 */
extern BxStatus xp_column_scan_init(XpColumnScan *k, XpEval *ev, const uint32_t *roots, uint32_t n_roots,
									const uint8_t *wanted);

/* Can they be found in this node?  In an element; in the document, unless directories lead to them faster. */
static inline bool
xp_column_scan_fit(const XpColumnScan *k, const XpEval *ev, const XpNode *row)
{
	return row->kind == BX_KIND_ELEMENT || (row->kind == XP_DOC && (!k->deep || ev->dirs == 0));
}

/* Find them in a node accepted by xp_column_scan_fit. */
extern BxStatus xp_column_scan_find(XpColumnScan *k, XpEval *ev, const XpNode *row);

/*
 * Find them in a node that has the items of the row before, and make their cells, as xp_column_scan_find and
 * xp_column_scan_cells do; but columns[] are not set.  False: it has others, or they are not all in memory.
 */
extern bool xp_column_scan_repeat(XpColumnScan *k, XpEval *ev, const XpNode *row, uint32_t apart);

/* What was found, as cells with their payloads in memory; texts of `apart` bytes and more are left unknown. */
extern BxStatus xp_column_scan_cells(XpColumnScan *k, XpEval *ev, uint32_t apart);

#endif
