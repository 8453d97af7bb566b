/*
 * test_at_cast.c -- texts to atomic values, values to values of other types, and back to texts, by the tables and rules
 * of XPath and XQuery Functions 3.1, section 19.
 */
#include <math.h>

#include "../../../src/core/base/bx_core_int.h"
#include "../../../src/core/atomic/at_value.h"
#include "../ut.h"
#include "../ut_host.h"
#include "../ut_value.h"

static BxArena arena;
static BxError err;

static const AtPrefix prefixes[] = {{{"", 0}, {"urn:old", 7}},
									{{"", 0}, {"urn:default", 11}},
									{{"p", 1}, {"urn:p", 5}},
									{{"gone", 4}, {"", 0}}};

static const AtCall call = {.host = NULL,
							.arena = &arena,
							.err = &err,
							.prefixes = prefixes,
							.n_prefixes = sizeof(prefixes) / sizeof(prefixes[0])};

static AtCall
here(void)
{
	AtCall c = call;

	c.host = bx_host_libc();
	return c;
}

static AtType
type_of(const char *name)
{
	AtType type = at_type_find(bx_str(name, strlen(name)));

	CHECKF(type != AT_TYPES, "%s", name);
	return type;
}

/* A value of type `from`, cast to `to`: its text, or "!" and the code of the error. */
typedef struct Case
{
	const char *from;
	const char *text;
	const char *to;
	const char *want;
} Case;

static const char *
outcome(const Case *k)
{
	AtCall c = here();
	XdItem item, out;
	BxStr text = bx_str("", 0);
	BxStatus status = at_read(&c, type_of(k->from), bx_str(k->text, strlen(k->text)), &item);
	char *s;

	if (status == BX_OK)
		status = at_cast(&c, &item, type_of(k->to), &out);
	if (status == BX_OK)
	{
		CHECKF(out.type == type_of(k->to), "%s %s as %s", k->from, k->text, k->to);
		status = at_text(&c, &out, &text);
	}
	s = ut_need(bx_arena_zalloc(&arena, text.n + 20));
	if (status == BX_OK)
		memcpy(s, text.s, text.n);
	else
	{
		CHECKF(err.pos == -1, "%s %s as %s: position", k->from, k->text, k->to);
		snprintf(s, 20, "!%s", err.code);
	}
	return s;
}

static void
expect(const Case *cases, size_t n)
{
	size_t i;

	bx_arena_init(&arena, bx_host_libc());
	for (i = 0; i < n; i++)
	{
		const char *got = outcome(&cases[i]);

		CHECKF(strcmp(got, cases[i].want) == 0, "%s(%s) as %s: %s, not %s", cases[i].from, cases[i].text,
			   cases[i].to, got, cases[i].want);
	}
	bx_arena_reset(&arena);
}

#define EXPECT(cases) expect(cases, sizeof(cases) / sizeof((cases)[0]))

