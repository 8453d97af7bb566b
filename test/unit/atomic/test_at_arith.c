/*
 * test_at_arith.c -- operators on numbers, dates, times and durations, and rounding, by the examples and rules of
 * XQuery and XPath Functions and Operators 3.1.
 */
#include "../ut_item.h"

typedef struct Case
{
	const char *type_a, *a;
	char op; /* + - * / i % */
	const char *type_b, *b;
	const char *want;
} Case;

static AtOperator
operator_of(char op)
{
	static const char ops[] = "+-*/i%";

	return (AtOperator) (strchr(ops, op) - ops);
}

static void
run(const Case *cases, size_t n)
{
	XdItem a, b, out;
	const char *got;
	BxStatus st;

	ut_items_begin(-300);
	for (size_t i = 0; i < n; i++)
	{
		const Case *k = &cases[i];

		a = ut_item(k->type_a, k->a);
		b = ut_item(k->type_b, k->b);
		st = at_arith(&ut_items.call, operator_of(k->op), &a, &b, &out);
		got = ut_item_text(st, &out);
		CHECKF(strcmp(got, k->want) == 0, "%s(%s) %c %s(%s): %s", k->type_a, k->a, k->op, k->type_b, k->b,
			   got);
	}
	ut_items_end();
}

#define RUN(cases) run(cases, sizeof(cases) / sizeof(cases[0]))

static void
integers(void)
{
	static const Case cases[] = {
		{"integer", "2", '+', "integer", "3", "integer 5"},
		{"byte", "100", '+', "byte", "100", "integer 200"},
		{"integer", "9223372036854775807", '+', "integer", "1", "integer 9223372036854775808"},
		{"integer", "-9223372036854775807", '-', "integer", "1", "integer -9223372036854775808"},
		{"integer", "9223372036854775808", '-', "integer", "1", "integer 9223372036854775807"},
		{"integer", "9223372036854775807", '*', "integer", "9223372036854775807",
		 "integer 85070591730234615847396907784232501249"},
		{"integer", "-9223372036854775808", '-', "integer", "-9223372036854775808", "integer 0"},
		{"integer", "7", '/', "integer", "2", "decimal 3.5"},
		{"integer", "6", '/', "integer", "2", "decimal 3"},
		{"integer", "10", 'i', "integer", "3", "integer 3"},
		{"integer", "3", 'i', "integer", "-2", "integer -1"},
		{"integer", "-3", 'i', "integer", "2", "integer -1"},
		{"integer", "10", '%', "integer", "3", "integer 1"},
		{"integer", "6", '%', "integer", "-2", "integer 0"},
		{"integer", "-7", '%', "integer", "3", "integer -1"},
		{"integer", "9223372036854775808", '%', "integer", "10", "integer 8"},
		{"integer", "1", '/', "integer", "0", "!FOAR0001"},
		{"integer", "1", 'i', "integer", "0", "!FOAR0001"},
		{"integer", "1", '%', "integer", "0", "!FOAR0001"},
	};

	RUN(cases);
}

/* A number of 128 bits as an item. */
static XdItem
wide_item(__int128 v)
{
	unsigned __int128 m = v < 0 ? -(unsigned __int128) v : (unsigned __int128) v;
	char text[50];
	int at = 49;

	text[at] = '\0';
	do
		text[--at] = (char) ('0' + (int) (m % 10));
	while ((m /= 10) > 0);
	if (v < 0)
		text[--at] = '-';
	return ut_item("integer", text + at);
}

static __int128
wide_result(AtOperator op, int64_t a, int64_t b)
{
	switch (op)
	{
		case AT_ADD: return (__int128) a + b;
		case AT_SUBTRACT: return (__int128) a - b;
		case AT_MULTIPLY: return (__int128) a * b;
		case AT_IDIV: return (__int128) a / b;
		default: return (__int128) a % b;
	}
}

