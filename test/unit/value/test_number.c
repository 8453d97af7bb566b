/*
 * test_number.c -- XPath numbers: text to double, payload to double, double to text.
 *
 * The judge is the C library in the C locale: strtod for reading, and for printing that no rounding to fewer
 * digits reads back.  Tables hold the answers of the XPath Recommendation and the hard cases of rounding.
 */
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "../../../src/core/value/bx_value.h"
#include "../ut.h"

/* ---- deterministic random numbers ---- */

static uint64_t random_state = UINT64_C(0x9E3779B97F4A7C15);

static uint64_t
random_next(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state * UINT64_C(0x2545F4914F6CDD1D);
}

static unsigned
random_below(unsigned n)
{
	return (unsigned) ((random_next() >> 33) % n);
}

/* ---- text to number ---- */

static bool
same_double(double a, double b)
{
	return isnan(a) ? isnan(b) : a == b && !signbit(a) == !signbit(b);
}

static double
number(const char *s)
{
	return bx_number_from_text(s, strlen(s));
}

static void
test_number_from_text(void)
{
	static const char *const nan_cases[] = {"",
											" ",
											"-",
											".",
											"-.",
											"+1",
											"1e3",
											"1E3",
											"- 1",
											"--1",
											"1 2",
											"1.2.3",
											"abc",
											"1a",
											"a1",
											"0x10",
											"INF",
											"Infinity",
											"NaN",
											"true",
											"1,5",
											"\xC2\xA0"
											"1",
											"\xD9\xA3",
											"2024-01-01",
											"1-",
											"\f1",
											"\v1"};
	static const struct
	{
		const char *s;
		double d;
	} cases[] = {{"0", 0.0},
				 {"-0", -0.0},
				 {"-0.00", -0.0},
				 {"1", 1},
				 {" \t\r\n12.5\n ", 12.5},
				 {"-5", -5},
				 {"5.", 5},
				 {".5", 0.5},
				 {"-.5", -0.5},
				 {"007", 7},
				 {"00000000000000000000000000000001.50", 1.5},
				 {"0.1", 0.1},
				 {"9007199254740992", 0x1p53},
				 {"9007199254740993", 0x1p53},
				 {"9007199254740994", 0x1.0000000000001p53},
				 {"9007199254740993.0000000000000000000000001", 0x1.0000000000001p53},
				 {"9007199254740995", 0x1.0000000000002p53},
				 {"18446744073709551616", 0x1p64},
				 {"18446744073709551615", 0x1p64},
				 {"99999999999999999999999", 1e23},
				 {"100000000000000000000000", 1e23},
				 {"0.30000000000000004", 0x1.3333333333334p-2},
				 {"2.2250738585072011", 2.2250738585072011},
				 {"123456789012345678901234567890", 123456789012345678901234567890.0}};
	size_t i;

	for (i = 0; i < sizeof(nan_cases) / sizeof(nan_cases[0]); i++)
		CHECKF(isnan(number(nan_cases[i])), "\"%s\"", nan_cases[i]);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		CHECKF(same_double(number(cases[i].s), cases[i].d), "\"%s\"", cases[i].s);
	CHECK(isnan(bx_number_from_text("1\0", 2)) && isnan(bx_number_from_text("x", 0)));
}

/* Digits of x / 2 for the digits of x, one more place. */
static size_t
halve(char *s, size_t n)
{
	int carry = 0;
	size_t i;

	for (i = 0; i < n; i++)
	{
		int v = carry * 10 + (s[i] - '0');

		s[i] = (char) ('0' + v / 2);
		carry = v % 2;
	}
	if (carry)
		s[n++] = '5';
	return n;
}