static void
texts(void)
{
	static const Case cases[] = {
		{"string", " a  b\t", "string", " a  b\t"},
		{"string", " a  b\t", "untypedAtomic", " a  b\t"},
		{"string", " a\t\nb\r", "normalizedString", " a  b "},
		{"string", " a  b\t", "token", "a b"},
		{"string", "\t \n", "token", ""},
		{"string", "a\tb", "token", "a b"},
		{"string", "x ", "token", "x"},
		{"string", "\nx", "token", "x"},
		{"token", " a  b ", "string", "a b"},
		{"string", " x ", "anyURI", "x"},
		{"anyURI", "http://a/ b", "string", "http://a/ b"},
		{"string", "", "anyURI", ""},
		{"string", "a#b", "anyURI", "a#b"},
		{"string", "a%20b", "anyURI", "a%20b"},
		{"string", "%gg", "anyURI", "!FORG0001"},
		{"string", "a#b#c", "anyURI", "!FORG0001"},
		{"string", ":/a", "anyURI", "!FORG0001"},
		{"string", "a/b:c", "anyURI", "a/b:c"},
		{"string", "a+1.-:b:c", "anyURI", "a+1.-:b:c"},
		{"string", "1a:b", "anyURI", "!FORG0001"},
		{"string", "a_b:c", "anyURI", "!FORG0001"},
		{"string", "a%2", "anyURI", "!FORG0001"},
		{"anyURI", "a", "untypedAtomic", "a"},
		{"anyURI", "a:b", "NCName", "!FORG0001"},
		{"anyURI", "1", "integer", "!XPTY0004"},
		{"string", " en-GB ", "language", "en-GB"},
		{"string", "x-klingon1", "language", "x-klingon1"},
		{"string", "en-", "language", "!FORG0001"},
		{"string", "-en", "language", "!FORG0001"},
		{"string", "1en", "language", "!FORG0001"},
		{"string", "abcdefghi", "language", "!FORG0001"},
		{"string", "", "language", "!FORG0001"},
		{"string", "1:a.-", "NMTOKEN", "1:a.-"},
		{"string", "a b", "NMTOKEN", "!FORG0001"},
		{"string", "", "NMTOKEN", "!FORG0001"},
		{"string", ":a:b", "Name", ":a:b"},
		{"string", "1a", "Name", "!FORG0001"},
		{"string", "a1", "NCName", "a1"},
		{"string", "a:b", "NCName", "!FORG0001"},
		{"string", "a:b", "ID", "!FORG0001"},
		{"string", "\xC3\xA9t\xC3\xA9", "ID", "\xC3\xA9t\xC3\xA9"},
		{"string", " r ", "IDREF", "r"},
		{"string", "", "ENTITY", "!FORG0001"},
		{"NCName", "a", "ENTITY", "a"},
		{"integer", "12", "NCName", "!FORG0001"},
		{"integer", "12", "NMTOKEN", "12"},
		{"boolean", "1", "NCName", "true"},
	};

	EXPECT(cases);
}

static void
booleans(void)
{
	static const Case cases[] = {
		{"string", " true\n", "boolean", "true"},
		{"string", "1", "boolean", "true"},
		{"string", "false", "boolean", "false"},
		{"untypedAtomic", "0", "boolean", "false"},
		{"string", "TRUE", "boolean", "!FORG0001"},
		{"string", "", "boolean", "!FORG0001"},
		{"string", "2", "boolean", "!FORG0001"},
		{"boolean", "true", "string", "true"},
		{"boolean", "1", "untypedAtomic", "true"},
		{"boolean", "true", "integer", "1"},
		{"boolean", "true", "decimal", "1"},
		{"boolean", "false", "double", "0"},
		{"boolean", "true", "float", "1"},
		{"boolean", "true", "byte", "1"},
		{"boolean", "true", "positiveInteger", "1"},
		{"boolean", "false", "positiveInteger", "!FORG0001"},
		{"boolean", "true", "negativeInteger", "!FORG0001"},
		{"boolean", "true", "hexBinary", "!XPTY0004"},
		{"boolean", "true", "anyURI", "!XPTY0004"},
		{"integer", "0", "boolean", "false"},
		{"integer", "-3", "boolean", "true"},
		{"integer", "99999999999999999999", "boolean", "true"},
		{"decimal", "0.0", "boolean", "false"},
		{"decimal", "0.001", "boolean", "true"},
		{"double", "NaN", "boolean", "false"},
		{"double", "-0", "boolean", "false"},
		{"double", "INF", "boolean", "true"},
		{"double", "1e-300", "boolean", "true"},
		{"float", "0", "boolean", "false"},
	};

	EXPECT(cases);
}

