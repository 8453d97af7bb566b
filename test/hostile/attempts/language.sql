-- language.sql -- functions in XQuery: what they take and give is what pg_proc says, and they read nothing else.

\c - hostile_stranger
SET check_function_bodies = off;
CREATE FUNCTION own.q_broken(x int) RETURNS int LANGUAGE xquery AS '1 + (';
CREATE FUNCTION own.q_args(int) RETURNS int LANGUAGE xquery AS '1';
CREATE FUNCTION own.q_poly(x anyelement) RETURNS anyelement LANGUAGE xquery AS '$x';
CREATE FUNCTION own.q_trigger() RETURNS trigger LANGUAGE xquery AS '1';
CREATE FUNCTION own.q_internal(x internal) RETURNS internal LANGUAGE xquery AS '1';
CREATE FUNCTION own.q_cstring(x cstring) RETURNS cstring LANGUAGE xquery AS '$x';
CREATE FUNCTION own.q_record(x record) RETURNS int LANGUAGE xquery AS '1';
CREATE PROCEDURE own.q_procedure(x int) LANGUAGE xquery AS '1';
CREATE FUNCTION own.q_window(x int) RETURNS int LANGUAGE xquery WINDOW AS '1';
SET check_function_bodies = on;
SELECT own.q_broken(1); SELECT own.q_args(1); SELECT own.q_poly(1); SELECT own.q_internal(NULL); SELECT own.q_cstring('a'); SELECT own.q_record(ROW(1)); CALL own.q_procedure(1);
CREATE TABLE own.q_table (a int); CREATE TRIGGER q BEFORE INSERT ON own.q_table FOR EACH ROW EXECUTE FUNCTION own.q_trigger(); INSERT INTO own.q_table VALUES (1);
SELECT bxml_xquery_handler(); SELECT bxml_xquery_validator(0); SELECT bxml_xquery_validator('int4in'::regproc); SELECT bxml_xquery_validator('own.q_broken'::regproc); SELECT bxml_xquery_inline(NULL);
CREATE FUNCTION own.q_handler() RETURNS language_handler LANGUAGE c AS '$libdir/bxml', 'bxml_xquery_handler';
CREATE FUNCTION own.q_handler() RETURNS language_handler LANGUAGE internal AS 'bxml_xquery_handler';
CREATE LANGUAGE own_xquery HANDLER bxml_xquery_handler;
-- what a query can ask for outside
DO LANGUAGE xquery $$ doc("file:///etc/passwd") $$; DO LANGUAGE xquery $$ unparsed-text("file:///etc/passwd") $$; DO LANGUAGE xquery $$ collection("v.d") $$; DO LANGUAGE xquery $$ environment-variable("PATH") $$;
DO LANGUAGE xquery $$ error((), string-join(available-environment-variables())) $$; DO LANGUAGE xquery $$ import module namespace m = "m" at "file:///etc/passwd"; 1 $$;
-- modules: text of functions that may not be executed, names that change, other objects
\c - hostile_victim
CREATE FUNCTION v.q_module() RETURNS void LANGUAGE xquery AS 'module namespace m = "m"; declare function m:secret() { "SECRET7F3A" };';
REVOKE EXECUTE ON FUNCTION v.q_module() FROM PUBLIC;
\c - hostile_stranger
DO LANGUAGE xquery 'import module namespace m = "m" at "v.q_module"; error((), m:secret())'; DO LANGUAGE xquery 'import module namespace m = "m" at "pg_catalog.version"; 1';
DO LANGUAGE xquery 'import module namespace m = "m" at "v.q_module(); SELECT 1"; 1'; DO LANGUAGE xquery 'import module namespace m = "m" at ""; 1'; DO LANGUAGE xquery 'import module namespace m = "m" at "a.b.c.d"; 1';
SET check_function_bodies = off;
CREATE FUNCTION own.q_imports() RETURNS text LANGUAGE xquery AS 'import module namespace m = "m" at "v.q_module"; m:secret()'; SELECT own.q_imports(); SELECT v.q_module(); SELECT bxml_xquery_validator('v.q_module'::regproc);
CREATE FUNCTION own.q_one() RETURNS void LANGUAGE xquery AS 'module namespace o = "o"; import module namespace t = "t" at "own.q_two";'; CREATE FUNCTION own.q_two() RETURNS void LANGUAGE xquery AS 'module namespace t = "t"; import module namespace o = "o" at "own.q_one";';
SET check_function_bodies = on;
DO LANGUAGE xquery 'import module namespace o = "o" at "own.q_one"; 1'; CREATE OR REPLACE FUNCTION own.q_two() RETURNS void LANGUAGE xquery AS 'module namespace t = "t"; import module namespace o = "o" at "own.q_one";'; DROP FUNCTION own.q_one() CASCADE;
-- tables of others, names that are SQL, tables that change while they are read
\c - hostile_victim
CREATE TABLE v.q_secret (doc bxml); INSERT INTO v.q_secret VALUES ('<a>SECRET7F3A</a>');
CREATE FUNCTION v.q_peek(x text) RETURNS text LANGUAGE xquery STABLE AS 'for $d in collection("v.q_secret.doc") where $d/a = $x return string($d)';
\c - hostile_stranger
SELECT bxml_xquery_run('collection("v.q_secret.doc")'); SELECT bxml_items_run('collection("v.q_secret.doc")'); SELECT v.q_peek('x'); DO LANGUAGE xquery 'error((), string(collection("v.q_secret.doc")))';
SELECT bxml_xquery_run('collection("pg_catalog.pg_authid.rolpassword")'); SELECT bxml_xquery_run('collection("v.q_secret.doc t, v.q_secret.doc")'); SELECT bxml_xquery_run('collection("v.""q_secret"" AS x.doc")');
SELECT bxml_xquery_run('for $d in collection("own.q_docs.doc") where $d/a = "x'') OR true --" return 1'); SELECT bxml_xquery('<a/>', 'collection("v.q_secret.doc")'); SELECT bxquery_items('collection("v.q_secret.doc")');
CREATE TABLE own.q_docs (id int, doc bxml); INSERT INTO own.q_docs SELECT i, '<a>b</a>' FROM generate_series(1, 100) i;
SELECT bxml_xquery_run('for $d in collection("own.q_docs.doc") where $d/a = "x'') OR true --" return 1'); SELECT bxml_xquery_run('for $d in collection("own.q_docs.doc") where $d/a = ''\'' return 1');
BEGIN; DECLARE q_c CURSOR FOR SELECT bxml_items_run('for $d in collection("own.q_docs.doc") return $d'); FETCH 1 FROM q_c; DROP TABLE own.q_docs; ALTER TABLE own.q_docs ALTER doc TYPE text USING 'x'; SAVEPOINT s; FETCH 20 FROM q_c; ROLLBACK TO s; FETCH 20 FROM q_c; COMMIT;
BEGIN; SAVEPOINT s; DECLARE q_c CURSOR FOR SELECT bxml_items_run('for $d in collection("own.q_docs.doc") return $d'); FETCH 1 FROM q_c; RELEASE s; FETCH 20 FROM q_c; CLOSE ALL; FETCH 1 FROM q_c; COMMIT;
BEGIN; DECLARE q_c CURSOR WITH HOLD FOR SELECT bxml_items_run('for $d in collection("own.q_docs.doc") return $d'); COMMIT; FETCH 50 FROM q_c; CLOSE q_c;
DO $$DECLARE c refcursor; r record; BEGIN OPEN c FOR SELECT bxml_items_run('for $d in collection("own.q_docs.doc") return $d'); BEGIN FETCH c INTO r; RAISE division_by_zero; EXCEPTION WHEN division_by_zero THEN NULL; END; FETCH c INTO r; END$$;
CREATE FUNCTION own.q_reads(x int) RETURNS bigint LANGUAGE xquery STABLE AS 'count(collection("own.q_docs.doc"))'; CREATE INDEX ON own.q_docs (own.q_reads(id)); ALTER FUNCTION own.q_reads(int) IMMUTABLE; CREATE INDEX ON own.q_docs (own.q_reads(id)); SELECT own.q_reads(1);
CREATE VIEW own.q_loop AS SELECT bxml_xquery_run('collection("own.q_loop.doc")') AS doc; SELECT * FROM own.q_loop;
-- statements of SQL: what writes, tables of others, values that look like SQL, cursors that are left
SELECT bxml_xquery_run('bxml:sql("SELECT doc FROM v.q_secret")'); SELECT bxml_items_run('bxml:sql("SELECT rolpassword FROM pg_catalog.pg_authid")'); SELECT bxml_xquery_run('bxml:sql("SELECT pg_catalog.pg_read_file($1)", "/etc/passwd")');
SELECT bxml_xquery_run('bxml:sql("DELETE FROM own.q_docs")'); SELECT bxml_xquery_run('bxml:sql("WITH x AS (DELETE FROM own.q_docs RETURNING id) SELECT id FROM x")'); SELECT bxml_xquery_run('bxml:sql("SELECT 1; DROP TABLE own.q_docs")'); SELECT bxml_xquery_run('bxml:sql("SELECT set_config(''role'', ''hostile_victim'', false)")');
SELECT bxml_xquery_run('bxml:sql("SET ROLE hostile_victim")'); SELECT bxml_xquery_run('bxml:sql("DO $$BEGIN END$$")'); SELECT bxml_xquery_run('bxml:sql("EXPLAIN ANALYZE DELETE FROM own.q_docs")'); SELECT bxml_xquery_run('bxml:sql("SELECT $1::text", "x''; DROP TABLE own.q_docs; --")');
SELECT bxml_xquery_run('bxml:sql("SELECT $60000", 1)'); SELECT bxml_xquery_run('bxml:sql("SELECT $0", 1)'); SELECT bxml_xquery_run('bxml:sql("SELECT $1 IS NULL", 1)'); SELECT bxml_xquery_run('bxml:sql("SELECT $1::record", 1)'); SELECT bxml_xquery_run('bxml:sql("SELECT ROW(1)")'); SELECT bxml_xquery_run('bxml:sql("SELECT NULL::internal")');
CREATE FUNCTION own.q_watch(x text) RETURNS text LANGUAGE plpgsql STABLE AS $$BEGIN PERFORM watch.note('sql', 'hostile_stranger'); RETURN x; END$$;
SELECT bxml_xquery_run('bxml:sql("SELECT own.q_watch(doc::text) FROM own.q_docs")'); SELECT bxml_xquery('<a/>', 'bxml:sql("SELECT 1")'); SELECT bxquery_evaluate('bxml:sql("SELECT 1")'); SELECT '<a/>'::bxml @? 'bxml:sql("SELECT 1")'::bxquery;
CREATE FUNCTION own.q_again(x int) RETURNS int LANGUAGE xquery STABLE AS 'bxml:sql("SELECT own.q_again($1)", $x)'; SELECT own.q_again(1);
SELECT bxml_xquery_run('for $i in 1 to 2000 return try { for $n in bxml:sql("SELECT g FROM generate_series(1, 100) g") return error() } catch * { 1 }');
BEGIN; DECLARE q_c CURSOR FOR SELECT bxml_items_run('for $d in bxml:sql("SELECT id, doc FROM own.q_docs") return $d?doc'); FETCH 1 FROM q_c; ALTER TABLE own.q_docs DROP id; SAVEPOINT s; FETCH 40 FROM q_c; ROLLBACK TO s; FETCH 20 FROM q_c; COMMIT;
SELECT bxml_xquery_run('for $d in collection("own.q_docs.doc") return bxml:column($d, "id"" FROM v.q_secret --")'); SELECT bxml_xquery_run('for $d in collection("own.q_docs.doc") return bxml:column($d, "ctid")'); SELECT bxml_xquery_run('for $d in collection("own.q_docs.doc") return bxml:column($d, "xmin")');
-- values of all types, names that are none
SELECT count(*) FROM bxml_items_with('<a/>', '$x', 'x', NULL); SELECT count(*) FROM bxml_items_with('<a/>', '$x', 'x', ROW(1, 'a')); SELECT count(*) FROM bxml_items_with('<a/>', '$x', ROW(1, 2), 1, VARIADIC NULL);
SELECT count(*) FROM bxml_items_with('<a/>', '$x', VARIADIC ARRAY[1, 2]); SELECT count(*) FROM bxml_items_with('<a/>', '$x', VARIADIC 1); SELECT count(*) FROM bxml_items_with('<a/>', '$x', VARIADIC '{{x,y},{x,z}}'::text[]); SELECT count(*) FROM bxml_items_with('<a/>', 'count($x)', 'x', '{1,2}'::int2vector, 'x', '[2:3]={1,2}'::int[]);
-- a function without end, and text that is nested deeply
DO LANGUAGE xquery $$ declare function local:f($x) { 1 + local:f($x + 1) }; local:f(1) $$;
CREATE FUNCTION own.q_deep(x text) RETURNS bxml LANGUAGE xquery AS 'parse-xml($x)';
SELECT own.q_deep(repeat('<a>', 100000)); SELECT own.q_deep(repeat('<a>', 100000) || repeat('</a>', 100000));
CREATE FUNCTION own.q_rows() RETURNS SETOF record LANGUAGE xquery AS 'for $i in 1 to 3 return map { "a": "x" || $i, "b": $i }';
SELECT * FROM own.q_rows() AS t(a text, b int); SELECT * FROM own.q_rows() AS t(a int, b bxml); SELECT * FROM own.q_rows() AS t(a bxml[], b text[]); SELECT own.q_rows(); SELECT (own.q_rows()).*;
-- columns change under a set, the function under its call, a type under a function
CREATE TABLE own.q_shape (a int, b text);
CREATE FUNCTION own.q_shapes() RETURNS SETOF own.q_shape LANGUAGE xquery AS 'for $i in 1 to 3 return map { "a": $i, "b": "t" }';
BEGIN; DECLARE q_c CURSOR FOR SELECT own.q_shapes(); FETCH 1 FROM q_c; ALTER TABLE own.q_shape ALTER b TYPE bigint USING 0; FETCH 1 FROM q_c; COMMIT;
BEGIN; DECLARE q_c CURSOR FOR SELECT own.q_shapes(); FETCH 1 FROM q_c; CREATE OR REPLACE FUNCTION own.q_shapes() RETURNS SETOF own.q_shape LANGUAGE xquery AS '()'; FETCH 1 FROM q_c; DROP FUNCTION own.q_shapes(); FETCH ALL FROM q_c; COMMIT;
CREATE FUNCTION own.q_turn(x bxml) RETURNS text LANGUAGE xquery AS 'string($x)';
PREPARE q_turn AS SELECT own.q_turn('<a>b</a>'); EXECUTE q_turn;
ALTER FUNCTION own.q_turn(bxml) RENAME TO q_turned; CREATE FUNCTION own.q_turn(x text) RETURNS text LANGUAGE xquery AS 'string($x)'; EXECUTE q_turn;
CREATE FUNCTION own.q_note(x int) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN PERFORM watch.note('domain', 'hostile_stranger'); RETURN own.q_checked() IS NULL; END$$;
CREATE DOMAIN own.q_domain AS int CHECK (own.q_note(VALUE));
CREATE FUNCTION own.q_checked() RETURNS own.q_domain LANGUAGE xquery AS '1';
SELECT own.q_checked();
SELECT watch.ok(NOT EXISTS (SELECT FROM pg_proc WHERE proname IN ('q_args', 'q_poly', 'q_trigger', 'q_internal', 'q_cstring', 'q_record', 'q_procedure', 'q_window', 'q_handler')),
	'functions in XQuery: signatures that the language does not have are refused whatever check_function_bodies says');
SELECT watch.ok(NOT EXISTS (SELECT FROM pg_language WHERE lanname = 'own_xquery'), 'bxml_xquery_handler: strangers create no language with it');
