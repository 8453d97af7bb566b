-- SQL values, rows and results of queries as XML.
SET timezone = 'UTC';
CREATE TYPE publish_pair AS (x int, y text);
CREATE TABLE "publish T" (a int, "b c" text, dropped int, d date, ts timestamp, tz timestamptz, b bytea, o boolean, n numeric,
	arr int[], x xml, p publish_pair);
ALTER TABLE "publish T" DROP COLUMN dropped;
INSERT INTO "publish T" VALUES
	(1, '<&">', '2020-02-03', '2020-02-03 04:05:06.7', '2020-02-03 04:05:06Z', '\x00ff', true, 1.50, '{1,NULL,2}', '<k>v</k>', '(1,z)'),
	(2, NULL, NULL, NULL, NULL, NULL, false, NULL, '{}', NULL, NULL);

-- values
SELECT to_bxml(1), to_bxml('a < b'::text), to_bxml(true), to_bxml('2020-01-01'::date), to_bxml('\x00ff'::bytea), to_bxml(1.50);
SELECT to_bxml(NULL::int) IS NULL AS null_value, to_bxml(NULL::int, 'a') IS NULL AS null_named, to_bxml(''::text), to_bxml(''::text, 'e');
SELECT to_bxml(1, 'a'), to_bxml(1, 'a b'), to_bxml(1, 'p:a'), to_bxml(1, 'xmlish');
SELECT to_bxml(ARRAY[1, NULL, 3]), to_bxml(ARRAY[[1, 2], [3, 4]], 'm'), to_bxml('{}'::int[], 'none');
SELECT to_bxml('<a/>'::xml), to_bxml('<a/>'::bxml), to_bxml(ARRAY['<a/>', 't']::bxml[]), to_bxml('{"a": [1]}'::jsonb);
SELECT to_bxml(t, 'row') FROM "publish T" t ORDER BY a;
SELECT to_bxml(ROW(1, 'x')), to_bxml(ROW(1, 'x')::publish_pair);
SELECT to_bxml('infinity'::timestamp);
SELECT to_bxml('x');

-- forests
SELECT bxml_forest('a', 1, 'b c', 'x'::text, 'n', NULL, 'x', '<k/>'::xml, 'd', '<l/>'::bxml, 'arr', ARRAY[1, 2]);
SELECT bxml_forest(t) FROM "publish T" t ORDER BY a;
SELECT bxml_forest(s) FROM (SELECT a AS id, "b c" AS name FROM "publish T") s ORDER BY id;
SELECT bxml_forest(VARIADIC ARRAY['a', '1', 'b', '2']), bxml_forest(NULL::publish_pair) IS NULL AS no_row;
SELECT bxml_forest('a');
SELECT bxml_forest(NULL, 1);
SELECT bxml_forest_agg('n' || a, d ORDER BY a), bxml_forest_agg('a', a ORDER BY a DESC), bxml_forest_agg('x', NULL::int) IS NULL AS nothing FROM "publish T";
SELECT bxml_forest_agg('x', x), bxml_forest_agg('b', x::text::bxml), bxml_forest_agg('arr', arr ORDER BY a) FROM "publish T";
SELECT bxml_forest_agg(NULL, 1);
SELECT bxml_element('o', NULL, bxml_forest('id', 1), bxml_forest_agg('i', g)) FROM generate_series(1, 3) g;

-- rows
SELECT row_to_bxml(t) FROM "publish T" t ORDER BY a;
SELECT row_to_bxml(t, 'r s', true) FROM "publish T" t ORDER BY a;
SELECT row_to_bxml(ROW(1, NULL), nulls => true), row_to_bxml(NULL::publish_pair) IS NULL AS no_row;

-- queries, tables, cursors: what core gives without its line breaks
SELECT query_to_bxml('SELECT 1 AS a, NULL::int AS b, ''<'' AS "c d"');
SELECT query_to_bxml('SELECT g AS a FROM generate_series(1, 2) g', tableforest => true);
SELECT query_to_bxml('SELECT g AS a, NULL::int AS b, ARRAY[g] AS c, ''<k/>''::bxml AS d FROM generate_series(1, 2) g', true, false, 'urn:t');
-- the wording is the server's own
\set VERBOSITY sqlstate
SELECT table_to_bxml('publish_pair'::regclass);
\set VERBOSITY default
SELECT count(*) AS compared, bool_and(ours::text = bxml_parse(core::text, 'strip')::text) AS same
FROM (VALUES (false, false, ''), (true, false, ''), (false, true, ''), (true, true, ''), (true, false, 'urn:x'), (false, true, 'urn:x')) o (nulls, forest, ns),
	LATERAL (SELECT query_to_bxml('SELECT a, "b c", d, ts, tz, b, o, n, arr, p FROM "publish T" ORDER BY a', nulls, forest, ns) AS ours,
		query_to_xml('SELECT a, "b c", d, ts, tz, b, o, n, arr, p FROM "publish T" ORDER BY a', nulls, forest, ns) AS core
	UNION ALL SELECT table_to_bxml('"publish T"', nulls, forest, ''), table_to_xml('"publish T"', nulls, forest, '')) c;
SET xmlbinary = hex;
SELECT to_bxml('\x00ff'::bytea), query_to_bxml('SELECT b FROM "publish T"')::text = bxml_parse(query_to_xml('SELECT b FROM "publish T"', false, false, '')::text, 'strip')::text AS same;
RESET xmlbinary;
BEGIN;
DECLARE c CURSOR FOR SELECT g FROM generate_series(1, 5) g;
SELECT cursor_to_bxml('c', 2);
SELECT cursor_to_bxml('c', 1, tableforest => true);
SELECT cursor_to_bxml('c', 0);
SELECT cursor_to_bxml('c', 0);
SAVEPOINT s;
SELECT cursor_to_bxml('c', -1);
ROLLBACK TO s;
SELECT cursor_to_bxml('no such', 1);
ROLLBACK;
SELECT cursor_to_bxml('', 1);
DO $$BEGIN PERFORM cursor_to_bxml('', 1); END$$;
SELECT query_to_bxml('SELECT');
SELECT query_to_bxml('DROP TABLE "publish T"');
SELECT query_to_bxml('SELECT 1; SELECT 2');
SELECT query_to_bxml('SELECT 1/0');
SELECT table_to_bxml(0);

-- core's publishing functions see the text of a bxml value
SELECT xmlelement(name a, '<b/>'::bxml) AS escaped, xmlelement(name a, '<b/>'::bxml::xml) AS content;
DROP TABLE "publish T";
DROP TYPE publish_pair;
