/*
 * bx_estimate_value.c -- how many documents that have a path have a certain value there.
 *
 * The most common values are known one by one.  Of the others there are bounds with equally many between them; between
 * two bounds numbers and moments are taken for spread evenly, strings by their first bytes that differ, over the bytes
 * that such strings are likely to have.
 */
#include "../base/bx_core_int.h"
#include "bx_estimate_int.h"
#include "bx_prefix_int.h"

#include <math.h>
#include <stdio.h>

#include "../value/bx_moment.h"

#define BYTES_MAX BX_INDEX_KEY_ROOM(BX_SUMMARY_VALUE_MAX)

/* A value that is looked for. */
typedef struct Probe
{
	uint8_t room[BYTES_MAX];
	BxSummaryValue value;
} Probe;

/* A path of which a value is looked for. */
typedef struct PathValues
{
	const BxEstimate *e;
	const BxSummaryPath *path;
	const BxSummaryValues *known;
} PathValues;

static void
set_probe(Probe *probe, const BxIndexValue *value)
{
	probe->value = (BxSummaryValue){.bytes = probe->room, .kind = value->kind};
	probe->value.n = bx_index_value_put(value, BX_SUMMARY_VALUE_MAX, probe->room);
}

/* ---- look-up ---- */

/* How many of n ascending values are before a value, or (`equal`) not after it. */
static uint32_t
count_below(const BxSummaryValue *values, uint32_t n, const BxSummaryValue *value, bool equal)
{
	uint32_t below = 0;

	while (n > 0)
	{
		uint32_t half = n / 2;

		if (bx_summary_order(&values[below + half], value) < equal)
		{
			below += half + 1;
			n -= half + 1;
		}
		else
			n = half;
	}
	return below;
}

/* The bounds of a kind: from *from to before *to. */
static void
find_kind(const BxSummaryValues *known, unsigned kind, uint32_t *from, uint32_t *to)
{
	BxSummaryValue start = {.kind = (uint8_t) kind}, end = {.kind = (uint8_t) (kind + 1)};

	*from = count_below(known->bounds, known->n_bounds, &start, false);
	*to = count_below(known->bounds, known->n_bounds, &end, false);
}

/* ---- bounds ---- */

static double
limited(double d)
{
	return d > 0 ? d < 1 ? d : 1 : 0; /* 0 for NaN */
}

/* Bytes that strings are made of: of one range, or with few known, those of ASCII. */
typedef struct Alphabet
{
	unsigned first, last;
} Alphabet;

#define FRACTION_BYTES 6
#define ALPHABET_LEAST 10

static void
widen(Alphabet *a, unsigned first, unsigned last)
{
	a->first = first < a->first ? first : a->first;
	a->last = last > a->last ? last : a->last;
}

/* All of a class if there is one of it. */
static void
widen_by(Alphabet *a, uint8_t c)
{
	static const uint8_t classes[][2] = {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}};
	size_t i;

	widen(a, c, c);
	for (i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (c >= classes[i][0] && c <= classes[i][1])
			widen(a, classes[i][0], classes[i][1]);
}

/* Of two bounds from place `at` on. */
static Alphabet
alphabet_of(BxStr low, BxStr high, size_t at)
{
	Alphabet a = {255, 0};
	size_t i;

	for (i = at; i < at + FRACTION_BYTES; i++)
	{
		if (i < low.n)
			widen_by(&a, (uint8_t) low.s[i]);
		if (i < high.n)
			widen_by(&a, (uint8_t) high.s[i]);
	}
	if (a.first > a.last || a.last - a.first + 1 < ALPHABET_LEAST)
		widen(&a, ' ', 0x7E);
	return a;
}

/* The bytes from place `at` on as a fraction; those behind the alphabet count as one more. */
static double
fraction(BxStr s, size_t at, const Alphabet *a)
{
	double d = 0, unit = 1, base = a->last - a->first + 2;
	size_t i;

	for (i = at; i < at + FRACTION_BYTES && i < s.n; i++)
	{
		unsigned c = (uint8_t) s.s[i];

		unit /= base;
		if (c >= a->first)
			d += unit * ((c > a->last ? a->last + 1 : c) - a->first);
	}
	return d;
}

