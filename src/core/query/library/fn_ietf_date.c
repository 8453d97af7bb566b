/*
 * fn_ietf_date.c -- fn:parse-ietf-date: the dates of mail and of the web (F&O section 9.9.1).
 */
#include "fn_int.h"

#include <stdio.h>

#include "fn_date_names.h"

/* What is left of the text, and what was read of it. */
typedef struct Ietf
{
	BxStr s;
	int64_t year, month, day, hour, minute, second;
	uint32_t nanos;
	int zone; /* minutes */
} Ietf;

/* White space; false where there is none. */
static bool
skip_space(Ietf *f)
{
	size_t n = f->s.n;

	f->s = bx_str_trim_start(f->s);
	return f->s.n < n;
}

static bool
skip_char(Ietf *f, char c)
{
	if (f->s.n == 0 || f->s.s[0] != c)
		return false;
	f->s = bx_str(f->s.s + 1, f->s.n - 1);
	return true;
}

/* At least `least` and at most `most` digits; their number, 0 where there are fewer. */
static int
read_digits(Ietf *f, int least, int most, int64_t *v)
{
	int n = 0;

	*v = 0;
	while (n < most && (size_t) n < f->s.n && bx_is_digit(f->s.s[n]))
		*v = *v * 10 + (f->s.s[n++] - '0');
	if (n < least)
		return 0;
	f->s = bx_str(f->s.s + n, f->s.n - (size_t) n);
	return n;
}

/* The letters in front, as many as there are. */
static BxStr
letters(const Ietf *f)
{
	size_t n = 0;

	while (n < f->s.n && ((f->s.s[n] | 0x20) >= 'a' && (f->s.s[n] | 0x20) <= 'z'))
		n++;
	return bx_str(f->s.s, n);
}

static void
skip(Ietf *f, size_t n)
{
	f->s = bx_str(f->s.s + n, f->s.n - n);
}

/* Lengths that a name may have. */
#define SHORT 1 /* three letters */
#define FULL 2

static bool
is_name(BxStr word, const char *name, unsigned lengths)
{
	size_t i;

	if (!((lengths & SHORT) && word.n == 3) && !((lengths & FULL) && word.n == strlen(name)))
		return false;
	for (i = 0; i < word.n; i++)
		if ((word.s[i] | 0x20) != (name[i] | 0x20))
			return false;
	return true;
}

/* The number of a name that is next, from 1; 0 where there is none. */
static int
read_name(Ietf *f, const char *const *names, int n, unsigned lengths)
{
	BxStr word = letters(f);
	int i;

	for (i = 0; i < n; i++)
		if (is_name(word, names[i], lengths))
		{
			skip(f, word.n);
			return i + 1;
		}
	return 0;
}

static bool
read_month(Ietf *f)
{
	f->month = read_name(f, fn_month_names, 12, SHORT);
	return f->month != 0;
}

static bool
read_year(Ietf *f)
{
	int n = read_digits(f, 2, 4, &f->year);

	if (n == 2)
		f->year += 1900;
	return n == 2 || n == 4;
}

/* Space, or a hyphen with or without space around it. */
static bool
read_separator(Ietf *f)
{
	bool space = skip_space(f);

	if (!skip_char(f, '-'))
		return space;
	(void) skip_space(f);
	return true;
}

static bool
read_zone_name(Ietf *f)
{
	static const char *const names[] = {"UT",  "UTC", "GMT", "EST", "EDT", "CST",
										"CDT", "MST", "MDT", "PST", "PDT"};
	static const int hours[] = {0, 0, 0, -5, -4, -6, -5, -7, -6, -8, -7};
	int k = read_name(f, names, 11, FULL);

	if (k > 0)
		f->zone = hours[k - 1] * 60;
	return k > 0;
}

/* Hours, and minutes with or without a colon before them: of three digits the first is the hour. */
static bool
read_offset(Ietf *f)
{
	bool negative = f->s.s[0] == '-';
	int64_t hours, minutes = 0;
	int n;

	skip(f, 1);
	n = read_digits(f, 1, 4, &hours);
	if (n == 0)
		return false;
	if (n > 2)
	{
		minutes = hours % 100;
		hours /= 100;
	}
	else if (skip_char(f, ':') && f->s.n > 0 && bx_is_digit(f->s.s[0]) && !read_digits(f, 2, 2, &minutes))
		return false;
	if (hours > 14 || minutes > 59 || hours * 60 + minutes > 14 * 60)
		return false;
	f->zone = (int) (negative ? -(hours * 60 + minutes) : hours * 60 + minutes);
	return true;
}

