-- CREATE FUNCTION ... LANGUAGE xquery: types, sets, rows, errors with their place, volatility, replacement, privileges.
BEGIN;
SET LOCAL client_min_messages = error;
SET LOCAL timezone = 'Asia/Kolkata';
SELECT plan(125);

CREATE FUNCTION pg_temp.report(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	hint text; context text;
BEGIN
	EXECUTE statement;
	RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT, context = PG_EXCEPTION_CONTEXT;
	RETURN concat_ws(' | ', SQLSTATE, SQLERRM, nullif(hint, ''), substring(context FROM 'XQuery function [^\n]*'));
END $$;
-- the type and the text of each item that an argument of a type is
CREATE FUNCTION pg_temp.show(type text, value text, volatility text DEFAULT 'STABLE') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	shown text;
BEGIN
	EXECUTE format($f$CREATE OR REPLACE FUNCTION pg_temp.shown(x %s) RETURNS text LANGUAGE xquery %s AS $q$
		string-join(for $i in $x return typeswitch ($i)
			case xs:integer return "integer " || $i case xs:decimal return "decimal " || $i
			case xs:double return "double " || $i case xs:float return "float " || $i
			case xs:boolean return "boolean " || $i case xs:date return "date " || $i
			case xs:dateTime return "dateTime " || $i case xs:time return "time " || $i
			case xs:dayTimeDuration return "dayTimeDuration " || $i case xs:yearMonthDuration return "yearMonthDuration " || $i
			case xs:duration return "duration " || $i case xs:base64Binary return "base64Binary " || $i
			case xs:string return "string " || $i case document-node() return "document " || count($i/node())
			case map(*) return "map " || string-join(sort(map:keys($i)), ",") case array(*) return "array " || array:size($i)
			default return "other", "|") $q$ $f$, type, volatility);
	EXECUTE format('SELECT pg_temp.shown(%L::%s)', value, type) INTO shown;
	RETURN shown;
END $$;

-- arguments
SELECT is(pg_temp.show('smallint', '-7'), 'integer -7', 'smallint');
SELECT is(pg_temp.show('int', '2147483647'), 'integer 2147483647', 'integer');
SELECT is(pg_temp.show('bigint', '-9223372036854775808'), 'integer -9223372036854775808', 'bigint, the least one');
SELECT is(pg_temp.show('numeric', '12345678901234567890123.4500'), 'decimal 12345678901234567890123.45', 'numeric is exact');
SELECT is(pg_temp.show('real', '1.5'), 'float 1.5', 'real');
SELECT is(pg_temp.show('float8', '-Infinity'), 'double -INF', 'double precision');
SELECT is(pg_temp.show('text', 'a ü'), 'string a ü', 'text');
SELECT is(pg_temp.show('varchar(3)', 'abc'), 'string abc', 'varchar');
SELECT is(pg_temp.show('boolean', 'f'), 'boolean false', 'boolean');
SELECT is(pg_temp.show('date', '0044-03-15 BC'), 'date -0043-03-15', 'date: the year before 1 is 0');
SELECT is(pg_temp.show('timestamp', '2026-01-31 12:34:56.789'), 'dateTime 2026-01-31T12:34:56.789', 'timestamp');
SELECT is(pg_temp.show('timestamp', '1969-12-31 23:59:59.25'), 'dateTime 1969-12-31T23:59:59.25', 'timestamp before 1970');
SELECT is(pg_temp.show('timestamptz', '2026-01-31 12:00:00+00'), 'dateTime 2026-01-31T17:30:00+05:30', 'timestamptz in the zone of the session');
SELECT is(pg_temp.show('timestamptz', '2026-01-31 12:00:00+00', 'IMMUTABLE'), 'dateTime 2026-01-31T12:00:00Z', 'in UTC for an immutable function');
SELECT is(pg_temp.show('time', '24:00'), 'time 00:00:00', 'time');
SELECT is(pg_temp.show('interval', '1 day -00:00:00.5'), 'dayTimeDuration PT23H59M59.5S', 'interval of days');
SELECT is(pg_temp.show('interval', '1 year 2 mons'), 'yearMonthDuration P1Y2M', 'interval of months');
SELECT is(pg_temp.show('interval', '1 mon 1 day'), 'duration P1M1D', 'interval of both');
SELECT matches(pg_temp.report($$SELECT pg_temp.show('interval', '1 mon -1 day')$$), '^22008 \| an interval with months and days', 'but not of different signs');
SELECT is(pg_temp.show('bytea', '\x616263'), 'base64Binary YWJj', 'bytea');
SELECT is(pg_temp.show('uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'), 'string a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'uuid and others are strings');
SELECT is(pg_temp.show('int[]', '{{1,2},{NULL,3}}'), 'integer 1|integer 2|integer 3', 'arrays are sequences');
SELECT is(pg_temp.show('bxml[]', '{<a/>,"x<b/>"}'), 'document 1|document 2', 'documents in an array');
SELECT is(pg_temp.show('jsonb', '{"b": 1, "a": [true]}'), 'map a,b', 'an object is a map');
SELECT is(pg_temp.show('json', '[1, null]'), 'array 2', 'an array in JSON is an array');
SELECT is(pg_temp.show('bxml', '<a/>'), 'document 1', 'bxml');
SELECT is(pg_temp.show('text', NULL), '', 'null is the empty sequence');
CREATE DOMAIN pg_temp.small AS int CHECK (VALUE < 10);
SELECT is(pg_temp.show('pg_temp.small', '3'), 'integer 3', 'a domain is the type that it is over');
SELECT matches(pg_temp.report($$SELECT pg_temp.show('numeric', 'NaN')$$), '^22003 \| numeric NaN', 'NaN is no decimal');
SELECT matches(pg_temp.report($$SELECT pg_temp.show('date', 'infinity')$$), '^22008 \| date infinity', 'nor is infinity a date');
CREATE FUNCTION pg_temp.same(a bxml, b bxml) RETURNS boolean LANGUAGE xquery IMMUTABLE AS '$a is $b or $a/x is $b/x';
SELECT is(pg_temp.same(d, d), false, 'each argument is a tree of its own') FROM (SELECT '<x/>'::bxml d) t;

-- results
CREATE FUNCTION pg_temp.give(type text, query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	given text;
BEGIN
	EXECUTE format('DROP FUNCTION IF EXISTS pg_temp.given(); CREATE FUNCTION pg_temp.given() RETURNS %s LANGUAGE xquery AS %L', type, query);
	EXECUTE 'SELECT pg_temp.given()' INTO given;
	RETURN given;
END $$;
SELECT is(pg_temp.give('int', '1e3'), '1000', 'a double that is whole is an integer');
SELECT is(pg_temp.give('bigint', '-9223372036854775808'), '-9223372036854775808', 'the least bigint');
SELECT matches(pg_temp.report($$SELECT pg_temp.give('int', '1.5')$$), '^22P02 .*"1.5"', 'nothing is rounded');
SELECT matches(pg_temp.report($$SELECT pg_temp.give('int', '2147483648')$$), '^22003 ', 'out of range');
SELECT matches(pg_temp.report($$SELECT pg_temp.give('smallint', '-32769')$$), '^22003 ', 'out of range, too');
SELECT is(pg_temp.give('numeric', '1 div 8 + 12345678901234567890'), '12345678901234567890.125', 'decimals are exact');
SELECT is(pg_temp.give('float8', '1 div 0e0'), 'Infinity', 'infinity');
SELECT is(pg_temp.give('real', '"1.5"'), '1.5', 'texts are cast');
SELECT is(pg_temp.give('boolean', '<a>1</a>'), 'true', 'nodes by their typed value');
SELECT matches(pg_temp.report($$SELECT pg_temp.give('boolean', '"soon"')$$), '^10608 .*FORG0001.*XQuery function', 'or not');
SELECT is(pg_temp.give('date', 'xs:date("-0043-03-15")'), '0044-03-15 BC', 'date');
SELECT is(pg_temp.give('timestamp', 'xs:dateTime("1969-12-31T23:59:59.0000005+05:00")'), '1969-12-31 23:59:59.000001', 'timestamp: as the clock shows it, rounded');
SELECT is(pg_temp.give('timestamptz', 'xs:dateTime("2026-01-31T12:00:00")'), '2026-01-31 12:00:00+05:30', 'timestamptz in the zone of the session');
SELECT is(pg_temp.give('timestamptz', 'xs:dateTime("2026-01-31T12:00:00Z")'), '2026-01-31 17:30:00+05:30', 'or in its own');
SELECT matches(pg_temp.report($$SELECT pg_temp.give('timestamp', 'xs:dateTime("-290000000-01-01T00:00:00")')$$), '^22008 ', 'out of range');
SELECT matches(pg_temp.report($$SELECT pg_temp.give('date', 'xs:date("6000000-01-01")')$$), '^22008 ', 'too');
SELECT is(pg_temp.give('time', 'xs:time("01:02:03.5Z")'), '01:02:03.5', 'time');
SELECT is(pg_temp.give('interval', 'xs:duration("-P1Y2M3DT4H5M6.7S")'), '-1 years -2 mons -3 days -04:05:06.7', 'interval');
SELECT is(pg_temp.give('bytea', 'xs:hexBinary("616263")'), '\x616263', 'bytea');
SELECT is(pg_temp.give('bytea', '"YWJj"'), '\x616263', 'a text is base64');
SELECT is(pg_temp.give('uuid', '"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"'), 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'by its text');
SELECT is(pg_temp.give('text', '<a>x<b>y</b></a>'), 'xy', 'text');
SELECT matches(pg_temp.report($$SELECT pg_temp.give('text', 'abs#1')$$), 'FOTY0013', 'a function has no text');
SELECT is(pg_temp.give('int[]', '(3, <a>4</a>, "5")'), '{3,4,5}', 'an array has all items');
SELECT is(pg_temp.give('int[]', '()'), '{}', 'or none');
SELECT is(pg_temp.give('int[]', '[1, (), <a>3</a>]'), '{1,NULL,3}', 'an array is its members, empty ones are null');
SELECT is(pg_temp.give('int[]', '[1, 2], 3, [], [4]'), '{1,2,3,4}', 'of each array');
SELECT is(pg_temp.give('jsonb[]', '[1, 2], 3'), '{"[1, 2]",3}', 'but JSON has arrays of its own');
SELECT throws_ok($$SELECT pg_temp.give('int[]', '[(1, 2)]')$$, '21000', NULL, 'a member of several items');
CREATE FUNCTION pg_temp.arrays() RETURNS SETOF int[] LANGUAGE xquery AS '[1, 2], 3, [()]';
SELECT is((SELECT string_agg(a::text, ' ') FROM pg_temp.arrays() a), '{1,2} {3} {NULL}', 'a set of arrays has one for each item');
CREATE DOMAIN pg_temp.short AS int[] CHECK (cardinality(VALUE) < 3);
CREATE FUNCTION pg_temp.rows_of(n int) RETURNS TABLE (a int[], b pg_temp.short, c text) LANGUAGE xquery AS
	'for $i in 1 to $n return map { "a": [$i, $i + 1], "b": 1 to $i, "c": "x" || $i }';
SELECT is((SELECT string_agg(r::text, ' ') FROM pg_temp.rows_of(2) r), '("{1,2}",{1},x1) ("{2,3}","{1,2}",x2)', 'columns of maps');
SELECT throws_ok('SELECT * FROM pg_temp.rows_of(3)', '23514', NULL, 'whose domains are checked');
SELECT is(pg_temp.give('jsonb', 'map { "a": (), "b": [1, true()] }'), '{"a": null, "b": [1, true]}', 'a map is an object');
SELECT is(pg_temp.give('bxml', '1, 2, <a/>, attribute x { 3 }'), '1 2<a/>3', 'bxml has all items');
SELECT is(pg_temp.give('bxml', '()'), NULL, 'null where there is none');
SELECT is(pg_temp.give('int', '()'), NULL, 'as for every type');
SELECT is(pg_temp.give('void', '1 to 10'), '', 'void has none');
SELECT matches(pg_temp.report($$SELECT pg_temp.give('int', '1 to 2')$$), '^21000 .*SETOF', 'one value is one item');
SELECT is(pg_temp.give('pg_temp.small', '9'), '9', 'a domain');
SELECT matches(pg_temp.report($$SELECT pg_temp.give('pg_temp.small', '10')$$), '^23514 ', 'is checked');

-- sets and rows
CREATE FUNCTION pg_temp.skus(doc bxml, floor numeric DEFAULT 0) RETURNS SETOF text LANGUAGE xquery IMMUTABLE AS
	'$doc/order/item[@price >= $floor]/@sku';
SELECT results_eq($$SELECT * FROM pg_temp.skus('<order><item sku="A" price="9"/><item sku="B" price="100"/></order>')$$, $$VALUES ('A'), ('B')$$, 'a set');
SELECT results_eq($$SELECT * FROM pg_temp.skus('<order><item sku="A" price="9"/><item sku="B" price="100"/></order>', 10)$$, $$VALUES ('B')$$, 'an argument by its name');
SELECT is_empty($$SELECT * FROM pg_temp.skus(NULL)$$, 'an empty set');
CREATE FUNCTION pg_temp.endless() RETURNS SETOF bigint LANGUAGE xquery AS '1 to 1000000000000';
SELECT results_eq($$SELECT pg_temp.endless() LIMIT 2$$, $$VALUES (1::bigint), (2)$$, 'a row per call: what is not asked for is not evaluated');
CREATE FUNCTION pg_temp.lines(doc bxml) RETURNS TABLE (sku text, price numeric, node bxml, tags text[]) LANGUAGE xquery IMMUTABLE AS $$
	for $i in $doc/order/item
	return <row sku="{$i/@sku}"><price>{$i/@price + 1}</price><node><b/></node>{for $t in $i/tag return <tags>{$t}</tags>}</row>
$$;
SELECT results_eq($$SELECT sku, price, node::text, tags FROM pg_temp.lines('<order><item sku="A" price="9"><tag>x</tag><tag>y</tag></item></order>')$$,
	$$VALUES ('A', 10::numeric, '<node><b/></node>', '{x,y}'::text[])$$, 'columns are attributes or children');
CREATE FUNCTION pg_temp.pair(x int, OUT half numeric, OUT missing text) LANGUAGE xquery AS 'map { "half": $x div 2, "other": 1 }';
SELECT results_eq('SELECT * FROM pg_temp.pair(3)', $$VALUES (1.5, NULL::text)$$, 'or entries of a map');
CREATE FUNCTION pg_temp.twice() RETURNS TABLE (a int, b int) LANGUAGE xquery AS '<r><a>1</a><a>2</a></r>';
SELECT matches(pg_temp.report('SELECT pg_temp.twice()'), '^21000 .*2 items', 'a column is one item');
CREATE FUNCTION pg_temp.flat() RETURNS TABLE (a int, b int) LANGUAGE xquery AS '1';
SELECT matches(pg_temp.report('SELECT pg_temp.flat()'), 'XPTY0004.*XQuery function', 'a number has no columns');
CREATE FUNCTION pg_temp.loose() RETURNS SETOF record LANGUAGE xquery AS 'map { "a": 1 }, map { "a": 2 }';
SELECT results_eq('SELECT * FROM pg_temp.loose() AS t(a int)', 'VALUES (1), (2)', 'columns of the caller');
SELECT matches(pg_temp.report('SELECT pg_temp.loose()'), '^0A000 ', 'which must be there');

-- modifiers of columns and of types that domains are over
CREATE TABLE pg_temp.narrow (a varchar(3), dropped int, b numeric(5, 1), c timestamp(0), d varchar(2)[]);
ALTER TABLE pg_temp.narrow DROP COLUMN dropped;
CREATE FUNCTION pg_temp.rows(a text, b text) RETURNS SETOF pg_temp.narrow LANGUAGE xquery AS
	'map { "a": $a, "b": $b, "c": xs:dateTime("2026-01-01T00:00:00.6"), "d": ("x", "yz") }';
SELECT results_eq($$SELECT * FROM pg_temp.rows('abc', '1.25')$$, $$VALUES ('abc'::varchar, 1.3, '2026-01-01 00:00:01'::timestamp, '{x,yz}'::varchar[])$$, 'columns of a table');
SELECT matches(pg_temp.report($$SELECT pg_temp.rows('abcd', '1')$$), '^22001 ', 'are not too long');
SELECT matches(pg_temp.report($$SELECT pg_temp.rows('abc', '123456')$$), '^22003 ', 'or too great');
ALTER TABLE pg_temp.narrow ADD COLUMN e int;
SELECT is((SELECT e FROM pg_temp.rows('abc', '1')), NULL, 'a column that is added');
CREATE DOMAIN pg_temp.code AS varchar(2) CHECK (VALUE <> 'no');
SELECT is(pg_temp.give('pg_temp.code', '"ab"'), 'ab', 'a domain over a type with a modifier');
SELECT matches(pg_temp.report($$SELECT pg_temp.give('pg_temp.code', '"abc"')$$), '^22001 ', 'which holds');
CREATE TYPE pg_temp.parts AS (a int);
CREATE DOMAIN pg_temp.checked_parts AS pg_temp.parts CHECK ((VALUE).a > 0);
SELECT matches(pg_temp.report($$SELECT pg_temp.give('pg_temp.checked_parts', 'map { "a": 0 }')$$), '^42P13 .*row type', 'no domains over row types');
CREATE DOMAIN pg_temp.needed AS int NOT NULL;
SELECT matches(pg_temp.report($$SELECT pg_temp.give('pg_temp.needed', '()')$$), '^23502 ', 'null is checked, too');

-- checks when a function is created
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.bad(x int) RETURNS int LANGUAGE xquery AS E'let $y := "ü"\nreturn $y + foo($x)'$$),
	'^10608 .*there is no function foo.*XPST0017.*bad\(integer\) line 2, column 13$',
	'errors have line and column');
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.bad(x int) RETURNS int LANGUAGE xquery AS '$y'$$), '^10608 .*\$y is neither.*XPST0008', 'variables are arguments');
SELECT is(pg_temp.report($$CREATE FUNCTION pg_temp.bad(x int) RETURNS int LANGUAGE xquery AS 'declare variable $y external := 2; $x + $y'$$), 'no error', 'or have a value');
SELECT is(pg_temp.bad(1), 3, 'which holds');
SELECT matches(pg_temp.report($$CREATE OR REPLACE FUNCTION pg_temp.bad(x int) RETURNS int IMMUTABLE LANGUAGE xquery AS 'year-from-dateTime(current-dateTime())'$$),
	'^0A000 \| current-dateTime\(\) is not immutable \| Declare the function STABLE', 'immutable functions do not know the moment');
