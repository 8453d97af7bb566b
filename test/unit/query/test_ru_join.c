/*
 * test_ru_join.c -- items that comparisons select by look-up: the same ones as one by one, in the same order, with the
 * same errors.
 */
#include "../ut_query.h"

/* Items number 0 to 11 with keys k of several kinds, some twice, some missing; and others that refer to them. */
static const char document[] =
	"<r><i n='0' k='a'/><i n='1' k='b'/><i n='2' k='a'/><i n='3'/><i n='4' k='1'/><i n='5' k='1.0'/>"
	"<i n='6' k='c'/><i n='7' k='b'/><i n='8' k='2'/><i n='9' k='NaN'/><i n='10' k=''/><i n='11' k='a'/>"
	"<m n='0'><k>a</k><k>x</k></m><m n='1'><k>b</k></m><m n='2'/><m n='3'><k>x</k><k>b</k><k>b</k></m>"
	"<m n='4'><k>c</k></m><m n='5'><k>x</k></m><m n='6'><k>1</k></m><m n='7'><k>a</k></m>"
	"<v>1</v><v>2</v><v>3</v><v>4</v><v>5</v><v>6</v><v>7</v><v>8.0</v><v>1e0</v></r>";

static void
untyped_keys(void)
{
	static const UtQuery list[] = {
		{"for $x in ('a', 'q', 'b', '') for $i in /r/i where $i/@k = $x return concat($x, $i/@n)",
		 "a0|a2|a11|b1|b7|10"},
		{"for $x in ('a', 'q', 'b', '') for $i in /r/i where $x = $i/@k return concat($x, $i/@n)",
		 "a0|a2|a11|b1|b7|10"},
		{"for $x in ('a', 'q', 'b') for $i in /r/i where $i/@k eq $x return concat($x, $i/@n)",
		 "a0|a2|a11|b1|b7"},
		{"for $x in /r/i[position() < 4] for $i in /r/i where $i/@k = $x/@k return concat($x/@n, '-', $i/@n)",
		 "0-0|0-2|0-11|1-1|1-7|2-0|2-2|2-11"},
		{"for $x in ('a', 'b', 'x') for $m in /r/m where $m/k = $x return concat($x, $m/@n)",
		 "a0|a7|b1|b3|x0|x3|x5"},
		{"for $x in /r/i[position() < 3] for $m in /r/m where $m/k = ($x/@k, 'x') return concat($x/@n, '-', "
		 "$m/@n)",
		 "0-0|0-3|0-5|0-7|1-0|1-1|1-3|1-5"},
		{"for $x in ('a', 'b') for $i at $p in /r/i where $i/@k = $x return concat($x, $p)",
		 "a1|a3|a12|b2|b8"},
		{"for $x in ('a', 'b') return (for $i in /r/i where $i/@k = $x return string($i/@n))", "0|2|11|1|7"},
		{"for $x in ('a', 'b') let $c := (for $i in /r/i where $i/@k = $x return $i) return count($c)",
		 "3|2"},
		{"for $x in ('a', 'b', 'b') for $i in /r/i where xs:integer($i/@n) > 1 and $i/@k = $x and "
		 "$i/@n != '11' return concat($x, $i/@n)",
		 "a2|b7|b7"},
		{"for $x in ('a', 'b') for $i in /r/i where $i/@k = $x order by xs:integer($i/@n) descending "
		 "return concat($x, $i/@n)",
		 "a11|b7|a2|b1|a0"},
		{"for $x in ('a', 'b', 'c') for $i in /r/i where $i/@k = $x for $m in /r/m where $m/k = $i/@k "
		 "return concat($i/@n, '-', $m/@n)",
		 "0-0|0-7|2-0|2-7|11-0|11-7|1-1|1-3|7-1|7-3|6-4"},
		{"for $x in ((), 'a') for $i in /r/i where $i/@k = $x[. = 'z'] return 1", ""},
		{"for $x in (xs:anyURI('a'), xs:untypedAtomic('b'), xs:NCName('c')) for $i in /r/i where $i/@k = $x "
		 "return "
		 "string($i/@n)",
		 "0|2|11|1|7|6"},
	};

	UT_QUERIES(list, document);
}

