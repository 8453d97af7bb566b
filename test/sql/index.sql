-- GIN indexes: classes, options, errors; which clauses become index conditions, and what EXPLAIN shows.
\pset format unaligned
\pset tuples_only on

CREATE TABLE o (id int, doc bxml);
INSERT INTO o SELECT g, format('<o id="%s" n="%s"><c>%s</c><p>%s</p><d>2024-02-%s</d><t>2024-02-01T00:00:%sZ</t></o>',
	g, g % 50, 'name ' || g, g / 10.0, lpad((1 + g % 29)::text, 2, '0'), lpad((g % 60)::text, 2, '0'))::bxml FROM generate_series(1, 3000) g;
INSERT INTO o VALUES (0, NULL), (-1, ''), (-2, 'text'), (-3, ('<o id="' || repeat('x', 100000) || '"/>')::bxml);
CREATE INDEX o_value ON o USING gin (doc);
CREATE TABLE k (x text, i int, b bigint, p bxpath, d date);
INSERT INTO k VALUES ('17', 17, 17, '/o[@id = 17]', '2024-02-03'), (NULL, NULL, NULL, NULL, NULL), ('name 4', 4, 4, '/o[c = "name 4"]', '1999-01-01');
ANALYZE o;
ANALYZE k;

-- classes and options
SELECT opcname, opcdefault, opckeytype::regtype, amvalidate(oid) FROM pg_opclass WHERE opcintype = 'bxml'::regtype AND opcname LIKE 'bxml%_ops' AND opcmethod = (SELECT oid FROM pg_am WHERE amname = 'gin') ORDER BY 1;
CREATE INDEX o_some ON o USING gin (doc bxml_value_ops (types = 'number,Date', max_value = 8));
\d o_some
DROP INDEX o_some;
\set VERBOSITY terse
CREATE INDEX ON o USING gin (doc bxml_value_ops (max_value = 7));
CREATE INDEX ON o USING gin (doc bxml_value_ops (max_value = 1025));
CREATE INDEX ON o USING gin (doc bxml_path_ops (max_value = 64));
CREATE INDEX ON o USING gin (doc bxml_value_ops (types = 'number, text'));
CREATE INDEX ON o USING gin (doc bxml_value_ops (types = ' ,'));
CREATE INDEX ON o USING gin (doc bxml_value_ops (nothing = 'x'));
CREATE INDEX ON o USING gin (doc bxml_value_ops (paths = '/a['));
CREATE INDEX ON o USING gin (doc bxml_value_ops (paths = '/p:a'));
CREATE INDEX ON o USING gin (doc bxml_value_ops (paths = '/a[b]'));
CREATE INDEX ON o USING gin (doc bxml_value_ops (paths = '/a/text()'));
CREATE INDEX ON o USING gin (doc bxml_value_ops (paths = '/'));
CREATE INDEX ON o USING gin (doc bxml_value_ops (paths = 'count(/a)'));
CREATE INDEX ON o USING gin (doc bxml_value_ops (paths = ''));
CREATE INDEX ON o USING gin (doc bxml_value_ops (paths = '/a/$x'));
DO $$ BEGIN EXECUTE format('CREATE INDEX ON o USING gin (doc bxml_value_ops (paths = %L))', repeat('/a', 64)); EXCEPTION WHEN invalid_parameter_value THEN RAISE NOTICE 'too many steps'; END $$;
CREATE INDEX ON o USING gin (doc bxml_value_ops (types));
CREATE INDEX ON o USING gin (doc bxml_value_ops (max_value = 'x'));
CREATE INDEX ON o USING gin (doc bxml_value_ops (max_value));
CREATE INDEX ON o USING gin (id bxml_value_ops);
CREATE INDEX ON o (bxml_int(doc, '/o['));
CREATE INDEX ON o (bxml_int(doc, 'count(/o)'), bxml_date(doc, '/o/c'));
SELECT count(*) FROM pg_index WHERE indrelid = 'o'::regclass;
\set VERBOSITY default

