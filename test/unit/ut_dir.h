/*
 * ut_dir.h -- questions that directories have answers to, put to any value.
 */
#ifndef UT_DIR_H
#define UT_DIR_H

#include "../../src/core/xpath/result/xp_eval.h"
#include "ut_engine.h"
#include "ut_value.h"

static const char *const ut_dir_questions[] = {
	"//*",
	"//@*",
	"//node()",
	"/*/*[2]",
	"/*/*[last()]",
	"/*/node()[3]",
	"/node()",
	"/node()[2]",
	"/node()[last()]",
	"//*[. = '1']",
	"//@*[. > 1]/..",
	"//*/*[last() - 1]",
	"//*[../*]",
	"//n[position() = 3]",
	"//*/node()[last()]",
	"/*/*/*[3]/..",
	"//b[2]",
	"/*/n[. = 3]",
	"//n[@k = 4]",
	"/*[n = '2']/n",
	"//*[@* > 1]/..",
	"/*/*[n = 1]/*[2]",
};

#define UT_DIR_QUESTIONS (sizeof(ut_dir_questions) / sizeof(ut_dir_questions[0]))

/* How many nodes question q selects. */
static inline BxStatus
ut_dir_ask(const uint8_t *v, size_t n, size_t q, const BxHost *host, uint64_t *count)
{
	const char *s = ut_dir_questions[q];
	XpBlock *path;
	BxArena arena;
	BxError err;
	BxStatus st;
	XpCall c = {.host = host, .arena = &arena, .v = v, .n = n, .err = &err, .use_directories_at_once = true};

	bx_arena_init(&arena, host);
	bx_error_clear(&err);
	st = xp_compile(s, strlen(s), 0, &arena, &path, &err);
	if (st == BX_OK)
		st = xp_count(&c, path, count);
	bx_arena_reset(&arena);
	return st;
}

#endif
