/*
 * node_def.h -- what the triggers of a table say about its node tables.
 *
 * They are the only catalog of node tables: names in tables of ours would not follow renames.  The condition of a
 * trigger is a call of bxml_node_row with the node table as a constant of type regclass and the columns of the base
 * table, which the server renames, prints and restores like any other expression.  The argument of the trigger function
 * has the paths.  In a partition the server makes triggers of its own out of those of the table above it.
 */
#ifndef BXML_NODE_DEF_H
#define BXML_NODE_DEF_H

#include "access/attnum.h"
#include "nodes/pg_list.h"
#include "pg_config_manual.h"

typedef struct NodeDef
{
	Oid trigger;
	Oid base;       /* the table that has the trigger */
	Oid nodes;      /* the node table */
	AttrNumber doc; /* 0: of a trigger that has no row */
	int n_keys;
	AttrNumber keys[INDEX_MAX_KEYS];
	Oid key_types[INDEX_MAX_KEYS]; /* of the values that a trigger gives for them; not read from catalogs */
	char *paths;                   /* in the encoding of the server; NULL: all */
} NodeDef;

/* Read the condition of a trigger into doc, nodes and keys; false if it is another expression. */
extern bool node_def_read(NodeDef *def, const char *condition);

/* The error for such a condition. */
extern _Noreturn void node_def_bad(void);

/* The definition at the top of the partitions, of a trigger by its OID. */
extern void node_def_top(NodeDef *def, Oid trigger);

/*
 * The definitions by INSERT triggers whose function is the given one: all, or of one node table.  A list of NodeDef.
 */
extern List *node_defs(Oid function, Oid nodes);

/* Do two definitions say the same of a table? */
extern bool node_defs_agree(const NodeDef *a, const NodeDef *b);

/*
 * The OIDs of the triggers of the node table on the base table, of that function: all, or those that say the same as
 * the definition, which triggers for TRUNCATE do.
 */
extern List *node_triggers(Oid function, const NodeDef *def, bool all);

extern Oid node_table_owner(Oid table);

/* A table as SQL text with its schema. */
extern char *node_table_name(Oid table);

#endif
