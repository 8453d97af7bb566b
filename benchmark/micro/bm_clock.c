/*
 * bm_clock.c -- thread CPU time, alternating rounds, medians, records.
 *
 * Where the thread clock ticks too coarsely (some virtual machines), wall time is used and the record says so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bm.h"

static clockid_t
pick_clock(void)
{
	struct timespec a, b;
	unsigned i;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
	for (i = 0; i < 1000000; i++)
	{
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
		if (b.tv_nsec != a.tv_nsec)
			break;
	}
	/* the first step seen must be below 100 us */
	if (b.tv_sec == a.tv_sec && b.tv_nsec - a.tv_nsec < 100000 && b.tv_nsec != a.tv_nsec)
		return CLOCK_THREAD_CPUTIME_ID;
	return CLOCK_MONOTONIC;
}

static clockid_t
the_clock(void)
{
	static bool known;
	static clockid_t id;

	if (!known)
		id = pick_clock();
	known = true;
	return id;
}

const char *
bm_clock_name(void)
{
	return the_clock() == CLOCK_THREAD_CPUTIME_ID ? "thread CPU time" : "wall time";
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(the_clock(), &t);
	return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

/* Every run timed by itself. */
static double
sample_undoing(BmCase *c)
{
	double spent = 0;
	uint32_t i;

	for (i = 0; i < c->loops; i++)
	{
		double start = now();

		c->run(c->arg);
		spent += now() - start;
		c->undo(c->arg);
	}
	return spent / c->loops;
}

static double
sample(BmCase *c)
{
	double start;
	uint32_t i;

	if (c->undo)
		return sample_undoing(c);
	start = now();
	for (i = 0; i < c->loops; i++)
		c->run(c->arg);
	return (now() - start) / c->loops;
}

/* The first run also warms caches and allocators; it is not counted. */
static void
calibrate(const BmRun *run, BmCase *c)
{
	double t;

	c->loops = 1;
	t = sample(c);
	while (t * c->loops < run->min_seconds && c->loops < (1u << 24))
	{
		c->loops *= t * c->loops * 4 < run->min_seconds ? 4 : 2;
		t = sample(c);
	}
}

/* ---------------------------------------------------------------- one process per case */

typedef struct Worker
{
	pid_t pid;
	int ask;    /* parent to child: one byte per sample wanted */
	int answer; /* child to parent: seconds per run; the first one after calibration */
} Worker;

static void
work(const BmRun *run, BmCase *c, int ask, int answer)
{
	double t = 0;
	char go;

	calibrate(run, c);
	while (write(answer, &t, sizeof(t)) == sizeof(t) && read(ask, &go, 1) == 1)
		t = sample(c);
	_exit(0);
}

static void
worker_start(Worker *w, const BmRun *run, BmCase *c)
{
	int down[2], up[2];

	fflush(stdout);
	if (pipe(down) != 0 || pipe(up) != 0 || (w->pid = fork()) < 0)
		bm_die("cannot start a process");
	if (w->pid == 0)
	{
		close(down[1]);
		close(up[0]);
		work(run, c, down[0], up[1]);
	}
	close(down[0]);
	close(up[1]);
	w->ask = down[1];
	w->answer = up[0];
}

static double
worker_answer(const Worker *w)
{
	double t;

	if (read(w->answer, &t, sizeof(t)) != sizeof(t))
		bm_die("a measuring process failed");
	return t;
}

static double
worker_sample(const Worker *w)
{
	if (write(w->ask, "g", 1) != 1)
		bm_die("a measuring process failed");
	return worker_answer(w);
}

/* Later processes hold the pipes of earlier ones too: all are closed before any is waited for. */
static void
stop_workers(const Worker *w, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (w[i].pid != 0)
		{
			close(w[i].ask);
			close(w[i].answer);
		}
	for (i = 0; i < n; i++)
		if (w[i].pid != 0)
			waitpid(w[i].pid, NULL, 0);
}

/*
 * Cases run in processes of their own, forked with everything prepared, one at a time: in a shared heap the case
 * that comes after a freed tree of half a million nodes pays for tidying it up (seen: 43 ms for a query of 3 us).
 */
void
bm_measure(const BmRun *run, BmCase *cases, size_t n)
{
	Worker w[BM_CASES_MAX];
	unsigned r;
	size_t i;

	if (n > BM_CASES_MAX)
		bm_die("too many engines");
	the_clock();
	memset(w, 0, sizeof(w));
	for (i = 0; i < n; i++)
	{
		if (cases[i].remote)
		{
			cases[i].remote(cases[i].arg);
			continue;
		}
		worker_start(&w[i], run, &cases[i]);
		worker_answer(&w[i]);
	}
	for (r = 0; r < run->runs; r++)
		for (i = 0; i < n; i++)
			cases[i].sample[r] = cases[i].remote ? cases[i].remote(cases[i].arg) : worker_sample(&w[i]);
	stop_workers(w, n);
}

static int
cmp_double(const void *a, const void *b)
{
	double x = *(const double *) a, y = *(const double *) b;

	return x < y ? -1 : x > y;
}

void
bm_report(const BmRun *run, const BmSet *set, const char *measure, const char *unit, double scale,
		  bool invert, BmCase *cases, size_t n)
{
	size_t i, last = run->runs - 1;

	for (i = 0; i < n; i++)
	{
		double *s = cases[i].sample, med, lo, hi;

		qsort(s, run->runs, sizeof(double), cmp_double);
		med = invert ? scale / s[run->runs / 2] : s[run->runs / 2] * scale;
		lo = invert ? scale / s[last] : s[0] * scale;
		hi = invert ? scale / s[0] : s[last] * scale;
		printf("{\"set\":\"%s\",\"measure\":\"%s\",\"engine\":\"%s\",\"unit\":\"%s\",\"median\":%.6g,"
			   "\"min\":%.6g,\"max\":%.6g,\"runs\":%u}\n",
			   set->name, measure, cases[i].engine, unit, med, lo, hi, run->runs);
	}
	fflush(stdout);
}

void
bm_report_value(const BmSet *set, const char *measure, const char *engine, const char *unit, double value)
{
	printf("{\"set\":\"%s\",\"measure\":\"%s\",\"engine\":\"%s\",\"unit\":\"%s\",\"median\":%.6g}\n",
		   set->name, measure, engine, unit, value);
}
