/*
 * test_ru_memory.c -- what a query constructs is given back while it runs, and stays as long as something refers to it.
 */
#include "../ut_host.h"
#include "../ut_query.h"

/* All memory of a run, and the least that the longer loops below would take if they kept what they make. */
#define SMALL ((size_t) 400 << 10)

/* Loops that keep nothing. */
static const UtQuery loops[] = {
	{"sum(for $i in 1 to 20000 return count(<a>{$i}</a>/text()))", "20000"},
	{"count(for $i in 1 to 20000 return <a b='{$i}'/>)", "20000"},
	{"count((1 to 20000) ! <a>{.}</a>)", "20000"},
	{"count((1 to 20000) ! <a><b>{.}</b></a>/b)", "20000"},
	{"count((1 to 20000) ! map { 'a': ., 'b': <c/> })", "20000"},
	{"count((1 to 20000)[exists(<a>{.}</a>/text())])", "20000"},
	{"count((1 to 20000) ! [ ., <a/> ]?2)", "20000"},
	{"count((1 to 20000) ! (let $i := . return function() { $i }))", "20000"},
	{"count((1 to 20000) ! concat(?, string(.)))", "20000"},
	{"count((1 to 20000) ! function-lookup(xs:QName('xs:integer'), 1))", "20000"},
	{"count((1 to 20000) ! function-lookup(xs:QName('fn:concat'), 2)(., .))", "20000"},
	{"count((1 to 10000) ! parse-xml('<a><b/></a>')//b)", "10000"},
	{"count((1 to 10000) ! parse-json('[{\"a\":[1, 2]}]'))", "10000"},
	{"count((1 to 10000) ! json-to-xml('[1]'))", "10000"},
	{"count((1 to 10000) ! analyze-string('abc', 'b'))", "10000"},
	{"count((1 to 10000) ! random-number-generator(.)?next())", "10000"},
	{"count((1 to 10000) ! (copy $x := <a><b/></a> modify delete node $x/b return $x))", "10000"},
	{"every $i in 1 to 20000 satisfies <a>{$i}</a> = string($i)", "true"},
	{"some $i in 1 to 20000 satisfies <a>{$i}</a> = 0", "false"},
	{"fold-left(1 to 20000, <a/>, function($a, $i) { <a n='{$i}'/> })/string(@n)", "20000"},
	{"map:size(fold-left(1 to 20000, map {}, function($m, $i) { map:put($m, $i mod 10, <a>{$i}</a>) }))",
	 "10"},
	{"map:size(fold-left(1 to 20000, map { 0: 0 }, function($m, $i) { map:remove(map:put($m, $i, $i), $i) "
	 "}))",
	 "1"},
	{"declare function local:f($n, $x) { if ($n = 0) then $x else local:f($n - 1, <a>{$n}</a>) }; "
	 "string(local:f(20000, ()))",
	 "1"},
	{"count(for $i in 1 to 20000 return try { if (<a>{$i}</a> = 0) then 1 else error(xs:QName('a'), 'b', "
	 "<c/>) } "
	 "catch * { $err:value })",
	 "20000"},
	{"count(for $i in 1 to 20000 return try { <a>{$i}</a> + 'b' } catch * { $err:code })", "20000"},
	{"sum(for $i in 1 to 200 return count(for $k in 1 to 50 order by -$k return <a>{$k}</a>))", "10000"},
	{"sum(for $i in 1 to 200 return count(for $k in 1 to 50 group by $g := $k mod 5 return <a>{$k}</a>))",
	 "1000"},
};