/* Integers around the bounds of 64 bits, where results become long and short again. */
static void
any_integers(void)
{
	static const AtOperator ops[] = {AT_ADD, AT_SUBTRACT, AT_MULTIPLY, AT_IDIV, AT_MOD};
	uint64_t rng = 64;

	ut_items_begin(0);
	for (int i = 0; i < 20000; i++)
	{
		int64_t x = (int64_t) ut_rand(&rng) >> ut_below(&rng, 64),
				y = (int64_t) ut_rand(&rng) >> ut_below(&rng, 64);
		AtOperator op = ops[i % 5];
		XdItem a, b, out, want;

		if (i % 7 == 0)
			x = INT64_MAX - (int64_t) ut_below(&rng, 3);
		if (i % 11 == 0)
			x = INT64_MIN + (int64_t) ut_below(&rng, 3);
		if (y == 0)
			y = 1;
		if (i % 1000 == 0)
		{
			ut_items_end();
			ut_items_begin(0);
		}
		a = wide_item(x);
		b = wide_item(y);
		want = wide_item(wide_result(op, x, y));
		CHECK(at_arith(&ut_items.call, op, &a, &b, &out) == BX_OK);
		CHECKF(strcmp(ut_item_text(BX_OK, &out), ut_item_text(BX_OK, &want)) == 0 && out.form == want.form,
			   "%lld %d %lld", (long long) x, op, (long long) y);
	}
	ut_items_end();
}

static void
decimals(void)
{
	static const Case cases[] = {
		{"decimal", "0.1", '+', "decimal", "0.2", "decimal 0.3"},
		{"integer", "1", '-', "decimal", "1", "decimal 0"},
		{"decimal", "1.5", '*', "integer", "2", "decimal 3"},
		{"decimal", "4.5", '%', "decimal", "1.2", "decimal 0.9"},
		{"decimal", "9.0", 'i', "integer", "3", "integer 3"},
		{"decimal", "-3.5", 'i', "integer", "3", "integer -1"},
		{"decimal", "1", '/', "integer", "3", "decimal 0.33333333333333333333"},
		{"decimal", "1.1", '/', "decimal", "0.0", "!FOAR0001"},
	};

	RUN(cases);
}

/* Decimals that are too small, or have too many digits behind the point, are rounded. */
static void
tiny_decimals(void)
{
	XdItem ten, number, out;
	const char *got;

	ut_items_begin(0);
	ten = ut_item("integer", "10");
	number = ut_item("integer", "1");
	for (int i = 0; i < 5000; i++)
		CHECK(at_arith(&ut_items.call, AT_DIVIDE, &number, &ten, &number) == BX_OK);
	got = ut_item_text(BX_OK, &number);
	CHECKF(strcmp(got, "decimal 0") == 0, "%s", got);
	number = ut_item("decimal", "0.5");
	for (int i = 0; i < 12; i++)
		CHECK(at_arith(&ut_items.call, AT_MULTIPLY, &number, &number, &number) == BX_OK);
	got = ut_item_text(BX_OK, &number);
	CHECKF(strcmp(got, "decimal 0") == 0, "%s", got);
	number = ut_item("integer", "10");
	for (int i = 0; i < 10; i++)
		if (at_arith(&ut_items.call, AT_MULTIPLY, &number, &number, &number) != BX_OK)
			break;
	got = ut_item_text(at_arith(&ut_items.call, AT_MULTIPLY, &number, &number, &out), &out);
	CHECKF(strcmp(got, "!FOAR0002") == 0, "%s", got);
	ut_items_end();
}

static void
floating(void)
{
	static const Case cases[] = {
		{"double", "0.1", '+', "double", "0.2", "double 0.30000000000000004"},
		{"double", "1", '/', "double", "0", "double inf"},
		{"double", "-1", '/', "integer", "0", "double -inf"},
		{"float", "1", '+', "integer", "1", "float 2"},
		{"float", "16777216", '+', "integer", "1", "float 16777216"},
		{"float", "0.1", '+', "double", "0", "double 0.10000000149011612"},
		{"float", "3.4028235e38", '*', "float", "10", "float inf"},
		{"double", "9.0", 'i', "integer", "3", "integer 3"},
		{"double", "3.0", 'i', "integer", "4", "integer 0"},
		{"double", "1.0", 'i', "double", "0.1", "integer 10"},
		{"double", "1e20", 'i', "integer", "1", "integer 100000000000000000000"},
		{"double", "5", 'i', "double", "inf", "integer 0"},
		{"double", "inf", 'i', "integer", "2", "!FOAR0002"},
		{"double", "nan", 'i', "integer", "2", "!FOAR0002"},
		{"double", "2", 'i', "double", "nan", "!FOAR0002"},
		{"double", "2", 'i', "double", "0", "!FOAR0001"},
		{"double", "1e300", 'i', "double", "1e-300", "!FOAR0002"},
		{"double", "1.23e2", '%', "double", "0.6e1", "double 3"},
		{"double", "5", '%', "double", "inf", "double 5"},
		{"double", "-0", '%', "double", "3", "double -0"},
		/* 2^24 + 1 and a little: to xs:float at once, not by way of xs:double */
		{"decimal", "16777217.0000000000001", '+', "float", "0", "float 16777218"},
	};
	XdItem a, b, out;

	RUN(cases);
	ut_items_begin(0);
	a = ut_item("double", "5");
	b = ut_item("double", "0");
	CHECK(at_arith(&ut_items.call, AT_MOD, &a, &b, &out) == BX_OK && isnan(out.u.d));
	ut_items_end();
}

