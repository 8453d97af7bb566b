/*
 * rowset_columns.h -- the columns of bxml_table and bxml_table_def, from arguments and the column list.
 */
#ifndef BXML_ROWSET_COLUMNS_H
#define BXML_ROWSET_COLUMNS_H

#include "access/tupdesc.h"

#include "rowset.h"

/*
 * Give a rowset with a path its columns: from an array of paths (bxml_table), or from descriptions as jsonb
 * (bxml_table_def). The columns have the types of the descriptor; bxml is the type bxml in this database.  Memory is
 * that of the rowset.  Raises an error if columns and descriptor do not match.
 */
extern void rowset_columns_of_paths(Rowset *rs, Datum paths, TupleDesc desc, Oid bxml);
extern void rowset_columns_of_definition(Rowset *rs, Datum cols, TupleDesc desc, Oid bxml);

#endif
