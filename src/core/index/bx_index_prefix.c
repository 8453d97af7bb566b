/*
 * bx_index_prefix.c -- prefixes of the texts of numbers and moments.
 *
 * Whatever the exponent of a text, its first significant digits are those of its number, unless rounding changed them:
 * the number is then at the upper end of those that begin with the digits.  This holds where doubles have the precision
 * of the digits that are looked at, so not near zero.
 */
#include "../base/bx_core_int.h"
#include "bx_index_prefix.h"

/* Below 10 to this, doubles may have less than BX_INDEX_PREFIX_DIGITS digits. */
#define LEAST_POINT (-290)

#define NUMBERS BX_INDEX_BIT(AT_INDEX_NUMBER)
#define DATES                                                                                                \
	(BX_INDEX_BIT(AT_INDEX_DATE) | BX_INDEX_BIT(AT_INDEX_DATE_ZONE) | BX_INDEX_BIT(AT_INDEX_DATETIME) |      \
	 BX_INDEX_BIT(AT_INDEX_DATETIME_ZONE))
#define DURATIONS (BX_INDEX_BIT(AT_INDEX_SPAN) | BX_INDEX_BIT(AT_INDEX_MONTHS))

/* ---- prefixes ---- */

/* Are all characters white space or of the set? */
static bool
all_of(const char *s, const char *end, const char *set)
{
	for (; s < end; s++)
		if (!bx_is_space(*s) && (*s == '\0' || strchr(set, *s) == NULL))
			return false;
	return true;
}

static uint32_t
prefix_kinds(const char *s, const char *end)
{
	const char *p = s + (*s == '-' || *s == '+');
	uint32_t kinds = 0;

	if (all_of(p, end, "0123456789+-.eEINF") && (p == end || bx_is_digit(*p) || *p == '.' || *p == 'I'))
		kinds |= NUMBERS;
	if ((bx_is_digit(*s) || *s == '-') && all_of(s, end, "0123456789+-.:TZ"))
		kinds |= DATES;
	if ((*s == 'P' || *s == '-') && all_of(s, end, "0123456789-.PYMDTHS"))
		kinds |= DURATIONS;
	return kinds;
}

BxIndexPrefix
bx_index_prefix(BxStr s)
{
	const char *end = s.s + s.n, *p = bx_skip_space(s.s, end);
	BxIndexPrefix prefix = {.kinds = NUMBERS | DATES | DURATIONS, .any = true};

	if (p == end)
		return prefix;
	prefix.any = false;
	prefix.kinds = prefix_kinds(p, end);
	prefix.negative = *p == '-';
	p += *p == '-' || *p == '+';
	prefix.infinite = p < end && *p == 'I';
	for (; p < end && prefix.n < BX_INDEX_PREFIX_DIGITS && (bx_is_digit(*p) || *p == '.'); p++)
		if (*p != '.' && (prefix.n > 0 || *p != '0'))
			prefix.digits[prefix.n++] = *p;
	return prefix;
}

/* ---- numbers ---- */

/* Do the digits of the number begin with those? */
static bool
begins(const BxIndexPrefix *prefix, const BxIndexDigits *d)
{
	unsigned i;

	for (i = 0; i < prefix->n; i++)
		if (prefix->digits[i] != (i < d->n ? d->digit[i] : '0'))
			return false;
	return true;
}

/* Are they those and one more in the last place, and nothing else? */
static bool
is_next(const BxIndexPrefix *prefix, const BxIndexDigits *d)
{
	const char *digits = prefix->digits;
	unsigned n = prefix->n;

	while (n > 0 && digits[n - 1] == '9')
		n--;
	if (n == 0)
		return d->n == 1 && d->digit[0] == '1';
	return d->n == n && memcmp(d->digit, digits, n - 1) == 0 && d->digit[n - 1] == digits[n - 1] + 1;
}

bool
bx_index_prefix_number(const BxIndexPrefix *prefix, const uint8_t *p, size_t n)
{
	BxIndexDigits d;

	if (prefix->any || !bx_index_number_digits(p, n, &d))
		return true;
	/* what is too small for a double is 0, whatever its sign and digits */
	if (d.n == 0 && !d.infinite)
		return !prefix->infinite;
	if (d.negative != prefix->negative)
		return false;
	if (d.infinite || prefix->infinite)
		return d.infinite;
	return d.point < LEAST_POINT || begins(prefix, &d) || is_next(prefix, &d);
}
