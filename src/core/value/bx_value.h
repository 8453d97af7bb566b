/*
 * bx_value.h -- payloads: plain text, or a typed form that reproduces its text exactly.
 *
 * A payload is text unless its first byte is a tag.  Tags are bytes that cannot start UTF-8 text made of
 * XML characters (0x80..0xBF), so no flag or table entry is needed to distinguish them, and changing a
 * value never changes anything outside its item.  The width of the number is what the item's length
 * leaves after the tag; the encoder always uses the smallest width, the validator insists on it.
 *
 * The typed form exists only where formatting it gives back the source bytes ("-0", "1E+005" and " 5" stay text).
 * Most forms are found by their text alone; others ("1.50E0", "0007", bytes) only where a schema declares the type of
 * the value (bx_declared.c).  FORMAT.md, "Typed values", has the rules and byte tables.
 */
#ifndef BX_VALUE_H
#define BX_VALUE_H

#include "../atomic/types/at_types.h"
#include "../base/bx_bytes.h"
#include "../base/bx_char.h"
#include "../base/bx_status.h"

#define BX_TAG_NONE 0       /* in at_types.def: no form but those that texts have by themselves */
#define BX_TAG_DECIMAL 0x80 /* 0x80 + scale, scale 0..18; then two's complement, 0..8 bytes LE */
#define BX_TAG_DECIMAL_MAX 0x92
#define BX_TAG_DATE 0x98     /* then days, two's complement, 1..4 bytes LE */
#define BX_TAG_DATETIME 0x99 /* then style byte, [zone minutes i16], ticks two's complement, 1..8 bytes LE */
#define BX_TAG_FALSE 0xA0
#define BX_TAG_TRUE 0xA1
#define BX_TAG_DOUBLE 0xA2 /* a decimal times 10^power: then style byte, power, a decimal's number */
/* a decimal with "+", more zeros before it than one, or a point at an end: then style byte, [zeros], its number */
#define BX_TAG_PADDED 0xA3
#define BX_TAG_ZONED 0xA4 /* then style byte, [zone minutes], days: a dateTime's, its ticks being days */
#define BX_TAG_TIME 0xA5  /* as a dateTime of 1970-01-01 */
#define BX_TAG_HEX 0xA6   /* then bytes, at least one; their digits are lower case, or all 0 to 9 */
#define BX_TAG_HEX_UPPER 0xA7
#define BX_TAG_BASE64 0xA8
#define BX_TAG_DECLARED BX_TAG_DOUBLE /* the first and the last of those that only a declared type gives */
#define BX_TAG_DECLARED_MAX BX_TAG_BASE64
#define BX_TAG_DIGIT 0xB0 /* 0xB0 + d: the integers 0..9, nothing follows */
#define BX_TAG_DIGIT_MAX 0xB9

/* style byte of a dateTime: low nibble fraction digits 0..9, high nibble the zone */
#define BX_DT_NOZONE 0x00
#define BX_DT_UTC 0x10    /* "Z" */
#define BX_DT_OFFSET 0x20 /* i16 minutes follow, never for "Z" */

/* style bytes of a double and of a padded decimal: scale in the low five bits */
#define BX_STYLE_SCALE 0x1F
#define BX_DOUBLE_SMALL 0x20 /* "e" */
#define BX_DOUBLE_PLUS 0x40  /* "+" before a power that is not negative */
#define BX_DOUBLE_TWO 0x80   /* a power of one digit has a zero before it */
#define BX_PADDED_PLUS 0x20
#define BX_PADDED_POINT 0x40 /* scale 0: a point at the end; else no zero before the point */
#define BX_PADDED_ZEROS 0x80 /* a byte follows: zeros before what a decimal has */

/* Longest typed payload without a declared type, and with one; longest text of those that are not bytes, and of all. */
#define BX_VALUE_ENC_MAX 12
#define BX_DECLARED_ENC_MAX 3080
#define BX_VALUE_SHORT_MAX 64
#define BX_VALUE_TEXT_MAX 4096

/* 0001-01-01 and 9999-12-31 in days since 1970-01-01. */
#define BX_DAYS_MIN (-719162)
#define BX_DAYS_MAX 2932896

/* The powers of ten that fit into 63 bits. */
#define BX_POW10_MAX 18
extern const int64_t bx_pow10[BX_POW10_MAX + 1];

/* The tag of the typed forms that only values declared as the type have; BX_TAG_NONE where there are none. */
extern const uint8_t bx_type_tags[AT_TYPES];

