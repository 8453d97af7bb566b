-- btree indexes on typed values: unique, ordered, index-only; and the lenient forms, which bad texts do not block.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(38);

CREATE FUNCTION pg_temp.plan_of(query text) RETURNS text AS $$
DECLARE line text; lines text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP lines := lines || line || E'\n'; END LOOP;
	RETURN lines;
END $$ LANGUAGE plpgsql;
-- The value of a text by the function, as text; its SQLSTATE if it is refused.
CREATE FUNCTION pg_temp.value_of(f text, v text, p bxpath, typed text) RETURNS text AS $$
DECLARE result text;
BEGIN
	PERFORM set_config('bxml.typed_values', typed, true);
	EXECUTE format('SELECT bxml_%s(%L, $1)::text', f, format('<a k="%1$s"><b>%1$s</b><b>7</b></a>', v)) INTO result USING p;
	RETURN coalesce(result, 'null');
EXCEPTION WHEN data_exception THEN RETURN SQLSTATE;
END $$ LANGUAGE plpgsql;

-- every type: what it takes, and what it does not with the error of the strict form
SET LOCAL TimeZone = 'UTC';
CREATE TEMP TABLE texts (type text, v text, expected text);
INSERT INTO texts VALUES
	('int', ' +007 ', '7'), ('int', '-2147483648', '-2147483648'), ('int', '2147483648', '22003'), ('int', '99999999999999999999', '22003'),
	('int', '5.0', '22P02'), ('int', '', '22P02'), ('int', 'true', '22P02'),
	('bigint', '9223372036854775807', '9223372036854775807'), ('bigint', '9223372036854775808', '22003'), ('bigint', 'x', '22P02'),
	('numeric', '-0.50', '-0.50'), ('numeric', '1e3', '22P02'), ('numeric', 'NaN', '22P02'), ('numeric', repeat('9', 131073), '22003'),
	('float8', '1.5e3', '1500'), ('float8', 'NaN', 'NaN'), ('float8', '-INF', '-Infinity'), ('float8', '1e999', '22003'), ('float8', 'inf', '22P02'),
	('bool', 'true', 'true'), ('bool', '0', 'false'), ('bool', 'yes', '22P02'), ('bool', '2', '22P02'),
	('date', '2024-02-29', '2024-02-29'), ('date', '2024-02-29+05:00', '2024-02-29'), ('date', '2023-02-29', '22008'), ('date', 'now', '22007'),
	('date', '9999999-01-01', '22008'), ('date', '2024-02-29T00:00:00', '22007'),
	('timestamp', '2024-01-02T24:00:00', '2024-01-03 00:00:00'), ('timestamp', '2024-01-02', '22007'), ('timestamp', '294277-01-01T00:00:00', '22008'),
	('timestamptz', '2024-01-02T03:04:05+02:00', '2024-01-02 01:04:05+00'), ('timestamptz', '2016-12-31T23:59:60Z', '22008'),
	('timestamptz', '-999999-01-01T00:00:00Z', '22008');
CREATE TEMP TABLE values AS SELECT type, left(v, 30) AS v, p::text, typed, expected, pg_temp.value_of(type, v, p, typed) AS strict,
	pg_temp.value_of('try_' || type, v, p, typed) AS lenient
	FROM texts, (VALUES ('/a/@k'::bxpath), ('/a/b'), ('string(//b)'), ('(//b)[1]/text()')) x(p), (VALUES ('lossless'), ('off')) y(typed)
	WHERE v <> '' OR p::text <> '(//b)[1]/text()';
SELECT is(count(DISTINCT type), 8::bigint, 'eight types') FROM values;
SELECT is_empty('SELECT * FROM values WHERE strict <> expected', 'the strict forms give values and errors');
SELECT is_empty($$SELECT * FROM values WHERE lenient <> CASE WHEN expected ~ '^22[0P]' THEN 'null' ELSE expected END$$,
	'the lenient forms give the same values, and null for errors');
SELECT is_empty($$SELECT type FROM texts GROUP BY type HAVING count(*) FILTER (WHERE expected ~ '^22[0P]') < 2$$, 'each with errors');

