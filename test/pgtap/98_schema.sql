-- Schemas as objects: privileges, dependencies, replacement, savepoints, cached plans, volatility, the view.
BEGIN;
SET LOCAL client_min_messages = warning;
SELECT plan(51);

CREATE FUNCTION pg_temp.element(name text, type text) RETURNS text LANGUAGE sql AS
	$$ SELECT format('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="%s" type="xs:%s"/></xs:schema>', name, type) $$;
CREATE FUNCTION pg_temp.make(schema text, body text, replace bool DEFAULT false) RETURNS void LANGUAGE plpgsql AS
	$$ BEGIN EXECUTE format('CREATE %s FUNCTION %s() RETURNS bxml_schema LANGUAGE bxml_schema IMMUTABLE PARALLEL SAFE AS %L', CASE WHEN replace THEN 'OR REPLACE' END, schema, body); END $$;
SELECT pg_temp.make('number', pg_temp.element('n', 'int'));

-- objects
SELECT is(number()::text, 'number', 'a schema prints as its function');
SELECT is(bxml_is_valid('<n>1</n>', number()), true, 'valid');
SELECT is(bxml_is_valid('<n>x</n>', number()), false, 'not valid');
SELECT is((bxml_validate('<n>1</n>', number()))::text, '<n>1</n>', 'the document comes back');
SELECT throws_ok($$SELECT bxml_validate('<n>x</n>', number())$$, '2200M', 'invalid document: "x" is not a value of type "int"', 'or an error does');
SELECT throws_ok($$SELECT 'number'::bxml_schema$$, '0A000', NULL, 'no value comes from text');
SELECT is((SELECT format('%s%s', provolatile, proparallel) FROM pg_proc WHERE oid = 'bxml_is_valid(bxml, bxml_schema, text)'::regprocedure), 'is',
	'a test of validity is good for indexes and parallel plans');
SELECT is((SELECT format('%s %s %s', typlen, typbyval, typalign) FROM pg_type WHERE oid = 'bxml_schema'::regtype), '4 t i', 'a schema is a number that is passed by value');
SELECT is((SELECT lanpltrusted FROM pg_language WHERE lanname = 'bxml_schema'), true, 'the language is trusted');

-- a schema is what the planner takes it for: a constant
CREATE TABLE docs (id int PRIMARY KEY, doc bxml);
INSERT INTO docs VALUES (1, '<n>1</n>'), (2, '<n>x</n>'), (3, '<m/>'), (4, NULL);
CREATE INDEX docs_valid ON docs (id) WHERE bxml_is_valid(doc, number());
SELECT results_eq('SELECT id FROM docs WHERE bxml_is_valid(doc, number())', ARRAY[1], 'a predicate of an index');
SELECT throws_ok('DROP FUNCTION number()', '2BP01', NULL, 'a schema that an index needs stays');
DROP INDEX docs_valid;
ALTER TABLE docs ADD CONSTRAINT ok CHECK (bxml_is_valid(doc, number()) OR id > 1);
SELECT throws_ok($$INSERT INTO docs VALUES (0, '<n>y</n>')$$, '23514', NULL, 'a check');
SELECT throws_ok('DROP FUNCTION number()', '2BP01', NULL, 'a schema that a check needs stays');
ALTER TABLE docs DROP CONSTRAINT ok;
CREATE VIEW valid_docs AS SELECT id FROM docs WHERE bxml_is_valid(doc, number(), 'n');
SELECT throws_ok('DROP FUNCTION number()', '2BP01', NULL, 'a schema that a view needs stays');
SELECT is(array_to_string(used_by, ','), 'rule _RETURN on view valid_docs', 'and the view of schemas says so') FROM bxml_schemas WHERE schema = 'number'::regproc;
SELECT alike(pg_get_viewdef('valid_docs'), '%bxml_is_valid(%doc, number(), ''n''::text)%', 'the definition has the name of the schema');
DROP VIEW valid_docs;

