/*
 * test_ru_control.c -- if, switch, try/catch, some and every: XQuery 3.1, sections 3.13 to 3.17, 3.19 to 3.21.
 */
#include "../ut_query.h"

static void
choices(void)
{
	static const UtQuery list[] = {
		{"if (1) then 'a' else 'b', if (()) then 'a' else 'b', if ('') then 1 else (2, 3)", "a|b|2|3"},
		{"if ((1, 2)) then 'a' else 'b'", "!FORG0006"},
		{"if (true()) then 1 else 1 idiv 0, count(if (false()) then 1 else (1, 2))", "1|2"},
		{"switch (2) case 1 return 'a' case 2 return 'b' default return 'c'", "b"},
		{"switch ('x') case 'y' case 'x' return 1 default return 2", "1"},
		{"switch (()) case 1 return 1 case () return 2 default return 3", "2"},
		{"switch (1) case '1' return 'text' case 1.0 return 'number' default return 'none'", "number"},
		{"switch (xs:double('NaN')) case xs:double('NaN') return 1 default return 2", "1"},
		{"switch (1) case 1 return 'a' case 1 idiv 0 return 'b' default return 'c'", "a"},
		{"switch (xs:untypedAtomic('a')) case 'a' return 1 default return 2", "1"},
		{"switch ((1, 2)) case 1 return 1 default return 2", "!XPTY0004"},
		{"switch (1) case (1, 2) return 1 default return 2", "!XPTY0004"},
		{"switch (true()) case 1 eq 2 return 'a' case 2 eq 2 return ('b', 'c') default return 'd'", "b|c"},
	};

	UT_QUERIES(list, NULL);
}

static void
quantifiers(void)
{
	static const UtQuery list[] = {
		{"some $x in (1, 2, 3) satisfies $x = 2, every $x in (1, 2, 3) satisfies $x < 4", "true|true"},
		{"some $x in () satisfies true(), every $x in () satisfies false()", "false|true"},
		{"some $x in (1, 2), $y in (2, 3) satisfies $x = $y, every $x in (1, 2), $y in (2, 3) satisfies $x + "
		 "$y < 5",
		 "true|false"},
		{"some $x in (1 to 5), $y in (1 to $x) satisfies $y = 5", "true"},
		{"every $x in (1 to 5), $y in (1 to $x) satisfies $y <= $x", "true"},
		{"some $x as xs:integer in (1, 2) satisfies $x = 2", "true"},
		{"some $x as xs:string in (1, 2) satisfies $x = 2", "!XPTY0004"},
		{"some $x in (1, 2, 'a') satisfies $x + 1 = 3", "true"},
		{"every $x in (1, 2) satisfies ($x, $x)", "!FORG0006"},
		{"(some $x in 1 to 3 satisfies $x = 2) = (every $x in 1 to 3 satisfies $x = 2)", "false"},
		{"for $x in 1 to 3 return some $y in 1 to 2 satisfies $x = $y", "true|true|false"},
	};

	UT_QUERIES(list, NULL);
}

static void
errors_caught(void)
{
	static const UtQuery list[] = {
		{"try { 1 idiv 0 } catch * { 'caught' }", "caught"},
		{"try { 1 + 1 } catch * { 'caught' }", "2"},
		{"try { 1 idiv 0 } catch err:FOAR0001 { 'zero' } catch * { 'other' }", "zero"},
		{"try { 'a' + 1 } catch err:FOAR0001 { 'zero' } catch err:XPTY0004 | err:FORG0001 { 'type' }",
		 "type"},
		{"try { 1 idiv 0 } catch err:XPTY0004 { 'type' }", "!FOAR0001"},
		{"try { 1 idiv 0 } catch err:* { $err:code }", "err:FOAR0001"},
		{"try { 1 idiv 0 } catch *:FOAR0001 { local-name-from-QName($err:code), "
		 "namespace-uri-from-QName($err:code) }",
		 "FOAR0001|http://www.w3.org/2005/xqt-errors"},
		{"try { error(xs:QName('err:mine'), 'text', (1, 2)) } catch err:mine { $err:description, $err:value "
		 "}",
		 "text|1|2"},
		{"try { error() } catch err:FOER0000 { count($err:value) }", "0"},
		{"try { 1, 2, 1 idiv 0 } catch * { 'whole' }", "whole"},
		{"try { for $i in 1 to 5 return 10 idiv (3 - $i) } catch * { 'loop' }", "loop"},
		{"for $i in 1 to 3 return try { 6 idiv ($i - 2) } catch * { $i }", "-6|2|6"},
		{"try { try { 1 idiv 0 } catch err:XPTY0004 { 1 } } catch err:FOAR0001 { 2 }", "2"},
		{"try { try { 1 idiv 0 } catch * { 'a' + 1 } } catch err:XPTY0004 { 'inner' }", "inner"},
		{"try { 1 idiv 0 } catch * { $err:line-number, $err:column-number = 7 to 14 }", "1|true"},
		{"1,\n  try {\n    'a' + 1 } catch * { $err:line-number }", "1|3"},
		{"declare variable $v := 1 idiv 0; try { $v } catch * { 1 }", "!FOAR0001"},
		{"declare variable $v := try { 1 idiv 0 } catch * { 7 }; try { $v + 'a' } catch err:XPTY0004 { $v }",
		 "7"},
		{"declare function local:f($n) { if ($n = 0) then 1 idiv 0 else 1 + local:f($n - 1) }; "
		 "count(for $i in 1 to 300 return try { local:f(20) } catch err:FOAR0001 { $i })",
		 "300"},
		{"let $d := try { error(xs:QName('err:X'), concat('long', ' text')) } catch * { $err:description } "
		 "return $d",
		 "long text"},
		{"try { 1 idiv 0 } catch * { exists($err:additional), exists($err:module) }", "false|false"},
		{"try { count(1 to 3) = 3 } catch * { false() }", "true"},
		{"try { 1 idiv 0 } catch * { $err:nosuch }", "!XPST0008"},
		{"try { $nosuch } catch * { 1 }", "!XPST0008"},
	};

	UT_QUERIES(list, NULL);
}

static void
other(void)
{
	static const UtQuery list[] = {
		{"ordered { 3, 1, 2 }, unordered { 1 }", "3|1|2|1"},
		{"declare namespace p = 'urn:p'; (# p:hint fast #) { 1 + 1 }", "2"},
		{"declare namespace p = 'urn:p'; (# p:hint fast #) { }", "!XQST0079"},
		{"validate { <a/> }", "!XQST0075"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_ru_control)
{
	UT_RUN(choices);
	UT_RUN(quantifiers);
	UT_RUN(errors_caught);
	UT_RUN(other);
	return ut_done();
}
