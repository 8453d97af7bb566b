/*
 * rowset_columns.h -- the columns of bxml_table and bxml_table_def, from arguments and the column list.
 */
#ifndef BXML_ROWSET_COLUMNS_H
#define BXML_ROWSET_COLUMNS_H

#include "access/tupdesc.h"

#include "rowset.h"

/*
 * Paths of columns as an array of text (bxml_table) or descriptions of columns as jsonb (bxml_table_def), for a rowset
 * whose path was given.  The columns have the types of the descriptor; bxml is the type bxml in this database.  Memory is
 * the rowset's.  Raises what does not fit.
 */
extern void rowset_columns_of_paths(Rowset *rs, Datum paths, TupleDesc desc, Oid bxml);
extern void rowset_columns_of_definition(Rowset *rs, Datum cols, TupleDesc desc, Oid bxml);

#endif
