/*
 * test_ru_operators.c -- logic, comparisons, arithmetic, ranges, maps, types: XQuery 3.1, sections 3.4 to 3.18
 */
#include "../ut_query.h"

static void
logic(void)
{
	static const UtQuery list[] = {
		{"1 eq 1 and 2 eq 2, 1 eq 1 or 2 eq 3, 1 eq 2 and 3 idiv 0 eq 1, 1 eq 1 or 3 idiv 0 eq 1",
		 "true|true|false|true"},
		{"() and true(), 'a' and 'false', '' or 0, xs:double('NaN') or ()", "false|true|false|false"},
		{"1 eq 1 and 3 idiv 0 eq 1", "!FOAR0001"},
		{"(1, 2) or false()", "!FORG0006"},
		{"xs:date('2020-01-01') and true()", "!FORG0006"},
		{"true() and false() or true() and true()", "true"},
		{"(0, 1) or true()", "!FORG0006"},
	};

	UT_QUERIES(list, NULL);
}

static void
value_comparisons(void)
{
	static const UtQuery list[] = {
		{"1 eq 1.0, 1 ne 2, 2 lt 10, 'a' le 'b', 3 gt 4, 'b' ge 'b'", "true|true|true|true|false|true"},
		{"() eq 1, 1 eq (), () ne ()", ""},
		{"1 eq 'a'", "!XPTY0004"},
		{"(1, 2) eq 1", "!XPTY0004"},
		{"1 eq (1, 2)", "!XPTY0004"},
		{"xs:double('NaN') eq xs:double('NaN'), xs:double('NaN') ne xs:double('NaN'), xs:float('NaN') lt 1",
		 "false|true|false"},
		{"true() gt false(), true() eq true(), false() ge true()", "true|true|false"},
		{"9223372036854775807 lt 9223372036854775808, 9223372036854775808 eq 9223372036854775808.0",
		 "true|true"},
		{"xs:untypedAtomic('10') lt xs:untypedAtomic('9'), xs:untypedAtomic('a') eq 'a'", "true|true"},
		{"xs:untypedAtomic('1') eq 1", "!XPTY0004"},
		{"xs:anyURI('a') eq 'a', xs:date('2020-01-01') lt xs:date('2020-01-02')", "true|true"},
		{"xs:date('2020-01-01') lt xs:time('10:00:00')", "!XPTY0004"},
		{"xs:QName('a') lt xs:QName('b')", "!XPTY0004"},
		{"if (() eq 1) then 'a' else 'b'", "b"},
		{"xs:float('1.1') eq xs:double('1.1'), 0.0 eq -0.0e0, 1 eq true()", "!XPTY0004"},
		{"xs:float('1.5') eq xs:double('1.5'), 0.0 eq -0.0e0", "true|true"},
	};

	UT_QUERIES(list, NULL);
}

static void
general_comparisons(void)
{
	static const UtQuery list[] = {
		{"(1, 2) = (2, 3), (2, 3) = (3, 4), (1, 2) = (3, 4)", "true|true|false"},
		{"(1, 2) != (1, 2), 1 != 1, (1, 2) < 2, (1, 2) > 2", "true|false|true|false"},
		{"() = (), () != 1, 1 = (), (1 to 3) = ()", "false|false|false|false"},
		{"1 to 10 = 10, 5 = 1 to 10, 11 = 1 to 10", "true|true|false"},
		{"xs:untypedAtomic('10') < 9, xs:untypedAtomic('10') < '9', xs:untypedAtomic('10') < "
		 "xs:untypedAtomic('9')",
		 "false|true|true"},
		{"xs:untypedAtomic('a') = 1", "!FORG0001"},
		{"1 = 'a'", "!XPTY0004"},
		{"('a', 1) = 1", "!XPTY0004"},
		{"(1, 'a') = 1, 1 = (1, 'a')", "true|true"},
		{"xs:untypedAtomic('2020-01-01') = xs:date('2020-01-01')", "true"},
		{"xs:untypedAtomic('true') = true(), (0, 5)[. > 1] = xs:untypedAtomic('5.0')", "true|true"},
		{"xs:double('NaN') = xs:double('NaN'), xs:double('NaN') != xs:double('NaN')", "false|true"},
		{"(1, xs:untypedAtomic('x')) = xs:untypedAtomic('x')", "!FORG0001"},
	};

	UT_QUERIES(list, NULL);
}

