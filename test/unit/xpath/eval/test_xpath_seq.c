/*
 * test_xpath_seq.c -- what of XPath 2.0 there is: sequences, if, for, quantifiers, comparisons, functions, and that
 * XPath 1.0 reads as before.
 *
 * The rules are those of XPath 2.0 and of XQuery and XPath Functions and Operators 3.1; a sequence is shown as the text
 * its items make, "(1 2 3)".  Every case runs on all forms of storage, streaming and navigating: see ut_xpath.h.
 */
#include <stdlib.h>

#include "../../ut_xpath.h"

static const char doc[] =
	"<r><a n='1'>x</a><a n='2'>y</a><b n='3' d='2020-05-17'>x</b><b n='4' d='2019-01-01'>z</b>"
	"<c d='n/a'>10</c><c>9.5</c><e/></r>";

/* Names that are words of XPath 2.0 stay names where XPath 1.0 reads them so. */
static void
words_as_names(void)
{
	static const XtCase cases[] = {
		{"//to/for", "[for=1]"},
		{"//if", "[if=2]"},
		{"//if[then]", "[]"},
		{"//to/except", "[except=3]"},
		{"//eq = 4", "true"},
		{"//to/eq", "[eq=4]"},
		{"count(//for | //if)", "=2"},
		{"//return", "[return=5]"},
		{"//some", "[some]"},
		{"/to", "[to]"},
		{"to", "[to]"},
		{"to/union", "[union]"},
		{"to[for]", "[to]"},
		{"to[if = 2 and eq = 4]", "[to]"},
		{"/to/for eq 1", "true"},
		{"to/for to to/if", "(1 2)"},
		{"//for except //for", "[]"},
		{"//let", "[]"},
		{"//every", "[]"},
		{"child::for", "[]"},
		{"@to", "[]"},
		{"//for/text()", "['1']"},
		{"//else | //then | //in", "[]"},
	};

	XT_CASES("<to><for>1</for><if>2</if><except>3</except><eq>4</eq><return>5</return><some/><union/></to>",
			 cases);
}

static void
sequences(void)
{
	static const XtCase cases[] = {
		{"()", "()"},
		{"(1, 2, 3)", "(1 2 3)"},
		{"1, 2", "(1 2)"},
		{"(1, (2, 3), (), 'x', true())", "(1 2 3 x true)"},
		{"(//a, 5)", "(<a n=\"1\">x</a><a n=\"2\">y</a>5)"},
		{"(//b, //a)/@n", "[@n=1 @n=2 @n=3 @n=4]"},
		{"count((//b, //a, //a))", "=6"},
		{"count(((//b, //a))/@n)", "=4"},
		{"count(())", "=0"},
		{"(//b, //a)[1]", "(<b n=\"3\" d=\"2020-05-17\">x</b>)"},
		{"(//b, //a)[last()]", "(<a n=\"2\">y</a>)"},
		{"(1, 2, 3)[2]", "(2)"},
		{"(1, 2, 3)[. > 1]", "(2 3)"},
		{"(1, 2, 3)[. > 1][1]", "(2)"},
		{"(1, 2, 3)[position() < 3]", "(1 2)"},
		{"(1, 2, 3)[last()]", "(3)"},
		{"('a', 'bb')[string-length() = 2]", "(bb)"},
		{"('a', 'bb')[string-length(.) = 2]", "(bb)"},
		{"(//a, //b)[. = 'x']/@n", "[@n=1 @n=3]"},
		{"(//a, //b)[@n > 2][1]/@n", "[@n=3]"},
		{"(//a, //b)[./@n > 2][1]/@n", "[@n=3]"},
		{"(1, 2)[@n]", "!xpath_type@8"},
		{"(1, //a)[@n]", "!xpath_type@10"},
		{"(1, 2)/a", "!xpath_type@2"},
		{"(//a, 1)/@n", "!xpath_type@2"},
		{"1 to 5", "(1 2 3 4 5)"},
		{"5 to 1", "()"},
		{"1 to 1", "(1)"},
		{"-1 to 1", "(-1 0 1)"},
		{"1 to ()", "()"},
		{"1 to 1.5", "!xpath_type@3"},
		{"count(1 to 100000)", "=100000"},
		{"sum(1 to 10)", "(55)"},
		{"sum((1, '2', //c))", "(22.5)"},
		{"sum(())", "(0)"},
		{"string((//b, //a))", "\"x\""},
		{"string(())", "\"\""},
		{"number(())", "=NaN"},
		{"boolean(())", "false"},
		{"boolean((//a, 1))", "true"},
		{"boolean((1, 2))", "!xpath_type@-1"},
		{"boolean((0))", "false"},
		{"not((false()))", "true"},
		{"(1, 2) + 1", "(2)"},
		{"//a[(1)]", "[a#1]"},
		{"//a[(1, 2)]", "!xpath_type@-1"},
		{"//a[()]", "[]"},
		{"//a[(//b)]", "[a#1 a#2]"},
		{"//*[(@n, 1)]/@n", "[@n=1 @n=2 @n=3 @n=4]"},
	};

	XT_CASES(doc, cases);
}

