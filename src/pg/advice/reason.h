/*
 * reason.h -- why an index does not serve a predicate, in words.
 */
#ifndef BXML_REASON_H
#define BXML_REASON_H

#include "consider.h"
#include "lookup.h"

/* Of an index that has no keys for what would be looked up; NULL if there is nothing to say. */
extern char *reason_of_lookup(const LookedUp *looked);

/* Of the parts of a predicate that are not looked up; NULL if there are none. */
extern char *reason_of_rest(const LookedUp *looked);

/*
 * Of a predicate that is not a condition on a column of documents with a class of ours, of an index that exists or not.
 */
extern char *reason_of_predicate(const AdviceSite *site, IndexOptInfo *index, int column,
								 const Predicate *predicate);

/* The predicate asks for what the schema of the documents excludes; NULL if it does not. */
extern char *reason_of_schema(const AdviceSite *site, const Predicate *predicate);

#endif
