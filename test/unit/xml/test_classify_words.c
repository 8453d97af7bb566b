/*
 * test_classify_words.c -- the masks of bx_classify.h without vector instructions.
 */
#define BX_CLASSIFY_WORDS 1

#include "../ut_classify.h"

UT_SUITE(test_classify_words)
{
	UT_RUN(every_byte);
	UT_RUN(random_blocks);
	return ut_done();
}
