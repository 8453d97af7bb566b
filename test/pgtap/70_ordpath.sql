-- Labels as a type: order and ancestry over random labels, ranges of an index, binary form, estimates, errors.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(36);

-- Random labels: up to five levels, carets now and then, some attributes and declarations, small and large numbers.
SELECT setseed(0.5);
CREATE FUNCTION pg_temp.random_label() RETURNS ordpath AS $$
DECLARE s text := ''; n int := floor(random() * 6); v bigint;
BEGIN
	FOR i IN 1 .. n LOOP
		IF random() < 0.2 THEN s := s || floor(random() * 4 - 2) * 2 || '.'; END IF;
		v := CASE WHEN random() < 0.8 THEN floor(random() * 4 - 1) * 2 + 1 ELSE (random() * 2e9)::bigint * 2 - 1999999999 END;
		s := s || v || CASE WHEN i < n THEN '.' ELSE '' END;
	END LOOP;
	IF n > 0 AND random() < 0.2 THEN s := s || CASE WHEN random() < 0.5 THEN '.@' ELSE '.#' END || floor(random() * 3) * 2 + 1; END IF;
	RETURN s;
END $$ LANGUAGE plpgsql;

-- What a label says as an array of (line, number), which sorts as labels must.
CREATE FUNCTION pg_temp.parts(l ordpath) RETURNS numeric[] AS $$
	SELECT coalesce(array_agg((CASE left(p, 1) WHEN '#' THEN -2e12 WHEN '@' THEN -1e12 ELSE 0 END) + ltrim(p, '#@')::numeric ORDER BY i), '{}')
	FROM unnest(string_to_array(l::text, '.')) WITH ORDINALITY t(p, i)
$$ LANGUAGE sql;

CREATE TEMP TABLE l AS SELECT row_number() OVER () AS i, pg_temp.random_label() AS id FROM generate_series(1, 3000);
ALTER TABLE l ADD COLUMN parts numeric[];
UPDATE l SET parts = pg_temp.parts(id);

SELECT is((SELECT count(*)::int FROM l WHERE id::text::ordpath <> id), 0, 'text gives the same label');
SELECT is((SELECT array_agg(i ORDER BY id, i) FROM l), (SELECT array_agg(i ORDER BY parts, i) FROM l), 'sorting gives document order');
CREATE INDEX l_id ON l (id);
ANALYZE l;
SET LOCAL enable_seqscan = off;
SET LOCAL enable_sort = off;
SELECT is((SELECT array_agg(id::text) FROM (SELECT id FROM l ORDER BY id) s), (SELECT array_agg(id::text ORDER BY parts) FROM l),
	'a btree index gives document order');
RESET enable_sort;

-- ancestry against the model
SELECT is((SELECT count(*)::int FROM l a, l b WHERE a.i % 10 = 0 AND (a.id @> b.id) <> (a.parts = b.parts[1:cardinality(a.parts)])), 0,
	'@> is a prefix of components');
SELECT is((SELECT count(*)::int FROM l a, l b WHERE a.i % 10 = 0 AND (b.id <@ a.id) <> (b.id >= a.id AND b.id < ordpath_upper(a.id))), 0,
	'<@ is a range');
SELECT is((SELECT count(*)::int FROM l a, l b WHERE a.i % 10 = 0 AND (a.id @> b.id) <> (b.id <@ a.id)), 0, '<@ is the converse of @>');
SELECT ok((SELECT count(*) > 1000 FROM l a, l b WHERE a.i % 10 = 0 AND a.id @> b.id AND a.id <> b.id), 'there were ancestors to find');
SELECT is((SELECT count(*)::int FROM l WHERE NOT ordpath_parent(id) @> id OR ordpath_level(ordpath_parent(id)) <> ordpath_level(id) - 1), 0,
	'a parent is above, by one level');
SELECT is((SELECT count(*)::int FROM l a, l b WHERE a.i % 10 = 0 AND NOT (ordpath_common(a.id, b.id) @> a.id AND ordpath_common(a.id, b.id) @> b.id
	AND ordpath_common(a.id, b.id) = ordpath_common(b.id, a.id))), 0, 'a common ancestor is above both');

