/*
 * bx_key.h -- keys by which atomic values are compared, grouped and ordered, and sets of them.
 *
 * A key is made of a value once and compared often.  Decimals are compared digit by digit, whatever their length;
 * moments by the instant, so that zones do not matter; strings by their bytes, which is by code point.
 */
#ifndef BX_KEY_H
#define BX_KEY_H

#include "../base/bx_hash.h"
#include "../base/bx_str.h"
#include "bx_moment.h"

typedef struct BxKey
{
	union
	{
		double number;   /* number, boolean, mirror */
		BxStr str;       /* string; decimal: from the first digit that is not 0, with the point; borrowed */
		int64_t seconds; /* date, dateTime: since 1970 in UTC; durations: as BxMoment has it */
	};
	uint32_t more; /* decimal: digits before the point; moments: nanoseconds */
	/*
	 * AtType: xs:string, xs:double, xs:boolean, xs:decimal, xs:date, xs:dateTime, xs:dayTimeDuration,
	 * xs:yearMonthDuration
	 */
	uint8_t type;
	bool negative; /* decimal */
} BxKey;

/* Longer texts are not values of any type but string. */
#define BX_KEY_TEXT_MAX 1000000

static inline BxKey
bx_key_number(double d)
{
	return (BxKey){.type = AT_DOUBLE, .number = d};
}

static inline BxKey
bx_key_boolean(bool b)
{
	return (BxKey){.type = AT_BOOLEAN, .number = b};
}

static inline BxKey
bx_key_string(BxStr s)
{
	return (BxKey){.type = AT_STRING, .str = s};
}

static inline bool
bx_key_is_moment(unsigned type)
{
	return at_types[type].family == AT_F_MOMENT || at_types[type].family == AT_F_DURATION;
}

/* The type that values of two types are compared as: their own, or double for a double and a decimal; 0: none. */
static inline unsigned
bx_key_common_type(unsigned a, unsigned b)
{
	bool numbers = (a == AT_DOUBLE || a == AT_DECIMAL) && (b == AT_DOUBLE || b == AT_DECIMAL);

	return a == b ? a : numbers ? AT_DOUBLE : 0;
}

/* A date begins at midnight where it is. */
extern BxKey bx_key_moment(AtType type, const BxMoment *moment);
/* Text as a value of the type, which may be the text of a node: false when it is not one.  A decimal borrows it. */
extern bool bx_key_read(AtType type, BxStr text, BxKey *key);

/*
 * The same of a typed payload, without its text: *ok says whether it is a value of the type.  False: its text must be
 * read, as that of any payload as a number, a decimal or a duration.
 */
extern bool bx_key_payload(AtType type, const uint8_t *p, uint32_t n, BxKey *key, bool *ok);

/* Order of two keys of one type: -1, 0, 1; BX_KEY_UNORDERED where one is NaN. */
#define BX_KEY_UNORDERED 2
extern int bx_key_order(const BxKey *a, const BxKey *b);

/* Are they of one type and equal?  NaN is equal to itself here. */
extern bool bx_key_same(const BxKey *a, const BxKey *b);
/* The same for keys that are. */
extern uint32_t bx_key_hash(const BxHashSeed *seed, const BxKey *key);

/*
 * A set of keys of any types, where numbers are equal across types (XPath 2.0, fn:distinct-values): a decimal is kept
 * as it is and, for doubles to be compared with, as a double.  One range of integers is kept as such.
 */
typedef struct BxKeySet
{
	BxHashMap map;
	BxKey *keys;
	uint32_t n;
	uint32_t cap;
	bool decimals;
	bool ranged;
	double low;
	double high;
} BxKeySet;

/* Memory is of the arena; keys borrow what they borrow. */
extern void bx_key_set_init(BxKeySet *set, const BxHost *host, BxArena *arena);
extern BxStatus bx_key_set_add(BxKeySet *set, const BxKey *key, bool *added, BxError *err);
/* The integers from low to high, into a set that is empty; false, and nothing added, when it is not. */
extern bool bx_key_set_add_range(BxKeySet *set, double low, double high);
extern bool bx_key_set_has(const BxKeySet *set, const BxKey *key);

#endif
