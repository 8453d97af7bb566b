/*
 * xs_lexical.c -- lexical forms of the primitive types of XML Schema 1.0 to values, their order, and values as bytes.
 *
 * Numbers, dates and dateTimes are read by bx_lexical.h.  Here are the forms that are parts of a date, durations of
 * both kinds in one, names and binary data.  Moments are compared as XML Schema 1.0 says: one with a zone and one
 * without have an order only when they are more than 14 hours apart.
 */
#include "../base/bx_core_int.h"

#include "xs_simple_int.h"

#include <math.h>

#include "../base/bx_utf8.h"
#define XS_MOMENT_MAX 64 /* bytes of a form that is made into a date */
#define XS_ZONE_SECONDS (14 * 3600)

/* ---- names ---- */

static bool
is_name(BxStr s, bool start, bool colon)
{
	const uint8_t *p = (const uint8_t *) s.s, *end = p + s.n;

	if (s.n == 0)
		return false;
	for (; p < end; start = false)
	{
		int32_t cp = bx_utf8_next(&p, end);

		if (cp < 0 || (cp == ':' ? !colon
					   : start   ? !bx_is_name_start((uint32_t) cp)
								 : !bx_is_name_char((uint32_t) cp)))
			return false;
	}
	return true;
}

/* One to eight letters, then parts of one to eight letters or digits behind "-". */
bool
xs_is_language(BxStr s)
{
	size_t i, n = 0;
	bool first = true;

	for (i = 0; i < s.n; i++)
	{
		if (s.s[i] == '-')
		{
			if (n == 0)
				return false;
			n = 0;
			first = false;
		}
		else if (++n > 8 || !(bx_is_letter(s.s[i]) || (!first && bx_is_digit(s.s[i]))))
			return false;
	}
	return n > 0;
}

static bool
has_form(BxStr s, unsigned form)
{
	switch (form)
	{
		case AT_L_LANGUAGE: return xs_is_language(s);
		case AT_L_NMTOKEN: return is_name(s, false, true);
		case AT_L_NAME: return is_name(s, true, true);
		case AT_L_NCNAME: return bx_is_ncname(s.s, s.n);
		case AT_L_INTEGER: return s.n > 0 && memchr(s.s, '.', s.n) == NULL;
		default: return true;
	}
}

static BxStatus
read_name(XsText *t, XsValue *v)
{
	const char *colon = v->text.n > 0 ? memchr(v->text.s, ':', v->text.n) : NULL;
	BxStr prefix = bx_str("", 0);
	bool found = true;

	v->local = v->text;
	if (colon != NULL)
	{
		prefix = bx_str(v->text.s, (size_t) (colon - v->text.s));
		v->local = bx_str(colon + 1, v->text.n - prefix.n - 1);
	}
	v->uri = bx_str("", 0);
	if (!bx_is_ncname(v->local.s, v->local.n) || (colon != NULL && !bx_is_ncname(prefix.s, prefix.n)))
	{
		t->fault = XS_BAD_FORM;
		return BX_OK;
	}
	if (t->resolve != NULL)
		BX_TRY(t->resolve(t->ctx, prefix, &v->uri, &found));
	if (!found ||
		(v->type->primitive == AT_NOTATION && t->notation != NULL && !t->notation(t->ctx, v->uri, v->local)))
		t->fault = XS_BAD_NAME;
	return BX_OK;
}

/*
 * A reference to a resource: what is before a colon in front of the first "/", "?" or "#" is a scheme, a "%" is part of
 * an escape, and there is one "#" at most.  Other characters may be escaped and are not looked at.
 */
bool
xs_is_uri(BxStr s)
{
	bool scheme = true, fragment = false;
	size_t i;

	for (i = 0; i < s.n; i++)
	{
		char c = s.s[i];

		if (c == '%' && (s.n - i < 3 || bx_hex_digit(s.s[i + 1]) < 0 || bx_hex_digit(s.s[i + 2]) < 0))
			return false;
		if (c == '#' && fragment)
			return false;
		fragment |= c == '#';
		if (c == '/' || c == '?' || c == '#')
			scheme = false;
		if (c != ':' || !scheme)
			continue;
		scheme = false;
		if (i == 0 || !bx_is_letter(s.s[0]))
			return false;
		while (i-- > 0)
			if (!bx_is_letter(s.s[i]) && !bx_is_digit(s.s[i]) && strchr("+-.", s.s[i]) == NULL)
				return false;
		i = (size_t) ((const char *) memchr(s.s, ':', s.n) - s.s);
	}
	return true;
}

