/*
 * bx_declared.c -- forms of values whose type a schema declares: numbers with a power or padding, dates with a zone,
 * times, bytes.
 *
 * They are made of the forms that bx_value.c has: the mantissa of a double is a decimal, a time is a dateTime of one
 * day.  No form is tried that is not then printed and compared with the text, so that nothing is lost whatever the text
 * is.  Values are encoded once, when a document has been validated, and this costs little beside that.
 *
 * Texts from BX_VALUE_TEXT_MAX bytes on stay text: those may be stored apart from the items.
 */
#include "../base/bx_core_int.h"
#include "bx_declared_int.h"

#include "bx_calendar_int.h"
#include "bx_lexical.h"

#define DATE_LEN 10
#define EPOCH "1970-01-01T"
#define EPOCH_LEN 11
#define MIDNIGHT "T00:00:00"
#define MIDNIGHT_LEN 9
#define ZEROS_MAX 18
#define SCALE_MAX 18

const uint8_t bx_type_tags[AT_TYPES] = {
#define AT_TYPE(id, name, base, primitive, family, lexical, tag, ...) [AT_##id] = BX_TAG_##tag,
#include "../atomic/types/at_types.def"
#undef AT_TYPE
};

/* ---- encoding ---- */

/* The text as a decimal that has a form by itself: its bytes behind the tag, and its scale. */
static bool
decimal_bytes(const char *s, size_t n, uint8_t *out, unsigned *len, unsigned *scale)
{
	uint8_t enc[BX_VALUE_ENC_MAX];
	unsigned k = bx_value_encode(s, n, enc);

	if (k == 0 || (enc[0] > BX_TAG_DECIMAL_MAX && enc[0] < BX_TAG_DIGIT))
		return false;
	*scale = 0;
	*len = k - 1;
	if (enc[0] >= BX_TAG_DIGIT)
	{
		/* the number 0 takes no byte */
		out[0] = enc[0] - BX_TAG_DIGIT;
		*len = out[0] > 0;
		return true;
	}
	*scale = enc[0] - BX_TAG_DECIMAL;
	memcpy(out, enc + 1, *len);
	return true;
}

/* decimal, "E" or "e", a power of up to three digits */
static unsigned
encode_double(const char *s, size_t n, uint8_t *out)
{
	const char *end = s + n, *e = s, *p;
	unsigned style = 0, len, scale;
	int power = 0;

	while (e < end && *e != 'e' && *e != 'E')
		e++;
	if (e == end || !decimal_bytes(s, (size_t) (e - s), out + 3, &len, &scale))
		return 0;
	p = e + 1;
	if (*e == 'e')
		style |= BX_DOUBLE_SMALL;
	if (p < end && *p == '+')
		style |= BX_DOUBLE_PLUS;
	p += p < end && (*p == '+' || *p == '-');
	if (end - p > 1 && *p == '0')
		style |= BX_DOUBLE_TWO;
	if (p == end || end - p > 3)
		return 0;
	for (; p < end; p++)
	{
		if (!bx_is_digit(*p))
			return 0;
		power = power * 10 + (*p - '0');
	}
	power = e[1] == '-' ? -power : power;
	if (power < INT8_MIN || power > INT8_MAX)
		return 0;
	out[0] = BX_TAG_DOUBLE;
	out[1] = (uint8_t) (style | scale);
	out[2] = (uint8_t) power;
	return 3 + len;
}

