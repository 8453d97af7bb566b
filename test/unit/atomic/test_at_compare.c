/*
 * test_at_compare.c -- value and general comparisons, the order for sorting, and keys of atomic values, by XPath 3.1,
 * sections 3.7 and B.2, and XQuery and XPath Functions and Operators 3.1.
 */
#include "../ut_item.h"

typedef struct Case
{
	const char *type_a, *a, *type_b, *b;
	const char *order; /* "<", "=", ">", "?" unordered numbers, "e" and "n" equality only, "" none at all */
} Case;

static const Case values[] = {
	{"integer", "2", "integer", "3", "<"},
	{"integer", "9223372036854775808", "integer", "9223372036854775807", ">"},
	{"integer", "-9223372036854775808", "long", "-9223372036854775808", "="},
	{"decimal", "1.10", "decimal", "1.1", "="},
	{"integer", "1", "decimal", "1.0000000000000000000000000000001", "<"},
	{"integer", "9007199254740993", "double", "9007199254740992", "="},
	{"decimal", "0.1", "double", "0.1", "="},
	{"decimal", "0.1", "float", "0.1", "="},
	{"float", "0.1", "double", "0.1", ">"},
	{"integer", "16777217", "float", "16777216", "="},
	{"double", "nan", "double", "nan", "?"},
	{"double", "nan", "integer", "1", "?"},
	{"double", "-0", "integer", "0", "="},
	{"double", "inf", "integer", "1", ">"},
	{"string", "a", "string", "b", "<"},
	{"string", "a", "string", "", ">"},
	{"token", "a", "anyURI", "a", "="},
	{"untypedAtomic", "10", "string", "9", "<"},
	{"untypedAtomic", "10", "untypedAtomic", "9", "<"},
	{"untypedAtomic", "10", "integer", "9", ""},
	{"string", "10", "integer", "10", ""},
	{"boolean", "false", "boolean", "true", "<"},
	{"boolean", "true", "integer", "1", ""},
	{"dateTime", "2002-04-02T12:00:00-01:00", "dateTime", "2002-04-02T17:00:00+04:00", "="},
	{"dateTime", "2002-04-02T12:00:00", "dateTime", "2002-04-02T23:00:00+06:00", "="},
	{"dateTime", "2002-04-02T12:00:00", "dateTimeStamp", "2002-04-02T17:00:00Z", "="},
	{"dateTime", "1999-12-31T23:59:59.999999999", "dateTime", "2000-01-01T00:00:00", "<"},
	{"date", "2004-12-25T00:00:00Z", "date", "2004-12-25T00:00:00-05:00", "<"},
	{"date", "2004-12-25T00:00:00Z", "date", "2004-12-25T00:00:00+07:00", ">"},
	{"date", "2004-12-25T00:00:00Z", "dateTime", "2004-12-25T00:00:00Z", ""},
	{"time", "1972-12-31T08:00:00+09:00", "time", "1972-12-31T17:00:00-06:00", "<"},
	{"time", "1972-12-31T21:30:00+10:30", "time", "1972-12-31T06:00:00-05:00", "="},
	{"time", "1972-12-31T11:00:00-05:00", "time", "1972-12-31T22:00:00", "<"},
	{"gYearMonth", "1978-02-28T00:00:00", "gYearMonth", "1978-02-28T00:00:00Z", "n"},
	{"gYear", "2005-12-31T00:00:00-05:00", "gYear", "2005-12-31T00:00:00", "e"},
	{"gMonthDay", "1972-12-25T00:00:00-14:00", "gMonthDay", "1972-12-26T00:00:00+10:00", "e"},
	{"gMonth", "1972-12-31T00:00:00-14:00", "gMonth", "1972-12-31T00:00:00+10:00", "n"},
	{"gDay", "1972-12-25T00:00:00-14:00", "gDay", "1972-12-25T00:00:00+10:00", "n"},
	{"gDay", "1972-12-12T00:00:00", "gDay", "1972-12-12T00:00:00", "e"},
	{"gDay", "1972-12-12T00:00:00", "gMonthDay", "1972-12-12T00:00:00", ""},
	{"yearMonthDuration", "P1Y", "yearMonthDuration", "P13M", "<"},
	{"dayTimeDuration", "P1D", "dayTimeDuration", "PT24H", "="},
	{"dayTimeDuration", "-PT0.5S", "dayTimeDuration", "-PT0.25S", "<"},
	{"duration", "P1Y", "duration", "P12M", "e"},
	{"duration", "PT24H", "dayTimeDuration", "P1D", "e"},
	{"duration", "P1Y", "duration", "P365D", "n"},
	{"yearMonthDuration", "P0Y", "dayTimeDuration", "P0D", "e"},
	{"yearMonthDuration", "P1Y", "dayTimeDuration", "P365D", "n"},
	{"duration", "P2Y0M0DT0H0M0S", "yearMonthDuration", "P24M", "e"},
	{"hexBinary", "\x0f", "hexBinary", "\x10", "<"},
	{"hexBinary", "ab", "hexBinary", "a", ">"},
	{"hexBinary", "\xff", "hexBinary", "\x01", ">"},
	{"base64Binary", "abc", "base64Binary", "abc", "="},
	{"hexBinary", "a", "base64Binary", "a", ""},
	{"hexBinary", "a", "string", "61", ""},
	{"QName", "{u}a", "QName", "{u}a", "e"},
	{"QName", "{u}a", "QName", "{v}a", "n"},
	{"QName", "{u}a", "QName", "{u}b", "n"},
	{"NOTATION", "{u}a", "NOTATION", "{u}a", "e"},
	{"QName", "{u}a", "NOTATION", "{u}a", ""},
	{"QName", "{u}a", "string", "a", ""},
};

