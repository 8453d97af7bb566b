/*
 * table_advice.h -- which paths of the documents of a table an index serves, and which indexes serve nothing.
 */
#ifndef BXML_TABLE_ADVICE_H
#define BXML_TABLE_ADVICE_H

#include "collect.h"

/* Takes a row, which is good until it returns. */
typedef void (*AdviceTake)(void *to, const Advice *row);

/*
 * Of each column of documents that the caller may read: the paths with values that statistics know, those that no index
 * serves only where a value leads to few documents; conditions that are indexed as expressions; indexes that serve
 * nothing.  Raises an error when the caller may read none.
 */
extern void table_advice(Oid table, AdviceTake take, void *to);

#endif
