/*
 * selectivity.h -- how many documents a path is true of.
 */
#ifndef BXML_SELECTIVITY_H
#define BXML_SELECTIVITY_H

#include "nodes/pathnodes.h"

#include "../../core/xpath/terms/xp_terms.h"
#include "column_stats.h"

/*
 * The share of the documents in `doc`, an expression of the query, of which a path, another one, is true; `function`
 * asks.  By the statistics of the column and values that are constants in the query, else by what is usual.
 */
extern double selectivity_of(PlannerInfo *root, Node *doc, Node *path, XpTermsAsk ask, Oid function);

/* The same of those that contain a pattern, another expression: of what the pattern is looked up by in an index. */
extern double selectivity_of_pattern(PlannerInfo *root, Node *doc, Node *pattern, Oid function);

/*
 * The nodes that a path, an expression of the query, selects in a document of the column on average; negative without
 * statistics, or if the path is not known or says nothing about the nodes.
 */
extern double selectivity_nodes(const ColumnStats *column, Node *path);

/* The info items of a document of the column, on average; there are statistics. */
extern double selectivity_items(const ColumnStats *column);

#endif
