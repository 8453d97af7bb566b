/*
 * q_format.c -- declarations of decimal formats (XQuery 3.1, 4.10).
 */
#include "q_parse_int.h"

#include "../../base/bx_utf8.h"
#include "../../regex/bx_unicode.h"

/* A property: where it is, and what it is when it is not declared. */
static const struct
{
	const char *name;
	const char *usual;
	size_t at;
	bool character; /* a single one, unlike all others that are */
} properties[] = {
	{"decimal-separator", ".", offsetof(QDecimalFormat, decimal_separator), true},
	{"grouping-separator", ",", offsetof(QDecimalFormat, grouping_separator), true},
	{"infinity", "Infinity", offsetof(QDecimalFormat, infinity), false},
	{"minus-sign", "-", offsetof(QDecimalFormat, minus_sign), true},
	{"NaN", "NaN", offsetof(QDecimalFormat, nan), false},
	{"percent", "%", offsetof(QDecimalFormat, percent), true},
	{"per-mille", "\xE2\x80\xB0", offsetof(QDecimalFormat, per_mille), true},
	{"zero-digit", "0", offsetof(QDecimalFormat, zero_digit), true},
	{"digit", "#", offsetof(QDecimalFormat, digit), true},
	{"pattern-separator", ";", offsetof(QDecimalFormat, pattern_separator), true},
	{"exponent-separator", "e", offsetof(QDecimalFormat, exponent_separator), true},
};

#define N_PROPERTIES (sizeof(properties) / sizeof(properties[0]))

const size_t q_n_format_properties = N_PROPERTIES;

const char *
q_format_property_name(size_t i)
{
	return properties[i].name;
}

BxStr
q_format_property(const QDecimalFormat *f, size_t i)
{
	return *(const BxStr *) ((const char *) f + properties[i].at);
}

static BxStr *
property(QDecimalFormat *f, size_t i)
{
	return (BxStr *) ((char *) f + properties[i].at);
}

static int32_t
code_point(BxStr s)
{
	const uint8_t *at = (const uint8_t *) s.s;

	return bx_utf8_next(&at, at + s.n);
}

/* Digits zero begin runs of ten. */
static bool
is_zero(uint32_t cp)
{
	uint32_t first, last;
	BxCategory category;

	for (uint32_t i = 0; bx_unicode_run(i, &first, &last, &category); i++)
		if (cp >= first && cp <= last)
			return category == BX_CAT_ND && (cp - first) % 10 == 0;
	return false;
}

static BxStatus
check_value(QParser *p, uint32_t off, size_t i, BxStr value)
{
	bool ok = true;

	if (properties[i].character)
		ok = bx_utf8_length((const uint8_t *) value.s, value.n) == 1;
	if (ok && properties[i].at == offsetof(QDecimalFormat, zero_digit))
		ok = is_zero((uint32_t) code_point(value));
	return ok ? BX_OK
			  : q_fail(p, off, "XQST0097", NULL, "invalid value of \"%s\" in a decimal format",
					   properties[i].name);
}

/* No character has two meanings in a picture; nor is one a digit. */
static BxStatus
check_distinct(QParser *p, uint32_t off, QDecimalFormat *f)
{
	int32_t zero = code_point(f->zero_digit);

	for (size_t i = 0; i < N_PROPERTIES; i++)
	{
		int32_t a = code_point(*property(f, i));
		bool sign = properties[i].at == offsetof(QDecimalFormat, minus_sign);

		if (!properties[i].character || sign)
			continue;
		if (a > zero && a <= zero + 9)
			return q_fail(p, off, "XQST0098", NULL, "\"%s\" of a decimal format is a digit",
						  properties[i].name);
		for (size_t k = 0; k < i; k++)
			if (properties[k].character && properties[k].at != offsetof(QDecimalFormat, minus_sign) &&
				a == code_point(*property(f, k)))
				return q_fail(p, off, "XQST0098", NULL, "\"%s\" and \"%s\" of a decimal format are the same",
							  properties[k].name, properties[i].name);
	}
	return BX_OK;
}

/* "name = value" pairs. */
static BxStatus
read_properties(QParser *p, QDecimalFormat *f)
{
	unsigned seen = 0;

	while (q_is(p, Q_TOK_NAME))
	{
		uint32_t off = p->tok.off;
		size_t i = 0;

		while (i < N_PROPERTIES &&
			   (p->tok.form != Q_FORM_PLAIN || !bx_str_is(p->tok.local, properties[i].name)))
			i++;
		if (i == N_PROPERTIES)
			return q_unexpected(p, "Expected a property of decimal formats or \";\".");
		if (seen >> i & 1)
			return q_fail(p, off, "XQST0114", NULL, "\"%s\" is declared twice", properties[i].name);
		seen |= 1u << i;
		BX_TRY(q_advance(p));
		BX_TRY(q_expect(p, '=', "Expected \"=\"."));
		off = p->tok.off;
		BX_TRY(q_string(p, "Expected a string.", property(f, i)));
		BX_TRY(check_value(p, off, i, *property(f, i)));
	}
	return BX_OK;
}

BxStatus
q_decimal_format(QParser *p, bool is_default)
{
	QDecimalFormat f = {.name = {{"", 0}, {"", 0}, {"", 0}}};
	const QDecimalFormat *all = p->prolog.formats.items;
	uint32_t off;

	BX_TRY(q_advance(p));
	off = p->tok.off;
	if (!is_default)
		BX_TRY(q_name(p, Q_NO_DEFAULT, "Expected the name of a decimal format.", &f.name));
	BX_TRY(bx_charge(p->host, 16 * (uint64_t) p->prolog.formats.n));
	for (uint32_t i = 0; i < p->prolog.formats.n; i++)
		if (bx_str_equal(all[i].name.local, f.name.local) && bx_str_equal(all[i].name.uri, f.name.uri))
			return q_fail(p, off, "XQST0111", NULL, "a decimal format is declared twice");
	for (size_t i = 0; i < N_PROPERTIES; i++)
		*property(&f, i) = bx_str(properties[i].usual, strlen(properties[i].usual));
	BX_TRY(read_properties(p, &f));
	BX_TRY(check_distinct(p, off, &f));
	return q_push(p, &p->prolog.formats, &f, sizeof(f));
}