static void
set_operators(void)
{
	static const XtCase cases[] = {
		{"//a union //b", "[a#1 a#2 b#3 b#4]"},
		{"//* except //a", "[r b#3 b#4 c c=9.5 e]"},
		{"//* intersect //*[@n > 1]", "[a#2 b#3 b#4]"},
		{"(//* intersect //b) except //b[1]", "[b#4]"},
		{"//e | //* intersect //b except //b[2]", "[b#3 e]"},
		{"//a except //a", "[]"},
		{"//a intersect //b", "[]"},
		{"(//b, //a) intersect //*", "[a#1 a#2 b#3 b#4]"},
		{"(1, 2) except //a", "!xpath_type@2"},
		{"1 except //a", "!xpath@1"},
		{"count(//@* except //@d)", "=4"},
	};

	XT_CASES(doc, cases);
}

static void
conditions(void)
{
	static const XtCase cases[] = {
		{"if (//a) then 1 else 2", "(1)"},
		{"if (//q) then 1 else 2", "(2)"},
		{"if (()) then 1 else 'no'", "(no)"},
		{"if (//a) then //b/@n else ()", "(34)"},
		{"(if (//a) then //b else ())/@n", "[@n=3 @n=4]"},
		{"string(if (1 = 1) then //b else //a)", "\"x\""},
		{"(if (//a) then 1 else 2) + 1", "(2)"},
		{"if (//q) then 1 else if (//a) then 2 else 3", "(2)"},
		{"//a[if (@n = 2) then true() else false()]", "[a#2]"},
		{"//a[if (@n = 2) then 2 else 0]", "[a#2]"},
		{"count(if (//a) then (1, 2, 3) else 2)", "=3"},
		{"if (//a) then (1, 2) else 3, 4", "(1 2 4)"},
		{"if (1, 2) then 1 else 2", "!xpath_type@-1"},
		{"if (//a, 2) then 1 else 2", "(1)"},
		/* the branch that is not taken is not evaluated */
		{"if (//a) then 1 else xs:date('x')", "(1)"},
		{"if (//a) then 1", "!xpath@16"},
		{"if (//a) 1 else 2", "!xpath@10"},
		{"1 + if (1) then 2 else 3", "!xpath@5"},
	};

	XT_CASES(doc, cases);
}

static void
loops(void)
{
	static const XtCase cases[] = {
		{"for $x in (1, 2, 3) return $x * 2", "(2 4 6)"},
		{"for $x in //a return string($x/@n)", "(1 2)"},
		{"for $x in //a return $x/@n", "(12)"},
		{"for $x in (), $y in (1, 2) return $y", "()"},
		{"for $x in (1, 2), $y in ('a', 'b') return concat($x, $y)", "(1a 1b 2a 2b)"},
		{"for $x in (1, 2) return for $y in ('a', 'b') return concat($x, $y)", "(1a 1b 2a 2b)"},
		{"for $x in (1, 2), $x in ($x, 10) return $x", "(1 10 2 10)"},
		{"for $x in (for $y in (1, 2) return ($y, $y)) return $x + 1", "(2 2 3 3)"},
		{"for $n in //@n return //*[@n = $n]/text()", "(xyxz)"},
		{"for $x in (1, 2, 3) where $x > 1 return $x * 2", "(4 6)"},
		{"for $x in //a, $y in (1, 2) where $x/@n = $y return concat($x, $y)", "(x1 y2)"},
		{"for $x in (1, 2) let $y := $x * 10 where $y > 10 return $y", "(20)"},
		{"//*[for $where in . where $where/@n = 3 return true()]/@n", "[@n=3]"},
		{"//a/.[@n = 2]", "[a#2]"},
		{"//@n/..[. = 'x']/@n", "[@n=1 @n=3]"},
		{"//a[data() = 'y']/@n", "[@n=2]"},
		{"(1, 'x', 2)[data() = 'x']", "(x)"},
		{"count(//a/data())", "=2"},
		{"for $x in //b return if ($x/@n = 3) then 'three' else ()", "(three)"},
		{"count(for $x in 1 to 1000 return ($x, $x))", "=2000"},
		{"(for $x in (3, 1, 2) return $x)[2]", "(1)"},
		{"string-join(for $x in //a return concat($x, '=', $x/@n), ';')", "\"x=1;y=2\""},
		{"//r[count(for $x in a return $x[. = 'x']) = 1]/e", "[e]"},
		{"//*[some $x in @n satisfies $x > 3]", "[b#4]"},
		{"some $x in //a satisfies $x = 'y'", "true"},
		{"every $x in //a satisfies $x/@n", "true"},
		{"every $x in //a satisfies $x = 'y'", "false"},
		{"some $x in () satisfies true()", "false"},
		{"every $x in () satisfies false()", "true"},
		{"some $x in (1, 2), $y in (2, 3) satisfies $x = $y", "true"},
		{"every $x in (1, 2), $y in (2, 3) satisfies $x = $y", "false"},
		{"every $x in (1, 2) satisfies some $y in (2, 1) satisfies $x = $y", "true"},
		/* the search ends where it is decided */
		{"some $x in (1, 2, 'x') satisfies (if ($x = 2) then true() else $x = 'y')", "true"},
		{"let $s := (//b, //a) return count($s)", "(4)"},
		{"let $s := //a return ($s/@n, $s[2])", "(12<a n=\"2\">y</a>)"},
		{"let $x := 5 return let $y := $x + 1 return $x * $y", "(30)"},
		{"let $x := 1, $y := $x + 1 return $y", "(2)"},
		{"for $x in (1, 2) let $y := $x * 10 return $y", "(10 20)"},
		{"for $x in (1, 2) return $y", "!xpath@25"},
		{"(for $x in (1, 2) return $x), $x", "!xpath@31"},
		{"for $x in 1", "!xpath@12"},
		{"for $x in 1 satisfies 2", "!xpath@13"},
		{"some $x in 1 return 2", "!xpath@14"},
		{"for $x of 1 return 2", "!xpath@8"},
		{"for $x in 1 return", "!xpath@19"},
		{"for $x in 1 where", "!xpath@18"},
		{"for $x in 1 where 1 where 2 return 3", "!xpath@21"},
		{"for $x in 1 some $y in 2 satisfies 1", "!xpath@13"},
		{"for $p:x in 1 return 2", "!xpath@5"},
	};

	XT_CASES(doc, cases);
}

