-- Functions of the extension meet types that they were not made for: operators with our estimates.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(6);

CREATE ROLE bxml_types_user;
CREATE SCHEMA types_user AUTHORIZATION bxml_types_user;
SET LOCAL ROLE bxml_types_user;
SET LOCAL search_path = types_user, public;

-- ---- estimates: an operator on all pairs of these types, for every estimate that the extension has.  Older minor
-- versions of the server let any user create it.
RESET ROLE;
CREATE TABLE types (name text, value text);
INSERT INTO types VALUES ('bigint', '4702111234474983745'), ('float8', '1e300'), ('boolean', 'true'), ('"char"', 'x'), ('name', 'x'), ('text', 'x'),
	('point', '(1,2)'), ('int[]', '{1,2}'), ('jsonb', '{"a": 1}'), ('ordpath', '1.3'), ('bxpath', '/a'), ('bxml', '<a/>');
CREATE VIEW estimates AS SELECT p.oid::regproc AS name, p.pronargs = 5 AS joins FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
	JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'bxml'
	WHERE p.prorettype = 'float8'::regtype AND p.proargtypes::oid[] && ARRAY['internal'::regtype::oid];
SELECT cmp_ok(count(*), '>=', 4::bigint, 'there are estimates to try') FROM estimates;
CREATE TABLE estimated (pair int, query text);
DO $do$
DECLARE
	t record;
	e record;
	n int := 0;
BEGIN
	FOR t IN SELECT l.name AS l, l.value AS a, r.name AS r, r.value AS b FROM types l, types r LOOP
		n := n + 1;
		EXECUTE format('CREATE FUNCTION f%s(%s, %s) RETURNS boolean LANGUAGE plpgsql STABLE AS ''BEGIN RETURN true; END''', n, t.l, t.r);
		EXECUTE format('CREATE TABLE t%s AS SELECT %L::%s AS a, %L::%s AS b FROM generate_series(1, 10)', n, t.a, t.l, t.b, t.r);
		EXECUTE format('ANALYZE t%s', n);
		FOR e IN SELECT name, joins, repeat('#', 3 + row_number() OVER (ORDER BY name)::int) AS op FROM estimates LOOP
			EXECUTE format('CREATE OPERATOR %s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = f%s, %s = %s)', e.op, t.l, t.r, n,
				CASE WHEN e.joins THEN 'JOIN' ELSE 'RESTRICT' END, e.name);
			INSERT INTO estimated SELECT n, format(q, n, e.op, format('%L::%s', t.a, t.l), format('%L::%s', t.b, t.r))
			FROM unnest(ARRAY['EXPLAIN SELECT FROM t%1$s WHERE a %2$s %4$s', 'EXPLAIN SELECT FROM t%1$s WHERE %3$s %2$s b',
				'EXPLAIN SELECT FROM t%1$s t, t%1$s s WHERE t.a %2$s s.b']) q;
		END LOOP;
	END LOOP;
END $do$;
SELECT is(count(DISTINCT pair), 144::bigint, 'operators on all pairs of types') FROM estimated;
CREATE FUNCTION plan_all(OUT planned bigint, OUT failed text) LANGUAGE plpgsql AS $$
DECLARE
	q text;
BEGIN
	planned := 0;
	FOR q IN SELECT query FROM estimated LOOP
		BEGIN
			EXECUTE q;
			planned := planned + 1;
		EXCEPTION WHEN OTHERS THEN failed := coalesce(failed, q || ': ' || sqlerrm);
		END;
	END LOOP;
END $$;
SELECT is(failed, NULL, 'all are planned: ' || planned) FROM plan_all();

-- The estimates of our own operators are not lost by that.
CREATE TABLE labels AS SELECT ('1.' || i)::ordpath AS l FROM generate_series(1, 999, 2) i;
INSERT INTO labels SELECT ('1.1.' || i)::ordpath FROM generate_series(1, 9999, 2) i;
ANALYZE labels;
CREATE FUNCTION estimate(query text, OUT rows int) LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	rows := (plan #>> '{0,Plan,Plan Rows}')::int;
END $$;
SELECT cmp_ok(estimate($$SELECT FROM labels WHERE l <@ '1.1'$$), '>', 4000, 'descendants of a label');
SELECT cmp_ok(estimate($$SELECT FROM labels WHERE '1.1' @> l$$), '>', 4000, 'commuted');
SELECT cmp_ok(estimate($$SELECT FROM labels WHERE l @> '1.1.3'$$), '<', 10, 'ancestors');

SELECT * FROM finish();
ROLLBACK;
