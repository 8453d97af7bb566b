-- Functions of the extension meet types that they were not made for: triggers that name columns of any type, and
-- operators with our estimates.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(36);

CREATE ROLE bxml_types_user;
CREATE SCHEMA types_user AUTHORIZATION bxml_types_user;
SET LOCAL ROLE bxml_types_user;
SET LOCAL search_path = types_user, public;

-- ---- triggers that keep originals: a column of each type as document, and as original
CREATE DOMAIN short AS bytea CHECK (length(value) < 99);
CREATE DOMAIN docs AS bxml;
CREATE TYPE pair AS (a int, b text);
CREATE TABLE kinds (name text, value text, is_doc boolean, is_source boolean);
INSERT INTO kinds VALUES ('bigint', '4702111234474983745', false, false), ('float8', '1e300', false, false), ('boolean', 'true', false, false),
	('"char"', 'x', false, false), ('name', 'x', false, false), ('interval', '1 day', false, false), ('uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', false, false),
	('int[]', '{1,2}', false, false), ('jsonb', '{"a": 1}', false, false), ('ordpath', '1.3', false, false), ('bxpath', '/a', false, false), ('pair', '(1,x)', false, false),
	('xml', '<a/>', false, false), ('char(4)', '<a/>', false, false), ('bytea', '<a/>', false, true), ('text', '<a/>', false, true), ('varchar(9)', '<a/>', false, true),
	('short', '<a/>', false, true), ('bxml', '<a/>', true, false), ('docs', '<a/>', true, false);
