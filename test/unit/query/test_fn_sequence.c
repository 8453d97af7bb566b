/*
 * test_fn_sequence.c -- functions on sequences, aggregates, names, errors: F&O 3.1, sections 3, 10 and 14.
 */
#include "../ut_query.h"

static void
parts(void)
{
	static const UtQuery list[] = {
		{"empty(()), empty(1), exists(()), exists((1, 2))", "true|false|false|true"},
		{"count(()), count((1, 'a', 2)), count(1 to 1000000)", "0|3|1000000"},
		{"head((5, 6)), count(head(()))", "5|0"},
		{"tail((5, 6, 7)), '.', tail(5), tail(())", "6|7|."},
		{"count(tail((5, 6, 7))), count(tail(())), count(reverse(1 to 5))", "2|0|5"},
		{"insert-before(('a', 'b', 'c'), 0, 'z')", "z|a|b|c"},
		{"insert-before(('a', 'b', 'c'), 2, ('y', 'z'))", "a|y|z|b|c"},
		{"insert-before(('a', 'b', 'c'), 4, 'z')", "a|b|c|z"},
		{"insert-before(('a', 'b'), 99, 'z'), insert-before((), 1, 'q'), insert-before('r', 1, ())",
		 "a|b|z|q|r"},
		{"count(insert-before((1, 2), 2, (3, 4)))", "4"},
		{"remove(('a', 'b', 'c'), 0), remove(('a', 'b', 'c'), 1), remove(('a', 'b', 'c'), 6), remove((), 3)",
		 "a|b|c|b|c|a|b|c"},
		{"reverse((1, 'b', 3)), reverse(())", "3|b|1"},
		{"reverse(1 to 5)", "5|4|3|2|1"},
		{"subsequence(1 to 10, 4)", "4|5|6|7|8|9|10"},
		{"subsequence(1 to 10, 4, 3)", "4|5|6"},
		{"subsequence(1 to 5, 1.5, 2.6)", "2|3|4"},
		{"subsequence(1 to 5, -1, 4)", "1|2"},
		{"subsequence(1 to 5, 0 div 0e0), subsequence(1 to 5, -1 div 0e0, 1 div 0e0), subsequence(1 to 5, 9)",
		 ""},
		{"subsequence(1 to 5, -1 div 0e0), subsequence(1 to 3, 2, 1 div 0e0)", "1|2|3|4|5|2|3"},
		{"unordered((1, 2))", "1|2"},
		{"subsequence(1 to 3000000000, 2147483647, 2), count(tail(1 to 4000000000))",
		 "2147483647|2147483648|3999999999"},
		{"let $s := ('a', 'b', 'c') return (tail($s), remove($s, 2), subsequence($s, 2, 1))", "b|c|a|c|b"},
		/* what is not asked for is not evaluated */
		{"head((1, error())), subsequence((1, 2, error()), 1, 2), exists((1, error()))", "1|1|2|true"},
		{"some $x in (1, error()) satisfies $x eq 1", "true"},
		/* the last of items of which some last only until the next one */
		{"('a', for $x in ('b', 'c') return concat($x, $x))[last()]", "cc"},
	};

	UT_QUERIES(list, NULL);
}

static void
numbers_of_items(void)
{
	static const UtQuery list[] = {
		{"zero-or-one(()), zero-or-one(1), one-or-more((1, 2)), exactly-one(3)", "1|1|2|3"},
		{"zero-or-one((1, 2))", "!FORG0003"},
		{"one-or-more(())", "!FORG0004"},
		{"exactly-one(())", "!FORG0005"},
		{"exactly-one((1, 2))", "!FORG0005"},
	};

	UT_QUERIES(list, NULL);
}

static void
aggregates(void)
{
	static const UtQuery list[] = {
		{"sum((1, 2, 3))", "xs:integer 6"},
		{"sum(())", "xs:integer 0"},
		{"sum((), 0e0)", "xs:double 0"},
		{"count(sum((), ()))", "xs:integer 0"},
		{"sum((0.1, 0.2))", "xs:decimal 0.3"},
		{"sum((1, 2.5, 1e0))", "xs:double 4.5"},
		{"sum((xs:float(1), 2))", "xs:float 3"},
		{"sum((9223372036854775807, 1))", "xs:integer 9223372036854775808"},
		{"sum((-9223372036854775807, -1, -1))", "xs:integer -9223372036854775809"},
		{"sum(for $i in 1 to 1000 return 1000000000000000000000)", "xs:integer 1000000000000000000000000"},
		{"sum((xs:untypedAtomic('1.5'), 1))", "xs:double 2.5"},
		{"sum((xs:dayTimeDuration('P1D'), xs:dayTimeDuration('PT12H')))", "xs:dayTimeDuration P1DT12H"},
		{"sum((xs:yearMonthDuration('P1Y'), xs:yearMonthDuration('P6M')))", "xs:yearMonthDuration P1Y6M"},
		{"sum((1, 0 div 0e0))", "xs:double NaN"},
		{"sum((1, xs:dayTimeDuration('P1D')))", "!FORG0006"},
		{"sum((xs:yearMonthDuration('P1Y'), xs:dayTimeDuration('P1D')))", "!FORG0006"},
		{"sum('a')", "!FORG0006"},
		{"sum(xs:duration('P1D'))", "!FORG0006"},
		{"sum(xs:untypedAtomic('a'))", "!FORG0001"},
		{"avg((3, 4, 5))", "xs:decimal 4"},
		{"avg((1, 2))", "xs:decimal 1.5"},
		{"avg((1, 2e0))", "xs:double 1.5"},
		{"count(avg(()))", "xs:integer 0"},
		{"avg((xs:yearMonthDuration('P20Y'), xs:yearMonthDuration('P10M')))", "xs:yearMonthDuration P10Y5M"},
		{"avg(('a', 1))", "!FORG0006"},
	};

	UT_QUERIES_TYPED(list, NULL);
}

