/*
 * at_value.h -- atomic values: read, written, cast, compared and reckoned with, by the rules of XQuery and XPath
 * Functions and Operators 3.1.
 *
 * Results borrow from operands and from the arena of the call.  Errors have the status BX_E_XPTYPE and the code of the
 * specification (bx_fail_code).  Every function that can take long charges the host.
 */
#ifndef AT_VALUE_H
#define AT_VALUE_H

#include "at_item.h"

/* A prefix that is in scope where a text is cast to a name. */
typedef struct AtPrefix
{
	BxStr prefix; /* empty: the default for elements */
	BxStr uri;
} AtPrefix;

/* A way to compare strings other than by code points; the host makes it of a URI. */
typedef struct AtCollation AtCollation;
struct AtCollation
{
	BxStr uri;
	/* -1, 0 or 1; BX_E_* when the host cannot */
	BxStatus (*compare)(const AtCollation *c, BxStr a, BxStr b, int *order, BxError *err);
	/* bytes that are the same where the strings compare equal, for hash tables */
	BxStatus (*key)(const AtCollation *c, BxStr s, BxArena *arena, BxStr *key, BxError *err);
	/* bytes in the order of the strings, and the same where these are equal; NULL: the host has none */
	BxStatus (*sort_key)(const AtCollation *c, BxStr s, BxArena *arena, BxStr *key, BxError *err);
};

/* What operations on atomic values need from outside. */
typedef struct AtCall
{
	const BxHost *host;
	BxArena *arena;
	BxError *err;
	int16_t zone;             /* the implicit time zone, minutes east of UTC */
	const AtPrefix *prefixes; /* the last of one name counts */
	uint32_t n_prefixes;
} AtCall;

/* ---- at_cast.c, at_lexical.c, at_canonical.c ---- */

/*
 * at_cast: "cast as" of section 19: any atomic item to any atomic type that is not abstract.  XPTY0004 where the table
 * says no, FORG0001 where the text or value is none, FOCA0001 to FOCA0006, FODT0001/2, FONS0004.
 */
extern BxStatus at_cast(const AtCall *c, const XdItem *item, AtType type, XdItem *out);

/* The same where failure of the cast (not of memory, nor a cancel) is an answer. */
extern BxStatus at_castable(const AtCall *c, const XdItem *item, AtType type, bool *ok);

/*
 * The value that a text is of an atomic type, white space taken as the type says: the cast of an xs:untypedAtomic.  May
 * borrow from the text.  FORG0001, FOCA0006, FODT0001/2, FONS0004.
 */
extern BxStatus at_read(const AtCall *c, AtType type, BxStr text, XdItem *out);

/* The text of an atomic item: its cast to xs:string. */
extern BxStatus at_text(const AtCall *c, const XdItem *item, BxStr *text);

/* ---- at_compare.c ---- */

typedef enum AtComparison
{
	AT_EQ,
	AT_NE,
	AT_LT,
	AT_LE,
	AT_GT,
	AT_GE
} AtComparison;

/* Is an order (-1, 0, 1; another number where there is none) what the comparison asks for? */
extern bool at_holds(AtComparison op, int order);

/* Value comparison of two atomic items, untyped ones taken as strings; XPTY0004.  collation NULL: by code points. */
extern BxStatus at_value_compare(const AtCall *c, AtComparison op, const XdItem *a, const XdItem *b,
								 const AtCollation *collation, bool *holds);

/* One pair of a general comparison: untyped items take the type of the other side. */
extern BxStatus at_general_compare(const AtCall *c, AtComparison op, const XdItem *a, const XdItem *b,
								   const AtCollation *collation, bool *holds);

/*
 * The order of two items as "order by", sort, min and max need it: -1, 0, 1; NaN equals itself and is less than all
 * other numbers; untyped items are strings.  XPTY0004 when the types have no order in common.
 */
extern BxStatus at_order(const AtCall *c, const XdItem *a, const XdItem *b, const AtCollation *collation,
						 int *order);

/* Are the items the same key: eq where that is defined and true, or both NaN; never an error of types. */
extern BxStatus at_same(const AtCall *c, const XdItem *a, const XdItem *b, const AtCollation *collation,
						bool *same);

/* The kinds of numbers in a set of keys. */
#define AT_HAS_DECIMAL 0x01
#define AT_HAS_DOUBLE 0x02
#define AT_HAS_FLOAT 0x04

/* What an item adds to them. */
static inline unsigned
at_numbers_of(const XdItem *item)
{
	if (!at_is_numeric(item))
		return 0;
	return item->form != AT_FORM_DOUBLE ? AT_HAS_DECIMAL
		   : item->type == AT_FLOAT     ? AT_HAS_FLOAT
										: AT_HAS_DOUBLE;
}

/*
 * How numbers are hashed.  Equality rounds decimals that are beside an xs:double or an xs:float, so only the rounded
 * ones have a hash in common: which hash a set needs depends on the kinds of its numbers.  When a new one changes it,
 * the hashes of the others must be computed again.
 */
typedef enum AtGrain
{
	AT_GRAIN_EXACT, /* by the value itself: also where keys are the same without rounding (op:same-key) */
	AT_GRAIN_DOUBLE,
	AT_GRAIN_FLOAT
} AtGrain;

/* The hash that a set with such numbers needs. */
static inline AtGrain
at_grain(unsigned numbers)
{
	if (!(numbers & AT_HAS_DECIMAL))
		return AT_GRAIN_EXACT;
	return numbers & AT_HAS_FLOAT    ? AT_GRAIN_FLOAT
		   : numbers & AT_HAS_DOUBLE ? AT_GRAIN_DOUBLE
									 : AT_GRAIN_EXACT;
}

/* A hash such that items of a set that at_same calls the same have the same one, seeded by the host. */
extern BxStatus at_hash(const AtCall *c, const XdItem *item, const AtCollation *collation, AtGrain grain,
						uint64_t *hash);

/* ---- at_arith.c ---- */

typedef enum AtOperator
{
	AT_ADD,
	AT_SUBTRACT,
	AT_MULTIPLY,
	AT_DIVIDE,
	AT_IDIV,
	AT_MOD
} AtOperator;

/*
 * An operator on two atomic items: numbers, dates, times, durations (sections 4.2, 8.4, 9.7); untyped items are cast to
 * xs:double.  XPTY0004, FOAR0001, FOAR0002, FODT0001, FODT0002.
 */
extern BxStatus at_arith(const AtCall *c, AtOperator op, const XdItem *a, const XdItem *b, XdItem *out);
extern BxStatus at_negate(const AtCall *c, const XdItem *a, XdItem *out);

typedef enum AtRound
{
	AT_ABS,
	AT_FLOOR,
	AT_CEILING,
	AT_ROUND,
	AT_ROUND_EVEN
} AtRound;

/*
 * fn:abs, floor, ceiling, round and round-half-to-even of a number, the latter two to so many places behind the point;
 * the result is of the primitive type of the number, or xs:integer.
 */
extern BxStatus at_round(const AtCall *c, AtRound how, const XdItem *a, int64_t precision, XdItem *out);

/* The error of an operation on decimals, FOAR0001 or FOAR0002; BX_OK where there is none. */
extern BxStatus at_decimal_status(const AtCall *c, AtDecimalResult result);

/* The number as an xs:double, or as the xs:float nearest to it; infinite where it is too large. */
extern double at_number_double(const XdItem *item);
extern double at_number_float(const XdItem *item);

#endif
