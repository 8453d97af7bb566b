/*
 * fn_date_component.c -- components of dates and times by their markers: numbers, names, fractions of seconds, time
 * zones.
 */
#include "fn_int.h"

#include "fn_date_picture.h"

#include <stdio.h>

#include "../../base/bx_utf8.h"
#include "../../regex/bx_unicode.h"
#include "fn_date_names.h"

/* ---- widths ---- */

/* Spaces up to the least width of what was written from `start` on. */
static BxStatus
pad(const FnDate *d, const FnMarker *marker, size_t start)
{
	size_t n = bx_utf8_length((const uint8_t *) d->text->s + start, d->text->n - start);

	BX_TRY(bx_steps(d->run->host, marker->least));
	for (; n < marker->least; n++)
		BX_TRY(fn_text_byte(d->text, ' '));
	return BX_OK;
}

/* ---- numbers ---- */

/* The last digits of a number. */
static int64_t
last_digits(int64_t v, uint32_t n)
{
	return n > 0 && n <= BX_POW10_MAX ? v % bx_pow10[n] : v;
}

static BxStatus
put_number(FnDate *d, const FnMarker *marker, int64_t value, BxStr token)
{
	size_t start = d->text->n;
	FnNumeral numeral;
	char digits[24];
	bool ok;

	BX_TRY(fn_numeral_read(d->run, d->text->arena, token, &numeral, &ok));
	if (!ok)
		return fn_marker_fail(d, marker);
	numeral.ordinal = marker->ordinal;
	d->english |= numeral.ordinal || numeral.style == FN_WORDS;
	if (numeral.style == FN_DIGITS)
	{
		if (marker->component == 'Y')
			value = last_digits(value, marker->most > 0 ? marker->most : numeral.most > 1 ? numeral.most : 0);
		if (marker->least > 0)
			numeral.least = marker->least;
	}
	BX_TRY(
		fn_numeral_put(d->text, &numeral,
					   bx_str(digits, (size_t) snprintf(digits, sizeof(digits), "%lld", (long long) value))));
	return numeral.style == FN_DIGITS ? BX_OK : pad(d, marker, start);
}

/* ---- names ---- */

/* "N", "n" or "Nn": names in upper, lower or mixed case. */
static bool
read_case(BxStr token, FnCase *how)
{
	*how = bx_str_is(token, "N") ? FN_UPPER : bx_str_is(token, "n") ? FN_LOWER : FN_TITLE;
	return *how != FN_TITLE || bx_str_is(token, "Nn");
}

/* Names that are too long have three letters, or what there is room for. */
static BxStatus
put_name(FnDate *d, const FnMarker *marker, FnCase how, const char *name)
{
	size_t start = d->text->n, n = strlen(name), i;

	if (marker->most > 0 && marker->most < n)
		n = marker->most < 3 ? marker->most : 3;
	d->english = true;
	for (i = 0; i < n; i++)
	{
		bool upper = how == FN_UPPER || (how == FN_TITLE && i == 0);

		BX_TRY(fn_text_byte(
			d->text, (char) (bx_is_letter(name[i]) ? upper ? name[i] & ~0x20 : name[i] | 0x20 : name[i])));
	}
	return pad(d, marker, start);
}

/* A component that has names, but also numbers where there are some (from 0 on; else -1). */
static BxStatus
put_named(FnDate *d, const FnMarker *marker, const char *name, int64_t value)
{
	FnCase how;

	if (read_case(marker->token, &how))
		return put_name(d, marker, how, name);
	return value >= 0 ? put_number(d, marker, value, marker->token) : put_name(d, marker, FN_LOWER, name);
}

/* A component that has no names. */
static BxStatus
put_unnamed(FnDate *d, const FnMarker *marker, int64_t value)
{
	FnCase how;

	return put_number(d, marker, value, read_case(marker->token, &how) ? bx_str("1", 1) : marker->token);
}

/* ---- the calendar ---- */

/* Monday is 1. */
static int64_t
day_of_week(int64_t days)
{
	return ((days + 3) % 7 + 7) % 7 + 1;
}

/* The day of the year, from 1. */
static int64_t
day_of_year(const BxCivil *c)
{
	static const uint16_t before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
	bool leap = c->year % 4 == 0 && (c->year % 100 != 0 || c->year % 400 == 0);

	return before[c->month - 1] + (leap && c->month > 2) + c->day;
}

