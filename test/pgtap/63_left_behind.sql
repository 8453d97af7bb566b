-- Errors leave no memory behind, and paths are bound in bytes.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(13);

-- ---- memory of the backend after errors that jump out of an evaluation
CREATE FUNCTION pg_temp.held() RETURNS bigint LANGUAGE sql AS
	$$ SELECT sum(used_bytes)::bigint FROM pg_backend_memory_contexts WHERE name LIKE 'bxml%' $$;
CREATE FUNCTION pg_temp.attempt(query text) RETURNS text LANGUAGE plpgsql AS
	$$ BEGIN EXECUTE query; RETURN 'no error'; EXCEPTION WHEN OTHERS THEN RETURN SQLSTATE; END $$;
-- how much n failures leave behind the first
CREATE FUNCTION pg_temp.leak(query text, n int, state text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	before bigint;
BEGIN
	FOR i IN 0 .. n LOOP
		IF pg_temp.attempt(query) <> state THEN RAISE '% gave %', query, pg_temp.attempt(query); END IF;
		IF i = 0 THEN before := pg_temp.held(); END IF;
	END LOOP;
	RETURN pg_temp.held() - before;
END $$;
SET LOCAL bxml.compression = always;
CREATE TEMP TABLE big AS SELECT ('<r>' || string_agg(format('<i n="%s"><x>%s</x><y>%s</y></i>', i, md5(i::text), CASE WHEN i = 9000 THEN 'bad' ELSE i::text END), '')
	|| '</r>')::bxml AS d FROM generate_series(1, 9000) i;
CREATE TEMP TABLE small AS SELECT '<r><i><x>1</x><y>bad</y></i></r>'::bxml AS d;
SELECT ok(compressed AND NOT inline, 'a value in blocks, out of line') FROM big, bxml_storage(d);
SELECT cmp_ok(pg_temp.leak(q, 10, '22P02'), '<', 20000::bigint, q) FROM (VALUES
	('SELECT count(*) FROM big, bxml_to_recordset(d, ''//i'') AS r(x text, y int)'),
	('SELECT * FROM big, bxml_to_record(d, ''//i[last()]'') AS r(x text, y int)'),
	('SELECT count(*) FROM small, bxml_to_recordset(d, ''//i'') AS r(x text, y int)'),
	('SELECT * FROM small, bxml_to_record(d, ''//i[last()]'') AS r(x text, y int)'),
	('SELECT sum(y) FROM big, bxml_table(d, ''//i'', ''x'', ''y'') AS r(x text, y int)'),
	('SELECT bxml_value_as(d, ''//i[last()]/y'', 0) FROM big')) v (q);
-- an evaluation within another, by the domain of a column, has memory of its own
CREATE FUNCTION pg_temp.inner_call(t text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
	PERFORM count(*) FROM big, bxml_to_recordset(d, '//i') AS r(x text, y int);
	RETURN true;
END $$;
CREATE DOMAIN pg_temp.calls AS text CHECK (pg_temp.inner_call(VALUE));
SELECT cmp_ok(pg_temp.leak('SELECT count(*) FROM small, bxml_to_recordset(d, ''//i'') AS r(x pg_temp.calls)', 10, '22P02'), '<', 20000::bigint,
	'an error in a call within a call');
-- paths that are wrong, long and each another
CREATE FUNCTION pg_temp.bad_paths(n int) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	before bigint;
BEGIN
	FOR i IN 0 .. n LOOP
		PERFORM pg_temp.attempt(format('SELECT bxml_modify(''<a/>'', ''insert node <b>%s{1 div "x" + %s + }</b> into /a'')', repeat('x', 5000), i));
		IF i = 3 THEN before := pg_temp.held(); END IF;
	END LOOP;
	RETURN pg_temp.held() - before;
END $$;
SELECT cmp_ok(pg_temp.bad_paths(30), '<', 100000::bigint, 'updates that do not compile');

-- ---- paths are bound in bytes
-- 60 elements in each other whose names have 1,000 characters, and n different ones in the innermost
CREATE FUNCTION pg_temp.deep(n int) RETURNS bxml LANGUAGE sql AS $$
	SELECT (string_agg('<' || repeat('n', 1000) || i || '>', '' ORDER BY i) || (SELECT string_agg(format('<l%s/>', i), '') FROM generate_series(1, n) i)
		|| string_agg('</' || repeat('n', 1000) || i || '>', '' ORDER BY i DESC))::bxml FROM generate_series(1, 60) i
$$;
CREATE TEMP TABLE deep AS SELECT n, pg_temp.deep(n) AS d FROM (VALUES (100), (2500)) v (n);
SELECT is((SELECT count(*) FROM deep, bxml_paths(d) WHERE n = 100), 160::bigint, 'long paths, but not too many');
SELECT throws_ok('SELECT count(*) FROM deep, bxml_paths(d)', '54000', 'distinct paths of the value take more than 256 MB of text', 'too many for bxml_paths');
SELECT throws_ok('SELECT bxml_paths_agg(d) FROM deep', '54000', NULL, 'and for bxml_paths_agg');
-- each of four documents is within the bound, all together are not
CREATE TEMP TABLE parts AS SELECT replace(pg_temp.deep(600)::text, '<l', format('<p%s', i))::bxml AS d FROM generate_series(1, 4) i;
SELECT throws_ok('SELECT bxml_paths_agg(d) FROM parts', '54000', 'distinct paths of the documents take more than 256 MB of text', 'the bound is that of the group');

SELECT * FROM finish();
ROLLBACK;