static void
other_types(void)
{
	static const UtQuery list[] = {
		/* untyped values as numbers */
		{"for $x in (1, 8, 9) for $v in /r/v where $v = $x return concat($x, ':', $v)", "1:1|1:1e0|8:8.0"},
		{"for $x in (1.0, xs:float(8), 1e0, xs:double('NaN')) for $v in /r/v where $v = $x return string($v)",
		 "1|1e0|8.0|1|1e0"},
		{"for $x in ('1', 1, '8', 8) for $v in /r/v where $v = $x return string($v)", "1|1|1e0|8.0"},
		/* one of them is none: the error of the loop */
		{"for $x in (1, 2) for $i in /r/i[@k = ('1', '1.0', '2', 'a')] where $i/@k = $x return string($i/@n)",
		 "!FORG0001"},
		{"for $x in (1, 2) for $i in /r/i where $i/@k eq $x return 1", "!XPTY0004"},
		{"for $x in ('a', 'b') for $m in /r/m where $m/k eq $x return 1", "!XPTY0004"},
		{"for $x in (3, 5.0, 7e0, 20) for $i in 1 to 10 where $i = $x return $i", "3|5|7"},
		{"for $x in (/r/v[1], /r/v[8], 3) for $i in 1 to 10 where $i = $x return $i", "1|8|3"},
		{"for $x in (1, 2) for $i in ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i') where $i = $x return $i",
		 "!XPTY0004"},
		{"for $x in ('a', 'b') for $i in (1 to 10, 'a', 'b') where string($i) = $x return $i", "a|b"},
		{"for $x in (xs:date('2020-01-02'), xs:date('2020-01-05')) for $i in 0 to 9 "
		 "where xs:date('2020-01-01') + $i * xs:dayTimeDuration('P1D') = $x return $i",
		 "1|4"},
		{"for $x in (xs:date('2020-01-02'), xs:untypedAtomic('2020-01-05')) for $i in 0 to 9 "
		 "where xs:date('2020-01-01') + $i * xs:dayTimeDuration('P1D') = $x return $i",
		 "1|4"},
		{"for $x in (true(), false()) for $i in 1 to 10 where ($i < 3) = $x return $i",
		 "1|2|3|4|5|6|7|8|9|10"},
		{"for $x in (0.1, 0.1e0, xs:float('0.1')) for $i in 0 to 9 where ($i div 10) = $x return $i",
		 "1|1|1"},
		{"for $x in (-0e0, 0) for $i in -4 to 5 where $i = $x return $i", "0|0"},
	};

	UT_QUERIES(list, document);
}

static void
changing_sources(void)
{
	static const UtQuery list[] = {
		/* what the items depend on changes */
		{"for $s in (1, 2) let $l := ($s to $s + 9) return (for $x in ($s, $s + 1) for $i in $l where $i = "
		 "$x "
		 "return $i)",
		 "1|2|2|3"},
		{"for $s in 1 to 3 for $x in (1, 2) for $i in ($s to $s + 9) where $i = $x return concat($s, $x)",
		 "11|12|22"},
		{"for $s in (0, 100) for $x in (1, 101) for $i in 1 to 10 where $i + $s = $x return concat($s, '+', "
		 "$i)",
		 "0+1|100+1"},
		{"declare function local:f($l, $x) { for $y in ($x, $x) for $i in $l where $i = $y return $i }; "
		 "local:f(1 to 10, 3), local:f(11 to 20, 3), local:f(11 to 20, 12), local:f(subsequence(1 to 20, 2), "
		 "1)",
		 "3|3|12|12"},
		{"declare function local:f($n) { if ($n = 0) then () else for $x in ($n, $n + 1) for $i in ($n to $n "
		 "+ 9) "
		 "where $i = $x return ($i, local:f($n - 1)) }; count(local:f(4))",
		 "30"},
		{"for $x in ('a', 'b') for $i in (/r/i ! .) where $i/@k = $x return string($i/@n)", "0|2|11|1|7"},
		{"/r/m[@n < 2] ! (for $x in ('a', 'b', 'x') for $k in (1 to 9, ./k) where $k instance of element() "
		 "and "
		 "string($k) = $x return concat(@n, $x))",
		 "0a|0x|1b"},
		{"for $x in 1 to 3 for $e in (1 to 9) ! <e>{.}</e> where $e = string($x) return string($e)", "1|2|3"},
		{"let $m := (1 to 10) ! map { 'k': ., 'v': . * 10 } for $x in (3, 5, 20) for $i in $m where $i?k = "
		 "$x return $i?v",
		 "30|50"},
		{"let $f := function($n) { <e>{$n}</e> } return count((for $x in (1, 2, 2) for $e in for-each(1 to "
		 "9, $f) "
		 "where $e = $x return $e) | ())",
		 "3"},
		{"for $x in (1, 0) for $i in 1 to 9 where 6 idiv $i = 6 idiv $x return $i", "!FOAR0001"},
		{"for $x in 1 to 3 for $i in (0 to 9) where 6 idiv $i = $x return $i", "!FOAR0001"},
		{"try { for $x in 1 to 3 for $i in (0 to 9) where 6 idiv $i = $x return $i } catch * { 'caught' }",
		 "caught"},
		{"for $x in 1 to 3 for $i in () where $i = error() return $i", ""},
		{"(for $x in (5, 6, 7) for $i in 1 to 10 where $i = $x return ($i, $i * 10))[position() = (1, 4)]",
		 "5|60"},
		{"count(for $x in 1 to 2000 for $i in 1 to 2000 where $i = $x return $i)", "2000"},
		{"count(for $x in 1 to 300 for $i in 1 to 300 where $i mod 3 = $x mod 3 return $i)", "30000"},
	};

	UT_QUERIES(list, document);
}

