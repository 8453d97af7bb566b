/*
 * test_escape_words.c -- the masks of bx_escape.h without vector instructions.
 */
#define BX_ESCAPE_WORDS 1

#include "../ut_escape.h"

UT_SUITE(test_escape_words)
{
	UT_RUN(every_byte);
	UT_RUN(clean_prefixes);
	return ut_done();
}