static void
steps_that_are_expressions(void)
{
	static const XtCase cases[] = {
		{"/r/(a | b)/@n", "[@n=1 @n=2 @n=3 @n=4]"},
		{"count(/r/(a | b)/@n)", "=4"},
		{"/r/(b, a)/@n", "[@n=1 @n=2 @n=3 @n=4]"},
		{"//a/string(@n)", "(1 2)"},
		{"//a/concat(., @n)", "(x1 y2)"},
		{"//a/upper-case(.)", "(X Y)"},
		{"//a/position()", "(1 2)"},
		{"//a/last()", "(2 2)"},
		{"//(a | e)", "(<a n=\"1\">x</a><a n=\"2\">y</a><e/>)"},
		{"/(r)", "(<r><a n=\"1\">x</a><a n=\"2\">y</a><b n=\"3\" d=\"2020-05-17\">x</b>"
				 "<b n=\"4\" d=\"2019-01-01\">z</b><c d=\"n/a\">10</c><c>9.5</c><e/></r>)"},
		{"count(//a/(1, 2))", "=4"},
		{"//a/(., 1)", "!xpath_type@5"},
		{"//a/(1, 2)/b", "!xpath_type@5"},
		{"sum(//c/number(.))", "(19.5)"},
		{"//r/(if (a) then b else c)/@n", "[@n=3 @n=4]"},
		{"//a/(@n)[1]", "(12)"},
		{"distinct-values(//b/substring(@d, 1, 4))", "(2020 2019)"},
	};

	XT_CASES(doc, cases);
}

/* "=" and its like with sequences: for some pair, compared as both items ask for */
static void
general_comparisons(void)
{
	static const XtCase cases[] = {
		{"(1, 2) = (2, 3)", "true"},
		{"(1, 2) = (3, 4)", "false"},
		{"(1, 2) != (1, 2)", "true"},
		{"(1) != (1)", "false"},
		{"() = ()", "false"},
		{"() != ()", "false"},
		{"(1, 2) < (0, 2)", "true"},
		{"(1, 2) > 2", "false"},
		{"(1, 2) >= 2", "true"},
		{"('a', 'b') = 'b'", "true"},
		{"('1', 'b') = 1", "true"},
		{"('01', 'b') = '1'", "false"},
		{"('01', 'b') = 1", "true"},
		{"(1, 'x') = ('x', 2)", "true"},
		{"//c = (10, 11)", "true"},
		{"//c < (10, 11)", "true"},
		{"//c > (10, 11)", "false"},
		{"(//a, //b) = //c", "false"},
		{"(//a, 10) = //c", "true"},
		{"//@n = (1 to 3)", "true"},
		{"//a[@n = (2 to 3)]", "[a#2]"},
		{"//a[(2, 3) = @n]", "[a#2]"},
		{"//a[not(@n = (2, 3))]", "[a#1]"},
		{"(1, number('x')) != 1", "true"},
		{"(number('x'), number('x')) = number('x')", "false"},
		{"(0, 1) = true()", "!xpath_type@-1"},
		{"(1) = true()", "true"},
		{"(//a, //b) = true()", "true"},
		{"(true(), false()) = (1, 5)", "false"},
		{"(true(), false()) = ('x', '1')", "true"},
		{"(true(), true()) = (0, '')", "false"},
		{"() = false()", "true"},
		{"(1, 1, 1) != (1, 1)", "false"},
		{"(1, 1, 2) != (1, 1)", "true"},
	};

	XT_CASES(doc, cases);
}

