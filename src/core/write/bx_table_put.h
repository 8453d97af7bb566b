/*
 * bx_table_put.h -- decoded tables back to a table section.
 */
#ifndef BX_TABLE_PUT_H
#define BX_TABLE_PUT_H

#include "../base/bx_buf.h"
#include "../format/bx_table.h"

/*
 * bx_table_put: append the table section (FORMAT.md, "Table") to out.  Of t->head the flags NAMES and CONSTANTS are
 * looked at; pairs, names, rows and constants keep their numbers.  The arena gives memory for the call.  BX_E_NOMEM,
 * BX_E_LIMIT.
 */
extern BxStatus bx_table_put(const BxTable *t, BxArena *arena, BxBuf *out, BxError *err);

static inline bool
bx_kind_is_named(uint8_t kind)
{
	return kind == BX_KIND_ELEMENT || kind == BX_KIND_LEAF || kind == BX_KIND_ATTRIBUTE || kind == BX_KIND_PI;
}

#endif
