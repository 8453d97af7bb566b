/*
 * fn_node.h -- what functions on nodes share.
 */
#ifndef FN_NODE_H
#define FN_NODE_H

#include "fn_evaluators.h"

/* Argument i, or where the call has none the context item, which must be a node: XPDY0002, XPTY0004. */
extern BxStatus fn_arg_node(RuRun *run, const RuOp *op, uint32_t i, const RuCx *cx, XdItem *node,
							bool *found);

#endif