static size_t
common_start(BxStr a, BxStr b)
{
	size_t same = 0;

	while (same < a.n && same < b.n && a.s[same] == b.s[same])
		same++;
	return same;
}

/* Where is a string between two others, from 0 to 1? */
static double
between_strings(BxStr low, BxStr high, BxStr s)
{
	size_t same = common_start(low, high);
	Alphabet a = alphabet_of(low, high, same);
	double from = fraction(low, same, &a);

	return limited((fraction(s, same, &a) - from) / (fraction(high, same, &a) - from));
}

static BxStr
bytes_of(const BxSummaryValue *value)
{
	return bx_str(value->bytes, value->n);
}

static double
between(const BxSummaryValue *low, const BxSummaryValue *high, const BxSummaryValue *value)
{
	double a, b;

	if (value->kind == AT_INDEX_STRING)
		return between_strings(bytes_of(low), bytes_of(high), bytes_of(value));
	a = bx_index_number_get(low->bytes, low->n);
	b = bx_index_number_get(high->bytes, high->n);
	if (!isfinite(a) || !isfinite(b))
		return 0.5;
	return limited((bx_index_number_get(value->bytes, value->n) - a) / (b - a));
}

/* The place of the first or last bound of a kind: in the middle of what is between two kinds. */
static double
edge(const BxSummaryValues *known, uint32_t at)
{
	return at == 0 ? 0 : at == known->n_bounds ? at - 1 : at - 0.5;
}

/* The place of a value among the bounds, 0 for the first; NULL: before or after (`equal`) all of the kind. */
static double
place(const BxSummaryValues *known, unsigned kind, const BxSummaryValue *value, bool equal)
{
	uint32_t from, to, at;

	find_kind(known, kind, &from, &to);
	if (value == NULL || from == to)
		return edge(known, equal ? to : from);
	at = count_below(known->bounds, known->n_bounds, value, equal);
	if (at <= from && from > 0 && kind == AT_INDEX_STRING)
	{
		static const BxSummaryValue least = {.kind = AT_INDEX_STRING};

		return edge(known, from) + (from - edge(known, from)) * between(&least, &known->bounds[from], value);
	}
	if (at <= from || at >= to)
		return edge(known, at <= from ? from : to);
	return at - 1 + between(&known->bounds[at - 1], &known->bounds[at], value);
}

/* Of the values that are not most common, those from one to another: per document with the path. */
static double
others_between(const PathValues *v, unsigned kind, const BxSummaryValue *low, const BxSummaryValue *high)
{
	const BxSummaryValues *known = v->known;
	double from, to;

	if (known->n_bounds < 2)
		return 0;
	from = place(known, kind, low, false);
	to = place(known, kind, high, true);
	return to > from ? (to - from) / (known->n_bounds - 1) * (double) known->rest : 0;
}

/* One of the values that are not most common. */
static double
one_other(const PathValues *v)
{
	return (double) v->known->rest /
		   bx_summary_distinct(v->path, (double) v->known->rest_distinct, v->e->documents);
}

/* Where there may be any of the others, there is one. */
static double
some_others(const PathValues *v, double others)
{
	return others > 0 && others < one_other(v) ? one_other(v) : others;
}

/* ---- conditions ---- */

/* Of a value that no document of the sample had. */
static double
unseen_value(const PathValues *v)
{
	double had = (double) v->e->summary->read * (double) v->path->share;

	return 0.5 / (had < 1 ? 1 : had);
}

/* One value, whichever it is. */
static double
any_one(const PathValues *v)
{
	const BxSummaryPath *path = v->path;

	if (path->distinct == 0)
		return BX_ESTIMATE_EQUAL;
	return limited((double) path->values /
				   bx_summary_distinct(path, (double) path->distinct, v->e->documents));
}

/*
 * A value that is not among the most common.  Where values are met again and again, one that the sample has not may
 * still be in many documents; where none is, it is in as many as the others.
 */
static double
rare_value(const PathValues *v)
{
	double one = one_other(v), unseen = unseen_value(v);

	return v->known->n_common > 0 && one < unseen ? unseen : one;
}

double
bx_estimate_rare(const BxEstimate *e, const BxSummaryPath *path)
{
	PathValues v = {e, path, path->known};

	return path->known == NULL || path->known->n_bounds == 0 ? 0 : rare_value(&v);
}

