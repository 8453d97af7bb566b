/*
 * bx_directory.h -- directories of items that are laid out already, for callers that edit a value without re-encoding
 * it.
 */
#ifndef BX_DIRECTORY_H
#define BX_DIRECTORY_H

#include "../base/bx_arena.h"
#include "../base/bx_buf.h"
#include "../format/bx_table.h"
#include "bx_writer.h"

/* In the order of their codes; other sections are between the last two. */
#define BX_DIR_SECTIONS 4
#define BX_DIR_VALUE_LISTS 3 /* the last one */

/* The code of one of them. */
static inline uint8_t
bx_dir_code(unsigned i)
{
	return (uint8_t) (i == BX_DIR_VALUE_LISTS ? BX_EXT_VALUES : BX_EXT_OFFSETS + i);
}

/* Would the writer give a value in path mode with that many bytes of items directories? */
static inline bool
bx_directories_wanted(const BxWriterOptions *options, uint64_t items_len)
{
	return options->directories != BX_DIRECTORIES_OFF &&
		   items_len >= (options->dir_from ? options->dir_from : BX_DIR_FROM);
}

/*
 * bx_directories_make: append the bodies of the sections that the writer would give these items (t->head.items_len
 * bytes) to the buffers; an empty body is not a section.  The table must be in path mode.  Items are not trusted:
 * BX_E_CORRUPT for those that do not nest, that are not below an item of their shape's parent, or deeper than
 * t->head.depth. O(items) time; memory is the arena's.
 */
extern BxStatus bx_directories_make(const BxHost *host, const BxWriterOptions *options, const BxTable *t,
									const uint8_t *items, BxArena *arena, BxBuf bodies[BX_DIR_SECTIONS],
									BxError *err);

#endif
