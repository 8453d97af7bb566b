/*
 * row_limit.h -- a hint for documents that are too large for a btree index.
 */
#ifndef BXML_ROW_LIMIT_H
#define BXML_ROW_LIMIT_H

/* Called once, when the library is loaded. */
extern void row_limit_init(void);

#endif
