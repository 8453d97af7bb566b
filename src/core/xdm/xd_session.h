/*
 * xd_session.h -- sessions of path evaluation (xpath/result) as trees, and their nodes as items.
 */
#ifndef XD_SESSION_H
#define XD_SESSION_H

#include "xd_tree.h"

struct XpBlock;
struct XpNode;
struct XpPlan;
struct XpSession;

/* All paths as one, for a session, with their plan; they are finished. */
extern const struct XpBlock *xd_paths_block(const XdPaths *paths, const struct XpPlan **plan);

/*
 * The value of a session of the caller, opened with XP_OPEN_STAY on the block of the paths of the forest, as a tree;
 * the session outlives the forest.
 */
extern BxStatus xd_tree_adopt(XdForest *forest, struct XpSession *session, XdItem *root);

/* A node of the session that is tree number `tree`. */
extern XdItem xd_session_item(uint32_t tree, const struct XpNode *nd);

/* The same back, into *room, which is from the arena when it is NULL. */
extern BxStatus xd_session_node(XdForest *forest, BxArena *arena, const XdItem *item, struct XpNode **room);

/* Scratch memory of the session of a tree from now on. */
extern void xd_session_scratch(XdForest *forest, uint32_t tree, BxArena *arena);

#endif