/* Evaluate a query to its end. */
static BxStatus
evaluate(UtHost *h, const char *query, char *text, size_t size)
{
	const RuExternal external = {.parse = ut_query_parse};
	const FcOptions options = {.immutable = false};
	const FcQuery *compiled;
	FcRun *run = NULL;
	BxArena arena;
	BxError err;
	BxStatus st;
	FcCall call = {.host = &h->host, .arena = &arena, .err = &err, .external = &external};
	bool found = true;
	XdItem item;
	BxStr s;

	text[0] = '\0';
	bx_error_clear(&err);
	bx_arena_init(&arena, &h->host);
	st = fc_compile(bx_str(query, strlen(query)), &options, &h->host, &arena, &compiled, &err);
	if (st == BX_OK)
		st = fc_open(compiled, &call, &run);
	while (st == BX_OK && found)
	{
		st = fc_next(run, &item, &found);
		if (st == BX_OK && found)
			st = fc_text(run, &item, &s);
		if (st == BX_OK && found)
			snprintf(text, size, "%.*s", (int) s.n, s.s);
	}
	if (st != BX_OK)
		snprintf(text, size, "!%s", err.code);
	fc_close(run);
	bx_arena_reset(&arena);
	return st;
}

static void
loops_keep_nothing(void)
{
	char text[256];
	size_t i;

	for (i = 0; i < sizeof(loops) / sizeof(loops[0]); i++)
	{
		UtHost h;

		ut_host_init_as(&h, bx_host_libc());
		CHECK(evaluate(&h, loops[i].query, text, sizeof(text)) == BX_OK);
		CHECKF(strcmp(text, loops[i].result) == 0, "%s: got %s", loops[i].query, text);
		CHECKF(h.peak < SMALL, "%s: %zu bytes", loops[i].query, h.peak);
		CHECKF(h.live == 0, "%s: %d blocks", loops[i].query, h.live);
	}
}

/* What is pulled is good until the next item. */
static void
items_go_when_the_next_comes(void)
{
	char text[64];
	UtHost h;

	ut_host_init_as(&h, bx_host_libc());
	CHECK(evaluate(&h, "for $i in 1 to 20000 return <a><b>{$i}</b></a>", text, sizeof(text)) == BX_OK);
	CHECK(strcmp(text, "20000") == 0);
	CHECKF(h.peak < SMALL, "%zu bytes", h.peak);
	ut_host_init_as(&h, bx_host_libc());
	CHECK(evaluate(&h, "(1 to 20000) ! <a><b>{.}</b></a>/b/text()", text, sizeof(text)) == BX_OK);
	CHECK(strcmp(text, "20000") == 0);
	CHECKF(h.peak < SMALL, "%zu bytes", h.peak);
}

