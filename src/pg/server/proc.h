/*
 * proc.h -- rows of pg_proc, for languages of functions.
 */
#ifndef BXML_PROC_H
#define BXML_PROC_H

#include "access/htup.h"
#include "fmgr.h"

/* The row of a function that is there; the caller calls ReleaseSysCache. */
extern HeapTuple proc_row(Oid function);

/* The same of the function that a validator is called for; NULL when the caller may not have it validated. */
extern HeapTuple proc_to_validate(FunctionCallInfo fcinfo);

/* The text of its body, palloc'd. */
extern char *proc_body(HeapTuple row);

#endif