static void
value_comparisons(void)
{
	static const XtCase cases[] = {
		{"1 eq 1", "true"},
		{"1 ne 1", "false"},
		{"1 lt 2", "true"},
		{"2 le 1", "false"},
		{"2 gt 1", "true"},
		{"1 ge 1", "true"},
		{"'a' lt 'b'", "true"},
		{"'a' gt 'B'", "true"},
		{"'a' lt 'ab'", "true"},
		{"'10' lt '9'", "true"},
		{"() eq 1", "false"},
		{"1 eq ()", "false"},
		{"(1, 2) eq 1", "!xpath_type@2"},
		{"1 eq '1'", "!xpath_type@3"},
		{"true() eq 1", "!xpath_type@8"},
		{"true() gt false()", "true"},
		{"//a[@n eq '1']", "[a#1]"},
		{"//a[@n eq 2]", "[a#2]"},
		{"//*[@n lt 2]", "[a#1]"},
		{"//@d eq '2020-05-17'", "!xpath_type@1"},
		{"//b[1]/@n lt //b[2]/@n", "true"},
		{"//q eq 1", "false"},
		{"number('x') eq number('x')", "false"},
		{"number('x') ne number('x')", "true"},
		{"1 to 2 = 2", "true"},
		{"1 + 1 eq 2", "true"},
	};

	XT_CASES(doc, cases);
}

static void
dates_and_decimals(void)
{
	static const XtCase cases[] = {
		{"//b[@d < xs:date('2020-01-01')]/@n", "[@n=4]"},
		{"//b[@d >= xs:date('2020-01-01')]/@n", "[@n=3]"},
		{"//b[xs:date('2020-01-01') > @d]/@n", "[@n=4]"},
		{"//*[@d = xs:date('2019-01-01')]/@n", "[@n=4]"},
		{"//*[@d != xs:date('2019-01-01')]/@n", "[@n=3]"},
		{"//@d < xs:date('2019-01-02')", "true"},
		{"//c/@d < xs:date('2029-01-02')", "false"},
		{"//c/@d != xs:date('2029-01-02')", "false"},
		{"//b[@d gt xs:date('2020-01-01')]/@n", "[@n=3]"},
		{"//b[@d = (xs:date('2019-01-01'), xs:date('2020-05-17'))]/@n", "[@n=3 @n=4]"},
		{"xs:date('2020-01-01') = xs:date('2020-01-01Z')", "true"},
		{"xs:date('2020-01-01+02:00') < xs:date('2020-01-01')", "true"},
		{"xs:date('2020-01-01-02:00') < xs:date('2020-01-01')", "false"},
		{"xs:date(' 2020-02-29 ')", "(2020-02-29)"},
		{"xs:date('2021-02-29')", "!xpath_type@1"},
		{"xs:date('2021-13-01')", "!xpath_type@1"},
		{"xs:date('2021-01-01+15:00')", "!xpath_type@1"},
		{"xs:date('x')", "!xpath_type@1"},
		{"xs:date(())", "()"},
		{"xs:date(//@d)", "!xpath_type@1"},
		{"xs:date(//b[1]/@d)", "(2020-05-17)"},
		{"xs:dateTime('2020-01-01T12:00:00Z') = xs:dateTime('2020-01-01T14:00:00+02:00')", "true"},
		{"xs:dateTime('2020-01-01T12:00:00') < xs:dateTime('2020-01-01T12:00:00.001')", "true"},
		{"xs:dateTime('1969-12-31T23:59:59.5Z') < xs:dateTime('1970-01-01T00:00:00Z')", "true"},
		{"xs:dateTime('1969-12-31T23:59:59.5Z') > xs:dateTime('1969-12-31T23:59:59Z')", "true"},
		{"'2020-01-01T00:00:00Z' = xs:dateTime('2020-01-01T01:00:00+01:00')", "true"},
		{"xs:dateTime('2020-01-01')", "!xpath_type@1"},
		{"xs:date('2020-01-01') = xs:dateTime('2020-01-01T00:00:00')", "false"},
		{"xs:date('2020-01-01') eq xs:dateTime('2020-01-01T00:00:00')", "!xpath_type@23"},
		{"xs:date('2020-01-01') = 1", "false"},
		{"xs:decimal('1.10') = xs:decimal('1.1')", "true"},
		{"xs:decimal('0.1') + 0.2", "(0.30000000000000004)"},
		{"xs:decimal('12345678901234567890.1') = xs:decimal('12345678901234567890.2')", "false"},
		{"xs:decimal('12345678901234567890.1') < '12345678901234567890.2'", "true"},
		{"'12345678901234567890.1' < 12345678901234567890.2", "false"},
		{"xs:decimal('-2') < xs:decimal('-1.5')", "true"},
		{"xs:decimal('-0') = xs:decimal('0.00')", "true"},
		{"xs:decimal('007') = 7", "true"},
		{"//c[. = xs:decimal('9.50')]", "[c=9.5]"},
		{"xs:decimal('1e3')", "!xpath_type@1"},
		{"xs:decimal('.')", "!xpath_type@1"},
		{"xs:decimal('+.5') = 0.5", "true"},
		{"xs:decimal(1.5)", "(1.5)"},
		{"xs:double('1e3')", "(1000)"},
		{"xs:double('INF')", "(Infinity)"},
		{"xs:double('-INF') < 0", "true"},
		{"xs:double('NaN') = 1", "false"},
		{"xs:double('1e')", "!xpath_type@1"},
		{"xs:double('0x10')", "!xpath_type@1"},
		{"xs:double(true())", "(1)"},
		{"xs:string(5)", "(5)"},
		{"xs:string(())", "()"},
		{"Q{http://www.w3.org/2001/XMLSchema}date('2020-01-01')", "(2020-01-01)"},
		{"xs:duration('P1D')", "!xpath@1"},
	};

	XT_CASES(doc, cases);
}