/* What is referred to stays, whatever made it, and in its order. */
static const UtQuery kept[] = {
	{"let $x := for $i in 1 to 5 return <a>{$i}</a> return (string-join($x), $x[3] << $x[4], $x/text()[. = "
	 "2])",
	 "12345|true|2"},
	{"let $x := (1 to 5) ! <a><b>{.}</b></a>/b return string-join($x/.., ',')", "1,2,3,4,5"},
	{"let $x := (for $i in 1 to 5 return <a>{$i}</a>)/text() return string-join(reverse($x))", "54321"},
	{"string-join((for $i in 1 to 5 return <a><b>{$i}</b><b>x</b></a>)/b, '')", "1x2x3x4x5x"},
	{"string-join((for $i in 1 to 5 return <a><b>{$i}</b></a>)/b/ancestor::a/b)", "12345"},
	{"let $a := for $i in 1 to 3 return <a>{$i}</a>, $b := for $i in 4 to 6 return <b>{$i}</b> "
	 "return string-join($a union $b)",
	 "123456"},
	{"string-join(((for $i in 1 to 3 return <a>{$i}</a>) union (for $i in 4 to 6 return "
	 "<b>{$i}</b>))/text())",
	 "123456"},
	{"string-join(((for $i in 1 to 3 return <a>{$i}</a>)/text() union (for $i in 4 to 6 return "
	 "<b>{$i}</b>)/text()))",
	 "123456"},
	{"let $x := for $i in 1 to 4 return <a>{$i}</a> return string-join(($x except $x[2]) ! string(.))",
	 "134"},
	{"(for $i in 1 to 9 return <a>{$i}</a>)[last()]/string()", "9"},
	{"string-join((for $i in 1 to 9 return <a>{$i}</a>)[. mod 2 = 1])", "13579"},
	{"head(for $i in 1 to 9 return <a>{$i}</a>)/string()", "1"},
	{"string-join(tail((1 to 4) ! <a>{.}</a>))", "234"},
	{"let $f := (1 to 3) ! (let $a := <a>{.}</a> return function() { $a }) return string-join($f ! .())",
	 "123"},
	{"let $m := map:merge((1 to 3) ! map:entry(., <a>{.}</a>)) return string-join(map:keys($m) ! $m(.))",
	 "123"},
	{"let $m := fold-left(1 to 500, map {}, function($m, $i) { map:put($m, $i, <a>{$i}</a>) }) "
	 "return ($m(1), $m(250), $m(500)) ! string(.)",
	 "1|250|500"},
	{"let $m := map { 'a': <a/> }, $n := (1 to 400) ! map:put($m, ., <b>{.}</b>) "
	 "return (map:size($m), count($n), string($n[7](7)), string($n[400](400)))",
	 "1|400|7|400"},
	{"let $a := fold-left(1 to 300, [], function($a, $i) { array:append($a, <a>{$i}</a>) }) "
	 "return (array:size($a), $a(1), $a(300)) ! string(.)",
	 "300|1|300"},
	{"let $a := [ 1 ], $b := array:append($a, <b>2</b>), $c := array:append($a, <c>3</c>) "
	 "return ($a?*, $b?*, $c?*) ! string(.)",
	 "1|1|2|1|3"},
	{"let $a := array:join((1 to 3) ! [ <a>{.}</a>, concat('x', .) ]) return string-join($a?*)", "1x12x23x3"},
	{"let $a := array:reverse(array:subarray(array { (1 to 5) ! <a>{.}</a> }, 2, 3)) return "
	 "string-join($a?*)",
	 "432"},
	{"let $a := array:sort([ <a>3</a>, <a>1</a>, <a>2</a> ]) return string-join($a?*)", "123"},
	{"let $a := map:find([ map { 'k': <a>1</a> }, map { 'k': concat('t', '2') } ], 'k') return "
	 "string-join($a?*)",
	 "1t2"},
	{"let $m := map:put(map { 'b': 1 }, 'me', map { 'b': <b/> }), $n := map:put($m, 'self', $m), "
	 "$k := map:put($n, 'again', [ $n ]) return map:size($k('again')(1)('self'))",
	 "2"},
	{"let $j := parse-json('{\"a\":[{\"b\":\"text\"},[1,2]]}')?a return ($j(1)?b, $j(2)(2))", "text|2"},
	{"declare variable $g := <g>{1 to 3}</g>; (1 to 3) ! string($g)", "1 2 3|1 2 3|1 2 3"},
	{"declare variable $g := (1 to 3) ! (let $i := . return function() { <g>{$i}</g> }); string-join($g ! "
	 ".())",
	 "123"},
	{"declare function local:f($x) { <f>{$x}</f>, $x }; string-join(local:f(local:f(<a>1</a>)) ! name(.), ' "
	 "')",
	 "f f a"},
	{"declare function local:f($n, $x) { if ($n = 0) then $x else local:f($n - 1, (<a>{$n}</a>, $x)) }; "
	 "string-join(local:f(50, ())[position() = (1, 50)], ' ')",
	 "1 50"},
	{"for $x in (for $i in 1 to 6 return <a n='{$i}'/>) order by -$x/@n return string($x/@n)", "6|5|4|3|2|1"},
	{"for $x in (for $i in 1 to 6 return <a n='{$i}'/>) let $k := $x/@n mod 2 group by $k order by $k "
	 "return string-join($x/@n)",
	 "246|135"},
	{"for tumbling window $w in ((1 to 6) ! <a>{.}</a>) start at $s when $s mod 2 = 1 return string-join($w)",
	 "12|34|56"},
	{"let $s := (1 to 20) ! <a k='{. mod 3}'>{.}</a> for $i in (1, 2, 1, 0) "
	 "return string-join(for $x in $s where $x/@k = string($i) return $x, ' ')",
	 "1 4 7 10 13 16 19|2 5 8 11 14 17 20|1 4 7 10 13 16 19|3 6 9 12 15 18"},
	{"for $n in 1 to 3 let $s := (1 to 20) ! <a k='{. mod 3}'>{. + $n}</a> for $i in (1, 2) "
	 "return string-join($s[@k = string($i)][position() < 3], ' ')",
	 "2 5|3 6|3 6|4 7|4 7|5 8"},
	{"let $r := for $n in 1 to 3 let $s := (1 to 20) ! concat('t', . + $n) for $i in ('t5', 't6') "
	 "return (for $x in $s where $x = $i return $x) return string-join($r, ' ')",
	 "t5 t6 t5 t6 t5 t6"},
	{"let $x := try { error(xs:QName('a'), 'b', (1 to 3) ! <c>{.}</c>) } catch * { $err:value } "
	 "return string-join($x)",
	 "123"},
	{"string-join(for $i in 1 to 3 return try { if ($i = 2) then error() else <a>{$i}</a> } catch * { <e/> "
	 "})",
	 "13"},
	{"let $x := copy $c := <a><b>1</b></a> modify rename node $c/b as 'c' return ($c, $c/c) return "
	 "string-join($x)",
	 "11"},
	{"string-join(outermost((1 to 3) ! <a><b>{.}</b></a>))", "123"},
	{"string-join(sort((3, 1, 2) ! <a>{.}</a>))", "123"},
	{"string-join(sort((3, 1, 2) ! <a>{.}</a>, (), function($x) { -number($x) }))", "321"},
	{"string-join(distinct-values((1, 2, 1) ! <a>{.}</a>))", "12"},
	{"string-join(for-each-pair((1 to 3) ! <a>{.}</a>, (4 to 6) ! <b>{.}</b>, function($a, $b) { $b, $a }))",
	 "415263"},
	{"string-join(fold-right((1 to 4) ! <a>{.}</a>, (), function($x, $r) { $r, $x }))", "4321"},
	{"string-join(insert-before((1 to 3) ! <a>{.}</a>, 2, (7 to 8) ! <a>{.}</a>))", "17823"},
	{"string-join(apply(function($a, $b) { $b, $a }, [ <a>1</a>, <b>2</b> ]))", "21"},
	{"string((1 to 3) ! <a>{.}</a> ! attribute b { . })", "!XPTY0004"},
	{"string-join((1 to 3) ! <a>{.}</a> ! attribute b { . })", "123"},
	{"string-join((1 to 3) ! <a b='{.}'/>/@b/data())", "123"},
	{"max((1 to 3) ! <a>{.}</a>/text())", "3"},
	{"deep-equal((1 to 3) ! <a>{.}</a>, (1 to 3) ! <a>{.}</a>)", "true"},
	{"random-number-generator(7)?permute((1 to 3) ! <a/>) ! name()", "a|a|a"},
	{"string-join(function-lookup(xs:QName('fn:reverse'), 1)((1 to 3) ! <a>{.}</a>))", "321"},
	{"(1 to 2) ! function-lookup(xs:QName('fn:string-join'), 2)(((1 to 3) ! <a>{.}</a>), '-')",
	 "1-2-3|1-2-3"},
	{"((1 to 3) ! <a>{.}</a>) = ((3 to 5) ! <b>{.}</b>)", "true"},
	{"let $x := (1 to 70) ! text { . } return string-join($x[position() = (1, 64, 65, 70)], ' ')",
	 "1 64 65 70"},
	{"let $x := (1 to 200) ! (if (. mod 50 = 0) then <k>{.}</k> else <n/>)[self::k] return string-join($x, ' "
	 "')",
	 "50 100 150 200"},
};