-- whole documents in a btree: the limit of the server, and a hint
SET bxml.vocabularies = off;
CREATE TABLE w (doc bxml);
CREATE INDEX w_doc ON w (doc);
INSERT INTO w VALUES ('<a/>'), (('<a>' || repeat('x', 2500) || '</a>')::bxml);
INSERT INTO w SELECT ('<a>' || string_agg(md5(g::text), '') || '</a>')::bxml FROM generate_series(1, 90) g;
INSERT INTO w SELECT ('<a>' || string_agg(md5(g::text), '') || '</a>')::bxml FROM generate_series(1, 300) g;
DROP INDEX w_doc;
INSERT INTO w SELECT ('<a>' || string_agg(md5(g::text), '') || '</a>')::bxml FROM generate_series(1, 90) g;
CREATE UNIQUE INDEX w_unique ON w (doc);
ALTER TABLE w ADD EXCLUDE USING hash (doc WITH =);
INSERT INTO w SELECT ('<a>' || string_agg(md5(g::text), '') || '</a>')::bxml FROM generate_series(1, 300) g;
CREATE INDEX ON w (doc bxml_ops (x = 1));
CREATE TABLE t (x text COLLATE "C");
CREATE INDEX t_x ON t (x);
INSERT INTO t SELECT string_agg(md5(g::text), '') FROM generate_series(1, 200) g;
DROP TABLE t;

-- a type alone takes the default classes, and a literal without a type is a path
CREATE INDEX w_gin ON w USING gin (doc);
CREATE INDEX w_btree ON w USING btree (doc) WHERE doc @? '/b';
CREATE INDEX w_hash ON w USING hash (doc);
SELECT relname, opcname, pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class c ON c.oid = indexrelid JOIN pg_opclass o ON o.oid = indclass[0]
	WHERE indrelid = 'w'::regclass AND relname LIKE 'w\_%' ORDER BY 1;
SELECT count(*) FROM w WHERE doc @? '/a[starts-with(., "xx")]' AND doc @@ '/a = "x"';
SELECT count(*) FROM w WHERE doc @? '/a[' AND doc = '<a/>';
SELECT count(*) FROM w WHERE doc = '<a/>' AND doc @> '<a/>' AND doc ->> '/a' = '';
DROP TABLE w;
RESET bxml.vocabularies;

-- rows and plan of a condition
CREATE FUNCTION look(condition text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) SELECT id FROM o WHERE ' || condition LOOP RETURN NEXT line; END LOOP;
	EXECUTE 'SELECT ''rows: '' || coalesce(string_agg(id::text, '' '' ORDER BY id), ''none'') FROM o WHERE ' || condition INTO line;
	RETURN NEXT line;
END $$;

-- functions and operators
SELECT look($$ doc @? '/o[@id = 17]' $$);
SELECT look($$ doc @? '//c[. = "name 17"]' $$);
SELECT look($$ bxml_exists(doc, '/o[@id = 17]') $$);
SELECT look($$ doc @@ '/o/@id = 17' $$);
SELECT look($$ bxml_test(doc, '/o/@id = 17') $$);
SELECT look($$ doc @? '/o/p[. > 299.95]' $$);
SELECT look($$ doc @? '/o[starts-with(c, "name 299")]' AND doc @? '/o[@n = 2]' $$);
SELECT look($$ doc @? '/o[p > 0 and @id = 17]' $$);
SELECT look($$ doc @? NULL $$);

-- comparisons
SELECT look($$ doc ->> '/o/@id' = '17' $$);
SELECT look($$ '17' = bxml_value(doc, '/o/@id') $$);
SELECT look($$ doc ->> '/o/c | /o/q' = 'it''s "quoted"' $$);
SELECT look($$ bxml_text(doc, 'declare namespace p = "urn:p"; /p:o/p:c (: comment :)') = E'\u0001' $$);
SELECT look($$ doc ->> '/o/c' IN ('name 5', 'name 6', NULL) $$);
SELECT look($$ doc ->> '/o/c' = ANY ('{}') $$);
SELECT look($$ doc ->> '/o/c' LIKE 'name 299_' AND doc ->> '/o/c' ^@ 'name 2999' $$);
SELECT look($$ bxml_int(doc, '/o/@id') = 17 $$ || ' AND id > 0');
SELECT look($$ bxml_bigint(doc, '/o[c]/@id') < 3 AND bxml_bigint(doc, '/o[c]/@id') >= 2::smallint $$);
SELECT look($$ bxml_numeric(doc, '/o/p') BETWEEN 0.1 AND 0.2 AND doc ->> '/o/c' IS NOT NULL $$);
SELECT look($$ bxml_float8(doc, '/o/p') = ANY ('{0.1, 1e300}') $$);
SELECT look($$ bxml_date(doc, '/o/d') = '2024-02-29' AND bxml_int(doc, '/o/@n') = 0 $$);
-- worth it however small the values are
SET seq_page_cost = 4;
SELECT look($$ bxml_timestamptz(doc, '/o/t') = '2024-02-01 00:00:07Z' AND doc @? '/o[@n = 17]' $$);
RESET seq_page_cost;
SELECT look($$ bxml_timestamp(doc, '/o/t') > '2024-02-01 00:00:58' AND doc @? '/o[@n = 9]' $$);
SELECT look($$ bxml_date(doc, '/o/d') < 'infinity' AND doc @? '/o[@id = 9]' $$);