static void
decimals(void)
{
	static const Case cases[] = {
		{"string", " +007.50 ", "decimal", "7.5"},
		{"string", "-0", "decimal", "0"},
		{"string", ".5", "decimal", "0.5"},
		{"string", "5.", "decimal", "5"},
		{"string", ".", "decimal", "!FORG0001"},
		{"string", "1e3", "decimal", "!FORG0001"},
		{"string", "INF", "decimal", "!FORG0001"},
		{"string", "1 2", "decimal", "!FORG0001"},
		{"string", "", "decimal", "!FORG0001"},
		{"string", "123456789012345678901234567890.123456789", "decimal",
		 "123456789012345678901234567890.123456789"},
		{"string", "0.00000000000000000000000001", "decimal", "0.00000000000000000000000001"},
		{"string", "1.0", "integer", "!FORG0001"},
		{"string", "1e0", "integer", "!FORG0001"},
		{"string", " -00012 ", "integer", "-12"},
		{"string", "+", "integer", "!FORG0001"},
		{"string", "-9223372036854775808", "integer", "-9223372036854775808"},
		{"untypedAtomic", "99999999999999999999999", "integer", "99999999999999999999999"},
		{"decimal", "-3.99", "integer", "-3"},
		{"decimal", "3.99", "byte", "3"},
		{"decimal", "99999999999999999999.5", "integer", "99999999999999999999"},
		{"integer", "5", "decimal", "5"},
		{"integer", "5", "integer", "5"},
		{"double", "3.99e0", "integer", "3"},
		{"double", "-0.5", "integer", "0"},
		{"double", "1e20", "integer", "100000000000000000000"},
		{"double", "NaN", "integer", "!FOCA0002"},
		{"double", "-INF", "decimal", "!FOCA0002"},
		{"float", "INF", "long", "!FOCA0002"},
		{"double", "0.5", "decimal", "0.5"},
		{"double", "-1.25e-1", "decimal", "-0.125"},
		{"float", "0.1", "decimal", "0.100000001490116119384765625"},
		{"double", "-0", "decimal", "0"},
		{"integer", "1", "date", "!XPTY0004"},
		{"integer", "1", "dayTimeDuration", "!XPTY0004"},
		{"integer", "1", "anyURI", "!XPTY0004"},
		{"integer", "1", "QName", "!XPTY0004"},
		{"integer", "1", "base64Binary", "!XPTY0004"},
	};

	EXPECT(cases);
}

