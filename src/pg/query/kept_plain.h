/*
 * kept_plain.h -- plain forms of short values in the row, kept for the calls on one row.
 */
#ifndef BXML_KEPT_PLAIN_H
#define BXML_KEPT_PLAIN_H

#include "../server/host.h"

/* The longest plain form that is kept. */
#define KEPT_PLAIN_MAX (16 * 1024)

/*
 * The plain form of the n bytes of a value in the row that is in blocks or refers to a vocabulary, good until the next
 * call of this function.  NULL if it is not kept: it is long, bxml.value_cache is off, or its blocks are damaged, which
 * readers report.  Raises the errors of vocabulary_expand.
 */
extern const uint8_t *kept_plain(const uint8_t *v, size_t n, const BxHost *host, size_t *plain_n);

#endif