#define N_VALUES (sizeof(values) / sizeof(values[0]))

/* What a comparison of the case gives: 't', 'f' or an error '!'. */
static char
wanted(const char *order, AtComparison op, bool swapped)
{
	static const char *const true_of[] = {"=e", "<>?n", "<", "<=", ">", ">="};
	char o = order[0];

	if (o == '\0' || ((o == 'e' || o == 'n') && op >= AT_LT))
		return '!';
	if (swapped && (o == '<' || o == '>'))
		o = o == '<' ? '>' : '<';
	return strchr(true_of[op], o) != NULL ? 't' : 'f';
}

static void
check_pair(const Case *k, bool swapped)
{
	XdItem a = ut_item(k->type_a, k->a), b = ut_item(k->type_b, k->b);
	bool holds;
	BxStatus st;
	char got;

	for (int op = AT_EQ; op <= AT_GE; op++)
	{
		st = at_value_compare(&ut_items.call, (AtComparison) op, swapped ? &b : &a, swapped ? &a : &b, NULL,
							  &holds);
		got = st != BX_OK ? '!' : holds ? 't' : 'f';
		CHECKF(got == wanted(k->order, (AtComparison) op, swapped), "%s(%s) %d %s(%s)%s: %c", k->type_a, k->a,
			   op, k->type_b, k->b, swapped ? " swapped" : "", got);
		if (st != BX_OK)
			CHECK(strcmp(ut_items.err.code, "XPTY0004") == 0);
	}
}

static void
value_comparisons(void)
{
	ut_items_begin(-300);
	for (size_t i = 0; i < N_VALUES; i++)
	{
		check_pair(&values[i], false);
		check_pair(&values[i], true);
	}
	ut_items_end();
}

