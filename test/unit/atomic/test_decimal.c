/*
 * test_decimal.c -- exact decimals against 128-bit integers, and by the rules that hold for numbers of any length.
 */
#include <stdlib.h>

#include "../../../src/core/base/bx_core_int.h"
#include "../../../src/core/atomic/at_decimal.h"
#include "../ut.h"
#include "../ut_random.h"

static BxArena arena;

static AtDecimal
dec(const char *s)
{
	AtDecimal d = at_decimal_zero();

	CHECKF(at_decimal_read(&arena, s, strlen(s), &d) == AT_DECIMAL_OK, "%s", s);
	return d;
}

static const char *
text(const AtDecimal *d)
{
	size_t n;
	char *s = at_decimal_format(&arena, d, &n);
	char *copy = ut_need(bx_arena_strndup(&arena, s, n));

	return copy;
}

static void
reading(void)
{
	static const char *const cases[][2] = {
		{"0", "0"},
		{"-0", "0"},
		{"00.00", "0"},
		{"1", "1"},
		{"+1.50", "1.5"},
		{" 007 ", "7"},
		{"-.5", "-0.5"},
		{"5.", "5"},
		{"0.050", "0.05"},
		{"100", "100"},
		{"-12.30", "-12.3"},
		{"000.0001", "0.0001"},
		{"12345678901234567890123456789.5", "12345678901234567890123456789.5"},
	};
	static const char *const bad[] = {"", ".", "-", "1e3", "INF", "NaN", "1 2", "--1", "1.2.3"};
	size_t i;
	AtDecimal d;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		d = dec(cases[i][0]);
		CHECKF(strcmp(text(&d), cases[i][1]) == 0, "%s: %s", cases[i][0], text(&d));
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECKF(at_decimal_read(&arena, bad[i], strlen(bad[i]), &d) == AT_DECIMAL_FORM, "%s", bad[i]);
}

static AtDecimal
absolute(const AtDecimal *d)
{
	return at_decimal_sign(d) < 0 ? at_decimal_negate(d) : *d;
}

typedef struct Operation
{
	char op;
	const char *a;
	const char *b;
	const char *want; /* "!" range, "/" division by zero */
} Operation;

static AtDecimalResult
operate(char op, const AtDecimal *a, const AtDecimal *b, AtDecimal *out)
{
	switch (op)
	{
		case '+': return at_decimal_add(&arena, a, b, out);
		case '*': return at_decimal_mul(&arena, a, b, out);
		case '/': return at_decimal_div(&arena, a, b, out);
		case 'i': return at_decimal_idiv(&arena, a, b, out, NULL);
		default: return at_decimal_idiv(&arena, a, b, NULL, out);
	}
}

static void
operations(void)
{
	static const Operation cases[] = {
		{'+', "1", "2", "3"},
		{'+', "0.1", "0.2", "0.3"},
		{'+', "-1", "1", "0"},
		{'+', "999.99", "0.01", "1000"},
		{'+', "1000", "-0.001", "999.999"},
		{'+', "-5", "3", "-2"},
		{'+', "5", "-30", "-25"},
		{'+', "12345678901234567890123456789", "0.00000000000000000001",
		 "12345678901234567890123456789.00000000000000000001"},
		{'*', "1.5", "1.5", "2.25"},
		{'*', "-0.1", "0.1", "-0.01"},
		{'*', "0", "-7", "0"},
		{'*', "99999999999999999999", "99999999999999999999", "9999999999999999999800000000000000000001"},
		{'/', "1", "3", "0.33333333333333333333"},
		{'/', "2", "3", "0.66666666666666666667"},
		{'/', "1", "8", "0.125"},
		{'/', "-10", "4", "-2.5"},
		{'/', "0", "4", "0"},
		{'/', "1", "0", "/"},
		{'/', "100000000000000000000", "3", "33333333333333333333.33333333333333333333"},
		{'/', "0.0001", "30000", "0.0000000033333333333333333333"},
		{'/', "12345678901234567890123456789", "0.5", "24691357802469135780246913578"},
		{'i', "10", "3", "3"},
		{'i', "-10", "3", "-3"},
		{'i', "3", "-2", "-1"},
		{'i', "9.0", "3", "3"},
		{'i', "-3.5", "3", "-1"},
		{'i', "3.0", "4", "0"},
		{'i', "0", "4", "0"},
		{'i', "0.001", "0.0001", "10"},
		{'i', "1", "0.0", "/"},
		{'%', "10", "3", "1"},
		{'%', "-10", "3", "-1"},
		{'%', "10", "-3", "1"},
		{'%', "4.5", "1.2", "0.9"},
		{'%', "-5.25", "0.5", "-0.25"},
		{'%', "6", "-2", "0"},
		{'%', "12345678901234567890123.5", "10", "3.5"},
		{'%', "1", "0", "/"},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const Operation *o = &cases[i];
		AtDecimal a = dec(o->a), b = dec(o->b), out;
		AtDecimalResult result = operate(o->op, &a, &b, &out);
		const char *got = result == AT_DECIMAL_OK ? text(&out) : result == AT_DECIMAL_ZERO ? "/" : "!";

		CHECKF(strcmp(got, o->want) == 0, "%s %c %s: %s, not %s", o->a, o->op, o->b, got, o->want);
	}
}

