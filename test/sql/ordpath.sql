-- Labels: text, order, ancestry, new labels, index use.

-- text in and out
SELECT v::ordpath AS label, ordpath_level(v::ordpath) AS level, ordpath_parent(v::ordpath) AS parent,
	ordpath_upper(v::ordpath) AS upper, ordpath_send(v::ordpath) AS bytes
FROM (VALUES ('1'), ('1.5'), ('1.5.2.1'), ('1.5.@3'), ('1.5.@2.1'), ('1.5.#1'), ('1.-1'), ('1.128'), ('1.-17'), ('1.6'),
	('1.8589934592'), (''), ('infinity')) t(v);
SELECT '1.5.'::ordpath;
SELECT '1.a'::ordpath;
SELECT ' 1'::ordpath;
SELECT '1.5.@3.1'::ordpath;
SELECT '1.2.@1'::ordpath;
SELECT '1.8589934593'::ordpath;
SELECT '1.infinity'::ordpath;
SELECT repeat('2.', 2000)::ordpath;
SELECT '1.5'::text::ordpath, '1.5'::ordpath::text, '1.5'::varchar::ordpath, '1.6.-1'::ordpath::int[], ''::ordpath::int[];
SELECT '1.@1'::ordpath::int[];
SELECT '1.2147483649'::ordpath::int[];

-- document order: an element, its declarations, attributes, children; negative numbers before positive ones
CREATE TABLE labels (id ordpath);
INSERT INTO labels VALUES ('1.5.1'), ('1.5.@1'), ('1.5'), ('1.5.#1'), ('1.5.-1'), ('1.7'), ('1.6.1'), ('1.5.2.1'), ('1.5.3'), (''),
	('1.5.@3'), ('1.5.@2.1'), ('1'), ('1.-3'), ('1.129'), ('1.127'), ('infinity'), ('1.6'), (NULL);
SELECT string_agg(coalesce('"' || id::text || '"', 'null'), ' ' ORDER BY id) FROM labels;
SELECT string_agg('"' || id::text || '"', ' ' ORDER BY id) AS "in 1.5" FROM labels WHERE id <@ '1.5';
SELECT string_agg('"' || id::text || '"', ' ' ORDER BY id) AS "above 1.5.2.1" FROM labels WHERE id @> '1.5.2.1';
SELECT count(*), count(*) FILTER (WHERE id >= '1.5' AND id < ordpath_upper('1.5')) FROM labels WHERE id <@ '1.5';
SELECT a::ordpath < b AS "<", a::ordpath <= b AS "<=", a::ordpath = b AS "=", a::ordpath <> b AS "<>", a::ordpath >= b AS ">=",
	a::ordpath > b AS ">", a::ordpath @> b AS "@>", a::ordpath <@ b AS "<@", sign(ordpath_cmp(a, b)) AS cmp
FROM (VALUES ('1.5'::ordpath, '1.5.1'::ordpath), ('1.5', '1.5'), ('1.5', '1.3'), ('', '1'), ('infinity', ''), ('1', '1.6')) t(a, b);
SELECT ordpath_common('1.5.2.1', '1.5.2.3'), ordpath_common('1.5.1.3', '1.5.1'), ordpath_common('1', '3'), ordpath_common('1.5.@1', '1.5.@3');

-- new labels
SELECT ordpath_between('1.5', '1.7'), ordpath_between('1.5', '1.6.1'), ordpath_between('1.5', NULL), ordpath_between(NULL, '1.1'),
	ordpath_between('1.1', '1.101'), ordpath_between('1.@1', '1.@3'), ordpath_between(NULL, NULL) IS NULL AS none;
SELECT ordpath_between('1.5', '1.5');
SELECT ordpath_between('1.7', '1.5');
SELECT ordpath_between('1.5', '1.7.1');
SELECT ordpath_between('1.@1', '1.1');
SELECT ordpath_between('', NULL);
SELECT ordpath_between('1.6', '1.7');
-- always between the two newest: there is an end
DO $$
DECLARE a ordpath := '1.1'; b ordpath := '1.3';
BEGIN
	FOR i IN 1 .. 3000 LOOP
		IF i % 2 = 0 THEN a := ordpath_between(a, b); ELSE b := ordpath_between(a, b); END IF;
	END LOOP;
END $$;

-- a subtree is a range of the index, for constants, parameters and joins
CREATE TABLE nodes (id ordpath PRIMARY KEY, x int);
INSERT INTO nodes SELECT (a || '.' || b || '.' || c)::ordpath, 1
	FROM generate_series(1, 19, 2) a, generate_series(1, 19, 2) b, generate_series(1, 19, 2) c;
ANALYZE nodes;
SET enable_bitmapscan = off;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM nodes WHERE id <@ '3.7';
EXPLAIN (COSTS OFF) SELECT * FROM nodes WHERE '3.7'::ordpath @> id;
EXPLAIN (COSTS OFF) SELECT * FROM nodes WHERE ordpath_contained(id, '3.7') ORDER BY id DESC;
EXPLAIN (COSTS OFF) SELECT * FROM nodes WHERE id <@ '';
EXPLAIN (COSTS OFF) SELECT * FROM nodes WHERE id <@ '3' AND id > '3.7';
SELECT count(*) FROM nodes WHERE id <@ NULL;
PREPARE q(ordpath) AS SELECT count(*) FROM nodes WHERE id <@ $1;
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE q('3.7');
EXECUTE q('3.7');
EXECUTE q('');
EXECUTE q('infinity');
EXECUTE q(NULL);
RESET plan_cache_mode;
EXPLAIN (COSTS OFF) SELECT count(*) FROM (VALUES ('3'::ordpath), ('5.1')) v(p) JOIN nodes ON id <@ p;
SELECT count(*) FROM (VALUES ('3'::ordpath), ('5.1')) v(p) JOIN nodes ON id <@ p;
-- no range: ancestors, and a column on both sides
SET enable_seqscan = on;
EXPLAIN (COSTS OFF) SELECT * FROM nodes WHERE id @> '3.7.1.1';
EXPLAIN (COSTS OFF) SELECT * FROM nodes WHERE id <@ id;
SET enable_seqscan = off;
-- a hash index knows equality only
CREATE INDEX nodes_hash ON nodes USING hash (id);
EXPLAIN (COSTS OFF) SELECT * FROM nodes WHERE id = '3.7.1';
SELECT id FROM nodes WHERE id = '3.7.1';
DROP INDEX nodes_hash;
-- from another schema
CREATE SCHEMA elsewhere;
ALTER EXTENSION bxml SET SCHEMA elsewhere;
DEALLOCATE q;
PREPARE q(elsewhere.ordpath) AS SELECT count(*) FROM nodes WHERE id OPERATOR(elsewhere.<@) $1;
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE q('3.7');
ALTER EXTENSION bxml SET SCHEMA public;
DROP SCHEMA elsewhere;
RESET plan_cache_mode;
RESET enable_seqscan;
RESET enable_bitmapscan;
-- grouping, hashing, distinct
SELECT count(*), count(DISTINCT id), count(DISTINCT ordpath_parent(id)) FROM nodes;
SELECT ordpath_hash('1.5') = ordpath_hash('1.5'::text::ordpath) AS hash, ordpath_hash_extended('1.5', 0) IS NOT NULL AS extended;
DROP TABLE labels, nodes;