/* Sequences that others are made of stay as they were, at both ends. */
static const UtQuery grown[] = {
	{"let $x := (1 to 40) ! (. * 2), $a := ($x, 'a'), $b := ($x, 'b'), $c := ($a, 'c'), $d := ('d', $x) "
	 "return ($x[40], $a[41], $b[41], $c[42], $d[1], $d[41], (count($x), count($a), count($c), count($d)))",
	 "80|a|b|c|d|80|40|41|42|41"},
	{"let $x := fold-left(1 to 100, (), function($a, $i) { $a, $i }), $y := ($x, 101), $z := ($x, 102, 103), "
	 "$w := (0, $x), $v := (-1, $x) "
	 "return (count($x), $x[100], $y[101], $z[101], $z[102], $w[1], $w[2], $v[1], $v[101], sum($x))",
	 "100|100|101|102|103|0|1|-1|100|5050"},
	{"let $x := fold-left(1 to 100, (), function($a, $i) { $i, $a }), $y := ('y', $x), $z := ('z', $x) "
	 "return ($x[1], $x[100], $y[1], $z[1], $y[2], count($z))",
	 "100|1|y|z|100|101"},
	{"let $x := fold-left(1 to 100, (), function($a, $i) { $a, concat('v', $i) }) return ($x[1], $x[100])",
	 "v1|v100"},
	{"let $x := fold-left(1 to 100, (), function($a, $i) { $a, <a>{$i}</a> }) return "
	 "($x[1], $x[100]) ! string(.)",
	 "1|100"},
	{"let $x := fold-left(1 to 100, (), function($a, $i) { $a, map { 'a': $a, 'i': $i } }) return "
	 "($x[1]?i, count($x[100]?a), $x[100]?a[99]?i)",
	 "1|99|99"},
	{"let $x := fold-left(1 to 100, (), function($a, $i) { ($a, $a)[position() <= 64], $i }) return "
	 "(count($x), $x[last()])",
	 "65|100"},
	{"let $x := fold-left(1 to 100, (), function($a as xs:integer*, $i as xs:integer) as xs:integer* "
	 "{ $a, $i }) return (count($x), $x[100])",
	 "100|100"},
	{"fold-left(1 to 100, (), function($a as xs:integer*, $i) { $a, if ($i = 90) then 'x' else $i })",
	 "!XPTY0004"},
	{"fold-left(1 to 100, (), function($a, $i) as xs:integer* { $a, if ($i = 90) then 'x' else $i })",
	 "!XPTY0004"},
	{"let $x := fold-left(1 to 100, (), function($a, $i) { $a, $i }) return "
	 "((function($s as xs:double*) { $s[1] instance of xs:double })($x), "
	 "(function($s as xs:integer*) { $s[1] instance of xs:integer })($x), "
	 "(function($s as xs:decimal*) { $s[1] instance of xs:integer })($x))",
	 "true|true|true"},
	{"declare function local:f($n, $x) { if ($n = 0) then $x else local:f($n - 1, ($x, $n)) }; "
	 "let $r := local:f(100, ()) return ($r[1], $r[100], count($r))",
	 "100|1|100"},
};

