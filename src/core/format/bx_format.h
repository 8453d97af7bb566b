/*
 * bx_format.h -- constants of the bxml value format, version 1.  Specified in FORMAT.md.
 *
 *   byte 0      0xB1: high nibble marks a bxml value, low nibble is the version
 *   byte 1      flags (BX_FLAG_*); an unknown flag is BX_E_VERSION
 *   byte 2..5   fingerprint of the table section
 *   varints     table length, items length, depth; with BX_FLAG_EXT the extension directory
 *   blocks      with BX_FLAG_BLOCKS the list of the blocks that table and items are stored in
 *   table       namespaces, names, shapes (one shape per distinct path x kind, or name x kind), constants
 *   items       pre-order stream of token, length, payload
 *   heap        with BX_FLAG_HEAP: large values that items refer to
 *   extensions  bodies in directory order
 *
 * The table comes first so that a prefix of the value answers every question about names and paths, and a reader that
 * skips items never misses a definition.  An element's length covers its
 * attributes and children: the length is the skip pointer, there are no end markers.  Fixed-width headers
 * were tried: up to 20 % faster in cache, 10 % larger, slower beyond the cache.
 */
#ifndef BX_FORMAT_H
#define BX_FORMAT_H

#include <stdint.h>

#include "bx_sections.h"

#define BX_VERSION_BYTE 0xB1
#define BX_VERSION_MARK 0xB0
#define BX_FORMAT_VERSION 1

#define BX_FLAG_NAMES 0x01      /* shapes are name x kind (no parents); otherwise path x kind */
#define BX_FLAG_DOCUMENT 0x02   /* exactly one top-level element and no top-level text */
#define BX_FLAG_EXT 0x04        /* an extension directory follows the header varints */
#define BX_FLAG_CONSTANTS 0x08  /* the table ends with constants: tokens below a bound are whole items */
#define BX_FLAG_HEAP 0x10       /* large values follow the items */
#define BX_FLAG_BLOCKS 0x20     /* table and items are stored in blocks, compressed one by one */
#define BX_FLAG_VOCABULARY 0x40 /* another layout, without a table: src/core/vocabulary */
#define BX_FLAG_KNOWN                                                                                        \
	(BX_FLAG_NAMES | BX_FLAG_DOCUMENT | BX_FLAG_EXT | BX_FLAG_CONSTANTS | BX_FLAG_HEAP | BX_FLAG_BLOCKS)

/*
 * Plain bytes of the first block and of the largest the writer cuts, and the most a reader accepts.  Blocks double from
 * the first size on, so that the beginning of a large value costs little.
 */
#define BX_BLOCK_FIRST 8192
#define BX_BLOCK_SIZE 65536
#define BX_BLOCK_MAX (1u << 20)
/* No block grows by more when it is inflated: lz4 cannot, and so a short value cannot ask for much memory. */
#define BX_BLOCK_GROWTH 255

#define BX_HEADER_FIXED 6 /* bytes before the header varints */

/*
 * Directories (FORMAT.md, sections 64 to 66): fixed-width numbers, so that a reader finds its place by halving and
 * reads little of them.
 */
#define BX_DIR_STRIDE_MAX 65536u /* a power of two up to this */
#define BX_DIR_HEAD 8            /* OFFSETS, CHILDREN: u32 stride, u32 number of entries */
#define BX_DIR_CHILDREN_ENTRY 16 /* u32 parent, key, count, first sample */
#define BX_DIR_LIST_ENTRY 12     /* u32 shape, count, first chunk */
#define BX_DIR_CHUNK_ENTRY 8     /* u32 offset of the first item, place of the distances to the others */
#define BX_DIR_KEY_ALL 0u        /* key of a CHILDREN entry: all children; else a shape + 1 */
#define BX_DIR_ONLY 0x80000000u  /* in the count of a CHILDREN entry: the parent has no other children */

/* Can it be the stride of a directory or of value lists? */
static inline int
bx_is_stride(uint32_t stride)
{
	return stride > 0 && stride <= BX_DIR_STRIDE_MAX && (stride & (stride - 1)) == 0;
}

/*
 * Value lists (FORMAT.md, section 69): of the nodes of a shape, sorted by what their values compare as.
 */
#define BX_VALUES_ROW                                                                                        \
	12 /* u32 shape, number of entries; bytes: shift of places, width, bits of the check, 0 */
#define BX_VALUES_KEY 8 /* u64 key of the first entry of a chunk */
#define BX_VALUES_WIDTH_MAX 4
#define BX_VALUES_LONG 1024 /* bytes of a payload in a list, at most */
#define BX_VALUES_LISTS_MAX 256

/* Bytes that identify the schema at the head of the annotations (FORMAT.md, section 67). */
#define BX_ANNOTATIONS_ID 16

/* Kinds of shape.  The value 0 marks an extended shape in name mode and is never a kind. */
typedef enum BxKind
{
	BX_KIND_EXTENDED = 0,
	BX_KIND_ELEMENT = 1,   /* payload: attribute and namespace items, then child items */
	BX_KIND_LEAF = 2,      /* element without attributes whose content is one text; payload: the value */
	BX_KIND_ATTRIBUTE = 3, /* payload: the value */
	BX_KIND_TEXT = 4,      /* payload: the value, never empty */
	BX_KIND_COMMENT = 5,   /* payload: UTF-8 */
	BX_KIND_PI = 6,        /* name: the target; payload: UTF-8 data */
	BX_KIND_NAMESPACE = 7, /* name: the pair declared; payload: empty */
} BxKind;

#define BX_KIND_MASK 0x07
#define BX_SHAPE_ONE 0x08   /* at most one per parent node */
#define BX_SHAPE_CLEAN 0x10 /* no value of this shape needs escaping */
#define BX_SHAPE_TYPED 0x20 /* typed values may occur; without it every payload is plain text */
#define BX_SHAPE_MIXED 0x40 /* element shapes: text children may occur */
#define BX_SHAPE_SPARE 0x80 /* reserved, zero */

#define BX_NAME_LEN_INLINE 30 /* name mode: lengths above take the escape 31 */
#define BX_NAME_LEN_ESCAPE 31
#define BX_NAME_LEN_LONG                                                                                     \
	255 /* path mode: length byte of a name that long or longer; a u32 precedes its bytes */

/* Predefined (prefix, namespace) pairs; the table lists only further ones. */
#define BX_PAIR_NONE 0 /* no prefix, no namespace */
#define BX_PAIR_XML 1  /* xml, http://www.w3.org/XML/1998/namespace */
#define BX_PAIR_FIRST 2
#define BX_XML_NS "http://www.w3.org/XML/1998/namespace"
#define BX_XMLNS_NS "http://www.w3.org/2000/xmlns/"

/* First byte of a payload that is a reference into the heap: varint offset, varint length follow. */
#define BX_TAG_HEAP 0xBF
#define BX_HEAP_REF_MAX 11

#define BX_TOKEN_MAX ((1u << 24) - 1)

#define BX_SHAPE_NONE UINT32_MAX /* parent of top-level shapes */

#endif
