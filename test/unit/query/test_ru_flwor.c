/*
 * test_ru_flwor.c -- FLWOR expressions: XQuery 3.1, section 3.12.
 */
#include "../ut_query.h"

static void
for_and_let(void)
{
	static const UtQuery list[] = {
		{"for $x in 1 to 3 return $x * 2", "2|4|6"},
		{"for $x in (1, 2), $y in (10, 20) return $x + $y", "11|21|12|22"},
		{"for $x in 1 to 3 for $y in 1 to $x return $y", "1|1|2|1|2|3"},
		{"for $x at $i in ('a', 'b') return ($i, $x)", "1|a|2|b"},
		{"for $x in () return 1, for $x allowing empty in () return count($x)", "0"},
		{"for $x allowing empty at $i in () return $i, for $x allowing empty at $i in (7, 8) return $i",
		 "0|1|2"},
		{"for $x in 1 to 2 for $y allowing empty in (1 to 2)[. = $x + 1] return <r>{$x, $y}</r> ! string(.)",
		 "1 2|2"},
		{"let $x := 1 to 3 return count($x), let $x := 1, $y := $x + 1 return ($x, $y)", "3|1|2"},
		{"let $x := 1 let $x := $x + 1 return $x", "2"},
		{"for $x in 1 to 3 let $y := $x * $x where $y > 1 return $y", "4|9"},
		{"let $x := 5 where $x > 3 return $x, let $x := 2 where $x > 3 return $x", "5"},
		{"for $x in 1 to 10 where $x mod 2 = 0 where $x > 4 return $x", "6|8|10"},
		/* a condition behind values that it does not need, and one that does */
		{"for $x in 1 to 4 let $y := $x * 10 let $z := $y + 1 where $x > 2 return ($y, $z)", "30|31|40|41"},
		{"for $x in 1 to 4 let $y := $x * 10 where $y > 20 where $x < 4 return $y", "30"},
		{"for $x in 1 to 4 let $y := $x * 10 where $x > 1 where $y < 40 where $x > 2 return $y", "30"},
		{"for $x in 1 to 4 let $y := 5 - $x where (for $y in 1 to 2 return $y) = $x return $y", "4|3"},
		{"for $x in 1 to 4 let $x := 5 - $x where $x > 3 return $x", "4"},
		{"for $x in 1 to 4 let $y := $x where some $z in (1, 3) satisfies $z = $x count $n return 10 * $n + "
		 "$y",
		 "11|23"},
		{"for $x in 1 to 2 let $y := $x where $x = 2 for $z in 1 to $y where $z = $x return $y * 10 + $z",
		 "22"},
		{"for $x in (2, 1) let $y := $x where $x > 0 order by $y return $y", "1|2"},
		{"let $a := 3 for $x in 1 to 4 let $y := $a where $x = $a return $y + $x", "6"},
		{"for $x as xs:integer in (1, 2) return $x, let $x as xs:string := 'a' return $x", "1|2|a"},
		{"for $x as xs:string in (1, 2) return $x", "!XPTY0004"},
		{"let $x as xs:string := 1 return $x", "!XPTY0004"},
		{"let $x as xs:integer := (1, 2) return $x", "!XPTY0004"},
		{"for $x as xs:integer allowing empty in () return 1", "!XPTY0004"},
		{"for $x as xs:integer? allowing empty in () return 1", "1"},
		{"for $x at $x in 1 to 3 return $x", "!XQST0089"},
		{"for $x in 1 to 3 return $y", "!XPST0008"},
		{"for $x in $x return 1", "!XPST0008"},
		/* a variable that another expression binds while this one is half way through */
		{"(for $x in 1 to 3 return ($x, $x + 10)) = (for $y in (99, 13) return $y)", "true"},
		{"(for $x in 1 to 2 return (for $y in 1 to 2 return ($x * 10 + $y))) ! (. , .)",
		 "11|11|12|12|21|21|22|22"},
		{"count(for $x in 1 to 1000, $y in 1 to 100 return $x), sum(for $x in 1 to 100 return $x)",
		 "100000|5050"},
		{"(for $x in 1 to 1000000000 return $x)[3], exists(for $x in 1 to 1000000000 return $x)", "3|true"},
		{"string-join(for $w in ('a', 'b') return concat($w, for $v in ('x', 'y')[. = 'y'] return $v), ' ')",
		 "ay by"},
		{"declare function local:f($n) { for $i in 1 to $n return if ($i = 1) then $n else local:f($i - 1) "
		 "}; "
		 "local:f(3)",
		 "3|1|2|1"},
	};

	UT_QUERIES(list, NULL);
}

