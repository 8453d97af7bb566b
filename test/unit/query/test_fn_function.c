/*
 * test_fn_function.c -- functions that call functions, functions on maps and arrays: F&O 3.1, sections 16 and 17.
 */
#include "../ut_query.h"

static void
higher(void)
{
	static const UtQuery list[] = {
		{"for-each(1 to 3, function($x) { $x, -$x })", "1|-1|2|-2|3|-3"},
		{"for-each(('a', 'b'), upper-case#1), for-each((), error#0)", "!XPTY0004"},
		{"for-each(('a', 'b'), upper-case#1)", "A|B"},
		{"for-each(('john', 'mary'), string-to-codepoints#1)[last()]", "121"},
		{"filter(1 to 10, function($x) { $x mod 2 = 0 })", "2|4|6|8|10"},
		{"filter(('a', ''), boolean#1)", "a"},
		{"filter(1, function($x) { 'no' })", "!XPTY0004"},
		{"fold-left(1 to 5, 0, function($a, $b) { $a + $b })", "15"},
		{"fold-left(('a', 'b'), '', concat(?, '.', ?))", ".a.b"},
		{"fold-left(1 to 3, (), function($a, $b) { ($b, $a) })", "3|2|1"},
		{"fold-right(1 to 5, '0', concat('(', ?, '+', ?, ')'))", "(1+(2+(3+(4+(5+0)))))"},
		{"fold-left((), 7, function($a, $b) { 1 }), fold-right((), (), function($a, $b) { 1 })", "7"},
		{"for-each-pair(('a', 'b', 'c'), ('x', 'y'), concat#2)", "ax|by"},
		{"for-each-pair(1 to 3, 2 to 4, function($a, $b) { $a * $b })", "2|6|12"},
		{"sort((1, -2, 5, 10, -10, 8), (), abs#1)", "1|-2|5|8|10|-10"},
		{"sort(('aa', 'b', 'ccc'), (), string-length#1)", "b|aa|ccc"},
		{"apply(concat#3, ['a', 'b', 'c']), apply(function() { 3 }, [])", "abc|3"},
		{"apply(concat#3, ['a', 'b'])", "!FOAP0001"},
		{"function-name(abs#1), function-arity(concat#5), empty(function-name(function($x) { 1 })), "
		 "function-arity(map { }), local-name-from-QName(function-name(xs:date#1))",
		 "fn:abs|5|true|1|date"},
		{"function-lookup(xs:QName('fn:substring'), 2)('abcd', 2), "
		 "exists(function-lookup(xs:QName('fn:substring'), 9)), "
		 "function-lookup(xs:QName('xs:dateTime'), 1)('2011-11-11T11:11:11') instance of xs:dateTime, "
		 "exists(function-lookup(xs:QName('xs:nope'), 1))",
		 "bcd|false|true|false"},
		{"function-lookup(xs:QName('xs:NMTOKENS'), 1)(' a  b ') ! (. || '.', . instance of xs:NMTOKEN)",
		 "a.|true|b.|true"},
		{"function-lookup(xs:QName('xs:IDREFS'), 1)(' ')", "!FORG0001"},
		{"empty(function-lookup(xs:QName('xs:ENTITIES'), 1)(()))", "true"},
		{"function-lookup(xs:QName('fn:load-xquery-module'), 2)('u', map { })", "!FOQM0006"},
		{"load-xquery-module('u')", "!FOQM0006"},
		{"transform(map { })", "!FOXT0004"},
		{"declare function local:f($x) { $x, $x }; function-lookup(xs:QName('local:f'), 1)((1, 2))",
		 "1|2|1|2"},
		{"('abc', 'd') ! function-lookup(xs:QName('fn:string-length'), 0)()", "3|1"},
		{"function-lookup(xs:QName('fn:concat'), 4)(1, 'b', (), 'd')", "1bd"},
		{"function-lookup(xs:QName('fn:abs'), 1)('a')", "!XPTY0004"},
		/* what a step of a fold makes is gone with the next but one */
		{"string-length(fold-left(1 to 200, '', function($a, $b) { substring(concat($a, $b, 'xxxxxxxx'), 3) "
		 "}))",
		 "1692"},
		{"head(for-each((1, 2), function($x) { if ($x = 1) then 'first' else error() }))", "first"},
	};

	UT_QUERIES(list, NULL);
}

