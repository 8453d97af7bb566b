/*
 * host.h -- the server as a BxHost: memory contexts, interrupts, stack depth.
 */
#ifndef BXML_HOST_H
#define BXML_HOST_H

#include "../../core/base/bx_buf.h"
#include "../../core/base/bx_host.h"

/*
 * A host over one memory context.  It may keep one released block of up to HOST_KEEP_MAX bytes for the next request,
 * so that an arena that is filled and reset once per document does not reach the allocator.
 */
typedef struct PgHost
{
	BxHost host;
	MemoryContext cxt;
	void *kept;       /* block for reuse, or NULL */
	size_t kept_size; /* its size */
	bool kept_used;   /* handed out */
	bool keeps;       /* may keep a block */
} PgHost;

/* The meter of all hosts of this backend. */
extern BxMeter host_meter;
/* Poll now. */
extern void host_interrupts(void);

/*
 * Charge work of src/pg, in bytes or units of bx_host.h; processes interrupts, so it may jump.  For loops that call
 * the core for little or nothing per iteration.
 */
static inline void
host_charge(uint64 units)
{
	if (unlikely((host_meter.left -= (int64) units) <= 0))
		host_interrupts();
}

static inline void
host_step(void)
{
	host_charge(BX_STEP_UNITS);
}

/* Called once, when the module is loaded. */
extern void host_load(void);

/* A host whose poll processes interrupts and may jump. */
extern void host_init(PgHost *h, MemoryContext cxt);

/* The same; it also keeps a block between uses.  cxt must outlive h. */
extern void host_init_keeping(PgHost *h, MemoryContext cxt);

/*
 * A host for the parser that never jumps: its poll returns BX_E_CANCEL, which error_raise turns into the report of
 * the server.
 */
extern void host_init_still(PgHost *h, MemoryContext cxt);

/* A host over CurrentMemoryContext as it is when called, for one-shot use. */
static inline const BxHost *
host_here(PgHost *h)
{
	host_init(h, CurrentMemoryContext);
	return &h->host;
}

/* bx_buf_append that raises errors. */
extern void host_append(BxBuf *out, const void *s, size_t n);

#endif
