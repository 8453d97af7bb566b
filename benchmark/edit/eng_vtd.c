/*
 * eng_vtd.c -- talks to EditBench.java, which runs VTD-XML in one Java process for all cases.
 *
 * A request is a line of fields separated by tabs, the answer a line with one number.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "eb.h"

static FILE *to_java, *from_java;
static pid_t java;

void
eb_vtd_start(const char *classpath)
{
	int down[2], up[2];

	if (pipe(down) != 0 || pipe(up) != 0 || (java = fork()) < 0)
		bm_die("cannot start java");
	if (java == 0)
	{
		dup2(down[0], 0);
		dup2(up[1], 1);
		close(down[1]);
		close(up[0]);
		execlp("java", "java", "-Xmx1g", "-XX:+UseSerialGC", "-cp", classpath, "EditBench", (char *) NULL);
		_exit(127);
	}
	close(down[0]);
	close(up[1]);
	to_java = fdopen(down[1], "w");
	from_java = fdopen(up[0], "r");
	signal(SIGPIPE, SIG_IGN);
}

void
eb_vtd_stop(void)
{
	if (to_java == NULL)
		return;
	fclose(to_java);
	fclose(from_java);
	waitpid(java, NULL, 0);
}

static double
ask(const EbVtd *v, const char *out)
{
	const EbTask *t = v->task;
	char line[256];

	fprintf(to_java, "%s\t%d\t%d\t%s\t%s\t%s\t%s\n", v->file, (int) t->op, v->parse, t->path,
			t->name ? t->name : "-", t->text ? t->text : "-", out);
	if (fflush(to_java) != 0 || fgets(line, sizeof(line), from_java) == NULL)
		bm_die("VTD-XML failed on %s, %s", v->file, t->id);
	return atof(line);
}

uint64_t
eb_vtd_check(const EbVtd *v, const char *out)
{
	return (uint64_t) ask(v, out);
}

double
eb_vtd_sample(void *vtd)
{
	return ask(vtd, "-");
}
