-- What the server gives to queries: values of variables, the moment, collations, normal forms, XML text.
BEGIN;
SET LOCAL client_min_messages = error;
SELECT plan(116);

-- items, in one text
CREATE FUNCTION pg_temp.items(query bxquery, vars jsonb DEFAULT NULL) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	detail text;
BEGIN
	RETURN coalesce((SELECT string_agg(concat_ws(' ', type, text), '|' ORDER BY position) FROM bxquery_items(query, vars)), '');
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_HINT;
	RETURN concat_ws(' ', SQLSTATE, SQLERRM, nullif(detail, ''));
END $$;

CREATE FUNCTION pg_temp.report(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	RETURN concat_ws(' ', SQLSTATE, substring(SQLERRM FROM '\[(\w+)\]$'));
END $$;

-- variables
SELECT is(pg_temp.items('$x', '{"x": 1}'), 'xs:integer 1', 'a number without a fraction');
SELECT is(pg_temp.items('$x', '{"x": 123456789012345678901234567890}'), 'xs:integer 123456789012345678901234567890', 'integers are exact');
SELECT is(pg_temp.items('$x + 0.1', '{"x": 0.2}'), 'xs:decimal 0.3', 'decimals, too');
SELECT is(pg_temp.items('$x', '{"x": [1, 2.50, "a", true]}'), 'xs:integer 1|xs:decimal 2.5|xs:string a|xs:boolean true', 'an array is a sequence');
SELECT is(pg_temp.items('count($x)', '{"x": null}'), 'xs:integer 0', 'null is the empty sequence');
SELECT is(pg_temp.items('count($x)', '{"x": []}'), 'xs:integer 0', 'as is an empty array');
SELECT is(pg_temp.items('declare namespace p = "urn:p"; declare variable $p:x external; $p:x', '{"Q{urn:p}x": 7}'), 'xs:integer 7', 'a name in a namespace');
SELECT is(pg_temp.items('declare namespace p = "urn:p"; declare variable $p:x external; $p:x', '{"p:x": 7}'), 'xs:integer 7', 'with a prefix of the query');
SELECT is(pg_temp.items('declare namespace p = "urn:p"; declare variable $p:x external := 1; $p:x', '{"x": 7}'), 'xs:integer 1', 'not another name');
SELECT is(pg_temp.items('declare variable $d as xs:date external; $d + xs:dayTimeDuration("P1D")', '{"d": "2026-02-28"}'), 'xs:date 2026-03-01', 'a string is cast to the declared type');
SELECT is(pg_temp.items('declare variable $d as xs:double external; $d', '{"d": 1}'), 'xs:double 1', 'a number, too');
SELECT matches(pg_temp.items('declare variable $d as xs:date external; $d', '{"d": "soon"}'), '^10608 .*\[FORG0001\]$', 'or not');
SELECT matches(pg_temp.items('declare variable $d as xs:date external; $d', '{"d": 1}'), '^10608 .*\[XPTY0004\]$', 'a number is no date');
SELECT matches(pg_temp.items('$x'), '^10608 .*\[XPST0008\]$', 'a variable without a value');
SELECT is(pg_temp.items('$x', '{"x": {"a": 1}}'), '0A000 variable "x" cannot be an object, or hold null, arrays or objects', 'an object is refused');
SELECT is(pg_temp.items('1', '{"x": {"a": 1}}'), 'xs:integer 1', 'but not where nothing uses it');
SELECT is(pg_temp.items('1', '[1]'), '22023 "vars" argument is not an object', 'vars is an object');

-- values of SQL
CREATE TYPE pg_temp.color AS ENUM ('red');
CREATE DOMAIN pg_temp.positive AS int CHECK (VALUE > 0);
CREATE TYPE pg_temp.pair AS (a int, b int);
SET LOCAL timezone = 'Asia/Kolkata';
SET LOCAL intervalstyle = 'postgres';
SELECT is((SELECT string_agg(concat_ws(' ', type, text), '|' ORDER BY position) FROM bxml_items_with('<a/>', query, 'x', 1::smallint, 'y', 9223372036854775807, 'z', -9223372036854775808, 'n', 1.50)), want, 'numbers: ' || query)
FROM (VALUES ('$x', 'xs:integer 1'), ('$y + 1', 'xs:integer 9223372036854775808'), ('$z - 1', 'xs:integer -9223372036854775809'), ('$n', 'xs:decimal 1.5')) v(query, want);
CREATE FUNCTION pg_temp.value(x anyelement) RETURNS text LANGUAGE sql AS $$
	SELECT coalesce(string_agg(concat_ws(' ', type, text), '|' ORDER BY position), '') FROM bxml_items_with('<a/>', '$x', 'x', x)
$$;
SELECT is(pg_temp.value(1.5::real), 'xs:float 1.5', 'real');
SELECT is(pg_temp.value('-Infinity'::float8), 'xs:double -INF', 'double precision');
SELECT is(pg_temp.value(true), 'xs:boolean true', 'boolean');
SELECT is(pg_temp.value('é'::text), 'xs:string é', 'text');
SELECT is(pg_temp.value('red'::pg_temp.color), 'xs:string red', 'an enum');
SELECT is(pg_temp.value('6ba7b810-9dad-11d1-80b4-00c04fd430c8'::uuid), 'xs:string 6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'uuid');
SELECT is(pg_temp.value('\x00ff'::bytea), 'xs:base64Binary AP8=', 'bytea');
SELECT is(pg_temp.value('2026-02-28'::date), 'xs:date 2026-02-28', 'date');
SELECT is(pg_temp.value('10:00:00.5'::time), 'xs:time 10:00:00.5', 'time');
SELECT is(pg_temp.value('10:00:00.5+02'::timetz), 'xs:time 10:00:00.5+02:00', 'time with a zone');
SELECT is(pg_temp.value('2026-01-01 00:00'::timestamp), 'xs:dateTime 2026-01-01T00:00:00', 'timestamp');
SELECT is(pg_temp.value('2026-01-01 00:00Z'::timestamptz), 'xs:dateTime 2026-01-01T05:30:00+05:30', 'timestamptz, in the zone of the session');
SELECT is(pg_temp.value('1 mon'::interval) || ' ' || pg_temp.value('1 day 02:00'::interval), 'xs:yearMonthDuration P1M xs:dayTimeDuration P1DT2H', 'intervals');
SELECT is(pg_temp.value(3::pg_temp.positive), 'xs:integer 3', 'a domain');
SELECT is(pg_temp.value('{1,NULL,2}'::int[]), 'xs:integer 1|xs:integer 2', 'an array');
SELECT is(pg_temp.value(NULL::int), '', 'null');
SELECT is(pg_temp.value('<a><b>q</b></a>'::bxml), 'document-node() q', 'bxml');
SELECT is((SELECT string_agg(concat_ws(' ', type, text), '|' ORDER BY position) FROM bxml_items_with('<a/>', '$j?i, $j?d, $j?a?*, $j?n, $j?e', 'j', '{"i": 12345678901234567890123, "d": 1.10, "a": [true, "x", null], "n": null, "e": 1e2}'::jsonb)),
	'xs:integer 12345678901234567890123|xs:decimal 1.1|xs:boolean true|xs:string x|xs:integer 100', 'jsonb is a map with exact numbers');
SELECT is((SELECT string_agg(concat_ws(' ', type, text), '|' ORDER BY position) FROM bxml_items_with('<a/>', '$j?*', 'j', '[1e2, 1, 1.0]'::json)), 'xs:double 100|xs:integer 1|xs:decimal 1', 'numbers of json with an exponent are doubles');
SELECT is((SELECT string_agg(text, '|' ORDER BY position) FROM bxml_items_with('<a/>', '$x is $x, $x is $y, ($y, $x)/a/name(), root($x/a) is $x', 'x', '<a/>'::bxml, 'y', '<a/>'::bxml)), 'true|false|a|a|true', 'documents are nodes of trees of their own');
SELECT is((SELECT text FROM bxml_items_with('<a/>', 'declare variable $d as xs:date external; $d + xs:dayTimeDuration("P1D")', 'd', '2026-02-28')), '2026-03-01', 'a string is cast to the declared type');
SELECT is((SELECT string_agg(text, '') FROM bxml_items_with('<a/>', '$x', VARIADIC ARRAY['x', 'y'])), 'y', 'names and values in an array');
SELECT is((SELECT count(*) FROM bxml_items_with(NULL, '1', 'x', 1)), 0::bigint, 'no document');
SELECT throws_ok($$SELECT bxml_items_with('<a/>', '$x', 'x')$$, '22023', 'a variable has no value', 'a name alone');
SELECT throws_ok($$SELECT bxml_items_with('<a/>', '$x', NULL, 1)$$, '22004', 'the name of a variable is null', 'a value alone');
SELECT throws_ok($$SELECT bxml_items_with('<a/>', '$x', 'x', ROW(1, 2))$$, '0A000', 'variables cannot have values of a pseudo-type', 'a record');
SELECT throws_ok($$SELECT bxml_items_with('<a/>', '$x', 'x', ARRAY[ROW(1, 2)::pg_temp.pair])$$, '0A000', 'variables cannot have values of a row type', 'rows');
SELECT throws_ok($$SELECT bxml_items_with('<a/>', '$x', 'x', 'NaN'::numeric)$$, '22003', NULL, 'a number that is none');

-- the moment
SET LOCAL timezone = 'Asia/Kolkata';
SELECT is((SELECT text::timestamptz FROM bxquery_items('current-dateTime()')), now(), 'the moment is now()');
SELECT is(pg_temp.items('implicit-timezone(), timezone-from-dateTime(current-dateTime())'), 'xs:dayTimeDuration PT5H30M|xs:dayTimeDuration PT5H30M', 'in the time zone of the session');
SELECT is(pg_temp.items('xs:dateTime("2026-01-01T00:00:00") eq xs:dateTime("2026-01-01T00:00:00+05:30")'), 'xs:boolean true', 'which times without one have');
SET LOCAL timezone = '-03:30';
SELECT is((SELECT text::timestamptz FROM bxquery_items('current-dateTime()')), now(), 'west of UTC');
SELECT is(pg_temp.items('implicit-timezone()'), 'xs:dayTimeDuration ' || (SELECT CASE WHEN extract(timezone FROM now()) < 0 THEN '-' ELSE '' END) || 'PT3H30M', 'too');
SELECT is(bxquery_evaluate('xs:dateTime("2026-01-01T00:00:00") eq xs:dateTime("2026-01-01T00:00:00Z")')::text, 'true', 'in immutable functions they are in UTC');
CREATE FUNCTION pg_temp.refusal(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	hint text;
BEGIN
	RETURN bxquery_evaluate(query::bxquery)::text;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
	RETURN concat_ws(' ', SQLSTATE, SQLERRM, hint);
END $$;
SELECT matches(pg_temp.refusal(f), '^[0-9A-Z]{5} .* is not immutable.*bxml_items', f || ' is refused there')
FROM unnest(ARRAY['current-date()', 'current-time()', 'implicit-timezone()', 'compare("a", "b", "de-x-icu")']) f;

-- collations
SELECT is(pg_temp.items('sort(("b", "B", "a"), "POSIX")'), 'xs:string B|xs:string a|xs:string b', 'the name of an SQL collation');
SELECT is(pg_temp.items('declare base-uri "http://www.w3.org/2005/xpath-functions/"; declare default collation "collation/codepoint"; default-collation()'),
	'xs:string http://www.w3.org/2005/xpath-functions/collation/codepoint', 'a relative one');
SELECT matches(pg_temp.items('compare("a", "b", "no such collation")'), '^10608 .*\[FOCH0002\]$', 'one that there is not');
SELECT CASE WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'de-x-icu') THEN
	is(pg_temp.items('string-join(sort(("b", "ä", "a", "Z", "B"), "de-x-icu"))'), 'xs:string aäbBZ', 'an order of ICU') ELSE skip('ICU') END;
SELECT CASE WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'de-x-icu') THEN
	is(pg_temp.items('compare("a", "B", "http://www.w3.org/2013/collation/UCA?lang=de;strength=tertiary")'), 'xs:integer -1', 'by the URI of XQuery') ELSE skip('ICU') END;
SELECT CASE WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'en-x-icu') THEN
	is(pg_temp.items(format('compare(%s, "http://www.w3.org/2013/collation/UCA?lang=en;%s")', arguments, parameters)), 'xs:integer ' || result, parameters || ': ' || arguments)
	ELSE skip('ICU') END