static void
what_grows_is_shared(void)
{
	UT_QUERIES(grown, NULL);
}

/* Queries of n steps whose work grows as n does. */
static void
appending_takes_linear_time(void)
{
	static const char *const queries[] = {
		"count(fold-left(1 to %d, (), function($a, $b) { ($a, $b) }))",
		"count(fold-left(1 to %d, (), function($a, $b) { ($b, $a) }))",
		"count(fold-right(1 to %d, (), function($a, $b) { ($a, $b) }))",
		"count(fold-left(1 to %d, (), function($a as xs:integer*, $b as xs:integer) as xs:integer* { "
		"let $c := $b + 1 return if ($c < 0) then () else ($a, $c) }))",
		"declare function local:f($n, $a) { if ($n = 0) then $a else local:f($n - 1, ($a, $n)) }; "
		"count(local:f(%d, ()))",
		"declare function local:f($n as xs:integer, $a as xs:integer*) as xs:integer* { "
		"if ($n = 0) then $a else local:f($n - 1, ($n, $a)) }; count(local:f(%d, ()))",
	};
	size_t i;

	for (i = 0; i < sizeof(queries) / sizeof(queries[0]); i++)
	{
		char query[400], text[64];
		int polls[2], k;

		for (k = 0; k < 2; k++)
		{
			UtHost h;

			snprintf(query, sizeof(query), queries[i], k == 0 ? 1000 : 10000);
			ut_host_init_as(&h, bx_host_libc());
			CHECK(evaluate(&h, query, text, sizeof(text)) == BX_OK);
			CHECKF(strcmp(text, k == 0 ? "1000" : "10000") == 0, "%s: %s", query, text);
			CHECKF(h.live == 0, "%s: %d blocks", query, h.live);
			polls[k] = h.polls;
		}
		CHECKF(polls[1] < 12 * polls[0], "%s: %d steps, and %d for a tenth", query, polls[1], polls[0]);
	}
}