/* Predicates and "some" that select by equality. */
static void
predicates(void)
{
	static const UtQuery list[] = {
		{"for $x in ('a', 'q', 'b') return /r/i[@k = $x]/@n ! concat($x, .)", "a0|a2|a11|b1|b7"},
		{"for $x in ('a', 'q', 'b') return count(/r/i[$x = @k])", "3|0|2"},
		{"for $x in ('a', 'b') return /r/i[@k = $x][2]/@n ! string(.)", "2|7"},
		{"for $x in ('a', 'b') return /r/i[@k = $x][last()]/@n ! string(.)", "11|7"},
		{"for $x in ('a', 'b', 'x') return string-join(/r/m[k = $x]/@n, '-')", "0-7|1-3|0-3-5"},
		{"for $x in ('a', 'b') return (for $p in 1 to 2 return /r/i[@k = $x and position() = $p]/@n ! "
		 "string(.))",
		 "0|1"},
		{"for $i in /r/i return $i[count(/r/i[@k = $i/@k]) = 1]/@n ! string(.)", "4|5|6|8|9|10"},
		{"for $i in /r/i return $i[count(/r/i[@k eq $i/@k]) = 1]/@n ! string(.)", "4|5|6|8|9|10"},
		{"for $x in (1, 8) return /r/v[. = $x] ! string(.)", "1|1e0|8.0"},
		{"for $x in (1, 2) return /r/i[@k = $x]", "!FORG0001"},
		{"for $x in 1 to 3 return (1 to 10)[. = $x]", "1|2|3"},
		{"for $x in 1 to 3 return (1 to 10)[. = ($x, 7, $x)]", "1|7|2|7|3|7"},
		{"for $x in (1, 'a') return (1 to 10)[. = $x]", "!XPTY0004"},
		{"for $m in /r/m return ($m/k[. = ('a', 'b')] ! string(.))", "a|b|b|b|a"},
		{"for $m in /r/m[@n < 2], $x in ('a', 'b') return $m/k[. = $x] ! string(.)", "a|b"},
		{"/r/m[some $i in /r/i satisfies $i/@k = k]/@n ! string(.)", "0|1|3|4|6|7"},
		{"for $m in /r/m where some $i in /r/i satisfies $m/k = $i/@k return string($m/@n)", "0|1|3|4|6|7"},
		{"for $m in /r/m where every $i in /r/i satisfies $m/k = $i/@k return string($m/@n)", ""},
		{"for $m in /r/m where not(some $i in /r/i satisfies $m/k = $i/@k) return string($m/@n)", "2|5"},
		{"for $x in (1, 2) where some $i in 1 to 10, $j in 1 to 10 satisfies $i = $x + 8 and $j = $i return "
		 "$x",
		 "1|2"},
	};

	UT_QUERIES(list, document);
}