/* F&O 5.6, with the examples of the specification */
static void
regular_expressions(void)
{
	static const XtCase cases[] = {
		{"matches('abracadabra', 'bra')", "true"},
		{"matches('abracadabra', '^a.*a$')", "true"},
		{"matches('abracadabra', '^bra')", "false"},
		{"matches((), 'a')", "false"},
		{"matches((), '')", "true"},
		{"matches('ABC', 'b', 'i')", "true"},
		{"//*[matches(., '^[xy]$')]", "[a#1 a#2 b#3]"},
		{"//*[matches(@d, '^\\d{4}-')]/@n", "[@n=3 @n=4]"},
		{"//a[matches(., string(.))]", "[a#1 a#2]"},
		{"matches('a', '(')", "!regex@1"},
		{"matches('a', string('('))", "!regex@1"},
		{"matches('a', 'a', 'k')", "!regex@-1"},
		{"replace('abracadabra', 'bra', '*')", "\"a*cada*\""},
		{"replace('abracadabra', 'a.*a', '*')", "\"*\""},
		{"replace('abracadabra', 'a.*?a', '*')", "\"*c*bra\""},
		{"replace('abracadabra', 'a', '')", "\"brcdbr\""},
		{"replace('abracadabra', 'a(.)', 'a$1$1')", "\"abbraccaddabbra\""},
		{"replace('AAAA', 'A+', 'b')", "\"b\""},
		{"replace('AAAA', 'A+?', 'b')", "\"bbbb\""},
		{"replace('darted', '^(.*?)d(.*)$', '$1c$2')", "\"carted\""},
		{"replace('abcd', '(ab)|(a)', '[1=$1][2=$2]')", "\"[1=ab][2=]cd\""},
		{"replace('abc', 'b', '$0$0')", "\"abbc\""},
		{"replace('abc', '(b)', '$12')", "\"ab2c\""},
		{"replace('abc', 'b', '$1')", "\"ac\""},
		{"replace('abc', 'b', '\\$\\\\')", "\"a$\\c\""},
		{"replace('a.b', '.', '$', 'q')", "\"a$b\""},
		{"replace('xyz', 'q', '-')", "\"xyz\""},
		{"replace((), 'q', '-')", "\"\""},
		{"replace('abc', '.*?', '$1')", "!regex@-1"},
		{"replace('abc', 'b', '$')", "!regex@-1"},
		{"replace('abc', 'b', '$x')", "!regex@-1"},
		{"replace('abc', 'b', '\\x')", "!regex@-1"},
		{"replace('abc', 'b', '\\')", "!regex@-1"},
		{"tokenize('The cat sat', '\\s+')", "(The cat sat)"},
		{"tokenize('1, 15, 24, 50', ',\\s*')", "(1 15 24 50)"},
		{"count(tokenize('1,15,,24,50,', ','))", "=6"},
		{"string-join(tokenize('1,15,,24,50,', ','), '|')", "\"1|15||24|50|\""},
		{"string-join(tokenize('Some unparsed <br> HTML <BR> text', '\\s*<br>\\s*', 'i'), '|')",
		 "\"Some unparsed|HTML|text\""},
		{"tokenize('', ',')", "()"},
		{"tokenize((), ',')", "()"},
		{"count(tokenize(',', ','))", "=2"},
		{"tokenize('abc', '')", "!regex@-1"},
		{"tokenize('abba', '.?')", "!regex@-1"},
		{"tokenize(' red  green blue ')", "(red green blue)"},
		{"count(tokenize('  '))", "=0"},
		{"tokenize('a-b-c', '-')[2]", "(b)"},
		{"//b/tokenize(@d, '-')[1]", "(2020 2019)"},
		{"for $t in tokenize('a b') return upper-case($t)", "(A B)"},
		{"lower-case('ABc!D')", "\"abc!d\""},
		{"upper-case('abCd0')", "\"ABCD0\""},
		{"upper-case(())", "\"\""},
		{"upper-case('stra\xC3\x9F"
		 "e')",
		 "\"STRASSE\""},
		{"ends-with('tattoo', 'tattoo')", "true"},
		{"ends-with('tattoo', 'atto')", "false"},
		{"ends-with('', '')", "true"},
		{"ends-with((), 't')", "false"},
	};

	XT_CASES(doc, cases);
}

