-- bxml_index_advice: which predicates are served by which index, and why others are not.
\pset format unaligned
\pset tuples_only on

CREATE TABLE o (id int PRIMARY KEY, n int, doc bxml);
INSERT INTO o SELECT g, g % 7, format('<o id="%s" n="%s"><c>%s</c><p>%s</p><d>2024-02-%s</d></o>',
	g, g % 50, 'name ' || g, g / 10.0, lpad((1 + g % 29)::text, 2, '0'))::bxml FROM generate_series(1, 500) g;
ANALYZE o;
CREATE TABLE k (x text, i int, p bxpath);

-- What is said of each predicate of a query.
CREATE FUNCTION advice(query text) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT concat_ws(E'\n  ', coalesce(relation::text, 'no table') || ': ' || predicate, CASE WHEN served THEN 'served by ' || index WHEN index IS NOT NULL THEN 'not served by ' || index
		ELSE 'not served' END, 'condition: ' || condition, 'keys: ' || replace(keys, E'\n', E'\n        '), 'reason: ' || nullif(reason, 'the planner takes another plan to be cheaper'),
		suggestion) FROM bxml_index_advice(query) $$;
-- The same for a condition on the table.
CREATE FUNCTION about(condition text) RETURNS SETOF text LANGUAGE sql AS $$ SELECT advice('SELECT id FROM o WHERE ' || condition) $$;

-- without an index
SELECT about($$ doc @? '/o[@id = 17]' $$);
SELECT about($$ bxml_date(doc, '/o/d') < '2024-02-02' $$);
SELECT about($$ n = 5 $$);

-- served
CREATE INDEX o_value ON o USING gin (doc);
SELECT about($$ doc @? '/o[@id = 17]' $$);
SELECT about($$ doc @@ '/o/@id = 17 or /o/c = "x"' $$);
SELECT about($$ bxml_test(doc, '/o/p > 5') $$);
SELECT about($$ bxml_numeric(doc, '/o/p') BETWEEN $1 AND $2 $$);
SELECT about($$ doc ->> '/o/c' = ANY ($1) $$);
SELECT about($$ doc ->> '/o/c' LIKE 'name 1%' $$);
SELECT about($$ doc ->> '/o/@id' = '17' OR doc ->> '/o/c' = 'name 5' $$);
SELECT about($$ doc @? $1 $$);
SELECT about($$ doc @? '/o[@id = 1 and @id = 2 and false()]' $$);
SELECT about($$ doc @? '/o[@id = 1 and contains(c, "x")]' $$);
SELECT about($$ doc @? '/o[not(x)]' $$);
SELECT about($$ doc @> '<o id="17"><c/></o>' $$);
SELECT about($$ doc @> $1 $$);
SELECT about($$ bxml_exists(doc, '/o[@id = $x]', '{"x": 5}') $$);
SELECT about($$ bxml_exists(doc, '/o[@id = $x]', $1) $$);
SELECT about($$ doc ->> '/o/c' >= 'name 2' COLLATE "C" $$);
SELECT predicate, served, used, reason FROM bxml_index_advice($$SELECT 1 FROM o WHERE doc @? '/o[@id = 17]' AND doc @? '/o/x'$$);
SET enable_bitmapscan = off;
SELECT predicate, served, used, reason FROM bxml_index_advice($$SELECT 1 FROM o WHERE doc @? '/o[@id = 17]'$$);
RESET enable_bitmapscan;

-- not served, whatever the index
SELECT about($$ NOT doc @? '/o/x' $$);
SELECT about($$ bxml_int(doc, '/o/@id') <> 17 $$);
SELECT about($$ bxml_try_int(doc, '/o/@id') IS NULL $$);
SELECT about($$ doc ->> '/o/c' <> ALL ('{a,b}') $$);
SELECT about($$ doc @? '/*[not(@x)]' $$);
SELECT about($$ doc @@ 'not(/o/x)' $$);
SELECT about($$ doc @? '//*[contains(., "x")]' $$);
SELECT about($$ doc @? '//@*[. = 5]' $$);
SELECT about($$ (doc ->> '/o/@id')::int = 17 $$);
SELECT about($$ (doc ->> '/o/p')::numeric = 17 $$);
SELECT about($$ bxml_int(doc, '/o/@id') = 5.5 $$);
SELECT about($$ doc ->> 'count(/o)' = '1' $$);
SELECT about($$ doc ->> '/o/c' LIKE '%7' $$);
SELECT about($$ doc ->> '/o/c' ~ '7' $$);
SELECT about($$ bxml_int(doc, '/o/@n') = n $$);
SELECT about($$ doc ->> '/o/c' = random()::text $$);
SELECT about($$ doc ->> '/o/c' = '1' OR doc ->> '/o/c' LIKE '%7' $$);
SELECT about($$ bxml_count(doc, '/o/c') = 2 $$);
SELECT about($$ doc = '<a/>' $$);
SELECT about($$ doc IS NULL $$);

-- what an index leaves out
DROP INDEX o_value;
CREATE INDEX o_path ON o USING gin (doc bxml_path_ops);
SELECT about($$ doc @? '/o[@id = 17]' $$);
SELECT about($$ doc @? '/o[@id = 17 and p > 5]' $$);
SELECT about($$ doc @? '/o/p[. > 5]' $$);
SELECT about($$ doc @? '//c[. = "x"]' $$);
SELECT about($$ doc ->> '/o/c' = '' $$);
SELECT about($$ bxml_int(doc, '/o/@id') >= $1 $$);
CREATE INDEX o_some ON o USING gin (doc bxml_value_ops (paths = '/o/@id', types = 'number'));
SELECT about($$ doc ->> '/o/@id' = 'x' AND bxml_int(doc, '/o/@n') > 5 $$);

