/*
 * test_fn_string.c -- functions on strings, characters and URIs: expected values follow from F&O 3.1, sections 5 and 6.
 */
#include "../ut_query.h"

static void
joins(void)
{
	static const UtQuery list[] = {
		{"concat('a', (), 7, '-', 1.50, true())", "a7-1.5true"},
		{"concat('', ())", ""},
		{"concat('x')", "!XPST0017"},
		{"concat('x', ('a', 'b'))", "!XPTY0004"},
		{"string-join(('now', 'is', 'the time'), ' ')", "now is the time"},
		{"string-join((), '-')", ""},
		{"string-join(1 to 5)", "12345"},
		{"string-join((1, 2.5, xs:date('2020-02-29')), ', ')", "1, 2.5, 2020-02-29"},
		{"string-join(('', ''), '-')", "-"},
	};

	UT_QUERIES(list, NULL);
}

static void
substrings(void)
{
	static const UtQuery list[] = {
		{"substring('motor car', 6)", " car"},
		{"substring('metadata', 4, 3)", "ada"},
		{"substring('12345', 1.5, 2.6)", "234"},
		{"substring('12345', 0, 3)", "12"},
		{"substring('12345', 5, -3)", ""},
		{"substring('12345', -3, 5)", "1"},
		{"substring('12345', 0 div 0e0, 3)", ""},
		{"substring('12345', 1, 0 div 0e0)", ""},
		{"substring((), 1, 3)", ""},
		{"substring('12345', -42, 1 div 0e0)", "12345"},
		{"substring('12345', -1 div 0e0, 1 div 0e0)", ""},
		{"substring('a\xC3\xA4\xF0\x9F\x98\x80z', 2, 2)", "\xC3\xA4\xF0\x9F\x98\x80"},
		{"substring('abc', 4)", ""},
		{"substring('abc', 1e30)", ""},
		{"string-length('Harp not on that string')", "23"},
		{"string-length(())", "0"},
		{"string-length('\xC3\xA4\xF0\x9F\x98\x80')", "2"},
		{"('abc', 12) ! string-length()", "3|2"},
		{"string-length()", "!XPDY0002"},
		{"normalize-space('  a \t\n b\r ')", "a b"},
		{"normalize-space(())", ""},
		{"normalize-space('\xC2\xA0')", "\xC2\xA0"},
		{"' a  b ' ! normalize-space()", "a b"},
	};

	UT_QUERIES(list, NULL);
}

static void
case_and_translation(void)
{
	static const UtQuery list[] = {
		{"upper-case('abCd0')", "ABCD0"},
		{"upper-case('stra\xC3\x9F"
		 "e')",
		 "STRASSE"},
		{"lower-case('ABc!D')", "abc!d"},
		{"lower-case(())", ""},
		{"translate('bar', 'abc', 'ABC')", "BAr"},
		{"translate('--aaa--', 'abc-', 'ABC')", "AAA"},
		{"translate('abcdabc', 'abc', 'AB')", "ABdAB"},
		{"translate('aa', 'aa', 'xy')", "xx"},
		{"translate((), 'a', 'b')", ""},
		{"translate('a', 'a', '\xF0\x9F\x98\x80')", "\xF0\x9F\x98\x80"},
		{"normalize-unicode('abc')", "abc"},
		{"normalize-unicode('abc', ' nfkd ')", "abc"},
		{"normalize-unicode('e\xCC\x81', '')", "e\xCC\x81"},
		{"normalize-unicode('\xC3\xA9')", "\xC3\xA9"},
		{"normalize-unicode('abc', 'NFX')", "!FOCH0003"},
		{"normalize-unicode(())", ""},
	};

	UT_QUERIES(list, NULL);
}