static void
functions_on_sequences(void)
{
	static const XtCase cases[] = {
		{"exists(//a)", "true"},
		{"exists(//q)", "false"},
		{"exists(())", "false"},
		{"exists('')", "true"},
		{"empty(//q)", "true"},
		{"empty((1, 2))", "false"},
		{"empty(1)", "false"},
		{"string-join(('a', 'b', 'c'), ', ')", "\"a, b, c\""},
		{"string-join((1, 2))", "\"12\""},
		{"string-join((), 'x')", "\"\""},
		{"string-join(//a, '-')", "\"x-y\""},
		{"distinct-values((1, 2.0, 3, 2))", "(1 2 3)"},
		{"distinct-values(//a | //b)", "(x y z)"},
		{"distinct-values((number('x'), number('y')))", "(NaN)"},
		{"distinct-values((1, '1', true(), -0, 0))", "(1 1 true 0)"},
		{"distinct-values((xs:decimal('1.0'), xs:decimal('1'), xs:decimal('1.5')))", "(1 1.5)"},
		{"distinct-values((xs:date('2020-01-01'), xs:date('2020-01-01Z')))", "(2020-01-01)"},
		{"distinct-values(())", "()"},
		{"count(distinct-values((for $x in 1 to 10000 return $x mod 100)))", "=100"},
		{"data((//a, 1))", "(x y 1)"},
		{"reverse((1, 2, 3))", "(3 2 1)"},
		{"reverse(//a)/@n", "[@n=1 @n=2]"},
		{"reverse(//a)[1]/@n", "[@n=2]"},
		{"subsequence((1, 2, 3, 4), 2, 2)", "(2 3)"},
		{"subsequence((1, 2, 3, 4), 3)", "(3 4)"},
		{"subsequence((1, 2, 3, 4), 0, 2)", "(1)"},
		{"subsequence((1, 2, 3, 4), 1.5, 1.4)", "(2)"},
		{"subsequence((1, 2), number('x'))", "()"},
		{"subsequence((1, 2), 5)", "()"},
		{"head((1, 2))", "(1)"},
		{"head(())", "()"},
		{"tail((1, 2, 3))", "(2 3)"},
		{"tail(1)", "()"},
		{"index-of((10, 20, 30, 20), 20)", "(2 4)"},
		{"index-of(('a', 'b'), 'c')", "()"},
		{"index-of(//a, 'y')", "(2)"},
		{"index-of((1, 2), ())", "!xpath_type@1"},
		{"min((3, 1, 2))", "(1)"},
		{"max((3, 1, 2))", "(3)"},
		{"max(//@n)", "(4)"},
		{"min(//c)", "(9.5)"},
		{"max(())", "()"},
		{"max((1, number('x')))", "(NaN)"},
		{"max(//a)", "(NaN)"},
		{"max(('a', 'c', 'b'))", "(c)"},
		{"min(('a', 1))", "!xpath_type@1"},
		{"max(for $d in //b/@d return xs:date($d))", "(2020-05-17)"},
		{"min((xs:decimal('1.5'), 2, xs:decimal('1')))", "(1)"},
		{"avg((1, 2, 3, 4))", "(2.5)"},
		{"avg(())", "()"},
		{"avg(//c)", "(9.75)"},
		{"abs(-5)", "=5"},
		{"abs(number('x'))", "=NaN"},
		{"fn:max((1, 2))", "(2)"},
		{"max((1, 2)) + 1", "(3)"},
		{"//*[@n = max(//@n)]", "[b#4]"},
		{"//b[@n = max(../b/@n)]", "[b#4]"},
	};

	XT_CASES(doc, cases);
}

