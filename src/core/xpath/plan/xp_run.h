/*
 * xp_run.h -- expressions that no access answers by itself: who evaluates them.
 *
 * The operators of queries are above this room: what they compile is kept by callers that have more than one call
 * (XpCall.engine).  A session that needs them is
 * one about their paths, on the same value, and has one expression, which its run evaluates.
 */
#ifndef XP_RUN_H
#define XP_RUN_H

#include "xp_call.h"
#include "../syntax/xp_item.h"

struct XpNode;
struct XpPlan;
struct XpSession;

typedef struct XpRun XpRun;
typedef struct XpRunItems XpRunItems; /* items that are pulled */

/*
 * An item of a query that is neither an atomic value nor a node of the document: a node that it constructed, a map and
 * so on, in the form of the run.
 */
typedef struct XpMade
{
	uint64_t item[2];
} XpMade;

/* What is asked of a run. */
typedef struct XpRunClass
{
	/* XP_T_NODESET: nodes only, in document order; XP_T_SEQUENCE: any items; else there is one, and it is atomic */
	uint8_t (*type)(const XpRun *run);
	/*
	 * The context is a node of the session.  keeps: the items are as good as the call; else they are left when others
	 * are opened that are not kept, or something else is asked.
	 */
	BxStatus (*open)(XpRun *run, const struct XpNode *context, bool keeps, XpRunItems **items);
	/* keeps: what the item refers to is as good as the call; else until the next one */
	BxStatus (*next)(XpRun *run, XpRunItems *items, bool keeps, XpItem *item, bool *found);
	void (*close)(XpRun *run, XpRunItems *items);
	BxStatus (*test)(XpRun *run, const struct XpNode *context, bool *value);
	BxStatus (*count)(XpRun *run, const struct XpNode *context, uint64_t *n);
	/*
	 * Of a made item: its string value, as good as the item; as a value of its own, in memory of the run, until the
	 * next one.
	 */
	BxStatus (*made_text)(XpRun *run, const XpMade *made, BxStr *text);
	BxStatus (*made_value)(XpRun *run, const XpMade *made, const uint8_t **v, size_t *n);
	void (*end)(XpRun *run);
} XpRunClass;

struct XpRun
{
	const XpRunClass *class;
};

/* What is known of a path. */
typedef enum XpAnswer
{
	XP_ANSWER_UNKNOWN, /* nothing yet */
	XP_ANSWER_ACCESS,  /* an access answers it alone */
	XP_ANSWER_RUN
} XpAnswer;

typedef struct XpEngine XpEngine;

struct XpEngine
{
	const XpBlock *of;  /* the path that it evaluates; calls about others do without */
	uint8_t answer;     /* XpAnswer */
	bool needs_parents; /* of nodes, for more than its paths say; set by ready */
	XpEngine
		*next; /* of paths that are joined for rows (xp_rows.h): that of the next column, for each of them */
	/* Compile, at the first call: the block and the plan of all paths, which stay, and a cache for them or NULL. */
	BxStatus (*ready)(XpEngine *engine, XpCall *c, const XpBlock **block, const struct XpPlan **plan,
					  XpCache **cache);
	/* Begin a run in a session about that block; its variables and memory are the call's. */
	BxStatus (*begin)(XpEngine *engine, XpCall *c, struct XpSession *s, XpRun **run);
};

/*
 * Engines of the operators of queries (query/face/fc_engine.c).
 *
 * new: for XpCall.engine of many calls, one at a time.  It compiles the text of the path at the first call that needs
 * that, in the host of the arena; path and arena outlive it.  NULL: no memory.  forget: the text has changed in place,
 * or the engine ends; NULL is allowed.  held: bytes that it and those behind it hold of the host's memory, besides the
 * arena; NULL is allowed.
 *
 * fc_engine_once: for a single call that has none, in the arena of the call (XpCall.once).
 */
extern XpEngine *xp_engine_new(const XpBlock *path, BxArena *arena);
extern void xp_engine_forget(XpEngine *engine);
extern size_t xp_engine_held(const XpEngine *engine);
extern BxStatus fc_engine_once(XpCall *c, const XpBlock *path, XpEngine **engine);

/* What a call makes that has no engine for the path (XpCall.once). */
static inline BxStatus
xp_engine_once(XpCall *c, const XpBlock *path, XpEngine **engine)
{
	return c->once != NULL ? c->once(c, path, engine)
						   : bx_fail(c->err, BX_E_STATE, -1, "nothing evaluates the expressions of the path");
}

#endif