-- replaced and dropped: calls, prepared statements, PL/pgSQL
PREPARE valid AS SELECT array_agg(id ORDER BY id) FROM docs WHERE bxml_is_valid(doc, number());
CREATE FUNCTION pg_temp.valid() RETURNS int[] LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT array_agg(id ORDER BY id) FROM docs WHERE bxml_is_valid(doc, number())); END $$;
SELECT results_eq('EXECUTE valid', $$VALUES ('{1}'::int[])$$, 'a prepared statement');
SELECT is(pg_temp.valid(), '{1}', 'a function');
SELECT pg_temp.make('number', pg_temp.element('n', 'string'), true);
SELECT results_eq('EXECUTE valid', $$VALUES ('{1,2}'::int[])$$, 'a prepared statement meets the new schema');
SELECT is(pg_temp.valid(), '{1,2}', 'so does a function');
SAVEPOINT s;
SELECT pg_temp.make('number', pg_temp.element('m', 'string'), true);
SELECT is(pg_temp.valid(), '{3}', 'another one');
ROLLBACK TO s;
SELECT is(pg_temp.valid(), '{1,2}', 'and that of before after a rollback');
SAVEPOINT s;
SELECT pg_temp.make('other', pg_temp.element('m', 'string'));
SELECT is(bxml_is_valid('<m/>', other()), true, 'a new schema');
ROLLBACK TO s;
SELECT throws_ok($$SELECT bxml_is_valid('<m/>', other())$$, '42883', NULL, 'and none after a rollback');
DROP FUNCTION number();
SELECT throws_ok('EXECUTE valid', '42883', 'function number() does not exist', 'a prepared statement misses it');
SELECT pg_temp.make('number', pg_temp.element('m', 'string'));
SELECT results_eq('EXECUTE valid', $$VALUES ('{3}'::int[])$$, 'and finds one of the same name');
SELECT is(pg_temp.valid(), '{3}', 'a function as well');
DISCARD PLANS;
SELECT is(pg_temp.valid(), '{3}', 'after DISCARD PLANS');
SET LOCAL plan_cache_mode = force_generic_plan;
PREPARE generic(bxml) AS SELECT bxml_is_valid($1, number());
SELECT results_eq($$EXECUTE generic('<m/>')$$, $$VALUES (true)$$, 'a generic plan');
SELECT pg_temp.make('number', pg_temp.element('n', 'int'), true);
SELECT results_eq($$EXECUTE generic('<m/>')$$, $$VALUES (false)$$, 'of a schema that was replaced');
RESET plan_cache_mode;

-- values of the type in tables
CREATE TABLE kept AS SELECT number() AS schema;
SELECT results_eq($$SELECT bxml_is_valid('<n>1</n>', schema) FROM kept$$, ARRAY[true], 'a stored schema');
DROP FUNCTION number();
SELECT throws_like($$SELECT bxml_is_valid('<n>1</n>', schema) FROM kept$$, 'schema with OID % does not exist', 'that was dropped');
SELECT matches(schema::text, '^[0-9]+$', 'prints as a number') FROM kept;
SELECT pg_temp.make('number', pg_temp.element('n', 'int'));

-- privileges
CREATE ROLE schema_user;
CREATE ROLE schema_owner;
GRANT CREATE ON SCHEMA public TO schema_owner;
SELECT results_eq('SELECT owner = current_user FROM bxml_schemas WHERE schema = ''number''::regproc', ARRAY[true], 'a schema has an owner');
REVOKE EXECUTE ON FUNCTION number() FROM PUBLIC;
SET LOCAL ROLE schema_user;
SELECT throws_ok($$SELECT bxml_is_valid('<n>1</n>', number())$$, '42501', 'permission denied for function number', 'a schema can be denied');
RESET ROLE;
GRANT EXECUTE ON FUNCTION number() TO schema_user;
SET LOCAL ROLE schema_user;
SELECT is(bxml_is_valid('<n>1</n>', number()), true, 'and granted');
SELECT throws_ok($$DROP FUNCTION number()$$, '42501', NULL, 'others do not drop it');
RESET ROLE;
SET LOCAL ROLE schema_owner;
SELECT lives_ok($$SELECT pg_temp.make('public.mine', pg_temp.element('n', 'int'))$$, 'users make schemas');
SELECT throws_ok($$SELECT pg_temp.make('number', pg_temp.element('n', 'string'), true)$$, '42501', NULL, 'but do not replace those of others');
SELECT throws_ok(format('SELECT bxml_schema_validator(%s)', 'number'::regproc::oid), '42501', NULL, 'nor check them');
RESET ROLE;
REVOKE USAGE ON LANGUAGE bxml_schema FROM PUBLIC;
SET LOCAL ROLE schema_owner;
SELECT throws_ok($$SELECT pg_temp.make('public.mine2', pg_temp.element('n', 'int'))$$, '42501', 'permission denied for language bxml_schema', 'without USAGE they make none');
RESET ROLE;