/* A typed value, or a text. */
typedef struct BxValue
{
	/*
	 * AtType: xs:decimal (integers among them), xs:boolean, xs:date, xs:dateTime, xs:double, xs:time, xs:hexBinary,
	 * xs:base64Binary; xs:untypedAtomic of a text
	 */
	uint8_t type;
	uint8_t scale; /* numbers: digits after the point; dateTime, time: fraction digits */
	uint8_t zone;  /* dateTime, date, time: BX_DT_* */
	uint8_t
		style; /* double: BX_DOUBLE_*; decimal: BX_PADDED_*, 0 unless it is padded; hex: 1 for upper case */
	uint8_t zeros;  /* padded decimal: those that others do not have */
	int8_t power;   /* double */
	int16_t offset; /* minutes east of UTC for BX_DT_OFFSET */
	int64_t num;    /* mantissa, days, or local ticks of 10^-scale s since 1970-01-01T00:00:00; boolean 0/1 */
	const uint8_t *text; /* text, hex, base64: the bytes, borrowed from the payload */
	uint32_t text_len;
} BxValue;

/* True when the payload starts with a tag (any byte 0x80..0xBF). */
static inline bool
bx_value_is_typed(const uint8_t *p, uint32_t len)
{
	return len > 0 && (p[0] & 0xC0) == 0x80;
}

/* Is the form one that only a declared type gives, so that its text may have another form as well? */
static inline bool
bx_value_is_declared(const uint8_t *p, uint32_t len)
{
	return len > 0 && (uint8_t) (p[0] - BX_TAG_DECLARED) <= BX_TAG_DECLARED_MAX - BX_TAG_DECLARED;
}

/*
 * bx_value_encode: try to find the typed form of text; writes at most BX_VALUE_ENC_MAX bytes to out and
 * returns how many, or 0 when the text must be stored as it is (also whenever the typed form would be longer
 * than the text).  Most texts are refused after one or two bytes.
 */
extern unsigned bx_value_encode(const char *s, size_t n, uint8_t *out);

/* May it find one?  By the first character. */
static inline bool
bx_value_may_encode(const char *s, size_t n)
{
	return n > 0 && (bx_is_digit(s[0]) || s[0] == '-' || s[0] == 't' || s[0] == 'f');
}

/*
 * bx_value_encode_as: the same where it is known what the value is declared as.  Writes at most BX_DECLARED_ENC_MAX
 * bytes.  A text that has a form by itself gets that one, unless it is declared as a string.  Slower.
 */
extern unsigned bx_value_encode_as(AtType type, const char *s, size_t n, uint8_t *out);

/* The form that is not bytes that some declared type gives to a text without a form by itself; no two types do. */
extern unsigned bx_value_encode_declared(const char *s, size_t n, uint8_t *out);

/*
 * bx_value_decode: read a payload.  Text payloads are xs:untypedAtomic and borrow.  False when a tag is unknown, or
 * a width or number is impossible for it (a reader of stored bytes reports BX_E_CORRUPT); what it accepts can
 * always be formatted, but need not be the form bx_value_encode writes.
 */
extern bool bx_value_decode(const uint8_t *p, uint32_t len, BxValue *v);

/* Sign-extended load of w bytes, 0..8, by overlapping loads that stay within them. */
static inline int64_t
bx_int_get(const uint8_t *p, uint32_t w)
{
	unsigned shift = 64 - 8 * w;
	uint64_t v;

	if (w >= 4)
		v = bx_get_u32(p) | (uint64_t) bx_get_u32(p + w - 4) << (8 * (w - 4));
	else if (w > 0)
		v = p[0] | (uint64_t) p[w >> 1] << (8 * (w >> 1)) | (uint64_t) p[w - 1] << (8 * (w - 1));
	else
		return 0;
	return (int64_t) (v << shift) >> shift;
}

/*
 * bx_value_decimal, bx_value_date: what bx_value_decode makes of the types that most typed values have, for callers
 * that have no use for the rest; false where it is another type, or damaged.
 */
static inline bool
bx_value_decimal(const uint8_t *p, uint32_t len, int64_t *num, uint8_t *scale)
{
	*scale = 0;
	if (len == 1 && (uint8_t) (p[0] - BX_TAG_DIGIT) <= BX_TAG_DIGIT_MAX - BX_TAG_DIGIT)
	{
		*num = p[0] - BX_TAG_DIGIT;
		return true;
	}
	if (len == 0 || len > 9 || (uint8_t) (p[0] - BX_TAG_DECIMAL) > BX_TAG_DECIMAL_MAX - BX_TAG_DECIMAL)
		return false;
	*scale = p[0] - BX_TAG_DECIMAL;
	*num = bx_int_get(p + 1, len - 1);
	return true;
}