/* Half of the smallest double is a tie to even, 0; any digit after it, however far, decides upward. */
static void
test_number_long_digits(void)
{
	static char s[6000], big[6000];
	size_t n, i;
	double tiny = 0x1p-1074;

	n = (size_t) snprintf(s, sizeof(s), "%.1074f", tiny);
	CHECK(bx_number_from_text(s, n) == tiny);
	n = 2 + halve(s + 2, n - 2);
	CHECK(bx_number_from_text(s, n) == 0);
	memset(s + n, '0', 3000);
	s[n + 3000] = '1';
	CHECK(bx_number_from_text(s, n + 3000) == 0);
	CHECK(bx_number_from_text(s, n + 3001) == tiny);

	memset(big, '0', sizeof(big));
	big[0] = '1';
	CHECK(bx_number_from_text(big, 309) == 0x1.1ccf385ebc8ap+1023 && isinf(bx_number_from_text(big, 310)));
	CHECK(isinf(bx_number_from_text(big, sizeof(big))));
	big[0] = '-';
	big[1] = '9';
	CHECK(bx_number_from_text(big, sizeof(big)) == -INFINITY);
	big[1] = '.';
	CHECK(same_double(bx_number_from_text(big, sizeof(big)), -0.0));
	big[sizeof(big) - 1] = '7';
	CHECK(same_double(bx_number_from_text(big, sizeof(big)), -0.0));
	big[0] = '0';
	for (i = 2; i < sizeof(big); i++)
		big[i] = '9';
	CHECK(bx_number_from_text(big, sizeof(big)) == 1.0);
	memset(big, '0', sizeof(big));
	big[3000] = '7';
	big[3001] = '.';
	CHECK(bx_number_from_text(big, sizeof(big)) == 7);
}

/* Against strtod in the C locale, around every size of mantissa and scale. */
static void
test_number_random_text(void)
{
	int i;

	for (i = 0; i < 300000; i++)
	{
		char s[120];
		size_t n = 0, whole = random_below(i % 3 ? 6 : 28), places = random_below(i % 5 ? 6 : 40), j;
		unsigned zeros = random_below(3) ? 10 : 2;
		uint8_t enc[BX_VALUE_ENC_MAX];
		unsigned len;

		if (random_below(3) == 0)
			s[n++] = '-';
		for (j = 0; j < whole; j++)
			s[n++] = (char) ('0' + random_below(zeros));
		if (places > 0)
			s[n++] = '.';
		for (j = 0; j < places; j++)
			s[n++] = (char) ('0' + random_below(zeros));
		if (whole + places == 0)
			s[n++] = '4';
		s[n] = '\0';
		CHECKF(same_double(number(s), strtod(s, NULL)), "%s gave %.17g", s, number(s));
		len = bx_value_encode(s, n, enc);
		CHECKF(len == 0 || same_double(bx_number_from_value(enc, len), strtod(s, NULL)),
			   "value of %s gave %.17g", s, bx_number_from_value(enc, len));
	}
}

static void
check_number_of_value(const char *s, double expect)
{
	uint8_t enc[BX_VALUE_ENC_MAX];
	unsigned len = bx_value_encode(s, strlen(s), enc);

	CHECKF(len > 0 && same_double(bx_number_from_value(enc, len), expect), "%s", s);
	CHECKF(same_double(number(s), expect), "%s", s);
	CHECKF(same_double(bx_number_from_value((const uint8_t *) s, (uint32_t) strlen(s)), expect), "%s", s);
}

static void
test_number_from_value(void)
{
	check_number_of_value("0", 0);
	check_number_of_value("7", 7);
	check_number_of_value("-1", -1);
	check_number_of_value("0.1", 0.1);
	check_number_of_value("1.10", 1.1);
	check_number_of_value("9007199254740993", 0x1p53);
	check_number_of_value("9223372036854775807", 0x1p63);
	check_number_of_value("-9223372036854775808", -0x1p63);
	check_number_of_value("9.223372036854775807", 9.223372036854775807);
	check_number_of_value("true", NAN);
	check_number_of_value("2024-01-01", NAN);
	check_number_of_value("2024-01-01T00:00:00Z", NAN);
	CHECK(isnan(bx_number_from_value((const uint8_t *) "\xA2", 1)));
	CHECK(isnan(bx_number_from_value((const uint8_t *) "", 0)));
}

/* ---- number to text ---- */

static void
check_format(double d, const char *expect)
{
	char buf[BX_NUMBER_TEXT_MAX];
	unsigned n = bx_number_format(d, buf);

	CHECKF(n == strlen(expect) && memcmp(buf, expect, n) == 0, "%.17g gave %.*s", d, (int) n, buf);
}

