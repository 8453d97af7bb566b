/*
 * at_lexical.c -- texts to atomic values: white space, lexical forms, and the bounds of derived types.
 */
#include "at_cast_int.h"

#include "../base/bx_utf8.h"
#include "at_moment.h"

/* Bytes of a text that a message shows. */
#define AT_SHOWN 60

/* ---- errors and memory ---- */

/* FORG0001: the text is not one of the type. */
static BxStatus
fail_text(const AtCall *c, AtType type, BxStr text)
{
	size_t n = text.n < AT_SHOWN ? text.n : AT_SHOWN;

	while (n < text.n && n > 0 && ((uint8_t) text.s[n] & 0xC0) == 0x80)
		n--;
	return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FORG0001", "\"%.*s%s\" is not a value of type %s", (int) n,
						n > 0 ? text.s : "", n < text.n ? "..." : "", at_types[type].qname);
}

BxStatus
at_fail_abstract(const AtCall *c, AtType type)
{
	return bx_fail_code(c->err, BX_E_XPTYPE, -1, "XPST0080", "cannot cast to type %s", at_types[type].qname);
}

BxStatus
at_digits_status(const AtCall *c, AtDecimalResult result)
{
	switch (result)
	{
		case AT_DECIMAL_OK: return BX_OK;
		case AT_DECIMAL_MEMORY: return bx_fail_nomem(c->err, 0);
		default:
			return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FOCA0006", "decimal number has too many digits");
	}
}

BxStatus
at_alloc(const AtCall *c, size_t n, void **p)
{
	*p = bx_arena_alloc(c->arena, n > 0 ? n : 1);
	return *p != NULL ? BX_OK : bx_fail_nomem(c->err, n);
}

/* ---- white space ---- */

static bool
is_collapsed(BxStr s)
{
	size_t i;

	if (s.n > 0 && (bx_is_space(s.s[0]) || bx_is_space(s.s[s.n - 1])))
		return false;
	for (i = 0; i < s.n; i++)
		if (bx_is_space(s.s[i]) && (s.s[i] != ' ' || s.s[i + 1] == ' '))
			return false;
	return true;
}

static bool
is_replaced(BxStr s)
{
	size_t i;

	for (i = 0; i < s.n; i++)
		if (bx_is_space(s.s[i]) && s.s[i] != ' ')
			return false;
	return true;
}

/* The text with its white space replaced or collapsed; it is borrowed where nothing changes. */
static BxStatus
take_white(const AtCall *c, AtWhite white, BxStr text, BxStr *out)
{
	size_t i, n = 0;
	void *copy;
	char *to;

	*out = text;
	if (white == AT_PRESERVE)
		return BX_OK;
	BX_TRY(bx_charge(c->host, text.n));
	if (white == AT_COLLAPSE ? is_collapsed(text) : is_replaced(text))
		return BX_OK;
	BX_TRY(at_alloc(c, text.n, &copy));
	to = copy;
	for (i = 0; i < text.n; i++)
	{
		bool space = bx_is_space(text.s[i]);

		if (!space || white == AT_REPLACE)
			to[n++] = space ? ' ' : text.s[i];
		else if (n > 0 && to[n - 1] != ' ')
			to[n++] = ' ';
	}
	if (white == AT_COLLAPSE && n > 0 && to[n - 1] == ' ')
		n--;
	*out = bx_str(to, n);
	return BX_OK;
}

/* ---- numbers ---- */

BxStatus
at_put_decimal(const AtCall *c, AtType type, const AtDecimal *d, XdItem *out)
{
	if (d->scale > UINT16_MAX)
		return at_digits_status(c, AT_DECIMAL_RANGE);
	*out = at_decimal_item(type, d);
	return BX_OK;
}

/* Is an integer below its least or above its greatest value?  *status is that of reading a long one. */
static bool
is_beyond(const AtCall *c, const char *bound, const AtDecimal *d, bool below, BxStatus *status)
{
	size_t n = strlen(bound);
	AtDecimal b = at_decimal_zero();
	int64_t small;
	int order;

	if (!d->is_big)
	{
		/* bounds that do not fit are not reached by what does */
		if (bx_lex_integer(bound, n, &small) != BX_LEX_OK)
			return false;
		return below ? d->u.small < small : d->u.small > small;
	}
	*status = at_digits_status(c, at_decimal_read(c->arena, bound, n, &b));
	order = at_decimal_compare(d, &b);
	return below ? order < 0 : order > 0;
}

