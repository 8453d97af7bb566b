/*
 * fn_format_date.c -- fn:format-dateTime, fn:format-date and fn:format-time (F&O section 9.8): pictures, calendar and
 * language.
 */
#include "fn_int.h"

#include "fn_date_picture.h"

#include "../../base/bx_utf8.h"

/* ---- markers ---- */

/* The first presentation modifier where there is none. */
static const char *
default_token(char component)
{
	switch (component)
	{
		case 'm':
		case 's': return "01";
		case 'Z':
		case 'z': return "01:01";
		case 'F':
		case 'P':
		case 'C':
		case 'E': return "n";
		default: return "1";
	}
}

/* "*" or a number from 1 on. */
static bool
read_width(BxStr s, uint32_t *width)
{
	size_t i;

	*width = 0;
	if (bx_str_is(s, "*"))
		return true;
	if (s.n == 0 || s.n > 6)
		return false;
	for (i = 0; i < s.n; i++)
	{
		if (!bx_is_digit(s.s[i]))
			return false;
		*width = *width * 10 + (uint32_t) (s.s[i] - '0');
	}
	return *width > 0;
}

/* "3", "3-4", "*-2" */
static bool
read_widths(BxStr s, FnMarker *marker)
{
	const char *dash = s.n > 0 ? (const char *) memchr(s.s, '-', s.n) : NULL;
	size_t n = dash != NULL ? (size_t) (dash - s.s) : s.n;

	if (!read_width(bx_str(s.s, n), &marker->least) ||
		(dash != NULL && !read_width(bx_str(dash + 1, s.n - n - 1), &marker->most)))
		return false;
	return marker->most == 0 || marker->least <= marker->most;
}

static bool
read_marker(BxStr s, FnMarker *marker)
{
	size_t i;
	char last;

	*marker = (FnMarker){.component = s.n > 0 ? s.s[0] : '\0'};
	if (s.n == 0 || strchr("YMDdFWwHhPmsfZzCE", s.s[0]) == NULL)
		return false;
	s = bx_str(s.s + 1, s.n - 1);
	for (i = s.n; i > 0 && s.s[i - 1] != ',';)
		i--;
	if (i > 0)
	{
		if (!read_widths(bx_str(s.s + i, s.n - i), marker))
			return false;
		s.n = i - 1;
	}
	last = s.n > 0 ? s.s[s.n - 1] : '\0';
	if (last == 'o' || last == 'c' || last == 't' || (last == 'a' && s.n > 1))
	{
		marker->ordinal = last == 'o';
		marker->traditional = last == 't';
		s.n--;
	}
	if (s.n == 0)
		s = bx_str(default_token(marker->component), strlen(default_token(marker->component)));
	marker->token = s;
	return true;
}

BxStatus
fn_marker_fail(const FnDate *d, const FnMarker *marker)
{
	return ru_fail(d->run, d->op, "FOFD1340", "\"%.*s\" is not a format of component \"%c\"",
				   (int) marker->token.n, marker->token.s, marker->component);
}

/* ---- pictures ---- */

/* The components that a type does not have. */
static const char *
missing_components(AtType type)
{
	return type == AT_DATE ? "HhPmsf" : type == AT_TIME ? "YMDdFWwCE" : "";
}

/* The marker that begins behind a bracket: its text without white space, and what follows it. */
static BxStatus
put_marker(FnDate *d, AtType type, BxStr *rest)
{
	const char *end = rest->n > 0 ? (const char *) memchr(rest->s, ']', rest->n) : NULL;
	FnText t = fn_text(d->run, d->text->arena);
	FnMarker marker;
	const char *p;

	if (end == NULL)
		return ru_fail(d->run, d->op, "FOFD1340", "a bracket of the picture is not closed");
	for (p = rest->s; p < end; p++)
		if (!bx_is_space(*p))
			BX_TRY(fn_text_byte(&t, *p));
	*rest = bx_str(end + 1, rest->n - (size_t) (end + 1 - rest->s));
	if (!read_marker(fn_text_str(&t), &marker))
		return ru_fail(d->run, d->op, "FOFD1340", "\"[%.*s]\" is not a component of a picture", (int) t.n,
					   t.n > 0 ? t.s : "");
	if (strchr(missing_components(type), marker.component) != NULL)
		return ru_fail(d->run, d->op, "FOFD1350", "component \"%c\" is not one of %s", marker.component,
					   at_types[type].qname);
	return fn_date_put(d, &marker);
}

