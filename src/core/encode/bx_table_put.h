/*
 * bx_table_put.h -- the header of a value, and decoded tables back to a table section.
 */
#ifndef BX_TABLE_PUT_H
#define BX_TABLE_PUT_H

#include "../base/bx_buf.h"
#include "../format/bx_table.h"

/*
 * bx_table_put: append the table section (FORMAT.md, "Table") to out.  Of t->head the flags NAMES and CONSTANTS are
 * looked at; pairs, names, shapes and constants keep their numbers.  The arena gives memory for the call.  BX_E_NOMEM,
 * BX_E_LIMIT.
 */
extern BxStatus bx_table_put(const BxTable *t, BxArena *arena, BxBuf *out, BxError *err);

/* Bytes of a header without the extension directory, and of an entry there, at most. */
#define BX_HEAD_MAX (BX_HEADER_FIXED + 5 * 5)
#define BX_HEAD_EXT_MAX 6

/* What a header says; the flags EXT and HEAP follow from the rest. */
typedef struct BxHeadParts
{
	uint8_t flags;
	const uint8_t *table;
	uint32_t table_len;
	uint32_t items_len;
	uint32_t depth;
	uint32_t heap_len;
	uint32_t n_ext;
	struct
	{
		uint8_t code; /* ascending */
		uint32_t len;
	} ext[BX_SECTIONS];
} BxHeadParts;

/* Write the header of a plain value, at most BX_HEAD_MAX + n_ext * BX_HEAD_EXT_MAX bytes; returns its end. */
extern uint8_t *bx_head_put(uint8_t *p, const BxHeadParts *h);

#endif
