/*
 * vocabulary_walk.h -- does a datum of any type hold a value that refers to a vocabulary?
 */
#ifndef BXML_VOCABULARY_WALK_H
#define BXML_VOCABULARY_WALK_H

#include "access/htup_details.h"

typedef struct VocabularyWalk
{
	uint32 number; /* of the vocabulary */
	Oid bxml;
	Oid *types; /* that can hold such values: bxml itself, anyarray, pg_node_tree, and what is made of them */
	int n_types;
} VocabularyWalk;

/* Find the types; SPI must be connected.  They are in CurrentMemoryContext. */
extern void walk_open(VocabularyWalk *w, uint32 number, Oid bxml);

/* The OIDs that a query with one argument finds, in CurrentMemoryContext; SPI must be connected. */
extern Oid *walk_query(const char *query, Oid type, Datum arg, int *n);

/* Can data of the type hold such a value? */
extern bool walk_may(const VocabularyWalk *w, Oid type);

/* Does it?  The type is one that can.  Leaves behind what it allocates. */
extern bool walk_refers(const VocabularyWalk *w, Oid type, Datum datum);

#endif