-- rows that a policy hides do not show in errors
CREATE TABLE secrets (owner name, doc bxml);
INSERT INTO secrets VALUES ('schema_user', '<n>1</n>'), ('other', '<n>secret</n>');
ALTER TABLE secrets ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON secrets USING (owner = current_user);
GRANT SELECT ON secrets TO schema_user;
SET LOCAL ROLE schema_user;
SELECT results_eq($$SELECT bxml_validate(doc, number())::text FROM secrets$$, ARRAY['<n>1</n>'], 'validation reads visible rows only');
SELECT results_eq($$SELECT count(*) FROM secrets, bxml_validate_report(doc, number())$$, ARRAY[0::bigint], 'reports, too');
SELECT results_eq($$SELECT count(*) FROM bxml_validate_table('secrets', 'doc', number())$$, ARRAY[0::bigint], 'checks of a table as well');
SELECT throws_ok($$SELECT * FROM bxml_validate_table('docs', 'doc', number())$$, '42501', 'permission denied for table docs', 'and of readable tables only');
SELECT results_eq($$SELECT owner FROM secrets WHERE NOT bxml_is_valid(doc, number()) OR bxml_validate(doc, number()) IS NOT NULL$$, ARRAY['schema_user'::name], 'and conditions');
RESET ROLE;
SELECT is((SELECT bool_or(proleakproof) FROM pg_proc WHERE proname IN ('bxml_is_valid', 'bxml_validate')), false, 'they are not leakproof');

-- paths of violations cost one pass, whatever the siblings; those of references come last
SELECT pg_temp.make('refs', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:complexType><xs:sequence><xs:element name="i" maxOccurs="unbounded"><xs:complexType>
	<xs:attribute name="id" type="xs:ID"/><xs:attribute name="to" type="xs:IDREF"/><xs:attribute name="n" type="xs:int"/></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>');
SELECT results_eq($$SELECT path FROM bxml_validate_report('<r><i to="none"/><i id="a" n="x"/><i to="a"/><i to="b"/><i n="y"/><j/></r>', refs())$$,
	ARRAY['/r[1]/i[2]/@n', '/r[1]/i[5]/@n', '/r[1]/j[1]', '/r[1]/i[1]/@to', '/r[1]/i[4]/@to'], 'references that lead nowhere are reported at the end');
SET LOCAL bxml.directories = off;
SET LOCAL statement_timeout = '10s';
SELECT results_eq($$SELECT count(DISTINCT path) FROM (SELECT ('<r>' || repeat('<i n="x"/>', 50000) || '</r>')::bxml AS d) v, bxml_validate_report(d, refs())$$, ARRAY[50000::bigint],
	'50,000 violations among siblings');
RESET statement_timeout;
RESET bxml.directories;

-- many schemas, and one that a session keeps compiling
SELECT pg_temp.make('many' || i, pg_temp.element('n' || i, 'int')) FROM generate_series(1, 100) i;
CREATE FUNCTION pg_temp.all_valid() RETURNS bool LANGUAGE plpgsql AS $$
DECLARE v bool; good bool := true;
BEGIN
	FOR i IN 1..100 LOOP
		EXECUTE format('SELECT bxml_is_valid(''<n%s>1</n%1$s>'', many%1$s()) AND NOT bxml_is_valid(''<n/>'', many%1$s())', i) INTO v;
		good := good AND v;
	END LOOP;
	RETURN good;
END $$;
SELECT is(pg_temp.all_valid(), true, 'a hundred schemas');
SELECT is(pg_temp.all_valid(), true, 'once more');

SELECT * FROM finish();
ROLLBACK;
