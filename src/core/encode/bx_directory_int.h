/*
 * bx_directory_int.h -- what makes the directories of items that are laid out.
 */
#ifndef BX_DIRECTORY_INT_H
#define BX_DIRECTORY_INT_H

#include "../format/bx_item.h"
#include "bx_directory.h"

typedef struct BxDirItem
{
	uint32_t shape;
	uint32_t len; /* of what follows the header, 0 for a constant */
	const uint8_t *payload;
	uint32_t payload_len;
} BxDirItem;

/* The item at p, and where its content begins; NULL for one that cannot be read. */
static inline const uint8_t *
bx_dir_item(const BxTable *t, const uint8_t *p, const uint8_t *end, BxDirItem *item)
{
	BxItemHeader h;

	p = bx_item_header(p, end, t->n_consts, &h);
	if (p == NULL || (!h.constant && h.number >= t->n_shapes))
		return NULL;
	item->len = h.len;
	if (BX_LIKELY(!h.constant))
	{
		item->shape = h.number;
		item->payload = p;
		item->payload_len = h.len;
		return h.len <= (size_t) (end - p) ? p : NULL;
	}
	item->shape = t->consts[h.number].shape;
	item->payload = (const uint8_t *) t->consts[h.number].payload;
	item->payload_len = t->consts[h.number].len;
	return t->shapes[item->shape].kind != BX_KIND_ELEMENT ? p : NULL;
}

/* bx_layout_dir.c: BX_E_CORRUPT at p, among the items of a value with this table. */
extern BxStatus bx_dir_damaged(const BxTable *t, const uint8_t *items, const uint8_t *p, BxError *err);

/* Where some items are, all of the shapes that may be listed included, in order: as bytes before the end of all. */
typedef struct BxItemNotes
{
	const uint32_t *before_end;
	uint32_t n;
} BxItemNotes;

/* What lists of values are made of. */
typedef struct BxValueListSource
{
	const BxHost *host;
	const BxWriterOptions *opt;
	const BxTable *t;
	const uint8_t *items;     /* t->head.items_len bytes */
	const uint32_t *counts;   /* items per shape */
	const BxItemNotes *notes; /* NULL when there are none: then the items are walked */
	BxArena *arena;
	BxError *err;
} BxValueListSource;

/* bx_layout_values.c: a shape may be listed that has so many items, in a value with so many bytes of them; 0: none. */
extern uint32_t bx_value_lists_from(const BxWriterOptions *options, uint64_t items_len);

/* bx_layout_values.c: append the body of the section of value lists; nothing is appended when no list is worth it. */
extern BxStatus bx_value_lists_make(const BxValueListSource *src, BxBuf *body);

#endif
