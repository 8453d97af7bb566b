/*
 * test_ru_cast.c -- casts, constructor functions and castable by whole queries; the values of each type are the matter
 * of atomic/test_at_cast.c.
 */
#include "../ut_query.h"

static void
casts(void)
{
	static const UtQuery list[] = {
		{"'12' cast as xs:integer", "xs:integer 12"},
		{"'12' cast as xs:byte?", "xs:byte 12"},
		{"() cast as xs:byte?", ""},
		{"() cast as xs:byte", "!XPTY0004"},
		{"(1, 2) cast as xs:string", "!XPTY0004"},
		{"(1, 2) cast as xs:string?", "!XPTY0004"},
		{"<a> 7 </a> cast as xs:double", "xs:double 7"},
		{"'x' cast as xs:anyAtomicType", "!XPST0080"},
		{"'x' cast as xs:NOTATION", "!XPST0080"},
		{"'x' cast as xs:unknown", "!XQST0052"},
		{"'abc' cast as xs:integer", "!FORG0001"},
		{"xs:date('2020-02-29') cast as xs:integer", "!XPTY0004"},
		{"'12.5' cast as xs:numeric", "xs:double 12.5"},
		{"12.5 cast as xs:numeric", "xs:decimal 12.5"},
		{"(1 div 0e0) cast as xs:decimal", "!FOCA0002"},
	};

	UT_QUERIES_TYPED(list, NULL);
}

static void
constructors(void)
{
	static const UtQuery list[] = {
		{"xs:date('2020-02-29')", "xs:date 2020-02-29"},
		{"xs:date(<d>2020-02-29</d>)", "xs:date 2020-02-29"},
		{"xs:date(())", ""},
		{"xs:date(('2020-02-29', '2020-03-01'))", "!XPTY0004"},
		{"xs:date()", "!XPST0017"},
		{"xs:numeric('1')", "xs:double 1"},
		{"xs:numeric(1)", "xs:integer 1"},
		{"xs:numeric('a')", "!FORG0001"},
		{"xs:anyAtomicType('1')", "!XPST0017"},
		{"xs:NOTATION('1')", "!XPST0017"},
		{"xs:NMTOKENS(' a  1b ')", "xs:NMTOKEN a|xs:NMTOKEN 1b"},
		{"xs:IDREFS('a b:c')", "!FORG0001"},
		{"xs:ENTITIES(' ')", "!FORG0001"},
		{"xs:IDREFS(1)", "!XPTY0004"},
		{"xs:unsignedByte(300)", "!FORG0001"},
	};

	UT_QUERIES_TYPED(list, NULL);
}

static void
castable(void)
{
	static const UtQuery list[] = {
		{"'1' castable as xs:integer, 'a' castable as xs:integer", "true|false"},
		{"() castable as xs:integer, () castable as xs:integer?", "false|true"},
		{"(1, 2) castable as xs:integer?", "false"},
		{"'a b' castable as xs:NMTOKENS, '' castable as xs:NMTOKENS", "true|false"},
		{"1 castable as xs:date", "false"},
		{"'q:a' castable as xs:QName, 'xs:a' castable as xs:QName", "false|true"},
		{"'a' castable as xs:numeric, '1' castable as xs:numeric", "false|true"},
	};

	UT_QUERIES(list, NULL);
}

/* Names take the prefixes that are in scope where the cast is written. */
static void
names(void)
{
	static const UtQuery list[] = {
		{"declare namespace p = 'urn:p'; namespace-uri-from-QName(xs:QName('p:a'))", "urn:p"},
		{"declare default element namespace 'urn:d'; namespace-uri-from-QName(xs:QName('a'))", "urn:d"},
		{"xs:QName('p:a')", "!FONS0004"},
		{"<e xmlns:p='urn:p'>{namespace-uri-from-QName(xs:QName('p:a'))}</e>/string()", "urn:p"},
		{"<e xmlns='urn:d'>{namespace-uri-from-QName('a' cast as xs:QName)}</e>/string()", "urn:d"},
		{"declare default element namespace 'urn:d'; <e "
		 "xmlns=''>{namespace-uri-from-QName(xs:QName('a'))}</e>/string()",
		 ""},
		{"<e xmlns:p='urn:p'>{'p:a' castable as xs:QName}</e>/string(), 'p:a' castable as xs:QName",
		 "true|false"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_ru_cast)
{
	UT_RUN(casts);
	UT_RUN(constructors);
	UT_RUN(castable);
	UT_RUN(names);
	return ut_done();
}
