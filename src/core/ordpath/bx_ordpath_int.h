/*
 * bx_ordpath_int.h -- what the files of this folder share: classes of numbers, and the grammar of labels.
 */
#ifndef BX_ORDPATH_INT_H
#define BX_ORDPATH_INT_H

#include "../base/bx_core_int.h"
#include "bx_ordpath.h"

/* First bytes, see ORDPATH.md. */
#define MARK_NAMESPACE 0x01
#define MARK_ATTRIBUTE 0x02
#define MARK_INFINITY 0xFF

/* Numbers of one length: count first bytes from first on, then tail bytes, big-endian; start is the least of them. */
typedef struct NumberClass
{
	int64_t start;
	uint8_t first;
	uint8_t count;
	uint8_t tail;
} NumberClass;

#define NUMBER_CLASSES 9
extern const NumberClass bx_ordpath_classes[NUMBER_CLASSES];

static inline int64_t
class_end(const NumberClass *c)
{
	return c->start + ((int64_t) c->count << 8 * c->tail);
}

static inline bool
is_odd(int64_t number)
{
	return (number & 1) != 0;
}

/* Where in a label a scan is, to judge whether one more component may follow. */
typedef struct Grammar
{
	bool caret; /* within a level: after an even component */
	bool leaf;  /* this level is an attribute or a declaration */
	bool done;  /* nothing may follow */
	size_t level_off;
} Grammar;

/* Take the component that ends before offset end_off; NULL, or what is wrong with it. */
extern const char *bx_ordpath_follow(Grammar *g, BxOrdpathPart part, size_t end_off);

/* Offsets of the level that ends a label: where it starts, and whether it ends in an odd number. */
typedef struct LastLevel
{
	size_t off;
	bool whole;
} LastLevel;

/* Find the last level of a label that is not empty. */
extern BxStatus bx_ordpath_last(const uint8_t *p, size_t n, LastLevel *last, BxError *err);

/* BX_E_CORRUPT for bytes that are not a component, at their offset. */
extern BxStatus bx_ordpath_damaged(size_t off, BxError *err);

/* The component at *off of a label of n bytes; *off moves behind it. */
static inline BxStatus
next_part(const uint8_t *p, size_t n, size_t *off, BxOrdpathPart *part, BxError *err)
{
	const uint8_t *next = bx_ordpath_part_get(p + *off, p + n, part);

	if (next == NULL)
		return bx_ordpath_damaged(*off, err);
	*off = (size_t) (next - p);
	return BX_OK;
}

#endif
