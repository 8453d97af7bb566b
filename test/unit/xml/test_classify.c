/*
 * test_classify.c -- the masks of bx_classify.h as the compiler's target makes them: SSE2, NEON or words.
 */
#include "../ut_classify.h"

UT_SUITE(test_classify)
{
	UT_RUN(every_byte);
	UT_RUN(random_blocks);
	return ut_done();
}
