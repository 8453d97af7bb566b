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
extern BxStatus xp_pull_open(XpEval *ev, const XpPath *path, const XpNode *start, XpPull **pull);
extern BxStatus xp_pull_next(XpPull *pull, XpNode *nd, bool *found);

#endif
