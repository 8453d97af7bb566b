/*
 * bx_duration.c -- the text of xs:duration and of the two kinds of it that have an order.
 */
#include "../base/bx_core_int.h"
#include "bx_moment.h"

#include "../base/bx_char.h"
#include "bx_calendar_int.h"

#define NANOS 1000000000u

/* Parts of a duration in the order they are written, each of which may be missing. */
typedef struct DurationPart
{
	char letter;
	bool time; /* it is after the "T" */
	int64_t unit;
} DurationPart;

#define MONTH_PARTS 2
#define PARTS 6

static const DurationPart parts[PARTS] = {{'Y', false, 12},  {'M', false, 1}, {'D', false, BX_DAY_SECONDS},
										  {'H', true, 3600}, {'M', true, 60}, {'S', true, 1}};

typedef struct SpanReader
{
	const char *p;
	const char *end;
	unsigned next; /* part that may come next */
	unsigned stop; /* and the first one that may not come any more */
	bool time;
	bool range;
	int64_t months;
	int64_t seconds;
	uint32_t nanos;
} SpanReader;

static bool
at_digit(const SpanReader *r)
{
	return r->p < r->end && bx_is_digit(*r->p);
}

static bool
read_digits(SpanReader *r, int64_t *v)
{
	const char *first = r->p;

	for (*v = 0; at_digit(r); r->p++)
		if (__builtin_mul_overflow(*v, 10, v) || __builtin_add_overflow(*v, *r->p - '0', v))
		{
			r->range = true;
			*v = 0;
		}
	return r->p > first;
}

/* ".5" of seconds; true also where there is none. */
static bool
read_fraction(SpanReader *r, bool *any)
{
	uint32_t unit = NANOS;

	*any = r->p < r->end && *r->p == '.';
	if (!*any)
		return true;
	r->p++;
	if (!at_digit(r))
		return false;
	for (; at_digit(r); r->p++)
	{
		unit /= 10;
		r->nanos += (uint32_t) (*r->p - '0') * unit;
	}
	return true;
}

/* A number and its letter. */
static bool
read_part(SpanReader *r)
{
	bool fraction;
	int64_t v;

	if (!read_digits(r, &v) || !read_fraction(r, &fraction) || r->p == r->end)
		return false;
	for (; r->next < r->stop; r->next++)
	{
		const DurationPart *part = &parts[r->next];
		int64_t *total = r->next < MONTH_PARTS ? &r->months : &r->seconds;

		if (part->letter != *r->p || part->time != r->time || (fraction && part->letter != 'S'))
			continue;
		if (__builtin_mul_overflow(v, part->unit, &v) || __builtin_add_overflow(*total, v, total))
			r->range = true;
		r->next++;
		r->p++;
		return true;
	}
	return false;
}

static bool
read_parts(SpanReader *r)
{
	if (r->p == r->end)
		return false;
	while (r->p < r->end)
	{
		if (*r->p == 'T' && !r->time)
		{
			r->time = true;
			r->p++;
		}
		if (!read_part(r))
			return false;
	}
	return true;
}

static BxLexResult
read_duration(const char *s, size_t n, unsigned first, unsigned stop, BxDuration *d)
{
	SpanReader r = {.p = s, .end = s + n, .next = first, .stop = stop};
	bool negative;

	while (r.p < r.end && bx_is_space(*r.p))
		r.p++;
	while (r.p < r.end && bx_is_space(r.end[-1]))
		r.end--;
	negative = r.p < r.end && *r.p == '-';
	r.p += negative;
	if (r.p == r.end || *r.p++ != 'P' || !read_parts(&r))
		return BX_LEX_FORM;
	if (r.range || r.months > BX_SPAN_MAX || r.seconds > BX_SPAN_MAX)
		return BX_LEX_RANGE;
	*d = (BxDuration){negative ? -r.months : r.months, negative ? -r.seconds : r.seconds, r.nanos};
	if (negative && r.nanos > 0)
	{
		d->seconds--;
		d->nanos = NANOS - r.nanos;
	}
	return BX_LEX_OK;
}

BxLexResult
bx_duration_read_as(bool months, bool seconds, const char *s, size_t n, BxDuration *d)
{
	return read_duration(s, n, months ? 0 : MONTH_PARTS, seconds ? PARTS : MONTH_PARTS, d);
}

BxLexResult
bx_duration_read(const char *s, size_t n, BxDuration *d)
{
	return bx_duration_read_as(true, true, s, n, d);
}

BxLexResult
bx_span_read(const char *s, size_t n, BxMoment *m)
{
	BxDuration d;
	BxLexResult result = bx_duration_read_as(false, true, s, n, &d);

	if (result == BX_LEX_OK)
		*m = (BxMoment){d.seconds, d.nanos, BX_ZONE_NONE};
	return result;
}

BxLexResult
bx_months_read(const char *s, size_t n, BxMoment *m)
{
	BxDuration d;
	BxLexResult result = bx_duration_read_as(true, false, s, n, &d);

	if (result == BX_LEX_OK)
		*m = (BxMoment){d.months, 0, BX_ZONE_NONE};
	return result;
}
