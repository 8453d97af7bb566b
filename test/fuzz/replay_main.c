/*
 * replay_main.c -- runs a fuzz target without a fuzzing engine.
 *
 * Every file named, and every file of a folder named, is given to the target as it is; then -n inputs made from them
 * by random damage.  Prints TAP.  With -k FILE the input being tried is in FILE, for when the target dies.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

#pragma weak LLVMFuzzerCustomMutator

#define INPUTS_MAX 4096
#define DAMAGE_ROUNDS 4
#define ROOM 64 /* an input may grow by this much */
#define MUTANTS_DEFAULT 1000

typedef struct Input
{
	char *name;
	uint8_t *data;
	size_t n;
} Input;

static Input inputs[INPUTS_MAX];
static int inputs_n;
static const char *keep_file;
static int point;

static void *
need(void *p)
{
	if (p == NULL)
		abort();
	return p;
}

static uint64_t
next_random(uint64_t *s)
{
	*s ^= *s >> 12;
	*s ^= *s << 25;
	*s ^= *s >> 27;
	return *s * UINT64_C(0x2545F4914F6CDD1D);
}

static void
load_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	Input *in = &inputs[inputs_n];
	size_t cap = 0, got;

	if (f == NULL || inputs_n == INPUTS_MAX)
	{
		printf("Bail out! cannot read %s\n", path);
		exit(2);
	}
	in->name = need(strdup(path));
	do
	{
		in->data = need(realloc(in->data, cap += 65536));
		got = fread(in->data + in->n, 1, cap - in->n, f);
		in->n += got;
	} while (in->n == cap);
	fclose(f);
	inputs_n++;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const Input *) a)->name, ((const Input *) b)->name);
}

static void
load(const char *path)
{
	struct stat st;
	struct dirent *e;
	DIR *d;
	char file[4096];

	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
	{
		load_file(path);
		return;
	}
	d = need(opendir(path));
	while ((e = readdir(d)) != NULL)
	{
		snprintf(file, sizeof(file), "%s/%s", path, e->d_name);
		if (e->d_name[0] != '.' && stat(file, &st) == 0 && S_ISREG(st.st_mode))
			load_file(file);
	}
	closedir(d);
}

/* The target gets exactly n bytes of its own, so that reading past them shows. */
static void
try_input(const uint8_t *data, size_t n)
{
	uint8_t *copy = need(malloc(n ? n : 1));
	FILE *f = keep_file ? fopen(keep_file, "wb") : NULL;

	memcpy(copy, data, n);
	if (f != NULL)
	{
		fwrite(data, 1, n, f);
		fclose(f);
	}
	LLVMFuzzerTestOneInput(copy, n);
	free(copy);
}

/* One change: a byte set, flipped, removed or repeated, or a piece of another input put in its place. */
static size_t
damage(uint8_t *p, size_t n, size_t max, uint64_t *rng)
{
	const Input *other = &inputs[next_random(rng) % (unsigned) inputs_n];
	size_t at = n > 0 ? next_random(rng) % n : 0;
	size_t from = other->n > 0 ? next_random(rng) % other->n : 0;
	size_t len = 1 + next_random(rng) % 16;

	switch (n > 0 ? next_random(rng) % 6 : 3)
	{
		case 0: p[at] = (uint8_t) next_random(rng); break;
		case 1: p[at] ^= (uint8_t) (1u << (next_random(rng) % 8)); break;
		case 2: memmove(p + at, p + at + 1, n - at - 1); return n - 1;
		case 3:
		case 4:
			if (len > other->n - from)
				len = other->n - from;
			if (n + len > max)
				break;
			memmove(p + at + len, p + at, n - at);
			memcpy(p + at, other->data + from, len);
			return n + len;
		default:
			if (n == max)
				break;
			memmove(p + at + 1, p + at, n - at);
			return n + 1;
	}
	return n;
}

static void
try_mutant(uint64_t *rng)
{
	const Input *in = &inputs[next_random(rng) % (unsigned) inputs_n];
	size_t max = in->n + ROOM;
	uint8_t *p = need(malloc(max));
	size_t n = in->n;
	int rounds = 1 + (int) (next_random(rng) % DAMAGE_ROUNDS);

	memcpy(p, in->data, n);
	if (LLVMFuzzerCustomMutator != NULL && next_random(rng) % 8 != 0)
		n = LLVMFuzzerCustomMutator(p, n, max, (unsigned) next_random(rng));
	else
		while (rounds-- > 0)
			n = damage(p, n, max, rng);
	try_input(p, n);
	free(p);
}

int
main(int argc, char **argv)
{
	const char *env = getenv("BXML_FUZZ_N");
	long n = env ? atol(env) : MUTANTS_DEFAULT;
	uint64_t rng = 1;
	long i;

	for (i = 1; i < argc; i++)
	{
		if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
			n = atol(argv[++i]);
		else if (strcmp(argv[i], "-seed") == 0 && i + 1 < argc)
			rng = strtoull(argv[++i], NULL, 10) * 2 + 1;
		else if (strcmp(argv[i], "-k") == 0 && i + 1 < argc)
			keep_file = argv[++i];
		else
			load(argv[i]);
	}
	if (inputs_n == 0)
	{
		fprintf(stderr, "usage: %s [-n COUNT] [-seed SEED] [-k FILE] FILE|FOLDER...\n", argv[0]);
		return 2;
	}
	qsort(inputs, (size_t) inputs_n, sizeof(Input), by_name);
	for (i = 0; i < inputs_n; i++)
	{
		try_input(inputs[i].data, inputs[i].n);
		printf("ok %d - %s\n", ++point, inputs[i].name);
		fflush(stdout);
	}
	for (i = 0; i < n; i++)
		try_mutant(&rng);
	printf("ok %d - %ld inputs by random damage\n1..%d\n", point + 1, n, point + 1);
	for (i = 0; i < inputs_n; i++)
	{
		free(inputs[i].name);
		free(inputs[i].data);
	}
	return 0;
}
