/*
 * test_ru_call.c -- calls of declared functions: frames, recursion, calls in tail position (XQuery 3.1, section 4.18).
 */
#include "../ut_query.h"

#define SUM "declare function local:sum($n, $s) { if ($n = 0) then $s else local:sum($n - 1, $s + $n) }; "

static void
calls(void)
{
	static const UtQuery list[] = {
		{"declare function local:f($a, $b) { ($b, $a) }; local:f(1, (2, 3)), local:f((), 4)", "2|3|1|4"},
		{"declare function local:f($n) { if ($n > 3) then () else ($n, local:f($n + 1)) }; local:f(1)",
		 "1|2|3"},
		{"declare function local:f($n) { if ($n > 3) then () else ($n, local:f($n + 1)) }; "
		 "<a>{local:f(1)}</a>",
		 "<a>1 2 3</a>"},
		{"declare function local:f($n as xs:integer) as xs:integer { if ($n < 2) then $n else local:f($n - "
		 "1) + "
		 "local:f($n - 2) }; local:f(15)",
		 "610"},
		{"declare function local:f() { . }; <a/>/local:f()", "!XPDY0002"},
		{"declare function local:f($x) { $x ! concat(., 'y') }; for $v in ('a', 'b') return local:f($v)",
		 "ay|by"},
		{"declare function local:f($x) as xs:string { $x }; local:f('a'), local:f(1)", "!XPTY0004"},
		{"declare function local:f($x as xs:double) { $x instance of xs:double }; local:f(1)", "true"},
		{"declare function local:f($x) { 1 + local:f($x) }; local:f(1)", "!depth"},
	};

	UT_QUERIES(list, NULL);
}

/* Neither stack nor memory: far more calls than either has room for. */
static void
tail_calls(void)
{
	static const UtQuery list[] = {
		{SUM "local:sum(300000, 0)", "45000150000"},
		{SUM "for $i in (300000, 1) return local:sum($i, 0)", "45000150000|1"},
		{"declare function local:f($n as xs:integer, $s as xs:integer) as xs:integer { let $m := $n - 1 "
		 "return "
		 "switch ($m) case 0 return $s default return local:f($m, $s + 1) }; local:f(300000, 1)",
		 "300000"},
		{"declare function local:even($n) { if ($n = 0) then true() else local:odd($n - 1) }; "
		 "declare function local:odd($n) { if ($n = 0) then false() else local:even($n - 1) }; "
		 "local:even(300001), <a>{local:even(300000)}</a>",
		 "false|<a>true</a>"},
		{"declare function local:f($n, $s) { typeswitch ($n) case xs:string return $s default return if ($n "
		 "= 9000) "
		 "then local:f('end', $s) else local:f($n + 1, concat($s, '')) }; local:f(0, 'kept')",
		 "kept"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_ru_call)
{
	UT_RUN(calls);
	UT_RUN(tail_calls);
	return ut_done();
}
