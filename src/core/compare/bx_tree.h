/*
 * bx_tree.h -- nodes of a value in memory, in document order, with hashes of their subtrees.
 *
 * For what cannot be done while passing over a value: multisets of children, and differences.  A node says how many
 * nodes its subtree has, so two subtrees are equal when their nodes are, one after the other.  Children that are a
 * multiset are sorted when their parent ends, so equal multisets are equal lists.
 */
#ifndef BX_TREE_H
#define BX_TREE_H

#include "bx_cursor.h"

typedef struct BxTreeNode
{
	uint64_t hash; /* of the subtree; equal subtrees of one comparison have equal hashes */
	size_t value;  /* place of text, comment or data among the values */
	uint32_t n;    /* its bytes */
	uint32_t size; /* nodes of the subtree, this one included */
	uint32_t name;
	uint32_t source; /* as BxNode */
	uint32_t attrs;  /* first of its attributes */
	uint32_t n_attrs;
	uint32_t off;
	uint8_t kind; /* BxNodeKind, never END or DONE */
	bool unordered;
	bool in_leaf;
} BxTreeNode;

typedef struct BxTree
{
	BxBuf nodes;  /* BxTreeNode */
	BxBuf attrs;  /* BxAttr */
	BxBuf values; /* bytes */
	BxBuf open;   /* uint32_t: elements that did not end yet */
	BxBuf sort;   /* scratch */
	const BxHost *host;
	BxError *err;
	uint64_t ticks;
} BxTree;

/* An empty tree; its memory is the host's until bx_tree_free. */
extern void bx_tree_init(BxTree *t, const BxHost *host, BxError *err);
extern void bx_tree_free(BxTree *t);

/*
 * bx_tree_read: append the nodes up to the end of the innermost element the cursor is in, which it then passes, or up
 * to the end of the value.  unordered: these siblings are a multiset.
 */
extern BxStatus bx_tree_read(BxTree *t, BxCursor *c, bool unordered);

static inline BxTreeNode *
bx_tree_nodes(const BxTree *t)
{
	return (BxTreeNode *) t->nodes.data;
}

static inline const BxAttr *
bx_tree_attrs(const BxTree *t, const BxTreeNode *node)
{
	return (const BxAttr *) t->attrs.data + node->attrs;
}

static inline uint32_t
bx_tree_count(const BxTree *t)
{
	return (uint32_t) (t->nodes.len / sizeof(BxTreeNode));
}

/* Order of two attributes with the same name by value. */
extern int bx_attr_compare(const BxAttr *a, const uint8_t *a_values, const BxAttr *b,
						   const uint8_t *b_values);

/* *order is 0 when the n nodes from i of one tree and the m from j of the other are equal, else their order. */
extern BxStatus bx_tree_compare(BxTree *a, uint32_t i, uint32_t n, const BxTree *b, uint32_t j, uint32_t m,
								int *order);

#endif
