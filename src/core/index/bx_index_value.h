/*
 * bx_index_value.h -- the normal form of a value, by which indexes know it: a number, a moment or a string (KEYS.md).
 *
 * Values that are equal as numbers, as decimals, as dates or other moments, or as strings have the same normal form.
 * The converse does not hold: what an index finds is compared again.
 */
#ifndef BX_INDEX_VALUE_H
#define BX_INDEX_VALUE_H

#include "../base/bx_str.h"
#include "../value/bx_key.h"
#include "bx_index_number.h"

/* What is known of a kind of key: AT_INDEX_NUMBER and so on. */
typedef struct BxIndexKindRow
{
	const char *name; /* for options of indexes and for statistics; NULL: it has none */
	uint8_t type;     /* AtType of its values, with or without a zone */
} BxIndexKindRow;

extern const BxIndexKindRow bx_index_kinds[AT_INDEX_KINDS];

/* Kinds as a set. */
#define BX_INDEX_BIT(kind) (1u << (kind))

typedef struct BxIndexValue
{
	uint8_t kind;                       /* AT_INDEX_NUMBER and so on */
	uint8_t n;                          /* bytes */
	uint8_t bytes[BX_INDEX_NUMBER_MAX]; /* of a number or moment */
	BxStr text;                         /* of a string, borrowed */
} BxIndexValue;

/* The value of an element that has none. */
extern const BxIndexValue bx_index_complex;

/* The normal form of a text.  Linear in its length. */
extern void bx_index_value_text(const char *s, size_t n, BxIndexValue *value);

/*
 * The normal form of a payload (bx_value.h), typed or not; false when it is damaged.  buf has BX_VALUE_TEXT_MAX bytes,
 * which the normal form may borrow.
 */
extern bool bx_index_value_payload(const uint8_t *p, uint32_t n, char *buf, BxIndexValue *value);

/*
 * The normal form that values have which are equal to this one; not of NaN, nor of a boolean.  Of a date or dateTime
 * that is the one without a zone: bx_index_value_zoned makes the other one of it.
 */
extern void bx_index_value_key(const BxKey *key, BxIndexValue *value);

/* Has a value that is equal to one of this kind another normal form if it has a zone? */
static inline bool
bx_index_value_zoned(const BxIndexValue *value)
{
	return value->kind == AT_INDEX_DATE || value->kind == AT_INDEX_DATETIME;
}

#endif