static void
bounds(void)
{
	static const char *const ranges[][3] = {
		{"byte", "-128", "127"},
		{"short", "-32768", "32767"},
		{"int", "-2147483648", "2147483647"},
		{"long", "-9223372036854775808", "9223372036854775807"},
		{"unsignedByte", "0", "255"},
		{"unsignedShort", "0", "65535"},
		{"unsignedInt", "0", "4294967295"},
		{"unsignedLong", "0", "18446744073709551615"},
	};
	static const char *const beyond[][3] = {
		{"byte", "-129", "128"},
		{"short", "-32769", "32768"},
		{"int", "-2147483649", "2147483648"},
		{"long", "-9223372036854775809", "9223372036854775808"},
		{"unsignedByte", "-1", "256"},
		{"unsignedShort", "-1", "65536"},
		{"unsignedInt", "-1", "4294967296"},
		{"unsignedLong", "-1", "18446744073709551616"},
		{"positiveInteger", "0", "-99999999999999999999"},
		{"nonNegativeInteger", "-1", "-99999999999999999999"},
		{"negativeInteger", "0", "99999999999999999999"},
		{"nonPositiveInteger", "1", "99999999999999999999"},
	};
	size_t i;

	for (i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
	{
		Case cases[] = {{"string", ranges[i][1], ranges[i][0], ranges[i][1]},
						{"integer", ranges[i][2], ranges[i][0], ranges[i][2]},
						{"decimal", ranges[i][1], ranges[i][0], ranges[i][1]},
						{ranges[i][0], ranges[i][2], "decimal", ranges[i][2]},
						{ranges[i][0], ranges[i][2], "string", ranges[i][2]}};

		EXPECT(cases);
	}
	for (i = 0; i < sizeof(beyond) / sizeof(beyond[0]); i++)
	{
		Case cases[] = {{"string", beyond[i][1], beyond[i][0], "!FORG0001"},
						{"string", beyond[i][2], beyond[i][0], "!FORG0001"},
						{"integer", beyond[i][1], beyond[i][0], "!FORG0001"},
						{"decimal", beyond[i][2], beyond[i][0], "!FORG0001"}};

		EXPECT(cases);
	}
}

static void
doubles(void)
{
	static const Case cases[] = {
		{"string", " 1 ", "double", "1"},
		{"string", "+1.5E+2", "double", "150"},
		{"string", "1000000", "double", "1.0E6"},
		{"string", "999999", "double", "999999"},
		{"string", "-999999.5", "double", "-999999.5"},
		{"string", "1234567.5", "double", "1.2345675E6"},
		{"string", "0.001", "double", "0.001"},
		{"string", "0.000001", "double", "0.000001"},
		{"string", "0.0000001", "double", "1.0E-7"},
		{"string", "-1.5e-10", "double", "-1.5E-10"},
		{"string", "0.1", "double", "0.1"},
		{"string", "1e308", "double", "1.0E308"},
		{"string", "1e309", "double", "INF"},
		{"string", "-1e309", "double", "-INF"},
		{"string", "5e-324", "double", "5.0E-324"},
		{"string", "1e-400", "double", "0"},
		{"string", "-0", "double", "-0"},
		{"string", "-0.0e5", "double", "-0"},
		{"string", "INF", "double", "INF"},
		{"string", "+INF", "double", "INF"},
		{"string", "-INF", "double", "-INF"},
		{"string", "NaN", "double", "NaN"},
		{"string", "inf", "double", "!FORG0001"},
		{"string", "nan", "double", "!FORG0001"},
		{"string", "-NaN", "double", "!FORG0001"},
		{"string", "Infinity", "double", "!FORG0001"},
		{"string", "1e", "double", "!FORG0001"},
		{"string", "e1", "double", "!FORG0001"},
		{"string", "0x10", "double", "!FORG0001"},
		{"string", "1 e1", "double", "!FORG0001"},
		{"string", "", "double", "!FORG0001"},
		{"integer", "9007199254740993", "double", "9.007199254740992E15"},
		{"integer", "123456789012345678901234567890", "double", "1.2345678901234568E29"},
		{"decimal", "0.1", "double", "0.1"},
		{"decimal", "123456.789", "double", "123456.789"},
		{"double", "0.1", "string", "0.1"},
		{"double", "1e6", "untypedAtomic", "1.0E6"},
		{"float", "0.1", "double", "0.10000000149011612"},
		{"double", "1", "dateTime", "!XPTY0004"},
	};

	EXPECT(cases);
}

static void
floats(void)
{
	static const Case cases[] = {
		{"string", "0.1", "float", "0.1"},
		{"string", "16777216", "float", "1.6777216E7"},
		{"string", "16777217", "float", "1.6777216E7"},
		{"string", "3.4028235e38", "float", "3.4028235E38"},
		{"string", "3.5e38", "float", "INF"},
		{"string", "-1e39", "float", "-INF"},
		{"string", "1e-45", "float", "1.0E-45"},
		{"string", "1e-46", "float", "0"},
		{"string", "524288.0625", "float", "524288.06"},
		{"string", "0.000001", "float", "0.000001"},
		{"string", "1e-7", "float", "1.0E-7"},
		{"string", "-0", "float", "-0"},
		{"string", "NaN", "float", "NaN"},
		{"string", "+INF", "float", "INF"},
		{"string", "1f", "float", "!FORG0001"},
		/* half way between two floats, and a little above: the nearest double is half way too */
		{"string", "1.00000005960464477539062500", "float", "1"},
		{"string", "1.00000005960464477539062501", "float", "1.0000001"},
		{"decimal", "1.00000005960464477539062501", "float", "1.0000001"},
		{"string", "16777217.0000000001", "float", "1.6777218E7"},
		{"integer", "16777219", "float", "1.677722E7"},
		{"integer", "9007199791611905", "float", "9.0072E15"},
		{"double", "0.1", "float", "0.1"},
		{"double", "1e300", "float", "INF"},
		{"double", "-1e-300", "float", "-0"},
		{"decimal", "1.5", "float", "1.5"},
	};

	EXPECT(cases);
}

/* Each power of two and its neighbours: the text reads back, and none with fewer digits does. */
static void
shortest_floats(void)
{
	int power, step, wrong = 0;

	for (power = -149; power <= 127; power++)
		for (step = -1; step <= 1; step++)
		{
			float f = ldexpf(1, power), g = step == 0 ? f : nextafterf(f, step < 0 ? 0 : INFINITY);
			char buf[BX_NUMBER_TEXT_MAX], less[64];
			double back;
			int digits = 0;
			unsigned i, n = bx_number_canonical(g, true, buf);

			for (i = 0; i < n && buf[i] != 'E'; i++)
				digits += bx_is_digit(buf[i]) && (digits > 0 || buf[i] != '0');
			wrong += bx_lex_float(buf, n, &back) != BX_LEX_OK || (float) back != g;
			if (digits > 2 && snprintf(less, sizeof(less), "%.*e", digits - 2, (double) g) > 0 &&
				memcmp(buf, "1.0E", 4) != 0)
				wrong += bx_lex_float(less, strlen(less), &back) == BX_LEX_OK && (float) back == g;
		}
	CHECKF(wrong == 0, "%d", wrong);
}

static void
bytes(void)
{
	static const Case cases[] = {
		{"string", " 0aFf ", "hexBinary", "0AFF"},
		{"string", "", "hexBinary", ""},
		{"string", "0", "hexBinary", "!FORG0001"},
		{"string", "0g", "hexBinary", "!FORG0001"},
		{"string", "0a 0b", "hexBinary", "!FORG0001"},
		{"string", "AAEC", "base64Binary", "AAEC"},
		{"string", " A A E C / w = = ", "base64Binary", "AAEC/w=="},
		{"string", "AAE=", "base64Binary", "AAE="},
		{"string", "", "base64Binary", ""},
		{"string", "AAE", "base64Binary", "!FORG0001"},
		{"string", "AAF=", "base64Binary", "!FORG0001"},
		{"string", "A===", "base64Binary", "!FORG0001"},
		{"hexBinary", "000102fbFF", "base64Binary", "AAEC+/8="},
		{"base64Binary", "+/8=", "hexBinary", "FBFF"},
		{"hexBinary", "ff", "string", "FF"},
		{"hexBinary", "ff", "untypedAtomic", "FF"},
		{"hexBinary", "31", "integer", "!XPTY0004"},
		{"base64Binary", "AA==", "boolean", "!XPTY0004"},
		{"base64Binary", "AA==", "anyURI", "!XPTY0004"},
	};

	EXPECT(cases);
}

static void
moments(void)
{
	static const Case cases[] = {
		{"string", " 2004-02-29T13:20:00.500Z ", "dateTime", "2004-02-29T13:20:00.5Z"},
		{"string", "2004-02-29T13:20:00-05:00", "dateTime", "2004-02-29T13:20:00-05:00"},
		{"string", "2004-02-29T13:20:00+00:00", "dateTime", "2004-02-29T13:20:00Z"},
		{"string", "2003-12-31T24:00:00", "dateTime", "2004-01-01T00:00:00"},
		{"string", "0000-01-01T00:00:00", "dateTime", "0000-01-01T00:00:00"},
		{"string", "-0001-03-01T00:00:00", "dateTime", "-0001-03-01T00:00:00"},
		{"string", "-25000-12-31T23:59:59.999999999", "dateTime", "-25000-12-31T23:59:59.999999999"},
		{"string", "999999999-12-31T23:59:59Z", "dateTime", "999999999-12-31T23:59:59Z"},
		{"string", "-999999999-01-01T00:00:00Z", "dateTime", "-999999999-01-01T00:00:00Z"},
		{"string", "290000000000-12-31T24:00:00", "dateTime", "!FODT0001"},
		{"string", "9999999999999-01-01T00:00:00", "dateTime", "!FODT0001"},
		{"string", "-99999999999999999999-01-01", "date", "!FODT0001"},
		{"string", "99999999999999999999", "gYear", "!FODT0001"},
		{"string", "2003-02-29T00:00:00", "dateTime", "!FORG0001"},
		{"string", "2003-02-28T24:00:01", "dateTime", "!FORG0001"},
		{"string", "2003-02-28T12:00:60", "dateTime", "!FORG0001"},
		{"string", "2003-02-28T12:00:00+14:01", "dateTime", "!FORG0001"},
		{"string", "2003-02-28", "dateTime", "!FORG0001"},
		{"string", "02003-02-28", "date", "!FORG0001"},
		{"string", "203-02-28", "date", "!FORG0001"},
		{"string", "+2003-02-28", "date", "!FORG0001"},
		{"string", "2003-02-28Z", "date", "2003-02-28Z"},
		{"string", "12003-02-28-14:00", "date", "12003-02-28-14:00"},
		{"string", "24:00:00", "time", "00:00:00"},
		{"string", "23:59:59.010+01:30", "time", "23:59:59.01+01:30"},
		{"string", "1:00:00", "time", "!FORG0001"},
		{"string", "24:00:00.1", "time", "!FORG0001"},
	};

	EXPECT(cases);
}

static void
parts_of_dates(void)
{
	static const Case cases[] = {
		{"string", "2003-02", "gYearMonth", "2003-02"},
		{"string", "-0044-03+02:00", "gYearMonth", "-0044-03+02:00"},
		{"string", "2003-13", "gYearMonth", "!FORG0001"},
		{"string", "2003", "gYear", "2003"},
		{"string", "0000Z", "gYear", "0000Z"},
		{"string", "12003-05:00", "gYear", "12003-05:00"},
		{"string", "03", "gYear", "!FORG0001"},
		{"string", "--02-29", "gMonthDay", "--02-29"},
		{"string", "--02-30", "gMonthDay", "!FORG0001"},
		{"string", "-02-20", "gMonthDay", "!FORG0001"},
		{"string", "---31Z", "gDay", "---31Z"},
		{"string", "---32", "gDay", "!FORG0001"},
		{"string", "--31", "gDay", "!FORG0001"},
		{"string", "--02+01:00", "gMonth", "--02+01:00"},
		{"string", "--02--", "gMonth", "!FORG0001"},
		{"string", "--13", "gMonth", "!FORG0001"},
	};

	EXPECT(cases);
}

static void
moments_to_moments(void)
{
	static const Case cases[] = {
		{"string", "2003-02-28T00:00:00Z", "dateTimeStamp", "2003-02-28T00:00:00Z"},
		{"string", "2003-02-28T00:00:00", "dateTimeStamp", "!FORG0001"},
		{"dateTime", "2003-02-28T00:00:00", "dateTimeStamp", "!FORG0001"},
		{"date", "2003-02-28-03:00", "dateTimeStamp", "2003-02-28T00:00:00-03:00"},
		{"dateTimeStamp", "2003-02-28T10:00:00.25-03:00", "dateTime", "2003-02-28T10:00:00.25-03:00"},
		{"dateTime", "2003-02-28T10:00:00.25-03:00", "date", "2003-02-28-03:00"},
		{"dateTime", "2003-02-28T10:00:00.25-03:00", "time", "10:00:00.25-03:00"},
		{"dateTime", "-2003-02-28T10:00:00.25", "gYearMonth", "-2003-02"},
		{"dateTime", "-2003-02-28T10:00:00.25", "gYear", "-2003"},
		{"dateTime", "2004-02-29T10:00:00.25Z", "gMonthDay", "--02-29Z"},
		{"dateTime", "2004-02-29T10:00:00.25Z", "gDay", "---29Z"},
		{"dateTime", "2004-02-29T10:00:00.25Z", "gMonth", "--02Z"},
		{"dateTime", "2004-02-29T10:00:00.250Z", "string", "2004-02-29T10:00:00.25Z"},
		{"dateTime", "2004-02-29T10:00:00Z", "untypedAtomic", "2004-02-29T10:00:00Z"},
		{"dateTime", "2004-02-29T10:00:00Z", "integer", "!XPTY0004"},
		{"dateTime", "2004-02-29T10:00:00Z", "duration", "!XPTY0004"},
		{"date", "1969-12-31", "dateTime", "1969-12-31T00:00:00"},
		{"date", "1969-12-31Z", "gYearMonth", "1969-12Z"},
		{"date", "1969-12-31", "gYear", "1969"},
		{"date", "1969-12-31", "gMonthDay", "--12-31"},
		{"date", "1969-12-31", "gDay", "---31"},
		{"date", "1969-12-31", "gMonth", "--12"},
		{"date", "1969-12-31", "time", "!XPTY0004"},
		{"time", "10:00:00", "date", "!XPTY0004"},
		{"time", "10:00:00", "dateTime", "!XPTY0004"},
		{"time", "10:00:00", "gDay", "!XPTY0004"},
		{"gYearMonth", "2003-02", "gYear", "!XPTY0004"},
		{"gYearMonth", "2003-02", "date", "!XPTY0004"},
		{"gMonthDay", "--02-20", "gMonth", "!XPTY0004"},
		{"gDay", "---20", "gMonthDay", "!XPTY0004"},
		{"gYear", "2003", "integer", "!XPTY0004"},
		{"gYear", "2003", "string", "2003"},
		{"gMonth", "--02", "anyURI", "!XPTY0004"},
	};

	EXPECT(cases);
}

static void
durations(void)
{
	static const Case cases[] = {
		{"string", " P1Y2M3DT4H5M6.70S ", "duration", "P1Y2M3DT4H5M6.7S"},
		{"string", "-P400D", "duration", "-P400D"},
		{"string", "P14M", "duration", "P1Y2M"},
		{"string", "P0Y", "duration", "PT0S"},
		{"string", "-PT0.0S", "duration", "PT0S"},
		{"string", "PT25H61M61.5S", "duration", "P1DT2H2M1.5S"},
		{"string", "P", "duration", "!FORG0001"},
		{"string", "P1YT", "duration", "!FORG0001"},
		{"string", "1Y", "duration", "!FORG0001"},
		{"string", "P1M1Y", "duration", "!FORG0001"},
		{"string", "P1.5D", "duration", "!FORG0001"},
		{"string", "PT1.S", "duration", "!FORG0001"},
		{"string", "P-1Y", "duration", "!FORG0001"},
		{"string", "P99999999999999999999Y", "duration", "!FODT0002"},
		{"string", "P1Y", "dayTimeDuration", "!FORG0001"},
		{"string", "P1D", "yearMonthDuration", "!FORG0001"},
		{"string", "P999999999999999999999D", "dayTimeDuration", "!FODT0002"},
		{"string", "-P1DT24H", "dayTimeDuration", "-P2D"},
		{"string", "PT0S", "dayTimeDuration", "PT0S"},
		{"string", "P0M", "yearMonthDuration", "P0M"},
		{"string", "-P12M", "yearMonthDuration", "-P1Y"},
		{"duration", "P1Y2M3DT4H5M6.7S", "dayTimeDuration", "P3DT4H5M6.7S"},
		{"duration", "-P1Y2M3DT4H5M6.7S", "dayTimeDuration", "-P3DT4H5M6.7S"},
		{"duration", "-P1Y2M3DT4H5M6.7S", "yearMonthDuration", "-P1Y2M"},
		{"duration", "P3D", "yearMonthDuration", "P0M"},
		{"duration", "P3Y", "dayTimeDuration", "PT0S"},
		{"yearMonthDuration", "P3Y", "duration", "P3Y"},
		{"yearMonthDuration", "P0M", "duration", "PT0S"},
		{"yearMonthDuration", "P3Y", "dayTimeDuration", "PT0S"},
		{"dayTimeDuration", "PT0.5S", "duration", "PT0.5S"},
		{"dayTimeDuration", "-PT0.5S", "yearMonthDuration", "P0M"},
		{"dayTimeDuration", "-PT0.5S", "string", "-PT0.5S"},
		{"duration", "P1Y1D", "untypedAtomic", "P1Y1D"},
		{"duration", "P1Y", "integer", "!XPTY0004"},
		{"duration", "P1Y", "date", "!XPTY0004"},
		{"dayTimeDuration", "PT1S", "double", "!XPTY0004"},
	};

	EXPECT(cases);
}

static void
names(void)
{
	static const Case cases[] = {
		{"string", " p:a ", "QName", "p:a"},           {"untypedAtomic", "a", "QName", "a"},
		{"string", "xml:lang", "QName", "xml:lang"},   {"string", "q:a", "QName", "!FONS0004"},
		{"string", "gone:a", "QName", "!FONS0004"},    {"string", ":a", "QName", "!FORG0001"},
		{"string", "p:", "QName", "!FORG0001"},        {"string", "p:a:b", "QName", "!FORG0001"},
		{"string", "", "QName", "!FORG0001"},          {"QName", "p:a", "string", "p:a"},
		{"QName", "p:a", "NCName", "!FORG0001"},       {"QName", "a", "NCName", "a"},
		{"QName", "a", "integer", "!XPTY0004"},        {"string", "a", "NOTATION", "!XPST0080"},
		{"string", "a", "anyAtomicType", "!XPST0080"}, {"anyURI", "p:a", "QName", "!XPTY0004"},
	};
	AtCall c = here();
	XdItem item;

	EXPECT(cases);
	bx_arena_init(&arena, bx_host_libc());
	CHECK(at_read(&c, AT_QNAME, bx_str("p:a", 3), &item) == BX_OK && bx_str_is(item.u.name->uri, "urn:p"));
	CHECK(at_read(&c, AT_QNAME, bx_str("a", 1), &item) == BX_OK &&
		  bx_str_is(item.u.name->uri, "urn:default"));
	c.n_prefixes = 0;
	CHECK(at_read(&c, AT_QNAME, bx_str("a", 1), &item) == BX_OK && item.u.name->uri.n == 0);
	bx_arena_reset(&arena);
}

/* What castable says of each, and that it leaves the error alone. */
static void
castable(void)
{
	static const struct
	{
		const char *text;
		AtType type;
		bool want;
	} cases[] = {{"1", AT_BYTE, true},      {"1000", AT_BYTE, false}, {"a", AT_DOUBLE, false},
				 {"q:a", AT_QNAME, false},  {"p:a", AT_QNAME, true},  {"a", AT_NOTATION, false},
				 {"INF", AT_DECIMAL, false}};
	AtCall c = here();
	XdItem item;
	size_t i;
	bool ok;

	bx_arena_init(&arena, bx_host_libc());
	bx_error_clear(&err);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		item = at_string_item(bx_str(cases[i].text, strlen(cases[i].text)));
		CHECKF(at_castable(&c, &item, cases[i].type, &ok) == BX_OK && ok == cases[i].want, "%s",
			   cases[i].text);
	}
	item = at_boolean_item(true);
	CHECK(at_castable(&c, &item, AT_DATE, &ok) == BX_OK && !ok);
	CHECK(err.status == BX_OK);
	bx_arena_reset(&arena);
}