static void
searches(void)
{
	static const UtQuery list[] = {
		{"contains('tattoo', 't'), contains('tattoo', 'ttt')", "true|false"},
		{"contains('', ()), contains('abc', ''), contains((), 'a')", "true|true|false"},
		{"starts-with('tattoo', 'tat'), starts-with('tattoo', 'att'), starts-with((), ())",
		 "true|false|true"},
		{"ends-with('tattoo', 'tattoo'), ends-with('tattoo', 'atto'), ends-with('oo', 'ooo')",
		 "true|false|false"},
		{"substring-before('tattoo', 'attoo'), substring-before('tattoo', 'tatto'), "
		 "substring-before('abcdefghi', '--')",
		 "t||"},
		{"substring-after('tattoo', 'tat'), substring-after('tattoo', 'tattoo'), substring-after('a', ''), "
		 "substring-after('a', 'b')",
		 "too||a|"},
		{"contains('ABC', 'bc', "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "true"},
		{"substring-after('xABCd', 'bc', "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "d"},
		{"starts-with('\xC3\x84', '\xC3\xA4', "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "false"},
		{"contains('a', 'a', 'http://www.w3.org/2005/xpath-functions/collation/codepoint')", "true"},
		{"contains('a', 'a', 'http://example.org/none')", "!FOCH0002"},
		{"contains('a', 'a', '')", "!FOCH0002"},
	};

	UT_QUERIES(list, NULL);
}

/* By a collation of the host, here one that knows neither case nor hyphens. */
static void
collated(void)
{
	static const UtQuery list[] = {
		{"contains('x-A-Bc', 'ab', 'urn:letters'), contains('acb', 'ab', 'urn:letters'), "
		 "contains('', '', 'urn:letters'), contains('a', 'ab', 'urn:letters')",
		 "true|false|true|false"},
		{"substring-before('x-A-Bc', 'ab', 'urn:letters'), substring-after('x-A-Bc', 'ab', 'urn:letters')",
		 "x-|c"},
		{"substring-after('aa-a', 'AA', 'urn:letters'), substring-before('bc', 'a', 'urn:letters')", "-a|"},
		{"starts-with('-A-b', 'ab', 'urn:letters'), starts-with('ba', 'a', 'urn:letters'), "
		 "starts-with('a', '-', 'urn:letters')",
		 "true|false|true"},
		{"ends-with('xA-b-', 'ab', 'urn:letters'), ends-with('abx', 'ab', 'urn:letters')", "true|false"},
		/* a character that is combined with the next one does not match by itself */
		{"contains(concat('e', codepoints-to-string(769)), 'E', 'urn:letters'), contains('xe', 'E', "
		 "'urn:letters')",
		 "false|true"},
		{"compare('a-b', 'AB', 'urn:letters'), index-of(('x', 'A-'), 'a', 'urn:letters'), "
		 "contains-token('x a-b', 'AB', 'urn:letters')",
		 "0|2|true"},
	};

	UT_QUERIES(list, NULL);
}

static void
characters(void)
{
	static const UtQuery list[] = {
		{"codepoints-to-string((66, 65, 67, 72))", "BACH"},
		{"codepoints-to-string(())", ""},
		{"codepoints-to-string((8364, 128512))", "\xE2\x82\xAC\xF0\x9F\x98\x80"},
		{"codepoints-to-string(0)", "!FOCH0001"},
		{"codepoints-to-string(55296)", "!FOCH0001"},
		{"codepoints-to-string(1114112)", "!FOCH0001"},
		{"codepoints-to-string(100000000000000000000)", "!FOCH0001"},
		{"string-to-codepoints('Th\xC3\xA9')", "84|104|233"},
		{"string-to-codepoints('')", ""},
		{"compare('abc', 'abc'), compare('a', 'b'), compare('b', 'a'), compare('a', 'ab')", "0|-1|1|-1"},
		{"empty(compare((), 'a'))", "true"},
		{"compare('\xEF\xBF\xBD', '\xF0\x9F\x98\x80')", "-1"},
		{"compare('aB', 'Ab', "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "0"},
		{"codepoint-equal('abcd', 'abcd '), codepoint-equal('', ''), empty(codepoint-equal('', ()))",
		 "false|true|true"},
		{"collation-key('a') eq collation-key('a'), collation-key('a') lt collation-key('b')", "true|true"},
		{"collation-key('A', 'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive') "
		 "eq collation-key('a')",
		 "true"},
		{"contains-token('red green blue ', 'red'), contains-token(('red', 'green blue'), ' blue '), "
		 "contains-token('reddish', 'red'), contains-token('red', ''), contains-token((), 'a')",
		 "true|true|false|false|false"},
		{"contains-token('Red', 'red', "
		 "'http://www.w3.org/2005/xpath-functions/collation/html-ascii-case-insensitive')",
		 "true"},
	};

	UT_QUERIES(list, NULL);
}

