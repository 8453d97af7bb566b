/*
 * learning.h -- vocabularies learned from documents, and put into the table.
 */
#ifndef BXML_LEARNING_H
#define BXML_LEARNING_H

#include "funcapi.h"

#include "../../core/vocabulary/bx_learn.h"
#include "../server/host.h"

typedef struct Learning
{
	MemoryContext cxt; /* of the sample */
	PgHost host;
	BxArena arena;
	BxLearn *learn;
	BxLearnLeast least;
	Oid owner;                /* set by the caller, as what follows */
	const char *learned_from; /* NULL for documents */
	bool made_up;             /* the documents are nobody's, and are not counted */
	BxError err;
} Learning;

/* All new values of a kind use its vocabulary, so to learn one is to change the database: raises an error. */
extern void learning_check_database(void);

extern void learning_begin(Learning *l, BxLearnLeast least);

/* Add a document; false once the sample is full. */
extern bool learning_add(Learning *l, Datum doc);

/* A vocabulary for each kind of documents that has something in common, and a row of the result for each. */
extern void learning_end(Learning *l, ReturnSetInfo *rsinfo);

#endif