/* Equalities of which one side stays the same. */
static void
members(void)
{
	static const UtQuery list[] = {
		{"/r/m[k = /r/i/@k]/@n ! string(.)", "0|1|3|4|6|7"},
		{"/r/m[/r/i/@k = k]/@n ! string(.)", "0|1|3|4|6|7"},
		{"/r/m[not(k = /r/i/@k)]/@n ! string(.)", "2|5"},
		{"count(/r/i[@k = /r/i/@k])", "11"},
		{"let $l := 1 to 9 return (for $x in (3, 3.0, 9e0, 10, xs:double('NaN')) return $x = $l)",
		 "true|true|true|false|false"},
		{"let $l := (1 to 9, xs:double('NaN')) return (for $x in (xs:double('NaN'), 1) return $x = $l)",
		 "false|true"},
		{"let $l := (1 to 9) return (for $x in (1, xs:untypedAtomic('2'), xs:untypedAtomic('20')) return $x "
		 "= $l)",
		 "true|true|false"},
		{"let $l := (1 to 9) return (for $x in (1, xs:untypedAtomic('x')) return $x = $l)", "!FORG0001"},
		{"let $l := (1 to 9) return (for $x in (1, 'x') return $x = $l)", "!XPTY0004"},
		{"let $l := ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h') return (for $x in ('a', 'h', 'i') return "
		 "($x, 'z') = $l)",
		 "true|true|false"},
		{"for $s in (1, 11) let $l := ($s to $s + 9) for $x in (1, 11, 20) return $x = $l",
		 "true|false|false|false|true|true"},
		{"for $v in (1 to 3) return $v = (/r/v)", "true|true|true"},
		{"for $v in (9, 8, 1) return $v = (/r/v)", "false|true|true"},
		{"for $v in ('9', '8.0', '1e0', '8') return $v = (/r/v)", "false|true|true|false"},
		{"count((1 to 20000)[. = 1 to 20000])", "20000"},
	};

	UT_QUERIES(list, document);
}

/* Inequalities: ranges of sorted numbers. */
static void
ranges(void)
{
	static const UtQuery list[] = {
		{"for $x in (3, 1, 11) for $i in (5, 1, 9, 2, 8, 3, 7, 4, 6, 10) where $i < $x return concat($x, "
		 "':', $i)",
		 "3:1|3:2|11:5|11:1|11:9|11:2|11:8|11:3|11:7|11:4|11:6|11:10"},
		{"for $x in (8, 9, 0) for $i in (5, 1, 9, 2, 8, 3, 7, 4, 6, 10) where $x < $i return concat($x, ':', "
		 "$i)",
		 "8:9|8:10|9:10|0:5|0:1|0:9|0:2|0:8|0:3|0:7|0:4|0:6|0:10"},
		{"for $x in (2, 3) for $i in (5, 1, 9, 2, 8, 3, 7, 4, 6, 10) where $i <= $x return concat($x, ':', "
		 "$i)",
		 "2:1|2:2|3:1|3:2|3:3"},
		{"for $x in (9, 10) for $i in (5, 1, 9, 2, 8, 3, 7, 4, 6, 10) where $i >= $x return concat($x, ':', "
		 "$i)",
		 "9:9|9:10|10:10"},
		{"for $x in (9, 9) for $i in (5, 1, 9, 2, 8, 3, 7, 4, 6, 10) where $x ge $i and $i mod 2 = 0 return "
		 "$i",
		 "2|8|4|6|2|8|4|6"},
		{"for $x in (9, xs:double('NaN'), -INF[. = 1], 9) for $i in (5, 1, 9e0, 2, 8, 3, 7, "
		 "xs:double('NaN'), 6, 10) "
		 "where $i >= $x return $i",
		 "9|10|9|10"},
		{"for $x in (9, 9) for $i in (5, 1.5, 9.5, 2, 8, 3, 7, 4, 6, 10) where $i > $x return $i",
		 "9.5|10|9.5|10"},
		{"for $x in (9.5, 9.25) for $i in 1 to 10 where $i > $x return $i", "10|10"},
		{"for $x in /r/v[position() < 3] for $i in (5, 1, 9, 2, 8, 3, 7, 4, 6, 10) where $i < $x + 1 return "
		 "$i",
		 "1|1|2"},
		{"for $x in /r/v[position() < 3] for $i in (5, 1, 9, 2, 8, 3, 7, 4, 6, 10) where $i <= $x return $i",
		 "1|1|2"},
		{"for $x in (7, 8) for $v in /r/v where $v > $x return string($v)", "8.0"},
		{"for $x in ('7', '8') for $v in /r/v where $v > $x return string($v)", "8.0|8.0"},
		{"for $x in (1, 2) for $i in /r/i where $i/@k > $x return 1", "!FORG0001"},
		{"for $x in (1, 'a') for $i in 1 to 10 where $i > $x return 1", "!XPTY0004"},
		{"for $x in (7, 8) let $l := (for $v in /r/v where $v >= $x return $v) return count($l)", "2|1"},
		{"for $x in (7, 8, 8) return count(for $v in /r/v where $v >= $x return $v)", "2|1|1"},
		{"for $x in (7, 8) let $l := (for $v at $p in /r/v where $v >= $x return $p) return $l", "7|8|8"},
		{"for $x in (2, 3) return count(/r/m[k > $x])", "!FORG0001"},
		{"for $x in (7, 8) return /r/v[. >= $x]/position()", "1|2|1"},
		{"for $x in (7, 8) return count(/r/v[. >= $x][. <= $x])", "1|1"},
		{"for $x in (7, 8), $y in ((1 to 9)[. > $x], 0) return concat($x, $y)", "78|79|70|89|80"},
		{"for $x in ((9, 3), (1, 8)) for $i in (1 to 10) where $i > ($x, 8) return $i",
		 "9|10|4|5|6|7|8|9|10|2|3|4|5|6|7|8|9|10|9|10"},
		{"(for $s in (1, 2) return (for $i in 1 to 1000000000 where $i > 5 return $i)[1])", "6|6"},
		{"count(for $x in 1 to 1000 for $i in 1 to 1000 where $i <= $x return $i)", "500500"},
	};

	UT_QUERIES(list, document);
}