/* The Thursday of the week, whose year and month are those that the week counts in (ISO 8601). */
static BxCivil
thursday_of(const FnDate *d)
{
	BxMoment m = {(d->days + 4 - day_of_week(d->days)) * 86400, 0, BX_ZONE_NONE};

	return bx_moment_civil(&m);
}

/* ---- fractions of seconds ---- */

/* Digits that must be there, then "#" for those that may, with separators between them. */
typedef struct Fraction
{
	uint32_t zero;
	uint32_t least, most; /* digits */
	FnSeparator *separators;
	uint32_t n_separators;
} Fraction;

static bool
read_fraction_character(Fraction *f, uint32_t cp, bool *digit)
{
	uint32_t zero;
	BxCategory category = bx_unicode_category(cp);

	*digit = bx_unicode_digit(cp, &zero) >= 0;
	if (*digit)
	{
		if (f->most > f->least || (f->least > 0 && zero != f->zero))
			return false;
		f->zero = zero;
		f->least++;
		f->most++;
		return true;
	}
	if (cp == '#')
	{
		f->most++;
		return f->least > 0;
	}
	if (f->most == 0 || category <= BX_CAT_LO || (category >= BX_CAT_ND && category <= BX_CAT_NO))
		return false;
	if (f->n_separators > 0 && f->separators[f->n_separators - 1].behind == f->most)
		return false;
	f->separators[f->n_separators++] = (FnSeparator){f->most, cp};
	return true;
}

/* Tokens without a digit are as "1". */
static BxStatus
read_fraction(FnDate *d, const FnMarker *marker, Fraction *f)
{
	const uint8_t *p = (const uint8_t *) marker->token.s, *end = p + marker->token.n;
	bool digit, any = false, ok = true;

	*f = (Fraction){.zero = '0'};
	f->separators = bx_arena_alloc(d->text->arena, (marker->token.n + 1) * sizeof(FnSeparator));
	if (f->separators == NULL)
		return bx_fail_nomem(d->run->err, marker->token.n * sizeof(FnSeparator));
	BX_TRY(bx_steps(d->run->host, marker->token.n));
	while (p < end)
	{
		uint32_t cp = (uint32_t) bx_utf8_next(&p, end);

		ok = read_fraction_character(f, cp, &digit) && ok;
		any |= digit;
	}
	if (any && !ok)
		return fn_marker_fail(d, marker);
	if (!any)
		*f = (Fraction){.zero = '0', .least = 1, .most = 1};
	return BX_OK;
}

#define NANO_DIGITS 9

static BxStatus
put_fraction(FnDate *d, const FnMarker *marker)
{
	char digits[NANO_DIGITS + 2];
	uint32_t i, n = NANO_DIGITS, next = 0;
	Fraction f;

	BX_TRY(read_fraction(d, marker, &f));
	if (marker->least > 0 || marker->most > 0)
	{
		f.least = marker->least > 0 ? marker->least : 1;
		f.most = marker->most > 0 ? marker->most : UINT32_MAX;
	}
	else if (f.most == 1)
		f.most = NANO_DIGITS;
	(void) snprintf(digits, sizeof(digits), "%09u", d->nanos % 1000000000u);
	while (n > 0 && digits[n - 1] == '0')
		n--;
	n = n < f.least ? f.least : n > f.most ? f.most : n;
	BX_TRY(bx_steps(d->run->host, n));
	for (i = 0; i < n; i++)
	{
		if (next < f.n_separators && f.separators[next].behind == i)
			BX_TRY(fn_text_char(d->text, f.separators[next++].cp));
		BX_TRY(fn_text_char(d->text, f.zero + (i < NANO_DIGITS ? (uint32_t) (digits[i] - '0') : 0)));
	}
	return BX_OK;
}

/* ---- time zones ---- */

/* How an offset is written: digits of the hours, then minutes always or where they are not 0. */
typedef struct Offset
{
	uint32_t zero;
	uint32_t separator; /* 0: none */
	uint32_t hour_digits;
	bool minutes;
} Offset;

