/*
 * paths.h -- offering index scans for comparisons of typed values.
 */
#ifndef BXML_INDEX_PATHS_H
#define BXML_INDEX_PATHS_H

/* Called once, when the library is loaded. */
extern void index_paths_init(void);

#endif