static void
general_comparisons(void)
{
	static const struct
	{
		const char *type, *value, *untyped;
		char want; /* 't' equal, 'f' different, else the error begins with it */
	} cases[] = {
		{"integer", "10", " 10.0 ", 't'},
		{"decimal", "0.1", "1e-1", 't'},
		{"integer", "10", "ten", 'F'},
		{"string", "10", "10.0", 'f'},
		{"untypedAtomic", "10", "10.0", 'f'},
		{"string", "10", "10", 't'},
		{"token", "a", " a", 'f'},
		{"anyURI", "http://a", "http://a", 't'},
		{"boolean", "true", "1", 't'},
		{"boolean", "true", "yes", 'F'},
		{"date", "2004-12-25T00:00:00Z", "2004-12-25Z", 't'},
		{"dateTime", "2004-12-25T00:00:00Z", "2004-12-25", 'F'},
		{"dayTimeDuration", "P1D", "PT24H", 't'},
		{"dayTimeDuration", "P1D", "P1M", 'F'},
		{"yearMonthDuration", "P1Y", "P12M", 't'},
		{"duration", "P1Y1D", "P12MT24H", 't'},
		{"hexBinary", "\xab", "ab", 't'},
		{"integer", "9007199254740993", "9007199254740992", 't'},
	};
	XdItem a, b;
	bool holds;

	ut_items_begin(0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		for (int swapped = 0; swapped < 2; swapped++)
		{
			BxStatus st;
			char got;

			a = ut_item(cases[i].type, cases[i].value);
			b = ut_item("untypedAtomic", cases[i].untyped);
			st =
				at_general_compare(&ut_items.call, AT_EQ, swapped ? &b : &a, swapped ? &a : &b, NULL, &holds);
			got = st != BX_OK ? ut_items.err.code[0] : holds ? 't' : 'f';
			CHECKF(got == cases[i].want, "%s(%s), %s: %c", cases[i].type, cases[i].value, cases[i].untyped,
				   got);
		}
	a = ut_item("string", "1");
	b = ut_item("integer", "1");
	CHECK(at_general_compare(&ut_items.call, AT_EQ, &a, &b, NULL, &holds) != BX_OK &&
		  strcmp(ut_items.err.code, "XPTY0004") == 0);
	a = ut_item("untypedAtomic", "2");
	CHECK(at_general_compare(&ut_items.call, AT_GT, &a, &b, NULL, &holds) == BX_OK && holds);
	CHECK(at_general_compare(&ut_items.call, AT_GT, &b, &a, NULL, &holds) == BX_OK && !holds);
	ut_items_end();
}

/* Nodes and functions are compared with nothing, and untyped values are hinted at. */
static void
no_comparison(void)
{
	XdItem a = {.type = AT_NODE}, b = {.type = AT_FUNCTION}, number, untyped;
	bool yes;

	ut_items_begin(0);
	number = ut_item("integer", "1");
	untyped = ut_item("untypedAtomic", "1");
	CHECK(at_value_compare(&ut_items.call, AT_EQ, &a, &number, NULL, &yes) != BX_OK &&
		  strcmp(ut_items.err.code, "XPTY0004") == 0 && ut_items.err.hint[0] == '\0');
	CHECK(at_general_compare(&ut_items.call, AT_EQ, &untyped, &b, NULL, &yes) != BX_OK &&
		  strcmp(ut_items.err.code, "XPTY0004") == 0);
	CHECK(at_same(&ut_items.call, &a, &b, NULL, &yes) == BX_OK && !yes);
	CHECK(at_same(&ut_items.call, &a, &a, NULL, &yes) == BX_OK && !yes);
	CHECK(at_value_compare(&ut_items.call, AT_EQ, &untyped, &number, NULL, &yes) != BX_OK &&
		  ut_items.err.hint[0] != '\0');
	CHECK(at_value_compare(&ut_items.call, AT_EQ, &number, &untyped, NULL, &yes) != BX_OK &&
		  ut_items.err.hint[0] != '\0');
	ut_items_end();
}

static void
orders(void)
{
	XdItem a, b;
	int order;

	ut_items_begin(-300);
	for (size_t i = 0; i < N_VALUES; i++)
	{
		const Case *k = &values[i];
		int want = k->order[0] == '<' ? -1 : k->order[0] == '>' ? 1 : 0;

		if (k->order[0] == '?')
			continue;
		a = ut_item(k->type_a, k->a);
		b = ut_item(k->type_b, k->b);
		if (k->order[0] == '\0' || k->order[0] == 'e' || k->order[0] == 'n')
			CHECKF(at_order(&ut_items.call, &a, &b, NULL, &order) != BX_OK &&
					   strcmp(ut_items.err.code, "XPTY0004") == 0,
				   "%s, %s", k->type_a, k->type_b);
		else
			CHECKF(at_order(&ut_items.call, &a, &b, NULL, &order) == BX_OK && order == want, "%s, %s", k->a,
				   k->b);
	}
	a = ut_item("double", "nan");
	b = ut_item("float", "nan");
	CHECK(at_order(&ut_items.call, &a, &b, NULL, &order) == BX_OK && order == 0);
	b = ut_item("double", "-inf");
	CHECK(at_order(&ut_items.call, &a, &b, NULL, &order) == BX_OK && order == -1);
	b = ut_item("integer", "-5");
	CHECK(at_order(&ut_items.call, &b, &a, NULL, &order) == BX_OK && order == 1);
	ut_items_end();
}

/* Numbers that differ in type and are equal, or nearly so, around the places where rounding begins. */
static const char *const numbers[][2] = {
	{"integer", "0"},
	{"double", "-0"},
	{"integer", "1"},
	{"decimal", "1.2"},
	{"float", "1.2"},
	{"double", "1.2"},
	{"integer", "16777215"},
	{"decimal", "16777215.6"},
	{"float", "16777216"},
	{"integer", "16777216"},
	{"integer", "16777217"},
	{"double", "16777217"},
	{"integer", "9007199254740992"},
	{"integer", "9007199254740993"},
	{"double", "9007199254740992"},
	{"float", "9007199254740992"},
	{"integer", "123456789012345678901234567890"},
	{"double", "123456789012345678901234567890"},
	{"decimal", "0.1000000000000000055511151231257827"},
	{"decimal", "0.1000000000000000055511151231257827021181583404541015625"},
	{"decimal", "0.5"},
	{"decimal", "-0.375"},
	{"double", "-0.375"},
	{"decimal", "0.35"},
	{"decimal", "4611686018427387904"},
	{"double", "4611686018427387904"},
	{"decimal", "4611686018427387905"},
	{"integer", "-4611686018427387904"},
	{"integer", "123456789012345677877719597056"},
	{"integer", "-123456789012345678901234567890"},
	{"integer", "10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
				"0000000000"},
	{"double", "0.1"},
	{"float", "0.1"},
	{"double", "nan"},
	{"float", "nan"},
	{"double", "inf"},
	{"float", "inf"},
	{"double", "-inf"},
	{"double", "5e-324"},
	{"float", "1e-45"},
};

#define N_NUMBERS (sizeof(numbers) / sizeof(numbers[0]))

/* Items that are the same key have the same hash in a set with both. */
static bool
check_keys(const XdItem *a, const XdItem *b, const char *text_a, const char *text_b)
{
	AtGrain grain = at_grain(at_numbers_of(a) | at_numbers_of(b));
	uint64_t x, y;
	bool same;

	CHECK(at_same(&ut_items.call, a, b, NULL, &same) == BX_OK);
	for (int g = (int) grain; g <= AT_GRAIN_FLOAT; g++)
	{
		CHECK(at_hash(&ut_items.call, a, NULL, (AtGrain) g, &x) == BX_OK);
		CHECK(at_hash(&ut_items.call, b, NULL, (AtGrain) g, &y) == BX_OK);
		CHECKF(!same || x == y, "%s, %s: %d", text_a, text_b, g);
	}
	return same;
}

/* Are the values the same in mathematics?  Then they have one exact hash, and else two. */
static void
check_exact(const XdItem *a, const XdItem *b, const char *text_a, const char *text_b)
{
	AtDecimal x, y;
	uint64_t h, k;
	bool same = false;

	CHECK(at_hash(&ut_items.call, a, NULL, AT_GRAIN_EXACT, &h) == BX_OK);
	CHECK(at_hash(&ut_items.call, b, NULL, AT_GRAIN_EXACT, &k) == BX_OK);
	x = at_item_decimal(a);
	y = at_item_decimal(b);
	if (a->form == AT_FORM_DOUBLE && isfinite(a->u.d))
		CHECK(at_decimal_from_double(&ut_items.arena, a->u.d, &x) == AT_DECIMAL_OK);
	if (b->form == AT_FORM_DOUBLE && isfinite(b->u.d))
		CHECK(at_decimal_from_double(&ut_items.arena, b->u.d, &y) == AT_DECIMAL_OK);
	if (a->form == AT_FORM_DOUBLE && b->form == AT_FORM_DOUBLE)
		same = a->u.d == b->u.d;
	else if ((a->form != AT_FORM_DOUBLE || isfinite(a->u.d)) &&
			 (b->form != AT_FORM_DOUBLE || isfinite(b->u.d)))
		same = at_decimal_compare(&x, &y) == 0;
	if (!(a->form == AT_FORM_DOUBLE && isnan(a->u.d)) && !(b->form == AT_FORM_DOUBLE && isnan(b->u.d)))
		CHECKF((h == k) == same, "%s, %s", text_a, text_b);
}

static void
number_keys(void)
{
	bool same, equal;
	XdItem a, b;

	ut_items_begin(0);
	for (size_t i = 0; i < N_NUMBERS; i++)
		for (size_t j = 0; j < N_NUMBERS; j++)
		{
			a = ut_item(numbers[i][0], numbers[i][1]);
			b = ut_item(numbers[j][0], numbers[j][1]);
			same = check_keys(&a, &b, numbers[i][1], numbers[j][1]);
			check_exact(&a, &b, numbers[i][1], numbers[j][1]);
			CHECK(at_value_compare(&ut_items.call, AT_EQ, &a, &b, NULL, &equal) == BX_OK);
			equal |= a.form == AT_FORM_DOUBLE && b.form == AT_FORM_DOUBLE && isnan(a.u.d) && isnan(b.u.d);
			CHECKF(same == equal, "%s, %s", numbers[i][1], numbers[j][1]);
		}
	ut_items_end();
}

static void
keys(void)
{
	XdItem a, b;
	uint64_t x, y;

	ut_items_begin(-300);
	for (size_t i = 0; i < N_VALUES; i++)
	{
		const Case *k = &values[i];
		bool want = k->order[0] == '=' || k->order[0] == 'e';

		if (k->type_b[0] == 'f')
			continue; /* number_keys has them */
		a = ut_item(k->type_a, k->a);
		b = ut_item(k->type_b, k->b);
		if (k->order[0] != '?')
			CHECKF(check_keys(&a, &b, k->a, k->b) == want, "%s, %s", k->a, k->b);
		CHECK(at_hash(&ut_items.call, &a, NULL, AT_GRAIN_EXACT, &x) == BX_OK &&
			  at_hash(&ut_items.call, &b, NULL, AT_GRAIN_EXACT, &y) == BX_OK);
		if (!want && (!at_is_numeric(&a) || !at_is_numeric(&b)))
			CHECKF(x != y, "%s(%s) and %s(%s) have one hash", k->type_a, k->a, k->type_b, k->b);
	}
	ut_items_end();
}

/* Another seed, other hashes: what comes from outside cannot be made to collide. */
static void
seeds(void)
{
	static const char *const types[] = {"string", "hexBinary", "QName", "integer", "date", "dayTimeDuration"};
	static const char *const texts[] = {"a", "a", "{u}a", "7", "2004-12-25T00:00:00", "PT1S"};
	BxHost other = *bx_host_libc();
	uint64_t x, y;
	AtCall call;
	XdItem a;

	other.seed.k0 ^= 1;
	ut_items_begin(0);
	call = ut_items.call;
	call.host = &other;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
	{
		a = ut_item(types[i], texts[i]);
		CHECK(at_hash(&ut_items.call, &a, NULL, AT_GRAIN_EXACT, &x) == BX_OK &&
			  at_hash(&call, &a, NULL, AT_GRAIN_EXACT, &y) == BX_OK);
		CHECKF(x != y, "%s", types[i]);
	}
	ut_items_end();
}

/* A collation for which only the first byte counts. */
static BxStatus
compare_first(const AtCollation *c, BxStr a, BxStr b, int *order, BxError *err)
{
	(void) c, (void) err;
	*order = (a.s[0] > b.s[0]) - (a.s[0] < b.s[0]);
	return BX_OK;
}

static BxStatus
key_first(const AtCollation *c, BxStr s, BxArena *arena, BxStr *key, BxError *err)
{
	(void) c, (void) arena, (void) err;
	*key = bx_str(s.s, 1);
	return BX_OK;
}

static void
collations(void)
{
	AtCollation first = {.compare = compare_first, .key = key_first};
	XdItem a, b, bytes, more;
	uint64_t x, y;
	int order;
	bool yes;

	ut_items_begin(0);
	a = ut_item("string", "ab");
	b = ut_item("anyURI", "ac");
	CHECK(at_value_compare(&ut_items.call, AT_EQ, &a, &b, &first, &yes) == BX_OK && yes);
	CHECK(at_value_compare(&ut_items.call, AT_LT, &a, &b, &first, &yes) == BX_OK && !yes);
	CHECK(at_order(&ut_items.call, &a, &b, &first, &order) == BX_OK && order == 0);
	CHECK(at_same(&ut_items.call, &a, &b, &first, &yes) == BX_OK && yes);
	CHECK(at_hash(&ut_items.call, &a, &first, AT_GRAIN_EXACT, &x) == BX_OK &&
		  at_hash(&ut_items.call, &b, &first, AT_GRAIN_EXACT, &y) == BX_OK);
	CHECK(x == y);
	/* bytes have no collation */
	bytes = ut_item("hexBinary", "ab");
	more = ut_item("hexBinary", "ac");
	CHECK(at_value_compare(&ut_items.call, AT_EQ, &bytes, &more, &first, &yes) == BX_OK && !yes);
	ut_items_end();
}

UT_SUITE(test_at_compare)
{
	UT_RUN(value_comparisons);
	UT_RUN(general_comparisons);
	UT_RUN(no_comparison);
	UT_RUN(orders);
	UT_RUN(number_keys);
	UT_RUN(keys);
	UT_RUN(seeds);
	UT_RUN(collations);
	return ut_done();
}