static double
equal_to(const PathValues *v, const BxIndexValue *value)
{
	const BxSummaryValues *known = v->known;
	uint32_t at, from, to;
	Probe probe;

	if (known == NULL)
		return any_one(v);
	set_probe(&probe, value);
	at = count_below(known->common, known->n_common, &probe.value, false);
	if (at < known->n_common && bx_summary_order(&known->common[at], &probe.value) == 0)
		return (double) known->common[at].share;
	find_kind(known, value->kind, &from, &to);
	return from == to ? 0 : rare_value(v);
}

/* A date or dateTime may have a zone. */
static double
equal_share(const PathValues *v, const BxKey *key)
{
	BxIndexValue value;
	double share;

	bx_index_value_key(key, &value);
	share = equal_to(v, &value);
	if (v->known != NULL && bx_index_value_zoned(&value))
	{
		value.kind++;
		share += equal_to(v, &value);
	}
	return share > 0 ? share : unseen_value(v);
}

static bool
is_within(const BxSummaryValue *value, const XpTerm *term, const BxSummaryValue *low,
		  const BxSummaryValue *high)
{
	int above = low == NULL ? 1 : bx_summary_order(value, low);
	int below = high == NULL ? -1 : bx_summary_order(value, high);

	return (above > 0 || (above == 0 && !term->low.strict)) &&
		   (below < 0 || (below == 0 && !term->high.strict));
}

/* PathValues of one kind from one to another; either may be missing. */
static double
within_kind(const PathValues *v, const XpTerm *term, unsigned kind, const BxIndexValue *lowest,
			const BxIndexValue *highest)
{
	const BxSummaryValues *known = v->known;
	BxSummaryValue start = {.kind = (uint8_t) kind};
	Probe low, high;
	double sum = 0, others;
	uint32_t i;

	if (lowest != NULL)
		set_probe(&low, lowest);
	if (highest != NULL)
		set_probe(&high, highest);
	low.value.kind = high.value.kind = (uint8_t) kind;
	i = count_below(known->common, known->n_common, lowest != NULL ? &low.value : &start, false);
	for (; i < known->n_common && known->common[i].kind == kind; i++)
	{
		if (highest != NULL && bx_summary_order(&known->common[i], &high.value) > 0)
			break;
		if (is_within(&known->common[i], term, lowest != NULL ? &low.value : NULL,
					  highest != NULL ? &high.value : NULL))
			sum += (double) known->common[i].share;
	}
	others =
		others_between(v, kind, lowest != NULL ? &low.value : NULL, highest != NULL ? &high.value : NULL);
	return sum + some_others(v, others);
}

/* ---- texts of other values than strings ---- */

static bool
text_within(BxStr text, const XpTerm *term)
{
	BxStr low = term->low.key.str, high = term->high.key.str;

	if (text.s == NULL)
		return false;
	if (term->op == XP_TERM_PREFIX)
		return text.n >= low.n && memcmp(text.s, low.s, low.n) == 0;
	return (term->low.source == XP_TERM_NONE || bx_str_compare(text, low) >= 0) &&
		   (term->high.source == XP_TERM_NONE || bx_str_compare(text, high) <= 0);
}

static bool
is_moment(unsigned kind)
{
	return kind >= AT_INDEX_DATE && kind <= AT_INDEX_DATETIME_ZONE;
}

/* Of the most common values. */
static double
common_texts(const PathValues *v, const XpTerm *term)
{
	const BxSummaryValues *known = v->known;
	double sum = 0;
	uint32_t i;

	for (i = 0; i < known->n_common; i++)
		if (known->common[i].kind != AT_INDEX_STRING && text_within(known->common[i].text, term))
			sum += (double) known->common[i].share;
	return sum;
}

/* Of the others, by the bounds; not those that are spread between two of them, unless `spread`. */
static double
other_texts(const PathValues *v, const XpTerm *term, bool spread)
{
	const BxSummaryValues *known = v->known;
	uint32_t bounds = 0, i;

	for (i = 0; i < known->n_bounds; i++)
		if (known->bounds[i].kind != AT_INDEX_STRING &&
			(spread || (known->bounds[i].kind != AT_INDEX_NUMBER && !is_moment(known->bounds[i].kind))))
			bounds += text_within(known->bounds[i].text, term);
	return known->n_bounds == 0 ? 0 : (double) known->rest * bounds / known->n_bounds;
}