static Offset
read_offset(BxStr token)
{
	const uint8_t *p = (const uint8_t *) token.s, *end = p + token.n;
	Offset o = {.zero = '0'};
	uint32_t digits = 0, zero;

	while (p < end)
	{
		uint32_t cp = (uint32_t) bx_utf8_next(&p, end);

		if (bx_unicode_digit(cp, &zero) >= 0)
		{
			o.zero = zero;
			digits++;
		}
		else if (digits > 0 && o.separator == 0)
		{
			o.separator = cp;
			o.hour_digits = digits;
		}
	}
	if (digits == 0 || digits > 4 || o.hour_digits > 2)
		return (Offset){.zero = '0', .separator = ':', .hour_digits = 2, .minutes = true};
	o.minutes = o.separator != 0 || digits > 2;
	if (o.separator == 0)
		o.hour_digits = digits > 2 ? digits - 2 : digits;
	return o;
}

static BxStatus
put_zone_digits(FnDate *d, const Offset *o, uint32_t v, uint32_t least)
{
	if (v > 9 || least > 1)
		BX_TRY(fn_text_char(d->text, o->zero + v / 10));
	return fn_text_char(d->text, o->zero + v % 10);
}

static BxStatus
put_offset(FnDate *d, BxStr token)
{
	Offset o = read_offset(token);
	uint32_t minutes = (uint32_t) (d->zone < 0 ? -d->zone : d->zone);

	BX_TRY(fn_text_byte(d->text, d->zone < 0 ? '-' : '+'));
	BX_TRY(put_zone_digits(d, &o, minutes / 60, o.hour_digits));
	if (!o.minutes && minutes % 60 == 0)
		return BX_OK;
	if (o.separator != 0 || !o.minutes)
		BX_TRY(fn_text_char(d->text, o.separator != 0 ? o.separator : ':'));
	return put_zone_digits(d, &o, minutes % 60, 2);
}

/* The letter of a military time zone; 0: the zone has none. */
static char
military(int16_t zone)
{
	int hours = zone / 60;

	if (zone == AT_NO_ZONE)
		return 'J';
	if (zone % 60 != 0 || hours < -12 || hours > 12)
		return '\0';
	return "YXWVUTSRQPONZABCDEFGHIKLM"[hours + 12];
}

static BxStatus
put_zone(FnDate *d, const FnMarker *marker)
{
	size_t start = d->text->n;
	char letter = bx_str_is(marker->token, "Z") ? military(d->zone) : '\0';

	if (letter != '\0')
		return fn_text_byte(d->text, letter);
	if (d->zone == AT_NO_ZONE)
		return BX_OK;
	if (marker->traditional && d->zone == 0)
		BX_TRY(fn_text_byte(d->text, 'Z'));
	else
	{
		if (marker->component == 'z')
			BX_TRY(fn_text_add(d->text, bx_str("GMT", 3)));
		BX_TRY(put_offset(d, marker->token));
	}
	return pad(d, marker, start);
}

/* ---- all ---- */

static BxStatus
put_date_component(FnDate *d, const FnMarker *marker)
{
	const BxCivil *c = &d->civil;

	switch (marker->component)
	{
		case 'Y': return put_unnamed(d, marker, c->year < 0 ? -c->year : c->year);
		case 'M': return put_named(d, marker, fn_month_names[c->month - 1], c->month);
		case 'D': return put_unnamed(d, marker, c->day);
		case 'd': return put_unnamed(d, marker, day_of_year(c));
		case 'F': return put_named(d, marker, fn_day_names[day_of_week(d->days) - 1], day_of_week(d->days));
		case 'C': return put_named(d, marker, "Gregorian", -1);
		default: return put_named(d, marker, c->year > 0 ? "AD" : "BC", -1);
	}
}

BxStatus
fn_date_put(FnDate *d, const FnMarker *marker)
{
	const BxCivil *c = &d->civil;
	BxCivil thursday;

	switch (marker->component)
	{
		case 'W': thursday = thursday_of(d); return put_unnamed(d, marker, (day_of_year(&thursday) + 6) / 7);
		case 'w': return put_unnamed(d, marker, (thursday_of(d).day + 6) / 7);
		case 'H': return put_unnamed(d, marker, c->hour);
		case 'h': return put_unnamed(d, marker, c->hour % 12 == 0 ? 12 : c->hour % 12);
		case 'P': return put_named(d, marker, c->hour < 12 ? "am" : "pm", -1);
		case 'm': return put_unnamed(d, marker, c->minute);
		case 's': return put_unnamed(d, marker, c->second);
		case 'f': return put_fraction(d, marker);
		case 'Z':
		case 'z': return put_zone(d, marker);
		default: return put_date_component(d, marker);
	}
}