static inline bool
bx_value_date(const uint8_t *p, uint32_t len, int64_t *days)
{
	if (len < 2 || len > 5 || p[0] != BX_TAG_DATE)
		return false;
	*days = bx_int_get(p + 1, len - 1);
	return *days >= BX_DAYS_MIN && *days <= BX_DAYS_MAX;
}

/*
 * bx_value_is_canonical: the validator's rule: the payload is text, or exactly what bx_value_encode, or with
 * the type that its tag says bx_value_encode_as, writes for its text.  Text that could have been typed is accepted:
 * typing is the writer's choice.
 */
extern bool bx_value_is_canonical(const uint8_t *p, uint32_t len);

/* bx_value_format: text of a decoded typed value into buf (BX_VALUE_TEXT_MAX bytes); returns its length. */
extern unsigned bx_value_format(const BxValue *v, char *buf);

/*
 * bx_decimal_text: num * 10^-scale, scale 0 to 18, into buf (BX_VALUE_SHORT_MAX bytes, of which more may be written
 * than it returns).
 */
extern unsigned bx_decimal_text(int64_t num, unsigned scale, char *buf);

/*
 * bx_value_print: text of a typed payload into buf (bx_value_room bytes, or of bytes two for each and 4, of which more
 * may be written than it returns); 0 when the payload is corrupt.
 */
extern unsigned bx_value_print(const uint8_t *p, uint32_t len, char *buf);

/*
 * bx_value_text: text of any payload.  Returns a pointer into the payload for text, or formats into buf
 * (BX_VALUE_TEXT_MAX bytes); NULL when the payload is corrupt.
 */
extern const char *bx_value_text(const uint8_t *p, uint32_t len, char *buf, uint32_t *text_len);

/* Is a decoded value an xs:integer? */
static inline bool
bx_value_is_integer(const BxValue *v)
{
	return v->type == AT_DECIMAL && v->scale == 0 && !(v->style & BX_PADDED_POINT);
}

/* Room for the text of any payload that is not plain text. */
static inline uint32_t
bx_value_room(uint32_t len)
{
	return len <= BX_VALUE_ENC_MAX ? BX_VALUE_SHORT_MAX : BX_VALUE_TEXT_MAX;
}

/* Worst cases of a number as text, for buffers. */
#define BX_NUMBER_TEXT_MAX 400

/*
 * XPath 1.0 conversions (Recommendation section 4.4 and 4.2; locale independent).
 * bx_number_from_text: number(string): optional XML white space, optional "-", digits with optional point;
 *   anything else (exponents, "+", empty) is NaN.  Correctly rounded.
 * bx_number_from_value: number of a payload without going through text where that is provably equal.
 * bx_number_format: string(number): no exponent, "NaN", "Infinity", "-Infinity", "0" for both zeros, integers
 *   without a point, else the shortest decimal that uniquely distinguishes the double; buf has
 *   BX_NUMBER_TEXT_MAX bytes; returns the length.
 * bx_number_from_scientific: a decimal number with optional sign and optional exponent, no white space; false for
 *   anything else.  Correctly rounded; too large gives infinity, too small zero.
 */
extern double bx_number_from_text(const char *s, size_t n);
extern double bx_number_from_value(const uint8_t *p, uint32_t len);
/* A decoded number as an xs:double; false for values of other types, bytes among them. */
extern bool bx_number_of_value(const BxValue *v, double *d);
extern unsigned bx_number_format(double d, char *buf);
/* round(): halves go up, negative results down to -0.5 become negative zero. */
extern double bx_number_round(double d);
extern bool bx_number_from_scientific(const char *s, size_t n, double *d);
/* The same to the nearest float, with one rounding. */
extern bool bx_number_float_from_scientific(const char *s, size_t n, double *d);

/*
 * bx_number_canonical: the text of an xs:double, or of an xs:float where `single` (XPath and XQuery Functions 3.1,
 * 19.1.2.2): "INF", "NaN", "-0"; plain from one millionth to one million, else as "1.0E6"; the fewest digits that
 * distinguish it.  buf has BX_NUMBER_TEXT_MAX bytes; returns the length.
 */
extern unsigned bx_number_canonical(double d, bool single, char *buf);

#endif