-- index scan = sequential scan, for many subtrees
CREATE FUNCTION pg_temp.below(root ordpath) RETURNS bigint AS $$ SELECT sum(i)::bigint FROM l WHERE id <@ root $$ LANGUAGE sql;
CREATE TEMP TABLE by_index AS SELECT i, pg_temp.below(id) AS s FROM l WHERE i % 10 = 0;
SET LOCAL enable_seqscan = on;
SET LOCAL enable_indexscan = off;
SET LOCAL enable_indexonlyscan = off;
SET LOCAL enable_bitmapscan = off;
SELECT is((SELECT count(*)::int FROM by_index b JOIN l USING (i) WHERE pg_temp.below(id) IS DISTINCT FROM s), 0, 'index and sequential scan agree');
RESET enable_indexscan;
RESET enable_indexonlyscan;
RESET enable_bitmapscan;
RESET enable_seqscan;

-- new siblings keep their place
CREATE FUNCTION pg_temp.insertions(n int) RETURNS int AS $$
DECLARE a ordpath; b ordpath; x ordpath; bad int := 0;
BEGIN
	CREATE TEMP TABLE s (id ordpath PRIMARY KEY);
	INSERT INTO s VALUES ('1.3.1');
	FOR i IN 1 .. n LOOP
		SELECT id INTO a FROM s OFFSET floor(random() * (i + 1)) LIMIT 1;
		b := NULL;
		SELECT id INTO b FROM s WHERE id > a ORDER BY id LIMIT 1;
		IF a IS NULL THEN SELECT id INTO b FROM s ORDER BY id LIMIT 1; END IF;
		x := ordpath_between(a, b);
		IF x <= a OR x >= b OR ordpath_parent(x) <> '1.3' OR ordpath_level(x) <> 3 THEN bad := bad + 1; END IF;
		INSERT INTO s VALUES (x);
	END LOOP;
	RETURN bad;
END $$ LANGUAGE plpgsql;
SELECT is(pg_temp.insertions(500), 0, 'random insertions keep order, parent and level');
SELECT is((SELECT count(*)::int FROM s), 501, 'and never meet');

-- nulls
SELECT ok(NULL::ordpath < '1' IS NULL AND ordpath_parent(NULL) IS NULL AND ordpath_upper(NULL) IS NULL AND (NULL::ordpath @> '1') IS NULL, 'nulls give null');
SELECT ok(ordpath_parent('') IS NULL AND ordpath_parent('infinity') IS NULL, 'no parent');

-- estimates: a subtree by its share of the histogram, ancestors by their number
CREATE FUNCTION pg_temp.estimate(q text) RETURNS int AS $$
DECLARE j json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || q INTO j;
	RETURN (j -> 0 -> 'Plan' ->> 'Plan Rows')::int;
END $$ LANGUAGE plpgsql;
CREATE TEMP TABLE big AS SELECT (a || '.' || b)::ordpath AS id FROM generate_series(1, 19, 2) a, generate_series(1, 1999, 2) b;
ANALYZE big;
SELECT ok(pg_temp.estimate($$SELECT FROM big WHERE id <@ '3'$$) BETWEEN 900 AND 1100, 'estimate of a subtree');
SELECT ok(pg_temp.estimate($$SELECT FROM big WHERE '3'::ordpath @> id$$) BETWEEN 900 AND 1100, 'estimate, column on the right');
SELECT ok(pg_temp.estimate($$SELECT FROM big WHERE ordpath_contained(id, '3')$$) BETWEEN 900 AND 1100, 'estimate of the function');
SELECT ok(pg_temp.estimate($$SELECT FROM big WHERE ordpath_contains('3', id)$$) BETWEEN 900 AND 1100, 'estimate of the other function');
SELECT ok(pg_temp.estimate($$SELECT FROM big WHERE id <@ ''$$) >= 9900, 'estimate of everything');
SELECT ok(pg_temp.estimate($$SELECT FROM big WHERE id @> '3.5.7.9'$$) BETWEEN 1 AND 10, 'estimate of ancestors');
SELECT is(pg_temp.estimate($$SELECT FROM big WHERE id <@ '77'$$), 1, 'estimate of nothing');
CREATE TEMP TABLE common AS SELECT CASE WHEN i % 4 = 0 THEN '1.3' ELSE (i || '.1') END::ordpath AS id FROM generate_series(1, 10000) i;
ANALYZE common;
SELECT ok(pg_temp.estimate($$SELECT FROM common WHERE id <@ '1'$$) BETWEEN 2400 AND 2700, 'estimate with a common value');

