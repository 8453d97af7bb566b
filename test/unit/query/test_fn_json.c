/*
 * test_fn_json.c -- parse-json, json-to-xml, xml-to-json: F&O 3.1, section 17.5.
 */
#include "../ut_query.h"

static void
parsing(void)
{
	static const UtQuery list[] = {
		{"parse-json('{\"x\":1, \"y\":[3,4,5]}')?y?*", "3|4|5"},
		{"parse-json('\"abcd\"'), parse-json(' true '), parse-json('-1.5e2'), empty(parse-json('null')), "
		 "empty(parse-json(()))",
		 "abcd|true|-150|true|true"},
		{"parse-json('[1, null, \"a\"]') ! (array:size(.), count(.(2)))", "3|0"},
		{"map:size(parse-json('{}')), array:size(parse-json('[ ]'))", "0|0"},
		{"parse-json('1') instance of xs:double", "true"},
		{"string-to-codepoints(parse-json('\"\\u0041\\n\\/\\\\\\u00e9\\ud83d\\ude00\"'))",
		 "65|10|47|92|233|128512"},
		{"parse-json('\"a\\u0000b\"') eq codepoints-to-string((97, 65533, 98)), "
		 "parse-json('\"\\ud83d\"') eq codepoints-to-string(65533)",
		 "true|true"},
		{"parse-json('\"\\u0000\\\\\\n\\u0041\"', map { 'escape' : true() })", "\\u0000\\\\\\nA"},
		{"parse-json('\"x\\u0007\"', map { 'fallback' : function($s) { '[' || $s || ']' } })", "x[\\u0007]"},
		{"parse-json('{\"a\":1,\"a\":2}')?a, parse-json('{\"a\":1,\"a\":2}', map { 'duplicates' : 'use-last' "
		 "})?a",
		 "1|2"},
		{"parse-json('{\"a\":1,\"a\":2}', map { 'duplicates' : 'reject' })", "!FOJS0003"},
		{"parse-json('1', map { 'duplicates' : 'retain' })", "!FOJS0005"},
		{"parse-json('1', map { 'escape' : true(), 'fallback' : function($s) { $s } })", "!FOJS0005"},
		{"parse-json('1', map { 'liberal' : 'x' })", "!XPTY0004"},
		{"parse-json('1', map { 'fallback' : concat#2 })", "!XPTY0004"},
	};

	UT_QUERIES(list, NULL);
}

/* None of these is JSON. */
static void
refusals(void)
{
	static const char *const list[] = {"",      "{",     "[1,]",  "{\"a\":1,}", "{a:1}",    "{\"a\" 1}",
									   "01",    "1.",    ".5",    "+1",         "1e",       "tru",
									   "nullx", "[1 2]", "1 2",   "\"a",        "\"\\x\"",  "\"\\u12\"",
									   "''a''", "NaN",   "-",     "[1,,2]",     "{\"a\":}", "\"a\tb\"",
									   "]",     "[}",    "{1:2}", "tRue"};
	char query[100];
	size_t i;

	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++)
	{
		const char *got;

		snprintf(query, sizeof(query), "parse-json('%s')", list[i]);
		got = ut_query(query, NULL, false);
		CHECKF(strcmp(got, "!FOJS0001") == 0, "%s: got %s", list[i], got);
	}
}

/* A text of a hundred thousand brackets ends with an error, not with the stack. */
static void
nesting(void)
{
	static const UtQuery list[] = {
		{"parse-json(string-join(for $i in 1 to 1000000 return '['))", "!depth"},
		{"json-to-xml(string-join(for $i in 1 to 1000000 return '['))", "!depth"},
		{"parse-json(string-join((for $i in 1 to 200 return '[', for $i in 1 to 200 return ']'))) ! "
		 "array:size(.)",
		 "1"},
	};

	UT_QUERIES(list, NULL);
}

#define NS "xmlns=\"http://www.w3.org/2005/xpath-functions\""

