-- bxml_index_advice: the rights of the caller, nothing executed, and what it suggests serves.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(45);

CREATE TABLE d (id int PRIMARY KEY, owner name DEFAULT current_user, n int, doc bxml);
INSERT INTO d SELECT g, 'advised', g, format('<o id="%s"><c>name %s</c><p>%s</p></o>', g, g, g / 10.0)::bxml FROM generate_series(1, 200) g;
CREATE INDEX d_doc ON d USING gin (doc bxml_path_ops);
ANALYZE d;

-- rights
CREATE ROLE advised;
SET LOCAL ROLE advised;
PREPARE asked AS SELECT served FROM bxml_index_advice('SELECT id FROM d WHERE doc @? ''/o[@id = 1]''');
SELECT throws_ok('asked', '42501', 'permission denied for table d', 'a table that the caller may not read');
RESET ROLE;
GRANT SELECT (id) ON d TO advised;
SET LOCAL ROLE advised;
SELECT throws_ok('asked', '42501', 'permission denied for table d', 'a column that the caller may not read');
SELECT lives_ok($$SELECT * FROM bxml_index_advice('SELECT id FROM d WHERE id = 1')$$, 'another column');
RESET ROLE;
GRANT SELECT (id, doc) ON d TO advised;
SET LOCAL ROLE advised;
SELECT results_eq('asked', 'VALUES (true)', 'columns that the caller may read');
SELECT throws_ok($$SELECT * FROM bxml_index_advice('DELETE FROM d WHERE doc @? ''/o[@id = 1]''')$$, '42501', NULL, 'rows that the caller may not delete');
SELECT throws_ok($$SELECT * FROM bxml_index_advice('SELECT id FROM d WHERE doc @? ''/o[@id = 1]'' FOR UPDATE')$$, '42501', NULL, 'nor lock');
SELECT throws_ok($$SELECT * FROM bxml_index_advice('UPDATE d SET n = 1 WHERE doc @? ''/o[@id = 1]''')$$, '42501', NULL, 'nor update');
RESET ROLE;
CREATE VIEW v WITH (security_barrier) AS SELECT id, doc FROM d WHERE n > 5;
GRANT SELECT ON v TO advised;
REVOKE SELECT ON d FROM advised;
SET LOCAL ROLE advised;
SELECT throws_ok('asked', '42501', NULL, 'the table without rights');
SELECT results_eq($$SELECT served, reason FROM bxml_index_advice('SELECT id FROM v WHERE doc @? ''/o[@id = 1]''')$$,
	$$VALUES (false, 'row security or a security barrier view must be evaluated first')$$, 'a security barrier comes first');
RESET ROLE;
GRANT SELECT ON d TO advised;
ALTER TABLE d ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON d USING (owner = current_user);
SET LOCAL ROLE advised;
SELECT results_eq($$SELECT served, index IS NOT NULL FROM bxml_index_advice('SELECT id FROM d WHERE doc @? ''/o[@id = 1]''')$$, 'VALUES (false, true)',
	'row security comes first');
SELECT is((SELECT count(*) FROM d WHERE doc @? '/o[@id = 1]'), 1::bigint, 'and is obeyed');
RESET ROLE;
ALTER TABLE d DISABLE ROW LEVEL SECURITY;

-- nothing is executed
CREATE TABLE log (x int);
CREATE FUNCTION noisy(int) RETURNS int LANGUAGE plpgsql VOLATILE AS $$ BEGIN INSERT INTO log VALUES ($1); RETURN $1; END $$;
SELECT lives_ok($$SELECT * FROM bxml_index_advice('SELECT noisy(id) FROM d WHERE doc @? ''/o[@id = 1]'' AND noisy(1) = 1')$$, 'volatile functions');
SELECT lives_ok($$SELECT * FROM bxml_index_advice('INSERT INTO log SELECT id FROM d WHERE doc @? ''/o[@id = 1]''')$$, 'an insert');
SELECT lives_ok($$SELECT * FROM bxml_index_advice('WITH x AS (DELETE FROM d RETURNING id) SELECT * FROM x')$$, 'a deletion');
SELECT is((SELECT count(*) FROM log), 0::bigint, 'are planned');
SELECT is((SELECT count(*) FROM d), 200::bigint, 'not executed');

-- a function that plans a query while another is planned
CREATE FUNCTION inner_id() RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN (SELECT doc ->> '/o/@id' FROM d WHERE doc @? '/o[c = "name 7"]'); END $$;
CREATE FUNCTION inner_advice() RETURNS text LANGUAGE plpgsql IMMUTABLE AS
	$$ BEGIN RETURN (SELECT count(*) FROM bxml_index_advice('SELECT 1 FROM d WHERE doc @? ''/o[c = "name 7"]'' AND doc @? ''/x''')); END $$;
SELECT results_eq($$SELECT predicate FROM bxml_index_advice('SELECT 1 FROM d WHERE doc ->> ''/o/@id'' = inner_id()')$$,
	$$VALUES ('((doc ->> ''/o/@id''::bxpath) = ''7''::text)')$$, 'a query of a function says nothing');
SELECT results_eq($$SELECT predicate FROM bxml_index_advice('SELECT 1 FROM d WHERE doc ->> ''/o/@id'' = inner_advice()')$$,
	$$VALUES ('((doc ->> ''/o/@id''::bxpath) = ''2''::text)')$$, 'nor does advice in a function');