-- the ends of a set: of all rows, of none, by group, in parallel, and from an index
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS text AS $$
DECLARE line text; lines text := '';
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (COSTS off) ' || query LOOP lines := lines || line || E'\n'; END LOOP;
	RETURN lines;
END $$ LANGUAGE plpgsql;
CREATE TABLE ends AS SELECT id FROM big;
SELECT is(ROW(min(id), max(id)), ROW((array_agg(id ORDER BY id))[1], (array_agg(id ORDER BY id DESC))[1]), 'min and max are the ends') FROM ends;
SELECT ok(min(id) IS NULL AND max(id) IS NULL, 'of no rows') FROM ends WHERE false;
SELECT is(min(id)::text || ' ' || max(id)::text, '1.3 1.11.1', 'by document order, not as texts') FROM (VALUES ('1.9.1'::ordpath), ('1.3'), (NULL), ('1.11.1')) v(id);
SET LOCAL max_parallel_workers_per_gather = 2;
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SELECT ok(pg_temp.plan_of('SELECT max(id) FROM ends') ~ 'Partial Aggregate', 'in parallel');
RESET max_parallel_workers_per_gather;
CREATE INDEX ON ends (id);
SET LOCAL enable_seqscan = off;
SELECT ok(pg_temp.plan_of('SELECT min(id), max(id) FROM ends') ~ 'Index Only Scan using.*Index Only Scan Backward', 'the ends of an index');
RESET enable_seqscan;

-- errors: SQLSTATE and place
CREATE FUNCTION pg_temp.report(query text, OUT state text, OUT detail text) AS $$
BEGIN
	EXECUTE query;
EXCEPTION WHEN OTHERS THEN
	GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, detail = PG_EXCEPTION_DETAIL;
END $$ LANGUAGE plpgsql;
SELECT is(r::text, '(22P02,"At position 5.")', 'text: state and position') FROM pg_temp.report($$SELECT '1.3.x'::ordpath$$) r;
SELECT is(r::text, '(22023,"")', 'between: not siblings') FROM pg_temp.report($$SELECT ordpath_between('1.3', '3.5')$$) r;
SELECT is(r::text, '(22003,"")', 'array: out of range') FROM pg_temp.report($$SELECT '1.2147483649'::ordpath::int[]$$) r;
SELECT throws_ok($$SELECT '@1'::ordpath::int[]$$, '22023', NULL, 'array: an attribute');
SELECT throws_ok(format($$SELECT ordpath_between(%L, %L)$$, repeat('2.', 1023) || '1', repeat('2.', 1023) || '3'), '54000', NULL, 'too long');
-- stored bytes that are not a label
CREATE CAST (bytea AS ordpath) WITHOUT FUNCTION;
SELECT is(r::text, '(XX001,"At byte 1.")', 'damaged: state and place') FROM pg_temp.report($$SELECT '\x3900'::bytea::ordpath::text$$) r;
SELECT throws_ok($$SELECT '\xfc'::bytea::ordpath::int[]$$, 'XX001', NULL, 'damaged: array');
SELECT throws_ok($$SELECT ordpath_level('\x0239ff00'::bytea::ordpath)$$, 'XX001', NULL, 'damaged: level');
SELECT throws_ok($$SELECT ordpath_upper('\x3900'::bytea::ordpath)$$, 'XX001', NULL, 'damaged: upper');

SELECT finish();
ROLLBACK;
