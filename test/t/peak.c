/*
 * peak.c -- run a command and say how much memory it needed: "peak FILE COMMAND ARG...".
 *
 * FILE gets the peak resident size in kB, as the kernel counts it; the exit status is the command's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int
write_peak(const char *name, long kb)
{
	FILE *f = fopen(name, "w");

	if (f == NULL || fprintf(f, "%ld\n", kb) < 0 || fclose(f) != 0)
	{
		perror(name);
		return 1;
	}
	return 0;
}

int
main(int argc, char **argv)
{
	struct rusage used;
	int status;
	pid_t pid;

	if (argc < 3)
	{
		fputs("usage: peak FILE COMMAND ARG...\n", stderr);
		return 2;
	}
	pid = fork();
	if (pid == 0)
	{
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || getrusage(RUSAGE_CHILDREN, &used) != 0)
	{
		perror("peak");
		return 1;
	}
	if (write_peak(argv[1], used.ru_maxrss) != 0)
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
