/*
 * test_function.c -- functions as items, maps and arrays: XQuery 3.1, sections 3.1.6 to 3.1.8 and 3.11.
 */
#include "../ut_query.h"

static void
calls(void)
{
	static const UtQuery list[] = {
		{"let $f := function($x) { $x + 1 } return $f(2)", "3"},
		{"let $n := 10, $f := function($x as xs:integer) as xs:integer { $x + $n } return (1 to 3) ! $f(.)",
		 "11|12|13"},
		{"function() { 7 }()", "7"},
		{"(function($a, $b) { $a, $b })(1, 2)", "1|2"},
		{"let $f := concat#3 return $f('a', 'b', 'c')", "abc"},
		{"let $f := upper-case#1 return ('a', 'b') ! $f(.)", "A|B"},
		{"xs:integer#1('12') + 1", "13"},
		{"declare function local:f($x) { $x * 2 }; local:f#1(4)", "8"},
		{"declare function local:f($n, $f) { if ($n = 0) then $f(0) else local:f($n - 1, function($x) { "
		 "$f($x) + $n }) }; "
		 "local:f(4, function($x) { $x })",
		 "10"},
		{"('ab', 'c') ! (let $f := string-length#0 return $f())", "2|1"},
		{"let $f := string-length#0 return 'x' ! $f()", "!XPDY0002"},
		{"no-such#1", "!XPST0017"},
		{"let $f := 1 return $f(1)", "!XPTY0004"},
		{"let $f := abs#1 return $f(1, 2)", "!XPTY0004"},
		{"let $f := abs#1 return $f('a')", "!XPTY0004"},
		{"function($x as xs:integer) { $x }('a')", "!XPTY0004"},
		{"function($x) as xs:integer { $x }('a')", "!XPTY0004"},
		{"function($x as xs:double) { $x instance of xs:double }(1)", "true"},
		{"function($x, $x) { 1 }", "!XQST0039"},
		{"for $f in (abs#1, function($x) { -$x }, floor#1) return $f(-1.5)", "1.5|1.5|-2"},
		/* what a function sees of a loop stays */
		{"let $list := for $i in 1 to 3 let $t := concat('n', $i) return function() { $t } return $list ! "
		 ".()",
		 "n1|n2|n3"},
	};

	UT_QUERIES(list, NULL);
}

static void
partial(void)
{
	static const UtQuery list[] = {
		{"let $f := concat('<', ?, '>') return $f('a')", "<a>"},
		{"let $f := function($a, $b) { $a - $b } return ($f(?, 1)(5), $f(5, ?)(1), $f(?, ?)(3, 2))", "4|4|1"},
		{"let $f := substring('abc', ?, 1) return (1 to 3) ! $f(.)", "a|b|c"},
		{"substring('a', ?, 1) instance of function(xs:double) as xs:string", "true"},
		{"abs(?, ?)", "!XPST0017"},
		{"let $m := map { 'a' : 1 } return $m(?)('a')", "1"},
	};

	UT_QUERIES(list, NULL);
}

static void
types(void)
{
	static const UtQuery list[] = {
		{"abs#1 instance of function(*), abs#1 instance of function(item()) as item(), 1 instance of "
		 "function(*)",
		 "true|false|false"},
		{"function($x as item()*) as xs:integer { 1 } instance of function(xs:string) as xs:decimal?",
		 "true"},
		{"function($x as xs:string) as xs:integer { 1 } instance of function(item()*) as xs:integer",
		 "false"},
		{"map { 1 : 'a' } instance of map(*), map { 1 : 'a' } instance of map(xs:integer, xs:string), "
		 "map { 1 : 'a' } instance of map(xs:string, xs:string), map { 1 : 'a' } instance of function(*), "
		 "map { 1 : 'a' } instance of function(xs:anyAtomicType) as item()*, "
		 "map { 1 : 'a' } instance of function(xs:anyAtomicType) as item()",
		 "true|true|false|true|true|false"},
		{"[1, 2] instance of array(xs:integer), [1, 'a'] instance of array(xs:integer), "
		 "[1] instance of function(xs:integer) as item(), [] instance of map(*)",
		 "true|false|true|false"},
		{"declare function local:f($f as function(xs:integer) as xs:string) { $f(1) }; local:f(function($x) "
		 "{ 'v' || $x })",
		 "v1"},
		{"declare function local:f($f as function(xs:integer) as xs:string) { $f(1) }; local:f(function($x) "
		 "{ $x })",
		 "!XPTY0004"},
		{"declare function local:f($f as function(xs:integer) as xs:string) { $f(1) }; local:f(concat#2)",
		 "!XPTY0004"},
	};

	UT_QUERIES(list, NULL);
}

static void
maps(void)
{
	static const UtQuery list[] = {
		{"map { 'a' : 1, 'b' : (2, 3) }?b", "2|3"},
		{"map { 'b' : 1, 'a' : 2 }?*", "1|2"},
		{"let $m := map { 1 : 'x', 2 : 'y' } return ($m(1), $m?2, $m(3), $m?(1 to 2))", "x|y|x|y"},
		{"map { 'a' : map { 'b' : 7 } }?a?b", "7"},
		{"(map { 'a' : 1 }, map { 'a' : 2 })?a", "1|2"},
		{"(map { 'a' : 1 }, map { 'a' : 2 }) ! ?a", "1|2"},
		{"map { 1 : 'a' }(1.0), map { 1 : 'a' }(1e0), map { xs:float('NaN') : 'n' }(0 div 0e0)", "a|a|n"},
		{"map { 'a' : 1 }(xs:untypedAtomic('a')), count(map { 1 : 'a' }('1'))", "1|0"},
		{"map { 'a' : 1, 'a' : 2 }", "!XQDY0137"},
		{"map { (1, 2) : 1 }", "!XPTY0004"},
		{"(1)?a", "!XPTY0004"},
		{"string(map { })", "!FOTY0014"},
		{"data(map { })", "!FOTY0013"},
		{"count(map { xs:date('2020-01-01') : 1, xs:date('2020-01-01Z') : 2 }?*)", "2"},
		{"map { 0.1 : 'd' }(0.1e0), map { 0.5 : 'd' }(0.5e0)", "d"},
	};

	UT_QUERIES(list, NULL);
}

static void
arrays(void)
{
	static const UtQuery list[] = {
		{"[1, (2, 3), ()]?2", "2|3"},
		{"[5, 6](2), count([1, ()]?*), array { 1 to 3 }?3", "6|1|3"},
		{"data([1, [2, 3], ()])", "1|2|3"},
		{"sum([1, 2, 3]), count([1, 2])", "6|1"},
		{"[1, 2](3)", "!FOAY0001"},
		{"[1]?a", "!XPTY0004"},
		{"[1]('1')", "!XPTY0004"},
		{"[[1, 2], [3, 4]] ! ?*?2", "2|4"},
		{"[1, 2] = 2, string-join([1, 2], '-')", "true|1-2"},
		{"if ([1]) then 1 else 2", "!FORG0006"},
		{"<a>{ [1, 2], [<b/>] }</a>", "<a>1 2<b/></a>"},
		{"count(array { }?*)", "0"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_function)
{
	UT_RUN(calls);
	UT_RUN(partial);
	UT_RUN(types);
	UT_RUN(maps);
	UT_RUN(arrays);
	return ut_done();
}
