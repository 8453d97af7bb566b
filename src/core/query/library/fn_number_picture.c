/*
 * fn_number_picture.c -- analysis of the pictures of fn:format-number (F&O sections 4.7.3 and 4.7.4).
 */
#include "fn_int.h"

#include "fn_number_picture.h"

#include "../../base/bx_utf8.h"

typedef enum CharClass
{
	PASSIVE,
	DECIMAL,
	GROUPING,
	OPTIONAL,  /* digit that is only written where it is needed */
	MANDATORY, /* digit that is always written */
	EXPONENT,
	PATTERN
} CharClass;

typedef struct Character
{
	uint32_t cp;
	uint32_t at; /* offset in the picture */
	uint8_t class;
} Character;

static CharClass
class_of(const FnSymbols *symbols, uint32_t cp)
{
	return cp == symbols->decimal                           ? DECIMAL
		   : cp == symbols->grouping                        ? GROUPING
		   : cp == symbols->digit                           ? OPTIONAL
		   : cp >= symbols->zero && cp < symbols->zero + 10 ? MANDATORY
		   : cp == symbols->exponent                        ? EXPONENT
		   : cp == symbols->pattern                         ? PATTERN
															: PASSIVE;
}

/* The characters of the picture, with an end behind them. */
static BxStatus
classify(RuRun *run, BxArena *arena, const FnSymbols *symbols, BxStr picture, Character **chars, uint32_t *n)
{
	const uint8_t *start = (const uint8_t *) picture.s, *p = start, *end = p + picture.n;
	Character *c = bx_arena_alloc(arena, (picture.n + 1) * sizeof(Character));

	if (c == NULL)
		return bx_fail_nomem(run->err, picture.n * sizeof(Character));
	BX_TRY(bx_steps(run->host, picture.n));
	for (*n = 0; p < end; ++*n)
	{
		c[*n].at = (uint32_t) (p - start);
		c[*n].cp = (uint32_t) bx_utf8_next(&p, end);
		c[*n].class = (uint8_t) class_of(symbols, c[*n].cp);
	}
	c[*n] = (Character){.at = (uint32_t) picture.n};
	*chars = c;
	return BX_OK;
}

/* What is being read of a part: the characters from the first to the last active one. */
typedef struct PartReading
{
	FnSubPicture *part;
	FnSeparator *whole, *fraction; /* room for separators */
	uint32_t n_whole;
	uint32_t whole_digits; /* so far */
	enum
	{
		IN_WHOLE,
		IN_FRACTION,
		IN_EXPONENT
	} where;
	bool has_exponent;
	uint8_t before; /* class of the character before */
} PartReading;

static bool
read_grouping(PartReading *r, uint32_t cp)
{
	FnSubPicture *part = r->part;

	if (r->where == IN_EXPONENT || r->before == GROUPING || r->before == DECIMAL)
		return false;
	if (r->where == IN_WHOLE)
		r->whole[r->n_whole++] = (FnSeparator){r->whole_digits, cp};
	else
		r->fraction[part->n_fraction++] = (FnSeparator){part->fraction_most, cp};
	return true;
}

static bool
read_digit(PartReading *r, bool mandatory)
{
	FnSubPicture *part = r->part;

	switch (r->where)
	{
		case IN_WHOLE:
			r->whole_digits++;
			part->whole.least += mandatory;
			return mandatory || part->whole.least == 0;
		case IN_FRACTION:
			part->fraction_most++;
			part->fraction_least += mandatory;
			return !mandatory || part->fraction_least == part->fraction_most;
		default: part->exponent_least++; return mandatory;
	}
}

static bool
read_active(PartReading *r, const Character *c)
{
	switch (c->class)
	{
		case GROUPING: return read_grouping(r, c->cp);
		case OPTIONAL: return read_digit(r, false);
		case MANDATORY: return read_digit(r, true);
		case DECIMAL:
			if (r->where != IN_WHOLE || r->before == GROUPING)
				return false;
			r->where = IN_FRACTION;
			return true;
		case EXPONENT:
			if (r->has_exponent || (r->where == IN_WHOLE && r->before == GROUPING))
				return false;
			r->where = IN_EXPONENT;
			r->has_exponent = true;
			return true;
		default: return false;
	}
}

