/*
 * test_fn_compare.c -- distinct-values, index-of, sort, deep-equal, parse-xml: F&O 3.1, sections 14.2, 14.9 and 16.2.
 */
#include "../ut_query.h"

static void
distinct(void)
{
	static const UtQuery list[] = {
		{"distinct-values((1, 2.0, 3, 2))", "1|2|3"},
		{"distinct-values((xs:untypedAtomic('cherry'), 'cherry', xs:untypedAtomic('plum')))", "cherry|plum"},
		{"distinct-values((1, '1', 1e0, xs:float(1), true()))", "1|1|true"},
		{"count(distinct-values((0 div 0e0, xs:float('NaN'))))", "1"},
		{"count(distinct-values((xs:dateTime('2020-01-01T12:00:00Z'), "
		 "xs:dateTime('2020-01-01T13:00:00+01:00'))))",
		 "1"},
		{"distinct-values(())", ""},
		{"distinct-values(('a', 'A', 'b'), "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "a|b"},
		{"count(distinct-values(for $i in 1 to 10000 return $i mod 100))", "100"},
		{"count(distinct-values(((1 to 1000) ! (. div 10), (1 to 1000) ! xs:double(. div 10), "
		 "(1 to 1000) ! xs:float(. div 10))))",
		 "1000"},
		{"count(distinct-values(((1 to 1000) ! xs:float(. div 10), (1 to 1000) ! xs:double(. div 10), "
		 "(1 to 1000) ! (. div 10))))",
		 "1800"},
		{"count(distinct-values((1 to 20000) ! (12345678901234567890123 + .)))", "20000"},
		{"distinct-values((16777217, xs:float(16777216), 1e0, 1.0))", "16777217|1"},
		{"distinct-values(/r/i/@k)", "1|2"},
		{"head(distinct-values((1, error())))", "1"},
	};

	UT_QUERIES(list, "<r><i k='1'/><i k='2'/><i k='1'/></r>");
}

static void
places(void)
{
	static const UtQuery list[] = {
		{"index-of((10, 20, 30, 30, 20, 10), 20)", "2|5"},
		{"index-of(('a', 'sport', 'and', 'a', 'pastime'), 'a')", "1|4"},
		{"index-of((10, 20), 35), index-of((), 'a'), index-of((1, 'a', 2e0), 2)", "3"},
		{"index-of((0 div 0e0), 0 div 0e0)", ""},
		{"index-of((xs:untypedAtomic('1'), '1', 1), '1')", "1|2"},
		{"index-of(('A', 'b'), 'a', "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "1"},
	};

	UT_QUERIES(list, NULL);
}

static void
sorting(void)
{
	static const UtQuery list[] = {
		{"sort((1, 4, 6, 5, 3))", "1|3|4|5|6"},
		{"sort(('b', 'A', 'a'))", "A|a|b"},
		{"sort(('b', 'A', 'a'), "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "A|a|b"},
		{"sort(('b', 'a', 'A'), "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "a|A|b"},
		{"sort((2, 0 div 0e0, -1))", "NaN|-1|2"},
		{"sort(()), sort(7), sort((2, 1), ())", "7|1|2"},
		{"sort((1, 'a'))", "!XPTY0004"},
		{"for $i in sort(/r/i) return string($i/@k)", "2|3|1"},
		{"sort(reverse(1 to 1000))[. ne position()]", ""},
	};

	UT_QUERIES(list, "<r><i k='1'>c</i><i k='2'>a</i><i k='3'>b</i></r>");
}