static void
durations(void)
{
	static const Case cases[] = {
		{"yearMonthDuration", "P2Y11M", '+', "yearMonthDuration", "P3Y3M", "yearMonthDuration P6Y2M"},
		{"yearMonthDuration", "P2Y11M", '-', "yearMonthDuration", "P3Y3M", "yearMonthDuration -P4M"},
		{"yearMonthDuration", "P2Y11M", '*', "double", "2.3", "yearMonthDuration P6Y9M"},
		{"decimal", "2.3", '*', "yearMonthDuration", "P2Y11M", "yearMonthDuration P6Y9M"},
		{"yearMonthDuration", "P2Y11M", '/', "double", "1.5", "yearMonthDuration P1Y11M"},
		{"yearMonthDuration", "P3Y4M", '/', "yearMonthDuration", "-P1Y4M", "decimal -2.5"},
		{"yearMonthDuration", "P1M", '*', "double", "-0.5", "yearMonthDuration P0M"},
		{"dayTimeDuration", "P2DT12H5M", '+', "dayTimeDuration", "P5DT12H", "dayTimeDuration P8DT5M"},
		{"dayTimeDuration", "P2DT12H", '-', "dayTimeDuration", "P1DT10H30M", "dayTimeDuration P1DT1H30M"},
		{"dayTimeDuration", "PT2H10M", '*', "double", "2.1", "dayTimeDuration PT4H33M"},
		{"dayTimeDuration", "P1DT2H30M10.5S", '/', "double", "1.5", "dayTimeDuration PT17H40M7S"},
		{"dayTimeDuration", "P2DT53M11S", '/', "dayTimeDuration", "P1DT10H",
		 "decimal 1.43783496732026143791"},
		{"dayTimeDuration", "-PT0.5S", '*', "integer", "3", "dayTimeDuration -PT1.5S"},
		{"dayTimeDuration", "PT1S", '/', "double", "inf", "dayTimeDuration PT0S"},
		{"dayTimeDuration", "PT1S", '*', "double", "nan", "!FOCA0005"},
		{"dayTimeDuration", "PT1S", '/', "double", "nan", "!FOCA0005"},
		{"dayTimeDuration", "PT1S", '*', "double", "inf", "!FODT0002"},
		{"dayTimeDuration", "PT1S", '/', "integer", "0", "!FODT0002"},
		{"yearMonthDuration", "P1M", '/', "double", "0", "!FODT0002"},
		{"yearMonthDuration", "P1M", '*', "double", "1e300", "!FODT0002"},
		{"dayTimeDuration", "PT1S", '*', "double", "5e-324", "dayTimeDuration PT0S"},
		{"dayTimeDuration", "PT1S", '/', "double", "5e-324", "!FODT0002"},
		{"dayTimeDuration", "PT1S", '/', "dayTimeDuration", "PT0S", "!FOAR0001"},
		{"dayTimeDuration", "PT1S", '+', "yearMonthDuration", "P1M", "!XPTY0004"},
		{"duration", "PT1S", '+', "duration", "PT1S", "!XPTY0004"},
		{"duration", "PT1S", '*', "integer", "2", "!XPTY0004"},
		{"integer", "2", '/', "dayTimeDuration", "PT1S", "!XPTY0004"},
		{"integer", "2", '*', "string", "a", "!XPTY0004"},
		{"integer", "2", '*', "duration", "PT1S", "!XPTY0004"},
		{"dayTimeDuration", "PT1S", '%', "integer", "2", "!XPTY0004"},
		{"yearMonthDuration", "P300000000000000Y", '*', "integer", "1000", "!FODT0002"},
	};

	RUN(cases);
}