/* ---- moments ---- */

/* Bytes of the zone at the end of a form. */
static size_t
zone_len(BxStr s)
{
	if (s.n > 0 && s.s[s.n - 1] == 'Z')
		return 1;
	return s.n >= 6 && s.s[s.n - 3] == ':' && (s.s[s.n - 6] == '+' || s.s[s.n - 6] == '-') ? 6 : 0;
}

/* Read a form of which parts of a date are missing: those before it, less `skip` bytes, and those before its zone. */
static bool
read_part(BxStr s, const char *before, size_t skip, const char *behind, BxMoment *m)
{
	size_t zone = zone_len(s), n = strlen(before), k = strlen(behind), body;
	char buf[XS_MOMENT_MAX + 32];

	if (s.n == 0 || s.n < skip + zone || s.n > XS_MOMENT_MAX || memcmp(s.s, "--", skip < 2 ? skip : 2) != 0)
		return false;
	body = s.n - skip - zone;
	memcpy(buf, before, n);
	memcpy(buf + n, s.s + skip, body);
	memcpy(buf + n + body, behind, k);
	memcpy(buf + n + body + k, s.s + skip + body, zone);
	return bx_date_read(buf, n + body + k + zone, m) == BX_LEX_OK;
}

/* The same time every day: 24:00:00, the first of the next day (3.2.7.1), is 00:00:00. */
static bool
read_time(BxStr s, BxMoment *m)
{
	char buf[XS_MOMENT_MAX + 32] = "1972-12-31T";

	if (s.n < 2 || s.n > XS_MOMENT_MAX)
		return false;
	memcpy(buf + 11, s.s, s.n);
	if (bx_datetime_read(buf, 11 + s.n, m) != BX_LEX_OK)
		return false;
	if (memcmp(s.s, "24", 2) == 0)
		m->seconds -= 86400;
	return true;
}

static bool
read_moment_form(BxStr s, unsigned primitive, BxMoment *m)
{
	switch (primitive)
	{
		case AT_DATETIME: return bx_datetime_read(s.s, s.n, m) == BX_LEX_OK;
		case AT_DATE: return bx_date_read(s.s, s.n, m) == BX_LEX_OK;
		case AT_TIME: return read_time(s, m);
		case AT_YEAR_MONTH: return read_part(s, "", 0, "-01", m);
		case AT_YEAR: return read_part(s, "", 0, "-01-01", m);
		case AT_MONTH_DAY:
			return s.n > 1 && read_part(bx_str(s.s + 1, s.n - 1), "2000", 0, "", m) && s.s[0] == '-';
		case AT_DAY: return s.n > 2 && s.s[2] == '-' && read_part(s, "2000-01", 2, "", m);
		default: return s.n > 2 && read_part(bx_str(s.s + 1, s.n - 1), "2000", 0, "-01", m) && s.s[0] == '-';
	}
}

/* XML Schema 1.0 has no year 0. */
static bool
is_year_zero(BxStr s, unsigned primitive)
{
	const char *digits = s.n > 0 && s.s[0] == '-' ? s.s + 1 : s.s;

	if (primitive != AT_DATETIME && primitive != AT_DATE && primitive != AT_YEAR_MONTH &&
		primitive != AT_YEAR)
		return false;
	return (size_t) (s.s + s.n - digits) >= 4 && memcmp(digits, "0000", 4) == 0;
}

static void
read_moment_value(XsText *t, XsValue *v)
{
	unsigned primitive = v->type->primitive;
	BxMoment m;

	if (!read_moment_form(v->text, primitive, &m) || is_year_zero(v->text, primitive))
	{
		t->fault = XS_BAD_FORM;
		return;
	}
	v->zoned = m.zone != BX_ZONE_NONE;
	v->key = bx_key_moment(BX_KEY_DATETIME, &m);
}

