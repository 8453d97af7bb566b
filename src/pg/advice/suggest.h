/*
 * suggest.h -- an index that would serve a predicate, as a statement.
 */
#ifndef BXML_SUGGEST_H
#define BXML_SUGGEST_H

#include "consider.h"
#include "site.h"

/*
 * CREATE INDEX, by which the planner would serve the predicate; NULL if no index does.  has_gin: the column has a GIN
 * index of ours, which does not serve it.
 */
extern char *suggest_index(const AdviceSite *site, const Predicate *predicate, bool has_gin);

#endif
