/*
 * xp_session.h -- expressions of one block for a language around them: the nodes they select as places in the value, their
 * values, and variables that are nodes.
 *
 * A block made by xp_embed.h holds many expressions.  A run evaluates them one by one on one value, under one plan, so
 * tables are met once.  What a receiver is handed is good until it returns.
 */
#ifndef XP_SESSION_H
#define XP_SESSION_H

#include "xp_eval.h"

typedef enum XpNodePlacePart
{
	XP_TARGET_ITEM,      /* off is the item's */
	XP_TARGET_LEAF_TEXT, /* the text in a LEAF; off is the LEAF's */
	XP_TARGET_DOCUMENT,
	XP_TARGET_NAMESPACE /* a node of the namespace axis; off is its element's */
} XpNodePlacePart;

/* Where a selected node is.  An element stored as a LEAF has the kind BX_KIND_ELEMENT. */
typedef struct XpNodePlace
{
	uint32_t off; /* in the items section, as BxEvent.off */
	uint8_t part; /* XpNodePlacePart */
	uint8_t kind; /* BxKind, 0 for the document */
} XpNodePlace;

/*
 * xp_targets: the nodes a path selects, in document order without duplicates, appended to out as XpNodePlace.  BX_E_XPTYPE
 * when an item is no node.
 */
extern BxStatus xp_targets(XpCall *c, const XpBlock *path, BxBuf *out);

/* ---- a run ---- */

typedef struct XpRunning XpRunning;

/* Call, block and arena must outlive the run, and nobody else may use the arena meanwhile.  Close it also after a failure. */
extern BxStatus xp_run_open(XpCall *c, const XpBlock *block, XpRunning **run);
extern void xp_run_close(XpRunning *run);

/* Effective boolean value. */
extern BxStatus xp_run_test(XpRunning *run, uint32_t root, bool *value);

typedef struct XpRunItem
{
	bool node;
	XpNodePlace target; /* of a node */
	BxStr text;         /* of an atomic value */
	const void *own;    /* private */
} XpRunItem;

typedef struct XpRunSink
{
	BxStatus (*take)(struct XpRunSink *sink, XpRunning *run, const XpRunItem *item, bool *stop);
} XpRunSink;

/* The items of an expression in its order: of a path document order. */
extern BxStatus xp_run_items(XpRunning *run, uint32_t root, XpRunSink *sink);

/* The string values of all items with a space between, appended to out. */
extern BxStatus xp_run_string(XpRunning *run, uint32_t root, BxBuf *out);

/* Of the node a receiver was handed: its parent, *found is false for the document; its string value; its name (elements, attributes, processing instructions). */
extern BxStatus xp_run_parent(XpRunning *run, const XpRunItem *item, XpNodePlace *parent, bool *found);
extern BxStatus xp_run_node_text(XpRunning *run, const XpRunItem *item, BxStr *text);
extern BxStatus xp_run_node_name(XpRunning *run, const XpRunItem *item, BxStr *prefix, BxStr *uri,
								 BxStr *local);

/* The node as a value of its own, as xp_values makes it, in host memory that is the caller's. */
extern BxStatus xp_run_node_value(XpRunning *run, const XpRunItem *item, const BxWriterOptions *options,
								  uint8_t **data, size_t *len);

/* What is done under a variable. */
typedef struct XpRunBody
{
	BxStatus (*run)(struct XpRunBody *body, XpRunning *run);
} XpRunBody;

/* Run the body for each item of an expression, or once for all of them, as the value of the variable at `place`. */
extern BxStatus xp_run_for(XpRunning *run, uint32_t root, uint32_t place, XpRunBody *body);
extern BxStatus xp_run_let(XpRunning *run, uint32_t root, uint32_t place, XpRunBody *body);

#endif