static void
order_by(void)
{
	static const UtQuery list[] = {
		{"for $x in (3, 1, 2) order by $x return $x, for $x in (3, 1, 2) order by $x descending return $x",
		 "1|2|3|3|2|1"},
		{"for $x in ('b', 'a', 'c') order by $x return $x", "a|b|c"},
		{"for $x in 1 to 6 order by $x mod 2, $x descending return $x", "6|4|2|5|3|1"},
		{"for $x in 1 to 6 stable order by $x mod 3 return $x", "3|6|1|4|2|5"},
		{"for $x in 1 to 3 for $y in 1 to 2 order by $y, -$x return $x * 10 + $y", "31|21|11|32|22|12"},
		{"for $x in (2, (), 1) return $x", "2|1"},
		{"for $x in ('b', '', 'a') order by $x[. ne ''] empty least return <i>{$x}</i> ! string(.)", "|a|b"},
		{"for $x in ('b', '', 'a') order by $x[. ne ''] empty greatest return <i>{$x}</i> ! string(.)",
		 "a|b|"},
		{"for $x in ('b', '', 'a') order by $x[. ne ''] descending empty least return <i>{$x}</i> ! "
		 "string(.)",
		 "b|a|"},
		{"declare default order empty greatest; for $x in (2, 0, 1) order by (if ($x) then $x else ()) "
		 "return $x",
		 "1|2|0"},
		{"declare default order empty least; for $x in (2, 0, 1) order by (if ($x) then $x else ()) return "
		 "$x",
		 "0|1|2"},
		{"for $x in (2, xs:double('NaN'), 1) order by $x return $x", "NaN|1|2"},
		{"for $x in (2, xs:double('NaN'), 1) order by $x empty greatest return $x", "1|2|NaN"},
		{"for $x in (2, xs:double('NaN'), 0, 1) order by (if ($x = 0) then () else $x) empty greatest return "
		 "$x",
		 "1|2|NaN|0"},
		{"for $x in (2, xs:double('NaN'), 0, 1) order by (if ($x = 0) then () else $x) empty least return $x",
		 "0|NaN|1|2"},
		{"for $x in (1.5, 1, 2e0, xs:float('1.25')) order by $x return $x", "1|1.25|1.5|2"},
		{"for $x in (1, 'a') order by $x return $x", "!XPTY0004"},
		{"for $x in (1, 2) order by ($x, $x) return $x", "!XPTY0004"},
		{"for $x in (xs:untypedAtomic('10'), xs:untypedAtomic('9')) order by $x return $x", "10|9"},
		{"let $a := 5 for $x at $i in ('c', 'a', 'b') order by $x return concat($x, $i, $a)", "a25|b35|c15"},
		{"for $x in 1 to 3 let $y := ($x, $x) order by $x descending return count($y) + $x", "5|4|3"},
		{"(for $x in 1 to 2000 order by $x mod 7 descending, $x return $x)[position() = (1, 2, 2000)]",
		 "6|13|1995"},
		{"for $x in ('b', 'A') order by $x collation "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive' return $x",
		 "A|b"},
		{"for $x in ('b', 'A') order by $x collation 'urn:nosuch' return $x", "!XQST0076"},
		{"for $x in (3, 1, 2) order by $x count $n return concat($n, ':', $x)", "1:1|2:2|3:3"},
		{"for $x in (3, 1, 2) count $n order by $x return concat($n, ':', $x)", "2:1|3:2|1:3"},
		{"for $x in (3, 1, 2) order by $x for $y in (1, 2) order by $y return $x * 10 + $y",
		 "11|21|31|12|22|32"},
		{"for $x in () order by $x return 1, let $x := 2 order by $x return $x", "2"},
	};

	UT_QUERIES(list, NULL);
}

