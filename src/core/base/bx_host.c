/*
 * bx_host.c -- the poll, and the host over malloc, for tools, unit tests and fuzzing.
 *
 * The server never uses that host.  The only state is the stack base of each thread, which the stack check needs, and
 * its hosts with their seeds; neither can live in a shared constant host.
 */
#include "bx_core_int.h"
#include "bx_hash.h"
#include "bx_host.h"

#include <stdlib.h>
#include <time.h>

/* Half of the usual 8 MB: sanitizer builds use larger frames, and callers stand on the same stack. */
#define LIBC_STACK_BYTES ((uintptr_t) 4 << 20)

/* Highest frame address seen by bx_host_libc in this thread; stacks grow down on all our targets. */
static _Thread_local uintptr_t stack_base;

static void *
libc_alloc(void *ctx, size_t n)
{
	(void) ctx;
	return malloc(n > 0 ? n : 1);
}

static void *
libc_resize(void *ctx, void *p, size_t n)
{
	(void) ctx;
	return realloc(p, n > 0 ? n : 1);
}

static void
libc_release(void *ctx, void *p)
{
	(void) ctx;
	free(p);
}

/* A thread that never asked for the host has base 0 and gets a fresh base from its first check. */
static bool
libc_stack_ok(void *ctx)
{
	uintptr_t here = (uintptr_t) __builtin_frame_address(0);

	(void) ctx;
	if (here > stack_base)
		stack_base = here;
	return stack_base - here < LIBC_STACK_BYTES;
}

/*
 * A seed without help of the operating system: addresses are random in most of their bits, the clock has nanoseconds.
 * Enough for tools, which nobody outside can ask a second question.
 */
static BxHashSeed
libc_seed(void)
{
	BxHashSeed seed = {(uintptr_t) &stack_base, (uintptr_t) libc_alloc};
	struct timespec now = {0, 0};
	char *block = malloc(1);

	timespec_get(&now, TIME_UTC);
	seed.k0 = bx_hash(&seed, (uint64_t) now.tv_nsec, &now, sizeof(now));
	seed.k1 = bx_hash(&seed, (uintptr_t) block, &block, sizeof(block));
	free(block);
	return seed;
}

static const BxHost *
fill_libc_host(BxHost *host, const BxCodec *codec)
{
	libc_stack_ok(NULL);
	if (host->alloc == NULL)
		*host = (BxHost){.alloc = libc_alloc,
						 .resize = libc_resize,
						 .release = libc_release,
						 .stack_ok = libc_stack_ok,
						 .seed = libc_seed()};
	host->codec = codec;
	return host;
}

const BxHost *
bx_host_libc(void)
{
	static _Thread_local BxHost libc_host;

	return fill_libc_host(&libc_host, NULL);
}

const BxHost *
bx_host_libc_with(const BxCodec *codec)
{
	static _Thread_local BxHost libc_host;

	return fill_libc_host(&libc_host, codec);
}

BxStatus
bx_poll(const BxHost *host)
{
	BxMeter *meter = host->meter;
	int64_t units;

	if (meter != NULL)
	{
		units = BX_POLL_UNITS - meter->left;
		if (units > meter->most)
			meter->most = units;
		meter->polls++;
		meter->left = BX_POLL_UNITS;
	}
	return host->poll != NULL ? host->poll(host->ctx) : BX_OK;
}