/* What is left of the text is a decimal once its padding is off. */
static unsigned
encode_padded(const char *s, size_t n, uint8_t *out)
{
	char text[BX_VALUE_SHORT_MAX];
	const char *end = s + n;
	unsigned style = 0, zeros = 0, len, scale;
	size_t k = 0;

	if (n >= BX_VALUE_SHORT_MAX - 2)
		return 0;
	if (s < end && *s == '-')
		text[k++] = *s++;
	else if (s < end && *s == '+')
	{
		style |= BX_PADDED_PLUS;
		s++;
	}
	for (; end - s > 1 && *s == '0' && bx_is_digit(s[1]); s++)
		zeros++;
	if (zeros > ZEROS_MAX || s == end)
		return 0;
	if (*s == '.')
	{
		style |= BX_PADDED_POINT;
		text[k++] = '0';
	}
	else if (end[-1] == '.')
	{
		style |= BX_PADDED_POINT;
		end--;
	}
	memcpy(text + k, s, (size_t) (end - s));
	k += (size_t) (end - s);
	style |= zeros > 0 ? BX_PADDED_ZEROS : 0;
	if (!decimal_bytes(text, k, out + 2 + (zeros > 0), &len, &scale))
		return 0;
	out[0] = BX_TAG_PADDED;
	out[1] = (uint8_t) (style | scale);
	if (zeros > 0)
		out[2] = (uint8_t) zeros;
	return 2 + (zeros > 0) + len;
}

/* The dateTime that a text is a part of, which `before` and `after` make whole; the tag is its own. */
static unsigned
encode_part(const char *s, size_t n, size_t at, const char *put, size_t put_n, uint8_t *out)
{
	char text[BX_VALUE_SHORT_MAX];
	unsigned k;

	if (n < at || n + put_n > sizeof(text))
		return 0;
	memcpy(text, s, at);
	memcpy(text + at, put, put_n);
	memcpy(text + at + put_n, s + at, n - at);
	k = bx_value_encode(text, n + put_n, out);
	return k > 0 && out[0] == BX_TAG_DATETIME ? k : 0;
}

static unsigned
encode_time(const char *s, size_t n, uint8_t *out)
{
	unsigned k = encode_part(s, n, 0, EPOCH, EPOCH_LEN, out);

	out[0] = BX_TAG_TIME;
	return k;
}

static unsigned
encode_zoned(const char *s, size_t n, uint8_t *out)
{
	uint8_t date[BX_VALUE_ENC_MAX];
	unsigned k, days;

	if (encode_part(s, n, DATE_LEN, MIDNIGHT, MIDNIGHT_LEN, out) == 0 || out[1] == BX_DT_NOZONE)
		return 0;
	days = bx_value_encode(s, DATE_LEN, date);
	if (days == 0)
		return 0;
	k = out[1] == BX_DT_OFFSET ? 4 : 2;
	out[0] = BX_TAG_ZONED;
	memcpy(out + k, date + 1, days - 1);
	return k + days - 1;
}

static unsigned
encode_hex(const char *s, size_t n, uint8_t *out)
{
	size_t len, i;

	if (bx_lex_hex(s, n, out + 1, &len) != BX_LEX_OK)
		return 0;
	out[0] = BX_TAG_HEX;
	for (i = 0; i < n; i++)
		if (s[i] >= 'A' && s[i] <= 'F')
			out[0] = BX_TAG_HEX_UPPER;
	return 1 + (unsigned) len;
}

static unsigned
encode_base64(const char *s, size_t n, uint8_t *out)
{
	size_t len;

	out[0] = BX_TAG_BASE64;
	return bx_lex_base64(s, n, out + 1, &len) == BX_LEX_OK ? 1 + (unsigned) len : 0;
}

/* The form that the type has for a text, printed or not. */
static unsigned
encode_form(AtType type, const char *s, size_t n, uint8_t *out)
{
	unsigned k;

	switch (bx_type_tags[type])
	{
		case BX_TAG_PADDED: return encode_padded(s, n, out);
		case BX_TAG_DOUBLE: k = encode_double(s, n, out); return k > 0 ? k : encode_padded(s, n, out);
		case BX_TAG_ZONED: return encode_zoned(s, n, out);
		case BX_TAG_TIME: return encode_time(s, n, out);
		case BX_TAG_HEX: return encode_hex(s, n, out);
		case BX_TAG_BASE64: return encode_base64(s, n, out);
		default: return 0;
	}
}

