/*
 * bx_copy.h -- items of one value into another that is being written: names and shapes of the source become those of
 * the writer, each once.
 *
 * The caller walks the source in its own way and hands over item by item; elements end by bx_writer_end_element.
 * Payloads are as stored, with references to the heap resolved.
 */
#ifndef BX_COPY_H
#define BX_COPY_H

#include "../base/bx_arena.h"
#include "../format/bx_table.h"
#include "../read/bx_reader.h"
#include "bx_writer.h"

typedef struct BxCopy
{
	BxWriter *w;
	const BxTable *table;
	BxError *err;
	bool stored; /* payloads go to a writer with BX_TYPED_STORED as they are, not as texts */
	/* private */
	uint32_t *name_of; /* name of the source -> the writer's, UINT32_MAX unknown */
	uint32_t *pair_of;
	uint32_t *mapped_names; /* what is known */
	uint32_t *mapped_pairs;
	uint32_t n_mapped_names, n_mapped_pairs;
} BxCopy;

/* Nothing is mapped and there is no writer yet; borrows table and err, memory is the arena's.  BX_E_NOMEM. */
extern BxStatus bx_copy_init(BxCopy *c, const BxTable *table, BxArena *arena, BxError *err);

/* Copy into this writer from now on.  Costs what was mapped for the one before. */
extern void bx_copy_into(BxCopy *c, BxWriter *w);

/* Start the element of a shape of kind ELEMENT or LEAF. */
extern BxStatus bx_copy_start(BxCopy *c, uint32_t shape);

/* Declare a pair of the source on the element that was just started. */
extern BxStatus bx_copy_namespace(BxCopy *c, uint32_t pair);

/* Write an item of any kind but ELEMENT.  off names its place where the payload turns out to be damaged. */
extern BxStatus bx_copy_item(BxCopy *c, uint32_t shape, const uint8_t *payload, uint32_t n, uint32_t off);

/* Write what a reader's event says: an item, or the end of an element. */
extern BxStatus bx_copy_event(BxCopy *c, const BxEvent *ev);

/* Text of a payload. */
extern BxStatus bx_copy_text(BxCopy *c, const uint8_t *payload, uint32_t n, uint32_t off);

#endif