/* A decimal in front of other digits: its value, and what one more in its last digit adds. */
static bool
read_digits(BxStr s, double *number, double *unit, bool *point)
{
	size_t i;

	*number = 0;
	*unit = 1;
	*point = false;
	for (i = 0; i < s.n; i++)
	{
		if (s.s[i] == '.' && !*point)
			*point = true;
		else if (!bx_is_digit(s.s[i]))
			return false;
		else if (*point)
			*number += (*unit /= 10) * (s.s[i] - '0');
		else
			*number = *number * 10 + (s.s[i] - '0');
	}
	return s.n > 0 && s.n < 18;
}

/* Values of a kind that is ordered by a number, from one to another. */
static double
numbers_between(const PathValues *v, unsigned kind, double low, double high)
{
	Probe from, to;
	BxIndexValue value = {.kind = (uint8_t) kind};

	value.n = (uint8_t) bx_index_number_double(low, value.bytes);
	set_probe(&from, &value);
	value.n = (uint8_t) bx_index_number_double(high, value.bytes);
	set_probe(&to, &value);
	return others_between(v, kind, &from.value, &to.value);
}

/* Numbers that are not most common, whose text begins so: "12", "12x", "12xx", ..., or with a point "1.2x". */
static double
numbers_with_prefix(const PathValues *v, BxStr prefix)
{
	bool negative = prefix.n > 0 && *prefix.s == '-', point;
	double number, unit, last, sum = 0;
	const BxSummaryValue *bound;
	uint32_t from, to;
	unsigned i;

	if (negative)
		prefix = bx_str(prefix.s + 1, prefix.n - 1);
	find_kind(v->known, AT_INDEX_NUMBER, &from, &to);
	if (from == to || !read_digits(prefix, &number, &unit, &point))
		return 0;
	/* behind the last bound there are none */
	bound = &v->known->bounds[negative ? from : to - 1];
	last = fabs(bx_index_number_get(bound->bytes, bound->n));
	for (i = 0; i < 18 && number <= last; i++)
	{
		sum += numbers_between(v, AT_INDEX_NUMBER, negative ? -number - unit : number,
							   negative ? -number : number + unit);
		if (point || number == 0)
			break;
		number *= 10;
		unit *= 10;
	}
	return sum;
}

/* ---- texts of dates ---- */

/* From one value of a part of a date to behind another. */
typedef struct DatePart
{
	unsigned from, to;
} DatePart;

/* Those whose `width` digits begin like a text, between the first and the last that there are; false for none. */
static bool
read_part(BxStr s, size_t width, unsigned first, unsigned last, DatePart *part)
{
	unsigned number = 0, unit = 1;
	size_t i;

	for (i = 0; i < width; i++)
	{
		if (i < s.n && !bx_is_digit(s.s[i]))
			return false;
		number = number * 10 + (i < s.n ? (unsigned) (s.s[i] - '0') : 0);
		unit *= i < s.n ? 1 : 10;
	}
	*part = (DatePart){number > first ? number : first, number + unit <= last ? number + unit : last + 1};
	return part->from < part->to;
}

/* The part of a text from place `at` on, which has a "-" before it. */
static bool
read_after_dash(BxStr s, size_t at, unsigned last, DatePart *part)
{
	if (s.n >= at && s.s[at - 1] != '-')
		return false;
	return read_part(s.n > at ? bx_str(s.s + at, s.n - at) : bx_str("", 0), 2, 1, last, part);
}

/* Seconds at the start of a day, which may be beyond the end of the month, as the month beyond the end of the year. */
static double
day_start(unsigned year, unsigned month, unsigned day)
{
	char text[32];
	BxMoment m = {0};

	snprintf(text, sizeof(text), "%04u-%02u-01", year + (month > 12), month > 12 ? 1 : month);
	bx_date_read(text, strlen(text), &m);
	return (double) m.seconds + (day - 1) * 86400.0;
}

/* From the first to behind the last day whose date begins so: "19", "1967-0", "1967-05-2". */
static bool
read_days(BxStr s, double *from, double *to)
{
	DatePart year, month, day;

	if (!read_part(s, 4, 1, 9999, &year) || !read_after_dash(s, 5, 12, &month) ||
		!read_after_dash(s, 8, 31, &day))
		return false;
	*from = day_start(year.from, month.from, day.from);
	*to = s.n > 8 ? day_start(year.from, month.from, day.to) : day_start(year.to - 1, month.to, 1);
	return *from < *to;
}