/* Values given from outside may be sequences. */
static void
variables(void)
{
	static XpItem items[] = {
		{.type = XP_T_NUMBER, .number = 2},
		{.type = XP_T_STRING, .str = {"x", 1}},
		{.type = XP_T_BOOLEAN, .boolean = true},
	};
	static const XpSeq seq = {.items = items, .n = 3, .size = 3};
	static const XpVar vars[] = {
		{.local = "s", .local_len = 1, .value = {.type = XP_T_SEQUENCE, .seq = &seq}},
		{.local = "none", .local_len = 4, .value = {.type = XP_T_SEQUENCE}},
		{.local = "n", .local_len = 1, .value = {.type = XP_T_NUMBER, .number = 2}},
	};
	static const XtWay way = {.vars = vars, .n_vars = 3};
	static const XtCase cases[] = {
		{"count($s)", "=3"},
		{"$s[2]", "(x)"},
		{"//a[@n = $s]/@n", "[@n=1 @n=2]"},
		{"//*[. = $s]/@n", "[@n=1 @n=3]"},
		{"string($s)", "\"2\""},
		{"$s + 1", "=3"},
		{"count($none)", "=0"},
		{"boolean($none)", "false"},
		{"boolean($n)", "true"},
		{"count(($s, $n))", "=4"},
		{"for $x in $s return string($x)", "(2 x true)"},
		{"some $x in $s satisfies $x = 'x'", "true"},
		{"$s/a", "!xpath_type@1"},
	};
	XtForms f;
	size_t i;

	memset(&f, 0, sizeof(f));
	CHECK(xt_forms(&f, doc));
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		xt_expect_given(&f, cases[i].expr, cases[i].want, &way);
	xt_forms_free(&f);
}

/* ---- work and memory ---- */

typedef struct Spent
{
	XpWork work;
	size_t memory;
} Spent;

static Spent
spend(const XtDoc *d, const char *expr)
{
	static const XtWay way;
	Spent s = {{.items = 0}, 0};
	XpBlock *path;
	BxArena arena;
	uint64_t n;
	BxError err;
	XpCall c;

	bx_arena_init(&arena, bx_host_libc());
	CHECK(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK);
	xt_call(&c, &arena, d, &way, &err);
	CHECKF(xp_count(&c, path, &n) == BX_OK, "%s: %s", expr, err.msg);
	s.work = c.work;
	s.memory = arena.total;
	bx_arena_reset(&arena);
	return s;
}

/* n elements of a document, each with a text of its own */
static bool
many(XtDoc *d, int n)
{
	char *text = ut_need(malloc((size_t) n * 40 + 20));
	char *p = text + sprintf(text, "<r>");
	bool ok;
	int i;

	for (i = 0; i < n; i++)
		p += sprintf(p, "<a k='v%d'>t%d</a>", i, i);
	sprintf(p, "</r>");
	ok = xt_doc(d, text, BX_MODE_AUTO, BX_TYPED_LOSSLESS);
	free(text);
	return ok;
}

/* Ten times the document is ten times the work, also where two sequences meet. */
static void
linear(void)
{
	static const char *exprs[] = {
		"(//a/@k, 'x') = (//a, 'y')",
		"(//a, 1) != (//a, 1)",
		"(//a, 1) < (//a, 2)",
		"distinct-values(//a)",
		"index-of(//a, 't5')",
		"for $x in //a return upper-case($x)",
		"some $x in //a satisfies $x = 'nowhere'",
		"(//a, //a)[. = 't7']",
		"reverse(//a)",
		"//a/concat(., @k)",
		"max(//a)",
		"//a[matches(., '^(t|T)*$')]",
		"tokenize(string-join(//a, ','), ',')",
		"replace(string-join(//a, ','), '(t)(\\d)', '$2$1')",
		"//a except //a[. = 't7']",
	};
	XtDoc small, large;
	size_t i;

	CHECK(many(&small, 300) && many(&large, 3000));
	for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
	{
		XpWork s = spend(&small, exprs[i]).work, l = spend(&large, exprs[i]).work;

		CHECKF(l.items <= s.items * 11 + 100 && l.steps <= s.steps * 11 + 100 &&
				   l.bytes <= s.bytes * 15 + 100,
			   "%s: items %lu %lu, steps %lu %lu, bytes %lu %lu", exprs[i], (unsigned long) s.items,
			   (unsigned long) l.items, (unsigned long) s.steps, (unsigned long) l.steps,
			   (unsigned long) s.bytes, (unsigned long) l.bytes);
	}
	xt_doc_free(&small);
	xt_doc_free(&large);
}

/* The expression with the number for each "%s". */
static void
put_bounds(char *out, size_t n, const char *expr, const char *number)
{
	size_t at = 0;

	for (; *expr != '\0' && at + strlen(number) + 1 < n; expr++)
		if (expr[0] == '%' && expr[1] == 's')
		{
			at += (size_t) sprintf(out + at, "%s", number);
			expr++;
		}
		else
			out[at++] = *expr;
	out[at] = '\0';
}