-- items that are not nodes, no item, null arguments
SELECT is(bxml_try_int('<a><b/><b/></a>', 'count(//b)'), 2, 'a number');
SELECT is(bxml_try_int('<a/>', '1.5'), NULL, 'a number that is not an integer');
SELECT is(bxml_try_int('<a/>', '3000000000'), NULL, 'a number beyond the type');
SELECT is(bxml_try_bool('<a/>', 'true()'), true, 'a boolean');
SELECT is(bxml_try_int('<a/>', 'true()'), NULL, 'a boolean is not an integer');
SELECT is(bxml_try_float8('<a/>', '1 div 0'), 'Infinity'::float8, 'an infinite number');
SELECT is(bxml_try_numeric('<a/>', '1 div 0'), NULL, 'an infinite number is not a decimal');
SELECT is(bxml_try_date('<a/>', '/a/b'), NULL, 'no item');
SELECT is(bxml_try_int(NULL, '/a'), NULL, 'no document');
SELECT is(bxml_try_int('<a>x</a>', NULL), NULL, 'no path');

-- what is not about the value is an error as before
SELECT throws_ok($$SELECT bxml_try_int('<a>x</a>', 'xs:decimal(/a)')$$, '10608', 'invalid value for xs:decimal: "x"', 'an error of the path');
SELECT throws_ok($$SELECT bxml_try_int('<a>x</a>', '/a[')$$, '10608', NULL, 'a path that is not one');
SELECT throws_ok($$SELECT bxml_try_int('<a>x', '/a')$$, '2200N', NULL, 'a document that is not one');

-- damage: changed bytes, taken as a stored value, are errors of the lenient form where they are of the strict one
CREATE FUNCTION pg_temp.raw(bytea) RETURNS bxml LANGUAGE internal IMMUTABLE STRICT AS 'xmltotext';
CREATE FUNCTION pg_temp.damage(f text, d bxml) RETURNS text AS $$
BEGIN
	EXECUTE format('SELECT %s($1, ''//b'')', f) USING d;
	RETURN 'none';
EXCEPTION WHEN data_exception THEN RETURN 'none';
	WHEN OTHERS THEN RETURN SQLSTATE;
END $$ LANGUAGE plpgsql;
CREATE TEMP TABLE damaged AS SELECT at, x, pg_temp.damage('bxml_int', d) AS strict, pg_temp.damage('bxml_try_int', d) AS lenient
	FROM (SELECT '<a><b>17</b><c k="x">text</c></a>'::bxml::bytea AS v) g, generate_series(0, length(v) - 1) at, unnest(ARRAY[0, 127, 255]) x,
	LATERAL (SELECT pg_temp.raw(set_byte(v, at, x)) AS d) r;
SELECT ok(count(*) FILTER (WHERE strict = 'XX001') > 10, 'damage is found') FROM damaged;
SELECT is_empty('SELECT * FROM damaged WHERE lenient <> strict', 'by the lenient form as well');

SELECT is(count(*), 8::bigint, 'declared as their siblings') FROM pg_proc t JOIN pg_proc s ON t.proname = replace(s.proname, 'bxml_', 'bxml_try_')
	AND t.proargtypes = s.proargtypes AND t.prorettype = s.prorettype AND t.provolatile = s.provolatile AND t.proisstrict = s.proisstrict
	AND t.proparallel = s.proparallel AND t.procost = s.procost WHERE t.provolatile = 'i' AND t.proparallel = 's' AND t.proisstrict
	AND s.proname ~ '^bxml_(int|bigint|numeric|float8|bool|date|timestamp|timestamptz)$';

-- strict indexes refuse what lenient ones take
CREATE TABLE strict (id int, doc bxml);
INSERT INTO strict SELECT g, format('<o id="%s"><day>%s</day><pad>%s</pad></o>', 5000 - g, date '2020-01-01' + g * 7 % 5000, repeat(md5(g::text), 10))::bxml FROM generate_series(1, 4000) g;
CREATE TABLE lenient AS SELECT * FROM strict;
CREATE UNIQUE INDEX strict_id ON strict (bxml_int(doc, '/o/@id'));
CREATE INDEX strict_day ON strict (bxml_date(doc, '/o/day'));
CREATE UNIQUE INDEX lenient_id ON lenient (bxml_try_int(doc, '/o/@id'));
CREATE INDEX lenient_day ON lenient (bxml_try_date(doc, '/o/day'));
SELECT throws_ok($$INSERT INTO strict VALUES (-1, '<o id="4711a"/>')$$, '22P02', 'invalid input syntax for type integer: "4711a"', 'strict: a bad text');
SELECT throws_ok($$INSERT INTO strict VALUES (-1, '<o><day>2023-02-30T</day></o>')$$, '22007', 'invalid input syntax for type date: "2023-02-30T"', 'strict: a bad date');
SELECT throws_ok($$INSERT INTO strict VALUES (-1, '<o id="17"/>'), (-2, '<o id="17"/>')$$, '23505', NULL, 'strict: unique');
SELECT lives_ok($$INSERT INTO lenient VALUES (-1, '<o id="4711a"/>'), (-2, '<o id="99999999999"/>'), (-3, '<o><day>2023-02-29</day></o>')$$, 'lenient: bad texts');
SELECT throws_ok($$INSERT INTO lenient VALUES (-4, '<o id="0017"/>'), (-5, '<o id="17"/>')$$, '23505', NULL, 'lenient: unique');
SELECT throws_ok($$CREATE INDEX ON lenient (bxml_int(doc, '/o/@id'))$$, '22P02', NULL, 'a strict index cannot be made of them');
ANALYZE strict;
ANALYZE lenient;