static void
test_number_format(void)
{
	check_format(NAN, "NaN");
	check_format(-NAN, "NaN");
	check_format(INFINITY, "Infinity");
	check_format(-INFINITY, "-Infinity");
	check_format(0.0, "0");
	check_format(-0.0, "0");
	check_format(1, "1");
	check_format(-1, "-1");
	check_format(1e15, "1000000000000000");
	check_format(9007199254740991.0, "9007199254740991");
	check_format(9007199254740992.0, "9007199254740992");
	check_format(-9007199254740992.0, "-9007199254740992");
	check_format(1e21, "1000000000000000000000");
	check_format(1e23, "100000000000000000000000");
	check_format(123456789012345678.0, "123456789012345680");
	check_format(0.5, "0.5");
	check_format(-0.5, "-0.5");
	check_format(1.5, "1.5");
	check_format(1.10, "1.1");
	check_format(0.1, "0.1");
	check_format(0x1.3333333333334p-2, "0.30000000000000004");
	check_format(1.0 / 3, "0.3333333333333333");
	check_format(2.0 / 3, "0.6666666666666666");
	check_format(100.25, "100.25");
	check_format(1e-5, "0.00001");
	check_format(1e-7, "0.0000001");
	check_format(-1.5e-10, "-0.00000000015");
	check_format(123456.789, "123456.789");
	check_format(3.141592653589793, "3.141592653589793");
	check_format(1234567890123456.7, "1234567890123456.8");
	check_format(0x1p-44, "0.00000000000005684341886080802");
	check_format(999999999999999.9, "999999999999999.9");
}

/* Number of digits between the first and last that are not zero. */
static int
significant(const char *s, unsigned n)
{
	int count = 0, last = 0;
	unsigned i;

	for (i = 0; i < n; i++)
		if (s[i] >= '0' && s[i] <= '9' && (count > 0 || s[i] != '0'))
		{
			count++;
			if (s[i] != '0')
				last = count;
		}
	return last;
}

/* Reads back; has the form of the Recommendation; no shorter rounding reads back. */
static void
check_shortest(double d)
{
	char buf[BX_NUMBER_TEXT_MAX + 1], other[64];
	unsigned n = bx_number_format(d, buf);
	int digits;

	buf[n] = '\0';
	if (n > BX_NUMBER_TEXT_MAX || strspn(buf, "-.0123456789") != n || number(buf) != d)
	{
		CHECKF(0, "%.17g gave %s", d, buf);
		return;
	}
	CHECKF(strchr(buf, '.') == NULL || (buf[n - 1] != '0' && buf[n - 1] != '.' && buf[d < 0] != '.'),
		   "%.17g gave %s", d, buf);
	/* integers below 2^53 are written out in full */
	digits = significant(buf, n);
	if (d == floor(d) && fabs(d) < 0x1p53)
		return;
	if (digits > 1)
	{
		snprintf(other, sizeof(other), "%.*e", digits - 2, d);
		CHECKF(strtod(other, NULL) != d, "%s is longer than %s", buf, other);
	}
}

static void
test_number_format_random(void)
{
	int i, e;

	for (i = 0; i < 60000; i++)
	{
		uint64_t bits = random_next();
		double d;

		memcpy(&d, &bits, sizeof(d));
		if (isfinite(d) && d != 0)
			check_shortest(d);
		check_shortest(
			(double) (int64_t) (random_next() >> random_below(64)) / (double) (1 + random_below(1000)) + 0.1);
		check_shortest((double) ((int) random_below(2000000) - 1000000) / 100);
	}
	for (e = -1074; e < 1024; e++)
	{
		check_shortest(ldexp(1, e));
		check_shortest(-ldexp(1, e));
		check_shortest(nextafter(ldexp(1, e), 0) + (e == -1074 ? 0x1p-1074 : 0));
		check_shortest(nextafter(ldexp(1, e), INFINITY));
	}
	check_shortest(1.7976931348623157e308);
	check_shortest(2.2250738585072014e-308);
}

/* The same answers where the decimal point is a comma, if this machine has such a locale. */
static void
test_number_locale(void)
{
	static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "ps_AF.UTF-8"};
	char tiny[BX_NUMBER_TEXT_MAX];
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (setlocale(LC_NUMERIC, names[i]) != NULL)
			break;
	printf("# locale %s\n", setlocale(LC_NUMERIC, NULL));
	test_number_from_text();
	test_number_format();
	memset(tiny, '0', 302);
	tiny[1] = '.';
	strcpy(tiny + 302, "33333333333333334");
	check_format(1e-300 / 3, tiny);
	setlocale(LC_NUMERIC, "C");
}

UT_SUITE(test_number)
{
	UT_RUN(test_number_from_text);
	UT_RUN(test_number_long_digits);
	UT_RUN(test_number_random_text);
	UT_RUN(test_number_from_value);
	UT_RUN(test_number_format);
	UT_RUN(test_number_format_random);
	UT_RUN(test_number_locale);
	return ut_done();
}