/* Dates and times of which the text begins so, and that are not most common; a time of day is not read. */
static double
moments_with_prefix(const PathValues *v, BxStr prefix)
{
	bool timed = prefix.n > 10 && prefix.s[10] == 'T';
	double from, to, sum = 0;
	unsigned kind;

	if (v->known->n_bounds < 2 || !read_days(prefix, &from, &to))
		return 0;
	for (kind = AT_INDEX_DATE; kind <= AT_INDEX_DATETIME_ZONE; kind++)
		if (prefix.n <= 10 || timed == (kind >= AT_INDEX_DATETIME))
			sum += numbers_between(v, kind, from, to - 1);
	return timed ? some_others(v, sum / 24) : sum;
}

/* ---- terms ---- */

/* How many different bytes there are behind others in most texts, roughly: far fewer than in an alphabet. */
#define BRANCHES 8

/*
 * Strings between two bounds that begin with n bytes, as a part of all between them: of these bytes only the first that
 * the bounds do not share is taken for spread evenly.
 */
static double
prefix_between(const PathValues *v, uint32_t at, BxSummaryValue low, BxSummaryValue high, uint8_t *room)
{
	const BxSummaryValues *known = v->known;
	uint32_t n = low.n;
	size_t same = common_start(bytes_of(&known->bounds[at - 1]), bytes_of(&known->bounds[at]));
	double from, to;

	if (n <= same + 1)
		return 0;
	low.n = (uint32_t) same + 1;
	high.n = low.n + 1;
	from = place(known, AT_INDEX_STRING, &low, false);
	room[low.n] = 0xFF;
	to = place(known, AT_INDEX_STRING, &high, true);
	from = from > at - 1 ? from : at - 1;
	to = to < at ? to : at;
	return (to - from) * pow(BRANCHES, -(double) (n - low.n));
}

/*
 * Strings that are not most common and begin with some bytes; low and high are the first of them and what is behind the
 * last.  A bound that begins so counts as the values between two bounds, whatever their bytes are.
 */
static double
others_with_prefix(const PathValues *v, const BxSummaryValue *low, const BxSummaryValue *high, uint8_t *room)
{
	const BxSummaryValues *known = v->known;
	double others = others_between(v, AT_INDEX_STRING, low, high), parts = 0;
	uint32_t at, end;

	if (known->n_bounds < 2)
		return others;
	at = count_below(known->bounds, known->n_bounds, low, false);
	end = count_below(known->bounds, known->n_bounds, high, true);
	if (end > at)
		parts = end - at - 0.5;
	else if (at > 0 && at < known->n_bounds && known->bounds[at - 1].kind == AT_INDEX_STRING &&
			 known->bounds[at].kind == AT_INDEX_STRING)
		parts = prefix_between(v, at, *low, *high, room);
	parts = parts / (known->n_bounds - 1) * (double) known->rest;
	return parts > others ? parts : others;
}

/* Strings that begin with a string: from it to the same with a byte behind it that no character has. */
typedef struct PrefixRange
{
	BxSummaryValue low, high;
	uint8_t room[BX_SUMMARY_VALUE_MAX + 1];
} PrefixRange;

static void
set_range(PrefixRange *r, BxStr prefix)
{
	size_t n = prefix.n < BX_SUMMARY_VALUE_MAX ? prefix.n : BX_SUMMARY_VALUE_MAX;

	memcpy(r->room, prefix.s, n);
	r->room[n] = 0xFF;
	r->low = r->high = (BxSummaryValue){.kind = AT_INDEX_STRING, .bytes = r->room, .n = (uint32_t) n};
	r->high.n++;
}

static XpTerm
prefix_term(BxStr prefix)
{
	XpTerm term = {.op = XP_TERM_PREFIX};

	term.low.source = XP_TERM_KEY;
	term.low.key.type = AT_STRING;
	term.low.key.str = prefix;
	return term;
}

