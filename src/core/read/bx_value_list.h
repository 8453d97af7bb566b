/*
 * bx_value_list.h -- value lists: where the nodes of a shape are that have a value (FORMAT.md, section 69).
 *
 * Every value has a key: as a number, where it is one in XPath, else a hash of its text.  A list has, sorted by key,
 * the places of all values of its shape.  A place is some bytes of the items, so what a list gives are candidates, and
 * the caller compares their values; but no node that is not at a candidate has the key.
 */
#ifndef BX_VALUE_LIST_H
#define BX_VALUE_LIST_H

#include "../base/bx_buf.h"
#include "bx_dir.h"

/* Keys from low to high, both included; low > high: none. */
typedef struct BxKeyRange
{
	uint64_t low;
	uint64_t high;
} BxKeyRange;

/* The key of a number other than NaN, of a text, of a payload in the items.  False: the payload is damaged. */
extern uint64_t bx_list_key_number(double d);
extern uint64_t bx_list_key_text(const char *s, size_t n);
extern bool bx_list_key_payload(const uint8_t *p, uint32_t n, uint64_t *key);

/* ---- lists that are made or checked ---- */

typedef struct BxListEntry
{
	uint64_t key;
	uint32_t place;
} BxListEntry;

/* How a list stores its entries. */
typedef struct BxListForm
{
	uint32_t shape;
	uint32_t n;    /* entries */
	uint8_t shift; /* places are offsets >> shift */
	uint8_t width; /* bytes of an entry */
	uint8_t check; /* bits of it that depend on the key */
} BxListForm;

/*
 * Sort n entries, whose places ascend, by key and then place, and leave one of those that are equal; *n is then how
 * many there are.  O(n).
 */
extern BxStatus bx_list_sort(const BxHost *host, BxListEntry *entries, uint32_t *n, BxError *err);

/* The bytes of a list of f->n entries, with a key in front of each `stride`, a power of two. */
extern uint64_t bx_list_size(const BxListForm *f, uint32_t stride);

/* An entry as it is stored, in a number. */
extern uint32_t bx_list_entry(const BxListForm *f, const BxListEntry *entry);

/* ---- lists of a value ---- */

/* A list that was found in a section. */
typedef struct BxValueList
{
	BxListForm form;
	uint32_t mask;    /* stride - 1 */
	uint32_t keys;    /* offset in the plain value of the keys of its chunks */
	uint32_t entries; /* ... and of its entries */
} BxValueList;

/* Some of the items: offsets from low on, below high. */
typedef struct BxHit
{
	uint32_t low;
	uint32_t high;
} BxHit;

/* bx_value_lists: how many lists there are.  Needs BX_DIR_VALUES, as the others do. */
extern BxStatus bx_value_lists(BxDirs *d, uint32_t *n);
/* bx_value_list: number i of them.  O(i) reads, of one piece. */
extern BxStatus bx_value_list(BxDirs *d, uint32_t i, BxValueList *list);
/* bx_value_list_find: that of the shape. */
extern BxStatus bx_value_list_find(BxDirs *d, uint32_t shape, BxValueList *list, bool *found);

/* The entries *from .. *to - 1 are all that can have a key of the range.  O(log n) reads. */
extern BxStatus bx_value_list_range(BxDirs *d, const BxValueList *list, const BxKeyRange *range,
									uint32_t *from, uint32_t *to);

/* The hits of these entries, those only that can have the key when `range` has just one; there are *n. */
extern BxStatus bx_value_list_hits(BxDirs *d, const BxValueList *list, const BxKeyRange *range, uint32_t from,
								   uint32_t to, BxHit *hits, uint32_t *n);

#endif