/* ---- durations ---- */

static void
read_span(XsText *t, XsValue *v)
{
	BxDuration d;

	if (bx_duration_read(v->text.s, v->text.n, &d) != BX_LEX_OK)
	{
		t->fault = XS_BAD_FORM;
		return;
	}
	v->months = d.months;
	v->key = (BxKey){.type = BX_KEY_SPAN, .seconds = d.seconds, .more = d.nanos};
}

/* ---- all of them ---- */

static void
read_number(XsText *t, XsValue *v, bool single)
{
	double d = 0;
	BxLexResult lex = v->text.n > 0 && v->text.s[0] == '+' && v->text.n == 4 && v->text.s[1] == 'I'
						  ? BX_LEX_FORM
						  : bx_lex_double(v->text.s, v->text.n, &d);

	if (lex == BX_LEX_FORM)
		t->fault = XS_BAD_FORM;
	v->key = bx_key_number(single ? (double) (float) d : d);
}

BxStatus
xs_value_read(XsText *t, const XsSimple *type, BxStr text, XsValue *v)
{
	size_t bytes;
	bool b;

	*v = (XsValue){.text = text, .type = type};
	t->fault = has_form(text, type->form) ? XS_GOOD : XS_BAD_FORM;
	t->at = type;
	if (t->fault != XS_GOOD)
		return BX_OK;
	switch (type->primitive)
	{
		case AT_ANY_SIMPLE:
		case AT_STRING: break;
		case AT_URI: t->fault = xs_is_uri(text) ? XS_GOOD : XS_BAD_FORM; break;
		case AT_BOOLEAN:
			if (bx_lex_boolean(text.s, text.n, &b) != BX_LEX_OK)
				t->fault = XS_BAD_FORM;
			else
				v->key = bx_key_boolean(b);
			break;
		case AT_DECIMAL:
			if (!bx_key_read(BX_KEY_DECIMAL, text, &v->key))
				t->fault = XS_BAD_FORM;
			break;
		case AT_FLOAT:
		case AT_DOUBLE: read_number(t, v, type->primitive == AT_FLOAT); break;
		case AT_DURATION: read_span(t, v); break;
		case AT_HEX:
			t->fault = bx_lex_hex(text.s, text.n, NULL, &bytes) == BX_LEX_OK ? XS_GOOD : XS_BAD_FORM;
			break;
		case AT_BASE64:
			t->fault = bx_lex_base64(text.s, text.n, NULL, &bytes) == BX_LEX_OK ? XS_GOOD : XS_BAD_FORM;
			break;
		case AT_QNAME:
		case AT_NOTATION: return read_name(t, v);
		default: read_moment_value(t, v); break;
	}
	return BX_OK;
}

/* ---- order ---- */

static int
order_moments(const XsValue *a, const XsValue *b)
{
	BxKey x = a->key, y = b->key;

	if (a->zoned == b->zoned)
		return bx_key_order(&x, &y);
	/* the one without a zone may be that much later and earlier */
	if (a->zoned)
		y.seconds -= XS_ZONE_SECONDS;
	else
		x.seconds += XS_ZONE_SECONDS;
	if (bx_key_order(&x, &y) < 0)
		return -1;
	if (a->zoned)
		y.seconds += 2 * XS_ZONE_SECONDS;
	else
		x.seconds -= 2 * XS_ZONE_SECONDS;
	return bx_key_order(&x, &y) > 0 ? 1 : BX_KEY_UNORDERED;
}

/* The dates to which durations are added for comparison. */
static const char *const span_starts[] = {"1696-09-01", "1697-02-01", "1903-03-01", "1903-07-01"};

/* Seconds from the start to the end of a duration that starts there; durations are in range. */
static double
span_seconds(const XsValue *v, unsigned start)
{
	BxMoment from, to;

	if (bx_date_read(span_starts[start], 10, &from) != BX_LEX_OK ||
		!bx_moment_add_months(&from, v->months, &to))
		return v->months < 0 ? -INFINITY : INFINITY;
	return (double) (to.seconds - from.seconds) + (double) v->key.seconds + v->key.more / 1e9;
}