CREATE FUNCTION attempt(VARIADIC statements text[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	s text;
BEGIN
	FOREACH s IN ARRAY statements LOOP EXECUTE s; END LOOP;
	RETURN 'done';
EXCEPTION WHEN OTHERS THEN RETURN sqlstate;
END $$;
CREATE TABLE outcomes (d text, s text, inserted text, updated text);
CREATE TABLE all_kinds ();
DO $do$
DECLARE
	t record;
BEGIN
	FOR t IN SELECT * FROM kinds LOOP
		EXECUTE format('ALTER TABLE all_kinds ADD %I %s, ADD %I %2$s', 'd ' || t.name, t.name, 's ' || t.name);
	END LOOP;
	FOR t IN SELECT d.name AS d, d.value AS dv, s.name AS s, s.value AS sv, format('%I, %I', 'd ' || d.name, 's ' || s.name) AS columns,
			format('NEW.%I, NEW.%I', 'd ' || d.name, 's ' || s.name) AS pair FROM kinds d, kinds s LOOP
		TRUNCATE all_kinds;
		EXECUTE format('INSERT INTO all_kinds (%s) VALUES (%L, %L)', t.columns, t.dv, t.sv);
		EXECUTE format('CREATE TRIGGER keeps BEFORE INSERT OR UPDATE ON all_kinds FOR EACH ROW WHEN (bxml_source_pair(%s)) EXECUTE FUNCTION bxml_source_trigger(''clear'')', t.pair);
		INSERT INTO outcomes SELECT t.d, t.s, attempt(format('INSERT INTO all_kinds (%s) VALUES (%L, %L)', t.columns, t.dv, t.sv)),
			attempt(format('UPDATE all_kinds SET (%s) = (%L, %L)', t.columns, t.dv, t.sv));
		DROP TRIGGER keeps ON all_kinds;
	END LOOP;
END $do$;
SELECT is(count(*), 400::bigint, 'all pairs of types') FROM outcomes;
SELECT set_eq($$SELECT d, s FROM outcomes WHERE inserted = 'done' AND updated = 'done'$$, $$SELECT d.name AS d, s.name AS s FROM kinds d, kinds s WHERE d.is_doc AND s.is_source$$,
	'documents with originals');
SELECT is_empty($$SELECT o FROM outcomes o JOIN kinds d ON d.name = o.d JOIN kinds s ON s.name = o.s WHERE NOT (d.is_doc AND s.is_source) AND (inserted, updated) <> ('42804', '42804')$$,
	'all others are refused');
CREATE TABLE o (d bxml, s bytea, n bigint);
CREATE FUNCTION other(bxml, bytea) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true';
CREATE TRIGGER keeps BEFORE INSERT ON o FOR EACH ROW WHEN (other(NEW.d, NEW.s)) EXECUTE FUNCTION bxml_source_trigger('clear');
SELECT throws_ok($$INSERT INTO o VALUES ('<a/>', NULL)$$, '39P01', NULL, 'a condition with another function');
CREATE OR REPLACE TRIGGER keeps BEFORE INSERT ON o FOR EACH ROW WHEN (bxml_source_pair(NEW.d, NEW.s)) EXECUTE FUNCTION bxml_source_trigger('clear');
SELECT throws_ok('ALTER TABLE o ALTER s TYPE bigint USING 1', '0A000', NULL, 'the server keeps types of columns that triggers name');
ALTER TABLE o DROP n, ADD n bigint;
SELECT is(attempt($$INSERT INTO o (s) VALUES ('<a/>')$$), 'done', 'columns may come and go');

-- ---- triggers of node tables: documents and keys of each type
CREATE TABLE n_outcomes (d text, k text, outcome text);
DO $do$
DECLARE
	t record;
BEGIN
	TRUNCATE all_kinds;
	FOR t IN SELECT * FROM kinds LOOP
		EXECUTE format('CREATE TABLE %I (k %s, label ordpath, path text, value text, number numeric, moment timestamp)', 'n ' || t.name, t.name);
	END LOOP;
	FOR t IN SELECT d.name AS d, d.value AS dv, k.name AS k, k.value AS kv, quote_ident('d ' || d.name) AS doc, quote_ident('s ' || k.name) AS key, quote_ident('n ' || k.name) AS nodes
			FROM kinds d, kinds k LOOP
		EXECUTE format('CREATE TRIGGER put AFTER INSERT OR UPDATE ON all_kinds FOR EACH ROW WHEN (bxml_node_row(%L::regclass, NEW.%s, NEW.%s)) EXECUTE FUNCTION bxml_node_trigger()',
			t.nodes, t.doc, t.key);
		EXECUTE format('CREATE TRIGGER del AFTER DELETE ON all_kinds FOR EACH ROW WHEN (bxml_node_row(%L::regclass, OLD.%s, OLD.%s)) EXECUTE FUNCTION bxml_node_trigger()',
			t.nodes, t.doc, t.key);
		INSERT INTO n_outcomes SELECT t.d, t.k, attempt(format('INSERT INTO all_kinds (%s, %s) VALUES (%L, %L)', t.key, t.doc, t.kv, t.dv), format('UPDATE all_kinds SET %s = NULL', t.doc),
			format('UPDATE all_kinds SET %s = %L', t.doc, t.dv), 'DELETE FROM all_kinds', format('INSERT INTO all_kinds (%s, %s) VALUES (%L, %L)', t.key, t.doc, t.kv, t.dv));
		EXECUTE format('INSERT INTO n_outcomes SELECT %L, %L, ''wrong'' WHERE (SELECT count(*) FROM %s) <> (SELECT count(*) FROM all_kinds)', t.d, t.k, t.nodes);
		DROP TRIGGER put ON all_kinds;
		DROP TRIGGER del ON all_kinds;
		EXECUTE format('DELETE FROM %s', t.nodes);
		DELETE FROM all_kinds;
	END LOOP;
END $do$;
SELECT is(count(*), 400::bigint, 'all pairs of types') FROM n_outcomes;
SELECT set_eq($$SELECT d, k FROM n_outcomes WHERE outcome = 'done'$$, $$SELECT d.name AS d, k.name AS k FROM kinds d, kinds k WHERE d.is_doc AND k.name NOT IN ('xml', 'bxpath')$$,
	'documents with keys of types that have equality');
SELECT is_empty($$SELECT o FROM n_outcomes o JOIN kinds d ON d.name = o.d WHERE NOT d.is_doc AND outcome <> '42804'$$, 'what are not documents is refused');
SELECT set_eq($$SELECT k, outcome FROM n_outcomes o JOIN kinds d ON d.name = o.d WHERE d.is_doc AND outcome <> 'done'$$, $$VALUES ('xml', '42883'), ('bxpath', '42883')$$,
	'and so are keys without equality');

-- two triggers of one table with keys of other types: the statements of one are not those of the other
CREATE TABLE two (a int, b text, c bigint, d bxml, e bxml);
CREATE TABLE two_a (k int, label ordpath, path text, value text, number numeric, moment timestamp);
CREATE TRIGGER a AFTER INSERT OR UPDATE ON two FOR EACH ROW WHEN (bxml_node_row('two_a'::regclass, NEW.d, NEW.a)) EXECUTE FUNCTION bxml_node_trigger();
INSERT INTO two VALUES (1, 'x', 4702111234474983745, '<a/>', '<b/>');
CREATE OR REPLACE TRIGGER a AFTER INSERT OR UPDATE ON two FOR EACH ROW WHEN (bxml_node_row('two_a'::regclass, NEW.d, NEW.b)) EXECUTE FUNCTION bxml_node_trigger();
SELECT throws_ok($$INSERT INTO two VALUES (2, 'x', 1, '<a/>', '<b/>')$$, '42804', 'column "k" of table "two_a" is not of type text', 'a key of another type');
CREATE OR REPLACE TRIGGER a AFTER INSERT OR UPDATE ON two FOR EACH ROW WHEN (bxml_node_row('two_a'::regclass, NEW.d, NEW.c)) EXECUTE FUNCTION bxml_node_trigger();
SELECT throws_ok($$INSERT INTO two VALUES (2, 'x', 4702111234474983745, '<a/>', '<b/>')$$, '42804', NULL, 'by value');
CREATE OR REPLACE TRIGGER a AFTER INSERT OR UPDATE ON two FOR EACH ROW WHEN (bxml_node_row('two_a'::regclass, NEW.e, NEW.a)) EXECUTE FUNCTION bxml_node_trigger();
INSERT INTO two VALUES (2, 'x', 1, '<a/>', '<b/>');
SELECT results_eq('SELECT k, path FROM two_a ORDER BY 1', $$VALUES (1, '/a'), (2, '/b')$$, 'another document');

-- columns of the node table, and changes of them under a trigger that has been used
CREATE TABLE base (k int PRIMARY KEY, d bxml);
SELECT is(bxml_create_node_table('base', 'd', node_table => 'base_nodes', indexes => '')::text, 'base_nodes', 'a node table');
INSERT INTO base VALUES (1, '<a n="1">x</a>');
CREATE TABLE changes (col text, type text);
INSERT INTO changes SELECT c, t FROM unnest(ARRAY['k', 'label', 'path', 'value', 'number', 'moment']) c, unnest(ARRAY['bigint', 'text', 'bxml', 'ordpath', 'numeric', 'int', 'jsonb']) t
	WHERE (c, t) NOT IN (('k', 'int'), ('label', 'ordpath'), ('path', 'text'), ('value', 'text'), ('number', 'numeric'));
CREATE FUNCTION changed(col text, type text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	was text := (SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'base_nodes'::regclass AND attname = col);
	result text;
BEGIN
	ALTER TABLE base_nodes DROP CONSTRAINT IF EXISTS base_nodes_pkey;
	ALTER TABLE base_nodes ALTER label DROP NOT NULL, ALTER k DROP NOT NULL;
	EXECUTE format('ALTER TABLE base_nodes ALTER %I TYPE %s USING NULL', col, type);
	result := attempt($i$INSERT INTO base VALUES (2, '<a n="2">y</a>')$i$) || ' ' || attempt('DELETE FROM base') || ' ' || attempt($i$UPDATE base SET d = '<b/>'$i$);
	EXECUTE format('ALTER TABLE base_nodes ALTER %I TYPE %s USING NULL', col, was);
	RETURN result;
END $$;
SELECT is(changed(col, type), '42804 42804 42804', format('%s as %s', col, type)) FROM changes WHERE type = 'bxml';
SELECT is_empty($$SELECT c FROM changes c WHERE changed(col, type) <> '42804 42804 42804'$$, 'other types of the columns of a node table');
SELECT is(bxml_rebuild_node_table('base_nodes'), 2::bigint, 'rebuilt');
INSERT INTO base VALUES (3, '<a n="2">y</a>');
SELECT is(count(*), 4::bigint, 'and it is right again') FROM base_nodes;
ALTER TABLE base_nodes DROP moment;
SELECT throws_ok($$INSERT INTO base VALUES (4, '<a/>')$$, '42703', NULL, 'a column that was dropped');

-- ---- rows: the type of a record that is filled is not that of a column definition list
SELECT throws_ok($$SELECT * FROM bxml_populate_recordset(ROW(1, 'x'::text), '<r><y><f1>4702111</f1><f2>q</f2></y></r>', '/r/y') AS t(f1 text, f2 text)$$,
	'42804', 'function return row and query-specified return row do not match', 'a number where the query has a text');
SELECT throws_ok($$SELECT * FROM bxml_populate_recordset(ROW(1, 'x'::text, 3), '<r><y><f1>4702111</f1><f2>q</f2></y></r>', '/r/y') AS t(f1 int, f2 text)$$, '42804', NULL, 'more columns');
SELECT throws_ok($$SELECT * FROM bxml_populate_record(ROW(1, 'x'::text), '<y><f1>4702111</f1></y>') AS t(f1 text, f2 text)$$, '42804', NULL, 'one row');
SELECT results_eq($$SELECT * FROM bxml_populate_recordset(ROW(1, 'x'::text), '<r><y><f1>4702111</f1></y><y><f2>q</f2></y></r>', '/r/y') AS t(f1 int, f2 text)$$,
	$$VALUES (4702111, 'x'), (1, 'q')$$, 'the same columns');
SELECT throws_ok($$SELECT f.* FROM (VALUES (ROW(1, 'x'::text)), (ROW('y'::text, 2))) v(r), bxml_populate_recordset(v.r, '<r><y/></r>', '/r/y') AS f(f1 int, f2 text)$$, '42804', NULL,
	'a record of another type in the second row');
-- a row type that is altered between two calls of one place
CREATE TYPE filled AS (a int, b text);
CREATE FUNCTION fill_twice() RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	FOR i IN 1..2 LOOP
		RETURN NEXT bxml_populate_record(NULL::filled, '<x><a>1</a><b>2</b><c>3</c></x>')::text;
		IF i = 1 THEN ALTER TYPE filled DROP ATTRIBUTE a, ADD ATTRIBUTE c text; END IF;
	END LOOP;
END $$;
SELECT results_eq('SELECT fill_twice()', $$VALUES ('(1,2)'), ('(2,3)')$$, 'attributes come and go');

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
