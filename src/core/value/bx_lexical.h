/*
 * bx_lexical.h -- lexical forms of XML Schema (XSD 1.1 part 2, section 3) to values.
 *
 * White space around a form is taken off (XSD "collapse"); everything else is as the specification has it, whatever
 * locale or settings.  Each function distinguishes a text of another form from one whose value does not fit.  Texts are
 * UTF-8 of any length; nothing is allocated.
 */
#ifndef BX_LEXICAL_H
#define BX_LEXICAL_H

#include "bx_value.h"

typedef enum BxLexResult
{
	BX_LEX_OK = 0,
	BX_LEX_FORM,  /* not a lexical form of the type */
	BX_LEX_RANGE, /* one, but its value (or a field of a date or time) is out of range */
	BX_LEX_YEAR,  /* one, but its year is beyond what is supported; only bx_moment_read says so */
} BxLexResult;

/* xs:integer: optional sign and digits; no point, no exponent.  Range: what fits. */
extern BxLexResult bx_lex_integer(const char *s, size_t n, int64_t *v);

/* xs:boolean: true, false, 1, 0. */
extern BxLexResult bx_lex_boolean(const char *s, size_t n, bool *v);

/* xs:double: decimal with optional exponent, INF, +INF, -INF, NaN.  Range: a finite form that rounds to infinity. */
extern BxLexResult bx_lex_double(const char *s, size_t n, double *v);

/* xs:float: the same, to the nearest float. */
extern BxLexResult bx_lex_float(const char *s, size_t n, double *v);

/* The parts of an xs:decimal: optional sign, digits with optional point; borrowed from the text. */
typedef struct BxLexDecimal
{
	bool negative;
	const char *digits; /* from the first digit or the point on */
	size_t len;
	size_t whole_n;    /* digits before the point, leading zeros not counted */
	size_t fraction_n; /* digits after it */
} BxLexDecimal;

/* xs:decimal; no exponent, no INF, no NaN.  Never BX_LEX_RANGE. */
extern BxLexResult bx_lex_decimal(const char *s, size_t n, BxLexDecimal *v);

/* A moment as written: local days since 1970-01-01, local microseconds of the day, minutes east of UTC. */
typedef struct BxLexTime
{
	int64_t days;
	int64_t usec; /* 0 .. 86399999999 */
	int rest; /* nanoseconds that rounding to usec dropped, -500..499; digits beyond the ninth are dropped */
	bool zoned;
	int offset; /* minutes; 0 without a zone */
} BxLexTime;

/* Years a form may have, so that days do not overflow; beyond is BX_LEX_RANGE.  Year 0 is 1 BC. */
#define BX_LEX_YEAR_MAX 9999999

/* xs:date: -?YYYY-MM-DD with at least four digits of the year and an optional zone. */
extern BxLexResult bx_lex_date(const char *s, size_t n, BxLexTime *v);

/*
 * xs:dateTime: a date, "T", hh:mm:ss with optional fraction, optional zone.  Half a microsecond rounds up; 24:00:00 is
 * the first moment of the next day; a 60th second is out of range.
 */
extern BxLexResult bx_lex_datetime(const char *s, size_t n, BxLexTime *v);

/* The same of a stored xs:date or xs:dateTime. */
extern void bx_lex_time_of_value(const BxValue *value, BxLexTime *v);

/* xs:hexBinary into out, which has room for n / 2 bytes, or NULL: *len is how many there are. */
extern BxLexResult bx_lex_hex(const char *s, size_t n, uint8_t *out, size_t *len);

/*
 * xs:base64Binary into out, which has room for n / 4 * 3 + 3 bytes, or NULL.  White space may stand anywhere;
 * padding must be there, and bits that carry nothing must be zero.
 */
extern BxLexResult bx_lex_base64(const char *s, size_t n, uint8_t *out, size_t *len);

#endif