static int
order_spans(const XsValue *a, const XsValue *b)
{
	int order = 0;
	unsigned i;

	if (a->months == b->months)
		return bx_key_order(&a->key, &b->key);
	for (i = 0; i < sizeof(span_starts) / sizeof(span_starts[0]); i++)
	{
		double x = span_seconds(a, i), y = span_seconds(b, i);
		int here = x < y ? -1 : x > y;

		if (i > 0 && here != order)
			return BX_KEY_UNORDERED;
		order = here;
	}
	return order;
}

int
xs_value_order(const XsValue *a, const XsValue *b)
{
	switch (a->type->primitive)
	{
		case AT_BOOLEAN:
		case AT_DECIMAL:
		case AT_FLOAT:
		case AT_DOUBLE: return bx_key_order(&a->key, &b->key);
		case AT_DURATION: return order_spans(a, b);
		case AT_ANY_SIMPLE:
		case AT_STRING:
		case AT_URI:
		case AT_HEX:
		case AT_BASE64:
		case AT_QNAME:
		case AT_NOTATION: return BX_KEY_UNORDERED;
		default: return order_moments(a, b);
	}
}

uint64_t
xs_value_length(const XsValue *v)
{
	size_t n = 0;

	switch (v->type->primitive)
	{
		case AT_HEX: return v->text.n / 2;
		case AT_BASE64: (void) bx_lex_base64(v->text.s, v->text.n, NULL, &n); return n;
		default: return bx_utf8_length((const uint8_t *) v->text.s, v->text.n);
	}
}

/* ---- bytes ---- */

static BxStatus
put_decimal(const BxKey *key, BxBuf *out, BxError *err)
{
	size_t i, n = xs_significant(key);

	BX_TRY(bx_buf_byte(out, key->negative ? '-' : '+', err));
	BX_TRY(bx_buf_append(out, &key->more, sizeof(key->more), err));
	for (i = 0; i < n; i++)
		if (key->str.s[i] != '.')
			BX_TRY(bx_buf_byte(out, (uint8_t) key->str.s[i], err));
	return BX_OK;
}

static BxStatus
put_digits(const XsValue *v, BxBuf *out, BxError *err)
{
	size_t i;

	for (i = 0; i < v->text.n; i++)
	{
		char c = v->text.s[i];

		if (v->type->primitive == AT_HEX && c >= 'a')
			c = (char) (c - 'a' + 'A');
		if (!bx_is_space(c))
			BX_TRY(bx_buf_byte(out, (uint8_t) c, err));
	}
	return BX_OK;
}

BxStatus
xs_value_put(XsText *t, const XsValue *v, BxBuf *out)
{
	const BxKey *key = &v->key;
	double number = key->number;

	BX_TRY(bx_buf_byte(out, v->type->primitive, t->err));
	switch (v->type->primitive)
	{
		case AT_ANY_SIMPLE:
		case AT_STRING:
		case AT_URI: return bx_buf_append(out, v->text.s, v->text.n, t->err);
		case AT_BOOLEAN: return bx_buf_byte(out, number != 0, t->err);
		case AT_DECIMAL: return put_decimal(key, out, t->err);
		case AT_FLOAT:
		case AT_DOUBLE:
			number = isnan(number) ? NAN : number + 0.0; /* both zeros are one */
			return bx_buf_append(out, &number, sizeof(number), t->err);
		case AT_HEX:
		case AT_BASE64: return put_digits(v, out, t->err);
		case AT_QNAME:
		case AT_NOTATION:
			BX_TRY(bx_buf_append(out, v->uri.s, v->uri.n, t->err));
			BX_TRY(bx_buf_byte(out, '}', t->err));
			return bx_buf_append(out, v->local.s, v->local.n, t->err);
		default:
			BX_TRY(bx_buf_byte(out, v->zoned, t->err));
			BX_TRY(bx_buf_append(out, &v->months, sizeof(v->months), t->err));
			BX_TRY(bx_buf_append(out, &key->seconds, sizeof(key->seconds), t->err));
			return bx_buf_append(out, &key->more, sizeof(key->more), t->err);
	}
}