SELECT is(pg_temp.report($$CREATE OR REPLACE FUNCTION pg_temp.bad(x int) RETURNS int STABLE LANGUAGE xquery AS 'year-from-dateTime(current-dateTime())'$$), 'no error', 'stable ones do');
SELECT is(pg_temp.bad(1), extract(year FROM now())::int, 'by the transaction');
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.worse(int) RETURNS int LANGUAGE xquery AS '1'$$), '^42P13 \| argument 1 .* no name', 'arguments have names');
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.worse(x anyelement) RETURNS int LANGUAGE xquery AS '1'$$), '^42P13 .*arguments of polymorphic', 'no polymorphic argument');
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.worse(x anyarray) RETURNS anyarray LANGUAGE xquery AS '1'$$), '^42P13 .*polymorphic', 'nor such arrays');
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.worse(x pg_class) RETURNS int LANGUAGE xquery AS '1'$$), '^42P13 .*a row type', 'no row type');
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.worse(x pg_class[]) RETURNS int LANGUAGE xquery AS '1'$$), '^42P13 .*a row type', 'nor an array of it');
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.worse(x xml) RETURNS int LANGUAGE xquery AS '1'$$), '^42P13 .*xml \| Use type bxml', 'no xml');
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.worse() RETURNS trigger LANGUAGE xquery AS '1'$$), '^42P13 .*triggers', 'no triggers');
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.worse(x internal) RETURNS int LANGUAGE xquery AS '1'$$), '^42P13 .*a pseudo-type', 'nothing internal');
SELECT matches(pg_temp.report($$CREATE PROCEDURE pg_temp.worse(x int) LANGUAGE xquery AS '1'$$), '^42P13 .*function', 'no procedures');
SELECT matches(pg_temp.report($$CREATE FUNCTION pg_temp.worse(d bxml) RETURNS bxml LANGUAGE xquery AS 'delete node $d/a'$$), 'XUST0001.*copy', 'no updating query');
CREATE FUNCTION pg_temp.less(d bxml) RETURNS bxml LANGUAGE xquery IMMUTABLE AS 'copy $c := $d modify delete node $c/a/b return $c';
SELECT is(pg_temp.less('<a><b/>1</a>')::text, '<a>1</a>', 'but copies that are changed');
SELECT is(pg_temp.report($$CREATE FUNCTION pg_temp.fails() RETURNS int LANGUAGE xquery AS 'error()'$$), 'no error', 'nothing is evaluated');
SET LOCAL check_function_bodies = off;
SELECT is(pg_temp.report($$CREATE FUNCTION pg_temp.later(x int) RETURNS int LANGUAGE xquery AS '1 +'$$), 'no error', 'nothing is compiled without check_function_bodies');
SET LOCAL check_function_bodies = on;
SELECT matches(pg_temp.report('SELECT pg_temp.later(1)'), '^10608 .*XPST0003.*line 1, column 4', 'but when it is called');