/* The implicit zone is -05:00, as in the examples. */
static void
moments(void)
{
	static const Case cases[] = {
		{"dateTime", "2000-10-30T06:12:00", '-', "dateTime", "1999-11-28T09:00:00Z",
		 "dayTimeDuration P337DT2H12M"},
		{"date", "2000-10-30T00:00:00", '-', "date", "1999-11-28T00:00:00", "dayTimeDuration P337D"},
		{"date", "2000-10-30T00:00:00+05:00", '-', "date", "1999-11-28T00:00:00Z",
		 "dayTimeDuration P336DT19H"},
		{"date", "2000-10-15T00:00:00-05:00", '-', "date", "2000-10-10T00:00:00+02:00",
		 "dayTimeDuration P5DT7H"},
		{"time", "1972-12-31T11:12:00Z", '-', "time", "1972-12-31T04:00:00", "dayTimeDuration PT2H12M"},
		{"time", "1972-12-31T11:00:00-05:00", '-', "time", "1972-12-31T21:30:00+05:30",
		 "dayTimeDuration PT0S"},
		{"time", "1972-12-31T17:00:00-06:00", '-', "time", "1972-12-31T08:00:00+09:00",
		 "dayTimeDuration P1D"},
		{"dateTime", "2000-10-30T11:12:00", '+', "yearMonthDuration", "P1Y2M",
		 "dateTime 2001-12-30T11:12:00"},
		{"yearMonthDuration", "P1Y2M", '+', "dateTime", "2000-10-30T11:12:00",
		 "dateTime 2001-12-30T11:12:00"},
		{"dateTime", "2000-10-30T11:12:00", '+', "dayTimeDuration", "P3DT1H15M",
		 "dateTime 2000-11-02T12:27:00"},
		{"dateTime", "2000-10-30T11:12:00", '-', "yearMonthDuration", "P1Y2M",
		 "dateTime 1999-08-30T11:12:00"},
		{"dateTime", "2000-10-30T11:12:00", '-', "dayTimeDuration", "P3DT1H15M",
		 "dateTime 2000-10-27T09:57:00"},
		{"dateTimeStamp", "2000-10-30T11:12:00Z", '-', "dayTimeDuration", "P3DT1H15M",
		 "dateTime 2000-10-27T09:57:00Z"},
		{"dateTime", "2000-01-01T00:00:00", '-', "dayTimeDuration", "PT0.000000001S",
		 "dateTime 1999-12-31T23:59:59.999999999"},
		{"date", "2000-10-30T00:00:00", '+', "yearMonthDuration", "P1Y2M", "date 2001-12-30T00:00:00"},
		{"date", "2004-10-30T00:00:00Z", '+', "dayTimeDuration", "P2DT2H30M0S", "date 2004-11-01T00:00:00Z"},
		{"date", "2000-10-30T00:00:00", '-', "dayTimeDuration", "P3DT1H15M", "date 2000-10-26T00:00:00"},
		{"date", "2000-02-29T00:00:00Z", '-', "yearMonthDuration", "P1Y", "date 1999-02-28T00:00:00Z"},
		{"time", "1972-12-31T11:12:00", '+', "dayTimeDuration", "P3DT1H15M", "time 1972-12-31T12:27:00"},
		{"time", "1972-12-31T23:12:00+03:00", '+', "dayTimeDuration", "P1DT3H15M",
		 "time 1972-12-31T02:27:00+03:00"},
		{"time", "1972-12-31T08:20:00-05:00", '-', "dayTimeDuration", "P23DT10H10M",
		 "time 1972-12-31T22:10:00-05:00"},
		{"dateTime", "999999999-12-31T23:59:59", '+', "dayTimeDuration", "PT1S",
		 "dateTime 1000000000-01-01T00:00:00"},
		{"dateTime", "290000000000-12-31T23:59:59", '+', "dayTimeDuration", "PT1S", "!FODT0001"},
		{"date", "-999999999-01-01T00:00:00", '-', "yearMonthDuration", "P1M",
		 "date -1000000000-12-01T00:00:00"},
		{"date", "-290000000000-01-01T00:00:00", '-', "yearMonthDuration", "P1M", "!FODT0001"},
		{"time", "1972-12-31T11:12:00", '+', "yearMonthDuration", "P1M", "!XPTY0004"},
		{"dayTimeDuration", "P1D", '-', "date", "2000-10-30T00:00:00", "!XPTY0004"},
		{"date", "2000-10-30T00:00:00", '+', "date", "2000-10-30T00:00:00", "!XPTY0004"},
		{"date", "2000-10-30T00:00:00", '-', "dateTime", "2000-10-30T00:00:00", "!XPTY0004"},
		{"date", "2000-10-30T00:00:00", '+', "integer", "1", "!XPTY0004"},
		{"gYear", "2000-12-31T00:00:00", '-', "gYear", "1999-12-31T00:00:00", "!XPTY0004"},
		{"string", "1", '+', "integer", "1", "!XPTY0004"},
		{"boolean", "true", '+', "integer", "1", "!XPTY0004"},
	};

	RUN(cases);
}

