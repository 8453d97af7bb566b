/*
 * xs_lexical.c -- lexical forms of the primitive types of XML Schema 1.0 to values, their order, and values as bytes.
 *
 * Numbers, moments, durations and bytes are read by bx_lexical.h and bx_moment.h; here are names and URIs.  Moments are
 * compared as XML Schema 1.0 says: one with a zone and one without have an order only when they are more than 14 hours
 * apart.
 */
#include "../base/bx_core_int.h"

#include "xs_simple_int.h"

#include <math.h>

#include "../atomic/at_moment.h"
#include "../base/bx_utf8.h"

#define XS_ZONE_SECONDS (14 * 3600)

/* ---- names ---- */

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

/* ---- moments ---- */

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

	if (bx_moment_read(at_moment_parts((AtType) primitive), v->text.s, v->text.n, &m) != BX_LEX_OK ||
		is_year_zero(v->text, primitive))
	{
		t->fault = XS_BAD_FORM;
		return;
	}
	v->zoned = m.zone != BX_ZONE_NONE;
	v->key = bx_key_moment(AT_DATETIME, &m);
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
	v->key = (BxKey){.type = AT_DAY_TIME, .seconds = d.seconds, .more = d.nanos};
}

/* ---- all of them ---- */

static void
read_number(XsText *t, XsValue *v, bool single)
{
	double d = 0;
	BxLexResult lex =
		single ? bx_lex_float(v->text.s, v->text.n, &d) : bx_lex_double(v->text.s, v->text.n, &d);

	if (lex == BX_LEX_FORM || bx_str_is(v->text, "+INF"))
		t->fault = XS_BAD_FORM;
	v->key = bx_key_number(d);
}

BxStatus
xs_value_read(XsText *t, const XsSimple *type, BxStr text, XsValue *v)
{
	size_t bytes;
	bool b;

	*v = (XsValue){.text = text, .type = type};
	t->fault = at_has_form((AtLexical) type->form, text) ? XS_GOOD : XS_BAD_FORM;
	t->at = type;
	if (t->fault != XS_GOOD)
		return BX_OK;
	switch (type->primitive)
	{
		case AT_ANY_SIMPLE:
		case AT_STRING: break;
		case AT_URI: t->fault = at_is_uri(text) ? XS_GOOD : XS_BAD_FORM; break;
		case AT_BOOLEAN:
			if (bx_lex_boolean(text.s, text.n, &b) != BX_LEX_OK)
				t->fault = XS_BAD_FORM;
			else
				v->key = bx_key_boolean(b);
			break;
		case AT_DECIMAL:
			if (!bx_key_read(AT_DECIMAL, text, &v->key))
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