unsigned
bx_value_encode_as(AtType type, const char *s, size_t n, uint8_t *out)
{
	char text[BX_VALUE_TEXT_MAX];
	uint32_t text_n;
	unsigned k;

	if (at_types[type].primitive == AT_STRING || n == 0 || n >= BX_VALUE_TEXT_MAX)
		return 0;
	k = bx_value_encode(s, n, out);
	if (k > 0)
		return k;
	k = encode_form(type, s, n, out);
	if (k == 0 || k > n || bx_value_text(out, k, text, &text_n) == NULL)
		return 0;
	return text_n == n && memcmp(text, s, n) == 0 ? k : 0;
}

unsigned
bx_value_encode_declared(const char *s, size_t n, uint8_t *out)
{
	static const uint8_t types[] = {AT_DOUBLE, AT_DATE, AT_TIME};
	unsigned k = 0, i;

	if (n == 0 || n >= BX_VALUE_SHORT_MAX ||
		(!bx_is_digit(s[0]) && s[0] != '-' && s[0] != '+' && s[0] != '.'))
		return 0;
	for (i = 0; i < sizeof(types) && k == 0; i++)
		k = bx_value_encode_as((AtType) types[i], s, n, out);
	return k;
}

/* ---- decoding ---- */

/* The decimal whose number is the n bytes at p. */
static bool
decode_number(const uint8_t *p, uint32_t n, uint8_t style, AtType type, BxValue *v)
{
	v->type = (uint8_t) type;
	v->scale = style & BX_STYLE_SCALE;
	v->style = style & (uint8_t) ~BX_STYLE_SCALE;
	if (v->scale > SCALE_MAX || n > 8)
		return false;
	v->num = bx_int_get(p, n);
	return true;
}

static bool
decode_padded(const uint8_t *p, uint32_t len, BxValue *v)
{
	unsigned head = 2;

	if (len < head)
		return false;
	if (p[1] & BX_PADDED_ZEROS)
	{
		if (len < ++head)
			return false;
		v->zeros = p[2];
	}
	return v->zeros <= ZEROS_MAX && decode_number(p + head, len - head, p[1], AT_DECIMAL, v) &&
		   !(v->num < 0 && (v->style & BX_PADDED_PLUS));
}

static bool
decode_double(const uint8_t *p, uint32_t len, BxValue *v)
{
	if (len < 3)
		return false;
	v->power = (int8_t) p[2];
	return decode_number(p + 3, len - 3, p[1], AT_DOUBLE, v);
}

static bool
decode_zoned(const uint8_t *p, uint32_t len, BxValue *v)
{
	uint32_t head = 2;

	if (len < 3)
		return false;
	v->type = AT_DATE;
	v->zone = p[1];
	if (v->zone == BX_DT_OFFSET)
	{
		head = 4;
		if (len <= head)
			return false;
		v->offset = (int16_t) bx_get_u16(p + 2);
	}
	else if (v->zone != BX_DT_UTC)
		return false;
	if (len <= head || len > head + 4 || v->offset < -BX_ZONE_MINUTES_MAX || v->offset > BX_ZONE_MINUTES_MAX)
		return false;
	v->num = bx_int_get(p + head, len - head);
	return v->num >= BX_DAYS_MIN && v->num <= BX_DAYS_MAX;
}

/* A dateTime with another tag. */
static bool
decode_time(const uint8_t *p, uint32_t len, BxValue *v)
{
	uint8_t moment[BX_VALUE_ENC_MAX];
	int64_t day = BX_DAY_SECONDS;
	unsigned i;

	if (len > sizeof(moment))
		return false;
	memcpy(moment, p, len);
	moment[0] = BX_TAG_DATETIME;
	if (!bx_value_decode(moment, len, v))
		return false;
	v->type = AT_TIME;
	for (i = 0; i < v->scale; i++)
		day *= 10;
	return v->num >= 0 && v->num < day;
}