static void
uris(void)
{
	static const UtQuery list[] = {
		{"encode-for-uri('http://x.org/a b~c?\xC3\xA9')", "http%3A%2F%2Fx.org%2Fa%20b~c%3F%C3%A9"},
		{"iri-to-uri('http://x.org/a b%20<\xC3\xA9>#f')", "http://x.org/a%20b%20%3C%C3%A9%3E#f"},
		{"escape-html-uri('javascript:if (a == \xC3\xA9) {}')", "javascript:if (a == %C3%A9) {}"},
		{"encode-for-uri(()), iri-to-uri(()), escape-html-uri('')", "||"},
		{"empty(static-base-uri())", "true"},
		{"declare base-uri 'http://x.org/a/'; static-base-uri()", "http://x.org/a/"},
		{"empty(resolve-uri(()))", "true"},
		{"resolve-uri('http://x.org/')", "http://x.org/"},
		{"resolve-uri('b')", "!FONS0005"},
		{"declare base-uri 'http://x.org/a/c'; resolve-uri('b')", "http://x.org/a/b"},
		{"resolve-uri('b', 'c')", "!FORG0002"},
		{"resolve-uri('b', 'http://x.org/#f')", "!FORG0002"},
		{"resolve-uri('b', 'mailto:a@b.c')", "!FORG0002"},
		{"resolve-uri('%gg', 'http://x.org/')", "!FORG0002"},
	};

	UT_QUERIES(list, NULL);
}

/* RFC 3986, section 5.4: references seen from http://a/b/c/d;p?q */
static void
references(void)
{
	static const char *const list[][2] = {
		{"g:h", "g:h"},
		{"g", "http://a/b/c/g"},
		{"./g", "http://a/b/c/g"},
		{"g/", "http://a/b/c/g/"},
		{"/g", "http://a/g"},
		{"//g", "http://g"},
		{"?y", "http://a/b/c/d;p?y"},
		{"g?y", "http://a/b/c/g?y"},
		{"#s", "http://a/b/c/d;p?q#s"},
		{"g?y#s", "http://a/b/c/g?y#s"},
		{";x", "http://a/b/c/;x"},
		{"", "http://a/b/c/d;p?q"},
		{".", "http://a/b/c/"},
		{"./", "http://a/b/c/"},
		{"..", "http://a/b/"},
		{"../g", "http://a/b/g"},
		{"../..", "http://a/"},
		{"../../g", "http://a/g"},
		{"../../../g", "http://a/g"},
		{"/./g", "http://a/g"},
		{"/../g", "http://a/g"},
		{"g.", "http://a/b/c/g."},
		{"..g", "http://a/b/c/..g"},
		{"./../g", "http://a/b/g"},
		{"./g/.", "http://a/b/c/g/"},
		{"g/./h", "http://a/b/c/g/h"},
		{"g/../h", "http://a/b/c/h"},
		{"g;x=1/../y", "http://a/b/c/y"},
		{"g?y/../x", "http://a/b/c/g?y/../x"},
	};
	char query[200];
	size_t i;

	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++)
	{
		const char *got;

		snprintf(query, sizeof(query), "resolve-uri('%s', 'http://a/b/c/d;p?q')", list[i][0]);
		got = ut_query(query, NULL, false);
		CHECKF(strcmp(got, list[i][1]) == 0, "%s: got %s", list[i][0], got);
	}
}

UT_SUITE(test_fn_string)
{
	UT_RUN(joins);
	UT_RUN(substrings);
	UT_RUN(case_and_translation);
	UT_RUN(searches);
	UT_RUN(collated);
	UT_RUN(characters);
	UT_RUN(uris);
	UT_RUN(references);
	return ut_done();
}