static void
deep(void)
{
	static const UtQuery list[] = {
		{"deep-equal((), ()), deep-equal(1, ()), deep-equal((1, 2), (1, 2)), deep-equal((1, 2), (2, 1))",
		 "true|false|true|false"},
		{"deep-equal(1, 1e0), deep-equal('1', 1), deep-equal(0 div 0e0, xs:float('NaN'))", "true|false|true"},
		{"deep-equal(/r/a[1], /r/a[2])", "true"},
		{"deep-equal(/r/a[1], /r/a[3])", "false"},
		{"deep-equal(/r/a[1], /r/a[4])", "false"},
		{"deep-equal(/r/a[1], /r/a[5])", "false"},
		{"deep-equal(/r/b[1], /r/b[2])", "true"},
		{"deep-equal(/r/b[1], /r/b[3])", "false"},
		{"deep-equal(/, /), deep-equal(/, /r), deep-equal(/r/a[1]/@x, /r/a[2]/@x), deep-equal(/r/a[1]/@x, "
		 "/r/a[2]/@y)",
		 "true|false|true|false"},
		{"deep-equal(/r/c[1]/comment(), /r/c[2]/comment()), deep-equal(/r/c[1]/node(), /r/c[2]/node())",
		 "true|false"},
		{"deep-equal(/r/a[1], 'xb'), deep-equal('xb', /r/a[1])", "false|false"},
		{"deep-equal(/r/d[1], /r/d[2]), deep-equal(/r/d[1], /r/d[2], "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "false|true"},
		{"deep-equal((1, error()), (2, error()))", "false"},
		{"deep-equal([1, [2, ()]], [1e0, [2, ()]]), deep-equal([1], 1), deep-equal([1, 2], [(1, 2)]), "
		 "deep-equal(map { 1 : 'a', 2 : [/r/a[1]] }, map { 2.0 : [/r/a[2]], 1 : 'a' }), "
		 "deep-equal(map { 1 : 'a' }, map { 2 : 'a' }), deep-equal(map { }, [])",
		 "true|false|false|true|false|false"},
		{"deep-equal(abs#1, abs#1)", "!FOTY0015"},
		{"deep-equal(1, abs#1)", "!FOTY0015"},
	};

	UT_QUERIES(list, "<r><a x='1' y='2'>x<b/></a><a y='2' x='1'>x<!--c--><b/></a><a x='1' y='2'>x</a>"
					 "<a x='1'>x<b/></a><a x='1' y='3'>x<b/></a>"
					 "<b xmlns:p='u'><p:q/></b><b xmlns:z='u'><z:q/></b><b><q/></b>"
					 "<c>1<!--k--></c><c>2<!--k--></c><d e='a'>B</d><d e='A'>b</d></r>");
}

static void
parsing(void)
{
	static const UtQuery list[] = {
		{"parse-xml('<a b=\"1\"><c/></a>')/a/@b/string()", "1"},
		{"parse-xml('<a>x</a>')", "<a>x</a>"},
		{"empty(parse-xml(())), empty(parse-xml-fragment(()))", "true|true"},
		{"parse-xml('<a>')", "!FODC0006"},
		{"parse-xml('')", "!FODC0006"},
		{"parse-xml('<a/><b/>')", "!FODC0006"},
		{"count(parse-xml-fragment('x<a/>y<b/>')/node()), string(parse-xml-fragment(''))", "4|"},
		{"parse-xml-fragment('<a')", "!FODC0006"},
		{"parse-xml-fragment('<?xml version=\"1.0\" encoding=\"utf-8\"?>x')", "x"},
		{"parse-xml-fragment('<?xml version=\"1.0\"?>x')", "!FODC0006"},
		{"parse-xml('<a/>') is parse-xml('<a/>')", "false"},
	};

	UT_QUERIES(list, NULL);
}

