/*
 * match.h -- a query as a hand-written matcher over the events of a parser.
 *
 * The matcher sees start tags with their attributes, end tags, and the whole text of an element it asked for by
 * setting `capture` in its start function.  By `skip` it says that it needs nothing of the element's content; a SAX
 * parser has no use for that, and neither has an early end.
 */
#ifndef MATCH_H
#define MATCH_H

#include "bm.h"

#define BM_CAPTURE_MAX 1024

typedef struct BmMatch
{
	unsigned depth; /* of the element of the current event; 1 for the root */
	bool capture;   /* collect text until the next end tag */
	bool skip;      /* the start function needs nothing from inside the element */
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

/* One document: begin, events, then its part of the answer.  atts: name, value, ..., NULL. */
extern void bm_match_begin(BmMatch *m);
extern void bm_match_start(BmMatch *m, const BmMatcher *matcher, const char *name, const char **atts);
extern void bm_match_end(BmMatch *m, const BmMatcher *matcher, const char *name);
extern void bm_match_text(BmMatch *m, const char *s, size_t n);
extern void bm_match_answer(const BmMatch *m, BmWant want, BmAnswer *a);

extern const BmMatcher match_re1, match_re2, match_re3, match_dblp, match_order_acct, match_order_cash;

#endif
