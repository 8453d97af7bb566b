/*
 * main.c -- the program of the unit tests: runs the suite that its first argument names, or says which there are.
 *
 *   test_unit SUITE [ARGUMENT ...]     one suite, as TAP
 *   test_unit                          the names of all suites, a line each
 *
 * The build lists the suites (UT_SUITES, one UT_ENTRY each), or names the only one that it links (UT_ONLY).
 */
#include <stdio.h>
#include <string.h>

#ifdef UT_ONLY
#undef UT_SUITES
#define UT_SUITES UT_ENTRY(UT_ONLY)
#endif

typedef struct UtSuite
{
	const char *name;
	int (*run)(int argc, char **argv);
} UtSuite;

/* By way of another macro, so that UT_ONLY is replaced by its name. */
#define UT_ENTRY(name) UT_DECLARE(name)
#define UT_DECLARE(name) extern int suite_##name(int argc, char **argv);
UT_SUITES
#undef UT_ENTRY

#define UT_ENTRY(name) UT_ROW(name)
#define UT_ROW(name) {#name, suite_##name},
static const UtSuite suites[] = {UT_SUITES};
#undef UT_ENTRY

int
main(int argc, char **argv)
{
	size_t n = sizeof(suites) / sizeof(suites[0]);

	for (size_t i = 0; i < n; i++)
	{
		if (argc < 2)
			puts(suites[i].name);
		else if (strcmp(argv[1], suites[i].name) == 0)
		{
			argv[1] = argv[0];
			return suites[i].run(argc - 1, argv + 1);
		}
	}
	if (argc < 2)
		return 0;
	fprintf(stderr, "%s: there is no suite \"%s\"\n", argv[0], argv[1]);
	return 2;
}