-- texts in the order of code points
SELECT look($$ doc ->> '/o/@id' < '1' COLLATE "C" $$);
SELECT look($$ (doc ->> '/o/c') COLLATE "C" >= 'name 2998' AND (doc ->> '/o/c') COLLATE "C" < 'name 3' $$);
SELECT count(*) FROM o WHERE doc ->> '/o/c' > E'name 299\u0001' COLLATE "C" AND doc @? '/o[@id > 2997]';

-- long lists
SELECT count(*) FROM o WHERE doc ->> '/o/c' = ANY (ARRAY(SELECT 'name ' || g FROM generate_series(1, 700) g));
SELECT (bxpath_explain(bxpath_compare('/o/@id', '=', (SELECT array_agg(g) FROM generate_series(1, 2000) g))) LIKE '%= 2000%');
SELECT bxpath_compare('/o/@id', '=', (SELECT array_agg(g) FROM generate_series(1, 2001) g));

-- variables
SELECT look($$ bxml_exists(doc, '/o[@id = $x]', '{"x": 17}') $$);
SELECT look($$ bxml_test(doc, '/o/c = $x and /o/@id > $y', '{"x": "name 17", "y": 0}') $$);
SELECT look($$ bxml_test(doc, '/o/@id = 17', NULL) $$);
SELECT count(*) FROM o WHERE bxml_exists(doc, '/o[not(@id = $x)]', jsonb_build_object('x', repeat('y', 1100000)));

-- AND, OR
SELECT look($$ doc ->> '/o/@id' = '17' OR bxml_int(doc, '/o[c]/@id') = 18 OR doc @? '/o[@id = 19]' $$);
SELECT look($$ (doc ->> '/o/@id' = '17' AND doc ->> '/o/c' = 'name 17') OR doc ->> '/o/c' = 'name 18' $$);

-- patterns
SELECT look($$ doc @> '<o id="17"><c>name 17</c></o>' $$);
SELECT look($$ '<o><p>1.7000000000000000</p><c/></o>' <@ doc $$);
SELECT look($$ doc @> '<o id="17"/>' AND doc @? '/o[p > 1]' AND doc ->> '/o/c' ^@ 'name' $$);
SELECT look($$ '<o id="17"/>' <@ doc OR doc @> '<o id="18"/>' OR doc ->> '/o/@id' = '19' $$);
SELECT look($$ doc @> '<o><c/><q/></o>' $$);
SELECT look($$ doc @> NULL $$);
SELECT id FROM o WHERE doc @> ('<o id="' || repeat('x', 100000) || '"/>')::bxml;

-- with statistics of what clauses compare: what is worth it is looked up, whatever its form
CREATE STATISTICS o_n ON (bxml_int(doc, '/o/@n')) FROM o;
CREATE STATISTICS o_p ON (bxml_numeric(doc, '/o/p')) FROM o;
CREATE STATISTICS o_c ON (doc ->> '/o/c') FROM o;
ANALYZE o;
SELECT look($$ bxml_int(doc, '/o/@n') = 9 AND bxml_numeric(doc, '/o/p') BETWEEN 1 AND 20 $$);
SELECT look($$ bxml_int(doc, '/o/@n') = 9 AND bxml_numeric(doc, '/o/p') BETWEEN 1 AND 290 AND doc ->> '/o/c' = 'name 109' $$);
SELECT look($$ bxml_numeric(doc, '/o/p') BETWEEN 20 AND 20.5 AND bxml_int(doc, '/o/@n') BETWEEN 1 AND 45 $$);
SELECT look($$ bxml_numeric(doc, '/o/p') > 290 AND bxml_int(doc, '/o/@n') = 9 AND doc @? '/o[d]' $$);
SELECT look($$ doc @? '/o[@n = 9]' AND doc @? '/o/p[. >= 1 and . <= 20]' $$);
SELECT look($$ doc @? '/o[@n = 9]' AND doc @? '/o[p > 1]' AND bxml_numeric(doc, '/o/p') BETWEEN 1 AND 20 $$);
SELECT look($$ doc @? '/o[@n > 10]' AND doc @@ '/o/p > 299' $$);
DROP STATISTICS o_n, o_p, o_c;