BxStatus
at_check_bounds(const AtCall *c, AtType type, const AtDecimal *d)
{
	const char *low = NULL, *high = NULL;
	BxStatus status = BX_OK;
	unsigned t;
	bool bad;

	/* the bounds of a type are within those of its base */
	for (t = type; t != AT_DECIMAL; t = at_types[t].base)
	{
		low = low != NULL ? low : at_types[t].low;
		high = high != NULL ? high : at_types[t].high;
	}
	bad = (low != NULL && is_beyond(c, low, d, true, &status)) ||
		  (status == BX_OK && high != NULL && is_beyond(c, high, d, false, &status));
	BX_TRY(status);
	if (!bad)
		return BX_OK;
	return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FORG0001", "number is out of range for type %s",
						at_types[type].qname);
}

static BxStatus
read_decimal(const AtCall *c, AtType type, BxStr text, XdItem *out)
{
	AtDecimal d;
	AtDecimalResult result;

	if (!at_has_form((AtLexical) at_types[type].lexical, text))
		return fail_text(c, type, text);
	BX_TRY(bx_charge(c->host, text.n));
	result = at_decimal_read(c->arena, text.s, text.n, &d);
	if (result == AT_DECIMAL_FORM)
		return fail_text(c, type, text);
	BX_TRY(at_digits_status(c, result));
	BX_TRY(at_check_bounds(c, type, &d));
	return at_put_decimal(c, type, &d, out);
}

static BxStatus
read_number(const AtCall *c, AtType type, BxStr text, XdItem *out)
{
	double d;
	BxLexResult lex;

	BX_TRY(bx_charge(c->host, text.n));
	lex = type == AT_FLOAT ? bx_lex_float(text.s, text.n, &d) : bx_lex_double(text.s, text.n, &d);
	if (lex == BX_LEX_FORM)
		return fail_text(c, type, text);
	/* what is too large is infinite, as XML Schema 1.1 has it */
	*out = at_double_item(d);
	out->type = (uint8_t) type;
	return BX_OK;
}

static BxStatus
read_boolean(const AtCall *c, BxStr text, XdItem *out)
{
	bool b;

	if (bx_lex_boolean(text.s, text.n, &b) != BX_LEX_OK)
		return fail_text(c, AT_BOOLEAN, text);
	*out = at_boolean_item(b);
	return BX_OK;
}

static BxStatus
read_text(const AtCall *c, AtType type, BxStr text, XdItem *out)
{
	*out = at_text_item(type, text);
	if (type != AT_URI && at_types[type].lexical == AT_L_ANY)
		return BX_OK;
	BX_TRY(bx_charge(c->host, text.n));
	if (type == AT_URI ? !at_is_uri(text) : !at_has_form((AtLexical) at_types[type].lexical, text))
		return fail_text(c, type, text);
	return BX_OK;
}

/* ---- bytes ---- */

static BxStatus
read_bytes(const AtCall *c, AtType type, BxStr text, XdItem *out)
{
	BxLexResult lex;
	size_t n = 0;
	void *bytes;

	BX_TRY(bx_charge(c->host, text.n));
	BX_TRY(at_alloc(c, type == AT_HEX ? text.n / 2 : text.n / 4 * 3 + 3, &bytes));
	lex = type == AT_HEX ? bx_lex_hex(text.s, text.n, bytes, &n) : bx_lex_base64(text.s, text.n, bytes, &n);
	if (lex != BX_LEX_OK)
		return fail_text(c, type, text);
	*out = at_text_item(type, bx_str(bytes, n));
	out->form = AT_FORM_BYTES;
	return BX_OK;
}

/* ---- names ---- */