SELECT about($$ doc @? '/o[@id = 17 and c = "x" and p > 5]' AND doc @? '/o/x' $$);
SELECT about($$ doc @? '/o[@id = 17 and @n = 7 and @n = 8]' $$);
SELECT about($$ bxml_int(doc, '/o/@n') = $1 AND bxml_int(doc, '/o/@id') > $2 $$);
SELECT about($$ doc ->> '/o/@id' = 'seven' OR doc @? '/o/c[. = "x"]' $$);

-- btree and partial indexes
CREATE INDEX o_int ON o (bxml_int(doc, '/o/@id'));
CREATE INDEX o_x ON o (id) WHERE doc @? '/o/x';
CREATE INDEX o_n ON o USING gin (doc) WHERE n = 5;
SELECT about($$ bxml_int(doc, '/o/@id') > 5 AND doc @? '/o/x' $$);
SELECT about($$ doc @? '/o/d' $$);
SELECT about($$ doc @? '/o/d' AND n = 5 $$);
DROP INDEX o_path, o_some, o_int, o_x, o_n;

-- other tables, other statements
CREATE INDEX o_value ON o USING gin (doc);
SELECT advice($$ SELECT 1 FROM k LEFT JOIN o ON doc ->> '/o/c' = x $$);
SELECT advice($$ SELECT 1 FROM k JOIN o ON bxml_int(doc, '/o/@id') > i AND doc @? k.p AND doc ->> k.p = 'x' $$);
SELECT advice($$ SELECT 1 FROM k WHERE EXISTS (SELECT 1 FROM o WHERE bxml_int(doc, '/o/@id') = i) $$);
SELECT advice($$ WITH x AS (UPDATE o SET n = 1 WHERE doc @? '/o[@id = 17]' RETURNING id) SELECT * FROM x $$);
SELECT advice($$ DELETE FROM o USING k WHERE doc ->> '/o/c' = x OR k.i = 5 $$);
SELECT count(*) FROM o;
SELECT advice($$ WITH x AS MATERIALIZED (SELECT doc FROM o WHERE doc @? '/o[@id = 17]') SELECT 1 FROM x WHERE doc @? '/o/c' $$);
CREATE TABLE parts (id int, doc bxml) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (10);
CREATE TABLE parts_2 (doc bxml, id int);
ALTER TABLE parts ATTACH PARTITION parts_2 FOR VALUES FROM (10) TO (20);
SELECT advice($$ SELECT 1 FROM parts WHERE doc ->> '/o/c' = 'x' $$);

-- a table
CREATE FUNCTION about_table(regclass) RETURNS SETOF text LANGUAGE sql AS $$
	SELECT concat_ws(' | ', coalesce(predicate, '-'), CASE WHEN served THEN 'served by ' || index ELSE coalesce('not served by ' || index, 'not served') END, keys,
		nullif(reason, 'the planner takes another plan to be cheaper'), suggestion) FROM bxml_index_advice($1) $$;
DROP INDEX o_value;
INSERT INTO o SELECT g, g, format('<q:o xmlns:q="urn:q"><q:it>it''s %s</q:it></q:o>', g)::bxml FROM generate_series(501, 600) g;
ALTER TABLE o ADD COLUMN "2nd" bxml;
SELECT about_table('o');
ANALYZE o (doc);
SELECT about_table('o');
CREATE INDEX o_some ON o USING gin (doc bxml_value_ops (paths = '/o/@id | /o/@n | /*:o/*:it'));
CREATE INDEX o_none ON o USING gin (doc bxml_path_ops (paths = '/order'));
CREATE INDEX o_top ON o USING gin (doc bxml_value_ops (paths = '/*:o'));
CREATE INDEX o_int ON o (bxml_int(doc, '/o/@id'));
CREATE INDEX o_empty ON o (bxml_int(doc, '/order/@id'));
CREATE INDEX o_no_c ON o (id) WHERE NOT doc @? '/o/c';
CREATE INDEX o_c ON o ((doc ->> '/o/c')) WHERE doc @? '/o/c';
CREATE INDEX o_n ON o (n);
CREATE INDEX o_hash ON o USING hash (doc);
SELECT about_table('o');
DROP INDEX o_top;
SELECT about_table('o');
INSERT INTO parts SELECT id % 20, doc FROM o;
ANALYZE parts;
CREATE INDEX parts_doc ON parts USING gin (doc bxml_path_ops);
CREATE INDEX parts_x ON parts USING gin (doc bxml_path_ops (paths = '/x'));
SELECT about_table('parts');
SELECT about_table('parts_1');
SELECT about_table('k');
SELECT about_table('o_int');
SELECT about_table('pg_stats');
SELECT about_table(0);
SELECT about_table(NULL);

-- errors
SELECT * FROM bxml_index_advice('SELECT 1; SELECT 2');
SELECT * FROM bxml_index_advice('');
SELECT * FROM bxml_index_advice('DROP TABLE o');
SELECT * FROM bxml_index_advice('EXPLAIN ANALYZE SELECT 1');
SELECT * FROM bxml_index_advice('SELECT 1 FROM nowhere');
SELECT * FROM bxml_index_advice('SELECT 1 FROM o WHERE $1 IS NULL');
SELECT * FROM bxml_index_advice($$SELECT 1 FROM o WHERE doc @? '/o['$$);
SELECT * FROM bxml_index_advice(NULL);
DROP TABLE o, k, parts;