/* Messages cut long texts between characters. */
static void
messages(void)
{
	char text[200];
	AtCall c = here();
	XdItem item;

	bx_arena_init(&arena, bx_host_libc());
	memset(text, 'a', 59);
	memcpy(text + 59, "\xC3\xA9", 2);
	memset(text + 61, 'b', 100);
	CHECK(at_read(&c, AT_INTEGER, bx_str(text, 161), &item) == BX_E_XPTYPE);
	text[59] = '\0';
	CHECKF(strncmp(err.msg + 1, text, 59) == 0 && strncmp(err.msg + 60, "...\" is not", 11) == 0, "%s",
		   err.msg);
	CHECK(at_read(&c, AT_INTEGER, bx_str("x", 1), &item) == BX_E_XPTYPE);
	CHECKF(strcmp(err.msg, "\"x\" is not a value of type xs:integer [FORG0001]") == 0, "%s", err.msg);
	bx_arena_reset(&arena);
}

/* An arena that refuses is an error of memory for each of them, never an answer. */
static void
refused(void)
{
	static const Case cases[] = {
		{"string", " a  b", "token", ""},   {"string", "00ff", "hexBinary", ""},
		{"string", "a:b", "QName", ""},     {"string", "99999999999999999999", "unsignedLong", ""},
		{"hexBinary", "00", "string", ""},  {"decimal", "99999999999999999999.5", "string", ""},
		{"double", "1e300", "decimal", ""},
	};
	UtHost host;
	size_t i;
	bool ok;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		AtCall c = here();
		XdItem item, out;
		BxArena own;
		BxStr text;
		BxStatus status;

		bx_arena_init(&arena, bx_host_libc());
		CHECK(at_read(&c, type_of(cases[i].from), bx_str(cases[i].text, strlen(cases[i].text)), &item) ==
			  BX_OK);
		ut_host_init_as(&host, bx_host_libc());
		host.fail_from = 1;
		bx_arena_init(&own, &host.host);
		c.arena = &own;
		status = at_cast(&c, &item, type_of(cases[i].to), &out);
		if (status == BX_OK)
			status = at_text(&c, &out, &text);
		CHECKF(status == BX_E_NOMEM, "%s as %s", cases[i].text, cases[i].to);
		status = at_castable(&c, &item, type_of(cases[i].to), &ok);
		CHECKF(status == BX_E_NOMEM || (status == BX_OK && ok), "%s as %s", cases[i].text, cases[i].to);
		bx_arena_reset(&arena);
	}
}

UT_SUITE(test_at_cast)
{
	UT_RUN(texts);
	UT_RUN(booleans);
	UT_RUN(decimals);
	UT_RUN(bounds);
	UT_RUN(doubles);
	UT_RUN(floats);
	UT_RUN(shortest_floats);
	UT_RUN(bytes);
	UT_RUN(moments);
	UT_RUN(parts_of_dates);
	UT_RUN(moments_to_moments);
	UT_RUN(durations);
	UT_RUN(names);
	UT_RUN(castable);
	UT_RUN(messages);
	UT_RUN(refused);
	return ut_done();
}
