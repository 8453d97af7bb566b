/*
 * xp_query_int.h -- the result of an expression, or single nodes of it, as values of their own.
 */
#ifndef XP_QUERY_INT_H
#define XP_QUERY_INT_H

#include "xp_session_int.h"

#include "../../read/bx_label.h"
#include "../../read/bx_excerpt.h"
#include "xp_result.h"

/*
 * xp_eval.c: keys of the selected nodes in the order they are delivered, in the call's arena; for tests.  A namespace
 * node has the key of its element; pairs has its pair, and UINT32_MAX for other nodes.
 */
extern BxStatus xp_keys(XpCall *c, const XpBlock *path, const uint32_t **keys, const uint32_t **pairs,
						uint32_t *n);

/*
 * Makes values of nodes, one after another; its memory is from the arena.  The table is open and nodes know the way
 * up.  The cost of one value does not depend on the names of the document that it does not use.
 */
extern BxStatus xp_copier_new(XpEval *ev, const BxWriterOptions *options, XpScope scope, XpCopier **copier);
/*
 * The label that the value of the next node keeps, empty for the document, and those below it: the label exceptions and
 * marks of the document, NULL for a value without labels.  Borrowed.
 */
extern void xp_copier_labels(XpCopier *k, const BxRoot *root, const BxExceptions *x,
							 const BxExceptions *marks);
extern BxStatus xp_copier_item(XpCopier *k, const XpItem *item, uint8_t **data, size_t *len);
/* The result of an expression, as xp_query (xp_eval.h) makes it. */
extern BxStatus xp_copier_query(XpCopier *k, uint32_t root, const XpContext *cx, bool *found, uint8_t **data,
								size_t *len);

/*
 * Copy the items of [off, end) and all below them into a writer.  ends has room for as many numbers as xp_copy_ends
 * says.
 */
struct BxCopy;
extern BxStatus xp_copy_items(XpEval *ev, struct BxCopy *copy, uint32_t *ends, uint32_t off, uint32_t end);
static inline uint32_t
xp_copy_ends(const XpEval *ev)
{
	return ev->table->head.depth + 3;
}

/* Pairs that the ancestors of an element declare, innermost first, from the arena. */
extern BxStatus xp_scope_around(XpEval *ev, const XpNode *el, const uint32_t **pairs, uint32_t *n);

/*
 * What a copy of an element declares besides its own items: what it inherits and does not declare itself; from the
 * arena.
 */
extern BxStatus xp_scope_inherited(XpEval *ev, const XpNode *el, const uint32_t **inherited, uint32_t *n);

/* xp_excerpt.c: *loose is as xp_query_excerpt says; its v is NULL when the result is not to be had so. */
extern BxStatus xp_excerpt_run(XpSession *s, BxExcerpt *loose);

/* xp_result.c: as xp_item_value and xp_strings (xp_result.h), within an evaluation. */
extern BxStatus xp_first_item(XpEval *ev, uint32_t root, const XpContext *cx, bool more, XpItem *item,
							  unsigned *count);
/* A node as an item.  The value of an element that holds a single text is that text's. */
extern BxStatus xp_node_item(XpEval *ev, const XpNode *nd, XpItem *item);
extern BxStatus xp_item_strings(XpEval *ev, uint32_t root, const XpContext *cx, XpStringSink *sink);

/* xp_scope.c: namespaces a subtree uses; one scan serves many subtrees. */
typedef struct XpScopeScan
{
	uint32_t *open; /* pair -> open elements of the subtree that declare it; all zero between scans */
	uint8_t *seen;  /* pair -> is in used */
	uint32_t *used; /* used and not declared inside, in the order of use */
	uint32_t n_used;
	uint32_t *starts; /* content of the open elements */
	uint32_t *ends;
} XpScopeScan;

extern BxStatus xp_scope_init(XpEval *ev, XpScopeScan *scan);
extern BxStatus xp_scope_used(XpEval *ev, XpScopeScan *scan, const XpNode *el);

#endif