-- errors of a call, also in a set
CREATE FUNCTION pg_temp.divide(x int) RETURNS SETOF int LANGUAGE xquery AS E'for $i in 0 to 1\nreturn $x idiv (1 - $i)';
SELECT matches(pg_temp.report('SELECT pg_temp.divide(1)'), 'FOAR0001.*divide\(integer\) line 2, column 11$', 'the place of an error in a set');

-- replacement
CREATE FUNCTION pg_temp.version() RETURNS int LANGUAGE xquery AS '1';
PREPARE version AS SELECT pg_temp.version();
SELECT results_eq('version', 'VALUES (1)', 'before');
CREATE OR REPLACE FUNCTION pg_temp.version() RETURNS int LANGUAGE xquery AS '2';
SELECT results_eq('version', 'VALUES (2)', 'after a replacement');
SAVEPOINT s;
CREATE OR REPLACE FUNCTION pg_temp.version() RETURNS int LANGUAGE xquery AS '3';
SELECT results_eq('version', 'VALUES (3)', 'after another one');
ROLLBACK TO s;
SELECT results_eq('version', 'VALUES (2)', 'which was rolled back');
-- a check of a domain replaces the function that runs
CREATE FUNCTION pg_temp.replaces(x int) RETURNS boolean LANGUAGE sql AS 'SELECT true';
CREATE DOMAIN pg_temp.shift AS int CHECK (pg_temp.replaces(VALUE));
CREATE FUNCTION pg_temp.checked() RETURNS pg_temp.shift LANGUAGE xquery AS '5';
CREATE OR REPLACE FUNCTION pg_temp.replaces(x int) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN
	CREATE OR REPLACE FUNCTION pg_temp.checked() RETURNS pg_temp.shift LANGUAGE xquery AS '6';
	PERFORM pg_temp.version();
	RETURN true;