-- what an index has no keys for is not looked up beside what it has, however few documents it is true of
DROP INDEX o_value;
CREATE INDEX o_path ON o USING gin (doc bxml_path_ops);
SELECT look($$ doc @? '/o/x' AND doc @? '/o[@n = 9]' $$);
SELECT look($$ doc @? '/o[@n = 9 and x]' AND doc @? '/o[c = "" and @id = 59]' $$);
DROP INDEX o_path;
CREATE INDEX o_some ON o USING gin (doc bxml_value_ops (paths = '/o/@id | /o/p', types = 'number'));
SELECT look($$ doc @? '/o/x' AND doc @? '/o[p > 299.95]' $$);
SELECT look($$ doc @? '/o[@id = 17 and p > 1 and c = "name 17" and @n = 17]' $$);
SELECT look($$ doc ->> '/o/c' = 'name 17' AND bxml_int(doc, '/o/@id') < 18 $$);
SELECT look($$ doc ->> '/o/@id' = '17' AND doc ->> '/o/p' = 'x' AND bxml_int(doc, '/o/@id') < 18 $$);
SELECT look($$ doc @? '/o[c = "name 17"]' AND doc @? '/o[x]' $$);
DROP INDEX o_some;
CREATE INDEX o_value ON o USING gin (doc);

-- not served
SELECT look($$ (doc ->> '/o/@id')::text || '' = '17' $$);
SELECT look($$ doc ->> 'count(/o/@id)' = '7' $$);
SELECT look($$ bxml_int(doc, '/o[c]/@id') <> 17 AND doc @? '/o[@id < 3]' $$);

-- parameters and other tables
PREPARE by_id(text) AS SELECT id FROM o WHERE doc ->> '/o/@id' = $1;
PREPARE by_ids(text[]) AS SELECT id FROM o WHERE doc ->> '/o/@id' = ANY ($1) ORDER BY id;
PREPARE by_range(numeric, numeric) AS SELECT id FROM o WHERE bxml_numeric(doc, '/o/p') BETWEEN $1 AND $2 ORDER BY id;
PREPARE by_pattern(bxml) AS SELECT id FROM o WHERE $1 <@ doc;
PREPARE by_vars(jsonb) AS SELECT id FROM o WHERE bxml_exists(doc, '/o[@id = $x]', $1);
PREPARE by_path(bxpath) AS SELECT id FROM o WHERE doc @? $1;
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) EXECUTE by_id('17');
EXECUTE by_id('17');
EXECUTE by_id(NULL);
EXPLAIN (COSTS OFF) EXECUTE by_ids('{17,18}');
EXECUTE by_ids('{17,18,NULL}');
EXECUTE by_ids('{}');
EXPLAIN (COSTS OFF) EXECUTE by_range(0.1, 0.3);
EXECUTE by_range(0.1, 0.3);
EXECUTE by_range('-Infinity', 0.1);
EXPLAIN (COSTS OFF) EXECUTE by_vars('{"x": 17}');
EXECUTE by_vars('{"x": 17}');
EXPLAIN (COSTS OFF) EXECUTE by_path('/o[@id = 17]');
EXECUTE by_path('/o[@id = 17]');
EXPLAIN (COSTS OFF) EXECUTE by_pattern('<o id="17"/>');
EXECUTE by_pattern('<o id="17"/>');
RESET plan_cache_mode;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
EXPLAIN (COSTS OFF) SELECT k.x, o.id FROM k JOIN o ON doc ->> '/o/@id' = k.x;
SELECT k.x, o.id FROM k JOIN o ON doc ->> '/o/@id' = k.x;
EXPLAIN (COSTS OFF) SELECT k.x, o.id FROM k LEFT JOIN o ON bxml_int(doc, '/o[c]/@id') = k.b AND bxml_date(doc, '/o/d') > k.d;
SELECT k.x, o.id FROM k LEFT JOIN o ON bxml_int(doc, '/o[c]/@id') = k.b AND bxml_date(doc, '/o/d') > k.d ORDER BY 1;
EXPLAIN (COSTS OFF) SELECT k.x, o.id FROM k JOIN o ON doc @? p;
SELECT k.x, o.id FROM k JOIN o ON doc @? p ORDER BY 1;
SELECT k.x, o.id FROM k JOIN o ON bxml_exists(doc, '/o[@id = $x]', jsonb_build_object('x', k.i)) ORDER BY 1;
EXPLAIN (COSTS OFF) SELECT k.x, (SELECT o.id FROM o WHERE doc ->> '/o/c' = k.x) FROM k;
SELECT k.x, (SELECT o.id FROM o WHERE doc ->> '/o/c' = k.x) FROM k ORDER BY 1;
EXPLAIN (COSTS OFF) SELECT k.x, o.id FROM k JOIN o ON doc @> bxml_element('o', jsonb_build_object('id', k.i)) WHERE k.i > 0;
SELECT k.x, o.id FROM k JOIN o ON doc @> bxml_element('o', jsonb_build_object('id', k.i)) WHERE k.i > 0 ORDER BY 1;
RESET enable_hashjoin;
RESET enable_mergejoin;
RESET enable_seqscan;