static void
serialization(void)
{
	static const UtQuery list[] = {
		{"serialize(())", ""},
		{"serialize((1, 'a<b', true()))", "1 a&lt;b true"},
		{"serialize(/)", "<r a=\"1\"><b>x</b> y</r>"},
		{"serialize((1, /r/b, 2, 3))", "1<b>x</b>2 3"},
		{"serialize(/r/@a)", "!SENR0001"},
		{"serialize(/r, <o:serialization-parameters "
		 "xmlns:o='http://www.w3.org/2010/xslt-xquery-serialization'>"
		 "<o:method value='text'/></o:serialization-parameters>)",
		 "x y"},
		{"serialize((1, 2, /r/b), <o:serialization-parameters "
		 "xmlns:o='http://www.w3.org/2010/xslt-xquery-serialization'>"
		 "<o:item-separator value='|'/></o:serialization-parameters>)",
		 "1|2|<b>x</b>"},
		{"serialize(/r/b, <o:serialization-parameters "
		 "xmlns:o='http://www.w3.org/2010/xslt-xquery-serialization'>"
		 "<o:indent value='maybe'/></o:serialization-parameters>)",
		 "!SEPM0017"},
		{"serialize(/r/b, <o:serialization-parameters "
		 "xmlns:o='http://www.w3.org/2010/xslt-xquery-serialization'>"
		 "<o:omit-xml-declaration value='no'/></o:serialization-parameters>)",
		 "<?xml version=\"1.0\" encoding=\"UTF-8\"?><b>x</b>"},
		{"serialize(/r/b, /r)", "!XPTY0004"},
		{"serialize(/r/b, ())", "<b>x</b>"},
	};

	UT_QUERIES(list, "<r a='1'><b>x</b> y</r>");
}

#define UCA "'http://www.w3.org/2013/collation/UCA?"

/* The language of the host compares bytes; parameters reduce what it compares (section 5.3.4). */
static void
unicode_collations(void)
{
	static const UtQuery list[] = {
		{"compare('a', 'A', " UCA "strength=tertiary')", "1"},
		{"compare('a', 'A', " UCA "lang=en;strength=secondary')", "0"},
		{"compare('a', 'B', " UCA "strength=2')", "-1"},
		{"compare('B', 'a', " UCA "strength=1')", "1"},
		{"compare('stra\xC3\x9F"
		 "e', 'STRASSE', " UCA "strength=primary')",
		 "0"},
		{"compare('a', 'A', " UCA "strength=primary;caseLevel=yes')", "1"},
		{"compare('a', 'A', " UCA "strength=primary;caseLevel=yes;caseFirst=upper')", "-1"},
		{"compare('a', 'A', " UCA "caseFirst=upper')", "-1"},
		{"compare('ab', 'Aa', " UCA "caseFirst=upper')", "1"},
		{"compare('a-b c', 'abc', " UCA "alternate=blanked')", "0"},
		{"compare('a-b c', 'abc', " UCA "alternate=shifted;strength=3')", "0"},
		{"compare('a-b c', 'abc', " UCA "alternate=shifted;strength=quaternary')", "-1"},
		{"compare('a-b', 'ab', " UCA "alternate=non-ignorable')", "-1"},
		{"compare('a9', 'a10', " UCA "numeric=yes')", "-1"},
		{"compare('a009', 'a9', " UCA "numeric=yes')", "0"},
		{"compare('a9', 'a10', " UCA "numeric=no')", "1"},
		{"string-join(sort(('x10', 'x9', 'x100', 'x'), " UCA "numeric=yes'), ' ')", "x x9 x10 x100"},
		{"distinct-values(('a', 'A', 'b'), " UCA "strength=primary')", "a|b"},
		{"contains('ABC-DEF', 'cde', " UCA "strength=primary;alternate=blanked')", "true"},
		{"compare('a', 'a', " UCA "lang=en-GB-x-own')", "0"},
		{"compare('a', 'a', " UCA "lang=tlh')", "0"},
		{"compare('a', 'a', " UCA "lang=tlh;fallback=no')", "!FOCH0002"},
		{"compare('a', 'a', " UCA "reorder=digit')", "0"},
		{"compare('a', 'a', " UCA "reorder=digit;fallback=no')", "!FOCH0002"},
		{"compare('a', 'a', " UCA "strength=9;fallback=no')", "!FOCH0002"},
		{"compare('a', 'a', " UCA "lang=;fallback=no')", "!FOCH0002"},
		{"compare('a', 'a', 'http://www.w3.org/2013/collation/UCAx')", "!FOCH0002"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_fn_compare)
{
	UT_RUN(unicode_collations);
	UT_RUN(distinct);
	UT_RUN(places);
	UT_RUN(sorting);
	UT_RUN(deep);
	UT_RUN(parsing);
	UT_RUN(serialization);
	return ut_done();
}