static bool
decode_bytes(const uint8_t *p, uint32_t len, BxValue *v)
{
	bool hex = p[0] != BX_TAG_BASE64;

	v->type = hex ? AT_HEX : AT_BASE64;
	v->style = p[0] == BX_TAG_HEX_UPPER;
	v->text = p + 1;
	v->text_len = len - 1;
	return len > 1 && len - 1 < (hex ? BX_VALUE_TEXT_MAX / 2 : BX_VALUE_TEXT_MAX / 4 * 3 - 2);
}

bool
bx_declared_decode(const uint8_t *p, uint32_t len, BxValue *v)
{
	switch (p[0])
	{
		case BX_TAG_DOUBLE: return decode_double(p, len, v);
		case BX_TAG_PADDED: return decode_padded(p, len, v);
		case BX_TAG_ZONED: return decode_zoned(p, len, v);
		case BX_TAG_TIME: return decode_time(p, len, v);
		default: return decode_bytes(p, len, v);
	}
}

bool
bx_declared_is_canonical(const uint8_t *p, uint32_t len, const BxValue *v)
{
	char text[BX_VALUE_TEXT_MAX];
	uint8_t again[BX_DECLARED_ENC_MAX];
	unsigned n = bx_value_format(v, text);

	return bx_value_encode_as((AtType) v->type, text, n, again) == len && memcmp(p, again, len) == 0;
}

/* ---- printing ---- */

static unsigned
put_double(const BxValue *v, char *buf)
{
	unsigned power = (unsigned) (v->power < 0 ? -v->power : v->power);
	char *p = buf + bx_decimal_text(v->num, v->scale, buf);

	*p++ = v->style & BX_DOUBLE_SMALL ? 'e' : 'E';
	if (v->power < 0)
		*p++ = '-';
	else if (v->style & BX_DOUBLE_PLUS)
		*p++ = '+';
	if (power > 9 || (v->style & BX_DOUBLE_TWO))
	{
		if (power > 99)
			*p++ = '1';
		*p++ = (char) ('0' + power / 10 % 10);
	}
	*p++ = (char) ('0' + power % 10);
	return (unsigned) (p - buf);
}

static unsigned
put_padded(const BxValue *v, char *buf)
{
	char text[BX_VALUE_SHORT_MAX], *p = buf;
	unsigned n = bx_decimal_text(v->num, v->scale, text), at = v->num < 0;

	if (v->num < 0)
		*p++ = '-';
	else if (v->style & BX_PADDED_PLUS)
		*p++ = '+';
	memset(p, '0', v->zeros);
	p += v->zeros;
	/* a scale above 0: "0.5" without its zero */
	if ((v->style & BX_PADDED_POINT) && v->scale > 0 && text[at] == '0')
		at++;
	memcpy(p, text + at, n - at);
	p += n - at;
	if ((v->style & BX_PADDED_POINT) && v->scale == 0)
		*p++ = '.';
	return (unsigned) (p - buf);
}

static unsigned
put_hex(const BxValue *v, char *buf)
{
	const char *digits = v->style ? "0123456789ABCDEF" : "0123456789abcdef";
	uint32_t i;

	for (i = 0; i < v->text_len; i++)
	{
		*buf++ = digits[v->text[i] >> 4];
		*buf++ = digits[v->text[i] & 0x0F];
	}
	return 2 * i;
}

static unsigned
put_base64(const BxValue *v, char *buf)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *p = buf;
	uint32_t i, j;

	for (i = 0; i < v->text_len; i += 3)
	{
		uint32_t left = v->text_len - i, bits = 0;

		for (j = 0; j < 3; j++)
			bits = bits << 8 | (j < left ? v->text[i + j] : 0u);
		for (j = 0; j < 4; j++)
			*p++ = j <= left ? digits[bits >> (18 - 6 * j) & 0x3F] : '=';
	}
	return (unsigned) (p - buf);
}

unsigned
bx_declared_format(const BxValue *v, char *buf)
{
	switch (v->type)
	{
		case AT_DOUBLE: return put_double(v, buf);
		case AT_DECIMAL: return put_padded(v, buf);
		case AT_HEX: return put_hex(v, buf);
		default: return put_base64(v, buf);
	}
}
