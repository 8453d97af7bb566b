/*
 * test_parse_corpus.c -- real documents: with BXML_CORPUS naming a folder of them, all must parse (those in its folder
 * notwf must not), with the same value for several chunk sizes.
 */
#define _DEFAULT_SOURCE /* d_type */
#include <dirent.h>
#include <stdlib.h>

#include <libxml/parser.h>

#include "../ut_host.h"
#include "../ut_parse.h"

static char *
read_file(const char *dir, const char *name, size_t *n)
{
	char path[4096];
	FILE *f;
	char *s = NULL;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "rb");
	if (f == NULL)
		return NULL;
	fseek(f, 0, SEEK_END);
	*n = (size_t) ftell(f);
	rewind(f);
	s = malloc(*n + 1);
	*n = fread(s, 1, *n, f);
	s[*n] = '\0';
	fclose(f);
	return s;
}

static void
corpus_file(const char *dir, const char *name, bool good)
{
	static const size_t chunks[] = {1, 13, 4096, 65536, 0};
	BxParseOptions o = any;
	size_t n = 0;
	char *s = read_file(dir, name, &n);
	Result r;

	CHECKF(s != NULL, "%s cannot be read", name);
	if (s == NULL)
		return;
	o.encoding = NULL;
	r = parse_on(bx_host_libc(), s, n, &o, 65536);
	CHECKF((r.status == BX_OK) == good, "%s: %d:%d %s %s", name, r.err.line, r.err.col, r.err.msg,
		   r.err.detail);
	if (!good)
		printf("# %s: %d:%d %s: %s\n", name, r.err.line, r.err.col, r.err.msg, r.err.detail);
	if (strcmp(name, "iso-3166-2.xml") == 0)
		CHECK(r.err.line == 6747);
	free(r.data);
	if (n < 600000)
		same_for_chunks(s, n, chunks, &o);
	free(s);
}

static void
corpus_dir(const char *dir, bool good)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	int n = 0;

	while (d != NULL && (e = readdir(d)) != NULL)
	{
		const char *dot = strrchr(e->d_name, '.');

		if (dot == NULL || dot == e->d_name || dot[1] == '\0' || strcmp(dot, ".md") == 0)
			continue;
		n++;
		corpus_file(dir, e->d_name, good);
	}
	if (d != NULL)
		closedir(d);
	CHECKF(n > 0, "no documents in %s", dir);
}

static void
test_corpus(void)
{
	const char *dir = getenv("BXML_CORPUS");
	char path[4096];

	if (dir == NULL)
	{
		ut_skip("BXML_CORPUS is not set");
		return;
	}
	corpus_dir(dir, true);
	snprintf(path, sizeof(path), "%s/notwf", dir);
	corpus_dir(path, false);
}

UT_SUITE(test_parse_corpus)
{
	UT_RUN(test_corpus);
	xmlCleanupParser();
	return ut_done();
}