static void
what_is_kept_stays(void)
{
	UT_QUERIES(kept, NULL);
}

/* Containers in containers, as deep as it goes, are given back without a call for each. */
static void
chains_end(void)
{
	char text[64];
	UtHost h;

	ut_host_init_as(&h, bx_host_libc());
	CHECK(evaluate(&h, "map:size(fold-left(1 to 200000, map {}, function($m, $i) { map { 'next': $m } }))",
				   text, sizeof(text)) == BX_OK);
	CHECKF(strcmp(text, "1") == 0, "%s", text);
	CHECK(h.live == 0);
}

/* Whatever memory is refused, nothing is left. */
static void
refusals_leave_nothing(void)
{
	static const char *const queries[] = {
		"string-join((1 to 3) ! <a><b>{.}</b></a>/b)",
		"let $m := map:put(map { 'a': <a/> }, 'b', [ 1, <b/> ]) return map:size($m)",
		"(1 to 2) ! (let $a := text { . } return function() { $a }) ! .()",
		"copy $x := <a><b/></a> modify delete node $x/b return $x",
		"try { error(xs:QName('a'), 'b', <c/>) } catch * { $err:value }",
	};
	char text[256];
	size_t q;

	for (q = 0; q < sizeof(queries) / sizeof(queries[0]); q++)
	{
		int at, calls, wrong = 0;
		UtHost h;

		ut_host_init_as(&h, bx_host_libc());
		CHECKF(evaluate(&h, queries[q], text, sizeof(text)) == BX_OK, "%s: %s", queries[q], text);
		CHECK(h.live == 0);
		calls = h.calls;
		for (at = 1; at <= calls; at++)
		{
			ut_host_init_as(&h, bx_host_libc());
			h.fail_at = at;
			wrong += evaluate(&h, queries[q], text, sizeof(text)) != BX_E_NOMEM || h.live != 0;
		}
		CHECKF(wrong == 0, "%s: %d of %d refusals", queries[q], wrong, calls);
	}
}

UT_SUITE(test_ru_memory)
{
	UT_RUN(loops_keep_nothing);
	UT_RUN(items_go_when_the_next_comes);
	UT_RUN(what_is_kept_stays);
	UT_RUN(what_grows_is_shared);
	UT_RUN(appending_takes_linear_time);
	UT_RUN(chains_end);
	UT_RUN(refusals_leave_nothing);
	return ut_done();
}