static BxStatus
put_picture(FnDate *d, AtType type, BxStr picture)
{
	while (picture.n > 0)
	{
		char c = picture.s[0];
		bool twice = picture.n > 1 && picture.s[1] == c;

		BX_TRY(bx_step(d->run->host));
		picture = bx_str(picture.s + 1, picture.n - 1);
		if (c == '[' && !twice)
			BX_TRY(put_marker(d, type, &picture));
		else if (c == ']' && !twice)
			return ru_fail(d->run, d->op, "FOFD1340", "a \"]\" of the picture must be doubled");
		else
		{
			if (c == '[' || c == ']')
				picture = bx_str(picture.s + 1, picture.n - 1);
			BX_TRY(fn_text_byte(d->text, c));
		}
	}
	return BX_OK;
}

/* ---- language, calendar, place ---- */

/* The designators of calendars that the specification lists. */
static bool
is_calendar(BxStr name)
{
	static const char names[] =
		"AD  AH  AME AM  AP  AS  BE  CB  CE  CL  CS  EE  FE  ISO JE  KE  KY  ME  MS  NS  OS  "
		"RS  SE  SH  SS  TE  VE  VS  ";
	size_t i;

	if (name.n < 2 || name.n > 3)
		return false;
	for (i = 0; i < sizeof(names) - 1; i += 4)
		if (memcmp(names + i, name.s, name.n) == 0 && (name.n == 3 || names[i + 2] == ' '))
			return true;
	return false;
}

/* Is the calendar ours, the Gregorian one?  Names in a namespace are of calendars that we do not have. */
static BxStatus
calendar_argument(RuRun *run, const RuOp *op, const RuCx *cx, bool *ours)
{
	AtName name;
	XdItem item;
	bool found;

	*ours = true;
	BX_TRY(ru_arg(run, op, 3, cx, &item, &found));
	if (!found)
		return BX_OK;
	if (!fn_eqname(run, op, at_item_str(&item), &name) || (name.uri.n == 0 && !is_calendar(name.local)))
		return ru_fail(run, op, "FOFD1340", "\"%.*s\" is not a calendar", (int) item.n, item.u.s);
	*ours = name.uri.n == 0 &&
			(bx_str_is(name.local, "AD") || bx_str_is(name.local, "ISO") || bx_str_is(name.local, "CE"));
	return BX_OK;
}

/* Is the language English, or not said? */
static BxStatus
language_argument(RuRun *run, const RuOp *op, const RuCx *cx, bool *english)
{
	XdItem item;
	bool found;

	*english = true;
	BX_TRY(ru_arg(run, op, 2, cx, &item, &found));
	if (found && item.n >= 2)
		*english =
			(item.u.s[0] | 0x20) == 'e' && (item.u.s[1] | 0x20) == 'n' && (item.n == 2 || item.u.s[2] == '-');
	return BX_OK;
}

static FnDate
date_of(RuRun *run, const RuOp *op, FnText *text, const XdItem *item)
{
	BxMoment m = at_item_moment(item);

	return (FnDate){.run = run,
					.op = op,
					.text = text,
					.civil = bx_moment_civil(&m),
					.days = bx_moment_to_date(&m).seconds / 86400,
					.nanos = item->n,
					.zone = item->zone};
}

BxStatus
fn_format_date(RU_ONE_ARGS)
{
	FnText body = fn_text(run, cx->arena), all = fn_text(run, cx->arena);
	bool english = true, ours = true, there;
	XdItem place;
	BxStr picture;
	FnDate d;

	RU_TRY_ARG(run, op, 0, cx, item, found);
	BX_TRY(ru_arg_str(run, op, 1, cx, &picture));
	if (op->n_args > 2)
	{
		BX_TRY(language_argument(run, op, cx, &english));
		BX_TRY(calendar_argument(run, op, cx, &ours));
		BX_TRY(ru_arg(run, op, 4, cx, &place, &there)); /* no place has a time zone here */
	}
	d = date_of(run, op, &body, item);
	BX_TRY(put_picture(&d, at_primitive(item), picture));
	if (!english && d.english)
		BX_TRY(fn_text_add(&all, bx_str("[Language: en]", 14)));
	if (!ours)
		BX_TRY(fn_text_add(&all, bx_str("[Calendar: AD]", 14)));
	BX_TRY(fn_text_add(&all, fn_text_str(&body)));
	return fn_give(fn_text_str(&all), item, found);
}