/* A range costs the same whatever its length, where its items need not be made. */
static void
ranges(void)
{
	static const char *exprs[] = {
		"count(1 to %s)",
		"count((1 to %s, 'x', 1 to %s))",
		"subsequence(1 to %s, 5, 3)",
		"subsequence(1 to %s, count(1 to %s) - 2)",
		"(1 to %s)[5]",
		"(1 to %s)[last()]",
		"(1 to %s)[position() > last() - 2]",
		"(1 to %s)[position() < 5][2]",
		"reverse(1 to %s)[1]",
		"head(tail(reverse(1 to %s)))",
		"exists(1 to %s)",
		"sum(1 to %s)",
		"avg(1 to %s)",
		"min(1 to %s)",
		"max((1 to %s, 7))",
		"index-of(1 to %s, 7)",
		"count(distinct-values((1 to %s, 7)))",
		"(1 to %s) = 0",
		"0 = (1 to %s)",
		"(1 to %s) = (0, 1.5)",
		"//a/@k = (1 to %s)",
		"(1 to %s) < 1",
		"(1 to %s) != 1",
		"let $r := 1 to %s return (count($r), $r[last()])",
		"string(1 to %s)",
	};
	XtDoc d;
	size_t i;

	CHECK(many(&d, 3));
	for (i = 0; i < sizeof(exprs) / sizeof(exprs[0]); i++)
	{
		char small[200], large[200];
		XpWork s, l;

		put_bounds(small, sizeof(small), exprs[i], "100");
		put_bounds(large, sizeof(large), exprs[i], "1000000000000");
		s = spend(&d, small).work;
		l = spend(&d, large).work;
		CHECKF(l.steps == s.steps && l.items == s.items, "%s: steps %lu %lu", large, (unsigned long) s.steps,
			   (unsigned long) l.steps);
		CHECKF(spend(&d, large).memory < (64 << 10), "%s", large);
	}
	xt_doc_free(&d);
}

/* An operation on long decimals counts as the work that it is: polls come with the digits, not with the items. */
static void
polls(void)
{
	static char digits[1000];
	static const XpVar vars[] = {
		{.local = "a", .local_len = 1, .value = {.type = XP_T_STRING, .str = {digits, 990}}},
		{.local = "b", .local_len = 1, .value = {.type = XP_T_STRING, .str = {digits, 490}}},
	};
	static const struct
	{
		const char *expr;
		unsigned least;
	} cases[] = {
		{"count(for $x in 1 to 300 return xs:decimal(concat($a, $x)) div xs:decimal($b))", 10},
		{"count(for $x in 1 to 300 return xs:decimal(concat($a, $x)) idiv xs:decimal($b))", 10},
		{"count(for $x in 1 to 300 return xs:decimal(concat($a, $x)) mod xs:decimal($b))", 10},
		{"count(for $x in 1 to 1000 return xs:decimal(concat($b, $x)) * xs:decimal($b))", 10},
		{"count(for $x in 1 to 9000 return xs:decimal(concat($a, $x)) + xs:decimal($b))", 15},
		{"count((1 to 5000)[xs:decimal(concat($a, .)) = $b])", 4},
	};
	XtWay way = {.vars = vars, .n_vars = 2};
	BxHost host = *bx_host_libc();
	BxMeter meter;
	XtDoc d;
	size_t i;

	memset(digits, '7', sizeof(digits));
	host.meter = &meter;
	way.host = &host;
	CHECK(many(&d, 3));
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
	{
		const char *expr = cases[i].expr;
		XpBlock *path;
		BxArena arena;
		uint64_t n;
		BxError err;
		XpCall c;

		bx_arena_init(&arena, &host);
		CHECK(xp_compile(expr, strlen(expr), 0, &arena, &path, &err) == BX_OK);
		xt_call(&c, &arena, &d, &way, &err);
		meter = (BxMeter) BX_METER_INIT;
		CHECKF(xp_count(&c, path, &n) == BX_OK, "%s: %s", expr, err.msg);
		CHECKF(meter.polls >= cases[i].least, "%s: %lu polls", expr, (unsigned long) meter.polls);
		bx_arena_reset(&arena);
	}
	xt_doc_free(&d);
}

/* A loop whose items are not kept needs no memory for them. */
static void
memory(void)
{
	XtDoc d;

	CHECK(many(&d, 5000));
	CHECK(spend(&d, "for $x in //a return concat(upper-case($x), $x/@k, 'and more text')").memory <
		  (64 << 10));
	CHECK(spend(&d, "some $x in //a satisfies concat($x, 'longer') = 'nowhere'").memory < (64 << 10));
	CHECK(spend(&d, "count(for $x in 1 to 200000 return concat($x, 'x'))").memory < (64 << 10));
	CHECK(spend(&d, "//a[matches(., 't\\d+(x|y)')]").memory < (300 << 10));
	CHECK(spend(&d, "//a/concat(upper-case(.), @k)").memory < (300 << 10));
	xt_doc_free(&d);
}

UT_SUITE(test_xpath_seq)
{
	UT_RUN(words_as_names);
	UT_RUN(sequences);
	UT_RUN(set_operators);
	UT_RUN(conditions);
	UT_RUN(loops);
	UT_RUN(steps_that_are_expressions);
	UT_RUN(general_comparisons);
	UT_RUN(value_comparisons);
	UT_RUN(dates_and_decimals);
	UT_RUN(regular_expressions);
	UT_RUN(functions_on_sequences);
	UT_RUN(variables);
	UT_RUN(linear);
	UT_RUN(ranges);
	UT_RUN(polls);
	UT_RUN(memory);
	return ut_done();
}