static void
maps(void)
{
	static const UtQuery list[] = {
		{"map:size(map { }), map:size(map { 1 : 2, 3 : 4 })", "0|2"},
		{"map:keys(map { 'b' : 1, 'a' : 2 }), map:contains(map { 'a' : () }, 'a'), map:contains(map { }, 1)",
		 "b|a|true|false"},
		{"map:get(map { 1 : ('x', 'y') }, 1), count(map:get(map { }, 1))", "x|y|0"},
		{"let $m := map { 1 : 'a' }, $n := map:put($m, 2, 'b'), $o := map:put($n, 1, 'c') return "
		 "(map:size($m), map:size($n), $n(1), $o(1), map:keys($o))",
		 "1|2|a|c|1|2"},
		{"map:entry('k', (1, 2))?k", "1|2"},
		{"let $m := map { 1 : 'a', 2 : 'b', 3 : 'c' } return (map:keys(map:remove($m, (1, 3, 9))), "
		 "map:size($m))",
		 "2|3"},
		{"map:for-each(map { 1 : 'a', 2 : 'b' }, function($k, $v) { $k || $v })", "1a|2b"},
		{"map:keys(map:merge((map { 1 : 'a' }, map { 2 : 'b' }))), map:merge((map { 1 : 'a' }, map { 1 : 'b' "
		 "}))(1)",
		 "1|2|a"},
		{"map:merge((map { 1 : 'a' }, map { 1 : 'b' }), map { 'duplicates' : 'use-last' })(1), "
		 "map:merge((map { 1 : 'a' }, map { 1 : 'b' }), map { 'duplicates' : 'combine' })(1)",
		 "b|a|b"},
		{"map:merge((map { 1 : 'a' }, map { 1 : 'b' }), map { 'duplicates' : 'reject' })", "!FOJS0003"},
		{"map:merge((), map { 'duplicates' : 'what' })", "!FOJS0005"},
		{"map:size(map:merge(for $i in 1 to 2000 return map { $i : $i }))", "2000"},
		{"let $m := map:merge(for $i in 1 to 2000 return map { 'k' || $i : $i }) return (sum($m?*), "
		 "$m?k1999, "
		 "map:keys($m)[17], sum(map:remove($m, for $i in 1 to 1999 return 'k' || $i)?*))",
		 "2001000|1999|k17|2000"},
		{"map:size(fold-left(1 to 1000, map { }, function($m, $i) { map:put($m, $i mod 100, $i) }))", "100"},
		{"map:find(([map { 'a' : 1 }, map { 'b' : map { 'a' : 2 } }], map { 'a' : (3, 4) }), 'a') ! "
		 "array:size(.)",
		 "3"},
		{"array:flatten(map:find([map { 'a' : 1 }, map { 'b' : map { 'a' : 2 } }], 'a'))", "1|2"},
	};

	UT_QUERIES(list, NULL);
}

