/*
 * cost.h -- what calls on documents cost.
 */
#ifndef BXML_COST_H
#define BXML_COST_H

#include "nodes/supportnodes.h"

/* Answer a request for the cost of a call, or an operator, whose first two arguments are document and path. */
extern Node *cost_of_call(SupportRequestCost *request);

#endif
