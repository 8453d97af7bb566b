/*
 * ut.h -- the smallest unit test frame that prints TAP.
 *
 * A test file is a suite of the program test_unit: it defines functions, runs them from UT_SUITE(name of the file)
 * with UT_RUN, and returns ut_done().  A failed CHECK prints where and what, and marks the running test; it does not
 * stop it.  A test that checks nothing has failed, unless it said with ut_skip why it cannot run here.
 */
#ifndef UT_H
#define UT_H

#include <stdio.h>
#include <string.h>

static int ut_n, ut_bad, ut_here, ut_checked;
static const char *ut_reason;

/* A suite as main.c calls it: with the path of the program and the arguments behind the name of the suite. */
#define UT_SUITE(name)                                                                                       \
	extern int suite_##name(int argc, char **argv);                                                          \
	int suite_##name(int argc __attribute__((unused)), char **argv __attribute__((unused)))

#define UT_RUN(fn)                                                                                           \
	do                                                                                                       \
	{                                                                                                        \
		ut_here = ut_checked = 0;                                                                            \
		ut_reason = NULL;                                                                                    \
		fn();                                                                                                \
		ut_point(#fn);                                                                                       \
	} while (0)

#define CHECK(cond)                                                                                          \
	do                                                                                                       \
	{                                                                                                        \
		ut_checked++;                                                                                        \
		if (!(cond))                                                                                         \
		{                                                                                                    \
			ut_here++;                                                                                       \
			printf("# %s:%d: %s\n", __FILE__, __LINE__, #cond);                                              \
		}                                                                                                    \
	} while (0)

/* As CHECK, with a printf-style explanation. */
#define CHECKF(cond, ...)                                                                                    \
	do                                                                                                       \
	{                                                                                                        \
		ut_checked++;                                                                                        \
		if (!(cond))                                                                                         \
		{                                                                                                    \
			ut_here++;                                                                                       \
			printf("# %s:%d: %s: ", __FILE__, __LINE__, #cond);                                              \
			printf(__VA_ARGS__);                                                                             \
			printf("\n");                                                                                    \
		}                                                                                                    \
	} while (0)

/* The running test cannot be had here. */
static inline void
ut_skip(const char *reason)
{
	ut_reason = reason;
}

static inline void
ut_point(const char *name)
{
	if (ut_checked == 0 && ut_reason == NULL)
	{
		ut_here++;
		printf("# %s checked nothing\n", name);
	}
	ut_n++;
	ut_bad += ut_here != 0;
	printf("%s %d - %s%s%s\n", ut_here ? "not ok" : "ok", ut_n, name, ut_reason ? " # SKIP " : "",
		   ut_reason ? ut_reason : "");
	fflush(stdout);
}

static inline int
ut_done(void)
{
	printf("1..%d\n", ut_n);
	return ut_bad != 0;
}

#endif
