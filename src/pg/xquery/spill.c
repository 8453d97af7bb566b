/*
 * spill.c -- temporary files of the server for queries.
 *
 * After an error the resource owner closes the files.  The functions called here raise errors, which may leave the
 * core, as those of all callbacks.
 */
#include "postgres.h"
#include "miscadmin.h"
#include "storage/buffile.h"
#include "utils/memutils.h"

#include "../server/compat.h"
#include "spill.h"

typedef struct SpillFile
{
	BufFile *file;
	uint64 size;
} SpillFile;

static BxStatus
spill_open(void *ctx, void **file, BxError *err)
{
	MemoryContext caller = MemoryContextSwitchTo(ctx);
	SpillFile *f = palloc(sizeof(SpillFile));

	(void) err;
	f->file = BufFileCreateTemp(false);
	f->size = 0;
	*file = f;
	MemoryContextSwitchTo(caller);
	return BX_OK;
}

static void
seek(const SpillFile *f, uint64 at)
{
	if (BufFileSeek(f->file, 0, at, SEEK_SET) != 0)
		ereport(ERROR, (errcode_for_file_access(), errmsg("could not seek in temporary file: %m")));
}

static BxStatus
spill_write(void *ctx, void *file, const void *p, size_t n, BxError *err)
{
	MemoryContext caller = MemoryContextSwitchTo(ctx);
	SpillFile *f = file;

	(void) err;
	seek(f, f->size);
	BufFileWrite(f->file, unconstify(void *, p), n);
	f->size += n;
	MemoryContextSwitchTo(caller);
	return BX_OK;
}

static BxStatus
spill_read(void *ctx, void *file, uint64_t at, void *p, size_t n, BxError *err)
{
	const SpillFile *f = file;

	(void) ctx, (void) err;
	seek(f, at);
	buffile_read_exact(f->file, p, n);
	return BX_OK;
}

static void
spill_close(void *ctx, void *file)
{
	SpillFile *f = file;

	(void) ctx;
	BufFileClose(f->file);
	pfree(f);
}

void
spill_init(RuExternal *external, MemoryContext cxt)
{
	external->ctx = cxt;
	external->budget = (size_t) work_mem * 1024;
	external->spill_open = spill_open;
	external->spill_write = spill_write;
	external->spill_read = spill_read;
	external->spill_close = spill_close;
}