static void
rounding(void)
{
	static const struct
	{
		const char *d;
		int32_t places;
		const char *want[5]; /* by AtRounding */
	} cases[] = {
		{"2.5", 0, {"2", "3", "2", "3", "2"}},
		{"3.5", 0, {"3", "4", "3", "4", "4"}},
		{"-2.5", 0, {"-3", "-2", "-2", "-2", "-2"}},
		{"-2.51", 0, {"-3", "-2", "-2", "-3", "-3"}},
		{"0.4", 0, {"0", "1", "0", "0", "0"}},
		{"-0.5", 0, {"-1", "0", "0", "0", "0"}},
		{"9.99", 1, {"9.9", "10", "9.9", "10", "10"}},
		{"999.5", 0, {"999", "1000", "999", "1000", "1000"}},
		{"7", 3, {"7", "7", "7", "7", "7"}},
		{"12345.5", -2, {"12300", "12400", "12300", "12300", "12300"}},
		{"150", -2, {"100", "200", "100", "200", "200"}},
		{"250", -2, {"200", "300", "200", "300", "200"}},
		{"45", -3, {"0", "1000", "0", "0", "0"}},
		{"0.015", 2, {"0.01", "0.02", "0.01", "0.02", "0.02"}},
		{"0.025", 2, {"0.02", "0.03", "0.02", "0.03", "0.02"}},
		{"0", 0, {"0", "0", "0", "0", "0"}},
		{"12345678901234567890.123456789",
		 0,
		 {"12345678901234567890", "12345678901234567891", "12345678901234567890", "12345678901234567890",
		  "12345678901234567890"}},
	};
	size_t i;
	unsigned k;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (k = 0; k < 5; k++)
		{
			AtDecimal d = dec(cases[i].d), out;

			CHECK(at_decimal_round(&arena, &d, cases[i].places, (AtRounding) k, &out) == AT_DECIMAL_OK);
			CHECKF(strcmp(text(&out), cases[i].want[k]) == 0, "%s to %d by %u: %s, not %s", cases[i].d,
				   (int) cases[i].places, k, text(&out), cases[i].want[k]);
		}
}

