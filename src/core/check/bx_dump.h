/*
 * bx_dump.h -- a value as lines of text for people: header, tables, then one line per item.
 *
 * Shared by SQL bxml_dump and bxtool dump.  The layout of the lines is for reading, not a stable interface.
 */
#ifndef BX_DUMP_H
#define BX_DUMP_H

#include "../base/bx_buf.h"
#include "../store/bx_image.h"

/*
 * bx_dump_write: append lines (each ends with "\n", none holds another control character) to out.  Item lines are
 *
 *   offset level kind name = value
 *
 * with the offset from the first byte of the value.  Values longer than 120 bytes are cut and their length is
 * given; typed values name their type.  A damaged value is dumped up to the damage, then the error is returned.
 * O(value) time, O(depth + tables) memory beyond the output.
 */
extern BxStatus bx_dump_write(const uint8_t *v, size_t n, const BxHost *host, BxBuf *out, BxError *err);

/*
 * bx_dump_read: the same for a stored value, in windows.  Whenever out has grown by more than a few kB, take is called
 * with it, unless it is NULL: it gets whole lines, empties the buffer, and may jump out.  used_only: leave out names
 * and namespaces that no item has, for the table may be that of a vocabulary, with names of other documents.
 */
typedef void (*BxDumpTake)(void *ctx, BxBuf *out);
extern BxStatus bx_dump_read(BxStore *store, bool used_only, const BxHost *host, BxBuf *out, BxDumpTake take,
							 void *ctx, BxError *err);

#endif