static void
group_by(void)
{
	static const UtQuery list[] = {
		{"count(for $x in ((1 to 1000) ! (. div 10), (1 to 1000) ! xs:float(. div 10)) group by $x return "
		 "$x)",
		 "1000"},
		{"count(for $x in ((1 to 1000) ! (. div 10), (1 to 1000) ! xs:double(. div 10), 'a'), $y in (1, 1.0) "
		 "group by $x, $y return $x)",
		 "1001"},
		{"count(for $x in 1 to 20000 group by $k := 12345678901234567890123 + $x return $k)", "20000"},
		{"for $x in 1 to 6 group by $k := $x mod 3 return concat($k, ':', string-join($x ! string(.), ','))",
		 "1:1,4|2:2,5|0:3,6"},
		{"for $x in ('a', 'b', 'a') group by $x return $x, for $x in ('a', 'b', 'a') group by $x return "
		 "count($x)",
		 "a|b|1|1"},
		{"for $x in ('a', 'b', 'a') let $y := 1 group by $x return sum($y)", "2|1"},
		{"for $x in 1 to 4, $y in 1 to 2 group by $a := $x mod 2, $b := $y return sum($x)", "4|4|6|6"},
		{"let $z := 7 for $x in 1 to 3 group by $k := $x mod 2 return count($z)", "2|1"},
		{"for $x in (1, 1.0, 1e0, 'a', xs:untypedAtomic('a')) group by $x return count($x)", "1|1"},
		{"for $x at $i in (1, 1.0, 1e0, 'a', xs:untypedAtomic('a')) group by $x return count($i)", "3|2"},
		{"for $x at $i in (xs:double('NaN'), xs:float('NaN')) group by $x return count($i)", "2"},
		{"for $x in 1 to 3 group by $k := () return count($x)", "3"},
		{"for $x in 1 to 4 group by $k := (1, 2)[. = $x] order by $k return concat($k, '-', count($x))",
		 "-2|1-1|2-1"},
		{"for $x in 1 to 3 group by $k := (1, 2) return $k", "!XPTY0004"},
		{"for $x in 1 to 6 group by $x := $x mod 3, $x := $x mod 2 return $x", "1|0"},
		{"for $x in 1 to 3 group by $y return $y", "!XQST0094"},
		{"let $y := 1 return for $x in 1 to 3 group by $y return $y", "!XQST0094"},
		{"for $x in 1 to 3 group by $k as xs:integer := $x mod 2 return $k", "1|0"},
		{"for $x in 1 to 3 group by $k as xs:string := $x mod 2 return $k", "!XPTY0004"},
		{"for $x in ('a', 'A', 'b') group by $k := $x collation "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive' return concat($k, "
		 "count($x))",
		 "a2|b1"},
		{"for $x in 1 to 10 group by $k := $x mod 2 where count($x) > 1 order by $k return sum($x)", "30|25"},
		{"for $x in 1 to 6 let $k := $x mod 2 group by $k let $m := max($x) group by $m return concat($m, "
		 "':', $k)",
		 "5:1|6:0"},
		{"for $x in () group by $x return 1, count(for $x in 1 to 3000 group by $k := $x mod 1000 return $k)",
		 "1000"},
		{"for $i in 1 to 2 return (for $x in 1 to 3 group by $k := $x mod 2 return count($x) * $i)",
		 "2|1|4|2"},
	};

	UT_QUERIES(list, NULL);
}

