/*
 * node_make.h -- the statements that create a node table, and what is checked before.
 */
#ifndef BXML_NODE_MAKE_H
#define BXML_NODE_MAKE_H

#include "utils/relcache.h"

#include "node_def.h"

/* Kinds of indexes, by what comes first in them. */
#define NODE_INDEX_PATH 1
#define NODE_INDEX_VALUE 2
#define NODE_INDEX_PROPERTY 4

/* A node table that is being made. */
typedef struct NodeMaking
{
	NodeDef def; /* base and paths are the caller's to set, the rest is filled in */
	Relation base;
	Oid function;    /* of the triggers */
	char *extension; /* its schema, quoted */
	char *name;
	char *full;  /* with its schema, quoted */
	int indexes; /* kinds, as bits */
	/* filled in */
	Oid pkey;   /* index of the primary key */
	char *keys; /* "a, b": the columns of the key in the node table */
} NodeMaking;

/* The kinds that a list such as "path, value, property" names, which is changed; raises an error for others. */
extern int node_index_kinds(char *list);

/* The index of the primary key; raises an error if there is none, or one that is checked late. */
extern Oid node_primary_key(Relation base);

/* Find document and key; raises an error if the table cannot have a node table. */
extern void node_make_check(NodeMaking *m, const char *document, Oid bxml);

/* Create and fill the table.  Within node_enter, with a search_path of the server's own schema. */
extern void node_make(NodeMaking *m);

#endif
