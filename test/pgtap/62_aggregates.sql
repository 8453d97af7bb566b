-- Aggregates whose states can be handed on: flat states, parallel plans, and states from anywhere.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(49);

CREATE TABLE agg_docs (id int, g int, d bxml);
INSERT INTO agg_docs SELECT i, i % 7, format('<o id="%s"><c>%s</c>%s</o>', i, repeat('x', i % 50), CASE WHEN i % 3 = 0 THEN '<n xmlns="urn:n"/>' END)::bxml
	FROM generate_series(1, 3000) i;
INSERT INTO agg_docs VALUES (0, 100, NULL), (-1, 0, NULL), (-2, 101, ''), (-3, 102, 'text<t/>'), (-4, 102, ' and more<t/>');
ANALYZE agg_docs;
ALTER TABLE agg_docs SET (parallel_workers = 3);

CREATE FUNCTION pg_temp.plan_of(q text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE r text; whole text := '';
BEGIN
	FOR r IN EXECUTE 'EXPLAIN (COSTS OFF) ' || q LOOP whole := whole || r || E'\n'; END LOOP;
	RETURN whole;
END $$;
-- one child of the content a row, in an order of its own
CREATE FUNCTION pg_temp.parts(d bxml) RETURNS text LANGUAGE sql AS $$
	SELECT md5(string_agg(n.t, '|' ORDER BY n.t COLLATE "C")) FROM (SELECT v::text AS t FROM unnest(bxml_query_array(d, '/node()')) v) n $$;
CREATE FUNCTION pg_temp.paths(p bxml_path_count[]) RETURNS text LANGUAGE sql AS $$
	SELECT string_agg(format('%s %s %s %s', path, documents, count, xpath), '|') FROM unnest(p) $$;

CREATE TEMP TABLE serial AS SELECT g, pg_temp.parts(bxml_agg(d)) AS parts, octet_length(bxml_agg(d)::text) AS n, pg_temp.paths(bxml_paths_agg(d)) AS paths,
	pg_temp.parts(bxml_forest_agg('f', d)) AS forest FROM agg_docs GROUP BY g;
SELECT is(count(*), 10::bigint, 'groups') FROM serial;
SELECT ok(bxml_agg(d) IS NULL AND bxml_paths_agg(d) = '{}', 'null documents only: null, and no paths') FROM agg_docs WHERE id = 0;
SELECT ok(bxml_agg(d) IS NULL AND bxml_paths_agg(d) IS NULL, 'no rows: null') FROM agg_docs WHERE id = -9;
SELECT is(bxml_agg(d ORDER BY id DESC)::text, 'text<t/> and more<t/>', 'in the order of ORDER BY') FROM agg_docs WHERE g = 102;

SET LOCAL max_parallel_workers_per_gather = 3;
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SET LOCAL parallel_leader_participation = off;
SELECT ok(pg_temp.plan_of('SELECT bxml_agg(d), bxml_paths_agg(d), bxml_forest_agg(''f'', d) FROM agg_docs') ~ 'Partial Aggregate', 'plain: a parallel plan');
SELECT ok(pg_temp.plan_of('SELECT g, bxml_agg(d), bxml_paths_agg(d), bxml_forest_agg(''f'', d) FROM agg_docs GROUP BY g') ~ 'Partial (Hash|Group)Aggregate', 'groups: a parallel plan');
SELECT is(pg_temp.parts(bxml_agg(d)), (SELECT pg_temp.parts(bxml_agg(d)) FROM (SELECT d FROM agg_docs OFFSET 0) s), 'bxml_agg in parallel, plain') FROM agg_docs;
SELECT is(pg_temp.paths(bxml_paths_agg(d)), (SELECT pg_temp.paths(bxml_paths_agg(d)) FROM (SELECT d FROM agg_docs OFFSET 0) s), 'bxml_paths_agg in parallel, plain') FROM agg_docs;
SELECT is_empty($$
	SELECT * FROM (SELECT g, pg_temp.parts(bxml_agg(d)) AS parts, octet_length(bxml_agg(d)::text) AS n, pg_temp.paths(bxml_paths_agg(d)) AS paths,
		pg_temp.parts(bxml_forest_agg('f', d)) AS forest FROM agg_docs GROUP BY g) p
	EXCEPT SELECT * FROM serial $$, 'all three in parallel, in groups');
SET LOCAL enable_hashagg = off;
SELECT is_empty($$
	SELECT * FROM (SELECT g, pg_temp.parts(bxml_agg(d)) AS parts, octet_length(bxml_agg(d)::text) AS n, pg_temp.paths(bxml_paths_agg(d)) AS paths,
		pg_temp.parts(bxml_forest_agg('f', d)) AS forest FROM agg_docs GROUP BY g) p
	EXCEPT SELECT * FROM serial $$, 'and sorted');
RESET enable_hashagg;
RESET max_parallel_workers_per_gather;

-- partial aggregates without a worker in between: states stay objects
CREATE TABLE agg_parts (LIKE agg_docs) PARTITION BY HASH (id);
CREATE TABLE agg_parts_0 PARTITION OF agg_parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE agg_parts_1 PARTITION OF agg_parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO agg_parts SELECT * FROM agg_docs;
ANALYZE agg_parts;
SET LOCAL enable_partitionwise_aggregate = on;
SET LOCAL max_parallel_workers_per_gather = 0;
SELECT ok(pg_temp.plan_of('SELECT bxml_agg(d), bxml_paths_agg(d) FROM agg_parts') ~ 'Append\s+->  Partial Aggregate', 'partitions: partial aggregates below Append');
SELECT is_empty($$
	SELECT * FROM (SELECT g, pg_temp.parts(bxml_agg(d)) AS parts, octet_length(bxml_agg(d)::text) AS n, pg_temp.paths(bxml_paths_agg(d)) AS paths,
		pg_temp.parts(bxml_forest_agg('f', d)) AS forest FROM agg_parts GROUP BY g) p
	EXCEPT SELECT * FROM serial $$, 'all three by partition');

-- states that come flat: through the text forms of their types, as engines hand them on
CREATE AGGREGATE pg_temp.bxml_agg_again(bxml) (SFUNC = bxml_agg_combine, STYPE = bxml, FINALFUNC = bxml_agg_final, FINALFUNC_MODIFY = READ_WRITE);
CREATE AGGREGATE pg_temp.bxml_agg_state(bxml) (SFUNC = bxml_agg_step, STYPE = bxml);
CREATE AGGREGATE pg_temp.paths_state(bxml) (SFUNC = bxml_paths_agg_step, STYPE = bytea);
CREATE AGGREGATE pg_temp.paths_again(bytea) (SFUNC = bxml_paths_agg_combine, STYPE = bytea, FINALFUNC = bxml_paths_agg_final);
SELECT is_empty($$
	SELECT * FROM (SELECT g, pg_temp.parts(pg_temp.bxml_agg_again(s::text::bxml)) AS parts, octet_length(pg_temp.bxml_agg_again(s)::text) AS n,
			pg_temp.paths(pg_temp.paths_again(p::text::bytea)) AS paths
		FROM (SELECT g, pg_temp.bxml_agg_state(d) AS s, pg_temp.paths_state(d) AS p FROM agg_docs GROUP BY g, id % 4) s GROUP BY g) c
	EXCEPT SELECT g, parts, n, paths FROM serial $$, 'states as text are combined');
SELECT ok(pg_temp.paths_again(NULL) IS NULL AND pg_temp.bxml_agg_again(NULL) IS NULL, 'no states: null') FROM agg_docs;
SELECT is(pg_temp.paths(bxml_paths_agg_final('\x01')), NULL, 'a state without paths');
SELECT is(pg_temp.paths(bxml_paths_agg_final('\x01000000052f61002f6100000000000000020000000000000003')), '/a 2 3 /a', 'a state read by the final function');
SELECT throws_ok($$SELECT bxml_paths_agg_final('\x')$$, '22P03', 'invalid state of bxml_paths_agg', 'no version');
SELECT throws_ok($$SELECT bxml_paths_agg_final('\x02')$$, '22P03', 'invalid state of bxml_paths_agg', 'another version');
SELECT throws_ok($$SELECT bxml_paths_agg_final('\x01ffffffff2f61002f6100000000000000020000000000000003')$$, '22P03', NULL, 'a path longer than the state');
SELECT throws_ok($$SELECT bxml_paths_agg_final('\x01000000042f612f6100000000000000020000000000000003')$$, '22P03', NULL, 'a path without its second form');
SELECT throws_ok($$SELECT bxml_paths_agg_final('\x01000000052f61002fff00000000000000020000000000000003')$$, '22P03', NULL, 'a path that is not UTF-8');
SELECT throws_ok($$SELECT bxml_paths_agg_final('\x01000000052f61002f61000000000000000200000000000000')$$, '08P01', 'insufficient data left in message', 'a sum that is cut off');
SELECT throws_ok($$SELECT bxml_paths_agg_final('\x01000000052f61002f6180000000000000020000000000000003')$$, '22P03', NULL, 'a negative sum');
SELECT throws_ok($$SELECT bxml_paths_agg_final('\x01000000052f61002f617fffffffffffffff0000000000000003000000052f61002f6100000000000000020000000000000003')$$, '22003', NULL, 'a sum out of range');
SELECT throws_ok($$SELECT bxml_agg_step('<a/>', '<b/>')$$, '0A000', NULL, 'no transition without an aggregate');
SELECT throws_ok($$SELECT bxml_paths_agg_step(NULL, '<b/>')$$, '0A000', NULL, 'nor for paths');

-- results that are asked for again: a hashed aggregate that is rescanned, a cursor that goes back, frames of windows
CREATE TABLE again_docs AS SELECT i AS id, i % 4 AS g, CASE WHEN i % 9 <> 0 THEN format('<o id="%s">x</o>', i)::bxml END AS d FROM generate_series(1, 40) i;
ANALYZE again_docs;
CREATE VIEW again_groups AS SELECT g, bxml_agg(d) AS a, bxml_forest_agg('f', id) AS f FROM again_docs GROUP BY g;
CREATE VIEW again_rows AS SELECT d.id % 50 AS g, bxml_rows_agg(r.id, r.kind, r.prefix, r.ns, r.name, r.value) AS a FROM again_docs d, bxml_reader(d.d) r GROUP BY 1;
CREATE TEMP TABLE again_once AS SELECT g, md5(a::text) AS a, md5(f::text) AS f FROM again_groups;
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_mergejoin = off;
SET LOCAL enable_material = off;
SET LOCAL enable_sort = off;
SELECT ok(pg_temp.plan_of('SELECT FROM generate_series(1, 3) x LEFT JOIN again_groups ON g >= x') ~ 'Nested Loop.*HashAggregate', 'a hashed aggregate is rescanned');
SELECT results_eq('SELECT x, g, md5(a::text), md5(f::text) FROM generate_series(1, 3) x LEFT JOIN again_groups ON g >= x ORDER BY 1, 2',
	'SELECT x, g, a, f FROM generate_series(1, 3) x LEFT JOIN again_once ON g >= x ORDER BY 1, 2', 'with the same results');
SELECT ok(pg_temp.plan_of('SELECT FROM generate_series(1, 3) x LEFT JOIN again_rows ON g >= x') ~ 'Nested Loop.*HashAggregate', 'so is that of rows');
SELECT results_eq('SELECT x, g, a::text FROM generate_series(1, 3) x LEFT JOIN again_rows ON g >= x ORDER BY 1, 2',
	'SELECT x, id, d::text FROM generate_series(1, 3) x JOIN again_docs ON id >= x WHERE d IS NOT NULL ORDER BY 1, 2', 'rows with the same results');
RESET enable_hashjoin; RESET enable_mergejoin; RESET enable_material; RESET enable_sort;
SELECT is_empty($$SELECT * FROM (SELECT id, bxml_agg(d) OVER w::text AS a, xmlagg(d::xml) OVER w::text AS b FROM again_docs
	WINDOW w AS (PARTITION BY g ORDER BY id ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)) s WHERE a IS DISTINCT FROM b$$, 'a window that moves');
SELECT is_empty($$SELECT * FROM (SELECT id, bxml_agg(d) OVER w::text AS a, xmlagg(d::xml) OVER w::text AS b FROM again_docs
	WINDOW w AS (PARTITION BY g ORDER BY id)) s WHERE a IS DISTINCT FROM b$$, 'one that grows');
SELECT is_empty($$SELECT * FROM (SELECT id, bxml_agg(d) OVER w::text AS a, xmlagg(d::xml) OVER w::text AS b FROM again_docs
	WINDOW w AS (ORDER BY g GROUPS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE TIES)) s WHERE a IS DISTINCT FROM b$$, 'one with gaps');
SELECT is_empty($$SELECT * FROM (SELECT id, bxml_agg(d) FILTER (WHERE id % 3 = 0) OVER w::text AS a, xmlagg(d::xml) FILTER (WHERE id % 3 = 0) OVER w::text AS b FROM again_docs
	WINDOW w AS (ORDER BY id ROWS BETWEEN 3 FOLLOWING AND 5 FOLLOWING)) s WHERE a IS DISTINCT FROM b$$, 'with FILTER, and without rows');

-- bxml_infer_schema_agg: what workers and states from elsewhere saw, put together; compared by tags, whose order is
-- that of rows
CREATE TABLE seen_docs (id int, g int, d bxml);
INSERT INTO seen_docs SELECT i, i % 3, format('<o id="%s" state="%s"%s>%s<c>%s</c>%s%s</o>', i, CASE i % 2 WHEN 0 THEN 'new' ELSE 'old' END, CASE WHEN i > 2900 THEN ' late="1"' END,
	CASE WHEN i % 5 = 0 THEN '<f/>' END, CASE WHEN i = 2000 THEN 'text' ELSE i::text END, CASE WHEN i % 4 = 0 THEN '<n:x xmlns:n="urn:n" n:y="1">2026-01-01</n:x>' END, CASE WHEN i = 1501 THEN '<c>7</c>' END)::bxml
	FROM generate_series(1, 3000) i;
INSERT INTO seen_docs VALUES (0, 7, NULL);
ANALYZE seen_docs;
ALTER TABLE seen_docs SET (parallel_workers = 3);
CREATE FUNCTION pg_temp.tags(t text) RETURNS text LANGUAGE sql AS $$ SELECT string_agg(l, '>' ORDER BY l COLLATE "C") FROM string_to_table(t, '>') s, trim(E' \n\t' FROM s) l $$;
CREATE TEMP TABLE seen AS SELECT g, pg_temp.tags(bxml_infer_schema_agg(d)) AS s, pg_temp.tags(bxml_infer_schema_agg(d, 1)) AS one FROM seen_docs GROUP BY g;
CREATE TEMP TABLE seen_all AS SELECT bxml_infer_schema_agg(d) AS s FROM seen_docs;
SELECT ok(s ~ 'late' AND s ~ 'minOccurs="0"' AND s ~ 'name="c" type="xs:string"' AND s ~ 'enumeration value="new"', 'a schema of all of them') FROM seen_all;
SET LOCAL max_parallel_workers_per_gather = 3;
SELECT ok(pg_temp.plan_of('SELECT bxml_infer_schema_agg(d) FROM seen_docs') ~ 'Partial Aggregate', 'bxml_infer_schema_agg: a parallel plan');
SELECT is(pg_temp.tags(bxml_infer_schema_agg(d)), (SELECT pg_temp.tags(s) FROM seen_all), 'in parallel') FROM seen_docs;
SELECT is(pg_temp.tags(bxml_infer_schema('seen_docs', 'd')), (SELECT pg_temp.tags(s) FROM seen_all), 'bxml_infer_schema, too');
SELECT is_empty($$SELECT g, pg_temp.tags(bxml_infer_schema_agg(d)), pg_temp.tags(bxml_infer_schema_agg(d, 1)) FROM seen_docs GROUP BY g EXCEPT SELECT * FROM seen$$, 'in parallel, in groups');
SET LOCAL max_parallel_workers_per_gather = 0;
-- in turn, every declaration is where it would be
CREATE AGGREGATE pg_temp.seen_state(bxml) (SFUNC = bxml_infer_schema_step, STYPE = bytea);
CREATE AGGREGATE pg_temp.seen_again(bytea) (SFUNC = bxml_infer_schema_combine, STYPE = bytea, FINALFUNC = bxml_infer_schema_final);
SELECT is(pg_temp.seen_again(s::text::bytea ORDER BY part), (SELECT s FROM seen_all), 'states as text, put together in the order of rows')
	FROM (SELECT id / 700 AS part, pg_temp.seen_state(d ORDER BY id) AS s FROM seen_docs GROUP BY 1) p;
SELECT ok(pg_temp.seen_again(NULL) IS NULL, 'no states: null') FROM generate_series(1, 2);
SELECT ok(bxml_infer_schema_final(NULL) IS NULL AND bxml_infer_schema_final((SELECT pg_temp.seen_state(NULL))) IS NULL, 'no documents: null');
SELECT matches(bxml_infer_schema_final((SELECT pg_temp.seen_state('<a b="1"/>'))), 'name="b" type="xs:int" use="required"|name="b" use="required" type="xs:int"', 'a state read by the final function');
SELECT throws_ok(format('SELECT bxml_infer_schema_final(%L)', b), '22P03', 'invalid state of a schema that is inferred', 'no state: ' || b) FROM (VALUES ('\x'), ('\x00'), ('\x0200'), ('\x01000800')) v (b);
SELECT throws_ok($$SELECT bxml_infer_schema_combine(NULL, '\x01')$$, '0A000', NULL, 'no combining without an aggregate');

-- aggregates of one transition function share its state
CREATE AGGREGATE pg_temp.another(bxml) (SFUNC = bxml_agg_step, STYPE = bxml, FINALFUNC = bxml_upgrade);
SELECT is_empty($$SELECT * FROM (SELECT bxml_agg(d)::text AS a, pg_temp.another(d)::text AS b, pg_temp.bxml_agg_state(d)::text AS c FROM agg_docs) s
	WHERE a IS DISTINCT FROM b OR a IS DISTINCT FROM c$$, 'each has the whole of it');
SELECT * FROM finish();
ROLLBACK;
