/*
 * node_check.h -- what is checked before anything is done to a node table.
 *
 * A user who may create triggers on a table can create one with bxml_node_trigger that names any other table and any
 * columns.  A trigger acts as the owner of its table only if bxml_create_node_table or bxml_rebuild_node_table have
 * recorded it: it depends on the primary key of the base table, and the node table depends on that table, which no
 * other command brings about.
 */
#ifndef BXML_NODE_CHECK_H
#define BXML_NODE_CHECK_H

#include "catalog/pg_attribute.h"
#include "utils/relcache.h"

#include "node_def.h"

/* Has the trigger of the definition been recorded? */
extern bool node_is_recorded(const NodeDef *def);

/*
 * May the trigger of the definition change its node table as the owner of the base table?  It may if it is recorded.
 * If no trigger of the node table is, as after a restore, it may for those who have the rights of the owner.  Raises
 * 42501 if not, and in any case for catalogs and where the tables have different owners.
 */
extern void node_check_rights(const NodeDef *def);

/*
 * Raise an error unless the tables have the columns that the definition says, of the types that are read and written:
 * document and key in the base table, key and NodeColumns in the node table.
 */
extern void node_check_columns(const NodeDef *def, Relation base, Relation nodes);

/* Raise an error unless the table is one that TRUNCATE may empty: it has the columns of some node table. */
extern void node_check_shape(Relation nodes);

/* A column by its number; raises an error if there is none. */
extern Form_pg_attribute node_column_of(Relation rel, int number);

#endif