double
bx_estimate_prefix(const BxEstimate *e, const BxSummaryPath *path, BxStr prefix)
{
	PathValues v = {e, path, path->known};
	XpTerm term = prefix_term(prefix);
	PrefixRange r;

	set_range(&r, prefix);
	return some_others(&v, others_with_prefix(&v, &r.low, &r.high, r.room)) + other_texts(&v, &term, false) +
		   numbers_with_prefix(&v, prefix) + moments_with_prefix(&v, prefix);
}

/* Others that begin so: as they were counted, or by the bounds. */
static double
others_beginning(const PathValues *v, BxStr prefix)
{
	return bx_prefix_share(v->known, prefix, bx_estimate_prefix(v->e, v->path, prefix));
}

double
bx_estimate_begins(const BxEstimate *e, const BxSummaryPath *path, BxStr prefix)
{
	PathValues v = {e, path, path->known};

	return path->known == NULL ? 0 : others_beginning(&v, prefix);
}

static double
prefix_share(const PathValues *v, const XpTerm *term)
{
	PrefixRange r;
	double sum = 0;
	uint32_t i;

	set_range(&r, term->low.key.str);
	for (i = count_below(v->known->common, v->known->n_common, &r.low, false);
		 i < v->known->n_common && bx_summary_order(&v->known->common[i], &r.high) < 0; i++)
		sum += (double) v->known->common[i].share;
	return sum + common_texts(v, term) + others_beginning(v, term->low.key.str);
}

static void
bound_value(const XpTermLiteral *bound, BxIndexValue *value)
{
	if (bound->source != XP_TERM_NONE)
		bx_index_value_key(&bound->key, value);
}

static double
range_share(const PathValues *v, const XpTerm *term)
{
	bool has_low = term->low.source != XP_TERM_NONE, has_high = term->high.source != XP_TERM_NONE;
	const BxKey *any = has_low ? &term->low.key : &term->high.key;
	BxIndexValue low = {0}, high = {0};
	unsigned kind;
	double sum = 0;

	if (any->type == AT_STRING)
	{
		low = (BxIndexValue){.kind = AT_INDEX_STRING, .text = term->low.key.str};
		high = (BxIndexValue){.kind = AT_INDEX_STRING, .text = term->high.key.str};
		sum = common_texts(v, term) + other_texts(v, term, true);
	}
	else
	{
		bound_value(&term->low, &low);
		bound_value(&term->high, &high);
	}
	kind = has_low ? low.kind : high.kind;
	if (!term->zoned)
		sum += within_kind(v, term, kind, has_low ? &low : NULL, has_high ? &high : NULL);
	if (bx_index_value_zoned(has_low ? &low : &high))
		sum += within_kind(v, term, kind + 1, has_low ? &low : NULL, has_high ? &high : NULL);
	return sum;
}

/* From how many values of a document pass, on average, to the share of documents where one does. */
static double
at_least_one(const PathValues *v, double passing)
{
	double n = (double) v->path->values, unseen = unseen_value(v);

	if (passing <= unseen)
		return unseen;
	if (n <= 1)
		return limited(passing);
	return limited(1 - pow(1 - limited(passing / n), n));
}

static double
unknown_share(const PathValues *v, const XpTerm *term)
{
	if (term->op == XP_TERM_EQ)
		return any_one(v);
	if (term->op == XP_TERM_PREFIX)
		return BX_ESTIMATE_PREFIX;
	return term->low.source != XP_TERM_NONE && term->high.source != XP_TERM_NONE ? BX_ESTIMATE_BOTH_BOUNDS
																				 : BX_ESTIMATE_BOUND;
}

double
bx_estimate_value(const BxEstimate *e, const XpTerm *term, const BxSummaryPath *path)
{
	PathValues v = {e, path, path->known};
	double share;

	if (term->op == XP_TERM_EXISTS)
		return 1;
	if (term->low.source > XP_TERM_KEY || term->high.source > XP_TERM_KEY)
		share = unknown_share(&v, term);
	else if (term->op == XP_TERM_EQ)
		share = equal_share(&v, &term->low.key);
	else if (v.known == NULL)
		share = unknown_share(&v, term);
	else
		share = at_least_one(&v, term->op == XP_TERM_RANGE ? range_share(&v, term) : prefix_share(&v, term));
	return share + (1 - share) * (double) path->complex * BX_ESTIMATE_EQUAL;
}