/* The expected texts are those of Python's decimal module. */
static const struct
{
	double v;
	const char *want;
} doubles_known[] = {
	{2.675, "2.67499999999999982236431605997495353221893310546875"},
	{1.245, "1.24500000000000010658141036401502788066864013671875"},
	{0.1, "0.1000000000000000055511151231257827021181583404541015625"},
	{-2.5, "-2.5"},
	{0.0, "0"},
	{9007199254740993, "9007199254740992"},
	{1e22, "10000000000000000000000"},
	{1e23, "99999999999999991611392"},
	{1.7976931348623157e308,
	 "1797693134862315708145274237317043567980705675258449965989174768031572607800285387605895"
	 "5863276687817154045895351438246423432132688946418276846754670353751698604991057655128207"
	 "6245490090389328944075868508455133942304583236903222948165808559332123348274797826204144"
	 "723168738177180919299881250404026184124858368"},
	{5e-324, "0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
			 "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
			 "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
			 "0000000000000000000000000000000000000000000000000000000000000494065645841246544176568792"
			 "8682213723650598026143247644255856825006755072702087518652998363616359923797965646954457"
			 "1773092665671035593979639877479601078187812630071319031140452784581716784898210368871863"
			 "6056998730723050006387409153564984387312473397273169615140031715385398074126238565591171"
			 "0266585566867681870395603106249319452715914924553293054565444011274801297099995419319894"
			 "0908041656332452475714786901472678015935523861155013480352649347201937902681071074917033"
			 "3222684475333572083243193609238289345836806010601150616980975307834227731832924790498252"
			 "4730776375927247874656084778203734469699533647017972677717585125660551199131504891101451"
			 "0378627381672509558373897335989936648099411642057026370902792427675445652290875386825064"
			 "19718265533447265625"},
	{2.2250738585072014e-308,
	 "0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
	 "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
	 "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
	 "0000000000000000000000000000000000000000000002225073858507201383090232717332404064219215"
	 "9804623318305533274168872044348139181958542831590125110205640673397310358110051524341615"
	 "5346010885601238537771882113077799353200233047961014744258363607192156504694250373420837"
	 "5250806650616658158948720491179968591639648500635908770118304874799780887753749949451580"
	 "4516050509153998565824708186451135379358049921159810857660519924333521143523901487956996"
	 "0959128889160299264151106346631339366347758651302937176204732563178148566435087212282863"
	 "7642044846811407613911477062801689853244110024161447421618567166150540154285084716752901"
	 "9031613227788967297073731233340869889831750678388469260927739779728586596549410913690954"
	 "06136467568702398678315290680984617210924625396728515625"},
	{-0.3, "-0.299999999999999988897769753748434595763683319091796875"},
	{150.015, "150.0149999999999863575794734060764312744140625"},
	{4503599627370496.5, "4503599627370496"},
};

static void
doubles(void)
{
	uint64_t seed = 5;
	size_t i;

	for (i = 0; i < sizeof(doubles_known) / sizeof(doubles_known[0]); i++)
	{
		AtDecimal d;

		CHECK(at_decimal_from_double(&arena, doubles_known[i].v, &d) == AT_DECIMAL_OK);
		CHECKF(strcmp(text(&d), doubles_known[i].want) == 0, "%.17g: %s", doubles_known[i].v, text(&d));
	}
	for (i = 0; i < 2000; i++)
	{
		BxArenaMark mark = bx_arena_mark(&arena);
		uint64_t bits = ut_rand(&seed);
		AtDecimal d;
		double v;

		memcpy(&v, &bits, sizeof(v));
		if (v - v == 0)
		{
			CHECK(at_decimal_from_double(&arena, v, &d) == AT_DECIMAL_OK);
			CHECKF(strtod(text(&d), NULL) == v, "%.17g: %s", v, text(&d));
		}
		bx_arena_release(&arena, &mark);
	}
}

static void
bounds(void)
{
	char digits[AT_DECIMAL_DIGITS + 2];
	AtDecimal a, b = dec("10"), out;
	int64_t v;

	memset(digits, '9', sizeof(digits));
	digits[AT_DECIMAL_DIGITS + 1] = '\0';
	a = dec(digits);
	CHECK(at_decimal_mul(&arena, &a, &b, &out) == AT_DECIMAL_RANGE);
	CHECK(at_decimal_div(&arena, &a, &b, &out) == AT_DECIMAL_RANGE);
	CHECK(at_decimal_idiv(&arena, &b, &a, &out, NULL) == AT_DECIMAL_RANGE);
	CHECK(at_decimal_add(&arena, &a, &a, &out) == AT_DECIMAL_OK &&
		  at_decimal_digits(&out) == AT_DECIMAL_DIGITS + 2);
	a = dec("9223372036854775807");
	CHECK(at_decimal_to_int(&a, &v) && v == INT64_MAX);
	a = dec("-9223372036854775808");
	CHECK(at_decimal_to_int(&a, &v) && v == INT64_MIN);
	a = dec("9223372036854775808");
	CHECK(!at_decimal_to_int(&a, &v));
	a = dec("1.5");
	CHECK(!at_decimal_to_int(&a, &v));
	CHECK(at_decimal_from_int(&arena, INT64_MIN, &a) == AT_DECIMAL_OK &&
		  strcmp(text(&a), "-9223372036854775808") == 0);
}

#ifdef __SIZEOF_INT128__
/* A decimal of up to six digits on both sides of the point, and its millionths. */
static int64_t
some(uint64_t *seed, char *buf)
{
	int64_t v = (int64_t) ((ut_rand(seed) >> 20) % 2000000000000) - 1000000000000;
	uint64_t u;

	if (ut_below(seed, 4) == 0)
		v /= 1000000;
	u = (uint64_t) (v < 0 ? -v : v);
	sprintf(buf, "%s%llu.%06llu", v < 0 ? "-" : "", (unsigned long long) (u / 1000000),
			(unsigned long long) (u % 1000000));
	return v;
}