static void
windows(void)
{
	static const UtQuery list[] = {
		{"for tumbling window $w in (2, 4, 6, 8, 10, 12, 14) start at $s when true() only end at $e when $e "
		 "- $s eq 2 "
		 "return string-join($w ! string(.), ' ')",
		 "2 4 6|8 10 12"},
		{"for tumbling window $w in (2, 4, 6, 8, 10, 12, 14) start at $s when true() end at $e when $e - $s "
		 "eq 2 "
		 "return string-join($w ! string(.), ' ')",
		 "2 4 6|8 10 12|14"},
		{"for sliding window $w in (2, 4, 6, 8, 10) start at $s when true() only end at $e when $e - $s eq 2 "
		 "return string-join($w ! string(.), ' ')",
		 "2 4 6|4 6 8|6 8 10"},
		{"for sliding window $w in (2, 4, 6, 8, 10) start at $s when true() end at $e when $e - $s eq 2 "
		 "return string-join($w ! string(.), ' ')",
		 "2 4 6|4 6 8|6 8 10|8 10|10"},
		{"for tumbling window $w in (1, 2, 5, 3, 4, 1) start $s previous $p when $s < $p or empty($p) "
		 "return string-join($w ! string(.), ' ')",
		 "1 2 5|3 4|1"},
		{"for tumbling window $w in (1, 3, 2, 4, 5) start $s when $s mod 2 = 0 return count($w)", "1|2"},
		{"for tumbling window $w in 1 to 5 start $s at $i previous $p next $n when $i mod 2 = 1 "
		 "end $e at $j previous $q next $m when $j mod 2 = 0 return concat($s, $i, $p, $n, $e, $j, $q, $m, "
		 "count($w))",
		 "1122213"
		 "2|33244435"
		 "2|5545"
		 "541"},
		{"for tumbling window $w in () start when true() return 1", ""},
		{"for tumbling window $w in (1, 2) start when false() return 1", ""},
		{"for tumbling window $w as xs:integer in (1, 2) start at $i when $i = 1 return $w", "!XPTY0004"},
		{"for tumbling window $w as xs:integer+ in (1, 2) start at $i when $i = 1 return $w", "1|2"},
		{"for tumbling window $w in (1, 2) start $w when true() return $w", "!XQST0103"},
		{"for $x in 1 to 2 for tumbling window $w in 1 to 4 start at $i when ($i - 1) mod (2 * $x) = 0 "
		 "return sum($w)",
		 "3|7|10"},
	};

	UT_QUERIES(list, NULL);
}

static void
nodes(void)
{
	static const char document[] = "<s><p n='3' c='x'>a</p><p n='1' c='y'>b</p><p n='10' c='x'>c</p></s>";
	static const UtQuery list[] = {
		{"for $p in /s/p order by xs:integer($p/@n) return string($p)", "b|a|c"},
		{"for $p in /s/p order by $p/@n return string($p)", "b|c|a"},
		{"for $p in /s/p group by $c := $p/@c return concat($c, count($p), sum($p/@n))", "x213|y11"},
		{"for $p at $i in /s/p where $p/@c = 'x' return $i", "1|3"},
		{"for $p in /s/p let $same := /s/p[@c = $p/@c] return count($same)", "2|1|2"},
		{"(for $p in /s/p return $p/@n) ! string(.)", "3|1|10"},
		{"some $p in /s/p satisfies $p/@n = 10", "true"},
	};

	UT_QUERIES(list, document);
}

UT_SUITE(test_ru_flwor)
{
	UT_RUN(for_and_let);
	UT_RUN(order_by);
	UT_RUN(group_by);
	UT_RUN(windows);
	UT_RUN(nodes);
	return ut_done();
}