static void
to_nodes(void)
{
	static const UtQuery list[] = {
		{"json-to-xml('{\"x\": 1, \"y\": [3e0, \"a\", true, null, {}]}')",
		 "<map " NS "><number key=\"x\">1</number><array key=\"y\"><number>3e0</number><string>a</string>"
		 "<boolean>true</boolean><null/><map/></array></map>"},
		{"json-to-xml('\"\\\\x\"', map { 'escape' : true() })",
		 "<string " NS " escaped=\"true\">\\\\x</string>"},
		{"json-to-xml('{\"\\\\\":0}', map { 'escape' : true() })",
		 "<map " NS "><number key=\"\\\\\" escaped-key=\"true\">0</number></map>"},
		{"json-to-xml('\"\\\\x\"')", "<string " NS ">\\x</string>"},
		{"count(json-to-xml('{\"a\":1,\"a\":2}')//*:number), count(json-to-xml('{\"a\":1,\"a\":{}}', "
		 "map { 'duplicates' : 'use-first' })/*/*)",
		 "2|1"},
		{"json-to-xml('{\"a\":1,\"a\":2}', map { 'duplicates' : 'reject' })", "!FOJS0003"},
		{"json-to-xml('{\"a\":1}', map { 'duplicates' : 'use-last' })", "!FOJS0005"},
		{"json-to-xml('[')", "!FOJS0001"},
		{"empty(json-to-xml(())), json-to-xml('1') instance of document-node()", "true|true"},
	};

	UT_QUERIES(list, NULL);
}

#define FROM(xml) "xml-to-json(parse-xml('" xml "'))"
#define E(name, rest) "<" name " xmlns=\"http://www.w3.org/2005/xpath-functions\"" rest

static void
from_nodes(void)
{
	static const UtQuery list[] = {
		{FROM(E("array", "><number>1</number><string>is</string><boolean>1</boolean><null/></array>")),
		 "[1,\"is\",true,null]"},
		{FROM(E("map", "><number key=\"Sun day\">1e5</number><map key=\"m\"/><array key=\"a\"/></map>")),
		 "{\"Sun day\":100000,\"m\":{},\"a\":[]}"},
		{FROM(E("string", ">a\"b/\\c&#10;&#x85;</string>")), "\"a\\\"b\\/\\\\c\\n\\u0085\""},
		{FROM(E("string", " escaped=\"true\">\\n\\u0041\"</string>")), "\"\\n\\u0041\\\"\""},
		{FROM(E("string", " escaped=\"true\">\\x</string>")), "!FOJS0007"},
		{FROM(E("number", ">NaN</number>")), "!FOJS0006"},
		{FROM(E("map", "><null/></map>")), "!FOJS0006"},
		{FROM(E("map", "><null key=\"a\"/><null key=\"a\"/></map>")), "!FOJS0006"},
		{FROM(E("map", "><null key=\"A\"/><null key=\"\\u0041\" escaped-key=\"true\"/></map>")), "!FOJS0006"},
		{FROM(E("array", ">x</array>")), "!FOJS0006"},
		{FROM(E("array", " b=\"1\"/>")), "!FOJS0006"},
		{FROM(E("list", "/>")), "!FOJS0006"},
		{FROM("<array/>"), "!FOJS0006"},
		{FROM(E("array", "><!--c--> <null/> <?p i?></array>")), "[null]"},
		{"empty(xml-to-json(()))", "true"},
		{"xml-to-json(json-to-xml('{\"a\":[1,{\"b\":\"\\\\\"}]}'))", "{\"a\":[1,{\"b\":\"\\\\\"}]}"},
	};

	UT_QUERIES(list, NULL);
}

/* Results of queries that have no string value are as the serialization method adaptive writes them. */
static void
results(void)
{
	static const UtQuery list[] = {
		{"map { 'a' : (1, 2), 2 : () }, [1, ('x', 'y')], abs#1, function($x) { 1 }",
		 "map{\"a\":(1,2),2:()}|[1,(\"x\",\"y\")]|fn:abs#1|(anonymous-function)#1"},
		{"serialize(<a b='x&amp;y'/>/@b, map { 'method' : 'adaptive' })", "b=\"x&amp;y\""},
		{"deep-equal(parse-json(serialize(map { 'k' : [1, [], map { 'x' : 'y\\' }] }, map { 'method' : "
		 "'json' })), "
		 "map { 'k' : [1, [], map { 'x' : 'y\\' }] })",
		 "true"},
	};

	UT_QUERIES(list, NULL);
}

UT_SUITE(test_fn_json)
{
	UT_RUN(parsing);
	UT_RUN(refusals);
	UT_RUN(nesting);
	UT_RUN(to_nodes);
	UT_RUN(from_nodes);
	UT_RUN(results);
	return ut_done();
}
