/*
 * eng_expat.h -- a query as a hand-written matcher over expat's events.
 *
 * The matcher sees start tags with their attributes, end tags, and the whole text of an element it asked for by
 * setting `capture` in its start function.  It has no skip and no early end: a SAX parser has neither.
 */
#ifndef ENG_EXPAT_H
#define ENG_EXPAT_H

#include "bm.h"

#define BM_CAPTURE_MAX 1024

typedef struct BmMatch
{
	unsigned depth; /* of the element of the current event; 1 for the root */
	bool capture;   /* collect text until the next end tag */
	size_t len;
	char text[BM_CAPTURE_MAX];
	unsigned flag[4]; /* the matcher's own state, zero at the start of a document */
	uint64_t found;   /* nodes selected in this document */
	bool has_value;   /* the first value is in `value` */
	size_t value_len;
	char value[BM_CAPTURE_MAX];
} BmMatch;

struct BmMatcher
{
	void (*start)(BmMatch *m, const char *name, const char **atts);
	void (*end)(BmMatch *m, const char *name);
};

extern const BmMatcher match_re1, match_re2, match_re3, match_dblp, match_order_acct, match_order_cash;

#endif
