/*
 * tables.h -- tables as arguments of functions.
 */
#ifndef BXML_TABLES_H
#define BXML_TABLES_H

#include "utils/relcache.h"

/* Raise an error unless the relation has rows of its own or of partitions: a table or materialized view. */
extern void tables_check_rows(Relation rel);

#endif
