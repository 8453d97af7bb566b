/*
 * test_escape.c -- the masks of bx_escape.h as this machine makes them.
 */
#include "../ut_escape.h"

UT_SUITE(test_escape)
{
	UT_RUN(every_byte);
	UT_RUN(clean_prefixes);
	return ut_done();
}