static bool
find_prefix(const AtCall *c, BxStr prefix, BxStr *uri)
{
	uint32_t i;

	for (i = c->n_prefixes; i-- > 0;)
		if (bx_str_equal(c->prefixes[i].prefix, prefix))
		{
			*uri = c->prefixes[i].uri;
			return true;
		}
	if (bx_str_is(prefix, "xml"))
	{
		const char *xml = "http://www.w3.org/XML/1998/namespace";

		*uri = bx_str(xml, strlen(xml));
		return true;
	}
	*uri = bx_str("", 0);
	return prefix.n == 0;
}

static BxStatus
read_name(const AtCall *c, AtType type, BxStr text, XdItem *out)
{
	const char *colon = text.n > 0 ? memchr(text.s, ':', text.n) : NULL;
	AtName *name;
	void *p;

	BX_TRY(at_alloc(c, sizeof(AtName), &p));
	name = p;
	*name = (AtName){.prefix = bx_str("", 0), .local = text};
	if (colon != NULL)
		name->prefix = bx_str_prefix(text, &name->local);
	if (!bx_is_ncname(name->local.s, name->local.n) ||
		(colon != NULL && !bx_is_ncname(name->prefix.s, name->prefix.n)))
		return fail_text(c, type, text);
	if (!find_prefix(c, name->prefix, &name->uri) || (name->prefix.n > 0 && name->uri.n == 0))
		return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FONS0004",
							"no namespace is declared for prefix \"%.*s\"",
							(int) (name->prefix.n < AT_SHOWN ? name->prefix.n : AT_SHOWN), name->prefix.s);
	*out = (XdItem){.u.name = name, .type = (uint8_t) type, .form = AT_FORM_NAME};
	return BX_OK;
}

/* ---- dates, times and durations ---- */

static BxStatus
read_moment(const AtCall *c, AtType type, BxStr text, XdItem *out)
{
	BxLexResult lex;
	BxMoment m;

	BX_TRY(bx_charge(c->host, text.n));
	lex = bx_moment_read(at_moment_parts(type), text.s, text.n, &m);
	if (lex == BX_LEX_YEAR)
		return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FODT0001", "year is out of range for type %s",
							at_types[type].qname);
	if (lex != BX_LEX_OK || (at_types[type].lexical == AT_L_ZONED && m.zone == BX_ZONE_NONE))
		return fail_text(c, type, text);
	*out = at_moment_item(type, &m);
	return BX_OK;
}

static BxStatus
read_duration(const AtCall *c, AtType type, BxStr text, XdItem *out)
{
	BxLexResult lex;
	BxDuration d;

	BX_TRY(bx_charge(c->host, text.n));
	lex = bx_duration_read_as(type != AT_DAY_TIME, type != AT_MONTHS, text.s, text.n, &d);
	if (lex == BX_LEX_RANGE)
		return bx_fail_code(c->err, BX_E_XPTYPE, -1, "FODT0002", "duration is out of range for type %s",
							at_types[type].qname);
	return lex == BX_LEX_OK ? at_put_duration(c, type, &d, out) : fail_text(c, type, text);
}

/* ---- all of them ---- */

BxStatus
at_read(const AtCall *c, AtType type, BxStr text, XdItem *out)
{
	/* white space within others is refused, or does not matter */
	if (at_types[type].family == AT_F_TEXT)
		BX_TRY(take_white(c, at_type_white(type), text, &text));
	else
		text = bx_str_trim(text);
	switch (at_types[type].primitive)
	{
		case AT_STRING:
		case AT_UNTYPED:
		case AT_URI: return read_text(c, type, text, out);
		case AT_BOOLEAN: return read_boolean(c, text, out);
		case AT_DECIMAL: return read_decimal(c, type, text, out);
		case AT_FLOAT:
		case AT_DOUBLE: return read_number(c, type, text, out);
		case AT_HEX:
		case AT_BASE64: return read_bytes(c, type, text, out);
		case AT_QNAME:
		case AT_NOTATION: return read_name(c, type, text, out);
		case AT_DURATION: return read_duration(c, type, text, out);
		default: break;
	}
	if (at_types[type].family == AT_F_MOMENT)
		return read_moment(c, type, text, out);
	return at_fail_abstract(c, type);
}