static void
comparisons_of_nodes(void)
{
	static const char document[] = "<r><a>1</a><a>2</a><b>2.0</b><b>x</b></r>";
	static const UtQuery list[] = {
		{"/r/a = 2, /r/a = '2', /r/a = /r/b, /r/a != /r/a", "true|true|false|true"},
		{"/r/b > 1", "true"},
		{"/r/b > 3", "!FORG0001"},
		{"/r/a[1] eq '1', /r/c eq '1'", "true"},
		{"/r/a eq '1'", "!XPTY0004"},
		{"/r/a[. = 2] + 1, /r/a[2] * /r/a[2], -/r/a[1]", "3|4|-1"},
		{"/r/a + 1", "!XPTY0004"},
		{"/r/b[2] + 1", "!FORG0001"},
		{"/r/a ! (. * 10), /r/a ! position()", "10|20|1|2"},
		{"/r/a[1] to /r/a[2]", "1|2"},
		{"/r/a[1] || /r/b[2]", "1x"},
		{"/r instance of element(), /r/a instance of element(a)+, /r/a/text() instance of text()*",
		 "true|true|true"},
		{"/r/a[1] cast as xs:integer, /r/b castable as xs:string, /r/c cast as xs:integer?", "1|false"},
		{"typeswitch (/r/a[1]) case element(b) return 'b' case element(a) return 'a' default return 'c'",
		 "a"},
	};

	UT_QUERIES(list, document);
}

static void
arithmetic(void)
{
	static const UtQuery list[] = {
		{"1 + 2, 5 - 7, 3 * 4, 7 div 2, 6 div 2, 7 idiv 2, -7 idiv 2, 7 mod 2, -7 mod 2",
		 "xs:integer 3|xs:integer -2|xs:integer 12|xs:decimal 3.5|xs:decimal 3|xs:integer 3|xs:integer "
		 "-3|xs:integer 1|xs:integer -1"},
		{"1 + 1.5, 1.5 * 2e0, xs:float('1.5') + 1", "xs:decimal 2.5|xs:double 3|xs:float 2.5"},
		{"9223372036854775807 + 1, -9223372036854775807 - 2, 4294967296 * 4294967296",
		 "xs:integer 9223372036854775808|xs:integer -9223372036854775809|xs:integer 18446744073709551616"},
		{"9223372036854775807 + 1 - 1, (9223372036854775807 + 1) idiv 2",
		 "xs:integer 9223372036854775807|xs:integer 4611686018427387904"},
		{"-9223372036854775807 - 1, -9223372036854775808 + 1",
		 "xs:integer -9223372036854775808|xs:integer -9223372036854775807"},
		{"1e0 div 0, -1e0 div 0, 0e0 div 0, 5e0 mod 3, 7e0 idiv 2",
		 "xs:double INF|xs:double -INF|xs:double NaN|xs:double 2|xs:integer 3"},
		{"1 idiv 0", "!FOAR0001"},
		{"1 div 0", "!FOAR0001"},
		{"1 mod 0", "!FOAR0001"},
		{"1e0 idiv 0", "!FOAR0001"},
		{"xs:double('INF') idiv 2", "!FOAR0002"},
		{"() + 1, 1 - (), () * ()", ""},
		{"(1, 2) + 1", "!XPTY0004"},
		{"'1' + 1", "!XPTY0004"},
		{"xs:untypedAtomic('1') + 1, xs:untypedAtomic('7') idiv 2", "xs:double 2|xs:integer 3"},
		{"xs:date('2020-01-31') + xs:yearMonthDuration('P1M'), xs:date('2020-03-01') - xs:date('2020-02-01')",
		 "xs:date 2020-02-29|xs:dayTimeDuration P29D"},
		{"xs:dayTimeDuration('PT1H') * 2.5, xs:dayTimeDuration('PT3H') div xs:dayTimeDuration('PT1H')",
		 "xs:dayTimeDuration PT2H30M|xs:decimal 3"},
		{"true() + 1", "!XPTY0004"},
		{"-5, +5, - -5, -(5.5), -xs:float('1'), -xs:untypedAtomic('3'), -()",
		 "xs:integer -5|xs:integer 5|xs:integer 5|xs:decimal -5.5|xs:float -1|xs:double -3"},
		{"-xs:short('5'), xs:short('5') + xs:short('1')", "xs:integer -5|xs:integer 6"},
		{"-'5'", "!XPTY0004"},
		{"+xs:date('2020-01-01')", "!XPTY0004"},
		{"-0e0, 0 - 0e0", "xs:double -0|xs:double 0"},
		{"2 + 3 * 4, (2 + 3) * 4, 10 - 2 - 3, 2 - 3 + 4",
		 "xs:integer 14|xs:integer 20|xs:integer 5|xs:integer 3"},
	};

	UT_QUERIES_TYPED(list, NULL);
}

