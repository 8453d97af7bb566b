/*
 * q_prolog.c -- declarations before a query.
 */
#include "q_parse_int.h"

BxStatus
q_annotations(QParser *p, QFunction *function)
{
	(void) function;
	return q_unexpected(p, NULL);
}
