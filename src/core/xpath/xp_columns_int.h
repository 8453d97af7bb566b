/*
 * xp_columns_int.h -- columns that are children or attributes of the row's node: one pass over its content finds them
 * all.
 */
#ifndef XP_COLUMNS_INT_H
#define XP_COLUMNS_INT_H

#include "xp_eval_int.h"

typedef struct XpColumn
{
	XpNd nd;      /* the first node, when n is not 0; it knows no way up */
	uint32_t n;   /* nodes found, at most `most` need to be */
	uint8_t most; /* 0: the column is not found here */
} XpColumn;

typedef struct XpColumns
{
	XpColumn *columns; /* [n], by root */
	uint32_t n;
	uint32_t word;  /* of the steps, UINT32_MAX when no column is found here */
	uint64_t child; /* steps of columns, as bits */
	uint64_t attr;
	uint64_t single; /* of which a parent has one node at most */
	uint8_t of_bit[XP_WORD_BITS];
} XpColumns;

/*
 * Which of the expressions roots[1 .. n_roots) are such columns, at most 255.  asked[i] says how many nodes of each are
 * looked for: 0, 1 or 2; without it, 1 of all.  Memory is of the arena.
 */
extern BxStatus xp_columns_init(XpColumns *k, XpEv *ev, const uint32_t *roots, uint32_t n_roots,
								const uint8_t *asked);

/* Find them in the content of an element.  Statuses as xp_item_at. */
extern BxStatus xp_columns_find(XpColumns *k, XpEv *ev, const XpNd *row);

#endif
