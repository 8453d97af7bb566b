/*
 * bx_index_extract.h -- the keys of a document, in one pass of its items.
 *
 * Which nodes have keys, and which ones, is in KEYS.md.  Hashes of names are made once per shape, those of paths as
 * well where shapes are paths; typed values become keys without their text.
 */
#ifndef BX_INDEX_EXTRACT_H
#define BX_INDEX_EXTRACT_H

#include "../store/bx_image.h"
#include "bx_index_key.h"
#include "bx_index_list.h"
#include "bx_index_scope.h"

/* What an index has keys of. */
typedef struct BxIndexOptions
{
	bool is_short;      /* bxml_path_ops */
	uint32_t kinds;     /* set of the kinds that values may have; BX_INDEX_ALL */
	uint32_t max_value; /* long form: bytes of a string in a key, BX_INDEX_VALUE_MIN to BX_INDEX_VALUE_MAX */
	const BxIndexScope *scope; /* NULL: all nodes */
} BxIndexOptions;

#define BX_INDEX_ALL (BX_INDEX_BIT(AT_INDEX_KINDS) - 1)

/* All values, strings of the default length. */
extern BxIndexOptions bx_index_options(bool is_short);

/*
 * bx_index_extract: the keys of a stored value.  The list is initialized here; its memory is the arena's.
 * BX_E_CORRUPT and the other statuses of the reader; BX_E_LIMIT for more than 2^26 different keys; BX_E_CANCEL.
 */
extern BxStatus bx_index_extract(const BxIndexOptions *options, BxStore *store, BxArena *arena,
								 BxIndexList *list, BxError *err);

#endif
