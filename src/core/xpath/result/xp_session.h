/*
 * xp_session.h -- an evaluation that stays open: the items of its expressions one by one, and what is asked of them.
 *
 * A session evaluates the expressions of one block on one value under one plan, so it meets the tables of the value
 * once.  Items and what is asked of them are good until the next item of the same expression.  A path that streams is
 * suspended between its nodes; any other keeps eight bytes a node.
 */
#ifndef XP_SESSION_H
#define XP_SESSION_H

#include "../eval/xp_items.h"
#include "xp_eval.h"

typedef enum XpNodePlacePart
{
	XP_PLACE_ITEM,      /* off is the item's */
	XP_PLACE_LEAF_TEXT, /* the text in a LEAF; off is the LEAF's */
	XP_PLACE_DOCUMENT,
	XP_PLACE_NAMESPACE /* a node of the namespace axis; off is its element's */
} XpNodePlacePart;

/* Where a selected node is.  An element stored as a LEAF has the kind BX_KIND_ELEMENT. */
typedef struct XpNodePlace
{
	uint32_t off; /* in the items section, as BxEvent.off */
	uint8_t part; /* XpNodePlacePart */
	uint8_t kind; /* BxKind, 0 for the document */
} XpNodePlace;

/*
 * xp_targets: the nodes a path selects, in document order without duplicates, appended to out as XpNodePlace.
 * BX_E_XPTYPE when an item is not a node.
 */
extern BxStatus xp_targets(XpCall *c, const XpBlock *path, BxBuf *out);

typedef struct XpSession XpSession;

/* What will be asked for: it has its price. */
#define XP_OPEN_NAMES 0x01     /* names of nodes, and values */
#define XP_OPEN_ANCESTORS 0x02 /* parents, and values */
#define XP_OPEN_STAY 0x04      /* nodes by key and way up, as long as the session is open */
#define XP_OPEN_PATHS 0x08     /* only paths that accesses answer alone: never a run */

/*
 * Call and block must outlive the session, and nobody else may use the arena meanwhile.  Close it also after a failure.
 */
extern BxStatus xp_session_open(XpCall *c, const XpBlock *block, unsigned needs, XpSession **session);
extern void xp_session_close(XpSession *s);

/* The next item of the block's own expression. */
extern BxStatus xp_session_next(XpSession *s, XpItem *item, bool *found);

/* ---- of an item ---- */

static inline bool
xp_is_node(const XpItem *item)
{
	return item->type == XP_T_NODESET;
}

typedef enum XpScope
{
	XP_SCOPE_ALL,  /* a subtree declares on top every namespace that was in scope */
	XP_SCOPE_USED, /* only those it uses and does not declare itself, in the order of use */
} XpScope;

/*
 * The item as a value of its own, as xp_query makes one of all, in host memory that is the caller's.  The options and
 * scope of the first call count.
 */
extern BxStatus xp_session_value(XpSession *s, const XpItem *item, const BxWriterOptions *options,
								 XpScope scope, uint8_t **data, size_t *len);

#endif