-- lookups, order, and the documents to be repaired
SELECT matches(pg_temp.plan_of(q), 'Index Cond: .bxml_(try_)?(int|date)', q) FROM (VALUES
	($$SELECT id FROM strict WHERE bxml_int(doc, '/o/@id') = 4711$$), ($$SELECT id FROM lenient WHERE bxml_try_int(doc, '/o/@id') = 4711$$)) x(q);
SELECT is(array_agg(id), '{289}', 'found') FROM lenient WHERE bxml_try_int(doc, '/o/@id') = 4711;
SELECT is(pg_temp.plan_of($$SELECT id FROM strict ORDER BY bxml_int(doc, '/o/@id') LIMIT 3$$), E'Limit\n  ->  Index Scan using strict_id on strict\n', 'order by a strict index');
SELECT is(pg_temp.plan_of($$SELECT id FROM lenient ORDER BY bxml_try_int(doc, '/o/@id') LIMIT 3$$), E'Limit\n  ->  Index Scan using lenient_id on lenient\n', 'and by a lenient one');
SELECT results_eq($$SELECT id FROM lenient ORDER BY bxml_try_int(doc, '/o/@id') LIMIT 3$$, 'VALUES (4000), (3999), (3998)', 'in order');
SELECT set_eq($$SELECT id FROM lenient WHERE bxml_try_int(doc, '/o/@id') IS NULL AND doc @? '/o/@id'$$, 'VALUES (-1), (-2)', 'those to be repaired');

-- index-only: the value in a generated column
ALTER TABLE lenient ADD number integer GENERATED ALWAYS AS (bxml_try_int(doc, '/o/@id')) STORED;
CREATE INDEX lenient_number ON lenient (number);
ANALYZE lenient;
SET LOCAL enable_bitmapscan = off;
SELECT matches(pg_temp.plan_of('SELECT number FROM lenient WHERE number < 1020'), '^Index Only Scan using lenient_number', 'an index-only scan');
SELECT results_eq('SELECT number FROM lenient WHERE number < 1004 ORDER BY 1', 'VALUES (1000), (1001), (1002), (1003)', 'and right');
RESET enable_bitmapscan;

-- a GIN index serves comparisons of the lenient forms
DROP INDEX lenient_id, lenient_day;
CREATE TEMP TABLE scanned AS SELECT id FROM lenient WHERE bxml_try_int(doc, '/o/@id') = 4711 OR bxml_try_date(doc, '/o/day') BETWEEN '2020-02-01' AND '2020-02-20';
CREATE INDEX lenient_doc ON lenient USING gin (doc);
ANALYZE lenient;
SET LOCAL enable_seqscan = off;
SELECT matches(pg_temp.plan_of($$SELECT id FROM lenient WHERE bxml_try_int(doc, '/o/@id') = 4711 OR bxml_try_date(doc, '/o/day') BETWEEN '2020-02-01' AND '2020-02-20'$$),
	'BitmapOr.*Bitmap Index Scan on lenient_doc.*@id\[. = 4711\].*Bitmap Index Scan on lenient_doc', 'GIN');
SELECT set_eq($$SELECT id FROM lenient WHERE bxml_try_int(doc, '/o/@id') = 4711 OR bxml_try_date(doc, '/o/day') BETWEEN '2020-02-01' AND '2020-02-20'$$,
	'SELECT id FROM scanned', 'and right');
SELECT ok(count(*) BETWEEN 2 AND 100, 'some rows') FROM scanned;

SELECT * FROM finish();
ROLLBACK;
