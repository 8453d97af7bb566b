/*
 * fc_short.h -- queries that are a path and nothing else, as paths of their own.
 *
 * A path has cheaper accesses to small values than a run of a query (xpath/plan, the shortcut), and calls that differ
 * in the document only share what is bound.  What it finds is what the query gives, as long as it finds at most one
 * node.
 */
#ifndef FC_SHORT_H
#define FC_SHORT_H

#include "../../xpath/syntax/xp_ast.h"
#include "fc_query.h"

typedef enum FcShortUse
{
	FC_SHORT_NODES,  /* the nodes */
	FC_SHORT_STRING, /* the string of the node, empty when there is none: string(/a/b) */
	FC_SHORT_STRINGS /* the string of each node: /a/b/string() */
} FcShortUse;

typedef struct FcShort
{
	const XpBlock *block; /* in the arena that the query was compiled with */
	AtName variable;      /* whose document it is about; local empty: the context item */
	FcShortUse use;
} FcShort;

/*
 * Is the query such a path?  Without a prolog but for namespaces; steps to children, attributes, descendants and text,
 * by name or "*", with numbers and comparisons of a child or an attribute with a text as predicates.  The arena is as
 * above; *is is false, too, when the text is not a bxpath for another reason.  BX_E_NOMEM.
 */
extern BxStatus fc_short(const FcQuery *query, BxArena *arena, FcShort *path, bool *is, BxError *err);

#endif