static void
strings_and_ranges(void)
{
	static const UtQuery list[] = {
		{"'a' || 'b' || 'c', 1 || 2.50 || true(), () || (), 'x' || ()", "abc|12.5true||x"},
		{"('a', 'b') || 'c'", "!XPTY0004"},
		{"'a' || ('b' || 'c') || (1 + 1)", "abc2"},
		{"1 to 3, 3 to 1, 2 to 2, () to 3, 1 to ()", "1|2|3|2"},
		{"count(1 to 1000000000000), count(5 to 4), count(-3 to 3)", "1000000000000|0|7"},
		{"1.5 to 3", "!XPTY0004"},
		{"'1' to 3", "!XPTY0004"},
		{"(1, 2) to 3", "!XPTY0004"},
		{"xs:untypedAtomic('2') to 3", "2|3"},
		{"9223372036854775806 to 9223372036854775809",
		 "9223372036854775806|9223372036854775807|9223372036854775808|9223372036854775809"},
		{"count(9223372036854775806 to 9223372036854775809)", "4"},
		{"let $x := 1 to 1000000000000 return (count($x), $x[5], $x[last()])",
		 "1000000000000|5|1000000000000"},
		{"(1 to 3) ! (. * 2), (1 to 3) ! (., .), () ! 5, 5 ! ()", "2|4|6|1|1|2|2|3|3"},
		{"(4 to 6) ! (position(), last())", "1|3|2|3|3|3"},
		{"(1 to 2) ! (. ! (. + 1)) ! (. * 10), 3 ! (. + 1)", "20|30|4"},
		{"('a', 'b') ! concat(., 'x') ! upper-case(.)", "AX|BX"},
		{"(1 to 2) ! ((1 to .) ! (. + 10))", "11|11|12"},
		{"(1 to 10) ! 7 = 7, count((1 to 1000) ! (., .))", "true|2000"},
	};

	UT_QUERIES(list, NULL);
}

static void
tests_of_types(void)
{
	static const UtQuery list[] = {
		{"5 instance of xs:integer, 5 instance of xs:decimal, 5 instance of xs:string, 5.0 instance of "
		 "xs:integer",
		 "true|true|false|false"},
		{"(5, 6) instance of xs:integer, (5, 6) instance of xs:integer+, () instance of xs:integer*, () "
		 "instance "
		 "of xs:integer+",
		 "false|true|true|false"},
		{"() instance of empty-sequence(), 5 instance of empty-sequence(), () instance of item()?, 5 "
		 "instance of item()",
		 "true|false|true|true"},
		{"(1, 'a') instance of xs:integer*, (1, 'a') instance of item()+", "false|true"},
		{"5 treat as xs:integer, (1, 2) treat as xs:integer+", "5|1|2"},
		{"5 treat as xs:string", "!XPDY0050"},
		{"() treat as xs:string", "!XPDY0050"},
		{"(1, 2) treat as xs:integer", "!XPDY0050"},
		{"'5' cast as xs:integer, 5.9 cast as xs:integer, '' castable as xs:integer, () cast as xs:integer?",
		 "5|5|false"},
		{"() cast as xs:integer", "!XPTY0004"},
		{"(1, 2) cast as xs:integer", "!XPTY0004"},
		{"'x' cast as xs:integer", "!FORG0001"},
		{"xs:date('2020-01-01') cast as xs:integer", "!XPTY0004"},
		{"() castable as xs:integer, () castable as xs:integer?, (1, 2) castable as xs:integer?, 'x' "
		 "castable as "
		 "xs:integer, '12' castable as xs:integer",
		 "false|true|false|false|true"},
		{"'a b c' cast as xs:NMTOKENS, 'a b' castable as xs:NMTOKENS, '' castable as xs:NMTOKENS, 'a,b' "
		 "castable as "
		 "xs:NMTOKENS",
		 "a|b|c|true|false|false"},
		{"5 cast as xs:anyAtomicType", "!XPST0080"},
		{"5 cast as xs:NOTATION", "!XPST0080"},
		{"5 castable as xs:anySimpleType", "!XPST0080"},
		{"5 cast as xs:nosuch", "!XQST0052"},
		{"5 instance of xs:nosuch", "!XPST0051"},
		{"typeswitch (5) case xs:string return 's' case xs:integer return 'i' default return 'd'", "i"},
		{"typeswitch ((1, 2)) case $s as xs:string return 's' case $i as xs:integer+ return sum($i) default "
		 "return 'd'",
		 "3"},
		{"typeswitch (5.5) case xs:string | xs:date return 1 case xs:integer | xs:decimal return 2 default "
		 "return 3",
		 "2"},
		{"typeswitch (()) case xs:integer return 1 case empty-sequence() return 2 default return 3", "2"},
		{"typeswitch ('a') case xs:integer return 1 default $d return concat($d, $d)", "aa"},
		{"for $v in (1, 'a', 2.5) return typeswitch ($v) case $i as xs:integer return $i + 1 case $s as "
		 "xs:string "
		 "return concat($s, 'b') default $d return $d * 2",
		 "2|ab|5"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_ru_operators)
{
	UT_RUN(logic);
	UT_RUN(value_comparisons);
	UT_RUN(general_comparisons);
	UT_RUN(comparisons_of_nodes);
	UT_RUN(arithmetic);
	UT_RUN(strings_and_ranges);
	UT_RUN(tests_of_types);
	return ut_done();
}