static void
untyped(void)
{
	static const Case cases[] = {
		{"untypedAtomic", "2", '+', "integer", "3", "double 5"},
		{"untypedAtomic", "2", '*', "untypedAtomic", "1.5", "double 3"},
		{"dayTimeDuration", "PT1S", '*', "untypedAtomic", "2", "dayTimeDuration PT2S"},
		{"integer", "1", '-', "untypedAtomic", "x", "!FORG0001"},
		{"date", "2000-10-30T00:00:00", '+', "untypedAtomic", "1", "!XPTY0004"},
	};

	RUN(cases);
}

static void
negation(void)
{
	static const char *const cases[][3] = {
		{"integer", "5", "integer -5"},
		{"byte", "-128", "integer 128"},
		{"integer", "9223372036854775808", "integer -9223372036854775808"},
		{"decimal", "-1.5", "decimal 1.5"},
		{"double", "0", "double -0"},
		{"float", "1.5", "float -1.5"},
		{"untypedAtomic", "7", "double -7"},
		{"string", "7", "!XPTY0004"},
		{"dayTimeDuration", "PT1S", "!XPTY0004"},
	};
	XdItem a, out;
	const char *got;

	ut_items_begin(0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		a = ut_item(cases[i][0], cases[i][1]);
		got = ut_item_text(at_negate(&ut_items.call, &a, &out), &out);
		CHECKF(strcmp(got, cases[i][2]) == 0, "-%s(%s): %s", cases[i][0], cases[i][1], got);
	}
	ut_items_end();
}

typedef struct Rounding
{
	AtRound how;
	const char *type, *a;
	int64_t precision;
	const char *want;
} Rounding;

static void
rounding(void)
{
	static const Rounding cases[] = {
		{AT_ABS, "decimal", "-10.5", 0, "decimal 10.5"},
		{AT_ABS, "short", "-5", 0, "integer 5"},
		{AT_ABS, "integer", "-9223372036854775808", 0, "integer 9223372036854775808"},
		{AT_ABS, "double", "-0", 0, "double 0"},
		{AT_FLOOR, "decimal", "-10.5", 0, "decimal -11"},
		{AT_FLOOR, "double", "10.5", 0, "double 10"},
		{AT_FLOOR, "double", "-0", 0, "double -0"},
		{AT_CEILING, "decimal", "-10.5", 0, "decimal -10"},
		{AT_CEILING, "decimal", "10.5", 0, "decimal 11"},
		{AT_CEILING, "float", "-0.2", 0, "float -0"},
		{AT_ROUND, "decimal", "2.5", 0, "decimal 3"},
		{AT_ROUND, "decimal", "2.4999", 0, "decimal 2"},
		{AT_ROUND, "decimal", "-2.5", 0, "decimal -2"},
		{AT_ROUND, "double", "-2.5", 0, "double -2"},
		{AT_ROUND, "double", "-0.2", 0, "double -0"},
		{AT_ROUND, "double", "0.49999999999999994", 0, "double 0"},
		{AT_ROUND, "decimal", "1.125", 2, "decimal 1.13"},
		{AT_ROUND, "integer", "8452", -2, "integer 8500"},
		{AT_ROUND, "double", "3.1415e0", 2, "double 3.1400000000000001"},
		{AT_ROUND, "double", "-0.004", 2, "double -0"},
		{AT_ROUND, "double", "inf", 2, "double inf"},
		{AT_ROUND, "double", "1e300", 400, "double 1.0000000000000001e+300"},
		{AT_ROUND, "double", "1e300", -400, "double 0"},
		{AT_ROUND, "integer", "5", INT64_MAX, "integer 5"},
		{AT_ROUND, "integer", "5", INT64_MIN, "integer 0"},
		{AT_ROUND, "integer", "5", -1, "integer 10"},
		{AT_ROUND, "decimal", "-95", -1, "decimal -90"},
		{AT_ROUND_EVEN, "decimal", "0.5", 0, "decimal 0"},
		{AT_ROUND_EVEN, "decimal", "1.5", 0, "decimal 2"},
		{AT_ROUND_EVEN, "decimal", "2.5", 0, "decimal 2"},
		{AT_ROUND_EVEN, "double", "2.5", 0, "double 2"},
		{AT_ROUND_EVEN, "double", "-0.5", 0, "double -0"},
		{AT_ROUND_EVEN, "double", "3.567812e3", 2, "double 3567.8099999999999"},
		{AT_ROUND_EVEN, "double", "4.7564e-3", 2, "double 0"},
		{AT_ROUND_EVEN, "decimal", "35612.25", -2, "decimal 35600"},
		{AT_ROUND_EVEN, "decimal", "150.015", 2, "decimal 150.02"},
		/* the double next to 150.015 is below it */
		{AT_ROUND_EVEN, "double", "150.015", 2, "double 150.00999999999999"},
		{AT_ROUND_EVEN, "float", "150.0150", 2, "float 150.00999450683594"},
		{AT_ROUND_EVEN, "integer", "25", -1, "integer 20"},
	};
	XdItem a, out;
	const char *got;

	ut_items_begin(0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const Rounding *k = &cases[i];

		a = ut_item(k->type, k->a);
		got = ut_item_text(at_round(&ut_items.call, k->how, &a, k->precision, &out), &out);
		CHECKF(strcmp(got, k->want) == 0, "%d of %s(%s), %lld: %s", k->how, k->type, k->a,
			   (long long) k->precision, got);
	}
	ut_items_end();
}

