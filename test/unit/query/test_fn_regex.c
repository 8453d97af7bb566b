/*
 * test_fn_regex.c -- matches, replace, tokenize, analyze-string: F&O 3.1, section 5.6.
 */
#include "../ut_query.h"

static void
matching(void)
{
	static const UtQuery list[] = {
		{"matches('abracadabra', 'bra'), matches('abracadabra', '^a.*a$'), matches('abracadabra', '^bra')",
		 "true|true|false"},
		{"matches((), 'a'), matches('', '^$')", "false|true"},
		{"matches('Hello', 'h', 'i'), matches(concat('a', codepoints-to-string(10), 'b'), '^b', 'm'), "
		 "matches('a.b', 'a.b', 'q'), matches('axb', 'a.b', 'q')",
		 "true|true|true|false"},
		{"matches('helloworld', 'hello world', 'x'), matches('hello world', 'hello\\ sworld', 'x')",
		 "true|true"},
		{"matches(concat('a', codepoints-to-string(10), 'b'), 'a.b'), "
		 "matches(concat('a', codepoints-to-string(10), 'b'), 'a.b', 's')",
		 "false|true"},
		{"matches('a', 'a', 'y')", "!FORX0001"},
		{"matches('a', '(')", "!FORX0002"},
		{"matches('a', '[a')", "!FORX0002"},
		/* one call, patterns by turns and again */
		{"for $p in ('a', 'b', 'a', 'a', 'a') return matches('ac', $p)", "true|false|true|true|true"},
		{"for $p in ('(', 'b') return matches('ac', $p)", "!FORX0002"},
		/* patterns and global variables are not in what try/catch gives back */
		{"for $p in ('a', '(', 'a', 'b(', 'b', 'a') return try { matches('ac', $p) } catch * { 'no' }",
		 "true|no|true|no|false|true"},
		{"declare variable $g := ('x', string-join(1 to 50, '-')); for $i in 1 to 3 return try { "
		 "if (count($g) eq 2) then error() else () } catch * { substring($g[2], 1, 5), string-join(1 to $i) "
		 "}",
		 "1-2-3|1|1-2-3|12|1-2-3|123"},
	};

	UT_QUERIES(list, NULL);
}

static void
replacing(void)
{
	static const UtQuery list[] = {
		{"replace('abracadabra', 'bra', '*')", "a*cada*"},
		{"replace('abracadabra', 'a.*?a', '*')", "*c*bra"},
		{"replace('abracadabra', 'a(.)', 'a$1$1')", "abbraccaddabbra"},
		{"replace('abracadabra', 'a', '')", "brcdbr"},
		{"replace('AAAA', 'A+?', 'b')", "bbbb"},
		{"replace('darted', '^(.*?)d(.*)$', '$1c$2')", "carted"},
		{"replace('abc', '(a)(b)?(x)?', '[$3$2$1$0]')", "[baab]c"},
		{"replace('abcd', '(ab)|(a)', '[1=$1][2=$2]')", "[1=ab][2=]cd"},
		{"replace('a', '(a)', '$12')", "a2"},
		{"replace('a.b', '.', '$', 'q')", "a$b"},
		{"replace('a', 'a', '\\$\\\\')", "$\\"},
		{"replace((), 'a', 'b')", ""},
		{"replace('abracadabra', '.*?', '$1')", "!FORX0003"},
		{"replace('a', 'a', '$')", "!FORX0004"},
		{"replace('a', 'a', '\\n')", "!FORX0004"},
	};

	UT_QUERIES(list, NULL);
}

static void
tokens(void)
{
	static const UtQuery list[] = {
		{"tokenize(' red green  blue ')", "red|green|blue"},
		{"tokenize('The cat sat', '\\s+')", "The|cat|sat"},
		{"tokenize(' red', '\\s+')", "|red"},
		{"tokenize('1, 15, 24', ',\\s*')", "1|15|24"},
		{"tokenize('a,', ',')", "a|"},
		{"empty(tokenize('', ',')), empty(tokenize(())), empty(tokenize('  '))", "true|true|true"},
		{"tokenize('aXbxc', 'x', 'i')", "a|b|c"},
		{"tokenize('abba', '.?')", "!FORX0003"},
		{"head(tokenize('a,b,c', ','))", "a"},
		{"for $w in tokenize('a-b c-d', ' ') return string-join(tokenize($w, '-'), '+')", "a+b|c+d"},
		/* an iterator of a call is left while another one of that call runs with a pattern of its own */
		{"declare function local:f($s, $p) { for $t in tokenize($s, head($p)) return if (empty($p)) then $t "
		 "else "
		 "if (count($p) eq 1) then $t else local:f($t, tail($p)) }; string-join(local:f('a-b,c-d,e', (',', "
		 "'-')), ' ')",
		 "a b c d e"},
	};

	UT_QUERIES(list, NULL);
}

#define FN "http://www.w3.org/2005/xpath-functions"

static void
analysis(void)
{
	static const UtQuery list[] = {
		{"serialize(analyze-string('ab12', '[0-9]'))",
		 "<fn:analyze-string-result xmlns:fn=\"" FN "\"><fn:non-match>ab</fn:non-match><fn:match>1</fn:match>"
		 "<fn:match>2</fn:match></fn:analyze-string-result>"},
		{"analyze-string('2008-12-03', '^(\\d+)-(\\d+)-(\\d+)$')//fn:group ! concat(@nr, '=', .)",
		 "1=2008|2=12|3=03"},
		{"analyze-string('A1,C15,,D24', '([A-Z])([0-9]+)')/* ! concat(local-name(), ':', .)",
		 "match:A1|non-match:,|match:C15|non-match:,,|match:D24"},
		/* groups in groups, groups that take no part, and an empty one behind another */
		{"analyze-string('abx', '((a)(b))(y)?(x)')//fn:group ! concat(@nr, ' in ', (../@nr, 0)[1])",
		 "1 in 0|2 in 1|3 in 1|5 in 0"},
		{"analyze-string('a', '(a)(b?)')//fn:group ! concat(@nr, ' in ', (../@nr, 0)[1])", "1 in 0|2 in 0"},
		{"analyze-string('a', '(a(b?))')//fn:group ! concat(@nr, ' in ', (../@nr, 0)[1])", "1 in 0|2 in 1"},
		{"serialize(analyze-string((), 'a'))", "<fn:analyze-string-result xmlns:fn=\"" FN "\"/>"},
		{"analyze-string('a', 'a') instance of element(fn:analyze-string-result)", "true"},
		{"analyze-string('abc', 'x*')", "!FORX0003"},
		{"analyze-string('abc', 'x', 'w')", "!FORX0001"},
		{"analyze-string('aXb', 'x', 'i')/fn:match/string()", "X"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_fn_regex)
{
	UT_RUN(matching);
	UT_RUN(replacing);
	UT_RUN(tokens);
	UT_RUN(analysis);
	return ut_done();
}
