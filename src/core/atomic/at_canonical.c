/*
 * at_canonical.c -- atomic values to texts: the canonical forms of XPath and XQuery Functions 3.1, section 19.1.
 */
#include "at_cast_int.h"

#include "../base/bx_long.h"
#include "at_moment.h"

/* A copy in the arena. */
static BxStatus
keep(const AtCall *c, const char *s, size_t n, BxStr *text)
{
	void *copy;

	BX_TRY(at_alloc(c, n, &copy));
	memcpy(copy, s, n);
	*text = bx_str(copy, n);
	return BX_OK;
}

static BxStatus
put_number(const AtCall *c, const XdItem *item, BxStr *text)
{
	char buf[BX_NUMBER_TEXT_MAX];
	AtDecimal d;

	if (item->form == AT_FORM_DOUBLE)
		return keep(c, buf, bx_number_canonical(item->u.d, item->type == AT_FLOAT, buf), text);
	if (item->form == AT_FORM_INT)
		return keep(c, buf, bx_decimal_text(item->u.i, 0, buf), text);
	d = at_item_decimal(item);
	if (!d.is_big && d.scale <= BX_POW10_MAX)
		return keep(c, buf, bx_decimal_text(d.u.small, d.scale, buf), text);
	BX_TRY(bx_charge(c->host, at_decimal_digits(&d)));
	text->s = at_decimal_format(c->arena, &d, &text->n);
	return text->s != NULL ? BX_OK : bx_fail_nomem(c->err, 0);
}

static BxStatus
put_hex(const AtCall *c, BxStr bytes, BxStr *text)
{
	static const char digits[] = "0123456789ABCDEF";
	void *out;
	size_t i;

	BX_TRY(at_alloc(c, bytes.n * 2, &out));
	for (i = 0; i < bytes.n; i++)
	{
		BX_TRY(bx_long_step(c->host, i, bytes.n));
		((char *) out)[2 * i] = digits[(uint8_t) bytes.s[i] >> 4];
		((char *) out)[2 * i + 1] = digits[(uint8_t) bytes.s[i] & 15];
	}
	*text = bx_str(out, bytes.n * 2);
	return BX_OK;
}

static BxStatus
put_base64(const AtCall *c, BxStr bytes, BxStr *text)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i, n = (bytes.n + 2) / 3 * 4;
	void *out;
	char *to;

	BX_TRY(at_alloc(c, n, &out));
	to = out;
	for (i = 0; i < bytes.n; i += 3)
	{
		size_t k = bytes.n - i < 3 ? bytes.n - i : 3;
		uint32_t bits = (uint32_t) (uint8_t) bytes.s[i] << 16;

		BX_TRY(bx_charge(c->host, 3));
		bits |= k > 1 ? (uint32_t) (uint8_t) bytes.s[i + 1] << 8 : 0;
		bits |= k > 2 ? (uint8_t) bytes.s[i + 2] : 0;
		*to++ = digits[bits >> 18];
		*to++ = digits[bits >> 12 & 63];
		*to++ = '=';
		*to++ = '=';
		if (k > 1)
			to[-2] = digits[bits >> 6 & 63];
		if (k > 2)
			to[-1] = digits[bits & 63];
	}
	*text = bx_str(out, n);
	return BX_OK;
}

static BxStatus
put_moment(const AtCall *c, const XdItem *item, BxStr *text)
{
	char buf[BX_MOMENT_TEXT_MAX];
	BxMoment m = at_item_moment(item);

	return keep(c, buf, bx_moment_format(at_moment_parts((AtType) item->type), &m, buf), text);
}

static BxStatus
put_duration(const AtCall *c, const XdItem *item, BxStr *text)
{
	char buf[BX_MOMENT_TEXT_MAX];
	BxDuration d = at_item_duration(item);

	*text = bx_str("P0M", 3);
	if (item->type == AT_MONTHS && d.months == 0)
		return BX_OK;
	return keep(c, buf, bx_duration_format(&d, buf), text);
}

/* The name with its prefix. */
static BxStatus
put_name(const AtCall *c, const AtName *name, BxStr *text)
{
	size_t n = name->prefix.n + 1 + name->local.n;
	void *out;
	char *to;

	*text = name->local;
	if (name->prefix.n == 0)
		return BX_OK;
	BX_TRY(at_alloc(c, n, &out));
	to = out;
	memcpy(to, name->prefix.s, name->prefix.n);
	to[name->prefix.n] = ':';
	memcpy(to + name->prefix.n + 1, name->local.s, name->local.n);
	*text = bx_str(out, n);
	return BX_OK;
}

BxStatus
at_text(const AtCall *c, const XdItem *item, BxStr *text)
{
	switch (at_family(item))
	{
		case AT_F_TEXT: *text = at_item_str(item); return BX_OK;
		case AT_F_BOOLEAN: *text = item->u.i != 0 ? bx_str("true", 4) : bx_str("false", 5); return BX_OK;
		case AT_F_NUMBER: return put_number(c, item, text);
		case AT_F_BYTES:
			return item->type == AT_HEX ? put_hex(c, at_item_str(item), text)
										: put_base64(c, at_item_str(item), text);
		case AT_F_MOMENT: return put_moment(c, item, text);
		case AT_F_DURATION: return put_duration(c, item, text);
		case AT_F_NAME: return put_name(c, item->u.name, text);
		default: return bx_fail(c->err, BX_E_STATE, -1, "value has no text");
	}
}