/* How many digits there must be, where the picture does not say it in so many characters. */
static void
adjust_sizes(FnSubPicture *part, bool has_exponent, bool has_optional)
{
	if (part->whole.least == 0 && part->fraction_most == 0)
	{
		if (has_exponent)
			part->fraction_least = part->fraction_most = 1;
		else
			part->whole.least = 1;
	}
	if (has_exponent && part->whole.least == 0 && has_optional)
		part->whole.least = 1;
	if (part->whole.least == 0 && part->fraction_least == 0)
		part->fraction_least = 1;
}

/* Separators of the integer part as fn_numeral.h has them: by the digits behind them, the least first. */
static void
turn_separators(PartReading *r)
{
	FnNumeral *whole = &r->part->whole;
	uint32_t i, n = r->n_whole;

	for (i = 0; i < n; i++)
		r->whole[i].behind = r->whole_digits - r->whole[i].behind;
	for (i = 0; i < n / 2; i++)
	{
		FnSeparator s = r->whole[i];

		r->whole[i] = r->whole[n - 1 - i];
		r->whole[n - 1 - i] = s;
	}
	whole->separators = r->whole;
	whole->n_separators = n;
	whole->most = r->whole_digits;
	whole->interval = fn_interval(r->whole, n, r->whole_digits);
}

/* The first and the last active character; an exponent separator is active between two others only. */
static bool
find_active(const Character *c, uint32_t n, uint32_t *first, uint32_t *last)
{
	uint32_t i;
	bool any = false;

	for (i = 0; i < n; i++)
		if (c[i].class != PASSIVE && c[i].class != EXPONENT)
		{
			*first = any ? *first : i;
			*last = i;
			any = true;
		}
	return any;
}

/* Signs of per cent and per mille; false where there is more than one. */
static bool
find_power(const FnSymbols *symbols, const Character *c, uint32_t n, unsigned *power)
{
	uint32_t i;

	*power = 0;
	for (i = 0; i < n; i++)
	{
		unsigned p = c[i].cp == symbols->percent ? 2 : c[i].cp == symbols->per_mille ? 3 : 0;

		if (p > 0 && *power > 0)
			return false;
		*power += p;
	}
	return true;
}

static bool
read_part(PartReading *r, const FnSymbols *symbols, BxStr picture, const Character *c, uint32_t n)
{
	FnSubPicture *part = r->part;
	uint32_t first = 0, last = 0, i, mandatory;

	*part = (FnSubPicture){.whole = {.style = FN_DIGITS, .zero = symbols->zero}, .fraction = r->fraction};
	if (!find_active(c, n, &first, &last) || !find_power(symbols, c, n, &part->power))
		return false;
	r->before = PASSIVE;
	for (i = first; i <= last; i++)
	{
		if (!read_active(r, &c[i]))
			return false;
		r->before = c[i].class;
	}
	mandatory = part->whole.least;
	if (r->whole_digits + part->fraction_most == 0 || (r->where == IN_WHOLE && r->before == GROUPING) ||
		(r->has_exponent && (part->exponent_least == 0 || part->power > 0)))
		return false;
	part->prefix = bx_str(picture.s + c[0].at, c[first].at - c[0].at);
	part->suffix = bx_str(picture.s + c[last + 1].at, c[n].at - c[last + 1].at);
	part->scale = mandatory;
	turn_separators(r);
	adjust_sizes(part, r->has_exponent, r->whole_digits > mandatory);
	return true;
}

BxStatus
fn_picture_read(RuRun *run, BxArena *arena, const FnSymbols *symbols, BxStr picture, FnSubPicture parts[2],
				unsigned *n, bool *ok)
{
	Character *c = NULL;
	FnSeparator *room;
	uint32_t n_chars = 0, from, to;

	BX_TRY(classify(run, arena, symbols, picture, &c, &n_chars));
	room = bx_arena_alloc(arena, (n_chars + 1) * 2 * sizeof(FnSeparator));
	if (room == NULL)
		return bx_fail_nomem(run->err, n_chars * 2 * sizeof(FnSeparator));
	*n = 0;
	*ok = true;
	for (from = 0; *ok; from = to + 1)
	{
		PartReading r = {.part = &parts[*n], .whole = room + 2 * (size_t) from};

		for (to = from; to < n_chars && c[to].class != PATTERN; to++)
			continue;
		r.fraction = r.whole + (to - from);
		*ok = *n < 2 && read_part(&r, symbols, picture, c + from, to - from);
		*n += 1;
		if (to == n_chars)
			break;
	}
	return BX_OK;
}