END$$;
SELECT is(pg_temp.checked()::int, 5, 'a function that is replaced while it runs');
SELECT is(pg_temp.checked()::int, 6, 'is another one afterwards');

-- DO
SELECT is(pg_temp.report($$DO LANGUAGE xquery '1 to 3'$$), 'no error', 'DO evaluates');
SELECT is(pg_temp.report($$DO LANGUAGE xquery 'error(xs:QName("x"), "hello")'$$), '10608 | hello [x] | XQuery function inline_code_block line 1, column 1', 'and has errors');

-- privileges
SELECT is(lanpltrusted AND lanacl IS NULL, true, 'a trusted language, for everybody') FROM pg_language WHERE lanname = 'xquery';
CREATE ROLE xquery_stranger;
GRANT ALL ON SCHEMA public TO xquery_stranger;
CREATE FUNCTION public.secret() RETURNS int LANGUAGE xquery AS '42';
REVOKE ALL ON FUNCTION public.secret() FROM PUBLIC;
REVOKE USAGE ON LANGUAGE xquery FROM PUBLIC;
SET LOCAL ROLE xquery_stranger;
SELECT matches(pg_temp.report($$SELECT public.secret()$$), '^42501 ', 'EXECUTE is asked for');
SELECT matches(pg_temp.report($$CREATE FUNCTION public.own() RETURNS int LANGUAGE xquery AS '1'$$), '^42501 ', 'and USAGE of the language');
SELECT matches(pg_temp.report($$SELECT bxml_xquery_validator('public.secret'::regproc)$$), '^42501 ', 'the validator asks, too');
RESET ROLE;
GRANT USAGE ON LANGUAGE xquery TO xquery_stranger;
SET LOCAL ROLE xquery_stranger;
SELECT is(pg_temp.report($$CREATE FUNCTION public.own() RETURNS int LANGUAGE xquery AS '1'$$), 'no error', 'who has it creates functions');
RESET ROLE;
SELECT matches(pg_temp.report('SELECT bxml_xquery_handler()'), '^0A000 .*not in language xquery', 'the handler is for functions of the language');

SELECT * FROM finish();
ROLLBACK;
