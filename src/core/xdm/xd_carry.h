/*
 * xd_carry.h -- nodes of one value in two evaluations: that of a tree, and one of a path on the same value.
 *
 * Both are about the same plain bytes, all of them.  Namespace nodes are not carried.
 */
#ifndef XD_CARRY_H
#define XD_CARRY_H

#include "xd_tree.h"

struct XpEval;
struct XpNode;

/* The value that the path is evaluated on as a tree, of the same image; root: its document node. */
extern BxStatus xd_carry_tree(XdForest *forest, const struct XpEval *from, XdItem *root);

/* A node of a tree as one of the path's evaluation, with its way up where that keeps it. */
extern BxStatus xd_carry_out(XdForest *forest, const XdItem *node, struct XpEval *to, struct XpNode *nd);
/* A node of the path's evaluation, whose way up is known, as one of the tree with this root. */
extern BxStatus xd_carry_in(XdForest *forest, const XdItem *root, const struct XpEval *from,
							const struct XpNode *nd, XdItem *node);

#endif
