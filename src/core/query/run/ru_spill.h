/*
 * ru_spill.h -- temporary files of the host, for operations that need more memory than their budget.
 *
 * What is written is items: atomic values, and nodes of documents as their trees and keys.  Constructed nodes, maps,
 * arrays and functions last only as long as memory that holds them, so they cannot be written.
 */
#ifndef RU_SPILL_H
#define RU_SPILL_H

#include "ru_op.h"

typedef struct RuSpill
{
	struct RuSpill *next; /* of those of the run */
	uint64_t taken;       /* RuRun.arenas_taken when it was opened; 0: it stays, whatever try/catch closes */
	void *file;
	uint64_t size;   /* bytes written, with those in the buffer */
	uint64_t *parts; /* where the sorted parts end: n_parts of them, in memory of the host */
	uint32_t n_parts, cap_parts;
	size_t n; /* bytes in the buffer */
	uint8_t buffer[32768];
} RuSpill;

/* What cannot be written may take so many bytes beyond the budget. */
#define RU_BEYOND ((size_t) 24 << 20)

/* Bytes that an operation may take before it writes to a file; SIZE_MAX: any number. */
extern size_t ru_budget(const RuRun *run);

static inline size_t
ru_half_budget(const RuRun *run)
{
	size_t budget = ru_budget(run);

	return budget == SIZE_MAX ? budget : budget / 2;
}

/* Bytes that the run takes now, and those at which an operation that begins now must end if it cannot write. */
static inline size_t
ru_memory(const RuRun *run)
{
	return run->own.keeper != NULL ? run->own.keeper->bytes : 0;
}
extern size_t ru_memory_limit(const RuRun *run);
/* Is there a budget, and are there temporary files? */
extern bool ru_can_spill(const RuRun *run);
/* The error of an operation whose values cannot be written, or for which there is no file. */
extern BxStatus ru_fail_budget(RuRun *run, const RuOp *op);
/* Can the items be written? */
extern bool ru_seq_spills(const RuRun *run, const XdSeq *seq);

/* A file, which ends with the run at the latest. */
extern BxStatus ru_spill_open(RuRun *run, RuSpill **spill);
extern void ru_spill_close(RuRun *run, RuSpill *spill);
/* Close all that were opened since so many arenas were taken. */
extern void ru_spills_close(RuRun *run, uint64_t after);
/* Write at the end; charges the host. */
extern BxStatus ru_spill_write(RuRun *run, RuSpill *spill, const void *p, size_t n);
extern BxStatus ru_spill_seq(RuRun *run, RuSpill *spill, const XdSeq *seq);
/* A part ends here; what is in the buffer is written, so that it can be read. */
extern BxStatus ru_spill_part(RuRun *run, RuSpill *spill);
/* Read n bytes that were written and are not in the buffer. */
extern BxStatus ru_spill_at(RuRun *run, RuSpill *spill, uint64_t at, void *p, size_t n);

/* Reads a part from its beginning to its end. */
typedef struct RuSpillReader
{
	RuSpill *spill;
	uint64_t at, end; /* what is not in the buffer yet */
	size_t pos, n;
	uint8_t buffer[16384];
} RuSpillReader;

/* Reads from a place on. */
extern void ru_spill_read_from(RuSpillReader *reader, RuSpill *spill, uint64_t at);
extern void ru_spill_read_part(RuSpillReader *reader, RuSpill *spill, uint32_t part);
/* Has all been read? */
static inline bool
ru_spill_ended(const RuSpillReader *reader)
{
	return reader->pos == reader->n && reader->at == reader->end;
}
extern BxStatus ru_spill_read(RuRun *run, RuSpillReader *reader, void *p, size_t n);
/* A sequence as ru_spill_seq wrote it, in the arena. */
extern BxStatus ru_spill_read_seq(RuRun *run, RuSpillReader *reader, BxArena *arena, XdSeq *seq);

#endif
