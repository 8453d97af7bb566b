/*
 * notice.h -- notices about what is allowed but rarely intended: at most one of a kind per statement of the client.
 */
#ifndef BXML_NOTICE_H
#define BXML_NOTICE_H

typedef enum Notice
{
	NOTICE_SPLIT_EMPTY,
	NOTICE_NOT_CREATED,
	NOTICE_COMPARISON,
	NOTICE_ALWAYS_TRUE,
	NOTICE_NAMES_TOP,
	NOTICE_NO_NUMBER,
	NOTICE_COUNT
} Notice;

/* Is this the first of its kind in the statement?  Counts it as given. */
extern bool notice_first(Notice kind);

#endif
