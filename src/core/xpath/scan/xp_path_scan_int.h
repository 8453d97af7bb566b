/*
 * xp_path_scan_int.h -- paths in one pass over the value.
 */
#ifndef XP_PATH_SCAN_INT_H
#define XP_PATH_SCAN_INT_H

#include "../nodes/xp_node_int.h"

/* Feed the nodes of the streaming head of a path from one start node to the sink, in document order, each once. */
extern BxStatus xp_stream(XpEval *ev, const XpPath *path, const XpNode *start, XpSink *sink);

/*
 * The same one node at a time, for paths that stream as a whole.  Memory is of the arena, which may be released down to
 * where xp_pull_next left it.
 */
typedef struct XpPull XpPull;
/* Memory for a pull, of the pool or the arena; it may be started again and again.  NULL when refused. */
extern XpPull *xp_pull_new(XpEval *ev, BxArena *arena);
extern void xp_pull_free(XpEval *ev, XpPull *pull); /* to the pool */
/* The start node must outlive the pull. */
extern BxStatus xp_pull_start(XpPull *pull, XpEval *ev, const XpPath *path, const XpNode *start);
extern BxStatus xp_pull_next(XpPull *pull, XpNode *nd, bool *found);

#endif