FROM (VALUES ('"résumé", "RESUME"', 'strength=primary', 0), ('"résumé", "RESUME"', 'strength=secondary', 1), ('"résumé", "RÉSUMÉ"', 'strength=secondary', 0),
	('"re&#x301;", "r&#xe9;"', 'strength=tertiary', 0), ('"a", "A"', 'strength=tertiary', -1), ('"a", "A"', 'caseFirst=upper', 1), ('"a", "B"', 'caseFirst=upper', -1),
	('"data-base", "DATA BASE"', 'strength=primary;alternate=blanked', 0), ('"x9", "x10"', 'numeric=yes', -1), ('"x9", "x10"', 'numeric=no', 1)) v(arguments, parameters, result);
-- Keys compare as the strings do, whatever the parameters.
SELECT CASE WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'de-x-icu') THEN
	is(pg_temp.items(format($q$let $c := "http://www.w3.org/2013/collation/UCA?lang=de%s",
			$w := ("b", "B", "a", "A", "aa", "AA", "Ab", "é", "e", "E", "ab", " a", "1", "10", "9", "-x", "", "ä", "Ä", "a b", "a-b", "a1", "a10", "a9", "&#xE4;", "a&#x308;")
		return sum(for $a in $w, $b in $w, $x in collation-key($a, $c), $y in collation-key($b, $c)
			return if (compare($a, $b, $c) = (if ($x eq $y) then 0 else if ($x lt $y) then -1 else 1)) then 1 else ())$q$, parameters)),
		'xs:integer 676', 'keys' || parameters) ELSE skip('ICU') END