/* The text of millionths, or of millionths of millionths. */
static const char *
by_integers(__int128 v, int places)
{
	char buf[64], *p = buf + sizeof(buf);
	bool negative = v < 0;
	AtDecimal d;

	v = negative ? -v : v;
	*--p = '\0';
	for (; v > 0 || places >= 0; v /= 10)
	{
		*--p = (char) ('0' + (int) (v % 10));
		if (--places == 0)
			*--p = '.';
	}
	if (negative)
		*--p = '-';
	d = dec(p);
	return text(&d);
}

static void
against_integers(void)
{
	const AtDecimal million = dec("1000000");
	uint64_t seed = 11;
	char sa[40], sb[40];
	int i;

	for (i = 0; i < 20000; i++)
	{
		BxArenaMark mark = bx_arena_mark(&arena);
		int64_t x = some(&seed, sa), y = some(&seed, sb);
		AtDecimal a = dec(sa), b = dec(sb), out, q, r;

		CHECKF(at_decimal_compare(&a, &b) == (x > y) - (x < y), "%s %s", sa, sb);
		at_decimal_add(&arena, &a, &b, &out);
		CHECKF(strcmp(text(&out), by_integers((__int128) x + y, 6)) == 0, "%s + %s = %s", sa, sb, text(&out));
		at_decimal_mul(&arena, &a, &b, &out);
		CHECKF(strcmp(text(&out), by_integers((__int128) x * y, 12)) == 0, "%s * %s = %s", sa, sb,
			   text(&out));
		if (y != 0)
		{
			CHECK(at_decimal_idiv(&arena, &a, &b, &q, &r) == AT_DECIMAL_OK);
			CHECKF(strcmp(text(&q), by_integers(x / y, 0)) == 0, "%s idiv %s = %s", sa, sb, text(&q));
			CHECKF(strcmp(text(&r), by_integers(x % y, 6)) == 0, "%s mod %s = %s", sa, sb, text(&r));
			CHECK(at_decimal_div(&arena, &a, &b, &q) == AT_DECIMAL_OK);
			at_decimal_mul(&arena, &q, &b, &out);
			a = at_decimal_negate(&a);
			at_decimal_add(&arena, &out, &a, &r);
			/* the quotient is right to its last place: the product is as near as that times b */
			r = absolute(&r);
			CHECKF(at_decimal_compare(&r, &million) < 0, "%s / %s leaves %s", sa, sb, text(&r));
			b = absolute(&b);
			CHECKF(at_decimal_compare(&r, &b) < 0, "%s / %s leaves %s", sa, sb, text(&r));
		}
		bx_arena_release(&arena, &mark);
	}
}
#endif

/* A number of up to `most` digits, with long runs of 0 and 9, and a point somewhere. */
static AtDecimal
some_long(uint64_t *seed, unsigned most)
{
	char buf[256], *p = buf;
	unsigned n = 1 + (unsigned) ut_below(seed, most), point = (unsigned) ut_below(seed, n + 1), i;
	unsigned kind = 0;

	if (ut_below(seed, 2) == 0)
		*p++ = '-';
	for (i = 0; i < n; i++)
	{
		if (ut_below(seed, 8) == 0)
			kind = (unsigned) ut_below(seed, 3);
		if (i == point)
			*p++ = '.';
		*p++ = kind == 0 ? (char) ('0' + ut_below(seed, 10)) : kind == 1 ? '0' : '9';
	}
	*p = '\0';
	return dec(buf);
}

/* Is the value in the one form that it has? */
static bool
is_normal(const AtDecimal *d)
{
	AtDecimal again = dec(text(d));

	if (again.is_big != d->is_big || again.scale != d->scale || at_decimal_compare(&again, d) != 0)
		return false;
	return d->is_big ? again.negative == d->negative && memcmp(again.u.big, d->u.big, at_decimal_size(d)) == 0
					 : again.u.small == d->u.small;
}

