/*
 * bx_anew.h -- a plain value encoded anew: the same nodes with the table, constants and heap that a writer gives them
 * now, and some payloads replaced.
 *
 * Typed forms stay as they are stored, those of declared types included.  Labels that differ from the implied ones are
 * the caller's to hand on.
 */
#ifndef BX_ANEW_H
#define BX_ANEW_H

#include "../base/bx_arena.h"
#include "../format/bx_table.h"
#include "bx_writer.h"

/* A payload for the value of an item, typed or text; not one for an item without a value. */
typedef struct BxAnewPayload
{
	uint32_t off; /* of the item, as BxEvent.off */
	uint32_t at;  /* in the bytes of all of them */
	uint32_t n;
} BxAnewPayload;

typedef struct BxAnew
{
	const uint8_t *v; /* the plain value */
	const BxTable *table;
	const BxAnewPayload *payloads; /* ascending by off */
	uint32_t n_payloads;
	const uint8_t *bytes;
	BxArena *arena;
	BxError *err;
} BxAnew;

/* XML declaration, DOCTYPE and items into a writer, whose option `typed` is BX_TYPED_STORED. */
extern BxStatus bx_anew_write(const BxAnew *a, BxWriter *w);

#endif