SELECT throws_ok($$SELECT * FROM bxml_index_advice('SELECT 1/0 FROM d WHERE doc @? ''/x''')$$, '22012', NULL, 'an error while planning');
SELECT is((SELECT count(*) FROM bxml_index_advice('SELECT 1 FROM d WHERE doc @? ''/x''')), 1::bigint, 'leaves nothing behind');
DECLARE c CURSOR FOR SELECT served FROM bxml_index_advice('SELECT 1 FROM d WHERE doc @? ''/o[@id = 1]''');
SELECT lives_ok('FETCH c', 'in a cursor');

-- an index that is suggested serves the predicate
CREATE FUNCTION pg_temp.follow(condition text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE query text := 'SELECT id FROM d WHERE ' || condition; statement text; before boolean; after boolean;
BEGIN
	SELECT bool_or(served), max(suggestion) INTO before, statement FROM bxml_index_advice(query);
	IF before OR statement IS NULL THEN RETURN format('served %s, suggested %s', before, statement); END IF;
	EXECUTE regexp_replace(statement, '^CREATE INDEX', 'CREATE INDEX suggested');
	SELECT bool_and(served) INTO after FROM bxml_index_advice(query) WHERE index = 'suggested'::regclass;
	DROP INDEX suggested;
	RETURN CASE WHEN after THEN 'followed' ELSE 'not served by ' || statement END;
END $$;
SELECT is(pg_temp.follow(condition), 'followed', condition) FROM (VALUES
	('doc @? ''/o[p > 5]'''), ('doc @? ''//c'''), ('NOT doc @? ''/o/x'''), ('bxml_int(doc, ''/o/@id'') <> 5'), ('doc ->> ''/o/c'' ~ ''5'''),
	('(doc ->> ''/o/@id'')::int = 5'), ('bxml_try_int(doc, ''/o/c'') IS NULL'), ('bxml_count(doc, ''/o/c'') > 1'),
	('bxml_int(doc, ''/o/@id'') >= $1'), ('doc = $1'), ('doc @? ''//@*[. = 5]'''), ('doc @@ ''not(/o/x)'''),
	('doc ->> ''/o/c'' = ''x'' OR NOT doc @? ''/o'''), ('doc ->> ''/o/c'' = ''''')) t(condition);
CREATE TABLE bare ("a doc" bxml, "N" int);
SELECT is((SELECT suggestion FROM bxml_index_advice('SELECT 1 FROM bare WHERE NOT "a doc" @? ''/x''')),
	'CREATE INDEX ON public.bare ((true)) WHERE (NOT ("a doc" @? ''/x''::bxpath))', 'names that need quotes; no primary key');
SELECT lives_ok((SELECT suggestion FROM bxml_index_advice('SELECT 1 FROM bare WHERE NOT "a doc" @? ''/x''')), 'a partial index without a column');

-- a table: the rights of the caller, and what it suggests is followed
SELECT ok(count(*) = 3 AND bool_and(served AND index = 'd_doc'::regclass), 'all paths of a table are served') FROM bxml_index_advice('d'::regclass);
CREATE UNIQUE INDEX d_unique ON d (bxml_int(doc, '/nothing'));
SELECT is((SELECT count(*) FROM bxml_index_advice('d'::regclass) WHERE suggestion IS NOT NULL), 0::bigint, 'an index that keeps values unique serves');
DROP INDEX d_doc;
CREATE FUNCTION pg_temp.follow_table(relation regclass) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	statement text;
BEGIN
	FOR statement IN SELECT DISTINCT suggestion FROM bxml_index_advice(relation) WHERE suggestion IS NOT NULL LOOP EXECUTE statement; END LOOP;
	RETURN (SELECT count(*) FROM bxml_index_advice(relation) WHERE NOT served);
END $$;
SELECT is(pg_temp.follow_table('d'), 0::bigint, 'suggestions for a table serve what they are for');
CREATE INDEX d_none ON d USING gin (doc bxml_value_ops (paths = '/none'));
SELECT is(pg_temp.follow_table('d'), 0::bigint, 'and drop an index that serves nothing');
SET LOCAL search_path = pg_catalog;
CREATE TEMP TABLE elsewhere AS SELECT * FROM public.bxml_index_advice('public.d'::regclass) WHERE predicate LIKE '%->>%' AND index::text = 'public.d_doc_idx';
SET LOCAL search_path = public;
SELECT is(count(*), 3::bigint, 'wherever the extension is') FROM elsewhere;
REVOKE ALL ON d FROM advised;
GRANT SELECT (id) ON d TO advised;
SET LOCAL ROLE advised;
SELECT throws_ok($$SELECT * FROM bxml_index_advice('d'::regclass)$$, '42501', 'permission denied for table d', 'a table whose documents the caller may not read');
RESET ROLE;
GRANT SELECT (doc) ON d TO advised;
SET LOCAL ROLE advised;
SELECT is((SELECT count(*) FROM bxml_index_advice('d'::regclass) WHERE index = 'd_doc_idx'::regclass AND predicate ~ '->>'), 3::bigint, 'with the right to the column');
RESET ROLE;
ALTER TABLE d ENABLE ROW LEVEL SECURITY;
SET LOCAL ROLE advised;
SELECT results_eq($$SELECT predicate, reason, suggestion FROM bxml_index_advice('d'::regclass)$$,
	$$VALUES (NULL::text, 'row security hides the statistics of column "doc"', NULL::text)$$, 'nothing under row security');
RESET ROLE;

SELECT * FROM finish();
ROLLBACK;