/* A name of a zone in parentheses, which says nothing new. */
static bool
skip_comment(Ietf *f)
{
	Ietf before = *f;
	int zone = f->zone;

	(void) skip_space(f);
	if (!skip_char(f, '('))
	{
		*f = before;
		return true;
	}
	(void) skip_space(f);
	if (!read_zone_name(f))
		return false;
	f->zone = zone;
	(void) skip_space(f);
	return skip_char(f, ')');
}

static bool
read_zone(Ietf *f)
{
	Ietf before = *f;

	(void) skip_space(f);
	if (f->s.n > 0 && (f->s.s[0] == '+' || f->s.s[0] == '-'))
		return read_offset(f) && skip_comment(f);
	if (!read_zone_name(f))
		*f = before;
	return true;
}

static bool
read_seconds(Ietf *f)
{
	uint32_t unit = 100000000;

	if (!skip_char(f, ':'))
		return true;
	if (read_digits(f, 2, 2, &f->second) == 0)
		return false;
	if (!skip_char(f, '.'))
		return true;
	if (f->s.n == 0 || !bx_is_digit(f->s.s[0]))
		return false;
	for (; f->s.n > 0 && bx_is_digit(f->s.s[0]); skip(f, 1), unit /= 10)
		f->nanos += (uint32_t) (f->s.s[0] - '0') * unit;
	return true;
}

static bool
read_time(Ietf *f)
{
	return read_digits(f, 1, 2, &f->hour) && skip_char(f, ':') && read_digits(f, 2, 2, &f->minute) &&
		   read_seconds(f) && read_zone(f);
}

/* "06 Jun 1994 07:29:35" */
static bool
read_date_first(Ietf *f)
{
	return read_digits(f, 1, 2, &f->day) && read_separator(f) && read_month(f) && read_separator(f) &&
		   read_year(f) && skip_space(f) && read_time(f);
}

/* "Jun  6 07:29:35 1994", as asctime has it */
static bool
read_month_first(Ietf *f)
{
	return read_month(f) && read_separator(f) && read_digits(f, 1, 2, &f->day) && skip_space(f) &&
		   read_time(f) && skip_space(f) && read_year(f);
}

static bool
read_all(Ietf *f)
{
	(void) skip_space(f);
	if (read_name(f, fn_day_names, 7, SHORT | FULL))
	{
		(void) skip_char(f, ',');
		if (!skip_space(f))
			return false;
	}
	if (f->s.n == 0 || !(bx_is_digit(f->s.s[0]) ? read_date_first(f) : read_month_first(f)))
		return false;
	(void) skip_space(f);
	return f->s.n == 0;
}

/* The moment, if there is such a day and time. */
static bool
moment_of(const Ietf *f, BxMoment *m)
{
	char text[64];
	int n = snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02d", (int) f->year, (int) f->month,
					 (int) f->day, (int) f->hour, (int) f->minute, (int) f->second);

	if ((f->hour == 24 && f->nanos != 0) || bx_datetime_read(text, (size_t) n, m) != BX_LEX_OK)
		return false;
	m->nanos = f->nanos;
	m->zone = (int16_t) f->zone;
	return true;
}

BxStatus
fn_parse_ietf_date(RU_ONE_ARGS)
{
	Ietf f = {0};
	BxMoment m;

	RU_TRY_ARG(run, op, 0, cx, item, found);
	f.s = at_item_str(item);
	BX_TRY(bx_charge(run->host, f.s.n));
	if (!read_all(&f) || !moment_of(&f, &m))
		return ru_fail(run, op, "FORG0010", "the text is not a date of the Internet, like \"%s\"",
					   "Wed, 06 Jun 1994 07:29:35 GMT");
	*item = at_moment_item(AT_DATETIME, &m);
	return BX_OK;
}
