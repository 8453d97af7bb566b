/*
 * spill.h -- temporary files of the server for queries.
 */
#ifndef BXML_SPILL_H
#define BXML_SPILL_H

#include "../../core/query/run/ru_op.h"

/*
 * Operations of a run may take work_mem, and write to temporary files beyond.  The files are in the temporary
 * tablespaces, count for temp_file_limit, and end with the resource owner that was the current one when they were
 * opened.  What the server keeps of them is in the memory context, which must last as long as the run.
 */
extern void spill_init(RuExternal *external, MemoryContext cxt);

#endif
