-- Rowsets are kept between statements (scan/pool.c): the next statement sees its own types, settings and documents, and
-- nothing of an error or of a scan that ended early.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(20);

CREATE TABLE d (k int PRIMARY KEY, doc bxml);
INSERT INTO d SELECT i, format('<r><i a="%s">2%s</i><i a="x">y</i><i>7</i></r>', i, i)::bxml FROM generate_series(1, 40) i;

-- one text of the query, many executions
CREATE FUNCTION pg_temp.run(query text, n int) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1 .. n LOOP RETURN QUERY EXECUTE query USING i; END LOOP;
END $$;
SELECT is((SELECT string_agg(r, ' ') FROM pg_temp.run($$SELECT string_agg(concat_ws('/', a, v), ',') FROM d, bxml_table(doc, '/r/i', '@a', '.') AS t(a text, v text) WHERE k = $1$$, 3) r),
	'1/21,x/y,7 2/22,x/y,7 3/23,x/y,7', 'again and again');

-- the same paths with other types, names and modifiers
SELECT is((SELECT string_agg(v::text, ',') FROM d, bxml_table(doc, '/r/i[1]', '.') AS t(v numeric) WHERE k < 3), '21,22', 'as numeric');
SELECT is((SELECT string_agg(v::text, ',') FROM d, bxml_table(doc, '/r/i[1]', '.') AS t(v numeric(5,1)) WHERE k < 3), '21.0,22.0', 'with a modifier');
SELECT is((SELECT string_agg(v::text, ',') FROM d, bxml_table(doc, '/r/i[1]', '.') AS t(v bxml) WHERE k < 3), '<i a="1">21</i>,<i a="2">22</i>', 'as bxml');
SELECT is((SELECT string_agg(format('%s', v), ',') FROM d, bxml_table(doc, '/r/i[1]', '.') AS t(v char(3)) WHERE k < 3), '21 ,22 ', 'as char');
SELECT throws_like($$SELECT v FROM d, bxml_table_def(doc, '/r/i', '[{"path": "@a", "on_empty": "error"}]') AS t(v text) WHERE k = 1$$, '%column "v"%', 'named v');
SELECT throws_like($$SELECT w FROM d, bxml_table_def(doc, '/r/i', '[{"path": "@a", "on_empty": "error"}]') AS t(w text) WHERE k = 1$$, '%column "w"%', 'named w');

-- an error in the midst of a document, and after it
SELECT throws_ok($$SELECT sum(v) FROM d, bxml_table(doc, '/r/i', '.') AS t(v int) WHERE k = 1$$, '22P02', NULL, 'an error');
SELECT throws_ok($$SELECT sum(v) FROM d, bxml_table(doc, '/r/i', '.') AS t(v int) WHERE k = 1$$, '22P02', NULL, 'the same error');
UPDATE d SET doc = '<r><i>1</i><i>2</i></r>' WHERE k = 40;
SELECT is((SELECT sum(v) FROM d, bxml_table(doc, '/r/i', '.') AS t(v int) WHERE k = 40), 3::bigint, 'no error');

-- columns that are not asked for this time
SELECT is((SELECT count(v) FROM d, bxml_table(doc, '/r/i', '@a', '.') AS t(a text, v text) WHERE k = 1), 3::bigint, 'one column of two');
SELECT is((SELECT count(a) FROM d, bxml_table(doc, '/r/i', '@a', '.') AS t(a text, v text) WHERE k = 1), 2::bigint, 'the other one');
SELECT is((SELECT string_agg(id::text, ' ') FROM d, bxml_nodes(doc, '/r/i') WHERE k = 1), '1.1 1.3 1.5', 'labels of nodes');
SELECT is((SELECT string_agg(node::text, ' ') FROM d, bxml_nodes(doc, '/r/i') WHERE k = 1), '<i a="1">21</i> <i a="x">y</i> <i>7</i>', 'the nodes');

-- scans that end early, and two at the same time
DECLARE one CURSOR FOR SELECT v FROM d, bxml_table(doc, '/r/i', '.') AS t(v text) WHERE k = 1;
DECLARE two CURSOR FOR SELECT v FROM d, bxml_table(doc, '/r/i', '.') AS t(v text) WHERE k = 2;
CREATE FUNCTION pg_temp.next(c refcursor) RETURNS text LANGUAGE plpgsql AS $$ DECLARE v text; BEGIN FETCH c INTO v; RETURN v; END $$;
SELECT is(concat_ws(' ', pg_temp.next('one'), pg_temp.next('two'), pg_temp.next('one'), pg_temp.next('two')), '21 22 y y', 'two cursors');
CLOSE one;
SELECT is(pg_temp.next('two'), '7', 'one goes on');
CLOSE two;
SELECT is((SELECT string_agg(v, ' ') FROM d, bxml_table(doc, '/r/i', '.') AS t(v text) WHERE k = 3), '23 y 7', 'afterwards');

-- a type whose functions may change
CREATE DOMAIN small AS int CHECK (VALUE < 30);
SELECT is((SELECT string_agg(v::text, ',') FROM d, bxml_table(doc, '/r/i[1]', '.') AS t(v small) WHERE k < 3), '21,22', 'a domain');
ALTER DOMAIN small ADD CONSTRAINT odd CHECK (VALUE % 2 = 1);
SELECT throws_ok($$SELECT v FROM d, bxml_table(doc, '/r/i[1]', '.') AS t(v small) WHERE k < 3$$, '23514', NULL, 'and its new constraint');

-- labels that are too long for the memory of a row go with their row
CREATE FUNCTION pg_temp.peak() RETURNS int LANGUAGE sql AS $$ SELECT substring(pg_read_file('/proc/self/status', 0, 8192) FROM 'VmHWM:\s*(\d+) kB')::int $$;
CREATE TABLE deep AS SELECT (repeat('<a>', 5000) || repeat('</a>', 5000))::bxml AS doc;
SET LOCAL bxml.reader_scan = off;
SET LOCAL work_mem = '64kB';
CREATE TABLE peaks AS SELECT pg_temp.peak() AS before;
CREATE TABLE labels AS SELECT count(*) AS n FROM bxml_nodes((SELECT doc FROM deep), '//a') WHERE id IS NOT NULL;
SELECT cmp_ok(pg_temp.peak() - before, '<', 6000, 'long labels') FROM peaks;
SELECT * FROM finish();
ROLLBACK;