static void
extremes(void)
{
	static const UtQuery list[] = {
		{"max((3, 4, 5)), min((3, 4, 5))", "xs:integer 5|xs:integer 3"},
		{"max((5, 5.0e0))", "xs:double 5"},
		{"max((3, 4e0))", "xs:double 4"},
		{"min((3, 4e0))", "xs:double 3"},
		{"min((xs:float(3), 4))", "xs:float 3"},
		{"max((xs:integer(5), 2.5))", "xs:integer 5"},
		{"max((1, 0 div 0e0, 3))", "xs:double NaN"},
		{"min((xs:float('NaN'), 1e0))", "xs:double NaN"},
		{"max(('a', 'c', 'b')), min(('b', 'a'))", "xs:string c|xs:string a"},
		{"max((xs:anyURI('a'), 'b'))", "xs:string b"},
		{"max((true(), false()))", "xs:boolean true"},
		{"max((xs:date('2020-01-01'), xs:date('2021-01-01')))", "xs:date 2021-01-01"},
		{"min((xs:dayTimeDuration('P1D'), xs:dayTimeDuration('PT1H')))", "xs:dayTimeDuration PT1H"},
		{"count(max(()))", "xs:integer 0"},
		{"max(xs:untypedAtomic('12'))", "xs:double 12"},
		{"max((xs:untypedAtomic('12'), 5))", "xs:double 12"},
		{"max((1, 'a'))", "!FORG0006"},
		{"max((xs:date('2020-01-01'), xs:dateTime('2020-01-01T00:00:00')))", "!FORG0006"},
		{"max(xs:QName('a'))", "!FORG0006"},
		{"max(xs:gYear('2020'))", "!FORG0006"},
		{"max(xs:duration('P1Y'))", "!FORG0006"},
		{"max(('a', 'B'), 'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "xs:string B"},
		{"max(('a', 'B'))", "xs:string a"},
		{"max(1, 'http://example.org/none')", "!FOCH0002"},
	};

	UT_QUERIES_TYPED(list, NULL);
}

static void
names(void)
{
	static const UtQuery list[] = {
		{"QName('http://x.org', 'p:a')", "p:a"},
		{"namespace-uri-from-QName(QName('http://x.org', 'p:a'))", "http://x.org"},
		{"local-name-from-QName(QName('http://x.org', 'p:a')), prefix-from-QName(QName('http://x.org', "
		 "'p:a'))",
		 "a|p"},
		{"empty(prefix-from-QName(QName('', 'a'))), namespace-uri-from-QName(QName((), 'a')) eq ''",
		 "true|true"},
		{"QName('', 'p:a')", "!FOCA0002"},
		{"QName('http://x.org', '1a')", "!FOCA0002"},
		{"QName('http://x.org', 'a:b:c')", "!FOCA0002"},
		{"QName('u', 'p:a') eq QName('u', 'q:a')", "true"},
		{"empty(local-name-from-QName(()))", "true"},
		{"namespace-uri-from-QName(resolve-QName('p:x', /r/e)), namespace-uri-from-QName(resolve-QName('x', "
		 "/r/e))",
		 "urn:p|"},
		{"empty(resolve-QName((), /r/e))", "true"},
		{"resolve-QName('q:x', /r/e)", "!FONS0004"},
		{"resolve-QName('q x', /r/e)", "!FOCA0002"},
	};

	UT_QUERIES(list, "<r xmlns:p='urn:p'><e/></r>");
}

static void
errors(void)
{
	static const UtQuery list[] = {
		{"error()", "!FOER0000"},
		{"error((), 'text')", "!FOER0000"},
		{"error(QName('http://www.w3.org/2005/xqt-errors', 'err:ABCD0001'))", "!ABCD0001"},
		{"1, error(xs:QName('err:A'), 'no')", "!A"},
		{"try { error(QName('urn:x', 'x:mine'), 'said', (1, 2)) } catch * { "
		 "local-name-from-QName($err:code), "
		 "namespace-uri-from-QName($err:code), $err:description, $err:value }",
		 "mine|urn:x|said|1|2"},
		{"trace((1, 2), 'label'), trace(3)", "1|2|3"},
	};

	UT_QUERIES(list, NULL);
}

static void
resources(void)
{
	static const UtQuery list[] = {
		{"empty(doc(()))", "true"},
		{"doc('a.xml')", "!FODC0002"},
		{"doc('%')", "!FODC0005"},
		{"doc-available('a.xml'), doc-available(())", "false|false"},
		{"collection()", "!FODC0002"},
		{"uri-collection('x')", "!FODC0002"},
		{"collection('%')", "!FODC0004"},
		{"unparsed-text('a.txt')", "!FOUT1170"},
		{"empty(unparsed-text(())), empty(unparsed-text-lines(()))", "true|true"},
		{"unparsed-text-lines('a.txt', 'utf-8')", "!FOUT1170"},
		{"unparsed-text-available('a.txt')", "false"},
		{"empty(environment-variable('PATH')), empty(available-environment-variables())", "true|true"},
		{"environment-variable(())", "!XPTY0004"},
		{"json-doc('a')", "!FOUT1170"},
		{"transform(1)", "!FOXT0004"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_fn_sequence)
{
	UT_RUN(parts);
	UT_RUN(numbers_of_items);
	UT_RUN(aggregates);
	UT_RUN(extremes);
	UT_RUN(names);
	UT_RUN(errors);
	UT_RUN(resources);
	return ut_done();
}