static void
promotion(void)
{
	static const struct
	{
		const char *decimal;
		double d;
		float f;
	} cases[] = {
		{"0.1", 0.1, 0.1f},
		{"9007199254740993", 9007199254740992.0, 9007199254740992.0f},
		{"9007199254740993.00001", 9007199254740994.0, 9007199254740992.0f},
		{"-123456789012345678901234567890", -123456789012345678901234567890.0,
		 -123456789012345678901234567890.0f},
		{"0.000000000000000000000000000000001", 1e-33, 1e-33f},
		{"16777217", 16777217.0, 16777216.0f},
		/* 2^64 + 2^11, halfway between two doubles */
		{"18446744073709553664", 18446744073709551616.0, 18446744073709551616.0f},
		{"18446744073709553665", 18446744073709555712.0, 18446744073709551616.0f},
		{"16777217.0000000000001", 16777217.0, 16777218.0f},
	};
	char *digits;
	XdItem a;

	ut_items_begin(0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		a = ut_item("decimal", cases[i].decimal);
		CHECKF(at_number_double(&a) == cases[i].d, "%s: %.17g", cases[i].decimal, at_number_double(&a));
		CHECKF((float) at_number_float(&a) == cases[i].f, "%s: %.9g", cases[i].decimal, at_number_float(&a));
	}
	/* 2^53 + 1 is halfway between two doubles, and only the last of a thousand digits behind it says which is next */
	digits = ut_need(bx_arena_zalloc(&ut_items.arena, 1100));
	memset(digits, '0', 1017);
	memcpy(digits, "9007199254740993.", 17);
	a = ut_item("decimal", digits);
	CHECK(at_number_double(&a) == 9007199254740992.0);
	digits[1016] = '1';
	a = ut_item("decimal", digits);
	CHECK(at_number_double(&a) == 9007199254740994.0);
	memset(digits, '9', 400);
	digits[400] = '\0';
	a = ut_item("decimal", digits);
	CHECK(isinf(at_number_double(&a)) && isinf(at_number_float(&a)));
	ut_items_end();
}

UT_SUITE(test_at_arith)
{
	UT_RUN(integers);
	UT_RUN(any_integers);
	UT_RUN(decimals);
	UT_RUN(tiny_decimals);
	UT_RUN(floating);
	UT_RUN(durations);
	UT_RUN(moments);
	UT_RUN(untyped);
	UT_RUN(negation);
	UT_RUN(rounding);
	UT_RUN(promotion);
	return ut_done();
}