FROM (VALUES (''), (';strength=primary'), (';strength=secondary'), (';strength=1;caseLevel=yes'), (';numeric=yes'), (';alternate=shifted;strength=4'),
	(';alternate=blanked'), (';caseFirst=upper'), (';caseFirst=upper;strength=1;caseLevel=yes')) v(parameters);
-- A call site keeps the query of its last row, also a large one, and takes the next.
SELECT is((SELECT string_agg(bxml_json('<a>7</a>', q::bxquery)::text, ' ' ORDER BY n) FROM (SELECT n, '(' || n % 3 || repeat(', /a[. = 8]/b/string()', 2000 * (n % 2)) || ') + 1' AS q
	FROM generate_series(1, 6) n OFFSET 0) s), '2 3 1 2 3 1', 'queries of a call site');
SELECT is(pg_temp.items('xs:hexBinary(collation-key("ab", "C"))'), 'xs:hexBinary 6162', 'keys in the order of bytes');
DO $$ BEGIN CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false); EXCEPTION WHEN feature_not_supported THEN END $$;
SELECT CASE WHEN EXISTS (SELECT FROM pg_collation WHERE collname = 'nocase') THEN
	is(pg_temp.items('string-join(distinct-values(("a", "A", "b", "B"), "nocase")), compare("x", "X", "nocase")'), 'xs:string ab|xs:integer 0', 'one that is not deterministic') ELSE skip('ICU') END;

