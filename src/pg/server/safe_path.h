/*
 * safe_path.h -- a search_path for statements that functions execute.
 */
#ifndef BXML_SAFE_PATH_H
#define BXML_SAFE_PATH_H

/*
 * Until safe_path_leave, or the end of the transaction after an error, names without a schema, and operators above all,
 * are those of the server, whatever the caller's search_path has in front of them.  Returns what safe_path_leave takes.
 */
extern int safe_path_enter(void);
extern void safe_path_leave(int level);

#endif
