/*
 * ut_host.h -- a host over malloc that counts requests, polls, blocks and bytes, and can refuse or cancel.
 *
 * Blocks are plain ones of malloc, so that a result may go to free().  Bytes are those that malloc gave.
 */
#ifndef UT_HOST_H
#define UT_HOST_H

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/core/base/bx_host.h"

typedef struct UtHost
{
	BxHost host;
	int calls, fail_at; /* refuse this request, counted from 1; 0 for none */
	int fail_from;      /* refuse this one and all later ones; 0 for none */
	int polls, cancel_at;
	int live;         /* blocks not given back */
	size_t held;      /* their bytes */
	size_t peak;      /* the most bytes held at a time */
	uint64_t handed;  /* bytes of all requests */
	uint64_t refused; /* requests */
} UtHost;

static inline void *
ut_host_resize(void *ctx, void *p, size_t n)
{
	UtHost *h = ctx;
	size_t was = malloc_usable_size(p);
	void *q;

	h->calls++;
	if (h->calls == h->fail_at || (h->fail_from > 0 && h->calls >= h->fail_from))
	{
		h->refused++;
		return NULL;
	}
	q = realloc(p, n > 0 ? n : 1);
	if (q == NULL)
		abort();
	h->live += p == NULL;
	h->handed += n;
	h->held += malloc_usable_size(q) - was;
	if (h->held > h->peak)
		h->peak = h->held;
	return q;
}

static inline void *
ut_host_alloc(void *ctx, size_t n)
{
	return ut_host_resize(ctx, NULL, n);
}

static inline void
ut_host_release(void *ctx, void *p)
{
	UtHost *h = ctx;

	h->live -= p != NULL;
	h->held -= malloc_usable_size(p);
	free(p);
}

static inline BxStatus
ut_host_poll(void *ctx)
{
	UtHost *h = ctx;

	return ++h->polls == h->cancel_at ? BX_E_CANCEL : BX_OK;
}

/* Takes the codec and the stack check of bx_host_libc or another host. */
static inline void
ut_host_init_as(UtHost *h, const BxHost *as)
{
	memset(h, 0, sizeof(*h));
	h->host = *as;
	h->host.ctx = h;
	h->host.alloc = ut_host_alloc;
	h->host.resize = ut_host_resize;
	h->host.release = ut_host_release;
	h->host.poll = ut_host_poll;
}

#endif
