/*
 * host.c -- the server as a BxHost.
 *
 * A request that the server refuses returns NULL: the core turns that into a status, and errors.c into a report.
 * Nothing here throws for lack of memory.
 */
#include "postgres.h"
#include "miscadmin.h"
#include "utils/memutils.h"

#include "compat.h"
#include "counters.h"
#include "errors.h"
#include "host.h"
#include "../../codec/bx_lz4.h"

/* One arena chunk fits; larger blocks go back to the allocator. */
#define HOST_KEEP_MAX (32 * 1024)

BxMeter host_meter = BX_METER_INIT;

/* The codecs of all hosts, which count blocks. */
static BxCodec codec, seeded;

static bool
inflate_counted(const uint8_t *src, size_t n, uint8_t *dst, size_t len)
{
	counters_session.blocks++;
	return bx_lz4_codec.inflate(src, n, dst, len);
}

static bool
inflate_part_counted(const uint8_t *src, size_t n, uint8_t *dst, size_t len, size_t part)
{
	counters_session.blocks++;
	return bx_lz4_codec.inflate_part(src, n, dst, len, part);
}

static bool
inflate_seeded_counted(const uint8_t *src, size_t n, uint8_t *dst, size_t len)
{
	counters_session.blocks++;
	return bx_lz4_dictionary_codec.inflate(src, n, dst, len);
}

/*
 * The seed of this process.  It is not chosen when the library is loaded: if the postmaster preloads the library, all
 * its children would share one seed.
 */
static const BxHashSeed *
host_seed(void)
{
	static BxHashSeed seed;
	static int seeded_pid;

	if (unlikely(seeded_pid != MyProcPid))
	{
		if (!pg_strong_random(&seed, sizeof(seed)))
			ereport(ERROR, errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not generate random values"));
		seeded_pid = MyProcPid;
	}
	return &seed;
}

void
host_load(void)
{
	codec = bx_lz4_codec;
	codec.inflate = inflate_counted;
	codec.inflate_part = inflate_part_counted;
	seeded = bx_lz4_dictionary_codec;
	seeded.inflate = inflate_seeded_counted;
	seeded.next = &codec;
}

static void *
host_alloc(void *ctx, size_t n)
{
	PgHost *h = (PgHost *) ctx;
	void *p;

	if (h->kept != NULL && !h->kept_used && n <= h->kept_size)
	{
		h->kept_used = true;
		return h->kept;
	}
	if (!AllocHugeSizeIsValid(n))
		return NULL;
	p = MemoryContextAllocExtended(h->cxt, n, MCXT_ALLOC_NO_OOM | MCXT_ALLOC_HUGE);
	if (h->keeps && h->kept == NULL && p != NULL && n <= HOST_KEEP_MAX)
	{
		h->kept = p;
		h->kept_size = n;
		h->kept_used = true;
	}
	return p;
}

static void
host_release(void *ctx, void *p)
{
	PgHost *h = (PgHost *) ctx;

	if (p == NULL)
		return;
	if (p == h->kept)
		h->kept_used = false;
	else
		pfree(p);
}

#if BXML_HAS_REPALLOC_EXTENDED
static void *
resize_block(PgHost *h pg_attribute_unused(), void *p, size_t n)
{
	return repalloc_extended(p, n, MCXT_ALLOC_NO_OOM | MCXT_ALLOC_HUGE);
}
#else
/*
 * On older servers, resizing throws if memory runs out; nothing else can go wrong for a size that was checked.
 * Copying into a new block instead would double the peak of large values.
 */
static void *
resize_block(PgHost *h, void *p, size_t n)
{
	MemoryContext caller = CurrentMemoryContext;
	void *volatile q = NULL;

	(void) h;
	PG_TRY();
	{
		q = repalloc_huge(p, n);
	}
	PG_CATCH();
	{
		MemoryContextSwitchTo(caller);
		FlushErrorState();
	}
	PG_END_TRY();
	return q;
}
#endif

static void *
host_resize(void *ctx, void *p, size_t n)
{
	PgHost *h = (PgHost *) ctx;

	if (p == NULL)
		return host_alloc(ctx, n);
	if (!AllocHugeSizeIsValid(n))
		return NULL;
	if (p == h->kept)
		h->kept = NULL; /* the block leaves with its new size */
	return resize_block(h, p, n);
}

static BxStatus
host_poll(void *ctx pg_attribute_unused())
{
	CHECK_FOR_INTERRUPTS();
	return BX_OK;
}

void
host_interrupts(void)
{
	static const BxHost polls = {.poll = host_poll, .meter = &host_meter};

	(void) bx_poll(&polls);
}

/* Would CHECK_FOR_INTERRUPTS end the statement? */
static BxStatus
host_poll_still(void *ctx pg_attribute_unused())
{
	if (likely(!InterruptPending) || InterruptHoldoffCount > 0 || CritSectionCount > 0)
		return BX_OK;
	return ProcDiePending || (QueryCancelPending && QueryCancelHoldoffCount == 0) ? BX_E_CANCEL : BX_OK;
}

static bool
host_stack_ok(void *ctx pg_attribute_unused())
{
	return !stack_is_too_deep();
}

void
host_init(PgHost *h, MemoryContext cxt)
{
	h->host.ctx = h;
	h->host.alloc = host_alloc;
	h->host.resize = host_resize;
	h->host.release = host_release;
	h->host.poll = host_poll;
	h->host.meter = &host_meter;
	h->host.stack_ok = host_stack_ok;
	h->host.codec = &seeded;
	h->host.seed = *host_seed();
	h->host.probes = NULL;
	h->cxt = cxt;
	h->kept = NULL;
	h->kept_size = 0;
	h->kept_used = false;
	h->keeps = false;
}

void
host_init_keeping(PgHost *h, MemoryContext cxt)
{
	host_init(h, cxt);
	h->keeps = true;
}

void
host_init_still(PgHost *h, MemoryContext cxt)
{
	host_init(h, cxt);
	h->host.poll = host_poll_still;
}

void
host_append(BxBuf *out, const void *s, size_t n)
{
	BxError err;

	error_check(bx_buf_append(out, s, n, &err), &err);
}