static void
arrays(void)
{
	static const UtQuery list[] = {
		{"array:size([]), array:size([1, (2, 3)]), array:get(['a', 'b'], 2)", "0|2|b"},
		{"array:get([1], 0)", "!FOAY0001"},
		{"array:put(['a', 'b', 'c'], 2, ('x', 'y'))?*", "a|x|y|c"},
		{"array:put([], 1, 'x')", "!FOAY0001"},
		{"let $a := [1], $b := array:append($a, 2), $c := array:append($a, 3), $d := array:append($b, 4) "
		 "return "
		 "($a?*, '/', $b?*, '/', $c?*, '/', $d?*)",
		 "1|/|1|2|/|1|3|/|1|2|4"},
		{"array:subarray(['a', 'b', 'c', 'd'], 2)?*, array:subarray(['a', 'b', 'c', 'd'], 2, 2)?*, "
		 "array:size(array:subarray(['a'], 2)), array:size(array:subarray([], 1, 0))",
		 "b|c|d|b|c|0|0"},
		{"array:subarray(['a'], 3)", "!FOAY0001"},
		{"array:subarray(['a'], 1, -1)", "!FOAY0002"},
		{"array:subarray(['a'], 1, 2)", "!FOAY0001"},
		{"let $a := ['a', 'b', 'c'], $s := array:subarray($a, 1, 1) return (array:append($s, 'x')?*, $a?*)",
		 "a|x|a|b|c"},
		{"array:remove(['a', 'b', 'c'], (1, 3))?*, array:size(array:remove([1], ()))", "b|1"},
		{"array:remove([1], 2)", "!FOAY0001"},
		{"array:insert-before(['a', 'b'], 3, 'x')?*, array:insert-before(['a'], 1, ())(2)", "a|b|x|a"},
		{"array:insert-before([], 2, 1)", "!FOAY0001"},
		{"array:head([(1, 2), 3]), array:tail([1, 2, 3])?*", "1|2|2|3"},
		{"array:head([])", "!FOAY0001"},
		{"array:tail([])", "!FOAY0001"},
		{"array:reverse([1, (2, 3)])?*, array:join(([1], [], [2, [3]])) ! array:size(.)", "2|3|1|3"},
		{"array:for-each([1, (2, 3)], count#1)?*, array:filter([1, 2, 3], function($x) { $x > 1 })?*",
		 "1|2|2|3"},
		{"array:fold-left([1, 2, 3], 0, function($a, $b) { $a * 10 + $b }), array:fold-right([1, 2, 3], 0, "
		 "function($a, $b) { $a + $b * 10 })",
		 "123|321"},
		{"array:for-each-pair([1, 2], [3, 4, 5], function($a, $b) { $a + $b })?*", "4|6"},
		{"array:sort([3, 1, 2])?*, array:sort([(2, 1), (1, 2, 3), 1], (), count#1) ! string-join(?*, '')",
		 "1|2|3|121123"},
		{"array:flatten(([1, [2, 3]], 4, [[]]))", "1|2|3|4"},
		{"let $a := fold-left(1 to 1000, [], array:append#2) return (array:size($a), $a(1000))", "1000|1000"},
	};

	UT_QUERIES(list, NULL);
}

static void
random_numbers(void)
{
	static const UtQuery list[] = {
		{"random-number-generator()?number eq random-number-generator(())?number", "true"},
		{"let $g := random-number-generator('seed') return ($g?number ge 0 and $g?number lt 1, "
		 "$g?number eq random-number-generator('seed')?number, $g?number eq $g?next()?number, "
		 "$g?number eq random-number-generator('other')?number)",
		 "true|true|false|false"},
		{"let $p := random-number-generator(7)?permute(1 to 100) return (deep-equal(sort($p), 1 to 100), "
		 "deep-equal($p, 1 to 100), count(random-number-generator()?permute(())))",
		 "true|false|0"},
		/* half of many numbers are below a half, within what chance allows */
		{"let $n := count(fold-left(1 to 2000, map { 'g' : random-number-generator(1), 'n' : () }, "
		 "function($s, $i) { map { 'g' : $s?g?next(), 'n' : ($s?n, if ($s?g?number lt 0.5) then 1 else ()) } "
		 "})?n) "
		 "return $n gt 900 and $n lt 1100",
		 "true"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_fn_function)
{
	UT_RUN(higher);
	UT_RUN(maps);
	UT_RUN(arrays);
	UT_RUN(random_numbers);
	return ut_done();
}