-- the small class
DROP INDEX o_value;
CREATE INDEX o_path ON o USING gin (doc bxml_path_ops);
SELECT look($$ doc @? '/o[@id = 17]' $$);
SELECT look($$ doc ->> '/o/c' = 'name 17' $$);
SELECT look($$ doc @? '/o[@id > 17 and c = "name 18"]' $$);
SELECT look($$ doc @? '//c[. = "name 18"]' AND bxml_int(doc, '/o[c]/@id') < 20 $$);
SELECT look($$ doc @> '<o id="17"><q/></o>' OR doc @> '<o id="18"><c>name 18</c><p/></o>' $$);

-- some paths only
DROP INDEX o_path;
CREATE INDEX o_paths ON o USING gin (doc bxml_value_ops (paths = 'declare namespace p = "urn:p"; /o/@id | //p:c'));
SELECT look($$ doc @? '/o[@id = 17]' $$);
SELECT look($$ doc @? '/o[@id = 17 and c = "name 17"]' $$);
SELECT look($$ doc @? '/o[c = "name 17"]' $$);

-- parts of documents
DROP INDEX o_paths;
CREATE INDEX o_parts ON o USING gin ((doc -> '/o/c'));
SELECT look($$ (doc -> '/o/c') @? '/c[. = "name 17"]' $$);
SELECT look($$ (doc -> '/o/c') ->> '/c' = 'name 17' $$);

-- the paths of comparisons
SELECT bxpath_compare('/a/b', '=', 5), bxpath_compare('/a/b', '>=', -5.5, '<', 7::float8), bxpath_compare('/a/b', '=', 'x"y'::text);
SELECT bxpath_compare('/a', '<', 'x'::text), bxpath_compare('/a', '>=', 'x'::text, '<=', 'y'::text), bxpath_compare('/a[b = $x]', '$', '{"x": "y"}'::jsonb);
SELECT bxpath_compare('/a | /b', '^@', 'x'::text), bxpath_compare('declare default element namespace "u"; /a', '=', '{x,y}'::text[]);
SELECT bxpath_compare('/', '=', 1e300::float8), bxpath_compare('/a', '=', 'NaN'::numeric), bxpath_compare('/a', '=', '{}'::int[]) IS NULL;
SELECT bxpath_compare('/a', '>', 1::float8), bxpath_compare('/a', '>', 1::float8, '<=', 'NaN'::float8), bxpath_compare('/a', '<=', 'NaN'::float4, '>=', 1::float4);
SELECT bxpath_compare('/a', '>', 1::float8, '<', 'NaN'::float8), bxpath_compare('/a', '>', 1::float8, '<=', 'Infinity'::float8);
SELECT bxpath_compare('/a', '=', '2024-02-29'::date);
SELECT bxpath_compare('/a', '<', '2024-02-29 12:00:00'::timestamp);
SELECT bxpath_compare('/a', '=', '2024-02-29 12:00:00.25Z'::timestamptz);
SELECT bxpath_compare('/a', '=', '{2024-02-29,0044-03-15 BC,NULL}'::date[]);
\set VERBOSITY terse
SELECT bxpath_compare('count(/a)', '=', 5);
SELECT bxpath_compare('/a', '<>', 5);
SELECT bxpath_compare('/a', '=', '{}'::jsonb);
SELECT bxpath_compare('/a', '<', '{1}'::int[]);
\set VERBOSITY default
DROP TABLE o, k;