-- normal forms, XML text
SELECT is(pg_temp.items('string-to-codepoints(normalize-unicode("a&#x30a;")), string-to-codepoints(normalize-unicode("&#xe5;", "NFD")), normalize-unicode("&#xfb01;", "NFKC")'),
	'xs:integer 229|xs:integer 97|xs:integer 778|xs:string fi', 'normal forms');
SELECT is((SELECT string_agg(form, ',') FROM unnest(ARRAY['NFC', 'NFD', 'NFKC', 'NFKD']) form, generate_series(0, 3) i,
		LATERAL (SELECT repeat('x', i) || repeat(U&'a\030A\0323\1112\1161\11AB\FB01\FF76\FF9E\00E5', 20000) AS s) t
		WHERE bxquery_evaluate_text(format('declare option output:method "text"; normalize-unicode($s, "%s")', form)::bxquery, jsonb_build_object('s', s))
			IS DISTINCT FROM CASE form WHEN 'NFC' THEN normalize(s, NFC) WHEN 'NFD' THEN normalize(s, NFD) WHEN 'NFKC' THEN normalize(s, NFKC) ELSE normalize(s, NFKD) END),
	NULL, 'those of a long text, which is normalized in pieces');
SELECT is(pg_temp.items('string-length(normalize-unicode($s))', jsonb_build_object('s', repeat(U&'\0301\0323', 4000))), 'xs:integer 8000', 'many characters that are reordered');
SELECT matches(pg_temp.items('normalize-unicode($s)', jsonb_build_object('s', repeat(U&'\0301\0323', 20000))), '^54000 ', 'too many');
SELECT is(pg_temp.items('parse-xml("<a><b>5</b></a>")/a/b + 1'), 'xs:double 6', 'text of a document');
SELECT matches(pg_temp.items('parse-xml("<a>")'), '^10608 .*\[FODC0006\]$', 'or of none');