/* What preceding siblings have. */
static void
siblings(void)
{
	static const UtQuery list[] = {
		{"/r/i[@k = preceding-sibling::i/@k]/@n ! string(.)", "2|7|11"},
		{"/r/i[preceding-sibling::i/@k = @k]/@n ! string(.)", "2|7|11"},
		{"/r/i[not(@k = preceding-sibling::i/@k)]/@n ! string(.)", "0|1|3|4|5|6|8|9|10"},
		{"/r/i[@k = preceding-sibling::*/@k]/@n ! string(.)", "2|7|11"},
		{"/r/m[k = preceding-sibling::m/k]/@n ! string(.)", "3|5|7"},
		{"/r/m[k = preceding-sibling::*/@k]/@n ! string(.)", "0|1|3|4|6|7"},
		{"/r/m[k = preceding-sibling::m[1]/k]/@n ! string(.)", ""},
		{"/r/v[. = preceding-sibling::v]/position()", ""},
		{"/r/*[@n = preceding-sibling::i/@n]/@n ! string(.)", "0|1|2|3|4|5|6|7"},
		{"count(/r/*[@n + 0 = preceding-sibling::*/@n])", "8"},
		{"count(/r/i/@n[. = preceding-sibling::i/@n])", "0"},
		{"count(//k[. = preceding-sibling::k])", "1"},
		{"count((/r, /r/i)[@n = preceding-sibling::i/@n])", "0"},
		{"for $e in (<e>{(1, 2, 1, 3, 2, 1, 4, 5, 4) ! <x>{.}</x>}</e>, <e>{(1 to 9) ! <x>{.}</x>}</e>) "
		 "return "
		 "count($e/x[. = preceding-sibling::x])",
		 "4|0"},
		{"(1, 2)[. = preceding-sibling::a]", "!XPTY0020"},
	};

	UT_QUERIES(list, document);
}

UT_SUITE(test_ru_join)
{
	UT_RUN(siblings);
	UT_RUN(ranges);
	UT_RUN(predicates);
	UT_RUN(members);
	UT_RUN(untyped_keys);
	UT_RUN(other_types);
	UT_RUN(changing_sources);
	return ut_done();
}
