/*
 * proc.h -- rows of pg_proc, for languages of functions.
 */
#ifndef BXML_PROC_H
#define BXML_PROC_H

#include "access/htup.h"

/* The row of a function that is there; the caller calls ReleaseSysCache. */
extern HeapTuple proc_row(Oid function);

/* The text of its body, palloc'd. */
extern char *proc_body(HeapTuple row);

#endif