-- results as text
SELECT is(bxml_xquery_text('<a b="1"><c>x</c></a>', 'declare option output:method "json"; map { "b": xs:integer(/a/@b), "c": [/a/c/string(), 1.5, true()] }')::jsonb,
	'{"b": 1, "c": ["x", 1.5, true]}', 'as JSON');
SELECT is(bxml_json('<a b="10.50"><c>x</c><c>y</c></a>', 'map { "b": xs:decimal(/a/@b), "c": array { /a/c/string() }, "n": (), "t": true(), "big": 12345678901234567890123, "d": 1e-3 }'),
	'{"b": 10.5, "c": ["x", "y"], "n": null, "t": true, "big": 12345678901234567890123, "d": 0.001}', 'a map as jsonb');
SELECT is(bxml_json('<a>x</a>', '/a'), '"<a>x</a>"', 'a node is a string');
SELECT is(bxml_json('<a>x</a>', '/b'), NULL, 'nothing is null');
SELECT is(bxml_json(NULL, '1'), NULL, 'of null, too');
SELECT is(bxquery_json('declare variable $n external; [$n + 1, "x"]', '{"n": 0.1}'), '[1.1, "x"]', 'without a document');
SELECT throws_ok($$SELECT bxml_json('<a/>', '1, 2')$$, '21000', 'query gives more than one item', 'several items');
SELECT is(pg_temp.report($$SELECT bxquery_json('number("NaN")')$$), '10608 SERE0020', 'no number of JSON');
SELECT is(pg_temp.report($$SELECT bxquery_json('abs#1')$$), '10608 SERE0021', 'a function');
SELECT is(pg_temp.report($$SELECT bxquery_json('map { 1: 2, "1": 3 }')$$), '10608 SERE0022', 'two keys with one text');
SELECT is(bxquery_evaluate_text('declare option output:method "adaptive"; (1, "a", map { 1: 2 })'), E'1\n"a"\nmap{1:2}', 'as it shows all items');
SELECT is(bxml_xquery_text('<a/>', '<x>{/a}</x>, 1, 2'), '<x><a/></x>1 2', 'as XML without declarations');
SELECT is(bxquery_evaluate_text('declare option output:omit-xml-declaration "no"; declare option output:indent "yes"; <a><b/></a>'),
	E'<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b/>\n</a>', 'by several parameters');
SELECT is(bxquery_evaluate_text('declare namespace p = "urn:p"; declare option output:cdata-section-elements "p:b"; <p:b>x</p:b>'),
	'<p:b xmlns:p="urn:p"><![CDATA[x]]></p:b>', 'names in parameters have the prefixes of the query');
SELECT is(bxquery_evaluate_text('declare default element namespace "urn:p"; declare option output:cdata-section-elements "b"; <b>x</b>'),
	'<b xmlns="urn:p"><![CDATA[x]]></b>', 'and its default namespace');
SELECT is(bxquery_evaluate_text('declare option output:standalone "yes"; <a/>'), '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a/>', 'standalone has a place');
SELECT is(pg_temp.report($$SELECT bxquery_evaluate_text('declare option output:indent "perhaps"; 1')$$), '10608 SEPM0017', 'a bad parameter');
SELECT is(bxquery_evaluate_text('()'), '', 'nothing is the empty string');

-- changes
SELECT is(bxml_xquery_update('<a><b/></a>', 'insert node <c>{$x}</c> after /a/b, delete node /a/b', '{"x": 5}')::text, '<a><c>5</c></a>', 'the document after an update');
SELECT is(bxml_xquery_update('<a><b/></a>', 'delete node /a/x')::text, '<a><b/></a>', 'or as it was');
SELECT is(bxml_xquery_update(NULL, 'delete node /a/x'), NULL, 'none of none');
SELECT is(pg_temp.report($$SELECT bxml_xquery_update('<a/>', '1')$$), '10608 XUST0002', 'a query that changes nothing');
SELECT is(pg_temp.report($$SELECT bxml_xquery('<a/>', 'delete node /a')$$), '10608 XUST0001', 'and one that changes something');

-- functions among the items
SELECT is((SELECT string_agg(concat_ws(' ', type, text, item), '|' ORDER BY position) FROM bxquery_items('map { 1: "a" }, [1, 2], abs#1')),
	'map(*) map{1:"a"}|array(*) [1,2]|function(*) fn:abs#1', 'functions have no value');

SELECT * FROM finish();
ROLLBACK;