/* a = b * (a idiv b) + a mod b; what is added comes off again; an order agrees with the sign of a difference. */
static void
long_numbers(void)
{
	uint64_t seed = 23;
	int i;

	for (i = 0; i < 20000; i++)
	{
		BxArenaMark mark = bx_arena_mark(&arena);
		AtDecimal a = some_long(&seed, 120), b = some_long(&seed, i % 2 == 0 ? 20 : 80);
		AtDecimal sum, minus = at_decimal_negate(&b), back, q, r, product;

		CHECK(at_decimal_add(&arena, &a, &b, &sum) == AT_DECIMAL_OK && is_normal(&sum));
		CHECK(at_decimal_add(&arena, &sum, &minus, &back) == AT_DECIMAL_OK);
		CHECKF(at_decimal_compare(&back, &a) == 0 && is_normal(&back), "%s + %s", text(&a), text(&b));
		CHECK(at_decimal_add(&arena, &a, &minus, &back) == AT_DECIMAL_OK);
		CHECKF(at_decimal_compare(&a, &b) == at_decimal_sign(&back), "%s <=> %s", text(&a), text(&b));
		if (at_decimal_is_zero(&b))
			continue;
		CHECK(at_decimal_idiv(&arena, &a, &b, &q, &r) == AT_DECIMAL_OK && is_normal(&q) && is_normal(&r));
		CHECK(q.scale == 0);
		CHECK(at_decimal_mul(&arena, &q, &b, &product) == AT_DECIMAL_OK && is_normal(&product));
		at_decimal_add(&arena, &product, &r, &back);
		CHECKF(at_decimal_compare(&back, &a) == 0, "%s idiv %s", text(&a), text(&b));
		CHECK(at_decimal_is_zero(&r) || at_decimal_sign(&r) == at_decimal_sign(&a));
		r = absolute(&r);
		b = absolute(&b);
		CHECK(at_decimal_compare(&r, &b) < 0);
		bx_arena_release(&arena, &mark);
	}
}

/* Rounding of long numbers: the neighbours are one unit apart, and the nearer one is taken. */
static void
long_rounding(void)
{
	uint64_t seed = 29;
	int i;

	for (i = 0; i < 20000; i++)
	{
		BxArenaMark mark = bx_arena_mark(&arena);
		int32_t places = (int32_t) ut_below(&seed, 60) - 30;
		AtDecimal a = some_long(&seed, 60), minus = at_decimal_negate(&a), down, up, half, unit, x, y;

		CHECK(at_decimal_round(&arena, &a, places, AT_ROUND_DOWN, &down) == AT_DECIMAL_OK &&
			  is_normal(&down));
		CHECK(at_decimal_round(&arena, &a, places, AT_ROUND_UP, &up) == AT_DECIMAL_OK && is_normal(&up));
		CHECK(at_decimal_round(&arena, &a, places, AT_ROUND_HALF_UP, &half) == AT_DECIMAL_OK);
		CHECK(at_decimal_compare(&down, &a) <= 0 && at_decimal_compare(&a, &up) <= 0);
		CHECK((places <= 0 || down.scale <= (uint32_t) places) && (places >= 0 || down.scale == 0));
		/* up - a < a - down says which is nearer */
		at_decimal_add(&arena, &up, &minus, &x);
		minus = at_decimal_negate(&down);
		at_decimal_add(&arena, &a, &minus, &y);
		CHECKF(at_decimal_compare(&half, at_decimal_compare(&x, &y) <= 0 ? &up : &down) == 0, "%s to %d: %s",
			   text(&a), (int) places, text(&half));
		at_decimal_add(&arena, &x, &y, &unit);
		x = dec("10");
		for (y = dec("1"); places < 0; places++)
			at_decimal_mul(&arena, &y, &x, &y);
		for (x = dec("0.1"); places > 0; places--)
			at_decimal_mul(&arena, &y, &x, &y);
		CHECKF(at_decimal_is_zero(&unit) || at_decimal_compare(&unit, &y) == 0, "%s", text(&unit));
		bx_arena_release(&arena, &mark);
	}
}

UT_SUITE(test_decimal)
{
	bx_arena_init(&arena, bx_host_libc());
	UT_RUN(reading);
	UT_RUN(operations);
	UT_RUN(rounding);
	UT_RUN(doubles);
	UT_RUN(bounds);
	UT_RUN(long_numbers);
	UT_RUN(long_rounding);
#ifdef __SIZEOF_INT128__
	UT_RUN(against_integers);
#endif
	bx_arena_reset(&arena);
	return ut_done();
}
